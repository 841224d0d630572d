/* Arrays become scalars, and process-valued conditionals disappear: a case distinction over processes moves
 * out of what is asked of the process (a comparison, a local variable) or becomes the condition of an update.
 * The program is rebuilt from scratch, process types included, since a type lists its variables. */
#include "ir/expr/fold.h"
#include "passes/passes.h"
#include "passes/symmetric/initial.h"
#include "passes/symmetric/select.h"
#include "runtime/table.h"

#include <stdlib.h>

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_fold *fold;
    gt_ptrmap exprs, binders;
    gt_ptrmap elements; /* gt_var of the old program -> array of its len elements in the new one */
    gt_proc **procs;    /* by index, new */
    bool plain_inits;   /* no quantifiers in initial values */
} scalar;

static const gt_expr *rewrite(scalar *s, const gt_expr *e);

static gt_type new_type(const scalar *s, gt_type type)
{
    if (type.kind == GT_TYPE_ID && type.proc)
        type.proc = s->procs[type.proc->index];
    return type;
}

static const gt_binder *new_binder(scalar *s, const gt_binder *old)
{
    const gt_binder *known = gt_ptrmap_pointer(&s->binders, old);
    if (known)
        return known;
    gt_binder *b = gt_arena_copy(s->arena, old, 1, sizeof *old);
    b->type = new_type(s, old->type);
    gt_ptrmap_point(&s->binders, old, b);
    if (old->where)
        b->where = rewrite(s, old->where);
    return b;
}

static gt_var *const *elements_of(const scalar *s, const gt_var *var)
{
    gt_var *const *elements = gt_ptrmap_pointer(&s->elements, var);
    if (!elements)
        gt_ice("variable '%s' is not of this program", var->name);
    return elements;
}

/* ---- indices ---- */

/* What an index can be: one that is outside errs and counts for nothing here. */
static void index_range(const gt_expr *index, const gt_dim *dim, int64_t *lo, int64_t *hi)
{
    *lo = index->type.lo < dim->lo ? dim->lo : index->type.lo;
    *hi = index->type.hi > dim->hi ? dim->hi : index->type.hi;
    if (*lo > *hi)
        *lo = *hi = dim->lo;
}

/* (An element of) a variable, of the process `proc` if it is local. */
typedef struct {
    gt_pos pos;
    const gt_expr *proc;
    const gt_var *var;
    const gt_expr *indices; /* NULL: not an array */
} access;

/* The element number `element` of those in which the first `dim` indices are what has been chosen, or which
 * of them the other indices choose. */
static const gt_expr *read_from(scalar *s, const access *a, uint32_t dim, int64_t element)
{
    if (dim == a->var->ndims) {
        const gt_var *var = elements_of(s, a->var)[element];
        return gt_fold_intern(s->fold, a->proc ? gt_expr_local(s->arena, a->pos, a->proc, var, NULL)
                                               : gt_expr_var(s->arena, a->pos, var, NULL));
    }
    const gt_expr *index = a->indices->kids[dim];
    const gt_dim *d = &a->var->dims[dim];
    int64_t size = (int64_t)d->hi - d->lo + 1, lo, hi;
    index_range(index, d, &lo, &hi);
    const gt_expr *one = NULL, **items = hi > lo ? gt_xmalloc((size_t)(hi - lo + 1), sizeof *items) : &one;
    for (int64_t k = lo; k <= hi; k++)
        items[k - lo] = read_from(s, a, dim + 1, element * size + (k - d->lo));
    const gt_expr *result = gt_select(s->fold, index, items, lo, hi);
    if (items != &one)
        free(items);
    return result;
}

static const gt_expr *read(scalar *s, gt_pos pos, const gt_expr *proc, const gt_var *var,
                           const gt_expr *indices)
{
    access a = {pos, proc, var, indices};
    return read_from(s, &a, 0, 0);
}

/* ---- expressions ---- */

static bool is_id(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_ID;
}

/* A local variable of a process given by a case distinction. That of no process is never looked at; any value
 * does. */
