#include "passes/encode/nonzero_slots.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

static const gt_pos nowhere;

const gt_expr *gt_nz_cvar(gt_nz *z, uint32_t var)
{
    if (z->fixed && z->fixed[var])
        return z->fixed[var];
    return gt_fold_cvar(z->fold, var, z->out->vars[var].type);
}

const gt_expr *gt_nz_int(gt_nz *z, int64_t value)
{
    return gt_fold_int(z->fold, nowhere, value);
}

const gt_expr *gt_nz_value(gt_nz *z, const gt_var *var, const gt_expr *field)
{
    return var->type.kind == GT_TYPE_BOOL ? gt_fold_is(z->fold, field, 1) : field;
}

const gt_expr *gt_nz_field(gt_nz *z, const gt_expr *value)
{
    return value->type.kind == GT_TYPE_BOOL ? gt_fold_indicator(z->fold, value) : value;
}

gt_nz_type *gt_nz_type_of(const gt_nz *z, uint32_t idvar)
{
    return &z->types[z->pop->idvars[idvar].proc->index];
}

/* ---- declarations ---- */

/* Names for the values lo..hi of a variable that holds an enum and, as `nil`, nobody. */
static const char **labels(gt_nz *z, const gt_var *var, gt_type type, int64_t nil)
{
    if (!var || var->type.kind != GT_TYPE_ENUM)
        return NULL;
    const char **names = GT_NEW_ARRAY(z->arena, const char *, (size_t)type.hi - (size_t)type.lo + 1);
    for (int64_t v = type.lo; v <= type.hi; v++) {
        const char *name = v == nil ? "nobody" : var->type.en->values[v];
        names[v - type.lo] = name;
    }
    return names;
}

static uint32_t add_var(gt_nz *z, gt_words *names, gt_cvar v, const char *wish)
{
    v.name = gt_words_fresh(names, z->arena, wish);
    z->out->vars[z->out->nvars] = v;
    return z->out->nvars++;
}

/* Field f of a slot or tracked process that may be missing. */
static uint32_t add_field(gt_nz *z, gt_words *names, gt_cvar v, uint32_t f, bool missing, const char *whose)
{
    const gt_nz_type *t = &z->types[v.proc->index];
    int64_t lo = 0, hi = 0;
    v.var = t->proc->nvars ? t->proc->vars[f] : NULL;
    if (v.var) {
        lo = v.var->type.lo;
        hi = v.var->type.hi;
    }
    if (missing && f == 0)
        hi = t->nil;
    if (missing && f > 0 && lo > 0)
        lo = 0;
    if (missing && f > 0 && hi < 0)
        hi = 0;
    v.type = gt_type_int(lo, hi);
    v.labels = labels(z, v.var, v.type, missing && f == 0 ? t->nil : INT64_MAX);
    return add_var(z, names, v, v.var ? gt_arena_printf(z->arena, "%s_%s", whose, v.var->name) : whose);
}

static void declare_idvar(gt_nz *z, gt_words *names, uint32_t i)
{
    const gt_idvar *d = &z->pop->idvars[i];
    gt_nz_type *t = gt_nz_type_of(z, i);
    uint32_t position = i - t->locals->first_idvar;
    for (uint32_t f = 0; f < t->nfields; f++) {
        gt_cvar at = {.kind = GT_CVAR_AT, .proc = d->proc, .idvar = i};
        uint32_t var = add_field(z, names, at, f, d->optional, d->var->name);
        if (f == 0)
            z->at[i] = var;
    }
    if (position == 0)
        return;
    const char **firsts = GT_NEW_ARRAY(z->arena, const char *, (size_t)position + 1);
    for (uint32_t k = 0; k <= position; k++)
        firsts[k] = z->pop->idvars[t->locals->first_idvar + k].var->name;
    gt_cvar alias = {.kind = GT_CVAR_ALIAS, .proc = d->proc, .idvar = i, .labels = firsts};
    alias.type = gt_type_int(0, position);
    z->alias[i] = add_var(z, names, alias, gt_arena_printf(z->arena, "%s_is", d->var->name));
}

static void declare_slots(gt_nz *z, gt_words *names, gt_nz_type *t)
{
    t->first = z->out->nvars;
    for (uint32_t k = 0; k < t->nslots; k++) {
        const char *whose = gt_arena_printf(z->arena, "%s%u", t->proc->name, k + 1);
        for (uint32_t f = 0; f < t->nfields; f++) {
            gt_cvar slot = {.kind = GT_CVAR_SLOT, .proc = t->proc, .slot = k};
            add_field(z, names, slot, f, k >= t->nfull, whose);
        }
        if (!z->pairs)
            continue;
        gt_cvar count = {.kind = GT_CVAR_SLOT_COUNT, .proc = t->proc, .slot = k};
        count.type = gt_type_int(k < t->nfull, t->proc->n);
        add_var(z, names, count, gt_arena_printf(z->arena, "%s_count", whose));
    }
}

