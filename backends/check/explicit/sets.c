/* The stored graph: sets of nodes and paths, as CTL wants them. */
#include "backends/check/explicit/explicit.h"
#include "ir/temporal/temporal.h"

#include <stdlib.h>

/* ---- state formulas ---- */

void gt_xatoms_each(const gt_expr *formula, void (*fn)(void *arg, const gt_expr *atom), void *arg)
{
    if (!gt_temporal_in(formula)) {
        fn(arg, formula);
        return;
    }
    for (uint32_t i = 0; i < formula->nkids; i++)
        gt_xatoms_each(formula->kids[i], fn, arg);
}

uint32_t gt_xgraph_label(const gt_xgraph *g, const gt_expr *e)
{
    for (uint32_t i = 0; i < g->natoms; i++) {
        if (g->atoms[i].expr == e || gt_expr_equal(g->atoms[i].expr, e))
            return g->atoms[i].label;
    }
    gt_ice("a state formula without a label");
}

bool gt_xgraph_some(const gt_xgraph *g, const gt_bits *good)
{
    const gt_layout *layout = g->model->layout;
    const gt_sym *sym = g->model->sym;
    int32_t *state = gt_xmalloc(layout->width, sizeof *state);
    gt_store *groups = gt_store_new(0, false);
    gt_bytes bytes = {0}, key = {0};
    uint32_t missing = 0;
    /* first those that are good, then the others: a new group among these has none */
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < g->graph->n; i++) {
            if (!gt_bits_has(&g->initial, i) || gt_bits_has(good, i) != (turn == 0))
                continue;
            uint32_t len =
                gt_store_get(gt_explore_store(g->explored), gt_explore_number(g->explored, i), &bytes);
            g->model->concrete(g->worker, bytes.v, len, state);
            for (uint32_t v = 0; v < sym->nshared; v++) {
                if (sym->shared[v]->is_ghost)
                    state[layout->shared[v]] = 0;
            }
            bool fresh;
            len = g->model->abstract(g->worker, state, &key);
            gt_store_put(groups, key.v, len, &fresh);
            missing += fresh && turn == 1;
        }
    }
    gt_store_free(groups);
    free(bytes.v);
    free(key.v);
    free(state);
    return missing == 0;
}

/* ---- sets ---- */

static gt_set keep(gt_bits bits)
{
    gt_bits *set = gt_xmalloc(1, sizeof *set);
    *set = bits;
    return set;
}

static void drop(void *self, gt_set f)
{
    (void)self;
    if (f)
        gt_bits_free(f);
    free(f);
}

/* What a computation has left in `out`; NULL: it was stopped. */
static gt_set made(gt_xgraph *g, bool done, gt_set out)
{
    if (done)
        return out;
    g->stopped = true;
    drop(g, out);
    return NULL;
}

static gt_set none(const gt_xgraph *g)
{
    return keep(gt_bits_new(g->graph->n));
}

static gt_set atom(void *self, const gt_expr *e)
{
    const gt_xgraph *g = self;
    return keep(gt_explore_label(g->explored, gt_xgraph_label(g, e)));
}

static gt_set all(void *self)
{
    gt_set r = none(self);
    gt_bits_fill(r);
    return r;
}

static gt_set initial(void *self)
{
    const gt_xgraph *g = self;
    return keep(gt_bits_copy(&g->initial));
}

static gt_set complement(void *self, gt_set f)
{
    (void)self;
    if (!f)
        return NULL;
    gt_set r = keep(gt_bits_copy(f));
    gt_bits_not(r);
    return r;
}

static gt_set meet(void *self, gt_set f, gt_set g)
{
    (void)self;
    if (!f || !g)
        return NULL;
    gt_set r = keep(gt_bits_copy(f));
    gt_bits_and(r, g);
    return r;
}

static gt_set ex(void *self, gt_set f)
{
    gt_xgraph *g = self;
    gt_set out = none(g);
    return made(g, f && gt_graph_ex(g->graph, f, out), out);
}

static gt_set eu(void *self, gt_set f, gt_set goal)
{
    gt_xgraph *g = self;
    gt_set out = none(g);
    return made(g, f && goal && gt_graph_eu(g->graph, f, goal, out), out);
}

/* The constraints side by side, in the arrays' own memory. */
static gt_bits *side_by_side(const gt_fair_sets *fair)
{
    gt_bits *v = gt_xmalloc((size_t)fair->n + 1, sizeof *v);
    for (uint32_t i = 0; i < fair->n; i++)
        v[i] = *(const gt_bits *)fair->sets[i];
    return v;
}

static gt_set eg(void *self, gt_set f, const gt_fair_sets *fair)
{
    gt_xgraph *g = self;
    gt_set out = none(g);
    gt_bits *v = side_by_side(fair);
    bool done = f && gt_graph_eg(g->graph, f, v, fair->n, out);
    free(v);
    return made(g, done, out);
}

static bool leq(void *self, gt_set f, gt_set g)
{
    gt_set both = meet(self, f, g);
    bool yes = both && gt_bits_count(both) == gt_bits_count(f);
    drop(self, both);
    return yes;
}

