/* Initial states. Shared variables get their values in order of declaration, ids as numbers that are given
 * out as they are needed: a choice of a process is one that was named before, or the next number. Then each
 * named process gets an initial local state; the others have all multisets of theirs at once. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_ms *ms;
    int32_t *shared, *leader, *tracked; /* one after the other: the control's key */
    int32_t *ids;                       /* per id variable, from 1; 0: none, or not yet */
    uint32_t *used;                     /* ids given out, per type */
    uint32_t *idvar_of;                 /* per shared variable of type id */
    void (*add)(void *arg, uint32_t control, gt_mdd states);
    void *arg;
} maker;

static void set_leaders(const maker *k)
{
    const gt_pop *pop = k->ms->pop;
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        uint32_t j = pop->locals[k->ms->type_of[i]].first_idvar;
        while (k->ids[i] && k->ids[j] != k->ids[i])
            j++;
        k->leader[i] = k->ids[i] ? (int32_t)j : -1;
    }
}

static void enter(const maker *k)
{
    k->ms->env.shared = k->shared;
    k->ms->env.leader = k->leader;
    k->ms->env.tracked = k->tracked;
    k->ms->env.bound.n = k->ms->env.fixed.n = 0;
}

static int64_t value_of(const maker *k, const gt_expr *e)
{
    gt_ms_fresh(k->ms);
    return gt_ms_known(k->ms, e);
}

/* ---- the processes ---- */

/* All multisets of the other processes, type by type; `states` may be given up to a tidying, of which there
 * is none. */
static gt_mdd others(const maker *k)
{
    gt_ms *ms = k->ms;
    gt_mdd x = GT_MDD_UNIT;
    for (uint32_t t = 0; t < ms->ntypes && x; t++) {
        const gt_locals *l = &ms->pop->locals[t];
        uint32_t left = (uint32_t)l->proc->n - k->used[t];
        int64_t first = -1;
        for (uint32_t i = 0; i < l->nstates && left; i++) {
            const int32_t *row = l->values + (size_t)i * l->nvars;
            ms->env.roles[0] = row;
            if (l->start && !value_of(k, l->start))
                continue;
            uint32_t level = gt_ms_level_of(ms, t, row);
            if (first < 0) {
                first = level;
                x = gt_mdd_inc(ms->m, x, level, left);
            } else {
                x = gt_mdd_star(ms->m, x, (uint32_t)first, level);
            }
        }
        if (left && first < 0)
            x = GT_MDD_NONE;
    }
    return x;
}

/* The tracked processes of id variables from number `idvar` on. */
static void place_tracked(const maker *k, uint32_t idvar)
{
    gt_ms *ms = k->ms;
    if (gt_ms_is_over(ms))
        return;
    if (idvar == ms->pop->nidvars) {
        gt_mdd x = others(k);
        if (x)
            k->add(k->arg, gt_ms_control_of(ms, k->shared), x);
        enter(k); /* who was told may have evaluated something */
        return;
    }
    k->tracked[idvar] = -1;
    if (k->leader[idvar] != (int32_t)idvar) {
        place_tracked(k, idvar + 1);
        return;
    }
    const gt_locals *l = &ms->pop->locals[ms->type_of[idvar]];
    const gt_expr *start = ms->pop->idvars[idvar].start;
    for (uint32_t i = 0; i < l->nstates; i++) {
        const int32_t *row = l->values + (size_t)i * l->nvars;
        ms->env.roles[0] = row;
        if (start && !value_of(k, start))
            continue;
        k->tracked[idvar] = (int32_t)gt_ms_level_of(ms, ms->type_of[idvar], row);
        place_tracked(k, idvar + 1);
    }
}

/* ---- shared variables ---- */

static void next_variable(const maker *k, uint32_t var);

static void name_any(const maker *k, uint32_t var, const gt_expr *where)
{
    uint32_t idvar = k->idvar_of[var], type = k->ms->type_of[idvar], used = k->used[type];
    uint32_t last = used < (uint32_t)k->ms->sym->procs[type]->n ? used + 1 : used;
    for (uint32_t id = 1; id <= last; id++) {
        k->ids[idvar] = (int32_t)id;
        set_leaders(k);
        if (where && !value_of(k, where))
            continue;
        k->used[type] = id > used ? id : used;
        next_variable(k, var + 1);
        k->used[type] = used;
    }
    k->ids[idvar] = 0;
    set_leaders(k);
}

static void next_variable(const maker *k, uint32_t var)
{
    const gt_sym *sym = k->ms->sym;
    if (var == sym->nshared) {
        place_tracked(k, 0);
        return;
    }
    const gt_pop_init *init = &k->ms->pop->init[var];
    switch (init->kind) {
    case GT_START_VALUE:
        k->shared[var] = (int32_t)value_of(k, init->value);
        next_variable(k, var + 1);
        return;
    case GT_START_CHOICE:
        for (int64_t value = init->lo; value <= init->hi; value++) {
            k->shared[var] = (int32_t)value;
            if (!init->where || value_of(k, init->where))
                next_variable(k, var + 1);
        }
        return;
    case GT_START_NONE:
    case GT_START_SAME:
        k->ids[k->idvar_of[var]] = init->kind == GT_START_SAME ? k->ids[init->idvar] : 0;
        set_leaders(k);
        next_variable(k, var + 1);
        k->ids[k->idvar_of[var]] = 0;
        set_leaders(k);
        return;
    case GT_START_ANY: name_any(k, var, init->where); return;
    }
}

void gt_ms_initial(gt_ms *ms, void (*add)(void *arg, uint32_t control, gt_mdd states), void *arg)
{
    uint32_t nshared = ms->sym->nshared, nidvars = ms->pop->nidvars;
    maker k = {.ms = ms,
               .shared = gt_xcalloc((size_t)nshared + 2 * (size_t)nidvars + 1, sizeof(int32_t)),
               .ids = gt_xcalloc((size_t)nidvars + 1, sizeof(int32_t)),
               .used = gt_xcalloc((size_t)ms->ntypes + 1, sizeof(uint32_t)),
               .idvar_of = gt_xcalloc((size_t)nshared + 1, sizeof(uint32_t)),
               .add = add,
               .arg = arg};
    k.leader = k.shared + nshared;
    k.tracked = k.leader + nidvars;
    for (uint32_t i = 0; i < nidvars; i++) {
        k.idvar_of[ms->pop->idvars[i].var->index] = i;
        k.tracked[i] = -1;
    }
    set_leaders(&k);
    enter(&k);
    next_variable(&k, 0);
    free(k.shared);
    free(k.ids);
    free(k.used);
    free(k.idvar_of);
}
