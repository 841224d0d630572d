/* Fixpoints, paths and LTL on small random graphs, against definitions that are slow and plain. */
#include "runtime/search/ltl.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { N = 9, GRAPHS = 400 };

static uint64_t state;

static uint32_t below(uint32_t n)
{
    state = gt_hash_mix(state + 0x9e3779b97f4a7c15ULL);
    return (uint32_t)(state % n);
}

static gt_graph *random_graph(void)
{
    uint64_t *first = gt_xcalloc(N + 1, sizeof *first);
    uint32_t *to = gt_xcalloc(N * N, sizeof *to);
    uint64_t n = 0;
    for (uint32_t i = 0; i < N; i++) {
        first[i] = n;
        for (uint32_t j = 0; j < N; j++) {
            if (below(6) == 0)
                to[n++] = j;
        }
        if (n == first[i])
            to[n++] = below(N);
    }
    first[N] = n;
    return gt_graph_new(N, first, to);
}

static gt_bits random_set(uint32_t of_six)
{
    gt_bits b = gt_bits_new(N);
    for (uint32_t i = 0; i < N; i++) {
        if (below(6) < of_six)
            gt_bits_add(&b, i);
    }
    return b;
}

static bool has_edge(const gt_graph *g, uint32_t i, uint32_t j)
{
    for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
        if (g->to[e] == j)
            return true;
    }
    return false;
}

static gt_bits slow_ex(const gt_graph *g, const gt_bits *f)
{
    gt_bits out = gt_bits_new(N);
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t j = 0; j < N; j++) {
            if (has_edge(g, i, j) && gt_bits_has(f, j))
                gt_bits_add(&out, i);
        }
    }
    return out;
}

static gt_bits slow_eu(const gt_graph *g, const gt_bits *f, const gt_bits *h)
{
    gt_bits out = gt_bits_copy(h);
    for (uint32_t round = 0; round < N; round++) {
        gt_bits next = slow_ex(g, &out);
        gt_bits_and(&next, f);
        gt_bits_or(&out, &next);
        gt_bits_free(&next);
    }
    return out;
}

/* Emerson and Lei: the greatest Z with Z = f and, for each fair set F, EX E[f U (Z and F)]. */
static gt_bits slow_eg(const gt_graph *g, const gt_bits *f, const gt_bits *fair, uint32_t nfair)
{
    gt_bits z = gt_bits_copy(f);
    for (uint32_t round = 0; round <= N; round++) {
        for (uint32_t k = 0; k < (nfair ? nfair : 1); k++) {
            gt_bits goal = gt_bits_copy(&z);
            if (nfair)
                gt_bits_and(&goal, &fair[k]);
            gt_bits until = slow_eu(g, f, &goal), next = slow_ex(g, &until);
            gt_bits_and(&z, &next);
            gt_bits_free(&goal);
            gt_bits_free(&until);
            gt_bits_free(&next);
        }
    }
    return z;
}

static bool same(const gt_bits *a, const gt_bits *b)
{
    return !memcmp(a->w, b->w, (a->n + 63) / 64 * sizeof *a->w);
}

static int by_number(void *arg, uint32_t a, uint32_t b)
{
    (void)arg;
    return (a > b) - (a < b);
}

static const gt_order order = {by_number, NULL};

static void check_lasso(gt_graph *g, const gt_bits *f, const gt_bits *fair, uint32_t nfair, uint32_t from)
{
    gt_path path = {.loop = -1};
    gt_vec_push(&path, from);
    ck_assert(gt_graph_lasso(g, f, fair, nfair, order, &path));
    ck_assert_int_ge(path.loop, 0);
    for (size_t i = 0; i < path.n; i++) {
        ck_assert(gt_bits_has(f, path.v[i]));
        ck_assert(has_edge(g, path.v[i], path.v[i + 1 < path.n ? i + 1 : (size_t)path.loop]));
    }
    for (uint32_t k = 0; k < nfair; k++) {
        bool met = false;
        for (size_t i = (size_t)path.loop; i < path.n; i++)
            met = met || gt_bits_has(&fair[k], path.v[i]);
        ck_assert(met);
    }
    free(path.v);
}

