/* What searches have in common: opening, images, layers. */
#include "backends/check/methods/methods.h"

#include <stdlib.h>

bool gt_search_failed(const gt_search *s)
{
    return gt_bdd_status(s->cb.m) != GT_BDD_OK;
}

bool gt_search_open(gt_search *s, gt_ctx *ctx, const gt_cmds *cmds)
{
    s->options.ways.no_accelerate = s->options.ways.no_reorder = true;
    if (!gt_cb_open(&s->cb, ctx, cmds, &s->options, 0))
        return false;
    gt_bdd_mgr *m = s->cb.m;
    s->copies = gt_copies_new(ctx->arena, m, cmds, s->cb.vars);
    s->cube = gt_bdd_cube(m, s->cb.state_pairs, s->cb.nstate_pairs);
    if (!s->method->by_component)
        gt_cb_build_relations(&s->cb);
    if (s->method->prepare)
        s->method->prepare(s);
    return true;
}

void gt_layers_fini(gt_search *s, gt_layers *layers)
{
    for (size_t i = 0; i < layers->n; i++)
        gt_bdd_drop(s->cb.m, layers->v[i]);
    free(layers->v);
    *layers = (gt_layers){0};
}

void gt_search_close(gt_search *s)
{
    gt_bdd_mgr *m = s->cb.m;
    if (!m)
        return;
    gt_layers_fini(s, &s->layers);
    gt_bdd_drop(m, s->relation);
    gt_bdd_drop(m, s->cube);
    gt_bdd_drop(m, s->init);
    gt_bdd_drop(m, s->stored);
    gt_copies_free(s->copies);
    gt_cb_close(&s->cb);
    if (s->options.ways.torture && gt_bdd_leaks(m) != 0)
        gt_ice("%d BDD nodes were not given back", gt_bdd_leaks(m));
    gt_bdd_free(m);
}

bool gt_search_found(gt_search *s, gt_bdd set)
{
    gt_bdd fresh = gt_bdd_diff(s->cb.m, set, s->stored), all = gt_bdd_or(s->cb.m, s->stored, set);
    bool stop = !all;
    if (all) {
        gt_bdd_set(s->cb.m, &s->stored, all);
        gt_vec_push(&s->layers, gt_bdd_ref(s->cb.m, all));
        stop = s->enough && s->enough(s->arg, fresh);
        gt_cb_tick(&s->cb, all);
    }
    gt_bdd_drop(s->cb.m, fresh);
    return stop || gt_search_failed(s);
}

/* The initial states are looked at before anything else. */
bool gt_search_reach(gt_search *s)
{
    gt_bdd_mgr *m = s->cb.m;
    s->cb.work.now.phase = "reach";
    s->init = s->method->represent(s, s->cb.init);
    s->stored = gt_bdd_const(m, false);
    if (gt_search_failed(s) || gt_search_found(s, s->init))
        return false;
    s->method->reach(s);
    bool known = s->enough && s->enough(s->arg, NULL);
    return !known && !s->left_out && !gt_search_failed(s);
}

void gt_search_rounds(gt_search *s)
{
    for (bool stop = false; !stop && !gt_search_failed(s);) {
        s->cb.work.now.iteration++;
        gt_bdd next = s->method->after(s, s->stored);
        stop = !next || gt_bdd_leq(s->cb.m, next, s->stored) || gt_search_found(s, next);
        gt_bdd_drop(s->cb.m, next);
    }
}

/* ---- images ---- */

gt_bdd gt_search_image(gt_search *s, gt_bdd set)
{
    gt_bdd all = gt_bdd_const(s->cb.m, false);
    s->images++;
    for (size_t i = 0; i < s->cb.rels.n; i++) {
        gt_bdd next = gt_bdd_relnext(s->cb.m, set, s->cb.rels.v[i].step, s->cb.rels.v[i].cube);
        gt_bdd_or_to(s->cb.m, &all, next);
        gt_bdd_drop(s->cb.m, next);
        gt_cb_tick(&s->cb, NULL);
    }
    return all;
}

gt_bdd gt_search_preimage(gt_search *s, gt_bdd set)
{
    gt_bdd all = gt_bdd_const(s->cb.m, false);
    s->images++;
    for (size_t i = 0; i < s->cb.rels.n; i++) {
        gt_bdd pre = gt_bdd_relprev(s->cb.m, set, s->cb.rels.v[i].step, s->cb.rels.v[i].cube);
        gt_bdd_or_to(s->cb.m, &all, pre);
        gt_bdd_drop(s->cb.m, pre);
        gt_cb_tick(&s->cb, NULL);
    }
    return all;
}

gt_bdd gt_search_related(gt_search *s, gt_bdd states)
{
    return gt_bdd_relnext(s->cb.m, states, s->relation, s->cube);
}

gt_bdd gt_search_sorted(gt_search *s, gt_bdd states)
{
    return gt_copies_sort(s->copies, states);
}

gt_bdd gt_search_sorted_before(gt_search *s, gt_bdd set)
{
    gt_bdd pre = gt_search_preimage(s, set), r = gt_copies_sort(s->copies, pre);
    gt_bdd_drop(s->cb.m, pre);
    return r;
}

/* ---- sets of states ---- */

size_t gt_layer_of(const gt_search *s, const gt_layers *layers, const bool *bits)
{
    size_t at = 0;
    while (at < layers->n && !gt_bdd_eval(s->cb.m, layers->v[at], bits))
        at++;
    return at;
}

gt_bdd gt_search_domain(gt_search *s)
{
    gt_cb *cb = &s->cb;
    gt_bdd r = gt_bdd_const(cb->m, true);
    for (uint32_t v = cb->cmds->nvars; v-- > 0;) {
        gt_lin rest; /* hi - v >= 0 */
        gt_lin_init(&rest, cb->cmds->vars[v].type.hi);
        gt_cb_add_var(cb, &rest, -1, v, false);
        gt_bdd fits = gt_lin_compare(cb->m, &rest, GT_LIN_GE);
        gt_bdd_and_to(cb->m, &r, fits);
        gt_bdd_drop(cb->m, fits);
        gt_lin_fini(cb->m, &rest);
    }
    return r;
}
