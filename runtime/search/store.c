#include "runtime/search/store.h"
#include "runtime/search/words.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A slot: position + 1 in its shard (four bytes, 0: empty), then 16 bits of the hash. */
enum { SLOT = 6, FIRST_SLOTS = 16, MIN_CHUNK = 512, MAX_CHUNK = 1 << 16, STEP = 16, READ_SLACK = 8 };

/* Where a string begins. */
typedef struct {
    uint32_t chunk, offset;
} place;

typedef struct {
    pthread_mutex_t lock;
    uint8_t *slots;
    uint32_t nslots;
    _Atomic uint32_t count;
    uint8_t **chunks;
    uint32_t nchunks, chunks_cap;
    uint32_t used, size; /* of the last chunk */
    place *starts;       /* variable length: of every STEP-th string */
    size_t starts_cap;
} shard;

struct gt_store {
    uint32_t fixed;
    uint32_t log_chunk; /* fixed length: a chunk has 2^log_chunk strings */
    bool concurrent;
    gt_wordset *words; /* fixed length, up to eight bytes: all is there */
    _Atomic size_t bytes;
    shard shards[GT_STORE_SHARDS];
};

gt_store *gt_store_new(uint32_t fixed, bool concurrent)
{
    gt_store *store = gt_xcalloc(1, sizeof *store);
    store->fixed = fixed;
    store->words = fixed && fixed <= sizeof(uint64_t) ? gt_wordset_new(concurrent) : NULL;
    while (fixed && (size_t)fixed << (store->log_chunk + 1) <= MAX_CHUNK)
        store->log_chunk++;
    store->concurrent = concurrent;
    for (unsigned i = 0; i < GT_STORE_SHARDS; i++)
        pthread_mutex_init(&store->shards[i].lock, NULL);
    atomic_init(&store->bytes, sizeof *store);
    return store;
}

void gt_store_free(gt_store *store)
{
    if (!store)
        return;
    gt_wordset_free(store->words);
    for (unsigned i = 0; i < GT_STORE_SHARDS; i++) {
        shard *s = &store->shards[i];
        for (uint32_t c = 0; c < s->nchunks; c++)
            free(s->chunks[c]);
        free(s->chunks);
        free(s->slots);
        free(s->starts);
        pthread_mutex_destroy(&s->lock);
    }
    free(store);
}

static void lock(gt_store *store, shard *s)
{
    if (store->concurrent)
        pthread_mutex_lock(&s->lock);
}

static void unlock(gt_store *store, shard *s)
{
    if (store->concurrent)
        pthread_mutex_unlock(&s->lock);
}

static void account(gt_store *store, size_t more, size_t less)
{
    atomic_fetch_add_explicit(&store->bytes, more - less, memory_order_relaxed);
}

void gt_bytes_reserve(gt_bytes *buffer, size_t size)
{
    if (buffer->cap < size) {
        buffer->cap = size < 64 ? 64 : 2 * size;
        buffer->v = gt_xrealloc(buffer->v, buffer->cap, 1);
    }
}

/* ---- strings ---- */

static uint32_t read_length(const uint8_t **at)
{
    uint32_t len = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *(*at)++;
        len |= (uint32_t)(b & 127) << shift;
        if (b < 128)
            return len;
    }
}

static uint32_t length_size(uint32_t len)
{
    uint32_t n = 1;
    for (; len >= 128; len >>= 7)
        n++;
    return n;
}

/* String number i of the shard. A length of 0 says that the rest of the chunk is empty. */
static const uint8_t *string_at(const gt_store *store, const shard *s, uint32_t i, uint32_t *len)
{
    if (store->fixed) {
        *len = store->fixed;
        uint32_t chunk = i >> store->log_chunk;
        return s->chunks[chunk] + (size_t)(i - (chunk << store->log_chunk)) * store->fixed;
    }
    place p = s->starts[i / STEP];
    const uint8_t *at = s->chunks[p.chunk] + p.offset;
    for (uint32_t skip = i % STEP;; skip--) {
        *len = read_length(&at);
        if (*len == 0) {
            at = s->chunks[++p.chunk];
            *len = read_length(&at);
        }
        if (skip == 0)
            return at;
        at += *len;
    }
}

