/* Small random programs with random properties, for comparing engines. */
#include "helper_cmds.h"

#include <stdlib.h>

static const gt_pos nowhere;

typedef struct {
    cmds_builder b;
    uint64_t state;
    uint32_t first, count; /* counters with a common sum */
    int32_t n;
    uint32_t flag, mode, level, big; /* bool, -1..1, 0..3, 0..40 */
} maker;

static uint32_t roll(maker *k, uint32_t below)
{
    k->state = gt_hash_mix(k->state + 0x9e3779b97f4a7c15ULL);
    return (uint32_t)(k->state >> 33) % below;
}

static const gt_expr *number(maker *k, int64_t value)
{
    return cb_int(&k->b, value);
}

static uint32_t some_counter(maker *k)
{
    return k->first + roll(k, k->count);
}

static const gt_expr *condition(maker *k, uint32_t depth);

/* An integer expression. */
static const gt_expr *integer(maker *k, uint32_t depth)
{
    cmds_builder *b = &k->b;
    static const gt_expr_kind two[] = {GT_EXPR_ADD, GT_EXPR_SUB, GT_EXPR_MIN, GT_EXPR_MAX, GT_EXPR_MUL};
    uint32_t pick = depth == 0 ? roll(k, 5) : roll(k, 12);
    switch (pick) {
    case 0: return number(k, (int64_t)roll(k, 6) - 2);
    case 1: return cb_is(b, k->mode);
    case 2: return cb_is(b, k->level);
    case 3: return cb_is(b, k->big);
    case 4: return cb_is(b, some_counter(k));
    case 5:
    case 6:
    case 7:
    case 8: return cb_op(b, two[roll(k, 5)], integer(k, depth - 1), integer(k, depth - 1));
    case 9: return cb_op(b, GT_EXPR_DIV, integer(k, depth - 1), number(k, 1 + roll(k, 3)));
    case 10:
        return cb_op(b, GT_EXPR_MOD, integer(k, depth - 1),
                     cb_op(b, GT_EXPR_ADD, number(k, 1), cb_is(b, k->level)));
    default:
        return gt_expr_op3(b->ctx->arena, nowhere, GT_EXPR_ITE, condition(k, 0), integer(k, depth - 1),
                           integer(k, depth - 1));
    }
}

/* A state formula. */
static const gt_expr *condition(maker *k, uint32_t depth)
{
    cmds_builder *b = &k->b;
    static const gt_expr_kind compare[] = {GT_EXPR_EQ, GT_EXPR_NE, GT_EXPR_LT,
                                           GT_EXPR_LE, GT_EXPR_GT, GT_EXPR_GE};
    static const gt_expr_kind join[] = {GT_EXPR_AND, GT_EXPR_OR, GT_EXPR_IMPLIES, GT_EXPR_IFF};
    if (depth > 0 && roll(k, 3) == 0)
        return cb_op(b, join[roll(k, 4)], condition(k, depth - 1), condition(k, depth - 1));
    switch (roll(k, 6)) {
    case 0: return cb_is(b, k->flag);
    case 1: return cb_op(b, GT_EXPR_NOT, cb_is(b, k->flag), NULL);
    case 2: return cb_cmp(b, compare[roll(k, 6)], some_counter(k), roll(k, 3));
    case 3: return cb_cmp(b, compare[roll(k, 6)], k->mode, (int64_t)roll(k, 3) - 1);
    case 4:
        return cb_op(b, compare[roll(k, 6)],
                     cb_op(b, GT_EXPR_ADD, cb_is(b, some_counter(k)), cb_is(b, some_counter(k))),
                     integer(k, 0));
    default: return cb_op(b, compare[roll(k, 6)], integer(k, 2), integer(k, 1));
    }
}

/* e forced into the range of the variable. */
static const gt_expr *clamp(maker *k, uint32_t var, const gt_expr *e)
{
    gt_type t = k->b.vars.v[var].type;
    return cb_op(&k->b, GT_EXPR_MIN, cb_op(&k->b, GT_EXPR_MAX, e, number(k, t.lo)), number(k, t.hi));
}

static int by_var(const void *x, const void *y)
{
    const gt_assign *a = x, *b = y;
    return a->var < b->var ? -1 : a->var > b->var;
}

