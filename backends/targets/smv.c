/* NuSMV. One TRANS, the disjunction of the commands, over unsigned words; see docs/backends.md for the
 * measurements. */
#include "backends/targets/common.h"
#include "backends/targets/frames.h"
#include "backends/targets/layout.h"
#include "backends/targets/read.h"
#include "backends/targets/rules.h"
#include "backends/targets/smv_picks.h"
#include "backends/targets/smv_word.h"
#include "ir/expr/walk.h"
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
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, 12, "0 - @1"},
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
            [GT_EXPR_DIV] = {GT_FORM_FORMAT, 14, "@1 / @2"},
            [GT_EXPR_MOD] = {GT_FORM_FORMAT, 14, "@1 mod @2"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, 6, "($1) <= ($2) ? @1 : @2"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, 6, "($1) >= ($2) ? @1 : @2"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, 6,
                             GT_LAYOUT_OPEN "@1" GT_LAYOUT_BREAK "? @2" GT_LAYOUT_BREAK
                                            ": @3" GT_LAYOUT_CLOSE},
            [GT_EXPR_AX] = {GT_FORM_PREFIX, 20, "AX "},
            [GT_EXPR_EX] = {GT_FORM_PREFIX, 20, "EX "},
            [GT_EXPR_AF] = {GT_FORM_PREFIX, 20, "AF "},
            [GT_EXPR_EF] = {GT_FORM_PREFIX, 20, "EF "},
            [GT_EXPR_AG] = {GT_FORM_PREFIX, 20, "AG "},
            [GT_EXPR_EG] = {GT_FORM_PREFIX, 20, "EG "},
            [GT_EXPR_AU] = {GT_FORM_FORMAT, GT_PREC_LEAF, "A [ $1 U $2 ]"},
            [GT_EXPR_EU] = {GT_FORM_FORMAT, GT_PREC_LEAF, "E [ $1 U $2 ]"},
            [GT_EXPR_X] = {GT_FORM_PREFIX, 20, "X "},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "F "},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "G "},
            [GT_EXPR_U] = {GT_FORM_FORMAT, 19, "@1 U @2"},
            [GT_EXPR_R] = {GT_FORM_FORMAT, 19, "@1 V @2"},
        },
    .among = {GT_FORM_INFIX, 11, "in {"},
    .indicator = {GT_FORM_FORMAT, GT_PREC_LEAF, "toint($1)"},
};

typedef struct {
    gt_emit *e;
    bool words; /* numbers are words; else ranges */
    gt_conditions rules;
    const char *stuck; /* name of the definition: no command can fire */
    gt_frames same;
    const char *gone; /* the variable that leaves unfair states a fair way out (see escape), or NULL */
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

/* ---- words or ranges ---- */

/* Products of variables, and divisions whose sign or divisor is not plain, are exact only for words. */
static uint64_t needs_words(gt_walk *walk, const gt_expr *e)
{
    int64_t value;
    bool divides = e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD;
    if (divides && (gt_emit_signed_division(e) || !gt_expr_is_const(e->kids[1], &value)))
        return true;
    if (e->kind == GT_EXPR_MUL && !gt_expr_is_const(e->kids[0], &value) &&
        !gt_expr_is_const(e->kids[1], &value))
        return true;
    return gt_walk_any(walk, e);
}

/* Ranges are as people write them, and as fast while all of them together are so small; words have adders
 * (docs/backends.md). */
enum { WIDEST_RANGE = 100, MOST_BITS = 24 };

static bool has_words(const gt_emit *e)
{
    gt_walk walk = {.node = needs_words};
    bool words = false;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < e->cmds->nvars; i++) {
        gt_type type = e->cmds->vars[i].type;
        if (e->names.values[i].symbols || type.kind == GT_TYPE_BOOL)
            continue;
        words = words || (int64_t)type.hi - type.lo > WIDEST_RANGE;
        bits += gt_smv_bits(type);
    }
    words = words || bits > MOST_BITS;
    for (uint32_t i = 0; i < e->skeleton->n && !words; i++) {
        const gt_transition *t = &e->skeleton->transitions[i];
        words = gt_walk_at(&walk, t->guard);
        for (uint32_t p = 0; p < t->cmd->npicks; p++)
            words = words || gt_walk_at(&walk, t->cmd->picks[p].where);
        for (uint32_t a = 0; a < t->nassigns; a++)
            words = words || gt_walk_at(&walk, t->assigns[a].value);
    }
    for (uint32_t i = 0; i < e->cmds->ninit; i++)
        words = words || gt_walk_at(&walk, e->cmds->init[i].lo) || gt_walk_at(&walk, e->cmds->init[i].hi) ||
                gt_walk_at(&walk, e->cmds->init[i].where);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        words = words || gt_walk_at(&walk, e->cmds->props[i].formula);
    for (uint32_t i = 0; i < e->cmds->nfair; i++)
        words = words || gt_walk_at(&walk, e->cmds->fair[i]);
    for (uint32_t i = 0; i < e->cmds->ninvariants; i++)
        words = words || gt_walk_at(&walk, e->cmds->invariants[i]);
    gt_walk_fini(&walk);
    return words;
}

