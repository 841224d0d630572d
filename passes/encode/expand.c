/* --no-reduce: every process gets variables of its own, ids become numbers, quantifiers are unrolled, and a
 * rule becomes one command per valuation of self, partners and choices. */
#include "ir/expr/fold.h"
#include "ir/temporal/temporal.h"
#include "ir/turn.h"
#include "passes/encode/initially.h"
#include "passes/passes.h"
#include "passes/symmetric/select.h"
#include "runtime/table.h"

#include <stdlib.h>

enum { MAX_NODES = 10000000 };

/* What the bound variables stand for: a chain of frames, each with the expressions already expanded in it. */
typedef struct frame {
    const gt_binder *binder; /* NULL: self */
    const gt_expr *value;
    gt_ptrmap memo;
    struct frame *outer;
} frame;

typedef struct {
    const gt_expr **values; /* by variable; NULL: not assigned */
    uint32_t *touched;      /* the variables assigned, in order of assignment */
    uint32_t ntouched;
} effect;

typedef struct {
    gt_ctx *ctx;
    gt_arena *arena;
    gt_fold *fold;
    const gt_sym *sym;
    gt_cmds *out;
    uint32_t *shared;  /* by shared variable: its number */
    uint32_t **locals; /* by type and local variable: its number in the first process */
    frame *env;
    effect effect;
    GT_VEC(gt_cmd) cmds;
    int32_t self;   /* whose rule it is, from 1; 0: nobody's */
    uint64_t nodes; /* expanded so far */
    bool full;
} expand;

static const gt_pos nowhere;

static const gt_expr *expr(expand *x, const gt_expr *e);

static void enter(expand *x, frame *f, const gt_binder *binder, const gt_expr *value)
{
    *f = (frame){.binder = binder, .value = value, .outer = x->env};
    x->env = f;
}

static void leave(expand *x)
{
    gt_ptrmap_fini(&x->env->memo);
    x->env = x->env->outer;
}

static const gt_expr *lookup(const expand *x, const gt_binder *binder)
{
    for (const frame *f = x->env; f; f = f->outer)
        if (f->binder == binder && f->value)
            return f->value;
    gt_ice("'%s' is not bound", binder ? binder->name : "self");
}

static const gt_expr *number(expand *x, int64_t value)
{
    return gt_fold_int(x->fold, nowhere, value);
}

/* ---- variables ---- */

static gt_type flat_type(gt_type type)
{
    return type.kind == GT_TYPE_ID ? gt_type_int(!type.optional, type.proc->n) : type;
}

/* Whose class it is says which one: nobody reads the variable. */
static const gt_expr *cvar(expand *x, uint32_t index)
{
    const gt_cvar *v = &x->out->vars[index];
    if (v->kind == GT_CVAR_LOCAL && v->var->class_sizes)
        return gt_fold_const(x->fold, nowhere, v->type, gt_class_of(v->var, (int32_t)v->slot + 1));
    return gt_fold_cvar(x->fold, index, x->out->vars[index].type);
}

/* Variable `var` of process `process`, from 1. */
static uint32_t local_index(const expand *x, const gt_var *var, int64_t process)
{
    return x->locals[var->owner->index][var->index] + (uint32_t)(process - 1) * var->owner->nvars;
}

static void add_var(expand *x, gt_words *names, gt_cvar v, const char *wish)
{
    v.name = gt_words_fresh(names, x->arena, wish);
    if (v.type.kind == GT_TYPE_ENUM)
        v.labels = v.type.en->values;
    x->out->vars[x->out->nvars++] = v;
}

static void make_vars(expand *x)
{
    const gt_sym *sym = x->sym;
    gt_words names = {0};
    size_t n = sym->nshared;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        n += (size_t)sym->procs[t]->n * sym->procs[t]->nvars;
    x->out->vars = GT_NEW_ARRAY(x->arena, gt_cvar, n);
    x->shared = GT_NEW_ARRAY(x->arena, uint32_t, sym->nshared);
    x->locals = GT_NEW_ARRAY(x->arena, uint32_t *, sym->nprocs);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        bool id = var->type.kind == GT_TYPE_ID;
        x->shared[i] = x->out->nvars;
        gt_cvar v = {.kind = id ? GT_CVAR_ID : GT_CVAR_SHARED,
                     .type = flat_type(var->type),
                     .var = var,
                     .proc = var->type.proc};
        add_var(x, &names, v, var->name);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc *proc = sym->procs[t];
        x->locals[t] = GT_NEW_ARRAY(x->arena, uint32_t, proc->nvars);
        for (uint32_t i = 0; i < proc->nvars; i++)
            x->locals[t][i] = x->out->nvars + i;
        for (int32_t p = 1; p <= proc->n; p++)
            for (uint32_t i = 0; i < proc->nvars; i++) {
                const gt_var *var = proc->vars[i];
                gt_cvar v = {.kind = GT_CVAR_LOCAL,
                             .type = flat_type(var->type),
                             .var = var,
                             .proc = proc,
                             .slot = (uint32_t)p - 1};
                add_var(x, &names, v, gt_arena_printf(x->arena, "%s_%d_%s", proc->name, (int)p, var->name));
            }
    }
    gt_words_fini(&names);
}

