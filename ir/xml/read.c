#include "ir/xml/read.h"

#include <errno.h>
#include <inttypes.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

enum { MAX_ERRORS = 50 }; /* more than that are not even looked at: finding a line takes time */

/* The line as a position: from its first character that is not blank to its end. */
static gt_pos line_position(const gt_xml_in *in, long line)
{
    if (line <= 0)
        return (gt_pos){0};
    const char *at = in->text, *end = in->text + in->len;
    for (long i = 1; i < line && at < end; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    const char *begin = at;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    uint32_t first = (uint32_t)(at - begin) + 1, last = (uint32_t)((newline ? newline : end) - begin) + 1;
    return (gt_pos){(uint32_t)line, first, (uint32_t)line, last > first ? last : first + 1, in->xml};
}

static void report(gt_xml_in *in, gt_pos pos, const char *message)
{
    in->failed = true;
    size_t len = strlen(message);
    while (len && (message[len - 1] == '\n' || message[len - 1] == ' '))
        len--;
    gt_error(in->ctx->diag, pos, "xml", "%.*s", (int)(len > 400 ? 400 : len), message);
}

void gt_xml_error(gt_xml_in *in, const xmlNode *node, const char *format, ...)
{
    char message[512];
    va_list args;
    in->failed = true;
    if (++in->errors > MAX_ERRORS)
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    report(in, line_position(in, xmlGetLineNo(node)), message);
}

void gt_xml_verify_report(void *data, const void *object, const char *message)
{
    gt_xml_in *in = data;
    uint64_t line = 0;
    in->failed = true;
    if (++in->errors > MAX_ERRORS)
        return;
    if (object)
        gt_ptrmap_get(&in->lines, object, &line);
    report(in, line_position(in, line ? (long)line : 1), message);
}

gt_pos gt_xml_where(void *data, const void *object, gt_pos pos)
{
    gt_xml_in *in = data;
    uint64_t line = object ? 0 : (uint64_t)xmlGetLineNo(in->making);
    if (object)
        gt_ptrmap_get(&in->lines, object, &line);
    return line && ++in->errors <= MAX_ERRORS ? line_position(in, (long)line) : pos;
}

void gt_xml_mark(gt_xml_in *in, const void *object, const xmlNode *node)
{
    *gt_ptrmap_at(&in->lines, object) = (uint64_t)xmlGetLineNo(node);
}

/* ---- elements ---- */

static const xmlNode *element_from(const xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

const xmlNode *gt_xml_first(const xmlNode *parent)
{
    return parent ? element_from(parent->children) : NULL;
}

const xmlNode *gt_xml_next(const xmlNode *element)
{
    return element_from(element->next);
}

bool gt_xml_is(const xmlNode *element, const char *name)
{
    return !strcmp((const char *)element->name, name);
}

const xmlNode *gt_xml_child(const xmlNode *parent, const char *name)
{
    for (const xmlNode *n = gt_xml_first(parent); n; n = gt_xml_next(n))
        if (gt_xml_is(n, name))
            return n;
    return NULL;
}

uint32_t gt_xml_count(const xmlNode *parent, const char *name)
{
    uint32_t count = 0;
    for (const xmlNode *n = gt_xml_first(parent); n; n = gt_xml_next(n))
        count += gt_xml_is(n, name);
    return count;
}

/* ---- attributes ---- */

const char *gt_xml_attr_get(const xmlNode *node, const char *name)
{
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        if (strcmp((const char *)a->name, name) != 0)
            continue;
        if (!a->children)
            return "";
        bool plain = a->children->type == XML_TEXT_NODE && !a->children->next && a->children->content;
        return plain ? (const char *)a->children->content : NULL;
    }
    return NULL;
}

static const char *required(gt_xml_in *in, const xmlNode *node, const char *name)
{
    const char *text = gt_xml_attr_get(node, name);
    if (!text)
        gt_xml_error(in, node, "<%s> has no attribute %s", (const char *)node->name, name);
    return text;
}

const char *gt_xml_attr_text(gt_xml_in *in, const xmlNode *node, const char *name)
{
    const char *text = required(in, node, name);
    return gt_arena_strdup(in->arena, text ? text : "");
}

bool gt_xml_attr_long(gt_xml_in *in, const xmlNode *node, const char *name, int64_t lo, int64_t hi,
                      int64_t *value)
{
    const char *text = required(in, node, name);
    *value = 0;
    if (!text)
        return false;
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno || end == text || *end || *value < lo || *value > hi) {
        gt_xml_error(in, node, "%s=\"%.40s\" is not a number in %" PRId64 "..%" PRId64, name, text, lo, hi);
        *value = 0;
        return false;
    }
    return true;
}

