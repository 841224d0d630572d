/* Collecting diagnostics; how they look is in diag_text.c and diag_json.c. */
#include "runtime/diag_impl.h"

#include "runtime/base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Kept in full: this many errors and as many warnings; the rest is counted. */
#define MAX_KEPT 100

static const struct {
    const char *code;
    gt_severity severity;
    bool on;
} codes[] = {
#define GT_DIAG(code, severity, on, what) {code, GT_SEV_##severity, on},
#include "runtime/diag.def"
#undef GT_DIAG
};

#define NCODES (sizeof codes / sizeof codes[0])

/* -W<group> stands for every warning whose code begins with "<group>-". */
static bool in_group(const char *code, const char *group)
{
    size_t len = strlen(group);
    return strncmp(code, group, len) == 0 && (code[len] == '\0' || code[len] == '-');
}

gt_diag *gt_diag_new(void)
{
    gt_diag *diag = gt_xcalloc(1, sizeof *diag);
    diag->arena = gt_arena_new();
    diag->enabled = gt_xcalloc(NCODES, sizeof *diag->enabled);
    for (size_t i = 0; i < NCODES; i++)
        diag->enabled[i] = codes[i].on;
    return diag;
}

void gt_diag_free(gt_diag *diag)
{
    if (!diag)
        return;
    free(diag->items.v);
    free(diag->told.v);
    for (size_t i = 0; i < diag->files.n; i++)
        free(diag->files.v[i].lines.v);
    free(diag->files.v);
    free(diag->enabled);
    gt_arena_free(diag->arena);
    free(diag);
}

uint32_t gt_diag_open(gt_diag *diag, const char *name, const char *text, size_t len)
{
    gt_diag_source file = {.name = gt_arena_strdup(diag->arena, name), .text = text, .len = len};
    gt_vec_push(&diag->files, file);
    return gt_diag_file(diag);
}

uint32_t gt_diag_file(const gt_diag *diag)
{
    return diag->files.n ? (uint32_t)diag->files.n - 1 : 0;
}

const char *gt_diag_name(const gt_diag *diag, gt_pos pos)
{
    uint32_t file = pos.line ? pos.file : 0;
    return file < diag->files.n ? diag->files.v[file].name : "";
}

void gt_diag_options(gt_diag *diag, gt_diag_format format, bool colour, bool warnings_are_errors)
{
    diag->format = format;
    diag->colour = colour;
    diag->warnings_are_errors = warnings_are_errors;
}

bool gt_diag_enable(gt_diag *diag, const char *code, bool on)
{
    bool found = false;
    for (size_t i = 0; i < NCODES; i++) {
        if (codes[i].severity != GT_SEV_WARNING || !in_group(codes[i].code, code))
            continue;
        diag->enabled[i] = on;
        found = true;
    }
    return found;
}

static bool is_enabled(const gt_diag *diag, const char *code)
{
    for (size_t i = 0; i < NCODES; i++)
        if (strcmp(codes[i].code, code) == 0)
            return diag->enabled[i];
    return true;
}

static char *format_text(gt_diag *diag, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t len = gt_printed(vsnprintf(NULL, 0, format, again));
    va_end(again);
    char *text = gt_arena_alloc(diag->arena, len + 1, 1);
    gt_printed(vsnprintf(text, len + 1, format, args));
    return text;
}

static bool same_place(const gt_diag_item *item, gt_pos pos, const char *code)
{
    return item->pos.line == pos.line && item->pos.col == pos.col && item->pos.end_line == pos.end_line &&
           item->pos.end_col == pos.end_col && item->pos.file == pos.file && strcmp(item->code, code) == 0;
}

bool gt_diag_told(const gt_diag *diag, gt_pos pos, const char *code)
{
    for (size_t i = 0; i < diag->told.n; i++)
        if (same_place(diag->told.v[i], pos, code))
            return true;
    return false;
}