/* ---- expressions ---- */

static const gt_expr *read_local(expand *x, const gt_expr *e)
{
    int64_t steps, p;
    const gt_expr *proc = expr(x, gt_expr_along(e->kids[0], &steps));
    const gt_var *var = e->u.var;
    int32_t n = var->owner->n;
    if (gt_expr_is_const(proc, &p))
        return cvar(x, local_index(x, var, gt_ring_step(p ? p : 1, steps, n)));
    const gt_expr **copies = gt_xmalloc((size_t)n, sizeof *copies);
    for (int32_t i = 1; i <= n; i++)
        copies[i - 1] = cvar(x, local_index(x, var, gt_ring_step(i, steps, n)));
    x->nodes += (uint64_t)n;
    const gt_expr *result = gt_select(x->fold, proc, copies, 1, n);
    free(copies);
    return result;
}

static const gt_expr *unroll(expand *x, const gt_expr *e)
{
    const gt_binder *b = e->u.binder;
    int32_t n = b->type.proc->n;
    const gt_expr **bodies = gt_xmalloc((size_t)n, sizeof *bodies);
    for (int32_t p = 1; p <= n; p++) {
        frame f;
        enter(x, &f, b, number(x, p));
        bodies[p - 1] = expr(x, e->kids[0]);
        leave(x);
        if (e->kind == GT_EXPR_COUNT)
            bodies[p - 1] = gt_fold_indicator(x->fold, bodies[p - 1]);
    }
    gt_expr_kind op = e->kind == GT_EXPR_EXISTS   ? GT_EXPR_OR
                      : e->kind == GT_EXPR_FORALL ? GT_EXPR_AND
                                                  : GT_EXPR_ADD;
    const gt_expr *result = n == 1 ? bodies[0] : gt_fold_op(x->fold, e->pos, op, (uint32_t)n, bodies);
    free(bodies);
    return result;
}

/* Of none, which nobody asks for, that of any process. */
static const gt_expr *neighbour(expand *x, const gt_expr *e)
{
    int64_t p, steps = e->kind == GT_EXPR_NEXT ? 1 : -1, n = e->type.proc->n;
    const gt_expr *of = expr(x, e->kids[0]);
    if (gt_expr_is_const(of, &p))
        return number(x, gt_ring_step(p, steps, n));
    const gt_expr **beside = gt_xmalloc((size_t)n, sizeof *beside);
    for (p = 1; p <= n; p++)
        beside[p - 1] = number(x, gt_ring_step(p, steps, n));
    x->nodes += (uint64_t)n;
    const gt_expr *result = gt_select(x->fold, of, beside, 1, n);
    free(beside);
    return result;
}

static const gt_expr *expr_new(expand *x, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_VAR: return cvar(x, x->shared[e->u.var->index]);
    case GT_EXPR_LOCAL: return read_local(x, e);
    case GT_EXPR_BOUND: return lookup(x, e->u.binder);
    case GT_EXPR_SELF: return lookup(x, NULL);
    case GT_EXPR_NONE: return number(x, 0);
    case GT_KINDS_RING: return neighbour(x, e);
    case GT_EXPR_NAMED: return number(x, e->u.value);
    case GT_EXPR_NUMBER: return expr(x, e->kids[0]);
    case GT_KINDS_QUANT: return unroll(x, e);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_OP:
    case GT_EXPR_CONST:
    case GT_EXPR_REAL:
    case GT_KINDS_POP:
    case GT_EXPR_INDICES:
    case GT_EXPR_CVAR:
    case GT_EXPR_KINDS: break;
    }
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = expr(x, e->kids[i]);
    const gt_expr *result;
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        result = gt_fold_op(x->fold, e->pos, e->kind, e->nkids, kids);
    else
        result = gt_fold_intern(x->fold, gt_expr_rebuild(x->arena, e, kids));
    if (kids != few)
        free(kids);
    return result;
}

