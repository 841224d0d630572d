/* n copies of each process as diagrams, and what renaming processes does to sets of their states.
 *
 * A state is the shared variables and, process by process, a local state; some shared variables hold the
 * number of a process. Renaming moves local states and changes those numbers. Processes are numbered from 0
 * here. */
#ifndef GT_BACKENDS_CHECK_METHODS_COPIES_H
#define GT_BACKENDS_CHECK_METHODS_COPIES_H

#include "backends/check/bdd/bdd.h"

typedef struct {
    uint32_t n,
        nbits; /* processes; bits of the local state of one, the first variable's most significant first */
    uint32_t *pairs;  /* bit b of process p: pairs[p * nbits + b] */
    gt_bdd *in_order; /* what gt_copies_in_order gave; NULL: not made yet */
} gt_copies_type;

typedef struct {
    uint32_t type;
    int64_t lo; /* value of bits that are all 0; process p is value p + 1 */
    uint32_t nbits;
    const uint32_t *pairs; /* least significant first */
} gt_copies_id;

typedef struct {
    gt_bdd_mgr *m;
    uint32_t ntypes, nids;
    gt_copies_type *types;
    gt_copies_id *ids;
    uint64_t swaps; /* of two processes, so far */
} gt_copies;

/* Of n copies as guarded commands; vars: where their variables live. Lives in the arena but for the diagrams
 * it keeps. */
gt_copies *gt_copies_new(gt_arena *arena, gt_bdd_mgr *m, const gt_cmds *cmds, const gt_cb_var *vars);
void gt_copies_free(gt_copies *c);

/* ---- sets over current variables or, `next`, over next ones ---- */

/* The id variable names process p. */
gt_bdd gt_copies_names(const gt_copies *c, uint32_t id, uint32_t p, bool next);
/* Some id variable does. */
gt_bdd gt_copies_is_named(const gt_copies *c, uint32_t type, uint32_t p);
/* Processes p and q of the type change names. */
gt_bdd gt_copies_swap(gt_copies *c, gt_bdd set, uint32_t type, uint32_t p, uint32_t q, bool next);
/* All that renaming can make of the set. */
gt_bdd gt_copies_close(gt_copies *c, gt_bdd set, bool next);

/* ---- representatives ---- */

/* p and q are in the same local state. */
gt_bdd gt_copies_alike(const gt_copies *c, uint32_t type, uint32_t p, uint32_t q);
/* The local state of p is not greater than that of q; `names`: of equal ones, nor is the set of id variables
 * that name it, read as a number. With names, renaming gives each state exactly one arrangement in which
 * neighbours are in this order. */
gt_bdd gt_copies_not_greater(const gt_copies *c, uint32_t type, uint32_t p, uint32_t q, bool names);
/* The same with names for p and p + 1; borrowed. */
gt_bdd gt_copies_in_order(gt_copies *c, uint32_t type, uint32_t p);
/* The states in that arrangement: the unique representatives. */
gt_bdd gt_copies_sorted(gt_copies *c);
/* Each state of the set in that arrangement, by swaps of neighbours. */
gt_bdd gt_copies_sort(gt_copies *c, gt_bdd set);

/* ---- relation.c: relations of a state (current) and its representatives (next) ---- */

/* The next state is the current one, over these pairs. */
gt_bdd gt_copies_identity(gt_bdd_mgr *m, const uint32_t *pairs, size_t npairs);
/* The orbit relation: the next state is the current one, renamed. */
gt_bdd gt_copies_orbits(gt_copies *c, const uint32_t *pairs, size_t npairs);
/* Several representatives: process 0 of each type is in the least local state that some process of it is in.
 */
gt_bdd gt_copies_leaders(gt_copies *c);
/* Those of them that are such representatives. cube: of the pairs. */
gt_bdd gt_copies_leading(gt_copies *c, const uint32_t *pairs, size_t npairs, gt_bdd cube);
/* The orbit relation with only unique representatives on its right. */
gt_bdd gt_copies_sorting(gt_copies *c, const uint32_t *pairs, size_t npairs, gt_bdd cube);

#endif
