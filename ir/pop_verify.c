#include "ir/verify.h"

#include <inttypes.h>

enum { GROUPS = GT_GROUP_LEAF | GT_GROUP_POP | GT_GROUP_OP };

static void open_scope(gt_scope *s, gt_verifier *check, const gt_pop *pop, const gt_pop_rule *rule)
{
    gt_scope_init(s, check, GROUPS);
    s->sym = pop->sym;
    s->pop = pop;
    s->rule = rule;
}

/* ---- id variables and local states ---- */

static void check_idvars(gt_verifier *check, const gt_pop *pop)
{
    uint32_t expected = 0, next = 0;
    for (uint32_t i = 0; i < pop->sym->nshared; i++) {
        const gt_var *var = pop->sym->shared[i];
        if (var->ndims)
            gt_verify_fail(check, var, "%s is not a scalar", var->name);
        expected += var->type.kind == GT_TYPE_ID;
    }
    if (expected != pop->nidvars)
        gt_verify_fail(check, NULL, "%" PRIu32 " id variables, but %" PRIu32 " are listed", expected,
                       pop->nidvars);
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        const gt_idvar *id = &pop->idvars[i];
        if (id->var->owner || id->var->type.kind != GT_TYPE_ID || id->var->type.proc != id->proc ||
            id->var->type.optional != id->optional)
            gt_verify_fail(check, id, "id variable %s is not what it says it is", id->var->name);
        if (id->var->index >= pop->sym->nshared || pop->sym->shared[id->var->index] != id->var)
            gt_verify_fail(check, id, "id variable %s is not one of the program", id->var->name);
        for (uint32_t k = 0; k < i; k++)
            if (pop->idvars[k].var == id->var)
                gt_verify_fail(check, id, "id variable %s is listed twice", id->var->name);
    }
    for (uint32_t i = 0; i < pop->sym->nprocs; i++) {
        const gt_locals *locals = &pop->locals[i];
        bool grouped = locals->nidvars == 0 || locals->first_idvar == next;
        for (uint32_t k = 0; k < locals->nidvars; k++)
            grouped = grouped && next + k < pop->nidvars && pop->idvars[next + k].proc == locals->proc;
        if (!grouped)
            gt_verify_fail(check, locals, "the id variables of %s do not stand together", locals->proc->name);
        next += locals->nidvars;
    }
    if (next != pop->nidvars)
        gt_verify_fail(check, NULL, "the id variables are not grouped by process type");
}

static bool in_domain(const gt_var *var, int32_t value)
{
    return value >= var->type.lo && value <= var->type.hi;
}

/* -1, 0 or 1 as the row before, the same or the row after. */
static int compare_rows(const int32_t *a, const int32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void check_locals(gt_verifier *check, const gt_pop *pop, uint32_t index)
{
    const gt_locals *locals = &pop->locals[index];
    const gt_proc *proc = locals->proc;
    if (proc != pop->sym->procs[index] || locals->nvars != proc->nvars) {
        gt_verify_fail(check, locals, "local states of another process type than %s",
                       pop->sym->procs[index]->name);
        return;
    }
    for (uint32_t v = 0; v < proc->nvars; v++)
        if (proc->vars[v]->ndims || proc->vars[v]->type.kind == GT_TYPE_ID)
            gt_verify_fail(check, proc->vars[v], "%s cannot be part of a local state", proc->vars[v]->name);
    if (locals->nstates == 0)
        gt_verify_fail(check, locals, "%s has no local state", proc->name);
    for (uint32_t i = 0; i < locals->nstates; i++) {
        const int32_t *row = locals->values + (size_t)i * locals->nvars;
        for (uint32_t v = 0; v < locals->nvars; v++)
            if (!in_domain(proc->vars[v], row[v]))
                gt_verify_fail(check, locals, "local state %" PRIu32 " of %s: %s cannot be %" PRId32, i,
                               proc->name, proc->vars[v]->name, row[v]);
        if (i && compare_rows(row - locals->nvars, row, locals->nvars) >= 0)
            gt_verify_fail(check, locals, "local state %" PRIu32 " of %s is not in order", i, proc->name);
    }
}

/* ---- initial values ---- */

static void check_start(gt_verifier *check, const gt_pop *pop, const gt_proc *proc, const gt_expr *start)
{
    if (!start) {
        gt_verify_fail(check, proc, "nothing says in which local states a %s can begin", proc->name);
        return;
    }
    gt_scope s;
    open_scope(&s, check, pop, NULL);
    s.role = proc;
    gt_verify_bool(&s, start);
    gt_scope_fini(&s);
}

static bool good_start(const gt_pop *pop, const gt_var *var, const gt_pop_init *init)
{
    bool id = var->type.kind == GT_TYPE_ID;
    switch (init->kind) {
    case GT_START_VALUE: return !id && init->value;
    case GT_START_CHOICE:
        return !id && init->lo <= init->hi && init->lo >= var->type.lo && init->hi <= var->type.hi;
    case GT_START_NONE: return id && var->type.optional;
    case GT_START_SAME:
        return id && init->idvar < pop->nidvars && pop->idvars[init->idvar].proc == var->type.proc &&
               pop->idvars[init->idvar].var->index < var->index;
    case GT_START_ANY: return id;
    }
    return false;
}

static void check_pop_init(gt_verifier *check, const gt_pop *pop, uint32_t index)
{
    const gt_var *var = pop->sym->shared[index];
    const gt_pop_init *init = &pop->init[index];
    if (!good_start(pop, var, init)) {
        gt_verify_fail(check, init, "%s cannot begin like that", var->name);
        return;
    }
    gt_scope s;
    open_scope(&s, check, pop, NULL);
    if (init->kind == GT_START_VALUE)
        gt_verify_first(&s, init->value, init->value, var->type);
    if (init->where)
        gt_verify_bool(&s, init->where);
    gt_scope_fini(&s);
}

static void check_starts(gt_verifier *check, const gt_pop *pop)
{
    for (uint32_t i = 0; i < pop->sym->nprocs; i++)
        check_start(check, pop, pop->locals[i].proc, pop->locals[i].start);
    for (uint32_t i = 0; i < pop->nidvars; i++)
        check_start(check, pop, pop->idvars[i].proc, pop->idvars[i].start);
    for (uint32_t i = 0; i < pop->sym->nshared; i++)
        check_pop_init(check, pop, i);
}

/* ---- rules ---- */

static void check_alias(gt_verifier *check, const gt_pop *pop, const gt_pop_rule *rule)
{
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        int32_t a = rule->alias[i];
        bool good = a == GT_ALIAS_ANY || (a == GT_ALIAS_NONE && pop->idvars[i].optional);
        if (a >= 0 && (uint32_t)a <= i)
            good = rule->alias[a] == a && pop->idvars[a].proc == pop->idvars[i].proc;
        if (!good)
            gt_verify_fail(check, rule, "the alias of id variable %" PRIu32 " is impossible", i);
    }
}

