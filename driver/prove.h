/* Verdicts about every number of processes, and how they are shown. */
#ifndef GT_DRIVER_PROVE_H
#define GT_DRIVER_PROVE_H

#include "driver/family.h"
#include "driver/files.h"
#include "driver/report.h"

typedef struct {
    const gt_prop *prop;
    const int64_t *fails_at; /* the smallest sizes; NULL: not found to fail */
    const gt_check_result *failure;
    bool proved;
    int64_t from;   /* > 0: for sizes from this on */
    int64_t wanted; /* the proof that is tried next: from these sizes on; -1: none */
    int by;         /* the way it was proved: gt_opt_by */
    uint32_t clauses, queries;
    const char *why;    /* not proved */
    gt_verdict opinion; /* of the solver that was asked, too; UNKNOWN: none, and */
    const char *opinion_why;
} gt_every_outcome;

enum { GT_MOST_INSTANCES = 256 };
typedef struct {
    gt_job *job;
    gt_family family;
    gt_every *program;
    uint32_t n;
    gt_every_outcome *outcomes;
    uint32_t nothers;
    const gt_prop **others; /* that nobody asks for every size */
    uint32_t ninstances;
    gt_instance instances[GT_MOST_INSTANCES]; /* with a failure */
    const int64_t *largest;                   /* sizes that were checked; NULL: none */
    bool skipped;                             /* some sizes make no program */
    unsigned tried;                           /* ways to a proof: 1 << gt_opt_by */
    gt_stop stopped;
    gt_str certificates;
} gt_proving;

void gt_prove_text(const gt_proving *v, gt_str *out);
/* As members of an object. */
void gt_prove_json(const gt_proving *v, gt_json *out);

#endif
