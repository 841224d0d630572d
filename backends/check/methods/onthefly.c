/* Representatives chosen on the fly: paper 001 (5.3). A state represents its orbit if none of it has been
 * seen in an earlier round. With --under only a part of what is new is looked at, and the rest is forgotten:
 * then the search is not complete, and says so. */
#include "backends/check/methods/methods.h"

static gt_bdd represent(gt_search *s, gt_bdd states)
{
    return gt_bdd_ref(s->cb.m, states);
}

/* A part of the set of about so many nodes: variable by variable, the side with fewer of them where neither
 * is empty. */
static gt_bdd part_of(const gt_search *s, gt_bdd set, uint64_t nodes)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd part = gt_bdd_ref(m, set);
    for (uint32_t depth = 0; depth < s->cb.npairs && part && gt_bdd_size(m, part) > nodes; depth++) {
        gt_bdd v = gt_bdd_var(m, gt_bdd_pair_at(m, depth));
        gt_bdd yes = gt_bdd_and(m, part, v), no = gt_bdd_diff(m, part, v);
        bool both = !gt_bdd_is_false(m, no) && !gt_bdd_is_false(m, yes);
        if (both)
            gt_bdd_set(m, &part, gt_bdd_ref(m, gt_bdd_size(m, yes) <= gt_bdd_size(m, no) ? yes : no));
        gt_bdd_drop(m, v);
        gt_bdd_drop(m, yes);
        gt_bdd_drop(m, no);
    }
    return part;
}

static void reach(gt_search *s)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd front = gt_bdd_ref(m, s->init), seen = gt_copies_close(s->copies, s->init, false);
    bool stop = false;
    while (!stop && front && !gt_bdd_is_false(m, front)) {
        s->cb.work.now.iteration++;
        if (s->options.method.under) {
            gt_bdd part = part_of(s, front, s->options.method.under);
            s->left_out = s->left_out || part != front;
            gt_bdd_set(m, &front, part);
        }
        gt_bdd_set(m, &front, gt_search_image(s, front));
        gt_bdd_set(m, &front, gt_bdd_diff(m, front, seen));
        stop = gt_bdd_is_false(m, front) || gt_search_found(s, front);
        gt_bdd orbits = stop ? NULL : gt_copies_close(s->copies, front, false);
        if (!stop)
            gt_bdd_or_to(m, &seen, orbits);
        gt_bdd_drop(m, orbits);
    }
    gt_bdd_drop(m, front);
    gt_bdd_drop(m, seen);
}

static gt_bdd before(gt_search *s, gt_bdd set)
{
    gt_bdd orbits = gt_copies_close(s->copies, set, false), r = gt_search_preimage(s, orbits);
    gt_bdd_drop(s->cb.m, orbits);
    return r;
}

static const gt_method method = {.represent = represent, .reach = reach, .before = before};

const gt_engine gt_engine_onthefly = {.name = "onthefly",
                                      .option = "onthefly",
                                      .asked = GT_ASKED_METHOD,
                                      .about =
                                          "representatives chosen as they are met; invariants and deadlock",
                                      .takes = GT_TAKES_PROCESSES,
                                      .works_on = "representatives, as they were met",
                                      .kinds = GT_METHOD_KINDS_REACH,
                                      .refuses = GT_METHOD_REFUSES_REACH,
                                      .decide = gt_method_decide,
                                      .own = &method};
