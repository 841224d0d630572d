/* Lassos with the fewest states. Diagrams know the states at a distance, not the way around back to each of
 * them; so the part of the graph that can matter is walked state by state, by what guarded commands mean, if
 * it is small enough, and searched there (runtime/search/lasso.c). */
#include "backends/check/bdd/path.h"
#include "ir/mean/cmd_step.h"
#include "runtime/search/graph.h"
#include "runtime/search/intern.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 20000, MOST_EDGES = 500000 };

typedef struct {
    const gt_cb_view *v;
    gt_cmd_step *step;
    gt_intern *states; /* valuations */
    GT_VEC(uint64_t) first;
    GT_VEC(uint32_t) to;
    bool *bits; /* of one state */
    bool full;
} graph;

/* ---- states ---- */

/* Of a valuation; the other way round is gt_cb_decode. */
static void encode(graph *g, const int32_t *values)
{
    const gt_cb *cb = g->v->sp.cb;
    memset(g->bits, 0, (cb->npairs + 1) * sizeof *g->bits);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        for (uint32_t i = 0; !cb->vars[v].dropped && i < cb->vars[v].nbits; i++)
            g->bits[cb->vars[v].pairs[i]] = (values[v] - cb->vars[v].lo) >> i & 1;
}

static bool put(graph *g, const int32_t *values, uint32_t *number)
{
    *number = gt_intern_put(g->states, values);
    g->full = g->full || gt_intern_count(g->states) > MOST_STATES || g->to.n > MOST_EDGES;
    return !g->full;
}

static bool add_successor(void *arg, const gt_cmd_firing *firing)
{
    graph *g = arg;
    uint32_t number;
    bool more = put(g, firing->to, &number);
    gt_vec_push(&g->to, number);
    return more;
}

/* Every state of `from`, one after the other. */
static void add_beginnings(graph *g, gt_bdd from)
{
    gt_cb *cb = g->v->sp.cb;
    int32_t *values = gt_xmalloc((size_t)cb->cmds->nvars + 1, sizeof *values);
    gt_bdd left = gt_bdd_ref(cb->m, from);
    uint32_t number;
    while (left && !gt_bdd_is_false(cb->m, left) && !g->full) {
        gt_bdd_pick(cb->m, left, g->bits);
        gt_cb_decode(cb, g->bits, values);
        put(g, values, &number);
        gt_bdd one = gt_bdd_state(cb->m, g->bits, cb->state_pairs, cb->nstate_pairs);
        gt_bdd_set(cb->m, &left, gt_bdd_diff(cb->m, left, one));
        gt_bdd_drop(cb->m, one);
    }
    gt_bdd_drop(cb->m, left);
    free(values);
}

/* From all states found; those outside of `f` and `h` lead nowhere that matters, and loop here. */
static void explore(graph *g, gt_bdd f, gt_bdd h)
{
    gt_bdd_mgr *m = g->v->sp.cb->m;
    for (uint32_t i = 0; i < gt_intern_count(g->states) && !g->full; i++) {
        const int32_t *values = gt_intern_row(g->states, i);
        size_t before = g->to.n;
        gt_vec_push(&g->first, before);
        encode(g, values);
        if ((f && gt_bdd_eval(m, f, g->bits)) || gt_bdd_eval(m, h, g->bits))
            gt_cmd_step_successors(g->step, values, add_successor, g);
        if (g->to.n == before)
            gt_vec_push(&g->to, i);
        if (i % 1024 == 0)
            gt_cb_tick(g->v->sp.cb, NULL);
        g->full = g->full || gt_bdd_status(m) != GT_BDD_OK;
    }
    gt_vec_push(&g->first, g->to.n);
}

static gt_bits members(graph *g, gt_bdd set)
{
    uint32_t n = gt_intern_count(g->states);
    gt_bits out = gt_bits_new(n);
    for (uint32_t i = 0; i < n; i++) {
        encode(g, gt_intern_row(g->states, i));
        if (gt_bdd_eval(g->v->sp.cb->m, set, g->bits))
            gt_bits_add(&out, i);
    }
    return out;
}

/* ---- the search ---- */

