#include "backends/targets/prism_pctl.h"

#include "backends/targets/common.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

#include <math.h>

typedef struct {
    gt_arena *arena;
    bool timed; /* continuous time; else steps */
    bool mdp;
} writer;

static bool is_number(const gt_expr *e, int64_t number)
{
    int64_t value;
    if (e->kind == GT_EXPR_REAL)
        return e->u.real.num == number * e->u.real.den;
    return gt_expr_is_const(e, &value) && value == number;
}

static bool is_operator(const gt_expr *e)
{
    return e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD;
}

static bool is_query(const gt_expr *e)
{
    return e->u.bound->cmp == GT_CMP_QUERY;
}

static bool is_above(gt_cmp cmp)
{
    return cmp == GT_CMP_GT || cmp == GT_CMP_GE;
}

/* The time bound of a path, or NULL. */
static const gt_bound *time_of(const gt_expr *path)
{
    bool bounded = path->kind == GT_EXPR_F || path->kind == GT_EXPR_G || path->kind == GT_EXPR_U;
    return bounded && path->u.bound && path->u.bound->value ? path->u.bound : NULL;
}

/* Whether a path must wait before it may get where it wants to. */
static bool waits(const gt_bound *time)
{
    return time && (time->upper || is_above(time->cmp));
}

/* ---- what cannot be asked ---- */

static bool is_late(bool steps, const gt_expr *path)
{
    const gt_bound *time = path->kind == GT_EXPR_U ? time_of(path) : NULL;
    return steps && time && time->upper && !is_number(time->value, 0) && path->kids[0] != path->kids[1];
}

bool gt_prism_pctl_late(const gt_cmds *cmds, const gt_expr *e)
{
    return e->kind == GT_EXPR_PROB && is_query(e) && is_late(cmds->sym->kind != GT_MODEL_CTMC, e->kids[0]);
}

static bool starts_once(const gt_cmds *cmds)
{
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        int32_t value;
        if (cmds->init[i].where || !gt_init_constant(cmds, cmds->init[i].var, &value))
            return false;
    }
    return true;
}

static bool is_whole(const gt_expr *e)
{
    return e->kind != GT_EXPR_REAL || e->u.real.den == 1;
}

static const char *refuse_operator(const gt_cmds *cmds, const gt_expr *e, gt_pos *pos)
{
    const gt_expr *path = e->kids[0];
    const gt_bound *b = e->u.bound, *time = time_of(path);
    *pos = path->pos;
    if (time && cmds->sym->kind != GT_MODEL_CTMC &&
        !(is_whole(time->value) && (!time->upper || is_whole(time->upper))))
        return "time is counted in steps here, so the bound must be an integer";
    if (e->kind == GT_EXPR_PROB && is_query(e) && path->kind == GT_EXPR_G && waits(time))
        return "`G` with a lower time bound cannot be asked for its value; ask for `F` of the negation, and "
               "take the value from 1";
    if (time && is_above(time->cmp) && !time->upper && cmds->sym->kind != GT_MODEL_CTMC)
        return "steps cannot be counted without an upper bound; write `[a,b]`";
    if (gt_prism_pctl_late(cmds, e) && !starts_once(cmds))
        return "Storm is wrong about `U[a,b]` of several initial states; give the model one, or a bound in "
               "place of `=?`";
    if (e->kind == GT_EXPR_REWARD && path->kind == GT_EXPR_F &&
        (b->cmp == GT_CMP_GT || b->cmp == GT_CMP_LE) && is_number(b->value, 0))
        return "Storm is wrong about whether the reward before `F` is 0; ask for its value";
    return NULL;
}

/* How often state formulas are written: some operands twice. */
static double written(const gt_expr *e)
{
    double all = 0;
    if (!gt_temporal_in(e))
        return 1;
    for (uint32_t i = 0; i < e->nkids; i++)
        all += written(e->kids[i]);
    bool twice = e->kind == GT_EXPR_IFF || e->kind == GT_EXPR_W || time_of(e) != NULL;
    return twice ? 3 * all : all;
}

static const char *refuse_parts(const gt_cmds *cmds, const gt_expr *e, gt_pos *pos)
{
    const char *why = NULL;
    if (!gt_temporal_in(e))
        return NULL;
    if (is_operator(e))
        why = refuse_operator(cmds, e, pos);
    for (uint32_t i = 0; i < e->nkids && !why; i++)
        why = refuse_parts(cmds, e->kids[i], pos);
    return why;
}

