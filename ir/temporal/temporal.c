#include "ir/temporal/temporal.h"

#include "ir/expr/walk.h"

static const gt_expr *negate(gt_arena *a, const gt_expr *e)
{
    return e->kind == GT_EXPR_NOT ? e->kids[0] : gt_expr_op1(a, e->pos, GT_EXPR_NOT, e);
}

/* One LTL formula from a CTL formula, or a refusal. */
typedef struct {
    gt_arena *arena;
    const gt_expr *fair; /* antecedent of outermost temporal operators; NULL: none */
    gt_pos pos;
    const char *why; /* the first refusal */
} strip;

static const gt_expr *refuse(strip *s, const gt_expr *e, const char *why)
{
    if (!s->why) {
        s->why = why;
        s->pos = e->pos;
    }
    return NULL;
}

static const gt_expr *strip_formula(strip *s, const gt_expr *e, bool negated, bool outermost);

static const gt_expr *state_formula(strip *s, const gt_expr *e, bool negated)
{
    return negated ? negate(s->arena, e) : e;
}

/* The n-ary conjunction or disjunction of the operands. */
static const gt_expr *strip_junction(strip *s, const gt_expr *e, bool is_and, const bool *flip,
                                     bool outermost)
{
    const gt_expr **kids = GT_NEW_ARRAY(s->arena, const gt_expr *, e->nkids);
    uint32_t temporal = 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        temporal += gt_temporal_in(e->kids[i]);
        kids[i] = strip_formula(s, e->kids[i], flip[i], outermost);
        if (!kids[i])
            return NULL;
    }
    if (!is_and && temporal > 1)
        return refuse(
            s, e,
            "a disjunction of two temporal formulas in CTL has no LTL equivalent in the known fragment");
    return gt_expr_op(s->arena, e->pos, is_and ? GT_EXPR_AND : GT_EXPR_OR, e->nkids, kids);
}

static const gt_expr *with_fairness(strip *s, const gt_expr *e, bool outermost)
{
    if (!e || !outermost || !s->fair)
        return e;
    return gt_expr_op2(s->arena, e->pos, GT_EXPR_IMPLIES, s->fair, e);
}

/* Which operand must be a state formula; 2: none. */
static uint32_t state_operand(gt_expr_kind path)
{
    if (path == GT_EXPR_F || path == GT_EXPR_R)
        return 0;
    return path == GT_EXPR_U || path == GT_EXPR_W ? 1 : 2;
}

static const gt_expr *strip_path(strip *s, const gt_expr *e, bool negated, bool outermost)
{
    const gt_path_op *op = &gt_path_ops[negated ? gt_path_ops[e->kind].dual : e->kind];
    gt_expr_kind path = op->path;
    if (op->quantifier != GT_QUANTIFIER_A)
        return refuse(s, e, "it asks for some path (E); LTL speaks of all paths");
    const gt_expr *kids[2];
    if (e->kind == GT_EXPR_EW) {
        /* !E[a W b] = A[!b U (!a && !b)]: exact only for state formulas. */
        if (gt_temporal_in(e->kids[0]) || gt_temporal_in(e->kids[1]))
            return refuse(s, e, "this nesting of CTL operators has no LTL equivalent in the known fragment");
        const gt_expr *not_a = negate(s->arena, e->kids[0]), *not_b = negate(s->arena, e->kids[1]);
        const gt_expr *end = gt_expr_op2(s->arena, e->pos, GT_EXPR_AND, not_a, not_b);
        return with_fairness(s, gt_expr_op2(s->arena, e->pos, path, not_b, end), outermost);
    }
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (i == state_operand(path) && gt_temporal_in(e->kids[i]))
            return refuse(s, e->kids[i],
                          "this nesting of CTL operators has no LTL equivalent in the known fragment");
        kids[i] = strip_formula(s, e->kids[i], negated, false);
        if (!kids[i])
            return NULL;
    }
    return with_fairness(s, gt_expr_op(s->arena, e->pos, path, e->nkids, kids), outermost);
}

static const gt_expr *strip_formula(strip *s, const gt_expr *e, bool negated, bool outermost)
{
    if (!gt_temporal_in(e))
        return state_formula(s, e, negated);
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return strip_path(s, e, negated, outermost);
    bool flips[2] = {!negated, negated};
    if (e->kind == GT_EXPR_NOT)
        return strip_formula(s, e->kids[0], !negated, outermost);
    if (e->kind == GT_EXPR_IMPLIES)
        return strip_junction(s, e, negated, flips, outermost);
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR)
        return refuse(s, e,
                      "this combination of temporal formulas has no LTL equivalent in the known fragment");
    bool *flip = GT_NEW_ARRAY(s->arena, bool, e->nkids);
    for (uint32_t i = 0; i < e->nkids; i++)
        flip[i] = negated;
    return strip_junction(s, e, (e->kind == GT_EXPR_AND) != negated, flip, outermost);
}

