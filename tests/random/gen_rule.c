#include "tests/random/gen_impl.h"

#include <stddef.h>
#include <string.h>

/* What a step has written, so that nothing is written twice. */
typedef struct {
    bool shared[MAX_VARS];
    bool own[MAX_TYPES][MAX_VARS + 1];   /* by self or a partner, who differ; the last one: the location */
    bool other[MAX_TYPES][MAX_VARS + 1]; /* by an id variable or a broadcast: nobody else may */
} written;

/* A rule in the making. */
typedef struct {
    rb_gen *g;
    uint32_t type; /* g->ntypes: none */
    rb_scope scope;
    const char *partners[2];
    uint32_t partner_types[2];
    uint32_t npartners;
    const char *known[2]; /* optional id variables that the guard says are not none */
    uint32_t known_types[2];
    uint32_t nknown;
    bool branching; /* in one of several branches */
    uint32_t depth; /* of conditionals */
} maker;

static rb_node *leaf(rb_gen *g, const char *text)
{
    return rb_leaf(g->arena, RB_FIXED, text);
}

/* `any` in its forms, for a variable of the kind; NULL: the kind has none. */
static rb_node *any_value(maker *m, const rb_var *v)
{
    rb_gen *g = m->g;
    rb_scope inner = m->scope;
    inner.quantifiers = 1;
    const char *name = rb_new_name(g, "k");
    uint32_t choice = rb_below(&g->rng, 4);
    choice = g->errors && v->kind == KIND_INT && rb_chance(&g->rng, 60) ? 1 : choice;
    if (v->kind == KIND_INT && choice == 0)
        return leaf(g, FMT(g, "any 0..%u", rb_below(&g->rng, v->hi + 1)));
    if (v->kind == KIND_INT && choice == 1) {
        inner.chosen = name;
        if (g->errors && rb_chance(&g->rng, 50)) { /* errs for one candidate, not for the others */
            return rb_make(g->arena, RB_FIXED, FMT(g, "any %s : 0..%u where 6 / %s > $", name, v->hi, name),
                           1, rb_int(g, &inner, 0));
        }
        return rb_make(g->arena, RB_FIXED, FMT(g, "any %s : 0..%u where $", name, v->hi), 1,
                       rb_bool(g, &inner, 1));
    }
    if (v->kind == KIND_ID && choice == 0)
        return leaf(g, FMT(g, "any %s", g->types[v->type].name));
    if (v->kind == KIND_ID && choice <= 2) {
        rb_scope_add(&inner, name, v->type);
        return rb_make(g->arena, RB_FIXED, FMT(g, "any %s : %s where $", name, g->types[v->type].name), 1,
                       rb_bool(g, &inner, 1));
    }
    return leaf(g, "any");
}

static rb_node *assign(maker *m, const char *place, rb_node *index, const rb_var *v)
{
    rb_gen *g = m->g;
    rb_node *value = v->kind == KIND_ID && rb_chance(&g->rng, 50) ? NULL : rb_value(g, &m->scope, v);
    uint32_t chosen = g->errors && v->kind == KIND_INT ? 40 : 15;
    if (!value || (!m->branching && rb_chance(&g->rng, chosen)))
        value = any_value(m, v);
    if (index)
        return rb_make(g->arena, RB_STATEMENT, FMT(g, "%s[$] := $;", place), 2, index, value);
    return rb_make(g->arena, RB_STATEMENT, FMT(g, "%s := $;", place), 1, value);
}

static rb_node *write_shared(maker *m, written *w)
{
    rb_gen *g = m->g;
    if (!g->nshared)
        return NULL;
    uint32_t i = rb_below(&g->rng, g->nshared);
    const rb_var *v = &g->shared[i];
    if (w->shared[i])
        return NULL;
    w->shared[i] = true;
    return assign(m, v->name, v->len ? rb_index(g, &m->scope, v) : NULL, v);
}

/* A local variable of the type, or its location; `exclusive`: nobody else may write it in this step. */
static const rb_var *claim(maker *m, written *w, uint32_t type, bool exclusive, rb_var *location)
{
    rb_gen *g = m->g;
    const rb_type *t = &g->types[type];
    uint32_t i = rb_below(&g->rng, t->nvars + 1);
    if (i == t->nvars) {
        i = MAX_VARS;
        *location = (rb_var){.name = "loc", .kind = KIND_ENUM, .hi = t->nlocs - 1, .members = t->locs};
    }
    if ((i == MAX_VARS && !t->nlocs) || w->other[type][i] || (exclusive && w->own[type][i]))
        return NULL;
    (exclusive ? w->other : w->own)[type][i] = true;
    return i == MAX_VARS ? location : &t->vars[i];
}

