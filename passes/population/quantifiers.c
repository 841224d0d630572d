/* Quantifier elimination. A bound process is one of the named ones (a role, the process of an id variable, a
 * pebble set by an outer quantifier) or a further untracked one. A quantifier in whose scope no other one
 * depends on it needs only a count of the untracked processes that satisfy its body. For nested ones the
 * local states are grouped into cells that no quantifier of the formula can tell apart, and the further
 * process is placed into each cell in turn. */
#include "passes/population/quantifiers.h"

#include "ir/expr/walk.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16 };

typedef struct {
    const gt_binder *binder;
    const gt_proc *proc;
    uint32_t cell;
} pebble;

/* The cells of a process type in the formula at hand: rows of values for the variables that matter. */
typedef struct {
    uint32_t nvars, nrows, ncells;
    uint32_t *vars;      /* positions in proc->vars */
    gt_rows rows;        /* nrows rows of nvars values */
    uint32_t *cell_of;   /* row to cell */
    uint32_t *first_row; /* cell to a row in it */
} cells;

struct gt_quant {
    gt_ctx *ctx;
    gt_fold *fold;
    const gt_pop *pop;
    gt_binder **it;     /* per process type and depth */
    uint32_t *idvar_of; /* per shared variable of the program */
    const gt_quant_scope *scope;
    cells *cells; /* per process type while a nested quantifier is being eliminated, else NULL */
    GT_VEC(pebble) pebbles;
    gt_ptrmap numbers; /* of terms, in order of arrival */
};

gt_quant *gt_quant_new(gt_ctx *ctx, gt_fold *fold, const gt_pop *pop)
{
    gt_quant *q = gt_xcalloc(1, sizeof *q);
    q->ctx = ctx;
    q->fold = fold;
    q->pop = pop;
    uint32_t nprocs = pop->sym->nprocs;
    q->it = gt_xcalloc((size_t)nprocs * MAX_DEPTH + 1, sizeof *q->it);
    for (uint32_t p = 0; p < nprocs; p++)
        for (uint32_t d = 0; d < MAX_DEPTH; d++) {
            gt_binder *b = GT_NEW(ctx->arena, gt_binder);
            b->name = d ? gt_arena_printf(ctx->arena, "it%u", d) : "it";
            b->kind = GT_BIND_QUANT;
            b->type = gt_type_id(pop->sym->procs[p], false);
            q->it[p * MAX_DEPTH + d] = b;
        }
    q->idvar_of = gt_xcalloc((size_t)pop->sym->nshared + 1, sizeof *q->idvar_of);
    for (uint32_t i = 0; i < pop->nidvars; i++)
        q->idvar_of[pop->idvars[i].var->index] = i;
    return q;
}

void gt_quant_free(gt_quant *q)
{
    if (!q)
        return;
    free(q->it);
    free(q->idvar_of);
    free(q->pebbles.v);
    gt_ptrmap_fini(&q->numbers);
    free(q);
}

uint32_t gt_quant_idvar(const gt_quant *q, const gt_var *var)
{
    return q->idvar_of[var->index];
}

static bool is_id(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_ID;
}

static const gt_expr *yes(gt_quant *q, gt_pos pos)
{
    return gt_fold_bool(q->fold, pos, true);
}
static const gt_expr *no(gt_quant *q, gt_pos pos)
{
    return gt_fold_bool(q->fold, pos, false);
}

/* ---- processes ---- */

static const gt_expr *role_term(gt_quant *q, gt_pos pos, uint32_t role)
{
    return gt_fold_intern(q->fold, gt_expr_role(q->ctx->arena, pos, role, q->scope->roles[role].proc));
}

int32_t gt_role_of_class(const gt_role *roles, uint32_t nroles, uint32_t first)
{
    for (uint32_t r = 0; r < nroles; r++)
        if (roles[r].kind == GT_ROLE_CLASS && roles[r].idvar == first)
            return (int32_t)r;
    return -1;
}

