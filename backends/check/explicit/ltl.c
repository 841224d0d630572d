/* LTL on the stored graph: the automaton of the negation, its product with the graph, a fair cycle in it. */
#include "runtime/search/ltl.h"
#include "backends/check/explicit/explicit.h"
#include "ir/temporal/temporal.h"

#include <stdlib.h>

enum { AUTOMATON_MAX = 4096 };

static uint32_t translate(const gt_xgraph *g, gt_ltl *l, const gt_expr *e)
{
    if (!gt_temporal_in(e)) {
        int64_t value;
        if (gt_expr_is_const(e, &value)) {
            return gt_ltl_op(l, value ? GT_LTL_TRUE : GT_LTL_FALSE, 0, 0);
        }
        return gt_ltl_atom(l, gt_xgraph_label(g, e));
    }
    uint32_t kids[2] = {0, 0};
    for (uint32_t i = 0; i < e->nkids && i < 2; i++) {
        kids[i] = translate(g, l, e->kids[i]);
    }
    uint32_t a = kids[0], b = kids[1];
    uint32_t yes = gt_ltl_op(l, GT_LTL_TRUE, 0, 0), no = gt_ltl_op(l, GT_LTL_FALSE, 0, 0);
    uint32_t not_a = gt_ltl_op(l, GT_LTL_NOT, a, 0);
    switch (e->kind) {
    case GT_EXPR_NOT: return not_a;
    case GT_EXPR_AND:
    case GT_EXPR_OR: {
        gt_ltl_kind kind = e->kind == GT_EXPR_AND ? GT_LTL_AND : GT_LTL_OR;
        uint32_t all = gt_ltl_op(l, kind, a, b);
        for (uint32_t i = 2; i < e->nkids; i++) {
            all = gt_ltl_op(l, kind, all, translate(g, l, e->kids[i]));
        }
        return all;
    }
    case GT_EXPR_IMPLIES: return gt_ltl_op(l, GT_LTL_OR, not_a, b);
    case GT_EXPR_IFF:
    case GT_KINDS_EQUALITY: {
        uint32_t other = e->kind == GT_EXPR_NE ? gt_ltl_op(l, GT_LTL_NOT, b, 0) : b;
        return gt_ltl_op(l, GT_LTL_OR, gt_ltl_op(l, GT_LTL_AND, a, other),
                         gt_ltl_op(l, GT_LTL_AND, not_a, gt_ltl_op(l, GT_LTL_NOT, other, 0)));
    }
    case GT_EXPR_ITE: {
        uint32_t c = translate(g, l, e->kids[2]);
        return gt_ltl_op(l, GT_LTL_OR, gt_ltl_op(l, GT_LTL_AND, a, b), gt_ltl_op(l, GT_LTL_AND, not_a, c));
    }
    case GT_EXPR_X: return gt_ltl_op(l, GT_LTL_X, a, 0);
    case GT_EXPR_F: return gt_ltl_op(l, GT_LTL_U, yes, a);
    case GT_EXPR_G: return gt_ltl_op(l, GT_LTL_R, no, a);
    case GT_EXPR_U: return gt_ltl_op(l, GT_LTL_U, a, b);
    case GT_EXPR_R: return gt_ltl_op(l, GT_LTL_R, a, b);
    case GT_EXPR_W: return gt_ltl_op(l, GT_LTL_R, b, gt_ltl_op(l, GT_LTL_OR, a, b));
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_KINDS_CTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
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

/* A fair path from an initial node of the product. */
static void show(gt_xgraph *g, gt_product *p, const gt_bits *bad)
{
    product_order context = {g, p};
    gt_order order = {compare_pairs, &context};
    gt_bits all = gt_bits_new(p->graph->n), cycles = gt_bits_new(p->graph->n);
    gt_path path = {.loop = -1};
    gt_bits_fill(&all);
    g->stopped = !gt_graph_fair_cycles(p->graph, &all, p->fair, p->nfair, &cycles) ||
                 !gt_graph_path(p->graph, bad, &all, &cycles, order, &path) ||
                 !gt_graph_lasso(p->graph, &all, p->fair, p->nfair, order, &path);
    for (size_t i = 0; i < path.n && !g->stopped; i++) {
        gt_vec_push(&g->path, p->node[path.v[i]]);
    }
    g->path.loop = path.loop;
    free(path.v);
    gt_bits_free(&all);
    gt_bits_free(&cycles);
}

gt_bits gt_xltl_check(gt_xgraph *g, const gt_expr *formula, bool wanted)
{
    gt_ltl *l = gt_ltl_new();
    gt_bits holds = gt_bits_copy(&g->initial);
    uint32_t negation = gt_ltl_op(l, GT_LTL_NOT, translate(g, l, formula), 0);
    uint32_t natoms = 0;
    for (uint32_t i = 0; i < g->natoms; i++) {
        natoms = g->atoms[i].label + 1 > natoms ? g->atoms[i].label + 1 : natoms;
    }
    gt_automaton *a = gt_ltl_automaton(l, negation, natoms, AUTOMATON_MAX, &g->graph->poll);
    gt_ltl_free(l);
    gt_bits *labels = gt_xcalloc(natoms, sizeof *labels);
    for (uint32_t i = 0; a && i < natoms; i++) {
        if (gt_automaton_mentions(a, i)) {
            labels[i] = gt_explore_label(g->explored, i);
        }
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
        if (some && wanted && !g->stopped) {
            show(g, p, &bad);
        }
        gt_bits_free(&all);
        gt_bits_free(&bad);
    }
    gt_product_free(p);
    for (uint32_t i = 0; i < natoms; i++) {
        gt_bits_free(&labels[i]);
    }
    free(labels);
    gt_automaton_free(a);
    return holds;
}
