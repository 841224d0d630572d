/* The verifier of symmetric programs, and that of expressions in all three representations: each rule finds
 * the fault planted for it. tests/checks/verifiers demands one for every rule. */
#include "tests/unit/helper_faults.h"
#include "tests/unit/helper_ice.h"
#include "tests/unit/unit.h"

static void verify_sym(gt_verifier *check, const faulty *f)
{
    gt_verify_sym(check, f->sym);
}

static void verify_pop(gt_verifier *check, const faulty *f)
{
    gt_verify_pop(check, f->pop);
}

static void verify_cmds(gt_verifier *check, const faulty *f)
{
    gt_verify_cmds(check, f->cmds);
}

/* ---- declarations ---- */

static gt_enum stranger = {.name = "Stranger"};
static gt_proc nobody = {.name = "Nobody", .n = 1};

static const char *break_types(faulty *f, int way)
{
    static const char no_type[] = "not a type a variable can have";
    gt_var *a = f->sym->shared[0], *x = f->sym->shared[2], *y = f->sym->shared[3];
    gt_proc *p = f->sym->procs[0];
    gt_var *loc = p->vars[0], *v = p->vars[1];
    switch (way) {
    case 0: f->sym->enums[0]->nvalues = 0; return "enum Msg has no values";
    case 1: x->type.hi = -1; return no_type;
    case 2: v->type.hi = 2; return no_type;
    case 3: v->type.lo = 1; return no_type;
    case 4: loc->type.en = &stranger; return no_type;
    case 5: loc->type.hi = 2; return no_type;
    case 6: loc->type.lo = 1; return no_type;
    case 7: a->type.proc = &nobody; return no_type;
    case 8: a->type.proc = NULL; return no_type;
    case 9: x->type = gt_type_real(); return no_type;
    case 10: p->index = 1; return "not a type a variable can have"; /* a points nowhere */
    case 11: ((gt_binder *)faulty_edit(y->inits->choice))->type.hi = -1; return no_type;
    }
    return NULL;
}

