/* What a dense command assigns: counters, tracked processes, aliases, shared variables. */
#include "passes/encode/dense_rule.h"

#include <stdlib.h>

/* A branch: what is assigned to which variable, and who points at what afterwards. */
typedef struct {
    gt_placing *p;
    const gt_pop_branch *branch;
    const int64_t *after;
    const int32_t **maps, **moves, **turns;
} effect;

/* Where untracked processes of the type go, NULL: nowhere. */
static const int32_t *map_of(const effect *e, uint32_t type)
{
    uint32_t i = 0;
    while (e->p->types[i] != type)
        i++;
    return e->maps[i];
}

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

static bool knows_alias(const effect *e, uint32_t i)
{
    return e->p->rule->alias[i] != GT_ALIAS_ANY;
}

/* Where the process of id variable i, which plays no role, goes. */
static const gt_expr *moved(const effect *e, uint32_t i)
{
    gt_dense *d = e->p->d;
    const gt_expr *at = gt_dense_cvar(d, d->at[i]), *result = at;
    const gt_locals *l = &d->pop->locals[d->pop->idvars[i].proc->index];
    const int32_t *move = e->moves[i];
    bool alike = move && !d->pop->idvars[i].optional;
    for (uint32_t s = 0; alike && s < l->nstates; s++)
        alike = move[s] == move[0];
    if (alike)
        return gt_fold_int(d->fold, (gt_pos){0}, move[0]);
    for (uint32_t to = l->nstates; move && to-- > 0;) {
        const gt_expr *from = gt_fold_bool(d->fold, (gt_pos){0}, false);
        for (uint32_t s = 0; s < l->nstates; s++)
            if (move[s] == (int32_t)to && s != to)
                from = gt_fold_or(d->fold, from, gt_dense_is_at(d, i, s));
        result = gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, from, gt_fold_int(d->fold, (gt_pos){0}, to),
                             result);
    }
    return result;
}

/* Where the process of a role that is not placed goes; a constant if from everywhere to the same local state.
 */
static const gt_expr *turned(const effect *e, uint32_t role)
{
    gt_dense *d = e->p->d;
    const gt_expr *at = gt_placing_whereabouts(e->p, role), *result = NULL;
    const int32_t *turn = e->turns[role];
    const gt_locals *l = &d->pop->locals[e->p->rule->roles[role].proc->index];
    for (uint32_t s = l->nstates; turn && s-- > 0;) {
        if (!gt_placing_may_be(e->p, role, s))
            continue;
        const gt_expr *to = turn[s] == (int32_t)s && (!result || result == at)
                                ? at
                                : gt_fold_int(d->fold, (gt_pos){0}, turn[s]);
        if (!result || result == to)
            result = to;
        else
            result = gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, gt_fold_is(d->fold, at, s), to, result);
    }
    return result ? result : at;
}

static const gt_expr *role_after(const effect *e, uint32_t role)
{
    if (e->p->at[role] < 0)
        return turned(e, role);
    return gt_fold_int(e->p->d->fold, (gt_pos){0}, e->after[role]);
}

/* Does who is pointed at, the process of that class before, stay where it is? Those of a class are in one
 * place, so that is where id variables of the class are already. */
static bool stays(const effect *e, gt_idassign t, int32_t alias)
{
    const gt_placing *p = e->p;
    if (t.to == GT_POINT_CLASS)
        return (int32_t)t.target == alias && !e->moves[t.target];
    const gt_role *role = &p->rule->roles[t.target];
    return t.to == GT_POINT_ROLE && role->kind == GT_ROLE_CLASS && (int32_t)role->idvar == alias &&
           p->at[t.target] < 0 && !e->turns[t.target];
}