const char *gt_prism_pctl_refuse(const gt_cmds *cmds, const gt_expr *formula, gt_pos *pos)
{
    enum { MOST_WRITTEN = 100000 };
    const char *odd = gt_temporal_odd(formula, pos);
    if (odd)
        return odd;
    *pos = formula->pos;
    if (written(formula) > MOST_WRITTEN)
        return "operators are nested so deeply that what they ask about would be written too often";
    return refuse_parts(cmds, formula, pos);
}

/* ---- bounds ---- */

/* That a probability is 0, and without a time bound that it is 1, is seen from the graph alone. */
static bool numeric(const gt_expr *e)
{
    const gt_bound *b = e->u.bound;
    const gt_expr *path = e->kids[0];
    if (is_query(e))
        return false;
    if (e->kind == GT_EXPR_PROB)
        return !is_number(b->value, 0) &&
               !(is_number(b->value, 1) && path->kind != GT_EXPR_X && !time_of(path));
    if (e->kind == GT_EXPR_REWARD)
        return !is_number(b->value, 0) || path->kind == GT_EXPR_LONGRUN;
    return true;
}

static uint64_t numeric_in(gt_walk *walk, const gt_expr *e)
{
    return (is_operator(e) && numeric(e)) || (gt_temporal_in(e) && gt_walk_any(walk, e));
}

static double value_of(const gt_expr *e)
{
    int64_t value;
    if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB)
        return value_of(e->kids[0]) + (e->kind == GT_EXPR_ADD ? 1 : -1) * value_of(e->kids[1]);
    if (gt_expr_is_const(e, &value))
        return (double)value;
    return (double)e->u.real.num / (double)e->u.real.den;
}

/* The bound of operator `e`, moved. */
static const gt_bound *moved(const writer *w, const gt_expr *e, double slack)
{
    enum { PARTS = 1000000000 };
    gt_bound *b = gt_arena_copy(w->arena, e->u.bound, 1, sizeof *b);
    if (slack == 0 || !numeric(e))
        return b;
    double by = ceil(fabs(slack) * fmax(1, value_of(b->value)) * PARTS);
    bool more = is_above(b->cmp) == (slack < 0);
    b->value = gt_expr_op2(w->arena, e->pos, more ? GT_EXPR_ADD : GT_EXPR_SUB, b->value,
                           gt_expr_real(w->arena, e->pos, (int64_t)fmin(by, 1e18), PARTS));
    return b;
}

/* ---- paths ---- */

static const gt_expr *negation(const writer *w, const gt_expr *e)
{
    return gt_expr_op1(w->arena, e->pos, GT_EXPR_NOT, e);
}

static const gt_expr *both(const writer *w, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(w->arena, x->pos, GT_EXPR_AND, x, y);
}

static const gt_expr *make(const writer *w, const gt_expr *at, gt_expr_kind kind, const gt_bound *bound,
                           uint32_t nkids, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[] = {x, y};
    return gt_expr_bounded(w->arena, at->pos, kind, bound, nkids, kids);
}

/* The complement of G<=t f, G[a,b] f or f W g. */
static const gt_expr *other_paths(const writer *w, const gt_expr *path)
{
    const gt_expr *f = path->kids[0], *no = negation(w, f);
    if (path->kind == GT_EXPR_G)
        return make(w, path, GT_EXPR_F, path->u.bound, 1, no, NULL);
    const gt_expr *not_yet = negation(w, path->kids[1]);
    return make(w, path, GT_EXPR_U, NULL, 2, both(w, f, not_yet), both(w, no, not_yet));
}

