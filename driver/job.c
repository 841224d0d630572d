#include "driver/job.h"
#include "driver/ending.h"
#include "driver/terminal.h"

#include "frontend/frontend.h"
#include "frontend/sym/suggest.h"
#include "ir/xml/xml.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "runtime/clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 30 };
enum { RESIDENT_ASKED = 32 }; /* the system is asked less often than the arena */

void gt_job_say(gt_job *job, const char *format, ...)
{
    gt_str text;
    va_list args;
    gt_str_init(&text);
    va_start(args, format);
    gt_str_addv(&text, format, args);
    va_end(args);
    gt_say("%s", gt_str_text(&text));
    job->message = gt_arena_strdup(job->ctx.arena, gt_str_text(&text));
    gt_str_fini(&text);
}

/* ---- reading ---- */

bool gt_has_extension(const char *file, const char *extension)
{
    size_t n = strlen(file), m = strlen(extension);
    return n > m && strcmp(file + n - m, extension) == 0;
}

static bool read_file(gt_job *job)
{
    bool standard = strcmp(job->file, "-") == 0;
    FILE *in = standard ? stdin : gt_fopen(job->file, "rb");
    if (!in) {
        gt_job_say(job, "cannot open '%s': %s", job->file, strerror(errno));
        return false;
    }
    size_t cap = 1 << 16;
    job->text = gt_xmalloc(cap + 1, 1);
    for (size_t got; (got = fread(job->text + job->len, 1, cap - job->len, in)) > 0;) {
        job->len += got;
        if (job->len > TEXT_MAX)
            break;
        if (job->len == cap)
            job->text = gt_xrealloc(job->text, (cap *= 2) + 1, 1);
    }
    job->text[job->len] = '\0';
    bool failed = ferror(in) != 0;
    if (failed)
        gt_job_say(job, "cannot read '%s': %s", job->file, strerror(errno));
    if (!failed && job->len > TEXT_MAX) {
        gt_job_say(job, "'%s' is larger than %d bytes", job->file, TEXT_MAX);
        failed = true;
    }
    if (!standard)
        fclose(in);
    return !failed;
}

static bool set_warnings(gt_job *job)
{
    const gt_options *o = job->options;
    bool colour = gt_terminal_colours(o, STDERR_FILENO);
    bool errors = false;
    for (size_t i = 0; i < o->warnings.count; i++) {
        const char *name = o->warnings.items[i];
        bool on = strncmp(name, "no-", 3) != 0;
        const char *code = on ? name : name + 3;
        if (strcmp(code, "error") == 0) {
            errors = on;
        } else if (!gt_diag_enable(job->ctx.diag, code, on)) {
            gt_job_say(job, "there is no warning '%s'", code);
            return false;
        }
    }
    bool json = o->diagnostics == GT_OPT_DIAGNOSTICS_JSON;
    gt_diag_options(job->ctx.diag, json ? GT_DIAG_JSON : GT_DIAG_TEXT, colour, errors);
    return true;
}

/* An XML file of any of the three representations. */
static const gt_sym *load_xml(gt_job *job)
{
    gt_ctx *ctx = &job->ctx;
    gt_xml_file file = gt_xml_read(ctx, job->file, job->text, job->len);
    if (file.cmds) {
        gt_cmds *ours = gt_arena_copy(ctx->arena, file.cmds, 1, sizeof *ours);
        ours->pruned = NULL;
        ours->ninvariants = 0; /* engines rely on them, and a file may say anything */
        job->common.cmds = ours;
        job->common.made = GT_MADE_SIMPLE;
    } else if (file.pop) {
        job->common.pop = file.pop;
        job->common.made = GT_MADE_POPULATION;
    }
    return file.sym;
}

const gt_define *gt_job_defines(gt_job *job, size_t *n)
{
    gt_define *defs = GT_NEW_ARRAY(job->ctx.arena, gt_define, job->options->defines.count + 1);
    *n = job->options->defines.count;
    for (size_t i = 0; i < *n; i++) {
        const char *text = job->options->defines.items[i], *equals = strchr(text, '=');
        defs[i].name = gt_arena_strndup(job->ctx.arena, text, (size_t)(equals - text));
        defs[i].value = equals + 1;
    }
    return defs;
}

static bool load(gt_job *job, void *arg)
{
    const gt_sym **sym = arg;
    gt_ctx *ctx = &job->ctx;
    if (gt_has_extension(job->file, ".xml")) {
        *sym = load_xml(job);
        return *sym != NULL;
    }
    gt_source source = {.name = job->file, .text = job->text, .len = job->len};
    source.defs = gt_job_defines(job, &source.ndefs);
    if (job->options->command == GT_COMMAND_PROVE) /* parameters need no value there */
        source.open_params = 1000;
    *sym = gt_frontend_read(ctx, source);
    return *sym != NULL;
}

/* ---- limits ---- */

/* Called by allocations of a part: leaves it when it is time. */
static void watch(void *arg)
{
    gt_job *job = arg;
    size_t bytes = gt_arena_held(job->ctx.arena);
    if (job->limits.bytes && ++job->asked % RESIDENT_ASKED == 0 && gt_resident(0) > bytes)
        bytes = gt_resident(0);
    job->stopped = gt_limits_met(&job->limits, bytes);
    if (job->stopped == GT_STOP_NONE)
        return;
    job->left = true;
    longjmp(job->escape, 1);
}

