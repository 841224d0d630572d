/* The papers' methods: known numbers of representatives, and each defect of a printed version on the smallest
 * program on which it goes wrong, where ours is right. What is printed is written down here by hand. */
#include "backends/check/cofactor/cofactor.h"
#include "backends/check/methods/methods.h"
#include "backends/check/methods/sizes.h"
#include "runtime/str.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static const gt_engine *const unique[] = {&gt_engine_orbit, &gt_engine_dynamic, &gt_engine_component};
static const gt_engine *const all[] = {&gt_engine_orbit, &gt_engine_dynamic, &gt_engine_component,
                                       &gt_engine_multiple, &gt_engine_onthefly};
enum { NALL = sizeof all / sizeof *all };

static const gt_sym *written, *made;

static const gt_cmds *copies(const char *text)
{
    written = load(text);
    made = prepare(written);
    return encode(made, GT_ENC_NONE);
}

static const gt_check_report *decide(const gt_engine *engine, const gt_cmds *cmds, gt_check_options options)
{
    const gt_program program = {.written = written, .sym = made, .cmds = cmds};
    const char *why = NULL;
    const gt_check_report *r = engine->decide(&ctx, engine, &program, &options, &why);
    ck_assert_msg(r != NULL, "%s: %s", engine->name, why);
    return r;
}

/* ---- the search by hand ---- */

static gt_search s;

static void begin(const gt_engine *engine, const gt_cmds *cmds)
{
    s = (gt_search){.method = engine->own, .options.ways.torture = true};
    ck_assert(gt_search_open(&s, &ctx, cmds));
}

static void end(void)
{
    ck_assert_int_eq(gt_bdd_status(s.cb.m), GT_BDD_OK);
    gt_search_close(&s); /* with torture it says what was not given back */
}

static void count_is(gt_bdd set, const char *expected)
{
    char *n = gt_bdd_count(s.cb.m, set, s.cb.nstate_pairs);
    ck_assert_str_eq(n, expected);
    free(n);
}

/* ---- known numbers ---- */

#define TOKEN                                                                                                \
    "const n = 4;\nshared tok : P = any;\nprocess P[n] { states N, T, C;\n"                                  \
    "  N -> T; T -> C when tok == self; C -> N do tok := any; }\n"                                           \
    "invariant mutex: !(exists i, j : P (i != j && i@C && j@C));\n"                                          \
    "invariant never: !(exists i : P (i@C));\n"

START_TEST(twelve_orbits_of_the_token_program)
{
    const gt_cmds *cmds = copies(TOKEN);
    for (size_t i = 0; i < NALL; i++) {
        const gt_check_report *r = decide(all[i], cmds, (gt_check_options){.ways.torture = true});
        if (i < sizeof unique / sizeof *unique)
            ck_assert_str_eq(r->states, "12");
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_HOLDS);
        ck_assert_int_eq(r->results[1].verdict, GT_VERDICT_FAILS);
        ck_assert_ptr_nonnull(r->results[1].run);
        ck_assert_uint_eq(r->results[1].run->nsteps, 3);
        ck_assert(r->nnumbers > 0);
    }
}
END_TEST

START_TEST(backward_as_well)
{
    const gt_cmds *cmds = copies(TOKEN);
    for (size_t i = 0; i < NALL; i++) {
        const gt_check_report *r = decide(all[i], cmds, (gt_check_options){.no_states = true});
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_HOLDS);
        ck_assert_int_eq(r->results[1].verdict, GT_VERDICT_FAILS);
        ck_assert_uint_eq(r->results[1].run->nsteps, 3);
    }
}
END_TEST

/* 001, table 1: processes, local states, and both sizes. */
static const struct {
    int n, l;
    uint64_t by_process, by_bit;
} table1[] = {
    {3, 4, 160, 131}, {5, 4, 934, 2373}, {3, 8, 1403, 363}, {3, 10, 9174, 601}, {5, 8, 31249, 40655}};

START_TEST(sizes_of_the_orbit_relation)
{
    char text[200];
    gt_limits limits = {0};
    uint64_t nodes = 0;
    snprintf(text, sizeof text, "process P[%d] { var x : 0..%d = 0; rule do { x := 1; } }\n", table1[_i].n,
             table1[_i].l - 1);
    const gt_cmds *cmds = copies(text);
    ck_assert_int_eq(gt_method_orbit_relation(&ctx, cmds, &limits, false, &nodes), GT_STOP_NONE);
    ck_assert_uint_eq(nodes, table1[_i].by_process);
    ck_assert_int_eq(gt_method_orbit_relation(&ctx, cmds, &limits, true, &nodes), GT_STOP_NONE);
    ck_assert_uint_eq(nodes, table1[_i].by_bit);
}
END_TEST

