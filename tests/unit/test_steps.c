/* The meanings of symmetric programs and of guarded commands, on the token program of Emerson and Trefler
 * built by hand. */
#include <stdlib.h>

#include "backends/check/prove/bisim.h"
#include "ir/mean/sym_step.h"
#include "passes/passes.h"
#include "runtime/table.h"
#include "tests/unit/unit.h"

static gt_sym sym;
static gt_proc client;
static gt_var loc, tok;

static const gt_pos at;

static const gt_expr *op2(gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(ctx.arena, at, kind, x, y);
}

static const gt_expr *in_location(const gt_expr *process, int64_t location)
{
    return op2(GT_EXPR_EQ, gt_expr_local(ctx.arena, at, process, &loc, NULL),
               gt_expr_const(ctx.arena, at, loc.type, location));
}

static const gt_expr *self(void)
{
    return gt_expr_self(ctx.arena, at, &client);
}

/* from -> to when guard, with one more update if `more`. */
static gt_rule *edge(const char *label, int64_t from, int64_t to, const gt_expr *guard, const gt_update *more)
{
    gt_update *updates = GT_NEW_ARRAY(ctx.arena, gt_update, 2);
    updates[0] =
        (gt_update){.proc = self(), .var = &loc, .value = gt_expr_const(ctx.arena, at, loc.type, to)};
    gt_branch *branch = GT_NEW(ctx.arena, gt_branch);
    *branch = (gt_branch){.nupdates = 1, .updates = updates};
    if (more)
        updates[branch->nupdates++] = *more;
    gt_rule *rule = GT_NEW(ctx.arena, gt_rule);
    *rule = (gt_rule){.name = "", .label = label, .owner = &client, .nbranches = 1, .branches = branch};
    rule->guard = guard ? op2(GT_EXPR_AND, in_location(self(), from), guard) : in_location(self(), from);
    return rule;
}

static gt_binder *choice_of_client(void)
{
    gt_binder *b = GT_NEW(ctx.arena, gt_binder);
    *b = (gt_binder){.name = "$any", .kind = GT_BIND_CHOICE, .type = gt_type_id(&client, false)};
    return b;
}

/* Idle -> Trying; Trying -> Critical when tok == self; Critical -> Idle do tok := any. */
static void build_token(int32_t n)
{
    static const char *locations[] = {"Idle", "Trying", "Critical"};
    gt_enum *en = GT_NEW(ctx.arena, gt_enum);
    *en = (gt_enum){.name = "Client.loc", .nvalues = 3, .values = locations};
    gt_init *first = GT_NEW(ctx.arena, gt_init), *any = GT_NEW(ctx.arena, gt_init);
    gt_var **locals = GT_NEW_ARRAY(ctx.arena, gt_var *, 1), **shared = GT_NEW_ARRAY(ctx.arena, gt_var *, 1);
    locals[0] = &loc;
    shared[0] = &tok;
    client = (gt_proc){.name = "Client", .n = n, .nvars = 1, .vars = locals, .loc = &loc};
    loc = (gt_var){.name = "loc",
                   .owner = &client,
                   .type = gt_type_enum(en),
                   .len = 1,
                   .ninits = 1,
                   .inits = first,
                   .is_loc = true};
    tok = (gt_var){.name = "tok", .type = gt_type_id(&client, false), .len = 1, .ninits = 1, .inits = any};
    first->expr = gt_expr_const(ctx.arena, at, loc.type, 0);
    any->choice = choice_of_client();

    const gt_binder **choices = GT_NEW_ARRAY(ctx.arena, const gt_binder *, 1);
    choices[0] = choice_of_client();
    gt_update move = {.var = &tok, .value = gt_expr_bound(ctx.arena, at, choices[0])};
    gt_rule **rules = GT_NEW_ARRAY(ctx.arena, gt_rule *, 3);
    rules[0] = edge("Idle -> Trying", 0, 1, NULL, NULL);
    rules[1] = edge("Trying -> Critical", 1, 2,
                    op2(GT_EXPR_EQ, gt_expr_var(ctx.arena, at, &tok, NULL), self()), NULL);
    rules[2] = edge("Critical -> Idle", 2, 0, NULL, &move);
    rules[2]->nchoices = 1;
    rules[2]->choices = choices;
    for (uint32_t i = 0; i < 3; i++)
        rules[i]->index = i;

    gt_enum **enums = GT_NEW_ARRAY(ctx.arena, gt_enum *, 1);
    gt_proc **procs = GT_NEW_ARRAY(ctx.arena, gt_proc *, 1);
    enums[0] = en;
    procs[0] = &client;
    sym = (gt_sym){.name = "token",
                   .file = "token.sym",
                   .nenums = 1,
                   .enums = enums,
                   .nprocs = 1,
                   .procs = procs,
                   .nshared = 1,
                   .shared = shared,
                   .nrules = 3,
                   .rules = rules};
    gt_sym_verify(&sym);
}

