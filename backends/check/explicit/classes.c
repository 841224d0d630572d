/* Symmetric programs on classes of processes: states. */
#include "backends/check/explicit/classes.h"

#include <stdlib.h>

static const uint64_t ASIDE = (uint64_t)1 << 63; /* the rest of the word is a number in the store aside */

/* ---- crowds ---- */

void gt_xcrowd_reserve(gt_xcrowd *c, uint32_t n)
{
    if (n <= c->cap)
        return;
    uint32_t old = c->cap;
    c->cap = n < 8 ? 8 : 2 * n;
    c->local = gt_xrealloc(c->local, c->cap, sizeof *c->local);
    c->count = gt_xrealloc(c->count, c->cap, sizeof *c->count);
    c->first = gt_xrealloc(c->first, c->cap, sizeof *c->first);
    c->used = gt_xrealloc(c->used, c->cap, sizeof *c->used);
    c->rows = gt_xrealloc((void *)c->rows, c->cap, sizeof *c->rows);
    c->changed = gt_xrealloc(c->changed, c->cap, sizeof *c->changed);
    c->name = gt_xrealloc(c->name, c->cap, sizeof *c->name);
    memset(c->used + old, 0, (c->cap - old) * sizeof *c->used);
    memset(c->changed + old, 0, (c->cap - old) * sizeof *c->changed);
    memset(c->name + old, 0, (c->cap - old) * sizeof *c->name);
}

static void crowd_free(gt_xcrowd *c)
{
    free(c->local);
    free(c->count);
    free(c->first);
    free(c->used);
    free((void *)c->rows);
    free(c->changed);
    free(c->name);
}

static uint32_t place(const gt_xcrowd *c, uint32_t local)
{
    uint32_t at = c->n;
    while (at > c->named && c->local[at - 1] >= local)
        at--;
    return at;
}

void gt_xcrowd_add(gt_xcrowd *c, uint32_t local, uint32_t count)
{
    uint32_t at = place(c, local);
    if (at < c->n && c->local[at] == local) {
        c->count[at] += count;
        return;
    }
    gt_xcrowd_reserve(c, c->n + 1);
    memmove(c->local + at + 1, c->local + at, (c->n - at) * sizeof *c->local);
    memmove(c->count + at + 1, c->count + at, (c->n - at) * sizeof *c->count);
    c->local[at] = local;
    c->count[at] = count;
    c->n++;
}

void gt_xcrowd_remove(gt_xcrowd *c, uint32_t local, uint32_t count)
{
    uint32_t at = place(c, local);
    c->count[at] -= count;
    if (c->count[at] == 0) {
        c->n--;
        memmove(c->local + at, c->local + at + 1, (c->n - at) * sizeof *c->local);
        memmove(c->count + at, c->count + at + 1, (c->n - at) * sizeof *c->count);
    }
}

/* ---- the model ---- */

static void lay_out_type(gt_xclasses *m, uint32_t type)
{
    const gt_proc *proc = m->sym->procs[type];
    gt_xclass_type *t = &m->types[type];
    *t = (gt_xclass_type){.n = (uint32_t)proc->n, .nvars = proc->nvars, .seen = gt_intern_new(proc->nvars)};
    t->ids = GT_NEW_ARRAY(m->arena, uint32_t, m->sym->nshared);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_type of = m->sym->shared[i]->type;
        if (of.kind == GT_TYPE_ID && of.proc->index == type)
            t->ids[t->nids++] = i;
    }
    t->fields = GT_NEW_ARRAY(m->arena, gt_xfield, proc->nvars);
    for (uint32_t v = 0; v < proc->nvars; v++)
        t->fields[v] = gt_xfield_for(proc->vars[v]->type, 0);
}

static void lay_out(gt_xclasses *m)
{
    uint32_t at = 0;
    m->error = -1;
    m->ntypes = m->sym->nprocs;
    m->types = GT_NEW_ARRAY(m->arena, gt_xclass_type, m->ntypes);
    for (uint32_t t = 0; t < m->ntypes; t++)
        lay_out_type(m, t);
    m->shared = GT_NEW_ARRAY(m->arena, gt_xfield, m->sym->nshared);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_type type = m->sym->shared[i]->type;
        if (type.kind == GT_TYPE_ID) {
            const gt_xclass_type *t = &m->types[type.proc->index];
            type = gt_type_int(0, t->n < t->nids ? t->n : t->nids);
        }
        m->shared[i] = gt_xfield_for(type, at);
        at += m->shared[i].bits;
        m->error = m->sym->shared[i]->is_error ? (int64_t)i : m->error;
    }
    m->header = (at + 7) / 8;
    m->words = gt_xwords_new(m, at);
}

