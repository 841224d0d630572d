/* Formulas where counters count every process: a quantifier in whose scope no id variable is mentioned need
 * not know who is named, and says `n_Critical > 1` where the population program tells tracked and untracked
 * processes apart. So formulas are made of those of the symmetric program. */
#include "ir/expr/walk.h"
#include "passes/encode/dense.h"
#include "passes/encode/same.h"
#include "passes/population/quantifiers.h"

struct gt_dense_formulas {
    gt_dense *d;
    gt_quant *named, *alike; /* alike: as if there were no id variables */
};

gt_dense_formulas *gt_dense_formulas_new(gt_dense *d)
{
    gt_arena *arena = d->ctx->arena;
    gt_dense_formulas *x = GT_NEW(arena, gt_dense_formulas);
    gt_pop *alike = gt_arena_copy(arena, d->pop, 1, sizeof *alike);
    alike->nidvars = 0;
    alike->locals = gt_arena_copy(arena, d->pop->locals, d->pop->sym->nprocs, sizeof *alike->locals);
    for (uint32_t p = 0; p < d->pop->sym->nprocs; p++)
        alike->locals[p].nidvars = 0;
    *x = (gt_dense_formulas){.d = d,
                             .named = gt_quant_new(d->ctx, d->fold, d->pop),
                             .alike = gt_quant_new(d->ctx, d->fold, alike)};
    return x;
}

void gt_dense_formulas_free(gt_dense_formulas *x)
{
    if (!x)
        return;
    gt_quant_free(x->named);
    gt_quant_free(x->alike);
}

static uint64_t names_somebody(gt_walk *walk, const gt_expr *e)
{
    bool here = e->kind == GT_EXPR_VAR && e->type.kind == GT_TYPE_ID;
    return here || gt_walk_any(walk, e);
}

static const gt_expr *translate(void *data, gt_fold *f, const gt_expr *e)
{
    (void)f;
    gt_dense_formulas *x = data;
    bool quantifier = gt_expr_in(e->kind, GT_GROUP_QUANT);
    if (!quantifier && e->has & GT_GROUP_QUANT)
        return NULL;
    static const gt_quant_scope nobody = {.self = -1};
    gt_dense_env env = {.d = x->d, .idvar = -1};
    env.every = quantifier && !gt_walk_once(names_somebody, NULL, e);
    return gt_dense_expr(&env, gt_quant_resolve(env.every ? x->alike : x->named, &nobody, e));
}

const gt_expr *gt_dense_formula(gt_dense_formulas *x, const gt_expr *e)
{
    return gt_fold_map(x->d->fold, e, translate, x);
}

/* ---- guards ---- */

/* Self, a partner, somebody chosen or named. */
static uint64_t knows_somebody(gt_walk *walk, const gt_expr *e)
{
    bool bound = e->kind == GT_EXPR_BOUND && e->u.binder->kind != GT_BIND_QUANT;
    return e->kind == GT_EXPR_SELF || bound || (e->kind == GT_EXPR_VAR && e->type.kind == GT_TYPE_ID) ||
           gt_walk_any(walk, e);
}

static const gt_expr *without(gt_fold *f, const gt_expr *conjunction, uint32_t conjunct)
{
    const gt_expr *rest = gt_fold_bool(f, conjunction->pos, true);
    for (uint32_t i = 0; i < conjunction->nkids; i++)
        if (i != conjunct)
            rest = gt_fold_and(f, rest, conjunction->kids[i]);
    return rest;
}

static bool is_conjunct(const gt_expr *one, const gt_expr *all)
{
    for (uint32_t i = 0; i < all->nkids && all->kind == GT_EXPR_AND; i++)
        if (all->kids[i] == one)
            return true;
    return one == all;
}

/* The guard with `said`, which follows from it, in place of what follows from that. */
static const gt_expr *say(gt_dense *d, const gt_expr *guard, const gt_expr *roles, const gt_expr *said)
{
    if (!gt_same_in(d->out, guard, said, gt_fold_bool(d->fold, said->pos, true)))
        return guard;
    const gt_expr *all = gt_fold_and(d->fold, guard, said);
    for (uint32_t i = 0; all->kind == GT_EXPR_AND && i < all->nkids;) {
        const gt_expr *less = without(d->fold, all, i);
        if (all->kids[i] != said && !is_conjunct(all->kids[i], roles) && gt_same_in(d->out, NULL, less, all))
            all = less;
        else
            i++;
    }
    return all;
}

const gt_expr *gt_dense_say(gt_dense *d, const gt_rule *origin, const gt_expr *guard, const gt_expr *roles)
{
    const gt_expr *asked = gt_fold_map(d->fold, origin->guard, NULL, NULL);
    uint32_t n = asked->kind == GT_EXPR_AND ? asked->nkids : 1;
    for (uint32_t i = 0; i < n; i++) {
        const gt_expr *one = n > 1 ? asked->kids[i] : asked;
        if (one->has & GT_GROUP_QUANT && !gt_walk_once(knows_somebody, NULL, one))
            guard = say(d, guard, roles, gt_dense_formula(d->formulas, one));
    }
    return guard;
}
