/* The explicit engine: canonical representatives against all renamings, verdicts, runs, limits, threads. */
#include "backends/check/explicit/classes.h"
#include "backends/check/explicit/explicit.h"
#include "runtime/clock.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- canonical representatives ---- */

enum { NP = 4, NQ = 2, STATES = 3000 };

static const char linked[] = "shared head : P? = none;\n"
                             "process P[4] { states A, B; var next : P? = none; var at : Q? = none; }\n"
                             "process Q[2] { var boss : P? = none; }\n";

typedef struct {
    uint32_t p[NP], q[NQ];
} renaming;

/* Number `k` of the 24 * 2 renamings. */
static renaming renaming_of(uint32_t k)
{
    renaming r = {.q = {k % 2, 1 - k % 2}};
    k /= 2;
    bool used[NP] = {false};
    for (uint32_t i = 0; i < NP; i++) {
        uint32_t skip = k % (NP - i), at = 0;
        k /= NP - i;
        while (used[at] || skip-- > 0)
            at++;
        used[at] = true;
        r.p[i] = at;
    }
    return r;
}

static int32_t rename_id(const uint32_t *map, int32_t id)
{
    return id == 0 ? 0 : (int32_t)map[id - 1] + 1;
}

static void apply(const gt_layout *layout, const renaming *r, const int32_t *from, int32_t *to)
{
    const gt_proc_layout *p = &layout->procs[0], *q = &layout->procs[1];
    to[0] = from[0];
    to[layout->shared[0]] = rename_id(r->p, from[layout->shared[0]]);
    for (uint32_t i = 0; i < NP; i++) {
        const int32_t *x = from + p->base + i * p->stride;
        int32_t *y = to + p->base + r->p[i] * p->stride;
        y[0] = x[0];
        y[1] = rename_id(r->p, x[1]);
        y[2] = rename_id(r->q, x[2]);
    }
    for (uint32_t i = 0; i < NQ; i++)
        to[q->base + r->q[i] * q->stride] = rename_id(r->p, from[q->base + i * q->stride]);
}

static void random_state(const gt_layout *layout, uint64_t seed, int32_t *state)
{
    uint64_t x = gt_hash_mix(seed);
    uint32_t sparse = (uint32_t)(x % 3); /* so that processes that are alike occur */
    state[0] = 0;
    for (size_t i = 1; i < layout->width; i++) {
        x = gt_hash_mix(x + i);
        bool id_of_p = i == layout->shared[0] || i >= layout->procs[1].base ||
                       (i >= layout->procs[0].base && (i - layout->procs[0].base) % 3 == 1);
        bool is_loc =
            i >= layout->procs[0].base && i < layout->procs[1].base && (i - layout->procs[0].base) % 3 == 0;
        uint32_t size = is_loc ? 2 : id_of_p ? NP + 1 : NQ + 1;
        state[i] = x >> 32 & sparse ? 0 : (int32_t)(x % size);
    }
}

START_TEST(exact_representatives)
{
    const gt_sym *sym = load(linked);
    const gt_layout *layout = gt_layout_new(ctx.arena, sym);
    gt_xcanon *canon = gt_xcanon_new(layout, NULL);
    size_t width = layout->width, bytes = width * sizeof(int32_t);
    int32_t *state = malloc(bytes), *renamed = malloc(bytes), *best = malloc(bytes);
    int32_t *all = malloc(STATES * bytes), *least = malloc(STATES * bytes);
    uint32_t equal = 0;
    for (uint32_t s = 0; s < STATES; s++) {
        random_state(layout, s, state);
        memcpy(all + s * width, state, bytes);
        gt_xcanon_apply(canon, all + s * width);
        bool member = false;
        for (uint32_t k = 0; k < 48; k++) {
            renaming r = renaming_of(k);
            apply(layout, &r, state, renamed);
            member = member || !memcmp(renamed, all + s * width, bytes);
            if (k == 0 || memcmp(renamed, best, bytes) < 0)
                memcpy(best, renamed, bytes);
            gt_xcanon_apply(canon, renamed);
            ck_assert_mem_eq(renamed, all + s * width, bytes);
        }
        ck_assert_msg(member, "state %u has a representative outside its orbit", s);
        memcpy(least + s * width, best, bytes);
    }
    for (uint32_t s = 0; s < STATES; s++) {
        for (uint32_t t = s + 1; t < STATES && t < s + 300; t++) {
            bool same = !memcmp(least + s * width, least + t * width, bytes);
            ck_assert(same == !memcmp(all + s * width, all + t * width, bytes));
            equal += same;
        }
    }
    ck_assert_uint_gt(equal, 0);
    gt_xcanon_free(canon);
    free(state);
    free(renamed);
    free(best);
    free(all);
    free(least);
}
END_TEST

