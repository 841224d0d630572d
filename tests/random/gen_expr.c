#include "tests/random/gen_impl.h"

#include <stddef.h>
#include <string.h>

rb_scope rb_scope_top(const rb_gen *g)
{
    return (rb_scope){.quantifiers = 2, .nshared = g->nshared};
}

void rb_scope_add(rb_scope *scope, const char *text, uint32_t type)
{
    if (scope->nterms < MAX_TERMS) {
        scope->terms[scope->nterms].text = text;
        scope->terms[scope->nterms++].type = type;
    }
}

const char *rb_new_name(rb_gen *g, const char *stem)
{
    return FMT(g, "%s%u", stem, ++g->nbinders);
}

static rb_node *leaf(rb_gen *g, rb_sort sort, const char *text)
{
    return rb_leaf(g->arena, sort, text);
}

rb_node *rb_index(rb_gen *g, const rb_scope *scope, const rb_var *var)
{
    if (g->errors && rb_chance(&g->rng, 30))
        return rb_int(g, scope, 1);
    for (uint32_t tries = 0; tries < 3; tries++) {
        const rb_var *v = scope->nshared ? &g->shared[rb_below(&g->rng, scope->nshared)] : NULL;
        if (v && v->kind == KIND_INT && !v->len && v->hi < var->len)
            return leaf(g, RB_INT, v->name);
    }
    return leaf(g, RB_INT, FMT(g, "%u", rb_below(&g->rng, var->len)));
}

/* A variable for reading: `owner` is "" for shared ones, else "j." or nothing for self's. */
static rb_node *read_var(rb_gen *g, const rb_scope *scope, rb_sort sort, const char *owner, const rb_var *v)
{
    if (v->len == 0)
        return leaf(g, sort, FMT(g, "%s%s", owner, v->name));
    return rb_make(g->arena, sort, FMT(g, "%s%s[$]", owner, v->name), 1, rb_index(g, scope, v));
}

/* A random variable of the kind, shared or of a process in scope; *owner as above; NULL if none was met. */
static const rb_var *pick_var(rb_gen *g, const rb_scope *scope, rb_kind kind, const char **owner)
{
    for (uint32_t tries = 0; tries < 6; tries++) {
        uint32_t choice = rb_below(&g->rng, 2 + scope->nterms + scope->has_self);
        *owner = "";
        const rb_var *v = NULL;
        if (choice < 2) {
            v = scope->nshared ? &g->shared[rb_below(&g->rng, scope->nshared)] : NULL;
        } else if (choice - 2 < scope->nterms) {
            const rb_type *t = &g->types[scope->terms[choice - 2].type];
            *owner = FMT(g, "%s.", scope->terms[choice - 2].text);
            v = t->nvars ? &t->vars[rb_below(&g->rng, t->nvars)] : NULL;
        } else {
            const rb_type *t = &g->types[scope->self];
            v = t->nvars ? &t->vars[rb_below(&g->rng, t->nvars)] : NULL;
        }
        if (v && v->kind == kind)
            return v;
    }
    return NULL;
}

/* ---- integers ---- */

static rb_node *count(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    rb_scope inner = *scope;
    uint32_t type = rb_below(&g->rng, g->ntypes);
    const char *name = rb_new_name(g, "c");
    rb_scope_add(&inner, name, type);
    inner.quantifiers--;
    return rb_make(g->arena, RB_INT, FMT(g, "count %s : %s ($)", name, g->types[type].name), 1,
                   rb_bool(g, &inner, depth));
}

/* Something that may be zero but is not always. */
static rb_node *divisor(rb_gen *g, const rb_scope *scope)
{
    const char *owner;
    const rb_var *v = pick_var(g, scope, KIND_INT, &owner);
    return v ? read_var(g, scope, RB_INT, owner, v) : leaf(g, RB_INT, scope->nshared ? "x0" : "2");
}

