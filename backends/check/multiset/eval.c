/* Expressions of a population program in an environment: a control, and rows for roles and bound processes.
 * What is left open are counts of untracked processes. */
#include "backends/check/multiset/multiset.h"
#include "runtime/rat.h"

#include <stdlib.h>
#include <string.h>

void gt_ms_fresh(gt_ms *ms)
{
    ms->env.epoch = ++ms->env.last_epoch;
    ms->env.need = -1;
}

/* ---- memo ---- */

static struct gt_ms_memo *memo_of(gt_ms *ms, const gt_expr *e)
{
    uint64_t *at = gt_ptrmap_at(&ms->memo, e);
    if (*at == 0) {
        gt_vec_push(&ms->memos, ((struct gt_ms_memo){0}));
        *at = ms->memos.n;
    }
    return &ms->memos.v[*at - 1];
}

static void remember(gt_ms *ms, const gt_expr *e, gt_ms_term t)
{
    *memo_of(ms, e) = (struct gt_ms_memo){ms->env.epoch, t};
}

/* ---- leaves ---- */

/* What an expression reads but for the bound process: known before it is. */
typedef struct {
    GT_VEC(const gt_expr *) v;
} leaf_list;

static bool is_bound_to(const gt_expr *e, const gt_binder *binder)
{
    return e->kind == GT_EXPR_BOUND && e->u.binder == binder;
}

static void find_leaves(const gt_expr *e, const gt_binder *binder, gt_ptrmap *been, leaf_list *to)
{
    uint64_t *here = gt_ptrmap_at(been, e);
    if ((*here)++)
        return;
    if (gt_expr_in(e->kind, GT_GROUP_OP)) {
        for (uint32_t i = 0; i < e->nkids; i++)
            find_leaves(e->kids[i], binder, been, to);
    } else if (e->kind != GT_EXPR_CONST && e->kind != GT_EXPR_REAL &&
               !(e->kind == GT_EXPR_LOCAL && is_bound_to(e->kids[0], binder))) {
        gt_vec_push(&to->v, e);
    }
}

/* Kept by the address of the UNTRACKED, or of the branch. */
static const leaf_list *leaves_kept(gt_ms *ms, const void *of, const gt_pop_branch *branch,
                                    const gt_expr *counted)
{
    leaf_list *list = gt_ptrmap_pointer(&ms->leaves, of);
    if (list)
        return list;
    list = gt_xcalloc(1, sizeof *list);
    gt_ptrmap_point(&ms->leaves, of, list);
    gt_ptrmap been = {0};
    if (counted)
        find_leaves(counted->kids[0], counted->u.binder, &been, list);
    for (uint32_t i = 0; branch && i < branch->nupdates; i++) {
        const gt_pop_update *u = &branch->updates[i];
        if (u->each && u->cond)
            find_leaves(u->cond, u->each, &been, list);
        if (u->each)
            find_leaves(u->value, u->each, &been, list);
    }
    gt_ptrmap_fini(&been);
    return list;
}

/* Their values; false: one of them is not known, and a count is asked for. */
static bool leaf_values(gt_ms *ms, const leaf_list *list, int64_t *row)
{
    bool known = true;
    for (size_t i = 0; i < list->v.n; i++) {
        int64_t value;
        gt_ms_term t = gt_ms_eval(ms, list->v.v[i]);
        row[i] = t;
        if (!gt_ms_is_const(ms, t, &value)) {
            known = false;
            if (list->v.v[i]->kind == GT_EXPR_UNTRACKED && ms->env.need < 0) {
                size_t n;
                ms->env.need = gt_ms_keys_row(&ms->terms, t, &n)[1];
            }
        }
    }
    return known && ms->env.need < 0;
}

static const gt_ms_term *kept_leaves(gt_ms *ms, const int64_t *row, size_t n)
{
    gt_ms_term *terms = GT_NEW_ARRAY(ms->arena, gt_ms_term, n);
    for (size_t i = 0; i < n; i++)
        terms[i] = (gt_ms_term)row[i];
    return terms;
}

/* ---- cells ---- */

