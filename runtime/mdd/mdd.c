/* Nodes, the cache, garbage. */
#include "runtime/mdd/impl.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_HEADS = 1 << 12,
    FIRST_CACHE = 1 << 13,
    MOST_CACHE = 1 << 22,
    LEAST_GARBAGE = 1 << 16, /* nodes, below which a collection is not worth while */
    ASK_EVERY = 2048         /* units of work */
};

gt_mdd_mgr *gt_mdd_new(const gt_mdd_owner *owner)
{
    gt_mdd_mgr *m = gt_xcalloc(1, sizeof *m);
    m->owner = *owner;
    m->nheads = FIRST_HEADS;
    m->heads = gt_xcalloc(m->nheads, sizeof *m->heads);
    m->ncache = FIRST_CACHE;
    m->cache = gt_xcalloc(m->ncache, sizeof *m->cache);
    m->until_asked = ASK_EVERY;
    for (int i = 0; i < 2; i++)
        gt_vec_push(&m->nodes, ((gt_mdd_node){.level = GT_MDD_BOTTOM, .refs = 1}));
    return m;
}

void gt_mdd_free(gt_mdd_mgr *m)
{
    if (!m)
        return;
    free(m->nodes.v);
    free(m->edges.v);
    free(m->stack.v);
    free(m->heads);
    free(m->cache);
    free(m);
}

bool gt_mdd_failed(const gt_mdd_mgr *m)
{
    return m->failed;
}

void gt_mdd_resume(gt_mdd_mgr *m)
{
    m->failed = false;
    m->until_asked = ASK_EVERY;
    m->stack.n = 0;
    memset(m->cache, 0, m->ncache * sizeof *m->cache); /* it has results of operations that were cut off */
}

size_t gt_mdd_bytes(const gt_mdd_mgr *m)
{
    return m->nodes.cap * sizeof *m->nodes.v + m->edges.cap * sizeof *m->edges.v +
           m->stack.cap * sizeof *m->stack.v + m->nheads * sizeof *m->heads + m->ncache * sizeof *m->cache;
}

uint64_t gt_mdd_nodes(const gt_mdd_mgr *m)
{
    return m->live;
}

uint64_t gt_mdd_spent(const gt_mdd_mgr *m)
{
    return m->spent;
}

uint64_t gt_mdd_peak(const gt_mdd_mgr *m)
{
    return m->peak;
}

uint64_t gt_mdd_kept(const gt_mdd_mgr *m)
{
    return m->kept;
}

/* ---- nodes ---- */

static size_t hash_of(const gt_mdd_mgr *m, uint32_t level, const gt_mdd_edge *edges, size_t n)
{
    uint64_t h = gt_hash_mix(level + 1);
    for (size_t i = 0; i < n; i++)
        h = gt_hash_combine(h, (uint64_t)edges[i].count << 32 | edges[i].child);
    return (size_t)h & (m->nheads - 1);
}

static void rehash(gt_mdd_mgr *m)
{
    memset(m->heads, 0, m->nheads * sizeof *m->heads);
    for (uint32_t x = 2; x < m->nodes.n; x++) {
        gt_mdd_node *node = &m->nodes.v[x];
        if (node->n == 0)
            continue;
        size_t h = hash_of(m, node->level, m->edges.v + node->at, node->n);
        node->next = m->heads[h];
        m->heads[h] = x;
    }
}

/* A table twice as large, and a cache that goes with it. */
static void grow(gt_mdd_mgr *m)
{
    m->nheads *= 2;
    m->heads = gt_xrealloc(m->heads, m->nheads, sizeof *m->heads);
    rehash(m);
    if (m->ncache >= MOST_CACHE || m->ncache >= 2 * m->nheads)
        return;
    size_t old = m->ncache;
    gt_mdd_entry *entries = m->cache;
    m->ncache *= 2;
    m->cache = gt_xcalloc(m->ncache, sizeof *m->cache);
    for (size_t i = 0; i < old; i++) {
        bool found;
        gt_mdd_entry e = entries[i];
        if (e.op != GT_MDD_OP_FREE)
            *gt_mdd_lookup(m, e.op, e.a, e.b, e.c, &found) = e;
    }
    free(entries);
}

bool gt_mdd_ask(gt_mdd_mgr *m)
{
    if (m->owner.stop && m->owner.stop(m->owner.arg, gt_mdd_bytes(m)))
        m->failed = true;
    return m->failed;
}

void gt_mdd_spend(gt_mdd_mgr *m)
{
    if (--m->until_asked > 0)
        return;
    m->until_asked = ASK_EVERY;
    m->spent += ASK_EVERY;
    (void)gt_mdd_ask(m);
}

