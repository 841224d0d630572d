#include "driver/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 20, MOST = 4096, USUAL = 100 };

/* 0: nobody says. */
static long told(const gt_options *options)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    long width = columns ? strtol(columns, NULL, 10) : 0;
    if (options->width)
        width = (long)options->width;
    else if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width <= 0 ? 0 : width < LEAST ? LEAST : width > MOST ? MOST : width;
}

uint32_t gt_terminal_width(const gt_options *options)
{
    long width = told(options);
    return width ? (uint32_t)width : USUAL;
}

uint32_t gt_terminal_fold(const gt_options *options)
{
    long width = told(options);
    return width ? (uint32_t)width : UINT32_MAX;
}

bool gt_terminal_colours(const gt_options *options, int fd)
{
    const char *no = getenv("NO_COLOR");
    switch ((gt_opt_color)options->color) {
    case GT_OPT_COLOR_ALWAYS: return true;
    case GT_OPT_COLOR_NEVER: return false;
    case GT_OPT_COLOR_AUTO: break;
    }
    return isatty(fd) && !(no && *no);
}
