#include "ir/xml_write.h"

static const char *kind_name(gt_cvar_kind kind)
{
    static const char *const names[] = {"shared", "counter",    "at", "alias",
                                        "slot",   "slot-count", "id", "local"};
    return names[kind];
}

/* What belongs to the kind and nothing else. */
static void attr_meaning(gt_xml_out *x, const gt_cvar *var)
{
    if (var->var)
        gt_xml_attr_var(x, var->var);
    else if (var->proc)
        gt_xml_attr_int(x, "process", var->proc->index);
    if (var->kind == GT_CVAR_COUNTER)
        gt_xml_attr_int(x, "state", var->state);
    if (var->kind == GT_CVAR_AT || var->kind == GT_CVAR_ALIAS)
        gt_xml_attr_int(x, "idvar", var->idvar);
    if (var->kind == GT_CVAR_SLOT || var->kind == GT_CVAR_SLOT_COUNT || var->kind == GT_CVAR_LOCAL)
        gt_xml_attr_int(x, "slot", var->slot);
}

static void write_var(gt_xml_out *x, const gt_cvar *var)
{
    gt_xml_open(x, "cell");
    gt_xml_attr(x, "name", var->name);
    gt_xml_attr(x, "kind", kind_name(var->kind));
    attr_meaning(x, var);
    gt_xml_open(x, "values");
    gt_xml_attr_type(x, var->type);
    for (int64_t i = 0; var->labels && i <= (int64_t)var->type.hi - var->type.lo; i++) {
        gt_xml_open(x, "label");
        gt_xml_attr(x, "name", var->labels[i]);
        gt_xml_close(x, "label");
    }
    gt_xml_close(x, "values");
    gt_xml_close(x, "cell");
}

static void write_init(gt_xml_out *x, const gt_init_step *step)
{
    gt_xml_open(x, "begin");
    gt_xml_attr_int(x, "n", step->var);
    gt_xml_expr(x, step->lo);
    if (step->hi != step->lo)
        gt_xml_expr(x, step->hi);
    gt_xml_expr_in(x, "where", step->where);
    gt_xml_close(x, "begin");
}

static void write_cmd(gt_xml_out *x, const gt_cmd *cmd)
{
    gt_xml_open(x, "command");
    gt_xml_attr_int(x, "rule", cmd->origin->index);
    gt_xml_attr(x, "label", cmd->label);
    gt_xml_expr_in(x, "guard", cmd->guard);
    gt_xml_expr_in(x, "weight", cmd->weight);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        gt_xml_open(x, "branch");
        gt_xml_expr_in(x, "probability", branch->prob);
        for (uint32_t i = 0; i < branch->nassigns; i++) {
            gt_xml_open(x, "assign");
            gt_xml_attr_int(x, "n", branch->assigns[i].var);
            gt_xml_expr(x, branch->assigns[i].value);
            gt_xml_close(x, "assign");
        }
        gt_xml_close(x, "branch");
    }
    gt_xml_close(x, "command");
}

static void write_body(gt_xml_out *x, const void *ir)
{
    const gt_cmds *cmds = ir;
    for (uint32_t i = 0; i < cmds->nvars; i++)
        write_var(x, &cmds->vars[i]);
    for (uint32_t i = 0; i < cmds->ninit; i++)
        write_init(x, &cmds->init[i]);
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        write_cmd(x, &cmds->cmds[i]);
    for (uint32_t i = 0; i < cmds->ninvariants; i++)
        gt_xml_expr_in(x, "known", cmds->invariants[i]);
    gt_xml_expr_in(x, "error", cmds->error);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        gt_xml_expr_in(x, "fair", cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->nrewards; i++)
        gt_xml_expr_in(x, "earned", cmds->rewards[i]);
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        gt_xml_open(x, "checked");
        gt_xml_attr_int(x, "property", gt_xml_prop_number(cmds->sym, cmds->props[i].origin));
        if (cmds->props[i].formula)
            gt_xml_expr(x, cmds->props[i].formula);
        gt_xml_close(x, "checked");
    }
}

void gt_cmds_write_xml(const gt_cmds *cmds, gt_str *out)
{
    static const char *const encodings[] = {"none", "dense", "paper", "vector", "pairs"};
    gt_xml_out x;
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_out_init(&x, cmds->sym, out);
    gt_xml_open(&x, "commands");
    gt_xml_attr(&x, "version", "1");
    gt_xml_attr(&x, "encoding", encodings[cmds->encoding]);
    gt_xml_inside(&x);
    if (cmds->pop)
        gt_xml_write_pop(out, cmds->pop);
    else
        gt_xml_write_sym(out, cmds->sym);
    gt_xml_with_tables(&x, write_body, cmds);
    gt_xml_close(&x, "commands");
    gt_xml_out_fini(&x);
}
