/* Whether linear conditions have a solution in natural numbers. The rational relaxation is decided by the
 * simplex method in integers with one common denominator (Edmonds, Bareiss), by Bland's rule, so that it
 * ends; clauses and fractions are branched on. What does not fit 64 bits, or takes too many branches, is
 * unknown: never wrong. */
#include "backends/check/every/every.h"
#include "runtime/rat.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 4000, MOST_PIVOTS = 20000 };

/* den * (basic variable of row i) = t[i][0] + sum over j of t[i][j] * (nonbasic variable of column j); all
 * variables are at least 0 and the nonbasic ones are 0. Columns of the program that no row tells apart are
 * one variable, their sum, until a row does. */
typedef struct {
    uint32_t m, cap;  /* rows */
    uint32_t n, room; /* columns but the first */
    uint32_t vars;    /* columns of the program; slacks follow */
    int64_t den;
    int64_t *t;         /* rows of room + 1 */
    uint32_t *basic;    /* per row: its variable */
    uint32_t *nonbasic; /* per column, from 1 */
    uint32_t *like;     /* per column of the program: the first of those it is one variable with */
    uint32_t next;      /* slack */
} tableau;

static int64_t *row_of(const tableau *t, uint32_t i)
{
    return t->t + (size_t)i * (t->room + 1);
}

/* like[x] <= x, and like[like[x]] == like[x]. */
static void tableau_init(tableau *t, uint32_t vars, const uint32_t *like, uint32_t rows)
{
    *t = (tableau){.cap = rows + 8, .vars = vars, .den = 1, .next = vars};
    t->like = gt_xmalloc((size_t)vars + 1, sizeof *t->like);
    t->nonbasic = gt_xmalloc((size_t)vars + 1, sizeof *t->nonbasic);
    for (uint32_t x = 0; x < vars; x++) {
        t->like[x] = like[x];
        if (like[x] == x)
            t->nonbasic[++t->n] = x;
    }
    t->room = t->n + 8;
    t->t = gt_xmalloc((size_t)t->cap * (t->room + 1), sizeof *t->t);
    t->basic = gt_xmalloc(t->cap, sizeof *t->basic);
}

static void tableau_copy(tableau *t, const tableau *from)
{
    tableau_init(t, from->vars, from->like, from->m + 4);
    t->m = from->m;
    t->den = from->den;
    t->next = from->next;
    for (uint32_t i = 0; i < t->m; i++)
        memcpy(row_of(t, i), row_of(from, i), ((size_t)from->n + 1) * sizeof *t->t);
    memcpy(t->basic, from->basic, from->m * sizeof *t->basic);
    memcpy(t->nonbasic, from->nonbasic, ((size_t)from->n + 1) * sizeof *t->nonbasic);
}

static void tableau_fini(tableau *t)
{
    free(t->t);
    free(t->basic);
    free(t->nonbasic);
    free(t->like);
}

static void widen(tableau *t)
{
    uint32_t room = 2 * t->room;
    int64_t *rows = gt_xmalloc((size_t)t->cap * (room + 1), sizeof *rows);
    for (uint32_t i = 0; i < t->m; i++)
        memcpy(rows + (size_t)i * (room + 1), row_of(t, i), ((size_t)t->n + 1) * sizeof *rows);
    free(t->t);
    t->t = rows;
    t->room = room;
}

/* x becomes a variable of its own. */
static void part(tableau *t, uint32_t x)
{
    uint32_t old = t->like[x], row = 0, column = 1;
    if (t->n == t->room)
        widen(t);
    while (row < t->m && t->basic[row] != old)
        row++;
    while (row == t->m && t->nonbasic[column] != old)
        column++;
    t->nonbasic[++t->n] = x;
    for (uint32_t i = 0; i < t->m; i++)
        row_of(t, i)[t->n] = row == t->m ? row_of(t, i)[column] : i == row ? -t->den : 0;
    t->like[x] = x;
}

/* What the row tells apart is. */
static void part_all(tableau *t, const int64_t *a)
{
    uint32_t *was = NULL;
    for (uint32_t x = 0; x < t->vars; x++) {
        if (a[x] == a[t->like[x]])
            continue;
        if (!was) {
            was = gt_xmalloc((size_t)t->vars + 1, sizeof *was);
            memcpy(was, t->like, t->vars * sizeof *was);
        }
        uint32_t y = 0;
        while (y < x && !(was[y] != y && t->like[y] == y && was[y] == was[x] && a[y] == a[x]))
            y++;
        if (y < x)
            t->like[x] = y;
        else
            part(t, x);
    }
    free(was);
}

static bool fits(gt_i128 x, int64_t *out)
{
    *out = (int64_t)x;
    return x <= INT64_MAX / 2 && x >= INT64_MIN / 2;
}

