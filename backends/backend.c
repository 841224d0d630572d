#include "backends/backend.h"

#include "backends/backends.h"
#include "backends/common.h"
#include "backends/temporal.h"

#include <string.h>

static const gt_backend *const table[] = {
    &gt_backend_smv, &gt_backend_promela, &gt_backend_tla, &gt_backend_prism, NULL,
};

const gt_backend *gt_backend_at(uint32_t i)
{
    return i < sizeof table / sizeof table[0] ? table[i] : NULL;
}

const gt_backend *gt_backend_find(const char *name)
{
    if (name[0] == '.')
        name++;
    for (uint32_t i = 0; table[i]; i++)
        if (strcmp(name, table[i]->name) == 0 || strcmp(name, table[i]->extension) == 0)
            return table[i];
    return NULL;
}

const char *gt_backend_refuses(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds, uint32_t prop,
                               gt_pos *pos)
{
    *pos = cmds->props[prop].origin->pos;
    /* With one initial state every choice of processes is alike, so that exists says what forall says. */
    if (cmds->props[prop].origin->prefix_exists && !gt_init_unique(cmds))
        return "'exists' in front of a property needs a choice per initial state, and there is "
               "more than one";
    return backend->refuse_prop(ctx, cmds, prop, pos);
}

bool gt_backend_check(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds,
                      const gt_emit_options *options)
{
    const char *why = backend->refuse_model(ctx, cmds);
    bool fine = true;
    if (why) {
        gt_error(ctx->diag, (gt_pos){0}, "target-model", "%s cannot express this model: %s", backend->checker,
                 why);
        return false;
    }
    cmds = gt_temporal_fold_all(ctx->arena, cmds);
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        const gt_prop *prop = cmds->props[i].origin;
        gt_pos pos = prop->pos;
        if (gt_skipped(options, i))
            continue;
        why = gt_backend_refuses(ctx, backend, cmds, i, &pos);
        if (!why)
            continue;
        fine = false;
        gt_error(ctx->diag, pos, "target-property", "property '%s' cannot be expressed for %s: %s",
                 prop->name, backend->checker, why);
        gt_help(ctx->diag, "choose the properties with --only, or use 'gentrans check'");
    }
    return fine;
}

void gt_backend_emit(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds,
                     const gt_emit_options *options, gt_outputs *out)
{
    backend->emit(ctx, gt_temporal_fold_all(ctx->arena, cmds), options, out);
}
