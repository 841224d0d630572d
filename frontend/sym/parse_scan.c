/* What can be said about a text before parsing it. */
#include "frontend/sym/parse.h"
#include "frontend/sym/parse_impl.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    gt_ctx *ctx;
    const char *text;
    size_t len, at;
    uint32_t line;
    size_t line_start;
    uint32_t depth;
} scanner;

static gt_pos pos_at(const scanner *s, size_t at, size_t len)
{
    uint32_t col = (uint32_t)(at - s->line_start) + 1;
    return (gt_pos){s->line, col, s->line, col + (uint32_t)len, gt_diag_file(s->ctx->diag)};
}

/* Length of the well-formed UTF-8 sequence at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80)
        return 1;
    size_t n = p[0] >= 0xF5 ? 0 : p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;
    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xED && p[1] >= 0xA0;
    bool beyond = p[0] == 0xF4 && p[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

/* Steps over one character of any kind; false after an error that ends the scan. */
static bool step(scanner *s)
{
    unsigned char c = (unsigned char)s->text[s->at];
    if (c == '\0') {
        gt_error(s->ctx->diag, pos_at(s, s->at, 1), "bad-character", "the file contains a NUL byte");
        gt_help(s->ctx->diag, "a .sym file is UTF-8 text; this one may be binary or UTF-16");
        return false;
    }
    size_t n = utf8_length((const unsigned char *)s->text + s->at, s->len - s->at);
    if (n == 0) {
        gt_error(s->ctx->diag, pos_at(s, s->at, 1), "bad-character", "byte 0x%02X is not valid UTF-8 here",
                 c);
        gt_help(s->ctx->diag, "a .sym file is UTF-8 text; other characters may stand in comments");
        return false;
    }
    s->at += n;
    if (c == '\n') {
        s->line++;
        s->line_start = s->at;
    }
    return true;
}

static bool looking_at(const scanner *s, const char *what)
{
    size_t n = strlen(what);
    return s->len - s->at >= n && memcmp(s->text + s->at, what, n) == 0;
}

static bool line_comment(scanner *s)
{
    while (s->at < s->len && s->text[s->at] != '\n')
        if (!step(s))
            return false;
    return true;
}

static bool block_comment(scanner *s)
{
    gt_pos open = pos_at(s, s->at, 2);
    s->at += 2;
    while (s->at < s->len && !looking_at(s, "*/"))
        if (!step(s))
            return false;
    if (s->at >= s->len) {
        gt_error(s->ctx->diag, open, "comment", "this comment is never closed");
        gt_help(s->ctx->diag, "end it with `*/`; comments do not nest");
        return false;
    }
    s->at += 2;
    return true;
}

/* A bracket changes the depth; which bracket closes which is the parser's task. */
static bool bracket(scanner *s, char c)
{
    if (c == ')' || c == ']' || c == '}') {
        s->depth -= s->depth > 0;
        return true;
    }
    if (++s->depth <= GT_PARSE_MAX_DEPTH)
        return true;
    gt_error(s->ctx->diag, pos_at(s, s->at, 1), "nesting", "brackets are nested more than %d levels deep",
             GT_PARSE_MAX_DEPTH);
    gt_help(s->ctx->diag, "name parts of the expression with `define`");
    return false;
}

bool gt_parse_scan(gt_ctx *ctx, const char *text, size_t len)
{
    if (len > GT_PARSE_MAX_BYTES) {
        gt_error(ctx->diag, (gt_pos){0}, "too-large", "the file has %zu bytes, the limit is %u", len,
                 GT_PARSE_MAX_BYTES);
        return false;
    }
    scanner s = {.ctx = ctx, .text = text, .len = len, .line = 1};
    while (s.at < len) {
        bool ok = true;
        char c = text[s.at];
        if (looking_at(&s, "//"))
            ok = line_comment(&s);
        else if (looking_at(&s, "/*"))
            ok = block_comment(&s);
        else if (c != '\0' && strchr("()[]{}", c))
            ok = bracket(&s, c) && step(&s);
        else
            ok = step(&s);
        if (!ok)
            return false;
    }
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_comment(const char *text, size_t len, size_t at)
{
    if (text[at + 1] == '/') {
        while (at < len && text[at] != '\n')
            at++;
        return at;
    }
    at += 2;
    while (at + 1 < len && !(text[at] == '*' && text[at + 1] == '/'))
        at++;
    return at + 2 < len ? at + 2 : len;
}

gt_parse_token gt_parse_next_token(const char *text, size_t len, size_t at)
{
    static const char *const operators[] = {"<->", "->", "||", "&&", "==", "!=", "<=", ">=", ":=", ".."};
    for (;;)
        if (at < len && is_blank(text[at]))
            at++;
        else if (at + 1 < len && text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '*'))
            at = skip_comment(text, len, at);
        else
            break;
    if (at >= len)
        return (gt_parse_token){len, 0};
    size_t end = at;
    while (end < len && is_word(text[end]))
        end++;
    if (end > at)
        return (gt_parse_token){at, end - at};
    if (text[at] == '"') {
        for (end = at + 1; end < len && text[end] != '"' && text[end] != '\n';)
            end++;
        return (gt_parse_token){at, end - at + (end < len && text[end] == '"')};
    }
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        size_t n = strlen(operators[i]);
        if (len - at >= n && memcmp(text + at, operators[i], n) == 0)
            return (gt_parse_token){at, n};
    }
    size_t n = utf8_length((const unsigned char *)text + at, len - at);
    return (gt_parse_token){at, n ? n : 1};
}
