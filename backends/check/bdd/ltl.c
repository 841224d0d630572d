/* LTL: the part that CTL can say, and a symbolic tableau for the rest.
 *
 * The tableau (Clarke, Grumberg, Hamaguchi) has a variable for each "next g" its formula needs. Formulas are
 * read with X and U only: F g = true U g, G g = !F !g, a R b = !(!a U !b), a W b = !(!b U (!a & !b)). A state
 * of the product promises sat(X g) = its variable        sat(a U b) = sat(b) or (sat(a) and its variable for
 * "next (a U b)") the relation keeps promises (variable <-> sat(g) one step later), and for each a U b the
 * constraint that infinitely often !(a U b) or b sees to it that b comes. */
#include "backends/check/bdd/ltl.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"

#include <stdlib.h>

/* ---- CTL for LTL ---- */

static const gt_expr *to_ctl(gt_arena *a, const gt_expr *e, bool neg);

static const gt_expr *state_formula(gt_arena *a, const gt_expr *e, bool neg)
{
    return neg ? gt_expr_op1(a, e->pos, GT_EXPR_NOT, e) : e;
}

static const gt_expr *wrap(gt_arena *a, gt_expr_kind kind, const gt_expr *e)
{
    return e ? gt_expr_op1(a, e->pos, kind, e) : NULL;
}

/* The kids of e (the first one of an implication negated), joined by and, or by or with one temporal formula
 * at most. */
static const gt_expr *join_ctl(gt_arena *a, const gt_expr *e, bool neg, bool conj)
{
    const gt_expr *all = NULL;
    uint32_t temporal = 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool flip = e->kind == GT_EXPR_IMPLIES && i == 0;
        const gt_expr *kid = to_ctl(a, e->kids[i], neg != flip);
        temporal += gt_temporal_in(e->kids[i]);
        if (!kid || (!conj && temporal > 1))
            return NULL;
        all = all ? gt_expr_op2(a, e->pos, conj ? GT_EXPR_AND : GT_EXPR_OR, all, kid) : kid;
    }
    return all;
}

/* A[f U g] and A[f W g] with g a state formula; f, too, where it is negated or before R. */
static const gt_expr *until_ctl(gt_arena *a, const gt_expr *e, gt_expr_kind path, bool neg)
{
    bool plain = !neg && e->kind != GT_EXPR_R;
    if (gt_temporal_in(e->kids[1]) || (!plain && gt_temporal_in(e->kids[0])))
        return NULL;
    const gt_expr *f = to_ctl(a, e->kids[0], neg), *g = to_ctl(a, e->kids[1], neg);
    if (!f)
        return NULL;
    if (neg && e->kind == GT_EXPR_W)
        return gt_expr_op2(a, e->pos, path, g, gt_expr_op2(a, e->pos, GT_EXPR_AND, f, g));
    return gt_expr_op2(a, e->pos, path, f, g);
}

static const gt_expr *to_ctl(gt_arena *a, const gt_expr *e, bool neg)
{
    if (!gt_temporal_in(e))
        return state_formula(a, e, neg);
    if (e->kind == GT_EXPR_NOT)
        return to_ctl(a, e->kids[0], !neg);
    if (e->kind == GT_EXPR_AND)
        return join_ctl(a, e, neg, !neg);
    if (e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IMPLIES)
        return join_ctl(a, e, neg, neg);
    if (!gt_expr_in(e->kind, GT_GROUP_LTL))
        return NULL;
    gt_expr_kind path = gt_path_kind(GT_QUANTIFIER_A, neg ? gt_path_ops[e->kind].dual : e->kind);
    if (e->nkids == 2)
        return until_ctl(a, e, path, neg);
    if (path == GT_EXPR_AF && gt_temporal_in(e->kids[0]))
        return NULL;
    return wrap(a, path, to_ctl(a, e->kids[0], neg));
}

const gt_expr *gt_cb_ltl_to_ctl(gt_arena *arena, const gt_expr *e)
{
    return to_ctl(arena, e, false);
}

/* ---- the tableau ---- */

/* What one temporal operator contributes: the variable of "next body", and for until its constraint. */
typedef struct {
    const gt_expr *formula;
    gt_bdd self; /* sat of X g, or of the a U b behind the operator (before any outer negation) */
    gt_bdd body; /* what the variable promises for the next state */
    gt_bdd goal; /* until: the b; NULL for X */
} promise;

