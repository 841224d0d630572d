/* Diagnostics: what is printed, in which order, and what is left out. */
#include <stdlib.h>
#include <string.h>

#include "runtime/context.h"
#include "tests/unit/unit.h"

static gt_diag *diag;
static char *printed;

static void setup(void)
{
    diag = ctx.diag;
    printed = NULL;
}

static void teardown(void)
{
    free(printed);
}

static const char *flush(void)
{
    size_t len;
    free(printed);
    FILE *out = open_memstream(&printed, &len);
    ck_assert_ptr_nonnull(out);
    gt_diag_flush(diag, out);
    fclose(out);
    return printed;
}

static void source(const char *text)
{
    gt_diag_open(diag, "f.sym", text, strlen(text));
}

static gt_pos at(uint32_t line, uint32_t col, uint32_t end)
{
    return (gt_pos){line, col, line, end, 0};
}

START_TEST(the_offending_text_is_underlined)
{
    source("first\n  second line\n");
    gt_error(diag, at(2, 3, 9), "type", "bad %s", "word");
    gt_note(diag, at(1, 1, 6), "see here");
    gt_note(diag, (gt_pos){0}, "because");
    gt_help(diag, "write better");
    ck_assert_str_eq(flush(), "f.sym:2:3: error: bad word [type]\n"
                              "    2 |   second line\n"
                              "      |   ^~~~~~\n"
                              "f.sym:1:1: note: see here\n"
                              "    1 | first\n"
                              "      | ^~~~~\n"
                              "      = note: because\n"
                              "      = help: write better\n");
    ck_assert_str_eq(flush(), "");
    ck_assert_uint_eq(gt_diag_errors(diag), 1);
}
END_TEST

START_TEST(each_position_knows_its_file)
{
    source("model\n");
    uint32_t props = gt_diag_open(diag, "f.props", "first\nsecond\n", 13);
    gt_pos there = {2, 1, 2, 7, props};
    gt_error(diag, there, "type", "in the second file");
    gt_error(diag, at(2, 1, 7), "type", "in the first one");
    gt_note(diag, there, "as here");
    gt_error(diag, (gt_pos){.file = props}, "type", "nowhere");
    ck_assert_uint_eq(gt_diag_errors(diag), 3);
    ck_assert_str_eq(flush(), "f.sym: error: nowhere [type]\n"
                              "f.sym:2:1: error: in the first one [type]\n"
                              "    2 |\n"
                              "      | ^\n"
                              "f.props:2:1: note: as here\n"
                              "    2 | second\n"
                              "      | ^~~~~~\n"
                              "f.props:2:1: error: in the second file [type]\n"
                              "    2 | second\n"
                              "      | ^~~~~~\n");
    gt_diag_options(diag, GT_DIAG_JSON, false, false);
    gt_error(diag, there, "type", "x");
    ck_assert_ptr_nonnull(strstr(flush(), "\"file\":\"f.props\",\"line\":2"));
}
END_TEST

START_TEST(carets_follow_what_is_shown)
{
    static const char text[] = "\tx\0y \xC3\xA9 \xE4\xB8\xAD z \xFF w\r\nlast";
    gt_diag_open(diag, "f.sym", text, sizeof text - 1);
    gt_error(diag, at(1, 4, 5), "a", "y");
    gt_error(diag, at(1, 13, 14), "b", "z");
    gt_error(diag, at(1, 17, 18), "c", "w");
    gt_error(diag, at(2, 5, 6), "d", "end");
    ck_assert_str_eq(flush(), "f.sym:1:4: error: y [a]\n"
                              "    1 |         x\\x00y \xC3\xA9 \xE4\xB8\xAD z \\xFF w\n"
                              "      |              ^\n"
                              "f.sym:1:13: error: z [b]\n"
                              "    1 |         x\\x00y \xC3\xA9 \xE4\xB8\xAD z \\xFF w\n"
                              "      |                     ^\n"
                              "f.sym:1:17: error: w [c]\n"
                              "    1 |         x\\x00y \xC3\xA9 \xE4\xB8\xAD z \\xFF w\n"
                              "      |                            ^\n"
                              "f.sym:2:5: error: end [d]\n"
                              "    2 | last\n"
                              "      |     ^\n");
}
END_TEST

START_TEST(long_lines_are_cut_around_the_caret)
{
    char text[2001];
    memset(text, 'a', 2000);
    memcpy(text + 1000, "HERE", 4);
    text[2000] = '\0';
    source(text);
    gt_error(diag, at(1, 1001, 1005), "x", "m");
    const char *out = flush();
    ck_assert_uint_lt(strlen(out), 400);
    const char *here = strstr(out, "HERE"), *caret = strstr(out, "^~~~");
    ck_assert_ptr_nonnull(here);
    ck_assert_ptr_nonnull(caret);
    const char *line = strstr(out, "    1 | ..."), *below = strstr(out, "      | ");
    ck_assert_int_eq(here - line, caret - below);
}
END_TEST

