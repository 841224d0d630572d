/* EG, with and without fairness.
 *
 * On an infinite path through finitely many states some commands fire infinitely often, and these lie on
 * cycles. A command that pushes a number one way when no other one pushes it back, or that leaves a value of
 * a variable for good, lies on none: it fires finitely often. So commands are first sorted out by such
 * arguments until none applies; the greatest fixpoint is taken over the remaining ones (for a token passed
 * among a million processes it has a handful of rounds instead of a million), and the paths that lead there
 * are a least fixpoint, which is accelerated. */
#include "backends/check_bdd.h"

#include <stdlib.h>

enum { SMALL_DOMAIN = 64 }; /* values of a variable whose moves are looked at one by one */

/* ---- commands that can recur ---- */

/* Which commands fire at all inside f. */
static void active_relations(const gt_cb_space *sp, gt_bdd f, bool *use)
{
    gt_cb *cb = sp->cb;
    for (size_t i = 0; i < cb->rels.n; i++) {
        use[i] = false;
        if (cb->rels.v[i].extra)
            continue;
        gt_bdd to = gt_cb_post(sp, i, false, f);
        use[i] = gt_bdd_meets(cb->m, to, f) || !to;
        gt_bdd_drop(cb->m, to);
    }
}

static const gt_cb_change *change_of(const gt_cb_rel *r, uint32_t var)
{
    for (uint32_t k = 0; k < r->nchanges; k++)
        if (r->changes[k].var == var)
            return &r->changes[k];
    return NULL;
}

/* A number that is only ever pushed one way: whoever pushes it does so finitely often. */
static bool drop_one_way(gt_cb *cb, uint32_t var, bool *use)
{
    bool up = false, down = false, changed = false;
    for (size_t i = 0; i < cb->rels.n; i++) {
        const gt_cb_change *c = use[i] ? change_of(&cb->rels.v[i], var) : NULL;
        if (!c)
            continue;
        if (c->kind != GT_CB_ADD)
            return false;
        up = up || c->value > 0;
        down = down || c->value < 0;
    }
    if (up == down)
        return false;
    for (size_t i = 0; i < cb->rels.n; i++) {
        const gt_cb_change *c = use[i] ? change_of(&cb->rels.v[i], var) : NULL;
        if (c && c->value != 0) {
            use[i] = false;
            changed = true;
        }
    }
    return changed;
}

/* The set of states in which var has that value. */
static gt_bdd has_value(gt_cb *cb, uint32_t var, int64_t value)
{
    gt_lin lin;
    gt_lin_init(&lin, -value);
    gt_cb_add_var(cb, &lin, 1, var, false);
    gt_bdd r = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
    gt_lin_fini(cb->m, &lin);
    return r;
}

/* What relation i does to a variable of few values, as bits: row a has bit b if it may go from a to b inside
 * f. */
static void moves_of(const gt_cb_space *sp, size_t i, const gt_cb_change *c, gt_bdd f, int64_t lo, uint32_t n,
                     uint64_t *rows)
{
    gt_cb *cb = sp->cb;
    gt_bdd from = gt_bdd_and(cb->m, f, cb->rels.v[i].guard);
    for (uint32_t a = 0; a < n; a++) {
        gt_bdd at = has_value(cb, c->var, lo + a);
        rows[a] = 0;
        if (!from || !at || gt_bdd_meets(cb->m, from, at)) {
            int64_t b = c->kind == GT_CB_ADD ? a + c->value : c->value - lo;
            bool known = c->kind != GT_CB_OTHER && b >= 0 && b < n;
            rows[a] = known ? (uint64_t)1 << b : ~(uint64_t)0;
        }
        gt_bdd_drop(cb->m, at);
    }
    gt_bdd_drop(cb->m, from);
}

/* Transitive closure of a relation on at most 64 values. */
static void close_rows(uint64_t *rows, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            if (rows[a] >> k & 1)
                rows[a] |= rows[k];
}

