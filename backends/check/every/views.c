/* Invariants from pairs of processes: in which local states two processes can be at once, control by control.
 * What is not such a pair is a clause; by construction every rule keeps them together. Conditions that do
 * not speak of at most two processes are taken to be true: that only adds pairs. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 1 << 26 };

/* Of one control. */
typedef struct {
    uint8_t *one; /* per counter: somebody may be there */
    uint8_t *two; /* per pair of counters: somebody here and somebody else there */
    bool live, dirty;
} view;

typedef struct {
    gt_every *p;
    uint32_t n;        /* counters */
    uint32_t *columns; /* of them */
    GT_VEC(view) views;
    /* of the rule at hand */
    int64_t *need; /* per counter: who is there for certain */
    uint8_t *may;  /* per counter: anybody else */
    uint8_t *two;  /* pairs, under the guard */
    int64_t *base; /* per counter: who is there afterwards for certain */
    uint32_t *to;  /* per counter: where one from there goes, as a list that ends with n; n + 1 each */
} viewing;

static bool is_pair(const viewing *w, const uint8_t *two, uint32_t a, uint32_t b)
{
    return two[(size_t)a * w->n + b] != 0;
}

static void make_room(viewing *w)
{
    while (w->views.n < w->p->controls.n) {
        view v = {.one = gt_xcalloc(w->n + 1, 1), .two = gt_xcalloc((size_t)w->n * w->n + 1, 1)};
        gt_vec_push(&w->views, v);
    }
}

/* ---- what a row says ---- */

/* A sum of counters that is at most 0 or 1; -1: something else. */
static int64_t cap_of(const viewing *w, const gt_row *r)
{
    for (uint32_t i = 0; i < w->p->ncolumns; i++)
        if (r->a[i] > 0 || r->a[i] < -1 || (r->a[i] && w->p->columns[i].kind != GT_COLUMN_COUNTER))
            return -1;
    return r->k > 1 ? -1 : r->k;
}

/* A single counter that is at least something; n: something else. */
static uint32_t needed_by(const viewing *w, const gt_row *r)
{
    uint32_t found = w->n;
    for (uint32_t i = 0; i < w->p->ncolumns; i++)
        if (r->a[i] && (r->a[i] != 1 || w->p->columns[i].kind != GT_COLUMN_COUNTER))
            return w->n;
    for (uint32_t c = 0; c < w->n; c++)
        if (r->a[w->columns[c]]) {
            if (found < w->n)
                return w->n;
            found = c;
        }
    return found;
}

/* Takes away what the caps of these rows exclude. */
static void cap(const viewing *w, gt_row_set rows, uint8_t *one, uint8_t *two)
{
    for (uint32_t i = 0; i < rows.n; i++) {
        int64_t most = cap_of(w, rows.rows[i]);
        if (most < 0)
            continue;
        for (uint32_t a = 0; a < w->n; a++) {
            if (!rows.rows[i]->a[w->columns[a]])
                continue;
            one[a] = one[a] && most > 0;
            for (uint32_t b = 0; b < w->n; b++)
                if (most == 0 || rows.rows[i]->a[w->columns[b]])
                    two[(size_t)a * w->n + b] = two[(size_t)b * w->n + a] = 0;
        }
    }
}

/* ---- a step ---- */

/* Who is there for certain, and who else may be; false: the rule cannot fire. */
static bool begin_step(viewing *w, const view *v, gt_row_set guard)
{
    memcpy(w->may, v->one, w->n);
    memcpy(w->two, v->two, (size_t)w->n * w->n);
    memset(w->need, 0, w->n * sizeof *w->need);
    cap(w, guard, w->may, w->two);
    for (uint32_t i = 0; i < guard.n; i++) {
        uint32_t c = needed_by(w, guard.rows[i]);
        if (c < w->n && -guard.rows[i]->k > w->need[c])
            w->need[c] = -guard.rows[i]->k;
    }
    for (uint32_t a = 0; a < w->n; a++) {
        if (!w->need[a])
            continue;
        if (!w->may[a] || (w->need[a] > 1 && !is_pair(w, w->two, a, a)))
            return false;
        for (uint32_t b = 0; b < w->n; b++)
            if (b != a && w->need[b] && !is_pair(w, w->two, a, b))
                return false;
    }
    for (uint32_t a = 0; a < w->n; a++) /* beside all who are needed */
        for (uint32_t b = 0; w->need[a] && b < w->n; b++)
            w->may[b] = w->may[b] && is_pair(w, w->two, a, b);
    return true;
}

