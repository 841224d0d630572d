/* Guarded commands made smaller without a change of meaning: variables that never change disappear (nothing
 * else does: the states stay one for one what they were), commands that cannot fire go, what the guard says
 * of a variable is used in the command, branches with the same effect are added up, and where commands are
 * not counted those that say nothing new go. Repeated until nothing
 * changes, at most MAX_ROUNDS times: each round is sound by itself. */
#include "passes/encode/simplify_picks.h"
#include "passes/passes.h"
#include "passes/symmetric/facts.h"
#include "runtime/table.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 8 };

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    gt_cmds *cmds;
    const gt_expr **known; /* by variable: its only value, or NULL */
    uint32_t *renumber;
    gt_ptrmap memo; /* of the substitution of known values */
    bool changed;
} simplify;

/* ---- substitution ---- */

/* What does not change is not copied: a large program is in memory once. Of two equal nodes, one of the
 * program as it was and one made here, the fold may then not know that they are equal; it loses an
 * opportunity by that. */
static const gt_expr *subst(const gt_expr *const *values, const uint32_t *renumber, gt_ptrmap *memo,
                            simplify *s, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CVAR) {
        if (values[e->u.index])
            return values[e->u.index];
        if (!renumber || renumber[e->u.index] == e->u.index)
            return e;
        return gt_fold_cvar(s->fold, renumber[e->u.index], e->type);
    }
    if (e->nkids == 0)
        return gt_fold_intern(s->fold, e);
    const gt_expr *result = gt_ptrmap_pointer(memo, e);
    if (result)
        return result;
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    bool same = true;
    for (uint32_t i = 0; i < e->nkids; i++) {
        kids[i] = subst(values, renumber, memo, s, e->kids[i]);
        same = same && kids[i] == e->kids[i];
    }
    if (same)
        result = e;
    else if (gt_expr_in(e->kind, GT_GROUP_OP))
        result = gt_fold_op(s->fold, e->pos, e->kind, e->nkids, kids);
    else
        result = gt_fold_intern(s->fold, gt_expr_rebuild(s->arena, e, kids));
    if (kids != few)
        free(kids);
    gt_ptrmap_point(memo, e, result);
    return result;
}

static const gt_expr *known_values(simplify *s, const gt_expr *e)
{
    return e ? subst(s->known, s->renumber, &s->memo, s, e) : NULL;
}

/* ---- variables that never change ---- */

/* Finds variables whose initial value is one constant and that no command gives another. */
static void find_constants(simplify *s)
{
    const gt_cmds *c = s->cmds;
    for (uint32_t i = 0; i < c->ninit; i++) {
        const gt_init_step *step = &c->init[i];
        gt_type type = c->vars[step->var].type;
        bool fixed = step->lo->kind == GT_EXPR_CONST && step->hi->kind == GT_EXPR_CONST &&
                     step->lo->u.value == step->hi->u.value;
        bool single = type.lo == type.hi && step->lo == step->hi; /* no other value fits */
        if (fixed || single)
            s->known[step->var] =
                gt_fold_const(s->fold, (gt_pos){0}, type, fixed ? step->lo->u.value : type.lo);
    }
    for (uint32_t i = 0; i < c->ncmds; i++)
        for (uint32_t b = 0; b < c->cmds[i].nbranches; b++) {
            const gt_cmd_branch *branch = &c->cmds[i].branches[b];
            for (uint32_t a = 0; a < branch->nassigns; a++) {
                uint32_t v = branch->assigns[a].var;
                int64_t value;
                bool same = gt_expr_is_const(branch->assigns[a].value, &value) && s->known[v] &&
                            s->known[v]->u.value == value;
                if (!same && c->vars[v].type.lo < c->vars[v].type.hi)
                    s->known[v] = NULL;
            }
        }
    bool before = false; /* a step that stays: it asks what is asked here */
    for (uint32_t i = 0; i < c->ninit; i++) {
        if (c->init[i].where && !before)
            s->known[c->init[i].var] = NULL;
        before = before || !s->known[c->init[i].var];
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->nvars; i++)
        s->renumber[i] = s->known[i] ? UINT32_MAX : next++;
    s->changed = s->changed || next < c->nvars;
}

