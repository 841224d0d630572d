/* Orbits of commands to rules. */
#include "passes/found/fold.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static const gt_pos nowhere;

/* The thing whose rule it is: one of the specials that is written to, if there is one. */
static uint64_t choose_self(gt_folder *f, const gt_term *command, uint64_t specials)
{
    const gt_term *branches = command->kids[2];
    for (uint32_t b = 0; b < branches->nkids; b++)
        for (uint32_t i = 0; i < branches->kids[b]->kids[1]->nkids; i++) {
            uint64_t written = gt_fold_mentions(f, branches->kids[b]->kids[1]->kids[i]->kids[0]) & specials;
            if (written)
                return written & (~written + 1);
        }
    return specials & (~specials + 1);
}

/* What the assignments give to thing k's copy of a variable, where `by` names thing `named`; NULL: nothing
 * new. */
static const gt_term *given(const gt_folder *f, const gt_term *assigns, uint32_t target, uint32_t by,
                            uint32_t named)
{
    for (uint32_t i = 0; i < assigns->nkids; i++) {
        const gt_term *assign = assigns->kids[i], *source = assign->kids[1];
        if (assign->kids[0]->number != target)
            continue;
        if (source->kind != TERM_CASE || gt_term_var(source) != by)
            return source;
        for (uint32_t k = 0; k < source->nkids; k++)
            if (source->kids[k]->kids[0]->number == f->vars[by].name[named])
                return source->kids[k]->kids[1];
    }
    return NULL;
}

/* d.v := e: every process of the type gets something if d names it, and keeps what it has otherwise. Gives
 * the case distinction for the value by d; NULL: it is not that. */
static const gt_term *through(gt_folder *f, const gt_term *assigns, const gt_term *assign)
{
    uint32_t target = (uint32_t)assign->kids[0]->number, at = 0;
    const gt_term *source = assign->kids[1];
    uint32_t by = source->kind == TERM_CASE ? gt_term_var(source) : 0;
    if (source->kind != TERM_CASE || f->vars[target].group == GT_ABSENT ||
        f->vars[by].names != f->vars[target].group)
        return NULL;
    const gt_group *g = &f->found->groups[f->vars[target].group];
    while (at < g->nvars && g->vars[f->vars[target].thing][at] != target)
        at++;
    const gt_term **arms = GT_NEW_ARRAY(f->arena, const gt_term *, g->n + 1);
    uint32_t n = 0;
    for (uint32_t k = 0; k < g->n; k++) {
        const gt_term *kept = gt_term_variable(f->terms, g->vars[k][at]);
        for (uint32_t named = 0; named < g->n; named++) {
            const gt_term *value = given(f, assigns, g->vars[k][at], by, named);
            if (k != named && value && value != kept && value->kind != TERM_NOTHING)
                return NULL;
            const gt_term *arm[] = {gt_term_value(f->terms, by, f->vars[by].name[named]),
                                    value ? value : kept};
            if (k == named)
                arms[n++] = gt_term_make(f->terms, TERM_ARM, 0, 0, 2, arm);
        }
    }
    const gt_term *nobody[] = {f->vars[by].optional ? gt_term_value(f->terms, by, f->vars[by].none) : NULL,
                               gt_term_make(f->terms, TERM_NOTHING, 0, 0, 0, NULL)};
    for (uint32_t i = 0; i < source->nkids && nobody[0]; i++)
        if (source->kids[i]->kids[0] == nobody[0] && source->kids[i]->kids[1]->kind != TERM_NOTHING)
            return NULL;
    if (nobody[0])
        arms[n++] = gt_term_make(f->terms, TERM_ARM, 0, 0, 2, nobody);
    return gt_term_make(f->terms, TERM_CASE, 0, 0, n, arms);
}

