/* The multiset engine: population programs as diagrams of multisets. This is between its files; from outside
 * it is gt_engine_multiset.
 *
 * A state is a control (shared values, how id variables alias, the local states of tracked processes) and the
 * multiset of the local states of all others. Controls and local states get numbers when they are first seen;
 * a set of states is one diagram (runtime/mdd) per control, whose levels are the local states. What a rule
 * does in a control, played from given local states, is worked out once, by evaluating it, as a *step*: take
 * these local states, if a condition on counts holds; send the others where a map says; put those; go to that
 * control. So nothing is said in terms of variables once the steps are there.
 *
 * Sees population programs, runtime/mdd, the temporal room and lifting. */
#ifndef GT_BACKENDS_CHECK_MULTISET_MULTISET_H
#define GT_BACKENDS_CHECK_MULTISET_MULTISET_H

#include "backends/check/temporal/temporal.h"
#include "ir/mean/layout.h"
#include "ir/pop.h"
#include "runtime/mdd/mdd.h"
#include "runtime/search/intern.h"
#include "runtime/table.h"

/* ---- rows of numbers, interned ---- */

typedef struct {
    gt_table table;
    GT_VEC(int64_t) pool;
    GT_VEC(size_t) at; /* and the end of the last one */
} gt_ms_keys;

/* The number of an equal row, added if there was none. */
uint32_t gt_ms_keys_put(gt_ms_keys *keys, const int64_t *row, size_t n);
/* Valid until the next put. */
static inline const int64_t *gt_ms_keys_row(const gt_ms_keys *keys, uint32_t number, size_t *n)
{
    *n = keys->at.v[number + 1] - keys->at.v[number];
    return keys->pool.v + keys->at.v[number];
}
void gt_ms_keys_fini(gt_ms_keys *keys);

/* ---- terms: what is left of an expression when control, roles and choices are known ---- */

/* A number or truth value over counts. Equal terms have equal numbers. */
typedef uint32_t gt_ms_term;
enum { GT_MS_FALSE = 0, GT_MS_TRUE = 1 };

/* A comparison as an automaton that adds up: sum of coefficient * how many are in the cell, against a bound.
 */
typedef struct {
    bool ready, linear;
    bool monotone;     /* linear, and no coefficient is negative */
    gt_expr_kind kind; /* linear: sum `kind` bound */
    int64_t bound;
    uint32_t ncells;
    uint32_t *cells;
    int64_t *coefs;
} gt_ms_atom;

/* Processes of a type of which a predicate holds: counted by a term. */
typedef struct {
    const gt_expr *counted; /* UNTRACKED */
    uint32_t type;
    uint32_t nleaves;
    const gt_ms_term *leaves; /* the values of what the predicate reads outside the process */
    GT_VEC(uint8_t) members;  /* per level: 0, 1 */
} gt_ms_cell;

/* What a broadcast does to those that play no role. */
typedef struct {
    const gt_pop_branch *branch;
    const gt_ms_term *leaves;
    GT_VEC(uint32_t) to; /* per level, + 1; 0: not yet known */
} gt_ms_map;

/* ---- steps ---- */

typedef struct {
    uint32_t ntake, nput;
    uint32_t *take, *put; /* levels, one entry per process */
    gt_ms_term guard;
    uint32_t map;     /* + 1; 0: none */
    uint32_t target;  /* control */
    bool star;        /* from take[0] to put[0], any number of times */
    uint64_t version; /* of the control's states for which it is done */
} gt_ms_step;

/* Where a rule can fire. */
typedef struct {
    uint32_t ntake;
    uint32_t *take;
    gt_ms_term guard;
} gt_ms_enabling;

/* What a firing does, as far as the counts that matter are known: a count to be asked for, or an end. */
typedef struct gt_ms_fork {
    int64_t cell; /* -1: an end */
    struct gt_ms_fork **by_value;
    uint32_t nvalues;
} gt_ms_fork;

/* A rule with its roles filled. */
typedef struct {
    uint32_t rule;
    uint32_t *roles;    /* levels */
    int32_t *choices;   /* values */
    gt_ms_term guard;   /* what is left of it ... */
    uint32_t ndeferred; /* ... but for these conjuncts, which need counts */
    const gt_expr **deferred;
    gt_ms_fork *fork;
} gt_ms_firing;

typedef struct {
    const int32_t *key; /* shared values, leaders, tracked levels */
    gt_mdd states;      /* reached; kept */
    uint64_t version;   /* grows with `states` */
    bool opened;
    GT_VEC(uint8_t) seen;     /* per level: its steps are known */
    GT_VEC(uint32_t) support; /* those levels */
    uint32_t nrules;
    uint32_t *rules; /* whose aliases agree */
    GT_VEC(gt_ms_step) steps;
    GT_VEC(gt_ms_enabling) enablings;
    GT_VEC(gt_ms_firing *) forked;
} gt_ms_control;

