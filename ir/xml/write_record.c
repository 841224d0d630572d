#include "ir/xml/records.h"

#include <string.h>

static uint32_t prop_number(const gt_sym *sym, const gt_prop *prop)
{
    for (uint32_t i = 0; i < sym->nprops; i++)
        if (sym->props[i] == prop)
            return i;
    gt_ice("property %s is not one of the program", prop->name);
}

static void write_with(gt_xml_out *x, const char *element, const gt_binder *binder)
{
    gt_xml_open(x, element);
    gt_xml_attr_binder(x, "binder", binder);
    gt_xml_close(x, element);
}

static void write_text(gt_xml_out *x, const char *element, const char *attribute, const char *text)
{
    gt_xml_open(x, element);
    gt_xml_attr(x, attribute, text);
    gt_xml_close(x, element);
}

static void write_list(gt_xml_out *x, const gt_xml_field *f, const void *list, uint32_t n)
{
    const gt_xml_record *r = f->of;
    for (uint32_t i = 0; i < n; i++) {
        const void *one =
            f->kind == GT_XML_RECORDS ? (const char *)list + i * r->size : ((const void *const *)list)[i];
        if (f->kind == GT_XML_EXPRS)
            gt_xml_expr_in(x, f->name, one);
        else if (f->kind == GT_XML_BINDERS)
            write_with(x, f->name, one);
        else if (f->kind == GT_XML_TEXTS)
            write_text(x, f->name, f->of, one);
        else
            gt_xml_write_record(x, r, one);
    }
}

static void write_group(gt_xml_out *x, const gt_xml_record *r, const void *record)
{
    gt_xml_open(x, r->element);
    gt_xml_write_fields(x, r, record);
    gt_xml_close(x, r->element);
}

/* `word`: the record's, as far as it has been met. */
static void write_field(gt_xml_out *x, const gt_xml_field *f, const char *record, unsigned *word)
{
    const void *at = record + f->at, *list = record + f->count;
    const void *const *pointer = at;
    const int32_t *number = at;
    switch (f->kind) {
    case GT_XML_TEXT: gt_xml_attr(x, f->name, *pointer); break;
    case GT_XML_POS: gt_xml_attr_pos(x, *(const gt_pos *)at); break;
    case GT_XML_FLAG: gt_xml_attr_flag(x, f->name, *(const bool *)at); break;
    case GT_XML_WORD:
        memcpy(word, at, sizeof *word);
        gt_xml_attr(x, f->name, ((const gt_xml_words *)f->of)->words[*word]);
        break;
    case GT_XML_NUMBER: gt_xml_attr_int(x, f->name, *(const uint32_t *)at); break;
    case GT_XML_MAYBE:
        if (*number >= 0)
            gt_xml_attr_int(x, f->name, *number);
        break;
    case GT_XML_INT:
    case GT_XML_SIZE: gt_xml_attr_int(x, f->name, *number); break;
    case GT_XML_TYPE: gt_xml_attr_type(x, *(const gt_type *)at); break;
    case GT_XML_VAR: gt_xml_attr_var(x, *pointer); break;
    case GT_XML_PROC: gt_xml_attr_int(x, f->name, ((const gt_proc *)*pointer)->index); break;
    case GT_XML_ENUM: gt_xml_attr_enum(x, *pointer); break;
    case GT_XML_BINDER: gt_xml_attr_binder(x, f->name, *pointer); break;
    case GT_XML_RULE: gt_xml_attr_int(x, f->name, ((const gt_rule *)*pointer)->index); break;
    case GT_XML_PROP: gt_xml_attr_int(x, f->name, prop_number(x->sym, *pointer)); break;
    case GT_XML_EXPR: gt_xml_expr_in(x, f->name, *pointer); break;
    case GT_XML_PLAIN: gt_xml_expr(x, *pointer); break;
    case GT_XML_UPTO:
        if (*pointer != *(const void *const *)list)
            gt_xml_expr(x, *pointer);
        break;
    case GT_XML_EXPRS:
    case GT_XML_BINDERS:
    case GT_XML_TEXTS:
    case GT_XML_RECORDS:
    case GT_XML_POINTERS: write_list(x, f, *pointer, *(const uint32_t *)list); break;
    case GT_XML_GROUP: write_group(x, f->of, record); break;
    case GT_XML_OWN: ((const gt_own *)f->of)->write(x, record); break;
    }
}

/* Whether an optional field is there. */
static bool is_there(const gt_xml_field *f, const char *record, unsigned word)
{
    if (f->when)
        return f->when >> word & 1;
    return !f->optional || *(const void *const *)(const void *)(record + f->at);
}

void gt_xml_write_fields(gt_xml_out *x, const gt_xml_record *r, const void *record)
{
    unsigned word = 0;
    for (uint32_t i = 0; i < r->nfields; i++)
        if (is_there(&r->fields[i], record, word))
            write_field(x, &r->fields[i], record, &word);
}

void gt_xml_write_record(gt_xml_out *x, const gt_xml_record *r, const void *record)
{
    write_group(x, r, record);
}

/* ---- population programs and guarded commands ---- */

static void write_population(gt_xml_out *x, const void *pop)
{
    gt_xml_write_fields(x, &gt_record_population, pop);
}

static void write_commands(gt_xml_out *x, const void *cmds)
{
    gt_xml_write_fields(x, &gt_record_commands, cmds);
}

static void write_pop(gt_str *out, const gt_pop *pop)
{
    gt_xml_out x;
    gt_xml_out_init(&x, pop->sym, out);
    x.pop = pop;
    gt_xml_open(&x, "population");
    gt_xml_attr(&x, "version", "1");
    gt_xml_inside(&x);
    gt_xml_write_sym(out, pop->sym);
    gt_xml_with_tables(&x, write_population, pop);
    gt_xml_close(&x, "population");
    gt_xml_out_fini(&x);
}

void gt_pop_write_xml(const gt_pop *pop, gt_str *out)
{
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_pop(out, pop);
}

void gt_cmds_write_xml(const gt_cmds *cmds, gt_str *out)
{
    gt_xml_out x;
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_out_init(&x, cmds->sym, out);
    gt_xml_open(&x, "commands");
    gt_xml_attr(&x, "version", "1");
    gt_xml_attr(&x, "encoding", gt_xml_encodings.words[cmds->encoding]);
    gt_xml_inside(&x);
    if (cmds->pop)
        write_pop(out, cmds->pop);
    else
        gt_xml_write_sym(out, cmds->sym);
    gt_xml_with_tables(&x, write_commands, cmds);
    gt_xml_close(&x, "commands");
    gt_xml_out_fini(&x);
}
