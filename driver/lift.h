/* Traces of other checkers as runs of the program. */
#ifndef GT_DRIVER_LIFT_H
#define GT_DRIVER_LIFT_H

#include "backends/check/lift/lift.h"
#include "driver/job.h"

/* The run that the trace in `file` is, of any language that a target reads. Else reports why there is none.
 */
gt_exit gt_job_lift(gt_job *job, const char *file, const gt_run **run);

#endif
