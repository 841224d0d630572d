#include "ir/xml/records.h"

#include <inttypes.h>

enum { MAX_ELEMENTS = 1 << 20 }; /* of an array */

/* ---- declarations, without initial values ---- */

static gt_enum *read_enum(gt_xml_in *in, const xmlNode *node)
{
    gt_enum *en = GT_NEW(in->arena, gt_enum);
    en->name = gt_xml_attr_text(in, node, "name");
    en->pos = gt_xml_attr_at(in, node);
    en->values = GT_NEW_ARRAY(in->arena, const char *, gt_xml_count(node, "value"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        en->values[en->nvalues++] = gt_xml_attr_text(in, n, "name");
    if (en->nvalues == 0)
        gt_xml_error(in, node, "an enum has at least one value");
    gt_xml_mark(in, en, node);
    return en;
}

static void read_enums(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->enums = GT_NEW_ARRAY(in->arena, gt_enum *, gt_xml_count(list, "enum"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n))
        sym->enums[sym->nenums++] = read_enum(in, n);
}

static void read_dims(gt_xml_in *in, const xmlNode *node, gt_var *var)
{
    gt_dim *dims = GT_NEW_ARRAY(in->arena, gt_dim, gt_xml_count(node, "dim"));
    int64_t len = 1;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "dim"))
            continue;
        int64_t lo, hi;
        uint32_t en;
        if (!gt_xml_attr_long(in, n, "lo", INT32_MIN, INT32_MAX, &lo) ||
            !gt_xml_attr_long(in, n, "hi", INT32_MIN, INT32_MAX, &hi))
            return;
        gt_dim *dim = &dims[var->ndims++];
        *dim = (gt_dim){.lo = (int32_t)lo, .hi = (int32_t)hi};
        if (gt_xml_attr_get(n, "enum") && gt_xml_attr_index(in, n, "enum", in->sym->nenums, "enum", &en))
            dim->en = in->sym->enums[en];
        len = hi < lo ? MAX_ELEMENTS + 1 : len * (hi - lo + 1);
        if (len > MAX_ELEMENTS) {
            gt_xml_error(in, n, "an array has between 1 and %d elements", MAX_ELEMENTS);
            return;
        }
    }
    var->dims = dims;
    var->len = (uint32_t)len;
}

static gt_var *read_var(gt_xml_in *in, const xmlNode *node, const gt_proc *owner, uint32_t index)
{
    gt_var *var = GT_NEW(in->arena, gt_var);
    var->name = gt_xml_attr_text(in, node, "name");
    var->pos = gt_xml_attr_at(in, node);
    var->owner = owner;
    var->index = index;
    var->len = 1;
    var->is_loc = gt_xml_attr_true(node, "location");
    var->is_ghost = gt_xml_attr_true(node, "ghost");
    var->is_error = gt_xml_attr_true(node, "error");
    gt_xml_attr_type_of(in, node, &var->type);
    read_dims(in, node, var);
    gt_xml_mark(in, var, node);
    return var;
}

/* Process types, so that types can refer to them; then their variables. */
static void read_processes(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->procs = GT_NEW_ARRAY(in->arena, gt_proc *, gt_xml_count(list, "process"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_proc *proc = GT_NEW(in->arena, gt_proc);
        int64_t size;
        gt_xml_attr_long(in, n, "n", 1, INT32_MAX, &size);
        proc->name = gt_xml_attr_text(in, n, "name");
        proc->pos = gt_xml_attr_at(in, n);
        proc->n = (int32_t)size;
        proc->index = sym->nprocs;
        gt_xml_mark(in, proc, n);
        sym->procs[sym->nprocs++] = proc;
    }
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_proc *proc = sym->procs[i++];
        proc->vars = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(n, "variable"));
        for (const xmlNode *v = gt_xml_first(n); v; v = gt_xml_next(v)) {
            gt_var *var = read_var(in, v, proc, proc->nvars);
            if (var->is_loc && proc->loc)
                gt_xml_error(in, v, "%s has two location variables", proc->name);
            proc->loc = var->is_loc ? var : proc->loc;
            proc->vars[proc->nvars++] = var;
        }
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

/* ---- arrays that elements come from ---- */

typedef struct {
    gt_var **v;
    uint32_t n;
} arrays;

static arrays read_arrays(gt_xml_in *in, const xmlNode *list)
{
    arrays a = {.v = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(list, "array"))};
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        const gt_proc *owner = gt_xml_attr_get(n, "owner") ? gt_xml_attr_process(in, n, "owner") : NULL;
        a.v[a.n] = read_var(in, n, owner, 0);
        a.n++;
    }
    return a;
}

static void read_origin(gt_xml_in *in, const xmlNode *node, gt_var *var, arrays a)
{
    uint32_t index;
    if (!gt_xml_attr_get(node, "array") || !gt_xml_attr_index(in, node, "array", a.n, "array", &index))
        return;
    if (gt_xml_attr_index(in, node, "element", a.v[index]->len, "element", &var->element))
        var->origin = a.v[index];
}

/* ---- initial values ---- */

static void read_inits(gt_xml_in *in, const xmlNode *node, gt_var *var)
{
    gt_init *inits = GT_NEW_ARRAY(in->arena, gt_init, gt_xml_count(node, "init"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "init"))
            continue;
        gt_init *init = &inits[var->ninits++];
        const xmlNode *inside = gt_xml_first(n);
        if (gt_xml_attr_get(n, "choice"))
            init->choice = gt_xml_attr_bound(in, n, "choice");
        else if (inside)
            init->expr = gt_xml_read_expr(in, inside);
        if (!init->choice && !init->expr && !in->failed)
            gt_xml_error(in, n, "<init> is empty");
    }
    if (var->ninits != 1 && var->ninits != var->len)
        gt_xml_error(in, node, "%s needs one initial value, or one for each element", var->name);
    var->inits = inits;
}

static void read_values(gt_xml_in *in, const xmlNode *list, gt_var **vars, arrays a)
{
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        read_origin(in, n, vars[i], a);
        read_inits(in, n, vars[i++]);
    }
}

/* ---- the program ---- */

static void read_parts(gt_xml_in *in, const xmlNode *node)
{
    gt_sym *sym = in->sym;
    const xmlNode *shared = gt_xml_child(node, "shared"), *processes = gt_xml_child(node, "processes");
    read_enums(in, gt_xml_child(node, "enums"));
    read_processes(in, processes);
    read_shared(in, shared);
    arrays a = read_arrays(in, gt_xml_child(node, "arrays"));
    if (in->failed)
        return;
    gt_xml_read_tables(in, node);
    read_values(in, shared, sym->shared, a);
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(processes); n; n = gt_xml_next(n))
        read_values(in, n, sym->procs[i++]->vars, a);
    gt_xml_read_fields(in, node, &gt_record_behaviour, 0, gt_record_behaviour.nfields, sym);
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
