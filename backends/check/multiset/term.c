/* Terms over counts, and the automata that decide them on multisets. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

typedef struct {
    const int64_t *row;
    size_t n;
} wanted;

static bool same_row(const void *things, uint32_t number, const void *key)
{
    const wanted *w = key;
    size_t n;
    const int64_t *row = gt_ms_keys_row(things, number, &n);
    return n == w->n && memcmp(row, w->row, n * sizeof *row) == 0;
}

uint32_t gt_ms_keys_put(gt_ms_keys *keys, const int64_t *row, size_t n)
{
    wanted w = {row, n};
    uint64_t hash = gt_hash_bytes(row, n * sizeof *row);
    uint32_t number = gt_table_find(&keys->table, hash, same_row, keys, &w);
    if (number != GT_ABSENT)
        return number;
    if (keys->at.n == 0)
        gt_vec_push(&keys->at, 0);
    for (size_t i = 0; i < n; i++)
        gt_vec_push(&keys->pool, row[i]);
    gt_vec_push(&keys->at, keys->pool.n);
    return gt_table_add(&keys->table, hash);
}

void gt_ms_keys_fini(gt_ms_keys *keys)
{
    gt_table_fini(&keys->table);
    free(keys->pool.v);
    free(keys->at.v);
}

/* ---- terms: kind, payload, kids ---- */

enum { KIND, PAYLOAD, KIDS };

static gt_ms_term intern(gt_ms *ms, gt_expr_kind kind, int64_t payload, const gt_ms_term *kids,
                         uint32_t nkids)
{
    int64_t few[16], *row = nkids + KIDS <= 16 ? few : gt_xmalloc((size_t)nkids + KIDS, sizeof *row);
    row[KIND] = kind;
    row[PAYLOAD] = payload;
    for (uint32_t i = 0; i < nkids; i++)
        row[KIDS + i] = kids[i];
    gt_ms_term t = gt_ms_keys_put(&ms->terms, row, (size_t)nkids + KIDS);
    if (row != few)
        free(row);
    return t;
}

gt_ms_term gt_ms_const(gt_ms *ms, int64_t value)
{
    return intern(ms, GT_EXPR_CONST, value, NULL, 0);
}

gt_ms_term gt_ms_cell_term(gt_ms *ms, uint32_t cell)
{
    return intern(ms, GT_EXPR_UNTRACKED, cell, NULL, 0);
}

static gt_expr_kind kind_of(const gt_ms *ms, gt_ms_term t)
{
    size_t n;
    return (gt_expr_kind)gt_ms_keys_row(&ms->terms, t, &n)[KIND];
}

static uint32_t nkids_of(const gt_ms *ms, gt_ms_term t)
{
    size_t n;
    (void)gt_ms_keys_row(&ms->terms, t, &n);
    return (uint32_t)n - KIDS;
}

static gt_ms_term kid_of(const gt_ms *ms, gt_ms_term t, uint32_t i)
{
    size_t n;
    return (gt_ms_term)gt_ms_keys_row(&ms->terms, t, &n)[KIDS + i];
}

static int64_t payload_of(const gt_ms *ms, gt_ms_term t)
{
    size_t n;
    return gt_ms_keys_row(&ms->terms, t, &n)[PAYLOAD];
}

bool gt_ms_is_const(const gt_ms *ms, gt_ms_term t, int64_t *value)
{
    if (kind_of(ms, t) != GT_EXPR_CONST)
        return false;
    *value = payload_of(ms, t);
    return true;
}

/* AND, OR: without those that say nothing; `dull` is what says nothing. */
static gt_ms_term junction(gt_ms *ms, gt_expr_kind kind, const gt_ms_term *kids, uint32_t nkids)
{
    bool dull = kind == GT_EXPR_AND;
    gt_ms_term few[16], *left = nkids <= 16 ? few : gt_xmalloc(nkids, sizeof *left), result;
    uint32_t n = 0;
    bool decided = false;
    for (uint32_t i = 0; i < nkids && !decided; i++) {
        int64_t value;
        bool known = gt_ms_is_const(ms, kids[i], &value), before = false;
        decided = known && (value != 0) != dull;
        for (uint32_t k = 0; k < n; k++)
            before = before || left[k] == kids[i];
        if (!known && !before)
            left[n++] = kids[i];
    }
    if (decided || n == 0)
        result = gt_ms_const(ms, decided ? !dull : dull);
    else
        result = n == 1 ? left[0] : intern(ms, kind, 0, left, n);
    if (left != few)
        free(left);
    return result;
}

