#include "runtime/search/intern.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Rows stand in chunks that double, so that a row never moves. */
enum { FIRST_BITS = 6, NCHUNKS = 32 - FIRST_BITS };

/* Open addressing; a slot holds number + 1. Old tables are kept until the end: a reader may still look at
 * one. */
typedef struct table {
    size_t mask;
    struct table *older;
    _Atomic uint32_t slots[];
} table;

struct gt_intern {
    uint32_t width;
    pthread_mutex_t lock; /* for writers */
    _Atomic(table *) table;
    _Atomic(int32_t *) chunks[NCHUNKS];
    _Atomic uint32_t count;
    _Atomic size_t bytes;
};

static table *table_new(gt_intern *in, size_t cap, table *older)
{
    size_t size = sizeof(table) + cap * sizeof(_Atomic uint32_t);
    table *t = gt_xcalloc(1, size);
    t->mask = cap - 1;
    t->older = older;
    atomic_fetch_add(&in->bytes, size);
    return t;
}

gt_intern *gt_intern_new(uint32_t width)
{
    gt_intern *in = gt_xcalloc(1, sizeof *in);
    in->width = width;
    pthread_mutex_init(&in->lock, NULL);
    atomic_init(&in->table, table_new(in, 64, NULL));
    return in;
}

void gt_intern_free(gt_intern *in)
{
    if (!in)
        return;
    for (table *t = atomic_load(&in->table), *older; t; t = older) {
        older = t->older;
        free(t);
    }
    for (unsigned c = 0; c < NCHUNKS; c++)
        free(atomic_load(&in->chunks[c]));
    pthread_mutex_destroy(&in->lock);
    free(in);
}

/* Chunk c holds the numbers from (2^c - 1) * 2^FIRST_BITS on. */
static inline unsigned chunk_of(uint32_t id, uint32_t *within)
{
    uint64_t x = ((uint64_t)id >> FIRST_BITS) + 1;
    unsigned c = 63U - (unsigned)__builtin_clzll(x);
    *within = id - (uint32_t)((((uint64_t)1 << c) - 1) << FIRST_BITS);
    return c;
}

const int32_t *gt_intern_row(const gt_intern *in, uint32_t id)
{
    uint32_t within;
    unsigned c = chunk_of(id, &within);
    return atomic_load_explicit(&in->chunks[c], memory_order_acquire) + (size_t)within * in->width;
}

static uint64_t hash_row(const gt_intern *in, const int32_t *row)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < in->width; i++) {
        h = (h ^ (uint32_t)row[i]) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 29;
    }
    return gt_hash_mix(h);
}

/* The slot of `row`, or the empty one where it belongs; *id: its number + 1 or 0. */
static _Atomic uint32_t *probe(const gt_intern *in, table *t, const int32_t *row, uint64_t h, uint32_t *id)
{
    for (size_t at = h & t->mask;; at = (at + 1) & t->mask) {
        *id = atomic_load_explicit(&t->slots[at], memory_order_acquire);
        if (*id == 0 || !memcmp(gt_intern_row(in, *id - 1), row, in->width * sizeof *row))
            return &t->slots[at];
    }
}

static table *grow(gt_intern *in, table *old)
{
    table *t = table_new(in, 2 * (old->mask + 1), old);
    uint32_t n = atomic_load(&in->count), none;
    for (uint32_t i = 0; i < n; i++) {
        const int32_t *row = gt_intern_row(in, i);
        _Atomic uint32_t *slot = probe(in, t, row, hash_row(in, row), &none);
        atomic_store_explicit(slot, i + 1, memory_order_relaxed);
    }
    atomic_store_explicit(&in->table, t, memory_order_release);
    return t;
}

static uint32_t insert(gt_intern *in, const int32_t *row, uint64_t h)
{
    uint32_t id;
    pthread_mutex_lock(&in->lock);
    table *t = atomic_load(&in->table);
    _Atomic uint32_t *slot = probe(in, t, row, h, &id);
    if (id == 0) {
        uint32_t n = atomic_load(&in->count), within;
        if (n == UINT32_MAX - 1)
            gt_oom();
        if (2 * (size_t)n >= t->mask) {
            t = grow(in, t);
            slot = probe(in, t, row, h, &id);
        }
        unsigned c = chunk_of(n, &within);
        int32_t *chunk = atomic_load(&in->chunks[c]);
        if (!chunk) {
            size_t rows = (size_t)1 << (c + FIRST_BITS);
            chunk = gt_xmalloc(rows, in->width * sizeof *row);
            atomic_store_explicit(&in->chunks[c], chunk, memory_order_release);
            atomic_fetch_add(&in->bytes, rows * in->width * sizeof *row);
        }
        memcpy(chunk + (size_t)within * in->width, row, in->width * sizeof *row);
        id = n + 1;
        atomic_store(&in->count, id);
        atomic_store_explicit(slot, id, memory_order_release);
    }
    pthread_mutex_unlock(&in->lock);
    return id - 1;
}

uint32_t gt_intern_put(gt_intern *in, const int32_t *row)
{
    uint32_t id;
    uint64_t h = hash_row(in, row);
    probe(in, atomic_load_explicit(&in->table, memory_order_acquire), row, h, &id);
    return id ? id - 1 : insert(in, row, h);
}

uint32_t gt_intern_count(const gt_intern *in)
{
    return atomic_load(&in->count);
}

size_t gt_intern_bytes(const gt_intern *in)
{
    return atomic_load(&in->bytes);
}
