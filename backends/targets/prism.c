/* The PRISM language, for PRISM and Storm: one module.
 *
 * MDP (and models without probabilities): a command each. CTMC: rates times the number of concrete firings.
 * DTMC: one command whose branches are all branches of all commands, each with its share of the total weight
 * (docs/backends.md): PRISM would choose uniformly among the commands. A state without rule gets a loop. */
#include "backends/targets/common.h"
#include "backends/targets/emit_expr.h"
#include "backends/targets/prism_props.h"
#include "runtime/base.h"

#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/targets/reserved_prism.def"
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
    gt_emit *e;
    const char *total;    /* DTMC: the formula of the total weight */
    const char *stuck;    /* the formula: no command can fire */
    const char **actions; /* per command, for rewards of rules; NULL: none */
    bool chosen;          /* initial values must be chosen: init ... endinit */
} prism;

static void value_constants(prism *p)
{
    for (uint32_t i = 0; i < p->e->names.nvalues; i++)
        gt_str_addf(p->e->out, "const int %s = %d;\n", p->e->names.values[i].name,
                    p->e->names.values[i].value);
}

/* The guard as a condition for a weight: (g ? w : 0). */
static void weight_term(prism *p, const gt_cmd *cmd)
{
    gt_str_addc(p->e->out, '(');
    gt_emit_expr(&p->e->em, cmd->guard, GT_PREC_LEAF);
    gt_str_add(p->e->out, " ? ");
    if (cmd->weight)
        gt_emit_expr(&p->e->em, cmd->weight, GT_PREC_LEAF);
    else
        gt_str_add(p->e->out, "1");
    gt_str_add(p->e->out, " : 0)");
}

static void formulas(prism *p)
{
    gt_str_addc(p->e->out, '\n');
    gt_emit_definitions(p->e, "formula ", " = ", ";\n");
    gt_str_addf(p->e->out, "formula %s = ", p->stuck);
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
        gt_str_add(p->e->out, i ? " | " : "!(");
        gt_emit_expr(&p->e->em, p->e->cmds->cmds[i].guard, 8);
    }
    gt_str_add(p->e->out, p->e->cmds->ncmds ? ");\n" : "true;\n");
    if (p->e->cmds->sym->kind != GT_MODEL_DTMC)
        return;
    gt_str_addf(p->e->out, "formula %s = ", p->total);
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
        gt_str_add(p->e->out, i ? "\n  + " : "");
        weight_term(p, &p->e->cmds->cmds[i]);
    }
    gt_str_add(p->e->out, p->e->cmds->ncmds ? ";\n" : "0;\n");
}

static void variables(prism *p)
{
    for (uint32_t i = 0; i < p->e->cmds->nvars; i++) {
        gt_type type = p->e->cmds->vars[i].type;
        int32_t value = 0;
        /* Storm 2.0.0 overwrites other variables when it sets one that has a single value, of no bits. */
        int32_t below = type.lo == type.hi && type.hi == INT32_MAX, above = type.lo == type.hi && !below;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(p->e->out, "  %s : bool", p->e->names.vars[i]);
        else
            gt_str_addf(p->e->out, "  %s : [%d..%d]", p->e->names.vars[i], type.lo - below, type.hi + above);
        if (!p->chosen && gt_init_constant(p->e->cmds, i, &value)) {
            if (type.kind == GT_TYPE_BOOL)
                gt_str_addf(p->e->out, " init %s", value ? "true" : "false");
            else if (p->e->names.labels[i])
                gt_str_addf(p->e->out, " init %s", p->e->names.labels[i][value - type.lo]);
            else
                gt_str_addf(p->e->out, " init %d", value);
        }
        gt_str_add(p->e->out, ";\n");
    }
}

static void updates(prism *p, const gt_cmd_branch *branch)
{
    if (branch->nassigns == 0)
        gt_str_add(p->e->out, "true");
    for (uint32_t a = 0; a < branch->nassigns; a++) {
        gt_str_addf(p->e->out, "%s(%s' = ", a ? " & " : "", p->e->names.vars[branch->assigns[a].var]);
        gt_emit_value(&p->e->em, branch->assigns[a].var, branch->assigns[a].value, 0);
        gt_str_addc(p->e->out, ')');
    }
}

