/* Printing expressions of guarded commands for a target, linear in the size of the DAG.
 *
 * Sharing. gt_share numbers the distinct subexpressions of everything that will be printed (structural
 * equality) and decides which of them become definitions: those used more than once that are not small, and
 * those that the target's way to write an operator would repeat. Definitions are printed first, in an order
 * in which each uses only earlier ones; after that every expression is printed with the definitions' names in
 * place of them. */
#ifndef GT_BACKENDS_TARGETS_EMIT_EXPR_H
#define GT_BACKENDS_TARGETS_EMIT_EXPR_H

#include "backends/targets/mangle.h"
#include "runtime/str.h"

typedef enum {
    GT_FORM_NONE,   /* cannot occur in this target (its check pass has refused it) */
    GT_FORM_INFIX,  /* a op b op c */
    GT_FORM_PREFIX, /* op a */
    GT_FORM_FORMAT  /* text with $1 $2 $3, each standing for an operand in which no parentheses are needed */
} gt_form;

/* How to write an operator. Operands that bind looser than `prec` + 1 get parentheses (PREFIX, INFIX). */
typedef struct {
    gt_form form;
    int prec; /* larger binds tighter; FORMAT: of the whole */
    const char *text;
} gt_op;

typedef struct {
    const char *yes, *no; /* the constants of type bool */
    const char *bool_int; /* FORMAT that makes an int of a bool, or NULL: bools are ints */
    gt_op ops[GT_EXPR_KINDS];
    gt_op div_any, mod_any; /* for operands that may be negative; ops[DIV] and ops[MOD] serve the others */
    gt_op div_real;         /* the quotient of reals */
} gt_ops;

enum { GT_PREC_LEAF = 100 };

typedef struct gt_share gt_share;

/* `ops` tells which operators repeat their operands; NULL: none does. */
gt_share *gt_share_new(gt_arena *arena, const gt_ops *ops);
void gt_share_free(gt_share *s);
/* Counts one use of `e` (NULL: nothing). What has a temporal operator in it is looked through, never shared.
 */
void gt_share_use(gt_share *s, const gt_expr *e);
/* All uses of a program: initial values, guards, values, fairness, properties that are not skipped; if
 * `weighted` also weights, probabilities and rewards. */
void gt_share_cmds(gt_share *s, const gt_cmds *cmds, const bool *skip, bool weighted);
/* Decides. Names are taken from `mangler`; expressions of fewer than `least` nodes are not worth a
 * definition. */
void gt_share_decide(gt_share *s, gt_mangler *mangler, uint32_t least);
uint32_t gt_share_ndefs(const gt_share *s);
/* Definition number i, in order; *name is what stands for it. */
const gt_expr *gt_share_def(const gt_share *s, uint32_t i, const char **name);
/* The name of the definition equal to `e`, or NULL. */
const char *gt_share_name(const gt_share *s, const gt_expr *e);

typedef struct gt_emitter gt_emitter;

struct gt_emitter {
    const gt_ops *ops;
    const gt_names *names;
    const gt_share *share; /* may be NULL */
    gt_str *out;
    const char *def_suffix; /* put behind the name of every definition; NULL: nothing */
    /* Asked first at every node that is not a definition's name; true: it has printed the node. May be NULL.
     */
    bool (*hook)(gt_emitter *em, const gt_expr *e, int prec);
};

/* Prints `e`; with parentheses if it binds looser than `prec`. */
void gt_emit_expr(gt_emitter *em, const gt_expr *e, int prec);
/* The same without looking whether `e` itself is a definition: for its right side. */
void gt_emit_body(gt_emitter *em, const gt_expr *e, int prec);
/* A value for variable `var`: constants as its labels. */
void gt_emit_value(gt_emitter *em, uint32_t var, const gt_expr *e, int prec);
/* Whether operand `kid` of the sum `e` is better subtracted: a negative constant. */
bool gt_emit_minus(const gt_expr *e, uint32_t kid);
/* Whether DIV or MOD `e` needs the form for negative operands. */
bool gt_emit_signed_division(const gt_expr *e);

#endif
