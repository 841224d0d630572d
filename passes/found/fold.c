/* A process type for each group: declarations, initial values, properties. */
#include "passes/found/fold.h"

#include "runtime/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const gt_pos nowhere;

/* ---- names ---- */

/* A name without the number at its end, and what stands before that. */
static const char *stem(gt_folder *f, const char *name)
{
    size_t len = strlen(name);
    while (len && isdigit((unsigned char)name[len - 1]))
        len--;
    while (len && name[len - 1] == '_')
        len--;
    return gt_arena_strndup(f->arena, name, len);
}

static const char *name_of(gt_folder *f, uint32_t var, bool local)
{
    const gt_cvar *v = &f->terms->cmds->vars[var];
    const char *name = v->var && v->var->is_error ? "failed" : v->name;
    if (v->kind == GT_CVAR_LOCAL && v->var)
        name = v->var->name;
    else if (local)
        name = v->var && v->var->origin ? v->var->origin->name : stem(f, v->name);
    char *wish = gt_arena_strdup(f->arena, *name ? name : "x");
    for (char *at = wish; *at; at++)
        *at = *at == '.' || *at == '$' ? '_' : *at;
    return gt_words_fresh(&f->words, f->arena, wish);
}

static const char *type_name(gt_folder *f, uint32_t group)
{
    const gt_group *g = &f->found->groups[group];
    const char *wish = "";
    if (g->nvars) {
        const gt_cvar *v = &f->terms->cmds->vars[g->vars[0][0]];
        if (v->kind == GT_CVAR_LOCAL && v->proc)
            wish = stem(f, v->proc->name);
    }
    return gt_words_fresh(&f->words, f->arena, *wish ? wish : g->nvars ? "Process" : "Value");
}

/* ---- declarations ---- */

/* What the values of a variable name; false: it cannot be said. */
static bool set_names(gt_folder *f, uint32_t var)
{
    gt_folded_var *v = &f->vars[var];
    v->names = GT_ABSENT;
    for (uint32_t g = 0; g < f->found->ngroups; g++)
        for (uint32_t i = 0; i < f->found->groups[g].nids; i++)
            if (f->found->groups[g].ids[i].var == var) {
                if (v->names != GT_ABSENT) {
                    gt_fold_fail(f, gt_arena_printf(f->arena, "`%s` names things of two kinds",
                                                    f->terms->cmds->vars[var].name));
                    return false;
                }
                v->names = g;
                v->name = f->found->groups[g].ids[i].names;
            }
    if (v->names == GT_ABSENT)
        return true;
    gt_type type = f->terms->cmds->vars[var].type;
    int64_t others = (int64_t)type.hi - type.lo + 1 - f->found->groups[v->names].n;
    if (others > 1) {
        gt_fold_fail(f, gt_arena_printf(f->arena, "`%s` has values that name processes, and %lld others",
                                        f->terms->cmds->vars[var].name, (long long)others));
        return false;
    }
    for (int32_t value = type.lo; value <= type.hi && others; value++) {
        bool names = false;
        for (uint32_t k = 0; k < f->found->groups[v->names].n; k++)
            names = names || v->name[k] == value;
        if (!names)
            v->none = value;
    }
    v->optional = others;
    return true;
}

static void declare_groups(gt_folder *f)
{
    uint32_t bit = 0;
    f->procs = GT_NEW_ARRAY(f->arena, gt_proc *, f->found->ngroups);
    f->who = GT_NEW_ARRAY(f->arena, const gt_expr **, f->found->ngroups);
    f->first = GT_NEW_ARRAY(f->arena, uint32_t, f->found->ngroups);
    for (uint32_t g = 0; g < f->found->ngroups; g++) {
        const gt_group *group = &f->found->groups[g];
        f->first[g] = bit;
        bit += group->n;
        f->procs[g] = gt_build_proc(f->build, nowhere, type_name(f, g), (int32_t)group->n,
                                    group->ring ? GT_SYMMETRY_RING : GT_SYMMETRY_FULL);
        f->who[g] = GT_NEW_ARRAY(f->arena, const gt_expr *, group->n);
    }
    if (bit > 64)
        gt_fold_fail(f, "more than 64 things change places");
}

