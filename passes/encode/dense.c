/* Population program to guarded commands, one counter per reachable local state.
 * Requires: a verified population program. Keeps: properties, fairness, rewards, their order. Breaks: roles.
 */
#include "passes/encode/dense.h"

#include "ir/expr/walk.h"
#include "passes/encode/initially.h"
#include "passes/passes.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

const gt_expr *gt_dense_cvar(gt_dense *d, uint32_t var)
{
    return gt_fold_cvar(d->fold, var, d->out->vars[var].type);
}

const gt_expr *gt_dense_counter(gt_dense *d, const gt_proc *proc, uint32_t state)
{
    return gt_dense_cvar(d, d->first_counter[proc->index] + state);
}

static const gt_locals *locals_of(const gt_dense *d, uint32_t idvar)
{
    return &d->pop->locals[d->pop->idvars[idvar].proc->index];
}

const gt_expr *gt_dense_alias(gt_dense *d, uint32_t i)
{
    if (i == locals_of(d, i)->first_idvar)
        return gt_fold_int(d->fold, (gt_pos){0}, 0);
    return gt_dense_cvar(d, d->alias[i]);
}

/* A class has one first variable, so two variables with the same first one name the same process; one that is
 * none is its own first and nobody else's. */
const gt_expr *gt_dense_same(gt_dense *d, uint32_t i, uint32_t j)
{
    return gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_EQ, gt_dense_alias(d, i), gt_dense_alias(d, j));
}

const gt_expr *gt_dense_is_none(gt_dense *d, uint32_t i)
{
    if (!d->pop->idvars[i].optional)
        return gt_fold_bool(d->fold, (gt_pos){0}, false);
    return gt_fold_is(d->fold, gt_dense_cvar(d, d->at[i]), locals_of(d, i)->nstates);
}

const gt_expr *gt_dense_is_at(gt_dense *d, uint32_t i, uint32_t state)
{
    return gt_fold_is(d->fold, gt_dense_cvar(d, d->at[i]), state);
}

const gt_expr *gt_dense_is_first(gt_dense *d, uint32_t i)
{
    const gt_expr *own = gt_fold_is(d->fold, gt_dense_alias(d, i), i - locals_of(d, i)->first_idvar);
    return gt_fold_and(d->fold, own, gt_fold_not(d->fold, gt_dense_is_none(d, i)));
}

const gt_expr *gt_dense_leads(const gt_dense_env *env, uint32_t i)
{
    gt_dense *d = env->d;
    for (uint32_t k = 0; k < env->nroles; k++)
        if (env->roles[k].kind == GT_ROLE_CLASS && env->roles[k].idvar == i)
            return gt_fold_bool(d->fold, (gt_pos){0}, true);
    if (env->alias && env->alias[i] != GT_ALIAS_ANY)
        return gt_fold_bool(d->fold, (gt_pos){0}, env->alias[i] == (int32_t)i);
    return gt_dense_is_first(d, i);
}

const gt_expr *gt_dense_named_at(const gt_dense_env *env, uint32_t i, uint32_t state)
{
    gt_fold *f = env->d->fold;
    for (uint32_t k = 0; k < env->nroles; k++)
        if (env->roles[k].kind == GT_ROLE_CLASS && env->roles[k].idvar == i && env->role_at[k] >= 0)
            return gt_fold_bool(f, (gt_pos){0}, env->role_at[k] == state);
    const gt_expr *leads = gt_dense_leads(env, i);
    if (gt_expr_is_false(leads))
        return leads;
    if (env->idvar == (int32_t)i)
        return gt_fold_and(f, leads, gt_fold_bool(f, (gt_pos){0}, env->idvar_at == state));
    const gt_expr *own = gt_fold_is(f, gt_dense_alias(env->d, i), i - locals_of(env->d, i)->first_idvar);
    if (!gt_expr_is_true(leads)) /* being there, it is not none */
        leads = own;
    return gt_fold_and(f, leads, gt_dense_is_at(env->d, i, state));
}

static int32_t value_of(const gt_locals *l, uint32_t state, const gt_var *var)
{
    return l->values[(size_t)state * l->nvars + var->index];
}

