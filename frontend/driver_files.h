/* Output files: written whole or not at all. */
#ifndef GT_FRONTEND_DRIVER_FILES_H
#define GT_FRONTEND_DRIVER_FILES_H

#include "runtime/str.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name; /* "-": standard output */
    const gt_str *text;
} gt_file;

/* Writes all of them, each to a temporary file beside it that is renamed at the end. On failure nothing is
 * left behind, the reason is printed and false returned. */
bool gt_files_write(const gt_file *files, size_t n);

#endif
