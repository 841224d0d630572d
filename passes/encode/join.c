/* Ways to play one rule that do the same become one command, where counters count every process: who moves is
 * then often a matter of who is named afterwards, and who leaves a local state says `n_Critical > 0`. In
 * style paper also ways that differ in where one id variable's process is afterwards: that is picked.
 * Requires: simplified, commands not counted (plain, mdp). Keeps: what rules can do. Breaks: labels say less.
 */
#include "ir/cmd_picks.h"
#include "ir/expr/walk.h"
#include "passes/encode/same.h"
#include "passes/passes.h"
#include "runtime/base.h"

#include <stdlib.h>

typedef struct {
    gt_arena *arena;
    gt_fold *f;
    const gt_cmds *cmds;
} joining;

/* ---- conditions ---- */

static uint32_t nconjuncts(const gt_expr *e)
{
    return e->kind == GT_EXPR_AND ? e->nkids : 1;
}

static const gt_expr *conjunct(const gt_expr *e, uint32_t i)
{
    return e->kind == GT_EXPR_AND ? e->kids[i] : e;
}

static bool has_conjunct(const gt_expr *e, const gt_expr *one)
{
    for (uint32_t i = 0; i < nconjuncts(e); i++)
        if (conjunct(e, i) == one)
            return true;
    return false;
}

/* The conjuncts of `e` that `other` has, or has not. */
static const gt_expr *conjuncts(gt_fold *f, const gt_expr *e, const gt_expr *other, bool has)
{
    const gt_expr *all = gt_fold_bool(f, e->pos, true);
    for (uint32_t i = 0; i < nconjuncts(e); i++)
        if (has_conjunct(other, conjunct(e, i)) == has)
            all = gt_fold_and(f, all, conjunct(e, i));
    return all;
}

enum { FEW = 8, HIGHEST = 3 };

/* Variables of one kind, few. */
typedef struct {
    const gt_cmds *cmds;
    gt_cvar_kind kind;
    uint32_t n, vars[FEW];
} few;

/* Marks those of the kind; worth nothing, so that the walk goes everywhere. */
static uint64_t find_vars(gt_walk *walk, const gt_expr *e)
{
    few *found = walk->arg;
    bool is_new = e->kind == GT_EXPR_CVAR && found->cmds->vars[e->u.index].kind == found->kind;
    for (uint32_t i = 0; i < found->n && is_new; i++)
        is_new = found->vars[i] != e->u.index;
    if (is_new && found->n < FEW)
        found->vars[found->n++] = e->u.index;
    return gt_walk_any(walk, e);
}

static const gt_expr *cvar(const joining *j, uint32_t var)
{
    return gt_fold_cvar(j->f, var, j->cmds->vars[var].type);
}

/* counter > value, and one more if `at` (NULL: nobody) is there, too; NULL if it is not what `e` says. */
static const gt_expr *bound(const joining *j, const gt_expr *when, const gt_expr *e, uint32_t counter,
                            int64_t value, const uint32_t *at)
{
    const gt_expr *right = gt_fold_int(j->f, e->pos, value);
    if (at && j->cmds->vars[*at].proc != j->cmds->vars[counter].proc)
        return NULL;
    if (at)
        right = gt_fold_op3(j->f, e->pos, GT_EXPR_ITE,
                            gt_fold_is(j->f, cvar(j, *at), j->cmds->vars[counter].state),
                            gt_fold_int(j->f, e->pos, value + 1), right);
    const gt_expr *more = gt_fold_op2(j->f, e->pos, GT_EXPR_GT, cvar(j, counter), right);
    return gt_same_in(j->cmds, when, e, more) ? more : NULL;
}

