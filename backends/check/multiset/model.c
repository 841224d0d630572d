/* Local states, controls, limits. */
#include "backends/check/multiset/multiset.h"
#include "runtime/clock.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTROLS = 100000 };

/* ---- limits ---- */

bool gt_ms_is_over(const gt_ms *ms)
{
    return ms->refused || gt_mdd_failed(ms->m);
}

size_t gt_ms_bytes(const gt_ms *ms)
{
    size_t bytes = gt_mdd_bytes(ms->m) + gt_intern_bytes(ms->control_keys) +
                   ms->controls.n * (sizeof(gt_ms_control) + sizeof(void *)) +
                   (ms->terms.pool.cap + ms->states.pool.cap) * sizeof(int64_t);
    for (uint32_t t = 0; t < ms->ntypes; t++)
        bytes += gt_intern_bytes(ms->rows[t]);
    return bytes;
}

static bool must_stop(void *self, size_t bytes)
{
    gt_ms *ms = self;
    (void)bytes;
    size_t all = gt_ms_bytes(ms);
    ms->peak = all > ms->peak ? all : ms->peak;
    if (ms->last_moment)
        return gt_seconds() > ms->moment;
    if (ms->stopped == GT_STOP_NONE)
        ms->stopped = gt_limits_met(ms->work.limits, all);
    if (gt_work_is_due(&ms->work)) {
        ms->work.now.bytes = all;
        ms->work.now.nodes = gt_mdd_nodes(ms->m);
        gt_work_tell(&ms->work);
    }
    return ms->stopped != GT_STOP_NONE;
}

/* ---- numbers for what is seen ---- */

uint32_t gt_ms_level_of(gt_ms *ms, uint32_t type, const int32_t *row)
{
    uint32_t number = gt_intern_put(ms->rows[type], row);
    struct gt_ms_numbers *numbers = &ms->level_of[type];
    while (numbers->n <= number)
        gt_vec_push(numbers, 0);
    if (numbers->v[number] == 0) {
        gt_vec_push(&ms->levels, ((gt_ms_level){type, gt_intern_row(ms->rows[type], number)}));
        numbers->v[number] = (uint32_t)ms->levels.n;
    }
    return numbers->v[number] - 1;
}

uint32_t gt_ms_control_of(gt_ms *ms, const int32_t *key)
{
    uint32_t number = gt_intern_put(ms->control_keys, key);
    if (number == ms->controls.n) {
        gt_ms_control *c = gt_xcalloc(1, sizeof *c);
        c->key = gt_intern_row(ms->control_keys, number);
        gt_vec_push(&ms->controls, c);
        if (ms->controls.n > MOST_CONTROLS && !ms->refused)
            ms->refused =
                "shared variables and tracked processes have more than 100000 values together, too many for "
                "this engine: try --engine explicit";
    }
    return number;
}

void gt_ms_enter(gt_ms *ms, uint32_t control)
{
    ms->env.shared = ms->controls.v[control]->key;
    ms->env.leader = ms->env.shared + ms->sym->nshared;
    ms->env.tracked = ms->env.leader + ms->pop->nidvars;
    ms->env.bound.n = 0;
    ms->env.fixed.n = 0;
    gt_ms_fresh(ms);
}

/* ---- rules ---- */

static void split_guard(const gt_expr *e, const gt_pop_rule *rule, gt_ms_rule *out)
{
    if (e->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < e->nkids; i++)
            split_guard(e->kids[i], rule, out);
    } else if (!gt_expr_is_true(e)) {
        uint32_t stage = gt_ms_stage(rule, e);
        if (out->conds)
            out->conds[stage][out->nconds[stage]] = e;
        out->nconds[stage]++;
    }
}

static void prepare_rule(gt_ms *ms, const gt_pop_rule *rule, gt_ms_rule *out)
{
    uint32_t nstages = rule->nroles + rule->nchoices + 1;
    out->rule = rule;
    out->nconds = GT_NEW_ARRAY(ms->arena, uint32_t, nstages);
    split_guard(rule->guard, rule, out);
    const gt_expr ***conds = GT_NEW_ARRAY(ms->arena, const gt_expr **, nstages);
    for (uint32_t i = 0; i < nstages; i++) {
        conds[i] = GT_NEW_ARRAY(ms->arena, const gt_expr *, out->nconds[i]);
        out->nconds[i] = 0;
    }
    out->conds = conds;
    split_guard(rule->guard, rule, out);
    out->each = GT_NEW_ARRAY(ms->arena, bool, rule->nbranches);
    bool tangled = gt_ms_is_tangled(rule->guard);
    for (uint32_t b = 0; b < rule->nbranches; b++)
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
            const gt_pop_update *u = &rule->branches[b].updates[i];
            out->each[b] = out->each[b] || u->each;
            tangled = tangled || gt_ms_is_tangled(u->cond) || gt_ms_is_tangled(u->value);
        }
    if (tangled)
        ms->refused =
            "a rule asks of each process how many are in some relation to it: try --engine explicit";
    ms->max_roles = rule->nroles > ms->max_roles ? rule->nroles : ms->max_roles;
}

