/* What is known about who reads. */
#ifndef GT_DRIVER_TERMINAL_H
#define GT_DRIVER_TERMINAL_H

#include "driver/options.h"

/* Columns of standard output: --width, COLUMNS, the terminal's own, else 100. */
uint32_t gt_terminal_width(const gt_options *options);
/* The same for lines of words: where nobody said how wide, and no terminal, a sentence is one line. */
uint32_t gt_terminal_fold(const gt_options *options);
/* Whether to colour what is written to `fd`: --color, else on terminals, unless NO_COLOR is set. */
bool gt_terminal_colours(const gt_options *options, int fd);

#endif
