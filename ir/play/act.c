/* Actions: what a rule does in a control, when its roles are filled. */
#include "ir/play/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a branch does ---- */

typedef struct {
    gt_play *play;
    const gt_pop_rule *rule;
    uint32_t nprocesses; /* those of the classes, by id variable, then those in roles */
    int32_t **rows;      /* copies, NULL: as it was */
    uint32_t *levels;
    int32_t *target; /* per id variable: the process it names afterwards, -1: none */
    int32_t *key;
} effect;

static uint32_t player(const effect *e, uint32_t role)
{
    const gt_role *r = &e->rule->roles[role];
    return r->kind == GT_ROLE_CLASS ? r->idvar : e->play->pop->nidvars + role;
}

static void begin_effect(effect *e, const gt_play_firing *firing)
{
    const gt_play *play = e->play;
    uint32_t nid = play->pop->nidvars;
    e->nprocesses = nid + e->rule->nroles;
    e->rows = gt_xcalloc((size_t)e->nprocesses + 1, sizeof *e->rows);
    e->levels = gt_xcalloc((size_t)e->nprocesses + 1, sizeof *e->levels);
    e->target = gt_xcalloc((size_t)nid + 1, sizeof *e->target);
    size_t width = gt_play_width(play);
    e->key = gt_xmalloc(width + 1, sizeof *e->key);
    memcpy(e->key, play->env.shared, width * sizeof *e->key); /* leaders and levels come behind */
    for (uint32_t k = 0; k < nid; k++) {
        e->target[k] = play->env.leader[k];
        e->levels[k] = play->env.leader[k] == (int32_t)k ? (uint32_t)play->env.tracked[k] : 0;
    }
    for (uint32_t r = 0; r < e->rule->nroles; r++)
        e->levels[nid + r] = firing->roles[r];
}

static void end_effect(effect *e)
{
    for (uint32_t i = 0; i < e->nprocesses; i++)
        free(e->rows[i]);
    free(e->rows);
    free(e->levels);
    free(e->target);
    free(e->key);
}

static void write_local(effect *e, uint32_t process, const gt_var *var, int64_t value)
{
    if (!e->rows[process]) {
        uint32_t nvars = var->owner->nvars;
        e->rows[process] = gt_xmalloc((size_t)nvars + 1, sizeof **e->rows);
        memcpy(e->rows[process], e->play->levels.v[e->levels[process]].row, nvars * sizeof **e->rows);
    }
    e->rows[process][var->index] = (int32_t)value;
}

static void update(effect *e, const gt_pop_update *u)
{
    gt_play *play = e->play;
    if (u->each || (u->idvar >= 0 && play->env.leader[u->idvar] < 0) ||
        (u->cond && !gt_play_known(play, u->cond)))
        return;
    int64_t value = gt_play_known(play, u->value);
    if (u->role >= 0)
        write_local(e, player(e, (uint32_t)u->role), u->var, value);
    else if (u->idvar >= 0)
        write_local(e, (uint32_t)play->env.leader[u->idvar], u->var, value);
    else
        e->key[u->var->index] = (int32_t)value;
}

static uint32_t type_of(const effect *e, uint32_t process)
{
    uint32_t nid = e->play->pop->nidvars;
    return process < nid ? e->play->type_of[process] : e->rule->roles[process - nid].proc->index;
}

/* Who is named by what, and the control that comes of it. */
static uint32_t repoint(effect *e, const gt_pop_branch *branch)
{
    gt_play *play = e->play;
    uint32_t nid = play->pop->nidvars;
    int32_t *leader = e->key + play->sym->nshared, *tracked = leader + nid;
    for (uint32_t i = 0; i < branch->nassigns; i++) {
        const gt_idassign *a = &branch->assigns[i];
        switch (a->to) {
        case GT_POINT_NONE: e->target[a->idvar] = -1; break;
        case GT_POINT_ROLE: e->target[a->idvar] = (int32_t)player(e, a->target); break;
        case GT_POINT_CLASS: e->target[a->idvar] = play->env.leader[a->target]; break;
        }
    }
    for (uint32_t k = 0; k < nid; k++) {
        uint32_t j = play->pop->locals[play->type_of[k]].first_idvar;
        while (e->target[k] >= 0 && e->target[j] != e->target[k])
            j++;
        leader[k] = e->target[k] < 0 ? -1 : (int32_t)j;
        tracked[k] = leader[k] == (int32_t)k ? (int32_t)e->levels[e->target[k]] : -1;
    }
    return gt_play_control_of(play, e->key);
}

static bool is_named(const effect *e, uint32_t process)
{
    for (uint32_t k = 0; k < e->play->pop->nidvars; k++)
        if (e->target[k] == (int32_t)process)
            return true;
    return false;
}