/* A process of the type whose local state is `at` is in one of the marked ones; those not marked are listed
 * if they are fewer. */
static const gt_expr *is_in(gt_dense *d, const gt_locals *l, const gt_expr *at, const unsigned char *marked)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < l->nstates; s++)
        n += marked[s];
    bool inside = 2 * (uint64_t)n <= l->nstates;
    GT_VEC(const gt_expr *) any = {0};
    for (uint32_t s = 0; s < l->nstates; s++)
        if (marked[s] == inside)
            gt_vec_push(&any, gt_fold_is(d->fold, at, s));
    const gt_expr *result = gt_fold_bool(d->fold, (gt_pos){0}, false);
    if (any.n)
        result = gt_fold_op(d->fold, (gt_pos){0}, GT_EXPR_OR, (uint32_t)any.n, any.v);
    free(any.v);
    return inside ? result : gt_fold_not(d->fold, result);
}

/* The value of a local variable of a process whose local state is `at`. */
static const gt_expr *value_at(gt_dense *d, gt_pos pos, const gt_expr *at, const gt_var *var)
{
    const gt_locals *l = &d->pop->locals[var->owner->index];
    unsigned char *marked = gt_xcalloc((size_t)l->nstates + 1, 1);
    const gt_expr *result = NULL;
    for (int64_t v = var->type.hi; v >= var->type.lo; v--) {
        bool some = false;
        for (uint32_t s = 0; s < l->nstates; s++)
            some |= marked[s] = value_of(l, s, var) == v;
        if (!some)
            continue;
        const gt_expr *c = gt_fold_const(d->fold, pos, var->type, v);
        result = result ? gt_fold_op3(d->fold, pos, GT_EXPR_ITE, is_in(d, l, at, marked), c, result) : c;
    }
    free(marked);
    return result ? result : gt_fold_const(d->fold, pos, var->type, var->type.lo);
}

/* The local state of the process whose local variable `e` reads; NULL: known, the value is in *value. */
static const gt_expr *whereabouts(const gt_dense_env *env, const gt_expr *e, int32_t *value)
{
    const gt_expr *p = e->kids[0];
    uint32_t idvar = p->u.index;
    int64_t state = -1;
    for (const gt_dense_bound *b = env->bound; b && p->kind == GT_EXPR_BOUND && state < 0; b = b->next)
        if (b->binder == p->u.binder)
            state = b->state;
    if (p->kind == GT_EXPR_ROLE) {
        state = env->role_at[p->u.index];
        idvar = env->roles[p->u.index].idvar;
        if (state < 0 && env->picks && env->picks[p->u.index])
            return env->picks[p->u.index];
    }
    if (p->kind == GT_EXPR_IDVAR && env->idvar == (int32_t)idvar)
        state = env->idvar_at;
    if (state < 0)
        return gt_dense_cvar(env->d, env->d->at[idvar]);
    *value = value_of(&env->d->pop->locals[e->u.var->owner->index], (uint32_t)state, e->u.var);
    return NULL;
}

/* A comparison of a local variable with a constant: a set of local states. */
static const gt_expr *compare_at(const gt_dense_env *env, const gt_expr *e)
{
    const gt_expr *x = e->kids[0], *c = e->kids[1];
    int32_t known;
    if (x->kind != GT_EXPR_LOCAL || c->kind != GT_EXPR_CONST)
        return NULL;
    const gt_expr *at = whereabouts(env, x, &known);
    if (!at)
        return NULL;
    const gt_locals *l = &env->d->pop->locals[x->u.var->owner->index];
    unsigned char *marked = gt_xcalloc((size_t)l->nstates + 1, 1);
    for (uint32_t s = 0; s < l->nstates; s++) {
        int64_t args[2] = {value_of(l, s, x->u.var), c->u.value};
        marked[s] = gt_expr_apply(e->kind, args, 2) != 0;
    }
    const gt_expr *result = is_in(env->d, l, at, marked);
    free(marked);
    return result;
}

/* Processes bound by UNTRACKED, numbered from 1: more than fit into a set count as a role. */
typedef struct {
    const gt_binder *binders[63];
    uint32_t n;
} binder_bits;

