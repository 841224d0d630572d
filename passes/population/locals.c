/* Local reachability. The local states of each type, the values of each shared variable and of each local
 * variable (whoever's) are collected together until nothing grows. A process in local state L is changed by a
 * rule as self, as a partner or as anybody else; what the rule reads elsewhere may have any value collected
 * so far. */
#include "passes/population/locals.h"

#include "ir/expr/walk.h"
#include "passes/population/rule_index.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets of values: a bit per value, or just an interval for wide types ---- */

enum { BITS_MAX = 1 << 16, TOGGLES_MAX = 10, ROUNDS_EXACT = 16 };

typedef struct {
    int32_t lo, hi;      /* of the values in it; empty if lo > hi */
    int32_t base, size;  /* of the type */
    unsigned char *bits; /* NULL: everything in lo..hi */
} values;

static void values_init(values *s, gt_type type)
{
    *s = (values){.lo = 1, .hi = 0, .base = type.lo};
    if (type.kind == GT_TYPE_ID) {
        s->lo = 0; /* ids are not looked into */
        return;
    }
    int64_t size = gt_type_size(type);
    if (size > BITS_MAX)
        return;
    s->size = (int32_t)size;
    s->bits = gt_xcalloc((size_t)size, 1);
}

static bool values_has(const values *s, int32_t x)
{
    return x >= s->lo && x <= s->hi && (!s->bits || s->bits[x - s->base]);
}

static bool values_add(values *s, int32_t x)
{
    if (values_has(s, x))
        return false;
    if (s->lo > s->hi) {
        s->lo = s->hi = x;
    } else {
        if (x < s->lo)
            s->lo = x;
        if (x > s->hi)
            s->hi = x;
    }
    if (s->bits)
        s->bits[x - s->base] = 1;
    return true;
}

/* ---- the state of the analysis ---- */

typedef struct {
    gt_rule_index rules;
    uint32_t nvars;
    gt_rows rows;
    values *vars;
} type_states;

typedef struct {
    gt_ctx *ctx;
    const gt_sym *sym;
    type_states *types;
    values *shared;
    bool grew; /* some value set grew: another round */
    uint32_t round;
    bool too_many;
    gt_walk sizes; /* of expressions as trees */
} analysis;

static bool add_row(analysis *a, uint32_t type, const int32_t *row)
{
    type_states *t = &a->types[type];
    if (t->rows.table.n >= GT_LOCALS_MAX && gt_rows_find(&t->rows, row) == GT_ABSENT) {
        a->too_many = true;
        return false;
    }
    bool fresh;
    gt_arena_ask(a->ctx->arena);
    gt_rows_add(&t->rows, row, &fresh);
    if (!fresh)
        return false;
    for (uint32_t v = 0; v < t->nvars; v++)
        if (values_add(&t->vars[v], row[v]))
            a->grew = true;
    return true;
}

/* ---- abstract evaluation: an interval for each expression ---- */

/* Who the process in `row` is: self, a partner or chosen process, the process behind an id variable, or
 * `each`. */
typedef struct {
    analysis *a;
    const gt_proc *proc;
    const int32_t *row;
    bool is_self;
    const gt_binder *is_bound; /* partner */
    const gt_binder *each;
    const gt_expr *target; /* VAR or BOUND choice whose process it is, for the updates that go there */
    struct recall *memo;   /* of one large expression; NULL: none is needed */
} view;

typedef struct {
    int64_t lo, hi;
} interval;

/* What is known of the parts of an expression that are shared. */
typedef struct recall {
    gt_ptrmap at; /* in `intervals`, + 1 */
    GT_VEC(interval) intervals;
    gt_ptrmap listed; /* whose values were listed */
} recall;

enum { LARGE = 200 }; /* below that, looking twice costs less than remembering */

static uint64_t size_of(gt_walk *walk, const gt_expr *e)
{
    uint64_t size = 1;
    for (uint32_t i = 0; i < e->nkids && size < LARGE; i++)
        size += gt_walk_at(walk, e->kids[i]);
    return size;
}

/* `v` with a memo where `e` deserves one. */
static view looking_at(const view *v, const gt_expr *e, recall *memo)
{
    view mine = *v;
    mine.memo = gt_walk_at(&v->a->sizes, e) >= LARGE ? memo : NULL;
    return mine;
}

static void recall_fini(recall *memo)
{
    gt_ptrmap_fini(&memo->at);
    gt_ptrmap_fini(&memo->listed);
    free(memo->intervals.v);
}

