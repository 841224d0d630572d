/* The commands of one rule under the dense encoding. Every role that changes, and every untracked one, is
 * placed into a local state; values that are chosen are fixed; then whatever decides a new local state and is
 * still open (a shared variable, a count) is split on, until each process's move is a constant. Where placing
 * tracked processes as well would give too many commands, they are not placed: what happens to them is then
 * a case distinction on where they are, within the command. */
#include "passes/dense.h"
#include "passes/locals.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const gt_expr *what, *value;
} assumption;

typedef struct {
    gt_dense *d;
    const gt_pop_rule *rule;
    gt_cmd_list *out;
    bool *placed; /* per role: it gets a local state */
    int64_t *at;  /* per role: the local state, -1: not placed */
    GT_VEC(assumption) assumed;
    const gt_expr *guard; /* of the commands, without the roles' conditions */
    gt_type open_type;    /* of what has to be known first: no other value matters */
    GT_VEC(gt_bound_value) chosen;
    GT_VEC(gt_assign) set; /* variables the branch at hand assigns; their values are in d->values */
    int64_t *after;        /* per branch and role: the new local state */
    bool impossible; /* some role would get a local state that cannot be reached: so this case cannot be */
    const int32_t **maps;  /* per branch and process type: where untracked processes go, or NULL */
    const int32_t **moves; /* per branch and id variable: the same for its process if it plays no role */
    const int32_t *
        *turns; /* per branch and role that is not placed: the same for the process that plays it */
} placing;

/* ---- translation with what is assumed ---- */

static const int32_t *values_of(const gt_locals *l, int64_t state)
{
    return l->values + (size_t)state * l->nvars;
}

static const gt_expr *replace_assumed(void *data, gt_fold *f, const gt_expr *e)
{
    (void)f;
    placing *p = data;
    for (size_t i = 0; i < p->assumed.n; i++)
        if (p->assumed.v[i].what == e)
            return p->assumed.v[i].value;
    return NULL;
}

static const gt_expr *replace_role(void *data, gt_fold *f, const gt_expr *e)
{
    placing *p = data;
    if (e->kind != GT_EXPR_LOCAL || e->kids[0]->kind != GT_EXPR_ROLE)
        return NULL;
    int64_t at = p->at[e->kids[0]->u.index];
    if (at < 0)
        return NULL;
    const gt_locals *l = &p->d->pop->locals[e->u.var->owner->index];
    return gt_fold_const(f, e->pos, e->type, values_of(l, at)[e->u.var->index]);
}

/* Roles first: what a count then asks is often the same for many local states, and translated once. */
static const gt_expr *translate(placing *p, const gt_dense_env *env, const gt_expr *e)
{
    for (size_t i = 0; i < p->chosen.n; i++)
        e = gt_fold_map(p->d->fold, e, gt_fold_bound_to, &p->chosen.v[i]);
    e = gt_dense_expr(env, gt_fold_map(p->d->fold, e, replace_role, p));
    /* What is left after one replacement may be what a later assumption is about. */
    for (const gt_expr *before = NULL; p->assumed.n && e != before && e->kind != GT_EXPR_CONST;) {
        before = e;
        e = gt_fold_map(p->d->fold, e, replace_assumed, p);
    }
    return e;
}

static gt_dense_env env_of(const placing *p)
{
    return (gt_dense_env){.d = p->d, .roles = p->rule->roles, .role_at = p->at, .idvar = -1};
}

/* ---- new local states ---- */

/* Applies the updates for which `mine` holds to `values`. Returns NULL, or the expression that has to be
 * known first. */
typedef bool update_filter(const gt_pop_update *u, uint32_t index);

static bool for_role(const gt_pop_update *u, uint32_t role)
{
    return u->role == (int32_t)role;
}
static bool for_idvar(const gt_pop_update *u, uint32_t idvar)
{
    return u->idvar == (int32_t)idvar;
}
static bool for_rest(const gt_pop_update *u, uint32_t type)
{
    return u->each && u->each->type.proc->index == type;
}

