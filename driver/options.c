#include "driver/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/check/engine.h"
#include "backends/targets/target.h"
#include "driver/options_table.h"
#include "driver/race.h"
#include "frontend/sym/suggest.h"
#include "runtime/base.h"
#include "runtime/str.h"

const gt_option_row gt_option_rows[] = {
#define GT_OPTION(kind, field, brief, name, arg, choices, commands, group, help)                             \
    {GT_OPTION_##kind, offsetof(gt_options, field), brief, name, arg, choices, commands, group, help},
#include "driver/options.def"
};
const size_t gt_option_row_count = sizeof gt_option_rows / sizeof gt_option_rows[0];

const gt_command_row gt_command_rows[GT_COMMAND_COUNT] = {
#define GT_COMMAND(id, name, args, min, max, summary, text) {name, args, min, max, summary, text},
#include "driver/options.def"
};

/* What is being parsed. An option is checked against the command only at the end: `gentrans -q check f` is
 * fine. */
typedef struct parser {
    gt_options *options;
    FILE *err;
    int argc;
    char **argv;
    int next;
    const gt_option_row **seen; /* the options that occurred, for the check against the command */
    size_t seen_count;
    bool failed;
} parser;

bool gt_option_applies(const gt_option_row *row, gt_command command)
{
    static const char letters[] = "TCRLBIDPSNY";
    if (row->commands[0] == '*') {
        return true;
    }
    return (size_t)command < sizeof letters - 1 && strchr(row->commands, letters[command]) != NULL;
}

bool gt_option_is_of_methods(const gt_option_row *row)
{
    return strcmp(row->group, "Methods") == 0;
}

bool gt_option_is_shown(const gt_option_row *row)
{
    return row->help[0] != '\0' && !gt_option_is_of_methods(row);
}

const char *gt_option_spelling(const gt_option_row *row)
{
    return row->name[0] != '\0' ? row->name : row->brief;
}

/* Which rows of the table of engines the option chooses from. */
static gt_asked asked_of(gt_option_kind kind)
{
    return kind == GT_OPTION_CHECKER  ? GT_ASKED_CHECKER
           : kind == GT_OPTION_METHOD ? GT_ASKED_METHOD
                                      : GT_ASKED_ENGINE;
}

/* The i-th name in the table that the option chooses from; NULL past the last. */
static const char *name_in_table(gt_option_kind kind, size_t i)
{
    if (kind == GT_OPTION_TARGET) {
        const gt_target *target = gt_target_at((uint32_t)i);
        return target ? target->name : NULL;
    }
    return gt_engine_option(i, asked_of(kind));
}

const char *gt_option_choice(const gt_option_row *row, size_t i, size_t *length)
{
    for (const char *word = row->choices, *name; *word != '\0'; word += *length, word += *word == '|') {
        *length = strcspn(word, "|");
        if (*word != '*') {
            if (i-- == 0) {
                return word;
            }
            continue;
        }
        for (size_t k = 0; (name = name_in_table(row->kind, k)) != NULL; k++) {
            if (i-- == 0) {
                *length = strlen(name);
                return name;
            }
        }
    }
    return NULL;
}

void gt_option_choices(const gt_option_row *row, const char *between, const char *last, gt_str *out)
{
    const char *choice;
    size_t length, other;
    for (size_t i = 0; (choice = gt_option_choice(row, i, &length)) != NULL; i++) {
        bool more = gt_option_choice(row, i + 1, &other) != NULL;
        gt_str_addf(out, "%s%.*s", i == 0 ? "" : more ? between : last, (int)length, choice);
    }
}

const char *gt_options_command_name(gt_command command)
{
    return gt_command_rows[command].name;
}

static void fail_unknown_option(parser *p, const char *word)
{
    gt_suggest near = {.word = word};
    for (size_t i = 0; i < gt_option_row_count; i++) {
        if (gt_option_rows[i].help[0] != '\0') {
            gt_suggest_consider(&near, gt_option_rows[i].name);
            gt_suggest_consider(&near, gt_option_rows[i].brief);
        }
    }
    gt_show(p->err, "gentrans: unknown option '%s'", word);
    gt_show(p->err, near.best != NULL ? "; did you mean '%s'?\n" : "; see 'gentrans --help'\n", near.best);
    p->failed = true;
}

static void fail_unknown_command(parser *p, const char *word)
{
    gt_suggest near = {.word = word};
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        gt_suggest_consider(&near, gt_command_rows[i].name);
    }
    gt_show(p->err, "gentrans: '%s' is neither a command nor a file", word);
    gt_show(p->err, near.best != NULL ? "; did you mean '%s'?\n" : "; see 'gentrans --help'\n", near.best);
    p->failed = true;
}

