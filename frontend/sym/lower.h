/* Lowering: from the syntax tree to the symmetric program. What all of lower*.c share: names, and what is
 * known on the way. Of their parts lower_decl.h, lower_expr.h, lower_over.h, lower_body.h and lower_suggest.h
 * say more. Nobody else includes these.
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
    SYMBOL_RECORD,
    SYMBOL_PROC,
    SYMBOL_VAR,
    SYMBOL_MACRO,
    SYMBOL_BROKEN
} gt_symbol_kind;

typedef struct gt_home gt_home;
typedef struct gt_macro gt_macro;
typedef struct gt_layout gt_layout;
typedef struct gt_record gt_record;

/* What a type as written is made of. The variables of a symmetric program are scalars and arrays of them: one
 * of another type is several of those, whose names have dots. */
typedef enum {
    GT_LAYOUT_SCALAR,
    GT_LAYOUT_ARRAY,
    GT_LAYOUT_RECORD,
    GT_LAYOUT_QUEUE, /* an array, and `len`; elements from there on have the first value of their type */
    GT_LAYOUT_SET    /* an array of bools */
} gt_layout_kind;

struct gt_layout {
    gt_layout_kind kind;
    gt_type type;             /* SCALAR; of a SET what it may hold */
    const gt_expr *bound;     /* SCALAR: as in gt_var */
    gt_dim dim;               /* ARRAY, QUEUE, SET */
    gt_proc *proc;            /* ARRAY: one for each of these processes, and `dim` is unused; else NULL */
    const gt_layout *element; /* ARRAY, QUEUE */
    const gt_record *record;
    uint32_t nvars;  /* variables it is made of */
    int64_t nparts;  /* scalars it is made of */
    bool by_process; /* processes are among its indices */
};

typedef struct {
    const char *name;
    gt_pos pos;
    const gt_layout *layout;
} gt_record_field;

struct gt_record {
    const char *name;
    const gt_syn *syn;
    bool busy; /* being made: a use of it would be recursive */
    bool broken;
    uint32_t nfields;
    gt_record_field *fields;
    const gt_layout *layout; /* NULL: not yet made */
};

/* A value that is no scalar. */
typedef struct {
    const gt_layout *layout;
    const gt_expr **parts; /* in the order of its variables and their elements */
} gt_value;

/* What a name stands for, at top level or in a process. */
typedef struct {
    gt_symbol_kind kind; /* BROKEN: its declaration has an error; uses of it are silent */
    const char *name;
    gt_pos pos;
    bool used;
    gt_type type;        /* CONST: an integer, a bool or a value of an enum */
    int64_t value;       /* CONST */
    const gt_expr *open; /* CONST that depends on sizes left open: its value; else NULL */
    gt_enum *en;
    gt_home *home; /* PROC */
    gt_record *record;
    const gt_layout *layout; /* VAR */
    gt_var **vars;           /* VAR, shared or local: those it is made of */
    bool is_local;           /* VAR: of the process type in which it is declared */
    gt_macro *macro;
} gt_symbol;

/* A process type while it is lowered. */
struct gt_home {
    gt_proc *proc;
    const gt_syn *syn;
    gt_ptrmap scope;  /* of gt_symbol: local variables and macros */
    gt_ptrmap labels; /* of size_t: how often rules have that label */
    GT_VEC(gt_symbol *) order;
    uint32_t nrules; /* as written */
};

typedef struct {
    const char *name;
    gt_pos pos;
    gt_binder *binder;     /* stands for the argument while the definition itself is checked */
    const gt_value *value; /* the same for what is no scalar */
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
    bool is_value;           /* argument: a constant, of a name that ranges over values */
    const gt_value *value;   /* or a value that is no scalar */
    const gt_bind *next;
};

