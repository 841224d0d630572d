/* Steps of a symmetric program on classes of processes: each role is played by those who are told apart, and
 * by one of each group of others. */
#include "backends/check/explicit/classes.h"

#include <stdlib.h>

const gt_xlocal *gt_xclass_rules(gt_xclass_worker *w, uint32_t type, uint32_t local, const int32_t *row)
{
    const gt_xclasses *m = w->model;
    gt_xlocal *found = gt_xlocal_at(&w->locals[type], local);
    if (found->row)
        return found;
    GT_VEC(uint32_t) rules = {0};
    w->env.row[0] = row;
    for (uint32_t k = 0; k < 2 * m->nrules; k++) {
        uint32_t i = k % m->nrules;
        const gt_rule *rule = m->rules[i].rule;
        if (rule->owner && rule->owner->index == type && m->plain[i] == (k < m->nrules) &&
            gt_xconds_hold(&w->env, &m->rules[i].guard.filters)) {
            gt_vec_push(&rules, i);
            found->nplain += k < m->nrules;
        }
    }
    found->row = row;
    found->rules = gt_arena_copy(w->arena, rules.v, rules.n, sizeof *rules.v);
    found->nrules = (uint32_t)rules.n;
    free(rules.v);
    return found;
}

/* ---- telling apart ---- */

/* Someone of the group whom no slot names yet. */
static void bind_fresh(gt_xclass_worker *w, uint32_t slot, uint32_t type, uint32_t group)
{
    gt_xcrowd *c = &w->crowds[type];
    uint32_t number = c->first[group] + c->used[group]++;
    w->pebbles[w->npebbles++] = (gt_xpebble){.type = type, .group = group, .number = number};
    w->env.value[slot] = (int32_t)number;
    w->env.row[slot] = c->rows[group];
    w->env.self_local = slot == 0 ? c->local[group] : w->env.self_local;
}

static void unbind(gt_xclass_worker *w)
{
    const gt_xpebble *p = &w->pebbles[--w->npebbles];
    w->crowds[p->type].used[p->group]--;
}

static gt_xpebble *pebble_of(const gt_xclass_worker *w, uint32_t type, uint32_t number)
{
    for (uint32_t i = 0; i < w->npebbles; i++)
        if (w->pebbles[i].number == number && w->pebbles[i].type == type)
            return &w->pebbles[i];
    return NULL;
}

/* ---- effects ---- */

/* The row to be changed whose place is *changed, a copy of `row` at first. */
static int32_t *row_at(gt_xclass_worker *w, uint32_t *changed, uint32_t type, const int32_t *row)
{
    if (*changed == 0) {
        *changed = ++w->nrows;
        while (w->rows.n < (size_t)w->nrows * w->max_vars)
            gt_vec_push(&w->rows, 0);
        memcpy(w->rows.v + (size_t)(*changed - 1) * w->max_vars, row,
               w->model->types[type].nvars * sizeof *row);
    }
    return w->rows.v + (size_t)(*changed - 1) * w->max_vars;
}

static void write_row(gt_xclass_worker *w, const gt_xupdate *u, uint32_t *changed, uint32_t group,
                      int64_t value)
{
    if (!gt_xfield_fits(w->model->types[u->type].fields[u->var], value))
        gt_ice("%s := %lld", u->origin->name, (long long)value);
    row_at(w, changed, u->type, w->crowds[u->type].rows[group])[u->var] = (int32_t)value;
}

static void write_local(gt_xclass_worker *w, const gt_xupdate *u, int64_t number, int64_t value)
{
    gt_xcrowd *c = &w->crowds[u->type];
    gt_xpebble *p = number > 0 ? pebble_of(w, u->type, (uint32_t)number) : NULL;
    if (p)
        write_row(w, u, &p->changed, p->group, value);
    else if (number < 1 || number > c->named)
        gt_ice("%s of process %lld := %lld", u->origin->name, (long long)number, (long long)value);
    else
        write_row(w, u, &c->changed[number - 1], (uint32_t)number - 1, value);
}

static bool wanted(gt_xclass_worker *w, const gt_xupdate *u)
{
    return !u->cond || gt_xeval(&w->env, u->cond);
}

static void tell(gt_xclass_worker *w, const gt_xupdate *u, uint32_t group, uint32_t number, uint32_t *changed)
{
    w->env.value[u->slot] = (int32_t)number;
    w->env.row[u->slot] = w->crowds[u->type].rows[group];
    if (wanted(w, u))
        write_row(w, u, changed, group, gt_xeval(&w->env, u->value));
}

