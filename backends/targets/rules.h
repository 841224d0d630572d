/* Names of commands, for conditions, actions and labels: the rule's, and who plays it. */
#ifndef GT_BACKENDS_TARGETS_RULES_H
#define GT_BACKENDS_TARGETS_RULES_H

#include "backends/targets/target.h"

/* By command: an identifier made of its label, that no other command and nothing else has. `what` is put
 * in front of each. */
const char **gt_rule_names(gt_emit *e, const char *what);
/* By command: the same for all commands of a rule. */
const char **gt_rule_actions(gt_emit *e);
/* A comment above command `cmd`, unless the one before is of the same rule and role: where its rule stands
 * and what it says, and who plays it. */
void gt_rule_comment(gt_emit *e, const char *indent, const gt_cmd *before, const gt_cmd *cmd);

#endif
