/* Queues and sets: what is asked of them, and what they hold. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>
#include <string.h>

typedef GT_VEC(const gt_expr *) parts;

static const struct {
    const char *name;
    gt_call call;
} calls[] = {{"send", GT_CALL_SEND},   {"receive", GT_CALL_RECEIVE}, {"head", GT_CALL_HEAD},
             {"empty", GT_CALL_EMPTY}, {"full", GT_CALL_FULL},       {"len", GT_CALL_LEN},
             {"card", GT_CALL_CARD}};

gt_call gt_lower_call_kind(gt_lower *lw, const gt_env *env, const gt_syn *call)
{
    const char *name = gt_syn_get(call, GT_FIELD_name)->text;
    if (gt_lower_find(lw, env->home, name))
        return GT_CALL_NONE;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].call;
    return GT_CALL_NONE;
}

bool gt_lower_call_queue(gt_lower *lw, const gt_env *env, const gt_syn *call, uint32_t narguments, bool write,
                         gt_place *queue)
{
    const gt_syn *name = gt_syn_get(call, GT_FIELD_name), *argument = name->next;
    if (call->nkids - 1 != narguments) {
        gt_error(lw->diag, call->pos, "macro", "`%s` needs %u argument%s, not %u", name->text, narguments,
                 narguments == 1 ? "" : "s", call->nkids - 1);
        return false;
    }
    const gt_layout *layout = gt_lower_layout_of(lw, env, argument);
    if (!layout || layout->kind != GT_LAYOUT_QUEUE || !gt_lower_is_place(lw, env, argument)) {
        gt_error(lw->diag, argument->pos, "type", "`%s` needs a variable that is a queue", name->text);
        gt_help(lw->diag, "declare it: `q : queue[4] of 0..7`");
        return false;
    }
    if (!gt_lower_place(lw, env, argument, queue))
        return false;
    queue->symbol->used = queue->symbol->used || !write;
    return true;
}

static const gt_expr *number(gt_lower *lw, gt_pos pos, int64_t value)
{
    return gt_expr_int(lw->arena, pos, value);
}

/* The number of elements of a set. */
static const gt_expr *card(gt_lower *lw, const gt_env *env, const gt_syn *call)
{
    const gt_syn *argument = gt_syn_get(call, GT_FIELD_argument);
    const gt_layout *layout = argument ? gt_lower_layout_of(lw, env, argument) : NULL;
    if (call->nkids != 2 || !layout || layout->kind != GT_LAYOUT_SET) {
        gt_error(lw->diag, call->pos, "type", "`card` needs a set");
        gt_help(lw->diag, "for processes: `count j : P (...)`; for the elements of a queue: `len(q)`");
        return NULL;
    }
    gt_value set;
    if (!gt_lower_value(lw, env, argument, layout, &set))
        return NULL;
    const gt_expr **terms = GT_NEW_ARRAY(lw->arena, const gt_expr *, (size_t)layout->nparts);
    for (int64_t i = 0; i < layout->nparts; i++) {
        const gt_expr *kids[] = {set.parts[i], number(lw, call->pos, 1), number(lw, call->pos, 0)};
        terms[i] = gt_build_op(lw->build, call->pos, GT_EXPR_ITE, "card", 3, kids);
    }
    return layout->nparts == 1
               ? terms[0]
               : gt_build_op(lw->build, call->pos, GT_EXPR_ADD, "card", (uint32_t)layout->nparts, terms);
}

const gt_expr *gt_lower_call_number(gt_lower *lw, const gt_env *env, const gt_syn *call, gt_call kind)
{
    gt_place queue;
    if (kind == GT_CALL_CARD)
        return card(lw, env, call);
    if (!gt_lower_call_queue(lw, env, call, 1, false, &queue))
        return NULL;
    gt_lvalue length = gt_lower_length(lw, &queue);
    const gt_expr *n = gt_lower_part(lw, call->pos, &length);
    if (kind == GT_CALL_LEN)
        return n;
    int64_t bound = kind == GT_CALL_FULL ? (int64_t)queue.layout->dim.hi + 1 : 0;
    return gt_lower_arith(lw, call->pos, GT_EXPR_EQ, n, number(lw, call->pos, bound));
}