/* 000, table 2: mutual exclusion by a semaphore, backward, and the printed live nodes of generic
 * representatives. */
static const struct {
    int n, l;
    uint64_t nodes;
} table2[] = {{8, 4, 703}, {6, 5, 690}, {16, 16, 4876}, {64, 16, 6972}};

START_TEST(fewer_nodes_than_printed)
{
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "shared sem : bool = false;\nprocess P[%d] { states ", table2[_i].n);
    for (int k = 1; k <= table2[_i].l; k++)
        gt_str_addf(&text, "%sL%d", k > 1 ? ", " : "", k);
    gt_str_add(&text, ";\n");
    for (int k = 1; k + 1 < table2[_i].l; k++)
        gt_str_addf(&text, "  L%d -> L%d;\n", k, k + 1);
    gt_str_addf(&text, "  L%d -> L%d when !sem do sem := true;\n  L%d -> L1 do sem := false;\n}\n",
                table2[_i].l - 1, table2[_i].l, table2[_i].l);
    gt_str_addf(&text, "invariant mutex: count i : P (i@L%d) <= 1;\n", table2[_i].l);
    written = load(gt_str_text(&text));
    gt_str_fini(&text);
    made = prepare(written);
    const gt_check_report *r =
        decide(&gt_engine_generic, encode(made, GT_ENC_DENSE), (gt_check_options){.no_states = true});
    ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_HOLDS);
    printf("mutex n=%d l=%d: %lu live nodes, %lu at the peak, printed %lu\n", table2[_i].n, table2[_i].l,
           (unsigned long)r->live_nodes, (unsigned long)r->peak_nodes, (unsigned long)table2[_i].nodes);
    ck_assert_uint_le(r->peak_nodes, table2[_i].nodes);
}
END_TEST

START_TEST(several_representatives_are_total_and_complete)
{
    gt_limits limits = {0};
    gt_leaders is;
    ck_assert_int_eq(gt_method_check_leaders(&ctx, copies(TOKEN), &limits, &is), GT_STOP_NONE);
    ck_assert(is.total && is.complete);
}
END_TEST

START_TEST(local_variables_that_name_processes)
{
    const gt_program program = {.cmds = copies("process P[2] { var p : P = self; rule do { p := any; } }\n")};
    gt_check_options options = {0};
    for (size_t i = 0; i < NALL; i++) {
        const char *why = NULL;
        ck_assert_ptr_null(all[i]->decide(&ctx, all[i], &program, &options, &why));
        ck_assert_ptr_nonnull(strstr(why, "local variables name processes"));
    }
}
END_TEST

/* ---- 000, definition 6: counters range over 1..n ---- */

static const gt_check_report *by_counters(const char *text)
{
    written = load(text);
    made = prepare(written);
    return decide(&gt_engine_generic, encode(made, GT_ENC_DENSE), (gt_check_options){0});
}

START_TEST(nobody_is_a_number)
{
    const gt_check_report *r = by_counters("process P[1] { states A, B; A -> B; }\n"
                                           "invariant all: count i : P (i@B) <= 0;\n");
    ck_assert_str_eq(r->states, "2"); /* as printed none, as one process is in one of two local states */
    ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_FAILS);
}
END_TEST

/* ---- 000, section 4: any of nobody ---- */

START_TEST(any_of_nobody_is_no_step)
{
    const char *text = "shared d : P = any;\nprocess P[1] { states A, B;\n"
                       "  A -> B do d := any j : P where j != self; }\n"
                       "invariant stays: !(exists i : P (i@B));\n";
    ck_assert_int_eq(by_counters(text)->results[0].verdict, GT_VERDICT_HOLDS);
    const gt_cmds *cmds = copies(text);
    for (size_t i = 0; i < NALL; i++)
        ck_assert_int_eq(decide(all[i], cmds, (gt_check_options){0})->results[0].verdict, GT_VERDICT_HOLDS);
}
END_TEST

/* ---- 001, 4.2: id variables have one index if the local states of their processes are equal ---- */

START_TEST(two_names_in_one_local_state)
{
    const char *text = "shared d : P = any;\nshared e : P = any;\nprocess P[2] { states A; }\n"
                       "invariant same: d == e;\n";
    const gt_check_report *r = by_counters(text);
    ck_assert_str_eq(r->states, "2"); /* as in the text one: both are at A */
    ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_FAILS);
    r = decide(&gt_engine_dynamic, copies(text), (gt_check_options){0});
    ck_assert_str_eq(r->states, "2");
    ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_FAILS);
}
END_TEST

