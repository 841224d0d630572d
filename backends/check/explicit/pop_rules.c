/* Steps of a population program: only local states that occur are tried. */
#include "backends/check/explicit/pop.h"

#include <stdlib.h>

/* ---- compiling ---- */

static void compile_branch(gt_xpop *m, const gt_pop_branch *branch, gt_xpop_branch *out)
{
    out->prob = gt_xcode_compile(m->code, branch->prob);
    out->nassigns = branch->nassigns;
    out->assigns = branch->assigns;
    out->nupdates = branch->nupdates;
    out->updates = GT_NEW_ARRAY(m->arena, gt_xpop_update, branch->nupdates);
    out->each = GT_NEW_ARRAY(m->arena, bool, m->ntypes);
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_pop_update *u = &branch->updates[i];
        out->updates[i] = (gt_xpop_update){.cond = gt_xcode_compile(m->code, u->cond),
                                           .value = gt_xcode_compile(m->code, u->value),
                                           .role = u->role,
                                           .idvar = u->idvar,
                                           .each = u->each != NULL,
                                           .slot = u->each ? gt_xcode_slot(m->code, u->each) : 0,
                                           .type = u->var->owner ? u->var->owner->index : 0,
                                           .var = u->var};
        if (u->each) {
            out->each[u->var->owner->index] = true;
        }
    }
}

static void compile_rule(gt_xpop *m, const gt_pop_rule *rule, gt_xpop_rule *out)
{
    out->rule = rule;
    out->lead = -1;
    for (uint32_t r = rule->nroles; r-- > 0;) {
        out->lead = rule->roles[r].kind == GT_ROLE_UNTRACKED ? (int32_t)r : out->lead;
    }
    out->slots = GT_NEW_ARRAY(m->arena, uint32_t, rule->nroles + rule->nchoices);
    for (uint32_t i = 0; i < rule->nroles; i++) {
        out->slots[i] = i;
    }
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        out->slots[rule->nroles + i] = gt_xcode_slot(m->code, rule->choices[i]);
    }
    gt_xguard_compile(m->code, m->arena, rule->guard, (uint32_t)out->lead, out->slots,
                      rule->nroles + rule->nchoices, &out->guard);
    out->branches = GT_NEW_ARRAY(m->arena, gt_xpop_branch, rule->nbranches);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        compile_branch(m, &rule->branches[b], &out->branches[b]);
    }
}

static void compile_inits(gt_xpop *m)
{
    m->shared_init = GT_NEW_ARRAY(m->arena, const gt_xnode *, m->sym->nshared);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        const gt_init *init = m->sym->shared[i]->inits;
        m->shared_init[i] = gt_xcode_compile(m->code, init->choice ? init->choice->where : init->expr);
        if (init->choice) {
            gt_xcode_slot(m->code, init->choice);
        }
    }
    m->local_init = GT_NEW_ARRAY(m->arena, const gt_xnode **, m->ntypes);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_proc *proc = m->sym->procs[t];
        m->local_init[t] = GT_NEW_ARRAY(m->arena, const gt_xnode *, proc->nvars);
        for (uint32_t v = 0; v < proc->nvars; v++) {
            const gt_init *init = proc->vars[v]->inits;
            m->local_init[t][v] = gt_xcode_compile(m->code, init->choice ? init->choice->where : init->expr);
            if (init->choice) {
                gt_xcode_slot(m->code, init->choice);
            }
        }
    }
}

void gt_xpop_compile(gt_xpop *m)
{
    for (uint32_t i = 0; i < m->pop->nrules; i++) {
        m->max_roles = m->pop->rules[i].nroles > m->max_roles ? m->pop->rules[i].nroles : m->max_roles;
    }
    m->code = gt_xcode_new(m->max_roles ? m->max_roles : 1);
    m->nrules = m->pop->nrules;
    m->rules = GT_NEW_ARRAY(m->arena, gt_xpop_rule, m->nrules);
    for (uint32_t i = 0; i < m->nrules; i++) {
        compile_rule(m, &m->pop->rules[i], &m->rules[i]);
    }
    compile_inits(m);
}

/* ---- the index ---- */

