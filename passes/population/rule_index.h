/* The rules that may change processes of a type, found by a process's local state: a program may have a rule
 * or two for each of many local states, and should not be asked about all of them in each. */
#ifndef GT_PASSES_POPULATION_RULE_INDEX_H
#define GT_PASSES_POPULATION_RULE_INDEX_H

#include "ir/sym.h"
#include "runtime/base.h"

typedef struct {
    const gt_rule *rule;
    const gt_var *pinned; /* of self, if that has the type: the rule needs `value` there; or NULL */
    int32_t value;
    bool others; /* it may change processes that are neither self nor partners */
} gt_indexed_rule;

/* Numbers of rules, ascending. */
typedef GT_VEC(uint32_t) gt_rule_list;

/* Zeroed: empty. */
typedef struct {
    GT_VEC(gt_indexed_rule) rules;
    const gt_var *key;           /* the variable that rules need a value of most often; NULL: none does */
    gt_rule_list *keyed, always; /* those that only change processes with that value of `key` (by value -
                                    type.lo); the others */
} gt_rule_index;

/* The rule has that update, of a local variable of the type. Rules are noted in their order. */
void gt_rule_index_note(gt_rule_index *index, const gt_rule *rule, const gt_update *update);
/* All rules are noted. */
void gt_rule_index_finish(gt_rule_index *index, const gt_proc *proc);
void gt_rule_index_fini(gt_rule_index *index);

/* The rules that may change a process in local state `row`, and maybe some that do not, in their order. */
typedef struct {
    const gt_rule_index *index;
    const gt_rule_list *keyed;
    size_t i, k;
} gt_rule_walk;
gt_rule_walk gt_rule_index_walk(const gt_rule_index *index, const int32_t *row);
/* NULL at the end. */
const gt_indexed_rule *gt_rule_index_next(gt_rule_walk *walk);

#endif
