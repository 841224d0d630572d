/* Guarded commands to terms. */
#include "passes/found/term.h"

#include "ir/expr/walk.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 64 };

static const gt_term *bool_of(gt_terms *t, const gt_expr *e);
static const gt_term *number_of(gt_terms *t, const gt_expr *e);

static const gt_term *list(gt_terms *t, gt_term_kind kind, int64_t number, uint32_t n,
                           const gt_term *const *kids)
{
    return gt_term_make(t, kind, number, 0, n, kids);
}

static gt_type type_of(const gt_terms *t, uint32_t var)
{
    return t->cmds->vars[var].type;
}

/* ---- bools ---- */

static const gt_term *constant(gt_terms *t, bool value)
{
    return list(t, TERM_ANY, value ? GT_EXPR_AND : GT_EXPR_OR, 0, NULL);
}

static bool is_constant(const gt_term *t, bool value)
{
    return gt_term_is(t, TERM_ANY, value ? GT_EXPR_AND : GT_EXPR_OR) && t->nkids == 0;
}

/* The variable has one of the values in the set, bit i for lo + i. */
static const gt_term *in_set(gt_terms *t, uint32_t var, uint64_t set)
{
    gt_type type = type_of(t, var);
    const gt_term *kids[MOST_VALUES];
    uint32_t n = 0;
    for (int32_t v = type.lo; v <= type.hi; v++)
        if (set >> (v - type.lo) & 1)
            kids[n++] = gt_term_value(t, var, v);
    if (n == 0 || n == (uint32_t)(type.hi - type.lo) + 1)
        return constant(t, n != 0);
    return list(t, TERM_IN, 0, n, kids);
}

static uint64_t set_of(const gt_terms *t, const gt_term *in)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < in->nkids; i++)
        set |= (uint64_t)1 << (in->kids[i]->number - type_of(t, gt_term_var(in)).lo);
    return set;
}

static uint64_t all_of(gt_type type)
{
    return UINT64_MAX >> (63 - (type.hi - type.lo));
}

static void push_distinct(gt_term_vec *kids, const gt_term *kid)
{
    for (size_t i = 0; i < kids->n; i++)
        if (kids->v[i] == kid)
            return;
    gt_vec_push(kids, kid);
}

/* One set for each variable. */
static void push_in(gt_terms *t, gt_term_vec *kids, gt_expr_kind op, const gt_term *in)
{
    for (size_t i = 0; i < kids->n; i++)
        if (kids->v[i]->kind == TERM_IN && gt_term_var(kids->v[i]) == gt_term_var(in)) {
            uint64_t x = set_of(t, kids->v[i]), y = set_of(t, in);
            kids->v[i] = in_set(t, gt_term_var(in), op == GT_EXPR_AND ? x & y : x | y);
            return;
        }
    gt_vec_push(kids, in);
}

/* A case distinction of which nobody asks for other values of the variable than those in the set: what it is
 * for these is nothing. */
static const gt_term *narrow(gt_terms *t, const gt_term *x, uint32_t var, uint64_t set)
{
    if (x->kind != TERM_CASE)
        return x;
    const gt_term **arms = gt_xmalloc(x->nkids, sizeof *arms), *only = NULL;
    bool here = gt_term_var(x) == var, one = true;
    for (uint32_t i = 0; i < x->nkids; i++) {
        const gt_term *value = x->kids[i]->kids[0];
        bool asked = !here || (set >> (value->number - type_of(t, var).lo) & 1);
        const gt_term *arm[] = {value, asked ? narrow(t, x->kids[i]->kids[1], var, set)
                                             : list(t, TERM_NOTHING, 0, 0, NULL)};
        arms[i] = list(t, TERM_ARM, 0, 2, arm);
        if (arm[1]->kind == TERM_NOTHING)
            continue;
        one = one && (!only || only == arm[1]);
        only = arm[1];
    }
    const gt_term *result = one && only ? only : list(t, TERM_CASE, 0, x->nkids, arms);
    free(arms);
    return result;
}

