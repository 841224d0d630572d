/* Reachability by saturation (Ciardo, Luettgen, Siminiceanu), for programs of many copies that work side by
 * side.
 *
 * A relation belongs to the topmost variable it reads or changes. Below that variable nothing knows of it, so
 * sets over the lower variables are closed under the lower relations first, once for all, and every set met
 * on the way stays closed: it is small, as nothing is half done in it. Exact because the reachable states of
 * a union are the union of the reachable states:
 *
 *     sat(f, d)   all states reachable from f by relations of depth >= d; f depends on depths >= d only
 *     fire(f, r)  sat of the image of f under r, where f is closed already
 *
 * A depth is the place of a pair in the order. Nothing may be reordered meanwhile. */
#include "backends/check/bdd/fix.h"

#include <stdlib.h>

enum { MEMO_MAX = 1 << 22 };

static const uint32_t no_event = UINT32_MAX;

typedef struct {
    gt_bdd relation; /* borrowed */
    bool *changes;   /* by depth */
    uint32_t top, bottom;
} event;

typedef struct {
    gt_bdd f, r; /* owned */
    uint32_t event, depth;
    gt_bdd value; /* owned */
} known;

typedef struct {
    gt_cb *cb;
    gt_bdd_mgr *m;
    uint32_t ndepths;
    event *events;            /* by top */
    uint32_t nevents, *first; /* first[d]: the first event of depth >= d */
    gt_table table;           /* of memo */
    GT_VEC(known) memo;
} saturation;

/* ---- what is known ---- */

static uint64_t hash_known(const known *k)
{
    uint64_t h = gt_hash_combine((uint64_t)(uintptr_t)k->f, (uint64_t)(uintptr_t)k->r);
    return gt_hash_combine(h, (uint64_t)k->event << 32 | k->depth);
}

static bool same_known(const void *memo, uint32_t number, const void *key)
{
    const known *x = (const known *)memo + number, *y = key;
    return x->f == y->f && x->r == y->r && x->event == y->event && x->depth == y->depth;
}

/* The image of f in r that is remembered, or NULL. */
static gt_bdd recall(const saturation *s, gt_bdd f, gt_bdd r, uint32_t e, uint32_t d)
{
    known key = {.f = f, .r = r, .event = e, .depth = d};
    uint32_t number = gt_table_find(&s->table, hash_known(&key), same_known, s->memo.v, &key);
    return number == GT_ABSENT ? NULL : s->memo.v[number].value;
}

static void forget(saturation *s)
{
    for (size_t i = 0; i < s->memo.n; i++) {
        gt_bdd_drop(s->m, s->memo.v[i].f);
        gt_bdd_drop(s->m, s->memo.v[i].r);
        gt_bdd_drop(s->m, s->memo.v[i].value);
    }
    s->memo.n = 0;
    gt_table_clear(&s->table);
}

/* What is not remembered yet. */
static void remember(saturation *s, gt_bdd f, gt_bdd r, uint32_t e, uint32_t d, gt_bdd value)
{
    if (!value)
        return;
    if (s->memo.n >= MEMO_MAX)
        forget(s);
    known k = {gt_bdd_ref(s->m, f), gt_bdd_ref(s->m, r), e, d, gt_bdd_ref(s->m, value)};
    gt_table_add(&s->table, hash_known(&k));
    gt_vec_push(&s->memo, k);
}

/* ---- closing ---- */

static gt_bdd fire(saturation *s, gt_bdd f, uint32_t e, gt_bdd r, uint32_t d);

/* *acc := *acc or the image of f; true if it grew. */
static bool add_image(saturation *s, gt_bdd *acc, gt_bdd f, uint32_t e, gt_bdd r, uint32_t d)
{
    gt_bdd image = fire(s, f, e, r, d), all = gt_bdd_or(s->m, *acc, image);
    bool grown = all && all != *acc;
    gt_bdd_drop(s->m, image);
    gt_bdd_set(s->m, acc, all);
    return grown;
}

