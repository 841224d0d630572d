#include "backends/targets/smv_word.h"

#include "backends/targets/layout.h"
#include "runtime/base.h"

#include <inttypes.h>

uint32_t gt_smv_bits(gt_type type)
{
    return gt_bits(type.lo, type.hi);
}

void gt_smv_type(gt_str *out, gt_type type, bool words)
{
    if (words)
        gt_str_addf(out, "unsigned word[%u]", gt_smv_bits(type));
    else
        gt_str_addf(out, "%d..%d", type.lo, type.hi);
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

static void word(gt_emitter *em, const gt_expr *e, uint32_t w, int prec, bool whole);

static bool is_int(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_INT || e->type.kind == GT_TYPE_ENUM;
}

static void constant(gt_emitter *em, int64_t value, uint32_t w)
{
    uint64_t mask = w >= 64 ? UINT64_MAX : ((uint64_t)1 << w) - 1;
    gt_str_addf(em->out, "0ud%u_%" PRIu64, w, (uint64_t)value & mask);
}

static void join(gt_emitter *em, const gt_expr *e, uint32_t w, int outer)
{
    const gt_op *op = &em->ops->ops[e->kind];
    gt_str_add(em->out, op->prec < outer ? "(" GT_LAYOUT_OPEN : GT_LAYOUT_OPEN);
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool minus = i && gt_emit_minus(e, i);
        if (i)
            gt_str_addf(em->out, GT_LAYOUT_BREAK "%s ", minus ? "-" : op->text);
        if (minus)
            constant(em, -e->kids[i]->u.value, w);
        else
            word(em, e->kids[i], w, gt_emit_kid_prec(e, i, op->prec), true);
    }
    gt_str_add(em->out, op->prec < outer ? GT_LAYOUT_CLOSE ")" : GT_LAYOUT_CLOSE);
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

/* x op y on w bits, signed if asked; operands that bind looser than `prec` get parentheses. */
static void binary(gt_emitter *em, const gt_expr *x, const char *op, const gt_expr *y, uint32_t w, int prec,
                   bool is_signed)
{
    gt_str_add(em->out, is_signed ? GT_LAYOUT_OPEN "signed(" : GT_LAYOUT_OPEN);
    word(em, x, w, is_signed ? 0 : prec, true);
    gt_str_addf(em->out, is_signed ? ") %s" GT_LAYOUT_SOFT "signed(" : " %s" GT_LAYOUT_SOFT, op);
    word(em, y, w, is_signed ? 0 : prec, true);
    gt_str_add(em->out, is_signed ? ")" GT_LAYOUT_CLOSE : GT_LAYOUT_CLOSE);
}

/* x / y or x mod y. NuSMV carries the division into the branches of a conditional y and ends where one of
 * them is the constant 0. So that is done here, and where it divides by 0, which is never used, there stands
 * a 0. */
static void divide(gt_emitter *em, const gt_expr *e, const gt_expr *y, uint32_t w, bool is_signed)
{
    if (y->kind == GT_EXPR_ITE) {
        gt_str_add(em->out, "(" GT_LAYOUT_OPEN);
        gt_emit_expr(em, y->kids[0], 7);
        gt_str_add(em->out, GT_LAYOUT_BREAK "? ");
        divide(em, e, y->kids[1], w, is_signed);
        gt_str_add(em->out, GT_LAYOUT_BREAK ": ");
        divide(em, e, y->kids[2], w, is_signed);
        gt_str_add(em->out, GT_LAYOUT_CLOSE ")");
    } else if (y->kind == GT_EXPR_CONST && y->u.value == 0) {
        constant(em, 0, w);
    } else {
        gt_str_add(em->out, is_signed ? "unsigned(" : "(");
        binary(em, e->kids[0], e->kind == GT_EXPR_DIV ? "/" : "mod", y, w, 15, is_signed);
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
    if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) {
        divide(em, e, e->kids[1], own, is_signed);
    } else {
        gt_str_addc(&inner, '(');
        binary(em, e->kids[0], e->kind == GT_EXPR_MIN ? "<=" : ">=", e->kids[1], own, 11, is_signed);
        gt_str_add(&inner, " ? ");
        word(em, e->kids[0], own, 7, true);
        gt_str_add(&inner, " : ");
        word(em, e->kids[1], own, 7, true);
        gt_str_addc(&inner, ')');
    }
    em->out = out;
    resize(out, gt_str_text(&inner), own, w, is_signed);
    gt_str_fini(&inner);
}

/* `e` modulo 2^w. */
static void word(gt_emitter *em, const gt_expr *e, uint32_t w, int prec, bool whole)
{
    const char *name = whole && em->share ? gt_share_name(em->share, e) : NULL;
    if (e->kind == GT_EXPR_CVAR)
        name = em->names->vars[e->u.index];
    if (e->kind == GT_EXPR_BOUND)
        name = gt_emit_pick(em, e);
    if (name) {
        resize(em->out, name, gt_smv_bits(e->type), w, e->type.lo < 0);
        return;
    }
    switch (e->kind) {
    case GT_EXPR_CONST: constant(em, e->u.value, w); return;
    case GT_EXPR_ADD:
    case GT_EXPR_SUB:
    case GT_EXPR_MUL: join(em, e, w, prec); return;
    case GT_EXPR_NEG:
        gt_str_add(em->out, "(- ");
        word(em, e->kids[0], w, GT_PREC_LEAF, true);
        gt_str_addc(em->out, ')');
        return;
    case GT_EXPR_ITE:
        gt_str_add(em->out, "(" GT_LAYOUT_OPEN);
        gt_emit_expr(em, e->kids[0], 7);
        gt_str_add(em->out, GT_LAYOUT_BREAK "? ");
        word(em, e->kids[1], w, 7, true);
        gt_str_add(em->out, GT_LAYOUT_BREAK ": ");
        word(em, e->kids[2], w, 7, true);
        gt_str_add(em->out, GT_LAYOUT_CLOSE ")");
        return;
    case GT_EXPR_DIV:
    case GT_EXPR_MOD:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX: exact(em, e, w); return;
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_EXPR_CVAR:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_LOGIC:
    case GT_KINDS_COMPARE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("integer operator '%s' for NuSMV", gt_expr_kind_name(e->kind));
}

static const char *const comparison[GT_EXPR_KINDS] = {
    [GT_EXPR_EQ] = "=",  [GT_EXPR_NE] = "!=", [GT_EXPR_LT] = "<",
    [GT_EXPR_LE] = "<=", [GT_EXPR_GT] = ">",  [GT_EXPR_GE] = ">=",
};

/* Whether `e` compares a variable with one of its named values; then both are written by name. */
static bool labelled(gt_emitter *em, const gt_expr *e)
{
    if (e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const gt_expr *var = e->kids[i], *value = e->kids[1 - i];
        const gt_value_set *values = var->kind == GT_EXPR_CVAR ? gt_names_values(em->names, var) : NULL;
        if (!values || value->kind != GT_EXPR_CONST || value->u.value < values->lo ||
            value->u.value > values->hi)
            continue;
        gt_str_addf(em->out, "%s %s %s", em->names->vars[var->u.index], comparison[e->kind],
                    values->names[value->u.value - values->lo]);
        return true;
    }
    return false;
}

/* Whether one side is a symbol: then both are. */
static bool compares_symbols(const gt_emitter *em, const gt_expr *e)
{
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_value_set *values = gt_names_values(em->names, e->kids[i]);
        if (values && values->symbols)
            return true;
    }
    return false;
}

bool gt_smv_word_hook(gt_emitter *em, const gt_expr *e, int prec)
{
    if (is_int(e)) {
        gt_type own = e->type;
        word(em, e, gt_smv_bits(own), prec, false);
        return true;
    }
    if (!comparison[e->kind] || !is_int(e->kids[0]) || compares_symbols(em, e))
        return false;
    gt_type both = hull(e->kids[0], e->kids[1]);
    bool parens = em->ops->ops[e->kind].prec < prec;
    if (parens)
        gt_str_addc(em->out, '(');
    bool order = e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE;
    if (!labelled(em, e))
        binary(em, e->kids[0], comparison[e->kind], e->kids[1], gt_smv_bits(both), 11, order && both.lo < 0);
    if (parens)
        gt_str_addc(em->out, ')');
    return true;
}

void gt_smv_word_value(gt_emitter *em, uint32_t var, const gt_expr *e)
{
    const gt_cvar *v = &em->names->cmds->vars[var];
    const gt_value_set *values = &em->names->values[var];
    if (!is_int(e) || values->symbols) {
        gt_emit_value(em, var, e, 11);
    } else if (e->kind == GT_EXPR_CONST && values->names && e->u.value >= v->type.lo &&
               e->u.value <= v->type.hi) {
        gt_str_add(em->out, values->names[e->u.value - v->type.lo]);
    } else if (e->kind == GT_EXPR_ITE && values->names && !gt_share_name(em->share, e)) {
        gt_str_add(em->out, "(" GT_LAYOUT_OPEN);
        gt_emit_expr(em, e->kids[0], 7);
        gt_str_add(em->out, GT_LAYOUT_BREAK "? ");
        gt_smv_word_value(em, var, e->kids[1]);
        gt_str_add(em->out, GT_LAYOUT_BREAK ": ");
        gt_smv_word_value(em, var, e->kids[2]);
        gt_str_add(em->out, GT_LAYOUT_CLOSE ")");
    } else {
        word(em, e, gt_smv_bits(v->type), 11, true);
    }
}
