#include "ir/mean/classes.h"

#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

struct gt_classifier {
    const gt_layout *layout;
    gt_classes *types;
    uint32_t *named;  /* per process of the type at hand: 0, or its number if some id element names it */
    gt_table table;   /* of leaders */
    uint32_t *sizes;  /* members per class, then write positions */
    uint32_t *leader; /* first process of a class, from 0 */
};

static int32_t largest_type(const gt_sym *sym)
{
    int32_t n = 1;
    for (uint32_t i = 0; i < sym->nprocs; i++)
        n = sym->procs[i]->n > n ? sym->procs[i]->n : n;
    return n;
}

gt_classifier *gt_classifier_new(const gt_layout *layout)
{
    const gt_sym *sym = layout->sym;
    if (gt_sym_is_tied(sym))
        gt_ice("classes of processes that are tied to each other");
    size_t n = (size_t)largest_type(sym);
    gt_classifier *c = gt_xcalloc(1, sizeof *c);
    c->layout = layout;
    c->types = gt_xcalloc(sym->nprocs + 1, sizeof *c->types);
    c->named = gt_xcalloc(n, sizeof *c->named);
    c->sizes = gt_xcalloc(n + 1, sizeof *c->sizes);
    c->leader = gt_xcalloc(n + 1, sizeof *c->leader);
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        size_t size = (size_t)sym->procs[i]->n;
        c->types[i].class_of = gt_xcalloc(size, sizeof(uint32_t));
        c->types[i].first = gt_xcalloc(size + 1, sizeof(uint32_t));
        c->types[i].members = gt_xcalloc(size, sizeof(int32_t));
    }
    return c;
}

void gt_classifier_free(gt_classifier *c)
{
    if (!c)
        return;
    for (uint32_t i = 0; i < c->layout->sym->nprocs; i++) {
        free(c->types[i].class_of);
        free(c->types[i].first);
        free(c->types[i].members);
    }
    free(c->types);
    free(c->named);
    free(c->sizes);
    free(c->leader);
    gt_table_fini(&c->table);
    free(c);
}

/* An id element names one process: so those that are named are different from all others. */
static void find_named(gt_classifier *c, const int32_t *state, const gt_proc *proc)
{
    const gt_sym *sym = c->layout->sym;
    memset(c->named, 0, (size_t)proc->n * sizeof *c->named);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        if (var->type.kind != GT_TYPE_ID || var->type.proc != proc)
            continue;
        for (uint32_t e = 0; e < var->len; e++) {
            size_t at = gt_layout_shared(c->layout, var, e);
            if (state[at] > 0)
                c->named[state[at] - 1] = (uint32_t)state[at];
        }
    }
}

typedef struct {
    const gt_classifier *c;
    const int32_t *locals;
    uint32_t stride;
} type_at;

static bool same_class(const void *things, uint32_t number, const void *key)
{
    const type_at *at = things;
    uint32_t p = *(const uint32_t *)key, q = at->c->leader[number];
    return at->c->named[q] == at->c->named[p] &&
           memcmp(at->locals + (size_t)q * at->stride, at->locals + (size_t)p * at->stride,
                  at->stride * sizeof(int32_t)) == 0;
}

static uint32_t find_class(gt_classifier *c, const int32_t *locals, uint32_t stride, uint32_t p)
{
    uint64_t hash =
        gt_hash_combine(gt_hash_bytes(locals + (size_t)p * stride, stride * sizeof(int32_t)), c->named[p]);
    uint32_t number = gt_table_find(&c->table, hash, same_class, &(type_at){c, locals, stride}, &p);
    if (number != GT_ABSENT)
        return number;
    number = gt_table_add(&c->table, hash);
    c->leader[number] = p;
    c->sizes[number] = 0;
    return number;
}

static void classify_type(gt_classifier *c, const int32_t *state, uint32_t t)
{
    const gt_proc *proc = c->layout->sym->procs[t];
    const gt_proc_layout *place = &c->layout->procs[t];
    gt_classes *out = &c->types[t];
    uint32_t n = (uint32_t)proc->n;
    gt_table_clear(&c->table);
    find_named(c, state, proc);
    for (uint32_t p = 0; p < n; p++) {
        out->class_of[p] = find_class(c, state + place->base, place->stride, p);
        c->sizes[out->class_of[p]]++;
    }
    out->nclasses = (uint32_t)c->table.n;
    out->first[0] = 0;
    for (uint32_t k = 0; k < out->nclasses; k++) {
        out->first[k + 1] = out->first[k] + c->sizes[k];
        c->sizes[k] = out->first[k];
    }
    for (uint32_t p = 0; p < n; p++)
        out->members[c->sizes[out->class_of[p]]++] = (int32_t)p + 1;
}

const gt_classes *gt_classify(gt_classifier *c, const int32_t *state)
{
    for (uint32_t t = 0; t < c->layout->sym->nprocs; t++)
        classify_type(c, state, t);
    return c->types;
}
