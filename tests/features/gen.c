/* Random programs in which the BDD engine's features act: counters that move by one along several locations,
 * thresholds up to n, shared numbers that go up and down, locks, broadcasts. Stands in the place of
 * tests/random/gen.c. */
#include "tests/random/gen.h"

#include <string.h>

enum { MAX_TYPES = 2, MAX_LOCS = 4, MAX_NUMBERS = 2 };

static const char *const locs[MAX_TYPES][MAX_LOCS] = {{"A", "B", "C", "D"}, {"E", "F", "G", "H"}};
static const char *const relations[] = {"==", "!=", "!=", "<", "<=", "<=", ">", ">=", ">=", ">="};

typedef struct {
    gt_arena *arena;
    rb_rng rng;
    uint32_t ntypes, n[MAX_TYPES], nlocs[MAX_TYPES];
    uint32_t nnumbers, top[MAX_NUMBERS]; /* shared x0 : 0..top[0], ... */
    bool lock, named, errors; /* shared lock : bool; shared d : P?; numbers may leave their range */
    uint32_t nbinders;
} gen;

/* A rule in the making: what its guard must say, and what it does. */
typedef struct {
    gen *g;
    uint32_t type; /* g->ntypes: at top level */
    rb_node *guard, *body;
} maker;

#define FMT(g, ...) gt_arena_printf((g)->arena, __VA_ARGS__)

static uint32_t below(gen *g, uint32_t n)
{
    return rb_below(&g->rng, n);
}

static bool chance(gen *g, uint32_t percent)
{
    return rb_chance(&g->rng, percent);
}

static rb_node *leaf(gen *g, const char *text)
{
    return rb_leaf(g->arena, RB_FIXED, text);
}

static const char *type_name(uint32_t type)
{
    return type == 0 ? "P" : "Q";
}

static const char *some_loc(gen *g, uint32_t type)
{
    return locs[type][below(g, g->nlocs[type])];
}

/* ---- conditions ---- */

/* How many processes are in some location, or in one of two; *most: how many there are. */
static const char *some_count(gen *g, uint32_t *most)
{
    uint32_t type = below(g, g->ntypes), b = ++g->nbinders;
    const char *one = some_loc(g, type), *other = some_loc(g, type), *name = type_name(type);
    *most = g->n[type];
    if (g->nlocs[type] > 2 && strcmp(one, other) != 0 && chance(g, 30))
        return FMT(g, "count j%u : %s (j%u@%s || j%u@%s)", b, name, b, one, b, other);
    return FMT(g, "count j%u : %s (j%u@%s)", b, name, b, one);
}

static rb_node *threshold(gen *g)
{
    uint32_t most, ignored;
    const char *left = some_count(g, &most);
    uint32_t k = below(g, most + 1);
    switch (below(g, 8)) {
    case 0: return rb_leaf(g->arena, RB_BOOL, FMT(g, "(%s <= %s)", left, some_count(g, &ignored)));
    case 1: return rb_leaf(g->arena, RB_BOOL, FMT(g, "(%s in {%u, %u})", left, k, below(g, most + 1)));
    case 2:
        if (g->nnumbers)
            return rb_leaf(g->arena, RB_BOOL, FMT(g, "(%s + x0 >= %u)", left, k + below(g, g->top[0] + 1)));
        break;
    }
    return rb_leaf(g->arena, RB_BOOL, FMT(g, "(%s %s %u)", left, relations[below(g, 10)], k));
}

static rb_node *condition(gen *g, uint32_t depth)
{
    static const char *const both[] = {"($ && $)", "($ && $)", "($ || $)", "($ || $)", "($ -> $)"};
    if (depth > 0 && chance(g, 60))
        return rb_make(g->arena, RB_BOOL, both[below(g, 5)], 2, condition(g, depth - 1),
                       condition(g, depth - 1));
    if (depth > 0 && chance(g, 15))
        return rb_make(g->arena, RB_BOOL, "!($)", 1, condition(g, depth - 1));
    if (g->nnumbers && chance(g, 25)) {
        uint32_t x = below(g, g->nnumbers);
        return rb_leaf(g->arena, RB_BOOL,
                       FMT(g, "(x%u %s %u)", x, relations[below(g, 10)], below(g, g->top[x] + 1)));
    }
    if (g->lock && chance(g, 15))
        return rb_leaf(g->arena, RB_BOOL, chance(g, 50) ? "lock" : "!lock");
    if (g->named && chance(g, 15))
        return rb_leaf(g->arena, RB_BOOL, "d == none");
    return threshold(g);
}

/* ---- rules ---- */