static uint64_t bit_of(binder_bits *bits, const gt_binder *binder)
{
    uint32_t i = 0;
    while (i < bits->n && bits->binders[i] != binder)
        i++;
    if (i == sizeof bits->binders / sizeof bits->binders[0])
        return 1;
    if (i == bits->n)
        bits->binders[bits->n++] = binder;
    return (uint64_t)2 << i;
}

/* What `e` depends on: roles (1) and processes bound outside of it. */
static uint64_t depends_on(gt_walk *walk, const gt_expr *e)
{
    uint64_t on = e->kind == GT_EXPR_ROLE;
    if (e->kind == GT_EXPR_BOUND)
        return bit_of(walk->arg, e->u.binder);
    for (uint32_t i = 0; i < e->nkids; i++)
        on |= gt_walk_at(walk, e->kids[i]);
    return e->kind == GT_EXPR_UNTRACKED ? on & ~(bit_of(walk->arg, e->u.binder) & ~(uint64_t)1) : on;
}

/* Sum over the local states of their counter, where the predicate holds there. */
static const gt_expr *count(const gt_dense_env *env, const gt_expr *e)
{
    gt_dense *d = env->d;
    const gt_binder *it = e->u.binder;
    const gt_proc *proc = it->type.proc;
    const gt_locals *l = &d->pop->locals[proc->index];
    gt_dense_bound here = {.binder = it, .next = env->bound};
    gt_dense_env mine = *env;
    mine.bound = &here;
    GT_VEC(const gt_expr *) conds = {0};
    GT_VEC(const gt_expr *) terms = {0};
    GT_VEC(const gt_expr *) sums = {0};
    const gt_expr *truth = gt_fold_bool(d->fold, e->pos, true);
    gt_ptrmap seen = {0}; /* condition -> position + 1, as a pointer */
    for (uint32_t s = 0; s < l->nstates; s++) {
        here.state = s;
        const gt_expr *c = gt_dense_expr(&mine, e->kids[0]);
        if (gt_expr_is_false(c))
            continue;
        const gt_expr *m = gt_dense_counter(d, proc, s);
        if (c == truth) {
            gt_vec_push(&sums, m);
            continue;
        }
        uintptr_t at = (uintptr_t)gt_ptrmap_pointer(&seen, c);
        if (at) {
            terms.v[at - 1] = gt_fold_op2(d->fold, e->pos, GT_EXPR_ADD, terms.v[at - 1], m);
        } else {
            gt_vec_push(&conds, c);
            gt_vec_push(&terms, m);
            gt_ptrmap_point(&seen, c, (const void *)(uintptr_t)conds.n);
        }
    }
    const gt_expr *zero = gt_fold_int(d->fold, e->pos, 0);
    for (size_t k = 0; k < conds.n; k++)
        gt_vec_push(&sums, gt_fold_op3(d->fold, e->pos, GT_EXPR_ITE, conds.v[k], terms.v[k], zero));
    for (uint32_t i = l->first_idvar; d->paper && !env->every && i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *tracked = gt_fold_bool(d->fold, e->pos, false);
        for (uint32_t s = 0; s < l->nstates; s++) {
            here.state = s;
            const gt_expr *counted = gt_dense_expr(&mine, e->kids[0]);
            if (!gt_expr_is_false(counted))
                tracked =
                    gt_fold_or(d->fold, tracked, gt_fold_and(d->fold, gt_dense_named_at(env, i, s), counted));
        }
        gt_vec_push(&sums, gt_fold_op3(d->fold, e->pos, GT_EXPR_ITE, tracked,
                                       gt_fold_int(d->fold, e->pos, -1), zero));
    }
    const gt_expr *result =
        sums.n ? gt_fold_op(d->fold, e->pos, GT_EXPR_ADD, (uint32_t)sums.n, sums.v) : zero;
    free(conds.v);
    free(terms.v);
    free(sums.v);
    gt_ptrmap_fini(&seen);
    return result;
}

