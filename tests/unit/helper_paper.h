/* Paper 000's translation as printed (section 4), for tests only: gen atom by atom, update1 and update2 for
 * each id variable by itself. Correct neither for two id variables nor for negated id guards: see
 * test_counterexamples.c. */
#ifndef HELPER_PAPER_H
#define HELPER_PAPER_H

#include "ir/cmd.h"
#include "runtime/context.h"

/* written: one process type whose only local variable is `loc`; edges A -> B when g, where g is made of d ==
 * self, d != self and && || !, and actions d := self, d := any. pop: its population program, for the local
 * states. */
const gt_cmds *paper_translate(gt_ctx *ctx, const gt_sym *written, const gt_pop *pop);

#endif
