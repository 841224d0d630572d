/* From annotated states back to states: each is made anew from the one before it, and the renamings that
 * sorting and unwinding did are taken along. */
#include "backends/check/adaptive/adaptive.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_adaptive *a;
    const int32_t *wanted; /* the sorted state that the firing leads to */
    const uint32_t *unwound;
    uint32_t *perm; /* from the annotated state before it to the state that was wanted of this one: first
                       `perm` of this one, then what comes of the step */
    uint32_t *sorting;
    bool is_found;
} going_back;

static bool on_firing(void *arg, const gt_firing *f)
{
    going_back *b = arg;
    gt_adaptive *a = b->a;
    memcpy(a->made, f->to, a->orbits.layout->width * sizeof *f->to);
    gt_orbits_sort(&a->orbits, a->made, a->partition, b->sorting);
    if (memcmp(a->made, b->wanted, a->orbits.layout->width * sizeof *a->made) != 0)
        return true;
    uint32_t *both = gt_xmalloc((size_t)a->cells.n + 1, sizeof *both);
    for (uint32_t g = 0; g < a->cells.n; g++)
        both[g] = b->perm[b->sorting[b->unwound[g]]];
    memcpy(b->perm, both, a->cells.n * sizeof *both);
    free(both);
    b->is_found = true;
    return false;
}

static bool fire(void *arg, const int32_t *state, const uint32_t *perm)
{
    going_back *b = arg;
    b->unwound = perm;
    return gt_sym_step_by_rule(b->a->step, state, b->a->sym->rules[b->a->rule], false, on_firing, b);
}

/* The renaming of the node's state becomes that of the state of the one before it. */
static void go_back(gt_adaptive *a, uint32_t node, uint32_t *perm)
{
    const gt_annotated *to = &a->nodes.v[node], *from = &a->nodes.v[to->parent];
    going_back b = {.a = a, .perm = perm, .wanted = gt_adaptive_state(a, node)};
    b.sorting = gt_xmalloc((size_t)a->cells.n + 1, sizeof *b.sorting);
    a->rule = to->rule;
    a->partition = to->partition;
    gt_orbits_unwind(&a->orbits, gt_adaptive_state(a, to->parent), from->partition, to->partition, fire, &b);
    if (!b.is_found)
        gt_ice("an annotated state has no predecessor");
    free(b.sorting);
}

int32_t *gt_adaptive_path(gt_adaptive *a, const gt_wanted_state *wanted, uint32_t *n)
{
    size_t width = a->orbits.layout->width;
    uint32_t *perm = gt_xmalloc((size_t)a->cells.n + 1, sizeof *perm), node = wanted->node;
    memcpy(perm, wanted->perm, a->cells.n * sizeof *perm);
    *n = a->nodes.v[node].depth + 1;
    int32_t *states = GT_NEW_ARRAY(a->arena, int32_t, *n * width);
    for (uint32_t i = *n; i-- > 0; node = a->nodes.v[node].parent) {
        gt_orbits_rename(&a->orbits, perm, gt_adaptive_state(a, node), states + i * width);
        if (i > 0)
            go_back(a, node, perm);
    }
    free(perm);
    return states;
}
