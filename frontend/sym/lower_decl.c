/* Declarations: names, constants, enums, types, variables, processes, macros. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "const", "enum",   "shared",   "process",   "states", "var",    "rule",   "with",
        "where", "when",   "do",       "if",        "else",   "forall", "exists", "any",
        "in",    "define", "fairness", "invariant", "ctl",    "ltl",    "pctl",   "deadlock",
        "mdp",   "dtmc",   "ctmc",     "true",      "false",  "self",   "none",   "bool"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

bool gt_lower_name_ok(gt_lower *lw, const gt_syn *name, const char *what)
{
    if (!is_keyword(name->text))
        return true;
    gt_error(lw->diag, name->pos, "keyword", "`%s` is a keyword and cannot be the name of %s", name->text,
             what);
    return false;
}

const char *gt_lower_kind_name(gt_symbol_kind kind)
{
    switch (kind) {
    case SYMBOL_CONST: return "a constant";
    case SYMBOL_ENUM: return "an enum";
    case SYMBOL_RECORD: return "a record type";
    case SYMBOL_PROC: return "a process type";
    case SYMBOL_VAR: return "a variable";
    case SYMBOL_MACRO: return "a macro";
    case SYMBOL_BROKEN: break;
    }
    return "something";
}

gt_symbol *gt_lower_declare(gt_lower *lw, gt_home *home, gt_symbol_kind kind, const gt_syn *name)
{
    bool ok = gt_lower_name_ok(lw, name, gt_lower_kind_name(kind));
    gt_symbol *symbol = GT_NEW(lw->arena, gt_symbol);
    *symbol = (gt_symbol){.kind = ok ? kind : SYMBOL_BROKEN, .name = name->text, .pos = name->pos};
    gt_symbol *old = gt_intern_declare(home ? &home->scope : &lw->globals, name->text, symbol);
    if (old) {
        gt_error(lw->diag, name->pos, "duplicate", "`%s` is declared twice", name->text);
        gt_note(lw->diag, old->pos, "the first declaration is here");
        return NULL;
    }
    const char *hidden = home && gt_ptrmap_pointer(&lw->globals, name->text) ? "another"
                         : gt_ptrmap_pointer(&lw->members, name->text)       ? "the enum value"
                                                                             : NULL;
    if (hidden && ok)
        gt_warning(lw->diag, name->pos, "shadow", "`%s` hides %s `%s`", name->text, hidden, name->text);
    if (home)
        gt_vec_push(&home->order, symbol);
    else
        gt_vec_push(&lw->order, symbol);
    return ok ? symbol : NULL;
}

/* ---- constants ---- */

bool gt_lower_const_int(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value)
{
    const gt_expr *open = NULL;
    if (!gt_lower_const_open(lw, syn, what, value, &open))
        return false;
    return !open || gt_lower_open_refuse(lw, syn->pos, what);
}

static bool const_or_open(gt_lower *lw, const gt_syn *syn, const gt_expr *e, const char *what, int64_t *value,
                          const gt_expr **open)
{
    if (gt_build_const_value(e, value))
        return true;
    if (lw->limit && e->type.kind == GT_TYPE_INT) {
        *open = e;
        return true;
    }
    gt_error(lw->diag, syn->pos, "not-constant", "%s must be a constant", what);
    gt_help(lw->diag, "use numbers and names declared with `const`");
    return false;
}

bool gt_lower_const_open(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value,
                         const gt_expr **open)
{
    gt_env env = {0};
    *open = NULL;
    const gt_expr *e = gt_lower_expr(lw, &env, syn, NULL);
    if (!e)
        return false;
    if (e->type.kind != GT_TYPE_INT)
        return gt_build_wrong(lw->build, e, what, "an integer");
    return const_or_open(lw, syn, e, what, value, open);
}

