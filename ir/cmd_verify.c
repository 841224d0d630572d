#include "ir/verify.h"

#include "runtime/base.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = GT_GROUP_LEAF | GT_GROUP_CMD | GT_GROUP_OP };

static void open_scope(gt_scope *s, gt_verifier *check, const gt_cmds *cmds)
{
    gt_scope_init(s, check, GROUPS);
    s->cmds = cmds;
}

/* ---- variables ---- */

/* Of the identifier at the beginning. */
static size_t identifier_length(const char *name)
{
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    return isdigit((unsigned char)*name) ? 0 : n;
}

/* One, or several with dots between: a part of a record is r.x. */
static bool is_name(const char *name)
{
    size_t n = identifier_length(name);
    return n > 0 && (!name[n] || (name[n] == '.' && is_name(name + n + 1)));
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void check_names(gt_verifier *check, const gt_cmds *cmds)
{
    const char **names = gt_xmalloc(cmds->nvars + (size_t)1, sizeof *names);
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        names[i] = cmds->vars[i].name;
        if (!is_name(names[i]))
            gt_verify_fail(check, &cmds->vars[i], "\"%s\" is not an identifier", names[i]);
    }
    qsort(names, cmds->nvars, sizeof *names, compare_names);
    for (uint32_t i = 1; i < cmds->nvars; i++)
        if (!strcmp(names[i - 1], names[i]))
            gt_verify_fail(check, NULL, "two variables have the name %s", names[i]);
    free(names);
}

/* What the kind of the variable says it belongs to. */
static bool belongs(const gt_cmds *cmds, const gt_cvar *var)
{
    const gt_pop *pop = cmds->pop;
    const gt_sym *sym = cmds->sym;
    bool shared = var->var && !var->var->owner;
    bool local = var->proc && (!var->var || var->var->owner == var->proc);
    bool proc = var->proc && var->proc->index < sym->nprocs && sym->procs[var->proc->index] == var->proc;
    switch (var->kind) {
    case GT_CVAR_SHARED: return shared && var->var->type.kind != GT_TYPE_ID;
    case GT_CVAR_COUNTER: return pop && proc && var->state < pop->locals[var->proc->index].nstates;
    case GT_CVAR_AT: return pop && var->idvar < pop->nidvars && (!var->proc || local);
    case GT_CVAR_ALIAS: return pop && var->idvar < pop->nidvars;
    case GT_CVAR_SLOT: return pop && proc && local;
    case GT_CVAR_SLOT_COUNT: return pop && proc;
    case GT_CVAR_ID: return shared && var->var->type.kind == GT_TYPE_ID;
    case GT_CVAR_LOCAL: return proc && local && var->var && var->slot < (uint32_t)var->proc->n;
    case GT_CVAR_CONTROL:
        return pop && var->type.kind == GT_TYPE_INT && var->type.lo >= 0 &&
               (uint32_t)var->type.hi < cmds->ncontrols;
    }
    return false;
}

static void check_var(gt_verifier *check, const gt_cmds *cmds, const gt_cvar *var)
{
    gt_type t = var->type;
    bool scalar = t.kind == GT_TYPE_BOOL || t.kind == GT_TYPE_INT || t.kind == GT_TYPE_ENUM;
    if (!scalar || t.lo > t.hi || (t.kind == GT_TYPE_ENUM && !t.en)) {
        gt_verify_fail(check, var, "variable %s has an impossible type", var->name);
        return;
    }
    if (!belongs(cmds, var))
        gt_verify_fail(check, var, "variable %s does not stand for anything", var->name);
    for (int64_t i = 0; var->labels && i <= (int64_t)t.hi - t.lo; i++)
        if (!is_name(var->labels[i]))
            gt_verify_fail(check, var, "label \"%s\" of %s is not an identifier", var->labels[i], var->name);
}

static void check_init(gt_verifier *check, const gt_cmds *cmds)
{
    bool *known = gt_xcalloc(cmds->nvars + (size_t)1, sizeof *known);
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        const gt_init_step *step = &cmds->init[i];
        if (step->var >= cmds->nvars || known[step->var]) {
            gt_verify_fail(check, step, "variable %" PRIu32 " is initialised twice or does not exist",
                           step->var);
            continue;
        }
        gt_scope s;
        open_scope(&s, check, cmds);
        s.known = known;
        gt_verify_first(&s, step->lo, step->hi, cmds->vars[step->var].type);
        known[step->var] = true;
        if (step->where)
            gt_verify_bool(&s, step->where);
        gt_scope_fini(&s);
    }
    for (uint32_t i = 0; i < cmds->nvars; i++)
        if (!known[i])
            gt_verify_fail(check, &cmds->vars[i], "variable %s has no initial value", cmds->vars[i].name);
    free(known);
}

/* ---- commands ---- */