/* What one operand says of a variable, case distinctions beside it need not be asked for. */
static void narrow_all(gt_terms *t, gt_expr_kind op, gt_term_vec *kids)
{
    for (size_t i = 0; i < kids->n; i++)
        for (size_t k = 0; k < kids->n && kids->v[i]->kind == TERM_IN; k++) {
            uint64_t set = set_of(t, kids->v[i]);
            kids->v[k] = narrow(t, kids->v[k], gt_term_var(kids->v[i]), op == GT_EXPR_AND ? set : ~set);
        }
}

/* && and ||, flat, with what is constant left out. */
static const gt_term *join(gt_terms *t, gt_expr_kind op, uint32_t n, const gt_term *const *parts)
{
    gt_term_vec kids = {0};
    for (uint32_t i = 0; i < n; i++) {
        bool flat = gt_term_is(parts[i], TERM_ANY, op);
        for (uint32_t k = 0; k < (flat ? parts[i]->nkids : 1); k++) {
            const gt_term *kid = flat ? parts[i]->kids[k] : parts[i];
            if (kid->kind == TERM_IN)
                push_in(t, &kids, op, kid);
            else
                push_distinct(&kids, kid);
        }
    }
    narrow_all(t, op, &kids);
    bool absorbs = op == GT_EXPR_OR, over = false;
    size_t kept = 0;
    for (size_t i = 0; i < kids.n; i++) {
        over = over || is_constant(kids.v[i], absorbs);
        if (!is_constant(kids.v[i], !absorbs))
            kids.v[kept++] = kids.v[i];
    }
    const gt_term *result = over        ? constant(t, absorbs)
                            : kept == 1 ? kids.v[0]
                                        : list(t, TERM_ANY, op, (uint32_t)kept, kids.v);
    free(kids.v);
    return result;
}

static const gt_term *join2(gt_terms *t, gt_expr_kind op, const gt_term *x, const gt_term *y)
{
    const gt_term *both[] = {x, y};
    return join(t, op, 2, both);
}

static const gt_term *negate(gt_terms *t, const gt_term *x)
{
    const gt_term *known = gt_ptrmap_pointer(&t->negations, x);
    if (known)
        return known;
    const gt_term *result = NULL;
    bool junction = gt_term_is(x, TERM_ANY, GT_EXPR_AND) || gt_term_is(x, TERM_ANY, GT_EXPR_OR);
    if (x->kind == TERM_NOTHING) {
        result = x;
    } else if (x->kind == TERM_IN) {
        result = in_set(t, gt_term_var(x), all_of(type_of(t, gt_term_var(x))) & ~set_of(t, x));
    } else if (x->kind == TERM_NOT) {
        result = x->kids[0];
    } else if (junction || x->kind == TERM_CASE) {
        const gt_term **kids = gt_xmalloc(x->nkids ? x->nkids : 1, sizeof *kids);
        for (uint32_t i = 0; i < x->nkids; i++) {
            if (junction) {
                kids[i] = negate(t, x->kids[i]);
                continue;
            }
            const gt_term *arm[] = {x->kids[i]->kids[0], negate(t, x->kids[i]->kids[1])};
            kids[i] = list(t, TERM_ARM, 0, 2, arm);
        }
        result = junction ? join(t, x->number == GT_EXPR_AND ? GT_EXPR_OR : GT_EXPR_AND, x->nkids, kids)
                          : list(t, TERM_CASE, 0, x->nkids, kids);
        free(kids);
    } else {
        result = list(t, TERM_NOT, 0, 1, &x);
    }
    gt_ptrmap_point(&t->negations, x, result);
    return result;
}

/* ---- case distinctions ---- */

/* What a term is where the variable has this value, as far as its top says. */
static const gt_term *where(gt_terms *t, const gt_term *x, const gt_term *value)
{
    if (x->kind == TERM_CASE && gt_term_var(x) == gt_term_var(value)) {
        for (uint32_t i = 0; i < x->nkids; i++)
            if (x->kids[i]->kids[0] == value)
                return x->kids[i]->kids[1];
    } else if (x->kind == TERM_IN && gt_term_var(x) == gt_term_var(value)) {
        bool in = false;
        for (uint32_t i = 0; i < x->nkids; i++)
            in = in || x->kids[i] == value;
        return constant(t, in);
    }
    return x;
}