static void add_chunk(gt_store *store, shard *s, uint32_t size)
{
    if (s->nchunks == s->chunks_cap) {
        uint32_t cap = s->chunks_cap ? 2 * s->chunks_cap : 4;
        s->chunks = gt_xrealloc(s->chunks, cap, sizeof *s->chunks);
        account(store, (cap - s->chunks_cap) * sizeof *s->chunks, 0);
        s->chunks_cap = cap;
    }
    s->chunks[s->nchunks++] = gt_xmalloc(size, 1);
    s->used = 0;
    s->size = size;
    account(store, size, 0);
}

/* The chunk that fixed-length strings go to grows by doubling up to its full size. */
static uint8_t *room_fixed(gt_store *store, shard *s)
{
    uint32_t full = store->fixed << store->log_chunk;
    if (s->used == s->size && (s->nchunks == 0 || s->size == full)) {
        uint32_t size = s->nchunks ? full : store->fixed * (1 + MIN_CHUNK / store->fixed);
        add_chunk(store, s, size < full ? size : full);
    } else if (s->used == s->size) {
        uint32_t size = s->size > full / 2 ? full : 2 * s->size;
        s->chunks[s->nchunks - 1] = gt_xrealloc(s->chunks[s->nchunks - 1], size, 1);
        account(store, size, s->size);
        s->size = size;
    }
    uint8_t *at = s->chunks[s->nchunks - 1] + s->used;
    s->used += store->fixed;
    return at;
}

static uint8_t *room_variable(gt_store *store, shard *s, uint32_t len)
{
    uint32_t need = len + length_size(len), count = atomic_load(&s->count);
    if (s->nchunks == 0 || s->size - s->used < need) {
        if (s->nchunks)
            s->chunks[s->nchunks - 1][s->used] = 0;
        uint32_t size = s->nchunks == 0 ? MIN_CHUNK : s->size < MAX_CHUNK ? 2 * s->size : MAX_CHUNK;
        add_chunk(store, s, (size < need ? need : size) + 1);
        s->size--; /* room for the mark */
    }
    if (count % STEP == 0) {
        if (count / STEP == s->starts_cap) {
            size_t cap = s->starts_cap ? s->starts_cap + s->starts_cap / 2 + 1 : 4;
            s->starts = gt_xrealloc(s->starts, cap, sizeof *s->starts);
            account(store, (cap - s->starts_cap) * sizeof *s->starts, 0);
            s->starts_cap = cap;
        }
        s->starts[count / STEP] = (place){s->nchunks - 1, s->used};
    }
    uint8_t *at = s->chunks[s->nchunks - 1] + s->used;
    s->used += need;
    for (; len >= 128; len >>= 7)
        *at++ = (uint8_t)(len | 128);
    *at++ = (uint8_t)len;
    return at;
}

/* ---- the table ---- */

static uint32_t slot_entry(const uint8_t *slot, uint16_t *print)
{
    uint32_t entry;
    memcpy(&entry, slot, 4);
    memcpy(print, slot + 4, 2);
    return entry;
}

static void slot_set(uint8_t *slot, uint32_t entry, uint16_t print)
{
    memcpy(slot, &entry, 4);
    memcpy(slot + 4, &print, 2);
}

/* Bits of the hash: 0..5 the shard, 6..21 the print, 32..63 the slot. */
static uint32_t home(uint32_t nslots, uint64_t h)
{
    return (uint32_t)(((h >> 32) * nslots) >> 32);
}

static uint16_t print_of(uint64_t h)
{
    return (uint16_t)(h >> 6);
}

