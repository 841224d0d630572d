/* Steps: what rules do in a control, worked out once per way to fill their roles. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>

enum { UNSEEN, KNOWN, NEW }; /* of a level in a control */

/* ---- firings ---- */

static void add_step(gt_ms *ms, uint32_t control, const gt_play_action *a, const gt_play_outcome *o)
{
    gt_ms_step step = {.ntake = a->ntake,
                       .nput = o->nput,
                       .take = a->take,
                       .put = o->put,
                       .guard = a->guard,
                       .map = o->map,
                       .target = o->target};
    step.star = step.target == control && !step.map && step.guard == GT_PLAY_TRUE && step.ntake == 1 &&
                step.nput == 1 && step.take[0] != step.put[0];
    gt_vec_push(&ms->controls.v[control]->steps, step);
}

/* The steps of a firing with the counts that are fixed; the count that must be known first, or -1. */
static int64_t settle(gt_ms *ms, uint32_t control, const gt_play_firing *firing)
{
    gt_play_action action;
    int64_t need = gt_play_act(ms->play, firing, &action);
    if (need >= 0 || action.guard == GT_PLAY_FALSE)
        return need;
    gt_ms_grow(ms);
    gt_ms_enabling enabling = {action.ntake, action.take, action.guard};
    gt_vec_push(&ms->controls.v[control]->enablings, enabling);
    ms->nsteps += action.noutcomes;
    for (uint32_t i = 0; i < action.noutcomes; i++)
        add_step(ms, control, &action, &action.outcomes[i]);
    return -1;
}

/* Follows a firing to its ends, as far as states of x go. */
static void follow(gt_ms *ms, uint32_t control, const gt_play_firing *firing, gt_ms_fork **at, gt_mdd x)
{
    if (gt_ms_is_over(ms))
        return;
    if (!*at) {
        gt_ms_fork *fork = *at = GT_NEW(ms->arena, gt_ms_fork);
        fork->cell = settle(ms, control, firing);
        if (fork->cell >= 0) {
            fork->nvalues = (uint32_t)ms->sym->procs[ms->play->cells.v[fork->cell].type]->n + 1;
            fork->by_value = GT_NEW_ARRAY(ms->arena, gt_ms_fork *, fork->nvalues);
        }
    }
    gt_ms_fork *fork = *at;
    for (uint32_t v = 0; fork->cell >= 0 && v < fork->nvalues; v++) {
        gt_mdd part = gt_ms_filter(ms, x, gt_play_count_is(ms->play, (uint32_t)fork->cell, v));
        if (part == GT_MDD_NONE)
            continue;
        gt_vec_push(&ms->play->env.fixed, ((struct gt_play_fixed){(uint32_t)fork->cell, v}));
        follow(ms, control, firing, &fork->by_value[v], part);
        ms->play->env.fixed.n--;
    }
}

/* ---- a control ---- */

typedef struct {
    gt_play_caster base;
    gt_ms *ms;
    uint32_t control;
    gt_mdd x;
} caster;

/* A firing that was not there before. */
static bool add_firing(gt_play_caster *base, const gt_play_firing *found)
{
    const caster *f = (const caster *)base;
    gt_ms *ms = f->ms;
    const gt_ms_control *c = ms->controls.v[f->control];
    const gt_pop_rule *rule = ms->play->rules[found->rule].rule;
    bool any = false, fresh = false;
    gt_mdd_spend(ms->m);
    for (uint32_t i = 0; i < rule->nroles; i++) {
        bool untracked = rule->roles[i].kind == GT_ROLE_UNTRACKED;
        any = any || untracked;
        fresh = fresh || (untracked && c->seen.v[found->roles[i]] == NEW);
    }
    if (any ? fresh : !c->opened) {
        gt_ms_forked forked = {.firing = gt_play_keep(ms->play, found)};
        follow(ms, f->control, forked.firing, &forked.fork, f->x);
        if (forked.fork && forked.fork->cell >= 0)
            gt_vec_push(&ms->controls.v[f->control]->forked, forked);
    }
    return !gt_ms_is_over(ms);
}

static void add_support(void *arg, uint32_t level)
{
    gt_ms_control *c = arg;
    while (c->seen.n <= level)
        gt_vec_push(&c->seen, UNSEEN);
    if (c->seen.v[level] == UNSEEN) {
        c->seen.v[level] = NEW;
        gt_vec_push(&c->support, level);
    }
}

