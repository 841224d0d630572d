/* The operators of pctl: P, S, R, their bounds and paths. */
#include "frontend/sym/lower_expr.h"

#include <string.h>

static gt_cmp cmp_of(gt_syn_word word)
{
    static const gt_cmp cmps[GT_WORDS] = {[GT_WORD_LT] = GT_CMP_LT,
                                          [GT_WORD_LE] = GT_CMP_LE,
                                          [GT_WORD_GT] = GT_CMP_GT,
                                          [GT_WORD_GE] = GT_CMP_GE};
    return cmps[word];
}

static gt_extreme opt_of(gt_syn_word word)
{
    if (word == GT_WORD_Pmin || word == GT_WORD_Rmin || word == GT_WORD_min)
        return GT_EXTREME_MIN;
    return word == GT_WORD_Pmax || word == GT_WORD_Rmax || word == GT_WORD_max ? GT_EXTREME_MAX
                                                                               : GT_EXTREME_NONE;
}

/* A number, folded where it is constant. */
static const gt_expr *constant(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what)
{
    gt_env inside = *env;
    inside.no_time = true;
    inside.why = what;
    const gt_expr *e = gt_lower_real(lw, &inside, syn, what);
    int64_t num, den;
    if (!e || e->kind == GT_EXPR_CONST || !gt_build_const_real(e, &num, &den))
        return e;
    return gt_expr_real(lw->arena, e->pos, num, den);
}

/* P>=0.9, Pmax=?, ...: the part in front of [ ]. */
static gt_bound *bound(gt_lower *lw, const gt_env *env, const gt_syn *syn, bool probability)
{
    const gt_syn *b = gt_syn_get(syn, GT_FIELD_bound), *name = gt_syn_get(syn, GT_FIELD_structure);
    gt_bound *out = GT_NEW(lw->arena, gt_bound);
    out->opt = opt_of(syn->word);
    out->reward = name ? name->text : NULL;
    out->cmp = b->kind == GT_SYN_query ? GT_CMP_QUERY : cmp_of(b->word);
    if (b->kind == GT_SYN_query)
        return out;
    out->value = constant(lw, env, gt_syn_get(b, GT_FIELD_value),
                          probability ? "a probability" : "the bound of a reward");
    return out->value ? out : NULL;
}

static const gt_bound *time_bound(gt_lower *lw, const gt_env *env, const gt_syn *syn, bool *ok)
{
    if (!syn)
        return NULL;
    gt_bound *out = GT_NEW(lw->arena, gt_bound);
    const gt_syn *value = gt_syn_get(syn, GT_FIELD_value);
    const gt_syn *high = gt_syn_get(syn, GT_FIELD_high);
    out->cmp = value ? cmp_of(syn->word) : GT_CMP_LE;
    out->value = constant(lw, env, value ? value : gt_syn_get(syn, GT_FIELD_low), "a time bound");
    out->upper = high ? constant(lw, env, high, "a time bound") : NULL;
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
        time->value = constant(lw, env, gt_syn_get(syn, GT_FIELD_value), "a time bound");
        return time->value ? gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_INSTANT, time, 0, NULL) : NULL;
    }
    return gt_expr_bounded(lw->arena, syn->pos, GT_EXPR_LONGRUN, NULL, 0, NULL);
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
    gt_bound *b = bound(lw, env, syn, kind != GT_EXPR_REWARD);
    const gt_expr *e;
    if (kind == GT_EXPR_PROB)
        e = path(lw, env, gt_syn_get(syn, GT_FIELD_path));
    else if (kind == GT_EXPR_STEADY)
        e = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_body), "`S`");
    else
        e = reward_path(lw, env, gt_syn_get(syn, GT_FIELD_path));
    return b && e ? gt_expr_bounded(lw->arena, syn->pos, kind, b, 1, &e) : NULL;
}
