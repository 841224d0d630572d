#include "ir/verify.h"

#include "runtime/base.h"
#include "runtime/rat.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void gt_verify_fail(gt_verifier *check, const void *object, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    check->failures++;
    check->report(check->data, object, message);
}

void gt_verify_ice(void *data, const void *object, const char *message)
{
    (void)object;
    gt_ice("%s: %s", (const char *)data, message);
}

/* ---- scopes ---- */

void gt_scope_init(gt_scope *s, gt_verifier *check, unsigned groups)
{
    *s = (gt_scope){.check = check, .groups = groups};
    gt_vec_push(&s->sets, ((gt_binder_set){0, NULL}));
}

void gt_scope_fini(gt_scope *s)
{
    gt_ptrmap_fini(&s->seen);
    gt_ptrmap_fini(&s->seen_wide);
    for (size_t i = 0; i < s->sets.n; i++)
        free(s->sets.v[i].v);
    free(s->sets.v);
    free(s->binders.v);
}

void gt_scope_push(gt_scope *s, const gt_binder *binder)
{
    gt_vec_push(&s->binders, binder);
}

void gt_scope_pop(gt_scope *s)
{
    s->binders.n--;
}

static bool contains(const gt_binder *const *set, size_t n, const gt_binder *binder)
{
    for (size_t i = 0; i < n; i++)
        if (set[i] == binder)
            return true;
    return false;
}

static size_t new_set(gt_scope *s, const gt_binder_set *from, size_t room)
{
    gt_binder_set set = {.n = 0, .v = gt_xmalloc(from->n + room, sizeof *set.v)};
    for (; set.n < from->n; set.n++)
        set.v[set.n] = from->v[set.n];
    gt_vec_push(&s->sets, set);
    return s->sets.n - 1;
}

/* The number of a set with the members of both; one of the two if it has them all. */
static size_t join(gt_scope *s, size_t a, size_t b)
{
    size_t missing = 0;
    for (size_t i = 0; a != b && i < s->sets.v[b].n; i++)
        missing += !contains(s->sets.v[a].v, s->sets.v[a].n, s->sets.v[b].v[i]);
    if (!missing)
        return a;
    if (!s->sets.v[a].n)
        return b;
    size_t both = new_set(s, &s->sets.v[a], missing);
    gt_binder_set *set = &s->sets.v[both];
    for (size_t i = 0; i < s->sets.v[b].n; i++)
        if (!contains(set->v, set->n, s->sets.v[b].v[i]))
            set->v[set->n++] = s->sets.v[b].v[i];
    return both;
}

static size_t without(gt_scope *s, size_t a, const gt_binder *binder)
{
    if (!contains(s->sets.v[a].v, s->sets.v[a].n, binder))
        return a;
    if (s->sets.v[a].n == 1)
        return 0;
    size_t rest = new_set(s, &s->sets.v[a], 0); /* may move the sets */
    gt_binder_set *set = &s->sets.v[rest];
    for (size_t i = 0; i < set->n; i++)
        if (set->v[i] == binder)
            set->v[i] = set->v[--set->n];
    return s->sets.n - 1;
}

/* ---- kinds and types ---- */

static int arity_of(gt_expr_kind kind)
{
    static const signed char arities[] = {
#define GT_X(K, name, arity, group) arity,
#include "ir/expr/expr.def"
#undef GT_X
    };
    return arities[kind];
}

static bool is_number(gt_type t)
{
    return t.kind == GT_TYPE_INT || t.kind == GT_TYPE_REAL;
}

/* Ints and what counts like one: enum values in index arithmetic and in slots of guarded commands. */
static bool is_countable(gt_type t)
{
    return is_number(t) || t.kind == GT_TYPE_ENUM;
}

