/* Which things a term speaks of, and which of them it tells apart. */
#include "passes/found/fold.h"

#include "runtime/base.h"

#include <stdlib.h>

enum { MOST_ORBIT = 20000 };

void *gt_fold_fail(gt_folder *f, const char *why)
{
    if (!f->why)
        f->why = why;
    return NULL;
}

uint64_t gt_fold_mentions(gt_folder *f, const gt_term *t)
{
    uint64_t known = 0;
    if (gt_ptrmap_get(&f->mentions, t, &known))
        return known;
    if (t->kind == TERM_VARIABLE && f->vars[t->number].group != GT_ABSENT)
        known |= gt_fold_bit(f, f->vars[t->number].group, f->vars[t->number].thing);
    const gt_folded_var *v = t->kind == TERM_VALUE ? &f->vars[gt_term_var(t)] : NULL;
    for (uint32_t k = 0; v && v->names != GT_ABSENT && k < f->found->groups[v->names].n; k++)
        if (v->name[k] == t->number)
            known |= gt_fold_bit(f, v->names, k);
    for (uint32_t i = 0; i < t->nkids; i++)
        known |= gt_fold_mentions(f, t->kids[i]);
    *gt_ptrmap_at(&f->mentions, t) = known;
    return known;
}

static uint64_t bound(const gt_folder *f)
{
    uint64_t bits = 0;
    for (uint32_t g = 0; g < f->found->ngroups; g++)
        for (uint32_t k = 0; k < f->found->groups[g].n; k++)
            bits |= f->who[g][k] ? gt_fold_bit(f, g, k) : 0;
    return bits;
}

uint64_t gt_fold_unbound(gt_folder *f, const gt_term *t)
{
    return gt_fold_mentions(f, t) & ~bound(f);
}

void gt_fold_lowest(const gt_folder *f, uint64_t bits, uint32_t *group, uint32_t *thing)
{
    for (uint32_t g = 0; g < f->found->ngroups; g++)
        for (uint32_t k = 0; k < f->found->groups[g].n; k++)
            if (bits & gt_fold_bit(f, g, k)) {
                *group = g;
                *thing = k;
                return;
            }
    gt_ice("no thing");
}

/* ---- permutations ---- */

static const gt_term *moved(gt_folder *f, const gt_term *t, uint32_t group, const uint32_t *to)
{
    const gt_group *g = &f->found->groups[group];
    gt_perm p = gt_perm_new(f->arena, f->terms);
    for (uint32_t k = 0; k < g->n; k++)
        for (uint32_t i = 0; i < g->nvars; i++)
            p.vars[g->vars[k][i]] = g->vars[to[k]][i];
    for (uint32_t i = 0; i < g->nids; i++) {
        gt_type type = f->terms->cmds->vars[g->ids[i].var].type;
        int32_t *values = gt_arena_alloc(f->arena, (size_t)(type.hi - type.lo) + 1, sizeof *values);
        for (int32_t v = type.lo; v <= type.hi; v++)
            values[v - type.lo] = v;
        for (uint32_t k = 0; k < g->n; k++)
            values[g->ids[i].names[k] - type.lo] = g->ids[i].names[to[k]];
        p.values[g->ids[i].var] = values;
    }
    return gt_perm_apply(f->terms, &p, t);
}

const gt_term *gt_fold_swapped(gt_folder *f, const gt_term *t, uint32_t group, uint32_t a, uint32_t b)
{
    uint32_t n = f->found->groups[group].n, *to = gt_xmalloc(n, sizeof *to);
    for (uint32_t k = 0; k < n; k++)
        to[k] = k == a ? b : k == b ? a : k;
    const gt_term *result = moved(f, t, group, to);
    free(to);
    return result;
}

const gt_term *gt_fold_rotated(gt_folder *f, const gt_term *t, uint32_t group, uint32_t steps)
{
    uint32_t n = f->found->groups[group].n, *to = gt_xmalloc(n, sizeof *to);
    for (uint32_t k = 0; k < n; k++)
        to[k] = (k + steps) % n;
    const gt_term *result = moved(f, t, group, to);
    free(to);
    return result;
}

/* ---- specials ---- */

