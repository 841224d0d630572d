/* The parts of the back ends that need no checker: names, sharing, the LTL fragment of CTL, reading traces.
 */
#include "backends/check/checkers/checker.h"
#include "backends/targets/mangle.h"
#include "backends/targets/target.h"
#include "ir/temporal/temporal.h"
#include "tests/unit/helper_cmds.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

/* What a translation of a program has and the builder leaves out. */
static const gt_cmds *named(const gt_cmds *cmds)
{
    gt_cmds *copy = gt_arena_copy(ctx.arena, cmds, 1, sizeof *cmds);
    gt_sym *sym = GT_NEW(ctx.arena, gt_sym);
    sym->name = "m";
    sym->file = "m.sym";
    copy->sym = sym;
    copy->cmds = gt_arena_copy(ctx.arena, cmds->cmds, cmds->ncmds, sizeof *cmds->cmds);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        gt_rule *rule = GT_NEW(ctx.arena, gt_rule);
        rule->label = cmds->cmds[i].label;
        copy->cmds[i].origin = rule;
    }
    return copy;
}

START_TEST(names_are_unique_and_free)
{
    static const char *const reserved[] = {"next", "T", "T_", "WF_*", NULL};
    gt_mangler *m = gt_mangler_new(ctx.arena, reserved);
    ck_assert_str_eq(gt_mangle(m, "n_Idle"), "n_Idle");
    ck_assert_str_eq(gt_mangle(m, "next"), "next_");
    ck_assert_str_eq(gt_mangle(m, "next"), "next_2");
    ck_assert_str_eq(gt_mangle(m, "T"), "T_2");
    ck_assert_str_eq(gt_mangle(m, "a,b c"), "a_b_c");
    ck_assert_str_eq(gt_mangle(m, "a_b_c"), "a_b_c_");
    ck_assert_str_eq(gt_mangle(m, "_x"), "v_x");
    ck_assert_str_eq(gt_mangle(m, "3"), "v3");
    ck_assert_str_eq(gt_mangle(m, "WF_x"), "W_F_x");
    gt_mangler_free(m);
}
END_TEST

START_TEST(reserved_words_are_never_handed_out)
{
    for (uint32_t b = 0; gt_target_at(b); b++) {
        const char *const *reserved = gt_target_at(b)->reserved;
        if (!reserved)
            continue;
        gt_mangler *m = gt_mangler_new(ctx.arena, reserved);
        for (const char *const *w = reserved; *w; w++)
            ck_assert_str_ne(gt_mangle(m, *w), *w);
        gt_mangler_free(m);
    }
}
END_TEST

START_TEST(bits)
{
    ck_assert_uint_eq(gt_bits(0, 0), 1);
    ck_assert_uint_eq(gt_bits(0, 1), 1);
    ck_assert_uint_eq(gt_bits(0, 2), 2);
    ck_assert_uint_eq(gt_bits(0, 64), 7);
    ck_assert_uint_eq(gt_bits(-1, 0), 1);
    ck_assert_uint_eq(gt_bits(-1, 1), 2);
    ck_assert_uint_eq(gt_bits(-4, 3), 3);
    ck_assert_uint_eq(gt_bits(-5, 3), 4);
}
END_TEST

/* ---- CTL to LTL ---- */

static const gt_expr *ltl_of(const gt_expr *ctl)
{
    cmds_builder b;
    gt_pos pos;
    const char *why = NULL;
    cb_init(&b, &ctx);
    cb_var(&b, GT_CVAR_SHARED, "x", gt_type_int(0, 3), cb_int(&b, 0), cb_int(&b, 0));
    cb_prop(&b, GT_PROP_CTL, "p", ctl);
    const gt_expr *f = gt_temporal_ltl(&ctx, cb_finish(&b), 0, &pos, &why);
    ck_assert((f == NULL) == (why != NULL));
    return f;
}

