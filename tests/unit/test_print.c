/* Printing: .sym text that parses to an equal program, with as few parentheses as can be; and equality
 * itself, which must see every difference but positions and bound names. */
#include <stdlib.h>
#include <string.h>

#include "ir/cmd.h"
#include "tests/lib/sym_equal.h"
#include "tests/unit/helper_ice.h"
#include "tests/unit/helper_programs.h"
#include "tests/unit/unit.h"

/* In the arena, so that it outlives the diagnostics that refer to it. */
static const char *printed(const gt_sym *sym)
{
    gt_str out;
    gt_str_init(&out);
    gt_sym_print(sym, &out);
    const char *copy = gt_arena_strdup(ctx.arena, gt_str_text(&out));
    gt_str_fini(&out);
    return copy;
}

static void comes_back(const gt_sym *sym)
{
    const char *text = printed(sym);
    const gt_sym *again = load(text);
    ck_assert_msg(gt_sym_equal(sym, again), "another program:\n%s", text);
    ck_assert_str_eq(text, printed(again));
}

START_TEST(programs_come_back)
{
    comes_back(load(helper_programs[_i]));
}
END_TEST

/* ---- expressions ---- */

/* The invariant `text` over the variables below, printed. */
static const char *through(const char *kind, const char *text)
{
    const char *program = gt_arena_printf(
        ctx.arena,
        "ctmc; enum E { red, green }; shared a, b, c : bool; shared x, y, z : 0..3; shared u, v : E; "
        "shared k : [1..3] of 0..3; shared m : [E] of [2..4] of [E] of 0..3; shared d : P?; shared w : P = "
        "any;"
        "process P[2] { states A, B; var n : [0..1] of 0..3; var q : bool; rule do { d := any; q := true; "
        "loc := B; } } rule do { a := !a; x := any; u := any; k[1] := 1; m[red][2][red] := 1; w := any; } "
        "%s p: %s;",
        kind, text);
    const gt_sym *sym = load(program);
    gt_str out;
    gt_str_init(&out);
    gt_expr_print(sym->props[0]->formula, &out);
    const char *copy = gt_arena_strdup(ctx.arena, gt_str_text(&out));
    gt_str_fini(&out);
    comes_back(sym);
    return copy;
}

static const struct {
    const char *kind, *text, *printed; /* NULL: as written */
} expressions[] = {
    {"invariant", "a && b || c -> a <-> b", NULL},
    {"invariant", "a && (b || c)", NULL},
    {"invariant", "(a -> b) -> c", NULL},
    {"invariant", "(a -> (b -> c))", "a -> b -> c"},
    {"invariant", "a && (b && c)", NULL},
    {"invariant", "(a && b) && c", "a && b && c"},
    {"invariant", "a <-> (b <-> c)", NULL},
    {"invariant", "((a <-> b) <-> c)", "a <-> b <-> c"},
    {"invariant", "!(a && b) && !a", NULL},
    {"invariant", "!!a", NULL},
    {"invariant", "x - (y - z) == x - y - z", NULL},
    {"invariant", "x * (y + z) / 2 % 3 < (x - -1) * -y", NULL},
    {"invariant", "x / (y * z) == 1 && (x / y) * z == 1", "x / (y * z) == 1 && x / y * z == 1"},
    {"invariant", "-(x + 1) < -(-x)", NULL},
    {"invariant", "(a == b) == (x < 2)", "a == b == x < 2"},
    {"invariant", "a == (b == c)", NULL},
    {"invariant", "(a ? x : y) == (a ? b ? x : y : z)", NULL},
    {"invariant", "(a ? b : c) ? b : a ? c : b", NULL},
    {"invariant", "min(x, y + 1) > max(a ? 1 : 2, 3)", NULL},
    {"invariant", "x in {1, 2} && y in 0..z", "(x == 1 || x == 2) && (y >= 0 && y <= z)"},
    {"invariant", "u == red && red != v", NULL},
    {"invariant", "k[2] == k[x + 1] && k[x] < 3", NULL},
    {"invariant", "m[red][2][green] == m[u][x + 2][v] && m[green][x][red] == 0", NULL},
    {"invariant", "d != none && d@A && d.n[1] == w.n[x] && w != d", NULL},
    {"invariant", "exists i : P (i@A && (count j : P (j.loc != A && j.q)) > 1)",
     "exists i : P (i@A && count j : P (j.loc != A && j.q) > 1)"},
    {"invariant", "forall i, j : P (i == j || i.q)", "forall i : P (forall j : P (i == j || i.q))"},
    {"invariant", "exists i : P (i.q && exists i : P (i@A))", "exists i : P (i.q && exists i_2 : P (i_2@A))"},
    {"ctl", "AG (a -> AF b) && E [a U b || c] && !EX A [a W AX b]", NULL},
    {"ctl", "AG a && b", NULL},
    {"ltl", "G F a -> (a U b) U X c && a U b W c R a", NULL},
    {"ltl", "G (a U b == c)", NULL},
    {"pctl", "P>=0.5 [F<=10 a]", NULL},
    {"pctl", "P<0.125 [(a && b) U[1, 2.5] c] && S>0.1 [a || b]", NULL},
};

