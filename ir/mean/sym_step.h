/* The meaning of a symmetric program (ir/sym.h), state by state, as written: arrays, choices, run-time
 * errors. It relies on no pass, so that it can be held against what the passes make.
 *
 * Order of evaluation, for given self and partners: the guard; then choice by choice, the `where` of all its
 * candidates; then, all choices made, the rate, then branch by branch the probability and, if it is not 0,
 * the updates. What errs first decides: the error takes the place of all that would have followed, with the
 * weight reached so far. So a guard that errs is one firing, a `where` that errs for some candidate one for
 * each valuation of the choices before it. */
#ifndef GT_IR_MEAN_SYM_STEP_H
#define GT_IR_MEAN_SYM_STEP_H

#include "ir/mean/eval.h"

typedef struct gt_sym_step gt_sym_step;

/* One branch of one firing. */
typedef struct {
    const gt_rule *rule;
    int32_t self;            /* from 1; 0: the rule has no self */
    const int32_t *partners; /* parallel to rule->partners */
    const int32_t *choices; /* parallel to rule->choices: processes or values; 0 where an error came before */
    uint32_t branch;        /* number in rule->branches; 0 for an error */
    bool error;             /* `to` is the error state */
    uint64_t firing;        /* counts from 0 in each state; the branches of one firing share it */
    uint64_t multiplicity;  /* symmetric: how many firings of exchangeable processes it stands for; else 1 */
    gt_rat prob;            /* of the branch within its firing, > 0 */
    gt_rat weight;          /* of the firing: DTMC and CTMC: rate / candidates of its choices; else 1 */
    const int32_t *to;      /* valid during the call */
} gt_firing;

/* Return false to stop the enumeration. */
typedef bool gt_firing_fn(void *arg, const gt_firing *firing);
typedef bool gt_state_fn(void *arg, const int32_t *state);

gt_sym_step *gt_sym_step_new(const gt_sym *sym);
void gt_sym_step_free(gt_sym_step *step);
const gt_layout *gt_sym_step_layout(const gt_sym_step *step);
/* For further expressions of the program: compile before use, then gt_eval_state. */
gt_eval *gt_sym_step_eval(gt_sym_step *step);

/* All initial states, each once per way to choose the initial values. Initial values cannot err (the front
 * end sees to it). False: stopped by the callback. */
bool gt_sym_step_initial(gt_sym_step *step, gt_state_fn *fn, void *arg);
/* All firings of all rules in `state`, by rule, self, partners, choices, branch. None in an error state. With
 * `symmetric` (needs a program that is not tied, gt_sym_tie) only up to exchange of processes that agree in
 * their local variables and in the id variables naming them: every successor is reached up to such an
 * exchange. The callback must not use the step's evaluator. False: stopped by the callback. */
bool gt_sym_step_successors(gt_sym_step *step, const int32_t *state, bool symmetric, gt_firing_fn *fn,
                            void *arg);
/* The same for one of the program's rules; none if it has no such rule. */
bool gt_sym_step_by_rule(gt_sym_step *step, const int32_t *state, const gt_rule *rule, bool symmetric,
                         gt_firing_fn *fn, void *arg);
/* Whether some rule can fire (or errs); false also in an error state, which is no deadlock. */
bool gt_sym_step_enabled(gt_sym_step *step, const int32_t *state, bool symmetric);

#endif