START_TEST(order_is_that_of_the_text)
{
    source("a\nb\n");
    gt_error(diag, at(2, 1, 2), "x", "second");
    gt_warning(diag, at(1, 1, 2), "shadow", "first");
    gt_error(diag, (gt_pos){0}, "y", "no place");
    const char *out = flush();
    ck_assert_ptr_eq(strstr(out, "f.sym: error: no place [y]\n"), out);
    ck_assert(strstr(out, "first") < strstr(out, "second"));
    ck_assert_uint_eq(gt_diag_errors(diag), 2);
}
END_TEST

START_TEST(one_place_has_one_error_of_a_kind)
{
    source("a\n");
    gt_error(diag, at(1, 1, 2), "x", "kept");
    gt_error(diag, at(1, 1, 2), "x", "dropped");
    gt_note(diag, (gt_pos){0}, "dropped, too");
    gt_error(diag, at(1, 1, 2), "y", "another kind");
    ck_assert_uint_eq(gt_diag_errors(diag), 2);
    ck_assert_ptr_null(strstr(flush(), "dropped"));
}
END_TEST

START_TEST(what_is_too_much_is_counted)
{
    source("a\n");
    for (uint32_t i = 0; i < 150; i++)
        gt_error(diag, at(1, i + 1, i + 2), "x", "e%u.", i);
    const char *out = flush();
    ck_assert_uint_eq(gt_diag_errors(diag), 150);
    ck_assert_ptr_nonnull(strstr(out, "e99."));
    ck_assert_ptr_null(strstr(out, "e100."));
    ck_assert_ptr_nonnull(strstr(out, "50 more errors and 0 more warnings are not shown"));
}
END_TEST

START_TEST(warnings_can_be_turned_off)
{
    source("a\n");
    ck_assert(gt_diag_enable(diag, "unused", false));
    ck_assert(!gt_diag_enable(diag, "no-such-thing", false));
    ck_assert(!gt_diag_enable(diag, "type", false)); /* an error */
    gt_warning(diag, at(1, 1, 2), "unused-variable", "off");
    gt_note(diag, (gt_pos){0}, "off, too");
    gt_warning(diag, at(1, 1, 2), "shadow", "on");
    const char *out = flush();
    ck_assert_ptr_null(strstr(out, "off"));
    ck_assert_ptr_nonnull(strstr(out, "warning: on [shadow]"));
    ck_assert(gt_diag_enable(diag, "unused-variable", true));
    gt_diag_options(diag, GT_DIAG_TEXT, false, true);
    gt_warning(diag, at(1, 1, 2), "unused-variable", "now an error");
    ck_assert_uint_eq(gt_diag_errors(diag), 1);
    ck_assert_ptr_nonnull(strstr(flush(), "error: now an error"));
}
END_TEST

START_TEST(colour_only_when_asked_for)
{
    source("a\n");
    gt_error(diag, at(1, 1, 2), "x", "m");
    ck_assert_ptr_null(strchr(flush(), '\033'));
    gt_diag_options(diag, GT_DIAG_TEXT, true, false);
    gt_error(diag, at(1, 1, 2), "x", "m");
    ck_assert_ptr_nonnull(strstr(flush(), "\033[1;31m^\033[0m"));
}
END_TEST

START_TEST(json_is_one_object_per_line)
{
    source("a\n");
    gt_diag_options(diag, GT_DIAG_JSON, false, false);
    gt_error(diag, at(1, 1, 2), "x", "say \"hi\"\t\xFF");
    gt_note(diag, at(1, 1, 2), "n");
    gt_help(diag, "h");
    ck_assert_str_eq(
        flush(),
        "{\"severity\":\"error\",\"code\":\"x\",\"file\":\"f.sym\",\"line\":1,\"column\":1,\"endLine\":1,"
        "\"endColumn\":2,\"message\":\"say \\\"hi\\\"\\t\\ufffd\",\"notes\":["
        "{\"severity\":\"note\",\"file\":\"f.sym\",\"line\":1,\"column\":1,\"endLine\":1,\"endColumn\":2,"
        "\"message\":\"n\"},{\"severity\":\"help\",\"message\":\"h\"}]}\n");
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_offending_text_is_underlined);
    tcase_add_test(tests, each_position_knows_its_file);
    tcase_add_test(tests, carets_follow_what_is_shown);
    tcase_add_test(tests, long_lines_are_cut_around_the_caret);
    tcase_add_test(tests, order_is_that_of_the_text);
    tcase_add_test(tests, one_place_has_one_error_of_a_kind);
    tcase_add_test(tests, what_is_too_much_is_counted);
    tcase_add_test(tests, warnings_can_be_turned_off);
    tcase_add_test(tests, colour_only_when_asked_for);
    tcase_add_test(tests, json_is_one_object_per_line);
}
