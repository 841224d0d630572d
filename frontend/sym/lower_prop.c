/* Properties, fairness, turns and rewards. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_over.h"

#include <stdlib.h>
#include <string.h>

/* ---- temporal operators ---- */

static const struct {
    gt_syn_word word;
    gt_expr_kind kind;
} unary_kinds[] = {
    {GT_WORD_AX, GT_EXPR_AX}, {GT_WORD_EX, GT_EXPR_EX}, {GT_WORD_AF, GT_EXPR_AF}, {GT_WORD_EF, GT_EXPR_EF},
    {GT_WORD_AG, GT_EXPR_AG}, {GT_WORD_EG, GT_EXPR_EG}, {GT_WORD_X, GT_EXPR_X},   {GT_WORD_F, GT_EXPR_F},
    {GT_WORD_G, GT_EXPR_G},   {GT_WORD_U, GT_EXPR_U},   {GT_WORD_W, GT_EXPR_W},   {GT_WORD_R, GT_EXPR_R},
};

static gt_expr_kind kind_of(gt_syn_word word)
{
    for (size_t i = 0; i < sizeof unary_kinds / sizeof unary_kinds[0]; i++)
        if (unary_kinds[i].word == word)
            return unary_kinds[i].kind;
    gt_ice("`%s` is no temporal operator", gt_word_text(word));
}

static gt_expr_kind path_kind(gt_syn_word quantifier, gt_syn_word word)
{
    bool all = quantifier == GT_WORD_A;
    if (word == GT_WORD_U)
        return all ? GT_EXPR_AU : GT_EXPR_EU;
    if (word == GT_WORD_W)
        return all ? GT_EXPR_AW : GT_EXPR_EW;
    return all ? GT_EXPR_AR : GT_EXPR_ER;
}

static bool time_allowed(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (!env->no_time)
        return true;
    const char *word = syn->kind == GT_SYN_path_quantified_expression ? "A" : gt_word_text(syn->word);
    static const char *const numbers[] = {"count", "sum", "min", "max"};
    bool number = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        number = number || strcmp(env->why, numbers[i]) == 0;
    if (number) {
        gt_error(lw->diag, syn->pos, "id-property", "a temporal operator cannot stand inside `%s`", env->why);
        gt_note(lw->diag, (gt_pos){0},
                "a number is that of one state, and what is counted would be followed through time");
        gt_help(lw->diag, "put a quantifier in front of the property: `ctl name: forall i : P . AG (...);`");
    } else {
        gt_error(lw->diag, syn->pos, "property", "`%s` cannot be an operand of `%s`", word, env->why);
        gt_help(lw->diag, "temporal operators bind tightly: write `%s (x == 1)`, not `%s x == 1`", word,
                word);
    }
    return false;
}

const gt_expr *gt_lower_temporal(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (!time_allowed(lw, env, syn))
        return NULL;
    const char *what = "a temporal operator";
    if (syn->kind == GT_SYN_temporal_unary_expression) {
        const gt_expr *e = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_argument), what);
        return gt_build_op1(lw->build, syn->pos, kind_of(syn->word), gt_word_text(syn->word), e);
    }
    const gt_expr *x = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_left), what);
    const gt_expr *y = gt_lower_bool(lw, env, gt_syn_get(syn, GT_FIELD_right), what);
    bool path = syn->kind == GT_SYN_path_quantified_expression;
    gt_expr_kind kind = path ? path_kind(syn->quantifier, syn->word) : kind_of(syn->word);
    return gt_build_op2(lw->build, syn->pos, kind, gt_word_text(syn->word), x, y);
}

/* ---- properties ---- */

static bool prop_kind(const gt_syn *syn, gt_prop_kind *kind)
{
    static const struct {
        gt_syn_kind syn;
        gt_prop_kind prop;
    } kinds[] = {{GT_SYN_invariant_property, GT_PROP_INVARIANT},
                 {GT_SYN_ctl_property, GT_PROP_CTL},
                 {GT_SYN_ltl_property, GT_PROP_LTL},
                 {GT_SYN_pctl_property, GT_PROP_PCTL},
                 {GT_SYN_deadlock_property, GT_PROP_DEADLOCK}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        *kind = kinds[i].prop;
        if (kinds[i].syn == syn->kind)
            return true;
    }
    return false;
}

/* Declares the name of a property, reward or fairness constraint. */
static void declare(gt_lower *lw, gt_ptrmap *table, const gt_syn *name, const char *what)
{
    if (!gt_lower_name_ok(lw, name, what))
        return;
    const gt_syn *old = gt_intern_declare(table, name->text, name);
    if (!old)
        return;
    gt_error(lw->diag, name->pos, "duplicate", "`%s` is already the name of %s", name->text, what);
    gt_note(lw->diag, old->pos, "the first one is here");
}

