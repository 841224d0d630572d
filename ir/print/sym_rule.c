#include "ir/print/sym_rule.h"

#include "ir/expr/walk.h"

static uint64_t mentions(gt_walk *walk, const gt_expr *e)
{
    return e->kind == GT_EXPR_BOUND ? e->u.binder == walk->arg : gt_walk_any(walk, e);
}

static bool makes(const gt_update *u, const gt_binder *choice)
{
    return !u->cond && !u->each && u->value->kind == GT_EXPR_BOUND && u->value->u.binder == choice;
}

/* Whether the choice occurs in the rule anywhere but as a whole right side and in its own `where`. */
static bool used_inside(const gt_rule *rule, const gt_binder *choice)
{
    gt_walk walk = {.node = mentions, .arg = (void *)(uintptr_t)choice};
    bool used = gt_walk_at(&walk, rule->guard) || gt_walk_at(&walk, rule->rate);
    for (uint32_t i = 0; i < rule->nchoices && !used; i++)
        used = rule->choices[i] != choice && gt_walk_at(&walk, rule->choices[i]->where);
    for (uint32_t b = 0; b < rule->nbranches && !used; b++) {
        const gt_branch *branch = &rule->branches[b];
        used = gt_walk_at(&walk, branch->prob);
        for (uint32_t i = 0; i < branch->nupdates && !used; i++) {
            const gt_update *u = &branch->updates[i];
            used = gt_walk_at(&walk, u->cond) || gt_walk_at(&walk, u->proc) || gt_walk_at(&walk, u->index) ||
                   (!makes(u, choice) && gt_walk_at(&walk, u->value));
        }
    }
    gt_walk_fini(&walk);
    return used;
}

const gt_update *gt_rule_choice_update(const gt_rule *rule, const gt_binder *choice)
{
    const gt_update *found = NULL;
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
            if (!makes(&rule->branches[b].updates[i], choice))
                continue;
            if (found)
                return NULL;
            found = &rule->branches[b].updates[i];
        }
    }
    return found && !used_inside(rule, choice) ? found : NULL;
}

const gt_binder *gt_rule_update_choice(const gt_rule *rule, const gt_update *u)
{
    if (u->value->kind != GT_EXPR_BOUND || u->value->u.binder->kind != GT_BIND_CHOICE)
        return NULL;
    return gt_rule_choice_update(rule, u->value->u.binder) == u ? u->value->u.binder : NULL;
}