static const gt_expr *dereference(scalar *s, const gt_expr *e, const gt_expr *proc, const gt_expr *index)
{
    if (proc->kind == GT_EXPR_ITE) {
        const gt_expr *x = dereference(s, e, proc->kids[1], index),
                      *y = dereference(s, e, proc->kids[2], index);
        return gt_fold_op3(s->fold, e->pos, GT_EXPR_ITE, proc->kids[0], x, y);
    }
    if (proc->kind != GT_EXPR_NONE)
        return read(s, e->pos, proc, e->u.var, index);
    gt_type type = new_type(s, e->u.var->type);
    if (type.kind == GT_TYPE_ID)
        return gt_fold_intern(s->fold, gt_expr_none(s->arena, e->pos, type.proc));
    return gt_fold_const(s->fold, e->pos, type, type.lo);
}

/* A neighbour of a process given by a case distinction. That of no process is never looked at. */
static const gt_expr *neighbour(scalar *s, const gt_expr *e, const gt_expr *of)
{
    if (of->kind == GT_EXPR_ITE)
        return gt_fold_op3(s->fold, e->pos, GT_EXPR_ITE, of->kids[0], neighbour(s, e, of->kids[1]),
                           neighbour(s, e, of->kids[2]));
    return of->kind == GT_EXPR_NONE
               ? of
               : gt_fold_intern(s->fold, gt_expr_neighbour(s->arena, e->pos, e->kind, of));
}

/* The number of a process given by a case distinction; as above. */
static const gt_expr *number(scalar *s, const gt_expr *e, const gt_expr *of)
{
    if (of->kind == GT_EXPR_ITE)
        return gt_fold_op3(s->fold, e->pos, GT_EXPR_ITE, of->kids[0], number(s, e, of->kids[1]),
                           number(s, e, of->kids[2]));
    if (of->kind == GT_EXPR_NONE || of->kind == GT_EXPR_NAMED)
        return gt_fold_int(s->fold, e->pos, of->kind == GT_EXPR_NAMED ? of->u.value : 1);
    return gt_fold_intern(s->fold, gt_expr_number(s->arena, e->pos, of));
}

static const gt_expr *compare_ids(scalar *s, const gt_expr *e, const gt_expr *x, const gt_expr *y)
{
    if (x->kind == GT_EXPR_ITE) {
        const gt_expr *a = compare_ids(s, e, x->kids[1], y), *b = compare_ids(s, e, x->kids[2], y);
        return gt_fold_op3(s->fold, e->pos, GT_EXPR_ITE, x->kids[0], a, b);
    }
    if (y->kind == GT_EXPR_ITE)
        return compare_ids(s, e, y, x);
    if (x->kind == GT_EXPR_NONE && y->kind == GT_EXPR_NONE)
        return gt_fold_bool(s->fold, e->pos, e->kind == GT_EXPR_EQ);
    bool none = x->kind == GT_EXPR_NONE || y->kind == GT_EXPR_NONE;
    const gt_expr *other = x->kind == GT_EXPR_NONE ? y : x;
    if (none && !other->type.optional)
        return gt_fold_bool(s->fold, e->pos, e->kind == GT_EXPR_NE);
    return gt_fold_op2(s->fold, e->pos, e->kind, x, y);
}

/* There is at least one process of each type. */
static const gt_expr *quantify(scalar *s, const gt_expr *e, const gt_expr *body)
{
    const gt_binder *b = new_binder(s, e->u.binder);
    int64_t constant;
    if (gt_expr_is_const(body, &constant) && e->kind == GT_EXPR_COUNT && constant && b->type.proc->size)
        return rewrite(s, e->u.binder->type.proc->size);
    if (gt_expr_is_const(body, &constant))
        return e->kind == GT_EXPR_COUNT ? gt_fold_int(s->fold, e->pos, constant ? b->type.proc->n : 0) : body;
    return gt_fold_intern(s->fold, gt_expr_quant(s->arena, e->pos, e->kind, b, body));
}

