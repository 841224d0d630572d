#include "passes/encode/polish_sets.h"

#include "runtime/base.h"

#include <stdlib.h>

enum { MOST = 64 };

/* Whether it is one of MOST values, and no truth value. */
static bool is_subject(const gt_expr *e)
{
    return (e->kind == GT_EXPR_CVAR || e->kind == GT_EXPR_BOUND) && e->type.kind != GT_TYPE_BOOL &&
           gt_type_size(e->type) <= MOST;
}

static uint64_t everything(const gt_expr *subject)
{
    int64_t n = gt_type_size(subject->type);
    return n == MOST ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

/* What `e` speaks of, if it only tells its values (*set: bit 0 is the smallest); else NULL. */
static const gt_expr *values_of(const gt_expr *e, uint64_t *set)
{
    if (gt_expr_in(e->kind, GT_GROUP_EQUALITY)) {
        const gt_expr *x = e->kids[0];
        int64_t value;
        if (!is_subject(x) || !gt_expr_is_const(e->kids[1], &value) || value < x->type.lo ||
            value > x->type.hi)
            return NULL;
        *set = (uint64_t)1 << (value - x->type.lo);
        if (e->kind == GT_EXPR_NE)
            *set = everything(x) & ~*set;
        return x;
    }
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR)
        return NULL;
    const gt_expr *subject = values_of(e->kids[0], set);
    for (uint32_t i = 1; i < e->nkids && subject; i++) {
        uint64_t more = 0;
        if (values_of(e->kids[i], &more) != subject)
            return NULL;
        *set = e->kind == GT_EXPR_AND ? *set & more : *set | more;
    }
    return subject;
}

static const gt_expr *said(gt_fold *f, gt_pos pos, const gt_expr *subject, uint64_t set)
{
    const gt_expr *kids[MOST];
    uint64_t rest = everything(subject) & ~set;
    uint32_t in = 0, out = 0, n = 0;
    for (uint32_t i = 0; i < MOST; i++) {
        in += set >> i & 1;
        out += rest >> i & 1;
    }
    if (!in || !out)
        return gt_fold_bool(f, pos, !out);
    bool inside = in <= out;
    for (uint32_t i = 0; i < MOST; i++)
        if ((inside ? set : rest) >> i & 1) {
            const gt_expr *value = gt_fold_const(f, pos, subject->type, subject->type.lo + (int64_t)i);
            kids[n++] = gt_fold_op2(f, pos, inside ? GT_EXPR_EQ : GT_EXPR_NE, subject, value);
        }
    return n == 1 ? kids[0] : gt_fold_op(f, pos, inside ? GT_EXPR_OR : GT_EXPR_AND, n, kids);
}

const gt_expr *gt_polish_sets(gt_fold *f, const gt_expr *e)
{
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR)
        return e;
    const gt_expr **subjects = gt_xcalloc(e->nkids, sizeof *subjects);
    const gt_expr **kids = gt_xcalloc(e->nkids, sizeof *kids);
    uint64_t *sets = gt_xcalloc(e->nkids, sizeof *sets);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        uint64_t set = 0;
        const gt_expr *subject = values_of(e->kids[i], &set);
        uint32_t k = 0;
        while (k < n && !(subject && subjects[k] == subject))
            k++;
        if (k == n) {
            subjects[n] = subject;
            sets[n] = set;
            kids[n++] = e->kids[i];
            continue;
        }
        sets[k] = e->kind == GT_EXPR_AND ? sets[k] & set : sets[k] | set;
        kids[k] = said(f, e->pos, subject, sets[k]);
    }
    const gt_expr *result = n == e->nkids ? e : n == 1 ? kids[0] : gt_fold_op(f, e->pos, e->kind, n, kids);
    free(subjects);
    free(kids);
    free(sets);
    return result;
}