typedef struct {
    gt_cb *cb;
    GT_VEC(promise) promises;
} tableau;

static uint64_t promises_of(gt_walk *walk, const gt_expr *e)
{
    uint64_t n = gt_expr_in(e->kind, GT_GROUP_TEMPORAL);
    for (uint32_t i = 0; i < e->nkids && gt_temporal_in(e) && n < UINT32_MAX; i++)
        n += gt_walk_at(walk, e->kids[i]);
    return n < UINT32_MAX ? n : UINT32_MAX;
}

uint32_t gt_cb_tableau_size(const gt_expr *e)
{
    return (uint32_t)gt_walk_once(promises_of, NULL, e);
}

static gt_bdd sat_ltl(tableau *t, const gt_expr *e);

static gt_bdd invert(tableau *t, gt_bdd f)
{
    gt_bdd r = gt_bdd_not(t->cb->m, f);
    gt_bdd_drop(t->cb->m, f);
    return r;
}

/* a U b with a fresh variable; takes a and b over. */
static gt_bdd promise_until(tableau *t, const gt_expr *e, gt_bdd a, gt_bdd b)
{
    gt_bdd_mgr *m = t->cb->m;
    gt_bdd self = gt_bdd_var(m, (uint32_t)t->promises.n);
    gt_bdd_and_to(m, &self, a);
    gt_bdd_or_to(m, &self, b);
    gt_bdd_drop(m, a);
    gt_vec_push(&t->promises, ((promise){e, self, gt_bdd_ref(m, self), b}));
    return gt_bdd_ref(m, self);
}

static gt_bdd temporal(tableau *t, const gt_expr *e)
{
    gt_bdd_mgr *m = t->cb->m;
    gt_bdd a = sat_ltl(t, e->kids[0]), b = e->nkids > 1 ? sat_ltl(t, e->kids[1]) : NULL;
    if (e->kind == GT_EXPR_X) {
        gt_bdd self = gt_bdd_var(m, (uint32_t)t->promises.n);
        gt_vec_push(&t->promises, ((promise){e, self, a, NULL}));
        return gt_bdd_ref(m, self);
    }
    if (e->kind == GT_EXPR_F)
        return promise_until(t, e, gt_bdd_const(m, true), a);
    if (e->kind == GT_EXPR_G)
        return invert(t, promise_until(t, e, gt_bdd_const(m, true), invert(t, a)));
    if (e->kind == GT_EXPR_U)
        return promise_until(t, e, a, b);
    if (e->kind == GT_EXPR_R)
        return invert(t, promise_until(t, e, invert(t, a), invert(t, b)));
    if (e->kind != GT_EXPR_W)
        gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
    gt_bdd na = invert(t, a), nb = invert(t, b), both = gt_bdd_and(m, na, nb);
    gt_bdd_drop(m, na);
    return invert(t, promise_until(t, e, nb, both));
}

static gt_bdd sat_ltl(tableau *t, const gt_expr *e)
{
    gt_bdd_mgr *m = t->cb->m;
    if (!gt_temporal_in(e))
        return gt_cb_bool(t->cb, NULL, e);
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL)) {
        for (size_t i = 0; i < t->promises.n; i++)
            if (t->promises.v[i].formula == e &&
                (e->kind == GT_EXPR_X || e->kind == GT_EXPR_U || e->kind == GT_EXPR_F))
                return gt_bdd_ref(m, t->promises.v[i].self);
        return temporal(t, e);
    }
    gt_bdd a = sat_ltl(t, e->kids[0]);
    if (e->kind == GT_EXPR_NOT)
        return invert(t, a);
    bool conj = e->kind == GT_EXPR_AND;
    if (conj || e->kind == GT_EXPR_OR) {
        for (uint32_t i = 1; i < e->nkids; i++) {
            gt_bdd kid = sat_ltl(t, e->kids[i]);
            gt_bdd_set(m, &a, conj ? gt_bdd_and(m, a, kid) : gt_bdd_or(m, a, kid));
            gt_bdd_drop(m, kid);
        }
        return a;
    }
    gt_bdd b = sat_ltl(t, e->kids[1]), c = e->kind == GT_EXPR_ITE ? sat_ltl(t, e->kids[2]) : NULL, r = NULL;
    if (e->kind == GT_EXPR_IMPLIES)
        r = invert(t, gt_bdd_diff(m, a, b));
    else if (e->kind == GT_EXPR_IFF || e->kind == GT_EXPR_EQ)
        r = invert(t, gt_bdd_xor(m, a, b));
    else if (e->kind == GT_EXPR_NE)
        r = gt_bdd_xor(m, a, b);
    else if (e->kind == GT_EXPR_ITE)
        r = gt_bdd_ite(m, a, b, c);
    else
        gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
    gt_bdd_drop(m, a);
    gt_bdd_drop(m, b);
    gt_bdd_drop(m, c);
    return r;
}

