/* Population programs for the explicit engine: states. */
#include "backends/check/explicit/pop.h"

#include <stdlib.h>

/* ---- multisets ---- */

static void reserve(gt_xpairs *pairs, uint32_t n)
{
    if (n > pairs->cap) {
        pairs->cap = n < 8 ? 8 : 2 * n;
        pairs->local = gt_xrealloc(pairs->local, pairs->cap, sizeof *pairs->local);
        pairs->count = gt_xrealloc(pairs->count, pairs->cap, sizeof *pairs->count);
        pairs->rows = gt_xrealloc((void *)pairs->rows, pairs->cap, sizeof *pairs->rows);
    }
}

static void pairs_free(gt_xpairs *pairs)
{
    free(pairs->local);
    free(pairs->count);
    free((void *)pairs->rows);
}

static uint32_t place(const gt_xpairs *pairs, uint32_t local)
{
    uint32_t at = pairs->n;
    while (at > 0 && pairs->local[at - 1] >= local) {
        at--;
    }
    return at;
}

void gt_xpairs_add(gt_xpairs *pairs, uint32_t local, uint32_t count)
{
    uint32_t at = place(pairs, local);
    if (at < pairs->n && pairs->local[at] == local) {
        pairs->count[at] += count;
        return;
    }
    reserve(pairs, pairs->n + 1);
    memmove(pairs->local + at + 1, pairs->local + at, (pairs->n - at) * sizeof *pairs->local);
    memmove(pairs->count + at + 1, pairs->count + at, (pairs->n - at) * sizeof *pairs->count);
    pairs->local[at] = local;
    pairs->count[at] = count;
    pairs->n++;
}

void gt_xpairs_remove(gt_xpairs *pairs, uint32_t local, uint32_t count)
{
    uint32_t at = place(pairs, local);
    pairs->count[at] -= count;
    if (pairs->count[at] == 0) {
        pairs->n--;
        memmove(pairs->local + at, pairs->local + at + 1, (pairs->n - at) * sizeof *pairs->local);
        memmove(pairs->count + at, pairs->count + at + 1, (pairs->n - at) * sizeof *pairs->count);
    }
}

/* ---- the model ---- */

static void lay_out(gt_xpop *m)
{
    const gt_pop *pop = m->pop;
    uint32_t at = 0;
    m->error = -1;
    m->shared = GT_NEW_ARRAY(m->arena, gt_xfield, m->sym->nshared);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        if (m->sym->shared[i]->type.kind != GT_TYPE_ID) {
            m->shared[i] = gt_xfield_for(m->sym->shared[i]->type, at);
            at += m->shared[i].bits;
        }
        m->error = m->sym->shared[i]->is_error ? (int64_t)i : m->error;
    }
    m->ntypes = m->sym->nprocs;
    m->types = GT_NEW_ARRAY(m->arena, gt_xpop_type, m->ntypes);
    m->nidvars = pop->nidvars;
    m->alias = GT_NEW_ARRAY(m->arena, gt_xfield, m->nidvars);
    m->type_of = GT_NEW_ARRAY(m->arena, uint32_t, m->nidvars);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_locals *l = &pop->locals[t];
        m->types[t] = (gt_xpop_type){(uint32_t)l->proc->n, l->proc->nvars, l->first_idvar, l->nidvars,
                                     gt_intern_new(l->proc->nvars)};
        for (uint32_t k = l->first_idvar; k < l->first_idvar + l->nidvars; k++) {
            m->alias[k] = gt_xfield_for(gt_type_int(0, (int64_t)l->nidvars), at);
            at += m->alias[k].bits;
            m->type_of[k] = t;
        }
    }
    m->header = (at + 7) / 8;
}

static void model_free(gt_xmodel *model)
{
    gt_xpop *m = model->space.model;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        gt_intern_free(m->types[t].seen);
    }
    gt_xcode_free(m->code);
    gt_arena_free(m->arena);
}

static size_t model_bytes(void *model)
{
    const gt_xpop *m = model;
    size_t bytes = 0;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        bytes += gt_intern_bytes(m->types[t].seen);
    }
    return bytes;
}

/* ---- workers ---- */

