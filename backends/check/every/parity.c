/* Whether sums of counters are even: two more columns for each sum, "half" and "odd", with sum = 2 * half +
 * odd. They have no say in what happens: a rule that changes the sum by a number changes them by as much.
 * What is to be shown of them, that equation too, is learned and proved like everything else. */
#include "backends/check/every/every.h"

#include <stdlib.h>

static const char *name_of(const gt_every *p, const char *what, const gt_sum *sum)
{
    gt_str text;
    gt_str_init(&text);
    gt_str_add(&text, what);
    for (uint32_t i = 0; i < sum->n; i++)
        gt_str_addf(&text, " %s", p->columns[sum->columns[i]].name);
    const char *kept = gt_arena_strdup(p->ctx->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

void gt_parity_columns(gt_every *p)
{
    p->first_half = p->ncolumns;
    for (uint32_t s = 0; s < p->nsums; s++) {
        p->columns[p->ncolumns++] =
            (gt_column){GT_COLUMN_PARITY, name_of(p, "half", &p->sums[s]), UINT32_MAX};
        p->columns[p->ncolumns++] = (gt_column){GT_COLUMN_PARITY, name_of(p, "odd", &p->sums[s]), UINT32_MAX};
    }
}

static const gt_row *sum_row(gt_every *p, uint32_t s)
{
    const gt_row *r = gt_row_const(p, 0);
    for (uint32_t i = 0; i < p->sums[s].n; i++)
        r = gt_row_combine(p, 1, r, 1, gt_row_column(p, p->sums[s].columns[i]));
    return r;
}

gt_row_set gt_parity_start(gt_every *p)
{
    const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, 3 * (size_t)p->nsums + 1);
    for (uint32_t s = 0; s < p->nsums; s++) {
        const gt_row *half = gt_row_column(p, p->first_half + 2 * s),
                     *odd = gt_row_column(p, p->first_half + 2 * s + 1);
        const gt_row *rest = gt_row_combine(p, 1, gt_row_combine(p, 1, sum_row(p, s), -2, half), -1, odd);
        rows[3 * s] = rest;
        rows[3 * s + 1] = gt_row_combine(p, -1, rest, 0, rest);
        rows[3 * s + 2] = gt_row_shift(p, gt_row_combine(p, -1, odd, 0, odd), 1);
    }
    return (gt_row_set){3 * p->nsums, rows};
}

bool gt_parity_step(gt_every *p, gt_pos pos, const gt_row **post)
{
    for (uint32_t s = 0; s < p->nsums; s++) {
        uint32_t half = p->first_half + 2 * s, odd = half + 1;
        const gt_row *before = sum_row(p, s);
        const gt_row *change = gt_row_combine(p, 1, gt_row_after(p, before, post), -1, before);
        int64_t by = change->k;
        if (!change->constant)
            return gt_every_refuse(p, pos,
                                   "whether a sum is even, where a rule changes it by more than a number");
        post[half] = gt_row_shift(p, gt_row_column(p, half), (by - (by % 2 != 0)) / 2);
        post[odd] = gt_row_column(p, odd);
        if (by % 2) {
            post[half] = gt_row_combine(p, 1, post[half], 1, post[odd]);
            post[odd] = gt_row_shift(p, gt_row_combine(p, -1, post[odd], 0, post[odd]), 1);
        }
    }
    return true;
}

/* ---- which sums ---- */

static bool same_sum(const gt_sum *a, const gt_sum *b)
{
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same = a->columns[i] == b->columns[i];
    return same;
}

static void note_sum(const gt_every *p, const gt_row *r, gt_sums *to)
{
    uint32_t *columns = GT_NEW_ARRAY(p->ctx->arena, uint32_t, (size_t)p->ncolumns + 1);
    gt_sum sum = {0, columns};
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        if (r->a[i] % 2)
            columns[sum.n++] = i;
        if (r->a[i] && p->columns[i].kind != GT_COLUMN_COUNTER)
            return;
    }
    for (size_t i = 0; i < to->n; i++)
        if (same_sum(&to->v[i], &sum))
            return;
    if (sum.n && to->n < GT_MOST_SUMS)
        gt_vec_push(to, sum);
}

void gt_every_sums(gt_every *p, uint32_t prop, gt_sums *to)
{
    for (uint32_t q = 0; q < p->controls.n && !p->refused; q++) {
        gt_every_bad bad;
        if (!gt_every_bad_states(p, prop, q, &bad))
            return;
        for (uint32_t c = 0; c < bad.some.n; c++)
            for (uint32_t i = 0; i < bad.some.conjs[c].n; i++)
                note_sum(p, bad.some.conjs[c].rows[i], to);
    }
}
