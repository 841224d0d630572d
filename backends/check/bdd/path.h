/* Paths, for counterexamples and witnesses, and what CTL asks of the engine. */
#ifndef GT_BACKENDS_CHECK_BDD_PATH_H
#define GT_BACKENDS_CHECK_BDD_PATH_H

#include "backends/check/bdd/fix.h"

/* ---- path.c ---- */

typedef struct {
    gt_cb *cb;
    GT_VEC(int32_t *) states;
    GT_VEC(int32_t) rels; /* the relation that led to each state, or -1 */
    GT_VEC(uint64_t) times;
    int32_t loop_start;
    bool *bits; /* the state the path has come to */
} gt_cb_path;

/* No state yet. */
void gt_cb_path_init(gt_cb_path *path, gt_cb *cb);
void gt_cb_path_fini(gt_cb_path *path);
/* Begins in a state of `from`, if there is one. */
void gt_cb_path_begin(gt_cb_path *path, gt_bdd from);
/* Goes on (from its last state; begins in one of `from` if it has none) through f to g, with the relations in
 * `use` only (NULL: all). False: there is no way, or failure. *shortest (may be NULL): no shorter one exists.
 */
bool gt_cb_path_walk(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd from, gt_bdd f, gt_bdd g,
                     bool *shortest);
/* A single step to a state of `target`, by one of the relations in `use` (NULL: any). */
bool gt_cb_path_step(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd target);
/* Goes on along a fair path in f for ever: a stem and a loop. `from` as above. */
void gt_cb_path_lasso(gt_cb_path *path, const gt_cb_space *sp, gt_bdd from, gt_bdd f);
/* The path as a trace in the arena; NULL if the engine failed on the way. */
const gt_abs_trace *gt_cb_path_trace(const gt_cb_path *path);

/* Appends the state in path->bits, to which one firing of relation `rel` has led (-1: none). */
void gt_cb_path_push(gt_cb_path *path, int32_t rel);

/* ---- sets.c: for CTL ---- */

/* The structure of CTL formulas, and the path under construction. */
typedef struct {
    gt_cb_space sp; /* without constraints of its own */
    gt_cb_path *path;
} gt_cb_view;
extern const gt_sets gt_cb_sets; /* of a gt_cb_view */

/* ---- lasso.c ---- */

/* gt_sets.short_lasso: `sets` are from, f, g and h of it. */
bool gt_cb_short_lasso(const gt_cb_view *v, const gt_bdd *sets, const gt_fair_sets *fair, bool *shortest);

/* ---- ghost.c ---- */

/* For every initial state of the program itself, is one of its choices of ghosts in `good`? 1, 0, or -1:
 * cannot tell. */
int gt_cb_some_ghosts(gt_cb *cb, gt_bdd good);

#endif
