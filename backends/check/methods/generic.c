/* Generic representatives: paper 000. What `check` does anyway, on counters. */
#include "backends/check/methods/methods.h"

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    (void)why;
    const gt_check_report *of_engine = gt_check_bdd(ctx, program->cmds, options);
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
