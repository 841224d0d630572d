/* Terms to expressions: what is said of every thing becomes a quantifier, a case distinction by who is named
 * an access. */
#include "passes/found/fold.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS_OF_SUM = 16 };

static const gt_pos nowhere;

static const gt_expr *op2(gt_folder *f, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_build_op2(f->build, nowhere, kind, gt_expr_kind_name(kind), x, y);
}

static const gt_expr *ite(gt_folder *f, const gt_expr *condition, const gt_expr *yes, const gt_expr *no)
{
    const gt_expr *kids[] = {condition, yes, no};
    return gt_build_op(f->build, nowhere, GT_EXPR_ITE, "?:", 3, kids);
}

const gt_expr *gt_fold_and2(gt_folder *f, const gt_expr *x, const gt_expr *y)
{
    return !x ? y : !y ? x : op2(f, GT_EXPR_AND, x, y);
}

gt_binder *gt_fold_binder(gt_folder *f, gt_bind_kind kind, uint32_t group)
{
    static const char *const names[] = {"i", "j", "k", "l", "m"};
    gt_binder *binder = GT_NEW(f->arena, gt_binder);
    const char *wish = names[f->nbinders++ % (sizeof names / sizeof *names)];
    *binder = (gt_binder){.name = gt_words_fresh(&f->words, f->arena, wish),
                          .kind = kind,
                          .type = gt_type_id(f->procs[group], false)};
    return binder;
}

const gt_expr *gt_fold_apart(gt_folder *f, uint32_t group, const gt_expr *x)
{
    const gt_expr *apart = NULL;
    for (uint32_t k = 0; k < f->found->groups[group].n; k++)
        if (f->who[group][k] && !f->found->groups[group].ring)
            apart = gt_fold_and2(f, apart, op2(f, GT_EXPR_NE, x, f->who[group][k]));
    return apart;
}

/* ---- variables and values ---- */

static const gt_expr *read_var(gt_folder *f, uint32_t var)
{
    const gt_folded_var *v = &f->vars[var];
    if (v->group == GT_ABSENT)
        return gt_expr_var(f->arena, nowhere, v->var, NULL);
    const gt_expr *who = f->who[v->group][v->thing];
    return who ? gt_expr_local(f->arena, nowhere, who, v->var, NULL)
               : gt_fold_fail(f, "a part of it speaks of one process and not of the others like it");
}

static const gt_expr *value(gt_folder *f, uint32_t var, int64_t number)
{
    const gt_folded_var *v = &f->vars[var];
    if (v->names == GT_ABSENT)
        return gt_expr_const(f->arena, nowhere, v->var->type, number);
    if (v->optional && number == v->none)
        return gt_expr_none(f->arena, nowhere, f->procs[v->names]);
    for (uint32_t k = 0; k < f->found->groups[v->names].n; k++)
        if (v->name[k] == number && f->who[v->names][k])
            return f->who[v->names][k];
    return gt_fold_fail(f, "a part of it names one process and not the others like it");
}

static const gt_expr *is(gt_folder *f, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return x && y ? op2(f, kind, x, y) : NULL;
}

const gt_expr *gt_fold_in(gt_folder *f, const gt_expr *x, gt_type type, uint64_t set)
{
    int32_t lo = -1, hi = -1, holes = 0, size = type.hi - type.lo + 1, n = 0;
    for (int32_t i = 0; i < size; i++)
        if (set >> i & 1) {
            lo = lo < 0 ? i : lo;
            holes += hi >= 0 ? i - hi - 1 : 0;
            hi = i;
            n++;
        }
#define CONSTANT(i) gt_expr_const(f->arena, nowhere, type, (int64_t)type.lo + (i))
    if (type.kind == GT_TYPE_BOOL)
        return lo ? x : gt_build_op1(f->build, nowhere, GT_EXPR_NOT, "!", x);
    if (n == 1)
        return op2(f, GT_EXPR_EQ, x, CONSTANT(lo));
    if (n == size - 1)
        for (int32_t i = 0; i < size; i++)
            if (!(set >> i & 1))
                return op2(f, GT_EXPR_NE, x, CONSTANT(i));
    if (type.kind == GT_TYPE_INT && !holes) {
        const gt_expr *from = lo ? op2(f, GT_EXPR_GE, x, CONSTANT(lo)) : NULL;
        const gt_expr *to = hi < size - 1 ? op2(f, GT_EXPR_LE, x, CONSTANT(hi)) : NULL;
        return gt_fold_and2(f, from, to);
    }
    const gt_expr *any = NULL;
    for (int32_t i = 0; i < size; i++)
        if (set >> i & 1) {
            const gt_expr *one = op2(f, GT_EXPR_EQ, x, CONSTANT(i));
            any = any ? op2(f, GT_EXPR_OR, any, one) : one;
        }
#undef CONSTANT
    return any;
}