static const gt_expr *replace(void *data, gt_fold *f, const gt_expr *e)
{
    const gt_dense_env *env = data;
    gt_dense *d = env->d;
    const gt_expr *at;
    int32_t value;
    switch (e->kind) {
    case GT_EXPR_VAR: return gt_dense_cvar(d, d->shared[e->u.var->index]);
    case GT_EXPR_SAME: return gt_dense_same(d, e->u.pair.a, e->u.pair.b);
    case GT_EXPR_ISNONE: return gt_dense_is_none(d, e->u.index);
    case GT_EXPR_LOCAL:
        at = whereabouts(env, e, &value);
        return at ? value_at(d, e->pos, at, e->u.var) : gt_fold_const(f, e->pos, e->type, value);
    case GT_KINDS_COMPARE: return compare_at(env, e);
    case GT_EXPR_UNTRACKED: break;
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_CONST:
    case GT_EXPR_REAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: return NULL;
    }
    const gt_expr *known = d->paper && env->roles ? NULL : gt_ptrmap_pointer(&d->counts, e);
    if (known)
        return known;
    known = count(env, e);
    if (env->idvar < 0 && !(d->paper && env->roles) && !gt_walk_once(depends_on, &(binder_bits){0}, e))
        gt_ptrmap_point(&d->counts, e, known);
    return known;
}

const gt_expr *gt_dense_expr(const gt_dense_env *env, const gt_expr *e)
{
    return gt_fold_map(env->d->fold, e, replace, (void *)(uintptr_t)env);
}

/* ---- variables ---- */

static uint32_t add_var(gt_dense *d, gt_words *taken, const char *wish, gt_cvar var)
{
    var.name = gt_words_fresh(taken, d->ctx->arena, wish);
    d->out->vars[d->out->nvars] = var;
    return d->out->nvars++;
}

static void declare_tracking(gt_dense *d, gt_words *taken, uint32_t i, const char **names)
{
    const gt_idvar *x = &d->pop->idvars[i];
    const gt_locals *l = locals_of(d, i);
    gt_arena *arena = d->ctx->arena;
    gt_cvar at = {.kind = GT_CVAR_AT, .proc = x->proc, .idvar = i, .labels = names};
    at.type = gt_type_int(0, (int64_t)l->nstates - 1 + x->optional);
    d->at[i] = add_var(d, taken, gt_arena_printf(arena, "%s_at", x->var->name), at);
    if (i == l->first_idvar)
        return;
    gt_cvar alias = {.kind = GT_CVAR_ALIAS, .proc = x->proc, .idvar = i};
    alias.type = gt_type_int(0, i - l->first_idvar);
    const char **labels = GT_NEW_ARRAY(arena, const char *, i - l->first_idvar + 1);
    for (uint32_t k = l->first_idvar; k <= i; k++)
        labels[k - l->first_idvar] = d->pop->idvars[k].var->name;
    alias.labels = labels;
    d->alias[i] = add_var(d, taken, gt_arena_printf(arena, "%s_is", x->var->name), alias);
}

static void declare(gt_dense *d)
{
    const gt_pop *pop = d->pop;
    const gt_sym *sym = pop->sym;
    gt_arena *arena = d->ctx->arena;
    size_t room = sym->nshared + 2 * (size_t)pop->nidvars;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        room += pop->locals[p].nstates;
    d->out->vars = GT_NEW_ARRAY(arena, gt_cvar, room);
    gt_words taken = {0};
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *x = sym->shared[i];
        if (x->type.kind == GT_TYPE_ID)
            continue;
        gt_cvar var = {.kind = GT_CVAR_SHARED, .type = x->type, .var = x};
        if (x->type.kind == GT_TYPE_ENUM)
            var.labels = x->type.en->values;
        d->shared[i] = add_var(d, &taken, x->name, var);
        if (x->is_error)
            d->out->error = gt_dense_cvar(d, d->shared[i]);
    }
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_locals *l = &pop->locals[p];
        const char **names = d->names[p] = gt_dense_state_names(d->ctx->arena, l);
        for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++)
            declare_tracking(d, &taken, i, names);
        d->first_counter[p] = d->out->nvars;
        for (uint32_t s = 0; s < l->nstates; s++) {
            gt_cvar var = {
                .kind = GT_CVAR_COUNTER, .type = gt_type_int(0, sym->procs[p]->n), .proc = sym->procs[p]};
            var.state = s;
            const char *wish = sym->nprocs > 1
                                   ? gt_arena_printf(arena, "n_%s_%s", sym->procs[p]->name, names[s])
                                   : gt_arena_printf(arena, "n_%s", names[s]);
            add_var(d, &taken, wish, var);
        }
    }
    gt_words_fini(&taken);
}

