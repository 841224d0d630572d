/* gentrans run and gentrans lift: checkers of other people. */
#include "backends/run.h"

#include "backends/trace.h"
#include "frontend/driver_commands.h"
#include "frontend/driver_files.h"
#include "frontend/driver_run.h"
#include "runtime/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_progress(void *arg, const gt_progress *now)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%s, %.0f s", now->phase, now->seconds);
}

static void announce(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "gentrans: %s\n", line);
}

static gt_checker checker_of(const gt_options *o)
{
    switch ((gt_opt_checker)o->checker) {
    case GT_OPT_CHECKER_NONE: break;
    case GT_OPT_CHECKER_NUSMV: return GT_CHECKER_NUSMV;
    case GT_OPT_CHECKER_SPIN: return GT_CHECKER_SPIN;
    case GT_OPT_CHECKER_TLC: return GT_CHECKER_TLC;
    case GT_OPT_CHECKER_STORM: return GT_CHECKER_STORM;
    case GT_OPT_CHECKER_PRISM: return GT_CHECKER_PRISM;
    }
    gt_ice("no checker was chosen");
}

const gt_check_report *gt_driver_run(gt_job *job, const gt_cmds *cmds)
{
    const gt_options *o = job->options;
    bool terminal = isatty(STDERR_FILENO) && !o->quiet;
    gt_run_options options = {.time_limit = o->time_limit,
                              .memory_limit = (size_t)o->memory_limit,
                              .interrupt = gt_driver_interrupt(),
                              .progress = terminal ? show_progress : NULL,
                              .no_traces = o->trace == GT_OPT_TRACE_OFF && !o->xml,
                              .distributed = o->distributed,
                              .exact = o->exact,
                              .precision = o->precision,
                              .announce = announce,
                              .verbose = o->verbose};
    const char *why = NULL;
    const gt_check_report *report = gt_run_checker(&job->ctx, cmds, checker_of(o), &options, &why);
    if (terminal)
        fputs("\r\033[K", stderr);
    if (!report)
        fprintf(stderr, "gentrans: %s\n", why);
    return report;
}

static char *read_trace(gt_job *job, const char *file, size_t *len)
{
    FILE *in = gt_fopen(file, "rb");
    gt_str text;
    char part[4096];
    if (!in) {
        fprintf(stderr, "gentrans: cannot open '%s': %s\n", file, strerror(errno));
        return NULL;
    }
    gt_str_init(&text);
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
        gt_str_addn(&text, part, n);
    fclose(in);
    *len = text.len;
    char *copy = gt_arena_strndup(job->ctx.arena, gt_str_text(&text), text.len);
    gt_str_fini(&text);
    return copy;
}

gt_exit gt_command_lift(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    gt_programs programs;
    size_t len = 0;
    const char *why = NULL;
    bool fine = gt_job_pipeline(job, job->written, &programs);
    if (!gt_job_flush(job) || !fine)
        return GT_EXIT_USAGE;
    char *text = read_trace(job, o->files.items[1], &len);
    if (!text)
        return GT_EXIT_USAGE;
    const gt_abs_trace *trace = gt_run_read_trace(&job->ctx, programs.cmds, text, len, &why);
    const gt_run *run =
        trace ? gt_lift(&job->ctx, job->written, programs.cmds, trace, o->expand, &why) : NULL;
    if (!run) {
        fprintf(stderr, "gentrans: %s: %s\n", o->files.items[1], why ? why : "the trace cannot be lifted");
        return GT_EXIT_USAGE;
    }
    if (o->json) {
        gt_trace_json(run, NULL, out);
        gt_str_addc(out, '\n');
    } else {
        gt_trace_text(run, NULL, o->trace == GT_OPT_TRACE_DIFF ? GT_TRACE_DIFF : GT_TRACE_FULL, out);
    }
    return GT_EXIT_OK;
}
