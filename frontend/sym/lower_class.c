/* Classes: groups of interchangeable processes within a type. A process's class is a local variable that
 * never changes. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"

#include <string.h>

/* How many processes are in each, as many as there are; NULL after an error. */
static const int32_t *sizes_of(gt_lower *lw, const gt_home *home, const gt_syn *syn)
{
    uint32_t n = 0;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next)
        n++;
    int32_t *sizes = GT_NEW_ARRAY(lw->arena, int32_t, n);
    int64_t sum = 0;
    bool ok = true;
    n = 0;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        const gt_syn *size = gt_syn_get(kid, GT_FIELD_size);
        int64_t value = 0;
        ok = gt_lower_const_int(lw, size, "the number of processes of a class", &value) && ok;
        if (ok && value < 0) {
            gt_error(lw->diag, size->pos, "size", "a class cannot have %lld processes", (long long)value);
            ok = false;
        }
        sizes[n++] = (int32_t)value;
        sum += value;
    }
    if (ok && home->proc->symmetry != GT_SYMMETRY_FULL) {
        bool ring = home->proc->symmetry == GT_SYMMETRY_RING;
        gt_error(lw->diag, syn->pos, "kind",
                 ring ? "a ring has no classes" : "similar processes have no classes");
        gt_note(lw->diag, (gt_pos){0},
                ring ? "the classes of a type are sets: who is next to whom would tell processes apart"
                     : "they have numbers: `self <= 3` says which class a process is in");
        gt_help(lw->diag, "say with a local variable who is what, and with `initially` how many there are");
        return NULL;
    }
    if (ok && home->proc->size)
        return gt_lower_open_refuse(lw, syn->pos, "the number of processes of a type with classes") ? sizes
                                                                                                    : NULL;
    if (ok && sum != home->proc->n) {
        gt_error(lw->diag, syn->pos, "size", "the classes of %s have %lld processes together, not %d",
                 home->proc->name, (long long)sum, (int)home->proc->n);
        gt_note(lw->diag, home->proc->pos, "declared here");
        gt_help(lw->diag, "every process is in one class: `process %s[a + b] { classes A[a], B[b]; ... }`",
                home->proc->name);
        ok = false;
    }
    return ok ? sizes : NULL;
}

/* Their names, side by side. */
static gt_syn names_of(gt_lower *lw, const gt_syn *syn)
{
    gt_syn list = {.kind = syn->kind, .pos = syn->pos};
    const gt_syn **at = (const gt_syn **)&list.first;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        gt_syn *name = gt_arena_copy(lw->arena, gt_syn_get(kid, GT_FIELD_name), 1, sizeof *name);
        name->next = NULL;
        *at = name;
        at = (const gt_syn **)&name->next;
    }
    return list;
}

void gt_lower_classes(gt_lower *lw, gt_home *home, const gt_syn *syn)
{
    gt_syn name = {.kind = GT_SYN_identifier, .pos = syn->pos, .text = gt_intern_cstr(lw->names, "class")};
    gt_symbol *symbol = gt_lower_declare(lw, home, SYMBOL_VAR, &name);
    const int32_t *sizes = sizes_of(lw, home, syn);
    gt_syn names = names_of(lw, syn);
    gt_enum *en =
        gt_lower_enum(lw, gt_arena_printf(lw->arena, "%s.class", home->proc->name), &names, GT_FIELD_name);
    if (!symbol)
        return;
    symbol->used = true;
    if (!en || !sizes) {
        symbol->kind = SYMBOL_BROKEN;
        return;
    }
    symbol->vars = GT_NEW(lw->arena, gt_var *);
    symbol->vars[0] = gt_build_var(lw->build, syn->pos, home->proc, name.text, gt_type_enum(en), 0, NULL);
    symbol->vars[0]->class_sizes = sizes;
    symbol->layout = gt_lower_scalar(lw, gt_type_enum(en));
    symbol->is_local = true;
    gt_syn *any = GT_NEW(lw->arena, gt_syn);
    *any = (gt_syn){.kind = GT_SYN_any_expression, .pos = syn->pos};
    gt_declared declared = {.symbol = symbol, .home = home, .init = any};
    gt_vec_push(&lw->declared, declared);
}

const gt_expr *gt_lower_in_class(gt_lower *lw, const gt_syn *syn, const gt_expr *process, const gt_syn *class)
{
    const gt_proc *proc = process->type.proc;
    const gt_var *var = gt_class_var(proc);
    const gt_symbol *symbol =
        gt_ptrmap_pointer(&gt_lower_home(lw, proc)->scope, gt_intern_cstr(lw->names, "class"));
    if (!var && symbol && symbol->kind == SYMBOL_BROKEN)
        return NULL;
    if (!var) {
        gt_error(lw->diag, class->pos, "type", "%s has no classes", proc->name);
        gt_note(lw->diag, proc->pos, "declared here");
        gt_help(lw->diag, "declare them first in it: `classes A[1], B[2];`");
        return NULL;
    }
    for (uint32_t k = 0; k < var->type.en->nvalues; k++)
        if (strcmp(var->type.en->values[k], class->text) == 0)
            return gt_build_op2(lw->build, syn->pos, GT_EXPR_EQ, "in",
                                gt_expr_local(lw->arena, process->pos, process, var, NULL),
                                gt_expr_const(lw->arena, class->pos, var->type, k));
    gt_error(lw->diag, class->pos, "unknown-name", "%s has no class `%s`", proc->name, class->text);
    gt_note(lw->diag, var->pos, "its classes are declared here");
    gt_lower_suggest_value(lw, var->type.en, class->text);
    return NULL;
}
