#include "backends/targets/prism_props.h"

#include "backends/targets/common.h"
#include "backends/targets/prism_pctl.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

#include <inttypes.h>

/* ---- what can be said ---- */

/* Whether a CTL operator is decided by finite paths: its truth, or its negation's, has a finite witness. */
static bool is_finite(gt_expr_kind kind)
{
    const gt_path_op *op = &gt_path_ops[kind];
    gt_expr_kind some = op->quantifier == GT_QUANTIFIER_A ? gt_path_ops[op->dual].path : op->path;
    return some == GT_EXPR_X || some == GT_EXPR_F || some == GT_EXPR_U;
}

static uint64_t find_infinite(gt_walk *walk, const gt_expr *e)
{
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL) && !is_finite(e->kind))
        return gt_walk_here(e);
    return gt_temporal_in(e) ? gt_walk_any(walk, e) : 0;
}

const char *gt_prism_refuse(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    const gt_cmds *cmds = e->cmds;
    const gt_cmd_prop *p = &cmds->props[prop];
    bool plain = cmds->sym->kind == GT_MODEL_PLAIN;
    *pos = p->origin->pos;
    if (p->origin->kind == GT_PROP_PCTL && plain)
        return "the model has no probabilities; say mdp, dtmc or ctmc at the top";
    if (p->origin->kind == GT_PROP_PCTL)
        return gt_prism_pctl_refuse(cmds, p->formula, pos);
    if (p->origin->kind != GT_PROP_CTL && p->origin->kind != GT_PROP_LTL)
        return NULL;
    const char *odd = gt_temporal_odd(p->formula, pos);
    if (odd)
        return odd;
    if (p->origin->kind == GT_PROP_LTL)
        return plain ? NULL : "LTL speaks of all paths, PRISM of almost all; write it as pctl";
    if (cmds->nfair > 0)
        return "PRISM has no fairness constraints for CTL";
    const gt_expr *infinite = plain ? NULL : gt_walk_found(gt_walk_once(find_infinite, NULL, p->formula));
    if (infinite) {
        *pos = infinite->pos;
        return "this CTL operator speaks of all infinite paths, PRISM of almost all; write it as pctl";
    }
    return NULL;
}

/* ---- writing ---- */

typedef struct {
    gt_ctx *ctx;
    gt_emitter *em; /* of the model */
    gt_str *out;    /* the properties */
    const char *name;
    uint32_t labels;
} props;

/* A state formula becomes a label of the model. */
static void label(props *p, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST) {
        gt_str_add(p->out, e->u.value ? "true" : "false");
        return;
    }
    const char *name =
        gt_mangle(p->em->names->mangler, gt_arena_printf(p->ctx->arena, "%s_%u", p->name, ++p->labels));
    gt_str_addf(p->em->out, "label \"%s\" = ", name);
    gt_emit_expr(p->em, e, 0);
    gt_str_add(p->em->out, ";\n");
    gt_str_addf(p->out, "\"%s\"", name);
}

static void number(props *p, const gt_expr *e)
{
    int64_t value;
    if (gt_expr_is_const(e, &value)) {
        gt_str_addf(p->out, "%" PRId64, value);
    } else if (e->kind == GT_EXPR_REAL) {
        gt_emit_fraction(p->out, e->u.real.num, e->u.real.den);
    } else if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB) {
        gt_str_addc(p->out, '(');
        number(p, e->kids[0]);
        gt_str_add(p->out, e->kind == GT_EXPR_ADD ? " + " : " - ");
        number(p, e->kids[1]);
        gt_str_addc(p->out, ')');
    } else {
        gt_ice("a bound that is not a number");
    }
}

static void formula(props *p, const gt_expr *e);

/* P>=0.5, Pmax=?, ... */
static void bounded(props *p, const char *op, const gt_bound *b)
{
    gt_str_add(p->out, op);
    if (b->reward)
        gt_str_addf(p->out, "{\"%s\"}", b->reward);
    gt_str_add(p->out, b->opt == GT_EXTREME_MIN ? "min" : b->opt == GT_EXTREME_MAX ? "max" : "");
    gt_str_add(p->out, gt_cmp_text(b->cmp));
    if (b->cmp != GT_CMP_QUERY)
        number(p, b->value);
    gt_str_add(p->out, " [ ");
}

