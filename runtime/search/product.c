/* The product of a graph and an automaton. */
#include "runtime/search/intern.h"
#include "runtime/search/ltl.h"

#include <stdlib.h>

enum { POLL_EVERY = 1 << 16 };

typedef struct {
    uint32_t atom;
    bool holds;
} literal;

typedef GT_VEC(literal) literals;

typedef struct {
    const gt_automaton *a;
    const gt_bits *labels;
    literals *demands; /* per state of the automaton */
    gt_intern *pairs;
} maker;

static maker maker_new(const gt_automaton *a, const gt_bits *labels)
{
    maker m = {a, labels, gt_xcalloc(a->nstates, sizeof *m.demands), gt_intern_new(2)};
    for (uint32_t q = 0; q < a->nstates; q++) {
        for (uint32_t i = 0; i < a->natoms; i++)
            if (gt_bits_has(&a->positive[q], i) || gt_bits_has(&a->negative[q], i))
                gt_vec_push(&m.demands[q], ((literal){i, gt_bits_has(&a->positive[q], i)}));
    }
    return m;
}

static void maker_free(maker *m)
{
    for (uint32_t q = 0; q < m->a->nstates; q++)
        free(m->demands[q].v);
    free(m->demands);
    gt_intern_free(m->pairs);
}

static bool agrees(const maker *m, uint32_t node, uint32_t q)
{
    const literals *demands = &m->demands[q];
    for (size_t i = 0; i < demands->n; i++)
        if (gt_bits_has(&m->labels[demands->v[i].atom], node) != demands->v[i].holds)
            return false;
    return true;
}

static uint32_t pair(const maker *m, uint32_t node, uint32_t q)
{
    return gt_intern_put(m->pairs, (int32_t[2]){(int32_t)node, (int32_t)q});
}

static void fair_sets(const maker *m, const gt_bits *fair, uint32_t nfair, gt_product *p)
{
    uint32_t n = p->graph->n;
    p->nfair = m->a->nsets + nfair;
    p->fair = gt_xcalloc(p->nfair, sizeof *p->fair);
    for (uint32_t s = 0; s < p->nfair; s++)
        p->fair[s] = gt_bits_new(n);
    for (uint32_t i = 0; i < n; i++) {
        const int32_t *row = gt_intern_row(m->pairs, i);
        for (uint32_t s = 0; s < p->nfair; s++) {
            bool in = s < m->a->nsets ? gt_bits_has(&m->a->sets[s], (uint32_t)row[1])
                                      : gt_bits_has(&fair[s - m->a->nsets], (uint32_t)row[0]);
            if (in)
                gt_bits_add(&p->fair[s], i);
        }
    }
}

/* ---- threads, which are in step with the automaton themselves ---- */

static gt_bits lift(const gt_bits *set, const uint32_t *node, uint32_t n)
{
    gt_bits out = gt_bits_new(n);
    for (uint32_t i = 0; i < n; i++)
        if (gt_bits_has(set, node[i]))
            gt_bits_add(&out, i);
    return out;
}

/* Per node of the product with a thread, the node of the product with the graph. */
static uint32_t *nodes_of(const maker *m, const gt_thread *thread, const gt_product *made)
{
    uint32_t n = gt_intern_count(m->pairs);
    uint32_t *node = gt_xmalloc(made->graph->n, sizeof *node);
    for (uint32_t i = 0; i < made->graph->n; i++)
        node[i] = pair(m, thread->node[made->node[i]], made->state[i]);
    if (gt_intern_count(m->pairs) != n)
        gt_ice("a thread leaves its graph");
    return node;
}

/* NULL: stopped. */
static gt_product *step_with(const maker *m, const gt_thread *thread, const gt_bits *from)
{
    uint32_t n = thread->graph->n;
    gt_bits *labels = gt_xcalloc(m->a->natoms, sizeof *labels), begin = lift(from, thread->node, n);
    for (uint32_t i = 0; i < m->a->natoms; i++)
        if (gt_automaton_mentions(m->a, i))
            labels[i] = lift(&m->labels[i], thread->node, n);
    gt_product *made = gt_product_new(thread->graph, m->a, labels, &begin, NULL, 0);
    for (uint32_t i = 0; i < m->a->natoms; i++)
        gt_bits_free(&labels[i]);
    free(labels);
    gt_bits_free(&begin);
    return made;
}