static const gt_expr *apply(placing *p, gt_dense_env *env, const gt_pop_branch *b, update_filter *mine,
                            uint32_t index, int32_t *values)
{
    gt_dense_place place = {0};
    const gt_dense_place *outer = env->places;
    if (outer)
        place = *outer;
    for (uint32_t i = 0; i < b->nupdates; i++) {
        const gt_pop_update *u = &b->updates[i];
        if (!mine(u, index))
            continue;
        if (u->each) {
            place.binder = u->each;
            env->places = &place;
        }
        const gt_expr *cond = u->cond ? translate(p, env, u->cond) : NULL;
        const gt_expr *value = NULL;
        bool open = cond && cond->kind != GT_EXPR_CONST;
        if (!open && !(cond && gt_expr_is_false(cond)))
            value = translate(p, env, u->value);
        env->places = outer;
        p->open_type = open ? cond->type : u->var->type;
        if (open)
            return cond;
        if (!value)
            continue;
        if (value->kind != GT_EXPR_CONST)
            return value;
        values[u->var->index] = (int32_t)value->u.value;
    }
    return NULL;
}

static bool any_update(const gt_pop_branch *b, update_filter *mine, uint32_t index)
{
    for (uint32_t i = 0; i < b->nupdates; i++)
        if (mine(&b->updates[i], index))
            return true;
    return false;
}

/* Where each local state of the type goes under the updates for `index`; a map of the arena in *map. One that
 * would go to no local state has no process in it when the rule fires: passes/locals.c knows all that can be
 * reached. idvar, role: that of the process, or -1. */
static const gt_expr *make_map(placing *p, const gt_pop_branch *b, update_filter *mine, uint32_t index,
                               const gt_locals *l, int32_t idvar, int32_t role, const int32_t **map)
{
    int32_t *to = GT_NEW_ARRAY(p->d->ctx->arena, int32_t, l->nstates);
    int32_t *values = gt_xmalloc((size_t)l->nvars + 1, sizeof *values);
    const gt_expr *open = NULL;
    for (uint32_t s = 0; s < l->nstates && !open; s++) {
        gt_dense_env env = env_of(p);
        gt_dense_place place = {.state = s};
        if (idvar < 0 && role < 0)
            env.places = &place;
        if (role >= 0)
            p->at[role] = s;
        env.idvar = idvar;
        env.idvar_at = s;
        if (l->nvars)
            memcpy(values, values_of(l, s), l->nvars * sizeof *values);
        open = apply(p, &env, b, mine, index, values);
        int64_t found = open ? -1 : gt_locals_find(l, values);
        to[s] = found < 0 ? (int32_t)s : (int32_t)found;
    }
    if (role >= 0)
        p->at[role] = -1;
    free(values);
    *map = to;
    return open;
}

/* Does the branch change the process of an id variable of the type? In paper style the counters know it, too,
 * even if no untracked process moves. */
static bool moves_tracked(const gt_pop *pop, const gt_pop_branch *b, uint32_t type)
{
    const gt_locals *l = &pop->locals[type];
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++)
        if (any_update(b, for_idvar, i))
            return true;
    return false;
}

/* Fills after, maps and moves. Returns NULL, or what has to be known first. */
static const gt_expr *find_moves(placing *p)
{
    const gt_pop *pop = p->d->pop;
    const gt_pop_rule *r = p->rule;
    p->impossible = false;
    for (uint32_t n = 0; n < r->nbranches; n++) {
        const gt_pop_branch *b = &r->branches[n];
        for (uint32_t k = 0; k < r->nroles; k++) {
            int64_t *after = &p->after[n * r->nroles + k];
            const int32_t **turn = &p->turns[n * r->nroles + k];
            const gt_locals *l = &pop->locals[r->roles[k].proc->index];
            *after = p->at[k];
            *turn = NULL;
            if (p->at[k] < 0) {
                const gt_expr *open = NULL;
                if (any_update(b, for_role, k))
                    open = make_map(p, b, for_role, k, l, -1, (int32_t)k, turn);
                if (open)
                    return open;
                continue;
            }
            int32_t *values = gt_xmalloc((size_t)l->nvars + 1, sizeof *values);
            if (l->nvars)
                memcpy(values, values_of(l, p->at[k]), l->nvars * sizeof *values);
            gt_dense_env env = env_of(p);
            const gt_expr *open = apply(p, &env, b, for_role, k, values);
            if (!open)
                *after = gt_locals_find(l, values);
            if (!open && *after < 0)
                p->impossible = true;
            free(values);
            if (open)
                return open;
        }
        for (uint32_t t = 0; t < pop->sym->nprocs; t++) {
            const int32_t **map = &p->maps[n * pop->sym->nprocs + t];
            *map = NULL;
            if (!any_update(b, for_rest, t) && !(p->d->paper && moves_tracked(pop, b, t)))
                continue;
            const gt_expr *open = make_map(p, b, for_rest, t, &pop->locals[t], -1, -1, map);
            if (open)
                return open;
        }
        for (uint32_t i = 0; i < pop->nidvars; i++) {
            const int32_t **move = &p->moves[n * pop->nidvars + i];
            *move = NULL;
            if (!any_update(b, for_idvar, i))
                continue;
            const gt_expr *open =
                make_map(p, b, for_idvar, i, &pop->locals[pop->idvars[i].proc->index], (int32_t)i, -1, move);
            if (open)
                return open;
        }
    }
    return NULL;
}

