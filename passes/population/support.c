#include "passes/population/support.h"

#include "passes/population/assume.h"

#include <stdlib.h>
#include <string.h>

/* Together they take half a second. */
enum { MOST_CONTROLS = 20000, MOST_WORK = 1 << 24 };

/* ---- sets ---- */

bool gt_levels_add(gt_levels *s, uint32_t level)
{
    if (gt_levels_has(s, level))
        return false;
    while (s->n <= level / 64)
        gt_vec_push(s, 0);
    s->v[level / 64] |= (uint64_t)1 << level % 64;
    return true;
}

gt_levels gt_levels_copy(const gt_levels *s)
{
    gt_levels copy = {gt_xmalloc(s->n + 1, sizeof *s->v), s->n, s->n + 1};
    if (s->n)
        memcpy(copy.v, s->v, s->n * sizeof *s->v);
    return copy;
}

void gt_levels_fini(gt_levels *s)
{
    free(s->v);
    *s = (gt_levels){0};
}

static uint32_t *list_of(const gt_levels *s, size_t *n)
{
    uint32_t *list = gt_xmalloc(64 * s->n + 1, sizeof *list);
    *n = 0;
    for (size_t w = 0; w < s->n; w++)
        for (uint64_t there = s->v[w]; there; there &= there - 1)
            list[(*n)++] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(there);
    return list;
}

/* ---- limits ---- */

static bool is_over(gt_support *s)
{
    if (gt_play_ncontrols(s->play) > MOST_CONTROLS)
        s->why = "shared variables and tracked processes have too many values together";
    else if (gt_play_is_over(s->play))
        s->why = "there are too many ways to play the rules";
    return s->why;
}

static gt_support_control *control_at(gt_support *s, uint32_t number)
{
    while (s->controls.n <= number)
        gt_vec_push(&s->controls, ((gt_support_control){.opened = false}));
    return &s->controls.v[number];
}

/* ---- what is there ---- */

/* Whether it is known already that nobody can ever be there. */
static bool never_occurs(const gt_support *s, uint32_t level)
{
    const gt_play_level *l = &s->play->levels.v[level];
    return gt_locals_find(&s->play->pop->locals[l->type], l->row) < 0;
}

static void add_level(gt_support *s, uint32_t control, uint32_t level)
{
    gt_support_control *c = control_at(s, control);
    s->play->work++;
    if (gt_levels_has(&c->support, level) || never_occurs(s, level))
        return;
    (void)gt_levels_add(&c->support, level);
    (void)gt_levels_add(&c->fresh, level);
    c->waiting = true;
}

static void wake(gt_support *s, uint32_t control)
{
    gt_support_control *c = control_at(s, control);
    c->waiting = c->waiting || !c->opened;
}

/* One process may be in the first and another one in the second. */
static void add_pair(gt_support *s, uint32_t control, uint32_t a, uint32_t b)
{
    gt_support_control *c = control_at(s, control);
    while (c->beside.n <= a || c->beside.n <= b)
        gt_vec_push(&c->beside, ((gt_levels){.n = 0}));
    s->play->work++;
    if (gt_levels_add(&c->beside.v[a], b)) {
        (void)gt_levels_add(&c->beside.v[b], a);
        c->waiting = true;
    }
}

/* Where somebody may be beside a process in that local state. */
static const gt_levels *beside(const gt_support_control *c, uint32_t level)
{
    static const gt_levels nowhere = {.n = 0};
    return level < c->beside.n ? &c->beside.v[level] : &nowhere;
}

/* Of `s` what is in `by`, too. */
static void keep(gt_levels *s, const gt_levels *by)
{
    for (size_t w = 0; w < s->n; w++)
        s->v[w] &= w < by->n ? by->v[w] : 0;
}

static bool begin(void *arg, uint32_t control, const gt_play_start *starts)
{
    gt_support *s = arg;
    wake(s, control);
    for (uint32_t t = 0; t < s->play->ntypes; t++)
        for (uint32_t i = 0; i < starts[t].n; i++) {
            add_level(s, control, starts[t].levels[i]);
            for (uint32_t u = 0; u <= t; u++) {
                uint32_t others = u < t || starts[t].left > 1 ? starts[u].n : 0;
                for (uint32_t k = 0; k < others; k++)
                    add_pair(s, control, starts[t].levels[i], starts[u].levels[k]);
            }
        }
    return !is_over(s);
}

/* ---- what can happen ---- */

