/* Do the values of guarded commands stay in their ranges? Our passes make sure of that; a file may say
 * anything. */
#ifndef GT_IR_CMD_RANGE_H
#define GT_IR_CMD_RANGE_H

#include "ir/cmd.h"

/* The program with room for every value that its initial steps and assignments may produce in one step from
 * states in range, and with one invariant for each variable that needs the room, named like it: that it stays
 * in its range. Such a value is reachable in `cmds` if and only if one of them fails. NULL: none is possible.
 * What is computed must have 32 bits (gt_verifier.foreign). */
const gt_cmds *gt_cmds_widen(gt_arena *arena, const gt_cmds *cmds);

#endif
