/* The passes, in the order in which pipeline.c runs them. Each takes a verified program and returns a
 * new one in the run's arena, or NULL after reporting at least one error through ctx->diag. */
#ifndef GT_PASSES_PASSES_H
#define GT_PASSES_PASSES_H

#include "ir/cmd.h"

/* Symmetric to symmetric. After it nothing can go wrong at run time: a bool shared variable (is_error) and,
 * per rule that may err, one more rule that sets it; guards conjoin its negation. Adds the NOERROR property
 * if and only if an error is possible; DEADLOCK and all formulas keep their meaning. An error rule has its
 * rule's owner and partners and the choices made before the error; its label ends in " (error)", its name is
 * "". Initial values that may err are refused. Requires: symmetry checked, guards that do not mention
 * choices. Keeps: rules' labels. Afterwards: guards may mention choices; every expression has a value in
 * every state, if need be an arbitrary one where none matters. */
const gt_sym *gt_pass_total(gt_ctx *ctx, const gt_sym *sym);
/* Symmetric to symmetric. Arrays become scalars (var->origin, var->element). Requires: total. Afterwards:
 * ndims is 0 and no expression has an index; every expression of type ID is a plain SELF, BOUND, VAR, NONE,
 * or LOCAL, NEXT or PREV of a plain one, also as update's proc and value (a case distinction has become the
 * condition of several updates); x == none occurs only for optional x; LOCAL is never asked of NONE. */
const gt_sym *gt_pass_scalar(gt_ctx *ctx, const gt_sym *sym);
/* Symmetric to symmetric. Prefixes `forall i : P .` become ghost id variables, shared between properties. */
const gt_sym *gt_pass_ghosts(gt_ctx *ctx, const gt_sym *sym);
/* Symmetric to symmetric. No quantifiers in initial values: docs/translation.md. Requires: scalar. Run by
 * gt_pass_population; n copies and the concrete semantics (ir/mean/sym_step.h) look at every process instead.
 */
const gt_sym *gt_pass_initial(gt_ctx *ctx, const gt_sym *sym);
/* Symmetric to population: tracking, roles, quantifier elimination, local states. Refuses id-sensitive
 * locals. */
const gt_pop *gt_pass_population(gt_ctx *ctx, const gt_sym *sym);
/* What the encodings of a population program cost: bits of state for the processes no id variable names. */
enum { GT_DENSE_BITS = 4, GT_DENSE_COMMANDS = 20000 };
typedef struct {
    double dense, vector, pairs;
    double commands;  /* of the dense encoding, about: one per way to put those who move into local states */
    gt_encoding best; /* DENSE unless it needs more than GT_DENSE_BITS times as many bits as the better of
                         the others (a dense command touches two counters, a sorted one every slot) or more
                         than GT_DENSE_COMMANDS commands */
    gt_encoding nonzero; /* the better one of VECTOR and PAIRS */
} gt_estimate;
gt_estimate gt_pass_estimate(const gt_pop *pop);
/* What is written lists every counter in most commands, and checkers with one relation for all of them are
 * slow then: dense up to so many quarters of the others' bits (German's 39 local states in NuSMV, n = 2: over
 * 60 s against 0.3 s). */
enum { GT_WRITTEN_QUARTERS = 7 };
gt_encoding gt_pass_choose_written(const gt_pop *pop);
/* Population to guarded commands. The encoding that looks best; `nonzero`: among VECTOR and PAIRS only. */
gt_encoding gt_pass_choose_encoding(const gt_pop *pop, bool nonzero);
/* all: counters count tracked processes, too. */
const gt_cmds *gt_pass_dense(gt_ctx *ctx, const gt_pop *pop, bool all);
/* The same with picks: the local states of those who play a role, where they can be in several, and chosen
 * values are picked within a command. Fewer and longer commands: for people, not for engines. */
const gt_cmds *gt_pass_dense_picks(gt_ctx *ctx, const gt_pop *pop, bool all);
/* Counters of all processes read as in the paper (n_Critical < 2). But then the moves of a process that a
 * variable names change counters, too, wherever it is: with more local states than these NuSMV is several
 * times slower (semaphore mutex with a ghost, 8 locations: 0.10 s against 0.01 s; 12: 2.5 s against 0.2 s).
 */
enum { GT_ALL_STATES = 6 };
bool gt_pass_counts_all(const gt_pop *pop);
/* Can the program be written as the paper does? False after reporting an error. */
bool gt_pass_paper_fits(gt_ctx *ctx, const gt_pop *pop);
const gt_cmds *gt_pass_nonzero(gt_ctx *ctx, const gt_pop *pop, gt_encoding vector_or_pairs);
/* One variable for shared variables and tracked processes together, a counter for each local state that
 * occurs, a command for each action that can happen. NULL: not for this program, *why says why; nothing is
 * reported. */
const gt_cmds *gt_pass_control(gt_ctx *ctx, const gt_pop *pop, const char **why);
/* How many commands it may have to be written instead of `how`; 0: it need not be tried. For checkers with
 * decision diagrams it replaces slots, and dense counters where local states or commands are many; for others
 * only many commands. NuSMV, all properties: directory_mesi, n = 3, 24 counters and 1,849 commands: 0.4 s
 * against more than 190 s for slots; n = 8: 2.8 s against 9.1 s dense; german_data, n = 3, 78 and 3,843: 1.6
 * s against more than 17 s; german with its ghost, 39 and 12,392: n = 3 3.4 s against 0.5 s for slots, n = 8
 * 29 s against 91 s; thread_pool, n = 3, 187 and 4,009: 17 s against 0.4 s; peterson, n = 4, `mutex`: 0.05 s
 * against 0.4 s dense, and n = 6 0.3 MB of text against 2.4 MB. */
enum {
    GT_CONTROL_COUNTERS = 100, /* at most */
    GT_CONTROL_COMMANDS = 4000,
    GT_CONTROL_MOST = 16000, /* where slots take more than GT_CONTROL_SLOTS bits */
    GT_CONTROL_SLOTS = 48,
    GT_CONTROL_STATES = 32, /* so many local states are many, */
    GT_CONTROL_FROM = 1000  /* and more dense commands than these */
};
double gt_pass_control_limit(const gt_pop *pop, gt_encoding how);
bool gt_pass_control_pays(const gt_cmds *control, double most);
/* Symmetric straight to guarded commands: n explicit copies. */
const gt_cmds *gt_pass_expand(gt_ctx *ctx, const gt_sym *sym);
/* The same for checkers that know no processes: a variable for each turn says who moved last, and properties
 * that depend on turns become formulas of LTL, "if everybody has a turn, then ..."; of CTL those that say the
 * same as some formula of LTL (gt_cmd_prop.turns), the others stay as they are. */
const gt_cmds *gt_pass_expand_turns(gt_ctx *ctx, const gt_sym *sym);
/* Guarded commands to guarded commands: constants, dead variables and commands, equal branches. */
const gt_cmds *gt_pass_simplify(gt_ctx *ctx, const gt_cmds *cmds);
/* Ways to play a rule that do the same become one command; by_picks (style paper): also those that differ in
 * where one named process is afterwards. For commands with counters of all processes. */
const gt_cmds *gt_pass_join(gt_ctx *ctx, const gt_cmds *cmds, bool by_picks);
/* Simplified guarded commands as people read them. */
const gt_cmds *gt_pass_polish(gt_ctx *ctx, const gt_cmds *cmds);

#endif
