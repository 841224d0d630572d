/* A set of names, to invent new ones that differ from all others. Start from {0}. */
#ifndef GT_PASSES_NAMES_H
#define GT_PASSES_NAMES_H

#include "runtime/arena.h"

typedef struct {
  const char **slots; /* open addressing */
  size_t nslots, used;
} gt_names;

/* Takes `name`; the name itself must stay alive. */
void gt_names_take(gt_names *names, const char *name);
/* Takes `wish`, or `wish` with the first of _1, _2, ... that makes it new, and returns it. */
const char *gt_names_new(gt_names *names, gt_arena *arena, const char *wish);
void gt_names_fini(gt_names *names);

#endif
