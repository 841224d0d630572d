/* The proof on the spot: is the program as written bisimilar to its guarded commands? Both are explored
 * explicitly and compared through the abstraction of ir/mean/abstract.h:
 *   - the images of the initial states are the abstract initial states,
 *   - for every reachable concrete state, the images of its successors are the abstract successors of its
 * image, with the same probabilities (DTMC), rates (CTMC) or distributions to choose from (MDP), and either
 * both have an enabled rule or none has,
 *   - every maximal propositional subformula of a property, every fairness constraint and every reward has
 * the same value in both, and the property `error` fails exactly where something has erred or cannot be
 * evaluated,
 *   - each orbit of the process permutations is reached as a whole: its size n!/prod(counts!) is the number
 *     of concrete states found in it. */
#ifndef GT_BACKENDS_CHECK_PROVE_BISIM_H
#define GT_BACKENDS_CHECK_PROVE_BISIM_H

#include "ir/cmd.h"
#include "runtime/context.h"
#include "runtime/json.h"
#include "runtime/limits.h"

typedef enum { GT_BISIM_SAME, GT_BISIM_DIFFER, GT_BISIM_LIMIT } gt_bisim_verdict;

/* All zero is the default. */
typedef struct {
    uint64_t max_states; /* concrete ones; 0: 10,000,000 */
    gt_limits limits;    /* bytes: of the whole process */
} gt_bisim_options;

typedef struct {
    const char *rule;     /* "Idle -> Trying by Client 2", "(initial)" */
    const char *concrete; /* the state it led to */
    const char *abstract; /* its image */
} gt_bisim_step;

typedef struct {
    gt_bisim_verdict verdict;
    const char *why; /* a sentence: what differs, or what stopped it; NULL for SAME */
    /* DIFFER: the shortest run to a state in which they differ (empty: there is no such concrete state), and
     * what one side has there and the other has not; only_concrete and only_abstract are NULL where they do
     * not apply. */
    uint32_t nsteps;
    const gt_bisim_step *steps;
    const char *only_concrete, *only_abstract;
    uint64_t concrete, abstract; /* states, so far */
    uint64_t orbits;             /* 0 if orbits were not counted: the program is tied (gt_sym_tie) */
    uint32_t labels, unmatched;  /* labels compared; subformulas whose counterpart was simplified away */
} gt_bisim_result;

/* cmds: made from `written` by the passes. The result lives in the context's arena. */
const gt_bisim_result *gt_bisim(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds,
                                const gt_bisim_options *options);

/* "bisimilar: 192 states against 24", or the run after which they differ. */
void gt_bisim_text(const gt_bisim_result *result, gt_str *out);
/* As members of an object. */
void gt_bisim_json(const gt_bisim_result *result, gt_json *out);

#endif
