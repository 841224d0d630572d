/* Initial values, and the choices that `any` makes. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>

/* ---- any ---- */

/* The candidates of an `any` with a domain; false after an error. */
static bool domain_type(gt_lower *lw, const gt_syn *domain, gt_type *type)
{
    if (domain->kind == GT_SYN_range)
        return gt_lower_range(lw, domain, type);
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, domain->text);
    if (symbol && symbol->kind == SYMBOL_ENUM) {
        symbol->used = true;
        *type = gt_type_enum(symbol->en);
        return true;
    }
    gt_proc *proc = gt_lower_proc(lw, domain, "`any`");
    *type = gt_type_id(proc, false);
    return proc != NULL;
}

const gt_binder *gt_lower_any(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *type,
                              unsigned serial)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name), *domain = gt_syn_get(syn, GT_FIELD_domain);
    const gt_syn *condition = gt_syn_get(syn, GT_FIELD_condition);
    gt_binder *binder = GT_NEW(lw->arena, gt_binder);
    *binder = (gt_binder){.pos = syn->pos, .kind = GT_BIND_CHOICE, .type = *type};
    binder->type.optional = false; /* `any` names somebody */
    if (domain && !domain_type(lw, domain, &binder->type))
        return NULL;
    bool ok = !name || gt_lower_name_ok(lw, name, "a candidate");
    binder->name = name ? name->text : gt_arena_printf(lw->arena, "$%u", serial);
    if (name)
        binder->pos = name->pos;
    if (condition) {
        gt_env inside = *env;
        if (name && ok)
            gt_lower_bind(lw, &inside, name->pos, binder);
        binder->where = gt_lower_bool(lw, &inside, condition, "`where`");
        ok = ok && binder->where;
    }
    return ok ? binder : NULL;
}

/* ---- values ---- */

static bool default_value(gt_lower *lw, const gt_var *var, gt_init *init)
{
    gt_type t = var->type;
    if (t.kind == GT_TYPE_ID && !t.optional) {
        gt_error(lw->diag, var->pos, "id-init", "`%s` needs an initial value", var->name);
        gt_note(lw->diag, (gt_pos){0},
                "there is no first process: an initial value that prefers one would not be symmetric");
        gt_help(lw->diag, "write `= any`%s, or declare it as `%s?`, which begins as none",
                var->owner == t.proc ? " or `= self`" : "", t.proc->name);
        return false;
    }
    init->expr = gt_lower_first(lw, var->pos, t);
    if (var->is_size) {
        gt_binder *binder = GT_NEW(lw->arena, gt_binder);
        *binder = (gt_binder){.name = "$size", .pos = var->pos, .kind = GT_BIND_CHOICE, .type = t};
        *init = (gt_init){.choice = binder};
    }
    return true;
}

static bool value(gt_lower *lw, const gt_env *env, const gt_var *var, const gt_syn *syn, unsigned serial,
                  gt_init *init)
{
    if (syn->kind == GT_SYN_any_expression && var->bound)
        return gt_lower_open_refuse(lw, syn->pos, "what `any` ranges over");
    if (syn->kind == GT_SYN_any_expression) {
        init->choice = gt_lower_any(lw, env, syn, &var->type, serial);
        return init->choice != NULL;
    }
    init->expr = gt_lower_stored(lw, env, syn, var->type);
    return init->expr != NULL;
}

/* The initial values of the variables of a declaration, element by element. */
typedef struct {
    gt_lower *lw;
    const gt_env *env;
    const gt_symbol *symbol;
    unsigned serial; /* of choices */
} filler;

/* A stretch of elements of each of a layout's variables. */
typedef struct {
    gt_init *inits;
    uint32_t len;
} stretch;

static bool fill(filler *f, const gt_layout *layout, gt_var *const *vars, stretch *s, const gt_syn *syn);

/* Element number i of `size` of each. */
static stretch *part_of(filler *f, const stretch *s, uint32_t n, uint32_t size, uint32_t i)
{
    stretch *part = GT_NEW_ARRAY(f->lw->arena, stretch, n);
    for (uint32_t v = 0; v < n; v++)
        part[v] = (stretch){s[v].inits + i * (s[v].len / size), s[v].len / size};
    return part;
}

/* One value is meant for each element. */
static void repeat(const stretch *s, uint32_t n, uint32_t size)
{
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t i = s[v].len / size; i < s[v].len; i++)
            s[v].inits[i] = s[v].inits[i % (s[v].len / size)];
}

static bool fill_array(filler *f, const gt_layout *layout, gt_var *const *vars, stretch *s, const gt_syn *syn)
{
    gt_lower *lw = f->lw;
    if (layout->proc && syn->kind == GT_SYN_set) {
        gt_error(lw->diag, syn->pos, "init", "processes are not listed: one initial value is meant for each");
        return false;
    }
    if (layout->proc)
        return fill(f, layout->element, vars, s, syn);
    uint32_t size = (uint32_t)((int64_t)layout->dim.hi - layout->dim.lo + 1);
    if (syn->kind != GT_SYN_set) {
        bool ok = fill(f, layout->element, vars, part_of(f, s, layout->nvars, size, 0), syn);
        repeat(s, layout->nvars, size);
        return ok;
    }
    if (syn->nkids != size) {
        gt_error(lw->diag, syn->pos, "init", "`%s` needs %u values here, not %u", f->symbol->name, size,
                 syn->nkids);
        return false;
    }
    bool ok = true;
    uint32_t i = 0;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next)
        ok = fill(f, layout->element, vars, part_of(f, s, layout->nvars, size, i++), kid) && ok;
    return ok;
}

