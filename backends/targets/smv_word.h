/* Integers of guarded commands as NuSMV words.
 *
 * NuSMV enumerates the values of ranges but has adders for words, so counters are words. An integer
 * expression whose interval is lo..hi is a word of as many bits as the interval needs, two's complement if lo
 * < 0; sums, differences and products are computed modulo 2^w where only the low w bits matter, comparisons
 * and divisions on as many bits as both operands need. */
#ifndef GT_BACKENDS_TARGETS_SMV_WORD_H
#define GT_BACKENDS_TARGETS_SMV_WORD_H

#include "backends/targets/emit_expr.h"

/* Bits of a word that holds lo..hi. */
uint32_t gt_smv_bits(gt_type type);
/* The type of an integer variable: a word or a range. */
void gt_smv_type(gt_str *out, gt_type type, bool words);
/* The hook for gt_emitter: handles all integer expressions and comparisons of them. */
bool gt_smv_word_hook(gt_emitter *em, const gt_expr *e, int prec);
/* `e` as a value of variable `var`. */
void gt_smv_word_value(gt_emitter *em, uint32_t var, const gt_expr *e);

#endif