static bool comparable(gt_type a, gt_type b, bool strict)
{
    if (is_number(a) && is_number(b))
        return true;
    if (a.kind == GT_TYPE_ID && b.kind == GT_TYPE_ID)
        return a.proc == b.proc || !a.proc || !b.proc;
    if (strict)
        return gt_type_same(a, b);
    return (is_countable(a) && is_countable(b)) || gt_type_same(a, b);
}

static const char *check_bools(uint32_t n, const gt_expr *const *kids)
{
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->type.kind != GT_TYPE_BOOL)
            return "operand is not a truth value";
    return NULL;
}

static bool is_arithmetic(gt_expr_kind kind)
{
    return gt_expr_in(kind, GT_GROUP_ARITH);
}

/* The operands are numbers. */
static const char *check_width(gt_expr_kind kind, uint32_t n, const gt_expr *const *kids)
{
    int64_t lo, hi;
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->type.kind == GT_TYPE_REAL)
            return NULL;
    gt_expr_interval(kind, n, kids, &lo, &hi);
    return lo < INT32_MIN || hi > INT32_MAX ? "the result may not fit into 32 bits" : NULL;
}

static const char *check_arithmetic(gt_expr_kind kind, uint32_t n, const gt_expr *const *kids, bool strict)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_countable(kids[i]->type))
            return "operand is not a number";
    return strict ? check_width(kind, n, kids) : NULL;
}

static bool is_path(gt_expr_kind kind)
{
    return gt_expr_in(kind, GT_GROUP_LTL);
}

static bool is_reward_path(gt_expr_kind kind)
{
    return kind == GT_EXPR_F || gt_expr_in(kind, GT_GROUP_COST);
}

const char *gt_verify_count(gt_expr_kind kind, uint32_t n)
{
    int arity = arity_of(kind);
    bool few = kind == GT_EXPR_LOCAL ? n == 1 || n == 2 : kind == GT_EXPR_INDICES ? n >= 1 : n <= 1;
    bool right = arity >= 0 ? n == (uint32_t)arity : arity == -1 ? n >= 2 : few;
    return right ? NULL : "wrong number of operands";
}

const char *gt_verify_kids(gt_expr_kind kind, uint32_t n, const gt_expr *const *kids, bool strict)
{
    const char *wrong = gt_verify_count(kind, n);
    if (wrong || n == 0)
        return wrong;
    if (kind == GT_EXPR_INDICES)
        return NULL;
    if (kind == GT_EXPR_NEXT || kind == GT_EXPR_PREV) {
        gt_type of = kids[0]->type;
        return of.kind == GT_TYPE_ID && of.proc->symmetry == GT_SYMMETRY_RING ? NULL
                                                                              : "not of a process of a ring";
    }
    if (kind == GT_EXPR_NUMBER) {
        gt_type of = kids[0]->type;
        return of.kind == GT_TYPE_ID && of.proc->symmetry == GT_SYMMETRY_SIMILAR ? NULL
                                                                                 : "of what has no number";
    }
    if (kind == GT_EXPR_LOCAL && kids[0]->type.kind != GT_TYPE_ID)
        return "local variable of something that is not a process";
    if (kind == GT_EXPR_VAR || kind == GT_EXPR_LOCAL) {
        const gt_expr *last = kids[n - 1];
        bool element = n == 2 || kind == GT_EXPR_VAR;
        return !element || last->kind == GT_EXPR_INDICES ? NULL : "which element of the array is not said";
    }
    if (kind == GT_EXPR_EQ || kind == GT_EXPR_NE)
        return comparable(kids[0]->type, kids[1]->type, strict) ? NULL
                                                                : "operands of different types are compared";
    if (gt_expr_in(kind, GT_GROUP_ORDER)) {
        bool ordered = comparable(kids[0]->type, kids[1]->type, strict) && kids[0]->type.kind != GT_TYPE_ID &&
                       (!strict || is_number(kids[0]->type));
        return ordered ? NULL : "operands have no order";
    }
    if (kind == GT_EXPR_ITE) {
        if (kids[0]->type.kind != GT_TYPE_BOOL)
            return "condition is not a truth value";
        return comparable(kids[1]->type, kids[2]->type, strict) ? NULL
                                                                : "the two values have different types";
    }
    if (is_arithmetic(kind))
        return check_arithmetic(kind, n, kids, strict);
    if (kind == GT_EXPR_PROB)
        return is_path(kids[0]->kind) ? NULL : "P needs a path";
    if (kind == GT_EXPR_REWARD)
        return is_reward_path(kids[0]->kind) ? NULL : "R needs F, C, I or S";
    return check_bools(n, kids);
}