/* ---- effects ---- */

/* A branch: what is assigned to which variable, and who points at what afterwards. */
typedef struct {
    placing *p;
    const gt_pop_branch *branch;
    const int64_t *after;
    const int32_t **maps, **moves, **turns;
} effect;

static gt_idassign target_of(const effect *e, uint32_t i)
{
    const gt_pop_rule *r = e->p->rule;
    for (uint32_t k = 0; k < e->branch->nassigns; k++)
        if (e->branch->assigns[k].idvar == i)
            return e->branch->assigns[k];
    if (r->alias[i] == GT_ALIAS_NONE)
        return (gt_idassign){.idvar = i, .to = GT_POINT_NONE};
    for (uint32_t k = 0; k < r->nroles; k++)
        if (r->roles[k].kind == GT_ROLE_CLASS && (int32_t)r->roles[k].idvar == r->alias[i])
            return (gt_idassign){.idvar = i, .to = GT_POINT_ROLE, .target = k};
    return (gt_idassign){.idvar = i, .to = GT_POINT_CLASS, .target = (uint32_t)r->alias[i]};
}

static bool pinned(const effect *e, uint32_t i)
{
    return e->p->rule->alias[i] != GT_ALIAS_ANY;
}

/* Where the process of id variable i goes by that map; NULL: it stays. */
static const gt_expr *moved_by(const effect *e, uint32_t i, const int32_t *move)
{
    gt_dense *d = e->p->d;
    const gt_expr *at = gt_dense_cvar(d, d->at[i]), *result = at;
    const gt_locals *l = &d->pop->locals[d->pop->idvars[i].proc->index];
    for (uint32_t s = l->nstates; move && s-- > 0;)
        if (move[s] != (int32_t)s) {
            const gt_expr *to = gt_fold_int(d->fold, (gt_pos){0}, move[s]);
            result = gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, gt_dense_is_at(d, i, s), to, result);
        }
    return result;
}

/* The new local state of id variable i's process, which plays no role. */
static const gt_expr *moved(const effect *e, uint32_t i)
{
    return moved_by(e, i, e->moves[i]);
}

static const gt_expr *role_after(const effect *e, uint32_t role)
{
    gt_dense *d = e->p->d;
    if (e->p->at[role] < 0)
        return moved_by(e, e->p->rule->roles[role].idvar, e->turns[role]);
    return gt_fold_int(d->fold, (gt_pos){0}, e->after[role]);
}

static const gt_expr *at_after(const effect *e, uint32_t i)
{
    placing *p = e->p;
    gt_dense *d = p->d;
    const gt_locals *l = &d->pop->locals[d->pop->idvars[i].proc->index];
    if (pinned(e, i)) {
        gt_idassign t = target_of(e, i);
        if (t.to == GT_POINT_NONE)
            return gt_fold_int(d->fold, (gt_pos){0}, l->nstates);
        return t.to == GT_POINT_ROLE ? role_after(e, t.target) : moved(e, t.target);
    }
    const gt_expr *result = moved(e, i);
    for (uint32_t k = 0; k < p->rule->nroles; k++) {
        const gt_role *role = &p->rule->roles[k];
        if (role->kind != GT_ROLE_CLASS || role->proc != l->proc || role->idvar > i)
            continue;
        if (role->idvar == i)
            result = role_after(e, k);
        else if (e->after[k] != p->at[k] || e->turns[k] || e->moves[i])
            result = gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, gt_dense_same(d, role->idvar, i),
                                 role_after(e, k), result);
    }
    return result;
}

/* Position of the first id variable of the type that points where i points afterwards. */
static uint32_t first_after(const effect *e, uint32_t i)
{
    uint32_t first = e->p->d->pop->locals[e->p->d->pop->idvars[i].proc->index].first_idvar;
    gt_idassign mine = target_of(e, i);
    for (uint32_t k = first; k < i && mine.to != GT_POINT_NONE; k++) {
        gt_idassign other = target_of(e, k);
        if (other.to == mine.to && other.target == mine.target)
            return k - first;
    }
    return i - first;
}

