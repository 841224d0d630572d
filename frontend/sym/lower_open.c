/* Sizes that are left open: the constants that the numbers of processes are made of, and parameters, become
 * shared variables which have any value and keep it. What every pass proves of a variable from its range, it
 * so proves of every size. */
#include "frontend/sym/lower_decl.h"

static bool mentions(const gt_syn *syn, const char *name)
{
    if (syn->kind == GT_SYN_identifier && syn->text == name)
        return true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next)
        if (mentions(kid, name))
            return true;
    return false;
}

static bool in_some_size(gt_lower *lw, const gt_syn *file, const char *name);

/* Whether some constant that is made of `name` is part of a size. Constants are declared before they are
 * used, so this ends. */
static bool in_later_constant(gt_lower *lw, const gt_syn *file, const char *name)
{
    bool later = false;
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind != GT_SYN_const_declaration)
            continue;
        const char *other = gt_syn_get(item, GT_FIELD_name)->text;
        if (later && mentions(gt_syn_get(item, GT_FIELD_value), name) && in_some_size(lw, file, other))
            return true;
        later = later || other == name;
    }
    return false;
}

static bool is_defined(const gt_lower *lw, const char *name)
{
    for (size_t i = 0; i < lw->ndefs; i++)
        if (gt_intern_cstr(lw->names, lw->defs[i].name) == name)
            return true;
    return false;
}

static bool is_type(const gt_syn *item)
{
    return item->kind == GT_SYN_process_declaration || item->kind == GT_SYN_scalarset_declaration;
}

static bool in_some_size(gt_lower *lw, const gt_syn *file, const char *name)
{
    if (is_defined(lw, name))
        return false;
    for (const gt_syn *item = file->first; item; item = item->next)
        if (is_type(item) && mentions(gt_syn_get(item, GT_FIELD_size), name))
            return true;
    return in_later_constant(lw, file, name);
}

/* The constant by itself is the number of processes of a type. */
static bool is_a_size(const gt_syn *file, const char *name)
{
    for (const gt_syn *item = file->first; item; item = item->next) {
        const gt_syn *size = is_type(item) ? gt_syn_get(item, GT_FIELD_size) : NULL;
        if (size && size->kind == GT_SYN_identifier && size->text == name)
            return true;
    }
    return false;
}

void gt_lower_open_size(gt_lower *lw, const gt_syn *file, const gt_syn *name, gt_symbol *symbol)
{
    gt_type type = gt_type_int(is_a_size(file, name->text), lw->limit);
    gt_var *var = gt_build_var(lw->build, name->pos, NULL, name->text, type, 0, NULL);
    var->is_size = true;
    gt_declared declared = {.var = var};
    gt_vec_push(&lw->declared, declared);
    symbol->open = gt_expr_var(lw->arena, name->pos, var, NULL);
}

void gt_lower_open_constant(gt_lower *lw, const gt_syn *file, const gt_syn *declaration, gt_symbol *symbol)
{
    const gt_syn *name = gt_syn_get(declaration, GT_FIELD_name);
    if (gt_syn_get(declaration, GT_FIELD_value)->kind == GT_SYN_number && !symbol->open &&
        in_some_size(lw, file, name->text))
        gt_lower_open_size(lw, file, name, symbol);
}

bool gt_lower_open_refuse(gt_lower *lw, gt_pos pos, const char *what)
{
    gt_error(lw->diag, pos, "open-size", "%s depends on the number of processes, which is left open here",
             what);
    gt_help(lw->diag, "fix the number with -D");
    gt_lower_where(lw);
    return false;
}
