#include "runtime/search/words.h"
#include "runtime/search/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A slot: position + 1 in its shard (four bytes, 0: empty), then 16 bits of the hash. */
enum { SLOT = 6, FIRST_SLOTS = 16, LOG_CHUNK = 12, CHUNK = 1 << LOG_CHUNK, FIRST_CHUNK = 64, SLACK = 8 };

typedef struct {
    pthread_mutex_t lock;
    uint8_t *slots;
    uint32_t nslots;
    _Atomic uint32_t count;
    uint8_t **chunks;
    uint8_t *widths;                    /* bytes per word, per chunk */
    uint32_t nchunks, chunks_cap, last; /* words the last chunk has room for */
} shard;

struct gt_wordset {
    bool concurrent;
    _Atomic size_t bytes;
    shard shards[GT_STORE_SHARDS];
};

gt_wordset *gt_wordset_new(bool concurrent)
{
    gt_wordset *words = gt_xcalloc(1, sizeof *words);
    words->concurrent = concurrent;
    for (unsigned i = 0; i < GT_STORE_SHARDS; i++)
        pthread_mutex_init(&words->shards[i].lock, NULL);
    atomic_init(&words->bytes, sizeof *words);
    return words;
}

void gt_wordset_free(gt_wordset *words)
{
    if (!words)
        return;
    for (unsigned i = 0; i < GT_STORE_SHARDS; i++) {
        shard *s = &words->shards[i];
        for (uint32_t c = 0; c < s->nchunks; c++)
            free(s->chunks[c]);
        free(s->chunks);
        free(s->widths);
        free(s->slots);
        pthread_mutex_destroy(&s->lock);
    }
    free(words);
}

static void lock(gt_wordset *words, shard *s)
{
    if (words->concurrent)
        pthread_mutex_lock(&s->lock);
}

static void unlock(gt_wordset *words, shard *s)
{
    if (words->concurrent)
        pthread_mutex_unlock(&s->lock);
}

static void account(gt_wordset *words, size_t more, size_t less)
{
    atomic_fetch_add_explicit(&words->bytes, more - less, memory_order_relaxed);
}

/* ---- words ---- */

static inline const uint8_t *place_of(const shard *s, uint32_t i)
{
    uint32_t c = i >> LOG_CHUNK;
    return s->chunks[c] + (size_t)(i & (CHUNK - 1)) * s->widths[c];
}

static inline uint64_t word_at(const shard *s, uint32_t i)
{
    uint64_t word;
    memcpy(&word, place_of(s, i), sizeof word);
    return word & UINT64_MAX >> (64 - 8 * s->widths[i >> LOG_CHUNK]);
}

static uint8_t width_of(uint64_t word)
{
    return (uint8_t)(word ? (71 - __builtin_clzll(word)) / 8 : 1);
}

/* A copy of the last chunk with another width, for `room` words. */
static void rewrite(gt_wordset *words, shard *s, uint32_t n, uint8_t width, uint32_t room)
{
    uint32_t c = s->nchunks - 1;
    size_t size = (size_t)room * width + SLACK;
    uint8_t *to = gt_xmalloc(size, 1);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t word = word_at(s, c << LOG_CHUNK | i);
        memcpy(to + (size_t)i * width, &word, sizeof word);
    }
    account(words, size, (size_t)s->last * s->widths[c] + SLACK);
    free(s->chunks[c]);
    s->chunks[c] = to;
    s->widths[c] = width;
    s->last = room;
}

static void add_chunk(gt_wordset *words, shard *s, uint8_t width)
{
    if (s->nchunks == s->chunks_cap) {
        uint32_t cap = s->chunks_cap ? 2 * s->chunks_cap : 4;
        s->chunks = gt_xrealloc(s->chunks, cap, sizeof *s->chunks);
        s->widths = gt_xrealloc(s->widths, cap, sizeof *s->widths);
        account(words, (cap - s->chunks_cap) * (sizeof *s->chunks + 1), 0);
        s->chunks_cap = cap;
    }
    s->last = s->nchunks ? CHUNK : FIRST_CHUNK;
    s->widths[s->nchunks] = width;
    s->chunks[s->nchunks++] = gt_xmalloc((size_t)s->last * width + SLACK, 1);
    account(words, (size_t)s->last * width + SLACK, 0);
}