/* Is the process of that role named by some id variable afterwards? */
static bool tracked_after(const effect *e, uint32_t role)
{
    const gt_pop *pop = e->p->d->pop;
    const gt_role *r = &e->p->rule->roles[role];
    const gt_locals *l = &pop->locals[r->proc->index];
    if (!l->nidvars || !pinned(e, l->first_idvar))
        return r->kind == GT_ROLE_CLASS;
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++) {
        gt_idassign t = target_of(e, i);
        if (t.to == GT_POINT_ROLE && t.target == role)
            return true;
    }
    return false;
}

static void set(effect *e, uint32_t var, const gt_expr *value)
{
    if (value == gt_dense_cvar(e->p->d, var))
        return;
    e->p->d->values[var] = value;
    gt_vec_push(&e->p->set, ((gt_assign){.var = var}));
}

static void track(effect *e)
{
    gt_dense *d = e->p->d;
    for (uint32_t i = 0; i < d->pop->nidvars; i++) {
        set(e, d->at[i], at_after(e, i));
        uint32_t first = d->pop->locals[d->pop->idvars[i].proc->index].first_idvar;
        if (i == first || !pinned(e, i))
            continue;
        uint32_t now = first_after(e, i);
        int32_t before = e->p->rule->alias[i];
        uint32_t was = before == GT_ALIAS_NONE ? i - first : (uint32_t)before - first;
        if (now != was)
            set(e, d->alias[i], gt_fold_int(d->fold, (gt_pos){0}, now));
    }
}

/* By how much the roles change the counter of a local state. Processes in roles are taken out where the map
 * puts those of their local state, and put back where they belong. */
static int64_t delta_of(const effect *e, uint32_t type, uint32_t state)
{
    const placing *p = e->p;
    const gt_pop_rule *r = p->rule;
    const int32_t *map = e->maps[type];
    int64_t delta = 0;
    for (uint32_t k = 0; k < r->nroles; k++) {
        if (r->roles[k].proc->index != type || p->at[k] < 0)
            continue;
        bool before = p->d->paper || r->roles[k].kind == GT_ROLE_UNTRACKED;
        bool later = p->d->paper || !tracked_after(e, k);
        int64_t from = map ? (int64_t)map[p->at[k]] : p->at[k];
        delta -= before && from == state;
        delta += later && e->after[k] == state;
    }
    return delta;
}

/* A role that is not placed, of a process that nobody names afterwards. */
static bool is_released(const effect *e, uint32_t role, uint32_t type)
{
    const placing *p = e->p;
    return p->rule->roles[role].proc->index == type && p->at[role] < 0 && !tracked_after(e, role);
}

/* The released processes that come to the local state. */
static const gt_expr *arrivals(const effect *e, uint32_t type, uint32_t state, const gt_expr *sum)
{
    gt_dense *d = e->p->d;
    for (uint32_t k = 0; k < e->p->rule->nroles; k++) {
        if (!is_released(e, k, type))
            continue;
        const int32_t *turn = e->turns[k];
        for (uint32_t from = 0; from < d->pop->locals[type].nstates; from++) {
            if ((turn ? turn[from] : (int32_t)from) != (int32_t)state)
                continue;
            const gt_expr *there = gt_dense_is_at(d, e->p->rule->roles[k].idvar, from);
            sum = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, sum, gt_fold_indicator(d->fold, there));
        }
    }
    return sum;
}

static void add_to_counter(effect *e, uint32_t type, uint32_t state, const gt_expr *before)
{
    gt_dense *d = e->p->d;
    const gt_expr *change = gt_fold_int(d->fold, (gt_pos){0}, delta_of(e, type, state));
    change = arrivals(e, type, state, change);
    const gt_expr *value = before ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, before, change) : change;
    set(e, d->first_counter[type] + state, value);
}

/* Only the processes in roles move. */
static void count_roles(effect *e, uint32_t type)
{
    placing *p = e->p;
    const gt_proc *proc = p->d->pop->sym->procs[type];
    for (uint32_t k = 0; k < p->rule->nroles; k++) {
        for (uint32_t s = 0; is_released(e, k, type) && s < p->d->pop->locals[type].nstates; s++)
            add_to_counter(e, type, s, gt_dense_counter(p->d, proc, s));
        if (p->rule->roles[k].proc != proc || p->at[k] < 0)
            continue;
        uint32_t from = (uint32_t)p->at[k], to = (uint32_t)e->after[k];
        add_to_counter(e, type, from, gt_dense_counter(p->d, proc, from));
        add_to_counter(e, type, to, gt_dense_counter(p->d, proc, to));
    }
}

