/* A front end of a few lines: what ir/build/build.h makes of it, and what it lets nobody do. */
#include <string.h>

#include "ir/build/build.h"
#include "tests/unit/unit.h"

static gt_build *b;
static gt_proc *client;
static gt_var *tok, *x;
static const gt_pos here = {3, 4, 3, 9, 0};

/* process Client[3]; shared tok : Client; shared x : 0..3; */
static void begin(void)
{
    gt_diag_open(ctx.diag, "model.m", "", 0);
    b = gt_build_begin(&ctx, "model.m", NULL);
    client = gt_build_proc(b, here, "Client", 3, GT_SYMMETRY_FULL);
    tok = gt_build_var(b, here, NULL, "tok", gt_type_id(client, false), 0, NULL);
    x = gt_build_var(b, here, NULL, "x", gt_type_int(0, 3), 0, NULL);
    static gt_binder anybody = {.name = "$1", .kind = GT_BIND_CHOICE};
    anybody.type = gt_type_id(client, false);
    gt_init *inits = GT_NEW_ARRAY(ctx.arena, gt_init, 2);
    inits[0].choice = &anybody;
    inits[1].expr = gt_expr_int(ctx.arena, here, 0);
    tok->ninits = x->ninits = 1;
    tok->inits = &inits[0];
    x->inits = &inits[1];
}

static const gt_expr *number(int64_t value)
{
    return gt_expr_int(ctx.arena, here, value);
}

/* rule when guard do { x := value; x := again; } of a client; `again` may be NULL. */
static void rule(const gt_expr *guard, const gt_expr *value, const gt_expr *again)
{
    gt_update *updates = GT_NEW_ARRAY(ctx.arena, gt_update, 2);
    updates[0] = (gt_update){.pos = here, .var = x, .value = value};
    updates[1] = (gt_update){.pos = here, .var = x, .value = again};
    gt_branch *branch = GT_NEW(ctx.arena, gt_branch);
    *branch = (gt_branch){.pos = here, .nupdates = again ? 2 : 1, .updates = updates};
    gt_rule *r = GT_NEW(ctx.arena, gt_rule);
    *r = (gt_rule){.name = "r",
                   .label = "r",
                   .pos = here,
                   .owner = client,
                   .guard = guard,
                   .nbranches = 1,
                   .branches = branch};
    gt_build_rule(b, r);
}

static const gt_expr *mine(gt_expr_kind kind, const char *said)
{
    return gt_build_op2(b, here, kind, said, gt_expr_var(ctx.arena, here, tok, NULL),
                        gt_expr_self(ctx.arena, here, client));
}

static bool says(const char *text)
{
    char said[4096] = "";
    FILE *out = fmemopen(said, sizeof said, "w");
    gt_diag_flush(ctx.diag, out);
    fclose(out);
    return strstr(said, text) != NULL && strstr(said, "model.m:3:4: ") == said;
}

START_TEST(a_program_is_let_in)
{
    rule(mine(GT_EXPR_EQ, "="), number(1), NULL);
    const gt_sym *sym = gt_build_end(b);
    ck_assert_ptr_nonnull(sym);
    gt_str text;
    gt_str_init(&text);
    gt_sym_print(sym, &text);
    ck_assert_ptr_nonnull(strstr(gt_str_text(&text), "when tok == self"));
    ck_assert_ptr_nonnull(load(gt_str_text(&text)));
    gt_str_fini(&text);
}
END_TEST

START_TEST(two_writes_are_refused)
{
    rule(mine(GT_EXPR_EQ, "="), number(1), number(2));
    ck_assert_ptr_null(gt_build_end(b));
    ck_assert(says("this step writes `x` twice"));
}
END_TEST

START_TEST(values_out_of_range_are_refused)
{
    rule(mine(GT_EXPR_EQ, "="), number(4), NULL);
    ck_assert_ptr_null(gt_build_end(b));
    ck_assert(says("4 is outside the range 0..3 of `x`"));
}
END_TEST

START_TEST(processes_have_no_order)
{
    const gt_expr *guard = mine(GT_EXPR_LT, "<<");
    ck_assert_ptr_null(guard);
    guard = gt_build_op1(b, here, GT_EXPR_NOT, "not", guard); /* in silence */
    ck_assert_ptr_null(guard);
    ck_assert_uint_eq(gt_diag_errors(ctx.diag), 1);
    rule(guard, number(4), NULL); /* the rest is still looked at */
    ck_assert_ptr_null(gt_build_end(b));
    ck_assert_uint_eq(gt_diag_errors(ctx.diag), 2);
    ck_assert(says("processes of type Client have no order"));
}
END_TEST

START_TEST(chances_need_their_kind_of_model)
{
    rule(mine(GT_EXPR_EQ, "="), number(1), NULL);
    gt_build_program(b)->rules[0]->rate = gt_expr_real(ctx.arena, here, 1, 2);
    ck_assert_ptr_null(gt_build_end(b));
    ck_assert(says("only a ctmc has rates"));
}
END_TEST

START_TEST(names_are_unique)
{
    gt_var *twin = gt_build_var(b, here, NULL, "x", gt_type_int(0, 3), 0, NULL);
    twin->ninits = 1;
    twin->inits = x->inits;
    ck_assert_ptr_null(gt_build_end(b));
    ck_assert(says("there are two variables `x`"));
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, a_program_is_let_in);
    tcase_add_test(tests, two_writes_are_refused);
    tcase_add_test(tests, values_out_of_range_are_refused);
    tcase_add_test(tests, processes_have_no_order);
    tcase_add_test(tests, chances_need_their_kind_of_model);
    tcase_add_test(tests, names_are_unique);
}
