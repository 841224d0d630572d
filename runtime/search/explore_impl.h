/* Shared by explore.c (the search) and explore_result.c (what is made of it). */
#ifndef GT_RUNTIME_SEARCH_EXPLORE_IMPL_H
#define GT_RUNTIME_SEARCH_EXPLORE_IMPL_H

#include "runtime/search/explore.h"
#include "runtime/search/words.h"

#include <pthread.h>
#include <stdatomic.h>

/* States [from, to) of a shard, done by one worker, who leaves edges, degrees and labels at these places. */
typedef struct {
    uint32_t shard, from, to;
    uint32_t worker;
    size_t edges, degrees;
} gt_explore_task;

/* The best state seen so far for a watched label, within a level. */
typedef struct {
    bool seen;
    uint32_t number;
    gt_bytes bytes;
    uint32_t len;
} gt_sighting;

enum { GT_EXPLORE_ENOUGH = GT_STOP_WORK + 1 };
/* A batch of words is a good part of a large shard, so that what one of them takes into the cache serves
 * others; while few states are known it is small, so that they are soon counted. */
enum {
    GT_EXPLORE_BATCH = 256,
    GT_EXPLORE_BATCH_BYTES = 1 << 14,
    GT_EXPLORE_WORDS = 4096,
    GT_EXPLORE_TASK = 128
};

/* Successors on their way into one shard of the store. */
typedef struct {
    uint32_t n, most, nbytes; /* most: a batch of words */
    gt_bytes bytes;
    gt_store_item *items; /* GT_EXPLORE_BATCH */
    uint64_t *words;      /* GT_EXPLORE_WORDS: states that are words are just that */
    size_t *edges;        /* with options.graph: where their numbers are wanted in the worker's edges */
} gt_outbox;

typedef struct {
    gt_sink sink; /* first: the space knows only this part */
    gt_explore *ex;
    uint32_t index;
    void *worker;
    gt_bytes states; /* of the task */
    uint32_t lens[GT_EXPLORE_TASK];
    uint64_t *labels;
    gt_sighting *sightings;
    gt_outbox out[GT_STORE_SHARDS];
    GT_VEC(uint32_t) edges;   /* of this level, with repetitions */
    GT_VEC(uint32_t) degrees; /* number of edges */
    GT_VEC(uint8_t) marks;    /* labels as bytes */
    uint64_t transitions;
    pthread_t thread;
} gt_explorer;

typedef struct {
    GT_VEC(uint32_t) edges; /* numbers in the store */
    GT_VEC(uint32_t) degrees;
    GT_VEC(uint8_t) marks;
} gt_explore_shard;

struct gt_explore {
    gt_space space;
    gt_explore_options options;
    gt_store *store;
    gt_wordset *words;                 /* of the store, or NULL */
    uint32_t nworkers, nwords, nmarks; /* words and bytes of labels per state */
    gt_explorer *workers;
    GT_VEC(gt_explore_task) tasks; /* by shard */
    size_t first_task[GT_STORE_SHARDS + 1];
    _Atomic size_t next_task;
    void (*job)(gt_explorer *w); /* what all threads do in this round */
    _Atomic int stop;            /* gt_stop, or GT_EXPLORE_ENOUGH */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint64_t round; /* counts the jobs given to the helpers */
    uint32_t busy;
    bool quit;
    GT_VEC(uint32_t) level_ends; /* GT_STORE_SHARDS entries per level */
    gt_sighting *first;          /* per label */
    gt_explore_shard *shards;    /* with options.graph */
    uint64_t base[GT_STORE_SHARDS + 1];
    uint64_t transitions;
    size_t peak;
};

#endif
