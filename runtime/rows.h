/* A set of rows of int32_t, all of one width, numbered from 0 in order of arrival. */
#ifndef GT_RUNTIME_ROWS_H
#define GT_RUNTIME_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t width, n, cap;
    int32_t *data;
    uint32_t *slots; /* open addressing: number + 1 */
    size_t nslots;
} gt_rows;

#define GT_ROWS_ABSENT UINT32_MAX

void gt_rows_init(gt_rows *rows, size_t width);
void gt_rows_fini(gt_rows *rows);
/* The number of an equal row, added if there was none; *fresh (may be NULL) says whether. */
uint32_t gt_rows_add(gt_rows *rows, const int32_t *row, bool *fresh);
/* GT_ROWS_ABSENT if there is none. */
uint32_t gt_rows_find(const gt_rows *rows, const int32_t *row);
/* Valid until the next gt_rows_add. */
const int32_t *gt_rows_at(const gt_rows *rows, uint32_t number);

#endif