static int some(void *self, gt_set good)
{
    return good ? gt_xgraph_some(self, good) : -1;
}

static bool failed(void *self)
{
    const gt_xgraph *g = self;
    return g->stopped;
}

/* ---- the path ---- */

/* The node of `f` among these that comes first, or UINT32_MAX. to NULL: the nodes 0 .. n - 1. */
static uint32_t first_of(const gt_xgraph *g, const gt_bits *f, const uint32_t *to, uint64_t n)
{
    uint32_t best = UINT32_MAX;
    for (uint64_t i = 0; i < n; i++) {
        uint32_t node = to ? to[i] : (uint32_t)i;
        if (gt_bits_has(f, node) && (best == UINT32_MAX || g->order.compare(g->order.arg, node, best) < 0))
            best = node;
    }
    return best;
}

static uint32_t last(const gt_xgraph *g)
{
    return g->path.v[g->path.n - 1];
}

static void begin(void *self, gt_set from)
{
    gt_xgraph *g = self;
    uint32_t best = from ? first_of(g, from, NULL, g->graph->n) : UINT32_MAX;
    if (best != UINT32_MAX)
        gt_vec_push(&g->path, best);
}

static bool here(void *self, gt_set f)
{
    const gt_xgraph *g = self;
    return f && g->path.n && gt_bits_has(f, last(g));
}

static bool walk(void *self, gt_set from, gt_set f, gt_set goal, bool *shortest)
{
    gt_xgraph *g = self;
    gt_set start = g->path.n ? none(g) : meet(g, from, from);
    if (g->path.n)
        gt_bits_add(start, last(g));
    bool found = start && f && goal && gt_graph_path(g->graph, start, f, goal, g->order, &g->path);
    g->stopped = g->stopped || (!found && gt_graph_stop(g->graph));
    drop(g, start);
    *shortest = found;
    return found;
}

static bool step(void *self, gt_set f)
{
    gt_xgraph *g = self;
    const gt_graph *graph = g->graph;
    if (!g->path.n)
        return false;
    uint64_t first = graph->first[last(g)];
    uint32_t best = f ? first_of(g, f, graph->to + first, graph->first[last(g) + 1] - first) : UINT32_MAX;
    if (best != UINT32_MAX)
        gt_vec_push(&g->path, best);
    return false; /* a state without step has an edge to itself */
}

static void lasso(void *self, gt_set from, gt_set f, const gt_fair_sets *fair)
{
    gt_xgraph *g = self;
    gt_set cycles = none(g);
    gt_bits *v = side_by_side(fair);
    bool shortest;
    g->stopped =
        !f || !gt_graph_fair_cycles(g->graph, f, v, fair->n, cycles) || !walk(g, from, f, cycles, &shortest);
    if (!g->stopped && g->graph->nthreads)
        gt_xgraph_settle(g, g->graph, cycles, last(g), v, fair->n);
    else if (!g->stopped)
        g->stopped = !gt_graph_lasso(g->graph, f, v, fair->n, g->order, &g->path);
    free(v);
    drop(g, cycles);
}

static bool short_lasso(void *self, gt_set from, gt_set f, gt_set goal, gt_set h, const gt_fair_sets *fair,
                        bool *shortest)
{
    gt_xgraph *g = self;
    gt_bits *v = side_by_side(fair);
    gt_lasso_task task = {from, f, goal, h, v, fair->n};
    bool found = from && goal && h && !g->graph->nthreads &&
                 gt_graph_short_lasso(g->graph, &task, g->order, GT_LASSO_WORK, shortest, &g->path);
    free(v);
    return found;
}

void gt_xgraph_settle(gt_xgraph *g, gt_graph *graph, const gt_bits *cycles, uint32_t begin,
                      const gt_bits *fair, uint32_t nfair)
{
    g->home = gt_bits_new(graph->n);
    g->home_begin = begin;
    g->stopped = !gt_graph_component(graph, cycles, begin, &g->home);
    g->home_fair = gt_xcalloc((size_t)nfair + 1, sizeof *g->home_fair);
    g->home_nfair = nfair;
    for (uint32_t i = 0; i < nfair; i++)
        g->home_fair[i] = gt_bits_copy(&fair[i]);
}

void gt_xgraph_forget(gt_xgraph *g)
{
    g->path.n = 0;
    g->path.loop = -1;
    for (uint32_t i = 0; i < g->home_nfair; i++)
        gt_bits_free(&g->home_fair[i]);
    free(g->home_fair);
    gt_bits_free(&g->home);
    gt_product_free(g->product);
    g->home_fair = NULL;
    g->home_nfair = 0;
    g->product = NULL;
}

const gt_sets gt_xgraph_sets = {.atom = atom,
                                .all = all,
                                .initial = initial,
                                .complement = complement,
                                .meet = meet,
                                .ex = ex,
                                .eu = eu,
                                .eg = eg,
                                .leq = leq,
                                .some = some,
                                .drop = drop,
                                .failed = failed,
                                .begin = begin,
                                .here = here,
                                .walk = walk,
                                .step = step,
                                .lasso = lasso,
                                .short_lasso = short_lasso};
