#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

static void put(gt_table *table, struct gt_table_slot slot)
{
    size_t at = slot.hash & (table->cap - 1);
    while (table->slots[at].number)
        at = (at + 1) & (table->cap - 1);
    table->slots[at] = slot;
}

uint32_t gt_table_add(gt_table *table, uint64_t hash)
{
    if (2 * (table->n + 1) > table->cap) {
        gt_table old = *table;
        table->cap = old.cap ? 2 * old.cap : 32;
        table->slots = gt_xcalloc(table->cap, sizeof *table->slots);
        for (size_t i = 0; i < old.cap; i++)
            if (old.slots[i].number)
                put(table, old.slots[i]);
        free(old.slots);
    }
    put(table, (struct gt_table_slot){.number = (uint32_t)table->n + 1, .hash = (uint32_t)hash});
    return (uint32_t)table->n++;
}

void gt_table_clear(gt_table *table)
{
    if (table->n)
        memset(table->slots, 0, table->cap * sizeof *table->slots);
    table->n = 0;
}

void gt_table_fini(gt_table *table)
{
    free(table->slots);
    *table = (gt_table){0};
}

/* ---- pointers to values ---- */

static uint64_t hash_pointer(const void *key)
{
    return gt_hash_mix((uint64_t)(uintptr_t)key);
}

static bool same_pointer(const void *map, uint32_t number, const void *key)
{
    return ((const gt_ptrmap *)map)->all.v[number].key == key;
}

uint64_t *gt_ptrmap_at(gt_ptrmap *map, const void *key)
{
    uint32_t number = gt_table_find(&map->table, hash_pointer(key), same_pointer, map, key);
    if (number == GT_ABSENT) {
        number = gt_table_add(&map->table, hash_pointer(key));
        gt_vec_push(&map->all, ((struct gt_ptrmap_entry){key, 0}));
    }
    return &map->all.v[number].value;
}

bool gt_ptrmap_get(const gt_ptrmap *map, const void *key, uint64_t *value)
{
    uint32_t number = gt_table_find(&map->table, hash_pointer(key), same_pointer, map, key);
    if (number == GT_ABSENT)
        return false;
    *value = map->all.v[number].value;
    return true;
}

void gt_ptrmap_fini(gt_ptrmap *map)
{
    gt_table_fini(&map->table);
    free(map->all.v);
    *map = (gt_ptrmap){0};
}

/* ---- words ---- */

typedef struct {
    const char *text;
    size_t len;
} piece;

static bool same_word(const void *words, uint32_t number, const void *key)
{
    const char *word = ((const gt_words *)words)->all.v[number];
    const piece *wanted = key;
    return strncmp(word, wanted->text, wanted->len) == 0 && word[wanted->len] == 0;
}

const char *gt_words_find(const gt_words *words, const char *text, size_t len)
{
    uint32_t number =
        gt_table_find(&words->table, gt_hash_bytes(text, len), same_word, words, &(piece){text, len});
    return number == GT_ABSENT ? NULL : words->all.v[number];
}

bool gt_words_take(gt_words *words, const char *word)
{
    size_t len = strlen(word);
    if (gt_words_find(words, word, len))
        return false;
    gt_table_add(&words->table, gt_hash_bytes(word, len));
    gt_vec_push(&words->all, word);
    return true;
}

const char *gt_words_fresh(gt_words *words, gt_arena *arena, const char *wish)
{
    const char *name = wish;
    for (unsigned n = 1; !gt_words_take(words, name); n++)
        name = gt_arena_printf(arena, "%s_%u", wish, n);
    return name;
}

void gt_words_fini(gt_words *words)
{
    gt_table_fini(&words->table);
    free(words->all.v);
    *words = (gt_words){0};
}

/* ---- rows ---- */

static uint64_t hash_row(const gt_rows *rows, const int32_t *row)
{
    return gt_hash_bytes(row, rows->width * sizeof *row);
}

static bool same_row(const void *rows, uint32_t number, const void *key)
{
    const gt_rows *all = rows;
    return all->width == 0 || memcmp(gt_rows_at(all, number), key, all->width * sizeof(int32_t)) == 0;
}

uint32_t gt_rows_find(const gt_rows *rows, const int32_t *row)
{
    return gt_table_find(&rows->table, hash_row(rows, row), same_row, rows, row);
}

uint32_t gt_rows_add(gt_rows *rows, const int32_t *row, bool *fresh)
{
    uint64_t hash = hash_row(rows, row);
    uint32_t number = gt_table_find(&rows->table, hash, same_row, rows, row);
    if (fresh)
        *fresh = number == GT_ABSENT;
    if (number != GT_ABSENT)
        return number;
    for (size_t i = 0; i < rows->width; i++)
        gt_vec_push(&rows->data, row[i]);
    return gt_table_add(&rows->table, hash);
}

void gt_rows_fini(gt_rows *rows)
{
    gt_table_fini(&rows->table);
    free(rows->data.v);
    *rows = (gt_rows){.width = rows->width};
}