static void drop_constants(simplify *s)
{
    gt_cmds *c = s->cmds;
    uint32_t nvars = 0, ninit = 0;
    gt_cvar *vars = GT_NEW_ARRAY(s->arena, gt_cvar, c->nvars);
    for (uint32_t i = 0; i < c->nvars; i++)
        if (!s->known[i])
            vars[nvars++] = c->vars[i];
    gt_init_step *init = GT_NEW_ARRAY(s->arena, gt_init_step, c->ninit);
    for (uint32_t i = 0; i < c->ninit; i++) {
        gt_init_step step = c->init[i];
        if (s->known[step.var] && step.where) {
            gt_init_step *to = &init[ninit - 1];
            const gt_expr *asked = known_values(s, step.where);
            asked = to->where ? gt_fold_and(s->fold, to->where, asked) : asked;
            to->where = gt_expr_is_true(asked) ? NULL : asked;
        }
        if (s->known[step.var])
            continue;
        step.var = s->renumber[step.var];
        step.lo = known_values(s, step.lo);
        step.hi = known_values(s, step.hi);
        step.where = known_values(s, step.where);
        if (step.where && gt_expr_is_true(step.where))
            step.where = NULL;
        init[ninit++] = step;
    }
    c->vars = vars;
    c->nvars = nvars;
    c->init = init;
    c->ninit = ninit;
}

/* ---- commands ---- */

/* What a guard says directly of variables: `values` gets the constants, `vars` which they are. */
static void guard_values(simplify *s, const gt_expr *guard, const gt_expr **values, uint32_t *vars,
                         uint32_t *n)
{
    const gt_expr *x = guard, *value = NULL;
    if (guard->kind == GT_EXPR_AND)
        for (uint32_t i = 0; i < guard->nkids; i++)
            guard_values(s, guard->kids[i], values, vars, n);
    if (guard->kind == GT_EXPR_CVAR)
        value = gt_fold_bool(s->fold, guard->pos, true);
    if (guard->kind == GT_EXPR_NOT) {
        x = guard->kids[0];
        value = gt_fold_bool(s->fold, guard->pos, false);
    }
    if (guard->kind == GT_EXPR_EQ && guard->kids[1]->kind == GT_EXPR_CONST) {
        x = guard->kids[0];
        value = guard->kids[1];
    }
    if (!value || x->kind != GT_EXPR_CVAR || values[x->u.index])
        return;
    values[x->u.index] = gt_fold_const(s->fold, x->pos, s->cmds->vars[x->u.index].type, value->u.value);
    vars[(*n)++] = x->u.index;
}

/* Uses in the branches what the guard says; drops assignments that change nothing. */
static void use_guard(simplify *s, gt_cmd *cmd, const gt_expr **values, uint32_t *vars)
{
    uint32_t n = 0;
    gt_ptrmap memo = {0};
    guard_values(s, cmd->guard, values, vars, &n);
    gt_cmd_branch *branches = gt_arena_copy(s->arena, cmd->branches, cmd->nbranches, sizeof *branches);
    gt_pick *picks = gt_arena_copy(s->arena, cmd->picks, cmd->npicks, sizeof *picks);
    for (uint32_t i = 0; i < cmd->npicks; i++)
        picks[i].where = picks[i].where ? subst(values, NULL, &memo, s, picks[i].where) : NULL;
    cmd->picks = picks;
    if (cmd->weight)
        cmd->weight = subst(values, NULL, &memo, s, cmd->weight);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns = GT_NEW_ARRAY(s->arena, gt_assign, branches[b].nassigns);
        uint32_t kept = 0;
        for (uint32_t a = 0; a < branches[b].nassigns; a++) {
            uint32_t v = branches[b].assigns[a].var;
            const gt_expr *value = subst(values, NULL, &memo, s, branches[b].assigns[a].value);
            bool idle = (value->kind == GT_EXPR_CVAR && value->u.index == v) ||
                        (value->kind == GT_EXPR_CONST && values[v] && values[v]->u.value == value->u.value);
            if (!idle)
                assigns[kept++] = (gt_assign){v, value};
        }
        branches[b].assigns = assigns;
        branches[b].nassigns = kept;
        if (branches[b].prob)
            branches[b].prob = subst(values, NULL, &memo, s, branches[b].prob);
    }
    cmd->branches = branches;
    for (uint32_t i = 0; i < n; i++)
        values[vars[i]] = NULL;
    gt_ptrmap_fini(&memo);
}

