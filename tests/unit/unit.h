/* What unit tests have in common: main, a context for each test, programs from text and what the passes make
 * of them. A test file includes this and ends with unit_tests. */
#ifndef GT_TESTS_UNIT_H
#define GT_TESTS_UNIT_H

#include "ir/cmd.h"
#include "runtime/context.h"

#include <check.h>

/* Written by the test file: adds its tests, and fixtures of its own, which come after the context's. */
void unit_tests(TCase *tests);

/* The test once for each element of an array; _i is its index. */
#define UNIT_ADD_EACH(tests, test, array)                                                                    \
    tcase_add_loop_test(tests, test, 0, (int)(sizeof(array) / sizeof *(array)))

extern gt_ctx ctx; /* fresh in each test */
/* Another one, for tests that make many programs. */
void renew(void);

/* None of them gives NULL: what is refused fails the test, with the diagnostics shown. */
const gt_sym *load(const char *text);
const gt_sym *prepare(const gt_sym *written); /* total, scalar, ghosts; each verified */
const gt_pop *populate(const gt_sym *prepared);
const gt_cmds *encode(const gt_sym *prepared, gt_encoding encoding);

#endif