/* ---- lassos with the fewest nodes ---- */

typedef struct {
    const gt_graph *g;
    const gt_lasso_task *task;
    uint32_t walk[16], most;
    uint32_t best; /* nodes of the best lasso */
} brute;

/* Is the walk of n nodes, closed by an edge to its node `loop`, what the task asks for? */
static bool fits(const brute *b, uint32_t n, uint32_t loop)
{
    const gt_lasso_task *t = b->task;
    bool good = false;
    for (uint32_t p = 0; p < n && !good; p++) {
        good = gt_bits_has(t->goal, b->walk[p]) && (t->within || p == 0);
        for (uint32_t i = 0; i < n; i++) {
            good = good && (i >= p || gt_bits_has(t->within, b->walk[i]));
            good = good && ((i < p && i < loop) || gt_bits_has(t->home, b->walk[i]));
        }
    }
    for (uint32_t k = 0; k < t->nfair; k++) {
        bool met = false;
        for (uint32_t i = loop; i < n; i++)
            met = met || gt_bits_has(&t->fair[k], b->walk[i]);
        good = good && met;
    }
    return good;
}

/* All walks that begin like this one. */
static void go_on(brute *b, uint32_t n)
{
    if (n > b->most || n >= b->best)
        return;
    for (uint32_t i = 0; i < n; i++)
        if (has_edge(b->g, b->walk[n - 1], b->walk[i]) && fits(b, n, i))
            b->best = n;
    for (uint32_t j = 0; j < N; j++) {
        if (!has_edge(b->g, b->walk[n - 1], j))
            continue;
        b->walk[n] = j;
        go_on(b, n + 1);
    }
}

static bool check_short_lasso(gt_graph *g, const gt_lasso_task *task)
{
    enum { MOST = 7 };
    brute b = {.g = g, .task = task, .most = MOST, .best = MOST + 1};
    gt_path path = {.loop = -1};
    bool exact;
    for (uint32_t i = 0; i < N; i++) {
        if (!gt_bits_has(task->from, i))
            continue;
        b.walk[0] = i;
        go_on(&b, 1);
    }
    bool found = gt_graph_short_lasso(g, task, order, UINT64_MAX / 2, &exact, &path);
    ck_assert(!found || (exact && path.loop >= 0));
    ck_assert(b.best > MOST ? !found || path.n > MOST : found && path.n == b.best);
    for (size_t i = 0; i < path.n; i++) {
        b.walk[i % 16] = path.v[i];
        ck_assert(has_edge(g, path.v[i], path.v[i + 1 < path.n ? i + 1 : (size_t)path.loop]));
    }
    ck_assert(!found || path.n > 16 ||
              (gt_bits_has(task->from, b.walk[0]) && fits(&b, (uint32_t)path.n, (uint32_t)path.loop)));
    /* without any work to do there is at most a worse one, and it does not say that it is the best */
    gt_path other = {.loop = -1};
    ck_assert(!gt_graph_short_lasso(g, task, order, 0, &exact, &other) || other.n >= path.n);
    ck_assert(other.n == 0 || !exact || other.n == path.n);
    free(path.v);
    free(other.v);
    return found && path.loop > 0 && path.n > 2;
}

START_TEST(short_lassos)
{
    uint32_t interesting = 0;
    state = 7;
    for (uint32_t round = 0; round < 4 * GRAPHS; round++) {
        gt_graph *g = random_graph();
        gt_bits from = random_set(1), within = random_set(4), goal = random_set(2), home = random_set(4),
                fair[2] = {random_set(2), random_set(3)};
        gt_lasso_task task = {&from, round % 4 ? &within : NULL, &goal, &home, fair, below(3)};
        interesting += check_short_lasso(g, &task);
        gt_bits_free(&from);
        gt_bits_free(&within);
        gt_bits_free(&goal);
        gt_bits_free(&home);
        gt_bits_free(&fair[0]);
        gt_bits_free(&fair[1]);
        gt_graph_free(g);
    }
    ck_assert_uint_gt(interesting, GRAPHS / 10);
}
END_TEST

