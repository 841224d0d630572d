/* What the files of the page share. */
#ifndef GT_DRIVER_PAGE_IMPL_H
#define GT_DRIVER_PAGE_IMPL_H

#include "driver/page/page.h"
#include "driver/page/skeleton.h"

/* The templates, as they stand in this folder. */
extern const char gt_page_html[], gt_page_style[], gt_page_script_state[], gt_page_script_layout[],
    gt_page_script_draw[], gt_page_script_run[], gt_page_script_page[];
extern const size_t gt_page_html_len, gt_page_style_len, gt_page_script_state_len, gt_page_script_layout_len,
    gt_page_script_draw_len, gt_page_script_run_len, gt_page_script_page_len;

/* ---- html.c ---- */

/* A text of anybody, as text. */
void gt_html_text(gt_str *out, const char *text);
/* The same, and "->" as an arrow. */
void gt_html_label(gt_str *out, const char *text);
/* Digits, in threes; "2.0 x 10^16" from twelve digits on. */
void gt_html_count(gt_str *out, const char *digits);
void gt_html_number(gt_str *out, uint64_t n);
/* The sign of a verdict, which says its name to who cannot see it unless `silent`. */
void gt_html_sign(gt_str *out, gt_verdict verdict, bool silent);
/* "ok", "bad", "mute" */
const char *gt_html_class(gt_verdict verdict);

/* ---- table.c ---- */

/* The steps of a run as a table, and how it ends. id: of the section. */
void gt_page_run(const gt_page_prop *prop, gt_str *out);

/* ---- plot.c ---- */

/* A value of a constant. Numbers below 0: not known. */
typedef struct {
    int64_t value;
    double reduced, unreduced, seconds;
    bool complete; /* all states; else at least so many */
    bool fails;
} gt_page_row;
/* Two plots with a table: n > 0 rows, by rising value. */
void gt_page_plots(const gt_page_row *rows, size_t n, const char *constant, gt_str *out);

/* ---- data.c ---- */

/* What the script knows of a model, as an item of an array. shown: per property whether its run can be
 * stepped through; set here. */
void gt_page_data(const gt_page_model *model, const gt_sym_text *texts, gt_json *out, bool *shown);

#endif
