/* Temporal operators below quantifiers. States of a symmetric program do not tell processes apart, so nothing
 * can follow one process through time but the prefix of a property. Two laws make a formula that has such
 * operators one that has none:
 *   - a quantifier moves in front where it commutes with all that stands around it: `forall` with AG, AX, &&,
 *     || and what is alike, `exists` with EF and EX; below `!` and left of `->` the other one;
 *   - where it does not, a temporal operand c in which its process does not occur is either true or false:
 *     Q i (f(c)) is (c && Q i (f(true))) || (!c && Q i (f(false))).
 * What is left follows one process through time and is refused. */
#include "ir/build/build_impl.h"

#include "ir/expr/walk.h"

#include <stdlib.h>
#include <string.h>

enum { FORALL = 1, EXISTS = 2, BOTH = 3 };

/* Temporal operands of one quantifier that are taken for true and for false, one after the other. */
enum { MOST_SPLITS = 6, MOST_NODES = 1 << 20 };

/* What stands around a part of the formula. */
typedef struct {
    unsigned moves;         /* the quantifiers that, written here, can move in front */
    bool negative;          /* and are the other one there */
    const gt_expr *blocker; /* the innermost operator that one of them cannot pass, or NULL */
} around;

typedef struct {
    gt_build *b;
    gt_prop *prop;
    GT_VEC(const gt_binder *) prefix;
    GT_VEC(const gt_binder *) moved; /* the binders as they were; parallel to the end of `prefix` */
    uint32_t made;                   /* nodes of copies */
    bool failed;
} hoist;

static const gt_expr *part(hoist *h, const gt_expr *e, around at);

/* ---- what commutes ---- */

/* The quantifiers over one path that pass the operator, from operand k outwards. */
static unsigned passes_path(gt_expr_kind path, uint32_t k)
{
    if (path == GT_EXPR_X)
        return BOTH;
    if (path == GT_EXPR_G)
        return FORALL;
    if (path == GT_EXPR_F)
        return EXISTS;
    bool release = path == GT_EXPR_R; /* otherwise U, W: the right side is reached once */
    return release == (k == 0) ? EXISTS : FORALL;
}

static unsigned passes(const gt_expr *e, uint32_t k)
{
    const gt_path_op *op = &gt_path_ops[e->kind];
    bool logic = e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR || e->kind == GT_EXPR_NOT ||
                 e->kind == GT_EXPR_IMPLIES;
    if (logic)
        return BOTH;
    if (!op->path || e->u.bound)
        return 0;
    unsigned all = op->quantifier == GT_QUANTIFIER_A   ? FORALL
                   : op->quantifier == GT_QUANTIFIER_E ? EXISTS
                                                       : BOTH;
    return all & passes_path(op->path, k);
}

static unsigned swapped(unsigned moves)
{
    return (moves & FORALL ? EXISTS : 0u) | (moves & EXISTS ? FORALL : 0u);
}

static around inside(const gt_expr *e, uint32_t k, around at)
{
    bool turns = e->kind == GT_EXPR_NOT || (e->kind == GT_EXPR_IMPLIES && k == 0);
    around in = {at.moves & passes(e, k), at.negative != turns, at.blocker};
    if (in.moves != at.moves)
        in.blocker = e;
    if (turns)
        in.moves = swapped(in.moves);
    return in;
}

/* ---- in front ---- */

static bool is_quantifier(const gt_expr *e)
{
    return e->kind == GT_EXPR_EXISTS || e->kind == GT_EXPR_FORALL;
}

/* A name that no other quantifier of the prefix has. */
static const char *fresh(hoist *h, const char *name)
{
    const char *found = name;
    for (size_t i = 0, n = 2; i < h->prefix.n; i++)
        if (strcmp(h->prefix.v[i]->name, found) == 0) {
            found = gt_arena_printf(h->b->arena, "%s_%zu", name, n++);
            i = SIZE_MAX; /* from the beginning */
        }
    return found;
}

/* The quantifier joins the prefix, if that is of its kind. */
static const gt_expr *move(hoist *h, const gt_expr *e, around at)
{
    bool exists = (e->kind == GT_EXPR_EXISTS) != at.negative;
    if (h->prefix.n > 0 && exists != h->prop->prefix_exists) {
        gt_error(h->b->diag, gt_build_at_expr(h->b, e), "property",
                 "the quantifiers in front of a property are all `forall` or all `exists`");
        gt_note(h->b->diag, (gt_pos){0},
                "what `%s` stands for is followed through time, so it would move in front as `%s`, where "
                "there is a quantifier of the other kind",
                e->u.binder->name, exists ? "exists" : "forall");
        gt_help(h->b->diag, "make two properties of it");
        h->failed = true;
        return e;
    }
    gt_binder *binder = gt_arena_copy(h->b->arena, e->u.binder, 1, sizeof *binder);
    binder->kind = GT_BIND_PREFIX;
    binder->name = fresh(h, e->u.binder->name);
    h->prop->prefix_exists = exists;
    gt_vec_push(&h->prefix, binder);
    gt_vec_push(&h->moved, e->u.binder);
    at.moves &= e->kind == GT_EXPR_EXISTS ? EXISTS : FORALL;
    return part(h, e->kids[0], at);
}

/* ---- apart ---- */

static uint64_t mentions(gt_walk *walk, const gt_expr *e)
{
    bool here = e->kind == GT_EXPR_BOUND && e->u.binder == walk->arg;
    return here ? gt_walk_here(e) : gt_walk_any(walk, e);
}

