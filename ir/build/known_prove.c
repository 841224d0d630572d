/* That two expressions differ, and that an id is not none. */
#include "ir/build/known_impl.h"

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

/* Of one process of a ring, or of two that differ: the process x steps after one, and the process y steps
 * after the other. */
static bool differ_along(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    int64_t a, b, n = x->type.proc->n;
    const gt_expr *from_x = gt_expr_along(x, &a), *from_y = gt_expr_along(y, &b);
    if ((a - b) % n != 0)
        return gt_known_same(facts, from_x, from_y);
    return (a || b) && gt_known_differ_always(facts, from_x, from_y);
}

bool gt_known_differ_always(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    if (x->type.kind == GT_TYPE_ID) {
        if (x->type.proc->symmetry == GT_SYMMETRY_RING && differ_along(facts, x, y))
            return true;
        if (x->kind == GT_EXPR_NAMED && y->kind == GT_EXPR_NAMED)
            return x->u.value != y->u.value;
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

bool gt_known_is_pair(const gt_known *facts, const gt_known_literal *l, const gt_expr *x, const gt_expr *y)
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
        if (unequal && gt_known_is_pair(facts, l, x, y))
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

/* Elements of one array. */
static bool differ_in_an_index(gt_known *facts, const gt_expr *x, const gt_expr *y);

static bool differ(gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    if (x->kind == GT_EXPR_INDICES)
        return differ_in_an_index(facts, x, y);
    if (x->kind == y->kind && (x->kind == GT_EXPR_NEXT || x->kind == GT_EXPR_PREV))
        return differ(facts, x->kids[0], y->kids[0]);
    const gt_expr *xs[MAX_CLASS], *ys[MAX_CLASS];
    size_t nx = class_of(facts, x, xs), ny = class_of(facts, y, ys);
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++)
            if (gt_known_differ_always(facts, xs[i], ys[j]) || differ_by_fact(facts, xs[i], ys[j]) ||
                (x->type.kind == GT_TYPE_ID && differ_by_local(facts, xs[i], ys[j])))
                return true;
    return false;
}

static bool differ_in_an_index(gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    for (uint32_t i = 0; i < x->nkids; i++)
        if (differ(facts, x->kids[i], y->kids[i]))
            return true;
    return false;
}

/* ---- none ---- */

/* The second operand is of no meaning. */
static bool not_none(gt_known *facts, const gt_expr *id, const gt_expr *same)
{
    (void)same;
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

/* ---- proofs ---- */

#define MAX_CASES 8
#define MAX_TRIED 32 /* the latest disjunctions */

typedef bool goal(gt_known *facts, const gt_expr *x, const gt_expr *y);

/* Whether the goal holds in all cases of a disjunction, as far as they are possible. */
static bool by_cases(gt_known *facts, gt_known_literal l, goal *direct, const gt_expr *x, const gt_expr *y)
{
    uint32_t n = gt_known_cases(l.x, l.holds);
    size_t old = facts->known.n;
    bool all = n <= MAX_CASES;
    for (uint32_t i = 0; all && i < n; i++) {
        gt_known_assume_case(facts, &l, i);
        all = direct(facts, x, y) || gt_known_contradictory(facts, old);
        facts->known.n = old;
    }
    return all;
}

static bool prove(gt_known *facts, goal *direct, const gt_expr *x, const gt_expr *y)
{
    if (direct(facts, x, y))
        return true;
    size_t old = facts->known.n;
    bool proved = gt_known_propagate(facts) || (facts->known.n > old && direct(facts, x, y));
    uint32_t tried = 0;
    for (size_t k = facts->known.n; !proved && k-- > facts->from && tried < MAX_TRIED;) {
        gt_known_literal l = facts->known.v[k];
        if (l.kind != GT_EXPR_KINDS || gt_known_cases(l.x, l.holds) == 0)
            continue;
        tried++;
        proved = by_cases(facts, l, direct, x, y);
    }
    facts->known.n = old;
    return proved;
}

bool gt_known_differ(gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    return prove(facts, differ, x, y);
}

bool gt_known_not_none(gt_known *facts, const gt_expr *id)
{
    if (!id->type.optional)
        return true;
    if (id->kind != GT_EXPR_ITE)
        return prove(facts, not_none, id, id);
    size_t old = facts->known.n;
    bool ok = true;
    for (uint32_t i = 1; ok && i <= 2; i++) {
        gt_known_assume(facts, id->kids[0], i == 1);
        ok = gt_known_absurd(facts) || gt_known_not_none(facts, id->kids[i]);
        facts->known.n = old;
    }
    return ok;
}