typedef struct {
    gt_rows *rows;
    uint64_t firings;
} collection;

static bool collect_state(void *arg, const int32_t *state)
{
    gt_rows_add(((collection *)arg)->rows, state, NULL);
    return true;
}

static bool collect_firing(void *arg, const gt_firing *firing)
{
    ((collection *)arg)->firings += firing->multiplicity;
    return collect_state(arg, firing->to);
}

/* Reachable states of sym; *firings: how often rules fire in them. */
static size_t explore(uint64_t *firings)
{
    gt_rows rows;
    gt_sym_step *step = gt_sym_step_new(&sym);
    size_t width = gt_sym_step_layout(step)->width;
    int32_t *state = gt_xcalloc(width, sizeof *state);
    rows = (gt_rows){.width = width};
    collection c = {&rows, 0};
    ck_assert(gt_sym_step_initial(step, collect_state, &c));
    for (uint32_t i = 0; i < rows.table.n; i++) {
        for (size_t k = 0; k < width; k++)
            state[k] = gt_rows_at(&rows, i)[k];
        ck_assert(gt_sym_step_successors(step, state, false, collect_firing, &c));
    }
    *firings = c.firings;
    size_t n = rows.table.n;
    free(state);
    gt_rows_fini(&rows);
    gt_sym_step_free(step);
    return n;
}

START_TEST(token_has_the_known_number_of_states)
{
    uint64_t firings;
    for (int32_t n = 1; n <= 6; n++) {
        build_token(n);
        ck_assert_uint_eq(explore(&firings), (size_t)(3 * n) << (n - 1));
    }
}
END_TEST

START_TEST(symmetric_firings_stand_for_all)
{
    build_token(6);
    gt_sym_step *step = gt_sym_step_new(&sym);
    const gt_layout *layout = gt_sym_step_layout(step);
    /* tok = 2; Idle Critical Idle Trying Trying Idle */
    int32_t state[8] = {0, 2, 0, 2, 0, 1, 1, 0};
    ck_assert_uint_eq(layout->width, 8);
    gt_rows all = {.width = 8}, some = {.width = 8};
    collection a = {&all, 0}, s = {&some, 0};
    ck_assert(gt_sym_step_successors(step, state, false, collect_firing, &a));
    ck_assert(gt_sym_step_successors(step, state, true, collect_firing, &s));
    ck_assert_uint_eq(a.firings, 3 + 6); /* three can try; the critical one gives the token to any of six */
    ck_assert_uint_eq(s.firings, a.firings);
    ck_assert_uint_eq(all.table.n, 9);
    ck_assert_uint_eq(
        some.table.n,
        1 + 3); /* one of the idle ones tries; the token goes to itself, an idle or a trying one */
    gt_rows_fini(&all);
    gt_rows_fini(&some);
    gt_sym_step_free(step);
}
END_TEST

START_TEST(many_processes_have_few_firings_up_to_symmetry)
{
    build_token(100000);
    gt_sym_step *step = gt_sym_step_new(&sym);
    size_t width = gt_sym_step_layout(step)->width;
    int32_t *state = gt_xcalloc(width, sizeof *state);
    state[1] = 77777;
    gt_rows rows = {.width = width};
    collection c = {&rows, 0};
    ck_assert(gt_sym_step_successors(step, state, true, collect_firing, &c));
    ck_assert_uint_eq(rows.table.n, 2); /* the token's owner tries, or another one */
    ck_assert_uint_eq(c.firings, 100000);
    gt_rows_fini(&rows);
    free(state);
    gt_sym_step_free(step);
}
END_TEST