/* Twelve processes in three rings: the search must not try them all in all orders. */
START_TEST(rings)
{
    const gt_sym *sym = load("process P[12] { var next : P? = none; }\n");
    const gt_layout *layout = gt_layout_new(ctx.arena, sym);
    gt_xcanon *canon = gt_xcanon_new(layout, NULL);
    int32_t a[13] = {0}, b[13] = {0};
    for (int32_t i = 0; i < 12; i++) {
        a[1 + i] = i / 4 * 4 + (i + 1) % 4 + 1;                     /* 1 2 3 4, 5 6 7 8, ... */
        b[1 + i * 5 % 12] = (i / 4 * 4 + (i + 1) % 4) * 5 % 12 + 1; /* the same, renamed */
    }
    ck_assert(memcmp(a, b, sizeof a));
    gt_xcanon_apply(canon, a);
    gt_xcanon_apply(canon, b);
    ck_assert_mem_eq(a, b, sizeof a);
    gt_xcanon_free(canon);
}
END_TEST

/* ---- verdicts ---- */

static const char list[] =
    "// A lock with a queue of waiting processes linked through local variables.\n"
    "shared tail : P? = none;\n"
    "process P[3] {\n"
    "  states Idle, Link, Wait, Critical;\n"
    "  var next : P? = none;\n"
    "  var pred : P? = none;\n"
    "  rule take when @Idle && tail == none do { loc := Critical; tail := self; }\n"
    "  rule queue when @Idle && tail != none do { loc := Link; pred := tail; tail := self; }\n"
    "  rule link when @Link && pred != none do { loc := Wait; pred.next := self; pred := none; }\n"
    "  rule last when @Critical && tail == self do { loc := Idle; tail := none; }\n"
    "  rule pass when @Critical && next != none && next != self do { loc := Idle; next.loc := Critical; next "
    ":= none; }\n"
    "}\n"
    "invariant mutex: count i : P (i@Critical) <= 1;\n"
    "invariant two_wait: count i : P (i@Wait) <= 1;\n"
    "deadlock free;\n"
    "ctl served: AG ((exists i : P (i@Wait)) -> EF (forall i : P (!i@Wait)));\n"
    "ctl each: forall i : P . AG (i@Wait -> EF i@Critical);\n"
    "ltl live: G F (exists i : P (i@Critical));\n"
    "ctl some: exists i : P . EF (i@Critical);\n"
    "ctl no_one: exists i : P . AG (!i@Critical);\n";

static gt_verdict verdict_of(const gt_check_report *r, const char *name)
{
    for (uint32_t i = 0; i < r->nresults; i++)
        if (!strcmp(r->results[i].prop->name, name))
            return r->results[i].verdict;
    ck_abort_msg("no property %s", name);
}

static void check_list(const gt_check_report *r)
{
    ck_assert_int_eq(r->stopped, GT_STOP_NONE);
    ck_assert_int_eq(verdict_of(r, "mutex"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "two_wait"), GT_VERDICT_FAILS);
    ck_assert_int_eq(verdict_of(r, "deadlock"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "served"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "each"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "live"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "some"), GT_VERDICT_HOLDS);
    ck_assert_int_eq(verdict_of(r, "no_one"), GT_VERDICT_FAILS);
    for (uint32_t i = 0; i < r->nresults; i++) {
        if (!strcmp(r->results[i].prop->name, "two_wait")) {
            ck_assert(r->results[i].shortest);
            ck_assert_ptr_nonnull(r->results[i].run);
            ck_assert_uint_eq(r->results[i].run->nsteps, 6); /* take, queue, link, queue, link */
        }
    }
}

START_TEST(linked_list)
{
    const gt_sym *written = load(list), *sym = prepare(written);
    gt_check_options options = {.threads = 1};
    const gt_check_report *all = gt_check_explicit_sym(&ctx, written, sym, GT_ALIKE_NONE, &options);
    const gt_check_report *canonical = gt_check_explicit_sym(&ctx, written, sym, GT_ALIKE_LINKED, &options);
    check_list(all);
    check_list(canonical);
    ck_assert_int_gt(atoi(all->states), 4 * atoi(canonical->states)); /* nearly 3! times as many */
}
END_TEST