/* ---- 001, figure 7: on the right nobody gives the semaphore back ---- */

START_TEST(a_semaphore_that_is_not_given_back)
{
    static const struct {
        const char *leave;
        gt_verdict again;
    } sides[] = {{"C -> N do s := false;", GT_VERDICT_HOLDS}, {"C -> N;", GT_VERDICT_FAILS}};
    for (int i = 0; i < 2; i++) {
        const gt_check_report *r = by_counters(gt_arena_printf(
            ctx.arena,
            "shared s : bool = false;\nprocess P[1] { states N, T, C;\n"
            "  N -> T; T -> C when !s do s := true; %s }\nctl again: AG (EF (exists i : P (i@C)));\n",
            sides[i].leave));
        ck_assert_int_eq(r->results[0].verdict, sides[i].again);
    }
}
END_TEST

/* ---- 001 (17): the source of a step is mapped, not its target ---- */

#define LOST                                                                                                 \
    "process P[2] { states A, B, C;\n  A -> B when !(exists i : P (i@B));\n"                                 \
    "  A -> C when exists i : P (i@B); }\ninvariant apart: !(exists i, j : P (i@B && j@C));\n"

static gt_bdd printed_after(gt_bdd set)
{
    gt_bdd_mgr *m = s.cb.m;
    gt_bdd from = gt_search_related(&s, set), image = gt_search_image(&s, from);
    gt_bdd leaders = gt_copies_leaders(s.copies);
    gt_bdd_and_to(m, &image, leaders); /* a relation over representatives has no other states */
    gt_bdd_or_to(m, &image, set);
    gt_bdd_drop(m, from);
    gt_bdd_drop(m, leaders);
    return image;
}

START_TEST(a_step_that_leaves_the_representatives)
{
    const gt_cmds *cmds = copies(LOST);
    begin(&gt_engine_multiple, cmds);
    gt_bdd set = s.method->represent(&s, s.cb.init), before = NULL;
    while (set != before) {
        gt_bdd_set(s.cb.m, &before, gt_bdd_ref(s.cb.m, set));
        gt_bdd_set(s.cb.m, &set, printed_after(set));
    }
    gt_bdd good = gt_cb_bool(&s.cb, NULL, cmds->props[0].formula);
    ck_assert(gt_bdd_leq(s.cb.m, set, good)); /* as printed: no error is reachable, which is wrong */
    gt_bdd_drop(s.cb.m, good);
    gt_bdd_drop(s.cb.m, set);
    gt_bdd_drop(s.cb.m, before);
    end();
    for (size_t i = 0; i < NALL; i++)
        ck_assert_int_eq(decide(all[i], cmds, (gt_check_options){0})->results[0].verdict, GT_VERDICT_FAILS);
}
END_TEST

/* ---- 001, algorithm 2 ---- */

START_TEST(an_error_at_the_beginning)
{
    const gt_cmds *cmds = copies("process P[1] { states A; }\ninvariant wrong: !(exists i : P (i@A));\n");
    begin(&gt_engine_onthefly, cmds);
    /* as printed: only what an image has is looked at, and here it is empty */
    gt_bdd image = gt_search_image(&s, s.cb.init);
    ck_assert(gt_bdd_is_false(s.cb.m, image));
    gt_bdd_drop(s.cb.m, image);
    end();
    for (size_t i = 0; i < NALL; i++)
        ck_assert_int_eq(decide(all[i], cmds, (gt_check_options){0})->results[0].verdict, GT_VERDICT_FAILS);
}
END_TEST

/* Two ways begin in one state; what is left out of one round's part is never looked at again. */
START_TEST(what_is_left_out_is_said_to_be)
{
    const gt_cmds *cmds = copies("process P[1] { states A, B, C, D, E; A -> B; A -> C; B -> D; C -> E; }\n"
                                 "invariant no_d: !(exists i : P (i@D));\n"
                                 "invariant no_e: !(exists i : P (i@E));\n");
    const gt_check_report *r = decide(&gt_engine_onthefly, cmds, (gt_check_options){.method.under = 1});
    int fails = 0, unknown = 0;
    for (int p = 0; p < 2; p++) {
        fails += r->results[p].verdict == GT_VERDICT_FAILS;
        unknown +=
            r->results[p].verdict == GT_VERDICT_UNKNOWN && strstr(r->results[p].note, "not complete") != NULL;
    }
    ck_assert_int_eq(fails, 1); /* as printed, the other one would be said to hold */
    ck_assert_int_eq(unknown, 1);
    ck_assert(!r->states_complete);
    r = decide(&gt_engine_onthefly, cmds, (gt_check_options){0});
    ck_assert(r->results[0].verdict == GT_VERDICT_FAILS && r->results[1].verdict == GT_VERDICT_FAILS);
}
END_TEST

