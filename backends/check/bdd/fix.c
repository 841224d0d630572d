/* Reachability and the existential fixpoints of CTL. */
#include "backends/check/bdd/fix.h"

#include <stdlib.h>

/* ---- forward ---- */

bool gt_cb_reach(gt_cb *cb, gt_bdd *reached, bool (*enough)(void *arg, gt_bdd reached), void *arg)
{
    gt_bdd_mgr *m = cb->m;
    gt_bdd *seen = gt_xcalloc(cb->rels.n + 1, sizeof *seen); /* per relation, a set it adds nothing to */
    gt_bdd before = NULL; /* without chaining: the set a round begins with */
    bool more = true, stop = false;
    gt_bdd_set(m, reached, gt_bdd_ref(m, cb->init));
    while (more && !stop && gt_bdd_status(m) == GT_BDD_OK) {
        stop = enough && enough(arg, *reached);
        more = false;
        cb->work.now.iteration++;
        gt_bdd_set(m, &before, cb->options->ways.no_chain ? gt_bdd_ref(m, *reached) : NULL);
        for (size_t i = 0; !stop && i < cb->rels.n; i++) {
            const gt_cb_rel *r = &cb->rels.v[i];
            gt_bdd from = before ? before : *reached;
            if (seen[i] == from)
                continue;
            gt_bdd next = gt_bdd_relnext(m, from, r->plus ? r->plus : r->step, r->cube);
            gt_bdd all = gt_bdd_or(m, *reached, next);
            bool grown = all && all != *reached;
            more = more || grown;
            gt_bdd_drop(m, next);
            if (!all) /* stopped: what was found before is still good */
                break;
            gt_bdd_set(m, reached, all);
            if (!before && ((r->plus && r->closed) || !grown)) /* closed under this relation now */
                gt_bdd_set(m, &seen[i], gt_bdd_ref(m, *reached));
            gt_cb_tick(cb, *reached);
        }
    }
    gt_bdd_drop(m, before);
    for (size_t i = 0; i < cb->rels.n; i++)
        gt_bdd_drop(m, seen[i]);
    free(seen);
    return !stop && gt_bdd_status(m) == GT_BDD_OK;
}

gt_bdd gt_cb_dead(gt_cb *cb, gt_bdd states)
{
    gt_bdd dead = gt_bdd_ref(cb->m, states);
    for (size_t i = 0; i < cb->rels.n; i++)
        if (!cb->rels.v[i].extra)
            gt_bdd_set(cb->m, &dead, gt_bdd_diff(cb->m, dead, cb->rels.v[i].guard));
    return dead;
}

/* ---- one step ---- */

/* The tableau's part of a step, backward: it reads the state the step leads to. */
static gt_bdd before_tableau(const gt_cb_space *sp, gt_bdd set)
{
    if (!sp->tableau)
        return gt_bdd_ref(sp->cb->m, set);
    return gt_bdd_relprev(sp->cb->m, set, sp->tableau, sp->tableau_cube);
}

gt_bdd gt_cb_post(const gt_cb_space *sp, size_t r, bool plus, gt_bdd set)
{
    const gt_cb_rel *rel = &sp->cb->rels.v[r];
    gt_bdd post = gt_bdd_relnext(sp->cb->m, set, plus ? rel->plus : rel->step, rel->cube);
    if (sp->tableau)
        gt_bdd_set(sp->cb->m, &post, gt_bdd_relnext(sp->cb->m, post, sp->tableau, sp->tableau_cube));
    return post;
}

gt_bdd gt_cb_ex(const gt_cb_space *sp, gt_cb_use use, gt_bdd set)
{
    gt_bdd_mgr *m = sp->cb->m;
    gt_bdd target = before_tableau(sp, set);
    gt_bdd all = gt_bdd_and(m, sp->dead, target);
    for (size_t i = 0; i < sp->cb->rels.n; i++) {
        const gt_cb_rel *r = &sp->cb->rels.v[i];
        if (r->extra || (use && !use[i]))
            continue;
        gt_bdd pre = gt_bdd_relprev(m, target, r->step, r->cube);
        gt_bdd_and_to(m, &pre, use ? use[i] : sp->states);
        gt_bdd_or_to(m, &all, pre);
        gt_bdd_drop(m, pre);
        gt_cb_tick(sp->cb, NULL);
    }
    gt_bdd_drop(m, target);
    return all;
}

void gt_cb_use_fini(gt_cb *cb, gt_bdd *use)
{
    for (size_t i = 0; use && i < cb->rels.n; i++)
        gt_bdd_drop(cb->m, use[i]);
    free(use);
}

/* ---- E[f U g] ---- */

void gt_cb_onion_fini(gt_cb *cb, gt_cb_onion *onion)
{
    for (size_t i = 0; i < onion->n; i++)
        gt_bdd_drop(cb->m, onion->v[i].set);
    free(onion->v);
    *onion = (gt_cb_onion){0};
}

static void push_layer(gt_cb *cb, gt_cb_onion *onion, gt_bdd set, int32_t rel, bool plus)
{
    if (onion)
        gt_vec_push(onion, ((gt_cb_layer){gt_bdd_ref(cb->m, set), rel, plus}));
}

/* Several firings of r in a row that begin and end in f stay in f: having left f, firing r never leads back.
 */
