/* Exact acceleration, by linear constraints.
 *
 * A branch that only adds constants to numbers, x := x + d, can be fired k times in a row if its guard holds
 * at the first and at the last firing, provided the guard is convex: a conjunction of linear constraints and
 * of conditions on what does not change. Then plus = { (x, y) : exists k >= 1, y = x + k d, guard(x), guard(y
 * - d) } The constraint that gets tighter along the way is needed at the last firing only, the others at the
 * first only. A guard with few alternatives is a union of such relations: from one alternative to the next
 * takes two of its steps. */
#include "backends/check/bdd/accel.h"

#include <stdlib.h>

enum { MAX_ALTERNATIVES = 16 };

/* ---- guards as alternatives of linear constraints ---- */

typedef struct {
    gt_bdd fixed;      /* what the moving variables have no part in */
    GT_VEC(gt_lin) ge; /* each >= 0 */
} alternative;

typedef struct {
    alternative v[MAX_ALTERNATIVES];
    uint32_t n;
} alternatives;

typedef struct {
    gt_cb *cb;
    const bool *moving; /* per pair */
} splitter;

static void alternatives_fini(gt_cb *cb, alternatives *a)
{
    for (uint32_t i = 0; i < a->n; i++) {
        gt_bdd_drop(cb->m, a->v[i].fixed);
        for (size_t k = 0; k < a->v[i].ge.n; k++)
            gt_lin_fini(cb->m, &a->v[i].ge.v[k]);
        free(a->v[i].ge.v);
    }
    a->n = 0;
}

static void push_lin(gt_cb *cb, alternative *to, const gt_lin *lin, int64_t factor, int64_t constant)
{
    gt_lin copy;
    gt_lin_init(&copy, constant);
    gt_lin_add(cb->m, &copy, factor, lin);
    gt_lin_normalize(cb->m, &copy);
    gt_vec_push(&to->ge, copy);
}

/* A new alternative that holds a copy of `from` (NULL: true). */
static alternative *push_copy(gt_cb *cb, alternatives *to, const alternative *from)
{
    alternative *a = &to->v[to->n++];
    *a = (alternative){.fixed = from ? gt_bdd_ref(cb->m, from->fixed) : gt_bdd_const(cb->m, true)};
    for (size_t i = 0; from && i < from->ge.n; i++)
        push_lin(cb, a, &from->ge.v[i], 1, 0);
    return a;
}

static bool touches(const splitter *s, gt_bdd f)
{
    bool *support = gt_xcalloc(s->cb->npairs, sizeof *support), hit = false;
    gt_bdd_support(s->cb->m, f, support);
    for (uint32_t p = 0; !hit && p < s->cb->npairs; p++)
        hit = support[p] && s->moving[p];
    free(support);
    return hit;
}

/* a (kind) b, negated or not, as alternatives of lin >= 0. */
static bool split_comparison(const splitter *s, const gt_expr *e, bool negated, alternatives *out)
{
    gt_cb *cb = s->cb;
    gt_expr_kind kind = e->kind;
    gt_lin diff;
    bool equal = (kind == GT_EXPR_EQ && !negated) || (kind == GT_EXPR_NE && negated);
    bool differ = (kind == GT_EXPR_NE && !negated) || (kind == GT_EXPR_EQ && negated);
    gt_lin_init(&diff, 0);
    gt_cb_int(cb, NULL, &diff, 1, e->kids[0]);
    gt_cb_int(cb, NULL, &diff, -1, e->kids[1]);
    gt_lin_normalize(cb->m, &diff);
    if (equal) {
        alternative *a = push_copy(cb, out, NULL);
        push_lin(cb, a, &diff, 1, 0);
        push_lin(cb, a, &diff, -1, 0);
    } else if (differ) { /* a number that cannot be negative is 1 or more when it is not 0 */
        gt_lin minus;
        gt_lin_init(&minus, 0);
        gt_lin_add(cb->m, &minus, -1, &diff);
        if (!gt_lin_is_nonneg(&minus))
            push_lin(cb, push_copy(cb, out, NULL), &diff, 1, -1);
        if (!gt_lin_is_nonneg(&diff))
            push_lin(cb, push_copy(cb, out, NULL), &diff, -1, -1);
        gt_lin_fini(cb->m, &minus);
    } else {
        bool upper = kind == GT_EXPR_LE || kind == GT_EXPR_LT; /* a <= b: -diff >= 0 */
        bool strict = kind == GT_EXPR_LT || kind == GT_EXPR_GT;
        if (negated) {
            upper = !upper;
            strict = !strict;
        }
        push_lin(cb, push_copy(cb, out, NULL), &diff, upper ? -1 : 1, strict ? -1 : 0);
    }
    gt_lin_fini(cb->m, &diff);
    return true;
}

static bool split_guard(const splitter *s, const gt_expr *e, bool negated, alternatives *out);