/* P>=p [path] as P<=1-p [complement]. */
static const gt_expr *complement(const writer *w, const gt_expr *e)
{
    static const gt_cmp others[] = {
        [GT_CMP_LT] = GT_CMP_GT, [GT_CMP_LE] = GT_CMP_GE, [GT_CMP_GT] = GT_CMP_LT, [GT_CMP_GE] = GT_CMP_LE};
    static const gt_extreme opposite[] = {[GT_EXTREME_NONE] = GT_EXTREME_NONE,
                                          [GT_EXTREME_MIN] = GT_EXTREME_MAX,
                                          [GT_EXTREME_MAX] = GT_EXTREME_MIN};
    gt_bound *b = gt_arena_copy(w->arena, e->u.bound, 1, sizeof *b);
    int64_t num, den = 1;
    b->cmp = others[b->cmp];
    b->opt = opposite[b->opt];
    if (!gt_expr_is_const(b->value, &num)) {
        num = b->value->u.real.num;
        den = b->value->u.real.den;
    }
    b->value =
        den == 1 ? gt_expr_int(w->arena, e->pos, 1 - num) : gt_expr_real(w->arena, e->pos, den - num, den);
    return make(w, e, GT_EXPR_PROB, b, 1, other_paths(w, e->kids[0]), NULL);
}

/* F<=0 f: now. */
static const gt_expr *now(const writer *w, const gt_expr *path, const gt_expr *f)
{
    gt_bound *b = GT_NEW(w->arena, gt_bound);
    b->cmp = GT_CMP_LE;
    b->value = gt_expr_int(w->arena, path->pos, 0);
    return make(w, path, GT_EXPR_F, b, 1, f, NULL);
}

/* The value of G<=t f: f U[t,t] f. A strict bound is one step less, or in continuous time the same. */
static const gt_expr *bounded_globally(const writer *w, const gt_expr *path)
{
    const gt_bound *time = path->u.bound;
    const gt_expr *f = path->kids[0], *t = time->value;
    bool strict = time->cmp == GT_CMP_LT;
    if (strict && is_number(t, 0))
        return now(w, path, gt_expr_bool(w->arena, path->pos, true));
    if (strict && !w->timed)
        t = gt_expr_int(w->arena, t->pos, (t->kind == GT_EXPR_REAL ? t->u.real.num : t->u.value) - 1);
    if (is_number(t, 0))
        return now(w, path, f);
    gt_bound *b = GT_NEW(w->arena, gt_bound);
    b->cmp = GT_CMP_LE;
    b->value = b->upper = t;
    return make(w, path, GT_EXPR_U, b, 2, f, f);
}

/* The value of f W g: almost every path on which f always holds comes, for the best policy, to where f can be
 * kept for certain. For the worst policy it is left to Storm's LTL. */
static const gt_expr *weak_until(const writer *w, const gt_expr *path)
{
    const gt_expr *f = path->kids[0], *g = path->kids[1];
    gt_bound *sure = GT_NEW(w->arena, gt_bound);
    sure->cmp = GT_CMP_GE;
    sure->opt = w->mdp ? GT_EXTREME_MAX : GT_EXTREME_NONE;
    sure->value = gt_expr_int(w->arena, path->pos, 1);
    const gt_expr *kept =
        make(w, path, GT_EXPR_PROB, sure, 1, make(w, path, GT_EXPR_G, NULL, 1, f, NULL), NULL);
    return make(w, path, GT_EXPR_U, NULL, 2, f, gt_expr_op2(w->arena, path->pos, GT_EXPR_OR, g, kept));
}

/* A path whose parts are written. */
static const gt_expr *path_of(const writer *w, const gt_expr *e, const gt_expr *path)
{
    const gt_bound *b = e->u.bound, *time = time_of(path);
    bool never = time && time->cmp == GT_CMP_LT && is_number(time->value, 0);
    if (path->kind == GT_EXPR_W && b->opt != GT_EXTREME_MIN)
        return weak_until(w, path);
    if (path->kind == GT_EXPR_G && time)
        return bounded_globally(w, path);
    if (never)
        return now(w, path, gt_expr_bool(w->arena, path->pos, false));
    /* Storm takes a g-state for an f-state at that moment. */
    if (w->timed && path->kind == GT_EXPR_U && time && time->upper &&
        gt_expr_equal(time->value, time->upper) && path->kids[0] != path->kids[1] &&
        !is_number(time->value, 0))
        return make(w, path, GT_EXPR_U, time, 2, path->kids[0], both(w, path->kids[0], path->kids[1]));
    /* No time is too short for some probability. */
    bool any_time = w->timed && time && !waits(time) && !is_number(time->value, 0);
    if (any_time && b->value && is_number(b->value, 0))
        return make(w, path, path->kind, NULL, path->nkids, path->kids[0],
                    path->nkids > 1 ? path->kids[1] : NULL);
    return path;
}