/* The values of a variable that names things: a condition on who it names. All things nobody speaks of are
 * in the set, or none is. */
static const gt_expr *in_names(gt_folder *f, const gt_term *t, uint32_t var, const gt_expr *x)
{
    const gt_folded_var *v = &f->vars[var];
    const gt_group *g = &f->found->groups[v->names];
    gt_type type = f->terms->cmds->vars[var].type;
    uint64_t set = 0;
    for (uint32_t i = 0; i < t->nkids; i++)
        set |= (uint64_t)1 << (t->kids[i]->number - type.lo);
    bool others = false, first = true;
    for (uint32_t k = 0; k < g->n; k++) {
        bool in = set >> (v->name[k] - type.lo) & 1;
        if (f->who[v->names][k])
            continue;
        if (!first && in != others)
            return gt_fold_fail(f, "a condition tells processes apart that are alike");
        others = in;
        first = false;
    }
    const gt_expr *all = NULL;
    for (uint32_t k = 0; k <= g->n; k++) {
        if (k == g->n ? !v->optional : !f->who[v->names][k])
            continue;
        bool in = set >> ((k == g->n ? v->none : v->name[k]) - type.lo) & 1;
        if (in == others)
            continue;
        const gt_expr *who =
            k == g->n ? gt_expr_none(f->arena, nowhere, f->procs[v->names]) : f->who[v->names][k];
        const gt_expr *one = is(f, others ? GT_EXPR_NE : GT_EXPR_EQ, x, who);
        all = !all ? one : op2(f, others ? GT_EXPR_AND : GT_EXPR_OR, all, one);
    }
    return all ? all : gt_expr_bool(f->arena, nowhere, others);
}

static const gt_expr *in(gt_folder *f, const gt_term *t)
{
    uint32_t var = gt_term_var(t);
    const gt_expr *x = read_var(f, var);
    if (!x)
        return NULL;
    if (f->vars[var].names != GT_ABSENT)
        return in_names(f, t, var, x);
    uint64_t set = 0;
    gt_type type = f->terms->cmds->vars[var].type;
    for (uint32_t i = 0; i < t->nkids; i++)
        set |= (uint64_t)1 << (t->kids[i]->number - type.lo);
    return gt_fold_in(f, x, f->vars[var].var->type, set);
}

/* ---- case distinctions ---- */

static const gt_term *arm_of(const gt_term *t, int64_t number)
{
    for (uint32_t i = 0; i < t->nkids; i++)
        if (t->kids[i]->kids[0]->number == number)
            return t->kids[i]->kids[1];
    gt_ice("no arm for %lld", (long long)number);
}

static const gt_expr *plain_cases(gt_folder *f, const gt_term *t, uint32_t var, const gt_expr *x)
{
    gt_type type = f->terms->cmds->vars[var].type;
    const gt_expr *result = NULL;
    uint64_t done = 0;
    for (int32_t v = type.hi; v >= type.lo; v--) {
        if (done >> (v - type.lo) & 1)
            continue;
        const gt_term *arm = arm_of(t, v);
        if (arm->kind == TERM_NOTHING)
            continue;
        uint64_t set = 0;
        for (int32_t w = type.lo; w <= type.hi; w++)
            set |= arm_of(t, w) == arm ? (uint64_t)1 << (w - type.lo) : 0;
        done |= set;
        const gt_expr *then = gt_fold_term(f, arm);
        result = result ? ite(f, gt_fold_in(f, x, f->vars[var].var->type, set), then, result) : then;
    }
    return result;
}

