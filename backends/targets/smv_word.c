#include "backends/targets/smv_word.h"

#include "runtime/base.h"

#include <inttypes.h>

uint32_t gt_smv_bits(gt_type type)
{
    return gt_bits(type.lo, type.hi);
}

/* `text` is a word of `from` bits; writes it as one of `to`. */
static void resize(gt_str *out, const char *text, uint32_t from, uint32_t to, bool is_signed)
{
    if (to < from)
        gt_str_addf(out, "%s[%u:0]", text, to - 1);
    else if (to == from)
        gt_str_add(out, text);
    else if (is_signed)
        gt_str_addf(out, "unsigned(extend(signed(%s), %u))", text, to - from);
    else
        gt_str_addf(out, "extend(%s, %u)", text, to - from);
}

static void word(gt_emitter *em, const gt_expr *e, uint32_t w, bool whole);

static bool is_int(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_INT || e->type.kind == GT_TYPE_ENUM;
}

static void constant(gt_emitter *em, int64_t value, uint32_t w)
{
    uint64_t mask = w >= 64 ? UINT64_MAX : ((uint64_t)1 << w) - 1;
    gt_str_addf(em->out, "0ud%u_%" PRIu64, w, (uint64_t)value & mask);
}

static void join(gt_emitter *em, const gt_expr *e, const char *op, uint32_t w)
{
    gt_str_addc(em->out, '(');
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool minus = i && gt_emit_minus(e, i);
        if (i)
            gt_str_addf(em->out, " %s ", minus ? "-" : op);
        if (minus)
            constant(em, -e->kids[i]->u.value, w);
        else
            word(em, e->kids[i], w, true);
    }
    gt_str_addc(em->out, ')');
}

/* The interval that encloses both operands. */
static gt_type hull(const gt_expr *a, const gt_expr *b)
{
    gt_type type = a->type;
    if (b->type.lo < type.lo)
        type.lo = b->type.lo;
    if (b->type.hi > type.hi)
        type.hi = b->type.hi;
    return type;
}

/* x op y on w bits, signed if asked. */
static void binary(gt_emitter *em, const gt_expr *x, const char *op, const gt_expr *y, uint32_t w,
                   bool is_signed)
{
    gt_str_add(em->out, is_signed ? "signed(" : "");
    word(em, x, w, true);
    gt_str_addf(em->out, is_signed ? ") %s signed(" : " %s ", op);
    word(em, y, w, true);
    gt_str_add(em->out, is_signed ? ")" : "");
}

/* x / y or x mod y. NuSMV carries the division into the branches of a conditional y and ends where one of
 * them is the constant 0. So that is done here, and where it divides by 0, which is never used, there stands
 * a 0. */
static void divide(gt_emitter *em, const gt_expr *e, const gt_expr *y, uint32_t w, bool is_signed)
{
    if (y->kind == GT_EXPR_ITE) {
        gt_str_addc(em->out, '(');
        gt_emit_expr(em, y->kids[0], GT_PREC_LEAF);
        gt_str_add(em->out, " ? ");
        divide(em, e, y->kids[1], w, is_signed);
        gt_str_add(em->out, " : ");
        divide(em, e, y->kids[2], w, is_signed);
        gt_str_addc(em->out, ')');
    } else if (y->kind == GT_EXPR_CONST && y->u.value == 0) {
        constant(em, 0, w);
    } else {
        gt_str_add(em->out, is_signed ? "unsigned(" : "(");
        binary(em, e->kids[0], e->kind == GT_EXPR_DIV ? "/" : "mod", y, w, is_signed);
        gt_str_addc(em->out, ')');
    }
}

/* Division, remainder, minimum and maximum: exact on their own width, then resized. */
static void exact(gt_emitter *em, const gt_expr *e, uint32_t w)
{
    gt_type both = hull(e->kids[0], e->kids[1]);
    uint32_t own = gt_bits(both.lo < 0 ? both.lo - (int64_t)1 : both.lo, both.hi);
    bool is_signed = both.lo < 0;
    gt_str inner, *out = em->out;
    gt_str_init(&inner);
    em->out = &inner;
    gt_str_addc(&inner, '(');
    if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) {
        divide(em, e, e->kids[1], own, is_signed);
    } else {
        binary(em, e->kids[0], e->kind == GT_EXPR_MIN ? "<=" : ">=", e->kids[1], own, is_signed);
        gt_str_add(&inner, " ? ");
        word(em, e->kids[0], own, true);
        gt_str_add(&inner, " : ");
        word(em, e->kids[1], own, true);
    }
    gt_str_addc(&inner, ')');
    em->out = out;
    resize(out, gt_str_text(&inner), own, w, is_signed);
    gt_str_fini(&inner);
}