static const gt_expr *idvar_term(gt_quant *q, gt_pos pos, uint32_t i)
{
    const gt_quant_scope *s = q->scope;
    const gt_proc *proc = q->pop->idvars[i].proc;
    int32_t alias = s->alias ? s->alias[i] : GT_ALIAS_ANY;
    if (alias == GT_ALIAS_NONE)
        return gt_fold_intern(q->fold, gt_expr_none(q->ctx->arena, pos, proc));
    if (alias != GT_ALIAS_ANY)
        i = (uint32_t)alias;
    /* With nothing known a class role still is its own first id variable. */
    int32_t role = gt_role_of_class(s->roles, s->nroles, i);
    if (role >= 0)
        return role_term(q, pos, (uint32_t)role);
    return gt_fold_intern(q->fold, gt_expr_idvar(q->ctx->arena, pos, i, proc));
}

/* BOUND, SELF or an id variable of the scope as a term; NULL if `e` is none of these. */
static const gt_expr *term(gt_quant *q, const gt_expr *e)
{
    const gt_quant_scope *s = q->scope;
    if (e->kind == GT_EXPR_SELF)
        return role_term(q, e->pos, (uint32_t)s->self);
    if (e->kind == GT_EXPR_VAR && is_id(e))
        return idvar_term(q, e->pos, q->idvar_of[e->u.var->index]);
    if (e->kind != GT_EXPR_BOUND)
        return NULL;
    for (uint32_t b = 0; b < s->nbinders; b++)
        if (s->binders[b] == e->u.binder)
            return role_term(q, e->pos, s->binder_role[b]);
    if (s->each_is != GT_EACH_NOBODY && e->u.binder == s->each) {
        if (s->each_is == GT_EACH_ROLE)
            return role_term(q, e->pos, s->each_index);
        if (s->each_is == GT_EACH_IDVAR)
            return idvar_term(q, e->pos, s->each_index);
    }
    return NULL;
}

/* A process that differs from all named ones: a pebble, or each as one of the rest. */
static bool is_further(const gt_quant *q, const gt_expr *e)
{
    if (e->kind != GT_EXPR_BOUND)
        return false;
    if (q->scope->each_is == GT_EACH_REST && e->u.binder == q->scope->each)
        return true;
    for (size_t p = 0; p < q->pebbles.n; p++)
        if (q->pebbles.v[p].binder == e->u.binder)
            return true;
    return false;
}

static const gt_expr *same_idvars(gt_quant *q, gt_pos pos, uint32_t i, uint32_t j)
{
    return gt_fold_intern(q->fold, gt_expr_same(q->ctx->arena, pos, i, j));
}

static const gt_expr *is_none(gt_quant *q, gt_pos pos, uint32_t i)
{
    int32_t alias = q->scope && q->scope->alias ? q->scope->alias[i] : GT_ALIAS_ANY;
    if (!q->pop->idvars[i].optional || alias >= 0)
        return no(q, pos);
    if (alias == GT_ALIAS_NONE)
        return yes(q, pos);
    return gt_fold_intern(q->fold, gt_expr_isnone(q->ctx->arena, pos, i));
}

/* a == b for two terms; NULL while one of them is a quantified process. */
static const gt_expr *equal_terms(gt_quant *q, gt_pos pos, const gt_expr *a, const gt_expr *b)
{
    if (a == b)
        return yes(q, pos);
    bool fa = is_further(q, a), fb = is_further(q, b);
    if ((a->kind == GT_EXPR_BOUND && !fa) || (b->kind == GT_EXPR_BOUND && !fb)) {
        const gt_expr *other = a->kind == GT_EXPR_BOUND && !fa ? b : a;
        return other->kind == GT_EXPR_NONE ? no(q, pos) : NULL; /* nobody quantified over is none */
    }
    if (fa || fb)
        return no(q, pos);
    if (a->kind > b->kind) { /* order: NONE < ROLE < IDVAR */
        const gt_expr *t = a;
        a = b;
        b = t;
    }
    if (a->kind == GT_EXPR_NONE)
        return b->kind == GT_EXPR_IDVAR ? is_none(q, pos, b->u.index)
                                        : gt_fold_bool(q->fold, pos, b->kind == a->kind);
    if (a->kind == GT_EXPR_ROLE) {
        const gt_role *ra = &q->scope->roles[a->u.index];
        if (b->kind == GT_EXPR_ROLE || ra->kind == GT_ROLE_UNTRACKED)
            return no(q, pos);
        bool known = q->scope->alias && q->scope->alias[b->u.index] != GT_ALIAS_ANY;
        bool earlier = b->u.index < ra->idvar; /* the role's id variable is the first of its class */
        return known || earlier ? no(q, pos) : same_idvars(q, pos, ra->idvar, b->u.index);
    }
    uint32_t i = a->u.index, j = b->u.index;
    if (q->scope->alias && q->scope->alias[i] >= 0 && q->scope->alias[j] >= 0)
        return no(q, pos);
    return gt_fold_or(q->fold, same_idvars(q, pos, i, j),
                      gt_fold_and(q->fold, is_none(q, pos, i), is_none(q, pos, j)));
}

