/* The part of the symmetry check that typing does not cover.
 *
 * Typing lets ids be compared with == and !=, assigned and dereferenced, and nothing else, but for types
 * whose processes have numbers; so every expression commutes with a renaming of the other processes. What is
 * left is that a step has one meaning: none is never dereferenced, and no variable is written twice
 * (symmetry_writes.c); and that properties speak about one state at a time. */
#include "ir/build/build_impl.h"

typedef struct {
    gt_build *b;
    gt_known facts;
    bool quantified; /* inside a quantifier */
    uint32_t found;  /* uses of what may be none */
} walker;

/* Of these; the rest would not be shown. */
#define MAX_FOUND 100

static void walk(walker *w, const gt_expr *e);

static const char *name_of(const gt_expr *e)
{
    return e->kind == GT_EXPR_VAR || e->kind == GT_EXPR_LOCAL ? e->u.var->name
           : e->kind == GT_EXPR_BOUND                         ? e->u.binder->name
                                                              : NULL;
}

static void need_somebody(walker *w, const gt_expr *id)
{
    if (w->found >= MAX_FOUND || gt_known_not_none(&w->facts, id))
        return;
    w->found++;
    gt_diag *diag = w->b->diag;
    gt_pos pos = gt_build_at_expr(w->b, id);
    const char *name = name_of(id), *shown = name ? name : "d";
    if (id->kind == GT_EXPR_NONE) {
        gt_error(diag, pos, "maybe-none", "`none` is no process and has no variables");
        return;
    }
    gt_error(diag, pos, "maybe-none", name ? "`%s` may be none here" : "this may be none here", name);
    if (id->kind == GT_EXPR_VAR || id->kind == GT_EXPR_LOCAL)
        gt_note(diag, gt_build_at(w->b, id->u.var, id->u.var->pos),
                "`%s` is declared as %s?, a process or none, and none has no variables", shown,
                id->type.proc->name);
    gt_help(
        diag,
        "test it first: `%s != none && ...` in an expression, `when %s != none` or `if (%s != none)` around "
        "an assignment",
        shown, shown, shown);
}

/* Operands evaluated left to right, each only if those before it were `holds`. */
static void walk_sequence(walker *w, const gt_expr *e, bool holds)
{
    size_t old = w->facts.known.n;
    for (uint32_t i = 0; i < e->nkids; i++) {
        walk(w, e->kids[i]);
        if (i + 1 < e->nkids)
            gt_known_assume(&w->facts, e->kids[i], holds);
    }
    w->facts.known.n = old;
}

static void walk_choice(walker *w, const gt_expr *e)
{
    size_t old = w->facts.known.n;
    walk(w, e->kids[0]);
    for (uint32_t i = 1; i <= 2; i++) {
        gt_known_assume(&w->facts, e->kids[0], i == 1);
        walk(w, e->kids[i]);
        w->facts.known.n = old;
    }
}

static void walk_kids(walker *w, const gt_expr *e)
{
    for (uint32_t i = 0; i < e->nkids; i++)
        walk(w, e->kids[i]);
}

static void walk_temporal(walker *w, const gt_expr *e)
{
    if (w->quantified) {
        gt_error(w->b->diag, gt_build_at_expr(w->b, e), "id-property",
                 "a temporal operator cannot stand inside a quantifier");
        gt_note(w->b->diag, (gt_pos){0},
                "its operand would speak about one process, and the states of a symmetric "
                "program do not tell processes apart");
        gt_help(w->b->diag, "put the quantifier in front of the property: `forall i : P . ...`");
    }
    size_t from = w->facts.from;
    w->facts.from = w->facts.known.n; /* its operands are read in other states */
    walk_kids(w, e);
    w->facts.from = from;
}

static void walk_quantifier(walker *w, const gt_expr *e)
{
    bool outer = w->quantified;
    w->quantified = true;
    walk_kids(w, e);
    w->quantified = outer;
}

