/* Promela, for Spin 6.5: one process, a loop whose options are the commands, each one indivisible step.
 *
 * When initial values must be chosen, that takes transitions too: a flag tells when they are done, and
 * formulas are read from there on. The same flag serves where parts of formulas are variables that the steps
 * set, the first of them before the loop. */
#include "backends/promela.h"
#include "backends/backends.h"
#include "backends/common.h"
#include "backends/temporal.h"
#include "ir/ptrmap.h"
#include "runtime/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/reserved_promela.def"
#undef GT_WORD
    NULL};

static const gt_ops promela_ops = {
    .yes = "true",
    .no = "false",
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "!"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(0 - ($1))"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 6, "&&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 5, "||"},
            [GT_EXPR_IMPLIES] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(!($1) || ($2))"},
            [GT_EXPR_IFF] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) == ($2))"},
            [GT_EXPR_EQ] = {GT_FORM_INFIX, 10, "=="},
            [GT_EXPR_NE] = {GT_FORM_INFIX, 10, "!="},
            [GT_EXPR_LT] = {GT_FORM_INFIX, 11, "<"},
            [GT_EXPR_LE] = {GT_FORM_INFIX, 11, "<="},
            [GT_EXPR_GT] = {GT_FORM_INFIX, 11, ">"},
            [GT_EXPR_GE] = {GT_FORM_INFIX, 11, ">="},
            [GT_EXPR_ADD] = {GT_FORM_INFIX, 13, "+"},
            [GT_EXPR_SUB] = {GT_FORM_INFIX, 13, "-"},
            [GT_EXPR_MUL] = {GT_FORM_INFIX, 14, "*"},
            [GT_EXPR_DIV] = {GT_FORM_INFIX, 14, "/"},
            [GT_EXPR_MOD] = {GT_FORM_INFIX, 14, "%"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) <= ($2) -> ($1) : ($2))"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) >= ($2) -> ($1) : ($2))"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) -> ($2) : ($3))"},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "<> "},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "[] "},
            [GT_EXPR_U] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) U ($2))"},
            [GT_EXPR_W] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) W ($2))"},
            [GT_EXPR_R] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) V ($2))"},
        },
    .div_any = {GT_FORM_INFIX, 14, "/"},
    .mod_any = {GT_FORM_INFIX, 14, "%"},
};

/* Macros are expanded as text: the largest number of nodes that may come out. */
enum { EXPANSION_LIMIT = 400000 };

/* Nodes of the tree that `e` stands for. */
static uint64_t tree_size(gt_ptrmap *known, const gt_expr *e)
{
    uint64_t size = 1;
    if (gt_ptrmap_get(known, e, &size))
        return size;
    for (uint32_t i = 0; i < e->nkids; i++) {
        uint64_t repeat = e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX ? 2 : 1;
        size += repeat * tree_size(known, e->kids[i]);
        if (size > EXPANSION_LIMIT)
            size = EXPANSION_LIMIT + 1;
    }
    *gt_ptrmap_at(known, e) = size;
    return size;
}

static uint64_t expansion(const gt_cmds *cmds)
{
    gt_ptrmap known;
    uint64_t size = 0;
    gt_ptrmap_init(&known);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        size += tree_size(&known, cmds->cmds[i].guard); /* values have temporaries instead */
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (cmds->props[i].formula)
            size += tree_size(&known, cmds->props[i].formula);
    gt_ptrmap_fini(&known);
    return size;
}

static const char *refuse_model(gt_ctx *ctx, const gt_cmds *cmds)
{
    const char *why = NULL;
    if (!gt_skeleton_new(ctx->arena, cmds, &why))
        return why;
    if (expansion(cmds) > EXPANSION_LIMIT)
        return "its guards and properties share so much that Spin's macros would expand to a million "
               "operators";
    return NULL;
}

static const char *refuse_prop(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    const char *why = NULL;
    gt_prop_kind kind = cmds->props[prop].origin->kind;
    *pos = cmds->props[prop].origin->pos;
    if (kind == GT_PROP_PCTL)
        return "Spin knows no probabilities; translate to PRISM";
    if (kind != GT_PROP_CTL && kind != GT_PROP_LTL)
        return NULL;
    const gt_expr *ltl = gt_temporal_ltl(ctx, cmds, prop, pos, &why);
    const gt_expr *next = ltl ? gt_temporal_find(ltl, GT_EXPR_X) : NULL;
    if (next) {
        *pos = next->pos;
        return "Spin as it is distributed has no next operator (X)";
    }
    return ltl ? gt_temporal_unwritable(ltl, pos) : why;
}

/* ---- declarations ---- */

static const char *type_name(gt_type type)
{
    if (type.kind == GT_TYPE_BOOL)
        return "bool";
    if (type.lo >= 0 && type.hi <= 1)
        return "bit";
    if (type.lo >= 0 && type.hi <= 255)
        return "byte";
    return type.lo >= INT16_MIN && type.hi <= INT16_MAX ? "short" : "int";
}

