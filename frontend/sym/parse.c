/* The only file that includes tree_sitter/api.h: runs the generated parser and copies its tree into ours. */
#include "frontend/sym/parse.h"

#include "frontend/sym/parse_impl.h"
#include "runtime/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>
#include <tree_sitter/parser.h>

const TSLanguage *tree_sitter_sym(void);

static const char *const node_names[GT_SYN_KINDS] = {
    "ERROR",
#define GT_NODE(name) #name,
#define GT_EXPRESSION(name) #name,
#include "frontend/sym/syntax.def"
#undef GT_EXPRESSION
#undef GT_NODE
};

static const char *const field_names[GT_FIELDS] = {
    "",
#define GT_FIELD(name) #name,
#include "frontend/sym/syntax.def"
#undef GT_FIELD
};

static const char *const word_texts[GT_WORDS] = {
    "",
#define GT_WORD(name, text) text,
#include "frontend/sym/syntax.def"
#undef GT_WORD
};

const char *gt_word_text(gt_syn_word word)
{
    return word_texts[word];
}

const gt_syn *gt_syn_get(const gt_syn *node, gt_field field)
{
    for (const gt_syn *kid = node->first; kid; kid = kid->next)
        if (kid->field == field)
            return kid;
    return NULL;
}

/* What the grammar's symbols and fields are for us. */
typedef struct {
    gt_syn_kind *kind; /* by symbol; named symbols only */
    gt_syn_word *word; /* by symbol; the others */
    gt_field field[GT_FIELDS + 1];
} dictionary;

static int find_text(const char *const *texts, int n, const char *text)
{
    for (int i = 1; i < n; i++)
        if (strcmp(texts[i], text) == 0)
            return i;
    return 0;
}

static dictionary make_dictionary(const TSLanguage *language)
{
    uint32_t n = ts_language_symbol_count(language);
    dictionary d = {.kind = gt_xcalloc(n, sizeof *d.kind), .word = gt_xcalloc(n, sizeof *d.word)};
    for (uint32_t i = 0; i < n; i++) {
        const char *name = ts_language_symbol_name(language, (TSSymbol)i);
        d.kind[i] = (gt_syn_kind)find_text(node_names, GT_SYN_KINDS, name);
        d.word[i] = (gt_syn_word)find_text(word_texts, GT_WORDS, name);
    }
    uint32_t fields = ts_language_field_count(language);
    if (fields > GT_FIELDS)
        gt_ice("the grammar has %u fields, frontend/sym/syntax.def has %d", fields, GT_FIELDS - 1);
    for (uint32_t i = 1; i <= fields; i++)
        d.field[i] = (gt_field)find_text(field_names, GT_FIELDS,
                                         ts_language_field_name_for_id(language, (TSFieldId)i));
    return d;
}

typedef struct {
    gt_syn *node;
    const gt_syn **end; /* where the next child goes */
    uint32_t depth;
} level;

typedef struct {
    gt_ctx *ctx;
    gt_interned *names;
    const char *text;
    const dictionary *dict;
    GT_VEC(level) stack;
    bool unterminated; /* some item lacks its end */
    bool too_deep;     /* reported; nothing more to copy */
} copier;

static gt_pos pos_of(const copier *c, TSNode node)
{
    TSPoint a = ts_node_start_point(node), b = ts_node_end_point(node);
    return (gt_pos){a.row + 1, a.column + 1, b.row + 1, b.column + 1, gt_diag_file(c->ctx->diag)};
}

static const char *text_of(copier *c, TSNode node, gt_syn_kind kind)
{
    if (kind != GT_SYN_identifier && kind != GT_SYN_number && kind != GT_SYN_string)
        return NULL;
    uint32_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);
    bool quoted = kind == GT_SYN_string && to - from >= 2;
    return gt_intern(c->names, c->text + from + quoted, to - from - 2u * quoted);
}

/* Chains of left-associative operators grow to the left; their length is no nesting. */
static bool is_chain_link(const gt_syn *parent, gt_field field, gt_syn_kind kind)
{
    return field == GT_FIELD_left && kind == GT_SYN_binary_expression && parent->kind == kind;
}

