/* Expressions of the guarded commands as diagrams and as weighted sums of bits. */
#include "backends/check/bdd/bdd.h"

#include <math.h>
#include <stdlib.h>

/* ---- what has been translated already: Boolean nodes, read in the current state ---- */

void gt_cb_memo_free(gt_cb *cb)
{
    for (size_t i = 0; i < cb->memo.all.n; i++)
        gt_bdd_drop(cb->m, (gt_bdd)(uintptr_t)cb->memo.all.v[i].value);
    gt_ptrmap_fini(&cb->memo);
}

/* ---- integers ---- */

static bool is_bool(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_BOOL;
}

void gt_cb_add_var(gt_cb *cb, gt_lin *lin, int64_t factor, uint32_t v, bool next)
{
    const gt_cb_var *var = &cb->vars[v];
    if (var->dropped) {
        if (next)
            gt_ice("next value of a dropped variable");
        gt_lin_add(cb->m, lin, factor, &var->value);
        return;
    }
    lin->constant += factor * var->lo;
    for (uint32_t i = 0; i < var->nbits; i++) {
        gt_bdd bit = next ? gt_bdd_next(cb->m, var->pairs[i]) : gt_bdd_var(cb->m, var->pairs[i]);
        gt_lin_add_bit(cb->m, lin, factor, i, bit);
        gt_bdd_drop(cb->m, bit);
    }
}

static void add_cvar(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor, uint32_t v)
{
    bool post = reading && reading->post[v];
    gt_cb_add_var(cb, lin, factor, v, post);
    if (post)
        lin->constant -= factor * reading->delta[v];
}

/* lin += factor * (condition ? a : b) */
static void add_choice(gt_cb *cb, gt_lin *lin, int64_t factor, gt_bdd condition, const gt_lin *a,
                       const gt_lin *b)
{
    gt_lin scaled;
    gt_bdd other = gt_bdd_not(cb->m, condition);
    gt_lin_init(&scaled, 0);
    gt_lin_add(cb->m, &scaled, factor, a);
    gt_lin_add_if(cb->m, lin, condition, &scaled);
    gt_lin_fini(cb->m, &scaled);
    gt_lin_init(&scaled, 0);
    gt_lin_add(cb->m, &scaled, factor, b);
    gt_lin_add_if(cb->m, lin, other, &scaled);
    gt_lin_fini(cb->m, &scaled);
    gt_bdd_drop(cb->m, other);
}

static void whole(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, const gt_expr *e)
{
    gt_lin_init(lin, 0);
    gt_cb_int(cb, reading, lin, 1, e);
    gt_lin_normalize(cb->m, lin);
}

/* MIN, MAX, ITE: both alternatives and which one it is. */
static void add_either(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor, const gt_expr *e)
{
    gt_lin a, b;
    gt_bdd first;
    bool ite = e->kind == GT_EXPR_ITE;
    whole(cb, reading, &a, e->kids[ite ? 1 : 0]);
    whole(cb, reading, &b, e->kids[ite ? 2 : 1]);
    if (ite) {
        first = gt_cb_bool(cb, reading, e->kids[0]);
    } else { /* MIN: a when b - a >= 0; MAX: a when a - b >= 0 */
        gt_lin diff;
        int64_t sign = e->kind == GT_EXPR_MIN ? -1 : 1;
        gt_lin_init(&diff, 0);
        gt_lin_add(cb->m, &diff, sign, &a);
        gt_lin_add(cb->m, &diff, -sign, &b);
        first = gt_lin_compare(cb->m, &diff, GT_LIN_GE);
        gt_lin_fini(cb->m, &diff);
    }
    add_choice(cb, lin, factor, first, &a, &b);
    gt_bdd_drop(cb->m, first);
    gt_lin_fini(cb->m, &a);
    gt_lin_fini(cb->m, &b);
}

static void add_product(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor,
                        const gt_expr *e)
{
    gt_lin acc, kid, next;
    gt_lin_init(&acc, factor);
    for (uint32_t i = 0; i < e->nkids; i++) {
        whole(cb, reading, &kid, e->kids[i]);
        gt_lin_init(&next, 0);
        gt_lin_add_product(cb->m, &next, &acc, &kid);
        gt_lin_normalize(cb->m, &next);
        gt_lin_fini(cb->m, &kid);
        gt_lin_fini(cb->m, &acc);
        acc = next;
    }
    gt_lin_add(cb->m, lin, 1, &acc);
    gt_lin_fini(cb->m, &acc);
}

