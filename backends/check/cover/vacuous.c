/* Implications whose antecedents are worth a look. */
#include "backends/check/cover/cover.h"
#include "ir/expr/walk.h"
#include "runtime/base.h"

#include <stdlib.h>

enum { MOST = 256, MOST_NODES = 10000 }; /* of a program; looked at */

typedef struct {
    gt_arena *arena;
    uint32_t prop, nodes;
    GT_VEC(const gt_binder *) names; /* around */
    GT_VEC(gt_implication) found;
} search;

static uint64_t reads_state(gt_walk *walk, const gt_expr *e)
{
    return e->kind == GT_EXPR_VAR || e->kind == GT_EXPR_LOCAL || gt_walk_any(walk, e);
}

static void add(search *s, const gt_expr *antecedent)
{
    if (gt_temporal_in(antecedent) || s->found.n == MOST || !gt_walk_once(reads_state, NULL, antecedent))
        return;
    const gt_expr *somebody = antecedent;
    for (size_t i = s->names.n; i-- > 0;)
        somebody = gt_expr_quant(s->arena, antecedent->pos, GT_EXPR_EXISTS, s->names.v[i], somebody);
    gt_vec_push(&s->found, ((gt_implication){antecedent, somebody, s->prop, false}));
}

/* Where the formula is true because `e` is. */
static void look(search *s, const gt_expr *e)
{
    if (s->nodes == MOST_NODES)
        return;
    s->nodes++;
    if (e->kind == GT_EXPR_IMPLIES) {
        add(s, e->kids[0]);
        look(s, e->kids[1]);
    } else if (e->kind == GT_EXPR_FORALL || e->kind == GT_EXPR_EXISTS) {
        gt_vec_push(&s->names, e->u.binder);
        look(s, e->kids[0]);
        s->names.n--;
    } else if (e->kind == GT_EXPR_AND || gt_expr_in(e->kind, GT_GROUP_CTL | GT_GROUP_LTL)) {
        for (uint32_t i = 0; i < e->nkids; i++)
            look(s, e->kids[i]);
    }
}

gt_implication *gt_implications(gt_arena *arena, const gt_sym *sym, size_t *n)
{
    search s = {.arena = arena};
    for (uint32_t p = 0; p < sym->nprops; p++) {
        const gt_prop *prop = sym->props[p];
        if (prop->kind != GT_PROP_INVARIANT && prop->kind != GT_PROP_CTL && prop->kind != GT_PROP_LTL)
            continue;
        s.prop = p;
        s.nodes = 0;
        s.names.n = 0;
        for (uint32_t i = 0; i < prop->nprefix; i++)
            gt_vec_push(&s.names, prop->prefix[i]);
        look(&s, prop->formula);
    }
    *n = s.found.n;
    gt_implication *all = gt_arena_copy(arena, s.found.v, s.found.n, sizeof *s.found.v);
    free(s.found.v);
    free(s.names.v);
    return all;
}