/* `e` as a bound of one counter, if that says the same where `when` holds; else `e`. */
static const gt_expr *as_bound(const joining *j, const gt_expr *when, const gt_expr *e)
{
    few counters = {j->cmds, GT_CVAR_COUNTER, 0, {0}}, places = {j->cmds, GT_CVAR_AT, 0, {0}};
    const gt_expr *yes = gt_fold_bool(j->f, e->pos, true), *found = NULL;
    if (e->kind == GT_EXPR_CONST)
        return e;
    if (gt_same_in(j->cmds, when, e, yes))
        return yes;
    gt_walk_once(find_vars, &counters, e);
    gt_walk_once(find_vars, &places, e);
    for (int64_t value = 0; value < HIGHEST && !found; value++)
        for (uint32_t i = 0; i < counters.n && !found; i++)
            found = bound(j, when, e, counters.vars[i], value, NULL);
    for (int64_t value = 0; value < HIGHEST && !found; value++)
        for (uint32_t i = 0; i < counters.n && !found; i++)
            for (uint32_t k = 0; k < places.n && !found; k++)
                found = bound(j, when, e, counters.vars[i], value, &places.vars[k]);
    return found ? found : e;
}

/* a || b; what both say is said once. */
static const gt_expr *either(const joining *j, const gt_expr *a, const gt_expr *b)
{
    const gt_expr *both = conjuncts(j->f, a, b, true);
    const gt_expr *rest = gt_fold_or(j->f, conjuncts(j->f, a, both, false), conjuncts(j->f, b, both, false));
    return gt_fold_and(j->f, both, as_bound(j, both, rest));
}

/* ---- picks ---- */

static const gt_expr *picked(const joining *j, const gt_pick *pick)
{
    return gt_fold_intern(j->f, gt_expr_bound(j->arena, (gt_pos){0}, pick->value));
}

/* What the only pick's values need, value by value. */
static void sort_out(const joining *j, gt_cmd *cmd)
{
    enum { VALUES = 64 };
    if (cmd->npicks != 1 || !cmd->picks[0].where || gt_type_size(cmd->picks[0].value->type) > VALUES)
        return;
    gt_pick *pick = gt_arena_copy(j->arena, cmd->picks, 1, sizeof *pick);
    gt_type type = pick->value->type;
    const gt_expr *value = picked(j, pick), *always = gt_fold_bool(j->f, (gt_pos){0}, false), *any = always;
    bool shorter = false;
    for (int64_t v = type.lo; v <= type.hi; v++) {
        const gt_expr *here = gt_pick_at(j->f, pick, v), *now = as_bound(j, cmd->guard, here);
        if (here->kind != GT_EXPR_CONST && now == here)
            return;
        shorter = shorter || now != here;
        if (gt_expr_is_true(now))
            always = gt_fold_or(j->f, always, gt_fold_is(j->f, value, v));
        else
            any = gt_fold_or(j->f, any, gt_fold_and(j->f, gt_fold_is(j->f, value, v), now));
    }
    if (!shorter)
        return;
    pick->where = gt_fold_or(j->f, always, any);
    cmd->picks = pick;
}

typedef struct {
    const gt_binder *from;
    const gt_expr *to;
} renaming;

static const gt_expr *rename_pick(void *data, gt_fold *f, const gt_expr *e)
{
    const renaming *r = data;
    (void)f;
    return e->kind == GT_EXPR_BOUND && e->u.binder == r->from ? r->to : NULL;
}

/* An expression of b as if its pick were a's. */
static const gt_expr *as_in(const joining *j, const gt_cmd *a, const gt_cmd *b, const gt_expr *e)
{
    if (!a->npicks || !b->npicks)
        return e;
    renaming r = {b->picks[0].value, picked(j, &a->picks[0])};
    return gt_fold_map(j->f, e, rename_pick, &r);
}

/* ---- two commands ---- */

static bool same_branch(const joining *j, const gt_cmd *a, const gt_cmd *b, uint32_t n)
{
    const gt_cmd_branch *x = &a->branches[n], *y = &b->branches[n];
    bool same = x->nassigns == y->nassigns && !x->prob == !y->prob;
    for (uint32_t i = 0; i < x->nassigns && same; i++)
        same = x->assigns[i].var == y->assigns[i].var &&
               x->assigns[i].value == as_in(j, a, b, y->assigns[i].value);
    return same && (!x->prob || x->prob == as_in(j, a, b, y->prob));
}