static const char *break_variables(faulty *f, int way)
{
    gt_var *a = f->sym->shared[0], *b = f->sym->shared[1], *x = f->sym->shared[2], *y = f->sym->shared[3];
    gt_var *m = f->sym->shared[4];
    gt_proc *p = f->sym->procs[0], *q = f->sym->procs[1];
    gt_var *loc = p->vars[0], *v = p->vars[1], *u = q->vars[0];
    gt_dim *dim = faulty_edit(m->dims);
    gt_init *first = faulty_edit(x->inits);
    gt_binder *k = faulty_edit(y->inits->choice);
    switch (way) {
    case 0: x->index = 7; return "variable x is not where it says it is";
    case 1: x->owner = p; return "variable x is not where it says it is";
    case 2: v->is_loc = true; return "v is not a location variable";
    case 3: loc->is_loc = false; return "loc is not a location variable";
    case 4: x->is_loc = true; return "x is not a location variable";
    case 5: p->loc = v; return "loc is not a location variable";
    case 6:
        q->loc = u;
        u->is_loc = true;
        return "u is not a location variable";
    case 7:
        p->loc = &(gt_var){.name = "lost"};
        loc->is_loc = false;
        return "the location of P is not one of its variables";
    case 8: x->is_ghost = true; return "x is not a ghost variable";
    case 9: v->is_ghost = true; return "v is not a ghost variable";
    case 10: x->is_error = true; return "x is not an error flag";
    case 11: v->is_error = true; return "v is not an error flag";
    case 12:
        x->origin = m;
        x->element = 2;
        return "x is no element of its array";
    case 13: dim->hi = -1; return "dimension 0 of m is not one";
    case 14: dim->en = &stranger; return "dimension 0 of m is not one";
    case 15: dim->hi = 2; return "dimension 0 of m is not one";
    case 16: dim->lo = -1; return "dimension 0 of m is not one";
    case 17: m->len = 3; return "m does not have as many elements as its dimensions say";
    case 18: x->len = 2; return "x does not have as many elements as its dimensions say";
    case 19: x->ninits = 0; return "x does not have an initial value for each element";
    case 20: p->n = 0; return "there must be at least one process P";
    case 21: q->index = 7; return "process type Q is not where it says it is";
    case 22: k->kind = GT_BIND_QUANT; return "k is bound in the wrong way";
    case 23:
        k->type = gt_type_bool();
        k->where = NULL;
        return "y is given an initial value of another type";
    case 24: k->type = gt_type_int(4, 5); return "the initial value of y is outside its range";
    case 25: k->type = gt_type_int(-2, -1); return "the initial value of y is outside its range";
    case 26: k->where = faulty_int(f, 1); return "not a truth value";
    case 27: first->expr = faulty_int(f, 4); return "the initial value of x is outside its range";
    case 28: first->expr = faulty_int(f, -1); return "the initial value of x is outside its range";
    case 29: first->expr = faulty_yes(f); return "value of another type than the variable it is assigned to";
    case 30:
        ((gt_binder *)faulty_edit(a->inits->choice))->type.optional = true;
        return "$0 does not range over processes";
    case 31:
        first->expr = gt_expr_var(f->ctx.arena, (gt_pos){0}, y, NULL);
        return "an initial value mentions y, which is not declared before";
    case 32:
        first->expr = gt_expr_var(f->ctx.arena, (gt_pos){0}, x, NULL);
        return "an initial value mentions x, which is not declared before";
    case 33:
        ((gt_init *)faulty_edit(u->inits))->expr =
            gt_expr_local(f->ctx.arena, (gt_pos){0}, gt_expr_self(f->ctx.arena, (gt_pos){0}, q), u, NULL);
        return "an initial value mentions u, which is not declared before";
    case 34:
        ((gt_init *)faulty_edit(v->inits))->expr =
            gt_expr_op2(f->ctx.arena, (gt_pos){0}, GT_EXPR_EQ,
                        gt_expr_local(f->ctx.arena, (gt_pos){0},
                                      gt_expr_var(f->ctx.arena, (gt_pos){0}, b, NULL), loc, NULL),
                        gt_expr_const(f->ctx.arena, (gt_pos){0}, loc->type, 0));
        return "an initial value mentions loc, which is not declared before";
    case 35: v->class_sizes = (int32_t[]){2, 1}; return "v is not a variable of classes";
    case 36:
        p->symmetry = GT_SYMMETRY_RING;
        p->n = 1;
        return "the ring P must have at least two processes";
    }
    return NULL;
}

/* ---- rules and properties ---- */

/* The element of m, the one array, that `kid` says. */
static const gt_expr *element(faulty *f, const gt_expr *kid)
{
    return gt_expr_indices(f->ctx.arena, (gt_pos){0}, f->sym->shared[4], &kid);
}

/* m[req] */
static const gt_expr *first_element(faulty *f)
{
    gt_type index = gt_type_enum(f->sym->shared[4]->dims[0].en);
    return element(f, gt_expr_const(f->ctx.arena, (gt_pos){0}, index, 0));
}