static const gt_expr *expr(expand *x, const gt_expr *e)
{
    if (x->nodes >= MAX_NODES) {
        x->full = true; /* any expression of the right type will do: the result is thrown away */
        return e->type.kind == GT_TYPE_REAL
                   ? gt_fold_intern(x->fold, gt_expr_real(x->arena, nowhere, 0, 1))
                   : gt_fold_const(x->fold, nowhere, flat_type(e->type), flat_type(e->type).lo);
    }
    const gt_expr *known = gt_ptrmap_pointer(&x->env->memo, e);
    if (known)
        return known;
    x->nodes++;
    known = expr_new(x, e);
    gt_ptrmap_point(&x->env->memo, e, known);
    return known;
}

static const gt_expr *expr_or_null(expand *x, const gt_expr *e)
{
    return e ? expr(x, e) : NULL;
}

/* ---- initial states ---- */

static gt_init_step init_step(expand *x, uint32_t index, const gt_init *init)
{
    gt_init_step step = {.var = index};
    if (x->out->vars[index].kind == GT_CVAR_LOCAL && x->out->vars[index].var->class_sizes) {
        step.lo = step.hi = cvar(x, index);
        return step;
    }
    if (!init->choice) {
        step.lo = step.hi = expr(x, init->expr);
        return step;
    }
    gt_type type = flat_type(init->choice->type);
    step.lo = gt_fold_const(x->fold, nowhere, type, type.lo);
    step.hi = gt_fold_const(x->fold, nowhere, type, type.hi);
    if (init->choice->where) {
        frame f;
        enter(x, &f, init->choice, cvar(x, index));
        step.where = expr(x, init->choice->where);
        leave(x);
    }
    return step;
}

static void make_init(expand *x)
{
    gt_cmds *out = x->out;
    gt_init_step *steps = GT_NEW_ARRAY(x->arena, gt_init_step, out->nvars);
    for (uint32_t i = 0; i < out->nvars; i++) {
        const gt_cvar *v = &out->vars[i];
        frame f;
        enter(x, &f, NULL, v->kind == GT_CVAR_LOCAL ? number(x, (int64_t)v->slot + 1) : NULL);
        steps[i] = init_step(x, i, v->var->inits);
        leave(x);
    }
    gt_encode_initially(x->fold, out, steps, out->nvars, expr_or_null(x, x->sym->initially));
    out->init = steps;
    out->ninit = out->nvars;
}

/* ---- commands ---- */

/* Variable `index` gets `value` if `cond`; otherwise what an earlier update of the branch gave it. */
static void assign(expand *x, uint32_t index, const gt_expr *cond, const gt_expr *value)
{
    if (gt_expr_is_false(cond))
        return;
    effect *f = &x->effect;
    if (!f->values[index]) {
        f->touched[f->ntouched++] = index;
        f->values[index] = cvar(x, index);
    }
    f->values[index] = gt_fold_op3(x->fold, nowhere, GT_EXPR_ITE, cond, value, f->values[index]);
}

static void update_once(expand *x, const gt_update *u)
{
    const gt_expr *cond = u->cond ? expr(x, u->cond) : gt_fold_bool(x->fold, nowhere, true);
    if (gt_expr_is_false(cond))
        return;
    const gt_expr *value = expr(x, u->value);
    if (!u->proc) {
        assign(x, x->shared[u->var->index], cond, value);
        return;
    }
    int64_t steps;
    const gt_expr *proc = expr(x, gt_expr_along(u->proc, &steps));
    int32_t n = u->var->owner->n;
    for (int32_t p = 1; p <= n; p++)
        assign(x, local_index(x, u->var, gt_ring_step(p, steps, n)),
               gt_fold_and(x->fold, cond, gt_fold_is(x->fold, proc, p)), value);
}

static void update(expand *x, const gt_update *u)
{
    if (!u->each) {
        update_once(x, u);
        return;
    }
    for (int32_t p = 1; p <= u->each->type.proc->n; p++) {
        frame f;
        enter(x, &f, u->each, number(x, p));
        update_once(x, u);
        leave(x);
    }
}

