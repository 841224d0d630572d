/* Lowering of what a rule does. */
#ifndef GT_FRONTEND_SYM_LOWER_BODY_H
#define GT_FRONTEND_SYM_LOWER_BODY_H

#include "frontend/sym/lower.h"

/* The parts of a rule that are the same for all it is split into, and those being collected for one. */
typedef struct {
    gt_lower *lw;
    gt_home *home;
    GT_VEC(const gt_binder *) choices;
    GT_VEC(gt_update) updates;
    GT_VEC(const gt_expr *) splits; /* conditions this part of the split rule adds to the guard */
    GT_VEC(bool) decisions;         /* for each `if` that splits, in order: then or else */
    size_t decided;
    unsigned serial;
    bool failed;
} gt_body;

/* Appends the updates of a statement. */
void gt_lower_statement(gt_body *body, const gt_env *env, const gt_syn *syn);

#endif
