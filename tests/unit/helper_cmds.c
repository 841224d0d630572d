#include "helper_cmds.h"

#include <stdlib.h>

static const gt_pos nowhere;

void cb_init(cmds_builder *b, gt_ctx *ctx)
{
    *b = (cmds_builder){.ctx = ctx};
}

const gt_cmds *cb_finish(cmds_builder *b)
{
    gt_arena *a = b->ctx->arena;
    gt_cmds *c = GT_NEW(a, gt_cmds);
    c->sym = GT_NEW(a, gt_sym);
    c->encoding = GT_ENC_DENSE;
#define TAKE(field, count)                                                                                   \
    c->count = (uint32_t)b->field.n;                                                                         \
    c->field = gt_arena_copy(a, b->field.v, b->field.n, sizeof *b->field.v);                                 \
    free(b->field.v)
    TAKE(vars, nvars);
    TAKE(cmds, ncmds);
    TAKE(props, nprops);
    TAKE(fair, nfair);
    TAKE(invariants, ninvariants);
    TAKE(init, ninit);
#undef TAKE
    return c;
}

uint32_t cb_var(cmds_builder *b, gt_cvar_kind kind, const char *name, gt_type type, const gt_expr *lo,
                const gt_expr *hi)
{
    gt_cvar v = {.name = name, .kind = kind, .type = type, .state = (uint32_t)b->vars.n};
    gt_vec_push(&b->vars, v);
    gt_vec_push(&b->init, ((gt_init_step){(uint32_t)b->vars.n - 1, lo, hi, NULL}));
    return (uint32_t)b->vars.n - 1;
}

const gt_expr *cb_is(cmds_builder *b, uint32_t var)
{
    return gt_expr_cvar(b->ctx->arena, nowhere, var, b->vars.v[var].type);
}

const gt_expr *cb_int(cmds_builder *b, int64_t value)
{
    return gt_expr_int(b->ctx->arena, nowhere, value);
}

const gt_expr *cb_op(cmds_builder *b, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return y ? gt_expr_op2(b->ctx->arena, nowhere, kind, x, y) : gt_expr_op1(b->ctx->arena, nowhere, kind, x);
}

const gt_expr *cb_cmp(cmds_builder *b, gt_expr_kind kind, uint32_t var, int64_t value)
{
    return cb_op(b, kind, cb_is(b, var), cb_int(b, value));
}

void cb_cmd(cmds_builder *b, const gt_expr *guard, uint32_t nassigns, const gt_assign *assigns)
{
    gt_arena *a = b->ctx->arena;
    gt_cmd_branch *branch = GT_NEW(a, gt_cmd_branch);
    branch->nassigns = nassigns;
    branch->assigns = gt_arena_copy(a, assigns, nassigns, sizeof *assigns);
    gt_cmd c = {.label = gt_arena_printf(a, "command %zu", b->cmds.n),
                .guard = guard,
                .nbranches = 1,
                .branches = branch};
    gt_vec_push(&b->cmds, c);
}

void cb_prop(cmds_builder *b, gt_prop_kind kind, const char *name, const gt_expr *formula)
{
    gt_prop *p = GT_NEW(b->ctx->arena, gt_prop);
    p->kind = kind;
    p->name = name;
    p->formula = formula;
    gt_vec_push(&b->props, ((gt_cmd_prop){.origin = p, .formula = formula}));
}

/* ---- moves of counters ---- */

static const gt_expr *plus(cmds_builder *b, uint32_t var, int64_t by)
{
    return cb_op(b, by < 0 ? GT_EXPR_SUB : GT_EXPR_ADD, cb_is(b, var), cb_int(b, by < 0 ? -by : by));
}

static int by_var(const void *x, const void *y)
{
    const gt_assign *a = x, *b = y;
    return a->var < b->var ? -1 : a->var > b->var;
}

