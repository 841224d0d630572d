#include "ir/sym.h"

const gt_prop_word gt_prop_words[] = {
#define GT_PROP(kind, xml, listed, keyword, said) [GT_PROP_##kind] = {listed, keyword, said},
#include "ir/prop.def"
#undef GT_PROP
};

gt_tie gt_sym_tie(const gt_sym *sym)
{
    gt_tie tie = {0};
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_proc *proc = sym->procs[p];
        if (!tie.ring && proc->symmetry == GT_SYMMETRY_RING)
            tie.ring = proc;
        for (uint32_t v = 0; v < proc->nvars && !tie.var; v++)
            if (proc->vars[v]->type.kind == GT_TYPE_ID)
                tie.var = proc->vars[v];
    }
    return tie;
}
