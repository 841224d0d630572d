/* Run-time errors compiled away. For an expression e, outcome(e) is a pair of total expressions: `err`, when
 * evaluating e errs, and `val`, e's value when it does not. A rule with guard g, choices c1..cm and updates u
 * becomes
 *
 *   the rule itself, with guard   !error && !err(g) && g && !err(where 1) && ... && !err(u)
 *   one error rule for each stage of its evaluation that may err, whose guard says that this stage is reached
 * and errs: stage 0 evaluates g and the first `where`, stage k, with c1..ck chosen, the next `where`; the
 * last one, with all choices made, weights and updates.
 *
 * So the firings of the rule and of its error rules are those of the rule as written, one for one, and the
 * weights of uniform choices stay what they were. */
#include "ir/expr/fold.h"
#include "ir/expr/real.h"
#include "ir/expr/walk.h"
#include "passes/passes.h"
#include "passes/symmetric/facts.h"
#include "runtime/base.h"
#include "runtime/table.h"

#include <stdlib.h>

typedef struct {
    const gt_expr *err, *val;
} outcome;

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_fold *fold;
    gt_var *flag;               /* the error flag, made when first needed */
    const gt_expr *unevaluable; /* some atom, fairness or reward cannot be evaluated */
    GT_VEC(gt_rule *) rules;
} total;

static const gt_pos nowhere;

static const gt_expr *lit(total *t, bool value)
{
    return gt_fold_bool(t->fold, nowhere, value);
}

static const gt_expr *both(total *t, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_and(t->fold, x, y);
}

static const gt_expr *either(total *t, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_or(t->fold, x, y);
}

static outcome eval(total *t, const gt_facts *facts, const gt_expr *e);

/* `cond`, or false where the facts exclude it. */
static const gt_expr *possibly(total *t, const gt_facts *facts, const gt_expr *cond)
{
    if (gt_facts_impossible(gt_facts_assume(t->arena, facts, cond, true)))
        return lit(t, false);
    if (cond->kind != GT_EXPR_OR)
        return cond;
    const gt_expr *any = lit(t, false);
    for (uint32_t i = 0; i < cond->nkids; i++)
        any = either(t, any, possibly(t, facts, cond->kids[i]));
    return any;
}

/* ---- binders ---- */

typedef struct {
    uint32_t n;
    const gt_binder *const *from;
    const gt_expr *const *to;
} rebinding;

static const gt_expr *rebind_one(void *data, gt_fold *fold, const gt_expr *e)
{
    const rebinding *r = data;
    (void)fold;
    if (e->kind != GT_EXPR_BOUND)
        return NULL;
    for (uint32_t i = 0; i < r->n; i++)
        if (e->u.binder == r->from[i])
            return r->to[i];
    return NULL;
}

/* Only for total expressions. */
static const gt_expr *rebind_all(total *t, const gt_expr *e, rebinding *r)
{
    return e && r->n ? gt_fold_map(t->fold, e, rebind_one, r) : e;
}

static const gt_expr *rebind(total *t, const gt_expr *e, const gt_binder *from, const gt_expr *to)
{
    rebinding r = {1, &from, &to};
    return rebind_all(t, e, &r);
}

static const gt_expr *bound(total *t, const gt_binder *b)
{
    return gt_fold_intern(t->fold, gt_expr_bound(t->arena, b->pos, b));
}

/* Does `e` hold for some value of b, whatever kind of binder b is? */
static const gt_expr *exists(total *t, const gt_binder *b, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return e;
    if (b->type.kind == GT_TYPE_ID) {
        gt_binder *q = gt_arena_copy(t->arena, b, 1, sizeof *b);
        q->kind = GT_BIND_QUANT;
        q->where = NULL;
        const gt_expr *body = rebind(t, e, b, bound(t, q));
        return gt_fold_intern(t->fold, gt_expr_quant(t->arena, e->pos, GT_EXPR_EXISTS, q, body));
    }
    const gt_expr *any = lit(t, false);
    for (int64_t v = b->type.lo; v <= b->type.hi; v++)
        any = either(t, any, rebind(t, e, b, gt_fold_const(t->fold, b->pos, b->type, v)));
    return any;
}

