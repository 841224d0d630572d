/* What engines take and give: all of them fill the same report. */
#ifndef GT_BACKENDS_CHECK_CHECK_H
#define GT_BACKENDS_CHECK_CHECK_H

#include "backends/check/lift/lift.h"
#include "runtime/limits.h"

/* UNSUPPORTED: a foreign checker's language cannot express the property. */
typedef enum { GT_VERDICT_UNKNOWN, GT_VERDICT_HOLDS, GT_VERDICT_FAILS, GT_VERDICT_UNSUPPORTED } gt_verdict;

typedef enum { GT_DIRECTION_AUTO, GT_DIRECTION_FORWARD, GT_DIRECTION_BACKWARD } gt_direction;

typedef enum { GT_SATURATE_AUTO, GT_SATURATE_ALWAYS, GT_SATURATE_NEVER } gt_saturate;

/* How the BDD engine works, for tests and measurements: no way changes what comes out. All zero is the
 * default. */
typedef struct {
    bool no_accelerate;   /* single steps only */
    bool no_drop;         /* keep redundant counters */
    bool no_chain;        /* what a relation adds to a fixpoint the others see a round later */
    bool by_counter;      /* the bits of a counter stand together */
    bool no_reorder;      /* variables stay in the order they were given */
    gt_saturate saturate; /* AUTO: programs with one copy of every process */
    bool torture;         /* collect garbage and reorder all the time */
} gt_bdd_ways;

/* What only foreign checkers have use for. */
typedef struct {
    bool distributed; /* TLC: a server that waits for workers; `announce` gets the line that starts one */
    bool exact;       /* Storm: fractions */
    double precision; /* Storm; 0: its own */
    bool keep;        /* the folder with their files; `announce` says where it is */
    void (*announce)(void *arg, const char *line); /* may be NULL */
    void *announce_arg;
} gt_foreign_options;

/* Which processes a component does not look at (method component). */
typedef enum {
    GT_STATE_SYMMETRIES_NEIGHBOURS,
    GT_STATE_SYMMETRIES_ALL,
    GT_STATE_SYMMETRIES_OFF
} gt_state_symmetries;

/* Which states a search backward looks for (method sat). */
typedef enum {
    GT_REPRESENTATIVES_PREDICATE, /* those in order */
    GT_REPRESENTATIVES_OFF,       /* all */
    GT_REPRESENTATIVES_CONVERT    /* all, and then those in order that renaming makes of them */
} gt_representatives;

/* What only methods of the papers have use for. */
typedef struct {
    gt_state_symmetries state_symmetries;
    gt_representatives representatives;
    uint64_t under; /* onthefly: nodes of what is looked at in a round; 0: all */
    uint64_t depth; /* bmc, induction: steps from the initial states at most; 0: not given */
} gt_method_options;

/* All zero is the default. */
typedef struct {
    gt_limits limits;    /* bytes: of a foreign checker alone, if it is one that decides */
    const bool *skip;    /* per property: do not check it; NULL: check all */
    bool no_traces;      /* verdicts only */
    bool compact_traces; /* BDD: leave repeated steps together even in short traces */
    bool no_states;      /* the number of states is not wanted */
    bool reorder;        /* BDD: let CUDD reorder variables */
    gt_bdd_ways ways;
    gt_direction direction; /* BDD, invariants: from the initial or from the bad states */
    uint32_t threads;       /* explicit engine; 0: as many as there are cores */
    gt_foreign_options foreign;
    gt_method_options method;
} gt_check_options;

typedef struct {
    const gt_prop *prop;
    gt_verdict verdict;
    const char *note;  /* NULL or a phrase for people: why unknown, what the trace leaves open */
    const char *value; /* what a query (P=?, R=?) came to, as a decimal number or "inf"; else NULL */
    /* A counterexample if the property fails, a witness if it holds; both NULL if there is none to show. The
     * BDD engine gives a path of the guarded commands, the explicit engine a run. */
    const gt_abs_trace *trace;
    const gt_run *run;
    bool shortest; /* no shorter counterexample or witness exists */
    double seconds;
} gt_check_result;

typedef struct {
    const char *name;
    uint64_t value;
} gt_number;

typedef struct {
    const char *engine;   /* its name */
    const char *works_on; /* as shown; NULL: the engine's table says it */
    uint32_t nresults; /* = the number of properties; skipped ones have verdict UNKNOWN and note "skipped" */
    gt_check_result *results;
    gt_stop stopped;
    bool gave_up;       /* part of it is not for this engine, and another one may do it */
    const char *states; /* reachable (abstract) states, decimal, exact; NULL: not computed */
    const char
        *each; /* states of the program with every process by itself, if the engine counts them; or NULL */
    bool states_complete; /* false: `states` counts those found so far */
    uint64_t iterations;  /* rounds of the reachability fixpoint */
    uint64_t nodes;       /* BDD: size of the reached set */
    uint64_t peak_nodes;  /* BDD */
    uint64_t live_nodes;  /* BDD: when the search was over, without what is no longer used */
    uint64_t products;    /* BDD: images and preimages of a single relation */
    uint64_t transitions; /* explicit */
    uint64_t variables;   /* BDD: bits of a state; explicit: bytes of a stored state, on average */
    size_t bytes;         /* at the peak */
    const char *effort;   /* some of these numbers as a phrase for people; NULL: none */
    uint32_t nnumbers;    /* the same for other programs, from gt_report_numbers */
    const gt_number *numbers;
    double reach_seconds, seconds;
} gt_check_report;

/* BDD engine. Reads guarded commands and nothing else. Never fails: limits and interrupts leave verdicts
 * UNKNOWN. The report lives in the context's arena. */
const gt_check_report *gt_check_bdd(gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options);

/* Which states of a symmetric program are one state. */
typedef enum {
    GT_ALIKE_NONE,   /* every state for itself (--no-reduce) */
    GT_ALIKE_LINKED, /* those that a renaming of processes makes equal */
    GT_ALIKE_CLASSES /* the same, much faster, where the program is not tied (gt_sym_tie) */
} gt_alike;

/* Explicit engine on a symmetric program that is total and scalar, with prefixes turned into ghosts; runs are
 * those of `written`, the program as written (NULL: of sym). Never fails, as above. */
const gt_check_report *gt_check_explicit_sym(gt_ctx *ctx, const gt_sym *written, const gt_sym *sym,
                                             gt_alike alike, const gt_check_options *options);

/* "holds", "fails", "unknown", "unsupported" */
const char *gt_verdict_name(gt_verdict verdict);

#endif