/* Takes the cursor's node into the tree. Returns whether its children are to be visited. */
static bool take(copier *c, TSTreeCursor *cursor)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    level *top = c->stack.n ? &c->stack.v[c->stack.n - 1] : NULL;
    gt_field field = c->dict->field[ts_tree_cursor_current_field_id(cursor)];
    if (!ts_node_is_named(node)) {
        gt_syn_word word = c->dict->word[ts_node_symbol(node)];
        if (top && (field == GT_FIELD_operator || field == GT_FIELD_quantifier || field == GT_FIELD_kind))
            top->node->word = word;
        if (top && field == GT_FIELD_quantifier)
            top->node->quantifier = word;
        return false;
    }
    gt_syn_kind kind = c->dict->kind[ts_node_symbol(node)];
    if (kind == GT_SYN_error)
        return false; /* a comment */
    if (kind == GT_SYN_unterminated)
        c->unterminated = true;
    gt_syn *syn = GT_NEW(c->ctx->arena, gt_syn);
    syn->kind = kind;
    syn->field = field;
    syn->pos = pos_of(c, node);
    syn->text = text_of(c, node, kind);
    uint32_t depth = 0;
    if (top) {
        *top->end = syn;
        top->end = &syn->next;
        top->node->nkids++;
        depth = top->depth + !is_chain_link(top->node, field, kind);
    }
    level mine = {syn, &syn->first, depth};
    gt_vec_push(&c->stack, mine);
    if (depth <= GT_PARSE_MAX_DEPTH)
        return true;
    gt_error(c->ctx->diag, syn->pos, "nesting", "this is nested more than %d levels deep",
             GT_PARSE_MAX_DEPTH);
    gt_help(c->ctx->diag, "name parts of it with `define`");
    c->too_deep = true;
    return false;
}

static void missing_end(gt_ctx *ctx, const char *text, size_t len, TSNode node, const char *what)
{
    gt_parse_missing(ctx, text, len, ts_node_end_byte(node), what);
    char word[16] = "";
    gt_parse_token first = gt_parse_next_token(text, len, ts_node_start_byte(node));
    if (strcmp(ts_node_type(ts_node_child(node, 0)), "call_statement") == 0 && first.len < sizeof word) {
        memcpy(word, text + first.at, first.len);
        gt_parse_hint_call(ctx->diag, word);
    }
}

/* Items that lack their end are nodes of their own, which are no errors to tree-sitter. `good` is the text,
 * or the text without the declarations in which an error was found: that error is the cause. */
static void report_unterminated(gt_ctx *ctx, const char *text, size_t len, TSNode root, const char *good)
{
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    for (bool done = false; !done;) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        if (strcmp(ts_node_type(node), "unterminated") == 0) {
            bool process = strcmp(ts_node_type(ts_node_child(node, 0)), "process_declaration") == 0;
            size_t end = ts_node_end_byte(node), next = gt_parse_next_token(text, len, end).at;
            bool reported = end > 0 && good[end - 1] != text[end - 1];
            bool stops = memchr(text + end, '\n', next - end) || (next < len && text[next] == '}');
            if (good == text || (!reported && stops))
                missing_end(ctx, text, len, node, process ? "}" : ";");
        }
        if (ts_tree_cursor_goto_first_child(&cursor))
            continue;
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!ts_tree_cursor_goto_parent(&cursor)) {
                done = true;
                break;
            }
        }
    }
    ts_tree_cursor_delete(&cursor);
}

static const gt_syn *copy_tree(copier *c, TSNode root)
{
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    const gt_syn *result = NULL;
    for (bool done = false; !done && !c->too_deep;) {
        size_t before = c->stack.n;
        if (take(c, &cursor) && ts_tree_cursor_goto_first_child(&cursor))
            continue;
        if (c->stack.n > before)
            result = c->stack.v[--c->stack.n].node;
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!ts_tree_cursor_goto_parent(&cursor)) {
                done = true;
                break;
            }
            result = c->stack.v[--c->stack.n].node;
        }
    }
    ts_tree_cursor_delete(&cursor);
    return result;
}

/* ---- the first syntax error, for messages ----
 *
 * tree-sitter mends errors silently, and where it mends is seldom where a reader would. What it logs while it
 * parses is exact: each step begins with "process ... state:S, row:R, col:C", the place behind the last
 * token; "detect_error" means that no token possible in S follows; "resume" that this is so for every way to
 * read the text. */
typedef struct {
    const TSLanguage *language;
    size_t stop; /* the parser's cancellation flag */
    TSStateId state;
    uint32_t row, col;
    bool found;
    uint32_t found_row, found_col;
    bool *expected; /* by token */
} watcher;

