/* A set of 64-bit words: what gt_store is for strings of up to eight bytes (store.h says what the operations
 * mean). Words stand back to back in chunks, each as wide as its largest word needs; a table of six bytes per
 * slot finds them. */
#ifndef GT_RUNTIME_SEARCH_WORDS_H
#define GT_RUNTIME_SEARCH_WORDS_H

#include "runtime/base.h"

typedef struct gt_wordset gt_wordset;

gt_wordset *gt_wordset_new(bool concurrent);
void gt_wordset_free(gt_wordset *words);

static inline uint64_t gt_wordset_hash(uint64_t word)
{
    return gt_hash_mix(word ^ 0x9e3779b97f4a7c15ULL);
}
uint32_t gt_wordset_put(gt_wordset *words, uint64_t word, bool *fresh);
/* Many of one shard at once; numbers may be NULL. */
void gt_wordset_put_all(gt_wordset *words, uint32_t shard, const uint64_t *v, uint32_t n, uint32_t *numbers);
bool gt_wordset_find(gt_wordset *words, uint64_t word, uint32_t *number);
uint64_t gt_wordset_get(gt_wordset *words, uint32_t number);
/* The n words from position `from` of a shard on, `width` bytes each, back to back; eight bytes beyond the
 * last one are written, too. */
void gt_wordset_read(gt_wordset *words, uint32_t shard, uint32_t from, uint32_t n, uint8_t *out,
                     uint32_t width);

uint32_t gt_wordset_shard_count(const gt_wordset *words, uint32_t shard);
size_t gt_wordset_bytes(const gt_wordset *words);

#endif
