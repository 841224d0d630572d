/* Expressions of guarded commands as linear conditions: what the control decides is decided. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 4096 };

bool gt_every_refuse(gt_every *p, gt_pos pos, const char *why)
{
    if (!p->refused) {
        p->refused = why;
        p->refused_at = pos;
    }
    return false;
}

/* ---- conjunctions ---- */

gt_row_set gt_set_and(gt_every *p, gt_row_set x, gt_row_set y, bool *possible)
{
    const gt_row **all = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)x.n + y.n + 1);
    uint32_t n = 0, kept = 0;
    *possible = true;
    for (uint32_t i = 0; i < x.n + y.n; i++) {
        const gt_row *r = i < x.n ? x.rows[i] : y.rows[i - x.n];
        if (!r->constant)
            all[n++] = r;
        else if (r->k < 0)
            *possible = false;
    }
    for (uint32_t i = 0; i < n; i++) { /* each once, in the order of their first occurrence */
        bool old = false;
        for (uint32_t k = 0; k < kept && !old; k++)
            old = all[k] == all[i];
        if (!old)
            all[kept++] = all[i];
        for (uint32_t k = 0; k + 1 < kept && !old; k++)
            *possible = *possible && all[k] != gt_row_not(p, all[i]);
    }
    return (gt_row_set){kept, all};
}

static bool is_subset(gt_row_set x, gt_row_set y)
{
    for (uint32_t i = 0; i < x.n; i++) {
        bool found = false;
        for (uint32_t k = 0; k < y.n && !found; k++)
            found = x.rows[i] == y.rows[k];
        if (!found)
            return false;
    }
    return true;
}

typedef GT_VEC(gt_row_set) set_vec;

/* Adds what no other one implies by having fewer rows. */
static void add_set(set_vec *to, gt_row_set set)
{
    for (size_t i = 0; i < to->n; i++)
        if (is_subset(to->v[i], set))
            return;
    size_t kept = 0;
    for (size_t i = 0; i < to->n; i++)
        if (!is_subset(set, to->v[i]))
            to->v[kept++] = to->v[i];
    to->n = kept;
    gt_vec_push(to, set);
}

static gt_row_dnf take(gt_every *p, set_vec *all)
{
    gt_row_dnf out = {(uint32_t)all->n, gt_arena_copy(p->ctx->arena, all->v, all->n, sizeof *all->v)};
    free(all->v);
    return out;
}

bool gt_dnf_and(gt_every *p, gt_pos pos, const gt_row_dnf *x, const gt_row_dnf *y, gt_row_dnf *out)
{
    set_vec all = {0};
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++) {
            bool possible;
            gt_row_set both = gt_set_and(p, x->conjs[i], y->conjs[j], &possible);
            if (possible)
                add_set(&all, both);
            if (all.n > MOST_CASES) {
                free(all.v);
                return gt_every_refuse(p, pos, "a condition with so many cases");
            }
        }
    *out = take(p, &all);
    return true;
}

static bool dnf_or(gt_every *p, gt_pos pos, const gt_row_dnf *x, const gt_row_dnf *y, gt_row_dnf *out)
{
    set_vec all = {0};
    for (uint32_t i = 0; i < x->n + y->n; i++)
        add_set(&all, i < x->n ? x->conjs[i] : y->conjs[i - x->n]);
    *out = take(p, &all);
    return out->n <= MOST_CASES || gt_every_refuse(p, pos, "a condition with so many cases");
}

static gt_row_dnf truth(gt_every *p, bool value)
{
    static const gt_row_set nothing = {0};
    (void)p;
    return (gt_row_dnf){value, &nothing};
}

static gt_row_dnf atom(gt_every *p, const gt_row *r)
{
    r = gt_row_tight(p, r);
    if (r->constant)
        return truth(p, r->k >= 0);
    const gt_row **one = GT_NEW(p->ctx->arena, const gt_row *);
    gt_row_set *set = GT_NEW(p->ctx->arena, gt_row_set);
    *one = r;
    *set = (gt_row_set){1, one};
    return (gt_row_dnf){1, set};
}

/* ---- integers ---- */