/* Takes note of the assignments to all copies of the variable. */
static void take_copies(const gt_folder *f, const gt_term *assigns, const gt_term *assign, gt_ptrmap *taken)
{
    const gt_var *var = f->vars[assign->kids[0]->number].var;
    for (uint32_t i = 0; i < assigns->nkids; i++)
        if (f->vars[assigns->kids[i]->kids[0]->number].var == var)
            *gt_ptrmap_at(taken, assigns->kids[i]) = 1;
}

/* One update for each assignment of a known process, one broadcast for those of all others. */
static bool make_updates(gt_folder *f, const gt_term *assigns, gt_branch *out)
{
    gt_update *updates = GT_NEW_ARRAY(f->arena, gt_update, assigns->nkids);
    gt_ptrmap taken = {0};
    for (uint32_t i = 0; i < assigns->nkids && !f->why; i++) {
        const gt_term *assign = assigns->kids[i];
        uint64_t done = 0;
        if (gt_ptrmap_get(&taken, assign, &done))
            continue;
        gt_update *u = &updates[out->nupdates++];
        uint32_t g = 0, k = 0;
        const gt_folded_var *v = &f->vars[assign->kids[0]->number];
        uint64_t target = gt_fold_unbound(f, assign->kids[0]);
        *u = (gt_update){.var = v->var};
        const gt_term *value = through(f, assigns, assign);
        if (value) {
            u->proc = gt_fold_term(f, gt_term_variable(f->terms, gt_term_var(value)));
            u->value = gt_fold_term(f, value);
            take_copies(f, assigns, assign, &taken);
            continue;
        }
        if (target) {
            gt_term_vec orbit = gt_fold_orbit(f, assign, target);
            for (size_t o = 0; o < orbit.n; o++) {
                bool there = false;
                for (uint32_t a = 0; a < assigns->nkids; a++)
                    there = there || assigns->kids[a] == orbit.v[o];
                if (!there)
                    gt_fold_fail(f, "a step changes some processes and not all like them");
                *gt_ptrmap_at(&taken, orbit.v[o]) = 1;
            }
            free(orbit.v);
            gt_fold_lowest(f, target, &g, &k);
            gt_binder *binder = gt_fold_binder(f, GT_BIND_QUANT, g);
            u->each = binder;
            u->proc = gt_expr_bound(f->arena, nowhere, binder);
            u->cond = gt_fold_apart(f, g, u->proc);
            gt_fold_bind(f, g, k, u->proc);
        } else if (v->group != GT_ABSENT) {
            u->proc = f->who[v->group][v->thing];
        }
        u->value = gt_fold_term(f, assign->kids[1]);
        if (target)
            gt_fold_forget(f, g, k);
    }
    gt_ptrmap_fini(&taken);
    out->updates = updates;
    return !f->why;
}

static const gt_expr *number_or_null(gt_folder *f, const gt_term *t)
{
    return gt_term_is(t, TERM_NUMBER, 1) ? NULL : gt_fold_term(f, t);
}

static const char *name_of(gt_folder *f, const gt_term *command)
{
    const gt_cmds *cmds = f->terms->cmds;
    for (uint32_t c = 0; c < cmds->ncmds; c++)
        if (f->terms->commands[c] == command && cmds->cmds[c].origin)
            return cmds->cmds[c].origin->name;
    return "";
}

static const gt_term *without(gt_folder *f, const gt_term *junction, const gt_term *part)
{
    const gt_term **kids = GT_NEW_ARRAY(f->arena, const gt_term *, junction->nkids);
    uint32_t n = 0;
    for (uint32_t i = 0; i < junction->nkids; i++)
        if (junction->kids[i] != part)
            kids[n++] = junction->kids[i];
    return n == 1 ? kids[0] : gt_term_make(f->terms, TERM_ANY, junction->number, 0, n, kids);
}