static const gt_expr *rewrite_new(scalar *s, const gt_expr *e)
{
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids), *result = NULL;
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = rewrite(s, e->kids[i]);
    switch (e->kind) {
    case GT_EXPR_VAR: result = read(s, e->pos, NULL, e->u.var, e->nkids ? kids[0] : NULL); break;
    case GT_EXPR_LOCAL: result = dereference(s, e, kids[0], e->nkids > 1 ? kids[1] : NULL); break;
    case GT_EXPR_BOUND:
        result = gt_fold_intern(s->fold, gt_expr_bound(s->arena, e->pos, new_binder(s, e->u.binder)));
        break;
    case GT_EXPR_SELF:
        result = gt_fold_intern(s->fold, gt_expr_self(s->arena, e->pos, s->procs[e->type.proc->index]));
        break;
    case GT_KINDS_RING: result = neighbour(s, e, kids[0]); break;
    case GT_EXPR_NAMED:
        result = gt_fold_intern(
            s->fold, gt_expr_named(s->arena, e->pos, s->procs[e->type.proc->index], (int32_t)e->u.value));
        break;
    case GT_EXPR_NUMBER: result = number(s, e, kids[0]); break;
    case GT_EXPR_INDICES: /* of a variable that still has elements: gone when it has been read */
        result = gt_fold_intern(s->fold, gt_expr_rebuild(s->arena, e, kids));
        break;
    case GT_EXPR_NONE:
        result = gt_fold_intern(s->fold, gt_expr_none(s->arena, e->pos, new_type(s, e->type).proc));
        break;
    case GT_KINDS_QUANT: result = quantify(s, e, kids[0]); break;
    case GT_KINDS_EQUALITY:
        result = is_id(kids[0]) ? compare_ids(s, e, kids[0], kids[1])
                                : gt_fold_op(s->fold, e->pos, e->kind, 2, kids);
        break;
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_CONST:
    case GT_EXPR_REAL:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE:
    case GT_EXPR_KINDS:
        if (gt_expr_in(e->kind, GT_GROUP_OP))
            result = gt_fold_op(s->fold, e->pos, e->kind, e->nkids, kids);
        else
            result = gt_fold_intern(s->fold, gt_expr_rebuild(s->arena, e, kids));
    }
    if (kids != few)
        free(kids);
    return result;
}

static const gt_expr *rewrite(scalar *s, const gt_expr *e)
{
    if (!e)
        return NULL;
    const gt_expr *known = gt_ptrmap_pointer(&s->exprs, e);
    if (known)
        return known;
    known = rewrite_new(s, e);
    gt_ptrmap_point(&s->exprs, e, known);
    return known;
}

/* ---- updates ---- */

typedef GT_VEC(gt_update) update_vec;

/* One update per leaf of the value, if it is a process. */
static void push_values(scalar *s, update_vec *out, gt_update u, const gt_expr *value)
{
    if (gt_expr_is_false(u.cond))
        return;
    if (is_id(value) && value->kind == GT_EXPR_ITE) {
        gt_update no = u;
        u.cond = gt_fold_and(s->fold, u.cond, value->kids[0]);
        no.cond = gt_fold_and(s->fold, no.cond, gt_fold_not(s->fold, value->kids[0]));
        push_values(s, out, u, value->kids[1]);
        push_values(s, out, no, value->kids[2]);
        return;
    }
    u.value = value;
    u.index = NULL;
    if (gt_expr_is_true(u.cond))
        u.cond = NULL;
    gt_vec_push(out, u);
}

/* One update for each element that it may concern; as in read_from. */
static void push_elements(scalar *s, update_vec *out, const gt_update *old, gt_update u, uint32_t dim,
                          int64_t element)
{
    if (dim == old->var->ndims) {
        u.var = elements_of(s, old->var)[element];
        push_values(s, out, u, rewrite(s, old->value));
        return;
    }
    const gt_expr *index = u.index->kids[dim];
    const gt_dim *d = &old->var->dims[dim];
    int64_t size = (int64_t)d->hi - d->lo + 1, lo, hi;
    index_range(index, d, &lo, &hi);
    for (int64_t k = lo; k <= hi; k++) {
        gt_update one = u;
        if (hi > lo)
            one.cond = gt_fold_and(s->fold, u.cond, gt_select_is(s->fold, index, k));
        push_elements(s, out, old, one, dim + 1, element * size + (k - d->lo));
    }
}

