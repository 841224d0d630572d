#include "ir/cmd.h"

size_t gt_cmds_control_width(const gt_cmds *cmds)
{
    return (size_t)cmds->sym->nshared + (cmds->pop ? 2 * (size_t)cmds->pop->nidvars : 0);
}

const gt_cmds *gt_cmds_judged(gt_arena *arena, const gt_cmds *cmds)
{
    if (!cmds->pruned)
        return cmds;
    gt_cmds *judged = gt_arena_copy(arena, cmds, 1, sizeof *cmds);
    gt_cmd_prop *props = GT_NEW_ARRAY(arena, gt_cmd_prop, (size_t)cmds->nprops + 1);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        props[i] = cmds->props[i];
    gt_prop *ours = GT_NEW(arena, gt_prop);
    *ours = (gt_prop){.kind = GT_PROP_INVARIANT, .name = "pruned", .is_ours = true, .formula = cmds->pruned};
    props[judged->nprops++] = (gt_cmd_prop){.origin = ours, .formula = cmds->pruned};
    judged->props = props;
    return judged;
}
