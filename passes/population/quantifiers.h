/* From expressions of a symmetric program to expressions of its population program: ids disappear and every
 * quantifier is eliminated, exactly (docs/translation.md). */
#ifndef GT_PASSES_POPULATION_QUANTIFIERS_H
#define GT_PASSES_POPULATION_QUANTIFIERS_H

#include "ir/expr/fold.h"
#include "ir/pop.h"

typedef struct gt_quant gt_quant;

/* `pop` must have its idvars and locals; both outlive the result. */
gt_quant *gt_quant_new(gt_ctx *ctx, gt_fold *fold, const gt_pop *pop);
void gt_quant_free(gt_quant *q);

/* Who stands behind a bound process while an expression is translated. */
typedef enum { GT_EACH_NOBODY, GT_EACH_ROLE, GT_EACH_IDVAR, GT_EACH_REST } gt_each;

typedef struct {
    uint32_t nroles;
    const gt_role *roles;
    const int32_t *alias; /* per id variable of the program, or NULL: nothing known of any */
    int32_t self;         /* role of self, or -1 */
    uint32_t nbinders;    /* partners and chosen processes ... */
    const gt_binder *const *binders;
    const uint32_t *binder_role; /* ... and their roles */
    gt_each
        each_is; /* broadcast: what BOUND(each) is: a role, the process of an id variable, or an untracked */
    const gt_binder *each; /* process outside the roles, which stays BOUND(each) */
    uint32_t each_index;
} gt_quant_scope;

/* The process behind an id expression: ROLE, IDVAR, NONE, or BOUND(each). */
const gt_expr *gt_quant_process(gt_quant *q, const gt_quant_scope *scope, const gt_expr *e);
/* A whole expression or formula. */
const gt_expr *gt_quant_resolve(gt_quant *q, const gt_quant_scope *scope, const gt_expr *e);
/* How many processes can be chosen for `choice` (a process type), without regard to the roles' being filled.
 */
const gt_expr *gt_quant_candidates(gt_quant *q, const gt_quant_scope *scope, const gt_binder *choice);
/* The role of the class whose first id variable is `first`, or -1. */
int32_t gt_role_of_class(const gt_role *roles, uint32_t nroles, uint32_t first);
/* Number of the id variable `var`. */
uint32_t gt_quant_idvar(const gt_quant *q, const gt_var *var);

#endif
