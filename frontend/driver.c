#include "frontend/driver.h"

gt_exit gt_driver_main(const gt_options *options)
{
    fprintf(stderr, "gentrans: this build has no '%s' yet\n", gt_options_command_name(options->command));
    return GT_EXIT_USAGE;
}
