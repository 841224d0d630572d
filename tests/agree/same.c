#include "tests/agree/same.h"

#include <string.h>

const char *rb_difference(gt_arena *arena, const gt_check_report *a, const gt_check_report *b,
                          const char *who, const char **states)
{
    for (uint32_t i = 0; i < b->nresults; i++) {
        gt_verdict x = a->results[i].verdict, y = b->results[i].verdict;
        const char *name = b->results[i].prop->name;
        if (x != y && x != GT_VERDICT_UNKNOWN && y != GT_VERDICT_UNKNOWN && y != GT_VERDICT_UNSUPPORTED) {
            return gt_arena_printf(arena, "verdict: %s %s, but %s by %s", name, gt_verdict_name(y),
                                   gt_verdict_name(x), who);
        }
        if (y == GT_VERDICT_UNKNOWN && b->stopped == GT_STOP_NONE && !b->results[i].note)
            return gt_arena_printf(arena, "unknown: %s without a reason", name);
    }
    if (!b->states || !b->states_complete)
        return NULL;
    *states = *states ? *states : b->states;
    return strcmp(*states, b->states) == 0
               ? NULL
               : gt_arena_printf(arena, "states: %s instead of %s", b->states, *states);
}
