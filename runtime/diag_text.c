/* Diagnostics for people: a headline, the source line, and a caret range below it.
 *
 * Positions count bytes; carets must stand below what a terminal shows. So a line is first cut into cells,
 * one per character, each with what is printed for it and how many columns that takes. */
#include "runtime/diag_impl.h"

#include <stdlib.h>
#include <string.h>

#define TAB 8
#define WINDOW 120 /* columns of a long line that are shown */

typedef struct {
    size_t byte;    /* where it begins in the line */
    char text[12];  /* what is printed */
    unsigned width; /* columns */
} cell;

typedef GT_VEC(cell) cells;

static const char *colour_of(gt_severity severity)
{
    switch (severity) {
    case GT_SEV_ERROR: return "\033[1;31m";
    case GT_SEV_WARNING: return "\033[1;35m";
    case GT_SEV_NOTE: return "\033[1;36m";
    case GT_SEV_HELP: return "\033[1;32m";
    }
    return "";
}

const char *gt_severity_name(gt_severity severity)
{
    switch (severity) {
    case GT_SEV_ERROR: return "error";
    case GT_SEV_WARNING: return "warning";
    case GT_SEV_NOTE: return "note";
    case GT_SEV_HELP: return "help";
    }
    return "";
}

/* Length of the UTF-8 sequence at p (len bytes left), with its code point; 0 if it is not one. */
static size_t decode(const unsigned char *p, size_t len, uint32_t *point)
{
    size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;
    if (n == 0 || n > len || p[0] >= 0xF5)
        return 0;
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return 0;
    *point = c;
    return n;
}