static void fail_value(parser *p, const gt_option_row *row, const char *value, const char *wanted)
{
    gt_show(p->err, "gentrans: '%s' is not a value of '%s', which wants %s\n", value, gt_option_spelling(row),
            wanted);
    p->failed = true;
}

static void push(gt_opt_list *list, const char *item)
{
    list->items = gt_xrealloc(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = item;
}

/* The number of the choice; where there is none, that is said. */
static bool find_choice(parser *p, const gt_option_row *row, const char *value, int *number)
{
    const char *choice;
    size_t length;
    for (size_t i = 0; (choice = gt_option_choice(row, i, &length)) != NULL; i++) {
        if (strlen(value) == length && strncmp(choice, value, length) == 0) {
            *number = (int)i;
            return true;
        }
    }
    gt_str all;
    gt_str_init(&all);
    gt_option_choices(row, ", ", ", ", &all);
    gt_show(p->err, "gentrans: '%s' is not a value of '%s': choose one of %s\n", value,
            gt_option_spelling(row), gt_str_text(&all));
    gt_str_fini(&all);
    p->failed = true;
    return false;
}

static void set_count(parser *p, const gt_option_row *row, uint64_t *field, const char *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || number == 0 || number > 4096) {
        fail_value(p, row, value, "a number from 1 to 4096");
        return;
    }
    *field = number;
}

static void set_seconds(parser *p, const gt_option_row *row, double *field, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    double unit = 1;
    if (strcmp(end, "m") == 0) {
        unit = 60;
    } else if (strcmp(end, "h") == 0) {
        unit = 3600;
    } else if (*end != '\0' && strcmp(end, "s") != 0) {
        unit = 0;
    }
    if (end == value || unit == 0 || !(number > 0 && number < 1e9) || strpbrk(value, "xXnN") != NULL) {
        fail_value(p, row, value, "a time such as 30, 90s, 5m or 1h");
        return;
    }
    *field = number * unit;
}

static void set_fraction(parser *p, const gt_option_row *row, double *field, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || !(number > 0 && number < 1) || strpbrk(value, "xX") != NULL) {
        fail_value(p, row, value, "a number between 0 and 1 such as 1e-9");
        return;
    }
    *field = number;
}

static void set_bytes(parser *p, const gt_option_row *row, uint64_t *field, const char *value)
{
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    unsigned shift = 0;
    const char *unit = *end != '\0' ? strchr(units, *end & ~0x20) : NULL;
    if (unit != NULL && end[1] == '\0') {
        shift = 10 * (unsigned)(unit - units + 1);
        end++;
    }
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || number == 0 ||
        number > (UINT64_MAX >> shift)) {
        fail_value(p, row, value, "a size such as 500M or 4G");
        return;
    }
    *field = (uint64_t)number << shift;
}

static void set_option(parser *p, const gt_option_row *row, const char *value)
{
    void *field = (char *)p->options + row->offset;
    int number;
    p->seen[p->seen_count++] = row;
    switch (row->kind) {
    case GT_OPTION_FLAG: *(bool *)field = true; break;
    case GT_OPTION_STRING:
        if (*(const char **)field != NULL) {
            gt_show(p->err, "gentrans: '%s' is given twice: '%s' and '%s'\n", gt_option_spelling(row),
                    *(const char **)field, value);
            p->failed = true;
            break;
        }
        *(const char **)field = value;
        break;
    case GT_OPTION_LIST: push(field, value); break;
    case GT_OPTION_DEFINE:
        if (value[0] == '=' || strchr(value, '=') == NULL) {
            fail_value(p, row, value, "NAME=VALUE");
            break;
        }
        push(field, value);
        break;
    case GT_OPTION_CHOICE:
    case GT_OPTION_CHOICE1:
        if (find_choice(p, row, value, &number)) {
            *(int *)field = number + (row->kind == GT_OPTION_CHOICE1);
        }
        break;
    case GT_OPTION_TARGET:
        if (find_choice(p, row, value, &number)) {
            *(const char **)field = value;
        }
        break;
    case GT_OPTION_ENGINE:
    case GT_OPTION_CHECKER:
    case GT_OPTION_METHOD:
        if (find_choice(p, row, value, &number)) {
            *(const gt_engine **)field = strcmp(value, gt_engine_race.option) == 0
                                             ? &gt_engine_race
                                             : gt_engine_find(value, asked_of(row->kind));
        }
        break;
    case GT_OPTION_COUNT: set_count(p, row, field, value); break;
    case GT_OPTION_SECONDS: set_seconds(p, row, field, value); break;
    case GT_OPTION_BYTES: set_bytes(p, row, field, value); break;
    case GT_OPTION_FRACTION: set_fraction(p, row, field, value); break;
    }
}

