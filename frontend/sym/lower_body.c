/* Statements: assignments, conditionals and broadcasts, flattened into simultaneous updates. */
#include "frontend/sym/lower_body.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_over.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>

/* Where a statement stands. */
typedef struct {
    const gt_env *env;
    const gt_expr *cond;   /* under which it happens, or NULL */
    const gt_binder *each; /* the broadcast around it, or NULL */
} place;

static void statement(gt_body *body, place at, const gt_syn *syn);

static const gt_expr *both(gt_lower *lw, const gt_expr *a, const gt_expr *b)
{
    return !a ? b : !b ? a : gt_expr_op2(lw->arena, b->pos, GT_EXPR_AND, a, b);
}

static bool in_broadcast(gt_body *body, place at, const gt_syn *syn, const gt_expr *proc)
{
    gt_lower *lw = body->lw;
    if (!at.each || (proc && proc->kind == GT_EXPR_BOUND && proc->u.binder == at.each))
        return true;
    gt_error(lw->diag, syn->pos, "broadcast", "a broadcast over %s can only assign variables of %s",
             at.each->name, at.each->name);
    gt_note(lw->diag, at.each->pos, "this would be assigned once for each %s, in an order that could matter",
            at.each->type.proc->name);
    gt_help(
        lw->diag,
        "assign it outside of `forall`; for a value collected from all processes use `count`, `exists` or "
        "`forall` in the expression");
    return false;
}

/* What `any` gives to the variable; *spread: the choice that each process of a broadcast makes, else NULL. */
static const gt_expr *chosen(gt_body *body, place at, const gt_syn *syn, const gt_var *var,
                             const gt_binder **spread)
{
    gt_lower *lw = body->lw;
    *spread = NULL;
    if (var->bound && !gt_syn_get(syn, GT_FIELD_domain)) {
        gt_lower_open_refuse(lw, syn->pos, "what `any` ranges over");
        return NULL;
    }
    const gt_binder *binder = gt_lower_any(lw, at.env, syn, &var->type, ++body->serial);
    if (!binder)
        return NULL;
    if (at.each) {
        *spread = binder;
        return gt_lower_spread(body, at.cond, at.each, binder);
    }
    gt_vec_push(&body->choices, binder);
    return gt_expr_bound(lw->arena, syn->pos, binder);
}

/* part := value; spread: or NULL, the choice that each process makes. */
static void update(gt_body *body, place at, gt_pos pos, gt_lvalue part, const gt_expr *value,
                   const gt_binder *spread)
{
    if (!value || (part.var->ndims > 0 && !part.index)) {
        body->failed = true;
        return;
    }
    gt_update made = {.pos = pos,
                      .cond = at.cond,
                      .each = at.each,
                      .proc = part.proc,
                      .var = part.var,
                      .index = part.index,
                      .value = value,
                      .spread = spread};
    gt_vec_push(&body->updates, made);
}

/* Each scalar of the target gets its part of the value. */
static void update_all(gt_body *body, place at, gt_pos pos, const gt_place *target, const gt_value *value)
{
    gt_lvalues parts = {0};
    gt_lower_parts(body->lw, target, &parts);
    for (size_t i = 0; i < parts.n; i++)
        update(body, at, pos, parts.v[i], value->parts[i], NULL);
    free(parts.v);
}

/* ---- queues ---- */

static gt_place slot(gt_lower *lw, const gt_place *queue, int64_t i)
{
    return gt_lower_element(lw, queue, gt_expr_int(lw->arena, queue->pos, i));
}

/* The length grows or shrinks by one: out of its range is an error of the model. */
static void lengthen(gt_body *body, place at, gt_pos pos, const gt_place *queue, gt_expr_kind kind)
{
    gt_lower *lw = body->lw;
    gt_lvalue length = gt_lower_length(lw, queue), old = gt_lower_length(lw, queue);
    update(body, at, pos, length,
           gt_lower_arith(lw, pos, kind, gt_lower_part(lw, pos, &old), gt_expr_int(lw->arena, pos, 1)), NULL);
}

