/* CTL with fairness, on the reached states. */
#include "backends/check_bdd.h"

#include <stdlib.h>

bool gt_cb_is_temporal(const gt_expr *e)
{
    if (gt_expr_is_temporal(e->kind))
        return true;
    if (e->type.kind != GT_TYPE_BOOL)
        return false;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (gt_cb_is_temporal(e->kids[i]))
            return true;
    return false;
}

void gt_cb_sat_fini(gt_cb_sat *sat)
{
    for (size_t i = 0; i < sat->known.n; i++)
        gt_bdd_drop(sat->sp->cb->m, sat->known.v[i].set);
    free(sat->known.v);
    sat->known.v = NULL;
    sat->known.n = sat->known.cap = 0;
}

/* ---- operators; results owned ---- */

static gt_bdd complement(const gt_cb_space *sp, gt_bdd f)
{
    return gt_bdd_diff(sp->cb->m, sp->states, f);
}

/* complement(f), dropping f */
static gt_bdd flip(const gt_cb_space *sp, gt_bdd f)
{
    gt_bdd r = complement(sp, f);
    gt_bdd_drop(sp->cb->m, f);
    return r;
}

static gt_bdd fair_part(const gt_cb_space *sp, gt_bdd f)
{
    return sp->fair_states ? gt_bdd_and(sp->cb->m, f, sp->fair_states) : gt_bdd_ref(sp->cb->m, f);
}

static gt_bdd fair_ex(const gt_cb_space *sp, gt_bdd f)
{
    gt_bdd target = fair_part(sp, f), r = gt_cb_ex(sp, NULL, target);
    gt_bdd_drop(sp->cb->m, target);
    return r;
}

gt_bdd gt_cb_fair_eu(const gt_cb_space *sp, gt_bdd f, gt_bdd g)
{
    gt_bdd target = fair_part(sp, g), r = gt_cb_eu(sp, NULL, f, target, NULL, NULL);
    gt_bdd_drop(sp->cb->m, target);
    return r;
}

/* E[g U (f and g)] or EG g */
static gt_bdd release(const gt_cb_space *sp, gt_bdd f, gt_bdd g)
{
    gt_bdd both = gt_bdd_and(sp->cb->m, f, g), r = gt_cb_fair_eu(sp, g, both),
           always = gt_cb_eg(sp, g, NULL, NULL);
    gt_bdd_or_to(sp->cb->m, &r, always);
    gt_bdd_drop(sp->cb->m, both);
    gt_bdd_drop(sp->cb->m, always);
    return r;
}

/* E[f U g] or EG f */
static gt_bdd weak_until(const gt_cb_space *sp, gt_bdd f, gt_bdd g)
{
    gt_bdd r = gt_cb_fair_eu(sp, f, g), always = gt_cb_eg(sp, f, NULL, NULL);
    gt_bdd_or_to(sp->cb->m, &r, always);
    gt_bdd_drop(sp->cb->m, always);
    return r;
}

/* E[not g U (not f and not g)]: some path on which f W g fails. nf, ng: the complements. */
static gt_bdd breaks(const gt_cb_space *sp, gt_bdd nf, gt_bdd ng)
{
    gt_bdd both = gt_bdd_and(sp->cb->m, nf, ng), r = gt_cb_fair_eu(sp, ng, both);
    gt_bdd_drop(sp->cb->m, both);
    return r;
}

/* A[f op g] for U, W, R, from the complements of f and g. */
static gt_bdd universal(const gt_cb_space *sp, gt_expr_kind kind, gt_bdd nf, gt_bdd ng)
{
    gt_bdd bad;
    if (kind == GT_EXPR_AR) {
        bad = gt_cb_fair_eu(sp, nf, ng);
    } else {
        bad = breaks(sp, nf, ng);
        if (kind == GT_EXPR_AU) {
            gt_bdd never = gt_cb_eg(sp, ng, NULL, NULL);
            gt_bdd_or_to(sp->cb->m, &bad, never);
            gt_bdd_drop(sp->cb->m, never);
        }
    }
    return flip(sp, bad);
}

