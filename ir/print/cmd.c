#include "ir/print/print.h"

#include "runtime/base.h"

#include <inttypes.h>

const char *const gt_encoding_names[] = {
    [GT_ENC_NONE] = "none",     [GT_ENC_DENSE] = "dense", [GT_ENC_PAPER] = "paper",
    [GT_ENC_VECTOR] = "vector", [GT_ENC_PAIRS] = "pairs", [GT_ENC_CONTROL] = "control"};

void gt_cvar_describe(const gt_cmds *cmds, const gt_cvar *var, gt_str *out)
{
    const char *proc = var->proc ? var->proc->name : "";
    const char *name = var->var ? var->var->name : "local state";
    switch (var->kind) {
    case GT_CVAR_SHARED:
        gt_str_addf(out, var->var && var->var->is_error ? "a run-time error has happened" : "shared %s",
                    name);
        break;
    case GT_CVAR_COUNTER:
        gt_str_addf(out, "number of %s processes of %s in local state ",
                    cmds->encoding == GT_ENC_PAPER ? "all" : "untracked", proc);
        if (cmds->pop)
            gt_locals_name(&cmds->pop->locals[var->proc->index], var->state, out);
        break;
    case GT_CVAR_AT:
        gt_str_addf(out, "%s of the process named by %s", name,
                    cmds->pop ? cmds->pop->idvars[var->idvar].var->name : "?");
        break;
    case GT_CVAR_ALIAS:
        gt_str_addf(out, "first variable that names the same process as %s",
                    cmds->pop ? cmds->pop->idvars[var->idvar].var->name : "?");
        break;
    case GT_CVAR_SLOT:
        gt_str_addf(out, "%s in slot %u of the untracked processes of %s", name, var->slot + 1, proc);
        break;
    case GT_CVAR_SLOT_COUNT:
        gt_str_addf(out, "number of processes in slot %u of %s", var->slot + 1, proc);
        break;
    case GT_CVAR_ID: gt_str_addf(out, "id variable %s: 1..n, 0 is none", name); break;
    case GT_CVAR_LOCAL: gt_str_addf(out, "%s of process %u of %s", name, var->slot + 1, proc); break;
    case GT_CVAR_CONTROL:
        gt_str_add(out, "shared variables and processes named by id variables, together");
        break;
    }
}

/* "x=1 d@Trying e=d f=none" */
static void describe_control(const gt_cmds *cmds, uint32_t control, gt_str *out)
{
    const gt_pop *pop = cmds->pop;
    const int32_t *shared = cmds->controls + control * gt_cmds_control_width(cmds);
    const int32_t *leader = shared + cmds->sym->nshared, *tracked = leader + pop->nidvars;
    const char *between = "";
    for (uint32_t i = 0; i < cmds->sym->nshared; i++) {
        const gt_var *var = cmds->sym->shared[i];
        if (var->type.kind == GT_TYPE_ID || var->is_error)
            continue;
        gt_str_addf(out, "%s%s=", between, var->name);
        gt_print_value_of(var, shared[i], out);
        between = " ";
    }
    for (uint32_t k = 0; k < pop->nidvars; k++) {
        gt_str_addf(out, "%s%s", between, pop->idvars[k].var->name);
        between = " ";
        if (leader[k] < 0)
            gt_str_add(out, "=none");
        else if (leader[k] != (int32_t)k)
            gt_str_addf(out, "=%s", pop->idvars[leader[k]].var->name);
        else {
            gt_str_add(out, "@");
            gt_locals_name(&pop->locals[pop->idvars[k].proc->index], (uint32_t)tracked[k], out);
        }
    }
}

static void print_var(gt_printer *p, const gt_cvar *var)
{
    gt_str_addf(p->out, "var %s : ", var->name);
    gt_print_type(p, var->type);
    if (var->labels) {
        int64_t n = (int64_t)var->type.hi - var->type.lo + 1;
        for (int64_t i = 0; i < n; i++)
            gt_str_addf(p->out, "%s%s", i ? ", " : " {", var->labels[i]);
        gt_str_add(p->out, "}");
    }
    gt_str_add(p->out, "; // ");
    gt_cvar_describe(p->cmds, var, p->out);
    gt_str_add(p->out, "\n");
}

static void print_init(gt_printer *p, const gt_init_step *step)
{
    gt_print_lets(p, step->lo);
    gt_print_lets(p, step->hi);
    if (step->where)
        gt_print_lets(p, step->where);
    gt_str_addf(p->out, "init %s := ", p->cmds->vars[step->var].name);
    gt_print_expr(p, step->lo, step->lo == step->hi ? GT_PREC_ANY : GT_PREC_ADD);
    if (step->lo != step->hi) {
        gt_str_add(p->out, "..");
        gt_print_expr(p, step->hi, GT_PREC_ADD);
    }
    if (step->where) {
        gt_str_add(p->out, " where ");
        gt_print_expr(p, step->where, GT_PREC_ANY);
    }
    gt_str_add(p->out, ";\n");
}

static void print_assigns(gt_printer *p, const gt_cmd_branch *branch)
{
    for (uint32_t i = 0; i < branch->nassigns; i++) {
        const gt_assign *a = &branch->assigns[i];
        const gt_cvar *var = &p->cmds->vars[a->var];
        int64_t value;
        gt_str_addf(p->out, "%s%s := ", i ? ", " : "", var->name);
        if (var->labels && gt_expr_is_const(a->value, &value) && value >= var->type.lo &&
            value <= var->type.hi)
            gt_str_add(p->out, var->labels[value - var->type.lo]);
        else
            gt_print_expr(p, a->value, GT_PREC_ANY);
    }
    gt_str_add(p->out, branch->nassigns ? "" : "skip");
}

