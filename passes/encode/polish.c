/* Guarded commands as people read them: sums are compared without negative parts and with small constants,
 * `!` stands in front of nothing that can be said without it, of two bounds of one sum the weaker goes.
 * Requires: simplified. Keeps: what everything means, commands, variables. */
#include "ir/cmd_picks.h"
#include "ir/expr/walk.h"
#include "passes/encode/polish_sets.h"
#include "passes/encode/same.h"
#include "passes/encode/shorter.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "runtime/table.h"

#include <stdlib.h>

typedef struct {
    gt_arena *arena;
    gt_fold *f;
    const gt_cmds *cmds;
    gt_ptrmap known; /* what has been polished */
} polisher;

static const gt_expr *polish(polisher *p, const gt_expr *e);

static bool is_comparison(const gt_expr *e)
{
    return gt_expr_in(e->kind, GT_GROUP_COMPARE) && e->kids[0]->type.kind == GT_TYPE_INT &&
           e->kids[1]->type.kind == GT_TYPE_INT;
}

/* ---- sums ---- */

typedef struct {
    GT_VEC(const gt_expr *) plus, minus;
    int64_t constant;
} parts;

/* Splits `e` into what is added and what is taken away; false: a part is neither. */
static void take_apart(gt_fold *f, parts *p, const gt_expr *e, bool minus)
{
    int64_t yes, no;
    if (e->kind == GT_EXPR_CONST) {
        p->constant += minus ? -e->u.value : e->u.value;
    } else if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB) {
        for (uint32_t i = 0; i < e->nkids; i++)
            take_apart(f, p, e->kids[i], minus != (e->kind == GT_EXPR_SUB && i > 0));
    } else if (e->kind == GT_EXPR_ITE && gt_expr_is_const(e->kids[1], &yes) &&
               gt_expr_is_const(e->kids[2], &no) && yes <= 0 && no <= 0) {
        const gt_expr *other = gt_fold_op3(f, e->pos, GT_EXPR_ITE, e->kids[0], gt_fold_int(f, e->pos, -yes),
                                           gt_fold_int(f, e->pos, -no));
        take_apart(f, p, other, !minus);
    } else if (minus) {
        gt_vec_push(&p->minus, e);
    } else {
        gt_vec_push(&p->plus, e);
    }
}

static const gt_expr *sum_of(gt_fold *f, const gt_expr *const *terms, size_t n, int64_t constant)
{
    const gt_expr *sum = n ? gt_fold_op(f, (gt_pos){0}, GT_EXPR_ADD, (uint32_t)n, terms) : NULL;
    if (!sum)
        return gt_fold_int(f, (gt_pos){0}, constant);
    return gt_fold_op2(f, (gt_pos){0}, GT_EXPR_ADD, sum, gt_fold_int(f, (gt_pos){0}, constant));
}

/* A constant goes into the only indicator there is: (c ? 2 : 1). */
static const gt_expr *with_constant(gt_fold *f, const parts *p, int64_t constant)
{
    int64_t yes, no;
    if (p->minus.n == 1 && constant && p->minus.v[0]->kind == GT_EXPR_ITE &&
        gt_expr_is_const(p->minus.v[0]->kids[1], &yes) && gt_expr_is_const(p->minus.v[0]->kids[2], &no))
        return gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, p->minus.v[0]->kids[0],
                           gt_fold_int(f, (gt_pos){0}, yes + constant),
                           gt_fold_int(f, (gt_pos){0}, no + constant));
    return sum_of(f, p->minus.v, p->minus.n, constant);
}

static const gt_expr *compare_sums(gt_fold *f, const gt_expr *e)
{
    parts p = {.constant = 0};
    take_apart(f, &p, e->kids[0], false);
    take_apart(f, &p, e->kids[1], true);
    gt_expr_kind kind = e->kind;
    int64_t right = -p.constant; /* sum of plus `kind` sum of minus + right */
    bool natural = true;
    int64_t most = llabs(right);
    for (size_t i = 0; i < p.plus.n + p.minus.n; i++) {
        gt_type type = i < p.plus.n ? p.plus.v[i]->type : p.minus.v[i - p.plus.n]->type;
        natural = natural && (i >= p.plus.n || type.lo >= 0);
        most += llabs((int64_t)type.lo) + llabs((int64_t)type.hi);
    }
    if (kind == GT_EXPR_GE && right == 1) {
        kind = GT_EXPR_GT;
        right = 0;
    }
    if (kind == GT_EXPR_LE && right == 1 && !p.minus.n) {
        kind = GT_EXPR_LT;
        right = 2;
    }
    if (kind == GT_EXPR_LT && right == 1 && !p.minus.n) {
        kind = GT_EXPR_LE;
        right = 0;
    }
    if (kind == GT_EXPR_LE && right == 0 && !p.minus.n && natural)
        kind = GT_EXPR_EQ;
    bool fits = p.plus.n > 0 && most < INT32_MAX;
    const gt_expr *x = NULL, *y = NULL;
    if (fits && right >= 0) {
        x = sum_of(f, p.plus.v, p.plus.n, 0);
        y = with_constant(f, &p, right);
    } else if (fits && p.minus.n) {
        x = sum_of(f, p.plus.v, p.plus.n, -right);
        y = sum_of(f, p.minus.v, p.minus.n, 0);
    }
    free(p.plus.v);
    free(p.minus.v);
    return x ? gt_fold_op2(f, e->pos, kind, x, y) : e;
}

