/* What code.c makes and code_eval.c evaluates. */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_CODE_IMPL_H
#define GT_BACKENDS_CHECK_EXPLICIT_CODE_IMPL_H

#include "backends/check/explicit/code.h"

#include "runtime/table.h"

/* Operators keep their expression kind; these are the leaves and short forms. */
typedef enum {
    OP_CONST = GT_EXPR_KINDS,
    OP_REAL,
    OP_SHARED,      /* var */
    OP_SLOT,        /* slot: its value */
    OP_LOCAL,       /* slot, var */
    OP_LOCAL_IS,    /* slot, var == value */
    OP_SHARED_IS,   /* var == value */
    OP_LOCAL_OF,    /* var of the process whose number kids[0] gives, of type `type` */
    OP_COMPARE_REAL /* `value` is the kind */
} short_op;

struct gt_xnode {
    uint16_t op;
    uint16_t type;
    uint32_t slot, var;
    uint64_t deps;
    uint32_t memo;  /* place of the remembered value + 1; 0: none */
    uint32_t sieve; /* quantifiers: number of the sieve, kids[1], + 1: if it is false (FORALL: true), so is
                       the body; 0: none */
    bool all;       /* the sieve is the body */
    uint32_t pair;  /* quantifiers: the body asks for the locals of self and of the bound process, and whether
                       these are the same; number + 1; 0: it asks for more */
    uint32_t nkids;
    int64_t value, den;
    bool real;
    struct gt_xnode *kids[];
};

struct gt_xcode {
    gt_arena *arena;
    gt_ptrmap nodes, slots; /* of expressions, of binders */
    uint32_t nslots, nmemo, nsieves, npairs;
};

#endif
