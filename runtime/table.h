/* The one hash table, and the three shapes of it that are wanted most: pointers to values, words, rows.
 *
 * A table knows hashes and numbers only: its owner keeps the things themselves, in an array, numbered 0, 1,
 * 2, ... in order of arrival. {0} is an empty one of each; nothing is ever taken out of it. */
#ifndef GT_RUNTIME_TABLE_H
#define GT_RUNTIME_TABLE_H

#include "runtime/arena.h"
#include "runtime/base.h"

typedef struct {
    struct gt_table_slot {
        uint32_t number; /* + 1; 0: free */
        uint32_t hash;
    } * slots;
    size_t n, cap; /* cap: a power of two */
} gt_table;

#define GT_ABSENT UINT32_MAX

/* Whether the thing `number` of `things` is equal to `key`. */
typedef bool gt_table_same(const void *things, uint32_t number, const void *key);

/* The number of the thing with this hash that is the same as `key`, or GT_ABSENT. */
static inline uint32_t gt_table_find(const gt_table *table, uint64_t hash, gt_table_same *same,
                                     const void *things, const void *key)
{
    size_t mask = table->cap - 1;
    if (!table->cap)
        return GT_ABSENT;
    for (size_t at = (uint32_t)hash & mask; table->slots[at].number; at = (at + 1) & mask)
        if (table->slots[at].hash == (uint32_t)hash && same(things, table->slots[at].number - 1, key))
            return table->slots[at].number - 1;
    return GT_ABSENT;
}
/* One more thing, which is not there yet: its number. */
uint32_t gt_table_add(gt_table *table, uint64_t hash);
/* Empties it, and keeps its memory. */
void gt_table_clear(gt_table *table);
void gt_table_fini(gt_table *table);

/* From addresses to numbers or pointers, for walks over shared nodes. */
typedef struct {
    gt_table table;
    GT_VEC(struct gt_ptrmap_entry {
        const void *key;
        uint64_t value;
    }) all; /* in order of arrival */
} gt_ptrmap;

/* The value kept for `key`, made 0 if there was none; valid until the next call of this function. */
uint64_t *gt_ptrmap_at(gt_ptrmap *map, const void *key);
/* False, and *value untouched, if `key` has no value. */
bool gt_ptrmap_get(const gt_ptrmap *map, const void *key, uint64_t *value);
void gt_ptrmap_fini(gt_ptrmap *map);
/* For maps to pointers: the one kept for `key`, or NULL; keeping one. */
static inline void *gt_ptrmap_pointer(const gt_ptrmap *map, const void *key)
{
    uint64_t value = 0;
    gt_ptrmap_get(map, key, &value);
    return (void *)(uintptr_t)value;
}
static inline void gt_ptrmap_point(gt_ptrmap *map, const void *key, const void *value)
{
    *gt_ptrmap_at(map, key) = (uint64_t)(uintptr_t)value;
}

/* A set of words; they must stay alive. */
typedef struct {
    gt_table table;
    GT_VEC(const char *) all;
} gt_words;

/* The word of these bytes that is in the set, or NULL. */
const char *gt_words_find(const gt_words *words, const char *text, size_t len);
/* False if it was in the set before. */
bool gt_words_take(gt_words *words, const char *word);
/* Takes `wish`, or `wish` with the first of _1, _2, ... that makes it new, and returns it. */
const char *gt_words_fresh(gt_words *words, gt_arena *arena, const char *wish);
void gt_words_fini(gt_words *words);

/* A set of rows of int32_t, all of one width. */
typedef struct {
    gt_table table;
    size_t width;
    GT_VEC(int32_t) data;
} gt_rows;

/* The number of an equal row, or GT_ABSENT. */
uint32_t gt_rows_find(const gt_rows *rows, const int32_t *row);
/* The number of an equal row, added if there was none; *fresh (may be NULL) says whether. */
uint32_t gt_rows_add(gt_rows *rows, const int32_t *row, bool *fresh);
/* Valid until the next gt_rows_add; never NULL. */
static inline const int32_t *gt_rows_at(const gt_rows *rows, uint32_t number)
{
    static const int32_t nothing = 0;
    return rows->width ? rows->data.v + number * rows->width : &nothing;
}
void gt_rows_fini(gt_rows *rows);

#endif
