/* Fields of states, guards as lists of conjuncts, tables of local states. */
#include "backends/check/explicit/explicit.h"

#include <stdlib.h>

static uint32_t bits_for(int64_t size)
{
    uint32_t bits = 0;
    while (((int64_t)1 << bits) < size)
        bits++;
    return bits;
}

gt_xfield gt_xfield_for(gt_type type, uint32_t at)
{
    if (type.kind == GT_TYPE_ID)
        return (gt_xfield){at, bits_for((int64_t)type.proc->n + 1), 0};
    return (gt_xfield){at, bits_for((int64_t)type.hi - type.lo + 1), type.lo};
}

typedef GT_VEC(const gt_expr *) exprs;

static void flatten(const gt_expr *e, exprs *out)
{
    if (e->kind == GT_EXPR_AND)
        for (uint32_t i = 0; i < e->nkids; i++)
            flatten(e->kids[i], out);
    else if (!gt_expr_is_true(e))
        gt_vec_push(out, e);
}

static void add(gt_xconds *conds, const gt_xnode *node)
{
    conds->v[conds->n++] = node;
}

/* How many slots of the list must be filled. */
static uint32_t step_of(uint64_t deps, const uint32_t *slots, uint32_t nslots)
{
    uint32_t step = 0;
    for (uint32_t k = 0; k < nslots; k++) {
        uint32_t bit = slots[k] < GT_XDEP_FRAME ? slots[k] : (uint32_t)GT_XDEP_FRAME;
        step = deps >> bit & 1 ? k + 1 : step;
    }
    return step;
}

void gt_xguard_compile(gt_xcode *code, gt_arena *arena, const gt_expr *guard, uint32_t filter,
                       const uint32_t *slots, uint32_t nslots, gt_xguard *out)
{
    exprs all = {0};
    flatten(guard, &all);
    out->at = GT_NEW_ARRAY(arena, gt_xconds, nslots + 1);
    for (uint32_t k = 0; k <= nslots; k++)
        out->at[k].v = GT_NEW_ARRAY(arena, const gt_xnode *, all.n);
    out->filters.v = GT_NEW_ARRAY(arena, const gt_xnode *, all.n);
    for (size_t i = 0; i < all.n; i++) {
        const gt_xnode *node = gt_xcode_compile(code, all.v[i]);
        uint64_t deps = gt_xnode_deps(node);
        bool filters = filter < GT_XDEP_FRAME && deps == (uint64_t)1 << filter;
        add(filters ? &out->filters : &out->at[step_of(deps, slots, nslots)], node);
    }
    free(all.v);
}

static bool is_not_self(const gt_expr *e, const gt_binder *bound)
{
    if (e->kind == GT_EXPR_NOT && e->kids[0]->kind == GT_EXPR_EQ)
        e = e->kids[0];
    else if (e->kind != GT_EXPR_NE)
        return false;
    const gt_expr *a = e->kids[0], *b = e->kids[1];
    return (a->kind == GT_EXPR_SELF && b->kind == GT_EXPR_BOUND && b->u.binder == bound) ||
           (b->kind == GT_EXPR_SELF && a->kind == GT_EXPR_BOUND && a->u.binder == bound);
}

void gt_xconds_compile(gt_xcode *code, gt_arena *arena, const gt_expr *cond, const gt_binder *bound,
                       gt_xconds *out, bool *not_self)
{
    exprs all = {0};
    if (cond)
        flatten(cond, &all);
    out->v = GT_NEW_ARRAY(arena, const gt_xnode *, all.n);
    for (size_t i = 0; i < all.n; i++)
        if (is_not_self(all.v[i], bound))
            *not_self = true;
        else
            add(out, gt_xcode_compile(code, all.v[i]));
    free(all.v);
}

gt_xlocal *gt_xlocal_at(gt_xlocal_vec *vec, uint32_t number)
{
    size_t chunk = number / GT_XLOCAL_CHUNK;
    if (chunk >= vec->nchunks) {
        vec->chunks = gt_xrealloc(vec->chunks, chunk + 1, sizeof *vec->chunks);
        while (vec->nchunks <= chunk)
            vec->chunks[vec->nchunks++] = NULL;
    }
    if (!vec->chunks[chunk])
        vec->chunks[chunk] = gt_xcalloc(GT_XLOCAL_CHUNK, sizeof **vec->chunks);
    return &vec->chunks[chunk][number % GT_XLOCAL_CHUNK];
}

void gt_xlocal_fini(gt_xlocal_vec *vec)
{
    for (size_t i = 0; i < vec->nchunks; i++)
        free(vec->chunks[i]);
    free(vec->chunks);
}
