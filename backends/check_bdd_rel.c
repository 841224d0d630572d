/* Relations of the commands, and exact acceleration.
 *
 * A branch that only adds constants to numbers, x := x + d, can be fired k times in a row if its guard holds
 * at the first and at the last firing, provided the guard is convex: a conjunction of linear constraints and
 * of conditions on what does not change. Then plus = { (x, y) : exists k >= 1, y = x + k d, guard(x), guard(y
 * - d) } The constraint that gets tighter along the way is needed at the last firing only, the others at the
 * first only. A guard with few alternatives is a union of such relations. */
#include "backends/check_bdd.h"

#include <stdlib.h>

enum { MAX_ALTERNATIVES = 16 };

/* ---- guards as alternatives of linear constraints ---- */

typedef struct {
    gt_bdd fixed;      /* what the moving variables have no part in */
    GT_VEC(gt_lin) ge; /* each >= 0 */
} alternative;

typedef struct {
    alternative v[MAX_ALTERNATIVES];
    uint32_t n;
} alternatives;

typedef struct {
    gt_cb *cb;
    const bool *moving; /* per pair */
} splitter;

static void alternatives_fini(gt_cb *cb, alternatives *a)
{
    for (uint32_t i = 0; i < a->n; i++) {
        gt_bdd_drop(cb->m, a->v[i].fixed);
        for (size_t k = 0; k < a->v[i].ge.n; k++)
            gt_lin_fini(cb->m, &a->v[i].ge.v[k]);
        free(a->v[i].ge.v);
    }
    a->n = 0;
}

static void push_lin(gt_cb *cb, alternative *to, const gt_lin *lin, int64_t factor, int64_t constant)
{
    gt_lin copy;
    gt_lin_init(&copy, constant);
    gt_lin_add(cb->m, &copy, factor, lin);
    gt_lin_normalize(cb->m, &copy);
    gt_vec_push(&to->ge, copy);
}

/* A new alternative that holds a copy of `from` (NULL: true). */
static alternative *push_copy(gt_cb *cb, alternatives *to, const alternative *from)
{
    alternative *a = &to->v[to->n++];
    *a = (alternative){.fixed = from ? gt_bdd_ref(cb->m, from->fixed) : gt_bdd_const(cb->m, true)};
    for (size_t i = 0; from && i < from->ge.n; i++)
        push_lin(cb, a, &from->ge.v[i], 1, 0);
    return a;
}

static bool touches(const splitter *s, gt_bdd f)
{
    bool *support = gt_xcalloc(s->cb->npairs, sizeof *support), hit = false;
    gt_bdd_support(s->cb->m, f, support);
    for (uint32_t p = 0; !hit && p < s->cb->npairs; p++)
        hit = support[p] && s->moving[p];
    free(support);
    return hit;
}

/* a (kind) b, negated or not, as alternatives of lin >= 0. */
static bool split_comparison(const splitter *s, const gt_expr *e, bool negated, alternatives *out)
{
    gt_cb *cb = s->cb;
    gt_expr_kind kind = e->kind;
    gt_lin diff;
    bool equal = (kind == GT_EXPR_EQ && !negated) || (kind == GT_EXPR_NE && negated);
    bool differ = (kind == GT_EXPR_NE && !negated) || (kind == GT_EXPR_EQ && negated);
    gt_lin_init(&diff, 0);
    gt_cb_int(cb, NULL, &diff, 1, e->kids[0]);
    gt_cb_int(cb, NULL, &diff, -1, e->kids[1]);
    gt_lin_normalize(cb->m, &diff);
    if (equal) {
        alternative *a = push_copy(cb, out, NULL);
        push_lin(cb, a, &diff, 1, 0);
        push_lin(cb, a, &diff, -1, 0);
    } else if (differ) { /* a number that cannot be negative is 1 or more when it is not 0 */
        gt_lin minus;
        gt_lin_init(&minus, 0);
        gt_lin_add(cb->m, &minus, -1, &diff);
        if (!gt_lin_is_nonneg(&minus))
            push_lin(cb, push_copy(cb, out, NULL), &diff, 1, -1);
        if (!gt_lin_is_nonneg(&diff))
            push_lin(cb, push_copy(cb, out, NULL), &diff, -1, -1);
        gt_lin_fini(cb->m, &minus);
    } else {
        bool upper = kind == GT_EXPR_LE || kind == GT_EXPR_LT; /* a <= b: -diff >= 0 */
        bool strict = kind == GT_EXPR_LT || kind == GT_EXPR_GT;
        if (negated) {
            upper = !upper;
            strict = !strict;
        }
        push_lin(cb, push_copy(cb, out, NULL), &diff, upper ? -1 : 1, strict ? -1 : 0);
    }
    gt_lin_fini(cb->m, &diff);
    return true;
}

