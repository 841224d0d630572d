/* Invariants from bad states, backwards: of each control, the least vectors from which, or from more than
 * which, a property may come to fail. Of the predecessors of a vector and all above it the least ones are
 * taken, and then all above them: rules that ask for somebody to be absent so seem to fire where they cannot,
 * which only adds vectors. What lies above none of them is kept by every rule, and safe; if that is so of the
 * start, it is a proof. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VECTORS = 4000, MOST_NODES = 20000, MOST_CONTROLS = 2000 };
static const uint64_t most_work = 400000000; /* coefficients that are looked at */

typedef struct {
    uint32_t control, rule;
} entry;
typedef GT_VEC(entry) entries;
typedef struct {
    uint32_t control;
    bool gone; /* one below it was found */
    int64_t *x;
} vector;

typedef struct {
    gt_every *p;
    const gt_invs *known;
    const gt_limits *limits;
    GT_VEC(entries) into; /* per control: the rules that lead there */
    GT_VEC(vector) found;
    GT_VEC(const gt_row *) rows;
    uint32_t control; /* of the vectors that are looked for */
    uint32_t nodes;
    uint64_t work;
    int64_t *x;
    gt_stop stop;
    bool failed;
} search;

static bool is_dead(const search *s, uint32_t q)
{
    return s->known->n && (q >= s->known->n || s->known->v[q].dead);
}

/* ---- rows ---- */

typedef enum { OTHER, LOWER, UPPER } shape;

/* What a row bounds; one that mentions a size, or goes both ways, is not looked at. */
static shape shape_of(const gt_every *p, const gt_row *r)
{
    bool up = false, down = false;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        if (r->a[i] && p->columns[i].kind == GT_COLUMN_SIZE)
            return OTHER;
        up = up || r->a[i] > 0;
        down = down || r->a[i] < 0;
    }
    return up && down ? OTHER : up ? LOWER : UPPER;
}

static bool excluded_by(const search *s, gt_row_set clause)
{
    for (uint32_t i = 0; i < clause.n; i++)
        if (shape_of(s->p, clause.rows[i]) != UPPER || gt_row_value(s->p, clause.rows[i], s->x) >= 0)
            return false;
    return true;
}

/* Neither s->x nor anything above it can be. */
static bool excluded(const search *s)
{
    for (size_t i = 0; i < s->rows.n; i++)
        if (excluded_by(s, (gt_row_set){1, &s->rows.v[i]}))
            return true;
    for (size_t i = 0; s->control < s->known->n && i < s->known->v[s->control].clauses.n; i++)
        if (excluded_by(s, s->known->v[s->control].clauses.v[i]))
            return true;
    return false;
}

/* ---- vectors ---- */

static bool is_above(const gt_every *p, const int64_t *x, const int64_t *least)
{
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (x[i] < least[i])
            return false;
    return true;
}

/* s->x and all above it, unless it is known. */
static void add(search *s)
{
    for (size_t i = 0; i < s->found.n; i++)
        if (!s->found.v[i].gone && s->found.v[i].control == s->control &&
            is_above(s->p, s->x, s->found.v[i].x))
            return;
    for (size_t i = 0; i < s->found.n; i++)
        if (s->found.v[i].control == s->control && is_above(s->p, s->found.v[i].x, s->x))
            s->found.v[i].gone = true;
    int64_t *x = gt_arena_copy(s->p->ctx->arena, s->x, (size_t)s->p->ncolumns + 1, sizeof *x);
    gt_vec_push(&s->found, ((vector){s->control, false, x}));
    s->failed = s->failed || s->found.n > MOST_VECTORS;
}

/* The least vectors above s->x that satisfy the rows. */
static void least(search *s)
{
    const gt_row *open = NULL;
    if (s->failed || excluded(s))
        return;
    size_t known = s->control < s->known->n ? s->known->v[s->control].clauses.n : 0;
    s->work += (s->rows.n + known + s->found.n) * s->p->ncolumns;
    s->failed = ++s->nodes > MOST_NODES || s->work > most_work;
    for (size_t i = 0; i < s->rows.n && !open; i++)
        if (shape_of(s->p, s->rows.v[i]) == LOWER && gt_row_value(s->p, s->rows.v[i], s->x) < 0)
            open = s->rows.v[i];
    if (!open) {
        add(s);
        return;
    }
    for (uint32_t i = 0; i < s->p->ncolumns; i++)
        if (open->a[i]) {
            s->x[i]++;
            least(s);
            s->x[i]--;
        }
}

static void look(search *s, uint32_t control)
{
    memset(s->x, 0, ((size_t)s->p->ncolumns + 1) * sizeof *s->x);
    s->control = control;
    s->nodes = 0;
    if (!is_dead(s, control))
        least(s);
}

