/* Unique representatives by the orbit relation: papers 000 (2.3) and 001 (5.1). What a step leads to is
 * mapped to its representative by a relation that is made beforehand. */
#include "backends/check/methods/methods.h"

static void prepare(gt_search *s)
{
    s->relation = gt_copies_sorting(s->copies, s->cb.state_pairs, s->cb.nstate_pairs, s->cube);
}

static gt_bdd after(gt_search *s, gt_bdd set)
{
    gt_bdd image = gt_search_image(s, set), r = gt_search_related(s, image);
    gt_bdd_drop(s->cb.m, image);
    return r;
}

/* Representatives that are what they stand for: what has a step into the orbits of the set. */
static gt_bdd before(gt_search *s, gt_bdd set)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd orbits = gt_bdd_relprev(m, set, s->relation, s->cube), r = gt_search_preimage(s, orbits);
    gt_bdd sorted = gt_copies_sorted(s->copies);
    gt_bdd_and_to(m, &r, sorted);
    gt_bdd_drop(m, sorted);
    gt_bdd_drop(m, orbits);
    return r;
}

static const gt_method method = {.prepare = prepare,
                                 .represent = gt_search_related,
                                 .reach = gt_search_rounds,
                                 .before = before,
                                 .after = after};

const gt_engine gt_engine_orbit = {.name = "orbit",
                                   .option = "orbit",
                                   .asked = GT_ASKED_METHOD,
                                   .about = "unique representatives, by the orbit relation",
                                   .takes = GT_TAKES_PROCESSES,
                                   .works_on = "unique representatives",
                                   .kinds = GT_METHOD_KINDS,
                                   .refuses = GT_METHOD_REFUSES,
                                   .decide = gt_method_decide,
                                   .own = &method};
