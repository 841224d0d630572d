/* The verifiers of population programs and guarded commands: each rule finds the fault planted for it.
 * tests/checks/verifiers demands one for every rule. */
#include <string.h>

#include "ir/cmd_range.h"
#include "tests/unit/helper_faults.h"
#include "tests/unit/helper_ice.h"
#include "tests/unit/unit.h"

static void verify_pop(gt_verifier *check, const faulty *f)
{
    gt_verify_pop(check, f->pop);
}

static void verify_cmds(gt_verifier *check, const faulty *f)
{
    gt_verify_cmds(check, f->cmds);
}

/* ---- population programs ---- */

static const char *break_locals(faulty *f, int way)
{
    gt_pop *pop = f->pop;
    gt_locals *locals = pop->locals;
    int32_t *values = faulty_edit(locals->values);
    gt_idvar *ids = faulty_edit(pop->idvars);
    gt_var *a = pop->sym->shared[0], *x = pop->sym->shared[2], *v = pop->sym->procs[0]->vars[1];
    gt_var *other = GT_NEW(f->ctx.arena, gt_var);
    gt_dim dim = {0, 1, NULL};
    *other = *ids[1].var;
    switch (way) {
    case 0: values[0] = 77; return "local state 0 of P: loc cannot be 77";
    case 1: values[1] = -1; return "local state 0 of P: v cannot be -1";
    case 2: values[2] = values[0], values[3] = values[1]; return "local state 1 of P is not in order";
    case 3: values[2] = 1; return "local state 2 of P is not in order";
    case 4: locals->nstates = 0; return "P has no local state";
    case 5: locals->proc = pop->sym->procs[1]; return "local states of another process type than P";
    case 6: locals->nvars = 1; return "local states of another process type than P";
    case 7: v->ndims = 1, v->dims = &dim; return "v cannot be part of a local state";
    case 8: v->type = gt_type_id(pop->sym->procs[1], false); return "v cannot be part of a local state";
    case 9: x->ndims = 1, x->dims = &dim; return "x is not a scalar";
    case 10: pop->nidvars = 2; return "3 id variables, but 2 are listed";
    case 11: ids[0].proc = pop->sym->procs[1]; return "id variable a is not what it says it is";
    case 12: ids[0].optional = true; return "id variable a is not what it says it is";
    case 13: a->owner = pop->sym->procs[0]; return "id variable a is not what it says it is";
    case 14: ids[1].var = other; return "id variable b is not one of the program";
    case 15: other->index = 99, ids[1].var = other; return "id variable b is not one of the program";
    case 16: ids[1] = ids[0]; return "id variable a is listed twice";
    case 17: locals[0].nidvars = 2; return "the id variables are not grouped by process type";
    case 18: locals[0].first_idvar = 1; return "the id variables of P do not stand together";
    case 19: locals[0].nidvars = 4; return "the id variables of P do not stand together";
    case 20:
        locals[0].nidvars = 2, locals[1].nidvars = 1, locals[1].first_idvar = 2;
        return "the id variables of Q do not stand together";
    case 21: ids[1].var = x; return "id variable x is not what it says it is";
    }
    return NULL;
}