/* The passes know nothing of limits, but all of them allocate. What they hold on the heap when they are left
 * is lost; the program is about to end then. */
bool gt_job_watched(gt_job *job, gt_job_part *part, void *arg)
{
    volatile bool ok = false;
    job->stopped = GT_STOP_NONE;
    gt_arena_set_watch(job->ctx.arena, watch, job);
    if (setjmp(job->escape) == 0)
        ok = part(job, arg);
    gt_arena_set_watch(job->ctx.arena, NULL, NULL);
    return ok;
}

gt_limits gt_job_limits_left(const gt_job *job)
{
    gt_limits left = job->limits;
    size_t used = gt_arena_held(job->ctx.arena);
    if (left.bytes)
        left.bytes = left.bytes > used ? left.bytes - used : 1;
    return left;
}

gt_exit gt_job_failed(gt_job *job)
{
    if (job->stopped == GT_STOP_NONE)
        return GT_EXIT_USAGE;
    gt_job_say(job, "%s: given up during translation: %s", job->file, gt_stop_name(job->stopped));
    return GT_EXIT_LIMIT;
}

/* ---- properties ---- */

static bool is_named(const gt_opt_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return names->count == 0;
}

/* --only: a name that no property has is an error. "error" is made later, by passes/symmetric/total.c. */
static bool choose_named(gt_job *job)
{
    const gt_opt_list *only = &job->options->only;
    for (size_t i = 0; i < only->count; i++) {
        bool found = strcmp(only->items[i], "error") == 0;
        for (uint32_t p = 0; p < job->whole->nprops; p++)
            found = found || strcmp(job->whole->props[p]->name, only->items[i]) == 0;
        if (found)
            continue;
        gt_suggest near = {.word = only->items[i]};
        for (uint32_t p = 0; p < job->whole->nprops; p++)
            gt_suggest_consider(&near, job->whole->props[p]->name);
        const char *meant =
            near.best ? gt_arena_printf(job->ctx.arena, "; did you mean '%s'?", near.best) : "";
        gt_job_say(job, "'%s' has no property '%s'%s", job->file, only->items[i], meant);
        return false;
    }
    bool *kept = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)job->whole->nprops + 1);
    for (uint32_t p = 0; p < job->whole->nprops; p++)
        kept[p] = is_named(only, job->whole->props[p]->name);
    job->kept = kept;
    return true;
}

bool gt_job_is_later(const gt_job *job)
{
    return job->common.made >= GT_MADE_POPULATION;
}

void gt_job_begin_again(gt_job *job)
{
    job->common = (gt_programs){.sym = job->whole};
}

bool gt_job_has(const gt_job *job, gt_props which, uint32_t p)
{
    bool prefixed = job->whole->props[p]->nprefix > 0;
    return gt_job_is_later(job) ||
           (job->kept[p] && (which == GT_PROPS_ALL || prefixed == (which == GT_PROPS_PREFIXED)));
}

bool gt_job_asks_exists(const gt_job *job, gt_props which)
{
    for (uint32_t p = 0; p < job->whole->nprops; p++)
        if (gt_job_has(job, which, p) && job->whole->props[p]->nprefix && job->whole->props[p]->prefix_exists)
            return true;
    return false;
}

void gt_job_leave_out(gt_job *job, const char *name)
{
    for (uint32_t p = 0; p < job->whole->nprops; p++)
        if (strcmp(job->whole->props[p]->name, name) == 0)
            job->kept[p] = false;
    gt_job_begin_again(job); /* the programs made so far have it */
}

/* A copy of `sym` with these properties, and those that passes have added. everything: it has all of the
 * whole program, else those that --only keeps. */
static const gt_sym *keep(gt_job *job, const gt_sym *sym, bool everything, gt_props which)
{
    gt_sym *copy = gt_arena_copy(job->ctx.arena, sym, 1, sizeof *sym);
    uint32_t at = 0;
    copy->props = GT_NEW_ARRAY(job->ctx.arena, gt_prop *, sym->nprops);
    copy->nprops = 0;
    for (uint32_t p = 0; p < job->whole->nprops; p++) {
        if (gt_job_has(job, which, p))
            copy->props[copy->nprops++] = sym->props[at];
        at += everything || job->kept[p];
    }
    while (at < sym->nprops)
        copy->props[copy->nprops++] = sym->props[at++];
    return copy;
}

/* ---- opening and closing ---- */