/* from-- and to++ (UINT32_MAX: none), one more assignment if extra.value, guard with from >= 1. */
static void move(cmds_builder *b, const gt_expr *guard, uint32_t from, uint32_t to, gt_assign extra)
{
    gt_assign list[3];
    uint32_t n = 0;
    if (from != UINT32_MAX) {
        const gt_expr *occupied = cb_cmp(b, GT_EXPR_GE, from, 1);
        guard = guard ? cb_op(b, GT_EXPR_AND, guard, occupied) : occupied;
        list[n++] = (gt_assign){from, plus(b, from, -1)};
    }
    if (to != UINT32_MAX)
        list[n++] = (gt_assign){to, plus(b, to, 1)};
    if (extra.value)
        list[n++] = extra;
    qsort(list, n, sizeof *list, by_var);
    cb_cmd(b, guard, n, list);
}

static const gt_expr *sum(cmds_builder *b, uint32_t first, uint32_t count)
{
    const gt_expr **kids = gt_xmalloc(count, sizeof *kids);
    for (uint32_t i = 0; i < count; i++)
        kids[i] = cb_is(b, first + i);
    const gt_expr *r = count == 1 ? kids[0] : gt_expr_op(b->ctx->arena, nowhere, GT_EXPR_ADD, count, kids);
    free(kids);
    return r;
}

/* count counters named prefix0.., the first one holding all n, with their sum as an invariant. */
static uint32_t counters(cmds_builder *b, const char *prefix, int32_t n, uint32_t count)
{
    gt_arena *a = b->ctx->arena;
    uint32_t first = (uint32_t)b->vars.n;
    for (uint32_t i = 0; i < count; i++) {
        const gt_expr *e = cb_int(b, i == 0 ? n : 0);
        cb_var(b, GT_CVAR_COUNTER, gt_arena_printf(a, "%s%u", prefix, i), gt_type_int(0, n), e, e);
    }
    gt_vec_push(&b->invariants, cb_op(b, GT_EXPR_EQ, sum(b, first, count), cb_int(b, n)));
    return first;
}

const gt_cmds *cb_semaphore(gt_ctx *ctx, int32_t n, uint32_t l)
{
    cmds_builder b;
    cb_init(&b, ctx);
    const gt_expr *no = gt_expr_bool(ctx->arena, nowhere, false),
                  *yes = gt_expr_bool(ctx->arena, nowhere, true);
    uint32_t sem = cb_var(&b, GT_CVAR_SHARED, "taken", gt_type_bool(), no, no);
    uint32_t first = counters(&b, "m", n, l), last = first + l - 1;
    gt_assign none = {0, NULL};
    for (uint32_t i = 0; i + 2 < l; i++)
        move(&b, NULL, first + i, first + i + 1, none);
    move(&b, cb_op(&b, GT_EXPR_NOT, cb_is(&b, sem), NULL), last - 1, last, (gt_assign){sem, yes});
    move(&b, NULL, last, first, (gt_assign){sem, no});
    cb_prop(&b, GT_PROP_INVARIANT, "mutex", cb_cmp(&b, GT_EXPR_LE, last, 1));
    cb_prop(&b, GT_PROP_DEADLOCK, "deadlock", NULL);
    return cb_finish(&b);
}