/* ---- 004, rule (3) with two id variables ---- */

/* As printed: l_p < l_q, or they are equal and no id variable names p. */
static gt_bdd printed_order(void)
{
    gt_bdd_mgr *m = s.cb.m;
    gt_bdd less = gt_copies_not_greater(s.copies, 0, 0, 1, false);
    gt_bdd same = gt_copies_alike(s.copies, 0, 0, 1), named = gt_copies_is_named(s.copies, 0, 0);
    gt_bdd bad = gt_bdd_and(m, same, named);
    gt_bdd_set(m, &less, gt_bdd_diff(m, less, bad));
    gt_bdd_drop(m, same);
    gt_bdd_drop(m, named);
    gt_bdd_drop(m, bad);
    return less;
}

START_TEST(an_order_that_no_arrangement_has)
{
    const gt_cmds *cmds =
        copies("shared d : P = any;\nshared e : P = any;\nprocess P[2] { states A, B; A -> B; }\n");
    begin(&gt_engine_dynamic, cmds);
    gt_bdd_mgr *m = s.cb.m;
    gt_bdd order = printed_order(), swapped = gt_copies_swap(s.copies, order, 0, 0, 1, false);
    gt_bdd any = gt_bdd_or(m, order, swapped), never = gt_bdd_not(m, any);
    count_is(never, "4"); /* of 16 states: swapping goes on for ever */
    gt_bdd_drop(m, swapped);
    gt_bdd_drop(m, any);
    gt_bdd_drop(m, never);
    gt_bdd_drop(m, order);
    gt_bdd whole = gt_bdd_const(m, true), sorted = gt_copies_sort(s.copies, whole);
    gt_bdd unique_ones = gt_copies_sorted(s.copies), closed = gt_copies_close(s.copies, sorted, false);
    ck_assert_ptr_eq(sorted, unique_ones);
    ck_assert(gt_bdd_is_true(m, closed));
    count_is(sorted, "8"); /* 4 ways to name times 4 local states are 16 states, each in an orbit of two */
    gt_bdd_drop(m, whole);
    gt_bdd_drop(m, sorted);
    gt_bdd_drop(m, unique_ones);
    gt_bdd_drop(m, closed);
    end();
    for (size_t i = 0; i < sizeof unique / sizeof *unique; i++)
        ck_assert_str_eq(decide(unique[i], cmds, (gt_check_options){0})->states, "8");
}
END_TEST

/* ---- 004, listing 6 at the first component ---- */

START_TEST(no_component_before_the_first)
{
    const gt_cmds *cmds = copies("process P[1] { states A, B; A -> B; }\n");
    /* as printed, toExplore[0][-1] is read for the only process there is */
    for (gt_state_symmetries how = 0; how <= GT_STATE_SYMMETRIES_OFF; how++)
        ck_assert_str_eq(
            decide(&gt_engine_component, cmds, (gt_check_options){.method.state_symmetries = how})->states,
            "2");
}
END_TEST

/* ---- 002, algorithm 1: bad states are blocked before they are compared with initial ones ---- */

static const gt_representatives ways[] = {GT_REPRESENTATIVES_PREDICATE, GT_REPRESENTATIVES_OFF,
                                          GT_REPRESENTATIVES_CONVERT};

static const gt_check_report *backward(const gt_cmds *cmds, gt_representatives how)
{
    return decide(&gt_engine_sat, cmds, (gt_check_options){.method.representatives = how});
}

static uint64_t number(const gt_check_report *r, const char *name)
{
    for (uint32_t i = 0; i < r->nnumbers; i++)
        if (strcmp(r->numbers[i].name, name) == 0)
            return r->numbers[i].value;
    ck_abort_msg("no number %s", name);
    return 0;
}

START_TEST(a_bad_state_that_is_initial)
{
    const gt_cmds *cmds = copies("process P[1] { states A; }\ninvariant wrong: !(exists i : P (i@A));\n");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const gt_check_report *r = backward(cmds, ways[i]);
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_FAILS);
        ck_assert_uint_eq(r->results[0].trace->nstates, 1);
        ck_assert_uint_eq(r->iterations, 0); /* as printed: one, which finds nothing, and so "true" */
    }
}
END_TEST

