/* The verifiers of population programs and guarded commands: a good program passes, and each way to break
 * what the headers state ends in an internal error. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "ir/check.h"
#include "passes/passes.h"

static gt_ctx ctx;
static gt_pop pop;
static gt_cmds cmds;

/* Everything in it may be overwritten: copies, two levels deep. */
static gt_pop_rule *rules;
static gt_cmd *commands;

static void setup(void)
{
    static const char text[] =
        "shared a : P = any;\nshared b : P? = none;\nshared x : 0..3;\n"
        "process P[3] { states A, B; var v : bool; A -> B when a == self do { b := a; x := "
        "x + 1; v := b != none && b.v; } }\n"
        "process Q[2] { rule when x > 0 do x := x - 1; }\n"
        "ctl p: AG (exists i : P (i@A) -> AF (x == 0));\ndeadlock free;\nfairness x == 0;\n";
    gt_ctx_init(&ctx);
    const gt_sym *sym = gt_frontend_load(&ctx, "t.sym", text, sizeof text - 1, NULL, 0);
    if (!sym)
        gt_diag_flush(ctx.diag, stderr);
    ck_assert_ptr_nonnull(sym);
    sym = gt_pass_ghosts(&ctx, gt_pass_scalar(&ctx, gt_pass_total(&ctx, sym)));
    pop = *gt_pass_population(&ctx, sym);
    cmds = *gt_pass_dense(&ctx, &pop, false);
    pop.rules = rules = gt_arena_copy(ctx.arena, pop.rules, pop.nrules, sizeof *rules);
    cmds.cmds = commands = gt_arena_copy(ctx.arena, cmds.cmds, cmds.ncmds, sizeof *commands);
}

static void teardown(void)
{
    gt_ctx_fini(&ctx);
}

static const gt_expr *number(int64_t value)
{
    return gt_expr_int(ctx.arena, (gt_pos){0}, value);
}

START_TEST(good_programs_pass)
{
    gt_pop_verify(&pop);
    gt_cmds_verify(&cmds);
}
END_TEST

/* ---- population programs ---- */

/* The first rule that makes an id variable point somewhere. */
static gt_pop_rule *pointing(gt_idassign **assign)
{
    for (uint32_t i = 0; i < pop.nrules; i++) {
        gt_pop_branch *branch = gt_arena_copy(ctx.arena, rules[i].branches, 1, sizeof *branch);
        if (branch->nassigns == 0)
            continue;
        *assign = gt_arena_copy(ctx.arena, branch->assigns, branch->nassigns, sizeof **assign);
        branch->assigns = *assign;
        rules[i].branches = branch;
        return &rules[i];
    }
    ck_abort_msg("no rule assigns an id variable");
}

static void break_pop(int way)
{
    gt_idassign *assign = NULL;
    gt_pop_rule *rule = pointing(&assign);
    gt_locals *locals = &pop.locals[0];
    int32_t *values =
        gt_arena_copy(ctx.arena, locals->values, (size_t)locals->nstates * locals->nvars, sizeof *values);
    int32_t *alias = gt_arena_copy(ctx.arena, rule->alias, pop.nidvars, sizeof *alias);
    gt_role *roles = gt_arena_copy(ctx.arena, rule->roles, rule->nroles, sizeof *roles);
    gt_pop_init *init = gt_arena_copy(ctx.arena, pop.init, pop.sym->nshared, sizeof *init);
    locals->values = values;
    rule->alias = alias;
    rule->roles = roles;
    pop.init = init;
    switch (way) {
    case 0: values[0] = 77; break;
    case 1: values[locals->nvars] = values[0], values[locals->nvars + 1] = values[1]; break;
    case 2: pop.nidvars--; break;
    case 3: assign->idvar = 9; break;
    case 4: assign->to = GT_POINT_ROLE, assign->target = 9; break;
    case 5: alias[0] = GT_ALIAS_NONE; break;
    case 6: alias[1] = GT_ALIAS_ANY; break;
    case 7: roles[0].kind = GT_ROLE_CLASS, roles[0].idvar = 7; break;
    case 8: rule->guard = number(1); break;
    case 9: rule->guard = gt_expr_isnone(ctx.arena, (gt_pos){0}, 0); break;
    case 10: rule->guard = gt_expr_same(ctx.arena, (gt_pos){0}, 0, 5); break;
    case 11: rule->nbranches = 0; break;
    case 12: pop.nfair = 0; break;
    case 13: init[2].kind = GT_START_NONE; break;
    case 14: ((gt_pop_prop *)(uintptr_t)pop.props)[0].formula = NULL; break;
    default: rule->guard = gt_expr_cvar(ctx.arena, (gt_pos){0}, 0, gt_type_bool()); break;
    }
}