/* ---- leaves ---- */

static bool has_var(const gt_sym *sym, const gt_var *var)
{
    if (!var->owner)
        return var->index < sym->nshared && sym->shared[var->index] == var;
    const gt_proc *owner = var->owner;
    return owner->index < sym->nprocs && sym->procs[owner->index] == owner && var->index < owner->nvars &&
           owner->vars[var->index] == var;
}

static bool is_earlier(const gt_scope *s, const gt_expr *e)
{
    const gt_var *var = e->u.var, *limit = s->before;
    if (!limit)
        return true;
    if (e->kind == GT_EXPR_VAR)
        return limit->owner || var->index < limit->index;
    return limit->owner == var->owner && var->index < limit->index && e->kids[0]->kind == GT_EXPR_SELF;
}

static void check_variable(gt_scope *s, const gt_expr *e)
{
    const gt_var *var = e->u.var;
    bool local = e->kind == GT_EXPR_LOCAL;
    if (!s->sym || !has_var(s->sym, var))
        gt_verify_fail(s->check, e, "variable %s is not one of the program", var->name);
    else if (local != (var->owner != NULL))
        gt_verify_fail(s->check, e, "%s is %s variable", var->name, local ? "not a local" : "not a shared");
    else if (e->nkids - local != (var->ndims > 0) || (var->ndims && e->kids[local]->u.var != var))
        gt_verify_fail(s->check, e, var->ndims ? "%s needs an index" : "%s has no elements", var->name);
    else if (local && e->kids[0]->type.proc != var->owner)
        gt_verify_fail(s->check, e, "%s is not a variable of that process type", var->name);
    else if (!is_earlier(s, e))
        gt_verify_fail(s->check, e, "an initial value mentions %s, which is not declared before", var->name);
    else if (s->pop && !local && var->type.kind == GT_TYPE_ID)
        gt_verify_fail(s->check, e, "id variable %s is read as a value", var->name);
}

const char *gt_verify_indices(const gt_var *var, uint32_t n, const gt_expr *const *kids)
{
    if (n != var->ndims)
        return "there is not one index for each dimension";
    for (uint32_t i = 0; i < n; i++) {
        const gt_enum *en = var->dims[i].en;
        if (!gt_type_same(kids[i]->type, en ? gt_type_enum(en) : gt_type_int(0, 0)))
            return "an index is of another type than its dimension";
    }
    return NULL;
}

static void check_indices(gt_scope *s, const gt_expr *e)
{
    const char *wrong = gt_verify_indices(e->u.var, e->nkids, e->kids);
    if (!s->sym || !has_var(s->sym, e->u.var))
        gt_verify_fail(s->check, e, "variable %s is not one of the program", e->u.var->name);
    else if (wrong)
        gt_verify_fail(s->check, e, "%s: %s", e->u.var->name, wrong);
}

static void check_const(gt_scope *s, const gt_expr *e)
{
    gt_type t = e->type;
    bool scalar = t.kind == GT_TYPE_BOOL || t.kind == GT_TYPE_INT || t.kind == GT_TYPE_ENUM;
    if (!scalar || e->u.value < t.lo || e->u.value > t.hi)
        gt_verify_fail(s->check, e, "constant %" PRId64 " is not a value of its type", e->u.value);
}