/* ---- expressions ---- */

static bool may_be_zero(const gt_expr *e)
{
    if (e->type.kind != GT_TYPE_REAL)
        return e->type.lo <= 0 && e->type.hi >= 0;
    return e->kind != GT_EXPR_REAL || e->u.real.num == 0;
}

static uint64_t may_err(gt_walk *walk, const gt_expr *e)
{
    if ((e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) && may_be_zero(e->kids[1]))
        return true;
    if (e->kind == GT_EXPR_INDICES && gt_expr_outside(e))
        return true;
    return gt_walk_any(walk, e);
}

/* When the total integer `e` is not in lo..hi. */
static const gt_expr *outside(total *t, const gt_facts *facts, const gt_expr *e, int32_t lo, int32_t hi)
{
    gt_range r = gt_facts_range(t->arena, facts, e);
    const gt_expr *low = lit(t, false), *high = low;
    if (r.lo < lo)
        low = gt_fold_op2(t->fold, e->pos, GT_EXPR_LT, e, gt_fold_int(t->fold, e->pos, lo));
    if (r.hi > hi)
        high = gt_fold_op2(t->fold, e->pos, GT_EXPR_GT, e, gt_fold_int(t->fold, e->pos, hi));
    return either(t, low, high);
}

/* `e` brought into lo..hi: for where it is known to be there anyway. */
static const gt_expr *clamp(total *t, const gt_expr *e, int64_t lo, int64_t hi)
{
    e = gt_fold_op2(t->fold, e->pos, GT_EXPR_MIN, e, gt_fold_int(t->fold, e->pos, hi));
    return gt_fold_op2(t->fold, e->pos, GT_EXPR_MAX, e, gt_fold_int(t->fold, e->pos, lo));
}

/* When the total expression `e` is zero; NULL if that cannot be said over integers. */
static const gt_expr *is_zero(total *t, const gt_facts *facts, const gt_expr *e)
{
    if (e->type.kind != GT_TYPE_REAL)
        return gt_facts_nonzero(t->arena, facts, e) ? lit(t, false) : gt_fold_is(t->fold, e, 0);
    const gt_expr *zero = gt_real_compare(t->arena, t->fold, GT_EXPR_EQ, e);
    return zero ? possibly(t, facts, zero) : NULL;
}

static outcome quotient(total *t, const gt_facts *facts, const gt_expr *e, outcome x, outcome y)
{
    outcome r = {either(t, x.err, y.err), gt_fold_op2(t->fold, e->pos, e->kind, x.val, y.val)};
    if (!may_be_zero(y.val))
        return r;
    const gt_expr *zero = is_zero(t, facts, y.val);
    if (!zero) {
        gt_error(
            t->ctx->diag, e->kids[1]->pos, "real-division",
            "cannot tell whether this divisor is zero: that takes integers beyond 32 bits or too many cases");
        gt_help(t->ctx->diag, "divide by a product of integers and decimal numbers");
        zero = lit(t, false);
    }
    r.err = either(t, r.err, zero);
    /* Even where the facts exclude it, a reader that evaluates both arms of a case must not see a division by
     * 0. */
    const gt_expr *test = is_zero(t, NULL, y.val);
    bool real = r.val->type.kind == GT_TYPE_REAL;
    const gt_expr *none = real ? gt_fold_intern(t->fold, gt_expr_real(t->arena, e->pos, 0, 1))
                               : gt_fold_int(t->fold, e->pos, 0);
    if (test)
        r.val = gt_fold_op3(t->fold, e->pos, GT_EXPR_ITE, test, none, r.val);
    return r;
}

