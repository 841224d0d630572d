/* The PRISM language, for PRISM and Storm: one module.
 *
 * MDP (and models without probabilities): a command each. CTMC: rates times the number of concrete firings.
 * DTMC: one command whose branches are all branches of all commands, each with its share of the total weight
 * (docs/backends.md): PRISM would choose uniformly among the commands. A state without rule gets a loop. */
#include "backends/backends.h"
#include "backends/common.h"
#include "backends/emit_expr.h"
#include "backends/prism_props.h"
#include "runtime/base.h"

#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/reserved_prism.def"
#undef GT_WORD
    NULL};

static const gt_ops prism_ops = {
    .yes = "true",
    .no = "false",
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "!"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(0 - ($1))"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 8, "&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 7, "|"},
            [GT_EXPR_IMPLIES] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(!($1) | ($2))"},
            [GT_EXPR_IFF] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) = ($2))"},
            [GT_EXPR_EQ] = {GT_FORM_INFIX, 10, "="},
            [GT_EXPR_NE] = {GT_FORM_INFIX, 10, "!="},
            [GT_EXPR_LT] = {GT_FORM_INFIX, 11, "<"},
            [GT_EXPR_LE] = {GT_FORM_INFIX, 11, "<="},
            [GT_EXPR_GT] = {GT_FORM_INFIX, 11, ">"},
            [GT_EXPR_GE] = {GT_FORM_INFIX, 11, ">="},
            [GT_EXPR_ADD] = {GT_FORM_INFIX, 13, "+"},
            [GT_EXPR_SUB] = {GT_FORM_INFIX, 13, "-"},
            [GT_EXPR_MUL] = {GT_FORM_INFIX, 14, "*"},
            [GT_EXPR_DIV] = {GT_FORM_FORMAT, GT_PREC_LEAF, "floor(($1) / ($2))"},
            /* Storm cannot say mod(...) to Z3, which it asks for the initial states. */
            [GT_EXPR_MOD] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) - ($2) * floor(($1) / ($2)))"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "min($1, $2)"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "max($1, $2)"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) ? ($2) : ($3))"},
        },
    /* Ours truncate towards zero. */
    .div_any = {GT_FORM_FORMAT, GT_PREC_LEAF,
                "((($1) < 0) = (($2) < 0) ? floor(($1) / ($2)) : ceil(($1) / ($2)))"},
    .mod_any = {GT_FORM_FORMAT, GT_PREC_LEAF,
                "(($1) - ($2) * ((($1) < 0) = (($2) < 0) ? floor(($1) / ($2)) : ceil(($1) / ($2))))"},
    .div_real = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) / ($2))"},
};

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_emit_options *options;
    gt_names names;
    gt_share *share;
    gt_emitter em;
    gt_str *out;
    const char *total;    /* DTMC: the formula of the total weight */
    const char *stuck;    /* the formula: no command can fire */
    const char **actions; /* per command, for rewards of rules; NULL: none */
    bool chosen;          /* initial values must be chosen: init ... endinit */
} prism;

static const char *refuse_model(gt_ctx *ctx, const gt_cmds *cmds)
{
    (void)ctx;
    (void)cmds;
    return NULL;
}

static const char *refuse_prop(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    return gt_prism_refuse(ctx, cmds, prop, pos);
}

static void value_constants(prism *p)
{
    for (uint32_t i = 0; i < p->names.nvalues; i++)
        gt_str_addf(p->out, "const int %s = %d;\n", p->names.values[i].name, p->names.values[i].value);
}

/* The guard as a condition for a weight: (g ? w : 0). */
static void weight_term(prism *p, const gt_cmd *cmd)
{
    gt_str_addc(p->out, '(');
    gt_emit_expr(&p->em, cmd->guard, GT_PREC_LEAF);
    gt_str_add(p->out, " ? ");
    if (cmd->weight)
        gt_emit_expr(&p->em, cmd->weight, GT_PREC_LEAF);
    else
        gt_str_add(p->out, "1");
    gt_str_add(p->out, " : 0)");
}