static const gt_term *of_alike(gt_folder *f, const gt_term *arm, uint32_t group, uint32_t from, uint32_t to)
{
    return f->found->groups[group].ring
               ? gt_fold_rotated(f, arm, group,
                                 (to + f->found->groups[group].n - from) % f->found->groups[group].n)
               : gt_fold_swapped(f, arm, group, from, to);
}

static const gt_expr *named_cases(gt_folder *f, const gt_term *t, uint32_t var, const gt_expr *x)
{
    const gt_folded_var *v = &f->vars[var];
    const gt_group *g = &f->found->groups[v->names];
    uint32_t first = g->n;
    for (uint32_t k = g->n; k-- > 0;)
        first = f->who[v->names][k] ? first : k;
    const gt_expr *result = NULL;
    const gt_term *pattern = first < g->n ? arm_of(t, v->name[first]) : NULL;
    const gt_term *of_none = v->optional ? arm_of(t, v->none) : NULL;
    for (uint32_t k = 0; k < g->n && pattern; k++)
        if (!f->who[v->names][k] && of_alike(f, pattern, v->names, first, k) != arm_of(t, v->name[k]))
            return gt_fold_fail(f, "a case distinction tells processes apart that are alike");
    if (pattern && pattern->kind == TERM_NOTHING)
        pattern = NULL;
    bool about = pattern && (gt_fold_mentions(f, pattern) & gt_fold_bit(f, v->names, first));
    if (pattern) {
        if (about)
            gt_fold_bind(f, v->names, first, x);
        result = gt_fold_term(f, pattern);
        if (about)
            gt_fold_forget(f, v->names, first);
    }
    for (uint32_t k = 0; k < g->n; k++) {
        if (!f->who[v->names][k])
            continue;
        const gt_term *arm = arm_of(t, v->name[k]);
        if (arm->kind == TERM_NOTHING)
            continue;
        if (pattern && !(gt_fold_mentions(f, pattern) & gt_fold_bit(f, v->names, k)) &&
            of_alike(f, pattern, v->names, first, k) == arm)
            continue;
        const gt_expr *then = gt_fold_term(f, arm);
        result = result ? ite(f, is(f, GT_EXPR_EQ, x, f->who[v->names][k]), then, result) : then;
    }
    if (!of_none || of_none->kind == TERM_NOTHING)
        return result;
    const gt_expr *none = gt_fold_term(f, of_none);
    return !result ? none
                   : ite(f, op2(f, GT_EXPR_EQ, x, gt_expr_none(f->arena, nowhere, f->procs[v->names])), none,
                         result);
}

static const gt_expr *cases(gt_folder *f, const gt_term *t)
{
    uint32_t var = gt_term_var(t);
    const gt_expr *x = read_var(f, var);
    if (!x)
        return NULL;
    return f->vars[var].names == GT_ABSENT ? plain_cases(f, t, var, x) : named_cases(f, t, var, x);
}

/* ---- operands in any order ---- */

typedef struct {
    gt_expr_kind op;
    const gt_term *of;
    bool *taken; /* by kid */
} operands;

/* Takes every term of the orbit from the operands; false: one is missing. */
static bool take(operands *all, const gt_term_vec *orbit)
{
    for (size_t i = 0; i < orbit->n; i++) {
        uint32_t k = 0;
        while (k < all->of->nkids && (all->taken[k] || all->of->kids[k] != orbit->v[i]))
            k++;
        if (k == all->of->nkids)
            return false;
        all->taken[k] = true;
    }
    return true;
}

