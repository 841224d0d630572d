#include "passes/encode/initially.h"

#include "ir/expr/walk.h"
#include "runtime/base.h"

#include <stdlib.h>

typedef struct {
    gt_fold *fold;
    gt_init_step *steps;
    uint32_t *step_of; /* per variable */
    gt_walk walk;
} restriction;

/* The last of the steps that give a value to a variable in it. */
static uint64_t last_step(gt_walk *walk, const gt_expr *e)
{
    const restriction *r = walk->arg;
    return e->kind == GT_EXPR_CVAR ? r->step_of[e->u.index] : gt_walk_most(walk, e);
}

static void restrict_to(restriction *r, const gt_expr *cond)
{
    for (uint32_t i = 0; cond->kind == GT_EXPR_AND && i < cond->nkids; i++)
        restrict_to(r, cond->kids[i]);
    if (cond->kind == GT_EXPR_AND || gt_expr_is_true(cond))
        return;
    gt_init_step *step = &r->steps[gt_walk_at(&r->walk, cond)];
    step->where = step->where ? gt_fold_and(r->fold, step->where, cond) : cond;
}

void gt_encode_initially(gt_fold *fold, const gt_cmds *cmds, gt_init_step *steps, uint32_t nsteps,
                         const gt_expr *cond)
{
    if (!cond)
        return;
    restriction r = {fold, steps, gt_xcalloc((size_t)cmds->nvars + 1, sizeof(uint32_t)), {.node = last_step}};
    r.walk.arg = &r;
    for (uint32_t i = 0; i < nsteps; i++)
        r.step_of[steps[i].var] = i;
    restrict_to(&r, cond);
    gt_walk_fini(&r.walk);
    free(r.step_of);
}
