/* A map from pointers to pointers, for walks over shared nodes. Start from {0}. */
#ifndef GT_PASSES_MEMO_H
#define GT_PASSES_MEMO_H

#include <stddef.h>

typedef struct {
    const void **keys, **values; /* open addressing; NULL keys are free */
    size_t nslots, used;
} gt_memo;

/* The value for `key`, or NULL. */
const void *gt_memo_get(const gt_memo *memo, const void *key);
/* Sets the value (not NULL) for `key` (not NULL). */
void gt_memo_put(gt_memo *memo, const void *key, const void *value);
/* Empties the memo and frees its tables. */
void gt_memo_fini(gt_memo *memo);

#endif
