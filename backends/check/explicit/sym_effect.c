/* What steps of a symmetric program write. Most updates are decided by the local state of the process that
 * moves, or, in a broadcast, of the process that is told; such effects are worked out once per local state,
 * as bits to be set, and everything else is evaluated when it happens. The order of updates is kept, so that
 * the result is that of the updates one after the other. */
#include "backends/check/explicit/sym.h"

#include <stdlib.h>

/* ---- in advance ---- */

static uint64_t bit_of(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

/* Whether the value depends on the locals in that slot at most. */
static bool decided(const gt_xnode *node, uint32_t slot)
{
    return !node || (slot < GT_XDEP_FRAME && (gt_xnode_deps(node) & ~bit_of(slot)) == 0);
}

static void find_pattern(gt_xsym *m, gt_xupdate *u)
{
    gt_xtype *t = &m->types[u->type];
    bool fits = t->bits <= GT_XPATCH_BITS && decided(u->value, u->slot);
    for (uint32_t i = 0; i < u->where.n; i++)
        fits = fits && decided(u->where.v[i], u->slot);
    if (fits) {
        u->pattern = (int64_t)t->patterns.n;
        gt_vec_push(&t->patterns, u);
    }
}

void gt_xsym_find_patterns(gt_xsym *m)
{
    for (uint32_t i = 0; i < m->nrules; i++) {
        for (uint32_t b = 0; b < m->rules[i].rule->nbranches; b++) {
            const gt_xbranch *branch = &m->rules[i].branches[b];
            for (uint32_t k = 0; k < branch->nupdates; k++)
                if (branch->updates[k].each)
                    find_pattern(m, &branch->updates[k]);
        }
    }
}

/* Adds to the patch that the variable gets the value; false: it does not fit. */
static bool patch_set(gt_xpatch *patch, gt_xfield f, int64_t value)
{
    uint64_t mask = (bit_of(f.bits) - 1) << f.at;
    if (!gt_xfield_fits(f, value))
        return false;
    patch->mask |= mask;
    patch->value = (patch->value & ~mask) | (uint64_t)(value - f.lo) << f.at;
    return true;
}

gt_xpatch *gt_xsym_patterns(gt_xsym_worker *w, uint32_t type, const int32_t *row)
{
    const gt_xtype *t = &w->model->types[type];
    gt_xpatch *patterns = GT_NEW_ARRAY(w->arena, gt_xpatch, t->patterns.n);
    for (size_t i = 0; i < t->patterns.n; i++) {
        const gt_xupdate *u = t->patterns.v[i];
        w->env.row[u->slot] = row;
        if (gt_xconds_hold(&w->env, &u->where)) {
            /* what does not fit is not an error yet: the rule may never fire */
            patterns[i].open = !patch_set(&patterns[i], t->fields[u->var], gt_xeval(&w->env, u->value));
        }
    }
    return patterns;
}

/* Whether self's local state decides all of the update; *none: then it does nothing, else *step says what. */
static bool in_advance(gt_xsym_worker *w, const gt_xrule *r, const gt_xupdate *u, gt_xstep *step, bool *none)
{
    const gt_xsym *m = w->model;
    uint32_t slot = r->rule->owner ? 0 : GT_XDEP_FRAME;
    bool constant = gt_xnode_deps(u->value) == 0 && (!u->cond || gt_xnode_deps(u->cond) == 0);
    if (!constant && !(decided(u->value, slot) && decided(u->cond, slot)))
        return false;
    *none = u->cond && !gt_xeval(&w->env, u->cond);
    if (*none)
        return true;
    int64_t value = gt_xeval(&w->env, u->value);
    if (u->shared) {
        *step = (gt_xstep){.kind = GT_XSTEP_SHARED, .update = u, .value = value};
        return gt_xfield_fits(m->shared[u->var], value);
    }
    const gt_xtype *t = &m->types[u->type];
    *step = (gt_xstep){.kind = GT_XSTEP_SELF};
    return t->bits <= GT_XPATCH_BITS && patch_set(&step->patch, t->fields[u->var], value);
}

gt_xsteps gt_xsym_steps(gt_xsym_worker *w, const gt_xrule *r, const gt_xbranch *branch)
{
    gt_xsteps steps = {0, GT_NEW_ARRAY(w->arena, gt_xstep, branch->nupdates)};
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_xupdate *u = &branch->updates[i];
        bool self = r->rule->owner && !u->shared && !u->each && !u->process && u->slot == 0, none = false;
        gt_xstep step, *last = steps.n ? &steps.v[steps.n - 1] : NULL;
        if (!(u->shared || self) || !in_advance(w, r, u, &step, &none)) {
            bool pattern = u->each && u->pattern >= 0;
            step = (gt_xstep){.kind = pattern ? GT_XSTEP_PATTERN : GT_XSTEP_UPDATE, .update = u};
        }
        if (!none && step.kind == GT_XSTEP_SELF && last && last->kind == GT_XSTEP_SELF) {
            last->patch.value = (last->patch.value & ~step.patch.mask) | step.patch.value;
            last->patch.mask |= step.patch.mask;
        } else if (!none) {
            steps.v[steps.n++] = step;
        }
    }
    return steps;
}

