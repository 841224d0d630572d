/* Values that are no scalars, as what they are made of: records, sets, lists. */
#include "frontend/sym/lower_value.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"

#include <stdlib.h>
#include <string.h>

/* A value that is being made, part by part. */
typedef GT_VEC(const gt_expr *) parts;

static bool add(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out);

bool gt_lower_too_large(gt_lower *lw, gt_pos pos, const gt_layout *layout)
{
    if (layout->by_process) {
        gt_error(lw->diag, pos, "id-index", "this is indexed by processes and cannot be used as a whole");
        gt_help(lw->diag, "say whose with an index, or assign each with `forall j : P do ...`");
        return true;
    }
    if (layout->nparts <= GT_LOWER_MAX_VALUES)
        return false;
    gt_error(lw->diag, pos, "size", "this is made of %lld values, and no more than %d are used as a whole",
             (long long)layout->nparts, GT_LOWER_MAX_VALUES);
    return true;
}

bool gt_lower_choosable(const gt_layout *layout)
{
    bool ok = layout->kind != GT_LAYOUT_QUEUE;
    for (uint32_t i = 0; ok && layout->kind == GT_LAYOUT_RECORD && i < layout->record->nfields; i++)
        ok = gt_lower_choosable(layout->record->fields[i].layout);
    return ok && (layout->kind != GT_LAYOUT_ARRAY || gt_lower_choosable(layout->element));
}

const gt_expr *gt_lower_first(gt_lower *lw, gt_pos pos, gt_type type)
{
    if (type.kind == GT_TYPE_ID)
        return gt_expr_none(lw->arena, pos, type.proc);
    return gt_expr_const(lw->arena, pos, type, type.kind == GT_TYPE_INT ? type.lo : 0);
}

/* What the type is called where something else is needed. */
static const char *kind_of(gt_lower *lw, gt_type type)
{
    switch (type.kind) {
    case GT_TYPE_BOOL: return "a bool";
    case GT_TYPE_INT: return "an integer";
    case GT_TYPE_ENUM: return "a value of an enum";
    case GT_TYPE_ID: return gt_arena_printf(lw->arena, "a process of type %s", type.proc->name);
    case GT_TYPE_REAL: break;
    }
    return "a number";
}

static const char *name_of(gt_lower *lw, const gt_layout *layout)
{
    return gt_lower_is_scalar(layout)
               ? kind_of(lw, layout->type)
               : gt_arena_printf(lw->arena, "a value of type %s", gt_lower_layout_name(lw, layout));
}

static bool wanted(gt_lower *lw, gt_pos pos, const char *what, const gt_layout *layout)
{
    gt_error(lw->diag, pos, "type", "%s where %s is needed", what, name_of(lw, layout));
    gt_lower_where(lw);
    return false;
}

/* ---- what is written with braces ---- */

static bool record(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, name->text);
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (!symbol || symbol->kind != SYMBOL_RECORD) {
        gt_error(lw->diag, name->pos, "unknown-name", "there is no record type `%s`", name->text);
        return false;
    }
    symbol->used = true;
    const gt_record *r = symbol->record;
    if (layout->record != r)
        return wanted(lw, syn->pos, gt_arena_printf(lw->arena, "this is a record of type %s", r->name),
                      layout);
    if (syn->nkids - 1 != r->nfields) {
        gt_error(lw->diag, syn->pos, "type", "`%s` has %u fields, not %u", r->name, r->nfields,
                 syn->nkids - 1);
        gt_note(lw->diag, symbol->pos, "declared here");
        return false;
    }
    bool ok = true;
    uint32_t i = 0;
    for (const gt_syn *kid = name->next; kid; kid = kid->next)
        ok = add(lw, env, kid, r->fields[i++].layout, out) && ok;
    return ok;
}

static bool list(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    uint32_t size = (uint32_t)((int64_t)layout->dim.hi - layout->dim.lo + 1);
    if (syn->nkids != size) {
        gt_error(lw->diag, syn->pos, "init", "%s needs %u values here, not %u",
                 gt_lower_layout_name(lw, layout), size, syn->nkids);
        return false;
    }
    bool ok = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next)
        ok = add(lw, env, kid, layout->element, out) && ok;
    return ok;
}

/* An element of a set, of the right type. Where it is none of its values that is an error of the model, like
 * a division by zero. */