static void check_roles(gt_verifier *check, const gt_pop *pop, const gt_pop_rule *rule)
{
    for (uint32_t i = 0; i < rule->nroles; i++) {
        const gt_role *role = &rule->roles[i];
        if (role->kind != GT_ROLE_CLASS)
            continue;
        if (role->idvar >= pop->nidvars || pop->idvars[role->idvar].proc != role->proc) {
            gt_verify_fail(check, rule, "role %s is played by an id variable of another type", role->name);
            continue;
        }
        int32_t alias = rule->alias[role->idvar];
        if (alias != GT_ALIAS_ANY && alias != (int32_t)role->idvar)
            gt_verify_fail(check, rule, "role %s is not played by the first id variable of a class",
                           role->name);
        for (uint32_t k = 0; k < i; k++)
            if (rule->roles[k].kind == GT_ROLE_CLASS && rule->roles[k].idvar == role->idvar)
                gt_verify_fail(check, rule, "one process plays two roles");
    }
}

static void check_update(gt_scope *s, const gt_pop_update *u)
{
    const gt_proc *owner = NULL;
    if (u->role >= 0 && (uint32_t)u->role < s->rule->nroles)
        owner = s->rule->roles[u->role].proc;
    else if (u->role != -1)
        gt_verify_fail(s->check, u, "there is no role %" PRId32, u->role);
    if (u->idvar >= 0 && (uint32_t)u->idvar < s->pop->nidvars && u->role == -1)
        owner = s->pop->idvars[u->idvar].proc;
    else if (u->idvar != -1)
        gt_verify_fail(s->check, u, "there is no id variable %" PRId32, u->idvar);
    if (u->each) {
        if (u->role != -1 || u->idvar != -1 || u->each->type.kind != GT_TYPE_ID ||
            u->each->kind != GT_BIND_QUANT)
            gt_verify_fail(s->check, u, "not a broadcast");
        owner = u->each->type.proc;
        gt_scope_push(s, u->each);
    }
    if (u->var->owner != owner || u->var->ndims || (!owner && u->var->type.kind == GT_TYPE_ID))
        gt_verify_fail(s->check, u, "%s is not a variable that can be assigned here", u->var->name);
    if (u->cond)
        gt_verify_bool(s, u->cond);
    gt_verify_value(s, u->value, u->var->type);
    if (u->each)
        gt_scope_pop(s);
}

static bool plays_role(const gt_pop_rule *rule, uint32_t idvar)
{
    for (uint32_t i = 0; i < rule->nroles; i++)
        if (rule->roles[i].kind == GT_ROLE_CLASS && rule->roles[i].idvar == idvar)
            return true;
    return false;
}