static bool split_guard(const splitter *s, const gt_expr *e, bool negated, alternatives *out);

/* out := out and more; consumes `more`. */
static bool conjoin(gt_cb *cb, alternatives *out, alternatives *more)
{
    alternatives all = {.n = 0};
    bool ok = out->n * more->n <= MAX_ALTERNATIVES;
    for (uint32_t i = 0; ok && i < out->n; i++)
        for (uint32_t j = 0; j < more->n; j++) {
            alternative *a = push_copy(cb, &all, &out->v[i]);
            gt_bdd_and_to(cb->m, &a->fixed, more->v[j].fixed);
            for (size_t k = 0; k < more->v[j].ge.n; k++)
                push_lin(cb, a, &more->v[j].ge.v[k], 1, 0);
        }
    alternatives_fini(cb, out);
    alternatives_fini(cb, more);
    *out = all;
    return ok;
}

/* out := out or more; consumes `more`. */
static bool disjoin(gt_cb *cb, alternatives *out, alternatives *more)
{
    if (out->n + more->n > MAX_ALTERNATIVES) {
        alternatives_fini(cb, more);
        return false;
    }
    for (uint32_t i = 0; i < more->n; i++)
        out->v[out->n++] = more->v[i];
    return true;
}

/* The kids of e, each negated or not, joined by and (conj) or by or. */
static bool split_many(const splitter *s, const gt_expr *e, bool negated, bool conj, alternatives *out)
{
    bool ok = true;
    if (conj)
        push_copy(s->cb, out, NULL);
    for (uint32_t i = 0; ok && i < e->nkids; i++) {
        alternatives kid = {.n = 0};
        bool flip = e->kind == GT_EXPR_IMPLIES && i == 0;
        ok = split_guard(s, e->kids[i], negated != flip, &kid);
        if (!ok)
            alternatives_fini(s->cb, &kid);
        else
            ok = conj ? conjoin(s->cb, out, &kid) : disjoin(s->cb, out, &kid);
    }
    return ok;
}

/* e, negated or not, as alternatives; false: it has no such form, or too many of them. */
static bool split_guard(const splitter *s, const gt_expr *e, bool negated, alternatives *out)
{
    gt_bdd f = gt_cb_bool(s->cb, NULL, e);
    bool still = !touches(s, f);
    if (still) {
        alternative *a = push_copy(s->cb, out, NULL);
        gt_bdd_set(s->cb->m, &a->fixed, negated ? gt_bdd_not(s->cb->m, f) : gt_bdd_ref(s->cb->m, f));
    }
    gt_bdd_drop(s->cb->m, f);
    if (still)
        return true;
    if (e->kind == GT_EXPR_NOT)
        return split_guard(s, e->kids[0], !negated, out);
    if (e->kind == GT_EXPR_AND)
        return split_many(s, e, negated, !negated, out);
    if (e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IMPLIES)
        return split_many(s, e, negated, negated, out);
    if (e->kind >= GT_EXPR_EQ && e->kind <= GT_EXPR_GE && e->kids[0]->type.kind != GT_TYPE_BOOL)
        return split_comparison(s, e, negated, out);
    return false;
}

/* ---- changes ---- */

static gt_cb_change classify(gt_cb *cb, const gt_assign *a)
{
    gt_cb_change change = {a->var, GT_CB_OTHER, 0};
    gt_lin value;
    gt_lin_init(&value, 0);
    gt_cb_int(cb, NULL, &value, 1, a->value);
    gt_lin_normalize(cb->m, &value);
    if (gt_lin_is_const(&value)) {
        change.kind = GT_CB_CONST;
        change.value = value.constant;
    } else if (cb->cmds->vars[a->var].type.kind == GT_TYPE_INT) {
        gt_cb_add_var(cb, &value, -1, a->var, false);
        gt_lin_normalize(cb->m, &value);
        if (gt_lin_is_const(&value)) {
            change.kind = GT_CB_ADD;
            change.value = value.constant;
        }
    }
    gt_lin_fini(cb->m, &value);
    return change;
}