gt_ms_term gt_ms_op(gt_ms *ms, gt_expr_kind kind, const gt_ms_term *kids, uint32_t nkids)
{
    if (kind == GT_EXPR_AND || kind == GT_EXPR_OR)
        return junction(ms, kind, kids, nkids);
    int64_t few[16], *values = nkids <= 16 ? few : gt_xmalloc(nkids, sizeof *values);
    bool known = true;
    for (uint32_t i = 0; i < nkids; i++)
        known = known && gt_ms_is_const(ms, kids[i], &values[i]);
    gt_ms_term t =
        known ? gt_ms_const(ms, gt_expr_apply(kind, values, nkids)) : intern(ms, kind, 0, kids, nkids);
    if (values != few)
        free(values);
    return t;
}

/* ---- atoms ---- */

typedef GT_VEC(struct part {
    uint32_t cell;
    int64_t coef;
}) parts;

static void add_part(parts *to, uint32_t cell, int64_t coef)
{
    for (size_t i = 0; i < to->n; i++)
        if (to->v[i].cell == cell) {
            to->v[i].coef += coef;
            return;
        }
    gt_vec_push(to, ((struct part){cell, coef}));
}

static bool is_small(int64_t value, int bits)
{
    return value < (int64_t)1 << bits && value > -((int64_t)1 << bits);
}

/* The factor in front of the one kid that is no constant, and that kid; false: there is not one, or it is too
 * large. */
static bool split_product(const gt_ms *ms, gt_ms_term t, int64_t *factor, gt_ms_term *open)
{
    bool good = true;
    uint32_t nopen = 0;
    for (uint32_t i = 0; i < nkids_of(ms, t); i++) {
        int64_t value;
        if (!gt_ms_is_const(ms, kid_of(ms, t, i), &value)) {
            *open = kid_of(ms, t, i);
            nopen++;
        } else {
            good = good && is_small(value, 20) && is_small(*factor, 40);
            *factor *= good ? value : 1;
        }
    }
    return good && nopen == 1;
}

/* to += factor * t; false: not linear, or too large. */
static bool add_linear(const gt_ms *ms, gt_ms_term t, int64_t factor, parts *to, int64_t *constant)
{
    gt_expr_kind kind = kind_of(ms, t);
    gt_ms_term open = t;
    bool linear = is_small(factor, 40);
    if (kind == GT_EXPR_CONST) {
        linear = linear && is_small(payload_of(ms, t), 20);
        *constant += linear ? factor * payload_of(ms, t) : 0;
    } else if (kind == GT_EXPR_UNTRACKED) {
        add_part(to, (uint32_t)payload_of(ms, t), factor);
    } else if (kind == GT_EXPR_ADD) {
        for (uint32_t i = 0; i < nkids_of(ms, t) && linear; i++)
            linear = add_linear(ms, kid_of(ms, t, i), factor, to, constant);
    } else if (kind == GT_EXPR_SUB) {
        linear = linear && add_linear(ms, kid_of(ms, t, 0), factor, to, constant) &&
                 add_linear(ms, kid_of(ms, t, 1), -factor, to, constant);
    } else if (kind == GT_EXPR_NEG) {
        linear = linear && add_linear(ms, kid_of(ms, t, 0), -factor, to, constant);
    } else if (kind == GT_EXPR_MUL) {
        linear = linear && split_product(ms, t, &factor, &open) && add_linear(ms, open, factor, to, constant);
    } else {
        linear = false;
    }
    return linear;
}

static gt_expr_kind flipped(gt_expr_kind kind)
{
    if (kind == GT_EXPR_LT || kind == GT_EXPR_GT)
        return kind == GT_EXPR_LT ? GT_EXPR_GT : GT_EXPR_LT;
    if (kind == GT_EXPR_LE || kind == GT_EXPR_GE)
        return kind == GT_EXPR_LE ? GT_EXPR_GE : GT_EXPR_LE;
    return kind;
}