static bool same_effect(const gt_cmd_branch *a, const gt_cmd_branch *b)
{
    if (a->nassigns != b->nassigns)
        return false;
    for (uint32_t i = 0; i < a->nassigns; i++)
        if (a->assigns[i].var != b->assigns[i].var || a->assigns[i].value != b->assigns[i].value)
            return false;
    return true;
}

static bool is_zero(const gt_expr *e)
{
    return e &&
           ((e->kind == GT_EXPR_REAL && e->u.real.num == 0) || (e->kind == GT_EXPR_CONST && e->u.value == 0));
}

static const gt_expr *add_probs(simplify *s, const gt_expr *a, const gt_expr *b)
{
    if (a->kind == GT_EXPR_REAL && b->kind == GT_EXPR_REAL && a->u.real.den < INT32_MAX &&
        b->u.real.den < INT32_MAX && a->u.real.num < INT32_MAX && b->u.real.num < INT32_MAX) {
        int64_t num, right, den = a->u.real.den * b->u.real.den;
        if (!__builtin_mul_overflow(a->u.real.num, b->u.real.den, &num) &&
            !__builtin_mul_overflow(b->u.real.num, a->u.real.den, &right) &&
            !__builtin_add_overflow(num, right, &num))
            return gt_fold_intern(s->fold, gt_expr_real(s->arena, a->pos, num, den));
    }
    return gt_fold_op2(s->fold, a->pos, GT_EXPR_ADD, a, b);
}

/* Branches with the same effect become one; those that never happen go. */
static void merge_branches(simplify *s, gt_cmd *cmd)
{
    if (cmd->nbranches < 2)
        return;
    gt_cmd_branch *branches = GT_NEW_ARRAY(s->arena, gt_cmd_branch, cmd->nbranches);
    uint32_t kept = 0;
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        if (is_zero(branch->prob))
            continue;
        uint32_t i = 0;
        while (i < kept && !same_effect(&branches[i], branch))
            i++;
        if (i == kept)
            branches[kept++] = *branch;
        else if (branches[i].prob && branch->prob)
            branches[i].prob = add_probs(s, branches[i].prob, branch->prob);
    }
    if (kept == 0)
        return;
    if (kept == 1)
        branches[0].prob = NULL; /* probabilities add up to 1 */
    s->changed = s->changed || kept < cmd->nbranches;
    cmd->branches = branches;
    cmd->nbranches = kept;
}

static void substitute_cmd(simplify *s, gt_cmd *cmd)
{
    cmd->guard = known_values(s, cmd->guard);
    gt_pick *picks = gt_arena_copy(s->arena, cmd->picks, cmd->npicks, sizeof *picks);
    for (uint32_t i = 0; i < cmd->npicks; i++)
        picks[i].where = known_values(s, picks[i].where);
    cmd->picks = picks;
    cmd->weight = known_values(s, cmd->weight);
    gt_cmd_branch *branches = gt_arena_copy(s->arena, cmd->branches, cmd->nbranches, sizeof *branches);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns = GT_NEW_ARRAY(s->arena, gt_assign, branches[b].nassigns);
        uint32_t kept = 0;
        for (uint32_t a = 0; a < branches[b].nassigns; a++) {
            const gt_assign *old = &branches[b].assigns[a];
            if (!s->known[old->var])
                assigns[kept++] = (gt_assign){s->renumber[old->var], known_values(s, old->value)};
        }
        branches[b].assigns = assigns;
        branches[b].nassigns = kept;
        branches[b].prob = known_values(s, branches[b].prob);
    }
    cmd->branches = branches;
}

/* Do ways to fire have weights? */
static bool is_counted(const simplify *s)
{
    gt_model_kind kind = s->cmds->sym->kind;
    return kind == GT_MODEL_DTMC || kind == GT_MODEL_CTMC;
}

