/* Conditions without what goes without saying. */
#ifndef GT_PASSES_ENCODE_SHORTER_H
#define GT_PASSES_ENCODE_SHORTER_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"

/* A condition that says what `e` says in all states in which `when` (NULL: always) holds: what follows from
 * `when` or from other parts of `e` is left out, and variables that have one value are that. `when` and `e`
 * come from `f`, so does the result. */
const gt_expr *gt_shorter(gt_fold *f, const gt_cmds *cmds, const gt_expr *when, const gt_expr *e);

#endif
