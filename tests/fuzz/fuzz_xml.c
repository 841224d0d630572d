/* Any bytes as an XML file of each representation: an error or a program that passes its verifier and comes
 * back from its own XML; never a crash, a leak or a hang. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "ir/xml.h"
#include "runtime/base.h"
#include "runtime/context.h"

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
    const gt_sym *sym = gt_sym_read_xml(ctx, "fuzz.xml", (const char *)data, size);
    if (sym)
        gt_frontend_check_symmetry(ctx, sym);
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

/* ---- mutations that keep a file well-formed more often than not: our files have one element per line ----
 */

static size_t line_at(const uint8_t *data, size_t size, size_t at, size_t *len)
{
    size_t begin = at, end = at;
    while (begin > 0 && data[begin - 1] != '\n')
        begin--;
    while (end < size && data[end] != '\n')
        end++;
    *len = end + (end < size) - begin;
    return begin;
}

/* Another small number in the place of one that stands at or after `at`. */
static size_t change_number(uint8_t *data, size_t size, size_t at, unsigned seed)
{
    while (at < size && (data[at] < '0' || data[at] > '9'))
        at++;
    if (at < size)
        data[at] = (uint8_t)('0' + seed % 10);
    return size;
}

/* Copies the line at `from` in front of the line at `to`. */
static size_t copy_line(uint8_t *data, size_t size, size_t max_size, size_t from, size_t to)
{
    size_t len, other;
    size_t begin = line_at(data, size, from, &len), place = line_at(data, size, to, &other);
    if (size + len > max_size)
        return size;
    uint8_t *copy = gt_xmalloc(len + 1, 1);
    memcpy(copy, data + begin, len);
    memmove(data + place + len, data + place, size - place);
    memcpy(data + place, copy, len);
    free(copy);
    return size + len;
}

static size_t drop_line(uint8_t *data, size_t size, size_t at)
{
    size_t len, begin = line_at(data, size, at, &len);
    memmove(data + begin, data + begin + len, size - begin - len);
    return size - len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (size == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint64_t random = gt_hash_mix(seed);
    size_t a = (size_t)(random >> 8) % size, b = (size_t)(gt_hash_mix(random) >> 8) % size;
    switch (random % 8) {
    case 0:
    case 1:
    case 2: return change_number(data, size, a, (unsigned)(random >> 40));
    case 3:
    case 4: return copy_line(data, size, max_size, a, b);
    case 5: return drop_line(data, size, a);
    case 6: /* move */ size = copy_line(data, size, max_size, a, b); return drop_line(data, size, a);
    default: return LLVMFuzzerMutate(data, size, max_size);
    }
}
