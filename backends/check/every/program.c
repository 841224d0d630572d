/* The parametric counter program, from the dense guarded commands of a program with open sizes. */
#include "backends/check/every/every.h"

#include <stdlib.h>
#include <string.h>

/* ---- columns and controls ---- */

static bool column_kind(const gt_cvar *v, gt_column_kind *kind)
{
    *kind = v->kind == GT_CVAR_COUNTER  ? GT_COLUMN_COUNTER
            : v->var && v->var->is_size ? GT_COLUMN_SIZE
                                        : GT_COLUMN_INT;
    return v->kind == GT_CVAR_COUNTER ||
           (v->kind == GT_CVAR_SHARED && v->var && (v->var->is_size || v->var->bound));
}

static bool find_columns(gt_every *p)
{
    const gt_cmds *c = p->cmds;
    p->columns = GT_NEW_ARRAY(p->ctx->arena, gt_column, (size_t)c->nvars + 2 * (size_t)p->nsums + 1);
    p->column_of = GT_NEW_ARRAY(p->ctx->arena, int32_t, (size_t)c->nvars + 1);
    for (uint32_t v = 0; v < c->nvars; v++) {
        gt_column_kind kind;
        p->column_of[v] = -1;
        if (!column_kind(&c->vars[v], &kind))
            continue;
        if (c->vars[v].type.lo < 0)
            return gt_every_refuse(p, c->vars[v].var->pos, "a range that begins below 0 and ends at a size");
        p->column_of[v] = (int32_t)p->ncolumns;
        p->columns[p->ncolumns++] = (gt_column){kind, c->vars[v].name, v};
    }
    gt_parity_columns(p);
    return true;
}

static bool same_control(const void *things, uint32_t number, const void *key)
{
    const gt_every *p = things;
    return !memcmp(p->controls.v[number].values, key, p->cmds->nvars * sizeof(int32_t));
}

static uint32_t control_of(gt_every *p, const int32_t *values)
{
    size_t bytes = p->cmds->nvars * sizeof *values;
    uint64_t hash = gt_hash_bytes(values, bytes);
    uint32_t at = gt_table_find(&p->control_table, hash, same_control, p, values);
    if (at != GT_ABSENT)
        return at;
    at = gt_table_add(&p->control_table, hash);
    gt_vec_push(&p->controls, ((gt_control){.values = gt_arena_copy(p->ctx->arena, values, 1, bytes)}));
    return at;
}

static bool in_range(const gt_cmds *c, uint32_t var, int64_t value)
{
    return value >= c->vars[var].type.lo && value <= c->vars[var].type.hi;
}

/* ---- sizes ---- */

/* A size of a process type as a row; NULL: p->refused. */
static const gt_row *size_row(gt_every *p, const gt_expr *e)
{
    const gt_row *x = e->nkids ? size_row(p, e->kids[0]) : NULL;
    if (e->kind == GT_EXPR_CONST)
        return gt_row_const(p, e->u.value);
    for (uint32_t i = 0; i < p->ncolumns && e->kind == GT_EXPR_VAR; i++)
        if (p->columns[i].kind == GT_COLUMN_SIZE && p->cmds->vars[p->columns[i].var].var == e->u.var)
            return gt_row_column(p, i);
    if (x && e->kind == GT_EXPR_NEG)
        return gt_row_combine(p, -1, x, 0, x);
    for (uint32_t i = 1; x && i < e->nkids; i++) {
        const gt_row *y = size_row(p, e->kids[i]);
        if (!y)
            return NULL;
        bool product = e->kind == GT_EXPR_MUL && (x->constant || y->constant);
        if (e->kind != GT_EXPR_ADD && e->kind != GT_EXPR_SUB && !product)
            x = NULL;
        else if (product)
            x = x->constant ? gt_row_combine(p, x->k, y, 0, y) : gt_row_combine(p, y->k, x, 0, x);
        else
            x = gt_row_combine(p, 1, x, e->kind == GT_EXPR_ADD ? 1 : -1, y);
    }
    if (!x)
        gt_every_refuse(p, e->pos, "a number of processes that is not linear in what is left open");
    return x;
}