static const gt_expr *un(gt_expr_kind kind, const gt_expr *x)
{
    return gt_expr_op1(ctx.arena, (gt_pos){0}, kind, x);
}

static const gt_expr *bin(gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(ctx.arena, (gt_pos){0}, kind, x, y);
}

START_TEST(ctl_with_an_ltl_equivalent)
{
    const gt_expr *x = gt_expr_cvar(ctx.arena, (gt_pos){0}, 0, gt_type_int(0, 3));
    const gt_expr *p = bin(GT_EXPR_EQ, x, gt_expr_int(ctx.arena, (gt_pos){0}, 1));
    const gt_expr *q = bin(GT_EXPR_EQ, x, gt_expr_int(ctx.arena, (gt_pos){0}, 2));
    /* AG (p -> AF q) is G (!p || F q) */
    const gt_expr *f = ltl_of(un(GT_EXPR_AG, bin(GT_EXPR_IMPLIES, p, un(GT_EXPR_AF, q))));
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(f->kind, GT_EXPR_G);
    ck_assert_int_eq(f->kids[0]->kind, GT_EXPR_OR);
    ck_assert_int_eq(f->kids[0]->kids[1]->kind, GT_EXPR_F);
    /* !EF p is G !p; !E[p U q] is !p R !q */
    ck_assert_int_eq(ltl_of(un(GT_EXPR_NOT, un(GT_EXPR_EF, p)))->kind, GT_EXPR_G);
    ck_assert_int_eq(ltl_of(un(GT_EXPR_NOT, bin(GT_EXPR_EU, p, q)))->kind, GT_EXPR_R);
    ck_assert_ptr_nonnull(ltl_of(bin(GT_EXPR_AU, un(GT_EXPR_AG, p), q)));
    ck_assert_ptr_nonnull(ltl_of(bin(GT_EXPR_AR, p, un(GT_EXPR_AX, q))));
}
END_TEST

START_TEST(ctl_without_an_ltl_equivalent)
{
    const gt_expr *x = gt_expr_cvar(ctx.arena, (gt_pos){0}, 0, gt_type_int(0, 3));
    const gt_expr *p = bin(GT_EXPR_EQ, x, gt_expr_int(ctx.arena, (gt_pos){0}, 1));
    ck_assert_ptr_null(ltl_of(un(GT_EXPR_EF, p)));
    ck_assert_ptr_null(ltl_of(un(GT_EXPR_AG, un(GT_EXPR_EF, p))));
    ck_assert_ptr_null(ltl_of(un(GT_EXPR_AF, un(GT_EXPR_AG, p))));
    ck_assert_ptr_null(ltl_of(bin(GT_EXPR_OR, un(GT_EXPR_AG, p), un(GT_EXPR_AF, p))));
    ck_assert_ptr_null(ltl_of(bin(GT_EXPR_AU, p, un(GT_EXPR_AX, p))));
    ck_assert_ptr_null(ltl_of(un(GT_EXPR_NOT, un(GT_EXPR_AG, p))));
    ck_assert_ptr_null(ltl_of(bin(GT_EXPR_IFF, un(GT_EXPR_AG, p), p)));
}
END_TEST

/* ---- files ---- */

START_TEST(output_is_deterministic)
{
    for (uint32_t b = 0; gt_target_at(b); b++) {
        gt_outputs one, two;
        gt_emit_options options = {.base = "m", .order = true};
        gt_outputs_init(&one);
        gt_outputs_init(&two);
        const gt_cmds *cmds = named(cb_semaphore(&ctx, 4, 3));
        gt_emit *emit = gt_emit_new(&ctx, gt_target_at(b), cmds, &options);
        ck_assert(gt_emit_check(emit));
        gt_emit_write(emit, &options, &one);
        gt_emit_write(emit, &options, &two); /* names given the first time are free again */
        gt_emit_free(emit);
        ck_assert_uint_eq(one.nfiles, two.nfiles);
        ck_assert_str_eq(one.files[0].suffix + 1, gt_target_at(b)->extension);
        for (uint32_t i = 0; i < one.nfiles; i++) {
            ck_assert_str_eq(one.files[i].suffix, two.files[i].suffix);
            ck_assert_str_eq(gt_str_text(&one.files[i].text), gt_str_text(&two.files[i].text));
        }
        gt_outputs_fini(&one);
        gt_outputs_fini(&two);
    }
}
END_TEST