static bool alias_agrees(const gt_xpop_worker *w, const gt_pop_rule *rule)
{
    for (uint32_t k = 0; k < w->model->nidvars; k++) {
        int32_t want = rule->alias[k];
        if (want != GT_ALIAS_ANY && want != (w->leader[k] < 0 ? GT_ALIAS_NONE : w->leader[k])) {
            return false;
        }
    }
    for (uint32_t r = 0; r < rule->nroles; r++) {
        if (rule->roles[r].kind == GT_ROLE_CLASS &&
            w->leader[rule->roles[r].idvar] != (int32_t)rule->roles[r].idvar) {
            return false;
        }
    }
    return true;
}

static gt_xpop_index *index_new(gt_xpop_worker *w)
{
    const gt_xpop *m = w->model;
    gt_xpop_index *index = GT_NEW(w->arena, gt_xpop_index);
    index->locals = GT_NEW_ARRAY(w->arena, gt_xlocal_vec, m->ntypes);
    index->fixed = GT_NEW_ARRAY(w->arena, uint32_t, m->nrules);
    for (uint32_t i = 0; i < m->nrules; i++) {
        if (m->rules[i].lead < 0 && alias_agrees(w, m->rules[i].rule)) {
            index->fixed[index->nfixed++] = i;
        }
    }
    return index;
}

static void find_index(gt_xpop_worker *w)
{
    uint32_t number = gt_intern_put(w->aliases, w->leader);
    if (number == w->indices.n) {
        gt_vec_push(&w->indices, index_new(w));
    }
    w->index = w->indices.v[number];
}

/* The rules whose lead role can be played from that local state. */
static const gt_xlocal *find_rules(gt_xpop_worker *w, uint32_t type, uint32_t local, const int32_t *row)
{
    gt_xlocal *found = gt_xlocal_at(&w->index->locals[type], local);
    if (found->row) {
        return found;
    }
    const gt_xpop *m = w->model;
    GT_VEC(uint32_t) rules = {0};
    for (uint32_t i = 0; i < m->nrules; i++) {
        const gt_xpop_rule *r = &m->rules[i];
        if (r->lead < 0 || r->rule->roles[r->lead].proc->index != type || !alias_agrees(w, r->rule)) {
            continue;
        }
        w->env.row[r->lead] = row;
        if (gt_xconds_hold(&w->env, &r->guard.filters)) {
            gt_vec_push(&rules, i);
        }
    }
    found->row = row;
    found->rules = gt_arena_copy(w->arena, rules.v, rules.n, sizeof *rules.v);
    found->nrules = (uint32_t)rules.n;
    free(rules.v);
    return found;
}

/* ---- effects ---- */

/* Number of the process that plays a role: that of its class, or one beyond the id variables. */
static uint32_t player(const gt_xpop *m, const gt_pop_rule *rule, uint32_t role)
{
    return rule->roles[role].kind == GT_ROLE_CLASS ? rule->roles[role].idvar : m->nidvars + role;
}

static void write_local(gt_xpop_worker *w, uint32_t process, const gt_xpop_update *u, int64_t value)
{
    const gt_xpop_type *t = &w->model->types[u->type];
    if (!w->changed[process]) {
        memcpy(w->row[process], gt_intern_row(t->seen, w->local[process]), t->nvars * sizeof **w->row);
        w->changed[process] = true;
    }
    w->row[process][u->var->index] = (int32_t)value;
}

static void update_one(gt_xpop_worker *w, const gt_pop_rule *rule, const gt_xpop_update *u)
{
    if (u->each || (u->idvar >= 0 && w->leader[u->idvar] < 0) || (u->cond && !gt_xeval(&w->env, u->cond))) {
        return;
    }
    int64_t value = gt_xeval(&w->env, u->value);
    if (u->role >= 0) {
        write_local(w, player(w->model, rule, (uint32_t)u->role), u, value);
    } else if (u->idvar >= 0) {
        write_local(w, (uint32_t)w->leader[u->idvar], u, value);
    } else if (!gt_xfield_fits(w->model->shared[u->var->index], value)) {
        gt_ice("%s := %lld", u->var->name, (long long)value);
    } else {
        w->next_shared[u->var->index] = (int32_t)value;
    }
}