/* Each scalar by itself, from the parts of a value; `next` goes over them in the order of gt_lower_parts. */
static void spread(const gt_layout *layout, const stretch *s, uint32_t at, const gt_expr *const **next)
{
    int64_t n = (int64_t)layout->dim.hi - layout->dim.lo + 1;
    switch (layout->kind) {
    case GT_LAYOUT_SCALAR: s[0].inits[at].expr = *(*next)++; return;
    case GT_LAYOUT_RECORD:
        for (uint32_t i = 0; i < layout->record->nfields; i++) {
            spread(layout->record->fields[i].layout, s, at, next);
            s += layout->record->fields[i].layout->nvars;
        }
        return;
    case GT_LAYOUT_SET:
        for (int64_t i = 0; i < n; i++)
            s[0].inits[at * n + i].expr = *(*next)++;
        return;
    case GT_LAYOUT_ARRAY:
    case GT_LAYOUT_QUEUE:
        for (int64_t i = 0; i < n; i++)
            spread(layout->element, s, (uint32_t)(at * n + i), next);
        if (layout->kind == GT_LAYOUT_QUEUE)
            s[layout->nvars - 1].inits[at].expr = *(*next)++;
        return;
    }
}

static bool fill_any(filler *f, const gt_layout *layout, gt_var *const *vars, stretch *s, const gt_syn *syn)
{
    gt_lower *lw = f->lw;
    if (gt_syn_get(syn, GT_FIELD_domain) || !gt_lower_choosable(layout)) {
        gt_error(lw->diag, syn->pos, "any", "`any` chooses no value of type %s this way",
                 gt_lower_layout_name(lw, layout));
        gt_help(lw->diag, gt_lower_choosable(layout) ? "write `any` alone, or list the parts"
                                                     : "a queue begins empty, and `send` fills it");
        return false;
    }
    bool ok = true;
    for (uint32_t v = 0; v < layout->nvars; v++)
        for (uint32_t i = 0; i < s[v].len && ok; i++)
            ok = value(lw, f->env, vars[v], syn, f->serial++, &s[v].inits[i]);
    return ok;
}

static bool fill(filler *f, const gt_layout *layout, gt_var *const *vars, stretch *s, const gt_syn *syn)
{
    gt_lower *lw = f->lw;
    gt_value made;
    if (layout->kind == GT_LAYOUT_ARRAY)
        return fill_array(f, layout, vars, s, syn);
    if (layout->kind == GT_LAYOUT_SCALAR && syn->kind == GT_SYN_set) {
        gt_error(lw->diag, syn->pos, "init",
                 f->symbol->layout->kind == GT_LAYOUT_SCALAR ? "`%s` is not an array and takes one value"
                                                             : "the lists of `%s` are nested too deeply",
                 f->symbol->name);
        return false;
    }
    if (layout->kind == GT_LAYOUT_SCALAR)
        return value(lw, f->env, vars[0], syn, f->serial++, &s[0].inits[0]);
    if (syn->kind == GT_SYN_any_expression)
        return fill_any(f, layout, vars, s, syn);
    if (!gt_lower_value(lw, f->env, syn, layout, &made))
        return false;
    const gt_expr *const *next = made.parts;
    spread(layout, s, 0, &next);
    return true;
}

/* Without a value of its own each variable begins as its type says. */
static void by_default(gt_lower *lw, const gt_layout *layout, gt_var *const *vars)
{
    for (uint32_t v = 0; v < layout->nvars; v++) {
        gt_init *init = GT_NEW(lw->arena, gt_init);
        vars[v]->ninits = 1;
        vars[v]->inits = init;
        default_value(lw, vars[v], init);
    }
}

static void init_declared(gt_lower *lw, const gt_declared *d)
{
    const gt_layout *layout = d->symbol->layout;
    gt_env env = {.home = d->home, .has_self = d->home != NULL};
    filler f = {.lw = lw, .env = &env, .symbol = d->symbol};
    bool plain =
        layout->nvars == 1 && layout->kind != GT_LAYOUT_SET && d->init && d->init->kind != GT_SYN_set;
    if (!d->init) {
        by_default(lw, layout, d->symbol->vars);
        return;
    }
    const gt_layout *scalar = layout;
    while (scalar->kind == GT_LAYOUT_ARRAY)
        scalar = scalar->element;
    plain = plain && scalar->kind == GT_LAYOUT_SCALAR;
    stretch *all = GT_NEW_ARRAY(lw->arena, stretch, layout->nvars);
    for (uint32_t v = 0; v < layout->nvars; v++) {
        gt_var *var = d->symbol->vars[v];
        all[v] = (stretch){GT_NEW_ARRAY(lw->arena, gt_init, plain ? 1 : var->len), plain ? 1 : var->len};
        var->ninits = all[v].len;
        var->inits = all[v].inits;
    }
    fill(&f, plain ? scalar : layout, d->symbol->vars, all, d->init);
}

void gt_lower_inits(gt_lower *lw)
{
    gt_var *size;
    for (size_t i = 0; i < lw->declared.n; i++) {
        const gt_declared *d = &lw->declared.v[i];
        size = d->var;
        if (d->symbol)
            init_declared(lw, d);
        else
            by_default(lw, gt_lower_scalar(lw, size->type), &size);
    }
}
