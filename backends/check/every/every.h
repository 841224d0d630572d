/* Proofs for every number of processes. Entry: gt_every_new, gt_every_prove.
 *
 * The parametric counter program. Sizes are symbols. A state is a control (the values of the finite
 * variables: shared ones, and where id variables point) and a vector of natural numbers, one per column: the
 * sizes, the shared integers whose range depends on them, the counters. Guards, effects, ranges and
 * properties are linear in the columns. It is made of the dense guarded commands of the program with open
 * sizes (gt_var.is_size), whose expressions no pass may have simplified but for reasons that are good for
 * every size; what is not linear is refused, with its position.
 *
 * A proof is one formula per control, a conjunction of clauses, a clause a disjunction of inequalities: its
 * invariant. Each step is a query that must have no solution: initial states satisfy it, every rule keeps it
 * and keeps numbers natural, bad states contradict it. The queries are decided here, exactly; they are also
 * written as SMT-LIB for others to decide. */
#ifndef GT_BACKENDS_CHECK_EVERY_EVERY_H
#define GT_BACKENDS_CHECK_EVERY_EVERY_H

#include "ir/cmd.h"
#include "runtime/limits.h"
#include "runtime/table.h"

/* k + sum of a[i] * column i, meant as >= 0 where it is a condition. Interned: equal rows are one pointer. */
typedef struct {
    uint32_t number; /* in the order of their making */
    bool constant;   /* no column occurs */
    int64_t k;
    int64_t a[];
} gt_row;

/* A conjunction or a clause of rows, as its place says. */
typedef struct {
    uint32_t n;
    const gt_row *const *rows;
} gt_row_set;

/* A disjunction of conjunctions. */
typedef struct {
    uint32_t n;
    const gt_row_set *conjs;
} gt_row_dnf;

typedef enum { GT_COLUMN_SIZE, GT_COLUMN_INT, GT_COLUMN_COUNTER, GT_COLUMN_PARITY } gt_column_kind;
typedef struct {
    gt_column_kind kind;
    const char *name;
    uint32_t var; /* of the commands; PARITY: none */
} gt_column;

/* Counters whose sum is told to be even or odd. */
typedef struct {
    uint32_t n;
    const uint32_t *columns;
} gt_sum;
typedef GT_VEC(gt_sum) gt_sums;
enum { GT_MOST_SUMS = 4 };

typedef struct {
    const gt_cmd *cmd;
    uint32_t branch;
    uint32_t target;           /* control */
    gt_row_set guard;          /* all of it */
    const gt_row *const *post; /* per column: its value after the step */
} gt_every_rule;

typedef struct {
    const int32_t *values; /* per variable of the commands; columns: 0 */
    bool opened;           /* what follows is known */
    uint32_t nrules;
    const gt_every_rule *rules;
} gt_control;

typedef struct {
    uint32_t control;
    gt_row_set where;
} gt_every_init;

typedef struct gt_every gt_every;
struct gt_every {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    uint32_t ncolumns;
    gt_column *columns;
    int32_t *column_of; /* variable -> column, -1: part of the control */
    gt_row_set assumed; /* of the sizes, which never change */
    uint32_t nsums;
    const gt_sum *sums;
    uint32_t first_half; /* columns: half and odd of each sum, one after the other */
    uint32_t ninits;
    gt_every_init *inits;
    GT_VEC(gt_control) controls;
    gt_table control_table, row_table;
    GT_VEC(const gt_row *) rows;
    GT_VEC(const gt_row *) nots; /* per row: its negation, NULL: not asked for */
    const char *refused;         /* what is not linear, or not understood; NULL: nothing yet */
    gt_pos refused_at;
};

/* NULL after reporting why not; then, and if p->refused is set later, nothing about the program is known.
 * Everything lives in the arena of ctx. sums: NULL, or those that columns are added for. */
gt_every *gt_every_new(gt_ctx *ctx, const gt_cmds *cmds, const gt_sums *sums);
void gt_every_free(gt_every *p);

/* The rules of a control, made when they are asked for. False: p->refused. */
bool gt_every_open(gt_every *p, uint32_t control);
/* The states of that control in which property `prop` of p->cmds fails: some conjunction holds, and every
 * clause does. False: p->refused. */
