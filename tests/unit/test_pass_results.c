/* What single passes make of small programs: what must be there, and what must not. */
#include "passes/passes.h"
#include "tests/unit/unit.h"

#include <string.h>

static const gt_sym *total(const char *text)
{
    return gt_pass_total(&ctx, load(text));
}

static const gt_sym *prepared(const char *text)
{
    return prepare(load(text));
}

static bool can_err(const gt_sym *sym)
{
    return sym->nprops && sym->props[sym->nprops - 1]->kind == GT_PROP_NOERROR;
}

static const gt_var *find_shared(const gt_sym *sym, const char *name)
{
    for (uint32_t i = 0; i < sym->nshared; i++)
        if (!strcmp(sym->shared[i]->name, name))
            return sym->shared[i];
    return NULL;
}

/* ---- total ---- */

static const char *const harmless[] = {
    "shared x : 0..3 = 0; rule r when x < 3 do x := x + 1;",
    "shared x : 0..3 = 0; rule r do if (x < 3) { x := x + 1; }",
    "shared x : 0..3 = 0; rule r do if (x == 3) { x := 0; } else { x := x + 1; }",
    "shared x : 0..3 = 0; rule r do x := x < 3 ? x + 1 : 0;",
    "shared x : 0..3 = 0; rule r do x := (x + 1) % 4;",
    "shared x : 0..3 = 3; rule r when x != 0 && 4 / x > 1 do x := x - 1;",
    "shared x : 0..3 = 3; rule r when !(x == 0) do x := 3 / x;",
    "shared x : 0..3 = 0; rule r when x == 0 || 4 / x > 1 do x := 3;",
    "shared x : 0..3 = 0; shared y : 0..9 = 5; rule r when x < y && y <= 3 do x := x + 1;",
    "shared a : [0..3] of bool; shared i : 0..3 = 0; rule r do a[i] := !a[3 - i];",
    "shared a : [0..3] of bool; shared i : 0..9 = 0; rule r when i in 0..3 do { a[i] := true; i := 9; }",
    "shared x : 0..3 = 0; rule r do x := any k : 0..9 where k < 4;",
    "process P[2] { var v : 0..3 = 0; rule r with j : P when j.v < v do { j.v := j.v + 1; v := v - 1; } }",
    "process P[2] { var v : 0..3 = 1; rule r do forall j : P where j.v > 0 do { j.v := 3 / j.v; } }",
};

START_TEST(no_error_where_none_is_possible)
{
    const gt_sym *sym = total(harmless[_i]);
    ck_assert_msg(!can_err(sym), "%s", harmless[_i]);
    ck_assert_uint_eq(sym->nrules, 1);
    ck_assert_ptr_null(find_shared(sym, "error"));
}
END_TEST

static const char *const harmful[] = {
    "shared x : 0..3 = 0; rule r do x := x + 1;",
    "shared x : 0..3 = 0; rule r when x <= 3 do x := x + 1;",
    "shared x : 0..3 = 0; rule r when x > 1 || 4 / x > 1 do x := 0;",
    "shared a : [0..3] of bool; shared i : 0..4 = 0; rule r when a[i] do i := 0;",
    "shared a : [0..3] of bool; shared i : 0..4 = 0; rule r do a[i] := true;",
    "shared x : 0..3 = 0; rule r do x := any 0..4;",
    "shared x : 0..3 = 0; rule r do x := any k : 0..3 where 4 / k > 1;",
    "process P[2] { var v : 0..3 = 1; rule r do forall j : P do { j.v := 3 / j.v; } }",
    "process P[2] { var v : 0..3 = 1; rule r when exists j : P (6 / j.v == 2) do v := 0; }",
};

START_TEST(an_error_rule_where_one_is_possible)
{
    const gt_sym *sym = total(harmful[_i]);
    ck_assert_msg(can_err(sym), "%s", harmful[_i]);
    ck_assert_uint_eq(sym->nrules, 2);
    const gt_rule *error = sym->rules[1];
    const char *tail = strrchr(error->label, ' ');
    ck_assert_ptr_nonnull(tail);
    ck_assert_str_eq(tail, " (error)");
    ck_assert(find_shared(sym, "error")->is_error);
    ck_assert(error->branches[0].updates[0].var->is_error);
    gt_sym_verify(sym);
}
END_TEST

