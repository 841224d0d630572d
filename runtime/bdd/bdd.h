/* Binary decision diagrams on CUDD, in pairs of variables: pair p has a current and a next variable, which
 * stay neighbours in the order whatever happens. Sets of states are diagrams over current variables,
 * relations over both.
 *
 * Ownership: arguments are borrowed, results are owned (give them back with gt_bdd_drop). Failure is sticky:
 * when a limit is hit the operation returns NULL, and from then on every operation does; NULL arguments give
 * NULL, and dropping NULL is allowed. So a computation need not test each step, but must ask gt_bdd_status
 * before it believes its outcome; fixpoint loops end by themselves, since NULL equals NULL. Predicates on
 * NULL are false. */
#ifndef GT_RUNTIME_BDD_BDD_H
#define GT_RUNTIME_BDD_BDD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gt_bdd_mgr gt_bdd_mgr;
typedef struct gt_bdd_node *gt_bdd; /* opaque; equal functions are equal pointers */

typedef enum { GT_BDD_OK, GT_BDD_STOPPED, GT_BDD_MEMORY } gt_bdd_status_kind;

typedef struct {
    uint32_t npairs;         /* pair 0 on top */
    size_t memory_limit;     /* bytes; 0: none */
    bool (*stop)(void *arg); /* asked often; true: give up with GT_BDD_STOPPED. May be NULL */
    void *stop_arg;
    bool reorder; /* let CUDD reorder pairs when diagrams grow */
    bool torture; /* for tests: collect and reorder all the time */
} gt_bdd_config;

/* NULL: not even the empty manager fits into memory. */
gt_bdd_mgr *gt_bdd_new(const gt_bdd_config *config);
void gt_bdd_free(gt_bdd_mgr *m);
gt_bdd_status_kind gt_bdd_status(const gt_bdd_mgr *m);
/* Ends the sticky failure. Unless keep_asking the stop function is not asked any more: for what little is
 * still to do. */
void gt_bdd_resume(gt_bdd_mgr *m, bool keep_asking);
/* How many nodes are referenced although nobody should: 0 at the end of a program that gave back everything.
 */
int gt_bdd_leaks(gt_bdd_mgr *m);

/* ---- references ---- */
gt_bdd gt_bdd_ref(gt_bdd_mgr *m, gt_bdd f); /* one more owner */
void gt_bdd_drop(gt_bdd_mgr *m, gt_bdd f);
/* Drops what *slot holds and stores `value`, taking it over. */
void gt_bdd_set(gt_bdd_mgr *m, gt_bdd *slot, gt_bdd value);

/* ---- Boolean functions ---- */
gt_bdd gt_bdd_const(gt_bdd_mgr *m, bool value);
gt_bdd gt_bdd_var(gt_bdd_mgr *m, uint32_t pair);  /* the current variable */
gt_bdd gt_bdd_next(gt_bdd_mgr *m, uint32_t pair); /* the next variable */
gt_bdd gt_bdd_not(gt_bdd_mgr *m, gt_bdd f);
gt_bdd gt_bdd_and(gt_bdd_mgr *m, gt_bdd f, gt_bdd g);
gt_bdd gt_bdd_or(gt_bdd_mgr *m, gt_bdd f, gt_bdd g);
gt_bdd gt_bdd_diff(gt_bdd_mgr *m, gt_bdd f, gt_bdd g); /* f and not g */
gt_bdd gt_bdd_xor(gt_bdd_mgr *m, gt_bdd f, gt_bdd g);
gt_bdd gt_bdd_ite(gt_bdd_mgr *m, gt_bdd f, gt_bdd g, gt_bdd h);
/* *acc := *acc and f, *acc := *acc or f */
void gt_bdd_and_to(gt_bdd_mgr *m, gt_bdd *acc, gt_bdd f);
void gt_bdd_or_to(gt_bdd_mgr *m, gt_bdd *acc, gt_bdd f);
bool gt_bdd_is_true(const gt_bdd_mgr *m, gt_bdd f);
bool gt_bdd_is_false(const gt_bdd_mgr *m, gt_bdd f);
/* f implies g; no node is made. False on NULL. */
bool gt_bdd_leq(gt_bdd_mgr *m, gt_bdd f, gt_bdd g);
/* f and g is not empty; no node is made. False on NULL. */
bool gt_bdd_meets(gt_bdd_mgr *m, gt_bdd f, gt_bdd g);

