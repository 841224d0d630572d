/* The multiset engine's sets and paths, as CTL wants them. */
#include "backends/check/multiset/multiset.h"

#include <stdlib.h>
#include <string.h>

static gt_set made(const gt_ms *ms, gt_ms_set *s)
{
    if (!gt_ms_is_over(ms))
        return s;
    gt_ms_set_free((gt_ms *)ms, s);
    return NULL;
}

/* ---- sets ---- */

static gt_set atom(void *self, const gt_expr *e)
{
    const gt_ms_view *v = self;
    gt_ms_set *s = gt_ms_set_new(v->ms);
    for (uint32_t q = 0; q < v->all->n && !gt_ms_is_over(v->ms); q++) {
        gt_mdd_tidy(v->ms->m);
        (void)gt_ms_set_add(v->ms, s, q, gt_ms_where(v->ms, q, v->all->v[q], e));
    }
    return made(v->ms, s);
}

static gt_set all(void *self)
{
    const gt_ms_view *v = self;
    return made(v->ms, gt_ms_set_copy(v->ms, v->all));
}

static gt_set initial(void *self)
{
    const gt_ms_view *v = self;
    return made(v->ms, gt_ms_set_copy(v->ms, v->initial));
}

static gt_set complement(void *self, gt_set f)
{
    const gt_ms_view *v = self;
    return f ? made(v->ms, gt_ms_set_diff(v->ms, v->all, f)) : NULL;
}

static gt_set meet(void *self, gt_set f, gt_set g)
{
    const gt_ms_view *v = self;
    return f && g ? made(v->ms, gt_ms_set_meet(v->ms, f, g)) : NULL;
}

static bool leq(void *self, gt_set f, gt_set g)
{
    const gt_ms_view *v = self;
    const gt_ms_set *a = f, *b = g;
    bool yes = a && b;
    for (uint32_t q = 0; yes && q < a->n; q++)
        yes = gt_mdd_diff(v->ms->m, a->v[q], gt_ms_part(b, q)) == GT_MDD_NONE;
    return yes;
}

static void drop(void *self, gt_set f)
{
    const gt_ms_view *v = self;
    gt_ms_set_free(v->ms, f);
}

static bool failed(void *self)
{
    const gt_ms_view *v = self;
    return gt_ms_is_over(v->ms);
}

/* ---- steps backwards ---- */

/* States with a step into f, and dead ones of f. */
static gt_ms_set *before(const gt_ms_view *v, const gt_ms_set *f)
{
    gt_ms *ms = v->ms;
    gt_ms_set *s = gt_ms_set_meet(ms, v->dead, f);
    for (uint32_t q = 0; q < v->all->n; q++) {
        const gt_ms_control *c = ms->controls.v[q];
        for (size_t i = 0; v->all->v[q] && i < c->steps.n && !gt_ms_is_over(ms); i++) {
            gt_mdd y = gt_ms_part(f, c->steps.v[i].target);
            if (y == GT_MDD_NONE)
                continue;
            gt_mdd_tidy(ms->m);
            (void)gt_ms_set_add(ms, s, q, gt_ms_unfire(ms, &c->steps.v[i], v->all->v[q], y));
        }
    }
    return s;
}

static gt_set ex(void *self, gt_set f)
{
    const gt_ms_view *v = self;
    return f ? made(v->ms, before(v, f)) : NULL;
}

/* A fixpoint under way: for which version of its target's part each step is done. */
typedef struct {
    const gt_ms_view *v;
    const gt_ms_set *f;
    gt_ms_set *s;
    uint64_t *version; /* per control */
    uint64_t **done;   /* per control, per step */
} fixpoint;

static bool grow(const fixpoint *x, uint32_t q)
{
    gt_ms *ms = x->v->ms;
    const gt_ms_control *c = ms->controls.v[q];
    gt_mdd inside = gt_ms_part(x->f, q);
    bool grown = false, again = inside != GT_MDD_NONE;
    while (again && !gt_ms_is_over(ms)) {
        again = false;
        for (size_t i = 0; i < c->steps.n && !gt_ms_is_over(ms); i++) {
            const gt_ms_step *step = &c->steps.v[i];
            if (x->version[step->target] == x->done[q][i])
                continue;
            gt_mdd_tidy(ms->m);
            x->done[q][i] = x->version[step->target];
            gt_mdd y = gt_ms_part(x->s, step->target), z;
            if (step->star && inside == x->v->all->v[q]) /* all states on the way are reachable, and in f */
                z = gt_mdd_and(ms->m, gt_mdd_star(ms->m, y, step->put[0], step->take[0]), inside);
            else
                z = gt_ms_unfire(ms, step, inside, y);
            if (gt_ms_set_add(ms, x->s, q, z)) {
                x->version[q]++;
                grown = true;
                again = again || step->target == q;
            }
        }
    }
    return grown;
}