/* ---- declarations ---- */

static void declare(smv *s)
{
    gt_str_add(s->e->out, "\nVAR\n");
    for (uint32_t i = 0; i < s->e->cmds->nvars; i++) {
        gt_type type = s->e->cmds->vars[i].type;
        const gt_value_set *values = &s->e->names.values[i];
        gt_str_addf(s->e->out, "  %s : ", s->e->names.vars[i]);
        if (type.kind == GT_TYPE_BOOL) {
            gt_str_add(s->e->out, "boolean;\n");
        } else if (values->symbols) {
            gt_str_add(s->e->out, "{" GT_LAYOUT_OPEN);
            for (int32_t v = type.lo; v <= type.hi; v++)
                gt_str_addf(s->e->out, "%s%s", v > type.lo ? "," GT_LAYOUT_BREAK : "",
                            values->names[v - type.lo]);
            gt_str_add(s->e->out, GT_LAYOUT_CLOSE "};\n");
        } else {
            gt_smv_type(s->e->out, type, s->words);
            if (s->words)
                gt_str_addf(s->e->out, "; -- %d..%d\n", type.lo, type.hi);
            else
                gt_str_add(s->e->out, ";\n");
        }
    }
    if (s->gone)
        gt_str_addf(s->e->out, "  %s : boolean;\n", s->gone);
    gt_smv_inputs(s->e, s->words);
}

static void stuck(smv *s)
{
    const char *lead = "";
    gt_str_addf(s->e->out, "  %s := ", s->stuck);
    if (s->e->skeleton->stuck->kind == GT_EXPR_CONST) {
        gt_emit_expr(&s->e->em, s->e->skeleton->stuck, 0);
    } else {
        bool one = s->e->cmds->ncmds == 1;
        gt_str_add(s->e->out, one ? "!" : "!(" GT_LAYOUT_OPEN);
        for (uint32_t i = 0; i < s->e->cmds->ncmds; i++) {
            if (s->rules.again[i])
                continue;
            gt_str_addf(s->e->out, "%s%s", lead, s->rules.names[i]);
            lead = GT_LAYOUT_BREAK "| ";
        }
        gt_str_add(s->e->out, one ? "" : GT_LAYOUT_CLOSE ")");
    }
    gt_str_add(s->e->out, ";\n");
}

static void define_same(gt_emit *e, const char *name, uint32_t var, const char *left, const char *right)
{
    if (left)
        gt_str_addf(e->out, "  %s := %s & %s;\n", name, left, right);
    else
        gt_str_addf(e->out, "  %s := " GT_LAYOUT_OPEN "next(%s) =" GT_LAYOUT_SOFT "%s" GT_LAYOUT_CLOSE ";\n",
                    name, e->names.vars[var], e->names.vars[var]);
}

static void define(smv *s)
{
    gt_str_add(s->e->out, "\nDEFINE\n");
    for (uint32_t i = 0; i < s->e->names.nnumbers; i++) {
        const gt_value_name *v = &s->e->names.numbers[i];
        if (s->words)
            gt_str_addf(s->e->out, "  %s := 0ud%u_%llu;\n", v->name, v->bits,
                        (unsigned long long)((uint64_t)(int64_t)v->value & (((uint64_t)1 << v->bits) - 1)));
        else
            gt_str_addf(s->e->out, "  %s := %d;\n", v->name, v->value);
    }
    gt_emit_definitions(s->e, "  ", " := ", ";\n");
    for (uint32_t i = 0; i < s->e->cmds->ncmds; i++) {
        if (s->rules.again[i])
            continue;
        gt_str_addf(s->e->out, "  %s := ", s->rules.names[i]);
        gt_emit_expr(&s->e->em, s->e->skeleton->fires[i], 0);
        gt_str_add(s->e->out, ";\n");
    }
    stuck(s);
    if (s->same.named)
        gt_str_add(s->e->out, "  -- same_A_B: variables A to B, as they are declared, keep their values\n");
    gt_frames_defined(&s->same, define_same);
}

