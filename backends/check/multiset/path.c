/* Paths, by layers of states at the same distance. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

typedef GT_VEC(gt_ms_set *) layers;

static void add_count(void *arg, uint32_t level, uint32_t count)
{
    gt_ms_state *s = arg;
    s->levels[s->n] = level;
    s->counts[s->n++] = count;
}

gt_ms_state gt_ms_pick(gt_ms *ms, const gt_ms_set *set)
{
    gt_ms_state s = {.levels = GT_NEW_ARRAY(ms->arena, uint32_t, ms->play->levels.n),
                     .counts = GT_NEW_ARRAY(ms->arena, uint32_t, ms->play->levels.n)};
    while (s.control + 1 < set->n && set->v[s.control] == GT_MDD_NONE)
        s.control++;
    gt_mdd_pick(ms->m, gt_ms_part(set, s.control), add_count, &s);
    return s;
}

static gt_mdd multiset_of(gt_ms *ms, const gt_ms_state *state)
{
    gt_mdd x = GT_MDD_UNIT;
    for (uint32_t i = state->n; i-- > 0;)
        x = gt_mdd_inc(ms->m, x, state->levels[i], state->counts[i]);
    return x;
}

gt_ms_set *gt_ms_single(gt_ms *ms, const gt_ms_state *state)
{
    gt_ms_set *s = gt_ms_set_new(ms);
    (void)gt_ms_set_add(ms, s, state->control, multiset_of(ms, state));
    return s;
}

bool gt_ms_has(gt_ms *ms, const gt_ms_set *s, const gt_ms_state *state)
{
    return gt_mdd_and(ms->m, gt_ms_part(s, state->control), multiset_of(ms, state)) != GT_MDD_NONE;
}

/* A state of `layer` from which a step leads to `to`. */
static gt_ms_state step_back(gt_ms *ms, const gt_ms_set *layer, const gt_ms_state *to)
{
    gt_ms_set *found = gt_ms_set_new(ms);
    gt_mdd y = gt_mdd_ref(ms->m, multiset_of(ms, to));
    for (uint32_t q = 0; q < layer->n && gt_ms_set_is_empty(found); q++) {
        const gt_ms_control *c = ms->controls.v[q];
        for (size_t i = 0; layer->v[q] && i < c->steps.n && gt_ms_set_is_empty(found); i++)
            if (c->steps.v[i].target == to->control)
                (void)gt_ms_set_add(ms, found, q, gt_ms_unfire(ms, &c->steps.v[i], layer->v[q], y));
    }
    if (gt_ms_set_is_empty(found) && !gt_ms_is_over(ms))
        gt_ice("a state of a layer has no predecessor in the layer before");
    gt_ms_state s = gt_ms_set_is_empty(found) ? *to : gt_ms_pick(ms, found);
    gt_mdd_drop(ms->m, y);
    gt_ms_set_free(ms, found);
    return s;
}

/* Layers until one meets g; the last one is then its meeting with g. False: it never does. */
static bool spread(gt_ms *ms, layers *l, const gt_ms_set *f, const gt_ms_set *g)
{
    gt_ms_set *seen = gt_ms_set_copy(ms, l->v[0]);
    bool found = false;
    while (!gt_ms_is_over(ms)) {
        gt_ms_set *last = l->v[l->n - 1], *goal = gt_ms_set_meet(ms, last, g);
        found = !gt_ms_set_is_empty(goal);
        gt_ms_set *inside = found ? goal : f ? gt_ms_set_meet(ms, last, f) : gt_ms_set_copy(ms, last);
        l->v[l->n - 1] = inside;
        gt_ms_set_free(ms, last);
        if (found)
            break;
        gt_ms_set_free(ms, goal);
        gt_ms_set *next = gt_ms_post(ms, inside), *fresh = gt_ms_set_diff(ms, next, seen);
        gt_ms_set_free(ms, next);
        gt_vec_push(l, fresh);
        for (uint32_t q = 0; q < fresh->n; q++)
            (void)gt_ms_set_add(ms, seen, q, fresh->v[q]);
        ms->work.now.iteration = l->n;
        if (gt_ms_set_is_empty(fresh))
            break;
    }
    gt_ms_set_free(ms, seen);
    return found && !gt_ms_is_over(ms);
}

bool gt_ms_walk(gt_ms *ms, gt_ms_path *path, const gt_ms_set *from, const gt_ms_set *f, const gt_ms_set *g)
{
    layers l = {0};
    bool begun = path->states.n > 0;
    gt_ms_set *start =
        begun ? gt_ms_single(ms, &path->states.v[path->states.n - 1]) : gt_ms_set_copy(ms, from);
    gt_vec_push(&l, start);
    bool found = spread(ms, &l, f, g);
    if (found) {
        gt_ms_state *way = gt_xmalloc(l.n, sizeof *way);
        way[l.n - 1] = gt_ms_pick(ms, l.v[l.n - 1]);
        for (size_t i = l.n - 1; i-- > 0;)
            way[i] = step_back(ms, l.v[i], &way[i + 1]);
        found = !gt_ms_is_over(ms);
        for (size_t i = begun ? 1 : 0; i < l.n && found; i++)
            gt_vec_push(&path->states, way[i]);
        free(way);
    }
    for (size_t i = 0; i < l.n; i++)
        gt_ms_set_free(ms, l.v[i]);
    free(l.v);
    return found;
}

void gt_ms_path_fini(gt_ms_path *path)
{
    free(path->states.v);
    *path = (gt_ms_path){.loop = -1};
}