static void formulas(prism *p)
{
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < gt_share_ndefs(p->share); i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->share, i, &name);
        gt_str_addf(p->out, "formula %s = ", name);
        gt_emit_body(&p->em, e, 0);
        gt_str_add(p->out, ";\n");
    }
    gt_str_addf(p->out, "formula %s = ", p->stuck);
    for (uint32_t i = 0; i < p->cmds->ncmds; i++) {
        gt_str_add(p->out, i ? " | " : "!(");
        gt_emit_expr(&p->em, p->cmds->cmds[i].guard, 8);
    }
    gt_str_add(p->out, p->cmds->ncmds ? ");\n" : "true;\n");
    if (p->cmds->sym->kind != GT_MODEL_DTMC)
        return;
    gt_str_addf(p->out, "formula %s = ", p->total);
    for (uint32_t i = 0; i < p->cmds->ncmds; i++) {
        gt_str_add(p->out, i ? "\n  + " : "");
        weight_term(p, &p->cmds->cmds[i]);
    }
    gt_str_add(p->out, p->cmds->ncmds ? ";\n" : "0;\n");
}

static void variables(prism *p)
{
    for (uint32_t i = 0; i < p->cmds->nvars; i++) {
        gt_type type = p->cmds->vars[i].type;
        int32_t value = 0;
        /* Storm 2.0.0 overwrites other variables when it sets one that has a single value, of no bits. */
        int32_t below = type.lo == type.hi && type.hi == INT32_MAX, above = type.lo == type.hi && !below;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(p->out, "  %s : bool", p->names.vars[i]);
        else
            gt_str_addf(p->out, "  %s : [%d..%d]", p->names.vars[i], type.lo - below, type.hi + above);
        if (!p->chosen && gt_init_constant(p->cmds, i, &value)) {
            if (type.kind == GT_TYPE_BOOL)
                gt_str_addf(p->out, " init %s", value ? "true" : "false");
            else if (p->names.labels[i])
                gt_str_addf(p->out, " init %s", p->names.labels[i][value - type.lo]);
            else
                gt_str_addf(p->out, " init %d", value);
        }
        gt_str_add(p->out, ";\n");
    }
}

static void updates(prism *p, const gt_cmd_branch *branch)
{
    if (branch->nassigns == 0)
        gt_str_add(p->out, "true");
    for (uint32_t a = 0; a < branch->nassigns; a++) {
        gt_str_addf(p->out, "%s(%s' = ", a ? " & " : "", p->names.vars[branch->assigns[a].var]);
        gt_emit_value(&p->em, branch->assigns[a].var, branch->assigns[a].value, 0);
        gt_str_addc(p->out, ')');
    }
}

static void command(prism *p, uint32_t i)
{
    const gt_cmd *cmd = &p->cmds->cmds[i];
    bool rates = p->cmds->sym->kind == GT_MODEL_CTMC && cmd->weight;
    gt_str_addf(p->out, "  // %s\n  [%s] ", gt_comment(p->ctx->arena, cmd->label),
                p->actions[i] ? p->actions[i] : "");
    gt_emit_expr(&p->em, cmd->guard, 0);
    gt_str_add(p->out, " -> ");
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_expr *prob = cmd->branches[b].prob;
        gt_str_add(p->out, b ? " + " : "");
        if (rates)
            gt_emit_expr(&p->em, cmd->weight, GT_PREC_LEAF);
        if (rates && prob)
            gt_str_add(p->out, " * ");
        if (prob)
            gt_emit_expr(&p->em, prob, GT_PREC_LEAF);
        gt_str_add(p->out, rates || prob ? " : " : "1 : ");
        updates(p, &cmd->branches[b]);
    }
    gt_str_add(p->out, ";\n");
}

