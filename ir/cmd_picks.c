#include "ir/cmd_picks.h"

#include "ir/expr/walk.h"
#include "runtime/base.h"

#include <stdlib.h>

static uint64_t mentions(gt_walk *walk, const gt_expr *e)
{
    return (e->kind == GT_EXPR_BOUND && e->u.binder == walk->arg) || gt_walk_any(walk, e);
}

bool gt_pick_in(const gt_pick *pick, const gt_expr *e)
{
    return e && gt_walk_once(mentions, pick->value, e);
}

const gt_expr *gt_pick_at(gt_fold *fold, const gt_pick *pick, int64_t value)
{
    if (!pick->where)
        return gt_fold_bool(fold, (gt_pos){0}, true);
    if (pick->at)
        return gt_fold_map(fold, pick->at[value - pick->value->type.lo], NULL, NULL);
    return gt_fold_map(fold, pick->where, gt_fold_bound_to, &(gt_bound_value){pick->value, value});
}

/* ---- whether there is a choice ---- */

/* That picks number p and later have values, where earlier ones are constants. */
static const gt_expr *has_choice(gt_fold *fold, const gt_pick *picks, uint32_t p, uint32_t n)
{
    if (p == n)
        return gt_fold_bool(fold, (gt_pos){0}, true);
    const gt_pick *pick = &picks[p];
    bool matters = false; /* to later ones */
    for (uint32_t i = p + 1; i < n; i++)
        matters = matters || gt_pick_in(pick, picks[i].where);
    const gt_expr *any = gt_fold_bool(fold, (gt_pos){0}, false);
    gt_pick *later = gt_xmalloc(n, sizeof *later);
    for (int64_t v = pick->value->type.lo; v <= pick->value->type.hi && !gt_expr_is_true(any); v++) {
        const gt_expr *here = gt_pick_at(fold, pick, v);
        gt_bound_value chosen = {pick->value, v};
        for (uint32_t i = p + 1; i < n; i++) {
            later[i] = picks[i];
            later[i].at = NULL;
            if (matters && later[i].where)
                later[i].where = gt_fold_map(fold, later[i].where, gt_fold_bound_to, &chosen);
        }
        if (matters && !gt_expr_is_false(here))
            here = gt_fold_and(fold, here, has_choice(fold, later, p + 1, n));
        any = gt_fold_or(fold, any, here);
    }
    free(later);
    return matters ? any : gt_fold_and(fold, any, has_choice(fold, picks, p + 1, n));
}

const gt_expr *gt_cmd_can_fire(gt_fold *fold, const gt_cmd *cmd)
{
    if (cmd->fires)
        return cmd->fires;
    const gt_expr *guard = gt_fold_map(fold, cmd->guard, NULL, NULL);
    return gt_fold_and(fold, guard, has_choice(fold, cmd->picks, 0, cmd->npicks));
}

/* ---- one command for each choice ---- */

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    uint32_t number; /* of the command at hand */
    GT_VEC(gt_cmd) out;
    GT_VEC(uint32_t) from;
} splitting;

static const gt_expr *with(splitting *s, const gt_bound_value *chosen, const gt_expr *e)
{
    return e ? gt_fold_map(s->fold, e, gt_fold_bound_to, (void *)(uintptr_t)chosen) : NULL;
}

static const gt_cmd_branch *choose_in(splitting *s, const gt_cmd *cmd, const gt_bound_value *chosen)
{
    gt_cmd_branch *branches = gt_arena_copy(s->arena, cmd->branches, cmd->nbranches, sizeof *branches);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns = GT_NEW_ARRAY(s->arena, gt_assign, branches[b].nassigns);
        uint32_t n = 0;
        for (uint32_t i = 0; i < branches[b].nassigns; i++) {
            const gt_assign *a = &branches[b].assigns[i];
            const gt_expr *value = with(s, chosen, a->value);
            if (value->kind != GT_EXPR_CVAR || value->u.index != a->var)
                assigns[n++] = (gt_assign){a->var, value};
        }
        branches[b].prob = with(s, chosen, branches[b].prob);
        branches[b].assigns = assigns;
        branches[b].nassigns = n;
    }
    return branches;
}

/* The first pick of the command, then the others. */
static void split(splitting *s, const gt_cmd *cmd)
{
    if (gt_expr_is_false(cmd->guard))
        return;
    if (!cmd->npicks) {
        gt_vec_push(&s->out, *cmd);
        gt_vec_push(&s->from, s->number);
        return;
    }
    const gt_pick *pick = &cmd->picks[0];
    for (int64_t v = pick->value->type.lo; v <= pick->value->type.hi; v++) {
        gt_bound_value chosen = {pick->value, v};
        gt_cmd one = *cmd;
        one.guard = gt_fold_and(s->fold, cmd->guard, gt_pick_at(s->fold, pick, v));
        if (gt_expr_is_false(one.guard))
            continue;
        gt_pick *rest = gt_arena_copy(s->arena, cmd->picks + 1, cmd->npicks - 1, sizeof *rest);
        one.npicks--;
        one.picks = rest;
        one.fires = NULL;
        for (uint32_t i = 0; i < one.npicks; i++) {
            rest[i].where = with(s, &chosen, rest[i].where);
            rest[i].at = NULL;
        }
        one.weight = with(s, &chosen, cmd->weight);
        one.branches = choose_in(s, cmd, &chosen);
        split(s, &one);
    }
}

const gt_cmds *gt_cmds_split_picks(gt_arena *arena, const gt_cmds *cmds, gt_keep_picks *keep,
                                   const uint32_t **from)
{
    bool any = false;
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        any = any || (cmds->cmds[i].npicks > 0 && !(keep && keep(&cmds->cmds[i])));
    if (from)
        *from = NULL;
    if (!any)
        return cmds;
    splitting s = {.arena = arena, .fold = gt_fold_new(arena)};
    for (s.number = 0; s.number < cmds->ncmds; s.number++) {
        gt_cmd one = cmds->cmds[s.number];
        if (one.npicks && keep && keep(&one)) {
            gt_vec_push(&s.out, one);
            gt_vec_push(&s.from, s.number);
            continue;
        }
        if (one.npicks)
            one.guard = gt_fold_map(s.fold, one.guard, NULL, NULL);
        split(&s, &one);
    }
    gt_cmds *out = gt_arena_copy(arena, cmds, 1, sizeof *cmds);
    out->cmds = gt_arena_copy(arena, s.out.v, s.out.n, sizeof *s.out.v);
    out->ncmds = (uint32_t)s.out.n;
    if (from)
        *from = gt_arena_copy(arena, s.from.v, s.from.n, sizeof *s.from.v);
    free(s.out.v);
    free(s.from.v);
    gt_fold_free(s.fold);
    return out;
}
