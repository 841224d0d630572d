/* Which local states occur, control by control, whatever the number of processes.
 *
 * A control is a valuation of the shared variables, how the id variables alias, and the local states of
 * tracked processes (ir/play). Its *support* is a set of local states in which untracked processes may be
 * when the program is there, in every reachable state, and which of them two processes may be in at the same
 * time. It is found as the reachable states would be, by a worklist over controls, but with the multiset
 * replaced by the pairs in it: beside those who play roles there may be who may be beside each of them; a
 * guard that allows nobody in a cell removes the members of the cell; a broadcast maps what is there. */
#ifndef GT_PASSES_POPULATION_SUPPORT_H
#define GT_PASSES_POPULATION_SUPPORT_H

#include "ir/play/play.h"

/* A set of levels. */
typedef struct {
    uint64_t *v;
    size_t n, cap; /* words; members beyond are absent */
} gt_levels;

static inline bool gt_levels_has(const gt_levels *s, uint32_t level)
{
    return level / 64 < s->n && (s->v[level / 64] >> level % 64 & 1);
}
/* True: it was not there. */
bool gt_levels_add(gt_levels *s, uint32_t level);
gt_levels gt_levels_copy(const gt_levels *s);
void gt_levels_fini(gt_levels *s);

/* What a firing does, as far as the counts that matter are known: a count to be asked for, or an end. */
typedef struct gt_support_fork {
    int64_t cell; /* -1: an end, with its action */
    gt_play_action action;
    struct gt_support_fork **by_value;
    uint32_t nvalues;
} gt_support_fork;

typedef struct {
    const gt_play_firing *firing;
    gt_support_fork *fork;
} gt_support_firing;

typedef struct {
    gt_levels support, fresh; /* fresh: those whose firings are not yet known */
    GT_VEC(gt_levels) beside; /* per level: where another process may be at the same time */
    bool opened;              /* the program may be there */
    bool waiting;
    GT_VEC(gt_support_firing) firings;
} gt_support_control;

typedef struct {
    gt_play *play;
    GT_VEC(gt_support_control) controls; /* by number */
    bool complete; /* false: there was too much to look at, nothing is known; `why` says what */
    const char *why;
} gt_support;

/* Asks the arena's watch on the way, which may leave: then what it holds is lost. */
gt_support *gt_support_new(gt_ctx *ctx, const gt_pop *pop);
void gt_support_free(gt_support *s);
/* Those actions of the control's firings that can happen, with where others may be left beside the roles.
 * Requires: complete. */
typedef void gt_support_found(void *arg, const gt_play_firing *firing, const gt_play_action *action,
                              const gt_levels *left);
void gt_support_actions(gt_support *s, uint32_t control, gt_support_found *found, void *arg);

/* Keeps the local states that occur; all of them if the analysis is not complete. True: there are fewer. */
bool gt_support_narrow(gt_ctx *ctx, gt_pop *pop);

#endif
