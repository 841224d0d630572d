/* The invariants of the three representations, as checks that report instead of ending the run: the verifiers
 * make a gt_ice of the first report, the XML readers an input error of each. The objects themselves must be
 * well formed in memory: no dangling or missing pointers, no cycles. */
#ifndef GT_IR_VERIFY_H
#define GT_IR_VERIFY_H

#include "ir/cmd.h"
#include "runtime/table.h"

/* Told what is wrong with `object` (an expression, variable, rule, ...; NULL: the program). */
typedef void gt_verify_report(void *data, const void *object, const char *message);

typedef struct {
    gt_verify_report *report;
    void *data;
    unsigned failures;
    bool foreign; /* read from a file: no pass of ours vouches for it, integers must have 32 bits */
} gt_verifier;

void gt_verify_fail(gt_verifier *check, const void *object, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef struct {
    size_t n;
    const gt_binder **v;
} gt_binder_set;

/* Where an expression stands: which kinds and names may occur in it. Each shared node is checked once per
 * scope. */
typedef struct {
    gt_verifier *check;
    unsigned groups;
    const gt_sym *sym;          /* its variables, NULL: no VAR or LOCAL */
    const gt_proc *self;        /* NULL: no SELF */
    const gt_var *before;       /* an initial value: only what is declared before this variable; else NULL */
    const gt_pop *pop;          /* population: id variables */
    const gt_pop_rule *rule;    /* population: roles, NULL: none */
    const gt_proc *role;        /* population's initial values: the type of role 0, NULL: none */
    const gt_cmds *cmds;        /* guarded commands: variables */
    const bool *known;          /* guarded commands' initial values: variables that have one; NULL: all */
    bool wide;                  /* in a rate, probability or reward: exact numbers of any size */
    gt_ptrmap seen;             /* node -> what it mentions, see expr_verify.c */
    gt_ptrmap seen_wide;        /* the same, where `wide` */
    GT_VEC(gt_binder_set) sets; /* of free binders; the first one is empty */
    GT_VEC(const gt_binder *) binders; /* that may be mentioned */
} gt_scope;

void gt_scope_init(gt_scope *s, gt_verifier *check, unsigned groups);
void gt_scope_fini(gt_scope *s);
void gt_scope_push(gt_scope *s, const gt_binder *binder);
void gt_scope_pop(gt_scope *s);

/* What is wrong with a node of this kind and these kids, by their number and types, or NULL. `strict`: as in
 * .sym text, where enum values have no order and every int has 32 bits. */
const char *gt_verify_kids(gt_expr_kind kind, uint32_t nkids, const gt_expr *const *kids, bool strict);
/* The same, by their number alone. */
const char *gt_verify_count(gt_expr_kind kind, uint32_t nkids);
/* What is wrong with these indices of the array; NULL: nothing. They may be outside it. */
const char *gt_verify_indices(const gt_var *var, uint32_t n, const gt_expr *const *kids);

/* The expression and all below it. */
void gt_verify_expr(gt_scope *s, const gt_expr *e);
/* The same, and that its type is as said. */
void gt_verify_bool(gt_scope *s, const gt_expr *e);
void gt_verify_number(gt_scope *s, const gt_expr *e); /* int or real */
void gt_verify_value(gt_scope *s, const gt_expr *e, gt_type target);
/* An initial value: some value of lo..hi must be one of the variable's. */
void gt_verify_first(gt_scope *s, const gt_expr *lo, const gt_expr *hi, gt_type target);

void gt_verify_sym(gt_verifier *check, const gt_sym *sym);
void gt_verify_pop(gt_verifier *check, const gt_pop *pop);
void gt_verify_cmds(gt_verifier *check, const gt_cmds *cmds);
/* A formula of a property of that kind, in a scope of its own that has the right names. */
void gt_verify_formula(gt_scope *s, const gt_prop *prop, const gt_expr *formula);
/* What has become of property number `index` of the symmetric program, and of its formula; `object` is
 * reported. */
void gt_verify_property(gt_scope *s, const gt_sym *sym, uint32_t index, const void *object,
                        const gt_prop *origin, const gt_expr *formula);

/* A report that ends in gt_ice; `data` is what is verified ("symmetric program", ...). */
gt_verify_report gt_verify_ice;

#endif
