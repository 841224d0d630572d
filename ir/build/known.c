#include "ir/build/known_impl.h"

#include <stdlib.h>

void gt_known_fini(gt_known *facts)
{
    free(facts->known.v);
    *facts = (gt_known){0};
}

/* ---- taking facts in ---- */

gt_known_literal gt_known_make(const gt_expr *e, bool holds)
{
    if (!gt_expr_in(e->kind, GT_GROUP_COMPARE))
        return (gt_known_literal){GT_EXPR_KINDS, e, NULL, holds};
    gt_known_literal l = {e->kind, e->kids[0], e->kids[1], holds};
    if (e->kind == GT_EXPR_NE)
        l.kind = GT_EXPR_EQ;
    else if (e->kind == GT_EXPR_GT)
        l.kind = GT_EXPR_LE;
    else if (e->kind == GT_EXPR_GE)
        l.kind = GT_EXPR_LT;
    l.holds = l.kind == e->kind ? holds : !holds;
    return l;
}

uint32_t gt_known_cases(const gt_expr *e, bool holds)
{
    bool splits = e->kind == (holds ? GT_EXPR_OR : GT_EXPR_AND) || (holds && e->kind == GT_EXPR_IMPLIES);
    return splits ? e->nkids : 0;
}

/* More facts than any program needs only cost time: what comes then is not learnt. */
#define MAX_FACTS 500
#define MAX_ID_FACTS 200

void gt_known_assume(gt_known *facts, const gt_expr *e, bool holds)
{
    if (facts->known.n - facts->from >= (facts->ids_only ? MAX_ID_FACTS : MAX_FACTS))
        return;
    if (e->kind == GT_EXPR_NOT) {
        gt_known_assume(facts, e->kids[0], !holds);
    } else if (e->kind == (holds ? GT_EXPR_AND : GT_EXPR_OR)) {
        for (uint32_t i = 0; i < e->nkids; i++)
            gt_known_assume(facts, e->kids[i], holds);
    } else if (e->kind == GT_EXPR_IMPLIES && !holds) {
        gt_known_assume(facts, e->kids[0], true);
        gt_known_assume(facts, e->kids[1], false);
    } else {
        gt_known_literal l = gt_known_make(e, holds);
        bool ids = l.y && l.x->type.kind == GT_TYPE_ID;
        if (!facts->ids_only || ids || gt_known_cases(e, holds) > 0)
            gt_vec_push(&facts->known, l);
    }
}

void gt_known_assume_case(gt_known *facts, const gt_known_literal *l, uint32_t i)
{
    gt_known_assume(facts, l->x->kids[i], l->x->kind == GT_EXPR_IMPLIES ? i == 1 : l->holds);
}

/* ---- sameness ---- */

static const gt_binder *resolve(const gt_known *facts, const gt_binder *binder)
{
    return binder == facts->alias && binder ? facts->original : binder;
}

/* Variables of quantifiers that stand in the same place. */
typedef struct twins {
    const gt_binder *x, *y;
    const struct twins *outer;
} twins;

static bool same_bound(const gt_known *facts, const gt_binder *x, const gt_binder *y, const twins *pairs)
{
    for (; pairs; pairs = pairs->outer)
        if (pairs->x == x || pairs->y == y)
            return pairs->x == x && pairs->y == y;
    return resolve(facts, x) == resolve(facts, y);
}

static bool same_under(const gt_known *facts, const gt_expr *x, const gt_expr *y, const twins *pairs)
{
    if (x == y && !facts->alias && !pairs)
        return true;
    if (x->kind != y->kind || x->nkids != y->nkids)
        return false;
    if (x->kind == GT_EXPR_BOUND)
        return same_bound(facts, x->u.binder, y->u.binder, pairs);
    if (x->kind == GT_EXPR_EXISTS || x->kind == GT_EXPR_FORALL || x->kind == GT_EXPR_COUNT) {
        twins inner = {x->u.binder, y->u.binder, pairs};
        return x->u.binder->type.proc == y->u.binder->type.proc &&
               same_under(facts, x->kids[0], y->kids[0], &inner);
    }
    if (!gt_expr_same_head(x, y))
        return false;
    for (uint32_t i = 0; i < x->nkids; i++)
        if (!same_under(facts, x->kids[i], y->kids[i], pairs))
            return false;
    return true;
}

bool gt_known_same(const gt_known *facts, const gt_expr *x, const gt_expr *y)
{
    return same_under(facts, x, y, NULL);
}
