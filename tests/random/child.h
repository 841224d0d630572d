/* A try in a process of its own, so that a crash is a finding like any other. */
#ifndef RB_CHILD_H
#define RB_CHILD_H

#include "runtime/context.h"
#include "runtime/str.h"

#include <stdio.h>

/* Runs body in a child; `said` gets what it writes to `out` and to the standard error stream. Returns the
 * child's status, as waitpid does. */
int rb_child(void (*body)(void *arg, FILE *out), void *arg, gt_str *said);

/* Ends the child. */
_Noreturn void rb_finish(gt_ctx *ctx, FILE *out, int code);
/* The same with the report that the program was refused. */
_Noreturn void rb_refused(gt_ctx *ctx, FILE *out, const char *by);

#endif
