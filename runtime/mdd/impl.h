/* Between the files of runtime/mdd. */
#ifndef GT_RUNTIME_MDD_IMPL_H
#define GT_RUNTIME_MDD_IMPL_H

#include "runtime/mdd/mdd.h"
#include "runtime/nat.h"

#define GT_MDD_BOTTOM UINT32_MAX /* the level of NONE and UNIT */

typedef struct {
    uint32_t count;
    gt_mdd child;
} gt_mdd_edge;

typedef struct {
    uint32_t level;
    uint32_t n; /* edges; 0: a free node, then `next` is the next free one */
    size_t at;
    uint32_t refs;
    uint32_t next; /* with the same hash, 0: none */
    uint32_t mark; /* of the walk that was here last */
} gt_mdd_node;

typedef enum {
    GT_MDD_OP_FREE,
    GT_MDD_OP_OR,
    GT_MDD_OP_AND,
    GT_MDD_OP_DIFF,
    GT_MDD_OP_INC,
    GT_MDD_OP_DEC,
    GT_MDD_OP_STAR,
    GT_MDD_OP_MAP,
    GT_MDD_OP_UNMAP,
    GT_MDD_OP_FILTER
} gt_mdd_op;

typedef struct {
    gt_mdd_op op;
    uint32_t a, b, c;
    gt_mdd result;
} gt_mdd_entry;

struct gt_mdd_mgr {
    gt_mdd_owner owner;
    GT_VEC(gt_mdd_node) nodes;
    GT_VEC(gt_mdd_edge) edges;
    GT_VEC(gt_mdd_edge) stack; /* edges of nodes that are being made */
    uint32_t *heads;
    size_t nheads; /* a power of two */
    uint32_t free_nodes;
    uint64_t live, kept_nodes, peak; /* kept_nodes: live ones after the last collection */
    uint64_t kept;
    gt_mdd_entry *cache;
    size_t ncache; /* a power of two */
    uint32_t walk; /* number of the last walk */
    uint32_t until_asked;
    uint64_t spent; /* before the last time it was asked */
    bool failed;
};

/* The node with the edges on the stack from `base` on, which are ascending and lead to sets that are not
 * empty; takes them off the stack. */
gt_mdd gt_mdd_make(gt_mdd_mgr *m, uint32_t level, size_t base);
/* The entry where the result of this operation is, or would be. */
gt_mdd_entry *gt_mdd_lookup(gt_mdd_mgr *m, gt_mdd_op op, uint32_t a, uint32_t b, uint32_t c, bool *found);
gt_mdd gt_mdd_keep_result(gt_mdd_mgr *m, gt_mdd_op op, uint32_t a, uint32_t b, uint32_t c, gt_mdd result);

static inline uint32_t gt_mdd_level(const gt_mdd_mgr *m, gt_mdd x)
{
    return m->nodes.v[x].level;
}

/* The edges of x as of a node of `level`, at or above its own. */
static inline uint32_t gt_mdd_fan(const gt_mdd_mgr *m, gt_mdd x, uint32_t level)
{
    return gt_mdd_level(m, x) == level ? m->nodes.v[x].n : 1;
}
static inline gt_mdd_edge gt_mdd_edge_at(const gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t i)
{
    return gt_mdd_level(m, x) == level ? m->edges.v[m->nodes.v[x].at + i] : (gt_mdd_edge){0, x};
}
static inline void gt_mdd_push(gt_mdd_mgr *m, uint32_t count, gt_mdd child)
{
    if (child != GT_MDD_NONE)
        gt_vec_push(&m->stack, ((gt_mdd_edge){count, child}));
}

/* Calls `node` for each node below these, once, children first. */
void gt_mdd_walk(gt_mdd_mgr *m, const gt_mdd *sets, size_t n, void (*node)(void *arg, gt_mdd x), void *arg);

#endif