/* v' = e */
static gt_bdd assigned(gt_cb *cb, const gt_assign *a)
{
    gt_lin lin;
    gt_bdd r;
    if (cb->cmds->vars[a->var].type.kind == GT_TYPE_BOOL && cb->vars[a->var].nbits > 0) {
        gt_bdd e = gt_cb_bool(cb, NULL, a->value), v = gt_bdd_next(cb->m, cb->vars[a->var].pairs[0]);
        gt_bdd_set(cb->m, &e, gt_bdd_xor(cb->m, e, v));
        r = gt_bdd_not(cb->m, e);
        gt_bdd_drop(cb->m, e);
        gt_bdd_drop(cb->m, v);
        return r;
    }
    gt_lin_init(&lin, 0);
    gt_cb_int(cb, NULL, &lin, 1, a->value);
    gt_cb_add_var(cb, &lin, -1, a->var, true);
    r = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
    gt_lin_fini(cb->m, &lin);
    return r;
}

/* The cube of the variables marked, and their pairs in `moving` (may be NULL). */
static gt_bdd cube_of(gt_cb *cb, const bool *vars, bool *moving)
{
    GT_VEC(uint32_t) pairs = {0};
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        for (uint32_t i = 0; vars[v] && !cb->vars[v].dropped && i < cb->vars[v].nbits; i++) {
            gt_vec_push(&pairs, cb->vars[v].pairs[i]);
            if (moving)
                moving[cb->vars[v].pairs[i]] = true;
        }
    gt_bdd cube = gt_bdd_cube(cb->m, pairs.v, pairs.n);
    free(pairs.v);
    return cube;
}

/* ---- acceleration ---- */

typedef struct {
    gt_cb *cb;
    bool *vars;     /* those that move and have bits of their own */
    int64_t *delta; /* what a firing adds to them; 0 for all others */
    int64_t *coef;  /* scratch */
    uint32_t pivot; /* one that moves by 1 or -1 */
} ray;

/* *r := *r and (lin >= 0), at the firing where it is hardest; false: not linear along the ray. */
static bool hold_along(const ray *y, gt_lin *lin, gt_bdd *r)
{
    gt_cb *cb = y->cb;
    int64_t slope = 0;
    gt_cb_coefficients(cb, lin, y->coef);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!y->vars[v] || y->coef[v] == 0)
            continue;
        if (y->coef[v] == GT_CB_TANGLED)
            return false;
        slope += y->coef[v] * y->delta[v];
    }
    for (uint32_t v = 0; slope < 0 && v < cb->cmds->nvars;
         v++) { /* read the last firing: next value minus delta */
        if (!y->vars[v] || y->coef[v] == 0)
            continue;
        gt_cb_add_var(cb, lin, -y->coef[v], v, false);
        gt_cb_add_var(cb, lin, y->coef[v], v, true);
        lin->constant -= y->coef[v] * y->delta[v];
    }
    gt_lin_normalize(cb->m, lin);
    gt_bdd f = gt_lin_compare(cb->m, lin, GT_LIN_GE);
    gt_bdd_and_to(cb->m, r, f);
    gt_bdd_drop(cb->m, f);
    return true;
}

/* exists k >= 1: next = current + k * delta */
static gt_bdd along_ray(const ray *y)
{
    gt_cb *cb = y->cb;
    uint32_t p = y->pivot;
    int64_t unit = y->delta[p];
    gt_lin lin;
    gt_lin_init(&lin, -1); /* k - 1 >= 0, with k = unit * (next - current) */
    gt_cb_add_var(cb, &lin, unit, p, true);
    gt_cb_add_var(cb, &lin, -unit, p, false);
    gt_bdd r = gt_lin_compare(cb->m, &lin, GT_LIN_GE);
    gt_lin_fini(cb->m, &lin);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!y->vars[v] || v == p)
            continue;
        gt_lin_init(&lin, 0);
        gt_cb_add_var(cb, &lin, 1, v, true);
        gt_cb_add_var(cb, &lin, -1, v, false);
        gt_cb_add_var(cb, &lin, -y->delta[v] * unit, p, true);
        gt_cb_add_var(cb, &lin, y->delta[v] * unit, p, false);
        gt_bdd f = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
        gt_bdd_and_to(cb->m, &r, f);
        gt_bdd_drop(cb->m, f);
        gt_lin_fini(cb->m, &lin);
    }
    return r;
}

/* The accelerated relation for the guard and `fixed` (conditions on what does not move); NULL: there is none.
 */
