/* Warnings: what is declared in vain. */
#include "frontend/sym/lower.h"

static void unused(gt_lower *lw, const gt_symbol *symbol)
{
    if (symbol->used)
        return;
    switch (symbol->kind) {
    case SYMBOL_CONST:
        gt_warning(lw->diag, symbol->pos, "unused-constant", "constant `%s` is never used", symbol->name);
        return;
    case SYMBOL_ENUM:
        gt_warning(lw->diag, symbol->pos, "unused-enum", "enum `%s` is never used", symbol->name);
        return;
    case SYMBOL_RECORD:
        gt_warning(lw->diag, symbol->pos, "unused-record", "record `%s` is never used", symbol->name);
        return;
    case SYMBOL_VAR:
        gt_warning(lw->diag, symbol->pos, "unused-variable", "variable `%s` is never read", symbol->name);
        return;
    case SYMBOL_MACRO:
        gt_warning(lw->diag, symbol->pos, "unused-macro", "macro `%s` is never used", symbol->name);
        return;
    case SYMBOL_PROC:
    case SYMBOL_BROKEN: return;
    }
}

void gt_lower_warn(gt_lower *lw)
{
    for (size_t i = 0; i < lw->order.n; i++)
        unused(lw, lw->order.v[i]);
    for (size_t h = 0; h < lw->homes.n; h++)
        for (size_t i = 0; i < lw->homes.v[h]->order.n; i++)
            unused(lw, lw->homes.v[h]->order.v[i]);
    gt_lower_warn_rules(lw);
}