static gt_bdd unary(const gt_cb_space *sp, gt_expr_kind kind, gt_bdd f)
{
    gt_bdd nf = complement(sp, f), r = NULL;
    if (kind == GT_EXPR_EX)
        r = fair_ex(sp, f);
    else if (kind == GT_EXPR_AX)
        r = flip(sp, fair_ex(sp, nf));
    else if (kind == GT_EXPR_EF)
        r = gt_cb_fair_eu(sp, sp->states, f);
    else if (kind == GT_EXPR_AG)
        r = flip(sp, gt_cb_fair_eu(sp, sp->states, nf));
    else if (kind == GT_EXPR_EG)
        r = gt_cb_eg(sp, f, NULL, NULL);
    else if (kind == GT_EXPR_AF)
        r = flip(sp, gt_cb_eg(sp, nf, NULL, NULL));
    else
        gt_ice("%s in a CTL formula", gt_expr_kind_name(kind));
    gt_bdd_drop(sp->cb->m, nf);
    return r;
}

static gt_bdd binary(const gt_cb_space *sp, gt_expr_kind kind, gt_bdd f, gt_bdd g)
{
    if (kind == GT_EXPR_EU)
        return gt_cb_fair_eu(sp, f, g);
    if (kind == GT_EXPR_EW)
        return weak_until(sp, f, g);
    if (kind == GT_EXPR_ER)
        return release(sp, f, g);
    gt_bdd nf = complement(sp, f), ng = complement(sp, g);
    gt_bdd r = universal(sp, kind, nf, ng);
    gt_bdd_drop(sp->cb->m, nf);
    gt_bdd_drop(sp->cb->m, ng);
    return r;
}

/* ---- formulas ---- */

static gt_bdd boolean(gt_cb_sat *sat, const gt_expr *e)
{
    const gt_cb_space *sp = sat->sp;
    gt_bdd_mgr *m = sp->cb->m;
    gt_bdd a = gt_cb_sat_of(sat, e->kids[0]), b = e->nkids > 1 ? gt_cb_sat_of(sat, e->kids[1]) : NULL;
    if (e->kind == GT_EXPR_NOT)
        return complement(sp, a);
    if (e->kind == GT_EXPR_IMPLIES)
        return flip(sp, gt_bdd_diff(m, a, b));
    if (e->kind == GT_EXPR_IFF || e->kind == GT_EXPR_EQ)
        return flip(sp, gt_bdd_xor(m, a, b));
    if (e->kind == GT_EXPR_NE)
        return gt_bdd_xor(m, a, b);
    if (e->kind == GT_EXPR_ITE)
        return gt_bdd_ite(m, a, b, gt_cb_sat_of(sat, e->kids[2]));
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR)
        gt_ice("%s in a CTL formula", gt_expr_kind_name(e->kind));
    gt_bdd r = gt_bdd_ref(m, a);
    for (uint32_t i = 1; i < e->nkids; i++) {
        gt_bdd kid = gt_cb_sat_of(sat, e->kids[i]);
        gt_bdd_set(m, &r, e->kind == GT_EXPR_AND ? gt_bdd_and(m, r, kid) : gt_bdd_or(m, r, kid));
    }
    return r;
}

gt_bdd gt_cb_sat_of(gt_cb_sat *sat, const gt_expr *e)
{
    for (size_t i = 0; i < sat->known.n; i++)
        if (sat->known.v[i].formula == e)
            return sat->known.v[i].set;
    gt_cb *cb = sat->sp->cb;
    gt_bdd r;
    if (!gt_cb_is_temporal(e)) {
        r = gt_cb_bool(cb, NULL, e);
        gt_bdd_and_to(cb->m, &r, sat->sp->states);
    } else if (!gt_expr_is_temporal(e->kind)) {
        r = boolean(sat, e);
    } else {
        gt_bdd f = gt_cb_sat_of(sat, e->kids[0]);
        r = e->nkids == 1 ? unary(sat->sp, e->kind, f)
                          : binary(sat->sp, e->kind, f, gt_cb_sat_of(sat, e->kids[1]));
    }
    gt_vec_push(&sat->known, ((gt_cb_known){e, r}));
    return r;
}
