/* The manual page and the shell completions, from the table. */
#include <string.h>

#include "driver/options_table.h"

static bool shown(const gt_option_row *row)
{
    return gt_option_is_shown(row);
}

/* Whether the option's value is the name of a file. */
static bool takes_file(const gt_option_row *row)
{
    return strcmp(row->arg, "FILE") == 0;
}

static void print_choices(FILE *out, const gt_option_row *row, const char *separator)
{
    gt_str all;
    gt_str_init(&all);
    gt_option_choices(row, separator, separator, &all);
    fputs(gt_str_text(&all), out);
    gt_str_fini(&all);
}

/* --- troff ------------------------------------------------------------------------------------------------
 */

/* Text for a manual page: hyphens and backslashes escaped, no line beginning with a control character. */
static void print_troff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text != '\0'; text++) {
        if (*text == '-' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void man_option(FILE *out, const gt_option_row *row)
{
    bool both = row->brief[0] != '\0' && row->name[0] != '\0';
    fputs(".TP\n", out);
    if (row->brief[0] != '\0') {
        fputs("\\fB", out);
        print_troff(out, row->brief);
        fputs("\\fR", out);
    }
    fputs(both ? ", \\fB" : "\\fB", out);
    print_troff(out, row->name);
    fputs("\\fR", out);
    if (row->arg[0] != '\0') {
        fputs(strcmp(row->brief, "-W") == 0 ? "\\fI" : " \\fI", out);
        print_troff(out, row->arg);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    print_troff(out, row->help);
    if (row->choices[0] != '\0') {
        fputs(": ", out);
        print_choices(out, row, ", ");
    }
    fputs(".\n", out);
}

static void generate_man(FILE *out)
{
    const char *group = "";
    fprintf(out, ".TH GENTRANS 1 \"\" \"gentrans %s\" \"User Commands\"\n", GENTRANS_VERSION);
    fputs(".SH NAME\ngentrans \\- translate symmetric concurrent programs into counter programs, and check "
          "them\n"
          ".SH SYNOPSIS\n\\fBgentrans\\fR [\\fIOPTION\\fR]... \\fIFILE\\fR \\fB\\-o\\fR \\fIOUTPUT\\fR\n.br\n"
          "\\fBgentrans\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
          ".SH DESCRIPTION\n"
          "\\fBgentrans\\fR reads a program of interchangeable processes (a .sym file) and writes a program "
          "that counts "
          "how many processes are in each local state. The result is bisimilar to the original, "
          "exponentially smaller, "
          "and runs unchanged in NuSMV, Spin, TLC, PRISM and Storm, or in the checker that is built in.\n"
          ".SH COMMANDS\n",
          out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        const gt_command_row *row = &gt_command_rows[i];
        fputs(".TP\n\\fB", out);
        print_troff(out, row->name);
        fputs("\\fR \\fI", out);
        print_troff(out, row->args);
        fputs("\\fR\n", out);
        print_troff(out, row->text);
        fputc('\n', out);
    }
    fputs(".SH OPTIONS\nAn option that means nothing to the command is an error; "
          "\\fBgentrans help\\fR \\fICOMMAND\\fR lists those of a command.\n",
          out);
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        if (!shown(row))
            continue;
        if (strcmp(group, row->group) != 0) {
            group = row->group;
            fprintf(out, ".SS %s\n", group);
        }
        man_option(out, row);
    }
    fputs(
        ".SH EXIT STATUS\n.TP\n0\ndone; all properties hold\n.TP\n1\nsome property fails\n"
        ".TP\n2\nbad usage or bad input\n.TP\n3\na limit or an interrupt stopped it, or (run) the checker "
        "cannot express a property\n"
        ".SH ENVIRONMENT\n"
        ".TP\nCOLUMNS\nhow wide traces may be, where \\-\\-width does not say it\n"
        ".TP\nNO_COLOR\nif set and not empty: no colours, unless \\-\\-color says otherwise\n"
        ".TP\nTMPDIR\nwhere \\fBrun\\fR has its private folder; by default /tmp\n"
        ".TP\nGENTRANS_NUSMV, GENTRANS_SPIN, GENTRANS_TLC, GENTRANS_STORM, GENTRANS_PRISM\n"
        "the program that \\fBrun\\fR calls as that checker\n"
        ".TP\nGENTRANS_CHECKERS\nwhere it looks for checkers before PATH: in the folder bin of this one; by "
        "default ~/.cache/gentrans/checkers\n"
        ".TP\nGENTRANS_CC\nthe C compiler for Spin's verifiers\n"
        ".TP\nGENTRANS_TLC_JAVA_OPTIONS\nwhat TLC's Java machine is given\n"
        ".SH EXAMPLES\n.nf\ngentrans check token_mutex.sym \\-D n=1000000\n"
        "gentrans token_mutex.sym \\-o token_mutex.smv\n"
        "gentrans run \\-\\-with nusmv token_mutex.sym\n"
        "gentrans check token_mutex.sym \\-D n=2..64 \\-\\-html report.html\n"
        "gentrans prove token_mutex.sym \\-\\-certificate proof.smt2\n"
        "gentrans simulate token_mutex.sym\n.fi\n"
        ".SH SEE ALSO\n\\fBspin\\fR(1), \\fBrumur\\fR(1)\n",
        out);
}

/* --- bash -------------------------------------------------------------------------------------------------
 */

static void bash_names(FILE *out, const gt_command *command)
{
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        if (shown(row) && gt_option_applies(row, *command)) {
            fprintf(out, "%s%s%s%s", row->brief[0] != '\0' ? " " : "", row->brief,
                    row->name[0] != '\0' ? " " : "", row->name);
        }
    }
}

static void generate_bash(FILE *out)
{
    fputs("# bash completion for gentrans\n_gentrans()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=translate "
          "options word\n"
          "    COMPREPLY=()\n    case $prev in\n",
          out);
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        if (!shown(row) || row->arg[0] == '\0')
            continue;
        fprintf(out, "    %s%s%s) ", row->brief, row->brief[0] != '\0' && row->name[0] != '\0' ? "|" : "",
                row->name);
        if (row->choices[0] != '\0') {
            fputs("mapfile -t COMPREPLY < <(compgen -W \"", out);
            print_choices(out, row, " ");
            fputs("\" -- \"$cur\"); return ;;\n", out);
        } else if (takes_file(row)) {
            fputs("mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;\n", out);
        } else {
            fputs("return ;;\n", out);
        }
    }
    fputs(
        "    esac\n    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n        case $word in\n        ",
        out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++)
        fprintf(out, "%s%s", i == 0 ? "" : "|", gt_command_rows[i].name);
    fputs(") command=$word; break ;;\n        esac\n    done\n    case $command in\n", out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        gt_command command = (gt_command)i;
        fprintf(out, "    %s) options=\"", gt_command_rows[i].name);
        bash_names(out, &command);
        fputs("\" ;;\n", out);
    }
    fputs("    esac\n    if [[ $cur == -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
          "    elif [[ $COMP_CWORD -eq 1 || $command == help ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"",
          out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++)
        fprintf(out, "%s%s", i == 0 ? "" : " ", gt_command_rows[i].name);
    fputs("\" -- \"$cur\"; [[ $command == help ]] || compgen -f -- \"$cur\")\n"
          "    else\n        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n    fi\n}\n"
          "complete -o filenames -F _gentrans gentrans\n",
          out);
}

