#include "backends/check/prove/bisim_impl.h"

#include <stdlib.h>

/* The place of the ghost for prefix[i]: a property uses the ghosts of each type in order. */
static size_t ghost_place(const gt_layout *layout, const gt_prop *prop, uint32_t i)
{
    uint32_t type = prop->prefix[i]->type.proc->index, before = 0;
    for (uint32_t k = 0; k < i; k++)
        before += prop->prefix[k]->type.proc->index == type;
    for (uint32_t k = 0; k < layout->sym->nshared; k++) {
        const gt_var *var = layout->sym->shared[k];
        if (var->is_ghost && var->type.proc->index == type && before-- == 0)
            return gt_layout_shared(layout, var, 0);
    }
    gt_ice("no ghost for '%s' of property %s", prop->prefix[i]->name, prop->name);
}

/* a NULL: what corresponds to c is not known. */
static void add_pair(gt_bisim_labels *labels, const gt_expr *c, const gt_expr *a, gt_bisim_label label)
{
    label.expr = c;
    label.concrete = gt_eval_compile(labels->concrete, c);
    label.abstract = a ? gt_eval_compile(labels->abstract, a) : UINT32_MAX;
    labels->unmatched += a == NULL;
    gt_vec_push(&labels->pairs, label);
}

typedef struct {
    GT_VEC(const gt_expr *) plain, temporal;
} operands;

/* Which chain a formula is: of &&, of || (a -> b is !a || b) or of <->; GT_EXPR_KINDS: of none. */
static gt_expr_kind chain_of(const gt_expr *e)
{
    if (e->kind == GT_EXPR_IMPLIES)
        return GT_EXPR_OR;
    return e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IFF ? e->kind
                                                                                     : GT_EXPR_KINDS;
}

/* The operands of a chain without and with temporal operators, each in order. */
static void collect(gt_arena *arena, gt_expr_kind chain, const gt_expr *e, operands *out)
{
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *k = e->kids[i];
        bool premise = e->kind == GT_EXPR_IMPLIES && i == 0;
        if (!premise && gt_temporal_in(k) && chain_of(k) == chain) {
            collect(arena, chain, k, out);
            continue;
        }
        if (premise)
            k = gt_expr_op1(arena, k->pos, GT_EXPR_NOT, k);
        if (gt_temporal_in(k))
            gt_vec_push(&out->temporal, k);
        else
            gt_vec_push(&out->plain, k);
    }
}

/* What the operands without temporal operators say together. */
static const gt_expr *joined(gt_arena *arena, gt_expr_kind chain, const gt_expr *e, const operands *o)
{
    if (o->plain.n == 0)
        return gt_expr_bool(arena, e->pos, chain != GT_EXPR_OR);
    if (o->plain.n > 1 && chain != GT_EXPR_IFF)
        return gt_expr_op(arena, e->pos, chain, (uint32_t)o->plain.n, o->plain.v);
    const gt_expr *all = o->plain.v[0];
    for (size_t i = 1; i < o->plain.n; i++)
        all = gt_expr_op2(arena, e->pos, chain, all, o->plain.v[i]);
    return all;
}

static void match(gt_bisim_labels *labels, const gt_expr *c, const gt_expr *a, gt_bisim_label label);

/* Simplification drops operands of chains and takes nested ones apart, so those without temporal operators
 * are compared together. */
static void match_chain(gt_bisim_labels *labels, const gt_expr *c, const gt_expr *a, gt_bisim_label label)
{
    operands mine = {0}, theirs = {0};
    gt_expr_kind chain = chain_of(c);
    collect(labels->arena, chain, c, &mine);
    bool same = a && chain_of(a) == chain;
    if (same)
        collect(labels->arena, chain, a, &theirs);
    if (mine.plain.n)
        add_pair(labels, joined(labels->arena, chain, c, &mine),
                 same ? joined(labels->arena, chain, a, &theirs) : NULL, label);
    for (size_t i = 0; i < mine.temporal.n; i++)
        match(labels, mine.temporal.v[i], theirs.temporal.n == mine.temporal.n ? theirs.temporal.v[i] : NULL,
              label);
    free(mine.plain.v);
    free(mine.temporal.v);
    free(theirs.plain.v);
    free(theirs.temporal.v);
}