/* Reads a number of 32 bits; *whole: it is one, but for its size. */
static bool read_integer(const char *text, int64_t *value, bool *whole)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    *whole = *text && !*end && text[0] != ' ';
    return *whole && !errno && *value >= INT32_MIN && *value <= INT32_MAX;
}

/* The text of -D as a value of the constant's type; reports what it is not. */
static bool read_define(gt_lower *lw, gt_symbol *symbol, const gt_define *def)
{
    bool whole = false;
    int64_t number;
    const gt_member *m = NULL;
    switch (symbol->type.kind) {
    case GT_TYPE_BOOL:
        if (strcmp(def->value, "true") == 0 || strcmp(def->value, "false") == 0) {
            symbol->value = strcmp(def->value, "true") == 0;
            return true;
        }
        gt_error(lw->diag, (gt_pos){0}, "define", "-D %s=%s is neither true nor false", def->name,
                 def->value);
        break;
    case GT_TYPE_ENUM:
        m = gt_lower_member(lw, symbol->type.en, gt_intern_cstr(lw->names, def->value));
        if (m) {
            symbol->value = m->value;
            return true;
        }
        gt_error(lw->diag, (gt_pos){0}, "define", "-D %s=%s is no value of %s", def->name, def->value,
                 symbol->type.en->name[0] ? symbol->type.en->name : "the enum");
        gt_lower_suggest_value(lw, symbol->type.en, def->value);
        break;
    case GT_TYPE_INT:
        if (read_integer(def->value, &number, &whole)) {
            symbol->value = number;
            return true;
        }
        gt_error(lw->diag, (gt_pos){0}, "define",
                 whole ? "-D %s=%s does not fit 32 bits" : "-D %s=%s is not an integer", def->name,
                 def->value);
        break;
    case GT_TYPE_ID:
    case GT_TYPE_REAL: gt_ice("%u:%u: no type of a constant", symbol->pos.line, symbol->pos.col);
    }
    gt_note(lw->diag, symbol->pos, "declared here");
    return false;
}

bool gt_lower_override(gt_lower *lw, gt_symbol *symbol)
{
    for (size_t i = lw->ndefs; i-- > 0;) /* the last one counts */
        if (strcmp(lw->defs[i].name, symbol->name) == 0)
            return read_define(lw, symbol, &lw->defs[i]);
    return false;
}

/* An integer, a bool or a value of an enum; *open: an integer that depends on sizes left open. */
static bool constant_value(gt_lower *lw, const gt_syn *syn, gt_type *type, int64_t *value,
                           const gt_expr **open)
{
    gt_env env = {0};
    const gt_expr *e = gt_lower_expr(lw, &env, syn, NULL);
    if (!e)
        return false;
    if (e->type.kind == GT_TYPE_ID || e->type.kind == GT_TYPE_REAL)
        return gt_build_wrong(lw->build, e, "a constant", "an integer, a bool or a value of an enum");
    *type = e->type;
    return const_or_open(lw, syn, e, "the value of a constant", value, open);
}

static void constant(gt_lower *lw, const gt_syn *file, const gt_syn *syn)
{
    gt_symbol *symbol = gt_lower_declare(lw, NULL, SYMBOL_CONST, gt_syn_get(syn, GT_FIELD_name));
    int64_t value = 0;
    if (symbol)
        symbol->kind = SYMBOL_BROKEN; /* not visible in its own value */
    const gt_expr *open = NULL;
    gt_type type = gt_type_int(0, 0);
    bool ok = constant_value(lw, gt_syn_get(syn, GT_FIELD_value), &type, &value, &open);
    if (!symbol)
        return;
    symbol->type = type;
    symbol->value = value;
    symbol->open = open;
    if (ok)
        symbol->kind = SYMBOL_CONST;
    if (gt_lower_override(lw, symbol))
        symbol->open = NULL;
    else if (ok && lw->limit)
        gt_lower_open_constant(lw, file, syn, symbol);
    if (type.kind == GT_TYPE_INT)
        symbol->type = gt_type_int(symbol->value, symbol->value);
}

