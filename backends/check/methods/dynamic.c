/* Dynamic symmetry reduction: paper 001 (5.4), listing 2 of 004. No relation of representatives: what a step
 * leads to is sorted by swaps of neighbours. */
#include "backends/check/methods/methods.h"

static gt_bdd after(gt_search *s, gt_bdd set)
{
    gt_bdd image = gt_search_image(s, set), r = gt_copies_sort(s->copies, image);
    gt_bdd_drop(s->cb.m, image);
    return r;
}

static const gt_method method = {.represent = gt_search_sorted,
                                 .reach = gt_search_rounds,
                                 .before = gt_search_sorted_before,
                                 .after = after};

const gt_engine gt_engine_dynamic = {.name = "dynamic",
                                     .option = "dynamic",
                                     .asked = GT_ASKED_METHOD,
                                     .about = "unique representatives, by sorting after each step",
                                     .takes = GT_TAKES_PROCESSES,
                                     .works_on = "unique representatives",
                                     .kinds = GT_METHOD_KINDS,
                                     .refuses = GT_METHOD_REFUSES,
                                     .decide = gt_method_decide,
                                     .own = &method};
