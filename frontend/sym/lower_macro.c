/* Macros: checked once where they are defined, expanded with positions kept where they are used. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"

#include <stdlib.h>
#include <string.h>

/* Lowers the body with the parameters bound; `arguments` NULL: to the binders that stand for them. */
static const gt_expr *body(gt_lower *lw, gt_symbol *symbol, const gt_expr *const *arguments,
                           const gt_env *env, const gt_type *expect)
{
    gt_macro *macro = symbol->macro;
    gt_env inside = {
        .home = macro->home, .has_self = macro->home != NULL, .real = env->real, .no_time = true};
    inside.real_ok = !arguments && env->real_ok;
    inside.why = "a macro";
    for (uint32_t i = 0; i < macro->nparams; i++) {
        gt_bind *bind = GT_NEW(lw->arena, gt_bind);
        *bind = (gt_bind){.name = macro->params[i].name, .next = inside.binds};
        if (arguments)
            bind->argument = arguments[i];
        else
            bind->binder = macro->params[i].binder;
        inside.binds = bind;
    }
    macro->busy = true;
    const gt_expr *e = gt_lower_expr(lw, &inside, gt_syn_get(macro->syn, GT_FIELD_body), expect);
    macro->busy = false;
    return e;
}

static const gt_expr *expand(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call,
                             const gt_expr *const *arguments)
{
    gt_macro *macro = symbol->macro;
    symbol->used = true;
    if (macro->busy) {
        gt_error(lw->diag, call->pos, "macro", "`%s` is defined in terms of itself", symbol->name);
        gt_note(lw->diag, symbol->pos, "defined here");
        macro->broken = true;
        return NULL;
    }
    if (macro->broken)
        return NULL;
    if (lw->expanding++ == 0)
        lw->expanded_at = call->pos;
    const gt_expr *e = body(lw, symbol, arguments, env, NULL);
    lw->expanding--;
    return e;
}

const gt_expr *gt_lower_expand(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call)
{
    if (symbol->macro->nparams == 0)
        return expand(lw, env, symbol, call, NULL);
    symbol->used = true;
    gt_error(lw->diag, call->pos, "macro", "`%s` needs %u arguments", symbol->name, symbol->macro->nparams);
    gt_note(lw->diag, symbol->pos, "defined here");
    return NULL;
}

static const gt_expr *min_or_max(gt_lower *lw, const gt_env *env, const gt_syn *syn, bool min)
{
    const gt_expr *args[2] = {NULL, NULL};
    uint32_t n = 0;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != GT_FIELD_argument)
            continue;
        if (n < 2)
            args[n] = gt_lower_expr(lw, env, kid, NULL);
        n++;
    }
    if (n != 2) {
        gt_error(lw->diag, syn->pos, "macro", "`%s` needs 2 arguments, not %u", min ? "min" : "max", n);
        return NULL;
    }
    return gt_lower_arith(lw, syn->pos, min ? GT_EXPR_MIN : GT_EXPR_MAX, args[0], args[1]);
}

/* The arguments, each fitting its parameter; false after an error. */
static bool arguments_of(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_symbol *symbol,
                         const gt_expr **args)
{
    const gt_macro *macro = symbol->macro;
    gt_env inside = *env;
    inside.no_time = true;
    inside.why = env->no_time ? env->why : "a macro";
    inside.real = false;
    uint32_t n = 0;
    bool ok = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != GT_FIELD_argument)
            continue;
        if (n < macro->nparams) {
            const gt_param *param = &macro->params[n];
            const gt_type *type = param->binder ? &param->binder->type : NULL;
            args[n] = gt_lower_expr(lw, &inside, kid, type);
            const char *what = gt_arena_printf(lw->arena, "parameter `%s`", param->name);
            gt_type loose = type ? *type : gt_type_bool();
            loose.optional = true; /* whether it is none is checked where it is used */
            ok = args[n] && type && gt_build_fits(lw->build, loose, args[n], what, false) && ok;
        }
        n++;
    }
    if (n != macro->nparams) {
        gt_error(lw->diag, syn->pos, "macro", "`%s` needs %u arguments, not %u", symbol->name, macro->nparams,
                 n);
        gt_note(lw->diag, symbol->pos, "defined here");
        return false;
    }
    return ok;
}

