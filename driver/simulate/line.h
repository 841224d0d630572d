/* Lines of standard input. */
#ifndef GT_DRIVER_SIMULATE_LINE_H
#define GT_DRIVER_SIMULATE_LINE_H

#include "runtime/arena.h"

#include <stdbool.h>

typedef struct gt_lines gt_lines;
gt_lines *gt_lines_new(gt_arena *arena);
bool gt_lines_edited(const gt_lines *lines);
/* The next line without its end, until the call after; NULL: there is none. */
const char *gt_lines_next(gt_lines *lines);

#endif