/* ---- limits ---- */

static const char large[] = "process P[60] { states A, B, C, D; var x : 0..7 = 0;\n"
                            "  A -> B do x := (x + 1) % 8; B -> C; C -> D; D -> A; }\n"
                            "invariant good: count i : P (i@A) >= 0;\n"
                            "invariant start: forall i : P (i@A);\n"
                            "ctl back: AG EF (forall i : P (i@A));\n";

static const gt_check_report *limited(const gt_check_options *options)
{
    const gt_sym *written = load(large);
    return gt_check_explicit_sym(&ctx, written, prepare(written), GT_ALIKE_CLASSES, options);
}

static void check_limited(const gt_check_report *r, gt_stop stop)
{
    ck_assert_int_eq(r->stopped, stop);
    ck_assert(!r->states_complete);
    ck_assert_int_eq(verdict_of(r, "good"), GT_VERDICT_UNKNOWN);
    ck_assert_int_eq(verdict_of(r, "back"), GT_VERDICT_UNKNOWN);
    ck_assert_ptr_nonnull(r->results[0].note);
}

START_TEST(time_limit)
{
    gt_verdict known = GT_VERDICT_UNKNOWN;
    for (double seconds = 0.3; seconds < 400 && known != GT_VERDICT_FAILS; seconds *= 4) {
        renew();
        gt_check_options options = {.limits.deadline = gt_seconds() + seconds};
        clock_t begin = clock();
        const gt_check_report *r = limited(&options);
        check_limited(r, GT_STOP_TIME);
        known = verdict_of(r, "start"); /* on a busy machine it may take longer than the first limit */
        ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC,
                            4 * seconds + 20); /* of all threads */
    }
    ck_assert_int_eq(known, GT_VERDICT_FAILS);
}
END_TEST

START_TEST(memory_limit)
{
    gt_check_options options = {.limits.bytes = 8 << 20};
    const gt_check_report *r = limited(&options);
    check_limited(r, GT_STOP_MEMORY);
    ck_assert_uint_lt(r->bytes, 24 << 20);
}
END_TEST

typedef struct {
    volatile sig_atomic_t interrupt;
    uint32_t calls;
} watcher;

static void on_progress(void *arg, const gt_progress *now)
{
    watcher *w = arg;
    ck_assert_double_gt(now->states, 0);
    ck_assert_uint_gt(now->bytes, 0);
    w->interrupt = ++w->calls == 2;
}

START_TEST(interrupt)
{
    watcher w = {0, 0};
    gt_check_options options = {.limits = {.interrupt = &w.interrupt, .progress = on_progress, .arg = &w}};
    check_limited(limited(&options), GT_STOP_INTERRUPT);
    ck_assert_uint_eq(w.calls, 2);
}
END_TEST

/* ---- the same whatever the number of threads ---- */

static const char contest[] = "shared turn : 0..3 = 0;\n"
                              "process P[5] { states A, B, C, D, E; var x : 0..2 = 0;\n"
                              "  A -> B do x := (x + 1) % 3; B -> C; C -> D do turn := (turn + x) % 4;\n"
                              "  D -> E when turn != 3; E -> A; }\n"
                              "invariant few: count i : P (i@D) < 3 || turn != 2;\n"
                              "ctl eventually: AF (exists i : P (i@E));\n"
                              "ltl often: G F (turn == 0);\n"
                              "fairness exists i : P (i@C);\n";

static void same_run(const gt_run *a, const gt_run *b, size_t width)
{
    ck_assert(!a == !b);
    if (a) {
        ck_assert_uint_eq(a->nsteps, b->nsteps);
        ck_assert_int_eq(a->loop_start, b->loop_start);
        for (uint32_t i = 0; i < a->nsteps; i++) {
            ck_assert_ptr_eq(a->steps[i].rule, b->steps[i].rule);
            ck_assert_mem_eq(a->steps[i].state, b->steps[i].state, width * sizeof(int32_t));
        }
    }
}

START_TEST(threads_agree)
{
    const gt_sym *written = load(contest);
    const gt_sym *sym = prepare(written);
    gt_check_options one = {.threads = 1}, three = {.threads = 3};
    const gt_check_report *a = gt_check_explicit_sym(&ctx, written, sym, GT_ALIKE_CLASSES, &one);
    for (int i = 0; i < 4; i++) {
        const gt_check_report *b = gt_check_explicit_sym(&ctx, written, sym, GT_ALIKE_CLASSES, &three);
        ck_assert_str_eq(a->states, b->states);
        ck_assert_uint_eq(a->transitions, b->transitions);
        for (uint32_t p = 0; p < a->nresults; p++) {
            ck_assert_int_eq(a->results[p].verdict, b->results[p].verdict);
            same_run(a->results[p].run, b->results[p].run, gt_layout_new(ctx.arena, written)->width);
        }
    }
    ck_assert_ptr_nonnull(a->results[0].run);
}
END_TEST