static bool is_comparison(gt_expr_kind kind)
{
    return gt_expr_in(kind, GT_GROUP_COMPARE);
}

static void cells_of(gt_ms *ms, gt_ms_term t, gt_ptrmap *been, parts *to)
{
    if (kind_of(ms, t) == GT_EXPR_UNTRACKED)
        add_part(to, (uint32_t)payload_of(ms, t), 0);
    uint64_t *here = gt_ptrmap_at(been, (const void *)((uintptr_t)t + 1));
    if ((*here)++)
        return;
    for (uint32_t i = 0; i < nkids_of(ms, t); i++)
        cells_of(ms, kid_of(ms, t, i), been, to);
}

static gt_ms_atom make_atom(gt_ms *ms, gt_ms_term t)
{
    parts found = {0};
    int64_t constant = 0;
    gt_ms_atom a = {.ready = true, .kind = kind_of(ms, t)};
    if (is_comparison(a.kind))
        a.linear = add_linear(ms, kid_of(ms, t, 0), 1, &found, &constant) &&
                   add_linear(ms, kid_of(ms, t, 1), -1, &found, &constant);
    a.bound = -constant;
    a.monotone = a.linear;
    bool negative = a.linear;
    for (size_t i = 0; i < found.n; i++) {
        a.monotone = a.monotone && found.v[i].coef >= 0;
        negative = negative && found.v[i].coef <= 0;
    }
    if (negative && !a.monotone) {
        a.monotone = true;
        a.kind = flipped(a.kind);
        a.bound = -a.bound;
        for (size_t i = 0; i < found.n; i++)
            found.v[i].coef = -found.v[i].coef;
    }
    if (!a.linear) {
        gt_ptrmap been = {0};
        found.n = 0;
        cells_of(ms, t, &been, &found);
        gt_ptrmap_fini(&been);
    }
    a.ncells = (uint32_t)found.n;
    a.cells = GT_NEW_ARRAY(ms->arena, uint32_t, found.n);
    a.coefs = GT_NEW_ARRAY(ms->arena, int64_t, found.n);
    for (size_t i = 0; i < found.n; i++) {
        a.cells[i] = found.v[i].cell;
        a.coefs[i] = found.v[i].coef;
    }
    free(found.v);
    return a;
}

static const gt_ms_atom *atom_of(gt_ms *ms, gt_ms_term t)
{
    while (ms->atoms.n <= t)
        gt_vec_push(&ms->atoms, ((gt_ms_atom){.ready = false}));
    if (!ms->atoms.v[t].ready) {
        gt_ms_atom made = make_atom(ms, t);
        ms->atoms.v[t] = made;
    }
    return &ms->atoms.v[t];
}

/* ---- automata: the term, then the sum or, if it is not linear, how many in each cell ---- */

static uint32_t width_of(const gt_ms_atom *a)
{
    return a->linear ? 1 : a->ncells;
}

uint32_t gt_ms_next(void *self, uint32_t state, uint32_t level, uint32_t count)
{
    gt_ms *ms = self;
    size_t n;
    const int64_t *old = gt_ms_keys_row(&ms->states, state, &n);
    gt_ms_term t = (gt_ms_term)old[0];
    int64_t few[16], *row = n <= 16 ? few : gt_xmalloc(n, sizeof *row);
    memcpy(row, old, n * sizeof *row);
    for (uint32_t i = 0; i < atom_of(ms, t)->ncells; i++) {
        const gt_ms_atom *a = atom_of(ms, t);
        bool linear = a->linear;
        int64_t coef = linear ? a->coefs[i] : 1;
        if (gt_ms_is_member(ms, a->cells[i], level))
            row[linear ? 1 : 1 + i] += coef * (int64_t)count;
    }
    const gt_ms_atom *a = atom_of(ms, t);
    if (a->monotone && row[1] > a->bound + 1)
        row[1] = a->bound + 1 > 0 ? a->bound + 1 : 0;
    uint32_t next = gt_ms_keys_put(&ms->states, row, n);
    if (row != few)
        free(row);
    return next;
}

