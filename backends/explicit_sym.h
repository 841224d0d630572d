/* The explicit engine on symmetric programs: shared by explicit_sym.c (states) and explicit_sym_rules.c
 * (steps). */
#ifndef GT_BACKENDS_EXPLICIT_SYM_H
#define GT_BACKENDS_EXPLICIT_SYM_H

#include "backends/explicit.h"
#include "ir/sym_step.h"
#include "runtime/intern.h"

/* Local states of up to that many bits are numbered by their bits, others as they are seen. */
enum { GT_XDIRECT_BITS = 16 };

typedef struct {
    const gt_xnode *cond, *value, *process; /* process NULL: in slot `slot` */
    uint32_t slot;
    bool each;     /* for all processes, one after the other in slot `slot` */
    bool shared;   /* var is shared */
    uint32_t type; /* of the process */
    uint32_t var;
    const gt_var *origin;
} gt_xupdate;

typedef struct {
    const gt_xnode *prob;
    uint32_t nupdates;
    gt_xupdate *updates;
} gt_xbranch;

typedef struct {
    const gt_rule *rule;
    uint32_t *slots;        /* of the partners, then of the choices; self has slot 0 */
    gt_xguard guard;        /* at[k]: when k of the partners and choices are there */
    const gt_xnode **where; /* per choice, or NULL */
    gt_xbranch *branches;
} gt_xrule;

typedef struct {
    uint32_t n, nvars;
    uint32_t base, bits; /* process p (from 0) has the bits from base + p * bits on */
    gt_xfield *fields;   /* relative to the process */
    gt_intern *seen;     /* local states, if bits > GT_XDIRECT_BITS */
} gt_xtype;

typedef struct {
    gt_xmodel head;
    gt_arena *arena;
    const gt_sym *sym;
    bool canonical;
    gt_xcode *code;
    uint32_t nlabels;
    const gt_xlabel *labels;
    const gt_xnode **label_code;
    int64_t error; /* index of the shared error flag, or -1 */
    gt_xfield *shared;
    uint32_t ntypes;
    gt_xtype *types;
    uint32_t bytes;
    uint32_t nrules;
    gt_xrule *rules;
} gt_xsym;

typedef struct {
    const gt_xsym *model;
    gt_arena *arena;
    gt_xenv env;
    int32_t *shared;
    gt_xlocal_vec *locals;    /* per type */
    const gt_xlocal ***at;    /* per type, per process */
    int32_t *row;             /* a local state being unpacked */
    gt_bytes next, canonical; /* the successor being made */
    const uint8_t *state;
    gt_sink *sink;
    bool enabled;
    gt_sym_step *step; /* for initial states; NULL until needed */
    gt_xcanon *canon;
    int32_t *concrete;
} gt_xsym_worker;

/* Compiles the rules of model->sym. */
void gt_xsym_compile(gt_xsym *model);
/* The rules whose filters the local state in env.row[0] passes. */
void gt_xsym_index(gt_xsym_worker *w, uint32_t type, gt_xlocal *local);
/* Emits all successors of the unpacked state; sets w->enabled. */
void gt_xsym_fire(gt_xsym_worker *w);
/* Passes w->next on, its canonical representative if that is wanted. */
void gt_xsym_emit(gt_xsym_worker *w);

#endif
