#include "backends/temporal.h"

#include "ir/ptrmap.h"
#include "runtime/base.h"

/* 1: no temporal operator below, 2: one. */
static bool temporal_in(gt_ptrmap *seen, const gt_expr *e)
{
    uint64_t known;
    if (gt_expr_is_temporal(e->kind))
        return true;
    if (gt_ptrmap_get(seen, e, &known))
        return known == 2;
    bool found = false;
    for (uint32_t i = 0; i < e->nkids && !found; i++)
        found = temporal_in(seen, e->kids[i]);
    *gt_ptrmap_at(seen, e) = found ? 2 : 1;
    return found;
}

bool gt_temporal_in(const gt_expr *e)
{
    gt_ptrmap seen;
    gt_ptrmap_init(&seen);
    bool found = temporal_in(&seen, e);
    gt_ptrmap_fini(&seen);
    return found;
}

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

/* The path operator that a CTL operator is over all paths when it is not negated, and when it is; 0: it is
 * over some path. EW: see strip_path. */
static const struct {
    gt_expr_kind plain, negated;
} universal[GT_EXPR_KINDS] = {
    [GT_EXPR_AX] = {.plain = GT_EXPR_X},   [GT_EXPR_AF] = {.plain = GT_EXPR_F},
    [GT_EXPR_AG] = {.plain = GT_EXPR_G},   [GT_EXPR_AU] = {.plain = GT_EXPR_U},
    [GT_EXPR_AW] = {.plain = GT_EXPR_W},   [GT_EXPR_AR] = {.plain = GT_EXPR_R},
    [GT_EXPR_EX] = {.negated = GT_EXPR_X}, [GT_EXPR_EF] = {.negated = GT_EXPR_G},
    [GT_EXPR_EG] = {.negated = GT_EXPR_F}, [GT_EXPR_EU] = {.negated = GT_EXPR_R},
    [GT_EXPR_EW] = {.negated = GT_EXPR_U}, [GT_EXPR_ER] = {.negated = GT_EXPR_U},
};

/* Which operand must be a state formula; 2: none. */
static uint32_t state_operand(gt_expr_kind path)
{
    if (path == GT_EXPR_F || path == GT_EXPR_R)
        return 0;
    return path == GT_EXPR_U || path == GT_EXPR_W ? 1 : 2;
}

static const gt_expr *strip_path(strip *s, const gt_expr *e, bool negated, bool outermost)
{
    gt_expr_kind path = negated ? universal[e->kind].negated : universal[e->kind].plain;
    if (path == (gt_expr_kind)0)
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
    if (gt_expr_is_temporal(e->kind))
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
static const struct {
    gt_expr_kind until; /* 0: not such an operator */
    bool weak;
} dual[GT_EXPR_KINDS] = {
    [GT_EXPR_AW] = {GT_EXPR_EU, true},  [GT_EXPR_AR] = {GT_EXPR_EU, false}, [GT_EXPR_EW] = {GT_EXPR_AU, true},
    [GT_EXPR_ER] = {GT_EXPR_AU, false}, [GT_EXPR_W] = {GT_EXPR_U, true},    [GT_EXPR_R] = {GT_EXPR_U, false},
};

static const gt_expr *replace_weak(gt_arena *a, const gt_expr *e, const gt_expr *x, const gt_expr *y,
                                   bool release)
{
    if (dual[e->kind].until == (gt_expr_kind)0 || (release && !dual[e->kind].weak))
        return NULL;
    if (release && e->kind == GT_EXPR_W)
        return gt_expr_op2(a, e->pos, GT_EXPR_R, y, gt_expr_op2(a, e->pos, GT_EXPR_OR, x, y));
    const gt_expr *not_x = negate(a, x), *not_y = negate(a, y);
    const gt_expr *until = dual[e->kind].weak ? gt_expr_op2(a, e->pos, dual[e->kind].until, not_y,
                                                            gt_expr_op2(a, e->pos, GT_EXPR_AND, not_x, not_y))
                                              : gt_expr_op2(a, e->pos, dual[e->kind].until, not_x, not_y);
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

static const gt_expr *relate_operator(relative *r, const gt_expr *e)
{
    gt_arena *a = r->arena;
    const gt_expr *x = relate(r, e->kids[0]), *y = e->nkids > 1 ? relate(r, e->kids[1]) : NULL;
    const gt_expr *not_x = negate(a, x), *not_y = y ? negate(a, y) : NULL;
    if (e->kind == GT_EXPR_EX)
        return some_next(r, x);
    if (e->kind == GT_EXPR_AX)
        return negate(a, some_next(r, not_x));
    if (e->kind == GT_EXPR_EF)
        return some_until(r, NULL, x);
    if (e->kind == GT_EXPR_AG)
        return negate(a, some_until(r, NULL, not_x));
    if (e->kind == GT_EXPR_EG)
        return some_always(r, x);
    if (e->kind == GT_EXPR_AF)
        return negate(a, some_always(r, not_x));
    if (!y)
        gt_ice("operator '%s' is not of CTL", gt_expr_kind_name(e->kind));
    const gt_expr *neither = conjunction(a, not_x, not_y), *both = conjunction(a, x, y);
    if (e->kind == GT_EXPR_EU)
        return some_until(r, x, y);
    if (e->kind == GT_EXPR_AU)
        return negate(a, some_weak(r, not_y, neither));
    if (e->kind == GT_EXPR_EW)
        return some_weak(r, x, y);
    if (e->kind == GT_EXPR_AW)
        return negate(a, some_until(r, not_y, neither));
    if (e->kind == GT_EXPR_ER)
        return some_weak(r, y, both);
    if (e->kind == GT_EXPR_AR)
        return negate(a, some_until(r, not_x, not_y));
    gt_ice("operator '%s' is not of CTL", gt_expr_kind_name(e->kind));
}

static const gt_expr *relate(relative *r, const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return e;
    if (gt_expr_is_temporal(e->kind))
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

/* The first node with a temporal operator in it, parents first, for which `match` holds. */
static const gt_expr *find(const gt_expr *e, bool (*match)(const gt_expr *e, gt_expr_kind kind),
                           gt_expr_kind kind)
{
    if (!gt_temporal_in(e))
        return NULL;
    if (match(e, kind))
        return e;
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *found = find(e->kids[i], match, kind);
        if (found)
            return found;
    }
    return NULL;
}

static bool is_kind(const gt_expr *e, gt_expr_kind kind)
{
    return e->kind == kind;
}

static bool is_odd(const gt_expr *e, gt_expr_kind kind)
{
    (void)kind;
    return !gt_expr_is_temporal(e->kind) && e->kind != GT_EXPR_NOT && e->kind != GT_EXPR_AND &&
           e->kind != GT_EXPR_OR && e->kind != GT_EXPR_IMPLIES && e->kind != GT_EXPR_IFF;
}

const gt_expr *gt_temporal_find(const gt_expr *e, gt_expr_kind kind)
{
    return find(e, is_kind, kind);
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
    const gt_expr *odd = find(e, is_odd, GT_EXPR_NOT);
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
