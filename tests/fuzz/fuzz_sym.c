/* Any bytes as a .sym file: an error or a program, never a crash, a leak or a hang. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "frontend/frontend.h"
#include "runtime/context.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gt_ctx ctx;
    gt_ctx_init(&ctx);
    gt_frontend_load(&ctx, "fuzz.sym", (const char *)data, size, NULL, 0);
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere != NULL) {
        gt_diag_flush(ctx.diag, nowhere);
        fclose(nowhere);
    }
    gt_ctx_fini(&ctx);
    return 0;
}