/* Those that the term can do without: exchanged for each other they leave it as it is. */
static uint64_t rest_of(gt_folder *f, const gt_term *t, uint32_t group, uint64_t mentioned,
                        uint64_t free_ones)
{
    uint32_t n = f->found->groups[group].n, most = 1;
    uint64_t rest = free_ones & ~mentioned;
    if (rest)
        return rest;
    for (uint32_t a = 0; a < n; a++) {
        if (!(free_ones & gt_fold_bit(f, group, a)))
            continue;
        uint64_t like = gt_fold_bit(f, group, a);
        uint32_t size = 1;
        for (uint32_t b = 0; b < n; b++)
            if (b != a && (free_ones & gt_fold_bit(f, group, b)) && gt_fold_swapped(f, t, group, a, b) == t) {
                like |= gt_fold_bit(f, group, b);
                size++;
            }
        if (size > most) {
            most = size;
            rest = like;
        }
    }
    return rest;
}

uint64_t gt_fold_specials(gt_folder *f, const gt_term *t)
{
    uint64_t unbound = gt_fold_unbound(f, t), specials = 0;
    for (uint32_t g = 0; g < f->found->ngroups; g++) {
        const gt_group *group = &f->found->groups[g];
        uint64_t all = 0, lowest = 0;
        for (uint32_t k = group->n; k-- > 0;) {
            all |= f->who[g][k] ? 0 : gt_fold_bit(f, g, k);
            lowest = unbound & gt_fold_bit(f, g, k) ? gt_fold_bit(f, g, k) : lowest;
        }
        uint64_t mentioned = unbound & all;
        if (!mentioned)
            continue;
        if (group->ring)
            specials |= gt_fold_rotated(f, t, g, 1) == t ? 0 : lowest;
        else
            specials |= mentioned & ~rest_of(f, t, g, mentioned, all);
    }
    return specials;
}

static void add_once(gt_term_vec *orbit, gt_ptrmap *seen, const gt_term *t)
{
    uint64_t *at = gt_ptrmap_at(seen, t);
    if (*at == 0)
        gt_vec_push(orbit, t);
    *at = 1;
}

gt_term_vec gt_fold_orbit(gt_folder *f, const gt_term *t, uint64_t specials)
{
    gt_term_vec orbit = {0};
    gt_ptrmap seen = {0};
    add_once(&orbit, &seen, t);
    for (size_t i = 0; i < orbit.n && orbit.n < MOST_ORBIT; i++)
        for (uint32_t g = 0; g < f->found->ngroups; g++) {
            uint32_t n = f->found->groups[g].n, last = n;
            bool moves = false;
            for (uint32_t k = 0; k < n; k++)
                moves = moves || (specials & gt_fold_bit(f, g, k));
            if (moves && f->found->groups[g].ring)
                add_once(&orbit, &seen, gt_fold_rotated(f, orbit.v[i], g, 1));
            for (uint32_t k = 0; k < n && moves && !f->found->groups[g].ring; k++) {
                if (f->who[g][k])
                    continue;
                if (last != n)
                    add_once(&orbit, &seen, gt_fold_swapped(f, orbit.v[i], g, last, k));
                last = k;
            }
        }
    if (orbit.n >= MOST_ORBIT)
        gt_fold_fail(f, "too many ways to change places");
    gt_ptrmap_fini(&seen);
    return orbit;
}

/* ---- who ---- */

void gt_fold_bind(gt_folder *f, uint32_t group, uint32_t thing, const gt_expr *process)
{
    const gt_group *g = &f->found->groups[group];
    f->who[group][thing] = process;
    for (uint32_t d = 1; g->ring && d < g->n; d++) {
        bool back = d > g->n / 2;
        const gt_expr *e = process;
        for (uint32_t i = 0; i < (back ? g->n - d : d); i++)
            e = gt_build_neighbour(f->build, (gt_pos){0}, back ? GT_EXPR_PREV : GT_EXPR_NEXT, e);
        f->who[group][(thing + d) % g->n] = e;
    }
}

void gt_fold_forget(gt_folder *f, uint32_t group, uint32_t thing)
{
    f->who[group][thing] = NULL;
    for (uint32_t k = 0; f->found->groups[group].ring && k < f->found->groups[group].n; k++)
        f->who[group][k] = NULL;
}
