/* Operators: typing, 32-bit arithmetic, and what ids may be used for. */
#include "frontend/lower.h"

#include <stdlib.h>

static gt_expr_kind kind_of(gt_word word)
{
    switch ((int)word) {
#define SAME(name)                                                                                           \
    case GT_WORD_##name: return GT_EXPR_##name;
        SAME(IFF)
        SAME(IMPLIES)
        SAME(OR)
        SAME(AND)
        SAME(EQ)
        SAME(NE)
        SAME(LT)
        SAME(LE)
        SAME(GT)
        SAME(GE)
        SAME(ADD)
        SAME(SUB)
        SAME(MUL)
        SAME(DIV)
        SAME(MOD)
#undef SAME
    }
    gt_ice("no operator `%s`", gt_word_text(word));
}

static bool is_logical(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_IMPLIES || kind == GT_EXPR_IFF;
}

static bool is_order(gt_expr_kind kind)
{
    return kind >= GT_EXPR_LT && kind <= GT_EXPR_GE;
}

/* Operators whose chains become one node with many operands. */
static bool is_flat(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_ADD || kind == GT_EXPR_MUL;
}

static gt_pos span(gt_pos a, gt_pos b)
{
    return (gt_pos){a.line, a.col, b.end_line, b.end_col};
}

/* ---- 32 bits ---- */

typedef struct {
    int64_t lo, hi;
} interval;

static interval combine(gt_expr_kind kind, interval a, gt_type t)
{
    interval b = {t.lo, t.hi};
    if (kind == GT_EXPR_ADD)
        return (interval){a.lo + b.lo, a.hi + b.hi};
    if (kind == GT_EXPR_SUB)
        return (interval){a.lo - b.hi, a.hi - b.lo};
    if (kind == GT_EXPR_DIV) /* only the smallest number divided by -1 is too large */
        return a.lo == INT32_MIN && b.lo <= -1 && b.hi >= -1 ? (interval){a.lo, -a.lo} : a;
    if (kind != GT_EXPR_MUL)
        return a;
    int64_t p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    interval r = {p[0], p[0]};
    for (int i = 1; i < 4; i++) {
        r.lo = p[i] < r.lo ? p[i] : r.lo;
        r.hi = p[i] > r.hi ? p[i] : r.hi;
    }
    return r;
}

static bool fits_32(gt_lower *lw, gt_pos pos, interval r)
{
    if (r.lo >= INT32_MIN && r.hi <= INT32_MAX)
        return true;
    gt_error(lw->diag, pos, "overflow", "this can be %lld, which does not fit 32 bits",
             (long long)(r.lo < INT32_MIN ? r.lo : r.hi));
    gt_help(lw->diag, "limit the operands with smaller ranges, min, max or %%");
    gt_lower_where(lw);
    return false;
}

static bool is_number(gt_type type)
{
    return type.kind == GT_TYPE_INT || type.kind == GT_TYPE_REAL;
}

static bool want_number(gt_lower *lw, gt_expr_kind kind, const gt_expr *e)
{
    static const char *const names[] = {"`+`", "`-`", "`*`", "`/`", "`%`", "min", "max"};
    const char *what = kind == GT_EXPR_NEG ? "`-`" : names[kind - GT_EXPR_ADD];
    return is_number(e->type) || gt_lower_wrong(lw, e, what, "numbers");
}

static bool may_divide(gt_lower *lw, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    if (kind != GT_EXPR_DIV && kind != GT_EXPR_MOD)
        return true;
    bool ints = x->type.kind == GT_TYPE_INT && y->type.kind == GT_TYPE_INT;
    if (kind == GT_EXPR_MOD && !ints) {
        gt_error(lw->diag, span(x->pos, y->pos), "type", "`%%` needs integers");
        return false;
    }
    int64_t num = 1, den = 1;
    bool zero = y->type.kind == GT_TYPE_INT ? y->type.lo == 0 && y->type.hi == 0
                                            : gt_lower_const_real(y, &num, &den) && num == 0;
    if (zero) {
        gt_error(lw->diag, y->pos, "divide", "this divides by zero");
        gt_lower_where(lw);
    }
    return !zero;
}

