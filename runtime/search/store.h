/* A set of byte strings for explicit-state search: compact, insert-only, shared between threads.
 *
 * Strings are kept back to back without pointers; a table of six bytes per slot, at most 80 % full, finds
 * them. The set is cut into shards by hash, each with a lock of its own, so that growing stalls nobody for
 * long. A string's number is its position within its shard times the number of shards plus the shard's
 * number. */
#ifndef GT_RUNTIME_SEARCH_STORE_H
#define GT_RUNTIME_SEARCH_STORE_H

#include "runtime/base.h"

enum { GT_STORE_SHARDS = 64 };

typedef struct gt_store gt_store;

/* `fixed`: the length of every string, > 0; 0: lengths differ. `concurrent`: several threads will use it. */
gt_store *gt_store_new(uint32_t fixed, bool concurrent);
void gt_store_free(gt_store *store);

/* The number of the string, added if it is new. len > 0. */
uint32_t gt_store_put(gt_store *store, const uint8_t *bytes, uint32_t len, bool *fresh);
/* The same for many strings of one shard: one lock, and the memory they need comes while others are put. */
typedef struct {
    uint64_t hash; /* gt_hash_bytes */
    uint32_t at, len;
    uint32_t number; /* set by the call */
} gt_store_item;

static inline uint32_t gt_store_shard_of(uint64_t hash)
{
    return (uint32_t)(hash % GT_STORE_SHARDS);
}
/* Not for strings of fixed length up to eight bytes, which are words: those go to gt_wordset_put_all. */
void gt_store_put_all(gt_store *store, uint32_t shard, const uint8_t *bytes, gt_store_item *items,
                      uint32_t n);
/* The set of words (words.h) that it is for a fixed length of up to eight bytes, else NULL. A string is the
 * word's lowest bytes, least significant first. */
struct gt_wordset *gt_store_words(gt_store *store);
/* Whether it is there. */
bool gt_store_find(gt_store *store, const uint8_t *bytes, uint32_t len, uint32_t *number);
/* Copies the string into *buffer, which grows as needed (free it), and returns its length. */
typedef struct {
    uint8_t *v;
    size_t cap;
} gt_bytes;
uint32_t gt_store_get(gt_store *store, uint32_t number, gt_bytes *buffer);
/* The n strings from position `from` of a shard on, back to back, and their lengths. Eight bytes beyond the
 * last one may be read, too. */
void gt_store_read(gt_store *store, uint32_t shard, uint32_t from, uint32_t n, gt_bytes *buffer,
                   uint32_t *lens);

/* Strings in one shard, in all of them; bytes of memory in use. */
uint32_t gt_store_shard_count(const gt_store *store, uint32_t shard);
uint64_t gt_store_count(const gt_store *store);
size_t gt_store_bytes(const gt_store *store);

void gt_bytes_reserve(gt_bytes *buffer, size_t size);

#endif