/* DTMC: one command for all. */
static void lottery(prism *p)
{
    const char *lead = "";
    if (p->cmds->ncmds == 0)
        return;
    gt_str_addf(p->out, "  [] %s > 0 ->\n", p->total);
    for (uint32_t i = 0; i < p->cmds->ncmds; i++) {
        const gt_cmd *cmd = &p->cmds->cmds[i];
        gt_str_addf(p->out, "    // %s\n", gt_comment(p->ctx->arena, cmd->label));
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            gt_str_addf(p->out, "    %s", lead);
            weight_term(p, cmd);
            if (cmd->branches[b].prob) {
                gt_str_add(p->out, " * ");
                gt_emit_expr(&p->em, cmd->branches[b].prob, GT_PREC_LEAF);
            }
            gt_str_addf(p->out, " / %s : ", p->total);
            updates(p, &cmd->branches[b]);
            gt_str_addc(p->out, '\n');
            lead = "+ ";
        }
    }
    gt_str_add(p->out, "    ;\n");
}

static void module(prism *p)
{
    gt_str_addf(p->out, "\nmodule %s\n", gt_mangle(p->names.mangler, "system_"));
    variables(p);
    gt_str_addc(p->out, '\n');
    if (p->cmds->sym->kind == GT_MODEL_DTMC)
        lottery(p);
    else
        for (uint32_t i = 0; i < p->cmds->ncmds; i++)
            command(p, i);
    gt_str_addf(p->out, "  // no rule can fire\n  [] %s -> 1 : true;\nendmodule\n", p->stuck);
}

static void chosen_init(prism *p)
{
    bool first = true;
    gt_str_add(p->out, "\ninit\n");
    for (uint32_t i = 0; i < p->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(p->ctx->arena, p->cmds, &p->cmds->init[i]);
        if (!e)
            continue;
        gt_str_add(p->out, first ? "  " : "  & ");
        gt_emit_expr(&p->em, e, GT_PREC_LEAF);
        gt_str_addc(p->out, '\n');
        first = false;
    }
    gt_str_add(p->out, first ? "  true\nendinit\n" : "endinit\n");
}

/* ---- rewards ---- */

static bool earns(const gt_reward *reward, const gt_cmd *cmd)
{
    for (uint32_t i = 0; i < reward->nrules; i++)
        if (strcmp(reward->rules[i], cmd->origin->name) == 0)
            return true;
    return false;
}

static void name_actions(prism *p)
{
    p->actions = GT_NEW_ARRAY(p->ctx->arena, const char *, p->cmds->ncmds + 1);
    if (p->cmds->sym->kind == GT_MODEL_DTMC)
        return;
    for (uint32_t i = 0; i < p->cmds->ncmds; i++)
        for (uint32_t r = 0; r < p->cmds->nrewards; r++)
            if (!p->actions[i] && earns(p->cmds->sym->rewards[r], &p->cmds->cmds[i]))
                p->actions[i] =
                    gt_mangle(p->names.mangler,
                              gt_arena_printf(p->ctx->arena, "%s_%u", p->cmds->cmds[i].origin->name, i + 1));
}

/* DTMC: what the one command earns on average. */
static void lottery_reward(prism *p, uint32_t r)
{
    bool first = true;
    for (uint32_t i = 0; i < p->cmds->ncmds; i++) {
        if (!earns(p->cmds->sym->rewards[r], &p->cmds->cmds[i]))
            continue;
        gt_str_addf(p->out, first ? "  [] %s > 0 : (" : " + ", p->total);
        weight_term(p, &p->cmds->cmds[i]);
        gt_str_add(p->out, " * ");
        gt_emit_expr(&p->em, p->cmds->rewards[r], GT_PREC_LEAF);
        first = false;
    }
    if (first)
        gt_str_add(p->out, "  true : 0;\n");
    else
        gt_str_addf(p->out, ") / %s;\n", p->total);
}

