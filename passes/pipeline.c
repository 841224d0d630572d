#include "passes/pipeline.h"

#include "passes/passes.h"
#include "runtime/base.h"

/* Where controls cannot be followed, another encoding must do. */
static const gt_cmds *control(gt_ctx *ctx, const gt_pop *pop)
{
    const char *why = NULL;
    const gt_cmds *cmds = gt_pass_control(ctx, pop, &why);
    if (cmds)
        return cmds;
    gt_encoding how = gt_pass_choose_encoding(pop, false);
    gt_warning(ctx->diag, (gt_pos){0}, "control", "--encoding control is not for this program: %s; it is %s",
               why, gt_encoding_names[how]);
    return how == GT_ENC_DENSE ? gt_pass_dense(ctx, pop, false) : gt_pass_nonzero(ctx, pop, how);
}

/* Controls where they serve whoever reads the program better. NULL: they do not. */
static const gt_cmds *by_controls(gt_ctx *ctx, const gt_programs *p, double most)
{
    const char *why = NULL;
    const gt_cmds *cmds = most > 0 ? gt_pass_control(ctx, p->pop, &why) : NULL;
    return cmds && gt_pass_control_pays(cmds, most) ? cmds : NULL;
}

static const gt_cmds *encode_as(gt_ctx *ctx, const gt_programs *p, gt_shape shape, gt_encoding how)
{
    switch (how) {
    case GT_ENC_NONE:
        return shape.turns && p->sym->nturns ? gt_pass_expand_turns(ctx, p->sym)
                                             : gt_pass_expand(ctx, p->sym);
    case GT_ENC_DENSE:
        return shape.picks ? gt_pass_dense_picks(ctx, p->pop, gt_pass_counts_all(p->pop))
                           : gt_pass_dense(ctx, p->pop, false);
    case GT_ENC_PAPER:
        if (!gt_pass_paper_fits(ctx, p->pop))
            return NULL;
        return shape.picks ? gt_pass_dense_picks(ctx, p->pop, true) : gt_pass_dense(ctx, p->pop, true);
    case GT_ENC_VECTOR:
    case GT_ENC_PAIRS: return gt_pass_nonzero(ctx, p->pop, how);
    case GT_ENC_CONTROL: return control(ctx, p->pop);
    }
    gt_ice("no such encoding");
}

/* Populations become counters or slots, or processes n copies. */
static const gt_cmds *encode(gt_ctx *ctx, const gt_programs *p, gt_shape shape)
{
    gt_encoding how = GT_ENC_DENSE;
    switch (shape.kind) {
    case GT_SHAPE_BEST:
    case GT_SHAPE_NONZERO:
        if (!shape.whole)
            how = shape.picks && shape.kind == GT_SHAPE_BEST
                      ? gt_pass_choose_written(p->pop)
                      : gt_pass_choose_encoding(p->pop, shape.kind == GT_SHAPE_NONZERO);
        break;
    case GT_SHAPE_DENSE: break;
    case GT_SHAPE_VECTOR: how = shape.whole ? how : GT_ENC_VECTOR; break;
    case GT_SHAPE_PAIRS: how = shape.whole ? how : GT_ENC_PAIRS; break;
    case GT_SHAPE_PAPER: how = GT_ENC_PAPER; break;
    case GT_SHAPE_CONTROL: how = GT_ENC_CONTROL; break;
    case GT_SHAPE_COPIES: how = GT_ENC_NONE; break;
    }
    if (shape.kind != GT_SHAPE_BEST || !shape.picks || shape.whole)
        return encode_as(ctx, p, shape, how);
    const gt_cmds *cmds = shape.symbolic ? by_controls(ctx, p, gt_pass_control_limit(p->pop, how)) : NULL;
    if (cmds)
        return cmds;
    cmds = encode_as(ctx, p, shape, how);
    const gt_cmds *fewer = cmds && !shape.symbolic && cmds->ncmds > GT_CONTROL_FROM
                               ? by_controls(ctx, p, cmds->ncmds - 1)
                               : NULL;
    return fewer ? fewer : cmds;
}

static const gt_cmds *simplify(gt_ctx *ctx, const gt_programs *p, gt_shape shape)
{
    const gt_cmds *simple = gt_pass_simplify(ctx, p->cmds);
    if (!shape.picks)
        return simple;
    bool counted = simple->sym->kind == GT_MODEL_DTMC || simple->sym->kind == GT_MODEL_CTMC;
    if (simple->encoding == GT_ENC_PAPER && !counted)
        simple = gt_pass_join(ctx, simple, shape.kind == GT_SHAPE_PAPER);
    return gt_pass_polish(ctx, simple);
}

/* One of the functions each. */
static const struct {
    const char *name;
    const gt_sym *(*sym)(gt_ctx *ctx, const gt_sym *sym);
    const gt_pop *(*pop)(gt_ctx *ctx, const gt_sym *sym);
    const gt_cmds *(*cmds)(gt_ctx *ctx, const gt_programs *p, gt_shape shape);
} passes[GT_MADE_COUNT] = {
    [GT_MADE_WRITTEN] = {"written", .sym = NULL},
    [GT_MADE_TOTAL] = {"total", .sym = gt_pass_total},
    [GT_MADE_SCALAR] = {"scalar", .sym = gt_pass_scalar},
    [GT_MADE_GHOSTS] = {"ghosts", .sym = gt_pass_ghosts},
    [GT_MADE_POPULATION] = {"population", .pop = gt_pass_population},
    [GT_MADE_COMMANDS] = {"commands", .cmds = encode},
    [GT_MADE_SIMPLE] = {"simplify", .cmds = simplify},
};

const char *gt_pipeline_name(gt_made pass)
{
    return passes[pass].name;
}

/* On the way to `to`. */
static bool is_left_out(gt_made pass, gt_made to, gt_shape shape)
{
    return (pass == GT_MADE_POPULATION && to > pass && shape.kind == GT_SHAPE_COPIES) ||
           (pass == GT_MADE_SIMPLE && shape.whole);
}

/* Runs a pass and verifies what it has made. */
static bool run(gt_ctx *ctx, gt_programs *p, gt_made pass, gt_shape shape)
{
    if (passes[pass].sym) {
        p->sym = passes[pass].sym(ctx, p->sym);
        if (p->sym)
            gt_sym_verify(p->sym);
        return p->sym != NULL;
    }
    if (passes[pass].pop) {
        p->pop = passes[pass].pop(ctx, p->sym);
        if (p->pop)
            gt_pop_verify(p->pop);
        return p->pop != NULL;
    }
    p->cmds = passes[pass].cmds(ctx, p, shape);
    if (p->cmds)
        gt_cmds_verify(p->cmds);
    return p->cmds != NULL;
}

bool gt_pipeline_run(gt_ctx *ctx, gt_programs *p, gt_made to, gt_shape shape, uint32_t runs[GT_MADE_COUNT])
{
    if (p->made == GT_MADE_WRITTEN)
        gt_sym_verify(p->sym);
    for (gt_made next; p->made < to; p->made = next) {
        next = (gt_made)(p->made + 1);
        if (is_left_out(next, to, shape))
            continue;
        if (runs)
            runs[next]++;
        if (!run(ctx, p, next, shape))
            return false;
    }
    return true;
}