static rb_node *write_local(maker *m, written *w, const char *who, uint32_t type, bool exclusive)
{
    rb_gen *g = m->g;
    rb_var location;
    const rb_var *v = claim(m, w, type, exclusive, &location);
    if (!v)
        return NULL;
    rb_node *index = v->len ? rb_index(g, &m->scope, v) : NULL;
    return assign(m, FMT(g, "%s%s%s", who, *who ? "." : "", v->name), index, v);
}

static rb_node *write_own(maker *m, written *w)
{
    rb_gen *g = m->g;
    bool has_self = m->type < g->ntypes;
    uint32_t choices = m->npartners + has_self;
    if (choices == 0)
        return NULL;
    uint32_t who = rb_below(&g->rng, choices);
    const char *name = who < m->npartners ? m->partners[who] : "";
    uint32_t type = who < m->npartners ? m->partner_types[who] : m->type;
    /* Two processes of one type would mark the same variable: one of them writes it. */
    written before = *w;
    rb_var location;
    const rb_var *v = claim(m, w, type, false, &location);
    if (!v)
        return NULL;
    uint32_t i = v == &location ? MAX_VARS : (uint32_t)(v - g->types[type].vars);
    if (before.own[type][i])
        return NULL;
    rb_node *index = v->len ? rb_index(g, &m->scope, v) : NULL;
    return assign(m, FMT(g, "%s%s%s", name, *name ? "." : "", v->name), index, v);
}

/* d.v := e for an id variable d. */
static rb_node *write_remote(maker *m, written *w)
{
    rb_gen *g = m->g;
    if (m->nknown && rb_chance(&g->rng, 60)) {
        uint32_t k = rb_below(&g->rng, m->nknown);
        return write_local(m, w, m->known[k], m->known_types[k], true);
    }
    rb_scope shared_only = {.nshared = g->nshared};
    uint32_t type = rb_below(&g->rng, g->ntypes);
    const char *d = rb_id_term(g, &shared_only, type);
    return d ? write_local(m, w, d, type, true) : NULL;
}

static rb_node *broadcast(maker *m, written *w)
{
    rb_gen *g = m->g;
    uint32_t type = rb_below(&g->rng, g->ntypes);
    const char *name = rb_new_name(g, "b");
    maker inner = *m;
    rb_scope_add(&inner.scope, name, type);
    inner.branching = true; /* no `any` in a broadcast */
    rb_node *body = rb_list(g->arena, " ");
    for (uint32_t i = 0; i < 1 + rb_below(&g->rng, 2); i++) {
        rb_node *s = write_local(&inner, w, name, type, true);
        if (s)
            rb_append(g->arena, body, s);
    }
    if (!body->nkids)
        return NULL;
    if (rb_chance(&g->rng, 40)) {
        return rb_make(g->arena, RB_STATEMENT, FMT(g, "forall %s : %s do { $ }", name, g->types[type].name),
                       1, body);
    }
    return rb_make(g->arena, RB_STATEMENT,
                   FMT(g, "forall %s : %s where $ do { $ }", name, g->types[type].name), 2,
                   rb_bool(g, &inner.scope, 1), body);
}

static rb_node *statements(maker *m, written *w, uint32_t most);

/* Both arms may write the same. */
static rb_node *conditional(maker *m, written *w)
{
    rb_gen *g = m->g;
    written yes = *w, no = *w;
    maker inner = *m;
    inner.depth++;
    rb_node *cond = g->errors && rb_chance(&g->rng, 60) ? leaf(g, "x0 != 0") : rb_bool(g, &m->scope, 1);
    rb_node *then = statements(&inner, &yes, 2), *otherwise = statements(&inner, &no, 1);
    const bool *a = (const bool *)&yes, *b = (const bool *)&no;
    for (size_t i = 0; i < sizeof *w; i++)
        ((bool *)w)[i] = a[i] || b[i];
    return rb_make(g->arena, RB_STATEMENT, "if ($) { $ } else { $ }", 3, cond, then, otherwise);
}

