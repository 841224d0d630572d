/* LTL formulas as the automata of runtime/search want them, for every engine that has use for these. */
#ifndef GT_BACKENDS_CHECK_TEMPORAL_LINEAR_H
#define GT_BACKENDS_CHECK_TEMPORAL_LINEAR_H

#include "ir/expr/expr.h"
#include "runtime/search/ltl.h"

/* States of an automaton up to which engines try. */
enum { GT_LINEAR_MOST = 4096 };

/* The number of a subformula without temporal operators. */
typedef uint32_t gt_linear_atom(void *arg, const gt_expr *e);
uint32_t gt_linear(gt_ltl *l, const gt_expr *e, gt_linear_atom *atom, void *arg);

#endif
