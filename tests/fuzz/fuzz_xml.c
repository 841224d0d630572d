/* Any bytes as an XML file: an error, or a program that passes its verifier and comes back from its own XML;
 * never a crash, a leak or a hang. */
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

/* Verifies what was read, writes, reads and writes it again. */
#define TRY(ir, ctx, read)                                                                                   \
    do {                                                                                                     \
        gt_str text_, first_, second_;                                                                       \
        gt_str_init(&text_);                                                                                 \
        gt_str_init(&first_);                                                                                \
        gt_str_init(&second_);                                                                               \
        gt_##ir##_verify(read);                                                                              \
        gt_##ir##_print(read, &text_);                                                                       \
        gt_##ir##_write_xml(read, &first_);                                                                  \
        const gt_##ir *again_ = gt_xml_read(ctx, "again.xml", gt_str_text(&first_), first_.len).ir;          \
        if (!again_)                                                                                         \
            gt_ice("what was written is refused");                                                           \
        gt_##ir##_write_xml(again_, &second_);                                                               \
        must_be_same(&first_, &second_);                                                                     \
        gt_str_fini(&text_);                                                                                 \
        gt_str_fini(&first_);                                                                                \
        gt_str_fini(&second_);                                                                               \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gt_ctx ctx;
    gt_ctx_init(&ctx);
    gt_xml_file file = gt_xml_read(&ctx, "fuzz.xml", (const char *)data, size);
    if (file.cmds)
        TRY(cmds, &ctx, file.cmds);
    else if (file.pop)
        TRY(pop, &ctx, file.pop);
    else if (file.sym)
        TRY(sym, &ctx, file.sym);
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