/* Whether word begins with option; *rest is what follows: NULL when nothing does. */
static bool matches(const char *word, const char *option, char joint, const char **rest)
{
    size_t length = strlen(option);
    *rest = NULL;
    if (length == 0 || strncmp(word, option, length) != 0) {
        return false;
    }
    if (word[length] == '\0') {
        return true;
    }
    if (joint != '\0' && word[length] != joint) {
        return false;
    }
    *rest = word + length + (joint != '\0');
    return true;
}

/* What two commands call alike is that of the command. */
static const gt_option_row *find_option(gt_command command, const char *word, const char **value)
{
    const gt_option_row *found = NULL;
    *value = NULL;
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        const char *rest;
        bool fits = matches(word, row->name, '=', &rest);
        /* -ofile, -Dn=3, -Wno-unused: only behind a single letter that takes a value. */
        fits = fits || (matches(word, row->brief, '\0', &rest) &&
                        (rest == NULL || (row->arg[0] != '\0' && row->brief[2] == '\0')));
        if (fits && (found == NULL || gt_option_applies(row, command))) {
            found = row;
            *value = rest;
        }
    }
    return found;
}

static void parse_option(parser *p, const char *word)
{
    const char *value;
    const gt_option_row *row = find_option(p->options->command, word, &value);
    if (row == NULL) {
        fail_unknown_option(p, word);
        return;
    }
    if (row->arg[0] == '\0') {
        if (value != NULL) {
            gt_show(p->err, "gentrans: '%s' takes no value\n", gt_option_spelling(row));
            p->failed = true;
            return;
        }
    } else if (value == NULL) {
        if (p->next >= p->argc) {
            gt_show(p->err, "gentrans: '%s' wants a value: %s %s\n", word, word, row->arg);
            p->failed = true;
            return;
        }
        value = p->argv[p->next++];
    }
    set_option(p, row, value);
}

static void parse_word(parser *p, const char *word)
{
    gt_options *o = p->options;
    if (!o->command_given && o->files.count == 0) {
        for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
            if (strcmp(word, gt_command_rows[i].name) == 0) {
                o->command = (gt_command)i;
                o->command_given = true;
                return;
            }
        }
        if (strpbrk(word, "./") == NULL && strcmp(word, "-") != 0 && access(word, F_OK) != 0) {
            fail_unknown_command(p, word);
            return;
        }
    }
    push(&o->files, word);
}

/* Whether the options of one checker are given to it. */
static void check_numeric(parser *p)
{
    const gt_options *o = p->options;
    bool precision = o->precision > 0;
    if ((o->exact || precision) && !(o->checker && o->checker->numeric)) {
        size_t i = 0;
        while (!gt_engine_at(i)->numeric) {
            i++;
        }
        gt_show(p->err, "gentrans: '%s' is for %s: --with %s\n", o->exact ? "--exact" : "--precision",
                gt_engine_at(i)->name, gt_engine_at(i)->option);
        p->failed = true;
    } else if (o->exact && precision) {
        gt_show(p->err, "gentrans: '--exact' leaves nothing to '--precision': choose one\n");
        p->failed = true;
    }
}

/* The papers' methods choose what is checked how, and each knows its own options. */
static void check_methods(parser *p)
{
    static const struct {
        const char *option, *method, *other;
    } own[] = {{"--state-symmetries", "component", NULL},
               {"--representatives", "sat", NULL},
               {"--under", "onthefly", NULL},
               {"--depth", "bmc", "induction"},
               {"--orbit-relation", "orbit", NULL},
               {"--check-rep", "multiple", "sat"}};
    const gt_options *o = p->options;
    bool other =
        o->engine || o->no_reduce || o->encoding != GT_OPT_ENCODING_AUTO || o->style != GT_OPT_STYLE_DEFAULT;
    if (o->method && other) {
        gt_show(p->err,
                "gentrans: '--method' says how the program is encoded and by what it is checked: leave "
                "out '--engine', '--encoding', '--style' and '--no-reduce'\n");
        p->failed = true;
    }
    for (size_t i = 0; i < p->seen_count && !p->failed; i++) {
        for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) {
            const char *chosen = o->method ? o->method->option : "";
            if (strcmp(p->seen[i]->name, own[k].option) == 0 && strcmp(chosen, own[k].method) != 0 &&
                !(own[k].other && strcmp(chosen, own[k].other) == 0)) {
                gt_show(p->err, "gentrans: '%s' is for %s: --method %s%s%s\n", own[k].option,
                        own[k].other ? "two methods" : "one method", own[k].method,
                        own[k].other ? " and " : "", own[k].other ? own[k].other : "");
                p->failed = true;
            }
        }
    }
}

