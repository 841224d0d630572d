/* Promela: the process and its steps. */
#include "backends/promela.h"

#include "backends/common.h"
#include "ir/ptrmap.h"
#include "runtime/base.h"

void gt_promela_constant(gt_promela *p, uint32_t var, int32_t value)
{
    const gt_cvar *v = &p->cmds->vars[var];
    if (p->names.labels[var] && value >= v->type.lo && value <= v->type.hi)
        gt_str_add(p->out, p->names.labels[var][value - v->type.lo]);
    else if (v->type.kind == GT_TYPE_BOOL)
        gt_str_add(p->out, value ? "true" : "false");
    else
        gt_str_addf(p->out, "%d", value);
}

/* Marks every variable that `e` reads outside definitions: those are held in temporaries. */
static void mark_reads(const gt_share *share, gt_ptrmap *seen, const gt_expr *e, bool *reads)
{
    if (gt_share_name(share, e))
        return;
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return;
    *mark = 1;
    if (e->kind == GT_EXPR_CVAR)
        reads[e->u.index] = true;
    for (uint32_t i = 0; i < e->nkids; i++)
        mark_reads(share, seen, e->kids[i], reads);
}

/* Marks the definitions that `e` is written with, by number + 1 in `numbers`. */
static void mark_defs(const gt_share *share, gt_ptrmap *seen, const gt_ptrmap *numbers, const gt_expr *e,
                      bool *used)
{
    uint64_t number;
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return;
    *mark = 1;
    const char *name = gt_share_name(share, e);
    if (name && gt_ptrmap_get(numbers, name, &number))
        used[number] = true;
    for (uint32_t i = 0; i < e->nkids; i++)
        mark_defs(share, seen, numbers, e->kids[i], used);
}

/* Holds what the values of a step share, computed once in the old state. */
static void hold_defs(gt_promela *p, const gt_transition *t)
{
    uint32_t n = gt_share_ndefs(p->share);
    gt_ptrmap seen, numbers;
    bool *used = GT_NEW_ARRAY(p->ctx->arena, bool, n + 1);
    gt_ptrmap_init(&seen);
    gt_ptrmap_init(&numbers);
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        gt_share_def(p->share, i, &name);
        *gt_ptrmap_at(&numbers, name) = i;
    }
    for (uint32_t a = 0; a < t->nassigns; a++)
        mark_defs(p->share, &seen, &numbers, t->assigns[a].value, used);
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->share, i, &name);
        if (!used[i])
            continue;
        p->held[i] = true;
        gt_str_addf(p->out, "%s%s = ", name, p->suffix);
        gt_emit_body(&p->em, e, 0);
        gt_str_add(p->out, "; ");
    }
    gt_ptrmap_fini(&seen);
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

static void assign_one(gt_promela *p, const gt_transition *t, pending *todo, uint32_t a)
{
    gt_str_addf(p->out, "%s = ", p->names.vars[t->assigns[a].var]);
    if (todo[a].temp)
        gt_str_addf(p->out, "%s%u", p->temp, todo[a].temp);
    else
        gt_emit_value(&p->em, t->assigns[a].var, t->assigns[a].value, 0);
    gt_str_add(p->out, "; ");
    todo[a].done = true;
}

/* Simultaneous assignments in an order in which each reads old values; temporaries break cycles. */
static uint32_t assign_all(gt_promela *p, const gt_transition *t)
{
    uint32_t left = t->nassigns, ntemps = 0;
    pending *todo = GT_NEW_ARRAY(p->ctx->arena, pending, left ? left : 1);
    for (uint32_t a = 0; a < t->nassigns; a++) {
        gt_ptrmap seen;
        todo[a].reads = GT_NEW_ARRAY(p->ctx->arena, bool, p->cmds->nvars);
        gt_ptrmap_init(&seen);
        mark_reads(p->share, &seen, t->assigns[a].value, todo[a].reads);
        gt_ptrmap_fini(&seen);
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
        gt_str_addf(p->out, "%s%u = ", p->temp, ++ntemps);
        gt_emit_value(&p->em, t->assigns[first].var, t->assigns[first].value, 0);
        gt_str_add(p->out, "; ");
        todo[first].temp = ntemps;
    }
    return ntemps;
}

static void commands(gt_promela *p)
{
    for (uint32_t i = 0; i < p->skeleton->n; i++) {
        const gt_transition *t = &p->skeleton->transitions[i];
        gt_str_addf(p->out, "  /* %s */\n  :: d_step { (", gt_comment(p->ctx->arena, t->cmd->label));
        gt_emit_expr(&p->em, t->guard, 0);
        gt_str_add(p->out, "); ");
        p->em.def_suffix = p->suffix;
        hold_defs(p, t);
        uint32_t ntemps = assign_all(p, t);
        p->em.def_suffix = NULL;
        if (ntemps > p->ntemps)
            p->ntemps = ntemps;
        gt_str_addf(p->out, "%s }\n", p->check);
    }
}

/* A value from lo..hi for one variable. */
static void choose(gt_promela *p, const gt_init_step *step)
{
    const char *name = p->names.vars[step->var];
    int64_t lo, hi;
    if (step->lo == step->hi) {
        gt_str_addf(p->out, "    %s = ", name);
        gt_emit_value(&p->em, step->var, step->lo, 0);
        gt_str_add(p->out, ";\n");
    } else if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi) && hi - lo < 64) {
        gt_str_add(p->out, "    if");
        for (int64_t v = lo; v <= hi; v++) {
            gt_str_addf(p->out, " :: %s = ", name);
            gt_promela_constant(p, step->var, (int32_t)v);
        }
        gt_str_add(p->out, " fi;\n");
    } else {
        gt_str_addf(p->out, "    %s = ", name);
        gt_emit_value(&p->em, step->var, step->lo, 0);
        gt_str_addf(p->out, ";\n    do :: (%s < ", name);
        gt_emit_expr(&p->em, step->hi, GT_PREC_LEAF);
        gt_str_addf(p->out, ") -> %s = %s + 1 :: (%s <= ", name, name, name);
        gt_emit_expr(&p->em, step->hi, GT_PREC_LEAF);
        gt_str_add(p->out, ") -> break od;\n");
    }
    if (step->where) {
        gt_str_add(p->out, "    (");
        gt_emit_expr(&p->em, step->where, 0);
        gt_str_add(p->out, ");\n");
    }
}

static void initial(gt_promela *p)
{
    if (!p->started) {
        gt_str_addf(p->out, "  d_step { %s }\n", p->check);
        return;
    }
    gt_str_add(p->out, "  atomic {\n");
    for (uint32_t i = 0; i < p->cmds->ninit; i++) {
        int32_t value;
        if (!gt_init_constant(p->cmds, p->cmds->init[i].var, &value) || p->cmds->init[i].where)
            choose(p, &p->cmds->init[i]);
    }
    gt_str_addf(p->out, "    d_step { %s = 1; %s }\n  }\n", p->started, p->check);
}

void gt_promela_process(gt_promela *p)
{
    bool deadlock = false;
    const char *name = gt_mangle(p->names.mangler, "system");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        deadlock |= !gt_skipped(p->options, i) && p->cmds->props[i].origin->kind == GT_PROP_DEADLOCK;
    gt_str_addf(p->out, "\nactive proctype %s() {\n", name);
    initial(p);
    gt_str_add(p->out, "  do\n");
    commands(p);
    gt_str_add(p->out, "  /* no rule can fire */\n");
    gt_str_addf(p->out, "  :: %s\n  od\n}\n", deadlock ? p->when_stuck : "else");
}
