/* What the files that make up the diagnostics share; nobody else includes it. */
#ifndef GT_RUNTIME_DIAG_IMPL_H
#define GT_RUNTIME_DIAG_IMPL_H

#include "runtime/arena.h"
#include "runtime/base.h"
#include "runtime/diag.h"
#include "runtime/str.h"

typedef struct gt_diag_item gt_diag_item;
struct gt_diag_item {
    gt_severity severity;
    gt_pos pos;
    const char *code, *text;
    size_t order;        /* as reported */
    gt_diag_item *notes; /* of an error or warning */
    gt_diag_item *next;  /* of a note */
};

typedef struct {
    const char *name, *text;
    size_t len;
    GT_VEC(size_t) lines; /* where each line of text begins; made when first needed */
} gt_diag_source;

struct gt_diag {
    gt_arena *arena;
    GT_VEC(gt_diag_source) files;
    gt_diag_format format;
    bool colour, warnings_are_errors;
    bool *enabled; /* by position in diag.def */
    GT_VEC(gt_diag_item *) items;
    GT_VEC(gt_diag_item *) told; /* warnings that were flushed */
    gt_diag_item *last;
    gt_str *kept;   /* gt_diag_keep; may be NULL */
    bool last_kept; /* whether a note has something to attach to */
    unsigned errors, warnings, kept_errors, kept_warnings, hidden_errors, hidden_warnings;
};

/* The name of the file, "" if there is none. */
const char *gt_diag_name(const gt_diag *diag, gt_pos pos);

/* "error", "note", ... */
const char *gt_severity_name(gt_severity severity);

/* Appends one error or warning with its notes: as text for people, as one line of JSON. */
void gt_diag_text(gt_diag *diag, const gt_diag_item *item, gt_str *out);
void gt_diag_json(const gt_diag *diag, const gt_diag_item *item, gt_str *out);

#endif
