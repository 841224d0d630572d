/* Local states, id variables and swaps of processes as diagrams. */
#include "backends/check/methods/copies.h"

#include <stdlib.h>

/* ---- where things are ---- */

static uint32_t bits_of_process(const gt_cmds *cmds, const gt_cb_var *vars, const gt_proc *proc)
{
    uint32_t nbits = 0;
    for (uint32_t v = 0; v < cmds->nvars; v++)
        if (cmds->vars[v].kind == GT_CVAR_LOCAL && cmds->vars[v].proc == proc && cmds->vars[v].slot == 0)
            nbits += vars[v].nbits;
    return nbits;
}

static void place_bits(gt_copies_type *type, const gt_cmds *cmds, const gt_cb_var *vars, const gt_proc *proc)
{
    uint32_t *filled = gt_xcalloc(type->n, sizeof *filled);
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        if (cmds->vars[v].kind != GT_CVAR_LOCAL || cmds->vars[v].proc != proc)
            continue;
        uint32_t p = cmds->vars[v].slot;
        for (uint32_t i = vars[v].nbits; i-- > 0;)
            type->pairs[p * type->nbits + filled[p]++] = vars[v].pairs[i];
    }
    free(filled);
}

gt_copies *gt_copies_new(gt_arena *arena, gt_bdd_mgr *m, const gt_cmds *cmds, const gt_cb_var *vars)
{
    const gt_sym *sym = cmds->sym;
    gt_copies *c = GT_NEW(arena, gt_copies);
    c->m = m;
    c->ntypes = sym->nprocs;
    c->types = GT_NEW_ARRAY(arena, gt_copies_type, sym->nprocs);
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        gt_copies_type *type = &c->types[t];
        type->n = (uint32_t)sym->procs[t]->n;
        type->nbits = bits_of_process(cmds, vars, sym->procs[t]);
        type->pairs = GT_NEW_ARRAY(arena, uint32_t, (size_t)type->n * type->nbits + 1);
        type->in_order = GT_NEW_ARRAY(arena, gt_bdd, type->n);
        place_bits(type, cmds, vars, sym->procs[t]);
    }
    c->ids = GT_NEW_ARRAY(arena, gt_copies_id, cmds->nvars + 1);
    for (uint32_t v = 0; v < cmds->nvars; v++)
        if (cmds->vars[v].kind == GT_CVAR_ID)
            c->ids[c->nids++] =
                (gt_copies_id){cmds->vars[v].proc->index, vars[v].lo, vars[v].nbits, vars[v].pairs};
    return c;
}

void gt_copies_free(gt_copies *c)
{
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (uint32_t p = 0; p + 1 < c->types[t].n; p++)
            gt_bdd_drop(c->m, c->types[t].in_order[p]);
}

/* ---- id variables ---- */

static gt_bdd variable(gt_bdd_mgr *m, uint32_t pair, bool next)
{
    return next ? gt_bdd_next(m, pair) : gt_bdd_var(m, pair);
}

gt_bdd gt_copies_names(const gt_copies *c, uint32_t id, uint32_t p, bool next)
{
    const gt_copies_id *d = &c->ids[id];
    uint64_t code = (uint64_t)((int64_t)p + 1 - d->lo);
    gt_bdd r = gt_bdd_const(c->m, true);
    for (uint32_t i = d->nbits; i-- > 0;) {
        gt_bdd bit = variable(c->m, d->pairs[i], next);
        if (!(code >> i & 1))
            gt_bdd_set(c->m, &bit, gt_bdd_not(c->m, bit));
        gt_bdd_and_to(c->m, &r, bit);
        gt_bdd_drop(c->m, bit);
    }
    return r;
}

gt_bdd gt_copies_is_named(const gt_copies *c, uint32_t type, uint32_t p)
{
    gt_bdd r = gt_bdd_const(c->m, false);
    for (uint32_t d = 0; d < c->nids; d++) {
        if (c->ids[d].type != type)
            continue;
        gt_bdd names = gt_copies_names(c, d, p, false);
        gt_bdd_or_to(c->m, &r, names);
        gt_bdd_drop(c->m, names);
    }
    return r;
}

/* The set with the id variable's value p, of which it then does not depend. */
static gt_bdd with_value(const gt_copies *c, gt_bdd set, uint32_t id, uint32_t p, bool next)
{
    const gt_copies_id *d = &c->ids[id];
    gt_bdd names = gt_copies_names(c, id, p, next), cube = gt_bdd_const(c->m, true);
    for (uint32_t i = 0; i < d->nbits; i++) {
        gt_bdd bit = variable(c->m, d->pairs[i], next);
        gt_bdd_and_to(c->m, &cube, bit);
        gt_bdd_drop(c->m, bit);
    }
    gt_bdd both = gt_bdd_and(c->m, set, names), r = gt_bdd_exists(c->m, both, cube);
    gt_bdd_drop(c->m, names);
    gt_bdd_drop(c->m, cube);
    gt_bdd_drop(c->m, both);
    return r;
}

