/* Statements: assignments, conditionals and broadcasts, flattened into simultaneous updates. */
#include "frontend/sym/lower_body.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"

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

static bool in_broadcast(gt_body *body, place at, const gt_syn *syn, const gt_lvalue *target)
{
    gt_lower *lw = body->lw;
    if (!at.each)
        return true;
    if (target->proc && target->proc->kind == GT_EXPR_BOUND && target->proc->u.binder == at.each)
        return true;
    gt_error(lw->diag, gt_syn_get(syn, GT_FIELD_left)->pos, "broadcast",
             "a broadcast over %s can only assign variables of %s", at.each->name, at.each->name);
    gt_note(lw->diag, at.each->pos, "this would be assigned once for each %s, in an order that could matter",
            at.each->type.proc->name);
    gt_help(
        lw->diag,
        "assign it outside of `forall`; for a value collected from all processes use `count`, `exists` or "
        "`forall` in the expression");
    return false;
}

static const gt_expr *chosen(gt_body *body, place at, const gt_syn *syn, const gt_var *var)
{
    gt_lower *lw = body->lw;
    if (at.each) {
        gt_error(lw->diag, syn->pos, "any", "`any` cannot stand in a broadcast");
        gt_note(lw->diag, (gt_pos){0}, "each of the processes would make a choice of its own");
        gt_help(lw->diag, "let each process choose in a rule of its own");
        return NULL;
    }
    if (var->bound && !gt_syn_get(syn, GT_FIELD_domain)) {
        gt_lower_open_refuse(lw, syn->pos, "what `any` ranges over");
        return NULL;
    }
    const gt_binder *binder = gt_lower_any(lw, at.env, syn, &var->type, ++body->serial);
    if (!binder)
        return NULL;
    gt_vec_push(&body->choices, binder);
    return gt_expr_bound(lw->arena, syn->pos, binder);
}

static void assignment(gt_body *body, place at, const gt_syn *syn)
{
    gt_lower *lw = body->lw;
    const gt_syn *left = gt_syn_get(syn, GT_FIELD_left), *right = gt_syn_get(syn, GT_FIELD_right);
    gt_lvalue target;
    const gt_expr *value = NULL;
    bool ok = gt_lower_lvalue(lw, at.env, left, &target, true) && in_broadcast(body, at, syn, &target);
    if (ok)
        value = right->kind == GT_SYN_any_expression ? chosen(body, at, right, target.var)
                                                     : gt_lower_expr(lw, at.env, right, &target.var->type);
    else if (right->kind != GT_SYN_any_expression)
        gt_lower_expr(lw, at.env, right, NULL);
    if (!value) {
        body->failed = true;
        return;
    }
    gt_update update = {.pos = syn->pos,
                        .cond = at.cond,
                        .each = at.each,
                        .proc = target.proc,
                        .var = target.var,
                        .index = target.index,
                        .value = value};
    gt_vec_push(&body->updates, update);
}

/* Whether a statement makes a choice. */
static bool has_any(const gt_syn *syn)
{
    if (syn->kind == GT_SYN_assignment)
        return gt_syn_get(syn, GT_FIELD_right)->kind == GT_SYN_any_expression;
    if (syn->kind == GT_SYN_forall_statement)
        return false;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        bool inside = syn->kind == GT_SYN_block || kid->field == GT_FIELD_then || kid->field == GT_FIELD_else;
        if (inside && has_any(kid))
            return true;
    }
    return false;
}

/* Then or else, as this part of the rule has it; the condition moves to the guard. */
static void split(gt_body *body, place at, const gt_syn *syn, const gt_expr *c, const gt_expr *not_c)
{
    if (body->decided == body->decisions.n)
        gt_vec_push(&body->decisions, true);
    bool then = body->decisions.v[body->decided++];
    gt_vec_push(&body->splits, then ? c : not_c);
    const gt_syn *branch = gt_syn_get(syn, then ? GT_FIELD_then : GT_FIELD_else);
    if (branch)
        statement(body, at, branch);
}

static void conditional(gt_body *body, place at, const gt_syn *syn)
{
    gt_lower *lw = body->lw;
    const gt_syn *otherwise = gt_syn_get(syn, GT_FIELD_else), *then = gt_syn_get(syn, GT_FIELD_then);
    const gt_expr *c = gt_lower_bool(lw, at.env, gt_syn_get(syn, GT_FIELD_condition), "`if`");
    const gt_expr *not_c = c ? gt_expr_op1(lw->arena, c->pos, GT_EXPR_NOT, c) : NULL;
    body->failed = body->failed || !c;
    bool splits = !at.each && (has_any(then) || (otherwise && has_any(otherwise)));
    if (splits && c) {
        split(body, at, syn, c, not_c);
        return;
    }
    place inside = at;
    inside.cond = both(lw, at.cond, c);
    statement(body, inside, then);
    inside.cond = both(lw, at.cond, not_c);
    if (otherwise)
        statement(body, inside, otherwise);
}

static void broadcast(gt_body *body, place at, const gt_syn *syn)
{
    gt_lower *lw = body->lw;
    const gt_syn *binders = gt_syn_get(syn, GT_FIELD_binders), *where = gt_syn_get(syn, GT_FIELD_condition);
    gt_env env = *at.env;
    gt_binders bound = {0};
    bool ok = gt_lower_binders(lw, &env, binders, GT_BIND_QUANT, &bound);
    if (ok && (at.each || bound.n != 1)) {
        gt_error(lw->diag, at.each ? syn->pos : binders->pos, "broadcast",
                 "a broadcast is over one process at a time");
        gt_note(lw->diag, (gt_pos){0},
                "over pairs, one variable would be assigned several times, in an order that could "
                "matter");
        gt_help(lw->diag,
                "use one `forall j : P`, and `exists` or `count` over the others in its expressions");
        ok = false;
    }
    const gt_expr *c = where ? gt_lower_bool(lw, &env, where, "`where`") : NULL;
    body->failed = body->failed || !ok || (where && !c);
    if (ok) {
        place inside = {&env, both(lw, at.cond, c), bound.v[0]};
        statement(body, inside, gt_syn_get(syn, GT_FIELD_body));
    }
    free(bound.v);
}

static void statement(gt_body *body, place at, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_assignment) {
        assignment(body, at, syn);
    } else if (syn->kind == GT_SYN_if_statement) {
        conditional(body, at, syn);
    } else if (syn->kind == GT_SYN_forall_statement) {
        broadcast(body, at, syn);
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