static void declare(gt_promela *p)
{
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < p->names.nvalues; i++)
        gt_str_addf(p->out, "#define %s %d\n", p->names.values[i].name, p->names.values[i].value);
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < p->cmds->nvars; i++) {
        int32_t value;
        gt_str_addf(p->out, "%s %s", type_name(p->cmds->vars[i].type), p->names.vars[i]);
        if (gt_init_constant(p->cmds, i, &value)) {
            gt_str_add(p->out, " = ");
            gt_promela_constant(p, i, value);
        }
        gt_str_addf(p->out, "; /* %d..%d */\n", p->cmds->vars[i].type.lo, p->cmds->vars[i].type.hi);
    }
    if (p->started)
        gt_str_addf(p->out, "bit %s; /* the initial values are chosen */\n", p->started);
    for (size_t i = 0; i < p->kept.n; i++)
        gt_str_addf(p->out, "bool %s; /* part of a property, set by every step */\n", p->kept.v[i].name);
}

/* ---- definitions ---- */

static void definitions(gt_promela *p)
{
    p->em.hook = gt_promela_without_arrows;
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < gt_share_ndefs(p->share); i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->share, i, &name);
        gt_str_addf(p->out, "#define %s (", name);
        gt_emit_body(&p->em, e, 0);
        gt_str_add(p->out, ")\n");
    }
    p->em.hook = NULL;
}

static void share(gt_promela *p)
{
    p->share = gt_share_new(p->ctx->arena, &promela_ops);
    gt_share_cmds(p->share, p->cmds, p->options->skip, false);
    gt_share_decide(p->share, p->names.mangler, 12);
    p->held = GT_NEW_ARRAY(p->ctx->arena, bool, gt_share_ndefs(p->share) + 1);
    bool clash = true;
    for (unsigned k = 1; clash; k++) {
        p->suffix = gt_arena_printf(p->ctx->arena, k > 1 ? "_now%u" : "_now", k);
        clash = false;
        for (uint32_t i = 0; i < gt_share_ndefs(p->share); i++) {
            const char *name, *wanted;
            gt_share_def(p->share, i, &name);
            wanted = gt_arena_printf(p->ctx->arena, "%s%s", name, p->suffix);
            clash |= strcmp(gt_mangle(p->names.mangler, wanted), wanted) != 0;
        }
    }
}

static const char *command_line(gt_promela *p)
{
    const char *base = gt_comment(p->ctx->arena, gt_emit_base(p->cmds, p->options));
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "spin -a %s.pml      (invariants and deadlocks)\n", base);
    gt_str_add(&text, "cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000\n");
    gt_str_add(&text, "spin");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && !gt_prop_is_temporal(p->cmds->props[i].origin->kind))
            gt_str_addf(&text, " -DSKIP_%s", p->names.props[i]);
    gt_str_addf(&text, " -a %s.pml      (the others, without assertions)\n", base);
    gt_str_add(&text, "cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)\n");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && gt_prop_is_temporal(p->cmds->props[i].origin->kind))
            gt_str_addf(&text, "./pan -E -a -m1000000 -N %s\n", p->names.props[i]);
    gt_str_add(&text, "./pan -r -S, with the same -N      (replays the trail of an error)\n");
    const char *copy = gt_arena_strdup(p->ctx->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return copy;
}

static void emit_promela(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options,
                         gt_outputs *outputs)
{
    const char *why = NULL;
    gt_promela p = {
        .ctx = ctx, .cmds = cmds, .options = options, .skeleton = gt_skeleton_new(ctx->arena, cmds, &why)};
    if (!p.skeleton)
        gt_ice("emitting a refused model: %s", why);
    gt_names_init(&p.names, ctx->arena, cmds, reserved, false);
    gt_ptrmap_init(&p.sizes);
    if (!gt_init_unique(cmds) || gt_promela_keeps(&p))
        p.started = gt_mangle(p.names.mangler, "started");
    p.check = gt_mangle(p.names.mangler, "CHECKS");
    p.show = gt_mangle(p.names.mangler, "SHOW");
    p.temp = gt_mangle(p.names.mangler, "old");
    p.when_stuck = gt_mangle(p.names.mangler, "when_stuck");
    share(&p);
    gt_str body;
    gt_str_init(&body);
    p.out = &body;
    p.em = (gt_emitter){.ops = &promela_ops, .names = &p.names, .share = p.share, .out = &body};
    gt_promela_process(&p);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (!gt_skipped(options, i) && gt_prop_is_temporal(cmds->props[i].origin->kind))
            gt_promela_ltl(&p, i);
    p.out = gt_outputs_add(outputs, ".pml");
    p.em.out = p.out;
    gt_str_add(p.out, "/*\n");
    gt_emit_header(p.out, " *", "Promela", &p.names, options, command_line(&p));
    gt_str_add(p.out, " */\n");
    declare(&p);
    for (uint32_t i = 1; i <= p.ntemps; i++)
        gt_str_addf(p.out, "hidden int %s%u;\n", p.temp, i);
    for (uint32_t i = 0; i < gt_share_ndefs(p.share); i++) {
        const char *name;
        gt_share_def(p.share, i, &name);
        if (p.held[i])
            gt_str_addf(p.out, "hidden int %s%s;\n", name, p.suffix);
    }
    definitions(&p);
    gt_promela_show(&p);
    gt_promela_assertions(&p);
    gt_promela_deadlock(&p);
    gt_str_add(p.out, gt_str_text(&body));
    gt_str_fini(&body);
    free(p.kept.v);
    gt_ptrmap_fini(&p.sizes);
    gt_share_free(p.share);
    gt_names_fini(&p.names);
}

const gt_backend gt_backend_promela = {.name = "pml",
                                       .extension = "pml",
                                       .checker = "Spin",
                                       .reserved = reserved,
                                       .refuse_model = refuse_model,
                                       .refuse_prop = refuse_prop,
                                       .emit = emit_promela};
