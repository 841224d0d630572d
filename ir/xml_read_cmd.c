#include "ir/xml_read.h"

#include <inttypes.h>

static void read_labels(gt_xml_in *in, const xmlNode *values, gt_cvar *var)
{
    uint32_t n = gt_xml_count(values, "label");
    if (n == 0)
        return;
    if (n != (uint64_t)((int64_t)var->type.hi - var->type.lo + 1)) {
        gt_xml_error(in, values, "%s needs a label for each of its values, or none", var->name);
        return;
    }
    var->labels = GT_NEW_ARRAY(in->arena, const char *, n);
    n = 0;
    for (const xmlNode *k = gt_xml_first(values); k; k = gt_xml_next(k))
        var->labels[n++] = gt_xml_attr_text(in, k, "name");
}

static void read_cell(gt_xml_in *in, const xmlNode *node, gt_cvar *var)
{
    static const char *const kinds[] = {"shared", "counter",    "at", "alias",
                                        "slot",   "slot-count", "id", "local"};
    size_t kind;
    const xmlNode *values = gt_xml_child(node, "values");
    var->name = gt_xml_attr_text(in, node, "name");
    gt_xml_attr_word(in, node, "kind", kinds, 8, &kind);
    var->kind = (gt_cvar_kind)kind;
    if (gt_xml_attr_get(node, "shared") || gt_xml_attr_get(node, "local"))
        var->var = gt_xml_attr_variable(in, node);
    if (gt_xml_attr_get(node, "process"))
        var->proc = gt_xml_attr_process(in, node, "process");
    if (gt_xml_attr_get(node, "state"))
        gt_xml_attr_index(in, node, "state", UINT32_MAX, "local state", &var->state);
    if (gt_xml_attr_get(node, "idvar"))
        gt_xml_attr_index(in, node, "idvar", UINT32_MAX, "id variable", &var->idvar);
    if (gt_xml_attr_get(node, "slot"))
        gt_xml_attr_index(in, node, "slot", UINT32_MAX, "slot", &var->slot);
    if (!values || !gt_xml_attr_type_of(in, values, &var->type)) {
        in->failed = true;
        return;
    }
    if (var->type.kind == GT_TYPE_ID)
        gt_xml_error(in, values, "%s cannot hold a process", var->name);
    else
        read_labels(in, values, var);
    gt_xml_mark(in, var, node);
}

static void read_step(gt_xml_in *in, const xmlNode *node, gt_init_step *step)
{
    const xmlNode *lo = gt_xml_first(node), *hi = lo ? gt_xml_next(lo) : NULL;
    if (hi && gt_xml_is(hi, "where"))
        hi = NULL;
    gt_xml_attr_index(in, node, "n", in->cmds->nvars, "variable", &step->var);
    if (!lo)
        gt_xml_error(in, node, "<begin> is empty");
    step->lo = lo ? gt_xml_read_expr(in, lo) : NULL;
    step->hi = hi ? gt_xml_read_expr(in, hi) : step->lo;
    step->where = gt_xml_read_in(in, node, "where");
    gt_xml_mark(in, step, node);
}

static void read_branch(gt_xml_in *in, const xmlNode *node, gt_cmd_branch *branch)
{
    gt_assign *assigns = GT_NEW_ARRAY(in->arena, gt_assign, gt_xml_count(node, "assign"));
    branch->prob = gt_xml_read_in(in, node, "probability");
    branch->assigns = assigns;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "assign"))
            continue;
        gt_assign *a = &assigns[branch->nassigns++];
        const xmlNode *inside = gt_xml_first(n);
        gt_xml_attr_index(in, n, "n", in->cmds->nvars, "variable", &a->var);
        if (!inside)
            gt_xml_error(in, n, "<assign> is empty");
        a->value = inside ? gt_xml_read_expr(in, inside) : NULL;
    }
}

static void read_command(gt_xml_in *in, const xmlNode *node, gt_cmd *cmd)
{
    uint32_t origin;
    gt_cmd_branch *branches = GT_NEW_ARRAY(in->arena, gt_cmd_branch, gt_xml_count(node, "branch"));
    if (gt_xml_attr_index(in, node, "rule", in->sym->nrules, "rule", &origin))
        cmd->origin = in->sym->rules[origin];
    cmd->label = gt_xml_attr_text(in, node, "label");
    cmd->guard = gt_xml_read_in(in, node, "guard");
    if (!cmd->guard && !in->failed)
        gt_xml_error(in, node, "a command without a guard");
    cmd->weight = gt_xml_read_in(in, node, "weight");
    cmd->branches = branches;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "branch"))
            read_branch(in, n, &branches[cmd->nbranches++]);
    gt_xml_mark(in, cmd, node);
}

/* Variables first: expressions refer to them. */
static void read_cells(gt_xml_in *in, const xmlNode *node)
{
    gt_cmds *cmds = in->cmds;
    cmds->vars = GT_NEW_ARRAY(in->arena, gt_cvar, gt_xml_count(node, "cell"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "cell"))
            read_cell(in, n, &cmds->vars[cmds->nvars++]);
}

static void read_parts(gt_xml_in *in, const xmlNode *node)
{
    gt_cmds *cmds = in->cmds;
    gt_init_step *init = GT_NEW_ARRAY(in->arena, gt_init_step, gt_xml_count(node, "begin"));
    cmds->init = init;
    cmds->cmds = GT_NEW_ARRAY(in->arena, gt_cmd, gt_xml_count(node, "command"));
    cmds->props = GT_NEW_ARRAY(in->arena, gt_cmd_prop, gt_xml_count(node, "checked"));
    cmds->invariants = gt_xml_read_list(in, node, "known", &cmds->ninvariants);
    cmds->fair = gt_xml_read_list(in, node, "fair", &cmds->nfair);
    cmds->rewards = gt_xml_read_list(in, node, "earned", &cmds->nrewards);
    cmds->error = gt_xml_read_in(in, node, "error");
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "begin")) {
            read_step(in, n, &init[cmds->ninit++]);
        } else if (gt_xml_is(n, "command")) {
            read_command(in, n, &cmds->cmds[cmds->ncmds++]);
        } else if (gt_xml_is(n, "checked")) {
            gt_cmd_prop *prop = &cmds->props[cmds->nprops++];
            prop->origin = gt_xml_read_checked(in, n, &prop->formula);
            gt_xml_mark(in, prop, n);
        }
    }
}

bool gt_xml_read_cmds(gt_xml_in *in, const xmlNode *node)
{
    static const char *const encodings[] = {"none", "dense", "paper", "vector", "pairs"};
    size_t encoding;
    const xmlNode *pop = gt_xml_child(node, "population"), *sym = gt_xml_child(node, "symmetric");
    if (!pop && !sym)
        gt_xml_error(in, node, "there is no program in it that the commands come from");
    if (pop ? !gt_xml_read_pop(in, pop) : !sym || !gt_xml_read_sym(in, sym))
        return false;
    gt_cmds *cmds = GT_NEW(in->arena, gt_cmds);
    in->cmds = cmds;
    gt_xml_attr_word(in, node, "encoding", encodings, 5, &encoding);
    cmds->encoding = (gt_encoding)encoding;
    cmds->sym = in->sym;
    cmds->pop = in->pop;
    read_cells(in, node);
    if (in->failed)
        return false;
    gt_xml_read_tables(in, node);
    read_parts(in, node);
    if (!in->failed) {
        gt_check check = {.report = gt_xml_check_report, .data = in, .foreign = true};
        gt_check_cmds(&check, cmds);
    }
    return !in->failed;
}
