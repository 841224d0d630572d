/* Between the files of the Promela emitter. */
#ifndef GT_BACKENDS_TARGETS_PROMELA_H
#define GT_BACKENDS_TARGETS_PROMELA_H

#include "backends/targets/target.h"
#include "ir/expr/fold.h"
#include "runtime/table.h"

/* A state formula that Spin does not take in an LTL block: a variable that every step sets. */
typedef struct {
    const char *name;
    const gt_expr *expr;
    uint32_t prop;
} gt_promela_atom;

typedef struct {
    gt_emit *e;
    const char *started; /* flag: the initial values are chosen; NULL: nothing to choose */
    const char *check, *temp;
    const char *suffix; /* a definition's name and this: the temporary that holds it during a step */
    bool *held;         /* by definition: some step has such a temporary */
    uint32_t ntemps;
    gt_fold *fold;                /* of the LTL blocks' formulas */
    gt_ptrmap sizes;              /* of state formulas, for gt_promela_keeps */
    GT_VEC(gt_promela_atom) kept; /* found by gt_promela_ltl */
} gt_promela;

/* promela_steps.c: the process, its initial choices and its steps. Sets p->held and p->ntemps. */
void gt_promela_process(gt_promela *p);
/* A value of that variable, by its name if it has one. */
void gt_promela_constant(gt_promela *p, uint32_t var, int32_t value);

/* promela_props.c: what is done after every step: the state is printed, p->kept set, invariants asserted.
 * What is done where no rule can fire. */
void gt_promela_check(gt_promela *p);
void gt_promela_stuck(gt_promela *p);

/* promela_ltl.c: whether some LTL block will have variables of its own, p->kept; an LTL block. */
bool gt_promela_keeps(gt_promela *p);
void gt_promela_ltl(gt_promela *p, uint32_t prop);
/* An emitter's hook: conditionals without arrows, for what may end up in an LTL block. */
bool gt_promela_without_arrows(gt_emitter *em, const gt_expr *e, int prec);

#endif
