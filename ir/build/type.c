/* Types: their names, which values fit them, and constant values. */
#include "ir/build/build_impl.h"

#include "ir/expr/fold.h"

#include <limits.h>

const char *gt_build_type_name(gt_build *b, gt_type type)
{
    switch (type.kind) {
    case GT_TYPE_BOOL: return "bool";
    case GT_TYPE_INT: return gt_arena_printf(b->arena, "%d..%d", type.lo, type.hi);
    case GT_TYPE_ENUM: return type.en->name[0] ? type.en->name : "an inline enum";
    case GT_TYPE_ID:
        if (!type.proc)
            return "none";
        return gt_arena_printf(b->arena, "%s%s", type.proc->name, type.optional ? "?" : "");
    case GT_TYPE_REAL: return "a real number";
    }
    return "";
}

static const char *kind_name(gt_build *b, gt_type type)
{
    switch (type.kind) {
    case GT_TYPE_BOOL: return "a bool";
    case GT_TYPE_INT: return "an integer";
    case GT_TYPE_ENUM: return gt_arena_printf(b->arena, "a value of %s", gt_build_type_name(b, type));
    case GT_TYPE_ID:
        return type.proc ? gt_arena_printf(b->arena, "a process of type %s", type.proc->name) : "a process";
    case GT_TYPE_REAL: return "a real number";
    }
    return "";
}

bool gt_build_wrong(gt_build *b, const gt_expr *e, const char *what, const char *wanted)
{
    if (e->type.kind == GT_TYPE_ID) {
        gt_error(b->diag, gt_build_at_expr(b, e), "id-arithmetic",
                 "%s needs %s, but this is a process of type %s", what, wanted, e->type.proc->name);
        gt_note(b->diag, (gt_pos){0},
                "processes are interchangeable, so an id can only be compared with == and !=, assigned, and "
                "dereferenced");
        gt_help(
            b->diag,
            "store the number in a local variable of %s and use that, or use `count j : %s (...)`; who comes "
            "next in a ring is next(j): `process %s[...] ring { ... }`",
            e->type.proc->name, e->type.proc->name, e->type.proc->name);
    } else {
        gt_error(b->diag, gt_build_at_expr(b, e), "type", "%s needs %s, but this is %s", what, wanted,
                 kind_name(b, e->type));
    }
    gt_build_said(b);
    return false;
}

/* `use` is where it meets a process, which is elsewhere if the number comes from a macro. */
static bool id_literal(gt_build *b, gt_pos number, gt_type id, gt_pos use)
{
    gt_error(b->diag, gt_build_at(b, NULL, number), "id-literal",
             "processes of type %s cannot be named by a number", id.proc->name);
    if (use.line != number.line)
        gt_note(b->diag, use, "it is compared with a process here");
    gt_note(
        b->diag, (gt_pos){0},
        "processes are interchangeable: a program that mentions one of them in particular is not symmetric");
    gt_help(b->diag,
            "choose one with `any`, remember one in a variable of type %s, or bind one with "
            "`exists j : %s`, `with j : %s`; numbers need `process %s[...] similar { ... }`",
            id.proc->name, id.proc->name, id.proc->name, id.proc->name);
    gt_build_said(b);
    return false;
}

bool gt_build_has_numbers(gt_type type)
{
    return type.kind == GT_TYPE_ID && type.proc && type.proc->symmetry == GT_SYMMETRY_SIMILAR;
}

const gt_expr *gt_build_named(gt_build *b, gt_pos pos, const gt_proc *proc, int64_t number)
{
    if (proc->symmetry != GT_SYMMETRY_SIMILAR) {
        id_literal(b, pos, gt_type_id(proc, false), pos);
        return NULL;
    }
    if (number >= 1 && number <= proc->n)
        return gt_expr_named(b->arena, pos, proc, (int32_t)number);
    gt_error(b->diag, gt_build_at(b, NULL, pos), "id-number", "there is no process %s[%lld]", proc->name,
             (long long)number);
    gt_note(b->diag, gt_build_at(b, proc, proc->pos), "they have the numbers 1 to %d", (int)proc->n);
    gt_build_said(b);
    return NULL;
}

