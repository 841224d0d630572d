/* The local states of the process types, found by the value of one of their variables: most rules are for one
 * location, and asking about all the others in each of many rules takes time quadratic in the program. */
#ifndef GT_PASSES_ENCODE_PLACES_H
#define GT_PASSES_ENCODE_PLACES_H

#include "ir/pop.h"

typedef struct gt_places gt_places;

/* The program must outlive the result. */
gt_places *gt_places_new(const gt_pop *pop);
void gt_places_free(gt_places *places);

/* Some local states of a type, ascending; valid as long as the places are. */
typedef struct {
    const uint32_t *states; /* NULL: all, 0 .. n - 1 */
    uint32_t n;
} gt_place_list;

static inline uint32_t gt_place_at(gt_place_list list, uint32_t i)
{
    return list.states ? list.states[i] : i;
}

/* The local states of `role`'s process in which no conjunct `role's variable == constant` of the guard is
 * false; only the first such conjunct is looked at. */
gt_place_list gt_places_find(gt_places *places, const gt_proc *proc, const gt_expr *guard, uint32_t role);

#endif
