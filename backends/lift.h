/* From a trace of the guarded commands to a run of named processes.
 *
 * A concrete initial state with the first abstract state as its image is chosen, then, step by step, a
 * concrete successor whose image is the next abstract state. Since the abstraction is a bisimulation, any
 * such choice can be continued. Every step is one of the concrete program, so a lifted run is replayed by
 * construction; a trace that cannot be lifted is not a trace of the program. */
#ifndef GT_BACKENDS_LIFT_H
#define GT_BACKENDS_LIFT_H

#include "ir/cmd.h"
#include "runtime/context.h"

/* A path of the guarded commands. */
typedef struct {
    uint32_t nstates;
    int32_t **states;   /* each: a value for every variable of the guarded commands, in their order */
    int32_t loop_start; /* after the last state the path continues with this state's successor cycle: the last
                           state is followed by states[loop_start]; -1: the path is finite */
    const int32_t *cmds; /* number of the command that led to each state; -1: none (initial state, loop of a
                            state without command), or not known; NULL: none is known */
    const uint64_t
        *times; /* how often in a row that command fired to get here (accelerated steps); NULL: once each */
} gt_abs_trace;

typedef struct {
    const gt_rule
        *rule;    /* the rule that led here; NULL: the initial state, or the loop of a state without rule */
    int32_t self; /* number of the process that moved, from 0; -1: none */
    const int32_t
        *bound; /* values of the rule's partners, then of its choices; process numbers from 0, none is -1 */
    uint64_t times; /* how often in a row that rule fired to get here; >1: `self` and `bound` are of the last
                       time */
    const int32_t *state; /* in the layout of ir/layout.h */
} gt_run_step;

typedef struct {
    const gt_sym *sym; /* the program whose states these are */
    uint32_t nsteps;
    gt_run_step *steps; /* steps[0] is the initial state */
    int32_t loop_start; /* the last state is followed by this one; -1: the run is finite */
    bool renamed;       /* the loop closes only up to a renaming of the processes */
} gt_run;

/* Lifts `trace` into the context's arena, as a run of `written`, the program `cmds` was made from. Steps that
 * stand for several firings stay one step each unless `expand`, but every firing is replayed. On failure
 * returns NULL and sets *why to a sentence. */
const gt_run *gt_lift(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds, const gt_abs_trace *trace,
                      bool expand, const char **why);

#endif
