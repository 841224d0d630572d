/* Invariants learned from small sizes. Candidates are what is true of all samples of a control; those that
 * are not true at the start or not kept by a rule are dropped until all are (Houdini). Equations are not
 * dropped one by one: a state that violates some of them is joined to their affine hull, whose dimension
 * grows. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

/* PAIRED: so many cells have their pairs looked at where it is not known which pairs of local states occur.
 */
enum { SMALL = 2, MOST_CELLS = 400, PAIRED = 100, MOST_ROWS = 8 };

typedef struct {
    gt_every *p;
    const gt_limits *limits;
    const gt_invs *known;
    gt_stop stop;
    GT_VEC(const gt_row *) cells; /* natural: columns, and sums of columns */
    GT_VEC(const gt_row *) terms; /* others, without their constants */
    gt_invs *invs;
    GT_VEC(struct hull {
        GT_VEC(const gt_row *) rows; /* = 0 */
    }) hulls;
    GT_VEC(bool) dirty; /* its rules are to be looked at */
    bool again;
    size_t nleast;    /* of what holds before a step: */
    int64_t *least;   /* per row without its constant, by number: the least constant it has there */
    gt_row_set guard; /* besides */
} learning;

bool gt_clause_holds(const gt_every *p, gt_row_set clause, const int64_t *x)
{
    for (uint32_t i = 0; i < clause.n; i++)
        if (gt_row_value(p, clause.rows[i], x) >= 0)
            return true;
    return false;
}

void gt_invs_fini(gt_invs *invs)
{
    for (size_t i = 0; i < invs->n; i++)
        free(invs->v[i].clauses.v);
    free(invs->v);
    *invs = (gt_invs){0};
}

void gt_invs_add(gt_invs *to, const gt_invs *from)
{
    for (size_t q = 0; q < to->n && q < from->n; q++) {
        gt_inv *t = &to->v[q];
        const gt_inv *f = &from->v[q];
        if (t->dead)
            continue;
        if (f->dead)
            t->clauses.n = 0;
        for (size_t i = 0; i < f->clauses.n; i++)
            gt_vec_push(&t->clauses, f->clauses.v[i]);
        t->dead = f->dead;
    }
}

static void make_room(learning *l)
{
    while (l->invs->n < l->p->controls.n) {
        gt_inv none = {.dead = true};
        struct hull empty = {0};
        gt_vec_push(&none.clauses, ((gt_row_set){0}));
        gt_vec_push(l->invs, none);
        gt_vec_push(&l->hulls, empty);
        gt_vec_push(&l->dirty, false);
    }
}

/* ---- hulls ---- */

static const gt_row *reduced(gt_every *p, const gt_row *r)
{
    int64_t g = r->k < 0 ? -r->k : r->k;
    for (uint32_t i = 0; i < p->ncolumns; i++)
        for (int64_t x = r->a[i] < 0 ? -r->a[i] : r->a[i]; x;) {
            int64_t rest = g % x;
            g = x;
            x = rest;
        }
    if (g <= 1)
        return r;
    int64_t *a = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *a);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        a[i] = r->a[i] / g;
    r = gt_row_make(p, r->k / g, a);
    free(a);
    return r;
}

/* The smallest hull with that point; true if it has grown. */
static bool join(gt_every *p, struct hull *h, const int64_t *x)
{
    size_t pivot = h->rows.n;
    int64_t least = 0;
    for (size_t i = 0; i < h->rows.n; i++) {
        int64_t v = gt_row_value(p, h->rows.v[i], x);
        v = v < 0 ? -v : v;
        if (v && (pivot == h->rows.n || v < least)) {
            pivot = i;
            least = v;
        }
    }
    if (pivot == h->rows.n)
        return false;
    const gt_row *out = h->rows.v[pivot];
    int64_t at = gt_row_value(p, out, x);
    size_t n = 0;
    for (size_t i = 0; i < h->rows.n; i++) {
        int64_t v = gt_row_value(p, h->rows.v[i], x);
        if (i != pivot)
            h->rows.v[n++] = v ? reduced(p, gt_row_combine(p, at, h->rows.v[i], -v, out)) : h->rows.v[i];
    }
    h->rows.n = n;
    return true;
}

/* ---- what candidates are made of ---- */

static bool has_row(const gt_row *const *rows, size_t n, const gt_row *r)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i] == r)
            return true;
    return false;
}

/* A row of a guard or of a property: a sum of numbers that are natural is a cell, other terms are kept as
 * they are. */