static bool prefix(gt_lower *lw, gt_env *env, const gt_syn *syn, gt_prop *prop)
{
    GT_VEC(const gt_binder *) all = {0};
    gt_overs overs = {0};
    bool ok = true, first = true;
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != GT_FIELD_prefix)
            continue;
        bool exists = kid->word == GT_WORD_exists;
        if (!first && exists != prop->prefix_exists) {
            gt_error(lw->diag, kid->pos, "property",
                     "the quantifiers in front of a property are all `forall` or all "
                     "`exists`");
            gt_help(lw->diag, "make two properties of it");
            ok = false;
        }
        prop->prefix_exists = exists;
        first = false;
        ok = gt_lower_overs(lw, gt_syn_get(kid, GT_FIELD_binders), "a bound process", &overs) && ok;
    }
    for (size_t i = 0; i < overs.n; i++) {
        const gt_over *over = &overs.v[i];
        if (over->proc && !over->broken) {
            gt_vec_push(&all, gt_lower_bind_process(lw, env, over, GT_BIND_PREFIX));
            continue;
        }
        gt_lower_bind_silent(lw, env, over);
        if (over->broken)
            continue;
        gt_error(lw->diag, over->pos, "property", "what stands in front of a property ranges over processes");
        gt_help(lw->diag,
                "for values put it into the formula, where temporal operators may stand inside of it: "
                "`forall %s : ... (AG (...))`",
                over->name);
        ok = false;
    }
    free(overs.v);
    prop->nprefix = (uint32_t)all.n;
    prop->prefix = all.n ? gt_arena_copy(lw->arena, all.v, all.n, sizeof *all.v) : NULL;
    free(all.v);
    return ok;
}

static bool is_query(const gt_expr *e)
{
    return e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD;
}

static void formula(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_prop *prop, bool bound)
{
    gt_env inside = *env;
    inside.no_time = prop->kind == GT_PROP_INVARIANT;
    inside.why = "an invariant";
    const gt_expr *e = gt_lower_expr(lw, &inside, gt_syn_get(syn, GT_FIELD_body), NULL);
    if (e && e->type.kind != GT_TYPE_BOOL && !is_query(e)) {
        gt_build_wrong(lw->build, e, "a property", "a bool");
        e = NULL;
    }
    prop->formula = bound ? e : NULL;
    gt_build_hoist(lw->build, prop);
}

/* "property_3", or further on if somebody else is called so. */
static const char *invented_name(gt_lower *lw, uint32_t number)
{
    const char *name = gt_intern_cstr(lw->names, gt_arena_printf(lw->arena, "property_%u", number));
    while (gt_ptrmap_pointer(&lw->prop_names, name))
        name = gt_intern_cstr(lw->names, gt_arena_printf(lw->arena, "%s_", name));
    return name;
}

/* Names first: those that are invented keep out of their way, and properties mention rewards. */
static void declare_names(gt_lower *lw, const gt_syn *file)
{
    const gt_syn *deadlock = NULL;
    for (const gt_syn *item = file->first; item; item = item->next) {
        const gt_syn *name = gt_syn_get(item, GT_FIELD_name);
        gt_prop_kind kind;
        if (item->kind == GT_SYN_reward_declaration)
            declare(lw, &lw->reward_names, name, "a reward");
        else if (item->kind == GT_SYN_deadlock_property && deadlock) {
            gt_error(lw->diag, item->pos, "duplicate", "`deadlock free` is already asked for");
            gt_note(lw->diag, deadlock->pos, "the first time is here");
        } else if (item->kind == GT_SYN_deadlock_property) {
            deadlock = item;
        } else if (name && prop_kind(item, &kind)) {
            declare(lw, &lw->prop_names, name, "a property");
            if (strcmp(name->text, "error") == 0)
                gt_error(lw->diag, name->pos, "duplicate",
                         "`error` is the name of the built-in property that nothing goes wrong");
        }
    }
}

/* Where the program may stop: NULL, nowhere is said. */
static const gt_expr *ends(gt_lower *lw, const gt_syn *file)
{
    const gt_expr *any = NULL;
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind != GT_SYN_end_declaration)
            continue;
        const gt_expr *e = gt_lower_bool(lw, &(gt_env){0}, gt_syn_get(item, GT_FIELD_body), "`end`");
        if (e)
            any = any ? gt_build_op2(lw->build, item->pos, GT_EXPR_OR, "||", any, e) : e;
    }
    return any;
}

