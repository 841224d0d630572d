#include "passes/symmetric/select.h"

/* e <= v, looking through the clamps that passes/symmetric/total.c puts around an index. */
static const gt_expr *at_most(gt_fold *f, const gt_expr *e, int64_t v)
{
    int64_t c;
    if ((e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX) && gt_expr_is_const(e->kids[1], &c)) {
        if (e->kind == GT_EXPR_MIN && v >= c)
            return gt_fold_bool(f, e->pos, true);
        if (e->kind == GT_EXPR_MAX && v < c)
            return gt_fold_bool(f, e->pos, false);
        return at_most(f, e->kids[0], v);
    }
    return gt_fold_op2(f, e->pos, GT_EXPR_LE, e, gt_fold_int(f, e->pos, v));
}

const gt_expr *gt_select_is(gt_fold *f, const gt_expr *e, int64_t v)
{
    int64_t c;
    if ((e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX) && gt_expr_is_const(e->kids[1], &c)) {
        bool min = e->kind == GT_EXPR_MIN;
        if (v == c && min)
            return gt_fold_not(f, at_most(f, e->kids[0], c - 1));
        if (v == c)
            return at_most(f, e->kids[0], c);
        if ((v > c) == min)
            return gt_fold_bool(f, e->pos, false);
        return gt_select_is(f, e->kids[0], v);
    }
    return gt_fold_is(f, e, v);
}

const gt_expr *gt_select(gt_fold *f, const gt_expr *index, const gt_expr *const *items, int64_t lo,
                         int64_t hi)
{
    if (lo == hi)
        return items[0];
    bool few = hi - lo < 8 || index->type.kind == GT_TYPE_ENUM; /* enums have no order in some targets */
    int64_t mid = few ? lo : lo + (hi - lo) / 2;
    const gt_expr *test = few ? gt_select_is(f, index, lo) : at_most(f, index, mid);
    const gt_expr *first = gt_select(f, index, items, lo, mid);
    const gt_expr *rest = gt_select(f, index, items + (mid + 1 - lo), mid + 1, hi);
    return gt_fold_op3(f, index->pos, GT_EXPR_ITE, test, first, rest);
}