typedef GT_VEC(gt_row_case) case_vec;

static bool add_case(gt_every *p, case_vec *to, gt_pos pos, gt_row_set x, gt_row_set y, const gt_row *value)
{
    bool possible;
    gt_row_set when = gt_set_and(p, x, y, &possible);
    if (possible)
        gt_vec_push(to, ((gt_row_case){when, value}));
    return to->n <= MOST_CASES || gt_every_refuse(p, pos, "a number with so many cases");
}

/* The cases of a number where `when` is so. */
static bool add_under(gt_every *p, const int32_t *values, const gt_row_dnf *when, const gt_expr *e,
                      case_vec *to)
{
    uint32_t n;
    const gt_row_case *cases;
    if (!when->n)
        return true;
    if (!gt_every_number(p, values, e, &n, &cases))
        return false;
    for (uint32_t w = 0; w < when->n; w++)
        for (uint32_t i = 0; i < n; i++)
            if (!add_case(p, to, e->pos, when->conjs[w], cases[i].when, cases[i].value))
                return false;
    return true;
}

static bool choice(gt_every *p, const int32_t *values, const gt_expr *e, case_vec *to)
{
    gt_row_dnf yes, no;
    return gt_every_formula(p, values, e->kids[0], true, &yes) &&
           gt_every_formula(p, values, e->kids[0], false, &no) &&
           add_under(p, values, &yes, e->kids[1], to) && add_under(p, values, &no, e->kids[2], to);
}

/* One operator on two cases. */
static bool apply(gt_every *p, const gt_expr *e, gt_row_set when, const gt_row *x, const gt_row *y,
                  case_vec *to)
{
    bool constant_x = x->constant, constant_y = y->constant;
    gt_row_set nothing = {0};
    if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB)
        return add_case(p, to, e->pos, when, nothing,
                        gt_row_combine(p, 1, x, e->kind == GT_EXPR_ADD ? 1 : -1, y));
    if (e->kind == GT_EXPR_MUL && !constant_x && !constant_y)
        return gt_every_refuse(p, e->pos, "a product of numbers that depend on the sizes");
    if (e->kind == GT_EXPR_MUL)
        return add_case(p, to, e->pos, when, nothing,
                        constant_x ? gt_row_combine(p, x->k, y, 0, y) : gt_row_combine(p, y->k, x, 0, x));
    if (e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX) {
        const gt_row *less = gt_row_combine(p, 1, y, -1, x); /* x <= y */
        gt_row_dnf yes = atom(p, less), no = atom(p, gt_row_not(p, less));
        const gt_row *low = e->kind == GT_EXPR_MIN ? x : y, *high = e->kind == GT_EXPR_MIN ? y : x;
        return (!yes.n || add_case(p, to, e->pos, when, yes.conjs[0], low)) &&
               (!no.n || add_case(p, to, e->pos, when, no.conjs[0], high));
    }
    if (e->kind != GT_EXPR_DIV && e->kind != GT_EXPR_MOD)
        gt_ice("no arithmetic: %s", gt_expr_kind_name(e->kind));
    int64_t args[] = {x->k, y->k};
    if (!constant_x || !constant_y || y->k == 0)
        return gt_every_refuse(p, e->pos, "a quotient or remainder of numbers that depend on the sizes");
    return add_case(p, to, e->pos, when, nothing, gt_row_const(p, gt_expr_apply(e->kind, args, 2)));
}

/* All operands from left to right. */
static bool arithmetic(gt_every *p, const int32_t *values, const gt_expr *e, case_vec *to)
{
    case_vec now = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < e->nkids; i++) {
        uint32_t n;
        const gt_row_case *kid;
        case_vec next = {0};
        ok = gt_every_number(p, values, e->kids[i], &n, &kid);
        for (uint32_t k = 0; ok && k < n; k++) {
            if (i == 0)
                gt_vec_push(&next, kid[k]);
            for (size_t j = 0; ok && i > 0 && j < now.n; j++) {
                bool possible;
                gt_row_set when = gt_set_and(p, now.v[j].when, kid[k].when, &possible);
                ok = !possible || apply(p, e, when, now.v[j].value, kid[k].value, &next);
            }
        }
        free(now.v);
        now = next;
    }
    for (size_t j = 0; ok && j < now.n; j++) {
        if (e->kind == GT_EXPR_NEG)
            now.v[j].value = gt_row_combine(p, -1, now.v[j].value, 0, now.v[j].value);
        gt_vec_push(to, now.v[j]);
    }
    free(now.v);
    return ok;
}