/* One more row, k + sum a[i] * x[i] >= 0, in the variables that are not basic now. False: overflow. */
static bool add_row(tableau *t, int64_t k, const int64_t *a)
{
    part_all(t, a);
    if (t->m == t->cap) {
        t->cap *= 2;
        t->t = gt_xrealloc(t->t, (size_t)t->cap * (t->room + 1), sizeof *t->t);
        t->basic = gt_xrealloc(t->basic, t->cap, sizeof *t->basic);
    }
    int64_t *to = row_of(t, t->m);
    bool ok = fits((gt_i128)t->den * k, &to[0]);
    for (uint32_t j = 1; j <= t->n; j++) {
        uint32_t x = t->nonbasic[j];
        to[j] = 0;
        if (x < t->vars)
            ok = fits((gt_i128)t->den * a[x], &to[j]) && ok;
    }
    for (uint32_t i = 0; ok && i < t->m; i++) {
        if (t->basic[i] >= t->vars || !a[t->basic[i]])
            continue;
        const int64_t *from = row_of(t, i);
        for (uint32_t j = 0; ok && j <= t->n; j++)
            if (from[j])
                ok = fits(to[j] + (gt_i128)a[t->basic[i]] * from[j], &to[j]);
    }
    t->basic[t->m++] = t->next++;
    return ok;
}

/* x := (x * p - at * y) / den, without a remainder. */
static bool eliminate(int64_t *x, int64_t p, int64_t at, int64_t y, int64_t den)
{
    int64_t a, b, c;
    if (__builtin_mul_overflow(*x, p, &a) || __builtin_mul_overflow(at, y, &b) ||
        __builtin_sub_overflow(a, b, &c))
        return fits(((gt_i128)*x * p - (gt_i128)at * y) / den, x);
    *x = den == 1 ? c : c / den;
    return *x <= INT64_MAX / 2 && *x >= INT64_MIN / 2;
}

/* The variable of row r leaves the basis, that of column c, with a positive coefficient, enters it. */
static bool pivot(tableau *t, uint32_t r, uint32_t c)
{
    int64_t *out = row_of(t, r), p = out[c];
    bool ok = true;
    for (uint32_t i = 0; ok && i < t->m; i++) {
        int64_t *row = row_of(t, i), at = row[c];
        if (i == r)
            continue;
        if (!at && p == t->den)
            continue;
        for (uint32_t j = 0; ok && j <= t->n; j++)
            if (j != c && (row[j] || out[j]))
                ok = eliminate(&row[j], p, at, out[j], t->den);
    }
    for (uint32_t j = 0; j <= t->n; j++)
        out[j] = j == c ? t->den : -out[j];
    t->den = p;
    uint32_t x = t->basic[r];
    t->basic[r] = t->nonbasic[c];
    t->nonbasic[c] = x;
    return ok;
}

/* Makes all basic variables natural, or finds a row that says it cannot be. */
static gt_sat solve(tableau *t)
{
    for (uint32_t round = 0; round < MOST_PIVOTS; round++) {
        uint32_t r = t->m, c = 0;
        for (uint32_t i = 0; i < t->m; i++)
            if (row_of(t, i)[0] < 0 && (r == t->m || t->basic[i] < t->basic[r]))
                r = i;
        if (r == t->m)
            return GT_SAT_YES;
        const int64_t *row = row_of(t, r);
        for (uint32_t j = 1; j <= t->n; j++)
            if (row[j] > 0 && (!c || t->nonbasic[j] < t->nonbasic[c]))
                c = j;
        if (!c)
            return GT_SAT_NO;
        if (!pivot(t, r, c))
            return GT_SAT_UNKNOWN;
    }
    return GT_SAT_UNKNOWN;
}

/* ---- clauses and fractions ---- */

typedef struct {
    const gt_every *p;
    uint32_t nclauses;
    const gt_row_set *clauses;
    uint32_t nodes;
    int64_t *num; /* of the point, over den */
    int64_t *model;
} query;

static void point_of(query *q, const tableau *t)
{
    memset(q->num, 0, ((size_t)t->vars + 1) * sizeof *q->num);
    for (uint32_t i = 0; i < t->m; i++)
        if (t->basic[i] < t->vars)
            q->num[t->basic[i]] = row_of(t, i)[0];
}

/* den times the row's value at the point, or its sign if that is too large. */
static bool satisfied(const query *q, const tableau *t, const gt_row *r)
{
    gt_i128 sum = (gt_i128)r->k * t->den;
    for (uint32_t i = 0; i < t->vars; i++)
        if (r->a[i])
            sum += (gt_i128)r->a[i] * q->num[i];
    return sum >= 0;
}

static gt_sat decide(query *q, tableau *t);

static gt_sat decide_with(query *q, const tableau *t, int64_t k, const int64_t *a)
{
    tableau next;
    tableau_copy(&next, t);
    gt_sat result = add_row(&next, k, a) ? decide(q, &next) : GT_SAT_UNKNOWN;
    tableau_fini(&next);
    return result;
}

static gt_sat either(gt_sat a, gt_sat b)
{
    return a == GT_SAT_UNKNOWN || b == GT_SAT_UNKNOWN ? GT_SAT_UNKNOWN : GT_SAT_NO;
}

