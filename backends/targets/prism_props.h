/* Properties in PRISM's language.
 *
 * Models without probabilities are MDPs whose schedulers are their paths, so for them A f is P>=1 [f] (every
 * scheduler), and E f is the negation of A !f. In a model with probabilities, CTL speaks of all paths, also
 * those of probability zero: only operators decided by finite paths (X, until, and what follows from them by
 * negation) agree with P<=0 and are translated. */
#ifndef GT_BACKENDS_TARGETS_PRISM_PROPS_H
#define GT_BACKENDS_TARGETS_PRISM_PROPS_H

#include "backends/targets/target.h"

/* Why property `prop` cannot be expressed, with its position, or NULL. */
const char *gt_prism_refuse(const gt_emit *e, uint32_t prop, gt_pos *pos);
/* Writes the property to `props`, and labels for its state formulas to the file at hand. `stuck` is the name
 * of the formula that no command can fire. */
void gt_prism_property(gt_emit *e, uint32_t prop, const char *stuck, gt_str *props);

#endif