static gt_prop *property(gt_lower *lw, const gt_syn *syn, gt_prop_kind kind, uint32_t number)
{
    gt_prop *prop = GT_NEW(lw->arena, gt_prop);
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    *prop = (gt_prop){.kind = kind, .pos = syn->pos, .name = "deadlock"};
    if (kind == GT_PROP_DEADLOCK)
        return prop;
    prop->name = name ? name->text : invented_name(lw, number);
    gt_env env = {0};
    bool ok = prefix(lw, &env, syn, prop);
    formula(lw, &env, syn, prop, ok);
    return prop;
}

static gt_fair *fairness(gt_lower *lw, const gt_syn *syn, uint32_t number)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_fair *fair = GT_NEW(lw->arena, gt_fair);
    fair->name = name ? name->text : gt_arena_printf(lw->arena, "fairness_%u", number);
    fair->pos = syn->pos;
    if (name)
        declare(lw, &lw->fair_names, name, "a fairness constraint");
    gt_env env = {0};
    fair->expr = gt_lower_bool(lw, &env, gt_syn_get(syn, GT_FIELD_body), "fairness");
    return fair;
}

static bool is_rule(gt_lower *lw, const gt_syn *name)
{
    if (gt_ptrmap_pointer(&lw->rule_names, name->text))
        return true;
    gt_error(lw->diag, name->pos, "unknown-name", "there is no rule called `%s`", name->text);
    gt_help(lw->diag, "give the rule a name: `rule %s ...`", name->text);
    return false;
}

/* `fair process P`, `fair rule r`; NULL after an error. */
static gt_turn *turn(gt_lower *lw, const gt_syn *syn)
{
    const gt_syn *type = gt_syn_get(syn, GT_FIELD_name), *rule = gt_syn_get(syn, GT_FIELD_rule);
    gt_turn *turn = GT_NEW(lw->arena, gt_turn);
    *turn = (gt_turn){.pos = syn->pos, .strong = syn->word == GT_WORD_strong};
    if (type)
        turn->proc = gt_lower_proc(lw, type, "`fair process`");
    else if (is_rule(lw, rule))
        turn->rule = rule->text;
    return turn->proc || turn->rule ? turn : NULL;
}

/* ---- rewards ---- */

static gt_reward *reward(gt_lower *lw, const gt_syn *syn)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    gt_reward *r = GT_NEW(lw->arena, gt_reward);
    *r = (gt_reward){.name = name->text, .pos = syn->pos};
    GT_VEC(const char *) rules = {0};
    for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
        if (kid->field != GT_FIELD_rule)
            continue;
        (void)is_rule(lw, kid);
        gt_vec_push(&rules, kid->text);
    }
    r->nrules = (uint32_t)rules.n;
    r->rules = rules.n ? gt_arena_copy(lw->arena, rules.v, rules.n, sizeof *rules.v) : NULL;
    free(rules.v);
    gt_env env = {0};
    r->expr = gt_lower_real(lw, &env, gt_syn_get(syn, GT_FIELD_value), "a reward");
    return r;
}

static void add_turn(gt_lower *lw, gt_turn *turn)
{
    if (turn)
        gt_build_turn(lw->build, turn);
}

/* What nobody asks about. */
static void warn_of_ends(gt_lower *lw, const gt_syn *file)
{
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind != GT_SYN_end_declaration)
            continue;
        gt_warning(lw->diag, item->pos, "unused-end",
                   "`end` says which states may stop, but nothing asks about the others");
        gt_help(lw->diag, "add `deadlock free;`");
        return;
    }
}

void gt_lower_props(gt_lower *lw, const gt_syn *file)
{
    bool asked = false;
    declare_names(lw, file);
    const gt_expr *end = ends(lw, file);
    for (const gt_syn *item = file->first; item; item = item->next) {
        gt_prop_kind kind;
        if (prop_kind(item, &kind)) {
            gt_prop *prop = property(lw, item, kind, lw->sym->nprops + 1);
            if (kind == GT_PROP_DEADLOCK)
                prop->formula = end;
            asked = asked || kind == GT_PROP_DEADLOCK;
            gt_build_prop(lw->build, prop);
        } else if (item->kind == GT_SYN_fairness_declaration) {
            gt_build_fair(lw->build, fairness(lw, item, lw->sym->nfair + 1));
        } else if (item->kind == GT_SYN_initially_declaration) {
            gt_build_initially(
                lw->build, gt_lower_bool(lw, &(gt_env){0}, gt_syn_get(item, GT_FIELD_body), "`initially`"));
        } else if (item->kind == GT_SYN_fair_declaration) {
            add_turn(lw, turn(lw, item));
        } else if (item->kind == GT_SYN_reward_declaration) {
            gt_build_reward(lw->build, reward(lw, item));
        }
    }
    if (!asked)
        warn_of_ends(lw, file);
}
