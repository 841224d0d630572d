#include "passes/symmetric/initial.h"

#include "ir/sym.h"
#include "runtime/table.h"

#include <stdlib.h>

enum { MAX_NODES = 10000000 };

typedef struct {
    gt_ctx *ctx;
    gt_fold *fold;
    gt_ptrmap done; /* quantifiers -> what stands in their place */
    uint64_t nodes; /* looked at so far */
    bool open;      /* a number of processes is wanted that is left open */
} walk;

typedef GT_VEC(const gt_expr *) expr_vec;

/* ---- a body without quantifiers ---- */

/* What a comparison compares the binder's process with; NULL if it is not such a comparison. */
static const gt_expr *compared_with(const gt_expr *e, const gt_binder *binder)
{
    if (e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE)
        return NULL;
    for (int side = 0; side < 2; side++)
        if (e->kids[side]->kind == GT_EXPR_BOUND && e->kids[side]->u.binder == binder)
            return e->kids[1 - side];
    return NULL;
}

typedef struct {
    walk *walk;
    const gt_binder *binder;
    expr_vec known;
} meeting;

static const gt_expr *meet(void *data, gt_fold *fold, const gt_expr *e)
{
    (void)fold;
    meeting *m = data;
    m->walk->nodes++;
    const gt_expr *other = compared_with(e, m->binder);
    for (size_t i = 0; other && i < m->known.n; i++)
        if (m->known.v[i] == other)
            other = NULL;
    if (other)
        gt_vec_push(&m->known, other);
    return NULL;
}

typedef struct {
    walk *walk;
    const gt_binder *binder;
    const gt_expr *process; /* in the binder's place; NULL: one that equals nobody it is compared with */
} place;

static const gt_expr *put(void *data, gt_fold *fold, const gt_expr *e)
{
    const place *p = data;
    p->walk->nodes++;
    const gt_expr *other = compared_with(e, p->binder);
    if (!other)
        return NULL;
    return p->process ? gt_fold_op2(fold, e->pos, e->kind, p->process, other)
                      : gt_fold_bool(fold, e->pos, e->kind == GT_EXPR_NE);
}

/* ---- one quantifier ---- */

/* The process `e` is not none. */
static const gt_expr *is_somebody(walk *w, const gt_expr *e)
{
    if (!e->type.optional)
        return gt_fold_bool(w->fold, e->pos, true);
    const gt_expr *none = gt_fold_intern(w->fold, gt_expr_none(w->ctx->arena, e->pos, e->type.proc));
    return gt_fold_op2(w->fold, e->pos, GT_EXPR_NE, e, none);
}

/* Known process i is not none and none of those before it. */
static const gt_expr *is_new(walk *w, const expr_vec *known, size_t i)
{
    const gt_expr *e = known->v[i], *all = is_somebody(w, e);
    for (size_t k = 0; k < i; k++)
        all = gt_fold_and(w->fold, all, gt_fold_op2(w->fold, e->pos, GT_EXPR_NE, known->v[k], e));
    return all;
}

static const gt_expr *add_if(walk *w, const gt_expr *sum, const gt_expr *cond)
{
    return gt_fold_op2(w->fold, cond->pos, GT_EXPR_ADD, sum, gt_fold_indicator(w->fold, cond));
}

/* If one more process satisfies the body, all do but some of the known ones; else none does but some of them.
 * Either is right when nobody is left besides them. */
static const gt_expr *count(walk *w, place *p, const expr_vec *known, const gt_expr *body,
                            const gt_expr *more)
{
    gt_fold *f = w->fold;
    gt_pos pos = body->pos;
    const gt_expr *zero = gt_fold_int(f, pos, 0), *all = gt_fold_int(f, pos, p->binder->type.proc->n);
    const gt_expr *yes = zero, *no = zero;
    for (size_t i = 0; i < known->n; i++) {
        p->process = known->v[i];
        const gt_expr *one = gt_fold_map(f, body, put, p), *distinct = is_new(w, known, i);
        yes = add_if(w, yes, gt_fold_and(f, distinct, one));
        no = add_if(w, no, gt_fold_and(f, distinct, gt_fold_not(f, one)));
    }
    const gt_expr *most = gt_fold_op2(f, pos, GT_EXPR_SUB, all, no);
    return gt_fold_op3(f, pos, GT_EXPR_ITE, more, gt_fold_op2(f, pos, GT_EXPR_MAX, most, zero),
                       gt_fold_op2(f, pos, GT_EXPR_MIN, yes, all)); /* the ends say: 0..n */
}

