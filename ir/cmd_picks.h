/* Picks written out: guarded commands without them, and what they ask for. */
#ifndef GT_IR_CMD_PICKS_H
#define GT_IR_CMD_PICKS_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"

/* The same behaviour with one command for each choice of the picks, but for commands that `keep` (NULL:
 * none); `cmds` itself if there are none. *from (may be NULL): by command of the result, the number of the
 * one in `cmds` that it was made from; NULL: the same. */
typedef bool gt_keep_picks(const gt_cmd *cmd);
const gt_cmds *gt_cmds_split_picks(gt_arena *arena, const gt_cmds *cmds, gt_keep_picks *keep,
                                   const uint32_t **from);
/* That the command can fire: its guard, and that every pick has a value. */
const gt_expr *gt_cmd_can_fire(gt_fold *fold, const gt_cmd *cmd);
/* What the pick asks of this value. */
const gt_expr *gt_pick_at(gt_fold *fold, const gt_pick *pick, int64_t value);
/* Whether `e` (may be NULL) mentions the picked value. */
bool gt_pick_in(const gt_pick *pick, const gt_expr *e);

#endif