static gt_bdd accelerate(const ray *y, const gt_expr *guard, gt_bdd fixed, const bool *moving)
{
    gt_cb *cb = y->cb;
    splitter s = {cb, moving};
    alternatives alts = {.n = 0};
    bool ok = split_guard(&s, guard, false, &alts);
    gt_bdd all = gt_bdd_const(cb->m, false), moves = ok ? along_ray(y) : NULL;
    for (uint32_t i = 0; ok && i < alts.n; i++) {
        gt_bdd r = gt_bdd_and(cb->m, moves, fixed);
        gt_bdd_and_to(cb->m, &r, alts.v[i].fixed);
        for (size_t k = 0; ok && k < alts.v[i].ge.n; k++)
            ok = hold_along(y, &alts.v[i].ge.v[k], &r);
        gt_bdd_or_to(cb->m, &all, r);
        gt_bdd_drop(cb->m, r);
    }
    alternatives_fini(cb, &alts);
    gt_bdd_drop(cb->m, moves);
    if (!ok)
        gt_bdd_set(cb->m, &all, NULL);
    return all;
}

/* Which variables move along a ray when `rel` fires again and again. Constants stay what they are, which is
 * said in *fixed. False: something else happens, or nothing moves by one. */
static bool ray_of(const gt_cb_rel *rel, ray *y, gt_bdd *fixed)
{
    gt_cb *cb = y->cb;
    bool found = false;
    for (uint32_t i = 0; i < rel->nchanges; i++) {
        const gt_cb_change *c = &rel->changes[i];
        if (c->kind == GT_CB_OTHER)
            return false;
        if (c->kind == GT_CB_CONST) {
            gt_lin lin;
            gt_lin_init(&lin, -c->value);
            gt_cb_add_var(cb, &lin, 1, c->var, false);
            gt_bdd f = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
            gt_bdd_and_to(cb->m, fixed, f);
            gt_bdd_drop(cb->m, f);
            gt_lin_fini(cb->m, &lin);
            continue;
        }
        if (cb->vars[c->var].dropped || c->value == 0)
            continue;
        y->vars[c->var] = true;
        y->delta[c->var] = c->value;
        if (c->value == 1 || c->value == -1) {
            y->pivot = c->var;
            found = true;
        }
    }
    return found && !gt_bdd_is_false(cb->m, *fixed);
}

/* Adds the accelerated relation to rel, or, when rel sets constants too, as a relation of its own. */
static void try_accelerate(gt_cb *cb, size_t at, const gt_expr *guard, gt_bdd probable)
{
    uint32_t nvars = cb->cmds->nvars;
    gt_cb_rel rel = cb->rels.v[at];
    ray y = {.cb = cb, .vars = gt_xcalloc(nvars, sizeof(bool))};
    y.delta = gt_xcalloc(nvars, sizeof *y.delta);
    y.coef = gt_xcalloc(nvars, sizeof *y.coef);
    gt_bdd fixed = gt_bdd_ref(cb->m, probable);
    if (ray_of(&rel, &y, &fixed)) {
        bool *moving = gt_xcalloc(cb->npairs, sizeof *moving);
        gt_bdd cube = cube_of(cb, y.vars, moving);
        splitter s = {cb, moving};
        gt_bdd plus = touches(&s, probable) ? NULL : accelerate(&y, guard, fixed, moving);
        bool pure = true;
        for (uint32_t i = 0; i < rel.nchanges; i++)
            pure = pure && rel.changes[i].kind == GT_CB_ADD;
        if (plus && pure) {
            cb->rels.v[at].plus = gt_bdd_ref(cb->m, plus);
        } else if (plus && !gt_bdd_is_false(cb->m, plus)) {
            rel.guard = gt_bdd_and(cb->m, rel.guard, fixed);
            rel.step = NULL;
            rel.plus = gt_bdd_ref(cb->m, plus);
            rel.cube = gt_bdd_ref(cb->m, cube);
            rel.extra = true;
            gt_vec_push(&cb->rels, rel);
        }
        gt_bdd_drop(cb->m, plus);
        gt_bdd_drop(cb->m, cube);
        free(moving);
    }
    gt_bdd_drop(cb->m, fixed);
    free(y.vars);
    free(y.delta);
    free(y.coef);
}

/* ---- all of them ---- */

