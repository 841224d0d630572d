/* The symmetric program: the model as written, resolved and typed. It knows processes and ids.
 *
 * Meaning. A state gives a value to each element of each shared variable and of each local variable of each
 * process, and says whether an error has happened. A rule with owner P, partners j1..jk and choices c1..cm
 * can fire for each valuation of self (in P), of the partners (different from self and each other where types
 * agree) and of the choices (each satisfying its `where`) for which the guard holds, all read in the current
 * state; each branch then performs all its updates at once, every right side read in the current state. A
 * choice without a candidate disables the rule, and so does a rate of zero. Evaluating a guard, weight, where
 * or update (of a branch whose probability is not 0) that divides by zero or indexes outside an array,
 * storing a value outside the variable's range, a negative rate or probability, or probabilities of a rule
 * that do not add up to 1 lead to the error state: the same values with the error flag set; it has no
 * successor but itself. && || -> ?: evaluate left to right and only as far as needed; a quantifier has an
 * error if its body has one for some process. A state without error and without enabled rule is a deadlock
 * and loops. The initial states are those that the initial values give, in order of declaration, and in which
 * `initially` holds. */
#ifndef GT_IR_SYM_H
#define GT_IR_SYM_H

#include "ir/expr/expr.h"
#include "runtime/context.h"
#include "runtime/str.h"

struct gt_enum {
    const char *name; /* "" for an inline enum; "P.loc" for locations */
    gt_pos pos;
    uint32_t nvalues;
    const char **values;
    const gt_pos *places; /* where each is declared; NULL: not known */
};

typedef struct {
    int32_t lo, hi;    /* index range; for an enum index 0..nvalues-1 */
    const gt_enum *en; /* or NULL */
} gt_dim;

/* An initial value: a deterministic expression (binder NULL), or a choice (expr unused, see binder->where).
 * It may mention constants, shared variables declared earlier and, for locals, self and the process's earlier
 * locals. */
typedef struct {
    const gt_expr *expr;
    const gt_binder *choice;
} gt_init;

struct gt_var {
    const char *name;
    gt_pos pos;
    const gt_proc *owner; /* NULL: shared */
    uint32_t index;       /* position in the program's shared variables, or in its owner's */
    gt_type type;         /* of an element */
    uint32_t ndims;
    const gt_dim *dims; /* row-major; ndims 0: a scalar */
    uint32_t len;       /* product of the dimensions, 1 for a scalar */
    uint32_t ninits;    /* 1 (for every element) or len */
    const gt_init *inits;
    bool is_loc;                /* made by `states` */
    bool is_ghost;              /* made for the prefix of a property: chosen initially, never assigned */
    bool is_error;              /* made by passes/symmetric/total.c: the error flag */
    const int32_t *class_sizes; /* made by `classes`, a local enum that is never assigned: how many processes
                                   begin with each of its values, those with the first one first. Else NULL */
    bool is_size;               /* a constant that is left open: chosen initially, never assigned */
    const gt_expr *bound; /* a shared INT whose upper bound depends on open sizes: that bound, over those
                             variables; type.hi is more than it. Else NULL */
    const gt_var
        *origin; /* made by passes/symmetric/scalar.c: element `element` of that variable; else NULL */
    uint32_t element;
};

/* How the processes of a type may change places without changing what the program does. */
typedef enum {
    GT_SYMMETRY_FULL,   /* in every way: a set */
    GT_SYMMETRY_RING,   /* all of them by as many places: process i stands before i + 1, and n before 1 */
    GT_SYMMETRY_SIMILAR /* nobody promises any: they have the numbers 1 to n, and a program may look at them
                         */
} gt_symmetry;

struct gt_proc {
    const char *name;
    gt_pos pos;
    uint32_t index; /* position in the program */
    gt_symmetry symmetry;
    int32_t n;           /* how many processes, >= 1; of a ring >= 2 */
    const gt_expr *size; /* their number where it is left open, over variables that are sizes; n is more than
                            it. Else NULL */
    uint32_t nvars;
    gt_var **vars;
    gt_var *loc; /* one of vars, or NULL */
};

/* target := value, if `cond` (NULL: always), for each process `each` (NULL: once). */
typedef struct {
    gt_pos pos;
    const gt_expr *cond;
    const gt_binder *each; /* broadcast: then proc is BOUND(each) */
    const gt_expr *proc;   /* whose local variable; NULL: a shared variable */
    const gt_var *var;
    const gt_expr *index; /* INDICES of an array, else NULL */
    const gt_expr *value;
    const gt_binder *spread; /* broadcast in which each process chooses for itself: the choice as written,
                                over BOUND(each). What it means stands in `value`, which picks one of the
                                rule's choices by who the process is; for printing. Else NULL */
} gt_update;

typedef struct {
    gt_pos pos;
    const gt_expr *prob; /* real; NULL: 1 */
    uint32_t nupdates;
    const gt_update *updates;
} gt_branch;

typedef struct gt_rule {
    const char *name;  /* as written, or "" */
    const char *label; /* for people: the name, or "A -> B" for an edge, or "rule 3"; unique within its owner
                          in the program as written (a pass that splits a rule keeps its label) */
    gt_pos pos;
    uint32_t index;        /* position in the program */
    const gt_proc *owner;  /* whose rule; NULL: top level, no self */
    const char *from, *to; /* as written, A -> B: the guard's first conjunct is self.loc == A, the first
                              update of each branch self.loc := B; NULL: no edge, or made by a pass */
    uint32_t npartners, nchoices;
    const gt_binder **partners;
    const gt_binder **choices; /* unconditional: an `any` under an `if` splits the rule */
    const gt_expr *guard;      /* `where` and `when`; never NULL */
    const gt_expr *rate;       /* NULL: 1 */
    uint32_t nbranches;        /* >= 1 */
    const gt_branch *branches;
    const struct gt_rule *origin; /* made from that rule by a pass, else NULL */
} gt_rule;