/* ---- substitution of a quantified process ---- */

typedef struct {
    gt_quant *q;
    const gt_binder *from; /* NULL: only the scope's own names */
    const gt_expr *to;
    const int32_t *row; /* values of to's local variables where `to` is a pebble or a row is tried */
    const cells *cells;
} substitution;

static const gt_expr *substitute_term(substitution *s, const gt_expr *e)
{
    if (e->kind == GT_EXPR_BOUND && e->u.binder == s->from)
        return s->to;
    const gt_expr *t = term(s->q, e);
    return t ? t : gt_fold_intern(s->q->fold, e);
}

static const gt_expr *substitute_local(substitution *s, gt_fold *f, const gt_expr *e)
{
    const gt_expr *of = e->kids[0];
    if (s->row && of->kind == GT_EXPR_BOUND && of->u.binder == s->from)
        for (uint32_t v = 0; v < s->cells->nvars; v++)
            if (s->cells->vars[v] == e->u.var->index)
                return gt_fold_const(f, e->pos, e->type, s->row[v]);
    const gt_expr *t = substitute_term(s, of);
    if (t->kind == GT_EXPR_NONE)
        return gt_fold_const(f, e->pos, e->type, e->type.lo); /* never evaluated */
    return gt_fold_intern(f, gt_expr_local(s->q->ctx->arena, e->pos, t, e->u.var, NULL));
}

/* a == b is b == a; what comes first may not depend on where they happen to lie in memory. */
static uint64_t number_of(gt_quant *q, const gt_expr *term)
{
    uint64_t *number = gt_ptrmap_at(&q->numbers, term);
    if (!*number)
        *number = q->numbers.all.n;
    return *number;
}

static const gt_expr *substitute_node(void *data, gt_fold *f, const gt_expr *e)
{
    substitution *s = data;
    if (e->kind == GT_EXPR_LOCAL)
        return substitute_local(s, f, e);
    bool comparison = (e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE) && is_id(e->kids[0]);
    if (comparison) {
        const gt_expr *a = substitute_term(s, e->kids[0]), *b = substitute_term(s, e->kids[1]);
        const gt_expr *equal = equal_terms(s->q, e->pos, a, b);
        if (equal)
            return e->kind == GT_EXPR_EQ ? equal : gt_fold_not(f, equal);
        bool ordered = number_of(s->q, a) < number_of(s->q, b);
        const gt_expr *kids[2] = {ordered ? a : b, ordered ? b : a};
        equal = gt_fold_intern(f, gt_expr_op(s->q->ctx->arena, e->pos, GT_EXPR_EQ, 2, kids));
        return e->kind == GT_EXPR_EQ ? equal : gt_fold_not(f, equal);
    }
    if (is_id(e) && e->nkids == 0)
        return substitute_term(s, e);
    if (e->kind == GT_EXPR_BOUND && e->u.binder == s->from)
        return s->to;
    return NULL;
}

static const gt_expr *substitute(gt_quant *q, const gt_expr *e, const gt_binder *from, const gt_expr *to,
                                 const int32_t *row, const cells *c)
{
    substitution s = {q, from, to, row, c};
    return gt_fold_map(q->fold, e, substitute_node, &s);
}

/* ---- looking into formulas ---- */