static void check_idvar(gt_scope *s, const gt_expr *e, uint32_t idvar)
{
    if (!s->pop || idvar >= s->pop->nidvars)
        gt_verify_fail(s->check, e, "there is no id variable %" PRIu32, idvar);
    else if (e->kind == GT_EXPR_IDVAR && s->pop->idvars[idvar].proc != e->type.proc)
        gt_verify_fail(s->check, e, "id variable %" PRIu32 " is of another process type", idvar);
    else if (e->kind == GT_EXPR_ISNONE && !s->pop->idvars[idvar].optional)
        gt_verify_fail(s->check, e, "id variable %" PRIu32 " cannot be none", idvar);
}

static void check_same(gt_scope *s, const gt_expr *e)
{
    check_idvar(s, e, e->u.pair.a);
    check_idvar(s, e, e->u.pair.b);
    if (e->u.pair.a >= e->u.pair.b)
        gt_verify_fail(s->check, e, "pair of id variables is not in order");
    else if (s->pop && e->u.pair.b < s->pop->nidvars &&
             s->pop->idvars[e->u.pair.a].proc != s->pop->idvars[e->u.pair.b].proc)
        gt_verify_fail(s->check, e, "id variables of different process types are compared");
}

static void check_role(gt_scope *s, const gt_expr *e)
{
    if (s->role && e->u.index == 0 && s->role == e->type.proc)
        return;
    if (!s->rule || e->u.index >= s->rule->nroles)
        gt_verify_fail(s->check, e, "there is no role %" PRIu32, e->u.index);
    else if (s->rule->roles[e->u.index].proc != e->type.proc)
        gt_verify_fail(s->check, e, "role %" PRIu32 " is of another process type", e->u.index);
}

static void check_cvar(gt_scope *s, const gt_expr *e)
{
    if (!s->cmds || e->u.index >= s->cmds->nvars)
        gt_verify_fail(s->check, e, "there is no variable %" PRIu32, e->u.index);
    else if (e->type.kind != s->cmds->vars[e->u.index].type.kind)
        gt_verify_fail(s->check, e, "variable %s has another type", s->cmds->vars[e->u.index].name);
    else if (s->known && !s->known[e->u.index])
        gt_verify_fail(s->check, e, "variable %s has no initial value yet", s->cmds->vars[e->u.index].name);
}

static void check_quantifier(gt_scope *s, const gt_expr *e)
{
    const gt_binder *b = e->u.binder;
    if (b->kind != GT_BIND_QUANT || b->type.kind != GT_TYPE_ID || b->type.optional || !b->type.proc)
        gt_verify_fail(s->check, e, "%s does not range over the processes of a type", b->name);
}

static gt_rat number_of(const gt_expr *e)
{
    return e->kind == GT_EXPR_REAL ? gt_rat_make(e->u.real.num, e->u.real.den) : gt_rat_int(e->u.value);
}

static bool is_plain_number(gt_scope *s, const gt_expr *e)
{
    gt_verify_number(s, e);
    bool plain = e->kind == GT_EXPR_REAL || (e->kind == GT_EXPR_CONST && e->type.kind == GT_TYPE_INT);
    if (!plain)
        gt_verify_fail(s->check, e, "a bound is no constant");
    return plain;
}

static void check_time(gt_scope *s, const gt_expr *e)
{
    const gt_bound *b = e->u.bound;
    bool fine = is_plain_number(s, b->value) && (!b->upper || is_plain_number(s, b->upper));
    if (e->kind == GT_EXPR_X || e->kind == GT_EXPR_W || e->kind == GT_EXPR_R)
        gt_verify_fail(s->check, e, "%s has no time bound", gt_expr_kind_name(e->kind));
    if (fine && gt_rat_compare(number_of(b->value), gt_rat_int(0)) < 0)
        gt_verify_fail(s->check, e, "a time bound cannot be negative");
    if (fine && b->upper && gt_rat_compare(number_of(b->value), number_of(b->upper)) > 0)
        gt_verify_fail(s->check, e, "an interval is empty: it ends before it begins");
    if (e->kind == GT_EXPR_CUMUL && (b->cmp != GT_CMP_LE || b->upper))
        gt_verify_fail(s->check, e, "rewards are added up from the beginning: C<=t");
}