/* Whether the options and the number of arguments suit the command. */
static void check_command(parser *p)
{
    const gt_options *o = p->options;
    const gt_command_row *command = &gt_command_rows[o->command];
    for (size_t i = 0; i < p->seen_count && !p->failed; i++) {
        if (!gt_option_applies(p->seen[i], o->command)) {
            gt_show(p->err, "gentrans: '%s' means nothing to 'gentrans %s'; see 'gentrans help %s'\n",
                    gt_option_spelling(p->seen[i]), command->name, command->name);
            p->failed = true;
        }
    }
    if (p->failed || o->help || o->version || o->generate != GT_OPT_GENERATE_NONE) {
        return;
    }
    bool unlimited = command->max == 0 && command->min > 0;
    if (o->files.count < command->min || (!unlimited && o->files.count > command->max)) {
        if (o->files.count < command->min) {
            gt_show(p->err, "gentrans: 'gentrans %s' wants %s", command->name,
                    command->min == 1 ? "a file" : "more files");
        } else {
            gt_show(p->err, "gentrans: 'gentrans %s' has no use for '%s'", command->name,
                    o->files.items[command->max]);
        }
        gt_show(p->err, ": gentrans %s %s\n", command->name, command->args);
        p->failed = true;
    } else if (o->command == GT_COMMAND_RUN && !o->checker) {
        const char *rest;
        gt_str all;
        gt_str_init(&all);
        gt_option_choices(find_option(o->command, "--with", &rest), ", ", " or ", &all);
        gt_show(p->err, "gentrans: 'gentrans run' wants to know the checker: --with %s\n", gt_str_text(&all));
        gt_str_fini(&all);
        p->failed = true;
    } else {
        check_numeric(p);
        check_methods(p);
    }
}

bool gt_options_parse(gt_options *options, int argc, char **argv, FILE *err)
{
    parser p = {.options = options, .err = err, .argc = argc, .argv = argv, .next = 1};
    *options = (gt_options){.command = GT_COMMAND_TRANSLATE};
    p.seen = gt_xcalloc((size_t)argc + 1, sizeof *p.seen);
    bool only_files = false;
    while (p.next < argc && !p.failed) {
        const char *word = argv[p.next++];
        if (only_files || word[0] != '-' || word[1] == '\0') {
            parse_word(&p, word);
        } else if (strcmp(word, "--") == 0) {
            only_files = true;
        } else {
            parse_option(&p, word);
        }
    }
    if (!p.failed) {
        check_command(&p);
    }
    if (options->depfile_name != NULL) {
        options->depfile = true;
    }
    free((void *)p.seen);
    return !p.failed;
}

void gt_options_fini(gt_options *options)
{
    gt_opt_list *lists[] = {&options->files, &options->defines, &options->only, &options->depfile_targets,
                            &options->warnings};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        free((void *)lists[i]->items);
        *lists[i] = (gt_opt_list){0};
    }
}

bool gt_options_answer(const gt_options *options, FILE *out, FILE *err, gt_exit *code)
{
    *code = GT_EXIT_OK;
    if (options->generate != GT_OPT_GENERATE_NONE) {
        gt_options_generate((gt_opt_generate)options->generate, out);
    } else if (options->version || options->command == GT_COMMAND_VERSION) {
        fprintf(out, "gentrans %s\n", GENTRANS_VERSION);
    } else if (options->help && options->command_given) {
        gt_options_print_command_help(options->command, out);
    } else if (options->help || (options->command == GT_COMMAND_HELP && options->files.count == 0)) {
        gt_options_print_help(out);
    } else if (options->command == GT_COMMAND_HELP && strcmp(options->files.items[0], "methods") == 0) {
        gt_options_print_methods(out);
    } else if (options->command == GT_COMMAND_HELP) {
        for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
            if (strcmp(options->files.items[0], gt_command_rows[i].name) == 0) {
                gt_options_print_command_help((gt_command)i, out);
                return true;
            }
        }
        gt_show(err, "gentrans: there is no command '%s'; see 'gentrans --help'\n", options->files.items[0]);
        *code = GT_EXIT_USAGE;
    } else {
        return false;
    }
    return true;
}
