/* Satisfiability of clauses: CaDiCaL behind a wall. Sees runtime.
 *
 * A literal is a variable from 1 on, negative if it is negated. Clauses stay; what is assumed is for the next
 * question only. */
#ifndef GT_RUNTIME_SAT_SAT_H
#define GT_RUNTIME_SAT_SAT_H

#include "runtime/limits.h"

typedef struct gt_sat gt_sat;
typedef enum { GT_SAT_UNKNOWN, GT_SAT_YES, GT_SAT_NO } gt_sat_answer;

/* Asks `limits` while it works; they must outlive it. */
gt_sat *gt_sat_new(const gt_limits *limits);
void gt_sat_free(gt_sat *s);

/* A new variable. */
int gt_sat_var(gt_sat *s);
void gt_sat_clause(gt_sat *s, size_t n, const int *literals);
void gt_sat_assume(gt_sat *s, int literal);
/* UNKNOWN: a limit was met, gt_sat_stopped says which. */
gt_sat_answer gt_sat_solve(gt_sat *s);
gt_stop gt_sat_stopped(const gt_sat *s);
/* After YES: whether the literal holds in the answer. */
bool gt_sat_holds(const gt_sat *s, int literal);

/* Since the beginning. */
typedef struct {
    uint64_t variables, clauses, questions;
} gt_sat_numbers;
gt_sat_numbers gt_sat_count(const gt_sat *s);

#endif