/* r >= 0 from now on. */
static void assume_row(gt_every *p, gt_pos pos, const gt_row *r)
{
    const gt_row **rows = GT_NEW(p->ctx->arena, const gt_row *);
    bool possible;
    *rows = gt_row_tight(p, r);
    p->assumed = gt_set_and(p, p->assumed, (gt_row_set){1, rows}, &possible);
    if (!possible)
        gt_every_refuse(p, pos, "no numbers satisfy what is assumed of them");
}

/* A condition on sizes: comparisons joined by &&. */
static bool assume(gt_every *p, const gt_expr *e)
{
    if (e->kind == GT_EXPR_AND) {
        bool all = true;
        for (uint32_t i = 0; i < e->nkids; i++)
            all = all && assume(p, e->kids[i]);
        return all;
    }
    if (gt_expr_is_true(e))
        return true;
    bool up = e->kind == GT_EXPR_GE || e->kind == GT_EXPR_GT,
         down = e->kind == GT_EXPR_LE || e->kind == GT_EXPR_LT;
    bool strict = e->kind == GT_EXPR_GT || e->kind == GT_EXPR_LT;
    if (!up && !down && e->kind != GT_EXPR_EQ)
        return gt_every_refuse(p, e->pos, "a condition of sizes is made of ==, <, <=, >, >= and && only");
    const gt_row *x = size_row(p, e->kids[0]), *y = x ? size_row(p, e->kids[1]) : NULL;
    if (!y)
        return false;
    if (!up)
        assume_row(p, e->pos, gt_row_shift(p, gt_row_combine(p, 1, y, -1, x), -strict));
    if (!down)
        assume_row(p, e->pos, gt_row_shift(p, gt_row_combine(p, 1, x, -1, y), -strict));
    return true;
}

/* There are such sizes. */
static bool sizes_exist(gt_every *p)
{
    const gt_sym *sym = p->cmds->sym;
    gt_solver *s = gt_solver_new(p, (gt_row_set){0}, 0, NULL);
    bool none = gt_solver_ask(s, (gt_row_set){0}, NULL) == GT_SAT_NO;
    gt_solver_free(s);
    return !none || gt_every_refuse(p, sym->nassumed ? sym->assumed[0]->pos : (gt_pos){0},
                                    "no numbers satisfy what is assumed of them");
}

/* What sizes are: each type has a process, each symbol its least value, and what is assumed. */
static bool assume_sizes(gt_every *p)
{
    const gt_sym *sym = p->cmds->sym;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        if (p->columns[i].kind != GT_COLUMN_SIZE)
            continue;
        int32_t least = p->cmds->vars[p->columns[i].var].type.lo;
        assume_row(p, (gt_pos){0}, gt_row_shift(p, gt_row_column(p, i), -(int64_t)least));
    }
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        const gt_row *size = sym->procs[i]->size ? size_row(p, sym->procs[i]->size) : NULL;
        if (size)
            assume_row(p, sym->procs[i]->pos, gt_row_shift(p, size, -1));
        else if (sym->procs[i]->size)
            return false;
    }
    for (uint32_t i = 0; i < sym->nassumed; i++)
        if (!assume(p, sym->assumed[i]))
            return false;
    return sizes_exist(p);
}

/* ---- initial states ---- */

typedef struct {
    gt_every *p;
    int32_t *values;
    GT_VEC(gt_every_init) found;
} init_walk;

static bool init_from(init_walk *w, uint32_t step, gt_row_set where);

static bool init_with(init_walk *w, const gt_init_step *s, uint32_t step, gt_row_set where)
{
    gt_every *p = w->p;
    gt_row_dnf holds;
    if (!s->where)
        return init_from(w, step + 1, where);
    if (!gt_every_formula(p, w->values, s->where, true, &holds))
        return false;
    for (uint32_t i = 0; i < holds.n; i++) {
        bool possible;
        gt_row_set both = gt_set_and(p, where, holds.conjs[i], &possible);
        if (possible && !init_from(w, step + 1, both))
            return false;
    }
    return true;
}