static gt_cmd_branch make_branch(expand *x, const gt_branch *from)
{
    gt_cmd_branch to = {.prob = expr_or_null(x, from->prob)};
    for (uint32_t i = 0; i < from->nupdates; i++)
        update(x, &from->updates[i]);
    effect *f = &x->effect;
    gt_sort_numbers(f->touched, f->ntouched);
    gt_assign *assigns = GT_NEW_ARRAY(x->arena, gt_assign, f->ntouched);
    for (uint32_t i = 0; i < f->ntouched; i++) {
        uint32_t v = f->touched[i];
        if (f->values[v] != cvar(x, v))
            assigns[to.nassigns++] = (gt_assign){v, f->values[v]};
        f->values[v] = NULL;
    }
    f->ntouched = 0;
    to.assigns = assigns;
    return to;
}

static void make_cmd(expand *x, const gt_rule *r, const char *label, const gt_expr *guard,
                     const gt_expr *weight)
{
    guard = gt_fold_and(x->fold, guard, expr(x, r->guard));
    if (gt_expr_is_false(guard))
        return;
    gt_cmd cmd = {.origin = r, .label = label, .guard = guard, .weight = weight, .nbranches = r->nbranches};
    cmd.self = x->self;
    if (r->rate && x->sym->kind == GT_MODEL_CTMC) {
        cmd.weight = expr(x, r->rate);
        if (weight)
            cmd.weight = gt_fold_op2(x->fold, r->pos, GT_EXPR_MUL, cmd.weight, weight);
    }
    gt_cmd_branch *branches = GT_NEW_ARRAY(x->arena, gt_cmd_branch, r->nbranches);
    for (uint32_t i = 0; i < r->nbranches; i++)
        branches[i] = make_branch(x, &r->branches[i]);
    cmd.branches = branches;
    gt_vec_push(&x->cmds, cmd);
}

/* One choice's candidates: how a candidate is written, and whether it is one. */
static const gt_expr *candidate(expand *x, const gt_binder *b, int64_t value)
{
    return b->type.kind == GT_TYPE_ID ? number(x, value) : gt_fold_const(x->fold, nowhere, b->type, value);
}

static const gt_expr *is_candidate(expand *x, const gt_binder *b, int64_t value)
{
    frame f;
    enter(x, &f, b, candidate(x, b, value));
    const gt_expr *holds = b->where ? expr(x, b->where) : gt_fold_bool(x->fold, nowhere, true);
    leave(x);
    return holds;
}

/* weight / number of candidates. */
static const gt_expr *share(expand *x, const gt_binder *b, const gt_expr *weight)
{
    if (x->sym->kind != GT_MODEL_DTMC && x->sym->kind != GT_MODEL_CTMC)
        return NULL;
    gt_type type = flat_type(b->type);
    const gt_expr *part;
    if (b->where) {
        const gt_expr *n = number(x, 0);
        for (int64_t v = type.lo; v <= type.hi; v++) {
            const gt_expr *sum[2] = {n, gt_fold_indicator(x->fold, is_candidate(x, b, v))};
            n = gt_fold_op(x->fold, nowhere, GT_EXPR_ADD, 2, sum);
        }
        const gt_expr *one = gt_fold_intern(x->fold, gt_expr_real(x->arena, nowhere, 1, 1));
        n = gt_fold_op2(x->fold, nowhere, GT_EXPR_MAX, n, number(x, 1));
        part = gt_fold_op2(x->fold, nowhere, GT_EXPR_DIV, one, n);
    } else {
        part = gt_fold_intern(x->fold, gt_expr_real(x->arena, nowhere, 1, gt_type_size(type)));
    }
    return weight ? gt_fold_op2(x->fold, nowhere, GT_EXPR_MUL, weight, part) : part;
}

static const char *value_name(expand *x, const gt_binder *b, int64_t value)
{
    switch (b->type.kind) {
    case GT_TYPE_ID: return gt_arena_printf(x->arena, "%s %lld", b->type.proc->name, (long long)value);
    case GT_TYPE_ENUM: return b->type.en->values[value];
    case GT_TYPE_BOOL: return value ? "true" : "false";
    case GT_TYPE_INT:
    case GT_TYPE_REAL: break;
    }
    return gt_arena_printf(x->arena, "%lld", (long long)value);
}