/* Bits that hold every value of the form in every state, reachable or not. */
static uint32_t width_of(const gt_lin *lin)
{
    int64_t reach = lin->constant < 0 ? -lin->constant : lin->constant;
    for (size_t i = 0; i < lin->terms.n; i++) {
        int64_t c = lin->terms.v[i].coef;
        reach += (c < 0 ? -c : c) << lin->terms.v[i].slice;
    }
    uint32_t width = 1;
    while (width < 60 && ((int64_t)1 << width) <= reach)
        width++;
    return width;
}

static void add_quotient(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor,
                         const gt_expr *e)
{
    gt_lin a, b, q;
    whole(cb, reading, &a, e->kids[0]);
    whole(cb, reading, &b, e->kids[1]);
    uint32_t wa = width_of(&a), wb = width_of(&b);
    gt_lin_init(&q, 0);
    gt_lin_add_quotient(cb->m, &q, &a, &b, e->kind == GT_EXPR_MOD, wa > wb ? wa : wb);
    gt_lin_add(cb->m, lin, factor, &q);
    gt_lin_fini(cb->m, &a);
    gt_lin_fini(cb->m, &b);
    gt_lin_fini(cb->m, &q);
}

void gt_cb_int(gt_cb *cb, const gt_cb_reading *reading, gt_lin *lin, int64_t factor, const gt_expr *e)
{
    if (gt_bdd_status(cb->m) != GT_BDD_OK) /* nothing is remembered any more: without this, exponential */
        return;
    if (is_bool(e) && e->kind != GT_EXPR_CONST) {
        gt_bdd bit = gt_cb_bool(cb, reading, e);
        gt_lin_add_bit(cb->m, lin, factor, 0, bit);
        gt_bdd_drop(cb->m, bit);
        return;
    }
    switch (e->kind) {
    case GT_EXPR_CONST: lin->constant += factor * e->u.value; return;
    case GT_EXPR_CVAR: add_cvar(cb, reading, lin, factor, e->u.index); return;
    case GT_EXPR_ADD:
        for (uint32_t i = 0; i < e->nkids; i++)
            gt_cb_int(cb, reading, lin, factor, e->kids[i]);
        return;
    case GT_EXPR_SUB:
        gt_cb_int(cb, reading, lin, factor, e->kids[0]);
        gt_cb_int(cb, reading, lin, -factor, e->kids[1]);
        return;
    case GT_EXPR_NEG: gt_cb_int(cb, reading, lin, -factor, e->kids[0]); return;
    case GT_EXPR_MUL: add_product(cb, reading, lin, factor, e); return;
    case GT_EXPR_DIV:
    case GT_EXPR_MOD: add_quotient(cb, reading, lin, factor, e); return;
    case GT_EXPR_ITE:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX: add_either(cb, reading, lin, factor, e); return;
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_LOGIC:
    case GT_KINDS_COMPARE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s is no integer of guarded commands", gt_expr_kind_name(e->kind));
}

void gt_cb_coefficients(gt_cb *cb, const gt_lin *lin, int64_t *coef)
{
    uint32_t nvars = cb->cmds->nvars;
    bool *support = gt_xcalloc(cb->npairs, sizeof *support);
    uint32_t *bits = gt_xcalloc(nvars + 1, sizeof *bits);
    for (uint32_t v = 0; v < nvars; v++)
        coef[v] = 0;
    for (size_t i = 0; i < lin->terms.n; i++) {
        const gt_lin_term *t = &lin->terms.v[i];
        gt_bdd_support(cb->m, t->bit, support);
        for (uint32_t p = cb->ntableau; p < cb->npairs; p++) {
            if (!support[p])
                continue;
            support[p] = false;
            uint32_t v = cb->pair_var[p];
            gt_bdd bit = gt_bdd_var(cb->m, p);
            bool whole = bit == t->bit && t->slice < cb->vars[v].nbits && cb->vars[v].pairs[t->slice] == p &&
                         (!bits[v] || coef[v] == t->coef);
            gt_bdd_drop(cb->m, bit);
            bits[v]++;
            if (coef[v] != GT_CB_TANGLED)
                coef[v] = whole ? t->coef : GT_CB_TANGLED;
        }
    }
    for (uint32_t v = 0; v < nvars; v++)
        if (bits[v] && bits[v] != cb->vars[v].nbits)
            coef[v] = GT_CB_TANGLED;
    free(support);
    free(bits);
}

/* ---- Booleans ---- */

static gt_bdd negate(gt_cb *cb, gt_bdd f)
{
    gt_bdd r = gt_bdd_not(cb->m, f);
    gt_bdd_drop(cb->m, f);
    return r;
}

static gt_bdd compare(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e)
{
    bool flip = e->kind == GT_EXPR_LE || e->kind == GT_EXPR_LT; /* a <= b is b - a >= 0 */
    bool strict = e->kind == GT_EXPR_LT || e->kind == GT_EXPR_GT;
    bool equal = e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE;
    gt_lin lin;
    gt_lin_init(&lin, strict ? -1 : 0);
    gt_cb_int(cb, reading, &lin, flip ? -1 : 1, e->kids[0]);
    gt_cb_int(cb, reading, &lin, flip ? 1 : -1, e->kids[1]);
    gt_bdd r = gt_lin_compare(cb->m, &lin, equal ? GT_LIN_EQ : GT_LIN_GE);
    gt_lin_fini(cb->m, &lin);
    return e->kind == GT_EXPR_NE ? negate(cb, r) : r;
}

static gt_bdd many(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e, bool conj)
{
    gt_bdd acc = gt_bdd_const(cb->m, conj);
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_bdd kid = gt_cb_bool(cb, reading, e->kids[i]);
        gt_bdd_set(cb->m, &acc, conj ? gt_bdd_and(cb->m, acc, kid) : gt_bdd_or(cb->m, acc, kid));
        gt_bdd_drop(cb->m, kid);
    }
    return acc;
}

