/* Diagnostics: input errors are positioned, counted and never fatal; printing happens at gt_diag_flush. */
#ifndef GT_RUNTIME_DIAG_H
#define GT_RUNTIME_DIAG_H

#include "runtime/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A stretch of a file: 1-based line and byte column, end exclusive. line 0: no position. */
typedef struct {
    uint32_t line, col, end_line, end_col;
    uint32_t file; /* its number, see gt_diag_open */
} gt_pos;

typedef enum { GT_SEV_ERROR, GT_SEV_WARNING, GT_SEV_NOTE, GT_SEV_HELP } gt_severity;

typedef struct gt_diag gt_diag;

typedef enum { GT_DIAG_TEXT, GT_DIAG_JSON } gt_diag_format;

gt_diag *gt_diag_new(void);
void gt_diag_free(gt_diag *diag);
/* One more file that positions refer to; returns its number, from 0. `text` (may hold NULs; NULL: not known)
 * is borrowed and must outlive the diag. What has no position is said of the first one. */
uint32_t gt_diag_open(gt_diag *diag, const char *name, const char *text, size_t len);
/* The text at a position, of *len bytes; NULL: not known. */
const char *gt_diag_at(gt_diag *diag, gt_pos pos, size_t *len);
/* The number of the file opened last. */
uint32_t gt_diag_file(const gt_diag *diag);
void gt_diag_options(gt_diag *diag, gt_diag_format format, bool colour, bool warnings_are_errors);
/* Turns warnings of that code on or off; false if there is no such code. See runtime/diag.def. */
bool gt_diag_enable(gt_diag *diag, const char *code, bool on);

/* Reports an error. `code` is a short kebab-case name ("id-order"), shown as [code] and in JSON. At most one
 * error is kept for a (position, code); after 100 errors the rest are only counted. */
void gt_error(gt_diag *diag, gt_pos pos, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void gt_warning(gt_diag *diag, gt_pos pos, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Attach to the last error or warning (dropped together with it). A position with line 0 has no source
 * excerpt. */
void gt_note(gt_diag *diag, gt_pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
void gt_help(gt_diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether there was such a warning at that place before the last flush. */
bool gt_diag_told(const gt_diag *diag, gt_pos pos, const char *code);
unsigned gt_diag_errors(const gt_diag *diag);
/* Prints everything reported since the last flush, in order of position, to `out`. */
void gt_diag_flush(gt_diag *diag, FILE *out);
/* From now on what is flushed is appended to `kept` as well: objects of JSON with commas between them. */
void gt_diag_keep(gt_diag *diag, gt_str *kept);

#endif