/* out := out and more; consumes `more`. */
static bool conjoin(gt_cb *cb, alternatives *out, alternatives *more)
{
    alternatives all = {.n = 0};
    bool ok = out->n * more->n <= MAX_ALTERNATIVES;
    for (uint32_t i = 0; ok && i < out->n; i++)
        for (uint32_t j = 0; j < more->n; j++) {
            alternative *a = push_copy(cb, &all, &out->v[i]);
            gt_bdd_and_to(cb->m, &a->fixed, more->v[j].fixed);
            for (size_t k = 0; k < more->v[j].ge.n; k++)
                push_lin(cb, a, &more->v[j].ge.v[k], 1, 0);
        }
    alternatives_fini(cb, out);
    alternatives_fini(cb, more);
    *out = all;
    return ok;
}

/* out := out or more; consumes `more`. */
static bool disjoin(gt_cb *cb, alternatives *out, alternatives *more)
{
    if (out->n + more->n > MAX_ALTERNATIVES) {
        alternatives_fini(cb, more);
        return false;
    }
    for (uint32_t i = 0; i < more->n; i++)
        out->v[out->n++] = more->v[i];
    return true;
}

/* The kids of e, each negated or not, joined by and (conj) or by or. */
static bool split_many(const splitter *s, const gt_expr *e, bool negated, bool conj, alternatives *out)
{
    bool ok = true;
    if (conj)
        push_copy(s->cb, out, NULL);
    for (uint32_t i = 0; ok && i < e->nkids; i++) {
        alternatives kid = {.n = 0};
        bool flip = e->kind == GT_EXPR_IMPLIES && i == 0;
        ok = split_guard(s, e->kids[i], negated != flip, &kid);
        if (!ok)
            alternatives_fini(s->cb, &kid);
        else
            ok = conj ? conjoin(s->cb, out, &kid) : disjoin(s->cb, out, &kid);
    }
    return ok;
}

/* e, negated or not, as alternatives; false: it has no such form, or too many of them. */
static bool split_guard(const splitter *s, const gt_expr *e, bool negated, alternatives *out)
{
    gt_bdd f = gt_cb_bool(s->cb, NULL, e);
    bool still = !touches(s, f);
    if (still) {
        alternative *a = push_copy(s->cb, out, NULL);
        gt_bdd_set(s->cb->m, &a->fixed, negated ? gt_bdd_not(s->cb->m, f) : gt_bdd_ref(s->cb->m, f));
    }
    gt_bdd_drop(s->cb->m, f);
    if (still)
        return true;
    if (e->kind == GT_EXPR_NOT)
        return split_guard(s, e->kids[0], !negated, out);
    if (e->kind == GT_EXPR_AND)
        return split_many(s, e, negated, !negated, out);
    if (e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IMPLIES)
        return split_many(s, e, negated, negated, out);
    if (gt_expr_in(e->kind, GT_GROUP_COMPARE) && e->kids[0]->type.kind != GT_TYPE_BOOL)
        return split_comparison(s, e, negated, out);
    return false;
}

/* ---- acceleration ---- */

/* *r := *r and (lin >= 0), at the firing where it is hardest; false: not linear along the ray. coef: scratch.
 */
static bool hold_along(const gt_cb_ray *y, gt_lin *lin, int64_t *coef, gt_bdd *r)
{
    gt_cb *cb = y->cb;
    int64_t slope = 0;
    gt_cb_coefficients(cb, lin, coef);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!y->vars[v] || coef[v] == 0)
            continue;
        if (coef[v] == GT_CB_TANGLED)
            return false;
        slope += coef[v] * y->delta[v];
    }
    for (uint32_t v = 0; slope < 0 && v < cb->cmds->nvars;
         v++) { /* read the last firing: next value minus delta */
        if (!y->vars[v] || coef[v] == 0)
            continue;
        gt_cb_add_var(cb, lin, -coef[v], v, false);
        gt_cb_add_var(cb, lin, coef[v], v, true);
        lin->constant -= coef[v] * y->delta[v];
    }
    gt_lin_normalize(cb->m, lin);
    gt_bdd f = gt_lin_compare(cb->m, lin, GT_LIN_GE);
    gt_bdd_and_to(cb->m, r, f);
    gt_bdd_drop(cb->m, f);
    return true;
}

gt_bdd gt_cb_accelerate(const gt_cb_ray *y, const gt_expr *guard, gt_bdd probable, bool *closed)
{
    gt_cb *cb = y->cb;
    splitter s = {cb, y->moving};
    alternatives alts = {.n = 0};
    bool ok = !touches(&s, probable) && split_guard(&s, guard, false, &alts);
    gt_bdd all = gt_bdd_const(cb->m, false), moves = ok ? gt_cb_ray_moves(y) : NULL;
    int64_t *coef = gt_xcalloc(cb->cmds->nvars, sizeof *coef);
    *closed = alts.n == 1;
    for (uint32_t i = 0; ok && i < alts.n; i++) {
        gt_bdd r = gt_bdd_and(cb->m, moves, probable);
        gt_bdd_and_to(cb->m, &r, alts.v[i].fixed);
        for (size_t k = 0; ok && k < alts.v[i].ge.n; k++)
            ok = hold_along(y, &alts.v[i].ge.v[k], coef, &r);
        gt_bdd_or_to(cb->m, &all, r);
        gt_bdd_drop(cb->m, r);
    }
    alternatives_fini(cb, &alts);
    gt_bdd_drop(cb->m, moves);
    free(coef);
    if (!ok)
        gt_bdd_set(cb->m, &all, NULL);
    return all;
}
