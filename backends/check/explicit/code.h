/* Expressions of symmetric programs in the form the explicit engine evaluates. The code is
 * made once and read by all threads; what is evaluated on stands in an environment, one per thread.
 *
 * Processes are reached through slots: self has the first one, each binder one of its
 * own. A slot holds the local variables of its process and its number. */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_CODE_H
#define GT_BACKENDS_CHECK_EXPLICIT_CODE_H

#include "ir/sym.h"
#include "runtime/base.h"
#include "runtime/rat.h"

typedef struct gt_xcode gt_xcode;
typedef struct gt_xnode gt_xnode;

/* What a node's value depends on: bit i for the locals of slot i (i < GT_XDEP_FRAME), GT_XDEP_FRAME for slots
 * beyond, and GT_XDEP_STATE for the rest of the state and the numbers of processes. */
enum { GT_XDEP_FRAME = 62, GT_XDEP_STATE = 63 };

enum { GT_XSIEVE = 512 };

/* The processes of a type. With `counts` they stand in groups of processes that nothing in the state tells
 * apart: group i has counts[i] >= 1 processes with consecutive numbers from firsts[i] on, groups ascend. The
 * first used[i] of them are told apart by slots: whoever binds one more takes the next number. */
typedef struct {
    uint32_t n;
    const int32_t **rows;
    const uint32_t *counts; /* NULL: one process each, numbered from 1 */
    const uint32_t *firsts;
    uint32_t *used;
    const uint32_t *locals; /* numbers of the rows: equal numbers of a type are equal rows */
} gt_xgroup;

typedef struct {
    const int32_t *shared; /* by index of the variable; ids 1..n, 0: none */
    int32_t *value;        /* per slot: a chosen value, or the number of the process, from 1 */
    const int32_t **row;   /* per slot: local variables of the process */
    gt_xgroup *groups;     /* per process type */
    uint64_t epoch;        /* one per state */
    uint64_t *memo_epoch;
    int64_t *memo;
    uint8_t
        *sieves; /* what quantifiers ask of a row alone: GT_XSIEVE rows each; 0: not asked yet, 1 + value */
    /* What they ask of a row and that of self: GT_XSIEVE rows of self each, per row of the other alike; NULL:
     * none asked yet. */
    uint8_t **pairs;
    size_t npairs;
    uint32_t self_local; /* the number of self's row, where processes stand in groups */
} gt_xenv;

gt_xcode *gt_xcode_new(void);
void gt_xcode_free(gt_xcode *code);
/* e without temporal operators; NULL gives NULL. All compiling comes before the first environment. */
const gt_xnode *gt_xcode_compile(gt_xcode *code, const gt_expr *e);
uint32_t gt_xcode_slot(gt_xcode *code, const gt_binder *binder);
uint64_t gt_xnode_deps(const gt_xnode *node);
/* Whether the value (of NULL, too) is decided by the shared variables, by what stands in the slots of the set
 * and by atoms: counts, quantified formulas and variables of named processes that mention no slot. Calls
 * `atom` for each of these. */
bool gt_xnode_plain(const gt_xnode *node, uint64_t slots, void (*atom)(void *arg, const gt_xnode *atom),
                    void *arg);

void gt_xenv_init(gt_xenv *env, const gt_xcode *code, uint32_t ntypes);
void gt_xenv_fini(gt_xenv *env);
/* Call when the state has changed. */
static inline void gt_xenv_next(gt_xenv *env)
{
    env->epoch++;
}

int64_t gt_xeval(gt_xenv *env, const gt_xnode *node);
gt_rat gt_xeval_real(gt_xenv *env, const gt_xnode *node);
/* Whether a branch with this probability (NULL: 1) can be taken. */
bool gt_xeval_possible(gt_xenv *env, const gt_xnode *prob);

#endif
