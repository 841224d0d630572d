/* How the commands of one rule are made under the dense encoding: shared by dense_commands.c (the cases a
 * rule is split into, guards), dense_picks.c (who is picked within a command), dense_moves.c (new local
 * states), dense_effect.c (assignments) and dense_size.c (how many commands there will be). */
#ifndef GT_PASSES_ENCODE_DENSE_RULE_H
#define GT_PASSES_ENCODE_DENSE_RULE_H

#include "passes/encode/dense.h"

typedef struct {
    const gt_expr *what, *value;
} gt_assumption;

typedef struct {
    gt_dense *d;
    const gt_pop_rule *rule;
    gt_cmd_list *out;
    bool *placed; /* per role: it gets a local state */
    int64_t *at;  /* per role: the local state, -1: not placed */
    GT_VEC(gt_assumption) assumed;
    const gt_expr *guard; /* of the commands, without the roles' conditions */
    gt_type open_type;    /* of what has to be known first: no other value matters */
    GT_VEC(gt_bound_value) chosen;
    GT_VEC(gt_assign) set; /* variables the branch at hand assigns; their values are in d->values */
    int64_t *after;        /* per branch and role: the new local state */
    bool impossible; /* some role would get a local state that cannot be reached: so this case cannot be */
    uint32_t *types, ntypes; /* the process types the rule has roles or updates for, ascending */
    const int32_t **maps;    /* per branch and one of `types`: where untracked processes go, or NULL */
    const int32_t **moves;   /* per branch and id variable: the same for its process if it plays no role */
    const int32_t *
        *turns; /* per branch and role that is not placed: the same for the process that plays it */
    /* With picks: */
    bool **spots; /* per role that is not placed: the local states the guard lets it be in, or NULL: all */
    const gt_expr **picks;  /* per role: what is picked for it, or NULL */
    const gt_expr **values; /* per choice of the rule: the same */
    const gt_expr *asked;   /* the guard with placed roles placed */
} gt_placing;

static inline const int32_t *gt_dense_values(const gt_locals *l, int64_t state)
{
    return l->values + (size_t)state * l->nvars;
}

/* ---- dense_picks.c ---- */

/* Finds out who is placed, who is picked and what; false: the rule cannot fire. */
bool gt_placing_find_picks(gt_placing *p);
void gt_placing_free_picks(gt_placing *p);
/* Of the guard with placed roles placed, what no pick has a part in. */
const gt_expr *gt_placing_unpicked(gt_placing *p, const gt_expr *guard);
/* The picks of the command with this guard, from which it takes the conjuncts that they have a part in;
 * multiplies *ways (may be NULL: 1) by how many processes there are. */
void gt_placing_pick(gt_placing *p, gt_cmd *cmd, const gt_expr **ways);
/* For gt_fold_map, with the placing: choices become what is picked. */
const gt_expr *gt_placing_replace_choice(void *data, gt_fold *f, const gt_expr *e);
/* The local state of a role that is not placed. */
const gt_expr *gt_placing_whereabouts(const gt_placing *p, uint32_t role);
bool gt_placing_may_be(const gt_placing *p, uint32_t role, uint32_t state);

/* ---- dense_commands.c ---- */

/* Untracked processes in that local state. */
const gt_expr *gt_placing_untracked(gt_placing *p, const gt_proc *proc, uint32_t state);

/* ---- dense_moves.c ---- */

gt_dense_env gt_placing_env(const gt_placing *p);
/* An expression of the rule with what is placed, chosen and assumed. */
const gt_expr *gt_placing_translate(gt_placing *p, const gt_dense_env *env, const gt_expr *e);
/* For gt_fold_map, with the placing: local variables of placed roles become constants. */
const gt_expr *gt_placing_replace_role(void *data, gt_fold *f, const gt_expr *e);
bool gt_dense_changes_role(const gt_pop_branch *b, uint32_t role);
/* Fills after, maps, moves and turns. Returns NULL, or what has to be known first. */
const gt_expr *gt_placing_find_moves(gt_placing *p);

/* ---- dense_effect.c ---- */

/* Branch number n when all moves are known. */
gt_cmd_branch gt_placing_branch(gt_placing *p, uint32_t n);
/* A role must be placed if its process is untracked before or after, or changes. */
bool gt_dense_needs_place(const gt_pop_rule *r, const gt_pop *pop, uint32_t role);

/* ---- dense_size.c ---- */

/* Decides which roles are placed; none is yet. */
void gt_placing_find_placed(gt_placing *p);

#endif
