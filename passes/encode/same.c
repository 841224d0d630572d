#include "passes/encode/same.h"

#include "runtime/base.h"

#include <stdlib.h>

enum { VARS = 12, NODES = 400, STATES = 5000, OPERANDS = 16 };

/* The variables that occur, and what they are at the moment. */
typedef struct {
    const gt_cmds *cmds;
    uint32_t n, vars[VARS];
    int64_t at[VARS];
    int64_t sum;   /* of the comparison at hand, without counters: no larger than that */
    int64_t large; /* counters from here on are alike */
    int left;      /* nodes that may still be looked at; negative: too many, or not understood */
} trial;

static uint32_t find(const trial *t, uint32_t var)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->vars[i] == var)
            return i;
    return VARS;
}

static void give_up(trial *t)
{
    t->left = -1;
}

static void add_var(trial *t, uint32_t var)
{
    if (find(t, var) < VARS)
        return;
    if (t->n == VARS)
        give_up(t);
    else
        t->vars[t->n++] = var;
}

static const gt_cvar *cvar(const trial *t, const gt_expr *e)
{
    return &t->cmds->vars[e->u.index];
}

/* ---- looking ---- */

static int64_t size_of(gt_type type)
{
    int64_t lo = llabs((int64_t)type.lo), hi = llabs((int64_t)type.hi);
    return lo > hi ? lo : hi;
}

static void look(trial *t, const gt_expr *e);

/* A part of a sum; bit 0 and 1 of the result: counters are added, taken away. */
static unsigned look_at_sum(trial *t, const gt_expr *e, bool minus)
{
    unsigned signs = 0;
    if (--t->left < 0)
        return 0;
    if (e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB) {
        for (uint32_t i = 0; i < e->nkids; i++)
            signs |= look_at_sum(t, e->kids[i], minus != (e->kind == GT_EXPR_SUB && i > 0));
    } else if (e->kind == GT_EXPR_CVAR && cvar(t, e)->kind == GT_CVAR_COUNTER) {
        add_var(t, e->u.index);
        return minus ? 2 : 1;
    } else {
        t->sum += size_of(e->type);
        if (e->kind == GT_EXPR_CVAR)
            add_var(t, e->u.index);
        else if (e->kind == GT_EXPR_ITE && e->kids[1]->kind == GT_EXPR_CONST &&
                 e->kids[2]->kind == GT_EXPR_CONST)
            look(t, e->kids[0]);
        else if (e->kind != GT_EXPR_CONST)
            give_up(t);
    }
    return signs;
}

static void look(trial *t, const gt_expr *e)
{
    if (--t->left < 0)
        return;
    if (gt_expr_in(e->kind, GT_GROUP_COMPARE)) {
        int64_t outer = t->sum;
        t->sum = 1;
        unsigned signs = look_at_sum(t, e->kids[0], false) | look_at_sum(t, e->kids[1], true);
        if (signs == 3)
            give_up(t);
        if (signs && t->sum > t->large)
            t->large = t->sum;
        t->sum = outer;
    } else if (e->kind == GT_EXPR_CVAR && e->type.kind == GT_TYPE_BOOL) {
        add_var(t, e->u.index);
    } else if (gt_expr_in(e->kind, GT_GROUP_LOGIC | GT_GROUP_CHOICE) && e->type.kind == GT_TYPE_BOOL &&
               e->nkids <= OPERANDS) {
        for (uint32_t i = 0; i < e->nkids; i++)
            look(t, e->kids[i]);
    } else if (e->kind != GT_EXPR_CONST) {
        give_up(t);
    }
}

/* ---- how many there are ---- */

/* A sum of counters that is known, as `n_Idle + n_Critical == 8`: its right side, or -1. */
static int64_t total(const gt_cmds *cmds, const gt_expr *known)
{
    const gt_expr *sum = known->kind == GT_EXPR_EQ ? known->kids[0] : known;
    bool counters = sum->kind == GT_EXPR_ADD && known->kids[1]->kind == GT_EXPR_CONST;
    for (uint32_t i = 0; counters && i < sum->nkids; i++)
        counters =
            sum->kids[i]->kind == GT_EXPR_CVAR && cmds->vars[sum->kids[i]->u.index].kind == GT_CVAR_COUNTER;
    return counters ? known->kids[1]->u.value : -1;
}

/* Counters that are added up are no more than all; no less either, if they are all here and none is large. */
static bool adds_up(const trial *t, const gt_expr *known)
{
    int64_t all = total(t->cmds, known), sum = 0;
    bool exact = true;
    if (all < 0)
        return true;
    for (uint32_t i = 0; i < known->kids[0]->nkids; i++) {
        uint32_t at = find(t, known->kids[0]->kids[i]->u.index);
        exact = exact && at < VARS && t->at[at] < t->large;
        sum += at < VARS ? t->at[at] : 0;
    }
    return exact ? sum == all : sum <= all;
}

/* The other counters of sums that occur. */
static void add_others(trial *t)
{
    for (uint32_t k = 0; k < t->cmds->ninvariants; k++) {
        const gt_expr *known = t->cmds->invariants[k];
        bool occurs = false;
        if (total(t->cmds, known) < 0)
            continue;
        for (uint32_t i = 0; i < known->kids[0]->nkids; i++)
            occurs = occurs || find(t, known->kids[0]->kids[i]->u.index) < VARS;
        for (uint32_t i = 0; occurs && i < known->kids[0]->nkids; i++)
            add_var(t, known->kids[0]->kids[i]->u.index);
    }
}