static const char *break_rules(faulty *f, int way)
{
    static const int32_t sizes[] = {2, 1};
    static gt_var class = {.name = "class", .class_sizes = sizes};
    class.owner = f->sym->procs[0];
    gt_rule *go = f->sym->rules[0], *all = f->sym->rules[1];
    gt_branch *branch = faulty_edit(go->branches);
    gt_update *u = faulty_edit(branch->updates), *each = faulty_edit(all->branches->updates);
    gt_binder *j = faulty_edit(go->partners[0]), *any = faulty_edit(go->choices[0]);
    gt_proc *q = f->sym->procs[1];
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f);
    const gt_expr *i, *req;
    switch (way) {
    case 0: go->index = 1; return "rule go is not where it says it is";
    case 1: go->owner = &nobody; return "rule go is not where it says it is";
    case 2: go->nbranches = 0; return "rule go has no branch";
    case 3: go->guard = one; return "not a truth value";
    case 4: go->rate = yes; return "not a number";
    case 5: branch->prob = yes; return "not a number";
    case 6:
        go->branches = gt_arena_copy(f->ctx.arena, (gt_branch[]){*branch, *branch}, 2, sizeof *branch);
        go->nbranches = 2;
        return "a branch has no probability";
    case 7: j->kind = GT_BIND_CHOICE; return "j is bound in the wrong way";
    case 8: any->kind = GT_BIND_PARTNER; return "$1 is bound in the wrong way";
    case 9: j->where = yes; return "j must not be restricted";
    case 10: any->where = one; return "not a truth value";
    case 11: any->type.hi = -1; return "not a type a variable can have";
    case 12: go->nchoices = 0; return "$1 is not bound here";
    case 13: go->npartners = 0; return "j is not bound here";
    case 14: u[0].proc = NULL; return "loc is assigned as if it belonged to no process";
    case 15: u[1].proc = u[0].proc; return "b is assigned as if it belonged to a process";
    case 16: u[2].index = first_element(f); return "x has no elements";
    case 17: u[4].index = NULL; return "m needs an index";
    case 18: u[4].index = yes; return "which element of m is not said";
    case 19: u[0].cond = one; return "not a truth value";
    case 20:
        u[0].proc = gt_expr_none(f->ctx.arena, (gt_pos){0}, q);
        return "loc is not a variable of that process";
    case 21: u[0].proc = one; return "loc is not a variable of that process";
    case 22: u[0].proc = gt_expr_self(f->ctx.arena, (gt_pos){0}, q); return "there is no such self here";
    case 23: u[2].value = yes; return "value of another type than the variable it is assigned to";
    case 24:
        u[2].value = gt_expr_real(f->ctx.arena, (gt_pos){0}, 1, 2);
        return "a real number stands in a probability, rate, reward or bound only";
    case 25: each->proc = u[0].proc; return "a broadcast writes to another process than it ranges over";
    case 26: each->proc = NULL; return "a broadcast writes to another process than it ranges over";
    case 27:
        each->proc = gt_expr_bound(f->ctx.arena, (gt_pos){0}, j);
        return "a broadcast writes to another process than it ranges over";
    case 28:
        ((gt_binder *)faulty_edit(each->each))->kind = GT_BIND_CHOICE;
        return "i is bound in the wrong way";
    case 29:
        ((gt_binder *)faulty_edit(each->each))->type = gt_type_bool();
        return "i does not range over processes";
    case 30:
        i = gt_expr_bound(f->ctx.arena, (gt_pos){0}, each->each);
        req = first_element(f)->kids[0];
        i = gt_expr_op2(f->ctx.arena, (gt_pos){0}, GT_EXPR_EQ, i, i);
        u[4].index = element(f, gt_expr_op3(f->ctx.arena, (gt_pos){0}, GT_EXPR_ITE, i, req, req));
        return "i is not bound here";
    case 31:
        u[4].index = element(f, gt_expr_op1(f->ctx.arena, (gt_pos){0}, GT_EXPR_NEG, yes));
        return "neg: operand is not a number";
    case 32: u[0].var = &class; return "class never changes";
    }
    return NULL;
}

/* `go` is written A -> B: it says so twice. */
static const char *break_edges(faulty *f, int way)
{
    static const char no_edge[] = "rule go is not the edge it says it is";
    gt_rule *go = f->sym->rules[0];
    gt_update *u = faulty_edit(go->branches->updates), other = u[2];
    switch (way) {
    case 0: go->from = "B"; return no_edge;
    case 1: go->to = "A"; return no_edge;
    case 2: go->to = NULL; return no_edge;
    case 3: u[2] = u[0], u[0] = other; return no_edge;
    case 4: u[0].cond = faulty_yes(f); return no_edge;
    case 5: go->guard = faulty_yes(f); return no_edge;
    case 6: u[0].proc = gt_expr_bound(f->ctx.arena, (gt_pos){0}, go->partners[0]); return no_edge;
    }
    return NULL;
}

