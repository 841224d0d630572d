/* Between the files of `run`. */
#ifndef GT_BACKENDS_RUN_IMPL_H
#define GT_BACKENDS_RUN_IMPL_H

#include "backends/backend.h"
#include "backends/common.h"
#include "backends/run.h"

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    gt_checker checker;
    const gt_run_options *options;
    const char *program; /* path of the checker */
    const char *folder;  /* private */
    gt_check_report *report;
    bool *skip;  /* properties not written: skipped or unsupported */
    bool *given; /* NuSMV: what is written as known, or NULL */
    double begin;
    const char *why; /* set on failure */
} gt_run_job;

/* What a program did. */
typedef struct {
    bool started;
    bool stopped; /* by a limit or an interrupt: job->report->stopped says which */
    int code;     /* exit code; 128 + signal if it was killed */
    char *text;   /* what it printed on both streams, in the arena */
    size_t len;
    double seconds;
} gt_run_outcome;

double gt_run_now(void);
/* The program of that name in PATH, or NULL. */
const char *gt_run_in_path(gt_arena *arena, const char *program);
/* Starts argv[0] in the folder and waits for it. `phase` is shown as progress. limited: the memory limit
 * applies. */
gt_run_outcome gt_run_program(gt_run_job *job, const char *const *argv, const char *phase, bool limited);
/* The same for at most that many seconds; running out of them is outcome.stopped, but not report->stopped. */
gt_run_outcome gt_run_program_for(gt_run_job *job, const char *const *argv, const char *phase, bool limited,
                                  double seconds);
/* Writes a file into the folder; false with job->why. */
bool gt_run_write(gt_run_job *job, const char *name, const char *text, size_t len);
/* The translation without the properties in job->skip. */
bool gt_run_translate(gt_run_job *job, const char *target, const bool *skip, gt_outputs *out);
/* The mangled names the translation used: the same as the emitter's. */
const char **gt_run_var_names(gt_run_job *job, const char *target);
const char **gt_run_prop_names(gt_run_job *job, const char *target);

/* Whether property number `prop` is one of CTL or LTL. */
bool gt_run_temporal(const gt_run_job *job, uint32_t prop);
void gt_run_set(gt_run_job *job, uint32_t prop, gt_verdict verdict, const char *note);
/* job->why from what a program printed: its last lines. Returns false. */
bool gt_run_unexpected(gt_run_job *job, const gt_run_outcome *outcome, const char *what);

/* Traces. `names` are the variables' names in the text. NULL if there is none; *why if it cannot be read. */
const gt_abs_trace *gt_run_nusmv_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *const *names,
                                       const char *text, size_t len, const char **why);
const gt_abs_trace *gt_run_tlc_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *const *names,
                                     const char *text, const char **why);
const gt_abs_trace *gt_run_spin_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *text, const char **why);

/* Collects the states of a trace. */
typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    int32_t **states;
    uint32_t n, cap;
} gt_run_states;
/* A new state, a copy of the last one (zeros at first). */
int32_t *gt_run_states_add(gt_run_states *s);
/* A trace of the states whose last one is followed by states[loop] (-1: by none). Drops a last state equal to
 * that one, and repetitions of a state that the program cannot repeat are kept. */
const gt_abs_trace *gt_run_states_end(gt_run_states *s, int32_t loop);
/* The number of the variable with this name, or -1. */
int64_t gt_run_find_var(const gt_cmds *cmds, const char *const *names, const char *name, size_t len);

/* The checkers: true if all was well; else job->why, or report->stopped. */
bool gt_run_nusmv(gt_run_job *job);
bool gt_run_spin(gt_run_job *job);
bool gt_run_tlc(gt_run_job *job);
bool gt_run_storm(gt_run_job *job);

#endif
