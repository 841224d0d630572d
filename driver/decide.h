/* One engine after the other, or two at once, on one part of the properties. */
#ifndef GT_DRIVER_DECIDE_H
#define GT_DRIVER_DECIDE_H

#include "backends/check/engine.h"
#include "driver/job.h"
#include "driver/report.h"

/* By plan (driver/plan.h): what an engine has found before its turn is over is kept. part->skip says what is
 * not wanted. NULL after reporting errors or saying why, or when the translation was stopped. */
gt_check_report *gt_decide(gt_job *job, gt_part *part);

#endif