/* a && b, a || b, a -> b, each evaluated only as far as needed: the next one if this one is `on`. */
static outcome lazily(total *t, const gt_facts *facts, const gt_expr *e)
{
    bool on = e->kind != GT_EXPR_OR;
    const gt_expr **vals = GT_NEW_ARRAY(t->arena, const gt_expr *, e->nkids);
    const gt_expr *err = lit(t, false), *reached = lit(t, true);
    for (uint32_t i = 0; i < e->nkids; i++) {
        outcome k = eval(t, facts, e->kids[i]);
        err = either(t, err, both(t, reached, k.err));
        vals[i] = k.val;
        reached = both(t, reached, on ? k.val : gt_fold_not(t->fold, k.val));
        facts = gt_facts_assume(t->arena, facts, k.val, on);
    }
    return (outcome){err, gt_fold_op(t->fold, e->pos, e->kind, e->nkids, vals)};
}

static outcome eval_ite(total *t, const gt_facts *facts, const gt_expr *e)
{
    outcome c = eval(t, facts, e->kids[0]);
    outcome x = eval(t, gt_facts_assume(t->arena, facts, c.val, true), e->kids[1]);
    outcome y = eval(t, gt_facts_assume(t->arena, facts, c.val, false), e->kids[2]);
    const gt_expr *arm = gt_fold_op3(t->fold, e->pos, GT_EXPR_ITE, c.val, x.err, y.err);
    return (outcome){either(t, c.err, arm), gt_fold_op3(t->fold, e->pos, GT_EXPR_ITE, c.val, x.val, y.val)};
}

/* Everything that evaluates all its kids. */
static outcome eval_strict(total *t, const gt_facts *facts, const gt_expr *e)
{
    outcome few[3], *k = e->nkids <= 3 ? few : gt_arena_alloc(t->arena, e->nkids, sizeof *k);
    const gt_expr **vals = GT_NEW_ARRAY(t->arena, const gt_expr *, e->nkids + 1);
    const gt_expr *err = lit(t, false);
    for (uint32_t i = 0; i < e->nkids; i++) {
        k[i] = eval(t, facts, e->kids[i]);
        err = either(t, err, k[i].err);
        vals[i] = k[i].val;
    }
    if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD)
        return quotient(t, facts, e, k[0], k[1]);
    for (uint32_t i = 0; e->kind == GT_EXPR_INDICES && i < e->nkids; i++) {
        const gt_dim *dim = &e->u.var->dims[i];
        if (dim->en)
            continue;
        err = either(t, err, outside(t, facts, vals[i], dim->lo, dim->hi));
        vals[i] = clamp(t, vals[i], dim->lo, dim->hi);
    }
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        return (outcome){err, gt_fold_op(t->fold, e->pos, e->kind, e->nkids, vals)};
    return (outcome){err, gt_fold_intern(t->fold, gt_expr_rebuild(t->arena, e, vals))};
}

static outcome eval(total *t, const gt_facts *facts, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_EXPR_IMPLIES: return lazily(t, facts, e);
    case GT_EXPR_ITE: return eval_ite(t, facts, e);
    case GT_KINDS_QUANT: {
        outcome r = eval_strict(t, facts, e);
        r.err = exists(t, e->u.binder, r.err);
        return r;
    }
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_COMPARE:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_EXPR_NOT:
    case GT_EXPR_IFF:
    case GT_KINDS_ARITH:
    case GT_EXPR_KINDS: break;
    }
    return eval_strict(t, facts, e);
}

static outcome evaluate(total *t, const gt_facts *facts, const gt_expr *e)
{
    if (!gt_walk_once(may_err, NULL, e))
        return (outcome){lit(t, false), gt_fold_map(t->fold, e, NULL, NULL)};
    return eval(t, facts, e);
}

/* When the total `value` does not fit into var. */
static const gt_expr *range_err(total *t, const gt_facts *facts, const gt_expr *value, const gt_var *var)
{
    if (var->type.kind != GT_TYPE_INT)
        return lit(t, false);
    if (!var->bound)
        return outside(t, facts, value, var->type.lo, var->type.hi);
    /* any number of processes may be the one for which it does not fit */
    const gt_expr *bound = gt_fold_map(t->fold, var->bound, NULL, NULL);
    return either(t, outside(t, facts, value, var->type.lo, INT32_MAX),
                  gt_fold_op2(t->fold, value->pos, GT_EXPR_GT, value, bound));
}

/* ---- rules ---- */

