/* Cycles that fair paths can go round for ever: strongly connected components, and in them everybody who is
 * followed. Of one who is at a node from where nothing inside the component leads to being served, every node
 * of the component has one: it is strongly connected, and from there only such nodes are reached. So a path
 * that stays there never serves somebody. Otherwise one after the other is led to where it is served, and
 * then again. */
#include "runtime/search/graph.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 1 << 16, UNSEEN = 0 };

/* ---- strongly connected components: Tarjan's algorithm without recursion ---- */

typedef struct {
    uint32_t node;
    uint64_t edge; /* the next one to look at */
} frame;

typedef struct {
    gt_graph *g;
    const gt_bits *within, *fair;
    uint32_t nfair;
    gt_bits *out;
    uint32_t *number; /* of components, from 1 */
    uint32_t count;
    uint32_t *low;     /* UNSEEN, number of a visit, or UINT32_MAX when the component is complete */
    uint32_t *entered; /* number of the node's own visit */
    uint32_t next;
    GT_VEC(uint32_t) stack;
    GT_VEC(frame) frames;
} tarjan;

static bool has_loop(const gt_graph *g, uint32_t i)
{
    for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++)
        if (g->to[e] == i)
            return true;
    return false;
}

/* The nodes of the stack from `root` on are a component. */
static void component(tarjan *t, uint32_t root)
{
    size_t bottom = t->stack.n - 1;
    while (t->stack.v[bottom] != root)
        bottom--;
    const uint32_t *v = t->stack.v + bottom;
    size_t n = t->stack.n - bottom;
    bool good = n > 1 || has_loop(t->g, root);
    for (uint32_t f = 0; f < t->nfair && good; f++) {
        size_t i = 0;
        while (i < n && !gt_bits_has(&t->fair[f], v[i]))
            i++;
        good = i < n;
    }
    t->count++;
    for (size_t i = 0; i < n; i++) {
        t->low[v[i]] = UINT32_MAX;
        t->number[v[i]] = t->count;
        if (good)
            gt_bits_add(t->out, v[i]);
    }
    t->stack.n = bottom;
}

static void enter(tarjan *t, uint32_t node)
{
    t->entered[node] = t->low[node] = ++t->next;
    gt_vec_push(&t->stack, node);
    gt_vec_push(&t->frames, ((frame){node, t->g->first[node]}));
}

static void leave(tarjan *t, uint32_t node)
{
    t->frames.n--;
    if (t->low[node] == t->entered[node]) {
        component(t, node);
    } else {
        uint32_t parent = t->frames.v[t->frames.n - 1].node;
        t->low[parent] = t->low[node] < t->low[parent] ? t->low[node] : t->low[parent];
    }
}

static void visit(tarjan *t, uint32_t root)
{
    enter(t, root);
    while (t->frames.n) {
        frame *f = &t->frames.v[t->frames.n - 1];
        uint32_t i = f->node;
        if (f->edge == t->g->first[i + 1]) {
            leave(t, i);
            continue;
        }
        uint32_t j = t->g->to[f->edge++];
        if (!gt_bits_has(t->within, j) || t->low[j] == UINT32_MAX)
            continue;
        if (t->low[j] == UNSEEN)
            enter(t, j);
        else if (t->low[j] < t->low[i])
            t->low[i] = t->low[j];
    }
}

/* Nodes of components that have an edge and meet every fair set, and which component each is in. */
static bool components(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_bits *out,
                       uint32_t *number)
{
    memset(out->w, 0, (out->n + 63) / 64 * sizeof *out->w);
    tarjan t = {.g = g, .within = within, .fair = fair, .nfair = nfair, .out = out, .number = number};
    t.low = gt_xcalloc(g->n, sizeof *t.low);
    t.entered = gt_xmalloc(g->n, sizeof *t.entered);
    bool stopped = false;
    for (uint32_t i = 0; i < g->n && !stopped; i++) {
        if (i % POLL_EVERY == 0)
            stopped = gt_graph_stop(g);
        if (gt_bits_has(within, i) && t.low[i] == UNSEEN)
            visit(&t, i);
    }
    free(t.low);
    free(t.entered);
    free(t.stack.v);
    free(t.frames.v);
    return !stopped;
}

