/* Whether two conditions of guarded commands whose counters count every process hold in the same states, by
 * trying all values that can make a difference: counters are only compared with small numbers, so that larger
 * ones are alike. */
#ifndef GT_PASSES_ENCODE_SAME_H
#define GT_PASSES_ENCODE_SAME_H

#include "ir/cmd.h"

/* Do `a` and `b` agree wherever `when` (NULL: always) holds? A counter is at least the number of processes
 * known to be in its local state by the id variables that a, b and `when` mention, and those of a type add
 * up. False: they do not, or it would take too long to tell. */
bool gt_same_in(const gt_cmds *cmds, const gt_expr *when, const gt_expr *a, const gt_expr *b);

#endif
