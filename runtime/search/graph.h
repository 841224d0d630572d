/* A finite graph in memory, every node with at least one successor, and the fixpoints of CTL on it. Sets of
 * nodes are bit sets.
 *
 * Fairness: a path is fair if it visits each of the fair sets infinitely often, and everybody who is followed
 * by a thread of the graph is served; without either every path is. The functions that may take long ask
 * `poll` now and then and return false when it says stop. */
#ifndef GT_RUNTIME_SEARCH_GRAPH_H
#define GT_RUNTIME_SEARCH_GRAPH_H

#include "runtime/base.h"

typedef struct {
    uint64_t *w;
    size_t n; /* how many bits */
} gt_bits;

gt_bits gt_bits_new(size_t n); /* all clear */
void gt_bits_free(gt_bits *b);
gt_bits gt_bits_copy(const gt_bits *b);
void gt_bits_fill(gt_bits *b);
void gt_bits_not(gt_bits *b);
void gt_bits_and(gt_bits *b, const gt_bits *other);
void gt_bits_or(gt_bits *b, const gt_bits *other);
uint64_t gt_bits_count(const gt_bits *b);
static inline bool gt_bits_has(const gt_bits *b, size_t i)
{
    return b->w[i / 64] >> (i % 64) & 1;
}
static inline void gt_bits_add(gt_bits *b, size_t i)
{
    b->w[i / 64] |= (uint64_t)1 << (i % 64);
}
static inline void gt_bits_remove(gt_bits *b, size_t i)
{
    b->w[i / 64] &= ~((uint64_t)1 << (i % 64));
}

typedef struct {
    bool (*stop)(void *arg, size_t bytes); /* whether to give up; NULL: never. bytes: memory of the graph */
    void *arg;
} gt_poll;

/* Processes, of which the graph forgets who is who, each followed by itself: a node is a node of the graph
 * and one who is followed, an edge a step of the graph and who that is then. */
typedef struct {
    struct gt_graph *graph;
    const uint32_t *node; /* of the graph, per node of the thread */
    gt_bits able, moved;  /* it can move; the step here was its move */
    bool strong;          /* served: able again and again, moves again and again; else: always able ... */
} gt_thread;

typedef struct gt_graph {
    uint32_t n;
    uint64_t *first; /* successors of i: to[first[i]] .. to[first[i + 1] - 1]; n + 1 entries */
    uint32_t *to;
    uint64_t *rfirst; /* the same backwards, made when first needed; else NULL */
    uint32_t *rto;
    uint32_t nthreads;
    const gt_thread *threads; /* borrowed */
    gt_poll poll;
} gt_graph;

/* Takes over `first` and `to`. */
gt_graph *gt_graph_new(uint32_t n, uint64_t *first, uint32_t *to);
void gt_graph_free(gt_graph *g);
size_t gt_graph_bytes(const gt_graph *g);
/* Whether to give up now. */
bool gt_graph_stop(const gt_graph *g);

/* Makes rfirst and rto; the fixpoints below do it when they need them. False: stopped, as there is no room.
 */
bool gt_graph_reverse(gt_graph *g);

/* Nodes with a successor in `f`. */
bool gt_graph_ex(gt_graph *g, const gt_bits *f, gt_bits *out);
/* Nodes from which a path through `within` leads to `goal` (nodes of goal included). */
bool gt_graph_eu(gt_graph *g, const gt_bits *within, const gt_bits *goal, gt_bits *out);
/* Nodes on cycles in `within` that a fair path can go round for ever: each strongly connected part of them is
 * one that a fair path visits all of. cycles.c */
bool gt_graph_fair_cycles(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair,
                          gt_bits *out);
/* Nodes from which a fair path stays in `within`. */
bool gt_graph_eg(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_bits *out);

/* ---- paths ----
 * Among equally short paths the one whose nodes come first in `order` is taken, so that the result does not
 * depend on how nodes are numbered. */
typedef struct {
    int (*compare)(void *arg, uint32_t a, uint32_t b); /* a total order on the nodes */
    void *arg;
} gt_order;

typedef struct {
    uint32_t *v;
    size_t n, cap;
    int64_t loop; /* the last node is followed by v[loop]; -1: finite */
} gt_path;

/* A shortest path from a node of `from` through `within` to a node of `goal`; only its last node need not be
 * in `within`. Appended to `path`; a first node equal to path's last is not repeated. False: none, or
 * stopped. */
bool gt_graph_path(gt_graph *g, const gt_bits *from, const gt_bits *within, const gt_bits *goal,
                   gt_order order, gt_path *path);
/* From the path's last node, which satisfies EG fair within: a shortest way to a fair cycle, and the cycle.
 */
bool gt_graph_lasso(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_order order,
                    gt_path *path);

/* The strongly connected part of `cycles` that the node is in. False: stopped. */
bool gt_graph_component(gt_graph *g, const gt_bits *cycles, uint32_t node, gt_bits *out);

/* A path that begins in `from`, goes through `within` to a node of `goal`, and from there on stays in `home`
 * for ever, on a fair path: with as few nodes as any, stem and loop together, if *exact. */
typedef struct {
    const gt_bits *from, *within; /* within NULL: from is in goal already */
    const gt_bits *goal, *home;
    const gt_bits *fair;
    uint32_t nfair;
} gt_lasso_task;
/* Gives up after looking at `work` edges: then what was found is the best so far. `path` is empty before;
 * false: there is none, it was given up before any was found, or stopped. */
bool gt_graph_short_lasso(gt_graph *g, const gt_lasso_task *task, gt_order order, uint64_t work, bool *exact,
                          gt_path *path);

#endif
