#include "backends/targets/mangle.h"

#include "backends/targets/symbols.h"
#include "runtime/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct gt_mangler {
    gt_arena *arena;
    const char *const *reserved;
    gt_words taken;
};

gt_mangler *gt_mangler_new(gt_arena *arena, const char *const *reserved)
{
    gt_mangler *m = gt_xcalloc(1, sizeof *m);
    m->arena = arena;
    m->reserved = reserved;
    for (; *reserved; reserved++)
        gt_words_take(&m->taken, *reserved);
    return m;
}

void gt_mangler_free(gt_mangler *m)
{
    if (!m)
        return;
    gt_words_fini(&m->taken);
    free(m);
}

/* The first place in `word` where a reserved piece ("WF_*") stands, or NULL. */
static const char *bad_piece(const gt_mangler *m, const char *word)
{
    for (const char *const *r = m->reserved; *r; r++) {
        size_t len = strlen(*r);
        if (len < 2 || (*r)[len - 1] != '*')
            continue;
        for (const char *at = word; *at; at++)
            if (strncmp(at, *r, len - 1) == 0)
                return at;
    }
    return NULL;
}

const char *gt_mangle(gt_mangler *m, const char *wanted)
{
    const char *lead = isalpha((unsigned char)wanted[0]) ? "" : "v", *bad;
    char *name = gt_arena_printf(m->arena, "%s%s", lead, wanted);
    while ((bad = bad_piece(m, name)) != NULL)
        name = gt_arena_printf(m->arena, "%.*s_%s", (int)(bad - name + 1), name, bad + 1);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    if (gt_words_take(&m->taken, name))
        return name;
    const char *other = gt_arena_printf(m->arena, "%s_", name);
    for (unsigned k = 2; !gt_words_take(&m->taken, other); k++)
        other = gt_arena_printf(m->arena, "%s_%u", name, k);
    return other;
}

uint32_t gt_bits(int64_t lo, int64_t hi)
{
    uint32_t bits = 1;
    if (lo >= 0) {
        while (hi >> bits)
            bits++;
        return bits;
    }
    while (lo < -((int64_t)1 << (bits - 1)) || hi >= ((int64_t)1 << (bits - 1)))
        bits++;
    return bits;
}

/* ---- the names of a file ---- */

typedef struct {
    gt_names *names;
    gt_arena *arena;
    const gt_naming *naming;
    GT_VEC(gt_value_name) numbers, symbols;
} namer;

static const char *number_name(namer *n, gt_value_name wanted)
{
    for (size_t i = 0; i < n->numbers.n; i++) {
        const gt_value_name *v = &n->numbers.v[i];
        if (v->value == wanted.value && v->bits == wanted.bits && strcmp(v->label, wanted.label) == 0)
            return v->name;
    }
    wanted.name = gt_mangle(n->names->mangler, wanted.label);
    gt_vec_push(&n->numbers, wanted);
    return wanted.name;
}

static const char *symbol_name(namer *n, const char *label)
{
    if (n->naming->symbols == GT_SYMBOLS_QUOTED)
        return gt_arena_printf(n->arena, "\"%s\"", label);
    for (size_t i = 0; i < n->symbols.n; i++)
        if (strcmp(n->symbols.v[i].label, label) == 0)
            return n->symbols.v[i].name;
    gt_value_name symbol = {.name = gt_mangle(n->names->mangler, label), .label = label};
    gt_vec_push(&n->symbols, symbol);
    return symbol.name;
}

/* `symbols`: how many labels are values themselves. */
static gt_value_set value_set(namer *n, gt_type type, const char *const *labels, uint32_t symbols)
{
    gt_value_set set = {.lo = type.lo, .hi = type.hi, .symbols = symbols > 0};
    if (!labels)
        return set;
    if (set.symbols)
        set.hi = type.lo + (int32_t)symbols - 1;
    uint32_t count = (uint32_t)(set.hi - set.lo + 1);
    const char **own = GT_NEW_ARRAY(n->arena, const char *, count);
    for (uint32_t k = 0; k < count; k++)
        own[k] = set.symbols
                     ? symbol_name(n, labels[k])
                     : number_name(
                           n, (gt_value_name){.label = labels[k],
                                              .value = type.lo + (int32_t)k,
                                              .bits = n->naming->by_width ? gt_bits(type.lo, type.hi) : 0});
    set.names = own;
    return set;
}

static const char *const *pick_labels(const gt_pick *pick)
{
    if (pick->nlabels)
        return pick->labels;
    return pick->value->type.kind == GT_TYPE_ENUM ? pick->value->type.en->values : NULL;
}

static bool alike(const gt_pick *a, const gt_pick *b)
{
    const char *const *x = pick_labels(a), *const *y = pick_labels(b);
    gt_type t = a->value->type, u = b->value->type;
    if (strcmp(a->value->name, b->value->name) != 0 || t.kind != u.kind || t.lo != u.lo || t.hi != u.hi ||
        !x != !y)
        return false;
    for (int64_t v = 0; x && v <= (int64_t)t.hi - t.lo; v++)
        if (strcmp(x[v], y[v]) != 0)
            return false;
    return true;
}