/* The first element. Where there is none the index is -1: an error of the model. */
bool gt_lower_head(gt_lower *lw, const gt_env *env, const gt_syn *call, gt_value *value)
{
    gt_place queue;
    if (gt_lower_call_kind(lw, env, call) == GT_CALL_RECEIVE) {
        gt_error(lw->diag, call->pos, "assign", "`receive` is not a part of an expression");
        gt_help(lw->diag, "`x := receive(q);` takes the first element, `head(q)` only looks at it");
        return false;
    }
    if (!gt_lower_call_queue(lw, env, call, 1, false, &queue))
        return false;
    gt_lvalue length = gt_lower_length(lw, &queue);
    const gt_expr *n = gt_lower_part(lw, call->pos, &length);
    const gt_expr *some = gt_lower_arith(lw, call->pos, GT_EXPR_MIN, n, number(lw, call->pos, 1));
    const gt_expr *index = gt_lower_arith(lw, call->pos, GT_EXPR_SUB, some, number(lw, call->pos, 1));
    if (!index)
        return false;
    gt_place first = gt_lower_element(lw, &queue, index);
    first.pos = call->pos;
    return gt_lower_place_value(lw, &first, value);
}

/* ---- in ---- */

const gt_expr *gt_lower_within(gt_lower *lw, gt_pos pos, const gt_expr *x, gt_type type)
{
    const gt_expr *low = x->type.lo < type.lo ? gt_lower_arith(lw, pos, GT_EXPR_GE, gt_lower_copy(lw, x),
                                                               number(lw, pos, type.lo))
                                              : NULL;
    const gt_expr *high = x->type.hi > type.hi ? gt_lower_arith(lw, pos, GT_EXPR_LE, gt_lower_copy(lw, x),
                                                                number(lw, pos, type.hi))
                                               : NULL;
    return low && high ? gt_lower_arith(lw, pos, GT_EXPR_AND, low, high) : low ? low : high;
}

/* s[x], where x is an index. */
static const gt_expr *in_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_expr *x,
                               gt_type type)
{
    gt_place set;
    if (!gt_lower_place(lw, env, syn, &set))
        return NULL;
    set.symbol->used = true;
    const gt_expr *fits = gt_lower_within(lw, x->pos, x, type);
    gt_place element = gt_lower_element(lw, &set, x);
    gt_lvalue part = gt_lower_one_part(lw, &element, set.vars[0], true);
    const gt_expr *holds = gt_lower_part(lw, syn->pos, &part);
    return fits ? gt_lower_arith(lw, syn->pos, GT_EXPR_AND, fits, holds) : holds;
}

const gt_expr *gt_lower_in_set(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *set)
{
    const gt_syn *right = gt_syn_get(syn, GT_FIELD_right);
    const gt_expr *x = gt_lower_expr(lw, env, gt_syn_get(syn, GT_FIELD_left), &set->type);
    gt_value value;
    if (set->kind != GT_LAYOUT_SET) {
        gt_error(lw->diag, right->pos, "type", "`in` needs a set or a range, and this is %s",
                 gt_lower_layout_name(lw, set));
        return NULL;
    }
    if (x && !gt_type_same(x->type, set->type)) {
        gt_build_wrong(lw->build, x, "this set", gt_build_type_name(lw->build, set->type));
        return NULL;
    }
    if (x && (x->type.lo > set->type.hi || x->type.hi < set->type.lo)) {
        gt_error(lw->diag, x->pos, "index", "this is never in a %s", gt_lower_layout_name(lw, set));
        return NULL;
    }
    if (x && gt_lower_is_place(lw, env, right))
        return in_place(lw, env, right, x, set->type);
    if (!x || !gt_lower_value(lw, env, right, set, &value))
        return NULL;
    parts cases = {0};
    for (int64_t v = set->dim.lo; v <= set->dim.hi; v++) {
        if (v < x->type.lo || v > x->type.hi)
            continue;
        const gt_expr *is = gt_lower_arith(lw, syn->pos, GT_EXPR_EQ, gt_lower_copy(lw, x),
                                           gt_expr_const(lw->arena, syn->pos, set->type, v));
        gt_vec_push(&cases, gt_lower_arith(lw, syn->pos, GT_EXPR_AND, is, value.parts[v - set->dim.lo]));
    }
    const gt_expr *result =
        cases.n == 1 ? cases.v[0]
                     : gt_build_op(lw->build, syn->pos, GT_EXPR_OR, "in", (uint32_t)cases.n, cases.v);
    free(cases.v);
    return result;
}
