#include "ir/verify.h"

#include <inttypes.h>
#include <string.h>

enum { GROUPS = GT_GROUP_LEAF | GT_GROUP_SYM | GT_GROUP_OP | GT_GROUP_QUANT };

static void open_scope(gt_scope *s, gt_verifier *check, const gt_sym *sym, const gt_proc *self)
{
    gt_scope_init(s, check, GROUPS);
    s->sym = sym;
    s->self = self;
}

/* ---- declarations ---- */

static bool has_enum(const gt_sym *sym, const gt_enum *en)
{
    for (uint32_t i = 0; i < sym->nenums; i++)
        if (sym->enums[i] == en)
            return true;
    return false;
}

static bool has_proc(const gt_sym *sym, const gt_proc *proc)
{
    return proc && proc->index < sym->nprocs && sym->procs[proc->index] == proc;
}

static void check_type(gt_verifier *check, const gt_sym *sym, const void *object, gt_type t)
{
    bool good = false;
    switch (t.kind) {
    case GT_TYPE_BOOL: good = t.lo == 0 && t.hi == 1; break;
    case GT_TYPE_INT: good = t.lo <= t.hi; break;
    case GT_TYPE_ENUM:
        good = has_enum(sym, t.en) && t.lo == 0 && (int64_t)t.hi == (int64_t)t.en->nvalues - 1;
        break;
    case GT_TYPE_ID: good = has_proc(sym, t.proc); break;
    case GT_TYPE_REAL: break;
    }
    if (!good)
        gt_verify_fail(check, object, "not a type a variable can have");
}

static void check_enum(gt_verifier *check, const gt_enum *en)
{
    if (en->nvalues == 0)
        gt_verify_fail(check, en, "enum %s has no values", en->name);
}

/* A binder whose scope has just been opened. */
static void check_binder(gt_scope *s, const gt_binder *b, gt_bind_kind kind)
{
    if (b->kind != kind)
        gt_verify_fail(s->check, b, "%s is bound in the wrong way", b->name);
    check_type(s->check, s->sym, b, b->type);
    if (b->type.optional || (kind != GT_BIND_CHOICE && b->type.kind != GT_TYPE_ID))
        gt_verify_fail(s->check, b, "%s does not range over processes", b->name);
    if (b->where && kind != GT_BIND_CHOICE)
        gt_verify_fail(s->check, b, "%s must not be restricted", b->name);
    else if (b->where)
        gt_verify_bool(s, b->where);
}

static void check_init(gt_scope *s, const gt_var *var, const gt_init *init)
{
    if (init->choice) {
        gt_scope_push(s, init->choice);
        check_binder(s, init->choice, GT_BIND_CHOICE);
        gt_scope_pop(s);
        gt_type t = init->choice->type;
        if (!gt_type_same(t, var->type))
            gt_verify_fail(s->check, var, "%s is given an initial value of another type", var->name);
        else if (t.kind == GT_TYPE_INT && (t.hi < var->type.lo || t.lo > var->type.hi))
            gt_verify_fail(s->check, var, "the initial value of %s is outside its range", var->name);
        return;
    }
    gt_verify_value(s, init->expr, var->type);
    gt_type t = init->expr->type;
    if (t.kind == GT_TYPE_INT && var->type.kind == GT_TYPE_INT &&
        (t.hi < var->type.lo || t.lo > var->type.hi))
        gt_verify_fail(s->check, var, "the initial value of %s is outside its range", var->name);
}

