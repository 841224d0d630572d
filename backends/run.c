#include "backends/run.h"

#include "backends/mangle.h"
#include "backends/run_impl.h"
#include "backends/temporal.h"
#include "runtime/base.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name, *variable, *program, *target, *install;
    bool (*run)(gt_run_job *job);
} checkers[] = {
    [GT_CHECKER_NUSMV] = {"NuSMV", "GENTRANS_NUSMV", "NuSMV", "smv", "scripts/checkers installs it",
                          gt_run_nusmv},
    [GT_CHECKER_SPIN] = {"Spin", "GENTRANS_SPIN", "spin", "pml", "on Debian: apt-get install spin",
                         gt_run_spin},
    [GT_CHECKER_TLC] = {"TLC", "GENTRANS_TLC", "tlc", "tla", "scripts/checkers installs it", gt_run_tlc},
    [GT_CHECKER_STORM] = {"Storm", "GENTRANS_STORM", "storm", "prism", "scripts/checkers installs it",
                          gt_run_storm},
    [GT_CHECKER_PRISM] = {"PRISM", "GENTRANS_PRISM", "prism", "prism", "see prismmodelchecker.org",
                          gt_run_storm},
};

const char *gt_run_name(gt_checker checker)
{
    return checkers[checker].name;
}

static bool executable(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

const char *gt_run_in_path(gt_arena *arena, const char *program)
{
    const char *path = getenv("PATH");
    for (const char *p = path ? path : "/usr/local/bin:/usr/bin:/bin"; *p;) {
        size_t len = strcspn(p, ":");
        const char *full = gt_arena_printf(arena, "%.*s/%s", (int)len, len ? p : ".", program);
        if (len && executable(full))
            return full;
        p += len + (p[len] == ':');
    }
    return NULL;
}

const char *gt_run_find(gt_arena *arena, gt_checker checker)
{
    const char *chosen = getenv(checkers[checker].variable), *prefix = getenv("GENTRANS_CHECKERS");
    const char *home = getenv("HOME");
    if (chosen && *chosen) {
        if (!strchr(chosen, '/'))
            return gt_run_in_path(arena, chosen);
        return executable(chosen) ? chosen : NULL;
    }
    if (!prefix && home)
        prefix = gt_arena_printf(arena, "%s/.cache/gentrans/checkers", home);
    if (prefix) {
        const char *full = gt_arena_printf(arena, "%s/bin/%s", prefix, checkers[checker].program);
        if (executable(full))
            return full;
    }
    return gt_run_in_path(arena, checkers[checker].program);
}

/* ---- the private folder ---- */

static char *make_folder(gt_ctx *ctx, const char **why)
{
    const char *base = getenv("TMPDIR");
    char *name = gt_arena_printf(ctx->arena, "%s/gentrans.XXXXXX", base && *base == '/' ? base : "/tmp");
    if (mkdtemp(name))
        return name;
    *why = gt_arena_printf(ctx->arena, "no folder for the checker's files: %s: %s", name, strerror(errno));
    return NULL;
}

/* The folder and what checkers put into it. Needs no memory of ours. */
static void remove_folder(void *arg)
{
    char *argv[] = {(char[]){"rm"}, (char[]){"-rf"}, (char[]){"--"}, arg, NULL}, *environment[] = {NULL};
    pid_t pid;
    int status;
    if (posix_spawn(&pid, "/bin/rm", NULL, NULL, argv, environment) == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
}

bool gt_run_write(gt_run_job *job, const char *name, const char *text, size_t len)
{
    const char *path = gt_arena_printf(job->ctx->arena, "%s/%s", job->folder, name);
    FILE *file = gt_fopen(path, "wb");
    bool fine = file && fwrite(text, 1, len, file) == len;
    if (file && fclose(file) != 0)
        fine = false;
    if (!fine)
        job->why = gt_arena_printf(job->ctx->arena, "%s: %s", path, strerror(errno));
    return fine;
}

bool gt_run_translate(gt_run_job *job, const char *target, const bool *skip, gt_outputs *out)
{
    gt_emit_options options = {.base = "model", .skip = skip, .smv_given = job->given};
    bool fine = true;
    gt_outputs_init(out);
    gt_backend_emit(job->ctx, gt_backend_find(target), job->cmds, &options, out);
    for (uint32_t i = 0; i < out->nfiles && fine; i++)
        fine = gt_run_write(job, gt_arena_printf(job->ctx->arena, "model%s", out->files[i].suffix),
                            gt_str_text(&out->files[i].text), out->files[i].text.len);
    return fine;
}

static void names_of(gt_run_job *job, const char *target, gt_names *names)
{
    const gt_backend *backend = gt_backend_find(target);
    gt_names_init(names, job->ctx->arena, job->cmds, backend->reserved, backend->by_width);
    gt_names_fini(names); /* the names themselves stay in the arena */
}

const char **gt_run_var_names(gt_run_job *job, const char *target)
{
    gt_names names;
    names_of(job, target, &names);
    return names.vars;
}

const char **gt_run_prop_names(gt_run_job *job, const char *target)
{
    gt_names names;
    names_of(job, target, &names);
    return names.props;
}

/* ---- results ---- */

bool gt_run_temporal(const gt_run_job *job, uint32_t prop)
{
    return gt_prop_is_temporal(job->cmds->props[prop].origin->kind);
}

void gt_run_set(gt_run_job *job, uint32_t prop, gt_verdict verdict, const char *note)
{
    job->report->results[prop].verdict = verdict;
    job->report->results[prop].note = note;
}

bool gt_run_unexpected(gt_run_job *job, const gt_run_outcome *outcome, const char *what)
{
    const char *text = outcome->text ? outcome->text : "", *from = text + outcome->len;
    for (int lines = 0; from > text && (lines < 12 || from[0] != '\n'); from--)
        lines += from[-1] == '\n' && lines < 12;
    job->why =
        gt_arena_printf(job->ctx->arena, "%s %s (exit code %d); it ended with:\n%s",
                        gt_run_name(job->checker), what, outcome->code, *from == '\n' ? from + 1 : from);
    return false;
}

static gt_check_report *new_report(gt_ctx *ctx, const gt_cmds *cmds, gt_checker checker)
{
    gt_check_report *report = GT_NEW(ctx->arena, gt_check_report);
    report->engine = checkers[checker].name;
    report->nresults = cmds->nprops;
    report->results = GT_NEW_ARRAY(ctx->arena, gt_check_result, cmds->nprops + 1);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        report->results[i].prop = cmds->props[i].origin;
    return report;
}

/* Fills job->skip; true if anything is left to check. */
static bool sort_out(gt_run_job *job)
{
    const gt_backend *backend = gt_backend_find(checkers[job->checker].target);
    bool any = false;
    job->skip = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        gt_pos pos;
        const char *why = gt_backend_refuses(job->ctx, backend, job->cmds, i, &pos);
        if (job->options->skip && job->options->skip[i])
            gt_run_set(job, i, GT_VERDICT_UNKNOWN, "skipped");
        else if (why)
            gt_run_set(job, i, GT_VERDICT_UNSUPPORTED, why);
        else {
            any = true;
            continue;
        }
        job->skip[i] = true;
    }
    return any;
}

/* What is left to say about a verdict: that it was none, or that it was none of the checker's merit. */
static void finish_notes(gt_run_job *job)
{
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        gt_check_result *r = &job->report->results[i];
        const gt_expr *formula = job->cmds->props[i].formula;
        if (r->note)
            continue;
        if (r->verdict == GT_VERDICT_UNKNOWN && job->report->stopped)
            r->note = job->report->stopped == GT_STOP_TIME ? "out of time" : "stopped";
        else if (r->verdict != GT_VERDICT_UNKNOWN && formula && formula->kind == GT_EXPR_CONST)
            r->note = formula->u.value ? "it is true whatever the state" : "it is false whatever the state";
    }
}

