/* Cycles of commands, accelerated.
 *
 * A process that enters a critical section keeps the others out until it leaves: entering cannot be repeated,
 * but entering and leaving can. So the way of such a process is followed for a few commands, each one
 * changing something the one before has changed, until control is what it was; if the round as a whole moves
 * numbers along a ray it becomes one relation, "rounds in a row". */
#include "backends/check/bdd/accel.h"

#include <stdlib.h>

enum { MAX_PARTS = 4, MAX_TRIES = 400, MAX_RELATIONS = 150 };

typedef struct {
    gt_cb *cb;
    size_t nrels; /* before any was added */
    size_t chain[MAX_PARTS];
    uint32_t length;
    uint32_t tries;
} search;

static bool simple(const gt_cb_rel *r)
{
    bool yes = !r->extra && r->nchanges > 0;
    for (uint32_t i = 0; i < r->nchanges; i++)
        yes = yes && r->changes[i].kind != GT_CB_OTHER;
    return yes;
}

static bool share_a_variable(const gt_cb_rel *a, const gt_cb_rel *b)
{
    for (uint32_t i = 0; i < a->nchanges; i++)
        for (uint32_t j = 0; j < b->nchanges; j++)
            if (a->changes[i].var == b->changes[j].var)
                return true;
    return false;
}

/* Firing r makes it impossible to fire r again at once. */
static bool once_only(gt_cb *cb, const gt_cb_rel *r)
{
    gt_bdd after = gt_bdd_relnext(cb->m, r->guard, r->step, r->cube);
    bool once = after && !gt_bdd_meets(cb->m, after, r->guard);
    gt_bdd_drop(cb->m, after);
    return once;
}

/* The changes of the chain's round; returns how many. */
static uint32_t round_changes(const search *s, gt_cb_change *net)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->length; k++) {
        const gt_cb_rel *r = &s->cb->rels.v[s->chain[k]];
        for (uint32_t i = 0; i < r->nchanges; i++) {
            const gt_cb_change *c = &r->changes[i];
            uint32_t at = 0;
            while (at < n && net[at].var != c->var)
                at++;
            if (at == n)
                net[n++] = *c;
            else if (c->kind == GT_CB_CONST)
                net[at] = *c;
            else
                net[at].value += c->value;
        }
    }
    return n;
}

/* States in which the chain can be fired from its first to its last command. */
static gt_bdd chain_guard(const search *s)
{
    gt_cb *cb = s->cb;
    gt_bdd g = gt_bdd_ref(cb->m, cb->rels.v[s->chain[s->length - 1]].guard);
    for (uint32_t k = s->length - 1; k-- > 0;) {
        const gt_cb_rel *r = &cb->rels.v[s->chain[k]];
        gt_bdd_set(cb->m, &g, gt_bdd_relprev(cb->m, g, r->step, r->cube));
    }
    return g;
}

static const gt_cb_part *chain_parts(const search *s)
{
    gt_cb_part *parts = GT_NEW_ARRAY(s->cb->ctx->arena, gt_cb_part, s->length);
    for (uint32_t k = 0; k < s->length; k++) {
        const gt_cb_rel *r = &s->cb->rels.v[s->chain[k]];
        parts[k] = (gt_cb_part){r->cmd, r->nchanges, r->changes};
    }
    return parts;
}

/* Adds the chain as a relation if its round is a move along a ray that can be repeated. False: it leads
 * nowhere. */
static bool try_chain(search *s)
{
    gt_cb *cb = s->cb;
    gt_cb_change *net = GT_NEW_ARRAY(cb->ctx->arena, gt_cb_change, cb->cmds->nvars);
    uint32_t n = round_changes(s, net), moves = 0;
    gt_bdd guard = chain_guard(s);
    bool possible = guard && !gt_bdd_is_false(cb->m, guard);
    for (uint32_t i = 0; possible && i < n; i++) {
        moves += net[i].kind == GT_CB_ADD && net[i].value != 0;
        if (net[i].kind != GT_CB_CONST)
            continue;
        gt_lin lin;
        gt_lin_init(&lin, -net[i].value);
        gt_cb_add_var(cb, &lin, 1, net[i].var, false);
        gt_bdd f = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
        gt_bdd_and_to(cb->m, &guard, f);
        gt_bdd_drop(cb->m, f);
        gt_lin_fini(cb->m, &lin);
    }
    gt_cb_ray ray;
    if (possible && moves > 0 && gt_cb_ray_begin(&ray, cb, n, net)) {
        gt_bdd plus = gt_bdd_is_false(cb->m, guard) ? NULL : gt_cb_ray_plus(&ray, guard);
        gt_bdd after = plus ? gt_bdd_relnext(cb->m, guard, plus, ray.cube) : NULL;
        if (after && gt_bdd_meets(cb->m, after, guard)) {
            gt_cb_rel rel = cb->rels.v[s->chain[0]];
            rel.guard = gt_bdd_ref(cb->m, guard);
            rel.step = NULL;
            rel.plus = gt_bdd_ref(cb->m, plus);
            rel.cube = gt_bdd_ref(cb->m, ray.cube);
            rel.closed = rel.extra = true;
            rel.nchanges = n;
            rel.changes = net;
            rel.nparts = s->length;
            rel.parts = chain_parts(s);
            gt_vec_push(&cb->rels, rel);
        }
        gt_bdd_drop(cb->m, plus);
        gt_bdd_drop(cb->m, after);
    }
    if (possible && moves > 0)
        gt_cb_ray_end(&ray);
    gt_bdd_drop(cb->m, guard);
    return possible;
}

static void follow(search *s)
{
    gt_cb *cb = s->cb;
    if (s->length >= 2 && (s->tries++ >= MAX_TRIES || !try_chain(s)))
        return;
    for (size_t r = 0; s->length < MAX_PARTS && r < s->nrels && s->tries < MAX_TRIES; r++) {
        const gt_cb_rel *next = &cb->rels.v[r], *last = &cb->rels.v[s->chain[s->length - 1]];
        bool seen = false;
        for (uint32_t k = 0; k < s->length; k++)
            seen = seen || s->chain[k] == r;
        if (seen || !simple(next) || !share_a_variable(last, next))
            continue;
        s->chain[s->length++] = r;
        follow(s);
        s->length--;
    }
}

void gt_cb_add_cycles(gt_cb *cb)
{
    search s = {.cb = cb, .nrels = cb->rels.n};
    if (s.nrels > MAX_RELATIONS)
        return;
    for (size_t r = 0; r < s.nrels && s.tries < MAX_TRIES && gt_bdd_status(cb->m) == GT_BDD_OK; r++) {
        if (!simple(&cb->rels.v[r]) || !once_only(cb, &cb->rels.v[r]))
            continue;
        s.chain[0] = r;
        s.length = 1;
        follow(&s);
    }
}
