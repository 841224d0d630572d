/* What an expression is made of, before it is lowered: names and forms tell it. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_value.h"

#include <string.h>

/* Of a name that is bound around a macro's body. */
static const gt_layout *of_bind(gt_lower *lw, const gt_bind *b)
{
    if (b->value)
        return b->value->layout;
    if (b->binder)
        return gt_lower_scalar(lw, b->binder->type);
    return b->argument ? gt_lower_scalar(lw, b->argument->type) : NULL;
}

static const gt_layout *any_layout(gt_lower *lw, const gt_env *env, const gt_syn *syn);

/* Of a macro's body, in which the parameters are what they are declared as. */
static const gt_layout *of_macro(gt_lower *lw, gt_macro *macro)
{
    gt_env inside = {.home = macro->home, .has_self = macro->home != NULL};
    gt_bind *binds = GT_NEW_ARRAY(lw->arena, gt_bind, macro->nparams + 1);
    if (macro->busy || macro->broken)
        return NULL;
    for (uint32_t i = 0; i < macro->nparams; i++) {
        binds[i] = (gt_bind){.name = macro->params[i].name,
                             .binder = macro->params[i].binder,
                             .value = macro->params[i].value,
                             .next = inside.binds};
        inside.binds = &binds[i];
    }
    macro->busy = true;
    const gt_layout *layout = any_layout(lw, &inside, gt_syn_get(macro->syn, GT_FIELD_body));
    macro->busy = false;
    return layout;
}

static const gt_layout *of_symbol(gt_lower *lw, gt_symbol *symbol)
{
    if (symbol && symbol->kind == SYMBOL_VAR)
        return symbol->layout;
    return symbol && symbol->kind == SYMBOL_MACRO ? of_macro(lw, symbol->macro) : NULL;
}

static const gt_layout *of_name(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    for (const gt_bind *b = env->binds; b; b = b->next)
        if (b->name == syn->text)
            return of_bind(lw, b);
    return of_symbol(lw, gt_lower_find(lw, env->home, syn->text));
}

static const gt_layout *of_member(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_layout *base = any_layout(lw, env, gt_syn_get(syn, GT_FIELD_base));
    const char *name = gt_syn_get(syn, GT_FIELD_name)->text;
    if (!base)
        return NULL;
    if (base->kind == GT_LAYOUT_RECORD)
        for (uint32_t i = 0; i < base->record->nfields; i++)
            if (base->record->fields[i].name == name)
                return base->record->fields[i].layout;
    if (base->kind != GT_LAYOUT_SCALAR || base->type.kind != GT_TYPE_ID)
        return NULL;
    gt_symbol *symbol = gt_ptrmap_pointer(&gt_lower_home(lw, base->type.proc)->scope, name);
    return symbol && symbol->kind == SYMBOL_VAR ? symbol->layout : NULL;
}

static const gt_layout *of_call(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    gt_call call = gt_lower_call_kind(lw, env, syn);
    const gt_syn *argument = gt_syn_get(syn, GT_FIELD_argument);
    if (call == GT_CALL_NONE)
        return of_symbol(lw, gt_lower_find(lw, env->home, gt_syn_get(syn, GT_FIELD_name)->text));
    if ((call != GT_CALL_HEAD && call != GT_CALL_RECEIVE) || !argument)
        return NULL;
    const gt_layout *queue = any_layout(lw, env, argument);
    return queue && queue->kind == GT_LAYOUT_QUEUE ? queue->element : NULL;
}

static const gt_layout *of_set(gt_lower *lw, const gt_env *env, const gt_syn *x, const gt_syn *y)
{
    const gt_layout *layout = any_layout(lw, env, x);
    layout = layout ? layout : any_layout(lw, env, y);
    return layout && layout->kind == GT_LAYOUT_SET ? layout : NULL;
}

static const gt_layout *any_layout(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_parenthesized_expression)
        return any_layout(lw, env, syn->first);
    if (syn->kind == GT_SYN_identifier)
        return of_name(lw, env, syn);
    if (syn->kind == GT_SYN_self && env->has_self)
        return gt_lower_scalar(lw, gt_type_id(env->home->proc, false));
    if (syn->kind == GT_SYN_member_expression)
        return of_member(lw, env, syn);
    if (syn->kind == GT_SYN_call_expression)
        return of_call(lw, env, syn);
    if (syn->kind == GT_SYN_index_expression) {
        const gt_layout *base = any_layout(lw, env, gt_syn_get(syn, GT_FIELD_base));
        return base ? base->element : NULL;
    }
    if (syn->kind == GT_SYN_record_expression) {
        gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, gt_syn_get(syn, GT_FIELD_name)->text);
        return symbol && symbol->kind == SYMBOL_RECORD ? symbol->record->layout : NULL;
    }
    if (syn->kind == GT_SYN_ternary_expression) {
        const gt_layout *then = any_layout(lw, env, gt_syn_get(syn, GT_FIELD_then));
        return then ? then : any_layout(lw, env, gt_syn_get(syn, GT_FIELD_else));
    }
    if (syn->kind == GT_SYN_binary_expression && (syn->word == GT_WORD_ADD || syn->word == GT_WORD_SUB)) {
        const gt_syn *left = syn, *right = gt_syn_get(syn, GT_FIELD_right);
        while (left->kind == GT_SYN_binary_expression &&
               (left->word == GT_WORD_ADD || left->word == GT_WORD_SUB))
            left = gt_syn_get(left, GT_FIELD_left);
        return of_set(lw, env, left, right);
    }
    return NULL;
}

bool gt_lower_is_scalar(const gt_layout *layout)
{
    return layout->kind == GT_LAYOUT_SCALAR;
}

const gt_layout *gt_lower_layout_of(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_layout *layout = lw->layouts ? any_layout(lw, env, syn) : NULL;
    return layout && !gt_lower_is_scalar(layout) ? layout : NULL;
}
