/* A condition on initial states, for encodings. */
#ifndef GT_PASSES_ENCODE_INITIALLY_H
#define GT_PASSES_ENCODE_INITIALLY_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"

/* Joins the condition (NULL: none) to the steps that make initial states: each conjunct where the last
 * variable that it mentions has its value. */
void gt_encode_initially(gt_fold *fold, const gt_cmds *cmds, gt_init_step *steps, uint32_t nsteps,
                         const gt_expr *cond);

#endif