static void *worker_new(void *model)
{
    const gt_xpop *m = model;
    gt_xpop_worker *w = gt_xcalloc(1, sizeof *w);
    gt_arena *a = w->arena = gt_arena_new();
    uint32_t nprocesses = m->nidvars + m->max_roles, nvars = 1;
    w->model = m;
    gt_xenv_init(&w->env, m->code, m->ntypes);
    w->shared = GT_NEW_ARRAY(a, int32_t, m->sym->nshared);
    w->next_shared = GT_NEW_ARRAY(a, int32_t, m->sym->nshared);
    w->leader = GT_NEW_ARRAY(a, int32_t, m->nidvars);
    w->next_leader = GT_NEW_ARRAY(a, int32_t, m->nidvars);
    w->tracked = GT_NEW_ARRAY(a, uint32_t, m->nidvars);
    w->next_tracked = GT_NEW_ARRAY(a, uint32_t, m->nidvars);
    w->named = GT_NEW_ARRAY(a, const int32_t *, m->nidvars);
    w->target = GT_NEW_ARRAY(a, int32_t, m->nidvars);
    w->pairs = GT_NEW_ARRAY(a, gt_xpairs, m->ntypes);
    w->next_pairs = GT_NEW_ARRAY(a, gt_xpairs, m->ntypes);
    w->used = GT_NEW_ARRAY(a, uint32_t, m->ntypes);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        nvars = m->types[t].nvars > nvars ? m->types[t].nvars : nvars;
    }
    w->local = GT_NEW_ARRAY(a, uint32_t, nprocesses);
    w->row = GT_NEW_ARRAY(a, int32_t *, nprocesses);
    for (uint32_t i = 0; i < nprocesses; i++) {
        w->row[i] = GT_NEW_ARRAY(a, int32_t, nvars);
    }
    w->changed = GT_NEW_ARRAY(a, bool, nprocesses);
    w->role_local = GT_NEW_ARRAY(a, uint32_t, m->max_roles);
    w->scratch = GT_NEW_ARRAY(a, int32_t, nvars);
    w->aliases = gt_intern_new(m->nidvars);
    w->env.shared = w->shared;
    w->env.leader = w->leader;
    w->env.named = w->named;
    return w;
}

static void worker_free(void *worker)
{
    gt_xpop_worker *w = worker;
    for (uint32_t t = 0; t < w->model->ntypes; t++) {
        pairs_free(&w->pairs[t]);
        pairs_free(&w->next_pairs[t]);
        for (size_t i = 0; i < w->indices.n; i++) {
            gt_xlocal_fini(&w->indices.v[i]->locals[t]);
        }
    }
    free(w->indices.v);
    gt_intern_free(w->aliases);
    gt_xenv_fini(&w->env);
    free(w->next.v);
    gt_arena_free(w->arena);
    free(w);
}

/* ---- packing ---- */

static uint8_t *write_varint(uint8_t *at, uint32_t x)
{
    for (; x >= 128; x >>= 7) {
        *at++ = (uint8_t)(x | 128);
    }
    *at++ = (uint8_t)x;
    return at;
}

static inline uint32_t read_varint(const uint8_t **at)
{
    uint32_t x = *(*at)++;
    if (x < 128) {
        return x;
    }
    x &= 127;
    for (unsigned shift = 7;; shift += 7) {
        uint8_t b = *(*at)++;
        x |= (uint32_t)(b & 127) << shift;
        if (b < 128) {
            return x;
        }
    }
}

void gt_xpop_pack(gt_xpop_worker *w)
{
    const gt_xpop *m = w->model;
    size_t size = m->header + 5 * (size_t)m->nidvars + GT_XSLACK + 1;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        size += 10 * (size_t)w->next_pairs[t].n;
    }
    gt_bytes_reserve(&w->next, size);
    memset(w->next.v, 0, m->header + GT_XSLACK);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        gt_xfield_set(w->next.v, f.at, f.bits, f.lo, w->next_shared[i]);
    }
    uint8_t *at = w->next.v + m->header;
    for (uint32_t k = 0; k < m->nidvars; k++) {
        int32_t leader = w->next_leader[k];
        gt_xfield f = m->alias[k];
        int64_t code = leader < 0 ? 0 : (int64_t)leader - m->types[m->type_of[k]].first_idvar + 1;
        gt_xfield_set(w->next.v, f.at, f.bits, f.lo, code);
    }
    for (uint32_t k = 0; k < m->nidvars; k++) {
        if (w->next_leader[k] == (int32_t)k) {
            at = write_varint(at, w->next_tracked[k]);
        }
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpairs *p = &w->next_pairs[t];
        for (uint32_t i = 0; i < p->n; i++) {
            at = write_varint(at, i == 0 ? p->local[0] : p->local[i] - p->local[i - 1]);
            at = write_varint(at, i + 1 == p->n ? 0 : p->count[i]);
        }
    }
    if (at == w->next.v) {
        *at++ = 0;
    }
    w->len = (uint32_t)(at - w->next.v);
}

