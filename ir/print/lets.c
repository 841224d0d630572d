#include "ir/print/lets.h"

/* Of each node: its name, its size as a tree (saturating), whether it is used more than once and whether it
 * mentions what is bound outside or a role. */
enum { SEEN = 1, SHARED = 2, OPEN = 4, SIZE_SHIFT = 3, SIZE_MASK = 15, NAME_SHIFT = 8, SMALL = 6 };

void gt_lets_init(gt_lets *lets)
{
    *lets = (gt_lets){0};
}

void gt_lets_fini(gt_lets *lets)
{
    gt_ptrmap_fini(&lets->facts);
}

static uint64_t scan(gt_lets *lets, const gt_expr *e)
{
    uint64_t facts;
    if (gt_ptrmap_get(&lets->facts, e, &facts))
        return *gt_ptrmap_at(&lets->facts, e) |= SHARED;
    uint64_t size = 1, open = e->kind == GT_EXPR_BOUND || e->kind == GT_EXPR_ROLE || e->kind == GT_EXPR_SELF;
    for (uint32_t i = 0; i < e->nkids; i++) {
        uint64_t kid = scan(lets, e->kids[i]);
        size += kid >> SIZE_SHIFT & SIZE_MASK;
        open = open || (kid & OPEN);
    }
    if (size > SIZE_MASK)
        size = SIZE_MASK;
    return *gt_ptrmap_at(&lets->facts, e) = SEEN | (open ? OPEN : 0) | size << SIZE_SHIFT;
}

void gt_lets_scan(gt_lets *lets, const gt_expr *root)
{
    scan(lets, root);
}

bool gt_lets_wanted(const gt_lets *lets, const gt_expr *e)
{
    uint64_t facts;
    return gt_ptrmap_get(&lets->facts, e, &facts) && (facts & SHARED) && !(facts & OPEN) &&
           (facts >> SIZE_SHIFT & SIZE_MASK) > SMALL;
}

uint32_t gt_lets_name(const gt_lets *lets, const gt_expr *e)
{
    uint64_t facts;
    return gt_ptrmap_get(&lets->facts, e, &facts) ? (uint32_t)(facts >> NAME_SHIFT) : 0;
}

uint32_t gt_lets_give(gt_lets *lets, const gt_expr *e)
{
    *gt_ptrmap_at(&lets->facts, e) |= (uint64_t)++lets->n << NAME_SHIFT;
    return lets->n;
}
