/* What `check` and `run` share: the report of an external checker in place of an engine's. */
#ifndef GT_FRONTEND_DRIVER_RUN_H
#define GT_FRONTEND_DRIVER_RUN_H

#include "backends/check.h"
#include "frontend/driver_job.h"

/* Calls the checker of --with; NULL after saying why. */
const gt_check_report *gt_driver_run(gt_job *job, const gt_cmds *cmds);

#endif