static void check_dims(gt_verifier *check, const gt_sym *sym, const gt_var *var)
{
    uint64_t len = 1;
    for (uint32_t i = 0; i < var->ndims; i++) {
        const gt_dim *dim = &var->dims[i];
        if (dim->hi < dim->lo || (dim->en && (!has_enum(sym, dim->en) || dim->lo != 0 ||
                                              (int64_t)dim->hi != (int64_t)dim->en->nvalues - 1))) {
            gt_verify_fail(check, var, "dimension %" PRIu32 " of %s is not one", i, var->name);
            return;
        }
        len *= (uint64_t)((int64_t)dim->hi - dim->lo + 1);
        if (len > UINT32_MAX)
            break;
    }
    if (len != var->len)
        gt_verify_fail(check, var, "%s does not have as many elements as its dimensions say", var->name);
    else if (var->ninits != 1 && var->ninits != var->len)
        gt_verify_fail(check, var, "%s does not have an initial value for each element", var->name);
}

/* Made by `classes`: an enum of which any value may be chosen, and as many processes as there are. */
static bool is_class_var(const gt_var *var)
{
    int64_t n = 0;
    if (!var->owner || var->is_loc || var->ndims || var->type.kind != GT_TYPE_ENUM || var->ninits != 1 ||
        !var->inits[0].choice || var->inits[0].choice->where || gt_class_var(var->owner) != var)
        return false;
    for (uint32_t k = 0; k < var->type.en->nvalues; k++) {
        if (var->class_sizes[k] < 0)
            return false;
        n += var->class_sizes[k];
    }
    return n == var->owner->n && !var->owner->size && var->owner->symmetry == GT_SYMMETRY_FULL;
}

static void check_var(gt_verifier *check, const gt_sym *sym, const gt_var *var, const gt_proc *owner,
                      uint32_t index)
{
    if (var->index != index || var->owner != owner)
        gt_verify_fail(check, var, "variable %s is not where it says it is", var->name);
    unsigned before = check->failures;
    check_type(check, sym, var, var->type);
    check_dims(check, sym, var);
    if (check->failures > before)
        return;
    bool loc = var->is_loc;
    if (loc != (owner && owner->loc == var) || (loc && (var->ndims || var->type.kind != GT_TYPE_ENUM)))
        gt_verify_fail(check, var, "%s is not a location variable", var->name);
    if (var->is_ghost && (owner || var->ndims || var->type.kind != GT_TYPE_ID))
        gt_verify_fail(check, var, "%s is not a ghost variable", var->name);
    if (var->is_error && (owner || var->ndims || var->type.kind != GT_TYPE_BOOL))
        gt_verify_fail(check, var, "%s is not an error flag", var->name);
    if (var->class_sizes && !is_class_var(var))
        gt_verify_fail(check, var, "%s is not a variable of classes", var->name);
    if (var->origin && var->element >= var->origin->len)
        gt_verify_fail(check, var, "%s is no element of its array", var->name);
    gt_scope s;
    open_scope(&s, check, sym, owner);
    s.before = var;
    for (uint32_t i = 0; i < var->ninits; i++)
        check_init(&s, var, &var->inits[i]);
    gt_scope_fini(&s);
}

static void check_proc(gt_verifier *check, const gt_sym *sym, uint32_t index)
{
    const gt_proc *proc = sym->procs[index];
    if (proc->index != index)
        gt_verify_fail(check, proc, "process type %s is not where it says it is", proc->name);
    if (proc->n < 1)
        gt_verify_fail(check, proc, "there must be at least one process %s", proc->name);
    else if (proc->symmetry == GT_SYMMETRY_RING && proc->n < 2)
        gt_verify_fail(check, proc, "the ring %s must have at least two processes", proc->name);
    bool found = !proc->loc;
    for (uint32_t i = 0; i < proc->nvars; i++) {
        check_var(check, sym, proc->vars[i], proc, i);
        found = found || proc->loc == proc->vars[i];
    }
    if (!found)
        gt_verify_fail(check, proc, "the location of %s is not one of its variables", proc->name);
}

/* ---- rules ---- */

