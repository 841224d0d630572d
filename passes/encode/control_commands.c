/* Commands under the control encoding: one for each action that can happen in a control. */
#include "passes/encode/control.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_control *c;
    uint32_t control; /* of `play` */
    const gt_levels *support;
    GT_VEC(gt_cmd) cmds;
} maker;

static const gt_expr *op2(const maker *m, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op2(m->c->fold, (gt_pos){0}, kind, x, y);
}

static const gt_expr *number(const maker *m, int64_t value)
{
    return gt_fold_int(m->c->fold, (gt_pos){0}, value);
}

static const gt_expr *counter(const maker *m, uint32_t level)
{
    return gt_control_var(m->c, m->c->counter[level]);
}

static uint32_t times(const uint32_t *list, uint32_t n, uint32_t level)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++)
        k += list[i] == level;
    return k;
}

/* ---- guard and weight ---- */

static const gt_expr *guard_of(const maker *m, const gt_play_action *action)
{
    gt_control *c = m->c;
    const gt_expr *guard = gt_fold_is(c->fold, gt_control_var(c, c->control), c->number[c->base[m->control]]);
    for (uint32_t i = 0; i < action->ntake; i++) {
        if (i && action->take[i - 1] == action->take[i])
            continue;
        uint32_t need = times(action->take, action->ntake, action->take[i]);
        guard = gt_fold_and(c->fold, guard, op2(m, GT_EXPR_GE, counter(m, action->take[i]), number(m, need)));
    }
    guard = gt_fold_and(c->fold, guard, gt_control_bool(c, action->guard, m->support));
    if (c->error != GT_CONTROL_NONE)
        guard = gt_fold_and(c->fold, guard, gt_fold_not(c->fold, gt_control_var(c, c->error)));
    return guard;
}

/* The rule's, times the ways to fill the roles. */
static const gt_expr *weight_of(const maker *m, const gt_pop_rule *rule, const gt_play_action *action)
{
    const gt_expr *weight = rule->weight ? gt_control_number(m->c, rule->weight, m->support) : NULL;
    for (uint32_t i = 0; i < action->ntake; i++) {
        uint32_t before = times(action->take, i, action->take[i]);
        const gt_expr *ways = op2(m, GT_EXPR_SUB, counter(m, action->take[i]), number(m, before));
        weight = weight ? op2(m, GT_EXPR_MUL, weight, ways) : ways;
    }
    return weight;
}

static const char *label_of(const maker *m, const gt_pop_rule *rule)
{
    if (!rule->origin->owner || !rule->nroles || rule->roles[0].kind != GT_ROLE_CLASS)
        return rule->origin->label;
    return gt_arena_printf(m->c->ctx->arena, "%s by %s", rule->origin->label,
                           m->c->pop->idvars[rule->roles[0].idvar].var->name);
}

/* ---- effect ---- */

/* Who is in a local state afterwards, of those who were left and those who are put. */
static const gt_expr *count_after(const maker *m, const gt_play_action *action, const gt_play_outcome *out,
                                  const gt_levels *left, uint32_t level)
{
    gt_control *c = m->c;
    int64_t more = times(out->put, out->nput, level);
    const gt_expr *sum = NULL;
    for (uint32_t from = 0; from < 64 * m->support->n; from++) {
        bool there = out->map
                         ? gt_levels_has(left, from) && gt_play_image(c->play, out->map - 1, from) == level
                         : from == level && gt_levels_has(m->support, from);
        if (!there)
            continue;
        more -= times(action->take, action->ntake, from);
        sum = sum ? op2(m, GT_EXPR_ADD, sum, counter(m, from)) : counter(m, from);
    }
    if (!sum)
        return number(m, more);
    return more == 0  ? sum
           : more > 0 ? op2(m, GT_EXPR_ADD, sum, number(m, more))
                      : op2(m, GT_EXPR_SUB, sum, number(m, -more));
}

static gt_cmd_branch branch_of(const maker *m, const gt_play_action *action, const gt_play_outcome *out,
                               const gt_levels *left)
{
    gt_control *c = m->c;
    gt_arena *arena = c->ctx->arena;
    gt_cmd_branch b = {.prob = NULL};
    gt_assign *assigns = GT_NEW_ARRAY(arena, gt_assign, c->out->nvars);
    uint32_t to = c->number[c->base[out->target]];
    if (to != c->number[c->base[m->control]])
        assigns[b.nassigns++] = (gt_assign){c->control, number(m, to)};
    if (c->base[out->target] != out->target)
        assigns[b.nassigns++] = (gt_assign){c->error, gt_fold_bool(c->fold, (gt_pos){0}, true)};
    const uint32_t *levels = c->order;
    for (uint32_t i = 0; i < c->ncounters; i++) {
        uint32_t level = levels[i];
        bool touched =
            out->map || times(action->take, action->ntake, level) || times(out->put, out->nput, level);
        if (!touched)
            continue;
        const gt_expr *value = count_after(m, action, out, left, level);
        bool stays = value == counter(m, level) || (!gt_levels_has(m->support, level) &&
                                                    value->kind == GT_EXPR_CONST && value->u.value == 0);
        if (!stays)
            assigns[b.nassigns++] = (gt_assign){c->counter[level], value};
    }
    b.assigns = assigns;
    return b;
}

static void add_command(void *arg, const gt_play_firing *firing, const gt_play_action *action,
                        const gt_levels *left)
{
    maker *m = arg;
    gt_control *c = m->c;
    const gt_pop_rule *rule = c->play->rules[firing->rule].rule;
    gt_cmd cmd = {.origin = rule->origin, .label = label_of(m, rule), .guard = guard_of(m, action)};
    gt_model_kind kind = c->pop->sym->kind;
    if (gt_expr_is_false(cmd.guard) || !action->noutcomes)
        return;
    if (kind == GT_MODEL_DTMC || kind == GT_MODEL_CTMC)
        cmd.weight = weight_of(m, rule, action);
    gt_cmd_branch *branches = GT_NEW_ARRAY(c->ctx->arena, gt_cmd_branch, action->noutcomes);
    for (uint32_t i = 0; i < action->noutcomes; i++) {
        const gt_play_outcome *out = &action->outcomes[i];
        const gt_expr *prob = rule->branches[out->branch].prob;
        branches[i] = branch_of(m, action, out, left);
        branches[i].prob = prob ? gt_control_number(c, prob, m->support) : NULL;
    }
    cmd.nbranches = action->noutcomes;
    cmd.branches = branches;
    gt_vec_push(&m->cmds, cmd);
}

void gt_control_commands(gt_control *c)
{
    maker m = {.c = c};
    for (uint32_t q = 0; q < c->support->controls.n; q++) {
        if (!c->support->controls.v[q].opened || c->base[q] != q)
            continue; /* nothing happens after an error */
        m.control = q;
        m.support = &c->support->controls.v[q].support;
        gt_support_actions(c->support, q, add_command, &m);
    }
    c->out->ncmds = (uint32_t)m.cmds.n;
    c->out->cmds = gt_arena_copy(c->ctx->arena, m.cmds.v, m.cmds.n, sizeof *m.cmds.v);
    free(m.cmds.v);
}
