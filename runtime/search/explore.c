#include "runtime/search/explore_impl.h"

#include <stdlib.h>
#include <string.h>

enum { TASK = GT_EXPLORE_TASK, ALONE = 512 };

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
    return bytes + ex->level_ends.cap * sizeof(uint32_t) + ex->tasks.cap * sizeof(gt_explore_task);
}

/* What an array that is nearly full will soon take on top: one of twice the size, while it is still there. */
static size_t doubled(size_t n, size_t cap, size_t size)
{
    return n > cap / 8 * 7 ? 2 * cap * size : 0;
}

/* The arrays that are not cut into shards: a shard's are small beside all the others. */
static size_t bytes_soon(const gt_explore *ex)
{
    const gt_explorer *w = &ex->workers[0];
    size_t bytes = doubled(w->edges.n, w->edges.cap, sizeof *w->edges.v) +
                   doubled(w->degrees.n, w->degrees.cap, sizeof *w->degrees.v) +
                   doubled(w->marks.n, w->marks.cap, 1);
    return bytes * ex->nworkers + doubled(ex->level_ends.n, ex->level_ends.cap, sizeof *ex->level_ends.v) +
           doubled(ex->tasks.n, ex->tasks.cap, sizeof *ex->tasks.v);
}

/* Asked by the first worker before each task. */
static void look_around(gt_explore *ex)
{
    gt_work *work = ex->options.work;
    size_t bytes = bytes_now(ex);
    ex->peak = bytes > ex->peak ? bytes : ex->peak;
    gt_stop stop = gt_limits_met_by(work->limits, bytes + bytes_soon(ex), gt_store_count(ex->store));
    if (stop != GT_STOP_NONE)
        atomic_store(&ex->stop, (int)stop);
    if (gt_work_is_due(work)) {
        size_t done = atomic_load(&ex->next_task);
        work->now.iteration = ex->level_ends.n / GT_STORE_SHARDS;
        work->now.states = (double)gt_store_count(ex->store);
        work->now.nodes = done < ex->tasks.n ? (uint64_t)(ex->tasks.n - done) * TASK : 0;
        work->now.bytes = bytes;
        gt_work_tell(work);
    }
}

/* ---- one state ---- */

static void ask(gt_sink *sink)
{
    gt_explorer *w = (gt_explorer *)sink;
    if (w->index == 0)
        look_around(w->ex);
    sink->full = atomic_load(&w->ex->stop) != 0;
}

/* There may be very many initial states: limits hold for them too. */
static void emit_initial(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    gt_explorer *w = (gt_explorer *)sink;
    bool fresh;
    gt_store_put(w->ex->store, state, len, &fresh);
    if (++w->transitions % 4096 == 0)
        ask(sink);
}

/* How many words are put at once into a shard of so many. */
static uint32_t batch_for(uint32_t words)
{
    uint32_t batch = words / 4;
    return batch < GT_EXPLORE_BATCH ? GT_EXPLORE_BATCH : batch < GT_EXPLORE_WORDS ? batch : GT_EXPLORE_WORDS;
}

/* Puts the successors made for a shard into it. */
static void deliver(gt_explorer *w, uint32_t shard)
{
    gt_outbox *box = &w->out[shard];
    if (w->ex->words) {
        uint32_t numbers[GT_EXPLORE_WORDS];
        gt_wordset_put_all(w->ex->words, shard, box->words, box->n, box->edges ? numbers : NULL);
        for (uint32_t i = 0; box->edges && i < box->n; i++)
            w->edges.v[box->edges[i]] = numbers[i];
        w->transitions += box->n;
        box->n = 0;
        box->most = batch_for(gt_wordset_shard_count(w->ex->words, shard));
        return;
    }
    gt_store_put_all(w->ex->store, shard, box->bytes.v, box->items, box->n);
    for (uint32_t i = 0; w->ex->shards && i < box->n; i++)
        w->edges.v[box->edges[i]] = box->items[i].number;
    w->transitions += box->n;
    box->n = 0;
    box->nbytes = 0;
}

