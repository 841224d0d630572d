/* -D n=2..64: a file is checked for one value of a constant after the other, and what comes out is a table.
 */
#ifndef GT_DRIVER_SWEEP_H
#define GT_DRIVER_SWEEP_H

#include "driver/report.h"

typedef struct gt_sweep gt_sweep;

/* Which of the constants given has a range; false after saying what is wrong with it. *sweep NULL: none has.
 */
bool gt_sweep_new(const gt_options *options, gt_sweep **sweep);
void gt_sweep_free(gt_sweep *sweep);
/* Begins with the first value again, for another file. */
void gt_sweep_begin(gt_sweep *sweep);
/* The options for the value it is at; they live in the sweep. */
const gt_options *gt_sweep_options(gt_sweep *sweep);
const char *gt_sweep_constant(const gt_sweep *sweep);
const int64_t *gt_sweep_value(const gt_sweep *sweep);
/* "n=3" */
const char *gt_sweep_define(const gt_sweep *sweep);
/* A line for these verdicts; before the first one a head. out NULL: only remembers them. */
void gt_sweep_add(gt_sweep *sweep, const gt_verdicts *c, gt_str *out);
/* To the next value; false: that was the last one, or there is no time for more. code: of this one. */
bool gt_sweep_next(gt_sweep *sweep, gt_exit code);
/* What came out: the smallest values that fail, and why it stopped before the last one. */
void gt_sweep_end(gt_sweep *sweep, const char *file, gt_str *out);

#endif