static void enumeration(gt_lower *lw, const gt_syn *syn)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_symbol *symbol = gt_lower_declare(lw, NULL, SYMBOL_ENUM, name);
    gt_enum *en = gt_lower_enum(lw, name->text, syn, GT_FIELD_member);
    if (symbol && en)
        symbol->en = en;
    else if (symbol)
        symbol->kind = SYMBOL_BROKEN;
}

void gt_lower_constants(gt_lower *lw, const gt_syn *file)
{
    for (const gt_syn *item = file->first; item; item = item->next)
        if (item->kind == GT_SYN_const_declaration)
            constant(lw, file, item);
        else if (item->kind == GT_SYN_param_declaration)
            gt_lower_param(lw, file, item);
        else if (item->kind == GT_SYN_enum_declaration)
            enumeration(lw, item);
    for (size_t i = 0; i < lw->ndefs; i++) {
        const gt_symbol *symbol =
            gt_ptrmap_pointer(&lw->globals, gt_intern_cstr(lw->names, lw->defs[i].name));
        if (symbol)
            continue;
        gt_error(lw->diag, (gt_pos){0}, "define", "-D %s=%s: there is no constant `%s`", lw->defs[i].name,
                 lw->defs[i].value, lw->defs[i].name);
        gt_lower_suggest_constant(lw, lw->defs[i].name);
    }
}

/* ---- variables and processes ---- */

/* The variables of a declaration while they are made. */
typedef struct {
    gt_lower *lw;
    gt_pos pos;
    gt_proc *owner;
    GT_VEC(gt_dim) dims; /* of the arrays around */
    GT_VEC(gt_var *) vars;
} makes;

/* A name that none of the others has. */
static const char *distinct(makes *m, const char *name)
{
    for (size_t i = 0; i < m->vars.n; i++)
        if (strcmp(m->vars.v[i]->name, name) == 0)
            return distinct(m, gt_arena_printf(m->lw->arena, "%s_", name));
    return name;
}

static void make_var(makes *m, const char *name, gt_type type)
{
    gt_arena *a = m->lw->arena;
    const gt_dim *dims = m->dims.n ? gt_arena_copy(a, m->dims.v, m->dims.n, sizeof *dims) : NULL;
    gt_vec_push(&m->vars,
                gt_build_var(m->lw->build, m->pos, m->owner, gt_intern_cstr(m->lw->names, distinct(m, name)),
                             type, (uint32_t)m->dims.n, dims));
}

static void make_vars(makes *m, const char *name, const gt_layout *layout)
{
    gt_arena *a = m->lw->arena;
    gt_proc *owner = m->owner;
    size_t ndims = m->dims.n;
    bool indexed = layout->kind != GT_LAYOUT_SCALAR && layout->kind != GT_LAYOUT_RECORD && !layout->proc;
    if (indexed)
        gt_vec_push(&m->dims, layout->dim);
    switch (layout->kind) {
    case GT_LAYOUT_SCALAR: make_var(m, name, layout->type); break;
    case GT_LAYOUT_ARRAY:
        m->owner = layout->proc ? layout->proc : m->owner;
        make_vars(m, name, layout->element);
        break;
    case GT_LAYOUT_RECORD:
        for (uint32_t i = 0; i < layout->record->nfields; i++) {
            make_vars(m, gt_arena_printf(a, "%s.%s", name, layout->record->fields[i].name),
                      layout->record->fields[i].layout);
            m->owner = owner;
        }
        break;
    case GT_LAYOUT_QUEUE:
        make_vars(m, name, layout->element);
        m->dims.n = ndims;
        make_var(m, gt_arena_printf(a, "%s.len", name), gt_type_int(0, (int64_t)layout->dim.hi + 1));
        break;
    case GT_LAYOUT_SET: make_var(m, name, gt_type_bool()); break;
    }
    m->dims.n = ndims;
}