/* Where the variable names p it is as if it named q, and the other way round. */
static gt_bdd rename_in(const gt_copies *c, gt_bdd set, uint32_t id, uint32_t p, uint32_t q, bool next)
{
    gt_bdd_mgr *m = c->m;
    gt_bdd is_p = gt_copies_names(c, id, p, next), is_q = gt_copies_names(c, id, q, next);
    gt_bdd at_p = with_value(c, set, id, p, next), at_q = with_value(c, set, id, q, next);
    gt_bdd rest = gt_bdd_ite(m, is_q, at_p, set), r = gt_bdd_ite(m, is_p, at_q, rest);
    gt_bdd_drop(m, is_p);
    gt_bdd_drop(m, is_q);
    gt_bdd_drop(m, at_p);
    gt_bdd_drop(m, at_q);
    gt_bdd_drop(m, rest);
    return r;
}

/* ---- renaming ---- */

gt_bdd gt_copies_swap(gt_copies *c, gt_bdd set, uint32_t type, uint32_t p, uint32_t q, bool next)
{
    const gt_copies_type *t = &c->types[type];
    c->swaps++;
    gt_bdd r = gt_bdd_exchange(c->m, set, t->pairs + (size_t)p * t->nbits, t->pairs + (size_t)q * t->nbits,
                               t->nbits, next);
    for (uint32_t d = 0; d < c->nids; d++)
        if (c->ids[d].type == type)
            gt_bdd_set(c->m, &r, rename_in(c, r, d, p, q, next));
    return r;
}

/* With a set that is closed under renaming of processes 0 .. k - 1: where process k can go is all that is
 * new. */
gt_bdd gt_copies_close(gt_copies *c, gt_bdd set, bool next)
{
    gt_bdd all = gt_bdd_ref(c->m, set);
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (uint32_t k = 1; k < c->types[t].n; k++) {
            gt_bdd moved = gt_bdd_ref(c->m, all);
            for (uint32_t p = k; p-- > 0;) {
                gt_bdd_set(c->m, &moved, gt_copies_swap(c, moved, t, p, p + 1, next));
                gt_bdd_or_to(c->m, &all, moved);
            }
            gt_bdd_drop(c->m, moved);
        }
    return all;
}

/* ---- order ---- */

/* r := a < b, or a = b and r */
static void before(gt_bdd_mgr *m, gt_bdd *r, gt_bdd a, gt_bdd b)
{
    gt_bdd differ = gt_bdd_xor(m, a, b);
    gt_bdd_set(m, r, gt_bdd_ite(m, differ, b, *r));
    gt_bdd_drop(m, differ);
}

gt_bdd gt_copies_not_greater(const gt_copies *c, uint32_t type, uint32_t p, uint32_t q, bool names)
{
    const gt_copies_type *t = &c->types[type];
    gt_bdd r = gt_bdd_const(c->m, true);
    for (uint32_t d = 0; d < c->nids && names; d++) {
        if (c->ids[d].type != type)
            continue;
        gt_bdd a = gt_copies_names(c, d, p, false), b = gt_copies_names(c, d, q, false);
        before(c->m, &r, a, b);
        gt_bdd_drop(c->m, a);
        gt_bdd_drop(c->m, b);
    }
    for (uint32_t i = t->nbits; i-- > 0;) {
        gt_bdd a = gt_bdd_var(c->m, t->pairs[p * t->nbits + i]);
        gt_bdd b = gt_bdd_var(c->m, t->pairs[q * t->nbits + i]);
        before(c->m, &r, a, b);
        gt_bdd_drop(c->m, a);
        gt_bdd_drop(c->m, b);
    }
    return r;
}

gt_bdd gt_copies_alike(const gt_copies *c, uint32_t type, uint32_t p, uint32_t q)
{
    gt_bdd r = gt_copies_not_greater(c, type, p, q, false),
           back = gt_copies_not_greater(c, type, q, p, false);
    gt_bdd_and_to(c->m, &r, back);
    gt_bdd_drop(c->m, back);
    return r;
}

gt_bdd gt_copies_in_order(gt_copies *c, uint32_t type, uint32_t p)
{
    gt_bdd *kept = &c->types[type].in_order[p];
    if (!*kept)
        *kept = gt_copies_not_greater(c, type, p, p + 1, true);
    return *kept;
}

gt_bdd gt_copies_sorted(gt_copies *c)
{
    gt_bdd r = gt_bdd_const(c->m, true);
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (uint32_t p = 0; p + 1 < c->types[t].n; p++)
            gt_bdd_and_to(c->m, &r, gt_copies_in_order(c, t, p));
    return r;
}

/* Swaps the neighbours p and p + 1 where they are not in order; false: they are everywhere. */
static bool put_in_order(gt_copies *c, gt_bdd *set, uint32_t type, uint32_t p)
{
    gt_bdd order = gt_copies_in_order(c, type, p), bad = gt_bdd_diff(c->m, *set, order);
    bool some = bad && !gt_bdd_is_false(c->m, bad);
    if (some) {
        gt_bdd_set(c->m, &bad, gt_copies_swap(c, bad, type, p, p + 1, false));
        gt_bdd_and_to(c->m, set, order);
        gt_bdd_or_to(c->m, set, bad);
    }
    gt_bdd_drop(c->m, bad);
    return some;
}

gt_bdd gt_copies_sort(gt_copies *c, gt_bdd set)
{
    gt_bdd r = gt_bdd_ref(c->m, set);
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (bool more = true; more && r;) {
            more = false;
            for (uint32_t p = 0; p + 1 < c->types[t].n; p++)
                more = put_in_order(c, &r, t, p) || more;
        }
    return r;
}