/* The untracked processes of each type. */
static uint32_t *count_untracked(const gt_play *play)
{
    uint32_t *left = gt_xcalloc((size_t)play->ntypes + 1, sizeof *left);
    for (uint32_t t = 0; t < play->ntypes; t++)
        left[t] = (uint32_t)play->sym->procs[t]->n;
    for (uint32_t k = 0; k < play->pop->nidvars; k++)
        left[play->type_of[k]] -= play->env.leader[k] == (int32_t)k;
    return left;
}

typedef struct {
    gt_support *s;
    uint32_t control;
    const uint32_t *left; /* untracked processes, per type */
    gt_support_found *found;
    void *arg;
    uint32_t *take; /* those who play the roles of the firing at hand */
    uint32_t ntake;
    gt_levels there; /* where others may be */
} explorer;

static uint32_t roles_of_type(const explorer *x, uint32_t type)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->ntake; i++)
        n += x->s->play->levels.v[x->take[i]].type == type;
    return n;
}

/* Who plays the roles, and where others may be; false: they cannot be there at the same time. */
static bool cast_roles(explorer *x, const gt_play_firing *firing)
{
    gt_play *play = x->s->play;
    const gt_support_control *c = control_at(x->s, x->control);
    const gt_pop_rule *rule = play->rules[firing->rule].rule;
    gt_levels_fini(&x->there);
    x->there = gt_levels_copy(&c->support);
    x->ntake = 0;
    for (uint32_t i = 0; i < rule->nroles; i++) {
        if (rule->roles[i].kind != GT_ROLE_UNTRACKED)
            continue;
        uint32_t level = firing->roles[i];
        for (uint32_t k = 0; k < x->ntake; k++)
            if (!gt_levels_has(beside(c, x->take[k]), level))
                return false;
        keep(&x->there, beside(c, level));
        x->take[x->ntake++] = level;
    }
    play->work += 1 + x->there.n;
    for (uint32_t i = 0; i < x->ntake; i++) {
        uint32_t type = play->levels.v[x->take[i]].type;
        if (roles_of_type(x, type) > x->left[type])
            return false;
    }
    return true;
}

/* What is known when the roles are filled: where there are as many roles as processes nobody else is. */
static gt_assumed begin_assuming(const explorer *x)
{
    gt_play *play = x->s->play;
    gt_assumed a = {.play = play, .support = &x->there, .take = x->take, .ntake = x->ntake, .left = x->left};
    size_t n;
    uint32_t *there = list_of(&x->there, &n);
    for (size_t i = 0; i < n; i++) {
        uint32_t type = play->levels.v[there[i]].type;
        if (roles_of_type(x, type) == x->left[type])
            (void)gt_levels_add(&a.gone, there[i]);
    }
    free(there);
    return a;
}

/* Tells of an action that can happen, and who may be left beside the roles. */
static void happen(explorer *x, const gt_play_firing *firing, const gt_play_action *action)
{
    gt_assumed a = begin_assuming(x);
    x->s->play->work += 1 + x->there.n;
    if (gt_assume(&a, action->guard)) {
        gt_levels rest = gt_levels_copy(&x->there);
        for (size_t w = 0; w < rest.n && w < a.gone.n; w++)
            rest.v[w] &= ~a.gone.v[w];
        x->found(x->arg, firing, action, &rest);
        gt_levels_fini(&rest);
    }
    gt_levels_fini(&a.gone);
}

/* Whether there may be so many in the cell. */
static bool may_be(const explorer *x, uint32_t cell, int64_t value)
{
    gt_assumed a = begin_assuming(x);
    bool may = gt_assume(&a, gt_play_count_is(x->s->play, cell, value));
    gt_levels_fini(&a.gone);
    return may;
}

/* Follows a firing to its ends, as far as counts may be so. */
static void follow(explorer *x, const gt_play_firing *firing, gt_support_fork **at)
{
    gt_play *play = x->s->play;
    if (is_over(x->s))
        return;
    if (!*at) {
        gt_support_fork *fork = *at = GT_NEW(play->arena, gt_support_fork);
        fork->cell = gt_play_act(play, firing, &fork->action);
        if (fork->cell >= 0) {
            fork->nvalues = (uint32_t)play->sym->procs[play->cells.v[fork->cell].type]->n + 1;
            fork->by_value = GT_NEW_ARRAY(play->arena, gt_support_fork *, fork->nvalues);
        }
    }
    gt_support_fork *fork = *at;
    if (fork->cell < 0 && fork->action.guard != GT_PLAY_FALSE)
        happen(x, firing, &fork->action);
    for (uint32_t v = 0; fork->cell >= 0 && v < fork->nvalues && !is_over(x->s); v++) {
        play->work++;
        if (!may_be(x, (uint32_t)fork->cell, v))
            continue;
        gt_vec_push(&play->env.fixed, ((struct gt_play_fixed){(uint32_t)fork->cell, v}));
        follow(x, firing, &fork->by_value[v]);
        play->env.fixed.n--;
    }
}

