#include "runtime/bdd/lin.h"

#include "runtime/table.h"

#include <stdlib.h>

void gt_lin_init(gt_lin *lin, int64_t constant)
{
    *lin = (gt_lin){.constant = constant};
}

void gt_lin_fini(gt_bdd_mgr *m, gt_lin *lin)
{
    for (size_t i = 0; i < lin->terms.n; i++)
        gt_bdd_drop(m, lin->terms.v[i].bit);
    free(lin->terms.v);
    *lin = (gt_lin){0};
}

void gt_lin_add_bit(gt_bdd_mgr *m, gt_lin *lin, int64_t coef, uint32_t slice, gt_bdd bit)
{
    if (coef == 0 || gt_bdd_is_false(m, bit))
        return;
    if (gt_bdd_is_true(m, bit)) {
        lin->constant += coef * ((int64_t)1 << slice);
        return;
    }
    gt_vec_push(&lin->terms, ((gt_lin_term){coef, slice, gt_bdd_ref(m, bit)}));
}

void gt_lin_add(gt_bdd_mgr *m, gt_lin *lin, int64_t factor, const gt_lin *other)
{
    lin->constant += factor * other->constant;
    for (size_t i = 0; i < other->terms.n; i++) {
        const gt_lin_term *t = &other->terms.v[i];
        gt_lin_add_bit(m, lin, factor * t->coef, t->slice, t->bit);
    }
}

void gt_lin_add_if(gt_bdd_mgr *m, gt_lin *lin, gt_bdd condition, const gt_lin *other)
{
    gt_lin_add_bit(m, lin, other->constant, 0, condition);
    for (size_t i = 0; i < other->terms.n; i++) {
        const gt_lin_term *t = &other->terms.v[i];
        gt_bdd both = gt_bdd_and(m, condition, t->bit);
        gt_lin_add_bit(m, lin, t->coef, t->slice, both);
        gt_bdd_drop(m, both);
    }
}

void gt_lin_add_product(gt_bdd_mgr *m, gt_lin *lin, const gt_lin *a, const gt_lin *b)
{
    gt_lin_add(m, lin, a->constant, b);
    for (size_t i = 0; i < a->terms.n; i++) {
        const gt_lin_term *s = &a->terms.v[i];
        gt_lin_add_bit(m, lin, s->coef * b->constant, s->slice, s->bit);
        for (size_t j = 0; j < b->terms.n; j++) {
            const gt_lin_term *t = &b->terms.v[j];
            gt_bdd both = gt_bdd_and(m, s->bit, t->bit);
            gt_lin_add_bit(m, lin, s->coef * t->coef, s->slice + t->slice, both);
            gt_bdd_drop(m, both);
        }
    }
}

/* ---- normal form ---- */

typedef struct {
    gt_lin_term term;
    uint32_t level;
} sort_key;

/* By slice, then from the top of the order down; equal bits become neighbours. */
static int by_slice_and_level(const void *x, const void *y)
{
    const sort_key *a = x, *b = y;
    if (a->term.slice != b->term.slice)
        return a->term.slice < b->term.slice ? -1 : 1;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    uintptr_t p = (uintptr_t)a->term.bit, q = (uintptr_t)b->term.bit;
    return p < q ? -1 : p > q;
}

void gt_lin_normalize(gt_bdd_mgr *m, gt_lin *lin)
{
    size_t n = lin->terms.n, kept = 0;
    if (n == 0)
        return;
    sort_key *keys = gt_xmalloc(n, sizeof *keys);
    for (size_t i = 0; i < n; i++)
        keys[i] = (sort_key){lin->terms.v[i], gt_bdd_level(m, lin->terms.v[i].bit)};
    qsort(keys, n, sizeof *keys, by_slice_and_level);
    for (size_t i = 0; i < n; i++) {
        gt_lin_term t = keys[i].term;
        gt_lin_term *last = kept ? &lin->terms.v[kept - 1] : NULL;
        if (last && last->slice == t.slice && last->bit == t.bit) {
            last->coef += t.coef;
            gt_bdd_drop(m, t.bit);
        } else {
            lin->terms.v[kept++] = t;
        }
        if (lin->terms.v[kept - 1].coef == 0)
            gt_bdd_drop(m, lin->terms.v[--kept].bit);
    }
    lin->terms.n = kept;
    free(keys);
}