static void rewards(prism *p)
{
    for (uint32_t r = 0; r < p->cmds->nrewards; r++) {
        const gt_reward *reward = p->cmds->sym->rewards[r];
        gt_str_addf(p->out, "\nrewards \"%s\"\n", reward->name);
        if (reward->nrules == 0) {
            gt_str_add(p->out, "  true : ");
            gt_emit_expr(&p->em, p->cmds->rewards[r], 0);
            gt_str_add(p->out, ";\n");
        } else if (p->cmds->sym->kind == GT_MODEL_DTMC) {
            lottery_reward(p, r);
        } else {
            bool any = false; /* a structure without items is no PRISM */
            for (uint32_t i = 0; i < p->cmds->ncmds; i++)
                any = any || earns(reward, &p->cmds->cmds[i]);
            if (!any)
                gt_str_add(p->out, "  true : 0;\n");
            for (uint32_t i = 0; i < p->cmds->ncmds; i++) {
                if (!earns(reward, &p->cmds->cmds[i]))
                    continue;
                gt_str_addf(p->out, "  [%s] true : ", p->actions[i]);
                gt_emit_expr(&p->em, p->cmds->rewards[r], 0);
                gt_str_add(p->out, ";\n");
            }
        }
        gt_str_add(p->out, "endrewards\n");
    }
}

static void share(prism *p)
{
    p->share = gt_share_new(p->ctx->arena, &prism_ops);
    gt_share_cmds(p->share, p->cmds, p->options->skip, true);
    for (uint32_t i = 0; i < p->cmds->ninit; i++) {
        int32_t value;
        p->chosen |= !gt_init_constant(p->cmds, p->cmds->init[i].var, &value) || p->cmds->init[i].where;
    }
    gt_share_decide(p->share, p->names.mangler, 12);
}

static const char *model_word(gt_model_kind kind)
{
    switch (kind) {
    case GT_MODEL_PLAIN:
    case GT_MODEL_MDP: return "mdp";
    case GT_MODEL_DTMC: return "dtmc";
    case GT_MODEL_CTMC: return "ctmc";
    }
    gt_ice("model kind %d", (int)kind);
}

static void emit_prism(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options, gt_outputs *outputs)
{
    prism p = {.ctx = ctx, .cmds = cmds, .options = options};
    const char *base = gt_comment(ctx->arena, gt_emit_base(cmds, options));
    gt_names_init(&p.names, ctx->arena, cmds, reserved, false);
    p.total = gt_mangle(p.names.mangler, "total");
    p.stuck = gt_mangle(p.names.mangler, "stuck");
    name_actions(&p);
    share(&p);
    p.out = gt_outputs_add(outputs, ".prism");
    gt_str *props = gt_outputs_add(outputs, ".props");
    p.em = (gt_emitter){.ops = &prism_ops, .names = &p.names, .share = p.share, .out = p.out};
    gt_emit_header(p.out, "//", "PRISM language", &p.names, options,
                   gt_arena_printf(ctx->arena,
                                   "storm --prism %s.prism --prop %s.props\nprism %s.prism %s.props", base,
                                   base, base, base));
    gt_str_addf(p.out, "\n%s\n\n", model_word(cmds->sym->kind));
    value_constants(&p);
    formulas(&p);
    module(&p);
    if (p.chosen)
        chosen_init(&p);
    rewards(&p);
    gt_str_addf(props, "// properties of %s.prism, made by %s\n", base,
                options->producer ? options->producer : "gentrans");
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (!gt_skipped(options, i))
            gt_prism_property(ctx, &p.em, i, p.stuck, props);
    gt_share_free(p.share);
    gt_names_fini(&p.names);
}

const gt_backend gt_backend_prism = {.name = "prism",
                                     .extension = "prism",
                                     .checker = "PRISM",
                                     .reserved = reserved,
                                     .refuse_model = refuse_model,
                                     .refuse_prop = refuse_prop,
                                     .emit = emit_prism};