/* What is in the term for `var`: the one value it must have; or NULL. */
static const gt_term *place_in(const gt_term *guard, uint32_t var, const gt_term **rest)
{
    bool junction = gt_term_is(guard, TERM_ANY, GT_EXPR_AND);
    for (uint32_t i = 0; i < (junction ? guard->nkids : 1); i++) {
        const gt_term *kid = junction ? guard->kids[i] : guard;
        if (kid->kind == TERM_IN && kid->nkids == 1 && gt_term_var(kid) == var) {
            *rest = kid;
            return kid->kids[0];
        }
    }
    return NULL;
}

/* The place that all branches go to. */
static const gt_term *place_after(const gt_term *branches, uint32_t var)
{
    const gt_term *place = NULL;
    for (uint32_t b = 0; b < branches->nkids; b++) {
        const gt_term *here = NULL, *assigns = branches->kids[b]->kids[1];
        for (uint32_t i = 0; i < assigns->nkids; i++)
            if (gt_term_var(assigns->kids[i]->kids[0]) == var &&
                assigns->kids[i]->kids[1]->kind == TERM_VALUE)
                here = assigns->kids[i]->kids[1];
        if (!here || (place && here != place))
            return NULL;
        place = here;
    }
    return place;
}

/* first && rest, without parentheses. */
static const gt_expr *led_by(gt_folder *f, const gt_expr *first, const gt_expr *rest)
{
    if (!first || !rest || rest->kind != GT_EXPR_AND)
        return gt_fold_and2(f, first, rest);
    const gt_expr **kids = GT_NEW_ARRAY(f->arena, const gt_expr *, rest->nkids + 1);
    kids[0] = first;
    memcpy(kids + 1, rest->kids, rest->nkids * sizeof *kids);
    return gt_build_op(f->build, nowhere, GT_EXPR_AND, "&&", rest->nkids + 1, kids);
}

/* A -> B, where the rule is that: the place first in the guard, and first in each branch. `self` is the thing
 * whose rule it is. */
static void make_edge(gt_folder *f, const gt_term *command, gt_rule *rule, uint32_t group, uint32_t thing)
{
    const gt_group *g = &f->found->groups[group];
    const gt_var *loc = f->procs[group]->loc;
    for (uint32_t i = 0; i < g->nvars && loc; i++) {
        uint32_t var = g->vars[thing][i];
        if (f->vars[var].var != loc)
            continue;
        const gt_term *in = NULL, *from = place_in(command->kids[0], var, &in);
        const gt_term *to = place_after(command->kids[2], var);
        if (!from || !to || f->why)
            return;
        const char *const *names = loc->type.en->values;
        rule->from = names[from->number];
        rule->to = names[to->number];
        rule->label = gt_arena_printf(f->arena, "%s -> %s", rule->from, rule->to);
        if (gt_term_is(command->kids[0], TERM_ANY, GT_EXPR_AND)) {
            const gt_expr *rest = gt_fold_term(f, without(f, command->kids[0], in));
            rule->guard = led_by(f, gt_fold_term(f, in), rest);
        }
        for (uint32_t b = 0; b < rule->nbranches; b++) {
            gt_update *updates = (gt_update *)rule->branches[b].updates;
            for (uint32_t u = 1; u < rule->branches[b].nupdates; u++)
                if (updates[u].var == loc && updates[u].proc->kind == GT_EXPR_SELF) {
                    gt_update first = updates[u];
                    updates[u] = updates[0];
                    updates[0] = first;
                }
        }
    }
}

