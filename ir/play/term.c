/* Terms over counts. */
#include "ir/play/play.h"

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
    const int64_t *row = gt_play_keys_row(things, number, &n);
    return n == w->n && memcmp(row, w->row, n * sizeof *row) == 0;
}

uint32_t gt_play_keys_put(gt_play_keys *keys, const int64_t *row, size_t n)
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

void gt_play_keys_fini(gt_play_keys *keys)
{
    gt_table_fini(&keys->table);
    free(keys->pool.v);
    free(keys->at.v);
}

/* ---- terms: kind, payload, kids ---- */

enum { KIND, PAYLOAD, KIDS };

static gt_play_term intern(gt_play *play, gt_expr_kind kind, int64_t payload, const gt_play_term *kids,
                           uint32_t nkids)
{
    int64_t few[16], *row = nkids + KIDS <= 16 ? few : gt_xmalloc((size_t)nkids + KIDS, sizeof *row);
    row[KIND] = kind;
    row[PAYLOAD] = payload;
    for (uint32_t i = 0; i < nkids; i++)
        row[KIDS + i] = kids[i];
    gt_play_term t = gt_play_keys_put(&play->terms, row, (size_t)nkids + KIDS);
    if (row != few)
        free(row);
    return t;
}

gt_play_term gt_play_const(gt_play *play, int64_t value)
{
    return intern(play, GT_EXPR_CONST, value, NULL, 0);
}

gt_play_term gt_play_cell_term(gt_play *play, uint32_t cell)
{
    return intern(play, GT_EXPR_UNTRACKED, cell, NULL, 0);
}

gt_expr_kind gt_play_kind(const gt_play *play, gt_play_term t)
{
    size_t n;
    return (gt_expr_kind)gt_play_keys_row(&play->terms, t, &n)[KIND];
}

uint32_t gt_play_nkids(const gt_play *play, gt_play_term t)
{
    size_t n;
    (void)gt_play_keys_row(&play->terms, t, &n);
    return (uint32_t)n - KIDS;
}

gt_play_term gt_play_kid(const gt_play *play, gt_play_term t, uint32_t i)
{
    size_t n;
    return (gt_play_term)gt_play_keys_row(&play->terms, t, &n)[KIDS + i];
}

int64_t gt_play_payload(const gt_play *play, gt_play_term t)
{
    size_t n;
    return gt_play_keys_row(&play->terms, t, &n)[PAYLOAD];
}

bool gt_play_is_const(const gt_play *play, gt_play_term t, int64_t *value)
{
    if (gt_play_kind(play, t) != GT_EXPR_CONST)
        return false;
    *value = gt_play_payload(play, t);
    return true;
}

gt_play_term gt_play_count_is(gt_play *play, uint32_t cell, int64_t value)
{
    return gt_play_op(play, GT_EXPR_EQ,
                      (gt_play_term[2]){gt_play_cell_term(play, cell), gt_play_const(play, value)}, 2);
}

/* AND, OR: without those that say nothing; `dull` is what says nothing. */
static gt_play_term junction(gt_play *play, gt_expr_kind kind, const gt_play_term *kids, uint32_t nkids)
{
    bool dull = kind == GT_EXPR_AND;
    gt_play_term few[16], *left = nkids <= 16 ? few : gt_xmalloc(nkids, sizeof *left), result;
    uint32_t n = 0;
    bool decided = false;
    for (uint32_t i = 0; i < nkids && !decided; i++) {
        int64_t value;
        bool known = gt_play_is_const(play, kids[i], &value), before = false;
        decided = known && (value != 0) != dull;
        for (uint32_t k = 0; k < n; k++)
            before = before || left[k] == kids[i];
        if (!known && !before)
            left[n++] = kids[i];
    }
    if (decided || n == 0)
        result = gt_play_const(play, decided ? !dull : dull);
    else
        result = n == 1 ? left[0] : intern(play, kind, 0, left, n);
    if (left != few)
        free(left);
    return result;
}

