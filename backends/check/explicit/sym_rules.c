/* Steps of a symmetric program, process by process. */
#include "backends/check/explicit/sym.h"

#include <stdlib.h>

/* ---- compiling ---- */

void gt_xsym_compile(gt_xsym *m)
{
    m->code = gt_xcode_new();
    m->nrules = m->sym->nrules;
    m->rules = gt_xrules_compile(m->code, m->arena, m->sym);
    gt_xsym_find_patterns(m);
}

static gt_xsteps *rule_steps(gt_xsym_worker *w, const gt_xrule *r)
{
    gt_xsteps *steps = GT_NEW_ARRAY(w->arena, gt_xsteps, r->rule->nbranches);
    for (uint32_t b = 0; b < r->rule->nbranches; b++)
        steps[b] = gt_xsym_steps(w, r, &r->branches[b]);
    return steps;
}

void gt_xsym_index(gt_xsym_worker *w, uint32_t type, gt_xlocal *local)
{
    const gt_xsym *m = w->model;
    GT_VEC(uint32_t) rules = {0};
    for (uint32_t i = 0; i < m->nrules; i++) {
        const gt_rule *rule = m->rules[i].rule;
        if (rule->owner && rule->owner->index == type && gt_xconds_hold(&w->env, &m->rules[i].guard.filters))
            gt_vec_push(&rules, i);
    }
    local->rules = gt_arena_copy(w->arena, rules.v, rules.n, sizeof *rules.v);
    local->nrules = (uint32_t)rules.n;
    free(rules.v);
    gt_xeffect *effect = GT_NEW(w->arena, gt_xeffect);
    effect->steps = GT_NEW_ARRAY(w->arena, gt_xsteps *, local->nrules);
    for (uint32_t i = 0; i < local->nrules; i++)
        effect->steps[i] = rule_steps(w, &m->rules[local->rules[i]]);
    effect->patterns = gt_xsym_patterns(w, type, local->row);
    local->effect = effect;
}

void gt_xsym_index_hub(gt_xsym_worker *w)
{
    const gt_xsym *m = w->model;
    w->hub = GT_NEW_ARRAY(w->arena, gt_xsteps *, m->nrules);
    for (uint32_t i = 0; i < m->nrules; i++)
        w->hub[i] = m->rules[i].rule->owner ? NULL : rule_steps(w, &m->rules[i]);
}

/* ---- firing ---- */

static void bind(gt_xsym_worker *w, uint32_t slot, uint32_t type, uint32_t process)
{
    w->env.value[slot] = (int32_t)process + 1;
    w->env.row[slot] = w->at[type][process]->row;
}

static void fire(gt_xsym_worker *w, const gt_xrule *r)
{
    w->enabled = true;
    for (uint32_t b = 0; b < r->rule->nbranches; b++) {
        if (gt_xeval_possible(&w->env, r->branches[b].prob)) {
            memcpy(w->next.v, w->state, w->model->bytes);
            gt_xsym_take(w, r, &w->steps[b]);
            gt_xsym_emit(w);
        }
    }
}

static void choose(gt_xsym_worker *w, const gt_xrule *r, uint32_t k);

/* Partners and choices numbered below k are there. */
static void go_on(gt_xsym_worker *w, const gt_xrule *r, uint32_t k)
{
    if (!gt_sink_full(w->sink) && gt_xconds_hold(&w->env, &r->guard.at[k]))
        choose(w, r, k);
}

/* Whether the process has a role or was chosen; partners and choices numbered below k are there. */
static bool is_taken(const gt_xsym_worker *w, const gt_xrule *r, uint32_t k, uint32_t type, uint32_t process)
{
    const gt_rule *rule = r->rule;
    if (rule->owner && rule->owner->index == type && w->env.value[0] == (int32_t)process + 1)
        return true;
    for (uint32_t i = 0; i < k; i++) {
        const gt_binder *b = i < rule->npartners ? rule->partners[i] : rule->choices[i - rule->npartners];
        if (b->type.kind == GT_TYPE_ID && b->type.proc->index == type &&
            w->env.value[r->slots[i]] == (int32_t)process + 1)
            return true;
    }
    return false;
}

/* Whether someone who may change places with the process comes before it: the successors are the same up to
 * renaming. */
static bool is_repeated(const gt_xsym_worker *w, const gt_xrule *r, uint32_t k, uint32_t type,
                        uint32_t process)
{
    if (!w->model->canonical || w->twin[type][process] == process || is_taken(w, r, k, type, process))
        return false;
    uint32_t twin = w->twin[type][process];
    for (uint32_t q = twin; q < process; q++)
        if (w->twin[type][q] == twin && !is_taken(w, r, k, type, q))
            return true;
    return false;
}

static void choose_value(gt_xsym_worker *w, const gt_xrule *r, uint32_t k)
{
    const gt_binder *b = r->rule->choices[k - r->rule->npartners];
    const gt_xnode *where = r->where[k - r->rule->npartners];
    bool id = b->type.kind == GT_TYPE_ID;
    int64_t first = id ? 1 : b->type.lo, last = id ? b->type.proc->n : b->type.hi;
    for (int64_t value = first; value <= last && !gt_sink_full(w->sink); value++) {
        if (id && is_repeated(w, r, k, b->type.proc->index, (uint32_t)value - 1))
            continue;
        if (id)
            bind(w, r->slots[k], b->type.proc->index, (uint32_t)value - 1);
        else
            w->env.value[r->slots[k]] = (int32_t)value;
        if (!where || gt_xeval(&w->env, where))
            go_on(w, r, k + 1);
    }
}

static void choose(gt_xsym_worker *w, const gt_xrule *r, uint32_t k)
{
    const gt_rule *rule = r->rule;
    if (k == rule->npartners + rule->nchoices) {
        fire(w, r);
    } else if (k >= rule->npartners) {
        choose_value(w, r, k);
    } else {
        uint32_t type = rule->partners[k]->type.proc->index;
        for (uint32_t p = 0; p < w->model->types[type].n; p++) {
            if (!is_taken(w, r, k, type, p) && !is_repeated(w, r, k, type, p)) {
                bind(w, r->slots[k], type, p);
                go_on(w, r, k + 1);
            }
        }
    }
}

void gt_xsym_fire(gt_xsym_worker *w)
{
    const gt_xsym *m = w->model;
    w->enabled = false;
    for (uint32_t i = 0; i < m->nrules; i++) {
        if (w->hub[i]) {
            w->steps = w->hub[i];
            go_on(w, &m->rules[i], 0);
        }
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        for (uint32_t p = 0; p < m->types[t].n; p++) {
            const gt_xlocal *local = w->at[t][p];
            if (m->canonical && w->twin[t][p] != p)
                continue;
            bind(w, 0, t, p);
            for (uint32_t i = 0; i < local->nrules; i++) {
                w->steps = local->effect->steps[i];
                go_on(w, &m->rules[local->rules[i]], 0);
            }
        }
    }
}
