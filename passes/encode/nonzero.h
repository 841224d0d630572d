/* The non-zero encodings: what nonzero*.c share; nonzero_slots.h has what is done to slots. The untracked
 * processes of a type stand in slots, sorted by their local states; a slot has one field per local variable
 * and, with pairs, a count. Local states are never enumerated: a step removes tuples of expressions from the
 * slots and inserts others.
 *
 * In these programs enums and the fields are integers (sorting needs <, min and max of them), and a field
 * that holds a bool holds 0 or 1. */
#ifndef GT_PASSES_ENCODE_NONZERO_H
#define GT_PASSES_ENCODE_NONZERO_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"
#include "runtime/table.h"

typedef struct {
    const gt_proc *proc;
    const gt_locals *locals;
    uint32_t nfields; /* one per local variable; one that holds 0 if there is none */
    uint32_t width;   /* of a slot: nfields, with pairs one more for the count */
    uint32_t nslots;
    uint32_t nfull; /* slots before this one are never empty */
    uint32_t first; /* number of the first slot's first variable; slots and their fields are consecutive */
    int32_t nil;    /* the first field of an empty slot, and of none */
} gt_nz_type;

/* What bound variables stand for while an expression is translated; the frames of a rule and of what it
 * binds. */
typedef struct gt_nz_frame {
    const gt_binder *binder;
    const gt_expr *value;         /* a chosen value */
    const gt_expr *const *fields; /* or the local state of a process */
    gt_ptrmap memo;
    struct gt_nz_frame *outer;
} gt_nz_frame;

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_fold *fold;
    const gt_pop *pop;
    gt_cmds *out;
    bool pairs;
    gt_nz_type *types;
    uint32_t *shared; /* by shared variable: its number */
    uint32_t *at,
        *alias; /* by id variable: number of its first AT field, of its ALIAS (not for the first of a type) */

    /* where an expression is translated */
    gt_nz_frame *env;
    const int32_t *known;               /* by id variable: a rule's `alias`; NULL: nothing is known */
    const bool *none;                   /* by id variable, initially: is it none? NULL: ask AT */
    const gt_expr *const *const *roles; /* by role: the local state of its process */

    const gt_expr **fixed; /* by variable: the constant a command's guard says it is, or NULL */

    /* scratch of the rules: to make it for each would take time for all variables and types in each */
    const gt_expr **values; /* by variable: assigned by the branch at hand, or NULL; all NULL in between */
    GT_VEC(uint32_t) set;   /* the variables that have been in `values` */
    uint32_t **taken;       /* by type and slot: how many roles stand there; all 0 in between */

    GT_VEC(gt_cmd) cmds;
    uint64_t cells; /* slot fields computed so far */
    bool full;
} gt_nz;

/* ---- nonzero_vars.c: variables and expressions ---- */

void gt_nz_declare(gt_nz *z);
/* The variable, or the constant that it is known to be. */
const gt_expr *gt_nz_cvar(gt_nz *z, uint32_t var);
const gt_expr *gt_nz_int(gt_nz *z, int64_t value);
/* The field of an AT (slot NULL) or slot variable that stands for `var`, as a value of var's type, and back.
 */
const gt_expr *gt_nz_value(gt_nz *z, const gt_var *var, const gt_expr *field);
const gt_expr *gt_nz_field(gt_nz *z, const gt_expr *value);

void gt_nz_enter(gt_nz *z, gt_nz_frame *frame, const gt_binder *binder, const gt_expr *value,
                 const gt_expr *const *fields);
void gt_nz_leave(gt_nz *z);
/* From an expression of the population program to one of the commands, in z's environment. */
const gt_expr *gt_nz_expr(gt_nz *z, const gt_expr *e);

gt_nz_type *gt_nz_type_of(const gt_nz *z, uint32_t idvar);
/* Position of the first id variable of i's class among its type's. */
const gt_expr *gt_nz_alias(gt_nz *z, uint32_t i);
const gt_expr *gt_nz_same(gt_nz *z, uint32_t i, uint32_t j);
const gt_expr *gt_nz_is_none(gt_nz *z, uint32_t i);
/* i is the first of its class and not none. */
const gt_expr *gt_nz_is_first(gt_nz *z, uint32_t i);
/* The AT fields of id variable i. */
const gt_expr *const *gt_nz_tracked(gt_nz *z, uint32_t i);

/* ---- nonzero_rules.c, nonzero_init.c ---- */

void gt_nz_rule(gt_nz *z, const gt_pop_rule *rule);
void gt_nz_initial(gt_nz *z);

#endif
