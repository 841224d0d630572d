/* What is stored: initial values and assignments have the type of the variable. */
#include "ir/build/build_impl.h"

static const char *quoted(gt_build *b, const gt_var *var)
{
    return gt_arena_printf(b->arena, "`%s`", var->name);
}

void gt_build_check_stores(gt_build *b, const gt_rule *rule)
{
    bool ok = rule->guard != NULL;
    for (uint32_t i = 0; i < rule->nbranches; i++) {
        for (uint32_t k = 0; k < rule->branches[i].nupdates; k++) {
            const gt_update *u = &rule->branches[i].updates[k];
            if (u->var->class_sizes) {
                gt_error(b->diag, gt_build_at(b, u, u->pos), "assign",
                         "`%s` says in which class a process is, and never changes", u->var->name);
                ok = false;
            }
            ok = gt_build_fits(b, u->var->type, u->value, quoted(b, u->var), false) && ok;
        }
    }
    if (!ok)
        *gt_ptrmap_at(&b->wrong, rule) = 1;
}

/* ---- initial values ---- */

static bool too_early(gt_build *b, const gt_var *var, const gt_expr *e)
{
    const gt_var *v = e->u.var;
    if (e->kind == GT_EXPR_LOCAL && e->kids[0]->kind != GT_EXPR_SELF) {
        gt_error(b->diag, gt_build_at_expr(b, e), "init",
                 "an initial value cannot mention variables of other processes");
        gt_note(b->diag, (gt_pos){0}, "all processes begin at once, in no order");
        gt_help(b->diag, "use shared variables, or a rule that runs first");
        return true;
    }
    bool earlier = v->owner == var->owner ? v->index < var->index : v->owner == NULL;
    if (earlier)
        return false;
    gt_error(b->diag, gt_build_at_expr(b, e), "init",
             "the initial value of `%s` mentions `%s`, which gets its own later", var->name, v->name);
    gt_note(b->diag, gt_build_at(b, v, v->pos), "declared here");
    gt_help(b->diag, "declare `%s` first", v->name);
    return true;
}

/* The index that may be outside its dimension; there is one. */
static const gt_expr *outside_of(const gt_expr *indices)
{
    const gt_dim *dim = indices->u.var->dims;
    const gt_expr *const *index = indices->kids;
    for (; (*index)->type.lo >= dim->lo && (*index)->type.hi <= dim->hi; dim++)
        index++;
    return *index;
}

/* Initial values must not go wrong: there is no state yet that could be in error. */
static bool is_safe(gt_build *b, const gt_var *var, const gt_expr *e)
{
    if (e->kind == GT_EXPR_VAR || e->kind == GT_EXPR_LOCAL) {
        if (too_early(b, var, e))
            return false;
    }
    if (e->kind == GT_EXPR_INDICES && gt_expr_outside(e)) {
        gt_error(b->diag, gt_build_at_expr(b, outside_of(e)), "index",
                 "this index may be outside the array, which an initial value must not be");
        return false;
    }
    bool divides = (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) && e->type.kind == GT_TYPE_INT;
    if (divides && e->kids[1]->type.lo <= 0 && e->kids[1]->type.hi >= 0) {
        gt_error(b->diag, gt_build_at_expr(b, e->kids[1]), "divide",
                 "this may be zero, which an initial value must not divide by");
        return false;
    }
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!is_safe(b, var, e->kids[i]))
            return false;
    return true;
}

static bool encloses(gt_type type, gt_type part)
{
    return gt_type_same(type, part) && part.lo >= type.lo && part.hi <= type.hi;
}

static bool check_init(gt_build *b, const gt_var *var, const gt_init *init)
{
    if (init->choice) {
        const gt_binder *choice = init->choice;
        if (choice->where && !is_safe(b, var, choice->where))
            return false;
        if (encloses(var->type, choice->type))
            return true;
        gt_expr candidate = {
            .kind = GT_EXPR_BOUND, .pos = gt_build_at(b, choice, choice->pos), .type = choice->type};
        return gt_build_fits(b, var->type, &candidate, quoted(b, var), true);
    }
    const gt_expr *value = init->expr;
    if (!value)
        return true; /* reported */
    if (var->type.kind == GT_TYPE_ID && value->type.kind == GT_TYPE_INT) {
        gt_error(b->diag, gt_build_at_expr(b, value), "id-init",
                 "`%s` cannot begin as a process named by a number", var->name);
        gt_note(b->diag, (gt_pos){0},
                "processes are interchangeable: an initial value that prefers one would not be symmetric");
        gt_help(b->diag, "write `= any`");
        return false;
    }
    return gt_build_fits(b, var->type, value, quoted(b, var), true) && is_safe(b, var, value);
}

void gt_build_check_init(gt_build *b, const gt_var *var)
{
    bool ok = true;
    for (uint32_t i = 0; i < var->ninits; i++)
        if (!i || var->inits[i].expr != var->inits[i - 1].expr ||
            var->inits[i].choice != var->inits[i - 1].choice)
            ok = check_init(b, var, &var->inits[i]) && ok;
    if (!ok)
        *gt_ptrmap_at(&b->wrong, var) = 1;
}
