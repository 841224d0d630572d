/* gentrans check --method with a question about the method's representatives instead of a verdict. */
#include "backends/check/cofactor/cofactor.h"
#include "backends/check/engine.h"
#include "backends/check/methods/sizes.h"
#include "driver/commands.h"
#include "runtime/clock.h"
#include "runtime/json.h"

typedef struct {
    uint64_t by_process, by_bit;
    gt_stop stop;
} sizes;

static sizes orbit_relation(gt_job *job, const gt_cmds *cmds)
{
    sizes s = {.stop = GT_STOP_NONE};
    gt_limits limits = gt_job_limits_left(job), half = limits;
    if (half.deadline > 0) /* one of them may be out of reach, and not the other */
        half.deadline -= (half.deadline - gt_seconds()) / 2;
    gt_stop first = gt_method_orbit_relation(&job->ctx, cmds, &half, false, &s.by_process);
    s.stop = first == GT_STOP_INTERRUPT ? first
                                        : gt_method_orbit_relation(&job->ctx, cmds, &limits, true, &s.by_bit);
    s.stop = s.stop == GT_STOP_NONE ? first : s.stop;
    return s;
}

static gt_exit answer_orbit_relation(gt_job *job, const gt_cmds *cmds, gt_str *out)
{
    sizes s = orbit_relation(job, cmds);
    struct {
        const char *key, *words;
        uint64_t nodes;
    } sizes_of[] = {{"by_process", "process by process", s.by_process}, {"by_bit", "bit by bit", s.by_bit}};
    if (job->json)
        gt_json_object(job->json, "orbit_relation");
    for (int i = 0; i < 2; i++) {
        if (job->json && sizes_of[i].nodes)
            gt_json_int(job->json, sizes_of[i].key, (int64_t)sizes_of[i].nodes);
        else if (sizes_of[i].nodes)
            gt_str_addf(out, "%s: orbit relation, %s: %llu nodes\n", job->file, sizes_of[i].words,
                        (unsigned long long)sizes_of[i].nodes);
    }
    if (job->json)
        gt_json_end(job->json);
    if (s.stop != GT_STOP_NONE)
        gt_job_say(job, "%s: %s", job->file, gt_stop_name(s.stop));
    return s.stop == GT_STOP_NONE ? GT_EXIT_OK : GT_EXIT_LIMIT;
}

static gt_exit answer_check_rep(gt_job *job, const gt_cmds *cmds, gt_str *out)
{
    gt_leaders is;
    gt_limits limits = gt_job_limits_left(job);
    gt_stop stop = gt_method_check_leaders(&job->ctx, cmds, &limits, &is);
    if (stop != GT_STOP_NONE) {
        gt_job_say(job, "%s: %s", job->file, gt_stop_name(stop));
        return GT_EXIT_LIMIT;
    }
    if (job->json) {
        gt_json_object(job->json, "representatives");
        gt_json_bool(job->json, "total", is.total);
        gt_json_bool(job->json, "complete", is.complete);
        gt_json_int(job->json, "relation_nodes", (int64_t)is.relation_nodes);
        gt_json_end(job->json);
    } else {
        gt_str_addf(out,
                    "%s: every state has a representative: %s; swaps with one process are complete: %s; "
                    "relation: %llu nodes\n",
                    job->file, is.total ? "yes" : "no", is.complete ? "yes" : "no",
                    (unsigned long long)is.relation_nodes);
    }
    return is.total && is.complete ? GT_EXIT_OK : GT_EXIT_FAILS;
}

static gt_exit answer_check_predicate(gt_job *job, const gt_cmds *cmds, gt_str *out)
{
    gt_predicate is;
    gt_limits limits = gt_job_limits_left(job);
    gt_stop stop = gt_cofactor_predicate(&job->ctx, cmds, &limits, &is);
    if (stop != GT_STOP_NONE) {
        gt_job_say(job, "%s: %s", job->file, gt_stop_name(stop));
        return GT_EXIT_LIMIT;
    }
    if (job->json) {
        gt_json_object(job->json, "representatives");
        gt_json_bool(job->json, "total", is.total);
        gt_json_int(job->json, "renamings", (int64_t)is.renamings);
        gt_json_end(job->json);
    } else {
        gt_str_addf(out, "%s: every state has a representative: %s; renamings: %llu\n", job->file,
                    is.total ? "yes" : "no", (unsigned long long)is.renamings);
    }
    return is.total ? GT_EXIT_OK : GT_EXIT_FAILS;
}

gt_exit gt_command_method(gt_job *job, gt_str *out)
{
    gt_programs programs = {.made = GT_MADE_WRITTEN};
    if (!gt_job_make(job, GT_PROPS_PLAIN, &programs, GT_MADE_COMMANDS, (gt_shape){.kind = GT_SHAPE_COPIES}))
        return gt_job_failed(job);
    const char *why = gt_method_refuses(programs.cmds);
    if (why) {
        gt_job_say(job, "%s: %s", job->file, why);
        return GT_EXIT_USAGE;
    }
    if (job->options->method == &gt_engine_sat)
        return answer_check_predicate(job, programs.cmds, out);
    return job->options->orbit_relation ? answer_orbit_relation(job, programs.cmds, out)
                                        : answer_check_rep(job, programs.cmds, out);
}
