/* Interning of int32 vectors of one width: equal vectors get one number, counted from 0 in order of first
 * sight. Any number of threads may use it at once; a vector already known is found without a lock. Nothing is
 * ever removed. */
#ifndef GT_RUNTIME_SEARCH_INTERN_H
#define GT_RUNTIME_SEARCH_INTERN_H

#include "runtime/base.h"

typedef struct gt_intern gt_intern;

gt_intern *gt_intern_new(uint32_t width);
void gt_intern_free(gt_intern *in);
/* The number of `row`. */
uint32_t gt_intern_put(gt_intern *in, const int32_t *row);
/* The vector with this number; stays where it is. */
const int32_t *gt_intern_row(const gt_intern *in, uint32_t id);
uint32_t gt_intern_count(const gt_intern *in);
size_t gt_intern_bytes(const gt_intern *in);

#endif
