/* Lifted runs for people and for tools. */
#ifndef GT_BACKENDS_CHECK_LIFT_SHOW_H
#define GT_BACKENDS_CHECK_LIFT_SHOW_H

#include "backends/check/lift/lift.h"
#include "runtime/str.h"

typedef enum { GT_TRACE_OFF, GT_TRACE_DIFF, GT_TRACE_FULL } gt_trace_mode;

/* In all of them: of the ghosts (passes/symmetric/ghosts.c), which the properties of a program share, only
 * those of `prop` are shown, under the names of its prefix; NULL: all of them, under their own.
 *
 * A table with a line per step, columns for the rule, who moved and what is where; DIFF: in later lines only
 * what changed. */
void gt_trace_text(const gt_run *run, const gt_prop *prop, gt_trace_mode mode, gt_str *out);
/* {"loop": k or null, "steps": [{"rule":, "process":, "shared": {...}, "processes": {"Client": [{...},
 * ...]}}, ...]} */
void gt_trace_json(const gt_run *run, const gt_prop *prop, gt_str *out);
/* <run><step rule= process=><shared name= value=/><process type= id=><local name=
 * value=/></process></step></run> */
void gt_trace_xml(const gt_run *run, const gt_prop *prop, gt_str *out);

#endif
