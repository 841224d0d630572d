/* Linear temporal logic on a graph: a generalised Büchi automaton for a formula (Gerth, Peled, Vardi, Wolper
 * 1995), and its product with the graph. A formula is a number in a gt_ltl, which owns all of them; equal
 * ones are the same. */
#ifndef GT_RUNTIME_SEARCH_LTL_H
#define GT_RUNTIME_SEARCH_LTL_H

#include "runtime/search/graph.h"

typedef enum {
    GT_LTL_TRUE,
    GT_LTL_FALSE,
    GT_LTL_ATOM,
    GT_LTL_NOT,
    GT_LTL_AND,
    GT_LTL_OR,
    GT_LTL_X,
    GT_LTL_U,
    GT_LTL_R
} gt_ltl_kind;

typedef struct gt_ltl gt_ltl;

gt_ltl *gt_ltl_new(void);
void gt_ltl_free(gt_ltl *l);
uint32_t gt_ltl_atom(gt_ltl *l, uint32_t atom);
/* TRUE and FALSE have no operands, NOT and X one, the others two; simplifies constants away. */
uint32_t gt_ltl_op(gt_ltl *l, gt_ltl_kind kind, uint32_t a, uint32_t b);

/* State q demands the literals of q on the node it reads; a run is accepting if it meets every set infinitely
 * often. */
typedef struct {
    uint32_t nstates, natoms, nsets;
    gt_bits *positive, *negative; /* per state: atoms that must hold, that must not */
    gt_bits initial;
    gt_bits *next; /* per state */
    gt_bits *sets; /* per set */
} gt_automaton;

/* For `formula`, over atoms 0..natoms-1. NULL: more than `limit` states, or stopped; `poll` may be NULL. */
gt_automaton *gt_ltl_automaton(gt_ltl *l, uint32_t formula, uint32_t natoms, uint32_t limit,
                               const gt_poll *poll);
void gt_automaton_free(gt_automaton *a);
/* Whether some state demands the atom or its negation. */
bool gt_automaton_mentions(const gt_automaton *a, uint32_t atom);

/* The product: nodes are pairs of a node of the graph and a state of the automaton, reachable from (i, q)
 * with i in `from` and q initial. */
typedef struct {
    gt_graph *graph;
    uint32_t *node;    /* of the first graph, per node of the product */
    uint32_t *state;   /* of the automaton */
    uint32_t ninitial; /* nodes 0..ninitial-1 are the initial ones */
    uint32_t nfair;
    gt_bits *fair;      /* the automaton's sets, then the given fair sets */
    gt_thread *threads; /* the graph's own, in step with the automaton */
} gt_product;

/* labels: per atom the nodes where it holds; only atoms the automaton mentions are looked at. NULL: stopped.
 */
gt_product *gt_product_new(gt_graph *g, const gt_automaton *a, const gt_bits *labels, const gt_bits *from,
                           const gt_bits *fair, uint32_t nfair);
void gt_product_free(gt_product *p);

#endif