static gt_bdd bool_cvar(gt_cb *cb, const gt_cb_reading *reading, uint32_t v)
{
    if (cb->vars[v].nbits == 0)
        return gt_bdd_const(cb->m, cb->vars[v].lo != 0);
    uint32_t pair = cb->vars[v].pairs[0];
    return reading && reading->post[v] ? gt_bdd_next(cb->m, pair) : gt_bdd_var(cb->m, pair);
}

/* x -> y, or whether two truth values are equal. */
static gt_bdd truth(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e)
{
    gt_bdd x = gt_cb_bool(cb, reading, e->kids[0]), y = gt_cb_bool(cb, reading, e->kids[1]);
    gt_bdd r = e->kind == GT_EXPR_IMPLIES ? gt_bdd_diff(cb->m, x, y) : gt_bdd_xor(cb->m, x, y);
    gt_bdd_drop(cb->m, x);
    gt_bdd_drop(cb->m, y);
    return e->kind == GT_EXPR_NE ? r : negate(cb, r);
}

static gt_bdd either(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e)
{
    gt_bdd kids[3];
    for (uint32_t i = 0; i < 3; i++)
        kids[i] = gt_cb_bool(cb, reading, e->kids[i]);
    gt_bdd r = gt_bdd_ite(cb->m, kids[0], kids[1], kids[2]);
    for (uint32_t i = 0; i < 3; i++)
        gt_bdd_drop(cb->m, kids[i]);
    return r;
}

static gt_bdd translate(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_CONST: return gt_bdd_const(cb->m, e->u.value != 0);
    case GT_EXPR_CVAR: return bool_cvar(cb, reading, e->u.index);
    case GT_EXPR_AND:
    case GT_EXPR_OR: return many(cb, reading, e, e->kind == GT_EXPR_AND);
    case GT_EXPR_NOT: return negate(cb, gt_cb_bool(cb, reading, e->kids[0]));
    case GT_EXPR_ITE: return either(cb, reading, e);
    case GT_EXPR_IMPLIES:
    case GT_EXPR_IFF: return truth(cb, reading, e);
    case GT_KINDS_EQUALITY:
        return is_bool(e->kids[0]) && is_bool(e->kids[1]) ? truth(cb, reading, e) : compare(cb, reading, e);
    case GT_KINDS_ORDER: return compare(cb, reading, e);
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s is no state formula of guarded commands", gt_expr_kind_name(e->kind));
}