static const gt_expr *flag(total *t)
{
    if (!t->flag) {
        gt_init *init = GT_NEW(t->arena, gt_init);
        init->expr = lit(t, false);
        t->flag = GT_NEW(t->arena, gt_var);
        *t->flag = (gt_var){
            .name = "error", .type = gt_type_bool(), .len = 1, .ninits = 1, .inits = init, .is_error = true};
    }
    return gt_fold_intern(t->fold, gt_expr_var(t->arena, nowhere, t->flag, NULL));
}

/* An update made total; the result says when it errs. `idle`: there are states in which it is not performed
 * and its value may be out of range, though the rule fires. */
static const gt_expr *total_update(total *t, const gt_facts *facts, gt_update *u, bool idle)
{
    const gt_expr *err = lit(t, false), *active = lit(t, true);
    if (u->cond) {
        outcome c = evaluate(t, facts, u->cond);
        err = c.err;
        active = u->cond = c.val;
        facts = gt_facts_assume(t->arena, facts, c.val, true);
    }
    const gt_expr *inner = lit(t, false);
    if (u->proc) {
        outcome p = evaluate(t, facts, u->proc);
        inner = p.err;
        u->proc = p.val;
    }
    if (u->index) {
        outcome i = evaluate(t, facts, u->index);
        inner = either(t, inner, i.err);
        u->index = i.val;
    }
    outcome v = evaluate(t, facts, u->value);
    inner = either(t, inner, either(t, v.err, range_err(t, facts, v.val, u->var)));
    u->value = v.val;
    /* A broadcast is looked at local state by local state, also where one process is in a state that errs. */
    if ((u->each || idle) && u->var->type.kind == GT_TYPE_INT && !u->var->bound)
        u->value = clamp(t, v.val, u->var->type.lo, u->var->type.hi);
    err = either(t, err, both(t, active, inner));
    return u->each ? exists(t, u->each, err) : err;
}

/* ---- probabilities and rates ---- */

/* When `e rel 0`, a mistake of the rule described by `what`; refused if it always is or cannot be told. */
static const gt_expr *mistake(total *t, const gt_facts *facts, gt_expr_kind rel, const gt_expr *e, gt_pos pos,
                              const char *what)
{
    const gt_expr *bad = gt_real_compare(t->arena, t->fold, rel, e);
    if (!bad) {
        gt_error(t->ctx->diag, pos, "probability",
                 "cannot tell whether %s: that takes integers beyond 32 bits or too many cases", what);
        gt_help(t->ctx->diag, "divide by constants, and write the last probability as 1 - (the others)");
        return lit(t, false);
    }
    bad = possibly(t, facts, bad);
    bool always = gt_expr_is_true(bad) || (!gt_expr_is_false(bad) &&
                                           gt_facts_impossible(gt_facts_assume(t->arena, facts, bad, false)));
    if (always)
        gt_error(t->ctx->diag, pos, "probability", "%s", what);
    return bad;
}

/* When the total probabilities of a rule are none: one is negative, or they do not add up to 1. */
static const gt_expr *improper(total *t, const gt_facts *facts, const gt_rule *r)
{
    const gt_expr *bad = lit(t, false), **terms = GT_NEW_ARRAY(t->arena, const gt_expr *, r->nbranches + 1);
    for (uint32_t b = 0; b < r->nbranches; b++) {
        const gt_expr *p = r->branches[b].prob;
        if (!p)
            return bad;
        terms[b] = p;
        bad = either(t, bad, mistake(t, facts, GT_EXPR_LT, p, p->pos, "this probability is negative"));
    }
    gt_pos pos = r->branches[0].pos;
    terms[r->nbranches] = gt_fold_intern(t->fold, gt_expr_real(t->arena, pos, -1, 1));
    const gt_expr *rest = gt_fold_op(t->fold, pos, GT_EXPR_ADD, r->nbranches + 1, terms);
    const char *what = "the probabilities of the branches do not add up to 1";
    return either(t, bad, mistake(t, facts, GT_EXPR_NE, rest, pos, what));
}

