/* The automata that decide terms on multisets. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

/* ---- automata: the term, then the sum or, if it is not linear, how many in each cell ---- */

static uint32_t width_of(const gt_play_atom *a)
{
    return a->linear ? 1 : a->ncells;
}

uint32_t gt_ms_next(void *self, uint32_t state, uint32_t level, uint32_t count)
{
    gt_ms *ms = self;
    size_t n;
    const int64_t *old = gt_play_keys_row(&ms->states, state, &n);
    gt_play_term t = (gt_play_term)old[0];
    int64_t few[16], *row = n <= 16 ? few : gt_xmalloc(n, sizeof *row);
    memcpy(row, old, n * sizeof *row);
    for (uint32_t i = 0; i < gt_play_atom_of(ms->play, t)->ncells; i++) {
        const gt_play_atom *a = gt_play_atom_of(ms->play, t);
        bool linear = a->linear;
        int64_t coef = linear ? a->coefs[i] : 1;
        if (gt_play_is_member(ms->play, a->cells[i], level))
            row[linear ? 1 : 1 + i] += coef * (int64_t)count;
    }
    const gt_play_atom *a = gt_play_atom_of(ms->play, t);
    if (a->monotone && row[1] > a->bound + 1)
        row[1] = a->bound + 1 > 0 ? a->bound + 1 : 0;
    uint32_t next = gt_play_keys_put(&ms->states, row, n);
    if (row != few)
        free(row);
    return next;
}

/* The value of a term where the counts of its atom's cells are `sums`. */
static int64_t value_at(gt_ms *ms, gt_play_term t, const gt_play_atom *a, const int64_t *sums)
{
    while (ms->values.n <= t)
        gt_vec_push(&ms->values, ((struct gt_ms_value){0}));
    if (ms->values.v[t].epoch == ms->value_epoch)
        return ms->values.v[t].value;
    int64_t value = 0;
    uint32_t n = gt_play_nkids(ms->play, t);
    if (gt_play_kind(ms->play, t) == GT_EXPR_CONST) {
        value = gt_play_payload(ms->play, t);
    } else if (gt_play_kind(ms->play, t) == GT_EXPR_UNTRACKED) {
        for (uint32_t i = 0; i < a->ncells; i++)
            value = a->cells[i] == (uint32_t)gt_play_payload(ms->play, t) ? sums[i] : value;
    } else {
        int64_t few[16], *args = n <= 16 ? few : gt_xmalloc(n, sizeof *args);
        for (uint32_t i = 0; i < n; i++)
            args[i] = value_at(ms, gt_play_kid(ms->play, t, i), a, sums);
        value = gt_expr_apply(gt_play_kind(ms->play, t), args, n);
        if (args != few)
            free(args);
    }
    while (ms->values.n <= t)
        gt_vec_push(&ms->values, ((struct gt_ms_value){0}));
    ms->values.v[t] = (struct gt_ms_value){ms->value_epoch, value};
    return value;
}

gt_mdd_answer gt_ms_answer(void *self, uint32_t state, bool end)
{
    gt_ms *ms = self;
    size_t n;
    const int64_t *row = gt_play_keys_row(&ms->states, state, &n);
    const gt_play_atom *a = gt_play_atom_of(ms->play, (gt_play_term)row[0]);
    bool holds = false;
    if (a->linear)
        holds = gt_expr_apply(a->kind, (int64_t[2]){row[1], a->bound}, 2) != 0;
    if (!end) {
        /* sums only grow: beyond the bound nothing changes any more, and at it no sum is smaller again */
        bool over = a->monotone && (row[1] > a->bound ||
                                    (row[1] == a->bound && (a->kind == GT_EXPR_GE || a->kind == GT_EXPR_LT)));
        return !over ? GT_MDD_OPEN : holds ? GT_MDD_ACCEPT : GT_MDD_REJECT;
    }
    if (!a->linear) {
        ms->value_epoch++;
        holds = value_at(ms, (gt_play_term)row[0], a, row + 1) != 0;
    }
    return holds ? GT_MDD_ACCEPT : GT_MDD_REJECT;
}

static gt_mdd filter_atom(gt_ms *ms, gt_mdd x, gt_play_term t)
{
    size_t n = 1 + (size_t)width_of(gt_play_atom_of(ms->play, t));
    int64_t few[16] = {t}, *row = n <= 16 ? few : gt_xcalloc(n, sizeof *row);
    row[0] = t;
    uint32_t state = gt_play_keys_put(&ms->states, row, n);
    if (row != few)
        free(row);
    return gt_mdd_filter(ms->m, x, state);
}

/* Where the first is as the second says, 0 or 1. */
static gt_mdd filter_iff(gt_ms *ms, gt_mdd x, gt_play_term a, gt_play_term b)
{
    gt_mdd yes = gt_ms_filter(ms, x, a), no = gt_mdd_diff(ms->m, x, yes);
    gt_mdd both = gt_ms_filter(ms, yes, b), neither = gt_mdd_diff(ms->m, no, gt_ms_filter(ms, no, b));
    return gt_mdd_or(ms->m, both, neither);
}

/* Where the second holds if the first does, and the third if not. */
static gt_mdd filter_choice(gt_ms *ms, gt_mdd x, gt_play_term a, gt_play_term b, gt_play_term c)
{
    gt_mdd yes = gt_ms_filter(ms, x, a), no = gt_mdd_diff(ms->m, x, yes);
    return gt_mdd_or(ms->m, gt_ms_filter(ms, yes, b), gt_ms_filter(ms, no, c));
}

gt_mdd gt_ms_filter(gt_ms *ms, gt_mdd x, gt_play_term t)
{
    gt_expr_kind kind = gt_play_kind(ms->play, t);
    uint32_t n = gt_play_nkids(ms->play, t);
    gt_mdd all = GT_MDD_NONE;
    if (x == GT_MDD_NONE)
        return x;
    if (kind == GT_EXPR_CONST)
        return gt_play_payload(ms->play, t) ? x : GT_MDD_NONE;
    if (kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < n; i++)
            x = gt_ms_filter(ms, x, gt_play_kid(ms->play, t, i));
        return x;
    }
    if (kind == GT_EXPR_OR) {
        for (uint32_t i = 0; i < n; i++)
            all = gt_mdd_or(ms->m, all, gt_ms_filter(ms, x, gt_play_kid(ms->play, t, i)));
        return all;
    }
    if (kind == GT_EXPR_NOT)
        return gt_mdd_diff(ms->m, x, gt_ms_filter(ms, x, gt_play_kid(ms->play, t, 0)));
    if (kind == GT_EXPR_IFF)
        return filter_iff(ms, x, gt_play_kid(ms->play, t, 0), gt_play_kid(ms->play, t, 1));
    if (kind == GT_EXPR_ITE)
        return filter_choice(ms, x, gt_play_kid(ms->play, t, 0), gt_play_kid(ms->play, t, 1),
                             gt_play_kid(ms->play, t, 2));
    return filter_atom(ms, x, t);
}