static void need(maker *m, const char *condition_text)
{
    rb_append(m->g->arena, m->guard, rb_leaf(m->g->arena, RB_BOOL, condition_text));
}

static void act(maker *m, const char *statement)
{
    rb_append(m->g->arena, m->body, rb_leaf(m->g->arena, RB_STATEMENT, statement));
}

/* Up, down, or to a constant. */
static void move_number(maker *m, uint32_t x)
{
    gen *g = m->g;
    uint32_t how = below(g, 7), by = chance(g, 80) ? 1 : 2;
    bool safe = !g->errors || chance(g, 70);
    if (how == 0) {
        act(m, FMT(g, "x%u := %u;", x, below(g, g->top[x] + 1)));
        return;
    }
    if (safe)
        need(m, how <= 4 ? FMT(g, "x%u <= %u", x, g->top[x] - by) : FMT(g, "x%u >= %u", x, by));
    act(m, FMT(g, "x%u := x%u %s %u;", x, x, how <= 4 ? "+" : "-", by));
}

static void move_lock(maker *m)
{
    bool take = chance(m->g, 50);
    if (chance(m->g, 80))
        need(m, take ? "!lock" : "lock");
    act(m, take ? "lock := true;" : "lock := false;");
}

static void move_name(maker *m)
{
    bool take = chance(m->g, 50);
    need(m, take ? "d == none" : "d == self");
    act(m, take ? "d := self;" : "d := none;");
}

/* All others in some location, some of them perhaps left out, go to another. */
static void broadcast(maker *m)
{
    gen *g = m->g;
    uint32_t type = below(g, g->ntypes), b = ++g->nbinders;
    bool others = type == m->type;
    rb_node *where = rb_list(g->arena, " && ");
    rb_append(g->arena, where, leaf(g, FMT(g, "b%u@%s", b, some_loc(g, type))));
    if (others)
        rb_append(g->arena, where, leaf(g, FMT(g, "b%u != self", b)));
    if (chance(g, 20))
        rb_append(g->arena, where, condition(g, 0));
    rb_append(
        g->arena, m->body,
        rb_make(g->arena, RB_STATEMENT,
                FMT(g, "forall b%u : %s where $ do b%u.loc := %s;", b, type_name(type), b, some_loc(g, type)),
                1, where));
}

static rb_node *rule(gen *g, uint32_t type, uint32_t i)
{
    maker m = {g, type, rb_list(g->arena, " && "), rb_list(g->arena, " ")};
    const char *head = FMT(g, "rule r%u", ++g->nbinders), *partner = "";
    bool owned = type < g->ntypes;
    if (owned) {
        uint32_t from = i < g->nlocs[type] ? i : below(g, g->nlocs[type]);
        uint32_t to = (from + 1 + (chance(g, 25) ? below(g, g->nlocs[type]) : 0)) % g->nlocs[type];
        head = FMT(g, "%s : %s -> %s", head, locs[type][from], locs[type][to]);
    }
    if (owned && chance(g, 12)) {
        uint32_t w = ++g->nbinders, other = below(g, g->ntypes);
        partner = FMT(g, " with w%u : %s", w, type_name(other));
        need(&m, FMT(g, "w%u@%s", w, some_loc(g, other)));
        act(&m, FMT(g, "w%u.loc := %s;", w, some_loc(g, other)));
    } else if (chance(g, 20)) {
        broadcast(&m);
    }
    for (uint32_t x = 0; x < g->nnumbers; x++)
        if (chance(g, owned ? 35 : 70))
            move_number(&m, x);
    if (g->lock && chance(g, 35))
        move_lock(&m);
    if (g->named && type == 0 && chance(g, 35))
        move_name(&m);
    if (chance(g, 45))
        rb_append(g->arena, m.guard, condition(g, below(g, 3)));
    if (!m.guard->nkids)
        need(&m, "true");
    if (!m.body->nkids)
        return rb_make(g->arena, RB_FIXED, FMT(g, "  %s%s when $;\n", head, partner), 1, m.guard);
    return rb_make(g->arena, RB_FIXED, FMT(g, "  %s%s when $ do { $ }\n", head, partner), 2, m.guard, m.body);
}

/* ---- the program ---- */

static void shared_variables(gen *g, rb_node *program)
{
    for (uint32_t x = 0; x < g->nnumbers; x++)
        rb_append(g->arena, program,
                  leaf(g, FMT(g, "shared x%u : 0..%u%s;\n", x, g->top[x],
                              g->top[x] < 9 && chance(g, 15) ? " = any" : "")));
    if (g->lock)
        rb_append(g->arena, program, leaf(g, "shared lock : bool;\n"));
    if (g->named)
        rb_append(g->arena, program, leaf(g, chance(g, 50) ? "shared d : P?;\n" : "shared d : P? = any;\n"));
}

