/* CTL on the stored graph, with fairness, and paths that show why a formula holds or fails. */
#include "backends/explicit.h"

#include <stdlib.h>

/* ---- formulas ---- */

bool gt_xis_temporal(const gt_expr *e)
{
    if (gt_expr_is_temporal(e->kind)) {
        return true;
    }
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (gt_xis_temporal(e->kids[i])) {
            return true;
        }
    }
    return false;
}

void gt_xatoms_each(const gt_expr *formula, void (*fn)(void *arg, const gt_expr *atom), void *arg)
{
    if (!gt_xis_temporal(formula)) {
        fn(arg, formula);
        return;
    }
    for (uint32_t i = 0; i < formula->nkids; i++) {
        gt_xatoms_each(formula->kids[i], fn, arg);
    }
}

uint32_t gt_xgraph_label(const gt_xgraph *g, const gt_expr *e)
{
    for (uint32_t i = 0; i < g->natoms; i++) {
        if (g->atoms[i].expr == e || gt_expr_equal(g->atoms[i].expr, e)) {
            return g->atoms[i].label;
        }
    }
    gt_ice("a state formula without a label");
}

/* ---- sets ---- */

typedef struct {
    const gt_expr *expr;
    gt_bits set;
} known;

typedef struct {
    const gt_xgraph *g;
    GT_VEC(known) sets;
    gt_xanswer *answer;
    gt_bits from; /* where the path may begin */
} ctl;

static void must(ctl *k, bool done)
{
    k->answer->stopped = k->answer->stopped || !done;
}

static gt_bits sat(ctl *k, const gt_expr *e);

static gt_bits sat_not(ctl *k, const gt_expr *e)
{
    gt_bits s = sat(k, e);
    gt_bits_not(&s);
    return s;
}

/* These three take over their arguments. */
static gt_bits ex(ctl *k, gt_bits f)
{
    gt_bits out = gt_bits_new(k->g->graph->n);
    gt_bits_and(&f, &k->g->fair_states);
    must(k, k->answer->stopped || gt_graph_ex(k->g->graph, &f, &out));
    gt_bits_free(&f);
    return out;
}

static gt_bits eu(ctl *k, gt_bits f, gt_bits goal)
{
    gt_bits out = gt_bits_new(k->g->graph->n);
    gt_bits_and(&goal, &k->g->fair_states);
    must(k, k->answer->stopped || gt_graph_eu(k->g->graph, &f, &goal, &out));
    gt_bits_free(&f);
    gt_bits_free(&goal);
    return out;
}

static gt_bits eg(ctl *k, gt_bits f)
{
    gt_bits out = gt_bits_new(k->g->graph->n);
    must(k, k->answer->stopped || gt_graph_eg(k->g->graph, &f, k->g->fair, k->g->nfair, &out));
    gt_bits_free(&f);
    return out;
}

static gt_bits all_nodes(const ctl *k)
{
    gt_bits all = gt_bits_new(k->g->graph->n);
    gt_bits_fill(&all);
    return all;
}

static gt_bits meet(gt_bits a, gt_bits b)
{
    gt_bits_and(&a, &b);
    gt_bits_free(&b);
    return a;
}

static gt_bits join(gt_bits a, gt_bits b)
{
    gt_bits_or(&a, &b);
    gt_bits_free(&b);
    return a;
}

static gt_bits negate(gt_bits a)
{
    gt_bits_not(&a);
    return a;
}