/* The four parts of a relation by the pair at depth d: part[2 * now + next]. */
static void quarter(saturation *s, gt_bdd r, uint32_t d, gt_bdd *part)
{
    gt_bdd now[2];
    gt_bdd_cofactors(s->m, r, d, false, &now[1], &now[0]);
    for (int i = 0; i < 2; i++) {
        gt_bdd_cofactors(s->m, now[i], d, true, &part[2 * i + 1], &part[2 * i]);
        gt_bdd_drop(s->m, now[i]);
    }
}

/* to[b] grows by the images of from[a], where the pair at depth d goes from a to b; true if it grew. */
static bool image_at(saturation *s, const gt_bdd *from, gt_bdd *to, uint32_t e, gt_bdd r, uint32_t d)
{
    bool grown = false;
    gt_bdd part[4];
    if (s->events[e].changes[d]) {
        quarter(s, r, d, part);
        for (int i = 0; i < 4; i++)
            grown = add_image(s, &to[i & 1], from[i >> 1], e, part[i], d + 1) || grown;
    } else {
        gt_bdd_cofactors(s->m, r, d, false, &part[1], &part[0]);
        part[2] = part[3] = NULL;
        for (int i = 0; i < 2; i++)
            grown = add_image(s, &to[i], from[i], e, part[i], d + 1) || grown;
    }
    for (int i = 0; i < 4; i++)
        gt_bdd_drop(s->m, part[i]);
    return grown;
}

/* Closes the set with these parts at depth d, both closed below, under the relations of depth d. Takes the
 * parts over. */
static gt_bdd close_at(saturation *s, gt_bdd *part, uint32_t d)
{
    bool more = s->first[d] < s->first[d + 1];
    while (more && gt_bdd_status(s->m) == GT_BDD_OK) {
        more = false;
        s->cb->work.now.iteration += d == 0;
        for (uint32_t e = s->first[d]; e < s->first[d + 1]; e++) {
            gt_bdd from[2] = {gt_bdd_ref(s->m, part[0]), gt_bdd_ref(s->m, part[1])};
            more = image_at(s, from, part, e, s->events[e].relation, d) || more;
            gt_bdd_drop(s->m, from[0]);
            gt_bdd_drop(s->m, from[1]);
        }
    }
    gt_bdd r = gt_bdd_at_depth(s->m, d, part[1], part[0]);
    gt_bdd_drop(s->m, part[0]);
    gt_bdd_drop(s->m, part[1]);
    return r;
}

static gt_bdd sat(saturation *s, gt_bdd f, uint32_t d)
{
    if (!f || gt_bdd_status(s->m) != GT_BDD_OK)
        return NULL;
    uint32_t at = gt_bdd_depth(s->m, f);
    while (d < s->ndepths && d < at && s->first[d] == s->first[d + 1])
        d++;
    if (d == s->ndepths || s->first[d] == s->nevents || gt_bdd_is_false(s->m, f) || gt_bdd_is_true(s->m, f))
        return gt_bdd_ref(s->m, f);
    gt_bdd value = recall(s, f, NULL, no_event, d);
    if (value)
        return gt_bdd_ref(s->m, value);
    gt_bdd from[2], part[2];
    gt_bdd_cofactors(s->m, f, d, false, &from[1], &from[0]);
    part[0] = sat(s, from[0], d + 1);
    part[1] = from[1] == from[0] ? gt_bdd_ref(s->m, part[0]) : sat(s, from[1], d + 1);
    gt_bdd_drop(s->m, from[0]);
    gt_bdd_drop(s->m, from[1]);
    value = close_at(s, part, d);
    remember(s, f, NULL, no_event, d, value);
    return value;
}

/* Image of f under r, the rest of event e from depth d on, closed. f is closed under what lies at d and
 * below. */
