/* LTL formulas: as CTL where that is known to be the same, otherwise by a tableau beside the program. */
#ifndef GT_BACKENDS_CHECK_BDD_LTL_H
#define GT_BACKENDS_CHECK_BDD_LTL_H

#include "backends/check/bdd/fix.h"

/* A CTL formula that holds on all paths from a state if and only if the LTL formula e does, or NULL if no
 * such formula is known. Covers invariance, response, guarantee and their like (the common fragment of Maidl,
 * in part). */
const gt_expr *gt_cb_ltl_to_ctl(gt_arena *arena, const gt_expr *e);
/* How many tableau variables e takes. */
uint32_t gt_cb_tableau_size(const gt_expr *e);
/* Adds to sp the tableau of "not e": its relation and, after those sp has, its fairness constraints. *start:
 * the states of the product that promise a path on which e fails. Everything but *start, and all constraints,
 * are released by gt_cb_tableau_fini. */
void gt_cb_tableau(gt_cb_space *sp, const gt_expr *e, gt_bdd *start);
void gt_cb_tableau_fini(gt_cb_space *sp);

#endif
