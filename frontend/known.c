#include "frontend/known.h"

#include <stdlib.h>

void gt_known_fini(gt_known *facts)
{
    free(facts->known.v);
    *facts = (gt_known){0};
}

/* ---- taking facts in ---- */

static void add_comparison(gt_known *facts, gt_expr_kind kind, const gt_expr *x, const gt_expr *y, bool holds)
{
    gt_known_literal l = {kind, x, y, holds};
    if (facts->ids_only && x->type.kind != GT_TYPE_ID)
        return;
    if (kind == GT_EXPR_NE)
        l = (gt_known_literal){GT_EXPR_EQ, x, y, !holds};
    else if (kind == GT_EXPR_GT)
        l = (gt_known_literal){GT_EXPR_LE, x, y, !holds};
    else if (kind == GT_EXPR_GE)
        l = (gt_known_literal){GT_EXPR_LT, x, y, !holds};
    gt_vec_push(&facts->known, l);
}

void gt_known_assume(gt_known *facts, const gt_expr *e, bool holds)
{
    if (e->kind == GT_EXPR_NOT) {
        gt_known_assume(facts, e->kids[0], !holds);
    } else if (e->kind == (holds ? GT_EXPR_AND : GT_EXPR_OR)) {
        for (uint32_t i = 0; i < e->nkids; i++)
            gt_known_assume(facts, e->kids[i], holds);
    } else if (e->kind == GT_EXPR_IMPLIES && !holds) {
        gt_known_assume(facts, e->kids[0], true);
        gt_known_assume(facts, e->kids[1], false);
    } else if (e->kind >= GT_EXPR_EQ && e->kind <= GT_EXPR_GE) {
        add_comparison(facts, e->kind, e->kids[0], e->kids[1], holds);
    } else if (!facts->ids_only) {
        gt_known_literal l = {GT_EXPR_KINDS, e, NULL, holds};
        gt_vec_push(&facts->known, l);
    }
}

/* ---- sameness ---- */

static const gt_binder *resolve(const gt_known *facts, const gt_binder *binder)
{
    return binder == facts->alias && binder ? facts->original : binder;
}

/* Variables of quantifiers that stand in the same place. */
typedef struct twins {
    const gt_binder *x, *y;
    const struct twins *outer;
} twins;

static bool same_bound(const gt_known *facts, const gt_binder *x, const gt_binder *y, const twins *pairs)
{
    for (; pairs; pairs = pairs->outer)
        if (pairs->x == x || pairs->y == y)
            return pairs->x == x && pairs->y == y;
    return resolve(facts, x) == resolve(facts, y);
}

static bool same_under(const gt_known *facts, const gt_expr *x, const gt_expr *y, const twins *pairs)
{
    if (x == y && !facts->alias && !pairs)
        return true;
    if (x->kind != y->kind || x->nkids != y->nkids)
        return false;
    if (x->kind == GT_EXPR_BOUND)
        return same_bound(facts, x->u.binder, y->u.binder, pairs);
    if (x->kind == GT_EXPR_EXISTS || x->kind == GT_EXPR_FORALL || x->kind == GT_EXPR_COUNT) {
        twins inner = {x->u.binder, y->u.binder, pairs};
        return x->u.binder->type.proc == y->u.binder->type.proc &&
               same_under(facts, x->kids[0], y->kids[0], &inner);
    }
    if (!gt_expr_same_head(x, y))
        return false;
    for (uint32_t i = 0; i < x->nkids; i++)
        if (!same_under(facts, x->kids[i], y->kids[i], pairs))
            return false;
    return true;
}

bool gt_known_same(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    return same_under(facts, x, y, NULL);
}

/* ---- difference ---- */

/* x as base + offset. */
static const gt_expr *split_offset(const gt_expr *x, int64_t *offset)
{
    int64_t c;
    *offset = 0;
    if (x->kind == GT_EXPR_ADD && x->nkids == 2 && gt_expr_is_const(x->kids[1], &c)) {
        *offset = c;
        return x->kids[0];
    }
    if (x->kind == GT_EXPR_SUB && gt_expr_is_const(x->kids[1], &c)) {
        *offset = -c;
        return x->kids[0];
    }
    return x;
}