/* "rule by Client 2, j = Client 1, x = 3": what the label says about one more bound variable. */
static const char *extend_label(expand *x, const char *label, const gt_binder *b, int64_t value)
{
    const char *name = b->name[0] == '$' ? "any" : b->name;
    return gt_arena_printf(x->arena, "%s, %s = %s", label, name, value_name(x, b, value));
}

static void choose(expand *x, const gt_rule *r, uint32_t k, const char *label, const gt_expr *guard,
                   const gt_expr *weight)
{
    if (gt_expr_is_false(guard) || x->full)
        return;
    if (k == r->nchoices) {
        make_cmd(x, r, label, guard, weight);
        return;
    }
    const gt_binder *b = r->choices[k];
    gt_type type = flat_type(b->type);
    weight = share(x, b, weight);
    for (int64_t v = type.lo; v <= type.hi; v++) {
        frame f;
        const gt_expr *more = gt_fold_and(x->fold, guard, is_candidate(x, b, v));
        enter(x, &f, b, candidate(x, b, v));
        choose(x, r, k + 1, extend_label(x, label, b, v), more, weight);
        leave(x);
    }
}

static bool is_taken(const expand *x, const gt_rule *r, uint32_t npartners, const gt_proc *proc,
                     int64_t process)
{
    for (uint32_t i = 0; i < npartners; i++) {
        int64_t p;
        if (r->partners[i]->type.proc == proc && gt_expr_is_const(lookup(x, r->partners[i]), &p) &&
            p == process)
            return true;
    }
    int64_t self;
    return r->owner == proc && gt_expr_is_const(lookup(x, NULL), &self) && self == process;
}

static void pair(expand *x, const gt_rule *r, uint32_t k, const char *label)
{
    if (x->full)
        return;
    if (k == r->npartners) {
        choose(x, r, 0, label, gt_fold_bool(x->fold, nowhere, true), NULL);
        return;
    }
    const gt_binder *b = r->partners[k];
    for (int32_t p = 1; p <= b->type.proc->n; p++) {
        if (is_taken(x, r, k, b->type.proc, p))
            continue;
        frame f;
        enter(x, &f, b, number(x, p));
        pair(x, r, k + 1, extend_label(x, label, b, p));
        leave(x);
    }
}

static void make_cmds(expand *x, const gt_rule *r)
{
    if (!r->owner)
        pair(x, r, 0, r->label);
    for (int32_t p = 1; r->owner && p <= r->owner->n; p++) {
        frame f;
        enter(x, &f, NULL, number(x, p));
        x->self = p;
        pair(x, r, 0, gt_arena_printf(x->arena, "%s by %s %d", r->label, r->owner->name, (int)p));
        x->self = 0;
        leave(x);
    }
}

/* ---- the program ---- */

static void make_rest(expand *x)
{
    const gt_sym *sym = x->sym;
    gt_cmds *out = x->out;
    out->nprops = sym->nprops;
    out->props = GT_NEW_ARRAY(x->arena, gt_cmd_prop, sym->nprops);
    for (uint32_t i = 0; i < sym->nprops; i++)
        out->props[i] = (gt_cmd_prop){sym->props[i], expr_or_null(x, sym->props[i]->formula), false};
    out->nfair = sym->nfair;
    out->fair = GT_NEW_ARRAY(x->arena, const gt_expr *, sym->nfair);
    for (uint32_t i = 0; i < sym->nfair; i++)
        out->fair[i] = expr(x, sym->fair[i]->expr);
    out->nrewards = sym->nrewards;
    out->rewards = GT_NEW_ARRAY(x->arena, const gt_expr *, sym->nrewards);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        out->rewards[i] = expr(x, sym->rewards[i]->expr);
    for (uint32_t i = 0; i < sym->nshared; i++)
        if (sym->shared[i]->is_error)
            out->error = cvar(x, x->shared[i]);
}

/* Variables alone may be too many. */
static bool too_many_vars(const gt_sym *sym)
{
    double n = sym->nshared;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        n += (double)sym->procs[t]->n * sym->procs[t]->nvars;
    return 10 * n > MAX_NODES;
}

static const gt_cmds *too_large(expand *x)
{
    gt_error(x->ctx->diag, nowhere, "too-large", "the unreduced program would have more than %d expressions",
             (int)MAX_NODES);
    gt_help(x->ctx->diag, "choose a smaller number of processes (-D), or drop --no-reduce");
    return NULL;
}

/* ---- turns ---- */

