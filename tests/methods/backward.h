/* The states from which a bad one is reached, found by satisfiability and by diagrams. */
#ifndef GT_TESTS_METHODS_BACKWARD_H
#define GT_TESTS_METHODS_BACKWARD_H

#include "backends/check/methods/methods.h"

/* What is wrong with the sets of the method `sat` for this program of n copies, or NULL. */
const char *rb_wrong_backward(gt_ctx *ctx, const gt_cmds *copies, const volatile sig_atomic_t *interrupt);

#endif
