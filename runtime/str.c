#include "runtime/str.h"

#include "runtime/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gt_str_init(gt_str *s)
{
    *s = (gt_str){0};
}

void gt_str_fini(gt_str *s)
{
    free(s->text);
    *s = (gt_str){0};
}

static void reserve(gt_str *s, size_t more)
{
    if (more > SIZE_MAX / 2 - s->len)
        gt_oom();
    size_t need = s->len + more + 1;
    if (need <= s->cap)
        return;
    size_t cap = s->cap ? 2 * s->cap : 256;
    if (cap < need)
        cap = need;
    s->text = gt_xrealloc(s->text, cap, 1);
    s->cap = cap;
}

void gt_str_addn(gt_str *s, const char *text, size_t len)
{
    reserve(s, len);
    if (len)
        memcpy(s->text + s->len, text, len);
    s->len += len;
    s->text[s->len] = '\0';
}

void gt_str_add(gt_str *s, const char *text)
{
    gt_str_addn(s, text, strlen(text));
}

void gt_str_addc(gt_str *s, char c)
{
    gt_str_addn(s, &c, 1);
}

void gt_str_addv(gt_str *s, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t len = gt_printed(vsnprintf(NULL, 0, format, args));
    reserve(s, len);
    gt_printed(vsnprintf(s->text + s->len, len + 1, format, again));
    va_end(again);
    s->len += len;
}

void gt_str_addf(gt_str *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gt_str_addv(s, format, args);
    va_end(args);
}

void gt_str_begin(gt_str *s)
{
    for (int i = 0; i < s->indent; i++)
        gt_str_addn(s, "  ", 2);
}

void gt_str_line(gt_str *s, const char *format, ...)
{
    va_list args;
    gt_str_begin(s);
    va_start(args, format);
    gt_str_addv(s, format, args);
    va_end(args);
    gt_str_addc(s, '\n');
}

const char *gt_str_text(const gt_str *s)
{
    return s->text ? s->text : "";
}

/* Length of the valid UTF-8 sequence at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p)
{
    if (p[0] < 0x80)
        return 1;
    size_t len = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))
        return 0;
    if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return len;
}

bool gt_is_control(uint32_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e ||
           c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* The character of a valid UTF-8 sequence. */
static uint32_t point_of(const unsigned char *p, size_t len)
{
    uint32_t c = len == 1 ? p[0] : p[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++)
        c = c << 6 | (p[i] & 0x3f);
    return c;
}

void gt_str_shown(gt_str *s, const char *text)
{
    gt_str_add(s, "");
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t len = utf8_length(p);
        uint32_t c = len ? point_of(p, len) : p[0];
        if (len && !gt_is_control(c))
            gt_str_addn(s, (const char *)p, len);
        else
            gt_str_addf(s, c < 0x100 ? "\\x%02X" : "\\u%04X", (unsigned)c);
        p += len ? len : 1;
    }
}

/* Adds what fits of the first `len` bytes, by whole characters; returns how many bytes that was. */
static size_t add_fitting(gt_str *s, const char *text, size_t len, size_t *column, size_t width)
{
    size_t used = 0;
    while (used < len && *column < width) {
        size_t one = utf8_length((const unsigned char *)text + used);
        one = one && one <= len - used ? one : 1;
        gt_str_addn(s, text + used, one);
        used += one;
        ++*column;
    }
    return used;
}

static size_t columns_of(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

size_t gt_str_wrap(gt_str *s, const char *text, size_t column, size_t indent, size_t width)
{
    if (width == 0)
        width = 1;
    if (indent >= width)
        indent = 0;
    for (bool first = true; *text; first = false) {
        size_t len = strcspn(text, " "), need = columns_of(text, len);
        if (!first && column + 1 + need <= width) {
            gt_str_addc(s, ' ');
            column++;
        } else if (!first || column >= width) {
            gt_str_addf(s, "\n%*s", (int)indent, "");
            column = indent;
        }
        for (size_t used; (used = add_fitting(s, text, len, &column, width)) < len; column = indent) {
            gt_str_addf(s, "\n%*s", (int)indent, "");
            text += used;
            len -= used;
        }
        text += len;
        text += strspn(text, " ");
    }
    return column;
}

/* printf through gt_str_shown. */
static void show(FILE *to, const char *before, const char *format, va_list args, const char *after)
{
    gt_str raw, shown;
    gt_str_init(&raw);
    gt_str_init(&shown);
    gt_str_addv(&raw, format, args);
    gt_str_shown(&shown, gt_str_text(&raw));
    fprintf(to, "%s%s%s", before, gt_str_text(&shown), after);
    gt_str_fini(&raw);
    gt_str_fini(&shown);
}

void gt_show(FILE *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show(to, "", format, args, "");
    va_end(args);
}

void gt_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show(stderr, "gentrans: ", format, args, "\n");
    va_end(args);
}

void gt_str_json(gt_str *s, const char *text)
{
    gt_str_addc(s, '"');
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t len = utf8_length(p);
        if (len == 0) {
            gt_str_add(s, "\\ufffd");
            p++;
            continue;
        }
        if (*p == '"' || *p == '\\')
            gt_str_addf(s, "\\%c", *p);
        else if (*p == '\n')
            gt_str_add(s, "\\n");
        else if (*p == '\t')
            gt_str_add(s, "\\t");
        else if (gt_is_control(point_of(p, len)))
            gt_str_addf(s, "\\u%04x", (unsigned)point_of(p, len));
        else
            gt_str_addn(s, (const char *)p, len);
        p += len;
    }
    gt_str_addc(s, '"');
}
