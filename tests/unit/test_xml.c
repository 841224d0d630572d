/* XML out and in: everything survives the journey, and nothing broken gets through. */
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <stdlib.h>
#include <string.h>

#include "ir/xml/xml.h"
#include "passes/passes.h"
#include "tests/lib/sym_equal.h"
#include "tests/unit/helper_programs.h"
#include "tests/unit/unit.h"

static gt_ctx other;

static void setup(void)
{
    gt_ctx_init(&other);
}

static void teardown(void)
{
    gt_ctx_fini(&other);
}

/* The text of the errors that reading gave. */
static char *errors_of(gt_ctx *from)
{
    static char text[4096];
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    gt_diag_flush(from->diag, out);
    fclose(out);
    return text;
}

/* Writes what was read again: the two files must be the same, so nothing was lost. */
#define ROUND_TRIP(ir, value)                                                                                \
    do {                                                                                                     \
        gt_str first_, second_;                                                                              \
        gt_str_init(&first_);                                                                                \
        gt_str_init(&second_);                                                                               \
        gt_##ir##_write_xml(value, &first_);                                                                 \
        const gt_##ir *again_ = gt_xml_read(&other, "a.xml", gt_str_text(&first_), first_.len).ir;           \
        ck_assert_msg(again_ != NULL, "%s", errors_of(&other));                                              \
        gt_##ir##_write_xml(again_, &second_);                                                               \
        ck_assert_str_eq(gt_str_text(&first_), gt_str_text(&second_));                                       \
        gt_##ir##_verify(again_);                                                                            \
        gt_str_fini(&first_);                                                                                \
        gt_str_fini(&second_);                                                                               \
    } while (0)

static void sym_survives(const gt_sym *sym)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(sym, &text);
    const gt_sym *again = gt_xml_read(&other, "a.xml", gt_str_text(&text), text.len).sym;
    ck_assert_msg(again != NULL, "%s", errors_of(&other));
    ck_assert(gt_sym_equal(sym, again));
    gt_str_fini(&text);
    ROUND_TRIP(sym, sym);
}

START_TEST(symmetric_programs_survive)
{
    sym_survives(load(helper_programs[_i]));
}
END_TEST

START_TEST(translations_survive)
{
    const gt_sym *sym = prepare(load(helper_programs[_i]));
    const gt_cmds *expanded = encode(sym, GT_ENC_NONE);
    ROUND_TRIP(cmds, expanded);
    const gt_pop *pop = populate(sym);
    ROUND_TRIP(pop, pop);
    const gt_cmds *dense = gt_pass_dense(&ctx, pop, false);
    ROUND_TRIP(cmds, dense);
    ROUND_TRIP(cmds, gt_pass_simplify(&ctx, dense));
    ROUND_TRIP(cmds, gt_pass_nonzero(&ctx, pop, GT_ENC_VECTOR));
    ROUND_TRIP(cmds, gt_pass_nonzero(&ctx, pop, GT_ENC_PAIRS));
}
END_TEST

/* ---- broken files ---- */

static const char token[] = "shared tok : Client = any;\n"
                            "shared x : 0..3 = any k : 0..2 where k != 1;\n"
                            "process Client[2] {\n"
                            "  states Idle, Busy;\n"
                            "  Idle -> Busy when tok == self do x := x + 1;\n"
                            "  rule free with j : Client do { if (x > 1) j.loc := Idle; tok := any; }\n"
                            "}\n"
                            "invariant p: exists i : Client (i@Idle && i != tok);\n"
                            "ctl q: forall i : Client . AG i@Idle;\n";

