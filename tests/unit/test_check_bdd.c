/* The BDD engine: known numbers, agreement with the explicit oracle on random programs, traces, limits.
 * GENTRANS_SEEDS=20000 GENTRANS_FIRST_SEED=1 widens the comparison. */
#include "backends/check/check.h"
#include "helper_cmds.h"
#include "helper_explicit.h"
#include "runtime/clock.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_STATES = 1500 };

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* ---- traces ---- */

static void check_path(const ex_graph *g, const gt_abs_trace *t, uint64_t seed, const char *name)
{
    int64_t at = ex_find(g, t->states[0]);
    ck_assert_msg(at >= 0 && at < g->ninit, "seed %lu, %s: no initial state", (unsigned long)seed, name);
    for (uint32_t i = 1; i <= t->nstates; i++) {
        if (i == t->nstates && t->loop_start < 0)
            break;
        bool closing = i == t->nstates;
        int64_t next = ex_find(g, t->states[closing ? (uint32_t)t->loop_start : i]);
        ck_assert_msg(next >= 0 && ex_has_edge(g, (uint32_t)at, (uint32_t)next, closing ? -2 : t->cmds[i]),
                      "seed %lu, %s: step %u is none", (unsigned long)seed, name, i);
        ck_assert_uint_eq(closing ? 1 : t->times[i], 1);
        at = next;
    }
}

/* What the trace must show, for the shapes of formulas where that is easily said. */
static void check_trace(const ex_graph *g, const gt_cmd_prop *prop, const gt_check_result *r, uint64_t seed)
{
    const gt_abs_trace *t = r->trace;
    const gt_expr *e = prop->formula;
    const char *name = r->prop->name;
    check_path(g, t, seed, name);
    const int32_t *last = t->states[t->nstates - 1];
    if (prop->origin->kind == GT_PROP_INVARIANT || prop->origin->kind == GT_PROP_DEADLOCK) {
        ck_assert(e ? !ex_eval(e, last) : g->dead[ex_find(g, last)]);
        if (r->shortest)
            ck_assert_int_eq(ex_distance(g, e, false), t->nstates - 1);
    } else if (prop->origin->kind == GT_PROP_LTL && t->loop_start >= 0) {
        ck_assert_msg(!ex_lasso_satisfies(t, e), "seed %lu, %s: the trace is no counterexample",
                      (unsigned long)seed, name);
        ck_assert_msg(ex_lasso_fair(g->cmds, t), "seed %lu, %s: the loop is not fair", (unsigned long)seed,
                      name);
    } else if (e && e->nkids == 1 && gt_expr_in(e->kind, GT_GROUP_TEMPORAL) &&
               !gt_expr_in(e->kids[0]->kind, GT_GROUP_TEMPORAL)) {
        bool fails = r->verdict == GT_VERDICT_FAILS;
        if (e->kind == GT_EXPR_AF && fails)
            ck_assert_msg(t->loop_start >= 0 && ex_lasso_fair(g->cmds, t), "seed %lu, %s",
                          (unsigned long)seed, name);
        if (e->kind == GT_EXPR_EG && !fails)
            ck_assert_msg(t->loop_start >= 0 && ex_lasso_fair(g->cmds, t), "seed %lu, %s",
                          (unsigned long)seed, name);
    }
}

/* Properties that fail must be shown, unless they speak of several paths at once. */
static bool must_show(const gt_cmd_prop *prop, const gt_check_result *r)
{
    gt_prop_kind kind = prop->origin->kind;
    return r->verdict == GT_VERDICT_FAILS &&
           (kind == GT_PROP_INVARIANT || kind == GT_PROP_DEADLOCK || kind == GT_PROP_LTL);
}

/* ---- agreement ---- */

static void compare(const ex_graph *g, const gt_cmds *cmds, const gt_check_options *options,
                    const bool *expected, uint64_t seed, const char *how)
{
    const gt_check_report *r = gt_check_bdd(&ctx, cmds, options);
    char states[32];
    snprintf(states, sizeof states, "%zu", g->states.n);
    if (!options->no_states && r->states_complete)
        ck_assert_msg(strcmp(r->states, states) == 0, "seed %lu (%s): %s states, not %s", (unsigned long)seed,
                      how, r->states, states);
    for (uint32_t i = 0; i < r->nresults; i++) {
        const gt_check_result *p = &r->results[i];
        ck_assert_msg(p->verdict == (expected[i] ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS),
                      "seed %lu (%s): %s %s", (unsigned long)seed, how, p->prop->name,
                      gt_verdict_name(p->verdict));
        if (p->trace)
            check_trace(g, &cmds->props[i], p, seed);
        else
            ck_assert_msg(!must_show(&cmds->props[i], p), "seed %lu (%s): nothing shown for %s",
                          (unsigned long)seed, how, p->prop->name);
    }
}