static rb_node *statements(maker *m, written *w, uint32_t most)
{
    rb_gen *g = m->g;
    rb_node *list = rb_list(g->arena, " ");
    for (uint32_t n = rb_below(&g->rng, most + 1); n > 0; n--) {
        rb_node *s = NULL;
        switch (rb_below(&g->rng, 10)) {
        case 0:
        case 1:
        case 2:
        case 3: s = write_shared(m, w); break;
        case 4:
        case 5: s = write_own(m, w); break;
        case 6:
        case 7: s = write_remote(m, w); break;
        case 8: s = broadcast(m, w); break;
        default: s = m->depth < 2 ? conditional(m, w) : NULL; break;
        }
        if (s)
            rb_append(g->arena, list, s);
    }
    return list;
}

/* ---- rules ---- */

static void pick_partners(maker *m, rb_node *clauses)
{
    rb_gen *g = m->g;
    uint32_t n = rb_chance(&g->rng, 70) ? 0 : rb_chance(&g->rng, 80) ? 1 : 2;
    for (uint32_t i = 0; i < n; i++) {
        m->partners[i] = rb_new_name(g, "w");
        m->partner_types[i] = rb_below(&g->rng, g->ntypes);
        rb_scope_add(&m->scope, m->partners[i], m->partner_types[i]);
        rb_append(g->arena, clauses,
                  leaf(g, FMT(g, "with %s : %s", m->partners[i], g->types[m->partner_types[i]].name)));
    }
    m->npartners = n;
    if (n && rb_chance(&g->rng, 60))
        rb_append(g->arena, clauses, rb_make(g->arena, RB_FIXED, "where $", 1, rb_bool(g, &m->scope, 1)));
}

/* A guard that says of some optional id variables that they are not none. */
static void make_guard(maker *m, rb_node *clauses)
{
    rb_gen *g = m->g;
    rb_node *parts = rb_list(g->arena, " && ");
    for (uint32_t i = 0; i < g->nshared && m->nknown < 2; i++) {
        const rb_var *v = &g->shared[i];
        if (v->kind == KIND_ID && v->optional && !v->len && rb_chance(&g->rng, 30)) {
            m->known[m->nknown] = v->name;
            m->known_types[m->nknown++] = v->type;
            rb_scope_add(&m->scope, v->name, v->type);
            rb_append(g->arena, parts, rb_leaf(g->arena, RB_FIXED, FMT(g, "%s != none", v->name)));
        }
    }
    if (rb_chance(&g->rng, 50))
        rb_append(g->arena, parts, rb_bool(g, &m->scope, 1 + rb_below(&g->rng, 2)));
    if (parts->nkids)
        rb_append(g->arena, clauses, rb_make(g->arena, RB_FIXED, "when $", 1, parts));
}

/* `count x : T (...)`, which the text can mention several times. */
static rb_node *make_count(maker *m)
{
    rb_gen *g = m->g;
    rb_scope scope = m->scope;
    scope.quantifiers = 1;
    const char *name = rb_new_name(g, "r");
    uint32_t type = rb_below(&g->rng, g->ntypes);
    rb_scope_add(&scope, name, type);
    scope.quantifiers = 0;
    return rb_make(g->arena, RB_FIXED, FMT(g, "count %s : %s ($)", name, g->types[type].name), 1,
                   rb_bool(g, &scope, 1));
}

/* Rates may be zero or negative in some states. */
static rb_node *make_rate(maker *m)
{
    rb_gen *g = m->g;
    static const char *const forms[] = {"rate 1 + 2 * $", "rate 1 + 2 * $", "rate $ / 2", "rate 1 - $ / 2",
                                        "rate min($ / 3, 1/2)"};
    if (rb_chance(&g->rng, 50))
        return leaf(g, FMT(g, "rate %u.5", rb_below(&g->rng, 3)));
    rb_node *count = make_count(m);
    return rb_make(g->arena, RB_FIXED, forms[rb_below(&g->rng, 5)], 1, count);
}

