/* Runs held against the formula they are said to refute, by the meaning of the formula alone. */
#ifndef RB_LASSO_H
#define RB_LASSO_H

#include "backends/check/check.h"

/* NULL if the result has no run, or one that shows what it should as far as that can be told: every step is a
 * step of the program, an invariant's run ends in a state that violates it, a deadlock's in a deadlock, and
 * an LTL formula is false on the lasso. Else what is wrong. */
const char *rb_wrong_run(const gt_sym *written, const gt_check_result *result);

#endif