static void walk(walker *w, const gt_expr *e)
{
    if (e->kind == GT_EXPR_AND)
        walk_sequence(w, e, true);
    else if (e->kind == GT_EXPR_OR)
        walk_sequence(w, e, false);
    else if (e->kind == GT_EXPR_IMPLIES)
        walk_sequence(w, e, true);
    else if (e->kind == GT_EXPR_ITE)
        walk_choice(w, e);
    else if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        walk_temporal(w, e);
    else if (e->kind == GT_EXPR_EXISTS || e->kind == GT_EXPR_FORALL || e->kind == GT_EXPR_COUNT)
        walk_quantifier(w, e);
    else
        walk_kids(w, e);
    if (e->kind == GT_EXPR_LOCAL || e->kind == GT_EXPR_NEXT || e->kind == GT_EXPR_PREV ||
        e->kind == GT_EXPR_NUMBER)
        need_somebody(w, e->kids[0]);
}

static void walk_opt(walker *w, const gt_expr *e)
{
    if (e)
        walk(w, e);
}

/* ---- stored values ---- */

static void store(walker *w, const gt_var *var, const gt_expr *value)
{
    if (var->type.kind != GT_TYPE_ID || var->type.optional || gt_known_not_none(&w->facts, value))
        return;
    gt_error(w->b->diag, gt_build_at_expr(w->b, value), "maybe-none",
             "this may be none, but `%s` is a %s and never none", var->name, var->type.proc->name);
    gt_note(w->b->diag, gt_build_at(w->b, var, var->pos), "declared here");
    gt_help(w->b->diag, "test it first, or declare `%s` as %s?", var->name, var->type.proc->name);
}

static void check_update(walker *w, const gt_update *u)
{
    size_t old = w->facts.known.n;
    if (u->cond) {
        walk(w, u->cond);
        gt_known_assume(&w->facts, u->cond, true);
    }
    if (u->proc) {
        walk(w, u->proc);
        need_somebody(w, u->proc);
    }
    walk_opt(w, u->index);
    walk(w, u->value);
    store(w, u->var, u->value);
    w->facts.known.n = old;
}

static void check_rule(walker *w, const gt_rule *rule)
{
    if (gt_ptrmap_pointer(&w->b->wrong, rule))
        return;
    walk(w, rule->guard);
    gt_known_assume(&w->facts, rule->guard, true);
    walk_opt(w, rule->rate);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        walk_opt(w, rule->choices[i]->where);
    for (uint32_t i = 0; i < rule->nbranches; i++) {
        walk_opt(w, rule->branches[i].prob);
        for (uint32_t k = 0; k < rule->branches[i].nupdates; k++)
            check_update(w, &rule->branches[i].updates[k]);
    }
    w->facts.known.n = 0;
    gt_build_check_writes(w->b, rule);
}

static void check_inits(walker *w, const gt_var *var)
{
    if (gt_ptrmap_pointer(&w->b->wrong, var))
        return;
    for (uint32_t i = 0; i < var->ninits; i++) {
        const gt_init *init = &var->inits[i];
        if (init->choice) {
            walk_opt(w, init->choice->where);
        } else if (init->expr) {
            walk(w, init->expr);
            store(w, var, init->expr);
        }
    }
}

void gt_build_check_symmetry(gt_build *b)
{
    const gt_sym *sym = b->sym;
    walker w = {.b = b, .facts = {.ids_only = true}};
    for (uint32_t i = 0; i < sym->nshared; i++)
        check_inits(&w, sym->shared[i]);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        for (uint32_t i = 0; i < sym->procs[p]->nvars; i++)
            check_inits(&w, sym->procs[p]->vars[i]);
    walk_opt(&w, sym->initially);
    for (uint32_t i = 0; i < sym->nrules; i++)
        check_rule(&w, sym->rules[i]);
    for (uint32_t i = 0; i < sym->nprops; i++)
        walk_opt(&w, sym->props[i]->formula);
    for (uint32_t i = 0; i < sym->nfair; i++)
        walk_opt(&w, sym->fair[i]->expr);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        walk_opt(&w, sym->rewards[i]->expr);
    gt_known_fini(&w.facts);
}
