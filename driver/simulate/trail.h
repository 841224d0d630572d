/* The run that is being made: forward, back, and along what is there already. */
#ifndef GT_DRIVER_SIMULATE_TRAIL_H
#define GT_DRIVER_SIMULATE_TRAIL_H

#include "backends/check/lift/lift.h"

/* What fires, copied from a gt_firing. */
typedef struct {
    const gt_rule *rule; /* NULL: nothing, the state stays as it is */
    int32_t self;        /* from 1; 0: none */
    int32_t *bound;      /* partners, then choices, as in gt_firing */
    uint32_t branch;
    int32_t *to; /* the state it leads to */
} gt_move;

/* States are kept as differences: a run may have many, and a state a million processes. */
typedef struct {
    size_t at;
    int32_t old, new;
} gt_change;

typedef struct {
    gt_move move; /* without `to` */
    uint64_t nchanges;
    gt_change *changes;
} gt_past;

typedef struct {
    gt_arena *arena;
    const gt_layout *layout;
    int32_t *state;
    uint64_t initial; /* its number, from 1; 0: the replayed run has it */
    gt_past *steps;   /* steps[k] leads from state k to state k + 1 */
    size_t nsteps, cap, at;
    int32_t loop; /* of a replayed run: the state that follows the last one; -1 */
} gt_trail;

void gt_trail_begin(gt_trail *path, uint64_t initial, const int32_t *state);
/* Goes on with that move instead of what came after here. */
void gt_trail_push(gt_trail *path, const gt_move *move);
/* A step back, or along what is there already. False: there is none. */
bool gt_trail_back(gt_trail *path);
bool gt_trail_next(gt_trail *path);
void gt_trail_replay(gt_trail *path, const gt_run *run);
/* The run up to here for showing; NULL: it takes too much room. */
const gt_run *gt_trail_run(const gt_trail *path);

#endif
