/* Generic representatives: paper 000. What `check` does anyway, on counters. */
#include "backends/check/methods/methods.h"

static const uint64_t threshold_work = 1000000; /* operations on nodes */

/* Nobody wants the states, and all that is asked is whether invariants hold. */
static bool only_backward(const gt_cmds *cmds, const gt_check_options *options)
{
    bool only = options->no_states;
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        const gt_prop *prop = cmds->props[p].origin;
        bool skipped = options->skip && options->skip[p];
        only =
            only && (skipped || (prop->kind == GT_PROP_INVARIANT && !(prop->nprefix && prop->prefix_exists)));
    }
    return only;
}

/* Backward from the bad states where they are thresholds of few counters: then single steps and the bits of a
 * counter together take the fewest nodes, and what the engine does for searches forward takes more of them
 * than it saves. Where they are not, this is given up soon. */
static const gt_check_report *by_thresholds(gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    gt_check_options plain = *options;
    plain.direction = GT_DIRECTION_BACKWARD;
    plain.ways.no_accelerate = plain.ways.no_drop = plain.ways.by_counter = true;
    plain.limits.work = threshold_work;
    return gt_check_bdd(ctx, cmds, &plain);
}

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    (void)why;
    const gt_check_report *of_engine =
        only_backward(program->cmds, options) ? by_thresholds(ctx, program->cmds, options) : NULL;
    if (!of_engine || of_engine->stopped == GT_STOP_WORK)
        of_engine = gt_check_bdd(ctx, program->cmds, options);
    gt_check_report *r = gt_arena_copy(ctx->arena, of_engine, 1, sizeof *of_engine);
    const gt_number numbers[] = {{"products", r->products},
                                 {"iterations", r->iterations},
                                 {"stored_nodes", r->nodes},
                                 {"live_nodes", r->live_nodes},
                                 {"peak_nodes", r->peak_nodes}};
    r->engine = self->name;
    gt_report_numbers(ctx->arena, r, numbers, sizeof numbers / sizeof *numbers);
    return r;
}

const gt_engine gt_engine_generic = {
    .name = "generic",
    .option = "generic",
    .asked = GT_ASKED_METHOD,
    .about = "counters instead of processes: what check does anyway, by the BDD engine",
    .takes = GT_TAKES_COUNTERS,
    .works_on = "generic representatives",
    .kinds = GT_KINDS_BRANCHING,
    .refuses = GT_NO_NUMBERS,
    .decide = decide};
