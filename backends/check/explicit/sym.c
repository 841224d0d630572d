/* Symmetric programs for the explicit engine: a state is the values of all variables as a bit string. */
#include "backends/check/explicit/sym.h"

#include <stdlib.h>

/* ---- the model ---- */

static void lay_out(gt_xsym *m)
{
    const gt_sym *sym = m->sym;
    uint32_t at = 0;
    m->error = -1;
    m->shared = GT_NEW_ARRAY(m->arena, gt_xfield, sym->nshared);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        m->shared[i] = gt_xfield_for(sym->shared[i]->type, at);
        at += m->shared[i].bits;
        if (sym->shared[i]->is_error)
            m->error = i;
    }
    m->ntypes = sym->nprocs;
    m->types = GT_NEW_ARRAY(m->arena, gt_xtype, m->ntypes);
    for (uint32_t i = 0; i < m->ntypes; i++) {
        const gt_proc *proc = sym->procs[i];
        gt_xtype *t = &m->types[i];
        *t = (gt_xtype){.n = (uint32_t)proc->n, .nvars = proc->nvars, .base = at};
        t->fields = GT_NEW_ARRAY(m->arena, gt_xfield, proc->nvars);
        t->ids = GT_NEW_ARRAY(m->arena, uint32_t, proc->nvars);
        for (uint32_t v = 0; v < proc->nvars; v++) {
            t->fields[v] = gt_xfield_for(proc->vars[v]->type, t->bits);
            t->bits += t->fields[v].bits;
            if (proc->vars[v]->type.kind == GT_TYPE_ID)
                t->ids[t->nids++] = v;
        }
        t->seen = t->bits > GT_XDIRECT_BITS ? gt_intern_new(t->nvars) : NULL;
        at += t->n * t->bits;
    }
    m->bytes = at ? (at + 7) / 8 : 1;
}

static void model_free(gt_xmodel *model)
{
    gt_xsym *m = model->space.model;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        gt_intern_free(m->types[t].seen);
        free(m->types[t].patterns.v);
    }
    gt_xcode_free(m->code);
    gt_arena_free(m->arena);
}

static size_t model_bytes(void *model)
{
    const gt_xsym *m = model;
    size_t bytes = 0;
    for (uint32_t t = 0; t < m->ntypes; t++)
        bytes += m->types[t].seen ? gt_intern_bytes(m->types[t].seen) : 0;
    return bytes;
}

/* ---- workers ---- */

static void *worker_new(void *model)
{
    const gt_xsym *m = model;
    gt_xsym_worker *w = gt_xcalloc(1, sizeof *w);
    w->model = m;
    w->arena = gt_arena_new();
    gt_xenv_init(&w->env, m->code, m->ntypes);
    w->shared = GT_NEW_ARRAY(w->arena, int32_t, m->sym->nshared);
    w->env.shared = w->shared;
    w->locals = GT_NEW_ARRAY(w->arena, gt_xlocal_vec, m->ntypes);
    w->at = GT_NEW_ARRAY(w->arena, const gt_xlocal **, m->ntypes);
    w->named = GT_NEW_ARRAY(w->arena, bool *, m->ntypes);
    w->twin = GT_NEW_ARRAY(w->arena, uint32_t *, m->ntypes);
    w->number = GT_NEW_ARRAY(w->arena, uint32_t *, m->ntypes);
    uint32_t nvars = 1;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        w->at[t] = GT_NEW_ARRAY(w->arena, const gt_xlocal *, m->types[t].n);
        w->named[t] = GT_NEW_ARRAY(w->arena, bool, m->types[t].n);
        w->twin[t] = GT_NEW_ARRAY(w->arena, uint32_t, m->types[t].n);
        w->number[t] = GT_NEW_ARRAY(w->arena, uint32_t, m->types[t].n);
        w->env.groups[t] = (gt_xgroup){.n = m->types[t].n,
                                       .rows = GT_NEW_ARRAY(w->arena, const int32_t *, m->types[t].n),
                                       .locals = w->number[t]};
        nvars = m->types[t].nvars > nvars ? m->types[t].nvars : nvars;
    }
    w->row = GT_NEW_ARRAY(w->arena, int32_t, nvars);
    w->concrete = GT_NEW_ARRAY(w->arena, int32_t, m->head.layout->width);
    gt_bytes_reserve(&w->next, m->bytes + GT_XSLACK);
    gt_bytes_reserve(&w->canonical, m->bytes + GT_XSLACK);
    memset(w->next.v, 0, w->next.cap);
    gt_xsym_index_hub(w);
    w->canon = m->canonical ? gt_xcanon_new(m->head.layout, m->mirrored) : NULL;
    return w;
}

