/* Rules of a population program, played: what a rule does in a *control* (shared values, how id variables
 * alias, the local states of tracked processes) when untracked processes in given local states play its
 * roles. All that depends on them is worked out, once; what is left open are counts of untracked processes.
 * So nothing is said in terms of variables any more: an *action* takes these local states, if a condition on
 * counts holds, sends the others where a map says, puts those, and goes to that control.
 *
 * Controls and local states (*levels*) get numbers when they are first seen; nothing has to be known of them
 * before. For engines and passes; independent of ir/mean. */
#ifndef GT_IR_PLAY_PLAY_H
#define GT_IR_PLAY_PLAY_H

#include "ir/pop.h"
#include "runtime/rat.h"
#include "runtime/search/intern.h"
#include "runtime/table.h"

/* ---- rows of numbers, interned ---- */

typedef struct {
    gt_table table;
    GT_VEC(int64_t) pool;
    GT_VEC(size_t) at; /* and the end of the last one */
} gt_play_keys;

/* The number of an equal row, added if there was none. */
uint32_t gt_play_keys_put(gt_play_keys *keys, const int64_t *row, size_t n);
/* Valid until the next put. */
static inline const int64_t *gt_play_keys_row(const gt_play_keys *keys, uint32_t number, size_t *n)
{
    *n = keys->at.v[number + 1] - keys->at.v[number];
    return keys->pool.v + keys->at.v[number];
}
void gt_play_keys_fini(gt_play_keys *keys);

/* ---- terms: what is left of an expression when control, roles and choices are known ---- */

/* A number or truth value over counts. Equal terms have equal numbers. */
typedef uint32_t gt_play_term;
enum { GT_PLAY_FALSE = 0, GT_PLAY_TRUE = 1 };

/* A comparison as a sum of coefficient * how many are in the cell, against a bound. */
typedef struct {
    bool ready, linear;
    bool monotone;     /* linear, and no coefficient is negative */
    gt_expr_kind kind; /* linear: sum `kind` bound */
    int64_t bound;
    uint32_t ncells;
    uint32_t *cells;
    int64_t *coefs;
} gt_play_atom;

/* Processes of a type of which a predicate holds: counted by a term. */
typedef struct {
    const gt_expr *counted; /* UNTRACKED */
    uint32_t type;
    uint32_t nleaves;
    const gt_play_term *leaves; /* the values of what the predicate reads outside the process */
    GT_VEC(uint8_t) members;    /* per level: 0, 1 */
} gt_play_cell;

/* What a broadcast does to those that play no role. */
typedef struct {
    const gt_pop_branch *branch;
    const gt_play_term *leaves;
    GT_VEC(uint32_t) to; /* per level, + 1; 0: not yet known */
} gt_play_map;

typedef struct {
    uint32_t type;
    const int32_t *row;
} gt_play_level;

/* ---- actions ---- */

/* A rule with its roles filled and its choices made. */
typedef struct {
    uint32_t rule;
    uint32_t *roles;    /* levels */
    int32_t *choices;   /* values */
    gt_play_term guard; /* what is left of it ... */
    uint32_t ndeferred; /* ... but for these conjuncts, which need counts */
    const gt_expr **deferred;
} gt_play_firing;

/* What one of its branches does. */
typedef struct {
    uint32_t branch;
    uint32_t map; /* + 1; 0: none */
    uint32_t nput;
    uint32_t *put;   /* levels, one entry per process */
    uint32_t target; /* control */
} gt_play_outcome;

typedef struct {
    uint32_t ntake;
    uint32_t *take; /* levels, ascending, one entry per process */
    gt_play_term guard;
    uint32_t noutcomes; /* of the branches that are possible */
    gt_play_outcome *outcomes;
} gt_play_action;

/* Conjuncts of a rule's guard, by how many roles and choices must be there. */
typedef struct {
    const gt_pop_rule *rule;
    uint32_t *nconds; /* per stage */
    const gt_expr ***conds;
    bool *each; /* per branch: some update is for all untracked processes */
} gt_play_rule;

typedef struct {
    const gt_binder *binder;
    int32_t value;
    const int32_t *row;
} gt_play_bound;

/* What expressions are evaluated in. */
typedef struct {
    const int32_t *shared, *leader, *tracked; /* of the control; tracked ones by level */
    const int32_t **roles;                    /* rows */
    GT_VEC(gt_play_bound) bound;
    GT_VEC(struct gt_play_fixed {
        uint32_t cell;
        int64_t value;
    }) fixed;     /* counts that are known */
    int64_t need; /* a count without which there is no answer; -1: none */
    uint64_t epoch, last_epoch;
} gt_play_env;

typedef bool gt_play_ask(void *asker);

typedef struct {
    const gt_pop *pop;
    const gt_sym *sym;
    gt_arena *arena;
    const char *tangled; /* says that a rule counts processes in relation to one that is bound outside of the
                            count: what it does depends on as many counts as there are local states, and
                            cannot be played. NULL: none does */
    uint32_t ntypes, max_roles;
    int64_t error;    /* index of the shared error flag, or -1 */
    gt_intern **rows; /* per type */
    struct gt_play_numbers {
        uint32_t *v;
        size_t n, cap;
    } * level_of; /* per type, by number of the row; + 1 */
    GT_VEC(gt_play_level) levels;
    uint32_t *type_of; /* per id variable */
    gt_intern *controls;
    gt_play_rule *rules;
    uint64_t work, most_work; /* evaluations, and after how many roles are not filled any more */
    gt_play_ask *ask;         /* whether to end: now and then, until it says no again; may be NULL */
    void *asker;
    uint64_t next_ask;
    bool over;

    gt_play_env env;
    gt_ptrmap memo;
    GT_VEC(struct gt_play_memo {
        uint64_t epoch;
        gt_play_term term;
    }) memos;
    gt_ptrmap leaves; /* of an UNTRACKED or a branch */
    gt_play_keys terms, cell_keys, map_keys;
    GT_VEC(gt_play_atom) atoms; /* by term */
    GT_VEC(gt_play_cell) cells;
    GT_VEC(gt_play_map) maps;
    uint32_t *filled; /* levels of the roles being filled */
    int32_t *chosen;
} gt_play;

