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
    GT_FORM_FORMAT  /* text with $1 $2 $3 for operands, @1 @2 @3 for those that get parentheses as with INFIX
                     */
} gt_form;

/* How to write an operator. Operands that bind looser than `prec` + 1 get parentheses (PREFIX, INFIX), but
 * for gt_emit_kid_prec. Lines may end before INFIX operators (layout.h). */
typedef struct {
    gt_form form;
    int prec; /* larger binds tighter; FORMAT: of the whole */
    const char *text;
} gt_op;

typedef struct {
    const char *yes, *no; /* the constants of type bool */
    bool trailing;        /* a line may end behind an INFIX operator; else before it */
    gt_op ops[GT_EXPR_KINDS];
    gt_op div_any, mod_any; /* for operands that may be negative; ops[DIV] and ops[MOD] serve the others */
    gt_op div_real;         /* the quotient of reals */
    gt_op among, outside;   /* what stands between x and the values of a set; form NONE: value by value */
    bool of_numbers;        /* sets may have numbers; else names alone */
    gt_op indicator;        /* 1 if the operand holds, else 0; form NONE: as a conditional */
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
/* Decides. Names come from `names`; expressions of fewer than `least` nodes are not worth a definition. */
void gt_share_decide(gt_share *s, const gt_names *names, uint32_t least);
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
    const gt_cmd *cmd;      /* whose picks are `at`, or NULL */
    const char *const *at;  /* by pick: what is written for it; NULL: its name */
    /* Asked first at every node that is neither a definition's name nor a symbol; true: it has printed the
     * node. May be NULL. */
    bool (*hook)(gt_emitter *em, const gt_expr *e, int prec);
};

/* Prints `e`; with parentheses if it binds looser than `prec`. */
void gt_emit_expr(gt_emitter *em, const gt_expr *e, int prec);
/* The same without looking whether `e` itself is a definition: for its right side. */
void gt_emit_body(gt_emitter *em, const gt_expr *e, int prec);
/* A value for variable `var`: constants by their names. */
void gt_emit_value(gt_emitter *em, uint32_t var, const gt_expr *e, int prec);
/* How tight operand `kid` of an infix operator of precedence `prec` must bind. */
int gt_emit_kid_prec(const gt_expr *e, uint32_t kid, int prec);
/* num/den, in decimals if they come to an end. */
void gt_emit_fraction(gt_str *out, int64_t num, int64_t den);
/* What is written for a picked value. */
const char *gt_emit_pick(const gt_emitter *em, const gt_expr *bound);
/* Whether operand `kid` of the sum `e` is better subtracted: a negative constant. */
bool gt_emit_minus(const gt_expr *e, uint32_t kid);
/* Whether DIV or MOD `e` needs the form for negative operands. */
bool gt_emit_signed_division(const gt_expr *e);

#endif