/* The main file that a target makes of a program. */
static const char *written(const gt_cmds *cmds, const char *target, const gt_emit_options *options)
{
    gt_outputs out;
    gt_outputs_init(&out);
    gt_emit *emit = gt_emit_new(&ctx, gt_target_find(target), cmds, options);
    ck_assert(gt_emit_check(emit));
    gt_emit_write(emit, options, &out);
    gt_emit_free(emit);
    gt_str all;
    gt_str_init(&all);
    for (uint32_t i = 0; i < out.nfiles; i++)
        gt_str_add(&all, gt_str_text(&out.files[i].text));
    const char *text = gt_arena_strdup(ctx.arena, gt_str_text(&all));
    gt_str_fini(&all);
    gt_outputs_fini(&out);
    return text;
}

static void ck_has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "no `%s` in\n%s", part, text);
}

/* Invariants known to hold stand in front of the others, with the encoding's own. */
START_TEST(given_invariants_are_antecedents)
{
    static const bool given[] = {true, false};
    const char *text =
        written(named(cb_semaphore(&ctx, 4, 3)), "smv", &(gt_emit_options){.base = "m", .smv_given = given});
    ck_has(text, "deadlock := m2 <= 1 & m0 + m1 + m2 = 4 & TRUE -> !stuck;");
}
END_TEST

/* What is skipped is not written anywhere, in no file. */
START_TEST(skipped_properties_are_left_out)
{
    for (uint32_t b = 0; gt_target_at(b); b++) {
        static const bool skip[] = {true, false};
        const gt_cmds *cmds = named(cb_semaphore(&ctx, 4, 3));
        const char *name = gt_target_at(b)->name,
                   *both = written(cmds, name, &(gt_emit_options){.base = "m"}),
                   *one = written(cmds, name, &(gt_emit_options){.base = "m", .skip = skip});
        const char *first = cmds->props[0].origin->name, *second = cmds->props[1].origin->name;
        ck_has(both, first);
        ck_assert_msg(strstr(one, first) == NULL, "%s: `%s` in\n%s", name, first, one);
        ck_has(one, second);
    }
}
END_TEST

/* Bounds are moved by what a checker may be wrong, up or down. */
START_TEST(bounds_are_moved)
{
    const gt_cmds *cmds = encode(prepare(load("dtmc; shared x : 0..1; rule r do x := 1 - x;\n"
                                              "pctl a: P>=0.5 [F x == 1]; pctl b: P<0.5 [F x == 1];\n"
                                              "reward w: 1; pctl c: R{\"w\"}>20 [C<=3];\n"
                                              "pctl sure: P>=1 [F x == 1]; pctl next: P>=1 [X x == 1];\n"
                                              "pctl soon: P>=1 [F<=2 x == 1]; pctl never: P<=0 [X x == 1];\n"
                                              "pctl long: R{\"w\"}<=0 [S];")),
                                 GT_ENC_DENSE);
    const char *text = written(cmds, "prism", &(gt_emit_options){.base = "m", .prism_slack = 0.001});
    ck_has(text, "P>=(0.5 - 0.001) [ F \"a_1\" ];");
    ck_has(text, "P<(0.5 + 0.001) [ F \"b_1\" ];");
    ck_has(text, "R{\"w\"}>(20 - 0.02) [ C<=3 ];");
    /* where the graph alone decides, nothing is moved */
    ck_has(text, "P>=1 [ F \"sure_1\" ];");
    ck_has(text, "P>=(1 - 0.001) [ X \"next_1\" ];");
    ck_has(text, "P>=(1 - 0.001) [ F<=2 \"soon_1\" ];");
    ck_has(text, "P<=0 [ X \"never_1\" ];");
    ck_has(text, "R{\"w\"}<=(0 + 0.001) [ S ];");
}
END_TEST

