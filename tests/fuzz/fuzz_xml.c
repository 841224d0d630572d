/* Any bytes as an XML file of each representation: an error or a program that passes its verifier and comes
 * back from its own XML; never a crash, a leak or a hang. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "ir/xml/xml.h"
#include "runtime/base.h"
#include "runtime/context.h"
#include "tests/fuzz/mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static void must_be_same(const gt_str *first, const gt_str *second)
{
    if (strcmp(gt_str_text(first), gt_str_text(second)) != 0)
        gt_ice("what was read and written again is not the same");
}

/* Reads; if that works, verifies, writes, reads and writes again. */
#define TRY(ir, ctx, data, size)                                                                             \
    do {                                                                                                     \
        gt_str text_, first_, second_;                                                                       \
        gt_str_init(&text_);                                                                                 \
        gt_str_init(&first_);                                                                                \
        gt_str_init(&second_);                                                                               \
        const gt_##ir *read_ = gt_##ir##_read_xml(ctx, "fuzz.xml", (const char *)(data), size);              \
        if (read_) {                                                                                         \
            gt_##ir##_verify(read_);                                                                         \
            gt_##ir##_print(read_, &text_);                                                                  \
            gt_##ir##_write_xml(read_, &first_);                                                             \
            const gt_##ir *again_ = gt_##ir##_read_xml(ctx, "again.xml", gt_str_text(&first_), first_.len);  \
            if (!again_)                                                                                     \
                gt_ice("what was written is refused");                                                       \
            gt_##ir##_write_xml(again_, &second_);                                                           \
            must_be_same(&first_, &second_);                                                                 \
        }                                                                                                    \
        gt_str_fini(&text_);                                                                                 \
        gt_str_fini(&first_);                                                                                \
        gt_str_fini(&second_);                                                                               \
    } while (0)

static void try_sym(gt_ctx *ctx, const uint8_t *data, size_t size)
{
    TRY(sym, ctx, data, size);
}

static bool mentions(const uint8_t *data, size_t size, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= size && i < 200; i++)
        if (memcmp(data + i, word, len) == 0)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gt_ctx ctx;
    gt_ctx_init(&ctx);
    if (mentions(data, size, "<commands"))
        TRY(cmds, &ctx, data, size);
    else if (mentions(data, size, "<population"))
        TRY(pop, &ctx, data, size);
    else
        try_sym(&ctx, data, size);
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere != NULL) {
        gt_diag_flush(ctx.diag, nowhere);
        fclose(nowhere);
    }
    gt_ctx_fini(&ctx);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (seed % 8 == 0 || size == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    return gt_mutate_xml(data, size, max_size, seed);
}
