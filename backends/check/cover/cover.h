/* What a search of the whole program saw: how often each rule fired, where processes have been, which values
 * variables have had, and which implications said nothing because what they begin with was never true. A walk
 * of its own, up to a renaming of processes and by the meaning of ir/mean alone: exact, or said to be
 * incomplete. */
#ifndef GT_BACKENDS_CHECK_COVER_COVER_H
#define GT_BACKENDS_CHECK_COVER_COVER_H

#include "ir/sym.h"
#include "runtime/limits.h"

typedef struct {
    bool complete;        /* all of them; else the first ones, breadth first */
    bool renamed;         /* up to renaming; else, as local variables name processes, one by one */
    uint64_t states;      /* seen; 0: nothing was looked at */
    const char *concrete; /* how many states of named processes they are; NULL: not complete */
    uint64_t *fired;      /* per rule: transitions */
    uint64_t **seen;      /* per process type and location: states with somebody there */
    bool **taken;         /* per enum and value: some variable has had it; NULL: there is no variable of it */
    const gt_expr **vacuous; /* per property: what an implication begins with and is true in none of these
                                states, whoever is meant by its names; NULL: there is none */
} gt_coverage;

/* How much work, in values written: about a tenth of a second of processor time, a second, no end. */
enum { GT_COVER_BRIEF = 2000000, GT_COVER_LONG = 20000000 };
#define GT_COVER_ALL UINT64_MAX

/* sym: as written. Ends early after that amount of work, the same on every machine, or at a limit. In
 * `arena`.
 */
const gt_coverage *gt_coverage_new(gt_arena *arena, const gt_sym *sym, uint64_t work,
                                   const gt_limits *limits);

/* Implications `p -> q` that count for whether the formula holds, wherever they stand in it. */
typedef struct {
    const gt_expr *antecedent; /* as written */
    const gt_expr
        *somebody; /* it is true for some processes in the place of its names; a condition of states */
    uint32_t prop;
    bool held;
} gt_implication;

/* Those of all properties; *n of them. Only such whose antecedents look at the state. */
gt_implication *gt_implications(gt_arena *arena, const gt_sym *sym, size_t *n);

#endif
