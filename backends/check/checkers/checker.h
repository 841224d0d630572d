/* Other people's model checkers as engines, called on the translation.
 *
 * The translation goes to a private folder, the checker is started there without a shell, and what it prints
 * is read back: verdicts, values, states, and traces as paths of the guarded commands. Nothing of the model's
 * text is ever part of a command: programs see file names and mangled identifiers only. */
#ifndef GT_BACKENDS_CHECK_CHECKERS_CHECKER_H
#define GT_BACKENDS_CHECK_CHECKERS_CHECKER_H

#include "backends/check/engine.h"
#include "backends/targets/target.h"

typedef struct gt_checker_job gt_checker_job;

/* What a row of this room in the table of engines says about itself, as its `own`. */
typedef struct {
    const char *variable; /* of the environment: its path */
    const char *program;  /* what it is called */
    const char *install;  /* how to get it */
    const gt_target *target;
    bool (*run)(gt_checker_job *job); /* true if all was well; else job->why, or job->report->stopped */
} gt_checker;

/* Their `decide`: runs the checker on every property it can express; the others get GT_VERDICT_UNSUPPORTED
 * and a note. */
const gt_check_report *gt_checker_decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                         const gt_check_options *options, const char **why);
/* The program's path, found through GENTRANS_NUSMV and so on, then the checkers' folder (GENTRANS_CHECKERS or
 * ~/.cache/gentrans/checkers), then PATH; NULL if there is none. */
const char *gt_checker_find(gt_arena *arena, const gt_engine *checker);

/* What Z3's Spacer says of Horn clauses: HOLDS (there is an invariant), FAILS, or UNKNOWN with *why: it was
 * not found, it does not know, or *stop. Of its time it gets so many seconds. */
gt_verdict gt_horn_ask(gt_ctx *ctx, const gt_limits *limits, double seconds, const gt_str *clauses,
                       gt_stop *stop, const char **why);

#endif
