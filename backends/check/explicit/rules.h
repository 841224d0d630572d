/* Rules of a symmetric program in the form the explicit engine runs: shared by the models that run them on
 * every process (sym.c) and on classes of processes (classes.c). */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_RULES_H
#define GT_BACKENDS_CHECK_EXPLICIT_RULES_H

#include "backends/check/explicit/explicit.h"

typedef struct {
    const gt_xnode *cond, *value, *process; /* process NULL: in slot `slot` */
    uint32_t slot;
    bool each;     /* for all processes, one after the other in slot `slot` */
    bool shared;   /* var is shared */
    uint32_t type; /* of the process */
    uint32_t var;
    const gt_var *origin;
    gt_xconds where; /* each: the condition, ... */
    bool not_self;   /* ... which self does not satisfy */
    int64_t pattern; /* each: its number among those whose effect a process's own locals decide, or -1 */
} gt_xupdate;

typedef struct {
    const gt_xnode *prob;
    uint32_t nupdates;
    gt_xupdate *updates;
} gt_xbranch;

typedef struct {
    const gt_rule *rule;
    uint32_t *slots;        /* of the partners, then of the choices; self has slot 0 */
    gt_xguard guard;        /* at[k]: when k of the partners and choices are there */
    const gt_xnode **where; /* per choice, or NULL */
    gt_xbranch *branches;
} gt_xrule;

/* All rules of the program, in its order. */
gt_xrule *gt_xrules_compile(gt_xcode *code, gt_arena *arena, const gt_sym *sym);

#endif
