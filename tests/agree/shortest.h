/* Lassos that are said to be the shortest, held against all shorter ones. */
#ifndef RB_SHORTEST_H
#define RB_SHORTEST_H

#include "backends/check/check.h"

/* How many states a shortest lasso has in stem and loop together; 0: the result claims nothing of the kind.
 */
uint32_t rb_lasso_states(const gt_check_result *result);
/* Of a result about the program itself, every process by itself: NULL, or a sentence if the formula is `AF q`
 * or `AG (p -> AF q)` and a lasso with fewer states refutes it. Walks through all of them, where they are not
 * too many: *tried says so. */
const char *rb_shorter_lasso(const gt_sym *written, const gt_check_result *result, bool *tried);

#endif
