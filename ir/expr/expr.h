/* Expressions and formulas, shared by the three representations. Each representation's verifier says which
 * kinds may occur in it (the groups of expr.def). Nodes are immutable once built and live in the run's arena;
 * they may be shared (a DAG), so a walk remembers where it has been: ir/expr/walk.h, and gt_fold_map in
 * ir/expr/fold.h. */
#ifndef GT_IR_EXPR_EXPR_H
#define GT_IR_EXPR_EXPR_H

#include "runtime/arena.h"
#include "runtime/diag.h"
#include "runtime/rat.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gt_enum gt_enum;
typedef struct gt_proc gt_proc;
typedef struct gt_var gt_var;

typedef enum {
    GT_TYPE_BOOL,
    GT_TYPE_INT,  /* lo..hi */
    GT_TYPE_ENUM, /* values 0..en->nvalues-1 */
    GT_TYPE_ID,   /* a process of proc; `optional`: or none */
    GT_TYPE_REAL  /* probabilities, rates, rewards */
} gt_type_kind;

/* A scalar type. For BOOL lo..hi is 0..1, for ENUM 0..nvalues-1. */
typedef struct {
    gt_type_kind kind;
    bool optional;
    int32_t lo, hi;
    const gt_enum *en;
    const gt_proc *proc;
} gt_type;

/* What a quantifier, `with` or `any` binds. */
typedef enum {
    GT_BIND_QUANT,   /* exists, forall, count, broadcast: ranges over all processes of the type */
    GT_BIND_PARTNER, /* with: different from self and from the other partners of its type */
    GT_BIND_CHOICE,  /* any: a process or a value; `where` restricts it */
    GT_BIND_PREFIX   /* forall i : P .  in front of a property */
} gt_bind_kind;

typedef struct gt_expr gt_expr;

typedef struct gt_binder {
    const char *name; /* as written; invented names for an unnamed `any` begin with '$' */
    gt_pos pos;
    gt_bind_kind kind;
    gt_type type;         /* ID (never optional) or, for CHOICE, any scalar type */
    const gt_expr *where; /* CHOICE only, NULL: no restriction; BOUND(this) is the candidate */
} gt_binder;

typedef enum {
#define GT_X(K, name, arity, group) GT_EXPR_##K,
#include "ir/expr/expr.def"
#undef GT_X
    GT_EXPR_KINDS
} gt_expr_kind;

/* clang-format off */
/* The kinds of a group, for exhaustive switches: `case GT_KINDS_ARITH:`. The compiler says what is missing. */
#define GT_KINDS_LEAF \
    GT_EXPR_CONST: case GT_EXPR_REAL: case GT_EXPR_VAR: case GT_EXPR_LOCAL: case GT_EXPR_BOUND
#define GT_KINDS_RING GT_EXPR_NEXT: case GT_EXPR_PREV
#define GT_KINDS_SYM \
    GT_EXPR_SELF: case GT_EXPR_NONE: case GT_EXPR_NAMED: case GT_KINDS_RING: case GT_EXPR_NUMBER: case GT_EXPR_INDICES
#define GT_KINDS_POP \
    GT_EXPR_ROLE: case GT_EXPR_IDVAR: case GT_EXPR_SAME: case GT_EXPR_ISNONE: \
    case GT_EXPR_UNTRACKED
#define GT_KINDS_LOGIC GT_EXPR_NOT: case GT_EXPR_AND: case GT_EXPR_OR: case GT_EXPR_IMPLIES: case GT_EXPR_IFF
#define GT_KINDS_EQUALITY GT_EXPR_EQ: case GT_EXPR_NE
#define GT_KINDS_ORDER GT_EXPR_LT: case GT_EXPR_LE: case GT_EXPR_GT: case GT_EXPR_GE
#define GT_KINDS_ARITH \
    GT_EXPR_NEG: case GT_EXPR_ADD: case GT_EXPR_SUB: case GT_EXPR_MUL: case GT_EXPR_DIV: \
    case GT_EXPR_MOD: case GT_EXPR_MIN: case GT_EXPR_MAX