/* The enum of a variable, declared anew at its first use. */
static const gt_enum *enum_of(gt_folder *f, gt_ptrmap *enums, const gt_enum *old, const gt_proc *owner,
                              bool loc)
{
    const gt_enum *en = gt_ptrmap_pointer(enums, old);
    if (en)
        return en;
    const char *name = loc ? gt_arena_printf(f->arena, "%s.loc", owner->name)
                       : *old->name && !strchr(old->name, '.') ? old->name
                                                               : "";
    en = gt_build_enum(f->build, nowhere, name, old->nvalues, old->values);
    gt_ptrmap_point(enums, old, en);
    return en;
}

/* Variables with one value are constants. */
static bool has_values(const gt_folder *f, uint32_t var)
{
    gt_type type = f->terms->cmds->vars[var].type;
    return type.lo != type.hi;
}

static void declare_var(gt_folder *f, gt_ptrmap *enums, uint32_t var)
{
    const gt_cvar *flat = &f->terms->cmds->vars[var];
    gt_folded_var *v = &f->vars[var];
    gt_proc *owner = v->group == GT_ABSENT ? NULL : f->procs[v->group];
    const char *name = name_of(f, var, owner);
    bool loc = owner && flat->var && flat->var->is_loc && flat->type.kind == GT_TYPE_ENUM && !owner->loc;
    if (v->names != GT_ABSENT) {
        v->var = gt_build_var(f->build, nowhere, owner, name, gt_type_id(f->procs[v->names], v->optional), 0,
                              NULL);
    } else if (loc) {
        v->var =
            gt_build_location(f->build, nowhere, owner, "loc", enum_of(f, enums, flat->type.en, owner, true));
    } else {
        gt_type type = flat->type.kind == GT_TYPE_ENUM
                           ? gt_type_enum(enum_of(f, enums, flat->type.en, owner, false))
                           : flat->type;
        v->var = gt_build_var(f->build, nowhere, owner, name, type, 0, NULL);
    }
    for (uint32_t k = 1; owner && k < f->found->groups[v->group].n; k++)
        for (uint32_t i = 0; i < f->found->groups[v->group].nvars; i++)
            if (f->found->groups[v->group].vars[0][i] == var)
                f->vars[f->found->groups[v->group].vars[k][i]].var = v->var;
}

static void declare(gt_folder *f)
{
    uint32_t nvars = f->terms->cmds->nvars;
    gt_ptrmap enums = {0};
    f->vars = GT_NEW_ARRAY(f->arena, gt_folded_var, nvars);
    for (uint32_t v = 0; v < nvars; v++)
        f->vars[v].group = GT_ABSENT;
    for (uint32_t g = 0; g < f->found->ngroups; g++)
        for (uint32_t k = 0; k < f->found->groups[g].n; k++)
            for (uint32_t i = 0; i < f->found->groups[g].nvars; i++) {
                gt_folded_var *v = &f->vars[f->found->groups[g].vars[k][i]];
                v->group = g;
                v->thing = k;
            }
    bool good = true;
    for (uint32_t v = 0; v < nvars; v++)
        good = set_names(f, v) && good;
    for (uint32_t v = 0; v < nvars && good; v++)
        if (has_values(f, v) && (f->vars[v].group == GT_ABSENT || f->vars[v].thing == 0))
            declare_var(f, &enums, v);
    gt_ptrmap_fini(&enums);
}

/* ---- initial values ---- */

static uint64_t initial_set(const gt_folder *f, uint32_t var, const gt_term **in)
{
    const gt_term *init = f->terms->init;
    gt_type type = f->terms->cmds->vars[var].type;
    bool junction = gt_term_is(init, TERM_ANY, GT_EXPR_AND);
    uint64_t set = UINT64_MAX;
    for (uint32_t i = 0; i < (junction ? init->nkids : 1); i++) {
        const gt_term *kid = junction ? init->kids[i] : init;
        if (kid->kind != TERM_IN || gt_term_var(kid) != var)
            continue;
        *in = kid;
        set = 0;
        for (uint32_t k = 0; k < kid->nkids; k++)
            set |= (uint64_t)1 << (kid->kids[k]->number - type.lo);
    }
    return set;
}

