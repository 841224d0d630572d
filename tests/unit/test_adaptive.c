/* Adaptive symmetry reduction: cells read off texts, orbits and subsumption against all renamings tried, and
 * random programs against n copies. */
#include "backends/check/adaptive/adaptive.h"
#include "backends/check/engine.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static gt_cells cells;
static gt_orbits orbits;

static void begin(const gt_sym *sym)
{
    gt_cells_init(&cells, ctx.arena, sym);
    gt_orbits_init(&orbits, ctx.arena, gt_layout_new(ctx.arena, sym), &cells);
}

static uint32_t partition(const char *text)
{
    int32_t cell[16], first = -1;
    for (const char *c = text; *c; c++) {
        if (*c == '|') {
            first = -1;
        } else if (*c != ',') {
            int32_t g = *c - '1';
            first = first < 0 ? g : first;
            cell[g] = first;
        }
    }
    return gt_rows_add(&cells.seen, cell, NULL);
}

static const char *shown(uint32_t number)
{
    gt_str out;
    gt_str_init(&out);
    gt_cells_print(&cells, number, 0, &out);
    const char *text = gt_arena_strdup(ctx.arena, gt_str_text(&out));
    gt_str_fini(&out);
    return text;
}

/* ---- cells ---- */

#define WITH(rule)                                                                                           \
    "const n = 5; shared tok : P = any; shared opt : P? = none; shared v : 0..3 = 0; process P[n] similar "  \
    "{ states A, B; " rule " }"
static const struct {
    const char *text, *cells;
} rules[] = {
    {WITH("A -> B when self <= 2;"), "|1,2|3,4,5|"},
    {WITH("A -> B when 2 <= self && self <= 3 && forall j : P (j < 2 -> !j@B);"), "|1|2,3|4,5|"},
    {WITH("A -> B when self < 3 || self == 3;"), "|1,2,3|4,5|"},
    {WITH("A -> B when (self < 3) == (self > 1);"), "|1,3,4,5|2|"},
    {WITH("A -> B when tok > 3 do tok := 1;"), "|1|2,3|4,5|"},
    {WITH("A -> B when P[3]@A;"), "|1,2,4,5|3|"},
    {WITH("A -> B when self <= 2 && tok <= 3;"), "|1,2|3|4,5|"},
    {WITH("A -> B when self <= v;"), "|1|2|3|4,5|"},
    {WITH("A -> B when self == v;"), "|1|2|3|4,5|"},
    {WITH("A -> B when exists j : P (j < self && j@A);"), "|1|2|3|4|5|"},
    {WITH("A -> B when exists j : P (j != self && j@A) do tok := self;"), "|1,2,3,4,5|"},
    {WITH("A -> B do tok := any j : P where j in 2..4;"), "|1,5|2,3,4|"},
    {WITH("A -> B when opt != none && opt >= 5 do opt := none;"), "|1,2,3,4|5|"},
    {WITH("A -> B when opt == 2 || opt == 4;"), "|1,3,5|2,4|"},
    {WITH("A -> B when self in {1, 4} && v > 1;"), "|1,4|2,3,5|"},
    {WITH("rule r with j : P when j >= 4 && self != j do v := 1;"), "|1,2,3|4,5|"},
    {WITH("rule r do P[5].loc := B;"), "|1,2,3,4|5|"},
    {WITH("rule r do forall j : P where j <= 2 do j.loc := B;"), "|1,2|3,4,5|"},
    {WITH("rule r do tok := v == 0 ? 1 : tok;"), "|1|2,3,4,5|"},
};

START_TEST(cells_of_rules)
{
    begin(prepare(load(rules[_i].text)));
    ck_assert_str_eq(shown(gt_cells_of_rule(&cells, cells.sym->rules[0])), rules[_i].cells);
    /* and as written, before any pass */
    gt_cells_fini(&cells);
    begin(load(rules[_i].text));
    ck_assert_str_eq(shown(gt_cells_of_rule(&cells, cells.sym->rules[0])), rules[_i].cells);
    gt_cells_fini(&cells);
}
END_TEST

