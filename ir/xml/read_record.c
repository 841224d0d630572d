#include "ir/xml/records.h"

#include <inttypes.h>
#include <string.h>

static const gt_expr *read_plain(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f)
{
    const xmlNode *inside = gt_xml_first(node);
    if (!inside && !f->optional)
        gt_xml_error(in, node, "<%s> is empty", (const char *)node->name);
    return inside ? gt_xml_read_expr(in, inside) : NULL;
}

static const gt_expr *read_upto(gt_xml_in *in, const xmlNode *node, const gt_expr *before)
{
    const xmlNode *first = gt_xml_first(node), *second = first ? gt_xml_next(first) : NULL;
    return second && !gt_xml_is(second, "where") ? gt_xml_read_expr(in, second) : before;
}

static const gt_expr *read_inside(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f)
{
    const gt_expr *e = gt_xml_read_in(in, node, f->name);
    if (!e && !f->optional && !in->failed)
        gt_xml_error(in, node, "<%s> without a <%s>", (const char *)node->name, f->name);
    return e;
}

/* ---- lists ---- */

static const void *read_one(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f)
{
    const xmlNode *inside = gt_xml_first(node);
    if (f->kind == GT_XML_BINDERS)
        return gt_xml_attr_bound(in, node, "binder");
    if (f->kind == GT_XML_TEXTS)
        return gt_xml_attr_text(in, node, f->of);
    if (f->kind == GT_XML_EXPRS) {
        if (!inside)
            gt_xml_error(in, node, "<%s> is empty", f->name);
        return inside ? gt_xml_read_expr(in, inside) : NULL;
    }
    void *one = gt_arena_alloc(in->arena, 1, ((const gt_xml_record *)f->of)->size);
    gt_xml_read_record(in, node, f->of, one);
    return one;
}

static void read_list(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f, const void **list,
                      uint32_t *n)
{
    const gt_xml_record *r = f->of;
    const char *name = f->kind == GT_XML_RECORDS || f->kind == GT_XML_POINTERS ? r->element : f->name;
    size_t size = f->kind == GT_XML_RECORDS ? r->size : sizeof(void *);
    char *all = gt_arena_alloc(in->arena, gt_xml_count(node, name), size);
    *n = 0;
    *list = all;
    for (const xmlNode *k = gt_xml_first(node); k; k = gt_xml_next(k)) {
        if (!gt_xml_is(k, name))
            continue;
        if (f->kind == GT_XML_RECORDS)
            gt_xml_read_record(in, k, r, all + *n * size);
        else
            ((const void **)(void *)all)[*n] = read_one(in, k, f);
        ++*n;
    }
}

/* ---- fields ---- */

static void read_number(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f, uint32_t *value)
{
    const gt_numbered *of = f->of;
    gt_xml_attr_index(in, node, f->name, of->limit(in), of->what, value);
}

static const void *read_referred(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f)
{
    uint32_t i;
    bool rule = f->kind == GT_XML_RULE;
    if (!gt_xml_attr_index(in, node, f->name, rule ? in->sym->nrules : in->sym->nprops,
                           rule ? "rule" : "property", &i))
        return NULL;
    return rule ? (const void *)in->sym->rules[i] : in->sym->props[i];
}

static void read_field(gt_xml_in *in, const xmlNode *node, const gt_xml_field *f, char *record,
                       unsigned *word)
{
    void *at = record + f->at, *list = record + f->count;
    const void **pointer = at;
    uint32_t number;
    int64_t value;
    size_t choice;
    switch (f->kind) {
    case GT_XML_TEXT: *pointer = gt_xml_attr_text(in, node, f->name); break;
    case GT_XML_POS: *(gt_pos *)at = gt_xml_attr_at(in, node); break;
    case GT_XML_FLAG: *(bool *)at = gt_xml_attr_true(node, f->name); break;
    case GT_XML_WORD:
        gt_xml_attr_word(in, node, f->name, ((const gt_xml_words *)f->of)->words,
                         ((const gt_xml_words *)f->of)->n, &choice);
        *word = (unsigned)choice;
        memcpy(at, word, sizeof *word);
        break;
    case GT_XML_NUMBER: read_number(in, node, f, at); break;
    case GT_XML_MAYBE:
        *(int32_t *)at = -1;
        if (!gt_xml_attr_get(node, f->name))
            break;
        read_number(in, node, f, &number);
        *(int32_t *)at = (int32_t)number;
        break;
    case GT_XML_INT:
    case GT_XML_SIZE:
        gt_xml_attr_long(in, node, f->name, f->kind == GT_XML_SIZE ? 1 : INT32_MIN, INT32_MAX, &value);
        *(int32_t *)at = (int32_t)value;
        break;
    case GT_XML_TYPE: gt_xml_attr_type_of(in, node, at); break;
    case GT_XML_VAR: *pointer = gt_xml_attr_variable(in, node); break;
    case GT_XML_PROC: *pointer = gt_xml_attr_process(in, node, f->name); break;
    case GT_XML_ENUM:
        if (gt_xml_attr_index(in, node, f->name, in->sym->nenums, "enum", &number))
            *pointer = in->sym->enums[number];
        break;
    case GT_XML_BINDER: *pointer = gt_xml_attr_bound(in, node, f->name); break;
    case GT_XML_RULE:
    case GT_XML_PROP: *pointer = read_referred(in, node, f); break;
    case GT_XML_EXPR: *pointer = read_inside(in, node, f); break;
    case GT_XML_PLAIN: *pointer = read_plain(in, node, f); break;
    case GT_XML_UPTO: *pointer = read_upto(in, node, *(const void **)list); break;
    case GT_XML_EXPRS:
    case GT_XML_BINDERS:
    case GT_XML_TEXTS:
    case GT_XML_RECORDS:
    case GT_XML_POINTERS: read_list(in, node, f, pointer, list); break;
    case GT_XML_GROUP:
        node = gt_xml_child(node, ((const gt_xml_record *)f->of)->element);
        if (node)
            gt_xml_read_fields(in, node, f->of, 0, ((const gt_xml_record *)f->of)->nfields, record);
        break;
    case GT_XML_OWN: ((const gt_own *)f->of)->read(in, node, record); break;
    }
}

