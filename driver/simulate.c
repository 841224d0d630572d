/* gentrans simulate: what the simulator needs of a file, of options and of a trace. */
#include "driver/simulate/simulate.h"

#include "driver/commands.h"
#include "driver/ending.h"
#include "driver/files.h"
#include "driver/lift.h"
#include "driver/report.h"
#include "driver/terminal.h"
#include "frontend/frontend.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    gt_job *job;
    gt_simulation about;
    gt_str transcript;
    bool fine;
} simulating;

static bool print(void *arg, const char *text)
{
    const simulating *s = arg;
    gt_str shown;
    gt_str_init(&shown);
    (s->about.style.colour ? gt_str_add : gt_str_shown)(&shown, text);
    bool read = fputs(gt_str_text(&shown), stdout) != EOF && fflush(stdout) == 0;
    gt_str_fini(&shown);
    if (!read)
        gt_ending_unwritten();
    return read;
}

static void forget(gt_typed *typed)
{
    gt_ctx_fini(&typed->ctx);
    free(typed);
}

/* The condition becomes one more invariant, in the words of the file: its macros and constants are there. */
static gt_typed *read_condition(void *arg, const char *condition)
{
    const simulating *s = arg;
    gt_job *job = s->job;
    gt_typed *typed = gt_xcalloc(1, sizeof *typed);
    gt_ctx_init(&typed->ctx);
    gt_diag_options(typed->ctx.diag, GT_DIAG_TEXT, gt_terminal_colours(job->options, STDERR_FILENO), false);
    gt_str text;
    gt_str_init(&text);
    if (gt_has_extension(job->file, ".xml"))
        gt_sym_print(job->whole, &text);
    else
        gt_str_addn(&text, job->text, job->len);
    gt_str_addf(&text, "\ninvariant simulated_until:\n%s\n;\n", condition);
    gt_source source = {.name = "until", .text = gt_str_text(&text), .len = text.len, .beside = job->file};
    source.defs = gt_job_defines(job, &source.ndefs);
    const gt_sym *sym = gt_frontend_read(&typed->ctx, source);
    bool fine = gt_diag_errors(typed->ctx.diag) == 0 && sym && sym->nprops == job->whole->nprops + 1 &&
                sym->nshared == job->whole->nshared &&
                sym->props[sym->nprops - 1]->kind == GT_PROP_INVARIANT &&
                sym->props[sym->nprops - 1]->nprefix == 0;
    if (gt_diag_errors(typed->ctx.diag))
        gt_diag_flush(typed->ctx.diag, stderr);
    gt_str_fini(&text);
    typed->sym = sym;
    if (fine)
        return typed;
    forget(typed);
    return NULL;
}

static bool simulate(gt_job *job, void *arg)
{
    simulating *s = arg;
    (void)job;
    s->fine = gt_simulate(&s->about, &s->transcript);
    return true;
}

static gt_exit write_transcript(const simulating *s)
{
    const char *name = s->job->options->output;
    gt_file file = {name, &s->transcript};
    return name ? gt_files_write(&file, 1) : GT_EXIT_OK;
}

static gt_exit run(simulating *s)
{
    gt_job *job = s->job;
    bool ended = gt_job_watched(job, simulate, s);
    bool interrupted = *gt_ending_interrupt() != 0;
    if (!ended || interrupted) {
        gt_job_say(job, "%s: given up: %s", job->file,
                   gt_stop_name(interrupted ? GT_STOP_INTERRUPT : job->stopped));
        return GT_EXIT_LIMIT;
    }
    gt_exit written = write_transcript(s);
    return written != GT_EXIT_OK || s->fine ? written : GT_EXIT_USAGE;
}

gt_exit gt_command_simulate(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    simulating s = {.job = job};
    (void)out;
    if (strcmp(job->file, "-") == 0) {
        gt_job_say(job, "standard input has the commands: the model has to be a file");
        return GT_EXIT_USAGE;
    }
    if (gt_job_is_later(job)) {
        gt_job_say(job, "%s: the simulator needs a symmetric program; this file holds %s", job->file,
                   job->common.cmds ? "guarded commands" : "a population program");
        return GT_EXIT_USAGE;
    }
    s.about = (gt_simulation){.sym = job->written,
                              .arena = job->ctx.arena,
                              .style = gt_report_style(o),
                              .seed = o->seed,
                              .print = print,
                              .read = read_condition,
                              .forget = forget,
                              .arg = &s};
    gt_exit code = o->replay ? gt_job_lift(job, o->replay, &s.about.replay) : GT_EXIT_OK;
    if (code == GT_EXIT_OK && !gt_layout_fits(&job->ctx, job->written)) {
        gt_job_flush(job);
        code = GT_EXIT_USAGE;
    }
    gt_str_init(&s.transcript);
    if (code == GT_EXIT_OK)
        code = run(&s);
    gt_str_fini(&s.transcript);
    return code;
}