/* The point is not one of integers: column x is below or above it. */
static gt_sat split(query *q, tableau *t, uint32_t x)
{
    int64_t floor = q->num[x] / t->den, *a = gt_xcalloc((size_t)t->vars + 1, sizeof *a);
    a[x] = -1;
    gt_sat low = decide_with(q, t, floor, a), high = GT_SAT_NO;
    a[x] = 1;
    if (low != GT_SAT_YES)
        high = decide_with(q, t, -floor - 1, a);
    free(a);
    return low == GT_SAT_YES || high == GT_SAT_YES ? GT_SAT_YES : either(low, high);
}

/* The clause with the fewest rows that the point violates; NULL: none. */
static const gt_row_set *violated(const query *q, const tableau *t)
{
    const gt_row_set *best = NULL;
    for (uint32_t i = 0; i < q->nclauses; i++) {
        const gt_row_set *c = &q->clauses[i];
        bool fine = false;
        for (uint32_t k = 0; k < c->n && !fine; k++)
            fine = satisfied(q, t, c->rows[k]);
        if (!fine && (!best || c->n < best->n))
            best = c;
    }
    return best;
}

static gt_sat decide(query *q, tableau *t)
{
    if (++q->nodes > MOST_NODES)
        return GT_SAT_UNKNOWN;
    gt_sat feasible = solve(t);
    if (feasible != GT_SAT_YES)
        return feasible;
    point_of(q, t);
    const gt_row_set *c = violated(q, t);
    if (c) {
        gt_sat result = GT_SAT_NO;
        for (uint32_t k = 0; k < c->n; k++) {
            gt_sat one = decide_with(q, t, c->rows[k]->k, c->rows[k]->a);
            if (one == GT_SAT_YES)
                return one;
            result = either(result, one);
        }
        return result;
    }
    for (uint32_t x = 0; x < t->vars; x++)
        if (q->num[x] % t->den)
            return split(q, t, x);
    for (uint32_t x = 0; q->model && x < t->vars; x++)
        q->model[x] = q->num[x] / t->den;
    return GT_SAT_YES;
}

/* ---- solvers ---- */

struct gt_solver {
    const gt_every *p;
    uint32_t nclauses;
    const gt_row_set *clauses;
    tableau t;
    gt_sat state; /* of the rows alone: NO and UNKNOWN are final */
};

static void mark(const gt_every *p, uint64_t *marks, const gt_row *r)
{
    for (uint32_t x = 0; x < p->ncolumns; x++)
        if (r->a[x])
            marks[x] = gt_hash_combine(gt_hash_combine(marks[x], r->number), (uint64_t)r->a[x]);
}

/* Per column: the first that looks alike to all of these. */
static uint32_t *find_alike(const gt_every *p, gt_row_set all, uint32_t nclauses, const gt_row_set *clauses)
{
    uint64_t *marks = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *marks);
    uint32_t *like = gt_xmalloc((size_t)p->ncolumns + 1, sizeof *like);
    for (uint32_t i = 0; i < p->assumed.n; i++)
        mark(p, marks, p->assumed.rows[i]);
    for (uint32_t i = 0; i < all.n; i++)
        mark(p, marks, all.rows[i]);
    for (uint32_t c = 0; c < nclauses; c++)
        for (uint32_t i = 0; i < clauses[c].n; i++)
            mark(p, marks, clauses[c].rows[i]);
    for (uint32_t x = 0; x < p->ncolumns; x++)
        for (like[x] = 0; marks[like[x]] != marks[x];)
            like[x]++;
    free(marks);
    return like;
}

gt_solver *gt_solver_new(const gt_every *p, gt_row_set all, uint32_t nclauses, const gt_row_set *clauses)
{
    gt_solver *s = gt_xcalloc(1, sizeof *s);
    bool ok = true;
    *s = (gt_solver){.p = p, .nclauses = nclauses, .clauses = clauses};
    uint32_t *like = find_alike(p, all, nclauses, clauses);
    tableau_init(&s->t, p->ncolumns, like, p->assumed.n + all.n);
    free(like);
    for (uint32_t i = 0; ok && i < p->assumed.n; i++)
        ok = add_row(&s->t, p->assumed.rows[i]->k, p->assumed.rows[i]->a);
    for (uint32_t i = 0; ok && i < all.n; i++)
        ok = add_row(&s->t, all.rows[i]->k, all.rows[i]->a);
    s->state = ok ? solve(&s->t) : GT_SAT_UNKNOWN;
    return s;
}

void gt_solver_free(gt_solver *s)
{
    tableau_fini(&s->t);
    free(s);
}

gt_sat gt_solver_ask(gt_solver *s, gt_row_set more, int64_t *model)
{
    if (s->state != GT_SAT_YES)
        return s->state;
    query q = {.p = s->p, .nclauses = s->nclauses, .clauses = s->clauses, .model = model};
    tableau t;
    bool ok = true;
    tableau_copy(&t, &s->t);
    for (uint32_t i = 0; ok && i < more.n; i++)
        ok = add_row(&t, more.rows[i]->k, more.rows[i]->a);
    q.num = gt_xcalloc((size_t)s->p->ncolumns + 1, sizeof *q.num);
    gt_sat result = ok ? decide(&q, &t) : GT_SAT_UNKNOWN;
    free(q.num);
    tableau_fini(&t);
    return result;
}
