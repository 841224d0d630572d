/* The judge itself: for every promise of backends/check/prove/bisim.h a program and the translation of
 * another, which breaks that promise alone, must be told apart. */
#include "backends/check/prove/bisim_impl.h"
#include "tests/unit/unit.h"

#include <string.h>

static const gt_cmds *translate(const gt_sym *sym)
{
    return encode(prepare(sym), GT_ENC_DENSE);
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
    told_apart(one, two, "the translation has an initial state the program has not");
    told_apart(two, one, "the image of an initial state is not initial in the translation");
}
END_TEST

START_TEST(successors)
{
    const char *one = "process P[2] { states A, B; A -> B; B -> A; }",
               *two = "process P[2] { states A, B; A -> B; B -> A when forall j : P (j@B); }",
               *loop = "process P[2] { states A, B; rule r : A -> B; rule s when @B; }";
    told_apart(one, two, "the translation lacks a step of the program");
    told_apart(two, one, "the translation has a step the program has not");
    told_apart(PROCESS, loop,
               "the translation has a step the program has not"); /* a step that changes nothing */
    told_apart("process P[1] { states A, B; A -> B; }",
               "process P[1] { states A, B; A -> B; rule s when @B; }",
               "one of the two is a deadlock, the other has an enabled rule");
}
END_TEST

START_TEST(weights)
{
    told_apart("dtmc; process P[2] { states A, B; rule r when @A do { 0.5: { loc := B; } | 0.5: { } } }",
               "dtmc; process P[2] { states A, B; rule r when @A do { 0.25: { loc := B; } | 0.75: { } } }",
               "the two go on with different weights");
    told_apart("ctmc; process P[2] { states A, B; rule r : A -> B rate 2; }",
               "ctmc; process P[2] { states A, B; rule r : A -> B rate 3; }",
               "the two go on with different weights");
    told_apart("mdp; process P[2] { states A, B; rule r when @A do { 0.5: { loc := B; } | 0.5: { } } }",
               "mdp; process P[2] { states A, B; rule r when @A do { 0.25: { loc := B; } | 0.75: { } } }",
               "each of the two has a step the other has not");
}
END_TEST

START_TEST(labels)
{
    told_apart(PROCESS "invariant p: exists j : P (j@A);", PROCESS "invariant p: exists j : P (j@B);",
               "property p: exists j : P (j@A) is 1 in the program as written and 0 in its translation");
    told_apart(PROCESS "ctl p: EF (forall j : P (j@A));", PROCESS "ctl p: EF (forall j : P (j@B));",
               "property p: ");
    told_apart(PROCESS "fairness exists j : P (j@A);", PROCESS "fairness exists j : P (j@B);",
               "fairness fairness_1: ");
    told_apart("dtmc; " PROCESS "reward w: count j : P (j@A);",
               "dtmc; " PROCESS "reward w: count j : P (j@B);", "reward w: ");
    const char *errs = "shared x : 0..2;\n" PROCESS "invariant p: 1 / (2 - x) == 0 || true;\n"
                       "rule up when x < 2 do x := x + 1;",
               *never = "shared x : 0..2;\n" PROCESS "invariant p: 1 / (3 - x) == 0 || true;\n"
                        "rule up when x < 2 do x := x + 1;";
    told_apart(errs, never, "the program as written errs here, but its translation has no property 'error'");
    told_apart(never, errs,
               "the program as written does not err here, but the property 'error' of its translation fails");
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
    told_apart(gt_str_text(&one), gt_str_text(&two), "each of the two has a step the other has not");
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
    ck_assert_msg(strstr(r->why, "1 of the 3 states that are permutations of ") != NULL, "%s", r->why);
    ck_assert_msg(strstr(r->why, " are reachable") != NULL, "%s", r->why);
}
END_TEST

/* Translations no pass would make, by hand: changed in one place. */
static void refused(const gt_sym *sym, const gt_cmds *cmds, const char *why)
{
    const gt_bisim_result *r = gt_bisim(&ctx, sym, cmds, NULL);
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_msg(strstr(r->why, why) != NULL, "%s, not: %s", r->why, why);
}

START_TEST(broken_by_hand)
{
    const gt_pos pos = {0};
    const gt_sym *sym = load("mdp; shared x : 0..2; rule up when x < 2 do x := x + 1;\n"
                             "process P[1] { states A; } reward w: 1; invariant p: 1 / (2 - x) >= 0;");
    const gt_cmds *good = translate(sym);
    const gt_expr *x = gt_expr_cvar(ctx.arena, pos, 0, good->vars[0].type);
    const gt_expr *errs = gt_expr_op2(ctx.arena, pos, GT_EXPR_DIV, gt_expr_int(ctx.arena, pos, 1), x);
    gt_cmds *cmds = gt_arena_copy(ctx.arena, good, 1, sizeof *good);
    ck_assert_int_eq(gt_bisim(&ctx, sym, cmds, NULL)->verdict, GT_BISIM_SAME);
    cmds->props = gt_arena_copy(ctx.arena, good->props, good->nprops, sizeof *good->props);
    cmds->props[good->nprops - 1].formula = gt_expr_bool(ctx.arena, pos, true);
    refused(sym, cmds, "the program as written errs here, but the property 'error' of its translation holds");
    *cmds = *good;
    cmds->rewards = &errs;
    refused(sym, cmds, "reward w is not total in its translation");
    *cmds = *good;
    cmds->cmds = gt_arena_copy(ctx.arena, good->cmds, good->ncmds, sizeof *good->cmds);
    gt_assign assign = {0, gt_expr_int(ctx.arena, pos, 7)};
    gt_cmd_branch branch = {.nassigns = 1, .assigns = &assign};
    cmds->cmds[0].branches = &branch;
    gt_sym unproved = *good->sym;
    unproved.unproved = true;
    cmds->sym = &unproved;
    refused(sym, cmds, "the program in the file is unsound: x gets the value 7, outside 0..2");
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, initial_states);
    tcase_add_test(tests, successors);
    tcase_add_test(tests, weights);
    tcase_add_test(tests, labels);
    tcase_add_test(tests, rewards_of_rules);
    tcase_add_test(tests, orbits);
    tcase_add_test(tests, broken_by_hand);
}