static bool is_me(const view *v, const gt_expr *proc)
{
    if (proc->kind == GT_EXPR_SELF)
        return v->is_self;
    if (proc->kind == GT_EXPR_BOUND && (proc->u.binder == v->is_bound || proc->u.binder == v->each))
        return true;
    return v->target && gt_expr_equal(proc, v->target);
}

/* Certainly not me: self if I am not, a partner if I am not it. */
static bool is_other(const view *v, const gt_expr *proc)
{
    if (proc->kind == GT_EXPR_SELF)
        return !v->is_self;
    if (proc->kind == GT_EXPR_NONE)
        return true;
    return proc->kind == GT_EXPR_BOUND && proc->u.binder->kind == GT_BIND_PARTNER &&
           proc->u.binder != v->is_bound;
}

static interval eval(const view *v, const gt_expr *e);

static interval eval_id_equality(const view *v, const gt_expr *e)
{
    const gt_expr *x = e->kids[0], *y = e->kids[1];
    bool mx = is_me(v, x), my = is_me(v, y);
    int same = -1;
    if (mx && my)
        same = 1;
    if ((mx && is_other(v, y)) || (my && is_other(v, x)))
        same = 0;
    if (same < 0)
        return (interval){0, 1};
    int64_t r = (e->kind == GT_EXPR_EQ) == same;
    return (interval){r, r};
}

