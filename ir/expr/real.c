#include "ir/expr/real.h"

#include "runtime/base.h"
#include "runtime/rat.h"

#include <stdlib.h>
#include <string.h>

/* Beyond these a comparison is given up. */
enum { MAX_DEGREE = 6, MAX_TERMS = 256, MAX_CASES = 256, MAX_VISITS = 100000 };

typedef struct {
    gt_rat coef;                /* not zero */
    uint32_t n;                 /* factors */
    uint32_t atoms[MAX_DEGREE]; /* ascending numbers in real.atoms */
} term;

typedef struct {
    uint32_t n;
    const term *terms; /* no two with the same atoms */
} poly;

typedef struct {
    poly num, den;
} fraction;

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    bool failed;
    uint32_t cases, visits;
    GT_VEC(const gt_expr *) atoms; /* integer expressions, in the order in which they were met */
} real;

/* ---- polynomials ---- */

static poly constant(real *r, gt_rat value)
{
    poly p = {0};
    if (gt_rat_is_nan(value))
        r->failed = true;
    else if (value.num != 0) {
        term t = {.coef = value};
        p = (poly){1, gt_arena_copy(r->arena, &t, 1, sizeof t)};
    }
    return p;
}

/* Two binders that stand for each other, and those around them. */
typedef struct pairing {
    const gt_binder *a, *b;
    const struct pairing *outer;
} pairing;

/* Are these the same up to the names of bound processes? Two counts as written have binders of their own. */
static bool alike(real *r, const gt_expr *a, const gt_expr *b, const pairing *outer)
{
    if (++r->visits > MAX_VISITS)
        r->failed = true;
    if ((a == b && !outer) || r->failed)
        return true;
    if (a->kind != b->kind || a->nkids != b->nkids)
        return false;
    pairing here = {.outer = outer};
    if (a->kind == GT_EXPR_EXISTS || a->kind == GT_EXPR_FORALL || a->kind == GT_EXPR_COUNT) {
        here.a = a->u.binder;
        here.b = b->u.binder;
        return here.a->type.proc == here.b->type.proc && alike(r, a->kids[0], b->kids[0], &here);
    }
    if (a->kind == GT_EXPR_BOUND) {
        for (; outer; outer = outer->outer)
            if (outer->a == a->u.binder || outer->b == b->u.binder)
                return outer->a == a->u.binder && outer->b == b->u.binder;
    }
    if (!gt_expr_same_head(a, b))
        return false;
    for (uint32_t i = 0; i < a->nkids; i++)
        if (!alike(r, a->kids[i], b->kids[i], outer))
            return false;
    return true;
}

static poly atom(real *r, const gt_expr *e)
{
    uint32_t i = 0;
    while (i < r->atoms.n && !alike(r, r->atoms.v[i], e, NULL))
        i++;
    if (i == r->atoms.n)
        gt_vec_push(&r->atoms, e);
    term t = {.coef = gt_rat_int(1), .n = 1, .atoms = {i}};
    return (poly){1, gt_arena_copy(r->arena, &t, 1, sizeof t)};
}

/* Adds a term to sum[0..n), which has room for MAX_TERMS; the result is the new n. */
static uint32_t add_term(real *r, term *sum, uint32_t n, const term *t)
{
    uint32_t i = 0;
    while (i < n && (sum[i].n != t->n || memcmp(sum[i].atoms, t->atoms, t->n * sizeof *t->atoms) != 0))
        i++;
    if (i == n && n == MAX_TERMS) {
        r->failed = true;
        return n;
    }
    if (i == n) {
        sum[n] = *t;
        return n + 1;
    }
    sum[i].coef = gt_rat_add(sum[i].coef, t->coef);
    r->failed = r->failed || gt_rat_is_nan(sum[i].coef);
    if (sum[i].coef.num == 0)
        sum[i] = sum[--n];
    return n;
}

/* a + factor * b */
static poly plus(real *r, poly a, int factor, poly b)
{
    term sum[MAX_TERMS];
    uint32_t n = a.n;
    if (n > 0)
        memcpy(sum, a.terms, n * sizeof *sum);
    for (uint32_t i = 0; i < b.n && !r->failed; i++) {
        term t = b.terms[i];
        t.coef.num *= factor;
        n = add_term(r, sum, n, &t);
    }
    return (poly){n, gt_arena_copy(r->arena, sum, n, sizeof *sum)};
}

