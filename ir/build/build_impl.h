/* What the files of ir/build share; nobody else includes it. */
#ifndef GT_IR_BUILD_BUILD_IMPL_H
#define GT_IR_BUILD_BUILD_IMPL_H

#include "ir/build/build.h"
#include "ir/build/known.h"
#include "ir/verify.h"

struct gt_build {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_diag *diag;
    gt_build_input input;
    gt_sym *sym;
    unsigned errors; /* that there were before */
    gt_ptrmap wrong; /* rules and variables of which not everything has the right type */
};

/* ---- build.c ---- */
/* Where to report what is wrong with an object whose position is `pos`. */
gt_pos gt_build_at(const gt_build *b, const void *object, gt_pos pos);
static inline gt_pos gt_build_at_expr(const gt_build *b, const gt_expr *e)
{
    return gt_build_at(b, e, e->pos);
}
/* After each error. */
void gt_build_said(const gt_build *b);

/* ---- type.c ---- */
/* Whether it is a process that has a number; the number. */
bool gt_build_has_numbers(gt_type type);
const gt_expr *gt_build_number(gt_build *b, const gt_expr *process);
/* Whether x and y may be compared with == or mixed by ?: ; reports why not. */
bool gt_build_comparable(gt_build *b, gt_pos pos, const char *op, const gt_expr *x, const gt_expr *y);
/* False if all terms are constant and their sum, given in *sum, is not 1. */
bool gt_build_sum_is_one(const gt_expr *const *terms, size_t n, double *sum);

/* ---- what is reported at the end; parts that were reported already are NULL ---- */
/* names.c: two things of one kind have two names. For what is whole. */
void gt_build_check_names(gt_build *b);
/* store.c: what is stored has the right type, and initial values are there when they are needed and cannot go
 * wrong. Puts what does not into `wrong`. */
void gt_build_check_init(gt_build *b, const gt_var *var);
void gt_build_check_stores(gt_build *b, const gt_rule *rule);
/* chance.c: rates, probabilities, rewards, and turns, which chance gives there. */
void gt_build_check_chances(gt_build *b, const gt_rule *rule);
void gt_build_check_turn(gt_build *b, const gt_turn *turn);
void gt_build_check_reward(gt_build *b, const gt_reward *reward);
/* formula.c: what pctl asks of which kind of model. */
void gt_build_check_prop(gt_build *b, const gt_prop *prop);
/* symmetry.c: one meaning of a step, one state at a time. For what has the right types. */
void gt_build_check_symmetry(gt_build *b);
/* symmetry_writes.c: no branch of the rule writes one variable of one process twice, whatever the state. */
void gt_build_check_writes(gt_build *b, const gt_rule *rule);

#endif