static void initial(smv *s)
{
    const char *lead = "\nINIT\n  " GT_LAYOUT_OPEN;
    if (s->gone) {
        gt_str_addf(s->e->out, "%s!%s", lead, s->gone);
        lead = GT_LAYOUT_BREAK "& ";
    }
    for (uint32_t i = 0; i < s->e->cmds->ninit; i++) {
        const gt_expr *e = gt_skeleton_init(s->e->ctx->arena, s->e->cmds, &s->e->cmds->init[i],
                                            !s->words || s->e->names.values[s->e->cmds->init[i].var].symbols);
        if (!e)
            continue;
        gt_str_add(s->e->out, lead);
        gt_emit_expr(&s->e->em, e, 8);
        lead = GT_LAYOUT_BREAK "& ";
    }
    if (*lead != '\n')
        gt_str_add(s->e->out, GT_LAYOUT_CLOSE "\n");
}

/* ---- transitions ---- */

/* Whether the assignment says what it is: x := the value picked for x. */
static bool is_destination(const gt_transition *t, const int32_t *to, const gt_assign *a)
{
    for (uint32_t p = 0; p < t->cmd->npicks; p++)
        if (to[p] == (int32_t)a->var && a->value->kind == GT_EXPR_BOUND &&
            a->value->u.binder == t->cmd->picks[p].value)
            return true;
    return false;
}

static void next(smv *s, uint32_t var, const gt_expr *value)
{
    gt_str_addf(s->e->out, GT_LAYOUT_BREAK "& " GT_LAYOUT_OPEN "next(%s) =" GT_LAYOUT_SOFT,
                s->e->names.vars[var]);
    if (s->words)
        gt_smv_word_value(&s->e->em, var, value);
    else
        gt_emit_value(&s->e->em, var, value, 11);
    gt_str_add(s->e->out, GT_LAYOUT_CLOSE);
}

static bool is_symbol(const smv *s, const gt_expr *bound)
{
    const gt_value_set *values = gt_names_values(&s->e->names, bound);
    return values && values->symbols;
}

/* A word has more values than a range. */
static void within_range(smv *s, const gt_pick *pick)
{
    gt_arena *arena = s->e->ctx->arena;
    gt_type type = pick->value->type;
    const gt_expr *bound = gt_expr_bound(arena, (gt_pos){0}, pick->value);
    if (!s->words || type.kind == GT_TYPE_BOOL || is_symbol(s, bound))
        return;
    for (int side = 0; side < 2; side++) {
        if (side ? !(type.hi & (type.hi + 1LL)) && type.lo >= 0 : type.lo == 0)
            continue;
        gt_str_add(s->e->out, GT_LAYOUT_BREAK "& ");
        gt_emit_expr(&s->e->em,
                     gt_expr_op2(arena, (gt_pos){0}, side ? GT_EXPR_LE : GT_EXPR_GE, bound,
                                 gt_expr_const(arena, (gt_pos){0}, type, side ? type.hi : type.lo)),
                     9);
    }
}

static void same_part(gt_emit *e, const char *name, uint32_t n)
{
    (void)n;
    gt_str_addf(e->out, GT_LAYOUT_BREAK "& %s", name);
}

static void same_variable(gt_emit *e, const char *name, uint32_t n)
{
    (void)n;
    gt_str_addf(e->out, GT_LAYOUT_BREAK "& " GT_LAYOUT_OPEN "next(%s) =" GT_LAYOUT_SOFT "%s" GT_LAYOUT_CLOSE,
                name, name);
}

/* What the transition does not change (NULL: everything) stays. */
static void frame(smv *s, const gt_transition *t)
{
    gt_frames_kept(&s->same, t, s->same.named ? same_part : same_variable);
}

/* What is picked, what changes, what does not. */
static void step(smv *s, const gt_transition *t, uint32_t cmd)
{
    const int32_t *to = t ? gt_smv_destinations(s->e, t) : NULL;
    gt_str_add(s->e->out, t ? (s->rules.names[cmd] ? s->rules.names[cmd] : "TRUE") : s->stuck);
    gt_smv_pick(s->e, t);
    if (t && t->possible) {
        gt_str_add(s->e->out, GT_LAYOUT_BREAK "& ");
        gt_emit_expr(&s->e->em, t->possible, 9);
    }
    for (uint32_t p = 0; t && p < t->cmd->npicks; p++) {
        within_range(s, &t->cmd->picks[p]);
        if (!t->cmd->picks[p].where)
            continue;
        gt_str_add(s->e->out, GT_LAYOUT_BREAK "& ");
        gt_emit_expr(&s->e->em, t->cmd->picks[p].where, 9);
    }
    for (uint32_t a = 0; t && a < t->nassigns; a++)
        if (!is_destination(t, to, &t->assigns[a]))
            next(s, t->assigns[a].var, t->assigns[a].value);
    frame(s, t);
    gt_smv_pick(s->e, NULL);
}

