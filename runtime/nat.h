/* Natural numbers of any size. */
#ifndef GT_RUNTIME_NAT_H
#define GT_RUNTIME_NAT_H

#include <stddef.h>
#include <stdint.h>

/* To the base 10^9, least significant first; all zero is 0, for which nothing needs to be given back. */
typedef struct {
    size_t n, cap;
    uint32_t *digits;
} gt_nat;

void gt_nat_fini(gt_nat *x);
void gt_nat_set(gt_nat *x, uint32_t value); /* value < 10^9 */
void gt_nat_copy(gt_nat *x, const gt_nat *from);
void gt_nat_add(gt_nat *x, const gt_nat *y);
void gt_nat_scale(gt_nat *x, uint32_t by);
/* Without a remainder: by divides x. */
void gt_nat_shrink(gt_nat *x, uint32_t by);
/* x += y * z; x is neither of them. */
void gt_nat_add_product(gt_nat *x, const gt_nat *y, const gt_nat *z);
/* Decimal, on the heap. */
char *gt_nat_text(const gt_nat *x);

#endif