/* `t`, folded to `body`, is `number`. */
static const gt_expr *amounts_to(gt_folder *f, const gt_term *t, const gt_expr *body, int32_t number)
{
    uint32_t var = t->kind == TERM_CASE ? gt_term_var(t) : 0;
    bool plain = t->kind == TERM_CASE && f->vars[var].names == GT_ABSENT;
    uint64_t set = 0;
    for (uint32_t i = 0; i < t->nkids && plain; i++) {
        const gt_term *value = t->kids[i]->kids[0], *then = t->kids[i]->kids[1];
        plain = then->kind == TERM_NUMBER;
        if (plain && then->number == number)
            set |= (uint64_t)1 << (value->number - f->terms->cmds->vars[var].type.lo);
    }
    if (plain && set)
        return gt_fold_in(f, read_var(f, var), f->vars[var].var->type, set);
    return op2(f, GT_EXPR_EQ, body, gt_expr_int(f->arena, nowhere, number));
}

/* The sum of `body`, which is `t`, over processes: the number of those of which it is 1, twice the number of
 * those of which it is 2, ... */
static const gt_expr *sum_over(gt_folder *f, const gt_binder *binder, const gt_expr *apart, const gt_term *t,
                               const gt_expr *body)
{
    if ((int64_t)body->type.hi - body->type.lo >= MOST_TERMS_OF_SUM)
        return gt_fold_fail(f, "a sum over processes of too many values");
    const gt_expr *sum = NULL;
    for (int32_t v = body->type.lo; v <= body->type.hi; v++) {
        if (v == 0)
            continue;
        const gt_expr *that = amounts_to(f, t, body, v);
        const gt_expr *number =
            gt_expr_quant(f->arena, nowhere, GT_EXPR_COUNT, binder, gt_fold_and2(f, apart, that));
        if (v != 1)
            number = op2(f, GT_EXPR_MUL, number, gt_expr_int(f->arena, nowhere, v));
        sum = sum ? op2(f, GT_EXPR_ADD, sum, number) : number;
    }
    return sum ? sum : gt_expr_int(f->arena, nowhere, 0);
}

/* What is said of the specials of `t`, of all things like them. */
static const gt_expr *quantified(gt_folder *f, gt_expr_kind op, const gt_term *t, uint64_t specials)
{
    if (!specials)
        return gt_fold_term(f, t);
    uint32_t g, k;
    gt_fold_lowest(f, specials, &g, &k);
    gt_binder *binder = gt_fold_binder(f, GT_BIND_QUANT, g);
    const gt_expr *process = gt_expr_bound(f->arena, nowhere, binder);
    const gt_expr *apart = gt_fold_apart(f, g, process);
    gt_fold_bind(f, g, k, process);
    const gt_expr *body = quantified(f, op, t, specials & ~gt_fold_bit(f, g, k));
    if (body && op == GT_EXPR_ADD)
        body = sum_over(f, binder, apart, t, body);
    gt_fold_forget(f, g, k);
    if (!body || op == GT_EXPR_ADD)
        return body;
    if (op == GT_EXPR_OR)
        return gt_expr_quant(f->arena, nowhere, GT_EXPR_EXISTS, binder, gt_fold_and2(f, apart, body));
    return gt_expr_quant(f->arena, nowhere, GT_EXPR_FORALL, binder,
                         apart ? op2(f, GT_EXPR_IMPLIES, apart, body) : body);
}

static const gt_expr *operand(gt_folder *f, operands *all, uint32_t i)
{
    const gt_term *t = all->of->kids[i];
    uint64_t specials = gt_fold_specials(f, t);
    if (!specials) {
        all->taken[i] = true;
        return gt_fold_term(f, t);
    }
    bool single = (specials & (specials - 1)) == 0;
    if (all->op != GT_EXPR_AND && all->op != GT_EXPR_OR && !(all->op == GT_EXPR_ADD && single))
        return gt_fold_fail(f, "an operator over all processes that is no quantifier, count or sum");
    gt_term_vec orbit = gt_fold_orbit(f, t, specials);
    bool whole = take(all, &orbit);
    free(orbit.v);
    return whole ? quantified(f, all->op, t, specials)
                 : gt_fold_fail(f, "a part of it speaks of some processes and not of all like them");
}

