/* The meaning of guarded commands (ir/cmd.h), state by state. A state is one int32_t per variable, in their
 * order. An expression that is not total, or a value outside its variable's range, is a bug of a pass:
 * gt_ice. */
#ifndef GT_IR_MEAN_CMD_STEP_H
#define GT_IR_MEAN_CMD_STEP_H

#include "ir/cmd.h"
#include "ir/mean/eval.h"

typedef struct gt_cmd_step gt_cmd_step;

/* One branch of one command, with one choice of its picks. */
typedef struct {
    uint32_t cmd, branch;
    uint32_t firing;   /* from 0: the branches of one command and choice have the same number */
    gt_rat prob;       /* of the branch within the command, > 0 */
    gt_rat weight;     /* of the command: DTMC and CTMC; else 1 */
    const int32_t *to; /* valid during the call */
} gt_cmd_firing;

/* Return false to stop the enumeration. */
typedef bool gt_cmd_firing_fn(void *arg, const gt_cmd_firing *firing);
typedef bool gt_valuation_fn(void *arg, const int32_t *state);

gt_cmd_step *gt_cmd_step_new(const gt_cmds *cmds);
void gt_cmd_step_free(gt_cmd_step *step);
/* For further expressions over the variables: compile before use, then gt_eval_state. */
gt_eval *gt_cmd_step_eval(gt_cmd_step *step);

/* All initial states, each once. False: stopped by the callback. */
bool gt_cmd_step_initial(gt_cmd_step *step, gt_valuation_fn *fn, void *arg);
/* All branches of all commands that can fire in `state`; the loop of a state without command is not reported.
 * The callback must not use the step's evaluator. False: stopped by the callback. */
bool gt_cmd_step_successors(gt_cmd_step *step, const int32_t *state, gt_cmd_firing_fn *fn, void *arg);

/* "x=3 n_Idle=2 ..." for people. */
void gt_cmd_state_print(const gt_cmds *cmds, const int32_t *state, gt_str *out);

#endif
