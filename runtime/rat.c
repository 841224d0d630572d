#include "runtime/rat.h"

static const gt_rat nan_rat = {0, 0};

static gt_i128 gcd(gt_i128 a, gt_i128 b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        gt_i128 r = a % b;
        a = b;
        b = r;
    }
    return a;
}

gt_rat gt_rat_make(gt_i128 num, gt_i128 den)
{
    if (den == 0)
        return nan_rat;
    gt_i128 g = gcd(num, den);
    if (den < 0)
        g = -g;
    return (gt_rat){num / g, den / g};
}

gt_rat gt_rat_int(int64_t value)
{
    return (gt_rat){value, 1};
}

static gt_rat add_scaled(gt_rat a, gt_rat b, bool minus)
{
    if (a.den == 0 || b.den == 0)
        return nan_rat;
    gt_i128 g = gcd(a.den, b.den);
    gt_i128 x, y, num, den;
    if (__builtin_mul_overflow(a.num, b.den / g, &x) || __builtin_mul_overflow(b.num, a.den / g, &y) ||
        __builtin_mul_overflow(a.den, b.den / g, &den))
        return nan_rat;
    if (minus ? __builtin_sub_overflow(x, y, &num) : __builtin_add_overflow(x, y, &num))
        return nan_rat;
    return gt_rat_make(num, den);
}

gt_rat gt_rat_add(gt_rat a, gt_rat b)
{
    return add_scaled(a, b, false);
}

gt_rat gt_rat_sub(gt_rat a, gt_rat b)
{
    return add_scaled(a, b, true);
}

gt_rat gt_rat_mul(gt_rat a, gt_rat b)
{
    if (a.den == 0 || b.den == 0)
        return nan_rat;
    gt_rat x = gt_rat_make(a.num, b.den);
    gt_rat y = gt_rat_make(b.num, a.den);
    gt_i128 num, den;
    if (__builtin_mul_overflow(x.num, y.num, &num) || __builtin_mul_overflow(x.den, y.den, &den))
        return nan_rat;
    return (gt_rat){num, den};
}

gt_rat gt_rat_div(gt_rat a, gt_rat b)
{
    return gt_rat_mul(a, gt_rat_make(b.den, b.num));
}

bool gt_rat_is_nan(gt_rat a)
{
    return a.den == 0;
}

bool gt_rat_equal(gt_rat a, gt_rat b)
{
    return a.den != 0 && a.num == b.num && a.den == b.den;
}

int gt_rat_compare(gt_rat a, gt_rat b)
{
    gt_i128 x, y;
    if (__builtin_mul_overflow(a.num, b.den, &x) || __builtin_mul_overflow(b.num, a.den, &y)) {
        long double u = (long double)a.num / (long double)a.den;
        long double v = (long double)b.num / (long double)b.den;
        return (u > v) - (u < v);
    }
    return (x > y) - (x < y);
}

void gt_u128_print(gt_u128 value, gt_str *out)
{
    char digits[40];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value != 0);
    gt_str_addn(out, digits + at, sizeof digits - at);
}

void gt_rat_print(gt_rat a, gt_str *out)
{
    if (a.den == 0) {
        gt_str_add(out, "nan");
        return;
    }
    if (a.num < 0)
        gt_str_addc(out, '-');
    gt_u128_print((gt_u128)(a.num < 0 ? -a.num : a.num), out);
    if (a.den != 1) {
        gt_str_addc(out, '/');
        gt_u128_print((gt_u128)a.den, out);
    }
}
