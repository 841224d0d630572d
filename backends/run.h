/* gentrans run: other model checkers, called on the translation.
 *
 * The translation goes to a private folder, the checker is started there without a shell, and what it prints
 * is read back: verdicts, values, states, and traces as paths of the guarded commands. Nothing of the model's
 * text is ever part of a command: programs see file names and mangled identifiers only. */
#ifndef GT_BACKENDS_RUN_H
#define GT_BACKENDS_RUN_H

#include "backends/check.h"

typedef enum {
    GT_CHECKER_NUSMV,
    GT_CHECKER_SPIN,
    GT_CHECKER_TLC,
    GT_CHECKER_STORM,
    GT_CHECKER_PRISM
} gt_checker;

/* All zero is the default. */
typedef struct {
    double time_limit;   /* seconds for everything; 0: none */
    size_t memory_limit; /* bytes for the checker; 0: none */
    const volatile sig_atomic_t *interrupt;
    void (*progress)(void *arg, const gt_progress *now); /* a few times a second; may be NULL */
    void *progress_arg;
    const bool *skip; /* per property: leave it out */
    bool no_traces;   /* verdicts only */
    bool distributed; /* TLC: a server that waits for workers; `announce` gets the line that starts one */
    void (*announce)(void *arg, const char *line);
    void *announce_arg;
    bool exact;       /* Storm: fractions */
    double precision; /* Storm; 0: its own */
    bool verbose;     /* keep the folder, and say where it is through `announce` */
} gt_run_options;

/* Runs the checker on every property it can express; the others get GT_VERDICT_UNSUPPORTED and a note.
 * Returns NULL if the checker is missing, broke down or printed something unexpected: *why says so in one or
 * more lines. A limit or an interrupt is no failure: report->stopped. */
const gt_check_report *gt_run_checker(gt_ctx *ctx, const gt_cmds *cmds, gt_checker checker,
                                      const gt_run_options *options, const char **why);
/* The program's path, found through GENTRANS_NUSMV and so on, then the checkers' folder (GENTRANS_CHECKERS or
 * ~/.cache/gentrans/checkers), then PATH; NULL if there is none. */
const char *gt_run_find(gt_arena *arena, gt_checker checker);
/* "NuSMV", "Spin", ... */
const char *gt_run_name(gt_checker checker);

/* A trace made elsewhere, for gentrans lift: NuSMV's XML, TLC's output, or what a replayed Spin trail prints.
 * NULL with *why if it is none of them or does not fit the program. */
const gt_abs_trace *gt_run_read_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *text, size_t len,
                                      const char **why);

#endif
