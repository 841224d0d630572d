/* Signs of real expressions (probabilities, rates, divisors) said over integers, so that every reader of a
 * program decides them alike: floating-point arithmetic would not find x/3 + (3 - x)/3 to be 1. */
#ifndef GT_IR_EXPR_REAL_H
#define GT_IR_EXPR_REAL_H

#include "ir/expr/fold.h"

/* A bool without reals that holds where `e rel 0` does; rel is EQ, NE or LT. `e` is a real or an integer of
 * this fold, and total: where a divisor in it is zero the answer means nothing. NULL: that needs integers
 * beyond 32 bits or too many cases. Exact otherwise: e becomes one fraction of polynomials over its integer
 * parts, for each outcome of the conditions of ?:, min and max, so that what cancels does so for good. */
const gt_expr *gt_real_compare(gt_arena *arena, gt_fold *fold, gt_expr_kind rel, const gt_expr *e);

#endif