static bool cannot_fire(simplify *s, const gt_expr *guard)
{
    gt_arena_mark mark = gt_arena_here(s->arena);
    bool never = gt_expr_is_false(guard) || gt_facts_impossible(gt_facts_assume(s->arena, NULL, guard, true));
    gt_arena_release(s->arena, mark);
    return never;
}

/* ---- commands that another one makes superfluous ---- */

typedef struct {
    gt_table table;         /* of `first` */
    GT_VEC(uint32_t) first; /* by effect: the last command that has it */
    uint32_t *before;       /* by command: the one before it with the same effect, or GT_ABSENT */
    const gt_cmd *cmds;
} effects;

static uint64_t hash_effect(const gt_cmd *cmd)
{
    uint64_t h = gt_hash_combine((uint64_t)(uintptr_t)cmd->origin, cmd->nbranches);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        h = gt_hash_combine(h, (uint64_t)(uintptr_t)branch->prob);
        for (uint32_t i = 0; i < branch->nassigns; i++)
            h = gt_hash_combine(h, branch->assigns[i].var ^ (uint64_t)(uintptr_t)branch->assigns[i].value);
    }
    return h;
}

static bool same_effects(const void *things, uint32_t number, const void *key)
{
    const effects *all = things;
    const gt_cmd *a = &all->cmds[all->first.v[number]], *b = key;
    if (a->origin != b->origin || a->nbranches != b->nbranches || a->npicks || b->npicks)
        return false;
    for (uint32_t i = 0; i < a->nbranches; i++)
        if (a->branches[i].prob != b->branches[i].prob || !same_effect(&a->branches[i], &b->branches[i]))
            return false;
    return true;
}

static bool follows(simplify *s, const gt_facts *facts, const gt_expr *e)
{
    return gt_facts_impossible(gt_facts_assume(s->arena, facts, e, false));
}

/* Whether `guard`, of which `facts` are known, implies `other`. */
static bool implies(simplify *s, const gt_expr *guard, const gt_facts *facts, const gt_expr *other)
{
    if (guard == other || other->kind != GT_EXPR_AND)
        return guard == other || follows(s, facts, other);
    for (uint32_t i = 0; i < other->nkids; i++) {
        bool same = false;
        for (uint32_t k = 0; k < guard->nkids && guard->kind == GT_EXPR_AND; k++)
            same = same || guard->kids[k] == other->kids[i];
        if (!same && !follows(s, facts, other->kids[i]))
            return false;
    }
    return true;
}

/* Where commands are not counted (no weights), one whose guard implies that of another of the same rule with
 * the same effect says nothing new. Effects with more than MANY commands are left alone. The number of
 * commands that stay. */
static uint32_t drop_covered(simplify *s, gt_cmd *cmds, uint32_t n)
{
    enum { MANY = 64 };
    if (is_counted(s))
        return n;
    effects all = {.cmds = cmds, .before = gt_xcalloc((size_t)n + 1, sizeof *all.before)};
    bool *covered = gt_xcalloc((size_t)n + 1, sizeof *covered);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t hash = hash_effect(&cmds[i]);
        uint32_t same = gt_table_find(&all.table, hash, same_effects, &all, &cmds[i]);
        all.before[i] = same == GT_ABSENT ? GT_ABSENT : all.first.v[same];
        if (same == GT_ABSENT) {
            gt_table_add(&all.table, hash);
            gt_vec_push(&all.first, i);
            continue;
        }
        all.first.v[same] = i;
        gt_arena_mark mark = gt_arena_here(s->arena);
        const gt_facts *facts = gt_facts_assume(s->arena, NULL, cmds[i].guard, true);
        int left = MANY;
        for (uint32_t k = all.before[i]; k != GT_ABSENT && !covered[i] && left-- > 0; k = all.before[k]) {
            covered[i] = !covered[k] && implies(s, cmds[i].guard, facts, cmds[k].guard);
            if (!covered[i] && !covered[k])
                covered[k] = implies(s, cmds[k].guard, gt_facts_assume(s->arena, NULL, cmds[k].guard, true),
                                     cmds[i].guard);
        }
        gt_arena_release(s->arena, mark);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!covered[i])
            cmds[kept++] = cmds[i];
    gt_table_fini(&all.table);
    free(all.first.v);
    free(all.before);
    free(covered);
    return kept;
}

