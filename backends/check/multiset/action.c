/* Steps: what rules do in a control, worked out once per way to fill their roles. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

enum { UNSEEN, KNOWN, NEW }; /* of a level in a control */

/* ---- what a branch does ---- */

typedef struct {
    gt_ms *ms;
    const gt_ms_control *control;
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
    return r->kind == GT_ROLE_CLASS ? r->idvar : e->ms->pop->nidvars + role;
}

static void begin_effect(effect *e, const gt_ms_firing *firing)
{
    const gt_ms *ms = e->ms;
    uint32_t nid = ms->pop->nidvars;
    e->nprocesses = nid + e->rule->nroles;
    e->rows = gt_xcalloc((size_t)e->nprocesses + 1, sizeof *e->rows);
    e->levels = gt_xcalloc((size_t)e->nprocesses + 1, sizeof *e->levels);
    e->target = gt_xcalloc((size_t)nid + 1, sizeof *e->target);
    size_t width = (size_t)ms->sym->nshared + 2 * (size_t)nid;
    e->key = gt_xmalloc(width + 1, sizeof *e->key);
    memcpy(e->key, e->control->key, width * sizeof *e->key);
    for (uint32_t k = 0; k < nid; k++) {
        e->target[k] = ms->env.leader[k];
        e->levels[k] = ms->env.leader[k] == (int32_t)k ? (uint32_t)ms->env.tracked[k] : 0;
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
        memcpy(e->rows[process], e->ms->levels.v[e->levels[process]].row, nvars * sizeof **e->rows);
    }
    e->rows[process][var->index] = (int32_t)value;
}

static void update(effect *e, const gt_pop_update *u)
{
    gt_ms *ms = e->ms;
    if (u->each || (u->idvar >= 0 && ms->env.leader[u->idvar] < 0) || (u->cond && !gt_ms_known(ms, u->cond)))
        return;
    int64_t value = gt_ms_known(ms, u->value);
    if (u->role >= 0)
        write_local(e, player(e, (uint32_t)u->role), u->var, value);
    else if (u->idvar >= 0)
        write_local(e, (uint32_t)ms->env.leader[u->idvar], u->var, value);
    else
        e->key[u->var->index] = (int32_t)value;
}

static uint32_t type_of(const effect *e, uint32_t process)
{
    uint32_t nid = e->ms->pop->nidvars;
    return process < nid ? e->ms->type_of[process] : e->rule->roles[process - nid].proc->index;
}

/* Who is named by what, and the control that comes of it. */
static uint32_t repoint(effect *e, const gt_pop_branch *branch)
{
    gt_ms *ms = e->ms;
    uint32_t nid = ms->pop->nidvars;
    int32_t *leader = e->key + ms->sym->nshared, *tracked = leader + nid;
    for (uint32_t i = 0; i < branch->nassigns; i++) {
        const gt_idassign *a = &branch->assigns[i];
        switch (a->to) {
        case GT_POINT_NONE: e->target[a->idvar] = -1; break;
        case GT_POINT_ROLE: e->target[a->idvar] = (int32_t)player(e, a->target); break;
        case GT_POINT_CLASS: e->target[a->idvar] = ms->env.leader[a->target]; break;
        }
    }
    for (uint32_t k = 0; k < nid; k++) {
        uint32_t j = ms->pop->locals[ms->type_of[k]].first_idvar;
        while (e->target[k] >= 0 && e->target[j] != e->target[k])
            j++;
        leader[k] = e->target[k] < 0 ? -1 : (int32_t)j;
        tracked[k] = leader[k] == (int32_t)k ? (int32_t)e->levels[e->target[k]] : -1;
    }
    return gt_ms_control_of(ms, e->key);
}

static bool is_named(const effect *e, uint32_t process)
{
    for (uint32_t k = 0; k < e->ms->pop->nidvars; k++)
        if (e->target[k] == (int32_t)process)
            return true;
    return false;
}

