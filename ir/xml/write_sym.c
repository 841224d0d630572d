#include "ir/xml/records.h"

static void write_enums(gt_xml_out *x, const gt_sym *sym)
{
    gt_xml_open(x, "enums");
    for (uint32_t i = 0; i < sym->nenums; i++) {
        const gt_enum *en = sym->enums[i];
        gt_xml_open(x, "enum");
        gt_xml_attr(x, "name", en->name);
        gt_xml_attr_pos(x, en->pos);
        for (uint32_t v = 0; v < en->nvalues; v++) {
            gt_xml_open(x, "value");
            gt_xml_attr(x, "name", en->values[v]);
            gt_xml_close(x, "value");
        }
        gt_xml_close(x, "enum");
    }
    gt_xml_close(x, "enums");
}

/* Name, type and dimensions; the caller closes the element. */
static void open_var(gt_xml_out *x, const char *element, const gt_var *var)
{
    gt_xml_open(x, element);
    gt_xml_attr(x, "name", var->name);
    gt_xml_attr_type(x, var->type);
    gt_xml_attr_pos(x, var->pos);
}

static void write_dims(gt_xml_out *x, const gt_var *var)
{
    for (uint32_t i = 0; i < var->ndims; i++) {
        gt_xml_open(x, "dim");
        gt_xml_attr_int(x, "lo", var->dims[i].lo);
        gt_xml_attr_int(x, "hi", var->dims[i].hi);
        if (var->dims[i].en)
            gt_xml_attr_enum(x, var->dims[i].en);
        gt_xml_close(x, "dim");
    }
}

static void write_var(gt_xml_out *x, const gt_var *var)
{
    open_var(x, "variable", var);
    gt_xml_attr_flag(x, "location", var->is_loc);
    gt_xml_attr_flag(x, "ghost", var->is_ghost);
    gt_xml_attr_flag(x, "error", var->is_error);
    if (var->origin) {
        gt_xml_attr_int(x, "array", (int64_t)*gt_ptrmap_at(&x->numbers, var->origin));
        gt_xml_attr_int(x, "element", var->element);
    }
    write_dims(x, var);
    for (uint32_t i = 0; i < var->ninits; i++) {
        gt_xml_open(x, "init");
        if (var->inits[i].choice)
            gt_xml_attr_binder(x, "choice", var->inits[i].choice);
        else
            gt_xml_expr(x, var->inits[i].expr);
        gt_xml_close(x, "init");
    }
    gt_xml_close(x, "variable");
}

/* An array that has become scalars, unless it is the one before it: elements stand together. */
static uint32_t write_array(gt_xml_out *x, const gt_var *element, const gt_var *before, uint32_t number)
{
    const gt_var *array = element->origin;
    if (!array || (before && before->origin == array))
        return number;
    *gt_ptrmap_at(&x->numbers, array) = number;
    open_var(x, "array", array);
    if (array->owner)
        gt_xml_attr_int(x, "owner", array->owner->index);
    write_dims(x, array);
    gt_xml_close(x, "array");
    return number + 1;
}

static void write_arrays(gt_xml_out *x, const gt_sym *sym)
{
    uint32_t number = 0;
    gt_xml_open(x, "arrays");
    for (uint32_t i = 0; i < sym->nshared; i++)
        number = write_array(x, sym->shared[i], i ? sym->shared[i - 1] : NULL, number);
    for (uint32_t k = 0; k < sym->nprocs; k++)
        for (uint32_t i = 0; i < sym->procs[k]->nvars; i++)
            number = write_array(x, sym->procs[k]->vars[i], i ? sym->procs[k]->vars[i - 1] : NULL, number);
    gt_xml_close(x, "arrays");
}

static void write_process(gt_xml_out *x, const gt_proc *proc)
{
    gt_xml_open(x, "process");
    gt_xml_attr(x, "name", proc->name);
    gt_xml_attr_int(x, "n", proc->n);
    gt_xml_attr_pos(x, proc->pos);
    for (uint32_t i = 0; i < proc->nvars; i++)
        write_var(x, proc->vars[i]);
    gt_xml_close(x, "process");
}

static void write_body(gt_xml_out *x, const void *ir)
{
    const gt_sym *sym = ir;
    gt_xml_open(x, "shared");
    for (uint32_t i = 0; i < sym->nshared; i++)
        write_var(x, sym->shared[i]);
    gt_xml_close(x, "shared");
    gt_xml_open(x, "processes");
    for (uint32_t i = 0; i < sym->nprocs; i++)
        write_process(x, sym->procs[i]);
    gt_xml_close(x, "processes");
    gt_xml_write_fields(x, &gt_record_behaviour, sym);
}

void gt_xml_write_sym(gt_str *out, const gt_sym *sym)
{
    gt_xml_out x;
    gt_xml_out_init(&x, sym, out);
    gt_xml_open(&x, "symmetric");
    gt_xml_attr(&x, "version", "1");
    gt_xml_attr(&x, "name", sym->name);
    gt_xml_attr(&x, "file", sym->file);
    gt_xml_attr(&x, "model", gt_xml_models.words[sym->kind]);
    write_enums(&x, sym);
    write_arrays(&x, sym);
    gt_xml_with_tables(&x, write_body, sym);
    gt_xml_close(&x, "symmetric");
    gt_xml_out_fini(&x);
}

void gt_sym_write_xml(const gt_sym *sym, gt_str *out)
{
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_write_sym(out, sym);
}