static bool same_effect(const joining *j, const gt_cmd *a, const gt_cmd *b)
{
    bool same =
        a->origin == b->origin && a->nbranches == b->nbranches && a->npicks == b->npicks && a->npicks <= 1;
    if (same && a->npicks) {
        gt_type x = a->picks[0].value->type, y = b->picks[0].value->type;
        same = x.kind == y.kind && x.lo == y.lo && x.hi == y.hi;
    }
    for (uint32_t n = 0; n < a->nbranches && same; n++)
        same = same_branch(j, a, b, n);
    return same;
}

static void join_picks(const joining *j, gt_cmd *a, const gt_cmd *b)
{
    const gt_expr *yes = gt_fold_bool(j->f, (gt_pos){0}, true);
    const gt_expr *x = a->picks[0].where ? a->picks[0].where : yes;
    const gt_expr *y = b->picks[0].where ? as_in(j, a, b, b->picks[0].where) : yes;
    gt_pick *pick = gt_arena_copy(j->arena, a->picks, 1, sizeof *pick);
    const gt_expr *common = conjuncts(j->f, a->guard, b->guard, true);
    x = gt_fold_and(j->f, conjuncts(j->f, a->guard, common, false), x);
    y = gt_fold_and(j->f, conjuncts(j->f, b->guard, common, false), y);
    pick->where = gt_fold_or(j->f, x, y);
    if (gt_expr_is_true(pick->where))
        pick->where = NULL;
    a->picks = pick;
}

static void join(const joining *j, gt_cmd *a, const gt_cmd *b)
{
    if (a->npicks)
        join_picks(j, a, b);
    a->guard = either(j, a->guard, b->guard);
    if (a->label != b->label)
        a->label = a->origin->label;
    sort_out(j, a);
}

/* ---- style paper: where the id variable's process is afterwards is picked ---- */

static const gt_expr *assigned(const joining *j, const gt_cmd *cmd, uint32_t var)
{
    for (uint32_t i = 0; i < cmd->branches[0].nassigns; i++)
        if (cmd->branches[0].assigns[i].var == var)
            return cmd->branches[0].assigns[i].value;
    return gt_fold_cvar(j->f, var, j->cmds->vars[var].type);
}

/* The one variable whose new value tells the commands apart; it is where a named process is. */
static bool differ_in(const joining *j, const gt_cmd *a, const gt_cmd *b, uint32_t *var)
{
    uint32_t n = 0;
    if (a->origin != b->origin || a->nbranches != 1 || b->nbranches != 1 || a->npicks > 1 || b->npicks)
        return false;
    for (uint32_t i = 0; i < j->cmds->nvars; i++)
        if (assigned(j, a, i) != assigned(j, b, i)) {
            *var = i;
            n++;
        }
    return n == 1 && j->cmds->vars[*var].kind == GT_CVAR_AT;
}

static void assign(const joining *j, gt_cmd *cmd, uint32_t var, const gt_expr *value)
{
    gt_cmd_branch *branch = gt_arena_copy(j->arena, cmd->branches, 1, sizeof *branch);
    gt_assign *assigns = GT_NEW_ARRAY(j->arena, gt_assign, branch->nassigns + 1);
    uint32_t n = 0;
    bool done = false;
    for (uint32_t i = 0; i < branch->nassigns || !done;) {
        if (!done && (i == branch->nassigns || branch->assigns[i].var >= var)) {
            i += i < branch->nassigns && branch->assigns[i].var == var;
            assigns[n++] = (gt_assign){var, value};
            done = true;
        } else {
            assigns[n++] = branch->assigns[i++];
        }
    }
    branch->assigns = assigns;
    branch->nassigns = n;
    cmd->branches = branch;
}

