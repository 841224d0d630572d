/* "Did you mean ...?" */
#ifndef GT_FRONTEND_SYM_SUGGEST_H
#define GT_FRONTEND_SYM_SUGGEST_H

#include <stddef.h>

/* Begin with {.word = what was written}; after all candidates `best` is the nearest one that is near enough
 * to be a slip of the fingers, or NULL. Among equals the first wins. */
typedef struct {
    const char *word, *best;
    size_t distance;
} gt_suggest;

void gt_suggest_consider(gt_suggest *s, const char *candidate);

#endif