static gt_ms_set *until(const gt_ms_view *v, const gt_ms_set *f, const gt_ms_set *g)
{
    gt_ms *ms = v->ms;
    uint32_t n = v->all->n;
    fixpoint x = {.v = v, .f = f, .s = gt_ms_set_copy(ms, g)};
    x.version = gt_xmalloc((size_t)ms->controls.n + 1, sizeof *x.version);
    x.done = gt_xmalloc((size_t)n + 1, sizeof *x.done);
    for (uint32_t q = 0; q < ms->controls.n; q++)
        x.version[q] = gt_ms_part(g, q) ? 1 : 0;
    for (uint32_t q = 0; q < n; q++)
        x.done[q] = gt_xcalloc(ms->controls.v[q]->steps.n + 1, sizeof **x.done);
    for (bool grown = true; grown && !gt_ms_is_over(ms);) {
        grown = false;
        ms->work.now.iteration++;
        for (uint32_t q = n; q-- > 0;)
            grown = grow(&x, q) || grown;
    }
    for (uint32_t q = 0; q < n; q++)
        free(x.done[q]);
    free(x.done);
    free(x.version);
    return x.s;
}

static gt_set eu(void *self, gt_set f, gt_set g)
{
    const gt_ms_view *v = self;
    return f && g ? made(v->ms, until(v, f, g)) : NULL;
}

static bool is_same(const gt_ms_set *a, const gt_ms_set *b)
{
    uint32_t n = a->n > b->n ? a->n : b->n;
    for (uint32_t q = 0; q < n; q++)
        if (gt_ms_part(a, q) != gt_ms_part(b, q))
            return false;
    return true;
}

/* *z becomes those of its states from which a step leads into E[z U goal] and, goal NULL, into z. */
static void shrink(const gt_ms_view *v, gt_ms_set **z, const gt_ms_set *goal)
{
    gt_ms *ms = v->ms;
    gt_ms_set *ends = goal ? gt_ms_set_meet(ms, *z, goal) : NULL, *near = goal ? until(v, *z, ends) : NULL;
    gt_ms_set *can = before(v, goal ? near : *z), *left = gt_ms_set_meet(ms, *z, can);
    gt_ms_set_free(ms, ends);
    gt_ms_set_free(ms, near);
    gt_ms_set_free(ms, can);
    gt_ms_set_free(ms, *z);
    *z = left;
}

static gt_set eg(void *self, gt_set f, const gt_fair_sets *fair)
{
    const gt_ms_view *v = self;
    gt_ms *ms = v->ms;
    for (uint32_t i = 0; i < fair->n; i++)
        if (!fair->sets[i])
            return NULL;
    if (!f)
        return NULL;
    gt_ms_set *z = gt_ms_set_copy(ms, f);
    for (bool same = false; !same && !gt_ms_is_over(ms);) {
        gt_ms_set *old = gt_ms_set_copy(ms, z);
        ms->work.now.iteration++;
        for (uint32_t i = 0; i < fair->n; i++)
            shrink(v, &z, fair->sets[i]);
        if (!fair->n)
            shrink(v, &z, NULL);
        same = is_same(old, z);
        gt_ms_set_free(ms, old);
    }
    return made(ms, z);
}

/* ---- ghosts ---- */

/* The states of s without what only ghosts name: it joins the untracked processes again. */
static gt_ms_set *without_ghosts(const gt_ms_view *v, const gt_ms_set *s)
{
    gt_ms *ms = v->ms;
    const gt_pop *pop = ms->pop;
    uint32_t nshared = ms->sym->nshared, nid = pop->nidvars;
    size_t width = (size_t)nshared + 2 * (size_t)nid;
    int32_t *key = gt_xmalloc(width + 1, sizeof *key), *leader = key + nshared, *tracked = leader + nid;
    gt_ms_set *out = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < s->n; q++) {
        gt_mdd x = s->v[q];
        if (x == GT_MDD_NONE)
            continue;
        memcpy(key, ms->controls.v[q]->key, width * sizeof *key);
        for (uint32_t i = 0; i < nshared; i++)
            key[i] = ms->sym->shared[i]->is_ghost ? 0 : key[i];
        for (uint32_t k = 0; k < nid; k++) {
            const int32_t *old = ms->controls.v[q]->key + nshared;
            if (!pop->idvars[k].var->is_ghost)
                continue; /* ghosts are last within a type, so only ghosts follow a leader that is one */
            if (old[k] == (int32_t)k)
                x = gt_mdd_inc(ms->m, x, (uint32_t)tracked[k], 1);
            leader[k] = tracked[k] = -1;
        }
        (void)gt_ms_set_add(ms, out, gt_ms_control_of(ms, key), x);
    }
    free(key);
    return out;
}