/* All operands of one flat operator, or the two of another. */
static const gt_expr *arith(gt_lower *lw, gt_pos pos, gt_expr_kind kind, uint32_t n, const gt_expr **kids)
{
    bool real = false;
    for (uint32_t i = 0; i < n; i++) {
        if (!want_number(lw, kind, kids[i]))
            return NULL;
        real = real || kids[i]->type.kind == GT_TYPE_REAL;
    }
    interval r = {kids[0]->type.lo, kids[0]->type.hi};
    for (uint32_t i = 1; i < n; i++) {
        if (!may_divide(lw, kind, kids[i - 1], kids[i]))
            return NULL;
        r = combine(kind, r, kids[i]->type);
        if (!real && !fits_32(lw, span(kids[0]->pos, kids[i]->pos), r))
            return NULL;
    }
    return gt_expr_op(lw->arena, pos, kind, n, kids);
}

const gt_expr *gt_lower_arith(gt_lower *lw, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[2] = {x, y};
    return x && y ? arith(lw, pos, kind, 2, kids) : NULL;
}

/* ---- comparisons ---- */

static const gt_expr *order(gt_lower *lw, gt_pos pos, gt_expr_kind kind, const char *op, const gt_expr *x,
                            const gt_expr *y)
{
    if (x->type.kind == GT_TYPE_ID || y->type.kind == GT_TYPE_ID) {
        const gt_expr *id = x->type.kind == GT_TYPE_ID ? x : y;
        gt_error(lw->diag, pos, "id-order", "processes of type %s have no order", id->type.proc->name);
        gt_note(lw->diag, id->pos,
                "processes are interchangeable: a program in which `%s` tells them apart is not symmetric",
                op);
        gt_help(lw->diag, "compare processes with == or !=, or give each a rank in a local variable");
        gt_lower_where(lw);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        const gt_expr *e = i ? y : x;
        if (!is_number(e->type)) {
            gt_lower_wrong(lw, e, gt_arena_printf(lw->arena, "`%s`", op), "numbers");
            return NULL;
        }
    }
    return gt_expr_op2(lw->arena, pos, kind, x, y);
}

static const gt_expr *compare(gt_lower *lw, gt_pos pos, gt_expr_kind kind, const char *op, const gt_expr *x,
                              const gt_expr *y)
{
    if (is_order(kind))
        return order(lw, pos, kind, op, x, y);
    if (!gt_lower_comparable(lw, pos, op, x, y))
        return NULL;
    return gt_expr_op2(lw->arena, pos, kind, x, y);
}

/* A bare value whose meaning depends on the other side: none, or a name that is only an enum's. */
static bool needs_context(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    while (syn->kind == GT_SYN_parenthesized_expression)
        syn = syn->first;
    if (syn->kind == GT_SYN_none)
        return true;
    if (syn->kind == GT_SYN_ternary_expression)
        return needs_context(lw, env, gt_syn_get(syn, GT_FIELD_then));
    if (syn->kind != GT_SYN_identifier)
        return false;
    for (const gt_bind *b = env->binds; b; b = b->next)
        if (b->name == syn->text)
            return false;
    return !gt_lower_find(lw, env->home, syn->text);
}

/* Lowers two operands so that each may tell the other's type. `x`, if given, is already lowered. */
static bool operands(gt_lower *lw, const gt_env *env, const gt_syn *left, const gt_syn *right,
                     const gt_type *expect, const gt_expr **x, const gt_expr **y)
{
    bool wait = !*x && left && needs_context(lw, env, left) && !(expect && expect->kind != GT_TYPE_REAL);
    if (wait) {
        *y = gt_lower_expr(lw, env, right, expect);
        *x = gt_lower_expr(lw, env, left, *y ? &(*y)->type : expect);
        return *x && *y;
    }
    if (!*x && left)
        *x = gt_lower_expr(lw, env, left, expect);
    *y = gt_lower_expr(lw, env, right, *x ? &(*x)->type : expect);
    return *x && *y;
}

/* ---- binary ---- */

/* One link of a chain of operators, from the left. */
typedef struct {
    const gt_syn *syn, *right;
    gt_expr_kind kind;
} chain_link;

typedef GT_VEC(chain_link) chain;

/* Unrolls the left spine of a binary expression; returns its leftmost operand. Links are stored left to
 * right. */