static const gt_term *either(gt_terms *t, const gt_term *condition, const gt_term *yes, const gt_term *no)
{
    return join2(t, GT_EXPR_OR, join2(t, GT_EXPR_AND, condition, yes),
                 join2(t, GT_EXPR_AND, negate(t, condition), no));
}

/* condition ? yes : no, of any kind; `is_bool` says which. */
static const gt_term *choose(gt_terms *t, bool is_bool, const gt_term *condition, const gt_term *yes,
                             const gt_term *no)
{
    if (is_constant(condition, true) || yes == no)
        return yes;
    if (is_constant(condition, false))
        return no;
    if (condition->kind != TERM_IN) {
        const gt_term *kids[] = {condition, yes, no};
        if (is_bool)
            return either(t, condition, yes, no);
        return list(t, TERM_OP, GT_EXPR_ITE, 3, kids);
    }
    uint32_t var = gt_term_var(condition);
    gt_type type = type_of(t, var);
    const gt_term *arms[MOST_VALUES], *first = NULL;
    uint32_t n = 0;
    uint64_t set = set_of(t, condition), holds = 0;
    bool same = true, sharp = is_bool;
    for (int32_t v = type.lo; v <= type.hi; v++) {
        const gt_term *value = gt_term_value(t, var, v);
        const gt_term *then = where(t, set >> (v - type.lo) & 1 ? yes : no, value);
        const gt_term *arm[] = {value, then};
        first = first ? first : then;
        same = same && then == first;
        sharp = sharp && then->kind == TERM_ANY && then->nkids == 0;
        holds |= is_constant(then, true) && sharp ? (uint64_t)1 << (v - type.lo) : 0;
        arms[n++] = list(t, TERM_ARM, 0, 2, arm);
    }
    return same ? first : sharp ? in_set(t, var, holds) : list(t, TERM_CASE, 0, n, arms);
}

/* ---- comparisons ---- */

/* A constant, or a variable with one value. */
static bool is_one_value(const gt_terms *t, const gt_expr *e, int64_t *value)
{
    if (e->kind == GT_EXPR_CVAR && type_of(t, e->u.index).lo == type_of(t, e->u.index).hi) {
        *value = type_of(t, e->u.index).lo;
        return true;
    }
    return gt_expr_is_const(e, value);
}

static void link(gt_terms *t, uint32_t x, uint32_t y)
{
    if (x == y)
        return;
    if (t->nlinks == t->caplinks) {
        t->caplinks = t->caplinks ? 2 * t->caplinks : 16;
        t->links = gt_xrealloc(t->links, t->caplinks, sizeof *t->links);
    }
    t->links[t->nlinks++] = (struct gt_term_link){x, y};
}

/* The one variable that `e` reads; none: more than one, or something else. */
#define NONE_YET (UINT32_MAX - 1)
#define NOT_ONE UINT32_MAX

static uint32_t reads_one(const gt_terms *t, const gt_expr *e, uint32_t so_far)
{
    if (so_far == NOT_ONE || e->kind == GT_EXPR_CONST)
        return so_far;
    if (e->kind == GT_EXPR_CVAR)
        return t->wide[e->u.index] || (so_far != NONE_YET && so_far != e->u.index) ? NOT_ONE : e->u.index;
    if (!gt_expr_in(e->kind, GT_GROUP_OP) || gt_temporal_in(e))
        return NOT_ONE;
    for (uint32_t i = 0; i < e->nkids; i++)
        so_far = reads_one(t, e->kids[i], so_far);
    return so_far;
}

static int64_t value_at(const gt_expr *e, int64_t value)
{
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_CVAR)
        return value;
    int64_t *args = gt_xmalloc(e->nkids, sizeof *args);
    for (uint32_t i = 0; i < e->nkids; i++)
        args[i] = value_at(e->kids[i], value);
    int64_t result = gt_expr_apply(e->kind, args, e->nkids);
    free(args);
    return result;
}

/* Such an expression is small: comparisons are not shared as deeply as formulas. */
static const gt_term *compare_one(gt_terms *t, const gt_expr *e, uint32_t var)
{
    gt_type type = type_of(t, var);
    uint64_t set = 0;
    for (int32_t v = type.lo; v <= type.hi; v++)
        set |= value_at(e, v) ? (uint64_t)1 << (v - type.lo) : 0;
    return in_set(t, var, set);
}

