#include "passes/encode/places.h"

#include "runtime/base.h"

#include <stdlib.h>

typedef struct {
    int32_t value;
    uint32_t state;
} entry;

/* The local states of a type, sorted by the value of one variable, then by number; made when first asked for.
 */
typedef struct {
    int32_t *values;
    uint32_t *states;
} by_variable;

struct gt_places {
    const gt_pop *pop;
    by_variable **types; /* per process type: per local variable; NULL: not asked for yet */
};

gt_places *gt_places_new(const gt_pop *pop)
{
    gt_places *places = gt_xcalloc(1, sizeof *places);
    places->pop = pop;
    places->types = gt_xcalloc((size_t)pop->sym->nprocs + 1, sizeof(by_variable *));
    return places;
}

void gt_places_free(gt_places *places)
{
    for (uint32_t p = 0; p < places->pop->sym->nprocs; p++) {
        for (uint32_t v = 0; places->types[p] && v < places->pop->locals[p].nvars; v++) {
            free(places->types[p][v].values);
            free(places->types[p][v].states);
        }
        free(places->types[p]);
    }
    free(places->types);
    free(places);
}

static int compare(const void *x, const void *y)
{
    const entry *a = x, *b = y;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->state > b->state) - (a->state < b->state);
}

static void sort_by(by_variable *to, const gt_locals *l, uint32_t var)
{
    entry *entries = gt_xmalloc((size_t)l->nstates + 1, sizeof *entries);
    for (uint32_t s = 0; s < l->nstates; s++)
        entries[s] = (entry){l->values[(size_t)s * l->nvars + var], s};
    qsort(entries, l->nstates, sizeof *entries, compare);
    to->values = gt_xmalloc((size_t)l->nstates + 1, sizeof *to->values);
    to->states = gt_xmalloc((size_t)l->nstates + 1, sizeof *to->states);
    for (uint32_t i = 0; i < l->nstates; i++) {
        to->values[i] = entries[i].value;
        to->states[i] = entries[i].state;
    }
    free(entries);
}

/* How many of the ascending values are less than `value`. */
static uint32_t count_less(const int32_t *values, uint32_t n, int64_t value)
{
    uint32_t lo = 0, hi = n;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (values[middle] < value)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

gt_place_list gt_places_find(gt_places *places, const gt_proc *proc, const gt_expr *guard, uint32_t role)
{
    const gt_locals *l = &places->pop->locals[proc->index];
    int32_t value = 0;
    const gt_var *pinned = gt_expr_pinned(guard, &(gt_pin){.who = GT_EXPR_ROLE, .role = role}, &value);
    if (!pinned)
        return (gt_place_list){NULL, l->nstates};
    by_variable **type = &places->types[proc->index];
    if (!*type)
        *type = gt_xcalloc(l->nvars, sizeof **type);
    by_variable *sorted = &(*type)[pinned->index];
    if (!sorted->states)
        sort_by(sorted, l, pinned->index);
    uint32_t first = count_less(sorted->values, l->nstates, value);
    uint32_t end = count_less(sorted->values, l->nstates, (int64_t)value + 1);
    return (gt_place_list){sorted->states + first, end - first};
}
