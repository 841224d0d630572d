/* The front ends: from the text of a file to a symmetric program. Sees ir/build and runtime. Each language
 * has a folder of its own and a line in frontend.def. */
#ifndef GT_FRONTEND_FRONTEND_H
#define GT_FRONTEND_FRONTEND_H

#include "ir/build/build.h"

/* -D name=value, as given on the command line. */
typedef struct {
    const char *name, *value;
} gt_define;

/* `text` needs no terminator; it is borrowed by ctx->diag and must outlive it. The rest is copied. */
typedef struct {
    const char *name, *text;
    size_t len;
    const char *beside; /* files that the text names are looked for beside this one; NULL: beside `name` */
    const gt_define *defs;
    size_t ndefs;
    int32_t open; /* 0: sizes are what the text and `defs` say. Else the constants that sizes of process types
                     are made of and `defs` does not mention are left open, as shared variables
                     (gt_var.is_size) of up to this value */
    int32_t open_params; /* 0, or the same for parameters alone, and what depends on them */
} gt_source;

/* Parses, resolves, types and checks a program: what gt_build_end gives. Returns NULL after reporting at
 * least one error; warnings are reported in both cases. */
#define GT_FRONTEND(name, extension) const gt_sym *gt_frontend_##name(gt_ctx *ctx, const gt_source *source);
#include "frontend/frontend.def"
#undef GT_FRONTEND

/* The same, by the front end that takes files of that name. */
const gt_sym *gt_frontend_load(gt_ctx *ctx, const char *name, const char *text, size_t len,
                               const gt_define *defs, size_t ndefs);
const gt_sym *gt_frontend_read(gt_ctx *ctx, gt_source source);

/* Steps over a byte order mark. */
void gt_frontend_skip_mark(const char **text, size_t *len);

#endif
