/* Temporal formulas for targets that know only some of them. */
#ifndef GT_IR_TEMPORAL_TEMPORAL_H
#define GT_IR_TEMPORAL_TEMPORAL_H

#include "ir/cmd.h"
#include "runtime/context.h"

/* The program as the targets get it: constants folded through the temporal operators of its properties,
 * fairness constraints that are true left out. If one is false no path is fair: then A is true, E is false,
 * LTL holds, and there is no constraint left. */
const gt_cmds *gt_temporal_fold_all(gt_arena *arena, const gt_cmds *cmds);
/* One formula, all paths being fair. */
const gt_expr *gt_temporal_fold(gt_arena *arena, const gt_expr *e);

/* A CTL or LTL property as one LTL formula that all paths from all initial states must satisfy, under the
 * model's fairness (as its antecedent). NULL if there is none, with *why and *pos.
 *
 * CTL: negations are pushed to the state formulas; then the formula must lie in the fragment
 *     f ::= p | f && f | p || f | AX f | AG f | AF p | A[f U p] | A[f W p] | A[p R f]          p a state
 * formula, the deterministic fragment of Maidl (The common fragment of CTL and LTL, FOCS 2000), for which
 * leaving out the path quantifiers gives an equivalent LTL formula. With fairness constraints A ranges over
 * the fair paths: the antecedent stands in front of each outermost temporal operator. */
const gt_expr *gt_temporal_ltl(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos,
                               const char **why);

/* The same formula without W and, if `release` is false, without R: CTL and LTL. */
const gt_expr *gt_temporal_without_weak(gt_arena *arena, const gt_expr *e, bool release);

/* A CTL formula whose path quantifiers range over the paths on which `stay` always holds: with E only, by EX,
 * EU and EG. `fair` must hold exactly where such a path begins. */
const gt_expr *gt_temporal_relative(gt_arena *arena, const gt_expr *e, const gt_expr *stay,
                                    const gt_expr *fair);

/* The first temporal operator of that kind in `e`, or NULL. */
const gt_expr *gt_temporal_find(const gt_expr *e, gt_expr_kind kind);
/* Refuses, with a reason and its position, an operator other than ! && || -> <-> with a temporal formula
 * below it (`f == g`, `c ? f : g`); NULL: there is none. */
const char *gt_temporal_odd(const gt_expr *e, gt_pos *pos);
/* The same for targets that write the operands of <-> twice: not at too many levels either. */
const char *gt_temporal_unwritable(const gt_expr *e, gt_pos *pos);

#endif