static const char *break_properties(faulty *f, int way)
{
    gt_prop *p = f->sym->props[0], *deadlock = f->sym->props[1];
    gt_reward *gain = f->sym->rewards[0];
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f);
    switch (way) {
    case 0: p->formula = NULL; return "property p needs a formula";
    case 1: deadlock->formula = one; return "a property is not a truth value";
    case 2: p->formula = one; return "a property is not a truth value";
    case 3: p->nprefix = 0; return "i is not bound here";
    case 4:
        ((gt_binder *)faulty_edit(p->prefix[0]))->kind = GT_BIND_QUANT;
        return "i is bound in the wrong way";
    case 5: p->kind = GT_PROP_LTL; return "AF may not stand here";
    case 6: f->sym->fair[0]->expr = one; return "not a truth value";
    case 7: gain->expr = yes; return "not a number";
    case 8: gain->rules[0] = "come"; return "reward gain names no rule come";
    case 9: f->sym->initially = one; return "not a truth value";
    case 10: f->sym->turns[0]->proc = f->sym->procs[0]; return "a turn is of a process type or of a rule";
    case 11: f->sym->turns[0]->rule = "come"; return "a turn names no rule come";
    }
    return NULL;
}

/* ---- expressions of symmetric programs ---- */

static const gt_expr *op2(faulty *f, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(f->ctx.arena, (gt_pos){0}, kind, x, y);
}

static const char *break_operators(faulty *f, int way)
{
    gt_arena *arena = f->ctx.arena;
    gt_pos pos = {0};
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f), *guard = f->sym->rules[0]->guard;
    const gt_expr *self = gt_expr_self(arena, pos, f->sym->procs[0]);
    const gt_expr *req = gt_expr_const(arena, pos, gt_type_enum(f->sym->enums[0]), 0);
    const gt_expr *most = faulty_int(f, INT32_MAX), *e = NULL;
    const char *says = NULL;
    switch (way) {
    case 0: e = gt_expr_op1(arena, pos, GT_EXPR_AND, yes), says = "and: wrong number of operands"; break;
    case 1: e = op2(f, GT_EXPR_NOT, yes, yes), says = "not: wrong number of operands"; break;
    case 2: e = gt_expr_op1(arena, pos, GT_EXPR_NOT, one), says = "not: operand is not a truth value"; break;
    case 3: e = op2(f, GT_EXPR_OR, yes, one), says = "or: operand is not a truth value"; break;
    case 4: e = op2(f, GT_EXPR_EQ, one, yes), says = "eq: operands of different types are compared"; break;
    case 5: e = op2(f, GT_EXPR_NE, one, req), says = "ne: operands of different types are compared"; break;
    case 6: e = op2(f, GT_EXPR_LT, self, self), says = "lt: operands have no order"; break;
    case 7: e = op2(f, GT_EXPR_LE, req, req), says = "le: operands have no order"; break;
    case 8: e = op2(f, GT_EXPR_GE, yes, one), says = "ge: operands have no order"; break;
    case 9:
        e = gt_expr_op3(arena, pos, GT_EXPR_ITE, one, yes, yes), says = "ite: condition is not a truth value";
        break;
    case 10:
        e = gt_expr_op3(arena, pos, GT_EXPR_ITE, yes, yes, one),
        says = "ite: the two values have different types";
        break;
    case 11: e = op2(f, GT_EXPR_ADD, one, yes), says = "add: operand is not a number"; break;
    case 12: e = op2(f, GT_EXPR_MUL, most, most), says = "mul: the result may not fit into 32 bits"; break;
    case 13:
        e = op2(f, GT_EXPR_SUB, faulty_int(f, -2), most), says = "sub: the result may not fit into 32 bits";
        break;
    case 14:
        e = op2(f, GT_EXPR_AND, yes, gt_expr_op1(arena, pos, GT_EXPR_AG, yes)),
        says = "AG may not stand here";
        break;
    case 15: e = gt_expr_op1(arena, pos, GT_EXPR_F, yes), says = "F may not stand here"; break;
    case 16: e = gt_expr_isnone(arena, pos, 0), says = "isnone may not stand here"; break;
    case 17: e = gt_expr_cvar(arena, pos, 0, gt_type_bool()), says = "cvar may not stand here"; break;
    case 18:
        e = op2(f, GT_EXPR_EQ, gt_expr_op1(arena, pos, GT_EXPR_NEXT, self), self),
        says = "next: not of a process of a ring";
        break;
    case 19: e = gt_expr_number(arena, pos, self), says = "number: of what has no number"; break;
    case 20:
        e = op2(f, GT_EXPR_EQ, gt_expr_named(arena, pos, self->type.proc, 1), self),
        says = "there is no process of that number";
        break;
    default: return NULL;
    }
    f->sym->rules[0]->guard =
        op2(f, GT_EXPR_AND, e->type.kind == GT_TYPE_BOOL ? e : op2(f, GT_EXPR_EQ, e, e), guard);
    return says;
}

