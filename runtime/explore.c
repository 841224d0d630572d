#include "runtime/explore_impl.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TASK = 128, ALONE = 512 };

double gt_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- limits and progress ---- */

static size_t bytes_now(const gt_explore *ex)
{
    size_t bytes = gt_store_bytes(ex->store) + ex->space.bytes(ex->space.model);
    const gt_explorer *w = &ex->workers[0]; /* the others' need is much the same, and theirs to change */
    bytes += ((w->edges.cap + w->degrees.cap) * sizeof(uint32_t) + w->marks.cap) * ex->nworkers;
    for (uint32_t s = 0; ex->shards && s < GT_STORE_SHARDS; s++) {
        const gt_explore_shard *shard = &ex->shards[s];
        bytes += (shard->edges.cap + shard->degrees.cap) * sizeof(uint32_t) + shard->marks.cap;
    }
    return bytes;
}

/* Asked by the first worker before each task. */
static void look_around(gt_explore *ex)
{
    const gt_explore_options *o = &ex->options;
    size_t bytes = bytes_now(ex);
    ex->peak = bytes > ex->peak ? bytes : ex->peak;
    int stop = 0;
    double now = gt_seconds();
    if (o->interrupt && *o->interrupt) {
        stop = GT_EXPLORED_INTERRUPT;
    } else if (o->deadline > 0 && now > o->deadline) {
        stop = GT_EXPLORED_TIME;
    } else if (o->memory_limit && bytes > o->memory_limit) {
        stop = GT_EXPLORED_MEMORY;
    }
    if (stop) {
        atomic_store(&ex->stop, stop);
    }
    if (o->progress && now - ex->last_progress > 0.25) {
        ex->last_progress = now;
        size_t done = atomic_load(&ex->next_task);
        uint64_t queue = done < ex->tasks.n ? (uint64_t)(ex->tasks.n - done) * TASK : 0;
        o->progress(o->progress_arg, ex->level_ends.n / GT_STORE_SHARDS, gt_store_count(ex->store), queue,
                    bytes);
    }
}

/* ---- one state ---- */

/* There may be very many initial states: limits hold for them too. */
static void emit_initial(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    gt_explorer *w = (gt_explorer *)sink;
    bool fresh;
    gt_store_put(w->ex->store, state, len, &fresh);
    if (++w->transitions % 4096 == 0) {
        look_around(w->ex);
        sink->full = atomic_load(&w->ex->stop) != 0;
    }
}

/* Puts the successors made so far into the store. */
static void flush(gt_explorer *w)
{
    for (uint32_t i = 0; i < w->nitems; i++) {
        const gt_explore_item *item = &w->items[i];
        bool fresh;
        uint32_t number =
            gt_store_put_hashed(w->ex->store, w->bytes.v + item->at, item->len, item->hash, &fresh);
        if (w->ex->shards) {
            gt_vec_push(&w->edges, number);
        }
    }
    w->transitions += w->nitems;
    w->nitems = 0;
    w->nbytes = 0;
}

/* Memory is slow: the store is asked for several successors at once, having been told about each before. */
static void emit(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    gt_explorer *w = (gt_explorer *)sink;
    if (w->nitems == GT_EXPLORE_BATCH) {
        flush(w);
    }
    gt_bytes_reserve(&w->bytes, w->nbytes + len);
    memcpy(w->bytes.v + w->nbytes, state, len);
    w->items[w->nitems++] = (gt_explore_item){w->nbytes, len, gt_store_hash(w->ex->store, state, len)};
    w->nbytes += len;
}

static void consider(gt_explore *ex, void *worker, gt_sighting *best, uint32_t number, const uint8_t *bytes,
                     uint32_t len)
{
    if (best->seen && ex->space.compare(worker, bytes, len, best->bytes.v, best->len) >= 0) {
        return;
    }
    gt_bytes_reserve(&best->bytes, len);
    memcpy(best->bytes.v, bytes, len);
    best->len = len;
    best->number = number;
    best->seen = true;
}

static void watch(gt_explorer *w, uint32_t number)
{
    const gt_explore *ex = w->ex;
    for (uint32_t i = 0; i < ex->nwords; i++) {
        for (uint64_t word = w->labels[i]; word; word &= word - 1) {
            uint32_t label = 64 * i + (uint32_t)__builtin_ctzll(word);
            if (ex->options.watch[label] && !ex->first[label].seen) {
                consider(w->ex, w->worker, &w->sightings[label], number, w->state.v, w->len);
            }
        }
    }
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void sort_numbers(uint32_t *v, size_t n)
{
    if (n > 32) {
        qsort(v, n, sizeof *v, by_number);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint32_t x = v[i];
        size_t at = i;
        for (; at > 0 && v[at - 1] > x; at--) {
            v[at] = v[at - 1];
        }
        v[at] = x;
    }
}

/* Sorts the successors of one state, from `start` on, and drops repetitions; a state without one follows
 * itself. */
static void close_edges(gt_explorer *w, size_t start, uint32_t number)
{
    if (w->edges.n == start) {
        gt_vec_push(&w->edges, number);
    }
    uint32_t *v = w->edges.v + start;
    size_t n = w->edges.n - start, kept = 0;
    sort_numbers(v, n);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || v[i] != v[kept - 1]) {
            v[kept++] = v[i];
        }
    }
    w->edges.n = start + kept;
    gt_vec_push(&w->degrees, (uint32_t)kept);
}

