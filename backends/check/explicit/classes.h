/* The explicit engine on classes of processes, for symmetric programs whose local variables name nobody:
 * classes.c (states), classes_rules.c (steps), classes_init.c (initial states).
 *
 * A state stands for all that a renaming of processes makes of it, and is one of them: named processes are
 * numbered from 1 in the order in which the shared id variables name them, the others follow, sorted by local
 * state. Rules are those of the program, run for one process of each group of processes that nothing tells
 * apart; whoever plays a role is told apart from then on.
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
    uint32_t ntypes, max_bound;
    gt_xclass_type *types;
    uint32_t nrules;
    gt_xrule *rules;
    const gt_xnode **shared_init, ***local_init; /* the value, or the choice's where or NULL */
} gt_xclasses;

/* The processes of a type: groups of one for the named ones, then the others by local state. */
typedef struct {
    uint32_t n, cap, named;
    uint32_t *local, *count, *first, *used;
    const int32_t **rows;
    uint32_t *changed; /* where the row of those whom no slot names stands while it changes, + 1; 0: as it was */
    uint32_t *name;    /* per named process: its number afterwards; 0: none */
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
    /* the state at hand */
    int32_t *shared;
    gt_xcrowd *crowds; /* per type */
    gt_xlocal_vec *locals;
    uint32_t npebbles;
    gt_xpebble *pebbles;
    /* the successor being made */
    gt_bytes next;
    uint32_t len;
    int32_t *next_shared;
    gt_xcrowd *next_crowds; /* local and count only */
    uint32_t nrows, max_vars;
    GT_VEC(int32_t) rows; /* that change, max_vars apart */
    int32_t *no_row;
    uint32_t *used;       /* initial states: ids given out, per type */
} gt_xclass_worker;

/* The rules that a process in that local state may begin, as far as it decides. */
const gt_xlocal *gt_xclass_rules(gt_xclass_worker *w, uint32_t type, uint32_t local, const int32_t *row);
/* Emits all successors of the unpacked state; sets w->enabled. */
void gt_xclass_fire(gt_xclass_worker *w);
void gt_xclass_initial(gt_xclass_worker *w);
/* Writes next_shared and next_crowds to w->next. */
void gt_xclass_pack(gt_xclass_worker *w);

#endif
