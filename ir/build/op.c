/* Operators: the types of their operands, 32-bit arithmetic, and what ids may be used for. */
#include "ir/build/build_impl.h"

static gt_pos span(const gt_expr *x, const gt_expr *y)
{
    return (gt_pos){x->pos.line, x->pos.col, y->pos.end_line, y->pos.end_col, x->pos.file};
}

static const char *quoted(gt_build *b, const char *said)
{
    return gt_arena_printf(b->arena, "`%s`", said);
}

static bool want_bools(gt_build *b, const char *what, uint32_t n, const gt_expr *const *kids)
{
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->type.kind != GT_TYPE_BOOL)
            return gt_build_wrong(b, kids[i], what, n == 1 ? "a bool" : "bools");
    return true;
}

static bool want_numbers(gt_build *b, const char *said, uint32_t n, const gt_expr *const *kids)
{
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->type.kind != GT_TYPE_INT && kids[i]->type.kind != GT_TYPE_REAL)
            return gt_build_wrong(b, kids[i], quoted(b, said), "numbers");
    return true;
}

/* ---- arithmetic ---- */

static bool fits_32(gt_build *b, gt_pos pos, int64_t lo, int64_t hi)
{
    if (lo >= INT32_MIN && hi <= INT32_MAX)
        return true;
    gt_error(b->diag, gt_build_at(b, NULL, pos), "overflow", "this can be %lld, which does not fit 32 bits",
             (long long)(lo < INT32_MIN ? lo : hi));
    gt_help(b->diag, "limit the operands with smaller ranges, min, max or %%");
    gt_build_said(b);
    return false;
}

static bool may_divide(gt_build *b, gt_expr_kind kind, const char *said, const gt_expr *x, const gt_expr *y)
{
    if (kind != GT_EXPR_DIV && kind != GT_EXPR_MOD)
        return true;
    bool ints = x->type.kind == GT_TYPE_INT && y->type.kind == GT_TYPE_INT;
    if (kind == GT_EXPR_MOD && !ints) {
        gt_error(b->diag, gt_build_at(b, NULL, span(x, y)), "type", "`%s` needs integers", said);
        return false;
    }
    int64_t num = 1, den = 1;
    bool zero = y->type.kind == GT_TYPE_INT ? y->type.lo == 0 && y->type.hi == 0
                                            : gt_build_const_real(y, &num, &den) && num == 0;
    if (zero) {
        gt_error(b->diag, gt_build_at_expr(b, y), "divide", "this divides by zero");
        gt_build_said(b);
    }
    return !zero;
}

static bool check_arithmetic(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, uint32_t n,
                             const gt_expr *const *kids)
{
    if (!want_numbers(b, said, n, kids))
        return false;
    bool real = false;
    for (uint32_t i = 0; i < n; i++)
        real = real || kids[i]->type.kind == GT_TYPE_REAL;
    gt_type sofar = kids[0]->type;
    int64_t lo, hi;
    if (n == 1 && !real) {
        gt_interval_apply(kind, sofar, sofar, &lo, &hi);
        return fits_32(b, pos, lo, hi);
    }
    for (uint32_t i = 1; i < n; i++) {
        if (!may_divide(b, kind, said, kids[i - 1], kids[i]))
            return false;
        if (real)
            continue;
        gt_interval_apply(kind, sofar, kids[i]->type, &lo, &hi);
        if (!fits_32(b, span(kids[0], kids[i]), lo, hi))
            return false;
        sofar = gt_type_int(lo, hi);
    }
    return true;
}

/* ---- comparisons ---- */

static void warn_apart(gt_build *b, const gt_expr *const *kids)
{
    const char *name = kids[0]->type.proc->name;
    gt_warning(b->diag, gt_build_at(b, NULL, span(kids[0], kids[1])), "no-symmetry",
               "an order of two processes tells all of %s apart", name);
    gt_note(b->diag, (gt_pos){0}, "where this counts, nothing of the symmetry of %s is left", name);
    gt_help(
        b->diag,
        "compare with constant numbers if that is enough: those that no comparison tells apart stay alike");
}

/* Two operands of an order or an equality as numbers or as processes, where processes that have numbers meet
 * numbers or each other; false after an error. */
static bool meet(gt_build *b, gt_expr_kind kind, const gt_expr **kids)
{
    bool order = gt_expr_in(kind, GT_GROUP_ORDER);
    for (int i = 0; i < 2; i++) {
        const gt_expr *id = kids[i], *other = kids[1 - i];
        int64_t value;
        bool met = gt_build_has_numbers(id->type) && other->type.kind == GT_TYPE_INT;
        bool constant = met && gt_build_const_value(other, &value);
        if (constant && order && value == 0) /* there may be none of the first ones */
            constant = false;
        if (constant && !(kids[1 - i] = gt_build_named(b, other->pos, id->type.proc, value)))
            return false;
        if (met && !constant && !order)
            kids[i] = gt_build_number(b, id);
    }
    bool same = kids[0]->type.kind != GT_TYPE_ID || kids[1]->type.kind != GT_TYPE_ID ||
                kids[0]->type.proc == kids[1]->type.proc;
    if (order && same && gt_build_has_numbers(kids[0]->type) && gt_build_has_numbers(kids[1]->type) &&
        kids[0]->kind != GT_EXPR_NAMED && kids[1]->kind != GT_EXPR_NAMED)
        warn_apart(b, kids);
    for (int i = 0; i < 2 && order && same; i++)
        if (gt_build_has_numbers(kids[i]->type))
            kids[i] = gt_build_number(b, kids[i]);
    return true;
}

