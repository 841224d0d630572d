/* The explicit engine, state by state: what its parts know of each other; from outside it is
 * gt_check_explicit_sym (check.h). explicit.c decides properties; sym.c and classes.c give
 * it the states, each as a gt_xmodel.
 *
 * Sees runtime/search, the temporal room, lifting and what programs mean. */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_EXPLICIT_H
#define GT_BACKENDS_CHECK_EXPLICIT_EXPLICIT_H

#include "backends/check/explicit/code.h"
#include "backends/check/temporal/temporal.h"
#include "ir/mean/abstract.h"
#include "ir/temporal/temporal.h"
#include "ir/turn.h"
#include "runtime/search/explore.h"
#include "runtime/search/ltl.h"

#include <string.h>

/* ---- bits of a state ---- */

/* A value in a bit string. Buffers have at least GT_XSLACK bytes beyond the string. */
enum { GT_XSLACK = 8 };

typedef struct {
    uint32_t at;   /* first bit */
    uint32_t bits; /* 0..32 */
    int32_t lo;    /* what all zero means */
} gt_xfield;

static inline int32_t gt_xfield_get(const uint8_t *state, uint32_t at, uint32_t bits, int32_t lo)
{
    uint64_t word;
    memcpy(&word, state + (at >> 3), sizeof word);
    return (int32_t)((int64_t)(word >> (at & 7) & (((uint64_t)1 << bits) - 1)) + lo);
}

static inline void gt_xfield_set(uint8_t *state, uint32_t at, uint32_t bits, int32_t lo, int64_t value)
{
    uint64_t word, mask = (((uint64_t)1 << bits) - 1) << (at & 7);
    memcpy(&word, state + (at >> 3), sizeof word);
    word = (word & ~mask) | ((uint64_t)(value - lo) << (at & 7) & mask);
    memcpy(state + (at >> 3), &word, sizeof word);
}

/* Fields for the variables of a type; ids are 0..n. */
gt_xfield gt_xfield_for(gt_type type, uint32_t at);
/* False: `value` does not fit. */
static inline bool gt_xfield_fits(gt_xfield f, int64_t value)
{
    return value >= f.lo && value - f.lo < (int64_t)1 << f.bits;
}

/* ---- conjunctions, evaluated as early as possible ---- */

typedef struct {
    uint32_t n;
    const gt_xnode **v;
} gt_xconds;

/* A guard's conjuncts. filters: those that depend on the locals in one slot alone. at[k]: those that can be
 * decided once the first k slots of a list are filled. */
typedef struct {
    gt_xconds filters;
    gt_xconds *at;
} gt_xguard;

/* filter: the filters' slot, or UINT32_MAX for none. Slots that are not in the list are filled from the
 * beginning. */
void gt_xguard_compile(gt_xcode *code, gt_arena *arena, const gt_expr *guard, uint32_t filter,
                       const uint32_t *slots, uint32_t nslots, gt_xguard *out);
/* The conjuncts of `cond` (NULL: none) but those that say that the bound process is not self: *not_self is
 * set if there is one. */
void gt_xconds_compile(gt_xcode *code, gt_arena *arena, const gt_expr *cond, const gt_binder *bound,
                       gt_xconds *out, bool *not_self);
static inline bool gt_xconds_hold(gt_xenv *env, const gt_xconds *conds)
{
    for (uint32_t i = 0; i < conds->n; i++)
        if (!gt_xeval(env, conds->v[i]))
            return false;
    return true;
}

/* ---- local states ---- */

/* A local state as one worker knows it. */
typedef struct {
    const int32_t *row; /* NULL: not yet met */
    const uint32_t *rules;
    uint32_t nrules; /* rules that begin with a process like it, as far as its locals decide */
    uint32_t nplain; /* the first ones, whose steps can be remembered */
    const struct gt_xeffect *effect; /* symmetric programs: what its rules do */
} gt_xlocal;

/* By number, in chunks that are made when needed and do not move. */
enum { GT_XLOCAL_CHUNK = 256 };
typedef struct {
    gt_xlocal **chunks;
    size_t nchunks;
} gt_xlocal_vec;

gt_xlocal *gt_xlocal_at(gt_xlocal_vec *vec, uint32_t number);
void gt_xlocal_fini(gt_xlocal_vec *vec);

/* ---- models ---- */

/* A fact about states: whether `expr` holds or, `negated`, does not. `deadlock`: whether the state is a
 * deadlock where it does not hold; expr NULL: anywhere. */
typedef struct {
    const gt_expr *expr;
    bool negated, deadlock;
} gt_xlabel;

static inline bool gt_xlabel_is(const gt_xlabel *label, bool holds, bool deadlock)
{
    return label->deadlock ? deadlock && !holds : holds != label->negated;
}

typedef struct gt_xmodel {
    gt_space space;
    const gt_sym *sym;       /* whose runs are shown */
    const gt_layout *layout; /* of sym */
    const char *works_on;    /* as reports say it; NULL: as the engine's table does */
    bool symmetric;          /* not tied: gt_sym_step may use classes of processes */
    /* The state that stands for a concrete one; returns its length. */
    uint32_t (*abstract)(void *worker, const int32_t *concrete, gt_bytes *out);
    /* Some concrete state it stands for. */
    void (*concrete)(void *worker, const uint8_t *state, uint32_t len, int32_t *out);
    void (*free)(struct gt_xmodel *model);
} gt_xmodel;

