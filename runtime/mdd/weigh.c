/* How many ways there are to hand out the copies of multisets: to n things, a for the first level, b for the
 * second: n! / (a! b! ...). Things are of kinds, each of its own levels, and the multisets below a node all
 * have as many of each kind. */
#include "runtime/mdd/impl.h"

#include <stdlib.h>

typedef struct {
    gt_mdd_mgr *m;
    uint32_t nkinds;
    const uint32_t *kinds; /* per level */
    gt_nat *ways;          /* per node */
    uint32_t *sums;        /* per node: so many of each kind */
    uint64_t work, most;
} weighing;

static uint32_t *sums_of(const weighing *w, gt_mdd x)
{
    return w->sums + (size_t)x * w->nkinds;
}

static void weigh_node(void *arg, gt_mdd x)
{
    weighing *w = arg;
    const gt_mdd_node *node = &w->m->nodes.v[x];
    uint32_t kind = w->kinds[node->level], chosen = 0, total = 0;
    gt_nat choices = {0}; /* total over chosen */
    gt_nat_set(&choices, 1);
    for (uint32_t i = 0; i < node->n && w->work <= w->most; i++) {
        gt_mdd_edge edge = w->m->edges.v[node->at + i];
        for (uint32_t k = 0; k < w->nkinds; k++)
            sums_of(w, x)[k] = sums_of(w, edge.child)[k] + (k == kind ? edge.count : 0);
        total = sums_of(w, x)[kind];
        for (; chosen < edge.count && w->work <= w->most; chosen++) {
            gt_nat_scale(&choices, total - chosen);
            gt_nat_shrink(&choices, chosen + 1);
            w->work += choices.n + 1;
        }
        w->work += choices.n * w->ways[edge.child].n + 1;
        gt_nat_add_product(&w->ways[x], &choices, &w->ways[edge.child]);
    }
    gt_nat_fini(&choices);
}

/* all += n * (n - 1) * ... for each kind, times x */
static void add_set(weighing *w, gt_nat *all, gt_mdd x, const uint32_t *alone)
{
    gt_nat one = {0};
    gt_nat_copy(&one, &w->ways[x]);
    for (uint32_t k = 0; k < w->nkinds; k++)
        for (uint32_t i = 0; i < alone[k]; i++)
            gt_nat_scale(&one, sums_of(w, x)[k] + alone[k] - i);
    gt_nat_add(all, &one);
    gt_nat_fini(&one);
}

char *gt_mdd_weigh(gt_mdd_mgr *m, const gt_mdd *sets, size_t n, const uint32_t *kinds, uint32_t nkinds,
                   const uint32_t *alone, uint64_t most)
{
    weighing w = {.m = m, .nkinds = nkinds, .kinds = kinds, .most = most};
    gt_nat all = {0};
    w.ways = gt_xcalloc(m->nodes.n, sizeof *w.ways);
    w.sums = gt_xcalloc(m->nodes.n * nkinds + 1, sizeof *w.sums);
    gt_nat_set(&w.ways[GT_MDD_UNIT], 1);
    gt_mdd_walk(m, sets, n, weigh_node, &w);
    for (size_t i = 0; i < n && w.work <= most; i++)
        add_set(&w, &all, sets[i], alone + i * nkinds);
    for (size_t i = 0; i < m->nodes.n; i++)
        gt_nat_fini(&w.ways[i]);
    free(w.ways);
    free(w.sums);
    char *text = w.work <= most ? gt_nat_text(&all) : NULL;
    gt_nat_fini(&all);
    return text;
}