static void follow_all(gt_support *s, uint32_t control, gt_support_found *found, void *arg)
{
    gt_play *play = s->play;
    gt_play_enter(play, gt_play_key(play, control));
    uint32_t *left = count_untracked(play);
    explorer x = {.s = s,
                  .control = control,
                  .left = left,
                  .found = found,
                  .arg = arg,
                  .take = gt_xcalloc((size_t)play->max_roles, sizeof(uint32_t))};
    for (size_t i = 0; i < control_at(s, control)->firings.n && !is_over(s); i++) {
        gt_support_firing f = control_at(s, control)->firings.v[i];
        if (!cast_roles(&x, f.firing))
            continue;
        gt_play_bind(play, f.firing);
        follow(&x, f.firing, &f.fork);
        control_at(s, control)->firings.v[i].fork = f.fork;
    }
    gt_levels_fini(&x.there);
    free(x.take);
    free(left);
}

void gt_support_actions(gt_support *s, uint32_t control, gt_support_found *found, void *arg)
{
    follow_all(s, control, found, arg);
}

/* ---- the worklist ---- */

typedef struct {
    gt_play_caster base;
    gt_support_control *control;
    gt_play *play;
    gt_support *s;
} caster;

/* Keeps a firing that is not known yet. */
static bool add_firing(gt_play_caster *base, const gt_play_firing *found)
{
    const caster *f = (const caster *)base;
    const gt_pop_rule *rule = f->play->rules[found->rule].rule;
    bool any = false, fresh = false;
    for (uint32_t i = 0; i < rule->nroles; i++) {
        bool untracked = rule->roles[i].kind == GT_ROLE_UNTRACKED;
        any = any || untracked;
        fresh = fresh || (untracked && gt_levels_has(&f->control->fresh, found->roles[i]));
    }
    if (any ? fresh : !f->control->opened)
        gt_vec_push(&f->control->firings, ((gt_support_firing){.firing = gt_play_keep(f->play, found)}));
    return !is_over(f->s);
}

static uint32_t untracked_roles(const gt_pop_rule *rule)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rule->nroles; i++)
        n += rule->roles[i].kind == GT_ROLE_UNTRACKED;
    return n;
}

static void find_firings(gt_support *s, uint32_t control)
{
    gt_play *play = s->play;
    gt_support_control *c = control_at(s, control);
    size_t n, nfresh;
    uint32_t *levels = list_of(&c->support, &n), *fresh = list_of(&c->fresh, &nfresh);
    caster f = {.base.found = add_firing, .control = c, .play = play, .s = s};
    gt_play_enter(play, gt_play_key(play, control));
    for (uint32_t r = 0; r < play->pop->nrules && !is_over(s); r++) {
        const gt_pop_rule *rule = &play->pop->rules[r];
        uint32_t untracked = untracked_roles(rule);
        f.base.levels = untracked == 1 ? fresh : levels; /* a single role is played by somebody new */
        f.base.nlevels = untracked == 1 ? nfresh : n;
        if ((untracked ? nfresh > 0 : !c->opened) && gt_play_agrees(play, rule))
            (void)gt_play_fill(play, r, &f.base);
    }
    free(levels);
    free(fresh);
    c->opened = true;
    gt_levels_fini(&c->fresh);
}

typedef struct {
    gt_support *s;
    uint32_t control;
} visit;

static uint32_t sent(gt_support *s, const gt_play_outcome *out, uint32_t level)
{
    return out->map ? gt_play_image(s->play, out->map - 1, level) : level;
}

/* Those who are left are in the target, too. */
static void carry(gt_support *s, uint32_t from, const gt_play_outcome *out, const gt_levels *left)
{
    size_t n, m;
    uint32_t *rest = list_of(left, &n);
    for (size_t i = 0; i < n; i++) {
        uint32_t level = sent(s, out, rest[i]);
        add_level(s, out->target, level);
        for (uint32_t k = 0; k < out->nput; k++)
            add_pair(s, out->target, level, out->put[k]);
        gt_levels pairs = gt_levels_copy(beside(control_at(s, from), rest[i]));
        keep(&pairs, left);
        for (size_t w = 0; !out->map && w < pairs.n; w++) { /* mostly they are known */
            const gt_levels *known = beside(control_at(s, out->target), level);
            pairs.v[w] &= ~(w < known->n ? known->v[w] : 0);
        }
        s->play->work += pairs.n;
        uint32_t *others = list_of(&pairs, &m);
        for (size_t k = 0; k < m; k++)
            add_pair(s, out->target, level, sent(s, out, others[k]));
        free(others);
        gt_levels_fini(&pairs);
    }
    free(rest);
}

