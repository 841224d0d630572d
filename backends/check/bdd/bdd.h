/* The BDD engine: guarded commands as diagrams. From outside it is gt_engine_bdd (engine.h); this is between
 * its files: variables, expressions and relations as diagrams. accel.h closes relations, fix.h has the
 * fixpoints, ltl.h tableaux, path.h what counterexamples are made of.
 *
 * Sees runtime/bdd, the temporal room and what a trace is; of the representations guarded commands alone, and
 * what they mean where it walks state by state. */
#ifndef GT_BACKENDS_CHECK_BDD_BDD_H
#define GT_BACKENDS_CHECK_BDD_BDD_H

#include "backends/check/temporal/temporal.h"
#include "runtime/bdd/lin.h"
#include "runtime/clock.h"
#include "runtime/table.h"

/* Where a variable of the guarded commands lives. A dropped one has no bits: a linear invariant gives its
 * value. */
typedef struct {
    int64_t lo;
    uint32_t nbits;
    uint32_t *pairs; /* bit i of (value - lo), least significant first */
    bool dropped;
    gt_lin value; /* over current variables */
} gt_cb_var;

/* What one firing does to a variable. */
typedef enum { GT_CB_ADD, GT_CB_CONST, GT_CB_OTHER } gt_cb_change_kind;
typedef struct {
    uint32_t var;
    gt_cb_change_kind kind;
    int64_t value; /* ADD: how much; CONST: the new value */
} gt_cb_change;

/* A command of a cycle of commands that is accelerated as a whole. */
typedef struct {
    uint32_t cmd, nchanges;
    const gt_cb_change *changes; /* ADD and CONST only */
} gt_cb_part;

/* One branch of one command. Its relation changes the pairs of `cube` only. */
typedef struct {
    uint32_t cmd, branch;
    gt_bdd guard; /* can fire: over current variables */
    gt_bdd step;  /* one firing */
    gt_bdd plus;  /* single firings and several in a row; NULL: not accelerated */
    bool closed;  /* plus has any number of firings in a row: doing it twice is doing it once */
    gt_bdd cube;
    bool extra; /* a special case of another branch, accelerated: not needed where single steps are taken */
    uint32_t nchanges;
    gt_cb_change *changes;
    uint32_t nparts; /* 0: one command; else a cycle, of which `cmd` is the first: extra, with `changes` of
                        one round */
    const gt_cb_part *parts;
    uint32_t rank; /* for chaining: sources before targets */
} gt_cb_rel;

typedef struct gt_cb {
    gt_ctx *ctx;
    const gt_cmds *cmds;  /* without picks */
    const uint32_t *from; /* by command: the number of the one that was given; NULL: the same */
    const gt_check_options *options;
    gt_bdd_mgr *m;
    gt_cb_var *vars;
    uint32_t npairs, ntableau; /* pairs 0..ntableau-1 are free for tableaux, the others make up a state */
    uint32_t *pair_var;        /* which variable a pair belongs to; UINT32_MAX: the tableau */
    uint32_t *state_pairs;     /* all but the tableau's and the dropped variables' */
    uint32_t nstate_pairs;
    bool *
        is_number; /* per variable: laid out in slices, a counter or a large number; the others are control */
    GT_VEC(gt_cb_rel) rels; /* in the order of chaining */
    gt_bdd init;
    gt_bdd known; /* holds in all reachable states (slots are in order): makes relations smaller */
    gt_ptrmap memo;

    gt_work work;
    uint64_t soft_limit; /* of gt_bdd_work: then an attempt is given up; 0: never */
    double last_moment;  /* a limit was met: this time alone counts now; 0: none was */
    gt_stop stopped;     /* set by the function CUDD asks */
    bool too_large;      /* a probability needs integers beyond 60 bits: the relations are wrong */
} gt_cb;

/* ---- expr.c: expressions ---- */

/* How variables are read: NULL: all current. Otherwise those with post[v] are read as next value minus
 * delta[v]. */
typedef struct {
    const bool *post;
    const int64_t *delta;
} gt_cb_reading;

void gt_cb_memo_free(gt_cb *cb);
/* lin += factor * value of e, an integer (or enum, or 0/1) expression */
void gt_cb_int(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor, const gt_expr *e);
gt_bdd gt_cb_bool(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e);
/* e > 0, e a probability */
gt_bdd gt_cb_positive(gt_cb *cb, const gt_expr *e);
/* lin += factor * variable v, in its current or next value */
void gt_cb_add_var(gt_cb *cb, gt_lin *lin, int64_t factor, uint32_t v, bool next);

/* Per variable, its coefficient in `lin` if it occurs there as a whole (0: it does not occur); GT_CB_TANGLED
 * if it occurs in another way. `lin` must be normalized and over current variables. */
#define GT_CB_TANGLED INT64_MIN
void gt_cb_coefficients(gt_cb *cb, const gt_lin *lin, int64_t *coef);

/* ---- model.c: the layout, initial states ---- */
/* Fills everything but rels; false: out of memory at once. `ntableau` variables are put on top. */
bool gt_cb_open(gt_cb *cb, gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options,
                uint32_t ntableau);
void gt_cb_close(gt_cb *cb);
/* Reports progress now and then; `set` is the set whose states are counted, or NULL. */
void gt_cb_tick(gt_cb *cb, gt_bdd set);
/* Values of all variables in one state. */
void gt_cb_decode(gt_cb *cb, const bool *bits, int32_t *values);

/* ---- rel.c: relations ---- */
void gt_cb_build_relations(gt_cb *cb);
/* Those of one command alone are added; all are dropped. */
void gt_cb_add_relations(gt_cb *cb, uint32_t cmd);
void gt_cb_drop_relations(gt_cb *cb);

#endif
