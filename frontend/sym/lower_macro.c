/* Macros: checked once where they are defined, expanded with positions kept where they are used. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>
#include <string.h>

/* The parameters as names: bound to the arguments, or, where there are none, to what stands for them. */
static void bind_parameters(gt_lower *lw, const gt_macro *macro, const gt_bind *arguments, gt_env *env)
{
    for (uint32_t i = 0; i < macro->nparams; i++) {
        gt_bind *bind = GT_NEW(lw->arena, gt_bind);
        *bind = arguments ? arguments[i]
                          : (gt_bind){.binder = macro->params[i].binder, .value = macro->params[i].value};
        bind->name = macro->params[i].name;
        bind->next = env->binds;
        env->binds = bind;
    }
}

/* Lowers the body; as what `layout` says if that is not NULL. */
static const gt_expr *body(gt_lower *lw, gt_symbol *symbol, const gt_bind *arguments, const gt_env *env,
                           const gt_layout *layout, gt_value *value)
{
    gt_macro *macro = symbol->macro;
    const gt_syn *syn = gt_syn_get(macro->syn, GT_FIELD_body);
    gt_env inside = {
        .home = macro->home, .has_self = macro->home != NULL, .real = env->real, .no_time = true};
    inside.real_ok = !arguments && env->real_ok;
    inside.why = "a macro";
    bind_parameters(lw, macro, arguments, &inside);
    const gt_expr *e = NULL;
    macro->busy = true;
    if (layout)
        e = gt_lower_value(lw, &inside, syn, layout, value) ? value->parts[0] : NULL;
    else
        e = gt_lower_expr(lw, &inside, syn, NULL);
    macro->busy = false;
    return e;
}

static const gt_expr *expand(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call,
                             const gt_bind *arguments, const gt_layout *layout, gt_value *value)
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
    const gt_expr *e = body(lw, symbol, arguments, env, layout, value);
    lw->expanding--;
    return e;
}

static const gt_expr *expand_name(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call,
                                  const gt_layout *layout, gt_value *value)
{
    if (symbol->macro->nparams == 0)
        return expand(lw, env, symbol, call, NULL, layout, value);
    symbol->used = true;
    gt_error(lw->diag, call->pos, "macro", "`%s` needs %u arguments", symbol->name, symbol->macro->nparams);
    gt_note(lw->diag, symbol->pos, "defined here");
    return NULL;
}

const gt_expr *gt_lower_expand(gt_lower *lw, const gt_env *env, gt_symbol *symbol, const gt_syn *call)
{
    return expand_name(lw, env, symbol, call, NULL, NULL);
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

static const gt_expr *neighbour(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_expr_kind kind)
{
    const gt_expr *of = NULL;
    uint32_t n = 0;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next)
        if (kid->field == GT_FIELD_argument && n++ == 0)
            of = gt_lower_expr(lw, env, kid, NULL);
    if (n == 1)
        return gt_build_neighbour(lw->build, syn->pos, kind, of);
    gt_error(lw->diag, syn->pos, "macro", "`%s` needs 1 argument, not %u", gt_expr_kind_name(kind), n);
    return NULL;
}

/* One argument, which fits its parameter. */
static bool argument(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_param *param, gt_bind *out)
{
    if (param->value) {
        gt_value *value = GT_NEW(lw->arena, gt_value);
        out->value = value;
        return gt_lower_value(lw, env, syn, param->value->layout, value);
    }
    const gt_type *type = param->binder ? &param->binder->type : NULL;
    out->argument = type ? gt_lower_stored(lw, env, syn, *type) : gt_lower_expr(lw, env, syn, NULL);
    const char *what = gt_arena_printf(lw->arena, "parameter `%s`", param->name);
    gt_type loose = type ? *type : gt_type_bool();
    loose.optional = true; /* whether it is none is checked where it is used */
    return out->argument && type && gt_build_fits(lw->build, loose, out->argument, what, false);
}

/* The arguments; false after an error. */
static bool arguments_of(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_symbol *symbol,
                         gt_bind *args)
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
        if (n < macro->nparams)
            ok = argument(lw, &inside, kid, &macro->params[n], &args[n]) && ok;
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

/* What is no macro, but known without a declaration. */
static const gt_expr *known_call(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_call kind)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_value value;
    if (kind == GT_CALL_SEND) {
        gt_error(lw->diag, syn->pos, "assign", "`send` is a statement, not a value");
        return NULL;
    }
    if (kind != GT_CALL_HEAD && kind != GT_CALL_RECEIVE)
        return gt_lower_call_number(lw, env, syn, kind);
    if (!gt_lower_head(lw, env, syn, &value))
        return NULL;
    if (gt_lower_is_scalar(value.layout))
        return value.parts[0];
    gt_error(lw->diag, syn->pos, "type", "this is %s, and a single value is needed here",
             gt_lower_layout_name(lw, value.layout));
    gt_help(lw->diag, "name what is wanted of it: `%s(q).field`", name->text);
    return NULL;
}

static const gt_expr *call_macro(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_symbol *symbol,
                                 const gt_layout *layout, gt_value *value)
{
    gt_bind *args = GT_NEW_ARRAY(lw->arena, gt_bind, symbol->macro->nparams + 1);
    if (arguments_of(lw, env, syn, symbol, args))
        return expand(lw, env, symbol, syn, args, layout, value);
    symbol->used = true;
    return NULL;
}

