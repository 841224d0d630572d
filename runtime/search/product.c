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
    maker_free(&m);
    return p;
}

void gt_product_free(gt_product *p)
{
    if (p) {
        for (uint32_t s = 0; s < p->nfair; s++)
            gt_bits_free(&p->fair[s]);
        gt_graph_free(p->graph);
        free(p->fair);
        free(p->node);
        free(p->state);
        free(p);
    }
}
