/* Initial states on classes of processes. Shared variables get their values in order of declaration, ids as
 * numbers that are given out as they are needed: a choice of a process is one that was named before, or the
 * next number. Then each named process, and the others as a multiset, get initial local states. */
#include "backends/check/explicit/classes.h"

#include <stdlib.h>

/* Who is told apart while initial values are found: those who have numbers, and process number `id` of
 * `type`. Nobody has local variables yet. */
static void look(gt_xclass_worker *w, uint32_t type, uint32_t id)
{
    for (uint32_t t = 0; t < w->model->ntypes; t++) {
        gt_xcrowd *c = &w->crowds[t];
        uint32_t n = w->model->types[t].n, named = w->used[t];
        c->n = named + (named < n);
        gt_xcrowd_reserve(c, c->n);
        for (uint32_t i = 0; i < c->n; i++) {
            c->first[i] = i + 1;
            c->count[i] = i < named ? 1 : n - named;
            c->rows[i] = w->no_row;
            c->used[i] = t == type && i == named && id > named;
        }
        w->env.groups[t] = (gt_xgroup){c->n, c->rows, c->count, c->first, c->used, NULL};
    }
    gt_xenv_next(&w->env);
}

/* The local states a process can begin in. */
typedef struct {
    GT_VEC(uint32_t) v;
} rows;

static void choose_rows(gt_xclass_worker *w, uint32_t type, uint32_t var, int32_t *row, rows *out)
{
    const gt_xclasses *m = w->model;
    const gt_proc *proc = m->sym->procs[type];
    if (var == proc->nvars) {
        gt_vec_push(&out->v, gt_intern_put(m->types[type].seen, row));
        return;
    }
    const gt_init *init = proc->vars[var]->inits;
    const gt_xnode *code = m->local_init[type][var];
    if (!init->choice) {
        gt_xenv_next(&w->env);
        row[var] = (int32_t)gt_xeval(&w->env, code);
        choose_rows(w, type, var + 1, row, out);
        return;
    }
    uint32_t slot = gt_xcode_slot(m->code, init->choice);
    for (int64_t value = init->choice->type.lo; value <= init->choice->type.hi && !gt_sink_full(w->sink);
         value++) {
        gt_xenv_next(&w->env);
        w->env.value[slot] = (int32_t)value;
        if (!code || gt_xeval(&w->env, code)) {
            row[var] = (int32_t)value;
            choose_rows(w, type, var + 1, row, out);
        }
    }
}

static rows rows_of(gt_xclass_worker *w, uint32_t type, uint32_t id)
{
    rows out = {{0}};
    int32_t *row = gt_xcalloc((size_t)w->model->types[type].nvars + 1, sizeof *row);
    w->env.value[0] = (int32_t)id;
    w->env.row[0] = row;
    look(w, type, id);
    choose_rows(w, type, 0, row, &out);
    free(row);
    return out;
}

static void emit(gt_xclass_worker *w)
{
    const gt_xclasses *m = w->model;
    memcpy(w->next_shared, w->shared, m->sym->nshared * sizeof *w->shared);
    gt_xclass_pack(w);
    if (gt_xclass_begins(w))
        w->sink->emit(w->sink, w->next.v, w->len);
}

static void locals_of_type(gt_xclass_worker *w, uint32_t type);

/* `left` processes of the type get local states choices->v[from..]. */
static void multisets(gt_xclass_worker *w, uint32_t type, const rows *choices, size_t from, uint32_t left)
{
    gt_xcrowd *crowd = &w->next_crowds[type];
    if (left == 0) {
        locals_of_type(w, type + 1);
        return;
    }
    if (gt_sink_full(w->sink) || from == choices->v.n)
        return;
    uint32_t local = choices->v.v[from];
    bool last = from + 1 == choices->v.n;
    for (uint32_t k = last ? left : 0; k <= left; k++) {
        if (k)
            gt_xcrowd_add(crowd, local, k);
        multisets(w, type, choices, from + 1, left - k);
        if (k)
            gt_xcrowd_remove(crowd, local, k);
    }
}

/* The named processes from number `id` on, then the others. */
static void named(gt_xclass_worker *w, uint32_t type, uint32_t id)
{
    uint32_t n = w->model->types[type].n, used = w->used[type];
    gt_xcrowd *crowd = &w->next_crowds[type];
    rows choices = {{0}};
    if (id <= used || used < n)
        choices = rows_of(w, type, id);
    if (id > used) {
        crowd->named = crowd->n = used;
        multisets(w, type, &choices, 0, n - used);
    }
    gt_xcrowd_reserve(crowd, used);
    for (size_t i = 0; i < choices.v.n && id <= used && !gt_sink_full(w->sink); i++) {
        crowd->local[id - 1] = choices.v.v[i];
        named(w, type, id + 1);
    }
    free(choices.v.v);
}

static void locals_of_type(gt_xclass_worker *w, uint32_t type)
{
    if (type == w->model->ntypes)
        emit(w);
    else
        named(w, type, 1);
}

/* Gives shared variables from number `var` on their values. */
static void shared(gt_xclass_worker *w, uint32_t var)
{
    const gt_xclasses *m = w->model;
    if (var == m->sym->nshared) {
        locals_of_type(w, 0);
        return;
    }
    const gt_var *v = m->sym->shared[var];
    const gt_init *init = v->inits;
    const gt_xnode *code = m->shared_init[var];
    if (!init->choice) {
        look(w, 0, 0);
        w->shared[var] = (int32_t)gt_xeval(&w->env, code);
        shared(w, var + 1);
        return;
    }
    uint32_t slot = gt_xcode_slot(m->code, init->choice);
    bool id = v->type.kind == GT_TYPE_ID;
    uint32_t type = id ? v->type.proc->index : 0, used = w->used[type];
    int64_t first = id ? 1 : init->choice->type.lo;
    int64_t last = !id ? init->choice->type.hi : used < m->types[type].n ? (int64_t)used + 1 : (int64_t)used;
    for (int64_t value = first; value <= last && !gt_sink_full(w->sink); value++) {
        w->env.value[slot] = (int32_t)value;
        if (code)
            look(w, type, id ? (uint32_t)value : 0);
        if (code && !gt_xeval(&w->env, code))
            continue;
        w->shared[var] = (int32_t)value;
        if (id)
            w->used[type] = value > used ? (uint32_t)value : used;
        shared(w, var + 1);
        if (id)
            w->used[type] = used;
    }
}

void gt_xclass_initial(gt_xclass_worker *w)
{
    memset(w->used, 0, w->model->ntypes * sizeof *w->used);
    memset(w->shared, 0, w->model->sym->nshared * sizeof *w->shared);
    shared(w, 0);
    for (uint32_t t = 0; t < w->model->ntypes; t++)
        memset(w->crowds[t].used, 0, w->crowds[t].cap * sizeof *w->crowds[t].used);
}
