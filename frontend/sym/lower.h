/* Lowering: from the syntax tree to the symmetric program. Shared by frontend/lower*.c; nobody else includes
 * it.
 *
 * Every function that lowers something returns NULL (or false) after reporting an error, and callers pass
 * that on without a report of their own, so that one mistake gives one message. */
#ifndef GT_FRONTEND_SYM_LOWER_H
#define GT_FRONTEND_SYM_LOWER_H

#include "frontend/frontend.h"
#include "frontend/sym/parse.h"
#include "ir/build/build.h"
#include "runtime/base.h"

typedef enum {
    SYMBOL_CONST,
    SYMBOL_ENUM,
    SYMBOL_PROC,
    SYMBOL_VAR,
    SYMBOL_MACRO,
    SYMBOL_BROKEN
} gt_symbol_kind;

typedef struct gt_home gt_home;
typedef struct gt_macro gt_macro;

/* What a name stands for, at top level or in a process. */
typedef struct {
    gt_symbol_kind kind; /* BROKEN: its declaration has an error; uses of it are silent */
    const char *name;
    gt_pos pos;
    bool used;
    int64_t value;       /* CONST */
    const gt_expr *open; /* CONST that depends on sizes left open: its value; else NULL */
    gt_enum *en;
    gt_home *home; /* PROC */
    gt_var *var;   /* VAR, shared or local */
    gt_macro *macro;
} gt_symbol;

/* A process type while it is lowered. */
struct gt_home {
    gt_proc *proc;
    const gt_syn *syn;
    gt_ptrmap scope;  /* of gt_symbol: local variables and macros */
    gt_ptrmap labels; /* of size_t: how often rules have that label */
    GT_VEC(gt_symbol *) order;
    GT_VEC(const gt_syn *) inits; /* by variable */
    uint32_t nrules;              /* as written */
};

typedef struct {
    const char *name;
    gt_pos pos;
    gt_binder *binder; /* stands for the argument while the definition itself is checked */
} gt_param;

struct gt_macro {
    const gt_syn *syn;
    gt_home *home; /* NULL: at top level */
    uint32_t nparams;
    gt_param *params;
    bool busy;   /* being expanded: a use of it would be recursive */
    bool broken; /* its definition has an error */
};

/* A value of some enum with that name. */
typedef struct gt_member gt_member;
struct gt_member {
    gt_enum *en;
    uint32_t value;
    const gt_member *next;
};

/* A name bound by a quantifier, with, any or a macro's parameter list. */
typedef struct gt_bind gt_bind;
struct gt_bind {
    const char *name;
    const gt_binder *binder; /* or */
    const gt_expr *argument; /* of a macro; NULL: the argument has an error */
    const gt_bind *next;
};

/* Where an expression stands. */
typedef struct {
    gt_home *home; /* whose local names are visible; NULL: top level */
    bool has_self;
    const gt_bind *binds;
    bool real;       /* a probability, rate or reward: numbers are reals */
    bool real_ok;    /* a macro, which may be used there: reals are allowed */
    bool no_time;    /* inside something that takes no temporal operator */
    const char *why; /* what that is */
} gt_env;

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_diag *diag;
    gt_interned *names;
    gt_build *build;
    gt_sym *sym;
    const gt_define *defs;
    size_t ndefs;
    int32_t limit;     /* of sizes that are left open; 0: none is */
    gt_ptrmap globals; /* of gt_symbol */
    gt_ptrmap members; /* of gt_member: all with one name */
    gt_ptrmap by_enum; /* of gt_member: the one of an enum, see gt_lower_member */
    gt_ptrmap shapes;  /* of gt_enum, by the text of its members: equal inline enums are one */
    gt_ptrmap labels;  /* of size_t: how often top-level rules have that label */
    gt_ptrmap rule_names, prop_names, reward_names, fair_names;
    GT_VEC(gt_symbol *) order; /* the globals as declared */
    GT_VEC(gt_home *) homes;
    GT_VEC(const gt_syn *) inits; /* by shared variable */
    uint32_t nrules;              /* at top level, as written */
    uint32_t depth;               /* of the expression being built */
    uint32_t expanding;           /* macros around it */
    gt_pos expanded_at;           /* the outermost of their uses */
    uint64_t made;                /* nodes made by expansion */
    bool overgrown;               /* the limit on that was reported */
} gt_lower;

#define GT_LOWER_MAX_NODES (1u << 22) /* that macros may expand to */
#define GT_LOWER_MAX_ARRAY (1 << 20)
#define GT_LOWER_MAX_SPLIT 256 /* rules that one rule may be split into by `any` under `if` */

/* ---- lower_decl.c ---- */
/* Declares a name at top level (home NULL) or in a process; reports a duplicate and returns NULL. */
gt_symbol *gt_lower_declare(gt_lower *lw, gt_home *home, gt_symbol_kind kind, const gt_syn *name);
bool gt_lower_name_ok(gt_lower *lw, const gt_syn *name, const char *what);
void gt_lower_constants(gt_lower *lw, const gt_syn *file);
void gt_lower_types(gt_lower *lw, const gt_syn *file);
void gt_lower_macros(gt_lower *lw);

/* An expression that must be a constant integer. */
bool gt_lower_const_int(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value);
/* The same where the value may depend on open sizes: then *open is it, else NULL. */
bool gt_lower_const_open(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value,
                         const gt_expr **open);

