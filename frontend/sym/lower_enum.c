/* Enums, and which of them has a value of some name. */
#include "frontend/sym/lower_decl.h"

#include <stdlib.h>
#include <string.h>

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
    GT_VEC(gt_pos) places = {0};
    gt_str key;
    gt_str_init(&key);
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != field)
            continue;
        bool member = field == GT_FIELD_member;
        if (!(member && strcmp(kid->text, "none") == 0))
            ok = gt_lower_name_ok(lw, kid, member ? "an enum value" : "a location") && ok;
        gt_vec_push(&values, kid->text);
        gt_vec_push(&places, kid->pos);
        if (!name[0])
            gt_str_addf(&key, "%s,", kid->text);
    }
    const char *shape = gt_intern_cstr(lw->names, gt_str_text(&key));
    gt_enum *en = name[0] ? NULL : gt_ptrmap_pointer(&lw->shapes, shape);
    if (!en && ok) {
        en = gt_build_enum(lw->build, syn->pos, name, (uint32_t)values.n, values.v);
        en->places = gt_arena_copy(lw->arena, places.v, places.n, sizeof *places.v);
        for (uint32_t i = 0; i < en->nvalues; i++)
            add_member(lw, en, i);
        if (!name[0])
            gt_intern_declare(&lw->shapes, shape, en);
    }
    gt_str_fini(&key);
    free(values.v);
    free(places.v);
    return ok ? en : NULL;
}
