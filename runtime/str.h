/* A string builder for emitters and printers. */
#ifndef GT_RUNTIME_STR_H
#define GT_RUNTIME_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    char *text; /* NUL-terminated once anything was added; NULL when empty */
    size_t len, cap;
    int indent; /* levels of two spaces put in front of each line begun by gt_str_line */
} gt_str;

void gt_str_init(gt_str *s);
void gt_str_fini(gt_str *s);
void gt_str_add(gt_str *s, const char *text);
void gt_str_addn(gt_str *s, const char *text, size_t len);
void gt_str_addc(gt_str *s, char c);
void gt_str_addf(gt_str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gt_str_addv(gt_str *s, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* Indentation, the formatted text, a newline. */
void gt_str_line(gt_str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Indentation only. */
void gt_str_begin(gt_str *s);
/* The text, never NULL. */
const char *gt_str_text(const gt_str *s);
/* Appends `text` as a JSON string with quotes; invalid UTF-8 becomes U+FFFD, and what a terminal would obey
 * (see below) is escaped. */
void gt_str_json(gt_str *s, const char *text);
/* Appends words; we are in `column`, and no line gets longer than `width`: later ones begin at `indent`, and
 * a word that fits on no line is broken. Returns the column after it. */
size_t gt_str_wrap(gt_str *s, const char *text, size_t column, size_t indent, size_t width);
/* Whether a terminal obeys this character instead of showing it: controls but newline and tab, and what turns
 * the direction of writing. */
bool gt_is_control(uint32_t point);
/* Appends a text of other people (names of files, a checker's words) so that a terminal shows it and does not
 * obey it: control characters and bytes that are no UTF-8 as \x1B, others as \u202E. */
void gt_str_shown(gt_str *s, const char *text);
/* fprintf, shown as above. */
void gt_show(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "gentrans: ", the message, a newline on standard error; shown as above. */
void gt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