/* ---- play.c ---- */

/* Lives until gt_play_free, what it makes too. No limit to work is set. */
gt_play *gt_play_new(const gt_pop *pop);
void gt_play_free(gt_play *play);
size_t gt_play_bytes(const gt_play *play);
/* There was too much work, or whoever is asked says so. */
bool gt_play_is_over(gt_play *play);
uint32_t gt_play_level_of(gt_play *play, uint32_t type, const int32_t *row);
/* Shared values, leaders, tracked levels, one after the other: so many. A leader is the first id variable
 * that names the same process, -1 for none; only leaders have a tracked level, the others -1; shared id
 * variables are 0. */
size_t gt_play_width(const gt_play *play);
/* The number of the control with this key; 0 .. gt_play_ncontrols - 1 in order of first sight. */
uint32_t gt_play_control_of(gt_play *play, const int32_t *key);
uint32_t gt_play_ncontrols(const gt_play *play);
const int32_t *gt_play_key(const gt_play *play, uint32_t control);
/* From now on expressions are evaluated in that control. */
void gt_play_enter(gt_play *play, const int32_t *key);

/* ---- term.c ---- */
gt_play_term gt_play_const(gt_play *play, int64_t value);
gt_play_term gt_play_cell_term(gt_play *play, uint32_t cell);
/* That there are so many in the cell. */
gt_play_term gt_play_count_is(gt_play *play, uint32_t cell, int64_t value);
/* Folds what it can. */
gt_play_term gt_play_op(gt_play *play, gt_expr_kind kind, const gt_play_term *kids, uint32_t nkids);
bool gt_play_is_const(const gt_play *play, gt_play_term t, int64_t *value);
/* CONST with its value as payload, UNTRACKED with its cell, or an operator. */
gt_expr_kind gt_play_kind(const gt_play *play, gt_play_term t);
int64_t gt_play_payload(const gt_play *play, gt_play_term t);
uint32_t gt_play_nkids(const gt_play *play, gt_play_term t);
gt_play_term gt_play_kid(const gt_play *play, gt_play_term t, uint32_t i);
/* Of a comparison, or of any term that is not linear: then only its cells are known. */
const gt_play_atom *gt_play_atom_of(gt_play *play, gt_play_term t);

/* ---- eval.c ---- */
/* To be called when the environment has changed. */
void gt_play_fresh(gt_play *play);
gt_play_term gt_play_eval(gt_play *play, const gt_expr *e);
/* A number that must be known; else the count it needs is asked for by env.need. */
int64_t gt_play_known(gt_play *play, const gt_expr *e);
gt_rat gt_play_real(gt_play *play, const gt_expr *e);
bool gt_play_is_member(gt_play *play, uint32_t cell, uint32_t level);
/* The map of a branch in the environment at hand; UINT32_MAX: a count is needed. */
uint32_t gt_play_map_of(gt_play *play, const gt_pop_branch *branch);
uint32_t gt_play_image(gt_play *play, uint32_t map, uint32_t level);

/* ---- scan.c ---- */
/* How many of the rule's roles and choices, in order, must be there before e can be evaluated. */
uint32_t gt_play_stage(const gt_pop_rule *rule, const gt_expr *e);
bool gt_play_is_tangled(const gt_expr *e);

/* ---- fill.c ---- */

/* Whether the rule is for how the id variables alias in the control that was entered. */
bool gt_play_agrees(const gt_play *play, const gt_pop_rule *rule);
/* The levels that untracked roles are filled from, and whom to tell of each way whose guard may hold: the
 * roles are in `filled`, the choices in `chosen`, `guard` and `deferred` as in gt_play_firing, valid during
 * the call, which may play. Returns false: enough. */
typedef struct gt_play_caster {
    const uint32_t *levels;
    size_t nlevels;
    bool (*found)(struct gt_play_caster *caster, const gt_play_firing *firing);
} gt_play_caster;
bool gt_play_fill(gt_play *play, uint32_t rule, gt_play_caster *caster);
/* A copy that stays. */
gt_play_firing *gt_play_keep(gt_play *play, const gt_play_firing *firing);

/* ---- act.c ---- */

/* Expressions are evaluated for that firing from now on, in the control that was entered; the counts that are
 * fixed stay. */
void gt_play_bind(gt_play *play, const gt_play_firing *firing);
/* What a firing does in the control that was entered, with the counts that are fixed (they are conjuncts of
 * the guard). Returns the cell whose count must be known first, or -1. */
int64_t gt_play_act(gt_play *play, const gt_play_firing *firing, gt_play_action *action);

/* ---- start.c ---- */

/* Of a type: how many untracked processes there are, and the levels each of them may begin in. */
typedef struct {
    uint32_t left, n;
    const uint32_t *levels;
} gt_play_start;
/* Tells of every control the program can begin in, with a start per type; may tell of one more than once.
 * What pop->initially asks of counts is left open. */
void gt_play_initial(gt_play *play, bool (*found)(void *arg, uint32_t control, const gt_play_start *starts),
                     void *arg);

#endif