/* Of a program that is not tied (gt_sym_tie), by classes of processes. */
gt_xmodel *gt_xmodel_classes(const gt_sym *sym, const gt_xlabel *labels, uint32_t nlabels);
/* canonical: one state for all that a renaming of processes makes equal. */
gt_xmodel *gt_xmodel_sym(const gt_sym *sym, bool canonical, const gt_xlabel *labels, uint32_t nlabels);

/* ---- canonical representatives ---- */

typedef struct gt_xcanon gt_xcanon;
/* mirrored: per process type, whether it is a ring whose order may be reversed. */
gt_xcanon *gt_xcanon_new(const gt_layout *layout, const bool *mirrored);
void gt_xcanon_free(gt_xcanon *canon);
/* Renames the processes of the concrete state `state` in place: equal for two states if and only if some
 * renaming makes them equal. Within each process type it is any permutation; of a ring a rotation and, where
 * that may be, a reflection. */
void gt_xcanon_apply(gt_xcanon *canon, int32_t *state);

/* ---- rings that may be mirrored ---- */

/* Per process type: it is a ring, and exchanging next and prev of it changes neither the program nor any of
 * the labels. Looks at the text: false where that does not show it. Requires: total, scalar. */
const bool *gt_xmirrored(gt_arena *arena, const gt_sym *sym, const gt_xlabel *labels, uint32_t nlabels);
/* "canonical representatives, ..." as reports say which renamings make states equal. */
const char *gt_xmirrored_text(gt_arena *arena, const gt_sym *sym, const bool *mirrored);

/* ---- runs ---- */

/* The model's state that stands for a state of the program as written; returns its length. */
uint32_t gt_xtwin_image(const gt_xmodel *model, gt_twin *twin, void *worker, const int32_t *written,
                        gt_bytes *image);

/* The run of named processes of `written`, the program the model's was made from, along a path of states of
 * the store. loop: as in gt_path. NULL: it is too long, *why says so. */
const gt_run *gt_xrun_make(gt_ctx *ctx, const gt_sym *written, const gt_xmodel *model, void *worker,
                           gt_store *store, const uint32_t *numbers, size_t n, int64_t loop,
                           const char **why);

/* ---- fairness of processes ---- */

/* What a run goes on with for ever: a part of a graph, strongly connected, that a fair path visits all of. */
typedef struct {
    const gt_xmodel *model;
    void *worker;
    gt_explore *explored;
    const gt_graph *graph; /* of the program, or a product with it: then `node` */
    const uint32_t *node;
    const gt_bits *home;
    uint32_t begin; /* the node of the run's last state */
    uint32_t nfair;
    const gt_bits *fair;
} gt_xserve_task;

/* The run with a loop in which everybody is served. NULL: it is too long. */
const gt_run *gt_xserve(gt_ctx *ctx, const gt_xserve_task *task, const gt_run *stem);

/* The threads of a graph that was searched: for each type with a turn, the program in which one of its
 * processes is followed, searched in the same way. */
typedef struct {
    uint32_t n;
    gt_thread *threads; /* one for each turn, type by type */
    gt_stop stopped;
} gt_xfollow;

typedef struct {
    gt_ctx *ctx;
    const gt_xmodel *model;
    void *worker;
    gt_explore *explored;
    gt_alike alike;
    const gt_turns *turns;
    const gt_xlabel *labels; /* of the program */
    uint32_t nlabels;
    gt_limits limits;
    uint32_t cores;
    gt_poll poll;
} gt_xfollow_task;

gt_xfollow *gt_xfollow_new(const gt_xfollow_task *task);
void gt_xfollow_free(gt_xfollow *follow);

/* ---- temporal properties on the stored graph ---- */

/* A label that stands for a state formula. */
typedef struct {
    const gt_expr *expr;
    uint32_t label;
} gt_xatom;

typedef struct {
    const gt_xmodel *model;
    void *worker;
    gt_graph *graph;
    gt_explore *explored;
    gt_order order;
    gt_bits initial;
    uint32_t natoms;
    const gt_xatom *atoms;
    uint32_t nfair;
    const gt_bits *fair;
    const gt_turns *turns; /* of the program; their threads are the graph's */
    gt_path path;          /* nodes: what shows the verdict on the property under work */
    gt_bits home; /* without processes that are to be served empty; else where the path goes on from its last
                     node, of `product` if there is one */
    uint32_t home_begin, home_nfair;
    gt_bits *home_fair;
    gt_product *product;
    bool stopped; /* something was not computed to its end */
} gt_xgraph;

/* Sets of nodes, as gt_bits, and the path: of a gt_xgraph. */
extern const gt_sets gt_xgraph_sets;
/* Whether for every initial state of the program itself some choice of the ghosts is in `good`. */
bool gt_xgraph_some(const gt_xgraph *g, const gt_bits *good);
/* The initial states where an LTL formula holds. `wanted`: also a path that shows why it fails somewhere. */
gt_bits gt_xltl_check(gt_xgraph *g, const gt_expr *formula, bool wanted);
/* The path is to go on for ever from the last node, `begin` in the graph, which is on a fair cycle among
 * `cycles`. */
void gt_xgraph_settle(gt_xgraph *g, gt_graph *graph, const gt_bits *cycles, uint32_t begin,
                      const gt_bits *fair, uint32_t nfair);
void gt_xgraph_forget(gt_xgraph *g); /* the path, and where it goes on */
/* The label of a state formula. */
uint32_t gt_xgraph_label(const gt_xgraph *g, const gt_expr *e);
/* Calls fn for each largest subformula without temporal operator. */
void gt_xatoms_each(const gt_expr *formula, void (*fn)(void *arg, const gt_expr *atom), void *arg);

#endif
