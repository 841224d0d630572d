/* Lifting: from a path of an engine's own states to a run of named processes of the program as written.
 *
 * A concrete state that looks like the first one of the path is chosen, then, step by step, a concrete
 * successor that looks like the next one. Since looking alike is a bisimulation, any such choice can be
 * continued. Every step is one of the concrete program, so a lifted run is replayed by construction; a path
 * that cannot be lifted is none of the program.
 *
 * Sees the representations and their meaning; no engine. gt_lift is for whoever has guarded commands,
 * gt_lift_path for all others; show.h prints runs. */
#ifndef GT_BACKENDS_CHECK_LIFT_LIFT_H
#define GT_BACKENDS_CHECK_LIFT_LIFT_H

#include "ir/cmd.h"
#include "ir/mean/sym_step.h"
#include "ir/trace.h"
#include "ir/turn.h"
#include "runtime/context.h"

typedef struct {
    const gt_rule
        *rule;    /* the rule that led here; NULL: the initial state, or the loop of a state without rule */
    int32_t self; /* number of the process that moved, from 0; -1: none */
    const int32_t
        *bound; /* values of the rule's partners, then of its choices; process numbers from 0, none is -1 */
    uint64_t times; /* how often in a row that rule fired to get here; >1: `self` and `bound` are of the last
                       time */
    const int32_t *state; /* in the layout of ir/mean/layout.h */
} gt_run_step;

/* How one who must be served is served in the loop of a run (gt_turn). */
typedef struct {
    gt_served served;
    int32_t process; /* from 1; 0: the program */
    int64_t moves;   /* the step of the loop that is its move; -1: none */
    int64_t unable;  /* a step of the loop after which it is not able to move; -1: none */
    bool never;      /* it is able nowhere in the loop */
} gt_run_served;

typedef struct {
    const gt_sym *sym; /* the program whose states these are */
    uint32_t nsteps;
    gt_run_step *steps; /* steps[0] is the initial state */
    int32_t loop_start; /* the last state is followed by this one; -1: the run is finite */
    bool renamed;       /* the loop closes only up to a renaming of the processes */
    uint32_t nserved;   /* of a fair run everybody, turn by turn */
    const gt_run_served *served;
} gt_run;

/* A path of an engine's own states, numbered from 0. */
typedef struct {
    uint32_t n;
    int32_t loop;          /* the last state is followed by this one; -1: the path is finite */
    const uint64_t *times; /* how often in a row something fired to get to each state; NULL: once each */
    const gt_rule *const *rules; /* what fired to get there: asked first; NULL, and NULLs: not known */
    void *self;
    /* Fills in a concrete state that looks like state 0; false: there is none. */
    bool (*start)(void *self, gt_sym_step *step, int32_t *concrete);
    /* From now on what looks like state `to` is wanted or, k < its times, what firing k has led to. */
    void (*want)(void *self, uint32_t from, uint32_t to, uint64_t k);
    bool (*is_wanted)(void *self, const int32_t *concrete);
} gt_lift_source;

/* The run of `sym`, in the arena, along a path. symmetric: as in gt_sym_step_successors. Steps that stand for
 * several firings stay one step each unless `expand`, but every firing is replayed. On failure returns NULL
 * and sets *why to a sentence, and *wrong if the program has no such run. */
const gt_run *gt_lift_path(gt_ctx *ctx, const gt_sym *sym, const gt_lift_source *path, bool symmetric,
                           bool expand, const char **why, bool *wrong);

/* Looks at everybody who is to be served in the run's loop, by what the program means; false: somebody is
 * not.
 */
bool gt_run_serve(gt_ctx *ctx, gt_run *run);

/* Whether some state of the trace makes an invariant of `cmds` false; true of every other property. */
bool gt_lift_refutes(const gt_cmds *cmds, const gt_prop *prop, const gt_abs_trace *trace);

/* The same for a trace of `cmds`: a run of `written`, the program they were made from. */
const gt_run *gt_lift(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds, const gt_abs_trace *trace,
                      bool expand, const char **why, bool *wrong);

#endif