/* ---- when it happens ---- */

static void apply_patch(gt_xsym_worker *w, const gt_xtype *t, uint32_t process, const gt_xpatch *patch)
{
    uint32_t at = t->base + process * t->bits;
    uint64_t word;
    memcpy(&word, w->next.v + (at >> 3), sizeof word);
    word = (word & ~(patch->mask << (at & 7))) | patch->value << (at & 7);
    memcpy(w->next.v + (at >> 3), &word, sizeof word);
}

static void write_shared(gt_xsym_worker *w, const gt_xupdate *u, int64_t value)
{
    gt_xfield f = w->model->shared[u->var];
    if (!gt_xfield_fits(f, value))
        gt_ice("%s := %lld", u->origin->name, (long long)value);
    gt_xfield_set(w->next.v, f.at, f.bits, f.lo, value);
}

static void write_local(gt_xsym_worker *w, const gt_xupdate *u, int64_t process, int64_t value)
{
    const gt_xtype *t = &w->model->types[u->type];
    gt_xfield f = t->fields[u->var];
    if (process < 1 || process > t->n || !gt_xfield_fits(f, value))
        gt_ice("%s of process %lld := %lld", u->origin->name, (long long)process, (long long)value);
    uint32_t at = t->base + (uint32_t)(process - 1) * t->bits + f.at;
    gt_xfield_set(w->next.v, at, f.bits, f.lo, value);
}

static bool wanted(gt_xsym_worker *w, const gt_xupdate *u)
{
    return !u->cond || gt_xeval(&w->env, u->cond);
}

static void update_process(gt_xsym_worker *w, const gt_xupdate *u, uint32_t p)
{
    w->env.value[u->slot] = (int32_t)p + 1;
    w->env.row[u->slot] = w->at[u->type][p]->row;
    if (wanted(w, u))
        write_local(w, u, (int64_t)p + 1, gt_xeval(&w->env, u->value));
}

static void update(gt_xsym_worker *w, const gt_xupdate *u)
{
    if (u->each) {
        for (uint32_t p = 0; p < w->model->types[u->type].n; p++)
            update_process(w, u, p);
    } else if (wanted(w, u)) {
        int64_t value = gt_xeval(&w->env, u->value);
        if (u->shared)
            write_shared(w, u, value);
        else
            write_local(w, u, u->process ? gt_xeval(&w->env, u->process) : w->env.value[u->slot], value);
    }
}

static void spread(gt_xsym_worker *w, const gt_xupdate *u)
{
    const gt_xtype *t = &w->model->types[u->type];
    uint32_t self = u->not_self ? (uint32_t)w->env.value[0] - 1 : UINT32_MAX;
    for (uint32_t p = 0; p < t->n; p++) {
        const gt_xpatch *patch = &w->at[u->type][p]->effect->patterns[u->pattern];
        if (patch->open)
            update_process(w, u, p);
        else if (patch->mask && p != self)
            apply_patch(w, t, p, patch);
    }
}

void gt_xsym_take(gt_xsym_worker *w, const gt_xrule *rule, const gt_xsteps *steps)
{
    for (uint32_t i = 0; i < steps->n; i++) {
        const gt_xstep *step = &steps->v[i];
        switch (step->kind) {
        case GT_XSTEP_SELF:
            apply_patch(w, &w->model->types[rule->rule->owner->index], (uint32_t)w->env.value[0] - 1,
                        &step->patch);
            break;
        case GT_XSTEP_SHARED: write_shared(w, step->update, step->value); break;
        case GT_XSTEP_PATTERN: spread(w, step->update); break;
        case GT_XSTEP_UPDATE: update(w, step->update); break;
        }
    }
}