static const char *break_starts(faulty *f, int way)
{
    gt_pop *pop = f->pop;
    gt_pop_init *a = faulty_edit(&pop->init[0]), *b = faulty_edit(&pop->init[1]);
    gt_pop_init *x = faulty_edit(&pop->init[2]), *y = faulty_edit(&pop->init[3]);
    const gt_expr *one = faulty_int(f, 1);
    switch (way) {
    case 0: x->kind = GT_START_NONE; return "x cannot begin like that";
    case 1: x->kind = GT_START_ANY; return "x cannot begin like that";
    case 2: x->kind = GT_START_SAME; return "x cannot begin like that";
    case 3: x->value = NULL; return "x cannot begin like that";
    case 4: a->kind = GT_START_VALUE, a->value = one; return "a cannot begin like that";
    case 5: a->kind = GT_START_CHOICE; return "a cannot begin like that";
    case 6: a->kind = GT_START_NONE; return "a cannot begin like that";
    case 7: b->kind = GT_START_SAME, b->idvar = 9; return "b cannot begin like that";
    case 8: b->kind = GT_START_SAME, b->idvar = 1; return "b cannot begin like that"; /* itself */
    case 9: y->lo = 2, y->hi = 1; return "y cannot begin like that";
    case 10: y->hi = 4; return "y cannot begin like that";
    case 11: y->lo = -1; return "y cannot begin like that";
    case 12: y->where = one; return "not a truth value";
    case 13: x->value = faulty_int(f, 4); return "the initial value is outside 0..3";
    case 14: x->value = faulty_int(f, -1); return "the initial value is outside 0..3";
    case 15: x->value = faulty_yes(f); return "value of another type than the variable it is assigned to";
    case 16: pop->locals[0].start = one; return "not a truth value";
    case 17: ((gt_idvar *)faulty_edit(pop->idvars))[1].start = one; return "not a truth value";
    case 18:
        pop->locals[1].start = pop->locals[0].start; /* of another type's role 0 */
        return "there is no role 0";
    case 19: pop->locals[0].start = NULL; return "nothing says in which local states a P can begin";
    case 20:
        ((gt_idvar *)faulty_edit(pop->idvars))[1].start = NULL;
        return "nothing says in which local states a P can begin";
    }
    return NULL;
}

/* The rule whose self is a, where b and the ghost i name it too; then one of the broadcasts, by the
 * untracked. */
static const char *break_pop_rules(faulty *f, int way)
{
    gt_pop *pop = f->pop;
    gt_pop_rule *rule = faulty_edit(&pop->rules[0]), *all = faulty_edit(&pop->rules[15]);
    gt_pop_branch *branch = faulty_edit(rule->branches);
    gt_idassign *assign = faulty_edit(branch->assigns);
    gt_pop_update *u = faulty_edit(branch->updates), *each = faulty_edit(&all->branches->updates[4]);
    gt_role *roles = faulty_edit(rule->roles);
    int32_t *alias = faulty_edit(rule->alias), *any = faulty_edit(all->alias);
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f);
    gt_binder *choice = faulty_edit(rule->choices[0]), *i = faulty_edit(each->each);
    switch (way) {
    case 0: alias[0] = GT_ALIAS_NONE; return "the alias of id variable 0 is impossible";
    case 1: alias[1] = 2; return "the alias of id variable 1 is impossible";
    case 2: any[0] = -3; return "the alias of id variable 0 is impossible";
    case 3: any[2] = 1; return "the alias of id variable 2 is impossible"; /* b is not known to be first */
    case 4: roles[0].idvar = 7; return "role self is played by an id variable of another type";
    case 5:
        roles[0].proc = pop->sym->procs[1];
        return "role self is played by an id variable of another type";
    case 6: roles[0].idvar = 1; return "role self is not played by the first id variable of a class";
    case 7: roles[1] = roles[0]; return "one process plays two roles";
    case 8: choice->kind = GT_BIND_QUANT; return "$1 is not a choice of values";
    case 9: choice->type = gt_type_id(pop->sym->procs[0], false); return "$1 is not a choice of values";
    case 10: rule->nchoices = 0; return "$1 is not bound here";
    case 11: rule->guard = one; return "not a truth value";
    case 12: rule->weight = yes; return "not a number";
    case 13: rule->nbranches = 0; return "rule go has no branch";
    case 14: branch->prob = yes; return "not a number";
    case 15:
        rule->branches = gt_arena_copy(f->ctx.arena, (gt_pop_branch[]){*branch, *branch}, 2, sizeof *branch);
        rule->nbranches = 2;
        return "a branch has no probability";
    case 16: u[0].role = 9; return "there is no role 9";
    case 17: u[0].role = -2; return "there is no role -2";
    case 18: u[0].role = -1, u[0].idvar = 9; return "there is no id variable 9";
    case 19: u[0].idvar = 0; return "there is no id variable 0"; /* beside a role */
    case 20: u[0].role = -1; return "loc is not a variable that can be assigned here";
    case 21: u[1].role = 0; return "x is not a variable that can be assigned here";
    case 22: u[1].var = pop->sym->shared[0]; return "a is not a variable that can be assigned here";
    case 23: u[0].cond = one; return "not a truth value";
    case 24: u[0].value = yes; return "value of another type than the variable it is assigned to";
    case 25: each->role = 0; return "not a broadcast";
    case 26: each->idvar = 0; return "not a broadcast";
    case 27: i->kind = GT_BIND_CHOICE; return "not a broadcast";
    case 28: i->type = gt_type_bool(); return "not a broadcast";
    case 29: assign->idvar = 9; return "there is no id variable 9";
    case 30: assign->target = 9; return "b cannot be made to point there";
    case 31:
        assign->to = GT_POINT_CLASS, assign->target = 0;
        return "b cannot be made to point there"; /* it plays */
    case 32:
        assign->to = GT_POINT_CLASS, assign->target = 1;
        return "b cannot be made to point there"; /* not first */
    case 33: assign->to = GT_POINT_CLASS, assign->target = 9; return "b cannot be made to point there";
    case 34: assign->idvar = 0, assign->to = GT_POINT_NONE; return "a cannot be made to point there";
    case 35: assign->idvar = 2; return "ghost i is assigned";
    case 36: alias[2] = GT_ALIAS_ANY; return "b is assigned, but the rule does not know what i names";
    case 37:
        branch->assigns = gt_arena_copy(f->ctx.arena, (gt_idassign[]){*assign, *assign}, 2, sizeof *assign);
        branch->nassigns = 2;
        return "an id variable is assigned twice";
    case 38: u[0].var = pop->sym->procs[1]->vars[0]; return "u is not a variable that can be assigned here";
    case 39:
        roles[1].proc = pop->sym->procs[1], assign->target = 1;
        return "role 1 is of another process type";
    }
    return NULL;
}