START_TEST(cells_of_starts)
{
    begin(load("shared tok : P = 2; process P[4] similar { var x : bool = self > 3; var y : 0..1; }"));
    ck_assert_str_eq(shown(gt_cells_of_start(&cells)), "|1,3|2|4|");
    gt_cells_fini(&cells);
    begin(load("process P[4] similar { var y : bool = any; } initially exists j : P (j != P[1] && j.y);"));
    ck_assert_str_eq(shown(gt_cells_of_start(&cells)), "|1|2,3,4|");
    gt_cells_fini(&cells);
    begin(load("process P[3] ring { var y : bool = any; }"));
    ck_assert_str_eq(shown(gt_cells_of_start(&cells)), "|1|2|3|");
    gt_cells_fini(&cells);
    begin(load("process P[3] { classes X[1], Z[2]; var y : bool = any; }"));
    ck_assert_str_eq(shown(gt_cells_of_start(&cells)), "|1|2,3|");
    gt_cells_fini(&cells);
}
END_TEST

START_TEST(meets)
{
    begin(load("process P[6] similar { var x : bool = any; }"));
    uint32_t a = partition("|1,4|2,5|3,6|"), b = partition("|1,2,3|4,5,6|"), all = partition("|1,2,3,4,5,6|");
    ck_assert_str_eq(shown(gt_cells_meet(&cells, a, b)), "|1|2|3|4|5|6|");
    ck_assert_uint_eq(gt_cells_meet(&cells, a, all), a);
    ck_assert(gt_cells_within(&cells, a, all) && !gt_cells_within(&cells, all, a));
    gt_cells_fini(&cells);
}
END_TEST

/* ---- orbits ---- */

static const char *const words = "process P[%d] similar { var x : 0..4; }";

static void state_of(const char *word, int32_t *state)
{
    memset(state, 0, orbits.layout->width * sizeof *state);
    for (size_t i = 0; word[i]; i++)
        state[orbits.layout->procs[0].base + i] = word[i] - 'A';
}

static bool keep(void *arg, const int32_t *state, const uint32_t *perm)
{
    (void)perm;
    gt_rows_add(arg, state, NULL);
    return true;
}

/* All states of the orbit, by unwinding to cells of one process each. */
static gt_rows orbit_of(const char *word, uint32_t number)
{
    gt_rows all = {.width = orbits.layout->width};
    int32_t state[20], cell[16];
    for (int32_t g = 0; g < 16; g++)
        cell[g] = g;
    state_of(word, state);
    uint32_t finest = gt_rows_add(&cells.seen, cell, NULL);
    gt_orbits_unwind(&orbits, state, number, finest, keep, &all);
    return all;
}

static const gt_sym *with_n(size_t n)
{
    char text[80];
    snprintf(text, sizeof text, words, (int)n);
    return load(text);
}

/* The table of definition 2. */
static const struct {
    const char *word, *cells;
    size_t size;
} sizes[] = {{"ABCD", "|1,2,3,4|", 24}, {"ABCD", "|1,2|3,4|", 4}, {"ABCD", "|1,2|3|4|", 2},
             {"ABCD", "|1|2|3|4|", 1},  {"AABB", "|1,2,3,4|", 6}, {"AAAA", "|1,2,3,4|", 1},
             {"AABC", "|1,3|2,4|", 4},  {"ABAB", "|1,3|2,4|", 1}};

START_TEST(orbit_sizes)
{
    begin(with_n(strlen(sizes[_i].word)));
    gt_rows all = orbit_of(sizes[_i].word, partition(sizes[_i].cells));
    ck_assert_uint_eq(all.data.n / all.width, sizes[_i].size);
    gt_rows_fini(&all);
    gt_cells_fini(&cells);
}
END_TEST