typedef enum {
#define GT_PROP(kind, xml, listed, keyword, said) GT_PROP_##kind,
#include "ir/prop.def"
#undef GT_PROP
} gt_prop_kind;
/* By kind: what it is called in lists, in the language, in messages. */
typedef struct {
    const char *listed, *keyword, *said;
} gt_prop_word;
extern const gt_prop_word gt_prop_words[];

typedef struct {
    gt_prop_kind kind;
    const char
        *name; /* as written; "deadlock" and "error" for the two built in; invented names are "property_3" */
    gt_pos pos;
    uint32_t nprefix;
    const gt_binder **prefix;
    bool is_ours;           /* nobody wrote it: it judges what a pass made (gt_cmds_judged); false: a bug */
    bool prefix_exists;     /* the prefix is exists, not forall (the two are not mixed in one property) */
    const gt_expr *formula; /* INVARIANT and NOERROR: what always holds; DEADLOCK: where the program may stop,
                               NULL: nowhere. NOERROR is made by passes/symmetric/total.c: no error flag, and
                               every atom, fairness and reward can be evaluated */
} gt_prop;

typedef struct {
    const char *name;
    gt_pos pos;
    const gt_expr *expr;
} gt_fair;

/* Everybody gets a turn: each process of a type, or, of rules at top level, the program, which is one process
 * then. It is *able* where one of the rules can fire with it as self, it *moves* when one of them does; to be
 * a partner is not to move, and nobody is able in a deadlock or after an error. A path is fair if everybody
 * who is able from some point on always (strong: again and again) moves again and again. */
typedef struct {
    gt_pos pos;
    bool strong;
    const gt_proc *proc; /* whose rules count, all of them; NULL: those of one name */
    const char *rule;    /* that name: the owners of these rules are served, each type by itself; else NULL */
} gt_turn;

typedef struct {
    const char *name;
    gt_pos pos;
    uint32_t nrules; /* 0: a state reward; else earned when one of these rules fires */
    const char **rules;
    const gt_expr *expr;
} gt_reward;

typedef enum { GT_MODEL_PLAIN, GT_MODEL_MDP, GT_MODEL_DTMC, GT_MODEL_CTMC } gt_model_kind;

typedef struct {
    const char *name;
    const char *file; /* the source's name, for headers */
    uint32_t nincluded;
    const char **included; /* other files it was read from, as they are opened */
    gt_model_kind kind;
    bool unproved; /* read from a file of what was made of it: nobody has proved that it is symmetric, writes
                      once and reads no variable of none, nor that the rest of the file is total */
    uint32_t nenums, nprocs, nshared, nrules, nprops, nfair, nturns, nrewards;
    uint32_t nassumed;       /* what may be taken for granted of sizes that are left open: */
    const gt_expr **assumed; /* conditions over variables that are sizes */
    gt_enum **enums;         /* all of them: inline ones and the locations of processes too */
    gt_proc **procs;
    gt_var **shared;
    const gt_expr *initially; /* only states in which it holds are initial; total; NULL: all that the initial
                                 values give */
    gt_rule **rules;          /* in source order */
    gt_prop **props;
    gt_fair **fair;
    gt_turn **turns;
    gt_reward **rewards;
} gt_sym;

/* What ties processes to each other, so that how many there are in each local state does not say all of a
 * state: a local variable that names processes, or a type that is no set. Such a program has no counter
 * program. Both are NULL where nothing does. */
typedef struct {
    const gt_var *var;
    const gt_proc *proc;
} gt_tie;
gt_tie gt_sym_tie(const gt_sym *sym);
static inline bool gt_sym_is_tied(const gt_sym *sym)
{
    gt_tie tie = gt_sym_tie(sym);
    return tie.var || tie.proc;
}
/* What such a type is: "a ring", "of similar processes". */
const char *gt_symmetry_text(gt_symmetry symmetry);
/* The first type whose processes are similar, or NULL. */
const gt_proc *gt_sym_similar(const gt_sym *sym);
/* The variable of the type's classes, or NULL. */
const gt_var *gt_class_var(const gt_proc *proc);
/* The class of a process, numbered from 1. */
int32_t gt_class_of(const gt_var *var, int32_t process);
/* In how many ways classes could be given to the processes of the type. */
double gt_class_ways(const gt_proc *proc);
/* What holds in initial states whichever process is in which class: `initially`, and how many processes are
 * in each class. NULL: nothing is asked. For whoever does not tell processes apart, and takes the variable of
 * classes as one that is chosen. */
const gt_expr *gt_sym_begins(gt_arena *arena, const gt_sym *sym);

/* Writes the program as .sym text that parses to an equal program. */
void gt_sym_print(const gt_sym *sym, gt_str *out);
/* Its parts, each on one line; "": there is nothing to say. */
typedef struct {
    const char *when;   /* "when tok == self"; of an edge what it asks beyond the location */
    const char *effect; /* "do { tok := any; }"; of an edge what it does beyond going there */
} gt_rule_text;
typedef struct {
    gt_rule_text *rules; /* parallel to sym->rules */
    const char **props;  /* their formulas; parallel to sym->props */
} gt_sym_text;
const gt_sym_text *gt_sym_texts(gt_arena *arena, const gt_sym *sym);
/* One expression in .sym syntax, with as few parentheses as precedence allows. Also prints POP and CMD kinds.
 */
void gt_expr_print(const gt_expr *e, gt_str *out);
/* Checks every invariant this header states; gt_ice on a violation. */
void gt_sym_verify(const gt_sym *sym);

#endif