#define GT_KINDS_QUANT GT_EXPR_EXISTS: case GT_EXPR_FORALL: case GT_EXPR_COUNT
#define GT_KINDS_CTL \
    GT_EXPR_AX: case GT_EXPR_EX: case GT_EXPR_AF: case GT_EXPR_EF: case GT_EXPR_AG: case GT_EXPR_EG: \
    case GT_EXPR_AU: case GT_EXPR_EU: case GT_EXPR_AW: case GT_EXPR_EW: case GT_EXPR_AR: \
    case GT_EXPR_ER
#define GT_KINDS_LTL GT_EXPR_X: case GT_EXPR_F: case GT_EXPR_G: case GT_EXPR_U: case GT_EXPR_W: case GT_EXPR_R
#define GT_KINDS_PCTL GT_EXPR_PROB: case GT_EXPR_STEADY: case GT_EXPR_REWARD
#define GT_KINDS_COST GT_EXPR_CUMUL: case GT_EXPR_INSTANT: case GT_EXPR_LONGRUN
#define GT_KINDS_COMPARE GT_KINDS_EQUALITY: case GT_KINDS_ORDER
#define GT_KINDS_OP GT_KINDS_LOGIC: case GT_KINDS_COMPARE: case GT_KINDS_ARITH: case GT_EXPR_ITE
#define GT_KINDS_TEMPORAL GT_KINDS_CTL: case GT_KINDS_LTL: case GT_KINDS_PCTL: case GT_KINDS_COST
/* clang-format on */

/* The groups of expr.def, as bits, and unions of them. */
enum {
    GT_GROUP_LEAF = 1 << 0,
    GT_GROUP_SYM = 1 << 1,
    GT_GROUP_POP = 1 << 2,
    GT_GROUP_CMD = 1 << 3,
    GT_GROUP_LOGIC = 1 << 4,    /* ! && || -> <-> */
    GT_GROUP_EQUALITY = 1 << 5, /* == != */
    GT_GROUP_ORDER = 1 << 6,    /* < <= > >= */
    GT_GROUP_ARITH = 1 << 7,
    GT_GROUP_CHOICE = 1 << 8, /* ?: */
    GT_GROUP_QUANT = 1 << 9,
    GT_GROUP_CTL = 1 << 10,
    GT_GROUP_LTL = 1 << 11,  /* paths, also of PCTL */
    GT_GROUP_PCTL = 1 << 12, /* P S R */
    GT_GROUP_COST = 1 << 13, /* what a reward is taken of, but for paths */
    GT_GROUP_COMPARE = GT_GROUP_EQUALITY | GT_GROUP_ORDER,
    GT_GROUP_OP = GT_GROUP_LOGIC | GT_GROUP_COMPARE | GT_GROUP_ARITH | GT_GROUP_CHOICE,
    GT_GROUP_BOUNDED = GT_GROUP_LTL | GT_GROUP_PCTL | GT_GROUP_COST, /* may have u.bound */
    GT_GROUP_TEMPORAL = GT_GROUP_CTL | GT_GROUP_BOUNDED
};
extern const uint16_t gt_expr_groups[GT_EXPR_KINDS];
/* Whether the kind is in one of these groups. */
static inline bool gt_expr_in(gt_expr_kind kind, unsigned groups)
{
    return gt_expr_groups[kind] & groups;
}

/* The operators of CTL and LTL, the columns of expr.def; path 0: another kind. */
typedef enum { GT_QUANTIFIER_NONE, GT_QUANTIFIER_A, GT_QUANTIFIER_E } gt_quantifier;
typedef struct {
    gt_quantifier quantifier;
    gt_expr_kind path, dual;
} gt_path_op;
extern const gt_path_op gt_path_ops[GT_EXPR_KINDS];
/* The operator with that quantifier and path operator. */
gt_expr_kind gt_path_kind(gt_quantifier quantifier, gt_expr_kind path);

