/* From a path of the explicit engine to a run of the program as written: which of its states look alike. */
#include "backends/check/explicit/explicit.h"

#include <stdlib.h>

typedef struct {
    const gt_xmodel *model;
    void *worker;
    gt_store *store;
    const uint32_t *numbers; /* the path, in the store */
    gt_twin twin;
    gt_bytes image, wanted;
    uint32_t wanted_len;
} source;

uint32_t gt_xtwin_image(const gt_xmodel *model, gt_twin *twin, void *worker, const int32_t *written,
                        gt_bytes *image)
{
    gt_twin_get(twin, written);
    return model->abstract(worker, twin->state, image);
}

static bool is_wanted(void *self, const int32_t *written)
{
    source *s = self;
    uint32_t len = gt_xtwin_image(s->model, &s->twin, s->worker, written, &s->image);
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
    s->model->concrete(s->worker, s->wanted.v, s->wanted_len, s->twin.state);
    gt_twin_put(&s->twin, concrete);
    return true;
}

const gt_run *gt_xrun_make(gt_ctx *ctx, const gt_sym *written, const gt_xmodel *model, void *worker,
                           gt_store *store, const uint32_t *numbers, size_t n, int64_t loop, const char **why)
{
    source s = {.model = model, .worker = worker, .store = store, .numbers = numbers};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, model->sym);
    s.twin = gt_twin_new(model->layout, gt_layout_new(ctx->arena, sym));
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
    gt_twin_fini(&s.twin);
    free(s.image.v);
    free(s.wanted.v);
    return run;
}
