#include "backends/targets/target.h"

#include "ir/turn.h"

#include "backends/targets/common.h"
#include "backends/targets/layout.h"
#include "ir/cmd_picks.h"
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static const gt_target *const table[] = {
#define GT_TARGET(target) &gt_target_##target,
#include "backends/targets/targets.def"
#undef GT_TARGET
    NULL};

const gt_target *gt_target_at(uint32_t i)
{
    return i < sizeof table / sizeof table[0] ? table[i] : NULL;
}

const gt_target *gt_target_find(const char *name)
{
    if (name[0] == '.')
        name++;
    for (uint32_t i = 0; table[i]; i++)
        if (strcmp(name, table[i]->name) == 0 || strcmp(name, table[i]->extension) == 0)
            return table[i];
    return NULL;
}

/* ---- preparing ---- */

static void name_all(gt_emit *e, gt_names *names)
{
    const gt_target *t = e->target;
    gt_names_init(names, e->ctx->arena, e->cmds,
                  &(gt_naming){t->reserved, t->by_width, t->symbols, t->most_symbols});
}

gt_emit *gt_emit_new(gt_ctx *ctx, const gt_target *target, const gt_cmds *cmds,
                     const gt_emit_options *options)
{
    static const gt_emit_options none = {0};
    gt_emit *e = gt_xcalloc(1, sizeof *e);
    e->ctx = ctx;
    e->target = target;
    e->options = options ? options : &none;
    cmds = gt_cmds_split_picks(ctx->arena, cmds, target->picks, NULL);
    e->cmds = gt_temporal_fold_all(ctx->arena, cmds);
    name_all(e, &e->names);
    if (!target->weights)
        e->skeleton = gt_skeleton_new(ctx->arena, e->cmds, &e->refused);
    if (!e->refused && target->refuse_model)
        e->refused = target->refuse_model(e);
    return e;
}

void gt_emit_free(gt_emit *e)
{
    if (!e)
        return;
    gt_names_fini(&e->names);
    free(e);
}

/* ---- refusing ---- */

/* What cannot be said of paths alone. */
static const char *refuse_linear(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    const char *why = NULL;
    const gt_expr *f = gt_temporal_ltl(e->ctx, e->cmds, prop, pos, &why);
    if (!f)
        return why;
    for (const gt_expr_kind *k = e->target->lacks; k && *k != GT_EXPR_KINDS; k++) {
        const gt_expr *found = gt_temporal_find(f, *k);
        if (found) {
            *pos = found->pos;
            return e->target->lacks_why;
        }
    }
    return gt_temporal_unwritable(f, pos);
}

const char *gt_emit_refuses(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    const gt_prop *origin = e->cmds->props[prop].origin;
    const char *why = NULL;
    *pos = origin->pos;
    /* With one initial state every choice of processes is alike, so that exists says what forall says. */
    if (origin->prefix_exists && !gt_init_unique(e->cmds))
        return "'exists' in front of a property needs a choice per initial state, and there is "
               "more than one";
    if (!e->cmds->props[prop].turns && gt_turns_effect_on(e->cmds->sym, origin) != GT_TURNS_NOTHING)
        return e->cmds->encoding == GT_ENC_NONE
                   ? "fairness of processes is written as a formula of LTL, and this one of CTL is none"
                   : "counters know nobody who could have a turn: fairness of processes needs --no-reduce";
    if (origin->kind == GT_PROP_PCTL && !e->target->weights)
        return gt_arena_printf(e->ctx->arena, "%s knows no probabilities; translate to PRISM",
                               e->target->checker);
    if (gt_prop_is_temporal(origin->kind) && e->target->linear)
        why = refuse_linear(e, prop, pos);
    return !why && e->target->refuse ? e->target->refuse(e, prop, pos) : why;
}

bool gt_emit_check(const gt_emit *e)
{
    gt_diag *diag = e->ctx->diag;
    bool fine = true;
    if (e->refused) {
        gt_error(diag, (gt_pos){0}, "target-model", "%s cannot express this model: %s", e->target->checker,
                 e->refused);
        return false;
    }
    for (uint32_t i = 0; i < e->cmds->nprops; i++) {
        gt_pos pos;
        const char *why = gt_skipped(e->options, i) ? NULL : gt_emit_refuses(e, i, &pos);
        if (!why)
            continue;
        fine = false;
        gt_error(diag, pos, "target-property", "property '%s' cannot be expressed for %s: %s",
                 e->cmds->props[i].origin->name, e->target->checker, why);
        gt_help(diag, "leave out what cannot be expressed with --skip, or use 'gentrans check'");
    }
    return fine;
}

uint32_t gt_emit_leave_out(const gt_emit *e, gt_left_out *left)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->cmds->nprops; i++) {
        const gt_prop *prop = e->cmds->props[i].origin;
        gt_pos pos;
        const char *why = gt_skipped(e->options, i) ? NULL : gt_emit_refuses(e, i, &pos);
        if (!why)
            continue;
        left[n++] = (gt_left_out){.prop = prop, .why = why};
        gt_warning(e->ctx->diag, pos, "left-out",
                   "property '%s' is left out, it cannot be expressed for %s: %s", prop->name,
                   e->target->checker, why);
    }
    return n;
}

/* ---- writing ---- */

static void lay_out(gt_str *text)
{
    gt_str out;
    gt_str_init(&out);
    gt_layout(&out, gt_str_text(text));
    gt_str_fini(text);
    *text = out;
}

void gt_emit_write(gt_emit *e, const gt_emit_options *options, gt_outputs *out)
{
    if (e->refused)
        gt_ice("emitting a refused model: %s", e->refused);
    gt_emit now = *e; /* so that names given while writing do not stay */
    now.options = options;
    now.outputs = out;
    name_all(&now, &now.names);
    now.share = gt_share_new(e->ctx->arena, e->target->ops);
    now.em = (gt_emitter){.ops = e->target->ops, .names = &now.names, .share = now.share};
    e->target->write(&now);
    for (uint32_t i = 0; i < out->nfiles && !e->target->verbatim; i++)
        lay_out(&out->files[i].text);
    gt_share_free(now.share);
    gt_names_fini(&now.names);
}

/* ---- reading ---- */

static bool has_mark(const gt_target *target, const char *text)
{
    for (const char *const *mark = target->marks; mark && *mark; mark++)
        if (strstr(text, *mark))
            return true;
    return false;
}

const gt_target *gt_target_of_trace(const char *text)
{
    for (uint32_t i = 0; table[i]; i++)
        if (has_mark(table[i], text))
            return table[i];
    return NULL;
}

const gt_abs_trace *gt_target_read(gt_ctx *ctx, const gt_cmds *cmds, const char *text, size_t len,
                                   const char **why)
{
    const char *copy = gt_arena_strndup(ctx->arena, text, len), *known = "it is neither ";
    const gt_target *target = gt_target_of_trace(copy);
    if (target) {
        gt_emit *emit = gt_emit_new(ctx, target, cmds, NULL);
        const gt_abs_trace *trace = target->read(emit, copy, why);
        gt_emit_free(emit);
        return trace;
    }
    for (uint32_t i = 0; table[i]; i++)
        if (table[i]->marks)
            known = gt_arena_printf(ctx->arena, "%s%s%s", known, i ? ", nor " : "", table[i]->traces);
    *why = known;
    return NULL;
}
