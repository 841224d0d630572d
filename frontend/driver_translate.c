/* gentrans in.sym -o out.smv, and --dump. */
#include "frontend/driver_commands.h"
#include "ir/sym.h"

static gt_exit dump(gt_job *job, gt_str *out)
{
    gt_programs programs;
    switch ((gt_opt_dump)job->options->dump) {
    case GT_OPT_DUMP_NONE:
    case GT_OPT_DUMP_SYM: gt_sym_print(job->written, out); return GT_EXIT_OK;
    case GT_OPT_DUMP_POPULATION:
        if (!gt_job_core(job, job->written, &programs) || !gt_job_population(job, &programs))
            break;
        gt_pop_print(programs.pop, out);
        return GT_EXIT_OK;
    case GT_OPT_DUMP_COMMANDS:
        if (!gt_job_pipeline(job, job->written, &programs))
            break;
        gt_cmds_print(programs.cmds, out);
        return GT_EXIT_OK;
    }
    gt_job_flush(job);
    return GT_EXIT_USAGE;
}

gt_exit gt_command_translate(gt_job *job, gt_str *out)
{
    return dump(job, out);
}
