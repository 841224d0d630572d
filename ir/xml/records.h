/* One line for each field of a record of the IR: the attribute or element it is in XML, the kind of its value
 * and where it lives. What is written (write_record.c), what is read (read_record.c) and the schema (the
 * second half of schema/gentrans.rng, made by scripts/schema) follow from it. A field that is like no other
 * has functions of its own, and a definition `own.NAME` in the schema. */
#ifndef GT_IR_XML_RECORDS_H
#define GT_IR_XML_RECORDS_H

#include "ir/xml/read.h"
#include "ir/xml/write.h"

typedef enum {
    /* attributes */
    GT_XML_TEXT,
    GT_XML_POS,    /* at= */
    GT_XML_FLAG,   /* bool: "true", or not there */
    GT_XML_WORD,   /* an enum: one of the gt_xml_words in `of` */
    GT_XML_NUMBER, /* uint32_t: one of what `of` counts */
    GT_XML_MAYBE,  /* the same as int32_t, -1: not there */
    GT_XML_INT,    /* int32_t */
    GT_XML_SIZE,   /* int32_t, at least 1 */
    GT_XML_TYPE,   /* type=, lo=, hi=, ... */
    GT_XML_VAR,    /* shared=, or process= and local= */
    GT_XML_PROC,
    GT_XML_ENUM, /* enum= */
    GT_XML_BINDER,
    GT_XML_RULE, /* of the symmetric program */
    GT_XML_PROP, /* the same */
    /* elements */
    GT_XML_EXPR,     /* an expression in an element of that name */
    GT_XML_PLAIN,    /* an expression, the first element in the record */
    GT_XML_UPTO,     /* another after it, or the same as before */
    GT_XML_EXPRS,    /* any number of EXPR */
    GT_XML_BINDERS,  /* any number of elements with binder= */
    GT_XML_TEXTS,    /* any number of elements with the attribute in `of` */
    GT_XML_RECORDS,  /* an array of the record in `of` */
    GT_XML_POINTERS, /* an array of pointers to such */
    GT_XML_GROUP,    /* an element around the fields in `of`, which live here */
    GT_XML_OWN       /* the functions in `of` */
} gt_xml_kind;

typedef struct {
    size_t n;
    const char *const *words;
} gt_xml_words;

/* What numbers refer to. */
typedef struct {
    const char *what;
    uint64_t (*limit)(const gt_xml_in *in);
} gt_numbered;

typedef struct {
    void (*write)(gt_xml_out *x, const void *record);
    void (*read)(gt_xml_in *in, const xmlNode *node, void *record);
    const struct gt_xml_record *uses[2]; /* records in it, or NULL */
} gt_own;

typedef struct {
    gt_xml_kind kind;
    bool optional;
    bool some;     /* of a list: at least one */
    bool both;     /* optional: this and the next one, or neither */
    bool either;   /* optional: this or the next one */
    unsigned when; /* not 0: only where the record's word is one of these bits */
    const char *name;
    size_t at, count; /* offsets; lists have their length in a uint32_t */
    const void *of;
    const char *like; /* of texts: a definition in the schema; NULL: any */
} gt_xml_field;

typedef struct gt_xml_record {
    const char *element;
    size_t size;
    uint32_t nfields;
    const gt_xml_field *fields;
} gt_xml_record;

/* What stands in a file in front of the tables of binders and nodes, and after them. */
extern const gt_xml_record gt_record_types, gt_record_symmetric, gt_record_population, gt_record_commands;
/* Declarations refer to each other, so a process is read without its variables, which are the last field, and
 * a variable without its initial values, which are the last one, too. */
extern const gt_xml_record gt_record_process, gt_record_variable;
/* From the dimensions, which are read, to the number of elements. */
void gt_xml_count_elements(gt_xml_in *in, const xmlNode *node, gt_var *var);
/* The words for values of gt_model_kind, gt_symmetry, gt_bind_kind, gt_cmp, gt_extreme and gt_encoding. */
extern const gt_xml_words gt_xml_models, gt_xml_symmetries, gt_xml_binds, gt_xml_cmps, gt_xml_opts,
    gt_xml_encodings;

/* The element, with all its fields; the fields alone. */
void gt_xml_write_record(gt_xml_out *x, const gt_xml_record *r, const void *record);
void gt_xml_write_fields(gt_xml_out *x, const gt_xml_record *r, const void *record);

/* Into `record`, all zero; errors are reported. */
void gt_xml_read_record(gt_xml_in *in, const xmlNode *node, const gt_xml_record *r, void *record);
/* Those from number `first` to the one before `end`. */
void gt_xml_read_fields(gt_xml_in *in, const xmlNode *node, const gt_xml_record *r, uint32_t first,
                        uint32_t end, void *record);

#endif
