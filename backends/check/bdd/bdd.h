/* The BDD engine: guarded commands as diagrams. This is between its files; from outside it is gt_check_bdd
 * (check.h).
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

/* ---- ray.c, accel.c, cycle.c: acceleration ---- */

/* The direction in which a repeated command moves numbers. */
typedef struct {
    gt_cb *cb;
    bool *vars;     /* variables that move and have bits of their own */
    bool *moving;   /* their pairs */
    int64_t *delta; /* what a firing adds to them; 0 for all others */
    uint32_t pivot; /* one that moves by 1 or -1 */
    gt_bdd cube;
} gt_cb_ray;

/* From changes of kind ADD; false: nothing moves by one. gt_cb_ray_end in any case. */
bool gt_cb_ray_begin(gt_cb_ray *ray, gt_cb *cb, uint32_t nchanges, const gt_cb_change *changes);
void gt_cb_ray_end(gt_cb_ray *ray);
/* { (x, y) : exists k >= 1, y = x + k delta } */
gt_bdd gt_cb_ray_moves(const gt_cb_ray *ray);
/* { (x, y) : exists k >= 1, y = x + k delta, guard(x + i delta) for 0 <= i < k }; NULL: the guard is not
 * convex. */
gt_bdd gt_cb_ray_plus(const gt_cb_ray *ray, gt_bdd guard);
/* The same from the guard's expression, of which each linear part is asked where it is hardest; NULL: not of
 * that form. A guard with alternatives gives those firings that one alternative allows from the first to the
 * last: *closed says whether these are all. */
gt_bdd gt_cb_accelerate(const gt_cb_ray *ray, const gt_expr *guard, gt_bdd probable, bool *closed);
/* What `changes` are when the branch fires for a second time in a row and only adds; *again is restricted to
 * the states in which that is so. */
gt_cb_change *gt_cb_repeated(gt_cb *cb, const gt_cmd_branch *branch, const gt_cb_change *changes,
                             uint32_t *nchanges, gt_bdd *again);
/* Is one step along the ray from a state of `where` always in `step`, a relation that changes `cube` only? */
bool gt_cb_ray_is_part_of(const gt_cb_ray *ray, gt_bdd where, gt_bdd step, gt_bdd cube);
/* Adds relations for short cycles of commands that only work in turns, like entering and leaving a critical
 * section. */
void gt_cb_add_cycles(gt_cb *cb);

/* ---- rel.c: relations ---- */
void gt_cb_build_relations(gt_cb *cb);

/* ---- fix.c: fixpoints ---- */

/* The structure formulas are evaluated in: the reached states, and a tableau beside them if there is one (its
 * relation reads the state after the step and changes the tableau's variables). All sets below are parts of
 * `states`. */
typedef struct {
    gt_cb *cb;
    gt_bdd states;
    gt_bdd dead;                  /* no guard holds: such a state is its own successor */
    gt_bdd tableau, tableau_cube; /* NULL: none */
    gt_fair_sets fair;            /* constraints that hold infinitely often on the paths considered */
} gt_cb_space;

/* Grows *reached from the initial states until nothing is new or `enough` (may be NULL) says so; true:
 * complete. */
bool gt_cb_reach(gt_cb *cb, gt_bdd *reached, bool (*enough)(void *arg, gt_bdd reached), void *arg);
/* saturate.c: the same result, by another way; *reached is the initial states if it does not end.
 */
bool gt_cb_saturate(gt_cb *cb, gt_bdd *reached);
/* States of `states` in which no guard holds. */
gt_bdd gt_cb_dead(gt_cb *cb, gt_bdd states);

/* Predecessors by one firing of relation r. */
gt_bdd gt_cb_pre(const gt_cb_space *sp, size_t r, gt_bdd set);
/* Successors by one firing of relation r, or by several in a row (plus). */
gt_bdd gt_cb_post(const gt_cb_space *sp, size_t r, bool plus, gt_bdd set);
/* Restricts the relations: relation r is used in the states of use[r] only, not at all where that is NULL. */
typedef const gt_bdd *gt_cb_use;
void gt_cb_use_fini(gt_cb *cb, gt_bdd *use);

/* States with a successor in `set`; use NULL: all relations. Dead states loop in any case. */
gt_bdd gt_cb_ex(const gt_cb_space *sp, gt_cb_use use, gt_bdd set);

/* How E[f U g] grew: layer 0 is g; each later one adds predecessors of the layer before it, by single firings
 * of any relation (rel < 0), by a single firing of `rel`, or by several (plus), which end in f. */
