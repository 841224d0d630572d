#include "ir/sym.h"
#include "runtime/base.h"

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
        if (!tie.proc && proc->symmetry != GT_SYMMETRY_FULL)
            tie.proc = proc;
        for (uint32_t v = 0; v < proc->nvars && !tie.var; v++)
            if (proc->vars[v]->type.kind == GT_TYPE_ID)
                tie.var = proc->vars[v];
    }
    return tie;
}

const char *gt_symmetry_text(gt_symmetry symmetry)
{
    switch (symmetry) {
    case GT_SYMMETRY_FULL: return "a set";
    case GT_SYMMETRY_RING: return "a ring";
    case GT_SYMMETRY_SIMILAR: return "of similar processes";
    }
    gt_ice("no such symmetry");
}

const gt_proc *gt_sym_similar(const gt_sym *sym)
{
    for (uint32_t p = 0; p < sym->nprocs; p++)
        if (sym->procs[p]->symmetry == GT_SYMMETRY_SIMILAR)
            return sym->procs[p];
    return NULL;
}