typedef struct {
    gt_row_dnf some;
    uint32_t nclauses;
    const gt_row_set *clauses;
} gt_every_bad;
bool gt_every_bad_states(gt_every *p, uint32_t prop, uint32_t control, gt_every_bad *bad);
/* A state of an instance. */
typedef struct {
    uint32_t control;
    const int64_t *x;
} gt_every_state;
typedef GT_VEC(gt_every_state) gt_every_states;
/* Whether the property fails in one of these states, which are reachable. */
bool gt_every_fails(gt_every *p, uint32_t prop, const gt_every_states *states);
/* Whether properties of this kind and form can be asked about. */
bool gt_every_can(const gt_every *p, uint32_t prop);

/* ---- row.c ---- */
const gt_row *gt_row_make(gt_every *p, int64_t k, const int64_t *a);
const gt_row *gt_row_const(gt_every *p, int64_t k);
const gt_row *gt_row_column(gt_every *p, uint32_t column);
/* x * r + y * s */
const gt_row *gt_row_combine(gt_every *p, int64_t x, const gt_row *r, int64_t y, const gt_row *s);
const gt_row *gt_row_shift(gt_every *p, const gt_row *r, int64_t k);
/* r < 0, as a row. */
const gt_row *gt_row_not(gt_every *p, const gt_row *r);
/* The row of the condition in lowest terms: integers decide. */
const gt_row *gt_row_tight(gt_every *p, const gt_row *r);
/* The value of r after a step. */
const gt_row *gt_row_after(gt_every *p, const gt_row *r, const gt_row *const *post);
/* Of a number after a step: something is taken away; a sum of natural numbers alone is natural. */
bool gt_row_may_fall(const gt_every *p, const gt_row *r);
int64_t gt_row_value(const gt_every *p, const gt_row *r, const int64_t *x);

/* ---- form.c: expressions of guarded commands, in a control ---- */
/* When the boolean is `holds`. */
bool gt_every_formula(gt_every *p, const int32_t *values, const gt_expr *e, bool holds, gt_row_dnf *out);
/* The cases of an integer. */
typedef struct {
    gt_row_set when;
    const gt_row *value;
} gt_row_case;
bool gt_every_number(gt_every *p, const int32_t *values, const gt_expr *e, uint32_t *n,
                     const gt_row_case **cases);
/* Both; false: too many, p->refused. */
bool gt_dnf_and(gt_every *p, gt_pos pos, const gt_row_dnf *x, const gt_row_dnf *y, gt_row_dnf *out);
/* Conjunction; *possible: no row of it is false. */
gt_row_set gt_set_and(gt_every *p, gt_row_set x, gt_row_set y, bool *possible);
bool gt_every_refuse(gt_every *p, gt_pos pos, const char *why);

/* ---- parity.c ---- */
void gt_parity_columns(gt_every *p);
/* What the columns are at the start. */
gt_row_set gt_parity_start(gt_every *p);
/* What they are after a step whose other columns are in post. False: p->refused. */
bool gt_parity_step(gt_every *p, gt_pos pos, const gt_row **post);
/* The sums that the property speaks of. */
void gt_every_sums(gt_every *p, uint32_t prop, gt_sums *to);

/* ---- sat.c: is there a vector of natural numbers? ---- */
typedef enum { GT_SAT_NO, GT_SAT_YES, GT_SAT_UNKNOWN } gt_sat;
/* What sizes are, all rows of `all`, and one row of each clause; the arrays are borrowed. */
typedef struct gt_solver gt_solver;
gt_solver *gt_solver_new(const gt_every *p, gt_row_set all, uint32_t nclauses, const gt_row_set *clauses);
void gt_solver_free(gt_solver *s);
/* Together with these rows; *model (ncolumns, may be NULL) on YES. */
gt_sat gt_solver_ask(gt_solver *s, gt_row_set more, int64_t *model);

/* ---- sample.c: the states of one instance ---- */
/* Appends the reachable states of that instance, at most `most`. False: there are more, or p->refused. */
bool gt_every_reach(gt_every *p, const int64_t *sizes, size_t most, gt_every_states *out);

/* ---- learn.c: what is true of the samples, and of all sizes ---- */
typedef GT_VEC(gt_row_set) gt_clauses;
typedef struct {
    gt_clauses clauses; /* an empty clause: the control is not reached */
    bool dead;          /* there is one */
} gt_inv;
typedef GT_VEC(gt_inv) gt_invs; /* per control */

