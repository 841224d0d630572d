/* What the front end refuses in text although the types are right: the same must not come in through XML. */
#include "ir/xml_read.h"

#include <inttypes.h>
#include <string.h>

static void fail(gt_xml_in *in, const void *object, const char *message)
{
    gt_xml_check_report(in, object, message);
}

/* The value of a constant expression of numbers. */
static bool constant(const gt_expr *e, double *value)
{
    double x = 0, y = 0;
    if (e->kind == GT_EXPR_CONST) {
        *value = (double)e->u.value;
        return true;
    }
    if (e->kind == GT_EXPR_REAL) {
        *value = (double)e->u.real.num / (double)e->u.real.den;
        return true;
    }
    bool one = e->kind == GT_EXPR_NEG;
    bool two = e->kind >= GT_EXPR_ADD && e->kind <= GT_EXPR_DIV && e->nkids == 2;
    if ((!one && !two) || !constant(e->kids[0], &x) || (two && !constant(e->kids[1], &y)))
        return false;
    if (e->kind == GT_EXPR_DIV && !(y < 0 || y > 0))
        return false;
    *value = one                      ? -x
             : e->kind == GT_EXPR_ADD ? x + y
             : e->kind == GT_EXPR_SUB ? x - y
             : e->kind == GT_EXPR_MUL ? x * y
                                      : x / y;
    return true;
}

/* ---- rules ---- */

static void check_rule(gt_xml_in *in, const gt_rule *rule)
{
    gt_model_kind model = in->sym->kind;
    double value, sum = 0;
    bool all = rule->branches[0].prob != NULL;
    if (rule->rate && model != GT_MODEL_CTMC)
        fail(in, rule->rate, "only a ctmc has rates");
    if (rule->rate && constant(rule->rate, &value) && !(value > 0))
        fail(in, rule->rate, "a rate must be positive");
    for (uint32_t i = 0; i < rule->nbranches; i++) {
        const gt_expr *prob = rule->branches[i].prob;
        if (!prob)
            continue;
        if (model == GT_MODEL_PLAIN)
            fail(in, prob, "only an mdp, a dtmc or a ctmc has probabilities");
        if (!constant(prob, &value)) {
            all = false;
            continue;
        }
        if (value < 0 || value > 1)
            fail(in, prob, "a probability is between 0 and 1");
        sum += value;
    }
    if (all && (sum < 1 - 1e-9 || sum > 1 + 1e-9))
        fail(in, rule, "the probabilities of the branches do not add up to 1");
}

/* ---- initial values: there is no state yet that could be in error ---- */

static void check_safe(gt_xml_in *in, const gt_expr *e)
{
    const gt_expr *index = NULL;
    if (e->kind == GT_EXPR_VAR && e->nkids)
        index = e->kids[0];
    if (e->kind == GT_EXPR_LOCAL && e->nkids > 1)
        index = e->kids[1];
    if (index && (index->type.lo < 0 || index->type.hi >= (int64_t)e->u.var->len))
        fail(in, e, "an initial value must not index outside an array");
    bool divides = (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) && e->type.kind == GT_TYPE_INT;
    if (divides && e->kids[1]->type.lo <= 0 && e->kids[1]->type.hi >= 0)
        fail(in, e, "an initial value must not divide by what may be zero");
    for (uint32_t i = 0; i < e->nkids; i++)
        check_safe(in, e->kids[i]);
}

static void check_init(gt_xml_in *in, const gt_var *var)
{
    for (uint32_t i = 0; i < var->ninits; i++) {
        const gt_init *init = &var->inits[i];
        gt_type t = init->choice ? init->choice->type : init->expr->type;
        if (init->choice && init->choice->where)
            check_safe(in, init->choice->where);
        if (!init->choice)
            check_safe(in, init->expr);
        if (t.kind == GT_TYPE_INT && (t.lo < var->type.lo || t.hi > var->type.hi))
            fail(in, var, "an initial value may be outside the variable's range");
        if (t.kind == GT_TYPE_ID && t.optional && !var->type.optional)
            fail(in, var, "an initial value may be none");
    }
}

/* ---- pctl ---- */

static bool has_reward(const gt_sym *sym, const char *name)
{
    for (uint32_t i = 0; i < sym->nrewards; i++)
        if (!strcmp(sym->rewards[i]->name, name))
            return true;
    return false;
}