static term term_times(real *r, const term *a, const term *b)
{
    term t = {.coef = gt_rat_mul(a->coef, b->coef)};
    if (gt_rat_is_nan(t.coef) || a->n + b->n > MAX_DEGREE) {
        r->failed = true;
        return t;
    }
    uint32_t i = 0, j = 0;
    while (i < a->n || j < b->n)
        t.atoms[t.n++] =
            j == b->n || (i < a->n && a->atoms[i] <= b->atoms[j]) ? a->atoms[i++] : b->atoms[j++];
    return t;
}

static poly times(real *r, poly a, poly b)
{
    term sum[MAX_TERMS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t j = 0; j < b.n && !r->failed; j++) {
            term t = term_times(r, &a.terms[i], &b.terms[j]);
            if (!r->failed)
                n = add_term(r, sum, n, &t);
        }
    return (poly){n, gt_arena_copy(r->arena, sum, n, sizeof *sum)};
}

static bool is_constant(poly p)
{
    return p.n == 0 || (p.n == 1 && p.terms[0].n == 0);
}

/* ---- fractions ---- */

static fraction add(real *r, fraction a, int factor, fraction b)
{
    if (plus(r, a.den, -1, b.den).n == 0)
        return (fraction){plus(r, a.num, factor, b.num), a.den};
    return (fraction){plus(r, times(r, a.num, b.den), factor, times(r, b.num, a.den)),
                      times(r, a.den, b.den)};
}

static fraction divide(real *r, fraction a, fraction b)
{
    if (b.num.n == 0) {
        r->failed = true;
        return a;
    }
    fraction q = {times(r, a.num, b.den), times(r, a.den, b.num)};
    if (is_constant(b.num)) {
        poly inverse = constant(r, gt_rat_div(gt_rat_int(1), b.num.terms[0].coef));
        q = (fraction){times(r, q.num, inverse), a.den};
    }
    return q;
}

static bool is_sum(gt_expr_kind kind)
{
    return kind == GT_EXPR_ADD || kind == GT_EXPR_SUB || kind == GT_EXPR_MUL || kind == GT_EXPR_NEG;
}

/* Operators that are taken apart; whatever else is an integer is an atom. */
static bool is_inner(const gt_expr *e)
{
    return is_sum(e->kind) || (e->type.kind == GT_TYPE_REAL && e->kind == GT_EXPR_DIV);
}

static fraction fraction_of(real *r, const gt_expr *e)
{
    poly one = constant(r, gt_rat_int(1));
    fraction f = {{0}, one};
    if (++r->visits > MAX_VISITS)
        r->failed = true;
    if (r->failed)
        return f;
    if (e->kind == GT_EXPR_REAL) {
        f.num = constant(r, gt_rat_make(e->u.real.num, e->u.real.den));
    } else if (e->kind == GT_EXPR_CONST) {
        f.num = constant(r, gt_rat_int(e->u.value));
    } else if (e->kind == GT_EXPR_NEG) {
        f = add(r, f, -1, fraction_of(r, e->kids[0]));
    } else if (is_inner(e)) {
        f = fraction_of(r, e->kids[0]);
        for (uint32_t i = 1; i < e->nkids && !r->failed; i++) {
            fraction k = fraction_of(r, e->kids[i]);
            if (e->kind == GT_EXPR_MUL)
                f = (fraction){times(r, f.num, k.num), times(r, f.den, k.den)};
            else
                f = e->kind == GT_EXPR_DIV ? divide(r, f, k) : add(r, f, e->kind == GT_EXPR_ADD ? 1 : -1, k);
        }
    } else if (e->type.kind == GT_TYPE_INT) {
        f.num = atom(r, e);
    } else {
        r->failed = true;
    }
    return f;
}

/* ---- back to expressions ---- */

static const gt_expr *checked(real *r, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    int64_t lo, hi;
    gt_interval_apply(kind, x->type, y->type, &lo, &hi);
    if (lo < INT32_MIN || hi > INT32_MAX)
        r->failed = true;
    return r->failed ? x : gt_fold_op2(r->fold, x->pos, kind, x, y);
}

