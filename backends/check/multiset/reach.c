/* The reachable states: control by control, the oldest that has something new first, each to its own
 * fixpoint. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>

typedef struct {
    gt_ms *ms;
    gt_ms_watch *watch;
    void *arg;
    GT_VEC(uint8_t) waiting; /* per control */
    uint32_t first;          /* none before it is */
    bool enough;
} search;

static void wake(search *s, uint32_t control)
{
    while (s->waiting.n <= control)
        gt_vec_push(&s->waiting, 0);
    s->waiting.v[control] = 1;
    s->first = control < s->first ? control : s->first;
}

/* True: some of them are new. */
static bool add(search *s, uint32_t control, gt_mdd x)
{
    gt_ms *ms = s->ms;
    gt_ms_control *c = ms->controls.v[control];
    if (x == GT_MDD_NONE || gt_ms_is_over(ms))
        return false;
    gt_mdd all = gt_mdd_or(ms->m, c->states, x);
    if (all == c->states || gt_mdd_failed(ms->m))
        return false;
    gt_mdd fresh = gt_mdd_ref(ms->m, s->watch ? gt_mdd_diff(ms->m, x, c->states) : GT_MDD_NONE);
    gt_mdd_set(ms->m, &c->states, all);
    c->version++;
    if (s->watch && !gt_mdd_failed(ms->m) && !s->watch(s->arg, control, fresh, false))
        s->enough = true;
    gt_mdd_drop(ms->m, fresh);
    return true;
}

static void add_initial(void *arg, uint32_t control, gt_mdd states)
{
    search *s = arg;
    if (add(s, control, states))
        wake(s, control);
}

static bool is_over(const search *s)
{
    return s->enough || gt_ms_is_over(s->ms);
}

/* Steps that stay in the control. */
static void settle(search *s, uint32_t control)
{
    gt_ms *ms = s->ms;
    gt_ms_control *c = ms->controls.v[control];
    for (bool grown = true; grown && !is_over(s);) {
        grown = false;
        gt_ms_discover(ms, control, c->states);
        for (size_t i = 0; i < c->steps.n && !is_over(s); i++) {
            gt_ms_step *step = &c->steps.v[i];
            if (step->target != control || step->version == c->version)
                continue;
            gt_mdd_tidy(ms->m);
            step->version = c->version;
            gt_mdd x = step->star ? gt_mdd_star(ms->m, c->states, step->take[0], step->put[0])
                                  : gt_ms_fire(ms, step, c->states);
            grown = add(s, control, x) || grown;
            if (step->star)
                step->version = c->version;
        }
    }
}

static void visit(search *s, uint32_t control)
{
    gt_ms *ms = s->ms;
    gt_ms_control *c = ms->controls.v[control];
    settle(s, control);
    for (size_t i = 0; i < c->steps.n && !is_over(s); i++) {
        gt_ms_step *step = &c->steps.v[i];
        if (step->target == control || step->version == c->version)
            continue;
        gt_mdd_tidy(ms->m);
        step->version = c->version;
        if (add(s, step->target, gt_ms_fire(ms, step, c->states)))
            wake(s, step->target);
    }
    if (s->watch && !is_over(s) && !s->watch(s->arg, control, c->states, true))
        s->enough = true;
}

bool gt_ms_reach(gt_ms *ms, gt_ms_watch *watch, void *arg)
{
    search s = {.ms = ms, .watch = watch, .arg = arg, .first = UINT32_MAX};
    gt_ms_initial(ms, add_initial, &s);
    while (!is_over(&s)) {
        while (s.first < s.waiting.n && !s.waiting.v[s.first])
            s.first++;
        if (s.first >= s.waiting.n)
            break;
        uint32_t control = s.first;
        s.waiting.v[control] = 0;
        ms->work.now.iteration++;
        gt_mdd_spend(ms->m);
        visit(&s, control);
    }
    free(s.waiting.v);
    return !is_over(&s);
}
