/* LTL on the stored graph: the automaton of the negation, its product with the graph, a fair cycle in it. */
#include "backends/check/explicit/explicit.h"
#include "backends/check/temporal/linear.h"
#include "ir/temporal/temporal.h"

#include <stdlib.h>

static uint32_t label_of(void *arg, const gt_expr *e)
{
    return gt_xgraph_label(arg, e);
}

typedef struct {
    const gt_xgraph *g;
    const gt_product *p;
} product_order;

static int compare_pairs(void *arg, uint32_t a, uint32_t b)
{
    const product_order *o = arg;
    int order = o->g->order.compare(o->g->order.arg, o->p->node[a], o->p->node[b]);
    uint32_t x = o->p->state[a], y = o->p->state[b];
    return order ? order : (x > y) - (x < y);
}

/* A path from an initial node of the product to where somebody who is followed can be served for ever. */
static void show_served(gt_xgraph *g, gt_product *p, const gt_bits *bad)
{
    product_order context = {g, p};
    gt_order order = {compare_pairs, &context};
    gt_bits all = gt_bits_new(p->graph->n), cycles = gt_bits_new(p->graph->n);
    gt_path path = {.loop = -1};
    gt_bits_fill(&all);
    g->stopped = !gt_graph_fair_cycles(p->graph, &all, p->fair, p->nfair, &cycles) ||
                 !gt_graph_path(p->graph, bad, &all, &cycles, order, &path);
    for (size_t i = 0; i < path.n && !g->stopped; i++)
        gt_vec_push(&g->path, p->node[path.v[i]]);
    if (!g->stopped)
        gt_xgraph_settle(g, p->graph, &cycles, path.v[path.n - 1], p->fair, p->nfair);
    free(path.v);
    gt_bits_free(&all);
    gt_bits_free(&cycles);
}

/* A fair path from an initial node of the product. */
static void show(gt_xgraph *g, gt_product *p, const gt_bits *bad)
{
    product_order context = {g, p};
    gt_order order = {compare_pairs, &context};
    gt_bits all = gt_bits_new(p->graph->n), cycles = gt_bits_new(p->graph->n);
    gt_path path = {.loop = -1};
    gt_bits_fill(&all);
    gt_lasso_task task = {bad, NULL, bad, &all, p->fair, p->nfair};
    bool shortest; /* of the product: of the program's own runs that says nothing */
    g->stopped = !gt_graph_short_lasso(p->graph, &task, order, GT_LASSO_WORK, &shortest, &path) &&
                 (!gt_graph_fair_cycles(p->graph, &all, p->fair, p->nfair, &cycles) ||
                  !gt_graph_path(p->graph, bad, &all, &cycles, order, &path) ||
                  !gt_graph_lasso(p->graph, &all, p->fair, p->nfair, order, &path));
    for (size_t i = 0; i < path.n && !g->stopped; i++)
        gt_vec_push(&g->path, p->node[path.v[i]]);
    g->path.loop = path.loop;
    free(path.v);
    gt_bits_free(&all);
    gt_bits_free(&cycles);
}

gt_bits gt_xltl_check(gt_xgraph *g, const gt_expr *formula, bool wanted)
{
    gt_ltl *l = gt_ltl_new();
    gt_bits holds = gt_bits_copy(&g->initial);
    uint32_t negation = gt_ltl_op(l, GT_LTL_NOT, gt_linear(l, formula, label_of, g), 0);
    uint32_t natoms = 0;
    for (uint32_t i = 0; i < g->natoms; i++)
        natoms = g->atoms[i].label + 1 > natoms ? g->atoms[i].label + 1 : natoms;
    gt_automaton *a = gt_ltl_automaton(l, negation, natoms, GT_LINEAR_MOST, &g->graph->poll);
    gt_ltl_free(l);
    gt_bits *labels = gt_xcalloc(natoms, sizeof *labels);
    for (uint32_t i = 0; a && i < natoms; i++) {
        if (gt_automaton_mentions(a, i))
            labels[i] = gt_explore_label(g->explored, i);
    }
    gt_product *p = a ? gt_product_new(g->graph, a, labels, &g->initial, g->fair, g->nfair) : NULL;
    g->stopped = !p;
    if (p) {
        gt_bits all = gt_bits_new(p->graph->n), bad = gt_bits_new(p->graph->n);
        gt_bits_fill(&all);
        g->stopped = !gt_graph_eg(p->graph, &all, p->fair, p->nfair, &bad);
        bool some = false;
        for (uint32_t i = 0; i < p->graph->n; i++) {
            if (i >= p->ninitial) {
                gt_bits_remove(&bad, i);
            } else if (gt_bits_has(&bad, i)) {
                gt_bits_remove(&holds, p->node[i]);
                some = true;
            }
        }
        if (some && wanted && !g->stopped && p->graph->nthreads) {
            show_served(g, p, &bad);
            g->product = p;
        } else if (some && wanted && !g->stopped) {
            show(g, p, &bad);
        }
        gt_bits_free(&all);
        gt_bits_free(&bad);
    }
    if (g->product != p)
        gt_product_free(p);
    for (uint32_t i = 0; i < natoms; i++)
        gt_bits_free(&labels[i]);
    free(labels);
    gt_automaton_free(a);
    return holds;
}