/* A population is not enumerated process by process. */
START_TEST(many_processes)
{
    const gt_sym *written = load("shared tok : P = any;\n"
                                 "process P[300] { states A, B, C; A -> B; B -> C when tok == self;\n"
                                 "  C -> A do tok := any; }\n"
                                 "invariant one: count i : P (i@C) <= 1;\n");
    const gt_sym *sym = prepare(written);
    gt_check_options options = {.threads = 1};
    const gt_check_report *r = gt_check_explicit_sym(&ctx, written, sym, GT_ALIKE_CLASSES, &options);
    ck_assert_str_eq(r->states, "900"); /* the token's owner: 3 places; the others: 0..299 in B */
    ck_assert_int_eq(r->results[0].verdict, GT_VERDICT_HOLDS);
    ck_assert_uint_lt(r->variables, 64);
}
END_TEST

/* ---- words ---- */

enum { WORD_LOCALS = 600 };

/* Ascending, and mostly close to each other: then a rank is close to the next one that is cut off. */
static void random_flat(gt_xflat *f, const gt_xclass_type *t, uint64_t *seed)
{
    uint32_t base = (uint32_t)(*seed = gt_hash_mix(*seed + 1)) % WORD_LOCALS, near = *seed >> 40 & 3;
    *f = (gt_xflat){.named = t->nids};
    for (uint32_t i = 0; i < t->nids; i++)
        f->names[i] = (uint32_t)(*seed >> 20) % 500;
    for (uint32_t i = 0; i < t->n - t->nids; i++) {
        f->rest[f->n++] = base;
        *seed = gt_hash_mix(*seed + 1);
        base += near == 0 && base + 1 < WORD_LOCALS ? (uint32_t)*seed % 2 : 0;
        base = near == 1 && *seed % 4 == 0 ? base + (uint32_t)(*seed >> 32) % (WORD_LOCALS - base) : base;
    }
}

/* What fits a word comes back from it. */
START_TEST(words_come_back)
{
    gt_xclass_type types[2];
    gt_xfield field = {.bits = 10};
    uint32_t fitted = 0;
    uint64_t seed = (uint64_t)_i;
    gt_intern *seen = gt_intern_new(1);
    for (int32_t i = 0; i < WORD_LOCALS; i++)
        (void)gt_intern_put(seen, &i);
    for (uint32_t t = 0; t < 2; t++) {
        types[t] = (gt_xclass_type){.n = 1 + (uint32_t)_i, .nvars = 1, .seen = seen, .fields = &field};
        types[t].nids = t && _i > 3 ? 1 : 0;
    }
    gt_xclasses m = {.arena = ctx.arena, .types = types};
    for (m.ntypes = 1; m.ntypes <= 2; m.ntypes++) {
        m.words = gt_xwords_new(&m, 0);
        for (uint32_t k = 0; m.words && k < 20000; k++) {
            gt_xflat in[2], out[2] = {{0}};
            uint64_t word = 0;
            uint32_t at = 0, from = 0;
            bool fits = true;
            for (uint32_t t = 0; t < m.ntypes && fits; t++) {
                random_flat(&in[t], &types[t], &seed);
                fits = gt_xwords_add(&m, t, &in[t], &at, &word);
            }
            for (uint32_t t = 0; t < m.ntypes && fits; t++) {
                out[t].named = in[t].named;
                gt_xwords_take(&m, t, &out[t], &from, word);
                ck_assert_mem_eq(&out[t], &in[t], sizeof in[t]);
            }
            fitted += fits;
        }
        gt_xwords_free(m.words);
    }
    ck_assert_uint_gt(fitted, 100);
    gt_intern_free(seen);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_loop_test(tests, words_come_back, 0, 20);
    tcase_add_test(tests, exact_representatives);
    tcase_add_test(tests, rings);
    tcase_add_test(tests, linked_list);
    tcase_add_test(tests, time_limit);
    tcase_add_test(tests, memory_limit);
    tcase_add_test(tests, interrupt);
    tcase_add_test(tests, threads_agree);
    tcase_add_test(tests, many_processes);
}
