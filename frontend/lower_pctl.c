/* The operators of pctl: P, S, R, their bounds and paths. */
#include "frontend/lower.h"

#include <string.h>

static gt_cmp cmp_of(gt_word word)
{
    switch ((int)word) {
    case GT_WORD_LT: return GT_CMP_LT;
    case GT_WORD_LE: return GT_CMP_LE;
    case GT_WORD_GT: return GT_CMP_GT;
    case GT_WORD_GE: return GT_CMP_GE;
    }
    return GT_CMP_NONE;
}

static gt_opt opt_of(gt_word word)
{
    if (word == GT_WORD_Pmin || word == GT_WORD_Rmin || word == GT_WORD_min)
        return GT_OPT_MIN;
    return word == GT_WORD_Pmax || word == GT_WORD_Rmax || word == GT_WORD_max ? GT_OPT_MAX : GT_OPT_PLAIN;
}

/* A constant real; `most` is the largest it may be, or negative. */
static const gt_expr *constant(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what, int most)
{
    gt_env inside = *env;
    inside.no_time = true;
    inside.why = what;
    const gt_expr *e = gt_lower_real(lw, &inside, syn, what);
    int64_t num, den;
    if (!e)
        return NULL;
    if (!gt_lower_const_real(e, &num, &den)) {
        gt_error(lw->diag, syn->pos, "not-constant", "%s must be a constant", what);
        return NULL;
    }
    if (num < 0 || (most >= 0 && num > most * den)) {
        gt_error(lw->diag, syn->pos, "probability",
                 most >= 0 ? "%s is between 0 and %d" : "%s cannot be negative", what, most);
        return NULL;
    }
    return e->kind == GT_EXPR_CONST ? e : gt_expr_real(lw->arena, e->pos, num, den);
}

/* P>=0.9, Pmax=?, ...: the part in front of [ ]. */
static gt_bound *bound(gt_lower *lw, const gt_env *env, const gt_syn *syn, bool probability)
{
    const gt_syn *b = gt_syn_get(syn, GT_FIELD_bound);
    gt_bound *out = GT_NEW(lw->arena, gt_bound);
    out->opt = opt_of(syn->word);
    bool mdp = lw->sym->kind == GT_MODEL_MDP, query = b->kind == GT_SYN_query;
    if (mdp && query && out->opt == GT_OPT_PLAIN) {
        gt_error(lw->diag, syn->pos, "property",
                 "in an mdp the value depends on the choices: ask for the smallest or "
                 "the largest");
        gt_help(lw->diag, "write `%smin=?` or `%smax=?`", probability ? "P" : "R", probability ? "P" : "R");
        return NULL;
    }
    if (!mdp && out->opt != GT_OPT_PLAIN) {
        gt_error(lw->diag, syn->pos, "property", "`%s` is for an mdp; here there is one value",
                 gt_word_text(syn->word));
        gt_help(lw->diag, "write `%s`", probability ? "P" : "R");
        return NULL;
    }
    out->cmp = query ? GT_CMP_QUERY : cmp_of(b->word);
    if (query)
        return out;
    const char *what = probability ? "a probability" : "the bound of a reward";
    out->value = constant(lw, env, gt_syn_get(b, GT_FIELD_value), what, probability ? 1 : -1);
    return out->value ? out : NULL;
}

/* A time: in a dtmc or mdp a number of steps. */
static const gt_expr *time_of(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_expr *e = constant(lw, env, syn, "a time bound", -1);
    int64_t num, den;
    if (!e || lw->sym->kind == GT_MODEL_CTMC || !gt_lower_const_real(e, &num, &den) || den == 1)
        return e;
    gt_error(lw->diag, syn->pos, "property",
             "time is counted in steps here, so the bound must be an integer");
    return NULL;
}

static const gt_bound *time_bound(gt_lower *lw, const gt_env *env, const gt_syn *syn, bool *ok)
{
    if (!syn)
        return NULL;
    gt_bound *out = GT_NEW(lw->arena, gt_bound);
    const gt_syn *value = gt_syn_get(syn, GT_FIELD_value);
    const gt_syn *high = gt_syn_get(syn, GT_FIELD_high);
    out->cmp = value ? cmp_of(syn->word) : GT_CMP_LE;
    out->value = time_of(lw, env, value ? value : gt_syn_get(syn, GT_FIELD_low));
    out->upper = high ? time_of(lw, env, high) : NULL;
    *ok = *ok && out->value && (!high || out->upper);
    return out;
}

