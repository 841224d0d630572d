/* Sorted multisets of tuples of expressions. */
#ifndef GT_PASSES_ENCODE_NONZERO_SLOTS_H
#define GT_PASSES_ENCODE_NONZERO_SLOTS_H

#include "passes/encode/nonzero.h"

/* nslots rows of `width` expressions. */
typedef const gt_expr **gt_nz_slots;

/* The slots as they are in the current state. */
gt_nz_slots gt_nz_slots_now(gt_nz *z, const gt_nz_type *t);
const gt_expr *gt_nz_is_empty(gt_nz *z, const gt_nz_type *t, const gt_expr *const *slot, uint32_t k);
const gt_expr *gt_nz_equal(gt_nz *z, const gt_nz_type *t, const gt_expr *const *a, const gt_expr *const *b);
/* Lexicographically a <= b; `strict`: a < b. */
const gt_expr *gt_nz_le(gt_nz *z, const gt_nz_type *t, const gt_expr *const *a, const gt_expr *const *b,
                        bool strict);
/* Takes out `taken[k]` processes of each slot k, which must be there (at most one each unless pairs). */
void gt_nz_remove(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const uint32_t *taken);
/* Puts in `count` processes (1 unless pairs; may be 0) in local state `fields`; there must be room. */
void gt_nz_insert(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const gt_expr *const *fields,
                  const gt_expr *count);
/* Makes a multiset of slots whose fields have been changed at will: sorts, joins equal ones. */
void gt_nz_normalise(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots);

#endif
