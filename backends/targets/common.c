#include "backends/targets/common.h"

#include "ir/temporal/temporal.h"
#include "runtime/base.h"

#include <string.h>

bool gt_prop_is_temporal(gt_prop_kind kind)
{
    return kind == GT_PROP_CTL || kind == GT_PROP_LTL;
}

bool gt_skipped(const gt_emit_options *options, uint32_t prop)
{
    return options->skip && options->skip[prop];
}

const char *gt_emit_base(const gt_emit *e)
{
    return e->options->base ? e->options->base : e->cmds->sym->name;
}

const gt_expr *gt_emit_ltl(const gt_emit *e, uint32_t prop)
{
    gt_pos pos;
    const char *why = NULL;
    const gt_expr *f = gt_temporal_ltl(e->ctx, e->cmds, prop, &pos, &why);
    if (!f)
        gt_ice("emitting a refused property: %s", why);
    return f;
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

gt_str *gt_emit_open(gt_emit *e, const char *suffix)
{
    if (e->outputs->nfiles == GT_MAX_OUTPUTS)
        gt_ice("more than %d output files", GT_MAX_OUTPUTS);
    gt_out_file *file = &e->outputs->files[e->outputs->nfiles++];
    file->suffix = suffix;
    gt_str_init(&file->text);
    e->out = e->em.out = &file->text;
    return e->out;
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

bool gt_is_chosen(const gt_cmd *cmd)
{
    for (uint32_t p = 0; p < cmd->npicks; p++) {
        bool given = false;
        for (uint32_t b = 0; b < cmd->nbranches; b++)
            for (uint32_t a = 0; a < cmd->branches[b].nassigns; a++) {
                const gt_expr *value = cmd->branches[b].assigns[a].value;
                given |= value->kind == GT_EXPR_BOUND && value->u.binder == cmd->picks[p].value;
            }
        if (!given)
            return false;
    }
    return cmd->npicks > 0;
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

enum { COLUMNS = 100 };

/* One line of comment, or several if it is too long, set in by so many blanks. */
static void comment(gt_emit *e, const char *indent, size_t in, const char *text)
{
    const char *const *mark = e->target->comment;
    size_t room = COLUMNS - strlen(indent) - strlen(mark[0]) - strlen(mark[1]), used = 0;
    in = in < room / 2 ? in : room / 2;
    text = gt_comment(e->ctx->arena, text);
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t len = strcspn(text, " ");
        if (used && used + 1 + len > room) {
            gt_str_addf(e->out, "%s\n", mark[1]);
            used = 0;
        }
        if (!used) {
            gt_str_addf(e->out, "%s%s%*s", indent, mark[0], (int)in, "");
            used = in;
        }
        gt_str_addf(e->out, " %.*s", (int)len, text);
        used += 1 + len;
        text += len;
    }
    if (used)
        gt_str_addf(e->out, "%s\n", mark[1]);
}

void gt_emit_comment(gt_emit *e, const char *indent, const char *text)
{
    comment(e, indent, 0, text);
}

/* Source text without its comments. */
static void add_source(gt_str *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool line = text[i] == '/' && i + 1 < len && text[i + 1] == '/';
        bool block = text[i] == '/' && i + 1 < len && text[i + 1] == '*';
        while (line && i < len && text[i] != '\n')
            i++;
        if (block)
            for (i += 2; i + 1 < len && !(text[i] == '*' && text[i + 1] == '/');)
                i++;
        gt_str_addc(out, line || block || text[i] == '\0' ? ' ' : text[i]);
        i += block;
    }
}

static size_t blanks(const char *line)
{
    return strspn(line, " \t");
}

/* How far the lines behind the first are set in, all of them. */
static size_t margin(const char *text)
{
    size_t least = SIZE_MAX;
    for (const char *line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
        size_t in = blanks(++line);
        least = line[in] && line[in] != '\n' && in < least ? in : least;
    }
    return least;
}

/* As its lines are. */
void gt_emit_source(gt_emit *e, const char *indent, gt_pos pos, const char *name)
{
    size_t len;
    const char *text = gt_diag_at(e->ctx->diag, pos, &len);
    gt_str all;
    gt_str_init(&all);
    if (pos.line)
        gt_str_addf(&all, "line %u: ", pos.line);
    if (text)
        add_source(&all, text, len);
    else
        gt_str_add(&all, name);
    const char *line = gt_str_text(&all);
    for (size_t least = margin(line), first = 1; *line; first = 0) {
        size_t end = strcspn(line, "\n"), in = first || blanks(line) < least ? 0 : blanks(line) - least;
        comment(e, indent, in, gt_arena_strndup(e->ctx->arena, line, end));
        line += end + (line[end] == '\n');
    }
    gt_str_fini(&all);
}

void gt_emit_prop_source(gt_emit *e, const char *indent, const gt_prop *prop)
{
    gt_emit_source(e, indent, prop->pos,
                   gt_arena_printf(e->ctx->arena, "%s %s", gt_prop_words[prop->kind].said, prop->name));
}

void gt_emit_left_out(gt_emit *e)
{
    for (uint32_t i = 0; i < e->options->nleft; i++) {
        const gt_left_out *left = &e->options->left[i];
        gt_str_addc(e->out, '\n');
        gt_emit_prop_source(e, "", left->prop);
        gt_emit_comment(e, "",
                        gt_arena_printf(e->ctx->arena, "left out: %s cannot express it: %s",
                                        e->target->checker, left->why));
    }
}

/* What variables stand for: counters that are called by their local state once for each process type. */
static void describe(gt_emit *e, const char *lead)
{
    const gt_proc *counted = NULL;
    for (uint32_t i = 0; i < e->cmds->nvars; i++) {
        const gt_cvar *var = &e->cmds->vars[i];
        bool renamed = strcmp(e->names.vars[i], var->name) != 0;
        gt_str what;
        gt_str_init(&what);
        if (var->kind != GT_CVAR_COUNTER || renamed || strncmp(var->name, "n_", 2) != 0) {
            gt_cvar_describe(e->cmds, var, &what);
            gt_str_addf(e->out, "%s   %s: %s\n", lead, e->names.vars[i],
                        gt_comment(e->ctx->arena, gt_str_text(&what)));
        } else if (var->proc != counted) {
            counted = var->proc;
            gt_str_addf(e->out, "%s   n_...: number of %sprocesses of %s in a local state\n", lead,
                        e->cmds->encoding == GT_ENC_PAPER ? "" : "untracked ", var->proc->name);
        }
        gt_str_fini(&what);
    }
    for (int symbols = 0; symbols < 2; symbols++)
        for (uint32_t i = 0; i < (symbols ? e->names.nsymbols : e->names.nnumbers); i++) {
            const gt_value_name *v = symbols ? &e->names.symbols[i] : &e->names.numbers[i];
            if (strcmp(v->name, v->label) != 0)
                gt_str_addf(e->out, "%s   %s: the value %s\n", lead, v->name,
                            gt_comment(e->ctx->arena, v->label));
        }
}

/* Is the file called like the model? */
static bool is_called(const char *file, const char *model)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    size_t len = strlen(model);
    return strncmp(base, model, len) == 0 && strcmp(base + len, ".sym") == 0;
}

