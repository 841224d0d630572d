/* What is known of integer expressions at a place in the program: intervals that follow from conditions
 * already tested there. Expressions are compared by pointer, so all of them must come from one gt_fold. */
#ifndef GT_PASSES_SYMMETRIC_FACTS_H
#define GT_PASSES_SYMMETRIC_FACTS_H

#include "ir/expr/fold.h"

/* An immutable list in the arena; NULL knows nothing. */
typedef struct gt_facts gt_facts;

typedef struct {
    int64_t lo, hi; /* lo > hi: the place cannot be reached */
} gt_range;

/* `facts` and that `cond` is `holds`. Conjunctions, negations and comparisons are taken apart; the rest is
 * ignored. */
const gt_facts *gt_facts_assume(gt_arena *arena, const gt_facts *facts, const gt_expr *cond, bool holds);
/* An interval that encloses e's values here; e is a bool, integer or enum. */
gt_range gt_facts_range(gt_arena *arena, const gt_facts *facts, const gt_expr *e);
/* Is e different from zero here? */
bool gt_facts_nonzero(gt_arena *arena, const gt_facts *facts, const gt_expr *e);
/* Do the facts contradict each other? */
bool gt_facts_impossible(const gt_facts *facts);

#endif