/* UINT32_MAX: another count must be known first. */
static uint32_t cell_of(gt_ms *ms, const gt_expr *e)
{
    const leaf_list *list = leaves_kept(ms, e, NULL, e);
    size_t n = list->v.n + 1;
    int64_t *row = gt_xmalloc(n, sizeof *row);
    row[0] = (int64_t)(intptr_t)e;
    uint32_t cell = leaf_values(ms, list, row + 1) ? gt_ms_keys_put(&ms->cell_keys, row, n) : UINT32_MAX;
    if (cell == ms->cells.n) {
        gt_ms_cell made = {.counted = e,
                           .type = e->u.binder->type.proc->index,
                           .nleaves = (uint32_t)(n - 1),
                           .leaves = kept_leaves(ms, row + 1, n - 1)};
        gt_vec_push(&ms->cells, made);
    }
    free(row);
    return cell;
}

/* Calls back into the evaluator with leaves as they were, and one process bound. */
static uint64_t recall(gt_ms *ms, const leaf_list *list, const gt_ms_term *leaves)
{
    uint64_t outer = ms->env.epoch;
    ms->env.epoch = ++ms->env.last_epoch;
    for (size_t i = 0; i < list->v.n; i++)
        remember(ms, list->v.v[i], leaves[i]);
    return outer;
}

static void push_bound(gt_ms *ms, const gt_binder *binder, const int32_t *row)
{
    gt_vec_push(&ms->env.bound, ((gt_ms_bound){.binder = binder, .row = row}));
}

static int64_t known_value(const gt_ms *ms, gt_ms_term t)
{
    int64_t value;
    if (!gt_ms_is_const(ms, t, &value))
        gt_ice("a value of one process that others decide");
    return value;
}

bool gt_ms_is_member(gt_ms *ms, uint32_t cell, uint32_t level)
{
    const gt_expr *counted = ms->cells.v[cell].counted;
    if (ms->levels.v[level].type != ms->cells.v[cell].type)
        return false;
    while (ms->cells.v[cell].members.n <= level)
        gt_vec_push(&ms->cells.v[cell].members, 2);
    if (ms->cells.v[cell].members.v[level] == 2) {
        const leaf_list *list = leaves_kept(ms, counted, NULL, counted);
        uint64_t outer = recall(ms, list, ms->cells.v[cell].leaves);
        push_bound(ms, counted->u.binder, ms->levels.v[level].row);
        bool is = known_value(ms, gt_ms_eval(ms, counted->kids[0])) != 0;
        ms->env.bound.n--;
        ms->env.epoch = outer;
        ms->cells.v[cell].members.v[level] = is;
    }
    return ms->cells.v[cell].members.v[level];
}

/* ---- maps ---- */

uint32_t gt_ms_map_of(gt_ms *ms, const gt_pop_branch *branch)
{
    const leaf_list *list = leaves_kept(ms, branch, branch, NULL);
    size_t n = list->v.n + 1;
    int64_t *row = gt_xmalloc(n, sizeof *row);
    row[0] = (int64_t)(intptr_t)branch;
    uint32_t map = UINT32_MAX;
    if (leaf_values(ms, list, row + 1)) {
        map = gt_ms_keys_put(&ms->map_keys, row, n);
        if (map == ms->maps.n) {
            gt_ms_map made = {.branch = branch, .leaves = kept_leaves(ms, row + 1, n - 1)};
            gt_vec_push(&ms->maps, made);
        }
    }
    free(row);
    return map;
}

static uint32_t image_of(gt_ms *ms, const gt_pop_branch *branch, uint32_t level)
{
    gt_ms_level from = ms->levels.v[level];
    uint32_t nvars = ms->sym->procs[from.type]->nvars;
    int32_t *row = gt_xmalloc((size_t)nvars + 1, sizeof *row);
    memcpy(row, from.row, nvars * sizeof *row);
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_pop_update *u = &branch->updates[i];
        if (!u->each || u->var->owner->index != from.type)
            continue;
        push_bound(ms, u->each, from.row);
        if (!u->cond || known_value(ms, gt_ms_eval(ms, u->cond)))
            row[u->var->index] = (int32_t)known_value(ms, gt_ms_eval(ms, u->value));
        ms->env.bound.n--;
    }
    uint32_t to = gt_ms_level_of(ms, from.type, row);
    free(row);
    return to;
}