/* --- zsh --------------------------------------------------------------------------------------------------
 */

/* Text inside '...[text]...': quotes, brackets and colons escaped. */
static void zsh_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            if (strchr("[]:\\", *text) != NULL)
                fputc('\\', out);
            fputc(*text, out);
        }
    }
}

static void zsh_option(FILE *out, const gt_option_row *row, const char *name)
{
    bool list = row->kind == GT_OPTION_LIST || row->kind == GT_OPTION_DEFINE;
    if (name[0] == '\0')
        return;
    bool joined = row->arg[0] != '\0' && name[1] != '-' && name[2] == '\0';
    fprintf(out, "        '%s%s%s[", list ? "*" : "", name,
            joined                                  ? "+"
            : row->arg[0] != '\0' && name[1] == '-' ? "="
                                                    : "");
    zsh_text(out, row->help);
    fputc(']', out);
    if (row->arg[0] != '\0') {
        fputc(':', out);
        zsh_text(out, row->arg);
        fputc(':', out);
        if (row->choices[0] != '\0') {
            fputc('(', out);
            print_choices(out, row, " ");
            fputc(')', out);
        } else if (takes_file(row)) {
            fputs("_files", out);
        }
    }
    fputs("' \\\n", out);
}

static void generate_zsh(FILE *out)
{
    fputs(
        "#compdef gentrans\n_gentrans()\n{\n    local command=translate word\n    local -a commands options\n"
        "    commands=(\n",
        out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        fprintf(out, "        '%s:", gt_command_rows[i].name);
        zsh_text(out, gt_command_rows[i].summary);
        fputs("'\n", out);
    }
    fputs("    )\n    for word in ${words[2,CURRENT-1]}; do\n        case $word in\n        ", out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++)
        fprintf(out, "%s%s", i == 0 ? "" : "|", gt_command_rows[i].name);
    fputs(") command=$word; break ;;\n        esac\n    done\n    case $command in\n", out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        fprintf(out, "    %s)\n        options=( \\\n", gt_command_rows[i].name);
        for (size_t j = 0; j < gt_option_row_count; j++) {
            if (shown(&gt_option_rows[j]) && gt_option_applies(&gt_option_rows[j], (gt_command)i)) {
                zsh_option(out, &gt_option_rows[j], gt_option_rows[j].brief);
                zsh_option(out, &gt_option_rows[j], gt_option_rows[j].name);
            }
        }
        fputs("        )\n        ;;\n", out);
    }
    fputs("    esac\n    if (( CURRENT == 2 )) && [[ ${words[CURRENT]} != -* ]]; then\n"
          "        _describe command commands\n        _files -g '*.sym'\n"
          "    elif [[ $command == help ]]; then\n        _describe command commands\n"
          "    else\n        _arguments -S $options '*:file:_files'\n    fi\n}\n_gentrans \"$@\"\n",
          out);
}

