/* Variables: x, a[i], j.v, j.a[i], j@A and self. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"

#include <stdlib.h>
#include <string.h>

const gt_expr *gt_lower_self(gt_lower *lw, const gt_env *env, gt_pos pos)
{
    if (env->has_self)
        return gt_expr_self(lw->arena, pos, env->home->proc);
    gt_error(lw->diag, pos, "self-outside", "there is no `self` here");
    gt_note(lw->diag, (gt_pos){0},
            "`self` is the process that moves; only the rules, variables and macros of a "
            "process have one");
    gt_help(lw->diag,
            "quantify: `exists i : P (...)`, or in front of a property `forall i : P . ...`; or move the "
            "rule into the process");
    gt_lower_where(lw);
    return NULL;
}

const gt_expr *gt_lower_location(gt_lower *lw, const gt_proc *proc, const gt_syn *name)
{
    if (!proc->loc) {
        gt_error(lw->diag, name->pos, "unknown-name", "process %s has no locations", proc->name);
        gt_note(lw->diag, proc->pos, "declared here");
        gt_help(lw->diag, "declare them: `states %s, ...;`", name->text);
        return NULL;
    }
    const gt_enum *en = proc->loc->type.en;
    const gt_member *m = gt_lower_member(lw, en, name->text);
    if (m)
        return gt_expr_const(lw->arena, name->pos, gt_type_enum(en), m->value);
    gt_error(lw->diag, name->pos, "unknown-name", "process %s has no location `%s`", proc->name, name->text);
    gt_note(lw->diag, proc->loc->pos, "its locations are declared here");
    gt_lower_suggest_value(lw, en, name->text);
    gt_lower_where(lw);
    return NULL;
}

static const gt_expr *at_location(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_syn *base = gt_syn_get(syn, GT_FIELD_base), *name = gt_syn_get(syn, GT_FIELD_name);
    const gt_expr *proc = base ? gt_lower_expr(lw, env, base, NULL) : gt_lower_self(lw, env, syn->pos);
    if (!proc)
        return NULL;
    if (proc->type.kind != GT_TYPE_ID) {
        gt_build_wrong(lw->build, proc, "`@`", "a process");
        return NULL;
    }
    const gt_expr *location = gt_lower_location(lw, proc->type.proc, name);
    if (!location)
        return NULL;
    ((gt_symbol *)gt_ptrmap_pointer(&gt_lower_home(lw, proc->type.proc)->scope,
                                    gt_intern_cstr(lw->names, "loc")))
        ->used = true;
    const gt_expr *loc = gt_expr_local(lw->arena, syn->pos, proc, proc->type.proc->loc, NULL);
    return gt_expr_op2(lw->arena, syn->pos, GT_EXPR_EQ, loc, location);
}

/* ---- arrays ---- */

/* One index, checked against its dimension. */
static const gt_expr *one_index(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_dim *dim)
{
    gt_type want = dim->en ? gt_type_enum(dim->en) : gt_type_int(dim->lo, dim->hi);
    gt_env e = *env;
    e.real = false;
    e.no_time = true;
    e.why = env->no_time ? env->why : "an index";
    const gt_expr *i = gt_lower_expr(lw, &e, syn, &want);
    if (!i)
        return NULL;
    if (i->type.kind == GT_TYPE_ID) {
        gt_error(lw->diag, i->pos, "id-index", "an array cannot be indexed by a process");
        gt_note(lw->diag, (gt_pos){0}, "processes are interchangeable and have no numbers to index with");
        gt_help(lw->diag,
                "what an array would hold per process is a local variable: declare `var` in process %s and "
                "write j.v",
                i->type.proc->name);
        return NULL;
    }
    if (!gt_type_same(i->type, want)) {
        gt_build_wrong(lw->build, i, "this index",
                       gt_arena_printf(lw->arena, dim->en ? "a value of %s" : "an integer",
                                       gt_build_type_name(lw->build, want)));
        return NULL;
    }
    if (i->type.hi < dim->lo || i->type.lo > dim->hi) {
        gt_error(lw->diag, i->pos, "index", "this index is always outside %d..%d", dim->lo, dim->hi);
        gt_lower_where(lw);
        return NULL;
    }
    return i;
}

/* a[i][j]...: one index for each dimension of var. */
static const gt_expr *indices_of(gt_lower *lw, const gt_env *env, const gt_syn *const *syns,
                                 const gt_var *var)
{
    const gt_expr **kids = GT_NEW_ARRAY(lw->arena, const gt_expr *, var->ndims);
    for (uint32_t d = 0; d < var->ndims; d++) {
        kids[d] = one_index(lw, env, syns[d], &var->dims[d]);
        if (!kids[d])
            return NULL;
    }
    return gt_expr_indices(lw->arena, kids[0]->pos, var, kids);
}

/* ---- places ---- */