static const char *break_pop_rest(faulty *f, int way)
{
    gt_pop *pop = f->pop;
    gt_pop_prop *p = faulty_edit(pop->props);
    switch (way) {
    case 0: pop->nprops--; return "not every property of the symmetric program is there once";
    case 1: p[0].origin = p[1].origin; return "property deadlock is not in its place";
    case 2: p[0].formula = NULL; return "property p has a formula, or lacks one";
    case 3: p[1].formula = faulty_yes(f); return "property deadlock has a formula, or lacks one";
    case 4: p[0].formula = faulty_int(f, 1); return "a property is not a truth value";
    case 5: pop->nfair = 0; return "fairness or rewards are not those of the symmetric program";
    case 6: pop->nrewards = 0; return "fairness or rewards are not those of the symmetric program";
    case 7: pop->fair[0] = faulty_int(f, 1); return "not a truth value";
    case 8: pop->rewards[0] = faulty_yes(f); return "not a number";
    case 9: pop->initially = faulty_int(f, 1); return "not a truth value";
    }
    return NULL;
}

/* ---- guarded commands ---- */

static gt_cvar *find(const gt_cmds *cmds, gt_cvar_kind kind)
{
    for (uint32_t i = 0; i < cmds->nvars; i++)
        if (cmds->vars[i].kind == kind)
            return &cmds->vars[i];
    ck_abort_msg("no variable of kind %d", (int)kind);
}

