/* Controls, initial states, limits. */
#include "backends/check/multiset/multiset.h"
#include "runtime/clock.h"

#include <stdlib.h>

enum {
    MOST_CONTROLS = 100000,
    MOST_LEVELS = 20000 /* diagrams are as deep, and so are calls */
};

/* ---- limits ---- */

bool gt_ms_is_over(const gt_ms *ms)
{
    return ms->refused || gt_mdd_failed(ms->m);
}

size_t gt_ms_bytes(const gt_ms *ms)
{
    enum { FIRST = 8 }; /* of a list */
    size_t step = sizeof(gt_ms_step) + sizeof(gt_ms_enabling);
    size_t control = sizeof(gt_ms_control) + sizeof(void *) + FIRST * (step + sizeof(uint32_t));
    return gt_mdd_bytes(ms->m) + gt_play_bytes(ms->play) + ms->controls.n * control + ms->nsteps * step +
           gt_arena_held(ms->arena) + ms->states.pool.cap * sizeof(int64_t);
}

static bool must_stop(void *self, size_t bytes)
{
    gt_ms *ms = self;
    (void)bytes;
    size_t all = gt_ms_bytes(ms);
    ms->peak = all > ms->peak ? all : ms->peak;
    if (ms->last_moment)
        return ms->stopped == GT_STOP_WORK ? gt_mdd_spent(ms->m) > ms->last_work : gt_seconds() > ms->moment;
    if (ms->stopped == GT_STOP_NONE)
        ms->stopped = gt_limits_met_by(ms->work.limits, all, gt_mdd_spent(ms->m));
    if (gt_work_is_due(&ms->work)) {
        ms->work.now.bytes = all;
        ms->work.now.nodes = gt_mdd_nodes(ms->m);
        gt_work_tell(&ms->work);
    }
    return ms->stopped != GT_STOP_NONE;
}

/* ---- numbers for what is seen ---- */

void gt_ms_grow(gt_ms *ms)
{
    while (ms->controls.n < gt_play_ncontrols(ms->play)) {
        gt_ms_control *c = gt_xcalloc(1, sizeof *c);
        c->key = gt_play_key(ms->play, (uint32_t)ms->controls.n);
        gt_vec_push(&ms->controls, c);
    }
    if (ms->controls.n > MOST_CONTROLS && !ms->refused)
        ms->refused =
            "shared variables and tracked processes have more than 100000 values together, too many for "
            "this engine: try --engine explicit";
    if (ms->play->levels.n > MOST_LEVELS && !ms->refused)
        ms->refused =
            "processes have more than 20000 local states, too many for this engine: try --engine explicit";
}

uint32_t gt_ms_control_of(gt_ms *ms, const int32_t *key)
{
    uint32_t number = gt_play_control_of(ms->play, key);
    gt_ms_grow(ms);
    return number;
}

void gt_ms_enter(gt_ms *ms, uint32_t control)
{
    gt_play_enter(ms->play, ms->controls.v[control]->key);
}

/* ---- initial states ---- */

typedef struct {
    gt_ms *ms;
    void (*add)(void *arg, uint32_t control, gt_mdd states);
    void *arg;
} beginning;

/* All multisets of the untracked processes; they may be given up to a tidying, of which there is none. */
static bool begin(void *arg, uint32_t control, const gt_play_start *starts)
{
    const beginning *b = arg;
    gt_ms *ms = b->ms;
    gt_mdd x = GT_MDD_UNIT;
    gt_ms_grow(ms);
    if (gt_ms_is_over(ms))
        return false;
    for (uint32_t t = 0; t < ms->play->ntypes; t++)
        for (uint32_t i = 0; i < starts[t].n; i++)
            x = i == 0 ? gt_mdd_inc(ms->m, x, starts[t].levels[0], starts[t].left)
                       : gt_mdd_star(ms->m, x, starts[t].levels[0], starts[t].levels[i]);
    if (ms->pop->initially)
        x = gt_ms_where(ms, control, x, ms->pop->initially);
    if (x)
        b->add(b->arg, control, x);
    return !gt_ms_is_over(ms);
}

void gt_ms_initial(gt_ms *ms, void (*add)(void *arg, uint32_t control, gt_mdd states), void *arg)
{
    gt_play_initial(ms->play, begin, &(beginning){ms, add, arg});
}

/* ---- the whole ---- */

static uint32_t image(void *self, uint32_t map, uint32_t level)
{
    const gt_ms *ms = self;
    return gt_play_image(ms->play, map, level);
}

static bool ask(void *self)
{
    gt_ms *ms = self;
    return gt_mdd_ask(ms->m);
}

gt_ms *gt_ms_open(gt_ctx *ctx, const gt_pop *pop, const gt_check_options *options)
{
    gt_ms *ms = gt_xcalloc(1, sizeof *ms);
    *ms = (gt_ms){.ctx = ctx, .pop = pop, .sym = pop->sym, .options = options, .play = gt_play_new(pop)};
    ms->arena = ms->play->arena;
    ms->work = gt_work_begin(&options->limits);
    gt_mdd_owner owner = {ms, image, gt_ms_next, gt_ms_answer, must_stop};
    ms->m = gt_mdd_new(&owner);
    ms->play->ask = ask;
    ms->play->asker = ms;
    if (ms->play->tangled)
        ms->refused = gt_arena_printf(ctx->arena, "%s: try --engine explicit", ms->play->tangled);
    return ms;
}

static void free_control(gt_ms *ms, gt_ms_control *c)
{
    gt_mdd_drop(ms->m, c->states);
    free(c->seen.v);
    free(c->support.v);
    free(c->steps.v);
    free(c->enablings.v);
    free(c->forked.v);
    free(c);
}

void gt_ms_close(gt_ms *ms)
{
    for (size_t i = 0; i < ms->controls.n; i++)
        free_control(ms, ms->controls.v[i]);
    if (gt_mdd_kept(ms->m) != 0)
        gt_ice("%llu diagrams were not given back", (unsigned long long)gt_mdd_kept(ms->m));
    gt_mdd_free(ms->m);
    gt_play_keys_fini(&ms->states);
    free(ms->controls.v);
    free(ms->values.v);
    gt_play_free(ms->play);
    free(ms);
}