/* Memory is slow, and locks are: successors are collected by shard, and many are put at once. */
static void emit(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    gt_explorer *w = (gt_explorer *)sink;
    uint64_t hash = gt_hash_bytes(state, len);
    uint32_t shard = gt_store_shard_of(hash);
    gt_outbox *box = &w->out[shard];
    if (box->n == GT_EXPLORE_BATCH || box->nbytes > GT_EXPLORE_BATCH_BYTES)
        deliver(w, shard);
    gt_bytes_reserve(&box->bytes, (size_t)box->nbytes + len);
    memcpy(box->bytes.v + box->nbytes, state, len);
    box->items[box->n] = (gt_store_item){.hash = hash, .at = box->nbytes, .len = len};
    if (box->edges) {
        box->edges[box->n] = w->edges.n;
        gt_vec_push(&w->edges, 0);
    }
    box->n++;
    box->nbytes += len;
}

static void emit_word(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    gt_explorer *w = (gt_explorer *)sink;
    uint64_t word;
    memcpy(&word, state, sizeof word);
    word &= UINT64_MAX >> (64 - 8 * len);
    uint32_t shard = gt_store_shard_of(gt_wordset_hash(word));
    gt_outbox *box = &w->out[shard];
    if (box->n == box->most)
        deliver(w, shard);
    box->words[box->n] = word;
    if (box->edges) {
        box->edges[box->n] = w->edges.n;
        gt_vec_push(&w->edges, 0);
    }
    box->n++;
}

static void consider(gt_explore *ex, void *worker, gt_sighting *best, uint32_t number, const uint8_t *bytes,
                     uint32_t len)
{
    if (best->seen && ex->space.compare(worker, bytes, len, best->bytes.v, best->len) >= 0)
        return;
    gt_bytes_reserve(&best->bytes, len);
    memcpy(best->bytes.v, bytes, len);
    best->len = len;
    best->number = number;
    best->seen = true;
}

static void watch(gt_explorer *w, uint32_t number, const uint8_t *state, uint32_t len)
{
    const gt_explore *ex = w->ex;
    for (uint32_t i = 0; i < ex->nwords; i++) {
        for (uint64_t word = w->labels[i]; word; word &= word - 1) {
            uint32_t label = 64 * i + (uint32_t)__builtin_ctzll(word);
            if (ex->options.watch[label] && !ex->first[label].seen)
                consider(w->ex, w->worker, &w->sightings[label], number, state, len);
        }
    }
}

static void expand(gt_explorer *w, uint32_t number, const uint8_t *state, uint32_t len)
{
    gt_explore *ex = w->ex;
    size_t start = w->edges.n;
    memset(w->labels, 0, ex->nwords * sizeof *w->labels);
    ex->space.expand(w->worker, state, len, w->labels, &w->sink);
    if (w->sink.full)
        return; /* it was left unfinished: what it has or lacks is not known */
    if (ex->options.watch)
        watch(w, number, state, len);
    if (ex->shards) {
        gt_vec_push(&w->degrees, (uint32_t)(w->edges.n - start));
        for (uint32_t i = 0; i < ex->nmarks; i++)
            gt_vec_push(&w->marks, (uint8_t)(w->labels[i / 8] >> (8 * (i % 8))));
    }
}

/* The job of a level: all its states. */
static void expand_level(gt_explorer *w)
{
    gt_explore *ex = w->ex;
    for (;;) {
        if (w->index == 0)
            look_around(ex);
        size_t i = atomic_fetch_add(&ex->next_task, 1);
        if (i >= ex->tasks.n || atomic_load(&ex->stop))
            break;
        gt_explore_task *task = &ex->tasks.v[i];
        task->worker = w->index;
        task->edges = w->edges.n;
        task->degrees = w->degrees.n;
        gt_store_read(ex->store, task->shard, task->from, task->to - task->from, &w->states, w->lens);
        const uint8_t *state = w->states.v;
        for (uint32_t k = task->from; k < task->to && !w->sink.full; k++) {
            uint32_t len = w->lens[k - task->from];
            expand(w, k * GT_STORE_SHARDS + task->shard, state, len);
            state += len;
        }
    }
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++)
        deliver(w, s);
}

/* ---- threads ---- */

