/* Relations of the commands. */
#include "backends/check/bdd/accel.h"

#include <stdlib.h>

/* ---- changes ---- */

static gt_cb_change classify(gt_cb *cb, const gt_assign *a)
{
    gt_cb_change change = {a->var, GT_CB_OTHER, 0};
    gt_lin value;
    gt_lin_init(&value, 0);
    gt_cb_int(cb, NULL, &value, 1, a->value);
    gt_lin_normalize(cb->m, &value);
    if (gt_lin_is_const(&value)) {
        change.kind = GT_CB_CONST;
        change.value = value.constant;
    } else if (cb->cmds->vars[a->var].type.kind == GT_TYPE_INT) {
        gt_cb_add_var(cb, &value, -1, a->var, false);
        gt_lin_normalize(cb->m, &value);
        if (gt_lin_is_const(&value)) {
            change.kind = GT_CB_ADD;
            change.value = value.constant;
        }
    }
    gt_lin_fini(cb->m, &value);
    return change;
}

/* v' = e */
static gt_bdd assigned(gt_cb *cb, const gt_assign *a)
{
    gt_lin lin;
    gt_bdd r;
    if (cb->cmds->vars[a->var].type.kind == GT_TYPE_BOOL && cb->vars[a->var].nbits > 0) {
        gt_bdd e = gt_cb_bool(cb, NULL, a->value), v = gt_bdd_next(cb->m, cb->vars[a->var].pairs[0]);
        gt_bdd_set(cb->m, &e, gt_bdd_xor(cb->m, e, v));
        r = gt_bdd_not(cb->m, e);
        gt_bdd_drop(cb->m, e);
        gt_bdd_drop(cb->m, v);
        return r;
    }
    gt_lin_init(&lin, 0);
    gt_cb_int(cb, NULL, &lin, 1, a->value);
    gt_cb_add_var(cb, &lin, -1, a->var, true);
    r = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
    gt_lin_fini(cb->m, &lin);
    return r;
}

/* The cube of the variables marked, and their pairs in `moving` (may be NULL). */
static gt_bdd cube_of(gt_cb *cb, const bool *vars, bool *moving)
{
    GT_VEC(uint32_t) pairs = {0};
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        for (uint32_t i = 0; vars[v] && !cb->vars[v].dropped && i < cb->vars[v].nbits; i++) {
            gt_vec_push(&pairs, cb->vars[v].pairs[i]);
            if (moving)
                moving[cb->vars[v].pairs[i]] = true;
        }
    gt_bdd cube = gt_bdd_cube(cb->m, pairs.v, pairs.n);
    free(pairs.v);
    return cube;
}

/* ---- acceleration ---- */

/* A branch that only adds gets its accelerated relation. One that does more may still do no more than add
 * when it fires again: constants have their values then, and what depended on them is constant. This special
 * case is a relation of its own. */
static void accelerate_rel(gt_cb *cb, size_t at, const gt_cmd *cmd, const gt_cmd_branch *branch,
                           gt_bdd probable)
{
    gt_cb_rel rel = cb->rels.v[at];
    gt_cb_ray ray;
    bool pure = true;
    for (uint32_t i = 0; i < rel.nchanges; i++)
        pure = pure && rel.changes[i].kind == GT_CB_ADD;
    if (pure) {
        if (gt_cb_ray_begin(&ray, cb, rel.nchanges, rel.changes)) {
            rel.plus = gt_cb_accelerate(&ray, cmd->guard, probable, &rel.closed);
            if (!rel.plus) {
                rel.plus = gt_cb_ray_plus(&ray, rel.guard);
                rel.closed = true;
            }
            cb->rels.v[at] = rel;
        }
        gt_cb_ray_end(&ray);
        return;
    }
    gt_bdd again = gt_bdd_ref(cb->m, rel.guard);
    rel.changes = gt_cb_repeated(cb, branch, rel.changes, &rel.nchanges, &again);
    if (gt_cb_ray_begin(&ray, cb, rel.nchanges, rel.changes) && again && !gt_bdd_is_false(cb->m, again) &&
        gt_cb_ray_is_part_of(&ray, again, rel.step, rel.cube)) {
        rel.plus = gt_cb_ray_plus(&ray, again);
        if (rel.plus) {
            rel.guard = gt_bdd_ref(cb->m, again);
            rel.step = NULL;
            rel.cube = gt_bdd_ref(cb->m, ray.cube);
            rel.closed = rel.extra = true;
            gt_vec_push(&cb->rels, rel);
        }
    }
    gt_cb_ray_end(&ray);
    gt_bdd_drop(cb->m, again);
}

/* ---- all of them ---- */