gt_play_term gt_play_op(gt_play *play, gt_expr_kind kind, const gt_play_term *kids, uint32_t nkids)
{
    if (kind == GT_EXPR_AND || kind == GT_EXPR_OR)
        return junction(play, kind, kids, nkids);
    int64_t few[16], *values = nkids <= 16 ? few : gt_xmalloc(nkids, sizeof *values);
    bool known = true;
    for (uint32_t i = 0; i < nkids; i++)
        known = known && gt_play_is_const(play, kids[i], &values[i]);
    gt_play_term t =
        known ? gt_play_const(play, gt_expr_apply(kind, values, nkids)) : intern(play, kind, 0, kids, nkids);
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
static bool split_product(const gt_play *play, gt_play_term t, int64_t *factor, gt_play_term *open)
{
    bool good = true;
    uint32_t nopen = 0;
    for (uint32_t i = 0; i < gt_play_nkids(play, t); i++) {
        int64_t value;
        if (!gt_play_is_const(play, gt_play_kid(play, t, i), &value)) {
            *open = gt_play_kid(play, t, i);
            nopen++;
        } else {
            good = good && is_small(value, 20) && is_small(*factor, 40);
            *factor *= good ? value : 1;
        }
    }
    return good && nopen == 1;
}

/* to += factor * t; false: not linear, or too large. */
static bool add_linear(const gt_play *play, gt_play_term t, int64_t factor, parts *to, int64_t *constant)
{
    gt_expr_kind kind = gt_play_kind(play, t);
    gt_play_term open = t;
    bool linear = is_small(factor, 40);
    if (kind == GT_EXPR_CONST) {
        linear = linear && is_small(gt_play_payload(play, t), 20);
        *constant += linear ? factor * gt_play_payload(play, t) : 0;
    } else if (kind == GT_EXPR_UNTRACKED) {
        add_part(to, (uint32_t)gt_play_payload(play, t), factor);
    } else if (kind == GT_EXPR_ADD) {
        for (uint32_t i = 0; i < gt_play_nkids(play, t) && linear; i++)
            linear = add_linear(play, gt_play_kid(play, t, i), factor, to, constant);
    } else if (kind == GT_EXPR_SUB) {
        linear = linear && add_linear(play, gt_play_kid(play, t, 0), factor, to, constant) &&
                 add_linear(play, gt_play_kid(play, t, 1), -factor, to, constant);
    } else if (kind == GT_EXPR_NEG) {
        linear = linear && add_linear(play, gt_play_kid(play, t, 0), -factor, to, constant);
    } else if (kind == GT_EXPR_MUL) {
        linear =
            linear && split_product(play, t, &factor, &open) && add_linear(play, open, factor, to, constant);
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

static void cells_of(gt_play *play, gt_play_term t, gt_ptrmap *been, parts *to)
{
    if (gt_play_kind(play, t) == GT_EXPR_UNTRACKED)
        add_part(to, (uint32_t)gt_play_payload(play, t), 0);
    uint64_t *here = gt_ptrmap_at(been, (const void *)((uintptr_t)t + 1));
    if ((*here)++)
        return;
    for (uint32_t i = 0; i < gt_play_nkids(play, t); i++)
        cells_of(play, gt_play_kid(play, t, i), been, to);
}

static gt_play_atom make_atom(gt_play *play, gt_play_term t)
{
    parts found = {0};
    int64_t constant = 0;
    gt_play_atom a = {.ready = true, .kind = gt_play_kind(play, t)};
    if (is_comparison(a.kind))
        a.linear = add_linear(play, gt_play_kid(play, t, 0), 1, &found, &constant) &&
                   add_linear(play, gt_play_kid(play, t, 1), -1, &found, &constant);
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
        cells_of(play, t, &been, &found);
        gt_ptrmap_fini(&been);
    }
    a.ncells = (uint32_t)found.n;
    a.cells = GT_NEW_ARRAY(play->arena, uint32_t, found.n);
    a.coefs = GT_NEW_ARRAY(play->arena, int64_t, found.n);
    for (size_t i = 0; i < found.n; i++) {
        a.cells[i] = found.v[i].cell;
        a.coefs[i] = found.v[i].coef;
    }
    free(found.v);
    return a;
}

const gt_play_atom *gt_play_atom_of(gt_play *play, gt_play_term t)
{
    while (play->atoms.n <= t)
        gt_vec_push(&play->atoms, ((gt_play_atom){.ready = false}));
    if (!play->atoms.v[t].ready) {
        gt_play_atom made = make_atom(play, t);
        play->atoms.v[t] = made;
    }
    return &play->atoms.v[t];
}