static int some(void *self, gt_set good)
{
    gt_ms_view *v = self;
    if (!good)
        return -1;
    gt_ms_set *fine = gt_ms_set_meet(v->ms, v->initial, good);
    gt_ms_set *whole = without_ghosts(v, v->initial), *part = without_ghosts(v, fine);
    bool yes = leq(self, whole, part);
    gt_ms_set_free(v->ms, fine);
    gt_ms_set_free(v->ms, whole);
    gt_ms_set_free(v->ms, part);
    return gt_ms_is_over(v->ms) ? -1 : yes;
}

/* ---- the path ---- */

static const gt_ms_state *last(const gt_ms_view *v)
{
    return &v->path.states.v[v->path.states.n - 1];
}

static void begin(void *self, gt_set from)
{
    gt_ms_view *v = self;
    if (from && !gt_ms_set_is_empty(from))
        gt_vec_push(&v->path.states, gt_ms_pick(v->ms, from));
}

static bool here(void *self, gt_set f)
{
    const gt_ms_view *v = self;
    return f && v->path.states.n && gt_ms_has(v->ms, f, last(v));
}

static bool walk(void *self, gt_set from, gt_set f, gt_set g, bool *shortest)
{
    gt_ms_view *v = self;
    *shortest = f && g && (from || v->path.states.n) && gt_ms_walk(v->ms, &v->path, from, f, g);
    return *shortest;
}

static bool step(void *self, gt_set f)
{
    gt_ms_view *v = self;
    gt_ms *ms = v->ms;
    if (!f || !v->path.states.n)
        return false;
    if (here(self, v->dead)) {
        v->path.loop = (int32_t)v->path.states.n - 1;
        return true;
    }
    gt_ms_set *now = gt_ms_single(ms, last(v)), *next = gt_ms_post(ms, now),
              *good = gt_ms_set_meet(ms, next, f);
    if (!gt_ms_set_is_empty(good))
        gt_vec_push(&v->path.states, gt_ms_pick(ms, good));
    gt_ms_set_free(ms, now);
    gt_ms_set_free(ms, next);
    gt_ms_set_free(ms, good);
    return false;
}

/* From the last state around in z through all of `fair`, back to it; false: it could not come back. */
static bool round_trip(gt_ms_view *v, const gt_ms_set *z, const gt_fair_sets *fair)
{
    gt_ms *ms = v->ms;
    size_t first = v->path.states.n - 1;
    bool shortest;
    (void)step(v, (gt_set)z);
    for (uint32_t i = 0; i < fair->n && !gt_ms_is_over(ms); i++) {
        gt_ms_set *goal = gt_ms_set_meet(ms, z, fair->sets[i]);
        (void)walk(v, NULL, (gt_set)z, goal, &shortest);
        gt_ms_set_free(ms, goal);
    }
    gt_ms_set *home = gt_ms_single(ms, &v->path.states.v[first]);
    bool back = !gt_ms_is_over(ms) && walk(v, NULL, (gt_set)z, home, &shortest);
    gt_ms_set_free(ms, home);
    if (back) {
        v->path.states.n--;
        v->path.loop = (int32_t)first;
    }
    return back;
}

static void lasso(void *self, gt_set from, gt_set f, const gt_fair_sets *fair)
{
    gt_ms_view *v = self;
    gt_ms_set *z = eg(self, f, fair);
    bool shortest, begun = z && walk(self, from, f, z, &shortest);
    while (begun && v->path.loop < 0 && !gt_ms_is_over(v->ms))
        if (here(self, v->dead))
            v->path.loop = (int32_t)v->path.states.n - 1;
        else
            (void)round_trip(v, z, fair);
    gt_ms_set_free(v->ms, z);
}

const gt_sets gt_ms_sets = {.atom = atom,
                            .all = all,
                            .initial = initial,
                            .complement = complement,
                            .meet = meet,
                            .ex = ex,
                            .eu = eu,
                            .eg = eg,
                            .leq = leq,
                            .some = some,
                            .drop = drop,
                            .failed = failed,
                            .begin = begin,
                            .here = here,
                            .walk = walk,
                            .step = step,
                            .lasso = lasso};