/* Some known process satisfies the body, or one more does and there is one. */
static const gt_expr *exists(walk *w, place *p, const expr_vec *known, const gt_expr *body,
                             const gt_expr *more)
{
    gt_fold *f = w->fold;
    int64_t n = p->binder->type.proc->n;
    const gt_expr *some = gt_fold_bool(f, body->pos, false), *distinct = gt_fold_int(f, body->pos, 0);
    for (size_t i = 0; i < known->n; i++) {
        p->process = known->v[i];
        const gt_expr *one = gt_fold_map(f, body, put, p);
        some = gt_fold_or(f, some, gt_fold_and(f, is_somebody(w, known->v[i]), one));
        if (known->n >= (size_t)n)
            distinct = add_if(w, distinct, is_new(w, known, i));
    }
    const gt_expr *left = gt_fold_op2(f, body->pos, GT_EXPR_LT, distinct, gt_fold_int(f, body->pos, n));
    return gt_fold_or(f, some, gt_fold_and(f, left, more));
}

static const gt_expr *without(walk *w, const gt_expr *e, const gt_expr *body)
{
    meeting m = {.walk = w, .binder = e->u.binder};
    gt_fold_map(w->fold, body, meet, &m);
    if (e->kind == GT_EXPR_FORALL)
        body = gt_fold_not(w->fold, body);
    place p = {.walk = w, .binder = e->u.binder};
    const gt_expr *more = gt_fold_map(w->fold, body, put, &p);
    const gt_expr *result =
        e->kind == GT_EXPR_COUNT ? count(w, &p, &m.known, body, more) : exists(w, &p, &m.known, body, more);
    free(m.known.v);
    return e->kind == GT_EXPR_FORALL ? gt_fold_not(w->fold, result) : result;
}

/* ---- all of them, from the inside: whom an outer one binds is known to an inner one ---- */

static const gt_expr *replace(void *data, gt_fold *fold, const gt_expr *e)
{
    walk *w = data;
    if (e->kind != GT_EXPR_EXISTS && e->kind != GT_EXPR_FORALL && e->kind != GT_EXPR_COUNT)
        return NULL;
    const gt_expr *known = gt_ptrmap_pointer(&w->done, e);
    if (known)
        return known;
    if (e->u.binder->type.proc->size) { /* whether one more process is left is not known */
        gt_error(w->ctx->diag, e->pos, "open-size",
                 "an initial value that looks at all processes needs their number, which is left open here");
        gt_help(w->ctx->diag, "fix the number with -D");
        w->open = true;
    }
    if (w->open || w->nodes > MAX_NODES) /* any value will do: the result is thrown away */
        return e->kind == GT_EXPR_COUNT ? gt_fold_int(fold, e->pos, 0) : gt_fold_bool(fold, e->pos, false);
    known = without(w, e, gt_fold_map(fold, e->kids[0], replace, w));
    gt_ptrmap_point(&w->done, e, known);
    return known;
}

const gt_expr *gt_initial_plain(gt_ctx *ctx, gt_fold *fold, const gt_expr *e)
{
    walk w = {.ctx = ctx, .fold = fold};
    const gt_expr *result = gt_fold_map(fold, e, replace, &w);
    gt_ptrmap_fini(&w.done);
    if (w.open)
        return NULL;
    if (w.nodes <= MAX_NODES)
        return result;
    gt_error(ctx->diag, e->pos, "init", "the quantifiers of this initial value are nested too deeply");
    gt_help(ctx->diag, "compare their processes with fewer others");
    return NULL;
}