static interval eval_comparison(gt_expr_kind kind, interval x, interval y)
{
    int yes = 0, no = 0;
    switch (kind) {
    case GT_EXPR_EQ:
    case GT_EXPR_IFF:
        yes = x.lo == x.hi && y.lo == y.hi && x.lo == y.lo;
        no = x.hi < y.lo || y.hi < x.lo;
        break;
    case GT_EXPR_NE:
        no = x.lo == x.hi && y.lo == y.hi && x.lo == y.lo;
        yes = x.hi < y.lo || y.hi < x.lo;
        break;
    case GT_EXPR_LT:
        yes = x.hi < y.lo;
        no = x.lo >= y.hi;
        break;
    case GT_EXPR_LE:
        yes = x.hi <= y.lo;
        no = x.lo > y.hi;
        break;
    case GT_EXPR_GT:
        yes = x.lo > y.hi;
        no = x.hi <= y.lo;
        break;
    case GT_EXPR_GE:
        yes = x.lo >= y.hi;
        no = x.hi < y.lo;
        break;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_EXPR_NOT:
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_EXPR_IMPLIES:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    return (interval){yes, !no};
}

static interval eval_arithmetic(const view *v, const gt_expr *e)
{
    uint32_t first = e->kind == GT_EXPR_ITE;
    interval r = eval(v, e->kids[first]);
    if (e->nkids == 1)
        gt_interval_apply(e->kind, gt_type_int(r.lo, r.hi), gt_type_int(0, 0), &r.lo, &r.hi);
    for (uint32_t i = first + 1; i < e->nkids; i++) {
        interval x = eval(v, e->kids[i]);
        gt_interval_apply(e->kind, gt_type_int(r.lo, r.hi), gt_type_int(x.lo, x.hi), &r.lo, &r.hi);
    }
    return r;
}

static interval eval_junction(const view *v, const gt_expr *e)
{
    bool conjunction = e->kind == GT_EXPR_AND;
    interval r = {conjunction, conjunction};
    for (uint32_t i = 0; i < e->nkids; i++) {
        interval x = eval(v, e->kids[i]);
        if (conjunction) {
            if (x.hi == 0)
                return x;
            r.lo = r.lo && x.lo;
        } else {
            if (x.lo == 1)
                return x;
            r.hi = r.hi || x.hi;
        }
    }
    return r;
}

static interval compute_op(const view *v, const gt_expr *e)
{
    interval x, y;
    switch (e->kind) {
    case GT_EXPR_NOT: x = eval(v, e->kids[0]); return (interval){!x.hi, !x.lo};
    case GT_EXPR_AND:
    case GT_EXPR_OR: return eval_junction(v, e);
    case GT_EXPR_IMPLIES:
        x = eval(v, e->kids[0]);
        y = eval(v, e->kids[1]);
        return (interval){!x.hi || y.lo, !x.lo || y.hi};
    case GT_EXPR_ITE:
        x = eval(v, e->kids[0]);
        if (x.lo == x.hi)
            return eval(v, e->kids[x.lo ? 1 : 2]);
        return eval_arithmetic(v, e);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_COMPARE:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_EXPR_IFF:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    if (e->kind == GT_EXPR_IFF || gt_expr_in(e->kind, GT_GROUP_COMPARE))
        return eval_comparison(e->kind, eval(v, e->kids[0]), eval(v, e->kids[1]));
    return eval_arithmetic(v, e);
}

static interval eval_op(const view *v, const gt_expr *e)
{
    uint64_t at;
    if (!v->memo)
        return compute_op(v, e);
    if (gt_ptrmap_get(&v->memo->at, e, &at))
        return v->memo->intervals.v[at - 1];
    interval r = compute_op(v, e);
    gt_vec_push(&v->memo->intervals, r);
    *gt_ptrmap_at(&v->memo->at, e) = v->memo->intervals.n;
    return r;
}

static interval eval(const view *v, const gt_expr *e)
{
    analysis *a = v->a;
    const values *s;
    if (e->kind == GT_EXPR_CONST)
        return (interval){e->u.value, e->u.value};
    if ((e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE) && e->kids[0]->type.kind == GT_TYPE_ID)
        return eval_id_equality(v, e);
    if (e->kind == GT_EXPR_VAR && e->type.kind != GT_TYPE_ID) {
        s = &a->shared[e->u.var->index];
        return (interval){s->lo, s->hi};
    }
    if (e->kind == GT_EXPR_LOCAL && e->type.kind != GT_TYPE_ID) {
        if (is_me(v, e->kids[0]))
            return (interval){v->row[e->u.var->index], v->row[e->u.var->index]};
        s = &a->types[e->u.var->owner->index].vars[e->u.var->index];
        return (interval){s->lo, s->hi};
    }
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        return eval_op(v, e);
    return (interval){e->type.lo, e->type.hi}; /* quantifiers, choices */
}

static interval eval_whole(const view *v, const gt_expr *e)
{
    recall memo = {0};
    view mine = looking_at(v, e, &memo);
    interval r = eval(&mine, e);
    recall_fini(&memo);
    return r;
}

/* ---- the values an expression can have ---- */

typedef void each_value(void *data, int32_t value);

/* Calls `found` for each value within the type `to`; plain reads give their sets, the rest its interval. */
static void list_values(const view *v, const gt_expr *e, gt_type to, each_value *found, void *data)
{
    const values *s = NULL;
    if (v->memo && (*gt_ptrmap_at(&v->memo->listed, e))++)
        return;
    if (e->kind == GT_EXPR_ITE) {
        interval c = eval(v, e->kids[0]);
        if (c.hi)
            list_values(v, e->kids[1], to, found, data);
        if (!c.lo)
            list_values(v, e->kids[2], to, found, data);
        return;
    }
    if (e->kind == GT_EXPR_VAR && e->type.kind != GT_TYPE_ID)
        s = &v->a->shared[e->u.var->index];
    if (e->kind == GT_EXPR_LOCAL && !is_me(v, e->kids[0]))
        s = &v->a->types[e->u.var->owner->index].vars[e->u.var->index];
    interval r = eval(v, e);
    if (r.lo < to.lo)
        r.lo = to.lo;
    if (r.hi > to.hi)
        r.hi = to.hi;
    for (int64_t x = r.lo; x <= r.hi; x++) {
        gt_arena_ask(v->a->ctx->arena);
        if (!s || values_has(s, (int32_t)x))
            found(data, (int32_t)x);
    }
}

static void for_values(const view *v, const gt_expr *e, gt_type to, each_value *found, void *data)
{
    recall memo = {0};
    view mine = looking_at(v, e, &memo);
    list_values(&mine, e, to, found, data);
    recall_fini(&memo);
}

/* ---- one rule, one process ---- */

typedef struct {
    const view *view;
    const gt_update **updates; /* those that change this process, one per variable */
    uint32_t n;
    int32_t *row;
    uint32_t at;
} product;

static void next_rows(product *p);

static void set_and_go_on(void *data, int32_t value)
{
    product *p = data;
    uint32_t var = p->updates[p->at]->var->index;
    int32_t old = p->row[var];
    p->row[var] = value;
    p->at++;
    next_rows(p);
    p->at--;
    p->row[var] = old;
}

static void next_rows(product *p)
{
    analysis *a = p->view->a;
    if (a->too_many)
        return;
    if (p->at == p->n) {
        add_row(a, p->view->proc->index, p->row);
        return;
    }
    const gt_update *u = p->updates[p->at];
    if (u->var->type.kind == GT_TYPE_ID) { /* only in programs the population pass refuses */
        p->at++;
        next_rows(p);
        p->at--;
        return;
    }
    for_values(p->view, u->value, u->var->type, set_and_go_on, p);
}

static bool same_choice(const gt_update *x, const gt_update *y)
{
    bool cond = x->cond == y->cond || (x->cond && y->cond && gt_expr_equal(x->cond, y->cond));
    bool proc = x->proc == y->proc || (x->proc && y->proc && gt_expr_equal(x->proc, y->proc));
    return cond && proc && x->each == y->each;
}

/* The updates of a branch that may change the process seen by `v`: whether for sure, or together with which
 * others. */
typedef struct {
    const gt_update *update;
    int32_t toggle; /* -1: for sure */
} applicable;

static uint32_t find_applicable(view *v, const gt_branch *b, applicable *list, uint32_t *ntoggles)
{
    uint32_t n = 0;
    *ntoggles = 0;
    for (uint32_t i = 0; i < b->nupdates; i++) {
        const gt_update *u = &b->updates[i];
        if (!u->proc || u->var->owner != v->proc || is_other(v, u->proc))
            continue;
        bool sure = u->each || is_me(v, u->proc);
        view mine = *v;
        if (u->each)
            mine.each = u->each;
        if (!sure)
            mine.target = u->proc;
        interval c = u->cond ? eval_whole(&mine, u->cond) : (interval){1, 1};
        if (!c.hi)
            continue;
        int32_t toggle = -1;
        if (!sure || !c.lo) {
            for (uint32_t k = 0; k < n && toggle < 0; k++)
                if (list[k].toggle >= 0 && same_choice(list[k].update, u))
                    toggle = list[k].toggle;
            if (toggle < 0)
                toggle = (int32_t)(*ntoggles)++;
        }
        list[n++] = (applicable){u, toggle};
    }
    return n;
}

static void apply_subset(view *v, const applicable *list, uint32_t n, uint32_t chosen,
                         const gt_update **scratch, int32_t *row)
{
    view mine = *v;
    product p = {.view = &mine, .updates = scratch, .row = row};
    for (uint32_t i = 0; i < n; i++) {
        const gt_update *u = list[i].update;
        uint32_t toggle = list[i].toggle < 0 ? 0 : (uint32_t)list[i].toggle;
        bool on = list[i].toggle < 0 || toggle >= TOGGLES_MAX || (chosen >> toggle & 1);
        if (!on)
            continue;
        if (u->each)
            mine.each = u->each;
        if (!u->each && !is_me(v, u->proc))
            mine.target = u->proc;
        scratch[p.n++] = u;
    }
    memcpy(row, v->row, v->a->types[v->proc->index].nvars * sizeof *row);
    next_rows(&p);
}

static void apply_branch(view *v, const gt_branch *b)
{
    if (!b->nupdates)
        return;
    applicable *list = gt_xcalloc(b->nupdates, sizeof *list);
    const gt_update **scratch = gt_xcalloc(b->nupdates, sizeof *scratch);
    int32_t *row = gt_xcalloc((size_t)v->a->types[v->proc->index].nvars + 1, sizeof *row);
    uint32_t ntoggles, n = find_applicable(v, b, list, &ntoggles);
    uint32_t split = ntoggles < TOGGLES_MAX ? ntoggles : TOGGLES_MAX;
    if (n)
        for (uint32_t chosen = 0; chosen < 1u << split; chosen++) {
            apply_subset(v, list, n, chosen, scratch, row);
            for (uint32_t t = split; t < ntoggles; t++) { /* rare: the rest one by one left out */
                applicable *less = gt_xcalloc(n, sizeof *less);
                uint32_t m = 0;
                for (uint32_t i = 0; i < n; i++)
                    if (list[i].toggle != (int32_t)t)
                        less[m++] = list[i];
                apply_subset(v, less, m, chosen, scratch, row);
                free(less);
            }
        }
    free(list);
    free(scratch);
    free(row);
}

static void apply_as(view v, const gt_rule *r)
{
    if (eval_whole(&v, r->guard).hi == 0)
        return;
    for (uint32_t b = 0; b < r->nbranches; b++)
        apply_branch(&v, &r->branches[b]);
}

/* Each type's rules, in their order. */
static void find_rules(analysis *a)
{
    for (uint32_t i = 0; i < a->sym->nrules; i++) {
        const gt_rule *r = a->sym->rules[i];
        for (uint32_t b = 0; b < r->nbranches; b++)
            for (uint32_t k = 0; k < r->branches[b].nupdates; k++) {
                const gt_update *u = &r->branches[b].updates[k];
                if (u->var->owner && u->proc)
                    gt_rule_index_note(&a->types[u->var->owner->index].rules, r, u);
            }
    }
    for (uint32_t p = 0; p < a->sym->nprocs; p++)
        gt_rule_index_finish(&a->types[p].rules, a->sym->procs[p]);
}

/* All that the rule can do to the process: as anybody else, as self, as a partner. */
static void try_rule(view v, const gt_indexed_rule *t)
{
    const gt_rule *r = t->rule;
    if (t->others)
        apply_as(v, r);
    v.is_self = true;
    if (r->owner == v.proc && (!t->pinned || v.row[t->pinned->index] == t->value))
        apply_as(v, r);
    v.is_self = false;
    for (uint32_t p = 0; p < r->npartners; p++) {
        v.is_bound = r->partners[p];
        if (v.is_bound->type.proc == v.proc)
            apply_as(v, r);
    }
}

/* All that can happen to a process of that type in that local state, rule by rule in their order. */
static void work_on(analysis *a, const gt_proc *proc, size_t n)
{
    type_states *t = &a->types[proc->index];
    int32_t *row = gt_xmalloc((size_t)t->nvars + 1, sizeof *row);
    if (t->nvars)
        memcpy(row, gt_rows_at(&t->rows, (uint32_t)n), t->nvars * sizeof *row);
    const view v = {.a = a, .proc = proc, .row = row};
    gt_rule_walk walk = gt_rule_index_walk(&t->rules, row);
    for (const gt_indexed_rule *r; !a->too_many && (r = gt_rule_index_next(&walk));)
        try_rule(v, r);
    free(row);
}

/* ---- shared variables and initial states ---- */

typedef struct {
    analysis *a;
    values *set;
    gt_type type;
} adding;

/* A set that still grows after many rounds gets everything its type has: counters would take a round per
 * value. */
static void add_value(void *data, int32_t x)
{
    adding *add = data;
    if (!values_add(add->set, x))
        return;
    add->a->grew = true;
    if (add->a->round < ROUNDS_EXACT)
        return;
    bool each = add->set->bits != NULL; /* else the set is everything between its ends */
    for (int64_t v = add->type.lo; v <= add->type.hi;
         v += each || v == add->type.hi ? 1 : (int64_t)add->type.hi - v)
        values_add(add->set, (int32_t)v);
}

static void assign_shared(analysis *a, const gt_rule *r)
{
    view v = {.a = a};
    if (eval_whole(&v, r->guard).hi == 0)
        return;
    for (uint32_t b = 0; b < r->nbranches; b++)
        for (uint32_t i = 0; i < r->branches[b].nupdates; i++) {
            const gt_update *u = &r->branches[b].updates[i];
            if (u->proc || u->var->type.kind == GT_TYPE_ID)
                continue;
            adding add = {a, &a->shared[u->var->index], u->var->type};
            for_values(&v, u->value, u->var->type, add_value, &add);
        }
}

void gt_locals_choice_range(const gt_var *var, const gt_binder *choice, int32_t *lo, int32_t *hi)
{
    *lo = choice->type.lo > var->type.lo ? choice->type.lo : var->type.lo;
    *hi = choice->type.hi < var->type.hi ? choice->type.hi : var->type.hi;
}

/* Calls `found` for each value `var` can begin with, as the process of `v` or as nobody's variable. */
static void for_initial(const view *v, const gt_var *var, each_value *found, void *data)
{
    const gt_init *init = &var->inits[0];
    if (!init->choice) {
        for_values(v, init->expr, var->type, found, data);
        return;
    }
    int32_t lo, hi;
    gt_locals_choice_range(var, init->choice, &lo, &hi);
    for (int64_t value = lo; value <= hi; value++) {
        gt_arena_ask(v->a->ctx->arena);
        found(data, (int32_t)value);
    }
}

typedef struct {
    const view *view;
    int32_t *row;
    uint32_t var; /* those before it have their values */
} beginning;

static void initial_rows(beginning *b);

static void begin_with(void *data, int32_t value)
{
    beginning *b = data;
    b->row[b->var++] = value;
    initial_rows(b);
    b->var--;
}

static void initial_rows(beginning *b)
{
    analysis *a = b->view->a;
    const gt_proc *proc = b->view->proc;
    if (a->too_many)
        return;
    if (b->var == proc->nvars)
        add_row(a, proc->index, b->row);
    else if (proc->vars[b->var]->type.kind == GT_TYPE_ID)
        begin_with(b, 0);
    else
        for_initial(b->view, proc->vars[b->var], begin_with, b);
}

static void begin(analysis *a)
{
    for (uint32_t p = 0; p < a->sym->nprocs; p++) {
        const gt_proc *proc = a->sym->procs[p];
        type_states *t = &a->types[p];
        t->nvars = proc->nvars;
        t->rows.width = proc->nvars;
        t->vars = gt_xcalloc((size_t)t->nvars + 1, sizeof *t->vars);
        for (uint32_t v = 0; v < t->nvars; v++)
            values_init(&t->vars[v], proc->vars[v]->type);
    }
    const view nobody = {.a = a};
    for (uint32_t i = 0; i < a->sym->nshared; i++) {
        const gt_var *x = a->sym->shared[i];
        values_init(&a->shared[i], x->type);
        adding add = {a, &a->shared[i], x->type};
        if (x->type.kind != GT_TYPE_ID)
            for_initial(&nobody, x, add_value, &add);
    }
    for (uint32_t p = 0; p < a->sym->nprocs; p++) {
        int32_t *row = gt_xcalloc((size_t)a->types[p].nvars + 1, sizeof *row);
        const view self = {.a = a, .proc = a->sym->procs[p], .row = row, .is_self = true};
        initial_rows(&(beginning){&self, row, 0});
        free(row);
    }
}

static void run(analysis *a)
{
    do {
        a->grew = false;
        a->round++;
        for (uint32_t i = 0; i < a->sym->nrules; i++)
            assign_shared(a, a->sym->rules[i]);
        for (uint32_t p = 0; p < a->sym->nprocs; p++)
            for (size_t n = 0; n < a->types[p].rows.table.n && !a->too_many; n++)
                work_on(a, a->sym->procs[p], n);
    } while (a->grew && !a->too_many);
}

/* ---- the result ---- */

static int compare_rows(const int32_t *a, const int32_t *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Merge sort: qsort cannot be told the width. */
static void sort_rows(int32_t *rows, size_t n, uint32_t width, int32_t *spare)
{
    if (n < 2)
        return;
    size_t half = n / 2, i = 0, j = half;
    sort_rows(rows, half, width, spare);
    sort_rows(rows + half * width, n - half, width, spare);
    for (size_t k = 0; k < n; k++) {
        bool left = j == n || (i < half && compare_rows(rows + i * width, rows + j * width, width) <= 0);
        memcpy(spare + k * width, rows + (left ? i++ : j++) * width, width * sizeof *rows);
    }
    memcpy(rows, spare, n * width * sizeof *rows);
}

bool gt_locals_compute(gt_ctx *ctx, gt_pop *pop)
{
    const gt_sym *sym = pop->sym;
    analysis a = {.ctx = ctx, .sym = sym, .sizes = {.node = size_of}};
    a.types = gt_xcalloc((size_t)sym->nprocs + 1, sizeof *a.types);
    a.shared = gt_xcalloc((size_t)sym->nshared + 1, sizeof *a.shared);
    find_rules(&a);
    begin(&a);
    run(&a);
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        type_states *t = &a.types[p];
        gt_locals *l = &pop->locals[p];
        int32_t *spare = gt_xmalloc(t->rows.data.n, sizeof *spare);
        if (t->nvars)
            sort_rows(t->rows.data.v, t->rows.table.n, t->nvars, spare);
        free(spare);
        l->proc = sym->procs[p];
        l->nvars = t->nvars;
        l->nstates = (uint32_t)t->rows.table.n;
        l->values = gt_arena_copy(ctx->arena, t->rows.data.v, t->rows.data.n, sizeof(int32_t));
        l->declared = 1;
        for (uint32_t v = 0; v < t->nvars; v++) {
            l->declared *= (double)gt_type_size(l->proc->vars[v]->type);
            free(t->vars[v].bits);
        }
        free(t->vars);
        gt_rule_index_fini(&t->rules);
        gt_rows_fini(&t->rows);
    }
    for (uint32_t i = 0; i < sym->nshared; i++)
        free(a.shared[i].bits);
    gt_walk_fini(&a.sizes);
    free(a.types);
    free(a.shared);
    if (a.too_many)
        gt_error(ctx->diag, (gt_pos){0}, "size",
                 "a process type has more than %d reachable local states; give its variables smaller ranges",
                 GT_LOCALS_MAX);
    return !a.too_many;
}