static bool is_partner(const gt_expr *e)
{
    return e->kind == GT_EXPR_BOUND && e->u.binder->kind == GT_BIND_PARTNER;
}

/* By what they are, whatever the state. */
static bool differ_always(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    if (x->type.kind == GT_TYPE_ID) {
        bool mover_x = x->kind == GT_EXPR_SELF || is_partner(x),
             mover_y = y->kind == GT_EXPR_SELF || is_partner(y);
        if (mover_x && mover_y) /* self and the partners are pairwise different */
            return x->kind != y->kind || (is_partner(x) && x->u.binder != y->u.binder);
        return (x->kind == GT_EXPR_NONE && !y->type.optional) ||
               (y->kind == GT_EXPR_NONE && !x->type.optional);
    }
    if (x->type.kind == GT_TYPE_REAL || y->type.kind == GT_TYPE_REAL)
        return false;
    int64_t a, b;
    if (gt_expr_is_const(x, &a) && gt_expr_is_const(y, &b))
        return a != b;
    if (x->type.hi < y->type.lo || y->type.hi < x->type.lo)
        return true;
    const gt_expr *base_x = split_offset(x, &a), *base_y = split_offset(y, &b);
    return a != b && gt_known_same(facts, base_x, base_y);
}

static bool is_pair(const gt_known *facts, const gt_known_literal *l, const gt_expr *x, const gt_expr *y)
{
    return (gt_known_same(facts, l->x, x) && gt_known_same(facts, l->y, y)) ||
           (gt_known_same(facts, l->x, y) && gt_known_same(facts, l->y, x));
}

static bool differ_by_fact(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    for (size_t i = facts->from; i < facts->known.n; i++) {
        const gt_known_literal *l = &facts->known.v[i];
        bool unequal = (l->kind == GT_EXPR_EQ && !l->holds) || (l->kind == GT_EXPR_LT && l->holds) ||
                       (l->kind == GT_EXPR_LE && !l->holds);
        if (unequal && is_pair(facts, l, x, y))
            return true;
    }
    return false;
}

/* What a fact says about a local variable of `id`: its value, or for a bool, that it is true. */
static bool local_value(const gt_known *facts, const gt_known_literal *l, const gt_expr *id,
                        const gt_expr **local, int64_t *value, bool *equal)
{
    *local = l->x;
    *equal = l->holds;
    *value = 1;
    if (l->kind == GT_EXPR_EQ && !gt_expr_is_const(l->y, value))
        return false;
    if (l->kind != GT_EXPR_EQ && l->kind != GT_EXPR_KINDS)
        return false;
    return l->x->kind == GT_EXPR_LOCAL && l->x->nkids == 1 && gt_known_same(facts, l->x->kids[0], id);
}

/* Two processes with different values of one local variable are two. */
static bool differ_by_local(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *a, *b;
    int64_t va, vb;
    bool ea, eb;
    for (size_t i = facts->from; i < facts->known.n; i++) {
        if (!local_value(facts, &facts->known.v[i], x, &a, &va, &ea))
            continue;
        for (size_t j = facts->from; j < facts->known.n; j++) {
            if (!local_value(facts, &facts->known.v[j], y, &b, &vb, &eb) || a->u.var != b->u.var)
                continue;
            if ((ea && eb && va != vb) || (ea != eb && va == vb))
                return true;
        }
    }
    return false;
}

#define MAX_CLASS 16

/* Expressions known to equal x, x first. */
static size_t class_of(const gt_known *facts, const gt_expr *x, const gt_expr **out)
{
    size_t n = 0;
    out[n++] = x;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = facts->from; i < facts->known.n && n < MAX_CLASS; i++) {
            const gt_known_literal *l = &facts->known.v[i];
            if (l->kind != GT_EXPR_EQ || !l->holds)
                continue;
            const gt_expr *other = gt_known_same(facts, l->x, out[k])   ? l->y
                                   : gt_known_same(facts, l->y, out[k]) ? l->x
                                                                        : NULL;
            bool old = !other;
            for (size_t m = 0; m < n && !old; m++)
                old = gt_known_same(facts, other, out[m]);
            if (!old)
                out[n++] = other;
        }
    }
    return n;
}

