/* Who can play a rule's roles. */
#include "ir/play/play.h"

#include <stdlib.h>

bool gt_play_agrees(const gt_play *play, const gt_pop_rule *rule)
{
    for (uint32_t k = 0; k < play->pop->nidvars; k++) {
        int32_t want = rule->alias[k], is = play->env.leader[k];
        if (want != GT_ALIAS_ANY && want != (is < 0 ? GT_ALIAS_NONE : is))
            return false;
    }
    for (uint32_t r = 0; r < rule->nroles; r++)
        if (rule->roles[r].kind == GT_ROLE_CLASS &&
            play->env.leader[rule->roles[r].idvar] != (int32_t)rule->roles[r].idvar)
            return false;
    return true;
}

/* ---- filling the roles ---- */

typedef struct {
    gt_play *play;
    uint32_t rule;
    gt_play_caster *caster;
    bool enough;
    GT_VEC(gt_play_term) open;
    GT_VEC(const gt_expr *) deferred;
} filler;

static void fill(filler *f, uint32_t k);

static void complete(filler *f)
{
    gt_play *play = f->play;
    const gt_play_firing firing = {.rule = f->rule,
                                   .roles = play->filled,
                                   .choices = play->chosen,
                                   .guard = gt_play_op(play, GT_EXPR_AND, f->open.v, (uint32_t)f->open.n),
                                   .ndeferred = (uint32_t)f->deferred.n,
                                   .deferred = f->deferred.v};
    f->enough = !f->caster->found(f->caster, &firing);
}

/* k roles and choices are there. */
static void go_on(filler *f, uint32_t k)
{
    gt_play *play = f->play;
    const gt_play_rule *r = &play->rules[f->rule];
    size_t nopen = f->open.n, ndeferred = f->deferred.n;
    bool possible = true;
    gt_play_fresh(play);
    play->work++;
    for (uint32_t i = 0; i < r->nconds[k] && possible; i++) {
        gt_play_term t = gt_play_eval(play, r->conds[k][i]);
        if (play->env.need >= 0) {
            gt_vec_push(&f->deferred, r->conds[k][i]);
            gt_play_fresh(play);
        } else if (t != GT_PLAY_TRUE) {
            possible = t != GT_PLAY_FALSE;
            gt_vec_push(&f->open, t);
        }
    }
    if (possible && k == r->rule->nroles + r->rule->nchoices)
        complete(f);
    else if (possible)
        fill(f, k);
    f->open.n = nopen;
    f->deferred.n = ndeferred;
}

static void bind_role(gt_play *play, uint32_t role, uint32_t level)
{
    play->filled[role] = level;
    play->env.roles[role] = play->levels.v[level].row;
}

static void fill(filler *f, uint32_t k)
{
    gt_play *play = f->play;
    const gt_pop_rule *rule = play->rules[f->rule].rule;
    if (k < rule->nroles && rule->roles[k].kind == GT_ROLE_CLASS) {
        bind_role(play, k, (uint32_t)play->env.tracked[rule->roles[k].idvar]);
        go_on(f, k + 1);
    } else if (k < rule->nroles) {
        for (size_t i = 0; i < f->caster->nlevels && !f->enough && !gt_play_is_over(play); i++) {
            uint32_t level = f->caster->levels[i];
            if (play->levels.v[level].type != rule->roles[k].proc->index)
                continue;
            bind_role(play, k, level);
            go_on(f, k + 1);
        }
    } else {
        const gt_binder *b = rule->choices[k - rule->nroles];
        gt_vec_push(&play->env.bound, ((gt_play_bound){.binder = b}));
        for (int64_t value = b->type.lo; value <= b->type.hi && !f->enough && !gt_play_is_over(play);
             value++) {
            play->chosen[k - rule->nroles] = (int32_t)value;
            play->env.bound.v[play->env.bound.n - 1].value = (int32_t)value;
            go_on(f, k + 1);
        }
        play->env.bound.n--;
    }
}

bool gt_play_fill(gt_play *play, uint32_t rule, gt_play_caster *caster)
{
    filler f = {.play = play, .rule = rule, .caster = caster};
    play->env.bound.n = 0;
    go_on(&f, 0);
    free(f.open.v);
    free((void *)f.deferred.v);
    return !f.enough && !gt_play_is_over(play);
}

gt_play_firing *gt_play_keep(gt_play *play, const gt_play_firing *firing)
{
    const gt_pop_rule *rule = play->rules[firing->rule].rule;
    gt_play_firing *kept = gt_arena_copy(play->arena, firing, 1, sizeof *firing);
    kept->roles = gt_arena_copy(play->arena, firing->roles, rule->nroles, sizeof *firing->roles);
    kept->choices = gt_arena_copy(play->arena, firing->choices, rule->nchoices, sizeof *firing->choices);
    kept->deferred =
        gt_arena_copy(play->arena, firing->deferred, firing->ndeferred, sizeof *firing->deferred);
    return kept;
}
