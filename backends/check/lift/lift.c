#include "backends/check/lift/lift.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* How much of a run is replayed before giving up: values looked at; and to close a loop in the same state,
 * which need not be: turns tried, values looked at for one step, values kept. */
enum {
    WORK_MAX = 500000000,
    TURNS_MAX = 24,
    EXACT_WORK_MAX = 200000000,
    LOOP_STEPS_MAX = 2000,
    LOOP_VALUES_MAX = 100000000
};

typedef struct {
    gt_ctx *ctx;
    const gt_lift_source *path;
    gt_sym_step *step;
    size_t width; /* of a concrete state */
    bool symmetric, expand;
    uint64_t work;
    GT_VEC(gt_run_step) steps;
    const int32_t *exactly; /* the concrete state that would be best, or NULL */
    uint64_t exact_work;
    gt_run_step found;
    bool is_found;
} lifter;

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
                         .state = gt_arena_copy(l->ctx->arena, f->to, l->width, sizeof *f->to)};
}

static bool is_exact(const lifter *l, const int32_t *state)
{
    return memcmp(state, l->exactly, l->width * sizeof *state) == 0;
}

static bool on_firing(void *arg, const gt_firing *f)
{
    lifter *l = arg;
    gt_arena_ask_now(l->ctx->arena); /* with a million processes one look takes long */
    l->work += l->width;
    if (!l->path->is_wanted(l->path->self, f->to))
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
    l->exact_work += l->width;
    if (!is_exact(l, f->to))
        return l->exact_work < EXACT_WORK_MAX;
    l->found = step_of(l, f);
    return false;
}

/* A successor of `from` that is wanted, if possible l->exactly; by `rule` if it can do it. */
static bool find_step(lifter *l, const int32_t *from, const gt_rule *rule)
{
    l->is_found = false;
    if (rule)
        gt_sym_step_by_rule(l->step, from, rule, l->symmetric, on_firing, l);
    if (!l->is_found)
        gt_sym_step_successors(l->step, from, l->symmetric, on_firing, l);
    if (l->is_found && l->exactly && !is_exact(l, l->found.state)) {
        l->exact_work = 0;
        gt_sym_step_successors(l->step, from, false, on_exact_firing, l);
    }
    if (l->is_found)
        return true;
    /* A state without rule, and one with an error, loops. */
    if (gt_sym_step_enabled(l->step, from, l->symmetric) || !l->path->is_wanted(l->path->self, from))
        return false;
    l->found = (gt_run_step){.self = -1, .times = 1, .state = from};
    return true;
}

/* The firings from one state of the path to another. */
static bool lift_step(lifter *l, uint32_t abs_from, uint32_t abs_to, uint64_t times, const gt_rule *rule)
{
    const int32_t *from = l->steps.v[l->steps.n - 1].state;
    gt_arena_mark mark = gt_arena_here(l->ctx->arena);
    int32_t *keep = gt_xmalloc(l->width, sizeof *keep);
    const int32_t *best = l->exactly;
    bool ok = true;
    for (uint64_t k = 1; k <= times && ok; k++) {
        l->path->want(l->path->self, abs_from, abs_to, k);
        l->exactly = k < times ? NULL : best;
        ok = find_step(l, from, rule) && l->work < WORK_MAX;
        if (!ok)
            break;
        if (l->expand || k == times) {
            l->found.times = l->expand ? 1 : times;
            gt_vec_push(&l->steps, l->found);
            from = l->found.state;
        } else { /* only the last one is kept */
            memcpy(keep, l->found.state, l->width * sizeof *keep);
            gt_arena_release(l->ctx->arena, mark);
            from = keep;
        }
    }
    free(keep);
    return ok;
}

/* From the state before it to state i. */
static bool lift_next(lifter *l, uint32_t i)
{
    const gt_lift_source *p = l->path;
    return lift_step(l, i - 1, i, p->times ? p->times[i] : 1, p->rules ? p->rules[i] : NULL);
}

/* ---- loops ---- */

/* Goes round the loop until the concrete run meets a state it had at the same place in an earlier turn. */
static bool close_loop(lifter *l, size_t loop_step, gt_run *run)
{
    uint32_t first = (uint32_t)l->path->loop, last = l->path->n - 1;
    size_t starts[TURNS_MAX + 1] = {loop_step};
    for (uint32_t turn = 0; turn < TURNS_MAX; turn++) {
        l->exactly = l->steps.v[starts[0]].state; /* from the last state back to the first of the loop */
        if (!lift_step(l, last, first, 1, NULL))
            return false;
        l->exactly = NULL;
        size_t here = l->steps.n - 1;
        for (uint32_t k = 0; k <= turn; k++)
            if (memcmp(l->steps.v[here].state, l->steps.v[starts[k]].state, l->width * sizeof(int32_t)) ==
                0) {
                run->loop_start = (int32_t)starts[k];
                return true;
            }
        if (turn + 1 == TURNS_MAX || l->steps.n > LOOP_STEPS_MAX || l->steps.n * l->width > LOOP_VALUES_MAX) {
            run->loop_start = (int32_t)starts[0];
            run->renamed = true;
            return true;
        }
        starts[turn + 1] = here;
        for (uint32_t i = first + 1; i <= last; i++)
            if (!lift_next(l, i))
                return false;
    }
    return false;
}

static bool lift(lifter *l, gt_run *run)
{
    const gt_lift_source *p = l->path;
    int32_t *state = GT_NEW_ARRAY(l->ctx->arena, int32_t, l->width);
    if (p->n == 0 || !p->start(p->self, l->step, state))
        return false;
    gt_layout_settle(gt_sym_step_layout(l->step), state);
    gt_vec_push(&l->steps, ((gt_run_step){.self = -1, .times = 1, .state = state}));
    size_t loop_step = 0;
    for (uint32_t i = 1; i < p->n; i++) {
        if (!lift_next(l, i))
            return false;
        if ((int32_t)i == p->loop)
            loop_step = l->steps.n - 1;
    }
    return p->loop < 0 || close_loop(l, loop_step, run);
}

static const char *why_not(const lifter *l, const gt_sym *sym)
{
    const char *unsound = gt_sym_step_eval(l->step)->unsound;
    if (l->work >= WORK_MAX)
        return "it is too long to be replayed process by process";
    if (unsound[0])
        return gt_arena_printf(l->ctx->arena, "the symmetric program in the file is unsound: %s", unsound);
    if (sym->unproved)
        return "the symmetric program in the file has no run like it: the rest of the file is no translation "
               "of it, or the checker has a bug";
    return "the program has no run like it, which is a bug of gentrans or of the checker";
}

const gt_run *gt_lift_path(gt_ctx *ctx, const gt_sym *sym, const gt_lift_source *path, bool symmetric,
                           bool expand, const char **why, bool *wrong)
{
    lifter l = {.ctx = ctx, .path = path, .symmetric = symmetric, .expand = expand};
    l.step = gt_sym_step_new(sym);
    l.width = gt_sym_step_layout(l.step)->width;
    gt_run *run = GT_NEW(ctx->arena, gt_run);
    run->sym = sym;
    run->loop_start = -1;
    bool ok = lift(&l, run);
    *wrong = !ok && l.work < WORK_MAX;
    if (!ok)
        *why = why_not(&l, sym);
    run->nsteps = (uint32_t)l.steps.n;
    run->steps = gt_arena_copy(ctx->arena, l.steps.v, l.steps.n, sizeof *l.steps.v);
    free(l.steps.v);
    gt_sym_step_free(l.step);
    return ok ? run : NULL;
}
