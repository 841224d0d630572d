/* The explicit engine on classes of processes, for symmetric programs whose local variables name nobody:
 * classes.c (states), classes_rules.c (steps), classes_init.c (initial states).
 *
 * A state stands for all that a renaming of processes makes of it, and is one of them: named processes are
 * numbered from 1 in the order in which the shared id variables name them, the others follow, sorted by local
 * state. Rules are those of the program, run for one process of each group of processes that nothing tells
 * apart; whoever plays a role is told apart from then on.
 *
 * As a word, if it is likely to fit: the shared variables, ids included; the local state of each named
 * process; per process type the rank of the others' local states among all multisets of that size (last type:
 * what is left of the word; others: five bits say how many bits it has). States that do not fit are kept
 * aside as bytes, and their word is their number there.
 *
 * As bytes: the shared variables, ids included, as a bit string; the local state of each named process; per
 * process type the (local state, how many) pairs of the others in ascending order of local states. Local
 * states are numbered as they are seen; they and the numbers of processes are varints, local states after the
 * first of a type as differences, and for the last pair of a type how many is left out (0). */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_CLASSES_H
#define GT_BACKENDS_CHECK_EXPLICIT_CLASSES_H

#include "backends/check/explicit/rules.h"
#include "runtime/search/intern.h"

typedef struct {
    uint32_t n, nvars;
    uint32_t nids, *ids; /* the shared variables that name its processes, in order */
    gt_xfield *fields;   /* of the local variables: their ranges */
    gt_intern *seen;     /* local states */
} gt_xclass_type;

/* Words have 63 bits; the highest one tells those whose states are kept aside. The rank of u_0 <= u_1 <= ...
 * is the sum of ways[i][u_i], ways[i][u] = C(u + i, i + 1): it does not depend on how many local states there
 * are. */
enum { GT_XWORD_PROCESSES = 24, GT_XWORD_LOCALS = 512, GT_XWORD_LENGTH = 5 };
typedef struct {
    uint32_t header;      /* bits of the shared variables */
    uint32_t *local_bits; /* per type: of a named process */
    uint64_t (*ways)[GT_XWORD_LOCALS];
    gt_store *aside;
} gt_xwords;

/* The processes of a type in a state that is a word, or shall be one. */
typedef struct {
    uint32_t named, n;
    uint32_t names[GT_XWORD_PROCESSES]; /* local states of the named ones */
    uint32_t rest[GT_XWORD_PROCESSES];  /* and of the others, ascending */
} gt_xflat;

typedef struct {
    gt_xmodel head;
    gt_arena *arena;
    const gt_sym *sym;
    gt_xcode *code;
    uint32_t nlabels;
    const gt_xlabel *labels;
    const gt_xnode **label_code;
    int64_t error;     /* index of the shared error flag, or -1 */
    gt_xfield *shared; /* ids: as many values as there can be names */
    uint32_t header;   /* bytes of the bit string */
    gt_xwords *words;  /* NULL: states are bytes */
    uint32_t ntypes, max_bound;
    gt_xclass_type *types;
    uint32_t nrules;
    gt_xrule *rules;
    bool *plain; /* per rule: its steps can be remembered */
    uint32_t natoms;
    const gt_xnode **atoms;                      /* what plain rules ask of the whole state */
    const gt_xnode **shared_init, ***local_init; /* the value, or the choice's where or NULL */
    const gt_xnode *initially;                   /* or NULL */
} gt_xclasses;

/* The processes of a type: groups of one for the named ones, then the others by local state. */
typedef struct {
    uint32_t n, cap, named;
    uint32_t *local, *count, *first, *used;
    const int32_t **rows;
    uint32_t
        *changed;   /* where the row of those whom no slot names stands while it changes, + 1; 0: as it was */
    uint32_t *name; /* per named process: its number afterwards; 0: none */
} gt_xcrowd;

void gt_xcrowd_reserve(gt_xcrowd *crowd, uint32_t n);
/* Adds to, takes from the processes that are not named, which begin at `named`. */
void gt_xcrowd_add(gt_xcrowd *crowd, uint32_t local, uint32_t count);
void gt_xcrowd_remove(gt_xcrowd *crowd, uint32_t local, uint32_t count);

