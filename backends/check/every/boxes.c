/* Invariants from vectors: of each control, which of 0, 1, ..., and "that many or more" every number can be,
 * found forwards from the start. What is known besides cuts them down. Bounds alone decide what a guard
 * excludes: that only adds vectors. A clause is made when a state is to be excluded: around it, and around as
 * much else as no vector has. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 20000, MOST_ROUNDS = 16 };
static const int64_t unbounded = INT64_MAX / 4;
static const uint64_t most_work = 400000000; /* coefficients that are looked at */

typedef GT_VEC(uint32_t) numbers;

struct gt_boxes {
    gt_every *p;
    const gt_invs *known;
    const gt_limits *limits;
    int32_t most; /* stands for itself and more */
    uint32_t n;   /* cells: columns that are no sizes */
    uint32_t *cells;
    gt_rows seen; /* control, then a value for each cell */
    int32_t *row;
    int64_t *lo, *hi;   /* per column */
    GT_VEC(numbers) of; /* per control */
    uint64_t work;
    gt_stop stop;
    bool full;
};

static bool is_known_dead(const gt_boxes *b, uint32_t q)
{
    return b->known->n && (q >= b->known->n || b->known->v[q].dead);
}

/* ---- bounds ---- */

static int64_t product(int64_t a, int64_t x)
{
    return a == 0 ? 0 : x >= unbounded ? unbounded : a * x;
}

/* The largest value of the row but for column `but`; at least `unbounded`: there is none. */
static int64_t largest(gt_boxes *b, const gt_row *r, uint32_t but)
{
    int64_t sum = r->k;
    b->work += b->p->ncolumns;
    for (uint32_t i = 0; i < b->p->ncolumns; i++) {
        if (i == but || !r->a[i])
            continue;
        int64_t part = r->a[i] > 0 ? product(r->a[i], b->hi[i]) : r->a[i] * b->lo[i];
        if (part >= unbounded)
            return unbounded;
        sum += part;
    }
    return sum;
}

/* r >= 0 makes some bound narrower. */
static bool narrow_by(gt_boxes *b, const gt_row *r)
{
    bool any = false;
    for (uint32_t i = 0; i < b->p->ncolumns; i++) {
        int64_t a = r->a[i], rest = a ? largest(b, r, i) : 0;
        if (!a || rest >= unbounded)
            continue;
        if (a > 0 && rest < 0 && -(rest / a) + (rest % a != 0) > b->lo[i]) {
            b->lo[i] = -(rest / a) + (rest % a != 0);
            any = true;
        } else if (a < 0 && (rest < 0 ? -1 : rest / -a) < b->hi[i]) {
            b->hi[i] = rest < 0 ? -1 : rest / -a;
            any = true;
        }
    }
    return any;
}

/* False: none of its rows can hold. */
static bool narrow_by_clause(gt_boxes *b, gt_row_set clause, bool *any)
{
    const gt_row *only = NULL;
    uint32_t open = 0;
    for (uint32_t i = 0; i < clause.n; i++)
        if (largest(b, clause.rows[i], UINT32_MAX) >= 0) {
            only = clause.rows[i];
            open++;
        }
    if (open == 1)
        *any = narrow_by(b, only) || *any;
    return open > 0;
}

/* What sizes are, these rows and what is known of the control; false: nothing is left. */
static bool narrow(gt_boxes *b, uint32_t control, gt_row_set rows)
{
    gt_row_set sets[] = {b->p->assumed, rows};
    bool known = control < b->known->n;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        bool any = false;
        for (int s = 0; s < 2; s++)
            for (uint32_t i = 0; i < sets[s].n; i++) {
                if (largest(b, sets[s].rows[i], UINT32_MAX) < 0)
                    return false;
                any = narrow_by(b, sets[s].rows[i]) || any;
            }
        for (size_t i = 0; known && i < b->known->v[control].clauses.n; i++)
            if (!narrow_by_clause(b, b->known->v[control].clauses.v[i], &any))
                return false;
        for (uint32_t i = 0; i < b->p->ncolumns; i++)
            if (b->lo[i] > b->hi[i])
                return false;
        if (!any)
            break;
    }
    return true;
}

static void set_bounds(gt_boxes *b, uint32_t cell, int32_t value)
{
    b->lo[b->cells[cell]] = value;
    b->hi[b->cells[cell]] = value < b->most ? value : unbounded;
}

