/* Constants in temporal formulas: F true is true, p U false is false, and so on. Checkers differ in what they
 * make of such formulas, and TLC gets some of them wrong. */
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

/* What the path quantifiers range over. */
typedef enum { PATHS_ALL, PATHS_FAIR, PATHS_NONE } paths;

typedef struct {
    gt_arena *arena;
    paths paths;
} folder;

static bool is_bool(const gt_expr *e, bool value)
{
    return value ? gt_expr_is_true(e) : gt_expr_is_false(e);
}

/* The path formula is `plain` (a constant or an operand): so is the operator, if there is a path to speak of.
 * Without one A is true and E false whatever the operands. NULL: it stays. */
static const gt_expr *quantify(const folder *f, gt_quantifier q, const gt_expr *plain)
{
    if (q == GT_QUANTIFIER_NONE || f->paths == PATHS_ALL || is_bool(plain, q == GT_QUANTIFIER_A))
        return plain;
    return NULL;
}

/* x U y, x W y, x R y with a constant among x and y; NULL: it stays. */
static const gt_expr *fold_binary(const folder *f, const gt_expr *e, const gt_expr *x, const gt_expr *y)
{
    gt_quantifier q = gt_path_ops[e->kind].quantifier;
    gt_expr_kind path = gt_path_ops[e->kind].path;
    bool x_true = gt_expr_is_true(x), x_false = gt_expr_is_false(x);
    bool y_true = gt_expr_is_true(y), y_false = gt_expr_is_false(y);
    if (y_true || (y_false && path != GT_EXPR_W))
        return quantify(f, q, y);
    if (x_true && path == GT_EXPR_W)
        return quantify(f, q, x);
    if ((x_false && path != GT_EXPR_R) || (x_true && path == GT_EXPR_R))
        return quantify(f, q, y);
    if (x_true)
        return gt_expr_op1(f->arena, e->pos, gt_path_kind(q, GT_EXPR_F), y);
    if (x_false || y_false)
        return gt_expr_op1(f->arena, e->pos, gt_path_kind(q, GT_EXPR_G), x_false ? y : x);
    return NULL;
}

static const gt_expr *fold_temporal(const folder *f, const gt_expr *e, const gt_expr *const *kids)
{
    const gt_expr *done = NULL;
    gt_quantifier q = gt_path_ops[e->kind].quantifier;
    if (gt_path_ops[e->kind].path == (gt_expr_kind)0)
        return gt_expr_rebuild(f->arena, e, kids); /* of PCTL */
    if (q != GT_QUANTIFIER_NONE && f->paths == PATHS_NONE)
        return gt_expr_bool(f->arena, e->pos, q == GT_QUANTIFIER_A);
    if (e->nkids == 2)
        done = fold_binary(f, e, kids[0], kids[1]);
    else if (kids[0]->kind == GT_EXPR_CONST)
        done = quantify(f, q, kids[0]);
    return done ? done : gt_expr_rebuild(f->arena, e, kids);
}

static const gt_expr *negation(const folder *f, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return gt_expr_bool(f->arena, e->pos, !e->u.value);
    return e->kind == GT_EXPR_NOT ? e->kids[0] : gt_expr_op1(f->arena, e->pos, GT_EXPR_NOT, e);
}

/* && and ||: `absorbing` decides, its opposite is left out. */
static const gt_expr *fold_junction(const folder *f, const gt_expr *e, const gt_expr **kids, bool absorbing)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (is_bool(kids[i], absorbing))
            return kids[i];
        if (!is_bool(kids[i], !absorbing))
            kids[n++] = kids[i];
    }
    if (n == 0)
        return gt_expr_bool(f->arena, e->pos, !absorbing);
    if (n == e->nkids)
        return gt_expr_rebuild(f->arena, e, kids);
    return n == 1 ? kids[0] : gt_expr_op(f->arena, e->pos, e->kind, n, kids);
}

static const gt_expr *fold_implies(const folder *f, const gt_expr *e, const gt_expr *const *kids)
{
    if (gt_expr_is_true(kids[0]) || gt_expr_is_true(kids[1]))
        return kids[1];
    if (gt_expr_is_false(kids[0]) || gt_expr_is_false(kids[1]))
        return negation(f, kids[0]);
    return gt_expr_rebuild(f->arena, e, kids);
}

static const gt_expr *fold_iff(const folder *f, const gt_expr *e, const gt_expr *const *kids)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (gt_expr_is_true(kids[i]))
            return kids[1 - i];
        if (gt_expr_is_false(kids[i]))
            return negation(f, kids[1 - i]);
    }
    return gt_expr_rebuild(f->arena, e, kids);
}

static const gt_expr *fold(const folder *f, const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return e;
    const gt_expr **kids = GT_NEW_ARRAY(f->arena, const gt_expr *, e->nkids ? e->nkids : 1);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = fold(f, e->kids[i]);
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return fold_temporal(f, e, kids);
    if (e->kind == GT_EXPR_NOT)
        return negation(f, kids[0]);
    if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR)
        return fold_junction(f, e, kids, e->kind == GT_EXPR_OR);
    if (e->kind == GT_EXPR_IMPLIES)
        return fold_implies(f, e, kids);
    if (e->kind == GT_EXPR_IFF)
        return fold_iff(f, e, kids);
    return gt_expr_rebuild(f->arena, e, kids);
}

const gt_expr *gt_temporal_fold(gt_arena *arena, const gt_expr *e)
{
    folder f = {arena, PATHS_ALL};
    return fold(&f, e);
}

static const gt_expr *fold_property(const folder *f, const gt_cmd_prop *prop)
{
    switch (prop->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR:
    case GT_PROP_DEADLOCK:
    case GT_PROP_PCTL: return prop->formula;
    case GT_PROP_CTL: return fold(f, prop->formula);
    case GT_PROP_LTL:
        if (f->paths == PATHS_NONE)
            return gt_expr_bool(f->arena, prop->formula->pos, true);
        return fold(f, prop->formula);
    }
    gt_ice("property kind %d", (int)prop->origin->kind);
}

const gt_cmds *gt_temporal_fold_all(gt_arena *arena, const gt_cmds *cmds)
{
    gt_cmds *copy = GT_NEW(arena, gt_cmds);
    folder f = {arena, PATHS_ALL};
    *copy = *cmds;
    const gt_expr **fair = GT_NEW_ARRAY(arena, const gt_expr *, cmds->nfair + 1);
    copy->nfair = 0;
    for (uint32_t i = 0; i < cmds->nfair; i++)
        if (gt_expr_is_false(cmds->fair[i]))
            f.paths = PATHS_NONE;
        else if (!gt_expr_is_true(cmds->fair[i]))
            fair[copy->nfair++] = cmds->fair[i];
    if (f.paths == PATHS_NONE)
        copy->nfair = 0; /* no path is fair, and no formula speaks of paths any more */
    else if (copy->nfair > 0)
        f.paths = PATHS_FAIR;
    copy->fair = fair;
    gt_cmd_prop *props = GT_NEW_ARRAY(arena, gt_cmd_prop, cmds->nprops + 1);
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        props[i] = cmds->props[i];
        props[i].formula = fold_property(&f, &cmds->props[i]);
    }
    copy->props = props;
    return copy;
}