static const gt_expr *path(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_syn *left = gt_syn_get(syn, GT_FIELD_left);
    const gt_expr *kids[2];
    uint32_t n = 0;
    bool ok = true;
    const gt_bound *time = time_bound(lw, env, gt_syn_get(syn, GT_FIELD_time), &ok);
    if (left)
        kids[n++] = gt_lower_bool(lw, env, left, "a path");
    kids[n++] = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_right), "a path");
    if (!ok || !kids[0] || !kids[n - 1])
        return NULL;
    gt_expr_kind kind = syn->word == GT_WORD_X   ? GT_EXPR_X
                        : syn->word == GT_WORD_F ? GT_EXPR_F
                        : syn->word == GT_WORD_G ? GT_EXPR_G
                        : syn->word == GT_WORD_U ? GT_EXPR_U
                                                 : GT_EXPR_W;
    return gt_expr_bounded(lw->arena, syn->pos, kind, time, n, kids);
}

static const gt_expr *reward_path(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    bool ok = true;
    if (syn->word == GT_WORD_F) {
        const gt_expr *e = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_body), "a path");
        return e ? gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_F, NULL, 1, &e) : NULL;
    }
    if (syn->word == GT_WORD_C) {
        const gt_bound *time = time_bound(lw, env, gt_syn_get(syn, GT_FIELD_time), &ok);
        return ok ? gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_CUMUL, time, 0, NULL) : NULL;
    }
    if (syn->word == GT_WORD_I) {
        gt_bound *time = GT_NEW(lw->arena, gt_bound);
        time->cmp = GT_CMP_LE; /* of no meaning here, but a bound has one */
        time->value = time_of(lw, env, gt_syn_get(syn, GT_FIELD_value));
        return time->value ? gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_INSTANT, time, 0, NULL) : NULL;
    }
    return gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_LONGRUN, NULL, 0, NULL);
}

/* The reward structure a property asks about: the one named, or the only one. */
static bool structure(gt_lower *lw, const gt_syn *syn, gt_bound *b)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_structure);
    if (!name && lw->reward_names.n == 1)
        return true;
    if (!name) {
        gt_error(lw->diag, syn->pos, "property",
                 lw->reward_names.n ? "say which reward: there are several"
                                    : "there is no reward to ask about");
        gt_help(lw->diag, "write `R{\"name\"}=? [...]`, and `reward name: ...;` at top level");
        return false;
    }
    b->reward = name->text;
    if (gt_table_get(&lw->reward_names, name->text))
        return true;
    gt_error(lw->diag, name->pos, "unknown-name", "there is no reward called `%s`", name->text);
    gt_help(lw->diag, "declare it: `reward %s: ...;`", name->text);
    return false;
}

const gt_expr *gt_lower_pctl(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (env->no_time) {
        bool quantifier = strcmp(env->why, "exists") == 0 || strcmp(env->why, "forall") == 0;
        gt_error(lw->diag, syn->pos, quantifier ? "id-property" : "property", "`%s` cannot stand inside `%s`",
                 gt_word_text(syn->word), env->why);
        gt_note(lw->diag, (gt_pos){0}, "its operand would be no state formula of a symmetric program");
        gt_help(lw->diag, "put quantifiers in front of the property: `pctl name: forall i : P . ...;`");
        return NULL;
    }
    gt_expr_kind kind = syn->kind == GT_SYN_probability_expression ? GT_EXPR_PROB
                        : syn->kind == GT_SYN_steady_expression    ? GT_EXPR_STEADY
                                                                   : GT_EXPR_REWARD;
    if (kind == GT_EXPR_STEADY && lw->sym->kind == GT_MODEL_MDP) {
        gt_error(lw->diag, syn->pos, "kind", "an mdp has no steady state; `S` is for a dtmc or ctmc");
        return NULL;
    }
    gt_bound *b = bound(lw, env, syn, kind != GT_EXPR_REWARD);
    bool ok = b && (kind != GT_EXPR_REWARD || structure(lw, syn, b));
    const gt_expr *e;
    if (kind == GT_EXPR_PROB)
        e = path(lw, env, gt_syn_get(syn, GT_FIELD_path));
    else if (kind == GT_EXPR_STEADY)
        e = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_body), "`S`");
    else
        e = reward_path(lw, env, gt_syn_get(syn, GT_FIELD_path));
    return ok && e ? gt_expr_bounded(lw->arena, syn->pos, kind, b, 1, &e) : NULL;
}