/* Plain values, and none, are said where the variable is declared; the rest by `initially`. */
static bool set_init(gt_folder *f, uint32_t var, gt_init *init)
{
    gt_folded_var *v = &f->vars[var];
    const gt_term *in = NULL;
    uint64_t set = initial_set(f, var, &in);
    gt_type type = f->terms->cmds->vars[var].type;
    bool one = in && in->nkids == 1, named = v->names != GT_ABSENT;
    if (one && (!named || (v->optional && in->kids[0]->number == v->none))) {
        init->expr = gt_fold_term(f, in->kids[0]);
        return true;
    }
    gt_binder *binder = GT_NEW(f->arena, gt_binder);
    *binder = (gt_binder){
        .name = gt_arena_printf(f->arena, "$%u", var + 1), .kind = GT_BIND_CHOICE, .type = v->var->type};
    if (named)
        binder->type.optional = false;
    init->choice = binder;
    bool all = !in, proper = named && v->optional && in &&
                             in->nkids + 1 == (uint32_t)(type.hi - type.lo + 1) &&
                             !(set >> (v->none - type.lo) & 1);
    if (in && !named)
        binder->where = gt_fold_in(f, gt_expr_bound(f->arena, nowhere, binder), v->var->type, set);
    if (named && v->optional && !proper)
        gt_fold_fail(f, gt_arena_printf(f->arena, "`%s` begins with a choice among processes and none",
                                        f->terms->cmds->vars[var].name));
    return all || proper || !named;
}

static void declare_inits(gt_folder *f)
{
    const gt_cmds *cmds = f->terms->cmds;
    gt_ptrmap said = {0};
    for (uint32_t v = 0; v < cmds->nvars && !f->why; v++) {
        if (!has_values(f, v))
            continue;
        if (f->terms->wide[v]) {
            gt_fold_fail(f, gt_arena_printf(f->arena, "`%s` has more than 64 values", cmds->vars[v].name));
            break;
        }
        const gt_term *in = NULL;
        gt_init *init = GT_NEW(f->arena, gt_init);
        initial_set(f, v, &in);
        if (f->vars[v].group == GT_ABSENT || f->vars[v].thing == 0) {
            if (set_init(f, v, init) && in)
                *gt_ptrmap_at(&said, in) = 1;
            f->vars[v].var->ninits = 1;
            f->vars[v].var->inits = init;
        } else if (set_init(f, v, init) && in) {
            *gt_ptrmap_at(&said, in) = 1;
        }
    }
    const gt_term *init = f->terms->init;
    gt_term_vec left = {0};
    bool junction = gt_term_is(init, TERM_ANY, GT_EXPR_AND);
    for (uint32_t i = 0; i < (junction ? init->nkids : 1); i++) {
        const gt_term *kid = junction ? init->kids[i] : init;
        uint64_t known = 0;
        if (!gt_ptrmap_get(&said, kid, &known))
            gt_vec_push(&left, kid);
    }
    if (left.n && !f->why)
        gt_build_initially(f->build, gt_fold_term(f, gt_term_make(f->terms, TERM_ANY, GT_EXPR_AND, 0,
                                                                  (uint32_t)left.n, left.v)));
    free(left.v);
    gt_ptrmap_fini(&said);
}

/* ---- properties ---- */

/* An error is a variable like others here: nothing goes on from it, and it is no deadlock. What is asked of
 * some things is asked of all like them: the program is symmetric. */
