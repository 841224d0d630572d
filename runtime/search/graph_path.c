/* Shortest paths and lassos. */
#include "runtime/search/graph.h"

#include <stdlib.h>
#include <string.h>

static void append(gt_path *path, uint32_t node)
{
    if (path->n && path->v[path->n - 1] == node && path->loop < 0)
        return;
    gt_vec_push(path, node);
}

/* Distances to `goal` through `within`, UINT32_MAX: no way. NULL: stopped. */
static uint32_t *distances(gt_graph *g, const gt_bits *within, const gt_bits *goal)
{
    if (gt_graph_stop(g) || !gt_graph_reverse(g))
        return NULL;
    uint32_t *dist = gt_xmalloc(g->n, sizeof *dist), *todo = gt_xmalloc(g->n, sizeof *todo);
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        dist[i] = UINT32_MAX;
        if (gt_bits_has(goal, i)) {
            dist[i] = 0;
            todo[n++] = i;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = todo[k];
        for (uint64_t e = g->rfirst[i]; e < g->rfirst[i + 1]; e++) {
            uint32_t p = g->rto[e];
            if (dist[p] == UINT32_MAX && gt_bits_has(within, p)) {
                dist[p] = dist[i] + 1;
                todo[n++] = p;
            }
        }
    }
    free(todo);
    return dist;
}

/* Walks from `node` down the distances to 0. */
static void descend(const gt_graph *g, const uint32_t *dist, uint32_t node, gt_order order, gt_path *path)
{
    while (dist[node] > 0) {
        uint32_t best = UINT32_MAX;
        for (uint64_t e = g->first[node]; e < g->first[node + 1]; e++) {
            uint32_t j = g->to[e];
            if (dist[j] == dist[node] - 1 && (best == UINT32_MAX || order.compare(order.arg, j, best) < 0))
                best = j;
        }
        if (best == UINT32_MAX)
            gt_ice("a distance without an edge that shortens it");
        node = best;
        gt_vec_push(path, node);
    }
}

bool gt_graph_path(gt_graph *g, const gt_bits *from, const gt_bits *within, const gt_bits *goal,
                   gt_order order, gt_path *path)
{
    uint32_t *dist = distances(g, within, goal);
    if (!dist)
        return false;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < g->n; i++)
        if (gt_bits_has(from, i) && dist[i] != UINT32_MAX &&
            (best == UINT32_MAX || dist[i] < dist[best] ||
             (dist[i] == dist[best] && order.compare(order.arg, i, best) < 0)))
            best = i;
    if (best != UINT32_MAX) {
        append(path, best);
        descend(g, dist, best, order, path);
    }
    free(dist);
    return best != UINT32_MAX;
}

bool gt_graph_component(gt_graph *g, const gt_bits *cycles, uint32_t node, gt_bits *out)
{
    gt_bits one = gt_bits_new(g->n), back = gt_bits_new(g->n);
    gt_bits_add(&one, node);
    bool done = gt_graph_eu(g, cycles, &one, &back);
    uint32_t *todo = gt_xmalloc(g->n, sizeof *todo);
    uint32_t n = 0;
    gt_bits_add(out, node);
    todo[n++] = node;
    for (uint32_t k = 0; done && k < n; k++) {
        for (uint64_t e = g->first[todo[k]]; e < g->first[todo[k] + 1]; e++) {
            uint32_t j = g->to[e];
            if (gt_bits_has(&back, j) && !gt_bits_has(out, j)) {
                gt_bits_add(out, j);
                todo[n++] = j;
            }
        }
    }
    free(todo);
    gt_bits_free(&one);
    gt_bits_free(&back);
    return done;
}

/* From the path's last node to a node of `goal` in the component; with `must_move` by at least one edge. */
static bool go_on(gt_graph *g, const gt_bits *within, const gt_bits *goal, bool must_move, gt_order order,
                  gt_path *path)
{
    uint32_t last = path->v[path->n - 1];
    uint32_t *dist = distances(g, within, goal);
    if (!dist)
        return false;
    if (must_move) {
        uint32_t best = UINT32_MAX;
        for (uint64_t e = g->first[last]; e < g->first[last + 1]; e++) {
            uint32_t j = g->to[e];
            if (dist[j] != UINT32_MAX && (best == UINT32_MAX || dist[j] < dist[best] ||
                                          (dist[j] == dist[best] && order.compare(order.arg, j, best) < 0)))
                best = j;
        }
        gt_vec_push(path, best);
        last = best;
    }
    descend(g, dist, last, order, path);
    free(dist);
    return true;
}

/* The cycle: through a node of each fair set not yet met, then back to where it began. */
static bool cycle(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_order order,
                  gt_path *path)
{
    size_t start = path->n - 1;
    for (uint32_t f = 0; f < nfair; f++) {
        bool met = false;
        for (size_t i = start; i < path->n && !met; i++)
            met = gt_bits_has(&fair[f], path->v[i]);
        gt_bits goal = gt_bits_copy(&fair[f]);
        gt_bits_and(&goal, within);
        bool done = met || go_on(g, within, &goal, false, order, path);
        gt_bits_free(&goal);
        if (!done)
            return false;
    }
    gt_bits goal = gt_bits_new(g->n);
    gt_bits_add(&goal, path->v[start]);
    bool done = go_on(g, within, &goal, true, order, path);
    gt_bits_free(&goal);
    if (done) {
        path->n--; /* the beginning again */
        path->loop = (int64_t)start;
    }
    return done;
}

bool gt_graph_lasso(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_order order,
                    gt_path *path)
{
    gt_bits cycles = gt_bits_new(g->n), from = gt_bits_new(g->n), part = gt_bits_new(g->n);
    gt_bits_add(&from, path->v[path->n - 1]);
    bool done = gt_graph_fair_cycles(g, within, fair, nfair, &cycles) &&
                gt_graph_path(g, &from, within, &cycles, order, path) &&
                gt_graph_component(g, &cycles, path->v[path->n - 1], &part) &&
                cycle(g, &part, fair, nfair, order, path);
    gt_bits_free(&cycles);
    gt_bits_free(&from);
    gt_bits_free(&part);
    return done;
}
