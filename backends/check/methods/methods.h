/* The papers' own methods, each as an engine (`check --method`): which representatives they keep, how they
 * find them, and nothing else. What is common is here: n copies as diagrams (copies.h), verdicts on the
 * representatives, CTL by the temporal room, paths and their runs.
 *
 * Sees the BDD engine, whose variables, expressions and relations of n copies it takes. docs/papers.md says
 * what each method is and when it wins. */
#ifndef GT_BACKENDS_CHECK_METHODS_METHODS_H
#define GT_BACKENDS_CHECK_METHODS_METHODS_H

#include "backends/check/bdd/fix.h"
#include "backends/check/engine.h"
#include "backends/check/methods/copies.h"

typedef struct gt_search gt_search;

/* A method says what it keeps and how it comes from one set to the next. Sets given are of states that it
 * keeps, results are owned. */
typedef struct {
    /* What is needed beyond the relations of the commands: s->relation. May be NULL. */
    void (*prepare)(gt_search *s);
    /* Any states: those that are kept for them. */
    gt_bdd (*represent)(gt_search *s, gt_bdd states);
    /* All of s->stored, by gt_search_found, until nothing is new or that says that it is enough. */
    void (*reach)(gt_search *s);
    /* States with a successor that `set` stands for; at least one of each orbit that has such. */
    gt_bdd (*before)(gt_search *s, gt_bdd set);
    /* Kept for the successors; NULL: the method only searches forward, and knows no CTL. */
    gt_bdd (*after)(gt_search *s, gt_bdd set);
    bool by_component; /* relations are made and dropped by `reach` itself */
} gt_method;

typedef GT_VEC(gt_bdd) gt_layers;

/* One search. */
struct gt_search {
    gt_cb cb; /* of n copies; without acceleration, its variables in the order given */
    gt_copies *copies;
    const gt_method *method;
    gt_check_options options;
    gt_bdd relation; /* of states (current) and those that are kept for them (next); NULL: none */
    gt_bdd cube;     /* all variables */
    gt_bdd init;     /* kept for the initial states */
    gt_bdd stored;
    gt_layers layers;               /* stored after each step, each with those before; 0: init */
    uint64_t images;                /* of all relations, or of one component's */
    bool left_out;                  /* an under-approximation has left out something */
    bool (*enough)(void *, gt_bdd); /* look at what is new: every question is answered */
    void *arg;
};

/* ---- search.c ---- */

/* NULL on failure at once. The caller has set method and options; begins with the initial states. */
bool gt_search_open(gt_search *s, gt_ctx *ctx, const gt_cmds *cmds);
void gt_search_close(gt_search *s);
bool gt_search_failed(const gt_search *s);
/* Fills init, stored and layers. False: not complete. */
bool gt_search_reach(gt_search *s);
/* Adds to `stored`, as one more layer; true: the search may end. */
bool gt_search_found(gt_search *s, gt_bdd set);
/* Successors and predecessors by all relations there are at the moment, of any states. */
gt_bdd gt_search_image(gt_search *s, gt_bdd set);
gt_bdd gt_search_preimage(gt_search *s, gt_bdd set);
/* The usual search: what is kept for the successors of all found so far, until nothing is new. */
void gt_search_rounds(gt_search *s);
/* represent and before by s->relation, or by sorting. */
gt_bdd gt_search_related(gt_search *s, gt_bdd states);
gt_bdd gt_search_sorted(gt_search *s, gt_bdd states);
gt_bdd gt_search_sorted_before(gt_search *s, gt_bdd set);
/* The index of the first layer that has this state. */
size_t gt_layer_of(const gt_search *s, const gt_layers *layers, const bool *bits);
void gt_layers_fini(gt_search *s, gt_layers *layers);
/* States of the domain: no code that stands for no value. */
gt_bdd gt_search_domain(gt_search *s);

/* ---- sets.c: CTL, and paths ---- */

typedef struct {
    gt_search *s;
    gt_bdd states, dead;
    GT_VEC(int32_t *) path; /* a value for every variable of the commands, each */
    bool *bits;             /* the state the path has come to */
    int32_t loop;           /* the last one is followed by this one; -1: it ends */
} gt_walk_through;
extern const gt_sets gt_search_sets; /* of a gt_walk_through */

gt_walk_through gt_walk_begin(gt_search *s);
void gt_walk_end(gt_walk_through *w);
/* From an initial state to one of `bad` through the layers that the search forward has left. */
bool gt_walk_back(gt_walk_through *w, gt_bdd bad);
/* From a state of `from` through layers around a goal, which is layer 0. */
bool gt_walk_in(gt_walk_through *w, gt_bdd from, const gt_layers *layers);

/* ---- run.c ---- */

/* The path as a run of the program as written, each state of it up to renaming; NULL: *why. */
const gt_run *gt_walk_run(const gt_walk_through *w, const gt_sym *written, const char **why);

/* ---- method.c ---- */

/* Why the methods cannot treat n copies of this program; NULL: they can. */
const char *gt_method_refuses(const gt_cmds *cmds);

/* gt_engine.decide of a method, which is self->own. */
const gt_check_report *gt_method_decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                        const gt_check_options *options, const char **why);

#define GT_METHOD_KINDS_REACH (1 << GT_PROP_INVARIANT | 1 << GT_PROP_DEADLOCK | 1 << GT_PROP_NOERROR)
#define GT_METHOD_KINDS (GT_METHOD_KINDS_REACH | 1 << GT_PROP_CTL)
#define GT_METHOD_REFUSES "this method decides invariants, deadlock and CTL: leave out --method"
#define GT_METHOD_REFUSES_REACH "this method decides invariants and deadlock: leave out --method"

#endif