static void all_bounds(gt_boxes *b)
{
    for (uint32_t i = 0; i < b->p->ncolumns; i++) {
        b->lo[i] = 0;
        b->hi[i] = unbounded;
    }
}

static void bounds_of(gt_boxes *b, const int32_t *vector)
{
    all_bounds(b);
    for (uint32_t c = 0; c < b->n; c++)
        set_bounds(b, c, vector[c]);
}

/* ---- vectors ---- */

static int32_t capped(const gt_boxes *b, int64_t x)
{
    return x < b->most ? (int32_t)x : b->most;
}

/* b->row is a vector of that control, if what is known allows it. */
static void visit(gt_boxes *b, uint32_t control)
{
    bool fresh;
    b->row[0] = (int32_t)control;
    if (is_known_dead(b, control) || gt_rows_find(&b->seen, b->row) != GT_ABSENT)
        return;
    bounds_of(b, b->row + 1);
    if (!narrow(b, control, (gt_row_set){0}))
        return;
    uint32_t number = gt_rows_add(&b->seen, b->row, &fresh);
    while (b->of.n <= control)
        gt_vec_push(&b->of, (numbers){0});
    gt_vec_push(&b->of.v[control], number);
    b->full = b->full || b->seen.table.n > MOST_BOXES || b->work > most_work;
}

/* Every vector between these bounds of cells. */
static void visit_all(gt_boxes *b, uint32_t control, uint32_t cell, const int32_t *from, const int32_t *to)
{
    if (b->full)
        return;
    if (cell == b->n) {
        visit(b, control);
        return;
    }
    for (int32_t v = from[cell]; v <= to[cell]; v++) {
        b->row[cell + 1] = v;
        visit_all(b, control, cell + 1, from, to);
    }
}

/* The values after a step of what the bounds allow. */
static void step(gt_boxes *b, const int32_t *vector, const gt_every_rule *r, int32_t *from, int32_t *to)
{
    gt_every *p = b->p;
    uint64_t count = 1;
    for (uint32_t c = 0; c < b->n; c++) {
        const gt_row *post = r->post[b->cells[c]];
        from[c] = to[c] = vector[c];
        if (post == gt_row_column(p, b->cells[c]))
            continue;
        int64_t high = largest(b, post, UINT32_MAX), low = post->k;
        for (uint32_t i = 0; i < p->ncolumns; i++)
            if (post->a[i] > 0)
                low += post->a[i] * b->lo[i];
            else if (post->a[i] < 0)
                low = b->hi[i] >= unbounded ? -unbounded : low + post->a[i] * b->hi[i];
        from[c] = capped(b, low < 0 ? 0 : low);
        to[c] = capped(b, high);
        count *= to[c] >= from[c] ? (uint64_t)(to[c] - from[c] + 1) : 0;
        b->full = b->full || count > MOST_BOXES;
    }
    visit_all(b, r->target, 0, from, to);
}

static bool steps_from(gt_boxes *b, uint32_t number, int32_t *vector, int32_t *from, int32_t *to)
{
    uint32_t q = (uint32_t)gt_rows_at(&b->seen, number)[0];
    memcpy(vector, gt_rows_at(&b->seen, number) + 1, b->n * sizeof *vector);
    if (!gt_every_open(b->p, q))
        return false;
    for (uint32_t k = 0; k < b->p->controls.v[q].nrules && !b->full; k++) {
        const gt_every_rule *r = &b->p->controls.v[q].rules[k];
        bounds_of(b, vector);
        if (narrow(b, q, r->guard))
            step(b, vector, r, from, to);
        b->full = b->full || b->work > most_work;
    }
    return !b->full;
}

/* The vectors of an initial state, cell by cell: those before number `cell` are in the row. */
static void start(gt_boxes *b, const gt_every_init *init, uint32_t cell)
{
    if (b->full)
        return;
    if (cell == b->n) {
        visit(b, init->control);
        return;
    }
    for (int32_t v = 0; v <= b->most; v++) {
        all_bounds(b);
        b->row[cell + 1] = v;
        for (uint32_t c = 0; c <= cell; c++)
            set_bounds(b, c, b->row[c + 1]);
        if (narrow(b, init->control, init->where))
            start(b, init, cell + 1);
        b->full = b->full || b->work > most_work;
    }
}

/* ---- clauses ---- */

