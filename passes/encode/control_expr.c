/* Expressions under the control encoding. */
#include "passes/encode/control.h"

#include <stdlib.h>

const gt_expr *gt_control_var(gt_control *c, uint32_t var)
{
    if (var >= c->out->nvars)
        gt_ice("a local state without a counter is counted");
    return gt_fold_cvar(c->fold, var, c->out->vars[var].type);
}

/* ---- sets of controls ---- */

static const gt_expr *between(gt_control *c, uint32_t lo, uint32_t hi)
{
    const gt_expr *q = gt_control_var(c, c->control);
    if (lo == hi)
        return gt_fold_is(c->fold, q, lo);
    const gt_expr *from =
        gt_fold_op2(c->fold, (gt_pos){0}, GT_EXPR_GE, q, gt_fold_int(c->fold, (gt_pos){0}, lo));
    const gt_expr *to =
        gt_fold_op2(c->fold, (gt_pos){0}, GT_EXPR_LE, q, gt_fold_int(c->fold, (gt_pos){0}, hi));
    return gt_fold_and(c->fold, from, to);
}

/* Those that are in the set, or those that are not. */
static const gt_expr *runs(gt_control *c, const gt_levels *numbers, bool inside, uint32_t *n)
{
    GT_VEC(const gt_expr *) any = {0};
    for (uint32_t lo = 0; lo < c->ncontrols; lo++) {
        uint32_t hi = lo;
        if (gt_levels_has(numbers, lo) != inside)
            continue;
        while (hi + 1 < c->ncontrols && gt_levels_has(numbers, hi + 1) == inside)
            hi++;
        gt_vec_push(&any, between(c, lo, hi));
        lo = hi;
    }
    *n = (uint32_t)any.n;
    const gt_expr *e = any.n ? gt_fold_op(c->fold, (gt_pos){0}, GT_EXPR_OR, (uint32_t)any.n, any.v)
                             : gt_fold_bool(c->fold, (gt_pos){0}, false);
    free(any.v);
    return e;
}

const gt_expr *gt_control_in(gt_control *c, const gt_levels *numbers)
{
    uint32_t n, m;
    const gt_expr *in = runs(c, numbers, true, &n), *out = runs(c, numbers, false, &m);
    return m == 0 || (n > 1 && m < n) ? gt_fold_not(c->fold, out) : in;
}

/* ---- terms ---- */

static const gt_expr *cell_sum(gt_control *c, uint32_t cell, const gt_levels *there)
{
    GT_VEC(const gt_expr *) sum = {0};
    for (uint32_t level = 0; level < 64 * there->n; level++)
        if (gt_levels_has(there, level) && gt_levels_has(&c->all, level) &&
            gt_play_is_member(c->play, cell, level))
            gt_vec_push(&sum, gt_control_var(c, c->counter[level]));
    const gt_expr *e = sum.n ? gt_fold_op(c->fold, (gt_pos){0}, GT_EXPR_ADD, (uint32_t)sum.n, sum.v)
                             : gt_fold_int(c->fold, (gt_pos){0}, 0);
    free(sum.v);
    return e;
}

/* `sum` of things that are not negative is 0. */
static bool says_none(const gt_expr *e)
{
    int64_t value;
    return e->nkids == 2 && e->kids[0]->kind == GT_EXPR_ADD && gt_expr_is_const(e->kids[1], &value) &&
           ((value == 0 && (e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_LE)) ||
            (value == 1 && e->kind == GT_EXPR_LT));
}

const gt_expr *gt_control_apart(gt_control *c, const gt_expr *e)
{
    const gt_expr *no = gt_fold_not(c->fold, e), *all = gt_fold_bool(c->fold, (gt_pos){0}, true);
    const gt_expr *none = says_none(e) ? e : says_none(no) ? no : NULL;
    if (!none)
        return e;
    for (uint32_t i = 0; i < none->kids[0]->nkids; i++) {
        const gt_expr *kid = none->kids[0]->kids[i];
        if (kid->kind != GT_EXPR_CVAR || kid->type.lo < 0)
            return e;
        all = gt_fold_and(c->fold, all, gt_fold_is(c->fold, kid, 0));
    }
    return none == e ? all : gt_fold_not(c->fold, all);
}

