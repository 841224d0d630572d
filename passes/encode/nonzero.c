/* Population program to guarded commands, the occupied local states only (nonzero.h).
 * Requires: a verified population program. Keeps: properties, fairness, rewards, their order. Breaks: roles.
 */
#include "passes/encode/nonzero_slots.h"

#include "passes/passes.h"

#include <stdlib.h>

static void translate_properties(gt_nz *z)
{
    const gt_pop *pop = z->pop;
    gt_cmds *out = z->out;
    out->nprops = pop->nprops;
    out->props = GT_NEW_ARRAY(z->arena, gt_cmd_prop, pop->nprops);
    for (uint32_t i = 0; i < pop->nprops; i++) {
        out->props[i].origin = pop->props[i].origin;
        if (pop->props[i].formula)
            out->props[i].formula = gt_nz_expr(z, pop->props[i].formula);
    }
    out->nfair = pop->nfair;
    out->fair = GT_NEW_ARRAY(z->arena, const gt_expr *, pop->nfair);
    for (uint32_t i = 0; i < pop->nfair; i++)
        out->fair[i] = gt_nz_expr(z, pop->fair[i]);
    out->nrewards = pop->nrewards;
    out->rewards = GT_NEW_ARRAY(z->arena, const gt_expr *, pop->nrewards);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        out->rewards[i] = gt_nz_expr(z, pop->rewards[i]);
}

/* The slots are in order; with pairs, occupied ones differ. */
static void add_invariants(gt_nz *z)
{
    GT_VEC(const gt_expr *) all = {0};
    for (uint32_t p = 0; p < z->pop->sym->nprocs; p++) {
        const gt_nz_type *t = &z->types[p];
        gt_nz_slots slots = gt_nz_slots_now(z, t);
        for (uint32_t k = 1; k < t->nslots; k++) {
            const gt_expr **slot = &slots[(size_t)k * t->width];
            const gt_expr *order = gt_nz_le(z, t, slot - t->width, slot, z->pairs);
            if (z->pairs)
                order = gt_fold_or(z->fold, gt_nz_is_empty(z, t, slot, k), order);
            gt_vec_push(&all, order);
        }
        free(slots);
    }
    z->out->ninvariants = (uint32_t)all.n;
    z->out->invariants = gt_arena_copy(z->arena, all.v, all.n, sizeof *all.v);
    free(all.v);
}

static void translate_rules(gt_nz *z)
{
    uint32_t nprocs = z->pop->sym->nprocs;
    z->fixed = gt_xcalloc((size_t)z->out->nvars + 1, sizeof *z->fixed);
    z->values = gt_xcalloc((size_t)z->out->nvars + 1, sizeof *z->values);
    z->taken = gt_xcalloc((size_t)nprocs + 1, sizeof *z->taken);
    for (uint32_t p = 0; p < nprocs; p++)
        z->taken[p] = gt_xcalloc((size_t)z->types[p].nslots + 1, sizeof **z->taken);
    for (uint32_t i = 0; i < z->pop->nrules && !z->full; i++)
        gt_nz_rule(z, &z->pop->rules[i]);
    for (uint32_t p = 0; p < nprocs; p++)
        free(z->taken[p]);
    free(z->taken);
    free(z->set.v);
    free(z->values);
}

const gt_cmds *gt_pass_nonzero(gt_ctx *ctx, const gt_pop *pop, gt_encoding vector_or_pairs)
{
    gt_nz z = {.ctx = ctx, .arena = ctx->arena, .pop = pop, .pairs = vector_or_pairs == GT_ENC_PAIRS};
    z.fold = gt_fold_new(ctx->arena);
    z.out = GT_NEW(ctx->arena, gt_cmds);
    z.out->sym = pop->sym;
    z.out->pop = pop;
    z.out->encoding = vector_or_pairs;
    z.types = GT_NEW_ARRAY(ctx->arena, gt_nz_type, pop->sym->nprocs);
    z.shared = GT_NEW_ARRAY(ctx->arena, uint32_t, pop->sym->nshared);
    z.at = GT_NEW_ARRAY(ctx->arena, uint32_t, pop->nidvars);
    z.alias = GT_NEW_ARRAY(ctx->arena, uint32_t, pop->nidvars);
    gt_nz_frame global;
    gt_nz_enter(&z, &global, NULL, NULL, NULL);
    gt_nz_declare(&z);
    gt_nz_initial(&z);
    translate_rules(&z);
    translate_properties(&z);
    add_invariants(&z);
    gt_nz_leave(&z);
    z.out->ncmds = (uint32_t)z.cmds.n;
    z.out->cmds = gt_arena_copy(ctx->arena, z.cmds.v, z.cmds.n, sizeof *z.cmds.v);
    free(z.cmds.v);
    free(z.fixed);
    gt_fold_free(z.fold);
    if (!z.full)
        return z.out;
    gt_error(ctx->diag, (gt_pos){0}, "too-large",
             "the non-zero encoding of this program has too many large commands");
    gt_help(ctx->diag, "use --encoding dense, or fewer processes (-D)");
    return NULL;
}