/* Paper style: the map moved the tracked process of id variable i with the rest, but it may go elsewhere. */
static const gt_expr *correct_tracked(const effect *e, uint32_t i, uint32_t state, const gt_expr *value)
{
    placing *p = e->p;
    gt_dense *d = p->d;
    uint32_t type = d->pop->idvars[i].proc->index;
    const int32_t *map = e->maps[type], *own = e->moves[i];
    for (uint32_t k = 0; k < p->rule->nroles; k++)
        if (p->rule->roles[k].kind == GT_ROLE_CLASS && p->rule->roles[k].idvar == i && p->at[k] >= 0)
            return value;
    for (uint32_t from = 0; from < d->pop->locals[type].nstates; from++) {
        int64_t to = own ? (int64_t)own[from] : (int64_t)from;
        int64_t by = (to == state) - (map[from] == (int32_t)state);
        if (by == 0)
            continue;
        const gt_expr *zero = gt_fold_int(d->fold, (gt_pos){0}, 0),
                      *change = gt_fold_int(d->fold, (gt_pos){0}, by);
        const gt_expr *term =
            gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, gt_dense_is_at(d, i, from), change, zero);
        value = value ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, value, term) : term;
    }
    return value;
}

/* A broadcast: every counter is the sum of those that go there. */
static void count_mapped(effect *e, uint32_t type)
{
    gt_dense *d = e->p->d;
    const gt_locals *l = &d->pop->locals[type];
    const int32_t *map = e->maps[type];
    const gt_expr **sums = gt_xcalloc((size_t)l->nstates + 1, sizeof *sums);
    for (uint32_t s = 0; s < l->nstates; s++) {
        const gt_expr *m = gt_dense_counter(d, l->proc, s), **sum = &sums[map[s]];
        *sum = *sum ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, *sum, m) : m;
    }
    for (uint32_t s = 0; s < l->nstates; s++) {
        const gt_expr *sum = sums[s];
        for (uint32_t i = l->first_idvar; d->paper && i < l->first_idvar + l->nidvars; i++)
            sum = correct_tracked(e, i, s, sum);
        add_to_counter(e, type, s, sum);
    }
    free(sums);
}

static void assign_shared(effect *e)
{
    placing *p = e->p;
    gt_dense *d = p->d;
    for (uint32_t i = e->branch->nupdates; i-- > 0;) {
        const gt_pop_update *u = &e->branch->updates[i];
        if (u->role >= 0 || u->idvar >= 0 || u->each)
            continue;
        uint32_t var = d->shared[u->var->index];
        gt_dense_env env = env_of(p);
        const gt_expr *value = translate(p, &env, u->value);
        const gt_expr *old = d->values[var] ? d->values[var] : gt_dense_cvar(d, var);
        if (u->cond)
            value = gt_fold_op3(d->fold, u->pos, GT_EXPR_ITE, translate(p, &env, u->cond), value, old);
        d->values[var] = NULL;
        set(e, var, value);
    }
}

static int by_var(const void *x, const void *y)
{
    const gt_assign *a = x, *b = y;
    return (a->var > b->var) - (a->var < b->var);
}

static gt_cmd_branch make_branch(placing *p, uint32_t n)
{
    gt_dense *d = p->d;
    const gt_pop *pop = d->pop;
    effect e = {.p = p,
                .branch = &p->rule->branches[n],
                .after = p->after + n * p->rule->nroles,
                .maps = p->maps + n * pop->sym->nprocs,
                .moves = p->moves + n * pop->nidvars,
                .turns = p->turns + n * p->rule->nroles};
    assign_shared(&e);
    track(&e);
    for (uint32_t t = 0; t < pop->sym->nprocs; t++) {
        if (e.maps[t])
            count_mapped(&e, t);
        else
            count_roles(&e, t);
    }
    if (p->set.n)
        qsort(p->set.v, p->set.n, sizeof *p->set.v, by_var);
    gt_assign *assigns = GT_NEW_ARRAY(d->ctx->arena, gt_assign, p->set.n);
    gt_cmd_branch b = {.assigns = assigns};
    for (size_t i = 0; i < p->set.n; i++) {
        uint32_t var = p->set.v[i].var;
        if (d->values[var]) /* a variable may be listed twice */
            assigns[b.nassigns++] = (gt_assign){var, d->values[var]};
        d->values[var] = NULL;
    }
    p->set.n = 0;
    gt_dense_env env = env_of(p);
    if (e.branch->prob)
        b.prob = translate(p, &env, e.branch->prob);
    return b;
}

/* ---- guards and weights ---- */

