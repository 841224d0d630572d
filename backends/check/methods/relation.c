/* Which states stand for which: the relations that methods with precomputed representatives need. */
#include "backends/check/methods/copies.h"

gt_bdd gt_copies_identity(gt_bdd_mgr *m, const uint32_t *pairs, size_t npairs)
{
    gt_bdd r = gt_bdd_const(m, true);
    for (size_t i = npairs; i-- > 0;) {
        gt_bdd x = gt_bdd_var(m, pairs[i]), y = gt_bdd_next(m, pairs[i]), same = gt_bdd_xor(m, x, y);
        gt_bdd_set(m, &r, gt_bdd_diff(m, r, same));
        gt_bdd_drop(m, x);
        gt_bdd_drop(m, y);
        gt_bdd_drop(m, same);
    }
    return r;
}

gt_bdd gt_copies_orbits(gt_copies *c, const uint32_t *pairs, size_t npairs)
{
    gt_bdd same = gt_copies_identity(c->m, pairs, npairs), r = gt_copies_close(c, same, true);
    gt_bdd_drop(c->m, same);
    return r;
}

gt_bdd gt_copies_leaders(gt_copies *c)
{
    gt_bdd r = gt_bdd_const(c->m, true);
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (uint32_t p = 1; p < c->types[t].n; p++) {
            gt_bdd least = gt_copies_not_greater(c, t, 0, p, false);
            gt_bdd_and_to(c->m, &r, least);
            gt_bdd_drop(c->m, least);
        }
    return r;
}

/* The current state's swaps of process 0 with one of its type, in each type. */
static gt_bdd by_leader(gt_copies *c, const uint32_t *pairs, size_t npairs)
{
    gt_bdd r = gt_copies_identity(c->m, pairs, npairs);
    for (uint32_t t = 0; t < c->ntypes; t++) {
        gt_bdd all = gt_bdd_ref(c->m, r);
        for (uint32_t p = 1; p < c->types[t].n; p++) {
            gt_bdd moved = gt_copies_swap(c, r, t, 0, p, true);
            gt_bdd_or_to(c->m, &all, moved);
            gt_bdd_drop(c->m, moved);
        }
        gt_bdd_set(c->m, &r, all);
    }
    return r;
}

/* What of the relation leads into the set; both are taken over. */
static gt_bdd into(gt_bdd_mgr *m, gt_bdd relation, gt_bdd set, gt_bdd cube)
{
    gt_bdd right = gt_bdd_primed(m, set, cube), r = gt_bdd_and(m, relation, right);
    gt_bdd_drop(m, relation);
    gt_bdd_drop(m, set);
    gt_bdd_drop(m, right);
    return r;
}

gt_bdd gt_copies_leading(gt_copies *c, const uint32_t *pairs, size_t npairs, gt_bdd cube)
{
    gt_bdd swaps = by_leader(c, pairs, npairs);
    return into(c->m, swaps, gt_copies_leaders(c), cube);
}

gt_bdd gt_copies_sorting(gt_copies *c, const uint32_t *pairs, size_t npairs, gt_bdd cube)
{
    gt_bdd orbits = gt_copies_orbits(c, pairs, npairs);
    return into(c->m, orbits, gt_copies_sorted(c), cube);
}
