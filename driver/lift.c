/* gentrans lift: the trace of another checker as a run of the model's processes. */
#include "driver/lift.h"
#include "backends/targets/target.h"
#include "driver/commands.h"
#include "driver/report.h"
#include "ir/mean/layout.h"
#include "runtime/base.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char *read_trace(gt_job *job, const char *file, size_t *len)
{
    FILE *in = gt_fopen(file, "rb");
    gt_str text;
    char part[4096];
    if (!in) {
        gt_job_say(job, "cannot open '%s': %s", file, strerror(errno));
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

typedef struct {
    const gt_cmds *cmds;
    const char *text;
    size_t len;
    const gt_run *run;
    const char *why; /* there is none */
} lifting;

static bool read_and_lift(gt_job *job, void *arg)
{
    lifting *l = arg;
    bool wrong;
    const gt_abs_trace *trace = gt_target_read(&job->ctx, l->cmds, l->text, l->len, &l->why);
    if (trace)
        l->run = gt_lift(&job->ctx, job->written, l->cmds, trace, job->options->expand, &l->why, &wrong);
    return l->run != NULL;
}

gt_exit gt_job_lift(gt_job *job, const char *file, const gt_run **run)
{
    gt_programs programs = {.sym = NULL};
    gt_shape shape = gt_job_shape_written(job->options);
    lifting l = {.cmds = NULL};
    l.text = read_trace(job, file, &l.len);
    const gt_target *target = l.text ? gt_target_of_trace(l.text) : NULL;
    shape.symbolic = target && target->symbolic;
    bool fine = gt_layout_fits(&job->ctx, job->written) &&
                gt_job_make(job, GT_PROPS_ALL, &programs, GT_MADE_SIMPLE, shape);
    if (!gt_job_flush(job) || !fine)
        return gt_job_failed(job);
    if (!l.text)
        return GT_EXIT_USAGE;
    l.cmds = programs.cmds;
    if (!gt_job_watched(job, read_and_lift, &l)) {
        const char *why = l.why ? l.why : "the trace cannot be lifted";
        gt_job_say(job, "%s: %s", file, job->stopped ? gt_stop_name(job->stopped) : why);
        return job->stopped ? GT_EXIT_LIMIT : GT_EXIT_USAGE;
    }
    *run = l.run;
    return GT_EXIT_OK;
}

gt_exit gt_command_lift(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    const gt_run *run = NULL;
    gt_exit code = gt_job_lift(job, o->files.items[1], &run);
    if (code != GT_EXIT_OK)
        return code;
    if (o->json)
        gt_trace_json(run, NULL, o->trace == GT_OPT_TRACE_FULL, job->json);
    else
        gt_trace_text(run, NULL, gt_report_style(o), out);
    return GT_EXIT_OK;
}