static void check_pick(gt_scope *s, const gt_cmd *cmd, const gt_pick *pick)
{
    gt_type t = pick->value->type;
    bool scalar = t.kind == GT_TYPE_BOOL || t.kind == GT_TYPE_INT || t.kind == GT_TYPE_ENUM;
    if (pick->value->kind != GT_BIND_CHOICE || pick->value->where || !scalar || t.lo > t.hi)
        gt_verify_fail(s->check, cmd, "%s is no pick of %s", pick->value->name, cmd->label);
    if (pick->nlabels && pick->nlabels != (uint64_t)gt_type_size(t))
        gt_verify_fail(s->check, cmd, "%s needs a label for each of its values, or none", pick->value->name);
    for (uint32_t i = 0; i < pick->nlabels; i++)
        if (!is_name(pick->labels[i]))
            gt_verify_fail(s->check, cmd, "label \"%s\" of %s is not an identifier", pick->labels[i],
                           pick->value->name);
    for (size_t i = 0; i < s->binders.n; i++)
        if (s->binders.v[i] == pick->value)
            gt_verify_fail(s->check, cmd, "%s is picked twice in %s", pick->value->name, cmd->label);
    gt_scope_push(s, pick->value);
    if (pick->where)
        gt_verify_bool(s, pick->where);
}

static void check_cmd(gt_scope *s, const gt_cmd *cmd)
{
    gt_verify_bool(s, cmd->guard);
    for (uint32_t i = 0; i < cmd->npicks; i++)
        check_pick(s, cmd, &cmd->picks[i]);
    if (cmd->weight)
        gt_verify_number(s, cmd->weight);
    if (cmd->nbranches == 0)
        gt_verify_fail(s->check, cmd, "command %s has no branch", cmd->label);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        if (branch->prob)
            gt_verify_number(s, branch->prob);
        else if (cmd->nbranches > 1)
            gt_verify_fail(s->check, cmd, "a branch of %s has no probability", cmd->label);
        for (uint32_t i = 0; i < branch->nassigns; i++) {
            const gt_assign *a = &branch->assigns[i];
            if (a->var >= s->cmds->nvars || (i && branch->assigns[i - 1].var >= a->var)) {
                gt_verify_fail(s->check, cmd, "assignments of %s are not in the order of variables",
                               cmd->label);
                continue;
            }
            gt_verify_value(s, a->value, s->cmds->vars[a->var].type);
            if (a->value->kind == GT_EXPR_CVAR && a->value->u.index == a->var)
                gt_verify_fail(s->check, cmd, "%s assigns %s to itself", cmd->label,
                               s->cmds->vars[a->var].name);
        }
    }
    for (uint32_t i = 0; i < cmd->npicks; i++)
        gt_scope_pop(s);
}

static void check_prop(gt_verifier *check, const gt_cmds *cmds, uint32_t index)
{
    const gt_cmd_prop *prop = &cmds->props[index];
    gt_scope s;
    open_scope(&s, check, cmds);
    gt_verify_property(&s, cmds->sym, index, prop, prop->origin, prop->formula);
    gt_scope_fini(&s);
}

static void check_control(gt_verifier *check, const gt_cmds *cmds, uint32_t control)
{
    const gt_pop *pop = cmds->pop;
    bool good = pop;
    for (uint32_t k = 0; good && k < pop->nidvars; k++) {
        const int32_t *leader = cmds->controls + control * gt_cmds_control_width(cmds) + cmds->sym->nshared;
        const gt_locals *l = &pop->locals[pop->idvars[k].proc->index];
        int32_t first = leader[k], state = leader[pop->nidvars + k];
        good = first == -1 ||
               (first >= (int32_t)l->first_idvar && first <= (int32_t)k && leader[first] == first);
        good = good && (first == (int32_t)k ? state >= 0 && (uint32_t)state < l->nstates : state == -1);
    }
    if (!good)
        gt_verify_fail(check, NULL, "control %" PRIu32 " does not stand for anything", control);
}

void gt_verify_cmds(gt_verifier *check, const gt_cmds *cmds)
{
    unsigned before = check->failures;
    if ((cmds->pop == NULL) != (cmds->encoding == GT_ENC_NONE))
        gt_verify_fail(check, NULL, "only an encoding of a population program has one");
    check_names(check, cmds);
    for (uint32_t i = 0; i < cmds->ncontrols; i++)
        check_control(check, cmds, i);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        check_var(check, cmds, &cmds->vars[i]);
    if (check->failures > before)
        return;
    check_init(check, cmds);
    gt_scope s;
    open_scope(&s, check, cmds);
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        check_cmd(&s, &cmds->cmds[i]);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        gt_verify_bool(&s, cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->nrewards; i++)
        gt_verify_number(&s, cmds->rewards[i]);
    for (uint32_t i = 0; i < cmds->ninvariants; i++)
        gt_verify_bool(&s, cmds->invariants[i]);
    if (cmds->error) {
        gt_verify_bool(&s, cmds->error);
        if (cmds->error->kind != GT_EXPR_CVAR)
            gt_verify_fail(check, cmds->error, "the error flag is not a variable");
    }
    if (cmds->pruned)
        gt_verify_bool(&s, cmds->pruned);
    gt_scope_fini(&s);
    if (cmds->nfair != cmds->sym->nfair || cmds->nrewards != cmds->sym->nrewards)
        gt_verify_fail(check, NULL, "fairness or rewards are not those of the symmetric program");
    if (cmds->nprops != cmds->sym->nprops)
        gt_verify_fail(check, NULL, "not every property of the symmetric program is there once");
    for (uint32_t i = 0; i < cmds->nprops; i++)
        check_prop(check, cmds, i);
}

void gt_cmds_verify(const gt_cmds *cmds)
{
    char what[] = "guarded commands";
    gt_verifier check = {.report = gt_verify_ice, .data = what};
    gt_verify_cmds(&check, cmds);
}