/* Each thread makes what it writes to itself, so that threads do not share lines of the cache. */
static void make_room(gt_explorer *w)
{
    gt_explore *ex = w->ex;
    w->worker = ex->space.worker_new(ex->space.model);
    w->labels = gt_xcalloc(ex->nwords, sizeof *w->labels);
    uint32_t batch = ex->words ? GT_EXPLORE_WORDS : GT_EXPLORE_BATCH;
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        w->out[s].most = batch_for(0);
        w->out[s].items = ex->words ? NULL : gt_xmalloc(batch, sizeof(gt_store_item));
        w->out[s].words = ex->words ? gt_xmalloc(batch, sizeof(uint64_t)) : NULL;
        w->out[s].edges = ex->shards ? gt_xmalloc(batch, sizeof(size_t)) : NULL;
    }
}

static void *helper(void *arg)
{
    gt_explorer *w = arg;
    gt_explore *ex = w->ex;
    uint64_t seen = 0;
    make_room(w);
    pthread_mutex_lock(&ex->lock);
    for (;;) {
        while (ex->round == seen && !ex->quit)
            pthread_cond_wait(&ex->begin, &ex->lock);
        if (ex->quit)
            break;
        seen = ex->round;
        pthread_mutex_unlock(&ex->lock);
        ex->job(w);
        pthread_mutex_lock(&ex->lock);
        if (--ex->busy == 0)
            pthread_cond_signal(&ex->end);
    }
    pthread_mutex_unlock(&ex->lock);
    return NULL;
}

/* All threads do the job; small levels are not worth waking anybody. */
static void work_together(gt_explore *ex, void (*job)(gt_explorer *w), uint64_t states)
{
    atomic_store(&ex->next_task, 0);
    bool alone = ex->nworkers == 1 || states < ALONE;
    if (!alone) {
        pthread_mutex_lock(&ex->lock);
        ex->job = job;
        ex->busy = ex->nworkers - 1;
        ex->round++;
        pthread_cond_broadcast(&ex->begin);
        pthread_mutex_unlock(&ex->lock);
    }
    job(&ex->workers[0]);
    if (!alone) {
        pthread_mutex_lock(&ex->lock);
        while (ex->busy)
            pthread_cond_wait(&ex->end, &ex->lock);
        pthread_mutex_unlock(&ex->lock);
    }
}

