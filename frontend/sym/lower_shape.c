/* Enums, and types as they are written. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_suggest.h"

#include <stdlib.h>
#include <string.h>

/* ---- enums ---- */

/* Stands for the two pointers in a table; where a name is in many enums, looking for one must not try them
 * all. */
static const char *pair_key(const gt_enum *en, const char *name)
{
    uint64_t key = gt_hash_combine((uint64_t)(uintptr_t)en, (uint64_t)(uintptr_t)name);
    return (const char *)(uintptr_t)(key | 1);
}

static void add_member(gt_lower *lw, gt_enum *en, uint32_t value)
{
    gt_member *m = GT_NEW(lw->arena, gt_member);
    *m = (gt_member){.en = en, .value = value, .next = gt_ptrmap_pointer(&lw->members, en->values[value])};
    gt_ptrmap_point(&lw->members, en->values[value], m);
    gt_intern_declare(&lw->by_enum, pair_key(en, en->values[value]), m);
}

const gt_member *gt_lower_member(gt_lower *lw, const gt_enum *en, const char *name)
{
    const gt_member *m = gt_ptrmap_pointer(&lw->by_enum, pair_key(en, name));
    if (m && m->en == en && en->values[m->value] == name)
        return m;
    for (m = gt_ptrmap_pointer(&lw->members, name);
         m && m->en != en;) /* two pairs had one key, or there is none */
        m = m->next;
    return m;
}

/* Reports names that occur twice among the values. */
static bool distinct(gt_lower *lw, const gt_syn *syn, gt_field field)
{
    gt_ptrmap seen = {0};
    bool ok = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != field)
            continue;
        const gt_syn *old = gt_intern_declare(&seen, kid->text, (void *)(uintptr_t)kid);
        if (old) {
            gt_error(lw->diag, kid->pos, "duplicate", "`%s` is listed twice", kid->text);
            gt_note(lw->diag, old->pos, "the first time is here");
            ok = false;
        }
    }
    gt_ptrmap_fini(&seen);
    return ok;
}

gt_enum *gt_lower_enum(gt_lower *lw, const char *name, const gt_syn *syn, gt_field field)
{
    bool ok = distinct(lw, syn, field);
    GT_VEC(const char *) values = {0};
    gt_str key;
    gt_str_init(&key);
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != field)
            continue;
        bool member = field == GT_FIELD_member;
        if (!(member && strcmp(kid->text, "none") == 0))
            ok = gt_lower_name_ok(lw, kid, member ? "an enum value" : "a location") && ok;
        gt_vec_push(&values, kid->text);
        if (!name[0])
            gt_str_addf(&key, "%s,", kid->text);
    }
    const char *shape = gt_intern_cstr(lw->names, gt_str_text(&key));
    gt_enum *en = name[0] ? NULL : gt_ptrmap_pointer(&lw->shapes, shape);
    if (!en && ok) {
        en = gt_build_enum(lw->build, syn->pos, name, (uint32_t)values.n, values.v);
        for (uint32_t i = 0; i < en->nvalues; i++)
            add_member(lw, en, i);
        if (!name[0])
            gt_intern_declare(&lw->shapes, shape, en);
    }
    gt_str_fini(&key);
    free(values.v);
    return ok ? en : NULL;
}

/* ---- types ---- */

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

static bool dimension(gt_lower *lw, const gt_syn *syn, gt_dim *dim)
{
    gt_type type;
    if (syn->kind == GT_SYN_range) {
        if (!gt_lower_range(lw, syn, &type))
            return false;
        *dim = (gt_dim){type.lo, type.hi, NULL};
        return true;
    }
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, syn->text);
    if (symbol && symbol->kind == SYMBOL_ENUM) {
        symbol->used = true;
        *dim = (gt_dim){0, (int32_t)symbol->en->nvalues - 1, symbol->en};
        return true;
    }
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (symbol && symbol->kind == SYMBOL_PROC) {
        gt_error(lw->diag, syn->pos, "id-index", "an array cannot be indexed by processes");
        gt_note(lw->diag, (gt_pos){0}, "processes are interchangeable and have no numbers to index with");
        gt_help(lw->diag,
                "what the array would hold for each process is a local variable: declare it with `var` in "
                "process %s and write j.v",
                syn->text);
        return false;
    }
    gt_error(lw->diag, syn->pos, symbol ? "type" : "unknown-name", "there is no enum `%s` to index with",
             syn->text);
    gt_help(lw->diag, "an index is a range `0..n-1` or the name of an enum");
    return false;
}

static bool scalar_type(gt_lower *lw, const gt_syn *syn, gt_type *type, const gt_expr **bound)
{
    if (syn->kind == GT_SYN_range)
        return range(lw, syn, type, bound);
    if (syn->kind == GT_SYN_named_type || syn->kind == GT_SYN_optional_type)
        return named_type(lw, syn, type);
    if (syn->kind == GT_SYN_enum_type) {
        gt_enum *en = gt_lower_enum(lw, "", syn, GT_FIELD_member);
        if (en)
            *type = gt_type_enum(en);
        return en != NULL;
    }
    if (syn->kind != GT_SYN_bool_type)
        gt_ice("%u:%u: not a type", syn->pos.line, syn->pos.col);
    *type = gt_type_bool();
    return true;
}

bool gt_lower_type(gt_lower *lw, const gt_syn *syn, gt_shape *shape)
{
    GT_VEC(gt_dim) dims = {0};
    const gt_syn *element = syn;
    bool ok = true;
    int64_t len = 1;
    for (; element->kind == GT_SYN_array_type; element = gt_syn_get(element, GT_FIELD_element)) {
        gt_dim dim = {0};
        ok = dimension(lw, gt_syn_get(element, GT_FIELD_index), &dim) && ok;
        int64_t size = (int64_t)dim.hi - dim.lo + 1;
        len = size > GT_LOWER_MAX_ARRAY ? size : len * size;
        if (ok && len > GT_LOWER_MAX_ARRAY) {
            gt_error(lw->diag, syn->pos, "size", "this array has more than %d elements", GT_LOWER_MAX_ARRAY);
            ok = false;
        }
        len = len > GT_LOWER_MAX_ARRAY ? GT_LOWER_MAX_ARRAY : len;
        gt_vec_push(&dims, dim);
    }
    *shape = (gt_shape){.ndims = (uint32_t)dims.n, .len = (uint32_t)len};
    ok = scalar_type(lw, element, &shape->type, &shape->bound) && ok;
    if (dims.n > 0)
        shape->dims = gt_arena_copy(lw->arena, dims.v, dims.n, sizeof *dims.v);
    free(dims.v);
    return ok;
}
