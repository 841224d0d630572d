/* The representatives found as CTL's structure, and paths through them. A path is one of representatives:
 * each has a step to a state that the next one stands for. */
#include "backends/check/methods/methods.h"

#include <stdlib.h>

static gt_bdd_mgr *manager(const gt_walk_through *w)
{
    return w->s->cb.m;
}

/* ---- sets ---- */

static gt_set atom(void *self, const gt_expr *e)
{
    gt_walk_through *w = self;
    gt_bdd r = gt_cb_bool(&w->s->cb, NULL, e);
    gt_bdd_and_to(manager(w), &r, w->states);
    return r;
}

static gt_set all(void *self)
{
    const gt_walk_through *w = self;
    return gt_bdd_ref(manager(w), w->states);
}

static gt_set initial(void *self)
{
    const gt_walk_through *w = self;
    return gt_bdd_ref(manager(w), w->s->init);
}

static gt_set complement(void *self, gt_set f)
{
    const gt_walk_through *w = self;
    return gt_bdd_diff(manager(w), w->states, f);
}

static gt_set meet(void *self, gt_set f, gt_set g)
{
    return gt_bdd_and(manager(self), f, g);
}

/* A state without step is its own successor. */
static gt_set ex(void *self, gt_set f)
{
    gt_walk_through *w = self;
    gt_bdd r = gt_search_failed(w->s) ? NULL : w->s->method->before(w->s, f);
    gt_bdd loops = gt_bdd_and(manager(w), w->dead, f);
    gt_bdd_and_to(manager(w), &r, w->states);
    gt_bdd_or_to(manager(w), &r, loops);
    gt_bdd_drop(manager(w), loops);
    return r;
}

/* E[f U g], layer by layer until `until` (may be NULL) is met: layer k has all states at a distance of k or
 * less. */
static void surround(gt_walk_through *w, gt_bdd f, gt_bdd g, gt_bdd until, gt_layers *layers)
{
    gt_bdd_mgr *m = manager(w);
    gt_bdd now = gt_bdd_and(m, g, w->states);
    for (bool more = now != NULL; more;) {
        gt_vec_push(layers, now);
        if (until && gt_bdd_meets(m, now, until))
            return;
        w->s->cb.work.now.iteration++;
        gt_bdd pre = ex(w, now);
        if (f)
            gt_bdd_and_to(m, &pre, f);
        gt_bdd grown = gt_bdd_or(m, now, pre);
        gt_bdd_drop(m, pre);
        more = grown && grown != now;
        if (!more)
            gt_bdd_drop(m, grown);
        now = grown;
    }
}

static gt_set eu(void *self, gt_set f, gt_set g)
{
    gt_walk_through *w = self;
    gt_layers layers = {0};
    surround(w, f, g, NULL, &layers);
    gt_bdd r = layers.n ? gt_bdd_ref(manager(w), layers.v[layers.n - 1]) : NULL;
    gt_layers_fini(w->s, &layers);
    return gt_search_failed(w->s) ? (gt_bdd_drop(manager(w), r), NULL) : r;
}

/* States of z from which a path in z leads, in a step or more, to one that is in z and meets the constraint.
 */
static gt_bdd leads_to(gt_walk_through *w, gt_bdd z, gt_bdd constraint)
{
    gt_bdd_mgr *m = manager(w);
    gt_bdd goal = gt_bdd_and(m, z, constraint), way = eu(w, z, goal), r = ex(w, way);
    gt_bdd_and_to(m, &r, z);
    gt_bdd_drop(m, goal);
    gt_bdd_drop(m, way);
    return r;
}

static gt_set eg(void *self, gt_set f, const gt_fair_sets *fair)
{
    gt_walk_through *w = self;
    gt_bdd_mgr *m = manager(w);
    gt_bdd z = gt_bdd_and(m, f, w->states), before = NULL;
    while (z && z != before) {
        gt_bdd_set(m, &before, gt_bdd_ref(m, z));
        for (uint32_t k = 0; k < fair->n; k++)
            gt_bdd_set(m, &z, leads_to(w, z, fair->sets[k]));
        if (fair->n == 0) {
            gt_bdd_set(m, &z, ex(w, z));
            gt_bdd_and_to(m, &z, before);
        }
    }
    gt_bdd_drop(m, before);
    return z;
}

static bool leq(void *self, gt_set f, gt_set g)
{
    return gt_bdd_leq(manager(self), f, g);
}

static int some(void *self, gt_set good)
{
    (void)self;
    (void)good;
    return -1; /* properties with `exists` in front are not let in */
}

static void drop(void *self, gt_set f)
{
    gt_bdd_drop(manager(self), f);
}

static bool failed(void *self)
{
    const gt_walk_through *w = self;
    return gt_search_failed(w->s);
}

/* ---- the path ---- */

gt_walk_through gt_walk_begin(gt_search *s)
{
    gt_walk_through w = {.s = s, .loop = -1};
    w.bits = gt_xcalloc((size_t)s->cb.npairs + 1, sizeof *w.bits);
    return w;
}

void gt_walk_end(gt_walk_through *w)
{
    free(w->path.v);
    free(w->bits);
    gt_bdd_drop(manager(w), w->states);
    gt_bdd_drop(manager(w), w->dead);
}

static gt_bdd here_only(const gt_walk_through *w)
{
    return gt_bdd_state(manager(w), w->bits, w->s->cb.state_pairs, w->s->cb.nstate_pairs);
}