/* All its things are bound. `ways`: so many choices of things give the same command. */
static void fill_rule(gt_folder *f, const gt_term *command, gt_rule *rule, uint64_t ways)
{
    gt_model_kind kind = f->terms->cmds->sym->kind;
    const gt_term *branches = command->kids[2];
    rule->name = name_of(f, command);
    rule->label = gt_arena_printf(f->arena, "rule %u", gt_build_program(f->build)->nrules + 1);
    rule->guard = gt_fold_term(f, command->kids[0]);
    if (kind == GT_MODEL_DTMC && (ways > 1 || !gt_term_is(command->kids[1], TERM_NUMBER, 1)))
        gt_fold_fail(f, "its commands have weights");
    if (kind == GT_MODEL_CTMC) {
        rule->rate = number_or_null(f, command->kids[1]);
        const gt_expr *part = ways > 1 ? gt_expr_real(f->arena, nowhere, 1, (int64_t)ways) : NULL;
        if (part)
            rule->rate =
                rule->rate ? gt_build_op2(f->build, nowhere, GT_EXPR_MUL, "*", part, rule->rate) : part;
    }
    gt_branch *made = GT_NEW_ARRAY(f->arena, gt_branch, branches->nkids);
    for (uint32_t b = 0; b < branches->nkids && !f->why; b++) {
        made[b].prob = number_or_null(f, branches->kids[b]->kids[0]);
        make_updates(f, branches->kids[b]->kids[1], &made[b]);
    }
    rule->nbranches = branches->nkids;
    rule->branches = made;
}

static uint64_t count_choices(const gt_folder *f, uint64_t specials)
{
    uint64_t choices = 1;
    for (uint32_t g = 0; g < f->found->ngroups; g++)
        for (uint32_t k = 0, left = f->found->groups[g].n; k < f->found->groups[g].n; k++)
            if (specials & gt_fold_bit(f, g, k))
                choices *= left--;
    return choices;
}

/* The rule for a command and all like it, which are given back; free(orbit.v). */
static gt_term_vec make_rule(gt_folder *f, const gt_term *command)
{
    uint64_t specials = gt_fold_specials(f, command), left = specials;
    gt_term_vec orbit = gt_fold_orbit(f, command, specials);
    gt_rule *rule = GT_NEW(f->arena, gt_rule);
    uint32_t g, k, group = 0, thing = 0;
    rule->partners = GT_NEW_ARRAY(f->arena, const gt_binder *, 64);
    if (specials) {
        uint64_t self = choose_self(f, command, specials);
        gt_fold_lowest(f, self, &g, &k);
        rule->owner = f->procs[g];
        group = g;
        thing = k;
        gt_fold_bind(f, g, k, gt_expr_self(f->arena, nowhere, f->procs[g]));
        left &= ~self;
    }
    for (; left; left &= left - 1) {
        gt_fold_lowest(f, left & (~left + 1), &g, &k);
        gt_binder *binder = gt_fold_binder(f, GT_BIND_PARTNER, g);
        rule->partners[rule->npartners++] = binder;
        gt_fold_bind(f, g, k, gt_expr_bound(f->arena, nowhere, binder));
    }
    fill_rule(f, command, rule, count_choices(f, specials) / (orbit.n ? orbit.n : 1));
    if (specials)
        make_edge(f, command, rule, group, thing);
    for (left = specials; left; left &= left - 1) {
        gt_fold_lowest(f, left & (~left + 1), &g, &k);
        gt_fold_forget(f, g, k);
    }
    gt_build_rule(f->build, rule);
    return orbit;
}

void gt_fold_rules(gt_folder *f)
{
    const gt_term *commands = f->terms->program->kids[0];
    gt_ptrmap done = {0};
    for (uint32_t c = 0; c < commands->nkids && !f->why; c++) {
        const gt_term *command = commands->kids[c];
        uint64_t before = 0;
        if (gt_ptrmap_get(&done, command, &before))
            continue;
        uint32_t times = 0;
        for (uint32_t k = 0; k < commands->nkids; k++)
            times += commands->kids[k] == command;
        gt_term_vec orbit = {0};
        for (; times && !f->why; times--) {
            free(orbit.v);
            orbit = make_rule(f, command);
        }
        for (size_t i = 0; i < orbit.n; i++)
            *gt_ptrmap_at(&done, orbit.v[i]) = 1;
        free(orbit.v);
    }
    gt_ptrmap_fini(&done);
}