static bool convex(const gt_cb_space *sp, size_t r, gt_bdd f)
{
    gt_bdd_mgr *m = sp->cb->m;
    const gt_cb_rel *rel = &sp->cb->rels.v[r];
    if (f == sp->states)
        return true;
    gt_bdd step = rel->step ? rel->step : rel->plus; /* extra: leaving in several steps is leaving as well */
    gt_bdd out = gt_bdd_relnext(m, f, step, rel->cube);
    gt_bdd_set(m, &out, gt_bdd_diff(m, out, f));
    gt_bdd back = gt_bdd_relnext(m, out, rel->plus, rel->cube);
    bool yes = back && !gt_bdd_meets(m, back, f);
    gt_bdd_drop(m, out);
    gt_bdd_drop(m, back);
    return yes;
}

/* *all grows by the states of f (and of `where`, unless NULL) from which relation r leads into it; true if it
 * grew. */
static bool grow(const gt_cb_space *sp, size_t r, gt_bdd where, gt_bdd f, gt_bdd target, gt_bdd *all,
                 bool plus, gt_cb_onion *onion)
{
    gt_bdd_mgr *m = sp->cb->m;
    const gt_cb_rel *rel = &sp->cb->rels.v[r];
    gt_bdd pre = gt_bdd_relprev(m, target, plus ? rel->plus : rel->step, rel->cube);
    gt_bdd_and_to(m, &pre, f);
    if (where)
        gt_bdd_and_to(m, &pre, where);
    gt_bdd more = gt_bdd_or(m, *all, pre);
    bool grown = more != *all;
    gt_bdd_drop(m, pre);
    gt_bdd_set(m, all, more);
    if (grown)
        push_layer(sp->cb, onion, *all, (int32_t)r, plus);
    return grown;
}

/* Which relations may be fired several times at once inside f. */
static bool *ray_relations(const gt_cb_space *sp, gt_cb_use use, gt_bdd f)
{
    size_t n = sp->cb->rels.n;
    bool *rays = gt_xcalloc(n + 1, sizeof *rays);
    for (size_t i = 0; i < n && !sp->tableau; i++) {
        const gt_cb_rel *r =
            &sp->cb->rels.v[i]; /* a cycle visits states in between, about which nothing is known */
        rays[i] = r->plus && (!use || use[i]) && (r->nparts == 0 || f == sp->states) && convex(sp, i, f);
    }
    return rays;
}

gt_bdd gt_cb_eu(const gt_cb_space *sp, gt_cb_use use, gt_bdd f, gt_bdd g, gt_bdd until, gt_cb_onion *onion)
{
    gt_cb *cb = sp->cb;
    gt_bdd_mgr *m = cb->m;
    bool *rays = ray_relations(sp, use, f), more = true;
    gt_bdd all = gt_bdd_ref(m, g), before = NULL; /* as in gt_cb_reach */
    push_layer(cb, onion, all, -1, false);
    while (more && gt_bdd_status(m) == GT_BDD_OK && !(until && gt_bdd_meets(m, all, until))) {
        more = false;
        cb->work.now.iteration++;
        gt_bdd_set(m, &before, cb->options->ways.no_chain ? gt_bdd_ref(m, all) : NULL);
        for (size_t k = cb->rels.n; k-- > 0;) { /* backward: against the flow */
            const gt_cb_rel *r = &cb->rels.v[k];
            if ((use && !use[k]) || (r->extra && !rays[k]))
                continue;
            if (!r->extra) {
                gt_bdd target = before_tableau(sp, before ? before : all);
                more = grow(sp, k, use ? use[k] : NULL, f, target, &all, false, onion) || more;
                gt_bdd_drop(m, target);
            }
            if (rays[k]) { /* rays end in f, where single steps have led before */
                gt_bdd target = gt_bdd_and(m, before ? before : all, f);
                more = grow(sp, k, use ? use[k] : NULL, f, target, &all, true, onion) || more;
                gt_bdd_drop(m, target);
            }
            gt_cb_tick(cb, all);
        }
    }
    gt_bdd_drop(m, before);
    free(rays);
    return all;
}

bool gt_cb_eu_layers(const gt_cb_space *sp, gt_bdd f, gt_bdd g, gt_bdd until, uint64_t layers, uint64_t work,
                     gt_cb_onion *onion)
{
    gt_cb *cb = sp->cb;
    gt_bdd_mgr *m = cb->m;
    uint64_t end = gt_bdd_work(m) + work;
    gt_bdd all = gt_bdd_ref(m, g), front = gt_bdd_ref(m, g);
    push_layer(cb, onion, all, -1, false);
    bool done = gt_bdd_meets(m, all, until);
    while (!done && front && !gt_bdd_is_false(m, front) && onion->n <= layers && gt_bdd_work(m) < end) {
        gt_bdd pre = gt_cb_ex(sp, NULL, front);
        gt_bdd_and_to(m, &pre, f);
        gt_bdd_set(m, &front, gt_bdd_diff(m, pre, all));
        gt_bdd_or_to(m, &all, front);
        gt_bdd_drop(m, pre);
        push_layer(cb, onion, all, -1, false);
        done = gt_bdd_meets(m, all, until);
    }
    gt_bdd_drop(m, all);
    gt_bdd_drop(m, front);
    if (!done)
        gt_cb_onion_fini(cb, onion);
    return done;
}
