/* Diagrams of sets of multisets: zero-suppressed, with one child per number of copies.
 *
 * A multiset says how many copies there are of each level 0, 1, 2, ...; finitely many levels have any. A node
 * has a level and edges (count -> child), ascending; a level that is passed over has no copies, and a node
 * whose only edge is that of no copies is its child. So levels that do not occur cost nothing and may be
 * invented at any time. Equal sets are equal numbers.
 *
 * Results are valid until the next gt_mdd_tidy; what must live longer is kept by gt_mdd_ref and given back by
 * gt_mdd_drop. Knows no word of programs: what a level means, where a map sends it and which states an
 * automaton has is asked of the owner. */
#ifndef GT_RUNTIME_MDD_MDD_H
#define GT_RUNTIME_MDD_MDD_H

#include "runtime/base.h"

typedef uint32_t gt_mdd;
enum { GT_MDD_NONE = 0, GT_MDD_UNIT = 1 }; /* no multiset; the empty one alone */

/* What an automaton that reads a multiset, level by level, thinks of it. */
typedef enum { GT_MDD_OPEN, GT_MDD_ACCEPT, GT_MDD_REJECT } gt_mdd_answer;

typedef struct {
    void *arg;
    /* The level to which the map with this number sends a level: always the same one. */
    uint32_t (*image)(void *arg, uint32_t map, uint32_t level);
    /* The state of an automaton after it has read `count` > 0 copies of a level. */
    uint32_t (*next)(void *arg, uint32_t state, uint32_t level, uint32_t count);
    /* ACCEPT, REJECT: whatever is still to come. At the end of a multiset OPEN is no answer. */
    gt_mdd_answer (*answer)(void *arg, uint32_t state, bool end);
    /* Asked now and then, with the bytes in use: true ends all work, see gt_mdd_failed. May be NULL. */
    bool (*stop)(void *arg, size_t bytes);
} gt_mdd_owner;

typedef struct gt_mdd_mgr gt_mdd_mgr;

gt_mdd_mgr *gt_mdd_new(const gt_mdd_owner *owner);
void gt_mdd_free(gt_mdd_mgr *m);
/* The owner has stopped it: results mean nothing from now on. */
bool gt_mdd_failed(const gt_mdd_mgr *m);
/* Goes on after that. */
void gt_mdd_resume(gt_mdd_mgr *m);

gt_mdd gt_mdd_ref(gt_mdd_mgr *m, gt_mdd x);
void gt_mdd_drop(gt_mdd_mgr *m, gt_mdd x);
/* *to = x, with the references moved. */
void gt_mdd_set(gt_mdd_mgr *m, gt_mdd *to, gt_mdd x);
/* Forgets what nobody keeps, if that is worth while. Only what is kept by gt_mdd_ref is valid afterwards. */
void gt_mdd_tidy(gt_mdd_mgr *m);
/* The same, worth while or not. */
void gt_mdd_collect(gt_mdd_mgr *m);

/* ---- sets ---- */
gt_mdd gt_mdd_or(gt_mdd_mgr *m, gt_mdd x, gt_mdd y);
gt_mdd gt_mdd_and(gt_mdd_mgr *m, gt_mdd x, gt_mdd y);
gt_mdd gt_mdd_diff(gt_mdd_mgr *m, gt_mdd x, gt_mdd y);

/* ---- multisets ---- */
/* Each with `count` more copies of the level. */
gt_mdd gt_mdd_inc(gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t count);
/* Each that has so many with `count` fewer copies of the level; the others are left out. */
gt_mdd gt_mdd_dec(gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t count);
/* Each with any number, 0 included, of its copies of `from` turned into copies of `to`, another level. */
gt_mdd gt_mdd_star(gt_mdd_mgr *m, gt_mdd x, uint32_t from, uint32_t to);
/* Each with every copy sent to where the map sends its level. */
gt_mdd gt_mdd_map(gt_mdd_mgr *m, gt_mdd x, uint32_t map);
/* Those of x that the map sends into y. */
gt_mdd gt_mdd_unmap(gt_mdd_mgr *m, gt_mdd x, gt_mdd y, uint32_t map);
/* Those that the automaton accepts when it begins in that state. */
gt_mdd gt_mdd_filter(gt_mdd_mgr *m, gt_mdd x, uint32_t state);

/* ---- questions ---- */
/* Calls fn for each level of which some multiset has copies, once each, in any order. */
void gt_mdd_support(gt_mdd_mgr *m, gt_mdd x, void (*fn)(void *arg, uint32_t level), void *arg);
/* Calls fn for the levels of one of the multisets; there must be one. */
void gt_mdd_pick(const gt_mdd_mgr *m, gt_mdd x, void (*fn)(void *arg, uint32_t level, uint32_t count),
                 void *arg);
/* How many multisets all of these sets have together, each counted for itself: a decimal number on the heap.
 */
char *gt_mdd_count(gt_mdd_mgr *m, const gt_mdd *sets, size_t n);
/* Multisets of things of several kinds (per level: which), as many of each kind in all multisets of a set:
 * how many ways there are to hand them out to so many things that can be told apart, where as many more of
 * each kind as `alone` says (nkinds numbers for each set) are handed out first, one by one. Decimal, on the
 * heap; NULL: more than `most` operations. */
char *gt_mdd_weigh(gt_mdd_mgr *m, const gt_mdd *sets, size_t n, const uint32_t *kinds, uint32_t nkinds,
                   const uint32_t *alone, uint64_t most);
/* Nodes below these. */
uint64_t gt_mdd_size(gt_mdd_mgr *m, const gt_mdd *sets, size_t n);

/* Asks the owner now; true: it has stopped. */
bool gt_mdd_ask(gt_mdd_mgr *m);
/* One more unit of the owner's own work. */
void gt_mdd_spend(gt_mdd_mgr *m);
/* Units of work so far: nodes made, operations on them, what the owner has added; the same on every machine.
 */
uint64_t gt_mdd_spent(const gt_mdd_mgr *m);
uint64_t gt_mdd_nodes(const gt_mdd_mgr *m); /* now, garbage included */
uint64_t gt_mdd_peak(const gt_mdd_mgr *m);
size_t gt_mdd_bytes(const gt_mdd_mgr *m);
/* References that are kept. */
uint64_t gt_mdd_kept(const gt_mdd_mgr *m);

#endif
