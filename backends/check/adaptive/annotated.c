/* Orbits of annotated states: renaming, sorting, unwinding, subsumption. */
#include "backends/check/adaptive/adaptive.h"

#include <stdlib.h>
#include <string.h>

/* ---- where ids stand ---- */

static void find_locals(gt_orbits *o, gt_arena *arena, uint32_t t)
{
    const gt_proc *proc = o->cells->sym->procs[t];
    const gt_proc_layout *place = &o->layout->procs[t];
    o->local[t] = GT_NEW_ARRAY(arena, gt_named_by, (size_t)place->stride + 1);
    o->is_local[t] = GT_NEW_ARRAY(arena, bool, (size_t)place->stride + 1);
    for (uint32_t v = 0; v < proc->nvars; v++) {
        if (proc->vars[v]->type.kind != GT_TYPE_ID)
            continue;
        for (uint32_t e = 0; e < proc->vars[v]->len; e++) {
            size_t at = place->offset[v] + e;
            o->local[t][o->nlocal[t]++] = (gt_named_by){at, proc->vars[v]->type.proc->index};
            o->is_local[t][at] = true;
        }
    }
}

void gt_orbits_init(gt_orbits *o, gt_arena *arena, const gt_layout *layout, gt_cells *cells)
{
    const gt_sym *sym = cells->sym;
    size_t n = (size_t)cells->n + 1;
    *o = (gt_orbits){.layout = layout, .cells = cells};
    o->shared = GT_NEW_ARRAY(arena, gt_named_by, layout->width);
    for (uint32_t i = 0; i < sym->nshared; i++)
        for (uint32_t e = 0; e < sym->shared[i]->len && sym->shared[i]->type.kind == GT_TYPE_ID; e++)
            o->shared[o->nshared++] = (gt_named_by){layout->shared[i] + e, sym->shared[i]->type.proc->index};
    o->nlocal = GT_NEW_ARRAY(arena, uint32_t, (size_t)sym->nprocs + 1);
    o->local = GT_NEW_ARRAY(arena, gt_named_by *, (size_t)sym->nprocs + 1);
    o->is_local = GT_NEW_ARRAY(arena, bool *, (size_t)sym->nprocs + 1);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        find_locals(o, arena, t);
    o->named = GT_NEW_ARRAY(arena, bool, n);
    o->members = GT_NEW_ARRAY(arena, uint32_t, n);
    o->rank = GT_NEW_ARRAY(arena, uint32_t, n);
    o->slots = GT_NEW_ARRAY(arena, uint32_t, n);
    o->order = GT_NEW_ARRAY(arena, uint32_t, n);
    o->fill = GT_NEW_ARRAY(arena, uint32_t, n);
    o->perm = GT_NEW_ARRAY(arena, uint32_t, n);
    o->other = GT_NEW_ARRAY(arena, int32_t, layout->width);
    o->unwound = GT_NEW_ARRAY(arena, int32_t, layout->width);
}

static const gt_proc_layout *place_of(const gt_orbits *o, uint32_t g)
{
    return &o->layout->procs[o->cells->type_of[g]];
}

static size_t base_of(const gt_orbits *o, uint32_t g)
{
    const gt_proc_layout *place = place_of(o, g);
    return place->base + (size_t)(g - o->cells->first[o->cells->type_of[g]]) * place->stride;
}

/* ---- renaming ---- */

static int32_t renamed(const gt_orbits *o, const uint32_t *perm, uint32_t type, int32_t id)
{
    uint32_t first = o->cells->first[type];
    return id ? (int32_t)(perm[first + (uint32_t)id - 1] - first) + 1 : 0;
}

void gt_orbits_rename(const gt_orbits *o, const uint32_t *perm, const int32_t *from, int32_t *to)
{
    size_t shared = o->cells->n ? o->layout->procs[0].base : o->layout->width;
    memcpy(to, from, shared * sizeof *to);
    for (uint32_t g = 0; g < o->cells->n; g++)
        memcpy(to + base_of(o, perm[g]), from + base_of(o, g), place_of(o, g)->stride * sizeof *to);
    for (uint32_t i = 0; i < o->nshared; i++)
        to[o->shared[i].at] = renamed(o, perm, o->shared[i].type, to[o->shared[i].at]);
    for (uint32_t g = 0; g < o->cells->n; g++) {
        uint32_t t = o->cells->type_of[g];
        for (uint32_t i = 0; i < o->nlocal[t]; i++) {
            int32_t *id = &to[base_of(o, g) + o->local[t][i].at];
            *id = renamed(o, perm, o->local[t][i].type, *id);
        }
    }
}

