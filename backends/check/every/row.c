/* Rows: linear terms over the columns, each once. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

static const int64_t largest = (int64_t)1 << 40; /* of a coefficient: sums and products of such fit */

static bool same(const void *things, uint32_t number, const void *key)
{
    const gt_every *p = things;
    const gt_row *r = p->rows.v[number], *k = key;
    return r->k == k->k && !memcmp(r->a, k->a, p->ncolumns * sizeof(int64_t));
}

const gt_row *gt_row_make(gt_every *p, int64_t k, const int64_t *a)
{
    size_t bytes = sizeof(gt_row) + p->ncolumns * sizeof(int64_t);
    gt_row *r = gt_xcalloc(1, bytes);
    uint64_t hash = (uint64_t)k;
    bool large = k > largest || k < -largest;
    r->k = k;
    r->constant = true;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        r->a[i] = a[i];
        if (!a[i])
            continue;
        r->constant = false;
        hash = gt_hash_combine(gt_hash_combine(hash, i), (uint64_t)a[i]);
        large = large || a[i] > largest || a[i] < -largest;
    }
    if (large)
        gt_every_refuse(p, (gt_pos){0}, "numbers as large as these");
    hash = gt_hash_mix(hash);
    uint32_t at = gt_table_find(&p->row_table, hash, same, p, r);
    if (at == GT_ABSENT) {
        at = r->number = gt_table_add(&p->row_table, hash);
        gt_vec_push(&p->rows, gt_arena_copy(p->ctx->arena, r, 1, bytes));
        gt_vec_push(&p->nots, NULL);
    }
    free(r);
    return p->rows.v[at];
}

const gt_row *gt_row_const(gt_every *p, int64_t k)
{
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a);
    const gt_row *r = gt_row_make(p, k, a);
    free(a);
    return r;
}

const gt_row *gt_row_column(gt_every *p, uint32_t column)
{
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a);
    a[column] = 1;
    const gt_row *r = gt_row_make(p, 0, a);
    free(a);
    return r;
}

/* A product or sum of what is at most `largest` fits when one factor is small; else it is refused. */
static int64_t times(gt_every *p, int64_t x, int64_t y)
{
    int64_t z;
    if (!__builtin_mul_overflow(x, y, &z) && z <= largest && z >= -largest)
        return z;
    gt_every_refuse(p, (gt_pos){0}, "numbers as large as these");
    return 0;
}

const gt_row *gt_row_combine(gt_every *p, int64_t x, const gt_row *r, int64_t y, const gt_row *s)
{
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        a[i] = times(p, x, r->a[i]) + times(p, y, s->a[i]);
    const gt_row *t = gt_row_make(p, times(p, x, r->k) + times(p, y, s->k), a);
    free(a);
    return t;
}

const gt_row *gt_row_shift(gt_every *p, const gt_row *r, int64_t k)
{
    return gt_row_make(p, r->k + k, r->a);
}

const gt_row *gt_row_not(gt_every *p, const gt_row *r)
{
    if (!p->nots.v[r->number]) {
        const gt_row *n = gt_row_shift(p, gt_row_combine(p, -1, r, 0, r), -1);
        p->nots.v[r->number] = n;
    }
    return p->nots.v[r->number];
}

static int64_t floor_div(int64_t x, int64_t y)
{
    return x / y - (x % y < 0);
}

const gt_row *gt_row_tight(gt_every *p, const gt_row *r)
{
    int64_t g = 0;
    for (uint32_t i = 0; i < p->ncolumns; i++)
        for (int64_t x = r->a[i] < 0 ? -r->a[i] : r->a[i]; x;) {
            int64_t rest = g % x;
            g = x;
            x = rest;
        }
    if (g == 0)
        return gt_row_const(p, r->k >= 0 ? 0 : -1);
    if (g == 1)
        return r;
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        a[i] = r->a[i] / g;
    const gt_row *t = gt_row_make(p, floor_div(r->k, g), a);
    free(a);
    return t;
}

const gt_row *gt_row_after(gt_every *p, const gt_row *r, const gt_row *const *post)
{
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a), k = r->k;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        if (!r->a[i])
            continue;
        k += times(p, r->a[i], post[i]->k);
        for (uint32_t j = 0; j < p->ncolumns; j++)
            a[j] += times(p, r->a[i], post[i]->a[j]);
    }
    const gt_row *t = gt_row_make(p, k, a);
    free(a);
    return t;
}

int64_t gt_row_value(const gt_every *p, const gt_row *r, const int64_t *x)
{
    int64_t sum = r->k;
    for (uint32_t i = 0; i < p->ncolumns; i++)
        sum += r->a[i] * x[i];
    return sum;
}

bool gt_row_may_fall(const gt_every *p, const gt_row *r)
{
    bool falls = r->k < 0;
    for (uint32_t i = 0; i < p->ncolumns; i++)
        falls = falls || r->a[i] < 0;
    return falls;
}