static const gt_expr *element(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *set)
{
    const gt_expr *e = gt_lower_expr(lw, env, syn, &set->type);
    if (!e || !gt_build_fits(lw->build, set->type, e, "an element of the set", false))
        return NULL;
    const gt_expr *fits = gt_lower_within(lw, syn->pos, e, set->type);
    if (!fits)
        return e;
    const gt_expr *kids[] = {fits, gt_expr_int(lw->arena, syn->pos, 1), gt_expr_int(lw->arena, syn->pos, 0)};
    return gt_lower_arith(lw, syn->pos, GT_EXPR_DIV, e,
                          gt_build_op(lw->build, syn->pos, GT_EXPR_ITE, "{}", 3, kids));
}

/* For each value whether it is one of the elements: the first that is decides, and those before it are looked
 * at.
 */
static bool elements(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *set, parts *out)
{
    parts all = {0}, same = {0};
    bool ok = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        const gt_expr *e = element(lw, env, kid, set);
        ok = ok && e;
        gt_vec_push(&all, e);
    }
    for (int64_t v = set->dim.lo; v <= set->dim.hi && ok; v++) {
        bool always = false;
        same.n = 0;
        for (size_t i = 0; i < all.n && !always; i++) {
            int64_t value;
            const gt_expr *e = gt_lower_copy(lw, all.v[i]);
            bool constant = e && gt_expr_is_const(e, &value);
            always = constant && value == v;
            if (always && same.n > 0)
                gt_vec_push(&same, gt_expr_bool(lw->arena, syn->pos, true));
            if (!constant)
                gt_vec_push(&same, gt_build_op2(lw->build, syn->pos, GT_EXPR_EQ, "==", e,
                                                gt_expr_const(lw->arena, syn->pos, set->type, v)));
        }
        gt_vec_push(out, same.n == 0 ? gt_expr_bool(lw->arena, syn->pos, always)
                         : same.n == 1
                             ? same.v[0]
                             : gt_build_op(lw->build, syn->pos, GT_EXPR_OR, "||", (uint32_t)same.n, same.v));
    }
    free(all.v);
    free(same.v);
    return ok;
}

static bool braces(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    if (layout->kind == GT_LAYOUT_SET)
        return elements(lw, env, syn, layout, out);
    if (layout->kind == GT_LAYOUT_ARRAY)
        return list(lw, env, syn, layout, out);
    return wanted(lw, syn->pos, "these are values in braces", layout);
}

/* ---- operators ---- */

static bool ternary(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    gt_value x, y;
    const gt_expr *c = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_condition), "the condition of `?:`");
    bool ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_then), layout, &x);
    ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_else), layout, &y) && c && ok;
    for (int64_t i = 0; i < layout->nparts && ok; i++) {
        const gt_expr *kids[] = {gt_lower_copy(lw, c), x.parts[i], y.parts[i]};
        gt_vec_push(out, gt_build_op(lw->build, syn->pos, GT_EXPR_ITE, "?:", 3, kids));
    }
    return ok;
}

/* A variable, or an element of one at a constant index: looking at it never goes wrong. */
static bool is_plain(const gt_expr *e)
{
    bool plain =
        e->nkids == 0 || e->kind == GT_EXPR_VAR || e->kind == GT_EXPR_LOCAL || e->kind == GT_EXPR_INDICES;
    for (uint32_t i = 0; i < e->nkids && plain; i++)
        plain = e->kind == GT_EXPR_INDICES ? e->kids[i]->kind == GT_EXPR_CONST : is_plain(e->kids[i]);
    return plain;
}

/* Whether a value is in x + y or x - y, where it is known whether it is in y. NULL: x has to be asked. */
static const gt_expr *known_part(gt_lower *lw, gt_pos pos, bool sub, const gt_expr *x, const gt_expr *y)
{
    int64_t in_y;
    if (!gt_expr_is_const(y, &in_y))
        return NULL;
    if (!in_y)
        return x;
    return is_plain(x) ? gt_expr_bool(lw->arena, pos, !sub) : NULL;
}

/* Sets: what is in one of them, what is in the first only. */
static bool set_operator(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout,
                         parts *out)
{
    gt_value x, y;
    bool sub = syn->word == GT_WORD_SUB;
    if (layout->kind != GT_LAYOUT_SET || (syn->word != GT_WORD_ADD && !sub))
        return wanted(lw, syn->pos,
                      gt_arena_printf(lw->arena, "`%s` is made of other values", gt_word_text(syn->word)),
                      layout);
    if (!gt_lower_deeper(lw, syn->pos, 1))
        return false;
    bool ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_left), layout, &x);
    ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_right), layout, &y) && ok;
    lw->depth--;
    for (int64_t i = 0; i < layout->nparts && ok; i++) {
        const gt_expr *known = known_part(lw, syn->pos, sub, x.parts[i], y.parts[i]);
        if (known) {
            gt_vec_push(out, known);
            continue;
        }
        const gt_expr *right =
            sub ? gt_build_op1(lw->build, syn->pos, GT_EXPR_NOT, "-", y.parts[i]) : y.parts[i];
        gt_vec_push(out, gt_build_op2(lw->build, syn->pos, sub ? GT_EXPR_AND : GT_EXPR_OR, sub ? "-" : "+",
                                      x.parts[i], right));
    }
    return ok;
}

