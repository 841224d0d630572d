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
    gt_memo old = *memo;
    memo->nslots = old.nslots ? 2 * old.nslots : 64;
    memo->keys = gt_xcalloc(memo->nslots, sizeof *memo->keys);
    memo->values = gt_xcalloc(memo->nslots, sizeof *memo->values);
    for (size_t i = 0; i < old.nslots; i++) {
        if (!old.keys[i])
            continue;
        size_t at = find(memo, old.keys[i]);
        memo->keys[at] = old.keys[i];
        memo->values[at] = old.values[i];
    }
    free(old.keys);
    free(old.values);
}

void gt_memo_put(gt_memo *memo, const void *key, const void *value)
{
    if (2 * memo->used >= memo->nslots)
        grow(memo);
    size_t at = find(memo, key);
    if (!memo->keys[at])
        memo->used++;
    memo->keys[at] = key;
    memo->values[at] = value;
}

void gt_memo_fini(gt_memo *memo)
{
    free(memo->keys);
    free(memo->values);
    *memo = (gt_memo){0};
}
