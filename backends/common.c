#include "backends/common.h"

#include "runtime/base.h"

#include <string.h>

const char *gt_prop_kind_name(gt_prop_kind kind)
{
    switch (kind) {
    case GT_PROP_INVARIANT: return "invariant";
    case GT_PROP_CTL: return "ctl";
    case GT_PROP_LTL: return "ltl";
    case GT_PROP_PCTL: return "pctl";
    case GT_PROP_DEADLOCK: return "deadlock free";
    case GT_PROP_NOERROR: return "no error";
    }
    gt_ice("property kind %d", (int)kind);
}

bool gt_prop_is_temporal(gt_prop_kind kind)
{
    return kind == GT_PROP_CTL || kind == GT_PROP_LTL;
}

bool gt_skipped(const gt_emit_options *options, uint32_t prop)
{
    return options->skip && options->skip[prop];
}

const char *gt_emit_base(const gt_cmds *cmds, const gt_emit_options *options)
{
    return options->base ? options->base : cmds->sym->name;
}

void gt_outputs_init(gt_outputs *out)
{
    *out = (gt_outputs){0};
}

void gt_outputs_fini(gt_outputs *out)
{
    for (uint32_t i = 0; i < out->nfiles; i++)
        gt_str_fini(&out->files[i].text);
    out->nfiles = 0;
}

gt_str *gt_outputs_add(gt_outputs *out, const char *suffix)
{
    if (out->nfiles == GT_MAX_OUTPUTS)
        gt_ice("more than %d output files", GT_MAX_OUTPUTS);
    gt_out_file *file = &out->files[out->nfiles++];
    file->suffix = suffix;
    gt_str_init(&file->text);
    return &file->text;
}

bool gt_init_constant(const gt_cmds *cmds, uint32_t var, int32_t *value)
{
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        int64_t lo, hi;
        if (cmds->init[i].var != var)
            continue;
        if (!gt_expr_is_const(cmds->init[i].lo, &lo) || !gt_expr_is_const(cmds->init[i].hi, &hi) || lo != hi)
            return false;
        *value = (int32_t)lo;
        return true;
    }
    gt_ice("variable %s has no initial value", cmds->vars[var].name);
}

bool gt_init_unique(const gt_cmds *cmds)
{
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        int32_t value;
        if (!gt_init_constant(cmds, cmds->init[i].var, &value) || cmds->init[i].where)
            return false;
    }
    return true;
}

const char *gt_comment(gt_arena *arena, const char *text)
{
    gt_str s;
    gt_str_init(&s);
    for (const char *p = text ? text : ""; *p; p++) {
        gt_str_addc(&s, (unsigned char)*p < ' ' ? ' ' : *p);
        if ((p[0] == '*' && (p[1] == '/' || p[1] == ')')) || (p[0] == '(' && p[1] == '*') ||
            (p[0] == '/' && p[1] == '*') || p[0] == '\\')
            gt_str_addc(&s, ' ');
    }
    const char *copy = gt_arena_strdup(arena, gt_str_text(&s));
    gt_str_fini(&s);
    return copy;
}

static const char *encoding_name(gt_encoding encoding)
{
    switch (encoding) {
    case GT_ENC_NONE: return "none (n explicit processes)";
    case GT_ENC_DENSE: return "dense";
    case GT_ENC_PAPER: return "paper";
    case GT_ENC_VECTOR: return "vector";
    case GT_ENC_PAIRS: return "pairs";
    }
    gt_ice("encoding %d", (int)encoding);
}

/* What a variable stands for, for the map of names. */
static void describe(gt_str *out, gt_arena *arena, const gt_cmds *cmds, const gt_cvar *var)
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
    }
    (void)arena;
}

static void comment_lines(gt_str *out, const char *lead, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        gt_str_addf(out, "%s   %.*s\n", lead, (int)len, text);
        text += len + (text[len] == '\n');
    }
}

void gt_emit_header(gt_str *out, const char *lead, const char *title, const gt_names *names,
                    const gt_emit_options *options, const char *command)
{
    const gt_cmds *cmds = names->cmds;
    gt_arena *arena = gt_arena_new();
    gt_str_addf(out, "%s %s\n", lead, title);
    gt_str_addf(out, "%s made by %s from %s (model %s), encoding %s\n", lead,
                options->producer ? options->producer : "gentrans",
                cmds->sym->file ? gt_comment(arena, cmds->sym->file) : "?", cmds->sym->name,
                encoding_name(cmds->encoding));
    if (command) {
        gt_str_addf(out, "%s Run it with:\n", lead);
        comment_lines(out, lead, command);
    }
    gt_str_addf(out, "%s Names:\n", lead);
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        gt_str what;
        gt_str_init(&what);
        describe(&what, arena, cmds, &cmds->vars[i]);
        gt_str_addf(out, "%s   %s: %s\n", lead, names->vars[i], gt_comment(arena, gt_str_text(&what)));
        gt_str_fini(&what);
    }
    for (uint32_t i = 0; i < names->nvalues; i++)
        if (strcmp(names->values[i].name, names->values[i].label) != 0)
            gt_str_addf(out, "%s   %s: the value %s\n", lead, names->values[i].name,
                        gt_comment(arena, names->values[i].label));
    gt_arena_free(arena);
}
