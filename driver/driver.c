#include "driver/driver.h"

#include "driver/commands.h"
#include "driver/ending.h"
#include "driver/job.h"
#include "driver/terminal.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <unistd.h>

/* The worst of several files' exit codes: bad input, then a limit, then a failing property. */
static gt_exit worse(gt_exit a, gt_exit b)
{
    static const int rank[] = {
        [GT_EXIT_OK] = 0, [GT_EXIT_FAILS] = 1, [GT_EXIT_LIMIT] = 2, [GT_EXIT_USAGE] = 3};
    return rank[a] >= rank[b] ? a : b;
}

typedef gt_exit one_file(gt_job *job, gt_str *out);

static gt_exit each_file(const gt_options *options, one_file *command)
{
    gt_exit worst = GT_EXIT_OK;
    gt_str all;
    gt_str_init(&all);
    bool array = options->json && options->files.count > 1;
    /* our own colours are obeyed; who uses them has made the rest safe */
    bool raw = options->json || gt_terminal_colours(options, STDOUT_FILENO);
    if (array)
        gt_str_add(&all, "[\n");
    bool first = true, left = false;
    const volatile sig_atomic_t *interrupted = gt_ending_interrupt();
    size_t count =
        options->command == GT_COMMAND_LIFT ? 1 : options->files.count; /* the other one is a trace */
    for (size_t i = 0; i < count && !*interrupted; i++) {
        gt_job job;
        gt_exit code;
        gt_str out;
        gt_str_init(&out);
        gt_ending_begin(options);
        if (gt_job_open(&job, options, options->files.items[i], &code))
            code = command(&job, &out);
        if (array && out.len && !first)
            gt_str_add(&all, ",\n");
        first = first && out.len == 0;
        (raw ? gt_str_add : gt_str_shown)(&all, gt_str_text(&out));
        if (!array) {
            if (fputs(gt_str_text(&all), stdout) == EOF || fflush(stdout) != 0)
                code = gt_ending_unwritten();
            all.len = 0;
        }
        gt_str_fini(&out);
        left = left || job.left;
        gt_job_close(&job);
        worst = worse(worst, code);
    }
    if (array)
        gt_str_add(&all, "]\n");
    if (array && (fputs(gt_str_text(&all), stdout) == EOF || fflush(stdout) != 0))
        worst = gt_ending_unwritten();
    gt_str_fini(&all);
    worst = *interrupted ? worse(worst, GT_EXIT_LIMIT) : worst;
    if (left) { /* what the pass had on the heap is not given back: nothing to tell a leak checker */
        fflush(NULL);
        _Exit((int)worst);
    }
    return worst;
}

gt_exit gt_driver_main(const gt_options *options)
{
    gt_ending_install(options);
    switch (options->command) {
    case GT_COMMAND_TRANSLATE: return each_file(options, gt_command_translate);
    case GT_COMMAND_CHECK: return each_file(options, gt_command_check);
    case GT_COMMAND_BISIM: return each_file(options, gt_command_bisim);
    case GT_COMMAND_INFO: return each_file(options, gt_command_info);
    case GT_COMMAND_RUN: return each_file(options, gt_command_check);
    case GT_COMMAND_LIFT: return each_file(options, gt_command_lift);
    case GT_COMMAND_HELP:
    case GT_COMMAND_VERSION:
    case GT_COMMAND_COUNT: break;
    }
    gt_ice("the command '%s' has no function", gt_options_command_name(options->command));
}