static const gt_expr *at_after(const effect *e, uint32_t i)
{
    gt_placing *p = e->p;
    gt_dense *d = p->d;
    const gt_locals *l = &d->pop->locals[d->pop->idvars[i].proc->index];
    if (knows_alias(e, i)) {
        gt_idassign t = target_of(e, i);
        if (t.to == GT_POINT_NONE)
            return gt_fold_int(d->fold, (gt_pos){0}, l->nstates);
        if (stays(e, t, p->rule->alias[i]))
            return gt_dense_cvar(d, d->at[i]);
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
    if (!l->nidvars || !knows_alias(e, l->first_idvar))
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
        if (i == first || !knows_alias(e, i))
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
    const gt_placing *p = e->p;
    const gt_pop_rule *r = p->rule;
    const int32_t *map = map_of(e, type);
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

/* A role that is not placed, of a process that is counted before or afterwards. */
static bool is_counted(const effect *e, uint32_t role, uint32_t type)
{
    const gt_placing *p = e->p;
    return p->rule->roles[role].proc->index == type && p->at[role] < 0 &&
           (p->d->paper || p->rule->roles[role].kind == GT_ROLE_UNTRACKED || !tracked_after(e, role));
}

/* sum + 1 or sum - 1, if the role's process is in one of the marked local states. */
static const gt_expr *add_if(const effect *e, uint32_t role, const bool *marked, gt_expr_kind add_or_sub,
                             const gt_expr *sum)
{
    gt_dense *d = e->p->d;
    const gt_expr *at = gt_placing_whereabouts(e->p, role);
    const gt_expr *any = gt_fold_bool(d->fold, (gt_pos){0}, false);
    bool always = true;
    for (uint32_t s = 0; s < d->pop->locals[e->p->rule->roles[role].proc->index].nstates; s++) {
        if (marked[s])
            any = gt_fold_or(d->fold, any, gt_fold_is(d->fold, at, s));
        always = always && (marked[s] || !gt_placing_may_be(e->p, role, s));
    }
    if (always)
        any = gt_fold_bool(d->fold, (gt_pos){0}, true);
    if (gt_expr_is_false(any))
        return sum;
    return gt_fold_op2(d->fold, (gt_pos){0}, add_or_sub, sum, gt_fold_indicator(d->fold, any));
}

/* What roles that are not placed take from the local state and bring there. */
static const gt_expr *exchange(const effect *e, uint32_t type, uint32_t state, const gt_expr *sum)
{
    const gt_pop_rule *r = e->p->rule;
    uint32_t nstates = e->p->d->pop->locals[type].nstates;
    const int32_t *map = map_of(e, type);
    for (uint32_t k = 0; k < r->nroles; k++) {
        if (!is_counted(e, k, type))
            continue;
        bool before = e->p->d->paper || r->roles[k].kind == GT_ROLE_UNTRACKED;
        bool later = e->p->d->paper || !tracked_after(e, k);
        bool *takes = gt_xcalloc((size_t)nstates + 1, sizeof *takes);
        bool *brings = gt_xcalloc((size_t)nstates + 1, sizeof *brings);
        for (uint32_t from = 0; from < nstates; from++) {
            if (!gt_placing_may_be(e->p, k, from))
                continue;
            takes[from] = before && (map ? map[from] : (int32_t)from) == (int32_t)state;
            brings[from] = later && (e->turns[k] ? e->turns[k][from] : (int32_t)from) == (int32_t)state;
            if (takes[from] && brings[from])
                takes[from] = brings[from] = false;
        }
        sum = add_if(e, k, takes, GT_EXPR_SUB, sum);
        sum = add_if(e, k, brings, GT_EXPR_ADD, sum);
        free(takes);
        free(brings);
    }
    return sum;
}

static void add_to_counter(effect *e, uint32_t type, uint32_t state, const gt_expr *before)
{
    gt_dense *d = e->p->d;
    const gt_expr *value = gt_fold_int(d->fold, (gt_pos){0}, delta_of(e, type, state));
    if (before)
        value = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, before, value);
    set(e, d->first_counter[type] + state, exchange(e, type, state, value));
}

/* Only the processes in roles move. */
static void count_roles(effect *e, uint32_t type)
{
    gt_placing *p = e->p;
    const gt_proc *proc = p->d->pop->sym->procs[type];
    for (uint32_t k = 0; k < p->rule->nroles; k++) {
        for (uint32_t s = 0; is_counted(e, k, type) && s < p->d->pop->locals[type].nstates; s++)
            add_to_counter(e, type, s, gt_dense_counter(p->d, proc, s));
        if (p->rule->roles[k].proc != proc || p->at[k] < 0)
            continue;
        uint32_t from = (uint32_t)p->at[k], to = (uint32_t)e->after[k];
        add_to_counter(e, type, from, gt_dense_counter(p->d, proc, from));
        add_to_counter(e, type, to, gt_dense_counter(p->d, proc, to));
    }
}

/* Where tracked processes are counted: the map moved that of id variable i with the rest, but it may go
 * elsewhere. */
static const gt_expr *correct_tracked(const effect *e, uint32_t i, uint32_t state, const gt_expr *value)
{
    gt_placing *p = e->p;
    gt_dense *d = p->d;
    uint32_t type = d->pop->idvars[i].proc->index;
    const int32_t *map = map_of(e, type), *own = e->moves[i];
    for (uint32_t k = 0; k < p->rule->nroles; k++)
        if (p->rule->roles[k].kind == GT_ROLE_CLASS && p->rule->roles[k].idvar == i)
            return value;
    gt_dense_env env = gt_placing_env(p);
    for (uint32_t from = 0; from < d->pop->locals[type].nstates; from++) {
        int64_t to = own ? (int64_t)own[from] : (int64_t)from;
        int64_t by = (to == state) - (map[from] == (int32_t)state);
        if (by == 0)
            continue;
        const gt_expr *zero = gt_fold_int(d->fold, (gt_pos){0}, 0),
                      *change = gt_fold_int(d->fold, (gt_pos){0}, by);
        const gt_expr *term =
            gt_fold_op3(d->fold, (gt_pos){0}, GT_EXPR_ITE, gt_dense_named_at(&env, i, from), change, zero);
        value = value ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_ADD, value, term) : term;
    }
    return value;
}