/* ---- everything ---- */

/* What is of another type is said to be; what is made of as many parts is added. */
static bool take(gt_lower *lw, const gt_syn *syn, const gt_value *value, const gt_layout *layout, parts *out)
{
    if (!gt_lower_same_layout(value->layout, layout))
        return wanted(lw, syn->pos, gt_arena_printf(lw->arena, "this is %s", name_of(lw, value->layout)),
                      layout);
    for (int64_t i = 0; i < layout->nparts; i++)
        gt_vec_push(out, value->parts[i]);
    return true;
}

static bool any_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    gt_value value = {0};
    if (syn->kind == GT_SYN_parenthesized_expression)
        return add(lw, env, syn->first, layout, out);
    if (syn->kind == GT_SYN_any_expression) {
        gt_error(lw->diag, syn->pos, "any", "`any` is a value of its own, not a part of one");
        gt_help(lw->diag, "assign the parts one by one");
        return false;
    }
    if (gt_lower_is_scalar(layout)) {
        const gt_expr *e = gt_lower_stored(lw, env, syn, layout->type);
        gt_vec_push(out, e);
        return e != NULL;
    }
    if (gt_lower_too_large(lw, syn->pos, layout))
        return false;
    if (syn->kind == GT_SYN_record_expression)
        return record(lw, env, syn, layout, out);
    if (syn->kind == GT_SYN_set)
        return braces(lw, env, syn, layout, out);
    if (syn->kind == GT_SYN_ternary_expression)
        return ternary(lw, env, syn, layout, out);
    if (syn->kind == GT_SYN_binary_expression)
        return set_operator(lw, env, syn, layout, out);
    const gt_layout *made = gt_lower_layout_of(lw, env, syn);
    if (!made) {
        const gt_expr *e = gt_lower_expr(lw, env, syn, NULL);
        return e &&
               wanted(lw, syn->pos, gt_arena_printf(lw->arena, "this is %s", kind_of(lw, e->type)), layout);
    }
    bool ok;
    if (syn->kind == GT_SYN_call_expression && gt_lower_call_kind(lw, env, syn) != GT_CALL_NONE)
        ok = gt_lower_head(lw, env, syn, &value);
    else if (gt_lower_names_macro(lw, env, syn))
        ok = gt_lower_expand_value(lw, env, syn, made, &value);
    else
        ok = gt_lower_read_value(lw, env, syn, &value);
    return ok && take(lw, syn, &value, layout, out);
}

static bool add(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout, parts *out)
{
    if (!gt_lower_deeper(lw, syn->pos, 1))
        return false;
    bool ok = any_value(lw, env, syn, layout, out);
    lw->depth--;
    return ok;
}

bool gt_lower_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout,
                    gt_value *value)
{
    parts made = {0};
    bool ok = add(lw, env, syn, layout, &made);
    *value = (gt_value){layout, GT_NEW_ARRAY(lw->arena, const gt_expr *, made.n + 1)};
    for (size_t i = 0; i < made.n; i++) {
        value->parts[i] = made.v[i];
        ok = ok && made.v[i];
    }
    free(made.v);
    return ok;
}

const gt_expr *gt_lower_equal(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout)
{
    gt_value x, y;
    bool eq = syn->word == GT_WORD_EQ;
    if (syn->word != GT_WORD_EQ && syn->word != GT_WORD_NE) {
        gt_error(lw->diag, syn->pos, "type", "`%s` compares integers, and this is %s",
                 gt_word_text(syn->word), name_of(lw, layout));
        return NULL;
    }
    bool ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_left), layout, &x);
    ok = gt_lower_value(lw, env, gt_syn_get(syn, GT_FIELD_right), layout, &y) && ok;
    parts same = {0};
    for (int64_t i = 0; i < layout->nparts && ok; i++)
        gt_vec_push(&same, gt_build_op2(lw->build, syn->pos, eq ? GT_EXPR_EQ : GT_EXPR_NE,
                                        gt_word_text(syn->word), x.parts[i], y.parts[i]));
    const gt_expr *result = same.n == 0   ? NULL
                            : same.n == 1 ? same.v[0]
                                          : gt_build_op(lw->build, syn->pos, eq ? GT_EXPR_AND : GT_EXPR_OR,
                                                        gt_word_text(syn->word), (uint32_t)same.n, same.v);
    free(same.v);
    return result;
}
