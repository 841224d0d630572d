/* Initial values: of earlier ones, chosen, and with quantifiers, which ask who is who. */
#include "tests/random/gen_impl.h"

#include <stddef.h>

static rb_node *leaf(rb_gen *g, const char *text)
{
    return rb_leaf(g->arena, RB_FIXED, text);
}

/* Everybody an initial value can name: self and the earlier id variables, as terms whose variables nobody may
 * read. */
static rb_scope everybody(rb_gen *g, const rb_scope *scope)
{
    rb_scope ids = {0};
    if (scope->has_self)
        rb_scope_add(&ids, "self", scope->self);
    for (uint32_t i = 0; i < scope->nshared; i++) {
        const rb_var *v = &g->shared[i];
        if (v->kind == KIND_ID) {
            rb_scope_add(&ids, v->len ? FMT(g, "%s[%u]", v->name, rb_below(&g->rng, v->len)) : v->name,
                         v->type);
        }
    }
    return ids;
}

/* Two of one type compared, or NULL. */
static rb_node *same(rb_gen *g, const rb_scope *ids)
{
    for (int tries = 0; tries < 8 && ids->nterms > 1; tries++) {
        uint32_t a = rb_below(&g->rng, ids->nterms), b = rb_below(&g->rng, ids->nterms);
        if (a != b && ids->terms[a].type == ids->terms[b].type) {
            return rb_leaf(g->arena, RB_BOOL,
                           FMT(g, "(%s %s %s)", ids->terms[a].text,
                               rb_chance(&g->rng, 50) ? "==" : "!=", ids->terms[b].text));
        }
    }
    return NULL;
}

static rb_node *identity(rb_gen *g, const rb_scope *scope, const rb_scope *ids, uint32_t depth);

/* A quantifier's head and body: "exists q1 : P ($)". */
static rb_node *quantified(rb_gen *g, const rb_scope *scope, const rb_scope *ids, uint32_t depth,
                           const char *form, rb_sort sort)
{
    uint32_t type = rb_below(&g->rng, g->ntypes);
    const char *name = rb_new_name(g, "q");
    rb_scope inner = *ids;
    rb_scope_add(&inner, name, type);
    rb_node *body = identity(g, scope, &inner, depth);
    return rb_make(g->arena, sort, FMT(g, form, name, g->types[type].name), 1, body);
}

/* A condition on who is who, with what `scope` has besides. */
static rb_node *identity(rb_gen *g, const rb_scope *scope, const rb_scope *ids, uint32_t depth)
{
    static const char *const forms[] = {"(exists %s : %s ($))", "(forall %s : %s ($))",
                                        "(count %s : %s ($) == 1)", "(count %s : %s ($) > 1)"};
    uint32_t kind = depth ? rb_below(&g->rng, 10) : 9;
    if (kind < 5)
        return quantified(g, scope, ids, depth - 1, forms[rb_below(&g->rng, 4)], RB_BOOL);
    if (kind < 8) {
        rb_node *left = identity(g, scope, ids, depth - 1), *right = identity(g, scope, ids, depth - 1);
        return rb_make(g->arena, RB_BOOL, rb_chance(&g->rng, 50) ? "($ && $)" : "($ || $)", 2, left, right);
    }
    rb_node *atom = rb_chance(&g->rng, 85) ? same(g, ids) : NULL;
    return atom ? atom : rb_bool(g, scope, 0);
}

static rb_node *initial_id(rb_gen *g, const rb_scope *scope, const rb_var *v)
{
    const char *earlier = v->len ? NULL : rb_id_term(g, scope, v->type), *type = g->types[v->type].name;
    if (earlier && rb_chance(&g->rng, 25))
        return leaf(g, FMT(g, " = %s", earlier));
    if (earlier && rb_chance(&g->rng, 25))
        return leaf(g, FMT(g, " = any z0 : %s where z0 != %s", type, earlier));
    if (rb_chance(&g->rng, 20)) {
        rb_scope ids = everybody(g, scope);
        rb_scope_add(&ids, "z0", v->type);
        return rb_make(g->arena, RB_FIXED, FMT(g, " = any z0 : %s where $", type), 1,
                       identity(g, scope, &ids, 2));
    }
    bool none = v->optional && rb_chance(&g->rng, 60);
    return leaf(g, !none ? " = any" : rb_chance(&g->rng, 50) ? " = none" : "");
}

/* A bool or an integer that asks who is who. */
static rb_node *initial_identity(rb_gen *g, const rb_scope *scope, const rb_var *v)
{
    rb_scope ids = everybody(g, scope);
    if (v->kind == KIND_BOOL)
        return rb_make(g->arena, RB_FIXED, " = $", 1, identity(g, scope, &ids, 3));
    rb_node *count = quantified(g, scope, &ids, 2, "count %s : %s ($)", RB_INT);
    if (rb_chance(&g->rng, 50))
        return rb_make(g->arena, RB_FIXED, FMT(g, " = min($, %u)", v->hi), 1, count);
    return rb_make(g->arena, RB_FIXED,
                   FMT(g, " = any k0 : 0..%u where k0 %s ($)", v->hi, rb_chance(&g->rng, 50) ? "==" : "<"), 1,
                   count);
}

rb_node *rb_initial(rb_gen *g, rb_scope *scope, const rb_var *v)
{
    scope->quantifiers = 0;
    bool errors = g->errors;
    g->errors = false;
    rb_node *value = NULL;
    if (v->kind == KIND_ID) {
        value = initial_id(g, scope, v);
    } else if (errors && !scope->has_self && scope->nshared == 0) { /* what everything is divided by */
        value = leaf(g, rb_chance(&g->rng, 70) ? " = any" : "");
    } else if (rb_chance(&g->rng, 30)) {
        value = leaf(g, "");
    } else if (rb_chance(&g->rng, 30)) {
        value = leaf(g, " = any");
    } else if (v->kind != KIND_ENUM && rb_chance(&g->rng, 25)) {
        value = initial_identity(g, scope, v);
    } else if (v->kind == KIND_INT && rb_chance(&g->rng, 30)) {
        rb_node *where = rb_chance(&g->rng, 50) ? rb_bool(g, scope, 1) : leaf(g, "k0 != 2");
        value = rb_make(g->arena, RB_FIXED, " = any k0 : 0..1 where $", 1, where);
    } else {
        value = rb_make(g->arena, RB_FIXED, " = $", 1, rb_value(g, scope, v));
    }
    g->errors = errors;
    return value;
}