/* Pairs up the maximal propositional subformulas of the two. */
static void match(gt_bisim_labels *labels, const gt_expr *c, const gt_expr *a, gt_bisim_label label)
{
    if (!gt_temporal_in(c)) {
        add_pair(labels, c, a && !gt_temporal_in(a) ? a : NULL, label);
        return;
    }
    if (chain_of(c) != GT_EXPR_KINDS) {
        match_chain(labels, c, a, label);
        return;
    }
    bool same = a && c->kind == a->kind && c->nkids == a->nkids;
    for (uint32_t i = 0; i < c->nkids; i++)
        match(labels, c->kids[i], same ? a->kids[i] : NULL, label);
}

/* What formula_errs evaluates. */
static void compile_atoms(gt_eval *ev, const gt_expr *e)
{
    if (!gt_temporal_in(e)) {
        gt_eval_compile(ev, e);
        return;
    }
    for (uint32_t i = 0; i < e->nkids; i++)
        compile_atoms(ev, e->kids[i]);
}

static void match_property(gt_bisim_labels *labels, const gt_prop *prop, const gt_expr *formula)
{
    uint32_t *slots = GT_NEW_ARRAY(labels->arena, uint32_t, prop->nprefix);
    size_t *ghosts = GT_NEW_ARRAY(labels->arena, size_t, prop->nprefix);
    for (uint32_t i = 0; i < prop->nprefix; i++) {
        slots[i] = gt_eval_slot(labels->concrete, prop->prefix[i]);
        ghosts[i] = ghost_place(labels->layout, prop, i);
    }
    gt_bisim_label label = {.kind = "property",
                            .name = prop->name,
                            .nprefix = prop->nprefix,
                            .prefix = prop->prefix,
                            .slots = slots,
                            .ghosts = ghosts};
    match(labels, prop->formula, formula, label);
    compile_atoms(labels->concrete, prop->formula);
    label.expr = prop->formula;
    gt_vec_push(&labels->whole, label);
}

/* A fairness or a reward. */
static void match_plain(gt_bisim_labels *labels, const gt_expr *c, const gt_expr *a, gt_bisim_label label)
{
    add_pair(labels, c, a, label);
    label.expr = c;
    gt_vec_push(&labels->whole, label);
}

void gt_bisim_labels_init(gt_bisim_labels *labels, gt_sym_step *step, gt_cmd_step *cstep, const gt_cmds *cmds)
{
    *labels = (gt_bisim_labels){.concrete = gt_sym_step_eval(step),
                                .abstract = gt_cmd_step_eval(cstep),
                                .layout = gt_sym_step_layout(step),
                                .noerror = UINT32_MAX};
    labels->arena = gt_arena_new();
    const gt_sym *sym = labels->layout->sym;
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        const gt_expr *formula = cmds->props[i].formula;
        if (i >= sym->nprops && cmds->props[i].origin->kind == GT_PROP_NOERROR)
            labels->noerror = gt_eval_compile(labels->abstract, formula);
        else if (i < sym->nprops && sym->props[i]->formula)
            match_property(labels, sym->props[i], formula);
    }
    for (uint32_t i = 0; i < sym->nfair; i++) {
        match_plain(labels, sym->fair[i]->expr, cmds->fair[i],
                    (gt_bisim_label){.kind = "fairness", .name = sym->fair[i]->name});
    }
    for (uint32_t i = 0; i < sym->nrewards; i++) {
        match_plain(labels, sym->rewards[i]->expr, cmds->rewards[i],
                    (gt_bisim_label){.kind = "reward", .name = sym->rewards[i]->name});
    }
}

void gt_bisim_labels_fini(gt_bisim_labels *labels)
{
    free(labels->pairs.v);
    free(labels->whole.v);
    gt_arena_free(labels->arena);
}