static void worker_free(void *worker)
{
    gt_xsym_worker *w = worker;
    for (uint32_t t = 0; t < w->model->ntypes; t++)
        gt_xlocal_fini(&w->locals[t]);
    gt_xenv_fini(&w->env);
    gt_sym_step_free(w->step);
    gt_xcanon_free(w->canon);
    free(w->next.v);
    free(w->canonical.v);
    gt_arena_free(w->arena);
    free(w);
}

/* ---- packing ---- */

/* The number of the local state at bit `at`. */
static uint32_t local_number(gt_xsym_worker *w, const gt_xtype *t, const uint8_t *state, uint32_t at)
{
    if (!t->seen)
        return (uint32_t)gt_xfield_get(state, at, t->bits, 0);
    for (uint32_t v = 0; v < t->nvars; v++) {
        const gt_xfield *f = &t->fields[v];
        w->row[v] = gt_xfield_get(state, at + f->at, f->bits, f->lo);
    }
    return gt_intern_put(t->seen, w->row);
}

static void meet(gt_xsym_worker *w, uint32_t type, const uint8_t *state, uint32_t at, gt_xlocal *local)
{
    const gt_xtype *t = &w->model->types[type];
    int32_t *row =
        GT_NEW_ARRAY(w->arena, int32_t, t->nvars + 1); /* without variables, too, it must not be NULL */
    for (uint32_t v = 0; v < t->nvars; v++) {
        const gt_xfield *f = &t->fields[v];
        row[v] = gt_xfield_get(state, at + f->at, f->bits, f->lo);
    }
    local->row = row;
    w->env.row[0] = row;
    gt_xsym_index(w, type, local);
}

static void unpack(gt_xsym_worker *w, const uint8_t *state)
{
    const gt_xsym *m = w->model;
    w->state = state;
    gt_xenv_next(&w->env);
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        w->shared[i] = gt_xfield_get(state, m->shared[i].at, m->shared[i].bits, m->shared[i].lo);
    for (uint32_t type = 0; type < m->ntypes; type++) {
        const gt_xtype *t = &m->types[type];
        uint32_t at = t->base;
        for (uint32_t p = 0; p < t->n; p++, at += t->bits) {
            uint32_t number = w->number[type][p] = local_number(w, t, state, at);
            gt_xlocal *local = gt_xlocal_at(&w->locals[type], number);
            if (!local->row)
                meet(w, type, state, at, local);
            w->at[type][p] = local;
            w->env.groups[type].rows[p] = local->row;
        }
    }
}

static void name(gt_xsym_worker *w, gt_type type, int32_t id)
{
    if (type.kind == GT_TYPE_ID && id)
        w->named[type.proc->index][id - 1] = true;
}

/* Processes of a set that nobody names and whose variables are equal: the state stays the same when they
 * change places. */
static void find_twins(gt_xsym_worker *w)
{
    const gt_xsym *m = w->model;
    for (uint32_t t = 0; t < m->ntypes; t++)
        memset(w->named[t], 0, m->types[t].n * sizeof *w->named[t]);
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        name(w, m->sym->shared[i]->type, w->shared[i]);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        for (uint32_t p = 0; p < m->types[t].n; p++) {
            for (uint32_t k = 0; k < m->types[t].nids; k++) {
                uint32_t v = m->types[t].ids[k];
                name(w, m->sym->procs[t]->vars[v]->type, w->at[t][p]->row[v]);
            }
        }
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        for (uint32_t p = 0; p < m->types[t].n; p++) {
            bool fixed = w->named[t][p] || m->sym->procs[t]->symmetry != GT_SYMMETRY_FULL;
            uint32_t q = fixed ? p : 0;
            while (q < p && (w->named[t][q] || w->at[t][q] != w->at[t][p]))
                q++;
            w->twin[t][p] = q;
        }
    }
}

static void pack(const gt_xsym *m, const int32_t *concrete, uint8_t *out)
{
    const gt_layout *layout = m->head.layout;
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        gt_xfield_set(out, f.at, f.bits, f.lo, concrete[layout->shared[i]]);
    }
    for (uint32_t type = 0; type < m->ntypes; type++) {
        const gt_xtype *t = &m->types[type];
        const gt_proc_layout *from = &layout->procs[type];
        for (uint32_t p = 0; p < t->n; p++) {
            for (uint32_t v = 0; v < t->nvars; v++) {
                gt_xfield f = t->fields[v];
                gt_xfield_set(out, t->base + p * t->bits + f.at, f.bits, f.lo,
                              concrete[from->base + p * from->stride + from->offset[v]]);
            }
        }
    }
}

