/* The dense encoding: what dense.c (variables, expressions) and dense_commands.c (rules) share. */
#ifndef GT_PASSES_ENCODE_DENSE_H
#define GT_PASSES_ENCODE_DENSE_H

#include "ir/cmd.h"
#include "ir/expr/fold.h"
#include "passes/encode/places.h"
#include "runtime/table.h"

typedef struct {
    gt_ctx *ctx;
    gt_fold *fold;
    const gt_pop *pop;
    gt_cmds *out;
    bool paper;              /* counters count tracked processes too */
    bool picks;              /* who plays a role is picked within a command, where several local states may */
    const char ***names;     /* process type -> identifiers for its local states */
    uint32_t *shared;        /* shared variable -> variable of the commands */
    uint32_t *at, *alias;    /* id variable -> likewise; alias is meaningless for the first of its type */
    uint32_t *first_counter; /* process type -> the counter of its local state 0 */
    gt_places *places;
    struct gt_dense_formulas *formulas; /* where counters count tracked processes and commands have picks */
    gt_ptrmap counts;                   /* UNTRACKED nodes that mention no role: their translation */
    const gt_expr **values;             /* scratch, all NULL between commands: what a variable gets */
} gt_dense;

/* BOUND(binder) is in local state `state`. */
typedef struct gt_dense_bound {
    const gt_binder *binder;
    uint32_t state;
    const struct gt_dense_bound *next;
} gt_dense_bound;

/* What is fixed while an expression of a rule is translated. */
typedef struct {
    gt_dense *d;
    uint32_t nroles;
    const gt_role *roles;
    const int32_t *alias;   /* per id variable: what the rule knows, GT_ALIAS_ANY, ...; NULL: nothing */
    const int64_t *role_at; /* per role: its local state, -1: its pick or that of its id variable; NULL: no
                               roles */
    const gt_expr *const *picks; /* per role: the local state it is picked from, or NULL; NULL: no picks */
    const gt_dense_bound *bound; /* processes bound by a broadcast or a count */
    bool every;                  /* UNTRACKED stands for all processes, tracked ones too */
    int32_t idvar;               /* >= 0: the process of that id variable is in local state idvar_at */
    uint32_t idvar_at;
} gt_dense_env;

/* Identifiers for the local states ("Trying", "Trying_2_req"), and one for none. */
const char **gt_dense_state_names(gt_arena *arena, const gt_locals *l);
const gt_expr *gt_dense_cvar(gt_dense *d, uint32_t var);
const gt_expr *gt_dense_counter(gt_dense *d, const gt_proc *proc, uint32_t state);
/* From an expression of the population program to one of the commands. */
const gt_expr *gt_dense_expr(const gt_dense_env *env, const gt_expr *e);
/* The same for formulas of the symmetric program, where counters count tracked processes, too. */
typedef struct gt_dense_formulas gt_dense_formulas;
gt_dense_formulas *gt_dense_formulas_new(gt_dense *d);
void gt_dense_formulas_free(gt_dense_formulas *x);
const gt_expr *gt_dense_formula(gt_dense_formulas *x, const gt_expr *e);
/* The guard of a command of the rule, what the rule asks of all processes said as it is there; `roles`: that
 * they can be filled, which stays. */
const gt_expr *gt_dense_say(gt_dense *d, const gt_rule *origin, const gt_expr *guard, const gt_expr *roles);
/* Position of the first id variable of i's class among its type's: a constant for the first one. */
const gt_expr *gt_dense_alias(gt_dense *d, uint32_t i);
const gt_expr *gt_dense_same(gt_dense *d, uint32_t i, uint32_t j);
const gt_expr *gt_dense_is_none(gt_dense *d, uint32_t i);
/* i is the first of its class and not none. */
const gt_expr *gt_dense_is_first(gt_dense *d, uint32_t i);
/* Id variable i names a process in local state `state`. */
const gt_expr *gt_dense_is_at(gt_dense *d, uint32_t i, uint32_t state);

/* Id variable i is the first of its class, as far as the rule knows. */
const gt_expr *gt_dense_leads(const gt_dense_env *env, uint32_t i);
/* ... and names a process in local state `state`. Where counters count tracked processes, these are all that
 * are in it and not untracked. */
const gt_expr *gt_dense_named_at(const gt_dense_env *env, uint32_t i, uint32_t state);

/* Appends the commands of one rule to `out`. */
typedef GT_VEC(gt_cmd) gt_cmd_list;
void gt_dense_rule(gt_dense *d, const gt_pop_rule *rule, gt_cmd_list *out);

/* About how many commands the dense encoding will have: never fewer than it would be without looking at
 * conditions that relate several processes. */
double gt_dense_commands(const gt_pop *pop);

#endif