/* The first element of a queue, which leaves it: all others move up. */
static bool receive(gt_body *body, place at, const gt_syn *call, gt_value *value)
{
    gt_lower *lw = body->lw;
    gt_place queue;
    if (!gt_lower_call_queue(lw, at.env, call, 1, false, &queue) || !in_broadcast(body, at, call, queue.proc))
        return false;
    gt_place first = slot(lw, &queue, 0);
    if (!gt_lower_place_value(lw, &first, value))
        return false;
    int32_t last = queue.layout->dim.hi;
    lengthen(body, at, call->pos, &queue, GT_EXPR_SUB);
    for (int64_t i = 0; i <= last; i++) {
        gt_place here = slot(lw, &queue, i), next = slot(lw, &queue, i < last ? i + 1 : i);
        gt_value moved;
        if (!gt_lower_place_value(lw, &next, &moved))
            return false;
        for (int64_t k = 0; i == last && k < queue.layout->element->nparts; k++)
            moved.parts[k] = gt_lower_first(lw, call->pos, moved.parts[k]->type);
        update_all(body, at, call->pos, &here, &moved);
    }
    return true;
}

static bool is_receive(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    return syn->kind == GT_SYN_call_expression && gt_lower_call_kind(lw, env, syn) == GT_CALL_RECEIVE;
}

/* The right side of an assignment, and what is sent. */
static bool right_side(gt_body *body, place at, const gt_syn *syn, const gt_layout *layout, gt_value *value)
{
    gt_lower *lw = body->lw;
    if (!is_receive(lw, at.env, syn))
        return gt_lower_value(lw, at.env, syn, layout, value);
    if (!receive(body, at, syn, value))
        return false;
    if (gt_lower_same_layout(value->layout, layout) ||
        (gt_lower_is_scalar(layout) && gt_lower_is_scalar(value->layout)))
        return true;
    gt_error(body->lw->diag, syn->pos, "type", "this is %s where %s is needed",
             gt_lower_layout_name(lw, value->layout), gt_lower_layout_name(lw, layout));
    return false;
}

/* The first free place gets the value: with none left the index is outside, an error of the model. */
static bool send(gt_body *body, place at, const gt_syn *call)
{
    gt_lower *lw = body->lw;
    gt_place queue;
    gt_value value;
    if (!gt_lower_call_queue(lw, at.env, call, 2, true, &queue) ||
        !in_broadcast(body, at, call, queue.proc) ||
        !right_side(body, at, gt_syn_get(call, GT_FIELD_name)->next->next, queue.layout->element, &value))
        return false;
    gt_lvalue length = gt_lower_length(lw, &queue);
    const gt_expr *n = gt_lower_part(lw, call->pos, &length);
    if (!n)
        return false;
    gt_place free_slot = gt_lower_element(lw, &queue, n);
    lengthen(body, at, call->pos, &queue, GT_EXPR_ADD);
    update_all(body, at, call->pos, &free_slot, &value);
    return true;
}

static void call(gt_body *body, place at, const gt_syn *syn)
{
    gt_lower *lw = body->lw;
    gt_call kind = gt_lower_call_kind(lw, at.env, syn);
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_value dropped;
    bool ok = kind == GT_CALL_SEND      ? send(body, at, syn)
              : kind == GT_CALL_RECEIVE ? receive(body, at, syn, &dropped)
                                        : false;
    body->failed = body->failed || !ok;
    if (kind == GT_CALL_SEND || kind == GT_CALL_RECEIVE)
        return;
    gt_error(lw->diag, syn->pos, "assign", "`%s(...)` does nothing here", name->text);
    if (!gt_parse_hint_call(lw->diag, name->text))
        gt_help(lw->diag, "the statements that look like a call are `send(q, e);` and `receive(q);`");
}

/* ---- assignments ---- */

static void choose_one(gt_body *body, place at, const gt_syn *any, gt_pos pos, gt_lvalue part)
{
    const gt_binder *spread;
    const gt_expr *value = chosen(body, at, any, part.var, &spread);
    update(body, at, pos, part, value, spread);
}