static bool is_attribute(gt_xml_kind kind)
{
    switch (kind) {
    case GT_XML_TEXT:
    case GT_XML_POS:
    case GT_XML_FLAG:
    case GT_XML_WORD:
    case GT_XML_NUMBER:
    case GT_XML_MAYBE:
    case GT_XML_INT:
    case GT_XML_SIZE:
    case GT_XML_TYPE:
    case GT_XML_VAR:
    case GT_XML_PROC:
    case GT_XML_ENUM:
    case GT_XML_BINDER:
    case GT_XML_RULE:
    case GT_XML_PROP: return true;
    case GT_XML_EXPR:
    case GT_XML_PLAIN:
    case GT_XML_UPTO:
    case GT_XML_EXPRS:
    case GT_XML_BINDERS:
    case GT_XML_TEXTS:
    case GT_XML_RECORDS:
    case GT_XML_POINTERS:
    case GT_XML_GROUP:
    case GT_XML_OWN: break;
    }
    return false;
}

/* Attributes that may be missing; elements are looked for by the functions above. */
static bool is_there(const xmlNode *node, const gt_xml_field *f, unsigned word)
{
    if (f->when && !(f->when >> word & 1))
        return false;
    return !f->optional || !is_attribute(f->kind) || gt_xml_attr_get(node, f->name);
}

void gt_xml_read_fields(gt_xml_in *in, const xmlNode *node, const gt_xml_record *r, uint32_t first,
                        uint32_t end, void *record)
{
    unsigned word = 0;
    for (uint32_t i = first; i < end; i++)
        if (is_there(node, &r->fields[i], word))
            read_field(in, node, &r->fields[i], record, &word);
}

void gt_xml_read_record(gt_xml_in *in, const xmlNode *node, const gt_xml_record *r, void *record)
{
    gt_xml_read_fields(in, node, r, 0, r->nfields, record);
    gt_xml_mark(in, record, node);
}

/* ---- population programs and guarded commands ---- */

bool gt_xml_read_pop(gt_xml_in *in, const xmlNode *node)
{
    const xmlNode *sym = gt_xml_child(node, "symmetric");
    if (!sym)
        gt_xml_error(in, node, "there is no <symmetric> program in it");
    if (!sym || !gt_xml_read_sym(in, sym))
        return false;
    gt_pop *pop = in->pop = GT_NEW(in->arena, gt_pop);
    pop->sym = in->sym;
    gt_xml_read_tables(in, node);
    for (uint32_t i = 0; i < gt_record_population.nfields && !in->failed; i++)
        gt_xml_read_fields(in, node, &gt_record_population, i, i + 1, pop);
    if (!in->failed) {
        gt_verifier check = {.report = gt_xml_verify_report, .data = in, .foreign = true};
        gt_verify_pop(&check, pop);
    }
    return !in->failed;
}

/* Cells come first: expressions refer to them. */
bool gt_xml_read_cmds(gt_xml_in *in, const xmlNode *node)
{
    size_t encoding;
    const xmlNode *pop = gt_xml_child(node, "population"), *sym = gt_xml_child(node, "symmetric");
    if (!pop && !sym)
        gt_xml_error(in, node, "there is no program in it that the commands come from");
    if (pop ? !gt_xml_read_pop(in, pop) : !sym || !gt_xml_read_sym(in, sym))
        return false;
    gt_cmds *cmds = in->cmds = GT_NEW(in->arena, gt_cmds);
    gt_xml_attr_word(in, node, "encoding", gt_xml_encodings.words, gt_xml_encodings.n, &encoding);
    cmds->encoding = (gt_encoding)encoding;
    cmds->sym = in->sym;
    cmds->pop = in->pop;
    gt_xml_read_fields(in, node, &gt_record_commands, 0, 1, cmds);
    if (in->failed)
        return false;
    gt_xml_read_tables(in, node);
    gt_xml_read_fields(in, node, &gt_record_commands, 1, gt_record_commands.nfields, cmds);
    if (!in->failed) {
        gt_verifier check = {.report = gt_xml_verify_report, .data = in, .foreign = true};
        gt_verify_cmds(&check, cmds);
    }
    return !in->failed;
}
