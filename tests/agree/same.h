/* Reports of several engines about one program. */
#ifndef RB_SAME_H
#define RB_SAME_H

#include "backends/check/check.h"

/* NULL if b says the same as a, called `who`, as far as both know; else what is wrong, in the arena. *states
 * is the number of states all have that count alike; the first of them sets it. */
const char *rb_difference(gt_arena *arena, const gt_check_report *a, const gt_check_report *b,
                          const char *who, const char **states);

#endif
