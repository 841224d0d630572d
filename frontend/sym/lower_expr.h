/* Lowering of expressions. NULL (or false) after an error was reported. */
#ifndef GT_FRONTEND_SYM_LOWER_EXPR_H
#define GT_FRONTEND_SYM_LOWER_EXPR_H

#include "frontend/sym/lower.h"

/* ---- lower_expr.c ---- */
/* `expect` is what the context wants, or NULL: it decides what `none` and enum values are, and nothing else.
 */
const gt_expr *gt_lower_expr(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
/* What is to be stored as that type, or named by it. */
const gt_expr *gt_lower_stored(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_type type);
const gt_expr *gt_lower_bool(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what);
const gt_expr *gt_lower_real(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what);
void gt_lower_bind(gt_lower *lw, gt_env *env, gt_pos pos, const gt_binder *binder);
/* The same for a name that stands for nothing yet. */
gt_bind *gt_lower_bind_name(gt_lower *lw, gt_env *env, gt_pos pos, const char *name);
/* A copy of a tree, counted as expansion. NULL once that is too large. */
const gt_expr *gt_lower_copy(gt_lower *lw, const gt_expr *e);

/* ---- lower_init.c ---- */
/* any, any P, any 0..3, any j : P where c for a target of that type; `serial` numbers the unnamed ones. */
const gt_binder *gt_lower_any(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *type,
                              unsigned serial);

/* ---- lower_place.c ---- */
/* CONST of the location, or NULL after an error. */
const gt_expr *gt_lower_location(gt_lower *lw, const gt_proc *proc, const gt_syn *name);
const gt_expr *gt_lower_self(gt_lower *lw, const gt_env *env, gt_pos pos);

/* ---- lower_macro.c ---- */
const gt_expr *gt_lower_expand(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call);
/* min, max and macros with arguments. */
const gt_expr *gt_lower_call(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
void gt_lower_macro_params(gt_lower *lw, gt_symbol *symbol);
void gt_lower_check_macro(gt_lower *lw, gt_symbol *symbol);

/* ---- lower_op.c ---- */
const gt_expr *gt_lower_binary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
const gt_expr *gt_lower_unary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
const gt_expr *gt_lower_ternary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
const gt_expr *gt_lower_in(gt_lower *lw, const gt_env *env, const gt_syn *syn);
/* Typed and checked; NULL after an error. NULL operands are passed on. */
const gt_expr *gt_lower_arith(gt_lower *lw, gt_pos pos, gt_expr_kind kind, const gt_expr *x,
                              const gt_expr *y);

/* ---- lower_prop.c, lower_pctl.c ---- */
const gt_expr *gt_lower_temporal(gt_lower *lw, const gt_env *env, const gt_syn *syn);
const gt_expr *gt_lower_pctl(gt_lower *lw, const gt_env *env, const gt_syn *syn);

/* `process in class`. */
const gt_expr *gt_lower_in_class(gt_lower *lw, const gt_syn *syn, const gt_expr *process,
                                 const gt_syn *class);

#endif
