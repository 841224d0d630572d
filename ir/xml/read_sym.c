/* Declarations refer to each other, so they are read in steps, by the fields that records.c has for them. */
#include "ir/xml/records.h"

#include <inttypes.h>

enum { MAX_ELEMENTS = 1 << 20 }; /* of an array */

void gt_xml_count_elements(gt_xml_in *in, const xmlNode *node, gt_var *var)
{
    int64_t len = 1;
    for (uint32_t i = 0; i < var->ndims && len <= MAX_ELEMENTS; i++) {
        const gt_dim *dim = &var->dims[i];
        len = dim->hi < dim->lo ? MAX_ELEMENTS + 1 : len * ((int64_t)dim->hi - dim->lo + 1);
    }
    if (len > MAX_ELEMENTS)
        gt_xml_error(in, node, "an array has between 1 and %d elements", MAX_ELEMENTS);
    var->len = (uint32_t)len;
}

/* ---- variables, without initial values ---- */

static gt_var *read_var(gt_xml_in *in, const xmlNode *node, const gt_proc *owner, uint32_t index)
{
    gt_var *var = GT_NEW(in->arena, gt_var);
    var->owner = owner;
    var->index = index;
    gt_xml_read_fields(in, node, &gt_record_variable, 0, gt_record_variable.nfields - 1, var);
    gt_xml_count_elements(in, node, var);
    gt_xml_mark(in, var, node);
    return var;
}

/* Process types, so that types can refer to them. */
static void read_processes(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->procs = GT_NEW_ARRAY(in->arena, gt_proc *, gt_xml_count(list, "process"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_proc *proc = GT_NEW(in->arena, gt_proc);
        gt_xml_read_fields(in, n, &gt_record_process, 0, gt_record_process.nfields - 1, proc);
        proc->index = sym->nprocs;
        gt_xml_mark(in, proc, n);
        sym->procs[sym->nprocs++] = proc;
    }
}

static void read_locals(gt_xml_in *in, const xmlNode *node, gt_proc *proc)
{
    proc->vars = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(node, "variable"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        gt_var *var = read_var(in, n, proc, proc->nvars);
        if (var->is_loc && proc->loc)
            gt_xml_error(in, n, "%s has two location variables", proc->name);
        proc->loc = var->is_loc ? var : proc->loc;
        proc->vars[proc->nvars++] = var;
    }
}

static void read_shared(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->shared = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(list, "variable"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        sym->shared[sym->nshared] = read_var(in, n, NULL, sym->nshared);
        sym->nshared++;
    }
}

/* ---- initial values ---- */

static void read_inits(gt_xml_in *in, const xmlNode *list, gt_var **vars)
{
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_var *var = *vars++;
        gt_xml_read_fields(in, n, &gt_record_variable, gt_record_variable.nfields - 1,
                           gt_record_variable.nfields, var);
        for (uint32_t i = 0; i < var->ninits && !in->failed; i++)
            if (!var->inits[i].choice && !var->inits[i].expr)
                gt_xml_error(in, n, "<init> is empty");
        if (var->ninits != 1 && var->ninits != var->len)
            gt_xml_error(in, n, "%s needs one initial value, or one for each element", var->name);
    }
}

/* ---- the program ---- */

static void read_parts(gt_xml_in *in, const xmlNode *node)
{
    gt_sym *sym = in->sym;
    const xmlNode *shared = gt_xml_child(node, "shared"), *processes = gt_xml_child(node, "processes");
    gt_xml_read_fields(in, node, &gt_record_types, 0, 1, sym);
    read_processes(in, processes);
    gt_xml_read_fields(in, node, &gt_record_types, 1, 2, sym);
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(processes); n; n = gt_xml_next(n))
        read_locals(in, n, sym->procs[i++]);
    read_shared(in, shared);
    if (in->failed)
        return;
    gt_xml_read_tables(in, node);
    read_inits(in, shared, sym->shared);
    i = 0;
    for (const xmlNode *n = gt_xml_first(processes); n; n = gt_xml_next(n))
        read_inits(in, n, sym->procs[i++]->vars);
    gt_xml_read_fields(in, node, &gt_record_symmetric, 2, gt_record_symmetric.nfields, sym);
    for (i = 0; i < sym->nrules; i++)
        sym->rules[i]->index = i;
}

bool gt_xml_read_sym(gt_xml_in *in, const xmlNode *node)
{
    size_t kind;
    const gt_build_input input = {.where = gt_xml_where, .ill_formed = gt_xml_verify_report, .data = in};
    in->build = gt_build_begin(in->ctx, gt_xml_attr_text(in, node, "file"), &input);
    gt_sym *sym = in->sym = gt_build_program(in->build);
    in->strict = true;
    gt_xml_attr_word(in, node, "model", gt_xml_models.words, gt_xml_models.n, &kind);
    sym->kind = (gt_model_kind)kind;
    sym->name = gt_xml_attr_text(in, node, "name");
    in->written = gt_diag_open(in->ctx->diag, sym->file, NULL, 0);
    read_parts(in, node);
    in->strict = false;
    if (in->failed)
        gt_build_drop(in->build);
    else if (!(in->outermost ? gt_build_end(in->build) : gt_build_unproved(in->build)))
        in->failed = true;
    in->build = NULL;
    return !in->failed;
}