static void append(gt_wordset *words, shard *s, uint32_t count, uint64_t word)
{
    uint32_t within = count & (CHUNK - 1);
    uint8_t width = width_of(word), had = s->nchunks ? s->widths[s->nchunks - 1] : 1;
    width = width > had ? width : had;
    if (within == 0)
        add_chunk(words, s, width);
    else if (width > had || within == s->last)
        rewrite(words, s, within, width, within == s->last ? 2 * s->last : s->last);
    memcpy(s->chunks[s->nchunks - 1] + (size_t)within * width, &word, sizeof word);
}

/* ---- the table ---- */

static inline uint32_t slot_entry(const uint8_t *slot, uint16_t *print)
{
    uint32_t entry;
    memcpy(&entry, slot, 4);
    memcpy(print, slot + 4, 2);
    return entry;
}

static inline void slot_set(uint8_t *slot, uint32_t entry, uint16_t print)
{
    memcpy(slot, &entry, 4);
    memcpy(slot + 4, &print, 2);
}

/* Bits of the hash: 0..5 the shard, 6..21 the print, 32..63 the slot. */
static inline uint32_t home(uint32_t nslots, uint64_t h)
{
    return (uint32_t)(((h >> 32) * nslots) >> 32);
}

static inline uint16_t print_of(uint64_t h)
{
    return (uint16_t)(h >> 6);
}

static void grow(gt_wordset *words, shard *s)
{
    uint32_t old = s->nslots, now = old ? old + old / (old < 1024 ? 1 : 4) : FIRST_SLOTS;
    free(s->slots);
    uint8_t *slots = gt_xcalloc(now, SLOT);
    s->slots = slots;
    s->nslots = now;
    account(words, (size_t)now * SLOT, (size_t)old * SLOT);
    uint32_t n = atomic_load(&s->count);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t h = gt_wordset_hash(word_at(s, i));
        uint32_t at = home(now, h);
        uint16_t print;
        while (slot_entry(slots + (size_t)at * SLOT, &print))
            at = at + 1 == now ? 0 : at + 1;
        slot_set(slots + (size_t)at * SLOT, i + 1, print_of(h));
    }
}

/* The slot of the word or the empty one where it belongs; *entry: its position + 1 or 0. */
static inline uint8_t *probe(const shard *s, uint64_t word, uint64_t h, uint32_t *entry)
{
    uint8_t *slots = s->slots;
    uint32_t nslots = s->nslots;
    for (uint32_t at = home(nslots, h);; at = at + 1 == nslots ? 0 : at + 1) {
        uint8_t *slot = slots + (size_t)at * SLOT;
        uint16_t print;
        *entry = slot_entry(slot, &print);
        if (*entry == 0 || (print == print_of(h) && word_at(s, *entry - 1) == word))
            return slot;
    }
}

static inline uint32_t number_of(uint32_t entry, uint64_t h)
{
    return (entry - 1) * GT_STORE_SHARDS + gt_store_shard_of(h);
}

static inline uint32_t put(gt_wordset *words, shard *s, uint64_t word, uint64_t h, bool *fresh)
{
    uint32_t count = atomic_load_explicit(&s->count, memory_order_relaxed);
    if ((uint64_t)count * 5 >= (uint64_t)s->nslots * 4)
        grow(words, s);
    uint32_t entry;
    uint8_t *slot = probe(s, word, h, &entry);
    *fresh = entry == 0;
    if (*fresh) {
        if (count >= UINT32_MAX / GT_STORE_SHARDS - 1)
            gt_oom();
        append(words, s, count, word);
        entry = count + 1;
        slot_set(slot, entry, print_of(h));
        atomic_store_explicit(&s->count, entry, memory_order_relaxed);
    }
    return number_of(entry, h);
}

