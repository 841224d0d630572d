/* gentrans: the only place that ends the process. */
#include <fcntl.h>
#include <stdio.h>

#include "driver/driver.h"
#include "driver/ending.h"
#include "driver/options.h"

/* A closed stream's number must not become that of a file of ours. Writing to it still fails. */
static void fill_closed(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    gt_options options;
    fill_closed();
    gt_ending_begin_process();
    gt_exit code = GT_EXIT_USAGE;
    if (gt_options_parse(&options, argc, argv, stderr) && !gt_options_answer(&options, stdout, stderr, &code))
        code = gt_driver_main(&options);
    gt_options_fini(&options);
    if (fflush(stdout) != 0 || ferror(stdout))
        code = gt_ending_unwritten();
    return (int)code;
}