static gt_bits sat_logic(ctl *k, const gt_expr *e)
{
    const gt_expr *const *kids = e->kids;
    switch ((int)e->kind) {
    case GT_EXPR_NOT: return sat_not(k, kids[0]);
    case GT_EXPR_IMPLIES: return join(sat_not(k, kids[0]), sat(k, kids[1]));
    case GT_EXPR_IFF:
    case GT_EXPR_EQ:
        return join(meet(sat(k, kids[0]), sat(k, kids[1])), meet(sat_not(k, kids[0]), sat_not(k, kids[1])));
    case GT_EXPR_NE:
        return join(meet(sat(k, kids[0]), sat_not(k, kids[1])), meet(sat_not(k, kids[0]), sat(k, kids[1])));
    case GT_EXPR_ITE:
        return join(meet(sat(k, kids[0]), sat(k, kids[1])), meet(sat_not(k, kids[0]), sat(k, kids[2])));
    case GT_EXPR_AND:
    case GT_EXPR_OR: {
        gt_bits all = sat(k, kids[0]);
        for (uint32_t i = 1; i < e->nkids; i++) {
            all = e->kind == GT_EXPR_AND ? meet(all, sat(k, kids[i])) : join(all, sat(k, kids[i]));
        }
        return all;
    }
    default: gt_ice("%s in a CTL formula", gt_expr_kind_name(e->kind));
    }
}

static gt_bits compute(ctl *k, const gt_expr *e)
{
    if (!gt_xis_temporal(e)) {
        return gt_explore_label(k->g->explored, gt_xgraph_label(k->g, e));
    }
    const gt_expr *a = e->nkids > 0 ? e->kids[0] : NULL, *b = e->nkids > 1 ? e->kids[1] : NULL;
    switch ((int)e->kind) {
    case GT_EXPR_EX: return ex(k, sat(k, a));
    case GT_EXPR_AX: return negate(ex(k, sat_not(k, a)));
    case GT_EXPR_EF: return eu(k, all_nodes(k), sat(k, a));
    case GT_EXPR_AG: return negate(eu(k, all_nodes(k), sat_not(k, a)));
    case GT_EXPR_EG: return eg(k, sat(k, a));
    case GT_EXPR_AF: return negate(eg(k, sat_not(k, a)));
    case GT_EXPR_EU: return eu(k, sat(k, a), sat(k, b));
    case GT_EXPR_EW: return join(eu(k, sat(k, a), sat(k, b)), eg(k, sat(k, a)));
    case GT_EXPR_ER: return join(eu(k, sat(k, b), meet(sat(k, a), sat(k, b))), eg(k, sat(k, b)));
    case GT_EXPR_AU:
        return negate(join(eu(k, sat_not(k, b), meet(sat_not(k, a), sat_not(k, b))), eg(k, sat_not(k, b))));
    case GT_EXPR_AW: return negate(eu(k, sat_not(k, b), meet(sat_not(k, a), sat_not(k, b))));
    case GT_EXPR_AR: return negate(eu(k, sat_not(k, a), sat_not(k, b)));
    default: return sat_logic(k, e);
    }
}

/* The states where e holds; a copy. */
static gt_bits sat(ctl *k, const gt_expr *e)
{
    for (size_t i = 0; i < k->sets.n; i++) {
        if (k->sets.v[i].expr == e) {
            return gt_bits_copy(&k->sets.v[i].set);
        }
    }
    gt_bits set = compute(k, e);
    gt_vec_push(&k->sets, ((known){e, gt_bits_copy(&set)}));
    return set;
}

/* ---- reasons ---- */

static bool is_existential(const gt_expr *e)
{
    return e->kind == GT_EXPR_EX || e->kind == GT_EXPR_EF || e->kind == GT_EXPR_EG || e->kind == GT_EXPR_EU ||
           e->kind == GT_EXPR_EW || e->kind == GT_EXPR_ER;
}

static bool holds_here(ctl *k, const gt_expr *e)
{
    gt_bits s = sat(k, e);
    const gt_path *path = &k->answer->path;
    bool holds = gt_bits_has(&s, path->v[path->n - 1]);
    gt_bits_free(&s);
    return holds;
}

