/* Guarded commands as a sequential circuit: latches for the bits of variables, inputs for what is chosen.
 *
 * A step of the circuit is a step of the program, or none: inputs that choose a transition whose guard does
 * not hold leave everything as it is. Before the first step the inputs choose an initial state, if there are
 * several. So every state of the circuit with `live` is a reachable state of the program, and each of these
 * is a state of the circuit. */
#ifndef GT_BACKENDS_TARGETS_CIRCUIT_H
#define GT_BACKENDS_TARGETS_CIRCUIT_H

#include "backends/targets/skeleton.h"
#include "ir/trace.h"
#include "runtime/aig/word.h"

typedef struct {
    gt_lit now, next; /* `now` is an input of the graph */
    bool reset;
    const char *name;
    gt_lit is; /* the bit of a variable that it holds: before the first step as that begins */
} gt_latch;

typedef struct {
    gt_lit now;
    const char *name;
} gt_circuit_input;

typedef struct {
    gt_aig aig;
    const gt_cmds *cmds;
    GT_VEC(gt_latch) latches;
    GT_VEC(gt_circuit_input) inputs;
    size_t *latches_of;    /* by variable: its first one, of its lowest bit; those before the first are its
                              beginning's */
    gt_word *vars;         /* what the variables are now, by number; a bool is its bit and a zero */
    const gt_expr **wants; /* by property: what it says of every reachable state, or NULL: something else */
    gt_lit *bad;           /* by property: it does not */
    gt_lit started;        /* the initial state was chosen before; TRUE: there is only one */
    gt_lit live;           /* the initial state that was chosen is one */
    gt_lit ranges;         /* every variable is in its range, and the known invariants hold */
    gt_lit moves;          /* the inputs choose a step of the program, or there is none */
} gt_circuit;

/* `names` names variables. Made of a program without picks. Freed by gt_circuit_free. */
gt_circuit *gt_circuit_new(gt_ctx *ctx, const gt_cmds *cmds, const gt_skeleton *skeleton,
                           const char *const *names);
/* The same of any program, with its own names; NULL: *why. */
gt_circuit *gt_circuit_of(gt_ctx *ctx, const gt_cmds *cmds, const char **why);
void gt_circuit_free(gt_circuit *c);

/* ---- circuit_live.c ---- */

/* Counterexamples of an LTL formula: runs of the circuit on which each of these holds infinitely often. */
typedef struct {
    uint32_t n;
    gt_lit *often;
    size_t first, last; /* the latches that were added for them: first.. last - 1 */
} gt_live;
/* Adds what is needed to the circuit, inputs and latches behind the others; `name` begins their names. */
gt_live gt_circuit_live(gt_ctx *ctx, gt_circuit *c, const gt_expr *formula, const char *name);
gt_lit gt_circuit_add_input(gt_circuit *c, const char *name);
size_t gt_circuit_add_latch(gt_circuit *c, const char *name, bool reset); /* its number */
gt_lit gt_circuit_bool(gt_ctx *ctx, gt_circuit *c, const gt_expr *e);     /* of the present state */

/* ---- runs ---- */

/* What the program does while the inputs are these, a row for each step; steps in which it stands still are
 * left out. NULL if there is no row. */
const gt_abs_trace *gt_circuit_play(gt_arena *arena, const gt_circuit *c, uint32_t nrows,
                                    const bool *const *rows);
/* The same of a run in which every step is one of the program, and the last row is followed by row `loop`. */
const gt_abs_trace *gt_circuit_play_loop(gt_arena *arena, const gt_circuit *c, uint32_t nrows,
                                         const bool *const *rows, uint32_t loop);
/* The state of the program, a number for each variable, from the values of the graph's nodes. */
void gt_circuit_state(const gt_circuit *c, const bool *values, int32_t *state);

#endif