/* Probabilities that depend on the state: some are always right, some are not. */
static rb_node *make_branches(maker *m, rb_node *a, rb_node *b)
{
    rb_gen *g = m->g;
    rb_node *n = make_count(m), *c = rb_bool(g, &m->scope, 1);
    /* A branch would err, were its probability not 0 there. */
    static const char *const never[] = {
        "x0 / 2: { $ } | 1 - x0 / 2: { x0 := x0 + 1; }",
        "x0 / 2: { $ } | 1 - x0 / 2: { x0 := 1 / (2 - x0); }",
        "(x0 == 0 ? 1 : 1/2): { $ } | (x0 == 0 ? 0 : 1/2): { x0 := 2 / x0; }"};
    if (g->errors && rb_chance(&g->rng, 70))
        return rb_make(g->arena, RB_FIXED, never[rb_below(&g->rng, 3)], 1, a);
    switch (rb_below(&g->rng, 6)) {
    case 0: return rb_make(g->arena, RB_FIXED, "$ / 3: { $ } | 1 - $ / 3: { $ }", 4, n, a, n, b);
    case 1: return rb_make(g->arena, RB_FIXED, "$ / ($ + 1): { $ } | 1 / ($ + 1): { $ }", 5, n, n, a, n, b);
    case 2: return rb_make(g->arena, RB_FIXED, "($ ? 1/3 : 1): { $ } | ($ ? 2/3 : 0): { $ }", 4, c, a, c, b);
    case 3: return rb_make(g->arena, RB_FIXED, "($ ? 1/3 : 1/2): { $ } | $ / 2: { $ }", 4, c, a, n, b);
    case 4: return rb_make(g->arena, RB_FIXED, "1 / $: { $ } | ($ - 1) / $: { $ }", 5, n, a, n, n, b);
    default: return rb_make(g->arena, RB_FIXED, "max(1/2, $ / 4): { $ } | 1/2: { $ }", 3, n, a, b);
    }
}

static rb_node *make_body(maker *m, written *w)
{
    rb_gen *g = m->g;
    bool branching = (g->weighted || g->mdp) && rb_chance(&g->rng, g->errors ? 75 : 50);
    if (!branching)
        return statements(m, w, 3);
    static const char *const forms[] = {"0.5: { $ } | 0.5: { $ }", "0.25: { $ } | 0.75: { $ }",
                                        "1/3: { $ } | 2/3: { $ }"};
    written second = *w;
    m->branching = !rb_chance(&g->rng, 20);
    rb_node *a = statements(m, w, 2), *b = statements(m, &second, 2);
    if (rb_chance(&g->rng, g->errors ? 80 : 40))
        return make_branches(m, a, b);
    return rb_make(g->arena, RB_FIXED, forms[rb_below(&g->rng, 3)], 2, a, b);
}

rb_node *rb_rule(rb_gen *g, uint32_t type, uint32_t i)
{
    maker m = {.g = g, .type = type, .scope = rb_scope_top(g)};
    written w;
    memset(&w, 0, sizeof w);
    const rb_type *t = type < g->ntypes ? &g->types[type] : NULL;
    m.scope.has_self = t != NULL;
    m.scope.self = type;
    const char *head = FMT(g, "rule r%u", ++g->nrules);
    if (t && t->nlocs && rb_chance(&g->rng, 75)) {
        const char *from = t->locs[rb_below(&g->rng, t->nlocs)], *to = t->locs[rb_below(&g->rng, t->nlocs)];
        if (i < t->nlocs && rb_chance(&g->rng, 80)) {
            from = t->locs[i];
            to = t->locs[(i + 1) % t->nlocs];
        }
        head = rb_chance(&g->rng, 40) && strcmp(from, to) != 0 ? FMT(g, "%s -> %s", from, to)
                                                               : FMT(g, "%s : %s -> %s", head, from, to);
        w.own[type][MAX_VARS] = true;
    }
    if (strncmp(head, "rule ", 5) == 0 && (!g->named || rb_chance(&g->rng, 50)))
        g->named = FMT(g, "r%u", g->nrules);
    rb_node *clauses = rb_list(g->arena, " ");
    pick_partners(&m, clauses);
    make_guard(&m, clauses);
    if (g->ctmc && g->errors && rb_chance(&g->rng, 40)) /* would err, were its rate not 0 there */
        return rb_make(g->arena, RB_FIXED, FMT(g, "  %s $ rate x0 do { x0 := 2 / x0; }\n", head), 1, clauses);
    if (g->ctmc && rb_chance(&g->rng, 40))
        rb_append(g->arena, clauses, make_rate(&m));
    rb_node *body = make_body(&m, &w);
    if (body->sep && !body->nkids)
        return rb_make(g->arena, RB_FIXED, FMT(g, "  %s $;\n", head), 1, clauses);
    return rb_make(g->arena, RB_FIXED, FMT(g, "  %s $ do { $ }\n", head), 2, clauses, body);
}