/* Goes to one of the set; false: it is empty, or failure. */
static bool go(gt_walk_through *w, gt_bdd set)
{
    if (!set || gt_bdd_is_false(manager(w), set))
        return false;
    int32_t *values = GT_NEW_ARRAY(w->s->cb.ctx->arena, int32_t, w->s->cb.cmds->nvars + 1);
    gt_bdd_pick(manager(w), set, w->bits);
    gt_cb_decode(&w->s->cb, w->bits, values);
    gt_vec_push(&w->path, values);
    return true;
}

bool gt_walk_back(gt_walk_through *w, gt_bdd bad)
{
    gt_search *s = w->s;
    gt_bdd_mgr *m = manager(w);
    gt_bdd set = gt_bdd_const(m, false);
    for (size_t k = 0; k < s->layers.n && gt_bdd_is_false(m, set); k++)
        gt_bdd_set(m, &set, gt_bdd_and(m, bad, s->layers.v[k]));
    bool ok = go(w, set);
    for (size_t at; ok && (at = gt_layer_of(s, &s->layers, w->bits)) > 0;) {
        gt_bdd last = here_only(w);
        gt_bdd_set(m, &set, last ? s->method->before(s, last) : NULL);
        gt_bdd_and_to(m, &set, s->layers.v[at - 1]);
        gt_bdd_drop(m, last);
        ok = go(w, set);
        if (!ok && !gt_search_failed(s))
            gt_ice("a representative has no predecessor in the layer before it");
    }
    gt_bdd_drop(m, set);
    for (size_t i = 0, k = w->path.n; ok && i + 1 < k--; i++) {
        int32_t *other = w->path.v[i];
        w->path.v[i] = w->path.v[k];
        w->path.v[k] = other;
    }
    return ok;
}

/* On to a state of the set, from the path's last one; false: there is none. */
static bool go_on(gt_walk_through *w, gt_bdd set)
{
    gt_search *s = w->s;
    gt_bdd last = here_only(w), next = last ? s->method->after(s, last) : NULL;
    gt_bdd_and_to(manager(w), &next, set);
    bool ok = go(w, next);
    gt_bdd_drop(manager(w), last);
    gt_bdd_drop(manager(w), next);
    return ok;
}

bool gt_walk_in(gt_walk_through *w, gt_bdd from, const gt_layers *layers)
{
    gt_bdd_mgr *m = manager(w);
    if (!w->path.n) {
        gt_bdd start = gt_bdd_const(m, false);
        for (size_t k = 0; k < layers->n && gt_bdd_is_false(m, start); k++)
            gt_bdd_set(m, &start, gt_bdd_and(m, from, layers->v[k]));
        bool any = go(w, start);
        gt_bdd_drop(m, start);
        if (!any)
            return false;
    }
    size_t at = gt_layer_of(w->s, layers, w->bits);
    while (at < layers->n && at > 0 && go_on(w, layers->v[at - 1]))
        at = gt_layer_of(w->s, layers, w->bits);
    return at == 0;
}

static void begin(void *self, gt_set from)
{
    (void)go(self, from);
}

static bool here(void *self, gt_set f)
{
    const gt_walk_through *w = self;
    return gt_bdd_eval(manager(w), f, w->bits);
}

static bool walk(void *self, gt_set from, gt_set f, gt_set g, bool *shortest)
{
    gt_walk_through *w = self;
    gt_layers layers = {0};
    gt_bdd start = w->path.n ? here_only(w) : gt_bdd_ref(manager(w), from);
    surround(w, f, g, start, &layers);
    bool found = start && gt_walk_in(w, start, &layers);
    if (shortest)
        *shortest = found;
    gt_bdd_drop(manager(w), start);
    gt_layers_fini(w->s, &layers);
    return found && !gt_search_failed(w->s);
}

static bool step(void *self, gt_set f)
{
    gt_walk_through *w = self;
    if (!here(self, w->dead)) {
        (void)go_on(w, f);
        return false;
    }
    w->loop = (int32_t)w->path.n - 1;
    return true;
}

/* One step or more from the present state through all constraints, within z. */
static bool tour(gt_walk_through *w, gt_bdd z, const gt_fair_sets *fair)
{
    gt_bdd_mgr *m = manager(w);
    bool ok = fair->n > 0 || go_on(w, z);
    for (uint32_t k = 0; ok && k < fair->n; k++) {
        gt_bdd goal = gt_bdd_and(m, z, fair->sets[k]), way = eu(w, z, goal);
        ok = go_on(w, way) && walk(w, NULL, z, goal, NULL);
        gt_bdd_drop(m, goal);
        gt_bdd_drop(m, way);
    }
    return ok;
}

/* Tours until one can be closed: each that cannot has left a strongly connected part for good. */
static void lasso(void *self, gt_set from, gt_set f, const gt_fair_sets *fair)
{
    gt_walk_through *w = self;
    gt_bdd_mgr *m = manager(w);
    gt_bdd z = eg(w, f, fair);
    bool ok = walk(w, from, f, z, NULL);
    while (ok && w->loop < 0) {
        size_t start = w->path.n - 1;
        gt_bdd knot = here_only(w);
        if (here(w, w->dead)) {
            w->loop = (int32_t)start;
        } else if ((ok = tour(w, z, fair)) && walk(w, NULL, z, knot, NULL)) {
            w->path.n--; /* the knot again: the last step closes the loop */
            w->loop = (int32_t)start;
        }
        gt_bdd_drop(m, knot);
        ok = ok && !gt_search_failed(w->s);
    }
    gt_bdd_drop(m, z);
}

const gt_sets gt_search_sets = {.atom = atom,
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
