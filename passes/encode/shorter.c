#include "passes/encode/shorter.h"

#include "passes/encode/same.h"

#include <string.h>

enum { MOST = 16 };

typedef struct {
    const gt_expr *var, *value;
} fixed;

static const gt_expr *fix(void *data, gt_fold *f, const gt_expr *e)
{
    const fixed *x = data;
    (void)f;
    return e == x->var ? x->value : NULL;
}

/* What one conjunct says a variable is, the others need not ask. */
static void use_values(gt_fold *f, uint32_t n, const gt_expr **kids)
{
    for (uint32_t i = 0; i < n; i++) {
        if (kids[i]->kind != GT_EXPR_EQ || kids[i]->kids[0]->kind != GT_EXPR_CVAR ||
            kids[i]->kids[1]->kind != GT_EXPR_CONST)
            continue;
        fixed x = {kids[i]->kids[0], kids[i]->kids[1]};
        for (uint32_t k = 0; k < n; k++)
            if (k != i)
                kids[k] = gt_fold_map(f, kids[k], fix, &x);
    }
}

static const gt_expr *all_but(gt_fold *f, gt_expr_kind kind, uint32_t n, const gt_expr *const *kids,
                              uint32_t but)
{
    const gt_expr *all = gt_fold_bool(f, (gt_pos){0}, kind == GT_EXPR_AND);
    for (uint32_t i = 0; i < n; i++)
        if (i != but)
            all = gt_fold_op2(f, (gt_pos){0}, kind, all, kids[i]);
    return all;
}

const gt_expr *gt_shorter(gt_fold *f, const gt_cmds *cmds, const gt_expr *when, const gt_expr *e)
{
    const gt_expr *kids[MOST], *yes = gt_fold_bool(f, e->pos, true);
    uint32_t n = e->nkids;
    bool counts = cmds->encoding == GT_ENC_PAPER || cmds->encoding == GT_ENC_DENSE;
    if (!counts || e->type.kind != GT_TYPE_BOOL || e->kind == GT_EXPR_CONST)
        return e;
    if (gt_same_in(cmds, when, e, yes))
        return yes;
    if ((e->kind != GT_EXPR_AND && e->kind != GT_EXPR_OR) || n > MOST)
        return e;
    memcpy(kids, e->kids, n * sizeof *kids);
    if (e->kind == GT_EXPR_AND)
        use_values(f, n, kids);
    for (uint32_t i = 0; i < n && e->kind == GT_EXPR_OR; i++)
        kids[i] = gt_shorter(f, cmds, when, kids[i]);
    for (uint32_t i = n; i-- > 0 && n > 1;) {
        const gt_expr *rest = all_but(f, e->kind, n, kids, i), *all = all_but(f, e->kind, n, kids, n);
        if (!gt_same_in(cmds, when, all, rest))
            continue;
        memmove(kids + i, kids + i + 1, (--n - i) * sizeof *kids);
    }
    return all_but(f, e->kind, n, kids, n);
}
