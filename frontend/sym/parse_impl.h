/* What the files that make up the parser share; nobody else includes it. */
#ifndef GT_FRONTEND_SYM_PARSE_IMPL_H
#define GT_FRONTEND_SYM_PARSE_IMPL_H

#include "runtime/context.h"

#include <stdbool.h>
#include <stddef.h>

/* Looks over the text before it is parsed: size, characters, comments, brackets and their depth. False after
 * reporting an error that makes parsing pointless. Time linear in `len`, no recursion. */
bool gt_parse_scan(gt_ctx *ctx, const char *text, size_t len);

/* Where a text stops being a beginning of any program, and what could have stood there. */
typedef struct {
    size_t after;          /* byte offset just behind the last good token */
    const char **expected; /* names of the grammar's tokens, "" for the end of the text; malloc'ed */
    size_t nexpected;
} gt_parse_error;

/* Finds the first syntax error; false if there is none. */
bool gt_parse_find_error(const char *text, size_t len, gt_parse_error *error);
/* Reports the syntax errors of a text that has some. Declarations with an error are blanked in `text`. */
void gt_parse_explain(gt_ctx *ctx, char *text, size_t len);

/* Reports that `what` is missing behind the token that ends at byte `after`. */
void gt_parse_missing(gt_ctx *ctx, const char *text, size_t len, size_t after, const char *what);

/* A token, as far as messages need to know. At the end of the text len is 0. */
typedef struct {
    size_t at, len;
} gt_parse_token;

/* The first token at or behind byte `at`, blanks and comments skipped. */
gt_parse_token gt_parse_next_token(const char *text, size_t len, size_t at);
/* The last token on its line that ends at or before `after`. */
gt_parse_token gt_parse_last_token(const char *text, size_t len, size_t after);
bool gt_parse_is(const char *text, gt_parse_token t, const char *what);
/* Could `token` have stood at the error? */
bool gt_parse_expects(const gt_parse_error *e, const char *token);
/* A line of help for the last error, if there is something to say: `found` is what stands there. */
void gt_parse_hint(gt_ctx *ctx, const char *text, size_t len, gt_parse_token found, const gt_parse_error *e);

#endif
