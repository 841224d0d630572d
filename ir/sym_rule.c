#include "ir/sym_rule.h"

#include "ir/ptrmap.h"

#include <string.h>

/* ---- edges ---- */

static bool is_own_location(const gt_expr *e)
{
    return e->kind == GT_EXPR_LOCAL && e->u.var->is_loc && e->kids[0]->kind == GT_EXPR_SELF;
}

/* The location A of loc == A. */
static const char *tested_location(const gt_expr *e)
{
    if (e->kind != GT_EXPR_EQ || !is_own_location(e->kids[0]) || e->kids[1]->kind != GT_EXPR_CONST)
        return NULL;
    return e->kids[1]->type.en->values[e->kids[1]->u.value];
}

/* The location B of an unconditional loc := B. */
static const char *assigned_location(const gt_update *u)
{
    if (u->cond || u->each || !u->proc || u->proc->kind != GT_EXPR_SELF || !u->var->is_loc ||
        u->value->kind != GT_EXPR_CONST)
        return NULL;
    return u->var->type.en->values[u->value->u.value];
}

/* The number of the first update of the branch that may stand for the edge's arrow. */
static bool find_arrow(const gt_branch *branch, gt_edge *edge)
{
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        edge->update = i;
        edge->target = assigned_location(&branch->updates[i]);
        if (edge->target)
            return true;
    }
    return false;
}

bool gt_rule_is_edge(const gt_rule *rule, gt_edge *edge)
{
    if (rule->name[0] || !rule->owner || !rule->owner->loc)
        return false;
    const gt_expr *first = rule->guard;
    while (first->kind == GT_EXPR_AND)
        first = first->kids[0];
    edge->source = tested_location(first);
    if (!edge->source || (first != rule->guard && first != rule->guard->kids[0]))
        return false;
    if (!find_arrow(&rule->branches[0], edge))
        return false;
    for (uint32_t i = 1; i < rule->nbranches; i++) {
        gt_edge other;
        if (!find_arrow(&rule->branches[i], &other) || other.update != edge->update ||
            strcmp(other.target, edge->target) != 0)
            return false;
    }
    size_t len = strlen(edge->source);
    return !strncmp(rule->label, edge->source, len) && !strncmp(rule->label + len, " -> ", 4) &&
           !strncmp(rule->label + len + 4, edge->target, strlen(edge->target));
}

/* ---- choices ---- */

static bool mentions(gt_ptrmap *seen, const gt_expr *e, const gt_binder *choice)
{
    if (!e)
        return false;
    if (e->kind == GT_EXPR_BOUND)
        return e->u.binder == choice;
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return false;
    *mark = 1;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (mentions(seen, e->kids[i], choice))
            return true;
    return false;
}

static bool makes(const gt_update *u, const gt_binder *choice)
{
    return !u->cond && !u->each && u->value->kind == GT_EXPR_BOUND && u->value->u.binder == choice;
}

/* Whether the choice occurs in the rule anywhere but as a whole right side and in its own `where`. */
static bool used_inside(const gt_rule *rule, const gt_binder *choice)
{
    gt_ptrmap seen;
    gt_ptrmap_init(&seen);
    bool used = mentions(&seen, rule->guard, choice) || mentions(&seen, rule->rate, choice);
    for (uint32_t i = 0; i < rule->nchoices && !used; i++)
        used = rule->choices[i] != choice && mentions(&seen, rule->choices[i]->where, choice);
    for (uint32_t b = 0; b < rule->nbranches && !used; b++) {
        const gt_branch *branch = &rule->branches[b];
        used = mentions(&seen, branch->prob, choice);
        for (uint32_t i = 0; i < branch->nupdates && !used; i++) {
            const gt_update *u = &branch->updates[i];
            used = mentions(&seen, u->cond, choice) || mentions(&seen, u->proc, choice) ||
                   mentions(&seen, u->index, choice) ||
                   (!makes(u, choice) && mentions(&seen, u->value, choice));
        }
    }
    gt_ptrmap_fini(&seen);
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
