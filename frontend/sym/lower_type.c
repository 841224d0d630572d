/* Types as they are written: what variables of them are made of. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_suggest.h"

#include <stdlib.h>
#include <string.h>

gt_proc *gt_lower_proc(gt_lower *lw, const gt_syn *name, const char *what)
{
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, name->text);
    if (symbol && symbol->kind == SYMBOL_PROC)
        return symbol->home->proc;
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return NULL;
    if (symbol)
        gt_error(lw->diag, name->pos, "type", "%s needs a process type, but `%s` is %s", what, name->text,
                 gt_lower_kind_name(symbol->kind));
    else
        gt_error(lw->diag, name->pos, "unknown-name", "there is no process type `%s`", name->text);
    if (!symbol)
        gt_lower_suggest_type(lw, name->text, true);
    if (symbol && symbol->kind == SYMBOL_ENUM)
        gt_help(lw->diag, "this is about processes, not values");
    return NULL;
}

static bool named_type(gt_lower *lw, const gt_syn *syn, gt_type *type)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    bool optional = syn->kind == GT_SYN_optional_type;
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, name->text);
    if (symbol && symbol->kind == SYMBOL_ENUM && !optional) {
        symbol->used = true;
        *type = gt_type_enum(symbol->en);
        return true;
    }
    if (symbol && symbol->kind == SYMBOL_PROC) {
        *type = gt_type_id(symbol->home->proc, optional);
        return true;
    }
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (!symbol)
        gt_error(lw->diag, name->pos, "unknown-name", "there is no type `%s`", name->text);
    else
        gt_error(lw->diag, name->pos, "type", "`%s` is %s%s", name->text, gt_lower_kind_name(symbol->kind),
                 optional ? "; only a process type can be followed by `?`" : ", not a type");
    if (strcmp(name->text, "int") == 0)
        gt_help(lw->diag, "integers have a range: write `0..7`");
    else if (!symbol)
        gt_lower_suggest_type(lw, name->text, optional);
    return false;
}

/* bound NULL: the upper bound may not depend on open sizes. */
static bool range(gt_lower *lw, const gt_syn *syn, gt_type *type, const gt_expr **bound)
{
    int64_t lo, hi = 0;
    const gt_expr *open = NULL;
    const gt_syn *high = gt_syn_get(syn, GT_FIELD_high);
    bool ok = gt_lower_const_int(lw, gt_syn_get(syn, GT_FIELD_low), "the bound of a range", &lo);
    ok = gt_lower_const_open(lw, high, "the bound of a range", &hi, &open) && ok;
    if (open && !bound)
        ok = gt_lower_open_refuse(lw, high->pos, "the bound of a range");
    if (!ok)
        return false;
    if (open) {
        *bound = open;
        hi = lw->limit;
    }
    *type = gt_type_int(lo, hi);
    if (lo <= hi)
        return true;
    gt_error(lw->diag, syn->pos, "size", "the range %lld..%lld is empty", (long long)lo, (long long)hi);
    return false;
}

bool gt_lower_range(gt_lower *lw, const gt_syn *syn, gt_type *type)
{
    return range(lw, syn, type, NULL);
}

/* The index of an array, or a process type as its index. */
static bool dimension(gt_lower *lw, const gt_syn *syn, gt_layout *layout)
{
    gt_type type;
    if (syn->kind == GT_SYN_range) {
        if (!gt_lower_range(lw, syn, &type))
            return false;
        layout->dim = (gt_dim){type.lo, type.hi, NULL};
        return true;
    }
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, syn->text);
    if (symbol && symbol->kind == SYMBOL_ENUM) {
        symbol->used = true;
        layout->dim = (gt_dim){0, (int32_t)symbol->en->nvalues - 1, symbol->en};
        return true;
    }
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (symbol && symbol->kind == SYMBOL_PROC) {
        layout->proc = symbol->home->proc;
        return true;
    }
    gt_error(lw->diag, syn->pos, symbol ? "type" : "unknown-name", "there is no enum `%s` to index with",
             syn->text);
    gt_help(lw->diag, "an index is a range `0..n-1` or the name of an enum");
    return false;
}

