/* Terms and permutations of them. */
#include "passes/found/term.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static bool any_order(gt_term_kind kind)
{
    return kind == TERM_IN || kind == TERM_SAME || kind == TERM_CASE || kind == TERM_ANY;
}

static bool same_term(const void *things, uint32_t number, const void *key)
{
    const gt_term *x = ((const gt_term *const *)things)[number], *y = key;
    return x->kind == y->kind && x->number == y->number && x->den == y->den && x->nkids == y->nkids &&
           (x->nkids == 0 || memcmp(x->kids, y->kids, x->nkids * sizeof *x->kids) == 0);
}

static int by_id(const void *a, const void *b)
{
    const gt_term *x = *(const gt_term *const *)a, *y = *(const gt_term *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

const gt_term *gt_term_make(gt_terms *t, gt_term_kind kind, int64_t number, int64_t den, uint32_t nkids,
                            const gt_term *const *kids)
{
    const gt_term **mine = gt_arena_alloc(t->arena, nkids ? nkids : 1, sizeof *mine);
    if (nkids)
        memcpy(mine, kids, nkids * sizeof *mine);
    if (any_order(kind) && nkids > 1)
        qsort(mine, nkids, sizeof *mine, by_id);
    gt_term made = {.kind = kind, .number = number, .den = den, .nkids = nkids, .kids = mine};
    uint64_t hash = gt_hash_combine((uint64_t)kind, (uint64_t)number);
    hash = gt_hash_combine(hash, (uint64_t)den);
    for (uint32_t i = 0; i < nkids; i++)
        hash = gt_hash_combine(hash, mine[i]->id);
    uint32_t at = gt_table_find(&t->table, hash, same_term, t->all.v, &made);
    if (at != GT_ABSENT)
        return t->all.v[at];
    gt_term *term = GT_NEW(t->arena, gt_term);
    *term = made;
    term->id = gt_table_add(&t->table, hash);
    gt_vec_push(&t->all, term);
    return term;
}

const gt_term *gt_term_variable(gt_terms *t, uint32_t var)
{
    return gt_term_make(t, TERM_VARIABLE, var, 0, 0, NULL);
}

const gt_term *gt_term_value(gt_terms *t, uint32_t var, int64_t value)
{
    const gt_term *variable = gt_term_variable(t, var);
    return gt_term_make(t, TERM_VALUE, value, 0, 1, &variable);
}

uint32_t gt_term_var(const gt_term *t)
{
    while (t->kind != TERM_VARIABLE)
        t = t->kids[0];
    return (uint32_t)t->number;
}

/* ---- permutations ---- */

gt_perm gt_perm_new(gt_arena *arena, const gt_terms *t)
{
    gt_perm p = {.terms = t};
    p.vars = GT_NEW_ARRAY(arena, uint32_t, t->cmds->nvars);
    p.values = GT_NEW_ARRAY(arena, int32_t *, t->cmds->nvars);
    for (uint32_t v = 0; v < t->cmds->nvars; v++)
        p.vars[v] = v;
    return p;
}

int32_t gt_perm_value(const gt_perm *p, uint32_t var, int32_t value)
{
    return p->values[var] ? p->values[var][value - p->terms->cmds->vars[var].type.lo] : value;
}

static const gt_term *apply(gt_terms *t, const gt_perm *p, const gt_term *term, gt_ptrmap *memo)
{
    if (term->kind == TERM_VARIABLE)
        return gt_term_variable(t, p->vars[term->number]);
    if (term->nkids == 0)
        return term;
    const gt_term *known = gt_ptrmap_pointer(memo, term);
    if (known)
        return known;
    int64_t number = term->number;
    if (term->kind == TERM_VALUE)
        number = gt_perm_value(p, gt_term_var(term), (int32_t)number);
    const gt_term **kids = gt_xmalloc(term->nkids, sizeof *kids);
    for (uint32_t i = 0; i < term->nkids; i++)
        kids[i] = apply(t, p, term->kids[i], memo);
    const gt_term *result = gt_term_make(t, term->kind, number, term->den, term->nkids, kids);
    free(kids);
    gt_ptrmap_point(memo, term, result);
    return result;
}

const gt_term *gt_perm_apply(gt_terms *t, const gt_perm *p, const gt_term *term)
{
    gt_ptrmap memo = {0};
    const gt_term *result = apply(t, p, term, &memo);
    gt_ptrmap_fini(&memo);
    return result;
}

/* Onto, and from each variable to one with the same type and as many values. */
static bool is_permutation(const gt_terms *t, const gt_perm *p)
{
    uint32_t n = t->cmds->nvars;
    bool *hit = gt_xcalloc(n ? n : 1, sizeof *hit), fine = true;
    for (uint32_t v = 0; v < n && fine; v++) {
        gt_type from = t->cmds->vars[v].type, to = t->cmds->vars[p->vars[v]].type;
        fine = !hit[p->vars[v]] && from.kind == to.kind && from.lo == to.lo && from.hi == to.hi;
        hit[p->vars[v]] = true;
        if (!fine || !p->values[v])
            continue;
        uint64_t seen = 0; /* variables with more values are wide */
        for (int32_t i = 0; i <= from.hi - from.lo && fine; i++) {
            int32_t value = p->values[v][i];
            fine = value >= from.lo && value <= from.hi && !(seen >> (value - from.lo) & 1) &&
                   (!t->fixed[v] || value == from.lo + i);
            seen |= fine ? (uint64_t)1 << (value - from.lo) : 0;
        }
    }
    free(hit);
    return fine;
}

/* x == y means the same before and after, for all values. */
static bool keeps_link(const gt_terms *t, const gt_perm *p, uint32_t x, uint32_t y)
{
    if (!p->values[x] && !p->values[y])
        return true;
    gt_type tx = t->cmds->vars[x].type, ty = t->cmds->vars[y].type;
    if (t->wide[x] || t->wide[y])
        return false;
    for (int32_t a = tx.lo; a <= tx.hi; a++)
        for (int32_t b = ty.lo; b <= ty.hi; b++)
            if ((a == b) != (gt_perm_value(p, x, a) == gt_perm_value(p, y, b)))
                return false;
    return true;
}

bool gt_perm_is_automorphism(gt_terms *t, const gt_perm *p)
{
    if (!is_permutation(t, p))
        return false;
    for (size_t i = 0; i < t->nlinks; i++)
        if (!keeps_link(t, p, t->links[i].x, t->links[i].y))
            return false;
    return gt_perm_apply(t, p, t->program) == t->program;
}