/* Records one error or warning; diag->last is where notes go, or NULL when it was dropped. */
static void report(gt_diag *diag, gt_severity severity, gt_pos pos, const char *code, const char *format,
                   va_list args)
{
    diag->last_kept = false;
    for (size_t i = 0; i < diag->items.n; i++) {
        /* Without a position (the command line) the text tells two errors apart, not the place. */
        if (diag->items.v[i]->severity == severity && pos.line != 0 &&
            same_place(diag->items.v[i], pos, code))
            return;
    }
    unsigned *count = severity == GT_SEV_ERROR ? &diag->errors : &diag->warnings;
    unsigned *kept = severity == GT_SEV_ERROR ? &diag->kept_errors : &diag->kept_warnings;
    ++*count;
    if (*kept >= MAX_KEPT) {
        ++*(severity == GT_SEV_ERROR ? &diag->hidden_errors : &diag->hidden_warnings);
        return;
    }
    ++*kept;
    gt_diag_item *item = GT_NEW(diag->arena, gt_diag_item);
    item->severity = severity;
    item->pos = pos;
    item->code = gt_arena_strdup(diag->arena, code);
    item->text = format_text(diag, format, args);
    item->order = diag->items.n;
    gt_vec_push(&diag->items, item);
    diag->last = item;
    diag->last_kept = true;
}

void gt_error(gt_diag *diag, gt_pos pos, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(diag, GT_SEV_ERROR, pos, code, format, args);
    va_end(args);
}

void gt_warning(gt_diag *diag, gt_pos pos, const char *code, const char *format, ...)
{
    diag->last_kept = false;
    if (!is_enabled(diag, code))
        return;
    va_list args;
    va_start(args, format);
    report(diag, diag->warnings_are_errors ? GT_SEV_ERROR : GT_SEV_WARNING, pos, code, format, args);
    va_end(args);
}

static void attach(gt_diag *diag, gt_severity severity, gt_pos pos, const char *format, va_list args)
{
    if (!diag->last_kept)
        return;
    gt_diag_item *note = GT_NEW(diag->arena, gt_diag_item);
    note->severity = severity;
    note->pos = pos;
    note->code = "";
    note->text = format_text(diag, format, args);
    gt_diag_item **end = &diag->last->notes;
    while (*end)
        end = &(*end)->next;
    *end = note;
}

void gt_note(gt_diag *diag, gt_pos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    attach(diag, GT_SEV_NOTE, pos, format, args);
    va_end(args);
}

void gt_help(gt_diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    attach(diag, GT_SEV_HELP, (gt_pos){0}, format, args);
    va_end(args);
}

unsigned gt_diag_errors(const gt_diag *diag)
{
    return diag->errors;
}

static int by_position(const void *x, const void *y)
{
    const gt_diag_item *a = *(const gt_diag_item *const *)x, *b = *(const gt_diag_item *const *)y;
    bool anywhere = !a->pos.line || !b->pos.line;
    if (!anywhere && a->pos.file != b->pos.file)
        return a->pos.file < b->pos.file ? -1 : 1;
    if (a->pos.line != b->pos.line)
        return a->pos.line < b->pos.line ? -1 : 1;
    if (a->pos.col != b->pos.col)
        return a->pos.col < b->pos.col ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void gt_diag_keep(gt_diag *diag, gt_str *kept)
{
    diag->kept = kept;
}

static void keep(const gt_diag *diag, const gt_diag_item *item)
{
    gt_str_add(diag->kept, diag->kept->len ? ",\n" : "");
    gt_diag_json(diag, item, diag->kept);
    diag->kept->text[--diag->kept->len] = '\0'; /* its newline */
}

void gt_diag_flush(gt_diag *diag, FILE *out)
{
    if (diag->items.n > 0)
        qsort(diag->items.v, diag->items.n, sizeof *diag->items.v, by_position);
    gt_str text;
    gt_str_init(&text);
    for (size_t i = 0; i < diag->items.n; i++) {
        if (diag->kept)
            keep(diag, diag->items.v[i]);
        if (diag->format == GT_DIAG_JSON)
            gt_diag_json(diag, diag->items.v[i], &text);
        else
            gt_diag_text(diag, diag->items.v[i], &text);
    }
    if (diag->hidden_errors + diag->hidden_warnings > 0 && diag->format == GT_DIAG_TEXT)
        gt_str_addf(&text, "%s: %u more errors and %u more warnings are not shown\n",
                    gt_diag_name(diag, (gt_pos){0}), diag->hidden_errors, diag->hidden_warnings);
    fwrite(gt_str_text(&text), 1, text.len, out);
    fflush(out);
    gt_str_fini(&text);
    for (size_t i = 0; i < diag->items.n; i++)
        if (diag->items.v[i]->severity == GT_SEV_WARNING)
            gt_vec_push(&diag->told, diag->items.v[i]);
    diag->items.n = 0;
    diag->last_kept = false;
    diag->hidden_errors = diag->hidden_warnings = 0;
}