static int64_t dim_size(gt_dim dim)
{
    return (int64_t)dim.hi - dim.lo + 1;
}

static gt_layout *make(gt_lower *lw, gt_layout layout)
{
    return gt_arena_copy(lw->arena, &layout, 1, sizeof layout);
}

const gt_layout *gt_lower_scalar(gt_lower *lw, gt_type type)
{
    return make(lw, (gt_layout){.kind = GT_LAYOUT_SCALAR, .type = type, .nvars = 1, .nparts = 1});
}

static const gt_layout *scalar(gt_lower *lw, const gt_syn *syn)
{
    gt_layout made = {.kind = GT_LAYOUT_SCALAR, .nvars = 1, .nparts = 1};
    bool ok = true;
    if (syn->kind == GT_SYN_range) {
        ok = range(lw, syn, &made.type, &made.bound);
    } else if (syn->kind == GT_SYN_enum_type) {
        gt_enum *en = gt_lower_enum(lw, "", syn, GT_FIELD_member);
        ok = en != NULL;
        if (ok)
            made.type = gt_type_enum(en);
    } else if (syn->kind == GT_SYN_bool_type) {
        made.type = gt_type_bool();
    } else {
        ok = named_type(lw, syn, &made.type);
    }
    return ok ? make(lw, made) : NULL;
}

/* Not more than can be: sizes only grow. */
static int64_t times(int64_t size, int64_t n)
{
    return size > GT_LOWER_MAX_ARRAY || n > GT_LOWER_MAX_ARRAY ? GT_LOWER_MAX_ARRAY + 1 : size * n;
}

static const gt_layout *sized(gt_lower *lw, const gt_syn *syn, const gt_layout *layout)
{
    if (layout->nparts <= GT_LOWER_MAX_ARRAY)
        return layout;
    gt_error(lw->diag, syn->pos, "size", "this array has more than %d elements", GT_LOWER_MAX_ARRAY);
    return NULL;
}

/* Whether no range in it depends on open sizes. */
static bool is_closed(gt_lower *lw, const gt_syn *syn, const gt_layout *layout, const char *what)
{
    return !layout->bound || gt_lower_open_refuse(lw, syn->pos, what);
}

static const gt_layout *array(gt_lower *lw, const gt_syn *syn)
{
    gt_layout made = {.kind = GT_LAYOUT_ARRAY};
    const gt_syn *index = gt_syn_get(syn, GT_FIELD_index);
    bool ok = dimension(lw, index, &made);
    made.element = gt_lower_type(lw, gt_syn_get(syn, GT_FIELD_element));
    if (!ok || !made.element || !is_closed(lw, syn, made.element, "the range in an array"))
        return NULL;
    made.nvars = made.element->nvars;
    made.by_process = made.proc || made.element->by_process;
    made.nparts = times(made.element->nparts, made.proc ? 1 : dim_size(made.dim));
    if (made.proc && made.element->by_process) {
        gt_error(lw->diag, index->pos, "id-index", "an array has one index that is a process");
        gt_note(lw->diag, (gt_pos){0},
                "it is a variable of each process, and those are not indexed by processes");
        gt_help(lw->diag, "a variable of type %s? can name the other one", made.proc->name);
        return NULL;
    }
    return sized(lw, syn, make(lw, made));
}

/* ---- records ---- */

static bool fields_of(gt_lower *lw, gt_record *record)
{
    GT_VEC(gt_record_field) fields = {0};
    bool ok = true;
    for (const gt_syn *group = record->syn->first; group; group = group->next) {
        if (group->kind != GT_SYN_record_field)
            continue;
        const gt_layout *layout = gt_lower_type(lw, gt_syn_get(group, GT_FIELD_type));
        ok = layout && is_closed(lw, group, layout, "the range of a field") && ok;
        for (const gt_syn *kid = group->first; kid; kid = kid->next) {
            if (kid->field != GT_FIELD_name)
                continue;
            ok = gt_lower_name_ok(lw, kid, "a field") && ok;
            for (size_t i = 0; i < fields.n; i++)
                if (fields.v[i].name == kid->text) {
                    gt_error(lw->diag, kid->pos, "duplicate", "two fields are called `%s`", kid->text);
                    gt_note(lw->diag, fields.v[i].pos, "the first one");
                    ok = false;
                }
            gt_record_field field = {kid->text, kid->pos, layout};
            gt_vec_push(&fields, field);
        }
    }
    record->nfields = (uint32_t)fields.n;
    record->fields = gt_arena_copy(lw->arena, fields.v, fields.n, sizeof *fields.v);
    free(fields.v);
    return ok;
}