/* A negative rate is an error, too. *idle: when the rate is zero. */
static outcome total_rate(total *t, const gt_facts *facts, const gt_expr *e, const gt_expr **idle)
{
    outcome rate = evaluate(t, facts, e);
    facts = gt_facts_assume(t->arena, facts, rate.err, false);
    rate.err = either(t, rate.err, mistake(t, facts, GT_EXPR_LT, rate.val, e->pos, "this rate is negative"));
    facts = gt_facts_assume(t->arena, facts, rate.err, false);
    *idle = mistake(t, facts, GT_EXPR_EQ, rate.val, e->pos, "this rate is zero");
    return rate;
}

/* Makes the updates of a branch total; the result says when one of them errs. A branch with probability 0
 * does not happen, and nothing goes wrong in it. */
static const gt_expr *total_updates(total *t, const gt_facts *facts, gt_branch *branch)
{
    const gt_expr *err = lit(t, false), *never = err;
    bool idle = branch->prob && may_be_zero(branch->prob);
    if (idle)
        never = is_zero(t, facts, branch->prob);
    if (never)
        facts = gt_facts_assume(t->arena, facts, never, false);
    gt_update *updates = gt_arena_copy(t->arena, branch->updates, branch->nupdates, sizeof *updates);
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        updates[i].spread = NULL;
        err = either(t, err, total_update(t, facts, &updates[i], idle));
    }
    branch->updates = updates;
    if (never || gt_expr_is_false(err))
        return never ? both(t, gt_fold_not(t->fold, never), err) : err;
    gt_error(
        t->ctx->diag, branch->prob->pos, "probability",
        "cannot tell whether this probability is zero: that takes integers beyond 32 bits or too many cases");
    gt_help(t->ctx->diag, "divide by constants, or see to it that nothing can go wrong in this branch");
    return err;
}

/* Makes the branches total; the result says when one of them errs. */
static const gt_expr *total_branches(total *t, const gt_facts *facts, gt_rule *r)
{
    const gt_expr *err = lit(t, false);
    const gt_facts *sure = facts; /* and that the probabilities can be evaluated */
    gt_branch *branches = gt_arena_copy(t->arena, r->branches, r->nbranches, sizeof *branches);
    for (uint32_t b = 0; b < r->nbranches; b++) {
        gt_branch *branch = &branches[b];
        if (branch->prob) {
            outcome p = evaluate(t, facts, branch->prob);
            err = either(t, err, p.err);
            branch->prob = p.val;
            sure = gt_facts_assume(t->arena, sure, p.err, false);
        }
        err = either(t, err, total_updates(t, facts, branch));
    }
    r->branches = branches;
    return either(t, err, improper(t, sure, r));
}

static void add_error_rule(total *t, const gt_rule *r, uint32_t nchoices, const gt_expr *rate,
                           const gt_expr *guard)
{
    if (gt_expr_is_false(guard))
        return;
    flag(t);
    gt_update *u = GT_NEW(t->arena, gt_update);
    *u = (gt_update){.pos = r->pos, .var = t->flag, .value = lit(t, true)};
    gt_branch *b = GT_NEW(t->arena, gt_branch);
    *b = (gt_branch){.pos = r->pos, .nupdates = 1, .updates = u};
    gt_rule *e = gt_arena_copy(t->arena, r, 1, sizeof *r);
    e->name = "";
    e->label = gt_arena_printf(t->arena, "%s (error)", r->label);
    e->nchoices = nchoices;
    e->guard = guard;
    e->rate = rate;
    e->nbranches = 1;
    e->branches = b;
    gt_vec_push(&t->rules, e);
}

/* The choices with total restrictions `where`, and how to get from the old ones to them. */
static rebinding total_choices(total *t, gt_rule *r, const gt_expr **where)
{
    const gt_expr **to = GT_NEW_ARRAY(t->arena, const gt_expr *, r->nchoices + 1);
    gt_binder **binders = GT_NEW_ARRAY(t->arena, gt_binder *, r->nchoices + 1);
    const gt_binder **choices = GT_NEW_ARRAY(t->arena, const gt_binder *, r->nchoices + 1);
    for (uint32_t i = 0; i < r->nchoices; i++) {
        binders[i] = gt_arena_copy(t->arena, r->choices[i], 1, sizeof **binders);
        choices[i] = binders[i];
        to[i] = bound(t, binders[i]);
    }
    rebinding map = {r->nchoices, r->choices, to};
    for (uint32_t i = 0; i < r->nchoices; i++)
        binders[i]->where = rebind_all(t, where[i], &map);
    r->choices = choices;
    return map;
}

