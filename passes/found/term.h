/* Guarded commands in normal form. Terms are hash-consed: equal ones are one. Operands that may change places
 * stand in order of their numbers, negations at the leaves, comparisons of a variable with constants are sets
 * of its values, and case distinctions by a variable have an arm for each value. */
#ifndef GT_PASSES_FOUND_TERM_H
#define GT_PASSES_FOUND_TERM_H

#include "ir/cmd.h"
#include "runtime/context.h"
#include "runtime/table.h"

typedef enum {
    TERM_VARIABLE, /* number: which. As an operand of what stores or compares, its value */
    TERM_VALUE,    /* number: the value; kids: its variable */
    TERM_NUMBER,   /* number */
    TERM_REAL,     /* number / den */
    TERM_READ,     /* the variable kids[0] as a number: its values are these and no others */
    TERM_IN,       /* bool: the variable has one of these values; kids: VALUE of one variable, any order */
    TERM_SAME,     /* bool: two variables are equal; kids: VARIABLE, any order */
    TERM_CASE,     /* kids: an ARM for each value of one variable, any order */
    TERM_ARM,      /* kids: VALUE, and what it is then */
    TERM_NOTHING,  /* in an ARM: nobody asks for it */
    TERM_NOT,      /* of what has no better negation */
    TERM_ANY,      /* kids in any order; number: an operator, or a gt_term_list */
    TERM_OP        /* kids in this order; number: an operator, or a gt_term_list */
} gt_term_kind;

/* What stands beside operators (gt_expr_kind) in `number`. */
typedef enum {
    TERM_ASSIGN = GT_EXPR_KINDS, /* VARIABLE := what */
    TERM_BRANCH,                 /* probability, then ASSIGNs in ASSIGNS */
    TERM_ASSIGNS,
    TERM_COMMAND, /* guard, weight, BRANCHES, and what tells it from others: numbers of its rewards */
    TERM_BRANCHES,
    TERM_COMMANDS,
    TERM_TERMS,   /* any */
    TERM_PROGRAM, /* COMMANDS, initial states, fairness and rewards */
    TERM_BOUND    /* of PCTL: all that is not a kid */
} gt_term_list;

typedef struct gt_term {
    gt_term_kind kind;
    uint32_t id; /* in order of making */
    int64_t number, den;
    uint32_t nkids;
    const struct gt_term **kids;
} gt_term;

typedef GT_VEC(const gt_term *) gt_term_vec;

typedef struct gt_terms {
    gt_arena *arena;
    const gt_cmds *cmds;
    gt_table table;
    gt_term_vec all;
    gt_ptrmap bools, numbers, negations; /* already made */
    bool *wide;                          /* by variable: too many values to list them; its values are fixed */
    bool *fixed;                         /* read as a number, a bool, or a location: values stay */
    struct gt_term_link {
        uint32_t x, y; /* the values of one mean the same in the other */
    } * links;
    size_t nlinks, caplinks;

    const gt_term *program;
    const gt_term **commands; /* by command */
    const gt_term *init;      /* a bool */
    const gt_term **fair;     /* by fairness */
    const gt_term **rewards;  /* by reward */
    const gt_term **formulas; /* by property; NULL: it has none */
} gt_terms;

/* Lives until gt_terms_free; the terms themselves in the arena. */
gt_terms *gt_terms_new(gt_arena *arena, const gt_cmds *cmds);
void gt_terms_free(gt_terms *t);

/* The one term like this; kids are sorted where order does not matter. */
const gt_term *gt_term_make(gt_terms *t, gt_term_kind kind, int64_t number, int64_t den, uint32_t nkids,
                            const gt_term *const *kids);
const gt_term *gt_term_variable(gt_terms *t, uint32_t var);
const gt_term *gt_term_value(gt_terms *t, uint32_t var, int64_t value);
static inline bool gt_term_is(const gt_term *t, gt_term_kind kind, int64_t number)
{
    return t->kind == kind && t->number == number;
}
/* The variable of IN, CASE, VALUE. */
uint32_t gt_term_var(const gt_term *t);

/* ---- permutations ---- */
typedef struct {
    const gt_terms *terms;
    uint32_t *vars;   /* by variable: where it goes */
    int32_t **values; /* by variable: where its value lo + i goes; NULL: to itself */
} gt_perm;
gt_perm gt_perm_new(gt_arena *arena, const gt_terms *t);
int32_t gt_perm_value(const gt_perm *p, uint32_t var, int32_t value);
const gt_term *gt_perm_apply(gt_terms *t, const gt_perm *p, const gt_term *term);
/* Whether it is a permutation that keeps the program. */
bool gt_perm_is_automorphism(gt_terms *t, const gt_perm *p);

#endif
