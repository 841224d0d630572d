/* Two engines at once, each in a process of its own: who is done first has decided, and the other is ended.
 */
#ifndef GT_DRIVER_RACE_H
#define GT_DRIVER_RACE_H

#include "backends/check/engine.h"
#include "driver/job.h"

/* `--engine race`: in no table, as it decides nothing by itself. */
extern const gt_engine gt_engine_race;

enum { GT_RACERS = 2 };

/* What racer number `who` finds; NULL: nothing. Runs in a process of its own, where it may change whatever it
 * likes. */
typedef const gt_check_report *gt_racer(void *arg, uint32_t who);

/* asked[]: per property, whether a verdict is wanted. Fills reports[]: verdicts, notes and numbers, no
 * traces, as they are of another process. NULL: there is none from this racer, because it was too late or
 * found nothing. Returns who left nothing open first; GT_RACERS: nobody did. Limits and interrupts are the
 * racers' business. */
uint32_t gt_race(gt_job *job, gt_racer *run, void *arg, const bool *asked,
                 gt_check_report *reports[GT_RACERS]);

#endif