/* ---- and, or, not ---- */

/* What a comparison with a constant says of its left side: a bound. */
typedef struct {
    const gt_expr *of;
    bool lower;
    int64_t value; /* of >= value, of <= value */
} bound;

static bool is_bound(const gt_expr *e, bound *b)
{
    if (!is_comparison(e) || e->kids[1]->kind != GT_EXPR_CONST || gt_expr_in(e->kind, GT_GROUP_EQUALITY))
        return false;
    *b = (bound){e->kids[0], e->kind == GT_EXPR_GE || e->kind == GT_EXPR_GT, e->kids[1]->u.value};
    b->value += e->kind == GT_EXPR_GT;
    b->value -= e->kind == GT_EXPR_LT;
    return true;
}

/* Does x say what y says of the same sum, and more? */
static bool says_more(const gt_expr *x, const gt_expr *y)
{
    bound a, b;
    if (x == y || !is_bound(x, &a) || !is_bound(y, &b) || a.of != b.of || a.lower != b.lower)
        return false;
    return a.lower ? a.value > b.value : a.value < b.value;
}

/* AND keeps what says more, OR what says less. */
static const gt_expr *weaker_gone(gt_fold *f, const gt_expr *e)
{
    if (e->nkids > 64)
        return e;
    const gt_expr *result = NULL;
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool gone = false;
        for (uint32_t k = 0; k < e->nkids && !gone; k++)
            gone = e->kind == GT_EXPR_AND ? says_more(e->kids[k], e->kids[i])
                                          : says_more(e->kids[i], e->kids[k]);
        if (!gone)
            result = result ? gt_fold_op2(f, e->pos, e->kind, result, e->kids[i]) : e->kids[i];
    }
    return result;
}

/* Is there a way to say the opposite without `!` in front of parentheses? */
static bool turns(const gt_expr *e)
{
    if (e->kind == GT_EXPR_NOT || gt_expr_in(e->kind, GT_GROUP_COMPARE))
        return true;
    if (e->kind == GT_EXPR_CVAR)
        return e->type.kind == GT_TYPE_BOOL;
    bool all = e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR;
    for (uint32_t i = 0; i < e->nkids && all; i++)
        all = turns(e->kids[i]);
    return all;
}

static const gt_expr *opposite(polisher *p, const gt_expr *e)
{
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR) {
        const gt_expr *now = gt_fold_not(p->f, e);
        return is_comparison(now) ? compare_sums(p->f, now) : now;
    }
    const gt_expr *result = NULL;
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *kid = opposite(p, e->kids[i]);
        gt_expr_kind kind = e->kind == GT_EXPR_AND ? GT_EXPR_OR : GT_EXPR_AND;
        result = result ? gt_fold_op2(p->f, e->pos, kind, result, kid) : kid;
    }
    return result;
}

/* x == 1 ? 1 : 0 is x, if x is one of two numbers. */
static const gt_expr *same_number(const polisher *p, const gt_expr *e)
{
    const gt_expr *c = e->kids[0], *x = c->nkids ? c->kids[0] : NULL;
    int64_t value, yes, no;
    if (!gt_expr_in(c->kind, GT_GROUP_EQUALITY) || x->kind != GT_EXPR_CVAR ||
        p->cmds->vars[x->u.index].labels || x->type.kind != GT_TYPE_INT || e->type.kind != GT_TYPE_INT ||
        gt_type_size(x->type) != 2 || !gt_expr_is_const(c->kids[1], &value) ||
        !gt_expr_is_const(e->kids[1], &yes) || !gt_expr_is_const(e->kids[2], &no))
        return e;
    if (c->kind == GT_EXPR_NE)
        value = value == x->type.lo ? x->type.hi : x->type.lo;
    return yes == value && yes != no && no >= x->type.lo && no <= x->type.hi ? x : e;
}

/* ---- everything ---- */

