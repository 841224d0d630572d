#include "passes/encode/simplify_picks.h"

#include "ir/expr/walk.h"
#include "runtime/base.h"

#include <stdlib.h>

/* Values up to which the condition of a pick is looked at for each of them. */
enum { MANY = 64 };

/* What a picked value is replaced by. */
typedef struct {
    const gt_binder *binder;
    const gt_expr *value;
} replacement;

static const gt_expr *replace_pick(void *data, gt_fold *f, const gt_expr *e)
{
    const replacement *r = data;
    (void)f;
    return e->kind == GT_EXPR_BOUND && e->u.binder == r->binder ? r->value : NULL;
}

static const gt_expr *replaced(gt_fold *fold, const replacement *r, const gt_expr *e)
{
    return e ? gt_fold_map(fold, e, replace_pick, (void *)(uintptr_t)r) : NULL;
}

/* ---- one command ---- */

static bool reads(const gt_cmd *cmd, uint32_t p)
{
    const gt_pick *pick = &cmd->picks[p];
    bool yes = gt_pick_in(pick, cmd->weight);
    for (uint32_t i = p + 1; i < cmd->npicks; i++)
        yes = yes || gt_pick_in(pick, cmd->picks[i].where);
    for (uint32_t b = 0; b < cmd->nbranches && !yes; b++) {
        yes = gt_pick_in(pick, cmd->branches[b].prob);
        for (uint32_t a = 0; a < cmd->branches[b].nassigns && !yes; a++)
            yes = gt_pick_in(pick, cmd->branches[b].assigns[a].value);
    }
    return yes;
}

/* Takes pick number p out; what asks for it in `cmd` reads the value instead. */
static void resolve(gt_arena *arena, gt_fold *fold, gt_cmd *cmd, uint32_t p, const gt_expr *value)
{
    replacement r = {cmd->picks[p].value, value};
    gt_pick *picks = GT_NEW_ARRAY(arena, gt_pick, cmd->npicks);
    gt_cmd_branch *branches = gt_arena_copy(arena, cmd->branches, cmd->nbranches, sizeof *branches);
    uint32_t n = 0;
    for (uint32_t i = 0; i < cmd->npicks; i++)
        if (i != p) {
            picks[n] = cmd->picks[i];
            picks[n++].where = replaced(fold, &r, cmd->picks[i].where);
        }
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        gt_assign *assigns = GT_NEW_ARRAY(arena, gt_assign, branches[b].nassigns);
        uint32_t kept = 0;
        for (uint32_t a = 0; a < branches[b].nassigns; a++) {
            uint32_t var = branches[b].assigns[a].var;
            const gt_expr *to = replaced(fold, &r, branches[b].assigns[a].value);
            if (to->kind != GT_EXPR_CVAR || to->u.index != var)
                assigns[kept++] = (gt_assign){var, to};
        }
        branches[b].prob = replaced(fold, &r, branches[b].prob);
        branches[b].assigns = assigns;
        branches[b].nassigns = kept;
    }
    cmd->weight = replaced(fold, &r, cmd->weight);
    cmd->branches = branches;
    cmd->picks = picks;
    cmd->npicks = n;
}

static bool reads_others(const gt_cmd *cmd, uint32_t p)
{
    bool yes = false;
    for (uint32_t i = 0; i < p; i++)
        yes = yes || gt_pick_in(&cmd->picks[i], cmd->picks[p].where);
    return yes;
}

bool gt_simplify_picks(gt_arena *arena, gt_fold *fold, gt_cmd *cmd, bool counted)
{
    for (uint32_t p = cmd->npicks; p-- > 0;) {
        const gt_pick *pick = &cmd->picks[p];
        gt_type type = pick->value->type;
        if (gt_type_size(type) > MANY || reads_others(cmd, p))
            continue;
        const gt_expr *any = gt_fold_bool(fold, (gt_pos){0}, false), *only = NULL;
        uint32_t n = 0;
        for (int64_t v = type.lo; v <= type.hi; v++) {
            const gt_expr *here = gt_pick_at(fold, pick, v);
            any = gt_fold_or(fold, any, here);
            if (gt_expr_is_false(here))
                continue;
            only = gt_fold_const(fold, (gt_pos){0}, type, v);
            n++;
        }
        if (n == 0)
            return false;
        if (n > 1 && (counted || reads(cmd, p)))
            continue;
        cmd->guard = gt_fold_and(fold, gt_fold_map(fold, cmd->guard, NULL, NULL), any);
        resolve(arena, fold, cmd, p, only);
    }
    return true;
}

/* ---- sums ---- */

typedef struct {
    const gt_expr *term; /* a number, or a condition that counts as 1 */
    int64_t factor;
} summand;

typedef struct {
    int64_t constant;
    GT_VEC(summand) terms;
} sum;

static void add_term(sum *s, const gt_expr *term, int64_t factor)
{
    for (size_t i = 0; i < s->terms.n; i++)
        if (s->terms.v[i].term == term) {
            s->terms.v[i].factor += factor;
            return;
        }
    gt_vec_push(&s->terms, ((summand){term, factor}));
}

static void add_up(sum *s, const gt_expr *e, int64_t factor)
{
    int64_t yes, no;
    if (e->kind == GT_EXPR_CONST) {
        s->constant += factor * e->u.value;
    } else if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB) {
        for (uint32_t i = 0; i < e->nkids; i++)
            add_up(s, e->kids[i], i && e->kind == GT_EXPR_SUB ? -factor : factor);
    } else if (e->kind == GT_EXPR_ITE && gt_expr_is_const(e->kids[1], &yes) &&
               gt_expr_is_const(e->kids[2], &no)) {
        s->constant += factor * no;
        add_term(s, e->kids[0], factor * (yes - no));
    } else {
        add_term(s, e, factor);
    }
}

