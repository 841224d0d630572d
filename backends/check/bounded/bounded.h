/* The room backends/check/bounded: properties of states by satisfiability, step by step. Sees the circuit of
 * the guarded commands (backends/targets/circuit.h) and runtime/sat.
 *
 * A frame is the circuit at one step: what its literals are in the solver. */
#ifndef GT_BACKENDS_CHECK_BOUNDED_BOUNDED_H
#define GT_BACKENDS_CHECK_BOUNDED_BOUNDED_H

#include "backends/targets/circuit.h"
#include "runtime/sat/sat.h"

typedef struct {
    const gt_circuit *circuit;
    gt_sat *sat;
    bool from_reset;      /* the first frame is the circuit's first step; else any state it may be in */
    int yes;              /* holds */
    bool *used;           /* nodes that matter; the caller may mark more before the first frame */
    GT_VEC(int *) frames; /* by node: a literal */
} gt_frames;

void gt_frames_init(gt_frames *f, const gt_circuit *circuit, const gt_limits *limits, bool from_reset);
void gt_frames_fini(gt_frames *f);
/* One more frame; its number. */
uint32_t gt_frames_add(gt_frames *f);
int gt_frames_literal(const gt_frames *f, uint32_t frame, gt_lit x);
/* The state of frame i differs from that of frame k. */
void gt_frames_differ(gt_frames *f, uint32_t i, uint32_t k);
/* State i is state k, in latches from..to - 1. */
int gt_frames_same(gt_frames *f, uint32_t i, uint32_t k, size_t from, size_t to);
/* After an answer: the inputs of the first n frames, row by row, as gt_circuit_play wants them. */
const bool *const *gt_frames_inputs(gt_arena *arena, const gt_frames *f, uint32_t n);

#endif