static const char *break_leaves(faulty *f, int way)
{
    gt_arena *arena = f->ctx.arena;
    gt_pos pos = {0};
    gt_sym *sym = f->sym;
    const gt_var *a = sym->shared[0], *x = sym->shared[2], *m = sym->shared[4];
    const gt_var *v = sym->procs[0]->vars[1], *u = sym->procs[1]->vars[0];
    const gt_expr *one = faulty_int(f, 1), *yes = faulty_yes(f), *e = NULL;
    const gt_expr *self = gt_expr_self(arena, pos, sym->procs[0]);
    gt_var *lost = GT_NEW(arena, gt_var);
    gt_binder *j = GT_NEW(arena, gt_binder);
    gt_expr *half = faulty_edit(gt_expr_real(arena, pos, 1, 2));
    gt_expr *two = faulty_edit(gt_expr_const(arena, pos, gt_type_bool(), 1));
    const gt_expr *req = first_element(f)->kids[0];
    gt_expr *element_of = NULL;
    const char *says = NULL;
    *lost = *x;
    lost->name = "lost";
    *j = (gt_binder){.name = "j", .kind = GT_BIND_QUANT, .type = gt_type_id(sym->procs[0], false)};
    switch (way) {
    case 0: e = gt_expr_var(arena, pos, lost, NULL), says = "variable lost is not one of the program"; break;
    case 1: e = gt_expr_var(arena, pos, m, NULL), says = "m needs an index"; break;
    case 2: e = gt_expr_var(arena, pos, x, first_element(f)), says = "x has no elements"; break;
    case 3: e = gt_expr_var(arena, pos, m, yes), says = "var: which element of the array is not said"; break;
    case 4: e = gt_expr_var(arena, pos, v, NULL), says = "v is not a shared variable"; break;
    case 5: e = gt_expr_local(arena, pos, self, x, NULL), says = "x is not a local variable"; break;
    case 6:
        e = gt_expr_local(arena, pos, self, u, NULL), says = "u is not a variable of that process type";
        break;
    case 7: e = gt_expr_local(arena, pos, self, v, first_element(f)), says = "v has no elements"; break;
    case 8:
        e = gt_expr_local(arena, pos, self, v, yes), says = "local: which element of the array is not said";
        break;
    case 9:
        e = gt_expr_local(arena, pos, one, v, NULL);
        says = "local: local variable of something that is not a process";
        break;
    case 10: two->u.value = 2, e = two, says = "constant 2 is not a value of its type"; break;
    case 11: two->u.value = -1, e = two, says = "constant -1 is not a value of its type"; break;
    case 12:
        two->type = gt_type_id(sym->procs[0], false), e = two, says = "constant 1 is not a value of its type";
        break;
    case 13: e = gt_expr_self(arena, pos, sym->procs[1]), says = "there is no such self here"; break;
    case 14: e = gt_expr_bound(arena, pos, j), says = "j is not bound here"; break;
    case 15:
        j->kind = GT_BIND_CHOICE, e = gt_expr_quant(arena, pos, GT_EXPR_COUNT, j, yes),
        says = "j does not range over the processes of a type";
        break;
    case 16:
        j->type.optional = true, e = gt_expr_quant(arena, pos, GT_EXPR_EXISTS, j, yes),
        says = "j does not range over the processes of a type";
        break;
    case 17: e = half, says = "a real number stands in a probability, rate, reward or bound only"; break;
    case 18: half->u.real.den = 0, e = half, says = "fraction with denominator 0"; break;
    case 19:
        e = gt_expr_quant(arena, pos, GT_EXPR_FORALL, j, one), says = "forall: operand is not a truth value";
        break;
    case 20: /* free where its quantifier has ended */
        e = op2(f, GT_EXPR_AND,
                gt_expr_quant(arena, pos, GT_EXPR_EXISTS, j,
                              op2(f, GT_EXPR_EQ, gt_expr_bound(arena, pos, j), self)),
                op2(f, GT_EXPR_EQ, gt_expr_bound(arena, pos, j), self));
        says = "j is not bound here";
        break;
    case 21:
        sym->rules[0]->owner = NULL, e = gt_expr_var(arena, pos, a, NULL),
        says = "there is no such self here";
        break;
    case 22:
        e = gt_expr_var(arena, pos, m, element(f, one));
        says = "m: an index is of another type than its dimension";
        break;
    case 23:
        *lost = *m, lost->ndims = 2, lost->dims = (gt_dim[2]){*m->dims, *m->dims};
        element_of = faulty_edit(gt_expr_indices(arena, pos, lost, (const gt_expr *[2]){req, req}));
        element_of->u.var = m, e = gt_expr_var(arena, pos, m, element_of);
        says = "m: there is not one index for each dimension";
        break;
    case 24:
        *lost = *m, lost->name = "lost", e = gt_expr_indices(arena, pos, lost, &req);
        says = "variable lost is not one of the program";
        break;
    default: return NULL;
    }
    sym->rules[0]->guard = op2(f, GT_EXPR_AND, op2(f, GT_EXPR_EQ, e, e), sym->rules[0]->guard);
    return says;
}

