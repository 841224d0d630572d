/* Promela: the process and its steps. */
#include "backends/targets/promela.h"

#include "backends/targets/common.h"
#include "backends/targets/layout.h"
#include "backends/targets/rules.h"
#include "ir/expr/walk.h"

#include <inttypes.h>

static void constant(gt_promela *p, const gt_value_set *values, gt_type type, int64_t value)
{
    if (values->names && value >= values->lo && value <= values->hi)
        gt_str_add(p->e->out, values->names[value - values->lo]);
    else if (type.kind == GT_TYPE_BOOL)
        gt_str_add(p->e->out, value ? "true" : "false");
    else
        gt_str_addf(p->e->out, "%" PRId64, value);
}

void gt_promela_constant(gt_promela *p, uint32_t var, int32_t value)
{
    constant(p, &p->e->names.values[var], p->e->cmds->vars[var].type, value);
}

static void pick_constant(gt_promela *p, const gt_pick *pick, int64_t value)
{
    for (uint32_t i = 0; i < p->e->names.npicks; i++)
        if (p->e->names.picks[i].pick->value == pick->value)
            constant(p, &p->e->names.picks[i].values, pick->value->type, value);
}

typedef struct {
    const gt_share *share;
    const gt_ptrmap *numbers; /* of definitions, by name */
    bool *marks;
} marking;

/* Marks every variable that `e` reads outside definitions: those are held in temporaries. */
static uint64_t mark_reads(gt_walk *walk, const gt_expr *e)
{
    const marking *m = walk->arg;
    if (gt_share_name(m->share, e))
        return 0;
    if (e->kind == GT_EXPR_CVAR)
        m->marks[e->u.index] = true;
    return gt_walk_any(walk, e);
}

/* Marks the definitions that `e` is written with. */
static uint64_t mark_defs(gt_walk *walk, const gt_expr *e)
{
    const marking *m = walk->arg;
    uint64_t number;
    const char *name = gt_share_name(m->share, e);
    if (name && gt_ptrmap_get(m->numbers, name, &number))
        m->marks[number] = true;
    return gt_walk_any(walk, e);
}

/* Holds what the values of a step share, computed once in the old state. */
static void hold_defs(gt_promela *p, const gt_transition *t)
{
    uint32_t n = gt_share_ndefs(p->e->share);
    gt_ptrmap numbers = {0};
    bool *used = GT_NEW_ARRAY(p->e->ctx->arena, bool, n + 1);
    gt_walk walk = {.node = mark_defs, .arg = &(marking){p->e->share, &numbers, used}};
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        gt_share_def(p->e->share, i, &name);
        *gt_ptrmap_at(&numbers, name) = i;
    }
    for (uint32_t a = 0; a < t->nassigns; a++)
        gt_walk_at(&walk, t->assigns[a].value);
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->e->share, i, &name);
        if (!used[i])
            continue;
        p->held[i] = true;
        gt_str_addf(p->e->out, "%s%s = ", name, p->suffix);
        gt_emit_body(&p->e->em, e, 0);
        gt_str_add(p->e->out, ";" GT_LAYOUT_BREAK);
    }
    gt_walk_fini(&walk);
    gt_ptrmap_fini(&numbers);
}

typedef struct {
    bool *reads; /* by variable */
    bool done;
    uint32_t temp; /* number of the temporary that holds the value; 0: none */
} pending;

/* Whether some other pending value still reads the variable that assignment `a` overwrites. */
static bool still_read(const gt_transition *t, const pending *todo, uint32_t a)
{
    for (uint32_t b = 0; b < t->nassigns; b++)
        if (b != a && !todo[b].done && !todo[b].temp && todo[b].reads[t->assigns[a].var])
            return true;
    return false;
}

/* x = x + 1 and x = x - 1 have words of their own. */
static bool is_step_of(const gt_assign *a, const char **word)
{
    const gt_expr *e = a->value;
    int64_t c;
    if ((e->kind != GT_EXPR_ADD && e->kind != GT_EXPR_SUB) || e->nkids != 2 ||
        e->kids[0]->kind != GT_EXPR_CVAR || e->kids[0]->u.index != a->var ||
        !gt_expr_is_const(e->kids[1], &c) || (c != 1 && c != -1))
        return false;
    *word = (e->kind == GT_EXPR_ADD) == (c == 1) ? "++" : "--";
    return true;
}

