/* Lines of standard input: edited on a terminal, by libedit; this is the only file that includes it. */
#include "driver/simulate/line.h"
#include "runtime/base.h"

#include <editline/readline.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 1 << 16 };

struct gt_lines {
    bool edited, ended;
    char *line; /* the one given out */
    char part[4096];
    size_t at, len; /* of `part`, what is not given out yet */
};

gt_lines *gt_lines_new(gt_arena *arena)
{
    gt_lines *lines = GT_NEW(arena, gt_lines);
    lines->edited = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    lines->line = gt_arena_alloc(arena, LONGEST + 1, 1);
    if (lines->edited)
        rl_bind_key('\t', rl_insert); /* it would complete names of files */
    return lines;
}

bool gt_lines_edited(const gt_lines *lines)
{
    return lines->edited;
}

static const char *next_edited(gt_lines *lines)
{
    char *line = readline("> ");
    if (!line)
        return NULL;
    if (*line)
        add_history(line);
    snprintf(lines->line, LONGEST + 1, "%s", line);
    free(line);
    return lines->line;
}

static bool fill(gt_lines *lines)
{
    ssize_t n = read(STDIN_FILENO, lines->part, sizeof lines->part);
    lines->at = 0;
    lines->len = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* What is longer than any command is cut; a NUL is no part of any either. */
const char *gt_lines_next(gt_lines *lines)
{
    if (lines->edited)
        return next_edited(lines);
    size_t n = 0;
    while (!lines->ended) {
        if (lines->at == lines->len && !fill(lines)) {
            lines->ended = true;
            break;
        }
        char c = lines->part[lines->at++];
        if (c == '\n') {
            lines->line[n] = '\0';
            return lines->line;
        }
        if (n < LONGEST)
            lines->line[n++] = c ? c : '?';
    }
    lines->line[n] = '\0';
    return n ? lines->line : NULL;
}
