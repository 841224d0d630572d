/* Interned names: equal names are equal pointers, so a scope is a gt_ptrmap from them. */
#ifndef GT_FRONTEND_SYM_NAMES_H
#define GT_FRONTEND_SYM_NAMES_H

#include "runtime/table.h"

typedef struct {
    gt_arena *arena; /* where the names live */
    gt_words words;
} gt_interned;

/* The one copy of these bytes, NUL-terminated. */
const char *gt_intern(gt_interned *names, const char *text, size_t len);
const char *gt_intern_cstr(gt_interned *names, const char *text);
/* Puts `value` under a name that has none yet; else returns what is there, and nothing changes. */
void *gt_intern_declare(gt_ptrmap *scope, const char *name, const void *value);

#endif
