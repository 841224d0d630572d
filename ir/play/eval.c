/* Expressions of a population program in an environment: a control, and rows for roles and bound processes.
 * What is left open are counts of untracked processes. */
#include "ir/play/play.h"
#include "runtime/rat.h"

#include <stdlib.h>
#include <string.h>

void gt_play_fresh(gt_play *play)
{
    play->env.epoch = ++play->env.last_epoch;
    play->env.need = -1;
}

/* ---- memo ---- */

static struct gt_play_memo *memo_of(gt_play *play, const gt_expr *e)
{
    uint64_t *at = gt_ptrmap_at(&play->memo, e);
    if (*at == 0) {
        gt_vec_push(&play->memos, ((struct gt_play_memo){0}));
        *at = play->memos.n;
    }
    return &play->memos.v[*at - 1];
}

static void remember(gt_play *play, const gt_expr *e, gt_play_term t)
{
    *memo_of(play, e) = (struct gt_play_memo){play->env.epoch, t};
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
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        for (uint32_t i = 0; i < e->nkids; i++)
            find_leaves(e->kids[i], binder, been, to);
    else if (e->kind != GT_EXPR_CONST && e->kind != GT_EXPR_REAL &&
             !(e->kind == GT_EXPR_LOCAL && is_bound_to(e->kids[0], binder)))
        gt_vec_push(&to->v, e);
}

/* Kept by the address of the UNTRACKED, or of the branch. */
static const leaf_list *leaves_kept(gt_play *play, const void *of, const gt_pop_branch *branch,
                                    const gt_expr *counted)
{
    leaf_list *list = gt_ptrmap_pointer(&play->leaves, of);
    if (list)
        return list;
    list = gt_xcalloc(1, sizeof *list);
    gt_ptrmap_point(&play->leaves, of, list);
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
static bool leaf_values(gt_play *play, const leaf_list *list, int64_t *row)
{
    bool known = true;
    for (size_t i = 0; i < list->v.n; i++) {
        int64_t value;
        gt_play_term t = gt_play_eval(play, list->v.v[i]);
        row[i] = t;
        if (!gt_play_is_const(play, t, &value)) {
            known = false;
            if (list->v.v[i]->kind == GT_EXPR_UNTRACKED && play->env.need < 0) {
                size_t n;
                play->env.need = gt_play_keys_row(&play->terms, t, &n)[1];
            }
        }
    }
    return known && play->env.need < 0;
}

static const gt_play_term *kept_leaves(gt_play *play, const int64_t *row, size_t n)
{
    gt_play_term *terms = GT_NEW_ARRAY(play->arena, gt_play_term, n);
    for (size_t i = 0; i < n; i++)
        terms[i] = (gt_play_term)row[i];
    return terms;
}

/* ---- cells ---- */

/* UINT32_MAX: another count must be known first. */
static uint32_t cell_of(gt_play *play, const gt_expr *e)
{
    const leaf_list *list = leaves_kept(play, e, NULL, e);
    size_t n = list->v.n + 1;
    int64_t *row = gt_xmalloc(n, sizeof *row);
    row[0] = (int64_t)(intptr_t)e;
    uint32_t cell =
        leaf_values(play, list, row + 1) ? gt_play_keys_put(&play->cell_keys, row, n) : UINT32_MAX;
    if (cell == play->cells.n) {
        gt_play_cell made = {.counted = e,
                             .type = e->u.binder->type.proc->index,
                             .nleaves = (uint32_t)(n - 1),
                             .leaves = kept_leaves(play, row + 1, n - 1)};
        gt_vec_push(&play->cells, made);
    }
    free(row);
    return cell;
}

/* Calls back into the evaluator with leaves as they were, and one process bound. */
static uint64_t recall(gt_play *play, const leaf_list *list, const gt_play_term *leaves)
{
    uint64_t outer = play->env.epoch;
    play->env.epoch = ++play->env.last_epoch;
    for (size_t i = 0; i < list->v.n; i++)
        remember(play, list->v.v[i], leaves[i]);
    return outer;
}

static void push_bound(gt_play *play, const gt_binder *binder, const int32_t *row)
{
    gt_vec_push(&play->env.bound, ((gt_play_bound){.binder = binder, .row = row}));
}

static int64_t known_value(const gt_play *play, gt_play_term t)
{
    int64_t value;
    if (!gt_play_is_const(play, t, &value))
        gt_ice("a value of one process that others decide");
    return value;
}

bool gt_play_is_member(gt_play *play, uint32_t cell, uint32_t level)
{
    const gt_expr *counted = play->cells.v[cell].counted;
    if (play->levels.v[level].type != play->cells.v[cell].type)
        return false;
    while (play->cells.v[cell].members.n <= level)
        gt_vec_push(&play->cells.v[cell].members, 2);
    if (play->cells.v[cell].members.v[level] == 2) {
        const leaf_list *list = leaves_kept(play, counted, NULL, counted);
        uint64_t outer = recall(play, list, play->cells.v[cell].leaves);
        push_bound(play, counted->u.binder, play->levels.v[level].row);
        bool is = known_value(play, gt_play_eval(play, counted->kids[0])) != 0;
        play->env.bound.n--;
        play->env.epoch = outer;
        play->cells.v[cell].members.v[level] = is;
    }
    return play->cells.v[cell].members.v[level];
}

/* ---- maps ---- */

uint32_t gt_play_map_of(gt_play *play, const gt_pop_branch *branch)
{
    const leaf_list *list = leaves_kept(play, branch, branch, NULL);
    size_t n = list->v.n + 1;
    int64_t *row = gt_xmalloc(n, sizeof *row);
    row[0] = (int64_t)(intptr_t)branch;
    uint32_t map = UINT32_MAX;
    if (leaf_values(play, list, row + 1)) {
        map = gt_play_keys_put(&play->map_keys, row, n);
        if (map == play->maps.n) {
            gt_play_map made = {.branch = branch, .leaves = kept_leaves(play, row + 1, n - 1)};
            gt_vec_push(&play->maps, made);
        }
    }
    free(row);
    return map;
}

static uint32_t image_of(gt_play *play, const gt_pop_branch *branch, uint32_t level)
{
    gt_play_level from = play->levels.v[level];
    uint32_t nvars = play->sym->procs[from.type]->nvars;
    int32_t *row = gt_xmalloc((size_t)nvars + 1, sizeof *row);
    memcpy(row, from.row, nvars * sizeof *row);
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_pop_update *u = &branch->updates[i];
        if (!u->each || u->var->owner->index != from.type)
            continue;
        push_bound(play, u->each, from.row);
        if (!u->cond || known_value(play, gt_play_eval(play, u->cond)))
            row[u->var->index] = (int32_t)known_value(play, gt_play_eval(play, u->value));
        play->env.bound.n--;
    }
    uint32_t to = gt_play_level_of(play, from.type, row);
    free(row);
    return to;
}