static const gt_term *equal(gt_terms *t, const gt_expr *x, const gt_expr *y)
{
    if (y->kind == GT_EXPR_ITE) {
        const gt_expr *swapped = x;
        x = y;
        y = swapped;
    }
    if (x->kind == GT_EXPR_ITE)
        return choose(t, true, bool_of(t, x->kids[0]), equal(t, x->kids[1], y), equal(t, x->kids[2], y));
    int64_t value;
    if (x->kind == GT_EXPR_CVAR && y->kind == GT_EXPR_CVAR && !is_one_value(t, x, &value) &&
        !is_one_value(t, y, &value) && !t->wide[x->u.index] && !t->wide[y->u.index]) {
        const gt_term *both[] = {gt_term_variable(t, x->u.index), gt_term_variable(t, y->u.index)};
        link(t, x->u.index, y->u.index);
        return both[0] == both[1] ? constant(t, true) : list(t, TERM_SAME, 0, 2, both);
    }
    for (int i = 0; i < 2; i++) {
        const gt_expr *a = i ? y : x, *b = i ? x : y;
        if (a->kind == GT_EXPR_CVAR && !t->wide[a->u.index] && is_one_value(t, b, &value)) {
            gt_type type = type_of(t, a->u.index);
            bool can = value >= type.lo && value <= type.hi;
            return in_set(t, a->u.index, can ? (uint64_t)1 << (value - type.lo) : 0);
        }
    }
    const gt_term *both[] = {number_of(t, x), number_of(t, y)};
    if (both[0] == both[1])
        return constant(t, true);
    return list(t, TERM_ANY, GT_EXPR_EQ, 2, both);
}

static const gt_term *compare(gt_terms *t, const gt_expr *e)
{
    const gt_expr *x = e->kids[0], *y = e->kids[1];
    if (x->type.kind == GT_TYPE_BOOL) {
        const gt_term *a = bool_of(t, x), *b = bool_of(t, y);
        return choose(t, true, a, b, negate(t, b));
    }
    uint32_t var = reads_one(t, e, NONE_YET);
    if (var < NONE_YET)
        return compare_one(t, e, var);
    if (e->kind == GT_EXPR_EQ)
        return equal(t, x, y);
    /* x > y is y < x, and x >= y is not x < y */
    bool turned = e->kind == GT_EXPR_GT || e->kind == GT_EXPR_LE;
    const gt_term *kids[] = {number_of(t, turned ? y : x), number_of(t, turned ? x : y)};
    const gt_term *less = list(t, TERM_OP, GT_EXPR_LT, 2, kids);
    return e->kind == GT_EXPR_LT || e->kind == GT_EXPR_GT ? less : negate(t, less);
}

/* ---- expressions ---- */

static const gt_term *bound_of(gt_terms *t, const gt_bound *b)
{
    const gt_term *kids[2];
    uint32_t n = 0;
    for (int i = 0; i < 2; i++)
        if (i ? b->upper : b->value)
            kids[n++] = number_of(t, i ? b->upper : b->value);
    int64_t reward = -1;
    for (uint32_t r = 0; b->reward && r < t->cmds->sym->nrewards; r++)
        if (strcmp(t->cmds->sym->rewards[r]->name, b->reward) == 0)
            reward = r;
    return gt_term_make(t, TERM_OP, TERM_BOUND, (reward + 1) * 64 + (int64_t)b->cmp * 8 + (int64_t)b->opt, n,
                        kids);
}

static const gt_term *others_of(gt_terms *t, const gt_expr *e)
{
    gt_term_vec kids = {0};
    for (uint32_t i = 0; i < e->nkids; i++)
        gt_vec_push(&kids, e->kids[i]->type.kind == GT_TYPE_BOOL || gt_temporal_in(e->kids[i])
                               ? bool_of(t, e->kids[i])
                               : number_of(t, e->kids[i]));
    if (gt_expr_in(e->kind, GT_GROUP_BOUNDED) && e->u.bound)
        gt_vec_push(&kids, bound_of(t, e->u.bound));
    bool any =
        e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_MUL || e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX;
    const gt_term *result = list(t, any ? TERM_ANY : TERM_OP, e->kind, (uint32_t)kids.n, kids.v);
    free(kids.v);
    return result;
}

