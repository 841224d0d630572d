/* One context per run: the arena all IR lives in and the diagnostics. */
#ifndef GT_RUNTIME_CONTEXT_H
#define GT_RUNTIME_CONTEXT_H

#include "runtime/arena.h"
#include "runtime/diag.h"

typedef struct {
    gt_arena *arena;
    gt_diag *diag;
} gt_ctx;

void gt_ctx_init(gt_ctx *ctx);
void gt_ctx_fini(gt_ctx *ctx);

#endif