/* ---- formulas ---- */

static const gt_expr *bounded(faulty *f, gt_expr_kind kind, gt_bound bound, uint32_t n, const gt_expr *kid)
{
    const gt_expr *kids[] = {kid, kid};
    return gt_expr_bounded(f->ctx.arena, (gt_pos){0}, kind,
                           gt_arena_copy(f->ctx.arena, &bound, 1, sizeof bound), n, kids);
}

static const char *break_formulas(faulty *f, int way)
{
    gt_arena *arena = f->ctx.arena;
    gt_pos pos = {0};
    const gt_expr *yes = faulty_yes(f), *one = faulty_int(f, 1), *e = NULL;
    const gt_expr *sum = op2(f, GT_EXPR_ADD, one, one), *two = faulty_int(f, 2);
    const gt_expr *x = gt_expr_var(arena, pos, f->sym->shared[2], NULL), *minus = faulty_int(f, -1);
    const gt_bound le = {.cmp = GT_CMP_LE, .value = one}, none = {.cmp = GT_CMP_NONE},
                   ask = {.cmp = GT_CMP_QUERY};
    const gt_expr *finally = bounded(f, GT_EXPR_F, none, 1, yes);
    gt_binder *j = GT_NEW(arena, gt_binder);
    *j = (gt_binder){.name = "j", .kind = GT_BIND_QUANT, .type = gt_type_id(f->sym->procs[0], false)};
    const char *says = NULL;
#define P(path) bounded(f, GT_EXPR_PROB, le, 1, path)
#define R(path) bounded(f, GT_EXPR_REWARD, le, 1, path)
#define FORMULA(formula, message)                                                                            \
    e = (formula), says = (message);                                                                         \
    break
    switch (way) {
    case 0: FORMULA(P(yes), "P: P needs a path");
    case 1: FORMULA(R(bounded(f, GT_EXPR_G, none, 1, yes)), "Rew: R needs F, C, I or S");
    case 2: FORMULA(bounded(f, GT_EXPR_PROB, none, 1, finally), "P needs a bound");
    case 3: FORMULA(R(bounded(f, GT_EXPR_CUMUL, (gt_bound){.cmp = GT_CMP_LE}, 0, NULL)), "C needs a bound");
    case 4: FORMULA(R(bounded(f, GT_EXPR_INSTANT, none, 0, NULL)), "I needs a bound");
    case 5:
        FORMULA(bounded(f, GT_EXPR_STEADY, (gt_bound){.cmp = GT_CMP_GT}, 1, yes), "bound without a value");
    case 6: FORMULA(P(bounded(f, GT_EXPR_F, ask, 1, yes)), "only P, S and R may be asked for");
    case 7: FORMULA(P(bounded(f, GT_EXPR_X, le, 1, yes)), "X has no time bound");
    case 8: FORMULA(P(bounded(f, GT_EXPR_W, le, 2, yes)), "W has no time bound");
    case 9: FORMULA(P(bounded(f, GT_EXPR_R, le, 2, yes)), "R has no time bound");
    case 10:
        FORMULA(P(bounded(f, GT_EXPR_F, (gt_bound){.cmp = GT_CMP_LE, .value = x}, 1, yes)),
                "a bound is no constant");
    case 11:
        FORMULA(P(bounded(f, GT_EXPR_F, (gt_bound){.cmp = GT_CMP_LE, .value = sum}, 1, yes)),
                "a bound is no constant");
    case 12:
        FORMULA(P(bounded(f, GT_EXPR_G, (gt_bound){.cmp = GT_CMP_LE, .value = minus}, 1, yes)),
                "a time bound cannot be negative");
    case 13:
        FORMULA(P(bounded(f, GT_EXPR_F, (gt_bound){.cmp = GT_CMP_LE, .value = two, .upper = one}, 1, yes)),
                "an interval is empty: it ends before it begins");
    case 14:
        FORMULA(P(bounded(f, GT_EXPR_F, (gt_bound){.cmp = GT_CMP_LE, .value = one, .upper = x}, 1, yes)),
                "a bound is no constant");
    case 15:
        FORMULA(R(bounded(f, GT_EXPR_CUMUL, (gt_bound){.cmp = GT_CMP_LT, .value = one}, 0, NULL)),
                "rewards are added up from the beginning: C<=t");
    case 16:
        FORMULA(
            R(bounded(f, GT_EXPR_CUMUL, (gt_bound){.cmp = GT_CMP_LE, .value = one, .upper = two}, 0, NULL)),
            "rewards are added up from the beginning: C<=t");
    case 17:
        FORMULA(
            bounded(f, GT_EXPR_PROB, (gt_bound){.cmp = GT_CMP_LE, .value = one, .upper = two}, 1, finally),
            "an interval where none can be");
    case 18:
        FORMULA(P(bounded(f, GT_EXPR_F, (gt_bound){.cmp = GT_CMP_NONE, .upper = two}, 1, yes)),
                "an interval where none can be");
    case 19:
        FORMULA(bounded(f, GT_EXPR_PROB, (gt_bound){.cmp = GT_CMP_LE, .value = x}, 1, finally),
                "a bound is no constant");
    case 20:
        FORMULA(bounded(f, GT_EXPR_PROB, (gt_bound){.cmp = GT_CMP_LE, .value = yes}, 1, finally),
                "not a number");
    case 21:
        FORMULA(gt_expr_quant(arena, pos, GT_EXPR_EXISTS, j, P(finally)),
                "a temporal operator stands inside exists");
    case 22:
        FORMULA(gt_expr_op3(arena, pos, GT_EXPR_ITE, yes, P(finally), yes),
                "a temporal operator stands inside ite");
    case 23: FORMULA(gt_expr_op1(arena, pos, GT_EXPR_AG, yes), "AG may not stand here");
    case 24: FORMULA(one, "a property is not a truth value");
    default: return NULL;
    }
#undef FORMULA
#undef R
#undef P
    f->sym->props[2]->formula = e;
    return says;
}