/* The variable of j.v, or of a bare name. */
static bool base_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_lvalue *place,
                       gt_symbol **symbol)
{
    if (syn->kind == GT_SYN_identifier) {
        *symbol = gt_lower_find(lw, env->home, syn->text);
        for (const gt_bind *b = env->binds; b; b = b->next)
            if (b->name == syn->text)
                *symbol = NULL;
        if (!*symbol || (*symbol)->kind != SYMBOL_VAR)
            return false;
        place->var = (*symbol)->var;
        place->proc = NULL;
        if (!place->var->owner)
            return true;
        place->proc = gt_lower_self(lw, env, syn->pos);
        return place->proc != NULL;
    }
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    place->proc = gt_lower_expr(lw, env, gt_syn_get(syn, GT_FIELD_base), NULL);
    if (!place->proc)
        return false;
    if (place->proc->type.kind != GT_TYPE_ID)
        return gt_build_wrong(lw->build, place->proc, "`.`", "a process");
    const gt_proc *proc = place->proc->type.proc;
    *symbol = gt_ptrmap_pointer(&gt_lower_home(lw, proc)->scope, name->text);
    if (*symbol && (*symbol)->kind == SYMBOL_BROKEN)
        return false;
    if (!*symbol || (*symbol)->kind != SYMBOL_VAR) {
        gt_error(lw->diag, name->pos, "unknown-name", "process %s has no variable `%s`", proc->name,
                 name->text);
        gt_note(lw->diag, proc->pos, "declared here");
        if (proc->loc && gt_lower_member(lw, proc->loc->type.en, name->text))
            gt_help(lw->diag, "`%s` is a location: write `@%s` instead of `.%s`", name->text, name->text,
                    name->text);
        else
            gt_lower_suggest_local(lw, proc, name->text);
        gt_lower_where(lw);
        return false;
    }
    place->var = (*symbol)->var;
    return true;
}

/* Reports what `syn`, which is not a variable, is; silent if something was reported already. */
static void not_a_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *doing)
{
    if (syn->kind != GT_SYN_identifier && syn->kind != GT_SYN_member_expression) {
        gt_error(lw->diag, syn->pos, "assign", "only a variable can be %s", doing);
        return;
    }
    if (syn->kind != GT_SYN_identifier)
        return;
    const gt_symbol *symbol = gt_lower_find(lw, env->home, syn->text);
    bool bound = false;
    for (const gt_bind *b = env->binds; b; b = b->next)
        bound = bound || b->name == syn->text;
    if (symbol && !bound && (symbol->kind == SYMBOL_BROKEN || symbol->kind == SYMBOL_VAR))
        return;
    if (!symbol && !bound) {
        gt_error(lw->diag, syn->pos, "unknown-name", "`%s` is not declared", syn->text);
        gt_lower_suggest_name(lw, env, syn->text);
        return;
    }
    gt_error(lw->diag, syn->pos, "assign", "`%s` is not a variable and cannot be %s", syn->text, doing);
    if (!bound)
        gt_note(lw->diag, symbol->pos, "declared here");
}

bool gt_lower_lvalue(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_lvalue *place, bool write)
{
    GT_VEC(const gt_syn *) indices = {0};
    const gt_syn *base = syn;
    while (base->kind == GT_SYN_index_expression) {
        gt_vec_push(&indices, gt_syn_get(base, GT_FIELD_index));
        base = gt_syn_get(base, GT_FIELD_base);
    }
    for (size_t i = 0, j = indices.n; i + 1 < j; i++) {
        const gt_syn *t = indices.v[i];
        indices.v[i] = indices.v[--j];
        indices.v[j] = t;
    }
    gt_symbol *symbol = NULL;
    bool named = base->kind == GT_SYN_identifier || base->kind == GT_SYN_member_expression;
    bool ok = named && base_place(lw, env, base, place, &symbol);
    if (!ok)
        not_a_place(lw, env, base, write ? "assigned" : "indexed");
    if (ok && indices.n != place->var->ndims) {
        gt_error(lw->diag, syn->pos, "type",
                 place->var->ndims == 0 ? "`%s` is not an array"
                 : indices.n == 0       ? "`%s` is an array and needs an index"
                                        : "`%s` is indexed the wrong number of times",
                 place->var->name);
        gt_note(lw->diag, place->var->pos, "declared here");
        ok = false;
    }
    if (ok && !write)
        symbol->used = true;
    place->index = NULL;
    if (ok && indices.n > 0) {
        place->index = indices_of(lw, env, indices.v, place->var);
        ok = place->index != NULL;
    }
    free(indices.v);
    return ok;
}

const gt_expr *gt_lower_read(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_location_expression)
        return at_location(lw, env, syn);
    gt_lvalue place;
    if (!gt_lower_lvalue(lw, env, syn, &place, false))
        return NULL;
    if (place.proc)
        return gt_expr_local(lw->arena, syn->pos, place.proc, place.var, place.index);
    return gt_expr_var(lw->arena, syn->pos, place.var, place.index);
}
