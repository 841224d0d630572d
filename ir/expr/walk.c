#include "ir/expr/walk.h"

uint64_t gt_walk_at(gt_walk *walk, const gt_expr *e)
{
    uint64_t worth;
    if (!e)
        return 0;
    if (e->nkids == 0)
        return walk->node(walk, e);
    if (gt_ptrmap_get(&walk->known, e, &worth))
        return worth;
    worth = walk->node(walk, e);
    return *gt_ptrmap_at(&walk->known, e) = worth;
}

uint64_t gt_walk_any(gt_walk *walk, const gt_expr *e)
{
    uint64_t worth = 0;
    for (uint32_t i = 0; i < e->nkids && !worth; i++)
        worth = gt_walk_at(walk, e->kids[i]);
    return worth;
}

uint64_t gt_walk_most(gt_walk *walk, const gt_expr *e)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        uint64_t worth = gt_walk_at(walk, e->kids[i]);
        most = worth > most ? worth : most;
    }
    return most;
}

void gt_walk_fini(gt_walk *walk)
{
    gt_ptrmap_fini(&walk->known);
}

uint64_t gt_walk_once(gt_walk_node *node, const void *arg, const gt_expr *e)
{
    gt_walk walk = {.node = node, .arg = (void *)(uintptr_t)arg};
    uint64_t worth = gt_walk_at(&walk, e);
    gt_walk_fini(&walk);
    return worth;
}
