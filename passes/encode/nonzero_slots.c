#include "passes/encode/nonzero_slots.h"

#include <stdlib.h>

static const gt_pos nowhere;

static const gt_expr *op2(gt_nz *z, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op2(z->fold, nowhere, kind, x, y);
}

static const gt_expr *ite(gt_nz *z, const gt_expr *c, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op3(z->fold, nowhere, GT_EXPR_ITE, c, x, y);
}

gt_nz_slots gt_nz_slots_now(gt_nz *z, const gt_nz_type *t)
{
    size_t n = (size_t)t->nslots * t->width;
    gt_nz_slots slots = gt_xmalloc(n + 1, sizeof *slots);
    for (size_t i = 0; i < n; i++)
        slots[i] = gt_nz_cvar(z, t->first + (uint32_t)i);
    return slots;
}

const gt_expr *gt_nz_is_empty(gt_nz *z, const gt_nz_type *t, const gt_expr *const *slot, uint32_t k)
{
    if (k < t->nfull)
        return gt_fold_bool(z->fold, nowhere, false);
    return z->pairs ? gt_fold_is(z->fold, slot[t->nfields], 0) : gt_fold_is(z->fold, slot[0], t->nil);
}

const gt_expr *gt_nz_equal(gt_nz *z, const gt_nz_type *t, const gt_expr *const *a, const gt_expr *const *b)
{
    const gt_expr *all = gt_fold_bool(z->fold, nowhere, true);
    for (uint32_t f = 0; f < t->nfields; f++)
        all = gt_fold_and(z->fold, all, op2(z, GT_EXPR_EQ, a[f], b[f]));
    return all;
}

const gt_expr *gt_nz_le(gt_nz *z, const gt_nz_type *t, const gt_expr *const *a, const gt_expr *const *b,
                        bool strict)
{
    const gt_expr *le = gt_fold_bool(z->fold, nowhere, !strict);
    for (uint32_t f = t->nfields; f-- > 0;) {
        if (gt_expr_is_true(le)) {
            le = op2(z, GT_EXPR_LE, a[f], b[f]);
        } else {
            const gt_expr *further = gt_fold_and(z->fold, op2(z, GT_EXPR_EQ, a[f], b[f]), le);
            le = gt_fold_or(z->fold, op2(z, GT_EXPR_LT, a[f], b[f]), further);
        }
    }
    return le;
}

/* Row k, or an empty slot beyond the last. */
static const gt_expr *cell(gt_nz *z, const gt_nz_type *t, const gt_expr *const *slots, uint32_t k, uint32_t f)
{
    if (k < t->nslots)
        return slots[(size_t)k * t->width + f];
    return gt_nz_int(z, f == 0 ? t->nil : 0);
}

/* Slot p disappears if `gone`. */
static void delete_slot(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, uint32_t p, const gt_expr *gone)
{
    for (uint32_t k = p; k < t->nslots; k++)
        for (uint32_t f = 0; f < t->width; f++) {
            const gt_expr **here = &slots[(size_t)k * t->width + f];
            *here = ite(z, gone, cell(z, t, slots, k + 1, f), *here);
        }
    z->cells += (uint64_t)(t->nslots - p) * t->width;
}

void gt_nz_remove(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const uint32_t *taken)
{
    for (uint32_t k = t->nslots;
         k-- > 0;) { /* from the right, so that what is to the left stays where it is */
        if (!taken[k])
            continue;
        const gt_expr *gone = gt_fold_bool(z->fold, nowhere, true);
        if (z->pairs) {
            const gt_expr **count = &slots[(size_t)k * t->width + t->nfields];
            *count = op2(z, GT_EXPR_SUB, *count, gt_nz_int(z, taken[k]));
            gone = gt_fold_is(z->fold, *count, 0);
        }
        delete_slot(z, t, slots, k, gone);
    }
}

/* fits[k]: the new tuple goes to the left of row k or is equal to it; then everything from the first such row
 * on moves one to the right. Rows are visited from the right, so that a row's left neighbour is still the old
 * one. */
