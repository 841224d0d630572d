#include "ir/mean/layout.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base.h"

/* Of processes, and of values in a state. */
enum { MOST = 1 << 26 };

/* The first type that is too many, or NULL. */
static const gt_proc *too_many(const gt_sym *sym)
{
    size_t all = 0;
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        const gt_proc *proc = sym->procs[i];
        size_t stride = 1;
        for (uint32_t v = 0; v < proc->nvars; v++)
            stride += proc->vars[v]->len;
        all += (size_t)proc->n * stride;
        if (all > MOST)
            return proc;
    }
    return NULL;
}

bool gt_layout_is_small(const gt_sym *sym)
{
    return !too_many(sym);
}

bool gt_layout_fits(gt_ctx *ctx, const gt_sym *sym)
{
    const gt_proc *proc = too_many(sym);
    if (proc)
        gt_error(ctx->diag, proc->pos, "size", "%lld processes are too many to be looked at one by one",
                 (long long)proc->n);
    return !proc;
}

const gt_layout *gt_layout_new(gt_arena *arena, const gt_sym *sym)
{
    gt_layout *layout = GT_NEW(arena, gt_layout);
    layout->sym = sym;
    layout->shared = GT_NEW_ARRAY(arena, uint32_t, sym->nshared);
    layout->procs = GT_NEW_ARRAY(arena, gt_proc_layout, sym->nprocs);
    size_t at = 1;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        layout->shared[i] = (uint32_t)at;
        at += sym->shared[i]->len;
    }
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        const gt_proc *proc = sym->procs[i];
        gt_proc_layout *p = &layout->procs[i];
        p->base = (uint32_t)at;
        p->offset = GT_NEW_ARRAY(arena, uint32_t, proc->nvars);
        for (uint32_t v = 0; v < proc->nvars; v++) {
            p->offset[v] = p->stride;
            p->stride += proc->vars[v]->len;
        }
        at += (size_t)proc->n * p->stride;
        if (at > UINT32_MAX)
            gt_ice("a state of %zu values", at);
    }
    layout->width = at;
    return layout;
}

void gt_value_print(gt_type type, int64_t value, gt_str *out)
{
    switch (type.kind) {
    case GT_TYPE_BOOL: gt_str_add(out, value ? "true" : "false"); return;
    case GT_TYPE_ENUM:
        if (value >= 0 && value < (int64_t)type.en->nvalues) {
            gt_str_add(out, type.en->values[value]);
            return;
        }
        break;
    case GT_TYPE_ID:
        if (value == 0)
            gt_str_add(out, "none");
        else
            gt_str_addf(out, "%s %lld", type.proc->name, (long long)value);
        return;
    case GT_TYPE_INT:
    case GT_TYPE_REAL: break;
    }
    gt_str_addf(out, "%lld", (long long)value);
}

static void print_elements(const gt_var *var, const int32_t *values, gt_str *out)
{
    if (var->ndims > 0)
        gt_str_addc(out, '{');
    for (uint32_t i = 0; i < var->len; i++) {
        gt_str_add(out, i > 0 ? ", " : "");
        gt_value_print(var->type, values[i], out);
    }
    if (var->ndims > 0)
        gt_str_addc(out, '}');
}

/* ---- classes ---- */

static void rename_ids(const gt_layout *layout, int32_t *state, const gt_proc *of, const int32_t *rank)
{
    const gt_sym *sym = layout->sym;
    for (uint32_t i = 0; i < sym->nshared; i++)
        for (uint32_t e = 0; e < sym->shared[i]->len && sym->shared[i]->type.proc == of; e++) {
            int32_t *id = &state[gt_layout_shared(layout, sym->shared[i], e)];
            *id = rank[*id];
        }
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            const gt_var *var = sym->procs[t]->vars[v];
            for (int32_t p = 1; p <= sym->procs[t]->n && var->type.proc == of; p++)
                for (uint32_t e = 0; e < var->len; e++) {
                    int32_t *id = &state[gt_layout_local(layout, var, p, e)];
                    *id = rank[*id];
                }
        }
}

static void settle_type(const gt_layout *layout, int32_t *state, const gt_proc *proc, const gt_var *class)
{
    const gt_proc_layout *place = &layout->procs[proc->index];
    size_t size = (size_t)proc->n * place->stride;
    int32_t *rank = gt_xcalloc((size_t)proc->n + 1, sizeof *rank), at = 0;
    int32_t *rows = gt_xmalloc(size, sizeof *rows);
    memcpy(rows, state + place->base, size * sizeof *rows);
    for (uint32_t k = 0; k < class->type.en->nvalues; k++)
        for (int32_t p = 1; p <= proc->n; p++) {
            const int32_t *row = rows + (size_t)(p - 1) * place->stride;
            if (row[place->offset[class->index]] != (int32_t)k)
                continue;
            memcpy(state + place->base + (size_t)at * place->stride, row, place->stride * sizeof *row);
            rank[p] = ++at;
        }
    rename_ids(layout, state, proc, rank);
    free(rank);
    free(rows);
}

void gt_layout_settle(const gt_layout *layout, int32_t *state)
{
    for (uint32_t t = 0; t < layout->sym->nprocs; t++) {
        const gt_var *class = gt_class_var(layout->sym->procs[t]);
        if (class)
            settle_type(layout, state, layout->sym->procs[t], class);
    }
}

/* ---- for people ---- */

void gt_layout_print(const gt_layout *layout, const int32_t *state, gt_str *out)
{
    const gt_sym *sym = layout->sym;
    gt_str_add(out, state[0] ? "(error) " : "");
    for (uint32_t i = 0; i < sym->nshared; i++) {
        gt_str_addf(out, "%s%s=", i > 0 ? " " : "", sym->shared[i]->name);
        print_elements(sym->shared[i], state + layout->shared[i], out);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc *proc = sym->procs[t];
        gt_str_addf(out, " | %s:", proc->name);
        for (int32_t p = 1; p <= proc->n; p++) {
            gt_str_add(out, p > 1 ? ", " : " ");
            for (uint32_t v = 0; v < proc->nvars; v++) {
                gt_str_add(out, v > 0 ? "/" : "");
                print_elements(proc->vars[v], state + gt_layout_local(layout, proc->vars[v], p, 0), out);
            }
        }
    }
}
