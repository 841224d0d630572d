/* Lifted runs for people and for tools. */
#ifndef GT_BACKENDS_CHECK_LIFT_SHOW_H
#define GT_BACKENDS_CHECK_LIFT_SHOW_H

#include "backends/check/lift/lift.h"
#include "runtime/json.h"

typedef enum {
    GT_TRACE_AUTO,  /* as a table of what changes if that fits, else step by step what changes */
    GT_TRACE_FULL,  /* whole states */
    GT_TRACE_DIFF,  /* only what changes, every step for itself */
    GT_TRACE_BRIEF, /* which rules fired, and the last state */
    GT_TRACE_OFF
} gt_trace_mode;

typedef struct {
    gt_trace_mode mode;
    uint32_t width; /* of the widest line */
    bool colour;    /* of what changes */
} gt_trace_style;

/* Per shared variable the name it is shown under; NULL: a ghost of other properties, not shown. */
const char *const *gt_show_names(gt_arena *arena, const gt_sym *sym, const gt_prop *prop);

/* In all of them: of the ghosts (passes/symmetric/ghosts.c), which the properties of a program share, only
 * those of `prop` are shown, under the names of its prefix; NULL: all of them, under their own.
 *
 * Lines for a terminal: a table with a column for everything that changes; where that is too wide, or there
 * are too many processes, processes are grouped and runs of one rule merged. Safe to print: nothing in it is
 * obeyed by a terminal but our own colours. */
void gt_trace_text(const gt_run *run, const gt_prop *prop, gt_trace_style style, gt_str *out);
/* A state, or what it has other than the state `before` (NULL: all of it), on lines no wider than `width`:
 * the first one begins at column `indent`, where we are. Processes that are alike stand together. */
void gt_state_text(gt_arena *arena, const gt_layout *layout, const int32_t *before, const int32_t *state,
                   uint32_t width, uint32_t indent, gt_str *out);
/* "Client 2: never able", "Client 1, rule enter: moves at step 5" */
const char *gt_show_served(gt_arena *arena, const gt_run_served *served);
/* The member "trace" of an object, see docs/json.md: the first state, then of each step what it changes;
 * whole: every state. */
void gt_trace_json(const gt_run *run, const gt_prop *prop, bool whole, gt_json *out);
/* <run><step rule= process=><shared name= value=/><process type= id=><local name=
 * value=/></process></step></run> */
void gt_trace_xml(const gt_run *run, const gt_prop *prop, gt_str *out);

#endif
