/* Writing XML: elements, attributes, and expressions with sharing. Each representation is written by one
 * function that runs twice: first only to count how often a node is used, then to write. */
#ifndef GT_IR_XML_WRITE_H
#define GT_IR_XML_WRITE_H

#include "ir/xml/xml.h"
#include "runtime/table.h"

typedef struct {
    gt_str *out;
    const gt_sym *sym;
    const gt_pop *pop; /* NULL outside population programs */
    bool counting;
    bool open;         /* the last start tag still takes attributes */
    gt_ptrmap numbers; /* enum or array -> number */
    uint32_t narrays;
    gt_ptrmap nodes; /* node -> how often it is used; then, if it is in the table, its number plus 1 */
    GT_VEC(const gt_expr *) order; /* all nodes, kids first */
    gt_ptrmap binder_ids;          /* binder -> number plus 1 */
    GT_VEC(const gt_binder *) binders;
} gt_xml_out;

void gt_xml_out_init(gt_xml_out *x, const gt_sym *sym, gt_str *out);
void gt_xml_out_fini(gt_xml_out *x);

void gt_xml_open(gt_xml_out *x, const char *element);
void gt_xml_close(gt_xml_out *x, const char *element);
void gt_xml_attr(gt_xml_out *x, const char *name, const char *value);
void gt_xml_attr_int(gt_xml_out *x, const char *name, int64_t value);
/* name="true" if set, else nothing. */
void gt_xml_attr_flag(gt_xml_out *x, const char *name, bool set);
/* values="0 1 2" */
void gt_xml_attr_list(gt_xml_out *x, const char *name, const int32_t *values, uint32_t n);
/* at="line:col-line:col" if the position is known. */
void gt_xml_attr_pos(gt_xml_out *x, gt_pos pos);
/* type="int" lo="0" hi="3" and so on. */
void gt_xml_attr_type(gt_xml_out *x, gt_type type);
void gt_xml_attr_enum(gt_xml_out *x, const gt_enum *en);
/* shared="1", or process="0" local="2". */
void gt_xml_attr_var(gt_xml_out *x, const gt_var *var);
void gt_xml_attr_binder(gt_xml_out *x, const char *name, const gt_binder *binder);

/* Element with one expression in it; nothing if `e` is NULL. */
void gt_xml_expr_in(gt_xml_out *x, const char *element, const gt_expr *e);
void gt_xml_expr(gt_xml_out *x, const gt_expr *e);

/* Runs `body` to count, then writes the tables of binders and shared nodes and runs it again, all inside the
 * element that is open. */
typedef void gt_xml_body(gt_xml_out *x, const void *ir);
void gt_xml_with_tables(gt_xml_out *x, gt_xml_body *body, const void *ir);
/* Ends the start tag, so that other writers may add elements. */
void gt_xml_inside(gt_xml_out *x);

/* The whole element, for use inside others. */
void gt_xml_write_sym(gt_str *out, const gt_sym *sym);

#endif
