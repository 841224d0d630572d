/* Integers as words of literals, in two's complement: what hardware does with them, as circuits. */
#ifndef GT_RUNTIME_AIG_WORD_H
#define GT_RUNTIME_AIG_WORD_H

#include "runtime/aig/aig.h"

enum { GT_WORD_MAX = 68 }; /* products of two numbers of 33 bits, and a sign */

typedef struct {
    uint32_t n;              /* at least 1 */
    gt_lit bit[GT_WORD_MAX]; /* the lowest first; the last one is the sign, and all that would follow */
} gt_word;

/* As many bits as these numbers need. */
uint32_t gt_word_width(int64_t lo, int64_t hi);
gt_word gt_word_const(int64_t value);
/* The same number in n bits; what does not fit is cut off. */
gt_word gt_word_fit(gt_word x, uint32_t n);

/* Exact: as wide as the result needs. */
gt_word gt_word_add(gt_aig *g, gt_word x, gt_word y);
gt_word gt_word_sub(gt_aig *g, gt_word x, gt_word y);
gt_word gt_word_mul(gt_aig *g, gt_word x, gt_word y);
/* Truncates towards zero; 0 if y is 0. */
gt_word gt_word_div(gt_aig *g, gt_word x, gt_word y);
/* With the sign of x; 0 if y is 0. */
gt_word gt_word_mod(gt_aig *g, gt_word x, gt_word y);
gt_word gt_word_ite(gt_aig *g, gt_lit c, gt_word x, gt_word y);

gt_lit gt_word_eq(gt_aig *g, gt_word x, gt_word y);
gt_lit gt_word_lt(gt_aig *g, gt_word x, gt_word y);

#endif