/* Where they are afterwards; false: not a movement of processes. */
static bool move(viewing *w, const gt_row *const *post)
{
    gt_every *p = w->p;
    for (uint32_t b = 0; b < w->n; b++)
        w->to[(size_t)b * (w->n + 1)] = w->n;
    for (uint32_t a = 0; a < w->n; a++) {
        const gt_row *r = post[w->columns[a]];
        w->base[a] = r->k;
        for (uint32_t i = 0; i < p->ncolumns; i++)
            if (r->a[i] && (p->columns[i].kind != GT_COLUMN_COUNTER || r->a[i] != 1))
                return false;
        for (uint32_t b = 0; b < w->n; b++) {
            uint32_t *to = w->to + (size_t)b * (w->n + 1);
            if (!r->a[w->columns[b]])
                continue;
            w->base[a] += w->need[b];
            while (*to < w->n)
                to++;
            to[0] = a;
            to[1] = w->n;
        }
    }
    return true;
}

static void add_one(view *v, uint32_t a)
{
    v->dirty = v->dirty || !v->one[a];
    v->one[a] = 1;
}

static void add_two(const viewing *w, view *v, uint32_t a, uint32_t b)
{
    uint8_t *x = v->two + (size_t)a * w->n + b;
    v->dirty = v->dirty || !*x;
    *x = v->two[(size_t)b * w->n + a] = 1;
}

/* From b and from c, two processes: wherever they go. */
static void add_images(const viewing *w, view *v, uint32_t b, uint32_t c)
{
    for (const uint32_t *x = w->to + (size_t)b * (w->n + 1); *x < w->n; x++)
        for (const uint32_t *y = w->to + (size_t)c * (w->n + 1); *y < w->n; y++)
            add_two(w, v, *x, *y);
}

static void end_step(const viewing *w, view *v)
{
    v->dirty = v->dirty || !v->live;
    v->live = true;
    for (uint32_t a = 0; a < w->n; a++) {
        if (w->base[a] <= 0)
            continue;
        add_one(v, a);
        for (uint32_t b = 0; b < w->n; b++)
            if (b == a ? w->base[a] > 1 : w->base[b] > 0)
                add_two(w, v, a, b);
        for (uint32_t b = 0; b < w->n; b++)
            for (const uint32_t *x = w->to + (size_t)b * (w->n + 1); w->may[b] && *x < w->n; x++)
                add_two(w, v, a, *x);
    }
    for (uint32_t b = 0; b < w->n; b++) {
        const uint32_t *to = w->to + (size_t)b * (w->n + 1);
        if (!w->may[b])
            continue;
        for (const uint32_t *x = to; *x < w->n; x++) {
            add_one(v, *x);
            for (const uint32_t *y = x + 1; *y < w->n; y++) /* one becomes several */
                add_two(w, v, *x, *y);
        }
        for (uint32_t c = b; c < w->n; c++)
            if (w->may[c] && is_pair(w, w->two, b, c))
                add_images(w, v, b, c);
    }
}

static bool steps_from(viewing *w, uint32_t q)
{
    gt_every *p = w->p;
    if (!gt_every_open(p, q))
        return false;
    make_room(w);
    for (uint32_t k = 0; k < p->controls.v[q].nrules; k++) {
        const gt_every_rule *r = &p->controls.v[q].rules[k];
        if (!begin_step(w, &w->views.v[q], r->guard))
            continue;
        if (!move(w, r->post))
            return false;
        end_step(w, &w->views.v[r->target]);
    }
    return (uint64_t)p->controls.n * w->n * w->n <= MOST_CELLS;
}

static void start(viewing *w, const gt_every_init *init)
{
    uint8_t *one = gt_xmalloc(w->n + 1, 1), *two = gt_xmalloc((size_t)w->n * w->n + 1, 1);
    view *v = &w->views.v[init->control];
    memset(one, 1, w->n);
    memset(two, 1, (size_t)w->n * w->n);
    cap(w, init->where, one, two);
    for (uint32_t a = 0; a < w->n; a++) {
        v->one[a] |= one[a];
        for (uint32_t b = 0; b < w->n; b++)
            v->two[(size_t)a * w->n + b] |= two[(size_t)a * w->n + b];
    }
    v->live = v->dirty = true;
    free(one);
    free(two);
}

