/* NuSMV: what is written for picked values. A value that a command gives to a variable is that variable's
 * next value; others are input variables. */
#ifndef GT_BACKENDS_TARGETS_SMV_PICKS_H
#define GT_BACKENDS_TARGETS_SMV_PICKS_H

#include "backends/targets/skeleton.h"
#include "backends/targets/target.h"

/* By pick of the transition's command, the variable that gets its value, or -1. */
const int32_t *gt_smv_destinations(gt_emit *e, const gt_transition *t);
/* Declares the input variables. */
void gt_smv_inputs(gt_emit *e, bool words);
/* Begins writing transition `t`: picks are next values or inputs from now on, until t is NULL. */
void gt_smv_pick(gt_emit *e, const gt_transition *t);

#endif