gt_bdd gt_cb_bool(gt_cb *cb, const gt_cb_reading *reading, const gt_expr *e)
{
    if (gt_bdd_status(cb->m) != GT_BDD_OK)
        return NULL;
    if (!reading) {
        gt_bdd known = gt_ptrmap_pointer(&cb->memo, e);
        if (known)
            return gt_bdd_ref(cb->m, known);
    }
    gt_bdd r = translate(cb, reading, e);
    if (!reading && e->nkids > 0 && r)
        gt_ptrmap_point(&cb->memo, e, gt_bdd_ref(cb->m, r));
    return r;
}

/* ---- probabilities ---- */

typedef struct {
    gt_lin num, den;
} fraction;

static void fraction_fini(gt_cb *cb, fraction *f)
{
    gt_lin_fini(cb->m, &f->num);
    gt_lin_fini(cb->m, &f->den);
}

/* A bound of the absolute values of a form and of all partial sums of it. */
static double magnitude(const gt_lin *lin)
{
    double sum = fabs((double)lin->constant);
    for (size_t i = 0; i < lin->terms.n; i++)
        sum += ldexp(fabs((double)lin->terms.v[i].coef), (int)lin->terms.v[i].slice);
    return sum;
}

/* r += a * b; forms have 64 bits, so what needs more is not computed but noted. */
static void add_exactly(gt_cb *cb, gt_lin *r, const gt_lin *a, const gt_lin *b)
{
    if (magnitude(r) + magnitude(a) * magnitude(b) > 0x1p60)
        cb->too_large = true;
    else
        gt_lin_add_product(cb->m, r, a, b);
}

/* The greatest common divisor of two positive numbers. */
static int64_t gcd(int64_t a, int64_t b)
{
    return b == 0 ? a : gcd(b, a % b);
}

/* Constant denominators: what num has to be multiplied with to get the common one. */
static int64_t widen(const fraction *f, const fraction *other)
{
    return other->den.constant / gcd(f->den.constant, other->den.constant);
}

static bool is_plain(const fraction *f)
{
    return gt_lin_is_const(&f->den) && f->den.constant > 0;
}

static void add_fractions(gt_cb *cb, fraction *r, const fraction *a, const fraction *b)
{
    gt_lin x, y;
    bool plain = is_plain(a) && is_plain(b);
    gt_lin_init(&x, plain ? widen(a, b) : 0);
    gt_lin_init(&y, plain ? widen(b, a) : 0);
    add_exactly(cb, &r->num, &a->num, plain ? &x : &b->den);
    add_exactly(cb, &r->num, &b->num, plain ? &y : &a->den);
    add_exactly(cb, &r->den, &a->den, plain ? &x : &b->den);
    gt_lin_fini(cb->m, &x);
    gt_lin_fini(cb->m, &y);
}

/* *acc := *acc (kind) *b; kind is one of ADD, SUB, MUL, DIV. */
static void fraction_apply(gt_cb *cb, gt_expr_kind kind, fraction *acc, fraction *b)
{
    gt_bdd_mgr *m = cb->m;
    fraction r;
    gt_lin_init(&r.num, 0);
    gt_lin_init(&r.den, 0);
    if (kind == GT_EXPR_MUL || kind == GT_EXPR_DIV) {
        add_exactly(cb, &r.num, &acc->num, kind == GT_EXPR_MUL ? &b->num : &b->den);
        add_exactly(cb, &r.den, &acc->den, kind == GT_EXPR_MUL ? &b->den : &b->num);
    } else {
        if (kind == GT_EXPR_SUB) {
            b->num.constant = -b->num.constant;
            for (size_t i = 0; i < b->num.terms.n; i++)
                b->num.terms.v[i].coef = -b->num.terms.v[i].coef;
        }
        add_fractions(cb, &r, acc, b);
    }
    gt_lin_normalize(m, &r.num);
    gt_lin_normalize(m, &r.den);
    fraction_fini(cb, acc);
    *acc = r;
}

/* sign * lin > 0 */
static gt_bdd above(gt_cb *cb, const gt_lin *lin, int64_t sign)
{
    gt_lin copy;
    gt_lin_init(&copy, -1);
    gt_lin_add(cb->m, &copy, sign, lin);
    gt_bdd r = gt_lin_compare(cb->m, &copy, GT_LIN_GE);
    gt_lin_fini(cb->m, &copy);
    return r;
}