uint32_t gt_play_image(gt_play *play, uint32_t map, uint32_t level)
{
    while (play->maps.v[map].to.n <= level)
        gt_vec_push(&play->maps.v[map].to, 0);
    if (play->maps.v[map].to.v[level] == 0) {
        const gt_pop_branch *branch = play->maps.v[map].branch;
        uint64_t outer = recall(play, leaves_kept(play, branch, branch, NULL), play->maps.v[map].leaves);
        uint32_t to = image_of(play, branch, level);
        play->env.epoch = outer;
        play->maps.v[map].to.v[level] = to + 1;
    }
    return play->maps.v[map].to.v[level] - 1;
}

/* ---- values ---- */

static const gt_play_bound *bound_to(const gt_play *play, const gt_binder *binder)
{
    for (size_t i = play->env.bound.n; i-- > 0;)
        if (play->env.bound.v[i].binder == binder)
            return &play->env.bound.v[i];
    gt_ice("'%s' is not bound", binder->name);
}

static const int32_t *row_of(const gt_play *play, const gt_expr *who)
{
    if (who->kind == GT_EXPR_ROLE)
        return play->env.roles[who->u.index];
    if (who->kind == GT_EXPR_BOUND)
        return bound_to(play, who->u.binder)->row;
    if (who->kind != GT_EXPR_IDVAR)
        gt_ice("the locals of '%s'", gt_expr_kind_name(who->kind));
    int32_t leader = play->env.leader[who->u.index];
    return leader < 0 ? NULL : play->levels.v[play->env.tracked[leader]].row;
}

static gt_play_term count(gt_play *play, const gt_expr *e)
{
    uint32_t cell = cell_of(play, e);
    if (cell == UINT32_MAX)
        return GT_PLAY_FALSE;
    for (size_t i = 0; i < play->env.fixed.n; i++)
        if (play->env.fixed.v[i].cell == cell)
            return gt_play_const(play, play->env.fixed.v[i].value);
    return gt_play_cell_term(play, cell);
}

/* Left to right, only as far as needed. */
static gt_play_term logic(gt_play *play, const gt_expr *e)
{
    bool implies = e->kind == GT_EXPR_IMPLIES;
    gt_play_term few[16] = {0}, *kids = e->nkids <= 16 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    uint32_t n = 0;
    bool over = false;
    while (n < e->nkids && !over) {
        int64_t value;
        gt_play_term t = gt_play_eval(play, e->kids[n]);
        if (implies && n == 0)
            t = gt_play_op(play, GT_EXPR_NOT, &t, 1);
        kids[n++] = t;
        over = gt_play_is_const(play, t, &value) && (value != 0) == (e->kind != GT_EXPR_AND);
    }
    gt_play_term t = gt_play_op(play, implies ? GT_EXPR_OR : e->kind, kids, n);
    if (kids != few)
        free(kids);
    return t;
}