/* The tables of definition 3, the example after theorem 4, and that no order is kept. */
static const struct {
    const char *s, *p, *t, *q;
    bool subsumes;
} pairs[] = {
    {"ABC", "|1,2,3|", "ABC", "|1,2|3|", true},
    {"ABC", "|1,2,3|", "BCA", "|1|2|3|", true},
    {"ABC", "|1,2,3|", "ABB", "|1,2,3|", false},
    {"ABC", "|1,3|2|", "ABC", "|1|2|3|", true},
    {"ABC", "|1,3|2|", "CBA", "|1|2|3|", true},
    {"ABC", "|1,3|2|", "BAC", "|1|2|3|", false},
    {"ABC", "|1,3|2|", "BAC", "|1,2,3|", false},
    {"ABC", "|1|2|3|", "ABC", "|1|2|3|", true},
    {"ABC", "|1|2|3|", "ABC", "|1,3|2|", false},
    {"AA", "|1|2|", "AA", "|1,2|", true},
    {"AA", "|1,2|", "AA", "|1|2|", true},
    {"AB", "|1,2|", "AB", "|1|2|", true},
    {"AB", "|1|2|", "AB", "|1,2|", false},
    {"AB", "|1,2|", "BA", "|1,2|", true},
    {"AABB", "|1,2|3,4|", "AABB", "|1|2|3,4|", true},
    {"AABC", "|1,2|3|4|", "AABC", "|1,3|2|4|", false},
};

static bool contains(const gt_rows *all, const gt_rows *some)
{
    bool every = true;
    for (uint32_t i = 0; i < some->data.n / some->width; i++)
        every = every && gt_rows_find(all, gt_rows_at(some, i)) != GT_ABSENT;
    return every;
}

static bool is_subsumed(const char *s, uint32_t p, const char *t, uint32_t q)
{
    int32_t sorted[20], other[20];
    state_of(s, sorted);
    state_of(t, other);
    gt_orbits_sort(&orbits, sorted, p, NULL);
    return gt_orbits_subsumes(&orbits, sorted, p, other, q);
}

START_TEST(subsumption)
{
    begin(with_n(strlen(pairs[_i].s)));
    ck_assert(is_subsumed(pairs[_i].s, partition(pairs[_i].p), pairs[_i].t, partition(pairs[_i].q)) ==
              pairs[_i].subsumes);
    gt_cells_fini(&cells);
}
END_TEST

/* Theorem 4 against definition 3, for random states and partitions; unwinding against trying all renamings is
 * what orbits are compared by. */
START_TEST(theorem_4)
{
    enum { N = 4, TRIES = 4000 };
    begin(with_n(N));
    uint64_t x = 7;
    uint32_t yes = 0;
    for (int i = 0; i < TRIES; i++) {
        char word[2][N + 1] = {"", ""};
        uint32_t number[2];
        for (int k = 0; k < 2; k++) {
            int32_t cell[16] = {0};
            for (int32_t g = 0; g < N; g++) {
                x = gt_hash_mix(x + 1);
                word[k][g] = (char)('A' + x % 3);
                int32_t to = (int32_t)((x >> 20) % (uint64_t)(g + 1));
                cell[g] = to == g ? g : cell[to];
            }
            number[k] = gt_rows_add(&cells.seen, cell, NULL);
        }
        gt_rows s = orbit_of(word[0], number[0]), t = orbit_of(word[1], number[1]);
        bool is = contains(&s, &t);
        yes += is;
        ck_assert(is_subsumed(word[0], number[0], word[1], number[1]) == is);
        gt_rows_fini(&s);
        gt_rows_fini(&t);
    }
    ck_assert_uint_gt(yes, TRIES / 100);
    gt_cells_fini(&cells);
}
END_TEST

/* Unwinding: the orbits under the finer partition are disjoint and make up the orbit. Names of processes in
 * shared and in local variables go along. */