static unsigned width_of(uint32_t c)
{
    static const struct {
        uint32_t lo, hi;
        unsigned width;
    } ranges[] = {
        {0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05BD, 0},   {0x1100, 0x115F, 2},
        {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
        {0x2E80, 0x303E, 2},   {0x3041, 0x33FF, 2},   {0x3400, 0x4DBF, 2},   {0x4E00, 0x9FFF, 2},
        {0xA000, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},
        {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE4F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
        {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].lo && c <= ranges[i].hi)
            return ranges[i].width;
    return 1;
}

/* The cell for the character at line[at]; returns how many bytes it takes. */
static size_t cut_cell(const char *line, size_t at, size_t len, unsigned column, cell *out)
{
    uint32_t point = 0;
    size_t n = decode((const unsigned char *)line + at, len - at, &point);
    *out = (cell){.byte = at, .width = 1};
    if (n == 0) {
        snprintf(out->text, sizeof out->text, "\\x%02X", (unsigned char)line[at]);
        out->width = 4;
        return 1;
    }
    if (point == '\t') {
        out->width = TAB - column % TAB;
        memset(out->text, ' ', out->width);
    } else if (gt_is_control(point)) {
        snprintf(out->text, sizeof out->text, point < 0x100 ? "\\x%02X" : "\\u%04X", (unsigned)point);
        out->width = (unsigned)strlen(out->text);
    } else {
        memcpy(out->text, line + at, n);
        out->width = width_of(point);
    }
    return n;
}

/* Cuts the part of the line that is looked at: long lines only around byte `focus`. */
static void cut(const char *line, size_t len, size_t focus, cells *out)
{
    size_t from = focus > 4 * WINDOW ? focus - 4 * WINDOW : 0;
    while (from > 0 && from < len && ((unsigned char)line[from] & 0xC0) == 0x80)
        from--;
    unsigned column = 0;
    for (size_t at = from; at < len && at < focus + 4 * WINDOW;) {
        cell c;
        at += cut_cell(line, at, len, column, &c);
        column += c.width;
        gt_vec_push(out, c);
    }
}

static void index_lines(gt_diag_source *file)
{
    gt_vec_push(&file->lines, 0);
    for (size_t i = 0; i < file->len; i++)
        if (file->text[i] == '\n')
            gt_vec_push(&file->lines, i + 1);
}

/* The bytes of a line without its end; false if there is no such line. */
static bool find_line(gt_diag *diag, gt_pos pos, const char **line, size_t *len)
{
    gt_diag_source *file = pos.file < diag->files.n ? &diag->files.v[pos.file] : NULL;
    if (!file || !file->text || pos.line == 0)
        return false;
    if (file->lines.n == 0)
        index_lines(file);
    if (pos.line > file->lines.n)
        return false;
    size_t from = file->lines.v[pos.line - 1];
    size_t to = pos.line < file->lines.n ? file->lines.v[pos.line] - 1 : file->len;
    if (to > from && file->text[to - 1] == '\r')
        to--;
    *line = file->text + from;
    *len = to - from;
    return true;
}

const char *gt_diag_at(gt_diag *diag, gt_pos pos, size_t *len)
{
    gt_pos last = pos;
    last.line = pos.end_line;
    const char *from, *to;
    size_t width, last_width;
    if (!find_line(diag, pos, &from, &width) || !find_line(diag, last, &to, &last_width) || pos.col == 0 ||
        pos.end_col == 0 || pos.col - 1 > width || pos.end_col - 1 > last_width)
        return NULL;
    from += pos.col - 1;
    to += pos.end_col - 1;
    *len = to > from ? (size_t)(to - from) : 0;
    return *len ? from : NULL;
}

/* Picks cells [*from, *to) of at most WINDOW columns, with the cell of byte `focus` well inside. */
static void choose_window(const cells *c, size_t focus, size_t *from, size_t *to)
{
    size_t at = 0;
    while (at < c->n && c->v[at].byte < focus)
        at++;
    unsigned columns = 0, all = 0;
    for (size_t i = 0; i < c->n; i++) {
        all += c->v[i].width;
        columns += i < at ? c->v[i].width : 0;
    }
    *from = 0;
    while (all > WINDOW && *from < at && columns > WINDOW / 2)
        columns -= c->v[(*from)++].width;
    columns = 0;
    for (*to = *from; *to < c->n && columns + c->v[*to].width <= WINDOW; (*to)++)
        columns += c->v[*to].width;
}

static void excerpt(gt_diag *diag, gt_pos pos, gt_severity severity, gt_str *out)
{
    const char *line;
    size_t len;
    if (!find_line(diag, pos, &line, &len))
        return;
    size_t first = pos.col > 0 ? pos.col - 1 : 0;
    size_t last = pos.end_line > pos.line ? len : pos.end_col > pos.col ? pos.end_col - 1 : first + 1;
    if (last > len)
        last = len;
    cells c = {0};
    cut(line, len, first, &c);
    size_t from, to;
    choose_window(&c, first, &from, &to);
    bool cut_left = c.n > 0 && c.v[from < c.n ? from : c.n - 1].byte > 0 && from < c.n;
    bool cut_right = to < c.n || (c.n > 0 && c.v[c.n - 1].byte + 4 < len);
    gt_str_addf(out, "%5u | %s", pos.line, cut_left ? "..." : "");
    for (size_t i = from; i < to; i++)
        gt_str_add(out, c.v[i].text);
    while (!cut_right && out->len > 0 && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
    gt_str_addf(out, "%s\n      | %s", cut_right ? "..." : "", cut_left ? "   " : "");
    if (diag->colour)
        gt_str_add(out, colour_of(severity));
    bool marked = false;
    for (size_t i = from; i < to && (c.v[i].byte < last || c.v[i].byte < first); i++) {
        for (unsigned k = 0; k < c.v[i].width; k++) {
            gt_str_addc(out, c.v[i].byte < first ? ' ' : marked ? '~' : '^');
            marked = marked || c.v[i].byte >= first;
        }
    }
    if (!marked) /* at the end of the line, or an empty line */
        gt_str_addc(out, '^');
    gt_str_add(out, diag->colour ? "\033[0m\n" : "\n");
    free(c.v);
}

/* On one line, whatever is in the name. */
static void file_name(const gt_diag *diag, gt_pos pos, gt_str *out)
{
    size_t from = out->len;
    const char *name = gt_diag_name(diag, pos);
    gt_str_shown(out, name[0] ? name : "gentrans");
    for (; from < out->len; from++)
        if (out->text[from] == '\n')
            out->text[from] = '?';
}

/* "file:line:column: "; line 0: "file: " */
static void positioned(const gt_diag *diag, gt_pos pos, gt_str *out)
{
    gt_str_add(out, diag->colour ? "\033[1m" : "");
    file_name(diag, pos, out);
    if (pos.line)
        gt_str_addf(out, ":%u:%u", pos.line, pos.col);
    gt_str_add(out, diag->colour ? ": \033[0m" : ": ");
}

static void headline(gt_diag *diag, const gt_diag_item *item, gt_str *out)
{
    const char *bold = diag->colour ? "\033[1m" : "", *off = diag->colour ? "\033[0m" : "";
    if (item->severity == GT_SEV_HELP)
        gt_str_add(out, "      = ");
    else if (item->pos.line)
        positioned(diag, item->pos, out);
    else if (item->severity == GT_SEV_NOTE)
        gt_str_add(out, "      = ");
    else
        positioned(diag, (gt_pos){0}, out);
    gt_str_addf(out, "%s%s:%s %s", diag->colour ? colour_of(item->severity) : "",
                gt_severity_name(item->severity), off, item->severity < GT_SEV_NOTE ? bold : "");
    gt_str_shown(out, item->text);
    gt_str_add(out, item->severity < GT_SEV_NOTE ? off : "");
    if (item->code[0])
        gt_str_addf(out, " [%s]", item->code);
    gt_str_addc(out, '\n');
}

void gt_diag_text(gt_diag *diag, const gt_diag_item *item, gt_str *out)
{
    headline(diag, item, out);
    excerpt(diag, item->pos, item->severity, out);
    for (const gt_diag_item *note = item->notes; note; note = note->next) {
        headline(diag, note, out);
        excerpt(diag, note->pos, note->severity, out);
    }
}
