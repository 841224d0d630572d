/* The PRISM language, for PRISM and Storm: one module.
 *
 * MDP (and models without probabilities): a command each. CTMC: rates times the number of concrete firings.
 * DTMC: one command whose branches are all branches of all commands, each with its share of the total weight
 * (docs/backends.md): PRISM would choose uniformly among the commands. A state without rule gets a loop. */
#include "backends/targets/common.h"
#include "backends/targets/layout.h"
#include "backends/targets/prism_props.h"
#include "backends/targets/rules.h"
#include "ir/expr/walk.h"
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
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, 13, "0 - @1"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 8, "&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 7, "|"},
            [GT_EXPR_IMPLIES] = {GT_FORM_FORMAT, 7, "!($1) | @2"},
            [GT_EXPR_IFF] = {GT_FORM_FORMAT, 10, "($1) = ($2)"},
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
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, 2,
                             GT_LAYOUT_OPEN "@1" GT_LAYOUT_BREAK "? @2" GT_LAYOUT_BREAK
                                            ": @3" GT_LAYOUT_CLOSE},
        },
    /* Ours truncate towards zero. */
    .div_any = {GT_FORM_FORMAT, GT_PREC_LEAF,
                "((($1) < 0) = (($2) < 0) ? floor(($1) / ($2)) : ceil(($1) / ($2)))"},
    .mod_any = {GT_FORM_FORMAT, GT_PREC_LEAF,
                "(($1) - ($2) * ((($1) < 0) = (($2) < 0) ? floor(($1) / ($2)) : ceil(($1) / ($2))))"},
    .div_real = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) / ($2))"},
};

/* The commands of `ways` are those of the program with their picks written out; its guards are only what the
 * picks ask for. */
typedef struct {
    gt_emit *e;
    const gt_cmds *ways;
    const uint32_t *from;  /* by way: its command */
    const gt_expr **fires; /* by command: its condition */
    gt_conditions rules;
    const char **actions; /* by command; DTMC: none */
    const char **weights; /* by way, DTMC: the name of its weight */
    const char *total;    /* DTMC: the formula of the total weight */
    const char *stuck;    /* the formula: no command can fire */
    bool chosen;          /* initial values must be chosen: init ... endinit */
} prism;

static void write_picks_out(prism *p)
{
    const gt_cmds *cmds = p->e->cmds;
    gt_arena *arena = p->e->ctx->arena;
    gt_fold *fold = gt_fold_new(arena);
    gt_cmds *bare = gt_arena_copy(arena, cmds, 1, sizeof *cmds);
    bare->cmds = gt_arena_copy(arena, cmds->cmds, cmds->ncmds, sizeof *cmds->cmds);
    p->fires = GT_NEW_ARRAY(arena, const gt_expr *, cmds->ncmds + 1);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_cmd *cmd = &cmds->cmds[i];
        p->fires[i] = cmd->npicks ? gt_cmd_can_fire(fold, cmd) : cmd->guard;
        bare->cmds[i].guard = gt_expr_bool(arena, (gt_pos){0}, true);
    }
    p->ways = gt_cmds_split_picks(arena, bare, NULL, &p->from);
    gt_fold_free(fold);
}

static uint32_t command_of(const prism *p, uint32_t way)
{
    return p->from ? p->from[way] : way;
}

static void value_constants(prism *p)
{
    for (uint32_t i = 0; i < p->e->names.nnumbers; i++)
        gt_str_addf(p->e->out, "%sconst int %s = %d;\n", i ? "" : "\n", p->e->names.numbers[i].name,
                    p->e->names.numbers[i].value);
}

/* The condition of a way. */
static void condition(prism *p, uint32_t way)
{
    uint32_t cmd = command_of(p, way);
    const gt_expr *where = p->ways->cmds[way].guard;
    const char *rule = p->rules.names[cmd];
    if (rule)
        gt_str_add(p->e->out, rule);
    if (rule && gt_expr_is_true(where))
        return;
    gt_str_add(p->e->out, rule ? GT_LAYOUT_BREAK "& " : "");
    gt_emit_expr(&p->e->em, where, rule ? 8 : 0);
}

static void names_of(prism *p, const char *const *names, const bool *again, uint32_t n, const char *op)
{
    const char *lead = "";
    gt_str_add(p->e->out, GT_LAYOUT_OPEN);
    for (uint32_t i = 0; i < n; i++) {
        if (again && again[i])
            continue;
        gt_str_addf(p->e->out, "%s%s", lead, names[i]);
        lead = op;
    }
    gt_str_add(p->e->out, GT_LAYOUT_CLOSE);
}

/* DTMC: what a way weighs where it cannot be taken is 0. */
static void weights(prism *p)
{
    for (uint32_t i = 0; i < p->ways->ncmds; i++) {
        gt_str_addf(p->e->out, "formula %s = ", p->weights[i]);
        condition(p, i);
        gt_str_add(p->e->out, " ? ");
        if (p->ways->cmds[i].weight)
            gt_emit_expr(&p->e->em, p->ways->cmds[i].weight, 3);
        else
            gt_str_add(p->e->out, "1");
        gt_str_add(p->e->out, " : 0;\n");
    }
    gt_str_addf(p->e->out, "formula %s = ", p->total);
    names_of(p, p->weights, NULL, p->ways->ncmds, GT_LAYOUT_BREAK "+ ");
    gt_str_add(p->e->out, p->ways->ncmds ? ";\n" : "0;\n");
}

