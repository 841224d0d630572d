/* The choices of a rule as they were written. For the printer. */
#ifndef GT_IR_PRINT_SYM_RULE_H
#define GT_IR_PRINT_SYM_RULE_H

#include "ir/sym.h"

/* The one update `x := any ...` that makes the choice, or NULL if it is used anywhere else or nowhere. */
const gt_update *gt_rule_choice_update(const gt_rule *rule, const gt_binder *choice);
/* The choice that `u` makes, or NULL. */
const gt_binder *gt_rule_update_choice(const gt_rule *rule, const gt_update *u);

#endif