typedef struct {
    uint32_t fine, total;
    gt_rows all;
} parts_of;

static bool add_part(void *arg, const int32_t *state, const uint32_t *perm)
{
    parts_of *parts = arg;
    (void)perm;
    gt_rows part = {.width = orbits.layout->width};
    int32_t cell[16];
    for (int32_t g = 0; g < 16; g++)
        cell[g] = g;
    gt_orbits_unwind(&orbits, state, parts->fine, gt_rows_add(&cells.seen, cell, NULL), keep, &part);
    uint32_t n = (uint32_t)(part.data.n / part.width);
    parts->total += n;
    for (uint32_t i = 0; i < n; i++)
        gt_rows_add(&parts->all, gt_rows_at(&part, i), NULL);
    gt_rows_fini(&part);
    return true;
}

START_TEST(unwinding)
{
    enum { N = 4, TRIES = 2000 };
    begin(load("shared d : P? = none; shared e : P? = none; "
               "process P[4] similar { var x : 0..1; var to : P? = none; }"));
    const gt_layout *l = orbits.layout;
    uint64_t r = 3;
    for (int i = 0; i < TRIES; i++) {
        int32_t state[20] = {0}, coarse[16] = {0}, fine[16] = {0}, finest[16];
        for (int32_t g = 0; g < N; g++) {
            r = gt_hash_mix(r + 1);
            state[l->procs[0].base + 2 * (size_t)g] = (int32_t)(r % 2);
            state[l->procs[0].base + 2 * (size_t)g + 1] = i % 2 ? (int32_t)((r >> 10) % (N + 1)) : 0;
            int32_t to = (int32_t)((r >> 20) % (uint64_t)(g + 1)), stay = (int32_t)((r >> 40) % 3);
            coarse[g] = to == g ? g : coarse[to];
            fine[g] = stay == 0 || to == g ? g : fine[to];
            finest[g] = g;
        }
        state[l->shared[0]] = (int32_t)((r >> 30) % (N + 1));
        state[l->shared[1]] = (int32_t)((r >> 50) % (N + 1));
        uint32_t p = gt_rows_add(&cells.seen, coarse, NULL), q = gt_rows_add(&cells.seen, fine, NULL);
        parts_of parts = {.fine = gt_cells_meet(&cells, p, q), .all = {.width = l->width}};
        gt_rows whole = {.width = l->width};
        gt_orbits_unwind(&orbits, state, p, gt_rows_add(&cells.seen, finest, NULL), keep, &whole);
        gt_orbits_unwind(&orbits, state, p, parts.fine, add_part, &parts);
        ck_assert(parts.all.data.n == whole.data.n && contains(&whole, &parts.all));
        if (i % 2 == 0) {
            ck_assert_uint_eq(parts.total, whole.data.n / whole.width); /* each once */
            int32_t sorted[20], again[20];
            memcpy(sorted, state, sizeof sorted);
            gt_orbits_sort(&orbits, sorted, p, NULL);
            for (uint32_t k = 0; k < whole.data.n / whole.width; k++) { /* one representative */
                memcpy(again, gt_rows_at(&whole, k), l->width * sizeof *again);
                ck_assert_uint_eq(gt_orbits_hash(&orbits, again), gt_orbits_hash(&orbits, state));
                gt_orbits_sort(&orbits, again, p, NULL);
                ck_assert_mem_eq(again, sorted, l->width * sizeof *again);
            }
        }
        gt_rows_fini(&whole);
        gt_rows_fini(&parts.all);
    }
    gt_cells_fini(&cells);
}
END_TEST

/* ---- numbers that are known ---- */

static uint64_t states_of(const gt_sym *sym, bool friends)
{
    gt_adaptive a;
    gt_limits none = {0};
    gt_adaptive_search(&a, ctx.arena, prepare(sym), NULL, 0, friends, &none);
    ck_assert(a.complete);
    uint64_t n = a.nodes.n - a.covered;
    gt_adaptive_fini(&a);
    return n;
}

