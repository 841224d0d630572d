#include "ir/ptrmap.h"

#include "runtime/base.h"

#include <stdlib.h>

void gt_ptrmap_init(gt_ptrmap *map)
{
    *map = (gt_ptrmap){0};
}

void gt_ptrmap_fini(gt_ptrmap *map)
{
    free(map->keys);
    free(map->values);
    *map = (gt_ptrmap){0};
}

/* The place of `key`, or the free place where it belongs; the table must not be full. */
static size_t place(const gt_ptrmap *map, const void *key)
{
    size_t mask = map->cap - 1;
    size_t i = (size_t)gt_hash_mix((uint64_t)(uintptr_t)key) & mask;
    while (map->keys[i] && map->keys[i] != key)
        i = (i + 1) & mask;
    return i;
}

static void grow(gt_ptrmap *map)
{
    gt_ptrmap old = *map;
    map->cap = old.cap ? 2 * old.cap : 64;
    map->keys = gt_xcalloc(map->cap, sizeof *map->keys);
    map->values = gt_xcalloc(map->cap, sizeof *map->values);
    for (size_t i = 0; i < old.cap; i++) {
        if (!old.keys[i])
            continue;
        size_t at = place(map, old.keys[i]);
        map->keys[at] = old.keys[i];
        map->values[at] = old.values[i];
    }
    free(old.keys);
    free(old.values);
}

uint64_t *gt_ptrmap_at(gt_ptrmap *map, const void *key)
{
    if (2 * (map->n + 1) > map->cap)
        grow(map);
    size_t i = place(map, key);
    if (!map->keys[i]) {
        map->keys[i] = key;
        map->n++;
    }
    return &map->values[i];
}

bool gt_ptrmap_get(const gt_ptrmap *map, const void *key, uint64_t *value)
{
    if (!map->cap)
        return false;
    size_t i = place(map, key);
    if (!map->keys[i])
        return false;
    *value = map->values[i];
    return true;
}