void gt_emit_header(gt_emit *e, const char *lead, const char *title, const char *command)
{
    const gt_cmds *cmds = e->cmds;
    const char *file = cmds->sym->file ? gt_comment(e->ctx->arena, cmds->sym->file) : "?";
    gt_str_addf(e->out, "%s %s%s%s for %s, encoding %s%s, made by gentrans\n", lead, file,
                is_called(file, cmds->sym->name) ? "" : ", model ",
                is_called(file, cmds->sym->name) ? "" : cmds->sym->name, title,
                gt_encoding_names[cmds->encoding], cmds->encoding == GT_ENC_NONE ? " (n processes)" : "");
    for (const char *line = command; line && *line;) {
        size_t len = strcspn(line, "\n");
        gt_str_addf(e->out, "%s   %.*s\n", lead, (int)len, line);
        line += len + (line[len] == '\n');
    }
    describe(e, lead);
}

void gt_emit_definitions(gt_emit *e, const char *lead, const char *is, const char *end)
{
    for (uint32_t i = 0; i < gt_share_ndefs(e->share); i++) {
        const char *name;
        const gt_expr *def = gt_share_def(e->share, i, &name);
        gt_str_addf(e->out, "%s%s%s", lead, name, is);
        gt_emit_body(&e->em, def, 0);
        gt_str_add(e->out, end);
    }
}