static void grow(gt_store *store, shard *s)
{
    uint32_t old = s->nslots, now = old ? old + old / 2 : FIRST_SLOTS;
    free(s->slots);
    uint8_t *slots = gt_xcalloc(now, SLOT);
    s->slots = slots;
    s->nslots = now;
    account(store, (size_t)now * SLOT, (size_t)old * SLOT);
    uint32_t n = atomic_load(&s->count), len = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *bytes = string_at(store, s, i, &len);
        uint64_t h = gt_hash_bytes(bytes, len);
        uint32_t at = home(now, h);
        uint16_t print;
        while (slot_entry(slots + (size_t)at * SLOT, &print))
            at = at + 1 == now ? 0 : at + 1;
        slot_set(slots + (size_t)at * SLOT, i + 1, print_of(h));
    }
}

/* The slot of the string or the empty one where it belongs; *entry: its position + 1 or 0. */
static uint8_t *probe(const gt_store *store, const shard *s, const uint8_t *bytes, uint32_t len, uint64_t h,
                      uint32_t *entry)
{
    uint8_t *slots = s->slots;
    uint32_t nslots = s->nslots;
    for (uint32_t at = home(nslots, h);; at = at + 1 == nslots ? 0 : at + 1) {
        uint8_t *slot = slots + (size_t)at * SLOT;
        uint16_t print;
        *entry = slot_entry(slot, &print);
        if (*entry == 0)
            return slot;
        if (print == print_of(h)) {
            uint32_t other_len;
            const uint8_t *other = string_at(store, s, *entry - 1, &other_len);
            if (other_len == len && !memcmp(other, bytes, len))
                return slot;
        }
    }
}

static uint32_t number_of(uint32_t entry, uint64_t h)
{
    return (entry - 1) * GT_STORE_SHARDS + gt_store_shard_of(h);
}

static uint32_t put(gt_store *store, shard *s, const uint8_t *bytes, uint32_t len, uint64_t h, bool *fresh)
{
    uint32_t count = atomic_load_explicit(&s->count, memory_order_relaxed);
    if ((uint64_t)count * 5 >= (uint64_t)s->nslots * 4)
        grow(store, s);
    uint32_t entry;
    uint8_t *slot = probe(store, s, bytes, len, h, &entry);
    *fresh = entry == 0;
    if (*fresh) {
        if (count >= UINT32_MAX / GT_STORE_SHARDS - 1)
            gt_oom();
        memcpy(store->fixed ? room_fixed(store, s) : room_variable(store, s, len), bytes, len);
        entry = count + 1;
        slot_set(slot, entry, print_of(h));
        atomic_store_explicit(&s->count, entry, memory_order_relaxed);
    }
    return number_of(entry, h);
}

static uint64_t word_of(const uint8_t *bytes, uint32_t len)
{
    uint64_t word = 0;
    memcpy(&word, bytes, len);
    return word;
}

gt_wordset *gt_store_words(gt_store *store)
{
    return store->words;
}

uint32_t gt_store_put(gt_store *store, const uint8_t *bytes, uint32_t len, bool *fresh)
{
    if (store->words)
        return gt_wordset_put(store->words, word_of(bytes, len), fresh);
    uint64_t h = gt_hash_bytes(bytes, len);
    shard *s = &store->shards[gt_store_shard_of(h)];
    lock(store, s);
    uint32_t number = put(store, s, bytes, len, h, fresh);
    unlock(store, s);
    return number;
}

static void fetch_slot(const shard *s, uint64_t h)
{
    if (s->slots)
        __builtin_prefetch(s->slots + (size_t)home(s->nslots, h) * SLOT);
}

