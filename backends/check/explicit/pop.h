/* The explicit engine on population programs: shared by pop.c (states), pop_rules.c (steps)
 * and pop_init.c (initial states).
 *
 * A state as bytes: the shared variables and the alias classes as a bit string; the local state of each
 * tracked process in order of the id variables; per process type the (local state, how many) pairs in
 * ascending order of local states. Local states are numbered as they are seen; they and the numbers of
 * processes are varints, local states after the first of a type as differences, and for the last pair of a
 * type how many is left out (0). */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_POP_H
#define GT_BACKENDS_CHECK_EXPLICIT_POP_H

#include "backends/check/explicit/explicit.h"
#include "runtime/search/intern.h"

typedef struct {
    const gt_xnode *cond, *value;
    int32_t role, idvar;
    bool each;
    uint32_t slot; /* of `each` */
    uint32_t type; /* owner of a local variable */
    const gt_var *var;
} gt_xpop_update;

typedef struct {
    const gt_xnode *prob;
    uint32_t nupdates;
    gt_xpop_update *updates;
    bool *each; /* per type: whether some update is for all its untracked processes */
    uint32_t nassigns;
    const gt_idassign *assigns;
} gt_xpop_branch;

typedef struct {
    const gt_pop_rule *rule;
    uint32_t *slots; /* of the roles, then of the choices of values */
    int32_t lead;    /* the first untracked role, or -1 */
    gt_xguard guard;
    gt_xpop_branch *branches;
} gt_xpop_rule;

typedef struct {
    uint32_t n, nvars;
    uint32_t first_idvar, nidvars;
    gt_intern *seen; /* local states */
} gt_xpop_type;

typedef struct {
    gt_xmodel head;
    gt_arena *arena;
    const gt_pop *pop;
    const gt_sym *sym;
    gt_xcode *code;
    uint32_t nlabels;
    const gt_xlabel *labels;
    const gt_xnode **label_code;
    int64_t error;     /* index of the shared error flag, or -1 */
    gt_xfield *shared; /* ids: no bits */
    gt_xfield
        *alias; /* per id variable: 0 none, else 1 + position of its class's first id variable in its type */
    uint32_t *type_of; /* per id variable */
    uint32_t header;   /* bytes of the bit string */
    uint32_t ntypes, nidvars, max_roles;
    gt_xpop_type *types;
    uint32_t nrules;
    gt_xpop_rule *rules;
    const gt_xnode **shared_init, ***local_init; /* the value, or the choice's where or NULL */
} gt_xpop;

/* A multiset of local states, ascending. */
typedef struct {
    uint32_t n, cap;
    uint32_t *local;
    uint32_t *count;
    const int32_t **rows;
} gt_xpairs;

void gt_xpairs_add(gt_xpairs *pairs, uint32_t local, uint32_t count);
void gt_xpairs_remove(gt_xpairs *pairs, uint32_t local, uint32_t count);

/* The rules that can fire as far as alias classes, and then local states, decide. */
typedef struct {
    bool ready;
    uint32_t *fixed; /* without an untracked role */
    uint32_t nfixed;
    gt_xlocal_vec *locals; /* per type: with a lead role in that local state */
} gt_xpop_index;

typedef struct {
    const gt_xpop *model;
    gt_arena *arena;
    gt_xenv env;
    gt_sink *sink;
    const uint8_t *state;
    bool enabled;
    /* the state at hand */
    int32_t *shared, *leader;
    uint32_t *tracked; /* per id variable that leads a class: the local state of its process */
    const int32_t **named;
    gt_xpairs *pairs; /* per type */
    gt_intern *aliases;
    GT_VEC(gt_xpop_index *) indices; /* by number in `aliases` */
    gt_xpop_index *index;
    /* the successor being made. Processes that may be tracked: first those of the old classes, by id
     * variable, then those in roles. */
    gt_bytes next;
    uint32_t len;
    int32_t *next_shared, *next_leader;
    uint32_t *next_tracked;
    gt_xpairs *next_pairs;
    int32_t *target;      /* per id variable: the process it names afterwards, -1: none */
    uint32_t *local;      /* per process: its local state afterwards */
    int32_t **row;        /* per process: that local state while it changes */
    bool *changed;        /* per process */
    uint32_t *role_local; /* per role: the local state before */
    int32_t *scratch;
    uint32_t *used; /* initial states: ids given out, per type */
} gt_xpop_worker;

void gt_xpop_compile(gt_xpop *model);
/* Emits all successors of the unpacked state; sets w->enabled. */
void gt_xpop_fire(gt_xpop_worker *w);
void gt_xpop_initial(gt_xpop_worker *w);
/* Writes next_shared, next_leader, next_tracked, next_pairs to w->next. */
void gt_xpop_pack(gt_xpop_worker *w);

#endif