static void assign_one(gt_promela *p, const gt_transition *t, pending *todo, uint32_t a)
{
    const char *word;
    gt_str_add(p->e->out, p->e->names.vars[t->assigns[a].var]);
    if (todo[a].temp) {
        gt_str_addf(p->e->out, " = %s%u", p->temp, todo[a].temp);
    } else if (is_step_of(&t->assigns[a], &word)) {
        gt_str_add(p->e->out, word);
    } else {
        gt_str_add(p->e->out, " = ");
        gt_emit_value(&p->e->em, t->assigns[a].var, t->assigns[a].value, 0);
    }
    gt_str_add(p->e->out, ";" GT_LAYOUT_BREAK);
    todo[a].done = true;
}

/* Simultaneous assignments in an order in which each reads old values; temporaries break cycles. */
static uint32_t assign_all(gt_promela *p, const gt_transition *t)
{
    uint32_t left = t->nassigns, ntemps = 0;
    pending *todo = GT_NEW_ARRAY(p->e->ctx->arena, pending, left ? left : 1);
    for (uint32_t a = 0; a < t->nassigns; a++) {
        todo[a].reads = GT_NEW_ARRAY(p->e->ctx->arena, bool, p->e->cmds->nvars);
        gt_walk_once(mark_reads, &(marking){p->e->share, NULL, todo[a].reads}, t->assigns[a].value);
    }
    while (left > 0) {
        uint32_t before = left, first = t->nassigns;
        for (uint32_t a = 0; a < t->nassigns; a++) {
            if (todo[a].done)
                continue;
            if (!still_read(t, todo, a)) {
                assign_one(p, t, todo, a);
                left--;
            } else if (!todo[a].temp && first == t->nassigns) {
                first = a;
            }
        }
        if (left < before)
            continue;
        gt_str_addf(p->e->out, "%s%u = ", p->temp, ++ntemps);
        gt_emit_value(&p->e->em, t->assigns[first].var, t->assigns[first].value, 0);
        gt_str_add(p->e->out, ";" GT_LAYOUT_BREAK);
        todo[first].temp = ntemps;
    }
    return ntemps;
}

/* if
 * :: c1 -> x = v1 ... fi */
static void choose_pick(gt_promela *p, gt_fold *fold, const gt_pick *pick)
{
    const gt_expr bound = {.kind = GT_EXPR_BOUND, .u.binder = pick->value};
    const char *name = gt_names_pick(&p->e->names, &bound);
    gt_type type = pick->value->type;
    gt_str_add(p->e->out, "       if\n");
    for (int64_t v = type.lo; v <= type.hi; v++) {
        const gt_expr *where = gt_pick_at(fold, pick, v);
        if (gt_expr_is_false(where))
            continue;
        gt_str_add(p->e->out, "       :: ");
        if (!gt_expr_is_true(where)) {
            gt_emit_expr(&p->e->em, where, 0);
            gt_str_add(p->e->out, " -> ");
        }
        gt_str_addf(p->e->out, "%s = ", name);
        pick_constant(p, pick, v);
        gt_str_addc(p->e->out, '\n');
    }
    gt_str_add(p->e->out, "       fi;\n");
}

static void assign_step(gt_promela *p, const gt_transition *t)
{
    gt_str_add(p->e->out, GT_LAYOUT_OPEN);
    p->e->em.def_suffix = p->suffix;
    hold_defs(p, t);
    uint32_t ntemps = assign_all(p, t);
    p->e->em.def_suffix = NULL;
    if (ntemps > p->ntemps)
        p->ntemps = ntemps;
    gt_str_addf(p->e->out, "%s()" GT_LAYOUT_CLOSE, p->check);
}