static void note_row(learning *l, const gt_row *r)
{
    gt_every *p = l->p;
    uint32_t up = 0, down = 0, sizes = 0;
    bool ones = true;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        up += r->a[i] > 0;
        down += r->a[i] < 0;
        sizes += r->a[i] != 0 && p->columns[i].kind == GT_COLUMN_SIZE;
        ones = ones && r->a[i] >= -1 && r->a[i] <= 1;
    }
    const gt_row *plain = gt_row_shift(p, r, -r->k);
    if (up + down < 2 || sizes == up + down)
        return;
    if (!sizes && ones && !(up && down)) {
        plain = down ? gt_row_combine(p, -1, plain, 0, plain) : plain;
        if (!has_row(l->cells.v, l->cells.n, plain) && l->cells.n < MOST_CELLS)
            gt_vec_push(&l->cells, plain);
    } else if (!has_row(l->terms.v, l->terms.n, plain)) {
        gt_vec_push(&l->terms, plain);
        gt_vec_push(&l->terms, gt_row_combine(p, -1, plain, 0, plain));
    }
}

static void note_set(learning *l, gt_row_set set)
{
    for (uint32_t i = 0; i < set.n; i++)
        note_row(l, set.rows[i]);
}

/* The columns, and what the guards and properties of the sampled controls speak of. */
static bool find_terms(learning *l, const bool *sampled, size_t ncontrols)
{
    gt_every *p = l->p;
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (p->columns[i].kind != GT_COLUMN_SIZE)
            gt_vec_push(&l->cells, gt_row_column(p, i));
    for (uint32_t q = 0; q < ncontrols; q++) {
        if (!sampled[q])
            continue;
        if (!gt_every_open(p, q))
            return false;
        for (uint32_t k = 0; k < p->controls.v[q].nrules; k++)
            note_set(l, p->controls.v[q].rules[k].guard);
        for (uint32_t prop = 0; prop < p->cmds->nprops; prop++) {
            gt_every_bad bad;
            if (!gt_every_can(p, prop))
                continue;
            if (!gt_every_bad_states(p, prop, q, &bad))
                return false;
            for (uint32_t i = 0; i < bad.some.n; i++)
                note_set(l, bad.some.conjs[i]);
            for (uint32_t i = 0; i < bad.nclauses; i++)
                note_set(l, bad.clauses[i]);
        }
    }
    return !p->refused;
}

/* ---- candidates ---- */

/* NULL: nothing is known of that control. */
static const gt_clauses *known_of(const learning *l, uint32_t q)
{
    return q < l->known->n && !l->known->v[q].dead ? &l->known->v[q].clauses : NULL;
}

/* A row that is known says at least that. */
static bool is_known(const learning *l, uint32_t q, const gt_row *r)
{
    const gt_clauses *known = known_of(l, q);
    for (size_t i = 0; known && i < known->n; i++) {
        const gt_row *k = known->v[i].rows[0];
        bool implies = known->v[i].n == 1 && k->k <= r->k;
        for (uint32_t c = 0; c < l->p->ncolumns && implies; c++)
            implies = k->a[c] <= r->a[c];
        if (implies)
            return true;
    }
    return false;
}

static void add_clause(gt_every *p, gt_clauses *to, const gt_row *a, const gt_row *b)
{
    const gt_row *two[] = {a, b};
    uint32_t n = b ? 2 : 1;
    gt_vec_push(to, ((gt_row_set){n, gt_arena_copy(p->ctx->arena, two, n, sizeof *two)}));
}

/* Of each cell, in which samples it is more than a: bits. */
typedef struct {
    size_t nwords;
    uint64_t *more[2]; /* a = 0, 1: a row of words per cell */
    int64_t *least, *largest;
} profile;

static void profile_init(profile *f, const learning *l, const int64_t *const *x, size_t n)
{
    size_t ncells = l->cells.n;
    f->nwords = n / 64 + 1;
    for (int a = 0; a < 2; a++)
        f->more[a] = gt_xcalloc(ncells * f->nwords + 1, sizeof(uint64_t));
    f->least = gt_xcalloc(ncells + 1, sizeof *f->least);
    f->largest = gt_xcalloc(ncells + 1, sizeof *f->largest);
    for (size_t c = 0; c < ncells; c++)
        for (size_t i = 0; i < n; i++) {
            int64_t v = gt_row_value(l->p, l->cells.v[c], x[i]);
            f->least[c] = i == 0 || v < f->least[c] ? v : f->least[c];
            f->largest[c] = i == 0 || v > f->largest[c] ? v : f->largest[c];
            for (int a = 0; a < 2; a++)
                if (v > a)
                    f->more[a][c * f->nwords + i / 64] |= (uint64_t)1 << i % 64;
        }
}

