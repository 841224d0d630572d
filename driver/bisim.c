/* gentrans bisim: that a program and its translation are bisimilar, on this very program. */
#include "backends/check/prove/bisim.h"
#include "driver/commands.h"
#include "driver/page/page.h"
#include "driver/report.h"
#include "ir/mean/layout.h"

static void show_on_page(gt_job *job, const gt_bisim_result *r)
{
    gt_str text;
    gt_str_init(&text);
    gt_bisim_text(r, &text);
    gt_verdict verdict = r->verdict == GT_BISIM_SAME     ? GT_VERDICT_HOLDS
                         : r->verdict == GT_BISIM_DIFFER ? GT_VERDICT_FAILS
                                                         : GT_VERDICT_UNKNOWN;
    gt_page_add_text(job->page, job->file, gt_report_defines(job), gt_str_text(&text), verdict);
    gt_str_fini(&text);
}

gt_exit gt_command_bisim(gt_job *job, gt_str *out)
{
    gt_programs programs = {.sym = NULL};
    bool made = gt_layout_fits(&job->ctx, job->written) &&
                gt_job_make(job, GT_PROPS_ALL, &programs, GT_MADE_SIMPLE, gt_job_shape_written(job->options));
    if (!gt_job_flush(job) || !made)
        return gt_job_failed(job);
    gt_bisim_options options = {.limits = job->limits};
    const gt_bisim_result *r = gt_bisim(&job->ctx, job->written, programs.cmds, &options);
    if (job->page)
        show_on_page(job, r);
    if (job->options->json) {
        gt_bisim_json(r, job->json);
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
