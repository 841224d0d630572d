/* Explicit-state search, breadth first, on any number of threads. It knows states as byte strings only; what
 * they mean is told by a gt_space. All states at one distance from the initial ones are done before the next
 * ones, so that what is found first is at the shortest distance. */
#ifndef GT_RUNTIME_SEARCH_EXPLORE_H
#define GT_RUNTIME_SEARCH_EXPLORE_H

#include "runtime/limits.h"
#include "runtime/search/graph.h"
#include "runtime/search/store.h"

/* Where a space puts the states it makes. */
typedef struct gt_sink {
    void (*emit)(struct gt_sink *sink, const uint8_t *state, uint32_t len);
    void (*ask)(struct gt_sink *sink); /* whether it is time to stop; may be NULL */
    bool full;                         /* no more are wanted */
    uint32_t asked;
} gt_sink;

/* Whether the space may stop, and leave the state it is at unfinished. Asked for each thing that it tries:
 * one state may have very many successors, and more candidates that are none. */
static inline bool gt_sink_full(gt_sink *sink)
{
    if (sink->ask && ++sink->asked % 65536 == 0)
        sink->ask(sink);
    return sink->full;
}

/* What is searched. A worker belongs to one thread; the model is shared and not changed but by its own locks.
 */
typedef struct {
    void *model;
    /* Length of every state, or 0: they differ. Up to eight bytes: eight bytes of what is emitted may be read
     */
    uint32_t fixed;
    uint32_t nlabels; /* facts about a state */
    void *(*worker_new)(void *model);
    void (*worker_free)(void *worker);
    void (*initial)(void *worker, gt_sink *sink);
    /* Emits every successor and sets the bits of the labels that hold (they come cleared). A state without
     * successor is taken to follow itself. */
    void (*expand)(void *worker, const uint8_t *state, uint32_t len, uint64_t *labels, gt_sink *sink);
    /* A total order that does not depend on the order in which states were found. */
    int (*compare)(void *worker, const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen);
    size_t (*bytes)(void *model); /* memory beside the states */
} gt_space;

typedef struct {
    uint32_t threads;  /* >= 1 */
    gt_work *work;     /* whose limits count, and who is told */
    const bool *watch; /* per label: whether its first state is wanted; NULL: none */
    bool until_seen;   /* stop when all watched labels have been seen */
    bool graph;        /* keep edges and labels */
} gt_explore_options;

typedef struct gt_explore gt_explore;

gt_explore *gt_explore_run(const gt_space *space, const gt_explore_options *options);
void gt_explore_free(gt_explore *ex);

gt_stop gt_explore_stopped(const gt_explore *ex);
bool gt_explore_is_complete(const gt_explore *ex); /* neither stopped nor content with what was seen */
uint64_t gt_explore_states(const gt_explore *ex);
uint64_t gt_explore_transitions(const gt_explore *ex); /* successors made, equal ones included */
uint64_t gt_explore_levels(const gt_explore *ex);
size_t gt_explore_bytes(const gt_explore *ex);       /* of everything, at the peak */
size_t gt_explore_state_bytes(const gt_explore *ex); /* of the set of states alone */
gt_store *gt_explore_store(gt_explore *ex);

/* Whether label number `label` was watched and seen: then *number is the state, in the store, that comes
 * first in the space's order among those at the shortest distance. */
bool gt_explore_seen(const gt_explore *ex, uint32_t label, uint32_t *number);
/* A shortest path from an initial state to a state of the store, as numbers in the store; malloced. It
 * searches the predecessors anew, level by level. NULL: interrupted. */
uint32_t *gt_explore_path(gt_explore *ex, uint32_t number, size_t *length);

/* After a complete search with `graph`: nodes are the states in the order of gt_explore_node. */
size_t gt_explore_graph_bytes(const gt_explore *ex); /* how much more memory it will take while it is made */
gt_graph *gt_explore_graph(gt_explore *ex);          /* owned by the caller; NULL if asked again */
gt_bits gt_explore_initial(const gt_explore *ex);    /* owned by the caller */
gt_bits gt_explore_label(const gt_explore *ex, uint32_t label);  /* owned by the caller */
uint32_t gt_explore_node(const gt_explore *ex, uint32_t number); /* node of a state of the store */
uint32_t gt_explore_number(const gt_explore *ex, uint32_t node); /* and back */

#endif