/* ---- formulas ---- */

static const gt_expr *rewrite(const writer *w, const gt_expr *e, double slack);

static const gt_expr *with_kids(const writer *w, const gt_expr *e, double slack)
{
    const gt_expr **kids = GT_NEW_ARRAY(w->arena, const gt_expr *, e->nkids + 1);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = rewrite(w, e->kids[i], slack);
    return gt_expr_rebuild(w->arena, e, kids);
}

/* P>=p [ f U[a,b] g ], a > 0, is 0 outside of f, where Storm must not be asked. */
static const gt_expr *only_inside(const writer *w, const gt_expr *e)
{
    const gt_expr *f = e->kids[0]->kids[0];
    const gt_bound *b = e->u.bound;
    double bound = value_of(b->value);
    bool zero_fits = is_above(b->cmp) ? bound < 0 || (bound <= 0 && b->cmp == GT_CMP_GE)
                                      : bound > 0 || (bound >= 0 && b->cmp == GT_CMP_LE);
    return zero_fits ? gt_expr_op2(w->arena, e->pos, GT_EXPR_OR, negation(w, f), e) : both(w, f, e);
}

static const gt_expr *operator_of(const writer *w, const gt_expr *e, double slack)
{
    const gt_expr *path = e->kids[0];
    bool weak = path->kind == GT_EXPR_W || (path->kind == GT_EXPR_G && time_of(path));
    bool easy =
        path->kind == GT_EXPR_G && !is_query(e) && is_number(e->u.bound->value, 0) && !waits(time_of(path));
    if (e->kind == GT_EXPR_PROB && !is_query(e) && weak && !easy)
        return rewrite(w, complement(w, e), slack);
    if (path->kind == GT_EXPR_CUMUL && is_number(path->u.bound->value, 0)) {
        path = make(w, path, GT_EXPR_F, NULL, 1, gt_expr_bool(w->arena, path->pos, true), NULL);
    } else {
        /* More states below make a probability larger, and the reward before them smaller. */
        bool grows = (is_query(e) || is_above(e->u.bound->cmp)) == (e->kind != GT_EXPR_REWARD);
        path = e->kind == GT_EXPR_STEADY ? rewrite(w, path, grows ? slack : -slack)
                                         : with_kids(w, path, grows ? slack : -slack);
        path = e->kind == GT_EXPR_PROB ? path_of(w, e, path) : path;
    }
    const gt_expr *made = make(w, e, e->kind, moved(w, e, slack), 1, path, NULL);
    bool late = e->kind == GT_EXPR_PROB && !is_query(e) && is_late(!w->timed, path);
    return late ? only_inside(w, made) : made;
}

static const gt_expr *rewrite(const writer *w, const gt_expr *e, double slack)
{
    if (!gt_temporal_in(e))
        return e;
    if (is_operator(e))
        return operator_of(w, e, slack);
    if (e->kind == GT_EXPR_NOT)
        return negation(w, rewrite(w, e->kids[0], -slack));
    if (e->kind == GT_EXPR_IMPLIES)
        return gt_expr_op2(w->arena, e->pos, GT_EXPR_OR, negation(w, rewrite(w, e->kids[0], -slack)),
                           rewrite(w, e->kids[1], slack));
    if (e->kind != GT_EXPR_IFF)
        return with_kids(w, e, slack);
    const gt_expr *yes = both(w, rewrite(w, e->kids[0], slack), rewrite(w, e->kids[1], slack));
    const gt_expr *no =
        both(w, negation(w, rewrite(w, e->kids[0], -slack)), negation(w, rewrite(w, e->kids[1], -slack)));
    return gt_expr_op2(w->arena, e->pos, GT_EXPR_OR, yes, no);
}

const gt_expr *gt_prism_pctl(gt_arena *arena, const gt_cmds *cmds, const gt_expr *formula, double slack)
{
    writer w = {
        .arena = arena, .timed = cmds->sym->kind == GT_MODEL_CTMC, .mdp = cmds->sym->kind == GT_MODEL_MDP};
    return rewrite(&w, formula, slack);
}

bool gt_prism_pctl_numeric(gt_arena *arena, const gt_cmds *cmds, const gt_expr *formula)
{
    return gt_walk_once(numeric_in, NULL, gt_prism_pctl(arena, cmds, formula, 0));
}