START_TEST(expressions_are_printed)
{
    const char *want = expressions[_i].printed ? expressions[_i].printed : expressions[_i].text;
    ck_assert_str_eq(through(expressions[_i].kind, expressions[_i].text), want);
}
END_TEST

/* ---- equality ---- */

static const char *const different[][2] = {
    {"model a;", "model b;"},
    {"mdp;", "dtmc;"},
    {"process P[2] { }", "process P[3] { }"},
    {"process P[2] { }", "process Q[2] { }"},
    {"shared x : 0..3;", "shared x : 0..4;"},
    {"shared x : 0..3;", "shared x : 0..3 = 1;"},
    {"shared x : 0..3 = any;", "shared x : 0..3 = any 1..3;"},
    {"shared x : 0..3 = any k : 0..3 where k != 1;", "shared x : 0..3 = any k : 0..3 where k != 2;"},
    {"shared x : {a, b};", "shared x : {a, c};"},
    {"shared x : [0..1] of bool;", "shared x : [1..2] of bool;"},
    {"shared d : P?; process P[2] { }", "shared d : P = any; process P[2] { }"},
    {"process P[2] { states A, B; A -> B; }", "process P[2] { states A, B; A -> A; }"},
    {"process P[2] { rule r; }", "process P[2] { rule s; }"},
    {"shared x : 0..3; rule do x := 1;", "shared x : 0..3; rule do x := 2;"},
    {"shared x : 0..3; rule do if (x == 1) x := 1;", "shared x : 0..3; rule do x := 1;"},
    {"process P[2] { rule with j : P; }", "process P[2] { rule; }"},
    {"process P[2] { var v : bool; rule do forall j : P do j.v := true; }",
     "process P[2] { var v : bool; rule with j : P do j.v := true; }"},
    {"process P[2] { var v : bool; } ctl p: forall i, j : P . AG (i.v -> j.v);",
     "process P[2] { var v : bool; } ctl p: forall i, j : P . AG (j.v -> i.v);"},
    {"process P[2] { var v : bool; } ctl p: forall i : P . i.v;",
     "process P[2] { var v : bool; } ctl p: exists i : P . i.v;"},
    {"shared x : bool; ctl p: x;", "shared x : bool; ltl p: x;"},
    {"shared x : bool; ctl p: x;", "shared x : bool; ctl q: x;"},
    {"shared x : bool; ctl p: AX x;", "shared x : bool; ctl p: EX x;"},
    {"shared x : bool; fairness x;", "shared x : bool; fairness !x;"},
    {"process P[2] { rule go; } fair process P;", "process P[2] { rule go; } strong fair process P;"},
    {"process P[2] { rule go; } fair process P;", "process P[2] { rule go; } fair rule go;"},
    {"mdp; shared x : bool; pctl p: P>=0.5 [F x];", "mdp; shared x : bool; pctl p: P>=0.25 [F x];"},
    {"mdp; shared x : bool; pctl p: P>=0.5 [F x];", "mdp; shared x : bool; pctl p: P>0.5 [F x];"},
    {"mdp; shared x : bool; pctl p: P>=0.5 [F<=3 x];", "mdp; shared x : bool; pctl p: P>=0.5 [F<=4 x];"},
    {"shared x : bool; invariant p: (x && x) == x;", "shared x : bool; invariant p: x && (x == x);"},
};

START_TEST(differences_are_seen)
{
    const gt_sym *a = load(different[_i][0]), *b = load(different[_i][1]);
    ck_assert(gt_sym_equal(a, a));
    ck_assert(!gt_sym_equal(a, b));
    ck_assert(!gt_sym_equal(b, a));
}
END_TEST

START_TEST(bound_names_and_layout_do_not_matter)
{
    ck_assert(gt_sym_equal(
        load("process P[2] { var v : bool; } invariant p: exists i, j : P (i != j && i.v && j.v);"),
        load("process P[2]\n{ var v : bool; }\ninvariant p: exists a : P (exists b : P ((a != b && a.v) && "
             "b.v));")));
    ck_assert(gt_sym_equal(load("shared x : -3..3 = -1;"), load("shared x : 0-3..3 = -(1);")));
}
END_TEST

/* The program with an invariant of 2^60 operands: `e` doubled by `kind` and a quantifier, again and again,
 * where the two halves are one node or, with `apart`, two. */
static const gt_sym *doubled(gt_expr_kind kind, bool apart, const char *leaf)
{
    gt_sym *sym = (gt_sym *)load(leaf);
    const gt_expr *left = sym->props[0]->formula, *right = left;
    for (int i = 0; i < 60; i++) {
        const gt_expr *next[2];
        for (int k = 0; k < (apart ? 2 : 1); k++) {
            const gt_expr *kids[2] = {left, right};
            const gt_expr *both = gt_expr_op(ctx.arena, left->pos, kind, 2, kids);
            gt_binder *binder = gt_arena_copy(ctx.arena, left->u.binder, 1, sizeof *binder);
            next[k] = gt_expr_quant(ctx.arena, left->pos, GT_EXPR_EXISTS, binder, both);
        }
        left = next[0];
        right = next[apart];
    }
    sym->props[0]->formula = left;
    return sym;
}

