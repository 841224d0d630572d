/* Parameters: natural numbers that -D gives, and a condition that they satisfy. Where sizes are left open, so
 * are they, and the condition is what is assumed of them. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"

#include <inttypes.h>

/* The number that is written; true if there is one. */
static bool written(gt_lower *lw, const gt_syn *item, int64_t *value)
{
    const gt_syn *syn = gt_syn_get(item, GT_FIELD_value);
    const gt_expr *open;
    return syn && gt_lower_const_open(lw, syn, "the value of a parameter", value, &open);
}

static void declare(gt_lower *lw, const gt_syn *file, const gt_syn *item)
{
    const gt_syn *name = gt_syn_get(item, GT_FIELD_name);
    int64_t value = 0;
    bool given = written(lw, item, &value); /* before it is declared: it is not visible in its own value */
    gt_symbol *symbol = gt_lower_declare(lw, NULL, SYMBOL_CONST, name);
    if (!symbol)
        return;
    symbol->type = gt_type_int(0, 0);
    symbol->value = value;
    if (gt_lower_override(lw, symbol)) {
        given = true;
    } else if (lw->limit || lw->param_limit) {
        lw->limit = lw->limit ? lw->limit : lw->param_limit;
        gt_lower_open_size(lw, file, name, symbol);
        return;
    }
    if (!given && !gt_syn_get(item, GT_FIELD_value)) {
        gt_error(lw->diag, name->pos, "parameter", "parameter `%s` has no value", symbol->name);
        gt_help(lw->diag, "give it one with -D %s=4, or write `%s = 4` here", symbol->name, symbol->name);
    } else if (symbol->value < 0) {
        gt_error(lw->diag, name->pos, "parameter", "parameter `%s` is %" PRId64 ", and is to be at least 0",
                 symbol->name, symbol->value);
        given = false;
    }
    if (!given)
        symbol->kind = SYMBOL_BROKEN;
    symbol->type = gt_type_int(symbol->value, symbol->value);
}

/* "n = 3, t = 1" */
static const char *values_text(gt_lower *lw, const gt_syn *declaration)
{
    const char *text = "";
    for (const gt_syn *item = declaration->first; item; item = item->next) {
        const gt_symbol *symbol = item->kind == GT_SYN_param
                                      ? gt_ptrmap_pointer(&lw->globals, gt_syn_get(item, GT_FIELD_name)->text)
                                      : NULL;
        if (symbol && !symbol->open)
            text = gt_arena_printf(lw->arena, "%s%s%s = %" PRId64, text, *text ? ", " : "", symbol->name,
                                   symbol->value);
    }
    return text;
}

static void assume(gt_lower *lw, const gt_syn *declaration, const gt_syn *condition)
{
    gt_env env = {0};
    const gt_expr *e = gt_lower_bool(lw, &env, condition, "the condition of parameters");
    int64_t holds;
    if (!e)
        return;
    if (!gt_build_const_value(e, &holds)) {
        const gt_expr **all = GT_NEW_ARRAY(lw->arena, const gt_expr *, (size_t)lw->sym->nassumed + 1);
        for (uint32_t i = 0; i < lw->sym->nassumed; i++)
            all[i] = lw->sym->assumed[i];
        all[lw->sym->nassumed++] = e;
        lw->sym->assumed = all;
    } else if (!holds) {
        gt_error(lw->diag, condition->pos, "parameter", "the parameters are not as this wants them: %s",
                 values_text(lw, declaration));
    }
}

void gt_lower_param(gt_lower *lw, const gt_syn *file, const gt_syn *declaration)
{
    const gt_syn *condition = gt_syn_get(declaration, GT_FIELD_condition);
    for (const gt_syn *item = declaration->first; item; item = item->next)
        if (item->kind == GT_SYN_param)
            declare(lw, file, item);
    if (condition)
        assume(lw, declaration, condition);
}
