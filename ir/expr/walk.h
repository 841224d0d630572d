/* Walks over expressions that remember. Expressions are shared (a DAG) and may be exponentially larger as
 * trees: whoever looks for something in them, or computes a number of them, does it once for each node.
 *
 *     static uint64_t reads(gt_walk *walk, const gt_expr *e)
 *     {
 *         return is_it(walk->arg, e) || gt_walk_any(walk, e);
 *     }
 *     bool found = gt_walk_once(reads, arg, e);
 *
 * What a node is worth may depend on the node and on `arg` alone, not on the way that led to it. */
#ifndef GT_IR_EXPR_WALK_H
#define GT_IR_EXPR_WALK_H

#include "ir/expr/expr.h"
#include "runtime/table.h"

typedef struct gt_walk gt_walk;
/* What a node is worth, made of what its kids are worth: asks gt_walk_at for them. */
typedef uint64_t gt_walk_node(gt_walk *walk, const gt_expr *e);

/* {.node = f, .arg = arg} is a walk that remembers nothing yet; gt_walk_fini when it is over. */
struct gt_walk {
    gt_walk_node *node;
    void *arg;
    gt_ptrmap known; /* nodes with kids */
};

/* What `e` is worth: computed at the first time, 0 for NULL. */
uint64_t gt_walk_at(gt_walk *walk, const gt_expr *e);
/* The first of e's kids that is worth something, else 0; those after it are not looked at. So a search for a
 * node returns gt_walk_here(e), and a walk that only marks things returns this, which visits all of them. */
uint64_t gt_walk_any(gt_walk *walk, const gt_expr *e);
/* The greatest of e's kids. */
uint64_t gt_walk_most(gt_walk *walk, const gt_expr *e);
void gt_walk_fini(gt_walk *walk);

/* A walk for one expression. */
uint64_t gt_walk_once(gt_walk_node *node, const void *arg, const gt_expr *e);

/* Nodes as numbers and back. */
static inline uint64_t gt_walk_here(const gt_expr *e)
{
    return (uint64_t)(uintptr_t)e;
}
static inline const gt_expr *gt_walk_found(uint64_t worth)
{
    return (const gt_expr *)(uintptr_t)worth;
}

#endif