uint32_t gt_ms_image(void *self, uint32_t map, uint32_t level)
{
    gt_ms *ms = self;
    while (ms->maps.v[map].to.n <= level)
        gt_vec_push(&ms->maps.v[map].to, 0);
    if (ms->maps.v[map].to.v[level] == 0) {
        const gt_pop_branch *branch = ms->maps.v[map].branch;
        uint64_t outer = recall(ms, leaves_kept(ms, branch, branch, NULL), ms->maps.v[map].leaves);
        uint32_t to = image_of(ms, branch, level);
        ms->env.epoch = outer;
        ms->maps.v[map].to.v[level] = to + 1;
    }
    return ms->maps.v[map].to.v[level] - 1;
}

/* ---- values ---- */

static const gt_ms_bound *bound_to(const gt_ms *ms, const gt_binder *binder)
{
    for (size_t i = ms->env.bound.n; i-- > 0;)
        if (ms->env.bound.v[i].binder == binder)
            return &ms->env.bound.v[i];
    gt_ice("'%s' is not bound", binder->name);
}

static const int32_t *row_of(const gt_ms *ms, const gt_expr *who)
{
    if (who->kind == GT_EXPR_ROLE)
        return ms->env.roles[who->u.index];
    if (who->kind == GT_EXPR_BOUND)
        return bound_to(ms, who->u.binder)->row;
    if (who->kind != GT_EXPR_IDVAR)
        gt_ice("the locals of '%s'", gt_expr_kind_name(who->kind));
    int32_t leader = ms->env.leader[who->u.index];
    return leader < 0 ? NULL : ms->levels.v[ms->env.tracked[leader]].row;
}

static gt_ms_term count(gt_ms *ms, const gt_expr *e)
{
    uint32_t cell = cell_of(ms, e);
    if (cell == UINT32_MAX)
        return GT_MS_FALSE;
    for (size_t i = 0; i < ms->env.fixed.n; i++)
        if (ms->env.fixed.v[i].cell == cell)
            return gt_ms_const(ms, ms->env.fixed.v[i].value);
    return gt_ms_cell_term(ms, cell);
}

/* Left to right, only as far as needed. */
static gt_ms_term logic(gt_ms *ms, const gt_expr *e)
{
    bool implies = e->kind == GT_EXPR_IMPLIES;
    gt_ms_term few[16], *kids = e->nkids <= 16 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    uint32_t n = 0;
    bool over = false;
    while (n < e->nkids && !over) {
        int64_t value;
        gt_ms_term t = gt_ms_eval(ms, e->kids[n]);
        if (implies && n == 0)
            t = gt_ms_op(ms, GT_EXPR_NOT, &t, 1);
        kids[n++] = t;
        over = gt_ms_is_const(ms, t, &value) && (value != 0) == (e->kind != GT_EXPR_AND);
    }
    gt_ms_term t = gt_ms_op(ms, implies ? GT_EXPR_OR : e->kind, kids, n);
    if (kids != few)
        free(kids);
    return t;
}

static gt_ms_term choice(gt_ms *ms, const gt_expr *e)
{
    int64_t value;
    gt_ms_term kids[3] = {gt_ms_eval(ms, e->kids[0])};
    if (gt_ms_is_const(ms, kids[0], &value))
        return gt_ms_eval(ms, e->kids[value ? 1 : 2]);
    kids[1] = gt_ms_eval(ms, e->kids[1]);
    kids[2] = gt_ms_eval(ms, e->kids[2]);
    return gt_ms_op(ms, GT_EXPR_ITE, kids, 3);
}

/* Some count in the term, so that it is asked for. */
static uint32_t open_cell(const gt_ms *ms, gt_ms_term t)
{
    size_t n;
    const int64_t *row = gt_ms_keys_row(&ms->terms, t, &n);
    if (row[0] == GT_EXPR_UNTRACKED)
        return (uint32_t)row[1];
    for (size_t i = 2; i < n; i++) {
        int64_t value;
        if (!gt_ms_is_const(ms, (gt_ms_term)row[i], &value))
            return open_cell(ms, (gt_ms_term)row[i]);
    }
    gt_ice("a term without value and without count");
}

int64_t gt_ms_known(gt_ms *ms, const gt_expr *e)
{
    int64_t value = 0;
    gt_ms_term t = gt_ms_eval(ms, e);
    if (!gt_ms_is_const(ms, t, &value) && ms->env.need < 0)
        ms->env.need = open_cell(ms, t);
    return value;
}