static void formulas(prism *p)
{
    bool always = false;
    gt_str_addc(p->e->out, '\n');
    gt_emit_definitions(p->e, "formula ", " = ", ";\n");
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
        always = always || gt_expr_is_true(p->fires[i]);
        if (p->rules.again[i])
            continue;
        gt_str_addf(p->e->out, "formula %s = ", p->rules.names[i]);
        gt_emit_expr(&p->e->em, p->fires[i], 0);
        gt_str_add(p->e->out, ";\n");
    }
    gt_str_addf(p->e->out, "formula %s = ", p->stuck);
    if (always || p->e->cmds->ncmds == 0) {
        gt_str_add(p->e->out, always ? "false" : "true");
    } else {
        gt_str_add(p->e->out, "!(");
        names_of(p, p->rules.names, p->rules.again, p->e->cmds->ncmds, GT_LAYOUT_BREAK "| ");
        gt_str_add(p->e->out, ")");
    }
    gt_str_add(p->e->out, ";\n");
    if (p->e->cmds->sym->kind == GT_MODEL_DTMC)
        weights(p);
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
            else if (p->e->names.values[i].names)
                gt_str_addf(p->e->out, " init %s", p->e->names.values[i].names[value - type.lo]);
            else
                gt_str_addf(p->e->out, " init %d", value);
        }
        gt_str_add(p->e->out, ";\n");
    }
}

static void updates(prism *p, const gt_cmd_branch *branch)
{
    gt_str_add(p->e->out, branch->nassigns == 0 ? "true" : GT_LAYOUT_OPEN);
    for (uint32_t a = 0; a < branch->nassigns; a++) {
        gt_str_addf(p->e->out, "%s(" GT_LAYOUT_OPEN "%s' =" GT_LAYOUT_SOFT, a ? GT_LAYOUT_BREAK "& " : "",
                    p->e->names.vars[branch->assigns[a].var]);
        gt_emit_value(&p->e->em, branch->assigns[a].var, branch->assigns[a].value, 3);
        gt_str_add(p->e->out, GT_LAYOUT_CLOSE ")");
    }
    gt_str_add(p->e->out, branch->nassigns == 0 ? "" : GT_LAYOUT_CLOSE);
}

static void command(prism *p, uint32_t way)
{
    const gt_cmd *cmd = &p->ways->cmds[way];
    bool rates = p->e->cmds->sym->kind == GT_MODEL_CTMC && cmd->weight;
    gt_rule_comment(p->e, "  ", way ? &p->ways->cmds[way - 1] : NULL, cmd);
    gt_str_addf(p->e->out, "  " GT_LAYOUT_HANG "[%s] ", p->actions[command_of(p, way)]);
    condition(p, way);
    gt_str_add(p->e->out, GT_LAYOUT_BREAK "-> " GT_LAYOUT_OPEN);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_expr *prob = cmd->branches[b].prob;
        gt_str_add(p->e->out, b ? GT_LAYOUT_BREAK "+ " : "");
        if (rates)
            gt_emit_expr(&p->e->em, cmd->weight, prob ? 14 : 3);
        if (rates && prob)
            gt_str_add(p->e->out, " * ");
        if (prob)
            gt_emit_expr(&p->e->em, prob, 15);
        gt_str_add(p->e->out, rates || prob ? " : " : "");
        updates(p, &cmd->branches[b]);
    }
    gt_str_add(p->e->out, GT_LAYOUT_CLOSE GT_LAYOUT_CLOSE ";\n");
}