/* How many slots a type needs: one per process that can be untracked, or per local state if those are fewer.
 */
static void measure(gt_nz *z, uint32_t p)
{
    gt_nz_type *t = &z->types[p];
    t->locals = &z->pop->locals[p];
    t->proc = t->locals->proc;
    t->nfields = t->proc->nvars ? t->proc->nvars : 1;
    t->width = t->nfields + z->pairs;
    t->nil = t->proc->nvars ? t->proc->vars[0]->type.hi + 1 : 1;
    bool always = false; /* some process is always tracked */
    for (uint32_t i = 0; i < t->locals->nidvars; i++)
        always = always || !z->pop->idvars[t->locals->first_idvar + i].optional;
    uint32_t n = (uint32_t)t->proc->n, most = n - always;
    uint32_t least = n > t->locals->nidvars ? n - t->locals->nidvars : 0;
    t->nslots = z->pairs && t->locals->nstates < most ? t->locals->nstates : most;
    t->nfull = z->pairs ? least > 0 : least;
    if (t->nfull > t->nslots)
        t->nfull = t->nslots;
}

void gt_nz_declare(gt_nz *z)
{
    const gt_sym *sym = z->pop->sym;
    gt_words names = {0};
    size_t room = sym->nshared;
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        measure(z, p);
        room += (size_t)z->types[p].nslots * z->types[p].width;
        room += (size_t)z->types[p].locals->nidvars * (z->types[p].nfields + 1);
    }
    z->out->vars = GT_NEW_ARRAY(z->arena, gt_cvar, room);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        if (var->type.kind == GT_TYPE_ID)
            continue;
        gt_cvar v = {.kind = GT_CVAR_SHARED, .type = var->type, .var = var};
        if (var->type.kind == GT_TYPE_ENUM) {
            v.type = gt_type_int(var->type.lo, var->type.hi);
            v.labels = var->type.en->values;
        }
        z->shared[i] = add_var(z, &names, v, var->name);
        if (var->is_error)
            z->out->error = gt_nz_cvar(z, z->shared[i]);
    }
    for (uint32_t i = 0; i < z->pop->nidvars; i++)
        declare_idvar(z, &names, i);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        declare_slots(z, &names, &z->types[p]);
    gt_words_fini(&names);
}

/* ---- id variables ---- */

const gt_expr *gt_nz_alias(gt_nz *z, uint32_t i)
{
    uint32_t first = gt_nz_type_of(z, i)->locals->first_idvar;
    if (z->known && z->known[i] != GT_ALIAS_ANY)
        return gt_nz_int(z, (z->known[i] < 0 ? i : (uint32_t)z->known[i]) - first);
    return i == first ? gt_nz_int(z, 0) : gt_nz_cvar(z, z->alias[i]);
}

/* One that is none is its own first and nobody else's. */
const gt_expr *gt_nz_same(gt_nz *z, uint32_t i, uint32_t j)
{
    const gt_expr *same = gt_fold_op2(z->fold, nowhere, GT_EXPR_EQ, gt_nz_alias(z, i), gt_nz_alias(z, j));
    return i == j ? gt_fold_not(z->fold, gt_nz_is_none(z, i)) : same;
}

const gt_expr *gt_nz_is_none(gt_nz *z, uint32_t i)
{
    bool optional = z->pop->idvars[i].optional;
    if (z->none)
        return gt_fold_bool(z->fold, nowhere, z->none[i]);
    if (!optional)
        return gt_fold_bool(z->fold, nowhere, false);
    if (z->known && z->known[i] != GT_ALIAS_ANY)
        return gt_fold_bool(z->fold, nowhere, z->known[i] == GT_ALIAS_NONE);
    return gt_fold_is(z->fold, gt_nz_cvar(z, z->at[i]), gt_nz_type_of(z, i)->nil);
}

const gt_expr *gt_nz_is_first(gt_nz *z, uint32_t i)
{
    const gt_expr *own = gt_fold_is(z->fold, gt_nz_alias(z, i), i - gt_nz_type_of(z, i)->locals->first_idvar);
    return gt_fold_and(z->fold, own, gt_fold_not(z->fold, gt_nz_is_none(z, i)));
}