/* A local variable is indexed by no process: it is that of one. */
static bool at_top_level(gt_lower *lw, gt_home *home, const gt_syn *syn, const gt_layout *layout)
{
    if (!home || !layout->by_process)
        return true;
    gt_error(lw->diag, syn->pos, "id-index", "a local variable cannot be indexed by processes");
    gt_note(lw->diag, (gt_pos){0},
            "there would be one for each pair of processes, and local states count processes");
    gt_help(lw->diag, "a variable of type `P?` can name one other process");
    return false;
}

static void variable(gt_lower *lw, gt_home *home, const gt_syn *name, const gt_layout *layout,
                     const gt_syn *init)
{
    gt_symbol *symbol = gt_lower_declare(lw, home, SYMBOL_VAR, name);
    if (!symbol)
        return;
    if (!layout) {
        symbol->kind = SYMBOL_BROKEN;
        return;
    }
    makes m = {.lw = lw, .pos = name->pos, .owner = home ? home->proc : NULL};
    make_vars(&m, name->text, layout);
    m.vars.v[0]->bound = layout->bound;
    symbol->layout = layout;
    symbol->vars = gt_arena_copy(lw->arena, m.vars.v, m.vars.n, sizeof *m.vars.v);
    symbol->is_local = home != NULL;
    free(m.vars.v);
    free(m.dims.v);
    lw->layouts =
        lw->layouts || layout->by_process ||
        (layout->kind != GT_LAYOUT_SCALAR && (layout->kind != GT_LAYOUT_ARRAY || layout->nvars > 1));
    gt_declared declared = {.symbol = symbol, .home = home, .init = init};
    gt_vec_push(&lw->declared, declared);
}

static void variables(gt_lower *lw, gt_home *home, const gt_syn *syn)
{
    const gt_syn *type = gt_syn_get(syn, GT_FIELD_type);
    const gt_layout *layout = gt_lower_type(lw, type);
    if (layout && !at_top_level(lw, home, type, layout))
        layout = NULL;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != GT_FIELD_name)
            continue;
        variable(lw, home, kid, layout, gt_syn_get(syn, GT_FIELD_init));
        if (layout && layout->bound && home)
            gt_lower_open_refuse(lw, kid->pos, "the range of a local variable");
    }
}

static void states(gt_lower *lw, gt_home *home, const gt_syn *syn)
{
    gt_syn name = {.kind = GT_SYN_identifier, .pos = syn->pos, .text = gt_intern_cstr(lw->names, "loc")};
    gt_symbol *symbol = gt_lower_declare(lw, home, SYMBOL_VAR, &name);
    gt_enum *en =
        gt_lower_enum(lw, gt_arena_printf(lw->arena, "%s.loc", home->proc->name), syn, GT_FIELD_name);
    if (!symbol)
        return;
    symbol->used = true;
    if (!en) {
        symbol->kind = SYMBOL_BROKEN;
        return;
    }
    symbol->vars = GT_NEW(lw->arena, gt_var *);
    symbol->vars[0] = gt_build_location(lw->build, syn->pos, home->proc, name.text, en);
    symbol->layout = gt_lower_scalar(lw, gt_type_enum(en));
    symbol->is_local = true;
    gt_declared declared = {.symbol = symbol, .home = home, .init = gt_syn_get(syn, GT_FIELD_init)};
    gt_vec_push(&lw->declared, declared);
}

static void macro(gt_lower *lw, gt_home *home, const gt_syn *syn)
{
    gt_symbol *symbol = gt_lower_declare(lw, home, SYMBOL_MACRO, gt_syn_get(syn, GT_FIELD_name));
    if (!symbol)
        return;
    symbol->macro = GT_NEW(lw->arena, gt_macro);
    *symbol->macro = (gt_macro){.syn = syn, .home = home};
}

