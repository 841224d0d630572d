/* The simulator: a run made step by step, by whoever types commands. It sees the program as written and its
 * meaning (ir/mean), state by state; no pass, no engine. */
#ifndef GT_DRIVER_SIMULATE_SIMULATE_H
#define GT_DRIVER_SIMULATE_SIMULATE_H

#include "backends/check/lift/show.h"

/* A condition that somebody typed, read as an expression of the program. */
typedef struct {
    gt_ctx ctx;
    const gt_sym *sym; /* the same program; the condition is its last property, an invariant. NULL: there is
                          none, and it is said why */
} gt_typed;

typedef struct {
    const gt_sym *sym; /* small enough for ir/mean/layout.h */
    gt_arena *arena;
    gt_trace_style style;
    uint64_t seed;
    const gt_run *replay; /* what `next` goes along; NULL: nothing */
    /* What goes out: text that a terminal may obey. False: nobody reads it, and the simulation ends. */
    bool (*print)(void *arg, const char *text);
    gt_typed *(*read)(void *arg, const char *condition); /* NULL: it is said what is wrong with it */
    void (*forget)(gt_typed *typed);
    void *arg;
} gt_simulation;

/* Obeys the lines of standard input until its end or `quit`: with line editing if that and standard output
 * are terminals, else with each command shown before what it does. Appends to `transcript` the commands that
 * make the run anew. False: a command was wrong, or nobody read what was printed. */
bool gt_simulate(const gt_simulation *simulation, gt_str *transcript);

#endif