static bool number(gt_every *p, const int32_t *values, const gt_expr *e, case_vec *to)
{
    gt_row_set nothing = {0};
    switch (e->kind) {
    case GT_EXPR_CONST: return add_case(p, to, e->pos, nothing, nothing, gt_row_const(p, e->u.value));
    case GT_EXPR_CVAR: {
        int32_t column = p->column_of[e->u.index];
        return add_case(p, to, e->pos, nothing, nothing,
                        column < 0 ? gt_row_const(p, values[e->u.index])
                                   : gt_row_column(p, (uint32_t)column));
    }
    case GT_EXPR_ITE: return choice(p, values, e, to);
    case GT_KINDS_ARITH: return arithmetic(p, values, e, to);
    case GT_KINDS_LOGIC:
    case GT_KINDS_COMPARE: {
        gt_row_dnf yes, no;
        if (!gt_every_formula(p, values, e, true, &yes) || !gt_every_formula(p, values, e, false, &no))
            return false;
        for (uint32_t i = 0; i < yes.n + no.n; i++)
            if (!add_case(p, to, e->pos, nothing, i < yes.n ? yes.conjs[i] : no.conjs[i - yes.n],
                          gt_row_const(p, i < yes.n)))
                return false;
        return true;
    }
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_QUANT:
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_KINDS: break;
    }
    return gt_every_refuse(p, e->pos, "an expression of this kind");
}

bool gt_every_number(gt_every *p, const int32_t *values, const gt_expr *e, uint32_t *n,
                     const gt_row_case **cases)
{
    case_vec all = {0};
    bool ok = number(p, values, e, &all);
    *n = (uint32_t)all.n;
    *cases = gt_arena_copy(p->ctx->arena, all.v, all.n, sizeof *all.v);
    free(all.v);
    return ok && !p->refused;
}

/* ---- conditions ---- */

/* x kind y, one of < <= > >= */
static const gt_row *compare(gt_every *p, gt_expr_kind kind, const gt_row *x, const gt_row *y)
{
    bool less = kind == GT_EXPR_LT || kind == GT_EXPR_LE, strict = kind == GT_EXPR_LT || kind == GT_EXPR_GT;
    return gt_row_shift(p, gt_row_combine(p, less ? -1 : 1, x, less ? 1 : -1, y), -(int64_t)strict);
}

/* x kind y for two rows. */
static bool related(gt_every *p, gt_pos pos, gt_expr_kind kind, const gt_row *x, const gt_row *y,
                    gt_row_dnf *out)
{
    if (kind == GT_EXPR_EQ || kind == GT_EXPR_NE) {
        gt_row_dnf a = atom(p, compare(p, kind == GT_EXPR_EQ ? GT_EXPR_LE : GT_EXPR_LT, x, y));
        gt_row_dnf b = atom(p, compare(p, kind == GT_EXPR_EQ ? GT_EXPR_GE : GT_EXPR_GT, x, y));
        return kind == GT_EXPR_EQ ? gt_dnf_and(p, pos, &a, &b, out) : dnf_or(p, pos, &a, &b, out);
    }
    *out = atom(p, compare(p, kind, x, y));
    return true;
}