static void check_idassign(gt_scope *s, const gt_idassign *a)
{
    const gt_pop *pop = s->pop;
    const gt_pop_rule *rule = s->rule;
    if (a->idvar >= pop->nidvars) {
        gt_verify_fail(s->check, a, "there is no id variable %" PRIu32, a->idvar);
        return;
    }
    const gt_idvar *id = &pop->idvars[a->idvar];
    bool good = false;
    switch (a->to) {
    case GT_POINT_NONE: good = id->optional; break;
    case GT_POINT_ROLE: good = a->target < rule->nroles && rule->roles[a->target].proc == id->proc; break;
    case GT_POINT_CLASS:
        good = a->target < pop->nidvars && pop->idvars[a->target].proc == id->proc &&
               rule->alias[a->target] == (int32_t)a->target && !plays_role(rule, a->target);
        break;
    }
    if (!good)
        gt_verify_fail(s->check, a, "%s cannot be made to point there", id->var->name);
    if (id->var->is_ghost)
        gt_verify_fail(s->check, a, "ghost %s is assigned", id->var->name);
    for (uint32_t i = 0; i < pop->nidvars; i++)
        if (pop->idvars[i].proc == id->proc && rule->alias[i] == GT_ALIAS_ANY)
            gt_verify_fail(s->check, a, "%s is assigned, but the rule does not know what %s names",
                           id->var->name, pop->idvars[i].var->name);
}

static void check_branch(gt_scope *s, const gt_pop_branch *branch)
{
    if (branch->prob)
        gt_verify_number(s, branch->prob);
    else if (s->rule->nbranches > 1)
        gt_verify_fail(s->check, branch, "a branch has no probability");
    for (uint32_t i = 0; i < branch->nupdates; i++)
        check_update(s, &branch->updates[i]);
    for (uint32_t i = 0; i < branch->nassigns; i++) {
        check_idassign(s, &branch->assigns[i]);
        for (uint32_t k = 0; k < i; k++)
            if (branch->assigns[k].idvar == branch->assigns[i].idvar)
                gt_verify_fail(s->check, &branch->assigns[i], "an id variable is assigned twice");
    }
}

static void check_rule(gt_verifier *check, const gt_pop *pop, const gt_pop_rule *rule)
{
    unsigned before = check->failures;
    gt_scope s;
    open_scope(&s, check, pop, rule);
    check_alias(check, pop, rule);
    check_roles(check, pop, rule);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_scope_push(&s, rule->choices[i]);
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        const gt_binder *choice = rule->choices[i];
        if (choice->kind != GT_BIND_CHOICE || choice->type.kind == GT_TYPE_ID)
            gt_verify_fail(check, choice, "%s is not a choice of values", choice->name);
    }
    gt_verify_bool(&s, rule->guard);
    if (rule->weight)
        gt_verify_number(&s, rule->weight);
    if (rule->nbranches == 0)
        gt_verify_fail(check, rule, "rule %s has no branch", rule->origin->label);
    for (uint32_t i = 0; i < rule->nbranches && check->failures == before; i++)
        check_branch(&s, &rule->branches[i]);
    gt_scope_fini(&s);
}

/* ---- the rest ---- */

void gt_verify_property(gt_scope *s, const gt_sym *sym, uint32_t index, const void *object,
                        const gt_prop *origin, const gt_expr *formula)
{
    if (index < sym->nprops && origin != sym->props[index])
        gt_verify_fail(s->check, object, "property %s is not in its place", origin->name);
    if (!formula != !origin->formula)
        gt_verify_fail(s->check, object, "property %s has a formula, or lacks one", origin->name);
    if (formula)
        gt_verify_formula(s, origin, formula);
}

static void check_prop(gt_verifier *check, const gt_pop *pop, uint32_t index)
{
    const gt_pop_prop *prop = &pop->props[index];
    gt_scope s;
    open_scope(&s, check, pop, NULL);
    gt_verify_property(&s, pop->sym, index, prop, prop->origin, prop->formula);
    gt_scope_fini(&s);
}

void gt_verify_pop(gt_verifier *check, const gt_pop *pop)
{
    unsigned before = check->failures;
    for (uint32_t i = 0; i < pop->sym->nprocs; i++)
        check_locals(check, pop, i);
    if (check->failures == before)
        check_idvars(check, pop);
    if (check->failures > before)
        return;
    check_starts(check, pop);
    for (uint32_t i = 0; i < pop->nrules; i++)
        check_rule(check, pop, &pop->rules[i]);
    if (pop->nprops != pop->sym->nprops)
        gt_verify_fail(check, NULL, "not every property of the symmetric program is there once");
    for (uint32_t i = 0; i < pop->nprops; i++)
        check_prop(check, pop, i);
    if (pop->nfair != pop->sym->nfair || pop->nrewards != pop->sym->nrewards)
        gt_verify_fail(check, NULL, "fairness or rewards are not those of the symmetric program");
    gt_scope s;
    open_scope(&s, check, pop, NULL);
    if (pop->initially)
        gt_verify_bool(&s, pop->initially);
    for (uint32_t i = 0; i < pop->nfair; i++)
        gt_verify_bool(&s, pop->fair[i]);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        gt_verify_number(&s, pop->rewards[i]);
    gt_scope_fini(&s);
}

void gt_pop_verify(const gt_pop *pop)
{
    char what[] = "population program";
    gt_verifier check = {.report = gt_verify_ice, .data = what};
    gt_verify_pop(&check, pop);
}