static void shift_in(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const gt_expr *const *tuple,
                     const gt_expr *const *fits)
{
    for (uint32_t k = t->nslots; k-- > 0;)
        for (uint32_t f = 0; f < t->width; f++) {
            const gt_expr **here = &slots[(size_t)k * t->width + f];
            const gt_expr *shifted = tuple[f];
            if (k)
                shifted = ite(z, fits[k - 1], slots[(size_t)(k - 1) * t->width + f], tuple[f]);
            *here = ite(z, fits[k], shifted, *here);
        }
    z->cells += (uint64_t)t->nslots * t->width;
}

static void insert_pair(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const gt_expr *const *tuple,
                        const gt_expr **fits)
{
    const gt_expr *count = tuple[t->nfields];
    const gt_expr *absent = gt_fold_not(z->fold, gt_fold_is(z->fold, count, 0));
    for (uint32_t k = 0; k < t->nslots; k++) { /* an empty slot is unlike every tuple */
        const gt_expr *here = gt_nz_equal(z, t, &slots[(size_t)k * t->width], tuple);
        const gt_expr **cnt = &slots[(size_t)k * t->width + t->nfields];
        *cnt = op2(z, GT_EXPR_ADD, *cnt, ite(z, here, count, gt_nz_int(z, 0)));
        absent = gt_fold_and(z->fold, absent, gt_fold_not(z->fold, here));
    }
    for (uint32_t k = 0; k < t->nslots; k++)
        fits[k] = gt_fold_and(z->fold, absent, fits[k]);
    shift_in(z, t, slots, tuple, fits);
}

void gt_nz_insert(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, const gt_expr *const *fields,
                  const gt_expr *count)
{
    const gt_expr **tuple = gt_xmalloc((size_t)t->width + 1, sizeof *tuple);
    const gt_expr **fits = gt_xmalloc((size_t)t->nslots + 1, sizeof *fits);
    for (uint32_t f = 0; f < t->nfields; f++)
        tuple[f] = fields[f];
    if (z->pairs)
        tuple[t->nfields] = count;
    for (uint32_t k = 0; k < t->nslots; k++)
        fits[k] = gt_nz_le(z, t, tuple, &slots[(size_t)k * t->width], false);
    if (z->pairs)
        insert_pair(z, t, slots, tuple, fits);
    else
        shift_in(z, t, slots, tuple, fits);
    free(tuple);
    free(fits);
}

static void order(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots, uint32_t i, uint32_t j)
{
    const gt_expr **a = &slots[(size_t)i * t->width], **b = &slots[(size_t)j * t->width];
    const gt_expr *good = gt_nz_le(z, t, a, b, false);
    for (uint32_t f = 0; f < t->width; f++) {
        const gt_expr *x = a[f], *y = b[f];
        a[f] = ite(z, good, x, y);
        b[f] = ite(z, good, y, x);
    }
    z->cells += 2 * (uint64_t)t->width;
}

/* Batcher's odd-even merge sort for any number of slots. */
static void sort(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots)
{
    uint32_t n = t->nslots;
    for (uint32_t p = 1; p < n; p *= 2)
        for (uint32_t k = p; k >= 1; k /= 2)
            for (uint32_t j = k % p; j + k < n; j += 2 * k)
                for (uint32_t i = 0; i < k && i + j + k < n; i++)
                    if ((i + j) / (2 * p) == (i + j + k) / (2 * p))
                        order(z, t, slots, i + j, i + j + k);
}

void gt_nz_normalise(gt_nz *z, const gt_nz_type *t, gt_nz_slots slots)
{
    if (!z->pairs) {
        sort(z, t, slots);
        return;
    }
    size_t n = (size_t)t->nslots * t->width;
    gt_nz_slots from = gt_xmalloc(n + 1, sizeof *from);
    for (size_t i = 0; i < n; i++) {
        from[i] = slots[i];
        slots[i] = gt_nz_int(z, i % t->width == 0 ? t->nil : 0);
    }
    for (uint32_t k = 0; k < t->nslots; k++)
        gt_nz_insert(z, t, slots, &from[(size_t)k * t->width], from[(size_t)k * t->width + t->nfields]);
    free(from);
}
