/* A slow and simple checker of guarded commands: every state and every edge in memory. The oracle for the
 * engines. */
#ifndef GT_TESTS_HELPER_EXPLICIT_H
#define GT_TESTS_HELPER_EXPLICIT_H

#include "backends/check/lift/lift.h"
#include "runtime/base.h"

typedef struct {
    uint32_t from, to;
    int32_t cmd; /* -1: the loop of a state without enabled command */
} ex_edge;

typedef struct {
    const gt_cmds *cmds;
    GT_VEC(int32_t *) states;
    GT_VEC(ex_edge) edges; /* grouped by `from` */
    uint32_t *first;       /* per state, its first edge; one more at the end */
    uint32_t ninit;        /* states 0..ninit-1 are the initial ones */
    uint32_t *index;       /* hash table: state number + 1 */
    size_t cap;
    bool *dead;
    bool overflow; /* more states or edges than asked for */
} ex_graph;

/* Builds the reachable part; gives up with `overflow` beyond max states. */
void ex_build(ex_graph *g, const gt_cmds *cmds, uint32_t max);
void ex_free(ex_graph *g);
int64_t ex_eval(const gt_expr *e, const int32_t *state);
/* Number of a state, or -1. */
int64_t ex_find(const ex_graph *g, const int32_t *state);
bool ex_has_edge(const ex_graph *g, uint32_t from, uint32_t to, int32_t cmd);
/* Length of the shortest path from an initial state to one where the formula is `value`; -1: none. NULL:
 * deadlock. */
int64_t ex_distance(const ex_graph *g, const gt_expr *state_formula, bool value);
/* Does the property hold in all initial states? */
bool ex_holds(const ex_graph *g, const gt_cmd_prop *prop);
/* Is LTL formula e true on the lasso, and are the fairness constraints met in its loop? */
bool ex_lasso_satisfies(const gt_abs_trace *t, const gt_expr *e);
bool ex_lasso_fair(const gt_cmds *cmds, const gt_abs_trace *t);

#endif
