/* Quantifiers in initial values. No process has a state yet, so a quantified process is known by nothing but
 * whom it equals: one of the processes it is compared with, or one more. */
#ifndef GT_PASSES_SYMMETRIC_INITIAL_H
#define GT_PASSES_SYMMETRIC_INITIAL_H

#include "ir/expr/fold.h"
#include "runtime/context.h"

/* The same value without quantifiers; NULL after an error. `e` is from the fold, scalar and total, and looks
 * at no variable of a quantified process. */
const gt_expr *gt_initial_plain(gt_ctx *ctx, gt_fold *fold, const gt_expr *e);

#endif
