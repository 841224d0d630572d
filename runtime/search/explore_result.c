#include "runtime/search/explore_impl.h"

#include <stdlib.h>
#include <string.h>

static void free_worker(gt_explorer *w)
{
    w->ex->space.worker_free(w->worker);
    for (uint32_t l = 0; l < w->ex->space.nlabels; l++)
        free(w->sightings[l].bytes.v);
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        free(w->out[s].bytes.v);
        free(w->out[s].items);
        free(w->out[s].words);
        free(w->out[s].edges);
    }
    free(w->sightings);
    free(w->labels);
    free(w->states.v);
    free(w->edges.v);
    free(w->degrees.v);
    free(w->marks.v);
}

void gt_explore_free(gt_explore *ex)
{
    if (!ex)
        return;
    for (uint32_t i = 0; i < ex->nworkers; i++)
        free_worker(&ex->workers[i]);
    for (uint32_t l = 0; l < ex->space.nlabels; l++)
        free(ex->first[l].bytes.v);
    for (uint32_t s = 0; ex->shards && s < GT_STORE_SHARDS; s++) {
        free(ex->shards[s].edges.v);
        free(ex->shards[s].degrees.v);
        free(ex->shards[s].marks.v);
    }
    free(ex->workers);
    free(ex->first);
    free(ex->shards);
    free(ex->tasks.v);
    free(ex->level_ends.v);
    gt_store_free(ex->store);
    pthread_mutex_destroy(&ex->lock);
    pthread_cond_destroy(&ex->begin);
    pthread_cond_destroy(&ex->end);
    free(ex);
}

gt_stop gt_explore_stopped(const gt_explore *ex)
{
    int stop = atomic_load(&ex->stop);
    return stop == GT_EXPLORE_ENOUGH ? GT_STOP_NONE : (gt_stop)stop;
}

bool gt_explore_is_complete(const gt_explore *ex)
{
    return atomic_load(&ex->stop) == GT_STOP_NONE;
}

uint64_t gt_explore_states(const gt_explore *ex)
{
    return gt_store_count(ex->store);
}

uint64_t gt_explore_transitions(const gt_explore *ex)
{
    return ex->transitions;
}

uint64_t gt_explore_levels(const gt_explore *ex)
{
    return ex->level_ends.n / GT_STORE_SHARDS;
}

size_t gt_explore_bytes(const gt_explore *ex)
{
    return ex->peak;
}

size_t gt_explore_state_bytes(const gt_explore *ex)
{
    return gt_store_bytes(ex->store) + ex->space.bytes(ex->space.model);
}

gt_store *gt_explore_store(gt_explore *ex)
{
    return ex->store;
}

bool gt_explore_seen(const gt_explore *ex, uint32_t label, uint32_t *number)
{
    if (ex->first[label].seen)
        *number = ex->first[label].number;
    return ex->first[label].seen;
}

/* ---- a path to a state, without stored edges ---- */

typedef struct {
    gt_sink sink;
    const uint8_t *state;
    uint32_t len;
} seeker;

static void seek(gt_sink *sink, const uint8_t *state, uint32_t len)
{
    seeker *s = (seeker *)sink;
    sink->full = sink->full || (len == s->len && !memcmp(state, s->state, len));
}

static uint32_t level_of(const gt_explore *ex, uint32_t number)
{
    uint32_t shard = number % GT_STORE_SHARDS, at = number / GT_STORE_SHARDS;
    size_t lo = 0, hi = ex->level_ends.n / GT_STORE_SHARDS; /* the first level that ends after `at` */
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (ex->level_ends.v[mid * GT_STORE_SHARDS + shard] > at)
            hi = mid;
        else
            lo = mid + 1;
    }
    return (uint32_t)lo;
}