/* A broadcast: every counter is the sum of those that go there. */
static void count_mapped(effect *e, uint32_t type)
{
    gt_dense *d = e->p->d;
    const gt_locals *l = &d->pop->locals[type];
    const int32_t *map = map_of(e, type);
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
    gt_placing *p = e->p;
    gt_dense *d = p->d;
    for (uint32_t i = e->branch->nupdates; i-- > 0;) {
        const gt_pop_update *u = &e->branch->updates[i];
        if (u->role >= 0 || u->idvar >= 0 || u->each)
            continue;
        uint32_t var = d->shared[u->var->index];
        gt_dense_env env = gt_placing_env(p);
        const gt_expr *value = gt_placing_translate(p, &env, u->value);
        const gt_expr *old = d->values[var] ? d->values[var] : gt_dense_cvar(d, var);
        if (u->cond)
            value =
                gt_fold_op3(d->fold, u->pos, GT_EXPR_ITE, gt_placing_translate(p, &env, u->cond), value, old);
        d->values[var] = NULL;
        set(e, var, value);
    }
}

static int by_var(const void *x, const void *y)
{
    const gt_assign *a = x, *b = y;
    return (a->var > b->var) - (a->var < b->var);
}

gt_cmd_branch gt_placing_branch(gt_placing *p, uint32_t n)
{
    gt_dense *d = p->d;
    const gt_pop *pop = d->pop;
    effect e = {.p = p,
                .branch = &p->rule->branches[n],
                .after = p->after + n * p->rule->nroles,
                .maps = p->maps + n * p->ntypes,
                .moves = p->moves + n * pop->nidvars,
                .turns = p->turns + n * p->rule->nroles};
    assign_shared(&e);
    track(&e);
    for (uint32_t i = 0; i < p->ntypes; i++) {
        if (e.maps[i])
            count_mapped(&e, p->types[i]);
        else
            count_roles(&e, p->types[i]);
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
    gt_dense_env env = gt_placing_env(p);
    if (e.branch->prob)
        b.prob = gt_placing_translate(p, &env, e.branch->prob);
    return b;
}

bool gt_dense_needs_place(const gt_pop_rule *r, const gt_pop *pop, uint32_t role)
{
    gt_dense d = {.pop = pop};
    gt_placing p = {.d = &d, .rule = r};
    bool needs = r->roles[role].kind == GT_ROLE_UNTRACKED;
    for (uint32_t n = 0; n < r->nbranches && !needs; n++) {
        effect e = {.p = &p, .branch = &r->branches[n]};
        needs = gt_dense_changes_role(e.branch, role) || !tracked_after(&e, role);
    }
    return needs;
}