/* ---- trying ---- */

static int64_t value(const trial *t, const gt_expr *e)
{
    int64_t args[OPERANDS];
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_CVAR)
        return t->at[find(t, e->u.index)];
    if (e->kind == GT_EXPR_ITE)
        return value(t, e->kids[value(t, e->kids[0]) ? 1 : 2]);
    if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR) {
        for (uint32_t i = 0; i < e->nkids; i++)
            if ((value(t, e->kids[i]) != 0) == (e->kind == GT_EXPR_OR))
                return e->kind == GT_EXPR_OR;
        return e->kind == GT_EXPR_AND;
    }
    if (e->kind == GT_EXPR_ADD) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < e->nkids; i++)
            sum += value(t, e->kids[i]);
        return sum;
    }
    for (uint32_t i = 0; i < e->nkids; i++)
        args[i] = value(t, e->kids[i]);
    return gt_expr_apply(e->kind, args, e->nkids);
}

/* Where a variable of that kind and id variable stands, or VARS. */
static uint32_t tried(const trial *t, gt_cvar_kind kind, uint32_t idvar)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->cmds->vars[t->vars[i]].kind == kind && t->cmds->vars[t->vars[i]].idvar == idvar)
            return i;
    return VARS;
}

/* Is the process id variable i names, as far as is known, named by no earlier one? */
static bool leads(const trial *t, uint32_t idvar)
{
    const gt_pop *pop = t->cmds->pop;
    uint32_t first = pop->locals[pop->idvars[idvar].proc->index].first_idvar;
    uint32_t alias = tried(t, GT_CVAR_ALIAS, idvar);
    return idvar == first || (alias < VARS && t->at[alias] == (int64_t)(idvar - first));
}

/* Those who are named are counted. */
static bool counts_named(const trial *t, const gt_cvar *counter, int64_t count)
{
    int64_t some = 0, many = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        const gt_cvar *var = &t->cmds->vars[t->vars[i]];
        if (var->kind != GT_CVAR_AT || var->proc != counter->proc || t->at[i] != (int64_t)counter->state)
            continue;
        some = 1;
        many += leads(t, var->idvar);
    }
    return count >= some && count >= many;
}

/* Who is named by two id variables is in one local state. */
static bool agrees_with_first(const trial *t, const gt_cvar *alias, int64_t value)
{
    const gt_locals *l = &t->cmds->pop->locals[alias->proc->index];
    uint32_t first = l->first_idvar + (uint32_t)value;
    uint32_t own_at = tried(t, GT_CVAR_AT, alias->idvar), its_at = tried(t, GT_CVAR_AT, first);
    uint32_t its = tried(t, GT_CVAR_ALIAS, first);
    if (first == alias->idvar)
        return true;
    if (its < VARS && t->at[its] != value)
        return false;
    if (its_at < VARS && t->at[its_at] == l->nstates)
        return false;
    return own_at == VARS || its_at == VARS || t->at[own_at] == t->at[its_at];
}

static bool can_be(const trial *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const gt_cvar *var = &t->cmds->vars[t->vars[i]];
        if (var->kind == GT_CVAR_COUNTER && !counts_named(t, var, t->at[i]))
            return false;
        if (var->kind == GT_CVAR_ALIAS && !agrees_with_first(t, var, t->at[i]))
            return false;
    }
    for (uint32_t k = 0; k < t->cmds->ninvariants; k++)
        if (!adds_up(t, t->cmds->invariants[k]))
            return false;
    return true;
}

static int64_t highest(const trial *t, uint32_t i)
{
    const gt_cvar *var = &t->cmds->vars[t->vars[i]];
    int64_t hi = var->type.hi;
    return var->kind == GT_CVAR_COUNTER && hi > t->large ? t->large : hi;
}

static int64_t lowest(const trial *t, uint32_t i)
{
    return t->cmds->vars[t->vars[i]].type.lo;
}

static bool next(trial *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        if (++t->at[i] <= highest(t, i))
            return true;
        t->at[i] = lowest(t, i);
    }
    return false;
}

static double begin(trial *t)
{
    double states = 1;
    for (uint32_t i = 0; i < t->n; i++) {
        t->at[i] = lowest(t, i);
        states *= (double)(highest(t, i) - lowest(t, i) + 1);
    }
    return states;
}

bool gt_same_in(const gt_cmds *cmds, const gt_expr *when, const gt_expr *a, const gt_expr *b)
{
    trial t = {.cmds = cmds, .left = NODES};
    if (a == b)
        return true;
    if (cmds->encoding != GT_ENC_PAPER)
        return false;
    if (when)
        look(&t, when);
    look(&t, a);
    look(&t, b);
    t.large += cmds->pop->nidvars + (int64_t)1;
    trial whole = t;
    add_others(&whole);
    if (whole.left >= 0 && begin(&whole) <= STATES)
        t = whole;
    if (t.left < 0 || begin(&t) > STATES)
        return false;
    do {
        if (can_be(&t) && (!when || value(&t, when)) && (value(&t, a) != 0) != (value(&t, b) != 0))
            return false;
    } while (next(&t));
    return true;
}