/* The value of a formula without temporal operators, compiled before; *err: it has none. */
static bool holds_here(gt_eval *ev, const gt_expr *e, bool *err)
{
    bool holds = gt_eval_real(ev, gt_eval_compile(ev, e)).num != 0;
    *err = ev->err;
    ev->err = false;
    return holds;
}

/* Whether an atom of the formula that is looked at in this state errs: operands of && || -> only as far as
 * those to their left without temporal operators leave it open, what is inside a temporal operator always. */
static bool formula_errs(gt_eval *ev, const gt_expr *e, bool reached)
{
    bool err = false;
    if (!gt_temporal_in(e)) {
        holds_here(ev, e, &err);
        return reached && err;
    }
    bool lazy = e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR || e->kind == GT_EXPR_IMPLIES;
    reached = reached || gt_expr_in(e->kind, GT_GROUP_TEMPORAL);
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (formula_errs(ev, e->kids[i], reached))
            return true;
        if (lazy && !gt_temporal_in(e->kids[i]))
            reached = reached && holds_here(ev, e->kids[i], &err) == (e->kind != GT_EXPR_OR);
    }
    return false;
}

/* Whether the formula errs for some processes of the prefix. */
static bool errs_somewhere(gt_bisim_labels *labels, const gt_bisim_label *label, uint32_t i)
{
    gt_eval *ev = labels->concrete;
    if (i == label->nprefix)
        return formula_errs(ev, label->expr, true);
    for (int32_t p = 1; p <= label->prefix[i]->type.proc->n; p++) {
        ev->frame[label->slots[i]] = p;
        if (errs_somewhere(labels, label, i + 1))
            return true;
    }
    return false;
}

static bool tell(const gt_bisim_label *label, gt_rat concrete, gt_rat abstract, gt_str *out)
{
    gt_str_addf(out, "%s %s: ", label->kind, label->name ? label->name : "");
    gt_expr_print(label->expr, out);
    gt_str_add(out, " is ");
    gt_rat_print(concrete, out);
    gt_str_add(out, " in the program as written and ");
    gt_rat_print(abstract, out);
    gt_str_add(out, " in its translation");
    return false;
}

static bool pair_agrees(gt_bisim_labels *labels, const gt_bisim_label *label, const int32_t *concrete,
                        gt_str *out)
{
    gt_eval *ev = labels->concrete;
    if (label->abstract == UINT32_MAX)
        return true;
    for (uint32_t i = 0; i < label->nprefix; i++)
        ev->frame[label->slots[i]] = concrete[label->ghosts[i]];
    gt_rat c = gt_eval_real(ev, label->concrete), a = gt_eval_real(labels->abstract, label->abstract);
    if (labels->abstract->err) {
        gt_str_addf(out, "%s %s is not total in its translation", label->kind,
                    label->name ? label->name : "");
        return false;
    }
    if (ev->err) {
        ev->err = false;
        return true;
    }
    return gt_rat_equal(c, a) || tell(label, c, a, out);
}

bool gt_bisim_labels_agree(gt_bisim_labels *labels, const int32_t *concrete, const int32_t *abstract,
                           bool error, gt_str *out)
{
    gt_eval_state(labels->concrete, concrete, false);
    gt_eval_state(labels->abstract, abstract, false);
    for (size_t i = 0; i < labels->pairs.n; i++)
        if (!pair_agrees(labels, &labels->pairs.v[i], concrete, out))
            return false;
    for (size_t i = 0; i < labels->whole.n && !error; i++)
        error = errs_somewhere(labels, &labels->whole.v[i], 0);
    bool holds = labels->noerror == UINT32_MAX || gt_eval_int(labels->abstract, labels->noerror) != 0;
    if (holds == error) {
        gt_str_addf(out,
                    error ? "the program as written errs here, but %s"
                          : "the program as written does not err here, but %s",
                    labels->noerror == UINT32_MAX ? "its translation has no property 'error'"
                    : holds                       ? "the property 'error' of its translation holds"
                                                  : "the property 'error' of its translation fails");
        return false;
    }
    return true;
}