static void check_path(gt_graph *g, const gt_bits *f, const gt_bits *h, const gt_bits *until)
{
    gt_path path = {.loop = -1};
    gt_bits all = gt_bits_new(N);
    gt_bits_fill(&all);
    bool found = gt_graph_path(g, &all, f, h, order, &path);
    ck_assert(found == (gt_bits_count(until) > 0));
    if (found) {
        ck_assert_uint_eq(path.n, 1); /* from anywhere, the goal itself is nearest */
    }
    for (uint32_t i = 0; i < N; i++) {
        gt_bits one = gt_bits_new(N);
        gt_bits_add(&one, i);
        path.n = 0;
        ck_assert(gt_graph_path(g, &one, f, h, order, &path) == gt_bits_has(until, i));
        for (size_t k = 0; k + 1 < path.n; k++)
            ck_assert(gt_bits_has(f, path.v[k]) && has_edge(g, path.v[k], path.v[k + 1]));
        ck_assert(path.n == 0 || gt_bits_has(h, path.v[path.n - 1]));
        gt_bits_free(&one);
    }
    gt_bits_free(&all);
    free(path.v);
}

START_TEST(fixpoints)
{
    state = 1;
    for (uint32_t round = 0; round < GRAPHS; round++) {
        gt_graph *g = random_graph();
        uint32_t nfair = below(3);
        gt_bits f = random_set(4), h = random_set(1), fair[2] = {random_set(2), random_set(3)};
        gt_bits out = gt_bits_new(N), ex = slow_ex(g, &h), eu = slow_eu(g, &f, &h),
                eg = slow_eg(g, &f, fair, nfair);
        ck_assert(gt_graph_ex(g, &h, &out) && same(&out, &ex));
        ck_assert(gt_graph_eu(g, &f, &h, &out) && same(&out, &eu));
        ck_assert(gt_graph_eg(g, &f, fair, nfair, &out) && same(&out, &eg));
        check_path(g, &f, &h, &eu);
        for (uint32_t i = 0; i < N; i++) {
            if (gt_bits_has(&eg, i))
                check_lasso(g, &f, fair, nfair, i);
        }
        gt_bits *sets[] = {&f, &h, &fair[0], &fair[1], &out, &ex, &eu, &eg};
        for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
            gt_bits_free(sets[i]);
        gt_graph_free(g);
    }
}
END_TEST

/* ---- LTL: E psi by the automaton, against CTL* on forms that CTL can say ---- */

typedef struct {
    const char *what;
    uint32_t (*formula)(gt_ltl *l, uint32_t p, uint32_t q);
    gt_bits (*slow)(const gt_graph *g, const gt_bits *p, const gt_bits *q);
} form;

static gt_bits complement(const gt_bits *b)
{
    gt_bits out = gt_bits_copy(b);
    gt_bits_not(&out);
    return out;
}

static uint32_t until(gt_ltl *l, uint32_t p, uint32_t q)
{
    return gt_ltl_op(l, GT_LTL_U, p, q);
}

static uint32_t always(gt_ltl *l, uint32_t p, uint32_t q)
{
    (void)q;
    return gt_ltl_op(l, GT_LTL_R, gt_ltl_op(l, GT_LTL_FALSE, 0, 0), p);
}

static gt_bits slow_always(const gt_graph *g, const gt_bits *p, const gt_bits *q)
{
    (void)q;
    return slow_eg(g, p, NULL, 0);
}

static uint32_t next(gt_ltl *l, uint32_t p, uint32_t q)
{
    (void)q;
    return gt_ltl_op(l, GT_LTL_X, p, 0);
}

static gt_bits slow_next(const gt_graph *g, const gt_bits *p, const gt_bits *q)
{
    (void)q;
    return slow_ex(g, p);
}

/* G F p: a cycle through p again and again. */
static uint32_t again(gt_ltl *l, uint32_t p, uint32_t q)
{
    (void)q;
    uint32_t f = gt_ltl_op(l, GT_LTL_U, gt_ltl_op(l, GT_LTL_TRUE, 0, 0), p);
    return gt_ltl_op(l, GT_LTL_R, gt_ltl_op(l, GT_LTL_FALSE, 0, 0), f);
}