static void check_bound(gt_scope *s, const gt_expr *e)
{
    const gt_bound *b = e->u.bound;
    bool operator_kind = gt_expr_in(e->kind, GT_GROUP_PCTL);
    bool timed = e->kind == GT_EXPR_CUMUL || e->kind == GT_EXPR_INSTANT;
    if ((operator_kind && (!b || b->cmp == GT_CMP_NONE)) || (timed && (!b || !b->value)))
        gt_verify_fail(s->check, e, "%s needs a bound", gt_expr_kind_name(e->kind));
    if (!b)
        return;
    if (b->cmp != GT_CMP_NONE && b->cmp != GT_CMP_QUERY && !b->value)
        gt_verify_fail(s->check, e, "bound without a value");
    if (b->cmp == GT_CMP_QUERY && !operator_kind)
        gt_verify_fail(s->check, e, "only P, S and R may be asked for");
    if (!operator_kind && b->value)
        check_time(s, e);
    else if (b->value)
        (void)is_plain_number(s, b->value);
    if (b->upper && (operator_kind || !b->value))
        gt_verify_fail(s->check, e, "an interval where none can be");
}

static void check_node(gt_scope *s, const gt_expr *e)
{
    unsigned group = gt_expr_groups[e->kind];
    if (!(group & s->groups))
        gt_verify_fail(s->check, e, "%s may not stand here", gt_expr_kind_name(e->kind));
    const char *wrong = gt_verify_kids(e->kind, e->nkids, e->kids, (s->groups & GT_GROUP_SYM) != 0);
    if (!wrong && s->check->foreign && !s->wide && is_arithmetic(e->kind))
        wrong = check_width(e->kind, e->nkids, e->kids);
    if (wrong)
        gt_verify_fail(s->check, e, "%s: %s", gt_expr_kind_name(e->kind), wrong);
    switch (e->kind) {
    case GT_EXPR_CONST: check_const(s, e); break;
    case GT_EXPR_REAL:
        if (e->u.real.den <= 0)
            gt_verify_fail(s->check, e, "fraction with denominator %" PRId64, e->u.real.den);
        if (!s->wide)
            gt_verify_fail(s->check, e, "a real number stands in a probability, rate, reward or bound only");
        break;
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL: check_variable(s, e); break;
    case GT_EXPR_INDICES: check_indices(s, e); break;
    case GT_EXPR_SELF:
        if (!s->self || s->self != e->type.proc)
            gt_verify_fail(s->check, e, "there is no such self here");
        break;
    case GT_EXPR_NAMED:
        if (e->type.proc->symmetry != GT_SYMMETRY_SIMILAR || e->u.value < 1 || e->u.value > e->type.proc->n)
            gt_verify_fail(s->check, e, "there is no process of that number");
        break;
    case GT_EXPR_ROLE: check_role(s, e); break;
    case GT_EXPR_IDVAR:
    case GT_EXPR_ISNONE: check_idvar(s, e, e->u.index); break;
    case GT_EXPR_SAME: check_same(s, e); break;
    case GT_EXPR_CVAR: check_cvar(s, e); break;
    case GT_EXPR_UNTRACKED:
    case GT_KINDS_QUANT: check_quantifier(s, e); break;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_OP:
    case GT_EXPR_BOUND:
    case GT_EXPR_NONE:
    case GT_KINDS_RING:
    case GT_EXPR_NUMBER:
    case GT_EXPR_KINDS: break;
    }
    if (gt_expr_in(e->kind, GT_GROUP_BOUNDED))
        check_bound(s, e);
}

/* What is kept of a node: that it was seen, whether something temporal is in it, and its free binders. */
enum { SEEN = 1, TEMPORAL = 2, SET = 4 };