/* Where the path stands, or may begin. */
static gt_bits here(const ctl *k)
{
    const gt_path *path = &k->answer->path;
    if (path->n == 0) {
        return gt_bits_copy(&k->from);
    }
    gt_bits one = gt_bits_new(k->g->graph->n);
    gt_bits_add(&one, path->v[path->n - 1]);
    return one;
}

/* Lets the path begin in the first state of `from`. */
static void begin(ctl *k)
{
    gt_path *path = &k->answer->path;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < k->g->graph->n && path->n == 0; i++) {
        if (gt_bits_has(&k->from, i) &&
            (best == UINT32_MAX || k->g->order.compare(k->g->order.arg, i, best) < 0)) {
            best = i;
        }
    }
    if (best != UINT32_MAX) {
        gt_vec_push(path, best);
    }
}

static void explain(ctl *k, const gt_expr *e, bool want);

/* E f U g and then why `end` is as wanted; takes over f and g. False: there is no such path. */
static bool show_until(ctl *k, gt_bits f, gt_bits g, const gt_expr *end, bool want)
{
    gt_bits start = here(k);
    gt_bits_and(&g, &k->g->fair_states);
    bool first = k->answer->path.n == 0;
    bool found = gt_graph_path(k->g->graph, &start, &f, &g, k->g->order, &k->answer->path);
    gt_bits_free(&start);
    gt_bits_free(&f);
    gt_bits_free(&g);
    if (found) {
        k->answer->shortest = first && !gt_xis_temporal(end);
        explain(k, end, want);
    }
    return found;
}

/* EG f; takes over f. */
static void show_always(ctl *k, gt_bits f)
{
    const gt_xgraph *g = k->g;
    gt_bits start = here(k), cycles = gt_bits_new(g->graph->n);
    bool found = gt_graph_fair_cycles(g->graph, &f, g->fair, g->nfair, &cycles) &&
                 gt_graph_path(g->graph, &start, &f, &cycles, g->order, &k->answer->path) &&
                 gt_graph_lasso(g->graph, &f, g->fair, g->nfair, g->order, &k->answer->path);
    must(k, found);
    gt_bits_free(&start);
    gt_bits_free(&cycles);
    gt_bits_free(&f);
}

static void show_next(ctl *k, gt_bits f, const gt_expr *end, bool want)
{
    begin(k);
    gt_path *path = &k->answer->path;
    uint32_t node = path->v[path->n - 1], best = UINT32_MAX;
    bool first = path->n == 1;
    const gt_graph *g = k->g->graph;
    gt_bits_and(&f, &k->g->fair_states);
    for (uint64_t e = g->first[node]; e < g->first[node + 1]; e++) {
        uint32_t j = g->to[e];
        if (gt_bits_has(&f, j) && (best == UINT32_MAX || k->g->order.compare(k->g->order.arg, j, best) < 0)) {
            best = j;
        }
    }
    gt_bits_free(&f);
    if (best != UINT32_MAX) {
        gt_vec_push(path, best);
        k->answer->shortest = first && !gt_xis_temporal(end);
        explain(k, end, want);
    }
}

/* Of several reasons one is shown, if possible one that is a path. all: every one is needed. */
static void explain_some(ctl *k, const gt_expr *const *kids, const bool *wants, uint32_t n, bool all)
{
    begin(k);
    const gt_expr *chosen = NULL;
    bool want = false, more = false;
    for (uint32_t i = 0; i < n; i++) {
        if (!gt_xis_temporal(kids[i])) {
            if (!all && holds_here(k, kids[i]) == wants[i]) {
                return; /* the state says it all */
            }
            continue;
        }
        if (holds_here(k, kids[i]) == wants[i]) {
            more = chosen != NULL;
            want = chosen ? want : wants[i];
            chosen = chosen ? chosen : kids[i];
        }
    }
    k->answer->partial = k->answer->partial || (all && more);
    if (chosen) {
        explain(k, chosen, want);
    }
}

