/* The table of options.def as data, for the parser, the help texts and the generators. */
#ifndef GT_DRIVER_OPTIONS_TABLE_H
#define GT_DRIVER_OPTIONS_TABLE_H

#include "driver/options.h"
#include "runtime/str.h"

typedef enum gt_option_kind {
    GT_OPTION_FLAG,
    GT_OPTION_STRING,
    GT_OPTION_LIST,
    GT_OPTION_DEFINE,
    GT_OPTION_CHOICE,
    GT_OPTION_CHOICE1,
    GT_OPTION_TARGET,
    GT_OPTION_ENGINE,
    GT_OPTION_CHECKER,
    GT_OPTION_METHOD,
    GT_OPTION_COUNT,
    GT_OPTION_SECONDS,
    GT_OPTION_BYTES,
    GT_OPTION_FRACTION
} gt_option_kind;

typedef struct gt_option_row {
    gt_option_kind kind;
    size_t offset;        /* of the field in gt_options */
    const char *brief;    /* "-o", "-MD" or "" */
    const char *name;     /* "--output" or "" */
    const char *arg;      /* "FILE"; "" for a flag */
    const char *choices;  /* "a|b|c" or "", see options.def */
    const char *commands; /* letters of gt_command_rows, or "*" */
    const char *group;
    const char *help; /* "": hidden */
} gt_option_row;

typedef struct gt_command_row {
    const char *name;
    const char *args;
    size_t min, max; /* positional arguments; max 0 with min > 0: any number */
    const char *summary;
    const char *text;
} gt_command_row;

extern const gt_option_row gt_option_rows[];
extern const size_t gt_option_row_count;
extern const gt_command_row gt_command_rows[GT_COMMAND_COUNT];

/* Whether the option means anything for the command. */
bool gt_option_applies(const gt_option_row *row, gt_command command);

/* Whether help and completions have it: those of the papers' methods stand in `gentrans help methods` alone.
 */
bool gt_option_is_shown(const gt_option_row *row);
bool gt_option_is_of_methods(const gt_option_row *row);

/* How the option is spelled in messages: its long name if it has one. */
const char *gt_option_spelling(const gt_option_row *row);

/* The i-th choice and its length; NULL past the last. */
const char *gt_option_choice(const gt_option_row *row, size_t i, size_t *length);
/* All of them, with this between two, and between the last two. */
void gt_option_choices(const gt_option_row *row, const char *between, const char *last, gt_str *out);

/* Help texts, and the files made from the table. */
void gt_options_print_help(FILE *out);
void gt_options_print_command_help(gt_command command, FILE *out);
void gt_options_print_methods(FILE *out);
void gt_options_generate(gt_opt_generate what, FILE *out);

#endif
