/* Integer expressions as weighted sums of Boolean functions, and their comparisons as BDDs.
 *
 * A form is  constant + sum of coef * 2^slice * [bit]  with any BDD as bit. A counter with bits b0, b1, ...
 * is the terms (1, 0, b0), (1, 1, b1), ...; so sums of counters, differences, conditionals and products are
 * forms too. A comparison with 0 is built slice by slice from the least significant one, carrying what the
 * lower slices leave over: in an order of variables by slice this takes about (sum of |coef|)^2 nodes per
 * slice, and a carry that can no longer change the outcome ends the branch (so that "sum >= t" saturates at
 * t). In other orders it is right as well. */
#ifndef GT_RUNTIME_BDD_LIN_H
#define GT_RUNTIME_BDD_LIN_H

#include "runtime/base.h"
#include "runtime/bdd/bdd.h"

typedef struct {
    int64_t coef;
    uint32_t slice;
    gt_bdd bit; /* owned by the form */
} gt_lin_term;

typedef struct {
    int64_t constant;
    GT_VEC(gt_lin_term) terms;
} gt_lin;

void gt_lin_init(gt_lin *lin, int64_t constant);
void gt_lin_fini(gt_bdd_mgr *m, gt_lin *lin);
/* lin += coef * 2^slice * [bit] */
void gt_lin_add_bit(gt_bdd_mgr *m, gt_lin *lin, int64_t coef, uint32_t slice, gt_bdd bit);
/* lin += factor * other; `lin` and `other` are different objects */
void gt_lin_add(gt_bdd_mgr *m, gt_lin *lin, int64_t factor, const gt_lin *other);
/* lin += condition ? other : 0 */
void gt_lin_add_if(gt_bdd_mgr *m, gt_lin *lin, gt_bdd condition, const gt_lin *other);
/* lin += a * b */
void gt_lin_add_product(gt_bdd_mgr *m, gt_lin *lin, const gt_lin *a, const gt_lin *b);
/* lin += a / b (truncating), or a % b (sign of the dividend); 0 where b is 0. |a|, |b| < 2^width. */
void gt_lin_add_quotient(gt_bdd_mgr *m, gt_lin *lin, const gt_lin *a, const gt_lin *b, bool remainder,
                         uint32_t width);
/* Adds up terms with the same bit and drops those that vanish. */
void gt_lin_normalize(gt_bdd_mgr *m, gt_lin *lin);
/* No term: the form is its constant (after normalizing). */
bool gt_lin_is_const(const gt_lin *lin);
/* Certainly >= 0 whatever the bits are. */
bool gt_lin_is_nonneg(const gt_lin *lin);

typedef enum { GT_LIN_EQ, GT_LIN_GE } gt_lin_cmp;
/* lin = 0, lin >= 0. Normalizes `lin`. */
gt_bdd gt_lin_compare(gt_bdd_mgr *m, gt_lin *lin, gt_lin_cmp cmp);
/* The value in one state. */
int64_t gt_lin_eval(const gt_bdd_mgr *m, const gt_lin *lin, const bool *bits);

#endif
