/* Names of commands, for conditions, actions and labels: the rule's, and who plays it. */
#ifndef GT_BACKENDS_TARGETS_RULES_H
#define GT_BACKENDS_TARGETS_RULES_H

#include "backends/targets/target.h"

/* By command: an identifier made of its label, that no other command and nothing else has. `what` is put
 * in front of each. */
const char **gt_rule_names(gt_emit *e, const char *what);
/* The names of the conditions under which commands can fire. Commands of one rule that have the same
 * condition have one name; NULL: it is always true. */
typedef struct {
    const char **names; /* by command */
    bool *again; /* by command: it needs no definition, an earlier one has this name, or there is none */
} gt_conditions;
gt_conditions gt_rule_conditions(gt_emit *e, const char *what, const gt_expr *const *fires);
/* By command: the same for all commands of a rule. */
const char **gt_rule_actions(gt_emit *e);
/* A comment above command `cmd`, unless the one before is of the same rule and role: where its rule stands
 * and what it says, and who plays it. */
void gt_rule_comment(gt_emit *e, const char *indent, const gt_cmd *before, const gt_cmd *cmd);

#endif
