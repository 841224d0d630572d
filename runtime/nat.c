#include "runtime/nat.h"

#include "runtime/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t base = 1000000000;

void gt_nat_fini(gt_nat *x)
{
    free(x->digits);
    *x = (gt_nat){0};
}

static void make_room(gt_nat *x, size_t n)
{
    if (n <= x->cap)
        return;
    x->cap = 2 * n;
    x->digits = gt_xrealloc(x->digits, x->cap, sizeof *x->digits);
}

static void push(gt_nat *x, uint64_t carry)
{
    for (; carry; carry /= base) {
        make_room(x, x->n + 1);
        x->digits[x->n++] = (uint32_t)(carry % base);
    }
}

static void trim(gt_nat *x)
{
    while (x->n && x->digits[x->n - 1] == 0)
        x->n--;
}

void gt_nat_set(gt_nat *x, uint32_t value)
{
    x->n = 0;
    push(x, value);
}

void gt_nat_copy(gt_nat *x, const gt_nat *from)
{
    make_room(x, from->n);
    x->n = from->n;
    if (x->n)
        memcpy(x->digits, from->digits, x->n * sizeof *x->digits);
}

void gt_nat_add(gt_nat *x, const gt_nat *y)
{
    uint64_t carry = 0;
    make_room(x, y->n);
    while (x->n < y->n)
        x->digits[x->n++] = 0;
    for (size_t i = 0; i < x->n && (carry || i < y->n); i++) {
        uint64_t sum = carry + x->digits[i] + (i < y->n ? y->digits[i] : 0);
        x->digits[i] = (uint32_t)(sum % base);
        carry = sum / base;
    }
    push(x, carry);
}

void gt_nat_scale(gt_nat *x, uint32_t by)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < x->n; i++) {
        carry += (uint64_t)x->digits[i] * by;
        x->digits[i] = (uint32_t)(carry % base);
        carry /= base;
    }
    push(x, carry);
    trim(x);
}

void gt_nat_shrink(gt_nat *x, uint32_t by)
{
    uint64_t rest = 0;
    for (size_t i = x->n; i-- > 0;) {
        rest = rest * base + x->digits[i];
        x->digits[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    trim(x);
    if (rest)
        gt_ice("a number is divided with a remainder");
}

void gt_nat_add_product(gt_nat *x, const gt_nat *y, const gt_nat *z)
{
    size_t n = y->n + z->n + 1;
    make_room(x, n);
    while (x->n < n)
        x->digits[x->n++] = 0;
    for (size_t i = 0; i < y->n; i++) {
        uint64_t carry = 0;
        size_t k = 0;
        for (; k < z->n; k++) {
            carry += x->digits[i + k] + (uint64_t)y->digits[i] * z->digits[k];
            x->digits[i + k] = (uint32_t)(carry % base);
            carry /= base;
        }
        for (; carry; k++) {
            if (i + k == x->n) {
                push(x, carry);
                break;
            }
            carry += x->digits[i + k];
            x->digits[i + k] = (uint32_t)(carry % base);
            carry /= base;
        }
    }
    trim(x);
}

char *gt_nat_text(const gt_nat *x)
{
    size_t size = x->n * 9 + 2, at = 0;
    char *text = gt_xmalloc(size, 1);
    at = gt_printed(snprintf(text, size, "%u", x->n ? x->digits[x->n - 1] : 0));
    for (size_t i = x->n; i-- > 1;)
        at += gt_printed(snprintf(text + at, size - at, "%09u", x->digits[i - 1]));
    return text;
}
