/* What a run must do to be a counterexample of an LTL formula, as a part of the circuit: the tableau of
 * Clarke, Grumberg and Hamaguchi.
 *
 * For each "next g" an input promises g for the next state, and a latch keeps the promise; a U b holds where
 * b does, or where a does and a U b is promised. Wherever a promise is broken the run is no longer fine.
 * Infinitely often b must hold, or a U b not; so b comes. */
#include "backends/targets/circuit.h"
#include "runtime/base.h"

#include <stdlib.h>

typedef struct {
    gt_ctx *ctx;
    gt_circuit *c;
    const char *name;
    gt_lit kept; /* what was promised is the case */
    uint32_t npromises;
    gt_ptrmap known; /* formulas to literals */
    GT_VEC(gt_lit) goals;
} tableau;

/* A promise is made now; whether it was made before must be what `body` is then. */
typedef struct {
    gt_lit now, was;
} promise;

static promise new_promise(tableau *t)
{
    gt_arena *arena = t->ctx->arena;
    promise p;
    p.now = gt_circuit_add_input(t->c, gt_arena_printf(arena, "%s_next_%u", t->name, t->npromises));
    size_t latch =
        gt_circuit_add_latch(t->c, gt_arena_printf(arena, "%s_said_%u", t->name, t->npromises++), false);
    t->c->latches.v[latch].next = p.now;
    p.was = t->c->latches.v[latch].now;
    return p;
}

static void must_be(tableau *t, promise p, gt_lit body)
{
    gt_aig *g = &t->c->aig;
    t->kept = gt_aig_and(g, t->kept, gt_aig_iff(g, p.was, body));
}

static gt_lit until(tableau *t, gt_lit a, gt_lit b)
{
    gt_aig *g = &t->c->aig;
    promise p = new_promise(t);
    gt_lit self = gt_aig_or(g, b, gt_aig_and(g, a, p.now)), goal = gt_aig_or(g, gt_lit_not(self), b);
    must_be(t, p, self);
    gt_vec_push(&t->goals, goal);
    return self;
}

static gt_lit next(tableau *t, gt_lit a)
{
    promise p = new_promise(t);
    must_be(t, p, a);
    return p.now;
}

static gt_lit holds(tableau *t, const gt_expr *e);

/* All kids. */
static gt_lit conjunction(tableau *t, const gt_expr *e, bool negated)
{
    gt_lit all = GT_LIT_TRUE;
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_lit kid = holds(t, e->kids[i]);
        all = gt_aig_and(&t->c->aig, all, gt_lit_if(kid, negated));
    }
    return all;
}

static gt_lit operation(tableau *t, const gt_expr *e)
{
    gt_aig *g = &t->c->aig;
    if (e->kind == GT_EXPR_AND)
        return conjunction(t, e, false);
    if (e->kind == GT_EXPR_OR)
        return gt_lit_not(conjunction(t, e, true));
    gt_lit a = holds(t, e->kids[0]), b = e->nkids > 1 ? holds(t, e->kids[1]) : GT_LIT_FALSE;
    gt_lit not_a = gt_lit_not(a), not_b = gt_lit_not(b);
    switch (e->kind) {
    case GT_EXPR_NOT: return not_a;
    case GT_EXPR_IMPLIES: return gt_aig_or(g, not_a, b);
    case GT_EXPR_IFF:
    case GT_EXPR_EQ: return gt_aig_iff(g, a, b);
    case GT_EXPR_NE: return gt_aig_iff(g, a, not_b);
    case GT_EXPR_ITE: return gt_aig_ite(g, a, b, holds(t, e->kids[2]));
    case GT_EXPR_X: return next(t, a);
    case GT_EXPR_F: return until(t, GT_LIT_TRUE, a);
    case GT_EXPR_G: return gt_lit_not(until(t, GT_LIT_TRUE, not_a));
    case GT_EXPR_U: return until(t, a, b);
    case GT_EXPR_R: return gt_lit_not(until(t, not_a, not_b));
    case GT_EXPR_W: return gt_lit_not(until(t, not_b, gt_aig_and(g, not_a, not_b)));
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_KINDS_CTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
}

static gt_lit holds(tableau *t, const gt_expr *e)
{
    uint64_t known;
    if (gt_ptrmap_get(&t->known, e, &known))
        return (gt_lit)known;
    gt_lit x = gt_temporal_in(e) ? operation(t, e) : gt_circuit_bool(t->ctx, t->c, e);
    *gt_ptrmap_at(&t->known, e) = x;
    return x;
}

gt_live gt_circuit_live(gt_ctx *ctx, gt_circuit *c, const gt_expr *formula, const char *name)
{
    gt_aig *g = &c->aig;
    gt_live live = {.first = c->latches.n};
    tableau t = {.ctx = ctx, .c = c, .name = name, .kept = GT_LIT_TRUE};
    size_t later = gt_circuit_add_latch(c, gt_arena_printf(ctx->arena, "%s_later", name), false);
    size_t fine = gt_circuit_add_latch(c, gt_arena_printf(ctx->arena, "%s_fine", name), true);
    gt_lit begins = gt_lit_not(holds(&t, formula)); /* in the first state the formula is false; */
    gt_lit now = gt_aig_ite(g, c->latches.v[later].now, t.kept, begins);
    now = gt_aig_and(g, now, gt_aig_and(g, c->live, c->moves)); /* all steps are those of the program */
    now = gt_aig_and(g, now, c->latches.v[fine].now);
    c->latches.v[later].next = GT_LIT_TRUE;
    c->latches.v[fine].next = now;
    live.last = c->latches.n;
    live.n = (uint32_t)t.goals.n + 1;
    live.often = GT_NEW_ARRAY(ctx->arena, gt_lit, live.n);
    live.often[0] = now;
    for (size_t i = 0; i < t.goals.n; i++)
        live.often[i + 1] = t.goals.v[i];
    gt_ptrmap_fini(&t.known);
    free(t.goals.v);
    return live;
}