/* False: a count is needed to tell. */
static bool take_branch(gt_play *play, const gt_play_firing *firing, uint32_t b, gt_play_outcome *out)
{
    const gt_play_rule *r = &play->rules[firing->rule];
    const gt_pop_branch *branch = &r->rule->branches[b];
    uint32_t nid = play->pop->nidvars;
    effect e = {.play = play, .rule = r->rule};
    begin_effect(&e, firing);
    for (uint32_t i = 0; i < branch->nupdates; i++)
        update(&e, &branch->updates[i]);
    uint32_t map = r->each[b] ? gt_play_map_of(play, branch) : 0;
    bool known = play->env.need < 0;
    if (known) {
        for (uint32_t p = 0; p < e.nprocesses; p++)
            if (e.rows[p])
                e.levels[p] = gt_play_level_of(play, type_of(&e, p), e.rows[p]);
        out->branch = b;
        out->map = r->each[b] ? map + 1 : 0;
        out->target = repoint(&e, branch);
        out->put = GT_NEW_ARRAY(play->arena, uint32_t, e.nprocesses);
        for (uint32_t p = 0; p < e.nprocesses; p++) {
            bool there = p < nid ? play->env.leader[p] == (int32_t)p
                                 : r->rule->roles[p - nid].kind == GT_ROLE_UNTRACKED;
            if (there && !is_named(&e, p))
                out->put[out->nput++] = e.levels[p];
        }
    }
    end_effect(&e);
    return known;
}

/* ---- firings ---- */

void gt_play_bind(gt_play *play, const gt_play_firing *firing)
{
    const gt_pop_rule *rule = play->rules[firing->rule].rule;
    play->env.bound.n = 0;
    for (uint32_t i = 0; i < rule->nroles; i++)
        play->env.roles[i] = play->levels.v[firing->roles[i]].row;
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_vec_push(&play->env.bound,
                    ((gt_play_bound){.binder = rule->choices[i], .value = firing->choices[i], .row = NULL}));
}

/* The guard, with the counts that are fixed as conjuncts; a count may be asked for. */
static gt_play_term whole_guard(gt_play *play, const gt_play_firing *firing)
{
    GT_VEC(gt_play_term) terms = {0};
    gt_vec_push(&terms, firing->guard);
    for (uint32_t i = 0; i < firing->ndeferred; i++)
        gt_vec_push(&terms, gt_play_eval(play, firing->deferred[i]));
    for (size_t i = 0; i < play->env.fixed.n; i++)
        gt_vec_push(&terms, gt_play_count_is(play, play->env.fixed.v[i].cell, play->env.fixed.v[i].value));
    gt_play_term t = gt_play_op(play, GT_EXPR_AND, terms.v, (uint32_t)terms.n);
    free(terms.v);
    return t;
}

static void take_list(gt_play *play, const gt_play_firing *firing, uint32_t **take, uint32_t *n)
{
    const gt_pop_rule *rule = play->rules[firing->rule].rule;
    *n = 0;
    *take = GT_NEW_ARRAY(play->arena, uint32_t, rule->nroles);
    for (uint32_t i = 0; i < rule->nroles; i++)
        if (rule->roles[i].kind == GT_ROLE_UNTRACKED)
            (*take)[(*n)++] = firing->roles[i];
    gt_sort_numbers(*take, *n);
}

/* Whether a branch's probability (NULL: 1) is not 0. */
static bool is_possible(gt_play *play, const gt_expr *prob)
{
    gt_rat p = prob ? gt_play_real(play, prob) : gt_rat_int(1);
    return p.num > 0 || gt_rat_is_nan(p);
}

int64_t gt_play_act(gt_play *play, const gt_play_firing *firing, gt_play_action *action)
{
    const gt_pop_rule *rule = play->rules[firing->rule].rule;
    gt_play_fresh(play);
    *action = (gt_play_action){.guard = whole_guard(play, firing)};
    if (play->env.need >= 0 || action->guard == GT_PLAY_FALSE)
        return play->env.need;
    take_list(play, firing, &action->take, &action->ntake);
    action->outcomes = GT_NEW_ARRAY(play->arena, gt_play_outcome, rule->nbranches);
    for (uint32_t b = 0; b < rule->nbranches && play->env.need < 0; b++) {
        bool possible = is_possible(play, rule->branches[b].prob);
        gt_play_outcome *out = &action->outcomes[action->noutcomes];
        if (play->env.need < 0 && possible && take_branch(play, firing, b, out))
            action->noutcomes++;
    }
    return play->env.need;
}
