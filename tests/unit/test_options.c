#include <stdlib.h>
#include <string.h>

#include "backends/check/engine.h"
#include "driver/options.h"
#include "driver/options_table.h"
#include "tests/unit/unit.h"

/* Parses a NULL-terminated command line; what it complains about goes to message. */
static bool parse(gt_options *options, char *message, size_t size, const char **words)
{
    int argc = 0;
    while (words[argc] != NULL)
        argc++;
    FILE *err = fmemopen(message, size, "w");
    ck_assert_ptr_nonnull(err);
    bool ok = gt_options_parse(options, argc, (char **)(void *)words, err);
    fclose(err);
    return ok;
}

#define PARSE(...) parse(&options, message, sizeof message, (const char *[]){"gentrans", __VA_ARGS__, NULL})

START_TEST(translate_is_the_default)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("in.sym", "-o", "out.smv"));
    ck_assert_int_eq(options.command, GT_COMMAND_TRANSLATE);
    ck_assert(!options.command_given);
    ck_assert_str_eq(options.output, "out.smv");
    ck_assert_uint_eq(options.files.count, 1);
    gt_options_fini(&options);
}
END_TEST

START_TEST(values_joined_and_apart)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("check", "-Dn=3", "-D", "k=4", "--define=l=5", "-Wno-unused", "-W", "shadow", "-Werror",
                    "--engine=bdd", "--encoding", "nonzero", "a.sym", "b.sym"));
    ck_assert_int_eq(options.command, GT_COMMAND_CHECK);
    ck_assert_uint_eq(options.defines.count, 3);
    ck_assert_str_eq(options.defines.items[2], "l=5");
    ck_assert_uint_eq(options.warnings.count, 3);
    ck_assert_str_eq(options.warnings.items[0], "no-unused");
    ck_assert_str_eq(options.warnings.items[2], "error");
    ck_assert_ptr_eq(options.engine, &gt_engine_bdd);
    ck_assert_int_eq(options.encoding, GT_OPT_ENCODING_NONZERO);
    ck_assert_uint_eq(options.files.count, 2);
    gt_options_fini(&options);
}
END_TEST

START_TEST(every_choice_has_its_enum)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("x.sym", "--to", "smv", "--dump", "sym", "--style", "paper"));
    ck_assert_str_eq(options.target, "smv");
    ck_assert_int_eq(options.dump, GT_OPT_DUMP_SYM);
    ck_assert_int_eq(options.style, GT_OPT_STYLE_PAPER);
    gt_options_fini(&options);
    ck_assert(
        PARSE("x.sym", "--to", "xml", "--dump", "commands", "--color", "never", "--diagnostics", "json"));
    ck_assert_str_eq(options.target, "xml");
    ck_assert_int_eq(options.dump, GT_OPT_DUMP_COMMANDS);
    ck_assert_int_eq(options.color, GT_OPT_COLOR_NEVER);
    ck_assert_int_eq(options.diagnostics, GT_OPT_DIAGNOSTICS_JSON);
    gt_options_fini(&options);
    ck_assert(PARSE("run", "x.sym", "--with", "prism", "--trace", "off"));
    ck_assert_ptr_eq(options.checker, &gt_engine_prism);
    ck_assert_int_eq(options.trace, GT_OPT_TRACE_OFF);
    gt_options_fini(&options);
    ck_assert(PARSE("--generate", "fish"));
    ck_assert_int_eq(options.generate, GT_OPT_GENERATE_FISH);
    gt_options_fini(&options);
}
END_TEST

START_TEST(limits_have_units)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("check", "x.sym", "--time-limit", "1.5m", "--memory-limit", "4G", "--threads", "2"));
    ck_assert_double_eq(options.time_limit, 90);
    ck_assert_uint_eq(options.memory_limit, UINT64_C(4) << 30);
    ck_assert_uint_eq(options.threads, 2);
    gt_options_fini(&options);
    ck_assert(PARSE("check", "x.sym", "--time-limit=2h", "--memory-limit=512k"));
    ck_assert_double_eq(options.time_limit, 7200);
    ck_assert_uint_eq(options.memory_limit, UINT64_C(512) << 10);
    gt_options_fini(&options);
}
END_TEST