/* Idle -> Trying now also counts in a shared variable of 0..1: the second time is an error. */
START_TEST(leaving_the_range_is_an_error)
{
    build_token(2);
    gt_init *zero = GT_NEW(ctx.arena, gt_init);
    zero->expr = gt_expr_int(ctx.arena, at, 0);
    gt_var *x = GT_NEW(ctx.arena, gt_var);
    *x = (gt_var){.name = "x", .index = 1, .type = gt_type_int(0, 1), .len = 1, .ninits = 1, .inits = zero};
    gt_var **shared = GT_NEW_ARRAY(ctx.arena, gt_var *, 2);
    shared[0] = &tok;
    shared[1] = x;
    sym.shared = shared;
    sym.nshared = 2;
    gt_update count = {.var = x};
    count.value = op2(GT_EXPR_ADD, gt_expr_var(ctx.arena, at, x, NULL), gt_expr_int(ctx.arena, at, 1));
    sym.rules[0] = edge("Idle -> Trying", 0, 1, NULL, &count);
    gt_sym_step *step = gt_sym_step_new(&sym);
    gt_rows rows = {.width = 5};
    collection c = {&rows, 0};
    const int32_t state[5] = {0, 1, 1, 0, 1}; /* tok 1, x 1, Idle Trying */
    ck_assert(gt_sym_step_successors(step, state, false, collect_firing, &c));
    ck_assert_uint_eq(rows.table.n, 1);
    const int32_t wrong[5] = {1, 1, 1, 0, 1};
    ck_assert_uint_eq(gt_rows_find(&rows, wrong), 0);
    ck_assert(gt_sym_step_successors(step, wrong, false, collect_firing, &c));
    ck_assert_uint_eq(c.firings, 1);
    ck_assert(!gt_sym_step_enabled(step, wrong, false));
    gt_rows_fini(&rows);
    gt_sym_step_free(step);
}
END_TEST

START_TEST(expanded_commands_are_bisimilar)
{
    build_token(3);
    const gt_sym *made = gt_pass_scalar(&ctx, gt_pass_total(&ctx, &sym));
    const gt_cmds *cmds = gt_pass_expand(&ctx, made);
    ck_assert_ptr_nonnull(cmds);
    const gt_bisim_result *r = gt_bisim(&ctx, &sym, cmds, NULL);
    ck_assert_msg(r->verdict == GT_BISIM_SAME, "%s", r->why);
    ck_assert_uint_eq(r->concrete, 36);
    ck_assert_uint_eq(r->abstract, 36);
    ck_assert_uint_eq(r->orbits, 9);
}
END_TEST

/* A command lost in translation is found, with a shortest run to where it is missed. */
START_TEST(a_lost_command_is_noticed)
{
    build_token(2);
    const gt_sym *made = gt_pass_scalar(&ctx, gt_pass_total(&ctx, &sym));
    gt_cmds cmds = *gt_pass_expand(&ctx, made);
    uint32_t kept = 0;
    gt_cmd *list = GT_NEW_ARRAY(ctx.arena, gt_cmd, cmds.ncmds);
    for (uint32_t i = 0; i < cmds.ncmds; i++) {
        if (cmds.cmds[i].origin->label[0] != 'T')
            list[kept++] = cmds.cmds[i];
    }
    ck_assert_uint_lt(kept, cmds.ncmds);
    cmds.cmds = list;
    cmds.ncmds = kept;
    const gt_bisim_result *r = gt_bisim(&ctx, &sym, &cmds, NULL);
    ck_assert_int_eq(r->verdict, GT_BISIM_DIFFER);
    ck_assert_uint_eq(r->nsteps, 2);
    ck_assert_ptr_nonnull(r->only_concrete);
    ck_assert_str_eq(r->steps[1].rule, "Idle -> Trying by Client 1");
}
END_TEST

START_TEST(the_limit_is_kept)
{
    build_token(5);
    const gt_sym *made = gt_pass_scalar(&ctx, gt_pass_total(&ctx, &sym));
    gt_bisim_options options = {.max_states = 100};
    const gt_bisim_result *r = gt_bisim(&ctx, &sym, gt_pass_expand(&ctx, made), &options);
    ck_assert_int_eq(r->verdict, GT_BISIM_LIMIT);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, token_has_the_known_number_of_states);
    tcase_add_test(tests, symmetric_firings_stand_for_all);
    tcase_add_test(tests, many_processes_have_few_firings_up_to_symmetry);
    tcase_add_test(tests, leaving_the_range_is_an_error);
    tcase_add_test(tests, expanded_commands_are_bisimilar);
    tcase_add_test(tests, a_lost_command_is_noticed);
    tcase_add_test(tests, the_limit_is_kept);
}