/* ---- expressions of population programs and guarded commands ---- */

static const char *break_pop_expr(faulty *f, int way)
{
    gt_arena *arena = f->ctx.arena;
    gt_pos pos = {0};
    const gt_pop *pop = f->pop;
    gt_pop_rule *rule = faulty_edit(&pop->rules[0]);
    const gt_proc *p = pop->sym->procs[0], *q = pop->sym->procs[1];
    const gt_var *a = pop->sym->shared[0], *v = p->vars[1];
    const gt_expr *most = faulty_int(f, INT32_MAX), *e = NULL;
    gt_expr *same = faulty_edit(gt_expr_same(arena, pos, 0, 1));
    gt_idvar *ids = faulty_edit(pop->idvars);
    const char *says = NULL;
    switch (way) {
    case 0: e = gt_expr_isnone(arena, pos, 3), says = "there is no id variable 3"; break;
    case 1: e = gt_expr_isnone(arena, pos, 0), says = "id variable 0 cannot be none"; break;
    case 2: same->u.pair.b = 5, e = same, says = "there is no id variable 5"; break;
    case 3: same->u.pair.a = 1, e = same, says = "pair of id variables is not in order"; break;
    case 4:
        e = gt_expr_local(arena, pos, gt_expr_idvar(arena, pos, 9, p), v, NULL),
        says = "there is no id variable 9";
        break;
    case 5:
        e = gt_expr_local(arena, pos, gt_expr_idvar(arena, pos, 0, q), q->vars[0], NULL);
        says = "id variable 0 is of another process type";
        break;
    case 6:
        e = gt_expr_local(arena, pos, gt_expr_role(arena, pos, 7, p), v, NULL), says = "there is no role 7";
        break;
    case 7:
        e = gt_expr_local(arena, pos, gt_expr_role(arena, pos, 0, q), q->vars[0], NULL);
        says = "role 0 is of another process type";
        break;
    case 8: e = gt_expr_var(arena, pos, a, NULL), says = "id variable a is read as a value"; break;
    case 9: e = gt_expr_self(arena, pos, p), says = "self may not stand here"; break;
    case 10: e = op2(f, GT_EXPR_MUL, most, most), says = "mul: the result may not fit into 32 bits"; break;
    case 11: e = gt_expr_cvar(arena, pos, 0, gt_type_bool()), says = "cvar may not stand here"; break;
    case 12: /* a rule of its own: only the guard sees it */
        ids[2].proc = q, ((gt_var *)faulty_edit(ids[2].var))->type.proc = q;
        ((gt_pop *)faulty_edit(pop))->locals[0].nidvars = 2;
        ((gt_pop *)faulty_edit(pop))->locals[1].first_idvar = 2;
        ((gt_pop *)faulty_edit(pop))->locals[1].nidvars = 1;
        ids[2].start = faulty_yes(f);
        same->u.pair.b = 2, rule->alias = gt_arena_copy(arena, (int32_t[]){-1, -1, -1}, 3, sizeof(int32_t));
        rule->nroles = 0, rule->nbranches = 1, e = same;
        says = "id variables of different process types are compared";
        break;
    default: return NULL;
    }
    rule->guard = op2(f, GT_EXPR_EQ, e, e);
    return says;
}

