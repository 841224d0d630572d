/* Case distinctions on an integer. */
#ifndef GT_PASSES_SYMMETRIC_SELECT_H
#define GT_PASSES_SYMMETRIC_SELECT_H

#include "ir/expr/fold.h"

/* e == v, looking through the clamps that passes/symmetric/total.c puts around an index. */
const gt_expr *gt_select_is(gt_fold *f, const gt_expr *e, int64_t v);
/* items[index - lo], where index is in lo..hi: tests one value after the other if they are few, else by
 * halves. */
const gt_expr *gt_select(gt_fold *f, const gt_expr *index, const gt_expr *const *items, int64_t lo,
                         int64_t hi);

#endif