rb_node *rb_int(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    const char *owner;
    uint32_t choice = rb_below(&g->rng, depth > 0 ? 12 : 5);
    if (choice < 3) {
        const rb_var *v = pick_var(g, scope, KIND_INT, &owner);
        if (v)
            return read_var(g, scope, RB_INT, owner, v);
    }
    if (choice == 3 && scope->chosen)
        return leaf(g, RB_INT, scope->chosen);
    if (choice == 5 && scope->quantifiers > 0)
        return count(g, scope, depth - 1);
    if (choice == 6) {
        return rb_make(g->arena, RB_INT, "($ + $)", 2, rb_int(g, scope, depth - 1),
                       rb_int(g, scope, depth - 1));
    }
    if (choice == 7) {
        return rb_make(g->arena, RB_INT, "($ - $)", 2, rb_int(g, scope, depth - 1),
                       rb_int(g, scope, depth - 1));
    }
    if (choice == 8)
        return rb_make(g->arena, RB_INT, "($ * $)", 2, rb_int(g, scope, 0), rb_int(g, scope, depth - 1));
    if (choice == 9 && g->errors) {
        return rb_make(g->arena, RB_INT, rb_chance(&g->rng, 50) ? "($ / $)" : "($ % $)", 2,
                       rb_int(g, scope, 0), divisor(g, scope));
    }
    if (choice == 10) {
        return rb_make(g->arena, RB_INT, "($ ? $ : $)", 3, rb_bool(g, scope, depth - 1),
                       rb_int(g, scope, depth - 1), rb_int(g, scope, 0));
    }
    if (choice == 11) {
        return rb_make(g->arena, RB_INT, rb_chance(&g->rng, 50) ? "($ % 3)" : "($ / 2)", 1,
                       rb_int(g, scope, depth - 1));
    }
    return leaf(g, RB_INT, FMT(g, "%u", rb_below(&g->rng, 3)));
}

/* ---- processes ---- */

const char *rb_id_term(rb_gen *g, const rb_scope *scope, uint32_t type)
{
    const char *found[MAX_TERMS + MAX_VARS + 1];
    uint32_t n = 0;
    if (scope->has_self && scope->self == type)
        found[n++] = "self";
    for (uint32_t i = 0; i < scope->nterms; i++)
        if (scope->terms[i].type == type)
            found[n++] = scope->terms[i].text;
    for (uint32_t i = 0; i < scope->nshared; i++) {
        const rb_var *v = &g->shared[i];
        if (v->kind == KIND_ID && v->type == type && !v->optional)
            found[n++] = v->len ? FMT(g, "%s[%u]", v->name, rb_below(&g->rng, v->len)) : v->name;
    }
    return n ? found[rb_below(&g->rng, n)] : NULL;
}

/* An id variable, optional or not. */
static const char *id_variable(rb_gen *g, const rb_scope *scope, const rb_var **var)
{
    for (uint32_t tries = 0; scope->nshared && tries < 6; tries++) {
        const rb_var *v = *var = &g->shared[rb_below(&g->rng, scope->nshared)];
        if (v->kind == KIND_ID)
            return v->len ? FMT(g, "%s[%u]", v->name, rb_below(&g->rng, v->len)) : v->name;
    }
    return NULL;
}

static rb_node *compare_ids(rb_gen *g, const rb_scope *scope)
{
    const rb_var *v = NULL, *w = NULL;
    const char *relation = rb_chance(&g->rng, 50) ? "==" : "!=";
    const char *x = id_variable(g, scope, &v);
    if (x && v->optional && rb_chance(&g->rng, 30))
        return leaf(g, RB_BOOL, FMT(g, "%s %s none", x, relation));
    const char *y = x ? rb_id_term(g, scope, v->type) : NULL;
    for (uint32_t tries = x && rb_chance(&g->rng, v->optional ? 70 : 40) ? 4 : 0; tries > 0; tries--) {
        const char *z = id_variable(g, scope, &w);
        y = z && w->type == v->type && strcmp(x, z) != 0 ? z : y; /* both may be none */
    }
    if (!x && scope->nterms) {
        uint32_t type = scope->terms[scope->nterms - 1].type;
        x = scope->terms[scope->nterms - 1].text;
        y = rb_id_term(g, scope, type);
    }
    return x && y ? leaf(g, RB_BOOL, FMT(g, "%s %s %s", x, relation, y)) : NULL;
}

static rb_node *location(rb_gen *g, const rb_scope *scope)
{
    uint32_t choice = rb_below(&g->rng, scope->nterms + (scope->has_self ? 1 : 0) + 1);
    const char *who = NULL;
    uint32_t type = 0;
    if (choice < scope->nterms) {
        who = scope->terms[choice].text;
        type = scope->terms[choice].type;
    } else if (scope->has_self) {
        who = "";
        type = scope->self;
    } else {
        type = rb_below(&g->rng, g->ntypes);
        who = rb_id_term(g, scope, type);
    }
    if (!who || !g->types[type].nlocs)
        return NULL;
    if (g->macro && g->macro_type == type && *who && rb_chance(&g->rng, 25))
        return leaf(g, RB_BOOL, FMT(g, "%s(%s)", g->macro, who));
    return leaf(g, RB_BOOL,
                FMT(g, "%s@%s", who, g->types[type].locs[rb_below(&g->rng, g->types[type].nlocs)]));
}