static gt_mdd new_node(gt_mdd_mgr *m, uint32_t level, size_t base, size_t n, size_t hash)
{
    gt_mdd x = m->free_nodes;
    if (x) {
        m->free_nodes = m->nodes.v[x].next;
    } else {
        x = (gt_mdd)m->nodes.n;
        gt_vec_push(&m->nodes, ((gt_mdd_node){0}));
    }
    m->nodes.v[x] = (gt_mdd_node){.level = level, .n = (uint32_t)n, .at = m->edges.n, .next = m->heads[hash]};
    m->heads[hash] = x;
    for (size_t i = 0; i < n; i++)
        gt_vec_push(&m->edges, m->stack.v[base + i]);
    m->live++;
    m->peak = m->live > m->peak ? m->live : m->peak;
    return x;
}

gt_mdd gt_mdd_make(gt_mdd_mgr *m, uint32_t level, size_t base)
{
    size_t n = m->stack.n - base;
    const gt_mdd_edge *edges = m->stack.v + base;
    gt_mdd x = GT_MDD_NONE;
    if (n == 1 && edges[0].count == 0) {
        x = edges[0].child;
    } else if (n > 0) {
        size_t hash = hash_of(m, level, edges, n);
        for (x = m->heads[hash]; x; x = m->nodes.v[x].next) {
            const gt_mdd_node *node = &m->nodes.v[x];
            if (node->level == level && node->n == n &&
                memcmp(m->edges.v + node->at, edges, n * sizeof *edges) == 0)
                break;
        }
        if (!x) {
            x = new_node(m, level, base, n, hash);
            if (m->live > m->nheads)
                grow(m);
            gt_mdd_spend(m);
        }
    }
    m->stack.n = base;
    return x;
}

/* ---- the cache ---- */

gt_mdd_entry *gt_mdd_lookup(gt_mdd_mgr *m, gt_mdd_op op, uint32_t a, uint32_t b, uint32_t c, bool *found)
{
    uint64_t h = gt_hash_mix(((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15ULL + ((uint64_t)c << 8 | op));
    gt_mdd_entry *e = &m->cache[h & (m->ncache - 1)];
    *found = e->op == op && e->a == a && e->b == b && e->c == c;
    return e;
}

gt_mdd gt_mdd_keep_result(gt_mdd_mgr *m, gt_mdd_op op, uint32_t a, uint32_t b, uint32_t c, gt_mdd result)
{
    bool found;
    gt_mdd_spend(m);
    *gt_mdd_lookup(m, op, a, b, c, &found) = (gt_mdd_entry){op, a, b, c, result};
    return result;
}

/* ---- references and garbage ---- */

gt_mdd gt_mdd_ref(gt_mdd_mgr *m, gt_mdd x)
{
    m->nodes.v[x].refs += x > 1;
    m->kept += x > 1;
    return x;
}

void gt_mdd_drop(gt_mdd_mgr *m, gt_mdd x)
{
    if (x <= 1)
        return;
    if (m->nodes.v[x].refs == 0)
        gt_ice("a diagram is given back that nobody keeps");
    m->nodes.v[x].refs--;
    m->kept--;
}

void gt_mdd_set(gt_mdd_mgr *m, gt_mdd *to, gt_mdd x)
{
    (void)gt_mdd_ref(m, x);
    gt_mdd_drop(m, *to);
    *to = x;
}

static void mark(gt_mdd_mgr *m, gt_mdd x)
{
    gt_mdd_node *node = &m->nodes.v[x];
    if (x <= 1 || node->mark == m->walk)
        return;
    node->mark = m->walk;
    for (uint32_t i = 0; i < node->n; i++)
        mark(m, m->edges.v[node->at + i].child);
}

void gt_mdd_collect(gt_mdd_mgr *m)
{
    m->walk++;
    for (uint32_t x = 2; x < m->nodes.n; x++)
        if (m->nodes.v[x].n && m->nodes.v[x].refs)
            mark(m, x);
    gt_mdd_edge *edges = m->edges.v;
    size_t left = 0;
    for (uint32_t x = 2; x < m->nodes.n; x++)
        left += m->nodes.v[x].mark == m->walk ? m->nodes.v[x].n : 0;
    m->edges.cap = left + left / 2 + 64;
    m->edges.v = gt_xmalloc(m->edges.cap, sizeof *m->edges.v);
    m->edges.n = 0;
    m->live = 0;
    m->free_nodes = 0;
    for (uint32_t x = (uint32_t)m->nodes.n; x-- > 2;) {
        gt_mdd_node *node = &m->nodes.v[x];
        if (node->n && node->mark == m->walk) {
            memcpy(m->edges.v + m->edges.n, edges + node->at, node->n * sizeof *edges);
            node->at = m->edges.n;
            m->edges.n += node->n;
            m->live++;
        } else {
            *node = (gt_mdd_node){.next = m->free_nodes};
            m->free_nodes = x;
        }
    }
    free(edges);
    rehash(m);
    memset(m->cache, 0, m->ncache * sizeof *m->cache);
    m->kept_nodes = m->live;
}

void gt_mdd_tidy(gt_mdd_mgr *m)
{
    if (m->live > LEAST_GARBAGE + 4 * m->kept_nodes)
        gt_mdd_collect(m);
}