static void time_bound(props *p, const gt_bound *b)
{
    if (!b || (b->cmp == GT_CMP_NONE && !b->upper))
        return;
    if (b->upper) {
        gt_str_addc(p->out, '[');
        number(p, b->value);
        gt_str_addc(p->out, ',');
        number(p, b->upper);
        gt_str_addc(p->out, ']');
    } else {
        gt_str_add(p->out, gt_cmp_text(b->cmp));
        number(p, b->value);
    }
}

/* X f, F<=3 f, f U g, and inside LTL their combinations. */
static void path(props *p, const gt_expr *e)
{
    gt_expr_kind k = e->kind;
    if (k == GT_EXPR_W) { /* Storm does not know it */
        gt_str_addc(p->out, '(');
        formula(p, e->kids[0]);
        gt_str_add(p->out, " U ");
        formula(p, e->kids[1]);
        gt_str_add(p->out, ") | (G ");
        formula(p, e->kids[0]);
        gt_str_addc(p->out, ')');
    } else if (k == GT_EXPR_X || k == GT_EXPR_F || k == GT_EXPR_G) {
        gt_str_add(p->out, gt_expr_kind_name(k));
        time_bound(p, e->u.bound);
        gt_str_addc(p->out, ' ');
        formula(p, e->kids[0]);
    } else if (k == GT_EXPR_U || k == GT_EXPR_R) {
        formula(p, e->kids[0]);
        gt_str_addf(p->out, " %s", gt_expr_kind_name(k));
        time_bound(p, e->u.bound);
        gt_str_addc(p->out, ' ');
        formula(p, e->kids[1]);
    } else if (k == GT_EXPR_CUMUL) {
        gt_str_addc(p->out, 'C');
        time_bound(p, e->u.bound);
    } else if (k == GT_EXPR_INSTANT) {
        gt_str_add(p->out, "I=");
        number(p, e->u.bound->value);
    } else if (k == GT_EXPR_LONGRUN) {
        gt_str_addc(p->out, 'S');
    } else {
        formula(p, e);
    }
}

/* The CTL operators, by P<=0 and P>=1; see the header. */
typedef struct {
    bool negate;      /* of the whole */
    const char *head; /* P<=0 or P>=1 */
    const char *op;   /* X F U */
    bool flip;        /* the operands are negated */
} ctl_form;

static const ctl_form ctl_forms[GT_EXPR_KINDS] = {
    [GT_EXPR_AX] = {false, "P<=0", "X", true},  [GT_EXPR_EX] = {true, "P<=0", "X", false},
    [GT_EXPR_AG] = {false, "P<=0", "F", true},  [GT_EXPR_EF] = {true, "P<=0", "F", false},
    [GT_EXPR_AF] = {false, "P>=1", "F", false}, [GT_EXPR_EG] = {true, "P>=1", "F", true},
    [GT_EXPR_AU] = {false, "P>=1", "U", false}, [GT_EXPR_EU] = {true, "P<=0", "U", false},
};

static void ctl_operand(props *p, const gt_expr *e, bool flip)
{
    gt_str_add(p->out, flip ? "!(" : "(");
    formula(p, e);
    gt_str_addc(p->out, ')');
}

static void ctl(props *p, const gt_expr *e)
{
    const ctl_form *f = &ctl_forms[e->kind];
    gt_str_addf(p->out, "%s(%s [ ", f->negate ? "!" : "", f->head);
    if (e->nkids == 2) {
        ctl_operand(p, e->kids[0], f->flip);
        gt_str_addf(p->out, " %s ", f->op);
        ctl_operand(p, e->kids[1], f->flip);
    } else {
        gt_str_addf(p->out, "%s ", f->op);
        ctl_operand(p, e->kids[0], f->flip);
    }
    gt_str_add(p->out, " ])");
}

static void junction(props *p, const gt_expr *e, const char *op)
{
    gt_str_addc(p->out, '(');
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_str_add(p->out, i ? op : "");
        formula(p, e->kids[i]);
    }
    gt_str_addc(p->out, ')');
}

/* The query looks at the one initial state only, which is no g-state for it unless it is an f-state. */
static void late_until(props *p, const gt_expr *e)
{
    const gt_expr *u = e->kids[0], *f = u->kids[0];
    bounded(p, "P", e->u.bound);
    formula(p, f);
    gt_str_add(p->out, " U");
    time_bound(p, u->u.bound);
    gt_str_add(p->out, " (");
    formula(p, u->kids[1]);
    gt_str_add(p->out, " & (");
    formula(p, f);
    gt_str_add(p->out, " | !\"init\")) ]");
}

