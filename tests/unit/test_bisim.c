/* The judge itself: for every promise of backends/bisim.h a program and the translation of another, which
 * breaks that promise alone, must be told apart. */
#include "backends/bisim_impl.h"
#include "frontend/frontend.h"
#include "passes/passes.h"

#include <check.h>
#include <string.h>

static gt_ctx ctx;

static void setup(void)
{
    gt_ctx_init(&ctx);
}

static void teardown(void)
{
    gt_ctx_fini(&ctx);
}

static const gt_sym *load(const char *text)
{
    const gt_sym *sym = gt_frontend_load(&ctx, "test.sym", text, strlen(text), NULL, 0);
    if (!sym)
        gt_diag_flush(ctx.diag, stderr);
    ck_assert_ptr_nonnull(sym);
    return sym;
}

static const gt_cmds *translate(const gt_sym *sym)
{
    const gt_sym *made = gt_pass_ghosts(&ctx, gt_pass_scalar(&ctx, gt_pass_total(&ctx, sym)));
    return gt_pass_dense(&ctx, gt_pass_population(&ctx, made), false);
}

/* Both programs are translated well; the first is not bisimilar to the second's translation, for this reason.
 */
static void told_apart(const char *text, const char *other, const char *why)
{
    const gt_sym *a = load(text), *b = load(other);
    const gt_bisim_result *same = gt_bisim(&ctx, a, translate(a), NULL), *r;
    ck_assert_msg(same->verdict == GT_BISIM_SAME, "%s", same->why);
    same = gt_bisim(&ctx, b, translate(b), NULL);
    ck_assert_msg(same->verdict == GT_BISIM_SAME, "%s", same->why);
    r = gt_bisim(&ctx, a, translate(b), NULL);
    ck_assert_msg(r->verdict == GT_BISIM_DIFFER, "not noticed: %s", why);
    ck_assert_msg(strstr(r->why, why) != NULL, "%s, not: %s", r->why, why);
}

#define PROCESS "process P[2] { states A, B; rule r : A -> B; }\n"

START_TEST(initial_states)
{
    const char *one = "shared x : 0..1 = 0;\n" PROCESS "invariant p: x == 0;",
               *two = "shared x : 0..1 = any;\n" PROCESS "invariant p: x == 0;";
    told_apart(one, two, "an initial state the program has not");
    told_apart(two, one, "the image of an initial state is not initial");
}
END_TEST

START_TEST(successors)
{
    const char *one = "process P[2] { states A, B; A -> B; B -> A; }",
               *two = "process P[2] { states A, B; A -> B; B -> A when forall j : P (j@B); }",
               *loop = "process P[2] { states A, B; rule r : A -> B; rule s when @B; }";
    told_apart(one, two, "lacks a step");
    told_apart(two, one, "a step the program has not");
    told_apart(PROCESS, loop, "a step the program has not"); /* a step that changes nothing */
    told_apart("process P[1] { states A, B; A -> B; }",
               "process P[1] { states A, B; A -> B; rule s when @B; }", "one of the two is a deadlock");
}
END_TEST

START_TEST(weights)
{
    told_apart("dtmc; process P[2] { states A, B; rule r when @A do { 0.5: { loc := B; } | 0.5: { } } }",
               "dtmc; process P[2] { states A, B; rule r when @A do { 0.25: { loc := B; } | 0.75: { } } }",
               "different weights");
    told_apart("ctmc; process P[2] { states A, B; rule r : A -> B rate 2; }",
               "ctmc; process P[2] { states A, B; rule r : A -> B rate 3; }", "different weights");
    told_apart("mdp; process P[2] { states A, B; rule r when @A do { 0.5: { loc := B; } | 0.5: { } } }",
               "mdp; process P[2] { states A, B; rule r when @A do { 0.25: { loc := B; } | 0.75: { } } }",
               "each of the two has a step");
}
END_TEST

START_TEST(labels)
{
    told_apart(PROCESS "invariant p: exists j : P (j@A);", PROCESS "invariant p: exists j : P (j@B);", "p");
    told_apart(PROCESS "ctl p: EF (forall j : P (j@A));", PROCESS "ctl p: EF (forall j : P (j@B));", "p");
    told_apart(PROCESS "fairness exists j : P (j@A);", PROCESS "fairness exists j : P (j@B);", "fairness");
    told_apart("dtmc; " PROCESS "reward w: count j : P (j@A);",
               "dtmc; " PROCESS "reward w: count j : P (j@B);", "w");
    const char *errs = "shared x : 0..2;\n" PROCESS "invariant p: 1 / (2 - x) == 0 || true;\n"
                       "rule up when x < 2 do x := x + 1;",
               *never = "shared x : 0..2;\n" PROCESS "invariant p: 1 / (3 - x) == 0 || true;\n"
                        "rule up when x < 2 do x := x + 1;";
    told_apart(errs, never, "error");
}
END_TEST

/* Rewards for firing a rule: beside thirty for states, the first and the last of 32. */
START_TEST(rewards_of_rules)
{
    gt_str rest, one, two;
    gt_str_init(&rest);
    gt_str_init(&one);
    gt_str_init(&two);
    gt_str_add(&rest, "reward w0 on a: 1;\n");
    for (int i = 1; i < 31; i++)
        gt_str_addf(&rest, "reward w%d: 1;\n", i);
    gt_str_add(&rest, "reward w31 on b: 1;\n");
    gt_str_addf(&one, "dtmc; process P[2] { states A, B; rule a : A -> B; rule b : B -> A; }\n%s",
                gt_str_text(&rest));
    gt_str_addf(&two, "dtmc; process P[2] { states A, B; rule b : A -> B; rule a : B -> A; }\n%s",
                gt_str_text(&rest));
    told_apart(gt_str_text(&one), gt_str_text(&two), "each of the two has a step");
    gt_str_fini(&rest);
    gt_str_fini(&one);
    gt_str_fini(&two);
}
END_TEST

/* A program that is not symmetric: d begins with the first process. No text says so, and all images are
 * right. */
START_TEST(orbits)
{
    const gt_sym *sym = load("shared d : P = any; process P[3] { states A, B; A -> B when d == self; }");
    const gt_cmds *cmds = translate(sym);
    const gt_bisim_result *r = gt_bisim(&ctx, sym, cmds, NULL);
    ck_assert_msg(r->verdict == GT_BISIM_SAME, "%s", r->why);
    gt_init *first = GT_NEW(ctx.arena, gt_init);
    first->expr = gt_expr_int(ctx.arena, (gt_pos){0}, 1);
    gt_var *d = GT_NEW(ctx.arena, gt_var);
    *d = *sym->shared[0];
    d->ninits = 1;
    d->inits = first;
    gt_sym broken = *sym;
    broken.shared = &d;
    r = gt_bisim(&ctx, &broken, cmds, NULL);
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_msg(strstr(r->why, "1 of the 3 states that are permutations") != NULL, "%s", r->why);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bisim");
    TCase *tc = tcase_create("promises");
    tcase_set_timeout(tc, 0);
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, initial_states);
    tcase_add_test(tc, successors);
    tcase_add_test(tc, weights);
    tcase_add_test(tc, labels);
    tcase_add_test(tc, rewards_of_rules);
    tcase_add_test(tc, orbits);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