/* G F f for every fairness constraint; NULL if there is none. */
static const gt_expr *fairness(gt_arena *a, const gt_cmds *cmds)
{
    const gt_expr *all = NULL;
    for (uint32_t i = 0; i < cmds->nfair; i++) {
        const gt_expr *f = gt_expr_op1(a, cmds->fair[i]->pos, GT_EXPR_F, cmds->fair[i]);
        f = gt_expr_op1(a, f->pos, GT_EXPR_G, f);
        all = all ? gt_expr_op2(a, f->pos, GT_EXPR_AND, all, f) : f;
    }
    return all;
}

const gt_expr *gt_temporal_ltl(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos, const char **why)
{
    const gt_expr *f = cmds->props[prop].formula;
    strip s = {.arena = ctx->arena, .fair = fairness(ctx->arena, cmds)};
    if (cmds->props[prop].origin->kind == GT_PROP_LTL)
        return gt_temporal_fold(ctx->arena, with_fairness(&s, f, true));
    const gt_expr *ltl = strip_formula(&s, f, false, true);
    if (!ltl) {
        *why = s.why;
        *pos = s.pos;
        return NULL;
    }
    return gt_temporal_fold(ctx->arena, ltl);
}

/* W and R by U: A[a W b] = !E[!b U (!a && !b)], A[a R b] = !E[!a U !b], and so on. */
static const gt_expr *replace_weak(gt_arena *a, const gt_expr *e, const gt_expr *x, const gt_expr *y,
                                   bool release)
{
    const gt_path_op *op = &gt_path_ops[e->kind];
    bool weak = op->path == GT_EXPR_W;
    if (!weak && (op->path != GT_EXPR_R || release))
        return NULL;
    if (release && e->kind == GT_EXPR_W)
        return gt_expr_op2(a, e->pos, GT_EXPR_R, y, gt_expr_op2(a, e->pos, GT_EXPR_OR, x, y));
    const gt_expr *not_x = negate(a, x), *not_y = negate(a, y);
    const gt_expr *until =
        weak ? gt_expr_op2(a, e->pos, op->dual, not_y, gt_expr_op2(a, e->pos, GT_EXPR_AND, not_x, not_y))
             : gt_expr_op2(a, e->pos, op->dual, not_x, not_y);
    return gt_expr_op1(a, e->pos, GT_EXPR_NOT, until);
}

static const gt_expr *without_weak(gt_arena *a, const gt_expr *e, bool release)
{
    if (!gt_temporal_in(e))
        return e;
    const gt_expr **kids = GT_NEW_ARRAY(a, const gt_expr *, e->nkids ? e->nkids : 1);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = without_weak(a, e->kids[i], release);
    const gt_expr *other = e->nkids == 2 ? replace_weak(a, e, kids[0], kids[1], release) : NULL;
    return other ? other : gt_expr_rebuild(a, e, kids);
}

const gt_expr *gt_temporal_without_weak(gt_arena *arena, const gt_expr *e, bool release)
{
    return without_weak(arena, e, release);
}

/* ---- relative to some paths ---- */

typedef struct {
    gt_arena *arena;
    const gt_expr *stay, *fair;
} relative;

static const gt_expr *conjunction(gt_arena *a, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(a, x->pos, GT_EXPR_AND, x, y);
}

/* E[x U y] on the paths that stay. */
static const gt_expr *some_until(relative *r, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *end = conjunction(r->arena, conjunction(r->arena, r->stay, y), r->fair);
    return gt_expr_op2(r->arena, y->pos, GT_EXPR_EU, x ? conjunction(r->arena, r->stay, x) : r->stay, end);
}

static const gt_expr *some_always(relative *r, const gt_expr *x)
{
    return gt_expr_op1(r->arena, x->pos, GT_EXPR_EG, conjunction(r->arena, r->stay, x));
}

static const gt_expr *some_next(relative *r, const gt_expr *x)
{
    const gt_expr *there = conjunction(r->arena, conjunction(r->arena, r->stay, x), r->fair);
    return gt_expr_op1(r->arena, x->pos, GT_EXPR_EX, there);
}