/* x := x * x + 1 nested 40 deep has a tree of 2^40 nodes; the file must stay small. */
START_TEST(shared_subexpressions_are_written_once)
{
    cmds_builder b;
    cb_init(&b, &ctx);
    uint32_t x = cb_var(&b, GT_CVAR_SHARED, "x", gt_type_int(0, 1), cb_int(&b, 0), cb_int(&b, 0));
    const gt_expr *e = cb_is(&b, x);
    for (int i = 0; i < 40; i++)
        e = cb_op(&b, GT_EXPR_MOD, cb_op(&b, GT_EXPR_ADD, cb_op(&b, GT_EXPR_MUL, e, e), cb_int(&b, 1)),
                  cb_int(&b, 2));
    gt_assign assign = {.var = x, .value = e};
    cb_cmd(&b, cb_cmp(&b, GT_EXPR_EQ, x, 0), 1, &assign);
    const gt_cmds *cmds = named(cb_finish(&b));
    cb_init(&b, &ctx);
    cb_var(&b, GT_CVAR_SHARED, "x", gt_type_int(0, 1), cb_int(&b, 0), cb_int(&b, 0));
    cb_cmd(&b, cb_op(&b, GT_EXPR_EQ, e, cb_int(&b, 0)), 0, NULL);
    const gt_cmds *guarded = named(cb_finish(&b));
    gt_emit_options options = {.base = "m"};
    static const char *const targets[] = {"smv", "pml", "tla", "prism"};
    for (size_t t = 0; t < sizeof targets / sizeof targets[0]; t++) {
        gt_outputs out;
        gt_outputs_init(&out);
        gt_emit *emit = gt_emit_new(&ctx, gt_target_find(targets[t]), cmds, &options);
        gt_emit_write(emit, &options, &out);
        gt_emit_free(emit);
        ck_assert_uint_lt(out.files[0].text.len, 20000);
        gt_outputs_fini(&out);
    }
    /* In a guard Spin has only macros, which are text. */
    gt_emit *fine = gt_emit_new(&ctx, gt_target_find("pml"), cmds, NULL);
    gt_emit *large = gt_emit_new(&ctx, gt_target_find("pml"), guarded, NULL);
    ck_assert_ptr_null(fine->refused);
    ck_assert_ptr_nonnull(large->refused);
    gt_emit_free(fine);
    gt_emit_free(large);
}
END_TEST

/* ---- traces made elsewhere ---- */

static const gt_cmds *two_variables(void)
{
    cmds_builder b;
    cb_init(&b, &ctx);
    cb_var(&b, GT_CVAR_SHARED, "x", gt_type_int(-3, 3), cb_int(&b, 0), cb_int(&b, 0));
    cb_var(&b, GT_CVAR_SHARED, "next", gt_type_bool(), gt_expr_bool(ctx.arena, (gt_pos){0}, false),
           gt_expr_bool(ctx.arena, (gt_pos){0}, false));
    return cb_finish(&b);
}

static const gt_abs_trace *read_text(const gt_cmds *cmds, const char *text, const char **why)
{
    *why = NULL;
    return gt_target_read(&ctx, cmds, text, strlen(text), why);
}

START_TEST(a_trace_of_nusmv)
{
    const char *why;
    const gt_abs_trace *t =
        read_text(two_variables(),
                  "<?xml version=\"1.0\"?>\n<counter-example type=\"0\"><node><state id=\"1\"><value "
                  "variable=\"x\">0ud3_7</value>"
                  "<value variable=\"next_\">FALSE</value><value variable=\"e1\">TRUE</value></state></node>"
                  "<node><state id=\"2\"><value variable=\"next_\">TRUE</value></state></node>"
                  "<node><state id=\"3\"><value variable=\"x\">0ud3_7</value><value "
                  "variable=\"next_\">FALSE</value></state></node>"
                  "<loops> 1 </loops></counter-example>",
                  &why);
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_eq(t->nstates, 2); /* the third is the first again */
    ck_assert_int_eq(t->loop_start, 0);
    ck_assert_int_eq(t->states[0][0], -1);
    ck_assert_int_eq(t->states[1][0], -1);
    ck_assert_int_eq(t->states[1][1], 1);
}
END_TEST

