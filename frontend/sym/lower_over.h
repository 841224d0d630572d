/* Names that range over processes or values: whose they are, one value after the other, and quantifiers. */
#ifndef GT_FRONTEND_SYM_LOWER_OVER_H
#define GT_FRONTEND_SYM_LOWER_OVER_H

#include "frontend/sym/lower.h"

typedef struct {
    const char *name;
    gt_pos pos;
    gt_proc *proc; /* over its processes; NULL: over the values of `type` */
    gt_type type;
    bool broken; /* has an error */
} gt_over;
typedef GT_VEC(gt_over) gt_overs;
/* The names of a list, in order; false after an error. `what` says what they are. */
bool gt_lower_overs(gt_lower *lw, const gt_syn *binders, const char *what, gt_overs *out);
/* Whether all of them range over values. Reports nothing. */
bool gt_lower_over_values(gt_lower *lw, const gt_syn *binders);
gt_binder *gt_lower_bind_process(gt_lower *lw, gt_env *env, const gt_over *over, gt_bind_kind kind);
void gt_lower_bind_value(gt_lower *lw, gt_env *env, const gt_over *over, int64_t value);
/* What is broken makes no further errors. */
void gt_lower_bind_silent(gt_lower *lw, gt_env *env, const gt_over *over);
/* "b = 3" */
const char *gt_lower_over_text(gt_lower *lw, const gt_over *over, int64_t value);

/* One value after the other:
 *     gt_loop loop = gt_lower_loop(lw, over);
 *     for (bool failed = false; inside = *env, gt_lower_next(&loop, &inside, failed);)
 *         failed = !something(&inside);
 * The loop is not left in another way. It ends after a failure, of which it says with which value it was. */
typedef struct {
    gt_lower *lw;
    const gt_over *over;
    int64_t value;
    unsigned errors;
} gt_loop;
gt_loop gt_lower_loop(gt_lower *lw, const gt_over *over);
bool gt_lower_next(gt_loop *loop, gt_env *env, bool failed);

/* exists, forall, count, sum, min, max */
const gt_expr *gt_lower_quantified(gt_lower *lw, const gt_env *env, const gt_syn *syn);

#endif
