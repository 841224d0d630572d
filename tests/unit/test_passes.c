/* The passes, one program per thing they must get right. Each program is translated in every way and held
 * against its own meaning by gt_bisim. */
#include "backends/check/prove/bisim.h"
#include "passes/passes.h"
#include "tests/unit/unit.h"

#include <string.h>

static void compare(const gt_sym *written, const gt_cmds *cmds, const char *how, uint64_t states[2])
{
    gt_cmds_verify(cmds);
    const gt_bisim_result *r = gt_bisim(&ctx, written, cmds, &(gt_bisim_options){0});
    gt_str text;
    gt_str_init(&text);
    gt_bisim_text(r, &text);
    ck_assert_msg(r->verdict == GT_BISIM_SAME, "%s: %.2000s", how, gt_str_text(&text));
    gt_str_fini(&text);
    if (states[0])
        ck_assert_uint_eq(states[0], r->concrete);
    states[0] = r->concrete;
    if (cmds->encoding == GT_ENC_NONE)
        return;
    if (states[1])
        ck_assert_msg(states[1] == r->abstract, "%s: %lu abstract states instead of %lu", how,
                      (unsigned long)r->abstract, (unsigned long)states[1]);
    states[1] = r->abstract;
}

/* Every encoding, plain and simplified, is bisimilar to the program; returns the number of concrete states.
 */
static uint64_t same_in_all(const char *text)
{
    static const struct {
        gt_encoding encoding;
        const char *name;
    } all[] = {{GT_ENC_NONE, "no-reduce"},
               {GT_ENC_DENSE, "dense"},
               {GT_ENC_VECTOR, "vector"},
               {GT_ENC_PAIRS, "pairs"}};
    const gt_sym *written = load(text), *sym = prepare(written);
    uint64_t states[2] = {0, 0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const gt_cmds *cmds = encode(sym, all[i].encoding);
        compare(written, cmds, all[i].name, states);
        char how[64];
        snprintf(how, sizeof how, "%s, simplified", all[i].name);
        compare(written, gt_pass_simplify(&ctx, cmds), how, states);
    }
    return states[0];
}

/* ---- programs ---- */