/* From every state to its copy, for ever. */
static void way_out(smv *s)
{
    gt_str_addf(s->e->out, "TRANS\n  !next(%s) & !%s | next(%s)" GT_LAYOUT_OPEN, s->gone, s->gone, s->gone);
    frame(s, NULL);
    gt_str_add(s->e->out, GT_LAYOUT_CLOSE "\n");
}

static void transitions(smv *s)
{
    const gt_skeleton *sk = s->e->skeleton;
    gt_str_add(s->e->out, "\nTRANS\n");
    if (s->gone)
        gt_str_addf(s->e->out, "  next(%s) |\n", s->gone);
    for (uint32_t i = 0; i < sk->n; i++) {
        gt_rule_comment(s->e, "  ", i ? sk->transitions[i - 1].cmd : NULL, sk->transitions[i].cmd);
        gt_str_add(s->e->out, "  (" GT_LAYOUT_OPEN);
        step(s, &sk->transitions[i], (uint32_t)(sk->transitions[i].cmd - s->e->cmds->cmds));
        gt_str_add(s->e->out, GT_LAYOUT_CLOSE ")");
        gt_str_add(s->e->out, " |\n");
    }
    gt_str_add(s->e->out, "  -- no rule can fire\n  (" GT_LAYOUT_OPEN);
    step(s, NULL, 0);
    gt_str_add(s->e->out, GT_LAYOUT_CLOSE ")\n");
}

/* What is known to hold, in front of an invariant: the same verdict from fewer bad states. */
static void antecedent(smv *s)
{
    const bool *given = s->e->options->smv_given;
    if (!given)
        return;
    for (uint32_t i = 0; i < s->e->cmds->nprops; i++)
        if (given[i]) {
            gt_emit_expr(&s->e->em, s->e->cmds->props[i].formula, 9);
            gt_str_add(s->e->out, GT_LAYOUT_BREAK "& ");
        }
    for (uint32_t i = 0; i < s->e->cmds->ninvariants; i++) {
        gt_emit_expr(&s->e->em, s->e->cmds->invariants[i], 9);
        gt_str_add(s->e->out, GT_LAYOUT_BREAK "& ");
    }
    gt_str_add(s->e->out, "TRUE -> ");
}

static void property(smv *s, uint32_t i)
{
    const gt_cmd_prop *p = &s->e->cmds->props[i];
    const gt_expr *f;
    gt_str_addc(s->e->out, '\n');
    gt_emit_prop_source(s->e, "", p->origin);
    switch (p->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR:
        gt_str_addf(s->e->out, "INVARSPEC NAME %s := ", s->e->names.props[i]);
        antecedent(s);
        gt_emit_expr(&s->e->em, p->formula, s->e->options->smv_given ? 5 : 0);
        break;
    case GT_PROP_DEADLOCK:
        gt_str_addf(s->e->out, "INVARSPEC NAME %s := ", s->e->names.props[i]);
        antecedent(s);
        gt_str_addf(s->e->out, "!%s", s->stuck);
        if (s->e->cmds->error) {
            gt_str_add(s->e->out, " | ");
            gt_emit_expr(&s->e->em, s->e->cmds->error, 8);
        }
        if (p->formula) {
            gt_str_add(s->e->out, " | ");
            gt_emit_expr(&s->e->em, p->formula, 8);
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
        gt_share_use(s->e->share, s->e->skeleton->transitions[i].possible);
    for (uint32_t i = 0; i < s->e->cmds->ncmds; i++)
        if (s->e->cmds->cmds[i].npicks)
            gt_share_use(s->e->share, s->e->skeleton->fires[i]);
    gt_share_decide(s->e->share, &s->e->names, 12);
}

static void write_smv(gt_emit *e)
{
    smv s = {.e = e, .stuck = gt_mangle(e->names.mangler, "stuck")};
    if (needs_escape(e))
        escape(&s);
    s.rules = gt_rule_conditions(e, "", e->skeleton->fires);
    s.words = has_words(e);
    share(&s);
    s.same = gt_frames_new(e, "same", true);
    e->em.hook = s.words ? gt_smv_word_hook : NULL;
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
                                 .symbolic = true,
                                 .symbols = GT_SYMBOLS_WORDS,
                                 .picks = gt_is_chosen,
                                 .write = write_smv,
                                 .read = gt_smv_read,
                                 .traces = "an XML trace of NuSMV",
                                 .marks = marks};
