/* Reading back the traces that checkers print: what the languages share. */
#ifndef GT_BACKENDS_TARGETS_READ_H
#define GT_BACKENDS_TARGETS_READ_H

#include "backends/targets/target.h"
#include "ir/trace.h"

/* Collects the states of a trace. */
typedef struct {
    const gt_emit *emit; /* the translation that the trace is of */
    int32_t **states;
    uint32_t n, cap;
    bool *given; /* by variable: the trace has said its value */
} gt_states;

/* A new state, a copy of the last one (the least values at first). */
int32_t *gt_states_add(gt_states *s);
/* A value of the last state: TRUE, 3, -3, 0ud4_12; false if it is none. */
bool gt_states_give(gt_states *s, int64_t var, const char *text);
/* Whether every variable that could have another value was given one; else false with *why. */
bool gt_states_complete(gt_states *s, const char **why);
/* Where the loop begins: "3", a number of a state from 1; false with *why if there is no such state. */
bool gt_states_loop(gt_states *s, const char *text, int32_t *loop, const char **why);
/* A trace of the states whose last one is followed by states[loop] (-1: by none). Drops a last state equal to
 * that one, and repetitions of a state that the program cannot repeat are kept. */
const gt_abs_trace *gt_states_end(gt_states *s, int32_t loop);

/* The number of the variable with this name in the target's text, or -1. */
int64_t gt_emit_find_var(const gt_emit *e, const char *name, size_t len);
/* The word in that line, or NULL. */
const char *gt_find_in(const char *line, size_t len, const char *word);

/* The readers: gt_target.read of NuSMV's XML, TLC's output and what a replayed trail of Spin prints. */
const gt_abs_trace *gt_smv_read(const gt_emit *e, const char *text, const char **why);
const gt_abs_trace *gt_promela_read(const gt_emit *e, const char *text, const char **why);
const gt_abs_trace *gt_tla_read(const gt_emit *e, const char *text, const char **why);

#endif