/* The branches are total and fresh, so that they may be changed in place. */
static void rebind_rule(total *t, gt_rule *r, rebinding *map)
{
    r->guard = rebind_all(t, r->guard, map);
    r->rate = rebind_all(t, r->rate, map);
    gt_branch *branches = gt_arena_copy(t->arena, r->branches, r->nbranches, sizeof *branches);
    for (uint32_t i = 0; i < r->nbranches; i++) {
        gt_update *updates =
            gt_arena_copy(t->arena, branches[i].updates, branches[i].nupdates, sizeof *updates);
        branches[i].prob = rebind_all(t, branches[i].prob, map);
        for (uint32_t j = 0; j < branches[i].nupdates; j++) {
            updates[j].cond = rebind_all(t, updates[j].cond, map);
            updates[j].proc = rebind_all(t, updates[j].proc, map);
            updates[j].index = rebind_all(t, updates[j].index, map);
            updates[j].value = rebind_all(t, updates[j].value, map);
        }
        branches[i].updates = updates;
    }
    r->branches = branches;
}

static void total_rule(total *t, const gt_rule *rule)
{
    gt_rule *r = gt_arena_copy(t->arena, rule, 1, sizeof *rule);
    uint32_t m = r->nchoices;
    const gt_expr **bad = GT_NEW_ARRAY(t->arena, const gt_expr *, m + 1); /* by stage */
    const gt_expr **where = GT_NEW_ARRAY(t->arena, const gt_expr *, m + 1);
    r->origin = rule->origin ? rule->origin : rule;
    r->from = r->to = NULL;

    outcome g = evaluate(t, NULL, r->guard);
    bad[0] = g.err;
    const gt_expr *reached = both(t, gt_fold_not(t->fold, g.err), g.val);
    const gt_facts *facts = gt_facts_assume(t->arena, NULL, g.val, true);
    for (uint32_t k = 0; k < m; k++) {
        if (!r->choices[k]->where)
            continue;
        outcome w = evaluate(t, facts, r->choices[k]->where);
        const gt_expr *err = exists(t, r->choices[k], w.err);
        bad[k] = k ? both(t, reached, err) : either(t, bad[0], both(t, reached, err));
        reached = both(t, reached, gt_fold_not(t->fold, err));
        where[k] = w.val;
        facts = gt_facts_assume(t->arena, facts, w.val, true);
    }
    outcome rate = {lit(t, false), NULL};
    const gt_expr *idle =
        lit(t, false); /* the rate is zero: the rule cannot fire, and nothing else is looked at */
    if (r->rate) {
        rate = total_rate(t, facts, r->rate, &idle);
        facts = gt_facts_assume(t->arena, facts, idle, false);
    }
    r->rate = rate.val;
    const gt_expr *err =
        either(t, rate.err, both(t, gt_fold_not(t->fold, idle), total_branches(t, facts, r)));
    bad[m] = bad[m] ? either(t, bad[m], both(t, reached, err)) : both(t, reached, err);
    r->guard = both(t, reached, both(t, gt_fold_not(t->fold, idle), gt_fold_not(t->fold, err)));
    /* An error before the rate was known has rate 1; without choices the guard's errors are in the same rule.
     */
    const gt_expr *error_rate = rate.val, *early = m ? rate.err : either(t, g.err, rate.err);
    if (r->rate && !gt_expr_is_false(early))
        error_rate = gt_fold_op3(t->fold, r->pos, GT_EXPR_ITE, early,
                                 gt_fold_intern(t->fold, gt_expr_real(t->arena, r->pos, 1, 1)), rate.val);

    rebinding map = total_choices(t, r, where);
    rebind_rule(t, r, &map);
    gt_vec_push(&t->rules, r);
    for (uint32_t k = 0; k <= m; k++)
        if (bad[k])
            add_error_rule(t, r, k, k < m ? NULL : rebind_all(t, error_rate, &map),
                           rebind_all(t, bad[k], &map));
}