static void expand(gt_explorer *w, uint32_t number)
{
    gt_explore *ex = w->ex;
    size_t start = w->edges.n;
    w->len = gt_store_get(ex->store, number, &w->state);
    memset(w->labels, 0, ex->nwords * sizeof *w->labels);
    ex->space.expand(w->worker, w->state.v, w->len, w->labels, &w->sink);
    if (ex->options.watch) {
        watch(w, number);
    }
    if (ex->shards) {
        flush(w);
        close_edges(w, start, number);
        for (uint32_t i = 0; i < ex->nmarks; i++) {
            gt_vec_push(&w->marks, (uint8_t)(w->labels[i / 8] >> (8 * (i % 8))));
        }
    }
}

static void work(gt_explorer *w)
{
    gt_explore *ex = w->ex;
    for (;;) {
        if (w->index == 0) {
            look_around(ex);
        }
        size_t i = atomic_fetch_add(&ex->next_task, 1);
        if (i >= ex->tasks.n || atomic_load(&ex->stop)) {
            return;
        }
        gt_explore_task *task = &ex->tasks.v[i];
        task->worker = w->index;
        task->edges = w->edges.n;
        task->degrees = w->degrees.n;
        for (uint32_t k = task->from; k < task->to; k++) {
            expand(w, k * GT_STORE_SHARDS + task->shard);
        }
        flush(w);
    }
}

/* ---- threads ---- */

static void *helper(void *arg)
{
    gt_explorer *w = arg;
    gt_explore *ex = w->ex;
    uint64_t seen = 0;
    pthread_mutex_lock(&ex->lock);
    for (;;) {
        while (ex->round == seen && !ex->quit) {
            pthread_cond_wait(&ex->begin, &ex->lock);
        }
        if (ex->quit) {
            break;
        }
        seen = ex->round;
        pthread_mutex_unlock(&ex->lock);
        work(w);
        pthread_mutex_lock(&ex->lock);
        if (--ex->busy == 0) {
            pthread_cond_signal(&ex->end);
        }
    }
    pthread_mutex_unlock(&ex->lock);
    return NULL;
}

/* Small levels are not worth waking anybody. */
static void work_together(gt_explore *ex, uint64_t states)
{
    bool alone = ex->nworkers == 1 || states < ALONE;
    if (!alone) {
        pthread_mutex_lock(&ex->lock);
        ex->busy = ex->nworkers - 1;
        ex->round++;
        pthread_cond_broadcast(&ex->begin);
        pthread_mutex_unlock(&ex->lock);
    }
    work(&ex->workers[0]);
    if (!alone) {
        pthread_mutex_lock(&ex->lock);
        while (ex->busy) {
            pthread_cond_wait(&ex->end, &ex->lock);
        }
        pthread_mutex_unlock(&ex->lock);
    }
}

static void start_workers(gt_explore *ex)
{
    ex->workers = gt_xcalloc(ex->nworkers, sizeof *ex->workers);
    for (uint32_t i = 0; i < ex->nworkers; i++) {
        gt_explorer *w = &ex->workers[i];
        w->sink.emit = emit;
        w->ex = ex;
        w->index = i;
        w->worker = ex->space.worker_new(ex->space.model);
        w->labels = gt_xcalloc(ex->nwords, sizeof *w->labels);
        w->sightings = gt_xcalloc(ex->space.nlabels, sizeof *w->sightings);
    }
    /* a thread that cannot be had is done without */
    for (uint32_t i = 1; i < ex->nworkers; i++) {
        if (pthread_create(&ex->workers[i].thread, NULL, helper, &ex->workers[i])) {
            for (uint32_t k = i; k < ex->nworkers; k++) {
                ex->space.worker_free(ex->workers[k].worker);
                free(ex->workers[k].labels);
                free(ex->workers[k].sightings);
            }
            ex->nworkers = i;
        }
    }
}

static void stop_helpers(gt_explore *ex)
{
    pthread_mutex_lock(&ex->lock);
    ex->quit = true;
    pthread_cond_broadcast(&ex->begin);
    pthread_mutex_unlock(&ex->lock);
    for (uint32_t i = 1; i < ex->nworkers; i++) {
        pthread_join(ex->workers[i].thread, NULL);
    }
}

