/* The store of states and the interning of vectors. */
#include "runtime/search/intern.h"
#include "runtime/search/store.h"
#include "tests/unit/unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* String number i: lengths from 1 to `longest`, each number another string. */
static uint32_t make(uint32_t i, uint32_t longest, uint8_t *out)
{
    uint32_t len = 4 + (longest > 4 ? i * 7 % (longest - 3) : 0);
    memset(out, (int)(i % 251), len);
    memcpy(out, &i, 4);
    return len;
}

static void fill(gt_store *store, uint32_t n, uint32_t longest)
{
    uint8_t *bytes = malloc(longest + 8);
    uint32_t *numbers = malloc(n * sizeof *numbers);
    gt_bytes back = {0};
    bool fresh;
    for (uint32_t i = 0; i < n; i++) {
        numbers[i] = gt_store_put(store, bytes, make(i, longest, bytes), &fresh);
        ck_assert(fresh);
    }
    ck_assert_uint_eq(gt_store_count(store), n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t len = make(i, longest, bytes), found = 0;
        ck_assert_uint_eq(gt_store_put(store, bytes, len, &fresh), numbers[i]);
        ck_assert(!fresh);
        ck_assert(gt_store_find(store, bytes, len, &found) && found == numbers[i]);
        ck_assert_uint_eq(gt_store_get(store, numbers[i], &back), len);
        ck_assert_mem_eq(back.v, bytes, len);
    }
    ck_assert(!gt_store_find(store, bytes, make(n, longest, bytes), numbers));
    free(bytes);
    free(numbers);
    free(back.v);
    gt_store_free(store);
}

START_TEST(fixed_length)
{
    fill(gt_store_new(4, false), 50000, 4);
}
END_TEST

START_TEST(any_length)
{
    fill(gt_store_new(0, false), 20000, 40);
}
END_TEST

/* Longer than a chunk, and lengths of two bytes. */
START_TEST(long_strings)
{
    fill(gt_store_new(0, false), 300, 200000);
    fill(gt_store_new(0, false), 3000, 400);
}
END_TEST

START_TEST(few_bytes)
{
    gt_store *store = gt_store_new(4, false);
    uint8_t bytes[8];
    bool fresh;
    for (uint32_t i = 0; i < 1000000; i++)
        gt_store_put(store, bytes, make(i, 4, bytes), &fresh);
    ck_assert_uint_le(gt_store_bytes(store) / 1000000, 16);
    gt_store_free(store);
}
END_TEST

enum { SHARED = 40000 };

typedef struct {
    gt_store *store;
    gt_intern *intern;
    uint32_t step;
    uint32_t fresh;
    uint32_t ids[SHARED];
} job;

static void *put_all(void *arg)
{
    job *j = arg;
    uint8_t bytes[64];
    for (uint32_t k = 0; k < SHARED; k++) {
        uint32_t i = k * j->step % SHARED; /* each thread in an order of its own */
        bool fresh;
        gt_store_put(j->store, bytes, make(i, 40, bytes), &fresh);
        j->fresh += fresh;
        int32_t row[3] = {(int32_t)i, -(int32_t)i, 7};
        j->ids[i] = gt_intern_put(j->intern, row);
    }
    return NULL;
}

START_TEST(two_threads)
{
    static job jobs[2];
    gt_store *store = gt_store_new(0, true);
    gt_intern *intern = gt_intern_new(3);
    pthread_t thread;
    jobs[0] = (job){.store = store, .intern = intern, .step = 1};
    jobs[1] = (job){.store = store, .intern = intern, .step = 7919};
    pthread_create(&thread, NULL, put_all, &jobs[1]);
    put_all(&jobs[0]);
    pthread_join(thread, NULL);
    ck_assert_uint_eq(gt_store_count(store), SHARED);
    ck_assert_uint_eq(jobs[0].fresh + jobs[1].fresh, SHARED);
    ck_assert_uint_eq(gt_intern_count(intern), SHARED);
    for (uint32_t i = 0; i < SHARED; i++) {
        ck_assert_uint_eq(jobs[0].ids[i], jobs[1].ids[i]);
        ck_assert_int_eq(gt_intern_row(intern, jobs[0].ids[i])[1], -(int32_t)i);
    }
    gt_store_free(store);
    gt_intern_free(intern);
}
END_TEST

START_TEST(vectors_without_elements)
{
    gt_intern *intern = gt_intern_new(0);
    int32_t none = 0;
    ck_assert_uint_eq(gt_intern_put(intern, &none), 0);
    ck_assert_uint_eq(gt_intern_put(intern, &none), 0);
    ck_assert_uint_eq(gt_intern_count(intern), 1);
    gt_intern_free(intern);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, fixed_length);
    tcase_add_test(tests, any_length);
    tcase_add_test(tests, long_strings);
    tcase_add_test(tests, few_bytes);
    tcase_add_test(tests, two_threads);
    tcase_add_test(tests, vectors_without_elements);
}