static void name_picks(namer *n, const gt_symbols *s)
{
    gt_names *names = n->names;
    names->picks = GT_NEW_ARRAY(n->arena, gt_pick_name, s->npicks + 1);
    for (names->npicks = 0; names->npicks < s->npicks; names->npicks++) {
        gt_pick_name *own = &names->picks[names->npicks];
        uint32_t i = names->npicks, symbols = s->nlabels[names->cmds->nvars + i];
        const gt_pick *pick = own->pick = s->picks[i];
        const char *const *labels = symbols ? s->labels[names->cmds->nvars + i] : pick_labels(pick);
        if (n->naming->symbols == GT_SYMBOLS_NONE)
            labels = NULL; /* where there are only numbers, a pick is written out */
        own->values = value_set(n, pick->value->type, labels, symbols);
        for (uint32_t k = 0; k < i && !own->name; k++)
            if (alike(names->picks[k].pick, pick) && names->picks[k].values.symbols == own->values.symbols)
                own->name = names->picks[k].name;
        if (!own->name)
            own->name = gt_mangle(names->mangler, pick->value->name);
    }
}

void gt_names_init(gt_names *names, gt_arena *arena, const gt_cmds *cmds, const gt_naming *naming)
{
    *names = (gt_names){.mangler = gt_mangler_new(arena, naming->reserved), .cmds = cmds};
    namer n = {.names = names, .arena = arena, .naming = naming};
    gt_symbols s = gt_symbols_find(arena, cmds);
    uint32_t all = 0;
    for (uint32_t i = 0; i < cmds->nvars + s.npicks; i++)
        all += s.nlabels[i];
    for (uint32_t i = 0; i < cmds->nvars + s.npicks; i++)
        if (naming->symbols == GT_SYMBOLS_NONE || (naming->most && all > naming->most))
            s.nlabels[i] = 0;
    names->vars = GT_NEW_ARRAY(arena, const char *, cmds->nvars);
    names->values = GT_NEW_ARRAY(arena, gt_value_set, cmds->nvars);
    names->props = GT_NEW_ARRAY(arena, const char *, cmds->nprops);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        names->vars[i] = gt_mangle(names->mangler, cmds->vars[i].name);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        names->values[i] =
            value_set(&n, cmds->vars[i].type, s.nlabels[i] ? s.labels[i] : gt_cvar_labels(&cmds->vars[i]),
                      s.nlabels[i]);
    name_picks(&n, &s);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        names->props[i] = gt_mangle(names->mangler, cmds->props[i].origin->name);
    names->nnumbers = (uint32_t)n.numbers.n;
    names->numbers = gt_arena_copy(arena, n.numbers.v, n.numbers.n, sizeof *n.numbers.v);
    names->nsymbols = (uint32_t)n.symbols.n;
    names->symbols = gt_arena_copy(arena, n.symbols.v, n.symbols.n, sizeof *n.symbols.v);
    free(n.numbers.v);
    free(n.symbols.v);
}

void gt_names_fini(gt_names *names)
{
    gt_mangler_free(names->mangler);
    names->mangler = NULL;
}

static const gt_pick_name *find_pick(const gt_names *names, const gt_expr *bound)
{
    for (uint32_t i = 0; i < names->npicks; i++)
        if (names->picks[i].pick->value == bound->u.binder)
            return &names->picks[i];
    gt_ice("a picked value that has no name");
}

const char *gt_names_pick(const gt_names *names, const gt_expr *bound)
{
    return find_pick(names, bound)->name;
}

static const gt_value_set *values_of(const gt_names *names, const gt_expr *e, unsigned depth)
{
    const gt_value_set *set = NULL;
    if (e->kind == GT_EXPR_CVAR && e->u.index < names->cmds->nvars)
        set = &names->values[e->u.index];
    else if (e->kind == GT_EXPR_BOUND)
        set = &find_pick(names, e)->values;
    else if (e->kind == GT_EXPR_ITE && depth < GT_SYMBOLS_DEPTH)
        for (uint32_t i = 1; i <= 2 && !set; i++)
            set = values_of(names, e->kids[i], depth + 1);
    return set && set->names ? set : NULL;
}

const gt_value_set *gt_names_values(const gt_names *names, const gt_expr *e)
{
    return values_of(names, e, 0);
}

static bool is_symbolic(const gt_names *names, const gt_expr *e, unsigned depth)
{
    if (e->kind == GT_EXPR_CONST)
        return true;
    if (e->kind == GT_EXPR_ITE)
        return depth < GT_SYMBOLS_DEPTH && is_symbolic(names, e->kids[1], depth + 1) &&
               is_symbolic(names, e->kids[2], depth + 1);
    const gt_value_set *set = values_of(names, e, depth);
    return set && set->symbols;
}

bool gt_names_symbolic(const gt_names *names, const gt_expr *e)
{
    return e->kind == GT_EXPR_ITE && e->type.kind != GT_TYPE_BOOL && is_symbolic(names, e, 0);
}