static rb_node *process_type(gen *g, uint32_t t)
{
    gt_str list;
    rb_node *body = rb_list(g->arena, "");
    gt_str_init(&list);
    for (uint32_t i = 0; i < g->nlocs[t]; i++)
        gt_str_addf(&list, "%s%s", i ? ", " : "", locs[t][i]);
    rb_append(g->arena, body,
              leaf(g, FMT(g, "  states %s%s;\n", gt_str_text(&list), chance(g, 12) ? " = any" : "")));
    gt_str_fini(&list);
    uint32_t rules = g->nlocs[t] + below(g, 3) - (g->nlocs[t] > 2);
    for (uint32_t i = 0; i < rules; i++)
        rb_append(g->arena, body, rule(g, t, i));
    rb_node *size = leaf(g, FMT(g, "%u", g->n[t]));
    size->plain[0] = "2";
    size->plain[1] = "3";
    size->plain[2] = "4";
    return rb_make(g->arena, RB_FIXED, FMT(g, "process %s[$] {\n$}\n", type_name(t)), 2, size, body);
}

/* The conditions left of U, W and R are those along which an acceleration must not leap. */
static rb_node *property(gen *g, uint32_t i)
{
    static const struct {
        const char *keyword, *formula;
        uint32_t conditions;
    } forms[] = {{"invariant", "$ || $", 2},     {"invariant", "$ -> $", 2},
                 {"ctl", "E [ $ U $ ]", 2},      {"ctl", "E [ $ U E [ $ U $ ] ]", 3},
                 {"ctl", "A [ $ W $ ]", 2},      {"ctl", "E [ !($) W ($ && $) ]", 3},
                 {"ctl", "A [ $ U $ ]", 2},      {"ctl", "AG ($ -> E [ $ U $ ])", 3},
                 {"ctl", "A [ $ R $ ]", 2},      {"ctl", "AG ($ -> EF ($))", 2},
                 {"ctl", "AG ($ -> AF ($))", 2}, {"ctl", "EF ($ && EG ($))", 2},
                 {"ctl", "EG (EF ($) && $)", 2}, {"ltl", "G ($ -> F ($))", 2},
                 {"ltl", "F ($ && X ($))", 2},   {"ltl", "($) U ($)", 2},
                 {"ltl", "G F ($) -> F ($)", 2}};
    uint32_t f = below(g, sizeof forms / sizeof *forms);
    const char *text = FMT(g, "%s p%u: %s;\n", forms[f].keyword, i, forms[f].formula);
    rb_node *a = condition(g, 1), *b = condition(g, 1), *c = condition(g, 0);
    return rb_make(g->arena, RB_FIXED, text, forms[f].conditions, a, b, c);
}

static void choose_shape(gen *g)
{
    g->ntypes = chance(g, 80) ? 1 : 2;
    for (uint32_t t = 0; t < g->ntypes; t++) {
        g->n[t] = g->ntypes == 1 ? 2 + below(g, 7) : 1 + below(g, 4);
        g->nlocs[t] = 2 + below(g, g->ntypes == 1 ? 3 : 2);
    }
    g->nnumbers = below(g, MAX_NUMBERS + 1);
    for (uint32_t x = 0; x < g->nnumbers; x++)
        g->top[x] = x == 0 && chance(g, 10) ? 40 : 2 + below(g, 7);
    g->lock = chance(g, 40);
    g->named = chance(g, 15);
    g->errors = chance(g, 10);
}

rb_node *rb_generate(gt_arena *arena, uint64_t seed)
{
    gen all = {.arena = arena, .rng = {seed * 0x2545f4914f6cdd1dULL + 1}}, *g = &all;
    rb_node *program = rb_list(arena, "");
    choose_shape(g);
    shared_variables(g, program);
    for (uint32_t t = 0; t < g->ntypes; t++)
        rb_append(arena, program, process_type(g, t));
    if (chance(g, 25))
        rb_append(arena, program, rule(g, g->ntypes, 0));
    for (uint32_t i = 0; i < 5; i++)
        rb_append(arena, program, property(g, i));
    if (chance(g, 15))
        rb_append(arena, program, rb_make(arena, RB_FIXED, "fairness $;\n", 1, condition(g, 1)));
    if (chance(g, 30))
        rb_append(arena, program, leaf(g, "deadlock free;\n"));
    return program;
}
