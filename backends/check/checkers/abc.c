/* ABC: bounded model checking for short counterexamples, then property directed reachability, a property
 * after the other. */
#include "backends/check/checkers/impl.h"
#include "backends/targets/common.h"
#include "runtime/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORT_SECONDS = 5,      /* for a counterexample by bounded model checking */
    WITNESS_BYTES = 1 << 28 /* no witness is longer */
};

/* The witness that was written, or NULL. */
static const char *witness(gt_checker_job *job)
{
    const char *path = gt_arena_printf(job->ctx->arena, "%s/model.cex", job->folder);
    FILE *file = gt_fopen(path, "rb");
    gt_str text;
    gt_str_init(&text);
    char part[4096];
    size_t n;
    while (file && text.len < WITNESS_BYTES && (n = fread(part, 1, sizeof part, file)) > 0)
        gt_str_addn(&text, part, n);
    if (file)
        fclose(file);
    remove(path);
    const char *copy = text.len ? gt_arena_strndup(job->ctx->arena, gt_str_text(&text), text.len) : NULL;
    gt_str_fini(&text);
    return copy;
}

static void fails(gt_checker_job *job, uint32_t prop)
{
    const char *text = witness(job), *why = "it wrote no witness";
    gt_checker_set(job, prop, GT_VERDICT_FAILS, NULL);
    job->report->results[prop].trace = text ? gt_checker_trace(job, text, &why) : NULL;
    if (!job->report->results[prop].trace)
        gt_checker_set(job, prop, GT_VERDICT_UNKNOWN, why);
}

/* A call on one property. False: job->why, or a limit. */
static bool call(gt_checker_job *job, uint32_t prop, const char *method, double seconds)
{
    const char *script =
        gt_arena_printf(job->ctx->arena, "read_aiger model.aig; %s; write_cex -a model.cex", method);
    const char *argv[] = {job->program, "-q", script, NULL};
    const char *phase = gt_arena_printf(job->ctx->arena, "ABC: %s", job->cmds->props[prop].origin->name);
    gt_checker_outcome o = gt_checker_program_for(job, argv, phase, true, seconds);
    if (!o.started || o.stopped)
        return o.stopped && !job->report->stopped;
    bool asserted = gt_checker_line(o.text, "Output 0 of miter \"model\" was asserted in frame ") != NULL;
    bool proved = gt_checker_line(o.text, "Property proved.") != NULL;
    if (asserted && !proved && o.code == 0)
        fails(job, prop);
    else if (proved && !asserted && o.code == 0)
        gt_checker_set(job, prop, GT_VERDICT_HOLDS, NULL);
    else if (seconds <= 0)
        return gt_checker_unexpected(job, &o, "printed something unexpected");
    return true;
}

static bool run(gt_checker_job *job)
{
    bool *skip = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    for (uint32_t p = 0; p < job->cmds->nprops; p++) {
        if (job->skip[p])
            continue;
        if (gt_prop_is_temporal(job->cmds->props[p].origin->kind)) {
            gt_checker_set(job, p, GT_VERDICT_UNSUPPORTED, "ABC is asked about bad states only");
            continue;
        }
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            skip[i] = i != p;
        gt_outputs out;
        bool fine = gt_checker_translate(job, skip, &out);
        gt_outputs_fini(&out);
        if (!fine || !call(job, p, "bmc3 -F 1000", SHORT_SECONDS))
            return false;
        if (job->report->results[p].verdict == GT_VERDICT_UNKNOWN && !call(job, p, "pdr", 0))
            return false;
    }
    return true;
}

const gt_engine gt_engine_abc = {.name = "ABC",
                                 .option = "abc",
                                 .takes = GT_TAKES_CMDS,
                                 .asked = GT_ASKED_CHECKER,
                                 .kinds = ~0U, /* what its language cannot say is refused */
                                 .decide = gt_checker_decide,
                                 .own = &(const gt_checker){"GENTRANS_ABC", "berkeley-abc",
                                                            "on Debian: apt-get install berkeley-abc",
                                                            &gt_target_aig, run}};
