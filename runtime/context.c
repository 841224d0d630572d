#include "runtime/context.h"

void gt_ctx_init(gt_ctx *ctx)
{
    ctx->arena = gt_arena_new();
    ctx->diag = gt_diag_new();
}

void gt_ctx_fini(gt_ctx *ctx)
{
    gt_diag_free(ctx->diag);
    gt_arena_free(ctx->arena);
}
