#include "frontend/sym/names.h"

#include <string.h>

const char *gt_intern(gt_interned *names, const char *text, size_t len)
{
    const char *known = gt_words_find(&names->words, text, len);
    if (known)
        return known;
    const char *copy = gt_arena_strndup(names->arena, text, len);
    gt_words_take(&names->words, copy);
    return copy;
}

const char *gt_intern_cstr(gt_interned *names, const char *text)
{
    return gt_intern(names, text, strlen(text));
}

void *gt_intern_declare(gt_ptrmap *scope, const char *name, const void *value)
{
    void *old = gt_ptrmap_pointer(scope, name);
    if (!old)
        gt_ptrmap_point(scope, name, value);
    return old;
}