/* Each: in the file of the program above, the first `from` becomes `to`; then this is said. */
static const struct {
    const char *from, *to, *message;
} broken[] = {
    {"<symmetric", "<symmetric <", "error: "},
    {"</symmetric>", "", "error: "},
    {"<symmetric", "<population", "error: "},
    {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "", NULL},
    {"<symmetric ", "<!DOCTYPE a [<!ENTITY b \"c\">]><symmetric ", "a document type is not allowed here"},
    {"<symmetric ", "<!DOCTYPE a SYSTEM \"/etc/passwd\"><symmetric ", "a document type is not allowed here"},
    {"version=\"1\"", "version=\"2\"", "error: "},
    {"name=\"tok\"", "name=\"to k\"", "error: "},
    {"name=\"tok\"", "name=\"x\"", "there are two variables `x`"},
    {"name=\"tok\"", "", "error: "},
    {"name=\"Busy\"", "name=\"Idle\"", "there are two enum values `Idle`"},
    {"kind=\"invariant\"", "kind=\"invariance\"", "error: "},
    {"kind=\"ctl\"", "kind=\"deadlock\"", "AG may not stand here"},
    {"kind=\"ctl\"", "kind=\"ltl\"", "AG may not stand here"},
    {"kind=\"ctl\"", "kind=\"invariant\"", "AG may not stand here"},
    {"<AG ", "<oops ", "error: "},
    {"n=\"2\"", "n=\"0\"", "n=\"0\" is not a number in 1..2147483647"},
    {"n=\"2\"", "n=\"99999999999\"", "error: "},
    {"hi=\"3\"", "hi=\"-1\"", "the range 0..-1 is empty"},
    {"hi=\"3\"", "hi=\"three\"", "error: "},
    {"type=\"id\" process=\"0\"", "type=\"id\" process=\"1\"",
     "process=\"1\": there is no such process type"},
    {"type=\"enum\" enum=\"0\"", "type=\"enum\" enum=\"7\"", "enum=\"7\": there is no such enum"},
    {"location=\"true\"", "", "rule Idle -> Busy is not the edge it says it is"},
    {"<init choice=\"0\"/>", "<init choice=\"50\"/>", "choice=\"50\": there is no such binder"},
    {"<init choice=\"0\"/>", "<init choice=\"1\"/>", "cannot be named by a number"},
    {"<init choice=\"0\"/>", "<init/>", "error: "},
    {"<init choice=\"0\"/>", "<init choice=\"0\"/><init choice=\"0\"/>", "needs one initial value"},
    {"kind=\"choice\"", "kind=\"partner\"", "is bound in the wrong way"},
    {"owner=\"0\"", "owner=\"3\"", "owner=\"3\": there is no such process type"},
    {"owner=\"0\"", "", "there is no such self here"},
    {"shared=\"1\"", "shared=\"9\"", "shared=\"9\": there is no such shared variable"},
    {"local=\"0\"", "local=\"4\"", "local=\"4\": there is no such local variable"},
    {"<nodes/>", "<nodes><ref node=\"0\"/></nodes>", "node=\"0\": there is no such node before this one"},
    {"<nodes/>", "<nodes><not><const type=\"int\" value=\"1\"/></not></nodes>",
     "`not` needs a bool, but this is an integer"},
    {"<nodes/>", "<nodes><const type=\"bool\" value=\"2\"/></nodes>", "is not a number in 0..1"},
    {"<nodes/>", "<nodes><real num=\"1\" den=\"0\"/></nodes>", "den=\"0\" is not a number in 1.."},
    {"<nodes/>", "<nodes><same a=\"1\" b=\"1\"/></nodes>", "a must be less than b"},
    {"<nodes/>", "<nodes><cvar n=\"0\"/></nodes>", "there is no such variable"},
    {"<nodes/>",
     "<nodes><mul><const type=\"int\" value=\"2147483647\"/><const type=\"int\" value=\"2\"/></mul></nodes>",
     "this can be 4294967294, which does not fit 32 bits"},
    {"<exists ", "<exists binder=\"77\" ", "error: "},
};

