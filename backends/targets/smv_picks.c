#include "backends/targets/smv_picks.h"

#include "backends/targets/layout.h"
#include "backends/targets/smv_word.h"
#include "ir/cmd_picks.h"
#include "runtime/table.h"

#include <string.h>

static bool is_value(const gt_pick *pick, const gt_expr *e)
{
    return e->kind == GT_EXPR_BOUND && e->u.binder == pick->value;
}

/* Whether the next value of `var` tells what was picked: both have the same values. */
static bool alike(const gt_emit *e, uint32_t var, const gt_pick *pick)
{
    gt_type a = e->cmds->vars[var].type, b = pick->value->type;
    return a.kind == b.kind && a.lo == b.lo && a.hi == b.hi;
}

const int32_t *gt_smv_destinations(gt_emit *e, const gt_transition *t)
{
    int32_t *to = GT_NEW_ARRAY(e->ctx->arena, int32_t, t->cmd->npicks + 1);
    for (uint32_t p = 0; p < t->cmd->npicks; p++) {
        to[p] = -1;
        for (uint32_t a = 0; a < t->nassigns && to[p] < 0; a++)
            if (is_value(&t->cmd->picks[p], t->assigns[a].value) &&
                alike(e, t->assigns[a].var, &t->cmd->picks[p]))
                to[p] = (int32_t)t->assigns[a].var;
    }
    return to;
}

/* Values that some pick of this name can have in some transition where it is an input. */
static bool is_input(gt_emit *e, gt_fold *fold, const char *name, bool *may, int32_t lo)
{
    bool any = false;
    for (uint32_t i = 0; i < e->skeleton->n; i++) {
        const gt_transition *t = &e->skeleton->transitions[i];
        const int32_t *to = t->cmd->npicks ? gt_smv_destinations(e, t) : NULL;
        for (uint32_t p = 0; p < t->cmd->npicks; p++) {
            const gt_pick *pick = &t->cmd->picks[p];
            gt_expr bound = {.kind = GT_EXPR_BOUND, .u.binder = pick->value};
            if (to[p] >= 0 || strcmp(gt_names_pick(&e->names, &bound), name) != 0)
                continue;
            any = true;
            for (int64_t v = lo; v <= pick->value->type.hi; v++)
                may[v - lo] = may[v - lo] || !gt_expr_is_false(gt_pick_at(fold, pick, v));
        }
    }
    return any;
}

static void input(gt_emit *e, const gt_pick_name *pick, bool words, const bool *may)
{
    gt_type type = pick->pick->value->type;
    const char *lead = "";
    if (type.kind == GT_TYPE_BOOL) {
        gt_str_add(e->out, "boolean;\n");
    } else if (!pick->values.symbols) {
        gt_smv_type(e->out, type, words);
        gt_str_add(e->out, ";\n");
    } else {
        gt_str_add(e->out, "{" GT_LAYOUT_OPEN);
        for (int32_t v = type.lo; v <= type.hi; v++) {
            if (!may[v - type.lo])
                continue;
            gt_str_addf(e->out, "%s%s", lead, pick->values.names[v - type.lo]);
            lead = "," GT_LAYOUT_BREAK;
        }
        gt_str_add(e->out, GT_LAYOUT_CLOSE "};\n");
    }
}

void gt_smv_inputs(gt_emit *e, bool words)
{
    gt_fold *fold = gt_fold_new(e->ctx->arena);
    gt_words seen = {0};
    bool first = true;
    for (uint32_t i = 0; i < e->names.npicks; i++) {
        const gt_pick_name *pick = &e->names.picks[i];
        gt_type type = pick->pick->value->type;
        bool *may = GT_NEW_ARRAY(e->ctx->arena, bool, (size_t)((int64_t)type.hi - type.lo + 1));
        if (!gt_words_take(&seen, pick->name) || !is_input(e, fold, pick->name, may, type.lo))
            continue;
        gt_str_addf(e->out, "%s  %s : ", first ? "\nIVAR\n" : "", pick->name);
        input(e, pick, words, may);
        first = false;
    }
    gt_words_fini(&seen);
    gt_fold_free(fold);
}

void gt_smv_pick(gt_emit *e, const gt_transition *t)
{
    e->em.cmd = t ? t->cmd : NULL;
    if (!t || !t->cmd->npicks)
        return;
    const int32_t *to = gt_smv_destinations(e, t);
    const char **at = GT_NEW_ARRAY(e->ctx->arena, const char *, t->cmd->npicks);
    for (uint32_t p = 0; p < t->cmd->npicks; p++)
        at[p] = to[p] < 0 ? NULL : gt_arena_printf(e->ctx->arena, "next(%s)", e->names.vars[to[p]]);
    e->em.at = at;
}