void gt_ms_discover(gt_ms *ms, uint32_t control, gt_mdd x)
{
    gt_ms_control *c = ms->controls.v[control];
    gt_mdd_support(ms->m, x, add_support, c);
    gt_ms_enter(ms, control);
    if (!c->opened) {
        c->rules = GT_NEW_ARRAY(ms->arena, uint32_t, ms->pop->nrules);
        c->nrules = 0;
        for (uint32_t i = 0; i < ms->pop->nrules; i++)
            if (gt_play_agrees(ms->play, ms->play->rules[i].rule))
                c->rules[c->nrules++] = i;
    }
    for (size_t i = 0; i < c->forked.n; i++) {
        gt_play_bind(ms->play, c->forked.v[i].firing);
        follow(ms, control, c->forked.v[i].firing, &c->forked.v[i].fork, x);
    }
    if (c->support.n > c->nknown || !c->opened) {
        caster f = {{c->support.v, c->support.n, add_firing}, ms, control, x};
        bool more = true;
        for (uint32_t i = 0; i < c->nrules && more; i++) {
            gt_mdd_spend(ms->m);
            more = gt_play_fill(ms->play, c->rules[i], &f.base) && !gt_ms_is_over(ms);
        }
    }
    if (gt_ms_is_over(ms))
        return; /* some firings may be missing: what is new stays new */
    for (; c->nknown < c->support.n; c->nknown++)
        c->seen.v[c->support.v[c->nknown]] = KNOWN;
    c->opened = true;
}

/* ---- steps on sets ---- */

static gt_mdd take(gt_ms *ms, gt_mdd x, const uint32_t *levels, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x = gt_mdd_dec(ms->m, x, levels[i], 1);
    return x;
}

static gt_mdd put(gt_ms *ms, gt_mdd x, const uint32_t *levels, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x = gt_mdd_inc(ms->m, x, levels[i], 1);
    return x;
}

gt_mdd gt_ms_fire(gt_ms *ms, const gt_ms_step *step, gt_mdd x)
{
    x = take(ms, gt_ms_filter(ms, x, step->guard), step->take, step->ntake);
    if (step->map)
        x = gt_mdd_map(ms->m, x, step->map - 1);
    return put(ms, x, step->put, step->nput);
}

gt_mdd gt_ms_unfire(gt_ms *ms, const gt_ms_step *step, gt_mdd x, gt_mdd y)
{
    y = take(ms, y, step->put, step->nput);
    x = y ? take(ms, gt_ms_filter(ms, x, step->guard), step->take, step->ntake) : GT_MDD_NONE;
    x = step->map ? gt_mdd_unmap(ms->m, x, y, step->map - 1) : gt_mdd_and(ms->m, x, y);
    return put(ms, x, step->take, step->ntake);
}

gt_mdd gt_ms_dead(gt_ms *ms, uint32_t control, gt_mdd x)
{
    const gt_ms_control *c = ms->controls.v[control];
    for (size_t i = 0; i < c->enablings.n && x != GT_MDD_NONE; i++) {
        const gt_ms_enabling *e = &c->enablings.v[i];
        gt_mdd can = put(ms, take(ms, gt_ms_filter(ms, x, e->guard), e->take, e->ntake), e->take, e->ntake);
        x = gt_mdd_diff(ms->m, x, can);
    }
    return x;
}

static gt_mdd where(gt_ms *ms, gt_mdd x, const gt_expr *e)
{
    gt_play_fresh(ms->play);
    gt_play_term t = gt_play_eval(ms->play, e);
    if (ms->play->env.need < 0)
        return gt_ms_filter(ms, x, t);
    uint32_t cell = (uint32_t)ms->play->env.need,
             n = (uint32_t)ms->sym->procs[ms->play->cells.v[cell].type]->n;
    gt_mdd all = GT_MDD_NONE;
    for (uint32_t v = 0; v <= n && !gt_ms_is_over(ms); v++) {
        gt_mdd part = gt_ms_filter(ms, x, gt_play_count_is(ms->play, cell, v));
        if (part == GT_MDD_NONE)
            continue;
        gt_vec_push(&ms->play->env.fixed, ((struct gt_play_fixed){cell, v}));
        all = gt_mdd_or(ms->m, all, where(ms, part, e));
        ms->play->env.fixed.n--;
    }
    return all;
}

gt_mdd gt_ms_where(gt_ms *ms, uint32_t control, gt_mdd x, const gt_expr *e)
{
    if (x == GT_MDD_NONE)
        return x;
    gt_ms_enter(ms, control);
    return where(ms, x, e);
}