static void profile_fini(profile *f)
{
    for (int a = 0; a < 2; a++)
        free(f->more[a]);
    free(f->least);
    free(f->largest);
}

static bool disjoint(const profile *f, size_t c, int a, size_t d, int b)
{
    const uint64_t *x = f->more[a] + c * f->nwords, *y = f->more[b] + d * f->nwords;
    for (size_t i = 0; i < f->nwords; i++)
        if (x[i] & y[i])
            return false;
    return true;
}

/* Where c is not 0, d is more than b. */
static bool within(const profile *f, size_t c, size_t d, int b)
{
    const uint64_t *x = f->more[0] + c * f->nwords, *y = f->more[b] + d * f->nwords;
    for (size_t i = 0; i < f->nwords; i++)
        if (x[i] & ~y[i])
            return false;
    return true;
}

/* cell <= a */
static const gt_row *at_most(gt_every *p, const gt_row *cell, int64_t a)
{
    return gt_row_shift(p, gt_row_combine(p, -1, cell, 0, cell), a);
}

static void pair_candidates(learning *l, const profile *f, gt_clauses *to)
{
    gt_every *p = l->p;
    for (size_t c = 0; c < l->cells.n; c++) {
        for (size_t d = 0; d < l->cells.n; d++) {
            for (int a = 0; a < 2 && d > c; a++)
                for (int b = 0; b < 2; b++)
                    if (f->largest[c] > a && f->largest[d] > b && disjoint(f, c, a, d, b))
                        add_clause(p, to, at_most(p, l->cells.v[c], a), at_most(p, l->cells.v[d], b));
            for (int b = 0; c != d && b < 2; b++)
                if (f->largest[c] > 0 && f->least[d] <= b && within(f, c, d, b))
                    add_clause(p, to, at_most(p, l->cells.v[c], 0), gt_row_shift(p, l->cells.v[d], -b - 1));
        }
    }
}

/* What the properties ask for, where that is a clause. */
static void wanted_candidates(learning *l, uint32_t q, const int64_t *const *x, size_t n, gt_clauses *to)
{
    gt_every *p = l->p;
    for (uint32_t prop = 0; prop < p->cmds->nprops; prop++) {
        gt_every_bad bad;
        if (!gt_every_can(p, prop) || !gt_every_bad_states(p, prop, q, &bad) || bad.nclauses)
            continue;
        for (uint32_t c = 0; c < bad.some.n; c++) {
            gt_row_set conj = bad.some.conjs[c];
            const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)conj.n + 1);
            gt_row_set clause = {conj.n, rows};
            bool holds = conj.n > 1 && conj.n <= MOST_ROWS;
            for (uint32_t i = 0; i < conj.n; i++)
                rows[i] = gt_row_not(p, conj.rows[i]);
            for (size_t i = 0; i < n && holds; i++)
                holds = gt_clause_holds(p, clause, x[i]);
            if (holds)
                gt_vec_push(to, clause);
        }
    }
}

/* All that is true of these states of one control. */
static void candidates(learning *l, uint32_t q, const int64_t *const *x, size_t n, gt_clauses *to)
{
    gt_every *p = l->p;
    profile f;
    profile_init(&f, l, x, n);
    to->n = 0;
    for (size_t c = 0; c < l->cells.n; c++) {
        if (f.largest[c] <= SMALL && !is_known(l, q, at_most(p, l->cells.v[c], f.largest[c])))
            add_clause(p, to, at_most(p, l->cells.v[c], f.largest[c]), NULL);
        for (int64_t a = 1; a <= SMALL && a <= f.least[c]; a++)
            add_clause(p, to, gt_row_shift(p, l->cells.v[c], -a), NULL);
    }
    for (size_t t = 0; t < l->terms.n; t++) {
        int64_t least = gt_row_value(p, l->terms.v[t], x[0]);
        for (size_t i = 1; i < n; i++) {
            int64_t v = gt_row_value(p, l->terms.v[t], x[i]);
            least = v < least ? v : least;
        }
        add_clause(p, to, gt_row_shift(p, l->terms.v[t], -least), NULL);
    }
    if (l->cells.n <= PAIRED || !known_of(l, q))
        pair_candidates(l, &f, to);
    wanted_candidates(l, q, x, n, to);
    profile_fini(&f);
}

