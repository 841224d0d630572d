/* States of classes of processes as words. */
#include "backends/check/explicit/classes.h"

#include <stdlib.h>

enum { WORD_BITS = 63, LIKELY = 58 };
static const uint64_t FAR = (uint64_t)1 << 57; /* more ways are not told apart; a sum of them fits */

static uint32_t bits_for(uint64_t size)
{
    uint32_t bits = 0;
    while (bits < 63 && ((uint64_t)1 << bits) < size)
        bits++;
    return bits;
}

/* How many local states there may be, at most GT_XWORD_LOCALS. */
static uint32_t most_locals(const gt_xclass_type *t)
{
    uint32_t bits = 0;
    for (uint32_t v = 0; v < t->nvars && bits < 16; v++)
        bits += t->fields[v].bits;
    return bits >= 9 ? GT_XWORD_LOCALS : (uint32_t)1 << bits;
}

static void count_ways(gt_xwords *w)
{
    for (uint32_t i = 0; i < GT_XWORD_PROCESSES; i++) {
        for (uint32_t u = 0; u < GT_XWORD_LOCALS; u++) {
            /* C(u+i, i+1) = C(u+i-1, i+1) + C(u+i-1, i) */
            uint64_t ways = i == 0 ? u : u == 0 ? 0 : w->ways[i][u - 1] + w->ways[i - 1][u];
            w->ways[i][u] = ways < FAR ? ways : FAR;
        }
    }
}

gt_xwords *gt_xwords_new(const gt_xclasses *m, uint32_t header)
{
    uint32_t bits = header;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xclass_type *type = &m->types[t];
        uint32_t names = type->nids < type->n ? type->nids : type->n;
        if (type->n > GT_XWORD_PROCESSES)
            return NULL;
        uint32_t locals = most_locals(type), likely = locals < 48 ? locals : 48;
        bits += names * bits_for(locals) + (t + 1 < m->ntypes ? GT_XWORD_LENGTH : 0);
        double ways = 1;
        for (uint32_t i = 0; i + names < type->n; i++)
            ways *= (double)(likely + i) / (i + 1);
        bits += ways < 1e18 ? bits_for((uint64_t)ways + 1) : 63;
    }
    if (bits > LIKELY)
        return NULL;
    gt_xwords *w = GT_NEW(m->arena, gt_xwords);
    w->header = header;
    w->local_bits = GT_NEW_ARRAY(m->arena, uint32_t, m->ntypes);
    for (uint32_t t = 0; t < m->ntypes; t++)
        w->local_bits[t] = bits_for(most_locals(&m->types[t]));
    w->ways = gt_xcalloc(GT_XWORD_PROCESSES, sizeof *w->ways);
    w->aside = gt_store_new(0, true);
    count_ways(w);
    return w;
}

void gt_xwords_free(gt_xwords *w)
{
    if (w) {
        gt_store_free(w->aside);
        free(w->ways);
    }
}

bool gt_xwords_add(const gt_xclasses *m, uint32_t type, const gt_xflat *f, uint32_t *at, uint64_t *word)
{
    const gt_xwords *w = m->words;
    uint32_t local_bits = w->local_bits[type];
    uint64_t rank = 0, far = 0;
    if (*at + f->named * local_bits + GT_XWORD_LENGTH >= WORD_BITS)
        return false;
    for (uint32_t i = 0; i < f->named; i++) {
        far |= f->names[i] >> local_bits;
        *word |= (uint64_t)f->names[i] << *at;
        *at += local_bits;
    }
    if (f->n && f->rest[f->n - 1] >= GT_XWORD_LOCALS)
        return false;
    for (uint32_t i = 0; i < f->n; i++) {
        uint64_t ways = w->ways[i][f->rest[i]];
        far |= ways & FAR;
        rank += ways;
    }
    /* whoever reads it looks for ways up to the rank, and must not meet those that were cut off */
    if (far || rank >= FAR)
        return false;
    uint32_t left = WORD_BITS - *at;
    if (type + 1 < m->ntypes) {
        uint32_t bits = rank ? 64 - (uint32_t)__builtin_clzll(rank) : 0;
        if (bits >= 1 << GT_XWORD_LENGTH || bits + GT_XWORD_LENGTH >= left)
            return false;
        *word |= (uint64_t)bits << *at | rank << (*at + GT_XWORD_LENGTH);
        *at += GT_XWORD_LENGTH + bits;
        return true;
    }
    *word |= rank << *at;
    return rank >> left == 0;
}

/* The largest local state, at most `most`, with no more than `rank` ways. */
static uint32_t largest(const uint64_t *ways, uint64_t rank, uint32_t most)
{
    uint32_t lo = 0, hi = most;
    if (hi < 64) {
        while (ways[hi] > rank)
            hi--;
        return hi;
    }
    while (lo < hi) {
        uint32_t mid = (lo + hi + 1) / 2;
        if (ways[mid] <= rank)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

void gt_xwords_take(const gt_xclasses *m, uint32_t type, gt_xflat *f, uint32_t *at, uint64_t word)
{
    const gt_xwords *w = m->words;
    uint32_t local_bits = w->local_bits[type];
    for (uint32_t i = 0; i < f->named; i++) {
        f->names[i] = (uint32_t)(word >> *at & (((uint64_t)1 << local_bits) - 1));
        *at += local_bits;
    }
    uint64_t rank = word >> *at;
    if (type + 1 < m->ntypes) {
        uint32_t bits = (uint32_t)(rank & ((1 << GT_XWORD_LENGTH) - 1));
        rank = rank >> GT_XWORD_LENGTH & (((uint64_t)1 << bits) - 1);
        *at += GT_XWORD_LENGTH + bits;
    }
    f->n = m->types[type].n - f->named;
    uint32_t most = gt_intern_count(m->types[type].seen);
    most = most < GT_XWORD_LOCALS ? most : GT_XWORD_LOCALS - 1;
    for (uint32_t i = f->n; i-- > 0;) {
        most = f->rest[i] = largest(w->ways[i], rank, most);
        rank -= w->ways[i][most];
    }
}
