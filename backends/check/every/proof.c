/* Proofs: what is to be shown, in one order for all who go through it; and finding one with few clauses. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MINIMIZED = 100000 }; /* clauses times queries */

/* ---- the queries ---- */

typedef struct {
    gt_every *p;
    const gt_invs *invs;
    gt_query_fn *fn;
    void *arg;
    const uint32_t
        *settled; /* per control: so many clauses were asked about before, and all else; NULL: nothing */
} queries;

static gt_row_set joined(gt_every *p, gt_row_set x, const gt_row *const *rows, uint32_t n)
{
    const gt_row **all = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)x.n + n + 1);
    for (uint32_t i = 0; i < x.n + n; i++)
        all[i] = i < x.n ? x.rows[i] : rows[i - x.n];
    return (gt_row_set){x.n + n, all};
}

/* `where`, and the clause is false after the step; post NULL: where it is. */
static gt_row_set violating(gt_every *p, gt_row_set where, gt_row_set clause, const gt_row *const *post)
{
    const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)clause.n + 1);
    for (uint32_t i = 0; i < clause.n; i++)
        rows[i] = gt_row_not(p, post ? gt_row_after(p, clause.rows[i], post) : clause.rows[i]);
    return joined(p, where, rows, clause.n);
}

static bool is_dead(const gt_invs *invs, uint32_t q)
{
    return q >= invs->n || invs->v[q].dead;
}

static uint32_t nclauses(const gt_invs *invs, uint32_t q)
{
    return is_dead(invs, q) ? 1 : (uint32_t)invs->v[q].clauses.n;
}

static gt_row_set clause_of(const gt_invs *invs, uint32_t q, uint32_t i)
{
    if (is_dead(invs, q))
        return (gt_row_set){0};
    return invs->v[q].clauses.v[i];
}

static uint32_t first_clause(const queries *w, uint32_t q)
{
    return w->settled ? w->settled[q] : 0;
}

static bool init_queries(queries *w, uint32_t i)
{
    const gt_every_init *init = &w->p->inits[i];
    for (uint32_t c = first_clause(w, init->control); c < nclauses(w->invs, init->control); c++) {
        gt_query q = {.kind = GT_QUERY_INIT,
                      .from = UINT32_MAX,
                      .control = init->control,
                      .clause = (int32_t)c,
                      .init = i};
        q.all = violating(w->p, init->where, clause_of(w->invs, init->control, c), NULL);
        if (!w->fn(w->arg, &q))
            return false;
    }
    return true;
}

/* No number falls below 0. */
static bool natural_query(queries *w, uint32_t from, uint32_t k)
{
    gt_every *p = w->p;
    const gt_every_rule *r = &p->controls.v[from].rules[k];
    const gt_row **below = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)p->ncolumns + 1);
    gt_row_set clause = {0, below};
    for (uint32_t i = 0; i < p->ncolumns; i++)
        if (gt_row_may_fall(p, r->post[i]))
            below[clause.n++] = gt_row_not(p, r->post[i]);
    gt_query q = {.kind = GT_QUERY_NATURAL, .from = from, .rule = k, .all = r->guard};
    if (clause.n == 1) {
        q.all = joined(p, r->guard, below, 1);
    } else {
        q.nclauses = 1;
        q.clauses = &clause;
    }
    return clause.n == 0 || w->fn(w->arg, &q);
}

static bool rule_queries(queries *w, uint32_t from, uint32_t k)
{
    gt_every *p = w->p;
    const gt_every_rule *r = &p->controls.v[from].rules[k];
    if (!w->settled && !natural_query(w, from, k))
        return false;
    for (uint32_t c = first_clause(w, r->target); c < nclauses(w->invs, r->target); c++) {
        gt_query q = {
            .kind = GT_QUERY_STEP, .from = from, .control = r->target, .clause = (int32_t)c, .rule = k};
        q.all = violating(p, r->guard, clause_of(w->invs, r->target, c), r->post);
        if (!w->fn(w->arg, &q))
            return false;
    }
    return true;
}

static bool safe_queries(queries *w, uint32_t prop, uint32_t from)
{
    gt_every_bad bad;
    if (!gt_every_bad_states(w->p, prop, from, &bad))
        return false;
    for (uint32_t i = 0; i < bad.some.n; i++) {
        gt_query q = {.kind = GT_QUERY_SAFE,
                      .from = from,
                      .all = bad.some.conjs[i],
                      .nclauses = bad.nclauses,
                      .clauses = bad.clauses};
        if (!w->fn(w->arg, &q))
            return false;
    }
    return true;
}