static const char *break_cells(faulty *f, int way)
{
    gt_cmds *cmds = f->cmds;
    gt_cvar *x = cmds->vars, *at = find(cmds, GT_CVAR_AT), *alias = find(cmds, GT_CVAR_ALIAS);
    gt_cvar *counter = find(cmds, GT_CVAR_COUNTER);
    static gt_proc nobody = {.name = "Nobody", .n = 2};
    switch (way) {
    case 0: cmds->vars[1].name = "x"; return "two variables have the name x";
    case 1: x->name = "a b"; return "\"a b\" is not an identifier";
    case 2: x->name = "1x"; return "\"1x\" is not an identifier";
    case 3: x->type.lo = x->type.hi + 1; return "variable x has an impossible type";
    case 4: x->type = gt_type_real(); return "variable x has an impossible type";
    case 5: x->type = gt_type_id(cmds->sym->procs[0], false); return "variable x has an impossible type";
    case 6: x->type.kind = GT_TYPE_ENUM; return "variable x has an impossible type";
    case 7: x->var = NULL; return "variable x does not stand for anything";
    case 8: x->var = cmds->sym->procs[0]->vars[0]; return "variable x does not stand for anything";
    case 9: x->var = cmds->sym->shared[0]; return "variable x does not stand for anything"; /* an id */
    case 10: x->kind = GT_CVAR_ID; return "variable x does not stand for anything";
    case 11: counter->state = 99; return "variable n_P_A does not stand for anything";
    case 12: counter->proc = NULL; return "variable n_P_A does not stand for anything";
    case 13: counter->proc = &nobody; return "variable n_P_A does not stand for anything";
    case 14: at->idvar = 3; return "variable a_at does not stand for anything";
    case 15:
        at->proc = cmds->sym->procs[0], at->var = x->var;
        return "variable a_at does not stand for anything";
    case 16: alias->idvar = 3; return "variable b_is does not stand for anything";
    case 17:
        counter->kind = GT_CVAR_SLOT, counter->var = x->var;
        return "variable n_P_A does not stand for anything";
    case 18: x->kind = GT_CVAR_SLOT; return "variable x does not stand for anything";
    case 19: x->kind = GT_CVAR_SLOT_COUNT; return "variable x does not stand for anything";
    case 20: counter->kind = GT_CVAR_LOCAL; return "variable n_P_A does not stand for anything";
    case 21:
        counter->kind = GT_CVAR_LOCAL, counter->var = cmds->sym->procs[0]->vars[1], counter->slot = 3;
        return "variable n_P_A does not stand for anything";
    case 22: x->kind = GT_CVAR_LOCAL; return "variable x does not stand for anything";
    case 23: at->labels[0] = "a b"; return "label \"a b\" of a_at is not an identifier";
    case 24: cmds->pop = NULL; return "only an encoding of a population program has one";
    case 25: cmds->encoding = GT_ENC_NONE; return "only an encoding of a population program has one";
    case 26: x->kind = GT_CVAR_CONTROL; return "variable x does not stand for anything";
    case 27: /* every id variable leads, and one that does not has a process */
        cmds->ncontrols = 1;
        cmds->controls = GT_NEW_ARRAY(f->ctx.arena, int32_t, gt_cmds_control_width(cmds));
        return "control 0 does not stand for anything";
    }
    return NULL;
}

static const char *break_begins(faulty *f, int way)
{
    gt_cmds *cmds = f->cmds;
    gt_init_step *init = faulty_edit(cmds->init);
    uint32_t i = 0, last = cmds->ninit - 1;
    while (init[i].var != 0) /* of x */
        i++;
    switch (way) {
    case 0: cmds->ninit--; return "variable n_Q_s1 has no initial value";
    case 1: init[last].var = 0; return "variable 0 is initialised twice or does not exist";
    case 2: init[last].var = cmds->nvars; return "variable 15 is initialised twice or does not exist";
    case 3:
        init[i].lo = init[i].hi = gt_expr_cvar(f->ctx.arena, (gt_pos){0}, 14, cmds->vars[14].type);
        return "variable n_Q_s1 has no initial value yet";
    case 4:
        init[i].lo = init[i].hi = gt_expr_cvar(f->ctx.arena, (gt_pos){0}, 0, cmds->vars[0].type);
        return "variable x has no initial value yet";
    case 5: init[i].lo = init[i].hi = faulty_int(f, 4); return "the initial value is outside 0..3";
    case 6: init[i].lo = init[i].hi = faulty_int(f, -1); return "the initial value is outside 0..3";
    case 7: init[i].hi = faulty_yes(f); return "value of another type than the variable it is assigned to";
    case 8: init[i].where = faulty_int(f, 1); return "not a truth value";
    case 9:
        init[i].where = gt_expr_op2(f->ctx.arena, (gt_pos){0}, GT_EXPR_EQ, faulty_int(f, 0),
                                    gt_expr_cvar(f->ctx.arena, (gt_pos){0}, 14, cmds->vars[14].type));
        return "variable n_Q_s1 has no initial value yet";
    }
    return NULL;
}