/* ---- sorting ---- */

/* Who is named by a local variable: nobody, oneself, a process of that cell. */
static int64_t kind_of_named(const gt_orbits *o, const int32_t *cell, uint32_t g, uint32_t type, int32_t id)
{
    uint32_t named = o->cells->first[type] + (uint32_t)id - 1;
    return id == 0 ? -2 : named == g ? -1 : cell[named];
}

/* Order of two processes of one cell by what renamings within cells do not change. */
static int compare(const gt_orbits *o, const int32_t *state, const int32_t *cell, uint32_t a, uint32_t b)
{
    uint32_t t = o->cells->type_of[a];
    const int32_t *x = state + base_of(o, a), *y = state + base_of(o, b);
    for (uint32_t i = 0; i < place_of(o, a)->stride; i++)
        if (!o->is_local[t][i] && x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    int32_t first = (int32_t)o->cells->first[t];
    for (uint32_t i = 0; i < o->nshared; i++) {
        int32_t id = o->shared[i].type == t ? state[o->shared[i].at] - 1 + first : -1;
        if (id == (int32_t)a || id == (int32_t)b)
            return id == (int32_t)a ? -1 : 1;
    }
    for (uint32_t i = 0; i < o->nlocal[t]; i++) {
        const gt_named_by *l = &o->local[t][i];
        int64_t p = kind_of_named(o, cell, a, l->type, x[l->at]),
                q = kind_of_named(o, cell, b, l->type, y[l->at]);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return 0;
}

void gt_orbits_sort(gt_orbits *o, int32_t *state, uint32_t partition, uint32_t *perm)
{
    const int32_t *cell = gt_cells_at(o->cells, partition);
    uint32_t *to = perm ? perm : o->perm;
    bool moved = false;
    for (uint32_t g = 0; g < o->cells->n; g++) {
        if (cell[g] != (int32_t)g)
            continue;
        uint32_t n = 0, last = o->cells->first[o->cells->type_of[g] + 1];
        for (uint32_t k = g; k < last; k++) {
            if (cell[k] != (int32_t)g)
                continue;
            o->slots[n] = k;
            uint32_t i = n++;
            for (; i > 0 && compare(o, state, cell, k, o->members[i - 1]) < 0; i--)
                o->members[i] = o->members[i - 1];
            o->members[i] = k;
        }
        for (uint32_t i = 0; i < n; i++) {
            to[o->members[i]] = o->slots[i];
            moved = moved || o->members[i] != o->slots[i];
        }
    }
    if (!moved)
        return;
    gt_orbits_rename(o, to, state, o->other);
    memcpy(state, o->other, o->layout->width * sizeof *state);
}

uint64_t gt_orbits_hash(gt_orbits *o, const int32_t *state)
{
    uint64_t hash = 0;
    size_t at = 0, shared = o->cells->n ? o->layout->procs[0].base : o->layout->width;
    for (uint32_t i = 0; i <= o->nshared;
         i++) { /* what stands between ids; of these, whether they are none */
        size_t to = i < o->nshared ? o->shared[i].at : shared;
        hash = gt_hash_combine(hash, gt_hash_bytes(state + at, (to - at) * sizeof *state));
        if (i < o->nshared)
            hash = gt_hash_combine(hash, state[to] != 0);
        at = to + 1;
    }
    uint64_t sum = 0;
    for (uint32_t g = 0; g < o->cells->n; g++) {
        uint32_t t = o->cells->type_of[g];
        const int32_t *row = state + base_of(o, g);
        int32_t first = (int32_t)o->cells->first[t];
        uint64_t letter = t;
        for (uint32_t i = 0; i < place_of(o, g)->stride; i++)
            letter = gt_hash_combine(letter, (uint32_t)(o->is_local[t][i] ? row[i] != 0 : row[i]));
        for (uint32_t i = 0; i < o->nshared; i++)
            if (o->shared[i].type == t && state[o->shared[i].at] - 1 + first == (int32_t)g)
                letter = gt_hash_combine(letter, i);
        sum += gt_hash_mix(letter);
    }
    return gt_hash_combine(hash, sum) | 1;
}

/* ---- who may change places with whom ---- */

static void find_named(gt_orbits *o, const int32_t *state)
{
    memset(o->named, 0, o->cells->n * sizeof *o->named);
    for (uint32_t i = 0; i < o->nshared; i++)
        if (state[o->shared[i].at])
            o->named[o->cells->first[o->shared[i].type] + (uint32_t)state[o->shared[i].at] - 1] = true;
    for (uint32_t g = 0; g < o->cells->n; g++) {
        uint32_t t = o->cells->type_of[g];
        for (uint32_t i = 0; i < o->nlocal[t]; i++) {
            int32_t id = state[base_of(o, g) + o->local[t][i].at];
            if (id)
                o->named[o->cells->first[o->local[t][i].type] + (uint32_t)id - 1] = true;
        }
    }
}

/* Whether the state stays the same when the two, of one type, change places. After find_named. */
static bool are_twins(const gt_orbits *o, const int32_t *state, uint32_t a, uint32_t b)
{
    return a == b ||
           (!o->named[a] && !o->named[b] &&
            !memcmp(state + base_of(o, a), state + base_of(o, b), place_of(o, a)->stride * sizeof *state));
}

/* The first half of theorem 4. Of two equivalences one of which holds of any two processes of a cell, one
 * holds of all of them; and renamings of different cells commute. */
bool gt_orbits_covers(gt_orbits *o, uint32_t p, const int32_t *t, uint32_t q)
{
    enum { APART = 1, DIFFERENT = 2 };
    const int32_t *of_p = gt_cells_at(o->cells, p), *of_q = gt_cells_at(o->cells, q);
    if (p == q)
        return true;
    find_named(o, t);
    memset(o->rank, 0, o->cells->n * sizeof *o->rank);
    for (uint32_t g = 0; g < o->cells->n; g++) {
        uint32_t home = (uint32_t)of_q[g];
        if (g == home)
            continue;
        o->rank[home] |= (of_p[g] != of_p[home] ? APART : 0u) | (are_twins(o, t, g, home) ? 0u : DIFFERENT);
        if (o->rank[home] == (APART | DIFFERENT))
            return false;
    }
    return true;
}

bool gt_orbits_subsumes(gt_orbits *o, const int32_t *s, uint32_t p, const int32_t *t, uint32_t q)
{
    size_t bytes = o->layout->width * sizeof *s;
    if (!gt_orbits_covers(o, p, t, q))
        return false;
    memcpy(o->unwound, t, bytes);
    gt_orbits_sort(o, o->unwound, p, NULL);
    return memcmp(s, o->unwound, bytes) == 0;
}

/* ---- unwinding ---- */

/* Processes of a cell are dealt out to its parts, twins by their number. */
typedef struct {
    uint32_t from, to; /* twins, in `order` */
    uint32_t part, parts_end;
} hand;

typedef struct {
    uint32_t from, to; /* places, in `slots` */
    uint32_t fill;
} part;

typedef struct {
    gt_orbits *o;
    const int32_t *state;
    GT_VEC(hand) hands;
    GT_VEC(part) parts;
    uint32_t *order, *slots, *perm;
    int32_t *unwound;
    gt_unwound_fn *fn;
    void *arg;
} dealer;

static bool deal(dealer *d, size_t h, uint32_t p, uint32_t done);

static bool dealt(dealer *d)
{
    gt_orbits_rename(d->o, d->perm, d->state, d->unwound);
    return d->fn(d->arg, d->unwound, d->perm);
}

/* The rest of hand h, from `done` on, to the parts from p on. */
static bool deal(dealer *d, size_t h, uint32_t p, uint32_t done)
{
    if (h == d->hands.n)
        return dealt(d);
    hand *now = &d->hands.v[h];
    if (now->from + done == now->to) {
        uint32_t first = h + 1 < d->hands.n ? d->hands.v[h + 1].part : 0;
        return deal(d, h + 1, first, 0);
    }
    if (p == now->parts_end)
        return true; /* no room: not a way to deal */
    part *to = &d->parts.v[p];
    uint32_t left = now->to - now->from - done, room = to->to - to->from - to->fill;
    for (uint32_t k = 0; k <= left && k <= room; k++) {
        for (uint32_t i = 0; i < k; i++)
            d->perm[d->order[now->from + done + i]] = d->slots[to->from + to->fill + i];
        to->fill += k;
        bool go_on = deal(d, h, p + 1, done + k);
        to->fill -= k;
        if (!go_on)
            return false;
    }
    return true;
}

/* The cell of process g: its parts, and its processes, twins beside each other. */
static void add_cell(dealer *d, uint32_t g, const int32_t *cell, const int32_t *fine, uint32_t *at)
{
    gt_orbits *o = d->o;
    uint32_t last = o->cells->first[o->cells->type_of[g] + 1], begin = *at, slots = *at;
    uint32_t first_part = (uint32_t)d->parts.n, first_hand = (uint32_t)d->hands.n;
    for (uint32_t k = g; k < last; k++) { /* the parts */
        if (cell[k] != (int32_t)g || fine[k] != (int32_t)k)
            continue;
        part p = {.from = slots};
        for (uint32_t m = k; m < last; m++)
            if (fine[m] == (int32_t)k)
                d->slots[slots++] = m;
        p.to = slots;
        gt_vec_push(&d->parts, p);
    }
    for (uint32_t k = g; k < last; k++) { /* the processes, each behind its twins */
        if (cell[k] != (int32_t)g)
            continue;
        uint32_t h = first_hand;
        while (h < d->hands.n && !are_twins(o, d->state, d->order[d->hands.v[h].from], k))
            h++;
        if (h == d->hands.n) {
            hand new = {*at, *at, first_part, (uint32_t)d->parts.n};
            gt_vec_push(&d->hands, new);
        }
        uint32_t to = d->hands.v[h].to;
        memmove(d->order + to + 1, d->order + to, (*at - to) * sizeof *d->order);
        d->order[to] = k;
        d->hands.v[h].to++;
        for (uint32_t later = h + 1; later < d->hands.n; later++) {
            d->hands.v[later].from++;
            d->hands.v[later].to++;
        }
        ++*at;
    }
    if (d->parts.n - first_part == 1) { /* not split: everybody stays */
        for (uint32_t i = begin; i < *at; i++)
            d->perm[d->order[i]] = d->order[i];
        d->parts.n = first_part;
        d->hands.n = first_hand;
        *at = begin;
    }
}

bool gt_orbits_unwind(gt_orbits *o, const int32_t *state, uint32_t partition, uint32_t fine,
                      gt_unwound_fn *fn, void *arg)
{
    uint32_t n = o->cells->n, at = 0;
    dealer d = {.o = o, .state = state, .fn = fn, .arg = arg};
    d.order = gt_xmalloc((size_t)n + 1, sizeof *d.order);
    d.slots = gt_xmalloc((size_t)n + 1, sizeof *d.slots);
    d.perm = gt_xmalloc((size_t)n + 1, sizeof *d.perm);
    d.unwound = gt_xmalloc(o->layout->width, sizeof *d.unwound);
    for (uint32_t g = 0; g < n; g++)
        d.perm[g] = g;
    find_named(o, state);
    const int32_t *cell = gt_cells_at(o->cells, partition), *parts = gt_cells_at(o->cells, fine);
    for (uint32_t g = 0; g < n && partition != fine; g++)
        if (cell[g] == (int32_t)g)
            add_cell(&d, g, cell, parts, &at);
    bool go_on = deal(&d, 0, d.hands.n ? d.hands.v[0].part : 0, 0);
    free(d.order);
    free(d.slots);
    free(d.perm);
    free(d.unwound);
    free(d.hands.v);
    free(d.parts.v);
    return go_on;
}
