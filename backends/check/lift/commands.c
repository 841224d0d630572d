/* Traces of guarded commands. */
#include "backends/check/lift/lift.h"
#include "ir/mean/abstract.h"
#include "ir/mean/cmd_step.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { INITIAL_WORK_MAX = 50000000 }; /* values of initial states that are looked at */

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_abs_trace *trace;
    const gt_layout *layout;
    gt_abstract *abs;
    int32_t *wanted, *image;
    int32_t *start; /* where an initial state goes; then NULL */
    uint64_t work;
} source;

static bool is_wanted(void *self, const int32_t *concrete)
{
    source *s = self;
    gt_abstract_apply(s->abs, concrete, s->image);
    return memcmp(s->image, s->wanted, s->cmds->nvars * sizeof *s->image) == 0;
}

static void want(void *self, uint32_t from, uint32_t to, uint64_t k)
{
    source *s = self;
    const int32_t *a = s->trace->states[from], *b = s->trace->states[to];
    int64_t times = s->trace->times && to > from ? (int64_t)s->trace->times[to] : 1;
    for (uint32_t v = 0; v < s->cmds->nvars; v++) { /* repeated firings add the same amount each time */
        int64_t d = ((int64_t)b[v] - a[v]) / times;
        s->wanted[v] = (int64_t)k == times ? b[v] : (int32_t)(a[v] + d * (int64_t)k);
    }
}

static bool on_initial(void *arg, const int32_t *state)
{
    source *s = arg;
    gt_arena_ask_now(s->ctx->arena);
    s->work += s->layout->width;
    if (!is_wanted(s, state))
        return s->work < INITIAL_WORK_MAX;
    memcpy(s->start, state, s->layout->width * sizeof *state);
    s->start = NULL;
    return false;
}

/* An initial state with the right image. If there are too many to look at, some state with it: the initial
 * states are closed under renaming of processes, so it is one unless the commands have lost a variable. */
static bool start(void *self, gt_sym_step *step, int32_t *concrete)
{
    source *s = self;
    s->start = concrete;
    want(s, 0, 0, 1);
    gt_sym_step_initial(step, on_initial, s);
    return !s->start ||
           (s->work >= INITIAL_WORK_MAX && gt_abstract_concretise(s->abs, s->trace->states[0], concrete));
}

/* The rules as written that the trace's commands were made from; NULL: none is known. */
static const gt_rule **rules_of(gt_arena *arena, const gt_cmds *cmds, const gt_abs_trace *trace)
{
    if (!trace->cmds)
        return NULL;
    const gt_rule **rules = GT_NEW_ARRAY(arena, const gt_rule *, trace->nstates);
    for (uint32_t i = 0; i < trace->nstates; i++) {
        const gt_rule *made = trace->cmds[i] < 0 ? NULL : cmds->cmds[trace->cmds[i]].origin;
        rules[i] = made && made->origin ? made->origin : made;
    }
    return rules;
}

const gt_run *gt_lift(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds, const gt_abs_trace *trace,
                      bool expand, const char **why, bool *wrong)
{
    source s = {.ctx = ctx, .cmds = cmds, .trace = trace};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, cmds->sym);
    s.layout = gt_layout_new(ctx->arena, sym);
    s.abs = gt_abstract_new(s.layout, cmds);
    s.wanted = gt_xmalloc((size_t)cmds->nvars + 1, sizeof *s.wanted);
    s.image = gt_xmalloc((size_t)cmds->nvars + 1, sizeof *s.image);
    gt_lift_source path = {.n = trace->nstates,
                           .loop = trace->loop_start,
                           .times = trace->times,
                           .rules = rules_of(ctx->arena, cmds, trace),
                           .self = &s,
                           .start = start,
                           .want = want,
                           .is_wanted = is_wanted};
    bool symmetric = !gt_sym_is_tied(s.layout->sym) && cmds->encoding != GT_ENC_NONE;
    const gt_run *run = gt_lift_path(ctx, sym, &path, symmetric, expand, why, wrong);
    free(s.wanted);
    free(s.image);
    gt_abstract_free(s.abs);
    return run;
}

bool gt_lift_refutes(const gt_cmds *cmds, const gt_prop *prop, const gt_abs_trace *trace)
{
    const gt_expr *formula = NULL;
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (cmds->props[i].origin == prop)
            formula = cmds->props[i].formula;
    if (!formula || (prop->kind != GT_PROP_INVARIANT && prop->kind != GT_PROP_NOERROR))
        return true;
    gt_cmd_step *step = gt_cmd_step_new(cmds);
    gt_eval *eval = gt_cmd_step_eval(step);
    uint32_t handle = gt_eval_compile(eval, formula);
    bool found = false;
    for (uint32_t k = 0; k < trace->nstates && !found; k++) {
        gt_eval_state(eval, trace->states[k], false);
        found = gt_eval_int(eval, handle) == 0;
    }
    gt_cmd_step_free(step);
    return found;
}