const gt_expr *gt_build_as(gt_build *b, gt_type type, const gt_expr *value)
{
    int64_t number;
    if (!value || !gt_build_has_numbers(type) || value->type.kind != GT_TYPE_INT)
        return value;
    if (gt_build_const_value(value, &number))
        return gt_build_named(b, value->pos, type.proc, number);
    if (value->kind != GT_EXPR_ITE) {
        gt_error(b->diag, gt_build_at_expr(b, value), "id-number",
                 "which process of type %s has this number is not fixed", type.proc->name);
        gt_help(
            b->diag,
            "a process is named by a constant; one that is computed is chosen: `any j : %s where j == ...`",
            type.proc->name);
        gt_build_said(b);
        return NULL;
    }
    const gt_expr *x = gt_build_as(b, type, value->kids[1]), *y = gt_build_as(b, type, value->kids[2]);
    return x && y ? gt_expr_op3(b->arena, value->pos, GT_EXPR_ITE, value->kids[0], x, y) : NULL;
}

const gt_expr *gt_build_number(gt_build *b, const gt_expr *process)
{
    return process->kind == GT_EXPR_NAMED ? gt_expr_int(b->arena, process->pos, process->u.value)
                                          : gt_expr_number(b->arena, process->pos, process);
}

static bool id_mixed(gt_build *b, gt_pos pos, const char *how, gt_type one, gt_type other)
{
    gt_error(b->diag, pos, "id-mixed", "processes of different types are %s: %s and %s", how, one.proc->name,
             other.proc->name);
    gt_note(b->diag, (gt_pos){0}, "each process type is permuted on its own, so no %s is the same as a %s",
            one.proc->name, other.proc->name);
    gt_help(b->diag, "use a process of type %s here", one.proc->name);
    gt_build_said(b);
    return false;
}

static bool range_fits(gt_build *b, gt_type type, const gt_expr *value, const char *what, bool always)
{
    if (value->type.hi < type.lo || value->type.lo > type.hi) {
        if (value->type.lo == value->type.hi)
            gt_error(b->diag, gt_build_at_expr(b, value), "range", "%d is outside the range %d..%d of %s",
                     value->type.lo, type.lo, type.hi, what);
        else
            gt_error(b->diag, gt_build_at_expr(b, value), "range",
                     "this is always out of range: %d..%d does not meet %d..%d of %s", value->type.lo,
                     value->type.hi, type.lo, type.hi, what);
        gt_build_said(b);
        return false;
    }
    if (always && (value->type.lo < type.lo || value->type.hi > type.hi)) {
        gt_error(b->diag, gt_build_at_expr(b, value), "range",
                 "this may be out of range: %d..%d is not within %d..%d of %s", value->type.lo,
                 value->type.hi, type.lo, type.hi, what);
        gt_help(b->diag, "limit it with min(..., %d) or max(..., %d)", type.hi, type.lo);
        gt_build_said(b);
        return false;
    }
    return true;
}

bool gt_build_fits(gt_build *b, gt_type type, const gt_expr *value, const char *what, bool always)
{
    gt_type vt = value->type;
    if (type.kind == GT_TYPE_INT && vt.kind == GT_TYPE_INT)
        return range_fits(b, type, value, what, always);
    if (type.kind == GT_TYPE_ID && vt.kind == GT_TYPE_ID) {
        if (type.proc != vt.proc)
            return id_mixed(b, gt_build_at_expr(b, value), "mixed", type, vt);
        if (value->kind == GT_EXPR_NONE && !type.optional) {
            gt_error(b->diag, gt_build_at_expr(b, value), "type", "%s is a %s, which is never none", what,
                     type.proc->name);
            gt_help(b->diag, "declare it as `%s?`", type.proc->name);
            return false;
        }
        return true;
    }
    if (gt_type_same(type, vt))
        return true;
    if (gt_build_has_numbers(type) && vt.kind == GT_TYPE_INT)
        return gt_build_as(b, type, value) && gt_build_wrong(b, value, what, "a process");
    if (type.kind == GT_TYPE_ID && vt.kind == GT_TYPE_INT)
        return id_literal(b, value->pos, type, value->pos);
    if (vt.kind == GT_TYPE_ID) {
        gt_error(b->diag, gt_build_at_expr(b, value), "id-leak",
                 "a process of type %s cannot be stored in %s, which is %s", vt.proc->name, what,
                 kind_name(b, type));
        gt_note(b->diag, (gt_pos){0}, "a value that depends on which process it is would not be symmetric");
        gt_help(b->diag, "declare %s with type %s%s", what, vt.proc->name, vt.optional ? "?" : "");
    } else {
        gt_error(b->diag, gt_build_at_expr(b, value), "type", "%s is %s, but this is %s", what,
                 kind_name(b, type), kind_name(b, vt));
    }
    gt_build_said(b);
    return false;
}

