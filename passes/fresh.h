/* A set of names, to invent new ones that differ from all others. Start from {0}. */
#ifndef GT_PASSES_FRESH_H
#define GT_PASSES_FRESH_H

#include "runtime/arena.h"

typedef struct {
    const char **slots; /* open addressing */
    size_t nslots, used;
} gt_fresh;

/* Takes `name`; the name itself must stay alive. */
void gt_fresh_take(gt_fresh *names, const char *name);
/* Takes `wish`, or `wish` with the first of _1, _2, ... that makes it new, and returns it. */
const char *gt_fresh_name(gt_fresh *names, gt_arena *arena, const char *wish);
void gt_fresh_fini(gt_fresh *names);

#endif