/* ---- whoever is followed ---- */

typedef struct {
    const gt_thread *thread;
    gt_bits *cycles;        /* nodes of the graph still in question */
    const uint32_t *number; /* and their components */
    gt_bits served; /* nodes of the thread from which one is reached who is served, within the component */
    uint32_t *todo;
    uint32_t n;
} following;

static bool is_inside(const following *f, uint32_t from, uint32_t to)
{
    const uint32_t *node = f->thread->node;
    return gt_bits_has(f->cycles, node[from]) && gt_bits_has(f->cycles, node[to]) &&
           f->number[node[from]] == f->number[node[to]];
}

static void serve(following *f, uint32_t i)
{
    if (gt_bits_has(&f->served, i))
        return;
    gt_bits_add(&f->served, i);
    f->todo[f->n++] = i;
}

/* Is whoever is followed served at node i of the thread: does it move on, or is unable and need not? */
static bool is_served(const following *f, uint32_t i)
{
    const gt_thread *t = f->thread;
    if (!t->strong && !gt_bits_has(&t->able, i))
        return true;
    for (uint64_t e = t->graph->first[i]; e < t->graph->first[i + 1]; e++)
        if (gt_bits_has(&t->moved, t->graph->to[e]) && is_inside(f, i, t->graph->to[e]))
            return true;
    return false;
}

static void find_served(following *f)
{
    const gt_graph *g = f->thread->graph;
    for (uint32_t i = 0; i < g->n; i++)
        if (gt_bits_has(f->cycles, f->thread->node[i]) && is_served(f, i))
            serve(f, i);
    for (uint32_t k = 0; k < f->n; k++)
        for (uint64_t e = g->rfirst[f->todo[k]]; e < g->rfirst[f->todo[k] + 1]; e++)
            if (is_inside(f, g->rto[e], f->todo[k]))
                serve(f, g->rto[e]);
}

/* Takes out of `cycles` what no fair path visits again and again: weak, components with somebody who is never
 * served; strong, nodes where such a one is able. */
static bool prune(following *f, uint32_t count)
{
    const gt_thread *t = f->thread;
    gt_bits hopeless = gt_bits_new((size_t)count + 1);
    bool any = false;
    for (uint32_t i = 0; i < t->graph->n; i++) {
        if (!gt_bits_has(f->cycles, t->node[i]) || gt_bits_has(&f->served, i))
            continue;
        if (!t->strong)
            gt_bits_add(&hopeless, f->number[t->node[i]]);
        else if (gt_bits_has(&t->able, i))
            gt_bits_remove(f->cycles, t->node[i]);
        else
            continue;
        any = true;
    }
    for (size_t i = 0; i < f->cycles->n && any && !t->strong; i++)
        if (gt_bits_has(f->cycles, i) && gt_bits_has(&hopeless, f->number[i]))
            gt_bits_remove(f->cycles, i);
    gt_bits_free(&hopeless);
    return any;
}

/* *any: something was taken out. False: stopped. */
static bool follow(gt_graph *g, gt_bits *cycles, const uint32_t *number, bool *any)
{
    *any = false;
    for (uint32_t k = 0; k < g->nthreads && !*any; k++) {
        following f = {.thread = &g->threads[k], .cycles = cycles, .number = number};
        if (gt_graph_stop(g) || !gt_graph_reverse(f.thread->graph))
            return false;
        f.served = gt_bits_new(f.thread->graph->n);
        f.todo = gt_xmalloc(f.thread->graph->n, sizeof *f.todo);
        find_served(&f);
        *any = prune(&f, g->n);
        gt_bits_free(&f.served);
        free(f.todo);
    }
    return true;
}

bool gt_graph_fair_cycles(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair,
                          gt_bits *out)
{
    uint32_t *number = gt_xcalloc(g->n, sizeof *number);
    bool any = false, done = components(g, within, fair, nfair, out, number);
    done = done && follow(g, out, number, &any);
    while (done && any) {
        gt_bits left = gt_bits_copy(out);
        done = components(g, &left, fair, nfair, out, number) && follow(g, out, number, &any);
        gt_bits_free(&left);
    }
    free(number);
    return done;
}