bool gt_lower_names_macro(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    bool call = syn->kind == GT_SYN_call_expression;
    if (!call && syn->kind != GT_SYN_identifier)
        return false;
    const char *name = call ? gt_syn_get(syn, GT_FIELD_name)->text : syn->text;
    for (const gt_bind *b = env->binds; b && !call; b = b->next)
        if (b->name == name)
            return false;
    const gt_symbol *symbol = gt_lower_find(lw, env->home, name);
    return symbol && symbol->kind == SYMBOL_MACRO;
}

bool gt_lower_expand_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout,
                           gt_value *value)
{
    bool call = syn->kind == GT_SYN_call_expression;
    gt_symbol *symbol = gt_lower_find(lw, env->home, call ? gt_syn_get(syn, GT_FIELD_name)->text : syn->text);
    return call ? call_macro(lw, env, syn, symbol, layout, value)
                : expand_name(lw, env, symbol, syn, layout, value);
}

const gt_expr *gt_lower_call(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    (void)expect;
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_symbol *symbol = gt_lower_find(lw, env->home, name->text);
    bool min = strcmp(name->text, "min") == 0, max = strcmp(name->text, "max") == 0;
    if (!symbol && (min || max))
        return min_or_max(lw, env, syn, min);
    gt_call kind = gt_lower_call_kind(lw, env, syn);
    if (kind != GT_CALL_NONE)
        return known_call(lw, env, syn, kind);
    bool next = strcmp(name->text, "next") == 0, prev = strcmp(name->text, "prev") == 0;
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return NULL;
    if ((next || prev) && (!symbol || symbol->kind != SYMBOL_MACRO)) /* a variable may be called so, too */
        return neighbour(lw, env, syn, next ? GT_EXPR_NEXT : GT_EXPR_PREV);
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
    return call_macro(lw, env, syn, symbol, NULL, NULL);
}

/* What stands for an argument while the definition itself is checked. */
static gt_binder *stand_in(gt_lower *lw, const gt_syn *name, gt_type type)
{
    gt_binder *binder = GT_NEW(lw->arena, gt_binder);
    *binder = (gt_binder){.name = name->text, .pos = name->pos, .kind = GT_BIND_QUANT, .type = type};
    return binder;
}

static void stand_in_parts(gt_lower *lw, const gt_syn *name, const gt_layout *layout, const gt_expr ***next)
{
    bool queue = layout->kind == GT_LAYOUT_QUEUE;
    int64_t n = (int64_t)layout->dim.hi - layout->dim.lo + 1;
    for (uint32_t i = 0; layout->kind == GT_LAYOUT_RECORD && i < layout->record->nfields; i++)
        stand_in_parts(lw, name, layout->record->fields[i].layout, next);
    for (int64_t i = 0; layout->element && i < n; i++)
        stand_in_parts(lw, name, layout->element, next);
    gt_type length = gt_type_int(0, n), type = queue                           ? length
                                               : layout->kind == GT_LAYOUT_SET ? gt_type_bool()
                                                                               : layout->type;
    int64_t scalars = layout->kind == GT_LAYOUT_SET ? n : queue || layout->kind == GT_LAYOUT_SCALAR;
    for (int64_t i = 0; i < scalars; i++)
        *(*next)++ = gt_expr_bound(lw->arena, name->pos, stand_in(lw, name, type));
}

static const gt_value *stand_in_value(gt_lower *lw, const gt_syn *name, const gt_layout *layout)
{
    gt_value *value = GT_NEW(lw->arena, gt_value);
    *value = (gt_value){layout, GT_NEW_ARRAY(lw->arena, const gt_expr *, (size_t)layout->nparts)};
    const gt_expr **next = value->parts;
    stand_in_parts(lw, name, layout, &next);
    return value;
}

/* The parameters of a definition; false after an error. */
static bool parameters(gt_lower *lw, gt_macro *macro)
{
    const gt_syn *list = gt_syn_get(macro->syn, GT_FIELD_parameters);
    GT_VEC(gt_param) params = {0};
    bool ok = true;
    for (const gt_syn *group = list ? list->first : NULL; group; group = group->next) {
        const gt_syn *type = gt_syn_get(group, GT_FIELD_type);
        const gt_layout *layout = gt_lower_type(lw, type);
        bool known = layout && !gt_lower_too_large(lw, type->pos, layout);
        if (known && layout->kind == GT_LAYOUT_ARRAY) {
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
            if (known && gt_lower_is_scalar(layout))
                param.binder = stand_in(lw, kid, layout->type);
            else if (known)
                param.value = stand_in_value(lw, kid, layout);
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
    gt_env inside = {.home = macro->home, .has_self = macro->home != NULL};
    bind_parameters(lw, macro, NULL, &inside);
    gt_value value;
    const gt_layout *layout = gt_lower_layout_of(lw, &inside, gt_syn_get(macro->syn, GT_FIELD_body));
    if (!body(lw, symbol, NULL, &env, layout, &value))
        macro->broken = true;
}