/* `e` modulo 2^w. */
static void word(gt_emitter *em, const gt_expr *e, uint32_t w, bool whole)
{
    const char *name = whole && em->share ? gt_share_name(em->share, e) : NULL;
    if (e->kind == GT_EXPR_CVAR)
        name = em->names->vars[e->u.index];
    if (name)
        resize(em->out, name, gt_smv_bits(e->type), w, e->type.lo < 0);
    else if (e->kind == GT_EXPR_CONST)
        constant(em, e->u.value, w);
    else if (e->kind == GT_EXPR_ADD)
        join(em, e, "+", w);
    else if (e->kind == GT_EXPR_SUB)
        join(em, e, "-", w);
    else if (e->kind == GT_EXPR_MUL)
        join(em, e, "*", w);
    else if (e->kind == GT_EXPR_NEG) {
        gt_str_add(em->out, "(- ");
        word(em, e->kids[0], w, true);
        gt_str_addc(em->out, ')');
    } else if (e->kind == GT_EXPR_ITE) {
        gt_str_addc(em->out, '(');
        gt_emit_expr(em, e->kids[0], GT_PREC_LEAF);
        gt_str_add(em->out, " ? ");
        word(em, e->kids[1], w, true);
        gt_str_add(em->out, " : ");
        word(em, e->kids[2], w, true);
        gt_str_addc(em->out, ')');
    } else if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD || e->kind == GT_EXPR_MIN ||
               e->kind == GT_EXPR_MAX) {
        exact(em, e, w);
    } else {
        gt_ice("integer operator '%s' for NuSMV", gt_expr_kind_name(e->kind));
    }
}

static const char *const comparison[GT_EXPR_KINDS] = {
    [GT_EXPR_EQ] = "=",  [GT_EXPR_NE] = "!=", [GT_EXPR_LT] = "<",
    [GT_EXPR_LE] = "<=", [GT_EXPR_GT] = ">",  [GT_EXPR_GE] = ">=",
};

/* Whether `e` compares a variable with one of its labelled values; then both are written by name. */
static bool labelled(gt_emitter *em, const gt_expr *e)
{
    if (e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const gt_expr *var = e->kids[i], *value = e->kids[1 - i];
        if (var->kind != GT_EXPR_CVAR || value->kind != GT_EXPR_CONST || !em->names->labels[var->u.index])
            continue;
        int64_t k = value->u.value - em->names->cmds->vars[var->u.index].type.lo;
        if (k < 0 || value->u.value > em->names->cmds->vars[var->u.index].type.hi)
            continue;
        gt_str_addf(em->out, "%s %s %s", em->names->vars[var->u.index], comparison[e->kind],
                    em->names->labels[var->u.index][k]);
        return true;
    }
    return false;
}

bool gt_smv_word_hook(gt_emitter *em, const gt_expr *e, int prec)
{
    if (is_int(e)) {
        gt_type own = e->type;
        word(em, e, gt_smv_bits(own), false);
        return true;
    }
    if (!comparison[e->kind] || !is_int(e->kids[0]))
        return false;
    gt_type both = hull(e->kids[0], e->kids[1]);
    bool parens = em->ops->ops[e->kind].prec < prec;
    if (parens)
        gt_str_addc(em->out, '(');
    bool order = e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE;
    if (!labelled(em, e))
        binary(em, e->kids[0], comparison[e->kind], e->kids[1], gt_smv_bits(both), order && both.lo < 0);
    if (parens)
        gt_str_addc(em->out, ')');
    return true;
}

void gt_smv_word_value(gt_emitter *em, uint32_t var, const gt_expr *e)
{
    const gt_cvar *v = &em->names->cmds->vars[var];
    if (!is_int(e)) {
        gt_emit_expr(em, e, GT_PREC_LEAF);
    } else if (e->kind == GT_EXPR_CONST && em->names->labels[var] && e->u.value >= v->type.lo &&
               e->u.value <= v->type.hi) {
        gt_str_add(em->out, em->names->labels[var][e->u.value - v->type.lo]);
    } else if (e->kind == GT_EXPR_ITE && em->names->labels[var] && !gt_share_name(em->share, e)) {
        gt_str_addc(em->out, '(');
        gt_emit_expr(em, e->kids[0], GT_PREC_LEAF);
        gt_str_add(em->out, " ? ");
        gt_smv_word_value(em, var, e->kids[1]);
        gt_str_add(em->out, " : ");
        gt_smv_word_value(em, var, e->kids[2]);
        gt_str_addc(em->out, ')');
    } else {
        word(em, e, gt_smv_bits(v->type), true);
    }
}
