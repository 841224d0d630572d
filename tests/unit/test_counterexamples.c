/* Paper 000's translation as printed is right about its own example and wrong about three small programs
 * (algorithms.md, section 1); ours is right about all of them, in every encoding. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "backends/bisim.h"
#include "frontend/frontend.h"
#include "helper_paper.h"
#include "passes/passes.h"
#include "runtime/str.h"

static gt_ctx ctx;
static const gt_sym *written, *made;
static const gt_pop *pop;

static void setup(void)
{
    gt_ctx_init(&ctx);
}

static void teardown(void)
{
    gt_ctx_fini(&ctx);
}

static void load(const char *text)
{
    written = gt_frontend_load(&ctx, "test.sym", text, strlen(text), NULL, 0);
    ck_assert_ptr_nonnull(written);
    made = gt_pass_ghosts(&ctx, gt_pass_scalar(&ctx, gt_pass_total(&ctx, written)));
    pop = gt_pass_population(&ctx, made);
    ck_assert_ptr_nonnull(pop);
}

static const gt_bisim_result *paper(void)
{
    return gt_bisim(&ctx, written, paper_translate(&ctx, written, pop), NULL);
}

static void ours_is_right(uint64_t concrete, uint64_t abstract)
{
    const gt_cmds *all[] = {gt_pass_dense(&ctx, pop, false), gt_pass_nonzero(&ctx, pop, GT_ENC_VECTOR),
                            gt_pass_nonzero(&ctx, pop, GT_ENC_PAIRS), gt_pass_expand(&ctx, made)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const gt_bisim_result *r = gt_bisim(&ctx, written, all[i], NULL);
        ck_assert_msg(r->verdict == GT_BISIM_SAME, "encoding %d: %s", (int)all[i]->encoding, r->why);
        ck_assert_uint_eq(r->concrete, concrete);
        ck_assert_uint_eq(r->abstract, all[i]->encoding == GT_ENC_NONE ? concrete : abstract);
    }
}

START_TEST(the_token_program_of_the_paper)
{
    load("shared tok : P = any;\n"
         "process P[3] { states N, T, C;\n"
         "  N -> T; T -> C when tok == self; C -> N do tok := any; }\n");
    const gt_bisim_result *r = paper();
    ck_assert_msg(r->verdict == GT_BISIM_SAME, "%s", r->why);
    ck_assert_uint_eq(r->concrete, 36);
    ck_assert_uint_eq(r->abstract, 9);
    ours_is_right(36, 9);
}
END_TEST

/* d1 and d2 name the same process, and nothing can move; the paper knows only where they are. */
START_TEST(two_id_variables_that_agree)
{
    load("shared d1 : P = any; shared d2 : P = d1;\n"
         "process P[2] { states N, T; N -> T when d1 == self && d2 != self; }\n");
    const gt_bisim_result *r = paper();
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_ptr_nonnull(r->only_abstract);
    ours_is_right(2, 1);
}
END_TEST

/* One process goes to T, the other could go on to C: the paper moves d2 along with the first. */
START_TEST(two_id_variables_that_differ)
{
    load("shared d1 : P = any; shared d2 : P = any j : P where j != d1;\n"
         "process P[2] { states N, T, C; N -> T when d1 == self; T -> C when d2 == self; }\n");
    const gt_bisim_result *r = paper();
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_ptr_nonnull(r->only_abstract);
    ours_is_right(4, 2);
}
END_TEST

/* The paper turns !(d == self) into "d's process is elsewhere" and loses the step of the other process. */
START_TEST(a_negated_guard)
{
    load("shared d : P = any;\n"
         "process P[2] { states N, T; N -> T when !(d == self); }\n");
    const gt_bisim_result *r = paper();
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_ptr_nonnull(r->only_concrete);
    ours_is_right(4, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("counterexamples");
    TCase *tc = tcase_create("counterexamples");
    tcase_set_timeout(tc, 0);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_token_program_of_the_paper);
    tcase_add_test(tc, two_id_variables_that_agree);
    tcase_add_test(tc, two_id_variables_that_differ);
    tcase_add_test(tc, a_negated_guard);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