static void command(prism *p, uint32_t i)
{
    const gt_cmd *cmd = &p->e->cmds->cmds[i];
    bool rates = p->e->cmds->sym->kind == GT_MODEL_CTMC && cmd->weight;
    gt_str_addf(p->e->out, "  // %s\n  [%s] ", gt_comment(p->e->ctx->arena, cmd->label),
                p->actions[i] ? p->actions[i] : "");
    gt_emit_expr(&p->e->em, cmd->guard, 0);
    gt_str_add(p->e->out, " -> ");
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_expr *prob = cmd->branches[b].prob;
        gt_str_add(p->e->out, b ? " + " : "");
        if (rates)
            gt_emit_expr(&p->e->em, cmd->weight, GT_PREC_LEAF);
        if (rates && prob)
            gt_str_add(p->e->out, " * ");
        if (prob)
            gt_emit_expr(&p->e->em, prob, GT_PREC_LEAF);
        gt_str_add(p->e->out, rates || prob ? " : " : "1 : ");
        updates(p, &cmd->branches[b]);
    }
    gt_str_add(p->e->out, ";\n");
}

/* DTMC: one command for all. */
static void lottery(prism *p)
{
    const char *lead = "";
    if (p->e->cmds->ncmds == 0)
        return;
    gt_str_addf(p->e->out, "  [] %s > 0 ->\n", p->total);
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
        const gt_cmd *cmd = &p->e->cmds->cmds[i];
        gt_str_addf(p->e->out, "    // %s\n", gt_comment(p->e->ctx->arena, cmd->label));
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            gt_str_addf(p->e->out, "    %s", lead);
            weight_term(p, cmd);
            if (cmd->branches[b].prob) {
                gt_str_add(p->e->out, " * ");
                gt_emit_expr(&p->e->em, cmd->branches[b].prob, GT_PREC_LEAF);
            }
            gt_str_addf(p->e->out, " / %s : ", p->total);
            updates(p, &cmd->branches[b]);
            gt_str_addc(p->e->out, '\n');
            lead = "+ ";
        }
    }
    gt_str_add(p->e->out, "    ;\n");
}

static void module(prism *p)
{
    gt_str_addf(p->e->out, "\nmodule %s\n", gt_mangle(p->e->names.mangler, "system_"));
    variables(p);
    gt_str_addc(p->e->out, '\n');
    if (p->e->cmds->sym->kind == GT_MODEL_DTMC)
        lottery(p);
    else
        for (uint32_t i = 0; i < p->e->cmds->ncmds; i++)
            command(p, i);
    gt_str_addf(p->e->out, "  // no rule can fire\n  [] %s -> 1 : true;\nendmodule\n", p->stuck);
}

static void chosen_init(prism *p)
{
    bool first = true;
    gt_str_add(p->e->out, "\ninit\n");
    for (uint32_t i = 0; i < p->e->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(p->e->ctx->arena, p->e->cmds, &p->e->cmds->init[i]);
        if (!e)
            continue;
        gt_str_add(p->e->out, first ? "  " : "  & ");
        gt_emit_expr(&p->e->em, e, GT_PREC_LEAF);
        gt_str_addc(p->e->out, '\n');
        first = false;
    }
    gt_str_add(p->e->out, first ? "  true\nendinit\n" : "endinit\n");
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
    p->actions = GT_NEW_ARRAY(p->e->ctx->arena, const char *, p->e->cmds->ncmds + 1);
    if (p->e->cmds->sym->kind == GT_MODEL_DTMC)
        return;
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++)
        for (uint32_t r = 0; r < p->e->cmds->nrewards; r++)
            if (!p->actions[i] && earns(p->e->cmds->sym->rewards[r], &p->e->cmds->cmds[i]))
                p->actions[i] =
                    gt_mangle(p->e->names.mangler, gt_arena_printf(p->e->ctx->arena, "%s_%u",
                                                                   p->e->cmds->cmds[i].origin->name, i + 1));
}

