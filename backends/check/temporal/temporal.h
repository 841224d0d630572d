/* CTL on sets of states, once for every engine that has them: formulas, fairness, `exists` in front, and the
 * path that shows why. An engine tells by a gt_sets what its sets are; gt_temporal_check decides a property
 * with them.
 *
 * Sees expressions and what a result is; no engine. */
#ifndef GT_BACKENDS_CHECK_TEMPORAL_TEMPORAL_H
#define GT_BACKENDS_CHECK_TEMPORAL_TEMPORAL_H

#include "backends/check/check.h"

/* A set of reachable states. Arguments are borrowed, results owned. An operation that fails, or is given what
 * has failed, returns NULL, and from then on `failed` is true. */
typedef void *gt_set;

typedef struct {
    uint32_t n;
    gt_set *sets; /* a path is fair if it meets each of them infinitely often */
} gt_fair_sets;

typedef struct {
    gt_set (*atom)(void *self, const gt_expr *e); /* where a formula without temporal operators holds */
    gt_set (*all)(void *self);
    gt_set (*initial)(void *self);
    gt_set (*complement)(void *self, gt_set f);
    gt_set (*meet)(void *self, gt_set f, gt_set g);
    gt_set (*ex)(void *self, gt_set f); /* states with a successor in f */
    gt_set (*eu)(void *self, gt_set f, gt_set g);
    gt_set (*eg)(void *self, gt_set f, const gt_fair_sets *fair);
    bool (*leq)(void *self, gt_set f, gt_set g); /* f is a part of g */
    /* Forgetting the ghosts of a prefix: has every initial state a choice of them in `good`? -1: cannot tell.
     */
    int (*some)(void *self, gt_set good);
    void (*drop)(void *self, gt_set f);
    bool (*failed)(void *self);

    /* The path that the engine keeps: empty at first. It begins in a state of `from`; once it has a state, it
     * goes on from its last one and `from` does not matter. */
    void (*begin)(void *self, gt_set from);
    bool (*here)(void *self, gt_set f); /* is its last state in f? */
    /* Through f to a state of g; false: there is no way. *shortest: nor a shorter one. */
    bool (*walk)(void *self, gt_set from, gt_set f, gt_set g, bool *shortest);
    /* One step to a state of f; true: it ends in a loop now, as the last state has no step but to itself. */
    bool (*step)(void *self, gt_set f);
    /* On along a fair path in f for ever: ends in a loop. */
    void (*lasso)(void *self, gt_set from, gt_set f, const gt_fair_sets *fair);
    /* Of an empty path: from `from` through f to a state of g (f NULL: g is where it begins), and on along a
     * fair path in h for ever, with few states in stem and loop together; *shortest: no path has fewer.
     * False: there is none, or it takes too much work, and the path is still empty. NULL: the engine cannot.
     */
    bool (*short_lasso)(void *self, gt_set from, gt_set f, gt_set g, gt_set h, const gt_fair_sets *fair,
                        bool *shortest);
} gt_sets;

/* Edges of the graph that short_lasso looks at before it takes the best lasso so far. */
enum { GT_LASSO_WORK = 20000000 };

/* The reachable states with their fairness. */
typedef struct {
    const gt_sets *sets;
    void *self;
    gt_fair_sets fair;
    gt_set fair_states; /* where a fair path begins */
} gt_structure;

gt_structure gt_structure_new(const gt_sets *sets, void *self, uint32_t nfair, const gt_expr *const *fair);
void gt_structure_fini(gt_structure *s);

/* Decides a property whose formula is this one of CTL: verdict and note of the result. `trace`: and lets the
 * engine's path show why it fails or, if it is existential, holds; the path stays empty where none can. Of
 * failure nothing is said. */
void gt_temporal_check(const gt_structure *s, const gt_prop *prop, const gt_expr *formula, bool trace,
                       gt_check_result *result);
/* The verdict on a property with `exists` in front from what gt_sets.some said. */
void gt_temporal_exists(int some, gt_check_result *result);

#endif
