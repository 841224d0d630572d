#include "driver/page/skeleton.h"

#include <string.h>

/* May a condition hold, and may it not, when the process `who` is in location `at`? */
typedef struct {
    bool yes, no;
} truth;

typedef struct {
    const gt_expr *who;
    int64_t at;
} place;

static bool is_place(const gt_expr *e, const place *p)
{
    return e->kind == GT_EXPR_LOCAL && e->u.var->is_loc && gt_expr_equal(e->kids[0], p->who);
}

/* loc == A */
static truth compared(const gt_expr *e, const place *p)
{
    const gt_expr *x = e->kids[0], *y = e->kids[1];
    int64_t value;
    if ((is_place(x, p) && gt_expr_is_const(y, &value)) || (is_place(y, p) && gt_expr_is_const(x, &value))) {
        bool same = (value == p->at) == (e->kind == GT_EXPR_EQ);
        return (truth){same, !same};
    }
    return (truth){true, true};
}

static truth may(const gt_expr *e, const place *p)
{
    int64_t value;
    if (!e || gt_expr_is_const(e, &value))
        return e ? (truth){value != 0, value == 0} : (truth){true, false};
    if (e->kind == GT_EXPR_NOT) {
        truth inner = may(e->kids[0], p);
        return (truth){inner.no, inner.yes};
    }
    if (e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE)
        return compared(e, p);
    if (e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR)
        return (truth){true, true};
    bool all = e->kind == GT_EXPR_AND;
    truth found = {all, !all};
    for (uint32_t i = 0; i < e->nkids; i++) {
        truth kid = may(e->kids[i], p);
        found.yes = all ? found.yes && kid.yes : found.yes || kid.yes;
        found.no = all ? found.no || kid.no : found.no && kid.no;
    }
    return found;
}

/* The locations that a value may be, into `is`; false: it is no plain text of locations. */
static bool values_of(const gt_expr *e, bool *is)
{
    int64_t value;
    if (gt_expr_is_const(e, &value)) {
        is[value] = true;
        return true;
    }
    return e->kind == GT_EXPR_ITE && values_of(e->kids[1], is) && values_of(e->kids[2], is);
}

typedef struct {
    gt_arena *arena;
    const gt_rule *rule;
    gt_flow *moves;
    uint32_t n;
} finder;

static void add_move(finder *f, const gt_update *u, uint32_t to)
{
    uint32_t nlocs = u->var->type.en->nvalues, n = 0;
    uint32_t *from = GT_NEW_ARRAY(f->arena, uint32_t, nlocs);
    for (uint32_t l = 0; l < nlocs; l++) {
        place p = {u->proc, l};
        if (l != to && may(f->rule->guard, &p).yes && may(u->cond, &p).yes)
            from[n++] = l;
    }
    for (uint32_t i = 0; i < f->n; i++)
        if (f->moves[i].to == to && f->moves[i].type == u->var->owner->index && f->moves[i].nfrom == n &&
            memcmp(f->moves[i].from, from, n * sizeof *from) == 0)
            return;
    if (n)
        f->moves[f->n++] = (gt_flow){u->var->owner->index, to, n, from};
}

static void add_moves(finder *f, const gt_update *u)
{
    if (!u->var->is_loc || u->each)
        return;
    uint32_t nlocs = u->var->type.en->nvalues;
    bool *is = GT_NEW_ARRAY(f->arena, bool, nlocs);
    if (!values_of(u->value, is))
        return;
    gt_flow *more = GT_NEW_ARRAY(f->arena, gt_flow, f->n + nlocs);
    if (f->n)
        memcpy(more, f->moves, f->n * sizeof *more);
    f->moves = more;
    for (uint32_t to = 0; to < nlocs; to++)
        if (is[to])
            add_move(f, u, to);
}

gt_flows gt_flows_of(gt_arena *arena, const gt_rule *rule)
{
    finder f = {.arena = arena, .rule = rule};
    for (uint32_t b = 0; b < rule->nbranches; b++)
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++)
            add_moves(&f, &rule->branches[b].updates[i]);
    return (gt_flows){f.n, f.moves};
}
