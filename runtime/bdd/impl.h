/* What the files behind runtime/bdd/bdd.h share. The only file that includes CUDD's headers.
 *
 * GT_CUDD_INTERNAL: cuddInt.h is there, and relational products are one recursion on nodes. CUDD installs its
 * public header alone; then they are composed of public operations, with the same results. */
#ifndef GT_RUNTIME_BDD_IMPL_H
#define GT_RUNTIME_BDD_IMPL_H

#include "runtime/bdd/bdd.h"

#ifdef GT_CUDD_INTERNAL
#include <cuddInt.h>
#include <mtr.h>
#else
#include <stddef.h>
#include <stdio.h>
/* cudd.h wants these included first. */
#include <cudd.h>
/* Part of the library, but declared by cudd.h only where the internal mtr.h is. */
struct MtrNode_;
extern struct MtrNode_ *Cudd_MakeTreeNode(DdManager *dd, unsigned int low, unsigned int size,
                                          unsigned int type);
#define MTR_FIXED 0x00000004
#endif

struct gt_bdd_mgr {
    DdManager *dd;
    gt_bdd_status_kind status;
    bool (*stop)(void *arg);
    void *stop_arg;
    bool torture;
    bool reorder, held; /* reordering is on; but not now */
    uint64_t operations, products;
    uint32_t begun; /* operations, for asking now and then */
};

static inline DdNode *node(gt_bdd f)
{
    return (DdNode *)f;
}

static inline gt_bdd handle(DdNode *f)
{
    return (gt_bdd)f;
}

/* product.c: relnext or relprev; the result is not yet referenced. NULL: CUDD says why. */
DdNode *gt_bdd_product(DdManager *dd, bool back, DdNode *set, DdNode *rel, DdNode *cube);
/* Collects garbage now, if the headers at hand let us. For tests. */
void gt_bdd_collect(DdManager *dd);
/* bdd.c: f with the current and next variables of the cube's pairs exchanged; the result is not yet
 * referenced. */
DdNode *gt_bdd_swap(DdManager *dd, DdNode *f, DdNode *cube);

#endif
