/* Where processes go in the commands of a rule: what is still open is told to the caller. */
#include "passes/encode/dense_rule.h"

#include <stdlib.h>
#include <string.h>

/* ---- translation with what is assumed ---- */

static const gt_expr *replace_assumed(void *data, gt_fold *f, const gt_expr *e)
{
    (void)f;
    gt_placing *p = data;
    for (size_t i = 0; i < p->assumed.n; i++)
        if (p->assumed.v[i].what == e)
            return p->assumed.v[i].value;
    return NULL;
}

const gt_expr *gt_placing_replace_role(void *data, gt_fold *f, const gt_expr *e)
{
    gt_placing *p = data;
    if (e->kind != GT_EXPR_LOCAL || e->kids[0]->kind != GT_EXPR_ROLE)
        return NULL;
    int64_t at = p->at[e->kids[0]->u.index];
    if (at < 0)
        return NULL;
    const gt_locals *l = &p->d->pop->locals[e->u.var->owner->index];
    return gt_fold_const(f, e->pos, e->type, gt_dense_values(l, at)[e->u.var->index]);
}

/* Roles first: what a count then asks is often the same for many local states, and translated once. */
const gt_expr *gt_placing_translate(gt_placing *p, const gt_dense_env *env, const gt_expr *e)
{
    for (size_t i = 0; i < p->chosen.n; i++)
        e = gt_fold_map(p->d->fold, e, gt_fold_bound_to, &p->chosen.v[i]);
    if (p->values && p->rule->nchoices)
        e = gt_fold_map(p->d->fold, e, gt_placing_replace_choice, p);
    e = gt_dense_expr(env, gt_fold_map(p->d->fold, e, gt_placing_replace_role, p));
    /* What is left after one replacement may be what a later gt_assumption is about. */
    for (const gt_expr *before = NULL; p->assumed.n && e != before && e->kind != GT_EXPR_CONST;) {
        before = e;
        e = gt_fold_map(p->d->fold, e, replace_assumed, p);
    }
    return e;
}

gt_dense_env gt_placing_env(const gt_placing *p)
{
    return (gt_dense_env){.d = p->d,
                          .nroles = p->rule->nroles,
                          .roles = p->rule->roles,
                          .alias = p->rule->alias,
                          .role_at = p->at,
                          .picks = p->picks,
                          .idvar = -1};
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

static const gt_expr *apply(gt_placing *p, gt_dense_env *env, const gt_pop_branch *b, update_filter *mine,
                            uint32_t index, int32_t *values)
{
    gt_dense_bound here = {0};
    const gt_dense_bound *outer = env->bound;
    if (outer)
        here = *outer;
    for (uint32_t i = 0; i < b->nupdates; i++) {
        const gt_pop_update *u = &b->updates[i];
        if (!mine(u, index))
            continue;
        if (u->each) {
            here.binder = u->each;
            env->bound = &here;
        }
        const gt_expr *cond = u->cond ? gt_placing_translate(p, env, u->cond) : NULL;
        const gt_expr *value = NULL;
        bool open = cond && cond->kind != GT_EXPR_CONST;
        if (!open && !(cond && gt_expr_is_false(cond)))
            value = gt_placing_translate(p, env, u->value);
        env->bound = outer;
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

bool gt_dense_changes_role(const gt_pop_branch *b, uint32_t role)
{
    return any_update(b, for_role, role);
}

/* Where each local state of the type goes under the updates for `index`; a map of the arena in *map. One that
 * would go to no local state has no process in it when the rule fires: the analyses of passes/population know
 * all that can occur. idvar, role: that of the process, or -1. */
static const gt_expr *make_map(gt_placing *p, const gt_pop_branch *b, update_filter *mine, uint32_t index,
                               const gt_locals *l, int32_t idvar, int32_t role, const int32_t **map)
{
    int32_t *to = GT_NEW_ARRAY(p->d->ctx->arena, int32_t, l->nstates);
    int32_t *values = gt_xmalloc((size_t)l->nvars + 1, sizeof *values);
    const gt_expr *open = NULL;
    for (uint32_t s = 0; s < l->nstates && !open; s++) {
        gt_dense_env env = gt_placing_env(p);
        gt_dense_bound here = {.state = s};
        if (idvar < 0 && role < 0)
            env.bound = &here;
        if (role >= 0 && !gt_placing_may_be(p, (uint32_t)role, s)) {
            to[s] = (int32_t)s;
            continue;
        }
        if (role >= 0)
            p->at[role] = s;
        env.idvar = idvar;
        env.idvar_at = s;
        if (l->nvars)
            memcpy(values, gt_dense_values(l, s), l->nvars * sizeof *values);
        open = apply(p, &env, b, mine, index, values);
        if (open) /* where nobody is in this local state it may be anything, and the rule can fire */
            p->open_type = open->type;
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

const gt_expr *gt_placing_find_moves(gt_placing *p)
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
                if (gt_dense_changes_role(b, k))
                    open = make_map(p, b, for_role, k, l, -1, (int32_t)k, turn);
                if (open)
                    return open;
                continue;
            }
            int32_t *values = gt_xmalloc((size_t)l->nvars + 1, sizeof *values);
            if (l->nvars)
                memcpy(values, gt_dense_values(l, p->at[k]), l->nvars * sizeof *values);
            gt_dense_env env = gt_placing_env(p);
            const gt_expr *open = apply(p, &env, b, for_role, k, values);
            if (!open)
                *after = gt_locals_find(l, values);
            if (!open &&
                *after < 0) { /* this never happens: the case cannot be, or the branch has probability 0 */
                p->impossible = p->impossible || !b->prob;
                *after = p->at[k];
            }
            free(values);
            if (open)
                return open;
        }
        for (uint32_t i = 0; i < p->ntypes; i++) {
            uint32_t t = p->types[i];
            const int32_t **map = &p->maps[n * p->ntypes + i];
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
