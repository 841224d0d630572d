#include "runtime/search/graph.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 1 << 16, UNSEEN = 0 };

/* ---- bit sets ---- */

static size_t words(size_t n)
{
    return (n + 63) / 64;
}

gt_bits gt_bits_new(size_t n)
{
    return (gt_bits){gt_xcalloc(words(n) + 1, sizeof(uint64_t)), n};
}

void gt_bits_free(gt_bits *b)
{
    free(b->w);
    *b = (gt_bits){NULL, 0};
}

gt_bits gt_bits_copy(const gt_bits *b)
{
    gt_bits copy = gt_bits_new(b->n);
    memcpy(copy.w, b->w, words(b->n) * sizeof *b->w);
    return copy;
}

static void trim(gt_bits *b)
{
    if (b->n % 64)
        b->w[b->n / 64] &= ((uint64_t)1 << (b->n % 64)) - 1;
}

void gt_bits_fill(gt_bits *b)
{
    memset(b->w, 0xff, words(b->n) * sizeof *b->w);
    trim(b);
}

void gt_bits_not(gt_bits *b)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] = ~b->w[i];
    trim(b);
}

void gt_bits_and(gt_bits *b, const gt_bits *other)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] &= other->w[i];
}

void gt_bits_or(gt_bits *b, const gt_bits *other)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] |= other->w[i];
}

uint64_t gt_bits_count(const gt_bits *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < words(b->n); i++)
        n += (uint64_t)__builtin_popcountll(b->w[i]);
    return n;
}

/* ---- the graph ---- */

gt_graph *gt_graph_new(uint32_t n, uint64_t *first, uint32_t *to)
{
    gt_graph *g = gt_xcalloc(1, sizeof *g);
    g->n = n;
    g->first = first;
    g->to = to;
    return g;
}

void gt_graph_free(gt_graph *g)
{
    if (g) {
        free(g->first);
        free(g->to);
        free(g->rfirst);
        free(g->rto);
        free(g);
    }
}

size_t gt_graph_bytes(const gt_graph *g)
{
    size_t one = ((size_t)g->n + 1) * sizeof *g->first + (size_t)g->first[g->n] * sizeof *g->to;
    return g->rfirst ? 2 * one : one;
}

bool gt_graph_stop(const gt_graph *g)
{
    return g->poll.stop && g->poll.stop(g->poll.arg, gt_graph_bytes(g));
}

bool gt_graph_reverse(gt_graph *g)
{
    if (g->rfirst)
        return true;
    if (g->poll.stop && g->poll.stop(g->poll.arg, 2 * gt_graph_bytes(g)))
        return false;
    uint64_t *rfirst = gt_xcalloc((size_t)g->n + 2, sizeof *rfirst);
    for (uint64_t e = 0; e < g->first[g->n]; e++)
        rfirst[(size_t)g->to[e] + 2]++;
    for (size_t i = 2; i < (size_t)g->n + 2; i++)
        rfirst[i] += rfirst[i - 1];
    g->rto = gt_xmalloc(g->first[g->n], sizeof *g->rto);
    for (uint32_t i = 0; i < g->n; i++)
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++)
            g->rto[rfirst[(size_t)g->to[e] + 1]++] = i;
    g->rfirst = rfirst; /* each entry has moved on to the next one's beginning */
    return true;
}

bool gt_graph_ex(gt_graph *g, const gt_bits *f, gt_bits *out)
{
    for (uint32_t i = 0; i < g->n; i++) {
        if (i % POLL_EVERY == 0 && gt_graph_stop(g))
            return false;
        gt_bits_remove(out, i);
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
            if (gt_bits_has(f, g->to[e])) {
                gt_bits_add(out, i);
                break;
            }
        }
    }
    return true;
}

bool gt_graph_eu(gt_graph *g, const gt_bits *within, const gt_bits *goal, gt_bits *out)
{
    if (!gt_graph_reverse(g))
        return false;
    uint32_t *todo = gt_xmalloc(g->n, sizeof *todo);
    uint32_t n = 0, done = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        gt_bits_remove(out, i);
        if (gt_bits_has(goal, i)) {
            gt_bits_add(out, i);
            todo[n++] = i;
        }
    }
    while (done < n) {
        if (done % POLL_EVERY == 0 && gt_graph_stop(g)) {
            free(todo);
            return false;
        }
        uint32_t i = todo[done++];
        for (uint64_t e = g->rfirst[i]; e < g->rfirst[i + 1]; e++) {
            uint32_t p = g->rto[e];
            if (gt_bits_has(within, p) && !gt_bits_has(out, p)) {
                gt_bits_add(out, p);
                todo[n++] = p;
            }
        }
    }
    free(todo);
    return true;
}

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
    for (size_t i = 0; i < n; i++) {
        t->low[v[i]] = UINT32_MAX;
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

bool gt_graph_fair_cycles(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair,
                          gt_bits *out)
{
    memset(out->w, 0, words(out->n) * sizeof *out->w);
    tarjan t = {.g = g, .within = within, .fair = fair, .nfair = nfair, .out = out};
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

bool gt_graph_eg(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_bits *out)
{
    gt_bits cycles = gt_bits_new(g->n);
    bool done = gt_graph_fair_cycles(g, within, fair, nfair, &cycles) && gt_graph_eu(g, within, &cycles, out);
    gt_bits_free(&cycles);
    return done;
}
