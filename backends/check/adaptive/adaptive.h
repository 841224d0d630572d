/* Adaptive symmetry reduction (paper 003): a search through states that say how far the way to them has told
 * processes apart.
 *
 * An annotated state (s, P) is a state and a partition of the processes into cells; it stands for all that
 * renamings within the cells of P make of s, its orbit. Each rule respects a partition Q, read off its text:
 * what it does commutes with renamings within the cells of Q. A successor of (s, P) by that rule is annotated
 * with R, the meet of P and Q. Where Q splits cells of P, s is unwound first: into states whose orbits under
 * R are the orbit under P. A state whose orbit lies in that of one that was seen is not looked at.
 *
 * Sees what programs mean and how runs are lifted; no other engine. adaptive.c decides; cells.c reads
 * partitions off texts; annotated.c has orbits; search.c goes through them, and path.c back. */
#ifndef GT_BACKENDS_CHECK_ADAPTIVE_ADAPTIVE_H
#define GT_BACKENDS_CHECK_ADAPTIVE_ADAPTIVE_H

#include "ir/mean/sym_step.h"
#include "runtime/limits.h"
#include "runtime/table.h"

/* ---- cells ---- */

/* The processes of all types, numbered from 0, type by type. A partition gives each the least one of its
 * cell; equal partitions have one number. */
typedef struct {
    const gt_sym *sym;
    uint32_t n;
    uint32_t *first;   /* per type, its first process */
    uint32_t *type_of; /* per process */
    gt_rows seen;      /* partitions */
    gt_rows pairs;     /* of numbers, whose meet is known: */
    GT_VEC(uint32_t) meets;
} gt_cells;

void gt_cells_init(gt_cells *cells, gt_arena *arena, const gt_sym *sym);
void gt_cells_fini(gt_cells *cells);
static inline const int32_t *gt_cells_at(const gt_cells *cells, uint32_t partition)
{
    return gt_rows_at(&cells->seen, partition);
}
/* The partition whose cells are the intersections of those of the two. */
uint32_t gt_cells_meet(gt_cells *cells, uint32_t a, uint32_t b);
/* Whether each cell of `fine` lies in one of `coarse`. */
bool gt_cells_within(gt_cells *cells, uint32_t fine, uint32_t coarse);
/* The partition in cells of the type that one of its processes alone is in. */
bool gt_cells_is_finest(const gt_cells *cells, uint32_t partition, uint32_t type);
/* Renamings within the cells change nothing: of a rule, of an expression (NULL: nobody is told apart), of the
 * initial states. Processes of rings are alone in their cells. */
uint32_t gt_cells_of_rule(gt_cells *cells, const gt_rule *rule);
uint32_t gt_cells_of_expr(gt_cells *cells, const gt_expr *e);
uint32_t gt_cells_of_start(gt_cells *cells);
/* "|1,2|3|" of one type. */
void gt_cells_print(const gt_cells *cells, uint32_t partition, uint32_t type, gt_str *out);

/* ---- annotated states ---- */

typedef struct {
    size_t at; /* in a state, or from the first variable of a process on */
    uint32_t type;
} gt_named_by;

/* States are those of ir/mean/layout.h. */
typedef struct {
    const gt_layout *layout;
    gt_cells *cells;
    uint32_t nshared;
    gt_named_by *shared; /* shared variables that name processes */
    uint32_t *nlocal;    /* per type, ... */
    gt_named_by **local; /* ... local ones */
    bool **is_local;     /* per type, place by place */
    bool *named;         /* scratch, per process */
    uint32_t *members, *rank, *slots, *order, *fill;
    int32_t *other, *unwound;
    uint32_t *perm;
} gt_orbits;

void gt_orbits_init(gt_orbits *o, gt_arena *arena, const gt_layout *layout, gt_cells *cells);
/* Process i becomes process perm[i]. to != from. */
void gt_orbits_rename(const gt_orbits *o, const uint32_t *perm, const int32_t *from, int32_t *to);
/* Sorts processes within cells: the state in `state` becomes one of its orbit, and `perm` (may be NULL) says
 * which process became which. Where no local variable names a process it is the same one for all of the
 * orbit. */
