/* NuSMV. One TRANS, the disjunction of the commands, over unsigned words; see docs/backends.md for the
 * measurements. */
#include "backends/targets/common.h"
#include "backends/targets/read.h"
#include "backends/targets/smv_word.h"
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/targets/reserved_smv.def"
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
    gt_emit *e;
    const char *stuck; /* name of the definition: no command can fire */
    const char *gone;  /* the variable that leaves unfair states a fair way out (see escape), or NULL */
} smv;

/* NuSMV says nothing about initial states from which no fair path begins: there, A is true and E false, but
 * the rest of a formula counts. So with FAIRNESS and CTL every state gets a fair way out, to a copy of itself
 * for ever, and the path quantifiers are made to look only at the paths that never take it. */
static bool needs_escape(const gt_emit *e)
{
    const gt_cmds *cmds = e->cmds;
    for (uint32_t i = 0; i < cmds->nprops && cmds->nfair > 0; i++)
        if (!gt_skipped(e->options, i) && cmds->props[i].origin->kind == GT_PROP_CTL)
            return true;
    return false;
}

static void escape(smv *s)
{
    const char **vars = GT_NEW_ARRAY(s->e->ctx->arena, const char *, s->e->cmds->nvars + 1);
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++)
        vars[i] = s->e->names.vars[i];
    s->gone = gt_mangle(s->e->names.mangler, "gone");
    vars[s->e->cmds->nvars] = s->gone;
    s->e->names.vars = vars;
}

/* !gone, as if `gone` were one more variable. */
static const gt_expr *not_gone(smv *s)
{
    const gt_expr *gone = gt_expr_cvar(s->e->ctx->arena, (gt_pos){0}, s->e->cmds->nvars, gt_type_bool());
    return gt_expr_op1(s->e->ctx->arena, (gt_pos){0}, GT_EXPR_NOT, gone);
}

static void declare(smv *s)
{
    gt_str_add(s->e->out, "\nVAR\n");
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++) {
        gt_type type = s->e->cmds->vars[i].type;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(s->e->out, "  %s : boolean;\n", s->e->names.vars[i]);
        else
            gt_str_addf(s->e->out, "  %s : unsigned word[%u]; -- %d..%d\n", s->e->names.vars[i],
                        gt_smv_bits(type), type.lo, type.hi);
    }
    if (s->gone)
        gt_str_addf(s->e->out, "  %s : boolean;\n", s->gone);
}

static void define(smv *s)
{
    gt_str_add(s->e->out, "\nDEFINE\n");
    for (uint32_t i = 0; i < s->e->names.nvalues; i++) {
        const gt_value_name *v = &s->e->names.values[i];
        gt_str_addf(s->e->out, "  %s := 0ud%u_%llu;\n", v->name, v->bits,
                    (unsigned long long)((uint64_t)(int64_t)v->value & (((uint64_t)1 << v->bits) - 1)));
    }
    gt_emit_definitions(s->e, "  ", " := ", ";\n");
    gt_str_addf(s->e->out, "  %s := ", s->stuck);
    gt_emit_expr(&s->e->em, s->e->skeleton->stuck, 0);
    gt_str_add(s->e->out, ";\n");
}

static void initial(smv *s)
{
    gt_str_addc(s->e->out, '\n');
    if (s->gone)
        gt_str_addf(s->e->out, "INIT !%s\n", s->gone);
    for (uint32_t i = 0; i < s->e->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(s->e->ctx->arena, s->e->cmds, &s->e->cmds->init[i]);
        if (!e)
            continue;
        gt_str_add(s->e->out, "INIT ");
        gt_emit_expr(&s->e->em, e, 0);
        gt_str_addc(s->e->out, '\n');
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
        gt_emit_expr(&s->e->em, t->guard, 9);
    else
        gt_str_add(s->e->out, s->stuck);
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++) {
        const gt_expr *e = t ? assigned(t, i) : NULL;
        gt_str_addf(s->e->out, "%snext(%s) = ", lead, s->e->names.vars[i]);
        if (e)
            gt_smv_word_value(&s->e->em, i, e);
        else
            gt_str_add(s->e->out, s->e->names.vars[i]);
    }
}

/* From every state to its copy, for ever. */
static void way_out(smv *s)
{
    gt_str_addf(s->e->out, "TRANS\n  !next(%s) & !%s | next(%s)", s->gone, s->gone, s->gone);
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++)
        gt_str_addf(s->e->out, " & next(%s) = %s", s->e->names.vars[i], s->e->names.vars[i]);
    gt_str_addc(s->e->out, '\n');
}

static void transitions(smv *s)
{
    gt_str_add(s->e->out, "\nTRANS\n");
    if (s->gone)
        gt_str_addf(s->e->out, "  next(%s) |\n", s->gone);
    for (uint32_t i = 0; i < s->e->skeleton->n; i++) {
        const gt_transition *t = &s->e->skeleton->transitions[i];
        gt_str_addf(s->e->out, "  -- %s\n  (", gt_comment(s->e->ctx->arena, t->cmd->label));
        step(s, t);
        gt_str_add(s->e->out, ") |\n");
    }
    gt_str_add(s->e->out, "  -- no rule can fire\n  (");
    step(s, NULL);
    gt_str_add(s->e->out, ")\n");
}

