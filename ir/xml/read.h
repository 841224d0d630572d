/* Reading XML: the document, its attributes, and expressions. Shared by ir/xml/read*.c; nobody else includes
 * it.
 *
 * The document has passed the schema, but nothing here relies on that for memory safety: a missing attribute
 * or a number that names nothing is reported and gives NULL, false or 0. Callers pass on without a report of
 * their own. */
#ifndef GT_IR_XML_READ_H
#define GT_IR_XML_READ_H

#include "ir/build/build.h"
#include "ir/verify.h"
#include "ir/xml/xml.h"

#include <libxml/tree.h>

typedef struct {
    const gt_expr *expr;
    uint32_t depth;
    uint64_t size; /* as a tree */
} gt_xml_node;

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    const char *text;
    size_t len;
    uint32_t xml, written; /* numbers of files: this one, and the one that the program was written in */
    bool failed;
    unsigned errors;
    bool strict;     /* symmetric programs: arithmetic as in .sym text */
    bool outermost;  /* a symmetric program that is not part of another file: expressions must be small as
                        trees */
    gt_ptrmap lines; /* object -> line in the file */
    gt_build *build; /* while the symmetric program is read */
    const xmlNode *making; /* the operator that is being made */
    gt_sym *sym;
    gt_pop *pop;
    gt_cmds *cmds;
    GT_VEC(gt_binder *) binders;
    GT_VEC(gt_xml_node) nodes;
    GT_VEC(gt_var *) arrays; /* that elements were taken from */
} gt_xml_in;

/* ---- read.c ---- */
void gt_xml_error(gt_xml_in *in, const xmlNode *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports of gt_verify_*: at the line the object was read from. `data` is the gt_xml_in. */
gt_verify_report gt_xml_verify_report;
/* The same, for ir/build: where the object was read, if that is known. */
gt_pos gt_xml_where(void *data, const void *object, gt_pos pos);

const xmlNode *gt_xml_first(const xmlNode *parent); /* element, or NULL */
const xmlNode *gt_xml_next(const xmlNode *element);
bool gt_xml_is(const xmlNode *element, const char *name);
/* The first child element of that name, or NULL. */
const xmlNode *gt_xml_child(const xmlNode *parent, const char *name);
uint32_t gt_xml_count(const xmlNode *parent, const char *name);

/* The text of an attribute, or NULL if there is none. */
const char *gt_xml_attr_get(const xmlNode *node, const char *name);
/* A copy in the arena; reported if missing, then "". */
const char *gt_xml_attr_text(gt_xml_in *in, const xmlNode *node, const char *name);
bool gt_xml_attr_long(gt_xml_in *in, const xmlNode *node, const char *name, int64_t lo, int64_t hi,
                      int64_t *value);
/* A number below `limit`; `what` it counts. */
bool gt_xml_attr_index(gt_xml_in *in, const xmlNode *node, const char *name, uint64_t limit, const char *what,
                       uint32_t *value);
/* Exactly n numbers. */
void gt_xml_attr_ints(gt_xml_in *in, const xmlNode *node, const char *name, uint32_t n, int32_t *values);
bool gt_xml_attr_true(const xmlNode *node, const char *name);
/* The position of the attribute's text in the list, reported if it is not there. */
bool gt_xml_attr_word(gt_xml_in *in, const xmlNode *node, const char *name, const char *const *words,
                      size_t n, size_t *at);
/* at=: in the file that the program was written in. */
gt_pos gt_xml_attr_at(const gt_xml_in *in, const xmlNode *node);
bool gt_xml_attr_type_of(gt_xml_in *in, const xmlNode *node, gt_type *type);
/* shared=, or process= and local=. */
const gt_var *gt_xml_attr_variable(gt_xml_in *in, const xmlNode *node);
const gt_proc *gt_xml_attr_process(gt_xml_in *in, const xmlNode *node, const char *name);
const gt_binder *gt_xml_attr_bound(gt_xml_in *in, const xmlNode *node, const char *name);
/* Remembers where the object was read. */
void gt_xml_mark(gt_xml_in *in, const void *object, const xmlNode *node);

/* ---- read_expr.c ---- */
/* The expression that is `node`. */
const gt_expr *gt_xml_read_expr(gt_xml_in *in, const xmlNode *node);
/* The expression inside the child of that name; NULL if there is no such child. */
const gt_expr *gt_xml_read_in(gt_xml_in *in, const xmlNode *parent, const char *name);
/* The tables of binders and nodes of that element, in place of those before. */
void gt_xml_read_tables(gt_xml_in *in, const xmlNode *parent);

/* ---- the representations: false after an error; in->sym, in->pop, in->cmds ---- */
bool gt_xml_read_sym(gt_xml_in *in, const xmlNode *node);
bool gt_xml_read_pop(gt_xml_in *in, const xmlNode *node);
bool gt_xml_read_cmds(gt_xml_in *in, const xmlNode *node);

/* The schema, embedded at build time. */
extern const char gt_xml_schema[];
extern const size_t gt_xml_schema_len;

#endif
