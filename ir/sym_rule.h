/* How a rule was written, as far as it can be told from what became of it. For the printer. */
#ifndef GT_IR_SYM_RULE_H
#define GT_IR_SYM_RULE_H

#include "ir/sym.h"

typedef struct {
    const char *source, *target; /* locations */
    uint32_t update;             /* number, in every branch, of the update loc := target */
} gt_edge;

/* Whether the rule is an edge `A -> B`: without a name, with the edge's label, its guard beginning with loc
 * == A and every branch with loc := B at the same place. */
bool gt_rule_is_edge(const gt_rule *rule, gt_edge *edge);
/* The one update `x := any ...` that makes the choice, or NULL if it is used anywhere else or nowhere. */
const gt_update *gt_rule_choice_update(const gt_rule *rule, const gt_binder *choice);
/* The choice that `u` makes, or NULL. */
const gt_binder *gt_rule_update_choice(const gt_rule *rule, const gt_update *u);

#endif
