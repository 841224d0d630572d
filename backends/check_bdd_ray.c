/* Exact acceleration, by diagrams: a set of states is convex along a ray if who leaves it along the ray does
 * not come back; then all firings are possible if the first and the last one are. */
#include "backends/check_bdd.h"

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