static const char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "no %s in\n%s", from, text);
    return gt_arena_printf(ctx.arena, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* What is typed well and still refused in text. */
static const char chance[] = "ctmc;\n"
                             "shared x : 0..3 = 2;\n"
                             "shared a : [0..3] of 0..3 = x;\n"
                             "process P[2] {\n"
                             "  rule r rate 2 do { 1/4: { x := 0; } | 3/4: { x := 1; } }\n"
                             "}\n"
                             "reward gain on r: 1;\n"
                             "pctl p: P>=0.5 [F<=7 x == 1];\n"
                             "pctl q: R{\"gain\"}=? [C<=5];\n"
                             "ltl l: G (x == 1);\n";

static const struct {
    const char *from, *to, *message;
} unsound[] = {
    {"model=\"ctmc\"", "model=\"plain\"", "has probabilities"},
    {"model=\"ctmc\"", "model=\"dtmc\"", "only a ctmc has rates"},
    {"model=\"ctmc\"", "model=\"mdp\"", "in an mdp the value depends on the choices"},
    {"<real num=\"2\"", "<real num=\"-2\"", "a rate must be positive"},
    {"<real num=\"3\"", "<real num=\"2\"", "add up to 0.75, not to 1"},
    {"<real num=\"3\"", "<real num=\"5\"", "a probability is between 0 and 1"},
    {"value=\"2\"", "value=\"5\"", "5 is outside the range 0..3 of `x`"},
    {"<real num=\"1\" den=\"2\"", "<real num=\"3\" den=\"2\"", "a probability is between 0 and 1"},
    {"opt=\"plain\"", "opt=\"max\"", "`Pmax` is for an mdp; here there is one value"},
    {"reward=\"gain\"", "reward=\"loss\"", "there is no reward called `loss`"},
    {"rule=\"r\"", "rule=\"s\"", "reward gain names no rule s"},
    {"kind=\"pctl\"", "kind=\"ltl\"", "only the paths of pctl have bounds"},
    {"kind=\"ltl\"", "kind=\"pctl\"", "a path stands only inside P or R"},
    {"<G ",
     "<G><limit cmp=\"le\" opt=\"plain\"><real num=\"1\" den=\"1\"/></limit><const type=\"bool\" "
     "value=\"1\"/></G><G ",
     "error: "},
};

START_TEST(broken_files_are_refused)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(load(token), &text);
    const char *file = replaced(gt_str_text(&text), broken[_i].from, broken[_i].to);
    const gt_sym *sym = gt_xml_read(&other, "broken.xml", file, strlen(file)).sym;
    const char *said = errors_of(&other);
    gt_str_fini(&text);
    if (!broken[_i].message) {
        ck_assert_ptr_nonnull(sym);
        return;
    }
    ck_assert_ptr_null(sym);
    ck_assert_msg(strstr(said, broken[_i].message) != NULL, "expected \"%s\":\n%s", broken[_i].message, said);
    ck_assert_msg(strncmp(said, "broken.xml:", 11) == 0, "no position:\n%s", said);
}
END_TEST

START_TEST(unsound_files_are_refused)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(load(chance), &text);
    const char *file = replaced(gt_str_text(&text), unsound[_i].from, unsound[_i].to);
    const gt_sym *sym = gt_xml_read(&other, "unsound.xml", file, strlen(file)).sym;
    const char *said = errors_of(&other);
    gt_str_fini(&text);
    ck_assert_ptr_null(sym);
    ck_assert_msg(strstr(said, unsound[_i].message) != NULL, "expected \"%s\":\n%s", unsound[_i].message,
                  said);
}
END_TEST

START_TEST(errors_stand_at_their_line)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(load(token), &text);
    const char *file = replaced(gt_str_text(&text), "<add", "<and");
    unsigned line = 1;
    for (const char *c = file; c < strstr(file, "<and at=\"5:41"); c++)
        line += *c == '\n';
    file = replaced(file, "</add>", "</and>");
    ck_assert_ptr_null(gt_xml_read(&other, "broken.xml", file, strlen(file)).sym);
    char expected[64];
    snprintf(expected, sizeof expected, "broken.xml:%u:", line + 1); /* its first operand is a number */
    ck_assert_msg(strstr(errors_of(&other), expected) != NULL, "not at line %u", line);
    gt_str_fini(&text);
}
END_TEST

/* Not XML at all, or not text. */
START_TEST(other_files_are_refused)
{
    static const char *const files[] = {"",
                                        " ",
                                        "model a;",
                                        "<",
                                        "<?xml version=\"1.0\"?>",
                                        "<a/>",
                                        "\xff\xfe<",
                                        "<symmetric/>",
                                        "<symmetric version=\"1\"/>",
                                        "\x7f"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        gt_ctx fresh;
        gt_ctx_init(&fresh);
        ck_assert_ptr_null(gt_xml_read(&fresh, "a.xml", files[i], strlen(files[i])).sym);
        ck_assert_uint_gt(gt_diag_errors(fresh.diag), 0);
        gt_ctx_fini(&fresh);
    }
}
END_TEST

