#include "backends/lift.h"

#include "ir/abstract.h"
#include "ir/sym_step.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* How much of a run is replayed before giving up: values looked at; and to close a loop in the same state,
 * which need not be: turns tried, values looked at for one step, values kept. */
enum {
    WORK_MAX = 500000000,
    INITIAL_WORK_MAX = 50000000,
    TURNS_MAX = 24,
    EXACT_WORK_MAX = 200000000,
    LOOP_STEPS_MAX = 2000,
    LOOP_VALUES_MAX = 100000000
};

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_abs_trace *trace;
    gt_sym_step *step;
    const gt_layout *layout;
    gt_abstract *abs;
    bool symmetric, expand;
    uint64_t work;
    GT_VEC(gt_run_step) steps;
    int32_t *wanted;        /* image of the next state */
    int32_t *image;         /* scratch */
    const int32_t *exactly; /* the concrete state that would be best, or NULL */
    uint64_t exact_work;
    gt_run_step found;
    bool is_found;
} lifter;

static size_t valuation_bytes(const lifter *l)
{
    return l->cmds->nvars * sizeof(int32_t);
}

/* ---- one step ---- */

static gt_run_step step_of(lifter *l, const gt_firing *f)
{
    const gt_rule *r = f->rule;
    int32_t *bound = GT_NEW_ARRAY(l->ctx->arena, int32_t, (size_t)r->npartners + r->nchoices);
    for (uint32_t i = 0; i < r->npartners; i++)
        bound[i] = f->partners[i] - 1;
    for (uint32_t i = 0; i < r->nchoices; i++)
        bound[r->npartners + i] = f->choices[i] - (r->choices[i]->type.kind == GT_TYPE_ID);
    return (gt_run_step){.rule = r,
                         .self = f->self - 1,
                         .bound = bound,
                         .times = 1,
                         .state = gt_arena_copy(l->ctx->arena, f->to, l->layout->width, sizeof *f->to)};
}

static bool is_exact(const lifter *l, const int32_t *state)
{
    return memcmp(state, l->exactly, l->layout->width * sizeof *state) == 0;
}

static bool on_firing(void *arg, const gt_firing *f)
{
    lifter *l = arg;
    gt_arena_ask_now(l->ctx->arena); /* with a million processes one look takes long */
    gt_abstract_apply(l->abs, f->to, l->image);
    l->work += l->layout->width;
    if (memcmp(l->image, l->wanted, valuation_bytes(l)) != 0)
        return l->work < WORK_MAX;
    l->found = step_of(l, f);
    l->is_found = true;
    return false;
}

/* Looks for l->exactly itself, among as many firings as there is time for. */
static bool on_exact_firing(void *arg, const gt_firing *f)
{
    lifter *l = arg;
    gt_arena_ask_now(l->ctx->arena);
    l->exact_work += l->layout->width;
    if (!is_exact(l, f->to))
        return l->exact_work < EXACT_WORK_MAX;
    l->found = step_of(l, f);
    return false;
}

/* A successor of `from` whose image is l->wanted, if possible l->exactly. */
static bool find_step(lifter *l, const int32_t *from)
{
    l->is_found = false;
    gt_sym_step_successors(l->step, from, l->symmetric, on_firing, l);
    if (l->is_found && l->exactly && !is_exact(l, l->found.state)) {
        l->exact_work = 0;
        gt_sym_step_successors(l->step, from, false, on_exact_firing, l);
    }
    if (l->is_found)
        return true;
    /* A state without rule, and one with an error, loops. */
    if (gt_sym_step_enabled(l->step, from, l->symmetric))
        return false;
    gt_abstract_apply(l->abs, from, l->image);
    if (memcmp(l->image, l->wanted, valuation_bytes(l)) != 0)
        return false;
    l->found = (gt_run_step){.self = -1, .times = 1, .state = from};
    l->is_found = true;
    return true;
}

/* The firings from state number i-1 of the trace to number i (or `to` after the last one). */
static bool lift_step(lifter *l, const int32_t *abs_from, const int32_t *abs_to, uint64_t times)
{
    const int32_t *from = l->steps.v[l->steps.n - 1].state;
    gt_arena_mark mark = gt_arena_here(l->ctx->arena);
    int32_t *keep = gt_xmalloc(l->layout->width, sizeof *keep);
    bool ok = true;
    for (uint64_t k = 1; k <= times && ok; k++) {
        for (uint32_t v = 0; v < l->cmds->nvars; v++) { /* repeated firings add the same amount each time */
            int64_t d = ((int64_t)abs_to[v] - abs_from[v]) / (int64_t)times;
            l->wanted[v] = k == times ? abs_to[v] : (int32_t)(abs_from[v] + d * (int64_t)k);
        }
        const int32_t *best = l->exactly;
        if (k < times)
            l->exactly = NULL;
        ok = find_step(l, from) && l->work < WORK_MAX;
        l->exactly = best;
        if (!ok)
            break;
        if (l->expand || k == times) {
            l->found.times = l->expand ? 1 : times;
            gt_vec_push(&l->steps, l->found);
            from = l->found.state;
        } else { /* only the last one is kept */
            memcpy(keep, l->found.state, l->layout->width * sizeof *keep);
            gt_arena_release(l->ctx->arena, mark);
            from = keep;
        }
    }
    free(keep);
    return ok;
}

