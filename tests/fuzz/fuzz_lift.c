/* Any bytes as a trace of NuSMV, TLC or Spin: an error with a reason, or a trace whose values are all in
 * range, and which is lifted or refused; never a crash, a leak or a hang. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "backends/check/lift/lift.h"
#include "backends/targets/target.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "runtime/context.h"
#include "tests/fuzz/mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static const char text[] =
    "shared x : 0..2 = 0;\nshared f : bool = false;\nprocess P[2] { states A, B; A -> B; }\n"
    "rule up when x < 2 do { x := x + 1; f := true; }\nrule back when x == 2 do x := 1;\n"
    "invariant i: f || x < 2;\n";

static void must_fit(const gt_cmds *cmds, const gt_abs_trace *trace)
{
    if (trace->nstates == 0 || trace->loop_start >= (int32_t)trace->nstates)
        abort();
    for (uint32_t i = 0; i < trace->nstates; i++)
        for (uint32_t v = 0; v < cmds->nvars; v++)
            if (trace->states[i][v] < cmds->vars[v].type.lo || trace->states[i][v] > cmds->vars[v].type.hi)
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gt_ctx ctx;
    gt_ctx_init(&ctx);
    const gt_sym *written = gt_frontend_load(&ctx, "m.sym", text, sizeof text - 1, NULL, 0);
    const gt_sym *sym = gt_pass_ghosts(&ctx, gt_pass_scalar(&ctx, gt_pass_total(&ctx, written)));
    const gt_cmds *cmds = gt_pass_dense(&ctx, gt_pass_population(&ctx, sym), false);
    const char *why = NULL;
    bool wrong;
    const gt_abs_trace *trace = gt_target_read(&ctx, cmds, (const char *)data, size, &why);
    if (!trace && !why)
        abort();
    if (trace) {
        must_fit(cmds, trace);
        if (!gt_lift(&ctx, written, cmds, trace, false, &why, &wrong) && !why)
            abort();
    }
    gt_ctx_fini(&ctx);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (seed % 2 || size == 0 || data[0] != '<')
        return LLVMFuzzerMutate(data, size, max_size);
    return gt_mutate_xml(data, size, max_size, seed);
}