static bool check_order(gt_build *b, gt_pos pos, const char *said, const gt_expr *const *kids)
{
    const gt_expr *id = kids[0]->type.kind == GT_TYPE_ID   ? kids[0]
                        : kids[1]->type.kind == GT_TYPE_ID ? kids[1]
                                                           : NULL;
    if (!id)
        return want_numbers(b, said, 2, kids);
    gt_error(b->diag, gt_build_at(b, NULL, pos), "id-order", "processes of type %s have no order",
             id->type.proc->name);
    gt_note(b->diag, gt_build_at_expr(b, id),
            "processes are interchangeable: a program in which `%s` tells them apart is not symmetric", said);
    gt_help(b->diag,
            "compare processes with == or !=, or give each a rank (a priority) in a local variable; `%s` on "
            "processes needs `process %s[...] similar { ... }`",
            said, id->type.proc->name);
    gt_build_said(b);
    return false;
}

/* ---- all ---- */

static bool check_operands(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, uint32_t n,
                           const gt_expr *const *kids)
{
    if (gt_expr_in(kind, GT_GROUP_ARITH))
        return check_arithmetic(b, pos, kind, said, n, kids);
    if (gt_expr_in(kind, GT_GROUP_ORDER))
        return check_order(b, pos, said, kids);
    if (gt_expr_in(kind, GT_GROUP_EQUALITY))
        return gt_build_comparable(b, pos, said, kids[0], kids[1]);
    if (gt_expr_in(kind, GT_GROUP_CHOICE))
        return want_bools(b, gt_arena_printf(b->arena, "the condition of `%s`", said), 1, kids) &&
               gt_build_comparable(b, pos, said, kids[1], kids[2]);
    return want_bools(b, quoted(b, said), n, kids);
}

const gt_expr *gt_build_op(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, uint32_t n,
                           const gt_expr *const *kids)
{
    const gt_expr *met[3] = {NULL};
    for (uint32_t i = 0; i < n; i++)
        if (!kids[i])
            return NULL;
    bool comparison = n == 2 && gt_expr_in(kind, GT_GROUP_COMPARE), choice = n == 3 && kind == GT_EXPR_ITE;
    for (uint32_t i = 0; (comparison || choice) && i < n; i++)
        met[i] = kids[i];
    if (choice) {
        met[1] = gt_build_as(b, kids[2]->type, kids[1]);
        met[2] = gt_build_as(b, kids[1]->type, kids[2]);
    }
    if ((comparison && !meet(b, kind, met)) || (choice && !(met[1] && met[2])))
        return NULL;
    kids = comparison || choice ? met : kids;
    return check_operands(b, pos, kind, said, n, kids) ? gt_expr_op(b->arena, pos, kind, n, kids) : NULL;
}

const gt_expr *gt_build_op1(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, const gt_expr *x)
{
    return gt_build_op(b, pos, kind, said, 1, &x);
}

const gt_expr *gt_build_op2(gt_build *b, gt_pos pos, gt_expr_kind kind, const char *said, const gt_expr *x,
                            const gt_expr *y)
{
    const gt_expr *kids[] = {x, y};
    return gt_build_op(b, pos, kind, said, 2, kids);
}

const gt_expr *gt_build_neighbour(gt_build *b, gt_pos pos, gt_expr_kind kind, const gt_expr *process)
{
    if (!process)
        return NULL;
    const char *name = gt_expr_kind_name(kind);
    gt_type type = process->type;
    if (type.kind != GT_TYPE_ID) {
        gt_build_wrong(b, process, quoted(b, name), "a process of a ring");
        return NULL;
    }
    if (type.proc->symmetry != GT_SYMMETRY_RING) {
        gt_error(b->diag, gt_build_at(b, NULL, pos), "no-ring", "processes of type %s have no neighbours",
                 type.proc->name);
        gt_note(b->diag, gt_build_at(b, type.proc, type.proc->pos), "the type is %s",
                type.proc->symmetry == GT_SYMMETRY_FULL ? "a set without order"
                                                        : gt_symmetry_text(type.proc->symmetry));
        gt_help(b->diag, "declare it as a ring: `process %s[...] ring { ... }`", type.proc->name);
        gt_build_said(b);
        return NULL;
    }
    bool back = (process->kind == GT_EXPR_NEXT && kind == GT_EXPR_PREV) ||
                (process->kind == GT_EXPR_PREV && kind == GT_EXPR_NEXT);
    if (back && !process->kids[0]->type.optional)
        return process->kids[0];
    return gt_expr_neighbour(b->arena, pos, kind, process);
}