START_TEST(broken_population_stops)
{
    break_pop(_i);
    gt_pop_verify(&pop);
}
END_TEST

/* ---- guarded commands ---- */

static void break_cmds(int way)
{
    gt_cmd *cmd = &commands[0];
    gt_cmd_branch *branch = gt_arena_copy(ctx.arena, cmd->branches, 1, sizeof *branch);
    gt_assign *assigns = GT_NEW_ARRAY(ctx.arena, gt_assign, branch->nassigns + 1);
    memcpy(assigns, branch->assigns, branch->nassigns * sizeof *assigns);
    gt_init_step *init = gt_arena_copy(ctx.arena, cmds.init, cmds.ninit, sizeof *init);
    branch->assigns = assigns;
    cmd->branches = branch;
    cmds.init = init;
    switch (way) {
    case 0: cmds.vars[1].name = cmds.vars[0].name; break;
    case 1: cmds.vars[0].name = "a b"; break;
    case 2: cmds.vars[0].type.lo = cmds.vars[0].type.hi + 1; break;
    case 3: cmds.ninit--; break;
    case 4: init[1].var = init[0].var; break;
    case 5:
        init[0].lo = gt_expr_cvar(ctx.arena, (gt_pos){0}, cmds.nvars - 1, cmds.vars[cmds.nvars - 1].type);
        break;
    case 6: cmd->guard = number(3); break;
    case 7: cmd->guard = gt_expr_cvar(ctx.arena, (gt_pos){0}, cmds.nvars, gt_type_bool()); break;
    case 8: assigns[0].var = cmds.nvars; break;
    case 9: assigns[branch->nassigns] = assigns[0], branch->nassigns++; break;
    case 10:
        assigns[0].value =
            gt_expr_cvar(ctx.arena, (gt_pos){0}, assigns[0].var, cmds.vars[assigns[0].var].type);
        break;
    case 11: cmd->nbranches = 0; break;
    case 12: cmds.pop = NULL; break;
    case 13: cmds.props[0].formula = number(1); break;
    case 14: cmds.nfair = 0; break;
    default: cmds.error = gt_expr_bool(ctx.arena, (gt_pos){0}, true); break;
    }
}

START_TEST(broken_commands_stop)
{
    break_cmds(_i);
    gt_cmds_verify(&cmds);
}
END_TEST

/* ---- lists of local states ---- */

START_TEST(local_states_are_found)
{
    const gt_locals *locals = &pop.locals[0];
    for (uint32_t i = 0; i < locals->nstates; i++)
        ck_assert_int_eq(gt_locals_find(locals, locals->values + (size_t)i * locals->nvars), i);
    int32_t none[2] = {1, 7}, before[2] = {-1, 0};
    ck_assert_int_eq(gt_locals_find(locals, none), -1);
    ck_assert_int_eq(gt_locals_find(locals, before), -1);
    gt_str name;
    gt_str_init(&name);
    gt_locals_name(locals, 0, &name);
    ck_assert_str_eq(gt_str_text(&name), "A,false");
    gt_str_fini(&name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    TCase *all = tcase_create("verify");
    tcase_set_timeout(all, 0);
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, good_programs_pass);
    tcase_add_loop_test_raise_signal(all, broken_population_stops, SIGABRT, 0, 16);
    tcase_add_loop_test_raise_signal(all, broken_commands_stop, SIGABRT, 0, 16);
    tcase_add_test(all, local_states_are_found);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
