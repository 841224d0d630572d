/* gentrans bisim: theorem 7 on this very program. */
#include "backends/bisim.h"
#include "frontend/driver_commands.h"

gt_exit gt_command_bisim(gt_job *job, gt_str *out)
{
    gt_programs programs;
    bool made = gt_job_pipeline(job, job->written, &programs);
    if (!gt_job_flush(job) || !made)
        return gt_job_failed(job);
    gt_bisim_options options = {.time_limit = gt_job_seconds_left(job), .interrupt = gt_driver_interrupt()};
    const gt_bisim_result *r = gt_bisim(&job->ctx, job->written, programs.cmds, &options);
    if (job->options->json) {
        gt_bisim_json(r, out);
    } else {
        if (job->options->files.count > 1)
            gt_str_addf(out, "%s: ", job->file);
        gt_bisim_text(r, out);
    }
    switch (r->verdict) {
    case GT_BISIM_SAME: return GT_EXIT_OK;
    case GT_BISIM_DIFFER: return GT_EXIT_FAILS;
    case GT_BISIM_LIMIT: break;
    }
    return GT_EXIT_LIMIT;
}