static bool agree(uint64_t seed)
{
    renew();
    const gt_cmds *cmds = cb_random(&ctx, seed);
    ex_graph g;
    ex_build(&g, cmds, MAX_STATES);
    bool usable = !g.overflow && g.ninit > 0, expected[64];
    if (usable) {
        for (uint32_t i = 0; i < cmds->nprops; i++)
            expected[i] = ex_holds(&g, &cmds->props[i]);
        compare(&g, cmds, &(gt_check_options){0}, expected, seed, "default");
        if (seed % 3 == 0)
            compare(&g, cmds, &(gt_check_options){.ways.no_accelerate = true}, expected, seed,
                    "single steps");
        if (seed % 3 == 1)
            compare(&g, cmds, &(gt_check_options){.ways.no_drop = true, .no_states = true}, expected, seed,
                    "all counters");
        if (seed % 3 == 2)
            compare(&g, cmds, &(gt_check_options){.direction = GT_DIRECTION_BACKWARD}, expected, seed,
                    "backward");
        compare(&g, cmds, &(gt_check_options){.ways.saturate = GT_SATURATE_ALWAYS}, expected, seed,
                "saturation");
        if (seed % 15 == 0)
            compare(&g, cmds, &(gt_check_options){.ways.torture = true}, expected, seed, "torture");
        if (seed % 15 == 5)
            compare(&g, cmds, &(gt_check_options){.ways = {.saturate = GT_SATURATE_ALWAYS, .torture = true}},
                    expected, seed, "saturation, torture");
    }
    ex_free(&g);
    return usable;
}

START_TEST(random_programs)
{
    uint64_t first = number_from("GENTRANS_FIRST_SEED", 1), count = number_from("GENTRANS_SEEDS", 150),
             usable = 0;
    for (uint64_t seed = first; seed < first + count; seed++)
        usable += agree(seed);
    agree(1117); /* a variable that was assigned its own value escaped from an accelerated relation */
    ck_assert_msg(2 * usable > count, "only %lu of %lu programs were small enough", (unsigned long)usable,
                  (unsigned long)count);
}
END_TEST

/* ---- known numbers ---- */

static void expect(const gt_cmds *cmds, bool torture, const char *states, const char *verdicts)
{
    const gt_check_report *r = gt_check_bdd(&ctx, cmds, &(gt_check_options){.ways.torture = torture});
    ck_assert_str_eq(r->states, states);
    ck_assert(r->states_complete);
    for (uint32_t i = 0; i < r->nresults; i++)
        ck_assert_msg(gt_verdict_name(r->results[i].verdict)[0] == verdicts[i], "%s",
                      r->results[i].prop->name);
}

START_TEST(orbits)
{
    for (int torture = 0; torture < 2; torture++) {
        expect(cb_semaphore(&ctx, 10, 4), torture, "121", "hh");
        expect(cb_token(&ctx, 20), torture, "60", "hhhh");
        expect(cb_readers_writers(&ctx, 5), torture, "156", "hhh");
    }
    expect(cb_semaphore(&ctx, 1000000, 5), false, "333334833335500001", "hh");
    expect(cb_token(&ctx, 1000000), false, "3000000", "hhhh");
    expect(cb_readers_writers(&ctx, 1000000), false, "500003000003500001", "hhh");
}
END_TEST

/* A million processes through one gate: the shortest path has a million steps, the one shown a handful. */
START_TEST(accelerated_witness)
{
    const gt_check_report *r = gt_check_bdd(&ctx, cb_token(&ctx, 1000000), &(gt_check_options){0});
    const gt_abs_trace *t = r->results[3].trace;
    ck_assert_ptr_nonnull(t);
    ck_assert(!r->results[3].shortest);
    uint64_t steps = 0;
    for (uint32_t i = 0; i < t->nstates; i++)
        steps += t->times[i];
    ck_assert_uint_ge(steps, 1000000);
    ck_assert_uint_le(t->nstates, 20);
}
END_TEST

/* ---- limits ---- */

static void expect_stop(const gt_check_options *options, gt_stop stop)
{
    const gt_check_report *r = gt_check_bdd(&ctx, cb_semaphore(&ctx, 1000, 60), options);
    ck_assert_int_eq(r->stopped, stop);
    for (uint32_t i = 0; i < r->nresults; i++) {
        ck_assert_int_eq(r->results[i].verdict, GT_VERDICT_UNKNOWN);
        ck_assert_ptr_nonnull(r->results[i].note);
    }
    ck_assert(!r->states_complete);
}

START_TEST(limits)
{
    static volatile sig_atomic_t pressed = 1;
    expect_stop(&(gt_check_options){.limits.deadline = gt_seconds() + 0.01}, GT_STOP_TIME);
    expect_stop(&(gt_check_options){.limits.bytes = 20 << 20}, GT_STOP_MEMORY);
    expect_stop(&(gt_check_options){.limits.interrupt = &pressed}, GT_STOP_INTERRUPT);
}
END_TEST

/* The first call is enough. */
static void called(void *arg, const gt_progress *now)
{
    ck_assert_ptr_nonnull(now->phase);
    *(volatile sig_atomic_t *)arg = 1;
}

START_TEST(progress)
{
    volatile sig_atomic_t stop = 0;
    const gt_check_report *r = gt_check_bdd(
        &ctx, cb_semaphore(&ctx, 1000, 60),
        &(gt_check_options){.limits = {.interrupt = &stop, .progress = called, .arg = (void *)&stop}});
    ck_assert_int_eq(r->stopped, GT_STOP_INTERRUPT);
    ck_assert_int_eq(stop, 1);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, orbits);
    tcase_add_test(tests, accelerated_witness);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, progress);
    tcase_add_test(tests, random_programs);
}