/* Made by a logical operator or a comparison. A choice is what its branches are. */
static bool is_truth(const gt_control *c, gt_play_term t)
{
    gt_expr_kind kind = gt_play_kind(c->play, t);
    if (kind == GT_EXPR_ITE)
        return is_truth(c, gt_play_kid(c->play, t, 1)) || is_truth(c, gt_play_kid(c->play, t, 2));
    return gt_expr_in(kind, GT_GROUP_LOGIC | GT_GROUP_COMPARE);
}

typedef const gt_expr *translation(gt_control *c, gt_play_term t, const gt_levels *there);

/* The operator over its kids, from number `first` on, each translated by `how`. */
static const gt_expr *apply(gt_control *c, gt_play_term t, const gt_levels *there, translation *how)
{
    uint32_t n = gt_play_nkids(c->play, t);
    gt_expr_kind kind = gt_play_kind(c->play, t);
    const gt_expr **kids = gt_xmalloc((size_t)n + 1, sizeof *kids);
    for (uint32_t i = 0; i < n; i++)
        kids[i] = kind == GT_EXPR_ITE && i == 0 ? gt_control_bool(c, gt_play_kid(c->play, t, 0), there)
                                                : how(c, gt_play_kid(c->play, t, i), there);
    const gt_expr *e = gt_fold_op(c->fold, (gt_pos){0}, kind, n, kids);
    free((void *)kids);
    return e;
}

const gt_expr *gt_control_bool(gt_control *c, gt_play_term t, const gt_levels *there)
{
    gt_play *play = c->play;
    gt_expr_kind kind = gt_play_kind(play, t);
    if (kind == GT_EXPR_CONST)
        return gt_fold_bool(c->fold, (gt_pos){0}, gt_play_payload(play, t) != 0);
    if (kind == GT_EXPR_ITE || gt_expr_in(kind, GT_GROUP_LOGIC))
        return apply(c, t, there, gt_control_bool);
    if (gt_expr_in(kind, GT_GROUP_COMPARE)) {
        bool truths = is_truth(c, gt_play_kid(play, t, 0)) || is_truth(c, gt_play_kid(play, t, 1));
        return gt_control_apart(
            c, apply(c, t, there,
                     truths && gt_expr_in(kind, GT_GROUP_EQUALITY) ? gt_control_bool : gt_control_int));
    }
    return gt_fold_op2(c->fold, (gt_pos){0}, GT_EXPR_NE, gt_control_int(c, t, there),
                       gt_fold_int(c->fold, (gt_pos){0}, 0));
}

const gt_expr *gt_control_int(gt_control *c, gt_play_term t, const gt_levels *there)
{
    gt_play *play = c->play;
    gt_expr_kind kind = gt_play_kind(play, t);
    if (kind == GT_EXPR_CONST)
        return gt_fold_int(c->fold, (gt_pos){0}, gt_play_payload(play, t));
    if (kind == GT_EXPR_UNTRACKED)
        return cell_sum(c, (uint32_t)gt_play_payload(play, t), there);
    if (is_truth(c, t))
        return gt_fold_indicator(c->fold, gt_control_bool(c, t, there));
    return apply(c, t, there, gt_control_int);
}

/* ---- expressions of the population program ---- */

/* A truth value where counts decide what is counted: one case for each count that matters. */
static const gt_expr *truth_of(gt_control *c, const gt_expr *e, const gt_levels *there)
{
    gt_play *play = c->play;
    gt_play_fresh(play);
    gt_play_term t = gt_play_eval(play, e);
    if (play->env.need < 0)
        return gt_control_bool(c, t, there);
    uint32_t cell = (uint32_t)play->env.need;
    int32_t n = play->sym->procs[play->cells.v[cell].type]->n;
    const gt_expr *any = gt_fold_bool(c->fold, (gt_pos){0}, false);
    for (int32_t v = 0; v <= n; v++) {
        const gt_expr *is = gt_control_apart(c, gt_fold_is(c->fold, cell_sum(c, cell, there), v));
        gt_vec_push(&play->env.fixed, ((struct gt_play_fixed){cell, v}));
        any = gt_fold_or(c->fold, any, gt_fold_and(c->fold, is, truth_of(c, e, there)));
        play->env.fixed.n--;
    }
    return any;
}

