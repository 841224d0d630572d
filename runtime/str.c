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

static void addv(gt_str *s, const char *format, va_list args)
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
    addv(s, format, args);
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
    addv(s, format, args);
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
        else if (*p < 0x20 || *p == 0x7f)
            gt_str_addf(s, "\\u%04x", *p);
        else
            gt_str_addn(s, (const char *)p, len);
        p += len;
    }
    gt_str_addc(s, '"');
}
