/* The commands that work on one file each. Results are appended to `out`, which the driver prints. */
#ifndef GT_DRIVER_COMMANDS_H
#define GT_DRIVER_COMMANDS_H

#include "driver/job.h"

gt_exit gt_command_translate(gt_job *job, gt_str *out);
gt_exit gt_command_check(gt_job *job, gt_str *out);
/* Of check: what is asked of a method's representatives, --orbit-relation or --check-rep. */
gt_exit gt_command_method(gt_job *job, gt_str *out);
gt_exit gt_command_bisim(gt_job *job, gt_str *out);
gt_exit gt_command_lift(gt_job *job, gt_str *out); /* the model is the first file, the trace the second */
gt_exit gt_command_prove(gt_job *job, gt_str *out);
gt_exit gt_command_info(gt_job *job, gt_str *out);
gt_exit gt_command_list(gt_job *job, gt_str *out);
gt_exit gt_command_draw(gt_job *job, gt_str *out);
gt_exit gt_command_symmetry(gt_job *job, gt_str *out);
gt_exit gt_command_simulate(gt_job *job, gt_str *out); /* prints on its own, while it goes on */

#endif
