/* The multiset engine: population programs as diagrams of multisets. This is between its files; from outside
 * it is gt_engine_multiset.
 *
 * A state is a control (shared values, how id variables alias, the local states of tracked processes) and the
 * multiset of the local states of all others. Controls and local states get numbers when they are first seen;
 * a set of states is one diagram (runtime/mdd) per control, whose levels are the local states. What a rule
 * does in a control, played from given local states, is worked out once (ir/play), as a *step*: take these
 * local states, if a condition on counts holds; send the others where a map says; put those; go to that
 * control. So nothing is said in terms of variables once the steps are there.
 *
 * Sees population programs, runtime/mdd, the temporal room and lifting. */
#ifndef GT_BACKENDS_CHECK_MULTISET_MULTISET_H
#define GT_BACKENDS_CHECK_MULTISET_MULTISET_H

#include "backends/check/temporal/temporal.h"
#include "ir/mean/layout.h"
#include "ir/play/play.h"
#include "runtime/mdd/mdd.h"

/* ---- steps ---- */

typedef struct {
    uint32_t ntake, nput;
    uint32_t *take, *put; /* levels, one entry per process */
    gt_play_term guard;
    uint32_t map;     /* + 1; 0: none */
    uint32_t target;  /* control */
    bool star;        /* from take[0] to put[0], any number of times */
    uint64_t version; /* of the control's states for which it is done */
} gt_ms_step;

/* Where a rule can fire. */
typedef struct {
    uint32_t ntake;
    uint32_t *take;
    gt_play_term guard;
} gt_ms_enabling;

/* What a firing does, as far as the counts that matter are known: a count to be asked for, or an end. */
typedef struct gt_ms_fork {
    int64_t cell; /* -1: an end */
    struct gt_ms_fork **by_value;
    uint32_t nvalues;
} gt_ms_fork;

/* A rule with its roles filled, of which counts decide what it does. */
typedef struct {
    const gt_play_firing *firing;
    gt_ms_fork *fork;
} gt_ms_forked;

typedef struct {
    const int32_t *key; /* shared values, leaders, tracked levels */
    gt_mdd states;      /* reached; kept */
    uint64_t version;   /* grows with `states` */
    bool opened;
    GT_VEC(uint8_t) seen;     /* per level */
    GT_VEC(uint32_t) support; /* levels seen in its states, ... */
    size_t nknown;            /* ... of so many of them the steps are known */
    uint32_t nrules;
    uint32_t *rules; /* whose aliases agree */
    GT_VEC(gt_ms_step) steps;
    GT_VEC(gt_ms_enabling) enablings;
    GT_VEC(gt_ms_forked) forked;
} gt_ms_control;

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
    bool last_moment;    /* limits do not count any more, only these: */
    double moment;
    uint64_t last_work;
    size_t peak, nsteps; /* bytes; of all controls */

    gt_play *play;
    GT_VEC(gt_ms_control *) controls; /* those of `play`, and of products behind them */
    gt_play_keys states;              /* of automata */
    GT_VEC(struct gt_ms_value {
        uint64_t epoch;
        int64_t value;
    }) values; /* by term */
    uint64_t value_epoch;
} gt_ms;

/* ---- filter.c ---- */
/* Those for which the term is true. */
gt_mdd gt_ms_filter(gt_ms *ms, gt_mdd x, gt_play_term t);
/* For the diagrams' owner. */
uint32_t gt_ms_next(void *self, uint32_t state, uint32_t level, uint32_t count);
gt_mdd_answer gt_ms_answer(void *self, uint32_t state, bool end);

/* ---- model.c ---- */
gt_ms *gt_ms_open(gt_ctx *ctx, const gt_pop *pop, const gt_check_options *options);
void gt_ms_close(gt_ms *ms);
/* Makes room for the controls that `play` has found. */
void gt_ms_grow(gt_ms *ms);
uint32_t gt_ms_control_of(gt_ms *ms, const int32_t *key);
/* From now on expressions are evaluated in that control. */
void gt_ms_enter(gt_ms *ms, uint32_t control);
bool gt_ms_is_over(const gt_ms *ms);
size_t gt_ms_bytes(const gt_ms *ms);

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
