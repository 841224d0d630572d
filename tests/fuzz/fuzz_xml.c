/* Any bytes as an XML file of each representation: an error or a program that passes its verifier. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "frontend/frontend.h"
#include "ir/xml.h"
#include "runtime/context.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void flush(gt_ctx *ctx)
{
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere != NULL) {
        gt_diag_flush(ctx->diag, nowhere);
        fclose(nowhere);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    for (int kind = 0; kind < 3; kind++) {
        gt_ctx ctx;
        gt_ctx_init(&ctx);
        if (kind == 0) {
            const gt_sym *sym = gt_sym_read_xml(&ctx, "fuzz.xml", text, size);
            if (sym != NULL) {
                gt_frontend_check_symmetry(&ctx, sym);
            }
        } else if (kind == 1) {
            gt_pop_read_xml(&ctx, "fuzz.xml", text, size);
        } else {
            gt_cmds_read_xml(&ctx, "fuzz.xml", text, size);
        }
        flush(&ctx);
        gt_ctx_fini(&ctx);
    }
    return 0;
}
