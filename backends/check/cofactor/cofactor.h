/* The room backends/check/cofactor: paper 002. States from which a bad one is reached, step by step backward,
 * by satisfiability: the circuit of n copies (backends/targets/circuit.h) is put behind itself, an answer
 * says which inputs lead to a bad state, and the circuit with these inputs as constants is a set of states,
 * found at once.
 *
 * A set of states is a literal over the circuit's latches. Of renamed states only representatives are asked
 * for, in the first state of a path and nowhere else: a predicate on every state would lose steps whose ends
 * are not both in order. */
#ifndef GT_BACKENDS_CHECK_COFACTOR_COFACTOR_H
#define GT_BACKENDS_CHECK_COFACTOR_COFACTOR_H

#include "backends/check/check.h"
#include "backends/targets/circuit.h"
#include "runtime/sat/sat.h"

/* ---- processes.c: n copies as literals ---- */

/* A state: a literal for each latch of the circuit. */
typedef const gt_lit *gt_cofactor_state;

/* Neighbours are in order: by local states, the first variable's most significant bit first, and of equal
 * ones by which id variables name them, the last variable first. Each orbit has exactly one such state. */
gt_lit gt_cofactor_sorted(gt_circuit *c, gt_cofactor_state state);
/* How many literals choose a renaming. */
uint32_t gt_cofactor_nchoices(const gt_circuit *c);
/* The state with its processes renamed as the choices say: any renaming is one, some several times. */
void gt_cofactor_rename(gt_circuit *c, const gt_lit *choices, gt_lit *state);

/* ---- gates.c: literals of a graph that grows, in a solver ---- */

typedef struct {
    const gt_aig *aig;
    gt_sat *sat;
    GT_VEC(int) known; /* by node: its literal; 0: not asked for yet */
} gt_gates;

void gt_gates_init(gt_gates *g, const gt_aig *aig, const gt_limits *limits);
void gt_gates_fini(gt_gates *g);
int gt_gates_literal(gt_gates *g, gt_lit x);
/* After an answer; false of what was not asked for. */
bool gt_gates_value(const gt_gates *g, gt_lit x);

/* ---- cofactor.c ---- */

typedef struct {
    gt_circuit *circuit; /* of n copies */
    gt_representatives how;
    gt_gates gates;
    gt_work work;
    gt_lit sorted, domain;   /* of states: representatives; values in their ranges */
    gt_lit possible;         /* the inputs choose an initial state */
    gt_lit *now, *first;     /* by latch: any state; the initial state that is chosen */
    GT_VEC(gt_lit *) states; /* by step: by latch, what the inputs until then make of `now` */
    GT_VEC(gt_lit *) inputs; /* by step: by input of the circuit */
    gt_lit *choices;         /* of a renaming */
    /* of the property under work */
    gt_lit bad, reached;                       /* sets: bad states; all found so far */
    int blocked;                               /* in the solver: holds where `reached` is left out */
    uint64_t iterations, cofactors, renamings; /* so far; circuits found by steps, and by renaming */
} gt_cofactor;

void gt_cofactor_open(gt_cofactor *k, gt_circuit *circuit, const gt_check_options *options);
void gt_cofactor_close(gt_cofactor *k);
/* Property p, which looks at states. Steps to a bad state: *depth. UNKNOWN: a limit, k->stopped. */
gt_verdict gt_cofactor_decide(gt_cofactor *k, uint32_t p, uint32_t *depth);
/* After it fails at this depth: the inputs that show it, as gt_circuit_play wants them; NULL: a limit. */
const bool *const *gt_cofactor_inputs(gt_arena *arena, gt_cofactor *k, uint32_t depth);
/* Whether every state in its ranges can be renamed to a representative; false: no, or a limit. */
bool gt_cofactor_check_rep(gt_cofactor *k);
gt_stop gt_cofactor_stopped(const gt_cofactor *k);

/* ---- sat.c ---- */

typedef struct {
    bool total;         /* every state has a representative */
    uint64_t renamings; /* that were looked at */
} gt_predicate;
gt_stop gt_cofactor_predicate(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, gt_predicate *out);

#endif