/* ---- the whole ---- */

gt_ms *gt_ms_open(gt_ctx *ctx, const gt_pop *pop, const gt_check_options *options)
{
    gt_ms *ms = gt_xcalloc(1, sizeof *ms);
    *ms = (gt_ms){
        .ctx = ctx, .pop = pop, .sym = pop->sym, .options = options, .arena = gt_arena_new(), .error = -1};
    ms->work = gt_work_begin(&options->limits);
    gt_mdd_owner owner = {ms, gt_ms_image, gt_ms_next, gt_ms_answer, must_stop};
    ms->m = gt_mdd_new(&owner);
    ms->ntypes = pop->sym->nprocs;
    ms->rows = GT_NEW_ARRAY(ms->arena, gt_intern *, ms->ntypes);
    ms->level_of = GT_NEW_ARRAY(ms->arena, struct gt_ms_numbers, ms->ntypes);
    ms->type_of = GT_NEW_ARRAY(ms->arena, uint32_t, pop->nidvars);
    for (uint32_t t = 0; t < ms->ntypes; t++) {
        ms->rows[t] = gt_intern_new(pop->sym->procs[t]->nvars);
        for (uint32_t k = 0; k < pop->locals[t].nidvars; k++)
            ms->type_of[pop->locals[t].first_idvar + k] = t;
    }
    for (uint32_t i = 0; i < pop->sym->nshared; i++)
        ms->error = pop->sym->shared[i]->is_error ? (int64_t)i : ms->error;
    ms->control_keys = gt_intern_new(pop->sym->nshared + 2 * pop->nidvars);
    if (gt_ms_const(ms, 0) != GT_MS_FALSE || gt_ms_const(ms, 1) != GT_MS_TRUE)
        gt_ice("false and true are the first terms");
    ms->rules = GT_NEW_ARRAY(ms->arena, gt_ms_rule, pop->nrules);
    uint32_t nchoices = 0;
    for (uint32_t i = 0; i < pop->nrules; i++) {
        prepare_rule(ms, &pop->rules[i], &ms->rules[i]);
        nchoices = pop->rules[i].nchoices > nchoices ? pop->rules[i].nchoices : nchoices;
    }
    ms->max_roles = ms->max_roles ? ms->max_roles : 1;
    ms->env.roles = GT_NEW_ARRAY(ms->arena, const int32_t *, ms->max_roles);
    ms->filled = GT_NEW_ARRAY(ms->arena, uint32_t, ms->max_roles);
    ms->chosen = GT_NEW_ARRAY(ms->arena, int32_t, nchoices);
    return ms;
}

static void free_control(gt_ms *ms, gt_ms_control *c)
{
    gt_mdd_drop(ms->m, c->states);
    free(c->seen.v);
    free(c->support.v);
    free(c->steps.v);
    free(c->enablings.v);
    free(c->forked.v);
    free(c);
}

void gt_ms_close(gt_ms *ms)
{
    for (size_t i = 0; i < ms->controls.n; i++)
        free_control(ms, ms->controls.v[i]);
    for (size_t i = 0; i < ms->cells.n; i++)
        free(ms->cells.v[i].members.v);
    for (size_t i = 0; i < ms->maps.n; i++)
        free(ms->maps.v[i].to.v);
    for (size_t i = 0; i < ms->leaves.all.n; i++) {
        struct {
            GT_VEC(const gt_expr *) v;
        } *list = (void *)(uintptr_t)ms->leaves.all.v[i].value;
        free((void *)list->v.v);
        free(list);
    }
    for (uint32_t t = 0; t < ms->ntypes; t++) {
        gt_intern_free(ms->rows[t]);
        free(ms->level_of[t].v);
    }
    if (gt_mdd_kept(ms->m) != 0)
        gt_ice("%llu diagrams were not given back", (unsigned long long)gt_mdd_kept(ms->m));
    gt_mdd_free(ms->m);
    gt_intern_free(ms->control_keys);
    gt_ms_keys_fini(&ms->terms);
    gt_ms_keys_fini(&ms->cell_keys);
    gt_ms_keys_fini(&ms->map_keys);
    gt_ms_keys_fini(&ms->states);
    gt_ptrmap_fini(&ms->memo);
    gt_ptrmap_fini(&ms->leaves);
    free(ms->memos.v);
    free(ms->env.bound.v);
    free(ms->env.fixed.v);
    free(ms->levels.v);
    free(ms->controls.v);
    free(ms->atoms.v);
    free(ms->values.v);
    free(ms->cells.v);
    free(ms->maps.v);
    gt_arena_free(ms->arena);
    free(ms);
}