static void add_prop(gt_folder *f, uint32_t p)
{
    const gt_cmd_prop *old = &f->terms->cmds->props[p];
    gt_prop *prop = GT_NEW(f->arena, gt_prop);
    *prop = (gt_prop){.kind = old->origin->kind, .name = old->origin->name};
    if (old->origin->nprefix && old->origin->prefix_exists)
        gt_fold_fail(f, gt_arena_printf(f->arena, "`%s` asks whether there is a process", prop->name));
    const gt_term *formula = f->terms->formulas[p];
    uint64_t specials = formula ? gt_fold_specials(f, formula) : 0;
    if (specials && old->origin->kind == GT_PROP_PCTL && formula->kind == TERM_OP &&
        !gt_fold_unbound(f, formula))
        specials = 0;
    const gt_binder **prefix = GT_NEW_ARRAY(f->arena, const gt_binder *, 64);
    const gt_expr *apart = NULL;
    uint32_t g, k;
    for (uint64_t left = specials; left; left &= left - 1) {
        gt_fold_lowest(f, left & (~left + 1), &g, &k);
        gt_binder *binder = gt_fold_binder(f, GT_BIND_PREFIX, g);
        const gt_expr *process = gt_expr_bound(f->arena, nowhere, binder);
        prefix[prop->nprefix++] = binder;
        apart = gt_fold_and2(f, apart, gt_fold_apart(f, g, process));
        gt_fold_bind(f, g, k, process);
    }
    prop->prefix = prefix;
    prop->formula = formula ? gt_fold_term(f, formula) : NULL;
    if (prop->kind == GT_PROP_NOERROR) {
        prop->kind = GT_PROP_INVARIANT;
        prop->name = gt_words_fresh(&f->words, f->arena, "no_error");
    } else if (prop->kind == GT_PROP_DEADLOCK && f->terms->cmds->error) {
        const gt_expr *failed =
            gt_expr_var(f->arena, nowhere, f->vars[f->terms->cmds->error->u.index].var, NULL);
        prop->formula =
            prop->formula ? gt_build_op2(f->build, nowhere, GT_EXPR_OR, "||", prop->formula, failed) : failed;
    }
    if (apart && prop->formula)
        prop->formula = gt_build_op2(f->build, nowhere, GT_EXPR_IMPLIES, "->", apart, prop->formula);
    for (uint64_t left = specials; left; left &= left - 1) {
        gt_fold_lowest(f, left & (~left + 1), &g, &k);
        gt_fold_forget(f, g, k);
    }
    if (prop->formula && prop->kind != GT_PROP_DEADLOCK)
        gt_build_hoist(f->build, prop);
    gt_build_prop(f->build, prop);
}

/* Those of the reward's rules that can fire at all. */
static const char **fired(gt_folder *f, const gt_reward *reward, uint32_t *n)
{
    const gt_sym *sym = gt_build_program(f->build);
    const char **names = GT_NEW_ARRAY(f->arena, const char *, reward->nrules);
    for (uint32_t i = 0; i < reward->nrules; i++)
        for (uint32_t r = 0; r < sym->nrules; r++)
            if (strcmp(sym->rules[r]->name, reward->rules[i]) == 0) {
                names[(*n)++] = reward->rules[i];
                break;
            }
    return names;
}

static void add_fair_and_rewards(gt_folder *f)
{
    const gt_cmds *cmds = f->terms->cmds;
    for (uint32_t i = 0; i < cmds->nfair; i++) {
        gt_fair *fair = GT_NEW(f->arena, gt_fair);
        if (gt_fold_specials(f, f->terms->fair[i]))
            gt_fold_fail(f, "fairness speaks of one process at a time");
        fair->expr = gt_fold_term(f, f->terms->fair[i]);
        gt_build_fair(f->build, fair);
    }
    for (uint32_t r = 0; r < cmds->nrewards; r++) {
        const gt_reward *old = cmds->sym->rewards[r];
        gt_reward *reward = GT_NEW(f->arena, gt_reward);
        *reward = (gt_reward){.name = old->name};
        reward->rules = fired(f, old, &reward->nrules);
        if (gt_fold_specials(f, f->terms->rewards[r]))
            gt_fold_fail(f, "a reward speaks of one process");
        bool never = old->nrules && !reward->nrules;
        reward->expr = never ? gt_expr_int(f->arena, nowhere, 0) : gt_fold_term(f, f->terms->rewards[r]);
        gt_build_reward(f->build, reward);
    }
}