/* `count` times begin, then middle, then `count` times end. */
static void add_nested(gt_str *out, const char *begin, const char *middle, const char *end, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gt_str_add(out, begin);
    gt_str_add(out, middle);
    for (size_t i = 0; i < count; i++)
        gt_str_add(out, end);
}

/* The file of the token program with `nodes` in its table. */
static const char *with_nodes(const char *nodes)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(load(token), &text);
    const char *all = gt_arena_printf(ctx.arena, "<nodes>%s</nodes>", nodes);
    const char *file = replaced(gt_str_text(&text), "<nodes/>", all);
    gt_str_fini(&text);
    return file;
}

START_TEST(deep_files_are_refused)
{
    gt_str nodes;
    gt_str_init(&nodes);
    add_nested(&nodes, "<not>", "<const type=\"bool\" value=\"1\"/>", "</not>", 100000);
    const char *file = with_nodes(gt_str_text(&nodes));
    ck_assert_ptr_null(gt_xml_read(&other, "deep.xml", file, strlen(file)).sym);
    gt_str_fini(&nodes);
}
END_TEST

/* A chain of references is as deep as nested elements. */
START_TEST(deep_chains_are_refused)
{
    gt_str nodes;
    gt_str_init(&nodes);
    gt_str_add(&nodes, "<const type=\"bool\" value=\"1\"/>");
    for (unsigned i = 0; i < 100000; i++)
        gt_str_addf(&nodes, "<not><ref node=\"%u\"/></not>", i);
    const char *file = with_nodes(gt_str_text(&nodes));
    ck_assert_ptr_null(gt_xml_read(&other, "deep.xml", file, strlen(file)).sym);
    ck_assert_ptr_nonnull(strstr(errors_of(&other), "levels deep"));
    gt_str_fini(&nodes);
}
END_TEST

/* Forty lines that would be 2^40 nodes if they were written out. */
START_TEST(explosive_files_are_refused)
{
    gt_str nodes;
    gt_str_init(&nodes);
    gt_str_add(&nodes, "<const type=\"bool\" value=\"1\"/>");
    for (unsigned i = 0; i < 40; i++)
        gt_str_addf(&nodes, "<and><ref node=\"%u\"/><ref node=\"%u\"/></and>", i, i);
    const char *file = with_nodes(gt_str_text(&nodes));
    ck_assert_ptr_null(gt_xml_read(&other, "explosive.xml", file, strlen(file)).sym);
    ck_assert_ptr_nonnull(strstr(errors_of(&other), "when it is written out"));
    gt_str_fini(&nodes);
}
END_TEST

