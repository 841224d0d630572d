/* The transitions of guarded commands without their probabilities: for targets that know none.
 *
 * A transition exists for every branch that can have positive probability. For PLAIN and MDP models this is
 * exactly the behaviour; for DTMC and CTMC it is the underlying graph, on which invariants, CTL and LTL (over
 * all paths) and deadlocks have the meaning they have in the model. */
#ifndef GT_BACKENDS_TARGETS_SKELETON_H
#define GT_BACKENDS_TARGETS_SKELETON_H

#include "ir/cmd.h"
#include "runtime/context.h"

typedef struct {
    const gt_cmd *cmd;
    uint32_t branch;         /* of cmd */
    const gt_expr *guard;    /* of the command, and that the branch's probability is positive */
    const gt_expr *possible; /* only the latter; NULL: it always is */
    uint32_t nassigns;
    const gt_assign *assigns;
} gt_transition;

typedef struct {
    uint32_t n;
    gt_transition *transitions; /* in order of command and branch */
    const gt_expr **fires;      /* by command: it can fire */
    const gt_expr *stuck;       /* no command can fire */
} gt_skeleton;

/* NULL if the sign of some probability or weight cannot be told without real arithmetic; *why says which. */
const gt_skeleton *gt_skeleton_new(gt_arena *arena, const gt_cmds *cmds, const char **why);
/* What holds in an initial state for this step's variable, or NULL: nothing is asked. `kept`: the language
 * gives the variable no value outside of its range. */
const gt_expr *gt_skeleton_init(gt_arena *arena, const gt_cmds *cmds, const gt_init_step *step, bool kept);
/* What a state property says in every reachable state: INVARIANT, NOERROR, DEADLOCK. */
const gt_expr *gt_skeleton_invariant(gt_arena *arena, const gt_cmds *cmds, const gt_skeleton *skeleton,
                                     uint32_t prop);

#endif