/* DTMC: what the one command earns on average. */
static void lottery_reward(prism *p, uint32_t r)
{
    bool first = true;
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
        if (!earns(p->e->cmds->sym->rewards[r], &p->e->cmds->cmds[i]))
            continue;
        gt_str_addf(p->e->out, first ? "  [] %s > 0 : (" : " + ", p->total);
        weight_term(p, &p->e->cmds->cmds[i]);
        gt_str_add(p->e->out, " * ");
        gt_emit_expr(&p->e->em, p->e->cmds->rewards[r], GT_PREC_LEAF);
        first = false;
    }
    if (first)
        gt_str_add(p->e->out, "  true : 0;\n");
    else
        gt_str_addf(p->e->out, ") / %s;\n", p->total);
}

static void rewards(prism *p)
{
    for (uint32_t r = 0; r < p->e->cmds->nrewards; r++) {
        const gt_reward *reward = p->e->cmds->sym->rewards[r];
        gt_str_addf(p->e->out, "\nrewards \"%s\"\n", reward->name);
        if (reward->nrules == 0) {
            gt_str_add(p->e->out, "  true : ");
            gt_emit_expr(&p->e->em, p->e->cmds->rewards[r], 0);
            gt_str_add(p->e->out, ";\n");
        } else if (p->e->cmds->sym->kind == GT_MODEL_DTMC) {
            lottery_reward(p, r);
        } else {
            bool any = false; /* a structure without items is no PRISM */
            for (uint32_t i = 0; i < p->e->cmds->ncmds; i++)
                any = any || earns(reward, &p->e->cmds->cmds[i]);
            if (!any)
                gt_str_add(p->e->out, "  true : 0;\n");
            for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
                if (!earns(reward, &p->e->cmds->cmds[i]))
                    continue;
                gt_str_addf(p->e->out, "  [%s] true : ", p->actions[i]);
                gt_emit_expr(&p->e->em, p->e->cmds->rewards[r], 0);
                gt_str_add(p->e->out, ";\n");
            }
        }
        gt_str_add(p->e->out, "endrewards\n");
    }
}

static void share(prism *p)
{
    gt_share_cmds(p->e->share, p->e->cmds, p->e->options->skip, true);
    for (uint32_t i = 0; i < p->e->cmds->ninit; i++) {
        int32_t value;
        p->chosen |=
            !gt_init_constant(p->e->cmds, p->e->cmds->init[i].var, &value) || p->e->cmds->init[i].where;
    }
    gt_share_decide(p->e->share, p->e->names.mangler, 12);
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

static void write_prism(gt_emit *e)
{
    prism p = {.e = e};
    const char *base = gt_comment(e->ctx->arena, gt_emit_base(e));
    p.total = gt_mangle(e->names.mangler, "total");
    p.stuck = gt_mangle(e->names.mangler, "stuck");
    name_actions(&p);
    share(&p);
    gt_str *model = gt_emit_open(e, ".prism"), *props = gt_emit_open(e, ".props");
    e->out = e->em.out = model;
    gt_emit_header(e, "//", "PRISM language",
                   gt_arena_printf(e->ctx->arena,
                                   "storm --prism %s.prism --prop %s.props\nprism %s.prism %s.props", base,
                                   base, base, base));
    gt_str_addf(e->out, "\n%s\n\n", model_word(e->cmds->sym->kind));
    value_constants(&p);
    formulas(&p);
    module(&p);
    if (p.chosen)
        chosen_init(&p);
    rewards(&p);
    gt_str_addf(props, "// properties of %s.prism, made by gentrans\n", base);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i))
            gt_prism_property(e, i, p.stuck, props);
    e->out = props;
    gt_emit_left_out(e);
}

const gt_target gt_target_prism = {.name = "prism",
                                   .extension = "prism",
                                   .checker = "PRISM",
                                   .comment = {"//", ""},
                                   .reserved = reserved,
                                   .ops = &prism_ops,
                                   .weights = true,
                                   .refuse = gt_prism_refuse,
                                   .write = write_prism};
