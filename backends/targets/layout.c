#include "backends/targets/layout.h"

#include "runtime/base.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

enum { BREAK = 1, OPEN = 2, CLOSE = 3, HANG = 4, SOFT = 5, FARTHEST = 32 };

typedef struct {
    size_t column; /* where it began */
    size_t line;   /* of its last break */
} group;

typedef struct {
    gt_str *out;
    size_t column, indent; /* where the line is, and where it began */
    size_t lines;
    bool continued; /* a macro: its line ends are escaped */
    GT_VEC(group) groups;
} layout;

/* Columns until the next place where the line may end: a break of this group or of one around it, or, if
 * `near`, any break. */
static size_t width(const char *p, size_t room, bool near)
{
    size_t n = 0, depth = 0;
    for (; *p && *p != '\n' && n <= room; p++)
        if (*p == OPEN || *p == HANG)
            depth++;
        else if (*p == CLOSE)
            depth -= depth > 0;
        else if ((*p == BREAK || *p == SOFT) && (near || depth == 0))
            break;
        else
            n++;
    return n;
}

static void new_line(layout *l)
{
    size_t at = l->groups.n ? l->groups.v[l->groups.n - 1].column : l->indent;
    gt_str_add(l->out, l->continued ? " \\\n" : "\n");
    for (l->column = 0; l->column < at; l->column++)
        gt_str_addc(l->out, ' ');
    l->lines++;
}

/* A long name in front of a group would push it to the right. */
static void open_box(layout *l, bool hangs)
{
    group g = {.column = hangs || l->column > FARTHEST ? l->indent + 4 : l->column, .line = l->lines};
    gt_vec_push(&l->groups, g);
}

/* What stands behind a part of more than one line begins a line. */
static void blank(layout *l, const char *behind, bool soft)
{
    size_t room = GT_LAYOUT_COLUMNS - (l->continued ? 2 : 0);
    size_t left = l->column + 1 < room ? room - l->column - 1 : 0;
    group *g = l->groups.n ? &l->groups.v[l->groups.n - 1] : NULL;
    if (width(behind, left, soft) > left || (!soft && g && g->line != l->lines)) {
        new_line(l);
    } else {
        gt_str_addc(l->out, ' ');
        l->column++;
    }
    if (g)
        g->line = l->lines;
}

static void begin_line(layout *l, const char *line)
{
    l->column = 0;
    l->indent = strspn(line, " ");
    l->continued = strncmp(line, "#define", 7) == 0;
    l->groups.n = 0;
}

void gt_layout(gt_str *out, const char *text)
{
    layout l = {.out = out};
    begin_line(&l, text);
    for (const char *p = text; *p; p++) {
        if (*p == OPEN || *p == HANG) {
            open_box(&l, *p == HANG);
        } else if (*p == CLOSE) {
            l.groups.n -= l.groups.n > 0;
        } else if (*p == BREAK || *p == SOFT) {
            blank(&l, p + 1, *p == SOFT);
        } else {
            gt_str_addc(out, *p);
            l.column++;
            if (*p == '\n')
                begin_line(&l, p + 1);
        }
    }
    free(l.groups.v);
}
