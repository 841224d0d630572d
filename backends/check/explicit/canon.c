/* Canonical representatives: one state for each orbit under renaming of the processes within their types.
 *
 * Processes are coloured by their local variables and by the id-sensitive shared variables that name them;
 * colours are refined by who points to whom through local id variables until nothing changes. Where processes
 * of one colour remain, each of them is tried first in turn, and the smallest state so found is taken.
 * Processes that swap without a trace need not all be tried, and two orders that give the same state show
 * that the branches they come from are alike. Colours depend on the state up to renaming only, and the
 * smallest state is compared in full, so that the result is exact.
 *
 * That is for sets of processes. Those of rings have their place when it begins: canon_rings.c. */
#include "backends/check/explicit/canon_impl.h"

#include <stdlib.h>

static void add_pointers(gt_arena *arena, const gt_layout *layout, const gt_proc *proc, gt_xkind *k)
{
    const gt_proc_layout *p = &layout->procs[proc->index];
    k->plain = GT_NEW_ARRAY(arena, uint32_t, p->stride + 1);
    k->pointers = GT_NEW_ARRAY(arena, gt_xpointer, p->stride + 1);
    for (uint32_t v = 0; v < proc->nvars; v++) {
        for (uint32_t e = 0; e < proc->vars[v]->len; e++) {
            uint32_t at = p->offset[v] + e;
            if (proc->vars[v]->type.kind == GT_TYPE_ID)
                k->pointers[k->npointers++] = (gt_xpointer){at, proc->vars[v]->type.proc->index};
            else
                k->plain[k->nplain++] = at;
        }
    }
}

gt_xcanon *gt_xcanon_new(const gt_layout *layout, const bool *mirrored)
{
    gt_arena *arena = gt_arena_new();
    gt_xcanon *c = GT_NEW(arena, gt_xcanon);
    const gt_sym *sym = layout->sym;
    c->arena = arena;
    c->width = layout->width;
    c->nkinds = sym->nprocs;
    c->kinds = GT_NEW_ARRAY(arena, gt_xkind, c->nkinds);
    for (uint32_t t = 0; t < c->nkinds; t++) {
        const gt_proc_layout *p = &layout->procs[t];
        c->kinds[t] = (gt_xkind){.first = c->n,
                                 .n = (uint32_t)sym->procs[t]->n,
                                 .base = p->base,
                                 .stride = p->stride,
                                 .symmetry = sym->procs[t]->symmetry};
        c->sets = c->sets || (c->kinds[t].symmetry == GT_SYMMETRY_FULL && c->kinds[t].n > 1);
        add_pointers(arena, layout, sym->procs[t], &c->kinds[t]);
        c->n += c->kinds[t].n;
    }
    c->kind_of = GT_NEW_ARRAY(arena, uint32_t, c->n);
    for (uint32_t t = 0; t < c->nkinds; t++)
        for (uint32_t p = 0; p < c->kinds[t].n; p++)
            c->kind_of[c->kinds[t].first + p] = t;
    c->shared = GT_NEW_ARRAY(arena, gt_xpointer, layout->width);
    for (uint32_t i = 0; i < sym->nshared; i++)
        for (uint32_t e = 0; e < sym->shared[i]->len && sym->shared[i]->type.kind == GT_TYPE_ID; e++)
            c->shared[c->nshared++] = (gt_xpointer){layout->shared[i] + e, sym->shared[i]->type.proc->index};
    c->number = GT_NEW_ARRAY(arena, uint32_t, c->n);
    c->key = GT_NEW_ARRAY(arena, uint64_t, c->n);
    c->sorted = GT_NEW_ARRAY(arena, gt_xsortable, c->n);
    c->colors = GT_NEW_ARRAY(arena, uint32_t *, c->n + 2);
    c->linked = GT_NEW_ARRAY(arena, bool, c->n);
    c->leaf = GT_NEW_ARRAY(arena, int32_t, c->width);
    c->best = GT_NEW_ARRAY(arena, int32_t, c->width);
    c->path = GT_NEW_ARRAY(arena, uint32_t, c->n + 2);
    c->best_path = GT_NEW_ARRAY(arena, uint32_t, c->n + 2);
    c->rings = gt_xrings_new(c, mirrored);
    return c;
}

void gt_xcanon_free(gt_xcanon *c)
{
    if (c)
        gt_arena_free(c->arena);
}

/* ---- colours ---- */