static gt_bits slow_again(const gt_graph *g, const gt_bits *p, const gt_bits *q)
{
    (void)q;
    gt_bits all = gt_bits_new(N);
    gt_bits_fill(&all);
    gt_bits out = slow_eg(g, &all, p, 1);
    gt_bits_free(&all);
    return out;
}

/* not (F G p and G q): by negations. */
static uint32_t negated(gt_ltl *l, uint32_t p, uint32_t q)
{
    uint32_t g = always(l, p, q), yes = gt_ltl_op(l, GT_LTL_TRUE, 0, 0);
    uint32_t both = gt_ltl_op(l, GT_LTL_AND, gt_ltl_op(l, GT_LTL_U, yes, g), always(l, q, p));
    return gt_ltl_op(l, GT_LTL_NOT, both, 0);
}

/* G F not p, or F not q (every node has a successor). */
static gt_bits slow_negated(const gt_graph *g, const gt_bits *p, const gt_bits *q)
{
    gt_bits not_p = complement(p), not_q = complement(q), all = gt_bits_new(N);
    gt_bits_fill(&all);
    gt_bits out = slow_again(g, &not_p, q), other = slow_eu(g, &all, &not_q);
    gt_bits_or(&out, &other);
    gt_bits_free(&not_p);
    gt_bits_free(&not_q);
    gt_bits_free(&all);
    gt_bits_free(&other);
    return out;
}

static const form forms[] = {{"p U q", until, slow_eu},
                             {"G p", always, slow_always},
                             {"X p", next, slow_next},
                             {"G F p", again, slow_again},
                             {"not (F G p and G q)", negated, slow_negated}};

START_TEST(linear)
{
    const form *one = &forms[_i];
    state = 7;
    gt_ltl *l = gt_ltl_new();
    uint32_t p = gt_ltl_atom(l, 0), q = gt_ltl_atom(l, 1);
    gt_automaton *a = gt_ltl_automaton(l, one->formula(l, p, q), 2, 100, NULL);
    ck_assert_ptr_nonnull(a);
    for (uint32_t round = 0; round < GRAPHS; round++) {
        gt_graph *g = random_graph();
        gt_bits labels[2] = {random_set(4), random_set(2)}, from = gt_bits_new(N), good = gt_bits_new(N);
        gt_bits_fill(&from);
        gt_product *product = gt_product_new(g, a, labels, &from, NULL, 0);
        gt_bits all = gt_bits_new(product->graph->n), run = gt_bits_new(product->graph->n);
        gt_bits_fill(&all);
        ck_assert(gt_graph_eg(product->graph, &all, product->fair, product->nfair, &run));
        for (uint32_t i = 0; i < product->ninitial; i++) {
            if (gt_bits_has(&run, i))
                gt_bits_add(&good, product->node[i]);
        }
        gt_bits slow = one->slow(g, &labels[0], &labels[1]);
        ck_assert_msg(same(&good, &slow), "%s, graph %u", one->what, round);
        gt_bits *sets[] = {&labels[0], &labels[1], &from, &good, &all, &run, &slow};
        for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
            gt_bits_free(sets[i]);
        gt_product_free(product);
        gt_graph_free(g);
    }
    gt_automaton_free(a);
    gt_ltl_free(l);
}
END_TEST

START_TEST(too_large_an_automaton)
{
    gt_ltl *l = gt_ltl_new();
    uint32_t f = gt_ltl_op(l, GT_LTL_TRUE, 0, 0);
    for (uint32_t i = 0; i < 8; i++)
        f = gt_ltl_op(l, GT_LTL_AND, f, again(l, gt_ltl_atom(l, i), 0));
    ck_assert_ptr_null(gt_ltl_automaton(l, f, 8, 10, NULL));
    gt_ltl_free(l);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, fixpoints);
    tcase_add_test(tests, short_lassos);
    UNIT_ADD_EACH(tests, linear, forms);
    tcase_add_test(tests, too_large_an_automaton);
}