bool gt_lin_is_const(const gt_lin *lin)
{
    return lin->terms.n == 0;
}

bool gt_lin_is_nonneg(const gt_lin *lin)
{
    bool ok = lin->constant >= 0;
    for (size_t i = 0; ok && i < lin->terms.n; i++)
        ok = lin->terms.v[i].coef >= 0;
    return ok;
}

/* ---- comparison ---- */

/* What is left over from the lower slices (`rest`, in units of the slice at hand) before term `pos`. */
typedef struct {
    size_t pos;
    int64_t rest;
    gt_bdd value; /* owned */
} memo_entry;

typedef struct {
    gt_bdd_mgr *m;
    const gt_lin *lin;
    gt_lin_cmp cmp;
    int64_t *least, *most; /* by position: bounds of the terms from there on, in units of that term's slice */
    gt_table table;        /* of memo */
    GT_VEC(memo_entry) memo;
} comparison;

static bool same_place(const void *memo, uint32_t number, const void *key)
{
    const memo_entry *x = (const memo_entry *)memo + number, *y = key;
    return x->pos == y->pos && x->rest == y->rest;
}

static gt_bdd recall(const comparison *c, size_t pos, int64_t rest)
{
    uint64_t hash = gt_hash_combine(pos, (uint64_t)rest);
    uint32_t number =
        gt_table_find(&c->table, hash, same_place, c->memo.v, &(memo_entry){.pos = pos, .rest = rest});
    return number == GT_ABSENT ? NULL : c->memo.v[number].value;
}

/* What is not remembered yet. */
static void remember(comparison *c, size_t pos, int64_t rest, gt_bdd value)
{
    if (!value)
        return;
    gt_table_add(&c->table, gt_hash_combine(pos, (uint64_t)rest));
    gt_vec_push(&c->memo, ((memo_entry){pos, rest, gt_bdd_ref(c->m, value)}));
}

static int64_t shift_floor(int64_t x, uint32_t by)
{
    int64_t d = (int64_t)1 << by;
    return x >= 0 ? x / d : -((-x + d - 1) / d);
}

/* The comparison of rest + the terms from `pos` on, where rest counts units of `slice`. */
static gt_bdd compare_from(comparison *c, size_t pos, int64_t rest, uint32_t slice)
{
    gt_bdd_mgr *m = c->m;
    if (gt_bdd_status(m) != GT_BDD_OK) /* nothing is remembered any more: without this, exponential */
        return NULL;
    if (pos == c->lin->terms.n)
        return gt_bdd_const(m, c->cmp == GT_LIN_EQ ? rest == 0 : rest >= 0);
    const gt_lin_term *t = &c->lin->terms.v[pos];
    if (t->slice > slice) {
        int64_t up = shift_floor(rest, t->slice - slice);
        if (c->cmp == GT_LIN_EQ && up * ((int64_t)1 << (t->slice - slice)) != rest)
            return gt_bdd_const(m, false);
        rest = up;
    }
    int64_t lo = rest + c->least[pos], hi = rest + c->most[pos];
    if (hi < 0 || (c->cmp == GT_LIN_EQ && lo > 0))
        return gt_bdd_const(m, false);
    if (c->cmp == GT_LIN_GE && lo >= 0)
        return gt_bdd_const(m, true);
    gt_bdd known = recall(c, pos, rest);
    if (known)
        return gt_bdd_ref(m, known);
    gt_bdd with = compare_from(c, pos + 1, rest + t->coef, t->slice);
    gt_bdd without = compare_from(c, pos + 1, rest, t->slice);
    gt_bdd r = gt_bdd_ite(m, t->bit, with, without);
    gt_bdd_drop(m, with);
    gt_bdd_drop(m, without);
    remember(c, pos, rest, r);
    return r;
}

