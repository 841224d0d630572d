#include "helper_paper.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static const gt_pos nowhere;

typedef struct {
    gt_arena *arena;
    const gt_pop *pop;
    gt_cmds *out;
    uint32_t nstates;
    GT_VEC(gt_cmd) cmds;
} paper;

/* The edge at hand. */
typedef struct {
    paper *p;
    const gt_rule *rule;
    uint32_t from, to;
    const gt_expr *guard; /* as written, with the test of the location, which gen makes true */
} edge;

/* Counters stand first, then the locations of the id variables. */
static const gt_expr *cvar(paper *p, uint32_t i)
{
    return gt_expr_cvar(p->arena, nowhere, i, p->out->vars[i].type);
}

static const gt_expr *number(paper *p, int64_t value)
{
    return gt_expr_int(p->arena, nowhere, value);
}

static const gt_expr *op(paper *p, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    return gt_expr_op2(p->arena, nowhere, kind, x, y);
}

static const gt_expr *named_is_at(paper *p, uint32_t idvar, uint32_t state)
{
    return op(p, GT_EXPR_EQ, cvar(p, p->nstates + idvar), number(p, state));
}

static bool is_location_test(const gt_expr *e)
{
    return e->kind == GT_EXPR_EQ && e->kids[0]->kind == GT_EXPR_LOCAL;
}

/* The id variable of d == self and d != self, or -1. */
static int32_t compared_with_self(const paper *p, const gt_expr *e)
{
    if (e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE)
        return -1;
    const gt_expr *var = e->kids[0]->kind == GT_EXPR_VAR ? e->kids[0] : e->kids[1];
    for (uint32_t i = 0; var->kind == GT_EXPR_VAR && i < p->pop->nidvars; i++)
        if (strcmp(p->pop->idvars[i].var->name, var->u.var->name) == 0)
            return (int32_t)i;
    return -1;
}

/* gen: each basic guard is replaced by itself, wherever it stands. */
static const gt_expr *gen(const edge *e, const gt_expr *g)
{
    paper *p = e->p;
    int32_t d = compared_with_self(p, g);
    if (is_location_test(g))
        return gt_expr_bool(p->arena, nowhere, true);
    if (d >= 0 && g->kind == GT_EXPR_EQ)
        return named_is_at(p, (uint32_t)d, e->from);
    if (d >= 0) {
        const gt_expr *elsewhere =
            gt_expr_op1(p->arena, nowhere, GT_EXPR_NOT, named_is_at(p, (uint32_t)d, e->from));
        return op(p, GT_EXPR_OR, elsewhere, op(p, GT_EXPR_GE, cvar(p, e->from), number(p, 2)));
    }
    const gt_expr **kids = GT_NEW_ARRAY(p->arena, const gt_expr *, g->nkids);
    for (uint32_t i = 0; i < g->nkids; i++)
        kids[i] = gen(e, g->kids[i]);
    return gt_expr_rebuild(p->arena, g, kids);
}

/* Whether the guard is, or has among its conjuncts, the comparison of d with self. */
static bool says(const paper *p, const gt_expr *g, gt_expr_kind kind, uint32_t d)
{
    if (g->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < g->nkids; i++)
            if (says(p, g->kids[i], kind, d))
                return true;
    }
    return g->kind == kind && compared_with_self(p, g) == (int32_t)d;
}

static const gt_update *assigned(const edge *e, uint32_t d)
{
    const gt_branch *branch = &e->rule->branches[0];
    for (uint32_t i = 0; i < branch->nupdates; i++)
        if (strcmp(branch->updates[i].var->name, e->p->pop->idvars[d].var->name) == 0)
            return &branch->updates[i];
    return NULL;
}

static const gt_expr *both(paper *p, const gt_expr *x, const gt_expr *y)
{
    return op(p, GT_EXPR_AND, x, y);
}

/* Emits the command in which the id variables from d on still have to choose; after[i] < 0: unchanged. */
static void choose(const edge *e, uint32_t d, const gt_expr *guard, int64_t *after)
{
    paper *p = e->p;
    if (d < p->pop->nidvars) {
        const gt_update *u = assigned(e, d);
        const gt_expr *here = named_is_at(p, d, e->from);
        const gt_expr *not_here = gt_expr_op1(p->arena, nowhere, GT_EXPR_NOT, here);
        const gt_expr *many = op(p, GT_EXPR_GE, cvar(p, e->from), number(p, 2));
        if (u && u->value->kind == GT_EXPR_SELF) {
            after[d] = e->to;
            choose(e, d + 1, guard, after);
        } else if (u) { /* any location with a process in it after the move */
            for (uint32_t s = 0; s < p->nstates; s++) {
                int64_t least = s == e->to ? 0 : s == e->from ? 2 : 1;
                after[d] = s;
                choose(e, d + 1, both(p, guard, op(p, GT_EXPR_GE, cvar(p, s), number(p, least))), after);
            }
        } else if (says(p, e->guard, GT_EXPR_EQ, d)) {
            after[d] = e->to;
            choose(e, d + 1, guard, after);
        } else if (says(p, e->guard, GT_EXPR_NE, d)) {
            after[d] = -1;
            choose(e, d + 1, guard, after);
        } else {
            after[d] = -1;
            choose(e, d + 1, both(p, guard, op(p, GT_EXPR_OR, not_here, many)), after);
            after[d] = e->to;
            choose(e, d + 1, both(p, guard, here), after);
        }
        return;
    }
    gt_assign *assigns = GT_NEW_ARRAY(p->arena, gt_assign, (size_t)p->pop->nidvars + 2);
    gt_cmd_branch *branch = GT_NEW(p->arena, gt_cmd_branch);
    branch->assigns = assigns;
    for (uint32_t s = 0; s < p->nstates && e->from != e->to; s++) {
        if (s == e->from || s == e->to) {
            gt_expr_kind kind = s == e->from ? GT_EXPR_SUB : GT_EXPR_ADD;
            assigns[branch->nassigns++] = (gt_assign){s, op(p, kind, cvar(p, s), number(p, 1))};
        }
    }
    for (uint32_t i = 0; i < p->pop->nidvars; i++)
        if (after[i] >= 0)
            assigns[branch->nassigns++] = (gt_assign){p->nstates + i, number(p, after[i])};
    gt_cmd cmd = {
        .origin = e->rule, .label = e->rule->label, .guard = guard, .nbranches = 1, .branches = branch};
    gt_vec_push(&p->cmds, cmd);
}