/* ---- initial states ---- */

typedef struct {
    gt_dense *d;
    gt_init_step *steps;
    uint32_t n;
    const gt_expr *later; /* filters that need all shared variables */
} init_list;

static void add_step(init_list *list, uint32_t var, const gt_expr *lo, const gt_expr *hi,
                     const gt_expr *where)
{
    if (where && gt_expr_is_true(where))
        where = NULL;
    list->steps[list->n++] = (gt_init_step){.var = var, .lo = lo, .hi = hi, .where = where};
}

static const gt_expr *number(gt_dense *d, const gt_cvar *var, int64_t value)
{
    return gt_fold_const(d->fold, (gt_pos){0}, var->type, value);
}

/* The local states that can satisfy a start predicate of role 0, and for each the rest of the predicate. */
static uint32_t possible_starts(gt_dense *d, const gt_locals *l, const gt_expr *start, gt_role role,
                                uint32_t *states, const gt_expr **conds)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < l->nstates; s++) {
        int64_t at = s;
        gt_dense_env env = {.d = d, .nroles = 1, .roles = &role, .role_at = &at, .idvar = -1};
        const gt_expr *c = gt_dense_expr(&env, start);
        if (gt_expr_is_false(c))
            continue;
        states[n] = s;
        conds[n++] = c;
    }
    return n;
}

static void start_idvar(init_list *list, uint32_t i, const gt_pop_init *init)
{
    gt_dense *d = list->d;
    gt_fold *f = d->fold;
    const gt_locals *l = locals_of(d, i);
    const gt_cvar *at = &d->out->vars[d->at[i]];
    uint32_t own = i - l->first_idvar;
    const gt_expr *none = gt_fold_int(f, (gt_pos){0}, l->nstates);
    if (init->kind == GT_START_NONE || init->kind == GT_START_SAME) {
        const gt_expr *mine = gt_fold_int(f, (gt_pos){0}, own), *where_at = none;
        if (init->kind == GT_START_SAME) {
            mine = gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, gt_dense_is_none(d, init->idvar), mine,
                               gt_dense_alias(d, init->idvar));
            where_at = gt_dense_cvar(d, d->at[init->idvar]);
        }
        if (own)
            add_step(list, d->alias[i], mine, mine, NULL);
        add_step(list, d->at[i], where_at, where_at, NULL);
        return;
    }
    /* Any process: that of an earlier class, or another one in a local state where it can begin. */
    const gt_expr *fresh = gt_fold_is(f, gt_dense_alias(d, i), own);
    if (own) {
        const gt_expr *ok = fresh;
        for (uint32_t k = l->first_idvar; k < i; k++) {
            const gt_expr *like_k = gt_fold_is(f, gt_dense_alias(d, i), k - l->first_idvar);
            ok = gt_fold_or(f, ok, gt_fold_and(f, like_k, gt_dense_is_first(d, k)));
        }
        add_step(list, d->alias[i], gt_fold_int(f, (gt_pos){0}, 0), gt_fold_int(f, (gt_pos){0}, own), ok);
    }
    uint32_t *states = gt_xcalloc((size_t)l->nstates + 1, sizeof *states);
    const gt_expr **conds = gt_xcalloc((size_t)l->nstates + 1, sizeof *conds);
    gt_role role = {.kind = GT_ROLE_CLASS, .proc = d->pop->idvars[i].proc, .idvar = i};
    uint32_t n = possible_starts(d, l, d->pop->idvars[i].start, role, states, conds);
    const gt_expr *lo = number(d, at, n ? states[0] : 1), *hi = number(d, at, n ? states[n - 1] : 0);
    const gt_expr *begins = gt_fold_bool(f, (gt_pos){0}, false), *sure = begins;
    for (uint32_t k = 0; k < n; k++) {
        const gt_expr *here = gt_dense_is_at(d, i, states[k]);
        sure = gt_fold_or(f, sure, here);
        begins = gt_fold_or(f, begins, gt_fold_and(f, here, conds[k]));
    }
    if (n == states[n ? n - 1 : 0] - states[0] + 1)
        sure = gt_fold_bool(f, (gt_pos){0}, true); /* lo..hi says it */
    for (uint32_t k = l->first_idvar; k < i; k++) {
        const gt_expr *like_k = gt_fold_is(f, gt_dense_alias(d, i), k - l->first_idvar);
        lo = gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, like_k, gt_dense_cvar(d, d->at[k]), lo);
        hi = gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, like_k, gt_dense_cvar(d, d->at[k]), hi);
    }
    bool constant = true;
    for (uint32_t k = 0; k < n; k++)
        constant = constant && gt_expr_is_true(conds[k]);
    const gt_expr *where = gt_fold_or(f, gt_fold_not(f, fresh), sure);
    if (init->where) {
        gt_dense_env env = {.d = d, .idvar = -1};
        where = gt_fold_and(f, where, gt_dense_expr(&env, init->where));
    }
    add_step(list, d->at[i], lo, hi, where);
    if (!constant)
        list->later = gt_fold_and(f, list->later, gt_fold_or(f, gt_fold_not(f, fresh), begins));
    free(states);
    free(conds);
}