const gt_cmds *cb_token(gt_ctx *ctx, int32_t n)
{
    cmds_builder b;
    cb_init(&b, ctx);
    enum { IDLE, TRYING, CRITICAL };
    gt_assign none = {0, NULL};
    uint32_t at = cb_var(&b, GT_CVAR_AT, "tok", gt_type_int(0, 2), cb_int(&b, IDLE), cb_int(&b, IDLE));
    b.init.v[0].hi = b.init.v[0].lo;
    uint32_t m = counters(&b, "m", n - 1, 3);
    move(&b, NULL, m + IDLE, m + TRYING, none);
    move(&b, cb_cmp(&b, GT_EXPR_EQ, at, IDLE), UINT32_MAX, UINT32_MAX, (gt_assign){at, cb_int(&b, TRYING)});
    move(&b, cb_cmp(&b, GT_EXPR_EQ, at, TRYING), UINT32_MAX, UINT32_MAX,
         (gt_assign){at, cb_int(&b, CRITICAL)});
    const gt_expr *critical = cb_cmp(&b, GT_EXPR_EQ, at, CRITICAL);
    move(&b, critical, UINT32_MAX, UINT32_MAX, (gt_assign){at, cb_int(&b, IDLE)});
    for (uint32_t to = IDLE; to <= CRITICAL; to++) /* to another one, at `to`; the old holder becomes idle */
        if (to == IDLE)
            cb_cmd(&b, cb_op(&b, GT_EXPR_AND, critical, cb_cmp(&b, GT_EXPR_GE, m, 1)), 1,
                   &(gt_assign){at, cb_int(&b, IDLE)});
        else
            move(&b, critical, m + to, m + IDLE, (gt_assign){at, cb_int(&b, (int64_t)to)});
    const gt_expr *in = cb_op(&b, GT_EXPR_GE, cb_is(&b, m + CRITICAL), cb_int(&b, 1));
    const gt_expr *someone = cb_op(&b, GT_EXPR_OR, critical, in);
    const gt_expr *trying =
        cb_op(&b, GT_EXPR_OR, cb_cmp(&b, GT_EXPR_EQ, at, TRYING), cb_cmp(&b, GT_EXPR_GE, m + TRYING, 1));
    const gt_expr *two =
        cb_op(&b, GT_EXPR_OR, cb_op(&b, GT_EXPR_AND, critical, in), cb_cmp(&b, GT_EXPR_GE, m + 2, 2));
    cb_prop(&b, GT_PROP_INVARIANT, "mutex", cb_op(&b, GT_EXPR_NOT, two, NULL));
    const gt_expr *af = cb_op(&b, GT_EXPR_AF, someone, NULL), *f = cb_op(&b, GT_EXPR_F, someone, NULL);
    cb_prop(&b, GT_PROP_CTL, "communal", cb_op(&b, GT_EXPR_AG, cb_op(&b, GT_EXPR_IMPLIES, trying, af), NULL));
    cb_prop(&b, GT_PROP_LTL, "communal_ltl",
            cb_op(&b, GT_EXPR_G, cb_op(&b, GT_EXPR_IMPLIES, trying, f), NULL));
    const gt_expr *all =
        cb_op(&b, GT_EXPR_AND, cb_cmp(&b, GT_EXPR_EQ, m + TRYING, n - 1), cb_cmp(&b, GT_EXPR_EQ, at, TRYING));
    cb_prop(&b, GT_PROP_CTL, "crowd", cb_op(&b, GT_EXPR_EF, all, NULL));
    return cb_finish(&b);
}

const gt_cmds *cb_readers_writers(gt_ctx *ctx, int32_t n)
{
    cmds_builder b;
    cb_init(&b, ctx);
    enum { IDLE, TRYING, BUSY };
    gt_assign none = {0, NULL};
    uint32_t r = counters(&b, "r", n, 3), w = counters(&b, "w", n, 3);
    const gt_expr *no_writer = cb_cmp(&b, GT_EXPR_EQ, w + BUSY, 0),
                  *no_reader = cb_cmp(&b, GT_EXPR_EQ, r + BUSY, 0);
    move(&b, NULL, r + IDLE, r + TRYING, none);
    move(&b, no_writer, r + TRYING, r + BUSY, none);
    move(&b, NULL, r + BUSY, r + IDLE, none);
    move(&b, NULL, w + IDLE, w + TRYING, none);
    move(&b, cb_op(&b, GT_EXPR_AND, no_writer, no_reader), w + TRYING, w + BUSY, none);
    move(&b, NULL, w + BUSY, w + IDLE, none);
    const gt_expr *clash =
        cb_op(&b, GT_EXPR_AND, cb_cmp(&b, GT_EXPR_GE, w + BUSY, 1), cb_cmp(&b, GT_EXPR_GE, r + BUSY, 1));
    clash = cb_op(&b, GT_EXPR_OR, clash, cb_cmp(&b, GT_EXPR_GE, w + BUSY, 2));
    cb_prop(&b, GT_PROP_INVARIANT, "exclusion", cb_op(&b, GT_EXPR_NOT, clash, NULL));
    cb_prop(&b, GT_PROP_DEADLOCK, "deadlock", NULL);
    cb_prop(&b, GT_PROP_CTL, "crowd", cb_op(&b, GT_EXPR_EF, cb_cmp(&b, GT_EXPR_EQ, r + BUSY, n), NULL));
    return cb_finish(&b);
}