static void formula(props *p, const gt_expr *e)
{
    if (!gt_temporal_in(e)) {
        label(p, e);
    } else if (ctl_forms[e->kind].head) {
        ctl(p, e);
    } else if (e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD) {
        if (gt_prism_pctl_late(p->em->names->cmds, e)) {
            late_until(p, e);
            return;
        }
        bounded(p, e->kind == GT_EXPR_PROB ? "P" : e->kind == GT_EXPR_STEADY ? "S" : "R", e->u.bound);
        path(p, e->kids[0]);
        gt_str_add(p->out, " ]");
    } else if (e->kind == GT_EXPR_NOT) {
        gt_str_add(p->out, "!(");
        formula(p, e->kids[0]);
        gt_str_addc(p->out, ')');
    } else if (e->kind == GT_EXPR_AND) {
        junction(p, e, " & ");
    } else if (e->kind == GT_EXPR_OR) {
        junction(p, e, " | ");
    } else if (e->kind == GT_EXPR_IMPLIES) {
        gt_str_addc(p->out, '(');
        ctl_operand(p, e->kids[0], true); /* Storm's formulas have no => */
        gt_str_add(p->out, " | ");
        ctl_operand(p, e->kids[1], false);
        gt_str_addc(p->out, ')');
    } else if (e->kind == GT_EXPR_IFF) {
        for (int side = 0; side < 2; side++) {
            gt_str_add(p->out, side ? " | (" : "((");
            ctl_operand(p, e->kids[0], side == 1);
            gt_str_add(p->out, " & ");
            ctl_operand(p, e->kids[1], side == 1);
            gt_str_addc(p->out, ')');
        }
        gt_str_addc(p->out, ')');
    } else {
        gt_str_addc(p->out, '(');
        path(p, e);
        gt_str_addc(p->out, ')');
    }
}

static void invariant(props *p, const gt_expr *e)
{
    gt_str_add(p->out, "P<=0 [ F ");
    label(p, gt_expr_op1(p->ctx->arena, e->pos, GT_EXPR_NOT, e));
    gt_str_add(p->out, " ]");
}

static void deadlock(props *p, const gt_cmds *cmds, const gt_expr *end, const char *stuck)
{
    const char *name = gt_mangle(p->em->names->mangler, gt_arena_printf(p->ctx->arena, "%s_1", p->name));
    gt_str_addf(p->em->out, "label \"%s\" = %s", name, stuck);
    const gt_expr *fine[] = {cmds->error, end};
    for (int i = 0; i < 2; i++) {
        if (!fine[i])
            continue;
        gt_str_add(p->em->out, " & !");
        gt_emit_expr(p->em, fine[i], GT_PREC_LEAF);
    }
    gt_str_add(p->em->out, ";\n");
    gt_str_addf(p->out, "P<=0 [ F \"%s\" ]", name);
}

void gt_prism_property(gt_emit *e, uint32_t prop, const char *stuck, gt_str *out)
{
    gt_ctx *ctx = e->ctx;
    const gt_cmds *cmds = e->cmds;
    const gt_cmd_prop *cp = &cmds->props[prop];
    props p = {.ctx = ctx, .em = &e->em, .out = out, .name = e->names.props[prop]};
    gt_str *model = e->out;
    gt_str_addc(out, '\n');
    e->out = out;
    gt_emit_prop_source(e, "", cp->origin);
    e->out = model;
    gt_str_addf(out, "\"%s\": ", p.name);
    switch (cp->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR: invariant(&p, cp->formula); break;
    case GT_PROP_DEADLOCK: deadlock(&p, cmds, cp->formula, stuck); break;
    case GT_PROP_CTL: formula(&p, gt_temporal_without_weak(ctx->arena, cp->formula, false)); break;
    case GT_PROP_LTL:
        gt_str_add(out, "P>=1 [ ");
        formula(&p, gt_temporal_without_weak(ctx->arena, gt_emit_ltl(e, prop), false));
        gt_str_add(out, " ]");
        break;
    case GT_PROP_PCTL:
        formula(&p, gt_prism_pctl(ctx->arena, cmds, cp->formula, e->options->prism_slack));
        break;
    }
    gt_str_add(out, ";\n");
}