static bool is_quantifier(const gt_expr *e)
{
    return gt_expr_in(e->kind, GT_GROUP_QUANT);
}

/* Whether an expression mentions a binder, and whether a quantifier in it does. */
enum { MENTIONED = 1, NESTED = 2 };

static uint64_t mentions_node(gt_walk *walk, const gt_expr *e)
{
    uint64_t how = 0;
    if (e->kind == GT_EXPR_BOUND)
        return e->u.binder == walk->arg ? MENTIONED : 0;
    for (uint32_t i = 0; i < e->nkids; i++)
        how |= gt_walk_at(walk, e->kids[i]);
    return how && is_quantifier(e) ? MENTIONED | NESTED : how;
}

static uint64_t mentions(const gt_expr *e, const gt_binder *b)
{
    return gt_walk_once(mentions_node, b, e);
}

static uint64_t untracked_depth(gt_walk *walk, const gt_expr *e)
{
    return e->has & GT_GROUP_POP ? gt_walk_most(walk, e) + (e->kind == GT_EXPR_UNTRACKED) : 0;
}

/* ---- counting untracked processes ---- */

/* Untracked processes that satisfy `pred` of BOUND(x), those in roles, pebbles and `each` not counted. */
static const gt_expr *count_further(gt_quant *q, gt_pos pos, const gt_binder *x, const gt_expr *pred)
{
    const gt_proc *proc = x->type.proc;
    uint64_t depth = gt_walk_once(untracked_depth, NULL, pred);
    if (depth >= MAX_DEPTH)
        gt_ice("quantifiers nested too deeply");
    const gt_binder *it = q->it[proc->index * MAX_DEPTH + depth];
    const gt_expr *bound = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, pos, it));
    gt_vec_push(&q->pebbles, ((pebble){it, proc, 0})); /* `it` is nobody else */
    const gt_expr *of_it = substitute(q, pred, x, bound, NULL, NULL);
    q->pebbles.n--;
    GT_VEC(const gt_expr *) sum = {0};
    const gt_expr *all = gt_fold_intern(q->fold, gt_expr_untracked(q->ctx->arena, pos, it, of_it));
    const gt_quant_scope *s = q->scope;
    const gt_expr *minus = gt_fold_int(q->fold, pos, 0);
    for (uint32_t r = 0; r < s->nroles; r++) {
        if (s->roles[r].kind != GT_ROLE_UNTRACKED || s->roles[r].proc != proc)
            continue;
        /* of_it has decided every comparison as for a nobody else, so only the local variables are the
         * role's. */
        gt_vec_push(&sum,
                    gt_fold_indicator(q->fold, substitute(q, of_it, it, role_term(q, pos, r), NULL, NULL)));
    }
    if (s->each_is == GT_EACH_REST && s->each->type.proc == proc) {
        const gt_expr *each = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, pos, s->each));
        gt_vec_push(&sum, gt_fold_indicator(q->fold, substitute(q, of_it, it, each, NULL, NULL)));
    }
    for (size_t p = 0; p < q->pebbles.n; p++) {
        const pebble *pb = &q->pebbles.v[p];
        if (pb->proc != proc)
            continue;
        const cells *c = &q->cells[proc->index];
        const int32_t *row = gt_rows_at(&c->rows, c->first_row[pb->cell]);
        gt_vec_push(&sum, gt_fold_indicator(q->fold, substitute(q, of_it, it, bound, row, c)));
    }
    if (sum.n)
        minus = gt_fold_op(q->fold, pos, GT_EXPR_ADD, (uint32_t)sum.n, sum.v);
    free(sum.v);
    return gt_fold_op2(q->fold, pos, GT_EXPR_SUB, all, minus);
}

/* ---- cells ---- */

typedef struct {
    gt_quant *q;
    const gt_expr *root;
    GT_VEC(const gt_expr *) quantifiers;
} collection;

static uint64_t collect(gt_walk *walk, const gt_expr *e)
{
    collection *c = walk->arg;
    if (is_quantifier(e))
        gt_vec_push(&c->quantifiers, e);
    return gt_walk_any(walk, e);
}

/* The local variables of a process that are read. */
typedef struct {
    const gt_binder *process;
    unsigned char *used;
} reads;

