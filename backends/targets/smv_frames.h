/* NuSMV: what a step leaves as it is. Few variables are said to keep their values one by one; with many, and
 * many steps, a definition `same_A_B` says it of variables A to B, counted as they are declared. */
#ifndef GT_BACKENDS_TARGETS_SMV_FRAMES_H
#define GT_BACKENDS_TARGETS_SMV_FRAMES_H

#include "backends/targets/skeleton.h"
#include "backends/targets/target.h"

/* Variables are halved until a part keeps its values: part 0 are all, those of part i are 2i + 1 and 2i + 2.
 */
typedef struct {
    gt_emit *e;
    bool named;
    const char **names; /* by part; NULL: no step needs it */
    bool *changes;      /* by variable, of the step that is looked at */
} gt_smv_frames;

gt_smv_frames gt_smv_frames_new(gt_emit *e);
/* The definitions that the steps need. */
void gt_smv_frames_define(const gt_smv_frames *f);
/* Writes that what the transition does not change stays (NULL: everything), each part behind an `&`. */
void gt_smv_frames_write(gt_smv_frames *f, const gt_transition *t);

#endif
