/* The method `sat` as an engine. */
#include "backends/check/cofactor/cofactor.h"
#include "backends/check/engine.h"
#include "backends/check/methods/methods.h"
#include "ir/cmd_picks.h"
#include "runtime/clock.h"

static void decide_one(gt_ctx *ctx, gt_cofactor *k, const gt_check_options *options, uint32_t p,
                       gt_check_result *r)
{
    uint32_t depth;
    double began = gt_seconds();
    r->verdict = gt_cofactor_decide(k, p, &depth);
    if (r->verdict == GT_VERDICT_FAILS) {
        r->shortest = true;
        const bool *const *inputs = options->no_traces ? NULL : gt_cofactor_inputs(ctx->arena, k, depth);
        if (inputs)
            r->trace = gt_circuit_play(ctx->arena, k->circuit, depth + 1, inputs);
    }
    r->seconds = gt_seconds() - began;
}

static void measure(gt_ctx *ctx, const gt_cofactor *k, gt_check_report *r)
{
    gt_sat_numbers n = gt_sat_count(k->gates.sat);
    const gt_number numbers[] = {{"latches", k->circuit->latches.n},
                                 {"gates", k->circuit->aig.nodes.n - 1 - k->circuit->aig.ninputs},
                                 {"iterations", k->iterations},
                                 {"enumerations", k->cofactors},
                                 {"renamings", k->renamings},
                                 {"variables", n.variables},
                                 {"clauses", n.clauses},
                                 {"questions", n.questions}};
    r->iterations = k->iterations;
    gt_report_numbers(ctx->arena, r, numbers, sizeof numbers / sizeof *numbers);
}

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    const gt_cmds *cmds = gt_cmds_split_picks(ctx->arena, program->cmds, NULL, NULL);
    double began = gt_seconds();
    const char *refused = NULL;
    *why = gt_method_refuses(cmds);
    if (*why)
        return NULL;
    gt_check_report *report = gt_report_new(ctx->arena, self, cmds->nprops, options->skip);
    gt_circuit *circuit = gt_circuit_of(ctx, cmds, &refused);
    gt_cofactor k;
    if (circuit)
        gt_cofactor_open(&k, circuit, options);
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        gt_check_result *r = &report->results[p];
        if (!gt_report_ask(report, self, p, cmds->props[p].origin))
            continue;
        if (cmds->props[p].origin->prefix_exists)
            r->note = "`exists` in front asks for a choice in each initial state: leave out --method";
        else if (refused)
            r->note = refused;
        else
            decide_one(ctx, &k, options, p, r);
    }
    if (circuit) {
        gt_report_end(report, gt_cofactor_stopped(&k));
        measure(ctx, &k, report);
        gt_cofactor_close(&k);
        gt_circuit_free(circuit);
    }
    report->seconds = gt_seconds() - began;
    return report;
}

/* No step is looked at: the representatives are those of n copies, whatever these do. */
gt_stop gt_cofactor_predicate(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, gt_predicate *out)
{
    gt_cmds still = *cmds;
    still.ncmds = still.nprops = 0;
    const gt_check_options options = {.limits = *limits};
    const char *why = NULL;
    gt_circuit *circuit = gt_circuit_of(ctx, &still, &why);
    gt_cofactor k;
    if (!circuit)
        gt_ice("%s", why);
    gt_cofactor_open(&k, circuit, &options);
    out->total = gt_cofactor_check_rep(&k);
    out->renamings = k.renamings;
    gt_stop stop = gt_cofactor_stopped(&k);
    gt_cofactor_close(&k);
    gt_circuit_free(circuit);
    return stop;
}

const gt_engine gt_engine_sat = {.name = "sat",
                                 .option = "sat",
                                 .asked = GT_ASKED_METHOD,
                                 .about = "representatives by a predicate, backward by circuits and "
                                          "satisfiability; invariants and deadlock",
                                 .takes = GT_TAKES_PROCESSES,
                                 .works_on = "unique representatives",
                                 .kinds = GT_METHOD_KINDS_REACH,
                                 .refuses = GT_METHOD_REFUSES_REACH,
                                 .decide = decide};