uint32_t gt_wordset_put(gt_wordset *words, uint64_t word, bool *fresh)
{
    uint64_t h = gt_wordset_hash(word);
    shard *s = &words->shards[gt_store_shard_of(h)];
    lock(words, s);
    uint32_t number = put(words, s, word, h, fresh);
    unlock(words, s);
    return number;
}

/* The first word that may be the same: its position + 1, or 0. */
static inline uint32_t fetch_word(const shard *s, uint64_t h)
{
    uint32_t nslots = s->nslots;
    for (uint32_t at = home(nslots, h);; at = at + 1 == nslots ? 0 : at + 1) {
        uint16_t print;
        uint32_t entry = slot_entry(s->slots + (size_t)at * SLOT, &print);
        if (entry && print == print_of(h)) {
            __builtin_prefetch(place_of(s, entry - 1));
            return entry;
        }
        if (!entry)
            return 0;
    }
}

void gt_wordset_put_all(gt_wordset *words, uint32_t shard_number, const uint64_t *v, uint32_t n,
                        uint32_t *numbers)
{
    enum { NEAR = 16, FAR = 32 }; /* how many words ahead memory is asked for */
    uint64_t hashes[FAR];
    uint32_t first[FAR];
    shard *s = &words->shards[shard_number];
    lock(words, s);
    if (!s->slots)
        grow(words, s);
    for (uint32_t i = 0; i < n + FAR; i++) {
        if (i >= FAR) {
            bool fresh;
            uint64_t word = v[i - FAR], h = hashes[i % FAR];
            uint32_t entry = first[i % FAR];
            uint32_t number =
                entry && word_at(s, entry - 1) == word ? number_of(entry, h) : put(words, s, word, h, &fresh);
            if (numbers)
                numbers[i - FAR] = number;
        }
        if (i < n) {
            hashes[i % FAR] = gt_wordset_hash(v[i]);
            __builtin_prefetch(s->slots + (size_t)home(s->nslots, hashes[i % FAR]) * SLOT);
        }
        if (i >= NEAR && i - NEAR < n)
            first[(i - NEAR) % FAR] = fetch_word(s, hashes[(i - NEAR) % FAR]);
    }
    unlock(words, s);
}

bool gt_wordset_find(gt_wordset *words, uint64_t word, uint32_t *number)
{
    uint64_t h = gt_wordset_hash(word);
    shard *s = &words->shards[gt_store_shard_of(h)];
    uint32_t entry = 0;
    lock(words, s);
    if (s->nslots)
        probe(s, word, h, &entry);
    unlock(words, s);
    if (entry)
        *number = number_of(entry, h);
    return entry != 0;
}

uint64_t gt_wordset_get(gt_wordset *words, uint32_t number)
{
    shard *s = &words->shards[number % GT_STORE_SHARDS];
    lock(words, s);
    uint64_t word = word_at(s, number / GT_STORE_SHARDS);
    unlock(words, s);
    return word;
}

void gt_wordset_read(gt_wordset *words, uint32_t shard_number, uint32_t from, uint32_t n, uint8_t *out,
                     uint32_t width)
{
    shard *s = &words->shards[shard_number];
    lock(words, s);
    for (uint32_t i = 0; i < n; i++, out += width) {
        uint64_t word = word_at(s, from + i);
        memcpy(out, &word, sizeof word);
    }
    unlock(words, s);
}

uint32_t gt_wordset_shard_count(const gt_wordset *words, uint32_t shard_number)
{
    return atomic_load(&words->shards[shard_number].count);
}

size_t gt_wordset_bytes(const gt_wordset *words)
{
    return atomic_load(&words->bytes);
}