/* A variable as declared, and its initial value as written. */
typedef struct {
    gt_symbol *symbol;
    gt_var *var;        /* symbol NULL: a variable that nobody wrote */
    gt_home *home;      /* in which it is declared */
    const gt_syn *init; /* or NULL */
} gt_declared;

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
    uint32_t nincluded;
    const char **included; /* files, as they are opened */
    int32_t limit;         /* of sizes that are left open; 0: none is */
    int32_t param_limit;   /* of parameters that are left open though no size is so far; 0: none is */
    gt_ptrmap globals;     /* of gt_symbol */
    gt_ptrmap members;     /* of gt_member: all with one name */
    gt_ptrmap by_enum;     /* of gt_member: the one of an enum, see gt_lower_member */
    gt_ptrmap shapes;      /* of gt_enum, by the text of its members: equal inline enums are one */
    gt_ptrmap labels;      /* of size_t: how often top-level rules have that label */
    gt_ptrmap rule_names, prop_names, reward_names, fair_names;
    GT_VEC(gt_symbol *) order; /* the globals as declared */
    GT_VEC(gt_home *) homes;
    GT_VEC(gt_declared) declared; /* variables, in the order of their initial values */
    bool layouts;                 /* some type is no scalar and no array of them */
    uint32_t nrules;              /* at top level, as written */
    uint32_t depth;               /* of the expression being built */
    uint32_t expanding;           /* macros around it */
    gt_pos expanded_at;           /* the outermost of their uses */
    uint32_t repeating;           /* names that range over values around it */
    uint32_t again;               /* those of them that are beyond their first value */
    gt_pos repeated_at;           /* the outermost of them */
    uint64_t made;                /* nodes made by expansion and repetition */
    bool overgrown;               /* the limit on that was reported */
} gt_lower;

#define GT_LOWER_MAX_NODES (1u << 22) /* that macros and names of values may expand to */
#define GT_LOWER_MAX_VALUES 4096      /* that a name may range over, and rules made of one for values */
#define GT_LOWER_MAX_ARRAY (1 << 20)
#define GT_LOWER_MAX_SPLIT 256 /* rules that one rule may be split into by `any` under `if` */

/* ---- names ---- */
bool gt_lower_name_ok(gt_lower *lw, const gt_syn *name, const char *what);
/* What a name stands for outside of binders, or NULL (not reported). */
gt_symbol *gt_lower_find(gt_lower *lw, const gt_home *home, const char *name);
/* The same for a place where a value stands: a type hides no value of an enum there. */
gt_symbol *gt_lower_find_value(gt_lower *lw, const gt_home *home, const char *name);
gt_home *gt_lower_home(gt_lower *lw, const gt_proc *proc);
/* The first item of a process declaration; a scalarset has none. */
const gt_syn *gt_lower_items(const gt_syn *syn);
/* Notes that the last error is in the expansion of a macro, if it is. */
void gt_lower_where(gt_lower *lw);
/* Goes one level deeper or reports that this is too deep; back with lw->depth -= levels. */
bool gt_lower_deeper(gt_lower *lw, gt_pos pos, uint32_t levels);
/* "a constant", for messages. */
const char *gt_lower_kind_name(gt_symbol_kind kind);

/* ---- the parts of a file, in this order ---- */
/* The file with what it includes; NULL after an error. */
const gt_syn *gt_lower_include(gt_lower *lw, const gt_source *source, const gt_syn *file);
/* Constants, and enums, whose values they may have. */
void gt_lower_constants(gt_lower *lw, const gt_syn *file);
void gt_lower_types(gt_lower *lw, const gt_syn *file);
void gt_lower_macros(gt_lower *lw);
void gt_lower_inits(gt_lower *lw);
void gt_lower_rules(gt_lower *lw, const gt_syn *file);
void gt_lower_props(gt_lower *lw, const gt_syn *file);
void gt_lower_warn(gt_lower *lw);
/* Rules that never fire and locations nobody can be in. */
void gt_lower_warn_rules(gt_lower *lw);

#endif
