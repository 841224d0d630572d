/* Whether two symmetric programs are the same one. */
#ifndef GT_TESTS_LIB_SYM_EQUAL_H
#define GT_TESTS_LIB_SYM_EQUAL_H

#include "ir/sym.h"

/* Equality of a program and a printed one: up to positions, the names of bound variables, numbers that
 * printing adds to the names of variables that hide others, and how a && b && c is nested. */
bool gt_sym_equal(const gt_sym *a, const gt_sym *b);

#endif