const gt_expr *gt_control_number(gt_control *c, const gt_expr *e, const gt_levels *there)
{
    gt_play *play = c->play;
    if (e->kind == GT_EXPR_REAL)
        return gt_fold_intern(c->fold, e);
    if (e->type.kind == GT_TYPE_BOOL)
        return truth_of(c, e, there);
    if (e->type.kind != GT_TYPE_REAL) {
        gt_play_fresh(play);
        gt_play_term t = gt_play_eval(play, e);
        if (play->env.need < 0)
            return gt_control_int(c, t, there);
        uint32_t cell = (uint32_t)play->env.need;
        int32_t n = play->sym->procs[play->cells.v[cell].type]->n;
        const gt_expr *value = NULL;
        for (int32_t v = 0; v <= n; v++) {
            gt_vec_push(&play->env.fixed, ((struct gt_play_fixed){cell, v}));
            const gt_expr *x = gt_control_number(c, e, there);
            const gt_expr *is = gt_fold_is(c->fold, cell_sum(c, cell, there), v);
            value = value ? gt_fold_op3(c->fold, e->pos, GT_EXPR_ITE, is, x, value) : x;
            play->env.fixed.n--;
        }
        return value;
    }
    const gt_expr **kids = gt_xmalloc((size_t)e->nkids + 1, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = gt_control_number(c, e->kids[i], there);
    const gt_expr *made = gt_fold_op(c->fold, e->pos, e->kind, e->nkids, kids);
    free((void *)kids);
    return made;
}

/* ---- in every control ---- */

typedef struct {
    const gt_expr *value;
    gt_levels numbers;
} group;

typedef GT_VEC(group) groups;

static void add_to_group(groups *all, const gt_expr *value, uint32_t number)
{
    size_t i = 0;
    while (i < all->n && all->v[i].value != value)
        i++;
    if (i == all->n)
        gt_vec_push(all, ((group){.value = value}));
    (void)gt_levels_add(&all->v[i].numbers, number);
}

/* The values in the controls, by value; with the error flag or without. */
static groups values_in(gt_control *c, const gt_expr *e, bool error)
{
    gt_play *play = c->play;
    groups all = {0};
    for (uint32_t q = 0; q < c->support->controls.n; q++) {
        const int32_t *key = gt_play_key(play, q);
        if (!c->support->controls.v[q].opened || (play->error >= 0 && key[play->error]) != error)
            continue;
        gt_play_enter(play, key);
        const gt_expr *value =
            e->type.kind == GT_TYPE_BOOL ? truth_of(c, e, &c->all) : gt_control_number(c, e, &c->all);
        add_to_group(&all, value, c->number[c->base[q]]);
    }
    return all;
}

/* The value of the group the control is in; NULL: there is no control. */
static const gt_expr *choose(gt_control *c, groups *all, bool truth)
{
    const gt_expr *e = NULL;
    for (size_t i = 0; i < all->n; i++) {
        const gt_expr *in = gt_control_in(c, &all->v[i].numbers), *value = all->v[i].value;
        if (truth && all->n > 1) {
            const gt_expr *both = gt_fold_and(c->fold, in, value);
            e = e ? gt_fold_or(c->fold, e, both) : both;
        } else {
            e = e ? gt_fold_op3(c->fold, (gt_pos){0}, GT_EXPR_ITE, in, value, e) : value;
        }
        gt_levels_fini(&all->v[i].numbers);
    }
    free(all->v);
    return e;
}

const gt_expr *gt_control_state(gt_control *c, const gt_expr *e)
{
    bool truth = e->type.kind == GT_TYPE_BOOL;
    groups fine = values_in(c, e, false), wrong = values_in(c, e, true);
    const gt_expr *x = choose(c, &fine, truth), *y = choose(c, &wrong, truth);
    if (!x || !y || x == y)
        return x ? x : y ? y : gt_fold_const(c->fold, e->pos, e->type, 0);
    const gt_expr *flag = gt_control_var(c, c->error);
    if (!truth)
        return gt_fold_op3(c->fold, e->pos, GT_EXPR_ITE, flag, y, x);
    return gt_fold_or(c->fold, gt_fold_and(c->fold, flag, y),
                      gt_fold_and(c->fold, gt_fold_not(c->fold, flag), x));
}