/* Untracked processes in that local state. */
static const gt_expr *untracked_at(placing *p, const gt_proc *proc, uint32_t state)
{
    gt_dense *d = p->d;
    const gt_expr *m = gt_dense_counter(d, proc, state);
    const gt_locals *l = &d->pop->locals[proc->index];
    for (uint32_t i = l->first_idvar; d->paper && i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *tracked = gt_dense_is_at(d, i, state);
        for (uint32_t k = 0; k < p->rule->nroles; k++)
            if (p->rule->roles[k].kind == GT_ROLE_CLASS && p->rule->roles[k].idvar == i && p->at[k] >= 0)
                tracked = gt_fold_bool(d->fold, (gt_pos){0}, p->at[k] == state);
        m = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_SUB, m, gt_fold_indicator(d->fold, tracked));
    }
    return m;
}

/* That the roles can be filled, and in how many ways. */
static const gt_expr *roles_condition(placing *p, const gt_expr **ways)
{
    gt_dense *d = p->d;
    gt_fold *f = d->fold;
    const gt_pop_rule *r = p->rule;
    const gt_expr *cond = gt_fold_bool(f, (gt_pos){0}, true);
    for (uint32_t k = 0; k < r->nroles; k++) {
        const gt_role *role = &r->roles[k];
        if (role->kind == GT_ROLE_CLASS) {
            const gt_expr *own = gt_dense_is_first(d, role->idvar);
            if (p->at[k] >= 0) { /* being there, it is not none */
                const gt_locals *l = &d->pop->locals[role->proc->index];
                own = gt_fold_is(f, gt_dense_alias(d, role->idvar), role->idvar - l->first_idvar);
                own = gt_fold_and(f, own, gt_dense_is_at(d, role->idvar, (uint32_t)p->at[k]));
            }
            cond = gt_fold_and(f, cond, own);
            continue;
        }
        uint32_t before = 0; /* earlier roles in the same local state */
        for (uint32_t j = 0; j < k; j++)
            before += r->roles[j].kind == GT_ROLE_UNTRACKED && r->roles[j].proc == role->proc &&
                      p->at[j] == p->at[k];
        bool last = true;
        for (uint32_t j = k + 1; j < r->nroles; j++)
            last = last && !(r->roles[j].kind == GT_ROLE_UNTRACKED && r->roles[j].proc == role->proc &&
                             p->at[j] == p->at[k]);
        const gt_expr *m = untracked_at(p, role->proc, (uint32_t)p->at[k]);
        const gt_expr *need = gt_fold_int(f, (gt_pos){0}, (int64_t)before + 1);
        if (last)
            cond = gt_fold_and(f, cond, gt_fold_op2(f, (gt_pos){0}, GT_EXPR_GE, m, need));
        const gt_expr *free_ones =
            gt_fold_op2(f, (gt_pos){0}, GT_EXPR_SUB, m, gt_fold_int(f, (gt_pos){0}, before));
        *ways = *ways ? gt_fold_op2(f, (gt_pos){0}, GT_EXPR_MUL, *ways, free_ones) : free_ones;
    }
    return cond;
}

static const gt_expr *alias_condition(placing *p)
{
    gt_dense *d = p->d;
    const gt_pop *pop = d->pop;
    const gt_expr *cond = gt_fold_bool(d->fold, (gt_pos){0}, true);
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        int32_t alias = p->rule->alias[i];
        if (alias == GT_ALIAS_ANY)
            continue;
        uint32_t first = pop->locals[pop->idvars[i].proc->index].first_idvar;
        const gt_expr *none = gt_dense_is_none(d, i);
        if (alias == GT_ALIAS_NONE) {
            cond = gt_fold_and(d->fold, cond, none);
            continue;
        }
        cond = gt_fold_and(d->fold, cond, gt_fold_is(d->fold, gt_dense_alias(d, i), alias - (int64_t)first));
        bool placed_there = false;
        for (uint32_t k = 0; k < p->rule->nroles; k++)
            placed_there = placed_there || (p->rule->roles[k].kind == GT_ROLE_CLASS &&
                                            (int32_t)p->rule->roles[k].idvar == alias && p->at[k] >= 0);
        if (alias == (int32_t)i && !placed_there)
            cond = gt_fold_and(d->fold, cond, gt_fold_not(d->fold, none));
    }
    return cond;
}

static const char *label_of(placing *p)
{
    const gt_pop_rule *r = p->rule;
    if (!r->origin->owner || !r->nroles || r->roles[0].kind != GT_ROLE_CLASS)
        return r->origin->label;
    return gt_arena_printf(p->d->ctx->arena, "%s by %s", r->origin->label,
                           p->d->pop->idvars[r->roles[0].idvar].var->name);
}