/* Conjuncts of a rule's guard, by how many roles and choices must be there. */
typedef struct {
    const gt_pop_rule *rule;
    uint32_t *nconds; /* per stage */
    const gt_expr ***conds;
    bool *each; /* per branch * type: some update is for all untracked processes */
} gt_ms_rule;

typedef struct {
    uint32_t type;
    const int32_t *row;
} gt_ms_level;

typedef struct {
    const gt_binder *binder;
    int32_t value;
    const int32_t *row;
} gt_ms_bound;

/* What expressions are evaluated in. */
typedef struct {
    const int32_t *shared, *leader, *tracked; /* of the control */
    const int32_t **roles;                    /* rows */
    GT_VEC(gt_ms_bound) bound;
    GT_VEC(struct gt_ms_fixed {
        uint32_t cell;
        int64_t value;
    }) fixed;     /* counts that are known */
    int64_t need; /* a count without which there is no answer; -1: none */
    uint64_t epoch, last_epoch;
} gt_ms_env;

typedef struct {
    gt_ctx *ctx;
    const gt_pop *pop;
    const gt_sym *sym;
    const gt_check_options *options;
    gt_arena *arena;
    gt_mdd_mgr *m;
    gt_work work;
    gt_stop stopped;
    const char *refused; /* why the engine cannot go on; NULL: it can */
    bool last_moment;    /* limits do not count any more, only this: */
    double moment;
    size_t peak;

    uint32_t ntypes, max_roles;
    int64_t error;    /* index of the shared error flag, or -1 */
    gt_intern **rows; /* per type */
    struct gt_ms_numbers {
        uint32_t *v;
        size_t n, cap;
    } * level_of; /* per type, by number of the row; + 1 */
    GT_VEC(gt_ms_level) levels;
    uint32_t *type_of; /* per id variable */

    gt_intern *control_keys;
    GT_VEC(gt_ms_control *) controls;
    gt_ms_rule *rules;

    gt_ms_env env;
    gt_ptrmap memo;
    GT_VEC(struct gt_ms_memo {
        uint64_t epoch;
        gt_ms_term term;
    }) memos;
    gt_ptrmap leaves; /* of an UNTRACKED or a branch: gt_ms_leaves */
    gt_ms_keys terms, cell_keys, map_keys, states;
    GT_VEC(gt_ms_atom) atoms; /* by term */
    GT_VEC(struct gt_ms_value {
        uint64_t epoch;
        int64_t value;
    }) values; /* by term */
    uint64_t value_epoch;
    GT_VEC(gt_ms_cell) cells;
    GT_VEC(gt_ms_map) maps;
    uint32_t *filled; /* levels of the roles being filled */
    int32_t *chosen;
} gt_ms;

/* ---- term.c ---- */
gt_ms_term gt_ms_const(gt_ms *ms, int64_t value);
gt_ms_term gt_ms_cell_term(gt_ms *ms, uint32_t cell);
/* Folds what it can. */
gt_ms_term gt_ms_op(gt_ms *ms, gt_expr_kind kind, const gt_ms_term *kids, uint32_t nkids);
bool gt_ms_is_const(const gt_ms *ms, gt_ms_term t, int64_t *value);
/* Those for which the term is true. */
gt_mdd gt_ms_filter(gt_ms *ms, gt_mdd x, gt_ms_term t);
/* For the diagrams' owner. */
uint32_t gt_ms_next(void *self, uint32_t state, uint32_t level, uint32_t count);
gt_mdd_answer gt_ms_answer(void *self, uint32_t state, bool end);

/* ---- eval.c ---- */
/* To be called when the environment has changed. */
void gt_ms_fresh(gt_ms *ms);
gt_ms_term gt_ms_eval(gt_ms *ms, const gt_expr *e);
/* A number that must be known; else the count it needs is asked for by env.need. */
int64_t gt_ms_known(gt_ms *ms, const gt_expr *e);
/* Whether a probability (NULL: 1) is not 0. */
bool gt_ms_possible(gt_ms *ms, const gt_expr *prob);
bool gt_ms_is_member(gt_ms *ms, uint32_t cell, uint32_t level);
/* The map of a branch in the environment at hand; UINT32_MAX: a count is needed. */
uint32_t gt_ms_map_of(gt_ms *ms, const gt_pop_branch *branch);
uint32_t gt_ms_image(void *self, uint32_t map, uint32_t level);

/* ---- scan.c ---- */
/* How many of the rule's roles and choices, in order, must be there before e can be evaluated. */
uint32_t gt_ms_stage(const gt_pop_rule *rule, const gt_expr *e);
/* Whether it counts processes in relation to one that is bound outside of the count: then what a process does
 * depends on as many counts as there are local states, which this engine does not look at. */
bool gt_ms_is_tangled(const gt_expr *e);