/* --- fish -------------------------------------------------------------------------------------------------
 */

static void fish_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* The condition under which an option is offered: always, or only behind certain commands. */
static void fish_condition(FILE *out, const gt_option_row *row)
{
    if (row->commands[0] == '*')
        return;
    fputs(" -n '", out);
    if (gt_option_applies(row, GT_COMMAND_TRANSLATE)) {
        fputs("not __fish_seen_subcommand_from", out);
        for (size_t i = 0; i < GT_COMMAND_COUNT; i++)
            if (!gt_option_applies(row, (gt_command)i))
                fprintf(out, " %s", gt_command_rows[i].name);
    } else {
        fputs("__fish_seen_subcommand_from", out);
        for (size_t i = 0; i < GT_COMMAND_COUNT; i++)
            if (gt_option_applies(row, (gt_command)i))
                fprintf(out, " %s", gt_command_rows[i].name);
    }
    fputc('\'', out);
}

static void generate_fish(FILE *out)
{
    fputs("# fish completion for gentrans\n", out);
    for (size_t i = 0; i < GT_COMMAND_COUNT; i++) {
        fprintf(out, "complete -c gentrans -n __fish_use_subcommand -a %s -d '", gt_command_rows[i].name);
        fish_text(out, gt_command_rows[i].summary);
        fputs("'\n", out);
    }
    for (size_t i = 0; i < gt_option_row_count; i++) {
        const gt_option_row *row = &gt_option_rows[i];
        if (!shown(row))
            continue;
        fputs("complete -c gentrans", out);
        fish_condition(out, row);
        if (row->brief[0] != '\0')
            fprintf(out, " -%c %s", row->brief[2] == '\0' ? 's' : 'o', row->brief + 1);
        if (row->name[0] != '\0')
            fprintf(out, " -l %s", row->name + 2);
        if (row->choices[0] != '\0') {
            fputs(" -x -a '", out);
            print_choices(out, row, " ");
            fputc('\'', out);
        } else if (row->arg[0] != '\0') {
            fputs(takes_file(row) ? " -r -F" : " -x", out);
        }
        fputs(" -d '", out);
        fish_text(out, row->help);
        fputs("'\n", out);
    }
}

void gt_options_generate(gt_opt_generate what, FILE *out)
{
    switch (what) {
    case GT_OPT_GENERATE_NONE: break;
    case GT_OPT_GENERATE_MAN: generate_man(out); break;
    case GT_OPT_GENERATE_BASH: generate_bash(out); break;
    case GT_OPT_GENERATE_ZSH: generate_zsh(out); break;
    case GT_OPT_GENERATE_FISH: generate_fish(out); break;
    }
}