/* A column between two numbers. */
static bool init_column(init_walk *w, const gt_init_step *s, uint32_t step, gt_row_set where)
{
    gt_every *p = w->p;
    uint32_t nlo, nhi;
    const gt_row_case *lo, *hi;
    const gt_row *x = gt_row_column(p, (uint32_t)p->column_of[s->var]);
    if (!gt_every_number(p, w->values, s->lo, &nlo, &lo) || !gt_every_number(p, w->values, s->hi, &nhi, &hi))
        return false;
    for (uint32_t i = 0; i < nlo; i++)
        for (uint32_t k = 0; k < nhi; k++) {
            const gt_row *ends[] = {gt_row_combine(p, 1, x, -1, lo[i].value),
                                    gt_row_combine(p, 1, hi[k].value, -1, x)};
            bool a, b, c;
            gt_row_set now = gt_set_and(p, where, lo[i].when, &a);
            now = gt_set_and(p, now, hi[k].when, &b);
            now = gt_set_and(p, now, (gt_row_set){2, ends}, &c);
            if (a && b && c && !init_with(w, s, step, now))
                return false;
        }
    return true;
}

static bool constant(gt_every *p, const int32_t *values, const gt_expr *e, int64_t *value)
{
    uint32_t n;
    const gt_row_case *cases;
    if (!gt_every_number(p, values, e, &n, &cases))
        return false;
    if (n != 1 || cases[0].when.n || !cases[0].value->constant)
        return gt_every_refuse(p, e->pos, "an initial value that depends on the sizes");
    *value = cases[0].value->k;
    return true;
}

static bool init_from(init_walk *w, uint32_t step, gt_row_set where)
{
    gt_every *p = w->p;
    const gt_cmds *c = p->cmds;
    if (step == c->ninit) {
        gt_vec_push(&w->found, ((gt_every_init){control_of(p, w->values), where}));
        return true;
    }
    const gt_init_step *s = &c->init[step];
    int32_t column = p->column_of[s->var];
    if (column >= 0 && p->columns[column].kind == GT_COLUMN_SIZE)
        return init_from(w, step + 1, where);
    if (column >= 0)
        return init_column(w, s, step, where);
    int64_t lo = 0, hi = -1;
    if (!constant(p, w->values, s->lo, &lo) || !constant(p, w->values, s->hi, &hi))
        return false;
    for (int64_t v = lo; v <= hi; v++) {
        if (!in_range(c, s->var, v))
            return gt_every_refuse(p, s->lo->pos, "an initial value outside its range");
        w->values[s->var] = (int32_t)v;
        if (!init_with(w, s, step, where))
            return false;
    }
    w->values[s->var] = 0;
    return true;
}

static bool find_inits(gt_every *p)
{
    init_walk w = {.p = p, .values = gt_xcalloc((size_t)p->cmds->nvars + 1, sizeof *w.values)};
    bool ok = init_from(&w, 0, gt_parity_start(p));
    p->ninits = (uint32_t)w.found.n;
    p->inits = gt_arena_copy(p->ctx->arena, w.found.v, w.found.n, sizeof *w.found.v);
    free(w.found.v);
    free(w.values);
    return ok;
}

/* ---- rules ---- */

typedef struct {
    gt_every *p;
    const gt_cmd *cmd;
    uint32_t branch;
    int32_t *values; /* after the step */
    const gt_row **post;
    const int32_t *before;
    GT_VEC(gt_every_rule) found;
} rule_walk;