static const gt_term *new_bool(gt_terms *t, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return constant(t, e->u.value);
    if (e->kind == GT_EXPR_CVAR)
        return in_set(t, e->u.index, 2);
    if (e->kind == GT_EXPR_NOT)
        return negate(t, bool_of(t, e->kids[0]));
    if (e->kind == GT_EXPR_NE) {
        const gt_term *same = equal(t, e->kids[0], e->kids[1]);
        return negate(t, e->kids[0]->type.kind == GT_TYPE_BOOL
                             ? choose(t, true, bool_of(t, e->kids[0]), bool_of(t, e->kids[1]),
                                      negate(t, bool_of(t, e->kids[1])))
                             : same);
    }
    if (gt_expr_in(e->kind, GT_GROUP_COMPARE))
        return compare(t, e);
    if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR) {
        gt_term_vec kids = {0};
        for (uint32_t i = 0; i < e->nkids; i++)
            gt_vec_push(&kids, bool_of(t, e->kids[i]));
        const gt_term *result = join(t, e->kind, e->nkids, kids.v);
        free(kids.v);
        return result;
    }
    if (e->kind == GT_EXPR_IMPLIES)
        return join2(t, GT_EXPR_OR, negate(t, bool_of(t, e->kids[0])), bool_of(t, e->kids[1]));
    if (e->kind == GT_EXPR_IFF || e->kind == GT_EXPR_ITE) {
        const gt_term *x = bool_of(t, e->kids[0]), *y = bool_of(t, e->kids[1]);
        const gt_term *z = e->kind == GT_EXPR_IFF ? negate(t, y) : bool_of(t, e->kids[2]);
        return gt_temporal_in(e) ? either(t, x, y, z) : choose(t, true, x, y, z);
    }
    return others_of(t, e);
}

static const gt_term *new_number(gt_terms *t, const gt_expr *e)
{
    int64_t value;
    if (is_one_value(t, e, &value))
        return gt_term_make(t, TERM_NUMBER, value, 0, 0, NULL);
    if (e->kind == GT_EXPR_REAL)
        return gt_term_make(t, TERM_REAL, e->u.real.num, e->u.real.den, 0, NULL);
    if (e->kind == GT_EXPR_CVAR) {
        const gt_term *variable = gt_term_variable(t, e->u.index);
        t->fixed[e->u.index] = true;
        return list(t, TERM_READ, 0, 1, &variable);
    }
    if (e->kind == GT_EXPR_ITE)
        return choose(t, false, bool_of(t, e->kids[0]), number_of(t, e->kids[1]), number_of(t, e->kids[2]));
    return others_of(t, e);
}

static const gt_term *once(gt_terms *t, gt_ptrmap *memo, const gt_expr *e,
                           const gt_term *(*make)(gt_terms *, const gt_expr *))
{
    const gt_term *known = gt_ptrmap_pointer(memo, e);
    if (!known) {
        gt_arena_ask(t->arena);
        known = make(t, e);
        gt_ptrmap_point(memo, e, known);
    }
    return known;
}

static const gt_term *bool_of(gt_terms *t, const gt_expr *e)
{
    return once(t, &t->bools, e, new_bool);
}

static const gt_term *number_of(gt_terms *t, const gt_expr *e)
{
    return once(t, &t->numbers, e, new_number);
}

/* What is stored in a variable. */
static const gt_term *value_of(gt_terms *t, uint32_t var, const gt_expr *e)
{
    bool wide = t->wide[var];
    int64_t value;
    if (is_one_value(t, e, &value) && !wide)
        return gt_term_value(t, var, value);
    if (e->kind == GT_EXPR_CVAR && !wide && !t->wide[e->u.index]) {
        link(t, var, e->u.index);
        return gt_term_variable(t, e->u.index);
    }
    if (e->kind == GT_EXPR_ITE && !wide)
        return choose(t, false, bool_of(t, e->kids[0]), value_of(t, var, e->kids[1]),
                      value_of(t, var, e->kids[2]));
    t->fixed[var] = true;
    return e->type.kind == GT_TYPE_BOOL ? bool_of(t, e) : number_of(t, e);
}

