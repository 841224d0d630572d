/* NuSMV. One TRANS, the disjunction of the commands, over unsigned words; see docs/backends.md for the
 * measurements. */
#include "backends/backends.h"
#include "backends/common.h"
#include "backends/emit_expr.h"
#include "backends/skeleton.h"
#include "backends/smv_word.h"
#include "backends/temporal.h"
#include "runtime/base.h"

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/reserved_smv.def"
#undef GT_WORD
    NULL};

static const gt_ops smv_ops = {
    .yes = "TRUE",
    .no = "FALSE",
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "!"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(0 - ($1))"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 8, "&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 7, "|"},
            [GT_EXPR_IMPLIES] = {GT_FORM_INFIX, 4, "->"},
            [GT_EXPR_IFF] = {GT_FORM_INFIX, 5, "<->"},
            [GT_EXPR_EQ] = {GT_FORM_INFIX, 10, "="},
            [GT_EXPR_NE] = {GT_FORM_INFIX, 10, "!="},
            [GT_EXPR_LT] = {GT_FORM_INFIX, 10, "<"},
            [GT_EXPR_LE] = {GT_FORM_INFIX, 10, "<="},
            [GT_EXPR_GT] = {GT_FORM_INFIX, 10, ">"},
            [GT_EXPR_GE] = {GT_FORM_INFIX, 10, ">="},
            [GT_EXPR_ADD] = {GT_FORM_INFIX, 12, "+"},
            [GT_EXPR_SUB] = {GT_FORM_INFIX, 12, "-"},
            [GT_EXPR_MUL] = {GT_FORM_INFIX, 14, "*"},
            [GT_EXPR_DIV] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) / ($2))"},
            [GT_EXPR_MOD] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) mod ($2))"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) <= ($2) ? ($1) : ($2))"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) >= ($2) ? ($1) : ($2))"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) ? ($2) : ($3))"},
            [GT_EXPR_AX] = {GT_FORM_PREFIX, 20, "AX "},
            [GT_EXPR_EX] = {GT_FORM_PREFIX, 20, "EX "},
            [GT_EXPR_AF] = {GT_FORM_PREFIX, 20, "AF "},
            [GT_EXPR_EF] = {GT_FORM_PREFIX, 20, "EF "},
            [GT_EXPR_AG] = {GT_FORM_PREFIX, 20, "AG "},
            [GT_EXPR_EG] = {GT_FORM_PREFIX, 20, "EG "},
            [GT_EXPR_AU] = {GT_FORM_FORMAT, GT_PREC_LEAF, "A [($1) U ($2)]"},
            [GT_EXPR_EU] = {GT_FORM_FORMAT, GT_PREC_LEAF, "E [($1) U ($2)]"},
            [GT_EXPR_X] = {GT_FORM_PREFIX, 20, "X "},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "F "},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "G "},
            [GT_EXPR_U] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) U ($2))"},
            [GT_EXPR_R] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) V ($2))"},
        },
    .div_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) / ($2))"},
    .mod_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) mod ($2))"},
};

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_emit_options *options;
    const gt_skeleton *skeleton;
    gt_names names;
    gt_share *share;
    gt_emitter em;
    gt_str *out;
    const char *stuck; /* name of the definition: no command can fire */
    const char *pick;  /* ASSIGN: the input variable that picks the command */
    const char *gone;  /* the variable that leaves unfair states a fair way out (see escape), or NULL */
} smv;

static const char *refuse_model(gt_ctx *ctx, const gt_cmds *cmds)
{
    const char *why = NULL;
    return gt_skeleton_new(ctx->arena, cmds, &why) ? NULL : why;
}

static const char *refuse_prop(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    (void)ctx;
    *pos = cmds->props[prop].origin->pos;
    if (cmds->props[prop].origin->kind == GT_PROP_PCTL)
        return "NuSMV knows no probabilities; translate to PRISM";
    return NULL;
}

/* NuSMV says nothing about initial states from which no fair path begins: there, A is true and E false, but
 * the rest of a formula counts. So with FAIRNESS and CTL every state gets a fair way out, to a copy of itself
 * for ever, and the path quantifiers are made to look only at the paths that never take it. */
static bool needs_escape(const gt_cmds *cmds, const gt_emit_options *options)
{
    for (uint32_t i = 0; i < cmds->nprops && cmds->nfair > 0; i++)
        if (!gt_skipped(options, i) && cmds->props[i].origin->kind == GT_PROP_CTL)
            return true;
    return false;
}