static uint64_t plain_states_of(const gt_sym *sym)
{
    const gt_check_options options = {.threads = 1};
    const gt_check_report *r = gt_check_explicit_sym(&ctx, sym, prepare(sym), GT_ALIKE_NONE, &options);
    return strtoull(r->states, NULL, 10);
}

START_TEST(figure_1)
{
    const gt_sym *sym =
        load("process P[3] similar { states N, T, C; N -> T; T -> C when forall j : P (!j@C); "
             "T -> C when self < 3 && !P[3]@C; C -> N; }");
    ck_assert_uint_eq(plain_states_of(sym), 22);
    ck_assert_uint_eq(states_of(sym, true), 15);
    ck_assert_uint_eq(states_of(sym, false), 9);
}
END_TEST

/* A way that tells processes apart and is shorter than the one that does not: what lies behind it is as near
 * as it is, though a state of the longer way stands for it. */
START_TEST(short_cut)
{
    const gt_sym *sym =
        load("process P[2] similar { states A, M, B, E; A -> M; M -> B; A -> B when self == 1; B -> E; }\n"
             "invariant !(exists i : P (i@E));");
    gt_adaptive a;
    gt_limits none = {0};
    gt_wanted_state wanted = {.expr = sym->props[0]->formula, .negated = true};
    gt_adaptive_search(&a, ctx.arena, sym, &wanted, 1, false, &none);
    ck_assert(wanted.seen);
    ck_assert_uint_eq(a.nodes.v[wanted.node].depth, 2);
    gt_adaptive_fini(&a);
}
END_TEST

/* The resource controller of the paper with these classes; the last one, of which the smallest number is
 * served last, has the rest. */
static const char *controller(uint32_t n, uint32_t nclasses, uint32_t size)
{
    gt_str out;
    gt_str_init(&out);
    gt_str_addf(&out,
                "shared free : bool = true; process P[%u] similar { states N, T, G, C, R; N -> T when free;",
                n);
    for (uint32_t k = 0, from = 1; k < nclasses; k++, from += size) {
        gt_str_addf(
            &out,
            "T -> G when free && %u <= self && self <= %u && forall j : P (j < %u -> !j@T) do free := false;",
            from, k + 1 < nclasses ? from + size - 1 : n, from > 1 ? from : 0);
    }
    gt_str_add(&out, "G -> C; C -> R; R -> N do free := true; }");
    const char *text = gt_arena_strdup(ctx.arena, gt_str_text(&out));
    gt_str_fini(&out);
    return text;
}

static const struct {
    uint32_t n, classes, size, adaptive, standard, plain;
} controllers[] = {{18, 9, 2, 505, 78729, 0}, {18, 2, 9, 316, 397, 0}, {8, 4, 2, 105, 321, 1276},
                   {80, 2, 1, 558, 0, 0},     {80, 3, 1, 792, 0, 0},   {80, 2, 2, 789, 0, 0},
                   {80, 3, 2, 1245, 0, 0}};

START_TEST(resource_controller)
{
    const gt_sym *sym = load(controller(controllers[_i].n, controllers[_i].classes, controllers[_i].size));
    ck_assert_uint_eq(states_of(sym, false), controllers[_i].adaptive);
    if (controllers[_i].standard)
        ck_assert_uint_eq(states_of(sym, true), controllers[_i].standard);
    if (controllers[_i].plain)
        ck_assert_uint_eq(plain_states_of(sym), controllers[_i].plain);
}
END_TEST

/* ---- random programs ---- */

typedef struct {
    uint64_t x;
    uint32_t n; /* processes */
    bool tok, to, numbered;
    gt_str *out;
} dice;