/* Where the action leads, there may be who is put and who was left. */
static void arrive(void *arg, const gt_play_firing *firing, const gt_play_action *action,
                   const gt_levels *left)
{
    const visit *v = arg;
    gt_support *s = v->s;
    (void)firing;
    for (uint32_t o = 0; o < action->noutcomes; o++) {
        const gt_play_outcome *out = &action->outcomes[o];
        wake(s, out->target);
        for (uint32_t i = 0; i < out->nput; i++) {
            add_level(s, out->target, out->put[i]);
            for (uint32_t k = 0; k < i; k++)
                add_pair(s, out->target, out->put[i], out->put[k]);
        }
        carry(s, v->control, out, left);
    }
}

static void search(gt_support *s)
{
    gt_play_initial(s->play, begin, s);
    for (bool some = true; some && !is_over(s);) {
        some = false;
        for (uint32_t q = 0; q < s->controls.n && !is_over(s); q++) {
            if (!s->controls.v[q].waiting)
                continue;
            some = true;
            s->controls.v[q].waiting = false;
            find_firings(s, q);
            follow_all(s, q, arrive, &(visit){s, q});
        }
    }
}

static bool ask(void *arena)
{
    gt_arena_ask_now(arena);
    return false;
}

gt_support *gt_support_new(gt_ctx *ctx, const gt_pop *pop)
{
    gt_support *s = gt_xcalloc(1, sizeof *s);
    s->play = gt_play_new(pop);
    s->play->ask = ask;
    s->play->asker = ctx->arena;
    s->play->most_work = MOST_WORK;
    if (s->play->tangled)
        s->why = s->play->tangled;
    else
        search(s);
    s->complete = !s->why;
    s->play->most_work = UINT64_MAX;
    return s;
}

void gt_support_free(gt_support *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->controls.n; i++) {
        gt_levels_fini(&s->controls.v[i].support);
        gt_levels_fini(&s->controls.v[i].fresh);
        for (size_t k = 0; k < s->controls.v[i].beside.n; k++)
            gt_levels_fini(&s->controls.v[i].beside.v[k]);
        free(s->controls.v[i].beside.v);
        free(s->controls.v[i].firings.v);
    }
    free(s->controls.v);
    gt_play_free(s->play);
    free(s);
}

/* ---- the local states ---- */

static void find_occurring(const gt_support *s, gt_levels *all)
{
    const gt_play *play = s->play;
    for (uint32_t q = 0; q < s->controls.n; q++) {
        if (!s->controls.v[q].opened)
            continue;
        const gt_levels *here = &s->controls.v[q].support;
        for (size_t w = 0; w < here->n; w++)
            for (uint64_t there = here->v[w]; there; there &= there - 1)
                (void)gt_levels_add(all, (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(there));
        const int32_t *tracked = gt_play_key(play, q) + play->sym->nshared + play->pop->nidvars;
        for (uint32_t k = 0; k < play->pop->nidvars; k++)
            if (tracked[k] >= 0)
                (void)gt_levels_add(all, (uint32_t)tracked[k]);
    }
}

bool gt_support_narrow(gt_ctx *ctx, gt_pop *pop)
{
    gt_support *s = gt_support_new(ctx, pop);
    gt_levels all = {0};
    bool fewer = false, known = s->complete && s->controls.n; /* without initial state nothing occurs */
    pop->coarse = s->why;
    if (known)
        find_occurring(s, &all);
    for (uint32_t t = 0; t < pop->sym->nprocs && known; t++) {
        gt_locals *l = &pop->locals[t];
        int32_t *kept = GT_NEW_ARRAY(ctx->arena, int32_t, (size_t)l->nstates * l->nvars);
        uint32_t n = 0;
        for (uint32_t i = 0; i < l->nstates; i++) {
            const int32_t *row = l->values + (size_t)i * l->nvars;
            if (gt_levels_has(&all, gt_play_level_of(s->play, t, row)) || (n == 0 && i + 1 == l->nstates))
                memcpy(kept + (size_t)n++ * l->nvars, row, l->nvars * sizeof *row);
        }
        fewer = fewer || n < l->nstates;
        l->values = kept;
        l->nstates = n;
    }
    gt_levels_fini(&all);
    gt_support_free(s);
    return fewer;
}