static void explain_logic(ctl *k, const gt_expr *e, bool want)
{
    bool wants[2] = {e->kind == GT_EXPR_IMPLIES ? !want : want, want};
    switch ((int)e->kind) {
    case GT_EXPR_NOT: explain(k, e->kids[0], !want); return;
    case GT_EXPR_IMPLIES: explain_some(k, e->kids, wants, 2, !want); return;
    case GT_EXPR_AND:
    case GT_EXPR_OR: {
        bool *same = gt_xmalloc(e->nkids, sizeof *same);
        for (uint32_t i = 0; i < e->nkids; i++) {
            same[i] = want;
        }
        explain_some(k, e->kids, same, e->nkids, (e->kind == GT_EXPR_AND) == want);
        free(same);
        return;
    }
    default:
        begin(k);
        k->answer->partial = true;
        return;
    }
}

/* Extends the path by what shows that e holds (want) or fails. */
static void explain(ctl *k, const gt_expr *e, bool want)
{
    const gt_expr *a = e->nkids > 0 ? e->kids[0] : NULL, *b = e->nkids > 1 ? e->kids[1] : NULL;
    if (!gt_xis_temporal(e)) {
        begin(k);
        return;
    }
    if (!gt_expr_is_temporal(e->kind)) {
        explain_logic(k, e, want);
        return;
    }
    if (is_existential(e) != want) {
        begin(k);
        k->answer->partial = true;
        return;
    }
    switch ((int)e->kind) {
    case GT_EXPR_EX: show_next(k, sat(k, a), a, true); break;
    case GT_EXPR_AX: show_next(k, sat_not(k, a), a, false); break;
    case GT_EXPR_EF: show_until(k, all_nodes(k), sat(k, a), a, true); break;
    case GT_EXPR_AG: show_until(k, all_nodes(k), sat_not(k, a), a, false); break;
    case GT_EXPR_EG: show_always(k, sat(k, a)); break;
    case GT_EXPR_AF: show_always(k, sat_not(k, a)); break;
    case GT_EXPR_EU: show_until(k, sat(k, a), sat(k, b), b, true); break;
    case GT_EXPR_EW:
        if (!show_until(k, sat(k, a), sat(k, b), b, true)) {
            show_always(k, sat(k, a));
        }
        break;
    case GT_EXPR_ER:
        if (!show_until(k, sat(k, b), meet(sat(k, a), sat(k, b)), a, true)) {
            show_always(k, sat(k, b));
        }
        break;
    case GT_EXPR_AU:
        if (!show_until(k, sat_not(k, b), meet(sat_not(k, a), sat_not(k, b)), a, false)) {
            show_always(k, sat_not(k, b));
        }
        break;
    case GT_EXPR_AW: show_until(k, sat_not(k, b), meet(sat_not(k, a), sat_not(k, b)), a, false); break;
    case GT_EXPR_AR: show_until(k, sat_not(k, a), sat_not(k, b), b, false); break;
    default: gt_ice("%s in a CTL formula", gt_expr_kind_name(e->kind));
    }
}

gt_bits gt_xctl_check(const gt_xgraph *g, const gt_expr *formula, bool wanted, gt_xanswer *answer)
{
    ctl k = {.g = g, .answer = answer};
    gt_bits holds = sat(&k, formula);
    gt_bits_and(&holds, &g->initial);
    bool all = gt_bits_count(&holds) == gt_bits_count(&g->initial);
    if (wanted && !answer->stopped && (!all || is_existential(formula)) && gt_bits_count(&g->initial)) {
        k.from = gt_bits_copy(&holds);
        if (!all) {
            gt_bits_not(&k.from);
            gt_bits_and(&k.from, &g->initial);
        }
        explain(&k, formula, all);
        gt_bits_free(&k.from);
    }
    for (size_t i = 0; i < k.sets.n; i++) {
        gt_bits_free(&k.sets.v[i].set);
    }
    free(k.sets.v);
    return holds;
}