const gt_expr *const *gt_nz_tracked(gt_nz *z, uint32_t i)
{
    const gt_nz_type *t = gt_nz_type_of(z, i);
    const gt_expr **fields = GT_NEW_ARRAY(z->arena, const gt_expr *, t->nfields);
    for (uint32_t f = 0; f < t->nfields; f++)
        fields[f] = gt_nz_cvar(z, z->at[i] + f);
    return fields;
}

/* ---- expressions ---- */

void gt_nz_enter(gt_nz *z, gt_nz_frame *frame, const gt_binder *binder, const gt_expr *value,
                 const gt_expr *const *fields)
{
    *frame = (gt_nz_frame){.binder = binder, .value = value, .fields = fields, .outer = z->env};
    z->env = frame;
}

void gt_nz_leave(gt_nz *z)
{
    gt_ptrmap_fini(&z->env->memo);
    z->env = z->env->outer;
}

static const gt_nz_frame *lookup(const gt_nz *z, const gt_binder *binder)
{
    for (const gt_nz_frame *f = z->env; f; f = f->outer)
        if (f->binder == binder)
            return f;
    gt_ice("'%s' is not bound", binder->name);
}

static const gt_expr *read_local(gt_nz *z, const gt_expr *e)
{
    const gt_expr *proc = e->kids[0];
    const gt_var *var = e->u.var;
    const gt_expr *field;
    if (proc->kind == GT_EXPR_ROLE)
        field = z->roles[proc->u.index][var->index];
    else if (proc->kind == GT_EXPR_IDVAR)
        field = gt_nz_cvar(z, z->at[proc->u.index] + var->index);
    else if (proc->kind == GT_EXPR_BOUND)
        field = lookup(z, proc->u.binder)->fields[var->index];
    else
        gt_ice("%s of %s", var->name, gt_expr_kind_name(proc->kind));
    return gt_nz_value(z, var, field);
}

/* The number of untracked processes that satisfy a predicate: slot by slot. */
static const gt_expr *count(gt_nz *z, const gt_expr *e)
{
    const gt_nz_type *t = &z->types[e->u.binder->type.proc->index];
    const gt_expr *zero = gt_nz_int(z, 0);
    if (t->nslots == 0)
        return zero;
    gt_nz_slots slots = gt_nz_slots_now(z, t);
    const gt_expr **terms = gt_xmalloc(t->nslots, sizeof *terms);
    for (uint32_t k = 0; k < t->nslots; k++) {
        const gt_expr **slot = &slots[(size_t)k * t->width];
        gt_nz_frame frame;
        gt_nz_enter(z, &frame, e->u.binder, NULL, slot);
        const gt_expr *holds = gt_nz_expr(z, e->kids[0]);
        gt_nz_leave(z);
        const gt_expr *there =
            gt_fold_and(z->fold, gt_fold_not(z->fold, gt_nz_is_empty(z, t, slot, k)), holds);
        terms[k] = z->pairs ? gt_fold_op3(z->fold, e->pos, GT_EXPR_ITE, holds, slot[t->nfields], zero)
                            : gt_fold_indicator(z->fold, there);
    }
    const gt_expr *sum =
        t->nslots == 1 ? terms[0] : gt_fold_op(z->fold, e->pos, GT_EXPR_ADD, t->nslots, terms);
    free(slots);
    free(terms);
    return sum;
}

static const gt_expr *translate(gt_nz *z, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_CONST:
        return e->type.kind == GT_TYPE_ENUM ? gt_fold_int(z->fold, e->pos, e->u.value)
                                            : gt_fold_intern(z->fold, e);
    case GT_EXPR_VAR: return gt_nz_cvar(z, z->shared[e->u.var->index]);
    case GT_EXPR_LOCAL: return read_local(z, e);
    case GT_EXPR_BOUND: return lookup(z, e->u.binder)->value;
    case GT_EXPR_SAME: return gt_nz_same(z, e->u.pair.a, e->u.pair.b);
    case GT_EXPR_ISNONE: return gt_nz_is_none(z, e->u.index);
    case GT_EXPR_UNTRACKED: return count(z, e);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_OP:
    case GT_EXPR_REAL:
    case GT_KINDS_SYM:
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = gt_nz_expr(z, e->kids[i]);
    const gt_expr *result;
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        result = gt_fold_op(z->fold, e->pos, e->kind, e->nkids, kids);
    else
        result = gt_fold_intern(z->fold, gt_expr_rebuild(z->arena, e, kids));
    if (kids != few)
        free(kids);
    return result;
}

const gt_expr *gt_nz_expr(gt_nz *z, const gt_expr *e)
{
    const gt_expr *known = gt_ptrmap_pointer(&z->env->memo, e);
    if (known)
        return known;
    known = translate(z, e);
    gt_ptrmap_point(&z->env->memo, e, known);
    return known;
}
