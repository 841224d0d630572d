/* The page that --html writes: one file with all that was found out about one or more models, to look at in a
 * browser. The verdicts, the runs as tables and the numbers are HTML; a script adds drawings in which a run
 * can be stepped through. Nothing is loaded, nothing leaves; every name is text.
 *
 * What comes of a file lives only as long as its arena, so a page takes one model after the other.
 * Sees the representations, what programs mean, and what engines report. */
#ifndef GT_DRIVER_PAGE_PAGE_H
#define GT_DRIVER_PAGE_PAGE_H

#include "backends/check/check.h"
#include "backends/check/cover/cover.h"
#include "backends/check/lift/show.h"
#include "runtime/limits.h"

typedef struct {
    const gt_check_result *result;
    const char *formula;
    const gt_run *run; /* that shows the verdict; NULL: none */
    const char *why;   /* there is a trace, but none that could be replayed */
} gt_page_prop;

typedef struct {
    const char *file, *defines;    /* as given: "-D n=3" */
    const gt_sym *sym;             /* as written */
    const gt_check_report *report; /* NULL: nothing was decided */
    uint32_t nprops;
    const gt_page_prop *props;
    const gt_coverage *coverage; /* NULL: not looked at */
    bool unreduced;              /* asked for */
    const int64_t *value;        /* of a constant with a range; NULL: none has one */
} gt_page_model;

typedef struct gt_page gt_page;

/* command: what was asked, as typed. */
gt_page *gt_page_new(const char *command);
void gt_page_free(gt_page *page);
void gt_page_add(gt_page *page, const gt_page_model *model);
/* After the models of a file, one for each value of a constant: numbers and seconds over the values. */
void gt_page_end_range(gt_page *page, const char *file, const char *constant);
/* What is known is a text: of a comparison. */
void gt_page_add_text(gt_page *page, const char *file, const char *defines, const char *text,
                      gt_verdict verdict);
/* Why there is no result. */
void gt_page_add_error(gt_page *page, const char *file, const char *text);
/* Whether there is any result. */
bool gt_page_has_result(const gt_page *page);
void gt_page_write(const gt_page *page, gt_str *out);

#endif
