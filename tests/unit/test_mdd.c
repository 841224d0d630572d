/* Diagrams of multisets against sets that are arrays: every operation on random sets, with garbage collected
 * in between. */
#include "runtime/mdd/mdd.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4, MOST = 4, ALL = 625, ROUNDS = 1500 }; /* ALL: (MOST + 1) to the power of LEVELS */

static uint64_t state;
static uint32_t images[2][LEVELS];

static uint32_t below(uint32_t n)
{
    state = gt_hash_mix(state + 0x9e3779b97f4a7c15ULL);
    return (uint32_t)(state % n);
}

/* A multiset is a number: how many of each level, to the base MOST + 1. */
typedef struct {
    bool has[ALL];
} plain;

static uint32_t power(uint32_t level)
{
    uint32_t p = 1;
    while (level--)
        p *= MOST + 1;
    return p;
}

static uint32_t of_level(uint32_t multiset, uint32_t level)
{
    return multiset / power(level) % (MOST + 1);
}

/* UINT32_MAX: it does not fit. */
static uint32_t moved(uint32_t multiset, uint32_t level, int32_t by)
{
    int32_t now = (int32_t)of_level(multiset, level) + by;
    return multiset == UINT32_MAX || now < 0 || now > MOST
               ? UINT32_MAX
               : (uint32_t)((int32_t)multiset + by * (int32_t)power(level));
}

static uint32_t image(void *arg, uint32_t map, uint32_t level)
{
    (void)arg;
    return images[map][level];
}

/* Accepts what has 1 to 3 copies of even levels: the state is their number. */
static uint32_t next(void *arg, uint32_t sum, uint32_t level, uint32_t count)
{
    (void)arg;
    return level % 2 ? sum : sum + count;
}

static gt_mdd_answer answer(void *arg, uint32_t sum, bool end)
{
    (void)arg;
    return sum > 3 ? GT_MDD_REJECT : !end ? GT_MDD_OPEN : sum ? GT_MDD_ACCEPT : GT_MDD_REJECT;
}

static gt_mdd single(gt_mdd_mgr *m, uint32_t multiset)
{
    gt_mdd x = GT_MDD_UNIT;
    for (uint32_t l = 0; l < LEVELS; l++)
        x = gt_mdd_inc(m, x, l, of_level(multiset, l));
    return x;
}

static gt_mdd build(gt_mdd_mgr *m, const plain *p)
{
    gt_mdd x = GT_MDD_NONE;
    for (uint32_t i = 0; i < ALL; i++)
        if (p->has[i])
            x = gt_mdd_or(m, x, single(m, i));
    return x;
}

/* Few copies of each, so that what is added fits. */
static plain random_plain(uint32_t n)
{
    plain p = {{false}};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t multiset = 0;
        for (uint32_t l = 0; l < LEVELS; l++)
            multiset += below(3) * power(l);
        p.has[multiset] = true;
    }
    return p;
}

static uint32_t mapped(uint32_t multiset, uint32_t map)
{
    uint32_t to = 0;
    for (uint32_t l = 0; l < LEVELS; l++)
        to = moved(to, images[map][l], (int32_t)of_level(multiset, l));
    return to;
}

typedef enum { OR, AND, DIFF, INC, DEC, STAR, MAP, UNMAP, FILTER, OPS } op;

static void put(plain *p, uint32_t multiset)
{
    if (multiset != UINT32_MAX)
        p->has[multiset] = true;
}

static plain expected(op what, const plain *x, const plain *y, uint32_t a, uint32_t b)
{
    plain r = {{false}};
    for (uint32_t i = 0; i < ALL; i++) {
        uint32_t even = of_level(i, 0) + of_level(i, 2);
        if (what == OR || what == AND || what == DIFF)
            r.has[i] = what == OR ? x->has[i] || y->has[i] : x->has[i] && y->has[i] == (what == AND);
        if (!x->has[i])
            continue;
        if (what == INC || what == DEC)
            put(&r, moved(i, a, what == INC ? (int32_t)b : -(int32_t)b));
        for (int32_t k = 0; what == STAR && k <= MOST; k++)
            put(&r, moved(moved(i, a, -k), b, k));
        if (what == MAP)
            put(&r, mapped(i, a));
        if (what == UNMAP)
            r.has[i] = mapped(i, a) != UINT32_MAX && y->has[mapped(i, a)];
        if (what == FILTER)
            r.has[i] = even > 0 && even <= 3;
    }
    return r;
}

static gt_mdd done(gt_mdd_mgr *m, op what, gt_mdd x, gt_mdd y, uint32_t a, uint32_t b)
{
    switch (what) {
    case OR: return gt_mdd_or(m, x, y);
    case AND: return gt_mdd_and(m, x, y);
    case DIFF: return gt_mdd_diff(m, x, y);
    case INC: return gt_mdd_inc(m, x, a, b);
    case DEC: return gt_mdd_dec(m, x, a, b);
    case STAR: return gt_mdd_star(m, x, a, b);
    case MAP: return gt_mdd_map(m, x, a);
    case UNMAP: return gt_mdd_unmap(m, x, y, a);
    case FILTER: return gt_mdd_filter(m, x, 0);
    case OPS: break;
    }
    return GT_MDD_NONE;
}

