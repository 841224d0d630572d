/* The pipeline: the passes in their order, as a table. Each is run, and what it has made is verified, in one
 * place. */
#ifndef GT_PASSES_PIPELINE_H
#define GT_PASSES_PIPELINE_H

#include "ir/cmd.h"
#include "runtime/context.h"

/* How far a program has come: the last pass it went through. */
typedef enum {
    GT_MADE_WRITTEN, /* as written */
    GT_MADE_TOTAL,
    GT_MADE_SCALAR,
    GT_MADE_GHOSTS,
    GT_MADE_POPULATION,
    GT_MADE_COMMANDS,
    GT_MADE_SIMPLE,
    GT_MADE_COUNT
} gt_made;

/* What the guarded commands are to be. */
typedef enum {
    GT_SHAPE_BEST,
    GT_SHAPE_DENSE,
    GT_SHAPE_NONZERO,
    GT_SHAPE_VECTOR,
    GT_SHAPE_PAIRS,
    GT_SHAPE_PAPER,
    GT_SHAPE_CONTROL,
    GT_SHAPE_COPIES
} gt_shape_kind;
typedef struct {
    gt_shape_kind kind;
    bool whole;    /* every counter, also those that never change: neither slots nor simplification */
    bool picks;    /* dense commands with picks: as people write them */
    bool turns;    /* n copies: formulas ask for fairness of processes, for checkers that know none */
    bool symbolic; /* written for a checker with decision diagrams */
} gt_shape;

/* A program in all representations that were made of it. */
typedef struct {
    gt_made made;
    const gt_sym *sym;
    const gt_pop *pop;   /* NULL: not made; n copies need none */
    const gt_cmds *cmds; /* NULL: not made */
} gt_programs;

/* Runs the passes behind p->made up to `to`; runs[] (may be NULL) counts them. False after reporting errors.
 */
bool gt_pipeline_run(gt_ctx *ctx, gt_programs *p, gt_made to, gt_shape shape, uint32_t runs[GT_MADE_COUNT]);
/* "total", "scalar", ... */
const char *gt_pipeline_name(gt_made pass);

#endif