static const gt_syn *unroll(const gt_syn *syn, chain *links)
{
    while (syn->kind == GT_SYN_binary_expression) {
        chain_link l = {syn, gt_syn_get(syn, GT_FIELD_right), kind_of(syn->word)};
        gt_vec_push(links, l);
        syn = gt_syn_get(syn, GT_FIELD_left);
    }
    for (size_t i = 0, j = links->n; i + 1 < j; i++) {
        chain_link t = links->v[i];
        links->v[i] = links->v[--j];
        links->v[j] = t;
    }
    return syn;
}

/* How many of the links add a level to the tree. */
static uint32_t levels_of(const chain *links)
{
    uint32_t levels = 0;
    for (size_t i = 0; i < links->n; i++)
        levels += i == 0 || !is_flat(links->v[i].kind) || links->v[i].kind != links->v[i - 1].kind;
    return levels;
}

static gt_env inner(const gt_env *env, gt_expr_kind kind, const char *op)
{
    gt_env e = *env;
    if (!is_logical(kind) && !e.no_time) {
        e.no_time = true;
        e.why = op;
    }
    if (is_logical(kind) || kind == GT_EXPR_EQ || kind == GT_EXPR_NE || is_order(kind) || kind == GT_EXPR_MOD)
        e.real = false;
    return e;
}

/* So that what is divided by another integer is not truncated. */
static const gt_expr *as_real(gt_lower *lw, const gt_expr *x)
{
    if (x->type.kind != GT_TYPE_INT)
        return x;
    return gt_expr_op2(lw->arena, x->pos, GT_EXPR_MUL, gt_expr_real(lw->arena, x->pos, 1, 1), x);
}

/* One operator, or a run of a flat one: links [from, to) applied to x. `x` may be NULL after an error: the
 * right sides are still looked at. */
static const gt_expr *apply(gt_lower *lw, const gt_env *env, const chain *links, size_t from, size_t to,
                            const gt_syn *left, const gt_expr *x, const gt_type *expect)
{
    gt_expr_kind kind = links->v[from].kind;
    const char *op = gt_word_text(links->v[from].syn->word);
    gt_env e = inner(env, kind, op);
    gt_type hint = gt_type_bool();
    bool sides = kind == GT_EXPR_EQ || kind == GT_EXPR_NE || is_order(kind);
    const gt_type *want = is_logical(kind) ? &hint : sides ? NULL : expect;
    GT_VEC(const gt_expr *) kids = {0};
    bool ok = x || left;
    for (size_t i = from; i < to; i++) {
        const gt_expr *y = NULL, *first = x;
        if (i == from) {
            ok = operands(lw, &e, left, links->v[i].right, want, &first, &y) && ok;
            gt_vec_push(&kids, first);
        } else {
            y = gt_lower_expr(lw, &e, links->v[i].right, want);
        }
        ok = ok && y;
        gt_vec_push(&kids, y);
    }
    const gt_expr *result = NULL;
    gt_pos pos = links->v[to - 1].syn->pos;
    for (size_t i = 0; ok && i < kids.n && is_logical(kind); i++)
        if (kids.v[i]->type.kind != GT_TYPE_BOOL)
            ok = gt_lower_wrong(lw, kids.v[i], gt_arena_printf(lw->arena, "`%s`", op), "bools");
    if (ok && is_logical(kind))
        result = gt_expr_op(lw->arena, pos, kind, (uint32_t)kids.n, kids.v);
    else if (ok && sides)
        result = compare(lw, pos, kind, op, kids.v[0], kids.v[1]);
    else if (ok) {
        if (e.real && kind == GT_EXPR_DIV)
            kids.v[0] = as_real(lw, kids.v[0]);
        result = arith(lw, pos, kind, (uint32_t)kids.n, kids.v);
    }
    free(kids.v);
    return result;
}

const gt_expr *gt_lower_binary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    chain links = {0};
    const gt_syn *left = unroll(syn, &links);
    uint32_t levels = levels_of(&links);
    const gt_expr *x = NULL;
    if (gt_lower_deeper(lw, syn->pos, levels)) {
        for (size_t from = 0, to; from < links.n; from = to) {
            gt_expr_kind kind = links.v[from].kind;
            to = from + 1;
            while (is_flat(kind) && to < links.n && links.v[to].kind == kind)
                to++;
            x = apply(lw, env, &links, from, to, from == 0 ? left : NULL, x, expect);
            lw->depth--;
        }
    }
    free(links.v);
    return x;
}

