/* Which variables and picks have values that are names and no numbers: locations, members of enums, id
 * variables. Nobody computes with them or compares their order, and whoever is compared with or assigned to
 * whom calls the same value by the same name. */
#ifndef GT_BACKENDS_TARGETS_SYMBOLS_H
#define GT_BACKENDS_TARGETS_SYMBOLS_H

#include "ir/cmd.h"
#include "runtime/table.h"

typedef struct {
    uint32_t npicks;
    const gt_pick **picks; /* each value that is picked, once */
    /* By variable, then by pick: labels of the values from type.lo on, those of all it is related to, and how
     * many; NULL: numbers. */
    const char *const **labels;
    uint32_t *nlabels;
} gt_symbols;

/* An ITE this deep is a number. */
enum { GT_SYMBOLS_DEPTH = 8 };

gt_symbols gt_symbols_find(gt_arena *arena, const gt_cmds *cmds);
/* Names of the values of a variable as the source has them, from type.lo on, or NULL. */
const char *const *gt_cvar_labels(const gt_cvar *var);

#endif
