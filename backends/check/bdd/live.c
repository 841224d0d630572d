/* EG, with and without fairness. */
#include "backends/check/bdd/accel.h"
#include "backends/check/bdd/fix.h"

#include <stdlib.h>

/* Part of z from which every constraint can be met in z again: one round of Emerson and Lei. */
static gt_bdd fair_round(const gt_cb_space *sp, gt_cb_use use, gt_bdd f, gt_bdd z)
{
    gt_bdd_mgr *m = sp->cb->m;
    gt_bdd r = gt_bdd_ref(m, z);
    for (uint32_t k = 0; k < sp->fair.n; k++) {
        gt_bdd goal = gt_bdd_and(m, r, sp->fair.sets[k]);
        gt_bdd until = gt_cb_eu(sp, use, f, goal, NULL, NULL);
        gt_bdd next = gt_cb_ex(sp, use, until);
        gt_bdd_and_to(m, &r, next);
        gt_bdd_drop(m, goal);
        gt_bdd_drop(m, until);
        gt_bdd_drop(m, next);
    }
    if (sp->fair.n == 0) {
        gt_bdd next = gt_cb_ex(sp, use, r);
        gt_bdd_and_to(m, &r, next);
        gt_bdd_drop(m, next);
    }
    return r;
}

/* Paths use relations that cannot recur finitely often. So the greatest fixpoint is taken over the recurrent
 * ones alone, where it has few rounds, and what leads there is a least fixpoint, which is accelerated. */
gt_bdd gt_cb_eg(const gt_cb_space *sp, gt_bdd f, gt_bdd *core, gt_bdd *use)
{
    gt_cb *cb = sp->cb;
    gt_bdd_mgr *m = cb->m;
    gt_bdd *recurs = use ? use : gt_xcalloc(cb->rels.n + 1, sizeof *recurs);
    gt_cb_recurrent(sp, f, recurs);
    gt_bdd z = gt_bdd_ref(m, f);
    for (bool more = true; more;) {
        cb->work.now.iteration++;
        gt_bdd next = fair_round(sp, recurs, f, z);
        more = next && next != z;
        gt_bdd_set(m, &z, next);
    }
    gt_bdd all = gt_cb_eu(sp, NULL, f, z, NULL, NULL);
    if (core)
        *core = z;
    else
        gt_bdd_drop(m, z);
    if (!use)
        gt_cb_use_fini(cb, recurs);
    return all;
}