/* The local state that the untracked processes in local state number `from` outside the roles get. */
static uint32_t update_each(gt_xpop_worker *w, const gt_xpop_branch *branch, uint32_t type, uint32_t from,
                            const int32_t *row)
{
    bool changed = false;
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_xpop_update *u = &branch->updates[i];
        if (!u->each || u->type != type) {
            continue;
        }
        w->env.row[u->slot] = row;
        if (u->cond && !gt_xeval(&w->env, u->cond)) {
            continue;
        }
        if (!changed) {
            memcpy(w->scratch, row, w->model->types[type].nvars * sizeof *row);
            changed = true;
        }
        w->scratch[u->var->index] = (int32_t)gt_xeval(&w->env, u->value);
    }
    return changed ? gt_intern_put(w->model->types[type].seen, w->scratch) : from;
}

/* The untracked processes that play no role. */
static void others(gt_xpop_worker *w, const gt_pop_rule *rule, const gt_xpop_branch *branch)
{
    const gt_xpop *m = w->model;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpairs *from = &w->pairs[t];
        gt_xpairs *to = &w->next_pairs[t];
        to->n = 0;
        for (uint32_t i = 0; i < from->n; i++) {
            uint32_t count = from->count[i];
            for (uint32_t r = 0; r < rule->nroles; r++) {
                const gt_role *role = &rule->roles[r];
                count -= role->kind == GT_ROLE_UNTRACKED && role->proc->index == t &&
                         w->role_local[r] == from->local[i];
            }
            if (count) {
                uint32_t local = branch->each[t] ? update_each(w, branch, t, from->local[i], from->rows[i])
                                                 : from->local[i];
                gt_xpairs_add(to, local, count);
            }
        }
    }
}

/* Whom the id variables name afterwards, and who is not named any more. */
static void repoint(gt_xpop_worker *w, const gt_pop_rule *rule, const gt_xpop_branch *branch)
{
    const gt_xpop *m = w->model;
    for (uint32_t k = 0; k < m->nidvars; k++) {
        w->target[k] = w->leader[k];
    }
    for (uint32_t i = 0; i < branch->nassigns; i++) {
        const gt_idassign *a = &branch->assigns[i];
        switch (a->to) {
        case GT_POINT_NONE: w->target[a->idvar] = -1; break;
        case GT_POINT_ROLE: w->target[a->idvar] = (int32_t)player(m, rule, a->target); break;
        case GT_POINT_CLASS: w->target[a->idvar] = w->leader[a->target]; break;
        }
    }
    for (uint32_t k = 0; k < m->nidvars; k++) {
        w->next_leader[k] = w->target[k] < 0 ? -1 : (int32_t)k;
        for (uint32_t j = m->types[m->type_of[k]].first_idvar; j < k && w->target[k] >= 0; j++) {
            if (w->target[j] == w->target[k]) {
                w->next_leader[k] = (int32_t)j;
                break;
            }
        }
        if (w->next_leader[k] == (int32_t)k) {
            w->next_tracked[k] = w->local[w->target[k]];
        }
    }
}

static bool is_named(const gt_xpop_worker *w, uint32_t process)
{
    for (uint32_t k = 0; k < w->model->nidvars; k++) {
        if (w->target[k] == (int32_t)process) {
            return true;
        }
    }
    return false;
}

static void settle(gt_xpop_worker *w, uint32_t process, uint32_t type)
{
    if (!is_named(w, process)) {
        gt_xpairs_add(&w->next_pairs[type], w->local[process], 1);
    }
}

