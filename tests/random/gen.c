#include "tests/random/gen_impl.h"

#include <stddef.h>

static const char *const type_names[MAX_TYPES] = {"P", "Q", "R"};
static const char *const type_locs[MAX_TYPES][3] = {{"A", "B", "C"}, {"D", "E", "F"}, {"G", "H", "I"}};
static const char *const colours[] = {"red", "green", "blue"};

static rb_node *leaf(rb_gen *g, const char *text)
{
    return rb_leaf(g->arena, RB_FIXED, text);
}

static const char *type_text(rb_gen *g, const rb_var *v)
{
    const char *element = "bool";
    if (v->kind == KIND_INT)
        element = FMT(g, "0..%u", v->hi);
    else if (v->kind == KIND_ENUM)
        element = "Colour";
    else if (v->kind == KIND_ID)
        element = FMT(g, "%s%s", g->types[v->type].name, v->optional ? "?" : "");
    return v->len ? FMT(g, "[0..%u] of %s", v->len - 1, element) : element;
}

/* A variable without ids. */
static rb_var plain_var(rb_gen *g, const char *name)
{
    rb_var v = {.name = name};
    switch (rb_below(&g->rng, 5)) {
    case 0:
    case 1: v.kind = KIND_BOOL; break;
    case 2:
    case 3:
        v.kind = KIND_INT;
        v.hi = 1 + rb_below(&g->rng, 2);
        break;
    default:
        v.kind = KIND_ENUM;
        v.hi = 2;
        v.members = colours;
        break;
    }
    v.len = rb_chance(&g->rng, 20) ? 2 : 0;
    return v;
}

/* ---- declarations ---- */

static rb_node *declare_shared(rb_gen *g, const rb_var *v)
{
    rb_scope scope = {.nshared = g->nshared};
    rb_node *init = rb_initial(g, &scope, v);
    g->shared[g->nshared++] = *v;
    return rb_make(g->arena, RB_FIXED, FMT(g, "shared %s : %s$;\n", v->name, type_text(g, v)), 1, init);
}

static void shared_variables(rb_gen *g, rb_node *program)
{
    uint32_t plain = rb_below(&g->rng, g->small ? 2 : 3), ids = 1 + rb_below(&g->rng, 3);
    ids = rb_chance(&g->rng, 15) ? 0 : ids;
    plain = g->errors && plain == 0 ? 1 : plain; /* something to divide by */
    for (uint32_t i = 0; i < plain; i++) {
        rb_var v = plain_var(g, FMT(g, "x%u", i));
        if (g->errors && i == 0)
            v = (rb_var){.name = v.name, .kind = KIND_INT, .hi = 2};
        rb_append(g->arena, program, declare_shared(g, &v));
    }
    for (uint32_t i = 0; i < ids; i++) {
        rb_var v = {.name = FMT(g, "d%u", i), .kind = KIND_ID, .type = rb_below(&g->rng, g->ntypes)};
        v.optional = rb_chance(&g->rng, 45);
        if (i + 2 == ids && rb_chance(&g->rng, 30)) {
            v.len = 2;
            i++;
        }
        rb_append(g->arena, program, declare_shared(g, &v));
    }
}

static void process_type(rb_gen *g, uint32_t t, rb_node *program)
{
    rb_type *type = &g->types[t];
    rb_node *body = rb_list(g->arena, "");
    if (type->nlocs) {
        const char *list = type->nlocs == 2
                               ? FMT(g, "%s, %s", type->locs[0], type->locs[1])
                               : FMT(g, "%s, %s, %s", type->locs[0], type->locs[1], type->locs[2]);
        const char *init = rb_chance(&g->rng, 10) ? " = any" : "";
        rb_append(g->arena, body, leaf(g, FMT(g, "  states %s%s;\n", list, init)));
    }
    uint32_t most = g->small ? 1 : 2;
    uint32_t nvars = type->nlocs ? rb_below(&g->rng, most + 1) : 1 + rb_below(&g->rng, most);
    uint32_t combinations = type->nlocs ? type->nlocs : 1;
    for (uint32_t i = 0; i < nvars; i++) {
        rb_var v = plain_var(g, FMT(g, "v%u", i));
        uint32_t values = v.kind == KIND_BOOL ? 2 : v.hi + 1;
        combinations *= v.len ? values * values : values;
        if (combinations >
            (g->small ? 9 : 18)) /* the dense encoding has commands for combinations of local states */
            break;
        rb_scope scope = {.nshared = g->nshared, .has_self = true, .self = t};
        rb_node *init = rb_initial(g, &scope, &v);
        type->vars[type->nvars++] = v;
        rb_append(
            g->arena, body,
            rb_make(g->arena, RB_FIXED, FMT(g, "  var %s : %s$;\n", v.name, type_text(g, &v)), 1, init));
    }
    rb_node *size = leaf(g, FMT(g, "%u", type->n));
    size->plain[0] = "1";
    size->plain[1] = "2";
    size->plain[2] = "3";
    rb_append(g->arena, program,
              rb_make(g->arena, RB_FIXED, FMT(g, "process %s[$] {\n$}\n", type->name), 2, size, body));
}