/* False: a count is needed to tell. */
static bool take_branch(gt_ms *ms, const gt_ms_control *c, const gt_ms_firing *firing, uint32_t b,
                        gt_ms_step *out)
{
    const gt_ms_rule *r = &ms->rules[firing->rule];
    const gt_pop_branch *branch = &r->rule->branches[b];
    uint32_t nid = ms->pop->nidvars;
    effect e = {.ms = ms, .control = c, .rule = r->rule};
    begin_effect(&e, firing);
    for (uint32_t i = 0; i < branch->nupdates; i++)
        update(&e, &branch->updates[i]);
    uint32_t map = r->each[b] ? gt_ms_map_of(ms, branch) : 0;
    bool known = ms->env.need < 0;
    if (known) {
        for (uint32_t p = 0; p < e.nprocesses; p++)
            if (e.rows[p])
                e.levels[p] = gt_ms_level_of(ms, type_of(&e, p), e.rows[p]);
        out->map = r->each[b] ? map + 1 : 0;
        out->target = repoint(&e, branch);
        out->put = GT_NEW_ARRAY(ms->arena, uint32_t, e.nprocesses);
        for (uint32_t p = 0; p < e.nprocesses; p++) {
            bool there =
                p < nid ? ms->env.leader[p] == (int32_t)p : r->rule->roles[p - nid].kind == GT_ROLE_UNTRACKED;
            if (there && !is_named(&e, p))
                out->put[out->nput++] = e.levels[p];
        }
    }
    end_effect(&e);
    return known;
}

/* ---- firings ---- */

static void add_step(gt_ms *ms, uint32_t control, gt_ms_step step)
{
    step.star = step.target == control && !step.map && step.guard == GT_MS_TRUE && step.ntake == 1 &&
                step.nput == 1 && step.take[0] != step.put[0];
    gt_vec_push(&ms->controls.v[control]->steps, step);
}

static gt_ms_term all_of(gt_ms *ms, const gt_ms_term *terms, size_t n)
{
    return gt_ms_op(ms, GT_EXPR_AND, terms, (uint32_t)n);
}

static gt_ms_term equals(gt_ms *ms, uint32_t cell, int64_t value)
{
    return gt_ms_op(ms, GT_EXPR_EQ, (gt_ms_term[2]){gt_ms_cell_term(ms, cell), gt_ms_const(ms, value)}, 2);
}

static void bind_firing(gt_ms *ms, const gt_ms_firing *firing)
{
    const gt_pop_rule *rule = ms->rules[firing->rule].rule;
    ms->env.bound.n = 0;
    for (uint32_t i = 0; i < rule->nroles; i++)
        ms->env.roles[i] = ms->levels.v[firing->roles[i]].row;
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_vec_push(&ms->env.bound,
                    ((gt_ms_bound){.binder = rule->choices[i], .value = firing->choices[i], .row = NULL}));
}

/* The guard, with the counts that are fixed as conjuncts; a count may be asked for. */
static gt_ms_term whole_guard(gt_ms *ms, const gt_ms_firing *firing)
{
    GT_VEC(gt_ms_term) terms = {0};
    gt_vec_push(&terms, firing->guard);
    for (uint32_t i = 0; i < firing->ndeferred; i++)
        gt_vec_push(&terms, gt_ms_eval(ms, firing->deferred[i]));
    for (size_t i = 0; i < ms->env.fixed.n; i++)
        gt_vec_push(&terms, equals(ms, ms->env.fixed.v[i].cell, ms->env.fixed.v[i].value));
    gt_ms_term t = all_of(ms, terms.v, terms.n);
    free(terms.v);
    return t;
}

static void take_list(gt_ms *ms, const gt_ms_firing *firing, uint32_t **take, uint32_t *n)
{
    const gt_pop_rule *rule = ms->rules[firing->rule].rule;
    *n = 0;
    *take = GT_NEW_ARRAY(ms->arena, uint32_t, rule->nroles);
    for (uint32_t i = 0; i < rule->nroles; i++)
        if (rule->roles[i].kind == GT_ROLE_UNTRACKED)
            (*take)[(*n)++] = firing->roles[i];
    gt_sort_numbers(*take, *n);
}

/* The steps of a firing with the counts that are fixed; the count that must be known first, or -1. */
static int64_t settle(gt_ms *ms, uint32_t control, const gt_ms_firing *firing)
{
    const gt_pop_rule *rule = ms->rules[firing->rule].rule;
    gt_ms_fresh(ms);
    gt_ms_step first = {.guard = whole_guard(ms, firing)};
    if (ms->env.need >= 0)
        return ms->env.need;
    if (first.guard == GT_MS_FALSE)
        return -1;
    take_list(ms, firing, &first.take, &first.ntake);
    GT_VEC(gt_ms_step) steps = {0};
    for (uint32_t b = 0; b < rule->nbranches && ms->env.need < 0; b++) {
        gt_ms_step step = first;
        bool possible = gt_ms_possible(ms, rule->branches[b].prob);
        if (ms->env.need < 0 && possible && take_branch(ms, ms->controls.v[control], firing, b, &step))
            gt_vec_push(&steps, step);
    }
    if (ms->env.need < 0) {
        gt_ms_enabling enabling = {first.ntake, first.take, first.guard};
        gt_vec_push(&ms->controls.v[control]->enablings, enabling);
        for (size_t i = 0; i < steps.n; i++)
            add_step(ms, control, steps.v[i]);
    }
    free(steps.v);
    return ms->env.need;
}

