/* Several representatives per orbit: papers 000 (2.4, 6) and 001 (5.2). Only swaps with process 1 are tried,
 * so that the relation stays small; a state is represented by all those it becomes by such a swap in which
 * process 1 is in the least local state present. A step begins and ends with that relation. */
#include "backends/check/methods/methods.h"

static void prepare(gt_search *s)
{
    s->relation = gt_copies_leading(s->copies, s->cb.state_pairs, s->cb.nstate_pairs, s->cube);
}

static gt_bdd after(gt_search *s, gt_bdd set)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd from = gt_bdd_relprev(m, set, s->relation, s->cube), image = gt_search_image(s, from);
    gt_bdd r = gt_search_related(s, image);
    gt_bdd_drop(m, from);
    gt_bdd_drop(m, image);
    return r;
}

static gt_bdd before(gt_search *s, gt_bdd set)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd to = gt_bdd_relprev(m, set, s->relation, s->cube), image = gt_search_preimage(s, to);
    gt_bdd r = gt_search_related(s, image);
    gt_bdd_drop(m, to);
    gt_bdd_drop(m, image);
    return r;
}

static const gt_method method = {.prepare = prepare,
                                 .represent = gt_search_related,
                                 .reach = gt_search_rounds,
                                 .before = before,
                                 .after = after};

const gt_engine gt_engine_multiple = {.name = "multiple",
                                      .option = "multiple",
                                      .asked = GT_ASKED_METHOD,
                                      .about =
                                          "several representatives of an orbit, by swaps with one process",
                                      .takes = GT_TAKES_PROCESSES,
                                      .works_on = "representatives, several of an orbit",
                                      .kinds = GT_METHOD_KINDS,
                                      .refuses = GT_METHOD_REFUSES,
                                      .decide = gt_method_decide,
                                      .own = &method};
