/* Processes that a permutation could exchange: same type, same values of all local variables, named by the
 * same elements of the id-sensitive shared variables. Only for programs that are not tied (gt_sym_tie). */
#ifndef GT_IR_MEAN_CLASSES_H
#define GT_IR_MEAN_CLASSES_H

#include "ir/mean/layout.h"

typedef struct {
    uint32_t nclasses;
    uint32_t *class_of; /* of process p (from 1): class_of[p - 1] */
    uint32_t *first;    /* class c has members[first[c]] .. members[first[c + 1] - 1] */
    int32_t *members;   /* from 1, ascending within a class; classes in order of their first members */
} gt_classes;

typedef struct gt_classifier gt_classifier;

gt_classifier *gt_classifier_new(const gt_layout *layout);
void gt_classifier_free(gt_classifier *classifier);
/* The classes of every process type in `state`, one gt_classes per type; valid until the next call. */
const gt_classes *gt_classify(gt_classifier *classifier, const int32_t *state);

#endif