static void process(gt_lower *lw, gt_home *home)
{
    for (const gt_syn *item = gt_lower_items(home->syn); item; item = item->next) {
        if (item->kind == GT_SYN_states_declaration)
            states(lw, home, item);
        else if (item->kind == GT_SYN_classes_declaration)
            gt_lower_classes(lw, home, item);
        else if (item->kind == GT_SYN_var_declaration)
            variables(lw, home, item);
        else if (item->kind == GT_SYN_define_declaration)
            macro(lw, home, item);
    }
}

static void declare_process(gt_lower *lw, const gt_syn *syn)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name), *size = gt_syn_get(syn, GT_FIELD_size);
    gt_symbol *symbol = gt_lower_declare(lw, NULL, SYMBOL_PROC, name);
    int64_t n = 1;
    const gt_expr *open = NULL;
    gt_symmetry kind = syn->word == GT_WORD_ring      ? GT_SYMMETRY_RING
                       : syn->word == GT_WORD_similar ? GT_SYMMETRY_SIMILAR
                                                      : GT_SYMMETRY_FULL;
    bool ok = gt_lower_const_open(lw, size, "the number of processes", &n, &open);
    if (open)
        n = lw->limit;
    if (ok && n < 1) {
        gt_error(lw->diag, size->pos, "size", "there must be at least one process, not %lld", (long long)n);
        n = 1 + (kind == GT_SYMMETRY_RING);
    }
    if (!symbol)
        return;
    gt_home *home = gt_xcalloc(1, sizeof *home);
    home->syn = syn;
    home->proc = gt_build_proc(lw->build, name->pos, name->text, (int32_t)n, kind);
    home->proc->size = open;
    symbol->home = home;
    gt_vec_push(&lw->homes, home);
}

static void records(gt_lower *lw, const gt_syn *file)
{
    size_t first = lw->order.n;
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind != GT_SYN_record_declaration)
            continue;
        gt_symbol *symbol = gt_lower_declare(lw, NULL, SYMBOL_RECORD, gt_syn_get(item, GT_FIELD_name));
        if (!symbol)
            continue;
        symbol->record = GT_NEW(lw->arena, gt_record);
        *symbol->record = (gt_record){.name = symbol->name, .syn = item};
    }
    for (size_t i = first; i < lw->order.n; i++)
        if (lw->order.v[i]->kind == SYMBOL_RECORD)
            gt_lower_record(lw, lw->order.v[i]->record);
}

void gt_lower_types(gt_lower *lw, const gt_syn *file)
{
    for (const gt_syn *item = file->first; item; item = item->next)
        if (item->kind == GT_SYN_process_declaration || item->kind == GT_SYN_scalarset_declaration)
            declare_process(lw, item);
    records(lw, file);
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind == GT_SYN_shared_declaration)
            variables(lw, NULL, item);
        else if (item->kind == GT_SYN_define_declaration)
            macro(lw, NULL, item);
    }
    for (size_t i = 0; i < lw->homes.n; i++)
        process(lw, lw->homes.v[i]);
}

static void check_macros(gt_lower *lw, gt_symbol *const *symbols, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (symbols[i]->kind == SYMBOL_MACRO)
            gt_lower_check_macro(lw, symbols[i]);
}

void gt_lower_macros(gt_lower *lw)
{
    for (size_t i = 0; i < lw->order.n; i++)
        if (lw->order.v[i]->kind == SYMBOL_MACRO)
            gt_lower_macro_params(lw, lw->order.v[i]);
    for (size_t h = 0; h < lw->homes.n; h++)
        for (size_t i = 0; i < lw->homes.v[h]->order.n; i++)
            if (lw->homes.v[h]->order.v[i]->kind == SYMBOL_MACRO)
                gt_lower_macro_params(lw, lw->homes.v[h]->order.v[i]);
    check_macros(lw, lw->order.v, lw->order.n);
    for (size_t h = 0; h < lw->homes.n; h++)
        check_macros(lw, lw->homes.v[h]->order.v, lw->homes.v[h]->order.n);
}
