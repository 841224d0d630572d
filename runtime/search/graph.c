#include "runtime/search/graph.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 1 << 16 };

/* ---- bit sets ---- */

static size_t words(size_t n)
{
    return (n + 63) / 64;
}

gt_bits gt_bits_new(size_t n)
{
    return (gt_bits){gt_xcalloc(words(n) + 1, sizeof(uint64_t)), n};
}

void gt_bits_free(gt_bits *b)
{
    free(b->w);
    *b = (gt_bits){NULL, 0};
}

gt_bits gt_bits_copy(const gt_bits *b)
{
    gt_bits copy = gt_bits_new(b->n);
    memcpy(copy.w, b->w, words(b->n) * sizeof *b->w);
    return copy;
}

static void trim(gt_bits *b)
{
    if (b->n % 64)
        b->w[b->n / 64] &= ((uint64_t)1 << (b->n % 64)) - 1;
}

void gt_bits_fill(gt_bits *b)
{
    memset(b->w, 0xff, words(b->n) * sizeof *b->w);
    trim(b);
}

void gt_bits_not(gt_bits *b)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] = ~b->w[i];
    trim(b);
}

void gt_bits_and(gt_bits *b, const gt_bits *other)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] &= other->w[i];
}

void gt_bits_or(gt_bits *b, const gt_bits *other)
{
    for (size_t i = 0; i < words(b->n); i++)
        b->w[i] |= other->w[i];
}

uint64_t gt_bits_count(const gt_bits *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < words(b->n); i++)
        n += (uint64_t)__builtin_popcountll(b->w[i]);
    return n;
}

/* ---- the graph ---- */

gt_graph *gt_graph_new(uint32_t n, uint64_t *first, uint32_t *to)
{
    gt_graph *g = gt_xcalloc(1, sizeof *g);
    g->n = n;
    g->first = first;
    g->to = to;
    return g;
}

void gt_graph_free(gt_graph *g)
{
    if (g) {
        free(g->first);
        free(g->to);
        free(g->rfirst);
        free(g->rto);
        free(g);
    }
}

size_t gt_graph_bytes(const gt_graph *g)
{
    size_t one = ((size_t)g->n + 1) * sizeof *g->first + (size_t)g->first[g->n] * sizeof *g->to;
    return g->rfirst ? 2 * one : one;
}

bool gt_graph_stop(const gt_graph *g)
{
    return g->poll.stop && g->poll.stop(g->poll.arg, gt_graph_bytes(g));
}

bool gt_graph_reverse(gt_graph *g)
{
    if (g->rfirst)
        return true;
    if (g->poll.stop && g->poll.stop(g->poll.arg, 2 * gt_graph_bytes(g)))
        return false;
    uint64_t *rfirst = gt_xcalloc((size_t)g->n + 2, sizeof *rfirst);
    for (uint64_t e = 0; e < g->first[g->n]; e++)
        rfirst[(size_t)g->to[e] + 2]++;
    for (size_t i = 2; i < (size_t)g->n + 2; i++)
        rfirst[i] += rfirst[i - 1];
    g->rto = gt_xmalloc(g->first[g->n], sizeof *g->rto);
    for (uint32_t i = 0; i < g->n; i++)
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++)
            g->rto[rfirst[(size_t)g->to[e] + 1]++] = i;
    g->rfirst = rfirst; /* each entry has moved on to the next one's beginning */
    return true;
}

bool gt_graph_ex(gt_graph *g, const gt_bits *f, gt_bits *out)
{
    for (uint32_t i = 0; i < g->n; i++) {
        if (i % POLL_EVERY == 0 && gt_graph_stop(g))
            return false;
        gt_bits_remove(out, i);
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
            if (gt_bits_has(f, g->to[e])) {
                gt_bits_add(out, i);
                break;
            }
        }
    }
    return true;
}

bool gt_graph_eu(gt_graph *g, const gt_bits *within, const gt_bits *goal, gt_bits *out)
{
    if (!gt_graph_reverse(g))
        return false;
    uint32_t *todo = gt_xmalloc(g->n, sizeof *todo);
    uint32_t n = 0, done = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        gt_bits_remove(out, i);
        if (gt_bits_has(goal, i)) {
            gt_bits_add(out, i);
            todo[n++] = i;
        }
    }
    while (done < n) {
        if (done % POLL_EVERY == 0 && gt_graph_stop(g)) {
            free(todo);
            return false;
        }
        uint32_t i = todo[done++];
        for (uint64_t e = g->rfirst[i]; e < g->rfirst[i + 1]; e++) {
            uint32_t p = g->rto[e];
            if (gt_bits_has(within, p) && !gt_bits_has(out, p)) {
                gt_bits_add(out, p);
                todo[n++] = p;
            }
        }
    }
    free(todo);
    return true;
}

/* ---- fair paths ---- */

bool gt_graph_eg(gt_graph *g, const gt_bits *within, const gt_bits *fair, uint32_t nfair, gt_bits *out)
{
    gt_bits cycles = gt_bits_new(g->n);
    bool done = gt_graph_fair_cycles(g, within, fair, nfair, &cycles) && gt_graph_eu(g, within, &cycles, out);
    gt_bits_free(&cycles);
    return done;
}