static void check_update(gt_scope *s, const gt_update *u)
{
    if (u->each) {
        gt_scope_push(s, u->each);
        check_binder(s, u->each, GT_BIND_QUANT);
        if (!u->proc || u->proc->kind != GT_EXPR_BOUND || u->proc->u.binder != u->each)
            gt_verify_fail(s->check, u, "a broadcast writes to another process than it ranges over");
    }
    if ((u->proc != NULL) != (u->var->owner != NULL))
        gt_verify_fail(s->check, u, "%s is assigned as if it belonged to %s", u->var->name,
                       u->proc ? "a process" : "no process");
    if (u->var->class_sizes)
        gt_verify_fail(s->check, u, "%s never changes", u->var->name);
    if ((u->index != NULL) != (u->var->ndims > 0))
        gt_verify_fail(s->check, u, u->index ? "%s has no elements" : "%s needs an index", u->var->name);
    if (u->cond)
        gt_verify_bool(s, u->cond);
    if (u->proc) {
        gt_verify_expr(s, u->proc);
        if (u->proc->type.kind != GT_TYPE_ID || u->proc->type.proc != u->var->owner)
            gt_verify_fail(s->check, u, "%s is not a variable of that process", u->var->name);
    }
    if (u->index) {
        gt_verify_expr(s, u->index);
        if (u->index->kind != GT_EXPR_INDICES || u->index->u.var != u->var)
            gt_verify_fail(s->check, u, "which element of %s is not said", u->var->name);
    }
    gt_verify_value(s, u->value, u->var->type);
    if (u->each)
        gt_scope_pop(s);
}

static void check_branch(gt_scope *s, const gt_rule *rule, const gt_branch *branch)
{
    if (branch->prob)
        gt_verify_number(s, branch->prob);
    else if (rule->nbranches > 1)
        gt_verify_fail(s->check, rule, "a branch has no probability");
    for (uint32_t i = 0; i < branch->nupdates; i++)
        check_update(s, &branch->updates[i]);
}

/* Whether `value` is the location of that name. */
static bool is_location(const gt_rule *rule, const gt_expr *value, const char *name)
{
    return value->kind == GT_EXPR_CONST && value->type.en == rule->owner->loc->type.en &&
           !strcmp(value->type.en->values[value->u.value], name);
}

static bool leaves(const gt_rule *rule)
{
    const gt_expr *e = rule->guard->kind == GT_EXPR_AND ? rule->guard->kids[0] : rule->guard;
    return e->kind == GT_EXPR_EQ && e->kids[0]->kind == GT_EXPR_LOCAL &&
           e->kids[0]->u.var == rule->owner->loc && e->kids[0]->kids[0]->kind == GT_EXPR_SELF &&
           is_location(rule, e->kids[1], rule->from);
}

static bool enters(const gt_rule *rule, const gt_branch *branch)
{
    const gt_update *u = branch->updates;
    return branch->nupdates && !u->cond && u->var == rule->owner->loc && u->proc->kind == GT_EXPR_SELF &&
           is_location(rule, u->value, rule->to);
}

static void check_edge(gt_verifier *check, const gt_rule *rule)
{
    bool agrees = rule->from && rule->to && rule->owner && rule->owner->loc && leaves(rule);
    for (uint32_t i = 0; agrees && i < rule->nbranches; i++)
        agrees = enters(rule, &rule->branches[i]);
    if (!agrees)
        gt_verify_fail(check, rule, "rule %s is not the edge it says it is", rule->label);
}

