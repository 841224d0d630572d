#include "backends/targets/rules.h"

#include "backends/targets/common.h"
#include "runtime/table.h"

#include <ctype.h>
#include <string.h>

/* "Idle -> Trying by tok" becomes Idle_to_Trying_by_tok. */
static const char *identifier(gt_emit *e, const char *what, const char *label)
{
    gt_str out;
    gt_str_init(&out);
    gt_str_add(&out, what);
    for (const char *p = label; *p; p++) {
        bool arrow = p[0] == '-' && p[1] == '>';
        if (arrow)
            gt_str_add(&out, "to");
        else if (isalnum((unsigned char)*p))
            gt_str_addc(&out, *p);
        else if (out.len && out.text[out.len - 1] != '_')
            gt_str_addc(&out, '_');
        p += arrow;
    }
    while (out.len && out.text[out.len - 1] == '_')
        out.text[--out.len] = '\0';
    const char *name = gt_arena_strdup(e->ctx->arena, gt_str_text(&out));
    gt_str_fini(&out);
    return name;
}

static const gt_rule *written(const gt_rule *rule)
{
    while (rule->origin)
        rule = rule->origin;
    return rule;
}

static const char **name_commands(gt_emit *e, const char *what, const bool *skip)
{
    const char **names = GT_NEW_ARRAY(e->ctx->arena, const char *, e->cmds->ncmds + 1);
    gt_words seen = {0};
    for (uint32_t i = 0; i < e->cmds->ncmds; i++) {
        if (skip && skip[i])
            continue;
        const char *wanted = identifier(e, what, e->cmds->cmds[i].label);
        names[i] = wanted;
        for (uint32_t k = 2; !gt_words_take(&seen, names[i]); k++)
            names[i] = gt_arena_printf(e->ctx->arena, "%s_%u", wanted, k);
        names[i] = gt_mangle(e->names.mangler, names[i]);
    }
    gt_words_fini(&seen);
    return names;
}

const char **gt_rule_names(gt_emit *e, const char *what)
{
    return name_commands(e, what, NULL);
}

gt_conditions gt_rule_conditions(gt_emit *e, const char *what, const gt_expr *const *fires)
{
    uint32_t n = e->cmds->ncmds;
    gt_conditions c = {.again = GT_NEW_ARRAY(e->ctx->arena, bool, n + 1)};
    uint32_t *first = GT_NEW_ARRAY(e->ctx->arena, uint32_t, n + 1);
    gt_ptrmap last = {0}; /* by condition: the last new one, from 1 */
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *before = gt_ptrmap_at(&last, fires[i]);
        const gt_cmd *cmd = &e->cmds->cmds[i], *other = &e->cmds->cmds[*before ? *before - 1 : i];
        c.again[i] = *before && written(other->origin) == written(cmd->origin) &&
                     strcmp(other->label, cmd->label) == 0;
        first[i] = c.again[i] ? (uint32_t)*before - 1 : i;
        *before = first[i] + 1;
    }
    gt_ptrmap_fini(&last);
    c.names = name_commands(e, what, c.again);
    for (uint32_t i = 0; i < n; i++) {
        c.names[i] = gt_expr_is_true(fires[i]) ? NULL : c.names[first[i]];
        c.again[i] = c.again[i] || !c.names[i];
    }
    return c;
}

const char **gt_rule_actions(gt_emit *e)
{
    const char **names = GT_NEW_ARRAY(e->ctx->arena, const char *, e->cmds->ncmds + 1);
    gt_ptrmap known = {0};
    for (uint32_t i = 0; i < e->cmds->ncmds; i++) {
        const gt_rule *rule = written(e->cmds->cmds[i].origin);
        names[i] = gt_ptrmap_pointer(&known, rule);
        if (!names[i])
            names[i] = gt_mangle(e->names.mangler, identifier(e, "", rule->label));
        gt_ptrmap_point(&known, rule, names[i]);
    }
    gt_ptrmap_fini(&known);
    return names;
}

void gt_rule_comment(gt_emit *e, const char *indent, const gt_cmd *before, const gt_cmd *cmd)
{
    const gt_rule *rule = written(cmd->origin);
    bool role = strcmp(cmd->label, rule->label) != 0;
    if (!before || written(before->origin) != rule)
        gt_emit_source(e, indent, rule->pos, rule->label);
    if (role && (!before || strcmp(before->label, cmd->label) != 0))
        gt_emit_comment(e, indent, cmd->label);
}
