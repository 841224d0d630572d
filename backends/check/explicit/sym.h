/* The explicit engine on symmetric programs: shared by sym.c (states), sym_rules.c (steps)
 * and sym_effect.c (what steps write). */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_SYM_H
#define GT_BACKENDS_CHECK_EXPLICIT_SYM_H

#include "backends/check/explicit/rules.h"
#include "ir/mean/sym_step.h"
#include "runtime/search/intern.h"

/* Local states of up to that many bits are numbered by their bits, others as they are seen. */
enum { GT_XDIRECT_BITS = 16 };

/* Bits of one process: those of the mask become those of the value. */
enum { GT_XPATCH_BITS = 56 };
typedef struct {
    uint64_t mask, value;
    bool open; /* cannot be said in advance */
} gt_xpatch;

/* One thing that a branch of a rule does to a state, worked out as far as the local state of self decides. */
typedef enum { GT_XSTEP_SELF, GT_XSTEP_SHARED, GT_XSTEP_PATTERN, GT_XSTEP_UPDATE } gt_xstep_kind;
typedef struct {
    gt_xstep_kind kind;
    gt_xpatch patch;          /* SELF */
    int64_t value;            /* SHARED */
    const gt_xupdate *update; /* the others */
} gt_xstep;

typedef struct {
    uint32_t n;
    gt_xstep *v;
} gt_xsteps;

/* What is known of the processes in one local state. */
typedef struct gt_xeffect {
    gt_xsteps **steps;   /* per rule of the local state, per branch */
    gt_xpatch *patterns; /* per pattern of the type */
} gt_xeffect;

typedef struct {
    uint32_t n, nvars;
    uint32_t base, bits; /* process p (from 0) has the bits from base + p * bits on */
    gt_xfield *fields;   /* relative to the process */
    uint32_t nids, *ids; /* local variables that are ids */
    gt_intern *seen;     /* local states, if bits > GT_XDIRECT_BITS */
    GT_VEC(const gt_xupdate *) patterns;
} gt_xtype;

typedef struct {
    gt_xmodel head;
    gt_arena *arena;
    const gt_sym *sym;
    bool canonical;
    const bool *mirrored; /* canonical: per type, as gt_xmirrored says */
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
    gt_xsteps **hub;          /* per rule without self, per branch; else NULL */
    gt_xlocal_vec *locals;    /* per type */
    const gt_xlocal ***at;    /* per type, per process */
    bool **named;             /* canonical: per type, per process: whether some variable names it, and ... */
    uint32_t **twin;          /* ... the first one that may change places with it, or itself */
    uint32_t **number;        /* per type, per process: of its local state */
    int32_t *row;             /* a local state being unpacked */
    gt_bytes next, canonical; /* the successor being made */
    const uint8_t *state;
    gt_sink *sink;
    const gt_xsteps *steps; /* of the rule being fired, per branch */
    bool enabled;
    gt_sym_step *step; /* for initial states; NULL until needed */
    gt_xcanon *canon;
    int32_t *concrete;
} gt_xsym_worker;

/* Compiles the rules of model->sym. */
void gt_xsym_compile(gt_xsym *model);
/* The rules whose filters the local state in env.row[0] passes, and their effect. */
void gt_xsym_index(gt_xsym_worker *w, uint32_t type, gt_xlocal *local);
/* The same for the rules without self. */
void gt_xsym_index_hub(gt_xsym_worker *w);
/* Finds the broadcast updates whose effect a process's own locals decide. */
void gt_xsym_find_patterns(gt_xsym *m);
/* What the branch does when self, if there is one, has the locals in env.row[0]. */
gt_xsteps gt_xsym_steps(gt_xsym_worker *w, const gt_xrule *rule, const gt_xbranch *branch);
/* The patterns on a process with the locals `row`. */
gt_xpatch *gt_xsym_patterns(gt_xsym_worker *w, uint32_t type, const int32_t *row);
/* Does it to w->next. */
void gt_xsym_take(gt_xsym_worker *w, const gt_xrule *rule, const gt_xsteps *steps);
/* Emits all successors of the unpacked state; sets w->enabled. */
void gt_xsym_fire(gt_xsym_worker *w);
/* Passes w->next on, its canonical representative if that is wanted. */
void gt_xsym_emit(gt_xsym_worker *w);

#endif