static void to_concrete(const gt_xsym *m, const uint8_t *state, int32_t *out)
{
    const gt_layout *layout = m->head.layout;
    out[0] = 0;
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        out[layout->shared[i]] = gt_xfield_get(state, m->shared[i].at, m->shared[i].bits, m->shared[i].lo);
    for (uint32_t type = 0; type < m->ntypes; type++) {
        const gt_xtype *t = &m->types[type];
        const gt_proc_layout *to = &layout->procs[type];
        for (uint32_t p = 0; p < t->n; p++) {
            for (uint32_t v = 0; v < t->nvars; v++) {
                gt_xfield f = t->fields[v];
                out[to->base + p * to->stride + to->offset[v]] =
                    gt_xfield_get(state, t->base + p * t->bits + f.at, f.bits, f.lo);
            }
        }
    }
}

void gt_xsym_emit(gt_xsym_worker *w)
{
    const gt_xsym *m = w->model;
    const uint8_t *state = w->next.v;
    if (m->canonical) {
        to_concrete(m, w->next.v, w->concrete);
        gt_xcanon_apply(w->canon, w->concrete);
        memset(w->canonical.v, 0, m->bytes + GT_XSLACK);
        pack(m, w->concrete, w->canonical.v);
        state = w->canonical.v;
    }
    w->sink->emit(w->sink, state, m->bytes);
}

/* ---- the space ---- */

static bool emit_initial(void *arg, const int32_t *concrete)
{
    gt_xsym_worker *w = arg;
    memset(w->next.v, 0, w->model->bytes + GT_XSLACK);
    pack(w->model, concrete, w->next.v);
    gt_xsym_emit(w);
    return !w->sink->full;
}

static void initial(void *worker, gt_sink *sink)
{
    gt_xsym_worker *w = worker;
    w->sink = sink;
    w->step = w->step ? w->step : gt_sym_step_new(w->model->sym);
    gt_sym_step_initial(w->step, emit_initial, w);
}

static void expand(void *worker, const uint8_t *state, uint32_t len, uint64_t *labels, gt_sink *sink)
{
    (void)len;
    gt_xsym_worker *w = worker;
    const gt_xsym *m = w->model;
    w->sink = sink;
    unpack(w, state);
    if (m->canonical)
        find_twins(w);
    gt_xsym_fire(w);
    bool deadlock = !w->enabled && (m->error < 0 || !w->shared[m->error]);
    for (uint32_t i = 0; i < m->nlabels; i++) {
        bool holds = m->label_code[i] && gt_xeval(&w->env, m->label_code[i]) != 0;
        labels[i / 64] |= (uint64_t)gt_xlabel_is(&m->labels[i], holds, deadlock) << (i % 64);
    }
}

static int compare(void *worker, const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen)
{
    (void)worker;
    return memcmp(a, b, alen < blen ? alen : blen);
}

static uint32_t abstract(void *worker, const int32_t *concrete, gt_bytes *out)
{
    gt_xsym_worker *w = worker;
    const gt_xsym *m = w->model;
    gt_bytes_reserve(out, m->bytes + GT_XSLACK);
    memset(out->v, 0, m->bytes + GT_XSLACK);
    memcpy(w->concrete, concrete, m->head.layout->width * sizeof *concrete);
    if (m->canonical)
        gt_xcanon_apply(w->canon, w->concrete);
    pack(m, w->concrete, out->v);
    return m->bytes;
}

static void concrete(void *worker, const uint8_t *state, uint32_t len, int32_t *out)
{
    (void)len;
    to_concrete(((gt_xsym_worker *)worker)->model, state, out);
}

gt_xmodel *gt_xmodel_sym(const gt_sym *sym, bool canonical, const gt_xlabel *labels, uint32_t nlabels)
{
    gt_arena *arena = gt_arena_new();
    gt_xsym *m = GT_NEW(arena, gt_xsym);
    m->arena = arena;
    m->sym = sym;
    m->canonical = canonical;
    m->nlabels = nlabels;
    m->labels = labels;
    lay_out(m);
    gt_xsym_compile(m);
    m->label_code = GT_NEW_ARRAY(arena, const gt_xnode *, nlabels);
    for (uint32_t i = 0; i < nlabels; i++)
        m->label_code[i] = gt_xcode_compile(m->code, labels[i].expr);
    const gt_layout *layout = gt_layout_new(arena, sym);
    m->mirrored = canonical ? gt_xmirrored(arena, sym, labels, nlabels) : NULL;
    bool rings = canonical && gt_sym_tie(sym).proc;
    m->head = (gt_xmodel){.space = {.model = m,
                                    .fixed = m->bytes,
                                    .nlabels = nlabels,
                                    .worker_new = worker_new,
                                    .worker_free = worker_free,
                                    .initial = initial,
                                    .expand = expand,
                                    .compare = compare,
                                    .bytes = model_bytes},
                          .sym = sym,
                          .layout = layout,
                          .works_on = rings ? gt_xmirrored_text(arena, sym, m->mirrored) : NULL,
                          .symmetric = canonical && !gt_sym_is_tied(layout->sym),
                          .abstract = abstract,
                          .concrete = concrete,
                          .free = model_free};
    return &m->head;
}
