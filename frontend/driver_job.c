#include "frontend/driver_job.h"

#include "frontend/frontend.h"
#include "ir/xml.h"
#include "passes/passes.h"
#include "runtime/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 30 };

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
        fprintf(stderr, "gentrans: cannot open '%s': %s\n", job->file, strerror(errno));
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
        fprintf(stderr, "gentrans: cannot read '%s': %s\n", job->file, strerror(errno));
    if (!failed && job->len > TEXT_MAX) {
        fprintf(stderr, "gentrans: '%s' is larger than %d bytes\n", job->file, TEXT_MAX);
        failed = true;
    }
    if (!standard)
        fclose(in);
    return !failed;
}

static bool set_warnings(gt_job *job)
{
    const gt_options *o = job->options;
    bool colour = o->color == GT_OPT_COLOR_ALWAYS ||
                  (o->color == GT_OPT_COLOR_AUTO && isatty(STDERR_FILENO) && !getenv("NO_COLOR"));
    bool errors = false;
    for (size_t i = 0; i < o->warnings.count; i++) {
        const char *name = o->warnings.items[i];
        bool on = strncmp(name, "no-", 3) != 0;
        const char *code = on ? name : name + 3;
        if (strcmp(code, "error") == 0) {
            errors = on;
        } else if (!gt_diag_enable(job->ctx.diag, code, on)) {
            fprintf(stderr, "gentrans: there is no warning '%s'\n", code);
            return false;
        }
    }
    bool json = o->diagnostics == GT_OPT_DIAGNOSTICS_JSON;
    gt_diag_options(job->ctx.diag, json ? GT_DIAG_JSON : GT_DIAG_TEXT, colour, errors);
    return true;
}

/* An XML file of any of the three representations; the root element tells which. */
static const gt_sym *load_xml(gt_job *job)
{
    gt_ctx *ctx = &job->ctx;
    const char *root = job->text;
    while ((root = strchr(root, '<')) && (root[1] == '?' || root[1] == '!'))
        root++;
    if (root && strncmp(root, "<commands", 9) == 0) {
        const gt_cmds *cmds = gt_cmds_read_xml(ctx, job->file, job->text, job->len);
        if (!cmds)
            return NULL;
        gt_cmds *ours = gt_arena_copy(ctx->arena, cmds, 1, sizeof *cmds);
        ours->ninvariants = 0; /* engines rely on them, and a file may say anything */
        job->cmds = ours;
        return ours->sym;
    }
    if (root && strncmp(root, "<population", 11) == 0) {
        job->pop = gt_pop_read_xml(ctx, job->file, job->text, job->len);
        return job->pop ? job->pop->sym : NULL;
    }
    const gt_sym *sym = gt_sym_read_xml(ctx, job->file, job->text, job->len);
    return sym && gt_frontend_check_symmetry(ctx, sym) ? sym : NULL;
}

static bool load(gt_job *job, void *arg)
{
    const gt_sym **sym = arg;
    gt_ctx *ctx = &job->ctx;
    gt_diag_source(ctx->diag, job->file, job->text, job->len);
    if (gt_has_extension(job->file, ".xml")) {
        *sym = load_xml(job);
        return *sym != NULL;
    }
    size_t n = job->options->defines.count;
    gt_define *defs = GT_NEW_ARRAY(ctx->arena, gt_define, n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *text = job->options->defines.items[i], *equals = strchr(text, '=');
        defs[i].name = gt_arena_strndup(ctx->arena, text, (size_t)(equals - text));
        defs[i].value = equals + 1;
    }
    *sym = gt_frontend_load(ctx, job->file, job->text, job->len, defs, n);
    return *sym != NULL;
}

/* ---- limits ---- */