static const gt_expr *with_kids(polisher *p, const gt_expr *e)
{
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = polish(p, e->kids[i]);
    const gt_expr *now = gt_expr_in(e->kind, GT_GROUP_OP)
                             ? gt_fold_op(p->f, e->pos, e->kind, e->nkids, kids)
                             : gt_fold_intern(p->f, gt_expr_rebuild(p->arena, e, kids));
    if (kids != few)
        free(kids);
    return now;
}

static const gt_expr *polish(polisher *p, const gt_expr *e)
{
    if (!e || e->nkids == 0)
        return e ? gt_fold_intern(p->f, e) : NULL;
    const gt_expr *now = gt_ptrmap_pointer(&p->known, e);
    if (now)
        return now;
    now = with_kids(p, e);
    if (is_comparison(now))
        now = compare_sums(p->f, now);
    else if (now->kind == GT_EXPR_AND || now->kind == GT_EXPR_OR)
        now = gt_polish_sets(p->f, weaker_gone(p->f, now));
    else if (now->kind == GT_EXPR_ITE)
        now = same_number(p, now);
    else if (now->kind == GT_EXPR_NOT && turns(now->kids[0]))
        now = opposite(p, now->kids[0]);
    gt_ptrmap_point(&p->known, e, now);
    return now;
}

static const gt_cmd_branch *polish_branches(polisher *p, const gt_cmd *cmd)
{
    gt_cmd_branch *branches = gt_arena_copy(p->arena, cmd->branches, cmd->nbranches, sizeof *branches);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns =
            gt_arena_copy(p->arena, branches[b].assigns, branches[b].nassigns, sizeof *assigns);
        uint32_t kept = 0;
        for (uint32_t a = 0; a < branches[b].nassigns; a++) {
            gt_assign to = {assigns[a].var, polish(p, assigns[a].value)};
            if (to.value->kind != GT_EXPR_CVAR || to.value->u.index != to.var) /* it turned out to stay */
                assigns[kept++] = to;
        }
        branches[b].assigns = assigns;
        branches[b].nassigns = kept;
        branches[b].prob = polish(p, branches[b].prob);
    }
    return branches;
}

/* What is asked of each value. */
static const gt_expr *const *value_by_value(polisher *p, const gt_cmd *cmd, const gt_pick *pick)
{
    enum { MANY = 64 };
    gt_type type = pick->value->type;
    if (!pick->where || gt_type_size(type) > MANY)
        return NULL;
    const gt_expr **at = GT_NEW_ARRAY(p->arena, const gt_expr *, (size_t)gt_type_size(type));
    for (int64_t v = type.lo; v <= type.hi; v++)
        at[v - type.lo] =
            polish(p, gt_shorter(p->f, p->cmds, cmd->guard, polish(p, gt_pick_at(p->f, pick, v))));
    return at;
}

/* Often somebody can be picked wherever the guard holds. */
static const gt_expr *can_fire(polisher *p, const gt_cmd *cmd)
{
    if (!cmd->npicks)
        return NULL;
    const gt_expr *can = polish(p, gt_cmd_can_fire(p->f, cmd));
    return gt_same_in(p->cmds, NULL, cmd->guard, can) ? cmd->guard : can;
}

/* Of the variables, those that begin with one value. */
typedef struct {
    const gt_expr **values;
} beginning;

static const gt_expr *replace_known(void *data, gt_fold *f, const gt_expr *e)
{
    const beginning *b = data;
    (void)f;
    return e->kind == GT_EXPR_CVAR ? b->values[e->u.index] : NULL;
}

static const gt_expr *begin(polisher *p, beginning *b, const gt_expr *e)
{
    return e ? polish(p, gt_fold_map(p->f, e, replace_known, b)) : NULL;
}

static uint64_t find_latest(gt_walk *walk, const gt_expr *e)
{
    const uint64_t *step_of = walk->arg;
    uint64_t latest = gt_walk_most(walk, e);
    return e->kind == GT_EXPR_CVAR && step_of[e->u.index] > latest ? step_of[e->u.index] : latest;
}

/* What a step asks only of variables that have their values already is asked when they get them. */
static void ask_early(polisher *p, gt_init_step *init)
{
    const gt_cmds *cmds = p->cmds;
    uint64_t *step_of = gt_xcalloc((size_t)cmds->nvars + 1, sizeof *step_of); /* by variable, from 1 */
    for (uint32_t i = 0; i < cmds->ninit; i++)
        step_of[init[i].var] = i + (uint64_t)1;
    for (uint32_t i = cmds->ninit; i-- > 0;) {
        uint64_t latest = init[i].where ? gt_walk_once(find_latest, step_of, init[i].where) : 0;
        if (latest == 0 || latest > i)
            continue;
        gt_init_step *to = &init[latest - 1];
        const gt_expr *asked = gt_fold_map(p->f, init[i].where, NULL, NULL);
        to->where = to->where ? gt_fold_and(p->f, gt_fold_map(p->f, to->where, NULL, NULL), asked) : asked;
        init[i].where = NULL;
    }
    free(step_of);
}

