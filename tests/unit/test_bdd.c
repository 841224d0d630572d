/* BDDs: the relational product against its definition, linear forms against arithmetic, references, failure.
 */
#include "runtime/bdd/lin.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

enum { PAIRS = 6, STATES = 1 << PAIRS };

static gt_bdd_mgr *open_mgr(bool torture)
{
    return gt_bdd_new(&(gt_bdd_config){.npairs = PAIRS, .torture = torture});
}

static void close_mgr(gt_bdd_mgr *m)
{
    ck_assert_int_eq(gt_bdd_leaks(m), 0);
    gt_bdd_free(m);
}

static uint64_t roll(uint64_t *state)
{
    return *state = gt_hash_mix(*state + 1);
}

/* A random function of the current variables, and of the next ones of the pairs in `changed`. */
static gt_bdd random_function(gt_bdd_mgr *m, uint64_t *seed, uint32_t changed, bool relation)
{
    gt_bdd f = gt_bdd_const(m, false);
    for (uint32_t k = 0; k < 6; k++) {
        gt_bdd cube = gt_bdd_const(m, true);
        for (uint32_t p = 0; p < PAIRS; p++)
            for (uint32_t next = 0; next < (relation && (changed >> p & 1) ? 2u : 1u); next++) {
                gt_bdd v = next ? gt_bdd_next(m, p) : gt_bdd_var(m, p);
                uint64_t how = roll(seed) % 3;
                if (how == 0)
                    gt_bdd_set(m, &v, gt_bdd_not(m, v));
                if (how != 2)
                    gt_bdd_and_to(m, &cube, v);
                gt_bdd_drop(m, v);
            }
        gt_bdd_or_to(m, &f, cube);
        gt_bdd_drop(m, cube);
    }
    return f;
}

static gt_bdd state(gt_bdd_mgr *m, uint32_t x)
{
    bool bits[PAIRS];
    uint32_t pairs[PAIRS];
    for (uint32_t p = 0; p < PAIRS; p++) {
        bits[p] = x >> p & 1;
        pairs[p] = p;
    }
    return gt_bdd_state(m, bits, pairs, PAIRS);
}

static bool has(gt_bdd_mgr *m, gt_bdd f, uint32_t x)
{
    bool bits[PAIRS];
    for (uint32_t p = 0; p < PAIRS; p++)
        bits[p] = x >> p & 1;
    return gt_bdd_eval(m, f, bits);
}

/* Does the relation lead from x to y? By conjunction with both, the slow way. */
static bool relates(gt_bdd_mgr *m, gt_bdd relation, uint32_t changed, uint32_t x, uint32_t y)
{
    if ((x ^ y) & ~changed)
        return false;
    gt_bdd both = state(m, x);
    gt_bdd_and_to(m, &both, relation);
    for (uint32_t p = 0; p < PAIRS; p++) {
        gt_bdd v = gt_bdd_next(m, p);
        if (!(y >> p & 1))
            gt_bdd_set(m, &v, gt_bdd_not(m, v));
        if (changed >> p & 1)
            gt_bdd_and_to(m, &both, v);
        gt_bdd_drop(m, v);
    }
    bool yes = !gt_bdd_is_false(m, both);
    gt_bdd_drop(m, both);
    return yes;
}

START_TEST(relational_product)
{
    gt_bdd_mgr *m = open_mgr(_i % 2);
    uint64_t seed = (uint64_t)_i + 1;
    uint32_t changed = (uint32_t)roll(&seed) % STATES, pairs[PAIRS], count = 0;
    for (uint32_t p = 0; p < PAIRS; p++)
        if (changed >> p & 1)
            pairs[count++] = p;
    gt_bdd set = random_function(m, &seed, 0, false), relation = random_function(m, &seed, changed, true);
    gt_bdd cube = gt_bdd_cube(m, pairs, count);
    gt_bdd next = gt_bdd_relnext(m, set, relation, cube), prev = gt_bdd_relprev(m, set, relation, cube);
    for (uint32_t a = 0; a < STATES; a++) {
        bool to = false, from = false;
        for (uint32_t b = 0; b < STATES; b++) {
            to = to || (has(m, set, b) && relates(m, relation, changed, b, a));
            from = from || (has(m, set, b) && relates(m, relation, changed, a, b));
        }
        ck_assert_int_eq(has(m, next, a), to);
        ck_assert_int_eq(has(m, prev, a), from);
    }
    gt_bdd_drop(m, set);
    gt_bdd_drop(m, relation);
    gt_bdd_drop(m, cube);
    gt_bdd_drop(m, next);
    gt_bdd_drop(m, prev);
    close_mgr(m);
}
END_TEST