/* Assignments from number `at` on, under what holds so far. */
static bool assign_from(rule_walk *w, uint32_t at, gt_row_set guard)
{
    gt_every *p = w->p;
    const gt_cmd_branch *b = &w->cmd->branches[w->branch];
    if (at == b->nassigns) {
        const gt_row **post = gt_arena_copy(p->ctx->arena, w->post, p->ncolumns, sizeof(gt_row *));
        if (!gt_parity_step(p, w->cmd->origin->pos, post))
            return false;
        gt_vec_push(&w->found, ((gt_every_rule){w->cmd, w->branch, control_of(p, w->values), guard, post}));
        return true;
    }
    const gt_assign *s = &b->assigns[at];
    int32_t column = p->column_of[s->var];
    uint32_t n;
    const gt_row_case *cases;
    if (!gt_every_number(p, w->before, s->value, &n, &cases))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        bool possible;
        gt_row_set now = gt_set_and(p, guard, cases[i].when, &possible);
        if (!possible)
            continue;
        if (column >= 0)
            w->post[column] = cases[i].value;
        else if (!cases[i].value->constant || !in_range(p->cmds, s->var, cases[i].value->k))
            return gt_every_refuse(p, s->value->pos, "a value that depends on the sizes");
        else
            w->values[s->var] = (int32_t)cases[i].value->k;
        if (!assign_from(w, at + 1, now))
            return false;
    }
    if (column >= 0)
        w->post[column] = gt_row_column(p, (uint32_t)column);
    else
        w->values[s->var] = w->before[s->var];
    return true;
}

static bool rules_of(rule_walk *w, const gt_cmd *cmd)
{
    gt_every *p = w->p;
    gt_row_dnf guard;
    if (cmd->npicks)
        return gt_every_refuse(p, cmd->origin->pos, "a rule with picks");
    if (!gt_every_formula(p, w->before, cmd->guard, true, &guard))
        return false;
    w->cmd = cmd;
    for (uint32_t i = 0; i < guard.n; i++)
        for (w->branch = 0; w->branch < cmd->nbranches; w->branch++)
            if (!assign_from(w, 0, guard.conjs[i]))
                return false;
    return true;
}

bool gt_every_open(gt_every *p, uint32_t control)
{
    if (p->controls.v[control].opened)
        return true;
    uint32_t nvars = p->cmds->nvars;
    rule_walk w = {.p = p, .before = p->controls.v[control].values};
    w.values = gt_xcalloc((size_t)nvars + 1, sizeof *w.values);
    w.post = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *w.post);
    memcpy(w.values, w.before, nvars * sizeof *w.values);
    for (uint32_t i = 0; i < p->ncolumns; i++)
        w.post[i] = gt_row_column(p, i);
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->cmds->ncmds; i++)
        ok = rules_of(&w, &p->cmds->cmds[i]);
    gt_control *c = &p->controls.v[control];
    c->opened = ok;
    c->nrules = (uint32_t)w.found.n;
    c->rules = gt_arena_copy(p->ctx->arena, w.found.v, w.found.n, sizeof *w.found.v);
    free(w.found.v);
    free(w.values);
    free(w.post);
    return ok && !p->refused;
}

/* ---- properties ---- */

/* The formula that is to hold always, or, if *never, nowhere; NULL: not of that form. */
static const gt_expr *always(const gt_cmd_prop *prop, bool *never)
{
    const gt_expr *e = prop->formula;
    bool ctl = prop->origin->kind == GT_PROP_CTL;
    *never = ctl && e->kind == GT_EXPR_NOT && e->kids[0]->kind == GT_EXPR_EF;
    if (*never)
        e = e->kids[0]->kids[0];
    else if (ctl && e->kind == GT_EXPR_AG)
        e = e->kids[0];
    bool right = prop->origin->kind == GT_PROP_INVARIANT || prop->origin->kind == GT_PROP_NOERROR || ctl;
    return right && !gt_temporal_in(e) ? e : NULL;
}

bool gt_every_can(const gt_every *p, uint32_t prop)
{
    const gt_cmd_prop *x = &p->cmds->props[prop];
    if (x->origin->nprefix)
        return false;
    if (x->origin->kind == GT_PROP_DEADLOCK) /* a rate of 0 is no guard */
        return p->cmds->sym->kind == GT_MODEL_PLAIN || p->cmds->sym->kind == GT_MODEL_MDP;
    bool never;
    return x->formula && always(x, &never);
}

