/* Initial values, and the choices that `any` makes. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"

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
    if (t.kind == GT_TYPE_ID)
        init->expr = gt_expr_none(lw->arena, var->pos, t.proc);
    else
        init->expr = gt_expr_const(lw->arena, var->pos, t, t.kind == GT_TYPE_INT ? t.lo : 0);
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
    init->expr = gt_lower_expr(lw, env, syn, &var->type);
    return init->expr != NULL;
}

/* Fills the elements [at, at + len) of a (sub)array of dimension d from a list or one value. */
static bool fill(gt_lower *lw, const gt_env *env, const gt_var *var, const gt_syn *syn, uint32_t d,
                 uint32_t at, uint32_t len, gt_init *inits)
{
    if (syn->kind != GT_SYN_init_list) {
        bool ok = value(lw, env, var, syn, at, &inits[at]);
        for (uint32_t i = 1; i < len; i++)
            inits[at + i] = inits[at];
        return ok;
    }
    if (d >= var->ndims) {
        gt_error(lw->diag, syn->pos, "init",
                 d == 0 ? "`%s` is not an array and takes one value"
                        : "the lists of `%s` are nested too deeply",
                 var->name);
        return false;
    }
    uint32_t size = (uint32_t)((int64_t)var->dims[d].hi - var->dims[d].lo + 1);
    if (syn->nkids != size) {
        gt_error(lw->diag, syn->pos, "init", "`%s` needs %u values here, not %u", var->name, size,
                 syn->nkids);
        return false;
    }
    bool ok = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next, at += len / size)
        ok = fill(lw, env, var, kid, d + 1, at, len / size, inits) && ok;
    return ok;
}

static void init_var(gt_lower *lw, const gt_env *env, gt_var *var, const gt_syn *syn)
{
    bool list = syn && syn->kind == GT_SYN_init_list;
    uint32_t n = list ? var->len : 1;
    gt_init *inits = GT_NEW_ARRAY(lw->arena, gt_init, n);
    var->ninits = n;
    var->inits = inits;
    if (!syn)
        default_value(lw, var, &inits[0]);
    else if (list)
        fill(lw, env, var, syn, 0, 0, n, inits);
    else
        value(lw, env, var, syn, 0, &inits[0]);
}

void gt_lower_inits(gt_lower *lw)
{
    gt_env env = {0};
    for (uint32_t i = 0; i < lw->sym->nshared; i++)
        init_var(lw, &env, lw->sym->shared[i], lw->inits.v[i]);
    for (size_t h = 0; h < lw->homes.n; h++) {
        gt_home *home = lw->homes.v[h];
        gt_env inside = {.home = home, .has_self = true};
        for (uint32_t i = 0; i < home->proc->nvars; i++)
            init_var(lw, &inside, home->proc->vars[i], home->inits.v[i]);
    }
}
