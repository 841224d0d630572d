#include "backends/targets/mangle.h"

#include "runtime/table.h"

#include <ctype.h>
#include <stdio.h>
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

static const char *value_name(gt_names *names, gt_arena *arena, gt_value_name wanted, size_t *cap)
{
    for (uint32_t i = 0; i < names->nvalues; i++) {
        const gt_value_name *v = &names->values[i];
        if (v->value == wanted.value && v->bits == wanted.bits && strcmp(v->label, wanted.label) == 0)
            return v->name;
    }
    if (names->nvalues == *cap) {
        *cap = *cap ? 2 * *cap : 16;
        gt_value_name *more = GT_NEW_ARRAY(arena, gt_value_name, *cap);
        for (uint32_t i = 0; i < names->nvalues; i++)
            more[i] = names->values[i];
        names->values = more;
    }
    gt_value_name *v = &names->values[names->nvalues++];
    *v = wanted;
    v->name = gt_mangle(names->mangler, wanted.label);
    return v->name;
}

void gt_names_init(gt_names *names, gt_arena *arena, const gt_cmds *cmds, const char *const *reserved,
                   bool by_width)
{
    size_t cap = 0;
    *names = (gt_names){.mangler = gt_mangler_new(arena, reserved), .cmds = cmds};
    names->vars = GT_NEW_ARRAY(arena, const char *, cmds->nvars);
    names->labels = GT_NEW_ARRAY(arena, const char *const *, cmds->nvars);
    names->props = GT_NEW_ARRAY(arena, const char *, cmds->nprops);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        names->vars[i] = gt_mangle(names->mangler, cmds->vars[i].name);
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        const gt_cvar *var = &cmds->vars[i];
        const char **labels = var->labels;
        if (!labels && var->type.kind == GT_TYPE_ENUM)
            labels = var->type.en->values;
        if (!labels || var->type.kind == GT_TYPE_BOOL)
            continue;
        uint32_t n = (uint32_t)(var->type.hi - var->type.lo + 1);
        const char **own = GT_NEW_ARRAY(arena, const char *, n);
        for (uint32_t k = 0; k < n; k++)
            own[k] = value_name(names, arena,
                                (gt_value_name){.label = labels[k],
                                                .value = var->type.lo + (int32_t)k,
                                                .bits = by_width ? gt_bits(var->type.lo, var->type.hi) : 0},
                                &cap);
        names->labels[i] = own;
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        names->props[i] = gt_mangle(names->mangler, cmds->props[i].origin->name);
}

void gt_names_fini(gt_names *names)
{
    gt_mangler_free(names->mangler);
    names->mangler = NULL;
}