static gt_expr_kind opposite(gt_expr_kind kind)
{
    static const gt_expr_kind pairs[][2] = {
        {GT_EXPR_EQ, GT_EXPR_NE}, {GT_EXPR_LT, GT_EXPR_GE}, {GT_EXPR_LE, GT_EXPR_GT}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (int side = 0; side < 2; side++)
            if (pairs[i][side] == kind)
                return pairs[i][1 - side];
    gt_ice("no comparison: %s", gt_expr_kind_name(kind));
}

static bool comparison(gt_every *p, const int32_t *values, const gt_expr *e, bool holds, gt_row_dnf *out)
{
    uint32_t nx, ny;
    const gt_row_case *xs, *ys;
    if (!gt_every_number(p, values, e->kids[0], &nx, &xs) ||
        !gt_every_number(p, values, e->kids[1], &ny, &ys))
        return false;
    *out = truth(p, false);
    for (uint32_t i = 0; i < nx; i++)
        for (uint32_t j = 0; j < ny; j++) {
            bool possible;
            gt_row_dnf here, both;
            gt_row_set when = gt_set_and(p, xs[i].when, ys[j].when, &possible);
            gt_row_dnf there = {possible, &when};
            if (!related(p, e->pos, holds ? e->kind : opposite(e->kind), xs[i].value, ys[j].value, &here) ||
                !gt_dnf_and(p, e->pos, &there, &here, &both) || !dnf_or(p, e->pos, out, &both, out))
                return false;
        }
    return true;
}

/* All (or, if !all, one) of the operands are `holds`. */
static bool several(gt_every *p, const int32_t *values, const gt_expr *e, bool all, bool holds,
                    gt_row_dnf *out)
{
    *out = truth(p, all);
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_row_dnf one;
        if (!gt_every_formula(p, values, e->kids[i], holds, &one) ||
            !(all ? gt_dnf_and : dnf_or)(p, e->pos, out, &one, out))
            return false;
        if (all && out->n == 0)
            return true;
    }
    return true;
}

/* (c and x is a) or (not c and y is b) */
static bool cases(gt_every *p, const int32_t *values, const gt_expr *c, const gt_expr *x, bool a,
                  const gt_expr *y, bool b, gt_row_dnf *out)
{
    gt_row_dnf yes, no, one, other;
    return gt_every_formula(p, values, c, true, &yes) && gt_every_formula(p, values, c, false, &no) &&
           gt_every_formula(p, values, x, a, &one) && gt_every_formula(p, values, y, b, &other) &&
           gt_dnf_and(p, c->pos, &yes, &one, &one) && gt_dnf_and(p, c->pos, &no, &other, &other) &&
           dnf_or(p, c->pos, &one, &other, out);
}

bool gt_every_formula(gt_every *p, const int32_t *values, const gt_expr *e, bool holds, gt_row_dnf *out)
{
    int64_t value;
    switch (e->kind) {
    case GT_EXPR_CONST:
        gt_expr_is_const(e, &value);
        *out = truth(p, (value != 0) == holds);
        return true;
    case GT_EXPR_CVAR:
        if (p->column_of[e->u.index] >= 0)
            break;
        *out = truth(p, (values[e->u.index] != 0) == holds);
        return true;
    case GT_EXPR_NOT: return gt_every_formula(p, values, e->kids[0], !holds, out);
    case GT_EXPR_AND:
    case GT_EXPR_OR: return several(p, values, e, (e->kind == GT_EXPR_AND) == holds, holds, out);
    case GT_EXPR_IMPLIES: {
        gt_row_dnf x, y;
        return gt_every_formula(p, values, e->kids[0], !holds, &x) &&
               gt_every_formula(p, values, e->kids[1], holds, &y) &&
               (holds ? dnf_or : gt_dnf_and)(p, e->pos, &x, &y, out);
    }
    case GT_EXPR_IFF: return cases(p, values, e->kids[0], e->kids[1], holds, e->kids[1], !holds, out);
    case GT_EXPR_ITE: return cases(p, values, e->kids[0], e->kids[1], holds, e->kids[2], holds, out);
    case GT_KINDS_EQUALITY:
        if (e->kids[0]->type.kind == GT_TYPE_BOOL) {
            bool same = (e->kind == GT_EXPR_EQ) == holds;
            return cases(p, values, e->kids[0], e->kids[1], same, e->kids[1], !same, out);
        }
        return comparison(p, values, e, holds, out);
    case GT_KINDS_ORDER: return comparison(p, values, e, holds, out);
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_KINDS: break;
    }
    return gt_every_refuse(p, e->pos, "a condition of this kind");
}