/* Processes of the type that no id variable names: n less one for each class. */
static const gt_expr *untracked_total(gt_dense *d, const gt_locals *l)
{
    gt_dense_env env = {.d = d, .idvar = -1};
    const gt_expr *total =
        l->proc->size ? gt_dense_expr(&env, l->proc->size) : gt_fold_int(d->fold, (gt_pos){0}, l->proc->n);
    if (d->paper)
        return total;
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *one = gt_fold_indicator(d->fold, gt_dense_is_first(d, i));
        total = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_SUB, total, one);
    }
    return total;
}

/* Where tracked processes are counted, too. */
static const gt_expr *tracked_in(gt_dense *d, const gt_locals *l, uint32_t state)
{
    gt_dense_env env = {.d = d, .idvar = -1};
    const gt_expr *n = gt_fold_int(d->fold, (gt_pos){0}, 0);
    for (uint32_t i = l->first_idvar; d->paper && i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *here = gt_dense_named_at(&env, i, state);
        n = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, n, gt_fold_indicator(d->fold, here));
    }
    return n;
}

/* The counters of a type: what is left is distributed over the local states a process can begin in. */
static void start_counters(init_list *list, uint32_t p)
{
    gt_dense *d = list->d;
    gt_fold *f = d->fold;
    const gt_locals *l = &d->pop->locals[p];
    const gt_expr *zero = gt_fold_int(f, (gt_pos){0}, 0), *left = untracked_total(d, l);
    uint32_t *states = gt_xcalloc((size_t)l->nstates + 1, sizeof *states);
    const gt_expr **conds = gt_xcalloc((size_t)l->nstates + 1, sizeof *conds);
    gt_role role = {.kind = GT_ROLE_UNTRACKED, .proc = l->proc};
    uint32_t n = possible_starts(d, l, l->start, role, states, conds);
    for (uint32_t s = 0, next = 0; s < l->nstates; s++) {
        if (next < n && states[next] == s)
            next++;
        else
            left = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_SUB, left, tracked_in(d, l, s));
    }
    uint32_t next = 0;
    for (uint32_t s = 0; s < l->nstates; s++) {
        uint32_t var = d->first_counter[p] + s;
        const gt_expr *extra = tracked_in(d, l, s), *nobody = NULL;
        if (next == n || states[next] != s) {
            if (n == 0 && s == 0)
                nobody = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_EQ, left, zero);
            add_step(list, var, extra, extra, nobody);
            continue;
        }
        const gt_expr *cond = conds[next++], *m = gt_dense_cvar(d, var);
        if (next == n) {
            const gt_expr *enough = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_GE, left, zero);
            const gt_expr *allowed = gt_fold_or(f, cond, gt_fold_op2(f, (gt_pos){0}, GT_EXPR_LE, m, extra));
            const gt_expr *tracked = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_GE, m, extra);
            add_step(list, var, left, left, gt_fold_and(f, gt_fold_and(f, enough, allowed), tracked));
        } else {
            const gt_expr *hi = gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, cond, left, extra);
            add_step(list, var, extra, hi, NULL);
            left = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_SUB, left, m);
        }
    }
    free(states);
    free(conds);
}

