/* Who plays a role, where several local states may: a pick within the command. So a rule has as many commands
 * as there are ways to play it, whatever the number of local states. */
#include "ir/cmd_picks.h"
#include "ir/expr/walk.h"
#include "passes/encode/dense_rule.h"

#include <stdlib.h>

bool gt_placing_may_be(const gt_placing *p, uint32_t role, uint32_t state)
{
    return !p->spots || !p->spots[role] || p->spots[role][state];
}

const gt_expr *gt_placing_whereabouts(const gt_placing *p, uint32_t role)
{
    if (p->picks && p->picks[role])
        return p->picks[role];
    return gt_dense_cvar(p->d, p->d->at[p->rule->roles[role].idvar]);
}

const gt_expr *gt_placing_replace_choice(void *data, gt_fold *f, const gt_expr *e)
{
    const gt_placing *p = data;
    (void)f;
    for (uint32_t c = 0; e->kind == GT_EXPR_BOUND && c < p->rule->nchoices; c++)
        if (p->rule->choices[c] == e->u.binder)
            return p->values[c];
    return NULL;
}

/* ---- what is picked ---- */

static const gt_expr *new_pick(gt_placing *p, const char *name, gt_type type)
{
    gt_arena *arena = p->d->ctx->arena;
    gt_binder *binder = GT_NEW(arena, gt_binder);
    *binder = (gt_binder){.name = *name == '$' ? gt_arena_printf(arena, "any%s", name + 1) : name,
                          .kind = GT_BIND_CHOICE,
                          .type = type};
    return gt_fold_intern(p->d->fold, gt_expr_bound(arena, (gt_pos){0}, binder));
}

/* Marks where the guard lets the role be; how many local states these are. */
static uint32_t find_spots(gt_placing *p, uint32_t role, bool *spots)
{
    gt_place_list list = gt_places_find(p->d->places, p->rule->roles[role].proc, p->rule->guard, role);
    uint32_t n = 0;
    for (uint32_t i = 0; i < list.n; i++) {
        uint32_t s = gt_place_at(list, i);
        p->at[role] = s;
        const gt_expr *guard = gt_fold_map(p->d->fold, p->rule->guard, gt_placing_replace_role, p);
        spots[s] = !gt_expr_is_false(guard);
        n += spots[s];
    }
    p->at[role] = -1;
    return n;
}

bool gt_placing_find_picks(gt_placing *p)
{
    const gt_pop_rule *r = p->rule;
    const gt_pop *pop = p->d->pop;
    bool possible = true;
    p->picks = gt_xcalloc((size_t)r->nroles + 1, sizeof *p->picks);
    p->spots = gt_xcalloc((size_t)r->nroles + 1, sizeof *p->spots);
    p->values = gt_xcalloc((size_t)r->nchoices + 1, sizeof *p->values);
    for (uint32_t k = 0; k < r->nroles; k++)
        p->at[k] = -1;
    for (uint32_t k = 0; k < r->nroles; k++) {
        const gt_locals *l = &pop->locals[r->roles[k].proc->index];
        p->spots[k] = gt_xcalloc((size_t)l->nstates + 1, sizeof *p->spots[k]);
        uint32_t n = find_spots(p, k, p->spots[k]);
        possible = possible && n > 0;
        p->placed[k] = n == 1;
        if (n > 1 && r->roles[k].kind == GT_ROLE_UNTRACKED)
            p->picks[k] = new_pick(p, r->roles[k].name, gt_type_int(0, (int64_t)l->nstates - 1));
    }
    for (uint32_t c = 0; c < r->nchoices; c++)
        p->values[c] = new_pick(p, r->choices[c]->name, r->choices[c]->type);
    return possible;
}

void gt_placing_free_picks(gt_placing *p)
{
    for (uint32_t k = 0; p->spots && k < p->rule->nroles; k++)
        free(p->spots[k]);
    free(p->spots);
    free(p->picks);
    free(p->values);
}

/* ---- conditions ---- */

/* The last one who has a part in an expression: of the roles, counted from 1, and after them the choices. */
static uint64_t last_part(gt_walk *walk, const gt_expr *e)
{
    const gt_placing *p = walk->arg;
    uint32_t nroles = p->rule->nroles;
    uint64_t last = gt_walk_most(walk, e);
    if (e->kind == GT_EXPR_ROLE && p->picks[e->u.index] && e->u.index + 1 > last)
        last = e->u.index + 1;
    for (uint32_t c = 0; e->kind == GT_EXPR_BOUND && c < p->rule->nchoices; c++)
        if ((p->rule->choices[c] == e->u.binder || p->values[c]->u.binder == e->u.binder) &&
            nroles + c + 1 > last)
            last = nroles + c + 1;
    for (uint32_t k = 0; e->kind == GT_EXPR_BOUND && k < nroles; k++)
        if (p->picks[k] && p->picks[k]->u.binder == e->u.binder && k + 1 > last)
            last = k + 1;
    return last;
}

/* The conjuncts of `e` whose last part is `last`. */
static const gt_expr *part_of(gt_placing *p, const gt_expr *e, uint64_t last)
{
    gt_fold *f = p->d->fold;
    if (e->kind != GT_EXPR_AND)
        return gt_walk_once(last_part, p, e) == last ? e : gt_fold_bool(f, e->pos, true);
    const gt_expr *all = gt_fold_bool(f, e->pos, true);
    for (uint32_t i = 0; i < e->nkids; i++)
        all = gt_fold_and(f, all, part_of(p, e->kids[i], last));
    return all;
}