static int64_t scale(int64_t x, uint32_t by)
{
    const int64_t limit = (int64_t)1 << 61; /* beyond any constant or carry: saturates */
    for (; by > 0 && x > -limit && x < limit; by--)
        x *= 2;
    return x;
}

gt_bdd gt_lin_compare(gt_bdd_mgr *m, gt_lin *lin, gt_lin_cmp cmp)
{
    if (gt_bdd_status(m) != GT_BDD_OK)
        return NULL;
    gt_lin_normalize(m, lin);
    size_t n = lin->terms.n;
    comparison c = {.m = m, .lin = lin, .cmp = cmp};
    c.least = gt_xcalloc(n + 1, sizeof *c.least);
    c.most = gt_xcalloc(n + 1, sizeof *c.most);
    for (size_t i = n; i-- > 0;) {
        const gt_lin_term *t = &lin->terms.v[i];
        uint32_t up = i + 1 < n ? lin->terms.v[i + 1].slice - t->slice : 0;
        c.least[i] = scale(c.least[i + 1], up) + (t->coef < 0 ? t->coef : 0);
        c.most[i] = scale(c.most[i + 1], up) + (t->coef > 0 ? t->coef : 0);
    }
    gt_bdd r = compare_from(&c, 0, lin->constant, 0);
    for (size_t i = 0; i < c.memo.n; i++)
        gt_bdd_drop(m, c.memo.v[i].value);
    free(c.memo.v);
    gt_table_fini(&c.table);
    free(c.least);
    free(c.most);
    return r;
}

/* ---- bits ---- */

/* bits += other, both of `width` bits, with carry in; the carry out is lost. */
static void add_vectors(gt_bdd_mgr *m, gt_bdd *bits, const gt_bdd *other, uint32_t width, bool carry_in)
{
    gt_bdd carry = gt_bdd_const(m, carry_in);
    for (uint32_t i = 0; i < width; i++) {
        gt_bdd half = gt_bdd_xor(m, bits[i], other[i]);
        gt_bdd sum = gt_bdd_xor(m, half, carry);
        gt_bdd_set(m, &carry, gt_bdd_ite(m, half, carry, bits[i]));
        gt_bdd_set(m, &bits[i], sum);
        gt_bdd_drop(m, half);
    }
    gt_bdd_drop(m, carry);
}

static void drop_vector(gt_bdd_mgr *m, gt_bdd *bits, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        gt_bdd_drop(m, bits[i]);
}

/* Two's complement bits 0..width-1 of the form, least significant first, each owned. */
static void bits_of(gt_bdd_mgr *m, const gt_lin *lin, uint32_t width, gt_bdd *bits)
{
    if (width > 64)
        gt_ice("integers of %u bits", width);
    gt_bdd term[64];
    for (uint32_t i = 0; i < width; i++)
        bits[i] = gt_bdd_const(m, (uint64_t)lin->constant >> i & 1);
    for (size_t k = 0; k < lin->terms.n; k++) {
        const gt_lin_term *t = &lin->terms.v[k];
        uint64_t weight = (uint64_t)t->coef << t->slice;
        for (uint32_t i = 0; i < width; i++)
            term[i] = weight >> i & 1 ? gt_bdd_ref(m, t->bit) : gt_bdd_const(m, false);
        add_vectors(m, bits, term, width, false);
        drop_vector(m, term, width);
    }
}

