/* The room ir/build: how a front end, whatever it reads, makes a symmetric program. Sees ir and what is below
 * it.
 *
 * Division of work. The front end: text, names, scopes, its own sugar. Here: types, intervals, and everything
 * that is about the program and not about a language. gt_build_end lets a program in or says why not: what is
 * stored fits, no variable is written twice in a step, none is never used as a process, initial values exist
 * and cannot go wrong, rates, probabilities, rewards and pctl fit the kind of model, temporal operators stand
 * where states are looked at, and the program is symmetric. There is no other way to get one, so nobody can
 * leave that out.
 *
 * Errors. Each is reported once, at its position; the result is then NULL, which every function here takes
 * for an operand and returns in silence. So a front end need not test anything, and one mistake gives one
 * message. */
#ifndef GT_IR_BUILD_BUILD_H
#define GT_IR_BUILD_BUILD_H

#include "ir/sym.h"

typedef struct gt_build gt_build;

/* What a front end may say about its input; each may be NULL. */
typedef struct {
    /* For an error: where the input says `object` (an expression, variable, rule, ...; NULL: what is being
     * made) if not at `pos`, its own position. */
    gt_pos (*where)(void *data, const void *object, gt_pos pos);
    /* Called after each error, to add notes to it. */
    void (*said)(void *data);
    /* Told what the verifier finds. NULL: the front end cannot make what is not well formed. */
    void (*ill_formed)(void *data, const void *object, const char *message);
    void *data;
} gt_build_input;

/* `input` is copied, `file` names the source. */
gt_build *gt_build_begin(gt_ctx *ctx, const char *file, const gt_build_input *input);
/* The program while it is made. */
gt_sym *gt_build_program(gt_build *b);
/* The program, verified and admitted; NULL if an error was reported since gt_build_begin. What is left of a
 * program with errors is looked at, too: it must be well formed in memory. Ends `b`. */
const gt_sym *gt_build_end(gt_build *b);
/* Ends `b` without a program, after an error. */
void gt_build_drop(gt_build *b);
/* Ends `b` with a program that is part of a file of what was made of it: verified, but marked as unproved. */
const gt_sym *gt_build_unproved(gt_build *b);

/* ---- declarations, in the order of the program ---- */
/* Names and dimensions are borrowed, and what is given is kept: all of it lives in the arena. */
gt_enum *gt_build_enum(gt_build *b, gt_pos pos, const char *name, uint32_t n, const char *const *values);
gt_proc *gt_build_proc(gt_build *b, gt_pos pos, const char *name, int32_t n, gt_symmetry symmetry);
/* Of a process type, or shared (owner NULL); its initial values are still to be set. */
gt_var *gt_build_var(gt_build *b, gt_pos pos, gt_proc *owner, const char *name, gt_type type, uint32_t ndims,
                     const gt_dim *dims);
/* The location of the process type: a variable like others, which rules can lead from and to. */
gt_var *gt_build_location(gt_build *b, gt_pos pos, gt_proc *owner, const char *name, const gt_enum *en);
/* What could not be made is NULL in them: the guard of a rule, a formula, a value. */
void gt_build_rule(gt_build *b, gt_rule *rule);
void gt_build_prop(gt_build *b, gt_prop *prop);
void gt_build_fair(gt_build *b, gt_fair *fair);
/* One more condition on initial states. */
void gt_build_initially(gt_build *b, const gt_expr *e);
/* One that says the same again is left out. */
void gt_build_turn(gt_build *b, gt_turn *turn);
void gt_build_reward(gt_build *b, gt_reward *reward);

/* Makes a formula that has temporal operators below quantifiers one that has none, if that is possible:
 * quantifiers move into the prefix, and what does not speak about their process out of them. */
void gt_build_hoist(gt_build *b, gt_prop *prop);

/* ---- types ---- */
/* "bool", "0..3", "Client?": for messages; lives in the arena. */
const char *gt_build_type_name(gt_build *b, gt_type type);
/* Whether `value` may be stored in a `type`; reports why not. `what` is what is stored to; `always`: the
 * value is never out of range. */
bool gt_build_fits(gt_build *b, gt_type type, const gt_expr *value, const char *what, bool always);
/* `value` as one of that type: the number of a process whose type has numbers is that process. Else `value`
 * itself. */
const gt_expr *gt_build_as(gt_build *b, gt_type type, const gt_expr *value);
/* Process number `number` of the type, which must have numbers; reports one that there is not. */
const gt_expr *gt_build_named(gt_build *b, gt_pos pos, const gt_proc *proc, int64_t number);
/* Reports that `e` is not of the kind `what` wants ("an integer"). Always false. */
bool gt_build_wrong(gt_build *b, const gt_expr *e, const char *what, const char *wanted);

/* ---- operators ---- */
/* A node of the groups LOGIC, EQUALITY, ORDER, ARITH, CHOICE, CTL and LTL (without a bound), typed. `said` is
 * how the input writes the operator. Processes have an order,
 * and can be compared with numbers, if those of their type have numbers. */
const gt_expr *gt_build_op(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, uint32_t n,
                           const gt_expr *const *kids);
const gt_expr *gt_build_op1(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, const gt_expr *x);
const gt_expr *gt_build_op2(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, const gt_expr *x,
                            const gt_expr *y);

/* NEXT or PREV of a process of a ring. */
const gt_expr *gt_build_neighbour(gt_build *b, gt_pos pos, gt_expr_kind kind, const gt_expr *process);

/* ---- constants ---- */
/* The value of a constant expression. */
bool gt_build_const_value(const gt_expr *e, int64_t *value);
bool gt_build_const_real(const gt_expr *e, int64_t *num, int64_t *den);

/* No state satisfies the condition, as far as is seen. */
bool gt_build_is_absurd(const gt_expr *condition);

#endif