static uint64_t collect_vars(gt_walk *walk, const gt_expr *e)
{
    const reads *r = walk->arg;
    if (e->kind == GT_EXPR_LOCAL && e->kids[0]->kind == GT_EXPR_BOUND && e->kids[0]->u.binder == r->process)
        r->used[e->u.var->index] = 1;
    return gt_walk_any(walk, e);
}

/* The distinct projections of the type's local states onto the variables of `c`. */
static void project(const gt_locals *l, cells *c)
{
    int32_t *row = gt_xmalloc((size_t)c->nvars + 1, sizeof *row);
    c->rows.width = c->nvars;
    for (uint32_t s = 0; s < l->nstates; s++) {
        for (uint32_t v = 0; v < c->nvars; v++)
            row[v] = l->values[(size_t)s * l->nvars + c->vars[v]];
        gt_rows_add(&c->rows, row, NULL);
    }
    c->nrows = (uint32_t)c->rows.table.n;
    free(row);
}

/* Groups rows by what every quantifier over the type makes of them. */
static void group(collection *col, const gt_proc *proc, cells *c)
{
    gt_quant *q = col->q;
    size_t n = col->quantifiers.n;
    c->cell_of = gt_xcalloc((size_t)c->nrows + 1, sizeof *c->cell_of);
    c->first_row = gt_xcalloc((size_t)c->nrows + 1, sizeof *c->first_row);
    const gt_expr **signatures = gt_xcalloc((size_t)c->nrows * n + 1, sizeof *signatures);
    for (uint32_t r = 0; r < c->nrows; r++) {
        const gt_expr **mine = signatures + (size_t)c->ncells * n;
        for (size_t k = 0; k < n; k++) {
            const gt_expr *e = col->quantifiers.v[k];
            mine[k] = NULL;
            if (e->u.binder->type.proc != proc)
                continue;
            const gt_expr *self = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, e->pos, e->u.binder));
            mine[k] = substitute(q, e->kids[0], e->u.binder, self, gt_rows_at(&c->rows, r), c);
        }
        uint32_t cell = 0;
        while (cell < c->ncells && memcmp(signatures + (size_t)cell * n, mine, n * sizeof *mine) != 0)
            cell++;
        if (cell == c->ncells)
            c->first_row[c->ncells++] = r;
        c->cell_of[r] = cell;
    }
    free(signatures);
}

static void cells_make(gt_quant *q, const gt_expr *root)
{
    collection col = {.q = q, .root = root};
    gt_walk_once(collect, &col, root);
    uint32_t nprocs = q->pop->sym->nprocs;
    q->cells = gt_xcalloc(nprocs, sizeof *q->cells);
    for (uint32_t p = 0; p < nprocs; p++) {
        const gt_proc *proc = q->pop->sym->procs[p];
        cells *c = &q->cells[p];
        unsigned char *used = gt_xcalloc((size_t)proc->nvars + 1, 1);
        bool any = false;
        for (size_t k = 0; k < col.quantifiers.n; k++)
            if (col.quantifiers.v[k]->u.binder->type.proc == proc) {
                gt_walk_once(collect_vars, &(reads){col.quantifiers.v[k]->u.binder, used},
                             col.quantifiers.v[k]->kids[0]);
                any = true;
            }
        if (any) {
            c->vars = gt_xcalloc((size_t)proc->nvars + 1, sizeof *c->vars);
            for (uint32_t v = 0; v < proc->nvars; v++)
                if (used[v])
                    c->vars[c->nvars++] = v;
            project(&q->pop->locals[p], c);
            group(&col, proc, c);
        }
        free(used);
    }
    free(col.quantifiers.v);
}

static void cells_free(gt_quant *q)
{
    for (uint32_t p = 0; p < q->pop->sym->nprocs; p++) {
        free(q->cells[p].vars);
        gt_rows_fini(&q->cells[p].rows);
        free(q->cells[p].cell_of);
        free(q->cells[p].first_row);
    }
    free(q->cells);
    q->cells = NULL;
}