static const gt_expr *any_order(gt_folder *f, const gt_term *t)
{
    gt_expr_kind kind = (gt_expr_kind)t->number;
    if (t->nkids == 0)
        return gt_expr_bool(f->arena, nowhere, kind == GT_EXPR_AND);
    operands all = {kind, t, gt_xcalloc(t->nkids, sizeof *all.taken)};
    const gt_expr **kids = GT_NEW_ARRAY(f->arena, const gt_expr *, t->nkids);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->nkids && !f->why; i++)
        if (!all.taken[i])
            kids[n++] = operand(f, &all, i);
    free(all.taken);
    if (f->why)
        return NULL;
    return n == 1 ? kids[0] : gt_build_op(f->build, nowhere, kind, gt_expr_kind_name(kind), n, kids);
}

/* ---- all ---- */

static const gt_expr *operator_of(gt_folder *f, const gt_term *t)
{
    gt_expr_kind kind = (gt_expr_kind)t->number;
    const gt_expr *kids[8];
    uint32_t n = t->nkids;
    const gt_bound *bound = NULL;
    if (n && gt_term_is(t->kids[n - 1], TERM_OP, TERM_BOUND)) {
        const gt_term *b = t->kids[--n];
        gt_bound *made = GT_NEW(f->arena, gt_bound);
        *made = (gt_bound){.cmp = (gt_cmp)(b->den / 8 % 8), .opt = (gt_extreme)(b->den % 8)};
        made->value = b->nkids > 0 ? gt_fold_term(f, b->kids[0]) : NULL;
        made->upper = b->nkids > 1 ? gt_fold_term(f, b->kids[1]) : NULL;
        if (b->den / 64)
            made->reward = f->terms->cmds->sym->rewards[b->den / 64 - 1]->name;
        bound = made;
    }
    if (n > sizeof kids / sizeof *kids)
        return gt_fold_fail(f, "an operator of too many operands");
    for (uint32_t i = 0; i < n; i++) {
        kids[i] = gt_fold_term(f, t->kids[i]);
        if (!kids[i])
            return NULL;
    }
    if (bound || gt_expr_in(kind, GT_GROUP_PCTL | GT_GROUP_COST))
        return gt_expr_bounded(f->arena, nowhere, kind, bound, n, kids);
    return gt_build_op(f->build, nowhere, kind, gt_expr_kind_name(kind), n, kids);
}

static const gt_expr *negated(gt_folder *f, const gt_term *t)
{
    if (gt_term_is(t, TERM_OP, GT_EXPR_LT))
        return op2(f, GT_EXPR_LE, gt_fold_term(f, t->kids[1]), gt_fold_term(f, t->kids[0]));
    if (t->kind == TERM_SAME || gt_term_is(t, TERM_ANY, GT_EXPR_EQ))
        return op2(f, GT_EXPR_NE, gt_fold_term(f, t->kids[0]), gt_fold_term(f, t->kids[1]));
    return gt_build_op1(f->build, nowhere, GT_EXPR_NOT, "!", gt_fold_term(f, t));
}

const gt_expr *gt_fold_term(gt_folder *f, const gt_term *t)
{
    if (f->why)
        return NULL;
    switch (t->kind) {
    case TERM_VARIABLE: return read_var(f, (uint32_t)t->number);
    case TERM_VALUE: return value(f, gt_term_var(t), t->number);
    case TERM_NUMBER: return gt_expr_int(f->arena, nowhere, t->number);
    case TERM_REAL: return gt_expr_real(f->arena, nowhere, t->number, t->den);
    case TERM_READ: return gt_fold_term(f, t->kids[0]);
    case TERM_IN: return in(f, t);
    case TERM_SAME: return is(f, GT_EXPR_EQ, gt_fold_term(f, t->kids[0]), gt_fold_term(f, t->kids[1]));
    case TERM_CASE: return cases(f, t);
    case TERM_NOT: return negated(f, t->kids[0]);
    case TERM_ANY: return any_order(f, t);
    case TERM_OP: return operator_of(f, t);
    case TERM_ARM:
    case TERM_NOTHING: break;
    }
    gt_ice("no expression");
}