/* The value of a term where the counts of its atom's cells are `sums`. */
static int64_t value_at(gt_ms *ms, gt_ms_term t, const gt_ms_atom *a, const int64_t *sums)
{
    while (ms->values.n <= t)
        gt_vec_push(&ms->values, ((struct gt_ms_value){0}));
    if (ms->values.v[t].epoch == ms->value_epoch)
        return ms->values.v[t].value;
    int64_t value = 0;
    uint32_t n = nkids_of(ms, t);
    if (kind_of(ms, t) == GT_EXPR_CONST) {
        value = payload_of(ms, t);
    } else if (kind_of(ms, t) == GT_EXPR_UNTRACKED) {
        for (uint32_t i = 0; i < a->ncells; i++)
            value = a->cells[i] == (uint32_t)payload_of(ms, t) ? sums[i] : value;
    } else {
        int64_t few[16], *args = n <= 16 ? few : gt_xmalloc(n, sizeof *args);
        for (uint32_t i = 0; i < n; i++)
            args[i] = value_at(ms, kid_of(ms, t, i), a, sums);
        value = gt_expr_apply(kind_of(ms, t), args, n);
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
    const int64_t *row = gt_ms_keys_row(&ms->states, state, &n);
    const gt_ms_atom *a = atom_of(ms, (gt_ms_term)row[0]);
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
        holds = value_at(ms, (gt_ms_term)row[0], a, row + 1) != 0;
    }
    return holds ? GT_MDD_ACCEPT : GT_MDD_REJECT;
}

static gt_mdd filter_atom(gt_ms *ms, gt_mdd x, gt_ms_term t)
{
    size_t n = 1 + (size_t)width_of(atom_of(ms, t));
    int64_t few[16] = {t}, *row = n <= 16 ? few : gt_xcalloc(n, sizeof *row);
    row[0] = t;
    uint32_t state = gt_ms_keys_put(&ms->states, row, n);
    if (row != few)
        free(row);
    return gt_mdd_filter(ms->m, x, state);
}

/* Where the first is as the second says, 0 or 1. */
static gt_mdd filter_iff(gt_ms *ms, gt_mdd x, gt_ms_term a, gt_ms_term b)
{
    gt_mdd yes = gt_ms_filter(ms, x, a), no = gt_mdd_diff(ms->m, x, yes);
    gt_mdd both = gt_ms_filter(ms, yes, b), neither = gt_mdd_diff(ms->m, no, gt_ms_filter(ms, no, b));
    return gt_mdd_or(ms->m, both, neither);
}

/* Where the second holds if the first does, and the third if not. */
static gt_mdd filter_choice(gt_ms *ms, gt_mdd x, gt_ms_term a, gt_ms_term b, gt_ms_term c)
{
    gt_mdd yes = gt_ms_filter(ms, x, a), no = gt_mdd_diff(ms->m, x, yes);
    return gt_mdd_or(ms->m, gt_ms_filter(ms, yes, b), gt_ms_filter(ms, no, c));
}

gt_mdd gt_ms_filter(gt_ms *ms, gt_mdd x, gt_ms_term t)
{
    gt_expr_kind kind = kind_of(ms, t);
    uint32_t n = nkids_of(ms, t);
    gt_mdd all = GT_MDD_NONE;
    if (x == GT_MDD_NONE)
        return x;
    if (kind == GT_EXPR_CONST)
        return payload_of(ms, t) ? x : GT_MDD_NONE;
    if (kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < n; i++)
            x = gt_ms_filter(ms, x, kid_of(ms, t, i));
        return x;
    }
    if (kind == GT_EXPR_OR) {
        for (uint32_t i = 0; i < n; i++)
            all = gt_mdd_or(ms->m, all, gt_ms_filter(ms, x, kid_of(ms, t, i)));
        return all;
    }
    if (kind == GT_EXPR_NOT)
        return gt_mdd_diff(ms->m, x, gt_ms_filter(ms, x, kid_of(ms, t, 0)));
    if (kind == GT_EXPR_IFF)
        return filter_iff(ms, x, kid_of(ms, t, 0), kid_of(ms, t, 1));
    if (kind == GT_EXPR_ITE)
        return filter_choice(ms, x, kid_of(ms, t, 0), kid_of(ms, t, 1), kid_of(ms, t, 2));
    return filter_atom(ms, x, t);
}