/* No point at all, in what is not known to be 0. */
static void whole_hull(learning *l, uint32_t q)
{
    gt_every *p = l->p;
    struct hull *h = &l->hulls.v[q];
    h->rows.n = 0;
    gt_vec_push(&h->rows, gt_row_const(p, 1));
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        const gt_row *x = gt_row_column(p, i);
        if (!is_known(l, q, at_most(p, x, 0)))
            gt_vec_push(&h->rows, x);
    }
}

/* A control comes to life with these states. */
static void begin(learning *l, uint32_t q, const int64_t *const *x, size_t n)
{
    gt_inv *inv = &l->invs->v[q];
    inv->dead = false;
    whole_hull(l, q);
    for (size_t i = 0; i < n; i++)
        join(l->p, &l->hulls.v[q], x[i]);
    candidates(l, q, x, n, &inv->clauses);
    l->dirty.v[q] = true;
}

/* ---- Houdini ---- */

/* Whatever this state of control q violates goes. */
static void drop_violated(learning *l, uint32_t q, const int64_t *x)
{
    gt_inv *inv = &l->invs->v[q];
    if (inv->dead) {
        begin(l, q, &x, 1);
        return;
    }
    size_t n = 0;
    for (size_t i = 0; i < inv->clauses.n; i++)
        if (gt_clause_holds(l->p, inv->clauses.v[i], x))
            inv->clauses.v[n++] = inv->clauses.v[i];
    bool changed = n < inv->clauses.n;
    inv->clauses.n = n;
    if (join(l->p, &l->hulls.v[q], x) || changed)
        l->dirty.v[q] = true;
}

static void drop_clause(learning *l, uint32_t q, size_t at)
{
    gt_clauses *c = &l->invs->v[q].clauses;
    memmove(c->v + at, c->v + at + 1, (c->n - at - 1) * sizeof *c->v);
    c->n--;
    l->dirty.v[q] = true;
}

static gt_row_set negation(gt_every *p, gt_row_set clause, const gt_row **room)
{
    for (uint32_t i = 0; i < clause.n; i++)
        room[i] = gt_row_not(p, clause.rows[i]);
    return (gt_row_set){clause.n, room};
}

/* The clause after a step is implied by the clause before it, which is assumed, too: no row of it gets less.
 */
static bool only_grows(gt_every *p, gt_row_set clause, const gt_row *const *post)
{
    for (uint32_t i = 0; i < clause.n; i++) {
        const gt_row *r = clause.rows[i], *after = gt_row_after(p, r, post);
        if (after != r && gt_row_shift(p, after, r->k - after->k) != r)
            return false;
        if (after->k < r->k)
            return false;
    }
    return true;
}

static bool is_time(learning *l)
{
    if (l->stop == GT_STOP_NONE)
        l->stop = gt_limits_met(l->limits, gt_arena_held(l->p->ctx->arena));
    return l->stop != GT_STOP_NONE || l->p->refused;
}

/* What holds before a step, apart: rows for the solver, and clauses. */
typedef struct {
    GT_VEC(const gt_row *) rows;
    gt_clauses clauses;
} hypotheses;

static void assume(const learning *l, uint32_t q, hypotheses *h)
{
    gt_every *p = l->p;
    h->rows.n = h->clauses.n = 0;
    for (size_t i = 0; i < l->hulls.v[q].rows.n; i++) {
        const gt_row *r = l->hulls.v[q].rows.v[i];
        gt_vec_push(&h->rows, r);
        gt_vec_push(&h->rows, gt_row_combine(p, -1, r, 0, r));
    }
    const gt_clauses *sources[] = {&l->invs->v[q].clauses, known_of(l, q)};
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; sources[s] && i < sources[s]->n; i++) {
            gt_row_set c = sources[s]->v[i];
            if (c.n == 1)
                gt_vec_push(&h->rows, c.rows[0]);
            else
                gt_vec_push(&h->clauses, c);
        }
}

/* Finds what single rows say. */
static void index_rows(learning *l, const hypotheses *h)
{
    const gt_row **plain = gt_xmalloc(h->rows.n + 1, sizeof *plain);
    for (size_t i = 0; i < h->rows.n; i++)
        plain[i] = gt_row_shift(l->p, h->rows.v[i], -h->rows.v[i]->k);
    l->nleast = l->p->rows.n;
    l->least = gt_xmalloc(l->nleast + 1, sizeof *l->least);
    for (size_t i = 0; i < l->nleast; i++)
        l->least[i] = INT64_MAX;
    for (size_t i = 0; i < h->rows.n; i++)
        if (h->rows.v[i]->k < l->least[plain[i]->number])
            l->least[plain[i]->number] = h->rows.v[i]->k;
    free(plain);
}

