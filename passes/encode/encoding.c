#include "passes/encode/dense.h"
#include "passes/passes.h"

#include <math.h>

/* Bits for so many values. */
static double bits(double values)
{
    return values <= 1 ? 0 : ceil(log2(values));
}

/* Bits of one slot: a field per local variable, the first with one value more for an empty slot. */
static double slot_bits(const gt_proc *proc)
{
    double sum = proc->nvars ? 0 : 1;
    for (uint32_t i = 0; i < proc->nvars; i++)
        sum += bits((double)gt_type_size(proc->vars[i]->type) + (i == 0));
    return sum;
}

static gt_estimate estimate_bits(const gt_pop *pop)
{
    gt_estimate e = {0};
    for (uint32_t p = 0; p < pop->sym->nprocs; p++) {
        const gt_proc *proc = pop->sym->procs[p];
        double n = proc->n, l = pop->locals[p].nstates, slot = slot_bits(proc), count = bits(n + 1);
        e.dense += (l > 1 ? l - 1 : 0) * count;
        e.vector += n * slot;
        e.pairs += fmin(n, l) * (slot + count);
    }
    e.nonzero = e.pairs < e.vector ? GT_ENC_PAIRS : GT_ENC_VECTOR;
    e.best = e.dense > GT_DENSE_BITS * fmin(e.vector, e.pairs) ? e.nonzero : GT_ENC_DENSE;
    return e;
}

gt_estimate gt_pass_estimate(const gt_pop *pop)
{
    gt_estimate e = estimate_bits(pop);
    e.commands = gt_dense_commands(pop);
    if (e.commands > GT_DENSE_COMMANDS)
        e.best = e.nonzero;
    return e;
}

gt_encoding gt_pass_choose_written(const gt_pop *pop)
{
    gt_estimate e = gt_pass_estimate(pop);
    bool many = 4 * e.dense > GT_WRITTEN_QUARTERS * fmin(e.vector, e.pairs);
    return many ? e.nonzero : e.best;
}

double gt_pass_control_limit(const gt_pop *pop, gt_encoding how)
{
    gt_estimate e = gt_pass_estimate(pop);
    double states = 0;
    for (uint32_t p = 0; p < pop->sym->nprocs; p++)
        states += pop->locals[p].nstates;
    if (how == GT_ENC_DENSE && states < GT_CONTROL_STATES && e.commands <= GT_CONTROL_FROM)
        return 0;
    bool slots = how != GT_ENC_DENSE && fmin(e.vector, e.pairs) > GT_CONTROL_SLOTS;
    return fmax(slots ? GT_CONTROL_MOST : GT_CONTROL_COMMANDS, e.commands);
}

bool gt_pass_counts_all(const gt_pop *pop)
{
    for (uint32_t p = 0; p < pop->sym->nprocs; p++)
        if (pop->locals[p].nidvars > 0 && pop->locals[p].nstates > GT_ALL_STATES)
            return false;
    return true;
}

gt_encoding gt_pass_choose_encoding(const gt_pop *pop, bool nonzero)
{
    gt_estimate bits = estimate_bits(pop);
    return nonzero || bits.best != GT_ENC_DENSE ? bits.nonzero : gt_pass_estimate(pop).best;
}