static void escape(smv *s)
{
    const char **vars = GT_NEW_ARRAY(s->ctx->arena, const char *, s->cmds->nvars + 1);
    for (uint32_t i = 0; i < s->cmds->nvars; i++)
        vars[i] = s->names.vars[i];
    s->gone = gt_mangle(s->names.mangler, "gone");
    vars[s->cmds->nvars] = s->gone;
    s->names.vars = vars;
}

/* !gone, as if `gone` were one more variable. */
static const gt_expr *not_gone(smv *s)
{
    const gt_expr *gone = gt_expr_cvar(s->ctx->arena, (gt_pos){0}, s->cmds->nvars, gt_type_bool());
    return gt_expr_op1(s->ctx->arena, (gt_pos){0}, GT_EXPR_NOT, gone);
}

static void value(smv *s, uint32_t var, const gt_expr *e)
{
    if (s->options->smv_ranges)
        gt_emit_value(&s->em, var, e, GT_PREC_LEAF);
    else
        gt_smv_word_value(&s->em, var, e);
}

static void declare(smv *s)
{
    gt_str_add(s->out, "\nVAR\n");
    for (uint32_t i = 0; i < s->cmds->nvars; i++) {
        gt_type type = s->cmds->vars[i].type;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(s->out, "  %s : boolean;\n", s->names.vars[i]);
        else if (s->options->smv_ranges)
            gt_str_addf(s->out, "  %s : %d..%d;\n", s->names.vars[i], type.lo, type.hi);
        else
            gt_str_addf(s->out, "  %s : unsigned word[%u]; -- %d..%d\n", s->names.vars[i], gt_smv_bits(type),
                        type.lo, type.hi);
    }
    if (s->gone)
        gt_str_addf(s->out, "  %s : boolean;\n", s->gone);
    if (s->options->smv_layout == GT_SMV_ASSIGN)
        gt_str_addf(s->out, "IVAR\n  %s : 0..%u;\n", s->pick, s->skeleton->n);
}

static void define(smv *s)
{
    gt_str_add(s->out, "\nDEFINE\n");
    for (uint32_t i = 0; i < s->names.nvalues; i++) {
        const gt_value_name *v = &s->names.values[i];
        if (s->options->smv_ranges)
            gt_str_addf(s->out, "  %s := %d;\n", v->name, v->value);
        else
            gt_str_addf(s->out, "  %s := 0ud%u_%llu;\n", v->name, v->bits,
                        (unsigned long long)((uint64_t)(int64_t)v->value & (((uint64_t)1 << v->bits) - 1)));
    }
    for (uint32_t i = 0; i < gt_share_ndefs(s->share); i++) {
        const char *name;
        const gt_expr *e = gt_share_def(s->share, i, &name);
        gt_str_addf(s->out, "  %s := ", name);
        gt_emit_body(&s->em, e, 0);
        gt_str_add(s->out, ";\n");
    }
    gt_str_addf(s->out, "  %s := ", s->stuck);
    gt_emit_expr(&s->em, s->skeleton->stuck, 0);
    gt_str_add(s->out, ";\n");
}

static void initial(smv *s)
{
    gt_str_addc(s->out, '\n');
    if (s->gone)
        gt_str_addf(s->out, "INIT !%s\n", s->gone);
    for (uint32_t i = 0; i < s->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(s->ctx->arena, s->cmds, &s->cmds->init[i]);
        if (!e)
            continue;
        gt_str_add(s->out, "INIT ");
        gt_emit_expr(&s->em, e, 0);
        gt_str_addc(s->out, '\n');
    }
}

static const gt_expr *assigned(const gt_transition *t, uint32_t var)
{
    for (uint32_t a = 0; a < t->nassigns; a++)
        if (t->assigns[a].var == var)
            return t->assigns[a].value;
    return NULL;
}

static void step(smv *s, const gt_transition *t)
{
    const char *lead = " & ";
    if (t)
        gt_emit_expr(&s->em, t->guard, 9);
    else
        gt_str_add(s->out, s->stuck);
    for (uint32_t i = 0; i < s->cmds->nvars; i++) {
        const gt_expr *e = t ? assigned(t, i) : NULL;
        gt_str_addf(s->out, "%snext(%s) = ", lead, s->names.vars[i]);
        if (e)
            value(s, i, e);
        else
            gt_str_add(s->out, s->names.vars[i]);
    }
}