static void free_threads(gt_product *p)
{
    for (uint32_t k = 0; k < p->graph->nthreads; k++) {
        gt_thread *t = &p->threads[k];
        if (k == 0 || t->graph != t[-1].graph) {
            gt_graph_free(t->graph);
            free((void *)(uintptr_t)t->node);
        }
        gt_bits_free(&t->able);
        gt_bits_free(&t->moved);
    }
}

/* False: stopped. */
static bool make_threads(const maker *m, const gt_graph *g, const gt_bits *from, gt_product *p)
{
    p->threads = gt_xcalloc((size_t)g->nthreads + 1, sizeof *p->threads);
    p->graph->threads = p->threads;
    gt_product *made = NULL;
    for (uint32_t k = 0; k < g->nthreads; k++) {
        const gt_thread *old = &g->threads[k];
        gt_thread *t = &p->threads[k];
        if (k > 0 && old->graph == old[-1].graph) {
            *t = t[-1];
        } else {
            gt_product_free(made);
            made = step_with(m, old, from);
            if (!made)
                return false;
            *t = (gt_thread){.graph = made->graph, .node = nodes_of(m, old, made)};
            made->graph = NULL;
        }
        t->strong = old->strong;
        t->able = lift(&old->able, made->node, t->graph->n);
        t->moved = lift(&old->moved, made->node, t->graph->n);
        p->graph->nthreads++;
    }
    gt_product_free(made);
    return true;
}

gt_product *gt_product_new(gt_graph *g, const gt_automaton *a, const gt_bits *labels, const gt_bits *from,
                           const gt_bits *fair, uint32_t nfair)
{
    maker m = maker_new(a, labels);
    gt_product *p = gt_xcalloc(1, sizeof *p);
    GT_VEC(uint64_t) first = {0};
    GT_VEC(uint32_t) to = {0};
    for (uint32_t i = 0; i < g->n; i++) {
        for (uint32_t q = 0; q < a->nstates && gt_bits_has(from, i); q++)
            if (gt_bits_has(&a->initial, q) && agrees(&m, i, q))
                pair(&m, i, q);
    }
    p->ninitial = gt_intern_count(m.pairs);
    for (uint32_t k = 0; k < gt_intern_count(m.pairs); k++) {
        if (k % POLL_EVERY == 0 && g->poll.stop &&
            g->poll.stop(g->poll.arg, gt_graph_bytes(g) + gt_intern_bytes(m.pairs) + to.cap * sizeof *to.v)) {
            free(first.v);
            free(to.v);
            maker_free(&m);
            free(p);
            return NULL;
        }
        const int32_t *row = gt_intern_row(m.pairs, k);
        uint32_t i = (uint32_t)row[0], q = (uint32_t)row[1];
        gt_vec_push(&first, to.n);
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
            for (uint32_t r = 0; r < a->nstates; r++)
                if (gt_bits_has(&a->next[q], r) && agrees(&m, g->to[e], r))
                    gt_vec_push(&to, pair(&m, g->to[e], r));
        }
    }
    gt_vec_push(&first, to.n);
    uint32_t n = gt_intern_count(m.pairs);
    p->graph = gt_graph_new(n, first.v, to.v);
    p->graph->poll = g->poll;
    p->node = gt_xmalloc(n, sizeof *p->node);
    p->state = gt_xmalloc(n, sizeof *p->state);
    for (uint32_t i = 0; i < n; i++) {
        p->node[i] = (uint32_t)gt_intern_row(m.pairs, i)[0];
        p->state[i] = (uint32_t)gt_intern_row(m.pairs, i)[1];
    }
    fair_sets(&m, fair, nfair, p);
    bool done = make_threads(&m, g, from, p);
    maker_free(&m);
    if (done)
        return p;
    gt_product_free(p);
    return NULL;
}

void gt_product_free(gt_product *p)
{
    if (p) {
        for (uint32_t s = 0; s < p->nfair; s++)
            gt_bits_free(&p->fair[s]);
        if (p->graph) /* else it became a thread's */
            free_threads(p);
        free(p->threads);
        gt_graph_free(p->graph);
        free(p->fair);
        free(p->node);
        free(p->state);
        free(p);
    }
}
