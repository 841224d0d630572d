/* Interned names, so that equal names are equal pointers, and tables from names to things. */
#ifndef GT_FRONTEND_NAMES_H
#define GT_FRONTEND_NAMES_H

#include "runtime/arena.h"

#include <stddef.h>

typedef struct gt_names gt_names;

/* The names live in the arena; the table itself is freed by gt_names_free. */
gt_names *gt_names_create(gt_arena *arena);
void gt_names_free(gt_names *names);
/* The one copy of these bytes, NUL-terminated. */
const char *gt_names_intern(gt_names *names, const char *text, size_t len);
const char *gt_names_cstr(gt_names *names, const char *text);

/* From interned names to pointers; zero-initialised is empty. The first thing put under a name stays. */
typedef struct {
    struct gt_table_slot {
        const char *name;
        void *value;
    } * slots;
    size_t n, cap;
} gt_table;

void *gt_table_get(const gt_table *table, const char *name);
/* Returns what was there before, in which case nothing changes, or NULL. */
void *gt_table_put(gt_table *table, const char *name, void *value);
/* Puts `value` in the place of what is there, if anything. */
void gt_table_set(gt_table *table, const char *name, void *value);
void gt_table_fini(gt_table *table);

#endif