/* Whether some vector of the control lies between these. */
static bool any_between(const gt_boxes *b, uint32_t control, const int32_t *from, const int32_t *to)
{
    for (size_t i = 0; control < b->of.n && i < b->of.v[control].n; i++) {
        const int32_t *v = gt_rows_at(&b->seen, b->of.v[control].v[i]) + 1;
        bool inside = true;
        for (uint32_t c = 0; c < b->n && inside; c++)
            inside = v[c] >= from[c] && v[c] <= to[c];
        if (inside)
            return true;
    }
    return false;
}

/* As large as it can be without a vector in it. */
static void widen(const gt_boxes *b, uint32_t control, int32_t *from, int32_t *to)
{
    for (uint32_t c = 0; c < b->n; c++) {
        int32_t low = from[c], high = to[c];
        from[c] = 0;
        to[c] = b->most;
        if (!any_between(b, control, from, to))
            continue;
        from[c] = low; /* "at least", else "at most" */
        if (!any_between(b, control, from, to))
            continue;
        from[c] = 0;
        to[c] = high;
        if (any_between(b, control, from, to))
            from[c] = low;
    }
}

gt_row_set gt_boxes_exclude(void *arg, uint32_t control, const int64_t *x)
{
    gt_boxes *b = arg;
    gt_every *p = b->p;
    int32_t *from = gt_xcalloc((size_t)b->n + 1, sizeof *from),
            *to = gt_xcalloc((size_t)b->n + 1, sizeof *to);
    const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, 2 * (size_t)b->n + 1);
    gt_row_set clause = {0};
    for (uint32_t c = 0; c < b->n; c++)
        from[c] = to[c] = capped(b, x[b->cells[c]]);
    if (!any_between(b, control, from, to)) {
        widen(b, control, from, to);
        clause.rows = rows;
        for (uint32_t c = 0; c < b->n; c++) {
            const gt_row *column = gt_row_column(p, b->cells[c]);
            if (from[c] > 0)
                rows[clause.n++] = gt_row_not(p, gt_row_shift(p, column, -from[c]));
            if (to[c] < b->most)
                rows[clause.n++] = gt_row_shift(p, column, -to[c] - 1);
        }
    }
    free(from);
    free(to);
    return clause;
}

/* ---- all of it ---- */

static bool explore(gt_boxes *b)
{
    size_t bytes = (size_t)b->n + 1;
    int32_t *vector = gt_xcalloc(bytes, sizeof *vector), *from = gt_xcalloc(bytes, sizeof *from),
            *to = gt_xcalloc(bytes, sizeof *to);
    bool fine = true;
    for (uint32_t i = 0; i < b->p->ninits; i++)
        start(b, &b->p->inits[i], 0);
    for (uint32_t number = 0; number < b->seen.table.n && fine && !b->full; number++) {
        fine = steps_from(b, number, vector, from, to);
        b->stop = gt_limits_met(b->limits, gt_arena_held(b->p->ctx->arena));
        fine = fine && b->stop == GT_STOP_NONE;
    }
    free(vector);
    free(from);
    free(to);
    return fine && !b->full;
}

gt_boxes *gt_boxes_new(gt_every *p, int32_t most, const gt_invs *known, const gt_limits *limits, gt_invs *out,
                       gt_stop *stop)
{
    gt_boxes *b = gt_xcalloc(1, sizeof *b);
    *b = (gt_boxes){.p = p, .known = known, .limits = limits, .most = most};
    b->cells = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *b->cells);
    b->lo = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *b->lo);
    b->hi = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *b->hi);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (p->columns[i].kind != GT_COLUMN_SIZE)
            b->cells[b->n++] = i;
    b->seen.width = (size_t)b->n + 1;
    b->row = gt_xcalloc((size_t)b->n + 1, sizeof *b->row);
    bool fine = explore(b);
    *stop = b->stop;
    if (!fine) {
        gt_boxes_free(b);
        return NULL;
    }
    for (uint32_t q = 0; q < p->controls.n; q++) {
        gt_inv inv = {.dead = q >= b->of.n || !b->of.v[q].n};
        if (inv.dead)
            gt_vec_push(&inv.clauses, ((gt_row_set){0}));
        gt_vec_push(out, inv);
    }
    gt_invs_add(out, known);
    return b;
}

void gt_boxes_free(gt_boxes *b)
{
    if (!b)
        return;
    for (size_t q = 0; q < b->of.n; q++)
        free(b->of.v[q].v);
    free(b->of.v);
    free(b->cells);
    free(b->lo);
    free(b->hi);
    free(b->row);
    gt_rows_fini(&b->seen);
    free(b);
}
