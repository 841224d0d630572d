/* Exact acceleration, by diagrams: a set of states is convex along a ray if who leaves it along the ray does
 * not come back; then all firings are possible if the first and the last one are. */
#include "backends/check/bdd/accel.h"

#include <stdlib.h>

bool gt_cb_ray_begin(gt_cb_ray *ray, gt_cb *cb, uint32_t nchanges, const gt_cb_change *changes)
{
    uint32_t nvars = cb->cmds->nvars, count = 0;
    bool found = false;
    *ray = (gt_cb_ray){.cb = cb, .vars = gt_xcalloc(nvars + 1, sizeof(bool))};
    ray->moving = gt_xcalloc(cb->npairs + 1, sizeof(bool));
    ray->delta = gt_xcalloc(nvars + 1, sizeof *ray->delta);
    uint32_t *pairs = gt_xmalloc(cb->npairs + 1, sizeof *pairs);
    for (uint32_t i = 0; i < nchanges; i++) {
        const gt_cb_change *c = &changes[i];
        if (c->kind != GT_CB_ADD || c->value == 0 || cb->vars[c->var].dropped)
            continue;
        ray->vars[c->var] = true;
        ray->delta[c->var] = c->value;
        for (uint32_t b = 0; b < cb->vars[c->var].nbits; b++) {
            pairs[count++] = cb->vars[c->var].pairs[b];
            ray->moving[cb->vars[c->var].pairs[b]] = true;
        }
        if (c->value == 1 || c->value == -1) {
            ray->pivot = c->var;
            found = true;
        }
    }
    ray->cube = gt_bdd_cube(cb->m, pairs, count);
    free(pairs);
    return found;
}

void gt_cb_ray_end(gt_cb_ray *ray)
{
    gt_bdd_drop(ray->cb->m, ray->cube);
    free(ray->vars);
    free(ray->moving);
    free(ray->delta);
}

/* *r := *r and (lin = 0, or lin >= 0); ends lin. */
static void conjoin(gt_cb *cb, gt_bdd *r, gt_lin *lin, gt_lin_cmp cmp)
{
    gt_bdd f = gt_lin_compare(cb->m, lin, cmp);
    gt_bdd_and_to(cb->m, r, f);
    gt_bdd_drop(cb->m, f);
    gt_lin_fini(cb->m, lin);
}

gt_bdd gt_cb_ray_moves(const gt_cb_ray *ray)
{
    gt_cb *cb = ray->cb;
    uint32_t p = ray->pivot;
    int64_t unit = ray->delta[p];
    gt_bdd r = gt_bdd_const(cb->m, true);
    gt_lin lin;
    gt_lin_init(&lin, -1); /* k - 1 >= 0, with k = unit * (next - current) */
    gt_cb_add_var(cb, &lin, unit, p, true);
    gt_cb_add_var(cb, &lin, -unit, p, false);
    conjoin(cb, &r, &lin, GT_LIN_GE);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!ray->vars[v] || v == p)
            continue;
        gt_lin_init(&lin, 0);
        gt_cb_add_var(cb, &lin, 1, v, true);
        gt_cb_add_var(cb, &lin, -1, v, false);
        gt_cb_add_var(cb, &lin, -ray->delta[v] * unit, p, true);
        gt_cb_add_var(cb, &lin, ray->delta[v] * unit, p, false);
        conjoin(cb, &r, &lin, GT_LIN_EQ);
    }
    return r;
}

/* next = current + delta */
static gt_bdd one_step(const gt_cb_ray *ray)
{
    gt_cb *cb = ray->cb;
    gt_bdd r = gt_bdd_const(cb->m, true);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        gt_lin lin;
        if (!ray->vars[v])
            continue;
        gt_lin_init(&lin, ray->delta[v]);
        gt_cb_add_var(cb, &lin, 1, v, false);
        gt_cb_add_var(cb, &lin, -1, v, true);
        conjoin(cb, &r, &lin, GT_LIN_EQ);
    }
    return r;
}

gt_bdd gt_cb_ray_plus(const gt_cb_ray *ray, gt_bdd guard)
{
    gt_cb *cb = ray->cb;
    gt_bdd_mgr *m = cb->m;
    gt_bdd step = one_step(ray), moves = gt_cb_ray_moves(ray), plus = NULL;
    gt_bdd after = gt_bdd_relnext(m, guard, step, ray->cube),
           before = gt_bdd_relprev(m, guard, step, ray->cube);
    gt_bdd out = gt_bdd_diff(m, after, guard), back = gt_bdd_relnext(m, out, moves, ray->cube);
    if (back && !gt_bdd_meets(m, back, guard)) {
        plus = gt_bdd_ref(m, moves);
        if (!gt_bdd_leq(m, before, guard)) /* else the last firing implies the first */
            gt_bdd_and_to(m, &plus, guard);
        if (gt_bdd_leq(m, before, guard) || !gt_bdd_is_false(m, out)) { /* else the first implies the last */
            gt_bdd last = gt_bdd_primed(m, after, ray->cube);
            gt_bdd_and_to(m, &plus, last);
            gt_bdd_drop(m, last);
        }
    }
    gt_bdd_drop(m, step);
    gt_bdd_drop(m, moves);
    gt_bdd_drop(m, after);
    gt_bdd_drop(m, before);
    gt_bdd_drop(m, out);
    gt_bdd_drop(m, back);
    return plus;
}