/* ---- all ---- */

static void take_words(gt_folder *f)
{
    const gt_cmds *cmds = f->terms->cmds;
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        gt_type type = cmds->vars[v].type;
        for (uint32_t i = 0; type.kind == GT_TYPE_ENUM && type.en && i < type.en->nvalues; i++)
            gt_words_take(&f->words, type.en->values[i]);
    }
    static const char *const words[] = {"self", "none", "any", "next", "prev", "loc"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        gt_words_take(&f->words, words[i]);
}

static void fold(gt_folder *f)
{
    const gt_cmds *cmds = f->terms->cmds;
    gt_sym *sym = gt_build_program(f->build);
    sym->name = cmds->sym->name;
    sym->kind = cmds->sym->kind;
    if (cmds->sym->nturns)
        gt_fold_fail(f, "it asks for fairness of processes");
    if (!f->found->ngroups)
        gt_fold_fail(f, "nothing in it is interchangeable");
    take_words(f);
    declare_groups(f);
    if (!f->why)
        declare(f);
    if (!f->why)
        declare_inits(f);
    if (!f->why)
        gt_fold_rules(f);
    for (uint32_t p = 0; p < cmds->nprops && !f->why; p++)
        add_prop(f, p);
    if (!f->why)
        add_fair_and_rewards(f);
}

/* Where the variables of the commands are now. */
static const gt_place *places(gt_folder *f)
{
    const gt_cmds *cmds = f->terms->cmds;
    gt_place *all = GT_NEW_ARRAY(f->arena, gt_place, cmds->nvars);
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        const gt_folded_var *var = &f->vars[v];
        gt_type type = cmds->vars[v].type;
        if (!has_values(f, v))
            continue;
        int32_t *values = gt_arena_alloc(f->arena, (size_t)(type.hi - type.lo) + 1, sizeof *values);
        for (int32_t value = type.lo; value <= type.hi; value++)
            values[value - type.lo] = var->names == GT_ABSENT ? value : 0;
        for (uint32_t k = 0; var->names != GT_ABSENT && k < f->found->groups[var->names].n; k++)
            values[var->name[k] - type.lo] = (int32_t)k + 1;
        all[v] = (gt_place){var->var, var->group == GT_ABSENT ? 0 : (int32_t)var->thing + 1, values};
    }
    return all;
}

/* The first thing that was said. */
static const char *first_message(gt_arena *arena, gt_diag *diag)
{
    char *text = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&text, &len);
    if (!file)
        return "it is not let in";
    gt_diag_flush(diag, file);
    fclose(file);
    const char *at = text ? strstr(text, "error: ") : NULL;
    size_t n = at ? strcspn(at + 7, "\n") : 0;
    const char *result = n ? gt_arena_strndup(arena, at + 7, n) : "it is not let in";
    free(text);
    return result;
}

const gt_folded *gt_found_fold(gt_ctx *ctx, const gt_found *found, const char **why)
{
    gt_ctx own = {.arena = ctx->arena, .diag = gt_diag_new()};
    gt_diag_open(own.diag, "folded", NULL, 0);
    gt_folder f = {.arena = ctx->arena, .found = found, .terms = found->terms};
    f.build = gt_build_begin(&own, "folded", NULL);
    fold(&f);
    gt_folded *folded = GT_NEW(ctx->arena, gt_folded);
    if (f.why)
        gt_build_drop(f.build);
    else
        folded->sym = gt_build_end(f.build);
    if (folded->sym)
        folded->places = places(&f);
    *why = folded->sym ? NULL : f.why ? f.why : first_message(ctx->arena, own.diag);
    gt_ptrmap_fini(&f.mentions);
    gt_words_fini(&f.words);
    gt_diag_free(own.diag);
    return folded->sym ? folded : NULL;
}
