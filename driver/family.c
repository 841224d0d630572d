#include "driver/family.h"

#include "backends/check/engine.h"
#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* Two numbers of processes that stand for any: larger than whatever a program mentions, and far apart. What
 * the passes make of both must be the same but for ranges, else something else than the symbols depended on
 * them. */
static const int32_t stand_ins[] = {1000003, 20000003};
enum { LARGEST = 10000 }; /* number in a program */

static const gt_define *defines_of(const gt_job *job, gt_arena *arena, size_t more, size_t *n)
{
    const gt_opt_list *given = &job->options->defines;
    gt_define *defs = GT_NEW_ARRAY(arena, gt_define, given->count + more + 1);
    for (*n = 0; *n < given->count; ++*n) {
        const char *text = given->items[*n], *equals = strchr(text, '=');
        defs[*n].name = gt_arena_strndup(arena, text, (size_t)(equals - text));
        defs[*n].value = equals + 1;
    }
    return defs;
}

/* ---- which properties ---- */

static bool is_safety(const gt_prop *p)
{
    const gt_expr *e = p->formula;
    bool never = p->kind == GT_PROP_CTL && e->kind == GT_EXPR_NOT;
    if (p->nprefix)
        return false;
    e = never ? e->kids[0] : e;
    switch (p->kind) {
    case GT_PROP_DEADLOCK: return true;
    case GT_PROP_INVARIANT: return !gt_temporal_in(e);
    case GT_PROP_CTL: return e->kind == (never ? GT_EXPR_EF : GT_EXPR_AG) && !gt_temporal_in(e->kids[0]);
    case GT_PROP_LTL:
    case GT_PROP_PCTL:
    case GT_PROP_NOERROR: break;
    }
    return false;
}

/* A copy with the properties that are asked about, and those that passes have added. */
static const gt_sym *keep(gt_arena *arena, const gt_sym *sym, const bool *kept, uint32_t nwritten)
{
    gt_sym *copy = gt_arena_copy(arena, sym, 1, sizeof *sym);
    copy->props = GT_NEW_ARRAY(arena, gt_prop *, sym->nprops);
    copy->nprops = 0;
    for (uint32_t p = 0; p < sym->nprops; p++)
        if (p >= nwritten || kept[p])
            copy->props[copy->nprops++] = sym->props[p];
    return copy;
}

/* ---- what stands in for any number must not show ---- */

/* Every number of the program without sizes in it is small. */
static bool is_large(void *data, const gt_expr *e)
{
    (void)data;
    return e->kind == GT_EXPR_CONST && (e->u.value > LARGEST || e->u.value < -LARGEST);
}

static bool any_large(const gt_expr *e)
{
    if (!e)
        return false;
    if (is_large(NULL, e))
        return true;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (any_large(e->kids[i]))
            return true;
    return false;
}

static const gt_expr *large_number(const gt_sym *sym)
{
    for (uint32_t i = 0; i < sym->nprops; i++)
        if (any_large(sym->props[i]->formula))
            return sym->props[i]->formula;
    for (uint32_t i = 0; i < sym->nrules; i++) {
        const gt_rule *r = sym->rules[i];
        if (any_large(r->guard))
            return r->guard;
        for (uint32_t b = 0; b < r->nbranches; b++)
            for (uint32_t u = 0; u < r->branches[b].nupdates; u++)
                if (any_large(r->branches[b].updates[u].cond) || any_large(r->branches[b].updates[u].value))
                    return r->branches[b].updates[u].value;
        for (uint32_t c = 0; c < r->nchoices; c++)
            if (any_large(r->choices[c]->where))
                return r->choices[c]->where;
    }
    return NULL;
}

/* The commands as text, without what they say of ranges of columns. */
static void text_of(const gt_cmds *cmds, gt_str *out)
{
    gt_cmds copy = *cmds;
    gt_str all;
    gt_str_init(&all);
    gt_cmds_print(&copy, &all);
    for (const char *line = gt_str_text(&all); *line;) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) + 1 : strlen(line);
        bool ranged = strncmp(line, "var ", 4) == 0;
        for (uint32_t v = 0; v < cmds->nvars && !ranged; v++) {
            size_t name = strlen(cmds->vars[v].name);
            ranged = cmds->vars[v].var && cmds->vars[v].var->is_size && !strncmp(line, "init ", 5) &&
                     !strncmp(line + 5, cmds->vars[v].name, name) && line[5 + name] == ' ';
        }
        if (!ranged)
            gt_str_addn(out, line, len);
        line += len;
    }
    gt_str_fini(&all);
}

static bool same_commands(const gt_cmds *a, const gt_cmds *b)
{
    gt_str x, y;
    gt_str_init(&x);
    gt_str_init(&y);
    text_of(a, &x);
    text_of(b, &y);
    bool same = a->nvars == b->nvars && !strcmp(gt_str_text(&x), gt_str_text(&y));
    gt_str_fini(&x);
    gt_str_fini(&y);
    return same;
}

/* ---- the open program ---- */

static const gt_sym *read_open(gt_family *f, int32_t stand_in)
{
    gt_job *job = f->job;
    gt_source source = {.name = job->file, .text = job->text, .len = job->len, .open = stand_in};
    source.defs = defines_of(job, f->ctx.arena, 0, &source.ndefs);
    return gt_frontend_read(&f->ctx, source);
}