/* One row that holds before the step says it, or it is a sum of natural numbers: nobody needs to be asked. */
static bool is_plain(learning *l, const gt_row *r)
{
    const gt_row *plain = gt_row_shift(l->p, r, -r->k);
    bool holds = r->k >= 0 && !gt_row_may_fall(l->p, r);
    holds = holds || (plain->number < l->nleast && l->least[plain->number] <= r->k);
    for (uint32_t i = 0; i < l->guard.n && !holds; i++)
        holds = l->guard.rows[i]->k <= r->k &&
                gt_row_shift(l->p, l->guard.rows[i], r->k - l->guard.rows[i]->k) == r;
    return holds;
}

static bool is_plain_after(learning *l, gt_row_set clause, const gt_row *const *post)
{
    for (uint32_t i = 0; post && i < clause.n; i++)
        if (is_plain(l, gt_row_after(l->p, clause.rows[i], post)))
            return true;
    return false;
}

/* One clause (or hull row) of the target after one rule: false if something was dropped. */
static bool keeps(learning *l, gt_solver *s, const gt_row *const *post, uint32_t to, gt_row_set clause,
                  size_t at)
{
    gt_every *p = l->p;
    const gt_row *room[MOST_ROWS], *after[MOST_ROWS];
    int64_t *x = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *x),
            *y = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *y);
    for (uint32_t i = 0; i < clause.n; i++)
        after[i] = post ? gt_row_after(p, clause.rows[i], post) : clause.rows[i];
    gt_sat sat = gt_solver_ask(s, negation(p, (gt_row_set){clause.n, after}, room), x);
    for (uint32_t i = 0; sat == GT_SAT_YES && i < p->ncolumns; i++)
        y[i] = post ? gt_row_value(p, post[i], x) : x[i];
    if (sat == GT_SAT_YES)
        drop_violated(l, to, y);
    else if (sat == GT_SAT_UNKNOWN && at < l->invs->v[to].clauses.n)
        drop_clause(l, to, at);
    free(x);
    free(y);
    return sat == GT_SAT_NO;
}

/* All that is to hold in `to` after a step from what the solver assumes; post NULL: at the start. */
static void check_target(learning *l, gt_solver *s, const gt_row *const *post, uint32_t to, bool same)
{
    gt_every *p = l->p;
    gt_inv *inv = &l->invs->v[to];
    if (inv->dead) {
        int64_t *x = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *x),
                *y = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *y);
        gt_sat sat = gt_solver_ask(s, (gt_row_set){0}, x);
        for (uint32_t i = 0; i < p->ncolumns; i++)
            y[i] = post ? gt_row_value(p, post[i], x) : x[i];
        if (sat == GT_SAT_UNKNOWN) { /* anything may be there: nothing is claimed */
            inv->dead = false;
            inv->clauses.n = 0;
            l->dirty.v[to] = true;
        } else if (sat == GT_SAT_YES) {
            begin(l, to, (const int64_t *const[]){y}, 1);
        }
        free(x);
        free(y);
    }
    for (size_t i = 0; !l->invs->v[to].dead && i < l->hulls.v[to].rows.n && !is_time(l);) {
        const gt_row *r = l->hulls.v[to].rows.v[i], *minus = gt_row_combine(p, -1, r, 0, r);
        bool kept = (post && same && gt_row_after(p, r, post) == r) ||
                    ((is_plain_after(l, (gt_row_set){1, &r}, post) ||
                      keeps(l, s, post, to, (gt_row_set){1, &r}, SIZE_MAX)) &&
                     (is_plain_after(l, (gt_row_set){1, &minus}, post) ||
                      keeps(l, s, post, to, (gt_row_set){1, &minus}, SIZE_MAX)));
        bool stands = i < l->hulls.v[to].rows.n && l->hulls.v[to].rows.v[i] == r;
        if (!kept && stands) { /* unknown, not refuted */
            l->hulls.v[to].rows.v[i] = l->hulls.v[to].rows.v[--l->hulls.v[to].rows.n];
            l->dirty.v[to] = true;
        } else if (!kept) {
            i = 0;
        }
        i += kept;
    }
    for (size_t i = 0; !l->invs->v[to].dead && i < l->invs->v[to].clauses.n && !is_time(l);) {
        gt_row_set c = l->invs->v[to].clauses.v[i];
        bool kept = (post && same && only_grows(p, c, post)) || is_plain_after(l, c, post) ||
                    keeps(l, s, post, to, c, i);
        i += kept;
        l->again = l->again || !kept; /* some before number i may be gone, so that others are not looked at */
    }
}