/* The predicate on every state, which is unsound: from T, N process 1 would have to move to T, C, and from
 * there there is no way to the order C, T that the edge of process 2 would need; whichever order one takes,
 * the orbit of C and T is lost. */
START_TEST(representatives_are_first_states_only)
{
    const gt_cmds *cmds = copies("process P[2] { states N, T, C = any; N -> C; }\n"
                                 "initially exists i, j : P (i@N && j@T);\n"
                                 "invariant apart: !(exists i, j : P (i@C && j@T));\n");
    begin(&gt_engine_dynamic, cmds);
    gt_bdd sorted = gt_copies_sorted(s.copies), start = gt_bdd_and(s.cb.m, s.cb.init, sorted);
    gt_bdd image = gt_search_image(&s, start);
    count_is(start, "1");
    gt_bdd_and_to(s.cb.m, &image, sorted);
    ck_assert(gt_bdd_is_false(s.cb.m, image)); /* with it, nothing is reached */
    gt_bdd_drop(s.cb.m, sorted);
    gt_bdd_drop(s.cb.m, start);
    gt_bdd_drop(s.cb.m, image);
    end();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const gt_check_report *r = backward(cmds, ways[i]);
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_FAILS);
        ck_assert_uint_eq(r->results[0].trace->nstates, 2);
    }
}
END_TEST

START_TEST(as_many_steps_with_representatives)
{
    const gt_cmds *cmds = copies(TOKEN);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const gt_check_report *r = backward(cmds, ways[i]);
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_HOLDS);
        ck_assert_int_eq(r->results[1].verdict, GT_VERDICT_FAILS);
        ck_assert_uint_eq(r->results[1].trace->nstates, 3);
        ck_assert_uint_eq(r->iterations, backward(cmds, ways[0])->iterations);
        ck_assert((number(r, "renamings") > 0) == (ways[i] == GT_REPRESENTATIVES_CONVERT));
        ck_assert_uint_le(number(backward(cmds, ways[0]), "enumerations"), number(r, "enumerations"));
    }
}
END_TEST

START_TEST(every_state_has_a_representative)
{
    gt_limits limits = {0};
    gt_predicate is;
    ck_assert_int_eq(gt_cofactor_predicate(&ctx, copies(TOKEN), &limits, &is), GT_STOP_NONE);
    ck_assert(is.total);
    ck_assert_uint_le(is.renamings, 24);
}
END_TEST

/* ---- limits ---- */

START_TEST(an_interrupt_leaves_verdicts_unknown)
{
    static volatile sig_atomic_t now = 1;
    const gt_cmds *cmds = copies(TOKEN);
    for (size_t i = 0; i <= NALL; i++) {
        const gt_check_report *r =
            decide(i < NALL ? all[i] : &gt_engine_sat, cmds, (gt_check_options){.limits.interrupt = &now});
        ck_assert_int_eq(r->stopped, GT_STOP_INTERRUPT);
        ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_UNKNOWN);
        ck_assert_str_eq(r->results[0].note, "interrupted");
    }
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, twelve_orbits_of_the_token_program);
    tcase_add_test(tests, backward_as_well);
    UNIT_ADD_EACH(tests, sizes_of_the_orbit_relation, table1);
    UNIT_ADD_EACH(tests, fewer_nodes_than_printed, table2);
    tcase_add_test(tests, several_representatives_are_total_and_complete);
    tcase_add_test(tests, local_variables_that_name_processes);
    tcase_add_test(tests, nobody_is_a_number);
    tcase_add_test(tests, any_of_nobody_is_no_step);
    tcase_add_test(tests, two_names_in_one_local_state);
    tcase_add_test(tests, a_semaphore_that_is_not_given_back);
    tcase_add_test(tests, a_step_that_leaves_the_representatives);
    tcase_add_test(tests, an_error_at_the_beginning);
    tcase_add_test(tests, what_is_left_out_is_said_to_be);
    tcase_add_test(tests, an_order_that_no_arrangement_has);
    tcase_add_test(tests, no_component_before_the_first);
    tcase_add_test(tests, a_bad_state_that_is_initial);
    tcase_add_test(tests, representatives_are_first_states_only);
    tcase_add_test(tests, as_many_steps_with_representatives);
    tcase_add_test(tests, every_state_has_a_representative);
    tcase_add_test(tests, an_interrupt_leaves_verdicts_unknown);
}