const gt_expr *gt_lower_unary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    const gt_syn *argument = gt_syn_get(syn, GT_FIELD_argument);
    if (syn->word == GT_WORD_NOT) {
        const gt_expr *e = gt_lower_expr(lw, env, argument, NULL);
        if (!e || (e->type.kind != GT_TYPE_BOOL && !gt_lower_wrong(lw, e, "`!`", "a bool")))
            return NULL;
        return gt_expr_op1(lw->arena, syn->pos, GT_EXPR_NOT, e);
    }
    gt_env e = inner(env, GT_EXPR_NEG, "-");
    const gt_expr *x = gt_lower_expr(lw, &e, argument, expect);
    if (!x || !want_number(lw, GT_EXPR_NEG, x))
        return NULL;
    interval r = {-(int64_t)x->type.hi, -(int64_t)x->type.lo};
    if (x->type.kind == GT_TYPE_INT && !fits_32(lw, syn->pos, r))
        return NULL;
    return gt_expr_op1(lw->arena, syn->pos, GT_EXPR_NEG, x);
}

const gt_expr *gt_lower_ternary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    gt_env e = inner(env, GT_EXPR_ITE, "?:"), state = e;
    state.real = false;
    const gt_expr *c =
        gt_lower_bool(lw, &state, gt_syn_get(syn, GT_FIELD_condition), "the condition of `?:`");
    const gt_expr *x = NULL, *y = NULL;
    bool ok =
        operands(lw, &e, gt_syn_get(syn, GT_FIELD_then), gt_syn_get(syn, GT_FIELD_else), expect, &x, &y);
    if (!ok || !c || !gt_lower_comparable(lw, syn->pos, "?:", x, y))
        return NULL;
    return gt_expr_op3(lw->arena, syn->pos, GT_EXPR_ITE, c, x, y);
}

/* ---- in ---- */

static const gt_expr *in_range(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_syn *range,
                               const gt_expr *x)
{
    const gt_expr *lo = gt_lower_expr(lw, env, gt_syn_get(range, GT_FIELD_low), &x->type);
    const gt_expr *hi = gt_lower_expr(lw, env, gt_syn_get(range, GT_FIELD_high), &x->type);
    if (!lo || !hi)
        return NULL;
    const gt_expr *again = gt_lower_copy(lw, x);
    const gt_expr *a = order(lw, syn->pos, GT_EXPR_GE, "in", x, lo);
    const gt_expr *b = a && again ? order(lw, syn->pos, GT_EXPR_LE, "in", again, hi) : NULL;
    return b ? gt_expr_op2(lw->arena, syn->pos, GT_EXPR_AND, a, b) : NULL;
}

const gt_expr *gt_lower_in(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    gt_env e = inner(env, GT_EXPR_EQ, "in");
    const gt_syn *right = gt_syn_get(syn, GT_FIELD_right);
    const gt_expr *x = gt_lower_expr(lw, &e, gt_syn_get(syn, GT_FIELD_left), NULL);
    if (!x)
        return NULL;
    if (right->kind == GT_SYN_range)
        return in_range(lw, &e, syn, right, x);
    GT_VEC(const gt_expr *) cases = {0};
    bool ok = true;
    for (const gt_syn *kid = right->first; kid; kid = kid->next) {
        const gt_expr *y = gt_lower_expr(lw, &e, kid, &x->type);
        const gt_expr *again = kid == right->first ? x : gt_lower_copy(lw, x);
        const gt_expr *c = y && again ? compare(lw, kid->pos, GT_EXPR_EQ, "in", again, y) : NULL;
        ok = ok && c;
        gt_vec_push(&cases, c);
    }
    const gt_expr *result = NULL;
    if (ok)
        result = cases.n == 1 ? cases.v[0]
                              : gt_expr_op(lw->arena, syn->pos, GT_EXPR_OR, (uint32_t)cases.n, cases.v);
    free(cases.v);
    return result;
}
