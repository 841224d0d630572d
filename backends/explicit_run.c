/* From a path of the explicit engine to a run of named processes: step by step a successor of the program as
 * written that the next state stands for. Every step is thereby replayed. */
#include "backends/explicit.h"
#include "ir/abstract.h"
#include "ir/sym_step.h"

#include <stdlib.h>

enum { TURNS_MAX = 24, LOOP_STEPS_MAX = 2000 };

typedef struct {
    gt_ctx *ctx;
    const gt_xmodel *model;
    void *worker;
    gt_store *store;
    gt_sym_step *step;
    const gt_layout *layout; /* of the program as written, with ghosts */
    size_t nplaces;
    size_t *made, *written; /* where the same value stands in a state of either program */
    int32_t *state;         /* of the program the model is of */
    gt_bytes image, wanted;
    uint32_t wanted_len;
    const int32_t *exactly; /* the concrete state that would be best, or NULL */
    gt_run_step found;
    bool is_found, is_exact;
    GT_VEC(gt_run_step) steps;
} lifter;

/* ---- between the two programs ---- */

static void link_places(lifter *l)
{
    const gt_layout *from = l->model->layout;
    const gt_sym *sym = from->sym;
    const gt_cmds only_sym = {.sym = sym};
    gt_abstract *abs = gt_abstract_new(l->layout, &only_sym);
    l->made = gt_xmalloc(from->width, sizeof *l->made);
    l->written = gt_xmalloc(from->width, sizeof *l->written);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        l->made[l->nplaces] = from->shared[i];
        l->written[l->nplaces++] = gt_abstract_place(abs, sym->shared[i]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            size_t first = gt_abstract_place(abs, sym->procs[t]->vars[v]);
            for (uint32_t p = 0; p < (uint32_t)sym->procs[t]->n; p++) {
                l->made[l->nplaces] =
                    from->procs[t].base + p * from->procs[t].stride + from->procs[t].offset[v];
                l->written[l->nplaces++] = first + p * l->layout->procs[t].stride;
            }
        }
    }
    gt_abstract_free(abs);
}

static bool has_image(lifter *l, const int32_t *written)
{
    l->state[0] = 0;
    for (size_t i = 0; i < l->nplaces; i++) {
        l->state[l->made[i]] = written[l->written[i]];
    }
    uint32_t len = l->model->abstract(l->worker, l->state, &l->image);
    return len == l->wanted_len && !memcmp(l->image.v, l->wanted.v, len);
}

/* ---- steps ---- */

static bool on_firing(void *arg, const gt_firing *f)
{
    lifter *l = arg;
    if (!has_image(l, f->to)) {
        return true;
    }
    size_t width = l->layout->width;
    bool exact = !l->exactly || !memcmp(f->to, l->exactly, width * sizeof *f->to);
    if (l->is_found && !exact) {
        return true;
    }
    const gt_rule *r = f->rule;
    int32_t *bound = GT_NEW_ARRAY(l->ctx->arena, int32_t, (size_t)r->npartners + r->nchoices);
    for (uint32_t i = 0; i < r->npartners; i++) {
        bound[i] = f->partners[i] - 1;
    }
    for (uint32_t i = 0; i < r->nchoices; i++) {
        bound[r->npartners + i] = f->choices[i] - (r->choices[i]->type.kind == GT_TYPE_ID);
    }
    l->found = (gt_run_step){.rule = r,
                             .self = f->self - 1,
                             .bound = bound,
                             .times = 1,
                             .state = gt_arena_copy(l->ctx->arena, f->to, width, sizeof *f->to)};
    l->is_found = true;
    l->is_exact = exact;
    return !exact;
}

/* Appends a step to the state with this number. */
static void go(lifter *l, uint32_t number)
{
    const int32_t *from = l->steps.v[l->steps.n - 1].state;
    l->is_found = false;
    l->wanted_len = gt_store_get(l->store, number, &l->wanted);
    gt_sym_step_successors(l->step, from, l->model->symmetric && !l->exactly, on_firing, l);
    if (!l->is_found) {
        if (gt_sym_step_enabled(l->step, from, l->model->symmetric) || !has_image(l, from)) {
            gt_ice("a path of the explicit engine is none of the program");
        }
        l->found = (gt_run_step){.self = -1, .times = 1, .state = from};
    }
    gt_vec_push(&l->steps, l->found);
}

static void begin(lifter *l, uint32_t number)
{
    int32_t *state = GT_NEW_ARRAY(l->ctx->arena, int32_t, l->layout->width);
    l->wanted_len = gt_store_get(l->store, number, &l->wanted);
    l->model->concrete(l->worker, l->wanted.v, l->wanted_len, l->state);
    for (size_t i = 0; i < l->nplaces; i++) {
        state[l->written[i]] = l->state[l->made[i]];
    }
    gt_vec_push(&l->steps, ((gt_run_step){.self = -1, .times = 1, .state = state}));
}

/* Goes round the loop until the run meets a state it had at the same place in an earlier turn. */
static void close_loop(lifter *l, const uint32_t *numbers, size_t n, size_t loop, gt_run *run)
{
    size_t starts[TURNS_MAX + 1], bytes = l->layout->width * sizeof(int32_t);
    starts[0] = loop;
    for (uint32_t turn = 0;; turn++) {
        l->exactly = l->steps.v[loop].state;
        go(l, numbers[loop]);
        l->exactly = NULL;
        size_t here = l->steps.n - 1;
        for (uint32_t k = 0; k <= turn; k++) {
            if (!memcmp(l->steps.v[here].state, l->steps.v[starts[k]].state, bytes)) {
                run->loop_start = (int32_t)starts[k];
                return;
            }
        }
        if (turn + 1 == TURNS_MAX || l->steps.n > LOOP_STEPS_MAX) {
            run->loop_start = (int32_t)loop;
            run->renamed = true;
            return;
        }
        starts[turn + 1] = here;
        for (size_t i = loop + 1; i < n; i++) {
            go(l, numbers[i]);
        }
    }
}

const gt_run *gt_xrun_make(gt_ctx *ctx, const gt_sym *written, const gt_xmodel *model, void *worker,
                           gt_store *store, const uint32_t *numbers, size_t n, int64_t loop)
{
    lifter l = {.ctx = ctx, .model = model, .worker = worker, .store = store};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, model->sym);
    l.step = gt_sym_step_new(sym);
    l.layout = gt_layout_new(ctx->arena, sym);
    l.state = gt_xcalloc(model->layout->width, sizeof *l.state);
    link_places(&l);
    gt_run *run = GT_NEW(ctx->arena, gt_run);
    run->sym = sym;
    run->loop_start = -1;
    begin(&l, numbers[0]);
    for (size_t i = 1; i < n; i++) {
        go(&l, numbers[i]);
    }
    if (loop >= 0) {
        close_loop(&l, numbers, n, (size_t)loop, run);
    }
    run->nsteps = (uint32_t)l.steps.n;
    run->steps = gt_arena_copy(ctx->arena, l.steps.v, l.steps.n, sizeof *l.steps.v);
    free(l.steps.v);
    free(l.state);
    free(l.made);
    free(l.written);
    free(l.image.v);
    free(l.wanted.v);
    gt_sym_step_free(l.step);
    return run;
}
