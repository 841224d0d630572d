#include "frontend/names.h"

#include "runtime/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    size_t len;
} entry;

struct gt_names {
    gt_arena *arena;
    entry *slots;
    size_t n, cap; /* cap is a power of two */
};

gt_names *gt_names_create(gt_arena *arena)
{
    gt_names *names = gt_xcalloc(1, sizeof *names);
    names->arena = arena;
    names->cap = 256;
    names->slots = gt_xcalloc(names->cap, sizeof *names->slots);
    return names;
}

void gt_names_free(gt_names *names)
{
    if (!names)
        return;
    free(names->slots);
    free(names);
}

static entry *find_entry(entry *slots, size_t cap, const char *text, size_t len)
{
    size_t i = gt_hash_bytes(text, len) & (cap - 1);
    while (slots[i].text && (slots[i].len != len || memcmp(slots[i].text, text, len) != 0))
        i = (i + 1) & (cap - 1);
    return &slots[i];
}

const char *gt_names_intern(gt_names *names, const char *text, size_t len)
{
    entry *e = find_entry(names->slots, names->cap, text, len);
    if (e->text)
        return e->text;
    if (2 * (names->n + 1) > names->cap) {
        entry *bigger = gt_xcalloc(2 * names->cap, sizeof *bigger);
        for (size_t i = 0; i < names->cap; i++)
            if (names->slots[i].text)
                *find_entry(bigger, 2 * names->cap, names->slots[i].text, names->slots[i].len) =
                    names->slots[i];
        free(names->slots);
        names->slots = bigger;
        names->cap *= 2;
        e = find_entry(names->slots, names->cap, text, len);
    }
    names->n++;
    e->text = gt_arena_strndup(names->arena, text, len);
    e->len = len;
    return e->text;
}

const char *gt_names_cstr(gt_names *names, const char *text)
{
    return gt_names_intern(names, text, strlen(text));
}

static struct gt_table_slot *find_slot(struct gt_table_slot *slots, size_t cap, const char *name)
{
    size_t i = gt_hash_mix((uint64_t)(uintptr_t)name) & (cap - 1);
    while (slots[i].name && slots[i].name != name)
        i = (i + 1) & (cap - 1);
    return &slots[i];
}

void *gt_table_get(const gt_table *table, const char *name)
{
    return table->cap ? find_slot(table->slots, table->cap, name)->value : NULL;
}

static struct gt_table_slot *slot_for(gt_table *table, const char *name)
{
    if (2 * (table->n + 1) > table->cap) {
        size_t cap = table->cap ? 2 * table->cap : 16;
        struct gt_table_slot *bigger = gt_xcalloc(cap, sizeof *bigger);
        for (size_t i = 0; i < table->cap; i++)
            if (table->slots[i].name)
                *find_slot(bigger, cap, table->slots[i].name) = table->slots[i];
        free(table->slots);
        table->slots = bigger;
        table->cap = cap;
    }
    struct gt_table_slot *slot = find_slot(table->slots, table->cap, name);
    if (!slot->name) {
        slot->name = name;
        table->n++;
    }
    return slot;
}

void *gt_table_put(gt_table *table, const char *name, void *value)
{
    struct gt_table_slot *slot = slot_for(table, name);
    if (slot->value)
        return slot->value;
    slot->value = value;
    return NULL;
}

void gt_table_set(gt_table *table, const char *name, void *value)
{
    slot_for(table, name)->value = value;
}

void gt_table_fini(gt_table *table)
{
    free(table->slots);
    *table = (gt_table){0};
}
