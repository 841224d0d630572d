/* What the files of known*.c share; nobody else includes it. */
#ifndef GT_IR_BUILD_KNOWN_IMPL_H
#define GT_IR_BUILD_KNOWN_IMPL_H

#include "ir/build/known.h"

/* ---- known.c ---- */
/* The literal for `e`, which is no conjunction, being `holds`. */
gt_known_literal gt_known_make(const gt_expr *e, bool holds);
/* Of how many cases one must be so if `e` is `holds`: !a, b for a -> b; 0 if it is no disjunction. */
uint32_t gt_known_cases(const gt_expr *e, bool holds);
void gt_known_assume_case(gt_known *facts, const gt_known_literal *l, uint32_t i);

/* ---- known_prove.c ---- */
/* x and y differ by what they are, whatever the state. */
bool gt_known_differ_always(const gt_known *facts, const gt_expr *x, const gt_expr *y);
/* The literal compares x and y, in this order or the other. */
bool gt_known_is_pair(const gt_known *facts, const gt_known_literal *l, const gt_expr *x, const gt_expr *y);

/* ---- known_absurd.c ---- */
/* Whether the facts from number `first` on contradict each other or those before, one by one. */
bool gt_known_contradictory(const gt_known *facts, size_t first);
/* Adds what follows because all other cases of a disjunction are excluded. True if all are: the facts are
 * absurd. */
bool gt_known_propagate(gt_known *facts);

#endif
