/* The second half of ir/xml/schema/gentrans.rng is what expr.def and the field tables of ir/xml/records.c
 * say; scripts/schema writes it anew (GENTRANS_SCHEMA names the file to write). */
#include "ir/xml/records.h"
#include "runtime/base.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static const char *const mark = "by scripts/schema ==== -->\n";

/* ---- operators ---- */

typedef struct {
    const char *name;
    int arity;
    unsigned group;
} operation;

static const operation operators[] = {
#define GT_X(K, name, arity, group) {name, arity, GT_GROUP_##group},
#include "ir/expr/expr.def"
#undef GT_X
};

/* The definition of what is inside the element. */
static const char *inside(gt_expr_kind kind)
{
    const operation *op = &operators[kind];
    bool one = op->arity == 1;
    if (op->group == GT_GROUP_QUANT || kind == GT_EXPR_UNTRACKED)
        return "binding";
    if (op->group == GT_GROUP_LTL)
        return one ? "path.one" : "path.two";
    if (op->group == GT_GROUP_PCTL)
        return "limited.one";
    if (op->group == GT_GROUP_COST)
        return kind == GT_EXPR_LONGRUN ? "path" : "limited";
    return op->arity < 0 ? "many" : one ? "one" : op->arity == 2 ? "two" : "three";
}

static void define_operators(gt_str *out, const char *name, unsigned groups)
{
    gt_str_addf(out, "\n  <define name=\"%s\">\n    <choice>\n", name);
    for (unsigned k = 0; k < GT_EXPR_KINDS; k++)
        if ((operators[k].group & groups) || ((groups & GT_GROUP_QUANT) && k == GT_EXPR_UNTRACKED))
            gt_str_addf(out, "      <element name=\"%s\"><ref name=\"%s\"/></element>\n", operators[k].name,
                        inside((gt_expr_kind)k));
    gt_str_add(out, "    </choice>\n  </define>\n");
}

/* ---- records ---- */

typedef struct {
    gt_str *out;
    const char *root;                  /* in front of the records' names */
    GT_VEC(const gt_xml_record *) all; /* that were mentioned, in order */
} schema;

static void mention(schema *s, const gt_xml_record *r)
{
    for (size_t i = 0; i < s->all.n; i++)
        if (s->all.v[i] == r)
            return;
    gt_vec_push(&s->all, r);
}

static void values(gt_str *out, const gt_xml_words *words)
{
    gt_str_add(out, "<choice>");
    for (size_t i = 0; i < words->n; i++)
        gt_str_addf(out, "<value>%s</value>", words->words[i]);
    gt_str_add(out, "</choice>");
}

static void attribute(gt_str *out, const char *name, const char *type)
{
    gt_str_addf(out, "<attribute name=\"%s\">", name);
    if (type)
        gt_str_addf(out, "<ref name=\"%s\"/>", type);
    else
        gt_str_add(out, "<text/>");
    gt_str_add(out, "</attribute>");
}

static void record_ref(schema *s, const gt_xml_field *f, const char *around)
{
    const gt_xml_record *r = f->of;
    mention(s, r);
    gt_str_addf(s->out, "<%s><ref name=\"%s.%s\"/></%s>", around, s->root, r->element, around);
}

static void own(schema *s, const gt_xml_field *f)
{
    const gt_own *o = f->of;
    for (size_t i = 0; i < 2; i++)
        if (o->uses[i])
            mention(s, o->uses[i]);
    gt_str_addf(s->out, "<ref name=\"own.%s\"/>", f->name);
}

static void field(schema *s, const gt_xml_field *f)
{
    gt_str *out = s->out;
    switch (f->kind) {
    case GT_XML_TEXT: attribute(out, f->name, f->like); break;
    case GT_XML_POS: gt_str_add(out, "<ref name=\"at\"/>"); break;
    case GT_XML_FLAG: attribute(out, f->name, "flag.true"); break;
    case GT_XML_WORD:
        gt_str_addf(out, "<attribute name=\"%s\">", f->name);
        values(out, f->of);
        gt_str_add(out, "</attribute>");
        break;
    case GT_XML_NUMBER:
    case GT_XML_MAYBE:
    case GT_XML_PROC:
    case GT_XML_ENUM:
    case GT_XML_BINDER:
    case GT_XML_RULE:
    case GT_XML_PROP: attribute(out, f->name, "index"); break;
    case GT_XML_INT:
    case GT_XML_SIZE: attribute(out, f->name, "int"); break;
    case GT_XML_TYPE: gt_str_add(out, "<ref name=\"type\"/>"); break;
    case GT_XML_VAR: gt_str_add(out, "<ref name=\"variable.ref\"/>"); break;
    case GT_XML_EXPR: gt_str_addf(out, "<element name=\"%s\"><ref name=\"expr\"/></element>", f->name); break;
    case GT_XML_PLAIN:
    case GT_XML_UPTO: gt_str_add(out, "<ref name=\"expr\"/>"); break;
    case GT_XML_EXPRS:
        gt_str_addf(out, "<zeroOrMore><element name=\"%s\"><ref name=\"expr\"/></element></zeroOrMore>",
                    f->name);
        break;
    case GT_XML_BINDERS:
        gt_str_addf(out, "<zeroOrMore><element name=\"%s\"><ref name=\"binder.ref\"/></element></zeroOrMore>",
                    f->name);
        break;
    case GT_XML_TEXTS:
        gt_str_addf(out, "<%s><element name=\"%s\">", f->some ? "oneOrMore" : "zeroOrMore", f->name);
        attribute(out, f->of, f->like);
        gt_str_addf(out, "</element></%s>", f->some ? "oneOrMore" : "zeroOrMore");
        break;
    case GT_XML_RECORDS:
    case GT_XML_POINTERS: record_ref(s, f, f->some ? "oneOrMore" : "zeroOrMore"); break;
    case GT_XML_GROUP: record_ref(s, f, "group"); break;
    case GT_XML_OWN: own(s, f); break;
    }
}

