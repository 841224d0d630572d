#include "backends/targets/skeleton.h"

#include "backends/targets/symbols.h"
#include "ir/cmd_picks.h"
#include "ir/expr/real.h"
#include "runtime/base.h"

static const gt_expr *both(gt_arena *a, const gt_expr *x, const gt_expr *y)
{
    if (!x || gt_expr_is_true(x))
        return y;
    if (!y || gt_expr_is_true(y))
        return x;
    return gt_expr_op2(a, x->pos, GT_EXPR_AND, x, y);
}

/* When the branch can happen, as a formula without reals; NULL if it cannot be told. A probability is not
 * negative where its command can fire, and a command that can fire has a positive weight
 * (passes/symmetric/total.c). */
static const gt_expr *possible(gt_arena *a, gt_fold *fold, const gt_expr *prob)
{
    if (!prob)
        return gt_expr_bool(a, (gt_pos){0}, true);
    return gt_real_compare(a, fold, GT_EXPR_NE, gt_fold_map(fold, prob, NULL, NULL));
}

static const gt_expr *stuck_formula(gt_arena *a, const gt_cmds *cmds, const gt_expr *const *all)
{
    const gt_expr **kids = GT_NEW_ARRAY(a, const gt_expr *, cmds->ncmds + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_expr *fires = all[i];
        if (gt_expr_is_true(fires))
            return gt_expr_bool(a, (gt_pos){0}, false);
        if (!gt_expr_is_false(fires))
            kids[n++] = fires;
    }
    if (n == 0)
        return gt_expr_bool(a, (gt_pos){0}, true);
    const gt_expr *any = n == 1 ? kids[0] : gt_expr_op(a, (gt_pos){0}, GT_EXPR_OR, n, kids);
    return gt_expr_op1(a, (gt_pos){0}, GT_EXPR_NOT, any);
}

const gt_skeleton *gt_skeleton_new(gt_arena *arena, const gt_cmds *cmds, const char **why)
{
    gt_skeleton *sk = GT_NEW(arena, gt_skeleton);
    uint32_t n = 0;
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        n += cmds->cmds[i].nbranches;
    sk->transitions = GT_NEW_ARRAY(arena, gt_transition, n ? n : 1);
    sk->fires = GT_NEW_ARRAY(arena, const gt_expr *, cmds->ncmds + 1);
    gt_fold *fold = gt_fold_new(arena);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_cmd *cmd = &cmds->cmds[i];
        sk->fires[i] = cmd->npicks ? gt_cmd_can_fire(fold, cmd) : cmd->guard;
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            const gt_expr *prob = possible(arena, fold, cmd->branches[b].prob);
            if (!prob) {
                *why =
                    gt_arena_printf(arena, "whether rule '%s' can fire depends on the sign of a real number",
                                    cmd->origin->label);
                gt_fold_free(fold);
                return NULL;
            }
            const gt_expr *guard = both(arena, cmd->guard, prob);
            if (gt_expr_is_false(guard) || gt_expr_is_false(prob))
                continue;
            sk->transitions[sk->n++] = (gt_transition){.cmd = cmd,
                                                       .branch = b,
                                                       .guard = guard,
                                                       .possible = gt_expr_is_true(prob) ? NULL : prob,
                                                       .nassigns = cmd->branches[b].nassigns,
                                                       .assigns = cmd->branches[b].assigns};
        }
    }
    sk->stuck = stuck_formula(arena, cmds, sk->fires);
    gt_fold_free(fold);
    return sk;
}

const gt_expr *gt_skeleton_init(gt_arena *arena, const gt_cmds *cmds, const gt_init_step *step, bool kept)
{
    const gt_cvar *var = &cmds->vars[step->var];
    const gt_expr *x = gt_expr_cvar(arena, (gt_pos){0}, step->var, var->type);
    int64_t lo, hi;
    const gt_expr *range = NULL;
    bool const_lo = gt_expr_is_const(step->lo, &lo), const_hi = gt_expr_is_const(step->hi, &hi);
    if (step->lo == step->hi || (const_lo && const_hi && lo == hi)) {
        range = gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_EQ, x, step->lo);
    } else if (const_lo && const_hi && lo <= var->type.lo && hi >= var->type.hi &&
               (kept || var->type.kind == GT_TYPE_BOOL)) {
        range = NULL;
    } else if (const_lo && const_hi && gt_cvar_labels(var)) { /* names have no order */
        const gt_expr **kids = GT_NEW_ARRAY(arena, const gt_expr *, lo > hi ? 1 : (size_t)(hi - lo + 1));
        for (int64_t v = lo; v <= hi; v++)
            kids[v - lo] = gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_EQ, x,
                                       gt_expr_const(arena, (gt_pos){0}, var->type, v));
        range = lo > hi ? gt_expr_bool(arena, (gt_pos){0}, false)
                        : gt_expr_op(arena, (gt_pos){0}, GT_EXPR_OR, (uint32_t)(hi - lo + 1), kids);
    } else if (var->type.kind == GT_TYPE_BOOL) {
        range = both(arena, gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_IMPLIES, step->lo, x),
                     gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_IMPLIES, x, step->hi));
    } else {
        bool above = const_lo && lo == 0 && var->type.lo == 0;
        range = both(arena, above ? NULL : gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_GE, x, step->lo),
                     gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_LE, x, step->hi));
    }
    return both(arena, range, step->where);
}

const gt_expr *gt_skeleton_invariant(gt_arena *arena, const gt_cmds *cmds, const gt_skeleton *skeleton,
                                     uint32_t prop)
{
    const gt_cmd_prop *p = &cmds->props[prop];
    if (p->origin->kind != GT_PROP_DEADLOCK)
        return p->formula;
    const gt_expr *fine[] = {skeleton->stuck, cmds->error, p->formula};
    const gt_expr *any = NULL; /* of what makes the state no deadlock, or one that is meant */
    for (int i = 0; i < 3; i++) {
        const gt_expr *e = fine[i];
        if (i == 0)
            e = e->kind == GT_EXPR_CONST ? gt_expr_bool(arena, p->origin->pos, !e->u.value)
                                         : gt_expr_op1(arena, p->origin->pos, GT_EXPR_NOT, e);
        if (!e || gt_expr_is_false(e))
            continue;
        if (gt_expr_is_true(e))
            return e;
        any = any ? gt_expr_op2(arena, p->origin->pos, GT_EXPR_OR, any, e) : e;
    }
    return any ? any : gt_expr_bool(arena, p->origin->pos, false);
}