gt_record *gt_lower_record(gt_lower *lw, gt_record *record)
{
    if (record->layout || record->broken)
        return record->broken ? NULL : record;
    if (!gt_lower_deeper(lw, record->syn->pos, 1))
        return NULL;
    record->busy = true;
    record->broken = !fields_of(lw, record);
    record->busy = false;
    lw->depth--;
    if (record->broken)
        return NULL;
    gt_layout made = {.kind = GT_LAYOUT_RECORD, .record = record};
    for (uint32_t i = 0; i < record->nfields; i++) {
        const gt_layout *field = record->fields[i].layout;
        made.nvars += field->nvars;
        made.nparts = made.nparts + field->nparts > GT_LOWER_MAX_ARRAY ? GT_LOWER_MAX_ARRAY + 1
                                                                       : made.nparts + field->nparts;
        made.by_process = made.by_process || field->by_process;
    }
    record->layout = sized(lw, record->syn, make(lw, made));
    record->broken = !record->layout;
    return record->broken ? NULL : record;
}

static const gt_layout *of_record(gt_lower *lw, const gt_syn *syn, gt_symbol *symbol)
{
    gt_record *record = symbol->record;
    symbol->used = true;
    if (!record->busy) {
        record = gt_lower_record(lw, record);
        return record ? record->layout : NULL;
    }
    gt_error(lw->diag, syn->pos, "type", "`%s` is a record within itself", record->name);
    gt_note(lw->diag, symbol->pos, "declared here");
    gt_help(lw->diag,
            "a record has as many fields as are written: what points to another is a process `P?` or "
            "an index");
    return NULL;
}

/* ---- queues and sets ---- */

/* A process that is not optional has no value that an empty place could hold. */
static const gt_proc *names_somebody(const gt_layout *layout)
{
    const gt_proc *proc = NULL;
    switch (layout->kind) {
    case GT_LAYOUT_SCALAR:
        return layout->type.kind == GT_TYPE_ID && !layout->type.optional ? layout->type.proc : NULL;
    case GT_LAYOUT_ARRAY:
    case GT_LAYOUT_QUEUE: return names_somebody(layout->element);
    case GT_LAYOUT_RECORD:
        for (uint32_t i = 0; i < layout->record->nfields && !proc; i++)
            proc = names_somebody(layout->record->fields[i].layout);
        return proc;
    case GT_LAYOUT_SET: break;
    }
    return NULL;
}

static const gt_layout *queue(gt_lower *lw, const gt_syn *syn)
{
    gt_layout made = {.kind = GT_LAYOUT_QUEUE};
    const gt_syn *size = gt_syn_get(syn, GT_FIELD_size), *of = gt_syn_get(syn, GT_FIELD_element);
    int64_t n = 0;
    bool ok = gt_lower_const_int(lw, size, "the length of a queue", &n);
    made.element = gt_lower_type(lw, of);
    if (!ok || !made.element || !is_closed(lw, of, made.element, "the range in a queue"))
        return NULL;
    if (n < 1 || n > GT_LOWER_MAX_VALUES) {
        gt_error(lw->diag, size->pos, "size", "a queue has room for 1 to %d elements, not %lld",
                 GT_LOWER_MAX_VALUES, (long long)n);
        return NULL;
    }
    const gt_proc *proc = names_somebody(made.element);
    if (proc || made.element->by_process) {
        gt_error(lw->diag, of->pos, "type", "the elements of a queue cannot hold %s",
                 proc ? gt_arena_printf(lw->arena, "a process `%s`", proc->name)
                      : "an array indexed by processes");
        if (proc)
            gt_note(lw->diag, (gt_pos){0}, "an empty place of a queue names nobody");
        if (proc)
            gt_help(lw->diag, "write `%s?`", proc->name);
        return NULL;
    }
    made.dim = (gt_dim){0, (int32_t)n - 1, NULL};
    made.nvars = made.element->nvars + 1;
    made.nparts = times(made.element->nparts, n) + 1;
    return sized(lw, syn, make(lw, made));
}

