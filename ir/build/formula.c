/* Properties: what pctl may ask of which kind of model. */
#include "ir/build/build_impl.h"

#include "runtime/rat.h"

#include <string.h>

typedef struct {
    gt_build *b;
    gt_ptrmap seen; /* a formula may share its parts */
} checker;

static const char *letter(gt_expr_kind kind)
{
    return kind == GT_EXPR_PROB ? "P" : kind == GT_EXPR_STEADY ? "S" : "R";
}

/* ---- bounds ---- */

/* A constant that is not negative, and at most 1 if it is a probability. */
static void check_limit(gt_build *b, const gt_expr *value, const char *what, bool probability)
{
    int64_t num, den;
    if (!gt_build_const_real(value, &num, &den))
        gt_error(b->diag, gt_build_at_expr(b, value), "not-constant", "%s must be a constant", what);
    else if (num < 0 || (probability && num > den))
        gt_error(b->diag, gt_build_at_expr(b, value), "probability",
                 probability ? "%s is between 0 and 1" : "%s cannot be negative", what);
}

static void check_time(gt_build *b, const gt_expr *value)
{
    int64_t num, den;
    check_limit(b, value, "a time bound", false);
    if (b->sym->kind != GT_MODEL_CTMC && gt_build_const_real(value, &num, &den) && den != 1)
        gt_error(b->diag, gt_build_at_expr(b, value), "property",
                 "time is counted in steps here, so the bound must be an integer");
}

static void check_interval(gt_build *b, const gt_bound *time)
{
    int64_t from, from_den, to, to_den;
    if (gt_build_const_real(time->value, &from, &from_den) &&
        gt_build_const_real(time->upper, &to, &to_den) &&
        gt_rat_compare(gt_rat_make(from, from_den), gt_rat_make(to, to_den)) > 0)
        gt_error(b->diag, gt_build_at_expr(b, time->upper), "property",
                 "this interval is empty: it ends before it begins");
}

/* Of a path, of C and I. */
static void check_times(gt_build *b, const gt_expr *e)
{
    const gt_bound *time = e->u.bound;
    if (!time)
        return;
    if (time->value)
        check_time(b, time->value);
    if (time->upper)
        check_time(b, time->upper);
    if (time->value && time->upper)
        check_interval(b, time);
    if (e->kind == GT_EXPR_CUMUL && (time->cmp != GT_CMP_LE || time->upper))
        gt_error(b->diag, gt_build_at_expr(b, e), "property",
                 "rewards are added up from the beginning: `C<=t`");
}

/* The reward structure a property asks about: the one named, or the only one. */
static void check_structure(gt_build *b, const gt_expr *e)
{
    const char *name = e->u.bound->reward;
    for (uint32_t i = 0; i < b->sym->nrewards; i++)
        if (name ? !strcmp(name, b->sym->rewards[i]->name) : b->sym->nrewards == 1)
            return;
    gt_pos pos = gt_build_at_expr(b, e);
    if (name) {
        gt_error(b->diag, pos, "unknown-name", "there is no reward called `%s`", name);
        gt_help(b->diag, "declare it: `reward %s: ...;`", name);
        return;
    }
    gt_error(b->diag, pos, "property",
             b->sym->nrewards ? "say which reward: there are several" : "there is no reward to ask about");
    gt_help(b->diag, "write `R{\"name\"}=? [...]`, and `reward name: ...;` at top level");
}

/* P, S or R. */
static void check_operator(gt_build *b, const gt_expr *e)
{
    const gt_bound *bound = e->u.bound;
    const char *word = letter(e->kind);
    bool mdp = b->sym->kind == GT_MODEL_MDP, query = bound->cmp == GT_CMP_QUERY;
    if (e->kind == GT_EXPR_STEADY && mdp) {
        gt_error(b->diag, gt_build_at_expr(b, e), "kind",
                 "an mdp has no steady state; `S` is for a dtmc or ctmc");
    } else if (mdp && query && bound->opt == GT_EXTREME_NONE) {
        gt_error(b->diag, gt_build_at_expr(b, e), "property",
                 "in an mdp the value depends on the choices: ask for the smallest or the largest");
        gt_help(b->diag, "write `%smin=?` or `%smax=?`", word, word);
    } else if (!mdp && bound->opt != GT_EXTREME_NONE) {
        gt_error(b->diag, gt_build_at_expr(b, e), "property", "`%s%s` is for an mdp; here there is one value",
                 word, bound->opt == GT_EXTREME_MIN ? "min" : "max");
        gt_help(b->diag, "write `%s`", word);
    }
    bool probability = e->kind != GT_EXPR_REWARD;
    if (bound->value)
        check_limit(b, bound->value, probability ? "a probability" : "the bound of a reward", probability);
    if (e->kind == GT_EXPR_REWARD)
        check_structure(b, e);
}

/* ---- formulas ---- */

/* `path`: directly below P or R, where a path stands. */
static void check_pctl(checker *c, const gt_expr *e, bool path)
{
    uint64_t *seen = gt_ptrmap_at(&c->seen, e);
    if (*seen & (path ? 2 : 1))
        return;
    *seen |= path ? 2 : 1;
    bool is_path = gt_expr_in(e->kind, GT_GROUP_LTL | GT_GROUP_COST);
    if (path != is_path || e->kind == GT_EXPR_R)
        gt_error(c->b->diag, gt_build_at_expr(c->b, e), "property",
                 is_path ? "a path stands only inside P or R" : "P and R need a path");
    if (gt_expr_in(e->kind, GT_GROUP_PCTL))
        check_operator(c->b, e);
    else if (is_path)
        check_times(c->b, e);
    bool over_path = e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_REWARD;
    for (uint32_t i = 0; i < e->nkids && gt_expr_in(e->kind, GT_GROUP_TEMPORAL | GT_GROUP_OP); i++)
        check_pctl(c, e->kids[i], over_path);
}

/* No bound outside pctl. */
static void check_unbounded(checker *c, const gt_expr *e)
{
    if (gt_ptrmap_pointer(&c->seen, e))
        return;
    *gt_ptrmap_at(&c->seen, e) = 1;
    if (gt_expr_in(e->kind, GT_GROUP_LTL) && e->u.bound && e->u.bound->cmp != GT_CMP_NONE)
        gt_error(c->b->diag, gt_build_at_expr(c->b, e), "property", "only the paths of pctl have bounds");
    for (uint32_t i = 0; i < e->nkids; i++)
        check_unbounded(c, e->kids[i]);
}

void gt_build_check_prop(gt_build *b, const gt_prop *prop)
{
    checker c = {.b = b};
    if (prop->kind == GT_PROP_PCTL && b->sym->kind == GT_MODEL_PLAIN) {
        gt_error(b->diag, gt_build_at(b, prop, prop->pos), "kind",
                 "only an mdp, a dtmc or a ctmc has pctl properties");
        gt_help(b->diag, "write `mdp;` at the top of the file, or a ctl property");
    } else if (prop->kind == GT_PROP_PCTL && prop->formula) {
        check_pctl(&c, prop->formula, false);
    } else if (prop->formula) {
        check_unbounded(&c, prop->formula);
    }
    gt_ptrmap_fini(&c.seen);
}
