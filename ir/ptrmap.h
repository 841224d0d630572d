/* A hash table from addresses to numbers or pointers, for walks over shared nodes. {0} is an empty one, too.
 */
#ifndef GT_IR_PTRMAP_H
#define GT_IR_PTRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const void **keys; /* NULL: a free place */
    uint64_t *values;
    size_t n, cap;
} gt_ptrmap;

void gt_ptrmap_init(gt_ptrmap *map);
void gt_ptrmap_fini(gt_ptrmap *map);
/* The value kept for `key` (not NULL), made 0 if there was none; valid until the next call of this function.
 */
uint64_t *gt_ptrmap_at(gt_ptrmap *map, const void *key);
/* False, and *value untouched, if `key` has no value. */
bool gt_ptrmap_get(const gt_ptrmap *map, const void *key, uint64_t *value);

/* For maps to pointers: the one kept for `key`, or NULL; keeping one. */
static inline const void *gt_ptrmap_pointer(const gt_ptrmap *map, const void *key)
{
    uint64_t value = 0;
    gt_ptrmap_get(map, key, &value);
    return (const void *)(uintptr_t)value;
}
static inline void gt_ptrmap_point(gt_ptrmap *map, const void *key, const void *value)
{
    *gt_ptrmap_at(map, key) = (uint64_t)(uintptr_t)value;
}

#endif