/* What the first slot names, if it may be the same string. */
static void fetch_string(const gt_store *store, const shard *s, uint64_t h)
{
    if (!s->slots)
        return;
    uint16_t print;
    uint32_t entry = slot_entry(s->slots + (size_t)home(s->nslots, h) * SLOT, &print);
    if (entry == 0 || print != print_of(h))
        return;
    if (store->fixed) {
        uint32_t len;
        __builtin_prefetch(string_at(store, s, entry - 1, &len));
    } else {
        place p = s->starts[(entry - 1) / STEP];
        __builtin_prefetch(s->chunks[p.chunk] + p.offset);
    }
}

void gt_store_put_all(gt_store *store, uint32_t shard_number, const uint8_t *bytes, gt_store_item *items,
                      uint32_t n)
{
    enum { NEAR = 6, FAR = 12 }; /* how many strings ahead memory is asked for */
    shard *s = &store->shards[shard_number];
    lock(store, s);
    for (uint32_t i = 0; i < n + FAR; i++) {
        if (i < n)
            fetch_slot(s, items[i].hash);
        if (i >= NEAR && i - NEAR < n)
            fetch_string(store, s, items[i - NEAR].hash);
        if (i >= FAR) {
            gt_store_item *item = &items[i - FAR];
            bool fresh;
            item->number = put(store, s, bytes + item->at, item->len, item->hash, &fresh);
        }
    }
    unlock(store, s);
}

bool gt_store_find(gt_store *store, const uint8_t *bytes, uint32_t len, uint32_t *number)
{
    if (store->words)
        return gt_wordset_find(store->words, word_of(bytes, len), number);
    uint64_t h = gt_hash_bytes(bytes, len);
    shard *s = &store->shards[gt_store_shard_of(h)];
    uint32_t entry = 0;
    lock(store, s);
    if (s->nslots)
        probe(store, s, bytes, len, h, &entry);
    unlock(store, s);
    if (entry)
        *number = number_of(entry, h);
    return entry != 0;
}

uint32_t gt_store_get(gt_store *store, uint32_t number, gt_bytes *buffer)
{
    if (store->words) {
        uint64_t word = gt_wordset_get(store->words, number);
        gt_bytes_reserve(buffer, sizeof word);
        memcpy(buffer->v, &word, sizeof word);
        return store->fixed;
    }
    shard *s = &store->shards[number % GT_STORE_SHARDS];
    uint32_t len;
    lock(store, s);
    const uint8_t *bytes = string_at(store, s, number / GT_STORE_SHARDS, &len);
    gt_bytes_reserve(buffer, len);
    memcpy(buffer->v, bytes, len);
    unlock(store, s);
    return len;
}

void gt_store_read(gt_store *store, uint32_t shard_number, uint32_t from, uint32_t n, gt_bytes *buffer,
                   uint32_t *lens)
{
    if (store->words) {
        gt_bytes_reserve(buffer, (size_t)n * store->fixed + READ_SLACK);
        gt_wordset_read(store->words, shard_number, from, n, buffer->v, store->fixed);
        for (uint32_t i = 0; i < n; i++)
            lens[i] = store->fixed;
        return;
    }
    shard *s = &store->shards[shard_number];
    size_t used = 0;
    lock(store, s);
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *bytes = string_at(store, s, from + i, &lens[i]);
        gt_bytes_reserve(buffer, used + lens[i] + READ_SLACK);
        memcpy(buffer->v + used, bytes, lens[i]);
        used += lens[i];
    }
    unlock(store, s);
}

uint32_t gt_store_shard_count(const gt_store *store, uint32_t shard_number)
{
    return store->words ? gt_wordset_shard_count(store->words, shard_number)
                        : atomic_load(&store->shards[shard_number].count);
}

uint64_t gt_store_count(const gt_store *store)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < GT_STORE_SHARDS; i++)
        n += gt_store_shard_count(store, i);
    return n;
}

size_t gt_store_bytes(const gt_store *store)
{
    return atomic_load(&store->bytes) + (store->words ? gt_wordset_bytes(store->words) : 0);
}
