#include "backends/check/prove/bisim_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- distributions ---- */

void gt_bisim_dists_init(gt_bisim_dists *dists)
{
    *dists = (gt_bisim_dists){0};
    gt_vec_push(&dists->first, 0);
}

void gt_bisim_dists_fini(gt_bisim_dists *dists)
{
    free(dists->parts.v);
    free(dists->first.v);
    free(dists->work.v);
    gt_table_fini(&dists->table);
}

void gt_bisim_dist_add(gt_bisim_dists *dists, uint32_t state, gt_rat prob)
{
    gt_vec_push(&dists->work, ((gt_bisim_part){.prob = prob, .state = state}));
}

static int compare_parts(const void *a, const void *b)
{
    const gt_bisim_part *x = a, *y = b;
    return (x->state > y->state) - (x->state < y->state);
}

static uint64_t hash_parts(const gt_bisim_part *parts, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++) {
        h = gt_hash_combine(h, parts[i].state);
        h = gt_hash_combine(h, (uint64_t)parts[i].prob.num);
        h = gt_hash_combine(h, (uint64_t)parts[i].prob.den);
    }
    return h;
}

typedef struct {
    const gt_bisim_part *parts;
    size_t n;
} row;

static bool same_dist(const void *dists, uint32_t number, const void *key)
{
    const gt_bisim_dists *all = dists;
    const row *wanted = key;
    const gt_bisim_part *parts = all->parts.v + all->first.v[number];
    if (all->first.v[number + 1] - all->first.v[number] != wanted->n)
        return false;
    for (size_t i = 0; i < wanted->n; i++)
        if (parts[i].state != wanted->parts[i].state || !gt_rat_equal(parts[i].prob, wanted->parts[i].prob))
            return false;
    return true;
}

/* Sorts the distribution being built and adds up equal states; the number of parts. */
static size_t merge_work(gt_bisim_dists *dists)
{
    gt_bisim_part *work = dists->work.v;
    size_t n = 0;
    qsort(work, dists->work.n, sizeof *work, compare_parts);
    for (size_t i = 0; i < dists->work.n; i++)
        if (n > 0 && work[n - 1].state == work[i].state)
            work[n - 1].prob = gt_rat_add(work[n - 1].prob, work[i].prob);
        else
            work[n++] = work[i];
    dists->work.n = 0;
    return n;
}

uint32_t gt_bisim_dist_end(gt_bisim_dists *dists)
{
    size_t n = merge_work(dists);
    uint64_t hash = hash_parts(dists->work.v, n);
    uint32_t number = gt_table_find(&dists->table, hash, same_dist, dists, &(row){dists->work.v, n});
    if (number != GT_ABSENT)
        return number;
    for (size_t i = 0; i < n; i++)
        gt_vec_push(&dists->parts, dists->work.v[i]);
    gt_vec_push(&dists->first, (uint32_t)dists->parts.n);
    return gt_table_add(&dists->table, hash);
}

/* ---- moves ---- */

static int compare_moves(const void *a, const void *b)
{
    const gt_bisim_move *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

void gt_bisim_moves_normalise(gt_bisim_moves *moves, bool weighted)
{
    size_t n = 0;
    if (moves->n > 1)
        qsort(moves->v, moves->n, sizeof *moves->v, compare_moves);
    for (size_t i = 0; i < moves->n; i++)
        if (n == 0 || moves->v[n - 1].number != moves->v[i].number)
            moves->v[n++] = moves->v[i];
        else if (weighted)
            moves->v[n - 1].weight = gt_rat_add(moves->v[n - 1].weight, moves->v[i].weight);
    moves->n = 0;
    for (size_t i = 0; i < n; i++)
        if (moves->v[i].weight.num != 0 || gt_rat_is_nan(moves->v[i].weight))
            moves->v[moves->n++] = moves->v[i];
}

void gt_bisim_moves_scale(gt_bisim_moves *moves)
{
    gt_rat sum = gt_rat_int(0);
    for (size_t i = 0; i < moves->n; i++)
        sum = gt_rat_add(sum, moves->v[i].weight);
    for (size_t i = 0; i < moves->n; i++)
        moves->v[i].weight = gt_rat_div(moves->v[i].weight, sum);
}

bool gt_bisim_moves_compare(const gt_bisim_moves *a, const gt_bisim_moves *b, uint32_t *at_a, uint32_t *at_b)
{
    *at_a = *at_b = UINT32_MAX;
    for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
        bool ours = k == b->n || (i < a->n && a->v[i].number < b->v[k].number);
        bool theirs = i == a->n || (k < b->n && b->v[k].number < a->v[i].number);
        if (!ours && !theirs && !gt_rat_equal(a->v[i].weight, b->v[k].weight)) {
            *at_a = i;
            *at_b = k;
            return false;
        }
        if (ours && *at_a == UINT32_MAX)
            *at_a = i;
        if (theirs && *at_b == UINT32_MAX)
            *at_b = k;
        i += !theirs;
        k += !ours;
    }
    return *at_a == UINT32_MAX && *at_b == UINT32_MAX;
}

enum { SET_BITS = 31 }; /* of one number */

size_t gt_bisim_earned_width(const gt_sym *sym)
{
    return ((size_t)sym->nrewards + SET_BITS - 1) / SET_BITS;
}

void gt_bisim_earned(const gt_sym *sym, const char *rule, int32_t *set)
{
    for (size_t i = 0; i < gt_bisim_earned_width(sym); i++)
        set[i] = 0;
    for (uint32_t i = 0; rule && i < sym->nrewards; i++) {
        const gt_reward *reward = sym->rewards[i];
        for (uint32_t k = 0; k < reward->nrules; k++)
            set[i / SET_BITS] |= strcmp(reward->rules[k], rule) == 0 ? (int32_t)1 << (i % SET_BITS) : 0;
    }
}
