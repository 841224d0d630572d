/* Which engines take their turns on a part of the properties, and when it is over. */
#ifndef GT_DRIVER_PLAN_H
#define GT_DRIVER_PLAN_H

#include "backends/check/engine.h"
#include "driver/job.h"
#include "driver/report.h"

/* An engine's turn. When it has done so much work, the next one goes on; 0: as much as it takes. Work is what
 * the engine counts, not time: the choice is the same on every machine, whatever runs beside it. */
typedef struct {
    const gt_engine *engine;
    gt_shape shape; /* of the commands it takes */
    uint64_t work;
} gt_stage;

enum { GT_MOST_STAGES = 5 };
typedef struct {
    gt_stage stages[GT_MOST_STAGES];
    uint32_t n;
    bool race;    /* the engines work side by side */
    bool goes_on; /* what comes then is planned when it is time: that takes a translation */
} gt_plan;

/* The first turn of a plan that goes on has so many. */
extern const uint64_t gt_few_states;

/* What there is of the job's program before any encoding. */
gt_takes gt_plan_takes(const gt_job *job);
/* The row of the engine (NULL: of any) for that. A program whose processes can be told apart by classes has a
 * population, too. NULL: there is none. */
const gt_engine *gt_plan_engine(const gt_engine *wanted, gt_takes takes);
/* False after reporting errors, or stopped. */
bool gt_plan_make(gt_job *job, gt_part *part, gt_plan *to);
/* Adds what comes after the first turn. False as above. */
bool gt_plan_go_on(gt_job *job, gt_part *part, gt_shape shape, gt_plan *to);

#endif