/* The seeds of the fuzzer are good files: else it would begin with nothing. */
START_TEST(seeds_are_read)
{
    static const char *const seeds[] = {"token_sym",         "chance_sym",     "token_population",
                                        "chance_population", "token_commands", "chance_commands",
                                        "token_copies"};
    static char text[1 << 17];
    char path[64];
    snprintf(path, sizeof path, "tests/fuzz/xml/%s.xml", seeds[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    gt_xml_file read = gt_xml_read(&other, path, text, len);
    ck_assert_msg(_i < 2   ? read.sym != NULL
                  : _i < 4 ? read.pop != NULL
                           : read.cmds != NULL,
                  "%s", errors_of(&other));
}
END_TEST

/* ---- sharing ---- */

/* In memory a sum of 60 doublings has 61 nodes, and in the file not many more lines. */
START_TEST(sharing_is_kept)
{
    gt_sym *sym =
        gt_arena_copy(ctx.arena, load("shared x : bool; rule when x do x := false;"), 1, sizeof *sym);
    const gt_expr *e = sym->rules[0]->guard;
    for (int i = 0; i < 60; i++)
        e = gt_expr_op2(ctx.arena, (gt_pos){0}, GT_EXPR_AND, e, e);
    sym->rules[0]->guard = e;
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(sym, &text);
    ck_assert_uint_lt(text.len, 20000);
    gt_str_fini(&text);
}
END_TEST

/* libxml2 lets 256 elements nest: the writer continues a deeper expression in the table of nodes. */
START_TEST(deep_expressions_are_split)
{
    gt_sym *sym =
        gt_arena_copy(ctx.arena, load("shared x : bool; rule when x do x := false;"), 1, sizeof *sym);
    const gt_expr *x = sym->rules[0]->guard, *e = x;
    for (int i = 0; i < 4000; i++)
        e = gt_expr_op1(ctx.arena, (gt_pos){0}, GT_EXPR_NOT, e);
    sym->rules[0]->guard = e;
    ROUND_TRIP(sym, sym);
}
END_TEST

/* ---- positions ---- */

START_TEST(positions_survive)
{
    gt_str text;
    gt_str_init(&text);
    gt_sym_write_xml(load(token), &text);
    const gt_sym *again = gt_xml_read(&other, "a.xml", gt_str_text(&text), text.len).sym;
    ck_assert_ptr_nonnull(again);
    gt_pos pos = again->rules[0]->guard->kids[1]->pos;
    ck_assert_uint_eq(pos.line, 5);
    ck_assert_uint_eq(pos.col, 21);
    ck_assert_uint_eq(pos.end_col, 32);
    gt_error(other.diag, pos, "test", "said later");
    ck_assert_str_eq(errors_of(&other), "test.sym:5:21: error: said later [test]\n");
    gt_str_fini(&text);
}
END_TEST

/* ---- the schemas ---- */

static void silent(void *data, xmlErrorPtr error)
{
    (void)data;
    (void)error;
}

static bool valid(const char *schema, const gt_str *text)
{
    xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(schema);
    xmlRelaxNG *grammar = xmlRelaxNGParse(parser);
    ck_assert_msg(grammar != NULL, "%s is not a schema", schema);
    xmlRelaxNGFreeParserCtxt(parser);
    xmlRelaxNGValidCtxt *validator = xmlRelaxNGNewValidCtxt(grammar);
    xmlRelaxNGSetValidStructuredErrors(validator, silent, NULL);
    xmlDoc *doc = xmlReadMemory(gt_str_text(text), (int)text->len, NULL, NULL, XML_PARSE_NONET);
    ck_assert_ptr_nonnull(doc);
    bool ok = xmlRelaxNGValidateDoc(validator, doc) == 0;
    xmlFreeDoc(doc);
    xmlRelaxNGFreeValidCtxt(validator);
    xmlRelaxNGFree(grammar);
    return ok;
}

/* Each of the three that are installed takes its own representation and no other. */
START_TEST(schemas_choose_their_root)
{
    gt_str text[3];
    const gt_sym *sym = prepare(load(token));
    const gt_pop *pop = populate(sym);
    for (int i = 0; i < 3; i++)
        gt_str_init(&text[i]);
    gt_sym_write_xml(sym, &text[0]);
    gt_pop_write_xml(pop, &text[1]);
    gt_cmds_write_xml(gt_pass_dense(&ctx, pop, false), &text[2]);
    static const char *const schemas[] = {"ir/xml/schema/symmetric.rng", "ir/xml/schema/population.rng",
                                          "ir/xml/schema/commands.rng"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            ck_assert_msg(valid(schemas[i], &text[k]) == (i == k), "%s on file %d", schemas[i], k);
    for (int i = 0; i < 3; i++)
        gt_str_fini(&text[i]);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, symmetric_programs_survive, 0, (int)helper_nprograms);
    tcase_add_loop_test(tests, translations_survive, 0, (int)helper_nsmall);
    UNIT_ADD_EACH(tests, broken_files_are_refused, broken);
    UNIT_ADD_EACH(tests, unsound_files_are_refused, unsound);
    tcase_add_test(tests, errors_stand_at_their_line);
    tcase_add_test(tests, other_files_are_refused);
    tcase_add_test(tests, deep_files_are_refused);
    tcase_add_test(tests, deep_chains_are_refused);
    tcase_add_test(tests, explosive_files_are_refused);
    tcase_add_loop_test(tests, seeds_are_read, 0, 7);
    tcase_add_test(tests, sharing_is_kept);
    tcase_add_test(tests, deep_expressions_are_split);
    tcase_add_test(tests, positions_survive);
    tcase_add_test(tests, schemas_choose_their_root);
}