static const gt_xnode *compile_init(gt_xclasses *m, const gt_init *init)
{
    if (init->choice)
        gt_xcode_slot(m->code, init->choice);
    return gt_xcode_compile(m->code, init->choice ? init->choice->where : init->expr);
}

static void compile(gt_xclasses *m)
{
    m->code = gt_xcode_new();
    m->nrules = m->sym->nrules;
    m->rules = gt_xrules_compile(m->code, m->arena, m->sym);
    for (uint32_t i = 0; i < m->nrules; i++) {
        const gt_rule *rule = m->rules[i].rule;
        uint32_t bound = 1 + rule->npartners + rule->nchoices;
        m->max_bound = bound > m->max_bound ? bound : m->max_bound;
    }
    m->shared_init = GT_NEW_ARRAY(m->arena, const gt_xnode *, m->sym->nshared);
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        m->shared_init[i] = compile_init(m, m->sym->shared[i]->inits);
    m->local_init = GT_NEW_ARRAY(m->arena, const gt_xnode **, m->ntypes);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_proc *proc = m->sym->procs[t];
        m->local_init[t] = GT_NEW_ARRAY(m->arena, const gt_xnode *, proc->nvars);
        for (uint32_t v = 0; v < proc->nvars; v++)
            m->local_init[t][v] = compile_init(m, proc->vars[v]->inits);
    }
    const gt_expr *begins = gt_sym_begins(m->arena, m->sym);
    m->initially = begins ? gt_xcode_compile(m->code, begins) : NULL;
    m->label_code = GT_NEW_ARRAY(m->arena, const gt_xnode *, m->nlabels);
    for (uint32_t i = 0; i < m->nlabels; i++)
        m->label_code[i] = gt_xcode_compile(m->code, m->labels[i].expr);
}

static void model_free(gt_xmodel *model)
{
    gt_xclasses *m = model->space.model;
    for (uint32_t t = 0; t < m->ntypes; t++)
        gt_intern_free(m->types[t].seen);
    gt_xwords_free(m->words);
    gt_xcode_free(m->code);
    gt_arena_free(m->arena);
}

static size_t model_bytes(void *model)
{
    const gt_xclasses *m = model;
    size_t bytes = m->words ? gt_store_bytes(m->words->aside) : 0;
    for (uint32_t t = 0; t < m->ntypes; t++)
        bytes += gt_intern_bytes(m->types[t].seen);
    return bytes;
}

/* ---- workers ---- */

static void *worker_new(void *model)
{
    const gt_xclasses *m = model;
    gt_xclass_worker *w = gt_xcalloc(1, sizeof *w);
    w->model = m;
    w->arena = gt_arena_new();
    gt_xenv_init(&w->env, m->code, m->ntypes);
    w->shared = GT_NEW_ARRAY(w->arena, int32_t, m->sym->nshared);
    w->next_shared = GT_NEW_ARRAY(w->arena, int32_t, m->sym->nshared);
    w->crowds = GT_NEW_ARRAY(w->arena, gt_xcrowd, m->ntypes);
    w->next_crowds = GT_NEW_ARRAY(w->arena, gt_xcrowd, m->ntypes);
    w->locals = GT_NEW_ARRAY(w->arena, gt_xlocal_vec, m->ntypes);
    w->pebbles = GT_NEW_ARRAY(w->arena, gt_xpebble, m->max_bound);
    w->used = GT_NEW_ARRAY(w->arena, uint32_t, m->ntypes);
    w->max_vars = 1;
    for (uint32_t t = 0; t < m->ntypes; t++)
        w->max_vars = m->types[t].nvars > w->max_vars ? m->types[t].nvars : w->max_vars;
    w->flat = GT_NEW_ARRAY(w->arena, gt_xflat, m->ntypes);
    w->no_row = GT_NEW_ARRAY(w->arena, int32_t, w->max_vars);
    w->env.shared = w->shared;
    gt_bytes_reserve(&w->next, sizeof(uint64_t));
    w->memo = m->words ? gt_xmemo_new(w) : NULL;
    return w;
}

