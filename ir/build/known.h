/* What is known at a point of a program: literals that hold there, because the guard, the conditions around
 * it or the left operands of && || -> ?: say so. All of a step is read in one state, so a fact about an
 * expression stays true until a temporal operator looks at another state.
 *
 * Everything here is one-sided: "yes" is a proof, "no" only means that none was found. */
#ifndef GT_IR_BUILD_KNOWN_H
#define GT_IR_BUILD_KNOWN_H

#include "ir/sym.h"
#include "runtime/base.h"

/* `expr` has the truth value `holds`. Comparisons are kept as EQ, LT and LE only. */
typedef struct {
    gt_expr_kind kind;    /* of a comparison: EQ, LT, LE; else GT_EXPR_KINDS */
    const gt_expr *x, *y; /* its sides; of anything else: the expression, NULL */
    bool holds;
} gt_known_literal;

typedef struct {
    GT_VEC(gt_known_literal) known;
    size_t from;   /* facts before this one are about another state */
    bool ids_only; /* keep only comparisons of processes and disjunctions, which is what gt_known_not_none
                      needs */
    /* Two bound processes that are taken to be the same one, or NULL. */
    const gt_binder *alias, *original;
} gt_known;

/* Adds what follows from `e` being `holds`. Take back with `facts->known.n = old`. */
void gt_known_assume(gt_known *facts, const gt_expr *e, bool holds);
/* The same value, as both are read in one state. */
bool gt_known_same(const gt_known *facts, const gt_expr *x, const gt_expr *y);
/* Never the same value. */
bool gt_known_differ(gt_known *facts, const gt_expr *x, const gt_expr *y);
/* An id that is not none. */
bool gt_known_not_none(gt_known *facts, const gt_expr *id);
/* The facts contradict each other: this point is never reached. */
bool gt_known_absurd(gt_known *facts);
void gt_known_fini(gt_known *facts);

#endif