/* ---- quantification and relations ---- */
/* Conjunction of the current variables of the pairs. */
gt_bdd gt_bdd_cube(gt_bdd_mgr *m, const uint32_t *pairs, size_t count);
gt_bdd gt_bdd_exists(gt_bdd_mgr *m, gt_bdd f, gt_bdd cube);
/* A partial relation T changes the pairs of `cube` only: it reads current variables of any pair and next
 * variables of the cube's. With x, y states that agree outside the cube: relnext(S)(y) = exists x. S(x) and
 * T(x, y)        relprev(S)(x) = exists y. T(x, y) and S(y) both over current variables: conjunction,
 * quantification and renaming are one recursion. */
gt_bdd gt_bdd_relnext(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube);
gt_bdd gt_bdd_relprev(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube);

/* f with the current variables of the cube's pairs replaced by their next ones (f does not have these). */
gt_bdd gt_bdd_primed(gt_bdd_mgr *m, gt_bdd f, gt_bdd cube);
/* f with the variables of pair a[i] and pair b[i] exchanged, for each i: the current ones or, `next`, the
 * next ones. No pair occurs twice. */
gt_bdd gt_bdd_exchange(gt_bdd_mgr *m, gt_bdd f, const uint32_t *a, const uint32_t *b, size_t count,
                       bool next);

/* ---- looking inside ---- */
uint64_t gt_bdd_size(const gt_bdd_mgr *m, gt_bdd f);
/* Position of f's top variable in the order (current and next count); constants: UINT32_MAX. */
uint32_t gt_bdd_level(const gt_bdd_mgr *m, gt_bdd f);
/* Marks the pairs f depends on (current or next). */
void gt_bdd_support(gt_bdd_mgr *m, gt_bdd f, bool *pairs);
/* Number of states over `nbits` variables, of which f's are a part; exact, decimal, to be freed; NULL: no
 * memory. Works even after a failure. */
char *gt_bdd_count(const gt_bdd_mgr *m, gt_bdd f, uint32_t nbits);
double gt_bdd_count_about(const gt_bdd_mgr *m, gt_bdd f, uint32_t nbits); /* may be infinite */
/* One state of a non-empty set f over current variables: bits[p] for every pair (false where f does not
 * care). Deterministic for a given order. Requires f neither empty nor NULL. */
void gt_bdd_pick(const gt_bdd_mgr *m, gt_bdd f, bool *bits);
/* The set of just that state, over the given pairs. */
gt_bdd gt_bdd_state(gt_bdd_mgr *m, const bool *bits, const uint32_t *pairs, size_t count);
bool gt_bdd_eval(const gt_bdd_mgr *m, gt_bdd f, const bool *bits);

/* ---- node by node ---- */
/* Between hold_order(true) and hold_order(false) nothing is reordered, so that depths mean something: the
 * depth of a pair is its place in the order, 0 on top. */
void gt_bdd_hold_order(gt_bdd_mgr *m, bool hold);
uint32_t gt_bdd_pair_at(const gt_bdd_mgr *m, uint32_t depth);
/* Depth of the topmost pair f depends on; constants: UINT32_MAX. */
uint32_t gt_bdd_depth(const gt_bdd_mgr *m, gt_bdd f);
/* The cofactors of f by the current or next variable of the pair at `depth`, owned. f depends on nothing
 * above that variable. */
void gt_bdd_cofactors(gt_bdd_mgr *m, gt_bdd f, uint32_t depth, bool next, gt_bdd *then, gt_bdd *other);
/* if (current variable of the pair at `depth`) then t else e */
gt_bdd gt_bdd_at_depth(gt_bdd_mgr *m, uint32_t depth, gt_bdd t, gt_bdd e);

/* ---- statistics ---- */
uint64_t gt_bdd_live(const gt_bdd_mgr *m);
uint64_t gt_bdd_peak(const gt_bdd_mgr *m);
/* How much was done so far, in operations on single nodes: the same on every machine, whatever runs beside
 * it. */
uint64_t gt_bdd_work(const gt_bdd_mgr *m);
/* Calls of relnext and relprev. */
uint64_t gt_bdd_products(const gt_bdd_mgr *m);
size_t gt_bdd_bytes(const gt_bdd_mgr *m);

#endif