START_TEST(an_atom_that_cannot_be_evaluated_fails_the_error_property)
{
    const gt_sym *sym = total("shared x : 0..3 = 0; rule r do x := 0; invariant i: 4 / x > 1;");
    ck_assert(can_err(sym));
    ck_assert_uint_eq(sym->nrules, 1); /* no step is added for it */
    ck_assert_ptr_null(find_shared(sym, "error"));
}
END_TEST

START_TEST(the_flag_finds_a_name)
{
    const gt_sym *sym = total("shared error : 0..3 = 0; rule r do error := error + 1;");
    ck_assert(!find_shared(sym, "error")->is_error);
    ck_assert(find_shared(sym, "error_1")->is_error);
}
END_TEST

/* ---- scalar and ghosts ---- */

START_TEST(elements_have_names)
{
    const gt_sym *sym =
        prepared("enum M { req, ack }; shared a : [-1..0] of [M] of bool; shared a_0_req : bool;\n"
                 "process P[2] { var c : [1..2] of 0..1; rule r do c[1] := 1; }");
    ck_assert_uint_eq(sym->nshared, 5);
    ck_assert_str_eq(sym->shared[0]->name, "a_m1_req");
    ck_assert_str_eq(sym->shared[2]->name, "a_0_req_1"); /* a_0_req is taken */
    ck_assert_str_eq(sym->shared[3]->name, "a_0_ack");
    ck_assert_uint_eq(sym->shared[3]->element, 3);
    ck_assert_uint_eq(sym->procs[0]->nvars, 2);
    ck_assert_str_eq(sym->procs[0]->vars[1]->name, "c_2");
    ck_assert_ptr_eq(sym->procs[0]->vars[1]->owner, sym->procs[0]);
}
END_TEST

START_TEST(ghosts_are_shared)
{
    const gt_sym *sym = prepared("process P[2] { states A, B; A -> B; }\nprocess Q[2] { states C; }\n"
                                 "ctl a: forall i, j : P . AG (i@A || j == i || j@A);\n"
                                 "ctl b: exists k : Q, i : P . EF (i@B && k@C);\n");
    ck_assert_uint_eq(sym->nshared, 3); /* two of P, one of Q */
    uint32_t of_p = 0;
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert(sym->shared[i]->is_ghost);
        of_p += sym->shared[i]->type.proc == sym->procs[0];
    }
    ck_assert_uint_eq(of_p, 2);
    ck_assert_uint_eq(sym->props[1]->nprefix, 2);
    ck_assert(sym->props[1]->prefix_exists);
}
END_TEST

/* ---- simplify, expand ---- */

static const gt_cmds *simplified(const char *text)
{
    const gt_cmds *cmds = gt_pass_simplify(&ctx, gt_pass_expand(&ctx, prepared(text)));
    gt_cmds_verify(cmds);
    return cmds;
}

START_TEST(constants_and_dead_commands_go)
{
    const gt_cmds *cmds = simplified("shared x : 0..3 = 2; shared y : 0..3 = 0; shared z : 0..1 = 0;\n"
                                     "rule a when x == 2 do y := x + 1;\nrule b when x < 2 do z := 1;\n"
                                     "rule c when y < 2 && y > 2 do z := 1;\ninvariant i: z == 0;\n");
    ck_assert_uint_eq(cmds->nvars, 1);
    ck_assert_str_eq(cmds->vars[0].name, "y");
    ck_assert_uint_eq(cmds->ncmds, 1);
    ck_assert(gt_expr_is_true(cmds->cmds[0].guard));
    ck_assert(gt_expr_is_true(cmds->props[0].formula));
}
END_TEST

