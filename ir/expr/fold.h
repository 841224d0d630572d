/* Hash-consing, simplifying constructors: equal expressions become the same pointer, and what can be computed
 * now is. Nodes made by one gt_fold may be compared by pointer. Only total expressions may be folded (no
 * division by zero whose outcome matters): passes after total.c use it. */
#ifndef GT_IR_EXPR_FOLD_H
#define GT_IR_EXPR_FOLD_H

#include "ir/expr/expr.h"

typedef struct gt_fold gt_fold;

gt_fold *gt_fold_new(gt_arena *arena);
void gt_fold_free(gt_fold *f); /* frees the tables; the nodes stay in the arena */

/* Any kind of the groups OP, CTL, LTL; kids must come from this fold. */
const gt_expr *gt_fold_op(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t nkids,
                          const gt_expr *const *kids);
const gt_expr *gt_fold_op2(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y);
const gt_expr *gt_fold_op3(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y,
                           const gt_expr *z);
const gt_expr *gt_fold_not(gt_fold *f, const gt_expr *x);
const gt_expr *gt_fold_and(gt_fold *f, const gt_expr *x, const gt_expr *y);
const gt_expr *gt_fold_or(gt_fold *f, const gt_expr *x, const gt_expr *y);
const gt_expr *gt_fold_bool(gt_fold *f, gt_pos pos, bool value);
const gt_expr *gt_fold_int(gt_fold *f, gt_pos pos, int64_t value);
const gt_expr *gt_fold_const(gt_fold *f, gt_pos pos, gt_type type, int64_t value);
const gt_expr *gt_fold_cvar(gt_fold *f, uint32_t index, gt_type type);
/* x == value, as a constant of x's type. */
const gt_expr *gt_fold_is(gt_fold *f, const gt_expr *x, int64_t value);
/* 1 if the bool holds, else 0. */
const gt_expr *gt_fold_indicator(gt_fold *f, const gt_expr *x);

/* The one node equal to `e`, whose kids come from this fold; no simplification but for OP kinds. For leaves,
 * quantifiers, UNTRACKED and everything with a payload: make it with gt_expr_*, then intern it. */
const gt_expr *gt_fold_intern(gt_fold *f, const gt_expr *e);

/* Replaces bottom-up: `replace` is asked at each node before its kids and returns what stands in its place (a
 * node of this fold), or NULL to go on into the kids and fold the result. Each shared node is visited once
 * per call. replace may be NULL: then this brings a foreign expression into the fold. It may call gt_fold_map
 * itself. */
typedef const gt_expr *gt_fold_replace(void *data, gt_fold *f, const gt_expr *e);
const gt_expr *gt_fold_map(gt_fold *f, const gt_expr *e, gt_fold_replace *replace, void *data);

/* A gt_fold_replace: BOUND(binder), a chosen value, becomes a constant. `data` is a gt_bound_value. */
typedef struct {
    const gt_binder *binder;
    int64_t value;
} gt_bound_value;
const gt_expr *gt_fold_bound_to(void *data, gt_fold *f, const gt_expr *e);

#endif
