/* The commands of one rule under the dense encoding. Every role that changes, and every untracked one, is
 * placed into a local state; values that are chosen are fixed; then whatever decides a new local state and is
 * still open (a shared variable, a count) is split on, until each process's move is a constant. Where placing
 * tracked processes as well would give too many commands, they are not placed: what happens to them is then
 * a case distinction on where they are, within the command. */
#include "passes/encode/dense_rule.h"

#include <stdlib.h>

/* ---- guards and weights ---- */

const gt_expr *gt_placing_untracked(gt_placing *p, const gt_proc *proc, uint32_t state)
{
    gt_dense *d = p->d;
    const gt_expr *m = gt_dense_counter(d, proc, state);
    const gt_locals *l = &d->pop->locals[proc->index];
    gt_dense_env env = gt_placing_env(p);
    for (uint32_t i = l->first_idvar; d->paper && i < l->first_idvar + l->nidvars; i++) {
        const gt_expr *tracked = gt_dense_named_at(&env, i, state);
        m = gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_SUB, m, gt_fold_indicator(d->fold, tracked));
    }
    return m;
}

/* That the roles can be filled, and in how many ways. */
static const gt_expr *roles_condition(gt_placing *p, const gt_expr **ways)
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
        if (p->at[k] < 0) /* picked */
            continue;
        uint32_t before = 0; /* earlier roles in the same local state */
        for (uint32_t j = 0; j < k; j++)
            before += r->roles[j].kind == GT_ROLE_UNTRACKED && r->roles[j].proc == role->proc &&
                      p->at[j] == p->at[k];
        bool last = true;
        for (uint32_t j = k + 1; j < r->nroles; j++)
            last = last && !(r->roles[j].kind == GT_ROLE_UNTRACKED && r->roles[j].proc == role->proc &&
                             p->at[j] == p->at[k]);
        const gt_expr *m = gt_placing_untracked(p, role->proc, (uint32_t)p->at[k]);
        const gt_expr *need = gt_fold_int(f, (gt_pos){0}, (int64_t)before + 1);
        if (last)
            cond = gt_fold_and(f, cond, gt_fold_op2(f, (gt_pos){0}, GT_EXPR_GE, m, need));
        const gt_expr *free_ones =
            gt_fold_op2(f, (gt_pos){0}, GT_EXPR_SUB, m, gt_fold_int(f, (gt_pos){0}, before));
        *ways = *ways ? gt_fold_op2(f, (gt_pos){0}, GT_EXPR_MUL, *ways, free_ones) : free_ones;
    }
    return cond;
}

static const gt_expr *alias_condition(gt_placing *p)
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

static const char *label_of(gt_placing *p)
{
    const gt_pop_rule *r = p->rule;
    if (!r->origin->owner || !r->nroles || r->roles[0].kind != GT_ROLE_CLASS)
        return r->origin->label;
    return gt_arena_printf(p->d->ctx->arena, "%s by %s", r->origin->label,
                           p->d->pop->idvars[r->roles[0].idvar].var->name);
}

static void emit(gt_placing *p)
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
    if (d->picks)
        gt_placing_pick(p, &c, &ways);
    if (d->formulas)
        c.guard = gt_dense_say(d, r->origin, c.guard, roles);
    if (gt_expr_is_false(c.guard))
        return;
    if (kind == GT_MODEL_DTMC || kind == GT_MODEL_CTMC) {
        gt_dense_env env = gt_placing_env(p);
        const gt_expr *w = r->weight ? gt_placing_translate(p, &env, r->weight) : NULL;
        c.weight = w && ways ? gt_fold_op2(d->fold, (gt_pos){0}, GT_EXPR_MUL, w, ways) : w ? w : ways;
    }
    gt_cmd_branch *branches = GT_NEW_ARRAY(d->ctx->arena, gt_cmd_branch, r->nbranches);
    for (uint32_t n = 0; n < r->nbranches; n++)
        branches[n] = gt_placing_branch(p, n);
    c.branches = branches;
    gt_vec_push(p->out, c);
}

/* ---- fixing what is open ---- */

static void split(gt_placing *p)
{
    gt_dense *d = p->d;
    const gt_expr *open = gt_placing_find_moves(p);
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
        gt_vec_push(&p->assumed, ((gt_assumption){open, value}));
        p->guard = gt_fold_and(d->fold, guard, gt_fold_is(d->fold, open, v));
        if (!gt_expr_is_false(p->guard))
            split(p);
        p->assumed.n--;
    }
    p->guard = guard;
}

/* Places role number k and the following ones; `guard` is the rule's, with the earlier roles placed. */
static void place(gt_placing *p, uint32_t k, const gt_expr *guard)
{
    if (gt_expr_is_false(guard))
        return;
    const gt_pop_rule *r = p->rule;
    if (k == r->nroles) {
        gt_dense_env env = gt_placing_env(p);
        p->asked = guard;
        p->guard = gt_placing_translate(p, &env, p->d->picks ? gt_placing_unpicked(p, guard) : guard);
        if (!gt_expr_is_false(p->guard))
            split(p);
        return;
    }
    if (!p->placed[k]) {
        place(p, k + 1, guard);
        return;
    }
    /* Most rules are for one location: the others need no folding to see that. */
    gt_place_list list = gt_places_find(p->d->places, r->roles[k].proc, guard, k);
    for (uint32_t i = 0; i < list.n; i++) {
        p->at[k] = gt_place_at(list, i);
        place(p, k + 1, gt_fold_map(p->d->fold, guard, gt_placing_replace_role, p));
    }
    p->at[k] = -1;
}

static void choose(gt_placing *p, uint32_t c, const gt_expr *guard)
{
    const gt_pop_rule *r = p->rule;
    if (gt_expr_is_false(guard))
        return;
    if (c == r->nchoices || p->values) {
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

/* Those no role and no update is for are not looked at: a program may have many types. */
static void find_types(gt_placing *p)
{
    const gt_pop_rule *r = p->rule;
    GT_VEC(uint32_t) all = {0};
    for (uint32_t k = 0; k < r->nroles; k++)
        gt_vec_push(&all, r->roles[k].proc->index);
    for (uint32_t n = 0; n < r->nbranches; n++)
        for (uint32_t i = 0; i < r->branches[n].nupdates; i++)
            if (r->branches[n].updates[i].var->owner)
                gt_vec_push(&all, r->branches[n].updates[i].var->owner->index);
    p->types = all.v;
    p->ntypes = (uint32_t)gt_sort_distinct(all.v, all.n);
}

void gt_dense_rule(gt_dense *d, const gt_pop_rule *rule, gt_cmd_list *out)
{
    gt_placing p = {.d = d, .rule = rule, .out = out};
    size_t nidvars = d->pop->nidvars;
    find_types(&p);
    p.placed = gt_xcalloc((size_t)rule->nroles + 1, sizeof *p.placed);
    p.at = gt_xcalloc((size_t)rule->nroles + 1, sizeof *p.at);
    p.after = gt_xcalloc((size_t)rule->nbranches * rule->nroles + 1, sizeof *p.after);
    p.maps = gt_xcalloc((size_t)rule->nbranches * p.ntypes + 1, sizeof *p.maps);
    p.moves = gt_xcalloc(rule->nbranches * nidvars + 1, sizeof *p.moves);
    p.turns = gt_xcalloc((size_t)rule->nbranches * rule->nroles + 1, sizeof *p.turns);
    if (!d->picks)
        gt_placing_find_placed(&p);
    if (!d->picks || gt_placing_find_picks(&p))
        choose(&p, 0, rule->guard);
    gt_placing_free_picks(&p);
    free(p.types);
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
