/* The command line, parsed according to one table (driver/options.def) from which the help texts, the
 * manual page and the shell completions are made as well. */
#ifndef GT_DRIVER_OPTIONS_H
#define GT_DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of the gentrans command (design: command-line conventions). */
typedef enum gt_exit {
    GT_EXIT_OK = 0,    /* done; all properties hold */
    GT_EXIT_FAILS = 1, /* some property fails */
    GT_EXIT_USAGE = 2, /* bad usage or bad input */
    GT_EXIT_LIMIT = 3, /* a limit or an interrupt stopped it; run: a property cannot be expressed */
} gt_exit;

typedef enum gt_command {
#define GT_COMMAND(id, name, args, min, max, summary, text) GT_COMMAND_##id,
#include "driver/options.def"
    GT_COMMAND_COUNT
} gt_command;

/* The values of options with a fixed choice, in the order in which options.def lists their names. */
typedef enum gt_opt_encoding {
    GT_OPT_ENCODING_AUTO,
    GT_OPT_ENCODING_DENSE,
    GT_OPT_ENCODING_NONZERO,
    GT_OPT_ENCODING_VECTOR,
    GT_OPT_ENCODING_PAIRS,
    GT_OPT_ENCODING_CONTROL
} gt_opt_encoding;
typedef enum gt_opt_style { GT_OPT_STYLE_DEFAULT, GT_OPT_STYLE_PAPER } gt_opt_style;
typedef enum gt_opt_dump {
    GT_OPT_DUMP_NONE,
    GT_OPT_DUMP_SYM,
    GT_OPT_DUMP_POPULATION,
    GT_OPT_DUMP_COMMANDS
} gt_opt_dump;
typedef enum gt_opt_diagnostics { GT_OPT_DIAGNOSTICS_TEXT, GT_OPT_DIAGNOSTICS_JSON } gt_opt_diagnostics;
typedef enum gt_opt_color { GT_OPT_COLOR_AUTO, GT_OPT_COLOR_ALWAYS, GT_OPT_COLOR_NEVER } gt_opt_color;
typedef enum gt_opt_trace {
    GT_OPT_TRACE_AUTO,
    GT_OPT_TRACE_FULL,
    GT_OPT_TRACE_DIFF,
    GT_OPT_TRACE_BRIEF,
    GT_OPT_TRACE_OFF
} gt_opt_trace;
typedef enum gt_opt_solver { GT_OPT_SOLVER_NONE, GT_OPT_SOLVER_Z3 } gt_opt_solver;
typedef enum gt_opt_by {
    GT_OPT_BY_AUTO,
    GT_OPT_BY_CHECK,
    GT_OPT_BY_PAIRS,
    GT_OPT_BY_BOXES,
    GT_OPT_BY_LEARN,
    GT_OPT_BY_REFINE,
    GT_OPT_BY_BACKWARD,
    GT_OPT_BY_PARITY
} gt_opt_by;
typedef enum gt_opt_generate {
    GT_OPT_GENERATE_NONE,
    GT_OPT_GENERATE_MAN,
    GT_OPT_GENERATE_BASH,
    GT_OPT_GENERATE_ZSH,
    GT_OPT_GENERATE_FISH
} gt_opt_generate;

/* The values of a repeatable option, in the order given; the strings belong to argv. */
typedef struct gt_opt_list {
    const char **items;
    size_t count;
} gt_opt_list;

/* One command line. Strings are borrowed from argv; NULL: not given. Choices are ints that hold the enums
 * above. */
typedef struct gt_options {
    gt_command command;
    gt_opt_list files; /* positional arguments; for `help` the command's name */

    const char *output; /* -o; "-" is standard output */
    const char *target; /* its name, "xml"; NULL: the extension of -o says it */
    int dump;           /* gt_opt_dump */
    int encoding;       /* gt_opt_encoding */
    int style;          /* gt_opt_style */
    bool no_reduce;
    bool no_states;
    gt_opt_list defines; /* "name=value": the shape is checked, name and value are the language's business */
    gt_opt_list only;    /* names of properties */
    bool skip;           /* leave out what the target cannot express */
    const char *order;   /* NuSMV variable order file to write */

    bool depfile; /* -MD */
    const char *depfile_name;
    gt_opt_list depfile_targets;
    bool depfile_phony;

    const struct gt_engine *engine; /* NULL: the best */
    const struct gt_engine *method; /* NULL: none of the papers' */
    int state_symmetries;           /* gt_state_symmetries */
    int representatives;            /* gt_representatives */
    uint64_t under, depth;          /* 0: not given */
    bool orbit_relation, check_rep;
    uint64_t threads;   /* 0: as many as there are cores */
    int trace;          /* gt_opt_trace */
    uint64_t width;     /* of lines; 0: not given */
    bool graph;         /* draw: states instead of skeletons */
    const char *replay; /* simulate: a trace */
    uint64_t seed;      /* simulate */
    bool expand;        /* accelerated steps one by one */
    const char *html;
    const char *junit;
    const char *xml;
    const char *certificate;         /* of `prove` */
    int by;                          /* of `prove`: gt_opt_by */
    int solver;                      /* of `prove`: gt_opt_solver */
    const struct gt_engine *checker; /* of `run`, else NULL */
    bool distributed;
    bool exact;       /* Storm */
    double precision; /* Storm; 0: not given */

    double time_limit;     /* seconds; 0: none */
    uint64_t memory_limit; /* bytes; 0: none */

    bool json;
    bool stats;
    bool coverage;        /* what the search saw, however long it takes */
    int diagnostics;      /* gt_opt_diagnostics */
    int color;            /* gt_opt_color */
    bool repeated;        /* not from the command line: the file once more, and its warnings were said */
    gt_opt_list warnings; /* what follows -W: "unused", "no-unused", "error"; later ones win */
    bool quiet;
    bool verbose;

    bool help;    /* --help: of the command given, or of gentrans when command_given is false */
    bool version; /* --version */
    int generate; /* gt_opt_generate */
    bool command_given;
} gt_options;

/* Parses argv. On success returns true; the caller ends with gt_options_fini in both cases. On a usage error
 * writes one message to err ("gentrans: ..." and, where one is near, what was probably meant) and returns
 * false: exit code 2. */
bool gt_options_parse(gt_options *options, int argc, char **argv, FILE *err);
void gt_options_fini(gt_options *options);

/* The name of a command as typed. */
const char *gt_options_command_name(gt_command command);

/* Carries out what needs no model: --help, help, --version, version, --generate. Returns false when the
 * command is another one; else sets *code to the exit code. */
bool gt_options_answer(const gt_options *options, FILE *out, FILE *err, gt_exit *code);

#endif