/* From every state to its copy, for ever. */
static void way_out(smv *s)
{
    gt_str_addf(s->out, "TRANS\n  !next(%s) & !%s | next(%s)", s->gone, s->gone, s->gone);
    for (uint32_t i = 0; i < s->cmds->nvars; i++)
        gt_str_addf(s->out, " & next(%s) = %s", s->names.vars[i], s->names.vars[i]);
    gt_str_addc(s->out, '\n');
}

static void transitions(smv *s)
{
    gt_str_add(s->out, "\nTRANS\n");
    if (s->gone)
        gt_str_addf(s->out, "  next(%s) |\n", s->gone);
    for (uint32_t i = 0; i < s->skeleton->n; i++) {
        const gt_transition *t = &s->skeleton->transitions[i];
        gt_str_addf(s->out, "  -- %s\n  (", gt_comment(s->ctx->arena, t->cmd->label));
        step(s, t);
        gt_str_add(s->out, ") |\n");
    }
    gt_str_add(s->out, "  -- no rule can fire\n  (");
    step(s, NULL);
    gt_str_add(s->out, ")\n");
}

/* The plain form: an input picks the command, each variable has its own next value. */
static void assignments(smv *s)
{
    const char *out = s->gone ? gt_arena_printf(s->ctx->arena, "next(%s) | ", s->gone) : "";
    for (uint32_t i = 0; i < s->skeleton->n; i++) {
        gt_str_addf(s->out, "-- %s\nTRANS %s(%s = %u -> ",
                    gt_comment(s->ctx->arena, s->skeleton->transitions[i].cmd->label), out, s->pick, i);
        gt_emit_expr(&s->em, s->skeleton->transitions[i].guard, GT_PREC_LEAF);
        gt_str_add(s->out, ")\n");
    }
    gt_str_addf(s->out, "TRANS %s(%s = %u -> %s)\n", out, s->pick, s->skeleton->n, s->stuck);
    for (uint32_t v = 0; v < s->cmds->nvars; v++) {
        gt_str_addf(s->out, "TRANS %snext(%s) = case\n", out, s->names.vars[v]);
        for (uint32_t i = 0; i < s->skeleton->n; i++) {
            const gt_expr *e = assigned(&s->skeleton->transitions[i], v);
            if (!e)
                continue;
            gt_str_addf(s->out, "    %s = %u : ", s->pick, i);
            value(s, v, e);
            gt_str_add(s->out, ";\n");
        }
        gt_str_addf(s->out, "    TRUE : %s;\n  esac\n", s->names.vars[v]);
    }
}

/* What is known to hold, in front of an invariant: the same verdict from fewer bad states. */
static void antecedent(smv *s)
{
    const bool *given = s->options->smv_given;
    if (!given)
        return;
    for (uint32_t i = 0; i < s->cmds->nprops; i++)
        if (given[i]) {
            gt_emit_expr(&s->em, s->cmds->props[i].formula, GT_PREC_LEAF);
            gt_str_add(s->out, " & ");
        }
    for (uint32_t i = 0; i < s->cmds->ninvariants; i++) {
        gt_emit_expr(&s->em, s->cmds->invariants[i], GT_PREC_LEAF);
        gt_str_add(s->out, " & ");
    }
    gt_str_add(s->out, "TRUE -> ");
}

static void property(smv *s, uint32_t i)
{
    const gt_cmd_prop *p = &s->cmds->props[i];
    const gt_expr *f;
    gt_str_addf(s->out, "\n-- %s %s\n", gt_prop_kind_name(p->origin->kind),
                gt_comment(s->ctx->arena, p->origin->name));
    switch (p->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR:
        gt_str_addf(s->out, "INVARSPEC NAME %s := ", s->names.props[i]);
        antecedent(s);
        gt_emit_expr(&s->em, p->formula, s->options->smv_given ? GT_PREC_LEAF : 0);
        break;
    case GT_PROP_DEADLOCK:
        gt_str_addf(s->out, "INVARSPEC NAME %s := ", s->names.props[i]);
        antecedent(s);
        gt_str_addf(s->out, "!%s", s->stuck);
        if (s->cmds->error) {
            gt_str_add(s->out, " | ");
            gt_emit_expr(&s->em, s->cmds->error, GT_PREC_LEAF);
        }
        break;
    case GT_PROP_CTL:
    case GT_PROP_LTL:
        gt_str_addf(s->out, "%s NAME %s := ", p->origin->kind == GT_PROP_CTL ? "CTLSPEC" : "LTLSPEC",
                    s->names.props[i]);
        f = gt_temporal_without_weak(s->ctx->arena, p->formula, p->origin->kind == GT_PROP_LTL);
        if (s->gone && p->origin->kind == GT_PROP_LTL)
            gt_str_addf(s->out, "G !%s -> ", s->gone);
        if (s->gone && p->origin->kind == GT_PROP_CTL)
            f = gt_temporal_relative(s->ctx->arena, p->formula, not_gone(s),
                                     gt_expr_op1(s->ctx->arena, p->origin->pos, GT_EXPR_EG, not_gone(s)));
        gt_emit_expr(&s->em, f, s->gone ? 5 : 0);
        break;
    case GT_PROP_PCTL: gt_ice("a PCTL property for NuSMV");
    }
    gt_str_add(s->out, ";\n");
}

