/* Limits: when long work gives up, and what it tells on the way. Whatever may take long asks now and then. */
#ifndef GT_RUNTIME_LIMITS_H
#define GT_RUNTIME_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why work ended early. */
typedef enum { GT_STOP_NONE, GT_STOP_TIME, GT_STOP_MEMORY, GT_STOP_INTERRUPT, GT_STOP_WORK } gt_stop;
/* "time limit", "memory limit", "interrupted", "too much work"; NULL for NONE */
const char *gt_stop_name(gt_stop stop);

/* What is known while the work goes on; `states` is an estimate. */
typedef struct {
    const char *phase; /* "reach", or the name of the property under work */
    uint64_t iteration;
    double states;
    uint64_t nodes; /* live BDD nodes, or states in the explicit engine's queue */
    size_t bytes;
    double seconds;
} gt_progress;

/* All zero: none. */
typedef struct {
    double deadline; /* of gt_seconds() */
    size_t bytes;    /* of memory */
    uint64_t work;   /* as the one who works counts it, the same on every machine: states, operations */
    const volatile sig_atomic_t *interrupt;              /* becomes non-zero on Ctrl-C; may be NULL */
    void (*progress)(void *arg, const gt_progress *now); /* a few times a second; may be NULL */
    void *arg;
} gt_limits;

/* Which limit is met by work that takes so many bytes. */
gt_stop gt_limits_met(const gt_limits *limits, size_t bytes);

/* The same for work that can count itself. */
gt_stop gt_limits_met_by(const gt_limits *limits, size_t bytes, uint64_t work);

/* Work under limits. */
typedef struct {
    const gt_limits *limits;
    double began, told; /* told: when there was word of it last */
    gt_progress now;
} gt_work;

gt_work gt_work_begin(const gt_limits *limits);
/* Is it time to fill `now` and to call gt_work_tell? */
bool gt_work_is_due(const gt_work *work);
void gt_work_tell(gt_work *work);

#endif