/* Follows a firing to its ends, as far as states of x go. */
static void follow(gt_ms *ms, uint32_t control, const gt_ms_firing *firing, gt_ms_fork **at, gt_mdd x)
{
    if (gt_ms_is_over(ms))
        return;
    if (!*at) {
        gt_ms_fork *fork = *at = GT_NEW(ms->arena, gt_ms_fork);
        fork->cell = settle(ms, control, firing);
        if (fork->cell >= 0) {
            fork->nvalues = (uint32_t)ms->sym->procs[ms->cells.v[fork->cell].type]->n + 1;
            fork->by_value = GT_NEW_ARRAY(ms->arena, gt_ms_fork *, fork->nvalues);
        }
    }
    gt_ms_fork *fork = *at;
    for (uint32_t v = 0; fork->cell >= 0 && v < fork->nvalues; v++) {
        gt_mdd part = gt_ms_filter(ms, x, equals(ms, (uint32_t)fork->cell, v));
        if (part == GT_MDD_NONE)
            continue;
        gt_vec_push(&ms->env.fixed, ((struct gt_ms_fixed){(uint32_t)fork->cell, v}));
        follow(ms, control, firing, &fork->by_value[v], part);
        ms->env.fixed.n--;
    }
}

/* ---- filling the roles ---- */

typedef struct {
    gt_ms *ms;
    uint32_t control, rule;
    gt_mdd x;
    GT_VEC(gt_ms_term) open;
    GT_VEC(const gt_expr *) deferred;
} filler;

static void fill(filler *f, uint32_t k);

static void complete(filler *f)
{
    gt_ms *ms = f->ms;
    gt_ms_control *c = ms->controls.v[f->control];
    const gt_pop_rule *rule = ms->rules[f->rule].rule;
    bool any = false, fresh = false;
    for (uint32_t i = 0; i < rule->nroles; i++) {
        bool untracked = rule->roles[i].kind == GT_ROLE_UNTRACKED;
        any = any || untracked;
        fresh = fresh || (untracked && c->seen.v[ms->filled[i]] == NEW);
    }
    if (any ? !fresh : c->opened)
        return; /* it was there before */
    gt_ms_firing *firing = GT_NEW(ms->arena, gt_ms_firing);
    *firing = (gt_ms_firing){
        .rule = f->rule,
        .roles = gt_arena_copy(ms->arena, ms->filled, rule->nroles, sizeof *ms->filled),
        .choices = gt_arena_copy(ms->arena, ms->chosen, rule->nchoices, sizeof *ms->chosen),
        .guard = all_of(ms, f->open.v, f->open.n),
        .ndeferred = (uint32_t)f->deferred.n,
        .deferred = gt_arena_copy(ms->arena, f->deferred.v, f->deferred.n, sizeof *f->deferred.v)};
    follow(ms, f->control, firing, &firing->fork, f->x);
    if (firing->fork && firing->fork->cell >= 0)
        gt_vec_push(&ms->controls.v[f->control]->forked, firing);
}

/* k roles and choices are there. */
static void go_on(filler *f, uint32_t k)
{
    gt_ms *ms = f->ms;
    const gt_ms_rule *r = &ms->rules[f->rule];
    size_t nopen = f->open.n, ndeferred = f->deferred.n;
    bool possible = true;
    gt_ms_fresh(ms);
    for (uint32_t i = 0; i < r->nconds[k] && possible; i++) {
        gt_ms_term t = gt_ms_eval(ms, r->conds[k][i]);
        if (ms->env.need >= 0) {
            gt_vec_push(&f->deferred, r->conds[k][i]);
            gt_ms_fresh(ms);
        } else if (t != GT_MS_TRUE) {
            possible = t != GT_MS_FALSE;
            gt_vec_push(&f->open, t);
        }
    }
    if (possible && k == r->rule->nroles + r->rule->nchoices)
        complete(f);
    else if (possible)
        fill(f, k);
    f->open.n = nopen;
    f->deferred.n = ndeferred;
}

