#include "ir/sym.h"

const gt_var *gt_class_var(const gt_proc *proc)
{
    for (uint32_t v = 0; v < proc->nvars; v++)
        if (proc->vars[v]->class_sizes)
            return proc->vars[v];
    return NULL;
}

int32_t gt_class_of(const gt_var *var, int32_t process)
{
    int32_t k = 0;
    for (int32_t last = var->class_sizes[0]; process > last; last += var->class_sizes[k])
        k++;
    return k;
}

double gt_class_ways(const gt_proc *proc)
{
    const gt_var *var = gt_class_var(proc);
    double ways = 1;
    int32_t left = proc->n;
    if (!var)
        return ways;
    for (uint32_t k = 0; k < var->type.en->nvalues; left -= var->class_sizes[k++])
        for (int32_t i = 1; i <= var->class_sizes[k]; i++)
            ways = ways * (left - var->class_sizes[k] + i) / i;
    return ways;
}

/* count i : P (i.class == k) == size */
static const gt_expr *class_has(gt_arena *arena, const gt_var *var, uint32_t k)
{
    gt_pos pos = var->pos;
    gt_binder *i = GT_NEW(arena, gt_binder);
    *i = (gt_binder){.name = "i", .pos = pos, .kind = GT_BIND_QUANT, .type = gt_type_id(var->owner, false)};
    const gt_expr *class = gt_expr_local(arena, pos, gt_expr_bound(arena, pos, i), var, NULL);
    const gt_expr *is = gt_expr_op2(arena, pos, GT_EXPR_EQ, class, gt_expr_const(arena, pos, var->type, k));
    return gt_expr_op2(arena, pos, GT_EXPR_EQ, gt_expr_quant(arena, pos, GT_EXPR_COUNT, i, is),
                       gt_expr_int(arena, pos, var->class_sizes[k]));
}

const gt_expr *gt_sym_begins(gt_arena *arena, const gt_sym *sym)
{
    const gt_expr *all = sym->initially;
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_var *var = gt_class_var(sym->procs[p]);
        for (uint32_t k = 0; var && k < var->type.en->nvalues; k++) {
            const gt_expr *has = class_has(arena, var, k);
            all = all ? gt_expr_op2(arena, has->pos, GT_EXPR_AND, has, all) : has;
        }
    }
    return all;
}