const gt_expr *gt_lower_call(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    (void)expect;
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_symbol *symbol = gt_lower_find(lw, env->home, name->text);
    bool min = strcmp(name->text, "min") == 0, max = strcmp(name->text, "max") == 0;
    if (!symbol && (min || max))
        return min_or_max(lw, env, syn, min);
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return NULL;
    if (!symbol || symbol->kind != SYMBOL_MACRO) {
        if (symbol) {
            gt_error(lw->diag, name->pos, "macro", "`%s` is not a macro", name->text);
            gt_note(lw->diag, symbol->pos, "declared here");
        } else {
            gt_error(lw->diag, name->pos, "unknown-name", "there is no macro `%s`", name->text);
            gt_lower_suggest_macro(lw, env, name->text);
        }
        return NULL;
    }
    const gt_expr **args = GT_NEW_ARRAY(lw->arena, const gt_expr *, symbol->macro->nparams + 1);
    if (!arguments_of(lw, env, syn, symbol, args)) {
        symbol->used = true;
        return NULL;
    }
    return expand(lw, env, symbol, syn, args);
}

/* The parameters of a definition; false after an error. */
static bool parameters(gt_lower *lw, gt_macro *macro)
{
    const gt_syn *list = gt_syn_get(macro->syn, GT_FIELD_parameters);
    GT_VEC(gt_param) params = {0};
    bool ok = true;
    for (const gt_syn *group = list ? list->first : NULL; group; group = group->next) {
        gt_shape shape;
        const gt_syn *type = gt_syn_get(group, GT_FIELD_type);
        bool known = gt_lower_type(lw, type, &shape);
        if (known && shape.ndims > 0) {
            gt_error(lw->diag, type->pos, "type", "a parameter cannot be an array");
            known = false;
        }
        ok = ok && known;
        for (const gt_syn *kid = group->first; kid; kid = kid->next) {
            if (kid->field != GT_FIELD_name)
                continue;
            ok = gt_lower_name_ok(lw, kid, "a parameter") && ok;
            gt_param param = {.name = kid->text, .pos = kid->pos};
            for (size_t i = 0; i < params.n; i++) {
                if (params.v[i].name == kid->text) {
                    gt_error(lw->diag, kid->pos, "duplicate", "two parameters are called `%s`", kid->text);
                    gt_note(lw->diag, params.v[i].pos, "the first one");
                    ok = false;
                }
            }
            if (known) {
                param.binder = GT_NEW(lw->arena, gt_binder);
                *param.binder = (gt_binder){
                    .name = kid->text, .pos = kid->pos, .kind = GT_BIND_QUANT, .type = shape.type};
            }
            gt_vec_push(&params, param);
        }
    }
    macro->nparams = (uint32_t)params.n;
    if (params.n > 0)
        macro->params = gt_arena_copy(lw->arena, params.v, params.n, sizeof *params.v);
    free(params.v);
    return ok;
}

void gt_lower_macro_params(gt_lower *lw, gt_symbol *symbol)
{
    symbol->macro->broken = !parameters(lw, symbol->macro);
}

void gt_lower_check_macro(gt_lower *lw, gt_symbol *symbol)
{
    gt_macro *macro = symbol->macro;
    if (macro->broken)
        return;
    for (uint32_t i = 0; i < macro->nparams; i++)
        if (gt_lower_find(lw, macro->home, macro->params[i].name))
            gt_warning(lw->diag, macro->params[i].pos, "shadow", "`%s` hides another `%s`",
                       macro->params[i].name, macro->params[i].name);
    gt_env env = {.home = macro->home, .real_ok = true};
    if (!body(lw, symbol, NULL, &env, NULL))
        macro->broken = true;
}
