/* Rates, probabilities and rewards: only where the kind of model has them, and in range where they are
 * constant. */
#include "ir/build/build_impl.h"

static void check_rate(gt_build *b, const gt_expr *rate)
{
    int64_t num, den;
    if (b->sym->kind != GT_MODEL_CTMC) {
        gt_error(b->diag, gt_build_at_expr(b, rate), "kind", "only a ctmc has rates");
        gt_help(b->diag, "write `ctmc;` at the top of the file, or leave the rate out");
    } else if (gt_build_const_real(rate, &num, &den) && num <= 0) {
        gt_error(b->diag, gt_build_at_expr(b, rate), "probability", "a rate must be positive");
    }
}

static bool check_probability(gt_build *b, const gt_expr *prob)
{
    int64_t num, den;
    if (!gt_build_const_real(prob, &num, &den) || (num >= 0 && num <= den))
        return true;
    gt_error(b->diag, gt_build_at_expr(b, prob), "probability", "a probability is between 0 and 1");
    return false;
}

/* All branches of the rule. */
static gt_pos span(const gt_build *b, const gt_rule *rule)
{
    const gt_branch *first = &rule->branches[0], *last = &rule->branches[rule->nbranches - 1];
    gt_pos pos = first->pos;
    pos.end_line = last->pos.end_line;
    pos.end_col = last->pos.end_col;
    return gt_build_at(b, rule, pos);
}

void gt_build_check_chances(gt_build *b, const gt_rule *rule)
{
    if (rule->rate)
        check_rate(b, rule->rate);
    if (!rule->branches[0].prob)
        return;
    if (b->sym->kind == GT_MODEL_PLAIN) {
        gt_error(b->diag, gt_build_at_expr(b, rule->branches[0].prob), "kind",
                 "only an mdp, a dtmc or a ctmc has probabilities");
        gt_help(b->diag, "write `mdp;` at the top of the file, or make one rule of each branch");
        return;
    }
    const gt_expr **terms = GT_NEW_ARRAY(b->arena, const gt_expr *, rule->nbranches);
    bool ok = true;
    for (uint32_t i = 0; i < rule->nbranches; i++) {
        terms[i] = rule->branches[i].prob;
        ok = terms[i] && check_probability(b, terms[i]) && ok;
    }
    double sum;
    if (ok && !gt_build_sum_is_one(terms, rule->nbranches, &sum))
        gt_error(b->diag, span(b, rule), "probability",
                 "the probabilities of the branches add up to %g, not to 1", sum);
}

void gt_build_check_turn(gt_build *b, const gt_turn *turn)
{
    if (b->sym->kind != GT_MODEL_DTMC && b->sym->kind != GT_MODEL_CTMC)
        return;
    gt_error(b->diag, gt_build_at(b, turn, turn->pos), "kind",
             "in a %s chance says who moves, and nobody is left out",
             b->sym->kind == GT_MODEL_DTMC ? "dtmc" : "ctmc");
    gt_help(b->diag, "leave it out, or write `mdp;` at the top of the file if somebody chooses who moves");
}

void gt_build_check_reward(gt_build *b, const gt_reward *reward)
{
    if (b->sym->kind != GT_MODEL_PLAIN)
        return;
    gt_error(b->diag, gt_build_at(b, reward, reward->pos), "kind",
             "only an mdp, a dtmc or a ctmc has rewards");
    gt_help(b->diag, "write `mdp;` at the top of the file");
}
