/* The run that is being made: states as differences, forward and back. */
#include "driver/simulate/trail.h"

#include <string.h>

void gt_trail_begin(gt_trail *path, uint64_t initial, const int32_t *state)
{
    memcpy(path->state, state, path->layout->width * sizeof *state);
    path->initial = initial;
    path->nsteps = path->at = 0;
    path->loop = -1;
}

static uint64_t differences(const gt_trail *path, const int32_t *to, gt_change *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < path->layout->width; i++) {
        if (path->state[i] == to[i])
            continue;
        if (out)
            out[n] = (gt_change){i, path->state[i], to[i]};
        n++;
    }
    return n;
}

void gt_trail_push(gt_trail *path, const gt_move *move)
{
    if (path->at == path->cap) {
        size_t cap = path->cap ? 2 * path->cap : 64;
        gt_past *more = GT_NEW_ARRAY(path->arena, gt_past, cap);
        if (path->at)
            memcpy(more, path->steps, path->at * sizeof *more);
        path->steps = more;
        path->cap = cap;
    }
    gt_past *past = &path->steps[path->at];
    *past = (gt_past){.move = *move, .nchanges = differences(path, move->to, NULL)};
    uint32_t nbound = move->rule ? move->rule->npartners + move->rule->nchoices : 0;
    past->move.bound = gt_arena_copy(path->arena, move->bound, nbound, sizeof *move->bound);
    past->move.to = NULL;
    past->changes = GT_NEW_ARRAY(path->arena, gt_change, past->nchanges + 1);
    differences(path, move->to, past->changes);
    path->nsteps = path->at + 1;
    path->loop = -1;
    gt_trail_next(path);
}

bool gt_trail_back(gt_trail *path)
{
    if (path->at == 0)
        return false;
    const gt_past *past = &path->steps[--path->at];
    for (uint64_t i = 0; i < past->nchanges; i++)
        path->state[past->changes[i].at] = past->changes[i].old;
    return true;
}

bool gt_trail_next(gt_trail *path)
{
    if (path->at == path->nsteps)
        return false;
    const gt_past *past = &path->steps[path->at++];
    for (uint64_t i = 0; i < past->nchanges; i++)
        path->state[past->changes[i].at] = past->changes[i].new;
    return true;
}

/* ---- to and from runs as they are shown: processes of moves count from 0 there ---- */

void gt_trail_replay(gt_trail *path, const gt_run *run)
{
    gt_trail_begin(path, 0, run->steps[0].state);
    for (uint32_t i = 1; i < run->nsteps; i++) {
        const gt_run_step *step = &run->steps[i];
        const gt_rule *rule = step->rule;
        gt_move move = {.rule = rule, .self = step->self + 1, .to = (int32_t *)step->state};
        uint32_t npartners = rule ? rule->npartners : 0, n = rule ? npartners + rule->nchoices : 0;
        move.bound = gt_arena_copy(path->arena, step->bound, n, sizeof *step->bound);
        for (uint32_t k = 0; k < n; k++)
            move.bound[k] += k < npartners || rule->choices[k - npartners]->type.kind == GT_TYPE_ID;
        gt_trail_push(path, &move);
    }
    while (gt_trail_back(path))
        continue;
    path->loop = run->loop_start;
}

const gt_run *gt_trail_run(const gt_trail *path)
{
    enum { MOST = 1 << 26 };
    size_t width = path->layout->width, n = path->at + 1;
    if (n > MOST / width)
        return NULL;
    gt_run *run = GT_NEW(path->arena, gt_run);
    *run = (gt_run){.sym = path->layout->sym, .nsteps = (uint32_t)n, .loop_start = -1};
    run->steps = GT_NEW_ARRAY(path->arena, gt_run_step, n);
    if (path->at == path->nsteps)
        run->loop_start = path->loop;
    int32_t *state = gt_arena_copy(path->arena, path->state, width, sizeof *state);
    for (size_t k = path->at;; k--) {
        run->steps[k] = (gt_run_step){.self = -1, .times = 1, .state = state};
        if (k == 0)
            return run;
        const gt_past *past = &path->steps[k - 1];
        run->steps[k].rule = past->move.rule;
        run->steps[k].self = past->move.self - 1;
        uint32_t npartners = past->move.rule ? past->move.rule->npartners : 0;
        int32_t *bound = gt_arena_copy(path->arena, past->move.bound, npartners, sizeof *bound);
        for (uint32_t i = 0; i < npartners; i++)
            bound[i]--;
        run->steps[k].bound = bound;
        state = gt_arena_copy(path->arena, state, width, sizeof *state);
        for (uint64_t i = 0; i < past->nchanges; i++)
            state[past->changes[i].at] = past->changes[i].old;
    }
}
