/* Properties in PRISM's language.
 *
 * Models without probabilities are MDPs whose schedulers are their paths, so for them A f is P>=1 [f] (every
 * scheduler), and E f is the negation of A !f. In a model with probabilities, CTL speaks of all paths, also
 * those of probability zero: only operators decided by finite paths (X, until, and what follows from them by
 * negation) agree with P<=0 and are translated. */
#ifndef GT_BACKENDS_PRISM_PROPS_H
#define GT_BACKENDS_PRISM_PROPS_H

#include "backends/emit_expr.h"
#include "backends/skeleton.h"

/* Why property `prop` cannot be expressed, with its position, or NULL. */
const char *gt_prism_refuse(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos);
/* Writes the property to `props`, and labels for its state formulas to em->out. `stuck` is the name of the
 * formula that no command can fire. */
void gt_prism_property(gt_ctx *ctx, gt_emitter *em, uint32_t prop, const char *stuck, gt_str *props);

#endif
