#include "passes/fresh.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static size_t find(const gt_fresh *names, const char *name)
{
    size_t at = gt_hash_bytes(name, strlen(name)) & (names->nslots - 1);
    while (names->slots[at] && strcmp(names->slots[at], name) != 0)
        at = (at + 1) & (names->nslots - 1);
    return at;
}

static void grow(gt_fresh *names)
{
    gt_fresh bigger = {.nslots = names->nslots ? 2 * names->nslots : 64, .used = names->used};
    bigger.slots = gt_xcalloc(bigger.nslots, sizeof *bigger.slots);
    for (size_t i = 0; i < names->nslots; i++)
        if (names->slots[i])
            bigger.slots[find(&bigger, names->slots[i])] = names->slots[i];
    free(names->slots);
    *names = bigger;
}

void gt_fresh_take(gt_fresh *names, const char *name)
{
    if (2 * names->used >= names->nslots)
        grow(names);
    size_t at = find(names, name);
    if (!names->slots[at])
        names->used++;
    names->slots[at] = name;
}

const char *gt_fresh_name(gt_fresh *names, gt_arena *arena, const char *wish)
{
    const char *name = wish;
    for (unsigned n = 1; names->nslots && names->slots[find(names, name)]; n++)
        name = gt_arena_printf(arena, "%s_%u", wish, n);
    gt_fresh_take(names, name);
    return name;
}

void gt_fresh_fini(gt_fresh *names)
{
    free(names->slots);
    *names = (gt_fresh){0};
}