static uint32_t roll(dice *d, uint32_t sides)
{
    d->x = gt_hash_mix(d->x + 0x9e3779b97f4a7c15ULL);
    return (uint32_t)(d->x >> 8) % sides;
}

static const char *pick(dice *d, const char *const *from, uint32_t n)
{
    return from[roll(d, n)];
}
#define PICK(d, from) pick(d, from, sizeof(from) / sizeof *(from))

/* A template: # is a number of a process, @ a location, = a comparison. */
static void fill(dice *d, const char *template)
{
    static const char *const locations[] = {"A", "B", "C"}, *const compares[] = {"<",  "<=", ">",
                                                                                 ">=", "==", "!="};
    for (const char *c = template; *c; c++) {
        if (*c == '#')
            gt_str_addf(d->out, "%u", 1 + roll(d, d->n));
        else if (*c == '$')
            gt_str_add(d->out, PICK(d, locations));
        else if (*c == '~')
            gt_str_add(d->out, PICK(d, compares));
        else
            gt_str_addc(d->out, *c);
    }
}

static void condition(dice *d, bool self)
{
    static const char *const plain[] = {"b",
                                        "!b",
                                        "P[#]@$",
                                        "exists j : P (j@$)",
                                        "forall j : P (!j@$)",
                                        "exists j : P (j ~ # && j@$)",
                                        "forall j : P (j ~ # -> !j@$)",
                                        "count j : P (j@$) < 2",
                                        "count j : P (j ~ # && j@$) <= v",
                                        "v ~ 1",
                                        "exists i, j : P (i != j && i@$ && j@$)",
                                        "P[#].x != b"};
    static const char *const own[] = {"self ~ #",
                                      "self ~ #",
                                      "self ~ v",
                                      "exists j : P (j ~ self && j@$)",
                                      "x",
                                      "forall j : P (j != self -> !j@$)",
                                      "self in {#, #}"};
    static const char *const of_tok[] = {"tok ~ #", "tok@$", "exists j : P (tok != j && j@$)", "tok.x"};
    uint32_t kind = roll(d, 10);
    if (self && kind < 5)
        fill(d, PICK(d, own));
    else if (d->tok && kind < 7)
        fill(d, self && roll(d, 2) ? "tok ~ self" : PICK(d, of_tok));
    else if (self && d->to && kind < 8)
        fill(d, roll(d, 2) ? "to == none" : "(to != none && to@$)");
    else
        fill(d, PICK(d, plain));
}

static void conditions(dice *d, bool self)
{
    uint32_t n = 1 + roll(d, 3);
    for (uint32_t i = 0; i < n; i++) {
        gt_str_add(d->out, !i ? "" : roll(d, 3) ? " && " : " || ");
        gt_str_add(d->out, roll(d, 6) ? "(" : "!(");
        condition(d, self);
        gt_str_add(d->out, ")");
    }
}

static void update(dice *d, uint32_t i)
{
    static const char *const which[] = {"b := !b; ", "v := (v + 1) % 3; ", "x := !x; "};
    static const char *const tok[] = {"tok := #; ",
                                      "tok := self; ",
                                      "tok := any; ",
                                      "tok := any j : P where j ~ #; ",
                                      "tok := any j : P where j ~ self; ",
                                      "tok := b ? # : self; "};
    static const char *const to[] = {"to := none; ", "to := self; ", "to := #; ", "to := any; "};
    if (d->tok && i == 0 && roll(d, 2))
        fill(d, PICK(d, tok));
    else if (d->to && i == 1 && roll(d, 2))
        fill(d, PICK(d, to));
    else if (i < 3 && roll(d, 3) == 0)
        fill(d, which[i]);
}