static const char *break_commands(faulty *f, int way)
{
    gt_cmds *cmds = f->cmds;
    gt_cmd *cmd = cmds->cmds;
    gt_cmd_branch *branch = faulty_edit(cmd->branches);
    gt_assign *assigns = faulty_edit(branch->assigns);
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f);
    switch (way) {
    case 0: cmd->guard = one; return "not a truth value";
    case 1: cmd->weight = yes; return "not a number";
    case 2: cmd->nbranches = 0; return "command go by a has no branch";
    case 3:
        cmd->branches = gt_arena_copy(f->ctx.arena, (gt_cmd_branch[]){*branch, *branch}, 2, sizeof *branch);
        cmd->nbranches = 2;
        return "a branch of go by a has no probability";
    case 4: branch->prob = yes; return "not a number";
    case 5: assigns[0].var = cmds->nvars; return "assignments of go by a are not in the order of variables";
    case 6: assigns[1] = assigns[0]; return "assignments of go by a are not in the order of variables";
    case 7: assigns[0].var = 3; return "assignments of go by a are not in the order of variables";
    case 8:
        assigns[0].value = gt_expr_cvar(f->ctx.arena, (gt_pos){0}, 0, cmds->vars[0].type);
        return "go by a assigns x to itself";
    case 9: assigns[0].value = yes; return "value of another type than the variable it is assigned to";
    case 10: cmds->fair[0] = one; return "not a truth value";
    case 11: cmds->rewards[0] = yes; return "not a number";
    case 12: cmds->invariants[0] = one; return "not a truth value";
    case 13: cmds->error = one; return "not a truth value";
    case 14: cmds->error = yes; return "the error flag is not a variable";
    case 15: cmds->nfair = 0; return "fairness or rewards are not those of the symmetric program";
    case 16: cmds->nrewards = 0; return "fairness or rewards are not those of the symmetric program";
    case 17: cmds->nprops--; return "not every property of the symmetric program is there once";
    case 18: cmds->props[0].origin = cmds->props[1].origin; return "property deadlock is not in its place";
    case 19: cmds->props[0].formula = NULL; return "property p has a formula, or lacks one";
    case 20: cmds->props[1].formula = yes; return "property deadlock has a formula, or lacks one";
    case 21: cmds->props[0].formula = one; return "a property is not a truth value";
    case 22: cmds->pruned = one; return "not a truth value";
    }
    return NULL;
}