bool gt_build_comparable(gt_build *b, gt_pos pos, const char *op, const gt_expr *x, const gt_expr *y)
{
    gt_type tx = x->type, ty = y->type;
    bool numbers = (tx.kind == GT_TYPE_INT || tx.kind == GT_TYPE_REAL) &&
                   (ty.kind == GT_TYPE_INT || ty.kind == GT_TYPE_REAL);
    if (gt_type_same(tx, ty) || numbers)
        return true;
    pos = gt_build_at(b, NULL, pos);
    if (tx.kind == GT_TYPE_ID && ty.kind == GT_TYPE_ID)
        return id_mixed(b, pos, "compared", tx, ty);
    if (tx.kind == GT_TYPE_ID && ty.kind == GT_TYPE_INT)
        return id_literal(b, y->pos, tx, pos);
    if (ty.kind == GT_TYPE_ID && tx.kind == GT_TYPE_INT)
        return id_literal(b, x->pos, ty, pos);
    gt_error(b->diag, pos, "type", "`%s` needs two values of one type, but these are %s and %s", op,
             kind_name(b, tx), kind_name(b, ty));
    gt_build_said(b);
    return false;
}

bool gt_build_const_value(const gt_expr *e, int64_t *value)
{
    if (gt_expr_is_const(e, value))
        return true;
    if (e->type.kind == GT_TYPE_INT && e->type.lo == e->type.hi) {
        *value = e->type.lo;
        return true;
    }
    if (e->type.kind == GT_TYPE_INT || e->type.kind == GT_TYPE_REAL || gt_expr_in(e->kind, GT_GROUP_LEAF))
        return false;
    gt_arena *arena = gt_arena_new();
    gt_fold *fold = gt_fold_new(arena);
    bool constant = gt_expr_is_const(gt_fold_map(fold, e, NULL, NULL), value);
    gt_fold_free(fold);
    gt_arena_free(arena);
    return constant;
}

/* ---- exact rational numbers, as far as they fit ---- */

typedef struct {
    __extension__ __int128 num, den;
} rational;

static rational reduce(rational r)
{
    __extension__ __int128 a = r.num < 0 ? -r.num : r.num, b = r.den;
    while (b) {
        __extension__ __int128 t = a % b;
        a = b;
        b = t;
    }
    if (r.den < 0)
        a = -a;
    return a ? (rational){r.num / a, r.den / a} : r;
}

/* Operands below 2^62 keep every intermediate result within 128 bits. */
static bool is_small(rational r)
{
    const int64_t limit = INT64_MAX / 2;
    return r.num < limit && r.num > -limit && r.den < limit;
}

static bool rational_op(gt_expr_kind kind, rational x, rational y, rational *out)
{
    if (kind == GT_EXPR_ADD)
        *out = (rational){x.num * y.den + y.num * x.den, x.den * y.den};
    else if (kind == GT_EXPR_SUB)
        *out = (rational){x.num * y.den - y.num * x.den, x.den * y.den};
    else if (kind == GT_EXPR_MUL)
        *out = (rational){x.num * y.num, x.den * y.den};
    else if (kind == GT_EXPR_DIV && y.num != 0)
        *out = (rational){x.num * y.den, x.den * y.num};
    else
        return false;
    *out = reduce(*out);
    return is_small(*out);
}

static bool rational_value(const gt_expr *e, rational *out)
{
    int64_t value;
    if (e->kind == GT_EXPR_REAL) {
        *out = (rational){e->u.real.num, e->u.real.den};
        return is_small(*out);
    }
    if (e->type.kind == GT_TYPE_INT && gt_build_const_value(e, &value)) {
        *out = (rational){value, 1};
        return true;
    }
    if (e->type.kind != GT_TYPE_REAL || e->nkids == 0 || gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return false;
    if (!rational_value(e->kids[0], out))
        return false;
    if (e->kind == GT_EXPR_NEG)
        out->num = -out->num;
    for (uint32_t i = 1; i < e->nkids; i++) {
        rational y;
        if (!rational_value(e->kids[i], &y) || !rational_op(e->kind, *out, y, out))
            return false;
    }
    return true;
}

bool gt_build_const_real(const gt_expr *e, int64_t *num, int64_t *den)
{
    rational r;
    if (!rational_value(e, &r))
        return false;
    *num = (int64_t)r.num;
    *den = (int64_t)r.den;
    return true;
}

bool gt_build_sum_is_one(const gt_expr *const *terms, size_t n, double *sum)
{
    rational total = {0, 1};
    bool exact = true;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        rational r;
        if (!rational_value(terms[i], &r))
            return true;
        *sum += (double)r.num / (double)r.den;
        exact = exact && rational_op(GT_EXPR_ADD, total, r, &total);
    }
    if (exact)
        return total.num == total.den;
    return *sum > 1 - 1e-9 && *sum < 1 + 1e-9;
}
