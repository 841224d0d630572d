/* Exact rational numbers for probabilities, rates and weights: 128-bit numerator and denominator. */
#ifndef GT_RUNTIME_RAT_H
#define GT_RUNTIME_RAT_H

#include "runtime/str.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 gt_i128;
__extension__ typedef unsigned __int128 gt_u128;

/* In lowest terms, den > 0. den == 0: not a number (overflow or division by zero); it stays so in arithmetic
 * and equals nothing. */
typedef struct {
    gt_i128 num, den;
} gt_rat;

gt_rat gt_rat_make(gt_i128 num, gt_i128 den);
gt_rat gt_rat_int(int64_t value);
gt_rat gt_rat_add(gt_rat a, gt_rat b);
gt_rat gt_rat_sub(gt_rat a, gt_rat b);
gt_rat gt_rat_mul(gt_rat a, gt_rat b);
gt_rat gt_rat_div(gt_rat a, gt_rat b);
bool gt_rat_is_nan(gt_rat a);
bool gt_rat_equal(gt_rat a, gt_rat b);
/* -1, 0, 1; neither may be NaN. Exact while the cross products fit 128 bits, else by long double. */
int gt_rat_compare(gt_rat a, gt_rat b);
/* "1/3", "2", "nan". */
void gt_rat_print(gt_rat a, gt_str *out);
void gt_u128_print(gt_u128 value, gt_str *out);

#endif
