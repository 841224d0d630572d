/* From a path of the explicit engine to a run of the program as written: which of its states look alike. */
#include "backends/check/explicit/explicit.h"
#include "ir/mean/abstract.h"

#include <stdlib.h>

typedef struct {
    const gt_xmodel *model;
    void *worker;
    gt_store *store;
    const uint32_t *numbers; /* the path, in the store */
    gt_xplaces places;
    gt_bytes image, wanted;
    uint32_t wanted_len;
} source;

/* ---- between the two programs ---- */

gt_xplaces gt_xplaces_new(const gt_xmodel *model, const gt_layout *layout)
{
    gt_xplaces p = {.model = model};
    const gt_layout *from = model->layout;
    const gt_sym *sym = from->sym;
    const gt_cmds only_sym = {.sym = sym};
    gt_abstract *abs = gt_abstract_new(layout, &only_sym);
    p.made = gt_xmalloc(from->width, sizeof *p.made);
    p.written = gt_xmalloc(from->width, sizeof *p.written);
    p.state = gt_xcalloc(from->width, sizeof *p.state);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        p.made[p.n] = from->shared[i];
        p.written[p.n++] = gt_abstract_offset(abs, sym->shared[i]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            size_t first = gt_abstract_offset(abs, sym->procs[t]->vars[v]);
            for (uint32_t k = 0; k < (uint32_t)sym->procs[t]->n; k++) {
                p.made[p.n] = from->procs[t].base + k * from->procs[t].stride + from->procs[t].offset[v];
                p.written[p.n++] = first + k * layout->procs[t].stride;
            }
        }
    }
    gt_abstract_free(abs);
    return p;
}

void gt_xplaces_free(gt_xplaces *p)
{
    free(p->made);
    free(p->written);
    free(p->state);
}

uint32_t gt_xplaces_image(const gt_xplaces *p, void *worker, const int32_t *written, gt_bytes *image)
{
    p->state[0] = 0;
    for (size_t i = 0; i < p->n; i++)
        p->state[p->made[i]] = written[p->written[i]];
    return p->model->abstract(worker, p->state, image);
}

static bool is_wanted(void *self, const int32_t *written)
{
    source *s = self;
    uint32_t len = gt_xplaces_image(&s->places, s->worker, written, &s->image);
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
    const gt_xplaces *p = &s->places;
    s->model->concrete(s->worker, s->wanted.v, s->wanted_len, p->state);
    for (size_t i = 0; i < p->n; i++)
        concrete[p->written[i]] = p->state[p->made[i]];
    return true;
}

const gt_run *gt_xrun_make(gt_ctx *ctx, const gt_sym *written, const gt_xmodel *model, void *worker,
                           gt_store *store, const uint32_t *numbers, size_t n, int64_t loop, const char **why)
{
    source s = {.model = model, .worker = worker, .store = store, .numbers = numbers};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, model->sym);
    s.places = gt_xplaces_new(model, gt_layout_new(ctx->arena, sym));
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
    gt_xplaces_free(&s.places);
    free(s.image.v);
    free(s.wanted.v);
    return run;
}
