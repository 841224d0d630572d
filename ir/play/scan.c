/* What expressions mention. */
#include "ir/expr/walk.h"
#include "ir/play/play.h"

/* How many roles and choices must be there. */
static uint64_t stage_of(gt_walk *walk, const gt_expr *e)
{
    const gt_pop_rule *rule = walk->arg;
    uint64_t at = e->kind == GT_EXPR_ROLE ? (uint64_t)e->u.index + 1 : 0;
    for (uint32_t i = 0; e->kind == GT_EXPR_BOUND && i < rule->nchoices; i++)
        at = rule->choices[i] == e->u.binder ? (uint64_t)rule->nroles + i + 1 : at;
    uint64_t below = gt_walk_most(walk, e);
    return at > below ? at : below;
}

uint32_t gt_play_stage(const gt_pop_rule *rule, const gt_expr *e)
{
    return (uint32_t)gt_walk_once(stage_of, rule, e);
}

static uint64_t mentions_other(gt_walk *walk, const gt_expr *e)
{
    bool other = e->kind == GT_EXPR_BOUND && e->u.binder->type.kind == GT_TYPE_ID && e->u.binder != walk->arg;
    return other || gt_walk_any(walk, e);
}

static uint64_t tangle(gt_walk *walk, const gt_expr *e)
{
    bool here = e->kind == GT_EXPR_UNTRACKED && gt_walk_once(mentions_other, e->u.binder, e->kids[0]);
    return here || gt_walk_any(walk, e);
}

bool gt_play_is_tangled(const gt_expr *e)
{
    return e && gt_walk_once(tangle, NULL, e);
}
