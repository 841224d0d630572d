/* Prefixes of properties become ghost id variables: chosen initially, never assigned. A property uses the
 * first ghosts of each type in order, so that all properties share as many as the longest prefix needs. Two
 * ghosts may name the same process, as two bound variables may. */
#include "ir/expr/fold.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "runtime/table.h"

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    gt_sym *sym;
    gt_var ***ghosts;  /* by type */
    uint32_t *nghosts; /* by type */
    gt_words names;    /* of shared variables */
} ghosts;

/* A ghost named after the bound variable that first asked for it, where that name is free. */
static gt_var *new_ghost(ghosts *g, const gt_binder *asked)
{
    gt_binder *choice = GT_NEW(g->arena, gt_binder);
    *choice =
        (gt_binder){.name = asked->name, .pos = asked->pos, .kind = GT_BIND_CHOICE, .type = asked->type};
    gt_init *init = GT_NEW(g->arena, gt_init);
    init->choice = choice;
    gt_var *v = GT_NEW(g->arena, gt_var);
    *v = (gt_var){.name = gt_words_fresh(&g->names, g->arena, asked->name),
                  .pos = asked->pos,
                  .index = g->sym->nshared,
                  .type = asked->type,
                  .len = 1,
                  .ninits = 1,
                  .inits = init,
                  .is_ghost = true};
    g->sym->shared[g->sym->nshared++] = v;
    return v;
}

typedef struct {
    const gt_prop *prop;
    gt_var **vars; /* one per binder of the prefix */
    gt_arena *arena;
} naming;

static const gt_expr *name_one(void *data, gt_fold *fold, const gt_expr *e)
{
    const naming *n = data;
    if (e->kind != GT_EXPR_BOUND || e->u.binder->kind != GT_BIND_PREFIX)
        return NULL;
    for (uint32_t i = 0; i < n->prop->nprefix; i++)
        if (n->prop->prefix[i] == e->u.binder)
            return gt_fold_intern(fold, gt_expr_var(n->arena, e->pos, n->vars[i], NULL));
    gt_ice("line %u: '%s' is bound by another property's prefix", e->pos.line, e->u.binder->name);
}

static void track_prefix(ghosts *g, gt_prop *prop)
{
    naming n = {prop, GT_NEW_ARRAY(g->arena, gt_var *, prop->nprefix), g->arena};
    uint32_t *used = GT_NEW_ARRAY(g->arena, uint32_t, g->sym->nprocs);
    for (uint32_t i = 0; i < prop->nprefix; i++) {
        uint32_t type = prop->prefix[i]->type.proc->index, k = used[type]++;
        if (k == g->nghosts[type])
            g->ghosts[type][g->nghosts[type]++] = new_ghost(g, prop->prefix[i]);
        n.vars[i] = g->ghosts[type][k];
    }
    prop->formula = gt_fold_map(g->fold, prop->formula, name_one, &n);
}

const gt_sym *gt_pass_ghosts(gt_ctx *ctx, const gt_sym *sym)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < sym->nprops; i++)
        if (sym->props[i]->nprefix > longest)
            longest = sym->props[i]->nprefix;
    if (longest == 0)
        return sym;

    gt_sym *out = gt_arena_copy(ctx->arena, sym, 1, sizeof *sym);
    ghosts g = {.arena = ctx->arena, .fold = gt_fold_new(ctx->arena), .sym = out};
    out->shared = GT_NEW_ARRAY(ctx->arena, gt_var *, sym->nshared + (size_t)longest * sym->nprocs);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        out->shared[i] = sym->shared[i];
        gt_words_take(&g.names, sym->shared[i]->name);
    }
    out->props = GT_NEW_ARRAY(ctx->arena, gt_prop *, sym->nprops);
    g.nghosts = GT_NEW_ARRAY(ctx->arena, uint32_t, sym->nprocs);
    g.ghosts = GT_NEW_ARRAY(ctx->arena, gt_var **, sym->nprocs);
    for (uint32_t i = 0; i < sym->nprocs; i++)
        g.ghosts[i] = GT_NEW_ARRAY(ctx->arena, gt_var *, longest);
    for (uint32_t i = 0; i < sym->nprops; i++) {
        out->props[i] = gt_arena_copy(ctx->arena, sym->props[i], 1, sizeof **out->props);
        if (out->props[i]->nprefix)
            track_prefix(&g, out->props[i]);
    }
    gt_fold_free(g.fold);
    gt_words_fini(&g.names);
    return out;
}