static const gt_expr *enough_for_named(gt_dense *d, const gt_locals *l)
{
    const gt_expr *named = gt_fold_int(d->fold, (gt_pos){0}, 0),
                  *n = gt_fold_int(d->fold, (gt_pos){0}, l->proc->n);
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++)
        named = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, named,
                            gt_fold_indicator(d->fold, gt_dense_is_first(d, i)));
    return gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_LE, named, n);
}

static void initial(gt_dense *d)
{
    const gt_pop *pop = d->pop;
    const gt_sym *sym = pop->sym;
    init_list list = {.d = d, .later = gt_fold_bool(d->fold, (gt_pos){0}, true)};
    list.steps = GT_NEW_ARRAY(d->ctx->arena, gt_init_step, d->out->nvars);
    gt_dense_env env = {.d = d, .idvar = -1};
    uint32_t *idvar_of = gt_xcalloc((size_t)sym->nshared + 1, sizeof *idvar_of);
    for (uint32_t i = 0; i < pop->nidvars; i++)
        idvar_of[pop->idvars[i].var->index] = i;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_pop_init *init = &pop->init[i];
        if (sym->shared[i]->type.kind == GT_TYPE_ID) {
            start_idvar(&list, idvar_of[i], init);
            continue;
        }
        const gt_cvar *var = &d->out->vars[d->shared[i]];
        if (init->kind == GT_START_VALUE) {
            const gt_expr *value = gt_dense_expr(&env, init->value);
            add_step(&list, d->shared[i], value, value, NULL);
        } else {
            const gt_expr *where = init->where ? gt_dense_expr(&env, init->where) : NULL;
            add_step(&list, d->shared[i], number(d, var, init->lo), number(d, var, init->hi), where);
        }
    }
    free(idvar_of);
    uint32_t shared_steps = list.n;
    for (uint32_t p = 0; p < sym->nprocs && d->paper; p++) /* no more are named than there are */
        list.later = gt_fold_and(d->fold, list.later, enough_for_named(d, &pop->locals[p]));
    for (uint32_t p = 0; p < sym->nprocs; p++)
        start_counters(&list, p);
    if (!gt_expr_is_true(list.later)) { /* no step of a counter comes before the shared variables are known */
        gt_init_step *last = &list.steps[shared_steps - 1];
        last->where = last->where ? gt_fold_and(d->fold, last->where, list.later) : list.later;
    }
    d->out->init = list.steps;
    d->out->ninit = list.n;
}

/* ---- the program ---- */

/* Of the population program, or of the symmetric one. */
static const gt_expr *formula(gt_dense *d, const gt_expr *pop, const gt_expr *sym)
{
    return d->formulas ? gt_dense_formula(d->formulas, sym)
                       : gt_dense_expr(&(gt_dense_env){.d = d, .idvar = -1}, pop);
}

static void restrict_initial(gt_dense *d)
{
    const gt_pop *pop = d->pop;
    const gt_expr *begins = gt_sym_begins(d->ctx->arena, pop->sym);
    const gt_expr *cond = pop->initially ? formula(d, pop->initially, begins) : NULL;
    gt_init_step *steps = (gt_init_step *)d->out->init; /* ours until the pass returns */
    gt_encode_initially(d->fold, d->out, steps, d->out->ninit, cond);
}

