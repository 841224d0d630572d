#include "backends/check/temporal/linear.h"

uint32_t gt_linear(gt_ltl *l, const gt_expr *e, gt_linear_atom *atom, void *arg)
{
    if (!gt_temporal_in(e)) {
        int64_t value;
        if (gt_expr_is_const(e, &value))
            return gt_ltl_op(l, value ? GT_LTL_TRUE : GT_LTL_FALSE, 0, 0);
        return gt_ltl_atom(l, atom(arg, e));
    }
    uint32_t kids[2] = {0, 0};
    for (uint32_t i = 0; i < e->nkids && i < 2; i++)
        kids[i] = gt_linear(l, e->kids[i], atom, arg);
    uint32_t a = kids[0], b = kids[1];
    uint32_t yes = gt_ltl_op(l, GT_LTL_TRUE, 0, 0), no = gt_ltl_op(l, GT_LTL_FALSE, 0, 0);
    uint32_t not_a = gt_ltl_op(l, GT_LTL_NOT, a, 0);
    switch (e->kind) {
    case GT_EXPR_NOT: return not_a;
    case GT_EXPR_AND:
    case GT_EXPR_OR: {
        gt_ltl_kind kind = e->kind == GT_EXPR_AND ? GT_LTL_AND : GT_LTL_OR;
        uint32_t all = gt_ltl_op(l, kind, a, b);
        for (uint32_t i = 2; i < e->nkids; i++)
            all = gt_ltl_op(l, kind, all, gt_linear(l, e->kids[i], atom, arg));
        return all;
    }
    case GT_EXPR_IMPLIES: return gt_ltl_op(l, GT_LTL_OR, not_a, b);
    case GT_EXPR_IFF:
    case GT_KINDS_EQUALITY: {
        uint32_t other = e->kind == GT_EXPR_NE ? gt_ltl_op(l, GT_LTL_NOT, b, 0) : b;
        return gt_ltl_op(l, GT_LTL_OR, gt_ltl_op(l, GT_LTL_AND, a, other),
                         gt_ltl_op(l, GT_LTL_AND, not_a, gt_ltl_op(l, GT_LTL_NOT, other, 0)));
    }
    case GT_EXPR_ITE: {
        uint32_t c = gt_linear(l, e->kids[2], atom, arg);
        return gt_ltl_op(l, GT_LTL_OR, gt_ltl_op(l, GT_LTL_AND, a, b), gt_ltl_op(l, GT_LTL_AND, not_a, c));
    }
    case GT_EXPR_X: return gt_ltl_op(l, GT_LTL_X, a, 0);
    case GT_EXPR_F: return gt_ltl_op(l, GT_LTL_U, yes, a);
    case GT_EXPR_G: return gt_ltl_op(l, GT_LTL_R, no, a);
    case GT_EXPR_U: return gt_ltl_op(l, GT_LTL_U, a, b);
    case GT_EXPR_R: return gt_ltl_op(l, GT_LTL_R, a, b);
    case GT_EXPR_W: return gt_ltl_op(l, GT_LTL_R, b, gt_ltl_op(l, GT_LTL_OR, a, b));
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_KINDS_CTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
}