static void bad_states(search *s, uint32_t prop, uint32_t q)
{
    gt_every_bad bad;
    if (!gt_every_bad_states(s->p, prop, q, &bad)) {
        s->failed = true;
        return;
    }
    for (uint32_t i = 0; i < bad.some.n; i++) {
        s->rows.n = 0;
        for (uint32_t k = 0; k < bad.some.conjs[i].n; k++)
            gt_vec_push(&s->rows, bad.some.conjs[i].rows[k]);
        look(s, q);
    }
}

static void before(search *s, vector v, entry e)
{
    gt_every *p = s->p;
    const gt_every_rule *r = &p->controls.v[e.control].rules[e.rule];
    s->rows.n = 0;
    for (uint32_t k = 0; k < r->guard.n; k++)
        gt_vec_push(&s->rows, r->guard.rows[k]);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (v.x[i] > 0)
            gt_vec_push(&s->rows, gt_row_shift(p, r->post[i], -v.x[i]));
    look(s, e.control);
}

/* ---- all of it ---- */

static bool open_all(search *s)
{
    gt_every *p = s->p;
    for (uint32_t q = 0; q < p->controls.n; q++) {
        if (p->controls.n > MOST_CONTROLS || !gt_every_open(p, q))
            return false;
        while (s->into.n < p->controls.n)
            gt_vec_push(&s->into, (entries){0});
        for (uint32_t k = 0; k < p->controls.v[q].nrules; k++)
            gt_vec_push(&s->into.v[p->controls.v[q].rules[k].target], ((entry){q, k}));
    }
    return true;
}

/* The start is not among what was found. */
static bool starts_well(search *s)
{
    gt_every *p = s->p;
    for (size_t i = 0; i < s->found.n; i++)
        for (uint32_t k = 0; k < p->ninits && !s->found.v[i].gone; k++) {
            if (p->inits[k].control != s->found.v[i].control)
                continue;
            s->rows.n = 0;
            for (uint32_t c = 0; c < p->ncolumns; c++)
                if (s->found.v[i].x[c])
                    gt_vec_push(&s->rows, gt_row_shift(p, gt_row_column(p, c), -s->found.v[i].x[c]));
            gt_solver *solver = gt_solver_new(p, p->inits[k].where, 0, NULL);
            gt_sat sat = gt_solver_ask(solver, (gt_row_set){(uint32_t)s->rows.n, s->rows.v}, NULL);
            gt_solver_free(solver);
            if (sat != GT_SAT_NO)
                return false;
        }
    return true;
}

/* A clause for each vector; one that is nowhere above 0 is above every state. */
static void take_clauses(search *s, gt_invs *out)
{
    gt_every *p = s->p;
    for (uint32_t q = 0; q < p->controls.n; q++)
        gt_vec_push(out, (gt_inv){0});
    for (size_t i = 0; i < s->found.n; i++) {
        gt_inv *inv = &out->v[s->found.v[i].control];
        const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)p->ncolumns + 1);
        gt_row_set clause = {0, rows};
        if (s->found.v[i].gone)
            continue;
        for (uint32_t c = 0; c < p->ncolumns; c++)
            if (s->found.v[i].x[c])
                rows[clause.n++] = gt_row_not(p, gt_row_shift(p, gt_row_column(p, c), -s->found.v[i].x[c]));
        inv->dead = clause.n == 0;
        gt_vec_push(&inv->clauses, clause);
    }
    gt_invs_add(out, s->known);
}

bool gt_every_backward(gt_every *p, uint32_t prop, const gt_invs *known, const gt_limits *limits,
                       gt_invs *out, gt_stop *stop)
{
    search s = {.p = p, .known = known, .limits = limits};
    s.x = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *s.x);
    s.failed = !open_all(&s);
    for (uint32_t q = 0; q < p->controls.n && !s.failed; q++)
        bad_states(&s, prop, q);
    for (size_t i = 0; i < s.found.n && !s.failed && s.stop == GT_STOP_NONE; i++) {
        vector v = s.found.v[i];
        for (size_t k = 0; k < s.into.v[v.control].n && !v.gone; k++)
            before(&s, v, s.into.v[v.control].v[k]);
        s.stop = gt_limits_met(limits, gt_arena_held(p->ctx->arena));
    }
    bool fine = !s.failed && s.stop == GT_STOP_NONE && starts_well(&s);
    if (fine)
        take_clauses(&s, out);
    for (size_t q = 0; q < s.into.n; q++)
        free(s.into.v[q].v);
    free(s.into.v);
    free(s.found.v);
    free(s.rows.v);
    free(s.x);
    *stop = s.stop;
    return fine;
}