/* bits := condition ? -bits : bits */
static void negate_if(gt_bdd_mgr *m, gt_bdd condition, gt_bdd *bits, uint32_t width)
{
    gt_bdd carry = gt_bdd_ref(m, condition);
    for (uint32_t i = 0; i < width; i++) {
        gt_bdd flipped = gt_bdd_xor(m, bits[i], condition);
        gt_bdd_set(m, &bits[i], gt_bdd_xor(m, flipped, carry));
        gt_bdd_and_to(m, &carry, flipped);
        gt_bdd_drop(m, flipped);
    }
    gt_bdd_drop(m, carry);
}

/* One step of schoolbook division: if rest >= divisor then rest -= divisor. Returns that condition. */
static gt_bdd divide_step(gt_bdd_mgr *m, gt_bdd *rest, const gt_bdd *divisor, uint32_t width)
{
    gt_bdd minus[64], less[64];
    for (uint32_t i = 0; i < width; i++) {
        minus[i] = gt_bdd_not(m, divisor[i]);
        less[i] = gt_bdd_ref(m, rest[i]);
    }
    add_vectors(m, less, minus, width, true);
    gt_bdd fits = gt_bdd_not(m, less[width - 1]); /* both are below 2^(width-1): the sign tells */
    for (uint32_t i = 0; i < width; i++)
        gt_bdd_set(m, &rest[i], gt_bdd_ite(m, fits, less[i], rest[i]));
    drop_vector(m, minus, width);
    drop_vector(m, less, width);
    return fits;
}

void gt_lin_add_quotient(gt_bdd_mgr *m, gt_lin *lin, const gt_lin *a, const gt_lin *b, bool remainder,
                         uint32_t width)
{
    uint32_t w = width + 2; /* a sign, and room for doubling the rest */
    if (w > 64)
        gt_ice("division of %u bits", width);
    gt_bdd x[64], y[64], rest[64], quotient[64];
    bits_of(m, a, w, x);
    bits_of(m, b, w, y);
    gt_bdd x_neg = gt_bdd_ref(m, x[w - 1]), y_neg = gt_bdd_ref(m, y[w - 1]);
    negate_if(m, x_neg, x, w);
    negate_if(m, y_neg, y, w);
    gt_bdd nonzero = gt_bdd_const(m, false);
    for (uint32_t i = 0; i < w; i++) {
        gt_bdd_or_to(m, &nonzero, y[i]);
        rest[i] = gt_bdd_const(m, false);
    }
    for (uint32_t i = w; i-- > 0;) {
        gt_bdd_drop(m, rest[w - 1]);
        for (uint32_t j = w - 1; j > 0; j--)
            rest[j] = rest[j - 1];
        rest[0] = gt_bdd_ref(m, x[i]);
        quotient[i] = divide_step(m, rest, y, w);
    }
    gt_bdd_set(m, &y_neg, gt_bdd_xor(m, x_neg, y_neg));
    negate_if(m, y_neg, quotient, w);
    negate_if(m, x_neg, rest, w);
    gt_lin value = {0};
    for (uint32_t i = 0; i < w; i++)
        gt_lin_add_bit(m, &value, i + 1 == w ? -1 : 1, i, remainder ? rest[i] : quotient[i]);
    gt_lin_add_if(m, lin, nonzero, &value);
    gt_lin_fini(m, &value);
    drop_vector(m, x, w);
    drop_vector(m, y, w);
    drop_vector(m, rest, w);
    drop_vector(m, quotient, w);
    gt_bdd_drop(m, x_neg);
    gt_bdd_drop(m, y_neg);
    gt_bdd_drop(m, nonzero);
}

int64_t gt_lin_eval(const gt_bdd_mgr *m, const gt_lin *lin, const bool *bits)
{
    int64_t value = lin->constant;
    for (size_t i = 0; i < lin->terms.n; i++) {
        const gt_lin_term *t = &lin->terms.v[i];
        if (gt_bdd_eval(m, t->bit, bits))
            value += t->coef * ((int64_t)1 << t->slice);
    }
    return value;
}