/* An inductive invariant, the strongest of those that candidates learned from the samples make up, where what
 * is known (an inductive invariant, or nothing) is true; it is not repeated. False: a limit is met, *stop
 * says which, or p->refused. */
bool gt_every_learn(gt_every *p, const gt_every_states *samples, const gt_invs *known,
                    const gt_limits *limits, gt_invs *out, gt_stop *stop);
void gt_invs_fini(gt_invs *invs);
/* Both: more clauses for each control; one that either excludes is excluded. */
void gt_invs_add(gt_invs *to, const gt_invs *from);
bool gt_clause_holds(const gt_every *p, gt_row_set clause, const int64_t *x);

/* ---- views.c: an inductive invariant without samples or solver ---- */
/* Which pairs of local states occur. False: rules do more than move processes, the program is too large, or
 * *stop. */
bool gt_every_views(gt_every *p, const gt_limits *limits, gt_invs *out, gt_stop *stop);

/* ---- boxes.c: counters as 0, 1, ... and "so many or more" ---- */
typedef struct gt_boxes gt_boxes;
/* The vectors that are found where what is known (an inductive invariant, or nothing) is true; it is part of
 * *out, which else says no more than which controls are reached: clauses come from gt_boxes_exclude. NULL:
 * too many vectors, p->refused, or *stop. */
gt_boxes *gt_boxes_new(gt_every *p, int32_t most, const gt_invs *known, const gt_limits *limits, gt_invs *out,
                       gt_stop *stop);
/* For gt_pool; arg: gt_boxes. */
gt_row_set gt_boxes_exclude(void *arg, uint32_t control, const int64_t *x);
void gt_boxes_free(gt_boxes *boxes);

/* ---- backward.c: from bad states to what leads there ---- */
/* An inductive invariant in which the property holds, with what is known. False: none of this form, too
 * large, p->refused, or *stop. */
bool gt_every_backward(gt_every *p, uint32_t prop, const gt_invs *known, const gt_limits *limits,
                       gt_invs *out, gt_stop *stop);

/* ---- proof.c ---- */
/* What proofs are made of: the clauses of an inductive invariant. */
typedef struct {
    const gt_invs *invs;
    /* One more that this state violates; rows NULL: there is none. May be NULL. */
    gt_row_set (*exclude)(void *arg, uint32_t control, const int64_t *x);
    void *arg;
} gt_pool;
/* What a proof has to show; gone through in a fixed order. Return false to stop. */
typedef enum { GT_QUERY_INIT, GT_QUERY_STEP, GT_QUERY_NATURAL, GT_QUERY_SAFE } gt_query_kind;
typedef struct {
    gt_query_kind kind;
    uint32_t from;    /* STEP, NATURAL, SAFE: the control whose invariant is assumed */
    uint32_t control; /* INIT, STEP: the control whose clause is to hold */
    int32_t clause;   /* INIT, STEP: its number */
    uint32_t rule, init;
    gt_row_set all; /* besides the invariant of `from` */
    uint32_t nclauses;
    const gt_row_set *clauses; /* likewise */
} gt_query;
typedef bool gt_query_fn(void *arg, const gt_query *query);
bool gt_every_queries(gt_every *p, uint32_t prop, const gt_invs *invs, gt_query_fn *fn, void *arg);

/* A proof of property `prop` with as few clauses as is easily found, out of an inductive invariant. False:
 * there is none, or a limit is met. *why: the state that could not be excluded, or what was unknown. */
bool gt_every_prove(gt_every *p, uint32_t prop, const gt_pool *pool, const gt_limits *limits, gt_invs *proof,
                    const char **why);
/* Discharges every query. False: not all of them are, or a limit is met; *count: how many there are. */
bool gt_every_discharge(gt_every *p, uint32_t prop, const gt_invs *proof, const gt_limits *limits,
                        uint32_t *count);

/* ---- smtlib.c ---- */
/* The proof as SMT-LIB, QF_LIA. */
void gt_every_certificate(gt_every *p, uint32_t prop, const gt_invs *proof, gt_str *out);
/* The program and that property as Horn clauses, an unknown invariant for each control. False: p->refused. */
bool gt_every_horn(gt_every *p, uint32_t prop, gt_str *out);

#endif