/* ---- lower_open.c: sizes that are left open ---- */
/* Whether the constant, which is declared here with a number, is one of them; then it becomes a variable. */
bool gt_lower_open_constant(gt_lower *lw, const gt_syn *file, const gt_syn *declaration, gt_symbol *symbol);
/* Reports that something which must be constant depends on one. */
bool gt_lower_open_refuse(gt_lower *lw, gt_pos pos, const char *what);

/* "a constant", for messages. */
const char *gt_lower_kind_name(gt_symbol_kind kind);

/* ---- lower_shape.c ---- */
typedef struct {
    gt_type type;         /* of an element */
    const gt_expr *bound; /* as in gt_var */
    uint32_t ndims;
    gt_dim *dims;
    uint32_t len;
} gt_shape;

/* A type as written. */
bool gt_lower_type(gt_lower *lw, const gt_syn *syn, gt_shape *shape);
/* a..b with constant bounds, not empty. */
bool gt_lower_range(gt_lower *lw, const gt_syn *syn, gt_type *type);
/* A process type by name; `what` says what needs one. */
gt_proc *gt_lower_proc(gt_lower *lw, const gt_syn *name, const char *what);
/* An enum from the names with that role; an inline one (name "") with the same list as another is the same.
 */
gt_enum *gt_lower_enum(gt_lower *lw, const char *name, const gt_syn *syn, gt_field field);
/* The value of that name of an enum, or NULL. */
const gt_member *gt_lower_member(gt_lower *lw, const gt_enum *en, const char *name);

/* ---- lower_init.c ---- */
void gt_lower_inits(gt_lower *lw);
/* any, any P, any 0..3, any j : P where c for a target of that type; `serial` numbers the unnamed ones. */
const gt_binder *gt_lower_any(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *type,
                              unsigned serial);

/* ---- lower_expr.c ---- */
/* `expect` is what the context wants, or NULL: it decides what `none` and enum values are, and nothing else.
 */
const gt_expr *gt_lower_expr(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect);
const gt_expr *gt_lower_bool(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what);
const gt_expr *gt_lower_real(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what);
/* What a name stands for outside of binders, or NULL (not reported). */
gt_symbol *gt_lower_find(gt_lower *lw, const gt_home *home, const char *name);
gt_home *gt_lower_home(gt_lower *lw, const gt_proc *proc);
/* Adds binders of one name list or several to the environment; false after an error. */
typedef GT_VEC(gt_binder *) gt_binders;
bool gt_lower_binders(gt_lower *lw, gt_env *env, const gt_syn *binders, gt_bind_kind kind, gt_binders *out);
void gt_lower_bind(gt_lower *lw, gt_env *env, gt_pos pos, const gt_binder *binder);
/* Notes that the last error is in the expansion of a macro, if it is. */
void gt_lower_where(gt_lower *lw);
/* Goes one level deeper or reports that this is too deep; back with lw->depth -= levels. */
bool gt_lower_deeper(gt_lower *lw, gt_pos pos, uint32_t levels);
/* A copy of a tree, counted as expansion. NULL once that is too large. */
const gt_expr *gt_lower_copy(gt_lower *lw, const gt_expr *e);

/* ---- lower_suggest.c: help for the last error, a name that nobody declared ---- */
void gt_lower_suggest_name(gt_lower *lw, const gt_env *env, const char *word);
void gt_lower_suggest_macro(gt_lower *lw, const gt_env *env, const char *word);
void gt_lower_suggest_type(gt_lower *lw, const char *word, bool processes_only);
void gt_lower_suggest_constant(gt_lower *lw, const char *word);
void gt_lower_suggest_local(gt_lower *lw, const gt_proc *proc, const char *word);
void gt_lower_suggest_value(gt_lower *lw, const gt_enum *en, const char *word);

/* ---- lower_lvalue.c ---- */
typedef struct {
    const gt_expr *proc; /* whose; NULL: shared */
    const gt_var *var;
    const gt_expr *index; /* INDICES of an array, else NULL */
} gt_lvalue;
/* A variable, with its process and index: x, j.v, a[i], j.a[i]. */
bool gt_lower_lvalue(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_lvalue *place, bool write);
const gt_expr *gt_lower_read(gt_lower *lw, const gt_env *env, const gt_syn *syn);
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

/* ---- lower_rule.c, lower_body.c ---- */
void gt_lower_rules(gt_lower *lw, const gt_syn *file);

/* The parts of a rule that are the same for all it is split into, and those being collected for one. */
typedef struct {
    gt_lower *lw;
    gt_home *home;
    GT_VEC(const gt_binder *) choices;
    GT_VEC(gt_update) updates;
    GT_VEC(const gt_expr *) splits; /* conditions this part of the split rule adds to the guard */
    GT_VEC(bool) decisions;         /* for each `if` that splits, in order: then or else */
    size_t decided;
    unsigned serial;
    bool failed;
} gt_body;

/* Appends the updates of a statement. */
void gt_lower_statement(gt_body *body, const gt_env *env, const gt_syn *syn);

/* ---- lower_prop.c, lower_pctl.c ---- */
void gt_lower_props(gt_lower *lw, const gt_syn *file);
const gt_expr *gt_lower_temporal(gt_lower *lw, const gt_env *env, const gt_syn *syn);
const gt_expr *gt_lower_pctl(gt_lower *lw, const gt_env *env, const gt_syn *syn);

/* ---- warn.c, warn_rules.c ---- */
void gt_lower_warn(gt_lower *lw);
/* Rules that never fire and locations nobody can be in. */
void gt_lower_warn_rules(gt_lower *lw);

#endif