static bool may_be_missing(const gt_xml_field *f)
{
    return f->optional || f->kind == GT_XML_FLAG || f->kind == GT_XML_MAYBE || f->kind == GT_XML_UPTO;
}

static void one_line(schema *s, const char *indent, const gt_xml_field *f)
{
    bool missing = may_be_missing(f);
    gt_str_addf(s->out, "%s%s", indent, missing ? "<optional>" : "");
    field(s, f);
    gt_str_addf(s->out, "%s\n", missing ? "</optional>" : "");
}

/* A word, and fields that only some of its values have: one group for each value. */
static void groups(schema *s, const gt_xml_record *r, const gt_xml_field *word)
{
    const gt_xml_words *words = word->of;
    gt_str_add(s->out, "      <choice>\n");
    for (size_t i = 0; i < words->n; i++) {
        gt_str_addf(s->out,
                    "        <group>\n          <attribute name=\"%s\"><value>%s</value></attribute>\n",
                    word->name, words->words[i]);
        for (uint32_t k = 0; k < r->nfields; k++)
            if (r->fields[k].when >> i & 1)
                one_line(s, "          ", &r->fields[k]);
        gt_str_add(s->out, "        </group>\n");
    }
    gt_str_add(s->out, "      </choice>\n");
}

static bool depends(const gt_xml_record *r)
{
    for (uint32_t i = 0; i < r->nfields; i++)
        if (r->fields[i].when && !r->fields[i].optional)
            return true;
    return false;
}

static void fields(schema *s, const gt_xml_record *r)
{
    bool by_word = depends(r);
    for (uint32_t i = 0; i < r->nfields; i++) {
        const gt_xml_field *f = &r->fields[i];
        if (by_word && f->kind == GT_XML_WORD) {
            groups(s, r, f);
        } else if (f->both || f->either) {
            const char *around = f->both ? "optional" : "choice";
            gt_str_addf(s->out, "      <%s>", around);
            field(s, f);
            field(s, &r->fields[++i]);
            gt_str_addf(s->out, "</%s>\n", around);
        } else if (!by_word || !f->when) {
            one_line(s, "      ", f);
        }
    }
}

/* What is in the root element, and every record in it. */
static void define_root(gt_str *out, const gt_xml_record *root)
{
    schema s = {.out = out, .root = root->element};
    gt_str_addf(out, "\n  <define name=\"%s.fields\">\n    <group>\n", root->element);
    fields(&s, root);
    gt_str_add(out, "    </group>\n  </define>\n");
    for (size_t i = 0; i < s.all.n; i++) {
        const gt_xml_record *r = s.all.v[i];
        gt_str_addf(out, "\n  <define name=\"%s.%s\">\n    <element name=\"%s\">\n", s.root, r->element,
                    r->element);
        fields(&s, r);
        gt_str_add(out, "    </element>\n  </define>\n");
    }
    free(s.all.v);
}

static void define_words(gt_str *out, const char *name, const gt_xml_words *words)
{
    gt_str_addf(out, "  <define name=\"words.%s\">", name);
    values(out, words);
    gt_str_add(out, "</define>\n");
}

static void made(gt_str *out)
{
    define_operators(out, "operator",
                     GT_GROUP_LOGIC | GT_GROUP_EQUALITY | GT_GROUP_ORDER | GT_GROUP_ARITH | GT_GROUP_CHOICE);
    define_operators(out, "quantifier", GT_GROUP_QUANT);
    define_operators(out, "temporal", GT_GROUP_CTL | GT_GROUP_LTL | GT_GROUP_PCTL | GT_GROUP_COST);
    gt_str_add(out, "\n");
    define_words(out, "model", &gt_xml_models);
    define_words(out, "symmetry", &gt_xml_symmetries);
    define_words(out, "bind", &gt_xml_binds);
    define_words(out, "cmp", &gt_xml_cmps);
    define_words(out, "opt", &gt_xml_opts);
    define_words(out, "encoding", &gt_xml_encodings);
    define_root(out, &gt_record_types);
    define_root(out, &gt_record_symmetric);
    define_root(out, &gt_record_population);
    define_root(out, &gt_record_commands);
    gt_str_add(out, "</grammar>\n");
}

START_TEST(the_schema_is_what_the_tables_say)
{
    gt_str all;
    gt_str_init(&all);
    const char *half = strstr(gt_xml_schema, mark);
    ck_assert(half != NULL);
    half += strlen(mark);
    gt_str_addn(&all, gt_xml_schema, (size_t)(half - gt_xml_schema));
    made(&all);
    const char *to = getenv("GENTRANS_SCHEMA");
    if (to) {
        FILE *file = fopen(to, "w");
        ck_assert(file && fputs(gt_str_text(&all), file) >= 0 && fclose(file) == 0);
    } else {
        ck_assert_msg(all.len == gt_xml_schema_len && !memcmp(gt_str_text(&all), gt_xml_schema, all.len),
                      "ir/xml/schema/gentrans.rng is not what the tables say: scripts/schema writes it anew");
    }
    gt_str_fini(&all);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, the_schema_is_what_the_tables_say);
}
