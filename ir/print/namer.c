#include "ir/print/namer.h"

#include "runtime/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const gt_binder *binder;
    const char *name;
} scope;

struct gt_namer {
    gt_arena *arena;
    gt_ptrmap given;               /* object -> const char * */
    gt_ptrmap aliases;             /* shared variable -> const char * */
    gt_ptrmap hidden;              /* local variables that share a name with something outside */
    GT_VEC(const gt_var *) hiders; /* these, and shared ones with the name of an enum's value */
    gt_words taken;
    GT_VEC(scope) scopes;
};

static const char *const keywords[] = {
    "const", "enum",   "shared",   "process",   "states", "var",    "rule",   "with",
    "where", "when",   "do",       "if",        "else",   "forall", "exists", "any",
    "in",    "define", "fairness", "invariant", "ctl",    "ltl",    "pctl",   "deadlock",
    "mdp",   "dtmc",   "ctmc",     "true",      "false",  "self",   "none",   "bool",
};

static const char *const temporal[] = {
    "A", "E", "AX", "EX",   "AF",   "EF", "AG",   "EG",   "X", "F", "G",     "U",
    "W", "R", "P",  "Pmin", "Pmax", "S",  "Rmin", "Rmax", "C", "I", "count",
};

static bool listed(const char *const *words, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], word))
            return true;
    return false;
}

bool gt_namer_is_keyword(const char *word)
{
    return listed(keywords, sizeof keywords / sizeof *keywords, word);
}

bool gt_namer_is_temporal(const char *word)
{
    return listed(temporal, sizeof temporal / sizeof *temporal, word);
}

static bool is_identifier(const char *word)
{
    if (!isalpha((unsigned char)*word) && *word != '_')
        return false;
    for (; *word; word++)
        if (!isalnum((unsigned char)*word) && *word != '_')
            return false;
    return true;
}

/* ---- inventing names ---- */

/* `wanted` with everything that cannot stand in an identifier replaced. */
static const char *identifier(gt_namer *names, const char *wanted)
{
    if (is_identifier(wanted))
        return wanted;
    bool invented = *wanted == '$';
    char *name = gt_arena_printf(names->arena, "%s%s",
                                 invented                          ? "any"
                                 : isdigit((unsigned char)*wanted) ? "_"
                                                                   : "",
                                 wanted + invented);
    size_t len = 0;
    for (const char *c = name; *c; c++)
        name[len++] = isalnum((unsigned char)*c) ? *c : '_';
    while (len > 1 && name[len - 1] == '_')
        len--;
    if (!len)
        name[len++] = '_';
    name[len] = '\0';
    return name;
}

static bool is_open(const gt_namer *names, const char *word)
{
    for (size_t i = 0; i < names->scopes.n; i++)
        if (!strcmp(names->scopes.v[i].name, word))
            return true;
    return false;
}

static const char *unused(gt_namer *names, const char *wanted)
{
    const char *base = identifier(names, wanted), *name = base;
    for (unsigned k = 2; gt_words_find(&names->taken, name, strlen(name)) || is_open(names, name) ||
                         gt_namer_is_keyword(name);
         k++)
        name = gt_arena_printf(names->arena, "%s_%u", base, k);
    return name;
}

static void set_name(gt_namer *names, const void *object, const char *name)
{
    gt_words_take(&names->taken, name);
    *gt_ptrmap_at(&names->given, object) = (uint64_t)(uintptr_t)name;
}

/* Its own name if that is an identifier, whoever else has it: the program was written so. */
static void keep(gt_namer *names, const void *object, const char *own)
{
    if (!is_identifier(own) || gt_namer_is_keyword(own))
        return;
    set_name(names, object, own);
}

static void invent(gt_namer *names, const void *object, const char *own)
{
    uint64_t value;
    if (!gt_ptrmap_get(&names->given, object, &value))
        set_name(names, object, unused(names, own));
}

typedef void name_action(gt_namer *names, const void *object, const char *own);

static void each_global(gt_namer *names, const gt_sym *sym, name_action *act)
{
    for (uint32_t i = 0; i < sym->nshared; i++)
        act(names, sym->shared[i], sym->shared[i]->name);
    for (uint32_t i = 0; i < sym->nenums; i++)
        if (sym->enums[i]->name[0])
            act(names, sym->enums[i], sym->enums[i]->name);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        act(names, sym->procs[i], sym->procs[i]->name);
}

