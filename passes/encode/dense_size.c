/* How many commands the dense encoding makes, and which roles are placed. */
#include "passes/encode/dense_rule.h"

/* Work on one guard in one local state (guards share parts), operands of an operator that is looked into. */
enum { BUDGET = 1000, ARGS = 8 };

/* What an expression is worth when the role's locals are `values`; *known cleared: more than they decide it.
 */
static int64_t value_there(const gt_expr *e, uint32_t role, const int32_t *values, int64_t *budget,
                           bool *known)
{
    int64_t args[ARGS];
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_LOCAL && e->kids[0]->kind == GT_EXPR_ROLE && e->kids[0]->u.index == role)
        return values[e->u.var->index];
    if (!gt_expr_in(e->kind, GT_GROUP_OP) || e->nkids > ARGS || e->type.kind == GT_TYPE_REAL ||
        --*budget < 0) {
        *known = false;
        return 0;
    }
    bool all = true;
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool this = true;
        args[i] = value_there(e->kids[i], role, values, budget, &this);
        if (this && e->kind == GT_EXPR_AND && !args[i])
            return 0;
        if (this && e->kind == GT_EXPR_OR && args[i])
            return 1;
        all = all && this;
    }
    *known = all;
    return all ? gt_expr_apply(e->kind, args, e->nkids) : 0;
}

/* Is the guard always looked into as far as its conjuncts? Then one that is false makes it false. */
static bool is_small(const gt_expr *e, int64_t *budget)
{
    bool small = --*budget >= 0 && (e->kind != GT_EXPR_AND || e->nkids <= ARGS);
    for (uint32_t i = 0; small && i < e->nkids; i++)
        small = is_small(e->kids[i], budget);
    return small;
}

/* The local states in which the guard does not rule out that the role is played. */
static double places_of(gt_places *places, const gt_pop *pop, const gt_pop_rule *r, uint32_t role)
{
    const gt_proc *proc = r->roles[role].proc;
    const gt_locals *l = &pop->locals[proc->index];
    gt_place_list list = {NULL, l->nstates};
    if (r->guard->nkids > ARGS)
        return l->nstates;
    if (is_small(r->guard, &(int64_t){BUDGET}))
        list = gt_places_find(places, proc, r->guard, role);
    double n = 0;
    for (uint32_t i = 0; i < list.n; i++) {
        int64_t budget = BUDGET;
        bool known = true;
        const int32_t *values = gt_dense_values(l, gt_place_at(list, i));
        n += value_there(r->guard, role, values, &budget, &known) != 0 || !known;
    }
    return n;
}

/* How many ways there are to place the roles and choose; `classes`: tracked ones, too. */
static double ways_to_place(gt_places *places, const gt_pop *pop, const gt_pop_rule *r, bool classes)
{
    double ways = 1;
    for (uint32_t k = 0; k < r->nroles; k++)
        if (r->roles[k].kind == GT_ROLE_UNTRACKED || (classes && gt_dense_needs_place(r, pop, k)))
            ways *= places_of(places, pop, r, k);
    for (uint32_t c = 0; c < r->nchoices; c++)
        ways *= (double)gt_type_size(r->choices[c]->type);
    return ways;
}

/* Commands that one rule may give before tracked processes are no longer placed. */
enum { RULE_COMMANDS = 2000 };

double gt_dense_commands(const gt_pop *pop)
{
    gt_places *places = gt_places_new(pop);
    double sum = 0;
    for (uint32_t i = 0; i < pop->nrules; i++) {
        double all = ways_to_place(places, pop, &pop->rules[i], true);
        sum += all <= RULE_COMMANDS ? all : ways_to_place(places, pop, &pop->rules[i], false);
    }
    gt_places_free(places);
    return sum;
}

void gt_placing_find_placed(gt_placing *p)
{
    const gt_pop_rule *r = p->rule;
    const gt_pop *pop = p->d->pop;
    bool classes = p->d->paper || ways_to_place(p->d->places, pop, r, true) <= RULE_COMMANDS;
    for (uint32_t k = 0; k < r->nroles; k++) {
        p->at[k] = -1;
        p->placed[k] = r->roles[k].kind == GT_ROLE_UNTRACKED || (classes && gt_dense_needs_place(r, pop, k));
    }
}