/* A condition that allows all values, or one, of those that there are, is none. */
static void settle(polisher *p, beginning *b, gt_init_step *step)
{
    enum { MANY = 64 };
    gt_type type = p->cmds->vars[step->var].type;
    int64_t lo, hi, n = 0, only = 0;
    if (!step->where || !gt_expr_is_const(step->lo, &lo) || !gt_expr_is_const(step->hi, &hi) ||
        lo < type.lo || hi > type.hi || lo > hi || hi - lo >= MANY)
        return;
    bool plain = true;
    for (int64_t v = lo; v <= hi && plain; v++) {
        b->values[step->var] = gt_fold_const(p->f, (gt_pos){0}, type, v);
        const gt_expr *fine = begin(p, b, step->where);
        plain = fine->kind == GT_EXPR_CONST;
        only = gt_expr_is_true(fine) ? v : only;
        n += gt_expr_is_true(fine);
    }
    b->values[step->var] = NULL;
    if (!plain || (n != 1 && n != hi - lo + 1))
        return;
    step->where = NULL;
    if (n == 1)
        step->lo = step->hi = gt_fold_const(p->f, (gt_pos){0}, type, only);
}

/* `e` with what is known of earlier variables; where these allow no value, what comes out may be none. */
static const gt_expr *first_value(polisher *p, beginning *b, gt_type type, const gt_expr *e)
{
    const gt_expr *now = begin(p, b, e);
    return now->type.lo > type.hi || now->type.hi < type.lo ? polish(p, e) : now;
}

static const gt_init_step *initial(polisher *p)
{
    const gt_cmds *cmds = p->cmds;
    beginning b = {gt_xcalloc((size_t)cmds->nvars + 1, sizeof *b.values)};
    gt_init_step *init = gt_arena_copy(p->arena, cmds->init, cmds->ninit, sizeof *init);
    ask_early(p, init);
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        bool same = init[i].lo == init[i].hi;
        gt_type type = cmds->vars[init[i].var].type;
        init[i].lo = first_value(p, &b, type, init[i].lo);
        init[i].hi = same ? init[i].lo : first_value(p, &b, type, init[i].hi);
        init[i].where = begin(p, &b, init[i].where);
        if (init[i].where && gt_expr_is_true(init[i].where))
            init[i].where = NULL;
        settle(p, &b, &init[i]);
        if (init[i].lo == init[i].hi && init[i].lo->kind == GT_EXPR_CONST)
            b.values[init[i].var] = gt_fold_const(p->f, (gt_pos){0}, type, init[i].lo->u.value);
    }
    free(b.values);
    return init;
}

const gt_cmds *gt_pass_polish(gt_ctx *ctx, const gt_cmds *cmds)
{
    gt_arena *arena = ctx->arena;
    polisher p = {.arena = arena, .f = gt_fold_new(arena), .cmds = cmds};
    gt_cmds *out = gt_arena_copy(arena, cmds, 1, sizeof *cmds);
    out->cmds = gt_arena_copy(arena, cmds->cmds, cmds->ncmds, sizeof *out->cmds);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        gt_cmd *cmd = &out->cmds[i];
        cmd->guard = polish(&p, gt_shorter(p.f, p.cmds, NULL, polish(&p, cmd->guard)));
        gt_pick *picks = gt_arena_copy(arena, cmd->picks, cmd->npicks, sizeof *picks);
        for (uint32_t k = 0; k < cmd->npicks; k++)
            picks[k].where = polish(&p, picks[k].where);
        cmd->picks = picks;
        cmd->fires = can_fire(&p, cmd);
        for (uint32_t k = 0; k < cmd->npicks; k++)
            picks[k].at = value_by_value(&p, cmd, &picks[k]);
        cmd->weight = polish(&p, cmd->weight);
        cmd->branches = polish_branches(&p, cmd);
    }
    out->props = gt_arena_copy(arena, cmds->props, cmds->nprops, sizeof *out->props);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        out->props[i].formula = polish(&p, cmds->props[i].formula);
    out->fair = gt_arena_copy(arena, cmds->fair, cmds->nfair, sizeof *out->fair);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        out->fair[i] = polish(&p, cmds->fair[i]);
    out->init = initial(&p);
    gt_ptrmap_fini(&p.known);
    gt_fold_free(p.f);
    return out;
}