static const char *break_cmd_expr(faulty *f, int way)
{
    gt_arena *arena = f->ctx.arena;
    gt_pos pos = {0};
    const gt_expr *most = faulty_int(f, INT32_MAX), *e = NULL;
    const char *says = NULL;
    switch (way) {
    case 0: e = gt_expr_cvar(arena, pos, 99, gt_type_bool()), says = "there is no variable 99"; break;
    case 1: e = gt_expr_cvar(arena, pos, 0, gt_type_bool()), says = "variable x has another type"; break;
    case 2: e = gt_expr_isnone(arena, pos, 0), says = "isnone may not stand here"; break;
    case 3: e = op2(f, GT_EXPR_ADD, most, most), says = "add: the result may not fit into 32 bits"; break;
    case 4:
        e = gt_expr_var(arena, pos, f->cmds->sym->shared[2], NULL),
        says = "variable x is not one of the program";
        break;
    default: return NULL;
    }
    f->cmds->cmds[0].guard = op2(f, GT_EXPR_EQ, e, e);
    return says;
}

/* ---- */

static const struct {
    faulty_plant *plant;
    faulty_verify *verify;
} faults[] = {
    {break_types, verify_sym},      {break_variables, verify_sym}, {break_rules, verify_sym},
    {break_properties, verify_sym}, {break_edges, verify_sym},     {break_operators, verify_sym},
    {break_leaves, verify_sym},     {break_formulas, verify_sym},  {break_pop_expr, verify_pop},
    {break_cmd_expr, verify_cmds},
};

START_TEST(faults_are_found)
{
    faulty_expect(faults[_i].plant, faults[_i].verify);
}
END_TEST

START_TEST(good_programs_pass)
{
    faulty_expect_good();
}
END_TEST

static void stop_at_fault(int way)
{
    faulty f;
    faulty_init(&f);
    (void)break_rules(&f, way);
    gt_sym_verify(f.sym);
}

START_TEST(a_broken_program_stops)
{
    helper_expect_ice(stop_at_fault, 2, "symmetric program: rule go has no branch");
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, faults_are_found, faults);
    tcase_add_test(tests, good_programs_pass);
    tcase_add_test(tests, a_broken_program_stops);
}
