/* From text to a syntax tree of our own, with positions. The only part that knows tree-sitter
 * (frontend/sym/parse.c); nodes, fields and operators are those of the grammar's README
 * (frontend/sym/tree-sitter-sym). */
#ifndef GT_FRONTEND_SYM_PARSE_H
#define GT_FRONTEND_SYM_PARSE_H

#include "frontend/sym/names.h"
#include "runtime/context.h"

typedef enum {
    GT_SYN_error, /* never in a tree that gt_parse returns */
#define GT_NODE(name) GT_SYN_##name,
#define GT_EXPRESSION(name) GT_SYN_##name,
#include "frontend/sym/syntax.def"
#undef GT_EXPRESSION
#undef GT_NODE
    GT_SYN_KINDS
} gt_syn_kind;

typedef enum {
    GT_FIELD_nothing,
#define GT_FIELD(name) GT_FIELD_##name,
#include "frontend/sym/syntax.def"
#undef GT_FIELD
    GT_FIELDS
} gt_field;

typedef enum {
    GT_WORD_nothing,
#define GT_WORD(name, text) GT_WORD_##name,
#include "frontend/sym/syntax.def"
#undef GT_WORD
    GT_WORDS
} gt_syn_word;

typedef struct gt_syn gt_syn;
struct gt_syn {
    gt_syn_kind kind;
    gt_field field;         /* its role in the parent */
    gt_syn_word word;       /* its operator, quantifier or kind, where it has one; the max of R{"r"}max */
    gt_syn_word quantifier; /* the A or E of A [f U g], where `word` is the U */
    uint32_t nkids;         /* named children; comments and punctuation are left out */
    gt_pos pos;
    const char *text; /* of identifiers, numbers and strings (without quotes): an interned name; else NULL */
    const gt_syn *first, *next;
};

/* The largest text, and the deepest nesting: of brackets in the text, and of nodes in the tree where chains
 * of left-associative operators count once. */
#define GT_PARSE_MAX_BYTES (32u << 20)
#define GT_PARSE_MAX_DEPTH 1000

/* Parses `len` bytes, which need no terminator. Returns the source_file node, or NULL after reporting at
 * least one error. Never recurses on the input. A byte order mark must already have been skipped. */
const gt_syn *gt_parse(gt_ctx *ctx, gt_interned *names, const char *text, size_t len);

/* A line of help for what is a statement in other languages; false: nothing is known of it. */
bool gt_parse_hint_call(gt_diag *diag, const char *word);

/* The first child with that role, or NULL. */
const gt_syn *gt_syn_get(const gt_syn *node, gt_field field);
/* How the word is written. */
const char *gt_word_text(gt_syn_word word);

#endif