static const uint8_t *unpack_classes(gt_xpop_worker *w, const uint8_t *state)
{
    const gt_xpop *m = w->model;
    const uint8_t *at = state + m->header;
    for (uint32_t k = 0; k < m->nidvars; k++) {
        const gt_xpop_type *t = &m->types[m->type_of[k]];
        gt_xfield f = m->alias[k];
        int32_t leader = gt_xfield_get(state, f.at, f.bits, f.lo) - 1;
        w->leader[k] = leader < 0 ? -1 : leader + (int32_t)t->first_idvar;
        w->named[k] = NULL;
        if (w->leader[k] == (int32_t)k) {
            w->tracked[k] = read_varint(&at);
            w->named[k] = gt_intern_row(t->seen, w->tracked[k]);
        } else if (w->leader[k] >= 0) {
            w->named[k] = w->named[w->leader[k]];
        }
    }
    return at;
}

static void unpack(gt_xpop_worker *w, const uint8_t *state)
{
    const gt_xpop *m = w->model;
    w->state = state;
    gt_xenv_next(&w->env);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        w->shared[i] = gt_xfield_get(state, m->shared[i].at, m->shared[i].bits, m->shared[i].lo);
    }
    const uint8_t *at = unpack_classes(w, state);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpop_type *type = &m->types[t];
        gt_xpairs *p = &w->pairs[t];
        uint32_t left = type->n, local = 0;
        for (uint32_t k = type->first_idvar; k < type->first_idvar + type->nidvars; k++) {
            left -= w->leader[k] == (int32_t)k;
        }
        p->n = 0;
        while (left > 0) {
            reserve(p, p->n + 1);
            local += read_varint(&at);
            uint32_t count = read_varint(&at);
            count = count ? count : left;
            p->local[p->n] = local;
            p->count[p->n] = count;
            p->rows[p->n++] = gt_intern_row(type->seen, local);
            left -= count;
        }
        w->env.groups[t] = (gt_xgroup){.n = p->n, .rows = p->rows, .counts = p->count};
    }
}

/* ---- the space ---- */

static void initial(void *worker, gt_sink *sink)
{
    gt_xpop_worker *w = worker;
    w->sink = sink;
    gt_xpop_initial(w);
}

static void expand(void *worker, const uint8_t *state, uint32_t len, uint64_t *labels, gt_sink *sink)
{
    (void)len;
    gt_xpop_worker *w = worker;
    const gt_xpop *m = w->model;
    w->sink = sink;
    unpack(w, state);
    gt_xpop_fire(w);
    bool deadlock = !w->enabled && (m->error < 0 || !w->shared[m->error]);
    for (uint32_t i = 0; i < m->nlabels; i++) {
        bool holds = m->label_code[i] ? gt_xeval(&w->env, m->label_code[i]) != 0 : deadlock;
        labels[i / 64] |= (uint64_t)(holds != m->labels[i].negated) << (i % 64);
    }
}

static void concrete(void *worker, const uint8_t *state, uint32_t len, int32_t *out);

/* States as some concrete states they stand for, which do not depend on the numbers of local states. */
static int compare(void *worker, const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen)
{
    const gt_layout *layout = ((gt_xpop_worker *)worker)->model->head.layout;
    int32_t *x = gt_xmalloc(layout->width, sizeof *x), *y = gt_xmalloc(layout->width, sizeof *y);
    concrete(worker, a, alen, x);
    concrete(worker, b, blen, y);
    size_t i = 0;
    while (i + 1 < layout->width && x[i] == y[i]) {
        i++;
    }
    int order = (x[i] > y[i]) - (x[i] < y[i]);
    free(x);
    free(y);
    return order;
}