/* One update per process and element it may concern. */
static void push_targets(scalar *s, update_vec *out, const gt_update *old, gt_update u, const gt_expr *proc)
{
    if (proc && proc->kind == GT_EXPR_NONE)
        return;
    if (proc && proc->kind == GT_EXPR_ITE) {
        gt_update no = u;
        u.cond = gt_fold_and(s->fold, u.cond, proc->kids[0]);
        no.cond = gt_fold_and(s->fold, no.cond, gt_fold_not(s->fold, proc->kids[0]));
        push_targets(s, out, old, u, proc->kids[1]);
        push_targets(s, out, old, no, proc->kids[2]);
        return;
    }
    u.proc = proc;
    u.index = rewrite(s, old->index);
    push_elements(s, out, old, u, 0, 0);
}

static void rewrite_branch(scalar *s, gt_branch *branch)
{
    update_vec out = {0};
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_update *old = &branch->updates[i];
        gt_update u = *old;
        u.spread = NULL;
        if (old->each)
            u.each = new_binder(s, old->each);
        u.cond = old->cond ? rewrite(s, old->cond) : gt_fold_bool(s->fold, old->pos, true);
        push_targets(s, &out, old, u, rewrite(s, old->proc));
    }
    branch->prob = rewrite(s, branch->prob);
    branch->nupdates = (uint32_t)out.n;
    branch->updates = gt_arena_copy(s->arena, out.v, out.n, sizeof *out.v);
    free(out.v);
}

static gt_rule *rewrite_rule(scalar *s, const gt_rule *old)
{
    gt_rule *r = gt_arena_copy(s->arena, old, 1, sizeof *old);
    r->origin = old->origin ? old->origin : old;
    r->from = r->to = NULL;
    if (old->owner)
        r->owner = s->procs[old->owner->index];
    r->partners = GT_NEW_ARRAY(s->arena, const gt_binder *, old->npartners);
    for (uint32_t i = 0; i < old->npartners; i++)
        r->partners[i] = new_binder(s, old->partners[i]);
    r->choices = GT_NEW_ARRAY(s->arena, const gt_binder *, old->nchoices);
    for (uint32_t i = 0; i < old->nchoices; i++)
        r->choices[i] = new_binder(s, old->choices[i]);
    r->guard = rewrite(s, old->guard);
    r->rate = rewrite(s, old->rate);
    gt_branch *branches = gt_arena_copy(s->arena, old->branches, old->nbranches, sizeof *branches);
    for (uint32_t i = 0; i < old->nbranches; i++)
        rewrite_branch(s, &branches[i]);
    r->branches = branches;
    return r;
}

/* ---- variables ---- */

/* "a_2_req" for a[2][req], "a_m1" for a[-1]. */
static const char *element_name(scalar *s, const gt_var *var, uint32_t element)
{
    const char *tail = "";
    for (uint32_t d = var->ndims; d-- > 0;) {
        const gt_dim *dim = &var->dims[d];
        uint32_t size = (uint32_t)(dim->hi - dim->lo + 1);
        int64_t at = (int64_t)dim->lo + element % size;
        element /= size;
        if (dim->en)
            tail = gt_arena_printf(s->arena, "_%s%s", dim->en->values[at], tail);
        else
            tail = gt_arena_printf(s->arena, "_%s%lld%s", at < 0 ? "m" : "", (long long)(at < 0 ? -at : at),
                                   tail);
    }
    return gt_arena_printf(s->arena, "%s%s", var->name, tail);
}

/* The elements of all variables, without their initial values, which may mention any earlier one. */
static gt_var **split_vars(scalar *s, gt_var *const *old, uint32_t nold, gt_proc *owner, uint32_t *n)
{
    gt_words names = {0};
    size_t total = 0;
    for (uint32_t i = 0; i < nold; i++) {
        gt_words_take(&names, old[i]->name);
        total += old[i]->len;
    }
    gt_var **vars = GT_NEW_ARRAY(s->arena, gt_var *, total);
    *n = 0;
    for (uint32_t i = 0; i < nold; i++) {
        gt_ptrmap_point(&s->elements, old[i], &vars[*n]);
        for (uint32_t k = 0; k < old[i]->len; k++) {
            gt_var *v = gt_arena_copy(s->arena, old[i], 1, sizeof *v);
            v->type = new_type(s, v->type);
            v->owner = owner;
            v->index = *n;
            v->len = v->ninits = 1;
            if (old[i]->ndims) {
                v->name = gt_words_fresh(&names, s->arena, element_name(s, old[i], k));
                v->ndims = 0;
                v->dims = NULL;
                v->origin = old[i];
                v->element = k;
            }
            vars[(*n)++] = v;
        }
    }
    gt_words_fini(&names);
    return vars;
}