/* BOUND(x) is in a local state of that cell: by listing the cell's rows, or the others' if they are fewer. */
static const gt_expr *in_cell(gt_quant *q, gt_pos pos, const gt_binder *x, const cells *c, uint32_t cell)
{
    const gt_proc *proc = x->type.proc;
    const gt_expr *bound = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, pos, x));
    uint32_t size = 0;
    for (uint32_t r = 0; r < c->nrows; r++)
        size += c->cell_of[r] == cell;
    bool inside = 2 * (uint64_t)size <= c->nrows;
    GT_VEC(const gt_expr *) any = {0};
    for (uint32_t r = 0; r < c->nrows; r++) {
        if ((c->cell_of[r] == cell) != inside)
            continue;
        const gt_expr *here = yes(q, pos);
        for (uint32_t v = 0; v < c->nvars; v++) {
            const gt_var *var = proc->vars[c->vars[v]];
            const gt_expr *value =
                gt_fold_intern(q->fold, gt_expr_local(q->ctx->arena, pos, bound, var, NULL));
            here = gt_fold_and(q->fold, here, gt_fold_is(q->fold, value, gt_rows_at(&c->rows, r)[v]));
        }
        gt_vec_push(&any, here);
    }
    const gt_expr *result = any.n ? gt_fold_op(q->fold, pos, GT_EXPR_OR, (uint32_t)any.n, any.v) : no(q, pos);
    free(any.v);
    return inside ? result : gt_fold_not(q->fold, result);
}

/* ---- elimination ---- */

static const gt_expr *eliminate(gt_quant *q, const gt_expr *e);

/* id variable i is the first of its class (and not none). */
static const gt_expr *is_first(gt_quant *q, uint32_t i)
{
    gt_pos pos = q->pop->idvars[i].var->pos;
    const gt_expr *first = gt_fold_not(q->fold, is_none(q, pos, i));
    for (uint32_t j = q->pop->locals[q->pop->idvars[i].proc->index].first_idvar; j < i; j++)
        first = gt_fold_and(q->fold, first, gt_fold_not(q->fold, same_idvars(q, pos, j, i)));
    return first;
}

/* When id variable i stands for a process that no role and, if `exact`, no earlier id variable stands for:
 * the condition, or NULL if never. */
static const gt_expr *idvar_condition(gt_quant *q, gt_pos pos, uint32_t i, bool exact)
{
    const gt_quant_scope *s = q->scope;
    if (s->alias && s->alias[i] != GT_ALIAS_ANY)
        return s->alias[i] == (int32_t)i && gt_role_of_class(s->roles, s->nroles, i) < 0 ? yes(q, pos) : NULL;
    if (gt_role_of_class(s->roles, s->nroles, i) >= 0)
        return NULL;
    if (!exact)
        return gt_fold_not(q->fold, is_none(q, pos, i));
    return is_first(q, i); /* so is the id variable of a class role: the two differ */
}

typedef struct {
    const gt_expr *who, *cond;
} named;

/* All named processes of x's type with the condition under which each is one of its own. */
static named *all_named(gt_quant *q, gt_pos pos, const gt_binder *x, bool exact, size_t *n)
{
    const gt_quant_scope *s = q->scope;
    const gt_proc *proc = x->type.proc;
    GT_VEC(named) list = {0};
    for (uint32_t r = 0; r < s->nroles; r++)
        if (s->roles[r].proc == proc)
            gt_vec_push(&list, ((named){role_term(q, pos, r), yes(q, pos)}));
    const gt_locals *l = &q->pop->locals[proc->index];
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *cond = idvar_condition(q, pos, i, exact);
        if (cond)
            gt_vec_push(&list, ((named){idvar_term(q, pos, i), cond}));
    }
    if (s->each_is == GT_EACH_REST && s->each->type.proc == proc)
        gt_vec_push(&list, ((named){gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, pos, s->each)),
                                    yes(q, pos)}));
    for (size_t p = 0; p < q->pebbles.n; p++)
        if (q->pebbles.v[p].proc == proc) {
            const gt_expr *b =
                gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, pos, q->pebbles.v[p].binder));
            gt_vec_push(&list, ((named){b, yes(q, pos)}));
        }
    *n = list.n;
    return list.v;
}