static void simplify_cmds(simplify *s)
{
    gt_cmds *c = s->cmds;
    gt_cmd *cmds = GT_NEW_ARRAY(s->arena, gt_cmd, c->ncmds);
    const gt_expr **values = gt_xcalloc(c->nvars + 1, sizeof *values);
    uint32_t *vars = gt_xcalloc(c->nvars + 1, sizeof *vars), kept = 0;
    for (uint32_t i = 0; i < c->ncmds; i++) {
        gt_cmd *cmd = &cmds[kept];
        *cmd = c->cmds[i];
        substitute_cmd(s, cmd);
        if (cannot_fire(s, cmd->guard))
            continue;
        use_guard(s, cmd, values, vars);
        if (!gt_simplify_picks(s->arena, s->fold, cmd, is_counted(s)))
            continue;
        merge_branches(s, cmd);
        kept++;
    }
    kept = drop_covered(s, cmds, kept);
    if (!is_counted(s))
        kept = gt_absorb_in_picks(s->arena, s->fold, c->vars, cmds, kept);
    free(values);
    free(vars);
    s->changed = s->changed || kept < c->ncmds;
    c->cmds = cmds;
    c->ncmds = kept;
}

static void simplify_rest(simplify *s)
{
    gt_cmds *c = s->cmds;
    gt_cmd_prop *props = gt_arena_copy(s->arena, c->props, c->nprops, sizeof *props);
    for (uint32_t i = 0; i < c->nprops; i++)
        props[i].formula = known_values(s, props[i].formula);
    const gt_expr **fair = GT_NEW_ARRAY(s->arena, const gt_expr *, c->nfair);
    for (uint32_t i = 0; i < c->nfair; i++)
        fair[i] = known_values(s, c->fair[i]);
    const gt_expr **rewards = GT_NEW_ARRAY(s->arena, const gt_expr *, c->nrewards);
    for (uint32_t i = 0; i < c->nrewards; i++)
        rewards[i] = known_values(s, c->rewards[i]);
    const gt_expr **invariants = GT_NEW_ARRAY(s->arena, const gt_expr *, c->ninvariants);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->ninvariants; i++) {
        const gt_expr *e = known_values(s, c->invariants[i]);
        if (!gt_expr_is_true(e))
            invariants[kept++] = e;
    }
    c->props = props;
    c->fair = fair;
    c->rewards = rewards;
    c->invariants = invariants;
    c->ninvariants = kept;
    if (c->pruned)
        c->pruned = known_values(s, c->pruned);
    if (c->pruned && gt_expr_is_true(c->pruned))
        c->pruned = NULL;
    if (c->error)
        c->error = known_values(s, c->error);
    if (c->error && gt_expr_is_false(c->error))
        c->error = NULL;
}

/* One round: reads c as it stands, with old numbers, and leaves it with new ones. */
static void round_once(simplify *s)
{
    gt_cmds *c = s->cmds;
    s->changed = false;
    s->fold =
        gt_fold_new(s->arena); /* a fresh one: to the old one a number means the variable it was before */
    s->known = gt_xcalloc(c->nvars + 1, sizeof *s->known);
    s->renumber = gt_xcalloc(c->nvars + 1, sizeof *s->renumber);
    find_constants(s);
    drop_constants(s);
    simplify_cmds(s);
    simplify_rest(s);
    gt_ptrmap_fini(&s->memo);
    free(s->known);
    free(s->renumber);
    gt_fold_free(s->fold);
}

const gt_cmds *gt_pass_simplify(gt_ctx *ctx, const gt_cmds *cmds)
{
    gt_cmds *out = gt_arena_copy(ctx->arena, cmds, 1, sizeof *cmds);
    simplify s = {.arena = ctx->arena, .cmds = out, .changed = true};
    for (int i = 0; s.changed && i < MAX_ROUNDS; i++)
        round_once(&s);
    return out;
}