static uint32_t abstract(void *worker, const int32_t *from, gt_bytes *out)
{
    gt_xpop_worker *w = worker;
    const gt_xpop *m = w->model;
    const gt_layout *layout = m->head.layout;
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        w->next_shared[i] = from[layout->shared[i]];
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpop_type *type = &m->types[t];
        const gt_proc_layout *p = &layout->procs[t];
        w->next_pairs[t].n = 0;
        for (uint32_t k = type->first_idvar; k < type->first_idvar + type->nidvars; k++) {
            int32_t id = from[layout->shared[m->pop->idvars[k].var->index]];
            w->next_leader[k] = id == 0 ? -1 : (int32_t)k;
            for (uint32_t j = type->first_idvar; j < k && id != 0; j++) {
                if (from[layout->shared[m->pop->idvars[j].var->index]] == id) {
                    w->next_leader[k] = (int32_t)j;
                    break;
                }
            }
            if (w->next_leader[k] == (int32_t)k) {
                w->next_tracked[k] = gt_intern_put(type->seen, from + p->base + (size_t)(id - 1) * p->stride);
            }
        }
        for (uint32_t i = 0; i < type->n; i++) {
            bool named = false;
            for (uint32_t k = type->first_idvar; k < type->first_idvar + type->nidvars && !named; k++) {
                named = from[layout->shared[m->pop->idvars[k].var->index]] == (int32_t)i + 1;
            }
            if (!named) {
                gt_xpairs_add(&w->next_pairs[t],
                              gt_intern_put(type->seen, from + p->base + (size_t)i * p->stride), 1);
            }
        }
    }
    gt_xpop_pack(w);
    gt_bytes_reserve(out, w->len + GT_XSLACK);
    memcpy(out->v, w->next.v, w->len);
    return w->len;
}

static int compare_rows(const int32_t *a, const int32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Processes named by id variables come first, in their order; the others by local states. */
static void concrete(void *worker, const uint8_t *state, uint32_t len, int32_t *out)
{
    (void)len;
    gt_xpop_worker *w = worker;
    const gt_xpop *m = w->model;
    const gt_layout *layout = m->head.layout;
    unpack(w, state);
    out[0] = 0;
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        out[layout->shared[i]] = w->shared[i];
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpop_type *type = &m->types[t];
        const gt_proc_layout *p = &layout->procs[t];
        int32_t *to = out + p->base, id = 0;
        for (uint32_t k = type->first_idvar; k < type->first_idvar + type->nidvars; k++) {
            int32_t *value = &out[layout->shared[m->pop->idvars[k].var->index]];
            if (w->leader[k] == (int32_t)k) {
                *value = ++id;
                memcpy(to, w->named[k], type->nvars * sizeof *to);
                to += p->stride;
            } else {
                *value = w->leader[k] < 0 ? 0 : out[layout->shared[m->pop->idvars[w->leader[k]].var->index]];
            }
        }
        gt_xpairs *pairs = &w->pairs[t];
        for (uint32_t done = 0; done < pairs->n; done++) {
            uint32_t best = done;
            for (uint32_t i = done + 1; i < pairs->n; i++) {
                best = compare_rows(pairs->rows[i], pairs->rows[best], type->nvars) < 0 ? i : best;
            }
            const int32_t *row = pairs->rows[best];
            uint32_t count = pairs->count[best];
            pairs->rows[best] = pairs->rows[done];
            pairs->count[best] = pairs->count[done];
            for (uint32_t i = 0; i < count; i++, to += p->stride) {
                memcpy(to, row, type->nvars * sizeof *to);
            }
        }
    }
}

gt_xmodel *gt_xmodel_pop(const gt_pop *pop, const gt_xlabel *labels, uint32_t nlabels)
{
    gt_arena *arena = gt_arena_new();
    gt_xpop *m = GT_NEW(arena, gt_xpop);
    m->arena = arena;
    m->pop = pop;
    m->sym = pop->sym;
    m->nlabels = nlabels;
    m->labels = labels;
    lay_out(m);
    gt_xpop_compile(m);
    m->label_code = GT_NEW_ARRAY(arena, const gt_xnode *, nlabels);
    for (uint32_t i = 0; i < nlabels; i++) {
        m->label_code[i] = gt_xcode_compile(m->code, labels[i].expr);
    }
    m->head = (gt_xmodel){.space = {.model = m,
                                    .nlabels = nlabels,
                                    .worker_new = worker_new,
                                    .worker_free = worker_free,
                                    .initial = initial,
                                    .expand = expand,
                                    .compare = compare,
                                    .bytes = model_bytes},
                          .sym = pop->sym,
                          .layout = gt_layout_new(arena, pop->sym),
                          .symmetric = true,
                          .abstract = abstract,
                          .concrete = concrete,
                          .free = model_free};
    return &m->head;
}