/* What is known to hold, in front of an invariant: the same verdict from fewer bad states. */
static void antecedent(smv *s)
{
    const bool *given = s->e->options->smv_given;
    if (!given)
        return;
    for (uint32_t i = 0; i < s->e->cmds->nprops; i++)
        if (given[i]) {
            gt_emit_expr(&s->e->em, s->e->cmds->props[i].formula, GT_PREC_LEAF);
            gt_str_add(s->e->out, " & ");
        }
    for (uint32_t i = 0; i < s->e->cmds->ninvariants; i++) {
        gt_emit_expr(&s->e->em, s->e->cmds->invariants[i], GT_PREC_LEAF);
        gt_str_add(s->e->out, " & ");
    }
    gt_str_add(s->e->out, "TRUE -> ");
}

static void property(smv *s, uint32_t i)
{
    const gt_cmd_prop *p = &s->e->cmds->props[i];
    const gt_expr *f;
    gt_str_addf(s->e->out, "\n-- %s %s\n", gt_prop_kind_name(p->origin->kind),
                gt_comment(s->e->ctx->arena, p->origin->name));
    switch (p->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR:
        gt_str_addf(s->e->out, "INVARSPEC NAME %s := ", s->e->names.props[i]);
        antecedent(s);
        gt_emit_expr(&s->e->em, p->formula, s->e->options->smv_given ? GT_PREC_LEAF : 0);
        break;
    case GT_PROP_DEADLOCK:
        gt_str_addf(s->e->out, "INVARSPEC NAME %s := ", s->e->names.props[i]);
        antecedent(s);
        gt_str_addf(s->e->out, "!%s", s->stuck);
        if (s->e->cmds->error) {
            gt_str_add(s->e->out, " | ");
            gt_emit_expr(&s->e->em, s->e->cmds->error, GT_PREC_LEAF);
        }
        break;
    case GT_PROP_CTL:
    case GT_PROP_LTL:
        gt_str_addf(s->e->out, "%s NAME %s := ", p->origin->kind == GT_PROP_CTL ? "CTLSPEC" : "LTLSPEC",
                    s->e->names.props[i]);
        f = gt_temporal_without_weak(s->e->ctx->arena, p->formula, p->origin->kind == GT_PROP_LTL);
        if (s->gone && p->origin->kind == GT_PROP_LTL)
            gt_str_addf(s->e->out, "G !%s -> ", s->gone);
        if (s->gone && p->origin->kind == GT_PROP_CTL)
            f = gt_temporal_relative(s->e->ctx->arena, p->formula, not_gone(s),
                                     gt_expr_op1(s->e->ctx->arena, p->origin->pos, GT_EXPR_EG, not_gone(s)));
        gt_emit_expr(&s->e->em, f, s->gone ? 5 : 0);
        break;
    case GT_PROP_PCTL: gt_ice("a PCTL property for NuSMV");
    }
    gt_str_add(s->e->out, ";\n");
}

/* Control first, then each variable whole, in the order of declaration. */
static void order_file(smv *s)
{
    gt_str *out = gt_emit_open(s->e, ".ord");
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++)
        if (s->e->cmds->vars[i].kind != GT_CVAR_COUNTER)
            gt_str_addf(out, "%s\n", s->e->names.vars[i]);
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++)
        if (s->e->cmds->vars[i].kind == GT_CVAR_COUNTER)
            gt_str_addf(out, "%s\n", s->e->names.vars[i]);
}

static void share(smv *s)
{
    gt_share_cmds(s->e->share, s->e->cmds, s->e->options->skip, false);
    for (uint32_t i = 0; i < s->e->skeleton->n; i++)
        if (s->e->skeleton->transitions[i].guard != s->e->skeleton->transitions[i].cmd->guard)
            gt_share_use(s->e->share, s->e->skeleton->transitions[i].guard);
    gt_share_decide(s->e->share, s->e->names.mangler, 12);
}

static void write_smv(gt_emit *e)
{
    smv s = {.e = e, .stuck = gt_mangle(e->names.mangler, "stuck")};
    if (needs_escape(e))
        escape(&s);
    share(&s);
    e->em.hook = gt_smv_word_hook;
    gt_emit_open(e, ".smv");
    const char *base = gt_comment(e->ctx->arena, gt_emit_base(e));
    gt_emit_header(e, "--", "NuSMV",
                   gt_arena_printf(e->ctx->arena,
                                   e->options->order ? "NuSMV -i %s.ord %s.smv" : "NuSMV %s%s.smv",
                                   e->options->order ? base : "", base));
    gt_str_add(e->out, "\nMODULE main\n");
    declare(&s);
    define(&s);
    initial(&s);
    transitions(&s);
    if (s.gone)
        way_out(&s);
    for (uint32_t i = 0; i < e->cmds->nfair; i++) {
        gt_str_add(e->out, i ? "FAIRNESS " : "\nFAIRNESS ");
        if (s.gone)
            gt_str_addf(e->out, "%s | ", s.gone);
        gt_emit_expr(&e->em, e->cmds->fair[i], 8);
        gt_str_addc(e->out, '\n');
    }
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i))
            property(&s, i);
    gt_emit_left_out(e);
    if (e->options->order)
        order_file(&s);
}

static const char *const marks[] = {"</counter-example>", NULL};

const gt_target gt_target_smv = {.name = "smv",
                                 .extension = "smv",
                                 .checker = "NuSMV",
                                 .comment = {"--", ""},
                                 .reserved = reserved,
                                 .ops = &smv_ops,
                                 .by_width = true,
                                 .write = write_smv,
                                 .read = gt_smv_read,
                                 .traces = "an XML trace of NuSMV",
                                 .marks = marks};
