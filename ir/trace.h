/* Paths of guarded commands, as engines find them and other checkers print them. */
#ifndef GT_IR_TRACE_H
#define GT_IR_TRACE_H

#include <stdint.h>

typedef struct {
    uint32_t nstates;
    int32_t **states;   /* each: a value for every variable of the guarded commands, in their order */
    int32_t loop_start; /* after the last state the path continues with this state's successor cycle: the last
                           state is followed by states[loop_start]; -1: the path is finite */
    const int32_t *cmds; /* number of the command that led to each state; -1: none (initial state, loop of a
                            state without command), or not known; NULL: none is known */
    const uint64_t
        *times; /* how often in a row that command fired to get here (accelerated steps); NULL: once each */
} gt_abs_trace;

#endif