/* ---- the beginning ---- */

static bool on_initial(void *arg, const int32_t *state)
{
    lifter *l = arg;
    gt_arena_ask_now(l->ctx->arena);
    gt_abstract_apply(l->abs, state, l->image);
    l->work += l->layout->width;
    if (memcmp(l->image, l->trace->states[0], valuation_bytes(l)) != 0)
        return l->work < INITIAL_WORK_MAX;
    int32_t *copy = gt_arena_copy(l->ctx->arena, state, l->layout->width, sizeof *state);
    gt_vec_push(&l->steps, ((gt_run_step){.self = -1, .times = 1, .state = copy}));
    return false;
}

/* An initial state with the right image. If there are too many to look at, some state with it: the initial
 * states are closed under renaming of processes, so it is one unless the commands have lost a variable. */
static bool begin(lifter *l)
{
    gt_sym_step_initial(l->step, on_initial, l);
    if (l->steps.n == 1 || l->work < INITIAL_WORK_MAX)
        return l->steps.n == 1;
    l->work = 0;
    int32_t *state = GT_NEW_ARRAY(l->ctx->arena, int32_t, l->layout->width);
    if (!gt_abstract_concretise(l->abs, l->trace->states[0], state))
        return false;
    gt_vec_push(&l->steps, ((gt_run_step){.self = -1, .times = 1, .state = state}));
    return true;
}

/* ---- loops ---- */

/* Goes round the loop until the concrete run meets a state it had at the same place in an earlier turn. */
static bool close_loop(lifter *l, uint32_t loop_step, gt_run *run)
{
    const gt_abs_trace *t = l->trace;
    uint32_t first = (uint32_t)t->loop_start, last = t->nstates - 1;
    size_t starts[TURNS_MAX + 1];
    size_t bytes = l->layout->width * sizeof(int32_t);
    starts[0] = loop_step;
    for (uint32_t turn = 0; turn < TURNS_MAX; turn++) {
        /* from the last state of the trace back to the first of the loop */
        l->exactly = l->steps.v[starts[0]].state;
        if (!lift_step(l, t->states[last], t->states[first], 1))
            return false;
        l->exactly = NULL;
        size_t here = l->steps.n - 1;
        for (uint32_t k = 0; k <= turn; k++)
            if (memcmp(l->steps.v[here].state, l->steps.v[starts[k]].state, bytes) == 0) {
                run->loop_start = (int32_t)starts[k];
                return true;
            }
        if (turn + 1 == TURNS_MAX || l->steps.n > LOOP_STEPS_MAX ||
            l->steps.n * l->layout->width > LOOP_VALUES_MAX) {
            run->loop_start = (int32_t)starts[0];
            run->renamed = true;
            return true;
        }
        starts[turn + 1] = here;
        for (uint32_t i = first + 1; i <= last; i++)
            if (!lift_step(l, t->states[i - 1], t->states[i], t->times ? t->times[i] : 1))
                return false;
    }
    return false;
}

static bool lift(lifter *l, gt_run *run)
{
    const gt_abs_trace *t = l->trace;
    if (t->nstates == 0 || !begin(l))
        return false;
    uint32_t loop_step = 0;
    for (uint32_t i = 1; i < t->nstates; i++) {
        if ((int32_t)(i - 1) == t->loop_start)
            loop_step = (uint32_t)l->steps.n - 1;
        if (!lift_step(l, t->states[i - 1], t->states[i], t->times ? t->times[i] : 1))
            return false;
    }
    if (t->loop_start < 0)
        return true;
    if ((uint32_t)t->loop_start == t->nstates - 1)
        loop_step = (uint32_t)l->steps.n - 1;
    return close_loop(l, loop_step, run);
}

const gt_run *gt_lift(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds, const gt_abs_trace *trace,
                      bool expand, const char **why)
{
    lifter l = {.ctx = ctx, .cmds = cmds, .trace = trace, .expand = expand};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, cmds->sym);
    l.step = gt_sym_step_new(sym);
    l.layout = gt_layout_new(ctx->arena, sym);
    l.abs = gt_abstract_new(l.layout, cmds);
    l.symmetric = !gt_layout_has_id_locals(l.layout) && cmds->encoding != GT_ENC_NONE;
    l.wanted = gt_xmalloc((size_t)cmds->nvars + 1, sizeof *l.wanted);
    l.image = gt_xmalloc((size_t)cmds->nvars + 1, sizeof *l.image);
    gt_run *run = GT_NEW(ctx->arena, gt_run);
    run->sym = sym;
    run->loop_start = -1;
    bool ok = lift(&l, run);
    if (!ok)
        *why = l.work >= WORK_MAX
                   ? "it is too long to be replayed process by process"
                   : "the program has no run like it, which is a bug of gentrans or of the checker";
    run->nsteps = (uint32_t)l.steps.n;
    run->steps = gt_arena_copy(ctx->arena, l.steps.v, l.steps.n, sizeof *l.steps.v);
    free(l.steps.v);
    free(l.wanted);
    free(l.image);
    gt_abstract_free(l.abs);
    gt_sym_step_free(l.step);
    return ok ? run : NULL;
}
