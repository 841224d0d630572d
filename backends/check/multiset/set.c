/* Sets of states: one diagram per control. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>

gt_ms_set *gt_ms_set_new(const gt_ms *ms)
{
    gt_ms_set *s = gt_xmalloc(1, sizeof *s);
    *s = (gt_ms_set){(uint32_t)ms->controls.n, gt_xcalloc(ms->controls.n + 1, sizeof(gt_mdd))};
    return s;
}

gt_ms_set *gt_ms_set_copy(gt_ms *ms, const gt_ms_set *s)
{
    gt_ms_set *copy = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < s->n; q++)
        gt_mdd_set(ms->m, &copy->v[q], s->v[q]);
    return copy;
}

void gt_ms_set_free(gt_ms *ms, gt_ms_set *s)
{
    if (!s)
        return;
    for (uint32_t q = 0; q < s->n; q++)
        gt_mdd_drop(ms->m, s->v[q]);
    free(s->v);
    free(s);
}

bool gt_ms_set_add(gt_ms *ms, gt_ms_set *s, uint32_t control, gt_mdd x)
{
    if (x == GT_MDD_NONE)
        return false;
    if (control >= s->n) {
        uint32_t n = (uint32_t)ms->controls.n;
        s->v = gt_xrealloc(s->v, (size_t)n + 1, sizeof *s->v);
        while (s->n < n)
            s->v[s->n++] = GT_MDD_NONE;
    }
    gt_mdd old = s->v[control];
    gt_mdd_set(ms->m, &s->v[control], gt_mdd_or(ms->m, old, x));
    return s->v[control] != old;
}

bool gt_ms_set_is_empty(const gt_ms_set *s)
{
    for (uint32_t q = 0; q < s->n; q++)
        if (s->v[q] != GT_MDD_NONE)
            return false;
    return true;
}

gt_ms_set *gt_ms_set_meet(gt_ms *ms, const gt_ms_set *a, const gt_ms_set *b)
{
    gt_ms_set *s = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < a->n; q++)
        (void)gt_ms_set_add(ms, s, q, gt_mdd_and(ms->m, a->v[q], gt_ms_part(b, q)));
    return s;
}

gt_ms_set *gt_ms_set_diff(gt_ms *ms, const gt_ms_set *a, const gt_ms_set *b)
{
    gt_ms_set *s = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < a->n; q++)
        (void)gt_ms_set_add(ms, s, q, gt_mdd_diff(ms->m, a->v[q], gt_ms_part(b, q)));
    return s;
}

gt_ms_set *gt_ms_post(gt_ms *ms, const gt_ms_set *s)
{
    gt_ms_set *next = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < s->n && !gt_ms_is_over(ms); q++) {
        if (s->v[q] == GT_MDD_NONE)
            continue;
        gt_ms_discover(ms, q, s->v[q]);
        for (size_t i = 0; i < ms->controls.v[q]->steps.n && !gt_ms_is_over(ms); i++) {
            gt_mdd_tidy(ms->m);
            const gt_ms_step *step = &ms->controls.v[q]->steps.v[i];
            (void)gt_ms_set_add(ms, next, step->target, gt_ms_fire(ms, step, s->v[q]));
        }
    }
    return next;
}