/* ---- a branch that fires again ---- */

/* A broadcast is no move along a ray, as it empties some counters into others; but once they are empty it may
 * be. So a branch that does more than add is looked at where it finds its constants in place already:
 *
 *     same  :=  for every assignment of a constant c to v:  v = c
 *
 * There, what the other assignments add may be a constant; if so this is the ray, and states where anything
 * else would change are left out. That the ray is right is not argued from this calculation but checked on
 * the diagrams (is_part_of): in the states that remain, one step along the ray is a firing of the branch. */

/* value of the assignment minus the variable, in the states in which all constants are in place. */
static void difference(gt_cb *cb, const gt_assign *a, uint32_t nchanges, const gt_cb_change *changes,
                       gt_lin *diff)
{
    gt_lin_init(diff, 0);
    gt_cb_int(cb, NULL, diff, 1, a->value);
    gt_cb_add_var(cb, diff, -1, a->var, false);
    gt_lin_normalize(cb->m, diff);
    for (uint32_t i = 0; i < nchanges && !gt_lin_is_const(diff); i++) {
        if (changes[i].kind != GT_CB_CONST)
            continue;
        for (int64_t sign = -1; sign <= 1; sign += 2) { /* adds sign * (variable - constant), which is 0 */
            gt_lin other;
            gt_lin_init(&other, -sign * changes[i].value);
            gt_cb_add_var(cb, &other, sign, changes[i].var, false);
            gt_lin_add(cb->m, &other, 1, diff);
            gt_lin_normalize(cb->m, &other);
            if (other.terms.n < diff->terms.n) {
                gt_lin swap = *diff;
                *diff = other;
                other = swap;
            }
            gt_lin_fini(cb->m, &other);
        }
    }
}

/* The assignment leaves its variable as it is. It must be said as it stands: a condition simplified by
 * another one that is simplified by the first says nothing (tests/verdicts/broadcast_once.sym). */
static void require_same(gt_cb *cb, const gt_assign *a, gt_bdd *where)
{
    gt_lin diff;
    gt_lin_init(&diff, 0);
    gt_cb_int(cb, NULL, &diff, 1, a->value);
    gt_cb_add_var(cb, &diff, -1, a->var, false);
    conjoin(cb, where, &diff, GT_LIN_EQ);
}

gt_cb_change *gt_cb_repeated(gt_cb *cb, const gt_cmd_branch *branch, const gt_cb_change *changes,
                             uint32_t *nchanges, gt_bdd *again)
{
    gt_cb_change *list = GT_NEW_ARRAY(cb->ctx->arena, gt_cb_change, *nchanges);
    uint32_t n = 0;
    for (uint32_t i = 0; i < *nchanges; i++) {
        const gt_assign *a = &branch->assigns[i];
        gt_lin diff;
        bool moves = changes[i].kind != GT_CB_CONST && cb->cmds->vars[a->var].type.kind == GT_TYPE_INT;
        if (moves) {
            difference(cb, a, *nchanges, changes, &diff);
            moves = gt_lin_is_const(&diff);
            if (moves && diff.constant != 0)
                list[n++] = (gt_cb_change){a->var, GT_CB_ADD, diff.constant};
            gt_lin_fini(cb->m, &diff);
        }
        if (!moves)
            require_same(cb, a, again);
    }
    *nchanges = n;
    return list;
}

/* next = current for the pairs of `cube` that are not in `moving` */
static gt_bdd rest_stays(gt_cb *cb, const bool *moving, gt_bdd cube)
{
    bool *pairs = gt_xcalloc(cb->npairs + 1, sizeof *pairs);
    gt_bdd r = gt_bdd_const(cb->m, true);
    gt_bdd_support(cb->m, cube, pairs);
    for (uint32_t p = cb->npairs; p-- > 0;) {
        if (!pairs[p] || moving[p])
            continue;
        gt_bdd now = gt_bdd_var(cb->m, p), next = gt_bdd_next(cb->m, p);
        gt_bdd_set(cb->m, &now, gt_bdd_xor(cb->m, now, next));
        gt_bdd_set(cb->m, &r, gt_bdd_diff(cb->m, r, now));
        gt_bdd_drop(cb->m, now);
        gt_bdd_drop(cb->m, next);
    }
    free(pairs);
    return r;
}

bool gt_cb_ray_is_part_of(const gt_cb_ray *ray, gt_bdd where, gt_bdd step, gt_bdd cube)
{
    gt_cb *cb = ray->cb;
    gt_bdd move = one_step(ray), stays = rest_stays(cb, ray->moving, cube);
    gt_bdd_and_to(cb->m, &move, where);
    gt_bdd_and_to(cb->m, &move, stays);
    gt_bdd wrong = gt_bdd_diff(cb->m, move, step);
    bool *pairs = gt_xcalloc(cb->npairs + 1, sizeof *pairs), ok = wrong && gt_bdd_is_false(cb->m, wrong);
    gt_bdd_support(cb->m, cube, pairs); /* and the branch changes whatever the ray moves */
    for (uint32_t p = 0; p < cb->npairs; p++)
        ok = ok && (!ray->moving[p] || pairs[p]);
    free(pairs);
    gt_bdd_drop(cb->m, move);
    gt_bdd_drop(cb->m, stays);
    gt_bdd_drop(cb->m, wrong);
    return ok;
}