static const char *break_picks(faulty *f, int way)
{
    gt_cmd *cmd = f->cmds->cmds;
    gt_arena *arena = f->ctx.arena;
    gt_binder *value = GT_NEW(arena, gt_binder);
    gt_pick *picks = GT_NEW_ARRAY(arena, gt_pick, 2);
    static const char *labels[] = {"zero", "1st"};
    *value = (gt_binder){.name = "v", .kind = GT_BIND_CHOICE, .type = gt_type_int(0, 1)};
    const gt_expr *picked = gt_expr_bound(arena, (gt_pos){0}, value);
    const gt_expr *is_one = gt_expr_op2(arena, (gt_pos){0}, GT_EXPR_EQ, picked, faulty_int(f, 1));
    picks[0] = (gt_pick){.value = value, .where = is_one};
    picks[1] = picks[0];
    cmd->picks = picks;
    cmd->npicks = 1;
    switch (way) {
    case 0: picks[0].where = faulty_int(f, 1); return "not a truth value";
    case 1: cmd->npicks = 2; return "v is picked twice in go by a";
    case 2: value->kind = GT_BIND_PARTNER; return "v is no pick of go by a";
    case 3: value->where = faulty_yes(f); return "v is no pick of go by a";
    case 4: value->type = gt_type_int(1, 0); return "v is no pick of go by a";
    case 5: cmd->guard = is_one; return "v is not bound here";
    case 6: f->cmds->cmds[1].guard = is_one; return "v is not bound here";
    case 7:
        picks[0].labels = labels;
        picks[0].nlabels = 1;
        return "v needs a label for each of its values, or none";
    case 8:
        picks[0].labels = labels;
        picks[0].nlabels = 2;
        return "label \"1st\" of v is not an identifier";
    }
    return NULL;
}

static const struct {
    faulty_plant *plant;
    faulty_verify *verify;
} faults[] = {
    {break_locals, verify_pop},    {break_starts, verify_pop}, {break_pop_rules, verify_pop},
    {break_pop_rest, verify_pop},  {break_cells, verify_cmds}, {break_begins, verify_cmds},
    {break_commands, verify_cmds}, {break_picks, verify_cmds},
};

START_TEST(faults_are_found)
{
    faulty_expect(faults[_i].plant, faults[_i].verify);
}
END_TEST

static void stop_at_fault(int way)
{
    faulty f;
    faulty_init(&f);
    if (way) {
        (void)break_commands(&f, 2);
        gt_cmds_verify(f.cmds);
    } else {
        (void)break_locals(&f, 4);
        gt_pop_verify(f.pop);
    }
}

START_TEST(broken_programs_stop)
{
    helper_expect_ice(stop_at_fault, 0, "population program: P has no local state");
    helper_expect_ice(stop_at_fault, 1, "guarded commands: command go by a has no branch");
}
END_TEST

/* ---- ranges ---- */

/* y may leave its range: by an assignment or an initial step, above or below; at first it may not. */
START_TEST(values_outside_are_seen)
{
    for (int way = 0; way < 5; way++) {
        faulty f;
        faulty_init(&f);
        gt_assign *assigns = faulty_edit(f.cmds->cmds[0].branches->assigns);
        gt_init_step *init = faulty_edit(f.cmds->init);
        while (init->var != 1)
            init++;
        assigns[1] = (gt_assign){1, faulty_int(&f, way == 1 ? 5 : way == 2 ? -2 : 3)};
        init->lo = faulty_int(&f, way == 3 ? -2 : 0);
        init->hi = faulty_int(&f, way == 4 ? 5 : 3);
        const gt_cmds *wide = gt_cmds_widen(f.ctx.arena, f.cmds);
        int named = 0;
        for (uint32_t i = 0; wide && i < wide->nprops; i++)
            named += !strcmp(wide->props[i].origin->name, "y");
        ck_assert_int_eq(named, way > 0);
        ck_assert_int_eq(wide->vars[1].type.lo, way == 2 || way == 3 ? -2 : 0);
        ck_assert_int_eq(wide->vars[1].type.hi, way == 1 || way == 4 ? 5 : 3);
        faulty_fini(&f);
    }
}
END_TEST

/* ---- lists of local states ---- */

START_TEST(local_states_are_found)
{
    faulty f;
    faulty_init(&f);
    const gt_locals *locals = &f.pop->locals[0];
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
    faulty_fini(&f);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, faults_are_found, faults);
    tcase_add_test(tests, broken_programs_stop);
    tcase_add_test(tests, values_outside_are_seen);
    tcase_add_test(tests, local_states_are_found);
}
