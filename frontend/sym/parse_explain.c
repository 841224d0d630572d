/* Words for syntax errors: what was expected after what, one message per broken declaration. */
#include "frontend/sym/parse_impl.h"

#include "runtime/base.h"
#include "runtime/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ERRORS 20
#define LARGE (1u << 20) /* beyond this size only the first error is looked for */

static gt_pos pos_of(const gt_ctx *ctx, const char *text, size_t at, size_t len)
{
    uint32_t line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    uint32_t col = (uint32_t)(at - start) + 1;
    return (gt_pos){line, col, line, col + (uint32_t)(len ? len : 1), gt_diag_file(ctx->diag)};
}

bool gt_parse_expects(const gt_parse_error *e, const char *token)
{
    for (size_t i = 0; i < e->nexpected; i++)
        if (strcmp(e->expected[i], token) == 0)
            return true;
    return false;
}

/* Words that can only begin a new declaration or statement: the one before lacks its end. */
static bool begins_item(const char *word, size_t len)
{
    static const char *const words[] = {"const", "enum",     "shared",   "process",   "states", "var",
                                        "rule",  "define",   "fairness", "initially", "fair",   "strong",
                                        "end",   "reward",   "model",    "invariant", "ctl",    "ltl",
                                        "pctl",  "deadlock", "mdp",      "dtmc",      "ctmc",   "param"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0)
            return true;
    return false;
}

static bool on_new_line(const char *text, size_t from, size_t to)
{
    return memchr(text + from, '\n', to - from) != NULL;
}

/* The last token that ends at or before `after`, for "after `x`". */
gt_parse_token gt_parse_last_token(const char *text, size_t len, size_t after)
{
    size_t line = after;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    gt_parse_token last = {after, 0};
    for (gt_parse_token t = gt_parse_next_token(text, len, line); t.len > 0 && t.at + t.len <= after;
         t = gt_parse_next_token(text, len, t.at + t.len))
        last = t;
    return last;
}

/* Where the bracket around byte `at` is that is still open there; `len`: there is none. */
static size_t last_open(const char *text, size_t len, size_t at)
{
    GT_VEC(size_t) stack = {0};
    for (gt_parse_token t = gt_parse_next_token(text, len, 0); t.len > 0 && t.at < at;
         t = gt_parse_next_token(text, len, t.at + t.len)) {
        char c = text[t.at];
        if (c == '(' || c == '[' || c == '{')
            gt_vec_push(&stack, t.at);
        else if ((c == ')' || c == ']' || c == '}') && stack.n > 0)
            stack.n--;
    }
    size_t open = stack.n > 0 ? stack.v[stack.n - 1] : len;
    free(stack.v);
    return open;
}

/* Whether an expected token is worth a mention when expressions or operators are expected, too. */
static bool closes(const char *name, char open)
{
    return (strcmp(name, ";") == 0 && open != '(' && open != '[') ||
           (strcmp(name, ")") == 0 && open == '(') || (strcmp(name, "]") == 0 && open == '[') ||
           strcmp(name, ":=") == 0 || (strcmp(name, "do") == 0 && open != '(' && open != '[');
}

/* What could have stood there, in words: classes of tokens first, then the tokens themselves. The parser may
 * expect what it found: in one reading of what stands before, but not in the one that it took. */
static void describe(const gt_parse_error *e, char open, const char *found, size_t len, gt_str *out)
{
    bool infix = gt_parse_expects(e, "&&") || gt_parse_expects(e, "+");
    bool operand = !infix && gt_parse_expects(e, "number") && gt_parse_expects(e, "identifier") &&
                   gt_parse_expects(e, "(");
    const char *parts[64];
    size_t n = 0;
    if (operand)
        parts[n++] = "an expression";
    if (infix)
        parts[n++] = "an operator";
    for (size_t i = 0; i < e->nexpected && n < 60; i++) {
        const char *name = e->expected[i];
        bool stands_there = strlen(name) == len && memcmp(name, found, len) == 0;
        if (stands_there || strstr(name, "comment") || ((operand || infix) && !closes(name, open)))
            continue;
        parts[n++] = name[0] ? name : "the end of the file";
    }
    if (n > 6)
        return;
    gt_str_add(out, "expected ");
    for (size_t i = 0; i < n; i++) {
        bool word = strcmp(parts[i], "identifier") == 0;
        bool phrase = strchr(parts[i], ' ') != NULL;
        gt_str_add(out, i == 0 ? "" : i + 1 == n ? " or " : ", ");
        bool file = strcmp(parts[i], "string") == 0;
        gt_str_addf(out, word ? "a name" : file ? "a name in quotes" : phrase ? "%s" : "`%s`", parts[i]);
    }
}

void gt_parse_missing(gt_ctx *ctx, const char *text, size_t len, size_t after, const char *what)
{
    gt_parse_token before = gt_parse_last_token(text, len, after);
    size_t end = before.at + before.len;
    gt_error(ctx->diag, pos_of(ctx, text, end, 1), "syntax", "expected `%s` after `%.*s`", what,
             before.len > 40 ? 40 : (int)before.len, text + before.at);
    if (*what != '}')
        return;
    size_t open = last_open(text, len, end);
    if (open < len)
        gt_note(ctx->diag, pos_of(ctx, text, open, 1), "to close this one");
}

bool gt_parse_is(const char *text, gt_parse_token t, const char *what)
{
    return strlen(what) == t.len && memcmp(text + t.at, what, t.len) == 0;
}

