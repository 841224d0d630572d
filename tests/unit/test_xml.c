/* XML out and in: everything survives the journey, and nothing broken gets through. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "ir/xml.h"
#include "passes/passes.h"
#include "tests/unit/helper_programs.h"

static gt_ctx ctx, other;

static void setup(void)
{
    gt_ctx_init(&ctx);
    gt_ctx_init(&other);
}

static void teardown(void)
{
    gt_ctx_fini(&ctx);
    gt_ctx_fini(&other);
}

static const gt_sym *load(const char *text)
{
    const gt_sym *sym = gt_frontend_load(&ctx, "test.sym", text, strlen(text), NULL, 0);
    if (!sym)
        gt_diag_flush(ctx.diag, stderr);
    ck_assert_ptr_nonnull(sym);
    return sym;
}

/* The text of the errors that reading gave. */
static char *errors_of(gt_ctx *from)
{
    static char text[4096];
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    gt_diag_flush(from->diag, out);
    fclose(out);
    return text;
}

/* Writes what was read again: the two files must be the same, so nothing was lost. */
#define ROUND_TRIP(ir, value)                                                                                \
    do {                                                                                                     \
        gt_str first_, second_;                                                                              \
        gt_str_init(&first_);                                                                                \
        gt_str_init(&second_);                                                                               \
        gt_##ir##_write_xml(value, &first_);                                                                 \
        const gt_##ir *again_ = gt_##ir##_read_xml(&other, "a.xml", gt_str_text(&first_), first_.len);       \
        ck_assert_msg(again_ != NULL, "%s", errors_of(&other));                                              \
        gt_##ir##_write_xml(again_, &second_);                                                               \
        ck_assert_str_eq(gt_str_text(&first_), gt_str_text(&second_));                                       \
        gt_##ir##_verify(again_);                                                                            \
        gt_str_fini(&first_);                                                                                \
        gt_str_fini(&second_);                                                                               \
    } while (0)

static void sym_survives(const gt_sym *sym)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(sym, &text);
    const gt_sym *again = gt_sym_read_xml(&other, "a.xml", gt_str_text(&text), text.len);
    ck_assert_msg(again != NULL, "%s", errors_of(&other));
    ck_assert(gt_sym_equal(sym, again));
    ck_assert(gt_frontend_check_symmetry(&other, again));
    gt_str_fini(&text);
    ROUND_TRIP(sym, sym);
}

START_TEST(symmetric_programs_survive)
{
    sym_survives(load(helper_programs[_i]));
}
END_TEST

START_TEST(translations_survive)
{
    const gt_sym *sym = load(helper_programs[_i]);
    sym = gt_pass_total(&ctx, sym);
    ck_assert_ptr_nonnull(sym);
    sym = gt_pass_scalar(&ctx, sym);
    ck_assert_ptr_nonnull(sym);
    sym = gt_pass_ghosts(&ctx, sym);
    ck_assert_ptr_nonnull(sym);
    ROUND_TRIP(sym, sym);
    const gt_cmds *expanded = gt_pass_expand(&ctx, sym);
    ROUND_TRIP(cmds, expanded);
    const gt_pop *pop = gt_pass_population(&ctx, sym);
    ck_assert_ptr_nonnull(pop);
    ROUND_TRIP(pop, pop);
    const gt_cmds *dense = gt_pass_dense(&ctx, pop, false);
    ROUND_TRIP(cmds, dense);
    ROUND_TRIP(cmds, gt_pass_simplify(&ctx, dense));
    ROUND_TRIP(cmds, gt_pass_nonzero(&ctx, pop, GT_ENC_VECTOR));
    ROUND_TRIP(cmds, gt_pass_nonzero(&ctx, pop, GT_ENC_PAIRS));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xml");
    TCase *all = tcase_create("xml");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, symmetric_programs_survive, 0, (int)helper_nprograms);
    tcase_add_loop_test(all, translations_survive, 0, (int)helper_nsmall);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