static void check_rule(gt_verifier *check, const gt_sym *sym, uint32_t index)
{
    const gt_rule *rule = sym->rules[index];
    unsigned before = check->failures;
    if (rule->index != index || (rule->owner && !has_proc(sym, rule->owner)))
        gt_verify_fail(check, rule, "rule %s is not where it says it is", rule->label);
    gt_scope s;
    open_scope(&s, check, sym, rule->owner);
    for (uint32_t i = 0; i < rule->npartners; i++)
        gt_scope_push(&s, rule->partners[i]);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_scope_push(&s, rule->choices[i]);
    for (uint32_t i = 0; i < rule->npartners; i++)
        check_binder(&s, rule->partners[i], GT_BIND_PARTNER);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        check_binder(&s, rule->choices[i], GT_BIND_CHOICE);
    gt_verify_bool(&s, rule->guard);
    if (rule->rate)
        gt_verify_number(&s, rule->rate);
    if (rule->nbranches == 0)
        gt_verify_fail(check, rule, "rule %s has no branch", rule->label);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        check_branch(&s, rule, &rule->branches[i]);
    if ((rule->from || rule->to) && check->failures == before)
        check_edge(check, rule);
    gt_scope_fini(&s);
}

/* ---- properties ---- */

static void check_prop(gt_verifier *check, const gt_sym *sym, const gt_prop *prop)
{
    gt_scope s;
    open_scope(&s, check, sym, NULL);
    for (uint32_t i = 0; i < prop->nprefix; i++) {
        gt_scope_push(&s, prop->prefix[i]);
        check_binder(&s, prop->prefix[i], GT_BIND_PREFIX);
    }
    if (!prop->formula && prop->kind != GT_PROP_DEADLOCK)
        gt_verify_fail(check, prop, "property %s needs a formula", prop->name);
    if (prop->formula)
        gt_verify_formula(&s, prop, prop->formula);
    gt_scope_fini(&s);
}

static bool has_rule_named(const gt_sym *sym, const char *name)
{
    for (uint32_t i = 0; i < sym->nrules; i++)
        if (!strcmp(sym->rules[i]->name, name))
            return true;
    return false;
}

static void check_reward(gt_verifier *check, const gt_sym *sym, const gt_reward *reward)
{
    gt_scope s;
    open_scope(&s, check, sym, NULL);
    gt_verify_number(&s, reward->expr);
    for (uint32_t i = 0; i < reward->nrules; i++)
        if (!has_rule_named(sym, reward->rules[i]))
            gt_verify_fail(check, reward, "reward %s names no rule %s", reward->name, reward->rules[i]);
    gt_scope_fini(&s);
}

static void check_turn(gt_verifier *check, const gt_sym *sym, const gt_turn *turn)
{
    if (!turn->proc == !turn->rule)
        gt_verify_fail(check, turn, "a turn is of a process type or of a rule");
    else if (turn->rule && !has_rule_named(sym, turn->rule))
        gt_verify_fail(check, turn, "a turn names no rule %s", turn->rule);
}

void gt_verify_sym(gt_verifier *check, const gt_sym *sym)
{
    for (uint32_t i = 0; i < sym->nenums; i++)
        check_enum(check, sym->enums[i]);
    for (uint32_t i = 0; i < sym->nshared; i++)
        check_var(check, sym, sym->shared[i], NULL, i);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        check_proc(check, sym, i);
    if (sym->initially) {
        gt_scope s;
        open_scope(&s, check, sym, NULL);
        gt_verify_bool(&s, sym->initially);
        gt_scope_fini(&s);
    }
    for (uint32_t i = 0; i < sym->nrules; i++)
        check_rule(check, sym, i);
    for (uint32_t i = 0; i < sym->nprops; i++)
        check_prop(check, sym, sym->props[i]);
    for (uint32_t i = 0; i < sym->nfair; i++) {
        gt_scope s;
        open_scope(&s, check, sym, NULL);
        gt_verify_bool(&s, sym->fair[i]->expr);
        gt_scope_fini(&s);
    }
    for (uint32_t i = 0; i < sym->nturns; i++)
        check_turn(check, sym, sym->turns[i]);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        check_reward(check, sym, sym->rewards[i]);
}

void gt_sym_verify(const gt_sym *sym)
{
    char what[] = "symmetric program";
    gt_verifier check = {.report = gt_verify_ice, .data = what};
    gt_verify_sym(&check, sym);
}