static gt_bdd fire(saturation *s, gt_bdd f, uint32_t e, gt_bdd r, uint32_t d)
{
    const event *ev = &s->events[e];
    if (!f || !r || gt_bdd_status(s->m) != GT_BDD_OK)
        return NULL;
    if (gt_bdd_is_false(s->m, f) || gt_bdd_is_false(s->m, r))
        return gt_bdd_const(s->m, false);
    if (d > ev->bottom) /* r is true: the relation has nothing more to say */
        return gt_bdd_ref(s->m, f);
    uint32_t a = gt_bdd_depth(s->m, f), b = gt_bdd_depth(s->m, r);
    while (d <= ev->bottom && d < a && d < b && !ev->changes[d] && s->first[d] == s->first[d + 1])
        d++;
    if (d > ev->bottom)
        return gt_bdd_ref(s->m, f);
    gt_bdd value = recall(s, f, r, e, d);
    if (value)
        return gt_bdd_ref(s->m, value);
    gt_bdd from[2], part[2] = {gt_bdd_const(s->m, false), gt_bdd_const(s->m, false)};
    gt_bdd_cofactors(s->m, f, d, false, &from[1], &from[0]);
    (void)image_at(s, from, part, e, r, d);
    gt_bdd_drop(s->m, from[0]);
    gt_bdd_drop(s->m, from[1]);
    value = close_at(s, part, d);
    remember(s, f, r, e, d, value);
    return value;
}

/* ---- setting up ---- */

static int by_top(const void *x, const void *y)
{
    const event *a = x, *b = y;
    return a->top < b->top ? -1 : a->top > b->top;
}

static void add_event(saturation *s, const gt_cb_rel *r)
{
    gt_cb *cb = s->cb;
    bool *changes = gt_xcalloc(cb->npairs + 1, sizeof *changes);
    bool *support = gt_xcalloc(cb->npairs + 1, sizeof *support);
    event ev = {.relation = r->plus ? r->plus : r->step, .changes = gt_xcalloc(s->ndepths + 1, sizeof(bool))};
    gt_bdd_support(cb->m, r->cube, changes);
    gt_bdd_support(cb->m, ev.relation, support);
    ev.top = UINT32_MAX;
    for (uint32_t d = 0; d < s->ndepths; d++) {
        uint32_t pair = gt_bdd_pair_at(cb->m, d);
        ev.changes[d] = changes[pair];
        if (!changes[pair] && !support[pair])
            continue;
        ev.top = ev.top == UINT32_MAX ? d : ev.top;
        ev.bottom = d;
    }
    free(changes);
    free(support);
    if (gt_bdd_is_true(cb->m, r->cube)) /* changes nothing */
        free(ev.changes);
    else
        s->events[s->nevents++] = ev;
}

bool gt_cb_saturate(gt_cb *cb, gt_bdd *reached)
{
    saturation s = {.cb = cb, .m = cb->m, .ndepths = cb->npairs};
    s.events = gt_xcalloc(cb->rels.n + 1, sizeof *s.events);
    s.first = gt_xcalloc(s.ndepths + 2, sizeof *s.first);
    gt_bdd_hold_order(cb->m, true);
    for (size_t i = 0; i < cb->rels.n; i++)
        add_event(&s, &cb->rels.v[i]);
    qsort(s.events, s.nevents, sizeof *s.events, by_top);
    for (uint32_t d = 0, e = 0; d <= s.ndepths; d++) {
        while (e < s.nevents && s.events[e].top < d)
            e++;
        s.first[d] = e;
    }
    gt_bdd all = sat(&s, cb->init, 0);
    bool complete = all && gt_bdd_status(cb->m) == GT_BDD_OK;
    gt_bdd_set(cb->m, reached, complete ? gt_bdd_ref(cb->m, all) : gt_bdd_ref(cb->m, cb->init));
    gt_bdd_drop(cb->m, all);
    forget(&s);
    gt_bdd_hold_order(cb->m, false);
    for (uint32_t e = 0; e < s.nevents; e++)
        free(s.events[e].changes);
    free(s.events);
    free(s.first);
    free(s.memo.v);
    gt_table_fini(&s.table);
    return complete;
}