/* f with the tableau's variables read in the next state. */
static gt_bdd primed(gt_cb *cb, gt_bdd f, uint32_t nvars)
{
    gt_bdd same = gt_bdd_const(cb->m, true);
    uint32_t *pairs = gt_xmalloc(nvars + 1, sizeof *pairs);
    for (uint32_t i = 0; i < nvars; i++) {
        gt_bdd now = gt_bdd_var(cb->m, i), then = gt_bdd_next(cb->m, i),
               differ = gt_bdd_xor(cb->m, now, then);
        gt_bdd_set(cb->m, &same, gt_bdd_diff(cb->m, same, differ));
        gt_bdd_drop(cb->m, now);
        gt_bdd_drop(cb->m, then);
        gt_bdd_drop(cb->m, differ);
        pairs[i] = i;
    }
    gt_bdd cube = gt_bdd_cube(cb->m, pairs, nvars);
    gt_bdd_and_to(cb->m, &same, f);
    gt_bdd r = gt_bdd_exists(cb->m, same, cube);
    gt_bdd_drop(cb->m, same);
    gt_bdd_drop(cb->m, cube);
    free(pairs);
    return r;
}

void gt_cb_tableau(gt_cb_space *sp, const gt_expr *e, gt_bdd *start)
{
    gt_cb *cb = sp->cb;
    gt_bdd_mgr *m = cb->m;
    tableau t = {.cb = cb};
    *start = invert(&t, sat_ltl(&t, e));
    gt_bdd_and_to(m, start, sp->states);
    uint32_t n = (uint32_t)t.promises.n;
    if (n > cb->ntableau)
        gt_ice("tableau of %u variables in %u", n, cb->ntableau);
    uint32_t *pairs = gt_xmalloc(n + 1, sizeof *pairs);
    sp->fair.sets = gt_xrealloc(sp->fair.sets, sp->fair.n + n + 1, sizeof *sp->fair.sets);
    sp->tableau = gt_bdd_const(m, true);
    for (uint32_t i = 0; i < n; i++) {
        promise *p = &t.promises.v[i];
        pairs[i] = i;
        gt_bdd v = gt_bdd_var(m, i), then = primed(cb, p->body, n);
        gt_bdd_set(m, &then, gt_bdd_xor(m, v, then));
        gt_bdd_set(m, &sp->tableau, gt_bdd_diff(m, sp->tableau, then));
        gt_bdd_drop(m, v);
        gt_bdd_drop(m, then);
        if (p->goal) { /* not promised, or kept */
            gt_bdd kept = gt_bdd_not(m, p->self);
            gt_bdd_or_to(m, &kept, p->goal);
            sp->fair.sets[sp->fair.n++] = kept;
        }
        gt_bdd_drop(m, p->self);
        gt_bdd_drop(m, p->body);
        gt_bdd_drop(m, p->goal);
    }
    sp->tableau_cube = gt_bdd_cube(m, pairs, n);
    free(pairs);
    free(t.promises.v);
}

void gt_cb_tableau_fini(gt_cb_space *sp)
{
    gt_bdd_set(sp->cb->m, &sp->tableau, NULL);
    gt_bdd_set(sp->cb->m, &sp->tableau_cube, NULL);
    while (sp->fair.n > 0)
        gt_bdd_drop(sp->cb->m, sp->fair.sets[--sp->fair.n]);
    free(sp->fair.sets);
}