static gt_bdd fraction_positive(gt_cb *cb, const fraction *f)
{
    gt_bdd r = gt_bdd_const(cb->m, false);
    for (int64_t sign = 1; sign >= -1 && !cb->too_large; sign -= 2) {
        gt_bdd num = above(cb, &f->num, sign), den = above(cb, &f->den, sign);
        gt_bdd_and_to(cb->m, &num, den);
        gt_bdd_or_to(cb->m, &r, num);
        gt_bdd_drop(cb->m, num);
        gt_bdd_drop(cb->m, den);
    }
    return r;
}

/* f := c ? a : b */
static void fraction_choice(gt_cb *cb, fraction *f, gt_bdd c, const fraction *a, const fraction *b)
{
    f->den.constant = 0;
    add_choice(cb, &f->num, 1, c, &a->num, &b->num);
    add_choice(cb, &f->den, 1, c, &a->den, &b->den);
}

static void fraction_of(gt_cb *cb, fraction *f, const gt_expr *e);

/* min and max: where the second operand is less */
static gt_bdd second_is_less(gt_cb *cb, const gt_expr *e)
{
    fraction x, y;
    fraction_of(cb, &x, e->kids[0]);
    fraction_of(cb, &y, e->kids[1]);
    fraction_apply(cb, GT_EXPR_SUB, &x, &y);
    gt_bdd r = fraction_positive(cb, &x);
    fraction_fini(cb, &x);
    fraction_fini(cb, &y);
    return r;
}

/* f := the value of min, max or ?: ; f is 0. */
static void fraction_either(gt_cb *cb, fraction *f, const gt_expr *e)
{
    fraction a, b;
    bool ite = e->kind == GT_EXPR_ITE, max = e->kind == GT_EXPR_MAX;
    gt_bdd c = ite ? gt_cb_bool(cb, NULL, e->kids[0]) : second_is_less(cb, e);
    fraction_of(cb, &a, e->kids[ite || !max]);
    fraction_of(cb, &b, e->kids[ite ? 2 : max]);
    fraction_choice(cb, f, c, &a, &b);
    fraction_fini(cb, &a);
    fraction_fini(cb, &b);
    gt_bdd_drop(cb->m, c);
}

/* f := f op the kids from number `first` on. */
static void fraction_fold(gt_cb *cb, gt_expr_kind kind, fraction *f, const gt_expr *e, uint32_t first)
{
    for (uint32_t i = first; i < e->nkids; i++) {
        fraction b;
        fraction_of(cb, &b, e->kids[i]);
        fraction_apply(cb, kind, f, &b);
        fraction_fini(cb, &b);
    }
}

static void fraction_of(gt_cb *cb, fraction *f, const gt_expr *e)
{
    gt_lin_init(&f->num, 0);
    gt_lin_init(&f->den, 1);
    if (e->type.kind != GT_TYPE_REAL) {
        gt_cb_int(cb, NULL, &f->num, 1, e);
        return;
    }
    switch (e->kind) {
    case GT_EXPR_REAL:
        f->num.constant = e->u.real.num;
        f->den.constant = e->u.real.den;
        return;
    case GT_EXPR_ITE:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX: fraction_either(cb, f, e); return;
    case GT_EXPR_NEG: fraction_fold(cb, GT_EXPR_SUB, f, e, 0); return;
    case GT_EXPR_ADD:
    case GT_EXPR_SUB:
    case GT_EXPR_MUL:
    case GT_EXPR_DIV:
        fraction_fini(cb, f);
        fraction_of(cb, f, e->kids[0]);
        fraction_fold(cb, e->kind, f, e, 1);
        return;
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_CONST:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_EXPR_CVAR:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_LOGIC:
    case GT_KINDS_COMPARE:
    case GT_EXPR_MOD:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s is no probability of guarded commands", gt_expr_kind_name(e->kind));
}

gt_bdd gt_cb_positive(gt_cb *cb, const gt_expr *e)
{
    fraction f;
    fraction_of(cb, &f, e);
    gt_bdd r = fraction_positive(cb, &f);
    fraction_fini(cb, &f);
    return r;
}
