#include "runtime/limits.h"

#include "runtime/base.h"
#include "runtime/clock.h"

#include <time.h>

static const double between = 0.25; /* seconds from word to word */

double gt_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *gt_stop_name(gt_stop stop)
{
    switch (stop) {
    case GT_STOP_NONE: return NULL;
    case GT_STOP_TIME: return "time limit";
    case GT_STOP_MEMORY: return "memory limit";
    case GT_STOP_INTERRUPT: return "interrupted";
    case GT_STOP_WORK: return "too much work";
    }
    gt_ice("no such reason");
}

gt_stop gt_limits_met(const gt_limits *limits, size_t bytes)
{
    if (limits->interrupt && *limits->interrupt)
        return GT_STOP_INTERRUPT;
    if (limits->deadline > 0 && gt_seconds() > limits->deadline)
        return GT_STOP_TIME;
    return limits->bytes && bytes > limits->bytes ? GT_STOP_MEMORY : GT_STOP_NONE;
}

gt_stop gt_limits_met_by(const gt_limits *limits, size_t bytes, uint64_t work)
{
    gt_stop met = gt_limits_met(limits, bytes);
    return met == GT_STOP_NONE && limits->work && work > limits->work ? GT_STOP_WORK : met;
}

gt_work gt_work_begin(const gt_limits *limits)
{
    double now = gt_seconds();
    return (gt_work){.limits = limits, .began = now, .told = now};
}

bool gt_work_is_due(const gt_work *work)
{
    return work->limits->progress && gt_seconds() - work->told > between;
}

void gt_work_tell(gt_work *work)
{
    work->told = gt_seconds();
    work->now.seconds = work->told - work->began;
    work->limits->progress(work->limits->arg, &work->now);
}