static void each_local(gt_namer *names, const gt_sym *sym, name_action *act)
{
    for (uint32_t i = 0; i < sym->nprocs; i++)
        for (uint32_t v = 0; v < sym->procs[i]->nvars; v++)
            act(names, sym->procs[i]->vars[v], sym->procs[i]->vars[v]->name);
}

static void note_hidden(gt_namer *names, const void *object, const char *own)
{
    if (!gt_words_find(&names->taken, own, strlen(own)))
        return;
    *gt_ptrmap_at(&names->hidden, object) = 1;
    gt_vec_push(&names->hiders, (const gt_var *)object);
}

static void take_values(gt_namer *names, const gt_enum *en)
{
    for (uint32_t v = 0; v < en->nvalues; v++)
        gt_words_take(&names->taken, en->values[v]);
}

gt_namer *gt_namer_new(const gt_sym *sym)
{
    gt_namer *names = gt_xcalloc(1, sizeof *names);
    names->arena = gt_arena_new();
    if (sym) {
        for (uint32_t i = 0; i < sym->nenums; i++)
            take_values(names, sym->enums[i]);
        for (uint32_t i = 0; i < sym->nshared; i++)
            if (gt_words_find(&names->taken, sym->shared[i]->name, strlen(sym->shared[i]->name)))
                gt_vec_push(&names->hiders, sym->shared[i]);
        each_global(names, sym, keep);
        each_local(names, sym, note_hidden);
        each_local(names, sym, keep);
    }
    for (size_t i = 0; i < sizeof temporal / sizeof *temporal; i++)
        gt_words_take(&names->taken, temporal[i]);
    gt_words_take(&names->taken, "loc");
    gt_words_take(&names->taken, "min");
    gt_words_take(&names->taken, "max");
    if (sym) {
        each_global(names, sym, invent);
        each_local(names, sym, invent);
    }
    return names;
}

void gt_namer_free(gt_namer *names)
{
    if (!names)
        return;
    gt_ptrmap_fini(&names->given);
    gt_ptrmap_fini(&names->aliases);
    gt_ptrmap_fini(&names->hidden);
    free(names->hiders.v);
    gt_words_fini(&names->taken);
    free(names->scopes.v);
    gt_arena_free(names->arena);
    free(names);
}

const char *gt_namer_of(const gt_namer *names, const void *object, const char *own)
{
    uint64_t name;
    return gt_ptrmap_get(&names->given, object, &name) ? (const char *)(uintptr_t)name : own;
}

bool gt_namer_hidden(const gt_namer *names, const gt_var *local)
{
    uint64_t value;
    return gt_ptrmap_get(&names->hidden, local, &value);
}

bool gt_namer_any_hidden(const gt_namer *names)
{
    return names->hiders.n > 0;
}

const gt_var *gt_namer_hider(const gt_namer *names, const gt_proc *inside, const char *word)
{
    const gt_var *found = NULL;
    for (size_t i = 0; i < names->hiders.n; i++) {
        const gt_var *v = names->hiders.v[i];
        if ((!v->owner || v->owner == inside) && (v->owner || !found) &&
            !strcmp(gt_namer_of(names, v, v->name), word))
            found = v;
    }
    return found;
}

void gt_namer_rename(gt_namer *names, const gt_var *var)
{
    set_name(names, var, unused(names, var->name));
}

const char *gt_namer_alias(const gt_namer *names, const gt_var *shared)
{
    uint64_t name;
    return gt_ptrmap_get(&names->aliases, shared, &name) ? (const char *)(uintptr_t)name : NULL;
}

const char *gt_namer_make_alias(gt_namer *names, const gt_var *shared)
{
    const char *name = unused(names, shared->name);
    gt_words_take(&names->taken, name);
    *gt_ptrmap_at(&names->aliases, shared) = (uint64_t)(uintptr_t)name;
    return name;
}

/* ---- binders ---- */

const char *gt_namer_bind(gt_namer *names, const gt_binder *binder)
{
    scope s = {.binder = binder, .name = unused(names, binder->name)};
    gt_vec_push(&names->scopes, s);
    return s.name;
}

void gt_namer_unbind(gt_namer *names)
{
    names->scopes.n--;
}

const char *gt_namer_bound(gt_namer *names, const gt_binder *binder)
{
    for (size_t i = names->scopes.n; i-- > 0;)
        if (names->scopes.v[i].binder == binder)
            return names->scopes.v[i].name;
    return identifier(names, binder->name);
}