/* A variable of few values: a command none of whose moves lies on a cycle of values fires finitely often. */
static bool drop_no_return(const gt_cb_space *sp, uint32_t var, gt_bdd f, bool *use)
{
    gt_cb *cb = sp->cb;
    const gt_type *type = &cb->cmds->vars[var].type;
    uint32_t n = (uint32_t)gt_type_size(*type);
    uint64_t all[SMALL_DOMAIN] = {0};
    uint64_t(*rows)[SMALL_DOMAIN] = gt_xcalloc(cb->rels.n + 1, sizeof *rows);
    bool changed = false;
    for (size_t i = 0; i < cb->rels.n; i++) {
        const gt_cb_change *c = use[i] ? change_of(&cb->rels.v[i], var) : NULL;
        if (!c)
            continue;
        moves_of(sp, i, c, f, type->lo, n, rows[i]);
        for (uint32_t a = 0; a < n; a++)
            all[a] |= rows[i][a];
    }
    close_rows(all, n);
    for (size_t i = 0; i < cb->rels.n; i++) {
        if (!use[i] || !change_of(&cb->rels.v[i], var))
            continue;
        bool recurs = false;
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                recurs = recurs || ((rows[i][a] >> b & 1) && (a == b || (all[b] >> a & 1)));
        if (!recurs) {
            use[i] = false;
            changed = true;
        }
    }
    free(rows);
    return changed;
}

static void recurrent_relations(const gt_cb_space *sp, gt_bdd f, bool *use)
{
    gt_cb *cb = sp->cb;
    active_relations(sp, f, use);
    for (bool more = true; more && gt_bdd_status(cb->m) == GT_BDD_OK;) {
        more = false;
        for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
            bool small = !cb->vars[v].dropped && gt_type_size(cb->cmds->vars[v].type) <= SMALL_DOMAIN;
            more = drop_one_way(cb, v, use) || more;
            more = (small && drop_no_return(sp, v, f, use)) || more;
        }
    }
}

/* ---- the fixpoints ---- */

/* Part of z from which every constraint can be met in z again: one round of Emerson and Lei. */
static gt_bdd fair_round(const gt_cb_space *sp, const bool *use, gt_bdd f, gt_bdd z)
{
    gt_bdd_mgr *m = sp->cb->m;
    gt_bdd r = gt_bdd_ref(m, z);
    for (uint32_t k = 0; k < sp->nfair; k++) {
        gt_bdd goal = gt_bdd_and(m, r, sp->fair[k]);
        gt_bdd until = gt_cb_eu(sp, use, f, goal, NULL, NULL);
        gt_bdd next = gt_cb_ex(sp, use, until);
        gt_bdd_and_to(m, &r, next);
        gt_bdd_drop(m, goal);
        gt_bdd_drop(m, until);
        gt_bdd_drop(m, next);
    }
    if (sp->nfair == 0) {
        gt_bdd next = gt_cb_ex(sp, use, r);
        gt_bdd_and_to(m, &r, next);
        gt_bdd_drop(m, next);
    }
    return r;
}

gt_bdd gt_cb_eg(const gt_cb_space *sp, gt_bdd f, gt_bdd *core, bool *use)
{
    gt_cb *cb = sp->cb;
    gt_bdd_mgr *m = cb->m;
    bool *mine = use ? NULL : gt_xcalloc(cb->rels.n + 1, sizeof *mine);
    bool *recurs = use ? use : mine;
    recurrent_relations(sp, f, recurs);
    gt_bdd z = gt_bdd_ref(m, f);
    for (bool more = true; more;) {
        cb->now.iteration++;
        gt_bdd next = fair_round(sp, recurs, f, z);
        more = next && next != z;
        gt_bdd_set(m, &z, next);
    }
    gt_bdd all = gt_cb_eu(sp, NULL, f, z, NULL, NULL);
    if (core)
        *core = z;
    else
        gt_bdd_drop(m, z);
    free(mine);
    return all;
}