START_TEST(a_trace_of_tlc)
{
    const char *why;
    const gt_abs_trace *t =
        read_text(two_variables(),
                  "Error: blah\n\nState 1: <Initial predicate>\n/\\ x = -2\n/\\ next = FALSE\n\n"
                  "State 2: <Step1 line 3>\n/\\ x = 1\n/\\ next = TRUE\n\nState 3: Stuttering\n",
                  &why);
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_eq(t->nstates, 2);
    ck_assert_int_eq(t->loop_start, 1);
    ck_assert_int_eq(t->states[0][0], -2);
    ck_assert_int_eq(t->states[1][1], 1);
}
END_TEST

START_TEST(a_trace_of_spin)
{
    const char *why;
    const gt_abs_trace *t =
        read_text(two_variables(), "@state 0 0\n<<<<<START OF CYCLE>>>>>\n@state 1 1\n@state 0 0\n", &why);
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_eq(t->nstates, 2);
    ck_assert_int_eq(t->loop_start, 0);
}
END_TEST

START_TEST(bad_traces_are_refused)
{
    static const char *const bad[] = {
        "",
        "nothing",
        "@state 9 0\n",
        "@state 1\n",
        "State 1: <Initial predicate>\n/\\ y = 1\n",
        "<?xml version=\"1.0\"?><counter-example><node><state id=\"1\"><value "
        "variable=\"x\">0ud3_zz</value></state></node>"
        "</counter-example>",
        "<?xml version=\"1.0\"?><counter-example><node></counter-example>",
    };
    const char *why;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_ptr_null(read_text(two_variables(), bad[i], &why));
        ck_assert_ptr_nonnull(why);
    }
}
END_TEST

START_TEST(a_missing_checker_is_said)
{
    const char *why = NULL;
    gt_check_options options = {0};
    gt_program program = {.cmds = named(cb_semaphore(&ctx, 2, 3))};
    const gt_engine *nusmv = &gt_engine_nusmv;
    setenv("GENTRANS_NUSMV", "/nowhere/NuSMV", 1);
    ck_assert_ptr_null(nusmv->decide(&ctx, nusmv, &program, &options, &why));
    ck_assert_ptr_nonnull(strstr(why, "not found"));
    setenv("GENTRANS_NUSMV", "/bin/true", 1);
    ck_assert_ptr_null(nusmv->decide(&ctx, nusmv, &program, &options, &why));
    ck_assert_ptr_nonnull(strstr(why, "broke down"));
    unsetenv("GENTRANS_NUSMV");
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, names_are_unique_and_free);
    tcase_add_test(tests, reserved_words_are_never_handed_out);
    tcase_add_test(tests, bits);
    tcase_add_test(tests, ctl_with_an_ltl_equivalent);
    tcase_add_test(tests, ctl_without_an_ltl_equivalent);
    tcase_add_test(tests, output_is_deterministic);
    tcase_add_test(tests, given_invariants_are_antecedents);
    tcase_add_test(tests, skipped_properties_are_left_out);
    tcase_add_test(tests, bounds_are_moved);
    tcase_add_test(tests, shared_subexpressions_are_written_once);
    tcase_add_test(tests, a_trace_of_nusmv);
    tcase_add_test(tests, a_trace_of_tlc);
    tcase_add_test(tests, a_trace_of_spin);
    tcase_add_test(tests, bad_traces_are_refused);
    tcase_add_test(tests, a_missing_checker_is_said);
}