static void check_limit(gt_xml_in *in, const gt_expr *e)
{
    const gt_bound *b = e->u.bound;
    bool probability = e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY;
    const gt_expr *values[2] = {b ? b->value : NULL, b ? b->upper : NULL};
    for (int i = 0; i < 2; i++) {
        double value;
        if (!values[i])
            continue;
        if (!constant(values[i], &value))
            fail(in, e, "a bound must be a constant");
        else if (value < 0 || (probability && value > 1))
            fail(in, e, "a bound is out of range");
    }
    if (b && b->reward && !has_reward(in->sym, b->reward))
        fail(in, e, "there is no such reward");
    if (e->kind == GT_EXPR_REWARD && !b->reward && in->sym->nrewards == 0)
        fail(in, e, "there is no reward to ask about");
    bool mdp = in->sym->kind == GT_MODEL_MDP;
    if (b && b->opt != GT_OPT_PLAIN && !mdp)
        fail(in, e, "min and max are for an mdp");
    bool asks = b && b->cmp == GT_CMP_QUERY;
    if (asks && mdp && b->opt == GT_OPT_PLAIN)
        fail(in, e, "in an mdp the value depends on the choices: ask for min or max");
    if (e->kind == GT_EXPR_STEADY && mdp)
        fail(in, e, "an mdp has no steady state");
}

/* `path`: directly below P or R, where a path stands. */
static void check_pctl(gt_xml_in *in, const gt_expr *e, bool path)
{
    unsigned group = gt_check_group(e->kind);
    bool is_path = group == GT_GROUP_LTL || (e->kind >= GT_EXPR_CUMUL && e->kind <= GT_EXPR_LONGRUN);
    if (path != is_path || e->kind == GT_EXPR_R)
        fail(in, e, is_path ? "a path stands only inside P or R" : "P and R need a path");
    if (gt_expr_is_temporal(e->kind))
        check_limit(in, e);
    bool over_path = e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_REWARD;
    for (uint32_t i = 0; i < e->nkids && gt_expr_is_temporal(e->kind); i++)
        check_pctl(in, e->kids[i], over_path);
    for (uint32_t i = 0; i < e->nkids && group == GT_GROUP_OP; i++)
        check_pctl(in, e->kids[i], false);
}

/* No bound outside pctl. */
static void check_unbounded(gt_xml_in *in, const gt_expr *e)
{
    if (gt_check_group(e->kind) == GT_GROUP_LTL && e->u.bound && e->u.bound->cmp != GT_CMP_NONE)
        fail(in, e, "only the paths of pctl have bounds");
    for (uint32_t i = 0; i < e->nkids; i++)
        check_unbounded(in, e->kids[i]);
}

static void check_prop(gt_xml_in *in, const gt_prop *prop)
{
    if (prop->kind == GT_PROP_PCTL && in->sym->kind == GT_MODEL_PLAIN)
        fail(in, prop, "only an mdp, a dtmc or a ctmc has pctl properties");
    else if (prop->kind == GT_PROP_PCTL)
        check_pctl(in, prop->formula, false);
    else if (prop->formula)
        check_unbounded(in, prop->formula);
    if (prop->kind == GT_PROP_NOERROR)
        fail(in, prop, "this property is made by gentrans itself");
}

void gt_xml_check_rules(gt_xml_in *in)
{
    const gt_sym *sym = in->sym;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        check_init(in, sym->shared[i]);
        if (sym->shared[i]->is_ghost || sym->shared[i]->is_error)
            fail(in, sym->shared[i], "this variable is made by gentrans itself");
    }
    for (uint32_t k = 0; k < sym->nprocs; k++)
        for (uint32_t i = 0; i < sym->procs[k]->nvars; i++)
            check_init(in, sym->procs[k]->vars[i]);
    for (uint32_t i = 0; i < sym->nrules; i++)
        check_rule(in, sym->rules[i]);
    for (uint32_t i = 0; i < sym->nprops; i++)
        check_prop(in, sym->props[i]);
    if (sym->nrewards && sym->kind == GT_MODEL_PLAIN)
        fail(in, sym->rewards[0], "only an mdp, a dtmc or a ctmc has rewards");
}