static const gt_expr *both(maker *k, const gt_expr *x, const gt_expr *y)
{
    return cb_op(&k->b, GT_EXPR_AND, x, y);
}

static void add(maker *k, gt_assign *list, uint32_t *n, uint32_t var, int64_t by)
{
    const gt_expr *v = cb_is(&k->b, var);
    list[(*n)++] = (gt_assign){var, by < 0 ? cb_op(&k->b, GT_EXPR_SUB, v, number(k, -by))
                                           : cb_op(&k->b, GT_EXPR_ADD, number(k, by), v)};
}

static void random_command(maker *k)
{
    cmds_builder *b = &k->b;
    gt_assign list[6];
    uint32_t n = 0, from = some_counter(k), to = some_counter(k);
    const gt_expr *guard = roll(k, 3) ? condition(k, 1) : gt_expr_bool(b->ctx->arena, nowhere, true);
    uint32_t what = roll(k, 10);
    if (what < 5 && from != to) { /* a move, of one or of all */
        guard = both(k, guard, cb_cmp(b, GT_EXPR_GE, from, 1));
        if (what == 4) {
            list[n++] = (gt_assign){from, number(k, 0)};
            list[n++] = (gt_assign){to, cb_op(b, GT_EXPR_ADD, cb_is(b, from), cb_is(b, to))};
        } else {
            add(k, list, &n, from, -1);
            add(k, list, &n, to, 1);
        }
    } else if (what < 7) { /* a number up or down */
        int64_t by = (int64_t)roll(k, 4) - 2;
        by += by >= 0;
        uint32_t var = roll(k, 2) ? k->big : k->level;
        gt_type t = b->vars.v[var].type;
        guard = both(k, guard,
                     by > 0 ? cb_cmp(b, GT_EXPR_LE, var, t.hi - by) : cb_cmp(b, GT_EXPR_GE, var, t.lo - by));
        add(k, list, &n, var, by);
    }
    bool taken = n > 0 && (list[0].var == k->level || list[0].var == k->big);
    if (roll(k, 3) == 0)
        list[n++] = (gt_assign){k->flag, roll(k, 2) ? condition(k, 1)
                                                    : gt_expr_bool(b->ctx->arena, nowhere, roll(k, 2))};
    if (roll(k, 3) == 0)
        list[n++] = (gt_assign){k->mode, roll(k, 2) ? number(k, (int64_t)roll(k, 3) - 1)
                                                    : clamp(k, k->mode, integer(k, 2))};
    if (!taken && roll(k, 4) == 0)
        list[n++] = (gt_assign){k->level, clamp(k, k->level, integer(k, 2))};
    qsort(list, n, sizeof *list, by_var);
    cb_cmd(b, guard, n, list);
    if (roll(k, 6) == 0) { /* a second branch that may or may not be possible, and does less */
        gt_cmd *c = &b->cmds.v[b->cmds.n - 1];
        gt_cmd_branch *branches = GT_NEW_ARRAY(b->ctx->arena, gt_cmd_branch, 2);
        branches[0] = c->branches[0];
        branches[0].prob = gt_expr_real(b->ctx->arena, nowhere, 1, 2);
        branches[1].prob = roll(k, 2) ? gt_expr_real(b->ctx->arena, nowhere, 0, 1) : branches[0].prob;
        c->branches = branches;
        c->nbranches = 2;
    }
}

static const gt_expr *ctl(maker *k, uint32_t depth)
{
    static const gt_expr_kind one[] = {GT_EXPR_AX, GT_EXPR_EX, GT_EXPR_AF,
                                       GT_EXPR_EF, GT_EXPR_AG, GT_EXPR_EG};
    static const gt_expr_kind two[] = {GT_EXPR_AU, GT_EXPR_EU,  GT_EXPR_AW, GT_EXPR_EW,      GT_EXPR_AR,
                                       GT_EXPR_ER, GT_EXPR_AND, GT_EXPR_OR, GT_EXPR_IMPLIES, GT_EXPR_IFF};
    if (depth == 0)
        return condition(k, 1);
    uint32_t pick = roll(k, 8);
    if (pick < 5)
        return cb_op(&k->b, one[roll(k, 6)], ctl(k, depth - 1), NULL);
    if (pick == 5)
        return cb_op(&k->b, GT_EXPR_NOT, ctl(k, depth - 1), NULL);
    return cb_op(&k->b, two[roll(k, 10)], ctl(k, depth - 1), ctl(k, depth - 1));
}