static gt_rat real(gt_ms *ms, const gt_expr *e)
{
    if (e->kind == GT_EXPR_REAL)
        return gt_rat_make(e->u.real.num, e->u.real.den);
    if (e->type.kind != GT_TYPE_REAL)
        return gt_rat_int(gt_ms_known(ms, e));
    if (e->kind == GT_EXPR_ITE)
        return real(ms, e->kids[gt_ms_known(ms, e->kids[0]) ? 1 : 2]);
    gt_rat x = real(ms, e->kids[0]);
    if (e->kind == GT_EXPR_NEG)
        return gt_rat_sub(gt_rat_int(0), x);
    for (uint32_t i = 1; i < e->nkids; i++) {
        gt_rat y = real(ms, e->kids[i]);
        if (e->kind == GT_EXPR_ADD)
            x = gt_rat_add(x, y);
        else if (e->kind == GT_EXPR_SUB)
            x = gt_rat_sub(x, y);
        else if (e->kind == GT_EXPR_MUL)
            x = gt_rat_mul(x, y);
        else if (e->kind == GT_EXPR_DIV)
            x = gt_rat_div(x, y);
        else if (e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX)
            x = (gt_rat_compare(x, y) <= 0) == (e->kind == GT_EXPR_MIN) ? x : y;
        else
            gt_ice("an operator without a meaning for reals");
    }
    return x;
}

bool gt_ms_possible(gt_ms *ms, const gt_expr *prob)
{
    if (!prob)
        return true;
    gt_rat p = real(ms, prob);
    return p.num > 0 || gt_rat_is_nan(p);
}

static gt_ms_term compare_reals(gt_ms *ms, const gt_expr *e)
{
    gt_rat x = real(ms, e->kids[0]), y = real(ms, e->kids[1]);
    int order = ms->env.need < 0 ? gt_rat_compare(x, y) : 0;
    return gt_ms_const(ms, gt_expr_apply(e->kind, (int64_t[2]){order, 0}, 2));
}

static gt_ms_term apply(gt_ms *ms, const gt_expr *e)
{
    gt_ms_term few[16], *kids = e->nkids <= 16 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = gt_ms_eval(ms, e->kids[i]);
    gt_ms_term t = gt_ms_op(ms, e->kind, kids, e->nkids);
    if (kids != few)
        free(kids);
    return t;
}

static gt_ms_term eval_now(gt_ms *ms, const gt_expr *e)
{
    const gt_ms_env *env = &ms->env;
    const int32_t *row;
    switch (e->kind) {
    case GT_EXPR_VAR: return gt_ms_const(ms, env->shared[e->u.var->index]);
    case GT_EXPR_LOCAL: row = row_of(ms, e->kids[0]); return gt_ms_const(ms, row ? row[e->u.var->index] : 0);
    case GT_EXPR_BOUND: return gt_ms_const(ms, bound_to(ms, e->u.binder)->value);
    case GT_EXPR_SAME:
        return gt_ms_const(ms, env->leader[e->u.pair.a] >= 0 &&
                                   env->leader[e->u.pair.a] == env->leader[e->u.pair.b]);
    case GT_EXPR_ISNONE: return gt_ms_const(ms, env->leader[e->u.index] < 0);
    case GT_EXPR_UNTRACKED: return count(ms, e);
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_EXPR_IMPLIES: return logic(ms, e);
    case GT_EXPR_ITE: return choice(ms, e);
    case GT_KINDS_COMPARE:
        if (e->kids[0]->type.kind == GT_TYPE_REAL || e->kids[1]->type.kind == GT_TYPE_REAL)
            return compare_reals(ms, e);
        return apply(ms, e);
    case GT_EXPR_NOT:
    case GT_EXPR_IFF:
    case GT_KINDS_ARITH: return apply(ms, e);
    case GT_EXPR_CONST:
    case GT_EXPR_REAL:
    case GT_KINDS_SYM:
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT:
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("'%s' is not evaluated", gt_expr_kind_name(e->kind));
}

gt_ms_term gt_ms_eval(gt_ms *ms, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return gt_ms_const(ms, e->u.value);
    const struct gt_ms_memo *memo = memo_of(ms, e);
    if (memo->epoch == ms->env.epoch)
        return memo->term;
    gt_ms_term t = eval_now(ms, e);
    remember(ms, e, t);
    return t;
}