/* The bound of a PCTL operator or path. */
typedef enum { GT_CMP_NONE, GT_CMP_LT, GT_CMP_LE, GT_CMP_GT, GT_CMP_GE, GT_CMP_QUERY } gt_cmp;
typedef enum { GT_EXTREME_NONE, GT_EXTREME_MIN, GT_EXTREME_MAX } gt_extreme;
typedef struct {
    gt_cmp cmp;           /* NONE: no bound (paths); QUERY: =? */
    gt_extreme opt;       /* Pmin, Rmax, ... */
    const gt_expr *value; /* probability, reward or time bound; for an interval its lower end */
    const gt_expr *upper; /* interval [value, upper], else NULL */
    const char *reward;   /* R{"name"}, else NULL */
} gt_bound;

struct gt_expr {
    gt_expr_kind kind;
    uint32_t nkids;
    gt_pos pos;
    unsigned has; /* the groups of this node and of all below it */
    gt_type type; /* INT: lo..hi encloses every value the expression can have */
    union {
        int64_t value;           /* CONST, NAMED */
        const gt_var *var;       /* VAR, LOCAL, INDICES */
        const gt_binder *binder; /* BOUND, quantifiers, UNTRACKED */
        uint32_t index;          /* ROLE, IDVAR, ISNONE, CVAR */
        struct {
            uint32_t a, b;
        } pair; /* SAME, a < b */
        struct {
            int64_t num, den;
        } real;                /* REAL, den > 0, in lowest terms */
        const gt_bound *bound; /* PCTL, and F G U ... inside it; else NULL */
    } u;
    const gt_expr *kids[]; /* nkids of them */
};

/* Whether a temporal operator occurs in `e`. */
static inline bool gt_temporal_in(const gt_expr *e)
{
    return e->has & GT_GROUP_TEMPORAL;
}

/* ---- types ---- */
gt_type gt_type_bool(void);
gt_type gt_type_int(int64_t lo,
                    int64_t hi); /* clamps to int32, which holds all values of a checked program */
gt_type gt_type_enum(const gt_enum *en);
gt_type gt_type_id(const gt_proc *proc, bool optional);
gt_type gt_type_real(void);
/* How many values; ids: n, one more when optional. */
int64_t gt_type_size(gt_type type);
bool gt_type_same(gt_type a, gt_type b); /* kind, enum, process type; ranges do not matter */

/* ---- plain constructors: exactly the node asked for, with its type and interval computed ---- */
const gt_expr *gt_expr_const(gt_arena *a, gt_pos pos, gt_type type, int64_t value);
const gt_expr *gt_expr_int(gt_arena *a, gt_pos pos, int64_t value);
const gt_expr *gt_expr_bool(gt_arena *a, gt_pos pos, bool value);
const gt_expr *gt_expr_real(gt_arena *a, gt_pos pos, int64_t num, int64_t den);
/* An element of the array `var`: one index for each dimension, an integer or a value of its enum. The type is
 * 0..len-1, or narrower; lo is -1 where an index may be outside its dimension. */
const gt_expr *gt_expr_indices(gt_arena *a, gt_pos pos, const gt_var *var, const gt_expr *const *kids);
/* Whether the element may be outside its array. */
bool gt_expr_outside(const gt_expr *indices);
const gt_expr *gt_expr_var(gt_arena *a, gt_pos pos, const gt_var *var,
                           const gt_expr *indices); /* of an array, else NULL */
const gt_expr *gt_expr_local(gt_arena *a, gt_pos pos, const gt_expr *proc, const gt_var *var,
                             const gt_expr *indices);