static const gt_cmds *make_open(gt_family *f, int32_t stand_in)
{
    gt_programs made = {.sym = read_open(f, stand_in)};
    gt_shape shape = {.kind = GT_SHAPE_DENSE};
    if (!made.sym)
        return NULL;
    const gt_expr *large = large_number(made.sym);
    if (large) {
        gt_error(f->ctx.diag, large->pos, "open-size",
                 "a number beyond %d here: sizes that are left open are compared with smaller ones only",
                 LARGEST);
        return NULL;
    }
    uint32_t nwritten = made.sym->nprops;
    if (!gt_pipeline_run(&f->ctx, &made, GT_MADE_TOTAL, shape, NULL))
        return NULL;
    made.sym = keep(f->ctx.arena, made.sym, f->kept, nwritten);
    return gt_pipeline_run(&f->ctx, &made, GT_MADE_COMMANDS, shape, NULL) ? made.cmds : NULL;
}

static bool make_both(gt_job *job, void *arg)
{
    gt_family *f = arg;
    (void)job;
    f->cmds = make_open(f, stand_ins[0]);
    const gt_cmds *other = f->cmds ? make_open(f, stand_ins[1]) : NULL;
    if (!other)
        return false;
    if (same_commands(f->cmds, other))
        return true;
    gt_error(
        f->ctx.diag, (gt_pos){0}, "open-size",
        "a condition of this program depends on the number of processes in a way that is not understood");
    gt_help(f->ctx.diag, "fix the number with -D, and use gentrans check");
    return false;
}

static bool find_sizes(gt_family *f)
{
    f->names = GT_NEW_ARRAY(f->ctx.arena, const char *, (size_t)f->cmds->nvars + 1);
    for (uint32_t v = 0; v < f->cmds->nvars; v++)
        if (f->cmds->vars[v].var && f->cmds->vars[v].kind == GT_CVAR_SHARED && f->cmds->vars[v].var->is_size)
            f->names[f->nsizes++] = f->cmds->vars[v].var->name;
    if (f->nsizes)
        return true;
    const gt_sym *sym = f->job->whole;
    gt_error(f->ctx.diag, sym->nprocs ? sym->procs[0]->pos : (gt_pos){0}, "open-size",
             "no number of processes is left open: nothing to prove for every one");
    gt_help(f->ctx.diag,
            "declare it as a constant, `const n = 3;`, `process P[n]`, and do not give it with -D");
    return false;
}

static void find_kept(gt_family *f)
{
    const gt_sym *sym = f->job->whole;
    bool *kept = GT_NEW_ARRAY(f->ctx.arena, bool, (size_t)sym->nprops + 1);
    for (uint32_t p = 0; p < sym->nprops; p++)
        kept[p] = f->job->kept[p] && is_safety(sym->props[p]);
    f->kept = kept;
}

bool gt_family_open(gt_job *job, gt_family *f, gt_exit *code)
{
    *f = (gt_family){.job = job, .ctx = {job->ctx.arena, gt_diag_new()}};
    if (job->options->json)
        gt_diag_keep(f->ctx.diag, &job->diagnostics);
    find_kept(f);
    bool ok = gt_job_watched(job, make_both, f) && find_sizes(f);
    *code = GT_EXIT_USAGE;
    if (gt_diag_errors(f->ctx.diag)) /* its warnings have been given before */
        gt_diag_flush(f->ctx.diag, stderr);
    else if (!ok)
        *code = gt_job_failed(job);
    return ok;
}

void gt_family_close(gt_family *f)
{
    gt_diag_free(f->ctx.diag);
}

/* ---- instances ---- */

void gt_family_check(const gt_family *f, const int64_t *sizes, uint64_t work, gt_instance *out)
{
    gt_job *job = f->job;
    *out = (gt_instance){0};
    gt_ctx_init(&out->ctx);
    gt_source source = {.name = job->file, .text = job->text, .len = job->len};
    gt_define *defs = (gt_define *)(uintptr_t)defines_of(job, out->ctx.arena, f->nsizes, &source.ndefs);
    for (uint32_t i = 0; i < f->nsizes; i++)
        defs[source.ndefs++] =
            (gt_define){f->names[i], gt_arena_printf(out->ctx.arena, "%lld", (long long)sizes[i])};
    source.defs = defs;
    gt_programs made = {.sym = gt_frontend_read(&out->ctx, source)};
    gt_shape shape = {.kind = GT_SHAPE_BEST};
    const gt_sym *whole = made.sym;
    uint32_t nwritten = whole ? whole->nprops : 0;
    if (!whole || !gt_pipeline_run(&out->ctx, &made, GT_MADE_TOTAL, shape, NULL))
        return;
    out->written = keep(out->ctx.arena, whole, f->kept, nwritten);
    made.sym = keep(out->ctx.arena, made.sym, f->kept, nwritten);
    if (!gt_pipeline_run(&out->ctx, &made, GT_MADE_GHOSTS, shape, NULL))
        return;
    const gt_engine *engine = gt_engine_for(NULL, GT_TAKES_CLASSES);
    gt_check_options options = {.limits = gt_job_limits_left(job), .threads = 1};
    options.limits.work = work;
    const char *why;
    gt_program program = {.written = out->written, .sym = made.sym};
    out->report = engine->decide(&out->ctx, engine, &program, &options, &why);
}

void gt_instance_close(gt_instance *instance)
{
    gt_ctx_fini(&instance->ctx);
}