/* ---- model.c ---- */
gt_ms *gt_ms_open(gt_ctx *ctx, const gt_pop *pop, const gt_check_options *options);
void gt_ms_close(gt_ms *ms);
uint32_t gt_ms_level_of(gt_ms *ms, uint32_t type, const int32_t *row);
/* The control with these shared values, leaders and tracked levels, one after the other. */
uint32_t gt_ms_control_of(gt_ms *ms, const int32_t *key);
/* From now on expressions are evaluated in that control. */
void gt_ms_enter(gt_ms *ms, uint32_t control);
bool gt_ms_is_over(const gt_ms *ms);
size_t gt_ms_bytes(const gt_ms *ms);

/* ---- init.c ---- */
/* Adds the initial states to the sets of their controls. */
void gt_ms_initial(gt_ms *ms, void (*add)(void *arg, uint32_t control, gt_mdd states), void *arg);

/* ---- action.c ---- */
/* Works out the steps of the control that its states `x` need. */
void gt_ms_discover(gt_ms *ms, uint32_t control, gt_mdd x);
gt_mdd gt_ms_fire(gt_ms *ms, const gt_ms_step *step, gt_mdd x);
/* Those of x that the step takes into y. */
gt_mdd gt_ms_unfire(gt_ms *ms, const gt_ms_step *step, gt_mdd x, gt_mdd y);
/* Those of x in which no rule can fire; their steps must be known. */
gt_mdd gt_ms_dead(gt_ms *ms, uint32_t control, gt_mdd x);
/* Those of x, states of the control, where the formula holds. */
gt_mdd gt_ms_where(gt_ms *ms, uint32_t control, gt_mdd x, const gt_expr *e);

/* ---- set.c: sets of states ---- */

typedef struct {
    uint32_t n;
    gt_mdd *v; /* per control, kept */
} gt_ms_set;

gt_ms_set *gt_ms_set_new(const gt_ms *ms);
gt_ms_set *gt_ms_set_copy(gt_ms *ms, const gt_ms_set *s);
void gt_ms_set_free(gt_ms *ms, gt_ms_set *s);
static inline gt_mdd gt_ms_part(const gt_ms_set *s, uint32_t control)
{
    return control < s->n ? s->v[control] : GT_MDD_NONE;
}
/* Adds states; true: some are new. */
bool gt_ms_set_add(gt_ms *ms, gt_ms_set *s, uint32_t control, gt_mdd x);
bool gt_ms_set_is_empty(const gt_ms_set *s);
gt_ms_set *gt_ms_set_meet(gt_ms *ms, const gt_ms_set *a, const gt_ms_set *b);
gt_ms_set *gt_ms_set_diff(gt_ms *ms, const gt_ms_set *a, const gt_ms_set *b);
/* All steps from s, by one firing each. */
gt_ms_set *gt_ms_post(gt_ms *ms, const gt_ms_set *s);

/* ---- reach.c ---- */

/* Told of states as they are found, not of all at once; false: enough. */
typedef bool gt_ms_watch(void *arg, uint32_t control, gt_mdd fresh, bool settled);
/* The reachable states, in the controls' `states`; true: all of them. */
bool gt_ms_reach(gt_ms *ms, gt_ms_watch *watch, void *arg);

/* ---- path.c ---- */

typedef struct {
    uint32_t control;
    uint32_t n;
    uint32_t *levels, *counts; /* ascending */
} gt_ms_state;

typedef struct {
    GT_VEC(gt_ms_state) states;
    int32_t loop; /* the last state is followed by this one; -1: finite */
} gt_ms_path;

/* Some state of the set, which is not empty. */
gt_ms_state gt_ms_pick(gt_ms *ms, const gt_ms_set *s);
bool gt_ms_has(gt_ms *ms, const gt_ms_set *s, const gt_ms_state *state);
gt_ms_set *gt_ms_single(gt_ms *ms, const gt_ms_state *state);
/* Goes on through f (NULL: any states) to g on a shortest way; from its last state or, if it has none, from a
 * state of `from`. False: there is none, or failure. */
bool gt_ms_walk(gt_ms *ms, gt_ms_path *path, const gt_ms_set *from, const gt_ms_set *f, const gt_ms_set *g);
void gt_ms_path_fini(gt_ms_path *path);

/* ---- sets.c: for CTL ---- */

typedef struct {
    gt_ms *ms;
    gt_ms_set *all, *initial, *dead;
    gt_ms_path path;
} gt_ms_view;
extern const gt_sets gt_ms_sets; /* of a gt_ms_view */

/* ---- ltl.c ---- */
/* The initial states from where a fair path refutes the formula of LTL; NULL: *too_large says whether the
 * automaton is, else it was stopped. `wanted`: and a path that shows it in the view. */
gt_ms_set *gt_ms_refuting(const gt_structure *structure, gt_ms_view *v, const gt_expr *formula, bool wanted,
                          bool *too_large);

/* ---- run.c ---- */
const gt_run *gt_ms_run(gt_ms *ms, const gt_sym *written, const gt_ms_path *path, const char **why);

#endif
