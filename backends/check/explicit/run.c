/* From a path of the explicit engine to a run of the program as written: which of its states look alike. */
#include "backends/check/explicit/explicit.h"
#include "ir/mean/abstract.h"

#include <stdlib.h>

typedef struct {
    const gt_xmodel *model;
    void *worker;
    gt_store *store;
    const uint32_t *numbers; /* the path, in the store */
    const gt_layout *layout; /* of the program as written, with ghosts */
    size_t nplaces;
    size_t *made, *written; /* where the same value stands in a state of either program */
    int32_t *state;         /* of the program the model is of */
    gt_bytes image, wanted;
    uint32_t wanted_len;
} source;

/* ---- between the two programs ---- */

static void link_places(source *s)
{
    const gt_layout *from = s->model->layout;
    const gt_sym *sym = from->sym;
    const gt_cmds only_sym = {.sym = sym};
    gt_abstract *abs = gt_abstract_new(s->layout, &only_sym);
    s->made = gt_xmalloc(from->width, sizeof *s->made);
    s->written = gt_xmalloc(from->width, sizeof *s->written);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        s->made[s->nplaces] = from->shared[i];
        s->written[s->nplaces++] = gt_abstract_offset(abs, sym->shared[i]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            size_t first = gt_abstract_offset(abs, sym->procs[t]->vars[v]);
            for (uint32_t p = 0; p < (uint32_t)sym->procs[t]->n; p++) {
                s->made[s->nplaces] =
                    from->procs[t].base + p * from->procs[t].stride + from->procs[t].offset[v];
                s->written[s->nplaces++] = first + p * s->layout->procs[t].stride;
            }
        }
    }
    gt_abstract_free(abs);
}

static bool is_wanted(void *self, const int32_t *written)
{
    source *s = self;
    s->state[0] = 0;
    for (size_t i = 0; i < s->nplaces; i++)
        s->state[s->made[i]] = written[s->written[i]];
    uint32_t len = s->model->abstract(s->worker, s->state, &s->image);
    return len == s->wanted_len && !memcmp(s->image.v, s->wanted.v, len);
}

/* ---- the path ---- */

static void want(void *self, uint32_t from, uint32_t to, uint64_t k)
{
    source *s = self;
    (void)from;
    (void)k;
    s->wanted_len = gt_store_get(s->store, s->numbers[to], &s->wanted);
}

static bool start(void *self, gt_sym_step *step, int32_t *concrete)
{
    source *s = self;
    (void)step;
    want(s, 0, 0, 1);
    s->model->concrete(s->worker, s->wanted.v, s->wanted_len, s->state);
    for (size_t i = 0; i < s->nplaces; i++)
        concrete[s->written[i]] = s->state[s->made[i]];
    return true;
}

const gt_run *gt_xrun_make(gt_ctx *ctx, const gt_sym *written, const gt_xmodel *model, void *worker,
                           gt_store *store, const uint32_t *numbers, size_t n, int64_t loop, const char **why)
{
    source s = {.model = model, .worker = worker, .store = store, .numbers = numbers};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, model->sym);
    s.layout = gt_layout_new(ctx->arena, sym);
    s.state = gt_xcalloc(model->layout->width, sizeof *s.state);
    link_places(&s);
    gt_lift_source path = {.n = (uint32_t)n,
                           .loop = (int32_t)loop,
                           .self = &s,
                           .start = start,
                           .want = want,
                           .is_wanted = is_wanted};
    bool wrong;
    const gt_run *run = gt_lift_path(ctx, sym, &path, model->symmetric, false, why, &wrong);
    if (wrong)
        gt_ice("a path of the explicit engine is none of the program");
    free(s.state);
    free(s.made);
    free(s.written);
    free(s.image.v);
    free(s.wanted.v);
    return run;
}