/* Whether two values of a fold are the same for a reason that can be seen. */
static bool same_value(const gt_expr *x, const gt_expr *y)
{
    if (x == y)
        return true;
    if (x->type.kind != GT_TYPE_INT || y->type.kind != GT_TYPE_INT)
        return false;
    sum s = {0};
    add_up(&s, x, 1);
    add_up(&s, y, -1);
    bool zero = s.constant == 0;
    for (size_t i = 0; i < s.terms.n; i++)
        zero = zero && s.terms.v[i].factor == 0;
    free(s.terms.v);
    return zero;
}

/* ---- two commands ---- */

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    const gt_cvar *vars;
} absorbing;

/* What the branch leaves in the variable. */
static const gt_expr *assigned(absorbing *x, const gt_cmd_branch *branch, uint32_t var)
{
    for (uint32_t a = 0; a < branch->nassigns; a++)
        if (branch->assigns[a].var == var)
            return gt_fold_map(x->fold, branch->assigns[a].value, NULL, NULL);
    return gt_fold_cvar(x->fold, var, x->vars[var].type);
}

/* Does b do what a does with the value? */
static bool does(absorbing *x, const gt_cmd_branch *a, const gt_cmd_branch *b, const replacement *r)
{
    if (a->prob != b->prob)
        return false;
    uint32_t both = 0;
    for (uint32_t i = 0; i < a->nassigns; i++) {
        const gt_assign *mine = &a->assigns[i];
        for (uint32_t k = 0; k < b->nassigns; k++)
            both += b->assigns[k].var == mine->var;
        if (!same_value(replaced(x->fold, r, mine->value), assigned(x, b, mine->var)))
            return false;
    }
    return both == b->nassigns; /* nothing but what a assigns */
}

/* `where`, or the value: what asks for more than the value is not said any more. */
static const gt_expr *also(gt_fold *fold, const gt_expr *where, const gt_expr *is_value)
{
    const gt_expr *all = gt_fold_bool(fold, (gt_pos){0}, false);
    uint32_t n = where->kind == GT_EXPR_OR ? where->nkids : 1;
    for (uint32_t i = 0; i < n; i++) {
        const gt_expr *one = where->kind == GT_EXPR_OR ? where->kids[i] : where;
        bool covered = false;
        for (uint32_t k = 0; k < one->nkids && one->kind == GT_EXPR_AND; k++)
            covered = covered || one->kids[k] == is_value;
        all = gt_fold_or(fold, all, covered ? is_value : one);
    }
    return gt_fold_or(fold, all, is_value);
}

/* The value with which a does what b does: what b gives the variable that a gives what is picked. NULL: none.
 */
static const gt_expr *absorbed_by(absorbing *x, const gt_cmd *a, const gt_cmd *b)
{
    if (a->npicks != 1 || b->npicks || a->origin != b->origin || a->nbranches != b->nbranches ||
        a->guard != b->guard)
        return NULL;
    const gt_cmd_branch *first = &a->branches[0];
    gt_type type = a->picks[0].value->type;
    for (uint32_t i = 0; i < first->nassigns; i++) {
        const gt_expr *value = first->assigns[i].value;
        if (value->kind != GT_EXPR_BOUND || value->u.binder != a->picks[0].value)
            continue;
        replacement r = {a->picks[0].value, assigned(x, &b->branches[0], first->assigns[i].var)};
        bool fits = (r.value->kind == GT_EXPR_CONST || r.value->kind == GT_EXPR_CVAR) &&
                    r.value->type.lo >= type.lo && r.value->type.hi <= type.hi;
        for (uint32_t k = 0; k < a->nbranches && fits; k++)
            fits = does(x, &a->branches[k], &b->branches[k], &r);
        return fits ? r.value : NULL;
    }
    return NULL;
}

uint32_t gt_absorb_in_picks(gt_arena *arena, gt_fold *fold, const gt_cvar *vars, gt_cmd *cmds, uint32_t n)
{
    absorbing x = {arena, fold, vars};
    bool *gone = gt_xcalloc((size_t)n + 1, sizeof *gone), some = false;
    for (uint32_t i = 0; i < n; i++)
        some = some || cmds[i].npicks == 1;
    for (uint32_t i = 0; i < n && some; i++)
        cmds[i].guard = gt_fold_map(fold, cmds[i].guard, NULL, NULL);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n && cmds[i].npicks == 1; k++) {
            const gt_expr *value = k == i || gone[k] ? NULL : absorbed_by(&x, &cmds[i], &cmds[k]);
            if (!value)
                continue;
            gt_pick *pick = gt_arena_copy(arena, cmds[i].picks, 1, sizeof *pick);
            const gt_expr *picked = gt_fold_intern(fold, gt_expr_bound(arena, (gt_pos){0}, pick->value));
            const gt_expr *is_value = value->kind == GT_EXPR_CONST
                                          ? gt_fold_is(fold, picked, value->u.value)
                                          : gt_fold_op2(fold, (gt_pos){0}, GT_EXPR_EQ, picked, value);
            if (pick->where)
                pick->where = also(fold, gt_fold_map(fold, pick->where, NULL, NULL), is_value);
            cmds[i].picks = pick;
            gone[k] = true;
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!gone[i])
            cmds[kept++] = cmds[i];
    free(gone);
    return kept;
}