static void program(dice *d)
{
    d->n = 2 + roll(d, 3);
    d->tok = roll(d, 2);
    d->to = roll(d, 5) == 0;
    d->n = d->n > 3 && (d->to || d->tok) ? 3 : d->n;
    gt_str_add(d->out, "shared b : bool; shared v : 0..2;\n");
    if (d->tok)
        fill(d, roll(d, 2) ? "shared tok : P = #;\n" : "shared tok : P = any;\n");
    gt_str_addf(d->out, "process P[%u] similar {\n  states A, B, C;\n", d->n);
    fill(d, roll(d, 3) ? "  var x : bool;\n" : "  var x : bool = self ~ #;\n");
    gt_str_add(d->out, d->to ? "  var to : P? = none;\n" : "");
    static const char *const edges[] = {"A -> B", "B -> C", "C -> A", "A -> C", "B -> A"};
    uint32_t nrules = 2 + roll(d, 4);
    for (uint32_t r = 0; r < nrules; r++) {
        gt_str_addf(d->out, "  %s", r < 2 ? edges[r] : PICK(d, edges));
        if (roll(d, 4)) {
            gt_str_add(d->out, " when (");
            conditions(d, true);
            gt_str_add(d->out, ")");
        }
        gt_str_add(d->out, " do { ");
        for (uint32_t i = 0; i < 3; i++)
            update(d, i);
        gt_str_add(d->out, "}\n");
    }
    gt_str_add(d->out, "}\n");
    if (roll(d, 4) == 0)
        fill(d, "rule top with j : P when j@$ && b do { j.x := true; P[#].loc := $; }\n");
    for (uint32_t i = 0; i < 3; i++) {
        static const char *const kinds[] = {"invariant ", "ctl AG ", "ctl EF "};
        gt_str_addf(d->out, "%s(", kinds[i]);
        conditions(d, false);
        gt_str_add(d->out, ");\n");
    }
    gt_str_add(d->out, roll(d, 2) ? "deadlock free;\n" : "deadlock free; end P[1]@A;\n");
}

static const gt_check_report *decide(const gt_engine *engine, const gt_sym *written, const gt_sym *made)
{
    gt_check_options options = {.threads = 1};
    gt_program all = {.written = written, .sym = made};
    const char *why;
    return engine->decide(&ctx, engine, &all, &options, &why);
}

static uint64_t binomial(uint64_t n, uint64_t k)
{
    uint64_t r = 1;
    for (uint64_t i = 1; i <= k; i++)
        r = r * (n - k + i) / i;
    return r;
}

/* Theorem 7: of friends, whom nothing tells apart, no more tuples of local states than multisets of them. Of
 * programs in which no variable names a process, so that a local state is what it is. */
static void bound_friends(const gt_sym *made)
{
    gt_adaptive a;
    gt_limits none = {0};
    gt_adaptive_search(&a, ctx.arena, made, NULL, 0, false, &none);
    uint32_t friends = a.start;
    for (uint32_t r = 0; r < made->nrules; r++)
        friends = gt_cells_meet(&a.cells, friends, a.rules[r]);
    const int32_t *cell = gt_cells_at(&a.cells, friends);
    const gt_proc_layout *place = &a.orbits.layout->procs[0];
    for (uint32_t g = 0; g < a.cells.n; g++) {
        gt_rows tuples = {.width = (size_t)place->stride * a.cells.n}, rows = {.width = place->stride};
        int32_t tuple[64] = {0};
        uint32_t size = 0;
        ck_assert_uint_lt(tuples.width, 64);
        for (uint32_t k = g; k < a.cells.n; k++)
            size += cell[k] == (int32_t)g;
        for (uint32_t i = 0; i < a.nodes.n && size > 1; i++) {
            uint32_t at = 0;
            for (uint32_t k = g; k < a.cells.n; k++) {
                const int32_t *row = gt_adaptive_state(&a, i) + place->base + (size_t)k * place->stride;
                if (cell[k] != (int32_t)g)
                    continue;
                memcpy(tuple + at, row, place->stride * sizeof *row);
                at += place->stride;
                gt_rows_add(&rows, row, NULL);
            }
            gt_rows_add(&tuples, tuple, NULL);
        }
        if (size > 1) {
            uint64_t l = rows.data.n / rows.width;
            ck_assert_uint_le(tuples.data.n / tuples.width, binomial(size + l - 1, size));
        }
        gt_rows_fini(&tuples);
        gt_rows_fini(&rows);
    }
    gt_adaptive_fini(&a);
}