static void print_cmd_lets(gt_printer *p, const gt_cmd *cmd)
{
    gt_print_lets(p, cmd->guard);
    for (uint32_t i = 0; i < cmd->npicks; i++)
        if (cmd->picks[i].where)
            gt_print_lets(p, cmd->picks[i].where);
    if (cmd->weight)
        gt_print_lets(p, cmd->weight);
    for (uint32_t b = 0; b < cmd->nbranches; b++)
        for (uint32_t i = 0; i < cmd->branches[b].nassigns; i++)
            gt_print_lets(p, cmd->branches[b].assigns[i].value);
}

static void print_pick(gt_printer *p, const gt_pick *pick)
{
    gt_str_addf(p->out, " pick %s : ", gt_namer_bound(p->names, pick->value));
    gt_print_type(p, pick->value->type);
    if (pick->where) {
        gt_str_add(p->out, " where ");
        gt_print_expr(p, pick->where, GT_PREC_ANY);
    }
}

static void print_cmd(gt_printer *p, const gt_cmd *cmd)
{
    print_cmd_lets(p, cmd);
    p->cmd = cmd;
    gt_str_addf(p->out, "[%s] ", cmd->label);
    gt_print_expr(p, cmd->guard, GT_PREC_ANY);
    for (uint32_t i = 0; i < cmd->npicks; i++)
        print_pick(p, &cmd->picks[i]);
    if (cmd->weight) {
        gt_str_add(p->out, " weight ");
        gt_print_expr(p, cmd->weight, GT_PREC_ANY);
    }
    gt_str_add(p->out, cmd->nbranches == 1 && !cmd->branches[0].prob ? " => " : " =>\n");
    for (uint32_t i = 0; i < cmd->nbranches; i++) {
        if (cmd->branches[i].prob) {
            gt_str_add(p->out, i ? "  | " : "    ");
            gt_print_expr(p, cmd->branches[i].prob, GT_PREC_ANY);
            gt_str_add(p->out, ": ");
        }
        print_assigns(p, &cmd->branches[i]);
        gt_str_add(p->out, i + 1 < cmd->nbranches ? "\n" : ";\n");
    }
    p->cmd = NULL;
}

static void scan_all(gt_lets *lets, const gt_cmds *cmds)
{
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_cmd *cmd = &cmds->cmds[i];
        gt_lets_scan(lets, cmd->guard);
        for (uint32_t k = 0; k < cmd->npicks; k++)
            if (cmd->picks[k].where)
                gt_lets_scan(lets, cmd->picks[k].where);
        if (cmd->weight)
            gt_lets_scan(lets, cmd->weight);
        for (uint32_t b = 0; b < cmd->nbranches; b++)
            for (uint32_t k = 0; k < cmd->branches[b].nassigns; k++)
                gt_lets_scan(lets, cmd->branches[b].assigns[k].value);
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (cmds->props[i].formula)
            gt_lets_scan(lets, cmds->props[i].formula);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        gt_lets_scan(lets, cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->nrewards; i++)
        gt_lets_scan(lets, cmds->rewards[i]);
    for (uint32_t i = 0; i < cmds->ninvariants; i++)
        gt_lets_scan(lets, cmds->invariants[i]);
    if (cmds->pruned)
        gt_lets_scan(lets, cmds->pruned);
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        gt_lets_scan(lets, cmds->init[i].lo);
        if (cmds->init[i].hi != cmds->init[i].lo)
            gt_lets_scan(lets, cmds->init[i].hi);
        if (cmds->init[i].where)
            gt_lets_scan(lets, cmds->init[i].where);
    }
}

static void print_named(gt_printer *p, const char *word, const char *name, const gt_expr *e)
{
    gt_print_lets(p, e);
    gt_str_addf(p->out, "%s%s%s: ", word, name && name[0] ? " " : "", name ? name : "");
    gt_print_expr(p, e, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
}

static void print_rest(gt_printer *p)
{
    const gt_cmds *cmds = p->cmds;
    for (uint32_t i = 0; i < cmds->ninvariants; i++)
        print_named(p, "known", "", cmds->invariants[i]);
    if (cmds->pruned)
        print_named(p, "pruned", "", cmds->pruned);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        print_named(p, "fairness", cmds->sym->fair[i]->name, cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->nrewards; i++)
        print_named(p, "reward", cmds->sym->rewards[i]->name, cmds->rewards[i]);
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        bool deadlock = cmds->props[i].origin->kind == GT_PROP_DEADLOCK;
        if (cmds->props[i].formula)
            print_named(p, deadlock ? "end" : "property", deadlock ? "" : cmds->props[i].origin->name,
                        cmds->props[i].formula);
        if (deadlock)
            gt_str_addf(p->out, "property %s: no deadlock;\n", cmds->props[i].origin->name);
    }
}

void gt_cmds_print(const gt_cmds *cmds, gt_str *out)
{
    gt_lets lets;
    gt_lets_init(&lets);
    scan_all(&lets, cmds);
    gt_printer p = {
        .out = out, .names = gt_namer_new(cmds->sym), .pop = cmds->pop, .cmds = cmds, .lets = &lets};
    gt_str_addf(out, "guarded commands %s // %s\n", cmds->sym->name, gt_encoding_names[cmds->encoding]);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        print_var(&p, &cmds->vars[i]);
    for (uint32_t i = 0; i < cmds->ncontrols; i++) {
        gt_str_addf(out, "control %u: ", i);
        describe_control(cmds, i, out);
        gt_str_add(out, ";\n");
    }
    for (uint32_t i = 0; i < cmds->ninit; i++)
        print_init(&p, &cmds->init[i]);
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        print_cmd(&p, &cmds->cmds[i]);
    print_rest(&p);
    gt_namer_free(p.names);
    gt_lets_fini(&lets);
}