/* No command can fire. */
static bool stuck(gt_every *p, const int32_t *values, gt_every_bad *bad)
{
    GT_VEC(gt_row_set) clauses = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->cmds->ncmds; i++) {
        gt_row_dnf guard;
        ok = gt_every_formula(p, values, p->cmds->cmds[i].guard, true, &guard);
        for (uint32_t g = 0; ok && g < guard.n; g++) {
            gt_row_set conj = guard.conjs[g];
            const gt_row **rows = GT_NEW_ARRAY(p->ctx->arena, const gt_row *, (size_t)conj.n + 1);
            for (uint32_t k = 0; k < conj.n; k++)
                rows[k] = gt_row_not(p, conj.rows[k]);
            gt_vec_push(&clauses, ((gt_row_set){conj.n, rows}));
        }
    }
    bad->nclauses = (uint32_t)clauses.n;
    bad->clauses = gt_arena_copy(p->ctx->arena, clauses.v, clauses.n, sizeof *clauses.v);
    free(clauses.v);
    return ok;
}

bool gt_every_bad_states(gt_every *p, uint32_t prop, uint32_t control, gt_every_bad *bad)
{
    static const gt_row_set nothing = {0};
    const gt_cmd_prop *x = &p->cmds->props[prop];
    const int32_t *values = p->controls.v[control].values;
    *bad = (gt_every_bad){0};
    if (x->origin->kind != GT_PROP_DEADLOCK) {
        bool never;
        const gt_expr *e = always(x, &never);
        return gt_every_formula(p, values, e, never, &bad->some) && !p->refused;
    }
    if (p->cmds->error && values[p->cmds->error->u.index])
        return true;
    bad->some = (gt_row_dnf){1, &nothing};
    if (x->formula && !gt_every_formula(p, values, x->formula, false, &bad->some))
        return false;
    return stuck(p, values, bad) && !p->refused;
}

static bool all_hold(const gt_every *p, gt_row_set rows, const int64_t *x)
{
    for (uint32_t i = 0; i < rows.n; i++)
        if (gt_row_value(p, rows.rows[i], x) < 0)
            return false;
    return true;
}

static bool is_bad(const gt_every *p, const gt_every_bad *bad, const int64_t *x)
{
    bool some = false;
    for (uint32_t i = 0; i < bad->some.n; i++)
        some = some || all_hold(p, bad->some.conjs[i], x);
    for (uint32_t i = 0; i < bad->nclauses; i++)
        some = some && gt_clause_holds(p, bad->clauses[i], x);
    return some;
}

bool gt_every_fails(gt_every *p, uint32_t prop, const gt_every_states *states)
{
    gt_every_bad *bad = gt_xcalloc(p->controls.n + 1, sizeof *bad);
    bool *known = gt_xcalloc(p->controls.n + 1, sizeof *known), fails = false;
    for (size_t i = 0; i < states->n && !fails && !p->refused; i++) {
        uint32_t q = states->v[i].control;
        if (!known[q])
            known[q] = gt_every_bad_states(p, prop, q, &bad[q]);
        fails = known[q] && is_bad(p, &bad[q], states->v[i].x);
    }
    free(bad);
    free(known);
    return fails;
}

/* ---- the program ---- */

gt_every *gt_every_new(gt_ctx *ctx, const gt_cmds *cmds, const gt_sums *sums)
{
    gt_every *p = GT_NEW(ctx->arena, gt_every);
    p->ctx = ctx;
    p->cmds = cmds;
    p->nsums = sums ? (uint32_t)sums->n : 0;
    p->sums = sums ? gt_arena_copy(ctx->arena, sums->v, sums->n, sizeof *sums->v) : NULL;
    if (find_columns(p) && assume_sizes(p) && find_inits(p) && !p->refused)
        return p;
    gt_error(ctx->diag, p->refused_at, "open-size", "no proof for every size: %s", p->refused);
    gt_every_free(p);
    return NULL;
}

void gt_every_free(gt_every *p)
{
    free(p->controls.v);
    free(p->rows.v);
    free(p->nots.v);
    gt_table_fini(&p->control_table);
    gt_table_fini(&p->row_table);
}