static const gt_layout *set(gt_lower *lw, const gt_syn *syn)
{
    const gt_syn *of = gt_syn_get(syn, GT_FIELD_element);
    const gt_layout *element = gt_lower_type(lw, of);
    if (!element)
        return NULL;
    gt_type type = element->type;
    if (element->kind != GT_LAYOUT_SCALAR || element->bound || type.kind == GT_TYPE_ID ||
        type.kind == GT_TYPE_BOOL) {
        gt_error(lw->diag, of->pos, "type", "a set holds values of a range or an enum");
        if (type.kind == GT_TYPE_ID)
            gt_help(lw->diag,
                    "a set of processes is a bool of each: `[%s] of bool`, and `s[j]` instead of `j in s`",
                    type.proc->name);
        return NULL;
    }
    if (gt_type_size(type) > GT_LOWER_MAX_VALUES) {
        gt_error(lw->diag, of->pos, "size", "a set holds at most %d values", GT_LOWER_MAX_VALUES);
        return NULL;
    }
    gt_layout made = {.kind = GT_LAYOUT_SET, .type = type, .nvars = 1, .nparts = gt_type_size(type)};
    made.dim = (gt_dim){type.lo, type.hi, type.kind == GT_TYPE_ENUM ? type.en : NULL};
    return make(lw, made);
}

/* ---- all of them ---- */

const gt_layout *gt_lower_type(gt_lower *lw, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_array_type)
        return array(lw, syn);
    if (syn->kind == GT_SYN_queue_type)
        return queue(lw, syn);
    if (syn->kind == GT_SYN_set_type)
        return set(lw, syn);
    const gt_syn *name = syn->kind == GT_SYN_named_type ? gt_syn_get(syn, GT_FIELD_name) : NULL;
    gt_symbol *symbol = name ? gt_ptrmap_pointer(&lw->globals, name->text) : NULL;
    return symbol && symbol->kind == SYMBOL_RECORD ? of_record(lw, syn, symbol) : scalar(lw, syn);
}

static const char *dim_name(gt_lower *lw, const gt_layout *layout)
{
    gt_dim dim = layout->dim;
    return layout->proc ? layout->proc->name
           : dim.en     ? dim.en->name
                        : gt_arena_printf(lw->arena, "%d..%d", dim.lo, dim.hi);
}

const char *gt_lower_layout_name(gt_lower *lw, const gt_layout *layout)
{
    gt_arena *a = lw->arena;
    switch (layout->kind) {
    case GT_LAYOUT_SCALAR: return gt_build_type_name(lw->build, layout->type);
    case GT_LAYOUT_ARRAY:
        return gt_arena_printf(a, "[%s] of %s", dim_name(lw, layout),
                               gt_lower_layout_name(lw, layout->element));
    case GT_LAYOUT_RECORD: return layout->record->name;
    case GT_LAYOUT_QUEUE:
        return gt_arena_printf(a, "queue[%d] of %s", layout->dim.hi + 1,
                               gt_lower_layout_name(lw, layout->element));
    case GT_LAYOUT_SET: return gt_arena_printf(a, "set of %s", gt_build_type_name(lw->build, layout->type));
    }
    return "";
}

bool gt_lower_same_layout(const gt_layout *a, const gt_layout *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    bool same_dim =
        a->dim.lo == b->dim.lo && a->dim.hi == b->dim.hi && a->dim.en == b->dim.en && a->proc == b->proc;
    switch (a->kind) {
    case GT_LAYOUT_SCALAR: return gt_type_same(a->type, b->type);
    case GT_LAYOUT_ARRAY:
    case GT_LAYOUT_QUEUE: return same_dim && gt_lower_same_layout(a->element, b->element);
    case GT_LAYOUT_RECORD: return a->record == b->record;
    case GT_LAYOUT_SET: return same_dim;
    }
    return false;
}
