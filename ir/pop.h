/* The population program: it knows no ids. A state is
 *   - a value for each shared variable that is not id-sensitive,
 *   - per process type, how its id variables alias: a partition of them, `none` a class of its own,
 *   - a local state for each class that is not none (a *tracked* process),
 *   - per process type, the multiset of the local states of the processes no id variable names (*untracked*).
 * How the multiset is stored is the business of the encodings.
 *
 * Meaning of a rule. Its roles are played by pairwise different processes: a CLASS role by the tracked
 * process of the class whose first id variable (lowest number) is role.idvar, an UNTRACKED role by any
 * untracked process. The rule can fire if `alias` agrees with the state, the roles can be filled and the
 * guard holds. Each branch then at once
 *   - changes local variables of the processes in the roles (updates with role >= 0),
 *   - changes local variables of the tracked process of an id variable (updates with idvar >= 0; no effect if
 * it is none; if it also plays a role, the role has an update with the same effect),
 *   - changes local variables of all untracked processes that play no role (updates with `each`),
 *     so that a broadcast has become one update per role, per id variable and for the rest; no process
 *     gets two different values for one variable: the front end has proved it,
 *   - assigns shared variables,
 *   - re-points id variables (idassigns).
 * A process that some id variable names afterwards is tracked, any other one untracked.
 *
 * Symmetry and weights. The rule stands for as many concrete firings as there are ways to fill its roles: 1
 * for a CLASS role; for UNTRACKED roles the number of ways to pick different untracked processes in their
 * local states. */
#ifndef GT_IR_POP_H
#define GT_IR_POP_H

#include "ir/sym.h"

typedef struct {
    const gt_var *var; /* scalar shared variable of type ID in pop->sym */
    const gt_proc *proc;
    bool optional;
    const gt_expr *start; /* the local states the process it names (as ROLE 0) can begin in, if it is the
                             first id variable of its class; as in gt_locals, never NULL */
} gt_idvar;

/* The local states of a process type that can occur. */
typedef struct {
    const gt_proc *proc;
    uint32_t nvars; /* = proc->nvars */
    uint32_t nstates;
    const int32_t *values;         /* nstates rows of nvars values, lexicographically ascending */
    double declared;               /* product of the domain sizes */
    uint32_t first_idvar, nidvars; /* its id variables are consecutive in pop->idvars */
    const gt_expr *start; /* the local states an untracked process can begin in: a predicate of LOCAL(ROLE 0),
                             shared variables and id variables; never NULL */
} gt_locals;

/* How a shared variable begins: parallel to sym->shared. */
typedef enum { GT_START_VALUE, GT_START_CHOICE, GT_START_NONE, GT_START_SAME, GT_START_ANY } gt_start_kind;
typedef struct {
    gt_start_kind kind;
    const gt_expr *value; /* VALUE: over earlier shared variables */
    int32_t lo, hi;       /* CHOICE: any value in lo..hi */
    uint32_t idvar;       /* SAME (id variables): like that earlier id variable, none if it is none */
    const gt_expr *where; /* CHOICE, ANY (any process): what must hold, over this variable (VAR, or IDVAR,
                             SAME, ISNONE) and earlier ones; NULL: no restriction */
} gt_pop_init;

typedef enum { GT_ROLE_UNTRACKED, GT_ROLE_CLASS } gt_role_kind;

typedef struct {
    gt_role_kind kind;
    const gt_proc *proc;
    uint32_t idvar;   /* CLASS: the first id variable of the class */
    const char *name; /* "self", a partner's or choice's name, or the id variable's: for traces and dumps */
} gt_role;

/* What is known of an id variable before the step. */
enum { GT_ALIAS_ANY = -1, GT_ALIAS_NONE = -2 }; /* else: the number of the first id variable of its class */

typedef struct {
    gt_pos pos;
    int32_t role;  /* >= 0: the process of that role; else -1 */
    int32_t idvar; /* >= 0: the tracked process of that id variable; else -1 */
    const gt_binder
        *each; /* all untracked processes of its type outside the roles; BOUND(each) occurs in cond and value,
                  below LOCAL only; else NULL. A shared variable: none of the three */
    const gt_var *var;   /* scalar */
    const gt_expr *cond; /* NULL: always */
    const gt_expr *value;
} gt_pop_update;

typedef enum { GT_POINT_NONE, GT_POINT_ROLE, GT_POINT_CLASS } gt_point_kind;

typedef struct {
    uint32_t idvar;
    gt_point_kind to;
    uint32_t target; /* ROLE: number of a role; CLASS: first id variable of an old class that plays no role */
} gt_idassign;

typedef struct {
    gt_pos pos;
    const gt_expr *prob; /* NULL: 1 */
    uint32_t nupdates, nassigns;
    const gt_pop_update *updates;
    const gt_idassign *assigns; /* each id variable at most once */
} gt_pop_branch;

typedef struct {
    const gt_rule *origin;
    uint32_t nroles;
    const gt_role *roles; /* origin's self first, then partners, choices, others */
    const int32_t *alias; /* one per id variable of the program; for a type some idassign of which occurs, or
                             whose id variables are targets of updates, no entry is GT_ALIAS_ANY */
    uint32_t nchoices; /* choices of values (of processes: roles); what restricts them is part of the guard */
    const gt_binder **choices;
    const gt_expr
        *guard; /* over VAR, SAME, ISNONE, UNTRACKED, LOCAL of ROLE/IDVAR, BOUND choice, operators */
    const gt_expr *weight; /* rate, and 1/candidates for uniform choices of processes (DTMC, CTMC); NULL: 1 */
    uint32_t nbranches;
    const gt_pop_branch *branches;
} gt_pop_rule;

typedef struct {
    const gt_prop *origin;
    const gt_expr
        *formula; /* over VAR, SAME, ISNONE, UNTRACKED, LOCAL of IDVAR, operators, temporal operators */
} gt_pop_prop;

typedef struct {
    const gt_sym *sym; /* the scalar, total program this was made from (with ghosts) */
    uint32_t nidvars;
    const gt_idvar *idvars; /* grouped by process type, in order of declaration, ghosts last within a type */
    gt_locals *locals;      /* per process type of sym */
    const char *coarse; /* why local states were found without following controls (not kept in files); NULL:
                           they were followed */
    const gt_pop_init *init;  /* per shared variable of sym, in order */
    const gt_expr *initially; /* over VAR, SAME, ISNONE, UNTRACKED, LOCAL of IDVAR: holds in initial states;
                                 NULL: no restriction */
    uint32_t nrules, nprops, nfair, nrewards;
    const gt_pop_rule *rules;
    const gt_pop_prop *props;
    const gt_expr **fair;    /* parallel to sym->fair */
    const gt_expr **rewards; /* parallel to sym->rewards */
} gt_pop;

/* Number of the local state with these values, or -1. */
int64_t gt_locals_find(const gt_locals *locals, const int32_t *values);
/* "Trying", "Trying,req" ...: the values of a local state for people; the location first. */
void gt_locals_name(const gt_locals *locals, uint32_t state, gt_str *out);

void gt_pop_print(const gt_pop *pop, gt_str *out);
void gt_pop_verify(const gt_pop *pop);

#endif
