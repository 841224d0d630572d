/* And-inverter graphs: conjunctions of two literals, each made once. No word of programs; sees runtime.
 *
 * A literal is twice the number of a node, plus 1 if it is negated. Node 0 is false; the others are inputs,
 * numbered in the order in which they were made, or conjunctions. A conjunction's kids have smaller numbers.
 */
#ifndef GT_RUNTIME_AIG_AIG_H
#define GT_RUNTIME_AIG_AIG_H

#include "runtime/table.h"

typedef uint32_t gt_lit;
enum { GT_LIT_FALSE = 0, GT_LIT_TRUE = 1 };

typedef struct {
    gt_lit a, b; /* a < b; of an input a is FALSE, and b is its number */
} gt_aig_node;

typedef struct {
    GT_VEC(gt_aig_node) nodes;
    gt_table table; /* of all nodes */
    uint32_t ninputs;
} gt_aig;

/* {0} is none yet. */
void gt_aig_init(gt_aig *g);
void gt_aig_fini(gt_aig *g);

static inline gt_lit gt_lit_not(gt_lit x)
{
    return x ^ 1;
}
static inline gt_lit gt_lit_if(gt_lit x, bool negated)
{
    return x ^ (gt_lit)negated;
}
static inline uint32_t gt_lit_node(gt_lit x)
{
    return x >> 1;
}
static inline bool gt_aig_is_input(const gt_aig *g, uint32_t node)
{
    return node > 0 && g->nodes.v[node].a == GT_LIT_FALSE;
}

gt_lit gt_aig_input(gt_aig *g);
gt_lit gt_aig_and(gt_aig *g, gt_lit x, gt_lit y);
gt_lit gt_aig_or(gt_aig *g, gt_lit x, gt_lit y);
gt_lit gt_aig_iff(gt_aig *g, gt_lit x, gt_lit y);
gt_lit gt_aig_ite(gt_aig *g, gt_lit c, gt_lit x, gt_lit y);

/* The value of every node, one byte each, from those of the inputs. */
void gt_aig_evaluate(const gt_aig *g, const bool *inputs, bool *values);
static inline bool gt_lit_value(const bool *values, gt_lit x)
{
    return values[gt_lit_node(x)] != (x & 1);
}

/* Marks all that marked nodes are made of; `marks` has a byte for each node. */
void gt_aig_mark(const gt_aig *g, bool *marks);

/* What the roots become, in place, when every input does: by_input, by its number. */
void gt_aig_replace(gt_aig *g, const gt_lit *by_input, gt_lit *roots, size_t nroots);

#endif