/* A broadcast: to those who are told apart, and to all others of a group at once. */
static void tell_pebbles(gt_xclass_worker *w, const gt_xupdate *u)
{
    for (uint32_t i = 0; i < w->npebbles; i++) {
        gt_xpebble *p = &w->pebbles[i];
        if (p->type == u->type)
            tell(w, u, p->group, p->number, &p->changed);
    }
}

void gt_xclass_tell(gt_xclass_worker *w, const gt_xupdate *u)
{
    gt_xcrowd *c = &w->crowds[u->type];
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->used[i] < c->count[i]) {
            c->used[i]++;
            tell(w, u, i, c->first[i] + c->used[i] - 1, &c->changed[i]);
            c->used[i]--;
        }
    }
}

static void update(gt_xclass_worker *w, const gt_xupdate *u)
{
    if (u->each) {
        tell_pebbles(w, u);
        if (!w->learning)
            gt_xclass_tell(w, u);
    } else if (wanted(w, u)) {
        int64_t value = gt_xeval(&w->env, u->value);
        if (!u->shared)
            write_local(w, u, u->process ? gt_xeval(&w->env, u->process) : w->env.value[u->slot], value);
        else if (u->origin->type.kind != GT_TYPE_ID && !gt_xfield_fits(w->model->shared[u->var], value))
            gt_ice("%s := %lld", u->origin->name, (long long)value);
        else
            w->next_shared[u->var] = (int32_t)value;
    }
}

/* ---- the representative ---- */

uint32_t gt_xclass_local(gt_xclass_worker *w, uint32_t type, uint32_t group, uint32_t changed)
{
    return changed == 0
               ? w->crowds[type].local[group]
               : gt_intern_put(w->model->types[type].seen, w->rows.v + (size_t)(changed - 1) * w->max_vars);
}

/* Numbers those who are named afterwards in the order of the variables that name them. */
static void name(gt_xclass_worker *w, uint32_t type)
{
    const gt_xclass_type *t = &w->model->types[type];
    gt_xcrowd *from = &w->crowds[type], *to = &w->next_crowds[type];
    to->n = 0;
    gt_xcrowd_reserve(to, t->nids);
    for (uint32_t i = 0; i < t->nids; i++) {
        int32_t *id = &w->next_shared[t->ids[i]];
        if (*id == 0)
            continue;
        gt_xpebble *p = pebble_of(w, type, (uint32_t)*id);
        uint32_t group = p ? p->group : (uint32_t)*id - 1, *named = p ? &p->name : &from->name[group];
        if (!p && group >= from->named)
            gt_ice("%s names nobody", w->model->sym->shared[t->ids[i]]->name);
        if (*named == 0) {
            to->local[to->n] = gt_xclass_local(w, type, group, p ? p->changed : from->changed[group]);
            to->count[to->n++] = 1;
            *named = to->n;
        }
        *id = (int32_t)*named;
    }
    to->named = to->n;
}

static void gather(gt_xclass_worker *w, uint32_t type)
{
    gt_xcrowd *from = &w->crowds[type], *to = &w->next_crowds[type];
    name(w, type);
    for (uint32_t i = 0; i < from->n; i++) {
        uint32_t rest = from->count[i] - from->used[i];
        if (rest && (i >= from->named || from->name[i] == 0))
            gt_xcrowd_add(to, gt_xclass_local(w, type, i, from->changed[i]), rest);
        from->changed[i] = 0;
        from->name[i] = 0;
    }
    for (uint32_t i = 0; i < w->npebbles; i++) {
        gt_xpebble *p = &w->pebbles[i];
        if (p->type == type) {
            if (p->name == 0)
                gt_xcrowd_add(to, gt_xclass_local(w, type, p->group, p->changed), 1);
            p->changed = p->name = 0;
        }
    }
}