/* DTMC: one command for all. */
static void lottery(prism *p)
{
    const char *lead = "";
    if (p->ways->ncmds == 0)
        return;
    gt_str_addf(p->e->out, "  [] %s > 0 ->\n", p->total);
    for (uint32_t i = 0; i < p->ways->ncmds; i++) {
        const gt_cmd *cmd = &p->ways->cmds[i];
        gt_rule_comment(p->e, "    ", i ? &p->ways->cmds[i - 1] : NULL, cmd);
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            gt_str_addf(p->e->out, "    %s%s", lead, p->weights[i]);
            if (cmd->branches[b].prob) {
                gt_str_add(p->e->out, " * ");
                gt_emit_expr(&p->e->em, cmd->branches[b].prob, 15);
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
        for (uint32_t i = 0; i < p->ways->ncmds; i++)
            command(p, i);
    gt_str_addf(p->e->out, "  // no rule can fire\n  [] %s -> true;\nendmodule\n", p->stuck);
}

static void chosen_init(prism *p)
{
    bool first = true;
    gt_str_add(p->e->out, "\ninit\n");
    for (uint32_t i = 0; i < p->e->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(p->e->ctx->arena, p->e->cmds, &p->e->cmds->init[i], true);
        if (!e)
            continue;
        gt_str_add(p->e->out, first ? "  " : "  & ");
        gt_emit_expr(&p->e->em, e, 8);
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

/* What has no condition of its own is never asked for by name. */
static void name_all(prism *p)
{
    gt_arena *arena = p->e->ctx->arena;
    p->total = gt_mangle(p->e->names.mangler, "total");
    p->stuck = gt_mangle(p->e->names.mangler, "stuck");
    p->actions = gt_rule_actions(p->e);
    p->rules = gt_rule_conditions(p->e, "can ", p->fires);
    p->weights = GT_NEW_ARRAY(arena, const char *, p->ways->ncmds + 1);
    for (uint32_t i = 0; i < p->ways->ncmds && p->e->cmds->sym->kind == GT_MODEL_DTMC; i++) {
        const char *action = p->actions[command_of(p, i)];
        p->weights[i] = gt_mangle(p->e->names.mangler, gt_arena_printf(arena, "weight_%s_%u", action, i + 1));
    }
}

/* R{"NAME"} [I=t]; walk->arg: the name. */
static uint64_t asks_moment(gt_walk *walk, const gt_expr *e)
{
    bool here = e->kind == GT_EXPR_REWARD && e->kids[0]->kind == GT_EXPR_INSTANT && e->u.bound->reward &&
                strcmp(e->u.bound->reward, walk->arg) == 0;
    return here || gt_walk_any(walk, e);
}

/* Storm refuses to say what states earn at a moment where nothing says that they earn anything: 0. */
static bool is_asked_at_moments(const prism *p, const gt_reward *reward)
{
    bool asked = false;
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++)
        asked = asked || (!gt_skipped(p->e->options, i) && p->e->cmds->props[i].formula &&
                          gt_walk_once(asks_moment, reward->name, p->e->cmds->props[i].formula));
    return asked;
}

/* DTMC: what the one command earns on average. */
static void lottery_reward(prism *p, uint32_t r)
{
    bool first = true;
    for (uint32_t i = 0; i < p->ways->ncmds; i++) {
        if (!earns(p->e->cmds->sym->rewards[r], &p->ways->cmds[i]))
            continue;
        gt_str_addf(p->e->out, first ? "  [] %s > 0 : (%s * " : " + %s * ", first ? p->total : p->weights[i],
                    p->weights[i]);
        gt_emit_expr(&p->e->em, p->e->cmds->rewards[r], 15);
        first = false;
    }
    if (!first)
        gt_str_addf(p->e->out, ") / %s;\n", p->total);
    if (first || is_asked_at_moments(p, p->e->cmds->sym->rewards[r]))
        gt_str_add(p->e->out, "  true : 0;\n");
}

static bool earns_before(prism *p, const gt_reward *reward, uint32_t cmd)
{
    for (uint32_t i = 0; i < cmd; i++)
        if (p->actions[i] == p->actions[cmd] && earns(reward, &p->e->cmds->cmds[i]))
            return true;
    return false;
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
            if (!any || is_asked_at_moments(p, reward))
                gt_str_add(p->e->out, "  true : 0;\n");
            for (uint32_t i = 0; i < p->e->cmds->ncmds; i++) {
                if (!earns(reward, &p->e->cmds->cmds[i]) || earns_before(p, reward, i))
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
    gt_share_cmds(p->e->share, p->ways, p->e->options->skip, true);
    for (uint32_t i = 0; i < p->e->cmds->ncmds; i++)
        gt_share_use(p->e->share, p->fires[i]);
    for (uint32_t i = 0; i < p->e->cmds->ninit; i++) {
        int32_t value;
        p->chosen |=
            !gt_init_constant(p->e->cmds, p->e->cmds->init[i].var, &value) || p->e->cmds->init[i].where;
    }
    gt_share_decide(p->e->share, &p->e->names, 12);
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
    write_picks_out(&p);
    name_all(&p);
    share(&p);
    gt_str *model = gt_emit_open(e, ".prism"), *props = gt_emit_open(e, ".props");
    e->out = e->em.out = model;
    gt_emit_header(e, "//", "the PRISM language",
                   gt_arena_printf(e->ctx->arena,
                                   "storm --prism %s.prism --prop %s.props\nprism %s.prism %s.props", base,
                                   base, base, base));
    gt_str_addf(e->out, "\n%s\n", model_word(e->cmds->sym->kind));
    value_constants(&p);
    formulas(&p);
    module(&p);
    if (p.chosen)
        chosen_init(&p);
    rewards(&p);
    gt_str_addc(e->out, '\n');
    gt_str_addf(props, "// properties of %s.prism, made by gentrans\n", base);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i))
            gt_prism_property(e, i, p.stuck, props);
    e->out = props;
    gt_emit_left_out(e);
}

static bool has_picks(const gt_cmd *cmd)
{
    return cmd->npicks > 0;
}

const gt_target gt_target_prism = {.name = "prism",
                                   .extension = "prism",
                                   .checker = "PRISM",
                                   .comment = {"//", ""},
                                   .reserved = reserved,
                                   .ops = &prism_ops,
                                   .weights = true,
                                   .picks = has_picks,
                                   .refuse = gt_prism_refuse,
                                   .write = write_prism};
