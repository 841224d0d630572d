/* Is a run for ever fair to everybody? Asked of the program as written, step by step. */
#include "backends/check/lift/lift.h"

typedef struct {
    gt_run_served *all;
    const gt_turns *turns;
    const size_t *first; /* per turn, its first process in `all` */
    bool *able;          /* parallel to `all` */
} looking;

static size_t who(const looking *l, uint32_t turn, int32_t self)
{
    return l->first[turn] + (size_t)(self > 0 ? self - 1 : 0);
}

static bool see(void *arg, const gt_firing *f)
{
    looking *l = arg;
    for (uint32_t k = 0; k < l->turns->n; k++)
        if (gt_turn_moves(&l->turns->v[k], f->rule))
            l->able[who(l, k, f->self)] = true;
    return true;
}

static void look_at_step(looking *l, const gt_run_step *step, uint32_t i)
{
    for (uint32_t k = 0; step->rule && k < l->turns->n; k++) {
        if (!gt_turn_moves(&l->turns->v[k], step->rule))
            continue;
        gt_run_served *s = &l->all[who(l, k, step->self + 1)];
        s->moves = s->moves < 0 ? (int64_t)i : s->moves;
    }
}

static void look_at_state(looking *l, size_t n, gt_sym_step *meaning, const int32_t *state, uint32_t i)
{
    for (size_t p = 0; p < n; p++)
        l->able[p] = false;
    gt_sym_step_successors(meaning, state, false, see, l);
    for (size_t p = 0; p < n; p++) {
        gt_run_served *s = &l->all[p];
        s->never = s->never && !l->able[p];
        s->unable = s->unable < 0 && !l->able[p] ? (int64_t)i : s->unable;
    }
}

static bool is_served(const gt_run_served *s)
{
    return s->moves >= 0 || s->never || (!s->served.turn->strong && s->unable >= 0);
}

bool gt_run_serve(gt_ctx *ctx, gt_run *run)
{
    gt_turns turns = gt_turns_of(ctx->arena, run->sym);
    size_t n = 0, *first = GT_NEW_ARRAY(ctx->arena, size_t, (size_t)turns.n + 1);
    for (uint32_t k = 0; k < turns.n; k++) {
        first[k] = n;
        n += turns.v[k].owner ? (size_t)turns.v[k].owner->n : 1;
    }
    looking l = {GT_NEW_ARRAY(ctx->arena, gt_run_served, n + 1), &turns, first,
                 GT_NEW_ARRAY(ctx->arena, bool, n + 1)};
    for (uint32_t k = 0; k < turns.n; k++)
        for (size_t p = first[k]; p < (k + 1 < turns.n ? first[k + 1] : n); p++)
            l.all[p] = (gt_run_served){.served = turns.v[k],
                                       .process = turns.v[k].owner ? (int32_t)(p - first[k]) + 1 : 0,
                                       .moves = -1,
                                       .unable = -1,
                                       .never = true};
    gt_sym_step *meaning = gt_sym_step_new(run->sym);
    for (uint32_t i = (uint32_t)run->loop_start + 1; i < run->nsteps; i++) {
        look_at_step(&l, &run->steps[i], i);
        look_at_state(&l, n, meaning, run->steps[i].state, i);
    }
    gt_sym_step_free(meaning);
    run->nserved = (uint32_t)n;
    run->served = l.all;
    bool fair = true;
    for (size_t p = 0; p < n; p++)
        fair = fair && is_served(&l.all[p]);
    return fair;
}