static void translate_edge(paper *p, const gt_rule *rule)
{
    edge e = {.p = p, .rule = rule, .guard = rule->guard};
    const gt_expr *test = rule->guard;
    while (!is_location_test(test))
        test = test->kids[0];
    int32_t from = (int32_t)test->kids[1]->u.value, to = from;
    for (uint32_t i = 0; i < rule->branches[0].nupdates; i++) {
        const gt_update *u = &rule->branches[0].updates[i];
        to = u->var->owner ? (int32_t)u->value->u.value : to;
    }
    e.from = (uint32_t)gt_locals_find(&p->pop->locals[0], &from);
    e.to = (uint32_t)gt_locals_find(&p->pop->locals[0], &to);
    int64_t after[8];
    const gt_expr *somebody = op(p, GT_EXPR_GE, cvar(p, e.from), number(p, 1));
    choose(&e, 0, both(p, somebody, gen(&e, rule->guard)), after);
}

static void declare(paper *p)
{
    const gt_locals *locals = &p->pop->locals[0];
    const gt_var *loc = locals->proc->vars[0];
    gt_cmds *out = p->out;
    out->nvars = p->nstates + p->pop->nidvars;
    out->vars = GT_NEW_ARRAY(p->arena, gt_cvar, out->nvars);
    gt_init_step *init = GT_NEW_ARRAY(p->arena, gt_init_step, out->nvars);
    int32_t first = (int32_t)loc->inits[0].expr->u.value;
    int64_t start = gt_locals_find(locals, &first);
    for (uint32_t i = 0; i < out->nvars; i++) {
        gt_cvar *var = &out->vars[i];
        bool counter = i < p->nstates;
        var->name = gt_arena_printf(p->arena, counter ? "n_%u" : "d_%u", i);
        var->kind = counter ? GT_CVAR_COUNTER : GT_CVAR_AT;
        var->type = counter ? gt_type_int(0, locals->proc->n) : gt_type_int(0, p->nstates);
        var->proc = locals->proc;
        var->state = counter ? i : 0;
        var->idvar = counter ? 0 : i - p->nstates;
        const gt_expr *value = number(p, !counter ? start : i == start ? locals->proc->n : 0);
        init[i] = (gt_init_step){.var = i, .lo = value, .hi = value};
    }
    out->init = init;
    out->ninit = out->nvars;
}

/* The paper counts processes in every location, also where none comes. */
static const gt_pop *with_all_locations(gt_arena *arena, const gt_pop *pop)
{
    gt_pop *all = gt_arena_copy(arena, pop, 1, sizeof *pop);
    all->locals = gt_arena_copy(arena, pop->locals, pop->sym->nprocs, sizeof *pop->locals);
    gt_locals *l = &all->locals[0];
    l->nstates = (uint32_t)gt_type_size(l->proc->vars[0]->type);
    int32_t *values = GT_NEW_ARRAY(arena, int32_t, l->nstates);
    for (uint32_t i = 0; i < l->nstates; i++)
        values[i] = (int32_t)i;
    l->values = values;
    return all;
}

const gt_cmds *paper_translate(gt_ctx *ctx, const gt_sym *written, const gt_pop *pop)
{
    pop = with_all_locations(ctx->arena, pop);
    paper p = {.arena = ctx->arena, .pop = pop, .nstates = pop->locals[0].nstates};
    p.out = GT_NEW(ctx->arena, gt_cmds);
    *p.out = (gt_cmds){.sym = pop->sym, .pop = pop, .encoding = GT_ENC_PAPER};
    declare(&p);
    for (uint32_t i = 0; i < written->nrules; i++)
        translate_edge(&p, written->rules[i]);
    p.out->ncmds = (uint32_t)p.cmds.n;
    p.out->cmds = gt_arena_copy(ctx->arena, p.cmds.v, p.cmds.n, sizeof *p.cmds.v);
    free(p.cmds.v);
    return p.out;
}