/* The index of an array of several dimensions: x is high * size + low, with low in 0..size-1. */
static bool split_index(const gt_expr *x, const gt_expr **high, const gt_expr **low, int64_t *size)
{
    if (x->kind != GT_EXPR_ADD || x->nkids != 2 || x->kids[0]->kind != GT_EXPR_MUL ||
        x->kids[0]->nkids != 2 || !gt_expr_is_const(x->kids[0]->kids[1], size))
        return false;
    *high = x->kids[0]->kids[0];
    *low = x->kids[1];
    return (*low)->type.lo >= 0 && (*low)->type.hi < *size;
}

bool gt_known_differ(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *xhigh, *xlow, *yhigh, *ylow;
    int64_t xsize, ysize;
    if (split_index(x, &xhigh, &xlow, &xsize) && split_index(y, &yhigh, &ylow, &ysize) && xsize == ysize &&
        (gt_known_differ(facts, xhigh, yhigh) || gt_known_differ(facts, xlow, ylow)))
        return true;
    const gt_expr *xs[MAX_CLASS], *ys[MAX_CLASS];
    size_t nx = class_of(facts, x, xs), ny = class_of(facts, y, ys);
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++)
            if (differ_always(facts, xs[i], ys[j]) || differ_by_fact(facts, xs[i], ys[j]) ||
                (x->type.kind == GT_TYPE_ID && differ_by_local(facts, xs[i], ys[j])))
                return true;
    return false;
}

/* ---- none ---- */

bool gt_known_not_none(gt_known *facts, const gt_expr *id)
{
    if (!id->type.optional)
        return true;
    if (id->kind == GT_EXPR_ITE) {
        size_t old = facts->known.n;
        gt_known_assume(facts, id->kids[0], true);
        bool ok = gt_known_absurd(facts) || gt_known_not_none(facts, id->kids[1]);
        facts->known.n = old;
        gt_known_assume(facts, id->kids[0], false);
        ok = ok && (gt_known_absurd(facts) || gt_known_not_none(facts, id->kids[2]));
        facts->known.n = old;
        return ok;
    }
    const gt_expr *all[MAX_CLASS];
    size_t n = class_of(facts, id, all);
    for (size_t k = 0; k < n; k++) {
        if (!all[k]->type.optional)
            return true;
        for (size_t i = facts->from; i < facts->known.n; i++) {
            const gt_known_literal *l = &facts->known.v[i];
            if (l->kind != GT_EXPR_EQ || l->holds)
                continue;
            if ((l->y->kind == GT_EXPR_NONE && gt_known_same(facts, l->x, all[k])) ||
                (l->x->kind == GT_EXPR_NONE && gt_known_same(facts, l->y, all[k])))
                return true;
        }
    }
    return false;
}

/* ---- contradictions ---- */

/* The values that a comparison of `x` with a constant leaves; everything if it is none. */
static void bounds_of(const gt_known *facts, const gt_known_literal *l, const gt_expr *x, int64_t *lo,
                      int64_t *hi)
{
    int64_t c;
    *lo = INT64_MIN;
    *hi = INT64_MAX;
    if (l->kind == GT_EXPR_KINDS)
        return;
    if (gt_known_same(facts, l->x, x) && gt_expr_is_const(l->y, &c)) {
        if (l->kind == GT_EXPR_EQ && l->holds)
            *lo = *hi = c;
        else if (l->kind == GT_EXPR_LT)
            *(l->holds ? hi : lo) = l->holds ? c - 1 : c;
        else if (l->kind == GT_EXPR_LE)
            *(l->holds ? hi : lo) = l->holds ? c : c + 1;
    } else if (gt_known_same(facts, l->y, x) && gt_expr_is_const(l->x, &c)) {
        if (l->kind == GT_EXPR_EQ && l->holds)
            *lo = *hi = c;
        else if (l->kind == GT_EXPR_LT)
            *(l->holds ? lo : hi) = l->holds ? c + 1 : c;
        else if (l->kind == GT_EXPR_LE)
            *(l->holds ? lo : hi) = l->holds ? c : c - 1;
    }
}