static int by_values(void *arg, uint32_t a, uint32_t b)
{
    const graph *g = arg;
    const int32_t *x = gt_intern_row(g->states, a), *y = gt_intern_row(g->states, b);
    for (uint32_t v = 0; v < g->v->sp.cb->cmds->nvars; v++)
        if (x[v] != y[v])
            return x[v] < y[v] ? -1 : 1;
    return 0;
}

static bool search(graph *g, const gt_bdd *sets, const gt_fair_sets *fair, gt_path *path, bool *shortest)
{
    enum { FROM, WITHIN, GOAL, HOME, SETS };
    gt_graph *whole = gt_graph_new(gt_intern_count(g->states), g->first.v, g->to.v); /* takes them over */
    gt_bits bits[SETS] = {{0}}, *fairs = gt_xcalloc((size_t)fair->n + 1, sizeof *fairs);
    for (uint32_t i = 0; i < SETS; i++)
        if (sets[i])
            bits[i] = members(g, sets[i]);
    for (uint32_t i = 0; i < fair->n; i++)
        fairs[i] = members(g, fair->sets[i]);
    gt_lasso_task task = {&bits[FROM], sets[WITHIN] ? &bits[WITHIN] : NULL, &bits[GOAL], &bits[HOME], fairs,
                          fair->n};
    bool found = gt_graph_short_lasso(whole, &task, (gt_order){by_values, g}, GT_LASSO_WORK, shortest, path);
    for (uint32_t i = 0; i < SETS; i++)
        gt_bits_free(&bits[i]);
    for (uint32_t i = 0; i < fair->n; i++)
        gt_bits_free(&fairs[i]);
    free(fairs);
    gt_graph_free(whole);
    return found;
}

/* ---- the path ---- */

typedef struct {
    const gt_cb *cb;
    const int32_t *to;
    int32_t rel; /* of a command that leads there; -1: none */
} way;

static bool is_way(void *arg, const gt_cmd_firing *firing)
{
    way *w = arg;
    if (memcmp(firing->to, w->to, w->cb->cmds->nvars * sizeof *w->to) != 0)
        return true;
    for (size_t r = 0; r < w->cb->rels.n && w->rel < 0; r++) {
        const gt_cb_rel *rel = &w->cb->rels.v[r];
        if (rel->cmd == firing->cmd && rel->branch == firing->branch && !rel->extra)
            w->rel = (int32_t)r;
    }
    return w->rel < 0;
}

static void show(graph *g, const gt_path *path)
{
    gt_cb *cb = g->v->sp.cb;
    for (size_t i = 0; i < path->n; i++) {
        way w = {.cb = cb, .to = gt_intern_row(g->states, path->v[i]), .rel = -1};
        if (i)
            gt_cmd_step_successors(g->step, gt_intern_row(g->states, path->v[i - 1]), is_way, &w);
        encode(g, w.to);
        memcpy(g->v->path->bits, g->bits, cb->npairs * sizeof *g->bits);
        gt_cb_path_push(g->v->path, w.rel);
    }
    g->v->path->loop_start = (int32_t)path->loop;
}

bool gt_cb_short_lasso(const gt_cb_view *v, const gt_bdd *sets, const gt_fair_sets *fair, bool *shortest)
{
    gt_cb *cb = v->sp.cb;
    graph g = {.v = v};
    gt_path path = {.loop = -1};
    if (v->sp.tableau || cb->cmds->nvars == 0)
        return false; /* its states are more than valuations, or nothing at all */
    g.step = gt_cmd_step_new(cb->cmds);
    g.states = gt_intern_new(cb->cmds->nvars);
    g.bits = gt_xcalloc((size_t)cb->npairs + 1, sizeof *g.bits);
    add_beginnings(&g, sets[0]);
    explore(&g, sets[1], sets[3]);
    bool found = !g.full && search(&g, sets, fair, &path, shortest);
    if (g.full) {
        free(g.first.v);
        free(g.to.v);
    }
    if (found)
        show(&g, &path);
    free(path.v);
    free(g.bits);
    gt_intern_free(g.states);
    gt_cmd_step_free(g.step);
    return found;
}