/* Each part chosen by itself. */
static bool choose_all(gt_body *body, place at, const gt_syn *syn, const gt_place *target)
{
    gt_lower *lw = body->lw;
    if (gt_syn_get(syn, GT_FIELD_domain) || !gt_lower_choosable(target->layout)) {
        gt_error(lw->diag, syn->pos, "any", "`any` chooses no value of type %s this way",
                 gt_lower_layout_name(lw, target->layout));
        gt_help(lw->diag, gt_lower_choosable(target->layout)
                              ? "write `any` alone, or choose the parts one by one"
                              : "a queue begins empty, and `send` fills it");
        return false;
    }
    gt_lvalues parts = {0};
    if (gt_lower_too_large(lw, syn->pos, target->layout))
        return false;
    gt_lower_parts(lw, target, &parts);
    for (size_t i = 0; i < parts.n; i++)
        choose_one(body, at, syn, syn->pos, parts.v[i]);
    free(parts.v);
    return true;
}

/* Whether its target is assigned as a whole. */
static bool assignable(gt_body *body, const gt_syn *left, const gt_place *target)
{
    gt_lower *lw = body->lw;
    if (target->layout->kind != GT_LAYOUT_ARRAY)
        return !gt_lower_too_large(lw, left->pos, target->layout);
    gt_error(lw->diag, left->pos, "type",
             target->nindices > 0 ? "`%s` is indexed the wrong number of times"
                                  : "`%s` is an array and needs an index",
             target->name);
    gt_note(lw->diag, target->symbol->pos, "declared here");
    return false;
}

static void assign(gt_body *body, place at, const gt_syn *syn, const gt_place *target)
{
    gt_lower *lw = body->lw;
    const gt_syn *right = gt_syn_get(syn, GT_FIELD_right);
    bool any = right->kind == GT_SYN_any_expression;
    gt_value value;
    if (gt_lower_is_scalar(target->layout) && !is_receive(lw, at.env, right)) {
        gt_lvalue part = gt_lower_one_part(lw, target, target->vars[0], false);
        if (any)
            choose_one(body, at, right, syn->pos, part);
        else
            update(body, at, syn->pos, part, gt_lower_stored(lw, at.env, right, part.var->type), NULL);
    } else if (any) {
        body->failed = !choose_all(body, at, right, target) || body->failed;
    } else if (right_side(body, at, right, target->layout, &value)) {
        update_all(body, at, syn->pos, target, &value);
    } else {
        body->failed = true;
    }
}

static void assignment(gt_body *body, place at, const gt_syn *syn)
{
    gt_lower *lw = body->lw;
    const gt_syn *left = gt_syn_get(syn, GT_FIELD_left), *right = gt_syn_get(syn, GT_FIELD_right);
    gt_place target;
    if (gt_lower_place(lw, at.env, left, &target) && assignable(body, left, &target) &&
        in_broadcast(body, at, left, target.proc)) {
        assign(body, at, syn, &target);
        return;
    }
    if (right->kind != GT_SYN_any_expression && !gt_lower_layout_of(lw, at.env, right) &&
        right->kind != GT_SYN_set)
        gt_lower_expr(lw, at.env, right, NULL);
    body->failed = true;
}

/* Whether a statement makes a choice. */
static bool has_any(gt_lower *lw, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_assignment)
        return gt_syn_get(syn, GT_FIELD_right)->kind == GT_SYN_any_expression;
    if (syn->kind == GT_SYN_call_statement)
        return false;
    if (syn->kind == GT_SYN_forall_statement && !gt_lower_over_values(lw, gt_syn_get(syn, GT_FIELD_binders)))
        return false;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        bool inside = syn->kind == GT_SYN_block || kid->field == GT_FIELD_then ||
                      kid->field == GT_FIELD_else || kid->field == GT_FIELD_body;
        if (inside && has_any(lw, kid))
            return true;
    }
    return false;
}

/* Then or else (or nothing), as this part of the rule has it; the condition moves to the guard. */
static void split(gt_body *body, place at, const gt_expr *c, const gt_expr *not_c, const gt_syn *then,
                  const gt_syn *otherwise)
{
    if (body->decided == body->decisions.n)
        gt_vec_push(&body->decisions, true);
    bool holds = body->decisions.v[body->decided++];
    gt_vec_push(&body->splits, holds ? c : not_c);
    const gt_syn *branch = holds ? then : otherwise;
    if (branch)
        statement(body, at, branch);
}