/* ---- booleans ---- */

static rb_node *compare_ints(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    static const char *const forms[] = {"($ == $)", "($ != $)", "($ < $)", "($ <= $)", "($ > $)", "($ >= $)"};
    if (g->errors && rb_chance(&g->rng, 40)) {
        static const char *const guarded[] = {"(x0 != 0 && 2 / x0 == $)", "((x0 == 0 ? 1 : 2 / x0) == $)"};
        return rb_chance(&g->rng, 60)
                   ? rb_make(g->arena, RB_BOOL, "(2 / $ == $)", 2, divisor(g, scope), rb_int(g, scope, 0))
                   : rb_make(g->arena, RB_BOOL, guarded[rb_below(&g->rng, 2)], 1, rb_int(g, scope, 0));
    }
    if (rb_chance(&g->rng, 10)) {
        return rb_make(g->arena, RB_BOOL, rb_chance(&g->rng, 50) ? "($ in {0, 2})" : "($ in 1..2)", 1,
                       rb_int(g, scope, depth));
    }
    return rb_make(g->arena, RB_BOOL, forms[rb_below(&g->rng, 6)], 2, rb_int(g, scope, depth),
                   rb_int(g, scope, 0));
}

static rb_node *bool_leaf(rb_gen *g, const rb_scope *scope)
{
    const char *owner;
    rb_node *node = NULL;
    switch (rb_below(&g->rng, 8)) {
    case 0:
    case 1:
    case 2: node = location(g, scope); break;
    case 3:
    case 4: node = compare_ids(g, scope); break;
    case 5: {
        const rb_var *v = pick_var(g, scope, KIND_BOOL, &owner);
        node = v ? read_var(g, scope, RB_BOOL, owner, v) : NULL;
        break;
    }
    case 6: {
        const rb_var *v = pick_var(g, scope, KIND_ENUM, &owner);
        if (v) {
            const char *member = v->members[rb_below(&g->rng, v->hi + 1)];
            rb_node *x = read_var(g, scope, RB_FIXED, owner, v);
            node = rb_make(g->arena, RB_BOOL, FMT(g, "($ == %s)", member), 1, x);
        }
        break;
    }
    default: node = compare_ints(g, scope, 0); break;
    }
    return node ? node : compare_ints(g, scope, 0);
}

static rb_node *quantified(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    rb_scope inner = *scope;
    uint32_t type = rb_below(&g->rng, g->ntypes);
    const char *kind = rb_chance(&g->rng, 60) ? "exists" : "forall";
    const char *x = rb_new_name(g, "q"), *name = g->types[type].name;
    rb_scope_add(&inner, x, type);
    inner.quantifiers--;
    if (inner.quantifiers > 0 && rb_chance(&g->rng, 30)) {
        const char *y = rb_new_name(g, "q");
        rb_scope_add(&inner, y, type);
        inner.quantifiers--;
        const char *apart = kind[0] == 'e' ? "&&" : "->";
        return rb_make(g->arena, RB_BOOL,
                       FMT(g, "(%s %s, %s : %s (%s != %s %s $))", kind, x, y, name, x, y, apart), 1,
                       rb_bool(g, &inner, depth));
    }
    return rb_make(g->arena, RB_BOOL, FMT(g, "(%s %s : %s ($))", kind, x, name), 1,
                   rb_bool(g, &inner, depth));
}

/* Something about an optional id where it is not none. */
static rb_node *unless_none(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    const rb_var *v;
    const char *d = id_variable(g, scope, &v);
    if (!d || !v->optional)
        return rb_bool(g, scope, depth);
    rb_scope inner = *scope;
    rb_scope_add(&inner, d, v->type);
    uint32_t form = rb_below(&g->rng, 3);
    const char *text = form == 0   ? FMT(g, "(%s != none && $)", d)
                       : form == 1 ? FMT(g, "(%s == none || $)", d)
                                   : FMT(g, "(%s != none -> $)", d);
    return rb_make(g->arena, RB_BOOL, text, 1, rb_bool(g, &inner, depth));
}

