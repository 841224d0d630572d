/* One input file on its way through the pipeline. */
#ifndef GT_FRONTEND_DRIVER_JOB_H
#define GT_FRONTEND_DRIVER_JOB_H

#include "backends/check.h"
#include "frontend/options.h"
#include "ir/cmd.h"

#include <setjmp.h>
#include <signal.h>

typedef struct {
    const gt_options *options;
    gt_ctx ctx;
    const char *file; /* as given; "-": standard input */
    char *text;
    size_t len;
    bool copies;       /* guarded commands of n copies instead of counters, as with --no-reduce */
    bool dense_only;   /* whatever --encoding says: what follows can do nothing else */
    const gt_pop *pop; /* what an XML file of a later representation holds, else NULL */
    const gt_cmds *cmds;
    const gt_sym *whole;    /* the program as written */
    const gt_sym *written;  /* the same without the properties that --only leaves out */
    double began, deadline; /* deadline: when the pipeline gives up, 0: never */
    gt_stop stopped;        /* why the pipeline gave up */
    bool left;              /* some pass was left in the middle */
    jmp_buf escape;
} gt_job;

/* What the pipeline makes of it. */
typedef struct {
    const gt_sym *sym;   /* total, scalar, with ghosts */
    const gt_pop *pop;   /* NULL with --no-reduce */
    const gt_cmds *cmds; /* NULL if only the first part was asked for */
} gt_programs;

/* Reads and checks the file. On failure everything is reported, *code is set and gt_job_close still needed.
 */
bool gt_job_open(gt_job *job, const gt_options *options, const char *file, gt_exit *code);
void gt_job_close(gt_job *job);
/* Prints what was reported; true if there was no error. */
bool gt_job_flush(gt_job *job);

/* Which properties of job->written are kept, as an array of their number in the arena: those with a prefix,
 * those without one, or all. */
typedef enum { GT_KEEP_ALL, GT_KEEP_PLAIN, GT_KEEP_PREFIXED } gt_keep;
/* A program with only these properties. */
const gt_sym *gt_job_keep(gt_job *job, gt_keep keep);

/* The pipeline, for job->whole with the properties of `written` alone; the property `error` is that of the
 * whole program, whatever is left out. Each part returns false after reporting errors (not yet flushed), and
 * when the deadline, the memory limit or Ctrl-C has ended it: then job->stopped says so. */
bool gt_job_core(gt_job *job, const gt_sym *written, gt_programs *out);
bool gt_job_population(gt_job *job, gt_programs *out);
bool gt_job_encode(gt_job *job, gt_programs *out);
bool gt_job_pipeline(gt_job *job, const gt_sym *written, gt_programs *out);

/* Runs `part` under the same watch; false as it says, or stopped. */
typedef bool gt_job_part(gt_job *job, void *arg);
bool gt_job_watched(gt_job *job, gt_job_part *part, void *arg);
double gt_job_now(void);
/* Seconds left of --time-limit, and the bytes left of --memory-limit; 0: no limit. */
double gt_job_seconds_left(const gt_job *job);
size_t gt_job_bytes_left(const gt_job *job);
/* After a part has failed: exit code 3 and a word to the user if it was stopped, else 2. */
gt_exit gt_job_failed(const gt_job *job);
/* "time limit", "memory limit", "interrupted" */
const char *gt_stop_name(gt_stop stopped);

/* "dense", "vector", "pairs", "paper", "none" */
const char *gt_encoding_name(gt_encoding encoding);
/* "" for standard input, else the name without folder and extension. */
const char *gt_job_base(gt_job *job);

/* Does the name end in `extension` (with its dot)? */
bool gt_has_extension(const char *file, const char *extension);

/* Becomes non-zero on the first Ctrl-C; the second one kills. */
const volatile sig_atomic_t *gt_driver_interrupt(void);

#endif
