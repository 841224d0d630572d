/* What is alike in a program: a colour for each term, refined until terms of one colour have the same colours
 * around them. */
#ifndef GT_PASSES_FOUND_SIGNATURE_H
#define GT_PASSES_FOUND_SIGNATURE_H

#include "passes/found/term.h"

typedef struct gt_signature gt_signature;

/* The points are the variables and values that occur in the program. */
gt_signature *gt_signature_new(gt_terms *t);
void gt_signature_free(gt_signature *s);
uint32_t gt_signature_npoints(const gt_signature *s);
const gt_term *gt_signature_point(const gt_signature *s, uint32_t i);
/* By point: the number of the first one that is like it. */
const uint32_t *gt_signature_cells(const gt_signature *s);

/* An automorphism that maps points from[i] to to[i], and moves as little else as it can; false if none is
 * found. */
bool gt_signature_complete(gt_signature *s, uint32_t n, const uint32_t *from, const uint32_t *to, gt_perm *p);

#endif
