/* Do a symmetric program, with every process by itself, and guarded commands have the same states and the
 * same steps? Both are played, state by state, as the slow evaluators of this room understand them. */
#ifndef GT_IR_MEAN_SAME_H
#define GT_IR_MEAN_SAME_H

#include "ir/cmd.h"

/* Where a variable of the commands stands in the symmetric program. */
typedef struct {
    const gt_var *var;     /* a scalar; NULL: nowhere, as it has one value only */
    int32_t process;       /* from 1; 0: shared */
    const int32_t *values; /* what its values lo, lo + 1, ... are there */
} gt_place;

/* Whether initial states are the same, and the steps of every state that is reached: sets of distributions
 * (plain programs, MDP), distributions (DTMC), rates (CTMC). Looks at no more than `most` states; *states
 * says at how many. If not, *difference (in the arena) says what differs. */
bool gt_same_steps(gt_arena *arena, const gt_cmds *cmds, const gt_sym *sym, const gt_place *places,
                   uint32_t most, uint32_t *states, const char **difference);

#endif
