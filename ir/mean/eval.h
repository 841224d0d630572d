/* Expressions compiled to a compact form and evaluated on a state vector: concrete states of a symmetric
 * program (ir/mean/layout.h) or valuations of guarded commands. Nothing is allocated during evaluation.
 *
 * A subexpression that occurs several times and depends on the state alone is evaluated once per state.
 * An evaluation that divides by zero or indexes outside an array sets gt_eval.err; its value then means
 * nothing. */
#ifndef GT_IR_MEAN_EVAL_H
#define GT_IR_MEAN_EVAL_H

#include "ir/mean/classes.h"
#include "runtime/rat.h"
#include "runtime/table.h"

typedef struct {
    uint32_t type;   /* number of the process type */
    int32_t process; /* from 1 */
} gt_pebble;

typedef struct {
    const gt_layout *layout; /* NULL: guarded commands */
    const int32_t *state;
    uint64_t epoch; /* one per state: which cached values are good */
    uint64_t
        tried; /* processes looked at by quantifiers, as partners and candidates: for whoever counts work */
    bool err;
    bool unproved;             /* the program is gt_sym.unproved */
    char unsound[160];         /* the first promise it broke; empty: none yet */
    int32_t *frame;            /* values of self (slot 0) and of the binders */
    const gt_classes *classes; /* per process type; NULL: every process for itself */
    gt_pebble *pebbles;        /* processes bound at the moment, only kept with classes */
    uint32_t npebbles;
    gt_classifier *classifier;
    struct gt_eval_nodes *pool; /* the nodes */
    uint32_t nslots;
    gt_ptrmap map; /* expressions and binders already compiled */
} gt_eval;

/* The program does what was proved impossible: a bug, or, if it is unproved, an error, and `unsound` is set.
 */
void gt_eval_broken(gt_eval *ev, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* layout NULL: expressions over CVAR, variable i at state[i]. */
void gt_eval_init(gt_eval *ev, const gt_layout *layout);
void gt_eval_fini(gt_eval *ev);

/* Compile before the first evaluation: returns a handle. The expression must have no temporal operator. */
uint32_t gt_eval_compile(gt_eval *ev, const gt_expr *e);
/* The frame slot of a binder. */
uint32_t gt_eval_slot(gt_eval *ev, const gt_binder *binder);

/* The state that evaluations read from now on; `state` is borrowed. With `symmetric` (needs a layout without
 * id-sensitive locals) processes that can be exchanged are looked at once. */
void gt_eval_state(gt_eval *ev, const int32_t *state, bool symmetric);

/* Binds a process variable or self; unbind in reverse order. */
void gt_eval_bind(gt_eval *ev, uint32_t slot, const gt_proc *proc, int32_t process);
void gt_eval_unbind(gt_eval *ev);

int64_t gt_eval_int(gt_eval *ev, uint32_t handle);
/* Also for integer expressions. Too large a number: NaN, without error. */
gt_rat gt_eval_real(gt_eval *ev, uint32_t handle);

/* The processes of a type: all, or under symmetry those bound at the start and one fresh one per class. */
typedef struct {
    gt_eval *ev;
    const gt_proc *proc;
    uint32_t npebbles, next;
    int32_t process;       /* the current one */
    uint64_t multiplicity; /* how many processes it stands for */
} gt_proc_iter;

gt_proc_iter gt_proc_iter_start(gt_eval *ev, const gt_proc *proc);
bool gt_proc_iter_next(gt_proc_iter *it);

#endif