rb_node *rb_bool(rb_gen *g, const rb_scope *scope, uint32_t depth)
{
    if (depth == 0)
        return bool_leaf(g, scope);
    switch (rb_below(&g->rng, 14)) {
    case 0:
    case 1: return rb_make(g->arena, RB_BOOL, "!($)", 1, rb_bool(g, scope, depth - 1));
    case 2:
    case 3:
        return rb_make(g->arena, RB_BOOL, "($ && $)", 2, rb_bool(g, scope, depth - 1),
                       rb_bool(g, scope, depth - 1));
    case 4:
    case 5:
        return rb_make(g->arena, RB_BOOL, "($ || $)", 2, rb_bool(g, scope, depth - 1),
                       rb_bool(g, scope, depth - 1));
    case 6: {
        const char *form = rb_chance(&g->rng, 50) ? "($ -> $)" : "($ <-> $)";
        return rb_make(g->arena, RB_BOOL, form, 2, rb_bool(g, scope, depth - 1), rb_bool(g, scope, 0));
    }
    case 7:
    case 8:
    case 9:
        if (scope->quantifiers > 0)
            return quantified(g, scope, depth - 1);
        return bool_leaf(g, scope);
    case 10: return unless_none(g, scope, depth - 1);
    case 11: return compare_ints(g, scope, depth);
    case 12:
        if (scope->quantifiers > 0) {
            rb_node *c = count(g, scope, depth - 1);
            return rb_make(g->arena, RB_BOOL,
                           FMT(g, "($ %s %u)", rb_chance(&g->rng, 50) ? ">=" : "==", rb_below(&g->rng, 3)), 1,
                           c);
        }
        return bool_leaf(g, scope);
    default: return bool_leaf(g, scope);
    }
}

/* ---- values to store ---- */

static rb_node *int_value(rb_gen *g, const rb_scope *scope, uint32_t hi)
{
    uint32_t choice = rb_below(&g->rng, 10);
    const char *owner;
    if (g->errors && choice < 3) {
        static const char *const steps[] = {"x0 - 1", "x0 + 1", "2 / x0", "(x0 == 0 ? 1 : 2 / x0)"};
        return rb_chance(&g->rng, 50) ? rb_int(g, scope, 1) : leaf(g, RB_INT, steps[rb_below(&g->rng, 4)]);
    }
    if (choice < 5) {
        const rb_var *v = pick_var(g, scope, KIND_INT, &owner);
        if (v && v->hi <= hi)
            return read_var(g, scope, RB_INT, owner, v);
        if (v) {
            return rb_make(g->arena, RB_INT, FMT(g, "$ %% %u", hi + 1), 1,
                           read_var(g, scope, RB_INT, owner, v));
        }
    }
    if (choice == 5) {
        const rb_var *v = pick_var(g, scope, KIND_INT, &owner);
        if (v) {
            return rb_make(g->arena, RB_INT, FMT(g, "($ + 1) %% %u", hi + 1), 1,
                           read_var(g, scope, RB_INT, owner, v));
        }
    }
    if (choice == 6)
        return rb_make(g->arena, RB_INT, FMT(g, "$ ? %u : 0", hi), 1, rb_bool(g, scope, 1));
    if (choice == 7 && scope->quantifiers > 0)
        return rb_make(g->arena, RB_INT, FMT(g, "($) %% %u", hi + 1), 1, count(g, scope, 1));
    return leaf(g, RB_INT, FMT(g, "%u", rb_below(&g->rng, hi + 1)));
}

rb_node *rb_value(rb_gen *g, const rb_scope *scope, const rb_var *var)
{
    switch (var->kind) {
    case KIND_BOOL: return rb_chance(&g->rng, 40) ? leaf(g, RB_BOOL, "true") : rb_bool(g, scope, 1);
    case KIND_INT: return int_value(g, scope, var->hi);
    case KIND_ENUM: {
        const char *member = var->members[rb_below(&g->rng, var->hi + 1)];
        if (rb_chance(&g->rng, 25)) {
            return rb_make(g->arena, RB_FIXED, FMT(g, "$ ? %s : %s", member, var->members[0]), 1,
                           rb_bool(g, scope, 1));
        }
        return leaf(g, RB_FIXED, member);
    }
    case KIND_ID: {
        const char *term = rb_id_term(g, scope, var->type);
        if (var->optional && (!term || rb_chance(&g->rng, 25)))
            return leaf(g, RB_FIXED, "none");
        return term ? leaf(g, RB_FIXED, term) : NULL;
    }
    }
    return NULL;
}