/* scale * the terms of p with that sign. */
static const gt_expr *half(real *r, poly p, gt_rat scale, int sign)
{
    const gt_pos nowhere = {0};
    const gt_expr *sum = NULL;
    for (uint32_t i = 0; i < p.n && !r->failed; i++) {
        const term *t = &p.terms[i];
        if ((t->coef.num > 0) != (sign > 0))
            continue;
        gt_rat c = gt_rat_mul(t->coef, scale);
        gt_i128 value = sign * c.num;
        if (gt_rat_is_nan(c) || value > INT32_MAX) {
            r->failed = true;
            break;
        }
        const gt_expr *e = gt_fold_int(r->fold, nowhere, (int64_t)value);
        for (uint32_t j = 0; j < t->n; j++)
            e = checked(r, GT_EXPR_MUL, e, r->atoms.v[t->atoms[j]]);
        sum = sum ? checked(r, GT_EXPR_ADD, sum, e) : e;
    }
    return sum ? sum : gt_fold_int(r->fold, nowhere, 0);
}

/* The positive number that makes p's coefficients integers without a common divisor. */
static gt_rat scale_of(real *r, poly p)
{
    gt_i128 lcm = 1;
    for (uint32_t i = 0; i < p.n; i++) {
        gt_i128 factor = gt_rat_make(p.terms[i].coef.den, lcm).num;
        if (__builtin_mul_overflow(lcm, factor, &lcm)) {
            r->failed = true;
            return gt_rat_int(1);
        }
    }
    gt_i128 gcd = 0;
    for (uint32_t i = 0; i < p.n; i++) {
        gt_rat c = gt_rat_mul(p.terms[i].coef, gt_rat_make(lcm, 1));
        if (gt_rat_is_nan(c)) {
            r->failed = true;
            return c;
        }
        for (gt_i128 a = c.num < 0 ? -c.num : c.num, rest; a != 0; gcd = a, a = rest)
            rest = gcd % a;
    }
    return gcd == 0 ? gt_rat_int(1) : gt_rat_make(lcm, gcd);
}

static gt_rat least(gt_rat a, gt_rat b)
{
    return gt_rat_is_nan(a) || gt_rat_is_nan(b) ? gt_rat_make(0, 0) : gt_rat_compare(a, b) < 0 ? a : b;
}

/* The smallest (sign 1) or minus the largest (sign -1) value that the intervals of the atoms leave for p; NaN
 * if that is too large a number. */
static gt_rat bound(const real *r, poly p, int sign)
{
    gt_rat sum = gt_rat_int(0);
    for (uint32_t i = 0; i < p.n; i++) {
        const term *t = &p.terms[i];
        gt_rat lo = gt_rat_mul(t->coef, gt_rat_int(sign)), hi = lo;
        for (uint32_t j = 0; j < t->n; j++) {
            gt_type type = r->atoms.v[t->atoms[j]]->type;
            gt_rat a = gt_rat_mul(lo, gt_rat_int(type.lo)), b = gt_rat_mul(lo, gt_rat_int(type.hi));
            gt_rat c = gt_rat_mul(hi, gt_rat_int(type.lo)), d = gt_rat_mul(hi, gt_rat_int(type.hi));
            gt_rat minus = gt_rat_int(-1);
            lo = least(least(a, b), least(c, d));
            hi = gt_rat_mul(minus, least(least(gt_rat_mul(minus, a), gt_rat_mul(minus, b)),
                                         least(gt_rat_mul(minus, c), gt_rat_mul(minus, d))));
        }
        sum = gt_rat_add(sum, lo);
    }
    return sum;
}

/* p rel 0 */
static const gt_expr *against_zero(real *r, poly p, gt_expr_kind rel)
{
    gt_rat lo = bound(r, p, 1), minus_hi = bound(r, p, -1);
    bool positive = lo.num > 0, negative = minus_hi.num > 0; /* NaN has numerator 0 */
    bool not_negative = lo.num >= 0 && !gt_rat_is_nan(lo),
         not_positive = minus_hi.num >= 0 && !gt_rat_is_nan(minus_hi);
    bool never = (rel == GT_EXPR_LT && not_negative) || (rel == GT_EXPR_GT && not_positive) ||
                 (rel == GT_EXPR_EQ && (positive || negative));
    bool always = (rel == GT_EXPR_LT && negative) || (rel == GT_EXPR_GT && positive) ||
                  (rel == GT_EXPR_NE && (positive || negative));
    if (never || always)
        return gt_fold_bool(r->fold, (gt_pos){0}, always);
    gt_rat scale = scale_of(r, p);
    if (r->failed)
        return NULL;
    const gt_expr *left = half(r, p, scale, 1), *right = half(r, p, scale, -1);
    return r->failed ? NULL : gt_fold_op2(r->fold, left->pos, rel, left, right);
}

