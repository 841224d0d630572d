/* The parts of bisim.c. */
#ifndef GT_BACKENDS_CHECK_PROVE_BISIM_IMPL_H
#define GT_BACKENDS_CHECK_PROVE_BISIM_IMPL_H

#include "backends/check/prove/bisim.h"
#include "ir/mean/abstract.h"
#include "ir/mean/cmd_step.h"
#include "ir/mean/sym_step.h"
#include "runtime/table.h"

/* ---- labels (bisim_labels.c) ---- */

/* A pair of expressions that must agree. */
typedef struct {
    uint32_t concrete, abstract; /* handles */
    const gt_expr *expr;         /* as written */
    const char *kind, *name;     /* "property", "mutex" */
    uint32_t nprefix;
    const gt_binder *const *prefix; /* of the property */
    const uint32_t *slots;          /* their frame slots */
    const size_t *ghosts;           /* where the ghosts that stand for them are in the concrete state */
} gt_bisim_label;

typedef struct {
    gt_arena *arena;
    gt_eval *concrete, *abstract;
    const gt_layout *layout;
    GT_VEC(gt_bisim_label) pairs;
    GT_VEC(gt_bisim_label) whole; /* formulas as written: which errors count */
    uint32_t unmatched;
    uint32_t noerror; /* handle of the property `error`'s formula; UINT32_MAX: none */
} gt_bisim_labels;

/* The properties, fairness constraints and rewards of the program of `step`, which has the ghosts of cmds. */
void gt_bisim_labels_init(gt_bisim_labels *labels, gt_sym_step *step, gt_cmd_step *cstep,
                          const gt_cmds *cmds);
void gt_bisim_labels_fini(gt_bisim_labels *labels);
/* True if all labels agree in the two states; else appends to `out` what does not. `error`: the concrete
 * state is an error state. */
bool gt_bisim_labels_agree(gt_bisim_labels *labels, const int32_t *concrete, const int32_t *abstract,
                           bool error, gt_str *out);

/* ---- successors as sets of abstract states (bisim_moves.c) ---- */

/* One way to go on: a distribution over targets (MDP), or one target, an abstract state and the rewards
 * earned. */
typedef struct {
    uint32_t number; /* of the distribution, or of the target */
    gt_rat weight;   /* DTMC, CTMC: summed; else 1 */
    uint32_t source; /* DIFFER messages: number of the command, or of the firing */
} gt_bisim_move;

typedef GT_VEC(gt_bisim_move) gt_bisim_moves;

typedef struct {
    gt_rat prob;
    uint32_t state;
} gt_bisim_part;

/* Distributions seen so far. */
typedef struct {
    GT_VEC(gt_bisim_part) parts;
    GT_VEC(uint32_t) first;     /* distribution k: parts first[k] .. first[k + 1] - 1 */
    GT_VEC(gt_bisim_part) work; /* the one being built */
    gt_table table;
} gt_bisim_dists;

void gt_bisim_dists_init(gt_bisim_dists *dists);
void gt_bisim_dists_fini(gt_bisim_dists *dists);
/* Adds to the distribution under construction; ends it and gives its number: equal ones have the same. */
void gt_bisim_dist_add(gt_bisim_dists *dists, uint32_t state, gt_rat prob);
uint32_t gt_bisim_dist_end(gt_bisim_dists *dists);

/* Sorts by number, makes one of equal ones (weighted: of the sum of their weights), drops those of weight 0.
 */
void gt_bisim_moves_normalise(gt_bisim_moves *moves, bool weighted);
/* Divides by the sum. */
void gt_bisim_moves_scale(gt_bisim_moves *moves);
/* Each side's first move that the other has not, as positions, UINT32_MAX for none; or the first common move
 * whose weights differ, in both. True: equal. */
bool gt_bisim_moves_compare(const gt_bisim_moves *a, const gt_bisim_moves *b, uint32_t *at_a, uint32_t *at_b);

/* The rewards for firing the rule of this name (NULL: none), as a set: so many numbers. */
size_t gt_bisim_earned_width(const gt_sym *sym);
void gt_bisim_earned(const gt_sym *sym, const char *rule, int32_t *set);

/* "Idle -> Trying by Client 2 with ..." (bisim_report.c) */
void gt_bisim_describe(const gt_firing *firing, gt_str *out);

/* ---- orbits (bisim_orbits.c) ---- */

typedef struct {
    const gt_layout *layout;
    gt_rows canonical;
    GT_VEC(uint64_t) found;      /* per orbit: concrete states so far */
    int32_t *row, *order, *rank; /* scratch */
    uint64_t *names;
} gt_bisim_orbits;

void gt_bisim_orbits_init(gt_bisim_orbits *orbits, const gt_layout *layout);
void gt_bisim_orbits_fini(gt_bisim_orbits *orbits);
void gt_bisim_orbits_count(gt_bisim_orbits *orbits, const int32_t *state);
/* Whether each orbit is complete; else tells which is not. */
bool gt_bisim_orbits_complete(gt_bisim_orbits *orbits, gt_str *out);

#endif
