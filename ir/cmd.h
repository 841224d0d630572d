/* Guarded commands: finite variables, guards, updates. Every target reads this and nothing else.
 *
 * Meaning. Initial states: the valuations that the list of gt_init_step can produce, taken in order: each
 * step gives its variable any value in lo..hi, both over earlier variables (hi < lo: no initial state this
 * way), for which `where` holds. A command can fire when its guard holds and every pick has a value, taken in
 * order, for which its `where` holds, and then once for each such choice of values; each branch with positive
 * probability assigns all its variables at once, right sides read in the old state. A state in which no
 * command can fire has one successor, itself; it is a deadlock unless the error flag is set. DTMC: the ways
 * to fire are chosen with probability weight/sum of weights. CTMC: weight is the rate. Every expression is
 * total on the reachable states: no division by zero, no value outside the range of the variable it is
 * assigned to; those with picks for the values that may be picked. */
#ifndef GT_IR_CMD_H
#define GT_IR_CMD_H

#include "ir/pop.h"

typedef enum {
    GT_CVAR_SHARED, /* shared variable `var` (also the error flag: var->is_error) */
    /* How many untracked processes of proc are in local state `state`; style paper: all processes. */
    GT_CVAR_COUNTER,
    /* Local state of the process id variable `idvar` names: its number in locals, nstates for none; if `var`:
     * only that local variable's value, var's hi+1 in the first variable for none. */
    GT_CVAR_AT,
    /* Position, among its type's id variables, of the first one naming the same process as `idvar`; its own
     * position when none (AT tells). */
    GT_CVAR_ALIAS,
    /* Non-zero encodings: value of `var` (number of the local state if var is NULL) in slot `slot` of proc's
     * sorted multiset of untracked local states; empty slots stand last and hold, in the first such variable
     * of the slot, the value after its last one, in the others 0. */
    GT_CVAR_SLOT,
    GT_CVAR_SLOT_COUNT, /* pairs encoding: how many processes are in slot `slot`; 0: empty */
    GT_CVAR_ID,         /* --no-reduce: value of id-sensitive shared `var`: 1..n, 0 for none */
    GT_CVAR_LOCAL,  /* --no-reduce: local `var` of process number `slot` (from 0) of proc; ids as for ID */
    GT_CVAR_CONTROL /* control encoding: a row of cmds->controls */
} gt_cvar_kind;

typedef struct {
    const char *name; /* readable, unique, identifiers ([A-Za-z_][A-Za-z0-9_]*) with dots between, not yet
                         mangled for a target */
    gt_cvar_kind kind;
    gt_type type;        /* BOOL, INT or ENUM (never ID); INT lo..hi is the declared range */
    const char **labels; /* names for the values lo..hi (an identifier each), or NULL: plain numbers */
    const gt_var *var;
    const gt_proc *proc;
    uint32_t state, idvar, slot;
} gt_cvar;

typedef struct {
    uint32_t var;
    const gt_expr *lo, *hi; /* same pointer when the value is determined */
    const gt_expr *where;   /* a filter over this variable and earlier ones, or NULL */
} gt_init_step;

typedef struct {
    uint32_t var;
    const gt_expr *value;
} gt_assign;

typedef struct {
    const gt_expr *prob; /* NULL: 1 */
    uint32_t nassigns;
    const gt_assign *assigns; /* ascending by var, each var once; var := var left out */
} gt_cmd_branch;

/* A value chosen within a command, which its later picks, weight and branches may read: BOUND(value). */
typedef struct {
    const gt_binder *value; /* CHOICE; BOOL, INT or ENUM; its own `where` is NULL */
    uint32_t nlabels;       /* names for the values (an identifier each), or 0: plain numbers */
    const char **labels;
    const gt_expr *where; /* over variables, this pick and earlier ones; NULL: any value */
    /* By value: what `where` asks of it in states in which the guard holds, if that was put more simply;
     * NULL: not known. */
    const gt_expr *const *at;
} gt_pick;

typedef struct {
    const gt_rule *origin; /* rule of the symmetric program */
    const char *label;     /* origin->label with the roles, e.g. "Trying -> Critical by tok" */
    int32_t self; /* n copies: number of the process whose rule it is, from 1; 0: nobody's, or not known, as
                     in what was read from a file */
    const gt_expr *guard;
    uint32_t npicks;
    const gt_pick *picks;
    const gt_expr *fires; /* with picks: when it can fire, if that was put more simply; NULL: not known */
    const gt_expr
        *weight; /* rate times number of concrete firings; NULL: 1. Ignored by PLAIN and MDP models */
    uint32_t nbranches;
    const gt_cmd_branch *branches;
} gt_cmd;

typedef struct {
    const gt_prop *origin;
    const gt_expr *formula; /* over CVAR; DEADLOCK: or NULL; NOERROR: to be checked as an invariant */
    bool turns; /* n copies: the formula itself asks only for paths on which everybody has a turn */
} gt_cmd_prop;

typedef enum {
    GT_ENC_NONE /* --no-reduce */,
    GT_ENC_DENSE,
    GT_ENC_PAPER,
    GT_ENC_VECTOR,
    GT_ENC_PAIRS,
    GT_ENC_CONTROL
} gt_encoding;

typedef struct {
    const gt_sym *sym; /* the scalar, total program */
    const gt_pop *pop; /* NULL for --no-reduce */
    gt_encoding encoding;
    uint32_t nvars, ncmds, nprops, nfair, nrewards, ninit, ninvariants;
    gt_cvar *vars;
    gt_cmd *cmds;
    gt_cmd_prop *props;
    const gt_expr **fair;     /* parallel to sym->fair */
    const gt_expr **rewards;  /* parallel to sym->rewards; 0-ary rules: state rewards */
    const gt_init_step *init; /* every variable exactly once */
    const gt_expr *
        *invariants;      /* known to hold in all reachable states: sums of counters, order of slots; hints */
    const gt_expr *error; /* the error flag's CVAR, or NULL if no error is possible */
    /* Control encoding: what the values of the CONTROL variable stand for. Per value, one after the other:
     * the shared variables of sym (0 for ids and the error flag); per id variable the first one that names
     * the same process, -1 for none; per id variable that is the first one the local state of its process,
     * else -1. */
    uint32_t ncontrols;
    const int32_t *controls;
    /* Says that no process is where no command takes it from: holds in all reachable states, and if it does,
     * commands that are not there would never fire. NULL: there is a command for everything. */
    const gt_expr *pruned;
} gt_cmds;

/* How many numbers a control has. */
size_t gt_cmds_control_width(const gt_cmds *cmds);
/* With one more property behind the others, an invariant that says that `pruned` holds (origin->is_ours): for
 * whoever judges. The same if nothing was pruned. */
const gt_cmds *gt_cmds_judged(gt_arena *arena, const gt_cmds *cmds);
/* As in options and files; by gt_encoding. */
extern const char *const gt_encoding_names[GT_ENC_CONTROL + 1];
/* What a variable stands for, in words. */
void gt_cvar_describe(const gt_cmds *cmds, const gt_cvar *var, gt_str *out);
void gt_cmds_print(const gt_cmds *cmds, gt_str *out);
void gt_cmds_verify(const gt_cmds *cmds);

#endif
