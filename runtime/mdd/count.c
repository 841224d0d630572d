/* Questions about diagrams. */
#include "runtime/mdd/impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- walks ---- */

typedef struct {
    gt_mdd_mgr *m;
    void (*node)(void *arg, gt_mdd x); /* each once, children first */
    void *arg;
} walker;

static void walk_node(const walker *w, gt_mdd x)
{
    if (x <= GT_MDD_UNIT || w->m->nodes.v[x].mark == w->m->walk)
        return;
    w->m->nodes.v[x].mark = w->m->walk;
    for (uint32_t i = 0; i < w->m->nodes.v[x].n; i++)
        walk_node(w, w->m->edges.v[w->m->nodes.v[x].at + i].child);
    w->node(w->arg, x);
}

void gt_mdd_walk(gt_mdd_mgr *m, const gt_mdd *sets, size_t n, void (*node)(void *, gt_mdd), void *arg)
{
    walker w = {m, node, arg};
    m->walk++;
    for (size_t i = 0; i < n; i++)
        walk_node(&w, sets[i]);
}

static void one_more(void *arg, gt_mdd x)
{
    (void)x;
    ++*(uint64_t *)arg;
}

uint64_t gt_mdd_size(gt_mdd_mgr *m, const gt_mdd *sets, size_t n)
{
    uint64_t size = 0;
    gt_mdd_walk(m, sets, n, one_more, &size);
    return size;
}

typedef struct {
    const gt_mdd_mgr *m;
    GT_VEC(uint32_t) levels;
} levels;

static void add_level(void *arg, gt_mdd x)
{
    levels *l = arg;
    gt_vec_push(&l->levels, gt_mdd_level(l->m, x));
}

void gt_mdd_support(gt_mdd_mgr *m, gt_mdd x, void (*fn)(void *arg, uint32_t level), void *arg)
{
    levels l = {.m = m};
    gt_mdd_walk(m, &x, 1, add_level, &l);
    size_t n = gt_sort_distinct(l.levels.v, l.levels.n);
    for (size_t i = 0; i < n; i++)
        fn(arg, l.levels.v[i]);
    free(l.levels.v);
}

void gt_mdd_pick(const gt_mdd_mgr *m, gt_mdd x, void (*fn)(void *arg, uint32_t level, uint32_t count),
                 void *arg)
{
    while (x > GT_MDD_UNIT) {
        const gt_mdd_node *node = &m->nodes.v[x];
        gt_mdd_edge edge = m->edges.v[node->at];
        if (edge.count)
            fn(arg, node->level, edge.count);
        x = edge.child;
    }
    if (x == GT_MDD_NONE)
        gt_ice("a multiset is picked from none");
}

/* ---- numbers ---- */

/* Numbers of `width` digits to the base 10^18, least significant first. */
static const uint64_t base_of_digits = 1000000000000000000ULL;

typedef struct {
    const gt_mdd_mgr *m;
    uint32_t *place; /* per node: its number's place in `digits` */
    GT_VEC(uint64_t) digits;
    size_t width;
    bool too_small;
} counter;

static void add_to(counter *c, size_t to, size_t from)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < c->width; i++) {
        uint64_t sum = c->digits.v[to + i] + c->digits.v[from + i] + carry;
        carry = sum >= base_of_digits;
        c->digits.v[to + i] = carry ? sum - base_of_digits : sum;
    }
    c->too_small = c->too_small || carry;
}

static size_t new_number(counter *c, uint64_t value)
{
    size_t at = c->digits.n;
    for (size_t i = 0; i < c->width; i++)
        gt_vec_push(&c->digits, i ? 0 : value);
    return at;
}

static void count_node(void *arg, gt_mdd x)
{
    counter *c = arg;
    const gt_mdd_node *node = &c->m->nodes.v[x];
    size_t to = new_number(c, 0);
    c->place[x] = (uint32_t)(to / c->width);
    for (uint32_t i = 0; i < node->n; i++)
        add_to(c, to, (size_t)c->place[c->m->edges.v[node->at + i].child] * c->width);
}

static char *as_text(const counter *c, size_t at)
{
    size_t high = c->width, size = c->width * 18 + 2, len;
    char *text = gt_xmalloc(size, 1);
    while (high > 1 && c->digits.v[at + high - 1] == 0)
        high--;
    len = gt_printed(snprintf(text, size, "%llu", (unsigned long long)c->digits.v[at + high - 1]));
    while (--high > 0)
        len += gt_printed(
            snprintf(text + len, size - len, "%018llu", (unsigned long long)c->digits.v[at + high - 1]));
    return text;
}

char *gt_mdd_count(gt_mdd_mgr *m, const gt_mdd *sets, size_t n)
{
    counter c = {.m = m, .place = gt_xcalloc(m->nodes.n, sizeof(uint32_t)), .width = 1};
    char *text = NULL;
    while (!text) {
        c.digits.n = 0;
        c.too_small = false;
        c.place[GT_MDD_NONE] = (uint32_t)(new_number(&c, 0) / c.width);
        c.place[GT_MDD_UNIT] = (uint32_t)(new_number(&c, 1) / c.width);
        gt_mdd_walk(m, sets, n, count_node, &c);
        size_t sum = new_number(&c, 0);
        for (size_t i = 0; i < n; i++)
            add_to(&c, sum, (size_t)c.place[sets[i]] * c.width);
        if (!c.too_small)
            text = as_text(&c, sum);
        c.width *= 2;
    }
    free(c.place);
    free(c.digits.v);
    return text;
}