/* The body with x standing for the named process `who`. */
static const gt_expr *body_of(gt_quant *q, const gt_expr *body, const gt_binder *x, const gt_expr *who)
{
    if (who->kind == GT_EXPR_BOUND)
        for (size_t p = 0; p < q->pebbles.n; p++)
            if (q->pebbles.v[p].binder == who->u.binder) {
                const cells *c = &q->cells[x->type.proc->index];
                return substitute(q, body, x, who, gt_rows_at(&c->rows, c->first_row[q->pebbles.v[p].cell]),
                                  c);
            }
    return substitute(q, body, x, who, NULL, NULL);
}

/* A conjunction's part that mentions x, and the rest. */
static void separate(gt_quant *q, const gt_expr *body, const gt_binder *x, const gt_expr **with,
                     const gt_expr **without)
{
    *with = body;
    *without = yes(q, body->pos);
    if (body->kind != GT_EXPR_AND)
        return;
    *with = *without;
    for (uint32_t i = 0; i < body->nkids; i++) {
        const gt_expr **side = mentions(body->kids[i], x) ? with : without;
        *side = gt_fold_and(q->fold, *side, body->kids[i]);
    }
}

/* The number of processes, or whether there is one, among the untracked, for a body without dependent
 * quantifiers. */
static const gt_expr *flat(gt_quant *q, const gt_expr *e, const gt_binder *x, const gt_expr *body)
{
    const gt_expr *with, *without;
    separate(q, body, x, &with, &without);
    const gt_expr *count = count_further(q, e->pos, x, with);
    const gt_expr *zero = gt_fold_int(q->fold, e->pos, 0);
    if (e->kind == GT_EXPR_COUNT)
        return gt_fold_op3(q->fold, e->pos, GT_EXPR_ITE, without, count, zero);
    return gt_fold_and(q->fold, without, gt_fold_op2(q->fold, e->pos, GT_EXPR_GT, count, zero));
}

/* The same when other quantifiers depend on x: by cells. */
static void nested(gt_quant *q, const gt_expr *e, const gt_binder *x, const gt_expr *body,
                   const gt_expr ***terms, size_t *n)
{
    const cells *c = &q->cells[x->type.proc->index];
    GT_VEC(const gt_expr *) list = {0};
    for (uint32_t cell = 0; cell < c->ncells; cell++) {
        const gt_expr *free_here = count_further(q, e->pos, x, in_cell(q, e->pos, x, c, cell));
        gt_binder *fresh = GT_NEW(q->ctx->arena, gt_binder);
        *fresh = *x;
        gt_vec_push(&q->pebbles, ((pebble){fresh, x->type.proc, cell}));
        const gt_expr *who = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, e->pos, fresh));
        const gt_expr *holds = eliminate(q, body_of(q, body, x, who));
        q->pebbles.n--;
        const gt_expr *one = gt_fold_int(q->fold, e->pos, 1), *zero = gt_fold_int(q->fold, e->pos, 0);
        if (e->kind == GT_EXPR_COUNT)
            gt_vec_push(&list, gt_fold_op3(q->fold, e->pos, GT_EXPR_ITE, holds, free_here, zero));
        else
            gt_vec_push(
                &list, gt_fold_and(q->fold, holds, gt_fold_op2(q->fold, e->pos, GT_EXPR_GE, free_here, one)));
    }
    *terms = list.v;
    *n = list.n;
}

