/* Between the files of this room: what one call of a checker needs. */
#ifndef GT_BACKENDS_CHECK_CHECKERS_IMPL_H
#define GT_BACKENDS_CHECK_CHECKERS_IMPL_H

#include "backends/check/checkers/checker.h"
#include "backends/targets/common.h"
#include "backends/targets/target.h"

struct gt_checker_job {
    gt_ctx *ctx;
    gt_emit *emit;       /* the translation; its names are those of traces */
    const gt_cmds *cmds; /* of `emit` */
    const gt_engine *engine;
    const gt_check_options *options;
    const char *program; /* path of the checker */
    const char *folder;  /* private */
    gt_check_report *report;
    bool *skip;   /* properties not written: skipped or unsupported */
    bool *given;  /* NuSMV: what is written as known, or NULL */
    double slack; /* Storm: how far bounds are moved */
    double begin;
    const char *why; /* set on failure */
};

/* What a program did. */
typedef struct {
    bool started; /* and did not print without end: else job->why says so */
    bool stopped; /* by a limit or an interrupt: job->report->stopped says which */
    int code;     /* exit code; 128 + signal if it was killed */
    char *text;   /* what it printed on both streams, in the arena */
    size_t len;
    double seconds;
} gt_checker_outcome;

/* The program of that name in PATH, or NULL. */
const char *gt_checker_in_path(gt_arena *arena, const char *program);
/* Starts argv[0] in the folder and waits for it. `phase` is shown as progress. limited: the memory limit
 * applies. */
gt_checker_outcome gt_checker_program(gt_checker_job *job, const char *const *argv, const char *phase,
                                      bool limited);
/* The same for at most that many seconds; running out of them is outcome.stopped, but not report->stopped. */
gt_checker_outcome gt_checker_program_for(gt_checker_job *job, const char *const *argv, const char *phase,
                                          bool limited, double seconds);
/* Writes a file into the folder; false with job->why. */
bool gt_checker_write(gt_checker_job *job, const char *name, const char *text, size_t len);
/* The translation without the properties in job->skip. */
bool gt_checker_translate(gt_checker_job *job, const bool *skip, gt_outputs *out);

/* Calls the engine's `run` in a folder of its own, which is gone afterwards. False with *why. */
bool gt_checker_in_folder(gt_checker_job *job, const char **why);

/* Whether property number `prop` is one of CTL or LTL. */
bool gt_checker_temporal(const gt_checker_job *job, uint32_t prop);
void gt_checker_set(gt_checker_job *job, uint32_t prop, gt_verdict verdict, const char *note);
/* The one line of the text that begins with these words; NULL: there is none, or several. */
const char *gt_checker_line(const char *text, const char *words);
/* job->why from what a program printed: its last lines. Returns false. */
bool gt_checker_unexpected(gt_checker_job *job, const gt_checker_outcome *outcome, const char *what);

/* A trace of the translation; NULL with *why if it cannot be read. */
const gt_abs_trace *gt_checker_trace(const gt_checker_job *job, const char *text, const char **why);

#endif
