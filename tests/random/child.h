/* A try in a process of its own, so that a crash is a finding like any other. */
#ifndef RB_CHILD_H
#define RB_CHILD_H

#include "runtime/context.h"
#include "runtime/str.h"
#include "tests/random/try.h"

#include <stdio.h>

typedef void rb_body(const char *text, const rb_limits *limits, FILE *out);

/* Runs body in a child that has so many seconds of processor time; `report` gets what it writes to `out` and
 * to the standard error stream, after "slow" or "crash: " if a signal ended it. */
void rb_child(rb_body *body, const char *text, const rb_limits *limits, unsigned seconds, gt_str *report);

/* Ends the child. */
_Noreturn void rb_finish(gt_ctx *ctx, FILE *out, int code);
/* The same with the report that the program was refused. */
_Noreturn void rb_refused(gt_ctx *ctx, FILE *out, const char *by);

#endif