/* ---- programs ---- */

/* As far as the guard says what is asked for. */
static const gt_term *narrow_by(gt_terms *t, const gt_term *guard, const gt_term *x)
{
    bool junction = gt_term_is(guard, TERM_ANY, GT_EXPR_AND);
    for (uint32_t i = 0; i < (junction ? guard->nkids : 1); i++) {
        const gt_term *kid = junction ? guard->kids[i] : guard;
        if (kid->kind == TERM_IN)
            x = narrow(t, x, gt_term_var(kid), set_of(t, kid));
    }
    return x;
}

static const gt_term *branch_of(gt_terms *t, const gt_term *guard, const gt_cmd_branch *b)
{
    gt_term_vec assigns = {0};
    for (uint32_t i = 0; i < b->nassigns; i++) {
        if (type_of(t, b->assigns[i].var).lo == type_of(t, b->assigns[i].var).hi)
            continue;
        const gt_term *parts[] = {gt_term_variable(t, b->assigns[i].var),
                                  narrow_by(t, guard, value_of(t, b->assigns[i].var, b->assigns[i].value))};
        if (parts[0] != parts[1])
            gt_vec_push(&assigns, list(t, TERM_OP, TERM_ASSIGN, 2, parts));
    }
    const gt_term *both[] = {b->prob ? number_of(t, b->prob) : gt_term_make(t, TERM_NUMBER, 1, 0, 0, NULL),
                             list(t, TERM_ANY, TERM_ASSIGNS, (uint32_t)assigns.n, assigns.v)};
    free(assigns.v);
    return list(t, TERM_OP, TERM_BRANCH, 2, both);
}

static bool earns(const gt_cmd *cmd, const gt_reward *reward)
{
    for (uint32_t i = 0; cmd->origin && i < reward->nrules; i++)
        if (strcmp(reward->rules[i], cmd->origin->name) == 0)
            return true;
    return false;
}

static const gt_term *command_of(gt_terms *t, const gt_cmd *cmd)
{
    gt_term_vec branches = {0}, earned = {0};
    const gt_term *guard = bool_of(t, cmd->guard);
    for (uint32_t i = 0; i < cmd->nbranches; i++)
        gt_vec_push(&branches, branch_of(t, guard, &cmd->branches[i]));
    for (uint32_t r = 0; r < t->cmds->sym->nrewards; r++)
        if (earns(cmd, t->cmds->sym->rewards[r]))
            gt_vec_push(&earned, gt_term_make(t, TERM_NUMBER, r, 0, 0, NULL));
    const gt_term *parts[] = {
        guard, cmd->weight ? number_of(t, cmd->weight) : gt_term_make(t, TERM_NUMBER, 1, 0, 0, NULL),
        list(t, TERM_ANY, TERM_BRANCHES, (uint32_t)branches.n, branches.v),
        list(t, TERM_ANY, TERM_TERMS, (uint32_t)earned.n, earned.v)};
    free(branches.v);
    free(earned.v);
    return list(t, TERM_OP, TERM_COMMAND, 4, parts);
}

static const gt_term *at_most(gt_terms *t, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *e = gt_expr_op2(t->arena, (gt_pos){0}, GT_EXPR_LE, x, y);
    uint32_t var = reads_one(t, e, NONE_YET);
    if (var < NONE_YET)
        return compare_one(t, e, var);
    const gt_term *kids[] = {number_of(t, y), number_of(t, x)};
    return negate(t, list(t, TERM_OP, GT_EXPR_LT, 2, kids));
}