static bool names_nobody(const gt_expr *e)
{
    if (e->kind == GT_EXPR_ITE)
        return names_nobody(e->kids[1]) || names_nobody(e->kids[2]);
    return e->type.optional;
}

/* A process given by a case distinction: any process equal to it. */
static const gt_binder *the_one(scalar *s, const gt_var *var, const gt_expr *value)
{
    if (names_nobody(value)) {
        gt_error(s->ctx->diag, value->pos, "init",
                 "an initial process may not depend on conditions that allow 'none'");
        gt_help(s->ctx->diag, "begin with a plain id variable, 'any' or 'none', and set '%s' in a first rule",
                var->name);
    }
    gt_binder *b = GT_NEW(s->arena, gt_binder);
    *b = (gt_binder){.name = "$the", .pos = value->pos, .kind = GT_BIND_CHOICE, .type = var->type};
    b->type.optional = false;
    const gt_expr *shape = gt_expr_op2(s->arena, value->pos, GT_EXPR_EQ, value, value);
    b->where = compare_ids(s, shape, value, gt_fold_intern(s->fold, gt_expr_bound(s->arena, value->pos, b)));
    return b;
}

typedef struct {
    const gt_binder *from;
    const gt_expr *to;
} rebinding;

static const gt_expr *rebind(void *data, gt_fold *fold, const gt_expr *e)
{
    const rebinding *r = data;
    (void)fold;
    return e->kind == GT_EXPR_BOUND && e->u.binder == r->from ? r->to : NULL;
}

static const gt_expr *initial(scalar *s, const gt_expr *e)
{
    const gt_expr *plain = e && s->plain_inits ? gt_initial_plain(s->ctx, s->fold, e) : NULL;
    return plain ? plain : e;
}

/* Each element chooses for itself. */
static const gt_binder *copy_choice(scalar *s, const gt_binder *choice)
{
    gt_binder *b = gt_arena_copy(s->arena, choice, 1, sizeof *choice);
    rebinding r = {choice, gt_fold_intern(s->fold, gt_expr_bound(s->arena, b->pos, b))};
    if (b->where)
        b->where = initial(s, gt_fold_map(s->fold, b->where, rebind, &r));
    return b;
}

static void split_inits(scalar *s, gt_var *const *old, uint32_t nold)
{
    for (uint32_t i = 0; i < nold; i++) {
        gt_var *const *elements = elements_of(s, old[i]);
        for (uint32_t k = 0; k < old[i]->len; k++) {
            const gt_init *from = &old[i]->inits[old[i]->ninits == 1 ? 0 : k];
            gt_init *to = GT_NEW(s->arena, gt_init);
            if (from->choice) {
                to->choice = copy_choice(s, new_binder(s, from->choice));
            } else {
                to->expr = initial(s, rewrite(s, from->expr));
                if (is_id(to->expr) && to->expr->kind == GT_EXPR_ITE)
                    to->choice = the_one(s, elements[k], to->expr);
                if (to->choice)
                    to->expr = NULL;
            }
            elements[k]->inits = to;
        }
    }
}

/* ---- the program ---- */

static void copy_procs(scalar *s, const gt_sym *from, gt_sym *to)
{
    to->procs = s->procs = GT_NEW_ARRAY(s->arena, gt_proc *, from->nprocs);
    for (uint32_t i = 0; i < from->nprocs; i++)
        s->procs[i] = gt_arena_copy(s->arena, from->procs[i], 1, sizeof(gt_proc));
    to->shared = split_vars(s, from->shared, from->nshared, NULL, &to->nshared);
    for (uint32_t i = 0; i < to->nshared; i++)
        if (to->shared[i]->bound)
            to->shared[i]->bound = rewrite(s, to->shared[i]->bound);
    for (uint32_t i = 0; i < from->nprocs; i++) {
        const gt_proc *old = from->procs[i];
        gt_proc *proc = s->procs[i];
        if (old->size)
            proc->size = rewrite(s, old->size);
        proc->vars = split_vars(s, old->vars, old->nvars, proc, &proc->nvars);
        if (old->loc)
            proc->loc = elements_of(s, old->loc)[0];
    }
    to->assumed = GT_NEW_ARRAY(s->arena, const gt_expr *, (size_t)from->nassumed + 1);
    for (uint32_t i = 0; i < from->nassumed; i++)
        to->assumed[i] = rewrite(s, from->assumed[i]);
    split_inits(s, from->shared, from->nshared);
    for (uint32_t i = 0; i < from->nprocs; i++)
        split_inits(s, from->procs[i]->vars, from->procs[i]->nvars);
}

