/* Where the values of a symmetric program stand in a concrete state, a vector of int32_t:
 *   [0]  the error flag: 1 after a run-time error
 *   then the elements of the shared variables in order of declaration,
 *   then per process type, per process, the elements of its local variables.
 * Ids are 1..n, 0 is none. Bools are 0 and 1, enums count from 0. */
#ifndef GT_IR_MEAN_LAYOUT_H
#define GT_IR_MEAN_LAYOUT_H

#include "ir/sym.h"

typedef struct {
    uint32_t base, stride; /* process p (from 1) begins at base + (p - 1) * stride */
    uint32_t *offset;      /* first element of local variable i within its process */
} gt_proc_layout;

typedef struct {
    const gt_sym *sym;
    size_t width;
    uint32_t *shared; /* first element of shared variable i */
    gt_proc_layout *procs;
} gt_layout;

/* Whether the program's processes can be looked at one by one. */
bool gt_layout_is_small(const gt_sym *sym);
/* The same; reports an error (`size`) if not. */
bool gt_layout_fits(gt_ctx *ctx, const gt_sym *sym);
/* Requires gt_layout_fits. Lives in `arena`. */
const gt_layout *gt_layout_new(gt_arena *arena, const gt_sym *sym);
static inline size_t gt_layout_shared(const gt_layout *layout, const gt_var *var, uint32_t element)
{
    return layout->shared[var->index] + element;
}
static inline size_t gt_layout_local(const gt_layout *layout, const gt_var *var, int32_t process,
                                     uint32_t element)
{
    const gt_proc_layout *p = &layout->procs[var->owner->index];
    return p->base + (size_t)(process - 1) * p->stride + p->offset[var->index] + element;
}
/* Renames processes so that each is in the class that goes with its number. */
void gt_layout_settle(const gt_layout *layout, int32_t *state);
/* "x=3 d=Client 2 | Client: Idle, Trying, ..." for people. */
void gt_layout_print(const gt_layout *layout, const int32_t *state, gt_str *out);
/* A value of a scalar type in the language's notation; ids as "Client 2". */
void gt_value_print(gt_type type, int64_t value, gt_str *out);

#endif