/* The initial states as a condition. */
static const gt_term *init_of(gt_terms *t)
{
    gt_term_vec parts = {0};
    for (uint32_t i = 0; i < t->cmds->ninit; i++) {
        const gt_init_step *step = &t->cmds->init[i];
        gt_arena *a = t->arena;
        const gt_expr *x = gt_expr_cvar(a, (gt_pos){0}, step->var, type_of(t, step->var));
        int64_t lo, hi;
        if (step->lo == step->hi)
            gt_vec_push(&parts,
                        bool_of(t, gt_expr_op2(a, (gt_pos){0},
                                               x->type.kind == GT_TYPE_BOOL ? GT_EXPR_IFF : GT_EXPR_EQ, x,
                                               step->lo)));
        else if (!gt_expr_is_const(step->lo, &lo) || !gt_expr_is_const(step->hi, &hi) || lo > x->type.lo ||
                 hi < x->type.hi)
            gt_vec_push(&parts, join2(t, GT_EXPR_AND, at_most(t, step->lo, x), at_most(t, x, step->hi)));
        if (step->where)
            gt_vec_push(&parts, bool_of(t, step->where));
    }
    const gt_term *result = join(t, GT_EXPR_AND, (uint32_t)parts.n, parts.v);
    free(parts.v);
    return result;
}

static void make_program(gt_terms *t)
{
    const gt_cmds *cmds = t->cmds;
    gt_term_vec kept = {0};
    t->commands = GT_NEW_ARRAY(t->arena, const gt_term *, cmds->ncmds);
    t->fair = GT_NEW_ARRAY(t->arena, const gt_term *, cmds->nfair);
    t->rewards = GT_NEW_ARRAY(t->arena, const gt_term *, cmds->nrewards);
    t->formulas = GT_NEW_ARRAY(t->arena, const gt_term *, cmds->nprops);
    bool counts = cmds->sym->kind == GT_MODEL_DTMC || cmds->sym->kind == GT_MODEL_CTMC;
    gt_ptrmap seen = {0};
    for (uint32_t c = 0; c < cmds->ncmds; c++) {
        t->commands[c] = command_of(t, &cmds->cmds[c]);
        uint64_t *before = gt_ptrmap_at(&seen, t->commands[c]);
        if (counts || !*before)
            gt_vec_push(&kept, t->commands[c]);
        *before = 1;
    }
    gt_ptrmap_fini(&seen);
    for (uint32_t f = 0; f < cmds->nfair; f++)
        t->fair[f] = bool_of(t, cmds->fair[f]);
    gt_term_vec rewards = {0};
    for (uint32_t r = 0; r < cmds->nrewards; r++) {
        t->rewards[r] = number_of(t, cmds->rewards[r]);
        gt_vec_push(&rewards, t->rewards[r]);
    }
    for (uint32_t p = 0; p < cmds->nprops; p++)
        t->formulas[p] = cmds->props[p].formula ? bool_of(t, cmds->props[p].formula) : NULL;
    t->init = init_of(t);
    const gt_term *parts[] = {list(t, TERM_ANY, TERM_COMMANDS, (uint32_t)kept.n, kept.v), t->init,
                              list(t, TERM_ANY, TERM_TERMS, cmds->nfair, t->fair),
                              list(t, TERM_OP, TERM_TERMS, (uint32_t)rewards.n, rewards.v)};
    t->program = list(t, TERM_OP, TERM_PROGRAM, 4, parts);
    free(kept.v);
    free(rewards.v);
}

gt_terms *gt_terms_new(gt_arena *arena, const gt_cmds *cmds)
{
    gt_terms *t = gt_xcalloc(1, sizeof *t);
    t->arena = arena;
    t->cmds = cmds;
    t->wide = GT_NEW_ARRAY(arena, bool, cmds->nvars);
    t->fixed = GT_NEW_ARRAY(arena, bool, cmds->nvars);
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        gt_type type = cmds->vars[v].type;
        t->wide[v] = (int64_t)type.hi - type.lo >= MOST_VALUES;
        t->fixed[v] =
            t->wide[v] || type.kind == GT_TYPE_BOOL || (cmds->vars[v].var && cmds->vars[v].var->is_loc);
    }
    make_program(t);
    return t;
}

void gt_terms_free(gt_terms *t)
{
    if (!t)
        return;
    gt_table_fini(&t->table);
    gt_ptrmap_fini(&t->bools);
    gt_ptrmap_fini(&t->numbers);
    gt_ptrmap_fini(&t->negations);
    free(t->all.v);
    free(t->links);
    free(t);
}
