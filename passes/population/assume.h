/* What a condition on counts says of a support (support.h). */
#ifndef GT_PASSES_POPULATION_ASSUME_H
#define GT_PASSES_POPULATION_ASSUME_H

#include "passes/population/support.h"

/* A multiset of untracked processes of which this is known. */
typedef struct {
    gt_play *play;
    const gt_levels *support; /* nobody is anywhere else */
    const uint32_t *take;     /* here is somebody, one for each entry */
    uint32_t ntake;
    const uint32_t *left; /* per type, how many there are */
    gt_levels gone;       /* but for those in `take` nobody is here */
} gt_assumed;

/* Assumes that the term holds: more may be gone. False: it cannot hold. */
bool gt_assume(gt_assumed *a, gt_play_term t);

#endif
