/* Acceleration: a command that moves numbers, or a cycle of such commands, any number of times at once. */
#ifndef GT_BACKENDS_CHECK_BDD_ACCEL_H
#define GT_BACKENDS_CHECK_BDD_ACCEL_H

#include "backends/check/bdd/bdd.h"

/* ---- ray.c ---- */

/* The direction in which a repeated command moves numbers. */
typedef struct {
    gt_cb *cb;
    bool *vars;     /* variables that move and have bits of their own */
    bool *moving;   /* their pairs */
    int64_t *delta; /* what a firing adds to them; 0 for all others */
    uint32_t pivot; /* one that moves by 1 or -1 */
    gt_bdd cube;
} gt_cb_ray;

/* From changes of kind ADD; false: nothing moves by one. gt_cb_ray_end in any case. */
bool gt_cb_ray_begin(gt_cb_ray *ray, gt_cb *cb, uint32_t nchanges, const gt_cb_change *changes);
void gt_cb_ray_end(gt_cb_ray *ray);
/* { (x, y) : exists k >= 1, y = x + k delta } */
gt_bdd gt_cb_ray_moves(const gt_cb_ray *ray);
/* { (x, y) : exists k >= 1, y = x + k delta, guard(x + i delta) for 0 <= i < k }; NULL: the guard is not
 * convex. */
gt_bdd gt_cb_ray_plus(const gt_cb_ray *ray, gt_bdd guard);
/* What `changes` are when the branch fires for a second time in a row and only adds; *again is restricted to
 * the states in which that is so. */
gt_cb_change *gt_cb_repeated(gt_cb *cb, const gt_cmd_branch *branch, const gt_cb_change *changes,
                             uint32_t *nchanges, gt_bdd *again);
/* Is one step along the ray from a state of `where` always in `step`, a relation that changes `cube` only? */
bool gt_cb_ray_is_part_of(const gt_cb_ray *ray, gt_bdd where, gt_bdd step, gt_bdd cube);

/* ---- accel.c ---- */

/* gt_cb_ray_plus from the guard's expression, of which each linear part is asked where it is hardest; NULL:
 * not of that form. A guard with alternatives gives those firings that one alternative allows from the first
 * to the last: *closed says whether these are all. */
gt_bdd gt_cb_accelerate(const gt_cb_ray *ray, const gt_expr *guard, gt_bdd probable, bool *closed);

/* ---- cycle.c ---- */

/* Adds relations for short cycles of commands that only work in turns, like entering and leaving a critical
 * section. */
void gt_cb_add_cycles(gt_cb *cb);

#endif
