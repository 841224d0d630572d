/* Names for subexpressions that a dump would otherwise repeat: the text stays linear in the number of nodes.
 */
#ifndef GT_IR_PRINT_LETS_H
#define GT_IR_PRINT_LETS_H

#include "ir/expr/expr.h"
#include "runtime/table.h"

typedef struct {
    gt_ptrmap facts; /* node -> bits, see lets.c */
    uint32_t n;      /* names given so far */
} gt_lets;

void gt_lets_init(gt_lets *lets);
void gt_lets_fini(gt_lets *lets);
/* Counts the uses of the nodes of `root`, one of the expressions that will be printed. */
void gt_lets_scan(gt_lets *lets, const gt_expr *root);
/* Whether `e` is used often enough and is large enough for a name, and closed: it means the same everywhere.
 */
bool gt_lets_wanted(const gt_lets *lets, const gt_expr *e);
/* The number of e's name, from 1; 0 if it has none yet. */
uint32_t gt_lets_name(const gt_lets *lets, const gt_expr *e);
/* Gives `e`, which must be wanted, the next name. */
uint32_t gt_lets_give(gt_lets *lets, const gt_expr *e);

#endif