/* A process that a role or a choice has told apart. */
typedef struct {
    uint32_t type, group, number;
    uint32_t changed, name; /* as in gt_xcrowd */
} gt_xpebble;

typedef struct {
    const gt_xclasses *model;
    gt_arena *arena;
    gt_xenv env;
    gt_sink *sink;
    bool enabled;
    struct gt_xmemo *memo; /* NULL: nothing is remembered */
    bool learning;         /* steps are not taken, but given to gt_xmemo_learn */
    /* the state at hand */
    gt_xflat *flat; /* per type; of a state that is a word */
    int32_t *shared;
    gt_xcrowd *crowds; /* per type */
    gt_xlocal_vec *locals;
    uint32_t npebbles;
    gt_xpebble *pebbles;
    /* the successor being made */
    gt_bytes next, aside;
    uint32_t len;
    int32_t *next_shared;
    gt_xcrowd *next_crowds; /* local and count only */
    uint32_t nrows, max_vars;
    GT_VEC(int32_t) rows; /* that change, max_vars apart */
    int32_t *no_row;
    uint32_t *used; /* initial states: ids given out, per type */
} gt_xclass_worker;

/* The rules that a process in that local state may begin, as far as it decides. */
const gt_xlocal *gt_xclass_rules(gt_xclass_worker *w, uint32_t type, uint32_t local, const int32_t *row);
/* Emits all successors of the unpacked state; sets w->enabled. */
void gt_xclass_fire(gt_xclass_worker *w);
void gt_xclass_initial(gt_xclass_worker *w);
/* Writes next_shared and next_crowds to w->next. */
void gt_xclass_pack(gt_xclass_worker *w);
/* Whether the packed state satisfies `initially`. Then it is the state at hand, too. */
bool gt_xclass_begins(gt_xclass_worker *w);
/* Its parts: rules without self; rules for one of a group. */
void gt_xclass_begin(gt_xclass_worker *w);
void gt_xclass_interpret(gt_xclass_worker *w, uint32_t type, uint32_t group, const uint32_t *rules,
                         uint32_t n);
/* Someone of the group is self; nobody is any more. */
void gt_xclass_stand(gt_xclass_worker *w, uint32_t type, uint32_t group);
void gt_xclass_leave(gt_xclass_worker *w);
/* A broadcast to all whom no slot names, group by group: their rows change. */
void gt_xclass_tell(gt_xclass_worker *w, const gt_xupdate *u);
/* The local state of the group after the change. */
uint32_t gt_xclass_local(gt_xclass_worker *w, uint32_t type, uint32_t group, uint32_t changed);

/* ---- words ---- */

/* NULL: states of the program are not likely to fit. */
gt_xwords *gt_xwords_new(const gt_xclasses *model, uint32_t header);
void gt_xwords_free(gt_xwords *words);
/* Adds the processes of a type to a word of *at bits; false: it does not fit. */
bool gt_xwords_add(const gt_xclasses *model, uint32_t type, const gt_xflat *flat, uint32_t *at,
                   uint64_t *word);
/* Reads them. */
void gt_xwords_take(const gt_xclasses *model, uint32_t type, gt_xflat *flat, uint32_t *at, uint64_t word);

/* ---- remembered actions ---- */

struct gt_xmemo *gt_xmemo_new(gt_xclass_worker *w);
void gt_xmemo_free(struct gt_xmemo *memo);
/* Finds what can be remembered: sets m->atoms and m->plain. Before the first worker. */
void gt_xmemo_prepare(gt_xclasses *model);
/* As gt_xclass_fire, on a state that is a word. */
void gt_xmemo_fire(gt_xclass_worker *w, uint64_t word);
/* The branch that is about to be taken is being learnt: its effect stands in next_shared and in the rows that
 * change. */
void gt_xmemo_learn(gt_xclass_worker *w, const gt_xrule *rule, const gt_xbranch *branch);

#endif
