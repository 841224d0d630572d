/* Paper 000's translation as printed is right about its own example and wrong about three small programs
 * (tests/cases/bisim/ce1.sym and so on); ours is right about all of them, in every encoding. */
#include <stdlib.h>
#include <string.h>

#include "backends/check/prove/bisim.h"
#include "helper_paper.h"
#include "runtime/str.h"
#include "tests/unit/unit.h"

static const gt_sym *written;

static const gt_bisim_result *paper(void)
{
    return gt_bisim(&ctx, written, paper_translate(&ctx, written, populate(prepare(written))), NULL);
}

static void ours_is_right(uint64_t concrete, uint64_t abstract)
{
    static const gt_encoding all[] = {GT_ENC_DENSE, GT_ENC_VECTOR, GT_ENC_PAIRS, GT_ENC_NONE};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const gt_bisim_result *r = gt_bisim(&ctx, written, encode(prepare(written), all[i]), NULL);
        ck_assert_msg(r->verdict == GT_BISIM_SAME, "encoding %d: %s", (int)all[i], r->why);
        ck_assert_uint_eq(r->concrete, concrete);
        ck_assert_uint_eq(r->abstract, all[i] == GT_ENC_NONE ? concrete : abstract);
    }
}

START_TEST(the_token_program_of_the_paper)
{
    written = load("shared tok : P = any;\n"
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
    written = load("shared d1 : P = any; shared d2 : P = d1;\n"
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
    written = load("shared d1 : P = any; shared d2 : P = any j : P where j != d1;\n"
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
    written = load("shared d : P = any;\n"
                   "process P[2] { states N, T; N -> T when !(d == self); }\n");
    const gt_bisim_result *r = paper();
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_ptr_nonnull(r->only_concrete);
    ours_is_right(4, 2);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, the_token_program_of_the_paper);
    tcase_add_test(tests, two_id_variables_that_agree);
    tcase_add_test(tests, two_id_variables_that_differ);
    tcase_add_test(tests, a_negated_guard);
}