static const gt_expr *exists_or_count(gt_quant *q, const gt_expr *e, const gt_binder *x, const gt_expr *body)
{
    bool count = e->kind == GT_EXPR_COUNT, dependent = mentions(body, x) & NESTED;
    bool outermost = dependent && !q->cells;
    if (outermost)
        cells_make(q, gt_expr_quant(q->ctx->arena, e->pos, GT_EXPR_EXISTS, x, body));
    if (!dependent)
        body = eliminate(q, body);
    size_t n, ncells = 0;
    named *list = all_named(q, e->pos, x, count, &n);
    GT_VEC(const gt_expr *) terms = {0};
    for (size_t i = 0; i < n; i++) {
        const gt_expr *holds =
            gt_fold_and(q->fold, list[i].cond, eliminate(q, body_of(q, body, x, list[i].who)));
        gt_vec_push(&terms, count ? gt_fold_indicator(q->fold, holds) : holds);
    }
    free(list);
    if (dependent) {
        const gt_expr **in_cells;
        nested(q, e, x, body, &in_cells, &ncells);
        for (size_t i = 0; i < ncells; i++)
            gt_vec_push(&terms, in_cells[i]);
        free(in_cells);
    } else {
        gt_vec_push(&terms, flat(q, e, x, body));
    }
    const gt_expr *result =
        gt_fold_op(q->fold, e->pos, count ? GT_EXPR_ADD : GT_EXPR_OR, (uint32_t)terms.n, terms.v);
    free(terms.v);
    if (outermost)
        cells_free(q);
    return result;
}

/* exists x (A || B) and exists x (A && B) with x not in B: the quantifier moves inwards. Not once cells are
 * made: they do not tell apart local states that satisfy A from those that satisfy B. */
static const gt_expr *exists(gt_quant *q, const gt_expr *e, const gt_binder *x, const gt_expr *body)
{
    if (body->kind == GT_EXPR_OR && !q->cells) {
        const gt_expr *any = no(q, e->pos);
        for (uint32_t i = 0; i < body->nkids; i++)
            any = gt_fold_or(q->fold, any, exists(q, e, x, body->kids[i]));
        return any;
    }
    const gt_expr *with, *without;
    separate(q, body, x, &with, &without);
    if (!gt_expr_is_true(without) && !q->cells)
        return gt_fold_and(q->fold, eliminate(q, without), exists_or_count(q, e, x, with));
    if (gt_expr_is_false(body))
        return body;
    return exists_or_count(q, e, x, body);
}

static const gt_expr *eliminate_node(void *data, gt_fold *f, const gt_expr *e)
{
    gt_quant *q = data;
    if (!is_quantifier(e))
        return NULL;
    const gt_expr *body = e->kids[0];
    if (e->kind == GT_EXPR_COUNT)
        return exists_or_count(q, e, e->u.binder, body);
    if (e->kind == GT_EXPR_EXISTS)
        return exists(q, e, e->u.binder, body);
    return gt_fold_not(f, exists(q, e, e->u.binder, gt_fold_not(f, body)));
}

static const gt_expr *eliminate(gt_quant *q, const gt_expr *e)
{
    return gt_fold_map(q->fold, e, eliminate_node, q);
}

/* ---- interface ---- */

const gt_expr *gt_quant_process(gt_quant *q, const gt_quant_scope *scope, const gt_expr *e)
{
    q->scope = scope;
    const gt_expr *t = term(q, e);
    return t ? t : gt_fold_intern(q->fold, e);
}

const gt_expr *gt_quant_resolve(gt_quant *q, const gt_quant_scope *scope, const gt_expr *e)
{
    q->scope = scope;
    return eliminate(q, substitute(q, e, NULL, NULL, NULL, NULL));
}

const gt_expr *gt_quant_candidates(gt_quant *q, const gt_quant_scope *scope, const gt_binder *choice)
{
    q->scope = scope;
    gt_binder *any = GT_NEW(q->ctx->arena, gt_binder);
    *any = (gt_binder){.name = choice->name, .pos = choice->pos, .kind = GT_BIND_QUANT, .type = choice->type};
    const gt_expr *where = choice->where ? choice->where : yes(q, choice->pos);
    const gt_expr *bound = gt_fold_intern(q->fold, gt_expr_bound(q->ctx->arena, choice->pos, any));
    /* First the candidate, then the scope's names: the choice itself may already have a role. */
    gt_quant_scope bare = *scope;
    bare.nbinders = 0;
    for (uint32_t b = 0; b < scope->nbinders && scope->binders[b] != choice; b++)
        bare.nbinders = b + 1;
    q->scope = &bare;
    const gt_expr *body = substitute(q, where, choice, bound, NULL, NULL);
    q->scope = scope;
    return eliminate(q, gt_expr_quant(q->ctx->arena, choice->pos, GT_EXPR_COUNT, any, body));
}
