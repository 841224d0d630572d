#include "passes/memo.h"

#include "runtime/base.h"

#include <stdlib.h>

static size_t find(const gt_memo *memo, const void *key)
{
    size_t at = gt_hash_mix((uint64_t)(uintptr_t)key) & (memo->nslots - 1);
    while (memo->keys[at] && memo->keys[at] != key)
        at = (at + 1) & (memo->nslots - 1);
    return at;
}

const void *gt_memo_get(const gt_memo *memo, const void *key)
{
    return memo->nslots ? memo->values[find(memo, key)] : NULL;
}

static void grow(gt_memo *memo)
{
    gt_memo bigger = {.nslots = memo->nslots ? 2 * memo->nslots : 64, .used = memo->used};
    bigger.keys = gt_xcalloc(bigger.nslots, sizeof *bigger.keys);
    bigger.values = gt_xcalloc(bigger.nslots, sizeof *bigger.values);
    for (size_t i = 0; i < memo->nslots; i++) {
        if (!memo->keys[i])
            continue;
        size_t at = find(&bigger, memo->keys[i]);
        bigger.keys[at] = memo->keys[i];
        bigger.values[at] = memo->values[i];
    }
    gt_memo_fini(memo);
    *memo = bigger;
}

void gt_memo_put(gt_memo *memo, const void *key, const void *value)
{
    if (2 * memo->used >= memo->nslots)
        grow(memo);
    size_t at = find(memo, key);
    if (!memo->keys[at])
        memo->used++;
    memo->keys[at] = key; /* NOLINT(clang-analyzer-unix.Malloc): grow has put new arrays there */
    memo->values[at] = value;
}

void gt_memo_fini(gt_memo *memo)
{
    free(memo->keys);
    free(memo->values);
    *memo = (gt_memo){0};
}