static void build_branch(gt_cb *cb, uint32_t c, uint32_t b)
{
    const gt_cmd *cmd = &cb->cmds->cmds[c];
    const gt_cmd_branch *branch = &cmd->branches[b];
    gt_cb_rel rel = {.cmd = c, .branch = b, .nchanges = branch->nassigns};
    gt_bdd probable = branch->prob ? gt_cb_positive(cb, branch->prob) : gt_bdd_const(cb->m, true);
    bool *changed = gt_xcalloc(cb->cmds->nvars, sizeof *changed);
    rel.guard = gt_cb_bool(cb, NULL, cmd->guard);
    gt_bdd_and_to(cb->m, &rel.guard, probable);
    bool slots = !gt_bdd_is_true(cb->m, cb->known);
    rel.step = slots ? gt_bdd_and(cb->m, rel.guard, cb->known) : gt_bdd_const(cb->m, true);
    rel.changes = GT_NEW_ARRAY(cb->ctx->arena, gt_cb_change, branch->nassigns);
    for (uint32_t i = branch->nassigns; i-- > 0;) {
        const gt_assign *a = &branch->assigns[i];
        rel.changes[i] = classify(cb, a);
        bool stays = rel.changes[i].kind == GT_CB_ADD && rel.changes[i].value == 0;
        if (cb->vars[a->var].dropped || stays)
            continue;
        changed[a->var] = true;
        gt_bdd f = assigned(cb, a);
        gt_bdd_and_to(cb->m, &rel.step, f);
        gt_bdd_drop(cb->m, f);
    }
    gt_bdd_and_to(cb->m, &rel.step, rel.guard);
    rel.cube = cube_of(cb, changed, NULL);
    free(changed);
    if (gt_bdd_is_false(cb->m, rel.guard)) { /* never fires */
        gt_bdd_drop(cb->m, rel.guard);
        gt_bdd_drop(cb->m, rel.step);
        gt_bdd_drop(cb->m, rel.cube);
    } else {
        gt_vec_push(&cb->rels, rel);
        if (!cb->options->ways.no_accelerate)
            accelerate_rel(cb, cb->rels.n - 1, cmd, branch, probable);
    }
    gt_bdd_drop(cb->m, probable);
}

/* Distance of each counter from those that may be occupied initially, along the moves; a relation has the
 * rank of the farthest counter it takes from. */
static void rank_relations(gt_cb *cb)
{
    uint32_t nvars = cb->cmds->nvars;
    uint32_t *rank = gt_xmalloc(nvars, sizeof *rank);
    for (uint32_t v = 0; v < nvars; v++) {
        gt_lin lin;
        gt_lin_init(&lin, -1);
        gt_cb_add_var(cb, &lin, 1, v, false);
        gt_bdd occupied = gt_lin_compare(cb->m, &lin, GT_LIN_GE);
        rank[v] = gt_bdd_meets(cb->m, cb->init, occupied) ? 0 : UINT32_MAX / 2;
        gt_bdd_drop(cb->m, occupied);
        gt_lin_fini(cb->m, &lin);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < cb->rels.n; i++) {
            gt_cb_rel *r = &cb->rels.v[i];
            r->rank = 0;
            for (uint32_t k = 0; k < r->nchanges; k++)
                if (r->changes[k].kind == GT_CB_ADD && r->changes[k].value < 0 &&
                    rank[r->changes[k].var] > r->rank)
                    r->rank = rank[r->changes[k].var];
            for (uint32_t k = 0; k < r->nchanges; k++)
                if (r->changes[k].kind == GT_CB_ADD && r->changes[k].value > 0 &&
                    rank[r->changes[k].var] > r->rank + 1) {
                    rank[r->changes[k].var] = r->rank + 1;
                    more = true;
                }
        }
    }
    free(rank);
}

static int by_rank(const void *x, const void *y)
{
    const gt_cb_rel *a = x, *b = y;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->cmd != b->cmd)
        return a->cmd < b->cmd ? -1 : 1;
    if (a->branch != b->branch)
        return a->branch < b->branch ? -1 : 1;
    return (int)a->extra - (int)b->extra;
}

void gt_cb_add_relations(gt_cb *cb, uint32_t cmd)
{
    for (uint32_t b = 0; b < cb->cmds->cmds[cmd].nbranches; b++)
        build_branch(cb, cmd, b);
    gt_cb_tick(cb, NULL);
}

void gt_cb_drop_relations(gt_cb *cb)
{
    for (size_t i = 0; i < cb->rels.n; i++) {
        gt_cb_rel *r = &cb->rels.v[i];
        gt_bdd_drop(cb->m, r->guard);
        gt_bdd_drop(cb->m, r->step);
        gt_bdd_drop(cb->m, r->plus);
        gt_bdd_drop(cb->m, r->cube);
    }
    cb->rels.n = 0;
}

void gt_cb_build_relations(gt_cb *cb)
{
    for (uint32_t c = 0; c < cb->cmds->ncmds && gt_bdd_status(cb->m) == GT_BDD_OK; c++)
        gt_cb_add_relations(cb, c);
    if (gt_bdd_status(cb->m) != GT_BDD_OK)
        return;
    if (!cb->options->ways.no_accelerate)
        gt_cb_add_cycles(cb);
    rank_relations(cb);
    if (cb->rels.n > 1)
        qsort(cb->rels.v, cb->rels.n, sizeof *cb->rels.v, by_rank);
}