/* a != c where c is all that a can be, or a literal that is false by itself. */
static bool impossible(const gt_known *facts, const gt_known_literal *l)
{
    int64_t c;
    if (l->kind == GT_EXPR_KINDS)
        return gt_expr_is_const(l->x, &c) && (c != 0) != l->holds;
    if (l->kind == GT_EXPR_EQ)
        return l->holds ? differ_always(facts, l->x, l->y) : gt_known_same(facts, l->x, l->y);
    gt_type a = l->x->type, b = l->y->type;
    if (a.kind != GT_TYPE_INT || b.kind != GT_TYPE_INT)
        return false;
    if (l->kind == GT_EXPR_LT)
        return l->holds ? a.lo >= b.hi : a.hi < b.lo;
    return l->holds ? a.lo > b.hi : a.hi <= b.lo;
}

static bool contradict(const gt_known *facts, const gt_known_literal *a, const gt_known_literal *b)
{
    if (a->kind == GT_EXPR_KINDS || b->kind == GT_EXPR_KINDS)
        return a->kind == b->kind && a->holds != b->holds && gt_known_same(facts, a->x, b->x);
    bool same = gt_known_same(facts, a->x, b->x) && gt_known_same(facts, a->y, b->y);
    if (a->kind == b->kind && a->holds != b->holds &&
        (same || (a->kind == GT_EXPR_EQ && is_pair(facts, a, b->x, b->y))))
        return true;
    for (int side = 0; side < 2; side++) {
        const gt_expr *x = side ? a->y : a->x;
        if (x->type.kind == GT_TYPE_ID || gt_expr_is_const(x, NULL))
            continue;
        int64_t alo, ahi, blo, bhi;
        bounds_of(facts, a, x, &alo, &ahi);
        bounds_of(facts, b, x, &blo, &bhi);
        if (alo > bhi || blo > ahi)
            return true;
    }
    if (a->kind != GT_EXPR_EQ || b->kind != GT_EXPR_EQ || !a->holds || !b->holds)
        return false;
    return (gt_known_same(facts, a->x, b->x) && differ_always(facts, a->y, b->y)) ||
           (gt_known_same(facts, a->x, b->y) && differ_always(facts, a->y, b->x)) ||
           (gt_known_same(facts, a->y, b->x) && differ_always(facts, a->x, b->y)) ||
           (gt_known_same(facts, a->y, b->y) && differ_always(facts, a->x, b->x));
}

/* With very many facts only neighbours are compared. */
#define MAX_PAIRS 256

static bool contradictory(const gt_known *facts)
{
    for (size_t i = facts->from; i < facts->known.n; i++) {
        if (impossible(facts, &facts->known.v[i]))
            return true;
        size_t first = i > facts->from + MAX_PAIRS ? i - MAX_PAIRS : facts->from;
        for (size_t j = first; j < i; j++)
            if (contradict(facts, &facts->known.v[i], &facts->known.v[j]))
                return true;
    }
    return false;
}

/* Case distinctions within one another: !(a && b) is refuted by a and b. */
#define MAX_SPLITS 3

static bool refuted(gt_known *facts, unsigned splits)
{
    if (contradictory(facts))
        return true;
    for (size_t i = facts->from; splits > 0 && i < facts->known.n && i < facts->from + MAX_PAIRS; i++) {
        const gt_known_literal l = facts->known.v[i];
        if (l.kind != GT_EXPR_KINDS)
            continue;
        bool implies = l.x->kind == GT_EXPR_IMPLIES && l.holds;
        if (!implies && l.x->kind != (l.holds ? GT_EXPR_OR : GT_EXPR_AND))
            continue;
        bool all = true;
        for (uint32_t k = 0; k < l.x->nkids && all; k++) {
            size_t old = facts->known.n;
            facts->known.v[i].x = l.x->kids[k]; /* in place of the whole */
            facts->known.v[i].holds = implies ? k == 1 : l.holds;
            gt_known_assume(facts, l.x->kids[k], implies ? k == 1 : l.holds);
            all = refuted(facts, splits - 1);
            facts->known.n = old;
            facts->known.v[i] = l;
        }
        if (all)
            return true;
    }
    return false;
}

bool gt_known_absurd(gt_known *facts)
{
    return refuted(facts, MAX_SPLITS);
}