static void bind_role(gt_ms *ms, uint32_t role, uint32_t level)
{
    ms->filled[role] = level;
    ms->env.roles[role] = ms->levels.v[level].row;
}

static void fill(filler *f, uint32_t k)
{
    gt_ms *ms = f->ms;
    const gt_pop_rule *rule = ms->rules[f->rule].rule;
    if (k < rule->nroles && rule->roles[k].kind == GT_ROLE_CLASS) {
        bind_role(ms, k, (uint32_t)ms->env.tracked[rule->roles[k].idvar]);
        go_on(f, k + 1);
    } else if (k < rule->nroles) {
        for (size_t i = 0; i < ms->controls.v[f->control]->support.n && !gt_ms_is_over(ms); i++) {
            uint32_t level = ms->controls.v[f->control]->support.v[i];
            if (ms->levels.v[level].type != rule->roles[k].proc->index)
                continue;
            bind_role(ms, k, level);
            go_on(f, k + 1);
        }
    } else {
        const gt_binder *b = rule->choices[k - rule->nroles];
        gt_vec_push(&ms->env.bound, ((gt_ms_bound){.binder = b}));
        for (int64_t value = b->type.lo; value <= b->type.hi && !gt_ms_is_over(ms); value++) {
            ms->chosen[k - rule->nroles] = (int32_t)value;
            ms->env.bound.v[ms->env.bound.n - 1].value = (int32_t)value;
            go_on(f, k + 1);
        }
        ms->env.bound.n--;
    }
}

/* ---- a control ---- */

static bool alias_agrees(const gt_ms *ms, const gt_pop_rule *rule)
{
    for (uint32_t k = 0; k < ms->pop->nidvars; k++) {
        int32_t want = rule->alias[k], is = ms->env.leader[k];
        if (want != GT_ALIAS_ANY && want != (is < 0 ? GT_ALIAS_NONE : is))
            return false;
    }
    for (uint32_t r = 0; r < rule->nroles; r++)
        if (rule->roles[r].kind == GT_ROLE_CLASS &&
            ms->env.leader[rule->roles[r].idvar] != (int32_t)rule->roles[r].idvar)
            return false;
    return true;
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
    size_t known = c->support.n;
    gt_mdd_support(ms->m, x, add_support, c);
    gt_ms_enter(ms, control);
    if (!c->opened) {
        c->rules = GT_NEW_ARRAY(ms->arena, uint32_t, ms->pop->nrules);
        for (uint32_t i = 0; i < ms->pop->nrules; i++)
            if (alias_agrees(ms, ms->rules[i].rule))
                c->rules[c->nrules++] = i;
    }
    for (size_t i = 0; i < c->forked.n; i++) {
        bind_firing(ms, c->forked.v[i]);
        follow(ms, control, c->forked.v[i], &c->forked.v[i]->fork, x);
    }
    if (c->support.n > known || !c->opened) {
        filler f = {.ms = ms, .control = control, .x = x};
        for (uint32_t i = 0; i < c->nrules && !gt_ms_is_over(ms); i++) {
            f.rule = c->rules[i];
            ms->env.bound.n = 0;
            go_on(&f, 0);
        }
        free(f.open.v);
        free((void *)f.deferred.v);
    }
    for (size_t i = known; i < c->support.n; i++)
        c->seen.v[c->support.v[i]] = KNOWN;
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
    gt_ms_fresh(ms);
    gt_ms_term t = gt_ms_eval(ms, e);
    if (ms->env.need < 0)
        return gt_ms_filter(ms, x, t);
    uint32_t cell = (uint32_t)ms->env.need, n = (uint32_t)ms->sym->procs[ms->cells.v[cell].type]->n;
    gt_mdd all = GT_MDD_NONE;
    for (uint32_t v = 0; v <= n && !gt_ms_is_over(ms); v++) {
        gt_mdd part = gt_ms_filter(ms, x, equals(ms, cell, v));
        if (part == GT_MDD_NONE)
            continue;
        gt_vec_push(&ms->env.fixed, ((struct gt_ms_fixed){cell, v}));
        all = gt_mdd_or(ms->m, all, where(ms, part, e));
        ms->env.fixed.n--;
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
