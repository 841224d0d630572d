#include "passes/names.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static size_t find(const gt_names *names, const char *name) {
  size_t at = gt_hash_bytes(name, strlen(name)) & (names->nslots - 1);
  while (names->slots[at] && strcmp(names->slots[at], name) != 0) at = (at + 1) & (names->nslots - 1);
  return at;
}

static void grow(gt_names *names) {
  gt_names bigger = {.nslots = names->nslots ? 2 * names->nslots : 64, .used = names->used};
  bigger.slots = gt_xcalloc(bigger.nslots, sizeof *bigger.slots);
  for (size_t i = 0; i < names->nslots; i++)
    if (names->slots[i]) bigger.slots[find(&bigger, names->slots[i])] = names->slots[i];
  free(names->slots);
  *names = bigger;
}

void gt_names_take(gt_names *names, const char *name) {
  if (2 * names->used >= names->nslots) grow(names);
  size_t at = find(names, name);
  if (!names->slots[at]) names->used++;
  names->slots[at] = name;
}

const char *gt_names_new(gt_names *names, gt_arena *arena, const char *wish) {
  const char *name = wish;
  for (unsigned n = 1; names->nslots && names->slots[find(names, name)]; n++)
    name = gt_arena_printf(arena, "%s_%u", wish, n);
  gt_names_take(names, name);
  return name;
}

void gt_names_fini(gt_names *names) {
  free(names->slots);
  *names = (gt_names){0};
}