static gt_play_term choice(gt_play *play, const gt_expr *e)
{
    int64_t value;
    gt_play_term kids[3] = {gt_play_eval(play, e->kids[0])};
    if (gt_play_is_const(play, kids[0], &value))
        return gt_play_eval(play, e->kids[value ? 1 : 2]);
    kids[1] = gt_play_eval(play, e->kids[1]);
    kids[2] = gt_play_eval(play, e->kids[2]);
    return gt_play_op(play, GT_EXPR_ITE, kids, 3);
}

/* Some count in the term, so that it is asked for. */
static uint32_t open_cell(const gt_play *play, gt_play_term t)
{
    size_t n;
    const int64_t *row = gt_play_keys_row(&play->terms, t, &n);
    if (row[0] == GT_EXPR_UNTRACKED)
        return (uint32_t)row[1];
    for (size_t i = 2; i < n; i++) {
        int64_t value;
        if (!gt_play_is_const(play, (gt_play_term)row[i], &value))
            return open_cell(play, (gt_play_term)row[i]);
    }
    gt_ice("a term without value and without count");
}

int64_t gt_play_known(gt_play *play, const gt_expr *e)
{
    int64_t value = 0;
    gt_play_term t = gt_play_eval(play, e);
    if (!gt_play_is_const(play, t, &value) && play->env.need < 0)
        play->env.need = open_cell(play, t);
    return value;
}

gt_rat gt_play_real(gt_play *play, const gt_expr *e)
{
    if (e->kind == GT_EXPR_REAL)
        return gt_rat_make(e->u.real.num, e->u.real.den);
    if (e->type.kind != GT_TYPE_REAL)
        return gt_rat_int(gt_play_known(play, e));
    if (e->kind == GT_EXPR_ITE)
        return gt_play_real(play, e->kids[gt_play_known(play, e->kids[0]) ? 1 : 2]);
    gt_rat x = gt_play_real(play, e->kids[0]);
    if (e->kind == GT_EXPR_NEG)
        return gt_rat_sub(gt_rat_int(0), x);
    for (uint32_t i = 1; i < e->nkids; i++)
        x = gt_expr_apply_real(e->kind, x, gt_play_real(play, e->kids[i]));
    return x;
}

static gt_play_term compare_reals(gt_play *play, const gt_expr *e)
{
    gt_rat x = gt_play_real(play, e->kids[0]), y = gt_play_real(play, e->kids[1]);
    int order = play->env.need < 0 ? gt_rat_compare(x, y) : 0;
    return gt_play_const(play, gt_expr_apply(e->kind, (int64_t[2]){order, 0}, 2));
}

static gt_play_term apply(gt_play *play, const gt_expr *e)
{
    gt_play_term few[16] = {0}, *kids = e->nkids <= 16 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = gt_play_eval(play, e->kids[i]);
    gt_play_term t = gt_play_op(play, e->kind, kids, e->nkids);
    if (kids != few)
        free(kids);
    return t;
}

static gt_play_term eval_now(gt_play *play, const gt_expr *e)
{
    const gt_play_env *env = &play->env;
    const int32_t *row;
    switch (e->kind) {
    case GT_EXPR_VAR: return gt_play_const(play, env->shared[e->u.var->index]);
    case GT_EXPR_LOCAL:
        row = row_of(play, e->kids[0]);
        return gt_play_const(play, row ? row[e->u.var->index] : 0);
    case GT_EXPR_BOUND: return gt_play_const(play, bound_to(play, e->u.binder)->value);
    case GT_EXPR_SAME:
        return gt_play_const(play, env->leader[e->u.pair.a] >= 0 &&
                                       env->leader[e->u.pair.a] == env->leader[e->u.pair.b]);
    case GT_EXPR_ISNONE: return gt_play_const(play, env->leader[e->u.index] < 0);
    case GT_EXPR_UNTRACKED: return count(play, e);
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_EXPR_IMPLIES: return logic(play, e);
    case GT_EXPR_ITE: return choice(play, e);
    case GT_KINDS_COMPARE:
        if (e->kids[0]->type.kind == GT_TYPE_REAL || e->kids[1]->type.kind == GT_TYPE_REAL)
            return compare_reals(play, e);
        return apply(play, e);
    case GT_EXPR_NOT:
    case GT_EXPR_IFF:
    case GT_KINDS_ARITH: return apply(play, e);
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

gt_play_term gt_play_eval(gt_play *play, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return gt_play_const(play, e->u.value);
    const struct gt_play_memo *memo = memo_of(play, e);
    if (memo->epoch == play->env.epoch)
        return memo->term;
    play->work++;
    gt_play_term t = eval_now(play, e);
    remember(play, e, t);
    return t;
}
