/* Simplification of commands with picks: part of simplify.c. */
#ifndef GT_PASSES_ENCODE_SIMPLIFY_PICKS_H
#define GT_PASSES_ENCODE_SIMPLIFY_PICKS_H

#include "ir/cmd_picks.h"

/* Picks with one possible value become that value; where ways to fire are not `counted`, picks that nothing
 * reads become a condition. False: the command cannot fire. */
bool gt_simplify_picks(gt_arena *arena, gt_fold *fold, gt_cmd *cmd, bool counted);
/* A command that does what another one of the same rule does for one value of its pick is no command of its
 * own: that value may be picked as well. For commands that are not counted. The number of commands that stay.
 */
uint32_t gt_absorb_in_picks(gt_arena *arena, gt_fold *fold, const gt_cvar *vars, gt_cmd *cmds, uint32_t n);

#endif