static bool go_through(queries *w, uint32_t prop)
{
    gt_every *p = w->p;
    const gt_invs *invs = w->invs;
    for (uint32_t i = 0; i < p->ninits; i++)
        if (!init_queries(w, i))
            return false;
    for (uint32_t q = 0; q < invs->n; q++) {
        if (is_dead(invs, q))
            continue;
        if (!gt_every_open(p, q))
            return false;
        for (uint32_t k = 0; k < p->controls.v[q].nrules; k++)
            if (!rule_queries(w, q, k))
                return false;
        if (!w->settled && !safe_queries(w, prop, q))
            return false;
    }
    return !p->refused;
}

bool gt_every_queries(gt_every *p, uint32_t prop, const gt_invs *invs, gt_query_fn *fn, void *arg)
{
    queries w = {p, invs, fn, arg, NULL};
    return go_through(&w, prop);
}

/* ---- deciding them ---- */

static gt_sat ask(gt_every *p, const gt_invs *invs, const gt_query *q, int64_t *model)
{
    GT_VEC(const gt_row *) rows = {0};
    gt_clauses clauses = {0};
    for (uint32_t i = 0; i < q->all.n; i++)
        gt_vec_push(&rows, q->all.rows[i]);
    for (uint32_t i = 0; i < q->nclauses; i++)
        gt_vec_push(&clauses, q->clauses[i]);
    for (size_t i = 0; q->from != UINT32_MAX && i < invs->v[q->from].clauses.n; i++) {
        gt_row_set c = invs->v[q->from].clauses.v[i];
        if (c.n == 1)
            gt_vec_push(&rows, c.rows[0]);
        else
            gt_vec_push(&clauses, c);
    }
    gt_solver *s = gt_solver_new(p, (gt_row_set){(uint32_t)rows.n, rows.v}, (uint32_t)clauses.n, clauses.v);
    gt_sat result = gt_solver_ask(s, (gt_row_set){0}, model);
    gt_solver_free(s);
    free(rows.v);
    free(clauses.v);
    return result;
}

typedef struct {
    gt_every *p;
    const gt_invs *proof;
    const gt_limits *limits;
    uint32_t count;
} discharging;

static bool discharge(void *arg, const gt_query *q)
{
    discharging *d = arg;
    d->count++;
    if (gt_limits_met(d->limits, gt_arena_held(d->p->ctx->arena)) != GT_STOP_NONE)
        return false;
    return ask(d->p, d->proof, q, NULL) == GT_SAT_NO;
}

bool gt_every_discharge(gt_every *p, uint32_t prop, const gt_invs *proof, const gt_limits *limits,
                        uint32_t *count)
{
    discharging d = {p, proof, limits, 0};
    bool all = gt_every_queries(p, prop, proof, discharge, &d);
    *count = d.count;
    return all && !p->refused;
}

/* ---- finding a small one ---- */

typedef struct {
    gt_every *p;
    const gt_pool *pool;
    const gt_limits *limits;
    gt_invs *proof;
    int64_t *model;
    bool grown; /* a clause was added: what was looked at before may have more to show */
    const char *why;
} finding;