static void fire(gt_xclass_worker *w, const gt_xrule *r)
{
    const gt_xclasses *m = w->model;
    w->enabled = true;
    for (uint32_t b = 0; b < r->rule->nbranches; b++) {
        const gt_xbranch *branch = &r->branches[b];
        if (!gt_xeval_possible(&w->env, branch->prob))
            continue;
        w->nrows = 0;
        memcpy(w->next_shared, w->shared, m->sym->nshared * sizeof *w->shared);
        for (uint32_t i = 0; i < branch->nupdates; i++)
            update(w, &branch->updates[i]);
        if (w->learning) {
            gt_xmemo_learn(w, r, branch);
            continue;
        }
        for (uint32_t t = 0; t < m->ntypes; t++)
            gather(w, t);
        gt_xclass_pack(w);
        w->sink->emit(w->sink, w->next.v, w->len);
    }
}

/* ---- filling the roles ---- */

static void choose(gt_xclass_worker *w, const gt_xrule *r, uint32_t k);

/* Partners and choices numbered below k are there. */
static void go_on(gt_xclass_worker *w, const gt_xrule *r, uint32_t k)
{
    if (!gt_sink_full(w->sink) && gt_xconds_hold(&w->env, &r->guard.at[k]))
        choose(w, r, k);
}

static void choose_where(gt_xclass_worker *w, const gt_xrule *r, uint32_t k)
{
    const gt_xnode *where = k < r->rule->npartners ? NULL : r->where[k - r->rule->npartners];
    if (!where || gt_xeval(&w->env, where))
        go_on(w, r, k + 1);
}

static void choose_fresh(gt_xclass_worker *w, const gt_xrule *r, uint32_t k, uint32_t type)
{
    const gt_xcrowd *c = &w->crowds[type];
    for (uint32_t i = 0; i < c->n && !gt_sink_full(w->sink); i++) {
        if (c->used[i] < c->count[i]) {
            bind_fresh(w, r->slots[k], type, i);
            choose_where(w, r, k);
            unbind(w);
        }
    }
}

/* A choice may be of someone who has a role or was chosen before. */
static void choose_pebble(gt_xclass_worker *w, const gt_xrule *r, uint32_t k, uint32_t type)
{
    for (uint32_t i = 0, n = w->npebbles; i < n && !gt_sink_full(w->sink); i++) {
        const gt_xpebble *p = &w->pebbles[i];
        if (p->type == type) {
            w->env.value[r->slots[k]] = (int32_t)p->number;
            w->env.row[r->slots[k]] = w->crowds[type].rows[p->group];
            choose_where(w, r, k);
        }
    }
}

static void choose(gt_xclass_worker *w, const gt_xrule *r, uint32_t k)
{
    const gt_rule *rule = r->rule;
    if (k == rule->npartners + rule->nchoices) {
        fire(w, r);
    } else if (k < rule->npartners) {
        choose_fresh(w, r, k, rule->partners[k]->type.proc->index);
    } else {
        gt_type type = rule->choices[k - rule->npartners]->type;
        if (type.kind == GT_TYPE_ID) {
            choose_pebble(w, r, k, type.proc->index);
            choose_fresh(w, r, k, type.proc->index);
            return;
        }
        for (int64_t value = type.lo; value <= type.hi && !gt_sink_full(w->sink); value++) {
            w->env.value[r->slots[k]] = (int32_t)value;
            choose_where(w, r, k);
        }
    }
}

void gt_xclass_interpret(gt_xclass_worker *w, uint32_t type, uint32_t group, const uint32_t *rules,
                         uint32_t n)
{
    bind_fresh(w, 0, type, group);
    for (uint32_t k = 0; k < n; k++)
        go_on(w, &w->model->rules[rules[k]], 0);
    unbind(w);
}

void gt_xclass_stand(gt_xclass_worker *w, uint32_t type, uint32_t group)
{
    bind_fresh(w, 0, type, group);
}

void gt_xclass_leave(gt_xclass_worker *w)
{
    unbind(w);
}

void gt_xclass_begin(gt_xclass_worker *w)
{
    const gt_xclasses *m = w->model;
    w->enabled = false;
    for (uint32_t i = 0; i < m->nrules; i++)
        if (!m->rules[i].rule->owner)
            go_on(w, &m->rules[i], 0);
}

void gt_xclass_fire(gt_xclass_worker *w)
{
    gt_xclass_begin(w);
    for (uint32_t t = 0; t < w->model->ntypes; t++) {
        const gt_xcrowd *c = &w->crowds[t];
        for (uint32_t i = 0; i < c->n; i++) {
            const gt_xlocal *local = gt_xclass_rules(w, t, c->local[i], c->rows[i]);
            gt_xclass_interpret(w, t, i, local->rules, local->nrules);
        }
    }
}