/* ---- properties, fairness, rewards ---- */

/* A place in a formula: of which property, and in which of the reachable states it is looked at. */
typedef struct {
    uint32_t nprefix;
    const gt_binder *const *prefix;
    const gt_expr *reached; /* NULL: in all of them */
    const gt_facts *facts;
} place;

/* An atom that must be evaluable in every reachable state in which it is looked at, for all processes of the
 * prefix. */
static const gt_expr *total_atom(total *t, const gt_expr *e, const place *at)
{
    outcome r = evaluate(t, at->facts, e);
    r.err = at->reached ? both(t, at->reached, r.err) : r.err;
    for (uint32_t i = at->nprefix; i-- > 0;)
        r.err = exists(t, at->prefix[i], r.err);
    t->unevaluable = either(t, t->unevaluable, r.err);
    return r.val;
}

/* `at`, and that `cond` (total) is `holds`. */
static place beyond(total *t, place at, const gt_expr *cond, bool holds)
{
    const gt_expr *so = holds ? cond : gt_fold_not(t->fold, cond);
    at.reached = at.reached ? both(t, at.reached, so) : so;
    at.facts = gt_facts_assume(t->arena, at.facts, cond, holds);
    return at;
}

/* The operands of && || -> are looked at from left to right, as far as those without temporal operators
 * leave it open; what is inside a temporal operator is looked at in every state. */
static const gt_expr *total_formula(total *t, const gt_expr *e, place at)
{
    if (!gt_temporal_in(e))
        return total_atom(t, e, &at);
    bool lazy = e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IMPLIES;
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        at.reached = NULL, at.facts = NULL;
    const gt_expr **kids = GT_NEW_ARRAY(t->arena, const gt_expr *, e->nkids + 1);
    for (uint32_t i = 0; i < e->nkids; i++) {
        kids[i] = total_formula(t, e->kids[i], at);
        if (lazy && !gt_temporal_in(e->kids[i]))
            at = beyond(t, at, kids[i], e->kind != GT_EXPR_OR);
    }
    return gt_fold_intern(t->fold, gt_expr_rebuild(t->arena, e, kids));
}

static void total_properties(total *t, const gt_sym *from, gt_sym *to)
{
    to->props = GT_NEW_ARRAY(t->arena, gt_prop *, from->nprops + 1);
    for (uint32_t i = 0; i < from->nprops; i++) {
        to->props[i] = gt_arena_copy(t->arena, from->props[i], 1, sizeof **to->props);
        place all = {.nprefix = from->props[i]->nprefix, .prefix = from->props[i]->prefix};
        if (from->props[i]->formula)
            to->props[i]->formula = total_formula(t, from->props[i]->formula, all);
    }
    to->fair = GT_NEW_ARRAY(t->arena, gt_fair *, from->nfair);
    for (uint32_t i = 0; i < from->nfair; i++) {
        to->fair[i] = gt_arena_copy(t->arena, from->fair[i], 1, sizeof **to->fair);
        to->fair[i]->expr = total_atom(t, from->fair[i]->expr, &(place){0});
    }
    to->rewards = GT_NEW_ARRAY(t->arena, gt_reward *, from->nrewards);
    for (uint32_t i = 0; i < from->nrewards; i++) {
        to->rewards[i] = gt_arena_copy(t->arena, from->rewards[i], 1, sizeof **to->rewards);
        to->rewards[i]->expr = total_atom(t, from->rewards[i]->expr, &(place){0});
    }
}

/* ---- initial values: these must be right as they stand ---- */

