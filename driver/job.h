/* One input file on its way through the pipeline. */
#ifndef GT_DRIVER_JOB_H
#define GT_DRIVER_JOB_H

#include "driver/options.h"
#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "runtime/json.h"
#include "runtime/limits.h"

#include <setjmp.h>
#include <signal.h>

typedef struct {
    const gt_options *options;
    gt_ctx ctx;
    const char *file; /* as given; "-": standard input */
    char *text;
    size_t len;
    const gt_sym *whole;          /* the program as written */
    const gt_sym *written;        /* the same without the properties that --only leaves out */
    bool *kept;                   /* per property of the whole: --only and --skip do not leave it out */
    gt_programs common;           /* what all programs have in common; at first what the file holds */
    uint32_t runs[GT_MADE_COUNT]; /* of each pass */
    gt_limits limits;             /* of the command line: the pipeline gives up when one is met */
    gt_stop stopped;              /* why it gave up */
    uint32_t asked;               /* how often the pipeline was watched */
    bool left;                    /* some pass was left in the middle */
    bool told_copies;             /* that there is no counter program, and n copies instead */
    jmp_buf escape;
    gt_json *json;          /* --json: where results go, into an object; NULL: they are text */
    struct gt_page *page;   /* --html: where results go, too */
    struct gt_junit *junit; /* --junit: the same */
    struct gt_sweep *sweep; /* -D n=2..64: where verdicts go instead of a text */
    gt_str diagnostics;     /* --json: all that was reported */
    const char *message;    /* why there is no result, or not all of it; NULL: nothing was said */
} gt_job;

/* Reads and checks the file. On failure everything is reported, *code is set and gt_job_close still needed.
 */
bool gt_job_open(gt_job *job, const gt_options *options, const char *file, gt_exit *code);
void gt_job_close(gt_job *job);
/* Like gt_say; kept for --json. */
void gt_job_say(gt_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints what was reported; true if there was no error. */
bool gt_job_flush(gt_job *job);

/* What -D says, for front ends. */
const gt_define *gt_job_defines(gt_job *job, size_t *n);

/* Does the file hold a population program or guarded commands? Then there is one program with all properties.
 */
bool gt_job_is_later(const gt_job *job);

/* Then begins with the symmetric program of the file all the same. */
void gt_job_begin_again(gt_job *job);

/* Properties with a prefix need ghosts, which make the program larger. */
typedef enum { GT_PROPS_ALL, GT_PROPS_PLAIN, GT_PROPS_PREFIXED } gt_props;
/* Is property number p of the whole program among them? They keep their order through all passes; what a pass
 * adds comes last. */
bool gt_job_has(const gt_job *job, gt_props which, uint32_t p);
/* Does one of them begin with `exists i : P .`? */
bool gt_job_asks_exists(const gt_job *job, gt_props which);

/* Leaves this property out of what is made from now on; not for files that hold a later program. */
void gt_job_leave_out(gt_job *job, const char *name);

/* The guarded commands that options ask for: for engines; for people and their checkers. */
gt_shape gt_job_shape(const gt_options *options);
gt_shape gt_job_shape_written(const gt_options *options);
/* Takes programs further; all zero: from the start. What they have in common is made once. The best shape of
 * a program that has no counter program is n copies, with a warning. The property `error` is that of the
 * whole program, whatever is left out. False after reporting errors (not yet flushed), and when the deadline,
 * the memory limit or Ctrl-C has ended it: then job->stopped says so. */
bool gt_job_make(gt_job *job, gt_props which, gt_programs *programs, gt_made to, gt_shape shape);

/* Runs `part` under the same watch; false as it says, or stopped. */
typedef bool gt_job_part(gt_job *job, void *arg);
bool gt_job_watched(gt_job *job, gt_job_part *part, void *arg);
/* What the pipeline has left of the limits for what comes after it. */
gt_limits gt_job_limits_left(const gt_job *job);
/* After a part has failed: exit code 3 and a word to the user if it was stopped, else 2. */
gt_exit gt_job_failed(gt_job *job);

/* "" for standard input, else the name without folder and extension. */
const char *gt_job_base(gt_job *job);

/* Does the name end in `extension` (with its dot)? */
bool gt_has_extension(const char *file, const char *extension);

#endif