static uint64_t walk(gt_scope *s, const gt_expr *e)
{
    uint64_t found = 0;
    gt_ptrmap *seen = s->wide ? &s->seen_wide : &s->seen;
    if (gt_ptrmap_get(seen, e, &found))
        return found;
    size_t set = 0;
    uint64_t temporal = gt_expr_in(e->kind, GT_GROUP_TEMPORAL) ? TEMPORAL : 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        found = walk(s, e->kids[i]);
        temporal |= found & TEMPORAL;
        set = join(s, set, found / SET);
    }
    bool binds = e->kind == GT_EXPR_UNTRACKED || gt_expr_in(e->kind, GT_GROUP_QUANT);
    bool carries = gt_expr_in(e->kind, GT_GROUP_TEMPORAL) || gt_expr_in(e->kind, GT_GROUP_LOGIC);
    if (temporal && !carries)
        gt_verify_fail(s->check, e, "a temporal operator stands inside %s", gt_expr_kind_name(e->kind));
    if (binds)
        set = without(s, set, e->u.binder);
    if (e->kind == GT_EXPR_BOUND) {
        set = new_set(s, &s->sets.v[0], 1);
        s->sets.v[set].v[s->sets.v[set].n++] = e->u.binder;
    }
    check_node(s, e);
    return *gt_ptrmap_at(seen, e) = SEEN | temporal | set * SET;
}

void gt_verify_expr(gt_scope *s, const gt_expr *e)
{
    uint64_t found = walk(s, e); /* may move the sets */
    const gt_binder_set free_in = s->sets.v[found / SET];
    for (size_t i = 0; i < free_in.n; i++)
        if (!contains(s->binders.v, s->binders.n, free_in.v[i]))
            gt_verify_fail(s->check, e, "%s is not bound here", free_in.v[i]->name);
}

void gt_verify_bool(gt_scope *s, const gt_expr *e)
{
    gt_verify_expr(s, e);
    if (e->type.kind != GT_TYPE_BOOL)
        gt_verify_fail(s->check, e, "not a truth value");
}

void gt_verify_number(gt_scope *s, const gt_expr *e)
{
    bool before = s->wide;
    s->wide = true;
    gt_verify_expr(s, e);
    s->wide = before;
    if (!is_number(e->type))
        gt_verify_fail(s->check, e, "not a number");
}

void gt_verify_value(gt_scope *s, const gt_expr *e, gt_type target)
{
    gt_verify_expr(s, e);
    bool fits = comparable(e->type, target, (s->groups & GT_GROUP_SYM) != 0) && e->type.kind != GT_TYPE_REAL;
    if (!fits)
        gt_verify_fail(s->check, e, "value of another type than the variable it is assigned to");
}

void gt_verify_first(gt_scope *s, const gt_expr *lo, const gt_expr *hi, gt_type target)
{
    unsigned before = s->check->failures;
    gt_verify_value(s, lo, target);
    if (hi != lo)
        gt_verify_value(s, hi, target);
    if (s->check->failures == before && (lo->type.lo > target.hi || hi->type.hi < target.lo))
        gt_verify_fail(s->check, lo, "the initial value is outside %" PRId32 "..%" PRId32, target.lo,
                       target.hi);
}

void gt_verify_formula(gt_scope *s, const gt_prop *prop, const gt_expr *formula)
{
    if (prop->kind == GT_PROP_CTL)
        s->groups |= GT_GROUP_CTL;
    else if (prop->kind == GT_PROP_LTL)
        s->groups |= GT_GROUP_LTL;
    else if (prop->kind == GT_PROP_PCTL)
        s->groups |= GT_GROUP_BOUNDED;
    gt_verify_expr(s, formula);
    bool asked = prop->kind == GT_PROP_PCTL && formula->type.kind == GT_TYPE_REAL;
    if (formula->type.kind != GT_TYPE_BOOL && !asked)
        gt_verify_fail(s->check, formula, "a property is not a truth value");
}
