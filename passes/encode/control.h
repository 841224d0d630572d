/* The control encoding: one variable for shared variables, aliases and tracked processes together, a counter
 * for each local state that occurs, one command per action (passes/population/support.h). control.c declares,
 * begins and judges; control_commands.c has the commands, control_expr.c expressions in a control. */
#ifndef GT_PASSES_ENCODE_CONTROL_H
#define GT_PASSES_ENCODE_CONTROL_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"
#include "passes/population/support.h"

#define GT_CONTROL_NONE UINT32_MAX

typedef struct {
    gt_ctx *ctx;
    gt_fold *fold;
    const gt_pop *pop;
    gt_cmds *out;
    gt_support *support;
    gt_play *play;
    uint32_t control, error; /* variables; error: GT_CONTROL_NONE if no error is possible */
    uint32_t ncontrols;
    uint32_t *base;    /* per control of `play`: the one it becomes when the error flag is taken away */
    uint32_t *number;  /* per control of `play` without error flag: its value, or GT_CONTROL_NONE */
    gt_levels all;     /* local states that have a counter */
    uint32_t *counter; /* per level: its variable, or GT_CONTROL_NONE */
    uint32_t ncounters;
    uint32_t *order; /* those levels in the order of their counters */
} gt_control;

/* ---- control_expr.c ---- */

const gt_expr *gt_control_var(gt_control *c, uint32_t var);
/* The control is one of these. */
const gt_expr *gt_control_in(gt_control *c, const gt_levels *numbers);
/* That counters together are 0 (or are not) is said of each: sums are slow in decision diagrams. */
const gt_expr *gt_control_apart(gt_control *c, const gt_expr *e);
/* A number or truth value over counts; only the counters in `there` are looked at. */
const gt_expr *gt_control_bool(gt_control *c, gt_play_term t, const gt_levels *there);
const gt_expr *gt_control_int(gt_control *c, gt_play_term t, const gt_levels *there);
/* An expression of the population program that is no truth value, in the environment of `play`. */
const gt_expr *gt_control_number(gt_control *c, const gt_expr *e, const gt_levels *there);
/* One for all controls: it has no temporal operator. */
const gt_expr *gt_control_state(gt_control *c, const gt_expr *e);

/* ---- control_commands.c ---- */
void gt_control_commands(gt_control *c);

#endif