/* E[x W y] is E[x U y] or EG x. */
static const gt_expr *some_weak(relative *r, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(r->arena, x->pos, GT_EXPR_OR, some_until(r, x, y), some_always(r, x));
}

static const gt_expr *relate(relative *r, const gt_expr *e);

static const gt_expr *relate_some(relative *r, gt_expr_kind path, const gt_expr *x, const gt_expr *y)
{
    switch (path) {
    case GT_EXPR_X: return some_next(r, x);
    case GT_EXPR_F: return some_until(r, NULL, x);
    case GT_EXPR_G: return some_always(r, x);
    case GT_EXPR_U: return some_until(r, x, y);
    case GT_EXPR_W: return some_weak(r, x, y);
    case GT_EXPR_R: return some_weak(r, y, conjunction(r->arena, x, y));
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_OP:
    case GT_KINDS_QUANT:
    case GT_KINDS_CTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST:
    case GT_EXPR_CVAR:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("operator '%s' is not of a path", gt_expr_kind_name(path));
}

/* A by E: the negation of the dual. */
static const gt_expr *relate_operator(relative *r, const gt_expr *e)
{
    const gt_path_op *op = &gt_path_ops[e->kind];
    const gt_expr *x = relate(r, e->kids[0]), *y = e->nkids > 1 ? relate(r, e->kids[1]) : NULL;
    if (op->quantifier == GT_QUANTIFIER_E)
        return relate_some(r, op->path, x, y);
    if (op->quantifier == GT_QUANTIFIER_NONE)
        gt_ice("operator '%s' is not of CTL", gt_expr_kind_name(e->kind));
    const gt_expr *not_x = negate(r->arena, x), *not_y = y ? negate(r->arena, y) : NULL;
    gt_expr_kind some = gt_path_ops[op->dual].path;
    return negate(r->arena, op->path == GT_EXPR_W
                                ? relate_some(r, some, not_y, conjunction(r->arena, not_x, not_y))
                                : relate_some(r, some, not_x, not_y));
}

static const gt_expr *relate(relative *r, const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return e;
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return relate_operator(r, e);
    const gt_expr **kids = GT_NEW_ARRAY(r->arena, const gt_expr *, e->nkids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = relate(r, e->kids[i]);
    return gt_expr_rebuild(r->arena, e, kids);
}

const gt_expr *gt_temporal_relative(gt_arena *arena, const gt_expr *e, const gt_expr *stay,
                                    const gt_expr *fair)
{
    relative r = {arena, stay, fair};
    return relate(&r, e);
}

static uint64_t find_kind(gt_walk *walk, const gt_expr *e)
{
    const gt_expr_kind *kind = walk->arg;
    if (e->kind == *kind)
        return gt_walk_here(e);
    return gt_temporal_in(e) ? gt_walk_any(walk, e) : 0;
}

const gt_expr *gt_temporal_find(const gt_expr *e, gt_expr_kind kind)
{
    return gt_walk_found(gt_walk_once(find_kind, &kind, e));
}

static uint64_t find_odd(gt_walk *walk, const gt_expr *e)
{
    bool known = gt_expr_in(e->kind, GT_GROUP_TEMPORAL | GT_GROUP_LOGIC);
    return !gt_temporal_in(e) ? 0 : known ? gt_walk_any(walk, e) : gt_walk_here(e);
}

/* A <-> with a temporal formula below it that stands below `depth` others, or NULL. */
static const gt_expr *deep_iff(const gt_expr *e, uint32_t depth)
{
    if (!gt_temporal_in(e))
        return NULL;
    bool iff = e->kind == GT_EXPR_IFF;
    if (iff && depth == 0)
        return e;
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *found = deep_iff(e->kids[i], depth - iff);
        if (found)
            return found;
    }
    return NULL;
}

const char *gt_temporal_odd(const gt_expr *e, gt_pos *pos)
{
    const gt_expr *odd = gt_walk_found(gt_walk_once(find_odd, NULL, e));
    if (!odd)
        return NULL;
    *pos = odd->pos;
    return "temporal formulas are compared or chosen between; write it with && || -> <->";
}

const char *gt_temporal_unwritable(const gt_expr *e, gt_pos *pos)
{
    enum { IFF_DEPTH = 6 };
    const char *odd = gt_temporal_odd(e, pos);
    const gt_expr *deep = odd ? NULL : deep_iff(e, IFF_DEPTH);
    if (!deep)
        return odd;
    *pos = deep->pos;
    return "temporal formulas are compared by <-> at many levels, and each would be written twice";
}