static void start_workers(gt_explore *ex)
{
    ex->workers = gt_xcalloc(ex->nworkers, sizeof *ex->workers);
    for (uint32_t i = 0; i < ex->nworkers; i++) {
        gt_explorer *w = &ex->workers[i];
        w->sink.emit = ex->words ? emit_word : emit;
        w->sink.ask = ask;
        w->ex = ex;
        w->index = i;
        w->sightings = gt_xcalloc(ex->space.nlabels, sizeof *w->sightings);
    }
    make_room(&ex->workers[0]);
    /* a thread that cannot be had is done without */
    for (uint32_t i = 1; i < ex->nworkers; i++) {
        if (pthread_create(&ex->workers[i].thread, NULL, helper, &ex->workers[i])) {
            for (uint32_t k = i; k < ex->nworkers; k++)
                free(ex->workers[k].sightings);
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
    for (uint32_t i = 1; i < ex->nworkers; i++)
        pthread_join(ex->workers[i].thread, NULL);
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
        ex->first_task[s] = ex->tasks.n;
        for (; from < to[s]; from += TASK) {
            uint32_t end = to[s] - from > TASK ? from + TASK : to[s];
            gt_vec_push(&ex->tasks, ((gt_explore_task){.shard = s, .from = from, .to = end}));
        }
    }
    ex->first_task[GT_STORE_SHARDS] = ex->tasks.n;
    return states;
}

/* Sorts the successors of one state and drops repetitions; a state without one follows itself. */
static void keep_edges(gt_explore_shard *s, uint32_t number, uint32_t *v, uint32_t n)
{
    uint32_t kept = (uint32_t)gt_sort_distinct(v, n);
    for (uint32_t i = 0; i < kept; i++)
        gt_vec_push(&s->edges, v[i]);
    if (kept == 0) {
        gt_vec_push(&s->edges, number);
        kept++;
    }
    gt_vec_push(&s->degrees, kept);
}

static void gather_task(gt_explore *ex, const gt_explore_task *task)
{
    gt_explorer *w = &ex->workers[task->worker];
    gt_explore_shard *s = &ex->shards[task->shard];
    size_t edge = task->edges, state = task->degrees;
    for (uint32_t k = task->from; k < task->to; k++, state++) {
        uint32_t *edges = w->edges.n ? w->edges.v + edge : NULL; /* no state may have one */
        keep_edges(s, k * GT_STORE_SHARDS + task->shard, edges, w->degrees.v[state]);
        edge += w->degrees.v[state];
        for (uint32_t m = 0; m < ex->nmarks; m++)
            gt_vec_push(&s->marks, w->marks.v[state * ex->nmarks + m]);
    }
}

/* The job after a level when the graph is kept: shard by shard. */
static void gather_level(gt_explorer *w)
{
    gt_explore *ex = w->ex;
    for (size_t s; (s = atomic_fetch_add(&ex->next_task, 1)) < GT_STORE_SHARDS;)
        for (size_t i = ex->first_task[s]; i < ex->first_task[s + 1]; i++)
            gather_task(ex, &ex->tasks.v[i]);
}

/* False: there is no room for the edges of the level. */
static bool gather_edges(gt_explore *ex, uint64_t states)
{
    size_t more = 0;
    for (uint32_t i = 0; i < ex->nworkers; i++)
        more += ex->workers[i].edges.n * sizeof(uint32_t);
    size_t limit = ex->options.work->limits->bytes;
    if (limit && bytes_now(ex) + more > limit) {
        atomic_store(&ex->stop, GT_STOP_MEMORY);
        return false;
    }
    work_together(ex, gather_level, states);
    for (uint32_t i = 0; i < ex->nworkers; i++)
        ex->workers[i].edges.n = ex->workers[i].degrees.n = ex->workers[i].marks.n = 0;
    return true;
}

/* What the workers have seen in this level; true if all that is watched has been seen. */
static bool gather_sightings(gt_explore *ex)
{
    bool all = true;
    for (uint32_t label = 0; label < ex->space.nlabels; label++) {
        if (!ex->options.watch[label])
            continue;
        bool known = ex->first[label].seen;
        for (uint32_t i = 0; i < ex->nworkers && !known; i++) {
            const gt_sighting *s = &ex->workers[i].sightings[label];
            if (s->seen)
                consider(ex, ex->workers[0].worker, &ex->first[label], s->number, s->bytes.v, s->len);
        }
        all = all && ex->first[label].seen;
    }
    return all;
}

static void end_level(gt_explore *ex)
{
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++)
        gt_vec_push(&ex->level_ends, gt_store_shard_count(ex->store, s));
}

static void search(gt_explore *ex)
{
    gt_sink *sink = &ex->workers[0].sink;
    sink->emit = emit_initial;
    ex->space.initial(ex->workers[0].worker, sink);
    sink->emit = ex->words ? emit_word : emit;
    ex->workers[0].transitions = 0;
    end_level(ex);
    for (uint64_t states; (states = plan(ex)) > 0 && !atomic_load(&ex->stop);) {
        work_together(ex, expand_level, states);
        if (ex->options.watch && gather_sightings(ex) && ex->options.until_seen)
            atomic_store(&ex->stop, GT_EXPLORE_ENOUGH);
        if (atomic_load(&ex->stop))
            break;
        if (ex->shards && !gather_edges(ex, states))
            break;
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
    ex->words = gt_store_words(ex->store);
    ex->first = gt_xcalloc(space->nlabels, sizeof *ex->first);
    ex->shards = options->graph ? gt_xcalloc(GT_STORE_SHARDS, sizeof *ex->shards) : NULL;
    pthread_mutex_init(&ex->lock, NULL);
    pthread_cond_init(&ex->begin, NULL);
    pthread_cond_init(&ex->end, NULL);
    start_workers(ex);
    search(ex);
    stop_helpers(ex);
    for (uint32_t i = 0; i < ex->nworkers; i++)
        ex->transitions += ex->workers[i].transitions;
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++)
        ex->base[s + 1] = ex->base[s] + gt_store_shard_count(ex->store, s);
    size_t bytes = bytes_now(ex);
    ex->peak = bytes > ex->peak ? bytes : ex->peak;
    return ex;
}