static void worker_free(void *worker)
{
    gt_xclass_worker *w = worker;
    for (uint32_t t = 0; t < w->model->ntypes; t++) {
        crowd_free(&w->crowds[t]);
        crowd_free(&w->next_crowds[t]);
        gt_xlocal_fini(&w->locals[t]);
    }
    gt_xmemo_free(w->memo);
    gt_xenv_fini(&w->env);
    free(w->aside.v);
    free(w->rows.v);
    free(w->next.v);
    gt_arena_free(w->arena);
    free(w);
}

/* ---- packing ---- */

static uint8_t *write_varint(uint8_t *at, uint32_t x)
{
    for (; x >= 128; x >>= 7)
        *at++ = (uint8_t)(x | 128);
    *at++ = (uint8_t)x;
    return at;
}

static inline uint32_t read_varint(const uint8_t **at)
{
    uint32_t x = *(*at)++;
    if (x < 128)
        return x;
    x &= 127;
    for (unsigned shift = 7;; shift += 7) {
        uint8_t b = *(*at)++;
        x |= (uint32_t)(b & 127) << shift;
        if (b < 128)
            return x;
    }
}

static void pack_bytes(gt_xclass_worker *w)
{
    const gt_xclasses *m = w->model;
    size_t size = m->header + GT_XSLACK + 1;
    for (uint32_t t = 0; t < m->ntypes; t++)
        size += 10 * (size_t)w->next_crowds[t].n;
    gt_bytes_reserve(&w->next, size);
    memset(w->next.v, 0, m->header + GT_XSLACK);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        gt_xfield_set(w->next.v, f.at, f.bits, f.lo, w->next_shared[i]);
    }
    uint8_t *at = w->next.v + m->header;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xcrowd *c = &w->next_crowds[t];
        for (uint32_t i = 0; i < c->named; i++)
            at = write_varint(at, c->local[i]);
        for (uint32_t i = c->named; i < c->n; i++) {
            at = write_varint(at, i == c->named ? c->local[i] : c->local[i] - c->local[i - 1]);
            at = write_varint(at, i + 1 == c->n ? 0 : c->count[i]);
        }
    }
    if (at == w->next.v)
        *at++ = 0;
    w->len = (uint32_t)(at - w->next.v);
}

/* False: it does not fit. */
static bool pack_word(gt_xclass_worker *w, uint64_t *word)
{
    const gt_xclasses *m = w->model;
    uint32_t at = m->words->header;
    *word = 0;
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        *word |= (uint64_t)((int64_t)w->next_shared[i] - f.lo) << f.at;
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xcrowd *c = &w->next_crowds[t];
        gt_xflat f = {.named = c->named};
        memcpy(f.names, c->local, c->named * sizeof *f.names);
        for (uint32_t i = c->named; i < c->n; i++)
            for (uint32_t k = 0; k < c->count[i]; k++)
                f.rest[f.n++] = c->local[i];
        if (!gt_xwords_add(m, t, &f, &at, word))
            return false;
    }
    return true;
}

void gt_xclass_pack(gt_xclass_worker *w)
{
    uint64_t word;
    bool fits = w->model->words && pack_word(w, &word), fresh;
    if (!fits)
        pack_bytes(w);
    if (!fits && w->model->words)
        word = ASIDE | gt_store_put(w->model->words->aside, w->next.v, w->len, &fresh);
    if (w->model->words) {
        memcpy(w->next.v, &word, sizeof word);
        w->len = sizeof word;
    }
}

static void add_group(gt_xcrowd *c, const gt_xclass_type *t, uint32_t local, uint32_t count)
{
    gt_xcrowd_reserve(c, c->n + 1);
    c->local[c->n] = local;
    c->count[c->n] = count;
    c->first[c->n] = c->n ? c->first[c->n - 1] + c->count[c->n - 1] : 1;
    c->rows[c->n++] = gt_intern_row(t->seen, local);
}

