/* Names of local states, as one would give them: the location, then what is out of the ordinary. */
#include "passes/encode/dense.h"

static void add_part(gt_str *text, const char *part)
{
    if (text->len)
        gt_str_addc(text, '_');
    for (const char *p = part; *p; p++) {
        bool ok = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        gt_str_addc(text, *p == '-' ? 'm' : ok ? *p : '_');
    }
}

enum { MANY = 2000 }; /* local states: then nothing is looked up */

/* Do all local states of the location have that value? */
static bool is_alike(const gt_locals *l, uint32_t state, uint32_t v)
{
    const int32_t *mine = l->values + (size_t)state * l->nvars;
    const gt_var *loc = l->proc->loc;
    bool alike = loc && l->nstates < MANY;
    for (uint32_t s = 0; s < l->nstates && alike; s++) {
        const int32_t *other = l->values + (size_t)s * l->nvars;
        alike = other[loc->index] != mine[loc->index] || other[v] == mine[v];
    }
    return alike;
}

/* Its value goes without saying: false, the first of an enumeration, the only one at that location. */
static bool is_ordinary(const gt_locals *l, uint32_t state, uint32_t v)
{
    gt_type type = l->proc->vars[v]->type;
    return is_alike(l, state, v) ||
           (type.kind != GT_TYPE_INT && l->values[(size_t)state * l->nvars + v] == type.lo);
}

static void short_name(gt_arena *arena, const gt_locals *l, uint32_t state, gt_str *text)
{
    const gt_proc *proc = l->proc;
    const int32_t *values = l->values + (size_t)state * l->nvars;
    if (proc->loc)
        add_part(text, proc->loc->type.en->values[values[proc->loc->index]]);
    for (uint32_t v = 0; v < l->nvars; v++) {
        const gt_var *var = proc->vars[v];
        if (var == proc->loc || is_ordinary(l, state, v))
            continue;
        if (var->type.kind == GT_TYPE_BOOL)
            add_part(text, var->name);
        else if (var->type.kind == GT_TYPE_ENUM)
            add_part(text, var->type.en->values[values[v]]);
        else
            add_part(text, gt_arena_printf(arena, "%d", values[v]));
    }
}

const char **gt_dense_state_names(gt_arena *arena, const gt_locals *l)
{
    const char **names = GT_NEW_ARRAY(arena, const char *, (size_t)l->nstates + 1);
    gt_words taken = {0};
    for (uint32_t s = 0; s < l->nstates; s++) {
        gt_str text;
        gt_str_init(&text);
        short_name(arena, l, s, &text);
        if (!text.len && l->nvars == 1 && l->proc->vars[0]->type.kind == GT_TYPE_BOOL)
            add_part(&text, gt_arena_printf(arena, "not_%s", l->proc->vars[0]->name));
        if (!text.len) {
            gt_str full;
            gt_str_init(&full);
            gt_locals_name(l, s, &full);
            add_part(&text, gt_str_text(&full));
            gt_str_fini(&full);
        }
        const char *first = gt_str_text(&text);
        bool starts_well = *first && !(*first >= '0' && *first <= '9');
        names[s] =
            gt_words_fresh(&taken, arena, gt_arena_printf(arena, "%s%s", starts_well ? "" : "s", first));
        gt_str_fini(&text);
    }
    names[l->nstates] = gt_words_fresh(&taken, arena, "none");
    gt_words_fini(&taken);
    return names;
}
