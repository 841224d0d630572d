/* --junit FILE: verdicts in the form that continuous integration reads: a suite for each file, a case for
 * each property. */
#ifndef GT_DRIVER_JUNIT_H
#define GT_DRIVER_JUNIT_H

#include "driver/report.h"

typedef struct gt_junit gt_junit;

gt_junit *gt_junit_new(void);
void gt_junit_free(gt_junit *junit);
void gt_junit_add(gt_junit *junit, const gt_verdicts *c);
/* A file without result, and why. */
void gt_junit_add_error(gt_junit *junit, const char *file, const char *why);
gt_exit gt_junit_write(const gt_junit *junit, const char *file);

#endif