/* Order of two processes by what is not a local id; 0: they agree in it. */
static int compare_plain(const gt_xcanon *c, uint32_t a, uint32_t b)
{
    uint32_t t = c->kind_of[a], u = c->kind_of[b];
    if (t != u)
        return t < u ? -1 : 1;
    if (c->kinds[t].symmetry != GT_SYMMETRY_FULL) /* has its place already */
        return a < b ? -1 : a > b;
    const int32_t *x = gt_xcanon_locals(c, a), *y = gt_xcanon_locals(c, b);
    for (uint32_t i = 0; i < c->kinds[t].nplain; i++) {
        uint32_t at = c->kinds[t].plain[i];
        if (x[at] != y[at])
            return x[at] < y[at] ? -1 : 1;
    }
    for (uint32_t i = 0; i < c->nshared; i++) {
        uint32_t named = gt_xcanon_target(c, c->shared[i].type, c->state[c->shared[i].at]);
        if (named == a || named == b)
            return named == a ? -1 : 1;
    }
    return 0;
}

static bool before(const gt_xcanon *c, const gt_xsortable *a, const gt_xsortable *b, bool plain)
{
    if (plain)
        return compare_plain(c, a->process, b->process) < 0;
    return a->color != b->color ? a->color < b->color : a->key < b->key;
}

/* Colours: how many processes come earlier. Sorts c->sorted and numbers `colors`; returns how many colours.
 */
static uint32_t color(gt_xcanon *c, uint32_t *colors, bool plain)
{
    gt_xsortable *s = c->sorted;
    for (uint32_t i = 1; i < c->n; i++) {
        gt_xsortable x = s[i];
        uint32_t at = i;
        for (; at > 0 && before(c, &x, &s[at - 1], plain); at--)
            s[at] = s[at - 1];
        s[at] = x;
    }
    uint32_t count = 0, start = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (i == 0 || before(c, &s[i - 1], &s[i], plain)) {
            start = i;
            count++;
        }
        colors[s[i].process] = start;
    }
    return count;
}

static void first_colors(gt_xcanon *c, uint32_t *colors)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->sorted[i] = (gt_xsortable){0, 0, i};
    color(c, colors, true);
}

/* What a process sees through pointers, in colours. */
static void look(gt_xcanon *c, const uint32_t *colors)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->key[i] = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        const gt_xkind *k = &c->kinds[c->kind_of[i]];
        const int32_t *locals = gt_xcanon_locals(c, i);
        uint64_t out = 0;
        for (uint32_t p = 0; p < k->npointers; p++) {
            uint32_t j = gt_xcanon_target(c, k->pointers[p].type, locals[k->pointers[p].at]);
            uint64_t seen = j == UINT32_MAX ? 0 : j == i ? 1 : 2 + (uint64_t)colors[j];
            out = gt_hash_combine(out, seen);
            if (j != UINT32_MAX) {
                c->key[j] +=
                    gt_hash_mix(((uint64_t)c->kind_of[i] << 48) + ((uint64_t)p << 32) + colors[i] + 1);
            }
        }
        c->key[i] += gt_hash_mix(out + 0x51ed2701);
    }
}

static void refine(gt_xcanon *c, uint32_t *colors)
{
    uint32_t count = 0;
    while (c->any_links) {
        look(c, colors);
        for (uint32_t i = 0; i < c->n; i++) {
            c->sorted[i].color = colors[c->sorted[i].process];
            c->sorted[i].key = c->key[c->sorted[i].process];
        }
        uint32_t now = color(c, colors, false);
        if (now == count || now == c->n)
            return;
        count = now;
    }
}

/* ---- the search ---- */

void gt_xcanon_rename(const gt_xcanon *c, int32_t *out)
{
    memcpy(out, c->state, c->width * sizeof *out);
    for (uint32_t i = 0; i < c->nshared; i++) {
        uint32_t j = gt_xcanon_target(c, c->shared[i].type, c->state[c->shared[i].at]);
        out[c->shared[i].at] = j == UINT32_MAX ? 0 : (int32_t)c->number[j];
    }
    for (uint32_t i = 0; i < c->n; i++) {
        const gt_xkind *k = &c->kinds[c->kind_of[i]];
        int32_t *to = out + k->base + (size_t)(c->number[i] - 1) * k->stride;
        const int32_t *from = gt_xcanon_locals(c, i);
        memcpy(to, from, k->stride * sizeof *to);
        for (uint32_t p = 0; p < k->npointers; p++) {
            uint32_t j = gt_xcanon_target(c, k->pointers[p].type, from[k->pointers[p].at]);
            to[k->pointers[p].at] = j == UINT32_MAX ? 0 : (int32_t)c->number[j];
        }
    }
}

