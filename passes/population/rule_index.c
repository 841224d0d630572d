#include "passes/population/rule_index.h"

#include <stdlib.h>

/* Values of the key. */
enum { KEY_MAX = 1 << 16 };

/* Self, a partner or nobody: processes that are neither self nor partners are left alone. */
static bool is_about_roles(const gt_expr *proc)
{
    return proc->kind == GT_EXPR_SELF || proc->kind == GT_EXPR_NONE ||
           (proc->kind == GT_EXPR_BOUND && proc->u.binder->kind == GT_BIND_PARTNER);
}

void gt_rule_index_note(gt_rule_index *x, const gt_rule *r, const gt_update *u)
{
    if (!x->rules.n || x->rules.v[x->rules.n - 1].rule != r) {
        gt_indexed_rule new = {.rule = r};
        if (r->owner == u->var->owner)
            new.pinned = gt_expr_pinned(r->guard, &(gt_pin){.who = GT_EXPR_SELF}, &new.value);
        gt_vec_push(&x->rules, new);
    }
    if (!is_about_roles(u->proc))
        x->rules.v[x->rules.n - 1].others = true;
}

/* What the rule needs of a process of the type that is self (p = 0) or partner number p - 1, if there is such
 * a process: true, and the variable it must have that value in, NULL: none. */
static bool need_of(const gt_indexed_rule *t, const gt_proc *proc, uint32_t p, const gt_var **var,
                    int32_t *value)
{
    const gt_rule *r = t->rule;
    *var = t->pinned;
    *value = t->value;
    if (p == 0)
        return r->owner == proc;
    if (r->partners[p - 1]->type.proc != proc)
        return false;
    gt_pin partner = {.who = GT_EXPR_BOUND, .binder = r->partners[p - 1]};
    *var = gt_expr_pinned(r->guard, &partner, value);
    return true;
}

/* Can the rule do something only to processes that have a value of `key` it needs? */
static bool is_keyed(const gt_indexed_rule *t, const gt_proc *proc, const gt_var *key)
{
    const gt_var *var;
    int32_t value;
    for (uint32_t p = 0; p <= t->rule->npartners; p++)
        if (need_of(t, proc, p, &var, &value) && (var != key || value < key->type.lo || value > key->type.hi))
            return false;
    return !t->others;
}

/* The variable that the rules need a value of most often; NULL: none. */
static const gt_var *find_key(const gt_rule_index *t, const gt_proc *proc)
{
    uint32_t *needs = gt_xcalloc((size_t)proc->nvars + 1, sizeof *needs), most = 0;
    const gt_var *key = NULL, *var;
    int32_t value;
    for (size_t i = 0; i < t->rules.n; i++)
        for (uint32_t p = 0; p <= t->rules.v[i].rule->npartners; p++) {
            if (!need_of(&t->rules.v[i], proc, p, &var, &value) || !var ||
                gt_type_size(var->type) > KEY_MAX || ++needs[var->index] <= most)
                continue;
            most = needs[var->index];
            key = var;
        }
    free(needs);
    return key;
}

void gt_rule_index_finish(gt_rule_index *t, const gt_proc *proc)
{
    const gt_var *key = t->key = find_key(t, proc), *var;
    int32_t value;
    if (key)
        t->keyed = gt_xcalloc((size_t)gt_type_size(key->type), sizeof *t->keyed);
    for (uint32_t i = 0; i < t->rules.n; i++) {
        const gt_indexed_rule *r = &t->rules.v[i];
        if (!key || !is_keyed(r, proc, key)) {
            gt_vec_push(&t->always, i);
            continue;
        }
        for (uint32_t p = 0; p <= r->rule->npartners; p++) {
            if (!need_of(r, proc, p, &var, &value))
                continue;
            gt_rule_list *list = &t->keyed[value - key->type.lo];
            if (!list->n || list->v[list->n - 1] != i)
                gt_vec_push(list, i);
        }
    }
}

void gt_rule_index_fini(gt_rule_index *t)
{
    for (int64_t i = 0; t->key && i < gt_type_size(t->key->type); i++)
        free(t->keyed[i].v);
    free(t->keyed);
    free(t->always.v);
    free(t->rules.v);
}

gt_rule_walk gt_rule_index_walk(const gt_rule_index *t, const int32_t *row)
{
    static const gt_rule_list none;
    return (gt_rule_walk){t, t->key ? &t->keyed[row[t->key->index] - t->key->type.lo] : &none, 0, 0};
}

const gt_indexed_rule *gt_rule_index_next(gt_rule_walk *w)
{
    const gt_rule_list *always = &w->index->always, *keyed = w->keyed;
    if (w->i == always->n && w->k == keyed->n)
        return NULL;
    bool special = w->k < keyed->n && (w->i == always->n || keyed->v[w->k] < always->v[w->i]);
    return &w->index->rules.v[special ? keyed->v[w->k++] : always->v[w->i++]];
}
