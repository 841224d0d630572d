/* The driver: what each command of gentrans does, as a pipeline of the front end, the passes and the back
 * ends. */
#ifndef GT_DRIVER_DRIVER_H
#define GT_DRIVER_DRIVER_H

#include "driver/options.h"

/* The shape of what --json prints: docs/json.md, docs/gentrans.schema.json. */
enum { GT_JSON_SCHEMA = 1 };

/* Carries out one command line that gt_options_answer did not. Reports on standard output and standard error.
 */
gt_exit gt_driver_main(const gt_options *options);

#endif