/* ---- clauses ---- */

static void add_clause(const viewing *w, gt_clauses *to, int64_t k, const int64_t *a, int64_t k2,
                       const int64_t *b)
{
    const gt_row *rows[] = {gt_row_make(w->p, k, a), b ? gt_row_make(w->p, k2, b) : NULL};
    uint32_t n = b ? 2 : 1;
    gt_vec_push(to, ((gt_row_set){n, gt_arena_copy(w->p->ctx->arena, rows, n, sizeof *rows)}));
}

/* Nobody is in any of the others; somebody here means nobody there. */
static void clauses_of(const viewing *w, const view *v, gt_clauses *to)
{
    size_t bytes = ((size_t)w->p->ncolumns + 1) * sizeof(int64_t);
    int64_t *x = gt_xmalloc(bytes, 1), *y = gt_xmalloc(bytes, 1);
    bool any = false;
    memset(x, 0, bytes);
    for (uint32_t a = 0; a < w->n; a++)
        if (!v->one[a]) {
            x[w->columns[a]] = -1;
            any = true;
        }
    if (any)
        add_clause(w, to, 0, x, 0, NULL);
    for (uint32_t a = 0; a < w->n; a++) {
        memset(x, 0, bytes);
        memset(y, 0, bytes);
        any = false;
        x[w->columns[a]] = -1;
        for (uint32_t b = 0; b < w->n; b++)
            if (b != a && v->one[b] && !is_pair(w, v->two, a, b)) {
                y[w->columns[b]] = -1;
                any = true;
            }
        if (v->one[a] && !is_pair(w, v->two, a, a))
            add_clause(w, to, 1, x, 0, NULL);
        if (v->one[a] && any)
            add_clause(w, to, 0, x, 0, y);
    }
    free(x);
    free(y);
}

static void take_clauses(const viewing *w, gt_invs *out)
{
    for (size_t q = 0; q < w->views.n; q++) {
        gt_inv inv = {.dead = !w->views.v[q].live};
        if (inv.dead)
            gt_vec_push(&inv.clauses, ((gt_row_set){0}));
        else
            clauses_of(w, &w->views.v[q], &inv.clauses);
        gt_vec_push(out, inv);
    }
}

static void begin_all(viewing *w)
{
    gt_every *p = w->p;
    w->columns = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *w->columns);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (p->columns[i].kind == GT_COLUMN_COUNTER)
            w->columns[w->n++] = i;
    w->need = gt_xcalloc(w->n + 1, sizeof *w->need);
    w->base = gt_xcalloc(w->n + 1, sizeof *w->base);
    w->may = gt_xcalloc(w->n + 1, 1);
    w->two = gt_xcalloc((size_t)w->n * w->n + 1, 1);
    w->to = gt_xcalloc(((size_t)w->n + 1) * (w->n + 1), sizeof *w->to);
    make_room(w);
    for (uint32_t i = 0; i < p->ninits; i++)
        start(w, &p->inits[i]);
}

static void end_all(viewing *w)
{
    for (size_t q = 0; q < w->views.n; q++) {
        free(w->views.v[q].one);
        free(w->views.v[q].two);
    }
    free(w->views.v);
    free(w->columns);
    free(w->need);
    free(w->base);
    free(w->may);
    free(w->two);
    free(w->to);
}

bool gt_every_views(gt_every *p, const gt_limits *limits, gt_invs *out, gt_stop *stop)
{
    viewing w = {.p = p};
    bool fine = true;
    *stop = GT_STOP_NONE;
    begin_all(&w);
    for (bool any = true; any && fine;) {
        any = false;
        for (uint32_t q = 0; q < w.views.n && fine; q++) {
            if (!w.views.v[q].dirty)
                continue;
            any = true;
            w.views.v[q].dirty = false;
            fine = steps_from(&w, q);
            *stop = gt_limits_met(limits, gt_arena_held(p->ctx->arena));
            fine = fine && *stop == GT_STOP_NONE;
        }
    }
    if (fine)
        take_clauses(&w, out);
    end_all(&w);
    return fine;
}
