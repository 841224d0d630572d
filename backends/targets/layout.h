/* Lines of at most so many columns. An emitter writes a group between GT_LAYOUT_OPEN and GT_LAYOUT_CLOSE, and
 * GT_LAYOUT_BREAK where a blank may become a line end. What fits stays in its line; else the outermost group
 * is broken first, and goes on below its beginning. A line that begins with "#define" is continued with '\'.
 */
#ifndef GT_BACKENDS_TARGETS_LAYOUT_H
#define GT_BACKENDS_TARGETS_LAYOUT_H

#include "runtime/str.h"

#define GT_LAYOUT_BREAK "\001"
#define GT_LAYOUT_OPEN "\002"
#define GT_LAYOUT_CLOSE "\003"
#define GT_LAYOUT_SOFT "\005" /* BREAK, but the line ends here only if what follows does not fit */
#define GT_LAYOUT_HANG "\004" /* OPEN, but it goes on four columns behind the beginning of its line */

enum { GT_LAYOUT_COLUMNS = 100 };

/* `text` laid out is put behind `out`. */
void gt_layout(gt_str *out, const char *text);

#endif