void gt_orbits_sort(gt_orbits *o, int32_t *state, uint32_t partition, uint32_t *perm);
/* The same for all that any renaming within types makes of the state. */
uint64_t gt_orbits_hash(gt_orbits *o, const int32_t *state);
/* Whether each renaming within Q makes of t what some renaming within P makes of it. */
bool gt_orbits_covers(gt_orbits *o, uint32_t p, const int32_t *t, uint32_t q);
/* Whether (s, P) stands for all that (t, Q) stands for; s is sorted within P. Where local variables name
 * processes the answer may be no all the same. */
bool gt_orbits_subsumes(gt_orbits *o, const int32_t *s, uint32_t p, const int32_t *t, uint32_t q);
/* States whose orbits under `fine`, a partition within `partition`, make up that of `state`, each as
 * `unwound` and the renaming that makes it of `state`. False: the callback stopped. */
typedef bool gt_unwound_fn(void *arg, const int32_t *unwound, const uint32_t *perm);
bool gt_orbits_unwind(gt_orbits *o, const int32_t *state, uint32_t partition, uint32_t fine,
                      gt_unwound_fn *fn, void *arg);

/* ---- the search ---- */

/* What is looked for: a state in which `expr` holds, or does not (negated); or a deadlock in which it does
 * not hold (NULL: any). */
typedef struct {
    const gt_expr *expr;
    bool negated, deadlock;
    bool seen; /* set by the search: */
    uint32_t node;
    uint32_t *perm; /* the renaming of the node's state that shows it */
    uint32_t code, partition;
} gt_wanted_state;

typedef struct {
    uint32_t partition, parent, rule, depth, next;
    bool covered; /* a later one stands for all it stands for, ... */
    bool dead;    /* ... and was found at the same distance */
} gt_annotated;

/* Those of one partition that renamings without regard to cells make equal, as far as a hash tells. */
typedef struct {
    uint32_t partition, node, next; /* node + 1: the last one; next + 1: another partition, 0: none */
} gt_annotated_group;

#define GT_NO_PARENT UINT32_MAX

/* A conjunct of a rule's guard that is the same whoever moves. */
typedef struct {
    uint32_t rule, code, partition;
} gt_common;

typedef struct {
    const gt_sym *sym;
    gt_arena *arena;
    gt_sym_step *step;
    gt_cells cells;
    gt_orbits orbits;
    uint32_t *rules;          /* per rule, the partition it respects */
    uint32_t *order;          /* rules, those that respect most first */
    GT_VEC(gt_common) common; /* rule by rule */
    uint32_t start;           /* partition of the initial states */
    uint32_t nwanted;
    gt_wanted_state *wanted;
    gt_rows rows; /* states, each with its partition behind it; numbered as nodes are */
    GT_VEC(gt_annotated) nodes;
    GT_VEC(gt_annotated_group) groups;
    gt_ptrmap buckets; /* from hashes to groups, + 1 */
    uint64_t transitions, unwound, initial, depth, covered;
    gt_work work;
    gt_stop stopped;
    bool complete;
    int32_t *made, *from, *key; /* scratch */
    uint32_t parent, rule, partition;
} gt_adaptive;

/* Of a node. */
static inline const int32_t *gt_adaptive_state(const gt_adaptive *a, uint32_t node)
{
    return gt_rows_at(&a->rows, node);
}
/* friends: cells are those that all rules, the initial states and `expr` of what is wanted respect, from the
 * beginning: standard symmetry reduction. */
void gt_adaptive_search(gt_adaptive *a, gt_arena *arena, const gt_sym *sym, gt_wanted_state *wanted,
                        uint32_t nwanted, bool friends, const gt_limits *limits);
void gt_adaptive_fini(gt_adaptive *a);
size_t gt_adaptive_bytes(const gt_adaptive *a);
/* States of the program, from an initial one to one that shows what was wanted: `*n` of them, each as wide as
 * the layout. */
int32_t *gt_adaptive_path(gt_adaptive *a, const gt_wanted_state *wanted, uint32_t *n);

#endif
