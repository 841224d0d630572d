#include "backends/check/lift/show_impl.h"
#include "runtime/base.h"

#include <string.h>

/* ---- names ---- */

/* Whether `name` means something else than binder i of the prefix: a shared variable, or another binder. */
static bool is_taken(const gt_sym *sym, const gt_prop *prop, const char *const *names, uint32_t i,
                     const char *name)
{
    for (uint32_t v = 0; v < sym->nshared; v++)
        if (!sym->shared[v]->is_ghost && !strcmp(sym->shared[v]->name, name))
            return true;
    for (uint32_t k = 0; k < prop->nprefix; k++) {
        if (k > i && !strcmp(names[k], name))
            return true;
        if (k < i && name != prop->prefix[i]->name && !strcmp(prop->prefix[k]->name, name))
            return true;
    }
    return false;
}

/* The binders' own names where those are free; of two with one name the inner one keeps it. */
static const char *const *prefix_names(gt_arena *arena, const gt_sym *sym, const gt_prop *prop)
{
    const char **names = GT_NEW_ARRAY(arena, const char *, prop->nprefix);
    for (uint32_t i = prop->nprefix; i-- > 0;) {
        const char *own = prop->prefix[i]->name;
        names[i] = own;
        for (unsigned n = 1; is_taken(sym, prop, names, i, names[i]); n++)
            names[i] = gt_arena_printf(arena, "%s_%u", own, n);
    }
    return names;
}

const char *const *gt_show_names(gt_arena *arena, const gt_sym *sym, const gt_prop *prop)
{
    const char **names = GT_NEW_ARRAY(arena, const char *, sym->nshared);
    const char *const *prefix = prop ? prefix_names(arena, sym, prop) : NULL;
    uint32_t *next = GT_NEW_ARRAY(arena, uint32_t, sym->nprocs); /* binders to look at, by type */
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        if (!prop || !var->is_ghost) {
            names[i] = var->name;
            continue;
        }
        uint32_t *k = &next[var->type.proc->index]; /* a property uses the ghosts of each type in order */
        while (*k < prop->nprefix && prop->prefix[*k]->type.proc->index != var->type.proc->index)
            ++*k;
        if (*k < prop->nprefix)
            names[i] = prefix[(*k)++];
    }
    return names;
}

/* ---- texts of values ---- */

void gt_show_value(gt_type type, int32_t value, gt_str *out)
{
    if (type.kind == GT_TYPE_ID) {
        if (value == 0)
            gt_str_add(out, "none");
        else
            gt_str_addf(out, "%d", value);
        return;
    }
    gt_value_print(type, value, out);
}

void gt_show_elements(const gt_var *var, const int32_t *values, gt_str *out)
{
    if (var->ndims)
        gt_str_addc(out, '[');
    for (uint32_t i = 0; i < var->len; i++) {
        if (i)
            gt_str_addc(out, ' ');
        gt_show_value(var->type, values[i], out);
    }
    if (var->ndims)
        gt_str_addc(out, ']');
}

const char *gt_show_served(gt_arena *arena, const gt_run_served *served)
{
    const gt_turn *turn = served->served.turn;
    const gt_proc *owner = served->served.owner;
    const char *who = owner ? gt_arena_printf(arena, "%s %d", owner->name, served->process) : "the program";
    if (turn->rule)
        who = gt_arena_printf(arena, "%s, rule %s", who, turn->rule);
    if (served->moves >= 0)
        return gt_arena_printf(arena, "%s: moves at step %lld", who, (long long)served->moves);
    return served->never
               ? gt_arena_printf(arena, "%s: never able", who)
               : gt_arena_printf(arena, "%s: not able at step %lld", who, (long long)served->unable);
}