static void define_macro(rb_gen *g, rb_node *program)
{
    uint32_t type = rb_below(&g->rng, g->ntypes);
    rb_scope scope = rb_scope_top(g);
    scope.quantifiers = 0;
    rb_scope_add(&scope, "m", type);
    rb_append(g->arena, program,
              rb_make(g->arena, RB_FIXED, FMT(g, "define busy(m : %s) = $;\n", g->types[type].name), 1,
                      rb_bool(g, &scope, 1)));
    g->macro = "busy";
    g->macro_type = type;
}

/* ---- properties ---- */

static rb_node *temporal(rb_gen *g, const rb_scope *scope, const char **keyword)
{
    rb_node *p = rb_bool(g, scope, 2), *q = rb_bool(g, scope, 1);
    if (g->weighted || g->mdp) {
        *keyword = "pctl";
        const char *form = g->mdp ? "Pmax=? [ F $ ]" : "P>=0.5 [ $ U $ ]";
        return g->mdp ? rb_make(g->arena, RB_FIXED, form, 1, p) : rb_make(g->arena, RB_FIXED, form, 2, p, q);
    }
    static const char *const ctl[] = {"AG ($ -> AF ($))", "EF ($ && EG ($))", "A [ $ U $ ]",
                                      "AG EF ($ || $)"};
    static const char *const ltl[] = {"G ($ -> F ($))", "F ($ && X ($))", "($ U $)"};
    /* Chains in which what stands on the left may keep errors from what stands on the right. */
    static const char *const chains[] = {"$ || $ || AG ($)", "$ || AG ($) || $",      "$ -> $ && EF ($)",
                                         "AG ($) && $ && $", "AG ($ && $ && EF ($))", "$ || AG ($ || $)"};
    if (g->errors && rb_chance(&g->rng, 70)) {
        *keyword = "ctl";
        rb_node *r = rb_bool(g, scope, 1);
        q = rb_chance(&g->rng, 50) ? leaf(g, rb_chance(&g->rng, 50) ? "(x0 == 0)" : "(x0 != 0)") : q;
        p = rb_chance(&g->rng, 60) ? leaf(g, "(2 / x0 == 1)") : p;
        return rb_make(g->arena, RB_FIXED, chains[rb_below(&g->rng, 6)], 3, q, p, r);
    }
    bool branching = rb_chance(&g->rng, 60);
    *keyword = branching ? "ctl" : "ltl";
    return rb_make(g->arena, RB_FIXED, branching ? ctl[rb_below(&g->rng, 4)] : ltl[rb_below(&g->rng, 3)], 2,
                   p, q);
}

static rb_node *property(rb_gen *g, uint32_t i)
{
    rb_scope scope = rb_scope_top(g);
    const char *keyword = "invariant", *prefix = "";
    if (rb_chance(&g->rng, 25)) {
        const char *kind = rb_chance(&g->rng, 70) ? "forall" : "exists";
        uint32_t type = rb_below(&g->rng, g->ntypes);
        prefix = FMT(g, "%s i : %s . ", kind, g->types[type].name);
        rb_scope_add(&scope, "i", type);
        if (rb_chance(&g->rng, 30)) {
            uint32_t other = rb_below(&g->rng, g->ntypes);
            prefix = FMT(g, "%s i : %s, j : %s . ", kind, g->types[type].name, g->types[other].name);
            rb_scope_add(&scope, "j", other);
        }
    }
    bool plain = rb_chance(&g->rng, 55);
    rb_node *formula = plain ? rb_bool(g, &scope, 3) : temporal(g, &scope, &keyword);
    return rb_make(g->arena, RB_FIXED, FMT(g, "%s p%u: %s$;\n", keyword, i, prefix), 1, formula);
}

/* Rewards are real: no remainders. */
static rb_node *reward(rb_gen *g)
{
    rb_scope scope = rb_scope_top(g);
    uint32_t type = rb_below(&g->rng, g->ntypes);
    rb_scope_add(&scope, "w", type);
    scope.quantifiers = 1;
    return rb_make(g->arena, RB_FIXED,
                   FMT(g, "reward cost : 0.5 * count w : %s ($) + ($ ? 1 : 0);\n", g->types[type].name), 2,
                   rb_bool(g, &scope, 1), rb_bool(g, &(rb_scope){.nshared = g->nshared}, 0));
}