static void take_branch(gt_xpop_worker *w, const gt_xpop_rule *r, const gt_xpop_branch *branch)
{
    const gt_xpop *m = w->model;
    const gt_pop_rule *rule = r->rule;
    memcpy(w->next_shared, w->shared, m->sym->nshared * sizeof *w->shared);
    memset(w->changed, 0, (m->nidvars + rule->nroles) * sizeof *w->changed);
    for (uint32_t k = 0; k < m->nidvars; k++) {
        w->local[k] = w->tracked[k];
    }
    for (uint32_t i = 0; i < rule->nroles; i++) {
        w->local[m->nidvars + i] = w->role_local[i];
    }
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        update_one(w, rule, &branch->updates[i]);
    }
    others(w, rule, branch);
    for (uint32_t k = 0; k < m->nidvars; k++) {
        if (w->changed[k]) {
            w->local[k] = gt_intern_put(m->types[m->type_of[k]].seen, w->row[k]);
        }
    }
    for (uint32_t i = 0; i < rule->nroles; i++) {
        if (w->changed[m->nidvars + i]) {
            w->local[m->nidvars + i] =
                gt_intern_put(m->types[rule->roles[i].proc->index].seen, w->row[m->nidvars + i]);
        }
    }
    repoint(w, rule, branch);
    for (uint32_t k = 0; k < m->nidvars; k++) {
        if (w->leader[k] == (int32_t)k) {
            settle(w, k, m->type_of[k]);
        }
    }
    for (uint32_t i = 0; i < rule->nroles; i++) {
        if (rule->roles[i].kind == GT_ROLE_UNTRACKED) {
            settle(w, m->nidvars + i, rule->roles[i].proc->index);
        }
    }
    gt_xpop_pack(w);
    w->sink->emit(w->sink, w->next.v, w->len);
}

/* ---- filling the roles ---- */

static void fill(gt_xpop_worker *w, const gt_xpop_rule *r, uint32_t k);

static void go_on(gt_xpop_worker *w, const gt_xpop_rule *r, uint32_t k)
{
    if (!gt_sink_full(w->sink) && gt_xconds_hold(&w->env, &r->guard.at[k])) {
        fill(w, r, k);
    }
}

static void fill_role(gt_xpop_worker *w, const gt_xpop_rule *r, uint32_t k)
{
    const gt_role *role = &r->rule->roles[k];
    if (role->kind == GT_ROLE_CLASS) {
        w->env.row[k] = w->named[role->idvar];
        go_on(w, r, k + 1);
        return;
    }
    if (r->lead == (int32_t)k) {
        go_on(w, r, k + 1); /* there already */
        return;
    }
    uint32_t type = role->proc->index;
    const gt_xpairs *pairs = &w->pairs[type];
    for (uint32_t i = 0; i < pairs->n; i++) {
        uint32_t taken = 0;
        for (uint32_t j = 0; j < k; j++) {
            const gt_role *other = &r->rule->roles[j];
            taken += other->kind == GT_ROLE_UNTRACKED && other->proc->index == type &&
                     w->role_local[j] == pairs->local[i];
        }
        if (pairs->count[i] > taken) {
            w->role_local[k] = pairs->local[i];
            w->env.row[k] = pairs->rows[i];
            go_on(w, r, k + 1);
        }
    }
}

static void fill(gt_xpop_worker *w, const gt_xpop_rule *r, uint32_t k)
{
    const gt_pop_rule *rule = r->rule;
    if (k < rule->nroles) {
        fill_role(w, r, k);
    } else if (k < rule->nroles + rule->nchoices) {
        /* What restricts the choice is part of the guard; the binder's own condition still speaks of ids. */
        const gt_binder *b = rule->choices[k - rule->nroles];
        for (int64_t value = b->type.lo; value <= b->type.hi && !w->sink->full; value++) {
            w->env.value[r->slots[k]] = (int32_t)value;
            go_on(w, r, k + 1);
        }
    } else {
        w->enabled = true;
        for (uint32_t b = 0; b < rule->nbranches; b++) {
            if (gt_xeval_possible(&w->env, r->branches[b].prob)) {
                take_branch(w, r, &r->branches[b]);
            }
        }
    }
}

void gt_xpop_fire(gt_xpop_worker *w)
{
    const gt_xpop *m = w->model;
    w->enabled = false;
    find_index(w);
    for (uint32_t i = 0; i < w->index->nfixed; i++) {
        go_on(w, &m->rules[w->index->fixed[i]], 0);
    }
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xpairs *pairs = &w->pairs[t];
        for (uint32_t i = 0; i < pairs->n; i++) {
            const gt_xlocal *local = find_rules(w, t, pairs->local[i], pairs->rows[i]);
            for (uint32_t k = 0; k < local->nrules; k++) {
                const gt_xpop_rule *r = &m->rules[local->rules[k]];
                w->role_local[r->lead] = pairs->local[i];
                w->env.row[r->lead] = pairs->rows[i];
                go_on(w, r, 0);
            }
        }
    }
}
