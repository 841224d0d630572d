#include "runtime/rows.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

void gt_rows_init(gt_rows *rows, size_t width)
{
    *rows = (gt_rows){.width = width, .nslots = 64};
    rows->slots = gt_xcalloc(rows->nslots, sizeof *rows->slots);
}

void gt_rows_fini(gt_rows *rows)
{
    free(rows->data);
    free(rows->slots);
}

const int32_t *gt_rows_at(const gt_rows *rows, uint32_t number)
{
    return rows->data + number * rows->width;
}

static uint64_t hash_row(const gt_rows *rows, const int32_t *row)
{
    return gt_hash_bytes(row, rows->width * sizeof *row);
}

/* The slot of an equal row, or the free one where it belongs. */
static size_t find_slot(const gt_rows *rows, const int32_t *row)
{
    size_t bytes = rows->width * sizeof *row;
    size_t at = hash_row(rows, row) & (rows->nslots - 1);
    while (rows->slots[at] && memcmp(gt_rows_at(rows, rows->slots[at] - 1), row, bytes) != 0) {
        at = (at + 1) & (rows->nslots - 1);
    }
    return at;
}

static void grow_slots(gt_rows *rows)
{
    free(rows->slots);
    rows->nslots *= 2;
    rows->slots = gt_xcalloc(rows->nslots, sizeof *rows->slots);
    for (size_t i = 0; i < rows->n; i++) {
        size_t at = hash_row(rows, gt_rows_at(rows, (uint32_t)i)) & (rows->nslots - 1);
        while (rows->slots[at]) {
            at = (at + 1) & (rows->nslots - 1);
        }
        rows->slots[at] = (uint32_t)i + 1;
    }
}

uint32_t gt_rows_find(const gt_rows *rows, const int32_t *row)
{
    size_t at = find_slot(rows, row);
    return rows->slots[at] ? rows->slots[at] - 1 : (uint32_t)GT_ROWS_ABSENT;
}

uint32_t gt_rows_add(gt_rows *rows, const int32_t *row, bool *fresh)
{
    size_t at = find_slot(rows, row);
    if (fresh) {
        *fresh = rows->slots[at] == 0;
    }
    if (rows->slots[at]) {
        return rows->slots[at] - 1;
    }
    if (rows->n == rows->cap) {
        rows->cap = rows->cap ? 2 * rows->cap : 64;
        rows->data = gt_xrealloc(rows->data, rows->cap * (rows->width ? rows->width : 1), sizeof *rows->data);
    }
    if (rows->width > 0) {
        memcpy(rows->data + rows->n * rows->width, row, rows->width * sizeof *row);
    }
    rows->slots[at] = (uint32_t)++rows->n;
    if (2 * rows->n > rows->nslots) {
        grow_slots(rows);
    }
    return (uint32_t)(rows->n - 1);
}
