#include "runtime/aig/word.h"

static gt_lit at(const gt_word *x, uint32_t i)
{
    return x->bit[i < x->n ? i : x->n - 1];
}

static uint32_t widest(gt_word x, gt_word y)
{
    return x.n > y.n ? x.n : y.n;
}

static gt_word wide(uint32_t n)
{
    if (n > GT_WORD_MAX)
        gt_ice("a word of %u bits", n);
    return (gt_word){.n = n};
}

uint32_t gt_word_width(int64_t lo, int64_t hi)
{
    uint32_t n = 1;
    while (n < 64 && (lo < -(INT64_C(1) << (n - 1)) || hi > (INT64_C(1) << (n - 1)) - 1))
        n++;
    return n;
}

gt_word gt_word_const(int64_t value)
{
    gt_word w = wide(gt_word_width(value, value));
    for (uint32_t i = 0; i < w.n; i++)
        w.bit[i] = (gt_lit)(((uint64_t)value >> i) & 1);
    return w;
}

gt_word gt_word_fit(gt_word x, uint32_t n)
{
    gt_word w = wide(n);
    for (uint32_t i = 0; i < n; i++)
        w.bit[i] = at(&x, i);
    return w;
}

/* x + y, or with `minus` x - y, in n bits. */
static gt_word sum(gt_aig *g, gt_word x, gt_word y, bool minus, uint32_t n)
{
    gt_word w = wide(n);
    gt_lit carry = minus ? GT_LIT_TRUE : GT_LIT_FALSE;
    for (uint32_t i = 0; i < n; i++) {
        gt_lit a = at(&x, i), b = gt_lit_if(at(&y, i), minus);
        gt_lit differ = gt_lit_not(gt_aig_iff(g, a, b));
        w.bit[i] = gt_lit_not(gt_aig_iff(g, differ, carry));
        carry = gt_aig_ite(g, differ, carry, a);
    }
    return w;
}

gt_word gt_word_add(gt_aig *g, gt_word x, gt_word y)
{
    return sum(g, x, y, false, widest(x, y) + 1);
}

gt_word gt_word_sub(gt_aig *g, gt_word x, gt_word y)
{
    return sum(g, x, y, true, widest(x, y) + 1);
}

gt_word gt_word_mul(gt_aig *g, gt_word x, gt_word y)
{
    gt_word product = gt_word_fit(gt_word_const(0), x.n + y.n);
    for (uint32_t i = 0; i < y.n; i++) {
        gt_word row = wide(product.n);
        for (uint32_t j = 0; j < row.n; j++)
            row.bit[j] = j < i ? GT_LIT_FALSE : gt_aig_and(g, at(&x, j - i), y.bit[i]);
        product = sum(g, product, row, i + 1 == y.n, product.n); /* the sign counts negatively */
    }
    return product;
}

gt_word gt_word_ite(gt_aig *g, gt_lit c, gt_word x, gt_word y)
{
    gt_word w = wide(widest(x, y));
    for (uint32_t i = 0; i < w.n; i++)
        w.bit[i] = gt_aig_ite(g, c, at(&x, i), at(&y, i));
    return w;
}

static gt_word absolute(gt_aig *g, gt_word x)
{
    gt_word zero = gt_word_const(0);
    return gt_word_ite(g, x.bit[x.n - 1], gt_word_sub(g, zero, x), x);
}

/* Long division of absolute values, bit by bit. */
static void divide(gt_aig *g, gt_word x, gt_word y, gt_word *quotient, gt_word *rest)
{
    gt_word a = absolute(g, x), b = absolute(g, y);
    *quotient = gt_word_fit(gt_word_const(0), a.n + 1);
    *rest = gt_word_fit(gt_word_const(0), b.n + 1);
    for (uint32_t i = a.n; i-- > 0;) {
        gt_word next = wide(rest->n + 1);
        next.bit[0] = a.bit[i];
        for (uint32_t j = 0; j < rest->n; j++)
            next.bit[j + 1] = rest->bit[j];
        gt_lit fits = gt_lit_not(gt_word_lt(g, next, b));
        quotient->bit[i] = fits;
        *rest = gt_word_fit(gt_word_ite(g, fits, sum(g, next, b, true, next.n), next), rest->n);
    }
}

/* x, or its negative, or 0 if y is 0. */
static gt_word signed_as(gt_aig *g, gt_lit negative, gt_word x, gt_word y)
{
    gt_word zero = gt_word_const(0);
    gt_word w = gt_word_ite(g, negative, gt_word_sub(g, zero, x), x);
    return gt_word_ite(g, gt_word_eq(g, y, zero), zero, w);
}

gt_word gt_word_div(gt_aig *g, gt_word x, gt_word y)
{
    gt_word quotient, rest;
    divide(g, x, y, &quotient, &rest);
    gt_lit differ = gt_lit_not(gt_aig_iff(g, x.bit[x.n - 1], y.bit[y.n - 1]));
    return signed_as(g, differ, quotient, y);
}

gt_word gt_word_mod(gt_aig *g, gt_word x, gt_word y)
{
    gt_word quotient, rest;
    divide(g, x, y, &quotient, &rest);
    return signed_as(g, x.bit[x.n - 1], rest, y);
}

gt_lit gt_word_eq(gt_aig *g, gt_word x, gt_word y)
{
    gt_lit equal = GT_LIT_TRUE;
    for (uint32_t i = 0; i < widest(x, y); i++)
        equal = gt_aig_and(g, equal, gt_aig_iff(g, at(&x, i), at(&y, i)));
    return equal;
}

gt_lit gt_word_lt(gt_aig *g, gt_word x, gt_word y)
{
    gt_word difference = gt_word_sub(g, x, y);
    return difference.bit[difference.n - 1];
}