START_TEST(bad_values_are_refused)
{
    static const char *bad[][2] = {
        {"--time-limit", "-1"},
        {"--time-limit", "inf"},
        {"--time-limit", "nan"},
        {"--time-limit", "1d"},
        {"--time-limit", ""},
        {"--memory-limit", "0"},
        {"--memory-limit", "x"},
        {"--memory-limit", "4GB"},
        {"--memory-limit", "17179869184G"},
        {"--threads", "-2"},
        {"--threads", "1e3"},
        {"--engine", "bd"},
        {"--engine", ""},
        {"-D", "=3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gt_options options;
        char message[512] = "";
        ck_assert_msg(!PARSE("check", "x.sym", bad[i][0], bad[i][1]), "%s %s", bad[i][0], bad[i][1]);
        ck_assert_ptr_nonnull(strstr(message, "is not a value of"));
        gt_options_fini(&options);
    }
}
END_TEST

START_TEST(depfile_options)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("x.sym", "-o", "x.smv", "-MF", "x.d", "-MT", "x.smv", "-MP"));
    ck_assert(options.depfile && options.depfile_phony);
    ck_assert_str_eq(options.depfile_name, "x.d");
    ck_assert_str_eq(options.depfile_targets.items[0], "x.smv");
    gt_options_fini(&options);
    ck_assert(PARSE("x.sym", "-MD", "-o", "x.smv"));
    ck_assert(options.depfile && options.depfile_name == NULL);
    gt_options_fini(&options);
}
END_TEST

START_TEST(two_dashes_end_the_options)
{
    gt_options options;
    char message[512] = "";
    ck_assert(PARSE("check", "--", "--json"));
    ck_assert(!options.json);
    ck_assert_str_eq(options.files.items[0], "--json");
    gt_options_fini(&options);
    ck_assert(PARSE("check", "-"));
    ck_assert_str_eq(options.files.items[0], "-");
    gt_options_fini(&options);
}
END_TEST

START_TEST(help_and_version_need_no_file)
{
    gt_options options;
    char message[512] = "";
    char text[8192] = "";
    gt_exit code;
    ck_assert(PARSE("check", "--help"));
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert(gt_options_answer(&options, out, out, &code));
    fclose(out);
    ck_assert_int_eq(code, GT_EXIT_OK);
    ck_assert_ptr_nonnull(strstr(text, "gentrans check"));
    gt_options_fini(&options);
    ck_assert(PARSE("check", "x.sym"));
    ck_assert(!gt_options_answer(&options, stdout, stderr, &code));
    gt_options_fini(&options);
}
END_TEST

/* The table itself: spellings are unique, groups stand together, choices exist where the kind wants them. */
START_TEST(table_is_sound)
{
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *a = &gt_option_rows[i];
        bool table = a->kind == GT_OPTION_TARGET || a->kind == GT_OPTION_ENGINE ||
                     a->kind == GT_OPTION_CHECKER || a->kind == GT_OPTION_METHOD;
        bool choice = table || a->kind == GT_OPTION_CHOICE || a->kind == GT_OPTION_CHOICE1;
        ck_assert_msg(table == (strchr(a->choices, '*') != NULL), "%s", gt_option_spelling(a));
        ck_assert_msg(choice == (a->choices[0] != '\0'), "%s", gt_option_spelling(a));
        ck_assert_msg((a->kind == GT_OPTION_FLAG) == (a->arg[0] == '\0'), "%s", gt_option_spelling(a));
        ck_assert(a->commands[0] != '\0' && gt_option_spelling(a)[0] == '-');
        for (size_t j = 0; j < i; j++) {
            const gt_option_row *b = &gt_option_rows[j];
            ck_assert(a->brief[0] == '\0' || strcmp(a->brief, b->brief) != 0);
            bool apart = strcmp(a->name, b->name) != 0 || strpbrk(a->commands, b->commands) == NULL;
            ck_assert(a->name[0] == '\0' || apart);
            if (strcmp(a->group, b->group) == 0)
                ck_assert_str_eq(gt_option_rows[i - 1].group, a->group);
        }
    }
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, translate_is_the_default);
    tcase_add_test(tests, values_joined_and_apart);
    tcase_add_test(tests, every_choice_has_its_enum);
    tcase_add_test(tests, limits_have_units);
    tcase_add_test(tests, bad_values_are_refused);
    tcase_add_test(tests, depfile_options);
    tcase_add_test(tests, two_dashes_end_the_options);
    tcase_add_test(tests, help_and_version_need_no_file);
    tcase_add_test(tests, table_is_sound);
}
