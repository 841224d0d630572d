/* The expression printer behind gt_expr_print and the three dumps. */
#ifndef GT_IR_PRINT_PRINT_H
#define GT_IR_PRINT_PRINT_H

#include "ir/cmd.h"
#include "ir/print/lets.h"
#include "ir/print/namer.h"

/* How tightly the forms of the language bind, loosest first (frontend/sym/tree-sitter-sym/README.md). */
typedef enum {
    GT_PREC_ANY,
    GT_PREC_TERNARY,
    GT_PREC_IFF,
    GT_PREC_IMPLIES,
    GT_PREC_OR,
    GT_PREC_AND,
    GT_PREC_UNTIL,
    GT_PREC_EQUALITY,
    GT_PREC_RELATION,
    GT_PREC_ADD,
    GT_PREC_MUL,
    GT_PREC_UNARY,
    GT_PREC_PRIMARY
} gt_prec;

typedef struct {
    gt_str *out;
    gt_namer *names;
    const gt_pop *pop;       /* names id variables, or NULL */
    const gt_pop_rule *rule; /* names roles, or NULL */
    const gt_cmds *cmds;     /* names variables of guarded commands, or NULL */
    const gt_cmd *cmd;       /* names the values of its picks, or NULL */
    gt_lets *lets;           /* names of shared subexpressions, or NULL: everything is written out */
    const gt_proc *inside;   /* a process: macros stand for the shared variables that local ones hide */
    bool draft;              /* printed to find out what is hidden where it is used (ir/print/sym_shadow.c) */
    bool temporal;           /* inside a property: temporal words are not names */
} gt_printer;

/* Prints `e`, in parentheses if it binds less tightly than `least`. */
void gt_print_expr(gt_printer *p, const gt_expr *e, gt_prec least);
/* Prints a line `let #1 = ...;` for each subexpression of `e` that wants a name and has none. */
void gt_print_lets(gt_printer *p, const gt_expr *e);
/* Prints a name; in parentheses if it would be read as a temporal operator here. */
void gt_print_name(gt_printer *p, const char *name);
/* Prints a value of an enum. */
void gt_print_value(gt_printer *p, const char *value);
/* Prints the name of a role of p->rule; "self" for role 0 where there is no rule. */
void gt_print_role(gt_printer *p, uint32_t role);
/* In a draft, before a value of an enum or a shared variable is printed: makes sure that nothing hides it. */
void gt_print_uncover_value(gt_printer *p, const char *value);
void gt_print_uncover_var(gt_printer *p, const gt_var *shared, bool assigned);
/* Prints a scalar type as in a declaration. */
/* As people write it. */
void gt_print_value_of(const gt_var *var, int32_t value, gt_str *out);
void gt_print_type(gt_printer *p, gt_type type);
/* Prints an integer; the smallest one is written as a difference, for its absolute value does not fit. */
void gt_print_int(gt_str *out, int64_t value);
/* Prints num/den as a decimal if it has a finite one, else as a quotient. */
void gt_print_real(gt_str *out, int64_t num, int64_t den);

#endif
