/* The front end: from the text of a .sym file to a symmetric program that is known to be symmetric. */
#ifndef GT_FRONTEND_FRONTEND_H
#define GT_FRONTEND_FRONTEND_H

#include "ir/sym.h"

/* -D name=value, as given on the command line. */
typedef struct {
    const char *name, *value;
} gt_define;

/* Parses, resolves, types and checks a program. `text` needs no terminator; it is borrowed by ctx->diag and
 * must outlive it, `name` and `defs` are copied. Returns NULL after reporting at least one error; warnings
 * are reported in both cases. The result passes gt_sym_verify and gt_frontend_check_symmetry. */
const gt_sym *gt_frontend_load(gt_ctx *ctx, const char *name, const char *text, size_t len,
                               const gt_define *defs, size_t ndefs);

/* What typing alone does not show: no variable of a process that may be none is used, no step writes a
 * variable twice, initial values and property atoms are symmetric. For programs that do not come from text
 * (XML). Requires: gt_sym_verify. False after reporting at least one error. */
bool gt_frontend_check_symmetry(gt_ctx *ctx, const gt_sym *sym);

#endif