static const char *state_text(gt_every *p, uint32_t control, const int64_t *x)
{
    gt_str text;
    gt_str_init(&text);
    for (uint32_t v = 0; v < p->cmds->nvars; v++) {
        const gt_cvar *var = &p->cmds->vars[v];
        int32_t column = p->column_of[v];
        int64_t value = column < 0 ? p->controls.v[control].values[v] : x[column];
        if (column >= 0 && p->columns[column].kind == GT_COLUMN_COUNTER && value == 0)
            continue;
        if (var->labels && column < 0)
            gt_str_addf(&text, "%s%s = %s", text.len ? ", " : "", var->name,
                        var->labels[value - var->type.lo]);
        else
            gt_str_addf(&text, "%s%s = %lld", text.len ? ", " : "", var->name, (long long)value);
    }
    const char *kept = gt_arena_strdup(p->ctx->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

/* Of natural numbers: where x >= 0, y >= 0. */
static bool implies(const gt_every *p, const gt_row *x, const gt_row *y)
{
    bool does = x->k <= y->k;
    for (uint32_t i = 0; i < p->ncolumns && does; i++)
        does = x->a[i] <= y->a[i];
    return does;
}

/* A clause of the pool that the model violates, the shortest; if it is one row, one that says more: nobody is
 * in any of these local states rather than nobody in this one. rows NULL: there is none, or no step before
 * it. */
static gt_row_set violated_clause(const finding *f, uint32_t from)
{
    const gt_clauses *pool = from == UINT32_MAX ? NULL : &f->pool->invs->v[from].clauses;
    gt_row_set best = {0};
    for (size_t i = 0; pool && i < pool->n; i++)
        if (!gt_clause_holds(f->p, pool->v[i], f->model) && (!best.rows || pool->v[i].n < best.n))
            best = pool->v[i];
    for (size_t i = 0; best.n == 1 && i < pool->n; i++)
        if (pool->v[i].n == 1 && implies(f->p, pool->v[i].rows[0], best.rows[0]))
            best = pool->v[i];
    if (pool && !best.rows && f->pool->exclude)
        best = f->pool->exclude(f->pool->arg, from, f->model);
    return best;
}

/* Adds clauses of the pool to what is assumed until the query has no solution. */
static bool settle(void *arg, const gt_query *q)
{
    finding *f = arg;
    for (;;) {
        if (gt_limits_met(f->limits, gt_arena_held(f->p->ctx->arena)) != GT_STOP_NONE) {
            f->why = "a limit was met";
            return false;
        }
        gt_sat sat = ask(f->p, f->proof, q, f->model);
        if (sat == GT_SAT_NO)
            return true;
        if (sat == GT_SAT_UNKNOWN) {
            f->why = "a step of the proof could not be decided";
            return false;
        }
        gt_row_set best = violated_clause(f, q->from);
        if (!best.rows) {
            uint32_t at = q->from == UINT32_MAX ? q->control : q->from;
            f->why =
                gt_arena_printf(f->p->ctx->arena, "could not exclude %s", state_text(f->p, at, f->model));
            return false;
        }
        gt_vec_push(&f->proof->v[q->from].clauses, best);
        f->grown = true;
    }
}

/* Which clauses of the pool are needed; what they need in turn. */
static bool find(finding *f, uint32_t prop)
{
    gt_invs_fini(f->proof);
    for (size_t q = 0; q < f->pool->invs->n; q++) {
        gt_inv inv = {.dead = f->pool->invs->v[q].dead};
        if (inv.dead)
            gt_vec_push(&inv.clauses, ((gt_row_set){0}));
        gt_vec_push(f->proof, inv);
    }
    uint32_t *settled = gt_xcalloc(f->proof->n + 1, sizeof *settled),
             *now = gt_xcalloc(f->proof->n + 1, sizeof *now);
    queries w = {f->p, f->proof, settle, f, NULL};
    bool all = true;
    do {
        f->grown = false;
        for (size_t q = 0; q < f->proof->n; q++)
            now[q] = nclauses(f->proof, (uint32_t)q);
        all = go_through(&w, prop);
        memcpy(settled, now, f->proof->n * sizeof *now);
        w.settled = settled;
    } while (all && f->grown);
    free(settled);
    free(now);
    if (!all && !f->why)
        f->why = "limits";
    return all;
}

static void copy_invs(gt_invs *to, const gt_invs *from)
{
    gt_invs_fini(to);
    for (size_t q = 0; q < from->n; q++) {
        gt_inv inv = {.dead = from->v[q].dead};
        for (size_t i = 0; i < from->v[q].clauses.n; i++)
            gt_vec_push(&inv.clauses, from->v[q].clauses.v[i]);
        gt_vec_push(to, inv);
    }
}

static size_t count_clauses(const gt_invs *invs)
{
    size_t n = 0;
    for (size_t q = 0; q < invs->n; q++)
        n += invs->v[q].dead ? 0 : invs->v[q].clauses.n;
    return n;
}

static bool count_one(void *arg, const gt_query *q)
{
    size_t *n = arg;
    (void)q;
    ++*n;
    return true;
}

static size_t count_queries(gt_every *p, uint32_t prop, const gt_invs *invs)
{
    size_t n = 0;
    gt_every_queries(p, prop, invs, count_one, &n);
    return n;
}

/* Leaves out one clause after the other, and with it what it alone needed. */
static void minimize(finding *f, uint32_t prop)
{
    gt_every *p = f->p;
    gt_invs fewer = {0}, smaller = {0}, best = {0};
    gt_pool pool = {.invs = &fewer};
    copy_invs(&best, f->proof);
    finding again = {.p = p, .pool = &pool, .limits = f->limits, .proof = &smaller, .model = f->model};
    for (uint32_t q = 0; q < best.n; q++)
        for (size_t i = 0; !best.v[q].dead && i < best.v[q].clauses.n;) {
            copy_invs(&fewer, &best);
            gt_clauses *c = &fewer.v[q].clauses;
            memmove(c->v + i, c->v + i + 1, (c->n - i - 1) * sizeof *c->v);
            c->n--;
            again.why = NULL;
            if (find(&again, prop)) {
                gt_invs swap = best;
                best = smaller;
                smaller = swap;
                i = 0; /* the order may be another one */
            } else {
                i++;
            }
        }
    copy_invs(f->proof, &best);
    gt_invs_fini(&fewer);
    gt_invs_fini(&smaller);
    gt_invs_fini(&best);
}

bool gt_every_prove(gt_every *p, uint32_t prop, const gt_pool *pool, const gt_limits *limits, gt_invs *proof,
                    const char **why)
{
    finding f = {.p = p, .pool = pool, .limits = limits, .proof = proof};
    f.model = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *f.model);
    bool found = find(&f, prop);
    if (found && count_clauses(proof) * count_queries(p, prop, proof) <= MOST_MINIMIZED)
        minimize(&f, prop);
    *why = f.why;
    free(f.model);
    return found;
}