static void compare_with_copies(const char *text, uint64_t *smaller)
{
    const gt_sym *written = load(text), *made = prepare(written);
    const gt_check_options options = {.threads = 1};
    const gt_check_report *plain = gt_check_explicit_sym(&ctx, written, made, GT_ALIKE_NONE, &options);
    const gt_check_report *reports[] = {decide(&gt_engine_adaptive, written, made),
                                        decide(&gt_engine_standard, written, made)};
    for (uint32_t p = 0; p < plain->nresults; p++) {
        for (int k = 0; k < 2; k++) {
            const gt_check_result *x = &plain->results[p], *y = &reports[k]->results[p];
            if (y->verdict == GT_VERDICT_UNKNOWN && made->props[p]->kind == GT_PROP_CTL &&
                strstr(text, "= any"))
                continue; /* EF from several initial states */
            ck_assert_msg(x->verdict == y->verdict, "%s: %d, %d by the %s engine\n%s", made->props[p]->name,
                          x->verdict, y->verdict, reports[k]->engine, text);
            const gt_expr *formula = made->props[p]->formula;
            if (formula && formula->kind == GT_EXPR_EF && y->verdict == GT_VERDICT_FAILS)
                continue; /* no run shows it */
            ck_assert_msg(!x->run == !y->run && (!x->run || x->run->nsteps == y->run->nsteps),
                          "%s: %u steps, %u by the %s engine\n%s", made->props[p]->name,
                          x->run ? x->run->nsteps : 0, y->run ? y->run->nsteps : 0, reports[k]->engine, text);
        }
    }
    uint64_t n[] = {states_of(written, false), states_of(written, true), plain_states_of(written)};
    ck_assert_msg(n[0] <= n[1] && n[1] <= n[2], "%u, %u, %u states\n%s", (unsigned)n[0], (unsigned)n[1],
                  (unsigned)n[2], text);
    smaller[0] += n[0] < n[1];
    smaller[1] += n[1] < n[2];
    if (!strstr(text, "tok") && !strstr(text, "to :"))
        bound_friends(made);
}

/* GENTRANS_RANDOM_SIMILAR: how many, GENTRANS_SEED: from which on. */
START_TEST(random_programs)
{
    const char *wanted = getenv("GENTRANS_RANDOM_SIMILAR"), *seed = getenv("GENTRANS_SEED");
    uint64_t count = wanted ? strtoull(wanted, NULL, 10) : 200, smaller[2] = {0};
    for (uint64_t i = 0; i < count; i++) {
        gt_str text;
        gt_str_init(&text);
        dice d = {.x = (seed ? strtoull(seed, NULL, 10) : 21) + i, .out = &text};
        program(&d);
        renew();
        compare_with_copies(gt_arena_strdup(ctx.arena, gt_str_text(&text)), smaller);
        gt_str_fini(&text);
    }
    ck_assert_uint_gt(smaller[0] * 20, count);
    ck_assert_uint_gt(smaller[1] * 20, count);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, cells_of_rules, rules);
    tcase_add_test(tests, cells_of_starts);
    tcase_add_test(tests, meets);
    UNIT_ADD_EACH(tests, orbit_sizes, sizes);
    UNIT_ADD_EACH(tests, subsumption, pairs);
    tcase_add_test(tests, theorem_4);
    tcase_add_test(tests, unwinding);
    tcase_add_test(tests, figure_1);
    tcase_add_test(tests, short_cut);
    UNIT_ADD_EACH(tests, resource_controller, controllers);
    tcase_add_test(tests, random_programs);
}