static void emit(placing *p)
{
    gt_dense *d = p->d;
    const gt_pop_rule *r = p->rule;
    const gt_expr *ways = NULL;
    const gt_expr *roles = roles_condition(p, &ways);
    const gt_expr *guard = gt_fold_and(d->fold, gt_fold_and(d->fold, roles, alias_condition(p)), p->guard);
    if (gt_expr_is_false(guard))
        return;
    gt_model_kind kind = d->pop->sym->kind;
    gt_cmd c = {.origin = r->origin, .label = label_of(p), .guard = guard, .nbranches = r->nbranches};
    if (kind == GT_MODEL_DTMC || kind == GT_MODEL_CTMC) {
        gt_dense_env env = env_of(p);
        const gt_expr *w = r->weight ? translate(p, &env, r->weight) : NULL;
        c.weight = w && ways ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_MUL, w, ways) : w ? w : ways;
    }
    gt_cmd_branch *branches = GT_NEW_ARRAY(d->ctx->arena, gt_cmd_branch, r->nbranches);
    for (uint32_t n = 0; n < r->nbranches; n++)
        branches[n] = make_branch(p, n);
    c.branches = branches;
    gt_vec_push(p->out, c);
}

/* ---- fixing what is open ---- */

static void split(placing *p)
{
    gt_dense *d = p->d;
    const gt_expr *open = find_moves(p);
    if (!open) {
        if (!p->impossible)
            emit(p);
        return;
    }
    const gt_expr *guard = p->guard;
    int64_t lo = open->type.lo > p->open_type.lo ? open->type.lo : p->open_type.lo;
    int64_t hi = open->type.hi < p->open_type.hi ? open->type.hi : p->open_type.hi;
    for (int64_t v = lo; v <= hi; v++) {
        const gt_expr *value = gt_fold_const(d->fold, open->pos, open->type, v);
        gt_vec_push(&p->assumed, ((assumption){open, value}));
        p->guard = gt_fold_and(d->fold, guard, gt_fold_is(d->fold, open, v));
        if (!gt_expr_is_false(p->guard))
            split(p);
        p->assumed.n--;
    }
    p->guard = guard;
}

/* Places role number k and the following ones; `guard` is the rule's, with the earlier roles placed. */
static void place(placing *p, uint32_t k, const gt_expr *guard)
{
    if (gt_expr_is_false(guard))
        return;
    const gt_pop_rule *r = p->rule;
    if (k == r->nroles) {
        gt_dense_env env = env_of(p);
        p->guard = translate(p, &env, guard);
        if (!gt_expr_is_false(p->guard))
            split(p);
        return;
    }
    if (!p->placed[k]) {
        place(p, k + 1, guard);
        return;
    }
    const gt_locals *l = &p->d->pop->locals[r->roles[k].proc->index];
    int32_t value = 0; /* most rules are for one location: the others need no folding to see that */
    const gt_var *pinned = gt_locals_pinned(guard, GT_EXPR_ROLE, k, &value);
    for (uint32_t s = 0; s < l->nstates; s++) {
        if (pinned && values_of(l, s)[pinned->index] != value)
            continue;
        p->at[k] = s;
        place(p, k + 1, gt_fold_map(p->d->fold, guard, replace_role, p));
    }
    p->at[k] = -1;
}

static void choose(placing *p, uint32_t c, const gt_expr *guard)
{
    const gt_pop_rule *r = p->rule;
    if (gt_expr_is_false(guard))
        return;
    if (c == r->nchoices) {
        place(p, 0, guard);
        return;
    }
    const gt_binder *b = r->choices[c];
    for (int64_t v = b->type.lo; v <= b->type.hi; v++) {
        gt_vec_push(&p->chosen, ((gt_bound_value){b, v}));
        choose(p, c + 1, gt_fold_map(p->d->fold, guard, gt_fold_bound_to, &p->chosen.v[p->chosen.n - 1]));
        p->chosen.n--;
    }
}

/* ---- how many commands ---- */

/* A role must be placed if its process is untracked before or after, or changes. */
static bool needs_place(const gt_pop_rule *r, const gt_pop *pop, uint32_t role)
{
    gt_dense d = {.pop = pop};
    placing p = {.d = &d, .rule = r};
    bool needs = r->roles[role].kind == GT_ROLE_UNTRACKED;
    for (uint32_t n = 0; n < r->nbranches && !needs; n++) {
        effect e = {.p = &p, .branch = &r->branches[n]};
        needs = any_update(e.branch, for_role, role) || !tracked_after(&e, role);
    }
    return needs;
}