/* Marks the tokens that can follow in a state of the generated parser. */
static void mark_tokens(const TSLanguage *language, TSStateId state, bool *expected)
{
    if (state < language->large_state_count) {
        const uint16_t *row = language->parse_table + (size_t)state * language->symbol_count;
        for (uint32_t i = 0; i < language->token_count; i++)
            expected[i] = expected[i] || language->parse_actions[row[i]].entry.count > 0;
        return;
    }
    const uint16_t *p =
        language->small_parse_table + language->small_parse_table_map[state - language->large_state_count];
    for (uint16_t groups = *p++; groups > 0; groups--) {
        bool possible = language->parse_actions[*p++].entry.count > 0;
        for (uint16_t n = *p++; n > 0; n--, p++)
            if (*p < language->token_count)
                expected[*p] = expected[*p] || possible;
    }
}

static int compare_places(uint32_t row1, uint32_t col1, uint32_t row2, uint32_t col2)
{
    return row1 != row2 ? (row1 < row2 ? -1 : 1) : col1 != col2 ? (col1 < col2 ? -1 : 1) : 0;
}

static void watch(void *payload, TSLogType type, const char *message)
{
    watcher *w = payload;
    unsigned version, versions, state;
    if (type != TSLogTypeParse || w->stop)
        return;
    if (sscanf(message, "process version:%u, version_count:%u, state:%u, row:%u, col:%u", &version, &versions,
               &state, &w->row, &w->col) == 5) {
        w->state = (TSStateId)state;
    } else if (strncmp(message, "detect_error", 12) == 0) {
        int order = w->found ? compare_places(w->row, w->col, w->found_row, w->found_col) : 1;
        if (order > 0)
            memset(w->expected, 0, w->language->token_count * sizeof *w->expected);
        if (order >= 0)
            mark_tokens(w->language, w->state, w->expected);
        if (order > 0) {
            w->found = true;
            w->found_row = w->row;
            w->found_col = w->col;
        }
    } else if (strncmp(message, "resume", 6) == 0) {
        w->stop = 1;
    }
}

static size_t offset_of(const char *text, size_t len, uint32_t row, uint32_t col)
{
    size_t at = 0;
    for (; row > 0 && at < len; at++)
        row -= text[at] == '\n';
    return at + col < len ? at + col : len;
}

static TSParser *new_parser(const TSLanguage *language)
{
    ts_set_allocator(gt_xmalloc_bytes, gt_xcalloc, gt_xrealloc_bytes, free);
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, language))
        gt_ice("the generated parser and the tree-sitter library do not fit");
    return parser;
}

bool gt_parse_find_error(const char *text, size_t len, gt_parse_error *error)
{
    const TSLanguage *language = tree_sitter_sym();
    watcher w = {.language = language, .expected = gt_xcalloc(language->token_count, sizeof *w.expected)};
    TSParser *parser = new_parser(language);
    ts_parser_set_logger(parser, (TSLogger){&w, watch});
    ts_parser_set_cancellation_flag(parser, &w.stop);
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)len);
    if (tree)
        ts_tree_delete(tree);
    ts_parser_delete(parser);
    *error = (gt_parse_error){.after = offset_of(text, len, w.found_row, w.found_col)};
    error->expected = gt_xcalloc(language->token_count, sizeof *error->expected);
    for (uint32_t i = 0; i < language->token_count; i++)
        if (w.expected[i])
            error->expected[error->nexpected++] =
                i == 0 ? "" : ts_language_symbol_name(language, (TSSymbol)i);
    free(w.expected);
    return w.stop != 0;
}

const gt_syn *gt_parse(gt_ctx *ctx, gt_interned *names, const char *text, size_t len)
{
    unsigned errors = gt_diag_errors(ctx->diag);
    if (!gt_parse_scan(ctx, text, len))
        return NULL;
    TSParser *parser = new_parser(tree_sitter_sym());
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)len);
    if (!tree)
        gt_ice("tree-sitter returned no tree");
    TSNode root = ts_tree_root_node(tree);
    const gt_syn *result = NULL;
    if (ts_node_has_error(root)) {
        char *copy = gt_xmalloc(len + 1, 1);
        memcpy(copy, text, len);
        gt_parse_explain(ctx, copy, len);
        report_unterminated(ctx, text, len, root, copy);
        free(copy);
    } else {
        dictionary dict = make_dictionary(tree_sitter_sym());
        copier c = {.ctx = ctx, .names = names, .text = text, .dict = &dict};
        result = copy_tree(&c, root);
        if (c.unterminated)
            report_unterminated(ctx, text, len, root, text);
        free(c.stack.v);
        free(dict.kind);
        free(dict.word);
    }
    ts_tree_delete(tree);
    ts_parser_delete(parser);
    return gt_diag_errors(ctx->diag) == errors ? result : NULL;
}