static const gt_expr *ltl(maker *k, uint32_t depth)
{
    static const gt_expr_kind one[] = {GT_EXPR_X, GT_EXPR_F, GT_EXPR_G, GT_EXPR_NOT};
    static const gt_expr_kind two[] = {GT_EXPR_U,   GT_EXPR_W,  GT_EXPR_R,
                                       GT_EXPR_AND, GT_EXPR_OR, GT_EXPR_IMPLIES};
    if (depth == 0)
        return condition(k, 1);
    if (roll(k, 8) < 5)
        return cb_op(&k->b, one[roll(k, 4)], ltl(k, depth - 1), NULL);
    return cb_op(&k->b, two[roll(k, 6)], ltl(k, depth - 1), ltl(k, depth - 1));
}

static void random_counters(maker *k)
{
    cmds_builder *b = &k->b;
    gt_arena *a = b->ctx->arena;
    bool any = roll(k, 3) == 0;
    k->n = 1 + (int32_t)roll(k, 4);
    k->first = (uint32_t)b->vars.n;
    k->count = 2 + roll(k, 3);
    const gt_expr *left = number(k, k->n), *total = NULL;
    for (uint32_t i = 0; i < k->count; i++) {
        const gt_expr *lo = i + 1 == k->count ? left : any ? number(k, 0) : number(k, i == 0 ? k->n : 0);
        const gt_expr *hi = any ? left : lo;
        if (!any && i + 1 == k->count)
            lo = hi = number(k, 0);
        uint32_t v = cb_var(b, GT_CVAR_COUNTER, gt_arena_printf(a, "m%u", i), gt_type_int(0, k->n), lo, hi);
        left = cb_op(b, GT_EXPR_SUB, left, cb_is(b, v));
        total = total ? cb_op(b, GT_EXPR_ADD, total, cb_is(b, v)) : cb_is(b, v);
    }
    gt_vec_push(&b->invariants, cb_op(b, GT_EXPR_EQ, total, number(k, k->n)));
}

const gt_cmds *cb_random(gt_ctx *ctx, uint64_t seed)
{
    maker k = {.state = seed};
    cmds_builder *b = &k.b;
    cb_init(b, ctx);
    const gt_expr *no = gt_expr_bool(ctx->arena, nowhere, false),
                  *yes = gt_expr_bool(ctx->arena, nowhere, true);
    k.flag = cb_var(b, GT_CVAR_SHARED, "flag", gt_type_bool(), no, roll(&k, 2) ? no : yes);
    k.mode = cb_var(b, GT_CVAR_SHARED, "mode", gt_type_int(-1, 1), number(&k, -1),
                    number(&k, (int64_t)roll(&k, 3) - 1));
    const gt_expr *zero = number(&k, 0);
    k.level = cb_var(b, GT_CVAR_SHARED, "level", gt_type_int(0, 3), zero, zero);
    k.big = cb_var(b, GT_CVAR_SHARED, "big", gt_type_int(0, 40), zero, zero);
    random_counters(&k);
    for (uint32_t i = 3 + roll(&k, 5); i > 0; i--)
        random_command(&k);
    for (uint32_t i = roll(&k, 6) < 3 ? 0 : 1 + roll(&k, 2); i > 0; i--)
        gt_vec_push(&b->fair, condition(&k, 1));
    cb_prop(b, GT_PROP_INVARIANT, "invariant1", condition(&k, 2));
    cb_prop(b, GT_PROP_INVARIANT, "invariant2", condition(&k, 1));
    cb_prop(b, GT_PROP_DEADLOCK, "deadlock", NULL);
    for (uint32_t i = 0; i < 5; i++)
        cb_prop(b, GT_PROP_CTL, gt_arena_printf(ctx->arena, "ctl%u", i), ctl(&k, 1 + roll(&k, 3)));
    for (uint32_t i = 0; i < 4; i++)
        cb_prop(b, GT_PROP_LTL, gt_arena_printf(ctx->arena, "ltl%u", i), ltl(&k, 1 + roll(&k, 3)));
    return cb_finish(b);
}
