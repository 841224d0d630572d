/* Which local states a process can be in, guards on the rest of the system ignored: the first of two analyses
 * (support.h). */
#ifndef GT_PASSES_POPULATION_LOCALS_H
#define GT_PASSES_POPULATION_LOCALS_H

#include "ir/pop.h"

enum { GT_LOCALS_MAX = 4000000 };

/* Fills pop->locals[*].{values,nstates,declared}, an over-approximation. false after an error: too many. */
bool gt_locals_compute(gt_ctx *ctx, gt_pop *pop);

/* The values, restrictions apart, that an initial choice offers `var`. */
void gt_locals_choice_range(const gt_var *var, const gt_binder *choice, int32_t *lo, int32_t *hi);

#endif