int gt_xcanon_compare(const gt_xcanon *c, const int32_t *a, const int32_t *b)
{
    for (size_t i = 0; i < c->width; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Whether the state stays the same when a and b, of one colour, change places. */
static bool swappable(gt_xcanon *c, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->number[i] = i - c->kinds[c->kind_of[i]].first + 1;
    uint32_t number = c->number[a];
    c->number[a] = c->number[b];
    c->number[b] = number;
    gt_xcanon_rename(c, c->leaf);
    return gt_xcanon_compare(c, c->leaf, c->state) == 0;
}

/* All colours differ. Returns the depth to go back to. */
static uint32_t leaf(gt_xcanon *c, const uint32_t *colors, uint32_t depth)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->sorted[colors[i]].process = i;
    uint32_t last = UINT32_MAX, number = 0;
    /* processes of a kind are together in the order of colours: kinds differ in the first colouring */
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t process = c->sorted[i].process;
        number = c->kind_of[process] == last ? number + 1 : 1;
        last = c->kind_of[process];
        c->number[process] = number;
    }
    gt_xcanon_rename(c, c->leaf);
    int order = c->has_best ? gt_xcanon_compare(c, c->leaf, c->best) : -1;
    if (order < 0) {
        memcpy(c->best, c->leaf, c->width * sizeof *c->best);
        memcpy(c->best_path, c->path, depth * sizeof *c->path);
        c->has_best = true;
    } else if (order == 0) {
        uint32_t d = 0;
        while (d < depth && c->path[d] == c->best_path[d])
            d++;
        return d < depth ? d : depth;
    }
    return depth;
}

/* The first colour of more than one process: its members, which begin with `first` in increasing order. */
static uint32_t tied(const gt_xcanon *c, const uint32_t *colors, uint32_t *size)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < c->n; i++) {
        if (colors[i] < best) {
            for (uint32_t j = i + 1; j < c->n; j++) {
                if (colors[j] == colors[i]) {
                    best = colors[i];
                    break;
                }
            }
        }
    }
    *size = 0;
    for (uint32_t i = 0; i < c->n && best != UINT32_MAX; i++)
        *size += colors[i] == best;
    return best;
}

/* Processes without links that are alike: any order will do. */
static void separate_twins(const gt_xcanon *c, uint32_t *colors)
{
    for (uint32_t i = 0; i < c->n; i++) {
        if (!c->linked[i]) {
            uint32_t earlier = 0;
            for (uint32_t j = 0; j < i; j++)
                earlier += !c->linked[j] && compare_plain(c, i, j) == 0;
            colors[i] += earlier;
        }
    }
}

static uint32_t *colors_at(gt_xcanon *c, uint32_t depth)
{
    if (!c->colors[depth])
        c->colors[depth] = GT_NEW_ARRAY(c->arena, uint32_t, c->n);
    return c->colors[depth];
}

/* Returns the depth to go back to: `depth` or less. */
static uint32_t search(gt_xcanon *c, uint32_t depth)
{
    uint32_t *colors = c->colors[depth];
    refine(c, colors);
    uint32_t size, cell = tied(c, colors, &size);
    if (cell == UINT32_MAX)
        return leaf(c, colors, depth);
    for (uint32_t a = 0; a < c->n; a++) {
        bool skip = colors[a] != cell;
        for (uint32_t b = 0; b < a && !skip; b++)
            skip = colors[b] == cell && swappable(c, a, b);
        if (skip)
            continue;
        uint32_t *inner = colors_at(c, depth + 1);
        for (uint32_t i = 0; i < c->n; i++)
            inner[i] = colors[i] + (colors[i] == cell && i != a);
        c->path[depth] = a;
        uint32_t back = search(c, depth + 1);
        if (back < depth)
            return back;
    }
    return depth;
}

static void find_links(gt_xcanon *c)
{
    memset(c->linked, 0, c->n * sizeof *c->linked);
    c->any_links = false;
    for (uint32_t i = 0; i < c->n; i++) {
        const gt_xkind *k = &c->kinds[c->kind_of[i]];
        for (uint32_t p = 0; p < k->npointers; p++) {
            uint32_t j = gt_xcanon_target(c, k->pointers[p].type, gt_xcanon_locals(c, i)[k->pointers[p].at]);
            if (j != UINT32_MAX)
                c->linked[i] = c->linked[j] = c->any_links = true;
        }
    }
}

void gt_xcanon_sets(gt_xcanon *c, int32_t *state)
{
    c->state = state;
    c->has_best = false;
    uint32_t *colors = colors_at(c, 0);
    find_links(c);
    first_colors(c, colors);
    separate_twins(c, colors);
    search(c, 0);
    memcpy(state, c->best, c->width * sizeof *state);
}

void gt_xcanon_apply(gt_xcanon *c, int32_t *state)
{
    if (c->rings)
        gt_xrings_apply(c, state);
    else
        gt_xcanon_sets(c, state);
}
