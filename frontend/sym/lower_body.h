/* Lowering of what a rule does. */
#ifndef GT_FRONTEND_SYM_LOWER_BODY_H
#define GT_FRONTEND_SYM_LOWER_BODY_H

#include "frontend/sym/lower.h"

/* The processes of a type by names that are choices: one after the other, each another one. */
typedef struct {
    const gt_proc *proc;
    const gt_expr **who; /* proc->n of them; where the rule's self is one, it comes first */
} gt_everybody;

/* The parts of a rule that are the same for all it is split into, and those being collected for one. */
typedef struct {
    gt_lower *lw;
    gt_home *home;
    GT_VEC(const gt_binder *) choices;
    GT_VEC(gt_update) updates;
    GT_VEC(const gt_expr *) splits; /* conditions this part of the split rule adds to the guard */
    GT_VEC(bool) decisions;         /* for each `if` that splits, in order: then or else */
    GT_VEC(gt_everybody) everybody; /* process types whose processes all have a name in this rule */
    double ways;                    /* to choose in broadcasts */
    size_t decided;
    unsigned serial;
    bool failed;
} gt_body;

/* `any` in a broadcast over `each` under `cond` (or NULL): every process makes the choice for itself. Adds
 * choices to the rule and returns what a process is given, by who it is; NULL after an error. */
const gt_expr *gt_lower_spread(gt_body *body, const gt_expr *cond, const gt_binder *each,
                               const gt_binder *any);
/* Appends the updates of a statement. */
void gt_lower_statement(gt_body *body, const gt_env *env, const gt_syn *syn);

#endif
