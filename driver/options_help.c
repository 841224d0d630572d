/* gentrans --help and gentrans help COMMAND, from the table. */
#include <string.h>

#include "backends/check/engine.h"
#include "driver/options_table.h"

enum { HELP_COLUMN = 28, LINE_WIDTH = 80 };

/* Prints text from column on, broken between words, each line after the first indented by indent. */
static void print_wrapped(FILE *out, const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (!first && column + 1 + length > LINE_WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, length, out);
        column += length;
        text += length;
        text += strspn(text, " ");
        first = false;
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const char *left, size_t width, const char *text)
{
    fputs(left, out);
    if (width + 2 > HELP_COLUMN) {
        fputc('\n', out);
        width = 0;
    }
    fprintf(out, "%*s", (int)(HELP_COLUMN - width), "");
    print_wrapped(out, text, HELP_COLUMN, HELP_COLUMN);
}

static void print_option(FILE *out, const gt_option_row *row)
{
    char left[128];
    char text[512];
    bool both = row->brief[0] != '\0' && row->name[0] != '\0';
    const char *joint = row->arg[0] == '\0' ? "" : row->brief[0] == '-' && row->brief[1] == 'W' ? "" : " ";
    int width = snprintf(left, sizeof left, "  %s%s%s%s%s", row->brief[0] != '\0' ? row->brief : "    ",
                         both ? ", " : "", row->name, joint, row->arg);
    if (row->choices[0] == '\0') {
        snprintf(text, sizeof text, "%s", row->help);
    } else {
        gt_str list;
        gt_str_init(&list);
        gt_option_choices(row, ", ", ", ", &list);
        snprintf(text, sizeof text, "%s: %s", row->help, gt_str_text(&list));
        gt_str_fini(&list);
    }
    print_row(out, left, (size_t)width, text);
}

/* The options that pass, under the headings of their groups; groups stand together in the table. */
static void print_options(FILE *out, const gt_command *command)
{
    const char *group = "";
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        if (!gt_option_is_shown(row) || (command != NULL && !gt_option_applies(row, *command)))
            continue;
        if (strcmp(group, row->group) != 0) {
            group = row->group;
            fprintf(out, "\n%s:\n", group);
        }
        print_option(out, row);
    }
}

void gt_options_print_help(FILE *out)
{
    fputs("gentrans translates symmetric concurrent programs into counter programs, and checks them.\n\n"
          "  gentrans [OPTION]... FILE -o OUTPUT\n"
          "  gentrans COMMAND [OPTION]... [ARGUMENT]...\n\nCommands:\n",
          out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        char left[64];
        int width = snprintf(left, sizeof left, "  %s", gt_command_rows[i].name);
        print_row(out, left, (size_t)width, gt_command_rows[i].summary);
    }
    print_options(out, NULL);
    fputs("\nExit codes: 0 done, all properties hold; 1 a property fails; 2 bad usage or bad input;\n"
          "3 a limit or an interrupt stopped it, or (run) the checker cannot express a property.\n"
          "'gentrans help COMMAND' says more about a command.\n",
          out);
}

void gt_options_print_command_help(gt_command command, FILE *out)
{
    const gt_command_row *row = &gt_command_rows[command];
    fprintf(out, "gentrans %s: %s\n\n  gentrans %s [OPTION]... %s\n\n", row->name, row->summary, row->name,
            row->args);
    print_wrapped(out, row->text, 0, 0);
    print_options(out, &command);
}

void gt_options_print_methods(FILE *out)
{
    fputs("Methods of the papers on symmetry reduction, for comparison: docs/papers.md\n\n"
          "  gentrans check --method METHOD [OPTION]... FILE...\n\nMethods:\n",
          out);
    for (size_t i = 0; gt_engine_at(i) != NULL; i++) {
        const gt_engine *engine = gt_engine_at(i);
        char left[64];
        if (engine->asked != GT_ASKED_METHOD)
            continue;
        int width = snprintf(left, sizeof left, "  %s", engine->option);
        print_row(out, left, (size_t)width, engine->about);
    }
    fputs("\nTheir options, beside those of 'gentrans help check':\n", out);
    for (size_t i = 0; i < gt_option_row_count; i++) {
        if (gt_option_is_of_methods(&gt_option_rows[i]))
            print_option(out, &gt_option_rows[i]);
    }
}