bool gt_job_open(gt_job *job, const gt_options *options, const char *file, gt_exit *code)
{
    *job = (gt_job){.options = options, .file = file};
    job->limits = (gt_limits){.deadline = options->time_limit > 0 ? gt_seconds() + options->time_limit : 0,
                              .bytes = (size_t)options->memory_limit,
                              .interrupt = gt_ending_interrupt()};
    *code = GT_EXIT_USAGE;
    gt_ctx_init(&job->ctx);
    gt_str_init(&job->diagnostics);
    if (options->json)
        gt_diag_keep(job->ctx.diag, &job->diagnostics);
    if (!set_warnings(job) || !read_file(job))
        return false;
    const gt_sym *sym = NULL;
    bool loaded = gt_job_watched(job, load, &sym);
    if (!gt_job_flush(job) || !loaded) {
        *code = gt_job_failed(job);
        return false;
    }
    job->whole = sym;
    if (!choose_named(job))
        return false;
    job->written = job->options->only.count ? keep(job, sym, true, GT_PROPS_ALL) : sym;
    job->common.sym = sym;
    return true;
}

bool gt_job_flush(gt_job *job)
{
    if (!job->options->repeated || gt_diag_errors(job->ctx.diag) > 0)
        gt_diag_flush(job->ctx.diag, stderr);
    return gt_diag_errors(job->ctx.diag) == 0;
}

void gt_job_close(gt_job *job)
{
    gt_ctx_fini(&job->ctx);
    gt_str_fini(&job->diagnostics);
    free(job->text);
}

const char *gt_job_base(gt_job *job)
{
    if (strcmp(job->file, "-") == 0)
        return "";
    const char *slash = strrchr(job->file, '/'), *base = slash ? slash + 1 : job->file;
    const char *dot = strrchr(base, '.');
    return gt_arena_strndup(job->ctx.arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

/* ---- the pipeline ---- */

gt_shape gt_job_shape(const gt_options *options)
{
    static const gt_shape_kind kinds[] = {
        [GT_OPT_ENCODING_AUTO] = GT_SHAPE_BEST,       [GT_OPT_ENCODING_DENSE] = GT_SHAPE_DENSE,
        [GT_OPT_ENCODING_NONZERO] = GT_SHAPE_NONZERO, [GT_OPT_ENCODING_VECTOR] = GT_SHAPE_VECTOR,
        [GT_OPT_ENCODING_PAIRS] = GT_SHAPE_PAIRS,     [GT_OPT_ENCODING_CONTROL] = GT_SHAPE_CONTROL};
    return (gt_shape){.kind = options->no_reduce                     ? GT_SHAPE_COPIES
                              : options->style == GT_OPT_STYLE_PAPER ? GT_SHAPE_PAPER
                                                                     : kinds[options->encoding]};
}

gt_shape gt_job_shape_written(const gt_options *options)
{
    gt_shape shape = gt_job_shape(options);
    shape.picks = true;
    return shape;
}

/* Errors first, and in the whole program: what a property that is left out cannot evaluate is an error all
 * the same. Then no arrays. */
static bool make_common(gt_job *job, gt_shape shape)
{
    gt_programs made = job->common;
    if (made.made >= GT_MADE_SCALAR)
        return true;
    if (!gt_pipeline_run(&job->ctx, &made, GT_MADE_TOTAL, shape, job->runs))
        return false;
    made.sym = keep(job, made.sym, true, GT_PROPS_ALL);
    if (!gt_pipeline_run(&job->ctx, &made, GT_MADE_SCALAR, shape, job->runs))
        return false;
    job->common = made;
    return true;
}

typedef struct {
    gt_props which;
    gt_programs *programs;
    gt_made to;
    gt_shape shape;
} making;

/* Where counters are no must, a program that has none becomes n copies, and the user is told. */
static gt_shape possible(gt_job *job, gt_shape shape)
{
    gt_tie tie = gt_sym_tie(job->written);
    if (shape.kind != GT_SHAPE_BEST || gt_job_is_later(job) || (!tie.var && !tie.proc))
        return shape;
    if (!job->told_copies) {
        if (tie.proc)
            gt_warning(job->ctx.diag, tie.proc->pos, "copies",
                       "'%s' is %s, so the program has no counter program: it becomes n copies",
                       tie.proc->name, gt_symmetry_text(tie.proc->symmetry));
        else
            gt_warning(job->ctx.diag, tie.var->pos, "copies",
                       "'%s' holds process ids, so the program has no counter program: it becomes n copies",
                       tie.var->name);
        gt_note(job->ctx.diag, (gt_pos){0},
                gt_sym_similar(job->written)
                    ? "exact, but not reduced; gentrans check reduces such programs as far as it goes"
                    : "exact, but not reduced; gentrans check --engine explicit reduces such programs, too");
    }
    job->told_copies = true;
    return (gt_shape){.kind = GT_SHAPE_COPIES};
}

static bool make(gt_job *job, void *arg)
{
    making *m = arg;
    if (m->to >= GT_MADE_COMMANDS)
        m->shape = possible(job, m->shape);
    if (!m->programs->sym) {
        if (!make_common(job, m->shape))
            return false;
        *m->programs = job->common;
        if (!gt_job_is_later(job))
            m->programs->sym = keep(job, job->common.sym, false, m->which);
    }
    return gt_pipeline_run(&job->ctx, m->programs, m->to, m->shape, job->runs);
}

bool gt_job_make(gt_job *job, gt_props which, gt_programs *programs, gt_made to, gt_shape shape)
{
    return gt_job_watched(job, make, &(making){which, programs, to, shape});
}