START_TEST(equal_branches_are_added_up)
{
    const gt_cmds *cmds =
        simplified("mdp; shared x : 0..3 = 0;\n"
                   "rule a do { 0.25: { x := 1; } | 0.5: { x := 2; } | 0.25: { x := 1; } }\n"
                   "rule b when x == 1 do { 0.5: { x := 1; } | 0.5: {  } }\n");
    ck_assert_uint_eq(cmds->cmds[0].nbranches, 2);
    const gt_expr *prob = cmds->cmds[0].branches[0].prob;
    ck_assert_int_eq(prob->u.real.num, 1);
    ck_assert_int_eq(prob->u.real.den, 2);
    ck_assert_uint_eq(cmds->cmds[1].nbranches, 1); /* x := 1 changes nothing there */
    ck_assert_uint_eq(cmds->cmds[1].branches[0].nassigns, 0);
}
END_TEST

START_TEST(too_many_copies_are_refused)
{
    const gt_sym *sym = prepared("process P[2000000] { states A, B; A -> B; }");
    ck_assert_ptr_null(gt_pass_expand(&ctx, sym));
    ck_assert_uint_eq(gt_diag_errors(ctx.diag), 1);
}
END_TEST

/* ---- encodings ---- */

static gt_encoding best_for(const char *text)
{
    const gt_pop *pop = gt_pass_population(&ctx, prepared(text));
    ck_assert_ptr_nonnull(pop);
    return gt_pass_choose_encoding(pop, false);
}

START_TEST(the_encoding_fits_the_program)
{
    ck_assert_int_eq(best_for("process P[1000] { states A, B; A -> B; }"), GT_ENC_DENSE);
    const char *few = "process P[5] { var a : 0..19 = 0; var b : 0..19 = 0;\n"
                      "  rule x do a := (a + 1) % 20; rule y do b := (b + 1) % 20; }";
    ck_assert_int_eq(best_for(few), GT_ENC_VECTOR);
    const char *many = "process P[100000] { var a : 0..4 = 0; rule x do a := (a + 1) % 5; }\n"
                       "process Q[3] { var a : 0..999 = 0; rule x do a := (a + 1) % 1000; }";
    ck_assert_int_eq(best_for(many), GT_ENC_PAIRS);
}
END_TEST

/* 20 processes of 10^5 local states: the local states are never enumerated by the encoding. */
START_TEST(many_local_states)
{
    const char *text = "shared t : P? = none;\n"
                       "process P[20] { var a : 0..99 = 0; var b : 0..999 = 0;\n"
                       "  rule x when t == none do { a := (a + 1) % 100; t := self; }\n"
                       "  rule y with j : P when t == self do { b := (j.b + 1) % 1000; t := none; } }";
    const gt_pop *pop = gt_pass_population(&ctx, prepared(text));
    ck_assert_ptr_nonnull(pop);
    ck_assert_uint_ge(pop->locals[0].nstates, 100000);
    size_t before = gt_arena_used(ctx.arena);
    for (int pairs = 0; pairs < 2; pairs++) {
        const gt_cmds *cmds = gt_pass_nonzero(&ctx, pop, pairs ? GT_ENC_PAIRS : GT_ENC_VECTOR);
        ck_assert_ptr_nonnull(cmds);
        ck_assert_uint_lt(cmds->ncmds, 1000);
    }
    ck_assert_uint_lt(gt_arena_used(ctx.arena) - before, (size_t)100 << 20);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, no_error_where_none_is_possible, harmless);
    UNIT_ADD_EACH(tests, an_error_rule_where_one_is_possible, harmful);
    tcase_add_test(tests, an_atom_that_cannot_be_evaluated_fails_the_error_property);
    tcase_add_test(tests, the_flag_finds_a_name);
    tcase_add_test(tests, elements_have_names);
    tcase_add_test(tests, ghosts_are_shared);
    tcase_add_test(tests, constants_and_dead_commands_go);
    tcase_add_test(tests, equal_branches_are_added_up);
    tcase_add_test(tests, too_many_copies_are_refused);
    tcase_add_test(tests, the_encoding_fits_the_program);
    tcase_add_test(tests, many_local_states);
}
