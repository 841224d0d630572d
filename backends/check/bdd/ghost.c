/* Properties that begin with `exists i : P .`: for every initial state of the program itself, some choice of
 * the ghosts must do. Choices of ghosts for one state of the program are told apart by what is tracked;
 * forgetting the ghosts gives them the same image: a process that only ghosts name joins the untracked ones
 * again. */
#include "backends/check/bdd/path.h"

#include <stdlib.h>

/* The variable of that kind for an id variable, or -1. */
static int64_t find_var(const gt_cmds *cmds, gt_cvar_kind kind, uint32_t idvar)
{
    for (uint32_t v = 0; v < cmds->nvars; v++)
        if (cmds->vars[v].kind == kind && cmds->vars[v].idvar == idvar)
            return v;
    return -1;
}

static gt_bdd equals(gt_cb *cb, uint32_t var, int64_t value)
{
    gt_lin lin;
    gt_lin_init(&lin, -value);
    gt_cb_add_var(cb, &lin, 1, var, false);
    gt_bdd r = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
    gt_lin_fini(cb->m, &lin);
    return r;
}

static void forget(gt_cb *cb, gt_bdd *set, int64_t var)
{
    if (var < 0)
        return;
    gt_bdd cube = gt_bdd_cube(cb->m, cb->vars[var].pairs, cb->vars[var].nbits);
    gt_bdd_set(cb->m, set, gt_bdd_exists(cb->m, *set, cube));
    gt_bdd_drop(cb->m, cube);
}

/* The states of `set` with one more process in counter v; *fits is cleared if there is no room for it. */
static gt_bdd add_one(gt_cb *cb, gt_bdd set, uint32_t v, bool *fits)
{
    if (cb->vars[v].dropped) /* its value follows from the others, before and after */
        return gt_bdd_ref(cb->m, set);
    gt_lin lin;
    gt_lin_init(&lin, 1);
    gt_cb_add_var(cb, &lin, 1, v, false);
    gt_cb_add_var(cb, &lin, -1, v, true);
    gt_bdd more = gt_lin_compare(cb->m, &lin, GT_LIN_EQ);
    gt_bdd cube = gt_bdd_cube(cb->m, cb->vars[v].pairs, cb->vars[v].nbits);
    gt_bdd r = gt_bdd_relnext(cb->m, set, more, cube), back = gt_bdd_relprev(cb->m, r, more, cube);
    *fits = *fits && gt_bdd_leq(cb->m, set, back);
    gt_bdd_drop(cb->m, back);
    gt_lin_fini(cb->m, &lin);
    gt_bdd_drop(cb->m, more);
    gt_bdd_drop(cb->m, cube);
    return r;
}

/* Gives the process that id variable g alone names back to the counters; false: to one that was left out as
 * constant. */
static bool untrack(gt_cb *cb, gt_bdd *set, uint32_t g, uint32_t first_of_type, int64_t at, int64_t alias)
{
    const gt_cmds *cmds = cb->cmds;
    gt_bdd alone = alias < 0 ? gt_bdd_const(cb->m, true) : equals(cb, (uint32_t)alias, g - first_of_type);
    gt_bdd all = gt_bdd_diff(cb->m, *set, alone), left = gt_bdd_and(cb->m, *set, alone);
    bool fits = true;
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        if (cmds->vars[v].kind != GT_CVAR_COUNTER || cmds->vars[v].proc != cmds->vars[at].proc)
            continue;
        gt_bdd there = equals(cb, (uint32_t)at, cmds->vars[v].state);
        gt_bdd_and_to(cb->m, &there, alone);
        gt_bdd_and_to(cb->m, &there, *set);
        gt_bdd_set(cb->m, &left, gt_bdd_diff(cb->m, left, there));
        gt_bdd_set(cb->m, &there, add_one(cb, there, v, &fits));
        gt_bdd_or_to(cb->m, &all, there);
        gt_bdd_drop(cb->m, there);
    }
    fits = fits && left && gt_bdd_is_false(cb->m, left);
    gt_bdd_drop(cb->m, left);
    gt_bdd_drop(cb->m, alone);
    gt_bdd_set(cb->m, set, all);
    return fits;
}

/* The image of `set` without ghosts; false: not known for this encoding, or without a counter it needs. */
static bool without_ghosts(gt_cb *cb, gt_bdd *set)
{
    const gt_cmds *cmds = cb->cmds;
    if (cmds->encoding == GT_ENC_NONE) {
        for (uint32_t v = 0; v < cmds->nvars; v++)
            if (cmds->vars[v].kind == GT_CVAR_ID && cmds->vars[v].var && cmds->vars[v].var->is_ghost)
                forget(cb, set, v);
        return true;
    }
    if (!cmds->pop || (cmds->encoding != GT_ENC_DENSE && cmds->encoding != GT_ENC_PAPER))
        return false;
    for (uint32_t g = 0; g < cmds->pop->nidvars; g++) {
        const gt_idvar *id = &cmds->pop->idvars[g];
        int64_t at = find_var(cmds, GT_CVAR_AT, g), alias = find_var(cmds, GT_CVAR_ALIAS, g);
        if (!id->var->is_ghost)
            continue;
        if (cmds->encoding == GT_ENC_DENSE && at < 0) /* always in the same place, or simplified away */
            return false;
        if (cmds->encoding == GT_ENC_DENSE &&
            !untrack(cb, set, g, cmds->pop->locals[id->proc->index].first_idvar, at, alias))
            return false;
        forget(cb, set, at);
        forget(cb, set, alias);
    }
    return true;
}

int gt_cb_some_ghosts(gt_cb *cb, gt_bdd good)
{
    gt_bdd all = gt_bdd_ref(cb->m, cb->init), some = gt_bdd_and(cb->m, cb->init, good);
    int answer = -1;
    if (without_ghosts(cb, &all) && without_ghosts(cb, &some) && all && some)
        answer = gt_bdd_leq(cb->m, all, some);
    gt_bdd_drop(cb->m, all);
    gt_bdd_drop(cb->m, some);
    return answer;
}