/* ---- levels ---- */

/* The states of the level whose bounds are the last two entries of level_ends. */
static uint64_t plan(gt_explore *ex)
{
    const uint32_t *to = ex->level_ends.v + ex->level_ends.n - GT_STORE_SHARDS;
    bool first = ex->level_ends.n == GT_STORE_SHARDS;
    uint64_t states = 0;
    ex->tasks.n = 0;
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        uint32_t from = first ? 0 : *(to + s - GT_STORE_SHARDS);
        states += to[s] - from;
        for (; from < to[s]; from += TASK) {
            uint32_t end = to[s] - from > TASK ? from + TASK : to[s];
            gt_vec_push(&ex->tasks, ((gt_explore_task){.shard = s, .from = from, .to = end}));
        }
    }
    atomic_store(&ex->next_task, 0);
    return states;
}

static void gather_edges(gt_explore *ex)
{
    for (size_t i = 0; i < ex->tasks.n; i++) {
        const gt_explore_task *task = &ex->tasks.v[i];
        const gt_explorer *w = &ex->workers[task->worker];
        gt_explore_shard *s = &ex->shards[task->shard];
        size_t edge = task->edges;
        for (size_t k = task->degrees; k < task->degrees + (task->to - task->from); k++) {
            gt_vec_push(&s->degrees, w->degrees.v[k]);
            for (uint32_t d = 0; d < w->degrees.v[k]; d++) {
                gt_vec_push(&s->edges, w->edges.v[edge++]);
            }
            for (uint32_t m = 0; m < ex->nmarks; m++) {
                gt_vec_push(&s->marks, w->marks.v[k * ex->nmarks + m]);
            }
        }
    }
    for (uint32_t i = 0; i < ex->nworkers; i++) {
        ex->workers[i].edges.n = ex->workers[i].degrees.n = ex->workers[i].marks.n = 0;
    }
}

/* What the workers have seen in this level; true if all that is watched has been seen. */
static bool gather_sightings(gt_explore *ex)
{
    bool all = true;
    for (uint32_t label = 0; label < ex->space.nlabels; label++) {
        if (!ex->options.watch[label]) {
            continue;
        }
        bool known = ex->first[label].seen;
        for (uint32_t i = 0; i < ex->nworkers && !known; i++) {
            const gt_sighting *s = &ex->workers[i].sightings[label];
            if (s->seen) {
                consider(ex, ex->workers[0].worker, &ex->first[label], s->number, s->bytes.v, s->len);
            }
        }
        all = all && ex->first[label].seen;
    }
    return all;
}

static void end_level(gt_explore *ex)
{
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        gt_vec_push(&ex->level_ends, gt_store_shard_count(ex->store, s));
    }
}

static void search(gt_explore *ex)
{
    gt_sink *sink = &ex->workers[0].sink;
    sink->emit = emit_initial;
    ex->space.initial(ex->workers[0].worker, sink);
    sink->emit = emit;
    ex->workers[0].transitions = 0;
    end_level(ex);
    for (uint64_t states; (states = plan(ex)) > 0 && !atomic_load(&ex->stop);) {
        work_together(ex, states);
        if (ex->options.watch && gather_sightings(ex) && ex->options.until_seen) {
            atomic_store(&ex->stop, GT_EXPLORED_ENOUGH);
        }
        if (atomic_load(&ex->stop)) {
            break;
        }
        if (ex->shards) {
            gather_edges(ex);
        }
        end_level(ex);
    }
}

gt_explore *gt_explore_run(const gt_space *space, const gt_explore_options *options)
{
    gt_explore *ex = gt_xcalloc(1, sizeof *ex);
    ex->space = *space;
    ex->options = *options;
    ex->nworkers = options->threads;
    ex->nwords = (space->nlabels + 63) / 64;
    ex->nmarks = (space->nlabels + 7) / 8;
    ex->store = gt_store_new(space->fixed, options->threads > 1);
    ex->first = gt_xcalloc(space->nlabels, sizeof *ex->first);
    ex->shards = options->graph ? gt_xcalloc(GT_STORE_SHARDS, sizeof *ex->shards) : NULL;
    ex->last_progress = gt_seconds();
    pthread_mutex_init(&ex->lock, NULL);
    pthread_cond_init(&ex->begin, NULL);
    pthread_cond_init(&ex->end, NULL);
    start_workers(ex);
    search(ex);
    stop_helpers(ex);
    for (uint32_t i = 0; i < ex->nworkers; i++) {
        ex->transitions += ex->workers[i].transitions;
    }
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        ex->base[s + 1] = ex->base[s] + gt_store_shard_count(ex->store, s);
    }
    size_t bytes = bytes_now(ex);
    ex->peak = bytes > ex->peak ? bytes : ex->peak;
    return ex;
}