/* What happens if the condition holds, and otherwise (NULL: nothing). */
static void guarded(gt_body *body, place at, const gt_expr *c, const gt_syn *then, const gt_syn *otherwise)
{
    gt_lower *lw = body->lw;
    const gt_expr *not_c = c ? gt_expr_op1(lw->arena, c->pos, GT_EXPR_NOT, c) : NULL;
    body->failed = body->failed || !c;
    bool splits = !at.each && (has_any(lw, then) || (otherwise && has_any(lw, otherwise)));
    if (splits && c) {
        split(body, at, c, not_c, then, otherwise);
        return;
    }
    place inside = at;
    inside.cond = both(lw, at.cond, c);
    statement(body, inside, then);
    inside.cond = both(lw, at.cond, not_c);
    if (otherwise)
        statement(body, inside, otherwise);
}

static void conditional(gt_body *body, place at, const gt_syn *syn)
{
    const gt_expr *c = gt_lower_bool(body->lw, at.env, gt_syn_get(syn, GT_FIELD_condition), "`if`");
    guarded(body, at, c, gt_syn_get(syn, GT_FIELD_then), gt_syn_get(syn, GT_FIELD_else));
}

static void one_process(gt_body *body, const gt_syn *syn)
{
    gt_diag *diag = body->lw->diag;
    gt_error(diag, syn->pos, "broadcast", "a broadcast is over one process at a time");
    gt_note(diag, (gt_pos){0},
            "over pairs, one variable would be assigned several times, in an order that could matter");
    gt_help(diag, "use one `forall j : P`, and `exists` or `count` over the others in its expressions");
    body->failed = true;
}

/* `forall` over the names from number k on: for each value, and for all processes at once. */
static void repeat(gt_body *body, place at, const gt_syn *syn, const gt_overs *overs, size_t k)
{
    gt_lower *lw = body->lw;
    const gt_syn *where = gt_syn_get(syn, GT_FIELD_condition), *inner = gt_syn_get(syn, GT_FIELD_body);
    const gt_over *over = k < overs->n ? &overs->v[k] : NULL;
    gt_env env = *at.env;
    place inside = at;
    inside.env = &env;
    if (!over) {
        if (where)
            guarded(body, inside, gt_lower_bool(lw, &env, where, "`where`"), inner, NULL);
        else
            statement(body, inside, inner);
        return;
    }
    if (over->broken) {
        gt_lower_bind_silent(lw, &env, over);
        repeat(body, inside, syn, overs, k + 1);
        return;
    }
    if (over->proc) {
        if (at.each)
            one_process(body, k > 0 && overs->v[k - 1].proc ? gt_syn_get(syn, GT_FIELD_binders) : syn);
        inside.each = gt_lower_bind_process(lw, &env, over, GT_BIND_QUANT);
        if (!at.each)
            repeat(body, inside, syn, overs, k + 1);
        return;
    }
    gt_loop loop = gt_lower_loop(lw, over);
    for (bool failed = body->failed; env = *at.env, gt_lower_next(&loop, &env, failed); failed = body->failed)
        repeat(body, inside, syn, overs, k + 1);
}

static void forall(gt_body *body, place at, const gt_syn *syn)
{
    gt_overs overs = {0};
    if (!gt_lower_overs(body->lw, gt_syn_get(syn, GT_FIELD_binders), "a bound name", &overs))
        body->failed = true;
    repeat(body, at, syn, &overs, 0);
    free(overs.v);
}

static void statement(gt_body *body, place at, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_assignment) {
        assignment(body, at, syn);
    } else if (syn->kind == GT_SYN_call_statement) {
        call(body, at, gt_syn_get(syn, GT_FIELD_call));
    } else if (syn->kind == GT_SYN_if_statement) {
        conditional(body, at, syn);
    } else if (syn->kind == GT_SYN_forall_statement) {
        forall(body, at, syn);
    } else if (syn->kind == GT_SYN_block) {
        for (const gt_syn *kid = syn->first; kid; kid = kid->next)
            statement(body, at, kid);
    } else {
        gt_ice("%u:%u: not a statement", syn->pos.line, syn->pos.col);
    }
}

void gt_lower_statement(gt_body *body, const gt_env *env, const gt_syn *syn)
{
    statement(body, (place){.env = env}, syn);
}
