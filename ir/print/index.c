/* From the flattened index of an array element back to one index per dimension. The front end flattens in
 * Horner's form, ((i1 - lo1) * size2 + (i2 - lo2)) * size3 + ..., an enum value e as e == B ? 1 : e == C ? 2
 * : 0, and guards it with inside ? index : -1 where it may be outside. That form is read back to the indexes
 * as written; any other index is printed as an expression with the same value. */
#include "ir/print/print.h"

#include "runtime/base.h"

#include <inttypes.h>

static int64_t size_of(const gt_dim *dim)
{
    return (int64_t)dim->hi - dim->lo + 1;
}

/* The index with offset `at` from the dimension's lowest one. */
static void print_constant(gt_printer *p, const gt_dim *dim, int64_t at)
{
    if (dim->en && at >= 0 && at < dim->en->nvalues)
        gt_print_value(p, dim->en->values[at]);
    else
        gt_str_addf(p->out, "%" PRId64, at + dim->lo);
}

static void print_constants(gt_printer *p, const gt_dim *dims, uint32_t ndims, int64_t flat)
{
    int64_t stride = 1;
    for (uint32_t i = 1; i < ndims; i++)
        stride *= size_of(&dims[i]);
    for (uint32_t i = 0; i < ndims; i++) {
        gt_str_add(p->out, "[");
        print_constant(p, &dims[i], flat / stride);
        gt_str_add(p->out, "]");
        flat %= stride;
        if (i + 1 < ndims)
            stride /= size_of(&dims[i + 1]);
    }
}

/* `e` / stride % size, leaving out what changes nothing. */
static void print_quotient(gt_printer *p, const gt_expr *e, int64_t stride, int64_t size, gt_prec least)
{
    bool divide = stride > 1, reduce = size > 0;
    bool wrap = (divide || reduce) && least > GT_PREC_MUL;
    gt_str_add(p->out, wrap ? "(" : "");
    gt_print_expr(p, e, divide || reduce ? GT_PREC_MUL : least);
    if (divide)
        gt_str_addf(p->out, " / %" PRId64, stride);
    if (reduce)
        gt_str_addf(p->out, " %% %" PRId64, size);
    gt_str_add(p->out, wrap ? ")" : "");
}

/* The enum value whose number `e` computes, in the form above; NULL if it is something else. */
static const gt_expr *enum_of(const gt_expr *e, const gt_enum *en)
{
    const gt_expr *x = NULL;
    for (int64_t v = 1; v < en->nvalues; v++, e = e->kids[2]) {
        if (e->kind != GT_EXPR_ITE || e->kids[0]->kind != GT_EXPR_EQ || e->kids[0]->kids[0]->type.en != en)
            return NULL;
        int64_t value, number;
        if (!gt_expr_is_const(e->kids[0]->kids[1], &value) || !gt_expr_is_const(e->kids[1], &number) ||
            value != v || number != v || (x && !gt_expr_equal(x, e->kids[0]->kids[0])))
            return NULL;
        x = e->kids[0]->kids[0];
    }
    int64_t last;
    return gt_expr_is_const(e, &last) && last == 0 ? x : NULL;
}

/* One index, whose offset from the lowest one is e / stride % size (size 0: no remainder). */
static void print_one(gt_printer *p, const gt_dim *dim, const gt_expr *e, int64_t stride, int64_t size)
{
    bool plain = stride == 1 && size == 0;
    const gt_expr *value = dim->en && plain ? enum_of(e, dim->en) : NULL;
    if (plain && e->kind == GT_EXPR_CONST) {
        print_constant(p, dim, e->u.value);
    } else if (dim->en && plain && (value || e->type.kind == GT_TYPE_ENUM)) {
        gt_print_expr(p, value ? value : e, GT_PREC_ANY);
    } else if (dim->en) {
        for (uint32_t v = 0; v + 1 < dim->en->nvalues; v++) {
            print_quotient(p, e, stride, size, GT_PREC_EQUALITY + 1);
            gt_str_addf(p->out, " == %" PRIu32 " ? ", v);
            gt_print_value(p, dim->en->values[v]);
            gt_str_add(p->out, " : ");
        }
        gt_print_value(p, dim->en->values[dim->en->nvalues - 1]);
    } else if (plain && e->kind == GT_EXPR_SUB && e->kids[1]->kind == GT_EXPR_CONST &&
               e->kids[1]->u.value == dim->lo && dim->lo != 0) {
        gt_print_expr(p, e->kids[0], GT_PREC_ANY);
    } else {
        print_quotient(p, e, stride, size, dim->lo ? GT_PREC_ADD : GT_PREC_ANY);
        if (dim->lo)
            gt_str_addf(p->out, dim->lo < 0 ? " - %" PRId64 : " + %" PRId64,
                        dim->lo < 0 ? -(int64_t)dim->lo : dim->lo);
    }
}

/* Splits head * size + last; both borrowed from e. */
static bool split(const gt_expr *e, int64_t size, const gt_expr **head, const gt_expr **last)
{
    if (e->kind != GT_EXPR_ADD || e->nkids != 2 || e->kids[0]->kind != GT_EXPR_MUL || e->kids[0]->nkids != 2)
        return false;
    const gt_expr *factor = e->kids[0]->kids[1];
    if (factor->kind != GT_EXPR_CONST || factor->u.value != size)
        return false;
    *head = e->kids[0]->kids[0];
    *last = e->kids[1];
    return true;
}

static bool is_horner(const gt_dim *dims, uint32_t ndims, const gt_expr *e)
{
    const gt_expr *head, *last;
    return ndims == 1 ||
           (split(e, size_of(&dims[ndims - 1]), &head, &last) && is_horner(dims, ndims - 1, head));
}

static void print_horner(gt_printer *p, const gt_dim *dims, uint32_t ndims, const gt_expr *e)
{
    const gt_expr *head, *last = e;
    if (ndims > 1 && split(e, size_of(&dims[ndims - 1]), &head, &last))
        print_horner(p, dims, ndims - 1, head);
    gt_str_add(p->out, "[");
    print_one(p, &dims[ndims - 1], last, 1, 0);
    gt_str_add(p->out, "]");
}

/* inside ? index : -1. */
static const gt_expr *without_guard(const gt_expr *index)
{
    int64_t outside;
    bool guarded = index->kind == GT_EXPR_ITE && gt_expr_is_const(index->kids[2], &outside) && outside == -1;
    return guarded ? index->kids[1] : index;
}

void gt_print_index(gt_printer *p, const gt_var *var, const gt_expr *index)
{
    if (var->ndims > 1 && is_horner(var->dims, var->ndims, without_guard(index)))
        index = without_guard(index);
    if (index->kind == GT_EXPR_CONST) {
        print_constants(p, var->dims, var->ndims, index->u.value);
        return;
    }
    if (is_horner(var->dims, var->ndims, index)) {
        print_horner(p, var->dims, var->ndims, index);
        return;
    }
    int64_t stride = var->len;
    for (uint32_t i = 0; i < var->ndims; i++) {
        stride /= size_of(&var->dims[i]);
        gt_str_add(p->out, "[");
        print_one(p, &var->dims[i], index, stride, i ? size_of(&var->dims[i]) : 0);
        gt_str_add(p->out, "]");
    }
}
