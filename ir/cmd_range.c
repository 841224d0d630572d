#include "ir/cmd_range.h"

static void include(gt_type *room, gt_type values)
{
    room->lo = values.lo < room->lo ? values.lo : room->lo;
    room->hi = values.hi > room->hi ? values.hi : room->hi;
}

/* By variable: the least range with its own values and all that it may be given. */
static gt_type *rooms(gt_arena *arena, const gt_cmds *cmds)
{
    gt_type *room = GT_NEW_ARRAY(arena, gt_type, cmds->nvars);
    for (uint32_t v = 0; v < cmds->nvars; v++)
        room[v] = cmds->vars[v].type;
    for (uint32_t i = 0; i < cmds->ninit; i++) { /* hi may be less than lo: then there is no value */
        include(&room[cmds->init[i].var], (gt_type){.lo = cmds->init[i].lo->type.lo, .hi = INT32_MIN});
        include(&room[cmds->init[i].var], (gt_type){.lo = INT32_MAX, .hi = cmds->init[i].hi->type.hi});
    }
    for (uint32_t c = 0; c < cmds->ncmds; c++)
        for (uint32_t b = 0; b < cmds->cmds[c].nbranches; b++) {
            const gt_cmd_branch *branch = &cmds->cmds[c].branches[b];
            for (uint32_t i = 0; i < branch->nassigns; i++)
                include(&room[branch->assigns[i].var], branch->assigns[i].value->type);
        }
    return room;
}

static const gt_expr *within(gt_arena *arena, uint32_t index, const gt_cvar *var, gt_type room)
{
    const gt_expr *x = gt_expr_cvar(arena, (gt_pos){0}, index, room);
    const gt_expr *lo = gt_expr_int(arena, (gt_pos){0}, var->type.lo);
    const gt_expr *hi = gt_expr_int(arena, (gt_pos){0}, var->type.hi);
    return gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_AND, gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_LE, lo, x),
                       gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_LE, x, hi));
}

const gt_cmds *gt_cmds_widen(gt_arena *arena, const gt_cmds *cmds)
{
    const gt_type *room = rooms(arena, cmds);
    gt_cmds *wide = gt_arena_copy(arena, cmds, 1, sizeof *cmds);
    wide->vars = gt_arena_copy(arena, cmds->vars, cmds->nvars, sizeof *cmds->vars);
    wide->props = GT_NEW_ARRAY(arena, gt_cmd_prop, cmds->nvars);
    wide->nprops = wide->ninvariants = wide->nfair = 0;
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        const gt_cvar *var = &cmds->vars[v];
        if (room[v].lo == var->type.lo && room[v].hi == var->type.hi)
            continue;
        gt_prop *origin = GT_NEW(arena, gt_prop);
        *origin = (gt_prop){.name = var->name, .kind = GT_PROP_INVARIANT};
        wide->vars[v].type = gt_type_int(room[v].lo, room[v].hi);
        wide->vars[v].labels = NULL;
        wide->props[wide->nprops++] =
            (gt_cmd_prop){.origin = origin, .formula = within(arena, v, var, wide->vars[v].type)};
    }
    return wide->nprops ? wide : NULL;
}