/* The first operator of time in `e` that has none above it. */
static const gt_expr *outermost(const gt_expr *e)
{
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return e;
    const gt_expr *found = NULL;
    for (uint32_t i = 0; i < e->nkids && !found; i++)
        if (gt_temporal_in(e->kids[i]))
            found = outermost(e->kids[i]);
    return found;
}

/* `e` with `value` where `c` was. */
static const gt_expr *with(hoist *h, const gt_expr *e, const gt_expr *c, bool value)
{
    if (!gt_temporal_in(e))
        return e;
    h->made++;
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return gt_expr_equal(e, c) ? gt_expr_bool(h->b->arena, e->pos, value) : e;
    const gt_expr **kids = GT_NEW_ARRAY(h->b->arena, const gt_expr *, e->nkids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = with(h, e->kids[i], c, value);
    return gt_expr_rebuild(h->b->arena, e, kids);
}

static void follows(hoist *h, const gt_expr *e, const gt_expr *c, around at)
{
    const char *name = e->u.binder->name, *word = gt_expr_kind_name(e->kind);
    gt_error(h->b->diag, gt_build_at_expr(h->b, c), "id-property",
             "this follows `%s` through time, inside of `%s`", name, word);
    if (at.blocker)
        gt_note(h->b->diag, gt_build_at_expr(h->b, at.blocker),
                "`%s %s` cannot move in front of the property, past this operator", word, name);
    else
        gt_note(h->b->diag, gt_build_at_expr(h->b, e),
                "`%s %s` cannot move in front of the property, where %s", word, name,
                h->prop->kind == GT_PROP_LTL ? "it would say more: one process for all paths"
                                             : "there is a quantifier of the other kind");
    gt_help(h->b->diag, "only a process in front of a property can be followed: `forall %s : %s . AG (...)`",
            name, e->u.binder->type.proc->name);
    h->failed = true;
}

/* A quantifier that stays where it is: what speaks about time in it comes out. */
static const gt_expr *stay(hoist *h, const gt_expr *e, around at, uint32_t depth)
{
    const gt_expr *c = outermost(e->kids[0]);
    if (!c)
        return e;
    if (gt_walk_once(mentions, e->u.binder, c)) {
        follows(h, e, c, at);
        return e;
    }
    gt_arena *a = h->b->arena;
    if (depth == MOST_SPLITS || h->made > MOST_NODES) {
        gt_error(h->b->diag, gt_build_at_expr(h->b, c), "size",
                 "there are too many different temporal operands inside of `%s %s`",
                 gt_expr_kind_name(e->kind), e->u.binder->name);
        gt_help(h->b->diag, "take what does not speak about `%s` out of the quantifier", e->u.binder->name);
        h->failed = true;
        return e;
    }
    const gt_expr *ways[2];
    for (int value = 0; value < 2 && !h->failed; value++) {
        const gt_expr *body = with(h, e->kids[0], c, value);
        const gt_expr *q = stay(h, gt_expr_quant(a, e->pos, e->kind, e->u.binder, body), at, depth + 1);
        const gt_expr *first = value ? c : gt_expr_op1(a, c->pos, GT_EXPR_NOT, c);
        ways[value] = gt_expr_op2(a, e->pos, GT_EXPR_AND, first, q);
    }
    return h->failed ? e : gt_expr_op2(a, e->pos, GT_EXPR_OR, ways[1], ways[0]);
}

/* ---- everything ---- */

static const gt_expr *part(hoist *h, const gt_expr *e, around at)
{
    if (h->failed || !gt_temporal_in(e))
        return e;
    unsigned kind = e->kind == GT_EXPR_FORALL ? FORALL : EXISTS;
    if (is_quantifier(e) && at.moves & kind)
        return move(h, e, at);
    if (is_quantifier(e))
        at.moves = 0;
    const gt_expr **kids = GT_NEW_ARRAY(h->b->arena, const gt_expr *, e->nkids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = part(h, e->kids[i], is_quantifier(e) ? at : inside(e, i, at));
    const gt_expr *result = gt_expr_rebuild(h->b->arena, e, kids);
    return is_quantifier(e) && !h->failed ? stay(h, result, at, 0) : result;
}

/* `e` with the new binders. */
static const gt_expr *rebound(hoist *h, const gt_expr *e)
{
    size_t first = h->prefix.n - h->moved.n;
    for (size_t i = 0; e->kind == GT_EXPR_BOUND && i < h->moved.n; i++)
        if (h->moved.v[i] == e->u.binder)
            return gt_expr_bound(h->b->arena, e->pos, h->prefix.v[first + i]);
    if (e->nkids == 0)
        return e;
    const gt_expr **kids = GT_NEW_ARRAY(h->b->arena, const gt_expr *, e->nkids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = rebound(h, e->kids[i]);
    return gt_expr_rebuild(h->b->arena, e, kids);
}

void gt_build_hoist(gt_build *b, gt_prop *prop)
{
    if (!prop->formula || !gt_temporal_in(prop->formula))
        return;
    hoist h = {.b = b, .prop = prop};
    for (uint32_t i = 0; i < prop->nprefix; i++)
        gt_vec_push(&h.prefix, prop->prefix[i]);
    around top = {.moves = prop->kind == GT_PROP_LTL ? FORALL : BOTH};
    const gt_expr *formula = part(&h, prop->formula, top);
    prop->formula = h.failed ? NULL : h.moved.n > 0 ? rebound(&h, formula) : formula;
    if (h.moved.n > 0) {
        prop->nprefix = (uint32_t)h.prefix.n;
        prop->prefix = gt_arena_copy(b->arena, h.prefix.v, h.prefix.n, sizeof *h.prefix.v);
    }
    if (h.failed)
        gt_build_said(b);
    free(h.prefix.v);
    free(h.moved.v);
}