/* Control first, then each variable whole, in the order of declaration. */
static void order_file(smv *s, gt_str *out)
{
    if (s->options->smv_layout == GT_SMV_ASSIGN)
        gt_str_addf(out, "%s\n", s->pick);
    for (uint32_t i = 0; i < s->cmds->nvars; i++)
        if (s->cmds->vars[i].kind != GT_CVAR_COUNTER)
            gt_str_addf(out, "%s\n", s->names.vars[i]);
    for (uint32_t i = 0; i < s->cmds->nvars; i++)
        if (s->cmds->vars[i].kind == GT_CVAR_COUNTER)
            gt_str_addf(out, "%s\n", s->names.vars[i]);
}

static void share(smv *s)
{
    s->share = gt_share_new(s->ctx->arena, &smv_ops);
    gt_share_cmds(s->share, s->cmds, s->options->skip, false);
    for (uint32_t i = 0; i < s->skeleton->n; i++)
        if (s->skeleton->transitions[i].guard != s->skeleton->transitions[i].cmd->guard)
            gt_share_use(s->share, s->skeleton->transitions[i].guard);
    gt_share_decide(s->share, s->names.mangler, 12);
}

static void emit_smv(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options, gt_outputs *outputs)
{
    const char *why = NULL;
    smv s = {
        .ctx = ctx, .cmds = cmds, .options = options, .skeleton = gt_skeleton_new(ctx->arena, cmds, &why)};
    if (!s.skeleton)
        gt_ice("emitting a refused model: %s", why);
    gt_names_init(&s.names, ctx->arena, cmds, reserved, !options->smv_ranges);
    s.stuck = gt_mangle(s.names.mangler, "stuck");
    s.pick = gt_mangle(s.names.mangler, "pick");
    if (needs_escape(cmds, options))
        escape(&s);
    share(&s);
    s.out = gt_outputs_add(outputs, ".smv");
    s.em = (gt_emitter){.ops = &smv_ops,
                        .names = &s.names,
                        .share = s.share,
                        .out = s.out,
                        .hook = options->smv_ranges ? NULL : gt_smv_word_hook};
    const char *base = gt_comment(ctx->arena, gt_emit_base(cmds, options));
    gt_emit_header(s.out, "--", "NuSMV", &s.names, options,
                   gt_arena_printf(ctx->arena, options->order ? "NuSMV -i %s.ord %s.smv" : "NuSMV %s%s.smv",
                                   options->order ? base : "", base));
    gt_str_add(s.out, "\nMODULE main\n");
    declare(&s);
    define(&s);
    initial(&s);
    if (options->smv_layout == GT_SMV_ASSIGN)
        assignments(&s);
    else
        transitions(&s);
    if (s.gone)
        way_out(&s);
    for (uint32_t i = 0; i < cmds->nfair; i++) {
        gt_str_add(s.out, i ? "FAIRNESS " : "\nFAIRNESS ");
        if (s.gone)
            gt_str_addf(s.out, "%s | ", s.gone);
        gt_emit_expr(&s.em, cmds->fair[i], 8);
        gt_str_addc(s.out, '\n');
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (!gt_skipped(options, i))
            property(&s, i);
    if (options->order)
        order_file(&s, gt_outputs_add(outputs, ".ord"));
    gt_share_free(s.share);
    gt_names_fini(&s.names);
}

const gt_backend gt_backend_smv = {.name = "smv",
                                   .extension = "smv",
                                   .checker = "NuSMV",
                                   .reserved = reserved,
                                   .by_width = true,
                                   .refuse_model = refuse_model,
                                   .refuse_prop = refuse_prop,
                                   .emit = emit_smv};
