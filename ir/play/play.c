/* Local states, controls, rules. */
#include "ir/play/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers for what is seen ---- */

uint32_t gt_play_level_of(gt_play *play, uint32_t type, const int32_t *row)
{
    uint32_t number = gt_intern_put(play->rows[type], row);
    struct gt_play_numbers *numbers = &play->level_of[type];
    while (numbers->n <= number)
        gt_vec_push(numbers, 0);
    if (numbers->v[number] == 0) {
        gt_vec_push(&play->levels, ((gt_play_level){type, gt_intern_row(play->rows[type], number)}));
        numbers->v[number] = (uint32_t)play->levels.n;
    }
    return numbers->v[number] - 1;
}

size_t gt_play_width(const gt_play *play)
{
    return (size_t)play->sym->nshared + 2 * (size_t)play->pop->nidvars;
}

uint32_t gt_play_control_of(gt_play *play, const int32_t *key)
{
    return gt_intern_put(play->controls, key);
}

uint32_t gt_play_ncontrols(const gt_play *play)
{
    return gt_intern_count(play->controls);
}

const int32_t *gt_play_key(const gt_play *play, uint32_t control)
{
    return gt_intern_row(play->controls, control);
}

void gt_play_enter(gt_play *play, const int32_t *key)
{
    play->env.shared = key;
    play->env.leader = key + play->sym->nshared;
    play->env.tracked = play->env.leader + play->pop->nidvars;
    play->env.bound.n = 0;
    play->env.fixed.n = 0;
    gt_play_fresh(play);
}

/* ---- rules ---- */

static void split_guard(const gt_expr *e, const gt_pop_rule *rule, gt_play_rule *out)
{
    if (e->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < e->nkids; i++)
            split_guard(e->kids[i], rule, out);
    } else if (!gt_expr_is_true(e)) {
        uint32_t stage = gt_play_stage(rule, e);
        if (out->conds)
            out->conds[stage][out->nconds[stage]] = e;
        out->nconds[stage]++;
    }
}

static void prepare_rule(gt_play *play, const gt_pop_rule *rule, gt_play_rule *out)
{
    uint32_t nstages = rule->nroles + rule->nchoices + 1;
    out->rule = rule;
    out->nconds = GT_NEW_ARRAY(play->arena, uint32_t, nstages);
    split_guard(rule->guard, rule, out);
    const gt_expr ***conds = GT_NEW_ARRAY(play->arena, const gt_expr **, nstages);
    for (uint32_t i = 0; i < nstages; i++) {
        conds[i] = GT_NEW_ARRAY(play->arena, const gt_expr *, out->nconds[i]);
        out->nconds[i] = 0;
    }
    out->conds = conds;
    split_guard(rule->guard, rule, out);
    out->each = GT_NEW_ARRAY(play->arena, bool, rule->nbranches);
    bool tangled = gt_play_is_tangled(rule->guard);
    for (uint32_t b = 0; b < rule->nbranches; b++)
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
            const gt_pop_update *u = &rule->branches[b].updates[i];
            out->each[b] = out->each[b] || u->each;
            tangled = tangled || gt_play_is_tangled(u->cond) || gt_play_is_tangled(u->value);
        }
    play->tangled =
        tangled ? "a rule asks of each process how many are in some relation to it" : play->tangled;
    play->max_roles = rule->nroles > play->max_roles ? rule->nroles : play->max_roles;
}

/* ---- the whole ---- */

gt_play *gt_play_new(const gt_pop *pop)
{
    gt_play *play = gt_xcalloc(1, sizeof *play);
    *play =
        (gt_play){.pop = pop, .sym = pop->sym, .arena = gt_arena_new(), .error = -1, .most_work = UINT64_MAX};
    play->ntypes = pop->sym->nprocs;
    if (gt_play_is_tangled(pop->initially))
        play->tangled = "`initially` asks of each process how many are in some relation to it";
    play->rows = GT_NEW_ARRAY(play->arena, gt_intern *, play->ntypes);
    play->level_of = GT_NEW_ARRAY(play->arena, struct gt_play_numbers, play->ntypes);
    play->type_of = GT_NEW_ARRAY(play->arena, uint32_t, pop->nidvars);
    for (uint32_t t = 0; t < play->ntypes; t++) {
        play->rows[t] = gt_intern_new(pop->sym->procs[t]->nvars);
        for (uint32_t k = 0; k < pop->locals[t].nidvars; k++)
            play->type_of[pop->locals[t].first_idvar + k] = t;
    }
    for (uint32_t i = 0; i < pop->sym->nshared; i++)
        play->error = pop->sym->shared[i]->is_error ? (int64_t)i : play->error;
    play->controls = gt_intern_new(pop->sym->nshared + 2 * pop->nidvars);
    if (gt_play_const(play, 0) != GT_PLAY_FALSE || gt_play_const(play, 1) != GT_PLAY_TRUE)
        gt_ice("false and true are the first terms");
    play->rules = GT_NEW_ARRAY(play->arena, gt_play_rule, pop->nrules);
    uint32_t nchoices = 0;
    for (uint32_t i = 0; i < pop->nrules; i++) {
        prepare_rule(play, &pop->rules[i], &play->rules[i]);
        nchoices = pop->rules[i].nchoices > nchoices ? pop->rules[i].nchoices : nchoices;
    }
    play->max_roles = play->max_roles ? play->max_roles : 1;
    play->env.roles = GT_NEW_ARRAY(play->arena, const int32_t *, play->max_roles);
    play->filled = GT_NEW_ARRAY(play->arena, uint32_t, play->max_roles);
    play->chosen = GT_NEW_ARRAY(play->arena, int32_t, nchoices);
    return play;
}

bool gt_play_is_over(gt_play *play)
{
    enum { ASKED = 1024 }; /* evaluations from one question to the next */
    if (play->ask && (play->over || play->work >= play->next_ask)) {
        play->next_ask = play->work + ASKED;
        play->over = play->ask(play->asker);
    }
    return play->over || play->work > play->most_work;
}

size_t gt_play_bytes(const gt_play *play)
{
    size_t bytes =
        gt_intern_bytes(play->controls) + play->terms.pool.cap * sizeof(int64_t) + gt_arena_held(play->arena);
    for (uint32_t t = 0; t < play->ntypes; t++)
        bytes += gt_intern_bytes(play->rows[t]);
    return bytes;
}

void gt_play_free(gt_play *play)
{
    if (!play)
        return;
    for (size_t i = 0; i < play->cells.n; i++)
        free(play->cells.v[i].members.v);
    for (size_t i = 0; i < play->maps.n; i++)
        free(play->maps.v[i].to.v);
    for (size_t i = 0; i < play->leaves.all.n; i++) {
        struct {
            GT_VEC(const gt_expr *) v;
        } *list = (void *)(uintptr_t)play->leaves.all.v[i].value;
        free((void *)list->v.v);
        free(list);
    }
    for (uint32_t t = 0; t < play->ntypes; t++) {
        gt_intern_free(play->rows[t]);
        free(play->level_of[t].v);
    }
    gt_intern_free(play->controls);
    gt_play_keys_fini(&play->terms);
    gt_play_keys_fini(&play->cell_keys);
    gt_play_keys_fini(&play->map_keys);
    gt_ptrmap_fini(&play->memo);
    gt_ptrmap_fini(&play->leaves);
    free(play->memos.v);
    free(play->env.bound.v);
    free(play->env.fixed.v);
    free(play->levels.v);
    free(play->atoms.v);
    free(play->cells.v);
    free(play->maps.v);
    gt_arena_free(play->arena);
    free(play);
}