static void count_names(gt_xclass_worker *w, uint32_t type)
{
    const gt_xclass_type *t = &w->model->types[type];
    gt_xcrowd *c = &w->crowds[type];
    c->n = c->named = 0;
    for (uint32_t i = 0; i < t->nids; i++) {
        uint32_t id = (uint32_t)w->shared[t->ids[i]];
        c->named = id > c->named ? id : c->named;
    }
}

static const uint8_t *unpack_crowd(gt_xclass_worker *w, uint32_t type, const uint8_t *at)
{
    const gt_xclass_type *t = &w->model->types[type];
    gt_xcrowd *c = &w->crowds[type];
    count_names(w, type);
    while (c->n < c->named)
        add_group(c, t, read_varint(&at), 1);
    uint32_t left = t->n - c->named, local = 0;
    while (left > 0) {
        local += read_varint(&at);
        uint32_t count = read_varint(&at);
        count = count ? count : left;
        add_group(c, t, local, count);
        left -= count;
    }
    w->env.groups[type] = (gt_xgroup){c->n, c->rows, c->count, c->first, c->used, c->local};
    return at;
}

static void unpack_word(gt_xclass_worker *w, uint64_t word)
{
    const gt_xclasses *m = w->model;
    uint32_t at = m->words->header;
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        w->shared[i] = (int32_t)((int64_t)(word >> f.at & (((uint64_t)1 << f.bits) - 1)) + f.lo);
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        gt_xcrowd *c = &w->crowds[t];
        gt_xflat *f = &w->flat[t];
        count_names(w, t);
        f->named = c->named;
        gt_xwords_take(m, t, f, &at, word);
        for (uint32_t i = 0; i < f->named; i++)
            add_group(c, &m->types[t], f->names[i], 1);
        for (uint32_t i = 0; i < f->n; i++)
            if (i && f->rest[i] == f->rest[i - 1])
                c->count[c->n - 1]++;
            else
                add_group(c, &m->types[t], f->rest[i], 1);
        w->env.groups[t] = (gt_xgroup){c->n, c->rows, c->count, c->first, c->used, c->local};
    }
}

/* True: the state is a word, *word. */
static bool unpack(gt_xclass_worker *w, const uint8_t *state, uint64_t *word)
{
    const gt_xclasses *m = w->model;
    gt_xenv_next(&w->env);
    if (m->words) {
        memcpy(word, state, sizeof *word);
        if (!(*word & ASIDE)) {
            unpack_word(w, *word);
            return true;
        }
        gt_bytes_reserve(&w->aside,
                         GT_XSLACK + (size_t)gt_store_get(m->words->aside, (uint32_t)*word, &w->aside));
        state = w->aside.v;
    }
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        w->shared[i] = gt_xfield_get(state, m->shared[i].at, m->shared[i].bits, m->shared[i].lo);
    const uint8_t *at = state + m->header;
    for (uint32_t t = 0; t < m->ntypes; t++)
        at = unpack_crowd(w, t, at);
    return false;
}

bool gt_xclass_begins(gt_xclass_worker *w)
{
    const gt_xclasses *m = w->model;
    uint64_t word;
    if (!m->initially)
        return true;
    for (uint32_t t = 0; t < m->ntypes; t++)
        memset(w->crowds[t].used, 0, w->crowds[t].cap * sizeof *w->crowds[t].used);
    unpack(w, w->next.v, &word);
    return gt_xeval(&w->env, m->initially) != 0;
}

/* ---- the space ---- */

static void initial(void *worker, gt_sink *sink)
{
    gt_xclass_worker *w = worker;
    w->sink = sink;
    gt_xclass_initial(w);
}

static void expand(void *worker, const uint8_t *state, uint32_t len, uint64_t *labels, gt_sink *sink)
{
    (void)len;
    gt_xclass_worker *w = worker;
    const gt_xclasses *m = w->model;
    w->sink = sink;
    uint64_t word;
    if (unpack(w, state, &word) && w->memo)
        gt_xmemo_fire(w, word);
    else
        gt_xclass_fire(w);
    bool deadlock = !w->enabled && (m->error < 0 || !w->shared[m->error]);
    for (uint32_t i = 0; i < m->nlabels; i++) {
        bool holds = m->label_code[i] && gt_xeval(&w->env, m->label_code[i]) != 0;
        labels[i / 64] |= (uint64_t)gt_xlabel_is(&m->labels[i], holds, deadlock) << (i % 64);
    }
}