/* e rel 0, where e has no conditions. */
static const gt_expr *plain(real *r, gt_expr_kind rel, const gt_expr *e)
{
    fraction f = fraction_of(r, e);
    if (r->failed)
        return NULL;
    if (rel != GT_EXPR_LT)
        return against_zero(r, f.num, rel);
    const gt_expr *any = gt_fold_bool(r->fold, e->pos, false);
    for (int sign = 1; sign >= -1; sign -= 2) { /* of the denominator */
        const gt_expr *den = against_zero(r, f.den, sign > 0 ? GT_EXPR_GT : GT_EXPR_LT);
        if (!den || gt_expr_is_false(den))
            continue;
        const gt_expr *num = against_zero(r, f.num, sign > 0 ? GT_EXPR_LT : GT_EXPR_GT);
        if (num)
            any = gt_fold_or(r->fold, any, gt_fold_and(r->fold, num, den));
    }
    return any;
}

/* ---- cases ---- */

/* The first ?:, min or max between e and its atoms. */
static const gt_expr *find_split(real *r, const gt_expr *e)
{
    if (++r->visits > MAX_VISITS)
        r->failed = true;
    if (e->kind == GT_EXPR_ITE)
        return e;
    if ((e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX) && e->type.kind == GT_TYPE_REAL)
        return e;
    for (uint32_t i = 0; is_inner(e) && i < e->nkids && !r->failed; i++) {
        const gt_expr *s = find_split(r, e->kids[i]);
        if (s)
            return s;
    }
    return NULL;
}

typedef struct {
    const gt_expr *cond; /* every ?: with this condition */
    const gt_expr *node; /* and this node */
    bool holds;
} decision;

static const gt_expr *decide(void *data, gt_fold *fold, const gt_expr *e)
{
    const decision *d = data;
    bool first = e->kind == GT_EXPR_ITE || e->kind == GT_EXPR_MIN ? d->holds : !d->holds;
    if (e->kind == GT_EXPR_ITE && e->kids[0] == d->cond)
        return gt_fold_map(fold, e->kids[first ? 1 : 2], decide, data);
    if (e == d->node)
        return gt_fold_map(fold, e->kids[first ? 0 : 1], decide, data);
    return NULL;
}

static const gt_expr *compare(real *r, gt_expr_kind rel, const gt_expr *e)
{
    const gt_expr *split = find_split(r, e);
    if (r->failed)
        return NULL;
    if (!split)
        return plain(r, rel, e);
    if (++r->cases > MAX_CASES) {
        r->failed = true;
        return NULL;
    }
    decision d = {.holds = true};
    if (split->kind == GT_EXPR_ITE) {
        d.cond = split->kids[0];
    } else { /* min and max: their first operand is less */
        d.node = split;
        d.cond = compare(r, GT_EXPR_LT,
                         gt_fold_op2(r->fold, split->pos, GT_EXPR_SUB, split->kids[0], split->kids[1]));
    }
    const gt_expr *yes = d.cond ? compare(r, rel, gt_fold_map(r->fold, e, decide, &d)) : NULL;
    d.holds = false;
    const gt_expr *no = yes ? compare(r, rel, gt_fold_map(r->fold, e, decide, &d)) : NULL;
    return no ? gt_fold_op3(r->fold, e->pos, GT_EXPR_ITE, d.cond, yes, no) : NULL;
}

const gt_expr *gt_real_compare(gt_arena *arena, gt_fold *fold, gt_expr_kind rel, const gt_expr *e)
{
    real r = {.arena = arena, .fold = fold};
    const gt_expr *result = compare(&r, rel, e);
    free(r.atoms.v);
    return r.failed ? NULL : result;
}
