/* Random symmetric programs: every construct of the language, small enough to be explored. */
#ifndef RB_GEN_H
#define RB_GEN_H

#include "tests/random/tree.h"

/* The program of this seed, in `arena`. Nearly all of them are accepted by the front end. */
rb_node *rb_generate(gt_arena *arena, uint64_t seed);

#endif