static int compare_rows(const int32_t *a, const int32_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Named processes come first, the others by local states: this does not depend on the numbers of those. */
static void concrete(void *worker, const uint8_t *state, uint32_t len, int32_t *out)
{
    (void)len;
    gt_xclass_worker *w = worker;
    const gt_xclasses *m = w->model;
    const gt_layout *layout = m->head.layout;
    uint64_t word;
    unpack(w, state, &word);
    out[0] = 0;
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        out[layout->shared[i]] = w->shared[i];
    for (uint32_t t = 0; t < m->ntypes; t++) {
        gt_xcrowd *c = &w->crowds[t];
        uint32_t nvars = m->types[t].nvars;
        int32_t *to = out + layout->procs[t].base;
        for (uint32_t done = 0; done < c->n; done++) {
            uint32_t best = done;
            for (uint32_t i = done + 1; i < c->n && done >= c->named; i++)
                best = compare_rows(c->rows[i], c->rows[best], nvars) < 0 ? i : best;
            const int32_t *row = c->rows[best];
            uint32_t count = c->count[best];
            c->rows[best] = c->rows[done];
            c->count[best] = c->count[done];
            for (uint32_t i = 0; i < count; i++, to += layout->procs[t].stride)
                memcpy(to, row, nvars * sizeof *to);
        }
    }
}

static int compare(void *worker, const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen)
{
    const gt_layout *layout = ((gt_xclass_worker *)worker)->model->head.layout;
    int32_t *x = gt_xmalloc(layout->width, sizeof *x), *y = gt_xmalloc(layout->width, sizeof *y);
    concrete(worker, a, alen, x);
    concrete(worker, b, blen, y);
    int order = compare_rows(x, y, layout->width);
    free(x);
    free(y);
    return order;
}

static uint32_t abstract(void *worker, const int32_t *from, gt_bytes *out)
{
    gt_xclass_worker *w = worker;
    const gt_xclasses *m = w->model;
    const gt_layout *layout = m->head.layout;
    for (uint32_t i = 0; i < m->sym->nshared; i++)
        w->next_shared[i] = from[layout->shared[i]];
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xclass_type *type = &m->types[t];
        const gt_proc_layout *p = &layout->procs[t];
        gt_xcrowd *c = &w->next_crowds[t];
        uint32_t *name = gt_xcalloc((size_t)type->n + 1, sizeof *name);
        c->n = 0;
        gt_xcrowd_reserve(c, type->nids);
        for (uint32_t i = 0; i < type->nids; i++) {
            int32_t *id = &w->next_shared[type->ids[i]];
            if (*id && !name[*id]) {
                c->local[c->n] = gt_intern_put(type->seen, from + p->base + (size_t)(*id - 1) * p->stride);
                name[*id] = ++c->n;
            }
            *id = *id ? (int32_t)name[*id] : 0;
        }
        c->named = c->n;
        for (uint32_t i = 0; i < type->n; i++)
            if (!name[i + 1])
                gt_xcrowd_add(c, gt_intern_put(type->seen, from + p->base + (size_t)i * p->stride), 1);
        free(name);
    }
    gt_xclass_pack(w);
    gt_bytes_reserve(out, w->len + GT_XSLACK);
    memcpy(out->v, w->next.v, w->len);
    return w->len;
}

gt_xmodel *gt_xmodel_classes(const gt_sym *sym, const gt_xlabel *labels, uint32_t nlabels)
{
    gt_arena *arena = gt_arena_new();
    gt_xclasses *m = GT_NEW(arena, gt_xclasses);
    m->arena = arena;
    m->sym = sym;
    m->nlabels = nlabels;
    m->labels = labels;
    lay_out(m);
    compile(m);
    gt_xmemo_prepare(m);
    m->head = (gt_xmodel){.space = {.model = m,
                                    .fixed = m->words ? sizeof(uint64_t) : 0,
                                    .nlabels = nlabels,
                                    .worker_new = worker_new,
                                    .worker_free = worker_free,
                                    .initial = initial,
                                    .expand = expand,
                                    .compare = compare,
                                    .bytes = model_bytes},
                          .sym = sym,
                          .layout = gt_layout_new(arena, sym),
                          .symmetric = true,
                          .abstract = abstract,
                          .concrete = concrete,
                          .free = model_free};
    return &m->head;
}