const gt_expr *gt_expr_bound(gt_arena *a, gt_pos pos, const gt_binder *binder);
const gt_expr *gt_expr_self(gt_arena *a, gt_pos pos, const gt_proc *proc);
const gt_expr *gt_expr_none(gt_arena *a, gt_pos pos, const gt_proc *proc);
/* Process number `number`, from 1, of a type whose processes have numbers. */
const gt_expr *gt_expr_named(gt_arena *a, gt_pos pos, const gt_proc *proc, int32_t number);
/* Its number. */
const gt_expr *gt_expr_number(gt_arena *a, gt_pos pos, const gt_expr *process);
/* NEXT or PREV of a process of a ring. */
const gt_expr *gt_expr_neighbour(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *process);
const gt_expr *gt_expr_role(gt_arena *a, gt_pos pos, uint32_t role, const gt_proc *proc);
const gt_expr *gt_expr_idvar(gt_arena *a, gt_pos pos, uint32_t idvar, const gt_proc *proc);
const gt_expr *gt_expr_same(gt_arena *a, gt_pos pos, uint32_t i, uint32_t j);
const gt_expr *gt_expr_isnone(gt_arena *a, gt_pos pos, uint32_t idvar);
const gt_expr *gt_expr_untracked(gt_arena *a, gt_pos pos, const gt_binder *binder, const gt_expr *pred);
const gt_expr *gt_expr_cvar(gt_arena *a, gt_pos pos, uint32_t index, gt_type type);
const gt_expr *gt_expr_quant(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_binder *binder,
                             const gt_expr *body);
/* Any kind of the groups OP, CTL, LTL. */
const gt_expr *gt_expr_op(gt_arena *a, gt_pos pos, gt_expr_kind kind, uint32_t nkids,
                          const gt_expr *const *kids);
const gt_expr *gt_expr_op1(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x);
const gt_expr *gt_expr_op2(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y);
const gt_expr *gt_expr_op3(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y,
                           const gt_expr *z);
/* PROB..LONGRUN and bounded paths. */
const gt_expr *gt_expr_bounded(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_bound *bound,
                               uint32_t nkids, const gt_expr *const *kids);
/* The same node with other kids (types recomputed); returns `e` itself if the kids are the same pointers. */
const gt_expr *gt_expr_rebuild(gt_arena *a, const gt_expr *e, const gt_expr *const *kids);

/* ---- facts ---- */
const char *gt_expr_kind_name(gt_expr_kind kind);
const char *gt_cmp_text(gt_cmp cmp); /* "<=", "=?", ... */
bool gt_expr_is_const(const gt_expr *e, int64_t *value);
bool gt_expr_is_true(const gt_expr *e);
bool gt_expr_is_false(const gt_expr *e);
/* A process (self, a role by its number, or who is bound to `binder`) and a variable of it, NULL: any. */
typedef struct {
    gt_expr_kind who; /* SELF, ROLE, BOUND */
    uint32_t role;
    const gt_binder *binder;
    const gt_var *var;
} gt_pin;
/* next(next(d)): d, and *steps is 2; prev takes one away. */
const gt_expr *gt_expr_along(const gt_expr *id, int64_t *steps);
/* The number, from 1, of the process so many steps after number `from` in a ring of n; for from == 0, none,
 * any number. */
int64_t gt_ring_step(int64_t from, int64_t steps, int64_t n);
/* Such a variable, not an id, that must be `value` where the guard holds: the first of which a conjunct says
 * so. NULL: none. */
const gt_var *gt_expr_pinned(const gt_expr *guard, const gt_pin *pin, int32_t *value);
/* Bounds of an arithmetic operator's value from its operands' intervals, not clamped: for overflow checks. */
void gt_interval_apply(gt_expr_kind kind, gt_type x, gt_type y, int64_t *lo,
                       int64_t *hi); /* x op y; NEG: -x */
void gt_expr_interval(gt_expr_kind kind, uint32_t nkids, const gt_expr *const *kids, int64_t *lo,
                      int64_t *hi);
/* Same kind, payload and number of kids; and a hash that agrees with it. */
bool gt_expr_same_head(const gt_expr *a, const gt_expr *b);
uint64_t gt_expr_head_hash(const gt_expr *e);
/* Structural equality, positions ignored. Time is that of the trees, not of the DAGs: see ir/expr/fold.h for
 * big ones. */
bool gt_expr_equal(const gt_expr *a, const gt_expr *b);
/* Integer operators on constants with C's meaning. DIV and MOD by zero give 0: programs are made total before
 * anything is evaluated (passes/symmetric/total.c), so that value is never observed. */
int64_t gt_expr_apply(gt_expr_kind kind, const int64_t *args, uint32_t nargs);
/* The binary operators of reals; what is not a number stays so. */
gt_rat gt_expr_apply_real(gt_expr_kind kind, gt_rat x, gt_rat y);

#endif