/* Choosing changes nothing that is seen, and the step that follows is one. */
static void step(gt_promela *p, gt_fold *fold, const gt_transition *t)
{
    bool picks = t->cmd->npicks > 0;
    gt_str_addf(p->e->out, "  :: %s { " GT_LAYOUT_OPEN, picks ? "atomic" : "d_step");
    gt_emit_expr(&p->e->em, picks ? p->e->skeleton->fires[t->cmd - p->e->cmds->cmds] : t->guard,
                 picks && t->possible ? 7 : 0);
    if (picks && t->possible) {
        gt_str_add(p->e->out, " &&" GT_LAYOUT_BREAK);
        gt_emit_expr(&p->e->em, t->possible, 7);
    }
    if (picks) {
        gt_str_add(p->e->out, " ->" GT_LAYOUT_CLOSE "\n");
        for (uint32_t i = 0; i < t->cmd->npicks; i++)
            choose_pick(p, fold, &t->cmd->picks[i]);
        gt_str_add(p->e->out, "       d_step { ");
        assign_step(p, t);
        gt_str_add(p->e->out, " } }\n");
    } else {
        gt_str_add(p->e->out, " ->" GT_LAYOUT_BREAK);
        assign_step(p, t);
        gt_str_add(p->e->out, GT_LAYOUT_CLOSE " }\n");
    }
}

static void commands(gt_promela *p)
{
    const gt_skeleton *sk = p->e->skeleton;
    gt_fold *fold = gt_fold_new(p->e->ctx->arena);
    for (uint32_t i = 0; i < sk->n; i++) {
        gt_rule_comment(p->e, "  ", i ? sk->transitions[i - 1].cmd : NULL, sk->transitions[i].cmd);
        step(p, fold, &sk->transitions[i]);
    }
    gt_fold_free(fold);
}

/* A value from lo..hi for one variable. */
static void choose(gt_promela *p, const gt_init_step *step)
{
    const char *name = p->e->names.vars[step->var];
    int64_t lo, hi;
    if (step->lo == step->hi) {
        gt_str_addf(p->e->out, "    %s = ", name);
        gt_emit_value(&p->e->em, step->var, step->lo, 0);
        gt_str_add(p->e->out, ";\n");
    } else if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi) && hi < lo) {
        gt_str_add(p->e->out, "    false; /* no value */\n");
    } else if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi) && hi - lo < 64) {
        gt_str_add(p->e->out, "    if");
        for (int64_t v = lo; v <= hi; v++) {
            gt_str_addf(p->e->out, " :: %s = ", name);
            gt_promela_constant(p, step->var, (int32_t)v);
        }
        gt_str_add(p->e->out, " fi;\n");
    } else {
        gt_str_addf(p->e->out, "    %s = ", name);
        gt_emit_value(&p->e->em, step->var, step->lo, 0);
        gt_str_addf(p->e->out, ";\n    do :: (%s < ", name);
        gt_emit_expr(&p->e->em, step->hi, GT_PREC_LEAF);
        gt_str_addf(p->e->out, ") -> %s = %s + 1 :: (%s <= ", name, name, name);
        gt_emit_expr(&p->e->em, step->hi, GT_PREC_LEAF);
        gt_str_add(p->e->out, ") -> break od;\n");
    }
    if (step->where) {
        gt_str_add(p->e->out, "    (");
        gt_emit_expr(&p->e->em, step->where, 0);
        gt_str_add(p->e->out, ");\n");
    }
}

static void initial(gt_promela *p)
{
    if (!p->started) {
        gt_str_addf(p->e->out, "  d_step { %s() }\n", p->check);
        return;
    }
    gt_str_add(p->e->out, "  atomic {\n");
    for (uint32_t i = 0; i < p->e->cmds->ninit; i++) {
        int32_t value;
        if (!gt_init_constant(p->e->cmds, p->e->cmds->init[i].var, &value) || p->e->cmds->init[i].where)
            choose(p, &p->e->cmds->init[i]);
    }
    gt_str_addf(p->e->out, "    d_step { %s = 1; %s() }\n  }\n", p->started, p->check);
}

void gt_promela_process(gt_promela *p)
{
    const char *name = gt_mangle(p->e->names.mangler, "system");
    gt_str_addf(p->e->out, "\nactive proctype %s() {\n", name);
    initial(p);
    gt_str_add(p->e->out, "  do\n");
    commands(p);
    gt_promela_stuck(p);
    gt_str_add(p->e->out, "  od\n}\n");
}
