/* The reachable states of one instance of a parametric counter program, one by one. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_every *p;
    gt_rows seen; /* control, then the columns */
    int32_t *row;
    int64_t *x;
    size_t most;
    bool overfull;
} walk;

static void visit(walk *w, uint32_t control, const int64_t *x)
{
    w->row[0] = (int32_t)control;
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        if (x[i] < 0 || x[i] > INT32_MAX) {
            gt_every_refuse(w->p, (gt_pos){0}, "a number that becomes negative");
            return;
        }
        w->row[i + 1] = (int32_t)x[i];
    }
    gt_rows_add(&w->seen, w->row, NULL);
    w->overfull = w->overfull || w->seen.table.n > w->most;
}

/* ---- initial states ---- */

/* The largest value column `at` can have when those before it are known and the others at most `most`. */
static int64_t upper(const walk *w, gt_row_set where, uint32_t at, int64_t most)
{
    int64_t best = most;
    for (uint32_t i = 0; i < where.n; i++) {
        const gt_row *r = where.rows[i];
        int64_t left = r->k;
        for (uint32_t k = 0; k < w->p->ncolumns; k++)
            left += k < at ? r->a[k] * w->x[k] : k > at && r->a[k] > 0 ? r->a[k] * most : 0;
        if (r->a[at] < 0 && left / -r->a[at] < best)
            best = left < 0 ? -1 : left / -r->a[at];
        if (r->a[at] == 0 && left < 0)
            return -1;
    }
    return best;
}

/* Columns from number `at` on; sizes are known. */
static void start(walk *w, const gt_every_init *init, uint32_t at, int64_t most)
{
    gt_every *p = w->p;
    if (w->overfull || p->refused)
        return;
    if (at == p->ncolumns) {
        for (uint32_t i = 0; i < init->where.n; i++)
            if (gt_row_value(p, init->where.rows[i], w->x) < 0)
                return;
        visit(w, init->control, w->x);
        return;
    }
    if (p->columns[at].kind == GT_COLUMN_SIZE) {
        start(w, init, at + 1, most);
        return;
    }
    int64_t last = upper(w, init->where, at, most);
    for (int64_t v = 0; v <= last; v++) {
        w->x[at] = v;
        start(w, init, at + 1, most);
    }
    w->x[at] = 0;
}

/* ---- steps ---- */

static void step(walk *w, uint32_t state)
{
    gt_every *p = w->p;
    uint32_t control = (uint32_t)gt_rows_at(&w->seen, state)[0];
    for (uint32_t i = 0; i < p->ncolumns; i++)
        w->x[i] = gt_rows_at(&w->seen, state)[i + 1];
    if (!gt_every_open(p, control))
        return;
    int64_t *next = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *next);
    for (uint32_t k = 0; k < p->controls.v[control].nrules; k++) {
        const gt_every_rule *r = &p->controls.v[control].rules[k];
        bool fires = true;
        for (uint32_t i = 0; i < r->guard.n && fires; i++)
            fires = gt_row_value(p, r->guard.rows[i], w->x) >= 0;
        if (!fires)
            continue;
        for (uint32_t i = 0; i < p->ncolumns; i++)
            next[i] = gt_row_value(p, r->post[i], w->x);
        visit(w, r->target, next);
    }
    free(next);
}

bool gt_every_reach(gt_every *p, const int64_t *sizes, size_t most, gt_every_states *out)
{
    walk w = {.p = p, .most = most};
    int64_t sum = 0;
    w.seen.width = (size_t)p->ncolumns + 1;
    w.row = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *w.row);
    w.x = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *w.x);
    for (uint32_t i = 0, s = 0; i < p->ncolumns; i++)
        if (p->columns[i].kind == GT_COLUMN_SIZE)
            sum += sizes[s++];
    for (uint32_t k = 0; k < p->ninits; k++) {
        for (uint32_t i = 0, s = 0; i < p->ncolumns; i++)
            w.x[i] = p->columns[i].kind == GT_COLUMN_SIZE ? sizes[s++] : 0;
        start(&w, &p->inits[k], 0, 4 * sum + 16);
    }
    for (uint32_t s = 0; s < w.seen.table.n && !w.overfull && !p->refused; s++)
        step(&w, s);
    for (uint32_t s = 0; s < w.seen.table.n; s++) {
        const int32_t *row = gt_rows_at(&w.seen, s);
        int64_t *x = GT_NEW_ARRAY(p->ctx->arena, int64_t, (size_t)p->ncolumns + 1);
        for (uint32_t i = 0; i < p->ncolumns; i++)
            x[i] = row[i + 1];
        gt_vec_push(out, ((gt_every_state){(uint32_t)row[0], x}));
    }
    gt_rows_fini(&w.seen);
    free(w.row);
    free(w.x);
    return !w.overfull && !p->refused;
}
