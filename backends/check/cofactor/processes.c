/* Processes of n copies as literals: in order, and renamed. */
#include "backends/check/cofactor/cofactor.h"

/* ---- where things are ---- */

static bool is_local(const gt_cmds *cmds, uint32_t v, const gt_proc *proc, uint32_t p)
{
    return cmds->vars[v].kind == GT_CVAR_LOCAL && cmds->vars[v].proc == proc && cmds->vars[v].slot == p;
}

static bool names(const gt_cmds *cmds, uint32_t v, const gt_proc *proc)
{
    return cmds->vars[v].kind == GT_CVAR_ID && cmds->vars[v].proc == proc;
}

static size_t end_of(const gt_circuit *c, uint32_t v)
{
    return v + 1 < c->cmds->nvars ? c->latches_of[v + 1] : c->latches.n;
}

static bool code_bit(const gt_circuit *c, uint32_t v, uint32_t p, size_t latch)
{
    uint64_t code = (uint64_t)((int64_t)p + 1 - c->cmds->vars[v].type.lo);
    return code >> (latch - c->latches_of[v]) & 1;
}

/* The id variable names process p. */
static gt_lit is_named(gt_circuit *c, gt_cofactor_state state, uint32_t v, uint32_t p)
{
    gt_lit x = GT_LIT_TRUE;
    for (size_t l = c->latches_of[v]; l < end_of(c, v); l++)
        x = gt_aig_and(&c->aig, x, gt_lit_if(state[l], !code_bit(c, v, p, l)));
    return x;
}

/* ---- order ---- */

/* a < b, or a = b and less */
static gt_lit before(gt_aig *g, gt_lit less, gt_lit a, gt_lit b)
{
    return gt_aig_ite(g, gt_aig_iff(g, a, b), less, b);
}

static gt_lit in_order(gt_circuit *c, gt_cofactor_state state, const gt_proc *proc, uint32_t p)
{
    const gt_cmds *cmds = c->cmds;
    gt_aig *g = &c->aig;
    gt_lit less = GT_LIT_TRUE;
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        if (!names(cmds, v, proc))
            continue;
        gt_lit this = is_named(c, state, v, p), next = is_named(c, state, v, p + 1);
        less = before(g, less, this, next);
    }
    uint32_t w = cmds->nvars;
    for (uint32_t v = cmds->nvars; v-- > 0;) {
        if (!is_local(cmds, v, proc, p))
            continue;
        do
            w--;
        while (!is_local(cmds, w, proc, p + 1)); /* the same variable of the next process */
        for (size_t i = 0; i < end_of(c, v) - c->latches_of[v]; i++)
            less = before(g, less, state[c->latches_of[v] + i], state[c->latches_of[w] + i]);
    }
    return less;
}

gt_lit gt_cofactor_sorted(gt_circuit *c, gt_cofactor_state state)
{
    const gt_sym *sym = c->cmds->sym;
    gt_lit all = GT_LIT_TRUE;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (uint32_t p = 0; p + 1 < (uint32_t)sym->procs[t]->n; p++)
            all = gt_aig_and(&c->aig, all, in_order(c, state, sym->procs[t], p));
    return all;
}

/* ---- renaming ---- */

/* Where the variable names p it is to name q. */
static gt_lit if_named(gt_circuit *c, uint32_t v, size_t latch, gt_lit named, uint32_t q, gt_lit otherwise)
{
    return gt_aig_ite(&c->aig, named, code_bit(c, v, q, latch), otherwise);
}

/* If `swap`, processes p and p + 1 change names. */
static void exchange(gt_circuit *c, gt_lit *state, const gt_proc *proc, uint32_t p, gt_lit swap)
{
    const gt_cmds *cmds = c->cmds;
    gt_aig *g = &c->aig;
    uint32_t w = 0;
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        if (names(cmds, v, proc)) {
            gt_lit this = gt_aig_and(g, swap, is_named(c, state, v, p));
            gt_lit next = gt_aig_and(g, swap, is_named(c, state, v, p + 1));
            for (size_t l = c->latches_of[v]; l < end_of(c, v); l++)
                state[l] = if_named(c, v, l, this, p + 1, if_named(c, v, l, next, p, state[l]));
        } else if (is_local(cmds, v, proc, p)) {
            while (!is_local(cmds, w, proc, p + 1))
                w++;
            for (size_t i = 0; i < end_of(c, v) - c->latches_of[v]; i++) {
                gt_lit *a = &state[c->latches_of[v] + i], *b = &state[c->latches_of[w] + i], old = *a;
                *a = gt_aig_ite(g, swap, *b, old);
                *b = gt_aig_ite(g, swap, old, *b);
            }
            w++;
        }
    }
}

uint32_t gt_cofactor_nchoices(const gt_circuit *c)
{
    uint32_t choices = 0;
    for (uint32_t t = 0; t < c->cmds->sym->nprocs; t++) {
        uint32_t n = (uint32_t)c->cmds->sym->procs[t]->n;
        choices += n * (n - 1) / 2;
    }
    return choices;
}

/* Process k goes down past as many as it is to, with those below it renamed already. */
void gt_cofactor_rename(gt_circuit *c, const gt_lit *choices, gt_lit *state)
{
    const gt_sym *sym = c->cmds->sym;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (uint32_t k = 1; k < (uint32_t)sym->procs[t]->n; k++)
            for (uint32_t p = k; p-- > 0;)
                exchange(c, state, sym->procs[t], p, *choices++);
}
