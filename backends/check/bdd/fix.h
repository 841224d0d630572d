/* Fixpoints of relations: what can be reached, and the operators of CTL. */
#ifndef GT_BACKENDS_CHECK_BDD_FIX_H
#define GT_BACKENDS_CHECK_BDD_FIX_H

#include "backends/check/bdd/bdd.h"

/* ---- fix.c: fixpoints ---- */

/* The structure formulas are evaluated in: the reached states, and a tableau beside them if there is one (its
 * relation reads the state after the step and changes the tableau's variables). All sets below are parts of
 * `states`. */
typedef struct {
    gt_cb *cb;
    gt_bdd states;
    gt_bdd dead;                  /* no guard holds: such a state is its own successor */
    gt_bdd tableau, tableau_cube; /* NULL: none */
    gt_fair_sets fair;            /* constraints that hold infinitely often on the paths considered */
} gt_cb_space;

/* Grows *reached from the initial states until nothing is new or `enough` (may be NULL) says so; true:
 * complete. */
bool gt_cb_reach(gt_cb *cb, gt_bdd *reached, bool (*enough)(void *arg, gt_bdd reached), void *arg);
/* saturate.c: the same result, by another way; *reached is the initial states if it does not end.
 */
bool gt_cb_saturate(gt_cb *cb, gt_bdd *reached);
/* States of `states` in which no guard holds. */
gt_bdd gt_cb_dead(gt_cb *cb, gt_bdd states);

/* Successors by one firing of relation r, or by several in a row (plus). */
gt_bdd gt_cb_post(const gt_cb_space *sp, size_t r, bool plus, gt_bdd set);
/* Restricts the relations: relation r is used in the states of use[r] only, not at all where that is NULL. */
typedef const gt_bdd *gt_cb_use;
void gt_cb_use_fini(gt_cb *cb, gt_bdd *use);

/* States with a successor in `set`; use NULL: all relations. Dead states loop in any case. */
gt_bdd gt_cb_ex(const gt_cb_space *sp, gt_cb_use use, gt_bdd set);

/* How E[f U g] grew: layer 0 is g; each later one adds predecessors of the layer before it, by single firings
 * of any relation (rel < 0), by a single firing of `rel`, or by several (plus), which end in f. */
typedef struct {
    gt_bdd set; /* with all layers before */
    int32_t rel;
    bool plus;
} gt_cb_layer;
typedef GT_VEC(gt_cb_layer) gt_cb_onion;
void gt_cb_onion_fini(gt_cb *cb, gt_cb_onion *onion);

/* E[f U g]. Accelerated where f allows it. Stops as soon as a state of `until` (may be NULL) is in. */
gt_bdd gt_cb_eu(const gt_cb_space *sp, gt_cb_use use, gt_bdd f, gt_bdd g, gt_bdd until, gt_cb_onion *onion);
/* The same breadth first, so that layer k holds the states at distance k; gives up (false, *onion empty) when
 * it takes more than `layers` layers or so much work. */
bool gt_cb_eu_layers(const gt_cb_space *sp, gt_bdd f, gt_bdd g, gt_bdd until, uint64_t layers, uint64_t work,
                     gt_cb_onion *onion);
/* EG f on fair paths. *core (may be NULL): states of f that are dead and satisfy every constraint, or from
 * which a fair path goes on in f that uses relations only as `use` says (filled here; as many entries as
 * there are relations). */
gt_bdd gt_cb_eg(const gt_cb_space *sp, gt_bdd f, gt_bdd *core, gt_bdd *use);

/* ---- recur.c ---- */

/* Relations that may fire infinitely often on paths in f, and where: use[r], owned, NULL for all others. */
void gt_cb_recurrent(const gt_cb_space *sp, gt_bdd f, gt_bdd *use);

#endif