static gt_prop *rewrite_prop(scalar *s, const gt_prop *old)
{
    gt_prop *p = gt_arena_copy(s->arena, old, 1, sizeof *old);
    p->prefix = GT_NEW_ARRAY(s->arena, const gt_binder *, old->nprefix);
    for (uint32_t i = 0; i < old->nprefix; i++)
        p->prefix[i] = new_binder(s, old->prefix[i]);
    p->formula = rewrite(s, old->formula);
    return p;
}

static const gt_sym *rebuild(gt_ctx *ctx, const gt_sym *sym, bool plain_inits)
{
    scalar s = {.ctx = ctx, .arena = ctx->arena, .fold = gt_fold_new(ctx->arena), .plain_inits = plain_inits};
    unsigned errors = gt_diag_errors(ctx->diag);
    gt_sym *out = gt_arena_copy(ctx->arena, sym, 1, sizeof *sym);
    copy_procs(&s, sym, out);
    if (sym->initially)
        out->initially = rewrite(&s, sym->initially);
    out->rules = GT_NEW_ARRAY(ctx->arena, gt_rule *, sym->nrules);
    for (uint32_t i = 0; i < sym->nrules; i++)
        out->rules[i] = rewrite_rule(&s, sym->rules[i]);
    out->props = GT_NEW_ARRAY(ctx->arena, gt_prop *, sym->nprops);
    for (uint32_t i = 0; i < sym->nprops; i++)
        out->props[i] = rewrite_prop(&s, sym->props[i]);
    out->fair = GT_NEW_ARRAY(ctx->arena, gt_fair *, sym->nfair);
    for (uint32_t i = 0; i < sym->nfair; i++) {
        out->fair[i] = gt_arena_copy(ctx->arena, sym->fair[i], 1, sizeof **out->fair);
        out->fair[i]->expr = rewrite(&s, sym->fair[i]->expr);
    }
    out->turns = GT_NEW_ARRAY(ctx->arena, gt_turn *, sym->nturns);
    for (uint32_t i = 0; i < sym->nturns; i++) {
        out->turns[i] = gt_arena_copy(ctx->arena, sym->turns[i], 1, sizeof **out->turns);
        if (sym->turns[i]->proc)
            out->turns[i]->proc = out->procs[sym->turns[i]->proc->index];
    }
    out->rewards = GT_NEW_ARRAY(ctx->arena, gt_reward *, sym->nrewards);
    for (uint32_t i = 0; i < sym->nrewards; i++) {
        out->rewards[i] = gt_arena_copy(ctx->arena, sym->rewards[i], 1, sizeof **out->rewards);
        out->rewards[i]->expr = rewrite(&s, sym->rewards[i]->expr);
    }
    gt_ptrmap_fini(&s.exprs);
    gt_ptrmap_fini(&s.binders);
    gt_ptrmap_fini(&s.elements);
    gt_fold_free(s.fold);
    return gt_diag_errors(ctx->diag) > errors ? NULL : out;
}

const gt_sym *gt_pass_scalar(gt_ctx *ctx, const gt_sym *sym)
{
    return rebuild(ctx, sym, false);
}

/* ---- initial values without quantifiers ---- */

static bool quantifies(gt_var *const *vars, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const gt_init *init = &vars[i]->inits[0];
        const gt_expr *e = init->choice ? init->choice->where : init->expr;
        if (e && e->has & GT_GROUP_QUANT)
            return true;
    }
    return false;
}

const gt_sym *gt_pass_initial(gt_ctx *ctx, const gt_sym *sym)
{
    bool any = quantifies(sym->shared, sym->nshared);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        any = any || quantifies(sym->procs[i]->vars, sym->procs[i]->nvars);
    return any ? rebuild(ctx, sym, true) : sym;
}