static void check_rules(learning *l, uint32_t q)
{
    gt_every *p = l->p;
    hypotheses h = {0};
    assume(l, q, &h);
    size_t nrows = h.rows.n;
    if (!gt_every_open(p, q)) {
        free(h.rows.v);
        free(h.clauses.v);
        return;
    }
    make_room(l);
    index_rows(l, &h);
    for (uint32_t k = 0; k < p->controls.v[q].nrules && !is_time(l); k++) {
        const gt_every_rule *r = &p->controls.v[q].rules[k];
        h.rows.n = nrows;
        for (uint32_t i = 0; i < r->guard.n; i++)
            gt_vec_push(&h.rows, r->guard.rows[i]);
        gt_solver *s =
            gt_solver_new(p, (gt_row_set){(uint32_t)h.rows.n, h.rows.v}, (uint32_t)h.clauses.n, h.clauses.v);
        l->again = false;
        l->guard = r->guard;
        check_target(l, s, r->post, r->target, r->target == q);
        l->dirty.v[q] = l->dirty.v[q] || l->again;
        gt_solver_free(s);
    }
    free(l->least);
    l->nleast = 0;
    free(h.rows.v);
    free(h.clauses.v);
}

static void check_starts(learning *l)
{
    gt_every *p = l->p;
    for (uint32_t i = 0; i < p->ninits && !is_time(l); i++) {
        gt_solver *s = gt_solver_new(p, p->inits[i].where, 0, NULL);
        do {
            l->again = false;
            check_target(l, s, NULL, p->inits[i].control, false);
        } while (l->again && !is_time(l));
        gt_solver_free(s);
    }
}

/* ---- all of it ---- */

static void learn_samples(learning *l, const gt_every_states *samples)
{
    const int64_t **x = gt_xmalloc(samples->n + 1, sizeof *x);
    for (uint32_t q = 0; q < l->invs->n; q++) {
        size_t n = 0;
        for (size_t i = 0; i < samples->n; i++)
            if (samples->v[i].control == q)
                x[n++] = samples->v[i].x;
        if (n)
            begin(l, q, x, n);
    }
    free(x);
}

/* They come first: an equation says more than the bounds that follow from it. */
static void add_hulls(learning *l)
{
    for (uint32_t q = 0; q < l->invs->n; q++) {
        gt_clauses *to = &l->invs->v[q].clauses, others = *to;
        if (l->invs->v[q].dead)
            continue;
        *to = (gt_clauses){0};
        for (size_t i = 0; i < l->hulls.v[q].rows.n; i++) {
            const gt_row *r = l->hulls.v[q].rows.v[i];
            add_clause(l->p, to, r, NULL);
            add_clause(l->p, to, gt_row_combine(l->p, -1, r, 0, r), NULL);
        }
        for (size_t i = 0; i < others.n; i++)
            gt_vec_push(to, others.v[i]);
        free(others.v);
    }
}

bool gt_every_learn(gt_every *p, const gt_every_states *samples, const gt_invs *known,
                    const gt_limits *limits, gt_invs *out, gt_stop *stop)
{
    learning l = {.p = p, .limits = limits, .known = known, .invs = out};
    bool *sampled = gt_xcalloc(p->controls.n + 1, sizeof *sampled);
    for (size_t i = 0; i < samples->n; i++)
        sampled[samples->v[i].control] = true;
    if (find_terms(&l, sampled, p->controls.n)) {
        make_room(&l);
        learn_samples(&l, samples);
        check_starts(&l);
        for (bool any = true; any && !is_time(&l);) {
            any = false;
            for (uint32_t q = 0; q < out->n && !is_time(&l); q++) {
                if (!l.dirty.v[q] || out->v[q].dead)
                    continue;
                any = true;
                l.dirty.v[q] = false;
                check_rules(&l, q);
            }
        }
        add_hulls(&l);
    }
    for (size_t i = 0; i < l.hulls.n; i++)
        free(l.hulls.v[i].rows.v);
    free(l.hulls.v);
    free(l.dirty.v);
    free(l.cells.v);
    free(l.terms.v);
    free(sampled);
    *stop = l.stop;
    return l.stop == GT_STOP_NONE && !p->refused;
}