static const gt_expr *way(const joining *j, const gt_cmd *cmd, const gt_expr *value, const gt_expr *to,
                          const gt_expr *common)
{
    const gt_expr *is = gt_fold_op2(j->f, (gt_pos){0}, GT_EXPR_EQ, value, to);
    return gt_fold_and(j->f, is, conjuncts(j->f, cmd->guard, common, false));
}

static void join_by_pick(const joining *j, gt_cmd *a, const gt_cmd *b, uint32_t var)
{
    const gt_cvar *at = &j->cmds->vars[var];
    const gt_idvar *idvar = &j->cmds->pop->idvars[at->idvar];
    gt_binder *binder = GT_NEW(j->arena, gt_binder);
    *binder = (gt_binder){.name = idvar->var->name, .kind = GT_BIND_CHOICE, .type = at->type};
    gt_pick *pick = GT_NEW(j->arena, gt_pick);
    *pick = (gt_pick){.value = binder, .labels = at->labels, .nlabels = (uint32_t)gt_type_size(at->type)};
    const gt_expr *value = picked(j, pick), *common = conjuncts(j->f, a->guard, b->guard, true);
    pick->where = gt_fold_or(j->f, way(j, a, value, assigned(j, a, var), common),
                             way(j, b, value, assigned(j, b, var), common));
    a->guard = either(j, a->guard, b->guard);
    a->label = a->origin->label;
    a->picks = pick;
    a->npicks = 1;
    assign(j, a, var, value);
}

/* ---- all ---- */

static void into_fold(const joining *j, gt_cmd *cmd)
{
    gt_cmd_branch *branches = gt_arena_copy(j->arena, cmd->branches, cmd->nbranches, sizeof *branches);
    gt_pick *picks = gt_arena_copy(j->arena, cmd->picks, cmd->npicks, sizeof *picks);
    cmd->guard = gt_fold_map(j->f, cmd->guard, NULL, NULL);
    for (uint32_t p = 0; p < cmd->npicks; p++)
        if (picks[p].where)
            picks[p].where = gt_fold_map(j->f, picks[p].where, NULL, NULL);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns =
            gt_arena_copy(j->arena, branches[b].assigns, branches[b].nassigns, sizeof *assigns);
        for (uint32_t a = 0; a < branches[b].nassigns; a++)
            assigns[a].value = gt_fold_map(j->f, assigns[a].value, NULL, NULL);
        branches[b].assigns = assigns;
        if (branches[b].prob)
            branches[b].prob = gt_fold_map(j->f, branches[b].prob, NULL, NULL);
    }
    cmd->picks = picks;
    cmd->branches = branches;
}

const gt_cmds *gt_pass_join(gt_ctx *ctx, const gt_cmds *cmds, bool by_picks)
{
    joining j = {ctx->arena, gt_fold_new(ctx->arena), cmds};
    gt_cmds *out = gt_arena_copy(ctx->arena, cmds, 1, sizeof *cmds);
    out->cmds = gt_arena_copy(ctx->arena, cmds->cmds, cmds->ncmds, sizeof *out->cmds);
    out->ncmds = 0;
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        gt_cmd cmd = cmds->cmds[i];
        uint32_t k = 0, var = 0;
        into_fold(&j, &cmd);
        sort_out(&j, &cmd);
        while (k < out->ncmds && !same_effect(&j, &out->cmds[k], &cmd))
            k++;
        if (k < out->ncmds) {
            join(&j, &out->cmds[k], &cmd);
            continue;
        }
        for (k = 0; k < out->ncmds && by_picks &&
                    (out->cmds[k].npicks || !differ_in(&j, &out->cmds[k], &cmd, &var));)
            k++;
        if (by_picks && k < out->ncmds)
            join_by_pick(&j, &out->cmds[k], &cmd, var);
        else
            out->cmds[out->ncmds++] = cmd;
    }
    gt_fold_free(j.f);
    return out;
}