double gt_job_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Called by allocations of a part: leaves it when it is time. */
static void watch(void *arg)
{
    gt_job *job = arg;
    uint64_t bytes = job->options->memory_limit;
    if (*gt_driver_interrupt())
        job->stopped = GT_STOP_INTERRUPT;
    else if (job->deadline > 0 && gt_job_now() > job->deadline)
        job->stopped = GT_STOP_TIME;
    else if (bytes > 0 && gt_arena_used(job->ctx.arena) > bytes)
        job->stopped = GT_STOP_MEMORY;
    else
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

double gt_job_seconds_left(const gt_job *job)
{
    if (job->options->time_limit <= 0)
        return 0;
    double left = job->began + job->options->time_limit - gt_job_now();
    return left > 1e-3 ? left : 1e-3;
}

size_t gt_job_bytes_left(const gt_job *job)
{
    size_t all = (size_t)job->options->memory_limit, used = gt_arena_used(job->ctx.arena);
    if (all == 0)
        return 0;
    return all > used ? all - used : 1;
}

const char *gt_stop_name(gt_stop stopped)
{
    switch (stopped) {
    case GT_STOP_NONE: return "not stopped";
    case GT_STOP_TIME: return "time limit";
    case GT_STOP_MEMORY: return "memory limit";
    case GT_STOP_INTERRUPT: return "interrupted";
    }
    gt_ice("no such reason");
}

gt_exit gt_job_failed(const gt_job *job)
{
    if (job->stopped == GT_STOP_NONE)
        return GT_EXIT_USAGE;
    fprintf(stderr, "gentrans: %s: given up during translation: %s\n", job->file, gt_stop_name(job->stopped));
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

/* --only: a name that no property has is an error. "error" is made later, by passes/total.c. */
static const gt_sym *keep_named(gt_job *job, const gt_sym *sym)
{
    const gt_opt_list *only = &job->options->only;
    for (size_t i = 0; i < only->count; i++) {
        bool found = strcmp(only->items[i], "error") == 0;
        for (uint32_t p = 0; p < sym->nprops; p++)
            found = found || strcmp(sym->props[p]->name, only->items[i]) == 0;
        if (found)
            continue;
        fprintf(stderr, "gentrans: '%s' has no property '%s'\n", job->file, only->items[i]);
        return NULL;
    }
    if (only->count == 0)
        return sym;
    gt_sym *copy = gt_arena_copy(job->ctx.arena, sym, 1, sizeof *sym);
    copy->props = GT_NEW_ARRAY(job->ctx.arena, gt_prop *, sym->nprops);
    copy->nprops = 0;
    for (uint32_t p = 0; p < sym->nprops; p++)
        if (is_named(only, sym->props[p]->name))
            copy->props[copy->nprops++] = sym->props[p];
    return copy;
}

const gt_sym *gt_job_keep(gt_job *job, gt_keep keep)
{
    const gt_sym *sym = job->written;
    if (keep == GT_KEEP_ALL)
        return sym;
    gt_sym *copy = gt_arena_copy(job->ctx.arena, sym, 1, sizeof *sym);
    copy->props = GT_NEW_ARRAY(job->ctx.arena, gt_prop *, sym->nprops);
    copy->nprops = 0;
    for (uint32_t p = 0; p < sym->nprops; p++)
        if ((sym->props[p]->nprefix > 0) == (keep == GT_KEEP_PREFIXED))
            copy->props[copy->nprops++] = sym->props[p];
    return copy;
}

/* ---- opening and closing ---- */

bool gt_job_open(gt_job *job, const gt_options *options, const char *file, gt_exit *code)
{
    *job = (gt_job){.options = options, .file = file, .began = gt_job_now()};
    job->deadline = options->time_limit > 0 ? job->began + options->time_limit : 0;
    *code = GT_EXIT_USAGE;
    gt_ctx_init(&job->ctx);
    if (!set_warnings(job) || !read_file(job))
        return false;
    const gt_sym *sym = NULL;
    bool loaded = gt_job_watched(job, load, &sym);
    if (!gt_job_flush(job) || !loaded) {
        *code = gt_job_failed(job);
        return false;
    }
    job->whole = sym;
    job->written = keep_named(job, sym);
    return job->written != NULL;
}

bool gt_job_flush(gt_job *job)
{
    gt_diag_flush(job->ctx.diag, stderr);
    return gt_diag_errors(job->ctx.diag) == 0;
}

void gt_job_close(gt_job *job)
{
    gt_ctx_fini(&job->ctx);
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

/* Of `made`, which passes/total.c has made of `whole`, the properties that `part` has, and its own. */
static const gt_sym *keep_part(gt_job *job, const gt_sym *made, const gt_sym *whole, const gt_sym *part)
{
    gt_sym *copy = gt_arena_copy(job->ctx.arena, made, 1, sizeof *made);
    copy->props = GT_NEW_ARRAY(job->ctx.arena, gt_prop *, made->nprops);
    copy->nprops = 0;
    for (uint32_t p = 0; p < made->nprops; p++) {
        uint32_t k = copy->nprops;
        if (p >= whole->nprops || (k < part->nprops && part->props[k] == whole->props[p]))
            copy->props[copy->nprops++] = made->props[p];
    }
    return copy;
}

/* The program as written, then: no errors at run time, no arrays, no prefixes. Errors first, and in the whole
 * program: what a property that is left out cannot evaluate is an error all the same. */
static bool make_core(gt_job *job, void *arg)
{
    gt_programs *out = arg;
    gt_ctx *ctx = &job->ctx;
    gt_sym_verify(job->whole);
    const gt_sym *sym = gt_pass_total(ctx, job->whole);
    if (sym)
        sym = gt_pass_scalar(ctx, keep_part(job, sym, job->whole, out->sym));
    if (sym)
        sym = gt_pass_ghosts(ctx, sym);
    if (sym)
        gt_sym_verify(sym);
    out->sym = sym;
    return sym != NULL;
}

bool gt_job_core(gt_job *job, const gt_sym *written, gt_programs *out)
{
    *out = (gt_programs){.sym = written};
    return gt_job_watched(job, make_core, out);
}

/* ... then processes become populations ... */
static bool make_population(gt_job *job, void *arg)
{
    gt_programs *out = arg;
    out->pop = gt_pass_population(&job->ctx, out->sym);
    if (out->pop)
        gt_pop_verify(out->pop);
    return out->pop != NULL;
}

bool gt_job_population(gt_job *job, gt_programs *out)
{
    return gt_job_watched(job, make_population, out);
}

/* ... then populations become counters, or n copies. */
static bool make_commands(gt_job *job, void *arg)
{
    gt_programs *out = arg;
    gt_ctx *ctx = &job->ctx;
    const gt_options *o = job->options;
    gt_encoding how = GT_ENC_DENSE;
    const gt_cmds *cmds;
    if (o->no_reduce || job->copies) {
        cmds = gt_pass_expand(ctx, out->sym);
    } else {
        if (o->style == GT_OPT_STYLE_PAPER)
            how = GT_ENC_PAPER;
        else if (o->encoding != GT_OPT_ENCODING_DENSE && !job->dense_only)
            how = gt_pass_choose_encoding(out->pop, o->encoding == GT_OPT_ENCODING_NONZERO);
        if (how == GT_ENC_DENSE || how == GT_ENC_PAPER)
            cmds = gt_pass_dense(ctx, out->pop, how == GT_ENC_PAPER);
        else
            cmds = gt_pass_nonzero(ctx, out->pop, how);
    }
    if (cmds)
        gt_cmds_verify(cmds);
    if (cmds && !job->dense_only) /* `exists i : P .` needs every counter, also those that never change */
        cmds = gt_pass_simplify(ctx, cmds);
    if (cmds)
        gt_cmds_verify(cmds);
    out->cmds = cmds;
    return cmds != NULL;
}

bool gt_job_encode(gt_job *job, gt_programs *out)
{
    return gt_job_watched(job, make_commands, out);
}

bool gt_job_pipeline(gt_job *job, const gt_sym *written, gt_programs *out)
{
    if (job->cmds || job->pop) { /* the file holds the result of the first passes */
        *out = (gt_programs){.sym = written, .pop = job->pop, .cmds = job->cmds};
        return job->cmds || gt_job_encode(job, out);
    }
    return gt_job_core(job, written, out) && (job->options->no_reduce || gt_job_population(job, out)) &&
           gt_job_encode(job, out);
}

const char *gt_encoding_name(gt_encoding encoding)
{
    switch (encoding) {
    case GT_ENC_NONE: return "none";
    case GT_ENC_DENSE: return "dense";
    case GT_ENC_PAPER: return "paper";
    case GT_ENC_VECTOR: return "vector";
    case GT_ENC_PAIRS: return "pairs";
    }
    gt_ice("no such encoding");
}
