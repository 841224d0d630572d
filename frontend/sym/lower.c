/* The front end from end to end: parse, declare, lower, check. */
#include "frontend/sym/lower.h"

#include <stdlib.h>
#include <string.h>

/* model, mdp, dtmc, ctmc. */
static void header(gt_lower *lw, const gt_syn *file)
{
    const gt_syn *kind = NULL;
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind == GT_SYN_model_declaration) {
            const gt_syn *name = gt_syn_get(item, GT_FIELD_name);
            if (gt_lower_name_ok(lw, name, "a model"))
                lw->sym->name = name->text;
        } else if (item->kind == GT_SYN_kind_declaration) {
            if (kind) {
                gt_error(lw->diag, item->pos, "duplicate", "the kind of model is declared twice");
                gt_note(lw->diag, kind->pos, "the first time is here");
                continue;
            }
            kind = item;
            lw->sym->kind = item->word == GT_WORD_mdp    ? GT_MODEL_MDP
                            : item->word == GT_WORD_dtmc ? GT_MODEL_DTMC
                                                         : GT_MODEL_CTMC;
        }
    }
}

const gt_syn *gt_lower_items(const gt_syn *syn)
{
    const gt_syn *body = gt_syn_get(syn, GT_FIELD_body);
    return body ? body->first : NULL;
}

static void fini(gt_lower *lw)
{
    for (size_t i = 0; i < lw->homes.n; i++) {
        gt_home *home = lw->homes.v[i];
        gt_ptrmap_fini(&home->scope);
        gt_ptrmap_fini(&home->labels);
        free(home->order.v);
        free(home);
    }
    gt_ptrmap *tables[] = {&lw->globals,    &lw->members,    &lw->by_enum,      &lw->shapes,    &lw->labels,
                           &lw->rule_names, &lw->prop_names, &lw->reward_names, &lw->fair_names};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        gt_ptrmap_fini(tables[i]);
    free(lw->order.v);
    free(lw->homes.v);
    free(lw->declared.v);
}

/* Everything that can be said about the program, in phases that each need what the ones before declared. */
static void lower(gt_lower *lw, const gt_syn *file)
{
    header(lw, file);
    gt_lower_constants(lw, file);
    gt_lower_types(lw, file);
    gt_lower_macros(lw);
    gt_lower_inits(lw);
    gt_lower_rules(lw, file);
    gt_lower_props(lw, file);
}

static void expansion(void *data)
{
    gt_lower_where(data);
}

const gt_sym *gt_frontend_sym(gt_ctx *ctx, const gt_source *source)
{
    gt_diag_open(ctx->diag, source->name, source->text, source->len);
    gt_interned names = {.arena = ctx->arena};
    gt_lower lw = {.ctx = ctx,
                   .arena = ctx->arena,
                   .diag = ctx->diag,
                   .names = &names,
                   .defs = source->defs,
                   .ndefs = source->ndefs,
                   .limit = source->open,
                   .param_limit = source->open_params};
    const gt_syn *file = gt_parse(ctx, &names, source->text, source->len);
    const gt_sym *sym = NULL;
    if (file)
        file = gt_lower_include(&lw, source, file);
    if (file) {
        lw.build = gt_build_begin(ctx, source->name, &(gt_build_input){.said = expansion, .data = &lw});
        lw.sym = gt_build_program(lw.build);
        lw.sym->nincluded = lw.nincluded;
        lw.sym->included = lw.included;
        lower(&lw, file);
        sym = gt_build_end(lw.build);
        if (sym)
            gt_lower_warn(&lw);
    }
    fini(&lw);
    gt_words_fini(&names.words);
    return sym;
}