static const struct {
    const char *what, *text;
} programs[] = {
    {"token", "shared tok : Client = any;\n"
              "process Client[3] { states Idle, Trying, Critical;\n"
              "  Idle -> Trying; Trying -> Critical when tok == self; Critical -> Idle do tok := any; }\n"
              "invariant mutex: !(exists i, j : Client (i != j && i@Critical && j@Critical));\n"
              "ctl individual: forall i : Client . AG (i@Trying -> AF i@Critical);\n"},
    {"two ghosts of one type, one of another", "process P[2] { states A, B; A -> B; B -> A; }\n"
                                               "process Q[2] { states C, D; C -> D; }\n"
                                               "ctl a: forall i, j : P . AG (i@A && j@B -> i != j);\n"
                                               "ctl b: exists i : P, k : Q . EF (i@B && k@D);\n"},
    {"errors: range, division, index, guards and updates",
     "shared x : 0..3 = 0; shared y : 0..2 = 1; shared a : [0..2] of 0..3 = 0;\n"
     "process P[2] { states A, B; var v : 0..2 = 0;\n"
     "  A -> B when 4 / y > 1 do x := x + 1;\n"
     "  B -> A do { a[x] := v; v := v + 1; }\n"
     "  rule down when @B do y := y - 1; }\n"
     "invariant small: x / (y + 1) < 3;\n"},
    {"errors: short circuits and quantifiers", "shared y : 0..2 = 2;\n"
                                               "process P[2] { states A, B; var v : 0..2 = 1;\n"
                                               "  A -> B when y != 0 && 2 / y == 1 || v > 0;\n"
                                               "  rule dec when @B && y > 0 do y := y - 1;\n"
                                               "  rule look when exists j : P (6 / j.v == 3) do v := 0;\n"
                                               "  rule lazy when (y == 0 ? true : 2 / y == 2) do v := 2; }\n"
                                               "ctl odd: AG (y != 0 -> EF (4 / (y + 1) > 1));\n"},
    {"errors: choices and their restrictions",
     "shared x : 0..3 = 1; shared d : P? = none;\n"
     "process P[3] { states A, B; var v : 0..2 = 1;\n"
     "  rule pick when @A do d := any j : P where 2 / j.v == 1;\n"
     "  rule set when @A do x := any k : 0..4 where k != x;\n"
     "  rule both when @B do { v := any k : 0..2 where 4 / (k + x) > 0; x := any 0..3; }\n"
     "  A -> B when d == self; B -> A do v := 2 - v; }\n"},
    {"errors: broadcast and conditional updates",
     "shared x : 0..2 = 2;\n"
     "process P[3] { states A, B; var v : 0..2 = 0;\n"
     "  A -> B do forall j : P where j != self && 2 / x > 0 do { j.v := j.v + 1; }\n"
     "  B -> A do if (v > 1) { x := x - 1; } else { v := 2 / x; } }\n"},
    {"arrays: shared, local, two dimensions, enum index",
     "enum M { req, ack }; shared b : [0..1] of [M] of bool; shared i : 0..1 = 0; shared m : M = req;\n"
     "process P[2] { states A, B; var c : [1..3] of 0..1;\n"
     "  A -> B do { b[i][m] := !b[i][m]; c[i + 1] := 1 - c[i + 2]; }\n"
     "  B -> A when b[0][m] || c[2] == 1 do { i := 1 - i; m := any; } }\n"},
    {"arrays of ids", "shared q : [0..2] of P? = none; shared h : 0..2 = 0; shared c : 0..2 = 0;\n"
                      "process P[3] { states Idle, Wait, Crit;\n"
                      "  Idle -> Wait when c < 2 do { q[(h + c) % 3] := self; c := c + 1; }\n"
                      "  Wait -> Crit when q[h] == self;\n"
                      "  Crit -> Idle do { q[h] := none; h := (h + 1) % 3; c := c - 1; } }\n"
                      "invariant first: !(exists i : P (i@Crit && q[h] != i));\n"},
    {"ids by cases: compared, read, written through, assigned",
     "shared d : P = any; shared e : P = any; shared x : bool = false;\n"
     "process P[3] { states A, B; var v : 0..1 = 0;\n"
     "  A -> B when (x ? d : e) == self do { (x ? d : e).v := 1; d := x ? e : self; }\n"
     "  B -> A when (x ? d : e)@B do { x := !x; e := any; } }\n"},
    {"initial values: choices, filters, copies",
     "shared d1 : P = any; shared d2 : P = any j : P where j != d1; shared d3 : P? = d1; shared k : 0..2 = "
     "any;\n"
     "shared l : 0..4 = k + 1; shared m : 0..2 = any z : 0..2 where z != k;\n"
     "process P[3] { states A, B, C = any; var v : bool = self == d1; var w : 0..2 = any z : 0..2 where z <= "
     "k;\n"
     "  A -> B when d2 == self do d3 := none; B -> C when v do d2 := self; C -> A when w > 0 do d1 := d2; "
     "}\n"},
    {"no local variables, none, two types",
     "shared d : Q? = none; shared e : Q? = none;\n"
     "process Q[2] { rule take when d == none do d := self; rule give when d == self do { e := d; d := none; "
     "} }\n"
     "process P[2] { states A, B; A -> B when exists q : Q (q == d && q != e); B -> A; }\n"},
    {"rendezvous, partners of both types, remote updates",
     "shared d : P = any;\n"
     "process P[3] { states A, B; var v : 0..1 = 0;\n"
     "  rule meet with j : P where j@A when @A do { loc := B; j.v := 1 - j.v; }\n"
     "  rule trade with j : P, k : Q when @B && k@C do { loc := A; j.loc := B; k.loc := D; d.v := 0; d := j; "
     "} }\n"
     "process Q[2] { states C, D; rule back with p : P when @D && p@B do { loc := C; d := p; } }\n"},
    {"broadcast with everybody in roles",
     "shared d : P? = none; shared e : P = any; shared x : 0..2 = 0;\n"
     "process P[3] { states A, B, C; var v : 0..2 = 0;\n"
     "  A -> B do { forall j : P where j != self do { j.v := (j.v + x) % 3; } x := (x + 1) % 3; }\n"
     "  rule reset with k : P when @B do { forall j : P where j@A do { j.loc := C; } d := k; }\n"
     "  B -> A when d != none && d@C do { d := none; forall j : P where j@C do { j.loc := B; } e := self; } "
     "}\n"},
    {"a negative range first, so that empty slots need more values",
     "shared d : P? = none;\n"
     "process P[3] { var u : -2..-1 = -2; var v : 1..2 = 1;\n"
     "  rule a when d == none do { d := self; u := -1; } rule b when d == self do { d := none; v := 3 - v; u "
     ":= -2; } }\n"},
    {"mdp",
     "mdp;\nshared x : 0..2 = 0;\nprocess P[2] { states A, B;\n"
     "  A -> B do { 0.5: { x := 1; } | 0.25: { x := 2; } | 0.25: { x := 1; } } B -> A when x < 2; }\n"},
    {"dtmc", "dtmc;\nshared d : P = any; shared x : 0..2 = 0;\nprocess P[3] { states A, B;\n"
             "  A -> B do { 0.5: { x := any 0..1; } | 0.5: { x := 2; } }\n"
             "  rule pair with j : P when @B && j@B do { j.loc := A; d := any k : P where k != self; }\n"
             "  rule loop when d == self do x := any z : 0..3 where z != x; }\n"},
    {"ctmc",
     "ctmc;\nshared x : 1..2 = 1;\nprocess P[3] { states A, B; A -> B rate 2 * x; B -> A rate 1 / x;\n"
     "  rule r with j : P when @A && j@B rate 0.5 do x := 3 - x; }\n"
     "reward busy : count j : P (j@B) / x;\n"},
};

START_TEST(every_encoding_is_exact)
{
    uint64_t states = same_in_all(programs[_i].text);
    ck_assert_msg(states > 2, "%s: nothing happens", programs[_i].what);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, every_encoding_is_exact, programs);
}