/* What an expression is worth when the role's locals are `values`; *known cleared: more than they decide it.
 * *budget bounds the work on guards that share parts. */
static int64_t value_there(const gt_expr *e, uint32_t role, const int32_t *values, int64_t *budget,
                           bool *known)
{
    enum { ARGS = 8 };
    int64_t args[ARGS];
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_LOCAL && e->kids[0]->kind == GT_EXPR_ROLE && e->kids[0]->u.index == role)
        return values[e->u.var->index];
    if (e->kind < GT_EXPR_NOT || e->kind > GT_EXPR_ITE || e->nkids > ARGS || e->type.kind == GT_TYPE_REAL ||
        --*budget < 0) {
        *known = false;
        return 0;
    }
    bool all = true;
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool this = true;
        args[i] = value_there(e->kids[i], role, values, budget, &this);
        if (this && e->kind == GT_EXPR_AND && !args[i])
            return 0;
        if (this && e->kind == GT_EXPR_OR && args[i])
            return 1;
        all = all && this;
    }
    *known = all;
    return all ? gt_expr_apply(e->kind, args, e->nkids) : 0;
}

/* The local states in which the guard does not rule out that the role is played. */
static double places_of(const gt_pop *pop, const gt_pop_rule *r, uint32_t role)
{
    const gt_locals *l = &pop->locals[r->roles[role].proc->index];
    double n = 0;
    for (uint32_t s = 0; s < l->nstates; s++) {
        int64_t budget = 1000;
        bool known = true;
        n += value_there(r->guard, role, values_of(l, s), &budget, &known) != 0 || !known;
    }
    return n;
}

/* How many ways there are to place the roles and choose; `classes`: tracked ones, too. */
static double ways_to_place(const gt_pop *pop, const gt_pop_rule *r, bool classes)
{
    double ways = 1;
    for (uint32_t k = 0; k < r->nroles; k++)
        if (r->roles[k].kind == GT_ROLE_UNTRACKED || (classes && needs_place(r, pop, k)))
            ways *= places_of(pop, r, k);
    for (uint32_t c = 0; c < r->nchoices; c++)
        ways *= (double)gt_type_size(r->choices[c]->type);
    return ways;
}

/* Commands that one rule may give before tracked processes are no longer placed. */
enum { RULE_COMMANDS = 2000 };

double gt_dense_commands(const gt_pop *pop)
{
    double sum = 0;
    for (uint32_t i = 0; i < pop->nrules; i++) {
        double all = ways_to_place(pop, &pop->rules[i], true);
        sum += all <= RULE_COMMANDS ? all : ways_to_place(pop, &pop->rules[i], false);
    }
    return sum;
}

static void find_placed(placing *p)
{
    const gt_pop_rule *r = p->rule;
    const gt_pop *pop = p->d->pop;
    bool classes = p->d->paper || ways_to_place(pop, r, true) <= RULE_COMMANDS;
    for (uint32_t k = 0; k < r->nroles; k++) {
        p->at[k] = -1;
        p->placed[k] = r->roles[k].kind == GT_ROLE_UNTRACKED || (classes && needs_place(r, pop, k));
    }
}

void gt_dense_rule(gt_dense *d, const gt_pop_rule *rule, gt_cmd_list *out)
{
    placing p = {.d = d, .rule = rule, .out = out};
    size_t nprocs = d->pop->sym->nprocs, nidvars = d->pop->nidvars;
    p.placed = gt_xcalloc((size_t)rule->nroles + 1, sizeof *p.placed);
    p.at = gt_xcalloc((size_t)rule->nroles + 1, sizeof *p.at);
    p.after = gt_xcalloc((size_t)rule->nbranches * rule->nroles + 1, sizeof *p.after);
    p.maps = gt_xcalloc(rule->nbranches * nprocs + 1, sizeof *p.maps);
    p.moves = gt_xcalloc(rule->nbranches * nidvars + 1, sizeof *p.moves);
    p.turns = gt_xcalloc((size_t)rule->nbranches * rule->nroles + 1, sizeof *p.turns);
    find_placed(&p);
    choose(&p, 0, rule->guard);
    free(p.placed);
    free(p.at);
    free(p.after);
    free(p.maps);
    free(p.moves);
    free(p.turns);
    free(p.assumed.v);
    free(p.chosen.v);
    free(p.set.v);
}