static void build_branch(gt_cb *cb, uint32_t c, uint32_t b)
{
    const gt_cmd *cmd = &cb->cmds->cmds[c];
    const gt_cmd_branch *branch = &cmd->branches[b];
    gt_cb_rel rel = {.cmd = c, .branch = b, .nchanges = branch->nassigns};
    gt_bdd probable = branch->prob ? gt_cb_positive(cb, branch->prob) : gt_bdd_const(cb->m, true);
    bool *changed = gt_xcalloc(cb->cmds->nvars, sizeof *changed);
    rel.guard = gt_cb_bool(cb, NULL, cmd->guard);
    gt_bdd_and_to(cb->m, &rel.guard, probable);
    bool slots = !gt_bdd_is_true(cb->m, cb->known);
    rel.step = slots ? gt_bdd_and(cb->m, rel.guard, cb->known) : gt_bdd_const(cb->m, true);
    rel.changes = GT_NEW_ARRAY(cb->ctx->arena, gt_cb_change, branch->nassigns);
    for (uint32_t i = branch->nassigns; i-- > 0;) {
        const gt_assign *a = &branch->assigns[i];
        rel.changes[i] = classify(cb, a);
        bool stays = rel.changes[i].kind == GT_CB_ADD && rel.changes[i].value == 0;
        if (cb->vars[a->var].dropped || stays)
            continue;
        changed[a->var] = true;
        gt_bdd f = assigned(cb, a);
        gt_bdd_and_to(cb->m, &rel.step, f);
        gt_bdd_drop(cb->m, f);
    }
    gt_bdd_and_to(cb->m, &rel.step, rel.guard);
    rel.cube = cube_of(cb, changed, NULL);
    free(changed);
    if (gt_bdd_is_false(cb->m, rel.guard)) { /* never fires */
        gt_bdd_drop(cb->m, rel.guard);
        gt_bdd_drop(cb->m, rel.step);
        gt_bdd_drop(cb->m, rel.cube);
    } else {
        gt_vec_push(&cb->rels, rel);
        if (!cb->options->no_accelerate)
            try_accelerate(cb, cb->rels.n - 1, cmd->guard, probable);
    }
    gt_bdd_drop(cb->m, probable);
}

/* Distance of each counter from those that may be occupied initially, along the moves; a relation has the
 * rank of the farthest counter it takes from. */
static void rank_relations(gt_cb *cb)
{
    uint32_t nvars = cb->cmds->nvars;
    uint32_t *rank = gt_xmalloc(nvars, sizeof *rank);
    for (uint32_t v = 0; v < nvars; v++) {
        gt_lin lin;
        gt_lin_init(&lin, -1);
        gt_cb_add_var(cb, &lin, 1, v, false);
        gt_bdd occupied = gt_lin_compare(cb->m, &lin, GT_LIN_GE);
        rank[v] = gt_bdd_meets(cb->m, cb->init, occupied) ? 0 : UINT32_MAX / 2;
        gt_bdd_drop(cb->m, occupied);
        gt_lin_fini(cb->m, &lin);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < cb->rels.n; i++) {
            gt_cb_rel *r = &cb->rels.v[i];
            r->rank = 0;
            for (uint32_t k = 0; k < r->nchanges; k++)
                if (r->changes[k].kind == GT_CB_ADD && r->changes[k].value < 0 &&
                    rank[r->changes[k].var] > r->rank)
                    r->rank = rank[r->changes[k].var];
            for (uint32_t k = 0; k < r->nchanges; k++)
                if (r->changes[k].kind == GT_CB_ADD && r->changes[k].value > 0 &&
                    rank[r->changes[k].var] > r->rank + 1) {
                    rank[r->changes[k].var] = r->rank + 1;
                    more = true;
                }
        }
    }
    free(rank);
}

static int by_rank(const void *x, const void *y)
{
    const gt_cb_rel *a = x, *b = y;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->cmd != b->cmd)
        return a->cmd < b->cmd ? -1 : 1;
    if (a->branch != b->branch)
        return a->branch < b->branch ? -1 : 1;
    return (int)a->extra - (int)b->extra;
}

void gt_cb_build_relations(gt_cb *cb)
{
    for (uint32_t c = 0; c < cb->cmds->ncmds; c++) {
        for (uint32_t b = 0; b < cb->cmds->cmds[c].nbranches; b++)
            build_branch(cb, c, b);
        gt_cb_tick(cb, NULL);
    }
    rank_relations(cb);
    if (cb->rels.n > 1)
        qsort(cb->rels.v, cb->rels.n, sizeof *cb->rels.v, by_rank);
}