const gt_expr *gt_placing_unpicked(gt_placing *p, const gt_expr *guard)
{
    return part_of(p, guard, 0);
}

/* How many untracked processes in the local state play no role before this one: placed roles come first. */
static const gt_expr *left_for(gt_placing *p, uint32_t role, uint32_t state)
{
    const gt_pop_rule *r = p->rule;
    gt_fold *f = p->d->fold;
    const gt_expr *n = gt_placing_untracked(p, r->roles[role].proc, state);
    for (uint32_t k = 0; k < r->nroles; k++) {
        if (k == role || r->roles[k].kind != GT_ROLE_UNTRACKED || r->roles[k].proc != r->roles[role].proc)
            continue;
        const gt_expr *taken = NULL;
        if (p->at[k] >= 0)
            taken = gt_fold_int(f, (gt_pos){0}, p->at[k] == state);
        else if (k < role && p->spots[k][state])
            taken = gt_fold_indicator(f, gt_fold_is(f, p->picks[k], state));
        if (taken)
            n = gt_fold_op2(f, (gt_pos){0}, GT_EXPR_SUB, n, taken);
    }
    return n;
}

/* Which local states the role's process may be picked from; *ways as gt_placing_pick. What it asks of every
 * one of them alike is said once. */
static const gt_expr *where_of(gt_placing *p, uint32_t role, const gt_expr **ways)
{
    gt_fold *f = p->d->fold;
    const gt_expr *asked = part_of(p, p->asked, role + (uint64_t)1), *common = NULL;
    const gt_expr *any = gt_fold_bool(f, (gt_pos){0}, false), *alike = any, *number = NULL;
    bool same = true;
    const gt_locals *l = &p->d->pop->locals[p->rule->roles[role].proc->index];
    for (uint32_t s = l->nstates; s-- > 0;) {
        if (!p->spots[role][s])
            continue;
        const gt_expr *left = left_for(p, role, s);
        const gt_expr *here =
            gt_fold_and(f, gt_fold_is(f, p->picks[role], s),
                        gt_fold_op2(f, (gt_pos){0}, GT_EXPR_GE, left, gt_fold_int(f, (gt_pos){0}, 1)));
        gt_dense_env env = gt_placing_env(p);
        p->at[role] = s;
        const gt_expr *rest = gt_placing_translate(p, &env, asked);
        p->at[role] = -1;
        if (gt_expr_is_false(rest))
            continue;
        same = same && (!common || common == rest);
        common = rest;
        alike = gt_fold_or(f, here, alike);
        any = gt_fold_or(f, gt_fold_and(f, here, rest), any);
        number = !number ? left
                         : gt_fold_op3(f, (gt_pos){0}, GT_EXPR_ITE, gt_fold_is(f, p->picks[role], s), left,
                                       number);
    }
    if (number)
        *ways = *ways ? gt_fold_op2(f, (gt_pos){0}, GT_EXPR_MUL, *ways, number) : number;
    return same && common ? gt_fold_and(f, alike, common) : any;
}

/* Adds the pick; conjuncts without a part of it, or of a later one, go to the guard. */
static void add_pick(gt_placing *p, gt_cmd *cmd, gt_pick *picks, const gt_expr *guard, uint64_t part,
                     const gt_expr *value, const gt_expr *where)
{
    gt_fold *f = p->d->fold;
    where = gt_fold_and(f, where, part_of(p, guard, part));
    cmd->guard = gt_fold_and(f, cmd->guard, part_of(p, where, 0));
    const gt_expr *own = gt_fold_bool(f, (gt_pos){0}, true);
    for (uint64_t i = 1; i <= part; i++)
        own = gt_fold_and(f, own, part_of(p, where, i));
    picks[cmd->npicks++] = (gt_pick){.value = value->u.binder, .where = gt_expr_is_true(own) ? NULL : own};
    if (gt_expr_is_false(where))
        cmd->guard = where;
}

void gt_placing_pick(gt_placing *p, gt_cmd *cmd, const gt_expr **ways)
{
    const gt_pop_rule *r = p->rule;
    const gt_expr *guard = cmd->guard;
    gt_pick *picks = GT_NEW_ARRAY(p->d->ctx->arena, gt_pick, r->nroles + (size_t)r->nchoices);
    cmd->guard = part_of(p, guard, 0);
    cmd->picks = picks;
    for (uint32_t k = 0; k < r->nroles; k++) {
        if (!p->picks[k])
            continue;
        add_pick(p, cmd, picks, guard, k + (uint64_t)1, p->picks[k], where_of(p, k, ways));
        picks[cmd->npicks - 1].labels = p->d->names[r->roles[k].proc->index];
        picks[cmd->npicks - 1].nlabels = p->d->pop->locals[r->roles[k].proc->index].nstates;
    }
    gt_dense_env env = gt_placing_env(p);
    for (uint32_t c = 0; c < r->nchoices; c++) {
        uint64_t part = r->nroles + c + (uint64_t)1;
        add_pick(p, cmd, picks, guard, part, p->values[c],
                 gt_placing_translate(p, &env, part_of(p, p->asked, part)));
        if (r->choices[c]->type.kind == GT_TYPE_ENUM) {
            picks[cmd->npicks - 1].labels = r->choices[c]->type.en->values;
            picks[cmd->npicks - 1].nlabels = (uint32_t)gt_type_size(r->choices[c]->type);
        }
    }
}
