/* The front end from end to end: parse, declare, lower, check. */
#include "frontend/lower.h"

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

static void finish(gt_lower *lw)
{
    gt_sym *sym = lw->sym;
    sym->nenums = (uint32_t)lw->enums.n;
    sym->enums = gt_arena_copy(lw->arena, lw->enums.v, lw->enums.n, sizeof *lw->enums.v);
    sym->nprocs = (uint32_t)lw->homes.n;
    sym->procs = GT_NEW_ARRAY(lw->arena, gt_proc *, lw->homes.n + 1);
    for (size_t i = 0; i < lw->homes.n; i++)
        sym->procs[i] = lw->homes.v[i]->proc;
    sym->nrules = (uint32_t)lw->rules.n;
    sym->rules = gt_arena_copy(lw->arena, lw->rules.v, lw->rules.n, sizeof *lw->rules.v);
}

static void fini(gt_lower *lw)
{
    for (size_t i = 0; i < lw->homes.n; i++) {
        gt_home *home = lw->homes.v[i];
        gt_table_fini(&home->scope);
        gt_table_fini(&home->labels);
        free(home->order.v);
        free(home->inits.v);
        free(home);
    }
    gt_table *tables[] = {&lw->globals,    &lw->members,    &lw->by_enum,      &lw->shapes,    &lw->labels,
                          &lw->rule_names, &lw->prop_names, &lw->reward_names, &lw->fair_names};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        gt_table_fini(tables[i]);
    free(lw->order.v);
    free(lw->homes.v);
    free(lw->enums.v);
    free(lw->inits.v);
    free(lw->rules.v);
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
    finish(lw);
}

const gt_sym *gt_frontend_load(gt_ctx *ctx, const char *name, const char *text, size_t len,
                               const gt_define *defs, size_t ndefs)
{
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* a byte order mark */
        text += 3;
        len -= 3;
    }
    gt_diag_source(ctx->diag, name, text, len);
    unsigned errors = gt_diag_errors(ctx->diag);
    gt_names *names = gt_names_create(ctx->arena);
    gt_lower lw = {
        .ctx = ctx, .arena = ctx->arena, .diag = ctx->diag, .names = names, .defs = defs, .ndefs = ndefs};
    lw.sym = GT_NEW(ctx->arena, gt_sym);
    lw.sym->file = gt_arena_strdup(ctx->arena, name);
    lw.sym->name = "model";
    const gt_syn *file = gt_parse(ctx, names, text, len);
    if (file) {
        lower(&lw, file);
        gt_frontend_check_symmetry(ctx, lw.sym); /* also of what is left of a program with errors */
        if (gt_diag_errors(ctx->diag) == errors)
            gt_lower_warn(&lw);
    }
    fini(&lw);
    gt_names_free(names);
    return file && gt_diag_errors(ctx->diag) == errors ? lw.sym : NULL;
}
