#include "backends/check/prove/bisim_impl.h"

#include <stdlib.h>
#include <string.h>

void gt_bisim_orbits_init(gt_bisim_orbits *orbits, const gt_layout *layout)
{
    *orbits = (gt_bisim_orbits){.layout = layout};
    int32_t most = 1;
    for (uint32_t t = 0; t < layout->sym->nprocs; t++)
        most = layout->sym->procs[t]->n > most ? layout->sym->procs[t]->n : most;
    orbits->canonical = (gt_rows){.width = layout->width};
    orbits->row = gt_xcalloc(layout->width, sizeof *orbits->row);
    orbits->order = gt_xcalloc((size_t)most, sizeof *orbits->order);
    orbits->rank = gt_xcalloc((size_t)most, sizeof *orbits->rank);
    orbits->names = gt_xcalloc((size_t)most, sizeof *orbits->names);
}

void gt_bisim_orbits_fini(gt_bisim_orbits *orbits)
{
    gt_rows_fini(&orbits->canonical);
    free(orbits->found.v);
    free(orbits->row);
    free(orbits->order);
    free(orbits->rank);
    free(orbits->names);
}

/* Per process of the type: the place + 1 of the first id element that names it, which names no other; 0:
 * none. */
static void find_names(gt_bisim_orbits *o, const int32_t *state, const gt_proc *proc)
{
    const gt_sym *sym = o->layout->sym;
    memset(o->names, 0, (size_t)proc->n * sizeof *o->names);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        for (uint32_t e = 0;
             var->type.kind == GT_TYPE_ID && var->type.proc->index == proc->index && e < var->len; e++) {
            size_t at = gt_layout_shared(o->layout, var, e);
            if (state[at] > 0 && o->names[state[at] - 1] == 0)
                o->names[state[at] - 1] = at + 1;
        }
    }
}

static int compare_processes(const gt_bisim_orbits *o, const int32_t *locals, uint32_t stride, int32_t a,
                             int32_t b)
{
    if (o->names[a] != o->names[b])
        return o->names[a] < o->names[b] ? -1 : 1;
    return memcmp(locals + (size_t)a * stride, locals + (size_t)b * stride, stride * sizeof *locals);
}

/* Writes the processes of the type in canonical order and renames the ids. */
static void sort_type(gt_bisim_orbits *o, const int32_t *state, const gt_proc *proc)
{
    const gt_proc_layout *place = &o->layout->procs[proc->index];
    const int32_t *locals = state + place->base;
    find_names(o, state, proc);
    for (int32_t p = 0; p < proc->n; p++) {
        int32_t at = p;
        for (; at > 0 && compare_processes(o, locals, place->stride, o->order[at - 1], p) > 0; at--)
            o->order[at] = o->order[at - 1];
        o->order[at] = p;
    }
    for (int32_t r = 0; r < proc->n; r++) {
        o->rank[o->order[r]] = r;
        memcpy(o->row + place->base + (size_t)r * place->stride, locals + (size_t)o->order[r] * place->stride,
               place->stride * sizeof *locals);
    }
    for (uint32_t i = 0; i < o->layout->sym->nshared; i++) {
        const gt_var *var = o->layout->sym->shared[i];
        for (uint32_t e = 0;
             var->type.kind == GT_TYPE_ID && var->type.proc->index == proc->index && e < var->len; e++) {
            size_t at = gt_layout_shared(o->layout, var, e);
            o->row[at] = state[at] > 0 ? o->rank[state[at] - 1] + 1 : 0;
        }
    }
}

void gt_bisim_orbits_count(gt_bisim_orbits *o, const int32_t *state)
{
    memcpy(o->row, state, o->layout->width * sizeof *state);
    for (uint32_t t = 0; t < o->layout->sym->nprocs; t++)
        sort_type(o, state, o->layout->sym->procs[t]);
    bool fresh;
    uint32_t orbit = gt_rows_add(&o->canonical, o->row, &fresh);
    if (fresh)
        gt_vec_push(&o->found, 0);
    o->found.v[orbit]++;
}

static gt_u128 times(gt_u128 a, gt_u128 b)
{
    gt_u128 r;
    return __builtin_mul_overflow(a, b, &r) ? ~(gt_u128)0 : r;
}

/* n over k, exact while it fits; then the greatest number. */
static gt_u128 binomial(uint64_t n, uint64_t k)
{
    gt_u128 r = 1;
    k = k > n - k ? n - k : k;
    for (uint64_t i = 1; i <= k; i++) {
        r = times(r, n - k + i);
        if (r == ~(gt_u128)0)
            return r;
        r /= i;
    }
    return r;
}

/* n! / prod(counts!) over the processes of one type, and of those ways the ones that leave everybody in its
 * class; those named by an id variable stand alone. */
static gt_u128 type_size(gt_bisim_orbits *o, const int32_t *row, const gt_proc *proc)
{
    const gt_proc_layout *place = &o->layout->procs[proc->index];
    gt_u128 size = 1;
    find_names(o, row, proc);
    for (int32_t p = 0; p < proc->n;) {
        int32_t end = p + 1;
        while (end < proc->n && compare_processes(o, row + place->base, place->stride, p, end) == 0)
            end++;
        size = times(size, binomial((uint64_t)(proc->n - p), (uint64_t)(end - p)));
        p = end;
    }
    const gt_var *class = gt_class_var(proc);
    uint64_t left = (uint64_t)proc->n;
    for (uint32_t k = 0; class && k < class->type.en->nvalues && size != ~(gt_u128)0; k++) {
        size /= binomial(left, (uint64_t) class->class_sizes[k]);
        left -= (uint64_t) class->class_sizes[k];
    }
    return size;
}

bool gt_bisim_orbits_complete(gt_bisim_orbits *o, gt_str *out)
{
    for (uint32_t i = 0; i < o->canonical.table.n; i++) {
        const int32_t *row = gt_rows_at(&o->canonical, i);
        gt_u128 size = 1;
        for (uint32_t t = 0; t < o->layout->sym->nprocs; t++)
            size = times(size, type_size(o, row, o->layout->sym->procs[t]));
        if (size != o->found.v[i]) {
            gt_str_addf(out, "%llu of the ", (unsigned long long)o->found.v[i]);
            gt_u128_print(size, out);
            gt_str_add(out, " states that are permutations of ");
            gt_layout_print(o->layout, row, out);
            gt_str_add(out, " are reachable");
            return false;
        }
    }
    return true;
}
