/* What the forms of a run share; for the show_*.c files alone. */
#ifndef GT_BACKENDS_CHECK_LIFT_SHOW_IMPL_H
#define GT_BACKENDS_CHECK_LIFT_SHOW_IMPL_H

#include "backends/check/lift/show.h"
#include "ir/mean/layout.h"

/* "none", "3", "Trying", "true" */
void gt_show_value(gt_type type, int32_t value, gt_str *out);
/* A value, or those of an array: "[1 2 none]". */
void gt_show_elements(const gt_var *var, const int32_t *values, gt_str *out);

/* ---- for people ---- */

/* A line of the table: steps first to last, and the state after the last. */
typedef struct {
    uint32_t first, last;
} gt_show_row;

/* How the processes of a type are shown. */
typedef struct {
    const gt_proc *proc;
    bool *moves;     /* per variable: some process changes it */
    int32_t *movers; /* the processes that change, from 1 */
    int32_t nmovers;
    bool grouped; /* by local state and number, not one by one */
} gt_show_type;

/* A run as it is looked at. */
typedef struct {
    const gt_run *run;
    const gt_layout *layout;
    const char *const *names;
    gt_arena *arena;
    gt_trace_style style;
    bool *moves; /* per shared variable: it changes */
    bool errs;   /* in some state */
    gt_show_type *types;
    gt_show_row *rows;
    uint32_t nrows;
} gt_view;

enum { GT_SHOW_COLUMNS = 16 }; /* so many processes of a type have a column each */

/* "(initial)", "request", "request, 12 times" */
const char *gt_show_rule(const gt_view *s, const gt_show_row *row);
/* "Client 2", "Client 2 with Server 1", "200 processes in turn" */
const char *gt_show_who(const gt_view *s, const gt_show_row *row);
/* "Trying", "Trying m=req": of the local variables those that `which` marks (NULL: all); "-": none. */
void gt_show_local(const gt_view *s, const gt_proc *proc, int32_t process, const int32_t *state,
                   const bool *which, gt_str *out);
/* The text so far, in the arena and fit for a terminal; empties the builder. */
const char *gt_show_finish(const gt_view *s, gt_str *text);
/* For bsearch and qsort of process numbers. */
int gt_show_by_number(const void *a, const void *b);
/* Columns of a terminal. */
size_t gt_show_width(const char *text);

/* A column for each thing; false, with nothing written: it would be too wide. */
bool gt_show_table(const gt_view *s, gt_str *out);
/* A line or more for each step. */
void gt_show_list(const gt_view *s, gt_str *out);
/* What no step changes; nothing if all things change. */
void gt_show_unchanged(const gt_view *s, gt_str *out);

#endif