static void properties(gt_dense *d)
{
    gt_cmds *out = d->out;
    const gt_pop *pop = d->pop;
    gt_arena *arena = d->ctx->arena;
    out->nprops = pop->nprops;
    out->props = GT_NEW_ARRAY(arena, gt_cmd_prop, pop->nprops);
    for (uint32_t i = 0; i < pop->nprops; i++) {
        out->props[i].origin = pop->props[i].origin;
        if (pop->props[i].formula)
            out->props[i].formula = formula(d, pop->props[i].formula, pop->props[i].origin->formula);
    }
    out->nfair = pop->nfair;
    out->fair = GT_NEW_ARRAY(arena, const gt_expr *, pop->nfair);
    for (uint32_t i = 0; i < pop->nfair; i++)
        out->fair[i] = formula(d, pop->fair[i], pop->sym->fair[i]->expr);
    out->nrewards = pop->nrewards;
    out->rewards = GT_NEW_ARRAY(arena, const gt_expr *, pop->nrewards);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        out->rewards[i] = formula(d, pop->rewards[i], pop->sym->rewards[i]->expr);
    out->ninvariants = pop->sym->nprocs;
    out->invariants = GT_NEW_ARRAY(arena, const gt_expr *, pop->sym->nprocs);
    for (uint32_t p = 0; p < pop->sym->nprocs; p++) {
        const gt_locals *l = &pop->locals[p];
        const gt_expr **terms = gt_xcalloc((size_t)l->nstates + 1, sizeof *terms);
        for (uint32_t s = 0; s < l->nstates; s++)
            terms[s] = gt_dense_counter(d, l->proc, s);
        const gt_expr *sum = l->nstates ? gt_fold_op(d->fold, (gt_pos){0}, GT_EXPR_ADD, l->nstates, terms)
                                        : gt_fold_int(d->fold, (gt_pos){0}, 0);
        out->invariants[p] = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_EQ, sum, untracked_total(d, l));
        free(terms);
    }
}

bool gt_pass_paper_fits(gt_ctx *ctx, const gt_pop *pop)
{
    if (pop->nidvars <= 1)
        return true;
    gt_error(ctx->diag, pop->idvars[1].var->pos, "paper-style",
             "--style paper is for programs with at most one id variable; this one has %u", pop->nidvars);
    gt_help(ctx->diag, "leave --style out: the default style handles any number of them");
    return false;
}

static const gt_cmds *encode(gt_ctx *ctx, const gt_pop *pop, bool paper, bool picks)
{
    gt_dense d = {.ctx = ctx, .pop = pop, .paper = paper, .picks = picks, .fold = gt_fold_new(ctx->arena)};
    d.out = GT_NEW(ctx->arena, gt_cmds);
    d.out->sym = pop->sym;
    d.out->pop = pop;
    d.out->encoding = paper ? GT_ENC_PAPER : GT_ENC_DENSE;
    d.shared = gt_xcalloc((size_t)pop->sym->nshared + 1, sizeof *d.shared);
    d.at = gt_xcalloc((size_t)pop->nidvars + 1, sizeof *d.at);
    d.alias = gt_xcalloc((size_t)pop->nidvars + 1, sizeof *d.alias);
    d.first_counter = gt_xcalloc((size_t)pop->sym->nprocs + 1, sizeof *d.first_counter);
    d.names = gt_xcalloc((size_t)pop->sym->nprocs + 1, sizeof *d.names);
    d.places = gt_places_new(pop);
    if (paper && picks)
        d.formulas = gt_dense_formulas_new(&d);
    declare(&d);
    initial(&d);
    restrict_initial(&d);
    properties(&d);
    d.values = gt_xcalloc((size_t)d.out->nvars + 1, sizeof *d.values);
    gt_cmd_list cmds = {0};
    for (uint32_t i = 0; i < pop->nrules; i++)
        gt_dense_rule(&d, &pop->rules[i], &cmds);
    d.out->ncmds = (uint32_t)cmds.n;
    d.out->cmds = gt_arena_copy(ctx->arena, cmds.v, cmds.n, sizeof *cmds.v);
    free(cmds.v);
    free(d.shared);
    free(d.at);
    free(d.alias);
    free(d.first_counter);
    free(d.values);
    free(d.names);
    gt_places_free(d.places);
    gt_dense_formulas_free(d.formulas);
    gt_ptrmap_fini(&d.counts);
    gt_fold_free(d.fold);
    return d.out;
}

const gt_cmds *gt_pass_dense(gt_ctx *ctx, const gt_pop *pop, bool paper)
{
    return encode(ctx, pop, paper, false);
}

const gt_cmds *gt_pass_dense_picks(gt_ctx *ctx, const gt_pop *pop, bool all)
{
    return encode(ctx, pop, all, true);
}