START_TEST(shared_nodes_are_compared_once)
{
    static const gt_expr_kind kinds[] = {GT_EXPR_IMPLIES, GT_EXPR_AND};
    const char *text = "process P[2] { states A, B; } invariant exists i : P (i@A);";
    const char *other = "process P[2] { states A, B; } invariant exists i : P (i@B);";
    for (int k = 0; k < 2; k++) {
        const gt_sym *a = doubled(kinds[k], false, text);
        ck_assert(gt_sym_equal(a, doubled(kinds[k], false, text)));
        ck_assert(gt_sym_equal(a, doubled(kinds[k], true, text)));
        ck_assert(gt_sym_equal(doubled(kinds[k], true, text), a));
        ck_assert(!gt_sym_equal(a, doubled(kinds[k], true, other)));
    }
}
END_TEST

/* A process bound outside is not one bound inside, however the two are compared. */
START_TEST(bound_processes_are_told_apart)
{
    const char *const texts[] = {
        "exists i : P (exists j : P (i@A && j@B))", "exists i : P (exists j : P (j@A && i@B))",
        "exists i : P (exists j : P (i@A && i@B))", "exists i : P (i@A && exists j : P (i@B))",
        "exists i : P (i@A && exists j : P (j@B))"};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            const char *a =
                gt_arena_printf(ctx.arena, "process P[2] { states A, B; } invariant %s;", texts[i]);
            const char *b =
                gt_arena_printf(ctx.arena, "process P[2] { states A, B; } invariant %s;", texts[k]);
            ck_assert_msg(gt_sym_equal(load(a), load(b)) == (i == k), "%s\n%s", a, b);
        }
}
END_TEST

/* ---- names ---- */

START_TEST(invented_names_clash_with_nothing)
{
    gt_sym *sym =
        gt_arena_copy(ctx.arena,
                      load("shared any1, i, i_2 : bool; shared d : P = any; process P[2] { rule do d "
                           ":= any j : P where j != d; } invariant p: exists i_3 : P (i_3 == d);"),
                      1, sizeof *sym);
    gt_binder *b = gt_arena_copy(ctx.arena, sym->rules[0]->choices[0], 1, sizeof *b);
    ((gt_binder *)(uintptr_t)sym->rules[0]->choices[0])->name = "$1";
    ((gt_binder *)(uintptr_t)sym->props[0]->formula->u.binder)->name = "i";
    const char *text = printed(sym);
    ck_assert_ptr_nonnull(strstr(text, "d := any any1_2 : P where any1_2 != d;"));
    ck_assert_ptr_nonnull(strstr(text, "exists i_3 : P (i_3 == d)"));
    ck_assert_str_eq(b->name, "j");
    comes_back(sym);
}
END_TEST

START_TEST(variables_that_are_no_identifiers_get_names)
{
    const gt_sym *sym = load("shared x : bool; process P[2] { var self_ : bool; } rule do x := !x;");
    sym->shared[0]->name = "a[0]";
    sym->procs[0]->vars[0]->name = "self";
    const char *text = printed(sym);
    ck_assert_ptr_nonnull(strstr(text, "shared a_0 : bool"));
    ck_assert_ptr_nonnull(strstr(text, "var self_2 : bool"));
    load(text);
}
END_TEST

/* ---- the verifier ---- */

static void verify_broken_sym(int way)
{
    static const char program[] =
        "shared x : bool; process P[2] { var v : bool; } rule when x do x := false;\n"
        "invariant p: exists i : P (i.v);";
    const gt_sym *sym = load(program);
    switch (way) {
    case 0: sym->props[0]->formula = sym->props[0]->formula->kids[0]; break;
    case 1: sym->rules[0]->guard = gt_expr_int(ctx.arena, (gt_pos){0}, 1); break;
    default: sym->rules[0]->guard = load(program)->rules[0]->guard; break;
    }
    gt_sym_verify(sym);
}

START_TEST(verifier_stops)
{
    static const char *const says[] = {"i is not bound here", "not a truth value",
                                       "variable x is not one of the program"};
    helper_expect_ice(verify_broken_sym, _i, says[_i]);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_loop_test(tests, programs_come_back, 0, (int)helper_nprograms);
    UNIT_ADD_EACH(tests, expressions_are_printed, expressions);
    UNIT_ADD_EACH(tests, differences_are_seen, different);
    tcase_add_test(tests, bound_names_and_layout_do_not_matter);
    tcase_add_test(tests, shared_nodes_are_compared_once);
    tcase_add_test(tests, bound_processes_are_told_apart);
    tcase_add_test(tests, invented_names_clash_with_nothing);
    tcase_add_test(tests, variables_that_are_no_identifiers_get_names);
    tcase_add_loop_test(tests, verifier_stops, 0, 3);
}
