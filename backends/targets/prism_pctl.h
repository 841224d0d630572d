/* Formulas of pctl in the forms that Storm knows and is right about (docs/backends.md), and with their bounds
 * moved.
 *
 * A value is computed with floating point, so a bound that is very near may be missed. A formula whose bounds
 * are all harder to meet by more than the error implies the formula, and one whose bounds are all easier is
 * implied by it: below a negation, and wherever less makes it true, the other way around. */
#ifndef GT_BACKENDS_TARGETS_PRISM_PCTL_H
#define GT_BACKENDS_TARGETS_PRISM_PCTL_H

#include "ir/cmd.h"
#include "runtime/context.h"

/* Why a formula cannot be asked, with the position of the operator, or NULL. */
const char *gt_prism_pctl_refuse(const gt_cmds *cmds, const gt_expr *formula, gt_pos *pos);
/* The formula as it is asked. slack < 0: bounds are harder to meet by that much (for values above 1 by that
 * share), > 0: easier, 0: as they are. Requires that it is not refused. */
const gt_expr *gt_prism_pctl(gt_arena *arena, const gt_cmds *cmds, const gt_expr *formula, double slack);
/* Whether floating point may be on the wrong side of a bound in it. Requires that it is not refused. */
bool gt_prism_pctl_numeric(gt_arena *arena, const gt_cmds *cmds, const gt_expr *formula);
/* Whether it is `P=? [ f U[a,b] g ]` in steps, a > 0: Storm 2.0 answers 1 in a g-state from which no f-state
 * reaches g. */
bool gt_prism_pctl_late(const gt_cmds *cmds, const gt_expr *e);

#endif
