/* What a step leaves as it is. Few variables are said to keep their values one by one; with many, and many
 * steps, parts of them have names: variables are halved until a part keeps its values, so that what is
 * written grows with the number of changes and not with that of variables. */
#ifndef GT_BACKENDS_TARGETS_FRAMES_H
#define GT_BACKENDS_TARGETS_FRAMES_H

#include "backends/targets/skeleton.h"
#include "backends/targets/target.h"

/* Part 0 are all variables, the halves of part i are 2i + 1 and 2i + 2. */
typedef struct {
    gt_emit *e;
    bool named;
    bool single;        /* a part of one variable, and all of them, have names of their own, too */
    const char **names; /* by part; NULL: no step needs it */
    bool *changes;      /* by variable, of the step that is looked at */
} gt_frames;

/* Parts are called PREFIX_A_B, from variable A to B, counted as they are declared. */
gt_frames gt_frames_new(gt_emit *e, const char *prefix, bool single);

/* A part that steps need, and those it consists of; of one variable: both are NULL, and it is `var`. */
typedef void gt_frames_define(gt_emit *e, const char *name, uint32_t var, const char *left,
                              const char *right);
/* Parts come before those that consist of them. */
void gt_frames_defined(const gt_frames *f, gt_frames_define *each);

/* A part that keeps its values, by name; without names a variable. */
typedef void gt_frames_keep(gt_emit *e, const char *name, uint32_t n);
/* Of each largest part that the transition (NULL: of none) does not change, `n` counting them. How many. */
uint32_t gt_frames_kept(gt_frames *f, const gt_transition *t, gt_frames_keep *each);

#endif
