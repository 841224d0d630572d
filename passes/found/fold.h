/* What folds terms into expressions of a symmetric program; only fold*.c include it. */
#ifndef GT_PASSES_FOUND_FOLD_H
#define GT_PASSES_FOUND_FOLD_H

#include "ir/build/build.h"
#include "passes/found/found.h"
#include "passes/found/term.h"

/* What a variable of the commands has become. */
typedef struct {
    gt_var *var;
    uint32_t group, thing; /* whose local variable; group ABSENT: shared */
    uint32_t names;        /* the group that its values name; ABSENT: plain values */
    const int32_t *name;   /* by thing: the value */
    int32_t none;          /* the value that names nothing */
    bool optional;         /* there is one */
} gt_folded_var;

typedef struct {
    gt_arena *arena;
    gt_build *build;
    gt_terms *terms;
    const gt_found *found;
    gt_proc **procs;      /* by group */
    gt_folded_var *vars;  /* by variable of the commands */
    const gt_expr ***who; /* by group and thing: who it is here; NULL: nobody speaks of it yet */
    uint32_t *first;      /* by group: the bit of its first thing */
    gt_ptrmap mentions;   /* by term: its things, as bits */
    gt_words words;
    uint32_t nbinders;
    const char *why; /* the first thing that could not be said */
} gt_folder;

/* Takes note of the first failure; NULL. */
void *gt_fold_fail(gt_folder *f, const char *why);

/* ---- things ---- */
uint64_t gt_fold_mentions(gt_folder *f, const gt_term *t);
/* Things of the term that nobody speaks of yet. */
uint64_t gt_fold_unbound(gt_folder *f, const gt_term *t);
static inline uint64_t gt_fold_bit(const gt_folder *f, uint32_t group, uint32_t thing)
{
    return (uint64_t)1 << (f->first[group] + thing);
}
/* Those of them that the term tells from all other unbound ones; of a ring one, which all others stand
 * around. */
uint64_t gt_fold_specials(gt_folder *f, const gt_term *t);
/* The term with two things of a group exchanged, or all of a ring moved on. */
const gt_term *gt_fold_swapped(gt_folder *f, const gt_term *t, uint32_t group, uint32_t a, uint32_t b);
const gt_term *gt_fold_rotated(gt_folder *f, const gt_term *t, uint32_t group, uint32_t steps);
/* All that the term becomes when unbound things of the groups of `specials` change places; free(v.v). */
gt_term_vec gt_fold_orbit(gt_folder *f, const gt_term *t, uint64_t specials);
/* From now on the thing is `process`; of a ring all things are. gt_fold_forget when that is over. */
void gt_fold_bind(gt_folder *f, uint32_t group, uint32_t thing, const gt_expr *process);
void gt_fold_forget(gt_folder *f, uint32_t group, uint32_t thing);
/* The group and thing of the lowest bit. */
void gt_fold_lowest(const gt_folder *f, uint64_t bits, uint32_t *group, uint32_t *thing);

/* ---- expressions ---- */
gt_binder *gt_fold_binder(gt_folder *f, gt_bind_kind kind, uint32_t group);
/* x differs from all things of its group that somebody speaks of; NULL: there are none. */
const gt_expr *gt_fold_apart(gt_folder *f, uint32_t group, const gt_expr *x);
const gt_expr *gt_fold_and2(gt_folder *f, const gt_expr *x, const gt_expr *y); /* either may be NULL */
/* NULL after a failure. */
const gt_expr *gt_fold_term(gt_folder *f, const gt_term *t);
/* x is one of these values of the variable, bit i for lo + i; x of a plain type. */
const gt_expr *gt_fold_in(gt_folder *f, const gt_expr *x, gt_type type, uint64_t set);

/* ---- fold_rules.c ---- */
void gt_fold_rules(gt_folder *f);

#endif