static void check_init(total *t, const gt_var *var, const gt_init *init)
{
    const gt_expr *err;
    gt_pos pos;
    if (init->choice) {
        const gt_binder *b = init->choice;
        const gt_facts *facts = NULL;
        err = lit(t, false);
        pos = b->pos;
        if (b->where) {
            outcome w = evaluate(t, NULL, b->where);
            err = w.err;
            facts = gt_facts_assume(t->arena, NULL, w.val, true);
        }
        err = either(t, err, range_err(t, facts, bound(t, b), var));
    } else {
        outcome v = evaluate(t, NULL, init->expr);
        err = either(t, v.err, range_err(t, NULL, v.val, var));
        pos = init->expr->pos;
    }
    if (gt_expr_is_false(err))
        return;
    gt_error(t->ctx->diag, pos, "range", "the initial value of '%s' may be undefined or outside its range",
             var->name);
    if (var->type.kind == GT_TYPE_INT)
        gt_note(t->ctx->diag, var->pos, "'%s' ranges over %d..%d", var->name, (int)var->type.lo,
                (int)var->type.hi);
}

static void check_inits(total *t, uint32_t nvars, gt_var *const *vars)
{
    for (uint32_t i = 0; i < nvars; i++)
        for (uint32_t j = 0; j < vars[i]->ninits; j++)
            check_init(t, vars[i], &vars[i]->inits[j]);
}

static void check_initially(total *t, const gt_sym *from, gt_sym *to)
{
    if (!from->initially)
        return;
    outcome o = evaluate(t, NULL, from->initially);
    to->initially = o.val;
    if (gt_expr_is_false(o.err))
        return;
    gt_error(t->ctx->diag, from->initially->pos, "range",
             "`initially` may divide by zero or look outside an array");
    gt_help(t->ctx->diag, "there is no state yet that could be in error: test it first, `x != 0 && ...`");
}

/* ---- the program ---- */

/* The flag joins the shared variables under a name of its own, and no rule fires once it is set. */
static void add_flag(total *t, gt_sym *sym)
{
    gt_words names = {0};
    gt_var **shared = GT_NEW_ARRAY(t->arena, gt_var *, sym->nshared + 1);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        gt_words_take(&names, sym->shared[i]->name);
        shared[i] = sym->shared[i];
    }
    t->flag->name = gt_words_fresh(&names, t->arena, t->flag->name);
    gt_words_fini(&names);
    t->flag->index = sym->nshared;
    shared[sym->nshared++] = t->flag;
    sym->shared = shared;
    const gt_expr *fine = gt_fold_not(t->fold, flag(t));
    for (size_t i = 0; i < t->rules.n; i++)
        t->rules.v[i]->guard = both(t, fine, t->rules.v[i]->guard);
}

static void add_property(total *t, gt_sym *sym)
{
    gt_prop *p = GT_NEW(t->arena, gt_prop);
    const gt_expr *fine = t->flag ? gt_fold_not(t->fold, flag(t)) : lit(t, true);
    p->kind = GT_PROP_NOERROR;
    p->name = "error";
    p->formula = both(t, fine, gt_fold_not(t->fold, t->unevaluable));
    sym->props[sym->nprops++] = p;
}

const gt_sym *gt_pass_total(gt_ctx *ctx, const gt_sym *sym)
{
    total t = {.ctx = ctx, .arena = ctx->arena, .fold = gt_fold_new(ctx->arena)};
    unsigned errors = gt_diag_errors(ctx->diag);
    gt_sym *out = gt_arena_copy(ctx->arena, sym, 1, sizeof *sym);
    t.unevaluable = lit(&t, false);
    check_inits(&t, sym->nshared, sym->shared);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        check_inits(&t, sym->procs[i]->nvars, sym->procs[i]->vars);
    check_initially(&t, sym, out);
    for (uint32_t i = 0; i < sym->nrules; i++)
        total_rule(&t, sym->rules[i]);
    total_properties(&t, sym, out);
    if (t.flag)
        add_flag(&t, out);
    if (t.flag || !gt_expr_is_false(t.unevaluable))
        add_property(&t, out);
    out->nrules = (uint32_t)t.rules.n;
    out->rules = gt_arena_copy(ctx->arena, t.rules.v, t.rules.n, sizeof *t.rules.v);
    for (uint32_t i = 0; i < out->nrules; i++)
        out->rules[i]->index = i;
    free(t.rules.v);
    gt_fold_free(t.fold);
    return gt_diag_errors(ctx->diag) > errors ? NULL : out;
}