static const gt_expr *again(expand *x, const gt_expr *e)
{
    return gt_expr_op1(x->arena, nowhere, GT_EXPR_G, gt_expr_op1(x->arena, nowhere, GT_EXPR_F, e));
}

static const gt_expr *all_of(expand *x, const gt_expr *a, const gt_expr *b)
{
    return a ? gt_expr_op2(x->arena, nowhere, GT_EXPR_AND, a, b) : b;
}

/* self, if there is one, has its turn. */
static const gt_expr *has_turn(expand *x, const gt_marked *m, uint32_t k)
{
    const gt_expr *able = expr(x, m->able[k]), *moved = expr(x, m->moved[k]);
    if (!m->turns.v[k].turn->strong)
        return again(x, gt_fold_or(x->fold, gt_fold_not(x->fold, able), moved));
    return gt_expr_op2(x->arena, nowhere, GT_EXPR_IMPLIES, again(x, able), again(x, moved));
}

static const gt_expr *everybody(expand *x, const gt_marked *m)
{
    const gt_expr *all = NULL;
    for (uint32_t k = 0; k < m->turns.n; k++) {
        const gt_proc *owner = m->turns.v[k].owner;
        if (!owner)
            all = all_of(x, all, has_turn(x, m, k));
        for (int32_t p = 1; owner && p <= owner->n; p++) {
            frame f;
            enter(x, &f, NULL, number(x, p));
            all = all_of(x, all, has_turn(x, m, k));
            leave(x);
        }
    }
    return all;
}

/* Properties that depend on turns ask for them. */
static void ask_for_turns(expand *x, gt_marked *m)
{
    const gt_expr *all = everybody(x, m);
    m->sym->props = gt_arena_copy(x->arena, m->sym->props, m->sym->nprops, sizeof *m->sym->props);
    for (uint32_t i = 0; i < m->sym->nprops && all; i++) {
        gt_pos pos;
        const char *why;
        gt_prop *prop = gt_arena_copy(x->arena, m->sym->props[i], 1, sizeof *prop);
        if (gt_turns_effect_on(m->sym, prop) == GT_TURNS_NOTHING)
            continue;
        const gt_expr *path =
            prop->kind == GT_PROP_PCTL ? NULL : gt_temporal_ltl(x->ctx, x->out, i, &pos, &why);
        if (!path)
            continue;
        prop->kind = GT_PROP_LTL;
        m->sym->props[i] = prop;
        x->out->props[i] =
            (gt_cmd_prop){prop, gt_expr_op2(x->arena, prop->pos, GT_EXPR_IMPLIES, all, path), true};
    }
}

static const gt_cmds *expand_all(gt_ctx *ctx, const gt_sym *sym, gt_marked *marked)
{
    expand x = {.ctx = ctx, .arena = ctx->arena, .sym = sym, .out = GT_NEW(ctx->arena, gt_cmds)};
    if (too_many_vars(sym))
        return too_large(&x);
    frame global;
    x.fold = gt_fold_new(ctx->arena);
    x.out->sym = sym;
    x.out->encoding = GT_ENC_NONE;
    make_vars(&x);
    x.effect.values = gt_xcalloc(x.out->nvars + 1, sizeof *x.effect.values);
    x.effect.touched = gt_xcalloc(x.out->nvars + 1, sizeof *x.effect.touched);
    enter(&x, &global, NULL, NULL);
    make_init(&x);
    for (uint32_t i = 0; i < sym->nrules && !x.full; i++)
        make_cmds(&x, sym->rules[i]);
    make_rest(&x);
    if (marked && !x.full)
        ask_for_turns(&x, marked);
    leave(&x);
    x.out->ncmds = (uint32_t)x.cmds.n;
    x.out->cmds = gt_arena_copy(ctx->arena, x.cmds.v, x.cmds.n, sizeof *x.cmds.v);
    free(x.cmds.v);
    free(x.effect.values);
    free(x.effect.touched);
    gt_fold_free(x.fold);
    return x.full ? too_large(&x) : x.out;
}

const gt_cmds *gt_pass_expand(gt_ctx *ctx, const gt_sym *sym)
{
    return expand_all(ctx, sym, NULL);
}

const gt_cmds *gt_pass_expand_turns(gt_ctx *ctx, const gt_sym *sym)
{
    gt_marked marked = gt_turns_mark(ctx->arena, sym);
    return expand_all(ctx, marked.sym, &marked);
}