/* Nothing is begun before this token: it follows the end of something, or begins the text. */
static bool is_end(const char *text, gt_parse_token t)
{
    return t.len == 0 || gt_parse_is(text, t, ";") || gt_parse_is(text, t, "}") || gt_parse_is(text, t, "{");
}

/* A word that was read as a name but can be none: what should have stood before it is missing. */
static bool is_stray(const char *text, gt_parse_token t)
{
    static const char *const words[] = {"do", "when", "where", "with", "else", "if", "rate", "in"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (gt_parse_is(text, t, words[i]))
            return true;
    return false;
}

static void report(gt_ctx *ctx, const char *text, size_t len, const gt_parse_error *e)
{
    gt_parse_token found = gt_parse_next_token(text, len, e->after);
    gt_parse_token before = gt_parse_last_token(text, len, e->after),
                   second = gt_parse_last_token(text, len, before.at);
    const char *word = text + found.at;
    bool ends = found.len == 0 || on_new_line(text, e->after, found.at) || *word == '}' ||
                begins_item(word, found.len);
    bool fresh = is_end(text, before);
    size_t opened = last_open(text, len, e->after);
    char open = opened < len ? text[opened] : '\0';
    if (gt_parse_expects(e, ";") && ends && !fresh && open != '(' && open != '[') {
        gt_parse_missing(ctx, text, len, before.at + before.len, ";");
        return;
    }
    gt_str what;
    gt_str_init(&what);
    /* A word that was taken for the beginning of an edge in the middle of something else: it is the one that
     * is wrong. */
    bool edge = e->nexpected <= 3 && gt_parse_expects(e, "->") && !is_end(text, second);
    bool stray = gt_parse_expects(e, "&&") && is_stray(text, before);
    if (edge || stray)
        found = before;
    if (stray)
        gt_str_add(&what, "expected an expression");
    else if (fresh && !edge && gt_parse_expects(e, "const"))
        gt_str_add(&what, "expected a declaration");
    else if (!edge)
        describe(e, open, word, found.len, &what);
    if (what.len > 0 && found.len > 0)
        gt_str_add(&what, ", found ");
    if (found.len == 0)
        gt_error(ctx->diag, pos_of(ctx, text, e->after, 1), "syntax", "%s, but the file ends",
                 what.len ? gt_str_text(&what) : "something is missing");
    else
        gt_error(ctx->diag, pos_of(ctx, text, found.at, found.len), "syntax", "%s`%.*s`%s",
                 gt_str_text(&what), found.len > 40 ? 40 : (int)found.len, text + found.at,
                 what.len ? "" : " does not fit here");
    if (found.len > 0)
        gt_parse_hint(ctx, text, len, found, e);
    gt_str_fini(&what);
}

/* The declaration around byte `at`: at top level, or in the body of a process. */
static void find_item(const char *text, size_t len, size_t at, size_t *from, size_t *to)
{
    *from = 0;
    *to = len;
    int depth = 0, home = 0; /* depth of braces; 1 inside the body of a process */
    bool in_process = false, fresh = true;
    for (gt_parse_token t = gt_parse_next_token(text, len, 0); t.len > 0;
         t = gt_parse_next_token(text, len, t.at + t.len)) {
        char c = t.len == 1 ? text[t.at] : 'x';
        bool closes_body = c == '}' && depth == 1 && home == 1;
        if (t.at >= at && closes_body) {
            *to = t.at;
            return;
        }
        if (fresh && !closes_body) {
            *from = t.at;
            fresh = false;
            in_process = t.len == 7 && memcmp(text + t.at, "process", 7) == 0;
        }
        depth += c == '{'; /* no `;` stands in other brackets, and a missing `)` shall not hide one */
        depth -= c == '}' && depth > 0;
        bool opens_body = c == '{' && in_process && depth == 1 && home == 0 && t.at < at;
        home = opens_body ? 1 : closes_body ? 0 : home;
        bool ends = depth == home && (c == ';' || c == '}');
        gt_parse_token next = gt_parse_next_token(text, len, t.at + 1);
        if (ends && c == '}' && (gt_parse_is(text, next, "else") || gt_parse_is(text, next, ";")))
            continue; /* it goes on, or would if it were right */
        if (ends && t.at >= at) {
            *to = t.at + 1;
            return;
        }
        fresh = fresh || opens_body || ends;
    }
}

void gt_parse_explain(gt_ctx *ctx, char *copy, size_t len)
{
    gt_parse_error e;
    bool more = true;
    size_t last = 0;
    for (int i = 0; more && i < MAX_ERRORS; i++) {
        more = gt_parse_find_error(copy, len, &e);
        gt_parse_token found = gt_parse_next_token(copy, len, e.after);
        if (more && (i == 0 || found.at > last))
            report(ctx, copy, len, &e);
        last = found.at;
        /* Blank the broken declaration, line ends kept, and go on behind it. */
        size_t from, to;
        find_item(copy, len, found.at, &from, &to);
        more = more && len <= LARGE && found.len > 0 && to < len;
        for (size_t k = from; k < to; k++)
            if (copy[k] != '\n')
                copy[k] = ' ';
        free(e.expected);
    }
    if (gt_diag_errors(ctx->diag) == 0)
        gt_error(ctx->diag, (gt_pos){0}, "syntax", "the file is not a .sym program");
}