const gt_check_report *gt_run_checker(gt_ctx *ctx, const gt_cmds *cmds, gt_checker checker,
                                      const gt_run_options *options, const char **why)
{
    cmds = gt_temporal_fold_all(ctx->arena, cmds);
    gt_run_job job = {
        .ctx = ctx, .cmds = cmds, .checker = checker, .options = options, .begin = gt_run_now()};
    job.program = gt_run_find(ctx->arena, checker);
    *why = NULL;
    if (!job.program) {
        *why = gt_arena_printf(ctx->arena, "%s was not found (%s, or set %s to its path)",
                               checkers[checker].name, checkers[checker].install, checkers[checker].variable);
        return NULL;
    }
    const gt_backend *backend = gt_backend_find(checkers[checker].target);
    const char *refused = backend->refuse_model(ctx, cmds);
    job.report = new_report(ctx, cmds, checker);
    if (refused) {
        for (uint32_t i = 0; i < cmds->nprops; i++)
            gt_run_set(&job, i, GT_VERDICT_UNSUPPORTED, refused);
        return job.report;
    }
    if (!sort_out(&job))
        return job.report;
    gt_undo *undo = GT_NEW(ctx->arena, gt_undo);
    char *folder = make_folder(ctx, why);
    if (!folder)
        return NULL;
    job.folder = folder;
    *undo = (gt_undo){remove_folder, folder, NULL};
    gt_undo_push(undo);
    bool fine = checkers[checker].run(&job);
    if (options->verbose && options->announce)
        options->announce(options->announce_arg, gt_arena_printf(ctx->arena, "files kept in %s", job.folder));
    else
        remove_folder(folder);
    gt_undo_pop(undo);
    job.report->seconds = gt_run_now() - job.begin;
    finish_notes(&job);
    if (fine || job.report->stopped)
        return job.report;
    *why = job.why ? job.why : "it failed without saying why";
    return NULL;
}
