/* Output files: written whole or not at all. */
#ifndef GT_DRIVER_FILES_H
#define GT_DRIVER_FILES_H

#include "driver/options.h"
#include "runtime/str.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name; /* "-": standard output */
    const gt_str *text;
} gt_file;

/* Writes all of them, each to a temporary file beside it that is renamed at the end. On failure nothing is
 * left behind, the reason is printed and the exit code returned: 2, or 3 if nobody reads standard output. */
gt_exit gt_files_write(const gt_file *files, size_t n);

#endif
