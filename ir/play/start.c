/* Initial states. Shared variables get their values in order of declaration, ids as numbers that are given
 * out as they are needed: a choice of a process is one that was named before, or the next number. Then each
 * named process gets an initial local state; the others may be in any of theirs. */
#include "ir/play/play.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_play *play;
    int32_t *shared, *leader, *tracked; /* one after the other: the control's key */
    int32_t *ids;                       /* per id variable, from 1; 0: none, or not yet */
    uint32_t *used;                     /* ids given out, per type */
    uint32_t *idvar_of;                 /* per shared variable of type id */
    bool (*found)(void *arg, uint32_t control, const gt_play_start *starts);
    void *arg;
    gt_play_start *starts;
    bool enough;
} maker;

static void set_leaders(const maker *k)
{
    const gt_pop *pop = k->play->pop;
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        uint32_t j = pop->locals[k->play->type_of[i]].first_idvar;
        while (k->ids[i] && k->ids[j] != k->ids[i])
            j++;
        k->leader[i] = k->ids[i] ? (int32_t)j : -1;
    }
}

static void enter(const maker *k)
{
    k->play->env.shared = k->shared;
    k->play->env.leader = k->leader;
    k->play->env.tracked = k->tracked;
    k->play->env.bound.n = k->play->env.fixed.n = 0;
}

static bool is_over(const maker *k)
{
    return k->enough || gt_play_is_over(k->play);
}

static int64_t value_of(const maker *k, const gt_expr *e)
{
    gt_play_fresh(k->play);
    return gt_play_known(k->play, e);
}

/* ---- the processes ---- */

/* Where the other processes may begin, type by type; false: nowhere. */
static bool find_starts(const maker *k)
{
    gt_play *play = k->play;
    for (uint32_t t = 0; t < play->ntypes; t++) {
        const gt_locals *l = &play->pop->locals[t];
        gt_play_start *start = &k->starts[t];
        uint32_t *levels = gt_xmalloc((size_t)l->nstates + 1, sizeof *levels);
        *start = (gt_play_start){.left = (uint32_t)l->proc->n - k->used[t]};
        for (uint32_t i = 0; i < l->nstates && start->left; i++) {
            const int32_t *row = l->values + (size_t)i * l->nvars;
            play->env.roles[0] = row;
            if (value_of(k, l->start))
                levels[start->n++] = gt_play_level_of(play, t, row);
        }
        start->levels = gt_arena_copy(play->arena, levels, start->n, sizeof *levels);
        free(levels);
        if (start->left && !start->n)
            return false;
    }
    return true;
}

/* Nothing is known yet of those who are not named. */
static bool may_begin(const maker *k)
{
    const gt_expr *initially = k->play->pop->initially;
    gt_play_fresh(k->play);
    return !initially || gt_play_eval(k->play, initially) != GT_PLAY_FALSE || k->play->env.need >= 0;
}

/* The tracked processes of id variables from number `idvar` on. */
static void place_tracked(maker *k, uint32_t idvar)
{
    gt_play *play = k->play;
    if (idvar == play->pop->nidvars) {
        if (may_begin(k) && find_starts(k))
            k->enough = !k->found(k->arg, gt_play_control_of(play, k->shared), k->starts);
        enter(k); /* who was told may have evaluated something */
        return;
    }
    k->tracked[idvar] = -1;
    if (k->leader[idvar] != (int32_t)idvar) {
        place_tracked(k, idvar + 1);
        return;
    }
    const gt_locals *l = &play->pop->locals[play->type_of[idvar]];
    const gt_expr *start = play->pop->idvars[idvar].start;
    for (uint32_t i = 0; i < l->nstates && !is_over(k); i++) {
        const int32_t *row = l->values + (size_t)i * l->nvars;
        play->env.roles[0] = row;
        if (!value_of(k, start))
            continue;
        k->tracked[idvar] = (int32_t)gt_play_level_of(play, play->type_of[idvar], row);
        place_tracked(k, idvar + 1);
    }
}

/* ---- shared variables ---- */

static void next_variable(maker *k, uint32_t var);

static void name_any(maker *k, uint32_t var, const gt_expr *where)
{
    uint32_t idvar = k->idvar_of[var], type = k->play->type_of[idvar], used = k->used[type];
    uint32_t last = used < (uint32_t)k->play->sym->procs[type]->n ? used + 1 : used;
    for (uint32_t id = 1; id <= last && !is_over(k); id++) {
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

static void next_variable(maker *k, uint32_t var)
{
    const gt_sym *sym = k->play->sym;
    k->play->work++;
    if (var == sym->nshared) {
        place_tracked(k, 0);
        return;
    }
    const gt_pop_init *init = &k->play->pop->init[var];
    switch (init->kind) {
    case GT_START_VALUE:
        k->shared[var] = (int32_t)value_of(k, init->value);
        next_variable(k, var + 1);
        return;
    case GT_START_CHOICE:
        for (int64_t value = init->lo; value <= init->hi && !is_over(k); value++) {
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

void gt_play_initial(gt_play *play, bool (*found)(void *arg, uint32_t control, const gt_play_start *starts),
                     void *arg)
{
    uint32_t nshared = play->sym->nshared, nidvars = play->pop->nidvars;
    maker k = {.play = play,
               .shared = gt_xcalloc(gt_play_width(play) + 1, sizeof(int32_t)),
               .ids = gt_xcalloc((size_t)nidvars + 1, sizeof(int32_t)),
               .used = gt_xcalloc((size_t)play->ntypes + 1, sizeof(uint32_t)),
               .idvar_of = gt_xcalloc((size_t)nshared + 1, sizeof(uint32_t)),
               .found = found,
               .arg = arg,
               .starts = gt_xcalloc((size_t)play->ntypes + 1, sizeof(gt_play_start))};
    k.leader = k.shared + nshared;
    k.tracked = k.leader + nidvars;
    for (uint32_t i = 0; i < nidvars; i++) {
        k.idvar_of[play->pop->idvars[i].var->index] = i;
        k.tracked[i] = -1;
    }
    set_leaders(&k);
    enter(&k);
    next_variable(&k, 0);
    free(k.shared);
    free(k.ids);
    free(k.used);
    free(k.idvar_of);
    free(k.starts);
}