/* For firing one of the named rules. */
static rb_node *rule_reward(rb_gen *g)
{
    rb_scope scope = rb_scope_top(g);
    return rb_make(g->arena, RB_FIXED, FMT(g, "reward steps on %s : $ ? 1 : 2;\n", g->named), 1,
                   rb_bool(g, &scope, 1));
}

static void properties(rb_gen *g, rb_node *program)
{
    rb_scope scope = rb_scope_top(g);
    uint32_t n = 1 + rb_below(&g->rng, g->small ? 2 : 4);
    for (uint32_t i = 0; i < n; i++)
        rb_append(g->arena, program, property(g, i));
    if (!g->weighted && !g->mdp && rb_chance(&g->rng, 30))
        rb_append(g->arena, program, rb_make(g->arena, RB_FIXED, "fairness $;\n", 1, rb_bool(g, &scope, 2)));
    if (g->weighted && rb_chance(&g->rng, 50))
        rb_append(g->arena, program, reward(g));
    if ((g->weighted || g->mdp) && g->named && rb_chance(&g->rng, 50))
        rb_append(g->arena, program, rule_reward(g));
    if (rb_chance(&g->rng, 30))
        rb_append(g->arena, program, leaf(g, "deadlock free;\n"));
}

/* A condition on initial states, which may not err. */
static void initially(rb_gen *g, rb_node *program)
{
    rb_scope scope = rb_scope_top(g);
    bool errors = g->errors;
    g->errors = false;
    if (rb_chance(&g->rng, 15))
        rb_append(g->arena, program,
                  rb_make(g->arena, RB_FIXED, "initially $ || $;\n", 2, rb_bool(g, &scope, 2),
                          rb_bool(g, &scope, 2)));
    g->errors = errors;
}

/* ---- the program ---- */

static void choose_shape(rb_gen *g)
{
    uint32_t kind = rb_below(&g->rng, 10);
    g->mdp = kind == 0;
    g->ctmc = kind == 1;
    g->weighted = kind == 1 || kind == 2;
    g->errors = rb_chance(&g->rng, g->ctmc ? 60 : 30);
    g->small = rb_chance(&g->rng, 70);
    g->ntypes = rb_chance(&g->rng, 60) ? 1 : rb_chance(&g->rng, 75) ? 2 : 3;
    static const uint32_t most[] = {4, 3, 2};
    for (uint32_t t = 0; t < g->ntypes; t++) {
        rb_type *type = &g->types[t];
        type->name = type_names[t];
        type->n = 1 + rb_below(&g->rng, most[g->ntypes - 1]);
        type->n = g->ntypes == 1 && type->n == 1 && rb_chance(&g->rng, 60) ? 3 : type->n;
        type->nlocs = rb_chance(&g->rng, 85) ? 2 + rb_below(&g->rng, 2) : 0;
        type->locs = type_locs[t];
    }
}

static void add_rules(rb_gen *g, rb_node *program, uint32_t first)
{
    for (uint32_t t = 0; t < g->ntypes; t++) {
        rb_node *body = program->kids[first + t]->kids[1];
        uint32_t n = g->small ? 1 + rb_below(&g->rng, 2) : 2 + rb_below(&g->rng, g->ntypes == 1 ? 4 : 2);
        for (uint32_t i = 0; i < n; i++)
            rb_append(g->arena, body, rb_rule(g, t, i));
    }
    if (rb_chance(&g->rng, 30))
        rb_append(g->arena, program, rb_rule(g, g->ntypes, 0));
}

rb_node *rb_generate(gt_arena *arena, uint64_t seed)
{
    rb_gen gen = {.arena = arena, .rng = {seed * 0x2545f4914f6cdd1dULL + 1}};
    rb_gen *g = &gen;
    choose_shape(g);
    rb_node *program = rb_list(arena, "");
    rb_append(arena, program, leaf(g, "model random;\n"));
    if (g->mdp || g->weighted)
        rb_append(arena, program, leaf(g, g->mdp ? "mdp;\n" : g->ctmc ? "ctmc;\n" : "dtmc;\n"));
    rb_append(arena, program, leaf(g, "enum Colour { red, green, blue };\n"));
    shared_variables(g, program);
    uint32_t first = program->nkids;
    for (uint32_t t = 0; t < g->ntypes; t++)
        process_type(g, t, program);
    if (rb_chance(&g->rng, 20))
        define_macro(g, program);
    add_rules(g, program, first);
    properties(g, program);
    initially(g, program);
    return program;
}
