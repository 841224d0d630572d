/* Conditions that say among which values one variable, or a picked value, is. */
#ifndef GT_PASSES_ENCODE_POLISH_SETS_H
#define GT_PASSES_ENCODE_POLISH_SETS_H

#include "ir/expr/fold.h"

/* `e`, if it is a conjunction or disjunction with one condition for each variable whose values several of its
 * operands tell, said in the shorter way: the values that it has, or those that it has not. */
const gt_expr *gt_polish_sets(gt_fold *f, const gt_expr *e);

#endif
