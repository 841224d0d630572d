#include "backends/check/checkers/checker.h"

#include "backends/check/checkers/impl.h"
#include "runtime/base.h"
#include "runtime/clock.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const gt_checker *checker_of(const gt_engine *engine)
{
    return engine->own;
}

static bool executable(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

const char *gt_checker_in_path(gt_arena *arena, const char *program)
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

const char *gt_checker_find(gt_arena *arena, const gt_engine *checker)
{
    const gt_checker *own = checker_of(checker);
    const char *chosen = getenv(own->variable), *prefix = getenv("GENTRANS_CHECKERS");
    const char *home = getenv("HOME");
    if (chosen && *chosen) {
        if (!strchr(chosen, '/'))
            return gt_checker_in_path(arena, chosen);
        return executable(chosen) ? chosen : NULL;
    }
    if (!prefix && home)
        prefix = gt_arena_printf(arena, "%s/.cache/gentrans/checkers", home);
    if (prefix) {
        const char *full = gt_arena_printf(arena, "%s/bin/%s", prefix, own->program);
        if (executable(full))
            return full;
    }
    return gt_checker_in_path(arena, own->program);
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

bool gt_checker_write(gt_checker_job *job, const char *name, const char *text, size_t len)
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

bool gt_checker_translate(gt_checker_job *job, const bool *skip, gt_outputs *out)
{
    gt_emit_options options = {
        .base = "model", .skip = skip, .smv_given = job->given, .prism_slack = job->slack};
    bool fine = true;
    gt_outputs_init(out);
    gt_emit_write(job->emit, &options, out);
    for (uint32_t i = 0; i < out->nfiles && fine; i++)
        fine = gt_checker_write(job, gt_arena_printf(job->ctx->arena, "model%s", out->files[i].suffix),
                                gt_str_text(&out->files[i].text), out->files[i].text.len);
    return fine;
}

/* ---- results ---- */

bool gt_checker_temporal(const gt_checker_job *job, uint32_t prop)
{
    return gt_prop_is_temporal(job->cmds->props[prop].origin->kind);
}

void gt_checker_set(gt_checker_job *job, uint32_t prop, gt_verdict verdict, const char *note)
{
    job->report->results[prop].verdict = verdict;
    job->report->results[prop].note = note;
}

const char *gt_checker_line(const char *text, const char *words)
{
    const char *found = NULL;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, words, strlen(words)) != 0)
            continue;
        if (found)
            return NULL;
        found = line;
    }
    return found;
}

const gt_abs_trace *gt_checker_trace(const gt_checker_job *job, const char *text, const char **why)
{
    return job->emit->target->read(job->emit, text, why);
}

bool gt_checker_unexpected(gt_checker_job *job, const gt_checker_outcome *outcome, const char *what)
{
    const char *text = outcome->text ? outcome->text : "", *from = text + outcome->len;
    for (int lines = 0; from > text && (lines < 12 || from[0] != '\n'); from--)
        lines += from[-1] == '\n' && lines < 12;
    job->why = gt_arena_printf(job->ctx->arena, "%s %s (exit code %d); it ended with:\n%s", job->engine->name,
                               what, outcome->code, *from == '\n' ? from + 1 : from);
    return false;
}

/* Fills job->skip; true if anything is left to check. */
static bool sort_out(gt_checker_job *job)
{
    bool any = false;
    job->skip = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        gt_pos pos;
        bool asked = gt_report_ask(job->report, job->engine, i, job->cmds->props[i].origin);
        const char *why = job->emit->refused ? job->emit->refused : gt_emit_refuses(job->emit, i, &pos);
        if (asked && why)
            gt_checker_set(job, i, GT_VERDICT_UNSUPPORTED, why);
        job->skip[i] = !asked || why;
        any = any || !job->skip[i];
    }
    return any;
}

/* What is left to say about a verdict: that it was none, or that it was none of the checker's merit. */
static void finish_notes(gt_checker_job *job)
{
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        gt_check_result *r = &job->report->results[i];
        bool deadlock = job->cmds->props[i].origin->kind == GT_PROP_DEADLOCK;
        const gt_expr *formula = deadlock ? NULL : job->cmds->props[i].formula;
        if (r->note)
            continue;
        if (r->verdict == GT_VERDICT_UNKNOWN && job->report->stopped)
            r->note = job->report->stopped == GT_STOP_TIME     ? "out of time"
                      : job->report->stopped == GT_STOP_MEMORY ? "out of memory"
                                                               : "stopped";
        else if (r->verdict == GT_VERDICT_HOLDS && formula && gt_expr_is_false(formula))
            r->note = "there is no initial state";
        else if (r->verdict != GT_VERDICT_UNKNOWN && formula && formula->kind == GT_EXPR_CONST)
            r->note = formula->u.value ? "it is true whatever the state" : "it is false whatever the state";
    }
}

bool gt_checker_in_folder(gt_checker_job *job, const char **why)
{
    gt_ctx *ctx = job->ctx;
    gt_undo *undo = GT_NEW(ctx->arena, gt_undo);
    char *folder = make_folder(ctx, why);
    if (!folder)
        return false;
    job->folder = folder;
    *undo = (gt_undo){remove_folder, folder, NULL};
    gt_undo_push(undo);
    bool fine = checker_of(job->engine)->run(job);
    if (job->options->foreign.keep && job->options->foreign.announce)
        job->options->foreign.announce(job->options->foreign.announce_arg,
                                       gt_arena_printf(ctx->arena, "files kept in %s", job->folder));
    else
        remove_folder(folder);
    gt_undo_pop(undo);
    job->report->seconds = gt_seconds() - job->begin;
    finish_notes(job);
    if (!fine && !job->report->stopped)
        *why = job->why ? job->why : "it failed without saying why";
    return fine || job->report->stopped;
}

const gt_check_report *gt_checker_decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                         const gt_check_options *options, const char **why)
{
    const gt_checker *own = checker_of(self);
    gt_checker_job job = {.ctx = ctx, .engine = self, .options = options, .begin = gt_seconds()};
    job.program = gt_checker_find(ctx->arena, self);
    *why = NULL;
    if (!job.program) {
        *why = gt_arena_printf(ctx->arena, "%s was not found (%s, or set %s to its path)", self->name,
                               own->install, own->variable);
        return NULL;
    }
    job.emit = gt_emit_new(ctx, own->target, program->cmds, NULL);
    job.cmds = job.emit->cmds;
    job.report = gt_report_new(ctx->arena, self, job.cmds->nprops, options->skip);
    bool fine = !sort_out(&job) || gt_checker_in_folder(&job, why);
    gt_emit_free(job.emit);
    return fine ? job.report : NULL;
}
