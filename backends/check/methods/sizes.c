/* How large relations of representatives are, and whether they are what they should be: no search. */
#include "backends/check/methods/sizes.h"

#include <stdlib.h>

typedef struct {
    gt_work work;
    gt_bdd_mgr *m;
} watch;

static bool stop_asked(void *arg)
{
    watch *w = arg;
    if (w->m && gt_work_is_due(&w->work)) {
        w->work.now.nodes = gt_bdd_live(w->m);
        w->work.now.bytes = gt_bdd_bytes(w->m);
        gt_work_tell(&w->work);
    }
    return gt_limits_met(w->work.limits, 0) != GT_STOP_NONE;
}

static uint32_t bits_for(int64_t values)
{
    uint32_t bits = 0;
    while (((int64_t)1 << bits) < values)
        bits++;
    return bits;
}

static bool is_local(const gt_cmds *cmds, uint32_t v)
{
    return cmds->vars[v].kind == GT_CVAR_LOCAL;
}

/* One variable after the other or, of each local variable, the most significant bits of all processes first.
 * Shared ones stand on top in either case. Returns the number of pairs. */
static uint32_t lay_out(gt_arena *arena, const gt_cmds *cmds, bool by_bit, gt_cb_var *vars)
{
    uint32_t next = 0;
    bool *placed = gt_xcalloc((size_t)cmds->nvars + 1, sizeof *placed);
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        vars[v] =
            (gt_cb_var){.lo = cmds->vars[v].type.lo, .nbits = bits_for(gt_type_size(cmds->vars[v].type))};
        vars[v].pairs = GT_NEW_ARRAY(arena, uint32_t, vars[v].nbits + 1);
    }
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        for (uint32_t i = vars[v].nbits; i-- > 0 && !placed[v];)
            for (uint32_t w = v; w < cmds->nvars; w++)
                if (w == v || (by_bit && is_local(cmds, v) && is_local(cmds, w) &&
                               cmds->vars[w].var == cmds->vars[v].var))
                    vars[w].pairs[i] = next++;
        for (uint32_t w = v; w < cmds->nvars && by_bit; w++)
            placed[w] = placed[w] || (is_local(cmds, v) && cmds->vars[w].var == cmds->vars[v].var);
        placed[v] = true;
    }
    free(placed);
    return next;
}

typedef struct {
    watch watch;
    gt_copies *copies;
    gt_bdd_mgr *m;
    uint32_t npairs, *pairs;
} frame;

static bool open_frame(frame *f, gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, bool by_bit)
{
    gt_cb_var *vars = GT_NEW_ARRAY(ctx->arena, gt_cb_var, cmds->nvars + 1);
    *f = (frame){.watch = {.work = gt_work_begin(limits)}, .npairs = lay_out(ctx->arena, cmds, by_bit, vars)};
    f->watch.work.now.phase = "relation";
    gt_bdd_config config = {
        .npairs = f->npairs, .memory_limit = limits->bytes, .stop = stop_asked, .stop_arg = &f->watch};
    f->m = f->watch.m = gt_bdd_new(&config);
    if (!f->m)
        return false;
    f->copies = gt_copies_new(ctx->arena, f->m, cmds, vars);
    f->pairs = GT_NEW_ARRAY(ctx->arena, uint32_t, f->npairs + 1);
    for (uint32_t p = 0; p < f->npairs; p++)
        f->pairs[p] = p;
    return true;
}

static gt_stop close_frame(frame *f)
{
    gt_stop stop = GT_STOP_NONE;
    if (!f->m || gt_bdd_status(f->m) == GT_BDD_MEMORY)
        stop = GT_STOP_MEMORY;
    else if (gt_bdd_status(f->m) == GT_BDD_STOPPED)
        stop = gt_limits_met(f->watch.work.limits, 0);
    if (f->m)
        gt_copies_free(f->copies);
    gt_bdd_free(f->m);
    return stop;
}

gt_stop gt_method_orbit_relation(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, bool by_bit,
                                 uint64_t *nodes)
{
    frame f;
    if (open_frame(&f, ctx, cmds, limits, by_bit)) {
        gt_bdd orbits = gt_copies_orbits(f.copies, f.pairs, f.npairs);
        *nodes = gt_bdd_size(f.m, orbits);
        gt_bdd_drop(f.m, orbits);
    }
    return close_frame(&f);
}

/* Whether every swap leads from any state it makes of a representative back to that representative. */
static bool is_complete(frame *f, gt_bdd relation, gt_bdd leaders, gt_bdd cube)
{
    gt_bdd_mgr *m = f->m;
    bool complete = true;
    gt_bdd right = gt_bdd_primed(m, leaders, cube);
    for (uint32_t t = 0; t < f->copies->ntypes; t++)
        for (uint32_t p = 1; p < f->copies->types[t].n; p++) {
            gt_bdd same = gt_copies_identity(m, f->pairs, f->npairs);
            gt_bdd swapped = gt_copies_swap(f->copies, same, t, 0, p, false);
            gt_bdd_and_to(m, &swapped, right);
            complete = complete && gt_bdd_leq(m, swapped, relation);
            gt_bdd_drop(m, same);
            gt_bdd_drop(m, swapped);
        }
    gt_bdd_drop(m, right);
    return complete;
}

gt_stop gt_method_check_leaders(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, gt_leaders *out)
{
    frame f;
    *out = (gt_leaders){.relation_nodes = 0};
    if (open_frame(&f, ctx, cmds, limits, false)) {
        gt_bdd_mgr *m = f.m;
        gt_bdd cube = gt_bdd_cube(m, f.pairs, f.npairs), leaders = gt_copies_leaders(f.copies);
        gt_bdd relation = gt_copies_leading(f.copies, f.pairs, f.npairs, cube), all = gt_bdd_const(m, true);
        gt_bdd represented = gt_bdd_relprev(m, all, relation, cube);
        out->relation_nodes = gt_bdd_size(m, relation);
        out->total = gt_bdd_is_true(m, represented);
        out->complete = is_complete(&f, relation, leaders, cube);
        gt_bdd_drop(m, cube);
        gt_bdd_drop(m, leaders);
        gt_bdd_drop(m, relation);
        gt_bdd_drop(m, all);
        gt_bdd_drop(m, represented);
    }
    return close_frame(&f);
}
