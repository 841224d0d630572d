/* Facts that contradict each other. */
#include "ir/build/known_impl.h"

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
        return l->holds ? gt_known_differ_always(facts, l->x, l->y) : gt_known_same(facts, l->x, l->y);
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
        (same || (a->kind == GT_EXPR_EQ && gt_known_is_pair(facts, a, b->x, b->y))))
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
    return (gt_known_same(facts, a->x, b->x) && gt_known_differ_always(facts, a->y, b->y)) ||
           (gt_known_same(facts, a->x, b->y) && gt_known_differ_always(facts, a->y, b->x)) ||
           (gt_known_same(facts, a->y, b->x) && gt_known_differ_always(facts, a->x, b->y)) ||
           (gt_known_same(facts, a->y, b->y) && gt_known_differ_always(facts, a->x, b->x));
}

/* With very many facts only neighbours are compared. */
#define MAX_PAIRS 256

bool gt_known_contradictory(const gt_known *facts, size_t first)
{
    for (size_t i = first; i < facts->known.n; i++) {
        if (impossible(facts, &facts->known.v[i]))
            return true;
        size_t low = i > facts->from + MAX_PAIRS ? i - MAX_PAIRS : facts->from;
        for (size_t j = low; j < i; j++)
            if (contradict(facts, &facts->known.v[i], &facts->known.v[j]))
                return true;
    }
    return false;
}

/* ---- disjunctions ---- */

static bool excluded(const gt_known *facts, const gt_expr *e, bool holds);

/* Some operand, or every one, cannot be `holds`. */
static bool operands_excluded(const gt_known *facts, const gt_expr *e, bool holds, bool every)
{
    for (uint32_t i = 0; i < e->nkids; i++)
        if (excluded(facts, e->kids[i], holds) != every)
            return !every;
    return every;
}

/* Whether single facts exclude that `e` is `holds`. */
static bool excluded(const gt_known *facts, const gt_expr *e, bool holds)
{
    if (e->kind == GT_EXPR_NOT)
        return excluded(facts, e->kids[0], !holds);
    gt_known_literal l = gt_known_make(e, holds);
    if (impossible(facts, &l))
        return true;
    for (size_t i = facts->from; i < facts->known.n; i++)
        if (contradict(facts, &l, &facts->known.v[i]))
            return true;
    if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR)
        return operands_excluded(facts, e, holds, (e->kind == GT_EXPR_OR) == holds);
    if (e->kind != GT_EXPR_IMPLIES)
        return false;
    bool no_a = excluded(facts, e->kids[0], !holds), no_b = excluded(facts, e->kids[1], holds);
    return holds ? no_a && no_b : no_a || no_b;
}

/* How many cases are left, and the last of them. */
static uint32_t cases_left(const gt_known *facts, const gt_known_literal *l, uint32_t *last)
{
    uint32_t n = gt_known_cases(l->x, l->holds), left = 0;
    for (uint32_t i = 0; i < n && left < 2; i++) {
        bool holds = l->x->kind == GT_EXPR_IMPLIES ? i == 1 : l->holds;
        if (!excluded(facts, l->x->kids[i], holds)) {
            left++;
            *last = i;
        }
    }
    return left;
}

#define MAX_ROUNDS 4
#define MAX_DISJUNCTIONS 64 /* the latest ones */

bool gt_known_propagate(gt_known *facts)
{
    size_t old = 0;
    for (int round = 0; round < MAX_ROUNDS && facts->known.n != old; round++) {
        old = facts->known.n;
        uint32_t looked = 0;
        for (size_t k = old; k-- > facts->from && looked < MAX_DISJUNCTIONS;) {
            gt_known_literal l = facts->known.v[k];
            if (l.kind != GT_EXPR_KINDS || gt_known_cases(l.x, l.holds) == 0)
                continue;
            looked++;
            uint32_t last = 0, left = cases_left(facts, &l, &last);
            if (left == 0)
                return true;
            if (left == 1 && round + 1 < MAX_ROUNDS)
                gt_known_assume_case(facts, &l, last);
        }
        if (gt_known_contradictory(facts, old))
            return true;
    }
    return false;
}

bool gt_known_absurd(gt_known *facts)
{
    size_t old = facts->known.n;
    bool absurd = gt_known_contradictory(facts, facts->from) || gt_known_propagate(facts);
    facts->known.n = old;
    return absurd;
}