typedef struct {
    gt_bdd set; /* with all layers before */
    int32_t rel;
    bool plus;
} gt_cb_layer;
typedef GT_VEC(gt_cb_layer) gt_cb_onion;
void gt_cb_onion_fini(gt_cb *cb, gt_cb_onion *onion);

/* E[f U g]. Accelerated where f allows it. Stops as soon as a state of `until` (may be NULL) is in. */
gt_bdd gt_cb_eu(const gt_cb_space *sp, gt_cb_use use, gt_bdd f, gt_bdd g, gt_bdd until, gt_cb_onion *onion);
/* The same breadth first, so that layer k holds the states at distance k; gives up (false, *onion empty) when
 * it takes more than `layers` layers or so much work. */
bool gt_cb_eu_layers(const gt_cb_space *sp, gt_bdd f, gt_bdd g, gt_bdd until, uint64_t layers, uint64_t work,
                     gt_cb_onion *onion);
/* EG f on fair paths. *core (may be NULL): states of f that are dead and satisfy every constraint, or from
 * which a fair path goes on in f that uses relations only as `use` says (filled here; as many entries as
 * there are relations). */
gt_bdd gt_cb_eg(const gt_cb_space *sp, gt_bdd f, gt_bdd *core, gt_bdd *use);

/* ---- recur.c ---- */

/* Relations that may fire infinitely often on paths in f, and where: use[r], owned, NULL for all others. */
void gt_cb_recurrent(const gt_cb_space *sp, gt_bdd f, gt_bdd *use);

/* ---- sets.c: for CTL ---- */

/* The structure of CTL formulas, and the path under construction. */
typedef struct {
    gt_cb_space sp; /* without constraints of its own */
    struct gt_cb_path *path;
} gt_cb_view;
extern const gt_sets gt_cb_sets; /* of a gt_cb_view */

/* ---- ltl.c ---- */

/* A CTL formula that holds on all paths from a state if and only if the LTL formula e does, or NULL if no
 * such formula is known. Covers invariance, response, guarantee and their like (the common fragment of Maidl,
 * in part). */
const gt_expr *gt_cb_ltl_to_ctl(gt_arena *arena, const gt_expr *e);
/* How many tableau variables e takes. */
uint32_t gt_cb_tableau_size(const gt_expr *e);
/* Adds to sp the tableau of "not e": its relation and, after those sp has, its fairness constraints. *start:
 * the states of the product that promise a path on which e fails. Everything but *start, and all constraints,
 * are released by gt_cb_tableau_fini. */
void gt_cb_tableau(gt_cb_space *sp, const gt_expr *e, gt_bdd *start);
void gt_cb_tableau_fini(gt_cb_space *sp);

/* ---- trace.c ---- */

typedef struct gt_cb_path {
    gt_cb *cb;
    GT_VEC(int32_t *) states;
    GT_VEC(int32_t) rels; /* the relation that led to each state, or -1 */
    GT_VEC(uint64_t) times;
    int32_t loop_start;
    bool *bits; /* the state the path has come to */
} gt_cb_path;

/* No state yet. */
void gt_cb_path_init(gt_cb_path *path, gt_cb *cb);
void gt_cb_path_fini(gt_cb_path *path);
/* Begins in a state of `from`, if there is one. */
void gt_cb_path_begin(gt_cb_path *path, gt_bdd from);
/* Goes on (from its last state; begins in one of `from` if it has none) through f to g, with the relations in
 * `use` only (NULL: all). False: there is no way, or failure. *shortest (may be NULL): no shorter one exists.
 */
bool gt_cb_path_walk(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd from, gt_bdd f, gt_bdd g,
                     bool *shortest);
/* A single step to a state of `target`, by one of the relations in `use` (NULL: any). */
bool gt_cb_path_step(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd target);
/* Goes on along a fair path in f for ever: a stem and a loop. `from` as above. */
void gt_cb_path_lasso(gt_cb_path *path, const gt_cb_space *sp, gt_bdd from, gt_bdd f);
/* The path as a trace in the arena; NULL if the engine failed on the way. */
const gt_abs_trace *gt_cb_path_trace(const gt_cb_path *path);

/* Appends the state in path->bits, to which one firing of relation `rel` has led (-1: none). */
void gt_cb_path_push(gt_cb_path *path, int32_t rel);

/* ---- lasso.c ---- */

/* gt_sets.short_lasso: `sets` are from, f, g and h of it. */
bool gt_cb_short_lasso(const gt_cb_view *v, const gt_bdd *sets, const gt_fair_sets *fair, bool *shortest);

/* ---- ghost.c ---- */

/* For every initial state of the program itself, is one of its choices of ghosts in `good`? 1, 0, or -1:
 * cannot tell. */
int gt_cb_some_ghosts(gt_cb *cb, gt_bdd good);

#endif
