/* gentrans: the only place that ends the process. */
#include <stdio.h>

#include "frontend/driver.h"
#include "frontend/options.h"

int main(int argc, char **argv)
{
    gt_options options;
    gt_exit code = GT_EXIT_USAGE;
    if (gt_options_parse(&options, argc, argv, stderr) &&
        !gt_options_answer(&options, stdout, stderr, &code)) {
        code = gt_driver_main(&options);
    }
    gt_options_fini(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gentrans: cannot write to standard output\n");
        code = GT_EXIT_USAGE;
    }
    return (int)code;
}
