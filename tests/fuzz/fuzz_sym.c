/* Any bytes as a .sym file: an error or a program, never a crash, a leak or a hang. A program that is
 * accepted passes the verifier, and what is printed for it is accepted again and equal. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "frontend/frontend.h"
#include "runtime/context.h"
#include "tests/lib/sym_equal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const gt_sym *load(gt_ctx *ctx, const char *name, const char *text, size_t len, const char *out)
{
    gt_ctx_init(ctx);
    const gt_sym *sym = gt_frontend_load(ctx, name, text, len, NULL, 0);
    unsigned errors = gt_diag_errors(ctx->diag);
    FILE *file = fopen(out, "w");
    if (file != NULL) {
        gt_diag_flush(ctx->diag, file);
        fclose(file);
    }
    if ((sym == NULL) != (errors > 0))
        abort();
    return sym;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gt_ctx ctx, again;
    const gt_sym *sym = load(&ctx, "fuzz.sym", (const char *)data, size, "/dev/null");
    if (sym != NULL) {
        gt_sym_verify(sym);
        gt_str text;
        gt_str_init(&text);
        gt_sym_print(sym, &text);
        const gt_sym *copy = load(&again, "printed.sym", gt_str_text(&text), text.len, "/dev/stderr");
        if (copy == NULL || !gt_sym_equal(sym, copy)) {
            fprintf(stderr, "printed:\n%s", gt_str_text(&text));
            abort();
        }
        gt_ctx_fini(&again);
        gt_str_fini(&text);
    }
    gt_ctx_fini(&ctx);
    return 0;
}