static gt_mdd_mgr *manager(void)
{
    gt_mdd_owner owner = {.image = image, .next = next, .answer = answer};
    return gt_mdd_new(&owner);
}

/* Maps keep what fits: at most two of each level, at most two levels to one. */
static void random_maps(void)
{
    for (uint32_t map = 0; map < 2; map++)
        for (uint32_t l = 0; l < LEVELS; l++)
            images[map][l] = map == 0 ? (l + 1) % LEVELS : l / 2;
}

START_TEST(operations)
{
    gt_mdd_mgr *m = manager();
    random_maps();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        op what = round % OPS;
        plain p = random_plain(1 + below(12)), q = random_plain(1 + below(40));
        gt_mdd x = gt_mdd_ref(m, build(m, &p)), y = gt_mdd_ref(m, build(m, &q));
        if (below(3) == 0)
            gt_mdd_collect(m);
        bool mapping = what == MAP || what == UNMAP;
        uint32_t a = below(mapping ? 2 : LEVELS),
                 b = what == STAR ? (a + 1 + below(LEVELS - 1)) % LEVELS : below(3);
        gt_mdd z = done(m, what, x, y, a, b);
        plain r = expected(what, &p, &q, a, b);
        ck_assert_msg(z == build(m, &r), "operation %d in round %u", (int)what, round);
        gt_mdd_drop(m, x);
        gt_mdd_drop(m, y);
    }
    ck_assert_uint_eq(gt_mdd_kept(m), 0);
    gt_mdd_collect(m);
    ck_assert_uint_eq(gt_mdd_nodes(m), 0);
    gt_mdd_free(m);
}
END_TEST

static void add_level(void *arg, uint32_t level)
{
    *(uint32_t *)arg |= 1U << level;
}

static void add_copies(void *arg, uint32_t level, uint32_t count)
{
    *(uint32_t *)arg += count * power(level);
}

START_TEST(questions)
{
    gt_mdd_mgr *m = manager();
    for (uint32_t round = 0; round < 100; round++) {
        plain p = random_plain(1 + below(30));
        uint32_t n = 0, levels = 0, seen = 0, one = 0;
        for (uint32_t i = 0; i < ALL; i++)
            for (uint32_t l = 0; l < LEVELS && p.has[i]; l++) {
                n += l == 0;
                levels |= of_level(i, l) ? 1U << l : 0;
            }
        gt_mdd x = build(m, &p), twice[2] = {x, x};
        char *text = gt_mdd_count(m, twice, 2);
        ck_assert_uint_eq(strtoul(text, NULL, 10), 2 * n);
        free(text);
        gt_mdd_support(m, x, add_level, &seen);
        ck_assert_uint_eq(seen, levels);
        gt_mdd_pick(m, x, add_copies, &one);
        ck_assert(p.has[one]);
    }
    gt_mdd_free(m);
}
END_TEST

/* 100 copies of one level spread over 41: C(140, 40) multisets, far more than a machine word counts. */
START_TEST(large_numbers)
{
    gt_mdd_mgr *m = manager();
    gt_mdd x = gt_mdd_inc(m, GT_MDD_UNIT, 0, 100);
    for (uint32_t l = 1; l <= 40; l++)
        x = gt_mdd_star(m, x, 0, l);
    char *text = gt_mdd_count(m, &x, 1);
    ck_assert_str_eq(text, "176791453264420529437299069690304980");
    free(text);
    gt_mdd_free(m);
}
END_TEST

/* A hundred things, each in one of 41 places: 41^100 ways; with two more of that kind, alone somewhere, times
 * 102 * 101. */
START_TEST(large_weights)
{
    gt_mdd_mgr *m = manager();
    uint32_t kinds[41] = {0}, none = 0, two = 2;
    gt_mdd x = gt_mdd_inc(m, GT_MDD_UNIT, 0, 100);
    for (uint32_t l = 1; l <= 40; l++)
        x = gt_mdd_star(m, x, 0, l);
    char *text = gt_mdd_weigh(m, &x, 1, kinds, 1, &none, UINT64_MAX);
    ck_assert_str_eq(text, "18983910248606322654309098656327312228461933761894466460935929221596616573510237"
                           "76742116495851888274116733466198903091296177848632856533022966668953560731407240"
                           "01");
    free(text);
    text = gt_mdd_weigh(m, &x, 1, kinds, 1, &two, UINT64_MAX);
    ck_assert_str_eq(text, "19557224338114233598469233435748397057761484161503679348056194284088834394030246"
                           "94799728414026615299995058816878109964653322419661568800320260262355958265495738"
                           "658302");
    free(text);
    ck_assert_ptr_null(gt_mdd_weigh(m, &x, 1, kinds, 1, &none, 10));
    gt_mdd_free(m);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, operations);
    tcase_add_test(tests, questions);
    tcase_add_test(tests, large_numbers);
    tcase_add_test(tests, large_weights);
}