/* a and b: three bits each; a is -2..5, b is -1..6 */
static void number(gt_bdd_mgr *m, gt_lin *lin, uint32_t first, int64_t lo)
{
    gt_lin_init(lin, lo);
    for (uint32_t i = 0; i < 3; i++) {
        gt_bdd v = gt_bdd_var(m, first + i);
        gt_lin_add_bit(m, lin, 1, i, v);
        gt_bdd_drop(m, v);
    }
}

START_TEST(linear_forms)
{
    gt_bdd_mgr *m = open_mgr(_i);
    gt_lin a, b, sum, product, quotient, rest;
    number(m, &a, 0, -2);
    number(m, &b, 3, -1);
    gt_lin_init(&sum, 4);
    gt_lin_add(m, &sum, 3, &a);
    gt_lin_add(m, &sum, -2, &b);
    gt_lin_init(&product, 0);
    gt_lin_add_product(m, &product, &a, &b);
    gt_lin_init(&quotient, 0);
    gt_lin_add_quotient(m, &quotient, &a, &b, false, 4);
    gt_lin_init(&rest, 0);
    gt_lin_add_quotient(m, &rest, &a, &b, true, 4);
    gt_bdd zero = gt_lin_compare(m, &sum, GT_LIN_EQ), nonneg = gt_lin_compare(m, &product, GT_LIN_GE);
    for (uint32_t x = 0; x < STATES; x++) {
        bool bits[PAIRS];
        for (uint32_t p = 0; p < PAIRS; p++)
            bits[p] = x >> p & 1;
        int64_t va = (int64_t)(x % 8) - 2, vb = (int64_t)(x / 8) - 1;
        ck_assert_int_eq(gt_lin_eval(m, &product, bits), va * vb);
        ck_assert_int_eq(gt_lin_eval(m, &quotient, bits), vb ? va / vb : 0);
        ck_assert_int_eq(gt_lin_eval(m, &rest, bits), vb ? va % vb : 0);
        ck_assert_int_eq(has(m, zero, x), 3 * va - 2 * vb + 4 == 0);
        ck_assert_int_eq(has(m, nonneg, x), va * vb >= 0);
    }
    gt_bdd_drop(m, zero);
    gt_bdd_drop(m, nonneg);
    gt_lin_fini(m, &a);
    gt_lin_fini(m, &b);
    gt_lin_fini(m, &sum);
    gt_lin_fini(m, &product);
    gt_lin_fini(m, &quotient);
    gt_lin_fini(m, &rest);
    close_mgr(m);
}
END_TEST

static bool always(void *arg)
{
    (void)arg;
    return true;
}

/* Who is told to stop gives NULL from then on, and still owes nothing. */
START_TEST(failure_is_sticky)
{
    enum { MANY = 400 };
    gt_bdd_mgr *m = gt_bdd_new(&(gt_bdd_config){.npairs = MANY, .stop = always});
    gt_bdd f = gt_bdd_const(m, false);
    for (uint32_t p = 0; p < MANY / 2 && f; p++) { /* the pairs far apart: exponential */
        gt_bdd a = gt_bdd_var(m, p), b = gt_bdd_var(m, p + MANY / 2);
        gt_bdd_and_to(m, &a, b);
        gt_bdd_or_to(m, &f, a);
        gt_bdd_drop(m, a);
        gt_bdd_drop(m, b);
    }
    ck_assert_ptr_null(f);
    ck_assert_int_eq(gt_bdd_status(m), GT_BDD_STOPPED);
    ck_assert_ptr_null(gt_bdd_const(m, true));
    ck_assert(!gt_bdd_is_false(m, f) && !gt_bdd_is_true(m, f) && !gt_bdd_meets(m, f, f));
    gt_bdd_resume(m, false);
    gt_bdd one = gt_bdd_const(m, true);
    char *count = gt_bdd_count(m, one, 70);
    ck_assert_str_eq(count, "1180591620717411303424");
    free(count);
    gt_bdd_drop(m, one);
    close_mgr(m);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_loop_test(tests, relational_product, 0, 30);
    tcase_add_loop_test(tests, linear_forms, 0, 2);
    tcase_add_test(tests, failure_is_sticky);
}
