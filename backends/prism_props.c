#include "backends/prism_props.h"

#include "backends/common.h"
#include "backends/temporal.h"
#include "runtime/base.h"

#include <inttypes.h>

/* ---- what can be said ---- */

/* Whether a CTL operator is decided by finite paths: its truth, or its negation's, has a finite witness. */
static const bool finite[GT_EXPR_KINDS] = {
    [GT_EXPR_AX] = true, [GT_EXPR_EX] = true, [GT_EXPR_EF] = true, [GT_EXPR_AG] = true,
    [GT_EXPR_EU] = true, [GT_EXPR_AW] = true, [GT_EXPR_AR] = true,
};

static const gt_expr *find_infinite(const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return NULL;
    if (gt_expr_is_temporal(e->kind) && !finite[e->kind])
        return e;
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *found = find_infinite(e->kids[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* ---- bounded paths ---- */

static bool is_zero(const gt_expr *e)
{
    return e->kind == GT_EXPR_REAL ? e->u.real.num == 0 : e->u.value == 0;
}

/* Storm 2.0 answers 1 for `f U[a,b] g`, a > 0, in a g-state of a dtmc or mdp in which no f-state reaches g;
 * it is right in f-states (tests/checks/storm-faults). */
static bool begins_late(const gt_cmds *cmds, const gt_expr *e)
{
    return cmds->sym->kind != GT_MODEL_CTMC && e->kind == GT_EXPR_U && e->u.bound && e->u.bound->upper &&
           !is_zero(e->u.bound->value);
}

static bool starts_once(const gt_cmds *cmds)
{
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        int32_t value;
        if (cmds->init[i].where || !gt_init_constant(cmds, cmds->init[i].var, &value))
            return false;
    }
    return true;
}

static const char *refuse_paths(const gt_cmds *cmds, const gt_expr *e, gt_pos *pos)
{
    if (!gt_temporal_in(e))
        return NULL;
    *pos = e->pos;
    if (e->kind == GT_EXPR_G && e->u.bound &&
        (e->u.bound->upper || e->u.bound->cmp == GT_CMP_GT || e->u.bound->cmp == GT_CMP_GE))
        return "`G` with a lower time bound cannot be asked; ask for `F` of the negation, and take its value "
               "from 1";
    if (e->kind == GT_EXPR_PROB && e->u.bound->cmp == GT_CMP_QUERY && begins_late(cmds, e->kids[0]) &&
        !starts_once(cmds))
        return "Storm is wrong about `U[a,b]` of several initial states; give the model one, or a bound in "
               "place of `=?`";
    for (uint32_t i = 0; i < e->nkids; i++) {
        const char *why = refuse_paths(cmds, e->kids[i], pos);
        if (why)
            return why;
    }
    return NULL;
}

const char *gt_prism_refuse(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    const gt_cmd_prop *p = &cmds->props[prop];
    bool plain = cmds->sym->kind == GT_MODEL_PLAIN;
    (void)ctx;
    *pos = p->origin->pos;
    if (p->origin->kind == GT_PROP_PCTL && plain)
        return "the model has no probabilities; say mdp, dtmc or ctmc at the top";
    if (p->origin->kind == GT_PROP_PCTL)
        return refuse_paths(cmds, p->formula, pos);
    if (p->origin->kind != GT_PROP_CTL && p->origin->kind != GT_PROP_LTL)
        return NULL;
    const char *odd = gt_temporal_odd(p->formula, pos);
    if (odd)
        return odd;
    if (p->origin->kind == GT_PROP_LTL)
        return plain ? NULL : "LTL speaks of all paths, PRISM of almost all; write it as pctl";
    if (cmds->nfair > 0)
        return "PRISM has no fairness constraints for CTL";
    const gt_expr *infinite = plain ? NULL : find_infinite(p->formula);
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
    gt_str_addf(p->em->out, "\nlabel \"%s\" = ", name);
    gt_emit_expr(p->em, e, 0);
    gt_str_add(p->em->out, ";");
    gt_str_addf(p->out, "\"%s\"", name);
}

static void number(props *p, const gt_expr *e)
{
    int64_t value;
    if (gt_expr_is_const(e, &value)) {
        gt_str_addf(p->out, "%" PRId64, value);
        return;
    }
    if (e->kind != GT_EXPR_REAL)
        gt_ice("a bound that is not a number");
    int64_t num = e->u.real.num, den = e->u.real.den, whole = num / den;
    gt_str_addf(p->out, "%" PRId64, whole);
    num -= whole * den;
    gt_str digits;
    gt_str_init(&digits);
    for (int i = 0; i < 30 && num != 0; i++) {
        num *= 10;
        gt_str_addc(&digits, (char)('0' + num / den));
        num %= den;
    }
    if (digits.len)
        gt_str_addf(p->out, ".%s", gt_str_text(&digits));
    gt_str_fini(&digits);
}

static const char *compare(gt_cmp cmp)
{
    switch (cmp) {
    case GT_CMP_NONE: return "";
    case GT_CMP_LT: return "<";
    case GT_CMP_LE: return "<=";
    case GT_CMP_GT: return ">";
    case GT_CMP_GE: return ">=";
    case GT_CMP_QUERY: return "=?";
    }
    gt_ice("comparison %d", (int)cmp);
}

static void formula(props *p, const gt_expr *e);

/* P>=0.5, Pmax=?, ... */
static void bounded(props *p, const char *op, const gt_bound *b)
{
    gt_str_add(p->out, op);
    if (b->reward)
        gt_str_addf(p->out, "{\"%s\"}", b->reward);
    gt_str_add(p->out, b->opt == GT_OPT_MIN ? "min" : b->opt == GT_OPT_MAX ? "max" : "");
    gt_str_add(p->out, compare(b->cmp));
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
        gt_str_add(p->out, compare(b->cmp));
        number(p, b->value);
    }
}

/* G<=t f is `f U[t,t] f`. A strict bound is one step less, or in continuous time the same. */
static void bounded_globally(props *p, const gt_expr *e)
{
    const gt_bound *b = e->u.bound;
    bool steps = p->em->names->cmds->sym->kind != GT_MODEL_CTMC, strict = b->cmp == GT_CMP_LT;
    int64_t t = steps && b->value->kind == GT_EXPR_REAL ? b->value->u.real.num : b->value->u.value;
    if (is_zero(b->value) || (steps && strict && t == 1)) {
        gt_str_add(p->out, "F<=0 ");
        if (strict && is_zero(b->value))
            gt_str_add(p->out, "true");
        else
            formula(p, e->kids[0]);
        return;
    }
    formula(p, e->kids[0]);
    for (int i = 0; i < 2; i++) {
        gt_str_add(p->out, i ? "," : " U[");
        if (steps)
            gt_str_addf(p->out, "%" PRId64, t - strict);
        else
            number(p, b->value);
    }
    gt_str_add(p->out, "] ");
    formula(p, e->kids[0]);
}

/* X f, F<=3 f, f U g, and inside LTL their combinations. */
static void path(props *p, const gt_expr *e)
{
    gt_expr_kind k = e->kind;
    if (k == GT_EXPR_G && e->u.bound && e->u.bound->value) {
        bounded_globally(p, e);
    } else if (k == GT_EXPR_W) { /* Storm does not know it */
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

/* P>=p [ f U[a,b] g ], a > 0: 0 outside of f, where Storm is not asked. The query looks at the one initial
 * state only, which is no g-state for it unless it is an f-state. */
static void late_until(props *p, const gt_expr *e)
{
    const gt_expr *u = e->kids[0], *f = u->kids[0];
    const gt_bound *b = e->u.bound;
    bool query = b->cmp == GT_CMP_QUERY;
    bool zero_fits =
        b->cmp == GT_CMP_LE || (!query && (b->cmp == GT_CMP_GE) == is_zero(b->value) && b->cmp != GT_CMP_GT);
    if (!query) {
        gt_str_addc(p->out, '(');
        ctl_operand(p, f, zero_fits);
        gt_str_add(p->out, zero_fits ? " | " : " & ");
    }
    bounded(p, "P", b);
    formula(p, f);
    gt_str_add(p->out, " U");
    time_bound(p, u->u.bound);
    gt_str_add(p->out, " (");
    formula(p, u->kids[1]);
    if (query) {
        gt_str_add(p->out, " & (");
        formula(p, f);
        gt_str_add(p->out, " | !\"init\")");
    }
    gt_str_add(p->out, query ? ") ]" : ") ])");
}

static void formula(props *p, const gt_expr *e)
{
    if (!gt_temporal_in(e)) {
        label(p, e);
    } else if (ctl_forms[e->kind].head) {
        ctl(p, e);
    } else if (e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD) {
        if (e->kind == GT_EXPR_PROB && begins_late(p->em->names->cmds, e->kids[0])) {
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

static void deadlock(props *p, const gt_cmds *cmds, const char *stuck)
{
    const char *name = gt_mangle(p->em->names->mangler, gt_arena_printf(p->ctx->arena, "%s_1", p->name));
    gt_str_addf(p->em->out, "\nlabel \"%s\" = %s", name, stuck);
    if (cmds->error) {
        gt_str_add(p->em->out, " & !");
        gt_emit_expr(p->em, cmds->error, GT_PREC_LEAF);
    }
    gt_str_addf(p->em->out, ";");
    gt_str_addf(p->out, "P<=0 [ F \"%s\" ]", name);
}

void gt_prism_property(gt_ctx *ctx, gt_emitter *em, uint32_t prop, const char *stuck, gt_str *out)
{
    const gt_cmds *cmds = em->names->cmds;
    const gt_cmd_prop *cp = &cmds->props[prop];
    gt_pos pos;
    const char *why = NULL;
    props p = {.ctx = ctx, .em = em, .out = out, .name = em->names->props[prop]};
    gt_str_addf(out, "\n// %s %s\n\"%s\": ", gt_prop_kind_name(cp->origin->kind),
                gt_comment(ctx->arena, cp->origin->name), p.name);
    switch (cp->origin->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_NOERROR: invariant(&p, cp->formula); break;
    case GT_PROP_DEADLOCK: deadlock(&p, cmds, stuck); break;
    case GT_PROP_CTL: formula(&p, gt_temporal_without_weak(ctx->arena, cp->formula, false)); break;
    case GT_PROP_LTL:
        gt_str_add(out, "P>=1 [ ");
        formula(&p,
                gt_temporal_without_weak(ctx->arena, gt_temporal_ltl(ctx, cmds, prop, &pos, &why), false));
        gt_str_add(out, " ]");
        break;
    case GT_PROP_PCTL: formula(&p, cp->formula); break;
    }
    gt_str_add(out, ";\n");
    gt_str_add(em->out, "\n");
}
