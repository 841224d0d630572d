/* Two things of one kind must not have one name; the empty name is none. */
#include "ir/build/build_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    const void *object;
    gt_pos pos;
} named;

typedef GT_VEC(named) names;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static void add(names *list, const char *name, const void *object, gt_pos pos)
{
    named one = {name, object, pos};
    gt_vec_push(list, one);
}

/* Empties the list. */
static void check_unique(gt_build *b, names *list, const char *what)
{
    if (list->n > 1)
        qsort(list->v, list->n, sizeof *list->v, by_name);
    for (size_t i = 1; i < list->n; i++)
        if (list->v[i].name[0] && !strcmp(list->v[i - 1].name, list->v[i].name))
            gt_error(b->diag, gt_build_at(b, list->v[i].object, list->v[i].pos), "duplicate",
                     "there are two %s `%s`", what, list->v[i].name);
    list->n = 0;
}

static void check_vars(gt_build *b, names *list, gt_var *const *vars, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        add(list, vars[i]->name, vars[i], vars[i]->pos);
    check_unique(b, list, "variables");
}

void gt_build_check_names(gt_build *b)
{
    const gt_sym *sym = b->sym;
    names list = {0};
    check_vars(b, &list, sym->shared, sym->nshared);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        check_vars(b, &list, sym->procs[i]->vars, sym->procs[i]->nvars);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        add(&list, sym->procs[i]->name, sym->procs[i], sym->procs[i]->pos);
    check_unique(b, &list, "process types");
    for (uint32_t i = 0; i < sym->nenums; i++) {
        for (uint32_t v = 0; v < sym->enums[i]->nvalues; v++)
            add(&list, sym->enums[i]->values[v], sym->enums[i], sym->enums[i]->pos);
        check_unique(b, &list, "enum values");
    }
    for (uint32_t i = 0; i < sym->nenums; i++)
        add(&list, sym->enums[i]->name, sym->enums[i], sym->enums[i]->pos);
    check_unique(b, &list, "enums");
    for (uint32_t i = 0; i < sym->nprops; i++)
        add(&list, sym->props[i]->name, sym->props[i], sym->props[i]->pos);
    check_unique(b, &list, "properties");
    for (uint32_t i = 0; i < sym->nrewards; i++)
        add(&list, sym->rewards[i]->name, sym->rewards[i], sym->rewards[i]->pos);
    check_unique(b, &list, "rewards");
    free(list.v);
}
