#include "frontend/sym/suggest.h"

#include <stdbool.h>
#include <string.h>

enum { LIMIT = 32 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters were changed, added, left out, or swapped with their neighbour; words of LIMIT letters and
 * more are far from everything. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LIMIT], la = strlen(a), lb = strlen(b);
    if (la >= LIMIT || lb >= LIMIT)
        return LIMIT;
    for (size_t i = 0; i <= la; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *over = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            if (i == 0) {
                row[j] = j;
                continue;
            }
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped)
                row[j] = least(row[j], over[j - 2] + 1);
        }
    }
    return rows[la % 3][lb];
}

void gt_suggest_consider(gt_suggest *s, const char *candidate)
{
    size_t d = distance(s->word, candidate);
    bool near = d > 0 && d < 4 && d * 2 < strlen(s->word) && d < strlen(candidate);
    if (near && (!s->best || d < s->distance)) {
        s->best = candidate;
        s->distance = d;
    }
}
