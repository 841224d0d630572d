/* Statements: assignments, conditionals and broadcasts, flattened into simultaneous updates. */
#include "frontend/sym/lower_body.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_over.h"

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
static bool has_any(gt_lower *lw, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_assignment)
        return gt_syn_get(syn, GT_FIELD_right)->kind == GT_SYN_any_expression;
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