/* The state of `level` that comes first in the space's order and has `number` as its successor. */
static uint32_t predecessor(gt_explore *ex, uint32_t level, uint32_t number)
{
    void *worker = ex->workers[0].worker;
    const uint32_t *ends = ex->level_ends.v + (size_t)level * GT_STORE_SHARDS;
    gt_bytes target = {0}, state = {0}, best = {0};
    uint32_t best_len = 0, found = UINT32_MAX;
    seeker s = {.sink = {.emit = seek}};
    s.len = gt_store_get(ex->store, number, &target);
    s.state = target.v;
    for (uint32_t shard = 0; shard < GT_STORE_SHARDS; shard++) {
        for (uint32_t i = level ? *(ends + shard - GT_STORE_SHARDS) : 0; i < ends[shard]; i++) {
            if (gt_limits_met(ex->options.work->limits, 0) != GT_STOP_NONE) {
                found = UINT32_MAX;
                goto out;
            }
            uint32_t len = gt_store_get(ex->store, i * GT_STORE_SHARDS + shard, &state);
            s.sink.full = false;
            ex->space.expand(worker, state.v, len, ex->workers[0].labels, &s.sink);
            if (s.sink.full &&
                (found == UINT32_MAX || ex->space.compare(worker, state.v, len, best.v, best_len) < 0)) {
                found = i * GT_STORE_SHARDS + shard;
                gt_bytes_reserve(&best, len);
                memcpy(best.v, state.v, len);
                best_len = len;
            }
        }
    }
out:
    free(target.v);
    free(state.v);
    free(best.v);
    return found;
}

uint32_t *gt_explore_path(gt_explore *ex, uint32_t number, size_t *length)
{
    uint32_t level = level_of(ex, number);
    uint32_t *path = gt_xmalloc((size_t)level + 1, sizeof *path);
    *length = (size_t)level + 1;
    path[level] = number;
    while (level > 0) {
        level--;
        path[level] = predecessor(ex, level, path[level + 1]);
        if (path[level] == UINT32_MAX) {
            free(path);
            return NULL;
        }
    }
    return path;
}

/* ---- the graph ---- */

uint32_t gt_explore_node(const gt_explore *ex, uint32_t number)
{
    return (uint32_t)(ex->base[number % GT_STORE_SHARDS] + number / GT_STORE_SHARDS);
}

uint32_t gt_explore_number(const gt_explore *ex, uint32_t node)
{
    uint32_t lo = 0, hi = GT_STORE_SHARDS - 1; /* the last shard that begins at or before `node` */
    while (lo < hi) {
        uint32_t mid = (lo + hi + 1) / 2;
        if (ex->base[mid] <= node)
            lo = mid;
        else
            hi = mid - 1;
    }
    return (uint32_t)(node - ex->base[lo]) * GT_STORE_SHARDS + lo;
}

static uint64_t edges_of(const gt_explore *ex)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++)
        n += ex->shards[s].edges.n;
    return n;
}

size_t gt_explore_graph_bytes(const gt_explore *ex)
{
    return ((size_t)ex->base[GT_STORE_SHARDS] + 1) * sizeof(uint64_t) +
           (size_t)edges_of(ex) * 2 * sizeof(uint32_t);
}

gt_graph *gt_explore_graph(gt_explore *ex)
{
    uint32_t n = (uint32_t)ex->base[GT_STORE_SHARDS];
    uint64_t nedges = edges_of(ex);
    uint64_t *first = gt_xmalloc((size_t)n + 1, sizeof *first);
    uint32_t *to = gt_xmalloc(nedges, sizeof *to);
    uint64_t edge = 0;
    size_t node = 0;
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        gt_explore_shard *shard = &ex->shards[s];
        size_t from = 0;
        for (size_t i = 0; i < shard->degrees.n; i++) {
            first[node++] = edge;
            for (uint32_t d = 0; d < shard->degrees.v[i]; d++)
                to[edge++] = gt_explore_node(ex, shard->edges.v[from++]);
        }
        free(shard->edges.v);
        free(shard->degrees.v);
        memset(&shard->edges, 0, sizeof shard->edges);
        memset(&shard->degrees, 0, sizeof shard->degrees);
    }
    if (node != n)
        gt_ice("%zu of %u states have edges", node, n);
    first[n] = edge;
    return gt_graph_new(n, first, to);
}

gt_bits gt_explore_label(const gt_explore *ex, uint32_t label)
{
    gt_bits bits = gt_bits_new(ex->base[GT_STORE_SHARDS]);
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++) {
        const uint8_t *marks = ex->shards[s].marks.v;
        for (uint64_t i = 0; i < ex->base[s + 1] - ex->base[s]; i++)
            if (marks[i * ex->nmarks + label / 8] >> (label % 8) & 1)
                gt_bits_add(&bits, ex->base[s] + i);
    }
    return bits;
}

gt_bits gt_explore_initial(const gt_explore *ex)
{
    gt_bits bits = gt_bits_new(ex->base[GT_STORE_SHARDS]);
    for (uint32_t s = 0; s < GT_STORE_SHARDS; s++)
        for (uint32_t i = 0; i < ex->level_ends.v[s]; i++)
            gt_bits_add(&bits, ex->base[s] + i);
    return bits;
}