bool gt_xml_attr_index(gt_xml_in *in, const xmlNode *node, const char *name, uint64_t limit, const char *what,
                       uint32_t *value)
{
    int64_t number;
    *value = 0;
    if (!gt_xml_attr_long(in, node, name, 0, UINT32_MAX, &number))
        return false;
    if ((uint64_t)number >= limit) {
        gt_xml_error(in, node, "%s=\"%" PRId64 "\": there is no such %s", name, number, what);
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

void gt_xml_attr_ints(gt_xml_in *in, const xmlNode *node, const char *name, uint32_t n, int32_t *values)
{
    const char *text = gt_xml_attr_get(node, name);
    uint32_t i = 0;
    for (const char *at = text ? text : ""; *at; i++) {
        char *end;
        errno = 0;
        long long value = strtoll(at, &end, 10);
        if (end == at || errno || value < INT32_MIN || value > INT32_MAX || i >= n)
            break;
        values[i] = (int32_t)value;
        at = *end == ' ' ? end + 1 : end;
        if (!*at) {
            i++;
            break;
        }
    }
    if (i != n)
        gt_xml_error(in, node, "%s needs %" PRIu32 " numbers", name, n);
}

bool gt_xml_attr_true(const xmlNode *node, const char *name)
{
    const char *text = gt_xml_attr_get(node, name);
    return text && !strcmp(text, "true");
}

bool gt_xml_attr_word(gt_xml_in *in, const xmlNode *node, const char *name, const char *const *words,
                      size_t n, size_t *at)
{
    const char *text = required(in, node, name);
    for (*at = 0; text && *at < n; ++*at)
        if (!strcmp(text, words[*at]))
            return true;
    if (text)
        gt_xml_error(in, node, "%s=\"%.40s\" is not known", name, text);
    *at = 0;
    return false;
}

gt_pos gt_xml_attr_at(const gt_xml_in *in, const xmlNode *node)
{
    gt_pos pos = {.file = in->written};
    const char *text = gt_xml_attr_get(node, "at");
    uint32_t *parts[] = {&pos.line, &pos.col, &pos.end_line, &pos.end_col};
    for (int i = 0; text && i < 4; i++) {
        char *end;
        *parts[i] = (uint32_t)strtoul(text, &end, 10);
        text = *end ? end + 1 : end;
    }
    return pos;
}

bool gt_xml_attr_type_of(gt_xml_in *in, const xmlNode *node, gt_type *type)
{
    static const char *const kinds[] = {"bool", "int", "enum", "id"};
    size_t kind;
    uint32_t en;
    int64_t lo, hi;
    *type = gt_type_bool();
    if (!gt_xml_attr_word(in, node, "type", kinds, 4, &kind))
        return false;
    if (kind == 1) {
        if (!gt_xml_attr_long(in, node, "lo", INT32_MIN, INT32_MAX, &lo) ||
            !gt_xml_attr_long(in, node, "hi", INT32_MIN, INT32_MAX, &hi))
            return false;
        *type = gt_type_int(lo, hi);
        if (lo > hi)
            gt_xml_error(in, node, "the range %" PRId64 "..%" PRId64 " is empty", lo, hi);
        return lo <= hi;
    }
    if (kind == 2) {
        if (!gt_xml_attr_index(in, node, "enum", in->sym->nenums, "enum", &en))
            return false;
        *type = gt_type_enum(in->sym->enums[en]);
    } else if (kind == 3) {
        const gt_proc *proc = gt_xml_attr_process(in, node, "process");
        if (!proc)
            return false;
        *type = gt_type_id(proc, gt_xml_attr_true(node, "optional"));
    }
    return true;
}

const gt_proc *gt_xml_attr_process(gt_xml_in *in, const xmlNode *node, const char *name)
{
    uint32_t index;
    return gt_xml_attr_index(in, node, name, in->sym->nprocs, "process type", &index) ? in->sym->procs[index]
                                                                                      : NULL;
}

const gt_var *gt_xml_attr_variable(gt_xml_in *in, const xmlNode *node)
{
    uint32_t index;
    if (gt_xml_attr_get(node, "shared"))
        return gt_xml_attr_index(in, node, "shared", in->sym->nshared, "shared variable", &index)
                   ? in->sym->shared[index]
                   : NULL;
    const gt_proc *proc = gt_xml_attr_process(in, node, "process");
    if (!proc || !gt_xml_attr_index(in, node, "local", proc->nvars, "local variable", &index))
        return NULL;
    return proc->vars[index];
}

const gt_binder *gt_xml_attr_bound(gt_xml_in *in, const xmlNode *node, const char *name)
{
    uint32_t index;
    return gt_xml_attr_index(in, node, name, in->binders.n, "binder", &index) ? in->binders.v[index] : NULL;
}

/* ---- documents ---- */

/* The parser's messages; `data` is its context. */
static void parser_message(void *data, xmlErrorPtr error)
{
    xmlParserCtxt *parser = data;
    gt_xml_in *in = parser->_private;
    if (in->failed)
        return;
    gt_pos pos = line_position(in, error->line);
    if (error->int2 > 0) {
        pos.col = (uint32_t)error->int2;
        pos.end_col = pos.col + 1;
    }
    report(in, pos, error->message ? error->message : "not well-formed");
}

/* Document types are where entities come from: there are none in our files. */
static void refuse_doctype(void *data, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    xmlParserCtxt *parser = data;
    gt_xml_in *in = parser->_private;
    if (!in->failed)
        report(in, line_position(in, parser->input ? parser->input->line : 1),
               "a document type is not allowed here");
    xmlStopParser(parser);
}

/* A file may be large, and its tree is ten times its size: limits hold while it is made. What the parser has
 * then is lost. */
static void on_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                       int nspaces, const xmlChar **spaces, int nattrs, int ndefaulted, const xmlChar **attrs)
{
    xmlParserCtxt *parser = data;
    gt_xml_in *in = parser->_private;
    gt_arena_ask(in->arena);
    xmlSAX2StartElementNs(data, name, prefix, uri, nspaces, spaces, nattrs, ndefaulted, attrs);
}

void gt_xml_begin(void)
{
    if (xmlMemSetup(free, gt_xmalloc_bytes, gt_xrealloc_bytes, gt_xstrdup) != 0)
        gt_ice("libxml2 refuses an allocator");
}

static xmlDoc *parse(gt_xml_in *in)
{
    gt_xml_begin();
    xmlParserCtxt *parser = xmlNewParserCtxt();
    parser->_private = in;
    parser->sax->serror = parser_message;
    parser->sax->internalSubset = refuse_doctype;
    parser->sax->startElementNs = on_element;
    int options = XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES;
    xmlDoc *doc = xmlCtxtReadMemory(parser, in->text, (int)in->len, NULL, NULL, options);
    if (!doc && !in->failed)
        report(in, line_position(in, 1), "not an XML file");
    if (doc && in->failed) {
        xmlFreeDoc(doc);
        doc = NULL;
    }
    xmlFreeParserCtxt(parser);
    return doc;
}

/* Only the first message: the others follow from it. */
static void schema_message(void *data, xmlErrorPtr error)
{
    gt_xml_in *in = data;
    if (in->failed)
        return;
    long line = error->node ? xmlGetLineNo(error->node) : error->line;
    report(in, line_position(in, line), error->message ? error->message : "does not follow the schema");
}

static void broken_schema(void *data, xmlErrorPtr error)
{
    (void)data;
    gt_ice("the embedded schema: %s", error->message ? error->message : "?");
}

/* ---- long and deep expressions ---- */

/* libxml2 takes quadratic time for the operands of an operator, and time exponential in the depth of what
 * does not follow the schema; for the entries of a table, linear time. So operands that are many or deep
 * stand in the table of nodes, where the same may stand, while the file is validated. */
enum { FEW = 32, DEEP = 4 };

typedef struct {
    xmlNode *node, *from;
    xmlNode *instead; /* stands in the place of a deep one; NULL: one of many, at the end */
} moved;
typedef GT_VEC(moved) moved_list;

/* Whether it is an expression, and one that takes any number of operands. */
static bool is_expression(const xmlNode *node, bool *many)
{
    static const struct {
        const char *name;
        int arity;
    } kinds[] = {
#define GT_X(K, name, arity, group) {name, arity},
#include "ir/expr/expr.def"
#undef GT_X
    };
    for (size_t k = 0; k < GT_EXPR_KINDS; k++)
        if (gt_xml_is(node, kinds[k].name)) {
            *many = kinds[k].arity == -1;
            return true;
        }
    *many = false;
    return false;
}

static void find_far(xmlNode *node, uint32_t depth, moved_list *list)
{
    bool many, ignored;
    uint32_t n = 0, below = is_expression(node, &many) ? depth + 1 : 0;
    for (xmlNode *kid = node->children; kid; kid = kid->next) {
        if (kid->type != XML_ELEMENT_NODE)
            continue;
        find_far(kid, below, list);
        if (many && ++n > FEW)
            gt_vec_push(list, ((moved){.node = kid, .from = node}));
        else if (below && below % DEEP == 0 && is_expression(kid, &ignored))
            gt_vec_push(list,
                        ((moved){.node = kid, .from = node, .instead = xmlNewNode(NULL, BAD_CAST "ref")}));
    }
}

static void move(xmlNode *node, xmlNode *into)
{
    xmlUnlinkNode(node);
    xmlAddChild(into, node);
}

static moved_list shorten(xmlDoc *doc, xmlNode *table)
{
    moved_list list = {0};
    find_far(xmlDocGetRootElement(doc), 0, &list);
    for (size_t i = 0; i < list.n; i++) {
        moved *m = &list.v[i];
        if (m->instead) {
            xmlNewProp(m->instead, BAD_CAST "node", BAD_CAST "0");
            xmlReplaceNode(m->node, m->instead);
        }
        move(m->node, table);
    }
    return list;
}

static void lengthen(moved_list list)
{
    for (size_t i = 0; i < list.n; i++) {
        moved *m = &list.v[i];
        if (m->instead) {
            xmlReplaceNode(m->instead, m->node);
            xmlFreeNode(m->instead);
        } else {
            move(m->node, m->from);
        }
    }
    free(list.v);
}

static xmlNode *find_table(xmlDoc *doc)
{
    xmlNode *table = xmlDocGetRootElement(doc)->children;
    while (table && (table->type != XML_ELEMENT_NODE || !gt_xml_is(table, "nodes")))
        table = table->next;
    return table;
}

static bool follows_schema(gt_xml_in *in, xmlDoc *doc)
{
    xmlNode *table = find_table(doc);
    if (!table) {
        report(in, line_position(in, xmlGetLineNo(xmlDocGetRootElement(doc))), "there is no <nodes> in it");
        return false;
    }
    moved_list list = shorten(doc, table);
    xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewMemParserCtxt(gt_xml_schema, (int)gt_xml_schema_len);
    xmlRelaxNGSetParserStructuredErrors(parser, broken_schema, NULL);
    xmlRelaxNG *schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    xmlRelaxNGValidCtxt *valid = xmlRelaxNGNewValidCtxt(schema);
    xmlRelaxNGSetValidStructuredErrors(valid, schema_message, in);
    bool ok = xmlRelaxNGValidateDoc(valid, doc) == 0;
    lengthen(list);
    if (!ok && !in->failed)
        report(in, line_position(in, 1), "does not follow the schema");
    xmlRelaxNGFreeValidCtxt(valid);
    xmlRelaxNGFree(schema);
    return ok;
}

typedef bool reader(gt_xml_in *in, const xmlNode *node);

static bool read_outermost(gt_xml_in *in, const xmlNode *node)
{
    in->outermost = true;
    return gt_xml_read_sym(in, node);
}

typedef struct {
    const char *root;
    reader *read;
} form;

static const form forms[] = {
    {"symmetric", read_outermost}, {"population", gt_xml_read_pop}, {"commands", gt_xml_read_cmds}};
enum { FORMS = sizeof forms / sizeof *forms };

/* The one that the root names. */
static const form *find_form(const xmlNode *root)
{
    for (size_t i = 0; root && i < FORMS; i++)
        if (gt_xml_is(root, forms[i].root))
            return &forms[i];
    return NULL;
}

/* Parses, validates and reads a file. */
static bool read_file(gt_xml_in *in)
{
    if (in->len > INT32_MAX / 2) {
        report(in, (gt_pos){0}, "the file is too large");
        return false;
    }
    xmlDoc *doc = parse(in);
    if (!doc)
        return false;
    const xmlNode *node = xmlDocGetRootElement(doc);
    const form *found = find_form(node);
    if (!found)
        report(in, line_position(in, node ? xmlGetLineNo(node) : 1),
               gt_arena_printf(in->arena, "expected <symmetric>, <population> or <commands>, not <%s>",
                               node ? (const char *)node->name : ""));
    else if (follows_schema(in, doc))
        found->read(in, node);
    xmlFreeDoc(doc);
    return !in->failed;
}

gt_xml_file gt_xml_read(gt_ctx *ctx, const char *name, const char *text, size_t len)
{
    gt_xml_in in = {.ctx = ctx, .arena = ctx->arena, .text = text, .len = len};
    in.xml = gt_diag_open(ctx->diag, name, text, len);
    bool ok = read_file(&in);
    gt_ptrmap_fini(&in.lines);
    free(in.binders.v);
    free(in.nodes.v);
    free(in.arrays.v);
    if (!ok)
        return (gt_xml_file){0};
    return (gt_xml_file){in.sym, in.pop, in.cmds};
}
