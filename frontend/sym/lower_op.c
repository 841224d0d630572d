/* Operators: chains of them, and what their operands say about each other. */
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>

/* 0: no operator between two operands. */
static const gt_expr_kind kinds[GT_WORDS] = {
#define SAME(name) [GT_WORD_##name] = GT_EXPR_##name,
    SAME(IFF) SAME(IMPLIES) SAME(OR) SAME(AND) SAME(EQ) SAME(NE) SAME(LT) SAME(LE) SAME(GT) SAME(GE) SAME(ADD)
        SAME(SUB) SAME(MUL) SAME(DIV) SAME(MOD)
#undef SAME
};

static bool is_logical(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_IMPLIES || kind == GT_EXPR_IFF;
}

const gt_expr *gt_lower_arith(gt_lower *lw, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_build_op2(lw->build, pos, kind, gt_expr_kind_name(kind), x, y);
}

static bool is_order(gt_expr_kind kind)
{
    return gt_expr_in(kind, GT_GROUP_ORDER);
}

/* Operators whose chains become one node with many operands. */
static bool is_flat(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_ADD || kind == GT_EXPR_MUL;
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
    return !gt_lower_find_value(lw, env->home, syn->text);
}

/* `none` beside something wrong: which type it is of would be for the other side to say. */
static bool is_none(const gt_syn *syn)
{
    while (syn->kind == GT_SYN_parenthesized_expression)
        syn = syn->first;
    return syn->kind == GT_SYN_none;
}

/* Lowers two operands so that each may tell the other's type. `x`, if given, is already lowered. */
static bool operands(gt_lower *lw, const gt_env *env, const gt_syn *left, const gt_syn *right,
                     const gt_type *expect, const gt_expr **x, const gt_expr **y)
{
    bool wait = !*x && left && needs_context(lw, env, left) && !(expect && expect->kind != GT_TYPE_REAL);
    if (wait) {
        *y = gt_lower_expr(lw, env, right, expect);
        *x = *y || !is_none(left) ? gt_lower_expr(lw, env, left, *y ? &(*y)->type : expect) : NULL;
        return *x && *y;
    }
    if (!*x && left)
        *x = gt_lower_expr(lw, env, left, expect);
    if (!*x && is_none(right))
        return false;
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
        chain_link l = {syn, gt_syn_get(syn, GT_FIELD_right), kinds[syn->word]};
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
    if (ok && e.real && kind == GT_EXPR_DIV)
        kids.v[0] = as_real(lw, kids.v[0]);
    const gt_expr *result =
        ok ? gt_build_op(lw->build, links->v[to - 1].syn->pos, kind, op, (uint32_t)kids.n, kids.v) : NULL;
    free(kids.v);
    return result;
}

/* A comparison of what is no scalar, at the beginning of a chain; *links: how many links that is. */
static const gt_expr *whole(gt_lower *lw, const gt_env *env, const chain *links, size_t *n)
{
    for (size_t i = 0; i < links->n && lw->layouts; i++) {
        const chain_link *l = &links->v[i];
        if (!gt_expr_in(l->kind, GT_GROUP_EQUALITY) && !is_order(l->kind))
            continue;
        gt_env inside = inner(env, l->kind, gt_word_text(l->syn->word));
        const gt_layout *layout = gt_lower_layout_of(lw, &inside, gt_syn_get(l->syn, GT_FIELD_left));
        layout = layout ? layout : gt_lower_layout_of(lw, &inside, l->right);
        if (!layout)
            continue;
        *n = i + 1;
        return gt_lower_equal(lw, &inside, l->syn, layout);
    }
    return NULL;
}

const gt_expr *gt_lower_binary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    chain links = {0};
    const gt_syn *left = unroll(syn, &links);
    uint32_t levels = levels_of(&links);
    const gt_expr *x = NULL;
    if (gt_lower_deeper(lw, syn->pos, levels)) {
        size_t first = 0;
        x = whole(lw, env, &links, &first);
        lw->depth -= levels_of(&(chain){.v = links.v, .n = first});
        bool begun = first > 0;
        for (size_t from = first, to; from < links.n; from = to) {
            gt_expr_kind kind = links.v[from].kind;
            to = from + 1;
            while (is_flat(kind) && to < links.n && links.v[to].kind == kind)
                to++;
            x = apply(lw, env, &links, from, to, from == 0 && !begun ? left : NULL, x, expect);
            lw->depth--;
        }
    }
    free(links.v);
    return x;
}

const gt_expr *gt_lower_unary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    const gt_syn *argument = gt_syn_get(syn, GT_FIELD_argument);
    bool is_not = syn->word == GT_WORD_NOT;
    gt_env e = is_not ? *env : inner(env, GT_EXPR_NEG, "-");
    const gt_expr *x = gt_lower_expr(lw, &e, argument, is_not ? NULL : expect);
    return gt_build_op1(lw->build, syn->pos, is_not ? GT_EXPR_NOT : GT_EXPR_NEG, is_not ? "!" : "-", x);
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
    const gt_expr *kids[] = {c, x, y};
    return ok ? gt_build_op(lw->build, syn->pos, GT_EXPR_ITE, "?:", 3, kids) : NULL;
}

/* ---- in ---- */

static const gt_expr *in_range(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_syn *range,
                               const gt_expr *x)
{
    const gt_expr *lo = gt_lower_expr(lw, env, gt_syn_get(range, GT_FIELD_low), &x->type);
    const gt_expr *hi = gt_lower_expr(lw, env, gt_syn_get(range, GT_FIELD_high), &x->type);
    const gt_expr *again = lo && hi ? gt_lower_copy(lw, x) : NULL;
    const gt_expr *a = gt_build_op2(lw->build, syn->pos, GT_EXPR_GE, "in", x, lo);
    const gt_expr *b = a ? gt_build_op2(lw->build, syn->pos, GT_EXPR_LE, "in", again, hi) : NULL;
    return gt_build_op2(lw->build, syn->pos, GT_EXPR_AND, "in", a, b);
}

const gt_expr *gt_lower_in(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    gt_env e = inner(env, GT_EXPR_EQ, "in");
    const gt_syn *right = gt_syn_get(syn, GT_FIELD_right);
    const gt_layout *set = right->kind == GT_SYN_range ? NULL : gt_lower_layout_of(lw, &e, right);
    if (set)
        return gt_lower_in_set(lw, &e, syn, set);
    const gt_expr *x = gt_lower_expr(lw, &e, gt_syn_get(syn, GT_FIELD_left), NULL);
    if (!x)
        return NULL;
    if (x->type.kind == GT_TYPE_ID && right->kind == GT_SYN_identifier)
        return gt_lower_in_class(lw, syn, x, right);
    if (right->kind == GT_SYN_range)
        return in_range(lw, &e, syn, right, x);
    if (right->kind != GT_SYN_set || !right->first) {
        gt_error(lw->diag, right->pos, "type",
                 right->kind == GT_SYN_set ? "nothing is in the empty set" : "`in` needs a set or a range");
        gt_help(lw->diag, "write `x in 0..3`, `x in {a, b}`, or the name of a variable of type `set of ...`");
        return NULL;
    }
    GT_VEC(const gt_expr *) cases = {0};
    bool ok = true;
    for (const gt_syn *kid = right->first; kid; kid = kid->next) {
        const gt_expr *y = gt_lower_expr(lw, &e, kid, &x->type);
        const gt_expr *again = kid == right->first ? x : gt_lower_copy(lw, x);
        const gt_expr *c = gt_build_op2(lw->build, kid->pos, GT_EXPR_EQ, "in", again, y);
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
